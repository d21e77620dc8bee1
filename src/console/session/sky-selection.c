/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-selection.h"

#include <glib/gi18n.h>

struct _SkySelection
{
  GObject parent_instance;

  SkyStoreLink *link;
  SkyReviewDesk *desk;
  SkyIntake *intake;
  SkyInbox *inbox;
  SkyDayView *day_view;
  SkyOtherDesks *others;

  SkyQueueItem *item;
  gulong item_loaded;
  SkyTime item_at; /* where to go when its row has come; SKY_TIME_NONE: to its own instant */
  guint listed_in; /* how often the inbox had been asked for rows when it was chosen */
  gboolean unlisted;
  SkyReview *review;
  GPtrArray *history;
  SkyGoal goal;
};

G_DEFINE_FINAL_TYPE (SkySelection, sky_selection, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint review_changed;

static void
emit_review_changed (SkySelection *self)
{
  g_signal_emit (self, review_changed, 0);
}

static GListModel *
get_rows (SkySelection *self)
{
  return G_LIST_MODEL (sky_inbox_get_model (self->inbox));
}

/* --- What is looked at ------------------------------------------------------------------------ */

static void
ask_review (SkySelection *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self);

  if (finding != NULL)
    sky_review_desk_ask (self->desk, finding);
  else
    emit_review_changed (self);
}

/* The lower parts learn what is looked at. */
static void
tell_shown (SkySelection *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self);

  sky_day_view_set_own_wager (self->day_view, finding != NULL ? finding->round : 0,
                              finding != NULL ? finding->wager : NULL);
  sky_other_desks_set_shown (self->others, finding != NULL ? finding->key : NULL);
}

static void
item_loaded_cb (SkySelection *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self);
  SkyTime at = self->item_at;

  g_clear_signal_handler (&self->item_loaded, self->item);
  self->item_at = SKY_TIME_NONE;
  if (finding != NULL)
    sky_inbox_mark_arrival_seen (self->inbox, finding->id);
  tell_shown (self);
  sky_day_view_open (self->day_view, sky_queue_item_get_log (self->item),
                     at != SKY_TIME_NONE ? at : sky_queue_item_get_at (self->item),
                     sky_queue_item_get_round_number (self->item),
                     at != SKY_TIME_NONE ? SKY_CUE_POINT_EVENT
                                         : sky_cue_point_of_finding (finding));
  ask_review (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}

/* Whether the finding that is looked at is not in the list. */
static void
set_unlisted (SkySelection *self, gboolean unlisted)
{
  if (unlisted == self->unlisted)
    return;
  self->unlisted = unlisted;
  emit_review_changed (self);
}

