/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cases-window.h"

#include <glib/gi18n.h>

#include "sky-case-details-popover.h"
#include "sky-case-line.h"
#include "sky-case-request.h"
#include "sky-case-row.h"
#include "sky-child-window.h"
#include "sky-export-window.h"
#include "sky-file-chooser.h"
#include "sky-handover.h"
#include "sky-keys.h"
#include "sky-problem-text.h"
#include "sky-still-window.h"
#include "sky-store-worker.h"
#include "sky-surveillance-columns.h"
#include "sky-surveillance-log.h"

struct _SkyCasesWindow
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
  GtkLabel *case_details;
  GtkEntry *new_title;
  GtkPopover *new_popover;
  GtkEntry *note;
  GtkWidget *note_button;
  GtkButton *close_button;
  GtkMenuButton *new_button;
  GtkMenuButton *rename_button;
  GtkPopover *rename_popover;
  GtkMenuButton *details_button;
  SkyCaseDetailsPopover *details_popover;
  GtkEntry *other_title;
  GtkStack *log_pages;
  GtkColumnView *log_view;
  AdwStatusPage *log_nothing;
  GtkWidget *log_save;
  GtkSearchEntry *log_search;
  GtkEntry *line;

  /* Owned. */
  SkyOpenCase *open_case;
  SkySelection *selection;
  SkyStoreWorker *worker;
  SkyOwnEntries *own;
  GPtrArray *cases;       /* of SkyCase */
  GPtrArray *items;       /* of SkyCaseItem, of the case shown */
  GPtrArray *bookmarks;   /* of SkyBookmark, all */
  GHashTable *thumbnails; /* of SkyThumbnail, by the still's digest */
  GPtrArray *log;         /* of SkySurveillanceEntry */
  GListStore *log_store;
  GListModel *log_found;       /* of the log's rows those that the search finds; borrowed */
  GtkSliceListModel *log_told; /* and of these those that the view knows of; borrowed */
  GtkFileChooserNative *chooser;
  gint64 shown; /* the id of the case; 0: none */
  guint asking;
  guint writing;       /* of them that write */
  gboolean hidden;     /* it was closed and goes when that is written */
  gboolean exports;    /* the case is to be exported as soon as it is known */
  gboolean filling;    /* the rows follow the store, not the person */
  gboolean hands_over; /* that is typed when the cases are known */
};

G_DEFINE_FINAL_TYPE (SkyCasesWindow, sky_cases_window, ADW_TYPE_WINDOW)

/* --- The store -------------------------------------------------------------------------------- */

static void fill (SkyCasesWindow *self, GPtrArray *labels);
static void update_log_page (SkyCasesWindow *self);

/* What is asked, and what was typed for it: each has its own, as one may wait behind another. */
typedef struct
{
  SkyCasesWindow *self;
  SkySelection *selection;
  SkyCaseTask task;
  gint64 shown; /* the case that was shown then */
  char *said;   /* NULL: nothing */
} Asker;

static void
asker_free (Asker *asker)
{
  g_object_unref (asker->self);
  g_object_unref (asker->selection);
  g_free (asker->said);
  g_free (asker);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asker, asker_free)

/* What was typed and is not written stands there again, before what is being typed by now. */
static void
give_back (const Asker *asker)
{
  SkyCasesWindow *self = asker->self;
  GtkEditable *entry = GTK_EDITABLE (asker->task == SKY_CASE_TASK_OPEN       ? self->new_title
                                     : asker->task == SKY_CASE_TASK_LOG_LINE ? self->line
                                                                             : self->note);
  int position = 0;

  if (gtk_editable_get_text (entry)[0] != '\0')
    gtk_editable_insert_text (entry, " ", -1, &position);
  position = 0;
  gtk_editable_insert_text (entry, asker->said, -1, &position);
}

static GTimeZone *
get_zone (SkyCasesWindow *self)
{
  return sky_day_view_get_zone (sky_selection_get_day_view (self->selection));
}

