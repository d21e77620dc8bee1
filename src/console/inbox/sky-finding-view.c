/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-view.h"

#include <glib/gi18n.h>

#include "sky-check.h"
#include "sky-empty-list.h"
#include "sky-filter-chips.h"
#include "sky-filter-popover.h"
#include "sky-filter-text.h"
#include "sky-finding-columns.h"
#include "sky-late-menu.h"
#include "sky-left-out.h"
#include "sky-list-zone.h"
#include "sky-queue-cell.h"
#include "sky-queue-list.h"
#include "sky-row-drag.h"
#include "sky-row-selection.h"

/* Findings and what is none are shown by tables of their own: where columns come and go, hundreds
 * of rows are given other cells. */
typedef enum
{
  TABLE_FINDINGS,
  TABLE_OTHERS,
  N_TABLES,
} TableId;

typedef struct
{
  GtkColumnView *view;                         /* a template child */
  GtkColumnViewColumn *columns[SKY_N_COLUMNS]; /* borrowed; NULL: none */
  SkyRowSelection *selection;                  /* owned */
  SkyFindingSort sort;                         /* that its head shows */
  gboolean descending;
} Table;

struct _SkyFindingView
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkSearchEntry *search;
  GtkMenuButton *filter_button;
  SkyFilterPopover *filter_popover;
  GtkMenuButton *saved_button;
  SkySavedPopover *saved_popover;
  SkyFilterChips *chips;
  GtkToggleButton *changed_button;
  GtkLabel *n_changed;
  GtkRevealer *arrived_bar;
  GtkLabel *arrived;
  GtkLabel *summary;
  GtkLabel *zone;
  GtkMenuButton *order_button;
  GtkStack *pages;
  GtkColumnView *findings_view;
  GtkColumnView *others_view;
  GtkLabel *empty_title;
  GtkLabel *empty_text;
  GtkWidget *clear_button;

  Table tables[N_TABLES];
  Table *table; /* that is shown */

  /* Owned. */
  SkySelection *selection;
  SkyInbox *inbox; /* the selection's; borrowed */
  GSignalGroup *selection_signals;
  GSignalGroup *day_signals;
  GSignalGroup *clock_signals;
  GSignalGroup *inbox_signals;
  GSignalGroup *others_signals;
  GSignalGroup *intake_signals;
  GSignalGroup *model_signals;
  SkyCellPainter *painter;

  GSimpleActionGroup *orders; /* "order.by" and "order.descending", for the menu */

  char *words;            /* of the filter as shown last */
  gboolean setting_words; /* they are being put into the entry */
  int width;              /* as allocated last */
  int whole_check;        /* see get_whole_check(); 0: not known */
  guint serial;           /* of the font that it was measured with */
  guint columns_idle;     /* 0: none */
  int asked_column;       /* the first whose sorter was asked, see sorter_cb() */
  gboolean cards;         /* a finding is a card, no row of columns */
  gboolean showing_sort;  /* a head is being told how the list is sorted */
  gboolean following;
  gboolean to_follow; /* the session's item, when its row has come */
};

G_DEFINE_FINAL_TYPE (SkyFindingView, sky_finding_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SELECTION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* What was found is shown in so much room or not at all, px: the card has it too. */
#define LEAST_WHAT 200
/* Beside the text of a cell, both sides together, and a gap to the next, px. */
#define CELL_PADDING 14

/* --- Cells ------------------------------------------------------------------------------------ */

/* A column's factory makes cells of the column. */
typedef struct
{
  SkyColumn column;
  SkyFindingView *view; /* which has the factory */
} Cells;

static void
cells_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  Cells *cells = data;

  gtk_list_item_set_child (list_item,
                           sky_queue_cell_new (cells->column, cells->view->painter,
                                               sky_inbox_get_clock (cells->view->inbox)));
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  sky_queue_cell_set_row (SKY_QUEUE_CELL (gtk_list_item_get_child (list_item)),
                          gtk_list_item_get_item (list_item));
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  sky_queue_cell_set_row (SKY_QUEUE_CELL (gtk_list_item_get_child (list_item)), NULL);
}

/* --- Sorting ---------------------------------------------------------------------------------- */

/* The view's sorter is asked, never the rows: the store sorts them. A sorter of a column only tells
 * that it was asked first and, by what the view's sorter makes of the answer, in which direction.
 */
typedef struct
{
  SkyFindingView *view;
  int column;
} Asked;

static int
asked_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  Asked *asked = data;

  if (asked->view->asked_column < 0)
    asked->view->asked_column = asked->column;
  return -1;
}

