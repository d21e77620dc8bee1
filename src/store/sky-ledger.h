/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger: what people said and did, entry by entry, each with the previous entry's digest. It
 * only grows; another entry undoes a mistake. README.md has the exact bytes of a digest. */
#pragma once

#include "sky-digest.h"
#include "sky-store.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* The database has the names, not the numbers. */
typedef enum
{
  SKY_LEDGER_REVIEW,          /* "finding.review": somebody looks into it */
  SKY_LEDGER_CONFIRM,         /* "finding.confirm" */
  SKY_LEDGER_DISMISS,         /* "finding.dismiss"; the text is the reason */
  SKY_LEDGER_ESCALATE,        /* "finding.escalate" */
  SKY_LEDGER_REOPEN,          /* "finding.reopen" */
  SKY_LEDGER_SECOND,          /* "finding.second": a second reviewer agrees with a confirmation */
  SKY_LEDGER_NOTE,            /* "finding.note" */
  SKY_LEDGER_UNDO,            /* "undo": of the entry @target, which may be an undo itself */
  SKY_LEDGER_BOOKMARK,        /* "bookmark.add": data has the log and the instant */
  SKY_LEDGER_BOOKMARK_REMOVE, /* "bookmark.remove": of the bookmark @target */
  SKY_LEDGER_CASE_OPEN,       /* "case.open"; the text is the title */
  SKY_LEDGER_CASE_RENAME,     /* "case.rename": the case @target */
  SKY_LEDGER_CASE_DETAILS,    /* "case.details": of the case @target; data: sky-case-details.h */
  SKY_LEDGER_CASE_ADD,      /* "case.add": a finding, or a bookmark in data, to the case @target */
  SKY_LEDGER_CASE_STILL,    /* "case.still": a still, in data, to the case @target */
  SKY_LEDGER_CASE_REMOVE,   /* "case.remove": a finding, or a bookmark or still in data */
  SKY_LEDGER_CASE_NOTE,     /* "case.note": to the case @target */
  SKY_LEDGER_CASE_CLOSE,    /* "case.close": the case @target; the text is the reason */
  SKY_LEDGER_CASE_REOPEN,   /* "case.reopen": likewise */
  SKY_LEDGER_VIEW,          /* "view": a view of recordings; data has camera and span */
  SKY_LEDGER_PATTERN,       /* "pattern": how a report of statistics stands; data has the report */
  SKY_LEDGER_EXPORT,        /* "export" */
  SKY_LEDGER_PRINT,         /* "print" */
  SKY_LEDGER_LINE,          /* "log.line": the text is a line of the surveillance log */
  SKY_LEDGER_LOCK,          /* "recording.lock": see sky-recording-lock.h */
  SKY_LEDGER_RELEASE,       /* "recording.release": of the lock @target */
  SKY_LEDGER_RESTORE,       /* "ledger.restore": a backup was restored; data has what was lost */
  SKY_LEDGER_PERSON_ADD,    /* "person.add": data has the person; see sky-person.h */
  SKY_LEDGER_PERSON_EXPIRE, /* "person.expire" */
  SKY_LEDGER_PERSON_REVOKE, /* "person.revoke"; the text is the reason */
  SKY_N_LEDGER_ACTIONS,
} SkyLedgerAction;

const char *sky_ledger_action_to_name (SkyLedgerAction action);
gboolean sky_ledger_action_from_name (const char *name, SkyLedgerAction *action);

/* Signs @size bytes with the reviewer's key. Returns: (transfer full): the signature, or NULL with
 * an error of the signer's own. */
typedef GBytes *(*SkyLedgerSignFunc) (gpointer signer,
                                      const void *data,
                                      gsize size,
                                      GError **error);

/* @sign signs entries of the reviewer with @credential that are added through @self; NULL signs
 * nothing. @free_signer, if not NULL, frees @signer. */
void sky_store_set_signer (SkyStore *self,
                           const char *credential,
                           SkyLedgerSignFunc sign,
                           gpointer signer,
                           GDestroyNotify free_signer);

/* Who speaks. */
typedef struct
{
  const char *credential;
  const char *name;
} SkyReviewer;

typedef struct
{
  gint64 number; /* 1, 2, 3 … */
  SkyTime at;
  char *credential;
  char *name;
  char *action;  /* by name: an older Skyward keeps and shows what it does not know */
  char *finding; /* a finding's key; NULL: of none */
  gint64 target; /* the number of the entry that it is about; 0: none */
  char *text;    /* NULL: none */
  char *data;    /* a JSON object; NULL: none */
  char previous[SKY_DIGEST_HEX_SIZE];
  char digest[SKY_DIGEST_HEX_SIZE];
  GBytes *signature; /* of the digested text, by the reviewer's key; NULL: not signed */
} SkyLedgerEntry;

void sky_ledger_entry_free (SkyLedgerEntry *self);

/* Whether @entry is believed to be by the person it names. */
typedef gboolean (*SkyLedgerBelieveFunc) (gpointer judge,
                                          SkyStore *store,
                                          const SkyLedgerEntry *entry,
                                          gboolean *believed,
                                          GError **error);

