/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-scan.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#include "sky-finding-block.h"
#include "sky-finding-search.h"
#include "sky-look.h"
#include "sky-second.h"
#include "sky-words.h"

#define MASKS (SKY_BLOCK_SIZE / 64)

/* So many blocks that are not wanted are passed over before the next one is looked up. */
#define PASSED_OVER 4

typedef struct
{
  gint64 id;
  guint32 rank;  /* in the order of the list, where that is one of logs */
  guint32 words; /* the number of its first flag in @log_words */
} ScanLog;

/* A block and those of its findings that are let through. */
typedef struct
{
  gint64 id;
  guint32 log; /* its number in the scan */
  guint64 bits[MASKS];
} ScanBlock;

typedef struct
{
  gboolean known;
  gboolean wanted;
  guint queue;
  guint32 severity;
  guint32 by_name; /* less than there are checks */
} ScanCheck;

struct _SkyScanList
{
  SkyFindingSort sort;
  SkyBlockColumn column; /* SKY_N_BLOCK_COLUMNS: the logs' ranks */
  guint32 *log_ranks;    /* NULL: those in the order of the record */
  GArray *text_ranks;
  GArray *rows;
  GArray *groups;
};

struct _SkyFindingScan
{
  SkyFindingFilter *filter;
  SkyFindingCounts counts;
  GArray *logs;   /* of ScanLog, by id */
  GArray *blocks; /* of ScanBlock: those that have any that is let through */
  GArray *checks; /* of ScanCheck, by id */

  /* While it is made. */
  GPtrArray *terms;      /* of SkySearchTerm: what is looked for */
  gboolean has_words;    /* some of them are words */
  GByteArray *log_words; /* whether the names of a log have each of them */
  GByteArray *check_words;
  GArray *dealt;    /* of SkyPresence, by log; NULL: no dealer is asked for */
  GArray *sat;      /* likewise, no patron */
  GArray *reviewed; /* of gint64, in order: findings that others reviewed; NULL: all are wanted */
  GArray *awaiting; /* likewise, those that want their second reviewer */
};

gboolean
sky_finding_filter_is_of_logs (const SkyFindingFilter *filter)
{
  g_auto (GStrv) words = sky_words_wanted (filter->text);

  return !filter->changed && !filter->awaits_second && filter->round == 0 && filter->queues == 0
         && filter->severities == 0 && filter->states == 0 && filter->check == NULL
         && filter->dealer == NULL && filter->patron == NULL && words == NULL;
}

gboolean
sky_finding_filter_is_of_totals (const SkyFindingFilter *filter)
{
  g_auto (GStrv) words = sky_words_wanted (filter->text);

  /* Which of a check's are unsure, and so less severe, the totals do not tell. */
  return !filter->changed && !filter->awaits_second && filter->severities == 0 && filter->round == 0
         && filter->dealer == NULL && filter->patron == NULL && filter->property == NULL
         && filter->table == NULL && filter->game == NULL && filter->log == 0
         && filter->first_day == SKY_DAY_NONE && filter->last_day == SKY_DAY_NONE && !filter->by_eye
         && words == NULL;
}

/* Lets go of what only the first pass needs. */
static void
end_first_pass (SkyFindingScan *self)
{
  g_clear_pointer (&self->terms, g_ptr_array_unref);
  g_clear_pointer (&self->log_words, g_byte_array_unref);
  g_clear_pointer (&self->check_words, g_byte_array_unref);
  g_clear_pointer (&self->dealt, g_array_unref);
  g_clear_pointer (&self->sat, g_array_unref);
  g_clear_pointer (&self->reviewed, g_array_unref);
  g_clear_pointer (&self->awaiting, g_array_unref);
}

void
sky_finding_scan_free (SkyFindingScan *self)
{
  if (self == NULL)
    return;
  end_first_pass (self);
  sky_finding_filter_free (self->filter);
  g_array_unref (self->logs);
  g_array_unref (self->blocks);
  g_array_unref (self->checks);
  g_free (self);
}

/* --- What is looked for ----------------------------------------------------------------------- */

static const char *
get_word (SkyFindingScan *self, guint term)
{
  return ((const SkySearchTerm *) self->terms->pdata[term])->word;
}

static gboolean
has_word (const char *text, const char *word)
{
  return text != NULL && word != NULL && sky_words_have (text, word);
}

