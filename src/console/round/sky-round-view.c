/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-round-view.h"

#include <glib/gi18n.h>

#include "sky-confirmation-sheet.h"
#include "sky-step-row.h"
#include "sky-wager-cell.h"
#include "sky-wager-item.h"

/* Of the table of wagers. */
enum
{
  COLUMN_NAME,
  COLUMN_AMOUNT,
  COLUMN_RECORDED,
  COLUMN_RECOMPUTED,
  COLUMN_SETTLED, /* both, where there is no room for two */
  COLUMN_DIFFERENCE,
  N_COLUMNS,
};

struct _SkyRoundView
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkPaned *details; /* wagers and steps */
  GtkLabel *title;
  GtkLabel *left_out;    /* what nobody looked at */
  GtkLabel *sight;       /* what the pictures showed of its result */
  GtkButton *all_button; /* of the wagers of others than the finding's */
  GtkStack *pages;
  GtkColumnView *wagers_view;
  GtkColumnViewColumn *columns[N_COLUMNS]; /* borrowed of the view */
  GtkListBox *steps_box;
  GtkLabel *own_gone; /* the finding's wager is not among the round's */
  GtkLabel *no_steps;
  GtkScrolledWindow *sheet_scroller;
  SkyConfirmationSheet *sheet;
  SkyConfirmationBar *confirmation_bar;
  GtkToggleButton *sheet_button;

  /* Owned. */
  SkySelection *selection;
  SkyDayView *day_view; /* the selection's; borrowed */
  GSignalGroup *selection_signals;
  GSignalGroup *day_signals;
  GSignalGroup *files_signals;
  GSignalGroup *sight_signals;
  GListStore *wagers;
  GtkSingleSelection *chosen_wager;
  guint n_wagers;       /* that the table is to have */
  GPtrArray *step_rows; /* of GtkWidget, borrowed of the box */
  guint n_steps;
  guint n_filled;   /* how many of them have their row */
  guint filling;    /* tick callback; 0: none */
  guint fitting;    /* idle source; 0: none */
  gboolean pinning; /* the selection follows what is pinned, not the other way round */
  gboolean divided; /* wagers and steps have had their first widths */
  gboolean all;     /* all wagers are wanted, where those of a finding would do */
};

G_DEFINE_FINAL_TYPE (SkyRoundView, sky_round_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SELECTION,
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

  if (view != NULL && item != NULL && SKY_ROUND_VIEW (view)->day_view != NULL)
    sky_day_view_set_pointed (SKY_ROUND_VIEW (view)->day_view, sky_wager_item_get_id (item));
}

static void
leave_cb (GtkListItem *list_item, GtkEventController *motion)
{
  GtkWidget *cell = gtk_event_controller_get_widget (motion);
  GtkWidget *view = gtk_widget_get_ancestor (cell, SKY_TYPE_ROUND_VIEW);

  if (view != NULL && SKY_ROUND_VIEW (view)->day_view != NULL)
    sky_day_view_set_pointed (SKY_ROUND_VIEW (view)->day_view, NULL);
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
  GtkWidget *widget = gtk_list_item_get_child (cell->list_item);
  gboolean marked =
      cell->get_text == sky_wager_item_get_difference && sky_wager_item_get_differs (item);

  sky_wager_cell_set_text (SKY_WAGER_CELL (widget), cell->get_text (item));
  if (marked)
    gtk_widget_add_css_class (widget, "error");
  else
    gtk_widget_remove_css_class (widget, "error");
  if (sky_wager_item_get_tinted (item))
    gtk_widget_add_css_class (widget, "pointed");
  else
    gtk_widget_remove_css_class (widget, "pointed");
}

