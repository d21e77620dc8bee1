/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-day-view.h"

#include <glib/gi18n.h>

#include "sky-time-axis.h"

struct _SkyDayView
{
  GObject parent_instance;

  SkyStoreLink *link;
  SkyIntake *intake;
  SkyClock *clock;
  GSettings *settings;

  /* The day. */
  SkyTableDay *day;
  gint64 day_log;        /* of @day, by its id; 0: there is none */
  gint64 log;            /* the same, or that of the one being opened */
  SkyStoredLog *audited; /* of the one being opened, as the store has it; NULL: none is */
  GCancellable *opening; /* NULL: none is being opened */
  SkyTime go_to;         /* when it is open; SKY_TIME_NONE: nowhere */
  gint64 go_to_round;
  SkyTime waits_at;   /* for the readings, to go to a picture; SKY_TIME_NONE: it does not */
  SkyCuePoint sight;  /* where in it */
  char *problem;      /* why there is no day; NULL: there is, or none was asked for */
  gboolean is_behind; /* its log has grown since it was opened */
  gboolean growing;   /* it is being opened again */
  SkyDayFiles *files;
  SkyDaySight *day_sight; /* what its pictures showed */
  GArray *marks;          /* of SkyDayMark */

  /* Time. */
  SkyCameraWall *wall;
  SkyTime from;
  SkyTime until;

  /* The round. */
  SkyReplayer *replayer;
  gint64 round;
  gint64 own_round; /* of what is looked at */
  char *own_wager;
  char *pinned;  /* NULL: none */
  char *pointed; /* NULL: none but the one that is pinned */
};

G_DEFINE_FINAL_TYPE (SkyDayView, sky_day_view, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_DAY,
  PROP_ROUND,
  PROP_POSITION,
  PROP_PINNED,
  PROP_POINTED,
  N_PROPS,
};

enum
{
  MARKS_CHANGED,
  SPAN_CHANGED,
  SCENE_CHANGED,
  ROUND_REPLAYED,
  ZONE_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* How much is in sight around the instant that a day is opened at. */
#define FIRST_SPAN (2 * SKY_MINUTE)

static void
notify (SkyDayView *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* --- Marks ------------------------------------------------------------------------------------ */

static gpointer
marks_in_thread (SkyStore *store, gpointer data, GError **error)
{
  return sky_day_marks_read (store, *(gint64 *) data, error);
}

static void
marks_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyDayView *self = SKY_DAY_VIEW (source);
  g_autofree gint64 *asked = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) marks = sky_store_worker_finish (result, &error);

  if (marks == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  /* Another day is shown by now. */
  if (*asked != self->day_log)
    return;
  g_array_unref (self->marks);
  self->marks = g_steal_pointer (&marks);
  g_signal_emit (self, signals[MARKS_CHANGED], 0);
}

void
sky_day_view_ask_marks (SkyDayView *self)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  if (self->day != NULL)
    sky_store_link_ask (
        self->link, self, marks_in_thread, g_memdup2 (&self->day_log, sizeof self->day_log), g_free,
        (GDestroyNotify) g_array_unref, marks_cb, g_memdup2 (&self->day_log, sizeof self->day_log));
}

GArray *
sky_day_view_get_marks (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->marks;
}

/* --- The day ---------------------------------------------------------------------------------- */

static void
set_round (SkyDayView *self, gint64 number)
{
  if (number == self->round)
    return;
  self->round = number;
  sky_day_view_set_pinned (self, NULL);
  sky_day_view_set_pointed (self, NULL);

  const SkyRound *round = self->day != NULL ? sky_table_day_find_round (self->day, number) : NULL;
  if (round != NULL)
    sky_replayer_ask_round (self->replayer, round);
  notify (self, PROP_ROUND);
  g_signal_emit (self, signals[ROUND_REPLAYED], 0);
}

/* The round that is shown at @at: the one shown already as long as @at is within it (the rounds of
 * a log whose times go back overlap), else the last that began. */
static void
update_round (SkyDayView *self, SkyTime at)
{
  if (self->day == NULL)
    return;

  const SkyRound *shown =
      self->round != 0 ? sky_table_day_find_round (self->day, self->round) : NULL;
  if (shown != NULL && at >= shown->start && at <= shown->end)
    return;

  const SkyRound *round = sky_table_day_round_at (self->day, at);
  set_round (self, round != NULL ? round->round : 0);
}

