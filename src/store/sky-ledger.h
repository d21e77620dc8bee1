/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger: what people said and did, entry by entry, each with the digest of the entry before.
 * It is only ever added to; what was said in error is undone by another entry. README.md has the
 * exact bytes that a digest is made of. */
#pragma once

#include "sky-digest.h"
#include "sky-store.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* The names stand in the database, the numbers do not. */
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
  SKY_LEDGER_CASE_ADD,      /* "case.add": a finding, or a bookmark in data, to the case @target */
  SKY_LEDGER_CASE_STILL,    /* "case.still": a still, in data, to the case @target */
  SKY_LEDGER_CASE_REMOVE,   /* "case.remove": a finding, or a bookmark or still in data */
  SKY_LEDGER_CASE_NOTE,     /* "case.note": to the case @target */
  SKY_LEDGER_CASE_CLOSE,    /* "case.close": the case @target; the text is the reason */
  SKY_LEDGER_CASE_REOPEN,   /* "case.reopen": likewise */
  SKY_LEDGER_VIEW,          /* "view": what was looked at; data has camera and span */
  SKY_LEDGER_EXPORT,        /* "export" */
  SKY_LEDGER_PRINT,         /* "print" */
  SKY_LEDGER_LINE,          /* "log.line": the text is a line of the surveillance log */
  SKY_LEDGER_LOCK,          /* "recording.lock": see sky-recording-lock.h */
  SKY_LEDGER_RELEASE,       /* "recording.release": of the lock @target */
  SKY_LEDGER_RESTORE,       /* "ledger.restore": a backup was put back; data has what was lost */
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

/* Entries of the reviewer with @credential that are added through @self are signed by @sign; NULL
 * signs no more. @free_signer, when given, lets go of @signer. */
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
  GBytes *signature; /* of what is digested, by the reviewer's key; NULL: not signed */
} SkyLedgerEntry;

void sky_ledger_entry_free (SkyLedgerEntry *self);

/* Whether @entry may be believed: that it was said by whom it names. */
typedef gboolean (*SkyLedgerBelieveFunc) (gpointer judge,
                                          SkyStore *store,
                                          const SkyLedgerEntry *entry,
                                          gboolean *believed,
                                          GError **error);

/* From now on reviews, bookmarks and cases that are made from the ledger through @self, or held
 * against it, follow from entries alone that @believe believes; NULL believes all. @free_judge,
 * when given, lets go of @judge. */
void sky_store_set_judge (SkyStore *self,
                          SkyLedgerBelieveFunc believe,
                          gpointer judge,
                          GDestroyNotify free_judge);

/* Adds an entry at the end and brings reviews, bookmarks and cases up to date with it. When this
 * returns TRUE outside of a transaction the entry is on the disk. @finding, @text and @data may be
 * NULL. @number, when given, takes the entry's number. SKY_STORE_ERROR_INVALID: @data is no JSON
 * object, or the reviewer has no credential; SKY_STORE_ERROR_NOT_FOUND: no entry @target;
 * SKY_STORE_ERROR_REFUSED: the reviewer may not do that (sky-person.h), or the clock is more than
 * two minutes behind the last entry. A clock that is behind by less is passed over: entries go
 * forward in time. In a shared store the server's clock counts. */
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

/* Whether the ledger has that very entry. */
gboolean
sky_store_ledger_has (SkyStore *self, const SkyLedgerMark *mark, gboolean *has, GError **error);

/* Adds entries to the ledger through @store, in a transaction that is open. */
typedef gboolean (*SkySayFunc) (SkyStore *store, gpointer data, GError **error);

/* Has @say add its entries in one transaction, and notes the last one in @mark, which was all zero
 * before. Whoever was not told whether it was committed, because the connection was lost, calls it
 * again with the same @mark: what is in the ledger is then not said twice. It is asked while no
 * other writes, so that nothing is under way any more. */
gboolean sky_store_say_once (
    SkyStore *self, SkyLedgerMark *mark, SkySayFunc say, gpointer data, GError **error);

/* Returns: SkyLedgerEntrys by number, from the entry behind @after (0: the first) and at most
 * @limit of them; about the finding with the key @finding alone when it is not NULL. */
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
 * when it is signed, its signature. */
void sky_ledger_entry_write_json (const SkyLedgerEntry *entry, GString *json);

/* The text that is digested and signed. */
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
  SKY_LEDGER_UNGUARDED,     /* a trigger that refuses changes is missing; no entry is named */
  SKY_LEDGER_NOT_FOLLOWED,  /* what is shown says otherwise: the last entry about it, 0: none */
  SKY_LEDGER_OTHER_HISTORY, /* a checkpoint says otherwise: how many entries it is of */
} SkyLedgerFaultKind;

typedef struct
{
  SkyLedgerFaultKind kind;
  gint64 number; /* the entry's own, as it was signed; of one added, where it stands */
  char *text;    /* what is wrong, a phrase */
} SkyLedgerFault;

void sky_ledger_fault_free (SkyLedgerFault *self);

/* What is wrong, in the language of whoever reads, as it may be shown. Returns: a new string. */
char *sky_ledger_fault_show (const SkyLedgerFault *self) G_GNUC_WARN_UNUSED_RESULT;

/* Walks the ledger and works every digest out again, and then what follows from the entries.
 * @n_entries, when given, takes how many there are. Returns: the SkyLedgerFaults, none when all is
 * well; NULL when it could not be read. */
GPtrArray *sky_store_ledger_verify (SkyStore *self,
                                    guint64 *n_entries,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLedgerEntry, sky_ledger_entry_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLedgerFault, sky_ledger_fault_free)

G_END_DECLS