/* By its id, or by its plain name, in English or in the user's language. */
static gboolean
check_has_word (const char *name, const char *word)
{
  SkyCheck check;

  if (has_word (name, word))
    return TRUE;
  return sky_check_from_name (name, &check)
         && (has_word (sky_check_title (check), word)
             || has_word (g_dgettext (GETTEXT_PACKAGE, sky_check_title (check)), word));
}

static void
add_words_of (SkyFindingScan *self, GByteArray *flags, const char *first, const char *second)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      guint8 has = has_word (first, get_word (self, i)) || has_word (second, get_word (self, i));

      g_byte_array_append (flags, &has, 1);
    }
}

static int
compare_logs (gconstpointer a, gconstpointer b)
{
  const ScanLog *first = a, *second = b;

  return first->id < second->id ? -1 : first->id > second->id;
}

static gboolean
was_present (const GArray *presences, gint64 log)
{
  return presences == NULL
         || sky_presences_find (presences, log) < sky_presences_find (presences, log + 1);
}

/* The logs of the list, by their place in it. */
#define LOGS_IN_ORDER                                                                              \
  "SELECT l.id, l.property, l.table_name FROM logs l INDEXED BY logs_in_order "                    \
  "WHERE " SKY_LOG_FILTER "AND l.n_findings > 0 ORDER BY " SKY_LOG_ORDER

static gboolean
read_logs (SkyFindingScan *self, SkyStore *store, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, LOGS_IN_ORDER, error);
  g_autofree char *table = NULL;
  g_autofree char *property = NULL;
  guint32 words = 0;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, self->filter);
  while (sky_statement_next (statement, &row, error))
    {
      ScanLog log = { .rank = self->logs->len };

      if (!row)
        {
          g_array_sort (self->logs, compare_logs);
          return TRUE;
        }
      log.id = sky_statement_int (statement, 0);
      if (!was_present (self->dealt, log.id) || !was_present (self->sat, log.id))
        continue;
      /* The logs of a table come one after the other. */
      if (self->has_words
          && (g_strcmp0 (property, sky_statement_text (statement, 1)) != 0
              || g_strcmp0 (table, sky_statement_text (statement, 2)) != 0))
        {
          g_free (property);
          g_free (table);
          property = g_strdup (sky_statement_text (statement, 1));
          table = g_strdup (sky_statement_text (statement, 2));
          words = self->log_words->len;
          add_words_of (self, self->log_words, property, table);
        }
      log.words = words;
      g_array_append_val (self->logs, log);
    }
  return FALSE;
}

#define CHECKS                                                                                     \
  "SELECT c.id, c.queue, c.severity, c.name, " SKY_CHECK_FILTER ", " SKY_CHECK_FILTER_BY (         \
      SKY_SEVERITY_BY ("1 = 1", "c.severity")) "FROM checks c ORDER BY c.name"

/* Where the checks that a block names stand: each twice, of findings that are unsure behind. -1:
 * there is no such one. */
static gint64
place_of_check (gint64 check)
{
  if (check < 0 || check >= 2 * SKY_BLOCK_UNSURE)
    return -1;
  return check >= SKY_BLOCK_UNSURE ? 2 * (check - SKY_BLOCK_UNSURE) + 1 : 2 * check;
}

static void
get_checks (const SkyBlock *block, gint64 *places)
{
  sky_block_get_column (block, SKY_BLOCK_CHECK, places);
  for (guint i = 0; i < block->n; i++)
    places[i] = place_of_check (places[i]);
}

static void
add_check (SkyFindingScan *self, gint64 place, const ScanCheck *check, const char *name)
{
  if (place >= self->checks->len)
    {
      g_array_set_size (self->checks, (guint) place + 1);
      g_byte_array_set_size (self->check_words, ((guint) place + 1) * self->terms->len);
    }
  g_array_index (self->checks, ScanCheck, place) = *check;
  for (guint i = 0; i < self->terms->len; i++)
    self->check_words->data[place * self->terms->len + i] =
        check_has_word (name, get_word (self, i));
}

