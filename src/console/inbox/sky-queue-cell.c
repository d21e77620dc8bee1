/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-queue-cell.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "sky-clock-text.h"
#include "sky-phrase.h"

/* What a card is made of. */
typedef enum
{
  CARD_SIGN,   /* where the review stands */
  CARD_NAME,   /* the severity's sign and the check */
  CARD_AMOUNT, /* by which the table differs */
  CARD_PLACE,  /* below: where and when */
  CARD_CHANGE, /* what changed since one looked, or who is at it */
  N_CARD_PARTS,
} CardPart;

/* Of a card, px: the room of the sign, between two parts, between the lines. */
#define SIGN_WIDTH 20
#define PART_GAP   8
#define LINE_GAP   1

struct _SkyQueueCell
{
  GtkWidget parent_instance;

  SkyColumn column;
  SkyCellPainter *painter;
  SkyClock *clock;
  SkyRow *row;                      /* NULL: none */
  SkyQueueItem *item;               /* what stands in it; NULL: nothing */
  gulong loaded;                    /* 0: not listened for */
  SkyCellWait wait;                 /* to be made ready */
  PangoLayout *layout;              /* NULL: blank; of a card its first part */
  PangoLayout *parts[N_CARD_PARTS]; /* of a card, the first not owned; NULL: blank */
  guint serial;                     /* of the font that the layout was made with */
  int height;                       /* of a line; 0: not known */
};

G_DEFINE_FINAL_TYPE (SkyQueueCell, sky_queue_cell, GTK_TYPE_WIDGET)

/* --- What it looks like ----------------------------------------------------------------------- */

static void
set_class (GtkWidget *widget, const char *name, gboolean on)
{
  if (on == gtk_widget_has_css_class (widget, name))
    return;
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
update_classes (SkyQueueCell *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const SkyStoredFinding *finding =
      self->item != NULL ? sky_queue_item_get_finding (self->item) : NULL;
  gboolean severity =
      finding != NULL && (self->column == SKY_COLUMN_SEVERITY || self->column == SKY_COLUMN_CHECK);
  gboolean decided = finding != NULL && finding->state != SKY_REVIEW_OPEN
                     && finding->state != SKY_REVIEW_IN_REVIEW && !finding->awaits_second;

  set_class (widget, "severity-info", severity && finding->severity == SKY_SEVERITY_INFO);
  set_class (widget, "severity-minor", severity && finding->severity == SKY_SEVERITY_MINOR);
  set_class (widget, "severity-major", severity && finding->severity == SKY_SEVERITY_MAJOR);
  set_class (widget, "severity-critical", severity && finding->severity == SKY_SEVERITY_CRITICAL);
  set_class (widget, "dim-label", decided);
}

static char *
dup_column (SkyQueueCell *self, SkyColumn column)
{
  return sky_queue_item_dup_text (self->item, column, sky_clock_get_zone (self->clock));
}

static char *
dup_text (SkyQueueCell *self)
{
  return self->item != NULL ? dup_column (self, self->column) : g_strdup ("");
}

/* What the cell has no room for: the instant to the microsecond, the word for a sign, and beside
 * the check what it is about. */
static void
add_line (GString *text, const char *line)
{
  if (line == NULL || line[0] == '\0')
    return;
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
}

/* All that a card has no room for, and the words for its signs. */
static char *
dup_card_tip (SkyQueueCell *self, const SkyStoredFinding *finding)
{
  const char *present = sky_queue_item_get_present (self->item);
  g_autofree char *severity = sky_severity_dup_label (finding->severity, finding->unsure);
  g_autofree char *first = g_strdup_printf ("%s · %s · %s", finding->check, severity,
                                            sky_finding_state_to_label (finding));
  GString *text = g_string_new (NULL);

  add_line (text, sky_check_to_label (finding->check));
  add_line (text, first);
  add_line (text, sky_queue_wait_to_label (sky_queue_item_get_wait (self->item)));
  if (present != NULL)
    {
      /* Translators: who else looks at a finding, by name. */
      g_autofree char *by = g_strdup_printf (_ ("In review by %s"), present);
      add_line (text, by);
    }
  add_line (text, sky_finding_change_to_label (finding->change));
  if (finding->at != SKY_TIME_NONE)
    {
      g_autofree char *at = sky_clock_text_both (finding->at, sky_clock_get_zone (self->clock));
      add_line (text, at);
    }
  g_autofree char *explanation = sky_phrase_show (finding->explanation);
  add_line (text, explanation);
  return g_string_free (text, FALSE);
}

/* What a screen reader says of a card. */
static char *
dup_card_name (SkyQueueCell *self, const SkyStoredFinding *finding)
{
  g_autofree char *amount = dup_column (self, SKY_COLUMN_VARIANCE);
  g_autofree char *place = dup_column (self, SKY_COLUMN_CARD);
  g_autofree char *severity = sky_severity_dup_label (finding->severity, finding->unsure);
  g_autofree char *state = dup_column (self, SKY_COLUMN_STATE);
  const char *const words[] = {
    sky_check_to_label (finding->check),          amount, place, severity, state,
    sky_finding_change_to_label (finding->change)
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i][0] != '\0')
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", words[i]);
  return g_string_free (text, FALSE);
}