/* What the menu of orders says, and its button. */
static void
update_order (SkyFindingView *self)
{
  gboolean descending;
  SkyFindingSort sort = sky_queue_model_get_sort (sky_inbox_get_model (self->inbox), &descending);
  GActionMap *map = G_ACTION_MAP (self->orders);

  /* A view that goes has its tables sorted by nothing. */
  if (self->order_button == NULL)
    return;
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "by")),
                             g_variant_new_int32 ((gint32) sort));
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "descending")),
                             g_variant_new_boolean (descending));
  for (guint i = 0; i < SKY_FINDING_ORDER_SIZE; i++)
    if (sky_finding_columns[sky_finding_order[i]].sort == (int) sort
        && self->table->columns[sky_finding_order[i]] != NULL)
      {
        g_autofree char *text = g_strdup_printf (
            "%s %s", _ (sky_finding_columns[sky_finding_order[i]].title), descending ? "↓" : "↑");
        g_autofree char *name = g_strdup_printf (
            /* Translators: a list's order, by the title of a column. */
            descending ? _ ("Sorted by %s, descending") : _ ("Sorted by %s"),
            _ (sky_finding_columns[sky_finding_order[i]].title));
        gtk_menu_button_set_label (self->order_button, text);
        gtk_accessible_update_property (GTK_ACCESSIBLE (self->order_button),
                                        GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
        return;
      }
}

static void
sorter_cb (SkyFindingView *self, GtkSorterChange change, GtkSorter *sorter)
{
  /* Two of them: a sorter is not asked about one and the same. */
  g_autoptr (SkyQueueItem) first = sky_queue_item_new (0);
  g_autoptr (SkyQueueItem) second = sky_queue_item_new (1);

  if (self->selection == NULL || self->showing_sort)
    return;
  self->asked_column = -1;
  GtkOrdering ordering = gtk_sorter_compare (sorter, first, second);
  self->table->sort = self->asked_column < 0
                          ? SKY_FINDING_SORT_TIME
                          : (SkyFindingSort) sky_finding_columns[self->asked_column].sort;
  self->table->descending = self->asked_column >= 0 && ordering == GTK_ORDERING_LARGER;
  sky_inbox_set_sort (self->inbox, self->table->sort, self->table->descending);
  update_order (self);
}

static void
add_column (SkyFindingView *self, Table *table, SkyColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  Cells *cells = g_new (Cells, 1);

  *cells = (Cells){ column, self };
  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), cells, cells_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  g_autoptr (GtkColumnViewColumn) view_column =
      gtk_column_view_column_new (_ (sky_finding_columns[column].title), factory);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, sky_finding_columns[column].width < 0);
  if (sky_finding_columns[column].width > 0)
    gtk_column_view_column_set_fixed_width (view_column, sky_finding_columns[column].width);
  if (sky_finding_columns[column].sort >= 0)
    {
      Asked *asked = g_new (Asked, 1);
      *asked = (Asked){ self, (int) column };
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (asked_cb, asked, g_free));
      gtk_column_view_column_set_sorter (view_column, sorter);
    }
  gtk_column_view_append_column (table->view, view_column);
  table->columns[column] = view_column;
}

/* The column of @table that sorts as @sort does; NULL: none. */
static GtkColumnViewColumn *
find_sorting (const Table *table, SkyFindingSort sort)
{
  for (guint i = 0; i < SKY_FINDING_ORDER_SIZE; i++)
    {
      if (sky_finding_columns[sky_finding_order[i]].sort == (int) sort
          && table->columns[sky_finding_order[i]] != NULL)
        return table->columns[sky_finding_order[i]];
    }
  return NULL;
}

/* While the other table was shown the list may have been sorted otherwise. */
static void
show_sort (SkyFindingView *self)
{
  gboolean descending;
  SkyFindingSort sort = sky_queue_model_get_sort (sky_inbox_get_model (self->inbox), &descending);

  if (sort == self->table->sort && descending == self->table->descending)
    return;
  self->table->sort = sort;
  self->table->descending = descending;
  self->showing_sort = TRUE;
  gtk_column_view_sort_by_column (self->table->view, find_sorting (self->table, sort),
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->showing_sort = FALSE;
  update_order (self);
}

static void
order_by_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  SkyFindingView *self = data;
  gboolean descending;

  sky_queue_model_get_sort (sky_inbox_get_model (self->inbox), &descending);
  sky_finding_view_sort_as (self, (SkyFindingSort) g_variant_get_int32 (value), descending);
}

static void
order_descending_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  sky_finding_view_turn_order (data);
}

