/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-row-selection.h"

#include "sky-row.h"

/* More rows than a list view has widgets for, however long its list is. */
#define MOST_WIDGETS 256

#define ROWS_A_FRAME 12

/* So many are told apart when they become selected, or are not any more: what lies between them has
 * to be looked at by whoever shows it. */
#define MOST_RANGES 8

struct _SkyRowSelection
{
  GObject parent_instance;

  GListModel *model;
  guint n_model;   /* rows of the model */
  guint n_items;   /* as told */
  GtkWidget *view; /* a weak pointer; NULL: all rows are told at once */
  guint tick;      /* 0: none */
  gulong items_changed;
  GHashTable *rows; /* position → SkyRow, borrowed: those that somebody has */
  GtkBitset *selected;
};

static void sky_row_selection_list_model_init (GListModelInterface *iface);
static void sky_row_selection_selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SkyRowSelection,
                               sky_row_selection,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sky_row_selection_list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          sky_row_selection_selection_model_init))

/* --- List model ------------------------------------------------------------------------------- */

static void
row_gone_cb (gpointer data, GObject *row)
{
  SkyRowSelection *self = data;

  g_hash_table_remove (self->rows, GUINT_TO_POINTER (sky_row_get_position (SKY_ROW (row))));
}

/* The rows from @position on are others now: @removed of them are gone, @added have come. */
static void
move_rows (SkyRowSelection *self, guint position, guint removed, guint added)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      guint at = sky_row_get_position (value);

      if (at >= position && at - position < removed)
        {
          g_object_weak_unref (value, row_gone_cb, self);
          continue;
        }
      if (at >= position)
        sky_row_set_position (value, at - removed + added);
      g_hash_table_insert (rows, GUINT_TO_POINTER (sky_row_get_position (value)), value);
    }
  g_hash_table_unref (self->rows);
  self->rows = g_steal_pointer (&rows);
}

/* Gives @n rows from @position on the items that stand there now. */
static void
fill_rows (SkyRowSelection *self, guint position, guint n)
{
  g_autoptr (GList) rows = g_hash_table_get_values (self->rows);

  for (GList *link = rows; link != NULL; link = link->next)
    {
      guint at = sky_row_get_position (link->data);

      if (at < position || at - position >= n)
        continue;
      g_autoptr (GObject) item =
          at < self->n_model ? g_list_model_get_item (self->model, at) : NULL;
      sky_row_set_item (link->data, item);
    }
}

static GType
sky_row_selection_get_item_type (GListModel *list)
{
  return SKY_TYPE_ROW;
}

static guint
sky_row_selection_get_n_items (GListModel *list)
{
  return SKY_ROW_SELECTION (list)->n_items;
}

static gpointer
sky_row_selection_get_item (GListModel *list, guint position)
{
  SkyRowSelection *self = SKY_ROW_SELECTION (list);
  SkyRow *row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (position));

  if (position >= self->n_items)
    return NULL;
  if (row != NULL)
    return g_object_ref (row);

  g_autoptr (GObject) item =
      position < self->n_model ? g_list_model_get_item (self->model, position) : NULL;
  row = sky_row_new (position, item);
  g_object_weak_ref (G_OBJECT (row), row_gone_cb, self);
  g_hash_table_insert (self->rows, GUINT_TO_POINTER (position), row);
  return row;
}

static void
sky_row_selection_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = sky_row_selection_get_item_type;
  iface->get_n_items = sky_row_selection_get_n_items;
  iface->get_item = sky_row_selection_get_item;
}

/* --- Selection model -------------------------------------------------------------------------- */

static gboolean
sky_row_selection_is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_bitset_contains (SKY_ROW_SELECTION (model)->selected, position);
}

static GtkBitset *
sky_row_selection_get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  GtkBitset *range = gtk_bitset_new_range (position, n_items);

  gtk_bitset_intersect (range, SKY_ROW_SELECTION (model)->selected);
  return range;
}

