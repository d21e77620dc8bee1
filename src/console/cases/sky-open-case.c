/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-open-case.h"

#include <glib/gi18n.h>

#include "sky-clip.h"
#include "sky-frame-paintable.h"
#include "sky-still.h"
#include "sky-thread-task.h"

struct _SkyOpenCase
{
  GObject parent_instance;

  SkySelection *selection;
  SkyStoreLink *link; /* its, borrowed, as the following are */
  SkyReviewDesk *desk;
  SkyDayView *day_view;
  gint64 id; /* 0: none is open */
  gint64 number;
  char *title;
  guint n_items;
  GSettings *settings; /* that keep which one it is; NULL: none do */
  gboolean opens;      /* one is being opened, for the first thing that is put in */
  GPtrArray *waiting;  /* of Putting: what is put in meanwhile */
};

G_DEFINE_FINAL_TYPE (SkyOpenCase, sky_open_case, G_TYPE_OBJECT)

enum
{
  CHANGED,
  FILE_SAVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* By which the settings know the store. Its address may have a password in it. */
static char *
name_store (SkyOpenCase *self)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, sky_store_link_get_path (self->link),
                                        -1);
}

void
sky_open_case_set (SkyOpenCase *self, const SkyCase *info)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));

  gint64 before = self->id;

  if (info != NULL && info->closed)
    info = NULL;
  self->id = info != NULL ? info->id : 0;
  self->number = info != NULL ? info->number : 0;
  g_free (self->title);
  self->title = info != NULL ? g_strdup (info->title) : NULL;
  self->n_items =
      info != NULL ? (guint) (info->n_findings + info->n_bookmarks + info->n_stills + info->n_notes)
                   : 0;
  if (self->settings != NULL && self->id != before)
    {
      g_autofree char *store = name_store (self);

      g_settings_set (self->settings, "open-case", "(sx)", store, self->id);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

gint64
sky_open_case_get_id (SkyOpenCase *self)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (self), 0);
  return self->id;
}

gint64
sky_open_case_get_number (SkyOpenCase *self)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (self), 0);
  return self->number;
}

const char *
sky_open_case_get_title (SkyOpenCase *self)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (self), NULL);
  return self->title;
}

guint
sky_open_case_get_n_items (SkyOpenCase *self)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (self), 0);
  return self->n_items;
}

SkySelection *
sky_open_case_get_selection (SkyOpenCase *self)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (self), NULL);
  return self->selection;
}

/* --- From one start to the next --------------------------------------------------------------- */

static gpointer
get_case_thread (SkyStore *store, gpointer data, GError **error)
{
  return sky_store_get_case (store, *(const gint64 *) data, error);
}

/* One that cannot be had any more, or is not for this person to see, is not opened. */
static void
kept_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyOpenCase *self = SKY_OPEN_CASE (source);
  SkyCase *info = sky_store_worker_finish (result, NULL);

  if (info != NULL && !info->closed && self->id == 0 && !self->opens)
    sky_open_case_set (self, info);
  sky_case_free (info);
}

void
sky_open_case_keep (SkyOpenCase *self, GSettings *settings)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));
  g_return_if_fail (G_IS_SETTINGS (settings));

  g_autofree char *store = name_store (self);
  g_autofree char *kept = NULL;
  gint64 id;

  g_set_object (&self->settings, settings);
  g_settings_get (settings, "open-case", "(sx)", &kept, &id);
  if (id != 0 && strcmp (kept, store) == 0)
    sky_store_link_ask (self->link, self, get_case_thread, g_memdup2 (&id, sizeof id), g_free,
                        (GDestroyNotify) sky_case_free, kept_cb, NULL);
}

/* --- Into the case ---------------------------------------------------------------------------- */

/* What is to be put into a case: findings, or one of a bookmark and a still. */
typedef struct
{
  gint64 id;   /* 0: one is opened for it */
  char *title; /* of that */
  char *credential;
  char *name;
  SkyChosenRows *rows; /* NULL: @finding alone */
  char *finding;
  gint64 bookmark;
  gint64 log; /* of a bookmark that is made first, at @at with @text; 0: none is */
  SkyTime at;
  char *text;
  char *record; /* of a pattern, of which @text is noted; NULL: it is none */
  SkyCaseStill *still;
  GBytes *png;
  SkyLedgerMark mark;

  guint n_put;   /* what went in */
  guint n_there; /* what was in it already */
} Putting;

/* What came of it. */
typedef struct
{
  SkyCase *info;
  gboolean opened;
  gboolean bookmarked;
  guint n_put;
  guint n_there;
} Put;

static void
put_free (Put *put)
{
  sky_case_free (put->info);
  g_free (put);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Put, put_free)

