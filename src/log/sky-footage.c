/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-footage.h"

#include "sky-json-file-private.h"
#include "sky-source-name.h"

#include <string.h>

/* A clock further off than a year was never set. */
#define MAX_CLOCK_OFFSET_MS (366 * 24 * SKY_HOUR / SKY_MILLISECOND)

static const char *const covers_names[] = { "table", "end_left", "end_right",
                                            "wheel", "layout",   "circle" };

static void
camera_clear (SkyFootageCamera *camera)
{
  for (guint i = 0; i < camera->n_segments; i++)
    {
      g_free (camera->segments[i].file);
      g_free (camera->segments[i].replay);
      g_free (camera->segments[i].sha256);
    }
  g_free (camera->segments);
  g_free (camera->camera);
  g_free (camera->table);
  g_free (camera->kind);
  g_free (camera->stream);
}

void
sky_footage_free (SkyFootage *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_cameras; i++)
    camera_clear (&self->cameras[i]);
  g_free (self->cameras);
  g_strfreev (self->problems);
  g_free (self);
}

const char *
sky_covers_to_name (SkyCovers covers)
{
  for (guint i = 0; i < G_N_ELEMENTS (covers_names); i++)
    if (covers == 1u << i)
      return covers_names[i];
  return "";
}

static gboolean
is_digest (SkyText text)
{
  for (gsize i = 0; i < text.length; i++)
    if (!g_ascii_isxdigit (text.data[i]))
      return FALSE;
  return text.length == 64;
}

static gboolean
read_segment (const SkyJsonNode *node, SkySegment *segment, const char **cause)
{
  const SkyJsonNode *sha256 = sky_json_member (node, "sha256");
  gboolean replayed = sky_json_member (node, "replay") != NULL;
  SkyText place;

  if (replayed && sky_json_member (node, "file") != NULL)
    *cause = "“file” and “replay” exclude each other";
  else if (replayed
           && (!sky_json_get_text (node, "replay", &place)
               || !sky_source_is_camera (place.data, place.length)))
    *cause = "“replay” is no RTSP address";
  else if (!replayed && (!sky_json_get_text (node, "file", &place) || place.length == 0))
    *cause = "“file” is missing or no text";
  else if (!replayed && g_strstr_len (place.data, (gssize) place.length, "://") != NULL)
    *cause = "“file” is an address";
  else if (!sky_json_get_time (node, "start", &segment->start))
    *cause = "“start” is missing or no RFC 3339 time in UTC";
  else if (!sky_json_get_time (node, "end", &segment->end))
    *cause = "“end” is missing or no RFC 3339 time in UTC";
  else if (segment->end <= segment->start)
    *cause = "“end” does not lie behind “start”";
  else if (sha256 != NULL && (sha256->kind != SKY_JSON_TEXT || !is_digest (sha256->text)))
    *cause = "“sha256” is not 64 hex digits";
  else
    {
      *(replayed ? &segment->replay : &segment->file) = sky_text_dup (place);
      segment->sha256 = sha256 != NULL ? g_ascii_strdown (sha256->text.data, 64) : NULL;
      return TRUE;
    }
  return FALSE;
}

/* The camera's clock is known by two instants that were read on both, else by its offset. */
static gboolean
read_clock (const SkyJsonNode *node, SkyClockMap *clock, const char **cause)
{
  const SkyJsonNode *offset = sky_json_member (node, "clock_offset_ms");
  const SkyJsonNode *list = sky_json_member (node, "clock_sync");
  SkyClockSync syncs[2];

  if (offset != NULL
      && (offset->kind != SKY_JSON_INT || offset->integer > MAX_CLOCK_OFFSET_MS
          || offset->integer < -MAX_CLOCK_OFFSET_MS))
    {
      *cause = "“clock_offset_ms” is no whole number of milliseconds";
      return FALSE;
    }
  if (list == NULL)
    {
      *clock = sky_clock_map_from_offset (offset != NULL ? offset->integer * SKY_MILLISECOND : 0);
      return TRUE;
    }

  *cause = "“clock_sync” is no list of two instants, each on “camera” and “log”";
  if (list->kind != SKY_JSON_ARRAY || list->n_children != G_N_ELEMENTS (syncs))
    return FALSE;
  const SkyJsonNode *child = sky_json_first (list);
  for (guint i = 0; i < G_N_ELEMENTS (syncs); i++, child = sky_json_next (child))
    if (!sky_json_get_time (child, "camera", &syncs[i].camera)
        || !sky_json_get_time (child, "log", &syncs[i].log))
      return FALSE;
  *cause = "the instants of “clock_sync” are not two, or drift apart by more than a hundredth";
  return sky_clock_map_from_syncs (clock, &syncs[0], &syncs[1]);
}

