/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who works the table, against staff.json: 611a.2 and 611a.5, as fine print 19 reads them. */
#include "config.h"

#include "sky-staffing-private.h"

/* Which type of game each game's dealers are trained for. */
static const SkyTraining game_types[SKY_N_GAMES] = {
  [SKY_GAME_CRAPS] = SKY_TRAINING_CRAPS_AND_DICE,
  [SKY_GAME_MINI_CRAPS] = SKY_TRAINING_CRAPS_AND_DICE,
  [SKY_GAME_PAI_GOW] = SKY_TRAINING_PAI_GOW_TILES,
  [SKY_GAME_SIC_BO] = SKY_TRAINING_SIC_BO_AND_BIG_SIX,
  [SKY_GAME_ROULETTE] = SKY_TRAINING_ROULETTE,
  [SKY_GAME_BIG_SIX] = SKY_TRAINING_SIC_BO_AND_BIG_SIX,
  [SKY_GAME_CASINO_WAR] = SKY_TRAINING_BLACKJACK_AND_BANKED,
  [SKY_GAME_PROPS_AND_HOPS] = SKY_TRAINING_CRAPS_AND_DICE,
  [SKY_GAME_RAISE_IT_UP] = SKY_TRAINING_BLACKJACK_AND_BANKED,
};

/* The minimum hours of a first type of game and of a further one (611a.1(a)(1), (b)(1)). */
static const struct
{
  gint64 first;
  gint64 further;
} hours[SKY_N_TRAININGS] = {
  [SKY_TRAINING_BLACKJACK_AND_BANKED] = { 100, 60 }, [SKY_TRAINING_CRAPS_AND_DICE] = { 160, 120 },
  [SKY_TRAINING_NONBANKED_POKER] = { 80, 80 },       [SKY_TRAINING_ROULETTE] = { 80, 30 },
  [SKY_TRAINING_PAI_GOW_TILES] = { 160, 120 },       [SKY_TRAINING_SIC_BO_AND_BIG_SIX] = { 30, 15 },
};

struct _SkyStaffing
{
  const SkyStaff *staff;
  GHashTable *judged; /* credentials: each is judged once a log */
};

SkyStaffing *
sky_staffing_new (const SkyStaff *staff)
{
  SkyStaffing *self = g_new0 (SkyStaffing, 1);

  self->staff = staff;
  self->judged = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
sky_staffing_free (SkyStaffing *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->judged);
  g_free (self);
}

static gint64
sum_hours (const SkyStaffMember *member, SkyTraining type, SkyDay day)
{
  gint64 sum = 0;

  for (guint i = 0; i < member->n_training; i++)
    if (member->training[i].type == type && member->training[i].completed <= day)
      sum += member->training[i].hours;
  return sum;
}

/* Returns TRUE when another type of game was learnt in full, so that this one wants less. */
static gboolean
has_other_type (const SkyStaffMember *member, SkyTraining type, SkyDay day)
{
  for (guint other = 0; other < SKY_N_TRAININGS; other++)
    if (other != type && sum_hours (member, other, day) >= hours[other].first)
      return TRUE;
  return FALSE;
}

static gboolean
passed_test (const SkyStaffMember *member, SkyGameId game, SkyDay day)
{
  for (guint i = 0; i < member->n_tests; i++)
    if (member->tests[i].game == game && member->tests[i].passed <= day)
      return TRUE;
  return FALSE;
}

static void
judge_dealer (SkyDriver *driver, const SkyEvent *event, const SkyStaffMember *member)
{
  const SkyLogHeader *header = sky_log_get_header (driver->log);
  SkyTraining type = game_types[header->game];
  gint64 done = sum_hours (member, type, header->gaming_day);
  gint64 wanted =
      has_other_type (member, type, header->gaming_day) ? hours[type].further : hours[type].first;
  const char *game = driver->table->game->name;

  if (!passed_test (member, header->game, header->gaming_day))
    sky_driver_raise (driver, SKY_CHECK_STAFF_UNQUALIFIED, "611a.5(a)", event->seq, event->at, NULL,
                      g_strdup_printf ("The dealer %s had not passed the table test of %s.",
                                       member->credential, game));
  else if (done < wanted)
    sky_driver_raise (driver, SKY_CHECK_STAFF_UNQUALIFIED, "611a.2", event->seq, event->at, NULL,
                      g_strdup_printf ("The dealer %s had %" G_GINT64_FORMAT
                                       " hours of training for %s; %" G_GINT64_FORMAT
                                       " are the least.",
                                       member->credential, done, game, wanted));
}

void
sky_staffing_event (SkyStaffing *self, SkyDriver *driver, const SkyEvent *event)
{
  g_autofree char *credential = NULL;
  const SkyStaffMember *member;

  if (event->type != SKY_EVENT_STAFF || !event->staff.on)
    return;
  credential = sky_text_dup (event->staff.credential);
  member = sky_staff_find (self->staff, credential);
  /* Somebody may come on in another role first and deal later. */
  if (member != NULL && event->staff.role != SKY_ROLE_DEALER)
    return;
  if (g_hash_table_contains (self->judged, credential))
    return;
  if (member != NULL)
    judge_dealer (driver, event, member);
  else
    sky_driver_raise (driver, SKY_CHECK_STAFF_UNKNOWN, "611a.5(b)", event->seq, event->at, NULL,
                      g_strdup_printf ("Credential %s is not in the staff list.", credential));
  g_hash_table_add (self->judged, g_steal_pointer (&credential));
}
