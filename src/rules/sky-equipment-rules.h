/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chapter's rules on equipment. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

typedef struct _SkyTable SkyTable;

#define SKY_ROLE_BIT(role) (1u << SKY_ROLE_##role)
#define SKY_ITEM_BIT(item) (1u << SKY_ITEM_##item)

/* A chapter's rules on one item. */
typedef struct
{
  SkyItem item;
  guint hours; /* maximum hours of use, the shortest of the options; 0: no limit */
  const char *life_section;
  guint (*hours_at) (const SkyTable *table);         /* under its options; NULL: always @hours */
  gboolean (*lasts_a_month) (const SkyTable *table); /* locked in a shaker; NULL: never */
  guint inspectors; /* bits 1 << SkyRole of inspectors; 0: no inspection needed */
  gboolean by_each; /* each of them must, not any one */
  const char *inspection_section;
} SkyItemRule;

/* A chapter's rule against playing on with faulty items. */
typedef struct
{
  guint items; /* bits 1 << SkyItem */
  const char *section;
} SkyFaultRule;

/* A chapter's rules on equipment. All zero: none. */
typedef struct
{
  SkyItemRule items[3];
  guint n_items;
  SkyFaultRule faults[2];
  guint n_faults;
  /* The sections on an adjusted wheel: no security present, no new inspection, no new inspection
   * after replacing a part. NULL: no such rule. */
  const char *unwatched;
  const char *adjusted;
  const char *replaced;
} SkyEquipmentRules;

G_END_DECLS
