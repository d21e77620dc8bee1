/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "craps-play.h"

#include <string.h>

typedef struct
{
  GString *log;
  guint64 seq;
  gint64 round;
  gboolean in_round;
} Writer;

static void
write_event (Writer *writer, const char *members)
{
  writer->seq++;
  g_string_append_printf (writer->log,
                          "{\"seq\":%" G_GUINT64_FORMAT
                          ",\"at\":\"2023-11-04T20:00:00.%06" G_GUINT64_FORMAT "Z\",%s}\n",
                          writer->seq, writer->seq, members);
}

static void write_format (Writer *writer, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
write_format (Writer *writer, const char *format, ...)
{
  g_autofree char *members = NULL;
  va_list args;

  va_start (args, format);
  members = g_strdup_vprintf (format, args);
  va_end (args);
  write_event (writer, members);
}

static void
begin_round (Writer *writer)
{
  if (writer->in_round)
    return;
  writer->in_round = TRUE;
  writer->round++;
  write_format (writer, "\"type\":\"round_start\",\"round\":%" G_GINT64_FORMAT, writer->round);
}

static void
end_round (Writer *writer)
{
  write_format (writer, "\"type\":\"round_end\",\"round\":%" G_GINT64_FORMAT, writer->round);
  writer->in_round = FALSE;
}

static void
write_roll (Writer *writer, const char *roll)
{
  int a = roll[0] - '0', b = roll[1] - '0';
  const char *observed = strchr (roll, '*');
  const char *no_roll = strchr (roll, '!');

  begin_round (writer);
  write_event (writer, "\"type\":\"throw\"");
  if (observed != NULL)
    write_format (writer, "\"type\":\"result\",\"dice\":[%d,%d],\"observed\":[\"%.*s\"]", a, b,
                  (int) strcspn (observed + 1, "!<"), observed + 1);
  else
    write_format (writer, "\"type\":\"result\",\"dice\":[%d,%d]", a, b);
  if (strchr (roll, '<') != NULL)
    return;
  if (no_roll != NULL)
    {
      const char *colon = strchr (no_roll, ':');

      write_format (writer, "\"type\":\"void\",\"role\":\"%.*s\",\"reason\":\"%s\"",
                    (int) (colon - no_roll - 1), no_roll + 1, colon + 1);
    }
  else
    write_format (writer, "\"type\":\"call\",\"total\":%d,\"role\":\"stickperson\"", a + b);
  end_round (writer);
}

static void
write_wager (Writer *writer, const char *command)
{
  g_auto (GStrv) words = g_strsplit (command, " ", 4);
  const char *members = words[3];
  gboolean has_seat = members != NULL && strstr (members, "\"seat\"") != NULL;

  g_assert_cmpuint (g_strv_length (words), >=, 3);
  begin_round (writer);
  write_format (writer, "\"type\":\"wager\",\"wager\":\"%s\",\"bet\":\"%s\",\"amount\":%s%s%s%s",
                words[0], words[1], words[2], has_seat ? "" : ",\"seat\":1",
                members != NULL ? "," : "", members != NULL ? members : "");
}

static void
write_change (Writer *writer, const char *command)
{
  g_auto (GStrv) words = g_strsplit (command, " ", 3);

  begin_round (writer);
  write_format (writer, "\"type\":\"wager_change\",\"wager\":\"%s\",\"action\":\"%s\"%s%s",
                words[0], words[1], words[2] != NULL ? ",\"amount\":" : "",
                words[2] != NULL ? words[2] : "");
}

static void
write_command (Writer *writer, const char *command)
{
  if (command[0] == 'w')
    write_wager (writer, command);
  else if (command[0] == '-')
    write_change (writer, command + 1);
  else if (command[0] == ':')
    write_event (writer, command + 1);
  else if (command[0] == '>')
    end_round (writer);
  else
    write_roll (writer, command);
}

static char *
write_log (const char *game, const char *day, const char *submission, const char *script)
{
  Writer writer = { g_string_new (NULL), 0, 0, FALSE };
  g_auto (GStrv) commands = g_strsplit_set (script, ";\n", -1);

  g_string_append_printf (
      writer.log,
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\",\"table\":\"CR-01\","
      "\"game\":\"%s\",\"gaming_day\":\"%s\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\"}\n",
      game, day);
  write_event (&writer, "\"type\":\"table_open\"");
  write_format (&writer, "\"type\":\"rules\",\"submission\":{%s}", submission);
  for (guint i = 0; commands[i] != NULL; i++)
    {
      g_strstrip (commands[i]);
      if (commands[i][0] != '\0')
        write_command (&writer, commands[i]);
    }
  return g_string_free (writer.log, FALSE);
}

static void
take_finding (gpointer user_data, SkyFinding *finding)
{
  CrapsPlay *self = user_data;

  g_assert_cmpstr (finding->explanation, !=, NULL);
  g_string_append_printf (self->findings, "%s %s %s\n", sky_check_info (finding->check)->name,
                          finding->wager != NULL ? finding->wager : "-",
                          finding->section != NULL ? finding->section : "-");
  if (finding->recomputed != NULL)
    g_string_append (self->recomputed, finding->recomputed);
  sky_finding_free (finding);
}

static void
take_step (
    gpointer user_data, const SkyWager *wager, guint64 seq, const char *section, const char *text)
{
  CrapsPlay *self = user_data;

  g_autofree char *english = sky_phrase_english (text);

  g_string_append_printf (self->steps, "%s: %s\n", wager != NULL ? wager->id : "-", english);
}

static void
tell_due (CrapsPlay *self, const SkyTable *table, const SkyWager *wager)
{
  const SkyDue *due = &wager->due;

  g_string_append_printf (self->decisions,
                          "%s%" G_GINT64_FORMAT ":%s %s %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT
                          "/%" G_GINT64_FORMAT,
                          self->decisions->len > 0 ? " " : "", table->round, wager->id,
                          sky_outcome_to_name (due->outcome), due->paid, due->taken, due->returned);
  if (due->vig != 0)
    g_string_append_printf (self->decisions, " vig %" G_GINT64_FORMAT, due->vig);
  if (due->may_stay)
    g_string_append (self->decisions, " stays");
  if (due->optional)
    g_string_append (self->decisions, " free");
  if (due->reading != 0)
    g_string_append_printf (self->decisions, " R%u", due->reading);
}

/* As the audit does, with a table that settles what it must. */
static void
settle_round (CrapsPlay *self, SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];

      if (wager->due.outcome == SKY_OUTCOME_NONE)
        continue;
      tell_due (self, table, wager);
      if (!wager->due.may_stay && !wager->due.optional)
        sky_table_end_wager (table, wager);
    }
  sky_table_close_round (table);
}