/* Shows @item, whoever chose it, and goes to @at; SKY_TIME_NONE: to its instant. */
static void
show_item (SkySelection *self, SkyQueueItem *item, SkyTime at)
{
  self->listed_in = sky_inbox_get_n_asked (self->inbox);
  set_unlisted (self, FALSE);
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_clear_signal_handler (&self->item_loaded, self->item);
  g_set_object (&self->item, item);
  self->item_at = at;
  g_clear_pointer (&self->review, sky_review_free);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  if (item != NULL && sky_queue_item_get_loaded (item))
    {
      item_loaded_cb (self);
      return;
    }
  if (item != NULL)
    self->item_loaded =
        g_signal_connect_swapped (item, "notify::loaded", G_CALLBACK (item_loaded_cb), self);
  tell_shown (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
  emit_review_changed (self);
}

/* The same finding is now the row at @position. */
static void
replace_item (SkySelection *self, guint position)
{
  g_autoptr (SkyQueueItem) item = g_list_model_get_item (get_rows (self), position);

  if (item == NULL
      || sky_queue_model_get_kind (sky_inbox_get_model (self->inbox)) != SKY_QUEUE_FINDINGS)
    return;
  set_unlisted (self, FALSE);
  if (item == self->item)
    return;
  if (!sky_queue_item_get_loaded (item))
    sky_queue_item_adopt (item, self->item);
  g_clear_signal_handler (&self->item_loaded, self->item);
  g_set_object (&self->item, item);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}

/* --- The goal --------------------------------------------------------------------------------- */

/* What was to be shown is not any more. Returns: the goal to be pursued from here on. */
static SkyGoal *
set_goal (SkySelection *self, SkyGoalKind kind)
{
  sky_goal_clear (&self->goal);
  self->goal.kind = kind;
  return &self->goal;
}

/* Selects the row at @position, and goes to @at when that is not NONE. As long as it is not there,
 * or logs are audited and rows are not where they will be, that is a goal. */
static void
go_to_row (SkySelection *self, guint position, SkyTime at)
{
  g_autoptr (SkyQueueItem) item = g_list_model_get_item (get_rows (self), position);

  if (item != NULL && item != self->item)
    set_goal (self, SKY_GOAL_NONE);
  if (item != NULL)
    show_item (self, item, at);
  if (item == NULL || sky_intake_get_job (self->intake) != NULL)
    {
      SkyGoal *goal = set_goal (self, SKY_GOAL_ROW);
      goal->row = position;
      goal->at = at;
    }
}

/* The goal was not reached: where nothing is shown it begins as it does without. */
static void
give_up (SkySelection *self)
{
  set_goal (self, self->item == NULL ? SKY_GOAL_FIRST : SKY_GOAL_NONE);
  if (self->item == NULL && g_list_model_get_n_items (get_rows (self)) > 0)
    go_to_row (self, 0, SKY_TIME_NONE);
}

static SkyPursuit *
new_pursuit (SkySelection *self, const SkyGoal *goal, gboolean last)
{
  gboolean descending;
  SkyFindingSort sort = sky_inbox_get_sort (self->inbox, &descending);

  return sky_pursuit_new (goal, sky_inbox_get_filter (self->inbox), sort, descending, last);
}

static void
ask (SkySelection *self, const SkyGoal *goal, gboolean last, GAsyncReadyCallback callback)
{
  sky_store_link_ask (self->link, self, sky_pursuit_find, new_pursuit (self, goal, last),
                      (GDestroyNotify) sky_pursuit_free, (GDestroyNotify) sky_pursuit_free,
                      callback, GUINT_TO_POINTER (goal->generation));
}

/* Whether the answer is about the list as it is asked for now. */
static gboolean
is_of_list (SkySelection *self, const SkyPursuit *answer)
{
  gboolean descending;

  return sky_inbox_get_sort (self->inbox, &descending) == answer->sort
         && descending == answer->descending
         && sky_finding_filter_equal (answer->filter, sky_inbox_get_filter (self->inbox));
}

/* The row of what was found. A row that is shown stays where it is, although what was said of it
 * since would put it elsewhere. Returns: -1: there is none. */
static gint64
row_of (SkySelection *self, const SkyPursuit *answer)
{
  SkyQueueModel *model = sky_inbox_get_model (self->inbox);
  gint64 shown = answer->finding != 0 ? sky_queue_model_find (model, answer->finding) : -1;

  return shown >= 0 ? shown : answer->position;
}

static void pursue (SkySelection *self, gboolean last);

static void
reach_finding (SkySelection *self, const SkyPursuit *answer)
{
  gint64 row = row_of (self, answer);

  /* The list is another by now: there it stands elsewhere. */
  if (!is_of_list (self, answer))
    pursue (self, FALSE);
  else if (row >= 0)
    go_to_row (self, (guint) row, SKY_TIME_NONE);
  else
    {
      give_up (self);
      sky_store_link_report (self->link,
                             _ ("This finding is not in the list: it is in another queue, the "
                                "audit no longer finds it, or the filter hides it."));
    }
}

static void
reach_key (SkySelection *self, const SkyPursuit *answer)
{
  /* What has just come is told before it is stored. */
  if (g_error_matches (answer->error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND)
      && sky_intake_has_announced (self->intake, answer->goal->key))
    return;
  if (answer->error == NULL)
    {
      reach_finding (self, answer);
      return;
    }
  give_up (self);
  sky_store_link_complain (self->link, answer->error);
}

static void
tell_none_open (SkySelection *self, int direction)
{
  sky_store_link_report (self->link, direction > 0 ? _ ("No open finding after this one.")
                                                   : _ ("No open finding before this one."));
}

/* Where nothing is open any more what is looked at stays, unless it is of another list. */
static void
reach_open (SkySelection *self, const SkyPursuit *answer)
{
  const SkyGoal goal = *answer->goal;
  gint64 row = row_of (self, answer);

  if (!is_of_list (self, answer))
    {
      pursue (self, FALSE);
      return;
    }
  set_goal (self, SKY_GOAL_NONE);
  if (row >= 0)
    go_to_row (self, (guint) row, SKY_TIME_NONE);
  else if (goal.anew && answer->n > 0)
    go_to_row (self, 0, SKY_TIME_NONE);
  else if (goal.anew)
    sky_selection_restart (self);
  else
    tell_none_open (self, goal.direction);
}

static void
reach_log (SkySelection *self, const SkyPursuit *answer)
{
  const SkySpot *spot = answer->goal->spot;

  set_goal (self, SKY_GOAL_NONE);
  sky_day_view_open (self->day_view, answer->log, spot != NULL ? spot->at : answer->goal->at, 0,
                     SKY_CUE_POINT_EVENT);
}

static void
return_to (SkySelection *self, const SkyPursuit *answer)
{
  const SkyStoredFinding *shown = sky_selection_get_finding (self);
  const SkyTime at = answer->goal->spot->at;

  /* Until an audit that runs has ended findings may go from the list and come back. */
  if (answer->last || (answer->goal->key == NULL && answer->log != 0))
    set_goal (self, SKY_GOAL_NONE);
  if (shown != NULL && g_strcmp0 (shown->key, answer->goal->key) == 0)
    return;
  g_autoptr (SkyQueueItem) item =
      answer->position >= 0 ? g_list_model_get_item (get_rows (self), (guint) answer->position)
                            : NULL;
  if (item != NULL)
    show_item (self, item, at);
  else if (answer->position >= 0 && answer->last)
    /* The list is on its way still. */
    go_to_row (self, (guint) answer->position, at);
  else if (answer->position < 0 && answer->log != 0)
    sky_day_view_open (self->day_view, answer->log, at, 0, SKY_CUE_POINT_EVENT);
  else if (answer->last)
    /* What was looked at is gone: it begins as it does without. */
    go_to_row (self, 0, SKY_TIME_NONE);
}

static void
answer_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySelection *self = SKY_SELECTION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyPursuit) answer = sky_store_worker_finish (result, &error);

  if (answer == NULL)
    {
      /* What an audit may still bring stays a goal. */
      if (GPOINTER_TO_UINT (user_data) == self->goal.generation && self->goal.kind != SKY_GOAL_KEY
          && self->goal.kind != SKY_GOAL_RETURN)
        set_goal (self, SKY_GOAL_NONE);
      sky_store_link_complain (self->link, error);
      return;
    }
  /* Something else was chosen by now. */
  if (answer->goal->generation != self->goal.generation)
    return;
  switch ((guint) answer->goal->kind)
    {
    case SKY_GOAL_FINDING:
      reach_finding (self, answer);
      break;
    case SKY_GOAL_KEY:
      reach_key (self, answer);
      break;
    case SKY_GOAL_INSTANT:
    case SKY_GOAL_SPOT:
      reach_log (self, answer);
      break;
    case SKY_GOAL_OPEN:
      reach_open (self, answer);
      break;
    case SKY_GOAL_RETURN:
      return_to (self, answer);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Asks the store where the goal is; with @last it is not tried again. */
static void
pursue (SkySelection *self, gboolean last)
{
  ask (self, &self->goal, last, answer_cb);
}

/* --- The rows --------------------------------------------------------------------------------- */

static void
place_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySelection *self = SKY_SELECTION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyPursuit) answer = sky_store_worker_finish (result, &error);
  const SkyStoredFinding *finding = sky_selection_get_finding (self);

  if (answer == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  /* Another finding is looked at by now, or in another list, for which it is asked anew. */
  if (finding == NULL || finding->id != answer->finding || !is_of_list (self, answer))
    return;
  gint64 row = row_of (self, answer);
  if (row >= 0)
    replace_item (self, (guint) row);
  else
    set_unlisted (self, TRUE);
}

