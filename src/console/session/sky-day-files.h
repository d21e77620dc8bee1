/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a table's day on disk: whether its log exists and is as audited, and which
 * recordings are missing. A thread checks them every few seconds. Signal: "changed" (), any of that
 * changed. */
#pragma once

#include "sky-intake.h"
#include "sky-stored-log.h"
#include "sky-table-day.h"

G_BEGIN_DECLS

#define SKY_TYPE_DAY_FILES (sky_day_files_get_type ())
G_DECLARE_FINAL_TYPE (SkyDayFiles, sky_day_files, SKY, DAY_FILES, GObject)

/* A log that @intake follows may grow. */
SkyDayFiles *sky_day_files_new (SkyIntake *intake);

/* The files of @day (NULL: none); @audited (nullable), which it takes, is the store's data of its
 * log. Nothing is known until the first check. */
void sky_day_files_set_day (SkyDayFiles *self, SkyTableDay *day, SkyStoredLog *audited);
/* @day is the same, but longer. */
void sky_day_files_grow (SkyDayFiles *self, SkyTableDay *day);

/* Looks at them now, and then every few seconds. */
void sky_day_files_look (SkyDayFiles *self);
gboolean sky_day_files_is_looking (SkyDayFiles *self);

/* TRUE if the day's log is missing: the console shows what it read before. */
gboolean sky_day_files_get_gone (SkyDayFiles *self);
/* TRUE if it differs from what was audited. */
gboolean sky_day_files_get_changed (SkyDayFiles *self);
/* TRUE if it does not even continue that: another log is at its path, and is what the console
 * shows. */
gboolean sky_day_files_get_another (SkyDayFiles *self);
/* The paths of the day's recordings that are not there, a set. */
GHashTable *sky_day_files_get_missing (SkyDayFiles *self);

G_END_DECLS
