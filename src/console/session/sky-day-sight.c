/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-day-sight.h"

#include <glib/gi18n.h>

#include "sky-finding-query.h"
#include "sky-store-testimony.h"

/* What lies still is shown this long after the last picture that was read. */
#define AFTER_LAST (100 * SKY_MILLISECOND)

/* What the store has. */
typedef struct
{
  GPtrArray *accounts; /* of SkySightAccount, by seq */
  guint64 n_confirmed; /* contradictions of all logs */
  guint64 n_dismissed;
} Kept;

struct _SkyDaySight
{
  GObject parent_instance;

  SkyStoreLink *link;
  gint64 log; /* 0: none */
  Kept *kept; /* NULL: nothing yet */
  char *confirmed;
  guint n_asked; /* questions that are open */
};

G_DEFINE_FINAL_TYPE (SkyDaySight, sky_day_sight, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- In the store's thread -------------------------------------------------------------------- */

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_ptr_array_unref (kept->accounts);
  g_free (kept);
}

static gboolean
count_decided (SkyStore *store, Kept *kept, GError **error)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts;

  filter.check = (char *) "sight.contradicts";
  if (!sky_store_count_findings (store, &filter, &counts, error))
    return FALSE;
  for (guint queue = 0; queue < SKY_N_QUEUES; queue++)
    {
      kept->n_confirmed += counts.counts[queue][SKY_REVIEW_CONFIRMED];
      kept->n_dismissed += counts.counts[queue][SKY_REVIEW_DISMISSED];
    }
  return TRUE;
}

static gpointer
read_in_thread (SkyStore *store, gpointer data, GError **error)
{
  g_autoptr (GPtrArray) testimony = sky_store_list_testimony (store, *(gint64 *) data, 0, error);
  Kept *kept;

  if (testimony == NULL)
    return NULL;
  kept = g_new0 (Kept, 1);
  kept->accounts = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_sight_account_free);
  for (guint i = 0; i < testimony->len; i++)
    {
      SkySightAccount *account =
          sky_sight_account_parse (((const SkyTestimony *) testimony->pdata[i])->content);

      if (account != NULL)
        g_ptr_array_add (kept->accounts, account);
    }
  if (testimony->len == 0 || count_decided (store, kept, error))
    return kept;
  kept_free (kept);
  return NULL;
}

/* --- The part --------------------------------------------------------------------------------- */

static void
take (SkyDaySight *self, Kept *kept)
{
  g_clear_pointer (&self->kept, kept_free);
  g_clear_pointer (&self->confirmed, g_free);
  self->kept = kept;
  if (kept != NULL && kept->n_confirmed + kept->n_dismissed > 0)
    self->confirmed = g_strdup_printf (
        /* Translators: findings that a camera's picture shows another result than the log. */
        _ ("Of %u contradictions that were decided, %u were confirmed."),
        (guint) (kept->n_confirmed + kept->n_dismissed), (guint) kept->n_confirmed);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyDaySight *self = SKY_DAY_SIGHT (source);
  g_autofree gint64 *asked = user_data;
  g_autoptr (GError) error = NULL;
  Kept *kept = sky_store_worker_finish (result, &error);

  self->n_asked--;
  if (kept == NULL)
    sky_store_link_complain (self->link, error);
  else if (*asked != self->log)
    kept_free (kept);
  else
    take (self, kept);
}

static void
ask (SkyDaySight *self)
{
  if (self->log == 0)
    return;
  self->n_asked++;
  sky_store_link_ask (self->link, self, read_in_thread, g_memdup2 (&self->log, sizeof self->log),
                      g_free, kept_free, read_cb, g_memdup2 (&self->log, sizeof self->log));
}

void
sky_day_sight_set_log (SkyDaySight *self, gint64 log)
{
  g_return_if_fail (SKY_IS_DAY_SIGHT (self));

  if (log != self->log)
    {
      self->log = log;
      if (self->kept != NULL)
        take (self, NULL);
    }
  ask (self);
}

gboolean
sky_day_sight_is_settled (SkyDaySight *self)
{
  g_return_val_if_fail (SKY_IS_DAY_SIGHT (self), TRUE);
  return self->n_asked == 0;
}

