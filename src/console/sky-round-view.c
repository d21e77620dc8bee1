/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-round-view.h"

#include <glib/gi18n.h>

#include "sky-confirmation-sheet.h"
#include "sky-layout-view.h"
#include "sky-step-row.h"
#include "sky-wager-item.h"

/* Of the table of wagers. */
enum
{
  COLUMN_NAME,
  COLUMN_AMOUNT,
  COLUMN_RECORDED,
  COLUMN_RECOMPUTED,
  COLUMN_DIFFERENCE,
  N_COLUMNS,
};

struct _SkyRoundView
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkPaned *paned;
  GtkPaned *details; /* wagers and steps */
  SkyLayoutView *layout;
  GtkLabel *title;
  GtkStack *pages;
  GtkColumnView *wagers_view;
  GtkColumnViewColumn *columns[N_COLUMNS]; /* borrowed of the view */
  GtkListBox *steps_box;
  GtkLabel *no_steps;
  SkyConfirmationSheet *sheet;
  GtkToggleButton *sheet_button;

  /* Owned. */
  SkySession *session;
  GSignalGroup *session_signals;
  GListStore *wagers;
  GtkSingleSelection *selection;
  guint n_steps;
  guint n_filled;    /* how many of them have their row */
  guint filling;     /* tick callback; 0: none */
  guint fitting;     /* idle source; 0: none */
  gboolean pointing; /* the selection follows what is pointed at, not the other way round */
};

G_DEFINE_FINAL_TYPE (SkyRoundView, sky_round_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- The table of wagers ---------------------------------------------------------------------- */

typedef const char *(*WagerText) (SkyWagerItem *item);

static void
enter_cb (GtkListItem *list_item, double x, double y, GtkEventController *motion)
{
  GtkWidget *cell = gtk_event_controller_get_widget (motion);
  GtkWidget *view = gtk_widget_get_ancestor (cell, SKY_TYPE_ROUND_VIEW);
  SkyWagerItem *item = gtk_list_item_get_item (list_item);

  if (view != NULL && item != NULL)
    sky_session_set_pointed (SKY_ROUND_VIEW (view)->session, sky_wager_item_get_id (item));
}

/* The whole text, which the cell may cut. It is asked for when it is to be shown: a cell that is
 * given a tooltip with every text asks the display where the pointer is each time. */
static gboolean
query_tooltip_cb (GtkLabel *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const char *text = gtk_label_get_label (label);

  if (text[0] == '\0')
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (
      GTK_LABEL (label),
      data == sky_wager_item_get_amount || data == sky_wager_item_get_difference ? 1 : 0);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (enter_cb), list_item);
  gtk_widget_add_controller (label, motion);
  gtk_list_item_set_child (list_item, label);
}

/* What the cell of @list_item says of its wager. */
typedef struct
{
  GtkListItem *list_item; /* borrowed: it holds this */
  WagerText get_text;
} Cell;

static void
changed_cb (Cell *cell, SkyWagerItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (cell->list_item);
  gboolean marked =
      cell->get_text == sky_wager_item_get_difference && sky_wager_item_get_differs (item);

  gtk_label_set_label (GTK_LABEL (label), cell->get_text (item));
  /* A tooltip that is open on the cell says what stands in it now. */
  if (gtk_widget_get_state_flags (label) & GTK_STATE_FLAG_PRELIGHT)
    gtk_widget_trigger_tooltip_query (label);
  if (marked)
    gtk_widget_add_css_class (label, "error");
  else
    gtk_widget_remove_css_class (label, "error");
}

static const struct
{
  const char *title;
  WagerText get_text;
  int width; /* at least, px */
} columns[N_COLUMNS] = {
  [COLUMN_NAME] = { N_ ("Wager"), sky_wager_item_get_name, 64 },
  [COLUMN_AMOUNT] = { N_ ("Amount"), sky_wager_item_get_amount, 68 },
  [COLUMN_RECORDED] = { N_ ("Recorded"), sky_wager_item_get_recorded, 96 },
  [COLUMN_RECOMPUTED] = { N_ ("Recomputed"), sky_wager_item_get_recomputed, 96 },
  [COLUMN_DIFFERENCE] = { N_ ("Difference"), sky_wager_item_get_difference, 76 },
};

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  SkyWagerItem *item = gtk_list_item_get_item (list_item);
  Cell *cell = g_new (Cell, 1);

  *cell = (Cell){ list_item, (WagerText) data };
  g_object_set_data_full (G_OBJECT (list_item), "cell", cell, g_free);
  g_signal_connect_swapped (item, "changed", G_CALLBACK (changed_cb), cell);
  changed_cb (cell, item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (list_item),
                                        g_object_get_data (G_OBJECT (list_item), "cell"));
  g_object_set_data (G_OBJECT (list_item), "cell", NULL);
}

