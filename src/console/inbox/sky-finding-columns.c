/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-columns.h"

#include <glib/gi18n.h>

const SkyFindingColumn sky_finding_columns[SKY_N_COLUMNS] = {
  [SKY_COLUMN_SIGN] = { "", -1, 0 }, /* no column: a part of a card */
  [SKY_COLUMN_TIME] = { N_ ("Time"), SKY_FINDING_SORT_TIME, 66 },
  [SKY_COLUMN_TABLE] = { N_ ("Table"), SKY_FINDING_SORT_RECORD, 56 },
  [SKY_COLUMN_ROUND] = { N_ ("Round"), SKY_FINDING_SORT_ROUND, 54 },
  [SKY_COLUMN_CHECK] = { N_ ("Check"), SKY_FINDING_SORT_CHECK, 156 },
  [SKY_COLUMN_WHAT] = { N_ ("What"), SKY_FINDING_SORT_WHAT, -1 },
  [SKY_COLUMN_VARIANCE] = { N_ ("Variance"), SKY_FINDING_SORT_VARIANCE, 70 },
  [SKY_COLUMN_SEVERITY] = { N_ ("Severity"), SKY_FINDING_SORT_SEVERITY, 72 },
  [SKY_COLUMN_STATE] = { N_ ("State"), SKY_FINDING_SORT_STATE, 84 },
  [SKY_COLUMN_DAY] = { N_ ("Day"), SKY_FINDING_SORT_DAY, 88 },
  [SKY_COLUMN_CHANGE] = { "", -1, 18 },
  [SKY_COLUMN_CARD] = { N_ ("Finding"), -1, -1 },
  [SKY_COLUMN_SIGHT] = { N_ ("Picture"), SKY_FINDING_SORT_SIGHT, 88 },
};

/* So narrow a list of findings has no columns, and no heads: each is a card of two lines. */
#define CARD_WIDTH 600

/* From which width on the list of findings has the gaming day. */
#define DAY_WIDTH 680

/* And the list of rounds what their pictures show. */
#define SIGHT_WIDTH 440

const SkyColumn sky_finding_order[SKY_FINDING_ORDER_SIZE] = {
  SKY_COLUMN_CARD,     SKY_COLUMN_CHANGE, SKY_COLUMN_TIME,  SKY_COLUMN_DAY,
  SKY_COLUMN_TABLE,    SKY_COLUMN_ROUND,  SKY_COLUMN_SIGHT, SKY_COLUMN_VARIANCE,
  SKY_COLUMN_SEVERITY, SKY_COLUMN_STATE,  SKY_COLUMN_CHECK, SKY_COLUMN_WHAT,
};

gboolean
sky_finding_columns_are_findings (SkyListing listing)
{
  return listing != SKY_LISTING_ROUNDS && listing != SKY_LISTING_BOOKMARKS;
}

gboolean
sky_finding_column_is_wanted (SkyColumn column, SkyListing listing, int width, gboolean marked)
{
  gboolean findings = sky_finding_columns_are_findings (listing);
  gboolean cards = findings && width < CARD_WIDTH;

  switch (column)
    {
    case SKY_COLUMN_CARD:
      return cards;
    case SKY_COLUMN_CHANGE:
      return findings && !cards && marked && listing != SKY_LISTING_WITHDRAWN;
    case SKY_COLUMN_STATE:
    case SKY_COLUMN_SEVERITY:
    case SKY_COLUMN_CHECK:
    case SKY_COLUMN_VARIANCE:
      return findings && !cards;
    case SKY_COLUMN_ROUND:
      return listing != SKY_LISTING_BOOKMARKS && !cards;
    case SKY_COLUMN_SIGHT:
      return listing == SKY_LISTING_ROUNDS && width >= SIGHT_WIDTH;
    case SKY_COLUMN_DAY:
      /* A round or a bookmark is told by this. */
      return !findings || width >= DAY_WIDTH;
    case SKY_COLUMN_SIGN:
      return FALSE;
    case SKY_COLUMN_TIME:
    case SKY_COLUMN_TABLE:
    case SKY_COLUMN_WHAT:
    case SKY_N_COLUMNS:
    default:
      return !cards;
    }
}
