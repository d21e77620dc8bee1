/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-session-private.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (SkySession, sky_session, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LISTING,
  PROP_ITEM,
  PROP_DAY,
  PROP_LOADING,
  PROP_ROUND,
  PROP_POSITION,
  PROP_JOB,
  PROP_POINTED,
  PROP_CHANGED_ON_DISK,
  PROP_FOLLOWING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[SKY_SESSION_N_PLAIN_SIGNALS];
static guint news_signal;

/* How much is in sight around the instant that a day is opened at. */
#define FIRST_SPAN (2 * SKY_MINUTE)

static void
notify (SkySession *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
sky_session_emit (SkySession *self, SkySessionSignal signal)
{
  g_signal_emit (self, signals[signal], 0);
}

void
sky_session_emit_news (SkySession *self, const SkyNews *news)
{
  g_signal_emit (self, news_signal, 0, news);
}

SkyStoreLink *
sky_session_get_link (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->link;
}

/* --- Archives --------------------------------------------------------------------------------- */

static void
log_stored_cb (SkySession *self, SkyAuditJob *job)
{
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  if (self->day != NULL)
    sky_session_ask_marks (self);
}

static void
problem_cb (SkySession *self, const char *problem, gpointer source)
{
  if (source == (gpointer) self->job)
    {
      g_free (self->audit_problem);
      self->audit_problem = g_strdup (problem);
    }
  sky_store_link_warn (self->link, problem);
}

static void
finished_cb (SkySession *self, GParamSpec *pspec, SkyAuditJob *job)
{
  if (job != self->job)
    return;
  g_clear_object (&self->job);
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  if (self->wanted_at != SKY_TIME_NONE)
    {
      SkyTime at = self->wanted_at;
      self->wanted_at = SKY_TIME_NONE;
      sky_session_show_instant (self, at);
    }
  sky_session_ask_return (self, TRUE);
  if (self->log != 0 && self->changed_on_disk)
    {
      gint64 log = self->log;
      self->log = 0;
      sky_session_open_log (self, log, sky_session_get_position (self), self->round);
    }
  notify (self, PROP_JOB);
  sky_session_start_following (self);
}

static void
start_job (SkySession *self, const char *const *paths)
{
  sky_session_cancel_audit (self);
  sky_session_stop_following (self);
  g_clear_object (&self->job);
  g_clear_pointer (&self->audit_problem, g_free);
  self->n_audits++;
  self->job = sky_audit_job_start (paths, sky_store_link_get_path (self->link));
  g_signal_connect_object (self->job, "log-stored", G_CALLBACK (log_stored_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "problem", G_CALLBACK (problem_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "notify::finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  notify (self, PROP_JOB);
}

void
sky_session_open_archives (SkySession *self, const char *const *paths)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (paths != NULL);

  g_autoptr (GPtrArray) full = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (full, g_canonicalize_filename (paths[i], NULL));
  guint n = full->len;
  g_ptr_array_add (full, NULL);

  sky_session_stop_following (self);
  g_strfreev (self->opened);
  self->opened = g_strdupv ((char **) full->pdata);
  g_free (self->filter->archive);
  self->filter->archive = n == 1 ? g_strdup (full->pdata[0]) : NULL;
  sky_session_select (self, NULL);
  g_clear_pointer (&self->returning, sky_returning_free);
  self->choose_first = TRUE;
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  if (n > 0)
    start_job (self, (const char *const *) full->pdata);
}

void
sky_session_cancel_audit (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->job != NULL)
    sky_audit_job_cancel (self->job);
}

void
sky_session_audit_again (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->store_problem != NULL)
    {
      sky_session_ask_rows (self);
      sky_session_ask_counts (self);
    }
  if (self->day != NULL)
    {
      const char *paths[] = { sky_table_day_get_archive_path (self->day), NULL };
      start_job (self, paths);
    }
  else if (self->job == NULL && self->opened != NULL && self->opened[0] != NULL)
    start_job (self, (const char *const *) self->opened);
}

const char *
sky_session_get_audit_problem (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->audit_problem;
}

const char *
sky_session_get_store_problem (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->store_problem;
}

SkyAuditJob *
sky_session_get_job (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->job;
}

/* --- What is looked at ------------------------------------------------------------------------ */

static void
item_loaded_cb (SkySession *self)
{
  g_clear_signal_handler (&self->item_loaded, self->item);
  if (sky_queue_item_get_finding (self->item) != NULL)
    sky_session_meet_arrived (self, sky_queue_item_get_finding (self->item)->id);
  SkyTime at = self->return_at;
  self->return_at = SKY_TIME_NONE;
  sky_session_open_log (self, sky_queue_item_get_log (self->item),
                        at != SKY_TIME_NONE ? at : sky_queue_item_get_at (self->item),
                        sky_queue_item_get_round_number (self->item));
  sky_session_ask_review (self);
  sky_session_tell_present (self);
  sky_session_set_pointed (self, NULL);
  notify (self, PROP_ITEM);
}

void
sky_session_set_unlisted (SkySession *self, gboolean unlisted)
{
  if (unlisted == self->unlisted)
    return;
  self->unlisted = unlisted;
  sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
}

gboolean
sky_session_get_unlisted (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->unlisted;
}

void
sky_session_show_item (SkySession *self, SkyQueueItem *item)
{
  self->asked_anew = FALSE;
  sky_session_set_unlisted (self, FALSE);
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_clear_signal_handler (&self->item_loaded, self->item);
  g_set_object (&self->item, item);
  g_clear_pointer (&self->review, sky_review_free);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  sky_session_set_pointed (self, NULL);
  if (item != NULL)
    {
      self->choose_first = FALSE;
      self->wanted = G_MAXUINT;
    }

  if (item == NULL || !sky_queue_item_get_loaded (item))
    {
      if (item != NULL)
        self->item_loaded =
            g_signal_connect_swapped (item, "notify::loaded", G_CALLBACK (item_loaded_cb), self);
      sky_session_tell_present (self);
      notify (self, PROP_ITEM);
      sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
      return;
    }
  item_loaded_cb (self);
}

void
sky_session_select (SkySession *self, SkyQueueItem *item)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (item == NULL || SKY_IS_QUEUE_ITEM (item));

  /* Whoever chooses something has no way back to go. */
  if (item != NULL && item != self->item)
    {
      g_clear_pointer (&self->returning, sky_returning_free);
      g_clear_pointer (&self->awaited, g_free);
      self->choice++;
    }
  sky_session_show_item (self, item);
}

void
sky_session_select_position (SkySession *self, guint position)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  g_autoptr (SkyQueueItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), position);
  if (item != NULL)
    sky_session_select (self, item);
  if (item == NULL || self->job != NULL)
    self->wanted = position;
}

