/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sight.json: how an archive's cameras see their tables, for reading dice and cards off their
 * pictures. It lies beside footage.json. */
#pragma once

#include "sky-plane-map.h"
#include "sky-time.h"

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  int x;
  int y;
  int width;
  int height;
} SkyPictureBox;

/* A camera, from an instant on. */
typedef struct
{
  char *camera;
  SkyTime from; /* on the log's clock; G_MININT64: from the beginning */
  gboolean has_layout;
  SkyPicturePoint
      layout[4]; /* the table's corners, rail included, from the upper left one on, clockwise */
  int die_px;    /* a die's edge; 0: not stated */
  int card_px;   /* a card's width; 0: not stated */
  SkyPictureBox *ignored; /* where no dice or cards are looked for */
  guint n_ignored;
} SkyCameraView;

typedef struct
{
  SkyCameraView *views; /* by `from` */
  guint n_views;
  char sha256[65]; /* of the file */
  char **problems; /* NULL-terminated: what was passed over, with its place in the file and why */
} SkyCalibration;

/* Reads the file at @path: of the archive @folder, in which it lies, or, with @folder NULL, one
 * that the user named. A camera that is not as it must be is passed over and noted among the
 * problems. Returns: the calibration, or NULL with a SKY_LOG_ERROR when the file cannot be read at
 * all. */
SkyCalibration *sky_calibration_read (const char *folder,
                                      const char *path,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* For an archive that has no sight.json. Returns: a calibration of no camera. */
SkyCalibration *sky_calibration_new (void) G_GNUC_WARN_UNUSED_RESULT;
SkyCalibration *sky_calibration_copy (const SkyCalibration *self) G_GNUC_WARN_UNUSED_RESULT;
void sky_calibration_free (SkyCalibration *self);

/* Takes a copy of @view, instead of the one that its camera had from the same instant on. */
void sky_calibration_set (SkyCalibration *self, const SkyCameraView *view);

/* Writes sight.json into the archive @folder, whole or not at all. Returns FALSE with a
 * G_FILE_ERROR, or with SKY_LOG_ERROR_FORMAT if entries were passed over: they would be lost. */
gboolean sky_calibration_write (const SkyCalibration *self, const char *folder, GError **error);

/* How @camera saw its table at @at. Returns: (nullable): the view, which is the calibration's. */
const SkyCameraView *
sky_calibration_find (const SkyCalibration *self, const char *camera, SkyTime at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCalibration, sky_calibration_free)

G_END_DECLS
