/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a recording plays, for the commands that audit. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* A SkyRecordingProbe: a recording is good when its first picture can be decoded. */
SkyRecordingState
sky_recording_probe (int descriptor, const char *name, char **cause, gpointer user_data);

G_END_DECLS
