/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store: one database, a SQLite file or the schema "skyward" of a PostgreSQL database. It has
 * what Skyward made of the archives (archives, logs, rounds, findings), which can be rebuilt. It
 * also has what people said: the append-only ledger, and what follows from it (reviews, bookmarks,
 * cases).
 *
 * A SkyStore is one connection and belongs to one thread; another thread opens the same path again.
 * Other connections see what one committed from their next call on. Only sky_store_interrupt() may
 * be called from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_STORE_ERROR (sky_store_error_quark ())
GQuark sky_store_error_quark (void);

typedef enum
{
  SKY_STORE_ERROR_OPEN,         /* the file cannot be opened or created */
  SKY_STORE_ERROR_PASSWORD,     /* the server needs a password that was not found */
  SKY_STORE_ERROR_NOT_A_STORE,  /* it is no SQLite database, or another program's */
  SKY_STORE_ERROR_VERSION,      /* of a newer Skyward; or of an older one, and opened read-only */
  SKY_STORE_ERROR_DAMAGED,      /* the database is damaged, or Skyward did not make it so */
  SKY_STORE_ERROR_READ_ONLY,    /* a change in a store that was opened read-only */
  SKY_STORE_ERROR_BUSY,         /* another connection writes for too long */
  SKY_STORE_ERROR_FULL,         /* no room on the disk */
  SKY_STORE_ERROR_REFUSED,      /* the store's own rules forbid it: the ledger only grows */
  SKY_STORE_ERROR_CHANGED,      /* someone else decided first: look again before you decide */
  SKY_STORE_ERROR_CONFLICT,     /* the destination of a copy is not empty */
  SKY_STORE_ERROR_NOT_FOUND,    /* there is no such log, finding, entry, bookmark or case */
  SKY_STORE_ERROR_INVALID,      /* the data to write are invalid */
  SKY_STORE_ERROR_CANCELLED,    /* sky_store_interrupt() was called */
  SKY_STORE_ERROR_DISCONNECTED, /* the database is out of reach: call sky_store_reconnect(), then
                                   ask whether a transaction was committed */
  SKY_STORE_ERROR_FAILED,       /* anything else: the message says what */
} SkyStoreError;

typedef enum
{
  SKY_STORE_READ_WRITE, /* made when it is not there */
  SKY_STORE_READ_ONLY,  /* must exist; nothing in it changes */
} SkyStoreMode;

typedef struct _SkyStore SkyStore;

/* Opens the store at @path, a file or a URI (sky_store_is_uri()), and upgrades an older one
 * (READ_WRITE). Refuses a URI with a password: libpq finds it in ~/.pgpass, in the file that
 * PGPASSFILE names, or in PGPASSWORD. Returns the store, or NULL with a SKY_STORE_ERROR whose
 * message names the file and the cause. */
SkyStore *
sky_store_open (const char *path, SkyStoreMode mode, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_store_free (SkyStore *self);

/* The file, or the URI without its password. */
const char *sky_store_get_path (SkyStore *self);
SkyStoreMode sky_store_get_mode (SkyStore *self);

/* TRUE: @path is no file but names a PostgreSQL database, "postgresql://host/database", with all
 * that libpq lets such a URI say. */
gboolean sky_store_is_uri (const char *path);

/* @path for display; a URI's has no password. Returns: a new string. */
char *sky_store_dup_display_name (const char *path) G_GNUC_WARN_UNUSED_RESULT;

/* Call it after SKY_STORE_ERROR_DISCONNECTED, outside of transactions. Reconnects; with several
 * hosts, to one that can be reached. Returns FALSE with SKY_STORE_ERROR_DISCONNECTED if none can. A
 * store in a file has nothing to reconnect. */
gboolean sky_store_reconnect (SkyStore *self, GError **error);

/* Both programs' default path of the store: skyward/skyward.db in the user's data folder. Opening
 * the store creates the folder. Returns: a new string. */
char *sky_store_default_path (void) G_GNUC_WARN_UNUSED_RESULT;

/* How far this machine's clock is ahead of the server's, in microseconds (behind: less than 0),
 * beyond what the round trip may explain. Entries of the ledger take the server's time. A store in
 * a file has no other clock: 0. */
gboolean sky_store_compare_clocks (SkyStore *self, gint64 *ahead, GError **error);

/* A larger clock error should be reported, in microseconds. */
#define SKY_STORE_CLOCK_TOLERANCE (2 * G_USEC_PER_SEC)

/* Stops what another thread is doing with @self; that ends with SKY_STORE_ERROR_CANCELLED. */
void sky_store_interrupt (SkyStore *self);

/* A number that any change of the database changes. */
gint64 sky_store_get_stamp (SkyStore *self);

/* Reads the whole database and looks for damage, which takes time on a large one. Returns FALSE
 * with SKY_STORE_ERROR_DAMAGED and the fault. */
gboolean sky_store_check (SkyStore *self, GError **error);

/* Deletes what Skyward made of the archives. What people said stays, and is attached again after a
 * new audit of the archives. */
gboolean sky_store_forget_audits (SkyStore *self, GError **error);

/* What a committed transaction must survive. */
typedef enum
{
  SKY_STORE_SURVIVES_CRASH,    /* of a program: enough for what can be rebuilt */
  SKY_STORE_SURVIVES_POWER_CUT /* waits for the disk: the ledger */
} SkyStoreDurability;

/* A transaction: several changes made by all or by none. Functions that write join the one that is
 * open, or make one of their own. */
typedef struct _SkyStoreTransaction SkyStoreTransaction;

/* Begins a transaction on @self, which has none. Waits for other writers, up to a few seconds. */
SkyStoreTransaction *sky_store_begin (SkyStore *self,
                                      SkyStoreDurability durability,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A transaction that at first only holds work (sky-work-queue.h) while others write. What it writes
 * survives a crash. The store must be in a database that supports this. */
SkyStoreTransaction *sky_store_begin_claim (SkyStore *self,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Lets it write too. It may wait minutes for other writers: a fleet queues here. */
gboolean sky_store_transaction_write (SkyStoreTransaction *self, GError **error);

/* Commits. On failure sky_store_transaction_free() undoes the changes. */
gboolean sky_store_transaction_commit (SkyStoreTransaction *self, GError **error);

/* Ends the transaction; rolls it back unless committed. */
void sky_store_transaction_free (SkyStoreTransaction *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStore, sky_store_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStoreTransaction, sky_store_transaction_free)

G_END_DECLS
