/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which a log's lines count: that of the file, but for rounds that `again` corrects,
 * whose lines stand where those of the round stood that they replace. */
#pragma once

#include "sky-event-format.h"

G_BEGIN_DECLS

/* Lines one behind the other. */
typedef struct
{
  goffset from;   /* of the first line */
  goffset until;  /* behind the last one; G_MAXINT64: to the end of the log */
  guint64 number; /* of the first line */
} SkyLogStretch;

/* What has been met so far, and the order that follows from it. */
typedef struct _SkyLogOrder SkyLogOrder;

SkyLogOrder *sky_log_order_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_log_order_free (SkyLogOrder *self);

/* The event of the line @number, from @from to @until, in the file's order. */
void sky_log_order_meet (
    SkyLogOrder *self, const SkyEvent *event, goffset from, goffset until, guint64 number);

/* Of SkyLogStretch: the lines that count, in their order; NULL: nothing is corrected. @first: the
 * file's first line behind the header. */
GArray *sky_log_order_make (SkyLogOrder *self, const SkyLogStretch *first);

/* Whether the round that the `again` at @from corrects has no `round_start` of its own: then it
 * begins it. */
gboolean sky_log_order_begins_round (const SkyLogOrder *self, goffset from);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogOrder, sky_log_order_free)

G_END_DECLS