static char *
dup_tip (SkyQueueCell *self)
{
  if (self->item == NULL)
    return NULL;

  const SkyStoredFinding *finding = sky_queue_item_get_finding (self->item);
  SkyTime at = sky_queue_item_get_at (self->item);
  if (self->column == SKY_COLUMN_TIME && at != SKY_TIME_NONE)
    return sky_clock_text_both (at, sky_clock_get_zone (self->clock));
  SkyQueueWait wait = sky_queue_item_get_wait (self->item);
  gboolean is_state = self->column == SKY_COLUMN_STATE || self->column == SKY_COLUMN_CHANGE;

  if (self->column == SKY_COLUMN_CARD && finding != NULL)
    return dup_card_tip (self, finding);
  if (is_state && finding != NULL && wait != SKY_QUEUE_WRITTEN)
    return g_strdup_printf ("%s\n%s", sky_queue_wait_to_label (wait),
                            sky_finding_state_to_label (finding));
  const char *present = sky_queue_item_get_present (self->item);
  if ((self->column == SKY_COLUMN_CHANGE || self->column == SKY_COLUMN_STATE) && finding != NULL
      && present != NULL)
    {
      /* Translators: who else looks at a finding, by name. */
      g_autofree char *by = g_strdup_printf (_ ("In review by %s"), present);
      const char *more = self->column == SKY_COLUMN_STATE
                             ? sky_finding_state_to_label (finding)
                             : sky_finding_change_to_label (finding->change);
      return more[0] != '\0' ? g_strdup_printf ("%s\n%s", by, more) : g_steal_pointer (&by);
    }
  if (self->column == SKY_COLUMN_CHANGE && finding != NULL)
    return g_strdup (sky_finding_change_to_label (finding->change));
  if (self->column == SKY_COLUMN_SEVERITY && finding != NULL)
    return sky_severity_dup_label (finding->severity, finding->unsure);
  if (self->column == SKY_COLUMN_CHECK && finding != NULL)
    {
      g_autofree char *severity = sky_severity_dup_label (finding->severity, finding->unsure);
      g_autofree char *explanation = sky_phrase_show (finding->explanation);
      return g_strdup_printf ("%s\n%s · %s\n%s", sky_check_to_label (finding->check),
                              finding->check, severity, explanation != NULL ? explanation : "");
    }
  return dup_text (self);
}

static gboolean
sky_queue_cell_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard_tooltip, GtkTooltip *tooltip)
{
  g_autofree char *tip = dup_tip (SKY_QUEUE_CELL (widget));

  if (tip == NULL || tip[0] == '\0')
    return FALSE;
  gtk_tooltip_set_text (tooltip, tip);
  return TRUE;
}

/* --- Making ready ----------------------------------------------------------------------------- */

static void
clear_layouts (SkyQueueCell *self)
{
  self->parts[CARD_SIGN] = NULL;
  for (guint i = CARD_SIGN + 1; i < N_CARD_PARTS; i++)
    g_clear_object (&self->parts[i]);
  g_clear_object (&self->layout);
}

