/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of the round that is being coded, before they are in the log, and how the draft was
 * before each action. For the layer's own use. One thread at a time may use it. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* A line, shared by the versions of a draft that have it; it never changes. */
typedef struct
{
  SkyEventType type;
  SkyTime at;
  char *members; /* JSON members of its own; "": none */
  gboolean unsure;
  gint recording; /* -1: no frame */
  SkyTime frame;
} SkyDraftLine;

SkyDraftLine *sky_draft_line_new (SkyEventType type,
                                  SkyTime at,
                                  const char *members,
                                  gint recording,
                                  SkyTime frame) G_GNUC_WARN_UNUSED_RESULT;
SkyDraftLine *sky_draft_line_ref (SkyDraftLine *self);
void sky_draft_line_unref (SkyDraftLine *self);

typedef struct
{
  GPtrArray
      *versions;    /* of GPtrArray of SkyDraftLine, one before each action and the last after it */
  guint now;        /* which of them it is */
  guint64 base;     /* how many events the log had */
  gint64 corrects;  /* a closed round; 0: none */
  char *reason;     /* of the correction; NULL: none */
  SkyTime until;    /* the end of that round in the log: no line is dated after it */
  gboolean closing; /* the lines are all that the log is to have, and are being written */
} SkyDraft;

/* Makes it empty, for a log of @base events. */
void sky_draft_init (SkyDraft *self, guint64 base);
void sky_draft_clear (SkyDraft *self);

/* The lines as they are now. */
GPtrArray *sky_draft_get_lines (const SkyDraft *self);
/* Takes @lines (transfer full) for what they are before any action. */
void sky_draft_begin (SkyDraft *self, GPtrArray *lines);
/* Takes @lines (transfer full) for what they are after an action. */
void sky_draft_push (SkyDraft *self, GPtrArray *lines);

/* A copy of its lines as they are now, to be changed. */
GPtrArray *sky_draft_copy_lines (const SkyDraft *self) G_GNUC_WARN_UNUSED_RESULT;

/* The draft as it is now, a line of the journal. */
char *sky_draft_save (const SkyDraft *self) G_GNUC_WARN_UNUSED_RESULT;
/* Reads a journal into @self, which is new: the versions of its last draft. Returns FALSE if it has
 * none. */
gboolean sky_draft_load (SkyDraft *self, const char *journal, gsize length);

G_END_DECLS
