/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of every game, damaged by chance, are audited: nothing crashes, no damaged line goes without
 * its finding, and no finding is there that the damage does not explain.
 *
 * A finding of a damaged log is explained when the whole log has it too, or when it stands at or
 * behind the damage and what was damaged reaches it: it is about that line or the one after it;
 * about the wager that the line names, odds on it, or any round in which that wager was up; in
 * the line's own round, or in the next when the line stands between two; about a wager that the
 * line's round leaves up, when the line is of those that decide a round, for then it is another
 * round that decides the wager (fine print 78); or it is of a check that looks back, by the table
 * below, at lines such as this one. A finding that the whole log has and
 * the damaged one lacks must be reached in the same way.
 *
 * A byte that was turned over before a checkpoint is named by its line, or by the lines between two
 * checkpoints.
 *
 * Besides, a line that is set aside changes nothing but what its absence changes: the findings are
 * those of the log without the line.
 *
 * test-mutations [COUNT [SEED]] */
#include "config.h"

#include "log-mutator.h"

#include "sky-audit.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

/* A log as it was made, and what an audit says of it. */
typedef struct
{
  char *name;
  SkyGameId game;
  LogText *text;
  GPtrArray *findings; /* of SkyFinding */
  GArray *rounds;      /* of gint64, by line: the round in progress at it */
  GHashTable *wagers;  /* id → Wager */
  guint checkpoint;    /* the last line that is one; 0: the log has faults */
} Base;

/* The lines that name a wager. */
typedef struct
{
  guint first;
  guint last;
  guint settled;  /* the first settlement; 0: none */
  char *supports; /* NULL: nothing */
} Wager;

/* What of a line matters to what comes after it. */
typedef struct
{
  char *type;
  char *wager;
  char *supports;
} Facts;

static guint count = 1440;
static guint32 seed = 465;

static void
facts_clear (Facts *facts)
{
  g_free (facts->type);
  g_free (facts->wager);
  g_free (facts->supports);
}

static char *
dup_member (const SkyJsonNode *root, const char *name)
{
  const SkyJsonNode *node = sky_json_member (root, name);

  return node != NULL && node->kind == SKY_JSON_TEXT ? sky_text_dup (node->text) : NULL;
}

static Facts
read_facts (SkyJsonParser *parser, const char *line)
{
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, line, strlen (line), FALSE, &cause);

  if (root == NULL || root->kind != SKY_JSON_OBJECT)
    return (Facts){ 0 };
  return (Facts){ dup_member (root, "type"), dup_member (root, "wager"),
                  dup_member (root, "supports") };
}

static GPtrArray *
audit_text (const char *text, gsize size, char **failure)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "a.tel.jsonl", &error);
  g_autoptr (SkyLogAudit) audit = NULL;

  if (log != NULL)
    audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
  if (audit == NULL)
    {
      g_assert_nonnull (failure);
      *failure = g_strdup (error->message);
      return NULL;
    }
  return g_ptr_array_ref (audit->findings);
}

static char *
finding_text (const SkyFinding *finding)
{
  /* Where a line stands is another thing after bytes came or went. */
  g_autofree char *text = sky_phrase_english (finding->explanation);
  const char *place = finding->line != 0 ? strstr (text, "cannot") : NULL;

  return g_strdup_printf ("%s seq %" G_GUINT64_FORMAT " round %" G_GINT64_FORMAT
                          " wager %s recorded %s recomputed %s: %s",
                          sky_check_info (finding->check)->name, finding->seq, finding->round,
                          finding->wager != NULL ? finding->wager : "-",
                          finding->recorded != NULL ? finding->recorded : "-",
                          finding->recomputed != NULL ? finding->recomputed : "-",
                          place != NULL ? place : text);
}

static void
wager_free (gpointer data)
{
  Wager *wager = data;

  g_free (wager->supports);
  g_free (wager);
}