/* All that the table can be sorted by, and the other way round. */
static void
make_order_menu (SkyFindingView *self, const Table *table)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) by = g_menu_new ();
  g_autoptr (GMenu) turn = g_menu_new ();
  g_autoptr (GMenuItem) descending = g_menu_item_new (_ ("Descending"), "order.descending");

  for (guint i = 0; i < SKY_FINDING_ORDER_SIZE; i++)
    if (sky_finding_columns[sky_finding_order[i]].sort >= 0
        && table->columns[sky_finding_order[i]] != NULL)
      {
        g_autoptr (GMenuItem) item =
            g_menu_item_new (_ (sky_finding_columns[sky_finding_order[i]].title), NULL);
        g_menu_item_set_action_and_target (item, "order.by", "i",
                                           sky_finding_columns[sky_finding_order[i]].sort);
        g_menu_append_item (by, item);
      }
  g_menu_item_set_attribute (descending, "accel", "s", "<Shift>h");
  g_menu_append_item (turn, descending);
  g_menu_append_section (menu, _ ("Sort By (H)"), G_MENU_MODEL (by));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (turn));
  sky_late_menu_set (self->order_button, G_MENU_MODEL (menu));
}

static void
add_order_actions (SkyFindingView *self)
{
  static const GActionEntry entries[] = {
    { .name = "by", .activate = order_by_cb, .parameter_type = "i", .state = "0" },
    { .name = "descending", .activate = order_descending_cb, .state = "false" },
  };

  self->orders = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->orders), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "order", G_ACTION_GROUP (self->orders));
}

/* --- What is shown ---------------------------------------------------------------------------- */

static void
update_empty (SkyFindingView *self)
{
  SkyListing listing = sky_inbox_get_listing (self->inbox);
  gboolean narrowed = sky_filter_is_set (sky_inbox_get_filter (self->inbox));
  g_autofree char *text = sky_empty_list_dup_text (self->inbox);

  gtk_label_set_label (self->empty_title, sky_empty_list_get_title (self->inbox));
  gtk_label_set_label (self->empty_text, text);
  gtk_widget_set_visible (self->clear_button, narrowed && listing != SKY_LISTING_BOOKMARKS);
}

static void
update_zone (SkyFindingView *self)
{
  sky_list_zone_show (self->selection, sky_clock_get_zone (sky_inbox_get_clock (self->inbox)),
                      self->zone);
}

static void
update_summary (SkyFindingView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (sky_inbox_get_model (self->inbox)));
  g_autofree char *text = NULL;

  switch (sky_queue_model_get_kind (sky_inbox_get_model (self->inbox)))
    {
    case SKY_QUEUE_ROUNDS:
      text = g_strdup_printf (ngettext ("%u round", "%u rounds", n), n);
      break;
    case SKY_QUEUE_BOOKMARKS:
      text = g_strdup_printf (ngettext ("%u bookmark", "%u bookmarks", n), n);
      break;
    case SKY_QUEUE_WITHDRAWN:
    case SKY_QUEUE_FINDINGS:
    default:
      text = g_strdup_printf (ngettext ("%u finding", "%u findings", n), n);
    }
  sky_left_out_show (self->inbox, text, self->summary);
  update_zone (self);
  update_empty (self);
  gtk_stack_set_visible_child_name (self->pages, n == 0 ? "empty"
                                                 : self->table == &self->tables[TABLE_FINDINGS]
                                                     ? "findings"
                                                     : "others");
}

/* A list that is another one is seen from its beginning, and so is what is left of one. */
static void
items_changed_cb (SkyFindingView *self, guint position, guint removed, guint added)
{
  update_summary (self);
  if (removed > 0
      && (added > 0
          || g_list_model_get_n_items (G_LIST_MODEL (sky_inbox_get_model (self->inbox))) == 0))
    gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->table->view)),
                              0);
}

/* How wide a column is in which the name of any check can be read, in the font that the list has.
 */
static int
get_whole_check (SkyFindingView *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self->findings_view));

  if (self->whole_check > 0 && self->serial == pango_context_get_serial (context))
    return self->whole_check;
  self->serial = pango_context_get_serial (context);
  g_autoptr (PangoLayout) layout = pango_layout_new (context);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  self->whole_check = 0;
  for (guint i = 0; i < SKY_N_CHECKS; i++)
    {
      int width;

      pango_layout_set_text (layout, _ (sky_check_title ((SkyCheck) i)), -1);
      pango_layout_get_pixel_size (layout, &width, NULL);
      self->whole_check = MAX (self->whole_check, width + CELL_PADDING);
    }
  return self->whole_check;
}

/* The room that the other columns leave goes to the check's name; where that leaves enough to read,
 * to what was found too, which else is not shown. The view would deal some of it out to columns
 * that are not shown. */
