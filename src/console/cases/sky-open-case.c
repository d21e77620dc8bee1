/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-open-case.h"

#include <glib/gi18n.h>

#include "sky-case.h"
#include "sky-errand.h"
#include "sky-frame-paintable.h"
#include "sky-still.h"

struct _SkyOpenCase
{
  GObject parent_instance;

  SkySelection *selection;
  SkyStoreLink *link; /* its, borrowed, as the following are */
  SkyReviewDesk *desk;
  SkyDayView *day_view;
  gint64 id; /* 0: none is open */
  gint64 number;
};

G_DEFINE_FINAL_TYPE (SkyOpenCase, sky_open_case, G_TYPE_OBJECT)

void
sky_open_case_set (SkyOpenCase *self, gint64 id, gint64 number)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));

  self->id = id;
  self->number = number;
}

gint64
sky_open_case_get_id (SkyOpenCase *self)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (self), 0);
  return self->id;
}

SkySelection *
sky_open_case_get_selection (SkyOpenCase *self)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (self), NULL);
  return self->selection;
}

/* --- Into the case ---------------------------------------------------------------------------- */

/* What is to be put into a case: one of finding, bookmark and still. */
typedef struct
{
  gint64 id;
  char *credential;
  char *name;
  char *finding;
  gint64 bookmark;
  SkyCaseStill *still;
  GBytes *png;
  SkyLedgerMark mark;
} Putting;

static gboolean
put_in (SkyStore *store, gpointer data, GError **error)
{
  const Putting *putting = data;
  const SkyReviewer reviewer = { putting->credential, putting->name };

  if (putting->still != NULL)
    return sky_store_add_still (store, &reviewer, putting->id, putting->still, putting->png, NULL,
                                NULL, error);
  return sky_store_add_to_case (store, &reviewer, putting->id, putting->finding, putting->bookmark,
                                NULL, error);
}

static gpointer
put_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Putting *putting = data;

  if (!sky_store_say_once (store, &putting->mark, put_in, putting, error))
    return NULL;
  return g_memdup2 (&putting->id, sizeof putting->id);
}

static void
put_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyOpenCase *self = SKY_OPEN_CASE (source);
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *id = sky_store_worker_finish (result, &error);

  sky_store_link_end_writing (self->link, id != NULL);
  if (id == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  /* Translators: the number of a case. */
  g_autofree char *text = g_strdup_printf (_ ("Put into case %d"), (int) self->number);
  sky_store_link_tell (self->link, text);
  sky_inbox_ask_counts (sky_selection_get_inbox (self->selection));
}

/* Takes @putting. */
static void
put (SkyOpenCase *self, Putting *putting)
{
  const char *credential = sky_review_desk_get_credential (self->desk);
  const char *name = sky_review_desk_get_name (self->desk);

  putting->id = self->id;
  putting->credential = sky_errand_copy_text (putting, credential != NULL ? credential : "");
  putting->name = sky_errand_copy_text (putting, name != NULL ? name : "");
  sky_store_link_begin_writing (self->link);
  sky_store_link_ask (self->link, self, put_in_thread, putting, sky_errand_free, g_free, put_cb,
                      NULL);
}

static gboolean
has_case (SkyOpenCase *self)
{
  if (self->id != 0)
    return TRUE;
  sky_store_link_warn (self->link, _ ("No case is open: open one among the cases (F3)."));
  return FALSE;
}

void
sky_open_case_put_in (SkyOpenCase *self)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));

  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);
  SkyQueueItem *item = sky_selection_get_item (self->selection);
  const SkyBookmark *bookmark = item != NULL ? sky_queue_item_get_bookmark (item) : NULL;
  Putting *putting;

  if ((finding == NULL && bookmark == NULL) || !has_case (self))
    return;
  putting = sky_errand_new (Putting);
  if (finding != NULL)
    putting->finding = sky_errand_copy_text (putting, finding->key);
  else
    putting->bookmark = bookmark->number;
  put (self, putting);
}

/* --- Stills ----------------------------------------------------------------------------------- */

