/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-patterns-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-child-window.h"
#include "sky-filter-text.h"
#include "sky-help-window.h"
#include "sky-pattern-figures.h"
#include "sky-pattern-ledger.h"
#include "sky-pattern-pane.h"
#include "sky-pattern-reading.h"
#include "sky-pattern-record.h"
#include "sky-pattern-rounds.h"
#include "sky-pattern-row.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"
#include "sky-store-worker.h"
#include "sky-thread-task.h"

/* After so many frames all rows are where they belong. */
#define FRAMES_TO_TOP 3

struct _SkyPatternsWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkSpinner *spinner;
  GtkDropDown *kind;
  GtkToggleButton *reported;
  GtkSearchEntry *search;
  GtkStack *pages;
  AdwStatusPage *failed;
  GtkColumnView *view;
  GtkSingleSelection *chosen;
  GtkSortListModel *sorted;
  GtkFilterListModel *filtered;
  GtkStack *said;
  AdwStatusPage *unsaid;
  SkyPatternPane *pane;
  GtkLabel *remark;
  GtkLabel *summary;

  /* Owned. */
  SkySelection *selection;
  SkyStoreWorker *worker;
  GListStore *rows; /* of SkyPatternRow */
  GtkCustomFilter *filter;
  GCancellable *asking;    /* the question under way; NULL: none */
  GCancellable *noting;    /* the note under way about whom is looked at; NULL: none */
  GCancellable *searching; /* the search for the rounds in an arc; NULL: none */
  GPtrArray *rounds;       /* of SkyPatternRound: those listed; NULL: none are */
  GHashTable *noted;       /* of units: whom this person looked at */
  char *words;             /* that are searched for, in lower case */
  gboolean is_new;         /* the list, and nothing of it is chosen */
  guint to_top;            /* frames in which it still goes to its first row */
  gboolean writes_notes;   /* the ledger notes who is looked at */
};

G_DEFINE_FINAL_TYPE (SkyPatternsWindow, sky_patterns_window, ADW_TYPE_WINDOW)

enum
{
  TO_CASE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void ask (SkyPatternsWindow *self);

/* --- The list -----------------------------------------------------------------------------------
 */

static int
compare_texts (gconstpointer a, gconstpointer b, gpointer property)
{
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;

  g_object_get ((gpointer) a, property, &one, NULL);
  g_object_get ((gpointer) b, property, &other, NULL);
  return g_utf8_collate (one, other);
}

/* What is furthest above what reports, last: so the column's arrow says it. */
static int
compare_evidence (gconstpointer a, gconstpointer b, gpointer unused)
{
  double one = sky_pattern_row_get_excess ((SkyPatternRow *) a);
  double other = sky_pattern_row_get_excess ((SkyPatternRow *) b);

  return one < other ? -1 : one > other;
}

static int
compare_state (gconstpointer a, gconstpointer b, gpointer unused)
{
  static const char *const order[] = { "quiet", "depends", "not_borne_out", "reported",
                                       "confirmed" };
  guint places[2] = { 0, 0 };
  gconstpointer rows[] = { a, b };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    while (!g_str_equal (order[places[i]],
                         sky_pattern_state (sky_pattern_row_get_pattern ((gpointer) rows[i]))))
      places[i]++;
  return (int) places[0] - (int) places[1];
}

static const struct
{
  const char *title;
  const char *property; /* of SkyPatternRow */
  int width;            /* 0: what is left */
  const char *style;    /* NULL: none */
  GCompareDataFunc compare;
} columns[] = {
  { N_ ("What"), "what", 128, NULL, compare_texts },
  { N_ ("Unit"), "unit", 118, NULL, compare_texts },
  { N_ ("Table"), "tables", 78, "dim-label", compare_texts },
  { N_ ("Since"), "since", 86, "numeric", compare_texts },
  { N_ ("Evidence"), "evidence", 104, "numeric", compare_evidence },
  { N_ ("State"), "state", 0, NULL, compare_state },
};

static void
bind_text (GtkListItem *item, GtkWidget *widget, const char *from, const char *to)
{
  GtkExpression *row = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");

  gtk_expression_bind (gtk_property_expression_new (SKY_TYPE_PATTERN_ROW, row, from), widget, to,
                       item);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer index)
{
  const guint column = GPOINTER_TO_UINT (index);
  GtkWidget *label =
      g_object_new (GTK_TYPE_LABEL, "xalign", 0.0f, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  GtkWidget *box;

  if (columns[column].style != NULL)
    gtk_widget_add_css_class (label, columns[column].style);
  bind_text (item, label, columns[column].property, "label");
  bind_text (item, label, columns[column].property, "tooltip-text");
  if (columns[column].compare != compare_evidence)
    {
      gtk_list_item_set_child (item, label);
      return;
    }
  /* The words beside it say the same. */
  GtkWidget *bar = g_object_new (GTK_TYPE_PROGRESS_BAR, "valign", GTK_ALIGN_CENTER,
                                 "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  bind_text (item, bar, "share", "fraction");
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_list_item_set_child (item, box);
}

static void
add_columns (SkyPatternsWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;
      g_autoptr (GtkSorter) sorter = GTK_SORTER (
          gtk_custom_sorter_new (columns[i].compare, (gpointer) columns[i].property, NULL));

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (i));
      column = gtk_column_view_column_new (_ (columns[i].title), factory);
      gtk_column_view_column_set_sorter (column, sorter);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, columns[i].width == 0);
      if (columns[i].width != 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      gtk_column_view_append_column (self->view, column);
      if (columns[i].compare == compare_evidence)
        gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
    }
  gtk_sort_list_model_set_sorter (self->sorted, gtk_column_view_get_sorter (self->view));
}

static gboolean
to_top_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SkyPatternsWindow *self = data;

  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0);
  if (--self->to_top > 0)
    return G_SOURCE_CONTINUE;
  self->is_new = FALSE;
  return G_SOURCE_REMOVE;
}

