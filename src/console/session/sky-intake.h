/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What enters the store from here: the open archives, their audit, and their growth. Properties
 * (notify): "job" (SkyAuditJob), "following" (boolean). Signals:
 *
 * * "log-audited" (): the audit has brought a log;
 * * "ended" (): the audit has ended, and "job" is NULL;
 * * "log-grown" (string): the store has more of the log at this path;
 * * "news" (SkyNews): a finding of an event that has just come. */
#pragma once

#include "sky-audit-job.h"
#include "sky-follower.h"
#include "sky-store-link.h"

G_BEGIN_DECLS

#define SKY_TYPE_INTAKE (sky_intake_get_type ())
G_DECLARE_FINAL_TYPE (SkyIntake, sky_intake, SKY, INTAKE, GObject)

SkyIntake *sky_intake_new (SkyStoreLink *link);

/* Audits the archives @paths (absolute, NULL-terminated), which are then those that are open. */
void sky_intake_open (SkyIntake *self, const char *const *paths);
/* The archives that are open (NULL-terminated); NULL: none was yet. */
const char *const *sky_intake_get_opened (SkyIntake *self);
/* Audits @archive again; NULL: all that are open, unless an audit runs. */
void sky_intake_audit_again (SkyIntake *self, const char *archive);
/* Reads the pictures of the log at @log, of @archive, unless something is under way. */
void sky_intake_read_pictures (SkyIntake *self, const char *archive, const char *log);
void sky_intake_cancel (SkyIntake *self);

/* The audit that runs; NULL: none does. */
SkyAuditJob *sky_intake_get_job (SkyIntake *self);
/* What went wrong last in the audit; NULL: nothing did. */
const char *sky_intake_get_problem (SkyIntake *self);
/* How many audits began so far. */
guint sky_intake_get_n_audits (SkyIntake *self);

/* Whether to follow open archives when they grow. */
void sky_intake_set_follow (SkyIntake *self, gboolean follow);
/* TRUE while an archive is watched for growth. */
gboolean sky_intake_is_following (SkyIntake *self);
/* Whether "news" announced the finding with the key @key, which the store may not have yet. */
gboolean sky_intake_has_announced (SkyIntake *self, const char *key);

G_END_DECLS
