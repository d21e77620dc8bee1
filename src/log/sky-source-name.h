/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of sources of pictures, for display. An address may contain a user name and a password,
 * which nobody reading a screen, a screenshot or a report may see. So addresses are shown only
 * through these functions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether @address is a valid address of a camera or recorder: RTSP or RTSP over TLS, with a host
 * and no invalid characters. */
gboolean sky_source_is_camera (const char *address, gsize length);

/* A display name for @address, a path or an address: the file's name, or the address without user
 * name and password and with "…" for a query's secrets. Returns: a new string. */
char *sky_source_dup_name (const char *address);

/* @text with each address replaced as sky_source_dup_name() does. For messages from others, mainly
 * libraries. Returns: a new string. */
char *sky_source_hide (const char *text);

G_END_DECLS