/* Tells of @changed, which are emptied of what was told. */
static void
tell_changed (SkyRowSelection *self, GtkBitset *changed)
{
  for (guint i = 1; !gtk_bitset_is_empty (changed); i++)
    {
      guint first = gtk_bitset_get_minimum (changed);
      guint last = gtk_bitset_get_maximum (changed);

      if (i < MOST_RANGES && gtk_bitset_get_size_in_range (changed, first, last) <= last - first)
        {
          /* They do not follow each other: the first of them by itself. */
          GtkBitsetIter iter;
          guint next;

          last = first;
          for (gtk_bitset_iter_init_at (&iter, changed, first, &next);
               gtk_bitset_iter_next (&iter, &next) && next == last + 1;)
            last = next;
        }
      gtk_bitset_remove_range_closed (changed, first, last);
      gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first, last - first + 1);
    }
}

/* Of the rows in @mask those of @selected become selected, and the others of them not. */
static gboolean
sky_row_selection_set_selection (GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask)
{
  SkyRowSelection *self = SKY_ROW_SELECTION (model);
  g_autoptr (GtkBitset) before = gtk_bitset_copy (self->selected);
  g_autoptr (GtkBitset) wanted = gtk_bitset_copy (selected);

  gtk_bitset_intersect (wanted, mask);
  gtk_bitset_subtract (self->selected, mask);
  gtk_bitset_union (self->selected, wanted);
  gtk_bitset_remove_range_closed (self->selected, self->n_model, G_MAXUINT);
  /* What is in one of them alone has changed. */
  gtk_bitset_difference (before, self->selected);
  tell_changed (self, before);
  return TRUE;
}

static void
sky_row_selection_selection_model_init (GtkSelectionModelInterface *iface)
{
  /* The interface makes the rest, one row and all rows, of these. */
  iface->is_selected = sky_row_selection_is_selected;
  iface->get_selection_in_range = sky_row_selection_get_selection_in_range;
  iface->set_selection = sky_row_selection_set_selection;
}

/* --- A few at a time -------------------------------------------------------------------------- */

/* The view is to know of @n rows. */
static void
tell (SkyRowSelection *self, guint n)
{
  guint before = self->n_items;

  if (n == before)
    return;
  self->n_items = n;
  if (n < before)
    move_rows (self, n, before - n, 0);
  g_list_model_items_changed (G_LIST_MODEL (self), MIN (before, n), before - MIN (before, n),
                              n - MIN (before, n));
}

/* As long as the list is with the next frame. */
static guint
next_length (SkyRowSelection *self)
{
  guint told = self->n_items;

  if (told > self->n_model)
    return MAX (self->n_model, told - MIN (told, ROWS_A_FRAME));
  return told + ROWS_A_FRAME < MOST_WIDGETS ? MIN (self->n_model, told + ROWS_A_FRAME)
                                            : self->n_model;
}

