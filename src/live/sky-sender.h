/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends the logs of one table, as the reference for makers of tables: hello, then what the receiver
 * does not have, in a window; again from there when nothing is heard for 1.5 s; and on as the files
 * grow. Nothing is kept but the logs. It belongs to one main context. */
#pragma once

#include "sky-broker.h"
#include "sky-sent-log.h"

G_BEGIN_DECLS

typedef struct _SkySender SkySender;

typedef struct
{
  /* Something that the user should know, a sentence. */
  void (*tell) (const char *text, gpointer user_data);
  /* A log cannot be sent on, with why; the others are. */
  void (*stopped) (const GError *error, gpointer user_data);
  gpointer user_data;
} SkySenderOuter;

/* @broker is taken over and connected. @table is PROPERTY/TABLE, as in keys. */
SkySender *sky_sender_new (SkyBroker *broker,
                           const char *table,
                           const SkySenderOuter *outer) G_GNUC_WARN_UNUSED_RESULT;
void sky_sender_free (SkySender *self);

const char *sky_sender_get_table (const SkySender *self);

/* Sends @log besides, which is taken over and is the table's. */
void sky_sender_add (SkySender *self, SkySentLog *log);

/* Begins. */
void sky_sender_start (SkySender *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySender, sky_sender_free)

G_END_DECLS
