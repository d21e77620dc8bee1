/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that belongs to a case, gathered from the store and the archives before it becomes a package.
 * It has the logs with the lines behind the findings, the relevant stretches of recordings, the
 * stills, and what people said. Plain data, made once and then only read, except for what is worked
 * out of the findings. */
#pragma once

#include <gio/gio.h>

#include "sky-archive.h"
#include "sky-audit.h"
#include "sky-case.h"
#include "sky-log-extract.h"
#include "sky-replay.h"
#include "sky-stored-finding.h"
#include "sky-stored-log.h"

G_BEGIN_DECLS

typedef struct
{
  SkyStoredFinding *finding;
  char *json;         /* as `skyward-cli audit` prints it */
  GPtrArray *history; /* of SkyLedgerEntry: the entries about it */
  guint64 first_seq;  /* of the events of its round; 0: it is of none */
  guint64 last_seq;

  /* From sky_dossier_work_out(). */
  GPtrArray *steps; /* of SkyStep: its round's settlement; NULL: it has no round */
  SkyScene *scene;  /* the table after its event; NULL: the log cannot be read */
  char *wager_name; /* as printed; NULL: no wager, or an unknown one */
} SkyDossierFinding;

/* A log of the case. */
typedef struct
{
  SkyStoredLog *stored;
  SkyArchive *archive;
  char *path;   /* of the log's file */
  char *member; /* its name in the package, without the folder */
  GBytes *data; /* all of its bytes */
  SkyLogExtract *extract;
  gboolean wants_staff; /* findings follow from staff.json too */
  GPtrArray *findings;  /* of SkyDossierFinding, in the order of the case */
  GPtrArray *bookmarks; /* of SkyBookmark */
  GArray *spans;        /* of SkySpan, on the log's clock, apart from each other */
  GPtrArray *testimony; /* of SkyTestimony: what the pictures of its rounds showed, by seq */
} SkyDossierLog;

/* A recording that a stretch touches. */
typedef struct
{
  guint log; /* index */
  const SkyFootageCamera *camera;
  const SkySegment *segment;
  char *path;
  char *member;  /* `originals/…` */
  int file;      /* its descriptor, the only access to it; -1: none */
  guint64 size;  /* 0: there is none */
  char *refusal; /* why there is none */
} SkyDossierRecording;

/* A still of the case. */
typedef struct
{
  SkyCaseItem *item; /* of the case's items, borrowed */
  GBytes *png;
  char *member; /* `stills/…` */
} SkyDossierStill;

typedef struct
{
  SkyCase *info;
  GPtrArray *items;    /* of SkyCaseItem */
  GPtrArray *logs;     /* of SkyDossierLog */
  GArray *recordings;  /* of SkyDossierRecording */
  GArray *stills;      /* of SkyDossierStill */
  GPtrArray *ledger;   /* of SkyLedgerEntry: those of the case, and who is who */
  guint64 total_bytes; /* of the recordings */
} SkyDossier;

/* Which parts of the recordings to include. */
typedef struct
{
  SkyTime before; /* µs before each round, or the instant of a bookmark, that clips begin */
  SkyTime after;  /* µs after it that they end */
  const char *const *without; /* NULL-terminated names of cameras to leave out; NULL: none */
} SkyDossierScope;

/* The margin before and after that is usual, µs. */
#define SKY_DOSSIER_MARGIN (10 * SKY_SECOND)

/* Gathers the case with the id @id. @scope: NULL: all cameras, with the usual margin. Errors are
 * those of the store, and two more. SKY_EVIDENCE_ERROR_CASE: the case is empty.
 * SKY_EVIDENCE_ERROR_RECORD: a log is not the audited one, or a still not the one put into the
 * case. */
SkyDossier *sky_dossier_new (SkyStore *store,
                             gint64 id,
                             const SkyDossierScope *scope,
                             GCancellable *cancellable,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_dossier_free (SkyDossier *self);

/* Recomputes from the logs what the report and the page say about each finding. Blocks; ends early
 * if canceled. Call it once, before making either. */
void sky_dossier_work_out (SkyDossier *self, GCancellable *cancellable);

/* Does without the recording from now on, for @cause (transfer full). */
void sky_dossier_refuse_recording (SkyDossier *self, SkyDossierRecording *recording, char *cause);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDossier, sky_dossier_free)

G_END_DECLS