static void
make_blank (SkyQueueCell *self)
{
  if (self->layout == NULL)
    return;
  clear_layouts (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
loaded_cb (SkyQueueCell *self)
{
  sky_cell_painter_add (self->painter, GTK_WIDGET (self), &self->wait);
}

static void
zone_cb (SkyQueueCell *self)
{
  if (self->item != NULL)
    sky_cell_painter_add (self->painter, GTK_WIDGET (self), &self->wait);
}

/* Hundreds of cells become others at once with a far jump: all that can be done later is. */
static void
changed_cb (gpointer data)
{
  SkyQueueCell *self = data;
  SkyQueueItem *item = self->row != NULL ? sky_row_get_item (self->row) : NULL;

  if (item == self->item)
    return;
  if (self->loaded != 0)
    g_clear_signal_handler (&self->loaded, self->item);
  make_blank (self);
  g_set_object (&self->item, item);
  if (item != NULL)
    sky_cell_painter_add (self->painter, GTK_WIDGET (self), &self->wait);
  else
    sky_cell_painter_take_back (self->painter, &self->wait);
}

/* A line of text, which is laid out here, where there is time for it, rather than as it is drawn.
 */
static PangoLayout *
make_layout (SkyQueueCell *self, const char *text, gboolean bold, int width)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, width >= 0 ? width * PANGO_SCALE : -1);
  pango_layout_is_ellipsized (layout);
  return layout;
}

static int
get_width (PangoLayout *layout)
{
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* The name and the place take what the amount and what changed leave. */
static void
fit_card (SkyQueueCell *self, int width)
{
  int rest = width - SIGN_WIDTH;

  pango_layout_set_width (self->parts[CARD_NAME],
                          MAX (rest - get_width (self->parts[CARD_AMOUNT]) - PART_GAP, 0)
                              * PANGO_SCALE);
  pango_layout_set_width (self->parts[CARD_PLACE],
                          MAX (rest - get_width (self->parts[CARD_CHANGE]) - PART_GAP, 0)
                              * PANGO_SCALE);
}

static void
make_card (SkyQueueCell *self, const SkyStoredFinding *finding)
{
  g_autofree char *sign = dup_column (self, SKY_COLUMN_SIGN);
  g_autofree char *name =
      g_strdup_printf ("%s%s %s", sky_severity_to_sign (finding->severity),
                       sky_unsure_to_sign (finding->unsure), sky_check_to_label (finding->check));
  g_autofree char *amount = dup_column (self, SKY_COLUMN_VARIANCE);
  g_autofree char *place = dup_column (self, SKY_COLUMN_CARD);
  g_autofree char *change = dup_column (self, SKY_COLUMN_CHANGE);
  gboolean is_state = strcmp (change, sign) == 0;

  self->layout = make_layout (self, sign, FALSE, -1);
  self->parts[CARD_SIGN] = self->layout;
  self->parts[CARD_AMOUNT] = make_layout (self, amount, TRUE, -1);
  self->parts[CARD_CHANGE] = make_layout (self, is_state ? "" : change, FALSE, -1);
  self->parts[CARD_NAME] = make_layout (self, name, finding->severity >= SKY_SEVERITY_MAJOR, -1);
  self->parts[CARD_PLACE] = make_layout (self, place, FALSE, -1);
  fit_card (self, gtk_widget_get_width (GTK_WIDGET (self)));
  pango_layout_is_ellipsized (self->parts[CARD_NAME]);
  pango_layout_is_ellipsized (self->parts[CARD_PLACE]);
}

void
sky_queue_cell_make_ready (GtkWidget *cell)
{
  SkyQueueCell *self = SKY_QUEUE_CELL (cell);
  PangoContext *context = gtk_widget_get_pango_context (cell);
  g_autofree char *name = NULL;

  sky_cell_painter_take_back (self->painter, &self->wait);
  if (self->loaded == 0)
    self->loaded =
        g_signal_connect_swapped (self->item, "notify::loaded", G_CALLBACK (loaded_cb), self);
  if (!sky_queue_item_get_loaded (self->item))
    return;
  const SkyStoredFinding *finding = sky_queue_item_get_finding (self->item);
  update_classes (self);
  clear_layouts (self);
  self->serial = pango_context_get_serial (context);
  if (self->column == SKY_COLUMN_CARD && finding != NULL)
    {
      make_card (self, finding);
      name = dup_card_name (self, finding);
    }
  else
    {
      g_autofree char *text = dup_text (self);
      self->layout = make_layout (self, text, FALSE, gtk_widget_get_width (cell));
      /* A sign says nothing to who cannot see it. */
      name = self->column == SKY_COLUMN_CHANGE || self->column == SKY_COLUMN_STATE
                     || self->column == SKY_COLUMN_SEVERITY
                 ? dup_tip (self)
                 : g_steal_pointer (&text);
    }
  gtk_widget_queue_draw (cell);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name != NULL ? name : "", -1);
}

