/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-replay.h"

#include "sky-driver-private.h"

#include <string.h>

/* The driver reads and feeds a line at once, so how many lines belong to an instant is known from
 * an index of their times. */
struct _SkyReplay
{
  SkyLog *log;
  SkyDriver driver;
  gboolean started;
  GArray *index; /* of IndexEntry, one an event, made once */
  guint fed;     /* how many entries were fed */
};

typedef struct
{
  SkyTime at; /* the latest instant up to this event, so that reversed clocks stay in order */
  guint64 seq;
} IndexEntry;

static void
build_index (SkyReplay *self)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (self->log, NULL);
  const SkyLine *line;
  SkyTime latest = G_MININT64;

  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      IndexEntry entry;

      if (line->kind != SKY_LINE_QUARANTINED)
        latest = MAX (latest, line->event.at);
      entry = (IndexEntry){ latest, line->kind == SKY_LINE_QUARANTINED ? 0 : line->event.seq };
      g_array_append_val (self->index, entry);
    }
}

SkyReplay *
sky_replay_new (SkyLog *log)
{
  SkyReplay *self = g_new0 (SkyReplay, 1);

  self->log = sky_log_ref (log);
  self->index = g_array_new (FALSE, FALSE, sizeof (IndexEntry));
  build_index (self);
  return self;
}

void
sky_replay_free (SkyReplay *self)
{
  if (self == NULL)
    return;
  if (self->started)
    sky_driver_clear (&self->driver);
  g_array_unref (self->index);
  sky_log_unref (self->log);
  g_free (self);
}

/* Feeds exactly the first @count lines. */
static void
feed_until (SkyReplay *self, guint count)
{
  if (self->started && count < self->fed)
    {
      sky_driver_clear (&self->driver);
      self->started = FALSE;
    }
  if (!self->started)
    {
      sky_driver_init (&self->driver, self->log, NULL, NULL, NULL);
      self->started = TRUE;
      self->fed = 0;
    }
  for (; self->fed < count; self->fed++)
    sky_driver_next (&self->driver);
}

static void
clear_scene_wager (gpointer data)
{
  SkySceneWager *wager = data;

  g_free (wager->id);
  g_free (wager->name);
  g_free (wager->symbol);
}

static void
clear_seat (gpointer data)
{
  SkySeat *seat = data;

  g_free (seat->player);
  g_free (seat->colour);
}

static void
add_wager (SkyScene *scene, const SkyTable *table, const SkyWager *wager)
{
  gboolean settled_now = table->round != 0 && wager->settlement.seq > table->round_seq;
  SkySceneWager in_scene = {
    .bet = wager->bet,
    .id = g_strdup (wager->id),
    .name = g_strdup (sky_table_wager_name (table, wager)),
    .seat = wager->seat,
    .amount = wager->amount,
    .number = wager->number,
    .dice = { wager->dice[0], wager->dice[1] },
    .n_numbers = wager->n_numbers,
    .symbol = g_strdup (wager->symbol),
    .area = wager->area,
    /* Odds lie with the wager that they support. */
    .point = wager->supports != NULL ? wager->supports->point : wager->point,
    .working = wager->working,
    .supports = wager->supports != NULL ? wager->supports->bet : NULL,
    .due = wager->due,
  };

  memcpy (in_scene.numbers, wager->numbers, sizeof in_scene.numbers);
  if (settled_now)
    in_scene.settlement = wager->settlement;
  g_array_append_val (scene->wagers, in_scene);
}

SkyScene *
sky_scene_new (const SkyTable *table, SkyTime at)
{
  SkyScene *scene = g_atomic_rc_box_new0 (SkyScene);

  scene->at = at;
  scene->wagers = g_array_new (FALSE, TRUE, sizeof (SkySceneWager));
  g_array_set_clear_func (scene->wagers, clear_scene_wager);
  scene->marks = g_array_new (FALSE, TRUE, sizeof (SkyMark));
  scene->seats = g_array_new (FALSE, TRUE, sizeof (SkySeat));
  g_array_set_clear_func (scene->seats, clear_seat);
  scene->seq = table->seq;
  scene->round = table->round;
  scene->open = table->open;

  for (guint i = 0; i < table->up->len; i++)
    if (((const SkyWager *) table->up->pdata[i])->status == SKY_WAGER_UP)
      add_wager (scene, table, table->up->pdata[i]);
  for (guint i = 0; i < table->seats->len; i++)
    {
      SkySeat seat = g_array_index (table->seats, SkySeat, i);

      seat.player = g_strdup (seat.player);
      seat.colour = g_strdup (seat.colour);
      g_array_append_val (scene->seats, seat);
    }
  if (table->game->marks != NULL)
    table->game->marks (table, scene->marks);
  return scene;
}

SkyScene *
sky_scene_ref (const SkyScene *self)
{
  return g_atomic_rc_box_acquire ((gpointer) self);
}

static void
clear_scene (gpointer data)
{
  SkyScene *self = data;

  g_array_unref (self->wagers);
  g_array_unref (self->marks);
  g_array_unref (self->seats);
}

void
sky_scene_unref (SkyScene *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear_scene);
}

SkyScene *
sky_replay_at (SkyReplay *self, SkyTime at)
{
  guint low = 0, high = self->index->len;

  /* The number of lines whose instant is not later than @at. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->index, IndexEntry, middle).at <= at)
        low = middle + 1;
      else
        high = middle;
    }
  feed_until (self, low);
  return sky_scene_new (self->driver.table, at);
}

SkyScene *
sky_replay_at_seq (SkyReplay *self, guint64 seq)
{
  guint count = 0;

  for (guint i = 0; i < self->index->len; i++)
    if (g_array_index (self->index, IndexEntry, i).seq == seq)
      {
        count = i + 1;
        break;
      }
  feed_until (self, count);
  return sky_scene_new (self->driver.table,
                        count > 0 ? g_array_index (self->index, IndexEntry, count - 1).at
                                  : SKY_TIME_NONE);
}

/* What the round's closing looks like from within. */
typedef struct
{
  SkyReplay *replay;
  gint64 round;
  SkyScene *scene;
} Closing;

static void
take_closing_scene (SkyDriver *driver, gpointer data)
{
  Closing *closing = data;

  if (driver->table->round == closing->round && closing->scene == NULL)
    closing->scene = sky_scene_new (closing->replay->driver.table, SKY_TIME_NONE);
}

SkyScene *
sky_replay_at_end (SkyReplay *self, const SkyRound *round)
{
  Closing closing = { .replay = self, .round = round->round };

  /* Up to the round's start nobody is asked, so that a replay that stands behind it goes back. */
  sky_scene_unref (sky_replay_at_seq (self, round->first_seq));
  self->driver.closing = take_closing_scene;
  self->driver.closing_data = &closing;
  SkyScene *last = sky_replay_at_seq (self, round->last_seq);
  self->driver.closing = NULL;
  if (closing.scene == NULL)
    return last;
  closing.scene->at = last->at;
  sky_scene_unref (last);
  return closing.scene;
}
