/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which a log's lines count. It is the file's order, except that the lines of a round
 * that `again` corrects take the place of those that they replace. */
#pragma once

#include "sky-event-format.h"

G_BEGIN_DECLS

/* Consecutive lines. */
typedef struct
{
  goffset from;   /* of the first line */
  goffset until;  /* after the last one; G_MAXINT64: to the end of the log */
  guint64 number; /* of the first line */
} SkyLogStretch;

/* What was read so far, and the resulting order. */
typedef struct _SkyLogOrder SkyLogOrder;

SkyLogOrder *sky_log_order_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_order_free (SkyLogOrder *self);

/* Notes the event of line @number, from @from to @until, in the file's order. */
void sky_log_order_meet (
    SkyLogOrder *self, const SkyEvent *event, goffset from, goffset until, guint64 number);

/* The lines that count, in their order, as SkyLogStretch; NULL: nothing is corrected. @first: the
 * file's first line after the header. */
GArray *sky_log_order_make (SkyLogOrder *self, const SkyLogStretch *first);

/* Whether the round that the `again` at @from corrects has no `round_start` of its own, so that the
 * `again` begins it. */
gboolean sky_log_order_begins_round (const SkyLogOrder *self, goffset from);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogOrder, sky_log_order_free)

G_END_DECLS