static const struct
{
  const char *title;
  WagerText get_text;
  int width; /* at least, px */
  guint n_lines;
  gboolean at_end;
} columns[N_COLUMNS] = {
  [COLUMN_NAME] = { N_ ("Wager"), sky_wager_item_get_name, 64, 3 },
  [COLUMN_AMOUNT] = { N_ ("Amount"), sky_wager_item_get_amount, 92, 1, TRUE },
  [COLUMN_RECORDED] = { N_ ("Recorded"), sky_wager_item_get_recorded, 96, 2 },
  [COLUMN_RECOMPUTED] = { N_ ("Recomputed"), sky_wager_item_get_recomputed, 96, 2 },
  [COLUMN_SETTLED] = { N_ ("Settled"), sky_wager_item_get_settled, 108, 3 },
  [COLUMN_DIFFERENCE] = { N_ ("Difference"), sky_wager_item_get_difference, 84, 1, TRUE },
};

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  SkyRoundView *self = data;
  guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
  GtkWidget *cell = sky_wager_cell_new (self->columns[i], columns[i].n_lines, columns[i].at_end);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (enter_cb), list_item);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), list_item);
  gtk_widget_add_controller (cell, motion);
  gtk_list_item_set_child (list_item, cell);
}

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

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (i));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), (gpointer) columns[i].get_text);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  self->columns[i] = gtk_column_view_column_new (_ (columns[i].title), factory);
  gtk_column_view_column_set_fixed_width (self->columns[i], columns[i].width);
  gtk_column_view_column_set_resizable (self->columns[i], TRUE);
  gtk_column_view_append_column (self->wagers_view, self->columns[i]);
  g_object_unref (self->columns[i]); /* the view's own */
}

/* As wide a column of names as cuts few of them, px. */
#define ROOM_FOR_NAMES 190

/* As wide a column as shows what was settled with its vigorish, px. */
#define ROOM_FOR_SETTLED 200

static gboolean
is_wanted (guint column, gboolean amounts, gboolean narrow)
{
  switch (column)
    {
    case COLUMN_AMOUNT:
      return amounts;
    case COLUMN_RECORDED:
    case COLUMN_RECOMPUTED:
      return !narrow;
    case COLUMN_SETTLED:
      return narrow;
    default:
      return TRUE;
    }
}

/* The room that the columns leave at their least. */
static int
get_spare (int room, gboolean amounts, gboolean narrow)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    room -= is_wanted (i, amounts, narrow) ? columns[i].width : 0;
  return room;
}

/* The view would deal its room out evenly, and does not do it again when a column goes; here it
 * goes to the names first, then to what was settled too, and what is more than that needs to the
 * names again. Where names would be cut the amounts give way to them, which are on the chips, in
 * the steps and in what is said of a wager that is pointed at; then recorded and recomputed share a
 * column. */
static gboolean
fit_cb (gpointer data)
{
  SkyRoundView *self = data;
  GtkAdjustment *across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->wagers_view));
  int room = (int) gtk_adjustment_get_page_size (across);
  int wanted = ROOM_FOR_NAMES - columns[COLUMN_NAME].width;
  gboolean amounts = get_spare (room, TRUE, FALSE) >= wanted;
  gboolean narrow = get_spare (room, FALSE, FALSE) < wanted;
  int spare = MAX (get_spare (room, amounts, narrow), 0);
  int names = MIN (spare, wanted);

  self->fitting = 0;
  spare -= names;
  int each = CLAMP (spare * 2 / 5, 0, ROOM_FOR_SETTLED - columns[COLUMN_RECORDED].width);
  int both = CLAMP (spare, 0, ROOM_FOR_SETTLED - columns[COLUMN_SETTLED].width);
  for (guint i = 0; i < N_COLUMNS; i++)
    gtk_column_view_column_set_visible (self->columns[i], is_wanted (i, amounts, narrow));
  gtk_column_view_column_set_fixed_width (self->columns[COLUMN_NAME],
                                          columns[COLUMN_NAME].width + names + spare
                                              - (narrow ? both : 2 * each));
  gtk_column_view_column_set_fixed_width (self->columns[COLUMN_RECORDED],
                                          columns[COLUMN_RECORDED].width + each);
  gtk_column_view_column_set_fixed_width (self->columns[COLUMN_RECOMPUTED],
                                          columns[COLUMN_RECOMPUTED].width + each);
  gtk_column_view_column_set_fixed_width (self->columns[COLUMN_SETTLED],
                                          columns[COLUMN_SETTLED].width + both);
  across = gtk_scrolled_window_get_hadjustment (self->sheet_scroller);
  sky_confirmation_sheet_fit (self->sheet, (int) gtk_adjustment_get_page_size (across));
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
  SkyWagerItem *item = gtk_single_selection_get_selected_item (self->chosen_wager);

  if (!self->pinning && item != NULL)
    sky_day_view_set_pinned (self->day_view, sky_wager_item_get_id (item));
}

