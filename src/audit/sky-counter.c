/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-counter-private.h"

#include "sky-big-six.h"
#include "sky-roulette-layout.h"
#include "sky-win-counter.h"

#include <string.h>

/* Wagers of seats beyond are nobody's. */
#define N_SEATS SKY_COUNTED_SEATS

/* Errors of one dealer, check and bet this near to the first are the same one. */
#define SAME_ERROR (60 * SKY_MINUTE)

/* What a round has shown so far. */
typedef struct
{
  gboolean begun;
  gboolean shown;    /* a result that no void follows */
  gboolean observed; /* with something amiss */
  gboolean voided;   /* a void that no result follows */
  gboolean unsure;
  gboolean broken;
  gboolean dealer_changed;
  gboolean spun; /* a spin said which way the rotor turns */
  gboolean counterclockwise;
  gint place; /* -1: no wheel's */
  guint8 n_dice;
  gint8 dice[3];
} Round;

struct _SkyCounter
{
  SkyCounts *counts; /* borrowed */
  SkyWinCounter *wins;
  SkyCounterWatch watch; /* NULL: nobody */
  gpointer watch_data;
  gboolean has_players;
  gboolean is_big_six;
  gboolean shoots; /* two dice are thrown by a shooter */

  /* What is in use. */
  char *wheel;
  char *set;
  gint places;                   /* a SkyPlaces; -1: not known */
  gint8 place_of[SKY_N_POCKETS]; /* of each pocket; -1: it is no place */
  gint current_wheel;            /* index; -1: none yet */
  gint current_dice;
  gint current_spins[2]; /* of the dealer with the wheel, either way; -1: to be looked up */

  GPtrArray *dealers; /* of credentials: on duty */
  gint64 shooter;
  char *seats[N_SEATS];    /* whose ids mean one person */
  gint64 by_seat[N_SEATS]; /* decisions that are not handed out yet */
  guint64 seats_counted;   /* a set: those that may have some */
  GArray *pairs;           /* of guint: hashes of the decisions' dealers and players */

  /* The last counted result of the wheel. */
  gint last_place; /* -1: none */
  char *last_dealer;
  gboolean is_last_dealer; /* it is that of the round in hand; FALSE: perhaps not */

  Round round;
};

static void
forget_spins (SkyCounter *self)
{
  self->current_spins[FALSE] = self->current_spins[TRUE] = -1;
}

SkyCounter *
sky_counter_new (const SkyLogHeader *header, SkyCounts *counts)
{
  SkyCounter *self = g_new0 (SkyCounter, 1);

  self->counts = counts;
  self->wins = sky_win_counter_new (counts);
  self->has_players = header->players == SKY_PLAYERS_PROPERTY;
  self->is_big_six = header->game == SKY_GAME_BIG_SIX;
  self->shoots = header->game == SKY_GAME_CRAPS || header->game == SKY_GAME_MINI_CRAPS;
  self->places = -1;
  self->current_wheel = -1;
  self->current_dice = -1;
  forget_spins (self);
  self->last_place = -1;
  self->dealers = g_ptr_array_new_with_free_func (g_free);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
sky_counter_free (SkyCounter *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < N_SEATS; i++)
    g_free (self->seats[i]);
  g_free (self->wheel);
  g_free (self->set);
  g_free (self->last_dealer);
  g_array_unref (self->pairs);
  g_ptr_array_unref (self->dealers);
  sky_win_counter_free (self->wins);
  g_free (self);
}

void
sky_counter_set_watch (SkyCounter *self, SkyCounterWatch watch, gpointer data)
{
  self->watch = watch;
  self->watch_data = data;
}

/* The one dealer on duty; NULL: there is none, or are several. */
static const char *
get_dealer (const SkyCounter *self)
{
  return self->dealers->len == 1 ? self->dealers->pdata[0] : NULL;
}

/* --- Who ---------------------------------------------------------------------------------------
 */

/* Of two ids, of which the last letters tell most. */
static guint
hash_pair (const char *dealer, const char *player)
{
  guint32 hash = 0, word;

  for (guint i = 0; i < 2; i++)
    {
      const char *id = i == 0 ? dealer : player;
      const gsize length = id != NULL ? strlen (id) : 0;

      if (length >= sizeof word)
        memcpy (&word, id + length - sizeof word, sizeof word);
      else
        for (word = 0; id != NULL && *id != '\0'; id++)
          word = word << 8 | (guint8) *id;
      hash = hash * 31 + word + (guint32) length;
    }
  return hash;
}

