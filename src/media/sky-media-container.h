/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kind of file a recording is, by its bytes and never by its name. Files that make a player
 * fetch other files or addresses are refused: playlists, and containers with pictures elsewhere.
 * Private to this folder. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum
{
  SKY_CONTAINER_MATROSKA,
  SKY_CONTAINER_MP4,
  SKY_CONTAINER_MPEG_TS,
  SKY_CONTAINER_AVI,
  SKY_CONTAINER_OTHER, /* another that has pictures */
} SkyContainer;

/* Looks at the file that @descriptor has open. @name is for messages. @caps, when given, takes what
 * GStreamer calls it (transfer full). Returns FALSE with a SKY_MEDIA_ERROR. */
gboolean sky_media_container_look (
    int descriptor, const char *name, SkyContainer *container, GstCaps **caps, GError **error);

/* Returns: (transfer floating): an element that reads the file that @descriptor has open, from its
 * beginning, whatever others do to its name; @descriptor stays open until the element has begun. */
GstElement *sky_media_container_make_reader (int descriptor);

G_END_DECLS
