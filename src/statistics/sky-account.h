/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes a report again from its counts alone, as sky_stream_write_account() writes them, without
 * a store and without the recordings. */
#pragma once

#include "sky-json.h"
#include "sky-stream.h"

G_BEGIN_DECLS

/* What the members "history" and "fresh" of @account come to: the report's ln R and lead, then ln C
 * and the number of observations after it. @lead takes the lead's name, a new string. Returns FALSE
 * if they cannot be read, with the cause in @cause. */
gboolean sky_account_compute (const SkyJsonNode *account,
                              SkyStreamStanding *standing,
                              char **lead,
                              char **cause);

G_END_DECLS
