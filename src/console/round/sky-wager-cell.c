/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wager-cell.h"

struct _SkyWagerCell
{
  GtkWidget parent_instance;

  GtkColumnViewColumn *column; /* owned */
  guint n_lines;
  gboolean at_end;
  char *text;
  PangoLayout *layout; /* NULL: to be made */
  int height;          /* of the layout, px; 0: not known */
  int line;            /* height of one line, px; 0: not known */
  guint serial;        /* of the font that they were made with */
};

G_DEFINE_FINAL_TYPE (SkyWagerCell, sky_wager_cell, GTK_TYPE_WIDGET)

static void
forget_layout (SkyWagerCell *self)
{
  g_clear_object (&self->layout);
  self->height = 0;
}

#define MINUS "−"

static void
hold (PangoAttrList *attributes, gsize from, gsize until)
{
  PangoAttribute *attribute = pango_attr_allow_breaks_new (FALSE);

  attribute->start_index = (guint) from;
  attribute->end_index = (guint) until;
  pango_attr_list_insert (attributes, attribute);
}

/* A line may end after a minus, and before a number: the minus of an amount belongs to it, and the
 * number that a name ends with to the word before it, as in "seat 13". */
static void
hold_together (PangoAttrList *attributes, const char *text)
{
  const char *last = strrchr (text, ' ');

  for (const char *at = strstr (text, MINUS); at != NULL; at = strstr (at + 1, MINUS))
    hold (attributes, (gsize) (at - text), (gsize) (at - text) + strlen (MINUS "$"));
  if (last != NULL && g_ascii_isdigit (last[1]))
    hold (attributes, (gsize) (last - text), (gsize) (last - text) + 2);
}

static PangoLayout *
ensure_layout (SkyWagerCell *self, int width)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (self->layout == NULL)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      self->layout = gtk_widget_create_pango_layout (widget, self->text);
      self->serial = pango_context_get_serial (gtk_widget_get_pango_context (widget));
      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      hold_together (attributes, self->text);
      pango_layout_set_attributes (self->layout, attributes);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      if (self->n_lines > 1)
        pango_layout_set_height (self->layout, -(int) self->n_lines);
    }
  if (pango_layout_get_width (self->layout) != width * PANGO_SCALE)
    {
      pango_layout_set_width (self->layout, width * PANGO_SCALE);
      self->height = 0;
    }
  return self->layout;
}

static int
get_line_height (SkyWagerCell *self)
{
  if (self->line == 0)
    {
      g_autoptr (PangoLayout) line = gtk_widget_create_pango_layout (GTK_WIDGET (self), "Ág");

      pango_layout_get_pixel_size (line, NULL, &self->line);
    }
  return self->line;
}

/* What the column leaves for the text; 0: not known. */
static int
get_room (SkyWagerCell *self)
{
  GtkWidget *place = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkBorder padding;
  GtkBorder border;

  if (place == NULL)
    return 0;
  gtk_style_context_get_padding (gtk_widget_get_style_context (place), &padding);
  gtk_style_context_get_border (gtk_widget_get_style_context (place), &border);
  return MAX (0, gtk_column_view_column_get_fixed_width (self->column) - padding.left
                     - padding.right - border.left - border.right);
}

/* How high the text is in the width of the column. */
static int
get_height (SkyWagerCell *self)
{
  int width = self->n_lines > 1 ? get_room (self) : 0;

  if (self->text[0] == '\0' || width == 0)
    return get_line_height (self);
  ensure_layout (self, width);
  if (self->height == 0)
    pango_layout_get_pixel_size (self->layout, NULL, &self->height);
  return self->height;
}

static void
sky_wager_cell_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? get_height (SKY_WAGER_CELL (widget)) : 0;
  *natural = *minimum;
}

static void
sky_wager_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyWagerCell *self = SKY_WAGER_CELL (widget);
  gboolean at_end = self->at_end;
  int room = gtk_widget_get_width (widget);
  int width;
  int height;

  if (self->text[0] == '\0')
    return;
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    at_end = !at_end;
  pango_layout_get_pixel_size (ensure_layout (self, room), &width, &height);
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget),
                              at_end ? room - width : 0,
                              (gtk_widget_get_height (widget) - height) / 2, self->layout);
}

