/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-play.h"

#include "sky-game.h"

#include <string.h>

SkyPlay *
sky_play_new (const char *game, const char *day)
{
  SkyPlay *self = g_new0 (SkyPlay, 1);
  g_autofree char *noon = g_strdup_printf ("%sT12:00:00Z", day);

  g_assert_true (sky_time_parse (noon, strlen (noon), &self->at));
  self->log = g_string_new (NULL);
  g_string_printf (self->log,
                   "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\","
                   "\"table\":\"T-01\",\"game\":\"%s\",\"gaming_day\":\"%s\","
                   "\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}\n",
                   game, day);
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_finding_free);
  self->dues = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->steps = g_string_new (NULL);
  self->marks = g_string_new (NULL);
  return self;
}

void
sky_play_free (SkyPlay *self)
{
  g_string_free (self->log, TRUE);
  g_ptr_array_unref (self->findings);
  g_hash_table_unref (self->dues);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->told);
  g_string_free (self->steps, TRUE);
  g_string_free (self->marks, TRUE);
  g_clear_pointer (&self->staff, sky_staff_free);
  g_free (self);
}

void
sky_play (SkyPlay *self, const char *type, const char *members, ...)
{
  char time[SKY_TIME_TEXT_SIZE];
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, members);
  text = g_strdup_vprintf (members, args);
  va_end (args);
  for (char *c = text; *c != '\0'; c++)
    if (*c == '\'')
      *c = '"';
  self->at += SKY_SECOND;
  g_string_append_printf (
      self->log, "{\"seq\":%" G_GUINT64_FORMAT ",\"at\":\"%s\",\"type\":\"%s\"%s%s}\n", ++self->seq,
      sky_time_format (self->at, time), type, *text != '\0' ? "," : "", text);
}

void
sky_play_wait (SkyPlay *self, gint64 seconds)
{
  self->at += seconds * SKY_SECOND;
}

void
sky_play_open (SkyPlay *self, const char *submission)
{
  static const struct
  {
    const char *item;
    const char *role;
  } inspections[] = {
    { "ball", "floorperson" },   { "wheel", "security" },    { "device", "floorperson" },
    { "shaker", "floorperson" }, { "cards", "dealer" },      { "cards", "floorperson" },
    { "tiles", "dealer" },       { "tiles", "floorperson" },
  };

  sky_play (self, "table_open", "%s", "");
  sky_play (self, "rules", "'submission':%s", submission);
  for (guint i = 0; i < G_N_ELEMENTS (inspections); i++)
    sky_play (self, "inspection",
              "'item':'%s','role':'%s','credential':'PA-1','checks':[],'passed':true",
              inspections[i].item, inspections[i].role);
  for (guint seat = 1; seat <= 3; seat++)
    sky_play (self, "player", "'seat':%u,'player':'P%u','present':true", seat, seat);
}

void
sky_play_round_start (SkyPlay *self)
{
  sky_play (self, "round_start", "'round':%" G_GINT64_FORMAT, ++self->round);
}

void
sky_play_round_end (SkyPlay *self)
{
  sky_play (self, "round_end", "'round':%" G_GINT64_FORMAT, self->round);
}

void
sky_play_wager (
    SkyPlay *self, const char *wager, const char *bet, const char *members, SkyMoney amount)
{
  sky_play (self, "wager", "'wager':'%s','seat':1,'bet':'%s','amount':%" G_GINT64_FORMAT "%s%s",
            wager, bet, amount, *members != '\0' ? "," : "", members);
}

static void
take_finding (gpointer data, SkyFinding *finding)
{
  g_ptr_array_add (((SkyPlay *) data)->findings, finding);
}

static void
take_step (gpointer data, const SkyWager *wager, guint64 seq, const char *section, const char *text)
{
  g_autofree char *english = sky_phrase_english (text);

  g_string_append_printf (((SkyPlay *) data)->steps, "%s\t%s\n", section, english);
}

