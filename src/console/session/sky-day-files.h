/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the files of a table's day are on the disk: whether its log is there and as it was audited,
 * and which of its recordings are missing. They are looked at in a thread, every few seconds.
 *
 * Signal: "changed" (), any of that is otherwise. */
#pragma once

#include "sky-intake.h"
#include "sky-stored-log.h"
#include "sky-table-day.h"

G_BEGIN_DECLS

#define SKY_TYPE_DAY_FILES (sky_day_files_get_type ())
G_DECLARE_FINAL_TYPE (SkyDayFiles, sky_day_files, SKY, DAY_FILES, GObject)

/* A log that @intake follows is meant to grow. */
SkyDayFiles *sky_day_files_new (SkyIntake *intake);

/* The files of @day (NULL: none), whose log the store has as @audited (nullable), which it takes.
 * Nothing is known of them until they are looked at. */
void sky_day_files_set_day (SkyDayFiles *self, SkyTableDay *day, SkyStoredLog *audited);
/* @day is the same, but longer. */
void sky_day_files_grow (SkyDayFiles *self, SkyTableDay *day);

/* Looks at them now, and then every few seconds. */
void sky_day_files_look (SkyDayFiles *self);
gboolean sky_day_files_is_looking (SkyDayFiles *self);

/* TRUE when the day's log is not there any more: what is shown of it was read before. */
gboolean sky_day_files_get_gone (SkyDayFiles *self);
/* TRUE when it is not as it was audited. */
gboolean sky_day_files_get_changed (SkyDayFiles *self);
/* TRUE when it does not even go on from it: another log lies in its place, and is what is shown. */
gboolean sky_day_files_get_another (SkyDayFiles *self);
/* The paths of the day's recordings that are not there, a set. */
GHashTable *sky_day_files_get_missing (SkyDayFiles *self);

G_END_DECLS
