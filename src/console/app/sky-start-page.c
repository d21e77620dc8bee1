/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-start-page.h"

#include <glib/gi18n.h>

#include "sky-demo.h"

/* More are in the menu beside the button in the header. */
#define MAX_RECENT 5

struct _SkyStartPage
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkWidget *recent_place;
  GtkBox *recent_rows;
  GtkWidget *try_demo;
  GtkWidget *making;
  GtkProgressBar *progress;
  GtkLabel *trouble;

  /* Owned. */
  GMenuModel *recent;
  SkyDemoWatch *watch; /* while it is being made; NULL: it is not */
  guint looker;        /* says how far it is */
};

G_DEFINE_FINAL_TYPE (SkyStartPage, sky_start_page, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_DEMO,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- What was opened before ------------------------------------------------------------------- */

static void
recent_changed_cb (SkyStartPage *self)
{
  GtkWidget *child;
  int n = g_menu_model_get_n_items (self->recent);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->recent_rows))) != NULL)
    gtk_box_remove (self->recent_rows, child);
  for (int i = 0; i < MIN (n, MAX_RECENT); i++)
    {
      g_autofree char *label = NULL;
      g_autofree char *action = NULL;
      g_autoptr (GVariant) target =
          g_menu_model_get_item_attribute_value (self->recent, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      GtkWidget *button;

      g_menu_model_get_item_attribute (self->recent, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (self->recent, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      /* As in a menu, a mnemonic's sign is doubled. */
      button = gtk_button_new_with_mnemonic (label);
      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                               PANGO_ELLIPSIZE_START);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
      gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
      gtk_widget_add_css_class (button, "flat");
      gtk_box_append (self->recent_rows, button);
    }
  gtk_widget_set_visible (self->recent_place, n > 0);
}

void
sky_start_page_set_recent (SkyStartPage *self, GMenuModel *recent)
{
  g_return_if_fail (SKY_IS_START_PAGE (self));
  g_return_if_fail (G_IS_MENU_MODEL (recent));
  g_return_if_fail (self->recent == NULL);

  self->recent = g_object_ref (recent);
  g_signal_connect_object (recent, "items-changed", G_CALLBACK (recent_changed_cb), self,
                           G_CONNECT_SWAPPED);
  recent_changed_cb (self);
}

/* --- The demo --------------------------------------------------------------------------------- */

static void
say_trouble (SkyStartPage *self, const char *text)
{
  gtk_label_set_label (self->trouble, text);
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), text[0] != '\0');
}

static void
end_making (SkyStartPage *self)
{
  g_clear_handle_id (&self->looker, g_source_remove);
  g_clear_pointer (&self->watch, g_atomic_rc_box_release);
}

static gboolean
look_cb (gpointer data)
{
  SkyStartPage *self = data;
  gint64 done = __atomic_load_n (&self->watch->progress.done, __ATOMIC_RELAXED);
  gint64 total = __atomic_load_n (&self->watch->progress.total, __ATOMIC_RELAXED);

  /* The rounds are made in no time; what takes long is drawing them. */
  if (g_atomic_int_get (&self->watch->progress.drawing) != 0 && total > 0)
    gtk_progress_bar_set_fraction (self->progress, CLAMP ((double) done / (double) total, 0, 1));
  return G_SOURCE_CONTINUE;
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree GWeakRef *page = user_data;
  g_autoptr (SkyStartPage) self = g_weak_ref_get (page);
  g_autoptr (GError) error = NULL;
  gboolean made = sky_demo_make_finish (result, &error);

  g_weak_ref_clear (page);
  if (self == NULL || self->watch == NULL)
    return;
  end_making (self);
  gtk_widget_set_visible (self->making, FALSE);
  gtk_widget_set_visible (self->try_demo, TRUE);
  if (made)
    g_signal_emit (self, signals[SIGNAL_DEMO], 0);
  else if (!g_error_matches (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_CANCELLED))
    say_trouble (self, error->message);
}

void
sky_start_page_try_demo (SkyStartPage *self)
{
  g_return_if_fail (SKY_IS_START_PAGE (self));

  if (self->watch != NULL)
    return;
  GWeakRef *page = g_new0 (GWeakRef, 1);
  g_weak_ref_init (page, self);
  say_trouble (self, "");
  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_widget_set_visible (self->try_demo, FALSE);
  gtk_widget_set_visible (self->making, TRUE);
  self->watch = sky_demo_watch_new ();
  self->looker = g_timeout_add (200, look_cb, self);
  sky_demo_make_async (self->watch, made_cb, page);
}

static void
stop_cb (SkyStartPage *self, GtkButton *button)
{
  if (self->watch != NULL)
    g_atomic_int_set (&self->watch->cancelled, 1);
}

const char *
sky_start_page_get_trouble (SkyStartPage *self)
{
  g_return_val_if_fail (SKY_IS_START_PAGE (self), NULL);
  return gtk_label_get_label (self->trouble);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_start_page_dispose (GObject *object)
{
  SkyStartPage *self = SKY_START_PAGE (object);

  if (self->watch != NULL)
    g_atomic_int_set (&self->watch->cancelled, 1);
  end_making (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_START_PAGE);
  g_clear_object (&self->recent);
  G_OBJECT_CLASS (sky_start_page_parent_class)->dispose (object);
}

static void
sky_start_page_class_init (SkyStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_start_page_dispose;
  signals[SIGNAL_DEMO] = g_signal_new ("demo", SKY_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyStartPage, content);
  gtk_widget_class_bind_template_child (widget_class, SkyStartPage, recent_place);
  gtk_widget_class_bind_template_child (widget_class, SkyStartPage, recent_rows);
  gtk_widget_class_bind_template_child (widget_class, SkyStartPage, try_demo);
  gtk_widget_class_bind_template_child (widget_class, SkyStartPage, making);
  gtk_widget_class_bind_template_child (widget_class, SkyStartPage, progress);
  gtk_widget_class_bind_template_child (widget_class, SkyStartPage, trouble);
  gtk_widget_class_bind_template_callback (widget_class, stop_cb);
}

static void
sky_start_page_init (SkyStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
