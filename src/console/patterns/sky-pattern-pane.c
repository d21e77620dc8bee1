/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-pane.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "sky-pattern-figures.h"
#include "sky-pattern-rounds.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"
#include "sky-plot-view.h"

/* A dealer's tables, each a button. */
#define MAX_TABLES 12

/* Rows of the numbers that one turn of the main loop adds. */
#define ROWS_A_TURN 12

struct _SkyPatternPane
{
  GtkWidget parent_instance;

  /* Owned. */
  SkyPatterns *patterns;
  const SkyPattern *pattern; /* of these; NULL: nothing is shown */
  GArray *figures;           /* of SkyPatternFigure */
  GtkWidget *grid;           /* of these, as far as it is */
  GtkWidget *arc;            /* where the last rounds in the arc go; NULL: nowhere */
  guint next;                /* which part comes next */
  guint next_row;            /* of the numbers */
  guint filler;              /* the source that adds it; 0: all of it is there */
};

G_DEFINE_FINAL_TYPE (SkyPatternPane, sky_pattern_pane, GTK_TYPE_WIDGET)

enum
{
  ROUNDS,
  ARC,
  ROUND,
  TO_CASE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- Parts --------------------------------------------------------------------------------------
 */

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *style)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0f, "wrap", TRUE, "wrap-mode",
                                   PANGO_WRAP_WORD_CHAR, NULL);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_widget_set_parent (label, box);
  return label;
}

static void
add_head (SkyPatternPane *self)
{
  const SkyPattern *pattern = self->pattern;
  g_autofree char *what = sky_phrase_show (sky_family_title (pattern->family));
  g_autofree char *unit = sky_pattern_unit (pattern);
  g_autofree char *state = sky_phrase_show (sky_pattern_state_words (pattern));
  g_autofree char *title = g_strdup_printf ("%s %s", what, unit);
  g_autofree char *line = g_strdup_printf ("%s · %s", pattern->property, state);

  add_label (GTK_WIDGET (self), title, "title-3");
  add_label (GTK_WIDGET (self), line, "dim-label");
}

static void
add_sentence (SkyPatternPane *self)
{
  g_autofree char *phrase = sky_pattern_sentence (self->pattern);
  g_autofree char *sentence = sky_phrase_show (phrase);
  g_autofree char *null = sky_phrase_show (sky_family_null (self->pattern->family));
  g_autofree char *supposed = NULL;
  GtkWidget *label = add_label (GTK_WIDGET (self), sentence, NULL);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  /* Translators: %s is what is supposed until the numbers speak against it, a sentence. */
  supposed = g_strdup_printf (_ ("Supposed: %s"), null);
  add_label (GTK_WIDGET (self), supposed, "dim-label");
}

