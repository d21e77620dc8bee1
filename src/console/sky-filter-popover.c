/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-filter-popover.h"

#include <glib/gi18n.h>

struct _SkyFilterPopover
{
  GtkPopover parent_instance;

  /* Template children. */
  GtkBox *severities_box;
  GtkBox *states_box;
  GtkDropDown *table;
  GtkDropDown *archive;

  /* Borrowed: children of the boxes. */
  GtkCheckButton *severities[SKY_N_SEVERITIES];
  GtkCheckButton *states[SKY_N_REVIEW_STATES];

  /* Owned. */
  SkySession *session;
  GSignalGroup *session_signals;
  gboolean filling; /* what is ticked follows the session */
};

G_DEFINE_FINAL_TYPE (SkyFilterPopover, sky_filter_popover, GTK_TYPE_POPOVER)

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* The text chosen; NULL for the first row, which lets all through. */
static char *
chosen (GtkDropDown *drop_down)
{
  guint selected = gtk_drop_down_get_selected (drop_down);
  GListModel *model = gtk_drop_down_get_model (drop_down);

  if (model == NULL || selected == 0 || selected == GTK_INVALID_LIST_POSITION)
    return NULL;
  return g_strdup (gtk_string_list_get_string (GTK_STRING_LIST (model), selected));
}

static guint
ticked (GtkCheckButton *const *boxes, guint n)
{
  guint set = 0;

  for (guint i = 0; i < n; i++)
    {
      if (gtk_check_button_get_active (boxes[i]))
        set |= 1u << i;
    }
  return set;
}

static void
apply (SkyFilterPopover *self)
{
  if (self->filling || self->session == NULL)
    return;

  g_autoptr (SkyFindingFilter) filter =
      sky_finding_filter_copy (sky_session_get_filter (self->session));
  filter->severities = ticked (self->severities, SKY_N_SEVERITIES);
  filter->states = ticked (self->states, SKY_N_REVIEW_STATES);
  g_free (filter->table);
  filter->table = chosen (self->table);
  g_free (filter->archive);
  filter->archive = chosen (self->archive);
  sky_session_set_filter (self->session, filter);
}

static void
apply_cb (SkyFilterPopover *self)
{
  apply (self);
}

static GtkCheckButton *
add_box (SkyFilterPopover *self, GtkBox *parent, const char *label)
{
  GtkWidget *box = gtk_check_button_new_with_label (label);

  g_signal_connect_object (box, "toggled", G_CALLBACK (apply_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (parent, box);
  return GTK_CHECK_BUTTON (box);
}

/* --- The session ------------------------------------------------------------------------------ */

/* Fills @drop_down with @texts behind @all, and chooses @text. */
static void
fill_drop_down (GtkDropDown *drop_down, const char *all, GPtrArray *texts, const char *text)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint selected = 0;

  gtk_string_list_append (list, all);
  for (guint i = 0; i < texts->len; i++)
    {
      gtk_string_list_append (list, texts->pdata[i]);
      if (g_strcmp0 (texts->pdata[i], text) == 0)
        selected = i + 1;
    }
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (drop_down, selected);
  gtk_widget_set_sensitive (GTK_WIDGET (drop_down), texts->len > 0);
}

static void
add_once (GPtrArray *texts, const char *text)
{
  if (text != NULL && !g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_ptr_array_add (texts, (gpointer) text);
}

static void
fill (SkyFilterPopover *self)
{
  const SkyFindingFilter *filter = sky_session_get_filter (self->session);
  GPtrArray *logs = sky_session_get_logs (self->session);
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();
  g_autoptr (GPtrArray) archives = g_ptr_array_new ();

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      add_once (tables, log->table);
      add_once (archives, log->archive);
    }
  add_once (tables, filter->table);
  add_once (archives, filter->archive);

  self->filling = TRUE;
  for (guint i = 0; i < SKY_N_SEVERITIES; i++)
    gtk_check_button_set_active (self->severities[i], (filter->severities & (1u << i)) != 0);
  for (guint i = 0; i < SKY_N_REVIEW_STATES; i++)
    gtk_check_button_set_active (self->states[i], (filter->states & (1u << i)) != 0);
  fill_drop_down (self->table, _ ("All Tables"), tables, filter->table);
  fill_drop_down (self->archive, _ ("All Archives"), archives, filter->archive);
  self->filling = FALSE;
}

static void
clear_cb (SkyFilterPopover *self, GtkButton *button)
{
  sky_filter_popover_clear (self);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_filter_popover_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, SKY_FILTER_POPOVER (object)->session);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_filter_popover_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      sky_filter_popover_set_session (SKY_FILTER_POPOVER (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_filter_popover_dispose (GObject *object)
{
  SkyFilterPopover *self = SKY_FILTER_POPOVER (object);

  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_FILTER_POPOVER);
  G_OBJECT_CLASS (sky_filter_popover_parent_class)->dispose (object);
}

static void
sky_filter_popover_class_init (SkyFilterPopoverClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_filter_popover_get_property;
  object_class->set_property = sky_filter_popover_set_property;
  object_class->dispose = sky_filter_popover_dispose;

  properties[PROP_SESSION] =
      g_param_spec_object ("session", NULL, NULL, SKY_TYPE_SESSION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-filter-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, severities_box);
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, states_box);
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, table);
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, archive);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_cb);
}

