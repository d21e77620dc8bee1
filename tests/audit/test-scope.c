/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs that hold a part of what happened, and say so: cut from simulated ones. An audit of such a
 * log finds what the audit of the whole one finds within its scope, and nothing else. */
#include "config.h"

#include "../remove-tree.h"
#include "../seeds.h"

#include "sky-audit.h"
#include "sky-json.h"
#include "sky-log-writer.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>

#include <string.h>

#define ROUNDS 40
#define FAULTS 100

#define OF(class) (1u << SKY_CLASS_##class)

/* What of a log is left. */
typedef struct
{
  const char *name;
  SkyEventClassSet classes;
  gboolean one_seat;
  gboolean strictly; /* without any line that names another seat */
  gboolean sampled;  /* one round in ten alone */
  gboolean between;  /* with what stands between the rounds */
  gboolean told;     /* `unobserved` tells what is left out */
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
  { .name = "sampled rounds", .classes = SKY_ALL_CLASSES, .sampled = TRUE },
  { .name = "sampled rounds, between",
    .classes = SKY_ALL_CLASSES,
    .sampled = TRUE,
    .between = TRUE },
  { .name = "sampled rounds, told", .classes = SKY_ALL_CLASSES, .sampled = TRUE, .told = TRUE },
  { .name = "sampled settlements",
    .classes = OF (OUTCOME) | OF (WAGERS) | OF (SETTLEMENTS),
    .sampled = TRUE },
};

/* A line of the whole log. */
typedef struct
{
  char *text; /* with its LF */
  SkyLineKind kind;
  SkyEventType type;
  SkyTime at;
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
        {
          own.seq = line->event.seq;
          own.at = line->event.at;
        }
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
  g_autoptr (GBytes) bytes = g_bytes_new (text, size);
  self->log = sky_log_new_from_bytes (bytes, "whole.tel.jsonl", &error);
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

static gboolean
is_sampled (const Cut *cut, const Line *line)
{
  if (!cut->sampled || line->round % 10 == 3)
    return TRUE;
  if (line->round != 0)
    return FALSE;
  return cut->between || line->type == SKY_EVENT_TABLE_OPEN || line->type == SKY_EVENT_RULES
         || line->type == SKY_EVENT_LIMITS;
}

static gboolean
is_of_one (SkyEventClass class)
{
  return class == SKY_CLASS_WAGERS || class == SKY_CLASS_SETTLEMENTS || class == SKY_CLASS_PEOPLE
         || class == SKY_CLASS_DISPUTES;
}

static gboolean
is_left (const Whole *self, const Cut *cut, const Line *line)
{
  SkyEventClass class;

  if (line->kind != SKY_LINE_EVENT)
    return !cut->sampled;
  if (line->type == SKY_EVENT_CHECKPOINT || !is_sampled (cut, line))
    return FALSE;
  class = sky_event_type_get_class (line->type);
  if (class != SKY_N_CLASSES && (cut->classes & 1u << class) == 0)
    return FALSE;
  return !cut->one_seat || line->seat <= 0 || line->seat == self->seat
         || !(cut->strictly || is_of_one (class));
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
  if (cut->sampled)
    g_string_append (text, ",\"rounds\":\"sample\"");
  g_string_append (text, "}}\n");
}

/* The seat of the event that @finding is about, where it has none. */
static gint64
seat_of_finding (const Whole *self, const SkyFinding *finding)
{
  if (finding->seat != 0)
    return finding->seat;
  /* What happens to stand at a card that goes to a seat. */
  if (finding->line != 0 || finding->check == SKY_CHECK_ROUND_NO_MORE_BETS
      || finding->check == SKY_CHECK_CASINO_WAR_BURN
      || finding->check == SKY_CHECK_RAISE_IT_UP_BLIND)
    return 0;
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);

      if (line->seq == finding->seq)
        return MAX (line->seat, 0);
    }
  return 0;
}

/* What the file is made of, which a cut changes. */
static gboolean
is_of_file (SkyCheck check)
{
  return check == SKY_CHECK_LOG_TIME_REVERSED || check == SKY_CHECK_LOG_CHECKPOINT
         || check == SKY_CHECK_LOG_INCOMPLETE || check == SKY_CHECK_LOG_SEQUENCE;
}

