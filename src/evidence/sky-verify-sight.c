/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures showed. Readings are held against the lines of the log that are in the package;
 * nothing here reads a picture again. */
#include "config.h"

#include "sky-json.h"
#include "sky-log-extract.h"
#include "sky-log.h"
#include "sky-sight-line.h"
#include "sky-verify-private.h"

#include <string.h>

#define SUFFIX ".sight.jsonl"

/* The readings of one log. */
typedef struct
{
  GHashTable *results; /* seq (gint64 *) → the dice of the result, as text */
  guint n_lines;
  guint wrong;                   /* the number of the first line that is wrong; 0: none */
  gboolean is_reading;           /* that one is a reading */
  guint n[SKY_N_SIGHT_VERDICTS]; /* by verdict */
  char *model;                   /* the digest that all of them state; NULL: none does */
  gboolean several;              /* they do not state the same */
} Readings;

static char *
dice_text (const gint64 *dice, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" PRId64, i > 0 ? "-" : "", dice[i]);
  return g_string_free (text, FALSE);
}

static GHashTable *
list_results (const SkyLogExtract *extract)
{
  GHashTable *results = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (extract->lines, extract->log, NULL);
  g_autoptr (SkyLogReader) reader = log != NULL ? sky_log_reader_new (log, NULL) : NULL;
  const SkyLine *line;

  while (reader != NULL && (line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_RESULT)
      {
        gint64 seq = (gint64) line->event.seq;

        g_hash_table_replace (results, g_memdup2 (&seq, sizeof seq),
                              dice_text (line->event.result.dice, line->event.result.n_dice));
      }
  return results;
}

/* The dice that the line says were recorded; NULL: it says none. */
static char *
dup_recorded (const SkyJsonNode *node)
{
  const SkyJsonNode *recorded = sky_json_member (node, "recorded");
  const SkyJsonNode *child;
  gint64 dice[3];

  if (recorded == NULL || recorded->kind != SKY_JSON_ARRAY
      || recorded->n_children > G_N_ELEMENTS (dice))
    return NULL;
  child = sky_json_first (recorded);
  for (guint i = 0; i < recorded->n_children; i++, child = sky_json_next (child))
    {
      if (child->kind != SKY_JSON_INT)
        return NULL;
      dice[i] = child->integer;
    }
  return dice_text (dice, recorded->n_children);
}

static void
note_model (Readings *self, const SkyJsonNode *node)
{
  g_autofree char *model = sky_json_dup_text (node, "model");

  if (self->n_lines == 1)
    self->model = g_steal_pointer (&model);
  else
    self->several |= g_strcmp0 (model, self->model) != 0;
}

static void
take_line (const char *line, gsize length, gpointer data)
{
  Readings *self = data;
  g_autoptr (SkyTestimony) testimony = sky_sight_line_read (line, length);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *recorded = NULL;
  const char *cause;
  gint64 seq;

  self->n_lines++;
  if (self->wrong != 0)
    return;
  if (testimony != NULL)
    {
      const SkyJsonNode *node = sky_json_parse (parser, line, length, FALSE, &cause);

      recorded = dup_recorded (node);
      note_model (self, node);
      self->n[testimony->verdict]++;
      seq = (gint64) testimony->seq;
    }
  if (testimony == NULL || recorded == NULL
      || g_strcmp0 (g_hash_table_lookup (self->results, &seq), recorded) != 0)
    {
      self->wrong = self->n_lines;
      self->is_reading = testimony != NULL && recorded != NULL;
    }
}

static void
verify_readings (SkyVerification *self,
                 const SkyPackageMember *member,
                 const SkyLogExtract *extract)
{
  Readings readings = { .results = list_results (extract) };
  g_autofree char *model = NULL;

  sky_verification_each_line (member->data, take_line, &readings);
  model = g_steal_pointer (&readings.model);
  g_hash_table_unref (readings.results);
  if (readings.wrong != 0 && readings.is_reading)
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          "%s: line %u states another result than the log has", member->name,
                          readings.wrong);
  else if (readings.wrong != 0)
    sky_verification_say (self, SKY_VERIFY_FAILS, "%s: line %u is no reading of a picture",
                          member->name, readings.wrong);
  else
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "%s: what the pictures show (agree: %u, contradict: %u, not read: %u; "
                          "model %s) was not read again: it is the signer's word alone",
                          member->name, readings.n[SKY_SIGHT_AGREES],
                          readings.n[SKY_SIGHT_CONTRADICTS], readings.n[SKY_SIGHT_CANNOT_READ],
                          readings.several || model == NULL ? "?" : model);
}

void
sky_verify_sight (SkyVerification *self)
{
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];
      const SkyPackageMember *lines = NULL, *proof = NULL;
      g_autoptr (SkyLogExtract) extract = NULL;

      if (!g_str_has_prefix (member->name, "log/") || !g_str_has_suffix (member->name, SUFFIX))
        continue;
      g_autofree char *log = g_strndup (member->name, strlen (member->name) - strlen (SUFFIX));
      g_autofree char *proof_name = g_strconcat (log, ".proof.json", NULL);
      lines = sky_package_find (self->package, log);
      proof = sky_package_find (self->package, proof_name);
      if (lines == NULL)
        sky_verification_say (self, SKY_VERIFY_FAILS, "%s: the lines that it is about are missing",
                              member->name);
      /* What is wrong with the lines is said where they are verified. */
      if (lines != NULL && proof != NULL
          && (extract = sky_log_extract_read (proof->data, lines->data, NULL)) != NULL)
        verify_readings (self, member, extract);
    }
}
