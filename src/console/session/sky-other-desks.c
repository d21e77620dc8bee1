/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-other-desks.h"

/* News that come one behind the other are heeded together; in milliseconds. */
#define GATHER 200

struct _SkyOtherDesks
{
  GObject parent_instance;

  SkyStoreLink *link;
  SkyReviewDesk *desk;
  SkyInbox *inbox;
  char *shown;       /* the key of the finding that is looked at here; NULL: none */
  gboolean watching; /* what the watch tells is heeded */
  SkyLook news;      /* how far the store has come, as the watch tells it */
  gint64 news_stamp;
  gint64 seen_stamp; /* the stamp that was heeded last */
  gint64 heard;      /* the ledger's entry up to which what was said is shown */
  guint news_timer;  /* news are about to be heeded; 0: they are not */
  GHashTable *names; /* by what desks know findings by */
  guint n;
};

G_DEFINE_FINAL_TYPE (SkyOtherDesks, sky_other_desks, G_TYPE_OBJECT)

enum
{
  PRESENT_CHANGED,
  SPOKEN,
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

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
update_desks (SkyOtherDesks *self, GPtrArray *desks)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < desks->len; i++)
    add_name (names, desks->pdata[i]);
  if (self->n == desks->len && same_names (names, self->names))
    return;
  self->n = desks->len;
  g_hash_table_unref (self->names);
  self->names = g_steal_pointer (&names);
  sky_queue_model_set_presence (sky_inbox_get_model (self->inbox), self->names);
  g_signal_emit (self, signals[PRESENT_CHANGED], 0);
}

/* Whether the store has findings, or misses some, that the list has not counted; or the rest of
 * what audits made may be another. What this desk audits itself is told by who does it. */
static gboolean
audits_changed (SkyOtherDesks *self, SkyQueueModel *model, gboolean spoken)
{
  const SkyLook *counted = sky_queue_model_get_counted (model);
  SkyIntake *intake = sky_inbox_get_intake (self->inbox);

  if (sky_intake_get_job (intake) != NULL)
    return FALSE;
  if (self->news.finding > counted->finding || self->news.withdrawal > counted->withdrawal)
    return TRUE;
  return !spoken && !sky_intake_is_following (intake) && self->news_stamp != self->seen_stamp;
}