static void
position_cb (SkyDayView *self, GParamSpec *pspec, SkyCameraWall *wall)
{
  SkyTime at = sky_camera_wall_get_position (wall);

  if (self->day != NULL)
    {
      SkyTimeAxis axis = { self->from, self->until, 1000 };
      axis = sky_time_axis_show (&axis, at);
      sky_day_view_set_span (self, axis.from, axis.until);
      update_round (self, at);
      sky_replayer_ask_scene (self->replayer, at);
    }
  notify (self, PROP_POSITION);
}

static void
scene_cb (SkyDayView *self)
{
  g_signal_emit (self, signals[SCENE_CHANGED], 0);
}

static void
round_cb (SkyDayView *self)
{
  g_signal_emit (self, signals[ROUND_REPLAYED], 0);
}

/* Goes to the picture that was read of what is looked at, once the readings are there and unless
 * somebody has gone elsewhere. */
static void
show_picture (SkyDayView *self)
{
  SkyTime at;

  if (self->waits_at == SKY_TIME_NONE || self->day == NULL)
    return;
  at = sky_day_sight_find_middle (self->day_sight, self->go_to_round, self->go_to);
  if (at != SKY_TIME_NONE && sky_day_view_get_position (self) == self->waits_at)
    sky_day_view_go_to (self, at);
  if (at != SKY_TIME_NONE)
    self->waits_at = SKY_TIME_NONE;
}

static void
arrive (SkyDayView *self)
{
  SkyTime at = self->go_to;
  SkyTime from;
  SkyTime until;

  sky_table_day_get_span (self->day, &from, &until);
  const SkyRound *round = sky_table_day_find_round (self->day, self->go_to_round);
  at = sky_cue_point_find (self->sight, self->day, self->go_to_round, at);
  if (at == SKY_TIME_NONE)
    at = round != NULL ? round->start : from;
  set_round (self, round != NULL ? round->round : 0);
  /* Whoever played backwards to the finding before does not mean to at the next one. */
  if (!sky_camera_wall_get_playing (self->wall))
    sky_camera_wall_set_rate (self->wall, ABS (sky_camera_wall_get_rate (self->wall)));
  sky_day_view_go_to (self, at);
  self->waits_at =
      self->sight == SKY_CUE_POINT_PICTURE ? sky_day_view_get_position (self) : SKY_TIME_NONE;
  show_picture (self);
}