/* --- Widget ----------------------------------------------------------------------------------- */

/* A line, of a card two, which says nothing of its text: that is cut. */
static void
sky_queue_cell_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  SkyQueueCell *self = SKY_QUEUE_CELL (widget);

  *minimum = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      if (self->height == 0)
        self->height = sky_cell_painter_get_line_height (self->painter);
      *minimum = self->column == SKY_COLUMN_CARD ? 2 * self->height + LINE_GAP : self->height;
    }
  *natural = *minimum;
}

static void
sky_queue_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyQueueCell *self = SKY_QUEUE_CELL (widget);

  if (self->parts[CARD_NAME] != NULL)
    fit_card (self, width);
  else if (self->layout != NULL)
    pango_layout_set_width (self->layout, width * PANGO_SCALE);
}

/* At @x from the side where reading begins. */
static void
draw_part (SkyQueueCell *self,
           GtkSnapshot *snapshot,
           CardPart part,
           int x,
           int line,
           const GdkRGBA *colour)
{
  PangoLayout *layout = self->parts[part];
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int half = gtk_widget_get_height (GTK_WIDGET (self)) / 2;
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = width - x - get_width (layout);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((float) x, (float) (line == 0 ? half - height : half + LINE_GAP)));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

/* Colours of the style sheet's, of which a card has several. */
static void
look_up_colours (
    SkyQueueCell *self, GdkRGBA *text, GdkRGBA *dim, GdkRGBA *severity, GdkRGBA *change)
{
  static const char *const names[SKY_N_SEVERITIES] = { "severity_info", "severity_minor",
                                                       "severity_major", "severity_critical" };
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self));
  const SkyStoredFinding *finding = sky_queue_item_get_finding (self->item);

  gtk_style_context_get_color (context, text);
  *dim = *text;
  dim->alpha *=
      adw_style_manager_get_high_contrast (adw_style_manager_get_default ()) ? 0.95f : 0.78f;
  if (!gtk_style_context_lookup_color (context, names[finding->severity], severity))
    *severity = *text;
  if (!gtk_style_context_lookup_color (context, "accent_color", change))
    *change = *text;
}

static void
draw_card (SkyQueueCell *self, GtkSnapshot *snapshot)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  GdkRGBA text, dim, severity, change;

  look_up_colours (self, &text, &dim, &severity, &change);
  draw_part (self, snapshot, CARD_SIGN, 0, 0, &text);
  draw_part (self, snapshot, CARD_NAME, SIGN_WIDTH, 0, &severity);
  draw_part (self, snapshot, CARD_AMOUNT, width - get_width (self->parts[CARD_AMOUNT]), 0, &text);
  draw_part (self, snapshot, CARD_PLACE, SIGN_WIDTH, 1, &dim);
  draw_part (self, snapshot, CARD_CHANGE, width - get_width (self->parts[CARD_CHANGE]), 1, &change);
}

static void
sky_queue_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyQueueCell *self = SKY_QUEUE_CELL (widget);
  gboolean at_end = self->column == SKY_COLUMN_VARIANCE || self->column == SKY_COLUMN_ROUND;
  int width, height;

  if (self->layout == NULL)
    return;
  if (self->parts[CARD_NAME] != NULL)
    {
      draw_card (self, snapshot);
      return;
    }
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    at_end = !at_end;
  pango_layout_get_pixel_size (self->layout, &width, &height);
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget),
                              at_end ? gtk_widget_get_width (widget) - width : 0,
                              (gtk_widget_get_height (widget) - height) / 2.0, self->layout);
}