/* The list stays with the row that came first, although others are put above it: it is to begin
 * with the first of them, which it knows once they are laid out. */
static void
pending_cb (SkyPatternsWindow *self)
{
  /* The window is being made, or goes. */
  if (self->filter == NULL)
    return;
  if (!self->is_new || gtk_filter_list_model_get_pending (self->filtered) != 0
      || gtk_sort_list_model_get_pending (self->sorted) != 0)
    return;
  if (self->to_top == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self->view), to_top_cb, self, NULL);
  self->to_top = FRAMES_TO_TOP;
}

/* --- The filter ---------------------------------------------------------------------------------
 */

static gboolean
has_words (SkyPatternRow *row, const char *words)
{
  const SkyPattern *pattern = sky_pattern_row_get_pattern (row);
  g_autofree char *unit = sky_pattern_unit (pattern);
  g_autofree char *text = g_strdup_printf ("%s %s", unit, pattern->property);
  g_autofree char *lower = g_utf8_strdown (text, -1);

  if (strstr (lower, words) != NULL)
    return TRUE;
  for (guint i = 0; i < pattern->tables->len; i++)
    {
      g_autofree char *table = g_utf8_strdown (pattern->tables->pdata[i], -1);

      if (strstr (table, words) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_wanted (gpointer item, gpointer data)
{
  SkyPatternsWindow *self = data;
  SkyPatternRow *row = SKY_PATTERN_ROW (item);
  guint kind = gtk_drop_down_get_selected (self->kind);

  /* The first is all of them. */
  if (kind != GTK_INVALID_LIST_POSITION && kind > 0
      && sky_pattern_row_get_pattern (row)->family != kind - 1)
    return FALSE;
  if (gtk_toggle_button_get_active (self->reported) && !sky_pattern_row_is_reported (row))
    return FALSE;
  return self->words == NULL || *self->words == '\0' || has_words (row, self->words);
}

static void
filter_cb (SkyPatternsWindow *self)
{
  /* The window is being made, or goes. */
  if (self->filter == NULL)
    return;
  g_free (self->words);
  self->words = g_utf8_strdown (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
offer_kinds (SkyPatternsWindow *self)
{
  g_autoptr (GtkStringList) kinds = gtk_string_list_new (NULL);

  gtk_string_list_append (kinds, _ ("All kinds"));
  for (guint i = 0; i < SKY_N_FAMILIES; i++)
    gtk_string_list_take (kinds, sky_phrase_show (sky_family_title (i)));
  gtk_drop_down_set_model (self->kind, G_LIST_MODEL (kinds));
}

/* --- Whom one looks at --------------------------------------------------------------------------
 */

typedef struct
{
  char *credential;
  char *name;
  SkyPatternRow *row;
} Note;

/* Returns: its argument, or NULL with @error set. */
static gpointer
note_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Note *note = data;
  const SkyReviewer reviewer = { note->credential, note->name };

  return sky_pattern_note_look (sky_pattern_row_get_pattern (note->row), store, &reviewer, error)
             ? data
             : NULL;
}

static SkyPatternRow *
get_chosen (SkyPatternsWindow *self)
{
  return gtk_single_selection_get_selected_item (self->chosen);
}

static void
show_pane (SkyPatternsWindow *self, SkyPatternRow *row)
{
  sky_pattern_pane_set_pattern (self->pane, sky_pattern_row_get_patterns (row),
                                sky_pattern_row_get_pattern (row));
  gtk_stack_set_visible_child_name (self->said, "pattern");
}

static void
show_unsaid (SkyPatternsWindow *self, const char *title, const char *why)
{
  sky_pattern_pane_set_pattern (self->pane, NULL, NULL);
  adw_status_page_set_title (self->unsaid, title);
  adw_status_page_set_description (self->unsaid, why);
  gtk_stack_set_visible_child_name (self->said, "nothing");
}

static void
stop_noting (SkyPatternsWindow *self)
{
  if (self->noting != NULL)
    g_cancellable_cancel (self->noting);
  g_clear_object (&self->noting);
}

typedef struct
{
  SkyPatternsWindow *self;
  SkyPatternRow *row;
  GCancellable *noting;
} Look;

static void
look_free (Look *look)
{
  g_object_unref (look->self);
  g_object_unref (look->row);
  g_object_unref (look->noting);
  g_free (look);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

/* What may not be noted is not shown. */
static void
noted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Look) look = data;
  SkyPatternsWindow *self = look->self;
  g_autoptr (GError) error = NULL;
  gpointer done = sky_store_worker_finish (result, &error);

  /* Something else is looked at, or the window is gone. */
  if (look->noting != self->noting)
    return;
  g_clear_object (&self->noting);
  if (done == NULL)
    {
      show_unsaid (self, _ ("Not Shown"), error->message);
      return;
    }
  g_hash_table_add (self->noted, g_strdup (sky_pattern_row_get_pattern (look->row)->unit));
  show_pane (self, look->row);
}

static void
note_look (SkyPatternsWindow *self, SkyPatternRow *row)
{
  SkyReviewDesk *desk = sky_selection_get_desk (self->selection);
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (desk);
  Note *note = sky_thread_task_new (Note);
  Look *look = g_new0 (Look, 1);

  note->credential = sky_thread_task_copy_text (note, sky_review_desk_get_credential (desk));
  note->name = sky_thread_task_copy_text (note, sky_review_desk_get_name (desk));
  note->row = sky_thread_task_keep (note, g_object_ref (row), g_object_unref);
  self->noting = g_cancellable_new ();
  look->self = g_object_ref (self);
  look->row = g_object_ref (row);
  look->noting = g_object_ref (self->noting);
  show_unsaid (self, _ ("One Moment"), _ ("The ledger notes who is looked at."));
  sky_store_worker_sign_in (self->worker, note->credential, identity);
  sky_store_worker_run_once (self->worker, note_in_thread, note, sky_thread_task_free, NULL,
                             noted_cb, look);
}

static void stop_searching (SkyPatternsWindow *self);

static void
chosen_cb (SkyPatternsWindow *self)
{
  SkyPatternRow *row;
  const SkyPattern *pattern;

  /* The window is being made, or goes. */
  if (self->filter == NULL)
    return;
  row = get_chosen (self);
  pattern = row != NULL ? sky_pattern_row_get_pattern (row) : NULL;
  stop_noting (self);
  stop_searching (self);
  if (row == NULL)
    show_unsaid (self, _ ("Nothing Chosen"), _ ("Choose a row of the list."));
  else if (self->writes_notes && sky_family_is_of_people (pattern->family)
           && !g_hash_table_contains (self->noted, pattern->unit))
    note_look (self, row);
  else
    show_pane (self, row);
}

/* --- Rounds -------------------------------------------------------------------------------------
 */

/* The errors of a dealer, or with a patron; or with @table the rounds there. */
static void
rounds_cb (SkyPatternsWindow *self, const char *table, SkyPatternPane *pane)
{
  SkyPatternRow *row = get_chosen (self);
  const SkyPattern *pattern = row != NULL ? sky_pattern_row_get_pattern (row) : NULL;
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  SkyInbox *inbox = sky_selection_get_inbox (self->selection);
  g_autoptr (SkyFindingFilter) filter = NULL;

  if (pattern == NULL)
    return;
  filter = sky_finding_filter_copy (sky_inbox_get_filter (inbox));
  sky_filter_clear (filter);
  sky_filter_set_text (filter, SKY_FILTER_PROPERTY, pattern->property);
  if (table != NULL)
    sky_filter_set_text (filter, SKY_FILTER_TABLE, table);
  else
    {
      sky_filter_set_text (filter, SKY_FILTER_CHECK, "settle.*");
      sky_filter_set_text (filter, SKY_FILTER_DEALER, pattern->dealer);
      if (pattern->patron != NULL)
        sky_filter_set_text (filter, SKY_FILTER_PATRON, pattern->patron);
    }
  if (pattern->standing.n > 0)
    {
      filter->first_day = pattern->standing.since;
      filter->last_day = pattern->standing.last_day;
    }
  sky_inbox_set_filter (inbox, filter);
  sky_inbox_set_listing (inbox, table != NULL ? SKY_LISTING_ROUNDS : SKY_LISTING_ALL);
  if (parent != NULL)
    gtk_window_present (parent);
}

/* --- The last rounds in an arc ------------------------------------------------------------------
 */

typedef struct
{
  GPtrArray *rounds;
  guint n_unread;
} Found;

static void
found_free (Found *self)
{
  g_ptr_array_unref (self->rounds);
  g_free (self);
}

static gpointer
search_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const SkyPattern *pattern = sky_pattern_row_get_pattern (data);
  guint n_unread;
  GPtrArray *rounds =
      sky_pattern_list_rounds (pattern, store, SKY_PATTERN_ROUNDS, &n_unread, error);
  Found *found;

  if (rounds == NULL)
    return NULL;
  found = g_new (Found, 1);
  *found = (Found){ rounds, n_unread };
  return found;
}

static void
stop_searching (SkyPatternsWindow *self)
{
  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_pointer (&self->rounds, g_ptr_array_unref);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyPatternsWindow) self = SKY_PATTERNS_WINDOW (data);
  g_autoptr (GError) error = NULL;
  Found *found = sky_store_worker_finish (result, &error);

  /* Something else is looked at, or the window is gone. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    {
      g_clear_pointer (&found, found_free);
      return;
    }
  g_clear_object (&self->searching);
  if (found == NULL)
    {
      sky_pattern_pane_set_rounds (self->pane, NULL, 0, error->message);
      return;
    }
  self->rounds = g_ptr_array_ref (found->rounds);
  sky_pattern_pane_set_rounds (self->pane, found->rounds, found->n_unread, NULL);
  found_free (found);
}

static void
arc_cb (SkyPatternsWindow *self, SkyPatternPane *pane)
{
  SkyPatternRow *row = get_chosen (self);

  if (row == NULL)
    return;
  stop_searching (self);
  self->searching = g_cancellable_new ();
  sky_store_worker_run (self->worker, NULL, search_in_thread, g_object_ref (row), g_object_unref,
                        (GDestroyNotify) found_free, self->searching, found_cb,
                        g_object_ref (self));
}

/* One of those listed, in the main window. */
static void
round_cb (SkyPatternsWindow *self, guint index, SkyPatternPane *pane)
{
  SkyPatternRow *row = get_chosen (self);
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  const SkyPatternRound *round;

  if (row == NULL || self->rounds == NULL || index >= self->rounds->len)
    return;
  round = self->rounds->pdata[index];
  sky_selection_show_spot (self->selection, sky_pattern_row_get_pattern (row)->property,
                           round->table, round->game, round->gaming_day, round->at);
  if (parent != NULL)
    gtk_window_present (parent);
}

/* What is told now, with what it follows from. */
static void
to_case_cb (SkyPatternsWindow *self)
{
  SkyPatternRow *row = get_chosen (self);
  const SkyPattern *pattern = row != NULL ? sky_pattern_row_get_pattern (row) : NULL;
  g_autofree char *record = pattern != NULL ? sky_pattern_dup_record (pattern) : NULL;
  g_autofree char *phrase = NULL;
  g_autofree char *sentence = NULL;
  g_autofree char *what = NULL;
  g_autofree char *unit = NULL;
  g_autofree char *title = NULL;

  if (record == NULL)
    return;
  phrase = sky_pattern_sentence (pattern);
  sentence = sky_phrase_show (phrase);
  what = sky_phrase_show (sky_family_title (pattern->family));
  unit = sky_pattern_unit (pattern);
  title = g_strdup_printf ("%s · %s", what, unit);
  g_signal_emit (self, signals[TO_CASE], 0, title, sentence, record);
}

/* --- Asking -------------------------------------------------------------------------------------
 */

typedef struct
{
  char *credential;
  char *name;
} Question;

typedef struct
{
  GPtrArray *rows; /* of SkyPatternRow */
  char *summary;
  guint n_without;
  gboolean people;
  gboolean writes_notes;
  char *not_kept; /* why what is reported now was not kept; NULL: it was, or nothing was */
} Answer;

static void
answer_free (Answer *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->rows);
  g_free (self->summary);
  g_free (self->not_kept);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static char *
summarize (const SkyPatterns *patterns)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < patterns->summaries->len; i++)
    {
      g_autofree char *phrase = sky_pattern_summary_sentence (patterns->summaries->pdata[i]);
      g_autofree char *sentence = sky_phrase_show (phrase);

      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, sentence);
    }
  return g_string_free (text, FALSE);
}