/* Somebody else changed the case first. */
static void
tell_first (SkyCasesWindow *self, const SkyLedgerEntry *first)
{
  g_autofree char *line = sky_ledger_entry_to_line (first, get_zone (self));
  /* Translators: when, who and what somebody else did with the case. */
  g_autofree char *text =
      g_strdup_printf (_ ("Not saved; someone else changed it first: %s"), line);
  g_autofree char *plain = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (plain);

  adw_toast_set_timeout (toast, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
take_answer (SkyCasesWindow *self, gint64 shown, SkyCaseRequest *answer, const GError *error)
{
  if (answer == NULL)
    {
      g_autofree char *text = sky_problem_text_new (error->message);
      self->exports = FALSE;
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (text));
      return;
    }
  if (answer->first != NULL)
    tell_first (self, answer->first);
  /* Another case was chosen by now, whose answer is on its way. */
  if (shown != self->shown && self->asking > 0)
    return;
  self->shown = answer->id;
  g_clear_pointer (&self->cases, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->bookmarks, g_ptr_array_unref);
  g_clear_pointer (&self->log, g_ptr_array_unref);
  /* Pictures stay known; what had a problem is looked at again. */
  if (answer->thumbnails != NULL)
    sky_thumbnails_take (self->thumbnails, answer->thumbnails);
  self->cases = g_steal_pointer (&answer->cases);
  self->bookmarks = g_steal_pointer (&answer->bookmarks);
  self->items = g_steal_pointer (&answer->items);
  self->log = g_steal_pointer (&answer->log);
  fill (self, answer->labels);
  if (self->exports && self->asking == 0)
    sky_cases_window_export_case (self);
}

/* A window that was closed before all was written goes now, or comes back with what was not. */
static void
handle_hidden (SkyCasesWindow *self, gboolean written)
{
  if (!self->hidden)
    return;
  if (!written)
    gtk_window_present (GTK_WINDOW (self));
  else if (self->writing == 0)
    gtk_window_destroy (GTK_WINDOW (self));
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Asker) asker = user_data;
  SkyCasesWindow *self = asker->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyCaseRequest) answer = sky_store_worker_finish (result, &error);
  gboolean written = answer != NULL && answer->first == NULL;
  gboolean there = self->toasts != NULL;

  self->asking--;
  if (there && !written && asker->said != NULL)
    give_back (asker);
  if (there)
    take_answer (self, asker->shown, answer, error);
  if (asker->task == SKY_CASE_TASK_READ)
    return;
  self->writing--;
  sky_store_link_end_writing (sky_review_desk_get_link (sky_selection_get_desk (asker->selection)),
                              written);
  if (there)
    handle_hidden (self, written);
}

/* Takes what @asked holds. @said is what was typed for it; NULL: nothing. */
static void
ask_saying (SkyCasesWindow *self, SkyCaseRequest asked, const char *said)
{
  SkyCaseRequest *copy = g_new (SkyCaseRequest, 1);
  Asker *asker = g_new0 (Asker, 1);
  GTimeZone *zone = get_zone (self);
  g_autoptr (SkyIdentity) identity =
      sky_review_desk_get_identity (sky_selection_get_desk (self->selection));

  *copy = asked;
  copy->credential =
      g_strdup (sky_review_desk_get_credential (sky_selection_get_desk (self->selection)));
  copy->name = g_strdup (sky_review_desk_get_name (sky_selection_get_desk (self->selection)));
  copy->zone = zone != NULL ? g_time_zone_ref (zone) : NULL;
  copy->known = sky_thumbnails_list_known (self->thumbnails);
  copy->own = sky_own_entries_ref (self->own);
  asker->self = g_object_ref (self);
  asker->selection = g_object_ref (self->selection);
  asker->task = asked.task;
  asker->shown = self->shown;
  asker->said = g_strdup (said);
  self->asking++;
  if (asked.task != SKY_CASE_TASK_READ)
    {
      self->writing++;
      sky_store_link_begin_writing (
          sky_review_desk_get_link (sky_selection_get_desk (self->selection)));
    }
  sky_store_worker_sign_in (self->worker, copy->credential, identity);
  if (asked.task == SKY_CASE_TASK_NOTE)
    sky_store_worker_note (self->worker, NULL, sky_case_request_run, copy,
                           (GDestroyNotify) sky_case_request_free,
                           (GDestroyNotify) sky_case_request_free, asked_cb, asker);
  else
    sky_store_worker_run (self->worker, NULL, sky_case_request_run, copy,
                          (GDestroyNotify) sky_case_request_free,
                          (GDestroyNotify) sky_case_request_free, NULL, asked_cb, asker);
}

