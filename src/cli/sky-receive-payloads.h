/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Payloads of publishers that have no log of their own. Each is a line of a file of JSON, with its
 * topic and its time of arrival. A mapping turns these lines into logs that grow. The file is the
 * state: whatever ends the program, the next one rebuilds the logs from it and continues them. */
#pragma once

#include "sky-import.h"

G_BEGIN_DECLS

/* The name of the file in the folder. */
#define SKY_RECEIVE_PAYLOADS_FILE "payloads.jsonl"

typedef struct _SkyReceivePayloads SkyReceivePayloads;

/* Continues the file and logs in @folder. @map must outlive it. Returns NULL with an error of GIO,
 * of import or of record. */
SkyReceivePayloads *sky_receive_payloads_new (const SkyMap *map,
                                              const char *folder,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_receive_payloads_free (SkyReceivePayloads *self);

/* Takes a payload in; it is written by sky_receive_payloads_write(). */
void sky_receive_payloads_add (SkyReceivePayloads *self,
                               const char *topic,
                               const char *payload,
                               gsize size);

/* Has what was taken in on the disk, and then what comes of it in the logs. Returns FALSE with an
 * error; G_IO_ERROR: the disk took nothing, and what was taken in waits. */
gboolean sky_receive_payloads_write (SkyReceivePayloads *self, GError **error);

/* Ends the logs' reading: what was held back is written. */
gboolean sky_receive_payloads_finish (SkyReceivePayloads *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReceivePayloads, sky_receive_payloads_free)

G_END_DECLS