/* Another font: the text is laid out anew. */
static void
sky_queue_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  SkyQueueCell *self = SKY_QUEUE_CELL (widget);

  GTK_WIDGET_CLASS (sky_queue_cell_parent_class)->css_changed (widget, change);
  if (self->layout == NULL
      || self->serial == pango_context_get_serial (gtk_widget_get_pango_context (widget)))
    return;
  self->serial = pango_context_get_serial (gtk_widget_get_pango_context (widget));
  pango_layout_context_changed (self->layout);
  for (guint i = CARD_SIGN + 1; i < N_CARD_PARTS; i++)
    if (self->parts[i] != NULL)
      pango_layout_context_changed (self->parts[i]);
  if (self->parts[CARD_NAME] != NULL)
    fit_card (self, gtk_widget_get_width (widget));
  gtk_widget_queue_draw (widget);
}

static void
sky_queue_cell_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  SkyQueueCell *self = SKY_QUEUE_CELL (widget);

  GTK_WIDGET_CLASS (sky_queue_cell_parent_class)->system_setting_changed (widget, setting);
  if (setting != GTK_SYSTEM_SETTING_DPI && setting != GTK_SYSTEM_SETTING_FONT_NAME)
    return;
  self->height = 0;
  sky_cell_painter_forget_line_height (self->painter);
  gtk_widget_queue_resize (widget);
}

static void
sky_queue_cell_dispose (GObject *object)
{
  SkyQueueCell *self = SKY_QUEUE_CELL (object);

  sky_queue_cell_set_row (self, NULL);
  clear_layouts (self);
  g_clear_object (&self->painter);
  g_clear_object (&self->clock);
  G_OBJECT_CLASS (sky_queue_cell_parent_class)->dispose (object);
}

static void
sky_queue_cell_class_init (SkyQueueCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_queue_cell_dispose;
  widget_class->measure = sky_queue_cell_measure;
  widget_class->size_allocate = sky_queue_cell_size_allocate;
  widget_class->snapshot = sky_queue_cell_snapshot;
  widget_class->css_changed = sky_queue_cell_css_changed;
  widget_class->system_setting_changed = sky_queue_cell_system_setting_changed;
  widget_class->query_tooltip = sky_queue_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
sky_queue_cell_init (SkyQueueCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
sky_queue_cell_new (SkyColumn column, SkyCellPainter *painter, SkyClock *clock)
{
  g_return_val_if_fail (column < SKY_N_COLUMNS, NULL);
  g_return_val_if_fail (SKY_IS_CELL_PAINTER (painter), NULL);
  g_return_val_if_fail (SKY_IS_CLOCK (clock), NULL);

  SkyQueueCell *self = g_object_new (SKY_TYPE_QUEUE_CELL, NULL);
  self->column = column;
  self->painter = g_object_ref (painter);
  self->clock = g_object_ref (clock);
  if (column == SKY_COLUMN_CARD || column == SKY_COLUMN_TIME)
    g_signal_connect_object (clock, "notify::zone", G_CALLBACK (zone_cb), self, G_CONNECT_SWAPPED);
  if (column == SKY_COLUMN_CHANGE)
    gtk_widget_add_css_class (GTK_WIDGET (self), "changed");
  return GTK_WIDGET (self);
}

void
sky_queue_cell_set_row (SkyQueueCell *self, SkyRow *row)
{
  g_return_if_fail (SKY_IS_QUEUE_CELL (self));
  g_return_if_fail (row == NULL || SKY_IS_ROW (row));

  if (row == self->row)
    return;
  if (self->row != NULL)
    sky_row_unwatch (self->row, self);
  g_set_object (&self->row, row);
  if (row != NULL)
    sky_row_watch (row, changed_cb, self);
  changed_cb (self);
}

SkyQueueItem *
sky_queue_cell_get_item (SkyQueueCell *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_CELL (self), NULL);
  return self->item;
}