static void
learn (Base *base)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  gint64 round = 0;

  base->rounds = g_array_new (FALSE, FALSE, sizeof (gint64));
  base->wagers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, wager_free);
  g_array_append_val (base->rounds, round);
  for (guint i = 1; i <= base->text->lines->len; i++)
    {
      const char *line = log_text_line (base->text, i);
      Facts facts = read_facts (parser, line);

      if (g_strcmp0 (facts.type, "checkpoint") == 0)
        base->checkpoint = i;
      if (g_strcmp0 (facts.type, "round_start") == 0)
        round = g_ascii_strtoll (strstr (line, "\"round\":") + strlen ("\"round\":"), NULL, 10);
      g_array_append_val (base->rounds, round);
      if (g_strcmp0 (facts.type, "round_end") == 0)
        round = 0;
      if (facts.wager != NULL)
        {
          Wager *wager = g_hash_table_lookup (base->wagers, facts.wager);

          if (wager == NULL)
            {
              wager = g_new0 (Wager, 1);
              wager->first = i;
              wager->supports = g_strdup (facts.supports);
              g_hash_table_insert (base->wagers, g_strdup (facts.wager), wager);
            }
          wager->last = i;
          if (wager->settled == 0 && g_strcmp0 (facts.type, "settle") == 0)
            wager->settled = i;
        }
      facts_clear (&facts);
    }
}

static Base *
base_new (const char *path, SkyGameId game)
{
  Base *base = g_new0 (Base, 1);
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  base->name = g_path_get_basename (path);
  base->game = game;
  base->text = log_text_new (text, size);
  base->findings = audit_text (text, size, NULL);
  learn (base);
  return base;
}

static void
base_free (gpointer data)
{
  Base *base = data;

  g_free (base->name);
  log_text_free (base->text);
  g_ptr_array_unref (base->findings);
  g_array_unref (base->rounds);
  g_hash_table_unref (base->wagers);
  g_free (base);
}

/* What a damaged line reaches. */
typedef struct
{
  const Base *base;
  guint first; /* line */
  guint last;
  gboolean lasting;
  GHashTable *wagers; /* ids */
  gint64 from_round;
  gint64 to_round;
} Reach;

static void
reach_round_of (Reach *reach, guint line)
{
  const GArray *rounds = reach->base->rounds;
  gint64 round;

  /* Between rounds it is the next that may want what the line says. */
  while (line + 1 < rounds->len && g_array_index (rounds, gint64, line) == 0)
    line++;
  round = g_array_index (rounds, gint64, line);
  if (round == 0)
    round = G_MAXINT64;
  reach->from_round = MIN (reach->from_round, round);
  reach->to_round = MAX (reach->to_round, round);
}

static void
reach_wager (Reach *reach, const char *id)
{
  GHashTableIter iter;
  gpointer other;
  const Wager *wager;
  const Wager *one;

  if (id == NULL || !g_hash_table_add (reach->wagers, g_strdup (id)))
    return;
  wager = g_hash_table_lookup (reach->base->wagers, id);
  if (wager == NULL)
    return;
  reach_round_of (reach, wager->first);
  reach_round_of (reach, wager->last);
  /* Placed behind its own settlement it stays up. */
  if (wager->first == reach->first && wager->last <= reach->last)
    reach->to_round = G_MAXINT64;
  reach_wager (reach, wager->supports);
  g_hash_table_iter_init (&iter, reach->base->wagers);
  while (g_hash_table_iter_next (&iter, &other, (gpointer *) &one))
    if (g_strcmp0 (one->supports, id) == 0)
      reach_wager (reach, other);
}

/* TRUE when an earlier round than @round ended the wager without a settlement: it was missed there,
 * or what decided that round cannot have been. */
static gboolean
was_ended (const Base *base, const char *id, const Wager *wager, gint64 round)
{
  for (guint i = 0; i < base->findings->len; i++)
    {
      const SkyFinding *finding = base->findings->pdata[i];

      if (finding->round >= round)
        continue;
      if ((finding->check == SKY_CHECK_SETTLE_MISSING && g_strcmp0 (finding->wager, id) == 0)
          || (finding->check == SKY_CHECK_LOG_IMPOSSIBLE
              && finding->round >= g_array_index (base->rounds, gint64, wager->first)))
        return TRUE;
    }
  return FALSE;
}

