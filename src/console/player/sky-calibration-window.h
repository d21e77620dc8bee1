/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says how a table's cameras see it, for reading dice off their pictures: by clicks on the picture
 * at the playhead. It writes the archive's sight.json. */
#pragma once

#include <adwaita.h>

#include "sky-calibration-picture.h"
#include "sky-day-view.h"

G_BEGIN_DECLS

#define SKY_TYPE_CALIBRATION_WINDOW (sky_calibration_window_get_type ())
G_DECLARE_FINAL_TYPE (
    SkyCalibrationWindow, sky_calibration_window, SKY, CALIBRATION_WINDOW, AdwWindow)

/* For the open day of @day_view, beginning with the camera numbered @camera of its wall. */
SkyCalibrationWindow *
sky_calibration_window_new (GtkWindow *parent, SkyDayView *day_view, guint camera);

/* The picture that is drawn on. */
SkyCalibrationPicture *sky_calibration_window_get_picture (SkyCalibrationWindow *self);
/* What it says of the calibration, or of what went wrong. */
const char *sky_calibration_window_get_status (SkyCalibrationWindow *self);
/* TRUE while no file is read or written. */
gboolean sky_calibration_window_is_settled (SkyCalibrationWindow *self);

G_END_DECLS
