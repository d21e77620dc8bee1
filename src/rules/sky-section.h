/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each section of 58 Pa. Code that a check, a bet or an option cites says, summarised in plain
 * words. A summary helps to read a finding; the regulation's own text decides. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *section; /* "623a.3(a)(5)" */
  const char *summary; /* one or two sentences */
} SkySection;

/* All of them, in the order of the chapters. */
const SkySection *sky_sections (gsize *n);

/* The summary of @section or, where it has none of its own, of the nearest section around it:
 * "623a.3(a)(5)(i)" is told by "623a.3(a)(5)". Returns NULL where none around it has one. */
const SkySection *sky_section_find (const char *section);

G_END_DECLS
