/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-calibration-window.h"

#include <glib/gi18n.h>

#include "sky-child-window.h"
#include "sky-keys.h"
#include "sky-sight-doubts.h"
#include "sky-thread-task.h"

#define ZOOM_FIRST 100
#define ZOOM_STEP  150

struct _SkyCalibrationWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkDropDown *cameras;
  GtkToggleButton *modes[SKY_N_CALIBRATE_MODES];
  GtkCheckButton *from_here;
  GtkLabel *hint;
  GtkLabel *status;
  SkyCalibrationPicture *picture;

  /* Owned. */
  SkyDayView *day_view;
  SkyTableDay *day;
  SkyCalibration *calibration; /* the archive's; NULL: not read yet, or it cannot be read */
  char *trouble;               /* why not, or why it was not written; NULL: nothing */
  gboolean busy;
  gboolean edited;
  gboolean saved;
  gboolean filling; /* the picture follows the camera, not the person */
};

G_DEFINE_FINAL_TYPE (SkyCalibrationWindow, sky_calibration_window, ADW_TYPE_WINDOW)

/* --- What is said ----------------------------------------------------------------------------- */

/* Whether the table's game has cards. */
static gboolean
has_cards (SkyCalibrationWindow *self)
{
  SkySightKind kind;

  sky_sight_find_kind (sky_table_day_get_header (self->day)->game, &kind);
  return kind == SKY_SIGHT_CARDS;
}

static const char *
get_hint (SkyCalibrationWindow *self)
{
  switch (sky_calibration_picture_get_mode (self->picture))
    {
    case SKY_CALIBRATE_TABLE:
      return _ ("Click the table’s four corners, rail included, clockwise from the upper left "
                "corner of its drawing. Drag a corner to move it.");
    case SKY_CALIBRATE_ITEM:
      return has_cards (self)
                 ? _ ("Drag along a card’s shorter side, from corner to corner.")
                 : _ ("Drag along one edge of a die’s upper face, from corner to corner.");
    case SKY_CALIBRATE_IGNORED:
      return has_cards (self) ? _ ("Drag boxes over things that could be taken for cards.")
                              : _ ("Drag boxes over things that could be taken for dice.");
    case SKY_N_CALIBRATE_MODES:
      break;
    }
  return "";
}

static char *
describe_table (SkyCalibrationWindow *self, double tilt)
{
  guint n_corners = sky_calibration_picture_get_n_corners (self->picture);

  if (!sky_calibration_picture_is_in_order (self->picture))
    return g_strdup (_ ("The corners are not in order: click them clockwise."));
  if (tilt >= 0)
    return g_strdup_printf (_ ("Table: camera %d° off the vertical."), (int) (tilt + 0.5));
  return g_strdup_printf (_ ("Table: %u of 4 corners."), n_corners);
}

/* What there is, and what of it keeps dice or cards from being read; a sentence each. */
static char *
describe_state (SkyCalibrationWindow *self)
{
  const SkyCameraView *view = sky_calibration_picture_get_view (self->picture);
  gboolean cards = has_cards (self);
  const SkySightConditions conditions = { .px = cards ? view->card_px : view->die_px,
                                          .tilt = sky_calibration_picture_get_tilt (self->picture),
                                          .kind = cards ? SKY_SIGHT_CARDS : SKY_SIGHT_DICE };
  g_autoptr (GPtrArray) doubts = sky_sight_conditions_list_doubts (&conditions);
  g_autofree char *table = describe_table (self, conditions.tilt);
  GString *text = g_string_new (table);

  g_string_append_c (text, ' ');
  if (conditions.px > 0)
    g_string_append_printf (text, cards ? _ ("Card: %d pixels wide.") : _ ("Die: %d pixels."),
                            conditions.px);
  else
    g_string_append (text, cards ? _ ("Card: not stated.") : _ ("Die: not stated."));
  if (view->n_ignored > 0)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text,
                              ngettext ("%u box left out.", "%u boxes left out.", view->n_ignored),
                              view->n_ignored);
    }
  for (guint i = 0; i < doubts->len; i++)
    {
      g_autofree char *doubt = sky_phrase_show (doubts->pdata[i]);

      g_string_append_printf (text, " %s", doubt);
    }
  return g_string_free (text, FALSE);
}

static void
update (SkyCalibrationWindow *self)
{
  g_autofree char *state = describe_state (self);
  gboolean ready = self->calibration != NULL && !self->busy && self->edited
                   && sky_calibration_picture_is_in_order (self->picture);

  if (self->trouble == NULL && self->saved && !self->edited)
    {
      char *with = g_strdup_printf (_ ("Saved in sight.json. %s"), state);

      g_free (state);
      state = with;
    }
  gtk_label_set_label (self->status, self->trouble != NULL ? self->trouble : state);
  if (self->trouble != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->status), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->status), "error");
  gtk_label_set_label (self->hint, get_hint (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "calibrate.save", ready);
}

static void
changed_cb (SkyCalibrationWindow *self, SkyCalibrationPicture *picture)
{
  if (self->filling)
    return;
  self->edited = TRUE;
  update (self);
}