static void
take_day (SkyDayView *self, SkyTableDay *day)
{
  if (self->replayer != NULL)
    g_signal_handlers_disconnect_by_data (self->replayer, self);
  g_clear_object (&self->replayer);
  g_set_object (&self->day, day);
  g_clear_pointer (&self->problem, g_free);
  self->is_behind = FALSE;

  self->replayer = sky_replayer_new (sky_table_day_get_log (day));
  g_signal_connect_object (self->replayer, "scene", G_CALLBACK (scene_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->replayer, "round", G_CALLBACK (round_cb), self, G_CONNECT_SWAPPED);
}

static gboolean
is_same_camera (const SkyCamera *a, const SkyCamera *b)
{
  if (g_strcmp0 (sky_camera_get_name (a), sky_camera_get_name (b)) != 0
      || sky_camera_get_n_segments (a) != sky_camera_get_n_segments (b))
    return FALSE;
  for (guint i = 0; i < sky_camera_get_n_segments (a); i++)
    {
      const SkyCameraSegment *left = sky_camera_get_segment (a, i);
      const SkyCameraSegment *right = sky_camera_get_segment (b, i);
      if (left->start != right->start || left->end != right->end
          || strcmp (left->path, right->path) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_cameras (SkyTableDay *a, SkyTableDay *b)
{
  GPtrArray *left = sky_table_day_get_cameras (a);
  GPtrArray *right = sky_table_day_get_cameras (b);

  if (left->len != right->len)
    return FALSE;
  for (guint i = 0; i < left->len; i++)
    {
      if (!is_same_camera (left->pdata[i], right->pdata[i]))
        return FALSE;
    }
  return TRUE;
}

static void
grow_day (SkyDayView *self, SkyTableDay *day)
{
  SkyTime from;
  SkyTime until;
  gboolean same = same_cameras (self->day, day);
  gint64 number = self->round;

  take_day (self, day);
  sky_day_files_grow (self->files, day);
  sky_table_day_get_span (day, &from, &until);
  /* A film that runs goes on, unless there is more of it now. */
  if (!same)
    sky_camera_wall_set_cameras (self->wall, sky_table_day_get_cameras (day));
  sky_camera_wall_set_range (self->wall, from, until);
  notify (self, PROP_DAY);
  g_signal_emit (self, signals[MARKS_CHANGED], 0);
  /* The round may be longer by now. */
  const SkyRound *round = sky_table_day_find_round (day, number);
  if (round != NULL)
    sky_replayer_ask_round (self->replayer, round);
  position_cb (self, NULL, self->wall);
}

static void
set_day (SkyDayView *self, SkyTableDay *day)
{
  SkyTime from;
  SkyTime until;

  take_day (self, day);
  self->day_log = self->audited->id;
  sky_day_files_set_day (self->files, day, g_steal_pointer (&self->audited));
  self->round = 0;
  g_array_set_size (self->marks, 0);

  sky_clock_set_property_zone (self->clock, sky_table_day_get_header (day)->time_zone);
  sky_table_day_get_span (day, &from, &until);
  sky_camera_wall_set_cameras (self->wall, sky_table_day_get_cameras (day));
  sky_camera_wall_set_range (self->wall, from, until);

  SkyTime at = self->go_to != SKY_TIME_NONE ? self->go_to : from;
  sky_day_view_set_span (self, at - FIRST_SPAN / 2, at + FIRST_SPAN / 2);
  notify (self, PROP_DAY);
  g_signal_emit (self, signals[MARKS_CHANGED], 0);
  g_signal_emit (self, signals[SCENE_CHANGED], 0);
  notify (self, PROP_ROUND);
  arrive (self);
  sky_day_view_ask_marks (self);
  sky_day_sight_set_log (self->day_sight, self->day_log);
  if (sky_table_day_get_problems (day) != NULL)
    sky_store_link_warn (self->link, sky_table_day_get_problems (day));
}

static void
stop_opening (SkyDayView *self)
{
  if (self->opening == NULL)
    return;
  g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
}

/* What is looked at has no day that can be shown: that of another must not stand there for it. */
static void
leave_day (SkyDayView *self, const char *problem)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  stop_opening (self);
  self->log = 0;
  self->day_log = 0;
  sky_day_sight_set_log (self->day_sight, 0);
  g_free (self->problem);
  self->problem = g_strdup (problem);
  if (self->replayer != NULL)
    g_signal_handlers_disconnect_by_data (self->replayer, self);
  g_clear_object (&self->replayer);
  g_clear_object (&self->day);
  sky_day_files_set_day (self->files, NULL, NULL);
  self->round = 0;
  g_array_set_size (self->marks, 0);
  sky_camera_wall_pause (self->wall);
  sky_camera_wall_set_cameras (self->wall, none);
  sky_day_view_set_pinned (self, NULL);
  sky_day_view_set_pointed (self, NULL);
  notify (self, PROP_DAY);
  g_signal_emit (self, signals[MARKS_CHANGED], 0);
  g_signal_emit (self, signals[SCENE_CHANGED], 0);
  notify (self, PROP_ROUND);
  g_signal_emit (self, signals[ROUND_REPLAYED], 0);
}

const char *
sky_day_view_get_problem (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->problem;
}

static void
day_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyDayView) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyTableDay) day = sky_table_day_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_task_get_cancellable (G_TASK (result)) != self->opening)
    return;
  g_clear_object (&self->opening);
  if (day != NULL)
    set_day (self, day);
  else
    {
      sky_store_link_warn (self->link, error->message);
      leave_day (self, error->message);
    }
}

static void
open_day (SkyDayView *self, SkyStoredLog *log)
{
  g_autofree char *path = g_build_filename (log->archive, log->name, NULL);

  stop_opening (self);
  g_clear_pointer (&self->audited, sky_stored_log_free);
  self->audited = log;
  self->opening = g_cancellable_new ();
  sky_table_day_load_async (log->archive, path, self->opening, day_loaded_cb, g_object_ref (self));
}

