/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the lists of findings, rounds and bookmarks. */
#pragma once

#include "sky-inbox.h"
#include "sky-queue-item.h"

G_BEGIN_DECLS

typedef struct
{
  const char *title;
  int sort;  /* SkyFindingSort; -1: cannot be sorted by */
  int width; /* px; -1: takes what is left */
} SkyFindingColumn;

extern const SkyFindingColumn sky_finding_columns[SKY_N_COLUMNS];

/* But for the sign, which is a part of a card. */
#define SKY_FINDING_ORDER_SIZE (SKY_N_COLUMNS - 1)

/* The order from left to right: what tells a finding apart first, so that a narrow list still shows
 * it. */
extern const SkyColumn sky_finding_order[SKY_FINDING_ORDER_SIZE];

/* Whether its rows are findings. */
gboolean sky_finding_columns_are_findings (SkyListing listing);

/* Whether @listing shows @column in a list of @width px. @marked: rows may be marked as changed or
 * looked at by others. */
gboolean
sky_finding_column_is_wanted (SkyColumn column, SkyListing listing, int width, gboolean marked);

G_END_DECLS