/* What is told for the first time is kept, and who is told notes in the ledger how it stands. */
static gboolean
keep (const SkyPatterns *patterns,
      SkyStore *store,
      const Question *question,
      gboolean notes,
      GError **error)
{
  const SkyReviewer reviewer = { question->credential, question->name };
  gboolean may;

  if (sky_patterns_has_news (patterns)
      && (!sky_store_may_note_reports (store, &may, error)
          || (may && !sky_patterns_keep_news (patterns, store, error))))
    return FALSE;
  return !notes || question->credential == NULL || question->name == NULL
         || sky_patterns_note_in_ledger (patterns, store, &reviewer, NULL, error);
}

static gpointer
read_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Question *question = data;
  SkyPatternsRequest request = { .until = G_MAXINT32, .hold = TRUE };
  g_autoptr (SkyPatterns) patterns = NULL;
  g_autoptr (GError) trouble = NULL;
  gboolean writes = sky_store_get_mode (store) != SKY_STORE_READ_ONLY, is_auditor;
  guint n_without;
  Answer *answer;

  if (!sky_patterns_may_see_people (store, question->credential, &request.people, &is_auditor,
                                    error))
    return NULL;
  patterns = sky_patterns_read (store, &request, &n_without, error);
  if (patterns == NULL)
    return NULL;
  answer = g_new0 (Answer, 1);
  answer->rows = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < patterns->patterns->len; i++)
    g_ptr_array_add (answer->rows, sky_pattern_row_new (patterns, patterns->patterns->pdata[i]));
  answer->summary = summarize (patterns);
  answer->n_without = n_without;
  answer->people = request.people;
  answer->writes_notes = writes && !is_auditor;
  if (answer->writes_notes && !keep (patterns, store, question, request.people, &trouble))
    answer->not_kept = g_strdup (trouble->message);
  return answer;
}

