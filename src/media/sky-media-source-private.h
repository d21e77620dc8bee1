/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a media source, shared by its three files: sky-media-source.c (files, and what
 * becomes of pictures), sky-media-stream.c (cameras and recorders that are reached over RTSP) and
 * sky-media-lost.c (why such a one gives nothing). */
#pragma once

#include "sky-media-source.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_SOURCE_FILE,
  SKY_SOURCE_REPLAY, /* a recorder's, by its clock */
  SKY_SOURCE_STREAM, /* a camera's, as it is now */
} SkySourceKind;

struct _SkyMediaSource
{
  SkySourceKind kind;
  int file;           /* the file's descriptor; -1: none */
  gboolean jumps;     /* its clock jumps; what is read ends there */
  char *name;         /* for messages */
  GstClockTime start; /* of a replay: nanoseconds since 1900 */
  gint key_frames;    /* atomic: others are not decoded */
  gint lost;          /* atomic: the connection broke off */
  gint started;       /* atomic: the pipeline plays; set with the lock */
  gint arrived;       /* atomic: something came over the connection */
  int max_threads;
  const SkyMediaSourceReceiver *receiver;
  gpointer data;
  GstElement *pipeline;
  GstElement *sink;
  GstPad *sink_pad;
  GstCaps *stream_time_caps;
  GstAllocator *memory;       /* of the decoder's pictures */
  SkyCertificateTrust *trust; /* of a stream or replay; or NULL */
  gboolean secure;            /* it is reached over TLS */
  gint shares_pictures;       /* atomic: the decoder leaves alone what it has handed out */
  gint starts_anywhere;       /* atomic: the container's time does not begin with its pictures */

  /* Held while elements are added and linked in threads of the pipeline. A pipeline that goes down
   * forgets which links are being made, and then loses its way among its elements. */
  GMutex linking;
  gboolean closing; /* linking: nothing is to be linked any more */

  GMutex lock;
  GCond going;                           /* of @started */
  GstElement *video_head;                /* lock: the element the video pad was linked to */
  GstVideoOrientationMethod orientation; /* lock */
  char *codec;                           /* lock */
  GstCaps *unusable;                     /* lock: of a stream that is not shown; or NULL */
  GError *refusal;                       /* lock: why its certificate was refused */
  GstClockTime origin;                   /* lock: its time of the first picture, once known */
  GstClockTime fed;                      /* lock: the latest picture that the decoder was given */
  GstClockTime taken;                    /* lock: the last one that it gave; both since a seek */
};

/* A source with a sink and nothing to fill it. @name: (transfer full). */
SkyMediaSource *sky_media_source_new (SkySourceKind kind,
                                      char *name,
                                      int max_threads,
                                      const SkyMediaSourceReceiver *receiver,
                                      gpointer data);

/* Sets the pipeline going. */
void sky_media_source_start (SkyMediaSource *self);

gboolean sky_media_source_has_video (SkyMediaSource *self);

/* Adds what decodes anything, or H.264, up to the sink. Returns: (transfer none): the element to
 * link to, whose state is still to be synchronised; of H.264 NULL when its decoder is not
 * installed.
 */
GstElement *sky_media_source_add_decodebin (SkyMediaSource *self);
GstElement *sky_media_source_add_h264_decoder (SkyMediaSource *self);

/* --- sky-media-lost.c --- */

/* Returns: (transfer full): @error, a resource's, in this folder's words. */
GError *sky_media_source_translate_error (SkyMediaSource *self, const GError *error);

/* Returns: (transfer full): that the connection broke off, or never gave anything. */
GError *sky_media_source_make_lost_error (SkyMediaSource *self);

G_END_DECLS
