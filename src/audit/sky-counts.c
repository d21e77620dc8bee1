/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-counts.h"

#include "sky-big-six.h"
#include "sky-roulette-layout.h"

/* Of the form of the bytes: who reads another has the log audited anew. */
#define FORM 3

/* More of either in one log is damage. */
#define MOST_ROWS  1000000
#define MOST_COUNT (G_GINT64_CONSTANT (1) << 32)

const char *
sky_places_to_name (SkyPlaces places)
{
  static const char *const names[SKY_N_PLACES_LAYOUTS] = {
    [SKY_PLACES_DOUBLE_ZERO] = "double_zero",
    [SKY_PLACES_SINGLE_ZERO] = "single_zero",
    [SKY_PLACES_DOUBLE_COVERED] = "double_as_single",
    [SKY_PLACES_BIG_SIX] = "big_six",
  };

  return names[places];
}

guint
sky_places_number (SkyPlaces places)
{
  static const guint numbers[SKY_N_PLACES_LAYOUTS] = {
    [SKY_PLACES_DOUBLE_ZERO] = SKY_N_POCKETS,
    [SKY_PLACES_SINGLE_ZERO] = SKY_N_POCKETS - 1,
    [SKY_PLACES_DOUBLE_COVERED] = SKY_N_POCKETS - 1,
    [SKY_PLACES_BIG_SIX] = SKY_N_SECTIONS,
  };

  return numbers[places];
}

char *
sky_places_label (SkyPlaces places, guint place)
{
  SkyWheel wheel = places == SKY_PLACES_SINGLE_ZERO ? SKY_WHEEL_SINGLE_ZERO : SKY_WHEEL_DOUBLE_ZERO;
  char text[4];

  if (places == SKY_PLACES_BIG_SIX)
    return g_strdup_printf ("%u", place);
  for (int step = 0;; step++)
    {
      int pocket = sky_wheel_step (wheel, 0, step);

      if (places == SKY_PLACES_DOUBLE_COVERED && pocket == SKY_POCKET_DOUBLE_ZERO)
        continue;
      if (place-- == 0)
        return g_strdup (sky_pocket_to_text (pocket, text));
    }
}

const char *
sky_left_out_to_name (SkyLeftOut cause)
{
  static const char *const names[SKY_N_LEFT_OUT] = {
    [SKY_LEFT_OUT_VOIDED] = "voided",       [SKY_LEFT_OUT_IMPOSSIBLE] = "impossible",
    [SKY_LEFT_OUT_NO_RESULT] = "no_result", [SKY_LEFT_OUT_INCOMPLETE] = "incomplete",
    [SKY_LEFT_OUT_BROKEN] = "broken",       [SKY_LEFT_OUT_UNSURE] = "unsure",
    [SKY_LEFT_OUT_OBSERVED] = "observed",   [SKY_LEFT_OUT_DEALERS] = "dealers",
    [SKY_LEFT_OUT_LATE] = "late",
  };

  return names[cause];
}

static void
wheel_clear (gpointer data)
{
  g_free (((SkyWheelCounts *) data)->wheel);
}

static void
spin_clear (gpointer data)
{
  g_free (((SkySpinCounts *) data)->dealer);
  g_free (((SkySpinCounts *) data)->wheel);
}

static void
dice_clear (gpointer data)
{
  g_free (((SkyDiceCounts *) data)->set);
}

static void
sevens_clear (gpointer data)
{
  g_free (((SkySevenCounts *) data)->player);
}

static void
decisions_clear (gpointer data)
{
  g_free (((SkyDecisionCounts *) data)->dealer);
  g_free (((SkyDecisionCounts *) data)->player);
}

static void
error_clear (gpointer data)
{
  SkyErrorCount *error = data;

  g_free (error->check);
  g_free (error->bet);
  g_free (error->wager);
  g_free (error->dealer);
  g_free (error->player);
}

static GArray *
array_new (guint size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, size);

  g_array_set_clear_func (array, clear);
  return array;
}

SkyCounts *
sky_counts_new (void)
{
  SkyCounts *self = g_new0 (SkyCounts, 1);

  self->wheels = array_new (sizeof (SkyWheelCounts), wheel_clear);
  self->spins = array_new (sizeof (SkySpinCounts), spin_clear);
  self->dice = array_new (sizeof (SkyDiceCounts), dice_clear);
  self->sevens = array_new (sizeof (SkySevenCounts), sevens_clear);
  self->money = sky_win_rounds_new ();
  self->table_wins = sky_win_counts_array_new ();
  self->patron_wins = sky_win_counts_array_new ();
  self->decisions = array_new (sizeof (SkyDecisionCounts), decisions_clear);
  self->errors = array_new (sizeof (SkyErrorCount), error_clear);
  return self;
}

void
sky_counts_free (SkyCounts *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->wheels);
  g_array_unref (self->spins);
  g_array_unref (self->dice);
  g_array_unref (self->sevens);
  sky_win_rounds_free (self->money);
  g_array_unref (self->table_wins);
  g_array_unref (self->patron_wins);
  g_array_unref (self->decisions);
  g_array_unref (self->errors);
  g_free (self);
}

static void
visit_rows (SkyState *state, GArray *array)
{
  g_array_set_size (array, sky_state_count (state, array->len, MOST_ROWS));
}

static void
visit_count (SkyState *state, gint64 *count)
{
  sky_state_number (state, count);
  if (*count < 0 || *count > MOST_COUNT)
    sky_state_refuse (state);
}

static void
visit_places (SkyState *state, SkyPlaces *places, gint64 *counts)
{
  sky_state_int (state, *places);
  if (*places >= SKY_N_PLACES_LAYOUTS)
    {
      *places = 0;
      sky_state_refuse (state);
    }
  for (guint i = 0; i < sky_places_number (*places); i++)
    visit_count (state, &counts[i]);
}

