/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of this layer share: the connection, its statements, its schema. */
#pragma once

#include "sky-case-still.h"
#include "sky-engine-private.h"
#include "sky-finding-filter.h"
#include "sky-ledger.h"
#include "sky-review.h"
#include "sky-store.h"
#include "sky-stored-finding.h"
#include "sky-stored-log.h"

G_BEGIN_DECLS

typedef struct _SkyFindingListings SkyFindingListings;

struct _SkyStore
{
  const SkyEngine *engine;
  gpointer connection; /* the engine's */
  char *location;      /* its address */
  char *path;          /* the same for display, without a password */
  SkyStoreMode mode;
  GHashTable *statements;           /* the constant SQL text → its SkyStatement */
  SkyStoreTransaction *transaction; /* the innermost open one, borrowed; NULL: none */
  gint64 n_commits;                 /* of this connection */
  SkyFindingListings *listings;     /* the lists used last; NULL: none */

  /* Who signs new entries of the ledger; NULL: nobody. */
  char *signer_credential;
  SkyLedgerSignFunc sign;
  gpointer signer;
  GDestroyNotify free_signer;

  /* Who judges entries; NULL: all are believed. */
  SkyLedgerBelieveFunc believe;
  gpointer judge;
  GDestroyNotify free_judge;
};

/* How long a writer waits for another, in milliseconds. An audit's transaction takes a fraction of
 * it. A writer that waits longer gets an error. */
#define SKY_STORE_BUSY_TIMEOUT 5000

/* An error of the database, in its own @words. Returns: FALSE. */
gboolean sky_store_fail (SkyStore *self, GError **error, SkyStoreError code, const char *words);

