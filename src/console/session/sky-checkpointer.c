/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-checkpointer.h"

#include <glib/gi18n.h>

#include "sky-evidence-error.h"
#include "sky-ledger-log.h"
#include "sky-shift.h"

/* How often the clock is looked at, in seconds. */
#define LOOK 60

struct _SkyCheckpointer
{
  GObject parent_instance;

  SkyStoreLink *link;
  GSettings *settings;
  SkyTime day_began; /* the gaming day whose beginning was heeded last; NONE: none */
  guint timer;
};

G_DEFINE_FINAL_TYPE (SkyCheckpointer, sky_checkpointer, G_TYPE_OBJECT)

/* When the gaming day began that it is @now, by the clock of this machine. */
static SkyTime
find_beginning (SkyCheckpointer *self, SkyTime now)
{
  g_auto (GStrv) times = g_settings_get_strv (self->settings, "shift-starts");
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  SkyDay today = sky_day_of_time (now);
  SkyTime found = SKY_TIME_NONE;
  SkyShifts shifts;

  if (!sky_shifts_parse (&shifts, (const char *const *) times))
    return SKY_TIME_NONE;
  /* The day there may be another than in UTC. */
  for (SkyDay day = today - 2; day <= today + 1; day++)
    {
      SkyTime start, end;

      sky_shifts_get_span (&shifts, 0, day, zone, &start, &end);
      if (start <= now)
        found = start;
    }
  return found;
}

/* Makes the checkpoint, unless there is one since, or the ledger's key is elsewhere, or it is not
 * this ledger's. Returns: what is not to be freed. */
static gpointer
make_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const SkyTime *beginning = data;
  g_autofree char *path = sky_ledger_key_path (store, error);
  g_autoptr (SkyKeptCheckpoint) newest = NULL;
  g_autoptr (SkyKeptCheckpoint) made = NULL;
  g_autoptr (SkyNoteSigner) signer = NULL;

  if (path == NULL || !sky_store_get_newest_checkpoint (store, &newest, error))
    return NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS) || (newest != NULL && newest->at >= *beginning))
    return data;
  signer = sky_note_signer_open (path, error);
  if (signer != NULL)
    made = sky_ledger_make_checkpoint (store, signer, error);
  return made != NULL ? data : NULL;
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyCheckpointer *self = SKY_CHECKPOINTER (source);
  g_autoptr (GError) error = NULL;

  if (sky_store_worker_finish (result, &error) != NULL)
    return;
  /* Whose connection only reads, or is gone, makes none; what speaks of the ledger or its key must
   * be heard. */
  if (error->domain == SKY_EVIDENCE_ERROR)
    {
      /* Translators: why the ledger was not signed at the end of a gaming day. */
      g_autofree char *text =
          g_strdup_printf (_ ("Cannot make the day's checkpoint: %s"), error->message);

      sky_store_link_warn (self->link, text);
    }
}

void
sky_checkpointer_look (SkyCheckpointer *self, SkyTime now)
{
  g_return_if_fail (SKY_IS_CHECKPOINTER (self));

  SkyTime beginning = find_beginning (self, now);

  if (beginning == SKY_TIME_NONE || beginning == self->day_began)
    return;
  self->day_began = beginning;
  sky_store_link_ask (self->link, self, make_in_thread, g_memdup2 (&beginning, sizeof beginning),
                      g_free, NULL, made_cb, NULL);
}

static gboolean
look_cb (gpointer user_data)
{
  sky_checkpointer_look (user_data, g_get_real_time ());
  return G_SOURCE_CONTINUE;
}

static void
sky_checkpointer_dispose (GObject *object)
{
  SkyCheckpointer *self = SKY_CHECKPOINTER (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->settings);
  g_clear_object (&self->link);
  G_OBJECT_CLASS (sky_checkpointer_parent_class)->dispose (object);
}

static void
sky_checkpointer_class_init (SkyCheckpointerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_checkpointer_dispose;
}

static void
sky_checkpointer_init (SkyCheckpointer *self)
{
  self->settings = g_settings_new (SKY_APP_ID);
  self->day_began = SKY_TIME_NONE;
  self->timer = g_timeout_add_seconds (LOOK, look_cb, self);
}

SkyCheckpointer *
sky_checkpointer_new (SkyStoreLink *link)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (link), NULL);

  SkyCheckpointer *self = g_object_new (SKY_TYPE_CHECKPOINTER, NULL);
  self->link = g_object_ref (link);
  return self;
}
