/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-words.h"

#include "sky-phrase.h"

#include <math.h>
#include <string.h>

/* The parts of an alternative's name: its kind, then numbers. */
static char **
split_lead (const SkyPattern *self)
{
  return g_strsplit (self->lead, "/", -1);
}

static guint
get_number (char **parts, guint index)
{
  return (guint) g_ascii_strtoull (parts[index], NULL, 10);
}

GPtrArray *
sky_pattern_places (const SkyPattern *self)
{
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = split_lead (self);
  guint n = sky_places_number (self->places);

  for (guint i = 0; i < get_number (parts, 2); i++)
    {
      guint place = (get_number (parts, 1) + i) % n;

      g_ptr_array_add (labels, self->family == SKY_FAMILY_SPINS
                                   ? g_strdup_printf ("%u", place)
                                   : sky_places_label (self->places, place));
    }
  return labels;
}

char *
sky_pattern_format_number (double number)
{
  g_autofree char *text = g_strdup_printf ("%.2f", fabs (number));

  /* What is rounded to none has no sign. */
  return number < 0 && strpbrk (text, "123456789") != NULL ? g_strconcat ("−", text, NULL)
                                                           : g_steal_pointer (&text);
}

const char *
sky_pattern_state (const SkyPattern *self)
{
  static const char *const states[] = {
    [SKY_STREAM_QUIET] = "quiet",
    [SKY_STREAM_REPORTED] = "reported",
    [SKY_STREAM_CONFIRMED] = "confirmed",
    [SKY_STREAM_NOT_BORNE_OUT] = "not_borne_out",
  };

  if (self->noted != NULL && self->standing.state == SKY_STREAM_QUIET)
    return "reported";
  return self->depends && self->standing.state == SKY_STREAM_QUIET ? "depends"
                                                                   : states[self->standing.state];
}

const char *
sky_pattern_state_words (const SkyPattern *self)
{
  const char *state = sky_pattern_state (self);

  if (g_str_equal (state, "reported"))
    return sky_phrase_words ("reported");
  if (g_str_equal (state, "confirmed"))
    return sky_phrase_words ("confirmed");
  if (g_str_equal (state, "not_borne_out"))
    return sky_phrase_words ("not borne out");
  if (g_str_equal (state, "depends"))
    return sky_phrase_words ("depends on a wheel");
  return sky_phrase_words ("quiet");
}

const char *
sky_family_title (SkyFamily family)
{
  switch (family)
    {
    case SKY_FAMILY_WHEELS:
      return sky_phrase_words ("Wheel");
    case SKY_FAMILY_DICE_SETS:
      return sky_phrase_words ("Set of dice");
    case SKY_FAMILY_DICE_TABLES:
      return sky_phrase_words ("Dice at a table");
    case SKY_FAMILY_SPINS:
      return sky_phrase_words ("Dealer’s spins");
    case SKY_FAMILY_SEVENS:
      return sky_phrase_words ("Shooter’s sevens");
    case SKY_FAMILY_PAIRS:
      return sky_phrase_words ("Dealer and patron");
    case SKY_FAMILY_TABLE_WINS:
      return sky_phrase_words ("Win at a table");
    case SKY_FAMILY_PATRON_WINS:
      return sky_phrase_words ("Patron’s win");
    case SKY_FAMILY_ERRORS:
    default:
      return sky_phrase_words ("Dealer’s errors");
    }
}

guint
sky_family_list_causes (SkyFamily family, const char *causes[SKY_MAX_CAUSES])
{
  guint n = 0;

  if (family == SKY_FAMILY_ERRORS || family == SKY_FAMILY_PAIRS)
    {
      causes[n++] = sky_phrase_words ("difficult bets");
      causes[n++] = sky_phrase_words ("a busy shift");
      causes[n++] = sky_phrase_words ("one misunderstanding, repeated");
    }
  if (sky_family_is_of_money (family))
    {
      causes[n++] = sky_phrase_words ("a wheel or dice that are biased");
      causes[n++] = sky_phrase_words ("wagers placed late that the record does not show as late");
    }
  causes[n++] = sky_phrase_words ("errors in the record");
  causes[n++] = sky_phrase_words ("chance");
  return n;
}