void
sky_session_select_next (SkySession *self, int direction)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  if (n == 0)
    return;
  if (self->item == NULL || (self->unlisted && self->asked_anew))
    {
      sky_session_select_position (self, direction > 0 ? 0 : n - 1);
      return;
    }

  guint position = sky_queue_item_get_position (self->item);
  if (self->unlisted)
    {
      /* It went from the list: another stands in its place. */
      sky_session_select_position (self, MIN (position, n - 1));
      return;
    }
  if (direction > 0 ? position + 1 < n : position > 0)
    sky_session_select_position (self, direction > 0 ? position + 1 : position - 1);
}

SkyQueueItem *
sky_session_get_item (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->item;
}

const SkyStoredFinding *
sky_session_get_finding (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->item != NULL ? sky_queue_item_get_finding (self->item) : NULL;
}

/* The rows are others: is what is looked at one of them? */
static void
check_listed (SkySession *self)
{
  const SkyStoredFinding *finding = sky_session_get_finding (self);
  SkyQueueKind kind = sky_queue_model_get_kind (self->model);

  if (finding == NULL || (kind == SKY_QUEUE_WITHDRAWN && finding->withdrawn != 0))
    return;
  if (kind != SKY_QUEUE_FINDINGS || g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0)
    sky_session_set_unlisted (self, TRUE);
  else
    sky_session_ask_place (self);
}

