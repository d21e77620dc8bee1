/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-session-private.h"
#include "sky-spot.h"

/* --- An instant ------------------------------------------------------------------------------- */

typedef struct
{
  SkyTime at;
  guint choice; /* the last by then */
} Going;

static void
find_log_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Going *going = user_data;
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *id = sky_store_worker_finish (result, &error);

  if (id == NULL)
    sky_store_link_complain (self->link, error);
  else if (going->choice == self->choice)
    sky_day_view_open (self->day_view, *id, going->at, 0);
}

/* Opens the log of which @find tells the id, and goes to @at. Takes @data. */
static void
go_to_log (SkySession *self, SkyStoreFunc find, gpointer data, GDestroyNotify free_data, SkyTime at)
{
  Going *going = g_new0 (Going, 1);

  going->at = at;
  going->choice = ++self->choice;
  sky_store_link_ask (self->link, self, find, data, free_data, g_free, find_log_cb, going);
}

typedef struct
{
  char *archive;
  SkyTime at;
} Instant;

static void
instant_free (Instant *instant)
{
  g_free (instant->archive);
  g_free (instant);
}

/* The log that has the instant, else the first that there is. */
static gpointer
find_log_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Instant *instant = data;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, instant->archive, error);
  if (logs == NULL)
    return NULL;

  const SkyStoredLog *found = NULL;
  for (guint i = 0; i < logs->len && found == NULL; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      if (log->start != SKY_TIME_NONE && log->start <= instant->at && instant->at <= log->end)
        found = log;
    }
  if (found == NULL && logs->len > 0)
    found = logs->pdata[0];
  if (found == NULL)
    {
      g_set_error_literal (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND,
                           _ ("No log has been audited yet."));
      return NULL;
    }

  gint64 *id = g_new (gint64, 1);
  *id = found->id;
  return id;
}

void
sky_session_show_instant (SkySession *self, SkyTime at)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  self->choose_first = FALSE;
  g_clear_pointer (&self->returning, sky_returning_free);
  if (sky_intake_get_job (self->intake) != NULL)
    {
      self->wanted_at = at;
      return;
    }

  Instant *instant = g_new0 (Instant, 1);

  instant->archive = g_strdup (self->filter->archive);
  instant->at = at;
  go_to_log (self, find_log_in_thread, instant, (GDestroyNotify) instant_free, at);
}

static gpointer
find_spot_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const SkySpot *spot = data;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, error);
  gint64 *id;

  if (logs == NULL)
    return NULL;
  id = g_new0 (gint64, 1);
  for (guint i = 0; i < logs->len && *id == 0; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (log->gaming_day == spot->gaming_day && strcmp (log->property, spot->property) == 0
          && strcmp (log->table, spot->table) == 0 && strcmp (log->game, spot->game) == 0)
        *id = log->id;
    }
  return id;
}

void
sky_session_show_spot (SkySession *self,
                       const char *property,
                       const char *table,
                       const char *game,
                       SkyDay gaming_day,
                       SkyTime at)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  SkySpot *spot = g_new0 (SkySpot, 1);

  spot->property = g_strdup (property);
  spot->table = g_strdup (table);
  spot->game = g_strdup (game);
  spot->gaming_day = gaming_day;
  spot->at = at;
  go_to_log (self, find_spot_in_thread, spot, (GDestroyNotify) sky_spot_free, at);
}

/* --- A finding -------------------------------------------------------------------------------- */

/* Where a finding stands in a list; the answer is another with its position. */
typedef struct
{
  gint64 id;
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  guint choice;    /* the last when this was asked */
  gint64 position; /* -1: it does not */
} Place;

static void
place_free (Place *place)
{
  sky_finding_filter_free (place->filter);
  g_free (place);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Place, place_free)

static Place *
place_new (const Place *as)
{
  Place *self = g_memdup2 (as, sizeof *as);

  self->filter = sky_finding_filter_copy (as->filter);
  return self;
}