static void
add_cell (GtkWidget *grid, int column, int row, const char *text, gboolean head)
{
  gboolean number = column > 0;
  GtkWidget *label = g_object_new (
      GTK_TYPE_LABEL, "xalign", number ? 1.0f : 0.0f, "wrap", !number, "hexpand", !number,
      "accessible-role", head ? GTK_ACCESSIBLE_ROLE_COLUMN_HEADER : GTK_ACCESSIBLE_ROLE_CELL, NULL);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (head)
    gtk_widget_add_css_class (label, "heading");
  if (number)
    gtk_widget_add_css_class (label, "numeric");
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

static GtkWidget *
add_grid (SkyPatternPane *self, const char *name)
{
  GtkWidget *grid = g_object_new (GTK_TYPE_GRID, "column-spacing", 18, "row-spacing", 4,
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_TABLE, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (grid), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_parent (grid, GTK_WIDGET (self));
  return grid;
}

/* Takes @value. */
static void
add_fact (GtkWidget *grid, const char *name, char *value)
{
  GtkWidget *last = gtk_widget_get_last_child (grid);
  int row = 0;

  if (last != NULL)
    gtk_grid_query_child (GTK_GRID (grid), last, NULL, &row, NULL, NULL);
  row += last != NULL;
  add_cell (grid, 0, row, name, FALSE);
  add_cell (grid, 1, row, value, FALSE);
  g_free (value);
}

static char *
format_day (SkyDay day)
{
  char text[SKY_DAY_TEXT_SIZE];

  return g_strdup (sky_day_format (day, text));
}

static void
add_report_facts (GtkWidget *grid, const SkyStreamStanding *standing)
{
  add_fact (grid, _ ("Reported on"), format_day (standing->reported_on));
  add_fact (grid, _ ("Observations after the report"),
            g_strdup_printf ("%" PRId64, standing->n_fresh));
  add_fact (grid, _ ("Their evidence, ln C (6.91 confirm)"),
            sky_pattern_format_number ((double) standing->ln_c));
  if (standing->state != SKY_STREAM_REPORTED)
    add_fact (grid, _ ("Decided on"), format_day (standing->decided_on));
}

static void
add_facts (SkyPatternPane *self)
{
  const SkyStreamStanding *standing = &self->pattern->standing;
  GtkWidget *grid;
  gint64 left_out = 0;
  char first[SKY_DAY_TEXT_SIZE], last[SKY_DAY_TEXT_SIZE];

  if (standing->n == 0)
    return;
  add_label (GTK_WIDGET (self), _ ("Standing"), "title-4");
  grid = add_grid (self, _ ("Standing"));
  add_fact (grid, _ ("Gaming days"),
            g_strdup_printf ("%s – %s", sky_day_format (standing->first_day, first),
                             sky_day_format (standing->last_day, last)));
  add_fact (grid, _ ("Active weeks"), g_strdup_printf ("%u", standing->n_weeks));
  add_fact (grid, _ ("Observations"), g_strdup_printf ("%" PRId64, standing->n));
  add_fact (grid, _ ("Evidence, ln R"), sky_pattern_format_number ((double) standing->ln_r));
  add_fact (grid, _ ("It takes to report, ln A"),
            sky_pattern_format_number ((double) standing->ln_a));
  if (standing->state != SKY_STREAM_QUIET)
    add_report_facts (grid, standing);
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    left_out += self->pattern->left_out[i];
  add_fact (grid, _ ("Left out of these logs"), g_strdup_printf ("%" PRId64, left_out));
}

static void
add_plot (SkyPatternPane *self, guint index)
{
  SkyPatternPlot plots[SKY_PATTERN_PLOTS];
  GtkWidget *view;
  g_autofree char *title = NULL;

  if (index >= sky_pattern_plots (self->pattern, plots))
    return;
  title = sky_pattern_plot_title (self->pattern, plots[index]);
  add_label (GTK_WIDGET (self), title, "caption");
  view = sky_plot_view_new_of_pattern (self->patterns, self->pattern, plots[index]);
  gtk_widget_set_parent (view, GTK_WIDGET (self));
}

/* Some rows of the numbers. Returns: whether there are more. */
static gboolean
add_numbers (SkyPatternPane *self)
{
  if (self->figures->len == 0)
    return FALSE;
  if (self->grid == NULL)
    {
      add_label (GTK_WIDGET (self), _ ("Numbers"), "title-4");
      self->grid = add_grid (self, _ ("Numbers"));
      for (guint i = 0; i < sky_pattern_n_columns (self->pattern); i++)
        {
          g_autofree char *head = sky_pattern_figure_format (self->pattern, NULL, i);

          add_cell (self->grid, (int) i, 0, head, TRUE);
        }
    }
  for (guint n = 0; n < ROWS_A_TURN && self->next_row < self->figures->len; n++, self->next_row++)
    for (guint i = 0; i < sky_pattern_n_columns (self->pattern); i++)
      {
        const SkyPatternFigure *figure =
            &g_array_index (self->figures, SkyPatternFigure, self->next_row);
        g_autofree char *text = sky_pattern_figure_format (self->pattern, figure, i);

        add_cell (self->grid, (int) i, (int) self->next_row + 1, text, FALSE);
      }
  return self->next_row < self->figures->len;
}

static void
add_causes (SkyPatternPane *self)
{
  const char *causes[SKY_MAX_CAUSES];
  guint n = sky_family_list_causes (self->pattern->family, causes);

  add_label (GTK_WIDGET (self), _ ("What Else It Could Be"), "title-4");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *cause = sky_phrase_show (causes[i]);
      g_autofree char *line = g_strdup_printf ("• %s", cause);

      add_label (GTK_WIDGET (self), line, NULL);
    }
}

static void
clicked_cb (GtkButton *button, SkyPatternPane *self)
{
  g_signal_emit (self, signals[ROUNDS], 0, g_object_get_data (G_OBJECT (button), "table"));
}

/* @table: NULL: the errors. */
static void
add_button (SkyPatternPane *self, GtkWidget *box, const char *table)
{
  /* Translators: %s is a table. */
  g_autofree char *text = table != NULL ? g_strdup_printf (_ ("Rounds at %s"), table)
                                        : g_strdup (_ ("Settlement errors"));
  GtkWidget *button = gtk_button_new_with_label (text);

  g_object_set_data_full (G_OBJECT (button), "table", g_strdup (table), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), self);
  gtk_flow_box_append (GTK_FLOW_BOX (box), button);
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
}

