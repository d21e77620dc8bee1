/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-lock-list.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-csv.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  const SkyRecordingLock *left = *(const SkyRecordingLock *const *) a;
  const SkyRecordingLock *right = *(const SkyRecordingLock *const *) b;
  int order = strcmp (left->property, right->property);

  if (order == 0)
    order = strcmp (left->table, right->table);
  if (order == 0 && left->from != right->from)
    order = left->from < right->from ? -1 : 1;
  return order != 0 ? order : left->number < right->number ? -1 : 1;
}

/* Returns: (transfer container) */
static GPtrArray *
pick (GPtrArray *locks, gboolean released)
{
  GPtrArray *picked = g_ptr_array_new ();

  for (guint i = 0; i < locks->len; i++)
    if (released || ((const SkyRecordingLock *) locks->pdata[i])->release == 0)
      g_ptr_array_add (picked, locks->pdata[i]);
  g_ptr_array_sort (picked, compare);
  return picked;
}

/* --- CSV -------------------------------------------------------------------------------------- */

static void
add_time (GString *csv, SkyTime at)
{
  char text[SKY_TIME_TEXT_SIZE];

  sky_csv_add (csv, at != SKY_TIME_NONE ? sky_time_format (at, text) : NULL, FALSE);
}

char *
sky_lock_list_to_csv (GPtrArray *locks, gboolean released)
{
  g_autoptr (GPtrArray) picked = pick (locks, released);
  GString *csv = g_string_new ("lock,property,table,from,until,cameras,locked_at,locked_by,reason,"
                               "released_at,released_by,release_reason");

  sky_csv_end_row (csv);
  for (guint i = 0; i < picked->len; i++)
    {
      const SkyRecordingLock *lock = picked->pdata[i];
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, lock->number);
      g_autofree char *cameras = g_strjoinv ("; ", lock->cameras);

      sky_csv_add (csv, number, TRUE);
      sky_csv_add (csv, lock->property, FALSE);
      sky_csv_add (csv, lock->table, FALSE);
      add_time (csv, lock->from);
      add_time (csv, lock->until);
      sky_csv_add (csv, cameras, FALSE);
      add_time (csv, lock->locked_at);
      sky_csv_add (csv, lock->name, FALSE);
      sky_csv_add (csv, lock->reason, FALSE);
      add_time (csv, lock->released_at);
      sky_csv_add (csv, lock->released_by, FALSE);
      sky_csv_add (csv, lock->release_reason, FALSE);
      sky_csv_end_row (csv);
    }
  return g_string_free (csv, FALSE);
}

/* --- Paper ------------------------------------------------------------------------------------ */

static char *
write_time (SkyTime at, GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (at / SKY_SECOND);
  g_autoptr (GDateTime) local =
      zone != NULL ? g_date_time_to_timezone (utc, zone) : g_date_time_ref (utc);

  return g_date_time_format (local, "%Y-%m-%d %H:%M:%S %Z");
}

SkyDocument *
sky_lock_list_to_document (GPtrArray *locks, GTimeZone *zone, SkyPaper paper, const char *author)
{
  g_autoptr (GPtrArray) picked = pick (locks, FALSE);
  const SkyDocumentColumn columns[] = {
    { _ ("Property and Table"), 22, SKY_TEXT_SMALL, FALSE },
    { _ ("From"), 19, SKY_TEXT_SMALL, FALSE },
    { _ ("Until"), 19, SKY_TEXT_SMALL, FALSE },
    { _ ("Cameras"), 16, SKY_TEXT_SMALL, FALSE },
    { _ ("Reason, and Who Locked It"), 24, SKY_TEXT_SMALL, FALSE },
  };
  const SkyDocumentInfo info = {
    .paper = paper,
    .title = _ ("Locked Recordings"),
    .author = author,
    .footer = author,
    .made_at = g_get_real_time (),
  };
  SkyDocument *document = sky_document_new (&info);

  sky_document_add_heading (document, 1, _ ("Locked Recordings"));
  sky_document_add_text (document, SKY_TEXT_BODY,
                         picked->len > 0 ? _ ("Do not delete or overwrite the recordings below.")
                                         : _ ("No recordings are locked."));
  if (picked->len == 0)
    return document;
  sky_document_begin_table (document, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < picked->len; i++)
    {
      const SkyRecordingLock *lock = picked->pdata[i];
      g_autofree char *place = g_strdup_printf ("%s\n%s", lock->property, lock->table);
      g_autofree char *from = write_time (lock->from, zone);
      g_autofree char *until = write_time (lock->until, zone);
      g_autofree char *cameras = g_strjoinv ("\n", lock->cameras);
      g_autofree char *locked_at = write_time (lock->locked_at, zone);
      g_autofree char *why = g_strdup_printf ("%s\n%s, %s", lock->reason, lock->name, locked_at);
      const char *const cells[] = { place, from, until, cameras, why };

      sky_document_add_row (document, cells, FALSE);
    }
  return document;
}