static void
select_pinned (SkyRoundView *self)
{
  const char *pinned = sky_day_view_get_pinned (self->day_view);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->wagers));
  guint found = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; pinned != NULL && i < n && found == GTK_INVALID_LIST_POSITION; i++)
    {
      g_autoptr (SkyWagerItem) item = g_list_model_get_item (G_LIST_MODEL (self->wagers), i);
      if (strcmp (sky_wager_item_get_id (item), pinned) == 0)
        found = i;
    }
  self->pinning = TRUE;
  gtk_single_selection_set_selected (self->chosen_wager, found);
  self->pinning = FALSE;
  /* The action is the inner list's, the last child of the view. */
  if (found != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->wagers_view)),
                                "list.scroll-to-item", "u", found);
}

/* --- The steps -------------------------------------------------------------------------------- */

static void
go_to_event (SkyRoundView *self, guint64 seq)
{
  SkyTableDay *day = sky_day_view_get_day (self->day_view);
  const SkyDayEvent *event = day != NULL ? sky_table_day_find_event (day, seq) : NULL;

  if (event != NULL)
    sky_day_view_go_to (self->day_view, event->at);
}

static void
step_activated_cb (SkyRoundView *self, GtkListBoxRow *row, GtkListBox *box)
{
  go_to_event (self, sky_step_row_get_seq (SKY_STEP_ROW (row)));
}

/* So many rows are made for a frame, which has to lay them out as well: a round may have hundreds
 * of steps, and one may have many more wagers than the one before. To give a row that is there
 * another step, or to take one away, takes less. */
#define STEPS_A_FRAME       3
#define OTHER_STEPS_A_FRAME 6
#define STEPS_GONE_A_FRAME  6
#define WAGERS_A_FRAME      5
#define WAGERS_GONE_A_FRAME 10

/* So many rows stay for the next round's steps; each takes some 18 kB. */
#define STEPS_KEPT 64

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
  for (guint i = 0; i < self->n_filled; i++)
    sky_step_row_set_step (self->step_rows->pdata[i], NULL);
  self->n_filled = 0;
  self->n_steps = 0;
}

/* Returns: FALSE when all steps have their row. */
static gboolean
fill_more_steps (SkyRoundView *self, const SkyRoundReplay *replay)
{
  const char *pinned = sky_day_view_get_pinned (self->day_view);
  guint n = replay != NULL && replay->steps != NULL ? MIN (self->n_steps, replay->steps->len) : 0;
  guint n_made = 0;

  for (guint i = 0; i < OTHER_STEPS_A_FRAME && n_made < STEPS_A_FRAME && self->n_filled < n; i++)
    {
      const SkyStep *step = replay->steps->pdata[self->n_filled];
      GtkWidget *row;

      if (self->n_filled < self->step_rows->len)
        {
          row = self->step_rows->pdata[self->n_filled];
          sky_step_row_set_step (SKY_STEP_ROW (row), step);
        }
      else
        {
          row = sky_step_row_new (step);
          g_ptr_array_add (self->step_rows, row);
          gtk_list_box_append (self->steps_box, row);
          n_made++;
        }
      sky_step_row_set_pinned (SKY_STEP_ROW (row), pinned);
      self->n_filled++;
    }
  return self->n_filled < n;
}

