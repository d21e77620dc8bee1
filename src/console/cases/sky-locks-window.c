/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-locks-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-child-window.h"
#include "sky-clock-text.h"
#include "sky-file-chooser.h"
#include "sky-lock-list.h"
#include "sky-store-worker.h"
#include "sky-thread-task.h"

/* How far around the playhead a lock is proposed. */
#define AROUND (5 * SKY_MINUTE)

struct _SkyLocksWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwToastOverlay *toasts;
  GtkSpinner *spinner;
  GtkLabel *trouble;
  AdwPreferencesGroup *form;
  AdwEntryRow *from;
  AdwEntryRow *until;
  AdwEntryRow *reason;
  GtkLabel *hint;
  GtkButton *lock;
  GtkWidget *none;
  GtkListBox *list;

  SkySelection *selection;
  SkyStoreWorker *worker;
  GPtrArray *locks; /* of SkyRecordingLock; NULL: not known yet */
  GtkFileChooserNative *chooser;
  guint asking; /* questions under way */
};

G_DEFINE_FINAL_TYPE (SkyLocksWindow, sky_locks_window, ADW_TYPE_WINDOW)

static SkyDayView *
day_view_of (SkyLocksWindow *self)
{
  return sky_selection_get_day_view (self->selection);
}

static GTimeZone *
get_zone (SkyLocksWindow *self)
{
  return sky_day_view_get_zone (day_view_of (self));
}

static void
set_trouble (SkyLocksWindow *self, const char *text)
{
  gtk_label_set_text (self->trouble, text);
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), text[0] != '\0');
}

/* --- The list --------------------------------------------------------------------------------- */

static void
release_cb (AdwEntryRow *row, gpointer number)
{
  GtkWidget *window = gtk_widget_get_ancestor (GTK_WIDGET (row), SKY_TYPE_LOCKS_WINDOW);

  sky_locks_window_release (SKY_LOCKS_WINDOW (window), (gint64) GPOINTER_TO_SIZE (number),
                            gtk_editable_get_text (GTK_EDITABLE (row)));
}

static void
add_detail (AdwExpanderRow *row, const char *title, const char *text)
{
  GtkWidget *detail = adw_action_row_new ();
  g_autofree char *plain = g_markup_escape_text (text, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (detail), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (detail), plain);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (detail), 0);
  adw_expander_row_add_row (row, detail);
}

static void
add_lock (SkyLocksWindow *self, const SkyRecordingLock *lock)
{
  GTimeZone *zone = get_zone (self);
  GtkWidget *row = adw_expander_row_new ();
  g_autofree char *from = sky_clock_text_second (lock->from, zone);
  g_autofree char *until = sky_clock_text_second (lock->until, zone);
  g_autofree char *at = sky_clock_text_deed (lock->locked_at, zone);
  /* Translators: a table, and two times. */
  g_autofree char *title = g_strdup_printf (_ ("%s · %s to %s"), lock->table, from, until);
  g_autofree char *who = g_strdup_printf ("%s, %s", lock->name, at);
  g_autofree char *cameras = g_strjoinv (", ", lock->cameras);
  g_autofree char *plain_title = g_markup_escape_text (title, -1);
  g_autofree char *plain_reason = g_markup_escape_text (lock->reason, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), plain_title);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), plain_reason);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, lock->reason, -1);
  add_detail (ADW_EXPANDER_ROW (row), _ ("Property"), lock->property);
  if (cameras[0] != '\0')
    add_detail (ADW_EXPANDER_ROW (row), _ ("Cameras"), cameras);
  add_detail (ADW_EXPANDER_ROW (row), _ ("Locked By"), who);
  if (lock->release != 0)
    {
      g_autofree char *released_at = sky_clock_text_deed (lock->released_at, zone);
      g_autofree char *released_by = g_strdup_printf ("%s, %s", lock->released_by, released_at);
      GtkWidget *state = gtk_label_new (_ ("released"));

      gtk_widget_add_css_class (state, "dim-label");
      adw_expander_row_add_action (ADW_EXPANDER_ROW (row), state);
      add_detail (ADW_EXPANDER_ROW (row), _ ("Released By"), released_by);
      add_detail (ADW_EXPANDER_ROW (row), _ ("Reason for the Release"), lock->release_reason);
    }
  else
    {
      GtkWidget *why = adw_entry_row_new ();

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (why), _ ("Release: Reason"));
      adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (why), TRUE);
      g_signal_connect (why, "apply", G_CALLBACK (release_cb),
                        GSIZE_TO_POINTER ((gsize) lock->number));
      adw_expander_row_add_row (ADW_EXPANDER_ROW (row), why);
    }
  gtk_list_box_append (self->list, row);
}