/* The rows are others: is what is looked at one of them? */
static void
check_listed (SkySelection *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self);
  SkyQueueKind kind = sky_queue_model_get_kind (sky_inbox_get_model (self->inbox));

  if (finding == NULL || (kind == SKY_QUEUE_WITHDRAWN && finding->withdrawn != 0))
    return;
  if (kind != SKY_QUEUE_FINDINGS || g_list_model_get_n_items (get_rows (self)) == 0)
    set_unlisted (self, TRUE);
  else
    {
      const SkyGoal place = { .kind = SKY_GOAL_FINDING, .finding = finding->id };
      ask (self, &place, FALSE, place_cb);
    }
}

/* Of rounds and bookmarks nothing is open or decided. */
static gboolean
has_findings (SkySelection *self)
{
  SkyListing listing = sky_inbox_get_listing (self->inbox);

  return listing != SKY_LISTING_ROUNDS && listing != SKY_LISTING_BOOKMARKS
         && listing != SKY_LISTING_WITHDRAWN;
}

/* The first row from @from on that is open, but for the one that is looked at, whose row may not
 * say yet what was said of it. @row takes -1 where there is none. Returns: FALSE: not all the rows
 * are at hand that tell. */
static gboolean
walk_rows (SkySelection *self, guint from, int direction, gint64 *row)
{
  SkyQueueModel *model = sky_inbox_get_model (self->inbox);
  const gint64 n = g_list_model_get_n_items (get_rows (self));

  *row = -1;
  for (gint64 i = from; i >= 0 && i < n && *row < 0; i += direction)
    {
      SkyQueueItem *item = sky_queue_model_peek (model, (guint) i);
      const SkyStoredFinding *finding = item != NULL ? sky_queue_item_get_finding (item) : NULL;
      if (finding == NULL)
        return FALSE;
      if (item != self->item
          && (finding->state == SKY_REVIEW_OPEN || finding->state == SKY_REVIEW_IN_REVIEW))
        *row = i;
    }
  return TRUE;
}

