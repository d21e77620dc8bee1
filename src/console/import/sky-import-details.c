/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-details.h"

#include <glib/gi18n.h>

#include <inttypes.h>

#include "sky-import-row.h"

struct _SkyImportDetails
{
  AdwBin parent_instance;

  /* Template children. */
  GtkStack *pages;
  GtkStackPage *asides_page;
  GtkLabel *record_title;
  GtkLabel *record_text;
  GtkLabel *record_reason;
  GtkLabel *record_events;
  GtkListView *asides;
  GtkSingleSelection *aside_selection;

  GListStore *aside_records;
};

G_DEFINE_FINAL_TYPE (SkyImportDetails, sky_import_details, ADW_TYPE_BIN)

enum
{
  ASIDE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- A record --------------------------------------------------------------------------------- */

static void
set_or_hide (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

void
sky_import_details_show_record (SkyImportDetails *self, SkyImportRecord *record)
{
  g_autofree char *title = NULL;

  g_return_if_fail (SKY_IS_IMPORT_DETAILS (self));
  g_return_if_fail (record == NULL || SKY_IS_IMPORT_RECORD (record));

  if (record == NULL)
    {
      gtk_label_set_label (self->record_title, _ ("No record"));
      set_or_hide (self->record_text, NULL);
      set_or_hide (self->record_reason, NULL);
      set_or_hide (self->record_events, NULL);
      return;
    }
  if (sky_import_record_get_rule (record) != NULL)
    /* Translators: a record's number, what became of it, and the rule that fits. */
    title = g_strdup_printf (_ ("Record %" PRIu64 " · %s · [%s]"),
                             sky_import_record_get_number (record),
                             sky_import_fate_to_label (sky_import_record_get_fate (record)),
                             sky_import_record_get_rule (record));
  else
    /* Translators: a record's number, and what became of it. */
    title = g_strdup_printf (_ ("Record %" PRIu64 " · %s"), sky_import_record_get_number (record),
                             sky_import_fate_to_label (sky_import_record_get_fate (record)));
  gtk_label_set_label (self->record_title, title);
  set_or_hide (self->record_text, sky_import_record_get_text (record));
  set_or_hide (self->record_reason, sky_import_record_get_reason (record));
  set_or_hide (self->record_events, sky_import_record_get_events (record));
}

/* --- Those set aside -------------------------------------------------------------------------- */

void
sky_import_details_set_asides (SkyImportDetails *self, GPtrArray *asides, guint64 n)
{
  g_return_if_fail (SKY_IS_IMPORT_DETAILS (self));
  g_return_if_fail (asides != NULL);

  g_autofree char *title = g_strdup_printf (_ ("Set Aside (%" PRIu64 ")"), n);

  g_list_store_splice (self->aside_records, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->aside_records)), asides->pdata,
                       asides->len);
  gtk_stack_page_set_title (self->asides_page, title);
}

gboolean
sky_import_details_has_asides (SkyImportDetails *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_DETAILS (self), FALSE);
  return g_list_model_get_n_items (G_LIST_MODEL (self->aside_records)) > 0;
}

/* It may lie outside of what the list of records has: it is shown all the same. */
static void
choose_aside (SkyImportDetails *self, guint position)
{
  gtk_single_selection_set_selected (self->aside_selection, position);

  SkyImportRecord *record = gtk_single_selection_get_selected_item (self->aside_selection);
  if (record == NULL)
    return;
  g_signal_emit (self, signals[ASIDE], 0, record);
  sky_import_details_show_record (self, record);
  gtk_stack_set_visible_child_name (self->pages, "record");
}

static void
aside_activated_cb (SkyImportDetails *self, guint position, GtkListView *list)
{
  choose_aside (self, position);
}

void
sky_import_details_step_aside (SkyImportDetails *self, int by)
{
  g_return_if_fail (SKY_IS_IMPORT_DETAILS (self));

  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->aside_selection));
  const guint at = gtk_single_selection_get_selected (self->aside_selection);

  if (n == 0)
    return;
  if (at == GTK_INVALID_LIST_POSITION)
    choose_aside (self, by > 0 ? 0 : n - 1);
  else
    choose_aside (self, (guint) ((int) (at + n) + by) % n);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_import_details_dispose (GObject *object)
{
  SkyImportDetails *self = SKY_IMPORT_DETAILS (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_IMPORT_DETAILS);
  g_clear_object (&self->aside_records);
  G_OBJECT_CLASS (sky_import_details_parent_class)->dispose (object);
}

static void
sky_import_details_class_init (SkyImportDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_import_details_dispose;
  signals[ASIDE] = g_signal_new ("aside", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, SKY_TYPE_IMPORT_RECORD);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-import-details.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, asides_page);
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, record_title);
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, record_text);
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, record_reason);
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, record_events);
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, asides);
  gtk_widget_class_bind_template_child (widget_class, SkyImportDetails, aside_selection);
  gtk_widget_class_bind_template_callback (widget_class, aside_activated_cb);
}

static void
sky_import_details_init (SkyImportDetails *self)
{
  self->aside_records = g_list_store_new (SKY_TYPE_IMPORT_RECORD);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_single_selection_set_model (self->aside_selection, G_LIST_MODEL (self->aside_records));
  sky_import_row_show_reasons (self->asides);
  sky_import_details_show_record (self, NULL);
}
