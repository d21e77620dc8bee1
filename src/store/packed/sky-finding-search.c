/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-search.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* --- Presences -------------------------------------------------------------------------------- */

guint
sky_presences_find (const GArray *presences, gint64 log)
{
  guint low = 0, high = presences->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (presences, SkyPresence, middle).log < log)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
sky_presences_read (
    SkyStore *store, const char *sql, const char *who, GArray *presences, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, who);
  while (sky_statement_next (statement, &row, error))
    {
      SkyPresence presence;

      if (!row)
        return TRUE;
      presence.log = sky_statement_int (statement, 0);
      presence.seat = sky_statement_int (statement, 1);
      presence.first_seq = sky_statement_int (statement, 2);
      presence.last_seq = sky_statement_int (statement, 3);
      g_array_append_val (presences, presence);
    }
  return FALSE;
}

static gboolean
was_there (const GArray *presences, guint first, gint64 log, gint64 seat, gint64 seq)
{
  for (guint i = first; i < presences->len; i++)
    {
      const SkyPresence *presence = &g_array_index (presences, SkyPresence, i);

      if (presence->log != log)
        return FALSE;
      if ((presence->seat == 0 || presence->seat == seat) && presence->first_seq <= seq
          && seq <= presence->last_seq)
        return TRUE;
    }
  return FALSE;
}

void
sky_presences_sift (const GArray *presences, gint64 log, const SkyBlock *block, guint64 *bits)
{
  gint64 seats[SKY_BLOCK_SIZE], seqs[SKY_BLOCK_SIZE];
  guint first = sky_presences_find (presences, log);

  sky_block_get_column (block, SKY_BLOCK_SEAT, seats);
  sky_block_get_column (block, SKY_BLOCK_SEQ, seqs);
  for (guint i = 0; i < block->n; i++)
    if ((bits[i / 64] >> i % 64 & 1) && !was_there (presences, first, log, seats[i], seqs[i]))
      bits[i / 64] &= ~(G_GUINT64_CONSTANT (1) << i % 64);
}

/* --- What is typed ---------------------------------------------------------------------------- */

static void
term_free (gpointer data)
{
  SkySearchTerm *term = data;

  g_free (term->word);
  g_clear_pointer (&term->on_duty, g_array_unref);
  g_clear_pointer (&term->said, g_array_unref);
  g_free (term);
}

/* What a number that is typed can be of, as people call it. */
static const struct
{
  SkyBlockColumn column;
  const char *name;
} numbers[] = {
  { SKY_BLOCK_SEAT, NC_ ("search", "seat") },
  { SKY_BLOCK_ROUND, NC_ ("search", "round") },
};

static gboolean
is_called (const char *word, const char *name)
{
  g_auto (GStrv) folded = sky_words_wanted (name);

  return folded != NULL && g_str_equal (word, folded[0]);
}

/* TRUE when @word is what the numbers of @column are called by. */
static gboolean
read_column (const char *word, SkyBlockColumn *column)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (is_called (word, numbers[i].name)
        || is_called (word, g_dpgettext2 (GETTEXT_PACKAGE, "search", numbers[i].name)))
      {
        *column = numbers[i].column;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_number (const char *word, gint64 *number)
{
  return word != NULL && g_ascii_string_to_signed (word, 10, 0, G_MAXINT64, number, NULL);
}

static SkySearchTerm *
word_term (const char *word)
{
  SkySearchTerm *term = g_new0 (SkySearchTerm, 1);

  term->word = g_strdup (word);
  term->on_duty = g_array_new (FALSE, FALSE, sizeof (SkyPresence));
  term->said = g_array_new (FALSE, FALSE, sizeof (gint64));
  return term;
}

static GPtrArray *
read_terms (const char *text)
{
  g_autoptr (GPtrArray) terms = g_ptr_array_new_with_free_func (term_free);
  g_auto (GStrv) words = sky_words_wanted (text);

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      SkyBlockColumn column;
      gint64 number;

      if (read_column (words[i], &column) && read_number (words[i + 1], &number))
        {
          SkySearchTerm *term = g_new0 (SkySearchTerm, 1);

          term->column = column;
          term->number = number;
          g_ptr_array_add (terms, term);
          i++;
        }
      else
        g_ptr_array_add (terms, word_term (words[i]));
    }
  return g_steal_pointer (&terms);
}

/* --- Who was on duty -------------------------------------------------------------------------- */

/* From one credential to the next, however often each was on duty; called as the latest log does.
 */
#define STAFF                                                                                      \
  "WITH RECURSIVE staff (credential) AS ("                                                         \
  "SELECT min (credential) FROM duties "                                                           \
  "UNION ALL SELECT (SELECT min (d.credential) FROM duties d WHERE d.credential > s.credential)"   \
  " FROM staff s WHERE s.credential IS NOT NULL) "                                                 \
  "SELECT s.credential, (SELECT d.name FROM duties d WHERE d.credential = s.credential"            \
  " ORDER BY d.log DESC LIMIT 1) FROM staff s WHERE s.credential IS NOT NULL"
#define ON_DUTY "SELECT log, 0, first_seq, last_seq FROM duties WHERE credential = ? ORDER BY log"

static gboolean
list_staff (SkyStore *store, GPtrArray *credentials, GPtrArray *names, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, STAFF, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return TRUE;
      g_ptr_array_add (credentials, g_strdup (sky_statement_text (statement, 0)));
      g_ptr_array_add (names, g_strdup (sky_statement_text (statement, 1)));
    }
  return FALSE;
}