static void
put_cb (GtkButton *button, SkyPatternPane *self)
{
  g_signal_emit (self, signals[TO_CASE], 0);
}

/* What is reported may go into a case, with its counts. */
static void
add_putting (SkyPatternPane *self)
{
  GtkWidget *button;

  if (self->pattern->account == NULL)
    return;
  button = gtk_button_new_with_label (_ ("Add to the Case"));
  gtk_widget_set_tooltip_text (button, _ ("Add the pattern to the case, with the counts that it "
                                          "follows from (Ctrl+B)"));
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect (button, "clicked", G_CALLBACK (put_cb), self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
}

/* --- The last rounds in the arc -----------------------------------------------------------------
 */

static void
arc_cb (GtkButton *button, SkyPatternPane *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (button), FALSE);
  g_signal_emit (self, signals[ARC], 0);
}

static void
round_cb (GtkButton *button, SkyPatternPane *self)
{
  g_signal_emit (self, signals[ROUND], 0,
                 GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index")));
}

static void
add_round_button (SkyPatternPane *self, GtkWidget *box, guint index, const SkyPatternRound *round)
{
  g_autofree char *text = g_strdup_printf ("%" PRId64 " · %s", round->round, round->result);
  /* Translators: a round's number, and the pocket that came. */
  g_autofree char *tip =
      g_strdup_printf (_ ("Show round %" PRId64 ": %s"), round->round, round->result);
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "numeric");
  g_object_set_data (G_OBJECT (button), "index", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (round_cb), self);
  gtk_flow_box_append (GTK_FLOW_BOX (box), button);
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
}

static void
put_line (GtkWidget *box, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), label);
}

/* Those of one day and table lie together. */
static GtkWidget *
begin_rounds (SkyPatternPane *self, const SkyPatternRound *round)
{
  GtkWidget *box =
      g_object_new (GTK_TYPE_FLOW_BOX, "selection-mode", GTK_SELECTION_NONE, "homogeneous", TRUE,
                    "min-children-per-line", 4, "max-children-per-line", 8, NULL);
  char day[SKY_DAY_TEXT_SIZE];
  g_autofree char *head =
      g_strdup_printf ("%s · %s", sky_day_format (round->gaming_day, day), round->table);

  put_line (self->arc, head, "caption-heading");
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL, head, -1);
  gtk_box_append (GTK_BOX (self->arc), box);
  return box;
}

static void
put_rounds (SkyPatternPane *self, const GPtrArray *rounds)
{
  const SkyPatternRound *last = NULL;
  GtkWidget *box = NULL;

  put_line (self->arc, _ ("Round, and what came; the latest first"), "dim-label");
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyPatternRound *round = rounds->pdata[i];

      if (last == NULL || last->log != round->log)
        box = begin_rounds (self, round);
      add_round_button (self, box, i, round);
      last = round;
    }
}

void
sky_pattern_pane_set_rounds (SkyPatternPane *self,
                             const GPtrArray *rounds,
                             guint n_unread,
                             const char *why)
{
  g_return_if_fail (SKY_IS_PATTERN_PANE (self));

  if (self->arc == NULL)
    return;
  if (rounds != NULL && rounds->len > 0)
    put_rounds (self, rounds);
  else
    put_line (self->arc, why != NULL ? why : _ ("None of its logs has such a round now."), NULL);
  if (n_unread > 0)
    {
      g_autofree char *text = g_strdup_printf (
          ngettext ("%u log could not be read.", "%u logs could not be read.", n_unread), n_unread);

      put_line (self->arc, text, NULL);
    }
}

