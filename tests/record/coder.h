/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A coder who knows what happened: turns each event of a log into what a person would type. */
#pragma once

#include "sky-coding.h"

G_BEGIN_DECLS

/* An event of the log that is coded. */
typedef struct
{
  SkyEventType type;
  SkyTime at;
  char *text;           /* typed */
  char *wager;          /* of a `settle`; NULL: another event */
  SkySettlement settle; /* the same */
} CoderEvent;

/* A log as a script; checkpoints are left out, for they are about bytes. */
typedef struct
{
  SkyLogHeader header; /* of the recorded log */
  SkyLog *log;
  GArray *events; /* of CoderEvent */
} CoderScript;

CoderScript *coder_script_new (const char *path, gboolean blind) G_GNUC_WARN_UNUSED_RESULT;
void coder_script_free (CoderScript *self);

/* How the settlements were coded. */
typedef struct
{
  guint as_due;
  guint seen;
} CoderShares;

/* Does what the event says; fails the test if the session refuses it. */
void coder_act (SkyCoding *coding, const CoderEvent *event, CoderShares *shares);

/* Fails unless the log at @coded says, event for event, what the log of @script says. */
void coder_assert_same (const CoderScript *script, const char *coded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoderScript, coder_script_free)

G_END_DECLS
