/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera's picture, on which a person draws its calibration: clicks on the table's corners, a
 * drag along a die's edge or across a card, and boxes to leave out. The table's layout lies over
 * the picture where the corners say. With the keyboard: arrows move a cross (with Shift by ten
 * pixels), Space or Return clicks there; Escape takes back the beginning of a line. CSS: node
 * "calibration"; accessible role IMG. Signal "changed" (): the calibration is another. */
#pragma once

#include <gtk/gtk.h>

#include "sky-calibration.h"
#include "sky-event.h"

G_BEGIN_DECLS

#define SKY_TYPE_CALIBRATION_PICTURE (sky_calibration_picture_get_type ())
G_DECLARE_FINAL_TYPE (
    SkyCalibrationPicture, sky_calibration_picture, SKY, CALIBRATION_PICTURE, GtkWidget)

/* What a click or a drag is for. */
typedef enum
{
  SKY_CALIBRATE_TABLE,
  SKY_CALIBRATE_ITEM, /* a die, or a card */
  SKY_CALIBRATE_IGNORED,
  SKY_N_CALIBRATE_MODES,
} SkyCalibrateMode;

/* @picture: (nullable): of @camera, at full size. @game: whose table is drawn over it. */
void sky_calibration_picture_set_picture (SkyCalibrationPicture *self,
                                          GdkTexture *picture,
                                          const char *camera,
                                          SkyGameId game);

/* Shows @view (nullable) and goes on from it. */
void sky_calibration_picture_set_view (SkyCalibrationPicture *self, const SkyCameraView *view);
/* The calibration so far, of its camera and from the beginning on. The widget's own until it
 * changes. */
const SkyCameraView *sky_calibration_picture_get_view (SkyCalibrationPicture *self);
/* How many of the table's corners were clicked. Three or fewer are no layout. */
guint sky_calibration_picture_get_n_corners (SkyCalibrationPicture *self);
/* FALSE: the four corners are not in order, and no layout either. */
gboolean sky_calibration_picture_is_in_order (SkyCalibrationPicture *self);
/* How far the camera looks off the vertical, in degrees; less than 0: not known. */
double sky_calibration_picture_get_tilt (SkyCalibrationPicture *self);

void sky_calibration_picture_set_mode (SkyCalibrationPicture *self, SkyCalibrateMode mode);
SkyCalibrateMode sky_calibration_picture_get_mode (SkyCalibrationPicture *self);

/* Takes back the last corner, the die or card, or the last box, as the mode has it. */
void sky_calibration_picture_take_back (SkyCalibrationPicture *self);

/* In percent of the picture's own size; 0: as large as there is room. */
void sky_calibration_picture_set_zoom (SkyCalibrationPicture *self, int percent);
int sky_calibration_picture_get_zoom (SkyCalibrationPicture *self);

G_END_DECLS
