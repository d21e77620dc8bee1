/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editions: which text was in force on which gaming day. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* A text with its first and last gaming day; SKY_DAY_NONE: not bounded. */
typedef struct
{
  const char *text; /* a chapter, or a section that came and went by itself */
  SkyDay from;
  SkyDay until;
  const char *published; /* where in the Pennsylvania Bulletin */
} SkyEdition;

const SkyEdition *sky_editions (gsize *n);

/* The edition of @text, or NULL when it is not listed. */
const SkyEdition *sky_edition_find (const char *text);

/* TRUE when @text is in force on @day; texts that are not listed are always in force. */
gboolean sky_edition_in_force (const char *text, SkyDay day);

G_END_DECLS
