/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-room-window.h"

#include <glib/gi18n.h>

#include "sky-case.h"
#include "sky-clock-text.h"
#include "sky-export-window.h"
#include "sky-store-worker.h"
#include "sky-surveillance-log.h"

/* How many entries of the log are shown. */
#define LOG_LENGTH 2000

struct _SkyRoomWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwToastOverlay *toasts;
  AdwViewStack *pages;
  GtkListBox *cases_box;
  GtkListBox *items_box;
  GtkStack *case_pages;
  GtkLabel *case_title;
  GtkLabel *case_state;
  GtkEntry *new_title;
  GtkPopover *new_popover;
  GtkEntry *note;
  GtkWidget *note_box;
  GtkWidget *add_button;
  GtkWidget *close_button;
  GtkColumnView *log_view;
  GtkSearchEntry *log_search;

  /* Owned. */
  SkySession *session;
  SkyStoreWorker *worker;
  GPtrArray *cases; /* of SkyCase */
  GPtrArray *items; /* of SkyCaseItem, of the case shown */
  GPtrArray *log;   /* of SkySurveillanceEntry */
  GListStore *log_store;
  GtkFileChooserNative *chooser;
  gint64 shown; /* the id of the case; 0: none */
  guint asking;
  gboolean exports; /* the case is to be exported as soon as it is known */
  gboolean filling; /* the rows follow the store, not the person */
};

G_DEFINE_FINAL_TYPE (SkyRoomWindow, sky_room_window, ADW_TYPE_WINDOW)

/* --- The store -------------------------------------------------------------------------------- */

typedef enum
{
  LOOK,
  OPEN,
  ADD,
  REMOVE,
  NOTE,
  CLOSE,
} Doing;

/* What is to be done with a case, and what stands in the store then. */
typedef struct
{
  Doing doing;
  gint64 id;
  char *text;
  char *finding;
  gint64 bookmark;
  char *credential;
  char *name;
  GTimeZone *zone; /* NULL: UTC */

  GPtrArray *cases;
  GPtrArray *items;
  GPtrArray *labels; /* of char *, one an item: what it is about */
  GPtrArray *log;
} Asked;

static void
asked_free (Asked *asked)
{
  g_free (asked->text);
  g_free (asked->finding);
  g_free (asked->credential);
  g_free (asked->name);
  g_clear_pointer (&asked->zone, g_time_zone_unref);
  g_clear_pointer (&asked->cases, g_ptr_array_unref);
  g_clear_pointer (&asked->items, g_ptr_array_unref);
  g_clear_pointer (&asked->labels, g_ptr_array_unref);
  g_clear_pointer (&asked->log, g_ptr_array_unref);
  g_free (asked);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

static gboolean
do_it (SkyStore *store, const Asked *asked, gint64 *id, GError **error)
{
  const SkyReviewer reviewer = { asked->credential, asked->name };

  *id = asked->id;
  switch (asked->doing)
    {
    case OPEN:
      return sky_store_open_case (store, &reviewer, asked->text, id, error);
    case ADD:
      return sky_store_add_to_case (store, &reviewer, asked->id, asked->finding, asked->bookmark,
                                    asked->text, error);
    case REMOVE:
      return sky_store_remove_from_case (store, &reviewer, asked->id, asked->finding,
                                         asked->bookmark, error);
    case NOTE:
      return sky_store_note_case (store, &reviewer, asked->id, asked->text, error);
    case CLOSE:
      return sky_store_close_case (store, &reviewer, asked->id, asked->text, error);
    case LOOK:
    default:
      return TRUE;
    }
}

static char *
finding_label (SkyStore *store, const char *key)
{
  g_autoptr (SkyStoredFinding) finding = sky_store_get_finding_by_key (store, key, NULL);

  if (finding == NULL)
    return g_strdup (key);
  g_autofree char *at =
      finding->at != SKY_TIME_NONE ? sky_clock_text_utc_full (finding->at) : g_strdup ("");
  return g_strdup_printf ("%s · %s · %s\n%s", finding->check, finding->table, at,
                          finding->explanation != NULL ? finding->explanation : "");
}

static char *
bookmark_label (GPtrArray *bookmarks, gint64 number)
{
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const SkyBookmark *bookmark = bookmarks->pdata[i];
      if (bookmark->number != number)
        continue;
      g_autofree char *at = sky_clock_text_utc_full (bookmark->at);
      return g_strdup_printf ("%s · %s", bookmark->table, at);
    }
  return g_strdup (_ ("A bookmark that was removed"));
}