/* Of what was counted before its audit went on, too. */
static void
hash_decisions (SkyCounter *self)
{
  for (guint i = self->pairs->len; i < self->counts->decisions->len; i++)
    {
      const SkyDecisionCounts *one = &g_array_index (self->counts->decisions, SkyDecisionCounts, i);
      const guint hash = hash_pair (one->dealer, one->player);

      g_array_append_val (self->pairs, hash);
    }
}

static void
add_decisions (SkyCounter *self, const char *dealer, const char *player, gint64 n)
{
  const guint hash = hash_pair (dealer, player);
  SkyDecisionCounts fresh = { .decisions = n };
  const guint *hashes;
  guint n_pairs;

  if (self->pairs->len < self->counts->decisions->len)
    hash_decisions (self);
  hashes = (const guint *) (void *) self->pairs->data;
  n_pairs = self->pairs->len;
  for (guint i = 0; i < n_pairs; i++)
    {
      SkyDecisionCounts *one;

      if (hashes[i] != hash)
        continue;
      one = &g_array_index (self->counts->decisions, SkyDecisionCounts, i);
      if (!g_str_equal (one->dealer, dealer) || g_strcmp0 (one->player, player) != 0)
        continue;
      one->decisions += n;
      return;
    }
  fresh.dealer = g_strdup (dealer);
  fresh.player = g_strdup (player);
  g_array_append_val (self->counts->decisions, fresh);
}

static void
hand_out_seat (SkyCounter *self, guint seat)
{
  if (self->by_seat[seat] == 0)
    return;
  add_decisions (self, get_dealer (self), self->seats[seat], self->by_seat[seat]);
  self->by_seat[seat] = 0;
}

/* What was decided under this dealer, for these players, is theirs. */
static void
hand_out_decisions (SkyCounter *self)
{
  G_STATIC_ASSERT (N_SEATS <= 64);
  for (; self->seats_counted != 0; self->seats_counted &= self->seats_counted - 1)
    hand_out_seat (self, (guint) __builtin_ctzll (self->seats_counted));
}

static int
compare_decisions (gconstpointer a, gconstpointer b)
{
  const SkyDecisionCounts *x = a, *y = b;
  int order = strcmp (x->dealer, y->dealer);

  return order != 0 ? order : g_strcmp0 (x->player, y->player);
}

void
sky_counter_write_down (SkyCounter *self)
{
  sky_win_counter_write_down (self->wins);
}

void
sky_counter_settle (SkyCounter *self)
{
  sky_counter_write_down (self);
  hand_out_decisions (self);
  g_array_sort (self->counts->decisions, compare_decisions);
  g_array_set_size (self->pairs, 0);
}

static G_GNUC_NO_INLINE void
take_staff (SkyCounter *self, const SkyEvent *event)
{
  guint i = 0;

  if (event->staff.role != SKY_ROLE_DEALER)
    return;
  hand_out_decisions (self);
  forget_spins (self);
  self->is_last_dealer = FALSE;
  self->round.dealer_changed = TRUE;
  while (i < self->dealers->len && !sky_text_is (event->staff.credential, self->dealers->pdata[i]))
    i++;
  if (event->staff.on && i == self->dealers->len)
    g_ptr_array_add (self->dealers, sky_text_dup (event->staff.credential));
  else if (!event->staff.on && i < self->dealers->len)
    g_ptr_array_remove_index (self->dealers, i);
}

static G_GNUC_NO_INLINE void
take_player (SkyCounter *self, const SkyEvent *event)
{
  gint64 seat = event->player.seat;

  if (!self->has_players || seat < 1 || seat >= N_SEATS)
    return;
  hand_out_seat (self, (guint) seat);
  g_clear_pointer (&self->seats[seat], g_free);
  if (event->player.present && event->player.player.length > 0)
    self->seats[seat] = sky_text_dup (event->player.player);
  sky_win_counter_seat (self->wins, (guint) seat, self->seats[seat]);
}

/* --- With what ---------------------------------------------------------------------------------
 */

static void
forget_last_place (SkyCounter *self)
{
  forget_spins (self);
  self->last_place = -1;
  self->is_last_dealer = FALSE;
  g_clear_pointer (&self->last_dealer, g_free);
}