/* Goes to the next open row of a list that the store would list otherwise by now. Returns: FALSE:
 * the store must be asked. */
static gboolean
walk_to_open (SkySelection *self, guint from, int direction, gboolean wraps)
{
  const guint undecided = 1u << SKY_REVIEW_OPEN | 1u << SKY_REVIEW_IN_REVIEW;
  const guint listed = sky_inbox_get_filter (self->inbox)->states;
  gint64 row;

  if (!sky_queue_model_goes_by_state (sky_inbox_get_model (self->inbox))
      || (listed != 0 && (listed & undecided) == 0) || !walk_rows (self, from, direction, &row)
      || (row < 0 && wraps && !walk_rows (self, 0, 1, &row)))
    return FALSE;
  set_goal (self, SKY_GOAL_NONE);
  if (row >= 0)
    go_to_row (self, (guint) row, SKY_TIME_NONE);
  else
    tell_none_open (self, direction);
  return TRUE;
}

static void
pursue_open (SkySelection *self, guint row, int direction, gboolean wraps, gboolean anew)
{
  if (!anew && walk_to_open (self, row, direction, wraps))
    return;
  SkyGoal *goal = set_goal (self, SKY_GOAL_OPEN);

  goal->row = row;
  goal->direction = direction;
  goal->wraps = wraps;
  goal->anew = anew;
  pursue (self, FALSE);
}

static void
rows_changed_cb (SkySelection *self, guint position, guint removed, guint added, GListModel *model)
{
  const guint n = g_list_model_get_n_items (model);

  /* Rows that come between those there are, or go, leave what is looked at as it is. */
  if ((removed == 0) != (added == 0) && self->item != NULL && n > added)
    {
      if (removed > 0)
        check_listed (self);
      return;
    }
  if (added == 0)
    check_listed (self);
  /* While logs are being audited the rows are not yet where they will be. */
  else if (self->goal.kind == SKY_GOAL_ROW && self->goal.row < n
           && sky_intake_get_job (self->intake) == NULL)
    {
      const SkyGoal goal = self->goal;
      set_goal (self, SKY_GOAL_NONE);
      go_to_row (self, goal.row, goal.at);
    }
  else if (self->item != NULL && !sky_queue_item_get_loaded (self->item))
    {
      /* Its page was called off before it came; the row in its place is asked for now. */
      g_autoptr (SkyQueueItem) there =
          g_list_model_get_item (model, MIN (sky_queue_item_get_position (self->item), n - 1));
      show_item (self, there, self->item_at);
    }
  else if (self->goal.kind == SKY_GOAL_FIRST && self->item == NULL)
    {
      g_autoptr (SkyQueueItem) first = g_list_model_get_item (model, 0);
      if (has_findings (self))
        pursue_open (self, 0, 1, FALSE, TRUE);
      else
        {
          set_goal (self, SKY_GOAL_NONE);
          show_item (self, first, SKY_TIME_NONE);
        }
    }
  else
    check_listed (self);
}

static void
log_grown_cb (SkySelection *self, const char *path, SkyIntake *intake)
{
  if (self->goal.kind == SKY_GOAL_KEY)
    pursue (self, FALSE);
}