static void
add_column (SkyRoundView *self, guint i)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), (gpointer) columns[i].get_text);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), (gpointer) columns[i].get_text);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  self->columns[i] = gtk_column_view_column_new (_ (columns[i].title), factory);
  gtk_column_view_column_set_fixed_width (self->columns[i], columns[i].width);
  gtk_column_view_column_set_resizable (self->columns[i], TRUE);
  gtk_column_view_append_column (self->wagers_view, self->columns[i]);
  g_object_unref (self->columns[i]); /* the view's own */
}

/* With less room than this, px, the amounts give way to the names: they are on the chips, in the
 * steps and in what is said of a wager that is pointed at. */
#define ROOM_FOR_AMOUNTS 480

/* As wide a column of names as cuts few of them, px. */
#define ROOM_FOR_NAMES 190

/* The view would deal its room out evenly, and does not do it again when a column goes; here it
 * goes to the names first, then to what was settled too. */
static gboolean
fit_cb (gpointer data)
{
  SkyRoundView *self = data;
  GtkAdjustment *across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->wagers_view));
  int room = (int) gtk_adjustment_get_page_size (across);
  gboolean amounts = room >= ROOM_FOR_AMOUNTS;
  int spare = room;
  int names;

  self->fitting = 0;
  for (guint i = 0; i < N_COLUMNS; i++)
    spare -= i != COLUMN_AMOUNT || amounts ? columns[i].width : 0;
  spare = MAX (spare, 0);
  names = MIN (spare, ROOM_FOR_NAMES - columns[COLUMN_NAME].width);
  spare = (spare - names) / 3;
  gtk_column_view_column_set_visible (self->columns[COLUMN_AMOUNT], amounts);
  gtk_column_view_column_set_fixed_width (self->columns[COLUMN_NAME],
                                          columns[COLUMN_NAME].width + names + spare);
  gtk_column_view_column_set_fixed_width (self->columns[COLUMN_RECORDED],
                                          columns[COLUMN_RECORDED].width + spare);
  gtk_column_view_column_set_fixed_width (self->columns[COLUMN_RECOMPUTED],
                                          columns[COLUMN_RECOMPUTED].width + spare);
  return G_SOURCE_REMOVE;
}

/* Columns cannot come and go while room is being given. */
static void
room_cb (SkyRoundView *self)
{
  if (self->fitting == 0)
    self->fitting = g_idle_add (fit_cb, self);
}

static void
selected_cb (SkyRoundView *self)
{
  SkyWagerItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (!self->pointing && item != NULL)
    sky_session_set_pointed (self->session, sky_wager_item_get_id (item));
}

static void
select_pointed (SkyRoundView *self)
{
  const char *pointed = sky_session_get_pointed (self->session);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->wagers));
  guint found = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; pointed != NULL && i < n && found == GTK_INVALID_LIST_POSITION; i++)
    {
      g_autoptr (SkyWagerItem) item = g_list_model_get_item (G_LIST_MODEL (self->wagers), i);
      if (strcmp (sky_wager_item_get_id (item), pointed) == 0)
        found = i;
    }
  self->pointing = TRUE;
  gtk_single_selection_set_selected (self->selection, found);
  self->pointing = FALSE;
  /* The action is the inner list's, the last child of the view. */
  if (found != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->wagers_view)),
                                "list.scroll-to-item", "u", found);
}

/* --- The steps -------------------------------------------------------------------------------- */

static void
step_activated_cb (SkyRoundView *self, GtkListBoxRow *row, GtkListBox *box)
{
  SkyTableDay *day = sky_session_get_day (self->session);
  const SkyDayEvent *event =
      sky_table_day_find_event (day, sky_step_row_get_seq (SKY_STEP_ROW (row)));

  if (event != NULL)
    sky_session_go_to (self->session, event->at);
}

/* So many rows are made for a frame, which has to lay them out as well: a round may have hundreds.
 */
#define ROWS_A_FRAME 4

static void
stop_filling (SkyRoundView *self)
{
  if (self->filling != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->filling);
  self->filling = 0;
}