char *
sky_pattern_unit (const SkyPattern *self)
{
  GString *text = g_string_new (self->dealer != NULL ? self->dealer : self->patron);

  if (self->family == SKY_FAMILY_PAIRS)
    g_string_append_printf (text, ", %s", self->patron);
  if (self->family == SKY_FAMILY_SPINS)
    g_string_append (text, self->counterclockwise ? ", ccw" : ", cw");
  if (self->wheel != NULL)
    g_string_append (text, self->wheel);
  if (self->set != NULL)
    g_string_append (text, self->set);
  if (self->table != NULL)
    g_string_append (text, self->table);
  return g_string_free (text, FALSE);
}

const char *
sky_family_null (SkyFamily family)
{
  switch (family)
    {
    case SKY_FAMILY_WHEELS:
      return sky_phrase_words (
          "All places of the wheel come alike, and spins do not depend on each "
          "other.");
    case SKY_FAMILY_DICE_SETS:
    case SKY_FAMILY_DICE_TABLES:
      return sky_phrase_words ("All faces come alike, and dice do not depend on each other.");
    case SKY_FAMILY_SPINS:
      return sky_phrase_words ("The ball comes to lie at any distance from where it lay alike.");
    case SKY_FAMILY_SEVENS:
      return sky_phrase_words ("One throw in six is a seven.");
    case SKY_FAMILY_TABLE_WINS:
      return sky_phrase_words ("Results come by chance, whatever the patrons wager.");
    case SKY_FAMILY_PATRON_WINS:
      return sky_phrase_words ("Results come by chance, whatever the patron wagers.");
    case SKY_FAMILY_PAIRS:
      return sky_phrase_words (
          "The dealer overpays this patron no more often than other patrons, or other dealers "
          "overpay the patron as often, at the same games in the same weeks.");
    case SKY_FAMILY_ERRORS:
    default:
      return sky_phrase_words (
          "The odds of an error are at most 1.5 times those of colleagues at the "
          "same games in the same weeks.");
    }
}

char *
sky_pattern_lead (const SkyPattern *self)
{
  g_auto (GStrv) parts = split_lead (self);
  g_autoptr (GPtrArray) places = NULL;
  g_autofree char *list = NULL;

  switch (self->family)
    {
    case SKY_FAMILY_WHEELS:
    case SKY_FAMILY_SPINS:
      places = sky_pattern_places (self);
      list = sky_phrase_list ((const char *const *) places->pdata, places->len);
      if (self->family == SKY_FAMILY_SPINS)
        return places->len == 1 && g_str_equal (places->pdata[0], "1")
                   ? sky_phrase ("%s place on", list)
                   : sky_phrase ("%s places on", list);
      if (self->places == SKY_PLACES_BIG_SIX)
        return places->len == 1 ? sky_phrase ("section %s", list)
                                : sky_phrase ("sections %s", list);
      return places->len == 1 ? sky_phrase ("pocket %s", list) : sky_phrase ("pockets %s", list);
    case SKY_FAMILY_DICE_SETS:
    case SKY_FAMILY_DICE_TABLES:
      if (g_str_equal (parts[0], "axis"))
        return sky_phrase ("faces %u and %u", get_number (parts, 1), 7 - get_number (parts, 1));
      return sky_phrase ("face %u", get_number (parts, 1));
    case SKY_FAMILY_SEVENS:
      return sky_phrase ("one seven in %s throws", parts[2]);
    case SKY_FAMILY_TABLE_WINS:
    case SKY_FAMILY_PATRON_WINS:
      /* Translators: how much, a fraction such as 1/16. */
      return sky_phrase ("%s/%s of a standard deviation a round above theory", parts[0], parts[1]);
    case SKY_FAMILY_PAIRS:
    case SKY_FAMILY_ERRORS:
    default:
      return sky_phrase ("%s times the odds", parts[0]);
    }
}

static char *
tell_day (SkyDay day)
{
  char text[SKY_DAY_TEXT_SIZE];

  return g_strdup (sky_day_format (day, text));
}

static gboolean
has_one_place (const SkyPattern *self)
{
  g_autoptr (GPtrArray) places = sky_pattern_places (self);

  return places->len == 1;
}

