/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of locks on paper. It stands apart from the list itself: who wants CSV need not load
 * what draws. */
#include "config.h"

#include "sky-lock-list.h"

#include <glib/gi18n-lib.h>

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
  g_autoptr (GPtrArray) picked = sky_lock_list_pick (locks, FALSE);
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