/* The keys of the findings that are to go in; none, when something else is. */
static GPtrArray *
list_findings (const Putting *putting, SkyStore *store, GError **error)
{
  GPtrArray *keys;

  if (putting->rows != NULL && putting->rows->keys == NULL)
    return sky_chosen_rows_read_keys (putting->rows, store, error);
  if (putting->rows != NULL)
    return g_ptr_array_ref (putting->rows->keys);
  keys = g_ptr_array_new_with_free_func (g_free);
  if (putting->finding != NULL)
    g_ptr_array_add (keys, g_strdup (putting->finding));
  return keys;
}

/* What is in the case already: keys of findings, and bookmarks' numbers as "#7". */
static GHashTable *
list_there (SkyStore *store, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) items = sky_store_list_case_items (store, id, error);
  GHashTable *there;

  if (items == NULL)
    return NULL;
  there = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < items->len; i++)
    {
      const SkyCaseItem *item = items->pdata[i];

      if (item->finding != NULL)
        g_hash_table_add (there, g_strdup (item->finding));
      else if (item->bookmark != 0)
        g_hash_table_add (there, g_strdup_printf ("#%" G_GINT64_FORMAT, item->bookmark));
    }
  return there;
}

static gboolean
put_one (SkyStore *store,
         Putting *putting,
         const SkyReviewer *reviewer,
         GHashTable *there,
         const char *finding,
         GError **error)
{
  g_autofree char *name = finding != NULL
                              ? g_strdup (finding)
                              : g_strdup_printf ("#%" G_GINT64_FORMAT, putting->bookmark);

  if (!g_hash_table_add (there, g_steal_pointer (&name)))
    {
      putting->n_there++;
      return TRUE;
    }
  putting->n_put++;
  return sky_store_add_to_case (store, reviewer, putting->id, finding,
                                finding != NULL ? 0 : putting->bookmark, NULL, error);
}

static gboolean
put_in (SkyStore *store, gpointer data, GError **error)
{
  Putting *putting = data;
  const SkyReviewer reviewer = { putting->credential, putting->name };
  g_autoptr (GPtrArray) findings = list_findings (putting, store, error);
  g_autoptr (GHashTable) there = NULL;

  putting->n_put = putting->n_there = 0;
  if (findings == NULL
      || (putting->title != NULL
          && !sky_store_open_case (store, &reviewer, putting->title, &putting->id, error)))
    return FALSE;
  if (putting->still != NULL)
    return sky_store_add_still (store, &reviewer, putting->id, putting->still, putting->png, NULL,
                                NULL, error);
  if (putting->record != NULL)
    return sky_store_add_pattern_to_case (store, &reviewer, putting->id, putting->text,
                                          putting->record, error);
  if (putting->log != 0
      && !sky_store_add_bookmark (store, &reviewer, putting->log, putting->at, putting->text,
                                  &putting->bookmark, error))
    return FALSE;
  there = list_there (store, putting->id, error);
  if (there == NULL)
    return FALSE;
  if (putting->bookmark != 0)
    return put_one (store, putting, &reviewer, there, NULL, error);
  for (guint i = 0; i < findings->len; i++)
    if (!put_one (store, putting, &reviewer, there, findings->pdata[i], error))
      return FALSE;
  return TRUE;
}

static gpointer
put_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Putting *putting = data;
  g_autoptr (Put) put = NULL;

  if (!sky_store_say_once (store, &putting->mark, put_in, putting, error))
    return NULL;
  put = g_new0 (Put, 1);
  put->opened = putting->title != NULL;
  put->bookmarked = putting->log != 0;
  put->n_put = putting->n_put;
  put->n_there = putting->n_there;
  put->info = sky_store_get_case (store, putting->id, error);
  return put->info != NULL ? g_steal_pointer (&put) : NULL;
}

/* Returns: what is told of it, a new string. */
static char *
describe (const Put *put)
{
  int number = (int) put->info->number;

  if (put->opened)
    /* Translators: the number of a case, its title. */
    return g_strdup_printf (_ ("Case %d is open: %s"), number, put->info->title);
  if (put->n_put == 0 && put->n_there > 0)
    /* Translators: the number of a case. */
    return g_strdup_printf (_ ("Already in case %d"), number);
  if (put->n_put > 1)
    /* Translators: how many findings, the number of a case. */
    return g_strdup_printf (
        ngettext ("%u finding added to case %d", "%u findings added to case %d", put->n_put),
        put->n_put, number);
  /* Translators: the number of a case. */
  return g_strdup_printf (_ ("Added to case %d"), number);
}

static void send_waiting (SkyOpenCase *self);

