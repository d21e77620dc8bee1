/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What replaces a list without rows: the reason, and what to do. */
#pragma once

#include "sky-inbox.h"

G_BEGIN_DECLS

/* Translated, and static. */
const char *sky_empty_list_get_title (SkyInbox *inbox);
/* Translated. Returns: a new string. */
char *sky_empty_list_dup_text (SkyInbox *inbox);

G_END_DECLS
