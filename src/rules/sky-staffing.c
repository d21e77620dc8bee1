/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-staffing.h"

#include "sky-game.h"

#include <glib/gi18n-lib.h>

/* § 611a.2(a)(1) and § 611a.2(b)(1): hours of instruction for the first game type, and for a
 * further one; for a further one all card games are one row. */
static const struct
{
  gint64 full;
  gint64 further;
} hours[SKY_N_TRAININGS] = {
  [SKY_TRAINING_BLACKJACK_AND_BANKED] = { 100, 60 }, [SKY_TRAINING_CRAPS_AND_DICE] = { 160, 120 },
  [SKY_TRAINING_NONBANKED_POKER] = { 80, 60 },       [SKY_TRAINING_ROULETTE] = { 80, 30 },
  [SKY_TRAINING_PAI_GOW_TILES] = { 160, 120 },       [SKY_TRAINING_SIC_BO_AND_BIG_SIX] = { 30, 15 },
};

struct _SkyStaffing
{
  GHashTable *on[SKY_ROLE_OTHER + 1]; /* by role: the credentials at work; NULL: nobody yet */
  GHashTable *judged;                 /* credentials that were found unknown or judged as dealers */
};

static GHashTable *
new_credentials (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

SkyStaffing *
sky_staffing_new (void)
{
  SkyStaffing *self = g_new0 (SkyStaffing, 1);

  self->judged = new_credentials ();
  return self;
}

void
sky_staffing_free (SkyStaffing *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->on); i++)
    g_clear_pointer (&self->on[i], g_hash_table_unref);
  g_clear_pointer (&self->judged, g_hash_table_unref);
  g_free (self);
}

/* Visits SkyStaffing. */
void
sky_staffing_visit (SkyStaffing *self, SkyState *state)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->on); i++)
    {
      gboolean there = self->on[i] != NULL;

      sky_state_int (state, there);
      if (!there)
        continue;
      if (self->on[i] == NULL)
        self->on[i] = new_credentials ();
      sky_state_texts (state, self->on[i]);
    }
  sky_state_texts (state, self->judged);
}

gboolean
sky_table_has_role (const SkyTable *table, SkyRole role)
{
  GHashTable *on = table->staffing->on[role];

  return on != NULL && g_hash_table_size (on) > 0;
}

void
sky_table_set_staff (SkyTable *table, const SkyStaff *staff)
{
  table->staff = staff;
}

/* The hours of @type completed by @day. */
static gint64
count_hours (const SkyStaffMember *member, SkyTraining type, SkyDay day)
{
  gint64 sum = 0;

  for (guint i = 0; i < member->n_training; i++)
    if (member->training[i].type == type && member->training[i].completed <= day)
      sum = MIN (sum + MIN (member->training[i].hours, G_MAXINT32), G_MAXINT32);
  return sum;
}

static gboolean
has_hours (const SkyStaffMember *member, SkyTraining type, SkyDay day)
{
  gint64 completed = count_hours (member, type, day);

  if (completed >= hours[type].full)
    return TRUE;
  if (completed < hours[type].further)
    return FALSE;
  for (SkyTraining other = SKY_TRAINING_NONE + 1; other < SKY_N_TRAININGS; other++)
    if (other != type && count_hours (member, other, day) >= hours[other].full)
      return TRUE;
  return FALSE;
}

static gboolean
has_table_test (const SkyStaffMember *member, SkyGameId game, SkyDay day)
{
  for (guint i = 0; i < member->n_tests; i++)
    if (member->tests[i].game == game && member->tests[i].passed <= day)
      return TRUE;
  return FALSE;
}

static void
judge_dealer (SkyTable *table, const SkyStaffMember *member)
{
  SkyTraining type = table->game->training;
  gboolean tested = has_table_test (member, table->id, table->gaming_day);
  gboolean trained = has_hours (member, type, table->gaming_day);

  if (!tested)
    sky_table_raise (table, SKY_CHECK_STAFF_UNQUALIFIED, "611a.5(a)", NULL,
                     trained ? N_ ("The dealer “%s” has passed no table test of %s.")
                             : N_ ("The dealer “%s” has passed no table test of %s, nor completed "
                                   "the hours of instruction it wants."),
                     member->credential, table->game->name);
  else if (!trained)
    sky_table_raise (table, SKY_CHECK_STAFF_UNQUALIFIED, "611a.2", NULL,
                     "The dealer “%s” has completed %" PRId64
                     " hours of instruction on the game type; %" PRId64 " are wanted, or %" PRId64
                     " besides another game type.",
                     member->credential, count_hours (member, type, table->gaming_day),
                     hours[type].full, hours[type].further);
}

/* Once a log each unknown credential and each unqualified dealer, at the first `on`. */
static void
judge (SkyTable *table, SkyRole role, const char *credential)
{
  const SkyStaffMember *member = sky_staff_find (table->staff, credential);

  if ((member != NULL && role != SKY_ROLE_DEALER)
      || !g_hash_table_add (table->staffing->judged, g_strdup (credential)))
    return;
  if (member == NULL)
    sky_table_raise (table, SKY_CHECK_STAFF_UNKNOWN, "611a.5(b)", NULL,
                     "The credential “%s” is not on the list of the staff.", credential);
  else
    judge_dealer (table, member);
}

void
sky_staffing_take (SkyTable *table, const SkyEvent *event)
{
  SkyStaffing *self = table->staffing;
  SkyRole role = event->staff.role;
  g_autofree char *credential = sky_text_dup (event->staff.credential);

  if (self->on[role] == NULL)
    self->on[role] = new_credentials ();
  if (!event->staff.on)
    {
      g_hash_table_remove (self->on[role], credential);
      return;
    }
  if (table->staff != NULL)
    judge (table, role, credential);
  g_hash_table_add (self->on[role], g_steal_pointer (&credential));
}