static gboolean
read_checks (SkyFindingScan *self, SkyStore *store, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, CHECKS, error);
  guint32 rank = 0;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, self->filter);
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id, queue, severity;
      ScanCheck check = { .known = TRUE, .by_name = rank };

      if (!row)
        return TRUE;
      id = sky_statement_int (statement, 0);
      queue = sky_statement_int (statement, 1);
      severity = sky_statement_int (statement, 2);
      if (id < 0 || id > G_MAXUINT16 || queue < 0 || queue >= SKY_N_QUEUES || severity < 0
          || severity >= SKY_N_SEVERITIES)
        return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                                 "the store is damaged: there is no such queue or severity");
      check.queue = (guint) queue;
      check.severity = (guint32) severity;
      check.wanted = sky_statement_int (statement, 4) != 0;
      add_check (self, place_of_check (id), &check, sky_statement_text (statement, 3));
      check.severity = MIN (check.severity, SKY_SEVERITY_MAJOR);
      check.wanted = sky_statement_int (statement, 5) != 0;
      add_check (self, place_of_check (id + SKY_BLOCK_UNSURE), &check,
                 sky_statement_text (statement, 3));
      rank++;
    }
  return FALSE;
}

/* When a dealer, a patron was there. */
#define DEALT                                                                                      \
  "SELECT log, 0, first_seq, last_seq FROM duties "                                                \
  "WHERE credential = ? AND role = 'dealer' ORDER BY log"
#define SAT "SELECT log, seat, first_seq, last_seq FROM seatings WHERE player = ? ORDER BY log"

