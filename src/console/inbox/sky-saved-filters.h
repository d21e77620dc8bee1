/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters that a person named, in the order of creation. The settings have them, not the store:
 * they say nothing about findings, an auditor, who cannot write in the store, has them too, and
 * they outlive it. Signal: "changed" (). */
#pragma once

#include <gio/gio.h>

#include "sky-finding-filter.h"

G_BEGIN_DECLS

#define SKY_TYPE_SAVED_FILTERS (sky_saved_filters_get_type ())
G_DECLARE_FINAL_TYPE (SkySavedFilters, sky_saved_filters, SKY, SAVED_FILTERS, GObject)

/* Those in the key "saved-filters" of @settings. */
SkySavedFilters *sky_saved_filters_new (GSettings *settings);

guint sky_saved_filters_get_n (SkySavedFilters *self);
const char *sky_saved_filters_get_name (SkySavedFilters *self, guint i);
/* NULL: what the settings have there is no filter. */
const SkyFindingFilter *sky_saved_filters_get (SkySavedFilters *self, guint i);

/* Saves @filter as @name, in place of the one that has the name. Returns FALSE when @name is blank.
 */
gboolean
sky_saved_filters_save (SkySavedFilters *self, const char *name, const SkyFindingFilter *filter);
/* Returns FALSE when @name is blank or another's. */
gboolean sky_saved_filters_rename (SkySavedFilters *self, guint i, const char *name);
void sky_saved_filters_remove (SkySavedFilters *self, guint i);

G_END_DECLS