static void
rows_changed_cb (SkySession *self, guint position, guint removed, guint added, GListModel *model)
{
  /* Rows that come between those there are, or go, leave what is looked at and chosen as it is. */
  if ((removed == 0) != (added == 0) && self->item != NULL
      && g_list_model_get_n_items (model) > added)
    {
      if (self->chosen != NULL)
        gtk_bitset_splice (self->chosen, position, removed, added);
      if (removed > 0)
        check_listed (self);
      return;
    }
  sky_session_set_chosen (self, NULL);
  if (added == 0)
    {
      check_listed (self);
      return;
    }
  /* While logs are being audited the rows are not yet where they will be. */
  if (self->job == NULL && self->wanted < g_list_model_get_n_items (model))
    {
      guint wanted = self->wanted;
      self->wanted = G_MAXUINT;
      sky_session_select_position (self, wanted);
    }
  else if (self->item != NULL && !sky_queue_item_get_loaded (self->item))
    {
      /* Its page was called off before it came; the row in its place is asked for now. */
      guint wanted = self->wanted;
      guint n = g_list_model_get_n_items (model);
      g_autoptr (SkyQueueItem) there =
          g_list_model_get_item (model, MIN (sky_queue_item_get_position (self->item), n - 1));
      sky_session_show_item (self, there);
      self->wanted = wanted;
    }
  else if (self->choose_first && self->item == NULL && self->wanted == G_MAXUINT)
    {
      g_autoptr (SkyQueueItem) first = g_list_model_get_item (model, 0);
      sky_session_show_item (self, first);
    }
  else
    check_listed (self);
}

void
sky_session_replace_item (SkySession *self, guint position)
{
  g_autoptr (SkyQueueItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), position);

  if (item == NULL || sky_queue_model_get_kind (self->model) != SKY_QUEUE_FINDINGS)
    return;
  sky_session_set_unlisted (self, FALSE);
  if (item == self->item)
    return;
  if (!sky_queue_item_get_loaded (item))
    sky_queue_item_adopt (item, self->item);
  g_clear_signal_handler (&self->item_loaded, self->item);
  g_set_object (&self->item, item);
  notify (self, PROP_ITEM);
}

/* --- The day ---------------------------------------------------------------------------------- */

static void
set_round (SkySession *self, gint64 number)
{
  if (number == self->round)
    return;
  self->round = number;
  sky_session_set_pointed (self, NULL);

  const SkyRound *round = self->day != NULL ? sky_table_day_find_round (self->day, number) : NULL;
  if (round != NULL)
    sky_replayer_ask_round (self->replayer, round);
  notify (self, PROP_ROUND);
  sky_session_emit (self, SKY_SESSION_ROUND_REPLAYED);
}

/* The round that is shown at @at: the one shown already as long as @at is within it (the rounds of
 * a log whose times go back overlap), else the last that began. */
static void
update_round (SkySession *self, SkyTime at)
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
position_cb (SkySession *self, GParamSpec *pspec, SkyCameraWall *wall)
{
  SkyTime at = sky_camera_wall_get_position (wall);

  if (self->day != NULL)
    {
      SkyTimeAxis axis = { self->from, self->until, 1000 };
      axis = sky_time_axis_show (&axis, at);
      sky_session_set_span (self, axis.from, axis.until);
      update_round (self, at);
      sky_replayer_ask_scene (self->replayer, at);
    }
  notify (self, PROP_POSITION);
}

static void
scene_cb (SkySession *self)
{
  sky_session_emit (self, SKY_SESSION_SCENE_CHANGED);
}

static void
round_cb (SkySession *self)
{
  sky_session_emit (self, SKY_SESSION_ROUND_REPLAYED);
}

static void
arrive (SkySession *self)
{
  SkyTime at = self->go_to;
  SkyTime from;
  SkyTime until;

  sky_table_day_get_span (self->day, &from, &until);
  const SkyRound *round = sky_table_day_find_round (self->day, self->go_to_round);
  if (at == SKY_TIME_NONE)
    at = round != NULL ? round->start : from;
  set_round (self, round != NULL ? round->round : 0);
  sky_session_go_to (self, at);
}

