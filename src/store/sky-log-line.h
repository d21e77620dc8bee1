/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that people write into the surveillance log themselves, about no finding and no case. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* Writes the line @text, which must not be empty. @property and @table name its table; both NULL:
 * none. */
gboolean sky_store_add_log_line (SkyStore *self,
                                 const SkyReviewer *reviewer,
                                 const char *property,
                                 const char *table,
                                 const char *text,
                                 GError **error);

G_END_DECLS