static gpointer
log_in_thread (SkyStore *store, gpointer data, GError **error)
{
  return sky_store_get_log (store, *(gint64 *) data, error);
}

static void
log_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyDayView *self = SKY_DAY_VIEW (source);
  g_autofree gint64 *asked = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStoredLog) log = sky_store_worker_finish (result, &error);

  /* Another is wanted by now. */
  if (*asked != self->log)
    return;
  if (log == NULL)
    {
      sky_store_link_complain (self->link, error);
      leave_day (self, error->message);
    }
  else
    open_day (self, g_steal_pointer (&log));
}

void
sky_day_view_open (SkyDayView *self, gint64 log, SkyTime at, gint64 round, SkyCuePoint sight)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  self->go_to = at;
  self->go_to_round = round;
  self->sight = sight;
  if (log == 0)
    {
      const char *problem = _ ("The archive of this entry is no longer in the store.");
      sky_store_link_warn (self->link, problem);
      leave_day (self, problem);
      return;
    }
  if (log != self->log)
    {
      self->log = log;
      sky_store_link_ask (self->link, self, log_in_thread, g_memdup2 (&log, sizeof log), g_free,
                          (GDestroyNotify) sky_stored_log_free, log_cb,
                          g_memdup2 (&log, sizeof log));
    }
  else if (self->day != NULL && self->opening == NULL)
    arrive (self);
}

/* What was audited anew is opened anew, where it is not what is shown. */
static void
ended_cb (SkyDayView *self, SkyIntake *intake)
{
  gint64 log = self->log;

  if (log == 0 || !sky_day_files_get_changed (self->files))
    return;
  self->log = 0;
  sky_day_view_open (self, log, sky_day_view_get_position (self), self->round, SKY_CUE_POINT_EVENT);
}

/* --- A day that grows ------------------------------------------------------------------------- */

static void load_longer (SkyDayView *self);

/* What a load of the day was for. */
typedef struct
{
  SkyDayView *self;
  gint64 log;
} Growing;

static void
longer_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Growing *growing = user_data;
  g_autoptr (SkyDayView) self = growing->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyTableDay) day = sky_table_day_load_finish (result, &error);
  gboolean again = self->is_behind;

  self->growing = FALSE;
  /* Another day may have been opened meanwhile, or nothing is followed any more. */
  if (day != NULL && sky_intake_is_following (self->intake) && growing->log == self->log
      && self->day != NULL && self->opening == NULL)
    grow_day (self, day);
  self->is_behind = again;
  load_longer (self);
}

static void
load_longer (SkyDayView *self)
{
  if (!self->is_behind || self->growing || self->day == NULL || self->opening != NULL)
    return;

  Growing *growing = g_new (Growing, 1);
  *growing = (Growing){ g_object_ref (self), self->log };
  self->growing = TRUE;
  self->is_behind = FALSE;
  sky_table_day_load_async (sky_table_day_get_archive_path (self->day),
                            sky_table_day_get_log_path (self->day), NULL, longer_cb, growing);
}

static void
log_grown_cb (SkyDayView *self, const char *path, SkyIntake *intake)
{
  sky_day_view_ask_marks (self);
  if (self->day == NULL || strcmp (path, sky_table_day_get_log_path (self->day)) != 0)
    return;
  self->is_behind = TRUE;
  load_longer (self);
}

/* --- What is open ----------------------------------------------------------------------------- */

GTimeZone *
sky_day_view_get_zone (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return sky_clock_get_zone (self->clock);
}

gint64
sky_day_view_get_log (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), 0);
  return self->day_log;
}

SkyDayFiles *
sky_day_view_get_files (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->files;
}

SkyDaySight *
sky_day_view_get_sight (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->day_sight;
}

gboolean
sky_day_view_is_settled (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), TRUE);

  return self->opening == NULL && sky_day_sight_is_settled (self->day_sight)
         && !sky_day_files_is_looking (self->files)
         && (self->replayer == NULL || !sky_replayer_is_busy (self->replayer));
}

SkyTableDay *
sky_day_view_get_day (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->day;
}

/* --- Time ------------------------------------------------------------------------------------- */

SkyCameraWall *
sky_day_view_get_wall (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->wall;
}

SkyTime
sky_day_view_get_position (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), SKY_TIME_NONE);
  return sky_camera_wall_get_position (self->wall);
}