static void
take_day (SkySession *self, SkyTableDay *day)
{
  if (self->replayer != NULL)
    g_signal_handlers_disconnect_by_data (self->replayer, self);
  g_clear_object (&self->replayer);
  g_set_object (&self->day, day);
  g_clear_pointer (&self->day_problem, g_free);
  self->day_is_behind = FALSE;

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

void
sky_session_grow_day (SkySession *self, SkyTableDay *day)
{
  SkyTime from;
  SkyTime until;
  gboolean same = same_cameras (self->day, day);
  gint64 number = self->round;

  take_day (self, day);
  sky_table_day_get_span (day, &from, &until);
  /* A film that runs goes on, unless there is more of it now. */
  if (!same)
    sky_camera_wall_set_cameras (self->wall, sky_table_day_get_cameras (day));
  sky_camera_wall_set_range (self->wall, from, until);
  notify (self, PROP_DAY);
  sky_session_emit (self, SKY_SESSION_MARKS_CHANGED);
  /* The round may be longer by now. */
  const SkyRound *round = sky_table_day_find_round (day, number);
  if (round != NULL)
    sky_replayer_ask_round (self->replayer, round);
  position_cb (self, NULL, self->wall);
}

static void
set_day (SkySession *self, SkyTableDay *day)
{
  SkyTime from;
  SkyTime until;

  take_day (self, day);
  sky_session_forget_files (self);
  self->round = 0;
  g_array_set_size (self->marks, 0);

  sky_table_day_get_span (day, &from, &until);
  sky_camera_wall_set_cameras (self->wall, sky_table_day_get_cameras (day));
  sky_camera_wall_set_range (self->wall, from, until);

  SkyTime at = self->go_to != SKY_TIME_NONE ? self->go_to : from;
  sky_session_set_span (self, at - FIRST_SPAN / 2, at + FIRST_SPAN / 2);
  notify (self, PROP_DAY);
  sky_session_emit (self, SKY_SESSION_MARKS_CHANGED);
  sky_session_emit (self, SKY_SESSION_SCENE_CHANGED);
  notify (self, PROP_ROUND);
  arrive (self);
  sky_session_ask_marks (self);
  if (sky_table_day_get_problems (day) != NULL)
    sky_store_link_warn (self->link, sky_table_day_get_problems (day));
}

static void
stop_opening (SkySession *self)
{
  if (self->opening == NULL)
    return;
  g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
}

/* What is looked at has no day that can be shown: that of another must not stand there for it. */
void
sky_session_leave_day (SkySession *self, const char *problem)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  stop_opening (self);
  self->log = 0;
  g_free (self->day_problem);
  self->day_problem = g_strdup (problem);
  if (self->replayer != NULL)
    g_signal_handlers_disconnect_by_data (self->replayer, self);
  g_clear_object (&self->replayer);
  g_clear_object (&self->day);
  sky_session_forget_files (self);
  self->round = 0;
  g_array_set_size (self->marks, 0);
  sky_camera_wall_pause (self->wall);
  sky_camera_wall_set_cameras (self->wall, none);
  sky_session_set_pointed (self, NULL);
  notify (self, PROP_DAY);
  sky_session_emit (self, SKY_SESSION_MARKS_CHANGED);
  sky_session_emit (self, SKY_SESSION_SCENE_CHANGED);
  notify (self, PROP_ROUND);
  sky_session_emit (self, SKY_SESSION_ROUND_REPLAYED);
}

const char *
sky_session_get_day_problem (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->day_problem;
}

static void
day_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkySession) self = user_data;
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
      sky_session_leave_day (self, error->message);
    }
  notify (self, PROP_LOADING);
}

void
sky_session_open_day (SkySession *self, SkyStoredLog *log)
{
  g_autofree char *path = g_build_filename (log->archive, log->name, NULL);

  g_clear_pointer (&self->audited, sky_stored_log_free);
  self->audited = log;
  stop_opening (self);
  self->opening = g_cancellable_new ();
  sky_table_day_load_async (log->archive, path, self->opening, day_loaded_cb, g_object_ref (self));
  notify (self, PROP_LOADING);
}

SkyTableDay *
sky_session_get_day (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->day;
}

gboolean
sky_session_get_loading (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->opening != NULL;
}

gboolean
sky_session_get_changed_on_disk (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->changed_on_disk;
}