/* What is locked comes first, each time the newest. */
static void
show_locks (SkyLocksWindow *self)
{
  GtkWidget *row;
  guint n_locked = 0;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint released = 0; released < 2; released++)
    for (guint i = self->locks->len; i > 0; i--)
      {
        const SkyRecordingLock *lock = self->locks->pdata[i - 1];

        if ((lock->release != 0) != (released != 0))
          continue;
        add_lock (self, lock);
        n_locked += released == 0;
      }
  gtk_widget_set_visible (GTK_WIDGET (self->list), self->locks->len > 0);
  gtk_widget_set_visible (self->none, n_locked == 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "locks.save", n_locked > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "locks.print", n_locked > 0);
}

/* --- Asking the store ------------------------------------------------------------------------- */

/* What is to be locked (@table) or released (@release); neither: the list is wanted alone. */
typedef struct
{
  char *property;
  char *table;
  SkyTime from;
  SkyTime until;
  char **cameras;
  gint64 release;
  char *reason;
  char *credential;
  char *name;
  SkyLedgerMark mark;
} Asked;

static gboolean
say_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Asked *asked = data;
  const SkyReviewer by = { asked->credential, asked->name };

  if (asked->release != 0)
    return sky_store_release_recordings (store, &by, asked->release, asked->reason, error);
  return sky_store_lock_recordings (store, &by, asked->property, asked->table, asked->from,
                                    asked->until, (const char *const *) asked->cameras,
                                    asked->reason, NULL, error);
}

static gpointer
ask_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Asked *asked = data;

  if ((asked->table != NULL || asked->release != 0)
      && !sky_store_say_once (store, &asked->mark, say_in_thread, asked, error))
    return NULL;
  return sky_store_list_recording_locks (store, error);
}

static void
answered (SkyLocksWindow *self, GAsyncResult *result, gboolean wrote)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) locks = sky_store_worker_finish (result, &error);

  self->asking--;
  if (self->selection == NULL)
    return;
  if (wrote)
    sky_store_link_end_writing (sky_review_desk_get_link (sky_selection_get_desk (self->selection)),
                                locks != NULL);
  gtk_spinner_set_spinning (self->spinner, self->asking > 0);
  set_trouble (self, locks != NULL ? "" : error->message);
  if (locks == NULL)
    return;
  g_clear_pointer (&self->locks, g_ptr_array_unref);
  self->locks = g_steal_pointer (&locks);
  show_locks (self);
  if (wrote)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->reason), "");
      sky_day_view_ask_marks (day_view_of (self));
    }
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyLocksWindow) self = user_data;

  answered (self, result, FALSE);
}

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyLocksWindow) self = user_data;

  answered (self, result, TRUE);
}

/* Takes @asked. */
static void
ask (SkyLocksWindow *self, Asked *asked)
{
  SkyReviewDesk *desk = sky_selection_get_desk (self->selection);
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (desk);
  gboolean says = asked->table != NULL || asked->release != 0;

  asked->credential = sky_thread_task_copy_text (asked, sky_review_desk_get_credential (desk));
  asked->name = sky_thread_task_copy_text (asked, sky_review_desk_get_name (desk));
  self->asking++;
  gtk_spinner_start (self->spinner);
  if (says)
    sky_store_link_begin_writing (sky_review_desk_get_link (desk));
  sky_store_worker_sign_in (self->worker, asked->credential, identity);
  sky_store_worker_run (self->worker, NULL, ask_in_thread, asked, sky_thread_task_free,
                        (GDestroyNotify) g_ptr_array_unref, NULL, says ? said_cb : listed_cb,
                        g_object_ref (self));
}

static void
refresh (SkyLocksWindow *self)
{
  if (self->selection != NULL)
    ask (self, sky_thread_task_new (Asked));
}

void
sky_locks_window_release (SkyLocksWindow *self, gint64 number, const char *why)
{
  g_return_if_fail (SKY_IS_LOCKS_WINDOW (self));
  g_return_if_fail (number != 0);

  Asked *asked = sky_thread_task_new (Asked);
  asked->release = number;
  asked->reason = sky_thread_task_keep_text (asked, g_strstrip (g_strdup (why)));
  ask (self, asked);
}

/* --- Locking ---------------------------------------------------------------------------------- */

static gboolean
read_time (SkyLocksWindow *self, AdwEntryRow *entry, SkyTime *at)
{
  return sky_clock_text_parse (gtk_editable_get_text (GTK_EDITABLE (entry)),
                               sky_day_view_get_position (day_view_of (self)), get_zone (self), at);
}