/* --- The camera ------------------------------------------------------------------------------- */

static SkyTime
get_instant (SkyCalibrationWindow *self, guint camera)
{
  return sky_frame_paintable_get_shown (
      sky_camera_wall_get_paintable (sky_day_view_get_wall (self->day_view), camera));
}

static void
show_camera (SkyCalibrationWindow *self)
{
  SkyCameraWall *wall = sky_day_view_get_wall (self->day_view);
  guint camera = gtk_drop_down_get_selected (self->cameras);
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;
  SkyTime shown;

  if (camera >= sky_camera_wall_get_n_cameras (wall)
      || sky_day_view_get_day (self->day_view) == NULL)
    return;
  const char *name = sky_camera_get_name (sky_camera_wall_get_camera (wall, camera));
  texture =
      sky_frame_paintable_make_still (sky_camera_wall_get_paintable (wall, camera), &shown, &error);
  self->filling = TRUE;
  sky_calibration_picture_set_picture (self->picture, texture, name,
                                       sky_table_day_get_header (self->day)->game);
  sky_calibration_picture_set_view (self->picture,
                                    self->calibration != NULL && texture != NULL
                                        ? sky_calibration_find (self->calibration, name, shown)
                                        : NULL);
  self->filling = FALSE;
  self->edited = FALSE;
  self->saved = FALSE;
  g_clear_pointer (&self->trouble, g_free);
  if (texture == NULL)
    self->trouble = g_strdup (
        _ ("This camera shows no picture now. Close the window, go to a time that it recorded, and "
           "make it visible."));
  update (self);
}

static void
camera_cb (SkyCalibrationWindow *self, GParamSpec *pspec, GtkDropDown *cameras)
{
  if (self->day_view != NULL)
    show_camera (self);
}

static void
mode_cb (SkyCalibrationWindow *self, GtkToggleButton *button)
{
  for (guint i = 0; i < SKY_N_CALIBRATE_MODES; i++)
    if (self->modes[i] == button && gtk_toggle_button_get_active (button))
      sky_calibration_picture_set_mode (self->picture, (SkyCalibrateMode) i);
  if (self->day_view != NULL)
    update (self);
}

/* --- The file --------------------------------------------------------------------------------- */

static void
free_calibration (gpointer calibration)
{
  sky_calibration_free (calibration);
}

typedef struct
{
  char *folder;
} Reading;

static gpointer
read_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const char *folder = ((const Reading *) task_data)->folder;
  g_autofree char *path = g_build_filename (folder, "sight.json", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? sky_calibration_read (folder, path, error)
                                                : sky_calibration_new ();
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyCalibrationWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  SkyCalibration *calibration = sky_thread_task_finish (result, &error);

  self->busy = FALSE;
  if (self->day_view == NULL)
    {
      sky_calibration_free (calibration);
      return;
    }
  self->calibration = calibration;
  show_camera (self);
  if (calibration == NULL)
    {
      g_free (self->trouble);
      self->trouble = g_strdup (error->message);
      update (self);
    }
}

/* What is written, and where. */
typedef struct
{
  char *folder;
  SkyCalibration *calibration;
} Writing;

static gpointer
write_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Writing *writing = task_data;

  return sky_calibration_write (writing->calibration, writing->folder, error) ? writing->folder
                                                                              : NULL;
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyCalibrationWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean written = sky_thread_task_finish (result, &error) != NULL;

  self->busy = FALSE;
  if (self->day_view == NULL)
    return;
  g_clear_pointer (&self->trouble, g_free);
  if (!written)
    self->trouble = g_strdup (error->message);
  self->saved = written;
  self->edited = self->edited || !written;
  update (self);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCalibrationWindow *self = SKY_CALIBRATION_WINDOW (widget);
  SkyCameraView view = *sky_calibration_picture_get_view (self->picture);
  Writing *writing = sky_thread_task_new (Writing);

  if (gtk_check_button_get_active (self->from_here))
    view.from = get_instant (self, gtk_drop_down_get_selected (self->cameras));
  sky_calibration_set (self->calibration, &view);
  writing->folder = sky_thread_task_copy_text (writing, sky_table_day_get_archive_path (self->day));
  writing->calibration =
      sky_thread_task_keep (writing, sky_calibration_copy (self->calibration), free_calibration);
  self->busy = TRUE;
  self->edited = FALSE;
  sky_thread_task_run (writing, write_in_thread, NULL, NULL, written_cb, g_object_ref (self));
  update (self);
}

/* --- Actions ---------------------------------------------------------------------------------- */

static void
mode_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCalibrationWindow *self = SKY_CALIBRATION_WINDOW (widget);
  int mode = g_variant_get_int32 (parameter) - 1;

  if (mode >= 0 && mode < SKY_N_CALIBRATE_MODES)
    gtk_toggle_button_set_active (self->modes[mode], TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->picture));
}