static gpointer
ask_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Asked *asked = data;
  g_autoptr (Asked) answer = g_new0 (Asked, 1);

  if (!do_it (store, asked, &answer->id, error))
    return NULL;
  answer->doing = asked->doing;
  answer->cases = sky_store_list_cases (store, error);
  if (answer->cases == NULL)
    return NULL;
  if (answer->id == 0 && answer->cases->len > 0)
    answer->id = ((const SkyCase *) answer->cases->pdata[answer->cases->len - 1])->id;
  answer->labels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, 0, error);
  if (bookmarks == NULL)
    return NULL;
  if (answer->id != 0)
    {
      answer->items = sky_store_list_case_items (store, answer->id, error);
      if (answer->items == NULL)
        return NULL;
      for (guint i = 0; i < answer->items->len; i++)
        {
          const SkyCaseItem *item = answer->items->pdata[i];
          g_ptr_array_add (answer->labels, item->kind == SKY_CASE_FINDING
                                               ? finding_label (store, item->finding)
                                           : item->kind == SKY_CASE_BOOKMARK
                                               ? bookmark_label (bookmarks, item->bookmark)
                                               : g_strdup (_ ("Note")));
        }
    }
  answer->log = sky_surveillance_log_read (store, asked->zone, LOG_LENGTH, error);
  return answer->log != NULL ? g_steal_pointer (&answer) : NULL;
}

static void fill (SkyRoomWindow *self, GPtrArray *labels);

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyRoomWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Asked) answer = sky_store_worker_finish (result, &error);

  self->asking--;
  if (answer == NULL)
    {
      self->exports = FALSE;
      if (self->toasts != NULL)
        adw_toast_overlay_add_toast (self->toasts, adw_toast_new (error->message));
      return;
    }
  if (self->toasts == NULL)
    return;
  self->shown = answer->id;
  g_clear_pointer (&self->cases, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->log, g_ptr_array_unref);
  self->cases = g_steal_pointer (&answer->cases);
  self->items = g_steal_pointer (&answer->items);
  self->log = g_steal_pointer (&answer->log);
  fill (self, answer->labels);
  if (self->exports && self->asking == 0)
    sky_room_window_export_case (self);
}

/* Takes what @asked holds. */
static void
ask (SkyRoomWindow *self, Asked asked)
{
  Asked *copy = g_new (Asked, 1);
  SkyTableDay *day = sky_session_get_day (self->session);
  g_autoptr (SkyIdentity) identity = sky_session_get_identity (self->session);

  *copy = asked;
  copy->credential = g_strdup (sky_session_get_reviewer (self->session));
  copy->name = g_strdup (sky_session_get_reviewer_name (self->session));
  copy->zone = day != NULL ? g_time_zone_ref (sky_table_day_get_zone (day)) : NULL;
  self->asking++;
  sky_store_worker_sign_in (self->worker, copy->credential, identity);
  sky_store_worker_run (self->worker, NULL, ask_in_thread, copy, (GDestroyNotify) asked_free,
                        (GDestroyNotify) asked_free, NULL, asked_cb, g_object_ref (self));
}

/* --- Rows ------------------------------------------------------------------------------------- */

static void
clear_box (GtkListBox *box)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL && GTK_IS_LIST_BOX_ROW (row))
    gtk_list_box_remove (box, row);
}