/* Takes away rows that a longer round needed, once it is known how many this one does. Returns:
 * FALSE when no more are to go. */
static gboolean
drop_more_steps (SkyRoundView *self)
{
  guint kept = MAX (self->n_steps, STEPS_KEPT);

  if (sky_day_view_get_round_replay (self->day_view) == NULL
      && sky_day_view_get_round (self->day_view) != 0)
    return FALSE;
  for (guint i = 0; i < STEPS_GONE_A_FRAME && self->step_rows->len > kept; i++)
    gtk_list_box_remove (self->steps_box,
                         g_ptr_array_steal_index (self->step_rows, self->step_rows->len - 1));
  return self->step_rows->len > kept;
}

/* The wagers that the table is to have: those of the finding that is looked at and the pinned one,
 * unless all are wanted or none is of a finding. Returns: (element-type SkySceneWager), the
 * scene's. */
static GPtrArray *
list_shown (SkyRoundView *self, const SkyRoundReplay *replay)
{
  const GArray *wagers = replay != NULL ? replay->scene->wagers : NULL;
  const char *own = sky_day_view_get_own_wager (self->day_view);
  const char *pinned = sky_day_view_get_pinned (self->day_view);
  GPtrArray *shown = g_ptr_array_new ();

  for (guint i = 0; wagers != NULL && i < wagers->len; i++)
    {
      SkySceneWager *wager = &g_array_index (wagers, SkySceneWager, i);
      if (self->all || own == NULL || g_strcmp0 (wager->id, own) == 0
          || g_strcmp0 (wager->id, pinned) == 0)
        g_ptr_array_add (shown, wager);
    }
  return shown;
}

/* Returns: FALSE when the table has as many rows as wagers. */
static gboolean
fill_more_wagers (SkyRoundView *self, const SkyRoundReplay *replay)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) shown = list_shown (self, replay);
  guint before = g_list_model_get_n_items (G_LIST_MODEL (self->wagers));
  guint n = MIN (self->n_wagers, replay != NULL ? shown->len : before);
  guint gone = before > n ? MIN (before - n, WAGERS_GONE_A_FRAME) : 0;

  for (guint i = before; i < n && i < before + WAGERS_A_FRAME; i++)
    g_ptr_array_add (items, sky_wager_item_new (shown->pdata[i]));
  if (gone + items->len == 0)
    return FALSE;
  self->pinning = TRUE;
  g_list_store_splice (self->wagers, before - gone, gone, items->pdata, items->len);
  self->pinning = FALSE;
  if (items->len > 0)
    select_pinned (self);
  return before - gone + items->len != n;
}

/* Wagers first; the frame in which they come has no time for steps. */
static gboolean
fill_more_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SkyRoundView *self = SKY_ROUND_VIEW (widget);
  const SkyRoundReplay *replay = sky_day_view_get_round_replay (self->day_view);

  if (g_list_model_get_n_items (G_LIST_MODEL (self->wagers)) != self->n_wagers)
    fill_more_wagers (self, replay);
  else if (!fill_more_steps (self, replay) && !drop_more_steps (self))
    {
      self->filling = 0;
      return G_SOURCE_REMOVE;
    }
  return G_SOURCE_CONTINUE;
}

/* What nobody sees is there at once. */
static void
start_filling (SkyRoundView *self, const SkyRoundReplay *replay)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      while (fill_more_wagers (self, replay))
        ;
      while (fill_more_steps (self, replay))
        ;
      while (drop_more_steps (self))
        ;
    }
  else if (self->filling == 0)
    self->filling = gtk_widget_add_tick_callback (GTK_WIDGET (self), fill_more_cb, NULL, NULL);
}