static gpointer
place_in_thread (SkyStore *store, gpointer data, GError **error)
{
  g_autoptr (Place) answer = place_new (data);

  if (!sky_store_find_position (store, answer->filter, answer->sort, answer->descending, answer->id,
                                &answer->position, error))
    return NULL;
  return g_steal_pointer (&answer);
}

/* Whether the answer is about the list as it is asked for now. */
static gboolean
is_of_list (SkySession *self, const Place *place)
{
  return place->sort == self->sort && place->descending == self->descending
         && sky_finding_filter_equal (place->filter, self->filter);
}

static void
place_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (Place) place = sky_store_worker_finish (result, &error);

  if (place == NULL)
    sky_store_link_complain (self->link, error);
  /* Something else was chosen by now. */
  else if (place->choice != self->choice)
    return;
  /* The list is another by now: there it stands elsewhere. */
  else if (!is_of_list (self, place))
    sky_session_show_finding (self, place->id);
  else if (place->position >= 0)
    sky_session_select_position (self, (guint) place->position);
  else
    sky_store_link_tell (self->link,
                         _ ("This finding is not in the list: it is of another queue, or the "
                            "filter leaves it out."));
}

static void
place_again_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (Place) place = sky_store_worker_finish (result, &error);
  const SkyStoredFinding *finding = sky_session_get_finding (self);

  if (place == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  /* Another finding is looked at by now, or in another list, for which it is asked anew. */
  if (finding == NULL || finding->id != place->id || !is_of_list (self, place))
    return;
  if (place->position >= 0)
    sky_session_replace_item (self, (guint) place->position);
  else
    sky_session_set_unlisted (self, TRUE);
}

static void
ask_place (SkySession *self, gint64 id, GAsyncReadyCallback callback)
{
  const Place place = {
    .id = id,
    .filter = self->filter,
    .sort = self->sort,
    .descending = self->descending,
    .choice = self->choice,
  };

  sky_store_link_ask (self->link, self, place_in_thread, place_new (&place),
                      (GDestroyNotify) place_free, (GDestroyNotify) place_free, callback, NULL);
}

void
sky_session_ask_place (SkySession *self)
{
  ask_place (self, sky_session_get_finding (self)->id, place_again_cb);
}

/* Which finding has a key. */
typedef struct
{
  char *key;
  gint64 id;
  GError *error; /* why there is none */
} Found;

static void
found_free (Found *found)
{
  g_free (found->key);
  g_clear_error (&found->error);
  g_free (found);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Found, found_free)

static gpointer
key_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Found *found = g_new0 (Found, 1);
  g_autoptr (SkyStoredFinding) finding = sky_store_get_finding_by_key (store, data, &found->error);

  found->key = g_strdup (data);
  if (finding != NULL)
    found->id = finding->id;
  return found;
}

static void
key_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (Found) found = sky_store_worker_finish (result, &error);

  if (found == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  /* It was asked for twice, or another is to be shown by now. */
  if (g_strcmp0 (found->key, self->awaited) != 0)
    return;
  /* What has just come is told before it is stored. */
  if (g_error_matches (found->error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND)
      && sky_intake_has_told (self->intake, self->awaited))
    return;
  g_clear_pointer (&self->awaited, g_free);
  if (found->error != NULL)
    sky_store_link_complain (self->link, found->error);
  else
    sky_session_show_finding (self, found->id);
}

void
sky_session_ask_awaited (SkySession *self)
{
  if (self->awaited != NULL)
    sky_store_link_ask (self->link, self, key_in_thread, g_strdup (self->awaited), g_free,
                        (GDestroyNotify) found_free, key_cb, NULL);
}

void
sky_session_show_key (SkySession *self, const char *key)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (key != NULL);

  /* It must be in the list to be shown there: whatever narrows the list is let go of. */
  SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;
  everything.archive = self->filter->archive;
  sky_session_set_filter (self, &everything);
  sky_session_set_listing (self, SKY_LISTING_ALL);
  g_free (self->awaited);
  self->awaited = g_strdup (key);
  sky_session_ask_awaited (self);
}

void
sky_session_show_finding (SkySession *self, gint64 id)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  self->choice++;
  ask_place (self, id, place_cb);
}