static const SkyCase *
case_shown (SkyRoomWindow *self)
{
  for (guint i = 0; self->cases != NULL && i < self->cases->len; i++)
    {
      const SkyCase *found = self->cases->pdata[i];
      if (found->id == self->shown)
        return found;
    }
  return NULL;
}

static void
fill_cases (SkyRoomWindow *self)
{
  clear_box (self->cases_box);
  for (guint i = self->cases->len; i > 0; i--)
    {
      const SkyCase *found = self->cases->pdata[i - 1];
      g_autofree char *title =
          g_strdup_printf ("%" G_GINT64_FORMAT " · %s", found->number, found->title);
      g_autofree char *markup = g_markup_escape_text (title, -1);
      guint n = (guint) (found->n_findings + found->n_bookmarks + found->n_notes);
      g_autofree char *entries = g_strdup_printf (ngettext ("%u entry", "%u entries", n), n);
      g_autofree char *subtitle =
          found->closed ? g_strdup_printf ("%s · %s", entries, _ ("Closed")) : g_strdup (entries);
      GtkWidget *row = adw_action_row_new ();

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
      g_object_set_data (G_OBJECT (row), "sky-case", GSIZE_TO_POINTER ((gsize) found->id));
      gtk_list_box_append (self->cases_box, row);
      if (found->id == self->shown)
        gtk_list_box_select_row (self->cases_box, GTK_LIST_BOX_ROW (row));
    }
}

static void
remove_cb (SkyRoomWindow *self, GtkButton *button)
{
  gsize i = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "sky-item"));

  if (self->items == NULL || i >= self->items->len)
    return;
  const SkyCaseItem *item = self->items->pdata[i];
  ask (self, (Asked){ .doing = REMOVE,
                      .id = self->shown,
                      .finding = g_strdup (item->finding),
                      .bookmark = item->bookmark });
}

static void
fill_items (SkyRoomWindow *self, GPtrArray *labels, gboolean closed)
{
  clear_box (self->items_box);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const SkyCaseItem *item = self->items->pdata[i];
      g_autofree char *title = g_markup_escape_text (labels->pdata[i], -1);
      g_autofree char *at = sky_clock_text_utc_full (item->at);
      const char *who = item->name != NULL && item->name[0] != '\0' ? item->name : item->credential;
      g_autofree char *said = item->text != NULL && item->text[0] != '\0'
                                  ? g_strdup_printf ("%s\n%s · %s", item->text, who, at)
                                  : g_strdup_printf ("%s · %s", who, at);
      g_autofree char *subtitle = g_markup_escape_text (said, -1);
      GtkWidget *row = adw_action_row_new ();

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), item->kind == SKY_CASE_FINDING);
      if (item->kind != SKY_CASE_NOTE && !closed)
        {
          GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
          gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
          gtk_widget_add_css_class (button, "flat");
          gtk_widget_set_tooltip_text (button, _ ("Take out of the case; the ledger keeps both"));
          gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                          _ ("Take out of the case"), -1);
          g_object_set_data (G_OBJECT (button), "sky-item", GSIZE_TO_POINTER ((gsize) i));
          g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self,
                                   G_CONNECT_SWAPPED);
          adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
        }
      gtk_list_box_append (self->items_box, row);
    }
}

/* What can be put into a case: the finding or bookmark that is looked at. */
static void
update_add (SkyRoomWindow *self)
{
  const SkyCase *found = case_shown (self);
  SkyQueueItem *item = sky_session_get_item (self->session);
  gboolean there =
      item != NULL
      && (sky_queue_item_get_finding (item) != NULL || sky_queue_item_get_bookmark (item) != NULL);

  gtk_widget_set_sensitive (self->add_button, there && found != NULL && !found->closed);
}