static void
fill_steps (SkyRoundView *self, const SkyRoundReplay *replay)
{
  clear_steps (self);
  if (replay == NULL)
    {
      const char *problem = sky_day_view_get_problem (self->day_view);
      gtk_label_set_label (self->no_steps, problem != NULL ? problem : "");
      return;
    }
  gtk_label_set_label (self->no_steps,
                       replay->problem != NULL ? replay->problem : _ ("Nothing was decided."));
  if (replay->steps != NULL)
    self->n_steps = replay->steps->len;
}

static void
pin_steps (SkyRoundView *self)
{
  const char *pinned = sky_day_view_get_pinned (self->day_view);

  for (guint i = 0; i < self->n_filled; i++)
    sky_step_row_set_pinned (self->step_rows->pdata[i], pinned);
}

/* --- The session ------------------------------------------------------------------------------ */

/* The rows that are there are given other wagers: to make rows takes longer than a frame has. Until
 * the round is worked out they say nothing, and neither do those that are still to go. */
static void
fill_wagers (SkyRoundView *self, const SkyRoundReplay *replay)
{
  g_autoptr (GPtrArray) shown = list_shown (self, replay);
  gboolean waits = replay == NULL && sky_day_view_get_round (self->day_view) != 0;
  guint before = g_list_model_get_n_items (G_LIST_MODEL (self->wagers));

  self->n_wagers = replay != NULL ? shown->len : waits ? before : 0;
  /* While the old rows are there: a list that has none yet to lay out cannot be scrolled. */
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->wagers_view)), 0);
  for (guint i = 0; i < before; i++)
    {
      g_autoptr (SkyWagerItem) item = g_list_model_get_item (G_LIST_MODEL (self->wagers), i);
      sky_wager_item_set_wager (item, i < shown->len ? shown->pdata[i] : NULL);
    }
}

/* A wager that was taken down, or never accepted, has no row: an empty table would not say why. */
static void
update_own_gone (SkyRoundView *self, const SkyRoundReplay *replay)
{
  const GArray *wagers = replay != NULL ? replay->scene->wagers : NULL;
  const char *own = sky_day_view_get_own_wager (self->day_view);
  gboolean gone = wagers != NULL && own != NULL;

  for (guint i = 0; gone && i < wagers->len; i++)
    gone = strcmp (g_array_index (wagers, SkySceneWager, i).id, own) != 0;
  gtk_widget_set_visible (GTK_WIDGET (self->own_gone), gone);
}

static void
update_all_button (SkyRoundView *self, const SkyRoundReplay *replay)
{
  guint n = replay != NULL ? replay->scene->wagers->len : 0;
  gboolean narrowed = n > 1 && sky_day_view_get_own_wager (self->day_view) != NULL;
  g_autofree char *all =
      /* Translators: a button that shows all wagers of the round, not the finding's alone. */
      g_strdup_printf (ngettext ("Show All %u", "Show All %u", n), n);

  gtk_widget_set_visible (GTK_WIDGET (self->all_button), narrowed);
  gtk_button_set_label (self->all_button, self->all ? _ ("Only the Finding’s") : all);
}

static void
show_wagers (SkyRoundView *self)
{
  const SkyRoundReplay *replay = sky_day_view_get_round_replay (self->day_view);

  update_all_button (self, replay);
  update_own_gone (self, replay);
  fill_wagers (self, replay);
  start_filling (self, replay);
}

static void
pinned_cb (SkyRoundView *self)
{
  if (!self->all && sky_day_view_get_own_wager (self->day_view) != NULL)
    show_wagers (self);
  select_pinned (self);
  pin_steps (self);
}