static void
ask (SkyCasesWindow *self, SkyCaseRequest asked)
{
  ask_saying (self, asked, NULL);
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
case_shown (SkyCasesWindow *self)
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
fill_cases (SkyCasesWindow *self)
{
  clear_box (self->cases_box);
  for (guint i = self->cases->len; i > 0; i--)
    {
      const SkyCase *found = self->cases->pdata[i - 1];
      GtkWidget *row = sky_case_row_new_for_case (found);

      g_object_set_data (G_OBJECT (row), "sky-case", GSIZE_TO_POINTER ((gsize) found->id));
      gtk_list_box_append (self->cases_box, row);
      if (found->id == self->shown)
        gtk_list_box_select_row (self->cases_box, GTK_LIST_BOX_ROW (row));
    }
}

static const SkyCaseItem *
find_item (SkyCasesWindow *self, gint64 entry)
{
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const SkyCaseItem *item = self->items->pdata[i];
      if (item->entry == entry)
        return item;
    }
  return NULL;
}

static void
fill_items (SkyCasesWindow *self, GPtrArray *labels, gboolean closed)
{
  clear_box (self->items_box);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const SkyCaseItem *item = self->items->pdata[i];
      const SkyThumbnail *thumbnail =
          item->still != NULL ? g_hash_table_lookup (self->thumbnails, item->still->sha256) : NULL;

      gtk_list_box_append (self->items_box, sky_case_row_new (item, labels->pdata[i], thumbnail,
                                                              closed, get_zone (self)));
    }
}

/* What can be put into a case: the finding or bookmark that is looked at. */
static void
update_actions (SkyCasesWindow *self)
{
  const SkyCase *found = case_shown (self);
  SkyQueueItem *item = sky_selection_get_item (self->selection);
  gboolean is_open = found != NULL && !found->closed;
  gboolean there =
      item != NULL
      && (sky_queue_item_get_finding (item) != NULL || sky_queue_item_get_bookmark (item) != NULL);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "room.export", found != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "room.rename", found != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "room.close", found != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "room.put-in", there && is_open);
  gtk_widget_action_set_enabled (
      GTK_WIDGET (self), "room.still",
      is_open && sky_day_view_get_day (sky_selection_get_day_view (self->selection)) != NULL);
  gtk_widget_set_sensitive (self->note_button, is_open);
  gtk_widget_set_sensitive (GTK_WIDGET (self->rename_button), found != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->details_button), is_open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "room.details", is_open);
}

/* GTK 4.8 makes widgets for two hundred rows at once, too slow for a frame: each adds a few. */
#define ROWS_A_FRAME 4
#define MOST_WIDGETS 256

static gboolean
tell_more_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SkyCasesWindow *self = SKY_CASES_WINDOW (widget);
  guint n = gtk_slice_list_model_get_size (self->log_told) + ROWS_A_FRAME;

  gtk_slice_list_model_set_size (self->log_told, n < MOST_WIDGETS ? n : G_MAXUINT);
  return n < MOST_WIDGETS ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Its rows are made when they are to be seen. */
static void
show_log (SkyCasesWindow *self)
{
  if (self->log == NULL
      || g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), "log") != 0)
    return;
  if (gtk_slice_list_model_get_size (self->log_told) == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), tell_more_cb, NULL, NULL);
  sky_surveillance_log_show (self->log, self->log_store);
  update_log_page (self);
}

static void
type_handover (SkyCasesWindow *self)
{
  if (!self->hands_over || self->cases == NULL)
    return;
  g_autofree char *text =
      sky_handover_dup_text (sky_selection_get_inbox (self->selection), self->cases);
  self->hands_over = FALSE;
  gtk_editable_set_text (GTK_EDITABLE (self->line), text);
  gtk_editable_set_position (GTK_EDITABLE (self->line), -1);
}

static void
fill (SkyCasesWindow *self, GPtrArray *labels)
{
  self->filling = TRUE;
  fill_cases (self);
  self->filling = FALSE;

  const SkyCase *found = case_shown (self);
  gtk_stack_set_visible_child_name (self->case_pages, found != NULL ? "case" : "none");
  if (found != NULL)
    {
      g_autofree char *title =
          /* Translators: the number of a case, its title. */
          g_strdup_printf (_ ("Case %d: %s"), (int) found->number, found->title);
      g_autofree char *state = sky_case_line_new_for_state (found, get_zone (self));
      gtk_label_set_label (self->case_title, title);
      g_autofree char *details = sky_case_line_new (found->details);
      gtk_label_set_label (self->case_state, state);
      gtk_label_set_label (self->case_details, details != NULL ? details : "");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->case_details), details);
      gtk_widget_set_visible (GTK_WIDGET (self->case_details), details != NULL);
      gtk_button_set_label (self->close_button,
                            found->closed ? _ ("Reopen the Case") : _ ("Close the Case"));
      fill_items (self, labels, found->closed);
    }
  sky_open_case_set (self->open_case, found);
  update_actions (self);
  show_log (self);
  type_handover (self);
}