static void
set_asking (SkyPatternsWindow *self, GCancellable *asking)
{
  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_set_object (&self->asking, asking);
  gtk_spinner_set_spinning (self->spinner, asking != NULL);
}

/* What the list does not have, and why: a line each. */
static void
remark (SkyPatternsWindow *self, const Answer *answer)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  if (!answer->people)
    g_ptr_array_add (lines,
                     g_strdup (_ ("What concerns people is shown to investigators and auditors.")));
  if (answer->n_without > 0)
    g_ptr_array_add (
        lines, g_strdup_printf (ngettext ("%u log was audited by an earlier Skyward and is not "
                                          "counted. Audit it again.",
                                          "%u logs were audited by an earlier Skyward and are not "
                                          "counted. Audit them again.",
                                          answer->n_without),
                                answer->n_without));
  if (answer->not_kept != NULL)
    /* Translators: %s is why. */
    g_ptr_array_add (
        lines, g_strdup_printf (_ ("What is reported now is not kept: %s"), answer->not_kept));
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **) lines->pdata);
  gtk_label_set_label (self->remark, text);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), *text != '\0');
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyPatternsWindow) self = SKY_PATTERNS_WINDOW (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (Answer) answer = sky_store_worker_finish (result, &error);

  /* A newer question is under way, or the window is gone. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  set_asking (self, NULL);
  if (answer == NULL)
    {
      adw_status_page_set_description (self->failed, error->message);
      gtk_stack_set_visible_child_name (self->pages, "failed");
      return;
    }
  self->writes_notes = answer->writes_notes;
  gtk_label_set_label (self->summary, answer->summary);
  remark (self, answer);
  self->is_new = get_chosen (self) == NULL;
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                       answer->rows->pdata, answer->rows->len);
  gtk_stack_set_visible_child_name (self->pages, answer->rows->len > 0 ? "patterns" : "empty");
  pending_cb (self);
}

static void
ask (SkyPatternsWindow *self)
{
  SkyReviewDesk *desk = sky_selection_get_desk (self->selection);
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (desk);
  g_autoptr (GCancellable) asking = g_cancellable_new ();
  Question *question = sky_thread_task_new (Question);

  question->credential =
      sky_thread_task_copy_text (question, sky_review_desk_get_credential (desk));
  question->name = sky_thread_task_copy_text (question, sky_review_desk_get_name (desk));
  set_asking (self, asking);
  sky_store_worker_sign_in (self->worker, question->credential, identity);
  sky_store_worker_run (self->worker, NULL, read_in_thread, question, sky_thread_task_free,
                        (GDestroyNotify) answer_free, asking, read_cb, g_object_ref (self));
}

/* Who sits here may see other things. */
static void
reviewer_cb (SkyPatternsWindow *self)
{
  stop_noting (self);
  g_hash_table_remove_all (self->noted);
  g_list_store_remove_all (self->rows);
  gtk_stack_set_visible_child_name (self->pages, "waiting");
  ask (self);
}

/* --- Actions ------------------------------------------------------------------------------------
 */

static void
again_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask (SKY_PATTERNS_WINDOW (widget));
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (SKY_PATTERNS_WINDOW (widget)->search));
}

