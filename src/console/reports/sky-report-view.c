/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-report-view.h"

#include <glib/gi18n.h>

#include "sky-plot-view.h"

/* A table on the screen is not longer than a person scrolls; the CSV has every row. */
#define MAX_ROWS 60

struct _SkyReportView
{
  AdwBin parent_instance;

  /* Owned. */
  SkyReport *report;
  guint next;   /* which part comes next, then the patterns, then which list */
  guint filler; /* the source that adds it; 0: all of it is there */
};

G_DEFINE_FINAL_TYPE (SkyReportView, sky_report_view, ADW_TYPE_BIN)

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* @note: (nullable): what more there is to say of it. */
static void
add_cell (GtkWidget *grid,
          int column,
          int row,
          const char *text,
          const char *note,
          gboolean head,
          gboolean number)
{
  GtkWidget *label =
      g_object_new (GTK_TYPE_LABEL, "xalign", number ? 1.0f : 0.0f, "yalign", 0.0f, "wrap", !number,
                    "hexpand", column == 0 || (!number && column > 0), "accessible-role",
                    head ? GTK_ACCESSIBLE_ROLE_COLUMN_HEADER : GTK_ACCESSIBLE_ROLE_CELL, NULL);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (note != NULL)
    gtk_widget_set_tooltip_text (label, note);
  if (head)
    gtk_widget_add_css_class (label, "heading");
  if (number)
    gtk_widget_add_css_class (label, "numeric");
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

static GtkWidget *
new_grid (const char *name)
{
  GtkWidget *grid = g_object_new (GTK_TYPE_GRID, "column-spacing", 18, "row-spacing", 4,
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_TABLE, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (grid), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return grid;
}

static void
add_table (GtkWidget *box, const SkyReportPart *part)
{
  GtkWidget *grid = new_grid (part->title);
  guint n_columns = sky_report_part_get_n_columns (part);
  guint n_rows = MIN (part->rows->len, MAX_ROWS);

  for (guint i = 0; i < n_columns; i++)
    add_cell (grid, (int) i, 0, sky_report_part_get_heading (part, i), NULL, TRUE, i > 0);
  for (guint j = 0; j < n_rows; j++)
    {
      const SkyReportRow *row = part->rows->pdata[j];

      for (guint i = 0; i < n_columns; i++)
        {
          g_autofree char *text = sky_report_part_format (part, row, i);

          add_cell (grid, (int) i, (int) j + 1, text, i == 0 ? row->note : NULL, FALSE, i > 0);
        }
    }
  gtk_box_append (GTK_BOX (box), grid);
  if (part->rows->len > n_rows)
    {
      guint n = part->rows->len - n_rows;
      g_autofree char *text = g_strdup_printf (
          ngettext ("%u more row is in the CSV.", "%u more rows are in the CSV.", n), n);

      add_label (box, text, "dim-label");
    }
}

static void
add_part (GtkWidget *box, SkyReport *report, const SkyReportPart *part)
{
  add_label (box, part->title, "title-4");
  if (part->rows->len == 0)
    {
      add_label (box, _ ("Nothing."), "dim-label");
      return;
    }
  if (part->remark != NULL)
    add_label (box, part->remark, "dim-label");
  for (guint i = 0; i < SKY_MAX_PLOTS; i++)
    {
      g_autofree char *title = NULL;

      if (part->plots[i] == SKY_PLOT_NONE)
        continue;
      title = sky_plot_get_title (part, part->plots[i]);
      add_label (box, title, "caption");
      gtk_box_append (GTK_BOX (box), sky_plot_view_new (report, part, part->plots[i]));
    }
  add_table (box, part);
}

static void
add_list (GtkWidget *box, const SkyReport *report, const SkyReportList *list)
{
  GtkWidget *grid = NULL;

  add_label (box, list->title, "title-4");
  if (list->findings->len == 0)
    {
      add_label (box, _ ("None."), "dim-label");
      return;
    }
  grid = new_grid (list->title);
  for (guint i = 0; i < SKY_REPORT_FINDING_COLUMNS; i++)
    add_cell (grid, (int) i, 0, sky_report_finding_heading (i), NULL, TRUE, i == 2 || i == 4);
  for (guint j = 0; j < list->findings->len; j++)
    for (guint i = 0; i < SKY_REPORT_FINDING_COLUMNS; i++)
      {
        g_autofree char *text = sky_report_finding_format (report, list->findings->pdata[j], i);

        add_cell (grid, (int) i, (int) j + 1, text, NULL, FALSE, i == 2 || i == 4);
      }
  gtk_box_append (GTK_BOX (box), grid);
}

static void
add_pattern (GtkWidget *box, const SkyReport *report, const SkyReportPattern *one)
{
  SkyPatternPlot plots[SKY_PATTERN_PLOTS];
  g_autofree char *title = NULL;

  add_label (box, one->title, "heading");
  add_label (box, one->text, NULL);
  if (sky_pattern_plots (one->pattern, plots) == 0)
    return;
  title = sky_pattern_plot_title (one->pattern, plots[0]);
  add_label (box, title, "caption");
  gtk_box_append (GTK_BOX (box),
                  sky_plot_view_new_of_pattern (report->statistics, one->pattern, plots[0]));
}

static void
add_patterns (GtkWidget *box, const SkyReport *report)
{
  if (report->patterns_remark == NULL)
    return;
  add_label (box, _ ("Patterns"), "title-4");
  add_label (box, report->patterns_remark, "dim-label");
  for (guint i = 0; i < report->patterns->len; i++)
    add_pattern (box, report, report->patterns->pdata[i]);
}

/* Names above values, as many side by side as there is room for. */
static void
add_facts (GtkWidget *box, const SkyReport *report)
{
  GtkWidget *flow = g_object_new (GTK_TYPE_FLOW_BOX, "selection-mode", GTK_SELECTION_NONE,
                                  "min-children-per-line", 2, "max-children-per-line", 7,
                                  "column-spacing", 12, "row-spacing", 6, NULL);

  for (guint i = 0; i < report->facts->len; i++)
    {
      const SkyReportFact *fact = report->facts->pdata[i];
      GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

      add_label (pair, fact->name, "caption");
      gtk_widget_add_css_class (add_label (pair, fact->value, "heading"), "numeric");
      gtk_flow_box_append (GTK_FLOW_BOX (flow), pair);
      gtk_widget_set_focusable (gtk_widget_get_parent (pair), FALSE);
    }
  gtk_box_append (GTK_BOX (box), flow);
}

/* One part at a time: a table has hundreds of labels. */
static gboolean
fill_cb (gpointer data)
{
  SkyReportView *self = SKY_REPORT_VIEW (data);
  GtkWidget *box = adw_bin_get_child (ADW_BIN (self));
  GPtrArray *parts = self->report->parts;
  GPtrArray *lists = self->report->lists;

  /* The patterns stand between the two. */
  if (self->next < parts->len)
    add_part (box, self->report, parts->pdata[self->next]);
  else if (self->next == parts->len)
    add_patterns (box, self->report);
  else if (self->next <= parts->len + lists->len)
    add_list (box, self->report, lists->pdata[self->next - parts->len - 1]);
  self->next++;
  if (self->next <= parts->len + lists->len)
    return G_SOURCE_CONTINUE;
  self->filler = 0;
  return G_SOURCE_REMOVE;
}

gboolean
sky_report_view_is_complete (SkyReportView *self)
{
  g_return_val_if_fail (SKY_IS_REPORT_VIEW (self), FALSE);
  return self->filler == 0;
}

void
sky_report_view_set_report (SkyReportView *self, SkyReport *report)
{
  GtkWidget *box = NULL;

  g_return_if_fail (SKY_IS_REPORT_VIEW (self));

  if (report == self->report)
    return;
  g_clear_handle_id (&self->filler, g_source_remove);
  adw_bin_set_child (ADW_BIN (self), NULL);
  g_clear_pointer (&self->report, sky_report_unref);
  if (report == NULL)
    return;
  self->report = sky_report_ref (report);

  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  add_label (box, report->title, "title-2");
  add_label (box, report->subject, "title-4");
  add_facts (box, report);
  for (guint i = 0; i < report->notes->len; i++)
    add_label (box, report->notes->pdata[i], NULL);
  adw_bin_set_child (ADW_BIN (self), box);
  self->next = 0;
  self->filler = g_idle_add (fill_cb, self);
}

static void
sky_report_view_dispose (GObject *object)
{
  sky_report_view_set_report (SKY_REPORT_VIEW (object), NULL);
  G_OBJECT_CLASS (sky_report_view_parent_class)->dispose (object);
}

static void
sky_report_view_class_init (SkyReportViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_report_view_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "report");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sky_report_view_init (SkyReportView *self)
{
}