/* --- What is clicked -------------------------------------------------------------------------- */

static void
look_again (SkyCasesWindow *self)
{
  ask (self, (SkyCaseRequest){ .task = SKY_CASE_TASK_READ, .id = self->shown });
}

static void
case_selected_cb (SkyCasesWindow *self, GtkListBoxRow *row, GtkListBox *box)
{
  if (self->filling || row == NULL)
    return;
  self->shown = (gint64) GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (row), "sky-case"));
  look_again (self);
}

/* Shows in the console what the item is about. */
static void
show_item (SkyCasesWindow *self, const SkyCaseItem *item)
{
  if (item->finding != NULL)
    sky_selection_show_key (self->selection, item->finding);
  if (item->still != NULL)
    sky_selection_show_spot (self->selection, item->still->property, item->still->table,
                             item->still->game, item->still->gaming_day, item->still->at);
  for (guint i = 0; item->bookmark != 0 && i < self->bookmarks->len; i++)
    {
      const SkyBookmark *bookmark = self->bookmarks->pdata[i];
      if (bookmark->number == item->bookmark)
        sky_selection_show_spot (self->selection, bookmark->property, bookmark->table,
                                 bookmark->game, bookmark->gaming_day, bookmark->at);
    }
}

static void
item_activated_cb (SkyCasesWindow *self, GtkListBoxRow *row, GtkListBox *box)
{
  guint i = (guint) gtk_list_box_row_get_index (row);

  if (self->items == NULL || i >= self->items->len)
    return;
  const SkyCaseItem *item = self->items->pdata[i];
  if (item->still != NULL)
    gtk_window_present (
        GTK_WINDOW (sky_still_window_new (GTK_WINDOW (self), self->selection, item->still)));
  else
    show_item (self, item);
}

static void
new_cb (SkyCasesWindow *self, GtkWidget *widget)
{
  sky_cases_window_open_case (self, gtk_editable_get_text (GTK_EDITABLE (self->new_title)));
}

static void
note_cb (SkyCasesWindow *self, GtkWidget *widget)
{
  sky_cases_window_add_note (self, gtk_editable_get_text (GTK_EDITABLE (self->note)));
}

static void
line_cb (SkyCasesWindow *self, GtkWidget *widget)
{
  sky_cases_window_add_line (self, gtk_editable_get_text (GTK_EDITABLE (self->line)));
}

static void
rename_shown_cb (SkyCasesWindow *self, GtkWidget *popover)
{
  const SkyCase *found = case_shown (self);

  gtk_editable_set_text (GTK_EDITABLE (self->other_title), found != NULL ? found->title : "");
  gtk_widget_grab_focus (GTK_WIDGET (self->other_title));
}

static void
rename_cb (SkyCasesWindow *self, GtkWidget *widget)
{
  gtk_popover_popdown (self->rename_popover);
  sky_cases_window_rename_case (self, gtk_editable_get_text (GTK_EDITABLE (self->other_title)));
}

static void
details_shown_cb (SkyCasesWindow *self, GtkWidget *popover)
{
  const SkyCase *found = case_shown (self);

  sky_case_details_popover_set (self->details_popover, found != NULL ? found->details : NULL);
}

static void
changed_cb (SkyCasesWindow *self)
{
  if (self->worker != NULL)
    ask (self, (SkyCaseRequest){ .task = SKY_CASE_TASK_READ, .id = self->shown });
}

static void
page_cb (SkyCasesWindow *self)
{
  show_log (self);
  changed_cb (self);
}

/* --- What has a key --------------------------------------------------------------------------- */

static void
new_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (SKY_CASES_WINDOW (widget)->new_button);
}

static void
rename_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (SKY_CASES_WINDOW (widget)->rename_button);
}

static void
details_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (SKY_CASES_WINDOW (widget)->details_button);
}