void
sky_day_view_go_to (SkyDayView *self, SkyTime at)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  if (self->day == NULL)
    return;
  sky_camera_wall_seek (self->wall, at);
  /* The wall says nothing when it is there already. */
  position_cb (self, NULL, self->wall);
  sky_day_files_look (self->files);
}

void
sky_day_view_jump_event (SkyDayView *self, int direction)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  const SkyDayEvent *event = NULL;
  if (self->day != NULL)
    event = sky_table_day_next_event (self->day, sky_day_view_get_position (self), direction);
  if (event != NULL)
    sky_day_view_go_to (self, event->at);
}

void
sky_day_view_jump_round (SkyDayView *self, int direction)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  const SkyRound *round = NULL;
  if (self->day != NULL)
    round = sky_table_day_next_round (self->day, sky_day_view_get_position (self), direction);
  if (round == NULL)
    return;
  set_round (self, round->round);
  sky_day_view_go_to (self, round->start);
}

void
sky_day_view_shuttle (SkyDayView *self, int rate)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  if (self->day == NULL)
    return;
  if (rate == 0)
    {
      sky_camera_wall_pause (self->wall);
      return;
    }
  sky_camera_wall_set_rate (self->wall, rate);
  sky_camera_wall_play (self->wall);
}

void
sky_day_view_get_span (SkyDayView *self, SkyTime *from, SkyTime *until)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  *from = self->from;
  *until = self->until;
}

void
sky_day_view_set_span (SkyDayView *self, SkyTime from, SkyTime until)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));
  g_return_if_fail (from < until);

  if (from == self->from && until == self->until)
    return;
  self->from = from;
  self->until = until;
  g_signal_emit (self, signals[SPAN_CHANGED], 0);
}

/* --- The round -------------------------------------------------------------------------------- */

gint64
sky_day_view_get_round (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), 0);
  return self->round;
}

const SkyScene *
sky_day_view_get_scene (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->replayer != NULL ? sky_replayer_get_scene (self->replayer) : NULL;
}

const SkyRoundReplay *
sky_day_view_get_round_replay (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);

  const SkyRoundReplay *replay =
      self->replayer != NULL ? sky_replayer_get_round (self->replayer) : NULL;
  return replay != NULL && replay->round == self->round ? replay : NULL;
}

void
sky_day_view_set_pointed (SkyDayView *self, const char *wager)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  if (g_strcmp0 (wager, self->pointed) == 0)
    return;
  char *pointed = g_strdup (wager);
  g_free (self->pointed);
  self->pointed = pointed;
  notify (self, PROP_POINTED);
}

void
sky_day_view_set_pinned (SkyDayView *self, const char *wager)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  if (wager == NULL)
    wager = sky_day_view_get_own_wager (self);
  if (g_strcmp0 (wager, self->pinned) == 0)
    return;
  char *pinned = g_strdup (wager);
  g_free (self->pinned);
  self->pinned = pinned;
  notify (self, PROP_PINNED);
}

const char *
sky_day_view_get_pinned (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->pinned;
}

const char *
sky_day_view_get_own_wager (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->own_round == self->round ? self->own_wager : NULL;
}

void
sky_day_view_set_own_wager (SkyDayView *self, gint64 round, const char *wager)
{
  g_return_if_fail (SKY_IS_DAY_VIEW (self));

  char *own = g_strdup (wager);
  g_free (self->own_wager);
  self->own_wager = own;
  self->own_round = round;
  sky_day_view_set_pinned (self, NULL);
}