static int
compare_presences (gconstpointer a, gconstpointer b)
{
  const SkyPresence *first = a, *second = b;

  return first->log < second->log ? -1 : first->log > second->log;
}

static gboolean
look_for_staff (SkyStore *store, GPtrArray *terms, GError **error)
{
  g_autoptr (GPtrArray) credentials = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (!list_staff (store, credentials, names, error))
    return FALSE;
  for (guint t = 0; t < terms->len; t++)
    {
      SkySearchTerm *term = terms->pdata[t];

      if (term->word == NULL)
        continue;
      for (guint i = 0; i < credentials->len; i++)
        if ((sky_words_have (credentials->pdata[i], term->word)
             || sky_words_have (names->pdata[i], term->word))
            && !sky_presences_read (store, ON_DUTY, credentials->pdata[i], term->on_duty, error))
          return FALSE;
      g_array_sort (term->on_duty, compare_presences);
    }
  return TRUE;
}

/* --- What was said ---------------------------------------------------------------------------- */

#define SAID                                                                                       \
  "SELECT finding, text FROM ledger WHERE finding IS NOT NULL AND text IS NOT NULL AND text != ''"

/* A text that somebody said of a finding. */
typedef struct
{
  char *finding; /* its key */
  char *text;
} Saying;

static void
clear_saying (gpointer data)
{
  Saying *saying = data;

  g_free (saying->finding);
  g_free (saying->text);
}

static gboolean
has_any (const GPtrArray *terms, const char *text)
{
  for (guint i = 0; i < terms->len; i++)
    {
      const SkySearchTerm *term = terms->pdata[i];

      if (term->word != NULL && sky_words_have (text, term->word))
        return TRUE;
    }
  return FALSE;
}

/* Returns: (element-type Saying): those with a word that is looked for. */
static GArray *
list_sayings (SkyStore *store, const GPtrArray *terms, GError **error)
{
  g_autoptr (GArray) sayings = g_array_new (FALSE, FALSE, sizeof (Saying));
  g_autoptr (SkyStatement) statement = sky_statement_get (store, SAID, error);
  gboolean row;

  g_array_set_clear_func (sayings, clear_saying);
  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      const char *text;

      if (!row)
        return g_steal_pointer (&sayings);
      text = sky_statement_text (statement, 1);
      if (has_any (terms, text))
        {
          Saying saying = { g_strdup (sky_statement_text (statement, 0)), g_strdup (text) };

          g_array_append_val (sayings, saying);
        }
    }
  return NULL;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const gint64 *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

static gboolean
look_for_sayings (SkyStore *store, GPtrArray *terms, GError **error)
{
  g_autoptr (GArray) sayings = list_sayings (store, terms, error);

  if (sayings == NULL)
    return FALSE;
  for (guint i = 0; i < sayings->len; i++)
    {
      const Saying *saying = &g_array_index (sayings, Saying, i);
      gint64 id;

      if (!sky_store_look_up_finding (store, saying->finding, &id, error))
        return FALSE;
      for (guint t = 0; id != 0 && t < terms->len; t++)
        {
          SkySearchTerm *term = terms->pdata[t];

          if (term->word != NULL && sky_words_have (saying->text, term->word))
            g_array_append_val (term->said, id);
        }
    }
  for (guint t = 0; t < terms->len; t++)
    {
      SkySearchTerm *term = terms->pdata[t];

      if (term->word != NULL)
        g_array_sort (term->said, compare_ids);
    }
  return TRUE;
}

/* --- Searching -------------------------------------------------------------------------------- */

gboolean
sky_search_has_words (const GPtrArray *terms)
{
  for (guint i = 0; i < terms->len; i++)
    if (((const SkySearchTerm *) terms->pdata[i])->word != NULL)
      return TRUE;
  return FALSE;
}

GPtrArray *
sky_search_read (SkyStore *store, const char *text, GError **error)
{
  g_autoptr (GPtrArray) terms = read_terms (text);

  if (sky_search_has_words (terms)
      && (!look_for_staff (store, terms, error) || !look_for_sayings (store, terms, error)))
    return NULL;
  return g_steal_pointer (&terms);
}

void
sky_search_term_find (const SkySearchTerm *term, gint64 log, const SkyBlock *block, guint64 *bits)
{
  gint64 values[SKY_BLOCK_SIZE];

  if (term->word == NULL)
    {
      sky_block_get_column (block, term->column, values);
      for (guint i = 0; i < block->n; i++)
        bits[i / 64] |= (guint64) (values[i] == term->number) << i % 64;
      return;
    }
  if (sky_presences_find (term->on_duty, log) < sky_presences_find (term->on_duty, log + 1))
    {
      guint64 there[SKY_BLOCK_SIZE / 64];

      memset (there, 0xff, sizeof there);
      sky_presences_sift (term->on_duty, log, block, there);
      for (guint i = 0; i < block->n; i++)
        bits[i / 64] |= there[i / 64] & G_GUINT64_CONSTANT (1) << i % 64;
    }
  if (term->said->len == 0)
    return;
  sky_block_get_column (block, SKY_BLOCK_FINDING, values);
  for (guint i = 0; i < block->n; i++)
    if (g_array_binary_search (term->said, &values[i], compare_ids, NULL))
      bits[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
}