/* The wagers that the round of @line does not settle. With the line they end in it, without it they
 * stay up until another round decides them, or the other way round. */
static void
reach_left (Reach *reach, guint line)
{
  const Base *base = reach->base;
  const GArray *rounds = base->rounds;
  gint64 round = g_array_index (rounds, gint64, line);
  GHashTableIter iter;
  gpointer id;
  const Wager *wager;

  if (round == 0)
    return;
  while (line + 1 < rounds->len && g_array_index (rounds, gint64, line + 1) == round)
    line++;
  g_hash_table_iter_init (&iter, base->wagers);
  while (g_hash_table_iter_next (&iter, &id, (gpointer *) &wager))
    if (wager->first <= line && (wager->settled == 0 || wager->settled > line)
        && !was_ended (base, id, wager, round))
      g_hash_table_add (reach->wagers, g_strdup (id));
}

/* Types of event that decide a round, or by which it cannot be decided (fine print 75, 78). */
static gboolean
is_decisive (SkyGameId game, const char *type)
{
  static const char *const decisive[] = { "result", "void", NULL };
  static const char *const of_cards[] = { "deal", "discard", "reveal", "set", NULL };
  gboolean has_cards =
      game == SKY_GAME_CASINO_WAR || game == SKY_GAME_RAISE_IT_UP || game == SKY_GAME_PAI_GOW;

  return type != NULL
         && (g_strv_contains (decisive, type) || (has_cards && g_strv_contains (of_cards, type)));
}

/* Types of event after which the table is another for good. */
static gboolean
is_lasting (SkyGameId game, const char *type)
{
  static const struct
  {
    guint games; /* 0: all */
    const char *type;
  } lasting[] = {
    { 0, "rules" },
    { 0, "limits" },
    { 0, "limits_notice" },
    { 0, "player" },
    { 0, "staff" },
    { 0, "equipment" },
    { 0, "inspection" },
    { 0, "table_open" },
    { 0, "table_close" },
    { 0, "round_start" },
    { 0, "round_end" },
    { 1u << SKY_GAME_CRAPS | 1u << SKY_GAME_MINI_CRAPS, "result" },
    { 1u << SKY_GAME_CRAPS | 1u << SKY_GAME_MINI_CRAPS, "void" },
    { 1u << SKY_GAME_PROPS_AND_HOPS, "result" },
    { 1u << SKY_GAME_PROPS_AND_HOPS, "void" },
    { 1u << SKY_GAME_PROPS_AND_HOPS, "shake" },
    { 1u << SKY_GAME_CASINO_WAR, "shuffle" },
    { 1u << SKY_GAME_CASINO_WAR, "cover_card" },
    { 1u << SKY_GAME_CRAPS | 1u << SKY_GAME_MINI_CRAPS, "dice_offer" },
    { 1u << SKY_GAME_CRAPS | 1u << SKY_GAME_MINI_CRAPS, "shooter" },
  };

  if (type == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (lasting); i++)
    if ((lasting[i].games == 0 || (lasting[i].games & 1u << game))
        && strcmp (lasting[i].type, type) == 0)
      return TRUE;
  return FALSE;
}

static void
reach_line (Reach *reach, SkyJsonParser *parser, const char *line, guint number)
{
  Facts facts = read_facts (parser, line);

  reach->lasting |= is_lasting (reach->base->game, facts.type);
  reach_wager (reach, facts.wager);
  reach_wager (reach, facts.supports);
  if (is_decisive (reach->base->game, facts.type))
    reach_left (reach, number);
  facts_clear (&facts);
}

/* Checks that look back over the rounds at lines of many kinds. */
static gboolean
looks_back (SkyCheck check)
{
  return check == SKY_CHECK_LOG_CHECKPOINT || check == SKY_CHECK_RAISE_IT_UP_STUB
         || check == SKY_CHECK_PROGRESSIVE_METER || check == SKY_CHECK_PAI_GOW_BANK_TURN
         || check == SKY_CHECK_PAI_GOW_BANK_ELIGIBLE;
}

