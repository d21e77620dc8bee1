/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-script.h"

#include "sky-audit.h"

#include <string.h>

#define FIRST_SECOND (20 * 3600)

typedef struct
{
  GString *log;
  guint64 seq;
  guint64 round;
} Writer;

static void
write_event (Writer *self, const char *type, const char *members)
{
  guint64 second = FIRST_SECOND + self->seq;
  g_autofree char *quoted = g_strdelimit (g_strdup (members), "'", '"');

  self->seq++;
  g_string_append_printf (self->log,
                          "{\"seq\":%" G_GUINT64_FORMAT
                          ",\"at\":\"2023-11-04T%02u:%02u:%02u.000000Z"
                          "\",\"type\":\"%s\"%s%s}\n",
                          self->seq, (guint) (second / 3600), (guint) (second / 60 % 60),
                          (guint) (second % 60), type, *quoted != '\0' ? "," : "", quoted);
}

static void
write_line (Writer *self, const char *line)
{
  const char *blank = strchr (line, ' ');
  g_autofree char *type =
      blank != NULL ? g_strndup (line, (gsize) (blank - line)) : g_strdup (line);

  if (g_str_equal (type, "round_start") || g_str_equal (type, "round_end"))
    {
      g_autofree char *round = NULL;

      self->round += g_str_equal (type, "round_start");
      round = g_strdup_printf ("'round':%" G_GUINT64_FORMAT, self->round);
      write_event (self, type, round);
    }
  else
    write_event (self, type, blank != NULL ? blank + 1 : "");
}

/* What the dealer inspects and the floorperson verifies before play. */
static void
write_equipment (Writer *self, const char *item)
{
  static const char *const roles[] = { "dealer", "floorperson" };
  g_autofree char *in = g_strdup_printf ("'item':'%s','id':'set-1','action':'in'", item);

  write_event (self, "equipment", in);
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    {
      g_autofree char *inspection =
          g_strdup_printf ("'item':'%s','role':'%s','credential':'PA-%u','checks':['defects'],"
                           "'passed':true",
                           item, roles[i], i + 1);

      write_event (self, "inspection", inspection);
    }
}

GBytes *
sky_script_to_log (const char *game, const char *submission, const char *script)
{
  Writer writer = { g_string_new (NULL), 0, 0 };
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  g_autofree char *rules = g_strdup_printf ("'submission':%s", submission);

  g_string_append_printf (writer.log,
                          "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\","
                          "\"table\":\"T-01\",\"game\":\"%s\",\"gaming_day\":\"2023-11-04\","
                          "\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}\n",
                          game);
  write_event (&writer, "table_open", "");
  write_event (&writer, "rules", rules);
  write_equipment (&writer, g_str_equal (game, "pai_gow") ? "tiles" : "cards");
  for (guint seat = 1; seat <= 6; seat++)
    {
      g_autofree char *player =
          g_strdup_printf ("'seat':%u,'player':'p%u','present':true", seat, seat);

      write_event (&writer, "player", player);
    }
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      write_line (&writer, lines[i]);
  write_event (&writer, "table_close", "");
  return g_string_free_to_bytes (writer.log);
}

static SkyLog *
open_script (const char *game, const char *submission, const char *script)
{
  g_autoptr (GBytes) bytes = sky_script_to_log (game, submission, script);
  g_autoptr (GError) error = NULL;
  SkyLog *log = sky_log_new_from_bytes (bytes, "script.tel.jsonl", &error);

  g_assert_no_error (error);
  return log;
}

static SkyLogAudit *
audit_script (const char *game, const char *submission, const char *script)
{
  g_autoptr (SkyLog) log = open_script (game, submission, script);
  g_autoptr (GError) error = NULL;
  SkyLogAudit *audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);

  g_assert_no_error (error);
  return audit;
}

/* The type of the event @seq. */
static char *
type_of (SkyLog *log, guint64 seq)
{
  SkyLogReader *reader = sky_log_reader_new (log, sky_game_lookup_bet);
  const SkyLine *line;
  const char *type = "?";

  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT && line->event.seq == seq)
      type = sky_event_type_to_name (line->event.type);
  sky_log_reader_free (reader);
  return g_strdup (type);
}

char *
sky_script_audit (const char *game, const char *submission, const char *script)
{
  g_autoptr (SkyLogAudit) audit = audit_script (game, submission, script);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];
      g_autofree char *type = type_of (audit->log, finding->seq);

      g_string_append_printf (text, "%s%s@%s", i > 0 ? " " : "",
                              sky_check_info (finding->check)->name, type);
      if (finding->wager != NULL)
        g_string_append_printf (text, "(%s)", finding->wager);
      if (finding->has_variance)
        g_string_append_printf (text, "%+" G_GINT64_FORMAT, finding->variance);
      g_assert_nonnull (finding->explanation);
      /* Each cites a section that the catalogue has for it, where the catalogue names any. */
      if (g_strcmp0 (sky_check_info (finding->check)->sections, "") != 0)
        g_assert_true (sky_game_cites (finding->check, finding->section));
    }
  return g_string_free (text, FALSE);
}

char *
sky_script_explain (const char *game, const char *submission, const char *script, gint64 round)
{
  g_autoptr (SkyLog) log = open_script (game, submission, script);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) steps = sky_audit_explain (log, round, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < steps->len; i++)
    {
      g_autofree char *step = sky_phrase_english (((const SkyStep *) steps->pdata[i])->text);

      g_string_append_printf (text, "%s\n", step);
    }
  return g_string_free (text, FALSE);
}

char *
sky_script_recomputed (const char *game,
                       const char *submission,
                       const char *script,
                       const char *check)
{
  g_autoptr (SkyLogAudit) audit = audit_script (game, submission, script);

  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];

      if (g_str_equal (sky_check_info (finding->check)->name, check))
        return g_strdup (finding->recomputed);
    }
  return NULL;
}

typedef struct
{
  const char *game;
  const SkyScriptCase *test;
} GameCase;

static void
run_case (gconstpointer data)
{
  const GameCase *self = data;
  g_autofree char *found =
      sky_script_audit (self->game, self->test->submission, self->test->script);
  g_autofree char *told = NULL;

  g_assert_cmpstr (found, ==, self->test->findings);
  /* What decides can be told, too. */
  if (strstr (self->test->script, "\ndeal ") != NULL)
    {
      told = sky_script_explain (self->game, self->test->submission, self->test->script, 1);
      g_assert_cmpstr (told, !=, "");
    }
}

void
sky_script_add_cases (const char *game, const SkyScriptCase *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%s/%s", game, cases[i].name);
      GameCase *test = g_new (GameCase, 1);

      *test = (GameCase){ game, &cases[i] };
      g_test_add_data_func_full (path, test, run_case, g_free);
    }
}
