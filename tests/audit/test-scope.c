/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs that hold a part of what happened, and say so: cut from simulated ones. An audit of such a
 * log finds what the audit of the whole one finds within its scope, and nothing else. */
#include "config.h"

#include "sky-audit.h"
#include "sky-json.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>

#include <string.h>

#define SEEDS  20
#define ROUNDS 40

#define OF(class) (1u << SKY_CLASS_##class)

/* What of a log is left. */
typedef struct
{
  const char *name;
  SkyEventClassSet classes;
  gboolean one_seat;
  gboolean strictly; /* without any line that names another seat */
} Cut;

static const Cut cuts[] = {
  { "all", SKY_ALL_CLASSES, FALSE },
  { "outcomes", OF (OUTCOME), FALSE },
  { "wagers, results, settlements", OF (OUTCOME) | OF (WAGERS) | OF (SETTLEMENTS), FALSE },
  { "one seat", SKY_ALL_CLASSES, TRUE },
  { "one seat, strictly", SKY_ALL_CLASSES, TRUE, TRUE },
  { "one seat, settlements", OF (OUTCOME) | OF (WAGERS) | OF (SETTLEMENTS), TRUE, TRUE },
  { "all but settlements", SKY_ALL_CLASSES & ~OF (SETTLEMENTS), FALSE },
  { "no outcome", SKY_ALL_CLASSES & ~OF (OUTCOME), FALSE },
  { "no procedure", SKY_ALL_CLASSES & ~OF (PROCEDURE), FALSE },
  { "no wagers", SKY_ALL_CLASSES & ~OF (WAGERS), FALSE },
  { "no people", SKY_ALL_CLASSES & ~OF (PEOPLE), FALSE },
  { "no equipment", SKY_ALL_CLASSES & ~OF (EQUIPMENT), FALSE },
  { "no posted", SKY_ALL_CLASSES & ~OF (POSTED), FALSE },
  { "no disputes", SKY_ALL_CLASSES & ~OF (DISPUTES), FALSE },
};

/* A line of the whole log. */
typedef struct
{
  char *text; /* with its LF */
  SkyLineKind kind;
  SkyEventType type;
  guint64 seq;
  gint64 seat;  /* that it is about; 0: none */
  gint64 round; /* that it stands in; 0: none */
} Line;

typedef struct
{
  SkyGameId game;
  SkyLogHeader header;
  SkyLog *log;
  GArray *lines;        /* of Line */
  GHashTable *optional; /* the wagers whose bet an option of the Rules Submission offers */
  gint64 seat;          /* the one of "one seat" */
  SkyStaff *staff;
} Whole;

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
clear_line (gpointer data)
{
  g_free (((Line *) data)->text);
}

static gint64
seat_of (const SkyEvent *event, const SkyFormatIndex *formats, GHashTable *seats)
{
  SkyText wager = { 0 };
  g_autofree char *id = NULL;

  if (event->type == SKY_EVENT_SETTLE)
    wager = event->settle.wager;
  else if (event->type == SKY_EVENT_WAGER_CHANGE)
    wager = event->change.wager;
  else if (event->type == SKY_EVENT_MOVE)
    wager = event->move.wager;
  if (wager.length == 0)
    return sky_event_get_seat (event, formats);
  id = sky_text_dup (wager);
  return GPOINTER_TO_INT (g_hash_table_lookup (seats, id));
}

static void
read_lines (Whole *self, const char *text)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (self->log, sky_game_lookup_bet);
  g_autoptr (GHashTable) seats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const SkyLine *line;
  gint64 round = 0;

  self->optional = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->lines = g_array_new (FALSE, TRUE, sizeof (Line));
  g_array_set_clear_func (self->lines, clear_line);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      Line own = { .text = g_strndup (text + line->offset, line->length + 1), .kind = line->kind };

      if (line->kind != SKY_LINE_QUARANTINED)
        own.seq = line->event.seq;
      if (line->kind == SKY_LINE_EVENT)
        {
          own.type = line->event.type;
          if (own.type == SKY_EVENT_WAGER)
            g_hash_table_insert (seats, sky_text_dup (line->event.wager.wager),
                                 GINT_TO_POINTER ((gint) line->event.wager.seat));
          if (own.type == SKY_EVENT_ROUND_START)
            round = line->event.round.round;
          own.seat = seat_of (&line->event, sky_log_reader_get_formats (reader), seats);
          if (own.type == SKY_EVENT_WAGER && self->seat == 0)
            self->seat = own.seat;
          if (own.type == SKY_EVENT_WAGER && line->event.wager.bet.form != NULL
              && ((const SkyBet *) line->event.wager.bet.form)->option >= 0)
            g_hash_table_add (self->optional, sky_text_dup (line->event.wager.wager));
        }
      own.round = round;
      if (line->kind == SKY_LINE_EVENT && own.type == SKY_EVENT_ROUND_END)
        round = 0;
      g_array_append_val (self->lines, own);
    }
}