static gboolean
gathered_cb (gpointer user_data)
{
  SkyOtherDesks *self = user_data;
  SkyQueueModel *model = sky_inbox_get_model (self->inbox);
  gboolean spoken = self->news.entry > self->heard;

  /* What several are decided as is asked for when they are; the same goes for what is being asked
   * for: it may bring the news. */
  if (sky_review_desk_get_deciding (self->desk, NULL) > 0 || !sky_queue_model_get_settled (model)
      || sky_store_worker_get_pending (sky_store_link_get_worker (self->link)) > 0)
    return G_SOURCE_CONTINUE;
  self->news_timer = 0;
  gboolean audited = audits_changed (self, model, spoken);
  self->seen_stamp = self->news_stamp;
  if (!spoken && !audited)
    return G_SOURCE_REMOVE;
  if (audited)
    sky_queue_model_refresh (model);
  else
    sky_queue_model_reload_reviewed (model, self->heard);
  if (spoken)
    {
      self->heard = self->news.entry;
      g_signal_emit (self, signals[SPOKEN], 0);
    }
  sky_inbox_ask_counts (self->inbox);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
news_cb (SkyOtherDesks *self, const SkyStoreNews *news, gboolean back, SkyStoreLink *link)
{
  if (back)
    {
      /* Another server may not have what the one that failed had last. */
      if (news->present.entry < self->heard)
        {
          self->heard = news->present.entry;
          sky_review_desk_forget_own (self->desk);
          sky_inbox_ask_rows (self->inbox);
        }
      /* Whatever happened meanwhile. */
      self->seen_stamp = ~news->stamp;
    }
  update_desks (self, news->desks);
  self->news = news->present;
  self->news_stamp = news->stamp;
  if (self->news_timer == 0
      && (self->news.entry > self->heard || self->news_stamp != self->seen_stamp))
    self->news_timer = g_timeout_add (GATHER, gathered_cb, self);
}

/* What this desk itself said is shown already; what others said before it is still to be. */
static void
answered_cb (SkyOtherDesks *self, const SkyReviewRequest *answer, SkyReviewDesk *desk)
{
  if (answer->says && answer->unsaved == NULL && answer->mark.number == self->heard + 1)
    self->heard = answer->mark.number;
}

/* Others learn of this desk as soon as the watch has begun. */
static void
tell_shown (SkyOtherDesks *self)
{
  sky_store_link_set_present (self->link, sky_review_desk_get_credential (self->desk),
                              sky_review_desk_get_name (self->desk), self->shown);
}

void
sky_other_desks_set_shown (SkyOtherDesks *self, const char *key)
{
  g_return_if_fail (SKY_IS_OTHER_DESKS (self));

  char *shown = g_strdup (key);
  g_free (self->shown);
  self->shown = shown;
  tell_shown (self);
}

/* The store is known: what others do from here on is news. */
static void
counts_cb (SkyOtherDesks *self, SkyInbox *inbox)
{
  const SkyLook *present = sky_inbox_get_present (inbox);

  if (self->watching || present == NULL)
    return;
  self->watching = TRUE;
  self->heard = present->entry;
  sky_store_link_watch (self->link);
  tell_shown (self);
}

guint
sky_other_desks_get_n (SkyOtherDesks *self)
{
  g_return_val_if_fail (SKY_IS_OTHER_DESKS (self), 0);
  return self->n;
}

const char *
sky_other_desks_get_names (SkyOtherDesks *self, const char *digest)
{
  g_return_val_if_fail (SKY_IS_OTHER_DESKS (self), NULL);
  g_return_val_if_fail (digest != NULL, NULL);
  return g_hash_table_lookup (self->names, digest);
}

gboolean
sky_other_desks_is_settled (SkyOtherDesks *self)
{
  g_return_val_if_fail (SKY_IS_OTHER_DESKS (self), TRUE);
  return self->news_timer == 0;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_other_desks_dispose (GObject *object)
{
  g_clear_handle_id (&SKY_OTHER_DESKS (object)->news_timer, g_source_remove);
  G_OBJECT_CLASS (sky_other_desks_parent_class)->dispose (object);
}

static void
sky_other_desks_finalize (GObject *object)
{
  SkyOtherDesks *self = SKY_OTHER_DESKS (object);

  g_clear_object (&self->inbox);
  g_clear_object (&self->desk);
  g_clear_object (&self->link);
  g_hash_table_unref (self->names);
  g_free (self->shown);
  G_OBJECT_CLASS (sky_other_desks_parent_class)->finalize (object);
}

static void
sky_other_desks_class_init (SkyOtherDesksClass *klass)
{
  static const char *const names[N_SIGNALS] = {
    [PRESENT_CHANGED] = "present-changed",
    [SPOKEN] = "spoken",
    [CHANGED] = "changed",
  };

  G_OBJECT_CLASS (klass)->dispose = sky_other_desks_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_other_desks_finalize;

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], SKY_TYPE_OTHER_DESKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
sky_other_desks_init (SkyOtherDesks *self)
{
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

SkyOtherDesks *
sky_other_desks_new (SkyInbox *inbox)
{
  g_return_val_if_fail (SKY_IS_INBOX (inbox), NULL);

  SkyOtherDesks *self = g_object_new (SKY_TYPE_OTHER_DESKS, NULL);
  self->inbox = g_object_ref (inbox);
  self->desk = g_object_ref (sky_inbox_get_desk (inbox));
  self->link = g_object_ref (sky_review_desk_get_link (self->desk));
  g_signal_connect_object (self->link, "news", G_CALLBACK (news_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->desk, "answered", G_CALLBACK (answered_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->desk, "reviewer-changed", G_CALLBACK (tell_shown), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (inbox, "counts-changed", G_CALLBACK (counts_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
