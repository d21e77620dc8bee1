/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equipment of a table: how long dice, tiles and cards may be in use, what the chapter wants
 * inspected, what stands faulty, what was adjusted. One table has it for every
 * game. A table owns its SkyEquipment; findings go out through the table. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

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
struct _SkyEquipmentRules
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
};

/* @rules must stay. */
SkyEquipment *sky_equipment_new (const SkyEquipmentRules *rules) G_GNUC_WARN_UNUSED_RESULT;
void sky_equipment_free (SkyEquipment *self);

/* `equipment`: comes, goes, fails, is mended. */
void sky_equipment_take (SkyTable *table, const SkyEvent *event);
/* `inspection` */
void sky_equipment_inspect (SkyTable *table, const SkyEvent *event);
/* `round_start`: with what the round is played. */
void sky_equipment_begin_round (SkyTable *table);

/* A part of a table's state (sky-table-state.h). */
void sky_equipment_visit (SkyEquipment *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyEquipment, sky_equipment_free)

G_END_DECLS
