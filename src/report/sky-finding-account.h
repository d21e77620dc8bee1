/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The money of a finding, from what the audit recorded and recomputed: what the patron received,
 * what the rules require, and what happened, in a sentence. It recomputes nothing. If the parts do
 * not add up to the finding's difference, it omits them. */
#pragma once

#include "sky-stored-finding.h"
#include "sky-wager.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean adds_up;     /* the two below are what the difference is of */
  gboolean has_table;   /* FALSE: the table did not settle the wager */
  gboolean has_rules;   /* FALSE: nothing was due */
  SkySettlement table;  /* what the table did; its seq is unknown */
  SkySettlement rules;  /* what the rules want */
  SkyMoney table_gives; /* what that hands the patron, the stake included, in cents */
  SkyMoney rules_give;
} SkyFindingAccount;

void sky_finding_account_read (SkyFindingAccount *self, const SkyStoredFinding *finding);

/* "$20.00 stake + $24.00 winnings − $1.00 vigorish". Returns: a new string. */
char *sky_settlement_dup_sum (const SkySettlement *self) G_GNUC_WARN_UNUSED_RESULT;

/* "Buy Bet on 6 was not settled: the patron is short $43.00". A finding that is not about a
 * settlement uses the audit's own words. @wager: the wager's name (NULL: unknown). Returns: a new
 * string. */
char *sky_finding_dup_headline (const SkyStoredFinding *finding,
                                const SkyFindingAccount *account,
                                const char *wager) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when the headline is other words than the finding's explanation. */
gboolean sky_finding_has_sentence (const SkyStoredFinding *finding,
                                   const SkyFindingAccount *account);

G_END_DECLS