void
sky_open_case_add_still (SkyOpenCase *self, GBytes *png, const char *camera, SkyTime at)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));
  g_return_if_fail (png != NULL);

  if (sky_day_view_get_day (self->day_view) == NULL || !has_case (self))
    return;
  const SkyLogHeader *header = sky_table_day_get_header (sky_day_view_get_day (self->day_view));
  const SkyCaseStill still = {
    .camera = (char *) camera,
    .property = (char *) header->property,
    .table = (char *) header->table,
    .game = (char *) sky_game_id_to_name (header->game),
    .gaming_day = header->gaming_day,
    .at = at,
  };
  Putting *putting = sky_errand_new (Putting);

  putting->still =
      sky_errand_keep (putting, sky_case_still_copy (&still), (GDestroyNotify) sky_case_still_free);
  putting->png = sky_errand_keep (putting, g_bytes_ref (png), (GDestroyNotify) g_bytes_unref);
  put (self, putting);
}

typedef struct
{
  SkyOpenCase *self;
  SkyTableDay *day; /* that it is of */
  char *camera;
  SkyTime shown;
} Taking;

static void
taking_free (Taking *taking)
{
  g_object_unref (taking->self);
  g_object_unref (taking->day);
  g_free (taking->camera);
  g_free (taking);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Taking, taking_free)

static void
still_made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Taking) taking = user_data;
  SkyOpenCase *self = taking->self;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GBytes) png = sky_still_make_finish (result, &path, &error);

  if (png == NULL)
    {
      sky_store_link_warn (self->link, error->message);
      return;
    }
  if (path != NULL)
    {
      /* Translators: a file's name. */
      g_autofree char *text = g_strdup_printf (_ ("Still saved as %s"), path);
      sky_store_link_tell (self->link, text);
    }
  /* Another table may have been opened meanwhile; the picture is none of its. */
  if (self->id != 0 && sky_day_view_get_day (self->day_view) == taking->day)
    sky_open_case_add_still (self, png, taking->camera, taking->shown);
}

void
sky_open_case_take_still (SkyOpenCase *self, gboolean save)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));

  int selected = sky_camera_wall_get_selected (sky_day_view_get_wall (self->day_view));
  guint camera = selected >= 0 ? (guint) selected : 0;
  g_autofree char *folder = save ? sky_still_default_folder () : NULL;
  g_autoptr (GError) error = NULL;
  SkyTime shown;

  if (sky_day_view_get_day (self->day_view) == NULL
      || camera >= sky_camera_wall_get_n_cameras (sky_day_view_get_wall (self->day_view))
      || (!save && !has_case (self)))
    return;
  g_autoptr (GdkTexture) picture = sky_frame_paintable_make_still (
      sky_camera_wall_get_paintable (sky_day_view_get_wall (self->day_view), camera), &shown,
      &error);
  if (picture == NULL)
    {
      sky_store_link_warn (self->link, error->message);
      return;
    }
  const SkyCamera *of = sky_camera_wall_get_camera (sky_day_view_get_wall (self->day_view), camera);
  Taking *taking = g_new0 (Taking, 1);
  taking->self = g_object_ref (self);
  taking->day = g_object_ref (sky_day_view_get_day (self->day_view));
  taking->camera = g_strdup (sky_camera_get_name (of));
  taking->shown = shown;
  sky_still_make_async (picture, sky_camera_get_label (of), shown, folder, still_made_cb, taking);
}

static void
sky_open_case_finalize (GObject *object)
{
  g_clear_object (&SKY_OPEN_CASE (object)->selection);
  G_OBJECT_CLASS (sky_open_case_parent_class)->finalize (object);
}

static void
sky_open_case_class_init (SkyOpenCaseClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_open_case_finalize;
}

static void
sky_open_case_init (SkyOpenCase *self)
{
}

SkyOpenCase *
sky_open_case_new (SkySelection *selection)
{
  g_return_val_if_fail (SKY_IS_SELECTION (selection), NULL);

  SkyOpenCase *self = g_object_new (SKY_TYPE_OPEN_CASE, NULL);
  self->selection = g_object_ref (selection);
  self->desk = sky_selection_get_desk (selection);
  self->link = sky_review_desk_get_link (self->desk);
  self->day_view = sky_selection_get_day_view (selection);
  return self;
}