static void
clear_steps (SkyRoundView *self)
{
  GtkWidget *row;

  stop_filling (self);
  self->n_filled = 0;
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->steps_box))) != NULL)
    {
      if (!GTK_IS_LIST_BOX_ROW (row))
        break; /* the placeholder */
      gtk_list_box_remove (self->steps_box, row);
    }
  self->n_steps = 0;
}

static gboolean
fill_more_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SkyRoundView *self = SKY_ROUND_VIEW (widget);
  const SkyRoundReplay *replay = sky_session_get_round_replay (self->session);
  const char *pointed = sky_session_get_pointed (self->session);
  guint n = replay != NULL && replay->steps != NULL ? MIN (self->n_steps, replay->steps->len) : 0;

  for (guint i = 0; i < ROWS_A_FRAME && self->n_filled < n; i++)
    {
      GtkWidget *row = sky_step_row_new (replay->steps->pdata[self->n_filled++]);
      sky_step_row_set_pointed (SKY_STEP_ROW (row), pointed);
      gtk_list_box_append (self->steps_box, row);
    }
  if (self->n_filled < n)
    return G_SOURCE_CONTINUE;
  self->filling = 0;
  return G_SOURCE_REMOVE;
}

static void
fill_steps (SkyRoundView *self, const SkyRoundReplay *replay)
{
  clear_steps (self);
  if (replay == NULL)
    return;
  gtk_label_set_label (self->no_steps,
                       replay->problem != NULL ? replay->problem : _ ("Nothing was decided."));
  if (replay->steps == NULL)
    return;
  self->n_steps = replay->steps->len;
  self->filling = gtk_widget_add_tick_callback (GTK_WIDGET (self), fill_more_cb, NULL, NULL);
}

static void
point_steps (SkyRoundView *self)
{
  const char *pointed = sky_session_get_pointed (self->session);

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->steps_box)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      if (SKY_IS_STEP_ROW (row))
        sky_step_row_set_pointed (SKY_STEP_ROW (row), pointed);
    }
}

/* --- The session ------------------------------------------------------------------------------ */

/* The rows that are there are given other wagers: to make rows takes longer than a frame has. Until
 * the round is worked out they say nothing. */
static void
fill_wagers (SkyRoundView *self, const SkyRoundReplay *replay)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  const GArray *wagers = replay != NULL ? replay->scene->wagers : NULL;
  gboolean waits = wagers == NULL && sky_session_get_round (self->session) != 0;
  guint before = g_list_model_get_n_items (G_LIST_MODEL (self->wagers));
  guint n = wagers != NULL ? wagers->len : waits ? before : 0;
  guint kept = MIN (before, n);

  self->pointing = TRUE;
  for (guint i = 0; i < kept; i++)
    {
      g_autoptr (SkyWagerItem) item = g_list_model_get_item (G_LIST_MODEL (self->wagers), i);
      sky_wager_item_set_wager (item,
                                wagers != NULL ? &g_array_index (wagers, SkySceneWager, i) : NULL);
    }
  for (guint i = kept; i < n; i++)
    g_ptr_array_add (items, sky_wager_item_new (&g_array_index (wagers, SkySceneWager, i)));
  if (before != n)
    g_list_store_splice (self->wagers, kept, before - kept, items->pdata, items->len);
  self->pointing = FALSE;
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->wagers_view)), 0);
}

static void
pointed_cb (SkyRoundView *self)
{
  select_pointed (self);
  point_steps (self);
}

static void
round_cb (SkyRoundView *self)
{
  const SkyRoundReplay *replay = sky_session_get_round_replay (self->session);
  gint64 round = sky_session_get_round (self->session);
  g_autofree char *title =
      round != 0 ? g_strdup_printf (_ ("Round %d"), (int) round) : g_strdup (_ ("No round"));

  gtk_label_set_label (self->title, title);
  /* Until the new round is worked out the old one must not stand under its number. */
  fill_wagers (self, replay);
  fill_steps (self, replay);
  pointed_cb (self);
}

static void
item_cb (SkyRoundView *self)
{
  const SkyStoredFinding *finding = sky_session_get_finding (self->session);
  gboolean confirms = finding != NULL && finding->queue == SKY_QUEUE_CONFIRMATION;

  gtk_widget_set_visible (GTK_WIDGET (self->sheet_button), confirms);
  sky_confirmation_sheet_set_finding (self->sheet, confirms ? finding : NULL);
  gtk_toggle_button_set_active (self->sheet_button, confirms);
  gtk_stack_set_visible_child_name (self->pages, confirms ? "sheet" : "wagers");
}

