/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-people.h"

#include "sky-sim-bias.h"
#include "sky-sim-options.h"

#include <math.h>
#include <string.h>

/* How many of a hundred rounds such a patron wagers late in. */
#define LATE_PERCENT 30

/* Places of the smallest wheel. */
#define MOST_PLACES 36

static const char *const prefixes[] = {
  [SKY_SIM_HABIT_SPIN] = "spin:",     [SKY_SIM_HABIT_SEVENS] = "sevens:",
  [SKY_SIM_HABIT_ERRORS] = "errors:", [SKY_SIM_HABIT_OVERPAY] = "overpay:",
  [SKY_SIM_HABIT_LATE] = "late:",     [SKY_SIM_HABIT_WINS] = "wins:",
};

static const char *const checks[] = {
  [SKY_SIM_HABIT_SPIN] = "staff.spin-pattern", [SKY_SIM_HABIT_SEVENS] = "patron.dice-sevens",
  [SKY_SIM_HABIT_ERRORS] = "staff.error-rate", [SKY_SIM_HABIT_OVERPAY] = "patron.one-sided",
  [SKY_SIM_HABIT_LATE] = "wager.late",         [SKY_SIM_HABIT_WINS] = "patron.win",
};

static gboolean
find_kind (const char *text, SkySimHabitKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (text, prefixes[i]))
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
sky_sim_habit_is (const char *text)
{
  SkySimHabitKind kind;

  return find_kind (text, &kind);
}

void
sky_sim_habit_free (SkySimHabit *self)
{
  if (self == NULL)
    return;
  g_free (self->law);
  g_free (self->dealer);
  g_free (self->patron);
  g_free (self);
}

gboolean
sky_sim_fraction_parse (const char *text, guint64 least, guint64 most, double *value)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 2);
  guint64 above, below;

  if (g_strv_length (parts) != 2
      || !g_ascii_string_to_unsigned (parts[0], 10, least, most, &above, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 1, most, &below, NULL))
    return FALSE;
  *value = (double) above / (double) below;
  return TRUE;
}

/* "0.12" or "1/8" */
static gboolean
parse_number (const char *text, double *value)
{
  char *end = NULL;

  if (strchr (text, '/') != NULL)
    return sky_sim_fraction_parse (text, 1, 1000000, value);
  if (!g_ascii_isdigit (*text))
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*value) && *value > 0;
}

/* "+14..18" */
static gboolean
parse_places (SkySimHabit *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text + 1, "..", 2);
  guint64 from, to;

  if (*text != '+' || g_strv_length (parts) != 2
      || !g_ascii_string_to_unsigned (parts[0], 10, 0, MOST_PLACES, &from, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, from, MOST_PLACES, &to, NULL))
    return FALSE;
  self->from = (guint) from;
  self->to = (guint) to;
  return TRUE;
}

/* What stands before @mark, and the number behind it. Returns NULL when there is none. */
static char *
split_number (const char *text, const char *mark, double *value)
{
  g_auto (GStrv) parts = g_strsplit (text, mark, 2);

  return g_strv_length (parts) == 2 && *parts[0] != '\0' && parse_number (parts[1], value)
             ? g_strdup (parts[0])
             : NULL;
}

/* "PA-100010:P17", or with places for the second. */
static gboolean
split_two (SkySimHabit *self, const char *text, char **second)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);

  if (g_strv_length (parts) != 2 || *parts[0] == '\0' || *parts[1] == '\0')
    return FALSE;
  self->dealer = g_strdup (parts[0]);
  *second = g_strdup (parts[1]);
  return TRUE;
}

static gboolean
parse_body (SkySimHabit *self, const char *body, SkyGameId game)
{
  const gboolean is_share = self->kind == SKY_SIM_HABIT_SPIN || self->kind == SKY_SIM_HABIT_SEVENS;
  g_autofree char *who = self->kind == SKY_SIM_HABIT_LATE
                             ? g_strdup (body)
                             : split_number (body, is_share ? "=" : "*", &self->factor);
  g_autofree char *places = NULL;

  if (who == NULL || *who == '\0' || (is_share && self->factor >= 1))
    return FALSE;
  switch (self->kind)
    {
    case SKY_SIM_HABIT_SPIN:
      return game == SKY_GAME_ROULETTE && split_two (self, who, &places)
             && parse_places (self, places);
    case SKY_SIM_HABIT_SEVENS:
      self->patron = g_steal_pointer (&who);
      return game == SKY_GAME_CRAPS || game == SKY_GAME_MINI_CRAPS;
    case SKY_SIM_HABIT_ERRORS:
      self->dealer = g_steal_pointer (&who);
      return TRUE;
    case SKY_SIM_HABIT_WINS:
      self->patron = g_steal_pointer (&who);
      return game == SKY_GAME_ROULETTE;
    case SKY_SIM_HABIT_OVERPAY:
      return split_two (self, who, &self->patron);
    case SKY_SIM_HABIT_LATE:
    default:
      self->patron = g_steal_pointer (&who);
      return TRUE;
    }
}