const SkySightAccount *
sky_day_sight_find_round (SkyDaySight *self, gint64 round)
{
  const SkySightAccount *found = NULL;

  g_return_val_if_fail (SKY_IS_DAY_SIGHT (self), NULL);

  for (guint i = 0; self->kept != NULL && i < self->kept->accounts->len; i++)
    {
      const SkySightAccount *account = self->kept->accounts->pdata[i];

      if (account->round == round && (found == NULL || found->verdict != SKY_SIGHT_CONTRADICTS))
        found = account;
    }
  return found;
}

const SkySightAccount *
sky_day_sight_find_picture (SkyDaySight *self, const char *camera, SkyTime at)
{
  g_return_val_if_fail (SKY_IS_DAY_SIGHT (self), NULL);

  for (guint i = 0; self->kept != NULL && i < self->kept->accounts->len; i++)
    {
      const SkySightAccount *account = self->kept->accounts->pdata[i];

      if (account->is_read && account->from != SKY_TIME_NONE && account->from <= at
          && at <= account->until + AFTER_LAST && g_strcmp0 (account->camera, camera) == 0)
        return account;
    }
  return NULL;
}

SkyTime
sky_day_sight_find_middle (SkyDaySight *self, gint64 round, SkyTime at)
{
  g_return_val_if_fail (SKY_IS_DAY_SIGHT (self), SKY_TIME_NONE);

  for (guint i = 0; self->kept != NULL && i < self->kept->accounts->len; i++)
    {
      const SkySightAccount *account = self->kept->accounts->pdata[i];

      if (account->round != round || account->at != at || !account->is_read
          || account->from == SKY_TIME_NONE)
        continue;
      /* The reader's boxes are those of this one. */
      if (account->n_pictures < 2)
        return account->from;
      return account->from
             + (account->until - account->from) * (account->n_pictures / 2)
                   / (account->n_pictures - 1);
    }
  return SKY_TIME_NONE;
}

const char *
sky_day_sight_get_confirmed (SkyDaySight *self)
{
  g_return_val_if_fail (SKY_IS_DAY_SIGHT (self), NULL);
  return self->confirmed;
}

char *
sky_day_sight_describe (const SkySightAccount *account)
{
  g_autofree char *recorded =
      sky_sight_values_text (account->kind, account->recorded, account->n_recorded);
  g_autofree char *seen = sky_sight_values_text (account->kind, account->values, account->n_values);
  /* Whole tenths of a per cent, and never the whole. */
  int tenths = MIN (account->millionths / 1000, 999);

  switch (account->verdict)
    {
    case SKY_SIGHT_AGREES:
      return g_strdup_printf (
          /* Translators: the dice or cards, a camera, how sure the reading is, as in “99.8 %”. */
          _ ("The picture agrees: %s on camera %s, %d.%d %% sure."), seen, account->camera,
          tenths / 10, tenths % 10);
    case SKY_SIGHT_CONTRADICTS:
      return g_strdup_printf (
          /* Translators: the dice or cards that the log has, those that the picture shows, a
           * camera, how sure the reading is. */
          _ ("The picture contradicts: %s recorded, %s on camera %s, %d.%d %% sure."), recorded,
          seen, account->camera, tenths / 10, tenths % 10);
    case SKY_SIGHT_CANNOT_READ:
    case SKY_N_SIGHT_VERDICTS:
      break;
    }
  /* Translators: why nothing was read off a picture. */
  return g_strdup_printf (_ ("The picture cannot be read: %s."),
                          _ (sky_sight_reason_to_words (account->kind, account->reason)));
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_day_sight_finalize (GObject *object)
{
  SkyDaySight *self = SKY_DAY_SIGHT (object);

  g_clear_pointer (&self->kept, kept_free);
  g_free (self->confirmed);
  g_clear_object (&self->link);
  G_OBJECT_CLASS (sky_day_sight_parent_class)->finalize (object);
}

static void
sky_day_sight_class_init (SkyDaySightClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = sky_day_sight_finalize;
  signals[CHANGED] = g_signal_new ("changed", SKY_TYPE_DAY_SIGHT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
sky_day_sight_init (SkyDaySight *self)
{
}

SkyDaySight *
sky_day_sight_new (SkyStoreLink *link, SkyIntake *intake)
{
  SkyDaySight *self;

  g_return_val_if_fail (SKY_IS_STORE_LINK (link), NULL);
  g_return_val_if_fail (SKY_IS_INTAKE (intake), NULL);

  self = g_object_new (SKY_TYPE_DAY_SIGHT, NULL);
  self->link = g_object_ref (link);
  g_signal_connect_object (intake, "log-audited", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  return self;
}
