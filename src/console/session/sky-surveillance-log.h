/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A surveillance room's log: date, time, who, what, where and disposition. It is read from the
 * ledger, one line per entry, not stored beside it. So the two cannot differ. */
#pragma once

#include <glib-object.h>

#include "sky-ledger.h"
#include "sky-spot.h"
#include "sky-store.h"
#include "sky-time.h"

G_BEGIN_DECLS

#define SKY_TYPE_SURVEILLANCE_ENTRY (sky_surveillance_entry_get_type ())
G_DECLARE_FINAL_TYPE (
    SkySurveillanceEntry, sky_surveillance_entry, SKY, SURVEILLANCE_ENTRY, GObject)

typedef enum
{
  SKY_SURVEILLANCE_NUMBER, /* the ledger's */
  SKY_SURVEILLANCE_DATE,
  SKY_SURVEILLANCE_TIME,
  SKY_SURVEILLANCE_WHO,
  SKY_SURVEILLANCE_WHAT,
  SKY_SURVEILLANCE_WHERE,
  SKY_SURVEILLANCE_DISPOSITION, /* where the finding or case stands now */
  SKY_SURVEILLANCE_TEXT,        /* the reason, note or title given */
  SKY_N_SURVEILLANCE_COLUMNS,
} SkySurveillanceColumn;

/* "Date": translated. */
const char *sky_surveillance_column_title (SkySurveillanceColumn column);

const char *sky_surveillance_entry_get (SkySurveillanceEntry *self, SkySurveillanceColumn column);
/* The finding that it is about; NULL: none. */
const char *sky_surveillance_entry_get_key (SkySurveillanceEntry *self);
/* The instant that its bookmark or still is of; NULL: it is of neither. */
const SkySpot *sky_surveillance_entry_get_spot (SkySurveillanceEntry *self);

/* The newest entries first, at most @limit of them; times on the clock of @zone (NULL: UTC).
 * Returns: SkySurveillanceEntrys, or NULL with a SKY_STORE_ERROR. */
GPtrArray *sky_surveillance_log_read (SkyStore *store, GTimeZone *zone, guint limit, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

/* Makes @store contain the @entries read, all SkySurveillanceEntrys, replacing only what differs:
 * each row costs its views time. */
void sky_surveillance_log_show (GPtrArray *entries, GListStore *store);

/* The entries as CSV (RFC 4180), titles first. Returns: a new string. */
char *sky_surveillance_log_to_csv (GPtrArray *entries) G_GNUC_WARN_UNUSED_RESULT;

/* What was done, in a word or two, for the name of the ledger's action; translated if it is
 * known. */
const char *sky_ledger_action_to_label (const char *action);

/* When (in @zone, NULL: UTC), who, what and the text. Returns: a new string. */
char *sky_ledger_entry_to_line (const SkyLedgerEntry *entry,
                                GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