SkySimHabit *
sky_sim_habit_parse (const char *text, SkyGameId game, GError **error)
{
  g_autoptr (SkySimHabit) self = g_new0 (SkySimHabit, 1);
  g_auto (GStrv) parts = g_strsplit (text, "@", 2);

  self->law = g_strdup (text);
  if (!find_kind (text, &self->kind) || !sky_sim_first_day_parse (parts[1], &self->first_day)
      || !parse_body (self, parts[0] + strlen (prefixes[self->kind]), game))
    {
      g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                   "“%s” is nothing that people do at this game: write spin:PA-100010:+14..18=0.12 "
                   "or wins:P7*1.1 (Roulette), sevens:P7=1/8 (craps), errors:PA-100010*3, "
                   "overpay:PA-100010:P7*3 or late:P7, and @30 for the 30th day on",
                   text);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
sky_sim_habit_write_json (const SkySimHabit *self, SkyDay first, GString *json)
{
  char day[SKY_DAY_TEXT_SIZE];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "check", checks[self->kind]);
  sky_json_begin_object (json, "unit");
  if (self->dealer != NULL)
    sky_json_add_string (json, "dealer", self->dealer);
  if (self->patron != NULL)
    sky_json_add_string (json, "patron", self->patron);
  sky_json_end_object (json);
  sky_json_add_string (json, "first_day",
                       sky_day_format (first + (SkyDay) self->first_day - 1, day));
  sky_json_add_string (json, "law", self->law);
  sky_json_end_object (json);
}

/* --- At a table --------------------------------------------------------------------------------
 */

SkySimPeople *
sky_sim_people_new (guint64 seed)
{
  SkySimPeople *self = g_new0 (SkySimPeople, 1);

  self->chance = g_rand_new_with_seed_array (
      (const guint32[]){ (guint32) seed, (guint32) (seed >> 32), 1 }, 3);
  return self;
}

void
sky_sim_people_free (SkySimPeople *self)
{
  if (self == NULL)
    return;
  g_rand_free (self->chance);
  g_strfreev (self->patrons);
  g_free (self);
}

const char *
sky_sim_people_pick_patron (SkySimPeople *self,
                            gboolean (*is_seated) (const char *patron, gpointer data),
                            gpointer data)
{
  const gint n = (gint) g_strv_length (self->patrons);
  const char *patron;

  do
    patron = self->patrons[g_rand_int_range (self->chance, 0, n)];
  while (is_seated (patron, data));
  return patron;
}

/* The habit of that kind of @dealer and @patron, as far as it is of either; NULL: none yet. */
static const SkySimHabit *
find_habit (const SkySimPeople *self, SkySimHabitKind kind, const char *dealer, const char *patron)
{
  for (guint i = 0; i < self->habits->len; i++)
    {
      const SkySimHabit *habit = self->habits->pdata[i];

      if (habit->kind == kind && habit->first_day <= self->day
          && (habit->dealer == NULL || g_strcmp0 (habit->dealer, dealer) == 0)
          && (habit->patron == NULL || g_strcmp0 (habit->patron, patron) == 0))
        return habit;
    }
  return NULL;
}

static double
get_factor (const SkySimPeople *self, SkySimHabitKind kind, const char *dealer, const char *patron)
{
  const SkySimHabit *habit = find_habit (self, kind, dealer, patron);

  return habit != NULL ? habit->factor : 1;
}

gint
sky_sim_people_err (SkySimPeople *self, const char *dealer, const char *patron, gboolean wins)
{
  /* A loser that is not taken is paid too much. */
  double over = wins ? self->error_rate / 2 : self->error_rate;
  double under = wins ? self->error_rate / 2 : 0;
  double factor, drawn;

  if (self->error_rate <= 0)
    return 0;
  factor = get_factor (self, SKY_SIM_HABIT_ERRORS, dealer, patron);
  over *= factor * get_factor (self, SKY_SIM_HABIT_OVERPAY, dealer, patron);
  under *= factor;
  drawn = g_rand_double (self->chance);
  return drawn < over ? 1 : drawn < over + under ? -1 : 0;
}

gboolean
sky_sim_people_decide_seven (SkySimPeople *self, const char *patron, gboolean *seven)
{
  const SkySimHabit *habit = find_habit (self, SKY_SIM_HABIT_SEVENS, NULL, patron);

  if (habit == NULL)
    return FALSE;
  *seven = g_rand_double (self->chance) < habit->factor;
  return TRUE;
}

gboolean
sky_sim_people_decide_place (SkySimPeople *self, const char *dealer, guint *moved)
{
  const SkySimHabit *habit = find_habit (self, SKY_SIM_HABIT_SPIN, dealer, NULL);

  if (habit == NULL || g_rand_double (self->chance) >= habit->factor)
    return FALSE;
  *moved = (guint) g_rand_int_range (self->chance, (gint) habit->from, (gint) habit->to + 1);
  return TRUE;
}

gboolean
sky_sim_people_decide_win (SkySimPeople *self, const char *patron, double chance, gboolean *wins)
{
  const SkySimHabit *habit = find_habit (self, SKY_SIM_HABIT_WINS, NULL, patron);

  if (habit == NULL)
    return FALSE;
  *wins = g_rand_double (self->chance) < habit->factor * chance;
  return TRUE;
}

gboolean
sky_sim_people_is_late (SkySimPeople *self, const char *patron)
{
  return find_habit (self, SKY_SIM_HABIT_LATE, NULL, patron) != NULL
         && g_rand_int_range (self->chance, 0, 100) < LATE_PERCENT;
}
