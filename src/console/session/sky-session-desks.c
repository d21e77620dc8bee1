/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others do at other desks on the same store: what they say and audit is shown within a
 * second, and who is at which finding. */
#include "config.h"

#include "sky-session-private.h"

/* News that come one behind the other are heeded together; in milliseconds. */
#define GATHER 200

static void
add_name (GHashTable *names, const SkyDesk *desk)
{
  const char *name = desk->name[0] != '\0' ? desk->name : desk->credential;
  const char *others = g_hash_table_lookup (names, desk->finding);

  if (desk->finding[0] == '\0' || name[0] == '\0')
    return;
  g_hash_table_insert (names, g_strdup (desk->finding),
                       others != NULL ? g_strdup_printf ("%s, %s", others, name) : g_strdup (name));
}

static gboolean
same_names (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer finding;
  gpointer names;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &finding, &names))
    {
      if (g_strcmp0 (g_hash_table_lookup (b, finding), names) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
heed_desks (SkySession *self, GPtrArray *desks)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < desks->len; i++)
    add_name (names, desks->pdata[i]);
  if (self->n_desks == desks->len && same_names (names, self->others))
    return;
  self->n_desks = desks->len;
  g_hash_table_unref (self->others);
  self->others = g_steal_pointer (&names);
  sky_queue_model_set_presence (self->model, self->others);
  sky_session_emit (self, SKY_SESSION_PRESENT_CHANGED);
}

/* Whether the store has findings, or misses some, that the list has not counted; or the rest of
 * what audits made may be another. What this desk audits itself is told by who does it. */
static gboolean
audits_changed (SkySession *self, gboolean spoken)
{
  const SkyLook *counted = sky_queue_model_get_counted (self->model);

  if (sky_intake_get_job (self->intake) != NULL)
    return FALSE;
  if (self->news.finding > counted->finding || self->news.withdrawal > counted->withdrawal)
    return TRUE;
  return !spoken && !sky_intake_is_following (self->intake) && self->news_stamp != self->seen_stamp;
}

static gboolean
heed_cb (gpointer user_data)
{
  SkySession *self = user_data;
  gboolean spoken = self->news.entry > self->heard;

  /* What several are decided as is asked for when they are; the same goes for what is being asked
   * for: it may bring the news. */
  if (self->deciding != NULL || !sky_queue_model_get_settled (self->model)
      || sky_store_worker_get_pending (sky_store_link_get_worker (self->link)) > 0)
    return G_SOURCE_CONTINUE;
  self->news_timer = 0;
  gboolean audited = audits_changed (self, spoken);
  self->seen_stamp = self->news_stamp;
  if (audited)
    sky_queue_model_refresh (self->model);
  if (spoken)
    {
      if (!audited)
        sky_queue_model_hear (self->model, self->heard);
      self->heard = self->news.entry;
      if (sky_session_get_finding (self) != NULL)
        sky_session_ask_review (self);
    }
  if (!spoken && !audited)
    return G_SOURCE_REMOVE;
  sky_session_ask_counts (self);
  sky_day_view_ask_marks (self->day_view);
  return G_SOURCE_REMOVE;
}

/* --- News ------------------------------------------------------------------------------------- */

void
sky_session_heed_news (SkySession *self, const SkyStoreNews *news, gboolean back)
{
  if (back)
    {
      /* Another server may not have what the one that failed had last. */
      if (news->present.entry < self->heard)
        {
          self->heard = news->present.entry;
          sky_own_words_unref (self->own);
          self->own = sky_own_words_new ();
          sky_session_ask_rows (self);
        }
      /* Whatever happened meanwhile. */
      self->seen_stamp = ~news->stamp;
    }
  heed_desks (self, news->desks);
  self->news = news->present;
  self->news_stamp = news->stamp;
  if (self->news_timer == 0
      && (self->news.entry > self->heard || self->news_stamp != self->seen_stamp))
    self->news_timer = g_timeout_add (GATHER, heed_cb, self);
}

void
sky_session_start_watching (SkySession *self)
{
  if (self->watching)
    return;
  self->watching = TRUE;
  self->heard = self->present.entry;
  sky_store_link_watch (self->link);
  sky_session_tell_present (self);
}

void
sky_session_tell_present (SkySession *self)
{
  const SkyStoredFinding *finding = sky_session_get_finding (self);

  sky_store_link_set_present (self->link, self->credential, self->name,
                              finding != NULL ? finding->key : NULL);
}

void
sky_session_heard_own (SkySession *self, gint64 number)
{
  /* What others said before it is still to be shown. */
  if (number == self->heard + 1)
    self->heard = number;
}

const char *
sky_session_get_present (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);

  const char *digest =
      sky_session_get_finding (self) != NULL ? sky_queue_item_get_digest (self->item) : NULL;
  return digest != NULL ? g_hash_table_lookup (self->others, digest) : NULL;
}

guint
sky_session_get_n_desks (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->n_desks;
}