static void
audit_ended_cb (SkySelection *self, SkyIntake *intake)
{
  if (self->goal.kind == SKY_GOAL_INSTANT || self->goal.kind == SKY_GOAL_RETURN)
    pursue (self, TRUE);
}

/* --- Choosing --------------------------------------------------------------------------------- */

void
sky_selection_restart (SkySelection *self)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  show_item (self, NULL, SKY_TIME_NONE);
  set_goal (self, SKY_GOAL_FIRST);
}

void
sky_selection_select (SkySelection *self, SkyQueueItem *item)
{
  g_return_if_fail (SKY_IS_SELECTION (self));
  g_return_if_fail (item == NULL || SKY_IS_QUEUE_ITEM (item));

  /* Whoever chooses something has no way back to go. */
  if (item != NULL && item != self->item)
    set_goal (self, SKY_GOAL_NONE);
  show_item (self, item, SKY_TIME_NONE);
}

void
sky_selection_select_position (SkySelection *self, guint position)
{
  g_return_if_fail (SKY_IS_SELECTION (self));
  go_to_row (self, position, SKY_TIME_NONE);
}

void
sky_selection_select_next (SkySelection *self, int direction)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  guint n = g_list_model_get_n_items (get_rows (self));
  if (n == 0)
    return;
  if (self->item == NULL
      || (self->unlisted && self->listed_in != sky_inbox_get_n_asked (self->inbox)))
    {
      sky_selection_select_position (self, direction > 0 ? 0 : n - 1);
      return;
    }

  guint position = sky_queue_item_get_position (self->item);
  if (self->unlisted)
    {
      /* It went from the list: another stands in its place. */
      sky_selection_select_position (self, MIN (position, n - 1));
      return;
    }
  if (direction > 0 ? position + 1 < n : position > 0)
    sky_selection_select_position (self, direction > 0 ? position + 1 : position - 1);
}

void
sky_selection_select_open (SkySelection *self, int direction, gboolean wraps)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  guint n = g_list_model_get_n_items (get_rows (self));
  if (!has_findings (self))
    {
      sky_selection_select_next (self, direction);
      return;
    }
  if (n == 0)
    return;
  if (self->item == NULL
      || (self->unlisted && self->listed_in != sky_inbox_get_n_asked (self->inbox)))
    {
      pursue_open (self, direction > 0 ? 0 : n - 1, direction, wraps, FALSE);
      return;
    }
  guint position = sky_queue_item_get_position (self->item);
  /* It went from the list: another stands in its place. */
  if (self->unlisted)
    pursue_open (self, MIN (position, n - 1), direction, wraps, FALSE);
  else if (direction > 0)
    pursue_open (self, position + 1, direction, wraps, FALSE);
  else if (position > 0)
    pursue_open (self, position - 1, direction, wraps, FALSE);
}

void
sky_selection_select_first_open (SkySelection *self)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  if (has_findings (self))
    pursue_open (self, 0, 1, FALSE, TRUE);
  else
    sky_selection_restart (self);
}

void
sky_selection_show_instant (SkySelection *self, SkyTime at)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  set_goal (self, SKY_GOAL_INSTANT)->at = at;
  if (sky_intake_get_job (self->intake) == NULL)
    pursue (self, TRUE);
}

void
sky_selection_show_spot (SkySelection *self,
                         const char *property,
                         const char *table,
                         const char *game,
                         SkyDay gaming_day,
                         SkyTime at)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  SkySpot *spot = g_new0 (SkySpot, 1);
  spot->property = g_strdup (property);
  spot->table = g_strdup (table);
  spot->game = g_strdup (game);
  spot->gaming_day = gaming_day;
  spot->at = at;
  set_goal (self, SKY_GOAL_SPOT)->spot = spot;
  pursue (self, TRUE);
}

void
sky_selection_show_finding (SkySelection *self, gint64 id)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  set_goal (self, SKY_GOAL_FINDING)->finding = id;
  pursue (self, FALSE);
}

void
sky_selection_show_key (SkySelection *self, const char *key)
{
  g_return_if_fail (SKY_IS_SELECTION (self));
  g_return_if_fail (key != NULL);

  /* It must be in the list to be shown there: whatever narrows the list is let go of. */
  SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;
  g_autofree char *sought = g_strdup (key);
  everything.archive = sky_inbox_get_filter (self->inbox)->archive;
  sky_inbox_set_filter (self->inbox, &everything);
  sky_inbox_set_listing (self->inbox, SKY_LISTING_ALL);
  set_goal (self, SKY_GOAL_KEY)->key = g_steal_pointer (&sought);
  pursue (self, FALSE);
}

