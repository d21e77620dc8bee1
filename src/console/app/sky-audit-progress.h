/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session's running audit: what it reads, how fast, and a button that stops it. Hidden without
 * an audit. Property (notifies): "intake". */
#pragma once

#include <gtk/gtk.h>

#include "sky-intake.h"

G_BEGIN_DECLS

#define SKY_TYPE_AUDIT_PROGRESS (sky_audit_progress_get_type ())
G_DECLARE_FINAL_TYPE (SkyAuditProgress, sky_audit_progress, SKY, AUDIT_PROGRESS, GtkWidget)

/* @intake: (nullable) (transfer none) */
void sky_audit_progress_set_intake (SkyAuditProgress *self, SkyIntake *intake);

G_END_DECLS
