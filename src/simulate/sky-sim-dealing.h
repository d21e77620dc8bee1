/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards on the table, for the drawn recordings of Casino War and Raise It Up. It says when they
 * come and when they are taken up, and lets some of them contradict the record. */
#pragma once

#include "sky-log.h"
#include "sky-replay.h"

G_BEGIN_DECLS

typedef struct _SkySimDealing SkySimDealing;

/* The cards of @log. In @n_contradict of its deals, drawn from @seed, one card is shown with
 * another rank than was recorded; fewer if the log has not so many. Returns: new ones, or NULL if
 * no cards are dealt face up at the log's game. */
SkySimDealing *
sky_sim_dealing_new (SkyLog *log, guint64 seed, guint n_contradict) G_GNUC_WARN_UNUSED_RESULT;
void sky_sim_dealing_free (SkySimDealing *self);

/* Whether cards come at @at, or have just come: every picture counts. */
gboolean sky_sim_dealing_is_near (SkySimDealing *self, SkyTime at);

/* Makes the cards of @scene, which is the caller's, those that lie on the table at @at. */
void sky_sim_dealing_show (SkySimDealing *self, SkyTime at, SkyScene *scene);

/* The cards that contradict the record, each as an object on @json. */
void sky_sim_dealing_write_contradictions (SkySimDealing *self, const char *table, GString *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySimDealing, sky_sim_dealing_free)

G_END_DECLS