GArray *
sky_session_get_marks (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->marks;
}

/* --- Time ------------------------------------------------------------------------------------- */

SkyCameraWall *
sky_session_get_wall (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->wall;
}

SkyTime
sky_session_get_position (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), SKY_TIME_NONE);
  return sky_camera_wall_get_position (self->wall);
}

void
sky_session_go_to (SkySession *self, SkyTime at)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->day == NULL)
    return;
  sky_camera_wall_seek (self->wall, at);
  /* The wall says nothing when it is there already. */
  position_cb (self, NULL, self->wall);
  sky_session_look_at_files (self);
}

void
sky_session_jump_event (SkySession *self, int direction)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  const SkyDayEvent *event = NULL;
  if (self->day != NULL)
    event = sky_table_day_next_event (self->day, sky_session_get_position (self), direction);
  if (event != NULL)
    sky_session_go_to (self, event->at);
}

void
sky_session_jump_round (SkySession *self, int direction)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  const SkyRound *round = NULL;
  if (self->day != NULL)
    round = sky_table_day_next_round (self->day, sky_session_get_position (self), direction);
  if (round == NULL)
    return;
  set_round (self, round->round);
  sky_session_go_to (self, round->start);
}

void
sky_session_shuttle (SkySession *self, int rate)
{
  g_return_if_fail (SKY_IS_SESSION (self));

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
sky_session_get_span (SkySession *self, SkyTime *from, SkyTime *until)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  *from = self->from;
  *until = self->until;
}

void
sky_session_set_span (SkySession *self, SkyTime from, SkyTime until)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (from < until);

  if (from == self->from && until == self->until)
    return;
  self->from = from;
  self->until = until;
  sky_session_emit (self, SKY_SESSION_SPAN_CHANGED);
}

/* --- The round -------------------------------------------------------------------------------- */

gint64
sky_session_get_round (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->round;
}

const SkyScene *
sky_session_get_scene (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->replayer != NULL ? sky_replayer_get_scene (self->replayer) : NULL;
}

const SkyRoundReplay *
sky_session_get_round_replay (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);

  const SkyRoundReplay *replay =
      self->replayer != NULL ? sky_replayer_get_round (self->replayer) : NULL;
  return replay != NULL && replay->round == self->round ? replay : NULL;
}

void
sky_session_set_pointed (SkySession *self, const char *wager)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  /* Where nothing is pointed at, the finding's own wager is. */
  const SkyStoredFinding *finding = sky_session_get_finding (self);
  if (wager == NULL && finding != NULL && finding->round == self->round)
    wager = finding->wager;
  if (g_strcmp0 (wager, self->pointed) == 0)
    return;
  g_free (self->pointed);
  self->pointed = g_strdup (wager);
  notify (self, PROP_POINTED);
}

const char *
sky_session_get_pointed (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->pointed;
}

