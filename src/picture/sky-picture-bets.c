/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-picture-bets.h"

#include "sky-game.h"
#include "sky-picture-private.h"
#include "sky-roulette-layout.h"

#include <math.h>
#include <string.h>

#define MAX_SEATS 16  /* no table has more */
#define REACH     2.0 /* inches beside a place that still are meant for it */

/* A bet whose place may be meant. */
typedef struct
{
  SkyPictureBet bet;
  gboolean other_seat;
  double beside; /* inches outside the cell; 0: within */
  double off;    /* inches from its middle */
  guint order;
} Candidate;

typedef struct
{
  const SkyScene *scene;
  SkyGameId game;
  gint64 seat;
  double x; /* on the table, in inches */
  double y;
  GArray *found; /* of Candidate */
} Search;

/* The scene without wagers stands for none. */
static const SkyScene *
get_scene (const SkyScene *scene, SkyScene *none)
{
  if (scene != NULL)
    return scene;
  none->wagers = g_array_new (FALSE, FALSE, sizeof (SkySceneWager));
  return none;
}

static void
clear_scene (SkyScene *none)
{
  g_clear_pointer (&none->wagers, g_array_unref);
}

/* The wager as it would lie. Its symbol, if it has one, is a new string. */
static SkySceneWager
make_wager (const SkyBetRef *bet, gint64 seat)
{
  SkySceneWager wager = {
    .bet = (const SkyBet *) bet->form,
    .seat = seat,
    .amount = 100,
    .number = (gint) bet->number,
    .dice = { (gint8) bet->dice[0], (gint8) bet->dice[1] },
    .n_numbers = bet->n_numbers,
    .area = bet->area != 0 ? (gint) bet->area : (gint) seat,
  };

  for (guint i = 0; i < bet->n_numbers; i++)
    wager.numbers[i] = bet->form->members & SKY_MEMBER_NUMBERS
                           ? (gint8) bet->numbers[i]
                           : sky_pocket_from_text (bet->number_texts[i]);
  if (bet->form->members & SKY_MEMBER_SYMBOL)
    wager.symbol = sky_text_dup (bet->symbol);
  return wager;
}

/* Whether odds of the kind @bet lie by @wager, which has its point. */
static gboolean
supports (const SkyBetRef *bet, gint64 seat, const SkySceneWager *wager)
{
  g_autofree char *odds =
      wager->bet != NULL ? g_strconcat (wager->bet->form.bet, "_odds", NULL) : NULL;

  return wager->seat == seat && wager->point > 0 && sky_picture_wager_lies (wager)
         && g_strcmp0 (odds, bet->form->bet) == 0;
}

static gboolean
find_cell (const SkyScene *scene,
           SkyGameId game,
           const SkyBetRef *bet,
           gint64 seat,
           gint point,
           SkyPictureArea *cell)
{
  SkySceneWager wager = make_wager (bet, seat);
  gboolean found;

  wager.point = point;
  found = sky_game_picture_get (game)->cell (scene, game, &wager, cell);
  g_free (wager.symbol);
  return found;
}

/* The point of the wager of @scene that the bet supports; 0: it supports none that lies. */
static gint
find_point (const SkyScene *scene, const SkyBetRef *bet)
{
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);

      if (bet->supports.length > 0 && sky_text_is (bet->supports, wager->id))
        return wager->point;
    }
  return 0;
}

static double
get_gap (double at, double from, double length)
{
  return MAX (MAX (from - at, at - from - length), 0);
}

/* A place that another seat has as well is the seat's in hand. */
static gboolean
is_shared (const Search *self, const SkyBetRef *bet, gint64 seat, const SkyPictureArea *cell)
{
  SkyPictureArea own;

  return seat != self->seat && find_cell (self->scene, self->game, bet, self->seat, 0, &own)
         && own.x == cell->x && own.y == cell->y;
}