void
sky_selection_show_arrived (SkySelection *self)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  gint64 id = sky_inbox_take_arrived (self->inbox);
  if (id != 0)
    sky_selection_show_finding (self, id);
}

void
sky_selection_return_to (SkySelection *self, const char *key, const SkySpot *spot)
{
  g_return_if_fail (SKY_IS_SELECTION (self));
  g_return_if_fail (spot != NULL);

  const SkyGoal wanted = { .key = (char *) key, .spot = (SkySpot *) spot };
  g_autoptr (SkyGoal) copy = sky_goal_copy (&wanted);
  SkyGoal *goal = set_goal (self, SKY_GOAL_RETURN);
  goal->key = g_steal_pointer (&copy->key);
  goal->spot = g_steal_pointer (&copy->spot);
  pursue (self, sky_intake_get_job (self->intake) == NULL);
}

/* --- The review ------------------------------------------------------------------------------- */

static void
answered_cb (SkySelection *self, SkyReviewRequest *answer, SkyReviewDesk *desk)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self);

  if (finding == NULL || g_strcmp0 (finding->key, answer->key) != 0)
    return;
  gboolean moved = finding->state != answer->finding->state
                   || finding->awaits_second != answer->finding->awaits_second;
  gboolean same = self->review != NULL && !answer->says
                  && self->review->last_entry == answer->review->last_entry
                  && self->history->len == answer->history->len;
  g_clear_pointer (&self->review, sky_review_free);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  self->review = g_steal_pointer (&answer->review);
  self->history = g_steal_pointer (&answer->history);
  sky_queue_item_set_entry (self->item, self->review->last_entry);
  if (moved)
    sky_queue_item_take_finding (self->item, g_steal_pointer (&answer->finding));
  if (!same)
    emit_review_changed (self);
}

static void
spoken_cb (SkySelection *self, SkyOtherDesks *others)
{
  if (sky_selection_get_finding (self) != NULL)
    ask_review (self);
}

/* What is said is said of all rows that are chosen. Returns: FALSE: of the item alone. */
static gboolean
say_of_chosen (SkySelection *self, gboolean undoes, SkyLedgerAction action, const char *text)
{
  if (sky_review_desk_get_deciding (self->desk, NULL) > 0)
    return TRUE;
  if (sky_inbox_get_n_chosen (self->inbox) <= 1)
    return FALSE;
  SkyChosenRows *rows = sky_inbox_dup_chosen (self->inbox);
  if (rows != NULL)
    sky_review_desk_decide_rows (self->desk, rows, undoes, action, text);
  return TRUE;
}

void
sky_selection_decide (SkySelection *self, SkyLedgerAction action, const char *text)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  const SkyStoredFinding *finding = sky_selection_get_finding (self);
  if (say_of_chosen (self, FALSE, action, text) || finding == NULL || self->review == NULL)
    return;
  if (self->unlisted && action != SKY_LEDGER_NOTE)
    {
      sky_store_link_warn (self->link, _ ("The finding is not in this list. Nothing was decided."));
      return;
    }
  sky_review_desk_decide (self->desk, finding, self->review, action, text);
}

void
sky_selection_undo (SkySelection *self)
{
  g_return_if_fail (SKY_IS_SELECTION (self));

  const SkyStoredFinding *finding = sky_selection_get_finding (self);
  if (!say_of_chosen (self, TRUE, SKY_LEDGER_UNDO, NULL) && finding != NULL && self->review != NULL)
    sky_review_desk_undo (self->desk, finding, self->review);
}

const SkyReview *
sky_selection_get_review (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->review;
}

GPtrArray *
sky_selection_get_history (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->history;
}

/* --- What is known of it ---------------------------------------------------------------------- */

SkyQueueItem *
sky_selection_get_item (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->item;
}

const SkyStoredFinding *
sky_selection_get_finding (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->item != NULL ? sky_queue_item_get_finding (self->item) : NULL;
}

gboolean
sky_selection_get_unlisted (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), FALSE);
  return self->unlisted;
}

const char *
sky_selection_get_present (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);

  const char *digest =
      sky_selection_get_finding (self) != NULL ? sky_queue_item_get_digest (self->item) : NULL;
  return digest != NULL ? sky_other_desks_get_names (self->others, digest) : NULL;
}