static void
fill (SkyRoomWindow *self, GPtrArray *labels)
{
  self->filling = TRUE;
  fill_cases (self);
  self->filling = FALSE;

  const SkyCase *found = case_shown (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "room.export", found != NULL);
  gtk_stack_set_visible_child_name (self->case_pages, found != NULL ? "case" : "none");
  if (found != NULL)
    {
      g_autofree char *title =
          /* Translators: the number of a case, its title. */
          g_strdup_printf (_ ("Case %d: %s"), (int) found->number, found->title);
      g_autofree char *at = sky_clock_text_utc_full (found->opened_at);
      const char *who =
          found->name != NULL && found->name[0] != '\0' ? found->name : found->credential;
      g_autofree char *state =
          /* Translators: open or closed, then who opened a case and when. */
          g_strdup_printf (_ ("%s · opened by %s, %s"), found->closed ? _ ("Closed") : _ ("Open"),
                           who, at);
      gtk_label_set_label (self->case_title, title);
      gtk_label_set_label (self->case_state, state);
      gtk_widget_set_sensitive (self->note_box, !found->closed);
      gtk_widget_set_sensitive (self->close_button, !found->closed);
      fill_items (self, labels, found->closed);
    }
  update_add (self);
  g_list_store_splice (self->log_store, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->log_store)), self->log->pdata,
                       self->log->len);
}

/* --- What is clicked -------------------------------------------------------------------------- */

static void
case_selected_cb (SkyRoomWindow *self, GtkListBoxRow *row, GtkListBox *box)
{
  if (self->filling || row == NULL)
    return;
  self->shown = (gint64) GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (row), "sky-case"));
  ask (self, (Asked){ .doing = LOOK, .id = self->shown });
}

static void
item_activated_cb (SkyRoomWindow *self, GtkListBoxRow *row, GtkListBox *box)
{
  guint i = (guint) gtk_list_box_row_get_index (row);

  if (self->items == NULL || i >= self->items->len)
    return;
  const SkyCaseItem *item = self->items->pdata[i];
  if (item->finding != NULL)
    sky_session_show_key (self->session, item->finding);
}

static void
new_cb (SkyRoomWindow *self, GtkWidget *widget)
{
  sky_room_window_open_case (self, gtk_editable_get_text (GTK_EDITABLE (self->new_title)));
}

static void
add_cb (SkyRoomWindow *self, GtkButton *button)
{
  sky_room_window_add_item (self);
}

static void
note_cb (SkyRoomWindow *self, GtkWidget *widget)
{
  sky_room_window_add_note (self, gtk_editable_get_text (GTK_EDITABLE (self->note)));
}

/* What is in the entry becomes the word that the case is closed with. */
static void
close_cb (SkyRoomWindow *self, GtkButton *button)
{
  sky_room_window_close_case (self, gtk_editable_get_text (GTK_EDITABLE (self->note)));
}

static void
changed_cb (SkyRoomWindow *self)
{
  if (self->worker != NULL)
    ask (self, (Asked){ .doing = LOOK, .id = self->shown });
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_room_window_export_case (SKY_ROOM_WINDOW (widget));
}

/* --- The log ---------------------------------------------------------------------------------- */

static gboolean
matches_cb (gpointer object, gpointer data)
{
  SkyRoomWindow *self = data;
  g_autofree char *wanted =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->log_search)), -1);

  if (wanted[0] == '\0')
    return TRUE;
  for (guint i = 0; i < SKY_N_SURVEILLANCE_COLUMNS; i++)
    {
      g_autofree char *text =
          g_utf8_casefold (sky_surveillance_entry_get (object, (SkySurveillanceColumn) i), -1);
      if (strstr (text, wanted) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
searched_cb (SkyRoomWindow *self, GtkSearchEntry *entry)
{
  GtkSelectionModel *selection = gtk_column_view_get_model (self->log_view);
  GListModel *filtered = gtk_single_selection_get_model (GTK_SINGLE_SELECTION (selection));

  gtk_filter_changed (gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (filtered)),
                      GTK_FILTER_CHANGE_DIFFERENT);
}

static void
log_activated_cb (SkyRoomWindow *self, guint position, GtkColumnView *view)
{
  g_autoptr (SkySurveillanceEntry) entry =
      g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), position);

  if (entry != NULL && sky_surveillance_entry_get_key (entry) != NULL)
    sky_session_show_key (self->session, sky_surveillance_entry_get_key (entry));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (list_item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  const char *text = sky_surveillance_entry_get (gtk_list_item_get_item (list_item),
                                                 (SkySurveillanceColumn) GPOINTER_TO_UINT (data));

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, text[0] != '\0' ? text : NULL);
}