/* An error of the store's own, with its path in front. Returns: FALSE. */
gboolean
sky_store_refuse (SkyStore *self, GError **error, SkyStoreError code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* Refuses a store from before the first release. Returns: FALSE. */
gboolean sky_store_refuse_unreleased (SkyStore *self, GError **error);

/* Refuses a store of an unknown version. An engine calls it at the start of each transaction that
 * writes: another program may have raised the version since the store was opened. */
gboolean sky_store_check_version (SkyStore *self, gint64 version, GError **error);

/* Runs constant SQL text without values or rows. */
gboolean sky_store_run (SkyStore *self, const char *sql, GError **error);

/* The instant, by a PostgreSQL server's clock. */
#define SKY_POSTGRES_NOW                                                                           \
  "CAST (extract (epoch FROM pg_catalog.clock_timestamp ()) * 1000000 AS bigint)"

/* Runs constant SQL text that asks for one number. */
gboolean sky_store_run_for (SkyStore *self, const char *sql, gint64 number, GError **error);

/* A transaction within the open one, or a new one: makes a function do all or nothing in any
 * caller. */
SkyStoreTransaction *sky_store_join (SkyStore *self,
                                     SkyStoreDurability durability,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Several queries that see the database at one instant. */
typedef struct
{
  SkyStore *store;
} SkyStoreSnapshot;

gboolean sky_store_snapshot_begin (SkyStoreSnapshot *self, SkyStore *store, GError **error);
void sky_store_snapshot_end (SkyStoreSnapshot *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyStoreSnapshot, sky_store_snapshot_end)

/* A prepared statement. The store owns it and prepares it once. sky_statement_get() lends it; the
 * autoptr returns it, reset and without bound values. */
SkyStatement *
sky_statement_get (SkyStore *store, const char *sql, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for engines that need different words. */
SkyStatement *sky_statement_get_either (SkyStore *store,
                                        const char *sqlite,
                                        const char *postgres,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_statement_release (SkyStatement *self);
void sky_statement_destroy (SkyStatement *self);

/* Bind the next "?". A text must not change until the statement runs. */
void sky_statement_put_int (SkyStatement *self, gint64 value);
void sky_statement_put_text (SkyStatement *self, const char *value);
void sky_statement_put_bytes (SkyStatement *self, GBytes *value);
/* Bytes that must not change until the statement runs. */
void sky_statement_put_data (SkyStatement *self, const void *data, gsize size);

/* Bind a named value, ":queue". A statement without that name ignores it. */
void sky_statement_set_int (SkyStatement *self, const char *name, gint64 value);
void sky_statement_set_text (SkyStatement *self, const char *name, const char *value);

/* The next row: @row takes whether there is one. */
gboolean sky_statement_next (SkyStatement *self, gboolean *row, GError **error);

/* Runs a statement without rows to its end. It may then be bound and run again. */
gboolean sky_statement_run (SkyStatement *self, GError **error);

/* Returns to before the first row; values may be bound again. */
void sky_statement_rewind (SkyStatement *self);

/* The columns of the row. Texts are valid until the next one; NULL is 0, or NULL. */
gint64 sky_statement_int (SkyStatement *self, int column);
const char *sky_statement_text (SkyStatement *self, int column);
/* The column's bytes, valid until the next row; NULL: there are none. */
const void *sky_statement_data (SkyStatement *self, int column, gsize *size);
/* Returns: (transfer full) (nullable): a copy. */
GBytes *sky_statement_dup_bytes (SkyStatement *self, int column);
gboolean sky_statement_is_null (SkyStatement *self, int column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStatement, sky_statement_release)

/* TRUE when the column's text has no NUL within. */
gboolean sky_statement_is_plain (SkyStatement *self, int column);

/* The first column of the first row; @found takes whether there was one (NULL: there must be). */
gboolean sky_statement_get_int (SkyStatement *self, gint64 *value, gboolean *found, GError **error);

/* Many rows of one table, by constant texts (sky-bulk.c). */
typedef struct
{
  const char *one;  /* inserts a row */
  const char *copy; /* "COPY … FROM STDIN" with the same columns; NULL: one row at a time */
} SkyBulkText;

/* The texts for rows of @table with @columns and as many values as @row has "?". */
#define SKY_BULK_TEXT(table, columns, row)                                                         \
  {                                                                                                \
    "INSERT INTO " table " (" columns ") VALUES " row, "COPY " table " (" columns ") FROM STDIN"   \
  }

typedef struct _SkyBulk SkyBulk;

SkyBulk *
sky_bulk_new (SkyStore *store, const SkyBulkText *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_bulk_free (SkyBulk *self);

/* The next value of a row. Texts and bytes must not change until the row's end. */
void sky_bulk_put_int (SkyBulk *self, gint64 value);
void sky_bulk_put_text (SkyBulk *self, const char *value);
void sky_bulk_put_data (SkyBulk *self, const void *data, gsize size);
gboolean sky_bulk_end_row (SkyBulk *self, GError **error);

/* Sends what is left. Until then the database may lack these rows. */
gboolean sky_bulk_send (SkyBulk *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyBulk, sky_bulk_free)

/* The schema (sky-store-schema.c). */
#define SKY_STORE_APPLICATION_ID 0x536b7764 /* "Skwd" */
#define SKY_STORE_UNRELEASED_ID  0x536b7977 /* of stores made before the first release */
#define SKY_STORE_SCHEMA_VERSION 8

/* sky_store_schema[n] leads from version n to version n + 1. */
extern const char *const sky_store_schema[SKY_STORE_SCHEMA_VERSION];

/* The triggers that guard the ledger as the last version has them. */
extern const SkyStoreTrigger sky_store_triggers[];

/* Fills the table `totals`, which is empty, from the findings. */
extern const char sky_store_fill_totals[];

/* Reads every table's layout, so that a store lacking one fails at once. */
extern const char sky_store_probe[];

/* The order in which logs are listed, of logs l. */
#define SKY_LOG_ORDER "l.table_name, l.gaming_day, l.property, l.game, l.number"

/* A filter's conditions on logs l, checks c and a state, bound by sky_statement_set_filter(). The
 * text is constant: the running statement skips conditions that are not set. */
#define SKY_LOG_FILTER                                                                             \
  "(:log = 0 OR l.id = :log) AND (:property IS NULL OR l.property = :property)"                    \
  " AND (:table IS NULL OR l.table_name = :table) AND (:game IS NULL OR l.game = :game)"           \
  " AND l.gaming_day BETWEEN :first_day AND :last_day"                                             \
  " AND (:archive IS NULL OR l.archive = (SELECT id FROM archives WHERE path = :archive)) "
/* What the column `reading` has besides the reading's number if the finding is unsure, and the
 * severity that this allows. */
#define SKY_FINDING_UNSURE 256
#define SKY_SEVERITY_BY(unsure, severity)                                                          \
  "(CASE WHEN " unsure " AND " severity " > 2 THEN 2 ELSE " severity " END)"

#define SKY_CHECK_FILTER SKY_CHECK_FILTER_BY ("c.severity")
#define SKY_CHECK_FILTER_BY(severity)                                                              \
  "(:queues = 0 OR (:queues >> c.queue) & 1 = 1)"                                                  \
  " AND (:severities = 0 OR (:severities >> " severity ") & 1 = 1)"                                \
  " AND (:check IS NULL OR glob (:check, c.name)) "
#define SKY_STATE_FILTER(state) "(:states = 0 OR (:states >> " state ") & 1 = 1) "

void sky_statement_set_filter (SkyStatement *self, const SkyFindingFilter *filter);

/* The columns of a finding, in the order in which sky_stored_finding_read() reads them:
 *
 *     the id of its log, property, table, game, gaming day, state, check, queue, severity, section,
 *     seq, at, round, wager, seat, reading, variance, recorded, recomputed, explanation, line,
 * offset */
#define SKY_N_FINDING_COLUMNS 22
SkyStoredFinding *sky_stored_finding_read (SkyStatement *row) G_GNUC_WARN_UNUSED_RESULT;

/* The number that a log gets which the store does not have yet. */
gboolean
sky_store_make_log_id (SkyStore *self, const SkyStoredLog *log, gint64 *id, GError **error);

/* Returns: the ids of all logs, gint64. */
GArray *sky_store_list_log_ids (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Keeps a still's image. */
gboolean sky_store_keep_still (SkyStore *self, GBytes *png, const char *sha256, GError **error);

/* Notes the withdrawn findings of the log @log, whose keys begin with @prefix. @before has the ids
 * of all by the rest of their keys; @now has the rests that stay (NULL: none). */
gboolean sky_store_withdraw (SkyStore *self,
                             gint64 log,
                             const char *prefix,
                             GHashTable *before,
                             GHashTable *now,
                             GError **error);
/* Removes the findings of @now from those withdrawn. */
gboolean sky_store_bring_back (SkyStore *self, const char *prefix, GHashTable *now, GError **error);

/* What the keys of a log's findings begin with. Returns: a new string that ends in "/". */
char *sky_finding_key_prefix (const char *property,
                              const char *table,
                              SkyDay gaming_day,
                              const char *game) G_GNUC_WARN_UNUSED_RESULT;

/* What follows. Returns: a new string. */
char *sky_finding_key_rest (const char *check,
                            guint64 seq,
                            const char *wager,
                            guint64 line,
                            guint ordinal) G_GNUC_WARN_UNUSED_RESULT;

/* The id of the finding @key; 0: the store has none. */
gboolean sky_store_look_up_finding (SkyStore *self, const char *key, gint64 *id, GError **error);

/* Gives every finding of the log @log the state of its review. */
gboolean sky_store_attach_reviews (SkyStore *self, gint64 log, const char *prefix, GError **error);

/* Adds @entry, with number, digest and signature, at the end of the ledger. */
gboolean sky_store_insert_entry (SkyStore *self, const SkyLedgerEntry *entry, GError **error);

/* Recomputes what follows from the entry @number: the review, the bookmark or the case. */
gboolean sky_store_apply_entry (SkyStore *self, gint64 number, GError **error);

/* The review of @finding as the ledger's entries about it make it. */
SkyReview *sky_store_work_out_review (SkyStore *self,
                                      const char *finding,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds to @faults what reviews, the states of findings, bookmarks and cases say otherwise than the
 * ledger, whose chain is whole. */
gboolean sky_store_verify_reviews (SkyStore *self, GPtrArray *faults, GError **error);

/* The digest of the still that the data of a "case.remove" entry names. Returns: a new string, or
 * NULL when it names none. */
char *sky_case_still_read_removed (const char *data) G_GNUC_WARN_UNUSED_RESULT;

/* The same for a case or a bookmark by the entry that made it. */
gboolean sky_store_apply_case (SkyStore *self, gint64 id, GError **error);
gboolean sky_store_apply_bookmark (SkyStore *self, gint64 number, GError **error);

/* The ledger's columns in the order of sky_ledger_entry_read(). */
#define SKY_LEDGER_COLUMNS                                                                         \
  "SELECT number, at, credential, name, action, finding, target, text, data, previous, digest,"    \
  " signature FROM ledger "
SkyLedgerEntry *sky_ledger_entry_read (SkyStatement *row) G_GNUC_WARN_UNUSED_RESULT;

/* Refuses callers who see only some of the entries: they would take the others for removed. */
gboolean sky_store_check_sees_all (SkyStore *self, GError **error);

/* Sets @undone to TRUE if a later, valid entry undoes the entry @number. */
gboolean sky_store_is_undone (SkyStore *self, gint64 number, gboolean *undone, GError **error);

/* Whether anything follows from the entry: it is believed, and no believed entry undoes it. */
gboolean
sky_store_counts (SkyStore *self, const SkyLedgerEntry *entry, gboolean *counts, GError **error);

/* Returns: the entry, or NULL with SKY_STORE_ERROR_NOT_FOUND. */
SkyLedgerEntry *sky_store_get_entry (SkyStore *self, gint64 number, GError **error);

/* The checks that an entry must pass before it is added, by subject. */
gboolean sky_store_check_decision (SkyStore *self,
                                   const SkyReviewer *reviewer,
                                   SkyLedgerAction action,
                                   const char *finding,
                                   const char *text,
                                   GError **error);
gboolean sky_store_check_case_entry (SkyStore *self,
                                     SkyLedgerAction action,
                                     const char *finding,
                                     gint64 target,
                                     const char *text,
                                     const char *data,
                                     GError **error);
/* Of "recording.lock" and "recording.release". */
gboolean sky_store_check_lock_entry (SkyStore *self,
                                     SkyLedgerAction action,
                                     gint64 target,
                                     const char *text,
                                     const char *data,
                                     GError **error);
gboolean sky_store_check_person_entry (
    SkyStore *self, SkyLedgerAction action, const char *text, const char *data, GError **error);

/* Whether the register of people lets @reviewer write that at @at. @must_sign takes whether only
 * signed.
 */
gboolean sky_store_check_writer (SkyStore *self,
                                 const SkyReviewer *reviewer,
                                 SkyLedgerAction action,
                                 const char *data,
                                 SkyTime at,
                                 gboolean *must_sign,
                                 GError **error);

G_END_DECLS