/* Returns: why what was typed is not a stretch that can be locked; NULL: it is. */
static const char *
find_fault (SkyLocksWindow *self, SkyTime *from, SkyTime *until)
{
  const char *reason = gtk_editable_get_text (GTK_EDITABLE (self->reason));

  if (!read_time (self, self->from, from) || !read_time (self, self->until, until))
    return _ ("Enter a time such as 16:15 or 2023-11-04 16:15:03.");
  if (*from >= *until)
    return _ ("The end must be after the start.");
  if (reason[strspn (reason, " \t")] == '\0')
    return _ ("Enter a reason for the lock.");
  return NULL;
}

static void
typed_cb (SkyLocksWindow *self)
{
  SkyTime from;
  SkyTime until;

  if (self->selection == NULL || sky_day_view_get_day (day_view_of (self)) == NULL)
    return;
  const char *fault = find_fault (self, &from, &until);
  gtk_widget_set_sensitive (GTK_WIDGET (self->lock), fault == NULL);
  gtk_label_set_text (self->hint,
                      fault != NULL ? fault
                                    : _ ("Locks all cameras of the table. The ledger records it."));
}

static void
lock_cb (SkyLocksWindow *self)
{
  SkyTableDay *day = sky_day_view_get_day (day_view_of (self));
  g_autoptr (GStrvBuilder) cameras = g_strv_builder_new ();
  SkyTime from;
  SkyTime until;

  if (day == NULL || find_fault (self, &from, &until) != NULL)
    return;
  GPtrArray *all = sky_table_day_get_cameras (day);
  for (guint i = 0; i < all->len; i++)
    g_strv_builder_add (cameras, sky_camera_get_name (all->pdata[i]));
  const SkyLogHeader *header = sky_table_day_get_header (day);
  Asked *asked = sky_thread_task_new (Asked);
  asked->property = sky_thread_task_copy_text (asked, header->property);
  asked->table = sky_thread_task_copy_text (asked, header->table);
  asked->from = from;
  asked->until = until;
  asked->cameras =
      sky_thread_task_keep (asked, g_strv_builder_end (cameras), (GDestroyNotify) g_strfreev);
  asked->reason = sky_thread_task_keep_text (
      asked, g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->reason)))));
  ask (self, asked);
}

/* Proposes a stretch, where a day is open. */
static void
propose (SkyLocksWindow *self)
{
  SkyDayView *view = day_view_of (self);
  SkyTableDay *day = sky_day_view_get_day (view);
  SkyTime from;
  SkyTime until;

  gtk_widget_set_visible (GTK_WIDGET (self->form), day != NULL);
  if (day == NULL)
    return;
  const SkyLogHeader *header = sky_table_day_get_header (day);
  g_autofree char *place = g_strdup_printf ("%s · %s", header->property, header->table);
  g_autofree char *plain = g_markup_escape_text (place, -1);
  adw_preferences_group_set_description (self->form, plain);
  if (!sky_camera_wall_get_loop (sky_day_view_get_wall (view), &from, &until))
    {
      from = sky_day_view_get_position (view) - AROUND;
      until = from + 2 * AROUND;
    }
  g_autofree char *from_text = sky_clock_text_second (from, get_zone (self));
  g_autofree char *until_text = sky_clock_text_second (until, get_zone (self));
  gtk_editable_set_text (GTK_EDITABLE (self->from), from_text);
  gtk_editable_set_text (GTK_EDITABLE (self->until), until_text);
  typed_cb (self);
}

static void
zone_cb (SkyLocksWindow *self)
{
  propose (self);
  if (self->locks != NULL)
    show_locks (self);
}

/* --- Handing the list out --------------------------------------------------------------------- */

static void
tell (SkyLocksWindow *self, const char *text)
{
  g_autofree char *plain = g_markup_escape_text (text, -1);

  if (self->toasts != NULL)
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (plain));
}

/* Returns: (transfer full): the list as PDF, or NULL with @error set. */
static GBytes *
make_pdf (SkyLocksWindow *self, GError **error)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autofree char *paper = g_settings_get_string (settings, "paper");
  g_autoptr (SkyDocument) document = sky_lock_list_to_document (
      self->locks, get_zone (self), g_str_equal (paper, "a4") ? SKY_PAPER_A4 : SKY_PAPER_LETTER,
      sky_review_desk_get_name (sky_selection_get_desk (self->selection)));
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();

  if (!sky_document_write_pdf (document, stream, NULL, NULL, error)
      || !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyLocksWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  self->asking--;
  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    tell (self, error->message);
  else
    tell (self, _ ("List saved"));
}