static void
share_rest (SkyFindingView *self, gboolean *wanted)
{
  GtkColumnViewColumn *check = self->table->columns[SKY_COLUMN_CHECK];
  GtkColumnViewColumn *what = self->table->columns[SKY_COLUMN_WHAT];
  int rest = self->width;

  if (wanted[SKY_COLUMN_CARD])
    gtk_column_view_column_set_fixed_width (self->table->columns[SKY_COLUMN_CARD], rest);
  if (check == NULL || !wanted[SKY_COLUMN_CHECK])
    return;
  for (guint i = 0; i < SKY_N_COLUMNS; i++)
    rest -= wanted[i] && i != SKY_COLUMN_CHECK ? MAX (sky_finding_columns[i].width, 0) : 0;
  int least = get_whole_check (self);
  wanted[SKY_COLUMN_WHAT] = wanted[SKY_COLUMN_WHAT] && rest >= least + LEAST_WHAT;
  gtk_column_view_column_set_fixed_width (
      check,
      wanted[SKY_COLUMN_WHAT] ? least : MAX (rest, sky_finding_columns[SKY_COLUMN_CHECK].width));
  if (wanted[SKY_COLUMN_WHAT])
    gtk_column_view_column_set_fixed_width (what, rest - least);
}

/* Cards have no heads: what sorts them is a menu. */
static void
show_cards (SkyFindingView *self, gboolean cards)
{
  /* The row of heads, which the toolkit has no name for. */
  GtkWidget *heads = gtk_widget_get_first_child (GTK_WIDGET (self->table->view));

  self->cards = cards;
  gtk_widget_set_visible (heads, !cards);
  gtk_column_view_set_show_row_separators (self->table->view, cards);
  gtk_widget_set_visible (GTK_WIDGET (self->order_button), cards);
}

static void
update_columns (SkyFindingView *self)
{
  gboolean wanted[SKY_N_COLUMNS];
  SkyListing listing = sky_inbox_get_listing (self->inbox);
  gboolean marked = sky_inbox_has_looked (self->inbox)
                    || sky_other_desks_get_n (sky_selection_get_others (self->selection)) > 0;

  for (guint i = 0; i < SKY_N_COLUMNS; i++)
    {
      wanted[i] = self->table->columns[i] != NULL
                  && sky_finding_column_is_wanted ((SkyColumn) i, listing, self->width, marked);
    }
  share_rest (self, wanted);
  for (guint i = 0; i < SKY_N_COLUMNS; i++)
    if (self->table->columns[i] != NULL)
      gtk_column_view_column_set_visible (self->table->columns[i], wanted[i]);
  show_cards (self, wanted[SKY_COLUMN_CARD]);
  update_summary (self);
}

/* The table that is not shown keeps its rows for when it is. */
static void
listing_cb (SkyFindingView *self)
{
  Table *table =
      &self->tables[sky_finding_columns_are_findings (sky_inbox_get_listing (self->inbox))
                        ? TABLE_FINDINGS
                        : TABLE_OTHERS];

  if (table != self->table)
    {
      sky_row_selection_rest (self->table->selection);
      self->table = table;
      show_sort (self);
      gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->table->view)),
                                0);
      sky_row_selection_set_model (table->selection,
                                   G_LIST_MODEL (sky_inbox_get_model (self->inbox)));
    }
  update_columns (self);
}

static gboolean
columns_idle_cb (gpointer data)
{
  SkyFindingView *self = data;

  self->columns_idle = 0;
  if (self->selection != NULL)
    update_columns (self);
  return G_SOURCE_REMOVE;
}

/* Which columns there is room for may have changed; they cannot change while room is being given.
 */
static void
sky_finding_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyFindingView *self = SKY_FINDING_VIEW (widget);

  gtk_widget_allocate (self->content, width, height, baseline, NULL);
  if (width == self->width)
    return;
  self->width = width;
  if (self->columns_idle == 0)
    self->columns_idle = g_idle_add_full (G_PRIORITY_DEFAULT, columns_idle_cb, self, NULL);
}

static void
sky_finding_view_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  gtk_widget_measure (SKY_FINDING_VIEW (widget)->content, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
query_cb (SkyFindingView *self)
{
  const SkyFindingFilter *filter = sky_inbox_get_filter (self->inbox);
  const char *text = filter->text != NULL ? filter->text : "";

  if (sky_filter_is_set (filter))
    gtk_widget_add_css_class (GTK_WIDGET (self->filter_button), "suggested-action");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->filter_button), "suggested-action");
  /* The filter's words may be others than were typed: a saved filter's, or none any more. What is
   * still being typed is left alone. */
  if (g_strcmp0 (text, self->words) != 0)
    {
      g_free (self->words);
      self->words = g_strdup (text);
      if (strcmp (text, gtk_editable_get_text (GTK_EDITABLE (self->search))) != 0)
        {
          /* The entry is empty for a moment, and says so at once; nobody has emptied it. */
          g_autofree char *words = g_strdup (text);
          self->setting_words = TRUE;
          gtk_editable_set_text (GTK_EDITABLE (self->search), words);
          self->setting_words = FALSE;
        }
    }
  update_empty (self);
  gtk_toggle_button_set_active (self->changed_button, filter->changed);
}

