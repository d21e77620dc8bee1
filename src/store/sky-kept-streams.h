/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What statistics go on from when a log comes: the state of each stream of a property at the end of
 * a gaming day. It holds as long as the logs up to that day are the same. */
#pragma once

#include "sky-store.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* The state of one stream, for who made it. */
typedef struct
{
  char *unit;
  GBytes *state;
} SkyKeptStream;

void sky_kept_stream_free (SkyKeptStream *self);

/* All that is kept of @property. Returns: an array of SkyKeptStream. */
GPtrArray *sky_store_list_streams (SkyStore *self,
                                   const char *property,
                                   gboolean people,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Reads what is kept of @unit; @state takes NULL when that is nothing. */
gboolean sky_store_read_stream (SkyStore *self,
                                const char *property,
                                gboolean people,
                                const char *unit,
                                GBytes **state,
                                GError **error);

/* Keeps @streams, of SkyKeptStream. Without @from they replace all there are. Else they go on from
 * that stream and replace the same ones, if @from is still kept: if not, somebody else has gone on
 * meanwhile, and nothing is kept. */
gboolean sky_store_keep_streams (SkyStore *self,
                                 const char *property,
                                 gboolean people,
                                 const GPtrArray *streams,
                                 const SkyKeptStream *from,
                                 GError **error);

/* A text that differs when the logs up to the gaming day @until are others, or audited again.
 * Returns: a new string. */
char *sky_store_stamp_logs (SkyStore *self, const char *property, SkyDay until, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

/* The last gaming day of @property that another one follows; @day takes the minimum of its type
 * when there is none. */
gboolean
sky_store_find_day_before (SkyStore *self, const char *property, SkyDay *day, GError **error);

/* Whose the log with the id @log is. Returns: a new string, or NULL without @error when it is not
 * judged. */
char *
sky_store_find_property (SkyStore *self, gint64 log, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyKeptStream, sky_kept_stream_free)

G_END_DECLS
