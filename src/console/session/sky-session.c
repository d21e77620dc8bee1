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
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[SKY_SESSION_N_PLAIN_SIGNALS];

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

SkyStoreLink *
sky_session_get_link (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->link;
}

/* --- Archives --------------------------------------------------------------------------------- */

static void
log_audited_cb (SkySession *self, SkyIntake *intake)
{
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
}

static void
log_grown_cb (SkySession *self, const char *path, SkyIntake *intake)
{
  sky_queue_model_refresh (self->model);
  sky_session_ask_counts (self);
  sky_session_ask_awaited (self);
}

static void
ended_cb (SkySession *self, SkyIntake *intake)
{
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  if (self->wanted_at != SKY_TIME_NONE)
    {
      SkyTime at = self->wanted_at;
      self->wanted_at = SKY_TIME_NONE;
      sky_session_show_instant (self, at);
    }
  sky_session_ask_return (self, TRUE);
}

static void
problem_cb (SkySession *self, const char *problem, SkyQueueModel *model)
{
  sky_store_link_warn (self->link, problem);
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

  g_free (self->filter->archive);
  self->filter->archive = n == 1 ? g_strdup (full->pdata[0]) : NULL;
  sky_session_select (self, NULL);
  g_clear_pointer (&self->returning, sky_returning_free);
  self->choose_first = TRUE;
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  sky_intake_open (self->intake, (const char *const *) full->pdata);
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
  SkyTableDay *day = sky_day_view_get_day (self->day_view);
  sky_intake_audit_again (self->intake, day != NULL ? sky_table_day_get_archive_path (day) : NULL);
}

const char *
sky_session_get_store_problem (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->store_problem;
}

SkyIntake *
sky_session_get_intake (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->intake;
}

SkyDayView *
sky_session_get_day_view (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->day_view;
}

/* --- What is looked at ------------------------------------------------------------------------ */

static void
point_at_own (SkySession *self)
{
  const SkyStoredFinding *finding = sky_session_get_finding (self);

  sky_day_view_set_own_wager (self->day_view, finding != NULL ? finding->round : 0,
                              finding != NULL ? finding->wager : NULL);
}

static void
item_loaded_cb (SkySession *self)
{
  g_clear_signal_handler (&self->item_loaded, self->item);
  if (sky_queue_item_get_finding (self->item) != NULL)
    sky_session_meet_arrived (self, sky_queue_item_get_finding (self->item)->id);
  point_at_own (self);
  SkyTime at = self->return_at;
  self->return_at = SKY_TIME_NONE;
  sky_day_view_open (self->day_view, sky_queue_item_get_log (self->item),
                     at != SKY_TIME_NONE ? at : sky_queue_item_get_at (self->item),
                     sky_queue_item_get_round_number (self->item));
  sky_session_ask_review (self);
  sky_session_tell_present (self);
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
  point_at_own (self);
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
  if (item == NULL || sky_intake_get_job (self->intake) != NULL)
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
  if (sky_intake_get_job (self->intake) == NULL && self->wanted < g_list_model_get_n_items (model))
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

gboolean
sky_session_is_settled (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), TRUE);

  return sky_intake_get_job (self->intake) == NULL && self->news_timer == 0
         && sky_store_worker_get_pending (sky_store_link_get_worker (self->link)) == 0
         && sky_queue_model_get_settled (self->model) && sky_day_view_is_settled (self->day_view);
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
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_session_dispose (GObject *object)
{
  SkySession *self = SKY_SESSION (object);

  sky_intake_cancel (self->intake);
  sky_intake_set_follow (self->intake, FALSE);
  g_clear_handle_id (&self->news_timer, g_source_remove);
  g_clear_handle_id (&self->waiting_timer, g_source_remove);
  g_clear_handle_id (&self->day_timer, g_source_remove);
  if (self->item != NULL)
    g_clear_signal_handler (&self->item_loaded, self->item);
  g_clear_object (&self->item);
  G_OBJECT_CLASS (sky_session_parent_class)->dispose (object);
}

static void
sky_session_finalize (GObject *object)
{
  SkySession *self = SKY_SESSION (object);

  g_clear_object (&self->model);
  g_clear_object (&self->day_view);
  g_clear_object (&self->intake);
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
  g_array_unref (self->arrived);
  g_free (self->awaited);
  g_clear_pointer (&self->returning, sky_returning_free);
  g_free (self->store_problem);
  g_clear_pointer (&self->deciding, sky_deciding_free);
  g_clear_pointer (&self->dealers, g_ptr_array_unref);
  g_strfreev (self->patrons);
  g_clear_object (&self->settings);
  g_free (self->identity);
  g_free (self->credential);
  g_free (self->name);
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
  };
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sky_session_dispose;
  object_class->finalize = sky_session_finalize;
  object_class->get_property = sky_session_get_property;
  object_class->set_property = sky_session_set_property;

  properties[PROP_LISTING] =
      g_param_spec_int ("listing", NULL, NULL, 0, SKY_N_LISTINGS - 1, SKY_LISTING_ALL, writable);
  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, SKY_TYPE_QUEUE_ITEM, writable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < SKY_SESSION_N_PLAIN_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], SKY_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
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
  self->arrived = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->settings = g_settings_new (SKY_APP_ID);
  self->return_at = SKY_TIME_NONE;
  self->wanted = G_MAXUINT;
  self->wanted_at = SKY_TIME_NONE;
  self->choose_first = TRUE;
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
  self->intake = sky_intake_new (self->link);
  self->day_view = sky_day_view_new (self->link, self->intake);
  g_signal_connect_object (self->intake, "log-audited", G_CALLBACK (log_audited_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->intake, "log-grown", G_CALLBACK (log_grown_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->intake, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
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
