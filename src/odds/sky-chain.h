/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An absorbing Markov chain, solved exactly: how likely each ending is. Weights are whole ways (36
 * for two dice), results are fractions of GMP. */
#pragma once

#include <glib.h>
#include <gmp.h>

G_BEGIN_DECLS

typedef struct _SkyChain SkyChain;

SkyChain *sky_chain_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_chain_free (SkyChain *self);

/* Adds a state. Returns: its number, from 0; the first is where the chain starts. */
guint sky_chain_add_state (SkyChain *self);

/* @weight ways lead from the state @from to the state @to, or to the ending @ending. The caller
 * numbers endings from 0. The probability of a way is its weight divided by the sum of its state's
 * weights. */
void sky_chain_add_move (SkyChain *self, guint from, guint to, gulong weight);
void sky_chain_add_end (SkyChain *self, guint from, guint ending, gulong weight);

/* Puts the probability of each ending 0…@n_endings - 1 into @probabilities, which the caller has
 * initialized. Every state must reach an ending. */
void sky_chain_solve (SkyChain *self, mpq_t *probabilities, guint n_endings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyChain, sky_chain_free)

G_END_DECLS