static gboolean
tick_cb (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  SkyRowSelection *self = data;
  gboolean seen = gtk_widget_get_mapped (view);

  /* Which columns it shows it knows when it has room. */
  if (seen && gtk_widget_get_height (view) > 0)
    tell (self, next_length (self));
  if (seen && self->n_items != self->n_model)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* Tells at once of what makes no widgets and takes none away, and of the rest with the frames to
 * come, if somebody sees them. */
static void
approach (SkyRowSelection *self)
{
  guint n = self->n_model;

  if (self->view != NULL && MIN (self->n_model, self->n_items) < MOST_WIDGETS)
    n = self->n_model < self->n_items ? MIN (self->n_items, MOST_WIDGETS) : self->n_items;
  tell (self, n);
  if (self->n_items != self->n_model && self->tick == 0 && gtk_widget_get_mapped (self->view))
    self->tick = gtk_widget_add_tick_callback (self->view, tick_cb, self, NULL);
}

/* --- Type ------------------------------------------------------------------------------------- */

/* All rows are others. As many as there were before stay and are given other items: a list view
 * that is told of others in their place makes all of its widgets anew, and asks for each row of the
 * list to find those again that it showed. */
static void
change_all (SkyRowSelection *self, guint n)
{
  g_autoptr (GtkBitset) before = gtk_bitset_copy (self->selected);

  gtk_bitset_remove_all (self->selected);
  self->n_model = n;
  approach (self);
  fill_rows (self, 0, self->n_items);
  gtk_bitset_remove_range_closed (before, self->n_items, G_MAXUINT);
  tell_changed (self, before);
}

static void
items_changed_cb (SkyRowSelection *self, guint position, guint removed, guint added)
{
  guint kept = MIN (removed, added);
  gboolean behind = self->n_items != self->n_model;

  if (position == 0 && removed == self->n_model)
    {
      change_all (self, added);
      return;
    }
  tell (self, self->n_model);
  g_autoptr (GtkBitset) before = gtk_bitset_copy (self->selected);
  /* Rows that come between others, or go, leave those selected. */
  if (kept == 0)
    gtk_bitset_splice (self->selected, position, removed, added);
  else
    gtk_bitset_remove_all (self->selected);
  self->n_model = self->n_model - removed + added;
  self->n_items = self->n_model;
  if (removed != added)
    {
      move_rows (self, position + kept, removed - kept, added - kept);
      g_list_model_items_changed (G_LIST_MODEL (self), position + kept, removed - kept,
                                  added - kept);
    }
  if (behind)
    fill_rows (self, 0, self->n_items);
  if (kept == 0)
    return;
  fill_rows (self, position, kept);
  gtk_bitset_remove_range_closed (before, self->n_items, G_MAXUINT);
  tell_changed (self, before);
}

static void
forget_model (SkyRowSelection *self)
{
  if (self->model != NULL)
    g_clear_signal_handler (&self->items_changed, self->model);
  g_clear_object (&self->model);
}

static void
sky_row_selection_finalize (GObject *object)
{
  SkyRowSelection *self = SKY_ROW_SELECTION (object);

  if (self->view != NULL)
    {
      if (self->tick != 0)
        gtk_widget_remove_tick_callback (self->view, self->tick);
      g_object_remove_weak_pointer (G_OBJECT (self->view), (gpointer *) &self->view);
    }
  forget_model (self);
  move_rows (self, 0, G_MAXUINT, 0);
  g_hash_table_unref (self->rows);
  gtk_bitset_unref (self->selected);
  G_OBJECT_CLASS (sky_row_selection_parent_class)->finalize (object);
}

static void
sky_row_selection_class_init (SkyRowSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_row_selection_finalize;
}

static void
sky_row_selection_init (SkyRowSelection *self)
{
  self->rows = g_hash_table_new (NULL, NULL);
  self->selected = gtk_bitset_new_empty ();
}

SkyRowSelection *
sky_row_selection_new (void)
{
  return g_object_new (SKY_TYPE_ROW_SELECTION, NULL);
}

void
sky_row_selection_set_model (SkyRowSelection *self, GListModel *model)
{
  g_return_if_fail (SKY_IS_ROW_SELECTION (self));
  g_return_if_fail (model == NULL || G_IS_LIST_MODEL (model));

  if (model == self->model)
    return;
  forget_model (self);
  g_set_object (&self->model, model);
  if (model != NULL)
    self->items_changed =
        g_signal_connect_swapped (model, "items-changed", G_CALLBACK (items_changed_cb), self);
  change_all (self, model != NULL ? g_list_model_get_n_items (model) : 0);
}

void
sky_row_selection_pace (SkyRowSelection *self, GtkWidget *view)
{
  g_return_if_fail (SKY_IS_ROW_SELECTION (self));
  g_return_if_fail (self->view == NULL && self->model == NULL);

  self->view = view;
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &self->view);
  g_signal_connect_object (view, "map", G_CALLBACK (approach), self, G_CONNECT_SWAPPED);
}

void
sky_row_selection_rest (SkyRowSelection *self)
{
  g_return_if_fail (SKY_IS_ROW_SELECTION (self));

  forget_model (self);
  self->n_model = 0;
}

gboolean
sky_row_selection_drop_rows (SkyRowSelection *self)
{
  g_return_val_if_fail (SKY_IS_ROW_SELECTION (self), FALSE);

  sky_row_selection_rest (self);
  tell (self, self->n_items > MOST_WIDGETS ? MOST_WIDGETS
                                           : self->n_items - MIN (self->n_items, ROWS_A_FRAME));
  return self->n_items > 0;
}

gboolean
sky_row_selection_is_settled (SkyRowSelection *self)
{
  g_return_val_if_fail (SKY_IS_ROW_SELECTION (self), TRUE);
  return self->n_items == self->n_model || self->view == NULL
         || !gtk_widget_get_mapped (self->view);
}