/* The pointer tints, here and on the layout, and does nothing else. */
static void
pointed_cb (SkyRoundView *self)
{
  const char *pointed = sky_day_view_get_pointed (self->day_view);
  gboolean apart = g_strcmp0 (pointed, sky_day_view_get_pinned (self->day_view)) != 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->wagers)); i++)
    {
      g_autoptr (SkyWagerItem) item = g_list_model_get_item (G_LIST_MODEL (self->wagers), i);
      sky_wager_item_set_tinted (item,
                                 apart && g_strcmp0 (sky_wager_item_get_id (item), pointed) == 0);
    }
}

static void
update_title (SkyRoundView *self)
{
  gint64 round = sky_day_view_get_round (self->day_view);
  g_autofree char *title =
      round != 0 ? g_strdup_printf (_ ("Round %d"), (int) round) : g_strdup (_ ("No round"));
  /* Translators: "Round 118", whose log is not there any more. */
  g_autofree char *gone = g_strdup_printf (_ ("%s · from memory; its log is missing"), title);
  gboolean is_gone = round != 0 && sky_day_files_get_gone (sky_day_view_get_files (self->day_view));

  gtk_label_set_label (self->title, is_gone ? gone : title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), is_gone ? gone : NULL);
}

/* A round that is clean may be one of which nobody saw the settlements. */
static void
update_left_out (SkyRoundView *self)
{
  SkyTableDay *day = sky_day_view_get_day (self->day_view);
  const char *left_out = day != NULL ? sky_table_day_get_left_out (day) : NULL;

  gtk_label_set_label (self->left_out, left_out != NULL ? left_out : "");
  gtk_widget_set_visible (GTK_WIDGET (self->left_out), left_out != NULL);
}

/* What was read beside what was recorded. How often such readings are wrong is said with it, and
 * what became of others like it. */
static void
update_sight (SkyRoundView *self)
{
  gint64 round = sky_day_view_get_round (self->day_view);
  SkyDaySight *sight = sky_day_view_get_sight (self->day_view);
  const SkySightAccount *account = round != 0 ? sky_day_sight_find_round (sight, round) : NULL;
  gboolean contradicts = account != NULL && account->verdict == SKY_SIGHT_CONTRADICTS;
  g_autofree char *said = account != NULL ? sky_day_sight_describe (account) : NULL;
  GString *text = g_string_new (said);

  if (account != NULL && account->is_read)
    {
      g_autofree char *bound = sky_sight_describe_bound (account->kind);

      g_string_append_printf (text, " %s", bound);
    }
  if (contradicts && sky_day_sight_get_confirmed (sight) != NULL)
    g_string_append_printf (text, " %s", sky_day_sight_get_confirmed (sight));
  gtk_label_set_label (self->sight, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->sight), account != NULL);
  if (contradicts)
    gtk_widget_add_css_class (GTK_WIDGET (self->sight), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->sight), "error");
  g_string_free (text, TRUE);
}

static void
round_cb (SkyRoundView *self)
{
  const SkyRoundReplay *replay = sky_day_view_get_round_replay (self->day_view);

  update_title (self);
  update_left_out (self);
  update_sight (self);
  /* Until the new round is worked out the old one must not stand under its number. */
  update_all_button (self, replay);
  fill_wagers (self, replay);
  fill_steps (self, replay);
  start_filling (self, replay);
  select_pinned (self);
  pin_steps (self);
  pointed_cb (self);
}

/* So many bets are seen without scrolling; of more there would be no room for the pictures. */
#define MOST_SEEN 6

/* What these take, px. */
#define SHEET_HEIGHT 220

static void
fit_sheet (SkyRoundView *self)
{
  gboolean few = sky_confirmation_sheet_get_n_bets (self->sheet) <= MOST_SEEN;

  room_cb (self);
  gtk_scrolled_window_set_policy (self->sheet_scroller, GTK_POLICY_AUTOMATIC,
                                  few ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (self->sheet_scroller, few ? -1 : SHEET_HEIGHT);
}

static void
item_cb (SkyRoundView *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);
  gboolean confirms = finding != NULL && finding->queue == SKY_QUEUE_CONFIRMATION;

  gtk_widget_set_visible (GTK_WIDGET (self->sheet_button), confirms);
  sky_confirmation_sheet_set_finding (self->sheet, confirms ? finding : NULL);
  gtk_toggle_button_set_active (self->sheet_button, confirms);
  fit_sheet (self);
  gtk_stack_set_visible_child_name (self->pages, confirms ? "sheet" : "wagers");
  show_wagers (self);
}