/* --- Selection -------------------------------------------------------------------------------- */

/* One row selected is looked at. Of several the one that is looked at stays, when it is among them;
 * they are decided together. */
static void
selected_cb (SkyFindingView *self, guint position, guint n, GtkSelectionModel *selection)
{
  if (self->following || self->selection == NULL
      || selection != GTK_SELECTION_MODEL (self->table->selection))
    return;

  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (selection);
  SkyQueueItem *item = sky_selection_get_item (self->selection);
  sky_inbox_set_chosen (self->inbox, chosen);
  if (gtk_bitset_is_empty (chosen)
      || (item != NULL && gtk_bitset_contains (chosen, sky_queue_item_get_position (item))
          && gtk_bitset_get_size (chosen) > 1))
    return;
  g_autoptr (SkyQueueItem) first = g_list_model_get_item (
      G_LIST_MODEL (sky_inbox_get_model (self->inbox)), gtk_bitset_get_minimum (chosen));
  if (first != NULL)
    sky_selection_select (self->selection, first);
}

/* Selects the session's item in the list, if it is there. */
static void
follow_item (SkyFindingView *self)
{
  SkyQueueItem *item = sky_selection_get_item (self->selection);
  GListModel *model = G_LIST_MODEL (sky_inbox_get_model (self->inbox));
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (self->table->selection);
  guint position = GTK_INVALID_LIST_POSITION;

  if (item != NULL && sky_queue_item_get_position (item) < g_list_model_get_n_items (model))
    {
      g_autoptr (SkyQueueItem) there =
          g_list_model_get_item (model, sky_queue_item_get_position (item));
      if (there == item)
        position = sky_queue_item_get_position (item);
    }
  self->to_follow = position != GTK_INVALID_LIST_POSITION
                    && position >= g_list_model_get_n_items (G_LIST_MODEL (selection));
  if (self->to_follow
      || (position != GTK_INVALID_LIST_POSITION
          && gtk_selection_model_is_selected (selection, position)))
    return;
  self->following = TRUE;
  if (position == GTK_INVALID_LIST_POSITION)
    gtk_selection_model_unselect_all (selection);
  else
    gtk_selection_model_select_item (selection, position, TRUE);
  self->following = FALSE;
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (selection);
  sky_inbox_set_chosen (self->inbox, chosen);
  /* The action is the inner list's, the last child of the view. */
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->table->view)),
                                "list.scroll-to-item", "u", position);
}

static void
rows_told_cb (SkyFindingView *self)
{
  if (self->to_follow)
    follow_item (self);
}

static void
activated_cb (SkyFindingView *self, guint position, GtkColumnView *view)
{
  sky_selection_select_position (self->selection, position);
}

/* --- What changed ----------------------------------------------------------------------------- */

/* The button that lists what changed alone says how much that is. */
static void
update_changed (SkyFindingView *self)
{
  gboolean looked = sky_inbox_has_looked (self->inbox);
  guint n = (guint) MIN (sky_inbox_get_n_changed (self->inbox), (guint64) G_MAXUINT);
  g_autofree char *count = n > 0 ? g_strdup_printf ("%u", n) : g_strdup ("");
  g_autofree char *tip =
      looked ? g_strdup_printf (ngettext ("%u finding changed since you last looked (U); "
                                          "Shift+U marks all as seen",
                                          "%u findings changed since you last looked (U); "
                                          "Shift+U marks all as seen",
                                          n),
                                n)
             : g_strdup (_ ("Nothing marked as seen yet (Shift+U)"));

  gtk_label_set_label (self->n_changed, count);
  gtk_widget_set_visible (GTK_WIDGET (self->n_changed), n > 0);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->changed_button), tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->changed_button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip, -1);
  gtk_toggle_button_set_active (self->changed_button, sky_inbox_get_filter (self->inbox)->changed);
}

static void
counts_cb (SkyFindingView *self)
{
  update_summary (self);
  update_columns (self);
  update_changed (self);
}

static void
changed_toggled_cb (SkyFindingView *self, GtkToggleButton *button)
{
  if (self->selection != NULL)
    sky_inbox_set_changed_only (self->inbox, gtk_toggle_button_get_active (button));
}

static void
arrived_cb (SkyFindingView *self)
{
  guint n = sky_inbox_get_n_arrived (self->inbox);
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u new finding in this list", "%u new findings in this list", n), n);

  if (n > 0)
    gtk_label_set_label (self->arrived, text);
  gtk_revealer_set_reveal_child (self->arrived_bar, n > 0);
}

static void
forget_arrived_cb (SkyFindingView *self, GtkButton *button)
{
  sky_inbox_forget_arrived (self->inbox);
}

/* --- Search ----------------------------------------------------------------------------------- */