typedef enum
{
  NOT_FOUND,
  FOUND,
  MAY_BE_FOUND, /* the rest of the log tells */
} Want;

/* What an audit of the cut log makes of what is found in the whole one. */
static Want
want (const Whole *self, const Cut *cut, const SkyFinding *finding, gboolean has_rules)
{
  const SkyCheckInfo *info = sky_check_info (finding->check);
  SkyEventClassSet classes = info->classes;
  gint64 seat = seat_of_finding (self, finding);

  if (is_of_file (finding->check))
    return MAY_BE_FOUND;
  if (finding->check == SKY_CHECK_LOG_UNKNOWN_REFERENCE)
    {
      gboolean of_seat = g_str_has_prefix (finding->explanation, "Seat");

      classes = of_seat                                   ? OF (PEOPLE)
                : strstr (finding->explanation, "ruling") ? OF (DISPUTES)
                                                          : OF (WAGERS);
      if (cut->one_seat)
        return of_seat ? MAY_BE_FOUND : NOT_FOUND;
    }
  if (finding->wager != NULL)
    classes |= OF (WAGERS);
  if ((classes & ~cut->classes) != 0)
    return NOT_FOUND;
  if (!has_rules
      && (info->by_rules
          || (finding->wager != NULL && g_hash_table_contains (self->optional, finding->wager))))
    return NOT_FOUND;
  if (cut->one_seat && (info->whole_table || (seat != 0 && seat != self->seat)))
    return NOT_FOUND;
  if (cut->sampled)
    return info->by_past ? NOT_FOUND : MAY_BE_FOUND;
  /* The wheel, the shaker and the shoe in use, the Rules Submission says. */
  if (!has_rules
      && (finding->check == SKY_CHECK_LOG_IMPOSSIBLE
          || finding->check == SKY_CHECK_WAGER_NOT_PERMISSIBLE
          || finding->check == SKY_CHECK_EQUIPMENT_NOT_INSPECTED
          || finding->check == SKY_CHECK_SETTLE_STAKE
          || ((self->game == SKY_GAME_ROULETTE || self->game == SKY_GAME_PROPS_AND_HOPS)
              && (classes & OF (SETTLEMENTS)) != 0)))
    return MAY_BE_FOUND;
  /* What it pays then is not known, nor by what else the round may have been void. */
  if (finding->check == SKY_CHECK_DISPUTE_RULING && (!has_rules || cut->one_seat))
    return MAY_BE_FOUND;
  if ((cut->classes & OF (EQUIPMENT)) == 0 && finding->check == SKY_CHECK_LOG_IMPOSSIBLE)
    return MAY_BE_FOUND;
  /* Whether anybody else is there, has a wager, shoots, banks or was dealt a card. */
  if (cut->one_seat
      && (finding->check == SKY_CHECK_ROUND_NO_RESULT
          || finding->check == SKY_CHECK_LIMITS_CHANGE_NOTICE
          || finding->check == SKY_CHECK_CRAPS_NO_LINE_BET
          || finding->check == SKY_CHECK_CRAPS_FIRE_BET_TIMING
          || finding->check == SKY_CHECK_RAISE_IT_UP_BLIND
          || finding->check == SKY_CHECK_SETTLE_ORDER || finding->check == SKY_CHECK_LOG_IMPOSSIBLE
          || (self->game == SKY_GAME_PAI_GOW && (classes & OF (SETTLEMENTS)) != 0)))
    return MAY_BE_FOUND;
  /* Nearly all is about rounds. */
  if ((cut->classes & OF (OUTCOME)) == 0)
    return MAY_BE_FOUND;
  /* A round that was void by what is of the procedure. */
  if ((cut->classes & OF (PROCEDURE)) == 0
      && (finding->check == SKY_CHECK_SETTLE_OUTCOME || finding->check == SKY_CHECK_DISPUTE_RULING))
    return MAY_BE_FOUND;
  /* Of the section that wants somebody of the security department there. */
  if ((cut->classes & OF (PEOPLE)) == 0 && finding->check == SKY_CHECK_EQUIPMENT_ADJUSTED)
    return MAY_BE_FOUND;
  return FOUND;
}