static void
all_clicked_cb (SkyRoundView *self, GtkButton *button)
{
  sky_round_view_set_all (self, !self->all);
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
    case PROP_SELECTION:
      g_value_set_object (value, SKY_ROUND_VIEW (object)->selection);
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
    case PROP_SELECTION:
      sky_round_view_set_selection (SKY_ROUND_VIEW (object), g_value_get_object (value));
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
  g_clear_pointer (&self->step_rows, g_ptr_array_unref);
  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_object (&self->selection_signals);
  g_clear_object (&self->day_signals);
  g_clear_object (&self->files_signals);
  g_clear_object (&self->sight_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_ROUND_VIEW);
  g_clear_object (&self->chosen_wager);
  g_clear_object (&self->wagers);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (sky_round_view_parent_class)->dispose (object);
}

static void
sky_round_view_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  gtk_widget_measure (SKY_ROUND_VIEW (widget)->content, orientation, for_size, minimum, natural,
                      NULL, NULL);
}

/* Wagers have three parts of five; from then on both keep their share. */
static void
sky_round_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyRoundView *self = SKY_ROUND_VIEW (widget);

  if (!self->divided)
    gtk_paned_set_position (self->details, width * 60 / 100);
  self->divided = TRUE;
  gtk_widget_allocate (self->content, width, height, baseline, NULL);
}

static void
sky_round_view_class_init (SkyRoundViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_round_view_get_property;
  object_class->set_property = sky_round_view_set_property;
  object_class->dispose = sky_round_view_dispose;
  widget_class->measure = sky_round_view_measure;
  widget_class->size_allocate = sky_round_view_size_allocate;

  properties[PROP_SELECTION] =
      g_param_spec_object ("selection", NULL, NULL, SKY_TYPE_SELECTION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SKY_TYPE_CONFIRMATION_BAR);
  g_type_ensure (SKY_TYPE_CONFIRMATION_SHEET);
  gtk_widget_class_set_css_name (widget_class, "round");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-round-view.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, content);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, details);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, title);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, left_out);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, sight);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, all_button);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, wagers_view);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, steps_box);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, own_gone);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, no_steps);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, sheet);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, sheet_scroller);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, confirmation_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyRoundView, sheet_button);
  gtk_widget_class_bind_template_callback (widget_class, all_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, step_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, sheet_toggled_cb);
}

static void
sky_round_view_init (SkyRoundView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->step_rows = g_ptr_array_new ();
  self->wagers = g_list_store_new (SKY_TYPE_WAGER_ITEM);
  self->chosen_wager = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->wagers)));
  gtk_single_selection_set_autoselect (self->chosen_wager, FALSE);
  gtk_single_selection_set_can_unselect (self->chosen_wager, TRUE);
  gtk_single_selection_set_selected (self->chosen_wager, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object (self->chosen_wager, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_column_view_set_model (self->wagers_view, GTK_SELECTION_MODEL (self->chosen_wager));
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i);
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->wagers_view)),
                           "notify::page-size", G_CALLBACK (room_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sheet, "throw-chosen", G_CALLBACK (go_to_event), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->sheet_scroller),
                           "notify::page-size", G_CALLBACK (room_cb), self, G_CONNECT_SWAPPED);

  self->selection_signals = g_signal_group_new (SKY_TYPE_SELECTION);
  self->day_signals = g_signal_group_new (SKY_TYPE_DAY_VIEW);
  self->files_signals = g_signal_group_new (SKY_TYPE_DAY_FILES);
  self->sight_signals = g_signal_group_new (SKY_TYPE_DAY_SIGHT);
  g_signal_group_connect_swapped (self->sight_signals, "changed", G_CALLBACK (update_sight), self);
  g_signal_group_connect_swapped (self->day_signals, "round-replayed", G_CALLBACK (round_cb), self);
  g_signal_group_connect_swapped (self->day_signals, "notify::day", G_CALLBACK (round_cb), self);
  g_signal_group_connect_swapped (self->files_signals, "changed", G_CALLBACK (update_title), self);
  g_signal_group_connect_swapped (self->day_signals, "notify::pinned", G_CALLBACK (pinned_cb),
                                  self);
  g_signal_group_connect_swapped (self->day_signals, "notify::pointed", G_CALLBACK (pointed_cb),
                                  self);
  g_signal_group_connect_swapped (self->selection_signals, "notify::item", G_CALLBACK (item_cb),
                                  self);
}