static void
whole_init (Whole *self, SkyGameId game, guint seed, guint faults)
{
  const SkySimulateOptions options = { .game = game,
                                       .rounds = ROUNDS,
                                       .tables = 1,
                                       .seed = seed,
                                       .faults = faults,
                                       .start = SKY_TIME_NONE };
  g_autofree char *folder = g_dir_make_tmp ("scope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "archive", NULL);
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize size;

  *self = (Whole){ .game = game };
  sky_simulate (&options, path, &error);
  g_assert_no_error (error);
  archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (archive->logs[0], &text, &size, NULL));
  self->log = sky_log_new_from_bytes (g_bytes_new (text, size), "whole.tel.jsonl", &error);
  g_assert_no_error (error);
  self->header = *sky_log_get_header (self->log);
  self->staff = g_steal_pointer (&archive->staff);
  read_lines (self, text);
  remove_tree (folder);
}

static void
whole_clear (Whole *self)
{
  g_array_unref (self->lines);
  g_hash_table_unref (self->optional);
  sky_staff_free (self->staff);
  sky_log_unref (self->log);
}

/* Of a seat that is left out, or what nobody looked at. */
static gboolean
is_left (const Whole *self, const Cut *cut, const Line *line)
{
  SkyEventClass class;

  if (line->kind != SKY_LINE_EVENT)
    return TRUE;
  if (line->type == SKY_EVENT_CHECKPOINT)
    return FALSE;
  class = sky_event_type_get_class (line->type);
  if (class != SKY_N_CLASSES && (cut->classes & 1u << class) == 0)
    return FALSE;
  if (cut->one_seat && line->seat > 0 && line->seat != self->seat
      && (cut->strictly || class == SKY_CLASS_WAGERS || class == SKY_CLASS_SETTLEMENTS
          || class == SKY_CLASS_PEOPLE || class == SKY_CLASS_DISPUTES))
    return FALSE;
  return TRUE;
}

static void
add_header (GString *text, const Whole *self, const Cut *cut)
{
  const SkyLogHeader *header = &self->header;
  char day[SKY_DAY_TEXT_SIZE];
  const char *comma = "";

  g_string_append_printf (
      text,
      "{\"log\":\"skyward.table-log\",\"version\":2,\"property\":\"%s\",\"table\":\"%s\","
      "\"game\":\"%s\",\"gaming_day\":\"%s\",\"time_zone\":\"%s\",\"currency\":\"USD\","
      "\"record\":{\"how\":\"import\"},\"scope\":{\"classes\":[",
      header->property, header->table, sky_game_id_to_name (header->game),
      sky_day_format (header->gaming_day, day), header->time_zone);
  for (guint class = 0; class < SKY_N_CLASSES; class ++)
    if (cut->classes & 1u << class)
      {
        g_string_append_printf (text, "%s\"%s\"", comma, sky_event_class_to_name (class));
        comma = ",";
      }
  g_string_append (text, "]");
  if (cut->one_seat)
    g_string_append_printf (text, ",\"seats\":[%" G_GINT64_FORMAT "]", self->seat);
  g_string_append (text, "}}\n");
}

static gboolean
is_seen (const Whole *self, const Cut *cut, const SkyFinding *finding, gboolean has_rules)
{
  const SkyCheckInfo *info = sky_check_info (finding->check);
  SkyEventClassSet classes = info->classes;

  if (finding->wager != NULL)
    classes |= OF (WAGERS);
  if ((classes & ~cut->classes) != 0)
    return FALSE;
  if (!has_rules
      && (info->by_rules
          || (finding->wager != NULL && g_hash_table_contains (self->optional, finding->wager))))
    return FALSE;
  return !cut->one_seat
         || (!info->whole_table && (finding->seat == 0 || finding->seat == self->seat));
}

/* What the file is made of, which a cut changes. */
static gboolean
is_of_file (SkyCheck check)
{
  return check == SKY_CHECK_LOG_TIME_REVERSED || check == SKY_CHECK_LOG_CHECKPOINT
         || check == SKY_CHECK_LOG_INCOMPLETE;
}

static char *
tell (const SkyFinding *finding, guint64 seq)
{
  return g_strdup_printf ("%s seq %" G_GUINT64_FORMAT " round %" G_GINT64_FORMAT
                          " wager %s seat %" G_GINT64_FORMAT,
                          sky_check_info (finding->check)->name, seq, finding->round,
                          finding->wager != NULL ? finding->wager : "-", finding->seat);
}