/* Without its event, which may be another in a part of the log, and without a round where none is
 * known. */
static char *
tell (const Cut *cut, const SkyFinding *finding)
{
  gint64 round = cut->classes & OF (OUTCOME) ? finding->round : 0;

  return g_strdup_printf (
      "%s round %" G_GINT64_FORMAT " wager %s", sky_check_info (finding->check)->name, round,
      finding->wager != NULL && finding->check != SKY_CHECK_DISPUTE_OPEN ? finding->wager : "-");
}

typedef struct
{
  guint n_logs;
  guint n_found;
  guint n_wanted;
  guint n_false;
  guint n_missed;
} Count;

static void
add_to (GHashTable *counts, char *text)
{
  gint n = GPOINTER_TO_INT (g_hash_table_lookup (counts, text));

  g_hash_table_replace (counts, text, GINT_TO_POINTER (n + 1));
}

/* How often each line of text stands in @counts beyond what @allowed has of it. */
static guint
count_beyond (GHashTable *counts, GHashTable *allowed, const char *cut, const char *what)
{
  GHashTableIter iter;
  gpointer text, n;
  guint beyond = 0;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &text, &n))
    {
      gint more = GPOINTER_TO_INT (n) - GPOINTER_TO_INT (g_hash_table_lookup (allowed, text));

      if (more <= 0)
        continue;
      g_test_message ("%s: %s: %s", cut, what, (const char *) text);
      beyond += (guint) more;
    }
  return beyond;
}

/* A stretch that nobody looked at, from the event before on. */
static void
add_unobserved (GString *text, guint64 seq, const Line *before)
{
  const char *at = strstr (before->text, "\"at\":\"") + strlen ("\"at\":");
  gsize length = strcspn (at + 1, "\"") + 2;

  g_string_append_printf (text,
                          "{\"seq\":%" G_GUINT64_FORMAT ",\"at\":%.*s,\"type\":\"unobserved\","
                          "\"until\":%.*s,\"reason\":\"not_sampled\"}\n",
                          seq, (int) length, at, (int) length, at);
}

/* The lines that are left, numbered anew. */
static GString *
make_text (const Whole *self, const Cut *cut, gboolean *has_rules)
{
  GString *text = g_string_new (NULL);
  gint64 dropped = 0;

  *has_rules = FALSE;
  add_header (text, self, cut);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);

      if (!is_left (self, cut, line))
        {
          dropped += line->kind != SKY_LINE_QUARANTINED;
          continue;
        }
      *has_rules |= line->kind == SKY_LINE_EVENT && line->type == SKY_EVENT_RULES;
      if (line->kind == SKY_LINE_QUARANTINED)
        {
          g_string_append (text, line->text);
          continue;
        }
      g_string_append_printf (text, "{\"seq\":%" G_GINT64_FORMAT "%s", (gint64) line->seq - dropped,
                              strchr (line->text, ','));
      if (cut->told && line->type == SKY_EVENT_ROUND_END)
        add_unobserved (text, line->seq - (guint64) dropped-- + 1, line);
    }
  return text;
}

static void
keep_log (const Whole *self, const Cut *cut, const GString *text)
{
  const char *folder = g_getenv ("SCOPE_LOGS");
  g_autofree char *path = NULL;

  if (folder == NULL)
    return;
  path =
      g_strdup_printf ("%s/%s-%s.tel.jsonl", folder, sky_game_id_to_name (self->game), cut->name);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_file_set_contents (path, text->str, (gssize) text->len, NULL);
}

static void
check_cut (const Whole *self, const Cut *cut, const SkyLogAudit *whole, Count *count)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) must = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) may = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean has_rules;
  g_autoptr (GString) text = make_text (self, cut, &has_rules);
  g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "cut.tel.jsonl", &error);
  const SkyAuditOptions options = { .staff = self->staff };
  guint n_false, n_missed;
  SkyLogAudit *audit;

  g_assert_no_error (error);
  audit = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < audit->findings->len; i++)
    if (!is_of_file (((const SkyFinding *) audit->findings->pdata[i])->check))
      add_to (found, tell (cut, audit->findings->pdata[i]));
  for (guint i = 0; i < whole->findings->len; i++)
    {
      const SkyFinding *finding = whole->findings->pdata[i];
      Want wanted = want (self, cut, finding, has_rules);

      if (wanted == FOUND)
        add_to (must, tell (cut, finding));
      if (wanted != NOT_FOUND)
        add_to (may, tell (cut, finding));
      count->n_wanted += wanted == FOUND;
    }
  n_false = count_beyond (found, may, cut->name, "false");
  n_missed = count_beyond (must, found, cut->name, "missed");
  if (n_false + n_missed > 0)
    keep_log (self, cut, text);
  count->n_logs++;
  count->n_found += audit->findings->len;
  count->n_false += n_false;
  count->n_missed += n_missed;
  sky_log_audit_free (audit);
}

