/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-user-button.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "sky-identity.h"

struct _SkyUserButton
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkMenuButton *button;
  GtkPopover *popover;
  AdwAvatar *avatar;
  GtkLabel *short_name;
  GtkLabel *name;
  GtkLabel *signs;
  GtkWidget *sign_in;
  GtkWidget *sign_out;
  GtkEditable *other_credential;
  GtkEditable *other_name;

  /* Owned. */
  SkyReviewDesk *desk;
  GSignalGroup *desk_signals;
  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (SkyUserButton, sky_user_button, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_DESK,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static gboolean
has_text (const char *text)
{
  return text != NULL && text[0] != '\0';
}

static void
update (SkyUserButton *self)
{
  const char *credential = sky_review_desk_get_credential (self->desk);
  const char *name = sky_review_desk_get_name (self->desk);
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (self->desk);
  const char *shown = has_text (name) ? name : has_text (credential) ? credential : "";
  gboolean both = has_text (name) && has_text (credential) && strcmp (name, credential) != 0;
  g_autofree char *whole = both ? g_strdup_printf ("%s · %s", name, credential) : g_strdup (shown);
  const char *signs = identity != NULL ? _ ("Signed in: entries are signed with your key")
                                       : _ ("Not signed in: entries are not signed");
  g_autofree char *tip = g_strdup_printf ("%s\n%s\n%s", whole, signs, _ ("Alt+F8"));

  adw_avatar_set_text (self->avatar, shown);
  gtk_label_set_label (self->short_name, shown);
  gtk_label_set_label (self->name, whole);
  gtk_label_set_label (self->signs, signs);
  gtk_widget_set_visible (self->sign_in, identity == NULL);
  gtk_widget_set_visible (self->sign_out, identity != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  whole, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, signs, -1);
}

/* --- Another person --------------------------------------------------------------------------- */

/* Who takes the seat is asked for their key, where they have one here. */
static void
switch_cb (SkyUserButton *self)
{
  g_autofree char *credential = g_strdup (gtk_editable_get_text (self->other_credential));
  g_autofree char *name = g_strdup (gtk_editable_get_text (self->other_name));

  if (!has_text (g_strstrip (credential)))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->other_credential), "error");
      gtk_widget_grab_focus (GTK_WIDGET (self->other_credential));
      return;
    }
  gtk_popover_popdown (self->popover);
  g_settings_set_string (self->settings, "reviewer-name", g_strstrip (name));
  g_settings_set_string (self->settings, "reviewer-credential", credential);
  g_autofree char *key = sky_identity_default_path (credential);
  if (g_file_test (key, G_FILE_TEST_EXISTS))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.sign-in", NULL);
}

static void
typed_cb (SkyUserButton *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->other_credential), "error");
}

static void
closed_cb (SkyUserButton *self)
{
  gtk_editable_set_text (self->other_credential, "");
  gtk_editable_set_text (self->other_name, "");
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_user_button_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DESK:
      g_value_set_object (value, SKY_USER_BUTTON (object)->desk);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_user_button_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DESK:
      sky_user_button_set_desk (SKY_USER_BUTTON (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_user_button_dispose (GObject *object)
{
  SkyUserButton *self = SKY_USER_BUTTON (object);

  if (self->desk_signals != NULL)
    g_signal_group_set_target (self->desk_signals, NULL);
  g_clear_object (&self->desk_signals);
  g_clear_object (&self->desk);
  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_USER_BUTTON);
  G_OBJECT_CLASS (sky_user_button_parent_class)->dispose (object);
}

static void
sky_user_button_class_init (SkyUserButtonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_user_button_get_property;
  object_class->set_property = sky_user_button_set_property;
  object_class->dispose = sky_user_button_dispose;
  properties[PROP_DESK] =
      g_param_spec_object ("desk", NULL, NULL, SKY_TYPE_REVIEW_DESK,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-user-button.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, button);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, popover);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, avatar);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, short_name);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, name);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, signs);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, sign_in);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, sign_out);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, other_credential);
  gtk_widget_class_bind_template_child (widget_class, SkyUserButton, other_name);
  gtk_widget_class_bind_template_callback (widget_class, switch_cb);
  gtk_widget_class_bind_template_callback (widget_class, typed_cb);
  gtk_widget_class_bind_template_callback (widget_class, closed_cb);
}

static void
sky_user_button_init (SkyUserButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (SKY_APP_ID);
  self->desk_signals = g_signal_group_new (SKY_TYPE_REVIEW_DESK);
  g_signal_group_connect_swapped (self->desk_signals, "reviewer-changed", G_CALLBACK (update),
                                  self);
}

void
sky_user_button_set_desk (SkyUserButton *self, SkyReviewDesk *desk)
{
  g_return_if_fail (SKY_IS_USER_BUTTON (self));
  g_return_if_fail (desk == NULL || SKY_IS_REVIEW_DESK (desk));

  if (!g_set_object (&self->desk, desk))
    return;
  g_signal_group_set_target (self->desk_signals, desk);
  if (desk != NULL)
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESK]);
}

void
sky_user_button_set_wide (SkyUserButton *self, gboolean wide)
{
  g_return_if_fail (SKY_IS_USER_BUTTON (self));
  gtk_widget_set_visible (GTK_WIDGET (self->short_name), wide);
}

void
sky_user_button_popup (SkyUserButton *self)
{
  g_return_if_fail (SKY_IS_USER_BUTTON (self));
  gtk_menu_button_popup (self->button);
}
