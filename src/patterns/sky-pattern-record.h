/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reported pattern as an entry of the ledger has it: with the counts from which anyone can
 * compute R and C again.
 *
 *     {"pattern":{"version":1,"check":"equipment.wheel-bias","property":"Keystone","unit":"wheel-1",
 *      "state":"confirmed","reported_on":"2023-11-13","ln_a":"12.1","ln_r":"12.7",
 *      "lead":"arc/8/5/2/5","ln_c":"7.2","account":{"history":{…},"fresh":[…]}}}
 *
 * A pair has "ln_r_others", "ln_r_elsewhere", "ln_c_others" and "ln_c_elsewhere" too. Logarithms
 * are texts of 17 digits; "account" is as sky_stream_write_account() writes it. */
#pragma once

#include "sky-patterns.h"

G_BEGIN_DECLS

/* Returns: a new string, or NULL when nothing is reported. */
char *sky_pattern_dup_record (const SkyPattern *self) G_GNUC_WARN_UNUSED_RESULT;

/* Computes the record in @data, an entry's, again. @name takes "equipment.wheel-bias wheel-1", a
 * new string, or NULL when @data (nullable) have no record. Returns FALSE when the record is not
 * what its counts come to, with the cause, a phrase, in @cause. */
gboolean sky_pattern_check_record (const char *data, char **name, char **cause);

G_END_DECLS