static void
put_in_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_cases_window_add_item (SKY_CASES_WINDOW (widget));
}

static void
still_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_open_case_take_still (SKY_CASES_WINDOW (widget)->open_case, FALSE);
}

static void
note_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (SKY_CASES_WINDOW (widget)->note));
}

static void
line_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_cases_window_write_line (SKY_CASES_WINDOW (widget));
}

/* What is in the entry becomes the word that the case is closed or opened again with. */
static void
close_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCasesWindow *self = SKY_CASES_WINDOW (widget);
  const SkyCase *found = case_shown (self);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->note));

  if (found == NULL)
    return;
  if (found->closed)
    sky_cases_window_reopen_case (self, text);
  else
    sky_cases_window_close_case (self, text);
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_cases_window_export_case (SKY_CASES_WINDOW (widget));
}

static void
show_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCasesWindow *self = SKY_CASES_WINDOW (widget);
  const SkyCaseItem *item = find_item (self, g_variant_get_int64 (parameter));

  if (item != NULL)
    show_item (self, item);
}

static void
take_out_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_cases_window_take_out (SKY_CASES_WINDOW (widget), g_variant_get_int64 (parameter));
}

/* Delete takes out the row that has the focus. */
static gboolean
delete_cb (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  SkyCasesWindow *self = SKY_CASES_WINDOW (widget);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BOX_ROW) : NULL;

  if (row == NULL || self->items == NULL
      || gtk_widget_get_parent (row) != GTK_WIDGET (self->items_box))
    return GDK_EVENT_PROPAGATE;
  guint i = (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  if (i < self->items->len)
    sky_cases_window_take_out (self, ((const SkyCaseItem *) self->items->pdata[i])->entry);
  return GDK_EVENT_STOP;
}

static void
page_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_cases_window_show_page (SKY_CASES_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "room.new", NULL, new_action },          { "room.rename", NULL, rename_action },
    { "room.put-in", NULL, put_in_action },    { "room.still", NULL, still_action },
    { "room.note", NULL, note_action },        { "room.close", NULL, close_action },
    { "room.export", NULL, export_action },    { "room.show", "x", show_action },
    { "room.take-out", "x", take_out_action }, { "room.page", "s", page_action },
    { "room.line", NULL, line_action },        { "room.details", NULL, details_action },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
  sky_keys_bind (widget_class, "room.");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, delete_cb, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* --- The log ---------------------------------------------------------------------------------- */

static gboolean
matches_cb (gpointer object, gpointer data)
{
  SkyCasesWindow *self = data;
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

/* What stands in the list's place while it has no rows. */
static void
update_log_page (SkyCasesWindow *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->log_store));
  const char *wanted = gtk_editable_get_text (GTK_EDITABLE (self->log_search));
  const char *page = "list";

  if (n == 0)
    page = "empty";
  else if (g_list_model_get_n_items (self->log_found) == 0)
    {
      g_autofree char *text = g_strdup_printf (_ ("No entry in the log contains “%s”."), wanted);
      g_autofree char *escaped = g_markup_escape_text (text, -1);
      adw_status_page_set_description (self->log_nothing, escaped);
      page = "nothing";
    }
  gtk_stack_set_visible_child_name (self->log_pages, page);
  gtk_widget_set_sensitive (GTK_WIDGET (self->log_search), n > 0);
  gtk_widget_set_sensitive (self->log_save, n > 0);
}

static void
searched_cb (SkyCasesWindow *self, GtkSearchEntry *entry)
{
  gtk_filter_changed (gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (self->log_found)),
                      GTK_FILTER_CHANGE_DIFFERENT);
  update_log_page (self);
}

static void
clear_search_cb (SkyCasesWindow *self, GtkButton *button)
{
  gtk_editable_set_text (GTK_EDITABLE (self->log_search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->log_search));
}

static void
log_activated_cb (SkyCasesWindow *self, guint position, GtkColumnView *view)
{
  g_autoptr (SkySurveillanceEntry) entry =
      g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), position);

  if (entry == NULL)
    return;
  const SkySpot *spot = sky_surveillance_entry_get_spot (entry);
  if (sky_surveillance_entry_get_key (entry) != NULL)
    sky_selection_show_key (self->selection, sky_surveillance_entry_get_key (entry));
  else if (spot != NULL)
    sky_selection_show_spot (self->selection, spot->property, spot->table, spot->game,
                             spot->gaming_day, spot->at);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyCasesWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  gboolean written = g_file_replace_contents_finish (G_FILE (source), result, NULL, &error);
  /* The window may have gone meanwhile. */
  if (self->selection == NULL)
    return;
  if (!written)
    sky_store_link_warn (sky_review_desk_get_link (sky_selection_get_desk (self->selection)),
                         error->message);
  else
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Log saved")));
}

