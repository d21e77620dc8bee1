/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a media source, shared by its three files. sky-media-source.c: files, and the path
 * of pictures. sky-media-stream.c: cameras and recorders over RTSP. sky-media-lost.c: why one of
 * those gives nothing. */
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
  gboolean jumps;     /* its clock jumps; reading ends there */
  char *name;         /* for messages */
  GstClockTime start; /* of a replay: nanoseconds since 1900 */
  gint key_frames;    /* atomic: decode only these */
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
  gboolean secure;            /* reached over TLS */
  gint shares_pictures;       /* atomic: the decoder leaves alone what it has handed out */
  gint starts_anywhere;       /* atomic: the container's time does not begin with its pictures */

  /* Held while the pipeline's threads add and link elements. A pipeline that shuts down forgets
   * links in progress and can then hang. */
  GMutex linking;
  gboolean closing; /* linking: no more links */

  GMutex lock;
  GCond going;                           /* of @started */
  GstElement *video_head;                /* lock: the element linked to the video pad */
  GstVideoOrientationMethod orientation; /* lock */
  char *codec;                           /* lock */
  GstCaps *unusable;                     /* lock: of a stream that cannot be shown; or NULL */
  GError *refusal;                       /* lock: why its certificate was refused */
  GstClockTime origin;                   /* lock: its time of the first picture, once known */
  GstClockTime fed;                      /* lock: the decoder's latest input picture */
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

/* Adds the elements that decode anything, or H.264, up to the sink. Returns: (transfer none): the
 * element to link to, whose state the caller must synchronize; for H.264 NULL if its decoder is not
 * installed. */
GstElement *sky_media_source_add_decodebin (SkyMediaSource *self);
GstElement *sky_media_source_add_h264_decoder (SkyMediaSource *self);

/* --- sky-media-lost.c --- */

/* Returns: (transfer full): @error, a resource's, in this folder's words. */
GError *sky_media_source_translate_error (SkyMediaSource *self, const GError *error);

/* Returns: (transfer full): that the connection broke off, or never gave anything. */
GError *sky_media_source_make_lost_error (SkyMediaSource *self);

G_END_DECLS