static void
check_game (SkyGameId game, guint faults)
{
  Count counts[G_N_ELEMENTS (cuts)] = { 0 };
  guint n_wrong = 0;

  for (guint seed = 1; seed <= SEEDS (20); seed++)
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
      g_test_message ("%s, %s: %u logs, %u found, of %u wanted %u missed, %u false",
                      sky_game_id_to_name (game), cuts[i].name, counts[i].n_logs, counts[i].n_found,
                      counts[i].n_wanted, counts[i].n_missed, counts[i].n_false);
      n_wrong += counts[i].n_false + counts[i].n_missed;
    }
  g_assert_cmpuint (n_wrong, ==, 0);
}

static void
test_clean (gconstpointer data)
{
  check_game (GPOINTER_TO_UINT (data), 0);
}

static void
test_faults (gconstpointer data)
{
  check_game (GPOINTER_TO_UINT (data), FAULTS);
}

typedef enum
{
  ALL_LINES,
  WITHOUT_ROUND, /* but for its start and its end */
  ROUND_ALONE,
} Part;

/* Writes the line as the writer's next. */
static void
write_line (SkyLogWriter *writer, const Line *line)
{
  const char *type = sky_event_type_to_name (line->type);
  const char *members =
      strstr (line->text, ",\"type\":\"") + strlen (",\"type\":\"\"") + strlen (type);
  GString *json = sky_log_writer_begin (writer, type, line->at);
  g_autoptr (GError) error = NULL;

  /* But for the bracket, which the writer adds, and the LF. */
  g_string_append_len (json, members, (gssize) strlen (members) - 2);
  sky_log_writer_end (writer, &error);
  g_assert_no_error (error);
}

static void
write_lines (SkyLogWriter *writer, const Whole *self, Part part, gint64 round)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      gboolean inner = line->round == round && line->type != SKY_EVENT_ROUND_START
                       && line->type != SKY_EVENT_ROUND_END;

      if (line->kind == SKY_LINE_EVENT && !(part == WITHOUT_ROUND && inner)
          && (part != ROUND_ALONE || line->round == round))
        write_line (writer, line);
    }
}

/* What lies at the end. */
static char *
describe (SkyLogWriter *writer)
{
  const SkyTable *table = sky_log_writer_get_table (writer);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %u, ", wager->id, wager->amount,
                              (guint) wager->status);
    }
  return g_string_free (text, FALSE);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Writes a log in which @round was recorded without all that happened in it, and then again; or,
 * @round 0, right at once. Returns: what an audit finds, and what lies at the end. */
static char *
audit_corrected (const Whole *self, gint64 round)
{
  const Cut all = { .classes = SKY_ALL_CLASSES };
  const SkyAuditOptions options = { .staff = self->staff };
  SkyLogHeader header = self->header;
  g_autofree char *folder = g_dir_make_tmp ("scope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "again.tel.jsonl", NULL);
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SkyLogWriter) writer = NULL;
  g_autoptr (SkyLog) log = NULL;
  SkyLogAudit *audit;

  header.version = 2;
  writer = sky_log_writer_open (path, 0600, &header, NULL);
  write_lines (writer, self, round == 0 ? ALL_LINES : WITHOUT_ROUND, round);
  if (round != 0)
    {
      GString *json = sky_log_writer_begin (writer, "again", sky_log_writer_get_time (writer));

      sky_json_add_int (json, "round", round);
      sky_json_add_string (json, "reason", "coded wrongly");
      g_assert_cmpint (sky_log_writer_end (writer, NULL), !=, 0);
      write_lines (writer, self, ROUND_ALONE, round);
    }
  g_assert_true (sky_log_writer_flush (writer, NULL));
  log = sky_log_open (path, NULL);
  audit = sky_audit_log (log, &options, NULL);
  for (guint i = 0; i < audit->findings->len; i++)
    if (!is_of_file (((const SkyFinding *) audit->findings->pdata[i])->check))
      g_ptr_array_add (told, tell (&all, audit->findings->pdata[i]));
  sky_log_audit_free (audit);
  g_ptr_array_sort (told, compare_texts);
  g_ptr_array_add (told, describe (writer));
  g_ptr_array_add (told, NULL);
  remove_tree (folder);
  return g_strjoinv ("\n", (char **) told->pdata);
}

