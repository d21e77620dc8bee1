/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-game.h"
#include "sky-reference.h"

static const char *const queues[SKY_N_QUEUES] = {
  [SKY_QUEUE_DISPUTE] = "Somebody disputed what the table did.",
  [SKY_QUEUE_VARIANCE] = "The table settled a wager otherwise than the rules do.",
  [SKY_QUEUE_IRREGULARITY] = "A procedure was not followed.",
  [SKY_QUEUE_CONFIRMATION] = "Surveillance must confirm something.",
  [SKY_QUEUE_COVERAGE] = "The cameras do not show what they must.",
  [SKY_QUEUE_INTEGRITY] = "The record itself is not as it should be.",
};

static void
append_sections (GString *page, SkyCheck check)
{
  g_autofree char *list = sky_game_list_sections (check);
  g_auto (GStrv) sections = g_strsplit (list, " ", -1);

  for (guint i = 0; sections[i] != NULL && *sections[i] != '\0'; i++)
    g_string_append_printf (page, "%s%s", i > 0 ? ", " : "", sections[i]);
}

/* What must have been looked at. */
static void
append_classes (GString *page, const SkyCheckInfo *info)
{
  const char *comma = "";

  for (SkyEventClass class = 0; class < SKY_N_CLASSES; class ++)
    if (info->classes & 1u << class)
      {
        g_string_append_printf (page, "%s%s", comma, sky_event_class_to_name (class));
        comma = ", ";
      }
  if (info->by_rules)
    g_string_append (page, "; `rules`");
  if (info->whole_table)
    g_string_append (page, "; all seats");
  if (info->by_past)
    g_string_append (page, "; the rounds before");
}

static void
append_queue (GString *page, SkyQueue queue)
{
  g_autofree char *title = g_strdup (sky_queue_to_name (queue));

  title[0] = g_ascii_toupper (title[0]);
  g_string_append_printf (page, "\n## %s\n\n%s\n\n", title, queues[queue]);
  g_string_append (page, "| check | called | severity | what it means | sections | needs |\n"
                         "| --- | --- | --- | --- | --- | --- |\n");
  for (SkyCheck check = 0; check < SKY_N_CHECKS; check++)
    {
      const SkyCheckInfo *info = sky_check_info (check);

      if (info->queue != queue)
        continue;
      g_string_append_printf (page, "| `%s` | %s | %s | %s", info->name, sky_check_title (check),
                              sky_severity_to_name (info->severity), sky_check_summary (check));
      if (info->reading > 0)
        g_string_append_printf (page, " Rests on reading R%u.", info->reading);
      g_string_append (page, " | ");
      append_sections (page, check);
      g_string_append (page, " | ");
      append_classes (page, info);
      g_string_append (page, " |\n");
    }
}

char *
sky_reference_checks (void)
{
  GString *page = g_string_new (
      "# The checks\n\n"
      "This page is printed from the catalogue by which findings are made\n"
      "(`src/rules/sky-check.c`, `sky-check-summary.c`). The first column is the name that the "
      "record\n"
      "of an audit and the command line have; the second is what the console and reports call the\n"
      "check. A finding cites one of the sections listed, of 58 Pa. Code; "
      "where\n"
      "none is listed it is the wager's, the option's or the feature's own, or the check rests on\n"
      "the format of the record alone. What the sections say is summarised on the page of\n"
      "[sections](sections.md); the readings R1 … are told in [readings](../readings.md).\n\n"
      "The last column has the classes of events that must be in a log's scope: of a log of "
      "version "
      "2\n"
      "that leaves one of them out, the check is not made. The events of each class are told on "
      "the\n"
      "page of [events](event-log.md). What is about a wager needs the class wagers, too, and\n"
      "nothing is said about a seat that is out of scope. `rules`: without the class posted the "
      "log\n"
      "must have the Rules Submission, by which what is due could be another. All seats: not made\n"
      "where only some seats were looked at. The rounds before: not made in a sample, nor after\n"
      "`unobserved`.\n");

  for (SkyQueue queue = 0; queue < SKY_N_QUEUES; queue++)
    append_queue (page, queue);
  return g_string_free (page, FALSE);
}