static G_GNUC_NO_INLINE void
add_wheel (SkyCounter *self)
{
  SkyWheelCounts fresh = { .wheel = g_strdup (self->wheel), .places = (SkyPlaces) self->places };

  self->current_wheel = (gint) self->counts->wheels->len;
  g_array_append_val (self->counts->wheels, fresh);
}

static inline SkyWheelCounts *
get_wheel (SkyCounter *self)
{
  if (G_UNLIKELY (self->current_wheel < 0))
    add_wheel (self);
  return &g_array_index (self->counts->wheels, SkyWheelCounts, self->current_wheel);
}

/* What came from the wheel in use is not to be compared with what comes. */
static void
end_wheel (SkyCounter *self)
{
  if (self->places >= 0)
    get_wheel (self)->over = TRUE;
  self->current_wheel = -1;
  forget_last_place (self);
}

static G_GNUC_NO_INLINE void
take_wheel (SkyCounter *self, const SkyEvent *event)
{
  gboolean is_same = self->wheel != NULL && sky_text_is (event->equipment.id, self->wheel);

  switch (event->equipment.action)
    {
    case SKY_EQUIPMENT_IN:
      break;
    case SKY_EQUIPMENT_ADJUSTED:
    case SKY_EQUIPMENT_REPLACED:
    case SKY_EQUIPMENT_OUT:
      end_wheel (self);
      break;
    case SKY_EQUIPMENT_FAULT:
    case SKY_EQUIPMENT_FIXED:
    case SKY_EQUIPMENT_COVERED:
    case SKY_EQUIPMENT_UNCOVERED:
    default:
      return;
    }
  if (is_same)
    return;
  g_free (self->wheel);
  self->wheel = event->equipment.id.length > 0 ? sky_text_dup (event->equipment.id) : NULL;
  self->current_wheel = -1;
  forget_last_place (self);
}

static G_GNUC_NO_INLINE void
take_dice (SkyCounter *self, const SkyEvent *event)
{
  SkyEquipmentAction action = event->equipment.action;

  if (action != SKY_EQUIPMENT_IN && action != SKY_EQUIPMENT_OUT && action != SKY_EQUIPMENT_REPLACED)
    return;
  g_clear_pointer (&self->set, g_free);
  if (action != SKY_EQUIPMENT_OUT && event->equipment.id.length > 0)
    self->set = sky_text_dup (event->equipment.id);
  self->current_dice = -1;
}

static void
lay_out_pockets (SkyCounter *self, SkyWheel wheel)
{
  guint n = 0;

  memset (self->place_of, -1, sizeof self->place_of);
  for (int step = 0; step < SKY_N_POCKETS; step++)
    {
      int pocket = sky_wheel_step (wheel, 0, step);

      if (wheel == SKY_WHEEL_DOUBLE_AS_SINGLE && pocket == SKY_POCKET_DOUBLE_ZERO)
        continue;
      if (step > 0 && pocket == 0)
        break;
      self->place_of[pocket] = (gint8) n++;
    }
}

static G_GNUC_NO_INLINE void
look_up_places (SkyCounter *self, const SkyTable *table)
{
  const char *choice = self->is_big_six ? "big_six" : sky_table_choice (table, "wheel");
  gint places = -1;

  for (gint i = 0; i < SKY_N_PLACES_LAYOUTS && choice != NULL; i++)
    if (g_str_equal (choice, sky_places_to_name (i)))
      places = i;
  if (places == self->places)
    return;
  if (self->places >= 0)
    end_wheel (self);
  self->places = places;
  if (places == SKY_PLACES_DOUBLE_ZERO)
    lay_out_pockets (self, SKY_WHEEL_DOUBLE_ZERO);
  else if (places == SKY_PLACES_SINGLE_ZERO)
    lay_out_pockets (self, SKY_WHEEL_SINGLE_ZERO);
  else if (places == SKY_PLACES_DOUBLE_COVERED)
    lay_out_pockets (self, SKY_WHEEL_DOUBLE_AS_SINGLE);
}

/* --- A round -----------------------------------------------------------------------------------
 */

static gint
find_place (const SkyCounter *self, const SkyEvent *event)
{
  gint8 pocket;

  if (self->is_big_six)
    return event->result.section >= 0 && event->result.section < SKY_N_SECTIONS
               ? (gint) event->result.section
               : -1;
  pocket = sky_pocket_from_text (event->result.pocket);
  return self->places >= 0 && pocket >= 0 ? self->place_of[pocket] : -1;
}

