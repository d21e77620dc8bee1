/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-paragraph.h"

/* What it asks for, px: it takes what there is. */
#define WIDTH 60

struct _SkyParagraph
{
  GtkWidget parent_instance;

  PangoLayout *layout; /* NULL: to be made */
  int height;          /* of the layout, px */
  int least, most; /* from what width to what width its lines are the same, px; none: not known */
  guint serial;    /* of the font that the layout was made with */
  char *text;
};

G_DEFINE_FINAL_TYPE (SkyParagraph, sky_paragraph, GTK_TYPE_WIDGET)

static void
forget_layout (SkyParagraph *self)
{
  g_clear_object (&self->layout);
  self->least = G_MAXINT;
}

/* Lays the text out for @width px; returns: how high it is. */
static int
lay_out (SkyParagraph *self, int width)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (self->layout == NULL)
    {
      self->layout = gtk_widget_create_pango_layout (widget, self->text);
      self->serial = pango_context_get_serial (gtk_widget_get_pango_context (widget));
      pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
    }
  if (width < self->least || width > self->most)
    {
      pango_layout_set_width (self->layout, width * PANGO_SCALE);
      pango_layout_get_pixel_size (self->layout, &self->least, &self->height);
      /* In less room than this, but enough for the longest line, each line ends where it does. */
      self->most = pango_layout_get_line_count (self->layout) > 1 ? width : G_MAXINT;
      self->least = MIN (self->least, width);
      /* Each line ends at the margin, which is elsewhere then. */
      if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
        self->least = self->most = width;
    }
  return self->height;
}

static GtkSizeRequestMode
sky_paragraph_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
sky_paragraph_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = WIDTH;
  else if (for_size > WIDTH)
    *minimum = lay_out (SKY_PARAGRAPH (widget), for_size);
  else
    *minimum = 0; /* no more than a question: it is given more room */
  *natural = *minimum;
}

static void
sky_paragraph_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyParagraph *self = SKY_PARAGRAPH (widget);

  lay_out (self, MAX (gtk_widget_get_width (widget), WIDTH));
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget), 0, 0, self->layout);
}

/* Another font: the text is laid out anew. */
static void
sky_paragraph_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  SkyParagraph *self = SKY_PARAGRAPH (widget);

  GTK_WIDGET_CLASS (sky_paragraph_parent_class)->css_changed (widget, change);
  if (self->layout == NULL
      || self->serial == pango_context_get_serial (gtk_widget_get_pango_context (widget)))
    return;
  forget_layout (self);
  gtk_widget_queue_resize (widget);
}

static void
sky_paragraph_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (sky_paragraph_parent_class)->system_setting_changed (widget, setting);
  if (setting != GTK_SYSTEM_SETTING_DPI && setting != GTK_SYSTEM_SETTING_FONT_NAME)
    return;
  forget_layout (SKY_PARAGRAPH (widget));
  gtk_widget_queue_resize (widget);
}

static void
sky_paragraph_direction_changed (GtkWidget *widget, GtkTextDirection before)
{
  GTK_WIDGET_CLASS (sky_paragraph_parent_class)->direction_changed (widget, before);
  forget_layout (SKY_PARAGRAPH (widget));
}

static void
sky_paragraph_finalize (GObject *object)
{
  SkyParagraph *self = SKY_PARAGRAPH (object);

  forget_layout (self);
  g_free (self->text);
  G_OBJECT_CLASS (sky_paragraph_parent_class)->finalize (object);
}

static void
sky_paragraph_class_init (SkyParagraphClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sky_paragraph_finalize;
  widget_class->get_request_mode = sky_paragraph_get_request_mode;
  widget_class->measure = sky_paragraph_measure;
  widget_class->snapshot = sky_paragraph_snapshot;
  widget_class->css_changed = sky_paragraph_css_changed;
  widget_class->system_setting_changed = sky_paragraph_system_setting_changed;
  widget_class->direction_changed = sky_paragraph_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
sky_paragraph_init (SkyParagraph *self)
{
  self->text = g_strdup ("");
  self->least = G_MAXINT;
}

void
sky_paragraph_set_text (SkyParagraph *self, const char *text)
{
  g_return_if_fail (SKY_IS_PARAGRAPH (self));
  g_return_if_fail (text != NULL);

  if (strcmp (text, self->text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  forget_layout (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
