/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-log.h"

struct _SkySimLog
{
  SkyLogWriter *writer;
  gboolean in_hand; /* an event is begun and not ended */
  GError *failure;  /* the first; what comes after it is not written */
  SkyTime at;
  SkyTime before; /* the next event is dated so much before the last; 0: it is not */
};

SkySimLog *
sky_sim_log_new (const char *path, const SkyLogHeader *header, SkyTime start, GError **error)
{
  SkyLogWriter *writer = sky_log_writer_open (path, 0666, header, error);
  SkySimLog *self;

  if (writer == NULL)
    return NULL;
  self = g_new0 (SkySimLog, 1);
  self->writer = writer;
  self->at = start;
  return self;
}

gboolean
sky_sim_log_close (SkySimLog *self, GError **error)
{
  if (self->failure == NULL)
    sky_log_writer_flush (self->writer, &self->failure);
  if (self->failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->failure));
  return FALSE;
}

void
sky_sim_log_free (SkySimLog *self)
{
  if (self == NULL)
    return;
  sky_log_writer_free (self->writer);
  g_clear_error (&self->failure);
  g_free (self);
}

SkyTable *
sky_sim_log_get_table (SkySimLog *self)
{
  return sky_log_writer_get_table (self->writer);
}

guint64
sky_sim_log_get_seq (const SkySimLog *self)
{
  return sky_log_writer_get_seq (self->writer) + (self->in_hand ? 1 : 0);
}

SkyTime
sky_sim_log_get_time (const SkySimLog *self)
{
  return self->at;
}

void
sky_sim_log_wait (SkySimLog *self, SkyTime span)
{
  self->at += span;
}

GString *
sky_sim_log_begin (SkySimLog *self, const char *type)
{
  SkyTime at = self->before > 0 ? sky_log_writer_get_time (self->writer) - self->before : self->at;

  self->before = 0;
  self->in_hand = TRUE;
  return sky_log_writer_begin (self->writer, type, at);
}

/* Play writes what the format allows; a disk that fails is told at the end, and the play goes on
 * until somebody looks. */
guint64
sky_sim_log_end (SkySimLog *self)
{
  g_autoptr (GError) error = NULL;

  self->in_hand = FALSE;
  sky_log_writer_end (self->writer, &error);
  if (g_error_matches (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE))
    g_error ("%s", error->message);
  if (error != NULL && self->failure == NULL)
    self->failure = g_steal_pointer (&error);
  return sky_log_writer_get_seq (self->writer);
}

guint64
sky_sim_log_checkpoint (SkySimLog *self, gboolean good)
{
  char hex[SKY_DIGEST_HEX_SIZE] = "";

  if (!sky_log_writer_digest (self->writer, hex, self->failure == NULL ? &self->failure : NULL))
    return sky_log_writer_get_seq (self->writer);
  if (!good)
    hex[0] = hex[0] == '0' ? '1' : '0';
  sky_json_add_string (sky_sim_log_begin (self, "checkpoint"), "sha256", hex);
  return sky_sim_log_end (self);
}

void
sky_sim_log_add_garbage (SkySimLog *self, const char *line)
{
  sky_log_writer_add_line (self->writer, line, self->failure == NULL ? &self->failure : NULL);
}

void
sky_sim_log_skip_numbers (SkySimLog *self, guint n)
{
  sky_log_writer_skip (self->writer, n);
}

void
sky_sim_log_turn_back (SkySimLog *self, SkyTime span)
{
  self->before = span;
}