static void
add_columns (SkyRoomWindow *self)
{
  static const int widths[SKY_N_SURVEILLANCE_COLUMNS] = { 44, 102, 112, 140, 230, -1, 96, -1 };

  for (guint i = 0; i < SKY_N_SURVEILLANCE_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      gpointer data = GUINT_TO_POINTER (i);

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), data);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), data);
      g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (
          sky_surveillance_column_title ((SkySurveillanceColumn) i), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, widths[i] < 0);
      if (widths[i] > 0)
        gtk_column_view_column_set_fixed_width (column, widths[i]);
      gtk_column_view_append_column (self->log_view, column);
    }
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyRoomWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    sky_session_warn (self->session, error->message);
  else if (self->toasts != NULL)
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("The log is saved")));
}

static void
chosen_cb (SkyRoomWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);

  if (response != GTK_RESPONSE_ACCEPT || self->log == NULL)
    return;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *csv = sky_surveillance_log_to_csv (self->log);
  gsize length = strlen (csv);
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&csv), length);
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                                       NULL, written_cb, g_object_ref (self));
}

static void
save_cb (SkyRoomWindow *self, GtkButton *button)
{
  if (self->chooser != NULL)
    return;
  self->chooser =
      gtk_file_chooser_native_new (_ ("Save the Surveillance Log"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "surveillance-log.csv");
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_room_window_dispose (GObject *object)
{
  SkyRoomWindow *self = SKY_ROOM_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_ROOM_WINDOW);
  g_clear_object (&self->chooser);
  g_clear_object (&self->worker);
  g_clear_object (&self->session);
  g_clear_object (&self->log_store);
  g_clear_pointer (&self->cases, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->log, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_room_window_parent_class)->dispose (object);
}

static void
sky_room_window_class_init (SkyRoomWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_room_window_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_install_action (widget_class, "room.export", NULL, export_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, GDK_CONTROL_MASK, "room.export",
                                       NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-room-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, cases_box);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, items_box);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, case_pages);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, case_title);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, case_state);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, new_title);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, new_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, note);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, note_box);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, add_button);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, close_button);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, log_view);
  gtk_widget_class_bind_template_child (widget_class, SkyRoomWindow, log_search);
  gtk_widget_class_bind_template_callback (widget_class, case_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, item_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, new_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_cb);
  gtk_widget_class_bind_template_callback (widget_class, note_cb);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, searched_cb);
  gtk_widget_class_bind_template_callback (widget_class, log_activated_cb);
}

static void
sky_room_window_init (SkyRoomWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_columns (self);
  self->log_store = g_list_store_new (SKY_TYPE_SURVEILLANCE_ENTRY);
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (matches_cb, self, NULL));
  GtkFilterListModel *filtered =
      gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->log_store)), filter);
  g_autoptr (GtkSingleSelection) selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_column_view_set_model (self->log_view, GTK_SELECTION_MODEL (selection));
}

