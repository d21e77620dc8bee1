/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen belongs to the work: what the pictures have of the window, and what is beside them. */
#include "config.h"

#include <glib/gstdio.h>

#include "fixture.h"
#include "sky-camera-tile.h"
#include "sky-round-view.h"
#include "sky-window-private.h"

/* Of the window's area, in hundredths, what pictures of cameras have at least. */
#define PICTURES_SHARE 40

/* What is a picture: the tile of a camera as it lies in the window, with the bars that another
 * shape of picture leaves in it; where the layout is shown and no camera, the layout. Bars, buttons
 * and the gaps between tiles are none. */
static gint64
measure_tiles (GtkWidget *widget)
{
  gint64 area = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (SKY_IS_CAMERA_TILE (widget))
    return (gint64) gtk_widget_get_width (widget) * gtk_widget_get_height (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    area += measure_tiles (child);
  return area;
}

static gint64
measure_layout (SkyWindow *window)
{
  GtkWidget *layout = GTK_WIDGET (window->layout);

  return gtk_widget_get_mapped (layout)
             ? (gint64) gtk_widget_get_width (layout) * gtk_widget_get_height (layout)
             : 0;
}

typedef struct
{
  int width;
  int height;
} Size;

static const Size sizes[] = { { 1024, 700 }, { 1280, 720 }, { 1600, 900 }, { 2560, 1440 } };

static SkyWindow *
open_window (SkySession *session, const Size *size)
{
  SkyWindow *window = sky_window_new (NULL, session);

  gtk_window_set_default_size (GTK_WINDOW (window), size->width, size->height);
  /* Larger than the display, too. */
  gtk_widget_set_size_request (GTK_WIDGET (window), size->width, size->height);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (fixture_is_window_settled, window);
  /* The edge that the toolkit draws is of the window, and not in its size. */
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, size->width);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window)), <=, size->height);
  return window;
}

static gboolean
has_tiles (gpointer window)
{
  return measure_tiles (GTK_WIDGET (SKY_WINDOW (window)->cameras)) > 0;
}

static void
test_share (gconstpointer data)
{
  const Size *size = data;
  const gint64 window_area = (gint64) size->width * size->height;
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = open_window (session, size);
  gint64 tiles = measure_tiles (GTK_WIDGET (window->cameras));
  gint64 both = tiles + measure_layout (window);

  g_test_message ("%d by %d: tiles %d %%, with the layout %d %%", size->width, size->height,
                  (int) (tiles * 100 / window_area), (int) (both * 100 / window_area));
  g_assert_cmpint (both * 100, >=, window_area * PICTURES_SHARE);
  /* The queues are in the sidebar where that has room, else in a button above the list. */
  g_assert_cmpint (adw_flap_get_reveal_flap (window->flap), ==, size->width >= 1920);
  g_assert_cmpint (gtk_widget_get_mapped (GTK_WIDGET (window->queue_button)), ==,
                   size->width < 1920);
  if (size->width < 1920)
    g_assert_cmpint (gtk_paned_get_position (window->columns), <=, 380);
  g_assert_cmpint (gtk_paned_get_position (window->columns), >=, 300);

  /* The layout in their place, with wagers and steps below it. */
  sky_window_set_pictures (window, SKY_PICTURES_LAYOUT);
  fixture_wait (fixture_is_mapped, window->layout);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (measure_tiles (GTK_WIDGET (window->cameras)), ==, 0);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window->round)), >=, 150);
  g_assert_cmpint (measure_layout (window), >, 0);
  sky_window_set_pictures (window, SKY_PICTURES_CAMERAS);
  fixture_wait (has_tiles, window);
  fixture_wait (fixture_is_window_settled, window);
  g_assert_cmpint (measure_tiles (GTK_WIDGET (window->cameras)) * 100, >=,
                   window_area * PICTURES_SHARE);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Without cameras nothing stands where they would be. */
static void
test_no_cameras (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *footage = g_build_filename (fixture->archive, "footage.json", NULL);
  g_assert_cmpint (g_unlink (footage), ==, 0);
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = open_window (session, &sizes[1]);

  fixture_wait (fixture_is_mapped, window->layout);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (window->cameras)));
  g_assert_false (gtk_widget_get_mapped (window->pictures_switch));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window->round)));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A finding's round lists its own wager, and all when they are asked for. */
static void
test_wagers (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyDayView *day_view = sky_session_get_day_view (session);
  SkyRoundView *view = g_object_ref_sink (
      g_object_new (SKY_TYPE_ROUND_VIEW, "selection", sky_session_get_selection (session), NULL));
  GListModel *wagers = sky_round_view_get_wagers (view);

  sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_VARIANCE);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpstr (sky_day_view_get_own_wager (day_view), ==, "w3");
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);
  sky_round_view_set_all (view, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 2);
  sky_round_view_set_all (view, FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);

  /* The pointer changes nothing of it, a click on another wager adds that. */
  sky_day_view_set_pointed (day_view, "w1");
  g_assert_cmpstr (sky_day_view_get_pinned (day_view), ==, "w3");
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);
  sky_day_view_set_pinned (day_view, "w1");
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 2);
  sky_day_view_set_pinned (day_view, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (wagers), ==, 1);
  fixture_finalize (view);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/screen/share/%dx%d", sizes[i].width, sizes[i].height);
      g_test_add_data_func (path, &sizes[i], test_share);
    }
  g_test_add_func ("/screen/no-cameras", test_no_cameras);
  g_test_add_func ("/screen/wagers", test_wagers);
  return g_test_run ();
}