/* A log in which a round was corrected is found what the same is that was right at once. */
static void
test_again (gconstpointer data)
{
  for (guint seed = 1; seed <= SEEDS (5); seed++)
    {
      g_autofree char *right = NULL;
      Whole whole;

      whole_init (&whole, GPOINTER_TO_UINT (data), seed, FAULTS);
      right = audit_corrected (&whole, 0);
      for (gint64 round = 1; round <= ROUNDS; round += 13)
        {
          g_autofree char *corrected = audit_corrected (&whole, round);

          g_test_message ("seed %u, round %" G_GINT64_FORMAT, seed, round);
          g_assert_cmpstr (corrected, ==, right);
        }
      whole_clear (&whole);
    }
}

#define AT(second)               "\"at\":\"2023-11-04T20:15:" second ".000000Z\""
#define EVENT(seq, second, rest) "{\"seq\":" #seq "," AT (second) ",\"type\":" rest "}\n"
#define WAGER(id, bet, rest)                                                                       \
  "{\"wager\":\"" id "\",\"seat\":1,\"bet\":\"" bet "\",\"amount\":1000,\"placed\":false" rest "}"

/* What an audit finds in a log of version 2 of @game, check by check. */
static char *
audit_lines (const char *game, const char *scope, const char *lines)
{
  g_autofree char *text = g_strconcat (
      "{\"log\":\"skyward.table-log\",\"version\":2,\"property\":\"K\",\"table\":\"T\",\"game\":\"",
      game,
      "\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"UTC\",\"currency\":\"USD\","
      "\"record\":{\"how\":\"footage\"},\"scope\":",
      scope, "}\n", lines, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "lines.tel.jsonl", &error);
  const SkyAuditOptions options = { 0 };
  GString *found = g_string_new (NULL);
  SkyLogAudit *audit;

  g_assert_no_error (error);
  audit = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];

      g_test_message ("%s", finding->explanation);
      g_string_append_printf (found, "%s%s@%" G_GUINT64_FORMAT "%s", i > 0 ? " " : "",
                              sky_check_info (finding->check)->name, finding->seq,
                              finding->unsure ? "?" : "");
    }
  sky_log_audit_free (audit);
  return g_string_free (found, FALSE);
}

#define SETTLEMENTS "{\"classes\":[\"outcome\",\"wagers\",\"settlements\"]}"
#define UNOBSERVED  "\"unobserved\",\"until\":\"2023-11-04T20:15:10Z\",\"reason\":\"view_blocked\""

/* What lay while nobody looked is forgotten; its settlements are passed over, as the round is. */
static void
test_unobserved (void)
{
  g_autofree char *found = audit_lines (
      "craps", SETTLEMENTS,
      EVENT (1, "01", "\"round_start\",\"round\":1") EVENT (
          2, "02", "\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass\",\"amount\":1000")
          EVENT (3, "03", "\"wager\",\"wager\":\"w2\",\"seat\":1,\"bet\":\"field\",\"amount\":500")
              EVENT (4, "04", "\"result\",\"dice\":[4,4]") EVENT (5, "05", UNOBSERVED)
                  EVENT (6, "11", "\"round_start\",\"round\":7") EVENT (
                      7, "12",
                      "\"wager\",\"wager\":\"w3\",\"seat\":1,\"bet\":\"field\",\"amount\":500")
                      EVENT (8, "13", "\"result\",\"dice\":[2,2]") EVENT (
                          9, "14",
                          "\"settle\",\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":1000,"
                          "\"returned\":1000")
                          EVENT (10, "15",
                                 "\"settle\",\"wager\":\"w3\",\"outcome\":\"lose\",\"taken\":500")
                              EVENT (11, "16", "\"round_end\",\"round\":7"));

  /* Four wins on the field. */
  g_assert_cmpstr (found, ==, "settle.outcome@10");
}