static void
tell_marks (CrapsPlay *self, const SkyTable *table)
{
  static const char *const names[] = {
    [SKY_MARK_DIE] = "die",       [SKY_MARK_PUCK] = "puck",       [SKY_MARK_FIRE_MARKER] = "fire",
    [SKY_MARK_BUTTON] = "button", [SKY_MARK_TRACKED] = "tracked", [SKY_MARK_SHOOTER] = "shooter",
  };
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (SkyMark));

  table->game->marks (table, marks);
  for (guint i = 0; i < marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (marks, SkyMark, i);

      g_string_append_printf (self->marks,
                              "%s %" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\n",
                              names[mark->kind], mark->place, mark->number, mark->value);
    }
}

CrapsPlay *
craps_play (const char *game, const char *day, const char *submission, const char *script)
{
  CrapsPlay *self = g_new0 (CrapsPlay, 1);
  g_autoptr (GError) error = NULL;
  char *text = write_log (game, day, submission, script);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "play", &error);
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (SkyTable) table = NULL;
  SkyTableSink sink = { take_finding, self, take_step, self };
  const SkyLine *line;

  g_assert_no_error (error);
  self->decisions = g_string_new (NULL);
  self->findings = g_string_new (NULL);
  self->steps = g_string_new (NULL);
  self->marks = g_string_new (NULL);
  self->recomputed = g_string_new (NULL);

  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  table = sky_table_new (sky_log_get_header (log), sky_log_reader_get_formats (reader), &sink);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      if (line->kind != SKY_LINE_EVENT)
        g_error ("line %" G_GUINT64_FORMAT ": %s", line->number, line->note.cause);
      sky_table_event (table, &line->event);
      if (line->event.type == SKY_EVENT_SETTLE && table->wager != NULL && !line->event.settle.stays)
        sky_table_end_wager (table, table->wager);
      if (line->event.type == SKY_EVENT_ROUND_END)
        settle_round (self, table);
    }
  tell_marks (self, table);
  return self;
}

void
craps_play_free (CrapsPlay *self)
{
  g_string_free (self->decisions, TRUE);
  g_string_free (self->findings, TRUE);
  g_string_free (self->steps, TRUE);
  g_string_free (self->marks, TRUE);
  g_string_free (self->recomputed, TRUE);
  g_free (self);
}

static CrapsPlay *
play_alone (const char *submission, const char *script)
{
  g_autofree char *whole = g_strdup_printf (
      ": \"type\":\"player\",\"seat\":1,\"player\":\"P1\",\"present\":true\n%s", script);

  return craps_play ("craps", "2023-11-04", submission, whole);
}

void
assert_decisions (const char *submission, const char *script, const char *decisions)
{
  g_autoptr (CrapsPlay) play = play_alone (submission, script);

  g_test_message ("%s | %s", submission, script);
  g_assert_cmpstr (play->decisions->str, ==, decisions);
}

void
assert_findings (const char *submission, const char *script, const char *findings)
{
  g_autoptr (CrapsPlay) play = play_alone (submission, script);

  g_test_message ("%s | %s", submission, script);
  g_assert_cmpstr (play->findings->str, ==, findings);
}
