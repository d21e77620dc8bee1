/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equipment of a table: how long dice, tiles and cards may be in use, what the chapter wants
 * inspected, what stands faulty, what was adjusted. One table has it for every
 * game. A table owns its SkyEquipment; findings go out through the table. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

/* @rules must stay. */
SkyEquipment *sky_equipment_new (const SkyEquipmentRules *rules) G_GNUC_WARN_UNUSED_RESULT;
void sky_equipment_free (SkyEquipment *self);

/* Nothing is known of what is in use, nor what is owed. */
void sky_equipment_forget (SkyEquipment *self);

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