void
sky_round_view_set_selection (SkyRoundView *self, SkySelection *selection)
{
  g_return_if_fail (SKY_IS_ROUND_VIEW (self));
  g_return_if_fail (selection == NULL || SKY_IS_SELECTION (selection));

  if (!g_set_object (&self->selection, selection))
    return;
  self->day_view = selection != NULL ? sky_selection_get_day_view (selection) : NULL;
  sky_confirmation_bar_set_selection (self->confirmation_bar, selection);
  sky_confirmation_sheet_set_day_view (self->sheet, self->day_view);
  g_signal_group_set_target (self->selection_signals, selection);
  g_signal_group_set_target (self->day_signals, self->day_view);
  g_signal_group_set_target (self->files_signals,
                             selection != NULL ? sky_day_view_get_files (self->day_view) : NULL);
  g_signal_group_set_target (self->sight_signals,
                             selection != NULL ? sky_day_view_get_sight (self->day_view) : NULL);
  stop_filling (self);
  clear_steps (self);
  if (selection != NULL)
    {
      round_cb (self);
      item_cb (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

void
sky_round_view_set_all (SkyRoundView *self, gboolean all)
{
  g_return_if_fail (SKY_IS_ROUND_VIEW (self));

  if (all == self->all)
    return;
  self->all = all;
  if (self->day_view != NULL)
    show_wagers (self);
}

gboolean
sky_round_view_get_all (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), FALSE);
  return self->all;
}

GListModel *
sky_round_view_get_wagers (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), NULL);
  return G_LIST_MODEL (self->wagers);
}

const char *
sky_round_view_get_sight (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), NULL);
  return gtk_label_get_label (self->sight);
}

guint
sky_round_view_get_n_steps (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), 0);
  return self->n_steps;
}

const char *
sky_round_view_get_title (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), NULL);
  return gtk_label_get_label (self->title);
}

gboolean
sky_round_view_drop_rows (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), FALSE);

  stop_filling (self);
  self->n_filled = 0;
  self->n_steps = 0;
  for (guint i = 0; i < STEPS_GONE_A_FRAME && self->step_rows->len > 0; i++)
    gtk_list_box_remove (self->steps_box,
                         g_ptr_array_steal_index (self->step_rows, self->step_rows->len - 1));
  return self->step_rows->len > 0;
}

gboolean
sky_round_view_is_settled (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), TRUE);
  return (self->filling == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
         && sky_confirmation_sheet_is_settled (self->sheet);
}

SkyConfirmationBar *
sky_round_view_show_confirmation (SkyRoundView *self)
{
  g_return_val_if_fail (SKY_IS_ROUND_VIEW (self), NULL);

  if (gtk_widget_get_visible (GTK_WIDGET (self->sheet_button)))
    gtk_toggle_button_set_active (self->sheet_button, TRUE);
  return self->confirmation_bar;
}