static void
chosen_cb (SkyCasesWindow *self, int response, GtkNativeDialog *dialog)
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
save_cb (SkyCasesWindow *self, GtkButton *button)
{
  if (self->chooser != NULL)
    return;
  self->chooser =
      gtk_file_chooser_native_new (_ ("Save the Surveillance Log"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "surveillance-log.csv");
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_cases_window_dispose (GObject *object)
{
  SkyCasesWindow *self = SKY_CASES_WINDOW (object);

  /* First of all: the pages change as they go, and nothing is to be asked any more. */
  g_clear_object (&self->worker);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_CASES_WINDOW);
  g_clear_object (&self->chooser);
  g_clear_object (&self->open_case);
  g_clear_object (&self->selection);
  g_clear_object (&self->log_store);
  g_clear_pointer (&self->cases, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->bookmarks, g_ptr_array_unref);
  g_clear_pointer (&self->thumbnails, g_hash_table_unref);
  g_clear_pointer (&self->log, g_ptr_array_unref);
  g_clear_pointer (&self->own, sky_own_entries_unref);
  G_OBJECT_CLASS (sky_cases_window_parent_class)->dispose (object);
}

/* What is being written goes on, and is told of when it could not be. */
static gboolean
sky_cases_window_close_request (GtkWindow *window)
{
  SkyCasesWindow *self = SKY_CASES_WINDOW (window);

  if (self->writing == 0)
    return GTK_WINDOW_CLASS (sky_cases_window_parent_class)->close_request (window);
  self->hidden = TRUE;
  self->exports = FALSE;
  gtk_widget_hide (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static void
sky_cases_window_show (GtkWidget *widget)
{
  SKY_CASES_WINDOW (widget)->hidden = FALSE;
  GTK_WIDGET_CLASS (sky_cases_window_parent_class)->show (widget);
}

static void
sky_cases_window_class_init (SkyCasesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_cases_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = sky_cases_window_close_request;
  widget_class->show = sky_cases_window_show;
  install_actions (widget_class);
  g_type_ensure (SKY_TYPE_CASE_DETAILS_POPOVER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-cases-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, cases_box);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, items_box);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, case_pages);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, case_title);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, case_state);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, case_details);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, details_button);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, details_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, new_title);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, new_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, note);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, note_button);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, new_button);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, rename_button);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, rename_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, other_title);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, close_button);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, log_pages);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, log_view);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, log_nothing);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, log_save);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, log_search);
  gtk_widget_class_bind_template_child (widget_class, SkyCasesWindow, line);
  gtk_widget_class_bind_template_callback (widget_class, case_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, item_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, new_cb);
  gtk_widget_class_bind_template_callback (widget_class, rename_shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, rename_cb);
  gtk_widget_class_bind_template_callback (widget_class, details_shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, sky_cases_window_describe_case);
  gtk_widget_class_bind_template_callback (widget_class, note_cb);
  gtk_widget_class_bind_template_callback (widget_class, line_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, searched_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, log_activated_cb);
}

static void
sky_cases_window_init (SkyCasesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->own = sky_own_entries_new ();
  sky_surveillance_columns_add (self->log_view);
  self->thumbnails =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) sky_thumbnail_free);
  self->log_store = g_list_store_new (SKY_TYPE_SURVEILLANCE_ENTRY);
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (matches_cb, self, NULL));
  self->log_found = G_LIST_MODEL (
      gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->log_store)), filter));
  self->log_told = gtk_slice_list_model_new (self->log_found, 0, 0);
  g_autoptr (GtkSingleSelection) selection =
      gtk_single_selection_new (G_LIST_MODEL (self->log_told));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_column_view_set_model (self->log_view, GTK_SELECTION_MODEL (selection));
}

