/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reading of an event's members, shared by the two ways in which a line is read. */
#pragma once

#include "sky-event-format.h"

G_BEGIN_DECLS

/* The names of what is read into an enum or a set of bits, each in its order and ended by NULL. */
extern const char *const sky_event_outcome_names[];
extern const char *const sky_event_observed_names[];
extern const char *const sky_event_reason_names[];

/* The format of the event type called @name, or NULL. */
const SkyEventFormat *sky_format_find (const SkyFormatIndex *index, SkyText name);

/* A member that any event of a log of version 2 may have. */
typedef enum
{
  SKY_ORIGIN_NONE, /* @name is none of them */
  SKY_ORIGIN_READ,
  SKY_ORIGIN_WRONG, /* its value is of the wrong kind */
} SkyOriginRead;

SkyOriginRead sky_event_read_origin (SkyText name, const SkyJsonNode *node, SkyEvent *event);

/* Makes @event, whose memory is zero but for seq and at, one of @format without its members. */
static inline void
sky_event_begin (SkyEvent *event, const SkyEventFormat *format)
{
  event->type = format->type;
  if (event->type == SKY_EVENT_WAGER_CHANGE)
    event->change.amount = -1;
  else if (event->type == SKY_EVENT_SHUFFLE)
    event->count.cards = -1;
  else if (event->type == SKY_EVENT_RESULT)
    event->result.revolutions = -1;
}

/* Notes in @event, of a type that has dice, that there are @n of them. */
static inline void
sky_event_count_dice (SkyEvent *event, guint n)
{
  if (event->type == SKY_EVENT_MARKER_BUTTON)
    event->marker_button.n_dice = (guint8) n;
  else if (event->type == SKY_EVENT_CALL)
    event->call.n_dice = (guint8) n;
  else
    event->result.n_dice = (guint8) n;
}

/* Reads the value of one member, no bet's, into its place. Returns FALSE when it is of the wrong
 * kind. */
gboolean sky_event_read_field (const SkyField *field, const SkyJsonNode *node, SkyEvent *event);

/* The least and the greatest number that a member of @kind may be. Returns FALSE when it is no
 * whole number. */
gboolean sky_field_bounds (SkyFieldKind kind, gint64 *low, gint64 *high);

/* The members of a bet that the log calls @name: several bits, of which a bet has one at most. */
SkyBetMembers sky_bet_members_called (const char *name);

/* Reads @member, one bit. Returns FALSE when it is of the wrong kind. */
gboolean sky_bet_read_member (SkyBetMembers member, const SkyJsonNode *node, SkyBetRef *bet);

/* What an event lacks. */
typedef enum
{
  SKY_EVENT_WHOLE,
  SKY_EVENT_LACKS_FIELD, /* @field */
  SKY_EVENT_LACKS_ONE,   /* exactly one of the first two must be there */
} SkyEventLack;

/* Whether all that @event must have was read, by the bits 1 << field of @seen. @field takes the
 * index of the member that is missing. */
SkyEventLack sky_event_check_members (
    const SkyEventFormat *format, guint version, guint seen, const SkyEvent *event, int *field);

G_END_DECLS