static void
sky_filter_popover_init (SkyFilterPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = SKY_N_SEVERITIES; i > 0; i--)
    self->severities[i - 1] =
        add_box (self, self->severities_box, sky_severity_to_label ((SkySeverity) (i - 1)));
  for (guint i = 0; i < SKY_N_REVIEW_STATES; i++)
    self->states[i] =
        add_box (self, self->states_box, sky_review_state_to_label ((SkyReviewState) i));

  self->session_signals = g_signal_group_new (SKY_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "query-changed", G_CALLBACK (fill), self);
  g_signal_group_connect_swapped (self->session_signals, "counts-changed", G_CALLBACK (fill), self);
}

void
sky_filter_popover_set_session (SkyFilterPopover *self, SkySession *session)
{
  g_return_if_fail (SKY_IS_FILTER_POPOVER (self));
  g_return_if_fail (session == NULL || SKY_IS_SESSION (session));

  if (!g_set_object (&self->session, session))
    return;
  g_signal_group_set_target (self->session_signals, session);
  if (session != NULL)
    fill (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

SkySession *
sky_filter_popover_get_session (SkyFilterPopover *self)
{
  g_return_val_if_fail (SKY_IS_FILTER_POPOVER (self), NULL);
  return self->session;
}

void
sky_filter_popover_clear (SkyFilterPopover *self)
{
  g_return_if_fail (SKY_IS_FILTER_POPOVER (self));

  if (self->session == NULL)
    return;
  g_autoptr (SkyFindingFilter) filter =
      sky_finding_filter_copy (sky_session_get_filter (self->session));
  filter->severities = 0;
  filter->states = 0;
  g_clear_pointer (&filter->table, g_free);
  sky_session_set_filter (self->session, filter);
}

void
sky_filter_popover_set_severity (SkyFilterPopover *self, SkySeverity severity, gboolean on)
{
  g_return_if_fail (SKY_IS_FILTER_POPOVER (self));
  g_return_if_fail (severity < SKY_N_SEVERITIES);
  gtk_check_button_set_active (self->severities[severity], on);
}

void
sky_filter_popover_set_state (SkyFilterPopover *self, SkyReviewState state, gboolean on)
{
  g_return_if_fail (SKY_IS_FILTER_POPOVER (self));
  g_return_if_fail (state < SKY_N_REVIEW_STATES);
  gtk_check_button_set_active (self->states[state], on);
}
