/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a receiver is doing, from the counters that it leaves in its folder each second. */
#include "config.h"

#include "sky-receive-status.h"

#include "sky-json.h"
#include "sky-receiver.h"
#include "sky-time.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include <inttypes.h>
#include <unistd.h>

#define STATUS ".receive.json"

static gint64
get_number (const SkyJsonNode *node, const char *name)
{
  const SkyJsonNode *member = sky_json_member (node, name);

  return member != NULL && member->kind == SKY_JSON_INT ? member->integer : 0;
}

static const char *
say_alarm (SkyText alarm)
{
  static const struct
  {
    const char *name;
    const char *words;
  } alarms[] = {
    { "conflict", N_ ("CONFLICT: other lines came for positions that were taken") },
    { "epoch", N_ ("ANOTHER LOG of this day is refused (--accept-epoch)") },
    { "gap", N_ ("GAP: the table lost lines (--accept-gap)") },
    { "malformed", N_ ("what is no line was refused") },
    { "checkpoint", N_ ("a checkpoint is of other bytes") },
    { "storage", N_ ("STORAGE: nothing can be written") },
    { "drift", N_ ("the table's clock differs") },
    { "behind", N_ ("catching up") },
    { "silent", N_ ("silent") },
    { "gone", N_ ("the table's connection was lost") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (alarms); i++)
    if (sky_text_is (alarm, alarms[i].name))
      return _ (alarms[i].words);
  return NULL;
}

static void
print_table (const SkyJsonNode *table)
{
  g_autofree char *property = sky_json_dup_text (table, "property");
  g_autofree char *name = sky_json_dup_text (table, "table");
  g_autofree char *day = sky_json_dup_text (table, "day");
  g_autofree char *arrived = sky_json_dup_text (table, "arrived");
  const SkyJsonNode *alarms = sky_json_member (table, "alarms");
  const SkyJsonNode *alarm;

  sky_cli_print (_ ("%s, %s, %s: %" PRIi64 " lines, last at %s\n"),
                 property != NULL ? property : "?", name != NULL ? name : "?",
                 day != NULL ? day : "?", get_number (table, "lines"),
                 arrived != NULL ? arrived : "?");
  if (alarms == NULL || alarms->kind != SKY_JSON_ARRAY)
    return;
  alarm = sky_json_first (alarms);
  for (guint i = 0; i < alarms->n_children; i++, alarm = sky_json_next (alarm))
    if (alarm->kind == SKY_JSON_TEXT && say_alarm (alarm->text) != NULL)
      sky_cli_print ("  %s\n", say_alarm (alarm->text));
}

static void
print_broker (const SkyJsonNode *root)
{
  g_autofree char *broker = sky_json_dup_text (root, "broker");
  g_autofree char *away = sky_json_dup_text (root, "no_broker_since");

  if (away != NULL)
    sky_cli_print (_ ("No broker since %s (%s)\n"), away, broker != NULL ? broker : "?");
  else if (broker != NULL)
    sky_cli_print (_ ("Broker: %s\n"), broker);
}

/* Whether a receiver has the folder now. */
static gboolean
is_running (const char *folder)
{
  g_autoptr (GError) error = NULL;
  int lock = sky_receiver_lock (folder, &error);

  if (lock >= 0)
    close (lock);
  return g_error_matches (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_OCCUPIED);
}

SkyCliStatus
sky_receive_status (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, STATUS, NULL);
  g_autofree char *text = NULL;
  g_autofree char *at = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause = NULL;
  const SkyJsonNode *root, *counters, *tables, *table, *slow;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, &error))
    return sky_cli_fail (error);
  root = sky_json_parse (parser, text, size, FALSE, &cause);
  if (root == NULL || root->kind != SKY_JSON_OBJECT)
    {
      sky_cli_complain ("%s: %s", path, cause != NULL ? cause : _ ("no object"));
      return SKY_CLI_FAILED;
    }
  at = sky_json_dup_text (root, "at");
  if (is_running (folder))
    sky_cli_print (_ ("Receiving; as of %s\n"), at != NULL ? at : "?");
  else
    sky_cli_print (_ ("No receiver is running; as it was at %s\n"), at != NULL ? at : "?");
  print_broker (root);
  slow = sky_json_member (root, "slow");
  if (slow != NULL && slow->kind == SKY_JSON_BOOL && slow->boolean)
    sky_cli_print ("%s\n", _ ("STORAGE: the disk keeps everybody waiting"));
  counters = sky_json_member (root, "counters");
  if (counters != NULL)
    sky_cli_print (_ ("Lines: %" PRIi64 ", there already: %" PRIi64 ", conflicts: %" PRIi64
                      ", refused: %" PRIi64 "\n"),
                   get_number (counters, "lines"), get_number (counters, "old"),
                   get_number (counters, "conflicts"), get_number (counters, "refused"));
  tables = sky_json_member (root, "tables");
  if (tables == NULL || tables->kind != SKY_JSON_ARRAY)
    return SKY_CLI_DONE;
  table = sky_json_first (tables);
  for (guint i = 0; i < tables->n_children; i++, table = sky_json_next (table))
    print_table (table);
  return SKY_CLI_DONE;
}