static void
reported_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkToggleButton *button = SKY_PATTERNS_WINDOW (widget)->reported;

  gtk_toggle_button_set_active (button, !gtk_toggle_button_get_active (button));
}

static void
case_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyPatternsWindow *self = SKY_PATTERNS_WINDOW (widget);

  /* A person's pattern that is not shown yet is not put anywhere. */
  if (g_str_equal (gtk_stack_get_visible_child_name (self->said), "pattern"))
    to_case_cb (self);
}

static void
help_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyHelpWindow *help = sky_help_window_new (GTK_WINDOW (widget));

  sky_help_window_show_page (help, "4-patterns");
  gtk_window_present (GTK_WINDOW (help));
}

/* --- The window ---------------------------------------------------------------------------------
 */

gboolean
sky_patterns_window_is_settled (SkyPatternsWindow *self)
{
  g_return_val_if_fail (SKY_IS_PATTERNS_WINDOW (self), FALSE);
  return self->asking == NULL && self->noting == NULL && self->searching == NULL
         && gtk_filter_list_model_get_pending (self->filtered) == 0
         && gtk_sort_list_model_get_pending (self->sorted) == 0
         && sky_pattern_pane_is_complete (self->pane);
}

GListModel *
sky_patterns_window_get_rows (SkyPatternsWindow *self)
{
  g_return_val_if_fail (SKY_IS_PATTERNS_WINDOW (self), NULL);
  return G_LIST_MODEL (self->sorted);
}