SkyRoomWindow *
sky_room_window_new (GtkWindow *parent, SkySession *session)
{
  g_return_val_if_fail (SKY_IS_SESSION (session), NULL);

  SkyRoomWindow *self = g_object_new (SKY_TYPE_ROOM_WINDOW, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->worker = sky_store_worker_new (sky_session_get_store_path (session));
  g_signal_connect_object (session, "notify::item", G_CALLBACK (update_add), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "counts-changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  ask (self, (Asked){ .doing = LOOK });
  return self;
}

void
sky_room_window_show_page (SkyRoomWindow *self, const char *page)
{
  g_return_if_fail (SKY_IS_ROOM_WINDOW (self));
  adw_view_stack_set_visible_child_name (self->pages, page);
}

void
sky_room_window_open_case (SkyRoomWindow *self, const char *title)
{
  g_return_if_fail (SKY_IS_ROOM_WINDOW (self));
  g_return_if_fail (title != NULL);

  g_autofree char *text = g_strstrip (g_strdup (title));
  if (text[0] == '\0')
    return;
  ask (self, (Asked){ .doing = OPEN, .text = g_steal_pointer (&text) });
  gtk_editable_set_text (GTK_EDITABLE (self->new_title), "");
  gtk_popover_popdown (self->new_popover);
}

void
sky_room_window_add_item (SkyRoomWindow *self)
{
  g_return_if_fail (SKY_IS_ROOM_WINDOW (self));

  SkyQueueItem *item = sky_session_get_item (self->session);
  const SkyStoredFinding *finding = item != NULL ? sky_queue_item_get_finding (item) : NULL;
  const SkyBookmark *bookmark = item != NULL ? sky_queue_item_get_bookmark (item) : NULL;

  if (self->shown == 0 || (finding == NULL && bookmark == NULL))
    return;
  ask (self, (Asked){ .doing = ADD,
                      .id = self->shown,
                      .finding = finding != NULL ? g_strdup (finding->key) : NULL,
                      .bookmark = bookmark != NULL ? bookmark->number : 0 });
}

void
sky_room_window_add_note (SkyRoomWindow *self, const char *text)
{
  g_return_if_fail (SKY_IS_ROOM_WINDOW (self));
  g_return_if_fail (text != NULL);

  g_autofree char *note = g_strstrip (g_strdup (text));
  if (note[0] == '\0' || self->shown == 0)
    return;
  ask (self, (Asked){ .doing = NOTE, .id = self->shown, .text = g_steal_pointer (&note) });
  gtk_editable_set_text (GTK_EDITABLE (self->note), "");
}

void
sky_room_window_close_case (SkyRoomWindow *self, const char *text)
{
  g_return_if_fail (SKY_IS_ROOM_WINDOW (self));

  if (self->shown == 0)
    return;
  ask (self, (Asked){ .doing = CLOSE, .id = self->shown, .text = g_strdup (text) });
  gtk_editable_set_text (GTK_EDITABLE (self->note), "");
}

void
sky_room_window_export_case (SkyRoomWindow *self)
{
  g_return_if_fail (SKY_IS_ROOM_WINDOW (self));

  GtkWindow *window;

  self->exports = self->asking > 0;
  if (self->exports)
    return;
  if (self->shown == 0)
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("There is no case to export")));
      return;
    }
  window = GTK_WINDOW (sky_export_window_new (GTK_WINDOW (self), self->session, self->shown));
  /* The ledger may have an entry more. */
  g_signal_connect_object (window, "destroy", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (window);
}

gboolean
sky_room_window_is_settled (SkyRoomWindow *self)
{
  g_return_val_if_fail (SKY_IS_ROOM_WINDOW (self), TRUE);
  return self->asking == 0;
}

GPtrArray *
sky_room_window_get_cases (SkyRoomWindow *self)
{
  g_return_val_if_fail (SKY_IS_ROOM_WINDOW (self), NULL);
  return self->cases;
}

GPtrArray *
sky_room_window_get_items (SkyRoomWindow *self)
{
  g_return_val_if_fail (SKY_IS_ROOM_WINDOW (self), NULL);
  return self->items;
}

GPtrArray *
sky_room_window_get_log (SkyRoomWindow *self)
{
  g_return_val_if_fail (SKY_IS_ROOM_WINDOW (self), NULL);
  return self->log;
}