static void
add_arc (SkyPatternPane *self, GtkWidget *box)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("The last 50 in the arc"));

  gtk_widget_set_tooltip_text (
      button, _ ("List the last 50 rounds whose ball landed in this arc, from the logs"));
  g_signal_connect (button, "clicked", G_CALLBACK (arc_cb), self);
  gtk_flow_box_append (GTK_FLOW_BOX (box), button);
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
  self->arc = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->arc, GTK_WIDGET (self));
}

static void
add_rounds (SkyPatternPane *self)
{
  GPtrArray *tables = self->pattern->tables;
  GtkWidget *box =
      g_object_new (GTK_TYPE_FLOW_BOX, "selection-mode", GTK_SELECTION_NONE,
                    "max-children-per-line", 4, "column-spacing", 6, "row-spacing", 6, NULL);

  add_label (GTK_WIDGET (self), _ ("Rounds Behind It"), "title-4");
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  if (sky_pattern_is_of_rates (self->pattern))
    add_button (self, box, NULL);
  for (guint i = 0; i < MIN (tables->len, MAX_TABLES); i++)
    add_button (self, box, tables->pdata[i]);
  if (sky_pattern_has_rounds (self->pattern) && tables->len > 0)
    add_arc (self, box);
  if (tables->len == 0)
    add_label (GTK_WIDGET (self), _ ("Nothing is known of them now."), "dim-label");
}

/* --- Filling ------------------------------------------------------------------------------------
 */

enum
{
  HEAD,
  PLOT,
  OTHER_PLOT,
  FACTS,
  NUMBERS,
  END,
  N_PARTS,
};

/* One part at a time: each is more than a label or two. */
static gboolean
fill_cb (gpointer data)
{
  SkyPatternPane *self = data;

  switch (self->next)
    {
    case HEAD:
      add_head (self);
      add_sentence (self);
      add_putting (self);
      add_rounds (self);
      break;
    case PLOT:
    case OTHER_PLOT:
      add_plot (self, self->next - PLOT);
      break;
    case FACTS:
      add_facts (self);
      break;
    case NUMBERS:
      if (add_numbers (self))
        return G_SOURCE_CONTINUE;
      break;
    case END:
    default:
      add_causes (self);
      break;
    }
  if (++self->next < N_PARTS)
    return G_SOURCE_CONTINUE;
  self->filler = 0;
  return G_SOURCE_REMOVE;
}

static void
empty (SkyPatternPane *self)
{
  GtkWidget *child;

  g_clear_handle_id (&self->filler, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->grid = NULL;
  self->arc = NULL;
  self->next = HEAD;
  self->next_row = 0;
  self->pattern = NULL;
  g_clear_pointer (&self->figures, g_array_unref);
  g_clear_pointer (&self->patterns, sky_patterns_unref);
}

void
sky_pattern_pane_set_pattern (SkyPatternPane *self,
                              SkyPatterns *patterns,
                              const SkyPattern *pattern)
{
  g_return_if_fail (SKY_IS_PATTERN_PANE (self));

  if (pattern == self->pattern)
    return;
  empty (self);
  if (pattern == NULL)
    return;
  self->patterns = sky_patterns_ref (patterns);
  self->pattern = pattern;
  self->figures = sky_pattern_list_figures (pattern);
  self->filler = g_idle_add (fill_cb, self);
}

gboolean
sky_pattern_pane_is_complete (SkyPatternPane *self)
{
  g_return_val_if_fail (SKY_IS_PATTERN_PANE (self), FALSE);
  return self->filler == 0;
}

static void
sky_pattern_pane_dispose (GObject *object)
{
  empty (SKY_PATTERN_PANE (object));
  G_OBJECT_CLASS (sky_pattern_pane_parent_class)->dispose (object);
}

static void
sky_pattern_pane_class_init (SkyPatternPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_pattern_pane_dispose;
  signals[ROUNDS] = g_signal_new ("rounds", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ARC] = g_signal_new ("arc", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  signals[ROUND] = g_signal_new ("round", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[TO_CASE] = g_signal_new ("to-case", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "pattern");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sky_pattern_pane_init (SkyPatternPane *self)
{
  GtkBoxLayout *layout = GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self)));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (layout, 10);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The pattern"), -1);
}
