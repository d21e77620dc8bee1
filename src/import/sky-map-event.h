/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event that a mapping makes from a record: its type, and an expression for each member. Loading
 * the mapping finds what the event cannot have; making the event finds invalid values. */
#pragma once

#include "sky-event-format.h"
#include "sky-map-expression.h"

G_BEGIN_DECLS

/* The effect on the count of rounds: an event type alone has none. */
typedef enum
{
  SKY_MAP_EMIT_EVENT,
  SKY_MAP_EMIT_ROUND_START,
  SKY_MAP_EMIT_ROUND_END,
  SKY_MAP_EMIT_ROUND_NEXT, /* ends the round that is open, and starts the next */
} SkyMapEmitKind;

typedef struct
{
  SkyMapEmitKind kind;
  SkyEventType type;
  GPtrArray *members; /* of SkyMapMember */
  gboolean held;      /* until an event of the type @until is written */
  SkyEventType until;
} SkyMapEvent;

/* Games that an event is for: bits 1 << SkyGameId. */
typedef struct
{
  guint games;
  guint version; /* of the log: in version 2, unseen members may be absent */
} SkyMapEventRules;

/* Reads "wager wager=${id wager}; amount=${amount|money}". Returns NULL with the error in
 * @cause. */
SkyMapEvent *sky_map_event_new (SkyMapNames *names,
                                const SkyMapEventRules *rules,
                                const char *text,
                                char **cause) G_GNUC_WARN_UNUSED_RESULT;
void sky_map_event_free (SkyMapEvent *self);

/* Adds the event's members to @json, as a log of @game has them. *@amount takes the member
 * `amount`; -1 without one. Returns FALSE with @reason. */
gboolean sky_map_event_build (const SkyMapEvent *self,
                              SkyGameId game,
                              const SkyMapContext *context,
                              GString *json,
                              SkyMoney *amount,
                              char **reason);

/* The register in which it makes something new (`id NAME new`); -1: none. */
int sky_map_event_makes_new (const SkyMapEvent *self);

/* The type of events called @name, in any game. */
gboolean sky_map_event_type (const char *name, SkyEventType *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyMapEvent, sky_map_event_free)

G_END_DECLS