static void
take_result (SkyCounter *self, const SkyTable *table, const SkyEvent *event)
{
  Round *round = &self->round;

  if (self->places < 0 && (self->is_big_six || event->result.pocket.length > 0))
    look_up_places (self, table);
  round->shown = TRUE;
  round->voided = FALSE;
  round->unsure |= event->origin.unsure;
  round->observed = event->result.observed != 0;
  round->place = find_place (self, event);
  round->n_dice = event->result.n_dice;
  for (guint i = 0; i < round->n_dice; i++)
    round->dice[i] = (gint8) CLAMP (event->result.dice[i], 0, G_MAXINT8);
}

static void
leave_out (SkyCounter *self, SkyLeftOut cause, gint64 n)
{
  self->counts->left_out[cause] += n;
}

static G_GNUC_NO_INLINE void
take_void (SkyCounter *self)
{
  /* A round that the void ends is left out when it ends. */
  if (self->round.shown)
    leave_out (self, SKY_LEFT_OUT_VOIDED, 1);
  self->round.shown = FALSE;
  self->round.voided = TRUE;
}

static G_GNUC_NO_INLINE void
take_other (SkyCounter *self, const SkyTable *table, const SkyEvent *event)
{
  switch ((guint) event->type)
    {
    case SKY_EVENT_RULES:
      sky_win_counter_forget_rules (self->wins);
      if (self->places >= 0)
        look_up_places (self, table);
      break;
    case SKY_EVENT_STAFF:
      take_staff (self, event);
      break;
    case SKY_EVENT_PLAYER:
      take_player (self, event);
      break;
    case SKY_EVENT_EQUIPMENT:
      if (event->equipment.item == SKY_ITEM_WHEEL)
        take_wheel (self, event);
      else if (event->equipment.item == SKY_ITEM_DICE)
        take_dice (self, event);
      break;
    case SKY_EVENT_VOID:
      take_void (self);
      break;
    case SKY_EVENT_SHOOTER:
      self->shooter = event->shooter.seat;
      break;
    case SKY_EVENT_STANDING:
      if (event->standing.shooter > 0)
        self->shooter = event->standing.shooter;
      break;
    case SKY_EVENT_UNOBSERVED:
      sky_counter_abandon_round (self);
      forget_last_place (self);
      break;
    default:
      break;
    }
}

void
sky_counter_take (SkyCounter *self, const SkyTable *table, const SkyEvent *event)
{
  /* Each round has these, in this order. */
  if (event->type == SKY_EVENT_ROUND_START)
    self->round = (Round){ .begun = TRUE, .broken = self->round.broken && !self->round.begun };
  else if (event->type == SKY_EVENT_SPIN)
    {
      self->round.spun = !self->is_big_six;
      self->round.counterclockwise = !event->spin.wheel_clockwise;
    }
  else if (event->type == SKY_EVENT_RESULT)
    take_result (self, table, event);
  else
    take_other (self, table, event);
}

void
sky_counter_break (SkyCounter *self)
{
  self->round.broken = TRUE;
  forget_last_place (self);
}

void
sky_counter_distrust (SkyCounter *self)
{
  self->counts->damaged = TRUE;
}

void
sky_counter_abandon_round (SkyCounter *self)
{
  if (self->round.begun)
    leave_out (self, SKY_LEFT_OUT_INCOMPLETE, 1);
  self->round = (Round){ 0 };
}

/* Why the round in hand does not count; SKY_N_LEFT_OUT: it does. */
static SkyLeftOut
find_cause (const SkyCounter *self, const SkyTable *table)
{
  if (self->round.broken)
    return SKY_LEFT_OUT_BROKEN;
  if (table->impossible)
    return SKY_LEFT_OUT_IMPOSSIBLE;
  if (self->round.voided)
    return SKY_LEFT_OUT_VOIDED;
  if (!table->has_result)
    return SKY_LEFT_OUT_NO_RESULT;
  return self->round.unsure ? SKY_LEFT_OUT_UNSURE : SKY_N_LEFT_OUT;
}