/* What is said to lie there is judged from then on; when it was placed is not. */
static void
test_standing (void)
{
  g_autofree char *found = audit_lines (
      "craps", SETTLEMENTS,
      EVENT (
          1, "01",
          "\"standing\",\"puck\":{\"on\":true,\"number\":6},\"shooter\":1,\"wagers\":[" WAGER (
              "w1", "pass", "") "," WAGER ("w2", "come",
                                           ",\"number\":8") "," WAGER ("w3", "come_odds",
                                                                       ",\"supports\":\"w2\"") "]")
          EVENT (2, "02", "\"round_start\",\"round\":1")
              EVENT (3, "03", "\"result\",\"dice\":[4,4]") EVENT (
                  4, "04",
                  "\"settle\",\"wager\":\"w2\",\"outcome\":\"win\",\"paid\":1000,\"returned\":1000")
                  EVENT (5, "05", "\"round_end\",\"round\":1") EVENT (6, "06",
                                                                      "\"round_start\",\"round\":2")
                      EVENT (7, "07", "\"result\",\"dice\":[3,4]")
                          EVENT (8, "08",
                                 "\"settle\",\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":1000,"
                                 "\"returned\":1000") EVENT (9, "09", "\"round_end\",\"round\":2"));

  /* The odds won with their Come Bet, and the loser 7 takes the Pass Bet. */
  g_assert_cmpstr (found, ==, "settle.missing@5 settle.outcome@8");
}

/* Without a puck the point is not known: a 7 tells that the next throw is a come out roll. */
static void
test_point_unknown (void)
{
  g_autofree char *found = audit_lines (
      "craps", SETTLEMENTS,
      EVENT (1, "01",
             "\"standing\",\"wagers\":[" WAGER ("w1", "pass", "") "," WAGER ("w2", "place_win",
                                                                             ",\"number\":6") "]")
          EVENT (2, "02", "\"round_start\",\"round\":1") EVENT (3, "03",
                                                                "\"result\",\"dice\":[3,4]")
              EVENT (4, "04", "\"settle\",\"wager\":\"w1\",\"outcome\":\"lose\",\"taken\":1000")
                  EVENT (5, "05", "\"round_end\",\"round\":1")
                      EVENT (6, "06", "\"round_start\",\"round\":2") EVENT (
                          7, "07",
                          "\"wager\",\"wager\":\"w3\",\"seat\":1,\"bet\":\"pass\",\"amount\":1000")
                          EVENT (8, "08", "\"result\",\"dice\":[5,6]") EVENT (
                              9, "09",
                              "\"settle\",\"wager\":\"w3\",\"outcome\":\"lose\",\"taken\":1000")
                              EVENT (10, "10", "\"round_end\",\"round\":2"));

  g_assert_cmpstr (found, ==, "settle.outcome@9");
}

/* Which wheel it is, nobody looked: what the zeros make of a wager is not judged, the rest is. */
static void
test_rules_unseen (void)
{
  g_autofree char *found = audit_lines (
      "roulette", SETTLEMENTS,
      EVENT (1, "01", "\"round_start\",\"round\":1") EVENT (
          2, "02", "\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"first_five\",\"amount\":500")
          EVENT (3, "03", "\"wager\",\"wager\":\"w2\",\"seat\":1,\"bet\":\"red\",\"amount\":500")
              EVENT (4, "04",
                     "\"wager\",\"wager\":\"w3\",\"seat\":1,\"bet\":\"even\",\"amount\":333")
                  EVENT (5, "05", "\"result\",\"pocket\":\"4\"") EVENT (
                      6, "06", "\"settle\",\"wager\":\"w1\",\"outcome\":\"void\",\"returned\":500")
                      EVENT (7, "07",
                             "\"settle\",\"wager\":\"w2\",\"outcome\":\"win\",\"paid\":500,"
                             "\"returned\":500") EVENT (8, "08",
                                                        "\"settle\",\"wager\":\"w3\",\"outcome\":"
                                                        "\"win\",\"paid\":325,\"returned\":333")
                          EVENT (9, "09", "\"round_end\",\"round\":1"));

  g_assert_cmpstr (found, ==, "settle.outcome@7");
}

