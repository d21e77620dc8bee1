/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One recording being decoded: the pipeline behind a camera's feed and behind the check of a file.
 *
 * It has no clock and drops nothing: pictures come as fast as their receiver takes them, and a
 * receiver that does not return holds the pipeline. The file's first bytes, not its name, determine
 * the container. Matroska and MP4 with H.264 are linked by hand; everything else uses decodebin.
 * Private to this folder. */
#pragma once

#include "sky-certificate-trust.h"
#include "sky-time.h"

#include <gst/gst.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct _SkyMediaSource SkyMediaSource;

/* Why no more pictures come. */
typedef enum
{
  SKY_SOURCE_OVER,    /* that was all */
  SKY_SOURCE_GROWING, /* so far: the recording was written to within the last seconds */
  SKY_SOURCE_JUMPS,   /* later ones cannot be placed in time: the recording's clock jumps */
} SkySourceEnd;

/* The pipeline's threads call these, without a lock. */
typedef struct
{
  /* A picture. @at is its stream time: what the container says, where 0 is the recording's start.
   * Returns FALSE to stop the pipeline. */
  gboolean (*picture) (GstSample *sample,
                       GstClockTime at,
                       GstVideoOrientationMethod orientation,
                       gpointer data);
  /* A picture with stream time @at is about to be decoded. @next: it follows the last one
   * delivered; FALSE while the decoder still holds some. The decoder waits for the return; FALSE
   * skips the picture. May be NULL. */
  gboolean (*coded) (GstClockTime at, gboolean next, gpointer data);
  /* Pictures from here on are those of the seek under way. */
  void (*flushed) (gpointer data);
  /* No more pictures. */
  void (*ended) (SkySourceEnd why, gpointer data);
  /* Nothing more will come. May be called several times; the first call gives the reason. @error is
   * a SKY_MEDIA_ERROR. */
  void (*failed) (const GError *error, gpointer data);
  /* A recorder says that the picture at @at, which comes later, is the last one before a gap in
   * what it kept, or of all that it kept. May be NULL. */
  void (*section_ended) (GstClockTime at, gpointer data);
  /* Returns: (transfer none): the SkyPictureMemory for decoded pictures, requested at the source's
   * creation. NULL: the source has its own. */
  GstAllocator *(*memory) (gpointer data);
} SkyMediaSourceReceiver;

/* Opens the file @path of the archive @folder, or, with @folder NULL, one that the user named (see
 * sky_archive_file_open()), and begins to decode at its start. @max_threads is the decoder's (0:
 * its own choice).
 * @receiver and @data must live until sky_media_source_close(). May block for the disk. Returns:
 * (transfer full): a source, or NULL with a SKY_MEDIA_ERROR. */
SkyMediaSource *sky_media_source_open (const char *folder,
                                       const char *path,
                                       int max_threads,
                                       const SkyMediaSourceReceiver *receiver,
                                       gpointer data,
                                       GError **error);

/* The same for the file open as @descriptor, which is borrowed. Messages use @path. */
SkyMediaSource *sky_media_source_open_file (int descriptor,
                                            const char *path,
                                            int max_threads,
                                            const SkyMediaSourceReceiver *receiver,
                                            gpointer data,
                                            GError **error);

/* Only opens the file, as above. Returns a descriptor, which the caller owns, or -1 with a
 * SKY_MEDIA_ERROR. */
int sky_media_source_open_descriptor (const char *folder, const char *path, GError **error);

/* Like sky_media_source_open(), for what the recorder at the RTSP address @address has from @start
 * on (its own clock), which is stream time 0. The request follows ONVIF's Streaming Specification,
 * and the recorder sends as fast as the receiver takes pictures. @trust (nullable): the trusted
 * certificates. Does not wait for an answer. */
SkyMediaSource *sky_media_source_open_replay (const char *address,
                                              SkyTime start,
                                              SkyCertificateTrust *trust,
                                              int max_threads,
                                              const SkyMediaSourceReceiver *receiver,
                                              gpointer data,
                                              GError **error);

/* The same for the present picture of the camera at the RTSP address @address. It cannot seek, and
 * @at of a picture is its arrival in nanoseconds since 1970. */
SkyMediaSource *sky_media_source_open_stream (const char *address,
                                              SkyCertificateTrust *trust,
                                              int max_threads,
                                              const SkyMediaSourceReceiver *receiver,
                                              gpointer data,
                                              GError **error);

/* Continues at the key frame at or before stream time @at. Requires a first picture before. The
 * receiver must release a picture that it holds, or this waits for it. Returns FALSE if the
 * recording cannot seek. */
gboolean sky_media_source_seek (SkyMediaSource *self, GstClockTime at);

/* Decodes only key frames from the next seek on, or all frames again. */
void sky_media_source_set_key_frames (SkyMediaSource *self, gboolean key_frames);

/* Returns GST_CLOCK_TIME_NONE if the file does not state it. */
GstClockTime sky_media_source_query_duration (SkyMediaSource *self);

/* Returns: (transfer full) (nullable): the codec as people name it, from the recording's tags. */
char *sky_media_source_dup_codec (SkyMediaSource *self);

/* Ends the pipeline and waits until its threads have ended. No callback comes after it. */
void sky_media_source_close (SkyMediaSource *self);

/* Whether the times from @factory's demuxer are those of a multiplexer's clock, so that they count
 * from a recording's first picture. */
gboolean sky_media_source_starts_anywhere (GstElementFactory *factory);

/* Makes GStreamer ready, once; any thread may call it. */
gboolean sky_media_source_init (GError **error);

G_END_DECLS
