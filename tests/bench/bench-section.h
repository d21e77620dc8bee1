/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A section of the page of what was measured. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Puts @section, which begins with its heading "## …" and a line feed, in place of the one with
 * that heading in the page at @path, or at its end. */
void bench_write_section (const char *path, const char *section);

G_END_DECLS