static gboolean
is_spin (const SkyCounter *self, const SkySpinCounts *one, const char *dealer)
{
  return one->counterclockwise == self->round.counterclockwise && (gint) one->places == self->places
         && g_str_equal (one->dealer, dealer) && g_strcmp0 (one->wheel, self->wheel) == 0;
}

/* Returns: its index. */
static G_GNUC_NO_INLINE gint
add_spins (SkyCounter *self, const char *dealer)
{
  SkySpinCounts fresh = { .places = (SkyPlaces) self->places,
                          .counterclockwise = self->round.counterclockwise };

  fresh.dealer = g_strdup (dealer);
  fresh.wheel = g_strdup (self->wheel);
  g_array_append_val (self->counts->spins, fresh);
  return (gint) self->counts->spins->len - 1;
}

/* Returns: its index. */
static gint
look_up_spins (SkyCounter *self, const char *dealer)
{
  for (guint i = self->counts->spins->len; i-- > 0;)
    if (is_spin (self, &g_array_index (self->counts->spins, SkySpinCounts, i), dealer))
      return (gint) i;
  return add_spins (self, dealer);
}

static SkySpinCounts *
get_spins (SkyCounter *self, const char *dealer)
{
  gint *current = &self->current_spins[self->round.counterclockwise != 0];

  if (*current < 0)
    *current = look_up_spins (self, dealer);
  return &g_array_index (self->counts->spins, SkySpinCounts, *current);
}

static guint
find_move (const SkyCounter *self)
{
  guint n = sky_places_number ((SkyPlaces) self->places);
  guint moved = (guint) (self->round.place - self->last_place + (gint) n) % n;

  return self->round.counterclockwise ? (n - moved) % n : moved;
}

static G_GNUC_NO_INLINE void
tell_result (SkyCounter *self, gint64 round, const char *dealer, gboolean is_spin)
{
  const SkyCountedResult result = { .round = round,
                                    .wheel = self->wheel,
                                    .places = (SkyPlaces) self->places,
                                    .place = (guint) self->round.place,
                                    .stretch = (guint) self->current_wheel,
                                    .is_spin = is_spin,
                                    .dealer = is_spin ? (char *) dealer : NULL,
                                    .counterclockwise = self->round.counterclockwise,
                                    .moved = is_spin ? find_move (self) : 0 };

  self->watch (&result, self->watch_data);
}

static void
count_place (SkyCounter *self, gint64 round)
{
  const char *dealer = self->round.dealer_changed ? NULL : get_dealer (self);
  const gboolean is_same =
      (self->is_last_dealer && dealer != NULL) || g_strcmp0 (dealer, self->last_dealer) == 0;
  const gboolean is_spin = self->last_place >= 0 && self->round.spun && dealer != NULL && is_same;

  get_wheel (self)->counts[self->round.place]++;
  if (is_spin)
    get_spins (self, dealer)->counts[find_move (self)]++;
  if (self->watch != NULL)
    tell_result (self, round, dealer, is_spin);
  self->last_place = self->round.place;
  if (!is_same)
    {
      g_free (self->last_dealer);
      self->last_dealer = g_strdup (dealer);
    }
  self->is_last_dealer = dealer != NULL;
}

static void
count_sevens (SkyCounter *self)
{
  const char *player =
      self->shooter > 0 && self->shooter < N_SEATS ? self->seats[self->shooter] : NULL;
  gboolean is_seven = self->round.dice[0] + self->round.dice[1] == 7;
  SkySevenCounts fresh = { .sevens = is_seven, .throws = 1 };

  if (player == NULL)
    return;
  for (guint i = 0; i < self->counts->sevens->len; i++)
    {
      SkySevenCounts *one = &g_array_index (self->counts->sevens, SkySevenCounts, i);

      if (!g_str_equal (one->player, player))
        continue;
      one->sevens += is_seven;
      one->throws++;
      return;
    }
  fresh.player = g_strdup (player);
  g_array_append_val (self->counts->sevens, fresh);
}

