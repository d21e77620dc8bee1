/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-chosen-rows.h"

#include <glib/gi18n.h>

#include "sky-finding-query.h"
#include "sky-look.h"

/* So many rows are read at once to learn their keys. */
#define PAGE 1000

/* What the store has at the rows' positions may be others by now. */
static void
list_keys (SkyChosenRows *self, SkyQueueModel *model)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  GtkBitsetIter iter;
  guint position;
  gboolean more = gtk_bitset_iter_init_first (&iter, self->positions, &position);
  gboolean all = TRUE;

  for (; more; more = gtk_bitset_iter_next (&iter, &position))
    {
      SkyQueueItem *item = sky_queue_model_peek (model, position);
      const SkyStoredFinding *finding = item != NULL ? sky_queue_item_get_finding (item) : NULL;
      if (finding == NULL)
        {
          all = FALSE;
          continue;
        }
      gint64 shown = sky_queue_item_get_entry (item);
      g_hash_table_insert (self->shown, g_strdup (finding->key), g_memdup2 (&shown, sizeof shown));
      g_ptr_array_add (keys, g_strdup (finding->key));
    }
  if (all)
    self->keys = g_steal_pointer (&keys);
}

SkyChosenRows *
sky_chosen_rows_new (SkyQueueModel *model, GtkBitset *chosen, gint64 seen)
{
  SkyChosenRows *self = g_new0 (SkyChosenRows, 1);

  self->positions = gtk_bitset_copy (chosen);
  self->seen = seen;
  self->shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->filter = sky_finding_filter_copy (sky_queue_model_get_filter (model));
  self->sort = sky_queue_model_get_sort (model, &self->descending);
  self->n_listed = g_list_model_get_n_items (G_LIST_MODEL (model));
  self->counted = *sky_queue_model_get_counted (model);
  list_keys (self, model);
  return self;
}

void
sky_chosen_rows_free (SkyChosenRows *self)
{
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_hash_table_unref (self->shown);
  gtk_bitset_unref (self->positions);
  sky_finding_filter_free (self->filter);
  g_free (self);
}

/* Whether the rows are those that were listed: nothing has come or gone since, and nothing was said
 * on which it depends what is listed and where. */
static gboolean
check_list (SkyStore *store, const SkyChosenRows *rows, GError **error)
{
  gboolean on_ledger = rows->filter->states != 0 || rows->filter->awaits_second
                       || rows->filter->changed || rows->sort == SKY_FINDING_SORT_STATE;
  SkyFindingCounts counts;
  SkyLook present;

  if (!sky_store_get_present (store, &present, error)
      || !sky_store_count_findings (store, rows->filter, &counts, error))
    return FALSE;
  if (present.finding == rows->counted.finding && present.withdrawal == rows->counted.withdrawal
      && (!on_ledger || present.entry == rows->counted.entry) && counts.total == rows->n_listed)
    return TRUE;
  g_set_error_literal (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED,
                       _ ("The list has changed since you selected its rows. Nothing was decided; "
                          "select them again."));
  return FALSE;
}

GPtrArray *
sky_chosen_rows_read_keys (const SkyChosenRows *rows, SkyStore *store, GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) page = NULL;
  guint first = 0;
  GtkBitsetIter iter;
  guint position;

  if (!check_list (store, rows, error))
    return NULL;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, rows->positions, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    {
      if (page == NULL || position >= first + PAGE)
        {
          g_clear_pointer (&page, g_ptr_array_unref);
          page = sky_store_findings_page (store, rows->filter, rows->sort, rows->descending,
                                          position, PAGE, error);
          if (page == NULL)
            return NULL;
          first = position;
        }
      if (position - first < page->len)
        g_ptr_array_add (keys,
                         g_strdup (((SkyStoredFinding *) page->pdata[position - first])->key));
    }
  /* Nor has anything come between the pages. */
  return check_list (store, rows, error) ? g_steal_pointer (&keys) : NULL;
}
