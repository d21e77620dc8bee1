/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends the logs of one table, as the reference for makers of tables. It sends hello, then the
 * lines that the receiver lacks, in a window. If it hears nothing for 1.5 s, it sends them again.
 * It continues as the files grow. It keeps nothing but the logs, and belongs to one main
 * context. */
#pragma once

#include "sky-broker.h"
#include "sky-sent-log.h"

G_BEGIN_DECLS

typedef struct _SkySender SkySender;

typedef struct
{
  /* Something that the user should know, a sentence. */
  void (*tell) (const char *text, gpointer user_data);
  /* A log cannot be sent further, with the reason; the others continue. */
  void (*stopped) (const GError *error, gpointer user_data);
  gpointer user_data;
} SkySenderOuter;

/* Takes @broker and connects it. @table is PROPERTY/TABLE, as in keys. */
SkySender *sky_sender_new (SkyBroker *broker,
                           const char *table,
                           const SkySenderOuter *outer) G_GNUC_WARN_UNUSED_RESULT;
void sky_sender_free (SkySender *self);

const char *sky_sender_get_table (const SkySender *self);

/* Also sends @log, which it takes and which is the table's. */
void sky_sender_add (SkySender *self, SkySentLog *log);

/* Begins. */
void sky_sender_start (SkySender *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySender, sky_sender_free)

G_END_DECLS
