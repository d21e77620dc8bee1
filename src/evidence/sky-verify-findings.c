/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "sky-json.h"
#include "sky-recompute.h"
#include "sky-shown-text.h"
#include "sky-stored-finding.h"
#include "sky-verify-private.h"

/* A finding that the case has, as often as it has one of that name. */
typedef struct
{
  char *key;
  gint64 entry; /* that put it in */
  guint n;      /* how many of that name are in the case */
  guint n_here; /* and in the package */
} Wanted;

typedef struct
{
  SkyVerification *verification;
  GHashTable *found;  /* computed anew, as lines */
  GHashTable *wanted; /* what a finding is told from others by → Wanted */
  GHashTable *lines;  /* the line → its number */
  guint n_lines;
  guint n_good;
  guint n_cameras;
  guint n_bad;
} Findings;

static void
wanted_free (gpointer data)
{
  Wanted *self = data;

  g_free (self->key);
  g_free (self);
}

/* What a finding is told from others by, of its key: all but the game, which its JSON does not
 * have, and its place among several that are otherwise the same. Returns: a new string, or NULL. */
static char *
name_by_key (const char *key)
{
  SkyFindingName name;
  char day[SKY_DAY_TEXT_SIZE];
  char *text;

  if (!sky_finding_name_parse (&name, key))
    return NULL;
  text = g_strdup_printf ("%s\n%s\n%s\n%s\n%" PRIu64 "\n%s\n%" PRIu64, name.property, name.table,
                          sky_day_format (name.gaming_day, day), name.check, name.seq, name.wager,
                          name.line);
  sky_finding_name_clear (&name);
  return text;
}

static gint64
get_int (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *member = sky_json_member (object, name);

  return member != NULL && member->kind == SKY_JSON_INT ? member->integer : 0;
}

/* The same of its line. */
static char *
name_by_line (const SkyJsonNode *root)
{
  g_autofree char *property = sky_json_dup_text (root, "property");
  g_autofree char *table = sky_json_dup_text (root, "table");
  g_autofree char *day = sky_json_dup_text (root, "gaming_day");
  g_autofree char *check = sky_json_dup_text (root, "check");
  g_autofree char *wager = sky_json_dup_text (root, "wager");

  if (property == NULL || table == NULL || day == NULL || check == NULL)
    return NULL;
  return g_strdup_printf ("%s\n%s\n%s\n%s\n%" PRId64 "\n%s\n%" PRId64, property, table, day, check,
                          get_int (root, "seq"), wager != NULL ? wager : "",
                          get_int (root, "line"));
}

/* The findings that are in the case when all is said. */
static void
find_wanted (Findings *self)
{
  GHashTableIter each;
  gpointer key, number;

  g_hash_table_iter_init (&each, self->verification->standing);
  while (g_hash_table_iter_next (&each, &key, &number))
    {
      char *name = name_by_key (key);
      Wanted *wanted = name != NULL ? g_hash_table_lookup (self->wanted, name) : NULL;

      if (name == NULL)
        {
          g_autofree char *shown = sky_text_show (key);

          sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                                "ledger.jsonl: entry %" PRId64
                                " puts into the case what is no finding: %s",
                                *(gint64 *) number, shown);
          self->n_bad++;
          continue;
        }
      if (wanted == NULL)
        {
          wanted = g_new0 (Wanted, 1);
          wanted->key = g_strdup (key);
          wanted->entry = *(gint64 *) number;
          g_hash_table_insert (self->wanted, g_strdup (name), wanted);
        }
      wanted->n++;
      g_free (name);
    }
}

/* Whether the case has the finding of that line, and as often. */
static const char *
judge_in_case (Findings *self, const SkyJsonNode *root)
{
  g_autofree char *name = root != NULL ? name_by_line (root) : NULL;
  Wanted *wanted = name != NULL ? g_hash_table_lookup (self->wanted, name) : NULL;

  if (wanted == NULL)
    return sky_phrase_words ("is not in the case by any entry of the ledger");
  wanted->n_here++;
  return wanted->n_here > wanted->n ? sky_phrase_words ("is there more often than in the case")
                                    : NULL;
}

static void
check_finding (const char *line, gsize length, gpointer data)
{
  Findings *self = data;
  g_autofree char *text = g_strndup (line, length);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, line, length, FALSE, &cause);
  g_autofree char *check = root != NULL ? sky_json_dup_text (root, "check") : NULL;
  g_autofree char *shown = sky_text_show (check != NULL ? check : "?");
  const char *wrong = NULL;
  SkyCheck known;
  guint before;

  self->n_lines++;
  if (strlen (text) == length && g_hash_table_contains (self->found, text))
    self->n_good++;
  else if (check != NULL && sky_check_from_name (check, &known) && !sky_recompute_can (check))
    self->n_cameras++;
  else
    wrong = sky_phrase_words ("does not follow from the log's lines");
  if (wrong != NULL)
    {
      sky_verification_say (self->verification, SKY_VERIFY_FAILS, "findings.jsonl: line %u (%s) %s",
                            self->n_lines, shown, wrong);
      self->n_bad++;
    }
  wrong = judge_in_case (self, root);
  before = GPOINTER_TO_UINT (g_hash_table_lookup (self->lines, text));
  if (before != 0)
    sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                          "findings.jsonl: line %u (%s) is line %u again", self->n_lines, shown,
                          before);
  else if (wrong != NULL)
    sky_verification_say (self->verification, SKY_VERIFY_FAILS, "findings.jsonl: line %u (%s) %s",
                          self->n_lines, shown, wrong);
  self->n_bad += before != 0 || wrong != NULL;
  if (before == 0)
    g_hash_table_insert (self->lines, g_steal_pointer (&text), GUINT_TO_POINTER (self->n_lines));
}

/* Each finding that the case has must be there. */
static void
check_missing (Findings *self)
{
  GHashTableIter each;
  gpointer value;

  g_hash_table_iter_init (&each, self->wanted);
  while (g_hash_table_iter_next (&each, NULL, &value))
    {
      const Wanted *wanted = value;
      g_autofree char *key = sky_text_show (wanted->key);

      if (wanted->n_here >= wanted->n)
        continue;
      sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                            "findings.jsonl: %s, which entry %" PRId64
                            " of the ledger put into the case, is missing",
                            key, wanted->entry);
      self->n_bad++;
    }
}

void
sky_verify_findings (SkyVerification *self, GBytes *findings, GHashTable *found)
{
  g_autoptr (GHashTable) wanted =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, wanted_free);
  g_autoptr (GHashTable) lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Findings checked = { .verification = self, .found = found, .wanted = wanted, .lines = lines };

  find_wanted (&checked);
  sky_verification_each_line (findings, check_finding, &checked);
  check_missing (&checked);
  if (checked.n_bad == 0 && checked.n_good > 0)
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "findings.jsonl: %u of %u findings recomputed from the log's lines; "
                          "they are those of the case",
                          checked.n_good, checked.n_lines);
  else if (checked.n_bad == 0)
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "findings.jsonl: its %u findings are those of the "
                          "case",
                          checked.n_lines);
  if (checked.n_cameras > 0)
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "findings.jsonl: what %u findings say of cameras and recordings is the "
                          "signer's word alone",
                          checked.n_cameras);
}