/* --- Where the last run left off -------------------------------------------------------------- */

struct _SkyReturning
{
  char *key; /* NULL: no finding */
  SkySpot spot;
  /* The list, when this is asked. */
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  gboolean last; /* it is not tried again */
  /* Set by the store's thread. */
  gint64 position; /* in the list; -1: not there */
  gint64 log;      /* 0: it is not in the store */
};

static SkyReturning *
returning_new (const char *key, const SkySpot *spot)
{
  SkyReturning *self = g_new0 (SkyReturning, 1);

  self->key = g_strdup (key);
  self->spot = *spot;
  self->spot.property = g_strdup (spot->property);
  self->spot.table = g_strdup (spot->table);
  self->spot.game = g_strdup (spot->game);
  return self;
}

void
sky_returning_free (SkyReturning *self)
{
  g_free (self->key);
  g_free (self->spot.property);
  g_free (self->spot.table);
  g_free (self->spot.game);
  g_clear_pointer (&self->filter, sky_finding_filter_free);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReturning, sky_returning_free)

static gpointer
return_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const SkyReturning *asked = data;
  g_autoptr (SkyReturning) answer = returning_new (asked->key, &asked->spot);
  g_autoptr (SkyStoredFinding) finding = NULL;
  g_autofree gint64 *log = find_spot_in_thread (store, &answer->spot, error);

  if (log == NULL)
    return NULL;
  answer->last = asked->last;
  answer->log = *log;
  answer->position = -1;
  /* A finding that is not there any more is no failure. */
  if (asked->key != NULL)
    finding = sky_store_get_finding_by_key (store, asked->key, NULL);
  if (finding != NULL
      && !sky_store_find_position (store, asked->filter, asked->sort, asked->descending,
                                   finding->id, &answer->position, error))
    return NULL;
  return g_steal_pointer (&answer);
}

static void
return_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyReturning) answer = sky_store_worker_finish (result, &error);

  if (answer == NULL)
    sky_store_link_complain (self->link, error);
  /* Something else was chosen by now. */
  if (answer == NULL || self->returning == NULL)
    return;
  /* Until an audit that runs has ended findings may go from the list and come back. */
  if (answer->last || (answer->key == NULL && answer->log != 0))
    g_clear_pointer (&self->returning, sky_returning_free);
  const SkyStoredFinding *shown = sky_session_get_finding (self);
  if (shown != NULL && g_strcmp0 (shown->key, answer->key) == 0)
    return;
  g_autoptr (SkyQueueItem) item =
      answer->position >= 0
          ? g_list_model_get_item (G_LIST_MODEL (self->model), (guint) answer->position)
          : NULL;
  if (answer->position >= 0 && item == NULL && !answer->last)
    return;
  if (answer->position >= 0)
    {
      self->return_at = answer->spot.at;
      /* The list may be on its way still. */
      if (item != NULL)
        sky_session_show_item (self, item);
      else
        sky_session_select_position (self, (guint) answer->position);
    }
  else if (answer->log != 0)
    sky_day_view_open (self->day_view, answer->log, answer->spot.at, 0);
  else if (answer->last)
    /* What was looked at is gone: it begins as it does without. */
    sky_session_select_position (self, 0);
}

void
sky_session_ask_return (SkySession *self, gboolean last)
{
  if (self->returning == NULL)
    return;

  SkyReturning *asked = returning_new (self->returning->key, &self->returning->spot);
  asked->filter = sky_finding_filter_copy (self->filter);
  asked->sort = self->sort;
  asked->descending = self->descending;
  asked->last = last;
  sky_store_link_ask (self->link, self, return_in_thread, asked,
                      (GDestroyNotify) sky_returning_free, (GDestroyNotify) sky_returning_free,
                      return_cb, NULL);
}

void
sky_session_return_to (SkySession *self, const char *key, const SkySpot *spot)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (spot != NULL);

  self->choose_first = FALSE;
  g_clear_pointer (&self->returning, sky_returning_free);
  self->returning = returning_new (key, spot);
  sky_session_ask_return (self, sky_intake_get_job (self->intake) == NULL);
}