/* What was won since the evidence began, and what chance gives. */
static char *
tell_won (const SkyPattern *self)
{
  const SkyStreamStanding *standing = &self->standing;
  g_autofree char *since = tell_day (standing->since);
  g_autofree char *won = sky_phrase_money (standing->observed);
  g_autofree char *theory = sky_phrase_money ((SkyMoney) llroundl (standing->expected));
  g_autofree char *deviation =
      sky_phrase_money ((SkyMoney) llroundl (sqrtl (standing->variance_since)));

  if (self->family == SKY_FAMILY_PATRON_WINS)
    return sky_phrase ("In %" PRId64 " rounds since %s patron %s won %s; by chance it would be %s "
                       "on average, with a standard deviation of %s.",
                       standing->n_since, since, self->patron, won, theory, deviation);
  return sky_phrase ("In %" PRId64 " rounds since %s the patrons at %s won %s; by chance it would "
                     "be %s on average, with a standard deviation of %s.",
                     standing->n_since, since, self->table, won, theory, deviation);
}

/* What was counted since the evidence began, and what is expected. */
static char *
tell_counted (const SkyPattern *self)
{
  const SkyStreamStanding *standing = &self->standing;
  g_autofree char *since = tell_day (standing->since);
  g_autofree char *expected = g_strdup_printf ("%.0f", (double) standing->expected);
  g_autofree char *lead = sky_pattern_lead (self);

  switch (self->family)
    {
    case SKY_FAMILY_WHEELS:
      if (has_one_place (self))
        /* Translators: the third is what came, such as “pocket 7”, one alone. */
        return sky_phrase ("In %" PRId64 " spins since %s %s came %" PRId64
                           " times; %s are expected of a fair wheel.",
                           standing->n_since, since, lead, standing->observed, expected);
      return sky_phrase ("In %" PRId64 " spins since %s the %s came %" PRId64
                         " times; %s are expected of a fair wheel.",
                         standing->n_since, since, lead, standing->observed, expected);
    case SKY_FAMILY_DICE_SETS:
    case SKY_FAMILY_DICE_TABLES:
      return sky_phrase ("Of %" PRId64 " dice thrown since %s the %s came %" PRId64
                         " times; %s are expected of fair dice.",
                         standing->n_since, since, lead, standing->observed, expected);
    case SKY_FAMILY_SPINS:
      return sky_phrase (
          "In %" PRId64 " spins of dealer %s since %s the ball came to lie %s %" PRId64
          " times; %s are expected by chance.",
          standing->n_since, self->dealer, since, lead, standing->observed, expected);
    case SKY_FAMILY_SEVENS:
      return sky_phrase ("In %" PRId64 " throws of %s since %s a seven came %" PRId64
                         " times; %s are expected by chance.",
                         standing->n_since, self->patron, since, standing->observed, expected);
    case SKY_FAMILY_TABLE_WINS:
    case SKY_FAMILY_PATRON_WINS:
      return tell_won (self);
    case SKY_FAMILY_PAIRS:
      return sky_phrase ("In %" PRId64 " settlements since %s dealer %s paid %s too much %" PRId64
                         " times; at the dealer's rate with other patrons it would be %s.",
                         standing->n_since, since, self->dealer, self->patron, standing->observed,
                         expected);
    case SKY_FAMILY_ERRORS:
    default:
      return sky_phrase ("In %" PRId64 " settlements since %s dealer %s made %" PRId64
                         " errors; at colleagues' rate they would be %s.",
                         standing->n_since, since, self->dealer, standing->observed, expected);
    }
}

/* How often chance gives such a report. */
static char *
tell_rarity (const SkyPattern *self)
{
  /* A whole number stays one through its logarithm. */
  g_autofree char *years = g_strdup_printf ("%.0f", floor (sky_pattern_years (self) + 1e-6));

  switch (self->family)
    {
    case SKY_FAMILY_DICE_SETS:
      return sky_phrase ("Of fair sets of dice watched like this one in %s gives such a report, or "
                         "fewer.",
                         years);
    case SKY_FAMILY_WHEELS:
      return sky_phrase (
          "A fair wheel watched like this gives such a report once in %s years of play "
          "or less often.",
          years);
    case SKY_FAMILY_DICE_TABLES:
      return sky_phrase ("A table with fair dice watched like this gives such a report once in %s "
                         "years of play or less often.",
                         years);
    case SKY_FAMILY_ERRORS:
      return sky_phrase (
          "A dealer with at most 1.5 times the odds of an error that colleagues have "
          "gives such a report once in %s years of work or less often.",
          years);
    case SKY_FAMILY_PAIRS:
      return sky_phrase (
          "A dealer who treats this patron like others, or a patron whom others overpay as "
          "often, gives such a report once in %s years of work or less often.",
          years);
    case SKY_FAMILY_SPINS:
    case SKY_FAMILY_SEVENS:
    case SKY_FAMILY_TABLE_WINS:
    case SKY_FAMILY_PATRON_WINS:
    default:
      return sky_phrase ("Chance gives such a report once in %s years of play or less often.",
                         years);
    }
}

