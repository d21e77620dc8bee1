/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pictures take the screen: the cameras, the table's layout, or both. */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-window-private.h"

/* A table without cameras gives their room to its layout; so does one whose cameras are in a window
 * of their own. Without a table it is said in their place why there is none. */
static SkyPictures
find_shown (SkyWindow *self)
{
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (self->session));

  if (self->wall_window != NULL)
    return SKY_PICTURES_LAYOUT;
  if (day == NULL)
    return SKY_PICTURES_CAMERAS;
  return sky_table_day_get_cameras (day)->len > 0 ? self->pictures : SKY_PICTURES_LAYOUT;
}

/* What has to be confirmed stands in the round's place. */
static gboolean
confirms (SkyWindow *self)
{
  const SkyStoredFinding *finding =
      sky_selection_get_finding (sky_session_get_selection (self->session));

  return finding != NULL && finding->queue == SKY_QUEUE_CONFIRMATION;
}

/* TRUE where the height of the layout holds. */
static gboolean
is_low (SkyWindow *self)
{
  return self->pictures_shown == SKY_PICTURES_LAYOUT || self->folded;
}

/* What has to be confirmed takes the room that it needs: that is no height to come back to. */
void
sky_window_keep_heights (SkyWindow *self)
{
  if (!self->divided || self->divide_idle != 0 || self->confirming
      || !gtk_widget_get_visible (GTK_WIDGET (self->round)))
    return;
  *(is_low (self) ? &self->layout_height : &self->cameras_height) =
      gtk_paned_get_position (self->view_rows);
}

static void
update_switch (SkyWindow *self)
{
  GtkToggleButton *buttons[SKY_N_PICTURES] = {
    [SKY_PICTURES_CAMERAS] = self->show_cameras,
    [SKY_PICTURES_LAYOUT] = self->show_layout,
    [SKY_PICTURES_BOTH] = self->show_both,
  };
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (self->session));

  gtk_toggle_button_set_active (buttons[self->pictures], TRUE);
  gtk_widget_set_visible (self->pictures_switch, day != NULL
                                                     && sky_table_day_get_cameras (day)->len > 0
                                                     && self->wall_window == NULL);
}

void
sky_window_place_pictures (SkyWindow *self)
{
  gboolean round;

  self->pictures_shown = find_shown (self);
  self->confirming = confirms (self);
  round = self->pictures_shown == SKY_PICTURES_LAYOUT || !self->folded || self->confirming;
  gtk_widget_set_visible (GTK_WIDGET (self->cameras),
                          self->wall_window != NULL || self->pictures_shown != SKY_PICTURES_LAYOUT);
  gtk_widget_set_visible (GTK_WIDGET (self->layout), self->pictures_shown != SKY_PICTURES_CAMERAS);
  sky_camera_grid_set_hidden (self->cameras, self->wall_window == NULL
                                                 && self->pictures_shown == SKY_PICTURES_LAYOUT);
  gtk_widget_set_visible (GTK_WIDGET (self->round), round);
  /* The timeline needs no more than it has. */
  gtk_paned_set_resize_end_child (self->view_rows, round);
  if (self->divided && self->divide_idle == 0)
    gtk_paned_set_position (self->view_rows, !round          ? G_MAXINT16
                                             : is_low (self) ? self->layout_height
                                                             : self->cameras_height);
  update_switch (self);
}

void
sky_window_show_pictures (SkyWindow *self)
{
  sky_window_keep_heights (self);
  sky_window_place_pictures (self);
}

void
sky_window_set_pictures (SkyWindow *self, SkyPictures pictures)
{
  if (pictures == self->pictures)
    return;
  self->pictures_before = self->pictures;
  self->pictures = pictures;
  sky_window_show_pictures (self);
}

void
sky_window_update_queue_button (SkyWindow *self)
{
  SkyInbox *inbox = sky_session_get_inbox (self->session);
  SkyListing listing = sky_inbox_get_listing (inbox);
  guint64 undecided;
  guint64 total = sky_inbox_get_count (inbox, listing, &undecided);
  gboolean decided = listing == SKY_LISTING_ROUNDS || listing == SKY_LISTING_BOOKMARKS
                     || listing == SKY_LISTING_WITHDRAWN;
  /* Translators: a queue, then how many of it are to be decided. */
  g_autofree char *name = g_strdup_printf (_ ("%s · %d"), sky_listing_to_label (listing),
                                           (int) (decided ? total : undecided));

  gtk_label_set_label (self->queue_name, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->queue_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->queue_button), !adw_flap_get_reveal_flap (self->flap));
}
