/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plain summary of each section of 58 Pa. Code that a check, a bet or an option cites. A summary
 * helps to read a finding; the regulation's own text decides. */
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

/* The summary of @section, or of the nearest enclosing section: "623a.3(a)(5)(i)" uses that of
 * "623a.3(a)(5)". Returns NULL if none has one. */
const SkySection *sky_section_find (const char *section);

G_END_DECLS
