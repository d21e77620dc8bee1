/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people are shown of where pictures come from. An address may hold a user name and a
 * password, and who looks over a shoulder, at a screenshot or into a report has no business with
 * them: nothing shows an address but through these functions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns: whether @address is one at which a camera or a recorder is reached: RTSP, also over TLS,
 * with a host, and nothing in it that no address has. */
gboolean sky_source_is_camera (const char *address, gsize length);

/* Returns: a new string: what people call @address, a path or an address: the file's name, or the
 * address without user name and password, and with "…" for what a query calls secret. */
char *sky_source_dup_name (const char *address);

/* Returns: a new string: @text, in which each address is as sky_source_dup_name() has it. For what
 * others say, libraries first of all. */
char *sky_source_hide (const char *text);

G_END_DECLS