const char *
sky_day_view_get_pointed (SkyDayView *self)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (self), NULL);
  return self->pointed != NULL ? self->pointed : self->pinned;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_day_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyDayView *self = SKY_DAY_VIEW (object);

  switch (id)
    {
    case PROP_DAY:
      g_value_set_object (value, self->day);
      break;
    case PROP_ROUND:
      g_value_set_int64 (value, self->round);
      break;
    case PROP_POSITION:
      g_value_set_int64 (value, sky_day_view_get_position (self));
      break;
    case PROP_PINNED:
      g_value_set_string (value, self->pinned);
      break;
    case PROP_POINTED:
      g_value_set_string (value, sky_day_view_get_pointed (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_day_view_dispose (GObject *object)
{
  SkyDayView *self = SKY_DAY_VIEW (object);

  stop_opening (self);
  g_clear_object (&self->replayer);
  G_OBJECT_CLASS (sky_day_view_parent_class)->dispose (object);
}

static void
sky_day_view_finalize (GObject *object)
{
  SkyDayView *self = SKY_DAY_VIEW (object);

  g_clear_object (&self->day);
  g_clear_pointer (&self->audited, sky_stored_log_free);
  g_clear_object (&self->files);
  g_clear_object (&self->day_sight);
  g_clear_object (&self->wall);
  g_clear_object (&self->settings);
  g_clear_object (&self->intake);
  g_clear_object (&self->clock);
  g_clear_object (&self->link);
  g_array_unref (self->marks);
  g_free (self->problem);
  g_free (self->own_wager);
  g_free (self->pinned);
  g_free (self->pointed);
  G_OBJECT_CLASS (sky_day_view_parent_class)->finalize (object);
}

static void
sky_day_view_class_init (SkyDayViewClass *klass)
{
  static const char *const names[N_SIGNALS] = {
    [MARKS_CHANGED] = "marks-changed", [SPAN_CHANGED] = "span-changed",
    [SCENE_CHANGED] = "scene-changed", [ROUND_REPLAYED] = "round-replayed",
    [ZONE_CHANGED] = "zone-changed",
  };
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = sky_day_view_get_property;
  object_class->dispose = sky_day_view_dispose;
  object_class->finalize = sky_day_view_finalize;

  properties[PROP_DAY] = g_param_spec_object ("day", NULL, NULL, SKY_TYPE_TABLE_DAY, readable);
  properties[PROP_ROUND] = g_param_spec_int64 ("round", NULL, NULL, 0, G_MAXINT64, 0, readable);
  properties[PROP_POSITION] =
      g_param_spec_int64 ("position", NULL, NULL, G_MININT64, G_MAXINT64, SKY_TIME_NONE, readable);
  properties[PROP_PINNED] = g_param_spec_string ("pinned", NULL, NULL, NULL, readable);
  properties[PROP_POINTED] = g_param_spec_string ("pointed", NULL, NULL, NULL, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], SKY_TYPE_DAY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
trust_cb (SkyDayView *self)
{
  g_auto (GStrv) fingerprints = g_settings_get_strv (self->settings, "trusted-certificates");
  g_autoptr (SkyCertificateTrust) trust =
      sky_certificate_trust_new ((const char *const *) fingerprints);

  sky_camera_wall_set_trust (self->wall, trust);
}

static void
zone_cb (SkyDayView *self)
{
  g_signal_emit (self, signals[ZONE_CHANGED], 0);
}

static void
sky_day_view_init (SkyDayView *self)
{
  self->marks = g_array_new (FALSE, FALSE, sizeof (SkyDayMark));
  self->settings = g_settings_new (SKY_APP_ID);
  self->go_to = SKY_TIME_NONE;
  self->waits_at = SKY_TIME_NONE;
  self->until = FIRST_SPAN;
  self->wall = sky_camera_wall_new ();
  trust_cb (self);
  g_signal_connect_object (self->settings, "changed::trusted-certificates", G_CALLBACK (trust_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->wall, "notify::position", G_CALLBACK (position_cb), self,
                           G_CONNECT_SWAPPED);
}

SkyDayView *
sky_day_view_new (SkyStoreLink *link, SkyIntake *intake, SkyClock *clock)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (link), NULL);
  g_return_val_if_fail (SKY_IS_INTAKE (intake), NULL);
  g_return_val_if_fail (SKY_IS_CLOCK (clock), NULL);

  SkyDayView *self = g_object_new (SKY_TYPE_DAY_VIEW, NULL);
  self->link = g_object_ref (link);
  self->intake = g_object_ref (intake);
  self->clock = g_object_ref (clock);
  self->files = sky_day_files_new (intake);
  self->day_sight = sky_day_sight_new (link, intake);
  g_signal_connect_object (self->day_sight, "changed", G_CALLBACK (show_picture), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (intake, "log-audited", G_CALLBACK (sky_day_view_ask_marks), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (intake, "log-grown", G_CALLBACK (log_grown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (clock, "notify::zone", G_CALLBACK (zone_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (intake, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  return self;
}
