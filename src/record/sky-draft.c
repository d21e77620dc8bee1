/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-draft-private.h"

#include "sky-json-writer.h"

#include <string.h>

SkyDraftLine *
sky_draft_line_new (
    SkyEventType type, SkyTime at, const char *members, gint recording, SkyTime frame)
{
  SkyDraftLine *self = g_rc_box_new0 (SkyDraftLine);

  self->type = type;
  self->at = at;
  self->members = g_strdup (members);
  self->recording = recording;
  self->frame = frame;
  return self;
}

SkyDraftLine *
sky_draft_line_ref (SkyDraftLine *self)
{
  return g_rc_box_acquire (self);
}

static void
clear_line (gpointer data)
{
  SkyDraftLine *self = data;

  g_free (self->members);
}

void
sky_draft_line_unref (SkyDraftLine *self)
{
  g_rc_box_release_full (self, clear_line);
}

static void
unref_line (gpointer data)
{
  sky_draft_line_unref (data);
}

static void
unref_lines (gpointer data)
{
  g_ptr_array_unref (data);
}

void
sky_draft_init (SkyDraft *self, guint64 base)
{
  *self = (SkyDraft){ .versions = g_ptr_array_new_with_free_func (unref_lines), .base = base };
  g_ptr_array_add (self->versions, g_ptr_array_new_with_free_func (unref_line));
}

void
sky_draft_clear (SkyDraft *self)
{
  g_clear_pointer (&self->versions, g_ptr_array_unref);
  g_clear_pointer (&self->reason, g_free);
}

GPtrArray *
sky_draft_get_lines (const SkyDraft *self)
{
  return self->versions->pdata[self->now];
}

void
sky_draft_begin (SkyDraft *self, GPtrArray *lines)
{
  g_ptr_array_set_size (self->versions, 0);
  g_ptr_array_add (self->versions, lines);
  self->now = 0;
}

void
sky_draft_push (SkyDraft *self, GPtrArray *lines)
{
  g_ptr_array_set_size (self->versions, (gint) self->now + 1);
  g_ptr_array_add (self->versions, lines);
  self->now++;
}

GPtrArray *
sky_draft_copy_lines (const SkyDraft *self)
{
  GPtrArray *lines = sky_draft_get_lines (self);
  GPtrArray *copy = g_ptr_array_new_with_free_func (unref_line);

  for (guint i = 0; i < lines->len; i++)
    g_ptr_array_add (copy, sky_draft_line_ref (lines->pdata[i]));
  return copy;
}

char *
sky_draft_save (const SkyDraft *self)
{
  GPtrArray *lines = sky_draft_get_lines (self);
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "base", (gint64) self->base);
  sky_json_add_int (json, "corrects", self->corrects);
  sky_json_add_string (json, "reason", self->reason != NULL ? self->reason : "");
  sky_json_add_int (json, "until", self->until);
  sky_json_add_bool (json, "closing", self->closing);
  sky_json_begin_array (json, "lines");
  for (guint i = 0; i < lines->len; i++)
    {
      const SkyDraftLine *line = lines->pdata[i];

      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "type", sky_event_type_to_name (line->type));
      sky_json_add_int (json, "at", line->at);
      sky_json_add_string (json, "members", line->members);
      sky_json_add_bool (json, "unsure", line->unsure);
      sky_json_add_int (json, "recording", line->recording);
      sky_json_add_int (json, "frame", line->frame);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

static gint64
read_int (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  return node != NULL && node->kind == SKY_JSON_INT ? node->integer : 0;
}

static gboolean
read_bool (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  return node != NULL && node->kind == SKY_JSON_BOOL && node->boolean;
}

static SkyDraftLine *
read_line (const SkyJsonNode *object)
{
  const SkyJsonNode *name = sky_json_member (object, "type");
  g_autofree char *members = sky_json_dup_text (object, "members");
  SkyDraftLine *line;

  if (name == NULL || name->kind != SKY_JSON_TEXT)
    return NULL;
  for (SkyEventType type = 0; type < SKY_N_EVENT_TYPES; type++)
    if (sky_text_is (name->text, sky_event_type_to_name (type)))
      {
        line =
            sky_draft_line_new (type, read_int (object, "at"), members != NULL ? members : "",
                                (gint) read_int (object, "recording"), read_int (object, "frame"));
        line->unsure = read_bool (object, "unsure");
        return line;
      }
  return NULL;
}

/* The lines of a version; NULL if it is none. */
static GPtrArray *
read_lines (const SkyJsonNode *root)
{
  const SkyJsonNode *array = sky_json_member (root, "lines"), *node;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (unref_line);

  if (array == NULL || array->kind != SKY_JSON_ARRAY)
    return NULL;
  node = sky_json_first (array);
  for (guint i = 0; i < array->n_children; i++, node = sky_json_next (node))
    {
      SkyDraftLine *line = read_line (node);

      if (line == NULL)
        return NULL;
      g_ptr_array_add (lines, line);
    }
  return g_steal_pointer (&lines);
}

/* Another draft than the one in hand begins where the log had grown, or another round is
 * corrected. */
static void
read_version (SkyDraft *self, const SkyJsonNode *root)
{
  guint64 base = (guint64) read_int (root, "base");
  gint64 corrects = read_int (root, "corrects");
  GPtrArray *lines = read_lines (root);

  if (lines == NULL)
    return;
  if (self->versions == NULL || base != self->base || corrects != self->corrects)
    {
      sky_draft_clear (self);
      sky_draft_init (self, base);
      self->corrects = corrects;
      self->reason = sky_json_dup_text (root, "reason");
      self->until = read_int (root, "until");
      /* A correction begins with what the log has. */
      if (corrects != 0)
        sky_draft_begin (self, g_ptr_array_ref (lines));
    }
  self->closing = read_bool (root, "closing");
  if (sky_draft_get_lines (self) == lines)
    g_ptr_array_unref (lines);
  else
    sky_draft_push (self, lines);
}

gboolean
sky_draft_load (SkyDraft *self, const char *journal, gsize length)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();

  while (length > 0)
    {
      const char *end = memchr (journal, '\n', length);
      gsize size = end != NULL ? (gsize) (end - journal) : length;
      const char *cause;
      const SkyJsonNode *root = sky_json_parse (parser, journal, size, FALSE, &cause);

      if (root != NULL)
        read_version (self, root);
      size += end != NULL;
      journal += size;
      length -= size;
    }
  return self->versions != NULL;
}