/* Visits SkyWheelCounts. */
static void
visit_wheel (SkyState *state, SkyWheelCounts *wheel)
{
  sky_state_text (state, &wheel->wheel);
  sky_state_int (state, wheel->over);
  visit_places (state, &wheel->places, wheel->counts);
}

/* Visits SkySpinCounts. */
static void
visit_spin (SkyState *state, SkySpinCounts *spin)
{
  sky_state_text (state, &spin->dealer);
  sky_state_text (state, &spin->wheel);
  sky_state_int (state, spin->counterclockwise);
  visit_places (state, &spin->places, spin->counts);
  if (spin->dealer == NULL)
    sky_state_refuse (state);
}

/* Visits SkyDiceCounts. */
static void
visit_dice (SkyState *state, SkyDiceCounts *dice)
{
  sky_state_text (state, &dice->set);
  for (guint i = 0; i < SKY_N_DIE_FACES; i++)
    visit_count (state, &dice->faces[i]);
}

/* Visits SkySevenCounts. */
static void
visit_sevens (SkyState *state, SkySevenCounts *sevens)
{
  sky_state_text (state, &sevens->player);
  visit_count (state, &sevens->sevens);
  visit_count (state, &sevens->throws);
  if (sevens->player == NULL || sevens->sevens > sevens->throws)
    sky_state_refuse (state);
}

/* Visits SkyDecisionCounts. */
static void
visit_decisions (SkyState *state, SkyDecisionCounts *decisions)
{
  sky_state_text (state, &decisions->dealer);
  sky_state_text (state, &decisions->player);
  visit_count (state, &decisions->decisions);
  if (decisions->dealer == NULL)
    sky_state_refuse (state);
}

/* Visits SkyErrorCount. */
static void
visit_error (SkyState *state, SkyErrorCount *error)
{
  sky_state_int (state, error->seq);
  sky_state_int (state, error->at);
  sky_state_int (state, error->round);
  sky_state_text (state, &error->check);
  sky_state_text (state, &error->bet);
  sky_state_text (state, &error->wager);
  sky_state_text (state, &error->dealer);
  sky_state_text (state, &error->player);
  sky_state_int (state, error->of_dealer);
  sky_state_int (state, error->of_the_pair);
  if (error->check == NULL || error->dealer == NULL)
    sky_state_refuse (state);
}

static void
visit_equipment (SkyCounts *self, SkyState *state)
{
  visit_rows (state, self->wheels);
  for (guint i = 0; i < self->wheels->len; i++)
    visit_wheel (state, &g_array_index (self->wheels, SkyWheelCounts, i));
  visit_rows (state, self->dice);
  for (guint i = 0; i < self->dice->len; i++)
    visit_dice (state, &g_array_index (self->dice, SkyDiceCounts, i));
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    visit_count (state, &self->left_out[i]);
  sky_state_int (state, self->damaged);
}

static void
visit_people (SkyCounts *self, SkyState *state)
{
  visit_rows (state, self->spins);
  for (guint i = 0; i < self->spins->len; i++)
    visit_spin (state, &g_array_index (self->spins, SkySpinCounts, i));
  visit_rows (state, self->sevens);
  for (guint i = 0; i < self->sevens->len; i++)
    visit_sevens (state, &g_array_index (self->sevens, SkySevenCounts, i));
  visit_rows (state, self->decisions);
  for (guint i = 0; i < self->decisions->len; i++)
    visit_decisions (state, &g_array_index (self->decisions, SkyDecisionCounts, i));
  visit_rows (state, self->errors);
  for (guint i = 0; i < self->errors->len; i++)
    visit_error (state, &g_array_index (self->errors, SkyErrorCount, i));
}

static void
visit_rounds (SkyCounts *self, SkyState *state)
{
  sky_win_rounds_visit (self->money, state);
  if (sky_state_is_reading (state))
    sky_win_rounds_check (self->money, state);
}

static void
visit_owners (SkyCounts *self, SkyState *state)
{
  sky_win_rounds_visit_players (self->money, state);
  if (sky_state_is_reading (state))
    sky_win_rounds_check_players (self->money, state);
}

void
sky_counts_visit (SkyCounts *self, SkyState *state)
{
  visit_equipment (self, state);
  visit_people (self, state);
}

void
sky_counts_visit_money (SkyCounts *self, SkyState *state)
{
  visit_rounds (self, state);
  visit_owners (self, state);
}

static void
visit_part (SkyCounts *self, SkyCountsPart part, SkyState *state)
{
  gint form = FORM;

  sky_state_int (state, form);
  if (form != FORM)
    sky_state_refuse (state);
  else if (part == SKY_COUNTS_OF_EQUIPMENT)
    {
      visit_equipment (self, state);
      visit_rounds (self, state);
    }
  else
    {
      visit_people (self, state);
      visit_owners (self, state);
    }
}

GBytes *
sky_counts_to_bytes (SkyCounts *self, SkyCountsPart part)
{
  g_autoptr (SkyState) state = sky_state_new_writer ();

  visit_part (self, part, state);
  return sky_state_get_bytes (state);
}

gboolean
sky_counts_read (SkyCounts *self, SkyCountsPart part, GBytes *bytes)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);

  visit_part (self, part, state);
  return sky_state_is_complete (state);
}

void
sky_counts_weigh (SkyCounts *self)
{
  if (!self->is_weighed)
    sky_win_weigh_rounds (self->money, NULL, self->table_wins, self->patron_wins);
  self->is_weighed = TRUE;
}
