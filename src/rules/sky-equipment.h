/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equipment of a table: how long dice, tiles and cards may be used, required inspections, open
 * faults, adjustments. Every game uses this one implementation. A table owns its SkyEquipment,
 * which raises findings through the table. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* @rules must outlive it. */
SkyEquipment *sky_equipment_new (const SkyEquipmentRules *rules) G_GNUC_WARN_UNUSED_RESULT;
void sky_equipment_free (SkyEquipment *self);

/* Forgets what is in use and what is owed. */
void sky_equipment_forget (SkyEquipment *self);

/* `equipment`: an item comes, leaves, fails or is repaired. */
void sky_equipment_take (SkyTable *table, const SkyEvent *event);
/* `inspection` */
void sky_equipment_inspect (SkyTable *table, const SkyEvent *event);
/* `round_start`: checks the equipment for the round. */
void sky_equipment_begin_round (SkyTable *table);

/* Visits this part of a table's state (sky-table-state.h). */
void sky_equipment_visit (SkyEquipment *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyEquipment, sky_equipment_free)

G_END_DECLS