void
sky_locks_window_save (SkyLocksWindow *self, GFile *file)
{
  g_return_if_fail (SKY_IS_LOCKS_WINDOW (self));
  g_return_if_fail (self->locks != NULL);

  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  if (g_str_has_suffix (name, ".csv"))
    {
      char *csv = sky_lock_list_to_csv (self->locks, FALSE);
      bytes = g_bytes_new_take (csv, strlen (csv));
    }
  else
    bytes = make_pdf (self, &error);
  if (bytes == NULL)
    {
      tell (self, error->message);
      return;
    }
  self->asking++;
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                                       NULL, written_cb, g_object_ref (self));
}

static void
chosen_cb (SkyLocksWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT && self->locks != NULL)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL)
    sky_locks_window_save (self, file);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyLocksWindow *self = SKY_LOCKS_WINDOW (widget);

  if (self->chooser != NULL)
    return;
  self->chooser =
      gtk_file_chooser_native_new (_ ("Save the List of Locked Recordings"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "locked-recordings.csv");
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

static void
printed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyLocksWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  tell (self, sky_printing_send_finish (result, &error) ? _ ("List printed") : error->message);
}

static void
printer_chosen_cb (SkyPrinter *printer, gpointer user_data)
{
  SkyLocksWindow *self = user_data;
  g_autoptr (SkyPrinter) owned = printer;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) pdf = self->selection != NULL ? make_pdf (self, &error) : NULL;

  if (pdf != NULL)
    sky_printing_send_async (g_steal_pointer (&owned), _ ("Locked Recordings"), pdf, printed_cb,
                             g_object_ref (self));
  else if (error != NULL)
    tell (self, error->message);
}

static void
print_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_printing_ask (GTK_WINDOW (widget), _ ("Print the List of Locked Recordings"),
                    printer_chosen_cb, g_object_ref (widget), g_object_unref);
}

/* --- The window ------------------------------------------------------------------------------- */

GPtrArray *
sky_locks_window_get_locks (SkyLocksWindow *self)
{
  g_return_val_if_fail (SKY_IS_LOCKS_WINDOW (self), NULL);
  return self->locks;
}

const char *
sky_locks_window_get_trouble (SkyLocksWindow *self)
{
  g_return_val_if_fail (SKY_IS_LOCKS_WINDOW (self), NULL);
  return gtk_label_get_text (self->trouble);
}

gboolean
sky_locks_window_is_settled (SkyLocksWindow *self)
{
  g_return_val_if_fail (SKY_IS_LOCKS_WINDOW (self), TRUE);
  return self->asking == 0;
}

static void
sky_locks_window_dispose (GObject *object)
{
  SkyLocksWindow *self = SKY_LOCKS_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_LOCKS_WINDOW);
  g_clear_object (&self->chooser);
  g_clear_object (&self->selection);
  g_clear_object (&self->worker);
  g_clear_pointer (&self->locks, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_locks_window_parent_class)->dispose (object);
}

static void
sky_locks_window_class_init (SkyLocksWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_locks_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-locks-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, trouble);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, form);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, from);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, until);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, reason);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, hint);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, lock);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, none);
  gtk_widget_class_bind_template_child (widget_class, SkyLocksWindow, list);
  gtk_widget_class_bind_template_callback (widget_class, typed_cb);
  gtk_widget_class_bind_template_callback (widget_class, lock_cb);
  gtk_widget_class_install_action (widget_class, "locks.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "locks.print", NULL, print_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "locks.save",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, GDK_CONTROL_MASK, "locks.print",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_locks_window_init (SkyLocksWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "locks.save", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "locks.print", FALSE);
}

SkyLocksWindow *
sky_locks_window_new (GtkWindow *parent, SkySelection *selection)
{
  g_return_val_if_fail (SKY_IS_SELECTION (selection), NULL);

  SkyLocksWindow *self = sky_child_window_new (SKY_TYPE_LOCKS_WINDOW, parent);
  self->selection = g_object_ref (selection);
  self->worker =
      sky_store_link_new_worker (sky_review_desk_get_link (sky_selection_get_desk (selection)));
  g_signal_connect_object (day_view_of (self), "notify::day", G_CALLBACK (propose), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (day_view_of (self), "zone-changed", G_CALLBACK (zone_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (sky_selection_get_others (selection), "changed", G_CALLBACK (refresh),
                           self, G_CONNECT_SWAPPED);
  propose (self);
  refresh (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->reason));
  return self;
}