/* Another font: the text is laid out anew. */
static void
sky_wager_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  SkyWagerCell *self = SKY_WAGER_CELL (widget);

  GTK_WIDGET_CLASS (sky_wager_cell_parent_class)->css_changed (widget, change);
  if (self->layout == NULL
      || self->serial == pango_context_get_serial (gtk_widget_get_pango_context (widget)))
    return;
  forget_layout (self);
  self->line = 0;
  gtk_widget_queue_resize (widget);
}

static void
sky_wager_cell_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  SkyWagerCell *self = SKY_WAGER_CELL (widget);

  GTK_WIDGET_CLASS (sky_wager_cell_parent_class)->system_setting_changed (widget, setting);
  if (setting != GTK_SYSTEM_SETTING_DPI && setting != GTK_SYSTEM_SETTING_FONT_NAME)
    return;
  forget_layout (self);
  self->line = 0;
  gtk_widget_queue_resize (widget);
}

/* The whole text, which the cell may cut. */
static gboolean
sky_wager_cell_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard_tooltip, GtkTooltip *tooltip)
{
  SkyWagerCell *self = SKY_WAGER_CELL (widget);

  if (self->text[0] == '\0')
    return FALSE;
  gtk_tooltip_set_text (tooltip, self->text);
  return TRUE;
}

/* The column has another width. */
static void
width_cb (SkyWagerCell *self)
{
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
sky_wager_cell_dispose (GObject *object)
{
  SkyWagerCell *self = SKY_WAGER_CELL (object);

  forget_layout (self);
  g_clear_object (&self->column);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (sky_wager_cell_parent_class)->dispose (object);
}

static void
sky_wager_cell_class_init (SkyWagerCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_wager_cell_dispose;
  widget_class->measure = sky_wager_cell_measure;
  widget_class->snapshot = sky_wager_cell_snapshot;
  widget_class->css_changed = sky_wager_cell_css_changed;
  widget_class->system_setting_changed = sky_wager_cell_system_setting_changed;
  widget_class->query_tooltip = sky_wager_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
sky_wager_cell_init (SkyWagerCell *self)
{
  self->text = g_strdup ("");
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
sky_wager_cell_new (GtkColumnViewColumn *column, guint n_lines, gboolean at_end)
{
  SkyWagerCell *self = g_object_new (SKY_TYPE_WAGER_CELL, NULL);

  self->column = g_object_ref (column);
  self->n_lines = n_lines;
  self->at_end = at_end;
  if (n_lines > 1)
    g_signal_connect_object (column, "notify::fixed-width", G_CALLBACK (width_cb), self,
                             G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
sky_wager_cell_set_text (SkyWagerCell *self, const char *text)
{
  g_return_if_fail (SKY_IS_WAGER_CELL (self));
  g_return_if_fail (text != NULL);

  if (strcmp (text, self->text) == 0)
    return;
  int before = get_height (self);
  g_free (self->text);
  self->text = g_strdup (text);
  forget_layout (self);
  if (self->n_lines == 1 || get_height (self) == before)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  /* A tooltip that is open on the cell says what stands in it now. To ask always would ask the
   * display where the pointer is. */
  if (gtk_widget_get_state_flags (GTK_WIDGET (self)) & GTK_STATE_FLAG_PRELIGHT)
    gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

/* Whether a line begins with what hold_together() keeps with the end of the one before. */
static gboolean
parts_numbers (SkyWagerCell *self, PangoLayout *layout)
{
  for (GSList *line = pango_layout_get_lines_readonly (layout); line != NULL; line = line->next)
    {
      int at = ((const PangoLayoutLine *) line->data)->start_index;
      if (at > 0 && self->text[at] == '$' && self->text[at - 1] != ' ')
        return TRUE;
      if (at > 0 && g_ascii_isdigit (self->text[at]) && strchr (self->text + at, ' ') == NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
sky_wager_cell_is_cut (SkyWagerCell *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_CELL (self), FALSE);

  GtkWidget *widget = GTK_WIDGET (self);
  PangoLayout *layout = ensure_layout (self, gtk_widget_get_width (widget));
  int height;
  pango_layout_get_pixel_size (layout, NULL, &height);
  return pango_layout_is_ellipsized (layout) || height > gtk_widget_get_height (widget)
         || parts_numbers (self, layout);
}