/* The first line of the round that line stands in, for a round is judged as a whole; or the line
 * before it, behind which it is missing. */
static guint
reach_back (const Base *base, guint line)
{
  gint64 round = g_array_index (base->rounds, gint64, line);

  if (round == 0)
    return line - 1;
  while (g_array_index (base->rounds, gint64, line - 1) == round)
    line--;
  return line;
}

static gboolean
is_reached (const Reach *reach, const SkyFinding *finding, guint line)
{
  if (line < reach_back (reach->base, reach->first))
    return FALSE;
  return reach->lasting || looks_back (finding->check) || line <= reach->first + 1
         || (line >= reach->last && line <= reach->last + 1)
         || (finding->wager != NULL && g_hash_table_contains (reach->wagers, finding->wager))
         || (finding->round >= reach->from_round && finding->round <= reach->to_round);
}

/* The lines of the damaged log by their seq; of several with the same the last, or the one nearest
 * behind the damage. */
static GHashTable *
index_lines (const LogText *text, guint from)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  GHashTable *lines = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 2; i <= text->lines->len; i++)
    {
      const char *line = log_text_line (text, i), *cause;
      const SkyJsonNode *root = sky_json_parse (parser, line, strlen (line), FALSE, &cause);
      const SkyJsonNode *node = root != NULL ? sky_json_member (root, "seq") : NULL;

      if (node != NULL && node->kind == SKY_JSON_INT
          && GPOINTER_TO_UINT (g_hash_table_lookup (lines, &node->integer)) < from)
        g_hash_table_replace (lines, g_memdup2 (&node->integer, sizeof node->integer),
                              GUINT_TO_POINTER (i));
    }
  return lines;
}

static guint
line_of (GHashTable *lines, const SkyFinding *finding)
{
  return finding->line != 0 ? (guint) finding->line
                            : GPOINTER_TO_UINT (g_hash_table_lookup (lines, &finding->seq));
}

/* Of @some the findings that are not among @others. */
static GPtrArray *
beyond (GPtrArray *some, GPtrArray *others)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *rest = g_ptr_array_new ();

  for (guint i = 0; i < others->len; i++)
    {
      char *text = finding_text (others->pdata[i]);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, text));

      g_hash_table_replace (counts, text, GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < some->len; i++)
    {
      g_autofree char *text = finding_text (some->pdata[i]);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, text));

      if (n == 0)
        g_ptr_array_add (rest, some->pdata[i]);
      else
        g_hash_table_replace (counts, g_strdup (text), GUINT_TO_POINTER (n - 1));
    }
  return rest;
}

/* What is known of a kind of damage. */
typedef struct
{
  guint refused; /* the header was hit: no log at all */
  guint aside;   /* the line was set aside */
  guint findings;
} Tally;

static void
complain (const Base *base, const Mutant *mutant, const char *how, const SkyFinding *finding)
{
  g_autofree char *text = finding_text (finding);

  g_test_message ("%s, %s", base->name, mutant->what);
  g_test_message ("%s: %s", how, text);
  g_test_fail ();
}

static void
judge_reach (const Base *base, const Mutant *mutant, const LogText *damaged, GPtrArray *findings)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GHashTable) wagers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) lines = index_lines (damaged, mutant->first);
  g_autoptr (GHashTable) clean_lines = index_lines (base->text, mutant->first);
  g_autoptr (GPtrArray) more = beyond (findings, base->findings);
  g_autoptr (GPtrArray) fewer = beyond (base->findings, findings);
  /* The header is of every line. */
  Reach reach = { base, mutant->first, mutant->last, mutant->first == 1, wagers, G_MAXINT64, 0 };

  for (guint i = mutant->first; i <= mutant->last; i++)
    if (i == mutant->first || i == mutant->last)
      {
        reach_line (&reach, parser, log_text_line (base->text, i), i);
        if (i <= damaged->lines->len)
          reach_line (&reach, parser, log_text_line (damaged, i), i);
        reach_round_of (&reach, i);
      }
  for (guint i = 0; i < more->len; i++)
    if (!is_reached (&reach, more->pdata[i], line_of (lines, more->pdata[i])))
      complain (base, mutant, "unexplained", more->pdata[i]);
  for (guint i = 0; i < fewer->len; i++)
    if (!is_reached (&reach, fewer->pdata[i], line_of (clean_lines, fewer->pdata[i])))
      complain (base, mutant, "gone", fewer->pdata[i]);
}

