/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stills of cases as they are kept: files beside the store, or rows of it. */
#include "config.h"

#include "sky-case-still.h"
#include "sky-json-writer.h"
#include "sky-store-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* No camera's picture comes to more. */
#define MOST_BYTES (256 * 1024 * 1024)

char *
sky_store_get_still_path (SkyStore *self, const char *sha256)
{
  g_autofree char *folder = g_strconcat (self->path, ".stills", NULL);
  g_autofree char *name = g_strconcat (sha256, ".png", NULL);

  return g_build_filename (folder, name, NULL);
}

static GBytes *
read_file (SkyStore *store, const char *path, GError **error)
{
  g_autoptr (GError) cause = NULL;
  char *contents;
  gsize length;

  if (g_file_get_contents (path, &contents, &length, &cause))
    return g_bytes_new_take (contents, length);
  sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_FOUND, "a still cannot be read: %s",
                    cause->message);
  return NULL;
}

/* A database that several desks share has no folder beside it. */
static GBytes *
read_row (SkyStore *store, const char *sha256, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, "SELECT png FROM stills WHERE sha256 = ?", error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, sha256);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  if (row)
    return sky_statement_dup_bytes (statement, 0);
  sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_FOUND,
                    "a still cannot be read: the store has none of that digest");
  return NULL;
}

GBytes *
sky_store_load_still (SkyStore *self, const char *sha256, GError **error)
{
  g_autoptr (GBytes) png = NULL;
  g_autofree char *path = NULL;
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];

  if (!sky_case_still_is_name (sha256))
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID, "that is no digest of a still");
      return NULL;
    }
  path = sky_store_get_still_path (self, sha256);
  png = self->engine->has_stills ? read_row (self, sha256, error) : read_file (self, path, error);
  if (png == NULL)
    return NULL;
  sky_digest_bytes (g_bytes_get_data (png, NULL), g_bytes_get_size (png), digest);
  sky_digest_to_hex (digest, hex);
  if (strcmp (hex, sha256) != 0)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                        "the still %s was changed: its SHA-256 is now %s", path, hex);
      return NULL;
    }
  return g_steal_pointer (&png);
}

static gboolean
write_row (SkyStore *store, GBytes *png, const char *sha256, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      store, "INSERT INTO stills (sha256, png) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING",
      error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, sha256);
  sky_statement_put_bytes (statement, png);
  return sky_statement_run (statement, error);
}

/* Writes the still's file, unless it is there as it must be. */
gboolean
sky_store_keep_still (SkyStore *self, GBytes *png, const char *sha256, GError **error)
{
  g_autofree char *path = sky_store_get_still_path (self, sha256);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GBytes) there = NULL;
  g_autoptr (GError) cause = NULL;
  gsize size;
  const char *bytes = g_bytes_get_data (png, &size);

  if (self->engine->has_stills)
    return write_row (self, png, sha256, error);
  there = sky_store_load_still (self, sha256, NULL);
  if (there != NULL)
    return TRUE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_OPEN, "%s cannot be made: %s", folder,
                             g_strerror (errno));
  return g_file_set_contents_full (path, bytes, (gssize) size,
                                   G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                   0600, &cause)
         || sky_store_refuse (self, error, SKY_STORE_ERROR_FULL, _ ("a still cannot be kept: %s"),
                              cause->message);
}

gboolean
sky_store_add_still (SkyStore *self,
                     const SkyReviewer *reviewer,
                     gint64 id,
                     const SkyCaseStill *still,
                     GBytes *png,
                     const char *text,
                     char sha256[SKY_DIGEST_HEX_SIZE],
                     GError **error)
{
  static const char magic[] = "\x89PNG\r\n\x1a\n";
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (GString) data = g_string_new (NULL);
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];
  char day[SKY_DAY_TEXT_SIZE];
  gsize size;
  const char *bytes = g_bytes_get_data (png, &size);

  if (self->mode == SKY_STORE_READ_ONLY)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_READ_ONLY,
                             "a store that is only read takes no still");
  if (size < strlen (magic) || size > MOST_BYTES || memcmp (bytes, magic, strlen (magic)) != 0)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_INVALID, "a still is a PNG image");
  sky_digest_bytes (bytes, size, digest);
  sky_digest_to_hex (digest, hex);
  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "sha256", hex);
  sky_json_add_string (data, "camera", still->camera);
  sky_json_add_string (data, "property", still->property);
  sky_json_add_string (data, "table", still->table);
  sky_json_add_string (data, "game", still->game);
  sky_json_add_string (data, "gaming_day", sky_day_format (still->gaming_day, day));
  sky_json_add_time (data, "at", still->at);
  sky_json_end_object (data);

  /* The file comes before the entry that names it is final, and after it was found that the entry
   * may be made: a still that nobody may add is not written. */
  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL
      || !sky_store_ledger_append (self, reviewer, SKY_LEDGER_CASE_STILL, NULL, id, text, data->str,
                                   NULL, error)
      || !sky_store_keep_still (self, png, hex, error)
      || !sky_store_transaction_commit (transaction, error))
    return FALSE;
  if (sha256 != NULL)
    memcpy (sha256, hex, sizeof hex);
  return TRUE;
}

gboolean
sky_store_remove_still (
    SkyStore *self, const SkyReviewer *reviewer, gint64 id, const char *sha256, GError **error)
{
  g_autoptr (GString) data = g_string_new (NULL);

  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "still", sha256);
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_CASE_REMOVE, NULL, id, NULL, data->str,
                                  NULL, error);
}
