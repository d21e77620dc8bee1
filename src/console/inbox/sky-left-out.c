/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-left-out.h"

#include <glib/gi18n.h>

#include "sky-phrase.h"

/* The most logs of which it is told what they leave out. */
#define MAX_TOLD 3

static gboolean
is_wanted (const char *wanted, const char *has)
{
  return wanted == NULL || g_strcmp0 (wanted, has) == 0;
}

static gboolean
is_listed (const SkyStoredLog *log, const SkyFindingFilter *filter)
{
  return is_wanted (filter->archive, log->archive) && is_wanted (filter->property, log->property)
         && is_wanted (filter->table, log->table) && is_wanted (filter->game, log->game)
         && (filter->first_day == SKY_DAY_NONE || log->gaming_day >= filter->first_day)
         && (filter->last_day == SKY_DAY_NONE || log->gaming_day <= filter->last_day)
         && (filter->log == 0 || log->id == filter->log)
         && (!filter->by_eye || sky_stored_log_is_by_eye (log));
}

static void
add_log (GString *text, const SkyStoredLog *log)
{
  g_autofree char *said = sky_phrase_show (log->left_out);
  g_autofree char *coder = sky_stored_log_dup_coder (log);
  /* Translators: a table, recorded by eye from its cameras' pictures, and who recorded it. */
  g_autofree char *table = coder != NULL ? g_strdup_printf (_ ("%s by eye (%s)"), log->table, coder)
                                         : g_strdup (log->table);
  char day[SKY_DAY_TEXT_SIZE];

  g_string_append_printf (text, "%s%s · %s: %s", text->len > 0 ? "\n" : "", table,
                          sky_day_format (log->gaming_day, day), said);
}

char *
sky_left_out_dup_text (SkyInbox *inbox)
{
  g_return_val_if_fail (SKY_IS_INBOX (inbox), NULL);

  GPtrArray *logs = sky_inbox_get_logs (inbox);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (log->left_out != NULL && is_listed (log, sky_inbox_get_filter (inbox)) && n++ < MAX_TOLD)
        add_log (text, log);
    }
  if (n == 0)
    return NULL;
  if (n > MAX_TOLD)
    g_string_append_c (text, '\n');
  if (n > MAX_TOLD)
    g_string_append_printf (text,
                            ngettext ("%u more log leaves something out.",
                                      "%u more logs leave something out.", n - MAX_TOLD),
                            n - MAX_TOLD);
  return g_strdup (text->str);
}

void
sky_left_out_show (SkyInbox *inbox, const char *counted, GtkLabel *label)
{
  g_return_if_fail (SKY_IS_INBOX (inbox));
  g_return_if_fail (counted != NULL);
  g_return_if_fail (GTK_IS_LABEL (label));

  g_autofree char *left_out =
      sky_inbox_get_listing (inbox) != SKY_LISTING_BOOKMARKS ? sky_left_out_dup_text (inbox) : NULL;
  /* Translators: %s is how much a list has: "12 findings". */
  g_autofree char *said = g_strdup_printf (_ ("%s; not all was looked at"), counted);
  g_autofree char *tip = left_out != NULL ? g_strconcat (said, "\n", left_out, NULL) : NULL;

  gtk_label_set_label (label, left_out != NULL ? said : counted);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), tip);
}