/* The finding that says of @line that it was set aside, or NULL. */
static const SkyFinding *
find_aside (GPtrArray *findings, guint line)
{
  const SkyFinding *found = NULL;

  for (guint i = 0; i < findings->len; i++)
    {
      const SkyFinding *finding = findings->pdata[i];

      if (finding->line != line)
        continue;
      g_assert_null (found);
      g_assert_cmpint (finding->check, ==, SKY_CHECK_LOG_MALFORMED_LINE);
      found = finding;
    }
  return found;
}

/* Without the findings that a line's absence has of itself, and those of lines as such. */
static GPtrArray *
of_events (GPtrArray *findings)
{
  GPtrArray *rest = g_ptr_array_new ();

  for (guint i = 0; i < findings->len; i++)
    {
      SkyCheck check = ((const SkyFinding *) findings->pdata[i])->check;

      if (check != SKY_CHECK_LOG_MALFORMED_LINE && check != SKY_CHECK_LOG_SEQUENCE
          && check != SKY_CHECK_LOG_CHECKPOINT)
        g_ptr_array_add (rest, findings->pdata[i]);
    }
  return rest;
}

/* The damaged line was set aside: its place is told rightly, and nothing else is changed by it. */
static void
judge_aside (const Base *base, const Mutant *mutant, GPtrArray *findings, const SkyFinding *aside)
{
  g_autoptr (GString) text = g_string_new (mutant->text->str);
  g_autoptr (GPtrArray) without = NULL;
  g_autoptr (GPtrArray) some = NULL;
  g_autoptr (GPtrArray) others = NULL;
  g_autoptr (GPtrArray) more = NULL;
  g_autoptr (GPtrArray) fewer = NULL;
  gsize offset = (gsize) aside->offset, end;
  guint line = 1;

  for (gsize i = 0; i < offset; i++)
    line += text->str[i] == '\n';
  g_assert_cmpuint (line, ==, aside->line);
  g_assert_true (offset == 0 || text->str[offset - 1] == '\n');

  end = (gsize) (strchr (text->str + offset, '\n') - text->str) + 1;
  g_string_erase (text, (gssize) offset, (gssize) (end - offset));
  without = audit_text (text->str, text->len, NULL);
  some = of_events (findings);
  others = of_events (without);
  more = beyond (some, others);
  fewer = beyond (others, some);
  for (guint i = 0; i < more->len; i++)
    complain (base, mutant, "a line set aside has", more->pdata[i]);
  for (guint i = 0; i < fewer->len; i++)
    complain (base, mutant, "a line set aside takes away", fewer->pdata[i]);
}

/* The log and the line of a byte that was turned over are named. */
static void
judge_named (const Base *base, const Mutant *mutant, const LogText *damaged, GPtrArray *findings)
{
  const char *clean = log_text_line (base->text, mutant->first);
  gboolean named =
      mutant->same_lines && strcmp (clean, log_text_line (damaged, mutant->first)) == 0;

  for (guint i = 0; i < findings->len && !named; i++)
    {
      const SkyFinding *finding = findings->pdata[i];
      g_autofree char *text = sky_phrase_english (finding->explanation);
      const char *place = strstr (text, "from line ");
      guint from, to;

      if (finding->check == SKY_CHECK_LOG_MALFORMED_LINE)
        named = finding->line == mutant->first;
      else if (finding->check == SKY_CHECK_LOG_CHECKPOINT)
        {
          g_assert_cmpint (sscanf (place, "from line %u to line %u", &from, &to), ==, 2);
          named = mutant->first >= from && mutant->first <= to;
        }
    }
  if (!named)
    {
      g_test_message ("%s, %s: not named", base->name, mutant->what);
      g_test_fail ();
    }
}