const SkyUnsavedDecision *
sky_selection_get_unsaved (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);

  const SkyStoredFinding *finding = sky_selection_get_finding (self);
  return finding != NULL ? sky_review_desk_get_unsaved (self->desk, finding->key) : NULL;
}

gboolean
sky_selection_is_waiting (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), FALSE);

  const SkyStoredFinding *finding = sky_selection_get_finding (self);
  return finding != NULL && sky_review_desk_is_waiting (self->desk, finding->key);
}

SkyDayView *
sky_selection_get_day_view (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->day_view;
}

SkyOtherDesks *
sky_selection_get_others (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->others;
}

SkyInbox *
sky_selection_get_inbox (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->inbox;
}

SkyReviewDesk *
sky_selection_get_desk (SkySelection *self)
{
  g_return_val_if_fail (SKY_IS_SELECTION (self), NULL);
  return self->desk;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_selection_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_ITEM:
      g_value_set_object (value, SKY_SELECTION (object)->item);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_selection_dispose (GObject *object)
{
  SkySelection *self = SKY_SELECTION (object);

  if (self->item != NULL)
    g_clear_signal_handler (&self->item_loaded, self->item);
  g_clear_object (&self->item);
  G_OBJECT_CLASS (sky_selection_parent_class)->dispose (object);
}

static void
sky_selection_finalize (GObject *object)
{
  SkySelection *self = SKY_SELECTION (object);

  g_clear_pointer (&self->review, sky_review_free);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  sky_goal_clear (&self->goal);
  g_clear_object (&self->others);
  g_clear_object (&self->day_view);
  g_clear_object (&self->inbox);
  g_clear_object (&self->intake);
  g_clear_object (&self->desk);
  g_clear_object (&self->link);
  G_OBJECT_CLASS (sky_selection_parent_class)->finalize (object);
}

static void
sky_selection_class_init (SkySelectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = sky_selection_get_property;
  object_class->dispose = sky_selection_dispose;
  object_class->finalize = sky_selection_finalize;

  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, SKY_TYPE_QUEUE_ITEM,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  review_changed = g_signal_new ("review-changed", SKY_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
sky_selection_init (SkySelection *self)
{
  self->item_at = SKY_TIME_NONE;
  set_goal (self, SKY_GOAL_FIRST);
}

SkySelection *
sky_selection_new (SkyDayView *day_view, SkyOtherDesks *others, SkyInbox *inbox)
{
  g_return_val_if_fail (SKY_IS_DAY_VIEW (day_view), NULL);
  g_return_val_if_fail (SKY_IS_OTHER_DESKS (others), NULL);
  g_return_val_if_fail (SKY_IS_INBOX (inbox), NULL);

  SkySelection *self = g_object_new (SKY_TYPE_SELECTION, NULL);
  self->day_view = g_object_ref (day_view);
  self->others = g_object_ref (others);
  self->inbox = g_object_ref (inbox);
  self->intake = g_object_ref (sky_inbox_get_intake (inbox));
  self->desk = g_object_ref (sky_inbox_get_desk (inbox));
  self->link = g_object_ref (sky_review_desk_get_link (self->desk));

  const struct
  {
    gpointer part;
    const char *signal;
    GCallback callback;
  } connections[] = {
    { self->intake, "log-grown", G_CALLBACK (log_grown_cb) },
    { self->intake, "ended", G_CALLBACK (audit_ended_cb) },
    { self->desk, "answered", G_CALLBACK (answered_cb) },
    { self->desk, "decided", G_CALLBACK (ask_review) },
    /* What one may say of a finding another may not. */
    { self->desk, "reviewer-changed", G_CALLBACK (emit_review_changed) },
    { inbox, "chosen-changed", G_CALLBACK (emit_review_changed) },
    /* It says when that was said. */
    { day_view, "zone-changed", G_CALLBACK (emit_review_changed) },
    { others, "spoken", G_CALLBACK (spoken_cb) },
  };
  for (guint i = 0; i < G_N_ELEMENTS (connections); i++)
    g_signal_connect_object (connections[i].part, connections[i].signal, connections[i].callback,
                             self, G_CONNECT_SWAPPED);
  /* After the views of the list, which must know its new rows before one is selected. */
  g_signal_connect_object (get_rows (self), "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return self;
}
