/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a finding says of money: the sentence, the amounts and their parts, out of what an audit
 * wrote; and that nothing is told where that does not add up. */
#include "config.h"

#include "sky-finding-account.h"

typedef struct
{
  const char *check;
  const char *recorded;
  const char *recomputed;
  SkyMoney variance;
  const char *headline;
  const char *table; /* the parts of what the table did; NULL: it does not add up */
  const char *rules;
} Case;

static const Case cases[] = {
  { "settle.missing", NULL, "{\"outcome\":\"win\",\"paid\":2400,\"returned\":2000,\"vig\":100}",
    -4300, "Buy Bet on 6 was not settled: the patron is short $43.00", "",
    "$20.00 stake + $24.00 winnings − $1.00 vigorish" },
  { "settle.missing", NULL, "{\"outcome\":\"lose\",\"paid\":0,\"taken\":500}", 0,
    "Buy Bet on 6 was not settled", "", "the stake of $5.00 taken" },
  { "settle.twice", "{\"outcome\":\"win\",\"paid\":1000,\"returned\":1000}", NULL, 2000,
    "Buy Bet on 6 was settled twice: the patron was overpaid $20.00",
    "$10.00 stake + $10.00 winnings", "" },
  { "settle.premature", "{\"outcome\":\"lose\",\"paid\":0,\"taken\":600}", NULL, 0,
    "Buy Bet on 6 was settled before it was decided", "the stake of $6.00 taken", "" },
  { "settle.outcome", "{\"outcome\":\"push\",\"paid\":0,\"returned\":5000}",
    "{\"outcome\":\"lose\",\"paid\":0,\"taken\":5000}", 5000,
    "Buy Bet on 6 was settled as a tie instead of lost: the patron was overpaid $50.00",
    "$50.00 stake", "the stake of $50.00 taken" },
  { "settle.payout", "{\"outcome\":\"win\",\"paid\":1900,\"stays\":true}",
    "{\"outcome\":\"win\",\"paid\":2000,\"stays\":true}", -100,
    "Buy Bet on 6 was paid $19.00 instead of $20.00: the patron is short $1.00",
    "$19.00 winnings, the stake left up", "$20.00 winnings, the stake left up" },
  { "settle.stake", "{\"outcome\":\"win\",\"paid\":2800,\"taken\":2000}",
    "{\"outcome\":\"win\",\"paid\":2800,\"returned\":2000}", -2000,
    "Of the stake of Buy Bet on 6, $0.00 was returned instead of $20.00: the patron is short "
    "$20.00",
    "$28.00 winnings", "$20.00 stake + $28.00 winnings" },
  { "settle.stake", "{\"outcome\":\"lose\",\"paid\":0,\"stays\":true}",
    "{\"outcome\":\"lose\",\"paid\":0,\"taken\":2000}", 0,
    "Buy Bet on 6 was left up after its decision", "the stake left up",
    "the stake of $20.00 taken" },
  { "settle.vigorish", "{\"outcome\":\"win\",\"paid\":4000,\"returned\":2000,\"vig\":200}",
    "{\"outcome\":\"win\",\"paid\":4000,\"returned\":2000,\"vig\":100}", -100,
    "Buy Bet on 6 was charged a vigorish of $2.00 instead of $1.00: the patron is short $1.00",
    "$20.00 stake + $40.00 winnings − $2.00 vigorish",
    "$20.00 stake + $40.00 winnings − $1.00 vigorish" },
  /* What does not add up, is of something else or is no object is told in the audit's words. */
  { "settle.payout", "{\"outcome\":\"win\",\"paid\":1900}", "{\"outcome\":\"win\",\"paid\":2000}",
    -200, "As the audit says.", NULL, NULL },
  { "settle.payout", "{\"outcome\":\"win\",\"paid\":1900}", "{\"surplus\":2000}", 1900,
    "As the audit says.", NULL, NULL },
  { "settle.payout", "{\"outcome\":\"other\",\"paid\":1900}", NULL, 1900, "As the audit says.",
    NULL, NULL },
  { "settle.payout", "[1]", "nothing", 0, "As the audit says.", NULL, NULL },
  { "craps.contract-bet", NULL, NULL, 0, "As the audit says.", NULL, NULL },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *this = &cases[i];
      SkyStoredFinding finding = {
        .check = (char *) this->check,
        .recorded = (char *) this->recorded,
        .recomputed = (char *) this->recomputed,
        .has_variance = TRUE,
        .variance = this->variance,
        .wager = (char *) "w1",
        .explanation = (char *) "As the audit says.",
      };
      SkyFindingAccount account;

      sky_finding_account_read (&account, &finding);
      g_autofree char *headline = sky_finding_dup_headline (&finding, &account, "Buy Bet on 6");
      g_autofree char *table = sky_settlement_dup_sum (&account.table);
      g_autofree char *rules = sky_settlement_dup_sum (&account.rules);
      g_assert_cmpstr (headline, ==, this->headline);
      g_assert_cmpint (account.adds_up, ==, this->table != NULL);
      g_assert_cmpint (sky_finding_has_sentence (&finding, &account), ==, this->table != NULL);
      if (this->table == NULL)
        continue;
      g_assert_cmpstr (table, ==, this->table);
      g_assert_cmpstr (rules, ==, this->rules);
      g_assert_cmpint (account.table_gives - account.rules_give, ==, this->variance);
    }
}

/* The wager's name comes when its round is worked out; a finding may have no words at all. */
static void
test_nameless (void)
{
  SkyStoredFinding finding = {
    .check = (char *) "settle.missing",
    .recomputed = (char *) "{\"outcome\":\"win\",\"paid\":1000,\"returned\":1000}",
    .has_variance = TRUE,
    .variance = -2000,
    .wager = (char *) "w1",
  };
  SkyFindingAccount account;

  sky_finding_account_read (&account, &finding);
  g_autofree char *headline = sky_finding_dup_headline (&finding, &account, NULL);
  g_assert_cmpstr (headline, ==, "The wager was not settled: the patron is short $20.00");

  finding.has_variance = FALSE;
  sky_finding_account_read (&account, &finding);
  g_autofree char *plain = sky_finding_dup_headline (&finding, &account, NULL);
  g_assert_cmpstr (plain, ==, "Wager not settled");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding-account/cases", test_cases);
  g_test_add_func ("/finding-account/nameless", test_nameless);
  return g_test_run ();
}