static void
sheet_toggled_cb (SkyRoundView *self, GtkToggleButton *button)
{
  gtk_stack_set_visible_child_name (self->pages,
                                    gtk_toggle_button_get_active (button) ? "sheet" : "wagers");
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_round_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, SKY_ROUND_VIEW (object)->session);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_round_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      sky_round_view_set_session (SKY_ROUND_VIEW (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_round_view_dispose (GObject *object)
{
  SkyRoundView *self = SKY_ROUND_VIEW (object);

  stop_filling (self);
  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_object (&self->session_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_ROUND_VIEW);
  g_clear_object (&self->selection);
  g_clear_object (&self->wagers);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (sky_round_view_parent_class)->dispose (object);
}

static void
sky_round_view_class_init (SkyRoundViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_round_view_get_property;
  object_class->set_property = sky_round_view_set_property;
  object_class->dispose = sky_round_view_dispose;

  properties[PROP_SESSION] =
      g_param_spec_object ("session", NULL, NULL, SKY_TYPE_SESSION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SKY_TYPE_LAYOUT_VIEW);
  g_type_ensure (SKY_TYPE_CONFIRMATION_SHEET);
  gtk_widget_class_set_css_name (widget_class, "round");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-round-view.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, paned);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, details);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, layout);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, title);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, wagers_view);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, steps_box);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, no_steps);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, sheet);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, sheet_button);
  gtk_widget_class_bind_template_callback (widget_class, step_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, sheet_toggled_cb);
}

static void
sky_round_view_init (SkyRoundView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->wagers = g_list_store_new (SKY_TYPE_WAGER_ITEM);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->wagers)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_column_view_set_model (self->wagers_view, GTK_SELECTION_MODEL (self->selection));
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i);
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->wagers_view)),
                           "notify::page-size", G_CALLBACK (room_cb), self, G_CONNECT_SWAPPED);

  self->session_signals = g_signal_group_new (SKY_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "round-replayed", G_CALLBACK (round_cb),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "notify::day", G_CALLBACK (round_cb),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "notify::pointed", G_CALLBACK (pointed_cb),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "notify::item", G_CALLBACK (item_cb),
                                  self);
}

void
sky_round_view_set_session (SkyRoundView *self, SkySession *session)
{
  g_return_if_fail (SKY_IS_ROUND_VIEW (self));
  g_return_if_fail (session == NULL || SKY_IS_SESSION (session));

  if (!g_set_object (&self->session, session))
    return;
  g_signal_group_set_target (self->session_signals, session);
  sky_layout_view_set_session (self->layout, session);
  clear_steps (self);
  if (session != NULL)
    {
      round_cb (self);
      item_cb (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

SkySession *
sky_round_view_get_session (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), NULL);
  return self->session;
}

void
sky_round_view_divide (SkyRoundView *self, int width)
{
  g_return_if_fail (SKY_IS_ROUND_VIEW (self));
  gtk_paned_set_position (self->paned, width);
}

int
sky_round_view_get_division (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), 0);
  return gtk_paned_get_position (self->paned);
}

/* Turns @paned round and gives its first child @share of it. A pane keeps its share of what it gets
 * next, also when that is measured along the other way; one that has nothing yet will have
 * @expected. */
static void
turn (GtkPaned *paned, GtkOrientation orientation, double share, int expected)
{
  gboolean is_across =
      gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == GTK_ORIENTATION_HORIZONTAL;
  int length = is_across ? gtk_widget_get_width (GTK_WIDGET (paned))
                         : gtk_widget_get_height (GTK_WIDGET (paned));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (paned), orientation);
  gtk_paned_set_position (paned, (int) (share * (length > 0 ? length : expected)));
}

void
sky_round_view_set_tall (SkyRoundView *self, gboolean tall, int width, int height)
{
  g_return_if_fail (SKY_IS_ROUND_VIEW (self));

  if (tall)
    {
      turn (self->paned, GTK_ORIENTATION_VERTICAL, 0.60, height);
      turn (self->details, GTK_ORIENTATION_HORIZONTAL, 0.60, width);
      return;
    }
  turn (self->paned, GTK_ORIENTATION_HORIZONTAL, 0.5, width);
  turn (self->details, GTK_ORIENTATION_VERTICAL, 0.5, height);
}

GListModel *
sky_round_view_get_wagers (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), NULL);
  return G_LIST_MODEL (self->wagers);
}

guint
sky_round_view_get_n_steps (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), 0);
  return self->n_steps;
}

gboolean
sky_round_view_is_settled (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), TRUE);
  return sky_layout_view_is_settled (self->layout);
}
