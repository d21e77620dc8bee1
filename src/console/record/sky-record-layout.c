/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-layout.h"

#include <glib/gi18n.h>

#include "sky-picture-bets.h"
#include "sky-record-bet.h"
#include "sky-scene-text.h"

struct _SkyRecordLayout
{
  SkyLayoutCanvas parent_instance;

  gboolean has_game;
  SkyGameId game;
  GArray *bets; /* of SkyBetRef; NULL: none */
  SkyScene *scene;
  gint64 seat;
  char *pointed;
  GtkWidget *menu; /* the bets of one place; NULL: it is closed */
  double x;        /* where the pointer is */
  double y;
};

G_DEFINE_FINAL_TYPE (SkyRecordLayout, sky_record_layout, SKY_TYPE_LAYOUT_CANVAS)

enum
{
  BET,
  TAKE_BACK,
  SCROLL,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- What is shown ---------------------------------------------------------------------------- */

static void
show (SkyRecordLayout *self)
{
  sky_layout_canvas_show (SKY_LAYOUT_CANVAS (self), self->has_game ? &self->game : NULL,
                          self->scene, self->pointed);
}

static void
sky_record_layout_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 300 : 150;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 320;
}

static void
sky_record_layout_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyRecordLayout *self = SKY_RECORD_LAYOUT (widget);

  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  GTK_WIDGET_CLASS (sky_record_layout_parent_class)
      ->size_allocate (widget, width, height, baseline);
}

/* --- Bets by their places --------------------------------------------------------------------- */

static gboolean
has_same_place (SkyRecordLayout *self, const SkyPictureBet *a, const SkyPictureBet *b)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  SkyPictureArea one;
  SkyPictureArea other;

  return a->seat == b->seat
         && sky_picture_bet_area (self->scene, self->game, &a->bet, a->seat, width, height, &one)
         && sky_picture_bet_area (self->scene, self->game, &b->bet, b->seat, width, height, &other)
         && one.x == other.x && one.y == other.y;
}

char **
sky_record_layout_dup_bets_at (SkyRecordLayout *self, double x, double y)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  g_autoptr (GArray) found = NULL;

  g_return_val_if_fail (SKY_IS_RECORD_LAYOUT (self), NULL);
  if (self->bets != NULL)
    found = sky_picture_bets_at (self->scene, self->game, self->bets, self->seat,
                                 gtk_widget_get_width (GTK_WIDGET (self)),
                                 gtk_widget_get_height (GTK_WIDGET (self)), x, y);
  for (guint i = 0; found != NULL && i < found->len; i++)
    {
      const SkyPictureBet *at = &g_array_index (found, SkyPictureBet, i);
      g_autofree char *text = NULL;

      if (i > 0 && !has_same_place (self, &g_array_index (found, SkyPictureBet, 0), at))
        continue;
      text = sky_record_bet_format (&at->bet, at->seat);
      g_strv_builder_add (texts, text);
    }
  return g_strv_builder_end (texts);
}

/* --- The menu of a place ---------------------------------------------------------------------- */

static void
close_menu (SkyRecordLayout *self)
{
  GtkWidget *menu = g_steal_pointer (&self->menu);

  if (menu != NULL)
    gtk_widget_unparent (menu);
}

static gboolean
closed_idle_cb (gpointer data)
{
  close_menu (data);
  return G_SOURCE_REMOVE;
}

/* GTK is not done with it yet. */
static void
closed_cb (SkyRecordLayout *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, closed_idle_cb, g_object_ref (self), g_object_unref);
}

static void
chosen_cb (SkyRecordLayout *self, GtkButton *button)
{
  g_autofree char *text = g_strdup (gtk_widget_get_name (GTK_WIDGET (button)));

  gtk_popover_popdown (GTK_POPOVER (self->menu));
  g_signal_emit (self, signals[BET], 0, text);
}