static void
count_dice (SkyCounter *self)
{
  SkyDiceCounts *dice;

  for (guint i = 0; i < self->round.n_dice; i++)
    if (self->round.dice[i] < 1 || self->round.dice[i] > SKY_N_DIE_FACES)
      return;
  for (guint i = 0; i < self->counts->dice->len && self->current_dice < 0; i++)
    if (g_strcmp0 (g_array_index (self->counts->dice, SkyDiceCounts, i).set, self->set) == 0)
      self->current_dice = (gint) i;
  if (self->current_dice < 0)
    {
      SkyDiceCounts fresh = { .set = g_strdup (self->set) };

      self->current_dice = (gint) self->counts->dice->len;
      g_array_append_val (self->counts->dice, fresh);
    }
  dice = &g_array_index (self->counts->dice, SkyDiceCounts, self->current_dice);
  for (guint i = 0; i < self->round.n_dice; i++)
    dice->faces[self->round.dice[i] - 1]++;
  if (self->shoots && self->round.n_dice == 2)
    count_sevens (self);
}

static void
count_result (SkyCounter *self, gint64 round)
{
  if (self->round.observed)
    {
      leave_out (self, SKY_LEFT_OUT_OBSERVED, 1);
      return;
    }
  if (self->round.place >= 0 && self->places >= 0)
    count_place (self, round);
  if (self->round.n_dice > 0)
    count_dice (self);
}

static guint
seat_of (const SkyCounter *self, gint64 seat)
{
  return self->has_players && (guint64) seat < N_SEATS ? (guint) seat : 0;
}

static inline void
add_decision (SkyCounter *self, gint64 at, gint64 n)
{
  const guint seat = seat_of (self, at);

  self->by_seat[seat] += n;
  self->seats_counted |= G_GUINT64_CONSTANT (1) << seat;
}

/* Whether decisions of the round in hand are somebody's. */
static gboolean
has_dealer (const SkyCounter *self)
{
  return get_dealer (self) != NULL && !self->round.dealer_changed;
}

static void
count_decisions (SkyCounter *self, const SkyDriver *driver)
{
  const SkySettleRecord *records = driver->settles.records;
  const gboolean are_told = has_dealer (self);
  const guint n = driver->settles.len;
  gint64 n_decided = 0;

  for (guint i = 0; i < n; i++)
    {
      const SkyWager *wager = records[i].wager;
      const gint64 is_decided = wager->due.outcome != SKY_OUTCOME_NONE;

      n_decided += is_decided;
      if (self->has_players && are_told)
        add_decision (self, wager->seat, is_decided);
    }
  if (!are_told)
    leave_out (self, SKY_LEFT_OUT_DEALERS, n_decided);
  else if (!self->has_players)
    add_decision (self, 0, n_decided);
}

void
sky_counter_end_round (SkyCounter *self, const SkyDriver *driver)
{
  SkyLeftOut cause = find_cause (self, driver->table);

  if (!self->round.begun)
    return;
  if (cause != SKY_N_LEFT_OUT)
    {
      /* A result that a void undid is left out already. */
      leave_out (self, cause, 1);
      self->round.begun = FALSE;
      return;
    }
  if (self->round.shown)
    count_result (self, driver->table->round);
  if (self->round.shown && !self->round.observed)
    sky_win_counter_take_round (self->wins, driver->table);
  count_decisions (self, driver);
}

/* --- Errors ------------------------------------------------------------------------------------
 */

static gboolean
is_same_kind (const SkyErrorCount *one, const SkyErrorCount *error)
{
  return error->at - one->at <= SAME_ERROR && g_str_equal (one->check, error->check)
         && g_strcmp0 (one->bet, error->bet) == 0 && g_str_equal (one->dealer, error->dealer);
}

/* Whether the error is the first of its dealer, or of the dealer and patron. */
static void
place_error (const SkyCounter *self, SkyErrorCount *error, gboolean overpaid)
{
  error->of_dealer = TRUE;
  error->of_the_pair = overpaid && error->player != NULL;
  for (guint i = self->counts->errors->len; i-- > 0;)
    {
      const SkyErrorCount *one = &g_array_index (self->counts->errors, SkyErrorCount, i);
      gboolean is_same;

      if (error->at - one->at > SAME_ERROR && one->round != error->round)
        return;
      is_same = one->round == error->round || is_same_kind (one, error);
      if (is_same && one->of_dealer)
        error->of_dealer = FALSE;
      if (is_same && one->of_the_pair && g_strcmp0 (one->player, error->player) == 0)
        error->of_the_pair = FALSE;
    }
}

