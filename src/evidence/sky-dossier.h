/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that belongs to a case, gathered from the store and the archives before a package is made of
 * it: the logs with the lines that the findings follow from, the recordings with the stretches that
 * matter, the stills, and what people said. Plain data, made once and then only read, but for what
 * is worked out of the findings. */
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
  GPtrArray *history; /* of SkyLedgerEntry: what was said of it */
  guint64 first_seq;  /* of the events of its round; 0: it is of none */
  guint64 last_seq;

  /* From sky_dossier_work_out(). */
  GPtrArray *steps; /* of SkyStep: how its round is settled; NULL: it is of no round */
  SkyScene *scene;  /* the table as it lay after its event; NULL: the log cannot be read */
  char *wager_name; /* as printed; NULL: it is of no wager, or of none that is known */
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
  GPtrArray *findings;  /* of SkyDossierFinding, as they were put into the case */
  GPtrArray *bookmarks; /* of SkyBookmark */
  GArray *spans;        /* of SkySpan, on the log's clock, apart from each other */
} SkyDossierLog;

/* A recording that a stretch touches. */
typedef struct
{
  guint log; /* index */
  const SkyFootageCamera *camera;
  const SkySegment *segment;
  char *path;
  char *member;  /* `originals/…` */
  int file;      /* its descriptor, by which alone it is read; -1: there is none */
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

/* What is wanted of the recordings. */
typedef struct
{
  SkyTime before; /* µs before each round, or the instant of a bookmark, that clips begin */
  SkyTime after;  /* µs after it that they end */
  const char *const *without; /* NULL-terminated names of cameras that are left out; NULL: none */
} SkyDossierScope;

/* The margin before and after that is usual, µs. */
#define SKY_DOSSIER_MARGIN (10 * SKY_SECOND)

/* Gathers the case with the id @id. @scope: NULL: all cameras, with the usual margin. Errors: those
 * of the store; SKY_EVIDENCE_ERROR_CASE when it has nothing in it; SKY_EVIDENCE_ERROR_RECORD when a
 * log is not the one that was audited, or a still not the one that was put into the case. */
SkyDossier *sky_dossier_new (SkyStore *store,
                             gint64 id,
                             const SkyDossierScope *scope,
                             GCancellable *cancellable,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_dossier_free (SkyDossier *self);

/* Works out again, from the logs, what the report and the page tell of each finding. Blocks; ends
 * early when it is cancelled. To be called once, before either is made. */
void sky_dossier_work_out (SkyDossier *self, GCancellable *cancellable);

/* Does without the recording from now on, for @cause (transfer full). */
void sky_dossier_refuse_recording (SkyDossier *self, SkyDossierRecording *recording, char *cause);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDossier, sky_dossier_free)

G_END_DECLS
