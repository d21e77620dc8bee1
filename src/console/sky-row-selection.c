/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-row-selection.h"

/* Where rows come in the place of others, a list view asks for each of them to find those again
 * that it showed. That is too much to ask of more rows than this; then it is told of the end of the
 * old rows first and of the new ones thereafter. */
#define MOST_ASKED_FOR 1000

struct _SkyRowSelection
{
  GObject parent_instance;

  GListModel *model;
  guint n_items; /* as told */
  gulong items_changed;
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

static GType
sky_row_selection_get_item_type (GListModel *list)
{
  return G_TYPE_OBJECT;
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

  return position < self->n_items ? g_list_model_get_item (self->model, position) : NULL;
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
  gtk_bitset_remove_range_closed (self->selected, g_list_model_get_n_items (G_LIST_MODEL (self)),
                                  G_MAXUINT);
  /* What is in one of them alone has changed. */
  gtk_bitset_difference (before, self->selected);
  if (!gtk_bitset_is_empty (before))
    {
      guint first = gtk_bitset_get_minimum (before);

      gtk_selection_model_selection_changed (model, first,
                                             gtk_bitset_get_maximum (before) - first + 1);
    }
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

/* --- Type ------------------------------------------------------------------------------------- */

static void
items_changed_cb (SkyRowSelection *self, guint position, guint removed, guint added)
{
  /* Rows that come between others, or go, leave those selected. */
  if (removed == 0 || added == 0)
    gtk_bitset_splice (self->selected, position, removed, added);
  else
    gtk_bitset_remove_all (self->selected);
  self->n_items -= removed;
  if (removed > 0 && added > MOST_ASKED_FOR)
    {
      g_list_model_items_changed (G_LIST_MODEL (self), position, removed, 0);
      removed = 0;
    }
  self->n_items += added;
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

static void
sky_row_selection_finalize (GObject *object)
{
  SkyRowSelection *self = SKY_ROW_SELECTION (object);

  if (self->model != NULL)
    g_clear_signal_handler (&self->items_changed, self->model);
  g_clear_object (&self->model);
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
  if (self->model != NULL)
    g_clear_signal_handler (&self->items_changed, self->model);
  g_set_object (&self->model, model);
  if (model != NULL)
    self->items_changed =
        g_signal_connect_swapped (model, "items-changed", G_CALLBACK (items_changed_cb), self);
  items_changed_cb (self, 0, self->n_items, model != NULL ? g_list_model_get_n_items (model) : 0);
}
