/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case and its package: an evening of craps with planted faults and two cameras, reviewed,
 * gathered into a case and exported. And packages taken apart and put together again, changed. */
#pragma once

#include <gio/gio.h>
#include <openssl/x509.h>

#include "numbered-footage.h"
#include "sky-case-still.h"
#include "sky-export.h"
#include "sky-verify.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  char *archive; /* the archive's folder */
  char *log;     /* its log */
  char *store;   /* its path, or its URI */
  char *package; /* the exported package */
  SkyIdentity *ada;
  gint64 case_id;
  char still[SKY_DIGEST_HEX_SIZE]; /* of the one in the case */
} PackageFixture;

/* A camera, all of whose recordings are alike and follow each other. */
typedef struct
{
  const char *name;
  const char *covers; /* JSON */
  int offset_ms;      /* of its clock */
  Footage footage;
  const char *suffix; /* of its files */
} PackageCamera;

/* What the case is about and what people said of it. */
typedef struct
{
  const PackageCamera *cameras;
  guint n_cameras;
  guint n_recordings; /* of each */
  const char *title;
  const char *note;
  const char *decision; /* of each finding */
  gboolean recorded;    /* someone recorded the log by eye, and did not look at everything */
} PackageLook;

/* Makes it, but for the package, as @look has it. */
void package_fixture_init_as (PackageFixture *self, const char *uri, const PackageLook *look);

/* The same with two small cameras. Makes it, but for the package. @uri: of a database with nothing
 * in it, for the store; NULL: the store is a file in the folder. */
void package_fixture_init (PackageFixture *self, const char *uri);
/* The same of a log that someone recorded by eye. */
void package_fixture_init_recorded (PackageFixture *self);
void package_fixture_clear (PackageFixture *self);

/* Exports the case to @path with @options' other members. */
gboolean package_fixture_export (PackageFixture *self,
                                 const char *path,
                                 const SkyExportOptions *options,
                                 GError **error);

typedef struct
{
  char *name;
  GBytes *data;
} Member;

/* Returns: an array of Member. */
GPtrArray *package_unpack (const char *path);
/* @packed: deflated. */
void package_pack (const char *path, GPtrArray *members, gboolean packed);

/* The bytes of the member @name, which must be there. */
Member *package_find (GPtrArray *members, const char *name);
void package_replace (GPtrArray *members, const char *name, const void *data, gsize size);

/* Makes the list of digests and its signature by @signer anew, without a time stamp. */
void package_sign (GPtrArray *members, SkyIdentity *signer);
/* The same with @at for the signing time and @certificate for the signer's, of the same key; NULL:
 * the signer's own. */
void package_sign_at (GPtrArray *members, SkyIdentity *signer, X509 *certificate, SkyTime at);

/* What @report says, "holds", "said" or "FAILS" before each line; it must come to @wanted. */
char *package_told (const SkyVerifyReport *report, SkyVerdict wanted);

/* The lines of the verification that do not hold, joined; empty when all hold. What the reader
 * refuses whole is a line too. */
char *package_failures (const char *path);

/* Runs a shell command in @folder; the test fails unless it exits with @wanted (-1: not with 0).
 * Returns: what it printed. */
char *package_run (const char *folder, int wanted, const char *command);

G_END_DECLS
