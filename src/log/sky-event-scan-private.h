/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an event straight from its bytes when its line is written as nearly all are: seq, at and
 * type first, nothing but ASCII without escapes, whole numbers, at most a blank between tokens.
 * What it reads it reads as sky_json_parse() and sky_event_read() do; any other line, wrong ones
 * among them, it leaves to these two, which know all of RFC 8259 and say what is wrong.
 *
 * The keys that a type of event may have are compiled once a log from the table of formats. */
#pragma once

#include "sky-event-format.h"

G_BEGIN_DECLS

typedef struct _SkyEventScanner SkyEventScanner;

/* @index must stay as long as the scanner. Used by one thread at a time. */
SkyEventScanner *sky_event_scanner_new (const SkyFormatIndex *index) G_GNUC_WARN_UNUSED_RESULT;
void sky_event_scanner_free (SkyEventScanner *self);

/* Bytes behind a line's LF that must be readable. */
#define SKY_EVENT_SCAN_PADDING 32

/* Reads the event whose line begins at @line and is ended by an LF, with its texts in the line.
 * Returns: the LF, or NULL when the line must be read the long way; @event and @note then hold
 * nothing of use. */
const char *sky_event_scanner_read (SkyEventScanner *self,
                                    const char *line,
                                    SkyEvent *event,
                                    SkyReadNote *note);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyEventScanner, sky_event_scanner_free)

G_END_DECLS