SkyCasesWindow *
sky_cases_window_new (GtkWindow *parent, SkyOpenCase *open_case)
{
  g_return_val_if_fail (SKY_IS_OPEN_CASE (open_case), NULL);

  SkySelection *selection = sky_open_case_get_selection (open_case);

  SkyCasesWindow *self = sky_child_window_new (SKY_TYPE_CASES_WINDOW, parent);
  self->open_case = g_object_ref (open_case);
  self->selection = g_object_ref (selection);
  self->worker =
      sky_store_link_new_worker (sky_review_desk_get_link (sky_selection_get_desk (selection)));
  g_signal_connect_object (selection, "notify::item", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (sky_selection_get_day_view (selection), "zone-changed",
                           G_CALLBACK (look_again), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sky_selection_get_day_view (selection), "notify::day",
                           G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sky_selection_get_inbox (selection), "counts-changed",
                           G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  /* Reports that are saved, and the command line, write in the ledger as well. */
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (page_cb), self,
                           G_CONNECT_SWAPPED);
  self->shown = sky_open_case_get_id (open_case);
  ask (self, (SkyCaseRequest){ .task = SKY_CASE_TASK_READ, .id = self->shown });
  return self;
}

void
sky_cases_window_show_page (SkyCasesWindow *self, const char *page)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  adw_view_stack_set_visible_child_name (self->pages, page);
}

void
sky_cases_window_open_case (SkyCasesWindow *self, const char *title)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  g_return_if_fail (title != NULL);

  g_autofree char *text = g_strstrip (g_strdup (title));
  if (text[0] == '\0')
    return;
  ask_saying (self, (SkyCaseRequest){ .task = SKY_CASE_TASK_OPEN, .text = g_strdup (text) }, text);
  gtk_editable_set_text (GTK_EDITABLE (self->new_title), "");
  gtk_popover_popdown (self->new_popover);
}

void
sky_cases_window_add_item (SkyCasesWindow *self)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));

  SkyQueueItem *item = sky_selection_get_item (self->selection);
  const SkyStoredFinding *finding = item != NULL ? sky_queue_item_get_finding (item) : NULL;
  const SkyBookmark *bookmark = item != NULL ? sky_queue_item_get_bookmark (item) : NULL;

  if (self->shown == 0 || (finding == NULL && bookmark == NULL))
    return;
  ask (self, (SkyCaseRequest){ .task = SKY_CASE_TASK_ADD,
                               .id = self->shown,
                               .finding = finding != NULL ? g_strdup (finding->key) : NULL,
                               .bookmark = bookmark != NULL ? bookmark->number : 0 });
}

void
sky_cases_window_add_note (SkyCasesWindow *self, const char *text)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  g_return_if_fail (text != NULL);

  g_autofree char *note = g_strstrip (g_strdup (text));
  if (note[0] == '\0' || self->shown == 0)
    return;
  ask_saying (
      self,
      (SkyCaseRequest){ .task = SKY_CASE_TASK_NOTE, .id = self->shown, .text = g_strdup (note) },
      note);
  gtk_editable_set_text (GTK_EDITABLE (self->note), "");
}

void
sky_cases_window_add_line (SkyCasesWindow *self, const char *text)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  g_return_if_fail (text != NULL);

  SkyTableDay *day = sky_day_view_get_day (sky_selection_get_day_view (self->selection));
  const SkyLogHeader *header = day != NULL ? sky_table_day_get_header (day) : NULL;
  g_autofree char *line = g_strstrip (g_strdup (text));
  if (line[0] == '\0')
    return;
  ask_saying (self,
              (SkyCaseRequest){ .task = SKY_CASE_TASK_LOG_LINE,
                                .id = self->shown,
                                .property = header != NULL ? g_strdup (header->property) : NULL,
                                .table = header != NULL ? g_strdup (header->table) : NULL,
                                .text = g_strdup (line) },
              line);
  gtk_editable_set_text (GTK_EDITABLE (self->line), "");
}

void
sky_cases_window_write_line (SkyCasesWindow *self)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));

  sky_cases_window_show_page (self, "log");
  gtk_widget_grab_focus (GTK_WIDGET (self->line));
}

void
sky_cases_window_hand_over (SkyCasesWindow *self)
{
  sky_cases_window_write_line (self);
  self->hands_over = TRUE;
  type_handover (self);
}