/* Returns: (element-type SkyPresence): of @who by @sql; NULL with @error set. */
static GArray *
read_presences (SkyStore *store, const char *sql, const char *who, GError **error)
{
  g_autoptr (GArray) presences = g_array_new (FALSE, FALSE, sizeof (SkyPresence));

  return sky_presences_read (store, sql, who, presences, error) ? g_steal_pointer (&presences)
                                                                : NULL;
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* So many of the blocks at a time: a database that is far away sends them all at once. */
#define FEWEST_AT_ONCE 8
#define MOST_AT_ONCE   64

/* Goes through the blocks from the least id to the greatest. */
typedef struct
{
  SkyStatement *statement;
  gint64 id;    /* G_MAXINT64: there is none any more */
  guint n_left; /* that may yet come of those asked for */
  guint n_asked;
} Cursor;

static gboolean
cursor_ask (Cursor *self, gint64 id, guint n, GError **error)
{
  gboolean row;

  sky_statement_rewind (self->statement);
  sky_statement_put_int (self->statement, id);
  sky_statement_put_int (self->statement, n);
  if (!sky_statement_next (self->statement, &row, error))
    return FALSE;
  self->n_asked = n;
  self->n_left = n - 1;
  self->id = row ? sky_statement_int (self->statement, 0) : G_MAXINT64;
  return TRUE;
}

/* Whoever goes on from block to block is given more of them at a time. */
static gboolean
cursor_next (Cursor *self, GError **error)
{
  gboolean row;

  if (self->id == G_MAXINT64)
    return TRUE;
  if (self->n_left == 0)
    return cursor_ask (self, self->id + 1, MIN (2 * self->n_asked, MOST_AT_ONCE), error);
  if (!sky_statement_next (self->statement, &row, error))
    return FALSE;
  self->n_left--;
  self->id = row ? sky_statement_int (self->statement, 0) : G_MAXINT64;
  return TRUE;
}

static gboolean
cursor_look_up (Cursor *self, gint64 id, GError **error)
{
  return cursor_ask (self, id, FEWEST_AT_ONCE, error);
}

/* Goes on to the first block from @id on. */
static gboolean
cursor_seek (Cursor *self, gint64 id, GError **error)
{
  for (guint i = 0; self->id < id; i++)
    {
      if (i == PASSED_OVER)
        return cursor_look_up (self, id, error);
      if (!cursor_next (self, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
damaged (SkyStore *store, GError **error)
{
  return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                           "the store is damaged: a block of findings cannot be read");
}

static gboolean
read_block (Cursor *cursor, SkyStore *store, SkyBlock *block, GError **error)
{
  gsize size;
  const guint8 *bytes = sky_statement_data (cursor->statement, 1, &size);

  return (bytes != NULL && sky_block_read (block, bytes, size)) || damaged (store, error);
}

static gboolean
is_set (const guint64 *bits, guint i)
{
  return bits[i / 64] >> (i % 64) & 1;
}

static void
keep (guint64 *bits, guint i, gboolean wanted)
{
  if (!wanted)
    bits[i / 64] &= ~(G_GUINT64_CONSTANT (1) << i % 64);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const gint64 *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

static void
sift_changes (SkyFindingScan *self, const SkyBlock *block, guint64 *bits)
{
  gint64 ids[SKY_BLOCK_SIZE];

  sky_block_get_column (block, SKY_BLOCK_FINDING, ids);
  for (guint i = 0; i < block->n; i++)
    keep (bits, i,
          ids[i] > self->filter->since.finding
              || (self->reviewed->len > 0
                  && g_array_binary_search (self->reviewed, &ids[i], compare_ids, NULL)));
}

static void
sift_awaiting (SkyFindingScan *self, const SkyBlock *block, guint64 *bits)
{
  gint64 ids[SKY_BLOCK_SIZE];

  sky_block_get_column (block, SKY_BLOCK_FINDING, ids);
  for (guint i = 0; i < block->n; i++)
    keep (bits, i,
          self->awaiting->len > 0
              && g_array_binary_search (self->awaiting, &ids[i], compare_ids, NULL));
}

/* @words: those of the block; NULL: no words are looked for. */
static gboolean
sift_terms (SkyFindingScan *self,
            const ScanLog *log,
            const SkyBlock *block,
            const gint64 *checks,
            const guint8 *words,
            gsize size,
            guint64 *bits)
{
  guint n = self->terms->len;

  for (guint t = 0; t < n; t++)
    {
      const SkySearchTerm *term = self->terms->pdata[t];
      guint64 have[MASKS] = { 0 };

      if (term->word != NULL && self->log_words->data[log->words + t])
        continue;
      if (term->word != NULL && !sky_words_find (words, size, term->word, have))
        return FALSE;
      for (guint i = 0; i < block->n; i++)
        if (self->check_words->data[checks[i] * n + t])
          have[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
      sky_search_term_find (term, log->id, block, have);
      for (guint m = 0; m < MASKS; m++)
        bits[m] &= have[m];
    }
  return TRUE;
}

/* Finds out which findings of a block are let through, and counts them. */
static gboolean
sift (SkyFindingScan *self,
      SkyStore *store,
      Cursor *cursor,
      const ScanLog *log,
      const SkyBlock *block,
      guint64 *bits,
      GError **error)
{
  const ScanCheck *infos = (const ScanCheck *) self->checks->data;
  gint64 checks[SKY_BLOCK_SIZE];
  guint states = self->filter->states != 0 ? self->filter->states : G_MAXUINT;

  get_checks (block, checks);
  for (guint i = 0; i < block->n; i++)
    {
      if (checks[i] < 0 || checks[i] >= self->checks->len || !infos[checks[i]].known
          || block->states[i] >= SKY_N_REVIEW_STATES)
        return damaged (store, error);
      bits[i / 64] |= (guint64) (infos[checks[i]].wanted && (states >> block->states[i] & 1))
                      << i % 64;
    }
  if (self->filter->round != 0)
    {
      gint64 rounds[SKY_BLOCK_SIZE];

      sky_block_get_column (block, SKY_BLOCK_ROUND, rounds);
      for (guint i = 0; i < block->n; i++)
        keep (bits, i, rounds[i] == self->filter->round);
    }
  if (self->dealt != NULL)
    sky_presences_sift (self->dealt, log->id, block, bits);
  if (self->sat != NULL)
    sky_presences_sift (self->sat, log->id, block, bits);
  if (self->reviewed != NULL)
    sift_changes (self, block, bits);
  if (self->awaiting != NULL)
    sift_awaiting (self, block, bits);
  if (self->terms->len > 0)
    {
      gsize size = 0;
      const guint8 *words =
          self->has_words ? sky_statement_data (cursor->statement, 2, &size) : NULL;

      if ((self->has_words && words == NULL)
          || !sift_terms (self, log, block, checks, words, size, bits))
        return damaged (store, error);
    }
  for (guint i = 0; i < block->n; i++)
    self->counts.counts[infos[checks[i]].queue][block->states[i]] += is_set (bits, i);
  return TRUE;
}

/* --- Keys ------------------------------------------------------------------------------------- */

/* The ranks of the logs in the order of days; in that of the record they have been read. */
#define LOGS_BY_DAY                                                                                \
  "SELECT l.id FROM logs l INDEXED BY logs_by_day WHERE " SKY_LOG_FILTER                           \
  "AND l.n_findings > 0 ORDER BY l.gaming_day, l.table_name, l.property, l.game"

static gboolean
rank_logs_by_day (SkyFindingScan *self, SkyStore *store, guint32 *ranks, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, LOGS_BY_DAY, error);
  guint32 rank = 0;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, self->filter);
  while (sky_statement_next (statement, &row, error))
    {
      ScanLog log = { 0 };
      guint at;

      if (!row)
        return TRUE;
      log.id = sky_statement_int (statement, 0);
      if (g_array_binary_search (self->logs, &log, compare_logs, &at))
        ranks[at] = rank++;
    }
  return FALSE;
}

/* The ranks of the texts by their ids, from 1; 0: there is no such text. */
static GArray *
rank_texts (SkyStore *store, GError **error)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_autoptr (SkyStatement) statement = sky_statement_get_either (
      store, "SELECT id FROM texts ORDER BY text", "SELECT t FROM text_order () t", error);
  guint32 rank = 0;
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id;

      if (!row)
        return g_steal_pointer (&ranks);
      id = sky_statement_int (statement, 0);
      if (id < 0 || id > G_MAXINT32)
        break;
      if (id >= ranks->len)
        g_array_set_size (ranks, (guint) MAX (id + 1, 2 * (gint64) ranks->len));
      g_array_index (ranks, guint32, id) = ++rank;
    }
  if (error == NULL || *error == NULL)
    damaged (store, error);
  return NULL;
}

static SkyBlockColumn
column_of (SkyFindingSort sort)
{
  switch (sort)
    {
    case SKY_FINDING_SORT_TIME:
    case SKY_FINDING_SORT_CHECK:
    case SKY_FINDING_SORT_SEVERITY:
    case SKY_FINDING_SORT_STATE:
      return SKY_BLOCK_AT;
    case SKY_FINDING_SORT_VARIANCE:
      return SKY_BLOCK_VARIANCE;
    case SKY_FINDING_SORT_ROUND:
      return SKY_BLOCK_ROUND;
    case SKY_FINDING_SORT_WHAT:
      return SKY_BLOCK_WHAT;
    case SKY_FINDING_SORT_RECORD:
    case SKY_FINDING_SORT_DAY:
    case SKY_FINDING_SORT_SIGHT:
    case SKY_N_FINDING_SORTS:
    default:
      return SKY_N_BLOCK_COLUMNS;
    }
}

static guint64
key_of (const SkyScanList *order, gint64 value)
{
  if (order->text_ranks == NULL)
    return (guint64) value ^ G_GUINT64_CONSTANT (1) << 63;
  return value >= 0 && value < order->text_ranks->len
             ? g_array_index (order->text_ranks, guint32, value)
             : 0;
}

/* Whether the order begins with what has few values. */
static gboolean
has_groups (const SkyScanList *order)
{
  return order->sort == SKY_FINDING_SORT_CHECK || order->sort == SKY_FINDING_SORT_SEVERITY
         || order->sort == SKY_FINDING_SORT_STATE;
}

static guint32
group_of (const SkyFindingScan *self, SkyFindingSort sort, gint64 check, guint8 state)
{
  const ScanCheck *info = &g_array_index (self->checks, ScanCheck, check);

  if (sort == SKY_FINDING_SORT_STATE)
    return state;
  return sort == SKY_FINDING_SORT_CHECK ? info->by_name
                                        : info->severity * self->checks->len + info->by_name;
}

/* Makes room for @n more. Returns: where the first of them is. */
static gpointer
add_room (GArray *array, guint n)
{
  g_array_set_size (array, array->len + n);
  return array->data + (gsize) (array->len - n) * g_array_get_element_size (array);
}

/* @block is NULL where the logs' ranks alone are the order. */
static void
collect_block (SkyFindingScan *self,
               SkyScanList *order,
               const ScanBlock *matched,
               const SkyBlock *block)
{
  guint32 first = (guint32) ((matched->id & ((1 << SKY_BLOCK_SHIFT) - 1)) * SKY_BLOCK_SIZE);
  guint64 rank = 0;
  gint64 values[SKY_BLOCK_SIZE], checks[SKY_BLOCK_SIZE];
  guint n_all = block != NULL ? block->n : SKY_BLOCK_SIZE;
  gboolean grouped = has_groups (order);
  SkyScanRow *row = add_room (order->rows, n_all);
  guint32 *group = grouped ? add_room (order->groups, n_all) : NULL;
  guint n = 0;

  if (order->column != SKY_N_BLOCK_COLUMNS)
    sky_block_get_column (block, order->column, values);
  else
    rank = order->log_ranks != NULL ? order->log_ranks[matched->log]
                                    : g_array_index (self->logs, ScanLog, matched->log).rank;
  if (grouped)
    get_checks (block, checks);

  for (guint i = 0; i < n_all; i++)
    {
      if (!is_set (matched->bits, i))
        continue;
      row[n].key = order->column != SKY_N_BLOCK_COLUMNS ? key_of (order, values[i]) : rank;
      row[n].log = matched->log;
      row[n].position = first + i;
      if (grouped)
        group[n] = group_of (self, order->sort, checks[i], block->states[i]);
      n++;
    }
  g_array_set_size (order->rows, order->rows->len - n_all + n);
  if (grouped)
    g_array_set_size (order->groups, order->rows->len);
}

/* Finds out what the keys of the list's order are. */
static gboolean
prepare (SkyFindingScan *self, SkyStore *store, SkyScanList *list, GError **error)
{
  if (list->sort == SKY_FINDING_SORT_DAY)
    {
      list->log_ranks = g_new0 (guint32, self->logs->len + 1);
      return rank_logs_by_day (self, store, list->log_ranks, error);
    }
  if (list->sort == SKY_FINDING_SORT_WHAT)
    {
      list->text_ranks = rank_texts (store, error);
      return list->text_ranks != NULL;
    }
  return TRUE;
}

/* --- Scanning ----------------------------------------------------------------------------------
 */

#define BLOCKS "SELECT b.id, b.columns FROM finding_blocks b WHERE b.id >= ? ORDER BY b.id LIMIT ?"
#define BLOCKS_WITH_WORDS                                                                          \
  "SELECT b.id, b.columns, w.words FROM finding_blocks b "                                         \
  "CROSS JOIN word_blocks w WHERE w.id = b.id AND b.id >= ? ORDER BY b.id LIMIT ?"

static gboolean
scan_log (SkyFindingScan *self,
          SkyStore *store,
          Cursor *cursor,
          guint index,
          SkyScanList *list,
          GError **error)
{
  const ScanLog *log = &g_array_index (self->logs, ScanLog, index);

  if (!cursor_seek (cursor, SKY_BLOCK_ID (log->id, 0), error))
    return FALSE;
  while (cursor->id < SKY_BLOCK_ID (log->id + 1, 0))
    {
      ScanBlock matched = { .id = cursor->id, .log = index };
      SkyBlock block;

      if (!read_block (cursor, store, &block, error)
          || !sift (self, store, cursor, log, &block, matched.bits, error))
        return FALSE;
      if ((matched.bits[0] | matched.bits[1] | matched.bits[2] | matched.bits[3]) != 0)
        {
          g_array_append_val (self->blocks, matched);
          if (list != NULL)
            collect_block (self, list, &matched, &block);
        }
      if (!cursor_next (cursor, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
scan_blocks (SkyFindingScan *self, SkyStore *store, SkyScanList *list, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, self->has_words ? BLOCKS_WITH_WORDS : BLOCKS, error);
  Cursor cursor = { .statement = statement, .id = G_MININT64 };

  if (statement == NULL)
    return FALSE;
  if (self->logs->len > 0
      && !cursor_look_up (&cursor, SKY_BLOCK_ID (g_array_index (self->logs, ScanLog, 0).id, 0),
                          error))
    return FALSE;
  for (guint i = 0; i < self->logs->len; i++)
    if (!scan_log (self, store, &cursor, i, list, error))
      return FALSE;
  for (guint queue = 0; queue < SKY_N_QUEUES; queue++)
    for (guint state = 0; state < SKY_N_REVIEW_STATES; state++)
      self->counts.total += self->counts.counts[queue][state];
  return TRUE;
}

SkyFindingScan *
sky_finding_scan_new (SkyStore *store,
                      const SkyFindingFilter *filter,
                      SkyScanList *list,
                      GError **error)
{
  g_autoptr (SkyFindingScan) self = g_new0 (SkyFindingScan, 1);

  self->filter = sky_finding_filter_copy (filter);
  self->logs = g_array_new (FALSE, FALSE, sizeof (ScanLog));
  self->blocks = g_array_new (FALSE, FALSE, sizeof (ScanBlock));
  self->checks = g_array_new (FALSE, TRUE, sizeof (ScanCheck));
  self->log_words = g_byte_array_new ();
  self->check_words = g_byte_array_new ();
  self->terms = sky_search_read (store, filter->text, error);
  if (self->terms == NULL)
    return NULL;
  self->has_words = sky_search_has_words (self->terms);
  if (filter->dealer != NULL
      && (self->dealt = read_presences (store, DEALT, filter->dealer, error)) == NULL)
    return NULL;
  if (filter->patron != NULL
      && (self->sat = read_presences (store, SAT, filter->patron, error)) == NULL)
    return NULL;
  if (filter->changed
      && (self->reviewed = sky_store_list_reviewed (store, &filter->since, filter->looker, error))
             == NULL)
    return NULL;
  if (filter->awaits_second && (self->awaiting = sky_store_list_awaiting (store, error)) == NULL)
    return NULL;
  if (!read_checks (self, store, error) || !read_logs (self, store, error)
      || (list != NULL && !prepare (self, store, list, error))
      || !scan_blocks (self, store, list, error))
    return NULL;
  end_first_pass (self);
  return g_steal_pointer (&self);
}

gboolean
sky_finding_scan_is_of (SkyFindingScan *self, const SkyFindingFilter *filter)
{
  return sky_finding_filter_equal (self->filter, filter);
}

const SkyFindingCounts *
sky_finding_scan_get_counts (SkyFindingScan *self)
{
  return &self->counts;
}

guint32
sky_finding_scan_get_n_logs (SkyFindingScan *self)
{
  return self->logs->len;
}

gint64
sky_finding_scan_get_log (SkyFindingScan *self, guint32 log)
{
  return g_array_index (self->logs, ScanLog, log).id;
}

gboolean
sky_finding_scan_collect (SkyFindingScan *self, SkyStore *store, SkyScanList *list, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  Cursor cursor;

  if (self->blocks->len == 0)
    return TRUE;
  if (!prepare (self, store, list, error))
    return FALSE;
  if (list->column == SKY_N_BLOCK_COLUMNS)
    {
      for (guint i = 0; i < self->blocks->len; i++)
        collect_block (self, list, &g_array_index (self->blocks, ScanBlock, i), NULL);
      return TRUE;
    }
  statement = sky_statement_get (store, BLOCKS, error);
  if (statement == NULL)
    return FALSE;
  cursor = (Cursor){ .statement = statement, .id = G_MININT64 };
  if (!cursor_look_up (&cursor, g_array_index (self->blocks, ScanBlock, 0).id, error))
    return FALSE;
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const ScanBlock *matched = &g_array_index (self->blocks, ScanBlock, i);
      SkyBlock block;

      if (!cursor_seek (&cursor, matched->id, error))
        return FALSE;
      if (cursor.id != matched->id)
        return damaged (store, error);
      if (!read_block (&cursor, store, &block, error))
        return FALSE;
      collect_block (self, list, matched, &block);
    }
  return TRUE;
}

SkyScanList *
sky_scan_list_new (SkyFindingSort sort)
{
  SkyScanList *self = g_new0 (SkyScanList, 1);

  self->sort = sort;
  self->column = column_of (sort);
  self->rows = g_array_new (FALSE, FALSE, sizeof (SkyScanRow));
  self->groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
sky_scan_list_free (SkyScanList *self)
{
  g_free (self->log_ranks);
  g_clear_pointer (&self->text_ranks, g_array_unref);
  g_array_unref (self->rows);
  g_array_unref (self->groups);
  g_free (self);
}

GArray *
sky_scan_list_get_rows (SkyScanList *self)
{
  return self->rows;
}

GArray *
sky_scan_list_get_groups (SkyScanList *self)
{
  return self->groups;
}