static void
put_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyOpenCase *self = SKY_OPEN_CASE (source);
  gboolean opened = GPOINTER_TO_INT (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (Put) put = sky_store_worker_finish (result, &error);

  sky_store_link_end_writing (self->link, put != NULL);
  if (opened)
    self->opens = FALSE;
  if (put == NULL)
    sky_store_link_complain (self->link, error);
  else
    {
      g_autofree char *text = describe (put);

      if (opened || put->info->id == self->id)
        sky_open_case_set (self, put->info);
      /* Of a bookmark that came with a file the file's own message tells. */
      if (put->bookmarked)
        sky_day_view_ask_marks (self->day_view);
      else
        sky_store_link_report (self->link, text);
      sky_inbox_ask_counts (sky_selection_get_inbox (self->selection));
    }
  if (opened)
    send_waiting (self);
}

/* Takes @putting. */
static void
send (SkyOpenCase *self, Putting *putting)
{
  const char *credential = sky_review_desk_get_credential (self->desk);
  const char *name = sky_review_desk_get_name (self->desk);

  putting->id = self->id;
  if (self->id != 0)
    putting->title = NULL;
  putting->credential = sky_thread_task_copy_text (putting, credential != NULL ? credential : "");
  putting->name = sky_thread_task_copy_text (putting, name != NULL ? name : "");
  sky_store_link_begin_writing (self->link);
  sky_store_link_ask (self->link, self, put_in_thread, putting, sky_thread_task_free,
                      (GDestroyNotify) put_free, put_cb, GINT_TO_POINTER (self->id == 0));
}

/* Takes @putting, for which a case called @title (transfer full) is opened when none is. What is
 * put in while that is on its way waits for it. */
static void
put (SkyOpenCase *self, Putting *putting, char *title)
{
  putting->title = sky_thread_task_keep_text (putting, title);
  if (self->opens)
    {
      g_ptr_array_add (self->waiting, putting);
      return;
    }
  self->opens = self->id == 0;
  send (self, putting);
}

/* With a case; without one it could not be opened, and nothing is tried for what waited. */
static void
send_waiting (SkyOpenCase *self)
{
  while (self->id != 0 && self->waiting->len > 0)
    send (self, g_ptr_array_steal_index (self->waiting, 0));
  g_ptr_array_set_size (self->waiting, 0);
}

/* Returns: what a case is called that is opened for @what of a table and day, a new string. */
static char *
make_title (const char *what, const char *table, SkyDay gaming_day)
{
  char day[SKY_DAY_TEXT_SIZE];

  return g_strdup_printf ("%s · %s · %s", what, table, sky_day_format (gaming_day, day));
}

void
sky_open_case_put_in (SkyOpenCase *self)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));

  SkyInbox *inbox = sky_selection_get_inbox (self->selection);
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);
  SkyQueueItem *item = sky_selection_get_item (self->selection);
  const SkyBookmark *bookmark = item != NULL ? sky_queue_item_get_bookmark (item) : NULL;
  SkyChosenRows *rows = sky_inbox_get_n_chosen (inbox) > 1 ? sky_inbox_dup_chosen (inbox) : NULL;
  Putting *putting;
  char *title;

  if (finding == NULL && bookmark == NULL && rows == NULL)
    return;
  putting = sky_thread_task_new (Putting);
  if (rows != NULL)
    putting->rows = sky_thread_task_keep (putting, rows, (GDestroyNotify) sky_chosen_rows_free);
  else if (finding != NULL)
    putting->finding = sky_thread_task_copy_text (putting, finding->key);
  else
    putting->bookmark = bookmark->number;
  if (finding != NULL)
    title = make_title (sky_check_to_label (finding->check), finding->table, finding->gaming_day);
  else if (bookmark != NULL)
    title = make_title (_ ("Bookmark"), bookmark->table, bookmark->gaming_day);
  else
    title = g_strdup (_ ("Findings"));
  put (self, putting, title);
}

void
sky_open_case_add_pattern (SkyOpenCase *self,
                           const char *title,
                           const char *text,
                           const char *record)
{
  Putting *putting;

  g_return_if_fail (SKY_IS_OPEN_CASE (self));

  putting = sky_thread_task_new (Putting);
  putting->text = sky_thread_task_copy_text (putting, text);
  putting->record = sky_thread_task_copy_text (putting, record);
  put (self, putting, g_strdup (title));
}

/* --- Stills ----------------------------------------------------------------------------------- */

void
sky_open_case_add_still (SkyOpenCase *self, GBytes *png, const char *camera, SkyTime at)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));
  g_return_if_fail (png != NULL);

  if (sky_day_view_get_day (self->day_view) == NULL)
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
  Putting *putting = sky_thread_task_new (Putting);

  putting->still = sky_thread_task_keep (putting, sky_case_still_copy (&still),
                                         (GDestroyNotify) sky_case_still_free);
  putting->png = sky_thread_task_keep (putting, g_bytes_ref (png), (GDestroyNotify) g_bytes_unref);
  put (self, putting, make_title (_ ("Still"), header->table, header->gaming_day));
}