static void
try_place (Search *self, const SkyBetRef *bet, gint64 seat, gint point, const char *supported)
{
  Candidate candidate = { .bet = { *bet, seat }, .order = self->found->len };
  SkyPictureArea cell;
  double beside;

  if (!find_cell (self->scene, self->game, bet, seat, point, &cell)
      || is_shared (self, bet, seat, &cell))
    return;
  beside = hypot (get_gap (self->x, cell.x, cell.width), get_gap (self->y, cell.y, cell.height));
  if (beside > REACH)
    return;
  if (supported != NULL)
    candidate.bet.bet.supports = (SkyText){ supported, strlen (supported) };
  candidate.other_seat = seat != self->seat;
  candidate.beside = beside;
  candidate.off = hypot (self->x - cell.x - cell.width / 2, self->y - cell.y - cell.height / 2);
  g_array_append_val (self->found, candidate);
}

static void
try_bet (Search *self, const SkyBetRef *bet, gint64 seat)
{
  if ((bet->form->members & SKY_MEMBER_SUPPORTS) == 0)
    try_place (self, bet, seat, 0, NULL);
  else
    for (guint i = 0; i < self->scene->wagers->len; i++)
      {
        const SkySceneWager *wager = &g_array_index (self->scene->wagers, SkySceneWager, i);

        if (supports (bet, seat, wager))
          try_place (self, bet, seat, wager->point, wager->id);
      }
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const Candidate *one = a, *other = b;

  if ((one->beside > 0) != (other->beside > 0))
    return one->beside > 0 ? 1 : -1;
  if (one->other_seat != other->other_seat)
    return one->other_seat ? 1 : -1;
  if (one->beside != other->beside)
    return one->beside < other->beside ? -1 : 1;
  if (one->off != other->off)
    return one->off < other->off ? -1 : 1;
  /* Where a wager has its point, chips are laid upon it as odds. */
  if ((one->bet.bet.supports.length > 0) != (other->bet.bet.supports.length > 0))
    return one->bet.bet.supports.length > 0 ? -1 : 1;
  return one->order < other->order ? -1 : 1;
}

GArray *
sky_picture_bets_at (const SkyScene *scene,
                     SkyGameId game,
                     const GArray *bets,
                     gint64 seat,
                     double width,
                     double height,
                     double x,
                     double y)
{
  const SkyGamePicture *picture = sky_game_picture_get (game);
  double scale = MIN (width / picture->width, height / picture->height);
  SkyScene none = { 0 };
  Search self = { .scene = get_scene (scene, &none),
                  .game = game,
                  .seat = seat,
                  .x = (x - (width - picture->width * scale) / 2) / scale,
                  .y = (y - (height - picture->height * scale) / 2) / scale,
                  .found = g_array_new (FALSE, FALSE, sizeof (Candidate)) };
  GArray *result = g_array_new (FALSE, FALSE, sizeof (SkyPictureBet));

  for (gint64 other = 0; other <= MAX_SEATS; other++)
    for (guint i = 0; i < bets->len && (other == 0 || other != seat); i++)
      try_bet (&self, &g_array_index (bets, SkyBetRef, i), other == 0 ? seat : other);
  g_array_sort (self.found, compare);
  /* What is beside the pointer counts only where nothing is under it, and then the nearest. */
  for (guint i = 0; i < self.found->len; i++)
    {
      const Candidate *candidate = &g_array_index (self.found, Candidate, i);
      const Candidate *first = &g_array_index (self.found, Candidate, 0);

      if (candidate->beside == first->beside)
        g_array_append_val (result, candidate->bet);
    }
  g_array_unref (self.found);
  clear_scene (&none);
  return result;
}

gboolean
sky_picture_bet_area (const SkyScene *scene,
                      SkyGameId game,
                      const SkyBetRef *bet,
                      gint64 seat,
                      double width,
                      double height,
                      SkyPictureArea *area)
{
  const SkyGamePicture *picture = sky_game_picture_get (game);
  double scale = MIN (width / picture->width, height / picture->height);
  SkyScene none = { 0 };
  const SkyScene *lying = get_scene (scene, &none);
  SkyPictureArea cell;
  gboolean found = find_cell (lying, game, bet, seat, find_point (lying, bet), &cell);

  if (found)
    *area = (SkyPictureArea){ (width - picture->width * scale) / 2 + cell.x * scale,
                              (height - picture->height * scale) / 2 + cell.y * scale,
                              cell.width * scale, cell.height * scale };
  clear_scene (&none);
  return found;
}