static void
search_changed_cb (SkyFindingView *self, GtkSearchEntry *entry)
{
  if (self->setting_words)
    return;

  g_autoptr (SkyFindingFilter) filter =
      sky_finding_filter_copy (sky_inbox_get_filter (self->inbox));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));

  g_free (filter->text);
  filter->text = text[0] != '\0' ? g_strdup (text) : NULL;
  sky_inbox_set_filter (self->inbox, filter);
}

static void
stop_search_cb (SkyFindingView *self, GtkSearchEntry *entry)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  sky_finding_view_focus_list (self);
}

static void
search_activated_cb (SkyFindingView *self, GtkSearchEntry *entry)
{
  sky_finding_view_focus_list (self);
}

static void
clear_cb (SkyFindingView *self, GtkButton *button)
{
  sky_inbox_clear_filter (self->inbox);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_finding_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      g_value_set_object (value, SKY_FINDING_VIEW (object)->selection);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_finding_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      sky_finding_view_set_selection (SKY_FINDING_VIEW (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_finding_view_dispose (GObject *object)
{
  SkyFindingView *self = SKY_FINDING_VIEW (object);

  g_clear_handle_id (&self->columns_idle, g_source_remove);
  g_clear_object (&self->selection_signals);
  g_clear_object (&self->day_signals);
  g_clear_object (&self->clock_signals);
  g_clear_object (&self->inbox_signals);
  g_clear_object (&self->others_signals);
  g_clear_object (&self->intake_signals);
  g_clear_object (&self->model_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_FINDING_VIEW);
  for (guint i = 0; i < N_TABLES; i++)
    g_clear_object (&self->tables[i].selection);
  g_clear_object (&self->painter);
  g_clear_object (&self->orders);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (sky_finding_view_parent_class)->dispose (object);
}

static void
sky_finding_view_finalize (GObject *object)
{
  g_free (SKY_FINDING_VIEW (object)->words);
  G_OBJECT_CLASS (sky_finding_view_parent_class)->finalize (object);
}

static void
sky_finding_view_class_init (SkyFindingViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_finding_view_get_property;
  object_class->set_property = sky_finding_view_set_property;
  object_class->dispose = sky_finding_view_dispose;
  object_class->finalize = sky_finding_view_finalize;

  properties[PROP_SELECTION] =
      g_param_spec_object ("selection", NULL, NULL, SKY_TYPE_SELECTION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_signal_new ("dragging", SKY_TYPE_FINDING_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  g_type_ensure (SKY_TYPE_FILTER_CHIPS);
  g_type_ensure (SKY_TYPE_FILTER_POPOVER);
  g_type_ensure (SKY_TYPE_SAVED_POPOVER);
  widget_class->measure = sky_finding_view_measure;
  widget_class->size_allocate = sky_finding_view_size_allocate;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-finding-view.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, content);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, search);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, filter_button);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, filter_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, saved_button);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, saved_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, chips);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, changed_button);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, n_changed);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, arrived_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, arrived);
  gtk_widget_class_bind_template_callback (widget_class, changed_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, forget_arrived_cb);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, summary);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, zone);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, order_button);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, findings_view);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, others_view);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, empty_title);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, empty_text);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingView, clear_button);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_cb);
}

static void
drag_begin_cb (SkyFindingView *self, GdkDrag *drag, GtkDragSource *source)
{
  g_signal_emit_by_name (self, "dragging", TRUE);
}

static void
drag_end_cb (SkyFindingView *self, GdkDrag *drag, gboolean delete_data, GtkDragSource *source)
{
  g_signal_emit_by_name (self, "dragging", FALSE);
}

