/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-handover.h"

#include <glib/gi18n.h>

#include "sky-case.h"
#include "sky-queue-list.h"

static void
add_open (GString *text, SkyInbox *inbox)
{
  GString *queues = g_string_new (NULL);
  guint64 n = 0;

  for (guint queue = 0; queue < SKY_N_QUEUES; queue++)
    {
      guint64 open;
      sky_inbox_get_count (inbox, (SkyListing) queue, &open);
      n += open;
      if (open > 0)
        g_string_append_printf (queues, "%s%s %" G_GUINT64_FORMAT, queues->len > 0 ? ", " : "",
                                sky_listing_to_label ((SkyListing) queue), open);
    }
  if (n == 0)
    g_string_append (text, _ ("Handover: no open findings."));
  else
    g_string_append_printf (
        text,
        /* Translators: how many findings, then how many of each queue. */
        ngettext ("Handover: %u open finding: %s.", "Handover: %u open findings: %s.", n),
        (guint) n, queues->str);
  g_string_free (queues, TRUE);
}

static void
add_cases (GString *text, GPtrArray *cases)
{
  GString *numbers = g_string_new (NULL);

  for (guint i = 0; i < cases->len; i++)
    {
      const SkyCase *each = cases->pdata[i];
      if (!each->closed)
        g_string_append_printf (numbers, "%s%d", numbers->len > 0 ? ", " : "", (int) each->number);
    }
  if (numbers->len > 0)
    /* Translators: numbers of cases. A sentence that follows another. */
    g_string_append_printf (text, _ (" Open cases: %s."), numbers->str);
  g_string_free (numbers, TRUE);
}

char *
sky_handover_dup_text (SkyInbox *inbox, GPtrArray *cases)
{
  g_return_val_if_fail (SKY_IS_INBOX (inbox), NULL);
  g_return_val_if_fail (cases != NULL, NULL);

  GString *text = g_string_new (NULL);
  guint64 awaiting = sky_inbox_get_n_awaiting (inbox, SKY_LISTING_ALL);
  add_open (text, inbox);
  if (awaiting > 0)
    g_string_append_printf (
        text,
        ngettext (" %u awaiting a second reviewer.", " %u awaiting a second reviewer.", awaiting),
        (guint) awaiting);
  add_cases (text, cases);
  return g_string_free (text, FALSE);
}