#define UNSURE ",\"unsure\":true"

/* A wager that nobody saw for certain: what is found of it is unsure, also in the rounds after, and
 * what was found before that line. What is found of others is not. */
static void
test_unsure_wager (void)
{
  g_autofree char *found = audit_lines (
      "craps", SETTLEMENTS,
      EVENT (1, "01", "\"round_start\",\"round\":1") EVENT (
          2, "02", "\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"field\",\"amount\":500")
          EVENT (3, "03",
                 "\"wager\",\"wager\":\"w2\",\"seat\":1,\"bet\":\"field\",\"amount\":500" UNSURE)
              EVENT (4, "04", "\"settle\",\"wager\":\"w1\",\"outcome\":\"lose\",\"taken\":500")
                  EVENT (5, "05", "\"result\",\"dice\":[4,4]")
                      EVENT (6, "06",
                             "\"settle\",\"wager\":\"w2\",\"outcome\":\"win\",\"paid\":500,"
                             "\"returned\":500") EVENT (7, "07", "\"round_end\",\"round\":1"));

  g_assert_cmpstr (found, ==, "settle.premature@4 settle.outcome@6?");
}

/* A result that nobody saw for certain: what is found in the round is unsure, and what is found of
 * the wagers that it left lying. */
static void
test_unsure_round (void)
{
  g_autofree char *found = audit_lines (
      "craps", SETTLEMENTS,
      EVENT (1, "01", "\"standing\",\"puck\":{\"on\":false},\"wagers\":[]")
          EVENT (2, "02", "\"round_start\",\"round\":1") EVENT (
              3, "03", "\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"field\",\"amount\":500")
              EVENT (4, "03",
                     "\"wager\",\"wager\":\"w2\",\"seat\":1,\"bet\":\"pass\",\"amount\":500")
                  EVENT (5, "04", "\"result\",\"dice\":[3,3]" UNSURE)
                      EVENT (6, "05",
                             "\"settle\",\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":500,"
                             "\"returned\":500") EVENT (7, "06", "\"round_end\",\"round\":1")
                          EVENT (8, "07", "\"round_start\",\"round\":2")
                              EVENT (9, "08",
                                     "\"wager\",\"wager\":\"w3\",\"seat\":1,\"bet\":\"field\","
                                     "\"amount\":500") EVENT (10, "09", "\"result\",\"dice\":[4,2]")
                                  EVENT (11, "10",
                                         "\"settle\",\"wager\":\"w2\",\"outcome\":\"lose\","
                                         "\"taken\":500")
                                      EVENT (12, "11",
                                             "\"settle\",\"wager\":\"w3\",\"outcome\":\"win\","
                                             "\"paid\":500,\"returned\":500")
                                          EVENT (13, "12", "\"round_end\",\"round\":2"));

  g_assert_cmpstr (found, ==, "settle.outcome@6? settle.outcome@11? settle.outcome@12");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *clean = g_strdup_printf ("/scope/clean/%s", sky_game_id_to_name (game));

      g_autofree char *faults = g_strdup_printf ("/scope/faults/%s", sky_game_id_to_name (game));

      g_autofree char *again = g_strdup_printf ("/scope/again/%s", sky_game_id_to_name (game));

      g_test_add_data_func (faults, GUINT_TO_POINTER (game), test_faults);
      g_test_add_data_func (again, GUINT_TO_POINTER (game), test_again);
      g_test_add_data_func (clean, GUINT_TO_POINTER (game), test_clean);
    }
  g_test_add_func ("/scope/unobserved", test_unobserved);
  g_test_add_func ("/scope/standing", test_standing);
  g_test_add_func ("/scope/point-unknown", test_point_unknown);
  g_test_add_func ("/scope/rules-unseen", test_rules_unseen);
  g_test_add_func ("/scope/unsure-wager", test_unsure_wager);
  g_test_add_func ("/scope/unsure-round", test_unsure_round);
  return g_test_run ();
}
