/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-log.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define FILE_MODE 0640
#define SUFFIX    ".tel.jsonl"
/* A longer name is cut and made its own by a digest. */
#define NAME_MAX_LENGTH 80

char *
sky_import_log_name (const char *table, SkyDay day)
{
  g_autoptr (GString) name = g_string_new (NULL);
  char text[SKY_DAY_TEXT_SIZE];
  gboolean plain = strlen (table) <= NAME_MAX_LENGTH;

  for (const char *at = table; *at != '\0' && name->len < NAME_MAX_LENGTH; at++)
    {
      gboolean good =
          g_ascii_isalnum (*at) || strchr ("-_", *at) != NULL || (*at == '.' && at != table);

      plain &= good;
      g_string_append_c (name, good ? *at : '_');
    }
  /* Two tables never share a name. */
  if (!plain)
    {
      guint8 digest[SKY_DIGEST_SIZE];
      char hex[SKY_DIGEST_HEX_SIZE];

      sky_digest_bytes (table, strlen (table), digest);
      sky_digest_to_hex (digest, hex);
      g_string_append_printf (name, "-%.8s", hex);
    }
  g_string_append_printf (name, "-%s" SUFFIX, sky_day_format (day, text));
  return g_string_free (g_steal_pointer (&name), FALSE);
}

char *
sky_import_part (const char *path)
{
  return g_strconcat (path, ".part", NULL);
}

char *
sky_import_log_runs_path (const SkyImportLog *self)
{
  g_autofree char *base = g_strndup (self->path, strlen (self->path) - strlen (SUFFIX));

  return g_strconcat (base, ".import.json", NULL);
}

static gboolean
fail (GError **error, const char *path)
{
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_WRITE, "%s: %s", path, g_strerror (errno));
  return FALSE;
}

SkyImportLog *
sky_import_log_new (const char *folder, const SkyLogHeader *header, GError **error)
{
  g_autoptr (SkyImportLog) self = g_new0 (SkyImportLog, 1);
  g_autofree char *name = sky_import_log_name (header->table, header->gaming_day);
  g_autofree char *part = NULL;

  self->runs = g_array_new (FALSE, FALSE, sizeof (guint));
  self->path = folder != NULL ? g_build_filename (folder, name, NULL) : g_strdup (name);
  if (folder == NULL)
    return g_steal_pointer (&self);
  part = sky_import_part (self->path);
  /* One that another run left is worth nothing. */
  if (g_unlink (part) != 0 && errno != ENOENT)
    {
      fail (error, part);
      return NULL;
    }
  self->writer = sky_log_writer_open (part, FILE_MODE, header, error);
  return self->writer != NULL ? g_steal_pointer (&self) : NULL;
}

void
sky_import_log_free (SkyImportLog *self)
{
  if (self == NULL)
    return;
  sky_log_writer_free (self->writer);
  g_array_unref (self->runs);
  g_free (self->path);
  g_free (self);
}

/* The number of the stage among those that the log has events of, from 1. */
static guint
find_run (SkyImportLog *self, guint stage)
{
  for (guint i = self->runs->len; i > 0; i--)
    if (g_array_index (self->runs, guint, i - 1) == stage)
      return i;
  g_array_append_val (self->runs, stage);
  return self->runs->len;
}

gboolean
sky_import_log_add (SkyImportLog *self,
                    const char *type,
                    SkyTime at,
                    const char *members,
                    guint stage,
                    guint64 number,
                    GError **error)
{
  guint run = find_run (self, stage);
  GString *json;

  self->n_events++;
  if (self->writer == NULL)
    return TRUE;
  json = sky_log_writer_begin (self->writer, type, at);
  if (members != NULL && *members != '\0')
    {
      g_string_append_c (json, ',');
      g_string_append (json, members);
    }
  sky_log_writer_add_src (self->writer, run, number);
  return sky_log_writer_end (self->writer, error) != 0;
}

gboolean
sky_import_log_close (SkyImportLog *self, GError **error)
{
  if (self->writer == NULL)
    return TRUE;
  if (!sky_log_writer_flush (self->writer, error))
    return FALSE;
  g_clear_pointer (&self->writer, sky_log_writer_free);
  return TRUE;
}

/* The number of the first line that the two do not share; 0: the first is the other's beginning. */
static guint64
compare_files (FILE *old, FILE *made)
{
  guint64 line = 1;
  int a;

  while ((a = getc_unlocked (old)) != EOF)
    {
      if (a != getc_unlocked (made))
        return line;
      line += a == '\n';
    }
  return 0;
}

gboolean
sky_import_log_show (SkyImportLog *self, GError **error)
{
  if (self->writer != NULL && !sky_log_writer_sync (self->writer, error))
    return FALSE;
  if (self->named)
    return TRUE;
  self->named =
      sky_import_log_check_grown (self, error) && sky_import_finish_file (self->path, error);
  return self->named;
}

gboolean
sky_import_log_check_grown (const SkyImportLog *self, GError **error)
{
  g_autofree char *part = NULL;
  FILE *old, *made;
  guint64 line;

  if (self->named)
    return TRUE;
  part = sky_import_part (self->path);
  old = fopen (self->path, "re");
  if (old == NULL)
    return errno == ENOENT || fail (error, self->path);
  made = fopen (part, "re");
  if (made == NULL)
    {
      fclose (old);
      return fail (error, part);
    }
  line = compare_files (old, made);
  fclose (old);
  fclose (made);
  if (line == 0)
    return TRUE;
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_CHANGED,
               line == 1 ? "%s: line %" G_GUINT64_FORMAT
                           ": the log was made by another mapping, and cannot be gone on with"
                         : "%s: line %" G_GUINT64_FORMAT
                           ": the source and the mapping no longer give what the log has",
               self->path, line);
  return FALSE;
}

gboolean
sky_import_finish_file (const char *path, GError **error)
{
  g_autofree char *part = sky_import_part (path);

  return g_rename (part, path) == 0 || fail (error, part);
}