static void
add_table (SkyFindingView *self, TableId id, GtkColumnView *view)
{
  Table *table = &self->tables[id];
  SkyListing listing = id == TABLE_FINDINGS ? SKY_LISTING_ALL : SKY_LISTING_ROUNDS;

  table->view = view;
  GtkDragSource *source = sky_row_drag_new ();
  g_signal_connect_object (source, "drag-begin", G_CALLBACK (drag_begin_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (source, "drag-end", G_CALLBACK (drag_end_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (source));
  table->sort = SKY_FINDING_SORT_TIME;
  for (guint i = 0; i < SKY_FINDING_ORDER_SIZE; i++)
    {
      SkyColumn column = sky_finding_order[i];

      if (id == TABLE_FINDINGS ? column != SKY_COLUMN_SIGHT
                               : sky_finding_column_is_wanted (column, listing, G_MAXINT, TRUE))
        add_column (self, table, column);
    }
  gtk_column_view_sort_by_column (view, table->columns[SKY_COLUMN_TIME], GTK_SORT_ASCENDING);
  g_signal_connect_object (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (sorter_cb),
                           self, G_CONNECT_SWAPPED);
  table->selection = sky_row_selection_new ();
  sky_row_selection_pace (table->selection, GTK_WIDGET (view));
  /* When the view knows of them too. */
  g_signal_connect_object (table->selection, "items-changed", G_CALLBACK (rows_told_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (table->selection, "selection-changed", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
sky_finding_view_init (SkyFindingView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->painter = sky_cell_painter_new (GTK_WIDGET (self), sky_queue_cell_make_ready);
  add_order_actions (self);
  add_table (self, TABLE_FINDINGS, self->findings_view);
  add_table (self, TABLE_OTHERS, self->others_view);
  self->table = &self->tables[TABLE_FINDINGS];
  make_order_menu (self, self->table);

  self->selection_signals = g_signal_group_new (SKY_TYPE_SELECTION);
  self->day_signals = g_signal_group_new (SKY_TYPE_DAY_VIEW);
  g_signal_group_connect_swapped (self->day_signals, "notify::day", G_CALLBACK (update_zone), self);
  self->clock_signals = g_signal_group_new (SKY_TYPE_CLOCK);
  g_signal_group_connect_swapped (self->clock_signals, "notify::zone", G_CALLBACK (update_zone),
                                  self);
  self->inbox_signals = g_signal_group_new (SKY_TYPE_INBOX);
  self->others_signals = g_signal_group_new (SKY_TYPE_OTHER_DESKS);
  self->intake_signals = g_signal_group_new (SKY_TYPE_INTAKE);
  g_signal_group_connect_swapped (self->inbox_signals, "notify::listing", G_CALLBACK (listing_cb),
                                  self);
  g_signal_group_connect_swapped (self->selection_signals, "notify::item", G_CALLBACK (follow_item),
                                  self);
  g_signal_group_connect_swapped (self->intake_signals, "notify::job", G_CALLBACK (update_empty),
                                  self);
  g_signal_group_connect_swapped (self->inbox_signals, "query-changed", G_CALLBACK (query_cb),
                                  self);
  g_signal_group_connect_swapped (self->inbox_signals, "counts-changed", G_CALLBACK (counts_cb),
                                  self);
  g_signal_group_connect_swapped (self->others_signals, "present-changed",
                                  G_CALLBACK (update_columns), self);
  g_signal_group_connect_swapped (self->inbox_signals, "arrived-changed", G_CALLBACK (arrived_cb),
                                  self);
  self->model_signals = g_signal_group_new (SKY_TYPE_QUEUE_MODEL);
  g_signal_group_connect_swapped (self->model_signals, "items-changed",
                                  G_CALLBACK (items_changed_cb), self);
}

void
sky_finding_view_set_selection (SkyFindingView *self, SkySelection *selection)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));
  g_return_if_fail (selection == NULL || SKY_IS_SELECTION (selection));

  if (!g_set_object (&self->selection, selection))
    return;
  self->inbox = selection != NULL ? sky_selection_get_inbox (selection) : NULL;
  SkyQueueModel *model = selection != NULL ? sky_inbox_get_model (self->inbox) : NULL;
  g_signal_group_set_target (self->selection_signals, selection);
  g_signal_group_set_target (self->inbox_signals, self->inbox);
  g_signal_group_set_target (self->day_signals,
                             selection != NULL ? sky_selection_get_day_view (selection) : NULL);
  g_signal_group_set_target (self->clock_signals,
                             selection != NULL ? sky_inbox_get_clock (self->inbox) : NULL);
  g_signal_group_set_target (self->others_signals,
                             selection != NULL ? sky_selection_get_others (selection) : NULL);
  g_signal_group_set_target (
      self->intake_signals,
      selection != NULL ? sky_inbox_get_intake (sky_selection_get_inbox (selection)) : NULL);
  sky_filter_popover_set_inbox (self->filter_popover, self->inbox);
  sky_saved_popover_set_inbox (self->saved_popover, self->inbox);
  sky_filter_chips_set_inbox (self->chips, self->inbox);
  for (guint i = 0; i < N_TABLES; i++)
    {
      gtk_column_view_set_model (self->tables[i].view, NULL);
      sky_row_selection_set_model (self->tables[i].selection, NULL);
    }
  /* Before the rows: the view has moved when the end of a longer list goes. */
  g_signal_group_set_target (self->model_signals, model);
  for (guint i = 0; i < N_TABLES; i++)
    gtk_column_view_set_model (self->tables[i].view,
                               GTK_SELECTION_MODEL (self->tables[i].selection));
  sky_row_selection_set_model (self->table->selection, G_LIST_MODEL (model));
  if (selection != NULL)
    {
      listing_cb (self);
      counts_cb (self);
      query_cb (self);
      update_order (self);
      arrived_cb (self);
      follow_item (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

gboolean
sky_finding_view_is_settled (SkyFindingView *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_VIEW (self), TRUE);
  return self->columns_idle == 0 && sky_row_selection_is_settled (self->table->selection)
         && sky_cell_painter_is_done (self->painter);
}

gboolean
sky_finding_view_drop_rows (SkyFindingView *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_VIEW (self), FALSE);

  for (guint i = 0; i < N_TABLES; i++)
    if (sky_row_selection_drop_rows (self->tables[i].selection))
      return TRUE;
  return FALSE;
}

void
sky_finding_view_focus_search (SkyFindingView *self)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

void
sky_finding_view_focus_list (SkyFindingView *self)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->table->view));
}

void
sky_finding_view_open_filter (SkyFindingView *self)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));
  gtk_menu_button_popup (self->filter_button);
}

