/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an event's members, for both ways of reading a line. */
#pragma once

#include "sky-event-format.h"

G_BEGIN_DECLS

/* The names of the values of an enum or a set of bits, each in its order and NULL-terminated. */
extern const char *const sky_event_outcome_names[];
extern const char *const sky_event_observed_names[];
extern const char *const sky_event_reason_names[];

/* The format of the event type named @name, or NULL. */
const SkyEventFormat *sky_format_find (const SkyFormatIndex *index, SkyText name);

/* A member that any event of a version 2 log may have. */
typedef enum
{
  SKY_ORIGIN_NONE, /* @name is not one */
  SKY_ORIGIN_READ,
  SKY_ORIGIN_WRONG, /* its value is of the wrong kind */
} SkyOriginRead;

SkyOriginRead sky_event_read_origin (SkyText name, const SkyJsonNode *node, SkyEvent *event);

/* Makes @event an event of @format without members. Its memory is zero except for seq and at. */
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

/* Notes that @event, of a type that has dice, has @n of them. */
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

/* Reads the value of one member, other than a bet's, into its place. Returns FALSE if it is of the
 * wrong kind. */
gboolean sky_event_read_field (const SkyField *field, const SkyJsonNode *node, SkyEvent *event);

/* The smallest and largest number for a member of @kind. Returns FALSE if it is not a whole
 * number. */
gboolean sky_field_bounds (SkyFieldKind kind, gint64 *low, gint64 *high);

/* The members of a bet that the log calls @name: several bits, of which a bet has at most one. */
SkyBetMembers sky_bet_members_called (const char *name);

/* Reads @member, one bit. Returns FALSE if it is of the wrong kind. */
gboolean sky_bet_read_member (SkyBetMembers member, const SkyJsonNode *node, SkyBetRef *bet);

/* What an event is missing. */
typedef enum
{
  SKY_EVENT_WHOLE,
  SKY_EVENT_LACKS_FIELD, /* @field */
  SKY_EVENT_LACKS_ONE,   /* needs exactly one of the first two */
} SkyEventLack;

/* Checks that all required members of @event were read; @seen has the bits 1 << field. @field takes
 * the index of the missing member. */
SkyEventLack sky_event_check_members (
    const SkyEventFormat *format, guint version, guint seen, const SkyEvent *event, int *field);

G_END_DECLS
