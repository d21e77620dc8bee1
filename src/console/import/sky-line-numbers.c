/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-line-numbers.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Room on both sides of a number, and of the mark before it. */
#define PADDING 6
#define MARK    10

struct _SkyLineNumbers
{
  GtkWidget parent_instance;

  GtkTextView *view;   /* borrowed: it has this as its gutter */
  PangoLayout *layout; /* while it is measured or drawn */
  GHashTable *marked;  /* of lines, from 1 */
  int n_digits;
};

G_DEFINE_FINAL_TYPE (SkyLineNumbers, sky_line_numbers, GTK_TYPE_WIDGET)

static void
set_number (SkyLineNumbers *self, int number)
{
  char text[16];

  g_snprintf (text, sizeof text, "%d", number);
  pango_layout_set_text (self->layout, text, -1);
}

static void
sky_line_numbers_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  SkyLineNumbers *self = SKY_LINE_NUMBERS (widget);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, NULL);
  int width, number = 8;

  self->layout = layout;
  for (int i = 1; i < self->n_digits; i++)
    number = 10 * number + 8;
  set_number (self, number);
  pango_layout_get_pixel_size (self->layout, &width, NULL);
  self->layout = NULL;
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? width + MARK + 2 * PADDING : 0;
}

/* Draws @line, which begins @y down the text. */
static void
draw_number (SkyLineNumbers *self, GtkSnapshot *snapshot, int line, int y)
{
  const gboolean marked = sky_line_numbers_is_marked (self, (guint) line);
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self));
  GdkRGBA color;
  int width, top;

  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_LEFT, 0, y, NULL, &top);
  set_number (self, line);
  pango_layout_get_pixel_size (self->layout, &width, NULL);
  if (!marked || !gtk_style_context_lookup_color (context, "error_color", &color))
    gtk_style_context_get_color (context, &color);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((float) (gtk_widget_get_width (GTK_WIDGET (self)) - PADDING - width),
                            (float) top));
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  gtk_snapshot_restore (snapshot);
  if (marked)
    gtk_snapshot_append_color (
        snapshot, &color,
        &GRAPHENE_RECT_INIT (PADDING / 2.0f, (float) top + 3, MARK - PADDING, MARK));
}

/* Draws those that are in sight. Lines that the view has not laid out yet have no height: it tells
 * its adjustment when they have. */
static void
draw_numbers (SkyLineNumbers *self, GtkSnapshot *snapshot)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GdkRectangle seen;
  GtkTextIter iter;
  int y, height;

  gtk_text_view_get_visible_rect (self->view, &seen);
  gtk_text_view_get_line_at_y (self->view, &iter, seen.y, &y);
  for (int line = gtk_text_iter_get_line (&iter); line < gtk_text_buffer_get_line_count (buffer);
       line++)
    {
      gtk_text_buffer_get_iter_at_line (buffer, &iter, line);
      gtk_text_view_get_line_yrange (self->view, &iter, &y, &height);
      if (y > seen.y + seen.height || height <= 0)
        return;
      draw_number (self, snapshot, line + 1, y);
    }
}

static void
sky_line_numbers_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyLineNumbers *self = SKY_LINE_NUMBERS (widget);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, NULL);

  self->layout = layout;
  draw_numbers (self, snapshot);
  self->layout = NULL;
}

static void
view_changed_cb (SkyLineNumbers *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
adjustment_cb (SkyLineNumbers *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));

  if (adjustment == NULL)
    return;
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
text_changed_cb (SkyLineNumbers *self)
{
  int n = gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (self->view));
  int n_digits = 2;

  for (; n >= 100; n /= 10)
    n_digits++;
  if (n_digits != self->n_digits)
    {
      self->n_digits = n_digits;
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
sky_line_numbers_dispose (GObject *object)
{
  SkyLineNumbers *self = SKY_LINE_NUMBERS (object);

  self->view = NULL;
  g_clear_pointer (&self->marked, g_hash_table_unref);
  G_OBJECT_CLASS (sky_line_numbers_parent_class)->dispose (object);
}

static void
sky_line_numbers_class_init (SkyLineNumbersClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_line_numbers_dispose;
  widget_class->measure = sky_line_numbers_measure;
  widget_class->snapshot = sky_line_numbers_snapshot;
  gtk_widget_class_set_css_name (widget_class, "linenumbers");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sky_line_numbers_init (SkyLineNumbers *self)
{
  self->marked = g_hash_table_new (NULL, NULL);
  self->n_digits = 2;
}

SkyLineNumbers *
sky_line_numbers_new (GtkTextView *view)
{
  SkyLineNumbers *self = g_object_new (SKY_TYPE_LINE_NUMBERS, NULL);

  self->view = view;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Line numbers"), -1);
  gtk_text_view_set_gutter (view, GTK_TEXT_WINDOW_LEFT, GTK_WIDGET (self));
  g_signal_connect_object (gtk_text_view_get_buffer (view), "changed", G_CALLBACK (text_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::vadjustment", G_CALLBACK (adjustment_cb), self,
                           G_CONNECT_SWAPPED);
  adjustment_cb (self);
  return self;
}

void
sky_line_numbers_mark (SkyLineNumbers *self, const GArray *lines)
{
  g_return_if_fail (SKY_IS_LINE_NUMBERS (self));

  g_hash_table_remove_all (self->marked);
  for (guint i = 0; i < lines->len; i++)
    g_hash_table_add (self->marked, GUINT_TO_POINTER (g_array_index (lines, guint, i)));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
sky_line_numbers_is_marked (SkyLineNumbers *self, guint line)
{
  g_return_val_if_fail (SKY_IS_LINE_NUMBERS (self), FALSE);
  return g_hash_table_contains (self->marked, GUINT_TO_POINTER (line));
}
