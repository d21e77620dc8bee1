/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an event straight from its bytes if its line has the usual form. That is: seq, at and type
 * first, only ASCII without escapes, whole numbers, at most one blank between tokens. It gives the
 * same result as sky_json_parse() and sky_event_read(). It leaves all other lines, wrong ones
 * included, to these two, which know all of RFC 8259 and say what is wrong.
 *
 * Once per log, the keys of each type of event are compiled from the table of formats. */
#pragma once

#include "sky-event-format.h"

G_BEGIN_DECLS

typedef struct _SkyEventScanner SkyEventScanner;

/* @index must outlive the scanner. One thread at a time may use it. */
SkyEventScanner *sky_event_scanner_new (const SkyFormatIndex *index) G_GNUC_WARN_UNUSED_RESULT;
void sky_event_scanner_free (SkyEventScanner *self);

/* Bytes after a line's LF that must be readable. */
#define SKY_EVENT_SCAN_PADDING 32

/* Reads the event of the line that begins at @line and ends with an LF; its texts point into the
 * line. Returns the LF, or NULL if the line needs the full reader; @event and @note are then
 * undefined. */
const char *sky_event_scanner_read (SkyEventScanner *self,
                                    const char *line,
                                    SkyEvent *event,
                                    SkyReadNote *note);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyEventScanner, sky_event_scanner_free)

G_END_DECLS