gboolean
sky_session_is_settled (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), TRUE);

  return self->job == NULL && self->opening == NULL && self->news_timer == 0
         && !self->looking_at_files
         && sky_store_worker_get_pending (sky_store_link_get_worker (self->link)) == 0
         && sky_queue_model_get_settled (self->model)
         && (self->replayer == NULL || !sky_replayer_is_busy (self->replayer));
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkySession *self = SKY_SESSION (object);

  switch (id)
    {
    case PROP_LISTING:
      g_value_set_int (value, (int) self->listing);
      break;
    case PROP_ITEM:
      g_value_set_object (value, self->item);
      break;
    case PROP_DAY:
      g_value_set_object (value, self->day);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, self->opening != NULL);
      break;
    case PROP_ROUND:
      g_value_set_int64 (value, self->round);
      break;
    case PROP_POSITION:
      g_value_set_int64 (value, sky_session_get_position (self));
      break;
    case PROP_JOB:
      g_value_set_object (value, self->job);
      break;
    case PROP_POINTED:
      g_value_set_string (value, self->pointed);
      break;
    case PROP_CHANGED_ON_DISK:
      g_value_set_boolean (value, self->changed_on_disk);
      break;
    case PROP_FOLLOWING:
      g_value_set_boolean (value, sky_session_is_following (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SkySession *self = SKY_SESSION (object);

  switch (id)
    {
    case PROP_LISTING:
      sky_session_set_listing (self, (SkyListing) g_value_get_int (value));
      break;
    case PROP_ITEM:
      sky_session_select (self, g_value_get_object (value));
      break;
    case PROP_POINTED:
      sky_session_set_pointed (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_session_dispose (GObject *object)
{
  SkySession *self = SKY_SESSION (object);

  stop_opening (self);
  g_clear_handle_id (&self->look_timer, g_source_remove);
  sky_session_cancel_audit (self);
  sky_session_stop_following (self);
  g_clear_handle_id (&self->news_timer, g_source_remove);
  g_clear_handle_id (&self->waiting_timer, g_source_remove);
  g_clear_handle_id (&self->day_timer, g_source_remove);
  if (self->item != NULL)
    g_clear_signal_handler (&self->item_loaded, self->item);
  g_clear_object (&self->item);
  g_clear_object (&self->job);
  g_clear_object (&self->replayer);
  G_OBJECT_CLASS (sky_session_parent_class)->dispose (object);
}

static void
sky_session_finalize (GObject *object)
{
  SkySession *self = SKY_SESSION (object);

  g_clear_object (&self->day);
  g_clear_object (&self->wall);
  g_clear_object (&self->model);
  g_clear_object (&self->link);
  g_clear_pointer (&self->filter, sky_finding_filter_free);
  g_clear_pointer (&self->logs, g_ptr_array_unref);
  g_clear_pointer (&self->chosen, gtk_bitset_unref);
  g_clear_pointer (&self->review, sky_review_free);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  g_ptr_array_unref (self->unsaid);
  g_hash_table_unref (self->others);
  g_hash_table_unref (self->saying);
  g_hash_table_unref (self->pending);
  sky_own_words_unref (self->own);
  g_clear_pointer (&self->audited, sky_stored_log_free);
  g_free (self->day_problem);
  g_hash_table_unref (self->missing);
  g_array_unref (self->marks);
  g_array_unref (self->arrived);
  g_hash_table_unref (self->told);
  g_free (self->awaited);
  g_clear_pointer (&self->returning, sky_returning_free);
  g_free (self->audit_problem);
  g_free (self->store_problem);
  g_clear_pointer (&self->deciding, sky_deciding_free);
  g_clear_pointer (&self->dealers, g_ptr_array_unref);
  g_strfreev (self->patrons);
  g_clear_object (&self->settings);
  g_free (self->identity);
  g_strfreev (self->opened);
  g_free (self->credential);
  g_free (self->name);
  g_free (self->pointed);
  G_OBJECT_CLASS (sky_session_parent_class)->finalize (object);
}

static void
sky_session_class_init (SkySessionClass *klass)
{
  static const char *const names[SKY_SESSION_N_PLAIN_SIGNALS] = {
    [SKY_SESSION_QUERY_CHANGED] = "query-changed",
    [SKY_SESSION_COUNTS_CHANGED] = "counts-changed",
    [SKY_SESSION_REVIEW_CHANGED] = "review-changed",
    [SKY_SESSION_DECIDING_CHANGED] = "deciding-changed",
    [SKY_SESSION_UNSAID_CHANGED] = "unsaid-changed",
    [SKY_SESSION_ARRIVED_CHANGED] = "arrived-changed",
    [SKY_SESSION_PRESENT_CHANGED] = "present-changed",
    [SKY_SESSION_WRITING_CHANGED] = "writing-changed",
    [SKY_SESSION_MARKS_CHANGED] = "marks-changed",
    [SKY_SESSION_SPAN_CHANGED] = "span-changed",
    [SKY_SESSION_SCENE_CHANGED] = "scene-changed",
    [SKY_SESSION_ROUND_REPLAYED] = "round-replayed",
    [SKY_SESSION_FILES_CHANGED] = "files-changed",
  };
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sky_session_dispose;
  object_class->finalize = sky_session_finalize;
  object_class->get_property = sky_session_get_property;
  object_class->set_property = sky_session_set_property;

  properties[PROP_LISTING] =
      g_param_spec_int ("listing", NULL, NULL, 0, SKY_N_LISTINGS - 1, SKY_LISTING_ALL, writable);
  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, SKY_TYPE_QUEUE_ITEM, writable);
  properties[PROP_DAY] = g_param_spec_object ("day", NULL, NULL, SKY_TYPE_TABLE_DAY, readable);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, readable);
  properties[PROP_ROUND] = g_param_spec_int64 ("round", NULL, NULL, 0, G_MAXINT64, 0, readable);
  properties[PROP_POSITION] =
      g_param_spec_int64 ("position", NULL, NULL, G_MININT64, G_MAXINT64, SKY_TIME_NONE, readable);
  properties[PROP_JOB] = g_param_spec_object ("job", NULL, NULL, SKY_TYPE_AUDIT_JOB, readable);
  properties[PROP_POINTED] = g_param_spec_string ("pointed", NULL, NULL, NULL, writable);
  properties[PROP_CHANGED_ON_DISK] =
      g_param_spec_boolean ("changed-on-disk", NULL, NULL, FALSE, readable);
  properties[PROP_FOLLOWING] = g_param_spec_boolean ("following", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < SKY_SESSION_N_PLAIN_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], SKY_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
  news_signal = g_signal_new ("news", SKY_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 1, SKY_TYPE_NEWS);
}

static void
trust_cb (SkySession *self)
{
  g_auto (GStrv) fingerprints = g_settings_get_strv (self->settings, "trusted-certificates");
  g_autoptr (SkyCertificateTrust) trust =
      sky_certificate_trust_new ((const char *const *) fingerprints);

  sky_camera_wall_set_trust (self->wall, trust);
}

static void
sky_session_init (SkySession *self)
{
  static const SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;

  self->listing = SKY_LISTING_ALL;
  self->filter = sky_finding_filter_copy (&everything);
  self->sort = SKY_FINDING_SORT_TIME;
  self->saying = sky_session_new_saying ();
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->own = sky_own_words_new ();
  self->unsaid = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_unsaid_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->marks = g_array_new (FALSE, FALSE, sizeof (SkyDayMark));
  self->arrived = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->settings = g_settings_new (SKY_APP_ID);
  self->go_to = SKY_TIME_NONE;
  self->return_at = SKY_TIME_NONE;
  self->wanted = G_MAXUINT;
  self->wanted_at = SKY_TIME_NONE;
  self->until = FIRST_SPAN;
  self->choose_first = TRUE;
  self->wall = sky_camera_wall_new ();
  trust_cb (self);
  g_signal_connect_object (self->settings, "changed::trusted-certificates", G_CALLBACK (trust_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->wall, "notify::position", G_CALLBACK (position_cb), self,
                           G_CONNECT_SWAPPED);
}

SkySession *
sky_session_new (const char *store_path)
{
  g_return_val_if_fail (store_path != NULL, NULL);

  SkySession *self = g_object_new (SKY_TYPE_SESSION, NULL);
  self->link = sky_store_link_new (store_path);
  g_signal_connect_object (self->link, "connection-changed", G_CALLBACK (sky_session_heed_waiting),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->link, "writing-changed", G_CALLBACK (sky_session_heed_waiting),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->link, "news", G_CALLBACK (sky_session_heed_news), self,
                           G_CONNECT_SWAPPED);
  self->model = sky_queue_model_new (sky_store_link_get_worker (self->link));
  /* After the views of the list, which must know its new rows before one is selected. */
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->model, "problem", G_CALLBACK (problem_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "arrived", G_CALLBACK (sky_session_arrived_cb), self,
                           G_CONNECT_SWAPPED);
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  sky_session_watch_days (self);
  return self;
}

void
sky_session_open_log (SkySession *self, gint64 log, SkyTime at, gint64 round)
{
  self->go_to = at;
  self->go_to_round = round;
  if (log == 0)
    {
      const char *problem = _ ("The archive of this entry is not in the store any more.");
      sky_store_link_warn (self->link, problem);
      sky_session_leave_day (self, problem);
      return;
    }
  if (log != self->log)
    {
      self->log = log;
      sky_session_ask_log (self, log);
    }
  else if (self->day != NULL && self->opening == NULL)
    arrive (self);
}