/* As the audit does at the end of a round: what was decided ends. */
static void
end_round (SkyPlay *self, SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      SkyWager *wager = table->up->pdata[i];
      g_autofree char *told = NULL;

      g_hash_table_replace (self->names, g_strdup (wager->id),
                            sky_phrase_english (sky_table_wager_name (table, wager)));
      if (wager->due.outcome == SKY_OUTCOME_NONE || wager->due.optional
          || wager->status != SKY_WAGER_UP || table->impossible)
        continue;
      g_hash_table_replace (self->dues, g_strdup (wager->id),
                            g_memdup2 (&wager->due, sizeof wager->due));
      told = sky_table_describe (table, wager, &wager->due);
      g_hash_table_replace (self->told, g_strdup (wager->id), sky_phrase_english (told));
      sky_table_end_wager (table, wager);
    }
  sky_table_close_round (table);
}

static void
note_marks (SkyPlay *self, const SkyTable *table)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (SkyMark));

  table->game->marks (table, marks);
  for (guint i = 0; i < marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (marks, SkyMark, i);

      g_string_append_printf (self->marks,
                              "%d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ";",
                              mark->kind, mark->place, mark->number, mark->value);
    }
}

static int
compare_findings (gconstpointer a, gconstpointer b)
{
  const SkyFinding *x = *(const SkyFinding *const *) a, *y = *(const SkyFinding *const *) b;

  return x->seq < y->seq ? -1 : x->seq > y->seq;
}

void
sky_play_run (SkyPlay *self)
{
  g_autoptr (GBytes) bytes = g_bytes_new (self->log->str, self->log->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "play", &error);
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (SkyTable) table = NULL;
  SkyTableSink sink = { take_finding, self, take_step, self };
  const SkyLine *line;

  g_assert_no_error (error);
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  table = sky_table_new (sky_log_get_header (log), sky_log_reader_get_formats (reader), &sink);
  sky_table_set_staff (table, self->staff);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      if (line->kind != SKY_LINE_EVENT)
        g_error ("line %" G_GUINT64_FORMAT " is no event: %s\n%.*s", line->number, line->note.cause,
                 (int) line->length, self->log->str + line->offset);
      sky_table_event (table, &line->event);
      if (line->event.type == SKY_EVENT_ROUND_END)
        end_round (self, table);
    }
  note_marks (self, table);
  g_ptr_array_sort (self->findings, compare_findings);

  for (guint i = 0; i < self->findings->len; i++)
    {
      const SkyFinding *finding = self->findings->pdata[i];
      const SkyCheckInfo *info = sky_check_info (finding->check);
      g_autofree char *english = sky_phrase_english (finding->explanation);

      g_test_message ("%s § %s: %s", info->name, finding->section, english);
      /* Chapter 539 stands in for 625a's sections. */
      if (g_strcmp0 (info->sections, "") != 0 && !g_str_has_prefix (finding->section, "539."))
        g_assert_true (sky_game_cites (finding->check, finding->section));
    }
}

void
sky_play_assert_due (
    SkyPlay *self, const char *wager, const char *outcome, SkyMoney paid, SkyMoney taken)
{
  const SkyDue *due = g_hash_table_lookup (self->dues, wager);

  g_test_message ("%s: %s", wager, (const char *) g_hash_table_lookup (self->told, wager));
  if (g_str_equal (outcome, "none"))
    {
      g_assert_null (due);
      return;
    }
  g_assert_nonnull (due);
  g_assert_cmpstr (sky_outcome_to_name (due->outcome), ==, outcome);
  g_assert_cmpint (due->paid, ==, paid);
  g_assert_cmpint (due->taken, ==, taken);
  g_assert_cmpint (due->vig, ==, 0);
}

void
sky_play_assert_findings (SkyPlay *self, const char *checks)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < self->findings->len; i++)
    {
      const SkyFinding *finding = self->findings->pdata[i];

      g_string_append_printf (found, "%s%s", i > 0 ? " " : "",
                              sky_check_info (finding->check)->name);
    }
  g_assert_cmpstr (found->str, ==, checks);
}

void
sky_play_assert_section (SkyPlay *self, guint index, const char *section)
{
  g_assert_cmpuint (index, <, self->findings->len);
  g_assert_cmpstr (((const SkyFinding *) self->findings->pdata[index])->section, ==, section);
}
