/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a game's chapter says of its equipment. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

typedef struct _SkyTable SkyTable;

#define SKY_ROLE_BIT(role) (1u << SKY_ROLE_##role)
#define SKY_ITEM_BIT(item) (1u << SKY_ITEM_##item)

/* What a chapter says of an item. */
typedef struct
{
  SkyItem item;
  guint hours; /* in use for no longer, of its options' the shortest; 0: not bounded */
  const char *life_section;
  guint (*hours_at) (const SkyTable *table);         /* under its options; NULL: always @hours */
  gboolean (*lasts_a_month) (const SkyTable *table); /* locked in a shaker; NULL: it does not */
  guint inspectors; /* bits 1 << SkyRole who inspect it; 0: nobody has to */
  gboolean by_each; /* by each of them, not by any */
  const char *inspection_section;
} SkyItemRule;

/* What it says of playing on with faulty items. */
typedef struct
{
  guint items; /* bits 1 << SkyItem */
  const char *section;
} SkyFaultRule;

/* What a game's chapter says of its equipment. All zero: nothing. */
typedef struct
{
  SkyItemRule items[3];
  guint n_items;
  SkyFaultRule faults[2];
  guint n_faults;
  /* The sections on a wheel that is adjusted: with no security there, not inspected again, and not
   * inspected again after a part was replaced; NULL: none has it. */
  const char *unwatched;
  const char *adjusted;
  const char *replaced;
} SkyEquipmentRules;

G_END_DECLS