typedef struct
{
  guint n_logs;
  guint n_found;
  guint n_false;
  guint n_missed;
} Count;

/* Lines of text with how often each came. */
static void
add_one (GHashTable *counts, char *text)
{
  gint n = GPOINTER_TO_INT (g_hash_table_lookup (counts, text));

  g_hash_table_replace (counts, text, GINT_TO_POINTER (n + 1));
}

static void
compare (GHashTable *counts, const char *cut, Count *count)
{
  GHashTableIter iter;
  gpointer text, n;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &text, &n))
    if (GPOINTER_TO_INT (n) != 0)
      {
        gboolean is_false = GPOINTER_TO_INT (n) > 0;

        if (count->n_false + count->n_missed < 40)
          g_test_message ("%s: %s: %s", cut, is_false ? "false" : "missed", (const char *) text);
        if (is_false)
          count->n_false++;
        else
          count->n_missed++;
      }
}

static void
subtract_one (GHashTable *counts, char *text)
{
  gint n = GPOINTER_TO_INT (g_hash_table_lookup (counts, text));

  g_hash_table_replace (counts, text, GINT_TO_POINTER (n - 1));
}

static void
check_cut (const Whole *self, const Cut *cut, const SkyLogAudit *whole, Count *count)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) left = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) old_seqs = g_hash_table_new (NULL, NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (GError) error = NULL;
  SkyLogAudit *audit;
  const SkyAuditOptions options = { .staff = self->staff };
  gboolean has_rules = FALSE;
  guint64 dropped = 0;

  add_header (text, self, cut);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      const char *rest;

      if (!is_left (self, cut, line))
        {
          dropped += line->kind != SKY_LINE_QUARANTINED;
          continue;
        }
      has_rules |= line->kind == SKY_LINE_EVENT && line->type == SKY_EVENT_RULES;
      if (line->kind == SKY_LINE_QUARANTINED)
        {
          g_string_append (text, line->text);
          continue;
        }
      rest = strchr (line->text, ',');
      g_string_append_printf (text, "{\"seq\":%" G_GUINT64_FORMAT "%s", line->seq - dropped, rest);
      g_hash_table_insert (old_seqs, GSIZE_TO_POINTER (line->seq - dropped),
                           GSIZE_TO_POINTER (line->seq));
    }
  bytes = g_bytes_new (text->str, text->len);
  log = sky_log_new_from_bytes (bytes, "cut.tel.jsonl", &error);
  g_assert_no_error (error);
  audit = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];
      gpointer old = g_hash_table_lookup (old_seqs, GSIZE_TO_POINTER ((gsize) finding->seq));

      if (is_of_file (finding->check))
        continue;
      add_one (counts, tell (finding, GPOINTER_TO_SIZE (old)));
      count->n_found++;
    }
  for (guint i = 0; i < whole->findings->len; i++)
    {
      const SkyFinding *finding = whole->findings->pdata[i];

      if (!is_of_file (finding->check) && is_seen (self, cut, finding, has_rules))
        subtract_one (counts, tell (finding, finding->seq));
    }
  compare (counts, cut->name, count);
  count->n_logs++;
  sky_log_audit_free (audit);
}

static void
check_game (SkyGameId game, guint faults)
{
  Count counts[G_N_ELEMENTS (cuts)] = { 0 };
  guint n_wrong = 0;

  for (guint seed = 1; seed <= SEEDS; seed++)
    {
      g_autoptr (GError) error = NULL;
      SkyLogAudit *audit;
      SkyAuditOptions options = { 0 };
      Whole whole;

      whole_init (&whole, game, seed, faults);
      options.staff = whole.staff;
      audit = sky_audit_log (whole.log, &options, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
        check_cut (&whole, &cuts[i], audit, &counts[i]);
      sky_log_audit_free (audit);
      whole_clear (&whole);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_test_message ("%s, %s: %u logs, %u found, %u false, %u missed", sky_game_id_to_name (game),
                      cuts[i].name, counts[i].n_logs, counts[i].n_found, counts[i].n_false,
                      counts[i].n_missed);
      n_wrong += counts[i].n_false + counts[i].n_missed;
    }
  g_assert_cmpuint (n_wrong, ==, 0);
}

static void
test_clean (gconstpointer data)
{
  check_game (GPOINTER_TO_UINT (data), 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *clean = g_strdup_printf ("/scope/clean/%s", sky_game_id_to_name (game));

      g_test_add_data_func (clean, GUINT_TO_POINTER (game), test_clean);
    }
  return g_test_run ();
}