void
sky_cases_window_rename_case (SkyCasesWindow *self, const char *title)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  g_return_if_fail (title != NULL);

  const SkyCase *found = case_shown (self);
  g_autofree char *text = g_strstrip (g_strdup (title));
  if (found == NULL || text[0] == '\0' || strcmp (text, found->title) == 0)
    return;
  ask (self, (SkyCaseRequest){ .task = SKY_CASE_TASK_RENAME,
                               .id = self->shown,
                               .last_change = found->last_change,
                               .text = g_steal_pointer (&text) });
}

void
sky_cases_window_describe_case (SkyCasesWindow *self, const SkyCaseDetails *details)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  g_return_if_fail (details != NULL);

  const SkyCase *found = case_shown (self);
  if (found == NULL || found->closed)
    return;
  ask (self, (SkyCaseRequest){ .task = SKY_CASE_TASK_DESCRIBE,
                               .id = self->shown,
                               .last_change = found->last_change,
                               .text = sky_case_details_write (details) });
}

static void
close_or_reopen (SkyCasesWindow *self, SkyCaseTask task, const char *why)
{
  const SkyCase *found = case_shown (self);
  g_autofree char *text = g_strstrip (g_strdup (why != NULL ? why : ""));

  if (found == NULL)
    return;
  if (text[0] == '\0')
    {
      adw_toast_overlay_add_toast (
          self->toasts,
          adw_toast_new (task == SKY_CASE_TASK_CLOSE ? _ ("Enter why you are closing the case")
                                                     : _ ("Enter why you are reopening the case")));
      gtk_widget_grab_focus (GTK_WIDGET (self->note));
      return;
    }
  ask_saying (self,
              (SkyCaseRequest){ .task = task,
                                .id = self->shown,
                                .last_change = found->last_change,
                                .text = g_strdup (text) },
              text);
  gtk_editable_set_text (GTK_EDITABLE (self->note), "");
}

void
sky_cases_window_close_case (SkyCasesWindow *self, const char *why)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  close_or_reopen (self, SKY_CASE_TASK_CLOSE, why);
}

void
sky_cases_window_reopen_case (SkyCasesWindow *self, const char *why)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));
  close_or_reopen (self, SKY_CASE_TASK_REOPEN, why);
}

void
sky_cases_window_take_out (SkyCasesWindow *self, gint64 entry)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));

  const SkyCase *found = case_shown (self);
  const SkyCaseItem *item = find_item (self, entry);

  if (found == NULL || found->closed || item == NULL)
    return;
  if (item->finding == NULL && item->bookmark == 0 && item->still == NULL)
    return;
  ask (self,
       (SkyCaseRequest){ .task = SKY_CASE_TASK_REMOVE,
                         .id = self->shown,
                         .finding = g_strdup (item->finding),
                         .bookmark = item->bookmark,
                         .still = item->still != NULL ? g_strdup (item->still->sha256) : NULL });
}

void
sky_cases_window_export_case (SkyCasesWindow *self)
{
  g_return_if_fail (SKY_IS_CASES_WINDOW (self));

  GtkWindow *window;

  self->exports = self->asking > 0;
  if (self->exports)
    return;
  if (self->shown == 0)
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("There is no case to export")));
      return;
    }
  window = GTK_WINDOW (sky_export_window_new (
      GTK_WINDOW (self), sky_selection_get_desk (self->selection), self->shown));
  /* The ledger may have an entry more. */
  g_signal_connect_object (window, "destroy", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (window);
}

gboolean
sky_cases_window_is_settled (SkyCasesWindow *self)
{
  g_return_val_if_fail (SKY_IS_CASES_WINDOW (self), TRUE);
  return self->asking == 0;
}

GPtrArray *
sky_cases_window_get_cases (SkyCasesWindow *self)
{
  g_return_val_if_fail (SKY_IS_CASES_WINDOW (self), NULL);
  return self->cases;
}

GPtrArray *
sky_cases_window_get_items (SkyCasesWindow *self)
{
  g_return_val_if_fail (SKY_IS_CASES_WINDOW (self), NULL);
  return self->items;
}

GPtrArray *
sky_cases_window_get_log (SkyCasesWindow *self)
{
  g_return_val_if_fail (SKY_IS_CASES_WINDOW (self), NULL);
  return self->log;
}

const char *
sky_cases_window_get_note (SkyCasesWindow *self)
{
  g_return_val_if_fail (SKY_IS_CASES_WINDOW (self), NULL);
  return gtk_editable_get_text (GTK_EDITABLE (self->note));
}