static void
open_menu (SkyRecordLayout *self, char **texts, double x, double y)
{
  const GdkRectangle at = { (int) x, (int) y, 1, 1 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  close_menu (self);
  self->menu = gtk_popover_new ();
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  for (guint i = 0; texts[i] != NULL; i++)
    {
      GtkWidget *button = gtk_button_new_with_label (texts[i]);

      gtk_widget_set_name (button, texts[i]);
      gtk_widget_add_css_class (button, "flat");
      g_signal_connect_object (button, "clicked", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_popover_set_child (GTK_POPOVER (self->menu), box);
  g_signal_connect_object (self->menu, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* --- The pointer ------------------------------------------------------------------------------ */

void
sky_record_layout_offer (SkyRecordLayout *self, double x, double y)
{
  g_auto (GStrv) texts = NULL;

  g_return_if_fail (SKY_IS_RECORD_LAYOUT (self));
  texts = sky_record_layout_dup_bets_at (self, x, y);
  if (texts[0] != NULL)
    open_menu (self, texts, x, y);
}

static void
pressed_cb (SkyRecordLayout *self, int n_press, double x, double y, GtkEventController *click)
{
  g_auto (GStrv) texts = sky_record_layout_dup_bets_at (self, x, y);

  if (gtk_event_controller_get_current_event_state (click) & GDK_SHIFT_MASK)
    sky_record_layout_offer (self, x, y);
  else if (texts[0] != NULL)
    g_signal_emit (self, signals[BET], 0, texts[0]);
}

static void
secondary_cb (SkyRecordLayout *self, int n_press, double x, double y)
{
  const SkySceneWager *wager = sky_layout_canvas_find_wager (SKY_LAYOUT_CANVAS (self), x, y);

  if (wager != NULL)
    g_signal_emit (self, signals[TAKE_BACK], 0, wager->id);
}

static void
motion_cb (SkyRecordLayout *self, double x, double y)
{
  self->x = x;
  self->y = y;
}

static gboolean
scroll_cb (SkyRecordLayout *self, double dx, double dy)
{
  const SkySceneWager *wager =
      sky_layout_canvas_find_wager (SKY_LAYOUT_CANVAS (self), self->x, self->y);

  if (wager == NULL || dy == 0)
    return GDK_EVENT_PROPAGATE;
  g_signal_emit (self, signals[SCROLL], 0, wager->id, dy < 0 ? 1 : -1);
  return GDK_EVENT_STOP;
}

static gboolean
query_tooltip_cb (SkyRecordLayout *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const SkySceneWager *wager =
      keyboard ? NULL : sky_layout_canvas_find_wager (SKY_LAYOUT_CANVAS (self), x, y);
  g_auto (GStrv) texts = NULL;
  g_autofree char *text = NULL;

  if (keyboard)
    return FALSE;
  if (wager != NULL)
    text = sky_scene_text_wager (self->scene, wager);
  else
    {
      texts = sky_record_layout_dup_bets_at (self, x, y);
      if (texts[0] == NULL)
        return FALSE;
      text = g_strjoinv ("\n", texts);
      if (texts[1] != NULL)
        {
          g_autofree char *all = g_steal_pointer (&text);

          /* Translators: bets that share a place, one per line. */
          text = g_strdup_printf (_ ("%s\nShift and click to choose"), all);
        }
    }
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_record_layout_dispose (GObject *object)
{
  SkyRecordLayout *self = SKY_RECORD_LAYOUT (object);

  close_menu (self);
  g_clear_pointer (&self->bets, g_array_unref);
  g_clear_pointer (&self->scene, sky_scene_unref);
  g_clear_pointer (&self->pointed, g_free);
  G_OBJECT_CLASS (sky_record_layout_parent_class)->dispose (object);
}

static void
sky_record_layout_class_init (SkyRecordLayoutClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = SKY_TYPE_RECORD_LAYOUT;

  G_OBJECT_CLASS (klass)->dispose = sky_record_layout_dispose;
  widget_class->measure = sky_record_layout_measure;
  widget_class->size_allocate = sky_record_layout_size_allocate;
  signals[BET] = g_signal_new ("bet", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                               G_TYPE_STRING);
  signals[TAKE_BACK] = g_signal_new ("take-back", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SCROLL] = g_signal_new ("scroll", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT);
}

static void
sky_record_layout_init (SkyRecordLayout *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (secondary, "pressed", G_CALLBACK (secondary_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The table’s layout: click a bet to lay chips"), -1);
}

void
sky_record_layout_set_game (SkyRecordLayout *self, SkyGameId game, GArray *bets)
{
  g_return_if_fail (SKY_IS_RECORD_LAYOUT (self));

  if (self->has_game && self->game == game && self->bets == bets)
    return;
  self->has_game = TRUE;
  self->game = game;
  g_clear_pointer (&self->bets, g_array_unref);
  self->bets = bets != NULL ? g_array_ref (bets) : NULL;
  show (self);
}

void
sky_record_layout_set_scene (SkyRecordLayout *self, const SkyScene *scene)
{
  g_autofree char *all = scene != NULL ? sky_scene_text_all (scene) : g_strdup ("");

  g_return_if_fail (SKY_IS_RECORD_LAYOUT (self));
  g_clear_pointer (&self->scene, sky_scene_unref);
  self->scene = scene != NULL ? sky_scene_ref (scene) : NULL;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, all,
                                  -1);
  show (self);
}

void
sky_record_layout_set_seat (SkyRecordLayout *self, gint64 seat)
{
  g_return_if_fail (SKY_IS_RECORD_LAYOUT (self));
  self->seat = seat;
}

void
sky_record_layout_set_pointed (SkyRecordLayout *self, const char *wager)
{
  g_return_if_fail (SKY_IS_RECORD_LAYOUT (self));

  if (g_strcmp0 (wager, self->pointed) == 0)
    return;
  g_free (self->pointed);
  self->pointed = g_strdup (wager);
  show (self);
}
