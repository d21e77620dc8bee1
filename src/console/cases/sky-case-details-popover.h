/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for a case's type, people and disposition. Signal: "saved" (pointer, const SkyCaseDetails
 * *): they are to be saved. */
#pragma once

#include <gtk/gtk.h>

#include "sky-case-details.h"

G_BEGIN_DECLS

#define SKY_TYPE_CASE_DETAILS_POPOVER (sky_case_details_popover_get_type ())
G_DECLARE_FINAL_TYPE (
    SkyCaseDetailsPopover, sky_case_details_popover, SKY, CASE_DETAILS_POPOVER, GtkPopover)

/* Shows @details (nullable: none are known) for editing. */
void sky_case_details_popover_set (SkyCaseDetailsPopover *self, const SkyCaseDetails *details);
/* Saves what is shown, as its button does. */
void sky_case_details_popover_save (SkyCaseDetailsPopover *self);

G_END_DECLS
