/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person says before they record: folder, table, game, rules, who they are, what they look
 * at. Signals: "choose-folder" (), "choose-plan" (), "begin" (), all of it is there. CSS node
 * "recordsetup". */
#pragma once

#include <adwaita.h>

#include "sky-record-archive.h"

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_SETUP (sky_record_setup_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordSetup, sky_record_setup, SKY, RECORD_SETUP, GtkWidget)

/* The folder's tables. The widget borrows @archive until it gets another one. NULL: there is none,
 * for the reason @problem (nullable). */
void sky_record_setup_set_archive (SkyRecordSetup *self,
                                   const SkyRecordArchive *archive,
                                   const char *problem);
/* The credential of the person at the desk, unless they typed another. */
void sky_record_setup_set_credential (SkyRecordSetup *self, const char *credential);

/* The table that is chosen; NULL: none. */
const SkyRecordTable *sky_record_setup_get_table (SkyRecordSetup *self);

/* Offers the plans of the archive again, which has one more, and chooses @plan (nullable). */
void sky_record_setup_choose_plan (SkyRecordSetup *self, const SkyRecordPlan *plan);
/* The plan to record by: the chosen one, or that of the recording which is continued; NULL: none,
 * or it is not in the folder. */
const SkyRecordPlan *sky_record_setup_get_plan (SkyRecordSetup *self);

/* The gaming day and the game that are said; FALSE: the day is none. */
gboolean sky_record_setup_get_play (SkyRecordSetup *self, SkyDay *day, SkyGameId *game);

/* What was said. Texts belong to the widget and are valid until it changes. @path takes the log's
 * path (a new string), @opening the entries of a new log's beginning (a new NULL-terminated array).
 * Returns FALSE, and says why in the page, if something is missing. */
gboolean sky_record_setup_make_header (SkyRecordSetup *self,
                                       SkyLogHeader *header,
                                       char **path,
                                       char ***opening);

/* Says in the page why nothing begins; NULL: nothing is wrong. */
void sky_record_setup_set_problem (SkyRecordSetup *self, const char *problem);

G_END_DECLS
