/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a database must provide to keep a store. The rest of the layer writes SQL for every
 * engine, through sky_statement_…() and sky_store_…() of sky-store-private.h, and knows no
 * database's functions, types or codes. Where the engines need different words, a statement has
 * both texts (sky_statement_get_either()).
 *
 * Rules for statements that both engines accept. Values are "?", "?2" or ":name". Text compares
 * byte by byte. Numbers have 64 bits, but queues, severities and states 32, so that both know
 * ":queues >> c.queue". "offset" is quoted. A condition is a comparison, not a number. Conditions
 * of a CROSS JOIN follow WHERE. INDEXED BY is a hint to SQLite that other engines ignore. */
#pragma once

#include "sky-store.h"
#include "sky-watch-private.h"

G_BEGIN_DECLS

typedef struct _SkyEngine SkyEngine;
typedef struct _SkyStatement SkyStatement;

/* The start of a statement; each engine adds its own data. */
struct _SkyStatement
{
  SkyStore *store;
  int next; /* the number of the next "?" */
  gboolean lent;
};

/* A trigger that guards the ledger, in the database's notation. */
typedef struct
{
  const char *name; /* NULL: behind the last one */
  const char *sql;
} SkyStoreTrigger;

/* Where functions fail they set a SKY_STORE_ERROR with the store's path in front. */
struct _SkyEngine
{
  const SkyWatchEngine *watch; /* how to watch it */
  gboolean takes_postgres;     /* of two texts of a statement the one for PostgreSQL */
  gboolean is_remote;          /* each statement is a round trip: batch many small ones */
  gboolean follows_ledger;     /* the database itself makes what follows from an entry */
  gboolean has_stills;         /* in a table; else they are files beside the store's */

  /* What guards the ledger, and the text that asks for the names and texts of all there are. */
  const SkyStoreTrigger *triggers;
  const char *list_triggers;

  /* Connects to the database at store->path; sets store->connection as soon as there is anything
   * that close() must let go of. */
  gboolean (*open) (SkyStore *store, GError **error);
  void (*close) (SkyStore *store);
  /* Reconnects after the connection was lost, and prepares statements again. NULL: no connection to
   * lose. */
  gboolean (*reconnect) (SkyStore *store, GError **error);

  /* What the database says it is: @version is 0 for a new, empty one. */
  gboolean (*identify) (SkyStore *store, gint64 *version, GError **error);
  /* Called before anything is written to a store that is open for writing. */
  gboolean (*ready) (SkyStore *store, GError **error);
  /* Brings the tables from @version to the last one; within a transaction. */
  gboolean (*upgrade) (SkyStore *store, gint64 version, GError **error);
  /* Reads every table's layout. */
  gboolean (*probe) (SkyStore *store, GError **error);
  /* Makes the database refuse all changes on this connection. */
  gboolean (*forbid_changes) (SkyStore *store, GError **error);

  /* Runs a script of constant text without values or rows. */
  gboolean (*run) (SkyStore *store, const char *sql, GError **error);

  /* Sends @rows, lines in COPY's format, to @sql, a "COPY … FROM STDIN". NULL: inserting rows one
   * by one is as fast. */
  gboolean (*may_copy) (SkyStore *store);
  gboolean (*copy) (SkyStore *store, const char *sql, const char *rows, gsize size, GError **error);

  /* Transactions; the inner one is within the outer. rollback() never fails: what it cannot roll
   * back is already gone. */
  gboolean (*begin) (SkyStore *store, SkyStoreDurability durability, GError **error);
  /* A transaction that locks rows while others write, and what makes it one that writes. NULL: the
   * database cannot. */
  gboolean (*begin_claim) (SkyStore *store, GError **error);
  gboolean (*claim_writes) (SkyStore *store, GError **error);
  gboolean (*commit) (SkyStore *store, GError **error);
  void (*rollback) (SkyStore *store);
  gboolean (*begin_inner) (SkyStore *store, GError **error);
  gboolean (*commit_inner) (SkyStore *store, GError **error);
  void (*rollback_inner) (SkyStore *store);
  gboolean (*begin_snapshot) (SkyStore *store, GError **error);
  void (*end_snapshot) (SkyStore *store);

  /* From any thread. */
  void (*interrupt) (SkyStore *store);
  /* A number that any commit by others changes; 0: unknown. */
  gint64 (*get_stamp) (SkyStore *store);
  gboolean (*check) (SkyStore *store, GError **error);

  /* Statements. @index counts from 1. Texts and bytes must not change until the statement runs.
   * step() reports a failed binding. */
  SkyStatement *(*prepare) (SkyStore *store, const char *sql, GError **error);
  void (*finalize) (SkyStatement *statement);
  int (*find_name) (SkyStatement *statement, const char *name); /* 0: it has no such name */
  void (*bind_int) (SkyStatement *statement, int index, gint64 value);
  void (*bind_text) (SkyStatement *statement, int index, const char *value);
  void (*bind_data) (SkyStatement *statement, int index, const void *data, gsize size);
  gboolean (*step) (SkyStatement *statement, gboolean *row, GError **error);
  void (*reset) (SkyStatement *statement);
  void (*unbind) (SkyStatement *statement);
  gboolean (*column_is_null) (SkyStatement *statement, int column);
  gint64 (*column_int) (SkyStatement *statement, int column);
  const char *(*column_text) (SkyStatement *statement, int column);
  /* The bytes of a column; @size is that of a text as well. */
  const void *(*column_data) (SkyStatement *statement, int column, gsize *size);
};

extern const SkyEngine sky_engine_sqlite;
extern const SkyEngine sky_engine_postgres;

G_END_DECLS