static void
take_back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_calibration_picture_take_back (SKY_CALIBRATION_WINDOW (widget)->picture);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCalibrationPicture *picture = SKY_CALIBRATION_WINDOW (widget)->picture;
  int way = g_variant_get_int32 (parameter);
  int zoom = sky_calibration_picture_get_zoom (picture);

  if (way > 0)
    zoom = zoom > 0 ? zoom * ZOOM_STEP / 100 : ZOOM_FIRST;
  else
    zoom = zoom > ZOOM_FIRST ? MAX (zoom * 100 / ZOOM_STEP, ZOOM_FIRST) : 0;
  sky_calibration_picture_set_zoom (picture, zoom);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_calibration_window_dispose (GObject *object)
{
  SkyCalibrationWindow *self = SKY_CALIBRATION_WINDOW (object);

  g_clear_object (&self->day_view);
  g_clear_object (&self->day);
  g_clear_pointer (&self->calibration, sky_calibration_free);
  g_clear_pointer (&self->trouble, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_CALIBRATION_WINDOW);
  G_OBJECT_CLASS (sky_calibration_window_parent_class)->dispose (object);
}

static void
sky_calibration_window_class_init (SkyCalibrationWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_calibration_window_dispose;
  g_type_ensure (SKY_TYPE_CALIBRATION_PICTURE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-calibration-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyCalibrationWindow, cameras);
  gtk_widget_class_bind_template_child_full (
      widget_class, "table", FALSE,
      G_STRUCT_OFFSET (SkyCalibrationWindow, modes[SKY_CALIBRATE_TABLE]));
  gtk_widget_class_bind_template_child_full (
      widget_class, "item", FALSE,
      G_STRUCT_OFFSET (SkyCalibrationWindow, modes[SKY_CALIBRATE_ITEM]));
  gtk_widget_class_bind_template_child_full (
      widget_class, "ignored", FALSE,
      G_STRUCT_OFFSET (SkyCalibrationWindow, modes[SKY_CALIBRATE_IGNORED]));
  gtk_widget_class_bind_template_child (widget_class, SkyCalibrationWindow, from_here);
  gtk_widget_class_bind_template_child (widget_class, SkyCalibrationWindow, hint);
  gtk_widget_class_bind_template_child (widget_class, SkyCalibrationWindow, status);
  gtk_widget_class_bind_template_child (widget_class, SkyCalibrationWindow, picture);
  gtk_widget_class_bind_template_callback (widget_class, camera_cb);
  gtk_widget_class_bind_template_callback (widget_class, mode_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_install_action (widget_class, "calibrate.mode", "i", mode_action);
  gtk_widget_class_install_action (widget_class, "calibrate.take-back", NULL, take_back_action);
  gtk_widget_class_install_action (widget_class, "calibrate.zoom", "i", zoom_action);
  gtk_widget_class_install_action (widget_class, "calibrate.save", NULL, save_action);
  sky_keys_bind (widget_class, "calibrate.");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_calibration_window_init (SkyCalibrationWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

SkyCalibrationWindow *
sky_calibration_window_new (GtkWindow *parent, SkyDayView *day_view, guint camera)
{
  SkyCalibrationWindow *self;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  Reading *reading;

  g_return_val_if_fail (SKY_IS_DAY_VIEW (day_view), NULL);
  g_return_val_if_fail (sky_day_view_get_day (day_view) != NULL, NULL);

  self = sky_child_window_new (SKY_TYPE_CALIBRATION_WINDOW, parent);
  SkyCameraWall *wall = sky_day_view_get_wall (day_view);
  for (guint i = 0; i < sky_camera_wall_get_n_cameras (wall); i++)
    gtk_string_list_append (names, sky_camera_get_label (sky_camera_wall_get_camera (wall, i)));
  gtk_drop_down_set_model (self->cameras, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->cameras, camera);
  self->day_view = g_object_ref (day_view);
  self->day = g_object_ref (sky_day_view_get_day (day_view));
  if (has_cards (self))
    {
      gtk_button_set_label (GTK_BUTTON (self->modes[SKY_CALIBRATE_ITEM]), _ ("Card"));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->modes[SKY_CALIBRATE_ITEM]),
                                   _ ("Drag along a card’s shorter side (2)"));
    }
  self->busy = TRUE;
  reading = sky_thread_task_new (Reading);
  reading->folder = sky_thread_task_copy_text (reading, sky_table_day_get_archive_path (self->day));
  sky_thread_task_run (reading, read_in_thread, free_calibration, NULL, read_cb,
                       g_object_ref (self));
  show_camera (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->picture));
  return self;
}

SkyCalibrationPicture *
sky_calibration_window_get_picture (SkyCalibrationWindow *self)
{
  g_return_val_if_fail (SKY_IS_CALIBRATION_WINDOW (self), NULL);
  return self->picture;
}

const char *
sky_calibration_window_get_status (SkyCalibrationWindow *self)
{
  g_return_val_if_fail (SKY_IS_CALIBRATION_WINDOW (self), NULL);
  return gtk_label_get_label (self->status);
}

gboolean
sky_calibration_window_is_settled (SkyCalibrationWindow *self)
{
  g_return_val_if_fail (SKY_IS_CALIBRATION_WINDOW (self), TRUE);
  return !self->busy;
}
