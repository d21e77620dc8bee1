/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-filter-chips.h"

#include <glib/gi18n.h>

#include "sky-filter-text.h"

/* Behind the filter's parts: the archive, when the store has others. */
#define ARCHIVE SKY_N_FILTER_PARTS

struct _SkyFilterChips
{
  GtkWidget parent_instance;

  /* Children. */
  GtkFlowBox *box;

  /* Owned. */
  SkyInbox *inbox;
  GSignalGroup *inbox_signals;
  char *shown; /* what the chips are of: they stay as long as that does */
};

G_DEFINE_FINAL_TYPE (SkyFilterChips, sky_filter_chips, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_INBOX,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- Chips ------------------------------------------------------------------------------------ */

static void
removed_cb (SkyFilterChips *self, GtkButton *chip)
{
  guint part = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chip), "sky-part"));
  g_autoptr (SkyFindingFilter) filter =
      sky_finding_filter_copy (sky_inbox_get_filter (self->inbox));

  if (part == ARCHIVE)
    g_clear_pointer (&filter->archive, g_free);
  else
    sky_filter_clear_part (filter, (SkyFilterPart) part);
  sky_inbox_set_filter (self->inbox, filter);
}

static GtkWidget *
add (SkyFilterChips *self, GtkWidget *button)
{
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "chip");
  gtk_flow_box_append (self->box, button);
  /* The button is what is pressed, not the place that it is in. */
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
  return button;
}

static void
add_chip (SkyFilterChips *self, guint part, const char *text)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *chip = add (self, gtk_button_new ());
  /* Translators: what takes a chip away: "Remove Table: CR-01". */
  g_autofree char *name = g_strdup_printf (_ ("Remove %s"), text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 34);
  gtk_box_append (GTK_BOX (content), label);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("window-close-symbolic"));
  gtk_button_set_child (GTK_BUTTON (chip), content);
  gtk_widget_set_tooltip_text (chip, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (chip), "sky-part", GUINT_TO_POINTER (part));
  g_signal_connect_object (chip, "clicked", G_CALLBACK (removed_cb), self, G_CONNECT_SWAPPED);
}

/* TRUE when the store has more than the archive that is listed. */
static gboolean
has_others (SkyInbox *inbox, const char *archive)
{
  GPtrArray *logs = sky_inbox_get_logs (inbox);

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      if (g_strcmp0 (log->archive, archive) != 0)
        return TRUE;
    }
  return FALSE;
}

static void
update (SkyFilterChips *self)
{
  const SkyFindingFilter *filter = sky_inbox_get_filter (self->inbox);
  gboolean set = sky_filter_is_set (filter);
  gboolean archive = filter->archive != NULL && has_others (self->inbox, filter->archive);
  g_autofree char *line = sky_filter_to_line (filter);
  g_autofree char *shown = g_strconcat (line, archive ? " " : NULL, filter->archive, NULL);
  GtkFlowBoxChild *child;

  if (g_strcmp0 (shown, self->shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_steal_pointer (&shown);
  while ((child = gtk_flow_box_get_child_at_index (self->box, 0)) != NULL)
    gtk_flow_box_remove (self->box, GTK_WIDGET (child));
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    {
      g_autofree char *text = sky_filter_describe_part (filter, (SkyFilterPart) i);
      if (text != NULL)
        add_chip (self, i, text);
    }
  if (archive)
    {
      g_autofree char *folder = g_path_get_basename (filter->archive);
      g_autofree char *text = g_strdup_printf (_ ("Archive: %s"), folder);
      add_chip (self, ARCHIVE, text);
    }
  if (set)
    {
      GtkWidget *clear = add (self, gtk_button_new_with_label (_ ("Clear All")));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (clear), "win.clear-filter");
      gtk_widget_set_tooltip_text (clear, _ ("Clear all filters (Backspace)"));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), set || archive);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_filter_chips_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      g_value_set_object (value, SKY_FILTER_CHIPS (object)->inbox);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_filter_chips_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      sky_filter_chips_set_inbox (SKY_FILTER_CHIPS (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_filter_chips_dispose (GObject *object)
{
  SkyFilterChips *self = SKY_FILTER_CHIPS (object);

  g_clear_object (&self->inbox_signals);
  g_clear_object (&self->inbox);
  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->box)));
  G_OBJECT_CLASS (sky_filter_chips_parent_class)->dispose (object);
}

static void
sky_filter_chips_finalize (GObject *object)
{
  g_free (SKY_FILTER_CHIPS (object)->shown);
  G_OBJECT_CLASS (sky_filter_chips_parent_class)->finalize (object);
}

static void
sky_filter_chips_class_init (SkyFilterChipsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_filter_chips_get_property;
  object_class->set_property = sky_filter_chips_set_property;
  object_class->dispose = sky_filter_chips_dispose;
  object_class->finalize = sky_filter_chips_finalize;

  properties[PROP_INBOX] =
      g_param_spec_object ("inbox", NULL, NULL, SKY_TYPE_INBOX,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "chips");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
sky_filter_chips_init (SkyFilterChips *self)
{
  self->box = GTK_FLOW_BOX (gtk_flow_box_new ());
  gtk_flow_box_set_selection_mode (self->box, GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (self->box, 24);
  /* The box would be no wider than its widest chip; as many as this stand side by side. */
  gtk_flow_box_set_min_children_per_line (self->box, 3);
  gtk_flow_box_set_column_spacing (self->box, 4);
  gtk_flow_box_set_row_spacing (self->box, 4);
  gtk_widget_set_halign (GTK_WIDGET (self->box), GTK_ALIGN_START);
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Active filters"), -1);

  self->inbox_signals = g_signal_group_new (SKY_TYPE_INBOX);
  g_signal_group_connect_swapped (self->inbox_signals, "query-changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->inbox_signals, "counts-changed", G_CALLBACK (update), self);
}

void
sky_filter_chips_set_inbox (SkyFilterChips *self, SkyInbox *inbox)
{
  g_return_if_fail (SKY_IS_FILTER_CHIPS (self));
  g_return_if_fail (inbox == NULL || SKY_IS_INBOX (inbox));

  if (!g_set_object (&self->inbox, inbox))
    return;
  g_signal_group_set_target (self->inbox_signals, inbox);
  if (inbox != NULL)
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INBOX]);
}

char *
sky_filter_chips_dup_text (SkyFilterChips *self)
{
  g_return_val_if_fail (SKY_IS_FILTER_CHIPS (self), NULL);

  GString *text = g_string_new (NULL);
  GtkFlowBoxChild *child;
  for (int i = 0; (child = gtk_flow_box_get_child_at_index (self->box, i)) != NULL; i++)
    {
      GtkWidget *chip = gtk_flow_box_child_get_child (child);
      GtkWidget *content = gtk_button_get_child (GTK_BUTTON (chip));
      GtkWidget *label = GTK_IS_BOX (content) ? gtk_widget_get_first_child (content) : content;
      if (text->len > 0)
        g_string_append (text, " | ");
      g_string_append (text, gtk_label_get_label (GTK_LABEL (label)));
    }
  return g_string_free (text, FALSE);
}
