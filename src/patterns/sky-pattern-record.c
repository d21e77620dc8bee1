/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-record.h"

#include "sky-account.h"
#include "sky-json-writer.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"

#include <math.h>
#include <string.h>

#define VERSION 1

/* What other machines' floating point may make of the same counts, relative to 1 or the value. */
#define TOLERANCE 1e-9

/* ln C that confirms. */
#define LN_CONFIRMS log (1000)

/* The comparisons of a pair. */
static const struct
{
  const char *ln_r;
  const char *ln_c;
} parts[] = { { "ln_r_others", "ln_c_others" }, { "ln_r_elsewhere", "ln_c_elsewhere" } };

static void
add_logarithm (GString *json, const char *name, long double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  sky_json_add_string (json, name, g_ascii_formatd (text, sizeof text, "%.17g", (double) value));
}

char *
sky_pattern_dup_record (const SkyPattern *self)
{
  const SkyStreamStanding *standing = &self->standing;
  g_autofree char *unit = NULL;
  char day[SKY_DAY_TEXT_SIZE];
  GString *json;

  if (self->account == NULL || standing->state == SKY_STREAM_QUIET)
    return NULL;
  unit = sky_pattern_unit (self);
  json = g_string_new (NULL);
  sky_json_begin_object (json, NULL);
  sky_json_begin_object (json, "pattern");
  sky_json_add_int (json, "version", VERSION);
  sky_json_add_string (json, "check", sky_family_to_check (self->family));
  sky_json_add_string (json, "property", self->property);
  sky_json_add_string (json, "unit", unit);
  sky_json_add_string (json, "state", sky_pattern_state (self));
  sky_json_add_string (json, "reported_on", sky_day_format (standing->reported_on, day));
  add_logarithm (json, "ln_a", standing->ln_a);
  add_logarithm (json, "ln_r", standing->ln_r);
  sky_json_add_string (json, "lead", self->lead);
  add_logarithm (json, "ln_c", standing->ln_c);
  for (guint i = 0; i < G_N_ELEMENTS (parts) && self->family == SKY_FAMILY_PAIRS; i++)
    {
      add_logarithm (json, parts[i].ln_r, standing->ln_r_of[i]);
      add_logarithm (json, parts[i].ln_c, standing->ln_c_of[i]);
    }
  sky_json_add_raw (json, "account", self->account);
  sky_json_end_object (json);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

/* Reads a logarithm; NAN when it is none. */
static double
read_logarithm (const SkyJsonNode *record, const char *name)
{
  g_autofree char *text = sky_json_dup_text (record, name);
  char *end = NULL;
  double value = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  return text != NULL && end != text && *end == '\0' && isfinite (value) ? value : NAN;
}

static gboolean
is_near (double said, long double computed)
{
  return fabsl (said - computed) <= TOLERANCE * MAX (1, fabsl (computed));
}

static char *
tell (double value)
{
  return g_strdup_printf ("%.6f", value);
}

/* The logarithm of a pair that does not follow; NULL: all do. */
static const char *
find_different_part (const SkyJsonNode *record, const SkyStreamStanding *standing)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (!is_near (read_logarithm (record, parts[i].ln_r), standing->ln_r_of[i]))
        return parts[i].ln_r;
      if (!is_near (read_logarithm (record, parts[i].ln_c), standing->ln_c_of[i]))
        return parts[i].ln_c;
    }
  return NULL;
}

static gboolean
is_of_pair (const SkyJsonNode *record)
{
  g_autofree char *kind =
      sky_json_dup_text (sky_json_member (sky_json_member (record, "account"), "history"), "kind");

  return g_strcmp0 (kind, "pair") == 0;
}

/* What does not follow: NULL when all does. */
static char *
find_difference (const SkyJsonNode *record, const SkyStreamStanding *standing, const char *lead)
{
  g_autofree char *said = sky_json_dup_text (record, "lead");
  g_autofree char *state = sky_json_dup_text (record, "state");
  double ln_r = read_logarithm (record, "ln_r"), ln_c = read_logarithm (record, "ln_c");
  double ln_a = read_logarithm (record, "ln_a");
  g_autofree char *first = tell (ln_r);
  g_autofree char *second = tell (ln_c);
  g_autofree char *r = tell ((double) standing->ln_r);
  g_autofree char *c = tell ((double) standing->ln_c);
  gboolean confirms = standing->ln_c >= LN_CONFIRMS;
  const char *part = is_of_pair (record) ? find_different_part (record, standing) : NULL;

  if (!is_near (ln_r, standing->ln_r))
    return sky_phrase ("ln R is %s by its counts, not %s", r, first);
  if (g_strcmp0 (said, lead) != 0)
    return sky_phrase ("the evidence is greatest for %s by its counts, not for %s", lead, said);
  if (!(standing->ln_r >= ln_a))
    return sky_phrase ("ln R is %s, which is too little for a report", r);
  if (!is_near (ln_c, standing->ln_c))
    return sky_phrase ("ln C is %s by its counts, not %s", c, second);
  if (part != NULL)
    return sky_phrase ("%s does not follow from its counts", part);
  if ((g_strcmp0 (state, "confirmed") == 0) != confirms)
    return sky_phrase ("it is “%s”, and ln C is %s", state, c);
  return NULL;
}

static gboolean
check (const SkyJsonNode *record, char **name, char **cause)
{
  const SkyJsonNode *version = sky_json_member (record, "version");
  g_autofree char *id = sky_json_dup_text (record, "check");
  g_autofree char *unit = sky_json_dup_text (record, "unit");
  g_autofree char *lead = NULL;
  g_autofree char *why = NULL;
  SkyStreamStanding standing;

  *name = g_strdup_printf ("%s %s", id != NULL ? id : "?", unit != NULL ? unit : "?");
  if (version == NULL || version->kind != SKY_JSON_INT || version->integer != VERSION)
    *cause = sky_phrase ("its version is not %d", VERSION);
  else if (!sky_account_compute (sky_json_member (record, "account"), &standing, &lead, &why))
    *cause = sky_phrase ("its counts cannot be read: %s", why);
  else
    *cause = find_difference (record, &standing, lead);
  return *cause == NULL;
}

gboolean
sky_pattern_check_record (const char *data, char **name, char **cause)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *record = NULL;
  const char *why;

  *name = NULL;
  *cause = NULL;
  if (data != NULL)
    record = sky_json_member (sky_json_parse (parser, data, strlen (data), FALSE, &why), "pattern");
  return record == NULL || record->kind != SKY_JSON_OBJECT || check (record, name, cause);
}