/* What came after the report. */
static char *
tell_test (const SkyPattern *self)
{
  const SkyStreamStanding *standing = &self->standing;
  g_autofree char *day = tell_day (standing->decided_on);

  switch (standing->state)
    {
    case SKY_STREAM_CONFIRMED:
      return sky_phrase ("%" PRId64 " observations after the report confirmed it on %s.",
                         standing->n_fresh, day);
    case SKY_STREAM_NOT_BORNE_OUT:
      return sky_phrase ("%" PRId64 " observations after the report had not borne it out by %s.",
                         standing->n_fresh, day);
    case SKY_STREAM_QUIET:
    case SKY_STREAM_REPORTED:
    default:
      return sky_phrase ("%" PRId64 " observations after the report have not settled it.",
                         standing->n_fresh);
    }
}

/* @first and @second, which are taken, one after the other. */
static char *
join (char *first, char *second)
{
  g_autofree char *a = first;
  g_autofree char *b = second;

  return sky_phrase ("%s %s", a, b);
}

static char *
tell_now (const SkyPattern *self)
{
  const SkyStreamStanding *standing = &self->standing;
  char *text;

  if (standing->state == SKY_STREAM_QUIET && self->depends)
    return sky_phrase_count (
        "After %" PRId64 " observation nothing is reported, for the wheel has a "
        "report of its own.",
        "After %" PRId64 " observations nothing is reported, for the wheel has a "
        "report of its own.",
        standing->n);
  if (standing->state == SKY_STREAM_QUIET && !self->capacity)
    return sky_phrase_count (
        "After %" PRId64 " observation nothing is reported, for there are more "
        "such units than may raise a report.",
        "After %" PRId64 " observations nothing is reported, for there are more "
        "such units than may raise a report.",
        standing->n);
  if (standing->state == SKY_STREAM_QUIET)
    return sky_phrase_count ("After %" PRId64 " observation nothing is reported.",
                             "After %" PRId64 " observations nothing is reported.", standing->n);
  text = join (join (tell_counted (self), tell_rarity (self)), tell_test (self));
  if (self->family == SKY_FAMILY_ERRORS || self->family == SKY_FAMILY_PAIRS)
    return join (text, sky_phrase ("This compares records, not intentions; see the %" PRId64
                                   " settlements.",
                                   standing->observed));
  if (sky_family_is_of_people (self->family))
    return join (text, sky_phrase ("This compares records, not intentions."));
  return text;
}

char *
sky_pattern_sentence (const SkyPattern *self)
{
  g_autofree char *day = NULL;
  g_autofree char *then = NULL;
  g_autofree char *now = NULL;

  if (self->noted == NULL)
    return tell_now (self);
  day = tell_day (self->noted->reported_on);
  then = sky_pattern_format_number (g_ascii_strtod (self->noted->ln_r, NULL));
  if (self->standing.n == 0)
    return sky_phrase ("It was reported on %s, when ln R was %s; what is known now has no "
                       "observation of it.",
                       day, then);
  now = sky_pattern_format_number ((double) self->standing.ln_r);
  return join (
      sky_phrase ("It was reported on %s, when ln R was %s; with what is known now ln R is "
                  "%s.",
                  day, then, now),
      tell_now (self));
}

char *
sky_pattern_summary_sentence (const SkyPatternSummary *summary)
{
  g_autofree char *looked =
      sky_phrase_count ("%u stream was looked at", "%u streams were looked at", summary->n_streams);
  g_autofree char *expected = g_strdup_printf ("%.2f", summary->false_expected);

  /* Rounded it would be none. */
  if (summary->false_expected < 0.005)
    return sky_phrase ("%s: %s, %u reported; where nothing is wrong less than 0.01 reports are "
                       "expected.",
                       summary->property, looked, summary->n_reported);
  return sky_phrase ("%s: %s, %u reported; where nothing is wrong at most %s reports are expected.",
                     summary->property, looked, summary->n_reported, expected);
}