typedef struct
{
  SkyOpenCase *self;
  SkyTableDay *day; /* that it is of */
  char *camera;
  SkyTime shown;
  gboolean saves;
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
      g_signal_emit (self, signals[FILE_SAVED], 0, text, path);
    }
  /* Another table may have been opened meanwhile; the picture is none of its. */
  if ((self->id != 0 || self->opens || !taking->saves)
      && sky_day_view_get_day (self->day_view) == taking->day)
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
      || camera >= sky_camera_wall_get_n_cameras (sky_day_view_get_wall (self->day_view)))
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
  taking->saves = save;
  sky_still_make_async (picture, sky_camera_get_label (of), shown, folder, still_made_cb, taking);
}

/* --- Clips ------------------------------------------------------------------------------------ */

typedef struct
{
  SkyOpenCase *self;
  SkyTableDay *day; /* that it is of */
  gint64 log;       /* its */
  SkyTime at;       /* the playhead */
  char *camera;     /* its label */
} Clipping;

static void
clipping_free (Clipping *clipping)
{
  g_object_unref (clipping->self);
  g_object_unref (clipping->day);
  g_free (clipping->camera);
  g_free (clipping);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Clipping, clipping_free)

/* A package has clips around its bookmarks: one goes into the case for the clip's instant. */
static void
put_clip (SkyOpenCase *self, const Clipping *clipping)
{
  Putting *putting;
  const SkyLogHeader *header = sky_table_day_get_header (clipping->day);

  if (self->id == 0 && !self->opens)
    return;
  putting = sky_thread_task_new (Putting);
  putting->log = clipping->log;
  putting->at = clipping->at;
  putting->text = sky_thread_task_keep_text (
      /* Translators: a camera's name: the text of a bookmark. */
      putting, g_strdup_printf (_ ("Clip of %s"), clipping->camera));
  put (self, putting, make_title (_ ("Clip"), header->table, header->gaming_day));
}

static void
clip_saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Clipping) clipping = user_data;
  SkyOpenCase *self = clipping->self;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) paths = sky_clip_save_finish (result, &error);
  g_autofree char *text = NULL;

  if (paths == NULL)
    {
      sky_store_link_warn (self->link, error->message);
      return;
    }
  guint n = g_strv_length (paths);
  if (n == 1)
    /* Translators: a file's name. */
    text = g_strdup_printf (_ ("Clip saved as %s"), paths[0]);
  else
    text = g_strdup_printf (ngettext ("Clip saved as %u file", "Clip saved as %u files", n), n);
  g_signal_emit (self, signals[FILE_SAVED], 0, text, paths[0]);
  if (!sky_store_link_get_reads (self->link))
    put_clip (self, clipping);
}

void
sky_open_case_save_clip (SkyOpenCase *self, SkyTime before, SkyTime after)
{
  g_return_if_fail (SKY_IS_OPEN_CASE (self));

  SkyCameraWall *wall = sky_day_view_get_wall (self->day_view);
  int selected = sky_camera_wall_get_selected (wall);
  guint camera = selected >= 0 ? (guint) selected : 0;
  SkyTime at = sky_camera_wall_get_position (wall);
  g_autofree char *folder = sky_clip_default_folder ();
  SkyTime from, until;

  if (sky_day_view_get_day (self->day_view) == NULL
      || camera >= sky_camera_wall_get_n_cameras (wall))
    return;
  if (!sky_camera_wall_get_loop (wall, &from, &until))
    {
      from = at - before;
      until = at + after;
    }
  SkyCamera *of = sky_camera_wall_get_camera (wall, camera);
  Clipping *clipping = g_new0 (Clipping, 1);
  clipping->self = g_object_ref (self);
  clipping->day = g_object_ref (sky_day_view_get_day (self->day_view));
  clipping->log = sky_day_view_get_log (self->day_view);
  clipping->at = at;
  clipping->camera = g_strdup (sky_camera_get_label (of));
  sky_clip_save_async (of, from, MAX (until, from + 1), folder, clip_saved_cb, clipping);
}

static void
sky_open_case_finalize (GObject *object)
{
  SkyOpenCase *self = SKY_OPEN_CASE (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->settings);
  g_ptr_array_unref (self->waiting);
  g_free (self->title);
  G_OBJECT_CLASS (sky_open_case_parent_class)->finalize (object);
}

static void
sky_open_case_class_init (SkyOpenCaseClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_open_case_finalize;
  signals[CHANGED] = g_signal_new ("changed", SKY_TYPE_OPEN_CASE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[FILE_SAVED] = g_signal_new ("file-saved", SKY_TYPE_OPEN_CASE, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
sky_open_case_init (SkyOpenCase *self)
{
  self->waiting = g_ptr_array_new_with_free_func (sky_thread_task_free);
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