static void
judge (const Base *base, Mutation mutation, GRand *chance, Tally *tally)
{
  g_autoptr (Mutant) mutant = mutant_new (base->text, mutation, chance);
  g_autoptr (LogText) damaged = log_text_new (mutant->text->str, mutant->text->len);
  g_autofree char *failure = NULL;
  g_autoptr (GPtrArray) findings = audit_text (mutant->text->str, mutant->text->len, &failure);
  const SkyFinding *aside;

  if (findings == NULL)
    {
      g_assert_cmpuint (mutant->first, ==, 1);
      g_assert_true (g_str_has_prefix (failure, "a.tel.jsonl: line 1: "));
      tally->refused++;
      return;
    }
  tally->findings += findings->len;
  judge_reach (base, mutant, damaged, findings);
  if (mutation == MUTATION_FLIP && mutant->first < base->checkpoint)
    judge_named (base, mutant, damaged, findings);
  aside = find_aside (findings, mutant->first);
  if (aside == NULL || mutation == MUTATION_SWAP)
    return;
  tally->aside++;
  judge_aside (base, mutant, findings, aside);
}

static const GPtrArray *bases; /* of Base */

/* A clean log of each game and one with faults. */
static GPtrArray *
make_bases (void)
{
  GPtrArray *made = g_ptr_array_new_with_free_func (base_free);
  g_autofree char *folder = g_dir_make_tmp ("skyward-XXXXXX", NULL);

  for (guint i = 0; i < 2 * SKY_N_GAMES; i++)
    {
      g_autofree char *path = g_build_filename (folder, "archive", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyArchive) archive = NULL;
      SkySimulateOptions options = {
        .game = i / 2,
        .rounds = 14,
        .seed = i / 2 + 1,
        .tables = 1,
        .faults = i % 2 * 6,
        .start = SKY_TIME_NONE,
      };
      static const char *const others[] = { "staff.json", "planted.json" };

      g_assert_true (sky_simulate (&options, path, &error));
      archive = sky_archive_open (path, &error);
      g_assert_no_error (error);
      g_ptr_array_add (made, base_new (archive->logs[0], options.game));
      if (options.faults > 0)
        ((Base *) made->pdata[i])->checkpoint = 0;
      g_assert_cmpint (g_remove (archive->logs[0]), ==, 0);
      for (guint o = 0; o < G_N_ELEMENTS (others); o++)
        {
          g_autofree char *file = g_build_filename (path, others[o], NULL);

          g_assert_cmpint (g_remove (file), ==, 0);
        }
      g_assert_cmpint (g_rmdir (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return made;
}

static void
test_mutation (gconstpointer data)
{
  Mutation mutation = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed + mutation);
  Tally tally = { 0 };

  for (guint i = 0; i < count / N_MUTATIONS; i++)
    judge (bases->pdata[i % bases->len], mutation, chance, &tally);
  g_test_message ("%u logs, %u of them refused, %u lines set aside, %u findings",
                  count / N_MUTATIONS, tally.refused, tally.aside, tally.findings);
  g_assert_cmpuint (tally.findings, >, 0);
  /* What drops or changes a member mostly takes its line away. */
  if (mutation == MUTATION_DROP || mutation == MUTATION_CHANGE)
    g_assert_cmpuint (tally.aside, >, count / N_MUTATIONS / 4);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) made = NULL;

  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    count = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc > 2)
    seed = (guint32) g_ascii_strtoull (argv[2], NULL, 10);
  made = make_bases ();
  bases = made;
  g_test_add_data_func ("/mutations/drop", GUINT_TO_POINTER (MUTATION_DROP), test_mutation);
  g_test_add_data_func ("/mutations/change", GUINT_TO_POINTER (MUTATION_CHANGE), test_mutation);
  g_test_add_data_func ("/mutations/swap", GUINT_TO_POINTER (MUTATION_SWAP), test_mutation);
  g_test_add_data_func ("/mutations/flip", GUINT_TO_POINTER (MUTATION_FLIP), test_mutation);
  return g_test_run ();
}