void
sky_finding_view_open_saved (SkyFindingView *self)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));
  gtk_menu_button_popup (self->saved_button);
}

SkySavedPopover *
sky_finding_view_get_saved (SkyFindingView *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_VIEW (self), NULL);
  return self->saved_popover;
}

GtkWidget *
sky_finding_view_get_list (SkyFindingView *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_VIEW (self), NULL);
  return GTK_WIDGET (self->table->view);
}

GtkSelectionModel *
sky_finding_view_get_rows (SkyFindingView *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_VIEW (self), NULL);
  return GTK_SELECTION_MODEL (self->table->selection);
}

char *
sky_finding_view_dup_empty_text (SkyFindingView *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_VIEW (self), NULL);

  if (strcmp (gtk_stack_get_visible_child_name (self->pages), "empty") != 0)
    return NULL;
  return g_strconcat (gtk_label_get_label (self->empty_title), "\n",
                      gtk_label_get_label (self->empty_text), NULL);
}

static void
sort_by (SkyFindingView *self, SkyColumn column, gboolean descending)
{
  gtk_column_view_sort_by_column (self->table->view, self->table->columns[column],
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/* The column in the place @place of those shown that sorts as @sort does, or of any that can be
 * sorted by when @sort is -1; -1: none. A card shows what all of them have. */
static int
find_sortable (SkyFindingView *self, guint place, int sort)
{
  SkyColumn column = sky_finding_order[place % SKY_FINDING_ORDER_SIZE];

  if (sky_finding_columns[column].sort < 0 || self->table->columns[column] == NULL
      || (!self->cards && !gtk_column_view_column_get_visible (self->table->columns[column]))
      || (sort >= 0 && sky_finding_columns[column].sort != sort))
    return -1;
  return (int) column;
}

void
sky_finding_view_sort_as (SkyFindingView *self, SkyFindingSort sort, gboolean descending)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));

  GtkColumnViewColumn *column = find_sorting (self->table, sort);
  if (column != NULL)
    gtk_column_view_sort_by_column (self->table->view, column,
                                    descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  else
    {
      /* For when findings are listed again. */
      sky_inbox_set_sort (self->inbox, sort, descending);
      show_sort (self);
    }
}

void
sky_finding_view_sort_next (SkyFindingView *self)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));

  int sort = (int) sky_queue_model_get_sort (sky_inbox_get_model (self->inbox), NULL);
  guint at = SKY_FINDING_ORDER_SIZE - 1;
  for (guint i = 0; i < SKY_FINDING_ORDER_SIZE; i++)
    {
      if (find_sortable (self, i, sort) >= 0)
        at = i;
    }
  for (guint i = 1; i <= SKY_FINDING_ORDER_SIZE; i++)
    {
      int next = find_sortable (self, at + i, -1);
      if (next < 0 || sky_finding_columns[next].sort == sort)
        continue;
      sort_by (self, (SkyColumn) next, FALSE);
      return;
    }
}

void
sky_finding_view_turn_order (SkyFindingView *self)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));

  gboolean descending;
  int sort = (int) sky_queue_model_get_sort (sky_inbox_get_model (self->inbox), &descending);
  for (guint i = 0; i < SKY_FINDING_ORDER_SIZE; i++)
    {
      int column = find_sortable (self, i, sort);
      if (column < 0)
        continue;
      sort_by (self, (SkyColumn) column, !descending);
      return;
    }
}

void
sky_finding_view_sort (SkyFindingView *self, SkyColumn column)
{
  g_return_if_fail (SKY_IS_FINDING_VIEW (self));
  g_return_if_fail (column < SKY_N_COLUMNS && self->table->columns[column] != NULL);
  g_return_if_fail (sky_finding_columns[column].sort >= 0);

  gboolean descending;
  SkyFindingSort sort = sky_queue_model_get_sort (sky_inbox_get_model (self->inbox), &descending);
  gboolean again = (int) sort == sky_finding_columns[column].sort && !descending;
  sort_by (self, column, again);
}