/* From now on, reviews, bookmarks and cases derived from the ledger through @self, or compared with
 * it, follow only from entries that @believe accepts. NULL accepts all. @free_judge, if not NULL,
 * frees @judge. */
void sky_store_set_judge (SkyStore *self,
                          SkyLedgerBelieveFunc believe,
                          gpointer judge,
                          GDestroyNotify free_judge);

/* Adds an entry at the end and updates reviews, bookmarks and cases. If this returns TRUE outside
 * of a transaction, the entry is on disk. @finding, @text and @data may be NULL. @number, if not
 * NULL, takes the entry's number.
 *
 * SKY_STORE_ERROR_INVALID: @data is not a JSON object, or the reviewer has no credential.
 * SKY_STORE_ERROR_NOT_FOUND: no entry @target. SKY_STORE_ERROR_REFUSED: the reviewer may not do
 * that (sky-person.h), or the clock is more than two minutes behind the last entry. A smaller delay
 * is ignored: entries' times only go forward. In a shared store the server's clock counts. */
gboolean sky_store_ledger_append (SkyStore *self,
                                  const SkyReviewer *reviewer,
                                  SkyLedgerAction action,
                                  const char *finding,
                                  gint64 target,
                                  const char *text,
                                  const char *data,
                                  gint64 *number,
                                  GError **error);

/* An entry as one knows it again, whatever became of the connection that made it. */
typedef struct
{
  gint64 number; /* 0: none */
  char digest[SKY_DIGEST_HEX_SIZE];
} SkyLedgerMark;

/* The ledger's last entry; that of an empty one is 0. */
gboolean sky_store_get_ledger_head (SkyStore *self, SkyLedgerMark *head, GError **error);

/* Whether the ledger has exactly that entry. */
gboolean
sky_store_ledger_has (SkyStore *self, const SkyLedgerMark *mark, gboolean *has, GError **error);

/* Adds entries to the ledger through @store, in a transaction that is open. */
typedef gboolean (*SkySayFunc) (SkyStore *store, gpointer data, GError **error);

/* Calls @say to add its entries in one transaction, and notes the last one in @mark, which must be
 * all zero. If a lost connection leaves the commit unknown, call it again with the same @mark:
 * entries already in the ledger are not repeated. It checks while no other writes, so that nothing
 * is pending. */
gboolean sky_store_say_once (
    SkyStore *self, SkyLedgerMark *mark, SkySayFunc say, gpointer data, GError **error);

/* Returns at most @limit SkyLedgerEntrys by number, from the entry after @after (0: the first). If
 * @finding is not NULL, only those about the finding with that key. */
GPtrArray *sky_store_ledger_list (SkyStore *self,
                                  const char *finding,
                                  gint64 after,
                                  guint limit,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: all SkyLedgerEntrys of @action by number. */
GPtrArray *sky_store_ledger_list_action (SkyStore *self,
                                         SkyLedgerAction action,
                                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The entry as a line of `ledger.jsonl`, without the LF: the digested object with its digest and,
 * if it is signed, its signature. */
void sky_ledger_entry_write_json (const SkyLedgerEntry *entry, GString *json);

/* The text for digest and signature. */
void sky_ledger_entry_write_digested (const SkyLedgerEntry *entry, GString *json);

/* Reads a line of `ledger.jsonl`, of @length bytes. Returns: the entry, or NULL when the line is
 * not one that sky_ledger_entry_write_json() writes, to the byte. */
SkyLedgerEntry *sky_ledger_entry_read_json (const char *line,
                                            gsize length) G_GNUC_WARN_UNUSED_RESULT;

/* The digest that the entry should have. */
void sky_ledger_entry_digest (const SkyLedgerEntry *entry, char hex[SKY_DIGEST_HEX_SIZE]);

typedef enum
{
  SKY_LEDGER_CHANGED,
  SKY_LEDGER_REMOVED,
  SKY_LEDGER_ADDED,
  SKY_LEDGER_REORDERED,
  SKY_LEDGER_UNGUARDED,     /* a trigger that refuses changes is missing; no entry */
  SKY_LEDGER_NOT_FOLLOWED,  /* derived data differ: the last entry about it, 0: none */
  SKY_LEDGER_OTHER_HISTORY, /* a checkpoint says otherwise: how many entries it is of */
} SkyLedgerFaultKind;

typedef struct
{
  SkyLedgerFaultKind kind;
  gint64 number; /* the entry's own, as signed; for an added one its position */
  char *text;    /* what is wrong, a phrase */
} SkyLedgerFault;

void sky_ledger_fault_free (SkyLedgerFault *self);

/* The fault in the reader's language, safe to show. Returns: a new string. */
char *sky_ledger_fault_show (const SkyLedgerFault *self) G_GNUC_WARN_UNUSED_RESULT;

/* Reads the ledger, recomputes every digest, and then what follows from the entries. @n_entries, if
 * not NULL, takes their number. Returns the SkyLedgerFaults, empty if there are none; NULL if it
 * could not be read. */
GPtrArray *sky_store_ledger_verify (SkyStore *self,
                                    guint64 *n_entries,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLedgerEntry, sky_ledger_entry_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLedgerFault, sky_ledger_fault_free)

G_END_DECLS