static G_GNUC_NO_INLINE void
count_error (SkyCounter *self, const SkyDriver *driver, const SkyFinding *finding)
{
  const char *id = finding->wager != NULL ? finding->wager : "";
  const SkyWager *wager =
      sky_table_find_wager (driver->table, (SkyText){ .data = id, .length = strlen (id) });
  guint seat = seat_of (self, finding->seat);
  SkyErrorCount error = {
    .seq = finding->seq,
    .at = finding->at,
    .round = driver->table->round,
    .check = (char *) sky_check_info (finding->check)->name,
    .bet = wager != NULL && wager->bet != NULL ? (char *) wager->bet->form.bet : NULL,
    .wager = finding->wager,
    .dealer = (char *) get_dealer (self),
    .player = self->seats[seat],
  };

  /* What was missed, or settled though nothing was decided, is no settlement that was counted. */
  if (finding->check == SKY_CHECK_SETTLE_MISSING || wager == NULL
      || wager->due.outcome == SKY_OUTCOME_NONE)
    add_decision (self, finding->seat, 1);
  place_error (self, &error, finding->has_variance && finding->variance > 0);
  if (!error.of_dealer && !error.of_the_pair)
    return;
  error.check = g_strdup (error.check);
  error.bet = g_strdup (error.bet);
  error.wager = g_strdup (error.wager);
  error.dealer = g_strdup (error.dealer);
  error.player = g_strdup (error.player);
  g_array_append_val (self->counts->errors, error);
}

static gboolean
is_of_settlement (SkyCheck check)
{
  return check >= SKY_CHECK_SETTLE_TWICE && check <= SKY_CHECK_SETTLE_ORDER;
}

void
sky_counter_judge_round (SkyCounter *self, const SkyDriver *driver, guint first)
{
  if (self->round.begun && has_dealer (self))
    for (guint i = first; i < driver->findings->len; i++)
      {
        const SkyFinding *finding = driver->findings->pdata[i];

        if (is_of_settlement (finding->check))
          count_error (self, driver, finding);
      }
  self->round = (Round){ 0 };
}

/* --- Its state ---------------------------------------------------------------------------------
 */

/* Visits Round. */
static void
visit_round (SkyState *state, Round *round)
{
  sky_state_int (state, round->begun);
  sky_state_int (state, round->shown);
  sky_state_int (state, round->observed);
  sky_state_int (state, round->voided);
  sky_state_int (state, round->unsure);
  sky_state_int (state, round->broken);
  sky_state_int (state, round->dealer_changed);
  sky_state_int (state, round->spun);
  sky_state_int (state, round->counterclockwise);
  sky_state_int (state, round->place);
  sky_state_int (state, round->n_dice);
  sky_state_ints (state, round->dice);
  if (round->n_dice > G_N_ELEMENTS (round->dice) || round->place < -1
      || round->place >= SKY_N_PLACES)
    sky_state_refuse (state);
}

/* Visits SkyCounter, but not: counts, watch, watch_data, has_players, is_big_six, shoots,
 * seats_counted, current_spins, pairs, is_last_dealer. */
void
sky_counter_visit (SkyCounter *self, SkyState *state)
{
  guint n = sky_state_count (state, self->dealers->len, G_MAXINT16);

  for (guint i = 0; i < n; i++)
    {
      char *dealer = sky_state_is_reading (state) ? NULL : self->dealers->pdata[i];

      sky_state_text (state, &dealer);
      if (dealer == NULL)
        sky_state_refuse (state);
      else if (sky_state_is_reading (state))
        g_ptr_array_add (self->dealers, dealer);
    }
  sky_state_text (state, &self->wheel);
  sky_state_text (state, &self->set);
  sky_state_int (state, self->places);
  sky_state_ints (state, self->place_of);
  sky_state_int (state, self->current_wheel);
  sky_state_int (state, self->current_dice);
  sky_state_int (state, self->shooter);
  for (guint i = 0; i < N_SEATS; i++)
    {
      sky_state_text (state, &self->seats[i]);
      sky_win_counter_seat (self->wins, i, self->seats[i]);
    }
  sky_state_ints (state, self->by_seat);
  self->seats_counted = G_MAXUINT64;
  sky_state_int (state, self->last_place);
  sky_state_text (state, &self->last_dealer);
  visit_round (state, &self->round);
  if (self->places >= SKY_N_PLACES_LAYOUTS || self->last_place >= SKY_N_PLACES
      || self->current_wheel >= (gint) self->counts->wheels->len
      || self->current_dice >= (gint) self->counts->dice->len)
    sky_state_refuse (state);
}
