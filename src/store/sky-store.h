/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store: one database (a SQLite file, or the schema "skyward" of a PostgreSQL database) with
 * what Skyward made of the archives (archives, logs, rounds, findings: it can be thrown away and
 * made anew) and what people said of it (the ledger, only ever added to, and what follows from it:
 * reviews, bookmarks, cases).
 *
 * A SkyStore is one connection and belongs to one thread; another thread opens the same path again.
 * What one connection committed the others see with their next call. Only sky_store_interrupt() may
 * be called from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_STORE_ERROR (sky_store_error_quark ())
GQuark sky_store_error_quark (void);

typedef enum
{
  SKY_STORE_ERROR_OPEN,         /* the file cannot be opened or made */
  SKY_STORE_ERROR_PASSWORD,     /* the server wants a password, and nothing has it */
  SKY_STORE_ERROR_NOT_A_STORE,  /* it is no SQLite database, or another program's */
  SKY_STORE_ERROR_VERSION,      /* of a newer Skyward; or of an older one, and opened read-only */
  SKY_STORE_ERROR_DAMAGED,      /* the database is malformed, or not as Skyward made it */
  SKY_STORE_ERROR_READ_ONLY,    /* a change asked of a store that was opened read-only */
  SKY_STORE_ERROR_BUSY,         /* another connection writes for too long */
  SKY_STORE_ERROR_FULL,         /* no room on the disk */
  SKY_STORE_ERROR_REFUSED,      /* the store's own rules forbid it: the ledger is only added to */
  SKY_STORE_ERROR_CHANGED,      /* somebody else was faster: look again before you decide */
  SKY_STORE_ERROR_CONFLICT,     /* what is to be copied into is not empty */
  SKY_STORE_ERROR_NOT_FOUND,    /* there is no such log, finding, entry, bookmark or case */
  SKY_STORE_ERROR_INVALID,      /* what was to be written is not as it must be */
  SKY_STORE_ERROR_CANCELLED,    /* sky_store_interrupt() was called */
  SKY_STORE_ERROR_DISCONNECTED, /* the database cannot be reached any more: sky_store_reconnect();
                                 * whether a transaction was committed must be asked then */
  SKY_STORE_ERROR_FAILED,       /* anything else: the message says what */
} SkyStoreError;

typedef enum
{
  SKY_STORE_READ_WRITE, /* made when it is not there */
  SKY_STORE_READ_ONLY,  /* must be there; nothing of it is changed */
} SkyStoreMode;

typedef struct _SkyStore SkyStore;

/* Opens the store at @path, a file or a URI (sky_store_is_uri()), brings an older one up to date
 * (READ_WRITE). A URI with a password in it is refused: libpq finds it in ~/.pgpass, in the file
 * that PGPASSFILE names, or in PGPASSWORD. Returns: the store, or NULL with a SKY_STORE_ERROR whose
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

/* @path as it may be shown. Returns: a new string; a URI's has no password. */
char *sky_store_dup_display_name (const char *path) G_GNUC_WARN_UNUSED_RESULT;

/* After SKY_STORE_ERROR_DISCONNECTED, and outside of transactions: connects again, of several hosts
 * to the one that can be reached. Returns FALSE with SKY_STORE_ERROR_DISCONNECTED while none can. A
 * store in a file has nothing to lose. */
gboolean sky_store_reconnect (SkyStore *self, GError **error);

/* Where both programs keep the store when nothing else is said: skyward/skyward.db in the user's
 * data folder. The folder is made when the store is. Returns: a new string. */
char *sky_store_default_path (void) G_GNUC_WARN_UNUSED_RESULT;

/* How far this machine's clock is ahead of the server's, in microseconds (behind: less than 0), but
 * for what the question's journey may account for. Entries of the ledger take the server's. A store
 * in a file has no other clock: 0. */
gboolean sky_store_compare_clocks (SkyStore *self, gint64 *ahead, GError **error);

/* So far a clock may be off before somebody should be told, in microseconds. */
#define SKY_STORE_CLOCK_TOLERANCE (2 * G_USEC_PER_SEC)

/* Stops what another thread is doing with @self; that ends with SKY_STORE_ERROR_CANCELLED. */
void sky_store_interrupt (SkyStore *self);

/* A number that is another after any change of the database by anybody. */
gint64 sky_store_get_stamp (SkyStore *self);

/* Reads the whole database and looks for damage. Takes its time on a large one. Returns FALSE with
 * SKY_STORE_ERROR_DAMAGED and what is wrong. */
gboolean sky_store_check (SkyStore *self, GError **error);

/* Throws away what Skyward made of the archives. What people said stays, and is attached again once
 * the archives are audited again. */
gboolean sky_store_forget_audits (SkyStore *self, GError **error);

/* What must survive when a transaction was committed. */
typedef enum
{
  SKY_STORE_SURVIVES_CRASH,    /* of a program: enough for what can be made anew */
  SKY_STORE_SURVIVES_POWER_CUT /* waits for the disk: the ledger */
} SkyStoreDurability;

/* A transaction: several changes made by all or by none. Functions that write join the one that is
 * open, or make one of their own. */
typedef struct _SkyStoreTransaction SkyStoreTransaction;

/* Begins a transaction on @self, which has none. Waits for other writers, up to a few seconds. */
SkyStoreTransaction *sky_store_begin (SkyStore *self,
                                      SkyStoreDurability durability,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A transaction that at first only holds what it takes (sky-work-queue.h), while others write; what
 * it writes survives a crash. The store must be in a database that can do so. */
SkyStoreTransaction *sky_store_begin_claim (SkyStore *self,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Lets it write as well, waiting minutes for those who do: a fleet stands in line here. */
gboolean sky_store_transaction_write (SkyStoreTransaction *self, GError **error);

/* Commits. On failure the changes are undone by sky_store_transaction_free(). */
gboolean sky_store_transaction_commit (SkyStoreTransaction *self, GError **error);

/* Ends the transaction; one that was not committed is rolled back. */
void sky_store_transaction_free (SkyStoreTransaction *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStore, sky_store_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStoreTransaction, sky_store_transaction_free)

G_END_DECLS