static gboolean
read_camera (const SkyJsonNode *node, SkyFootageCamera *camera, const char **cause)
{
  const SkyJsonNode *covers = sky_json_member (node, "covers");
  SkyText name, table, kind;

  if (!sky_json_get_text (node, "camera", &name) || name.length == 0)
    *cause = "“camera” is missing or no text";
  else if (!sky_json_get_text (node, "table", &table))
    *cause = "“table” is missing or no text";
  else if (!sky_json_get_text (node, "kind", &kind))
    *cause = "“kind” is missing or no text";
  else if (covers == NULL || covers->kind != SKY_JSON_ARRAY)
    *cause = "“covers” is missing or no list";
  else if (read_clock (node, &camera->clock, cause))
    {
      const SkyJsonNode *place = sky_json_first (covers);

      for (guint i = 0; i < covers->n_children; i++, place = sky_json_next (place))
        for (guint c = 0; c < G_N_ELEMENTS (covers_names); c++)
          if (place->kind == SKY_JSON_TEXT && sky_text_is (place->text, covers_names[c]))
            camera->covers |= 1u << c;
      camera->camera = sky_text_dup (name);
      camera->table = sky_text_dup (table);
      camera->kind = sky_text_dup (kind);
      camera->stationary = sky_text_is (kind, "stationary");
      return TRUE;
    }
  return FALSE;
}

static void
read_stream (SkyJsonFile *file, const SkyJsonNode *node, guint number, SkyFootageCamera *camera)
{
  const SkyJsonNode *stream = sky_json_member (node, "stream");

  if (stream == NULL)
    return;
  /* Not even a wrong address is told: it may hold a password. */
  if (stream->kind != SKY_JSON_TEXT)
    sky_json_file_problem (file, "cameras[%u]: “stream” is no text", number);
  else if (!sky_source_is_camera (stream->text.data, stream->text.length))
    sky_json_file_problem (file, "cameras[%u]: “stream” of camera %s is no RTSP address", number,
                           camera->camera);
  else
    camera->stream = sky_text_dup (stream->text);
}

static void
read_segments (SkyJsonFile *file, const SkyJsonNode *node, guint number, SkyFootageCamera *camera)
{
  const SkyJsonNode *list = sky_json_member (node, "segments");
  const SkyJsonNode *child;
  g_autoptr (GArray) segments = g_array_new (FALSE, TRUE, sizeof (SkySegment));

  if (list == NULL)
    return;
  if (list->kind != SKY_JSON_ARRAY)
    {
      sky_json_file_problem (file, "cameras[%u]: “segments” is no list", number);
      return;
    }
  child = sky_json_first (list);
  for (guint i = 0; i < list->n_children; i++, child = sky_json_next (child))
    {
      SkySegment segment = { 0 };
      const char *cause = NULL;

      if (read_segment (child, &segment, &cause))
        g_array_append_val (segments, segment);
      else
        sky_json_file_problem (file, "cameras[%u].segments[%u]: %s", number, i, cause);
    }
  camera->n_segments = segments->len;
  camera->segments = (SkySegment *) g_array_free (g_steal_pointer (&segments), FALSE);
}

SkyFootage *
sky_footage_read (const char *folder, const char *path, GError **error)
{
  g_autoptr (SkyJsonFile) file = sky_json_file_open (folder, path, "cameras", error);
  g_autoptr (GArray) cameras = g_array_new (FALSE, TRUE, sizeof (SkyFootageCamera));
  const SkyJsonNode *child;
  SkyFootage *self;

  if (file == NULL)
    return NULL;

  child = sky_json_first (file->list);
  for (guint i = 0; i < file->list->n_children; i++, child = sky_json_next (child))
    {
      SkyFootageCamera camera = { 0 };
      const char *cause = NULL;

      if (!read_camera (child, &camera, &cause))
        {
          sky_json_file_problem (file, "cameras[%u]: %s", i, cause);
          continue;
        }
      read_stream (file, child, i, &camera);
      read_segments (file, child, i, &camera);
      g_array_append_val (cameras, camera);
    }

  self = g_new0 (SkyFootage, 1);
  self->n_cameras = cameras->len;
  self->cameras = (SkyFootageCamera *) g_array_free (g_steal_pointer (&cameras), FALSE);
  self->problems = sky_json_file_steal_problems (file);
  return self;
}