void
sky_patterns_window_choose (SkyPatternsWindow *self, guint position)
{
  g_return_if_fail (SKY_IS_PATTERNS_WINDOW (self));
  gtk_single_selection_set_selected (self->chosen, position);
}

static void
sky_patterns_window_dispose (GObject *object)
{
  SkyPatternsWindow *self = SKY_PATTERNS_WINDOW (object);

  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  stop_noting (self);
  stop_searching (self);
  g_clear_object (&self->filter);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_PATTERNS_WINDOW);
  g_clear_object (&self->rows);
  g_clear_object (&self->worker);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->noted, g_hash_table_unref);
  g_clear_pointer (&self->words, g_free);
  G_OBJECT_CLASS (sky_patterns_window_parent_class)->dispose (object);
}

static void
sky_patterns_window_class_init (SkyPatternsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_patterns_window_dispose;
  signals[TO_CASE] =
      g_signal_new ("to-case", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  g_type_ensure (SKY_TYPE_PATTERN_PANE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-patterns-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, kind);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, reported);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, search);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, failed);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, view);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, chosen);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, sorted);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, filtered);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, said);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, unsaid);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, pane);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, remark);
  gtk_widget_class_bind_template_child (widget_class, SkyPatternsWindow, summary);
  gtk_widget_class_bind_template_callback (widget_class, filter_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, rounds_cb);
  gtk_widget_class_bind_template_callback (widget_class, arc_cb);
  gtk_widget_class_bind_template_callback (widget_class, round_cb);
  gtk_widget_class_bind_template_callback (widget_class, to_case_cb);

  gtk_widget_class_install_action (widget_class, "patterns.again", NULL, again_action);
  gtk_widget_class_install_action (widget_class, "patterns.search", NULL, search_action);
  gtk_widget_class_install_action (widget_class, "patterns.reported", NULL, reported_action);
  gtk_widget_class_install_action (widget_class, "patterns.to-case", NULL, case_action);
  gtk_widget_class_install_action (widget_class, "patterns.help", NULL, help_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "patterns.again", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "patterns.search",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK,
                                       "patterns.reported", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_b, GDK_CONTROL_MASK,
                                       "patterns.to-case", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "patterns.help", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_patterns_window_init (SkyPatternsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->rows = g_list_store_new (SKY_TYPE_PATTERN_ROW);
  offer_kinds (self);
  add_columns (self);
  self->filter = gtk_custom_filter_new (is_wanted, self, NULL);
  gtk_filter_list_model_set_filter (self->filtered, GTK_FILTER (self->filter));
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (self->rows));
  g_signal_connect_object (self->filtered, "notify::pending", G_CALLBACK (pending_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sorted, "notify::pending", G_CALLBACK (pending_cb), self,
                           G_CONNECT_SWAPPED);
  chosen_cb (self);
}

SkyPatternsWindow *
sky_patterns_window_new (GtkWindow *parent, SkySelection *selection)
{
  SkyPatternsWindow *self = sky_child_window_new (SKY_TYPE_PATTERNS_WINDOW, parent);
  SkyReviewDesk *desk = sky_selection_get_desk (selection);

  self->selection = g_object_ref (selection);
  self->worker = sky_store_link_new_worker (sky_review_desk_get_link (desk));
  g_signal_connect_object (desk, "reviewer-changed", G_CALLBACK (reviewer_cb), self,
                           G_CONNECT_SWAPPED);
  ask (self);
  return self;
}
