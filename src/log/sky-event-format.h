/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each event's line must have: one table of event types, their members and the members' kinds,
 * and the code that reads a line by it. The same table gives the format's documentation and its
 * JSON Schema. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_FIELD_END,
  SKY_FIELD_ANY,   /* kept, not checked */
  SKY_FIELD_INT,   /* a whole number */
  SKY_FIELD_COUNT, /* a whole number, at least 0 */
  SKY_FIELD_SEAT,  /* a whole number from 1 */
  SKY_FIELD_MONEY, /* whole cents, 0…SKY_MONEY_MAX */
  SKY_FIELD_BOOL,
  SKY_FIELD_TEXT,
  SKY_FIELD_TIME,   /* RFC 3339 in UTC */
  SKY_FIELD_DICE_2, /* two whole numbers */
  SKY_FIELD_DICE_3,
  SKY_FIELD_CARD,  /* "AS" */
  SKY_FIELD_CARDS, /* at most SKY_MAX_CARDS */
  SKY_FIELD_TILE,  /* "2-4" */
  SKY_FIELD_TILES_2,
  SKY_FIELD_TILES_4,
  SKY_FIELD_STACKS,   /* eight lists of four tiles */
  SKY_FIELD_MOVES,    /* each [first, last, "left" or "right"] */
  SKY_FIELD_PLACE,    /* a seat, "dealer", "dead" or "community" */
  SKY_FIELD_ENUM,     /* one of @names */
  SKY_FIELD_ROLE,     /* a role; unknown ones are SKY_ROLE_OTHER */
  SKY_FIELD_REASON,   /* a text, whether SkyVoidReason knows it or not */
  SKY_FIELD_OBSERVED, /* a list of texts; unknown ones are skipped */
  SKY_FIELD_OBJECT,
  SKY_FIELD_ARRAY,
  SKY_FIELD_LIMITS,     /* {bet: {min, max, increment}}, each optional, as money */
  SKY_FIELD_CLAIM,      /* {outcome, paid} */
  SKY_FIELD_BET,        /* a bet's name */
  SKY_FIELD_BET_MEMBER, /* one of the bet's own members */
  SKY_FIELD_PUCK,       /* {on, number} as a `puck`, or only the number, 0 for off */
  SKY_FIELD_WAGERS,     /* a list of objects, each with the members of a `wager` */
} SkyFieldKind;

/* Whether a member is required. */
typedef enum
{
  SKY_NEED_NOT,
  SKY_NEED_ALWAYS,
  SKY_NEED_IN_1, /* in version 1 logs; in version 2 it may be unseen */
} SkyNeed;

/* A member of an event. @offset is where in SkyEvent its value goes. */
typedef struct
{
  const char *name;
  SkyFieldKind kind;
  SkyNeed need;
  gsize offset;
  const char *const *names; /* SKY_FIELD_ENUM: NULL-terminated, in the order of the C enum */
} SkyField;

#define SKY_MAX_FIELDS 15

typedef struct
{
  SkyEventType type;
  guint games; /* bits 1 << SkyGameId */
  const char *meaning;
  SkyField fields[SKY_MAX_FIELDS];
  gboolean one_of_first_two; /* exactly one of the first two members is required */
  guint since;               /* the first version of logs that has it; 0: the first */
} SkyEventFormat;

/* The whole table. */
const SkyEventFormat *sky_event_formats (gsize *n);

/* The formats of one game for one version of logs, by the name of their type. */
typedef struct
{
  SkyGameId game;
  guint version;
  SkyBetLookup lookup;
  const SkyEventFormat *slots[256];
  /* By event type: the offset in SkyEvent of the seat that it names, or of the place that something
   * goes to; 0: none. */
  guint16 seats[SKY_N_EVENT_TYPES];
  /* sizeof (SkyBetRef). Not a constant: gcc would then clear one inline, which is slow. */
  gsize bet_size;
} SkyFormatIndex;

void
sky_format_index_init (SkyFormatIndex *index, SkyGameId game, guint version, SkyBetLookup lookup);

static inline gboolean
sky_field_is_required (const SkyField *field, guint version)
{
  return field->need == SKY_NEED_ALWAYS || (field->need == SKY_NEED_IN_1 && version == 1);
}

/* The seat or place that @event, of a log with these formats, is about; 0: the dealer, or none. */
static inline gint64
sky_event_get_seat (const SkyEvent *event, const SkyFormatIndex *index)
{
  guint16 offset = index->seats[event->type];

  return offset != 0 ? G_STRUCT_MEMBER (gint64, event, offset) : 0;
}

typedef enum
{
  SKY_READ_EVENT,
  SKY_READ_UNKNOWN_TYPE, /* seq and at are set; @type_name has the type */
  SKY_READ_MALFORMED,    /* @cause says why; @has_seq and @has_at say what was read */
} SkyReadResult;

typedef struct
{
  SkyText type_name;
  gboolean has_seq;
  gboolean has_at;
  char cause[160];
} SkyReadNote;

/* Reads the line's root value into @event, which is valid as long as @root. */
SkyReadResult sky_event_read (const SkyFormatIndex *index,
                              const SkyJsonNode *root,
                              SkyEvent *event,
                              SkyReadNote *note);

/* Reads an element of `standing`'s wagers into @wager, as the `wager` event that placed it would
 * have been, with seq, at and origin of @standing. @number takes the box to which the wager
 * traveled; 0: none. Returns FALSE with @cause if a member is missing or of the wrong kind. */
gboolean sky_event_read_standing (const SkyFormatIndex *index,
                                  const SkyEvent *standing,
                                  const SkyJsonNode *object,
                                  SkyEvent *wager,
                                  gint64 *number,
                                  char cause[160]);

/* The log's name for @member, one bit: "number". */
const char *sky_bet_member_name (SkyBetMembers member);

/* Reads `bet` and the bet's own members from @object, an element of `power_odds` or `illuminate`.
 * Returns FALSE with @cause if a member is missing or of the wrong kind. */
gboolean sky_bet_ref_read (const SkyFormatIndex *index,
                           const SkyJsonNode *object,
                           SkyBetRef *bet,
                           char cause[160]);

G_END_DECLS
