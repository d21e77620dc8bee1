/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections are those of 58 Pa. Code Chapter 619a. */
#include "config.h"

#include "sky-big-six.h"

#include "sky-chance.h"
#include "sky-result.h"

/* § 619a.1(b), clockwise: J the joker, F the flag or logo, T $10, W $20. */
static const char wheel[] = "J121521T1"
                            "5121W1215"
                            "21T125121"
                            "F252121T1"
                            "5121W1215"
                            "21T125121";

G_STATIC_ASSERT (sizeof wheel == SKY_N_SECTIONS + 1);

static const char letters[] = "125TWJF";
static const char *const keys[] = { "1", "2", "5", "10", "20", "joker", "flag" };

G_STATIC_ASSERT (G_N_ELEMENTS (keys) == SKY_N_SYMBOLS);

/* § 619a.3: "no less than". */
static const SkyPay pays[SKY_N_SYMBOLS] = {
  [SKY_SYMBOL_1] = { SKY_SYMBOL_1, 0, SKY_ODDS_TO (1, 1), "1", "$1 Symbol" },
  [SKY_SYMBOL_2] = { SKY_SYMBOL_2, 0, SKY_ODDS_TO (2, 1), "2", "$2 Symbol" },
  [SKY_SYMBOL_5] = { SKY_SYMBOL_5, 0, SKY_ODDS_TO (5, 1), "5", "$5 Symbol" },
  [SKY_SYMBOL_10] = { SKY_SYMBOL_10, 0, SKY_ODDS_TO (10, 1), "10", "$10 Symbol" },
  [SKY_SYMBOL_20] = { SKY_SYMBOL_20, 0, SKY_ODDS_TO (20, 1), "20", "$20 Symbol" },
  [SKY_SYMBOL_JOKER] = { SKY_SYMBOL_JOKER, 0, SKY_ODDS_TO (45, 1), "joker", "Joker" },
  [SKY_SYMBOL_FLAG] = { SKY_SYMBOL_FLAG, 0, SKY_ODDS_TO (45, 1), "flag", "Flag" },
};

static const SkyBet bets[] = {
  { { "symbol", SKY_MEMBER_SYMBOL },
    "Symbol Wager",
    "619a.2(c)",
    "619a.3",
    SKY_BET_PAY_AT_LEAST,
    -1,
    NULL,
    pays,
    G_N_ELEMENTS (pays),
    "" },
};

#define SYMBOL_OPTION(symbol, key)                                                                 \
  [SKY_BIG_SIX_SYMBOL + (symbol)] = { "symbols." key, SKY_OPTION_TEXT, SKY_OPTION_ABSENT, 0, 1,    \
                                      NULL,           "619a.1(c)" }

static const SkyOption options[SKY_BIG_SIX_N_OPTIONS] = {
  SKY_COMMON_OPTIONS ("521.7(d)"),
  [SKY_BIG_SIX_SYMBOLS] = { "symbols", SKY_OPTION_OBJECT, SKY_OPTION_ABSENT, 0, 1, NULL,
                            "619a.1(c)" },
  SYMBOL_OPTION (SKY_SYMBOL_1, "1"),
  SYMBOL_OPTION (SKY_SYMBOL_2, "2"),
  SYMBOL_OPTION (SKY_SYMBOL_5, "5"),
  SYMBOL_OPTION (SKY_SYMBOL_10, "10"),
  SYMBOL_OPTION (SKY_SYMBOL_20, "20"),
  SYMBOL_OPTION (SKY_SYMBOL_JOKER, "joker"),
  SYMBOL_OPTION (SKY_SYMBOL_FLAG, "flag"),
};

/* No symbol of the wheel. */
#define NO_SYMBOL SKY_N_SYMBOLS

typedef struct
{
  guint64 seq; /* 0: none */
  SkyTime at;
  SkySymbol symbol;
} Call;

typedef struct
{
  SkyResult result;
  gboolean at_rest; /* the clapper lies in @section */
  gint64 section;
  SkySymbol symbol; /* as recorded with the section */
  gint64 revolutions;
  gboolean between;
  Call call; /* before the result was there */
} BigSix;

SkySymbol
sky_big_six_symbol (guint section)
{
  SkySymbol symbol = 0;

  g_return_val_if_fail (section < SKY_N_SECTIONS, SKY_SYMBOL_1);

  while (letters[symbol] != wheel[section])
    symbol++;
  return symbol;
}

const char *
sky_big_six_symbol_name (const SkyTable *table, SkySymbol symbol)
{
  const char *themed = sky_table_option_text (table, SKY_BIG_SIX_SYMBOL + (int) symbol);

  return themed != NULL ? themed : pays[symbol].name;
}

static SkySymbol
read_symbol (SkyText text)
{
  SkySymbol symbol = 0;

  while (symbol < SKY_N_SYMBOLS && !sky_text_is (text, keys[symbol]))
    symbol++;
  return symbol;
}

static const char *
tell (const SkyTable *table, SkySymbol symbol)
{
  return symbol < SKY_N_SYMBOLS ? sky_big_six_symbol_name (table, symbol)
                                : sky_phrase_words ("a symbol that the wheel has not");
}

static char *
symbol_json (SkySymbol symbol)
{
  return symbol < SKY_N_SYMBOLS ? g_strdup_printf ("{\"symbol\":\"%s\"}", keys[symbol]) : NULL;
}

/* § 619a.2(c): by the wager's position on the layout; the section decides. */
static void
decide (SkyTable *table, SkyWager *wager)
{
  const BigSix *self = table->state;
  SkySymbol symbol = sky_big_six_symbol ((guint) self->section);

  if ((SkySymbol) wager->number == symbol)
    sky_table_decide_win (table, wager, &pays[symbol]);
  else
    sky_table_decide_lose (table, wager);
}

static const SkyResultRules result_rules = { .decide = decide };

/* A symbol a result. */
static guint
count_results (const SkyTable *table)
{
  return SKY_N_SYMBOLS;
}

static guint
count_ways (guint result)
{
  guint n = 0;

  for (guint section = 0; section < SKY_N_SECTIONS; section++)
    n += sky_big_six_symbol (section) == result;
  return n;
}

static gint
find_result (const SkyTable *table)
{
  const BigSix *self = table->state;

  return self->section >= 0 && self->section < SKY_N_SECTIONS
             ? (gint) sky_big_six_symbol ((guint) self->section)
             : -1;
}

static void
show_result (SkyTable *table, guint result)
{
  BigSix *self = table->state;

  self->section = 0;
  while (sky_big_six_symbol ((guint) self->section) != result)
    self->section++;
}

/* One bet has all symbols, which pay otherwise each. */
static const SkyPay *
find_pay (const SkyWager *wager, guint result)
{
  return (guint) wager->number == result ? &pays[result] : NULL;
}

static const SkyChance chance = { count_results, count_ways, find_result,
                                  show_result,   decide,     find_pay };

/* Visits Call. */
static void
visit_call (SkyState *state, Call *call)
{
  sky_state_int (state, call->seq);
  sky_state_int (state, call->at);
  sky_state_int (state, call->symbol);
}

/* Visits BigSix. */
static void
visit_state (SkyTable *table, SkyState *state)
{
  BigSix *self = table->state;

  sky_result_visit (&self->result, state);
  sky_state_int (state, self->at_rest);
  sky_state_int (state, self->section);
  sky_state_int (state, self->symbol);
  sky_state_int (state, self->revolutions);
  sky_state_int (state, self->between);
  visit_call (state, &self->call);
}

static void
on_round_start (SkyTable *table, const SkyEvent *event)
{
  *(BigSix *) table->state = (BigSix){ 0 };
}

static void
on_wager (SkyTable *table, const SkyEvent *event)
{
  SkyWager *wager = table->wager;

  if (wager->bet != NULL)
    wager->number = (gint) read_symbol (event->wager.bet.symbol);
  if (wager->bet == NULL || wager->number == NO_SYMBOL)
    sky_result_reject_wager (table, wager, sky_phrase_words ("the wheel has no such symbol"));
}

/* § 619a.2(c) */
static void
check_call (SkyTable *table, const Call *call)
{
  BigSix *self = table->state;

  if (self->result.miscalled || !sky_result_is_known (&self->result)
      || call->symbol == self->symbol)
    return;
  self->result.miscalled = TRUE;
  sky_table_hold (table, TRUE);
  sky_table_raise_at (table, SKY_CHECK_ROUND_CALL, NULL, NULL, call->seq, call->at,
                      symbol_json (call->symbol), symbol_json (self->symbol),
                      "%s was announced; the result was recorded as %s.",
                      tell (table, call->symbol), tell (table, self->symbol));
  sky_table_hold (table, FALSE);
}

/* What of a spin is no valid one, with its section; NULL: nothing. */
static const char *
find_fault (const BigSix *self, const char **section)
{
  *section = "619a.2(b)";
  if (self->revolutions >= 0 && self->revolutions < 3)
    return sky_phrase_words ("the wheel made fewer than three revolutions");
  *section = "619a.2(d)";
  return self->between ? sky_phrase_words ("the clapper came to rest between two sections") : NULL;
}

static void
on_result (SkyTable *table, const SkyEvent *event)
{
  BigSix *self = table->state;
  const char *section;

  self->section = event->result.section;
  self->symbol = read_symbol (event->result.symbol);
  self->revolutions = event->result.revolutions;
  self->between = (event->result.observed & SKY_OBSERVED_BETWEEN) != 0;
  if (sky_result_show (&self->result, table))
    self->call.seq = 0;
  self->result.invalid = find_fault (self, &section) != NULL;

  if (self->section < 0 || self->section >= SKY_N_SECTIONS)
    sky_result_refuse (&self->result, table,
                       sky_phrase_words ("The wheel has the sections 0 to 53."));
  else
    sky_table_step (table, NULL, table->seq, "619a.1(b)",
                    "The clapper rests in section %" PRId64 ", which has the symbol %s.",
                    self->section, tell (table, sky_big_six_symbol ((guint) self->section)));
  if (self->result.invalid)
    sky_table_step (table, NULL, table->seq, section, "It is no valid spin: %s.",
                    find_fault (self, &section));

  self->at_rest = sky_result_is_known (&self->result);
  if (self->call.seq != 0)
    check_call (table, &self->call);
  sky_result_decide (&self->result, &result_rules, table);
}

static void
on_call (SkyTable *table, const SkyEvent *event)
{
  BigSix *self = table->state;
  Call call = { table->seq, table->at, read_symbol (event->call.symbol) };

  if (self->result.shown)
    check_call (table, &call);
  else
    self->call = call;
}

static void
on_void (SkyTable *table, const SkyEvent *event)
{
  BigSix *self = table->state;

  sky_table_step (table, NULL, table->seq, "619a.2(d)",
                  "The spin was called void: without another spin all wagers go back.");
  sky_result_void (&self->result, &result_rules, table);
  self->call.seq = 0;
  self->at_rest = FALSE;
}

static void
on_round_end (SkyTable *table, const SkyEvent *event)
{
  BigSix *self = table->state;

  if (sky_result_is_known (&self->result))
    {
      SkySymbol symbol = sky_big_six_symbol ((guint) self->section);
      const char *section;
      const char *fault = find_fault (self, &section);

      if (fault != NULL)
        sky_table_raise_at (table, SKY_CHECK_BIG_SIX_INVALID_SPIN, section, NULL, self->result.seq,
                            self->result.at, NULL, NULL,
                            "A spin was counted although %s: it is void, and all wagers go back.",
                            fault);
      /* Between two sections the clapper selects none. */
      if (self->symbol != symbol && !self->between)
        sky_table_raise_at (table, SKY_CHECK_BIG_SIX_SYMBOL, NULL, NULL, self->result.seq,
                            self->result.at, symbol_json (self->symbol), symbol_json (symbol),
                            "Section %" PRId64 " has the symbol %s; %s was recorded.",
                            self->section, tell (table, symbol), tell (table, self->symbol));
    }
  sky_result_end (&self->result, &result_rules, table);
  /* The wheel stands so until the next round; nothing else of the round goes on, even if the line
   * that begins the next one is lost. */
  *self = (BigSix){ .at_rest = self->at_rest, .section = self->section };
}

/* "Wager on $5 Symbol", or with the theme's name. */
static const char *
wager_name (const SkyTable *table, const SkyWager *wager)
{
  g_autofree char *name = NULL;

  if (wager->not_permissible)
    return NULL;
  name = sky_phrase ("Wager on %s", sky_big_six_symbol_name (table, (SkySymbol) wager->number));
  return g_intern_string (name);
}

static void
marks (const SkyTable *table, GArray *array)
{
  const BigSix *self = table->state;
  SkyMark mark = { .kind = SKY_MARK_SECTION, .number = self->section };

  if (self->at_rest)
    g_array_append_val (array, mark);
}

static const SkyEquipmentRules equipment; /* the chapter says nothing */

const SkyGame sky_big_six_game = {
  .id = SKY_GAME_BIG_SIX,
  .name = "Big Six Wheel",
  .chapter = "619a",
  .wagers_section = "619a.2(c)",
  .chance = &chance,
  .training = SKY_TRAINING_SIC_BO_AND_BIG_SIX,
  .equipment = &equipment,
  .cameras = { SKY_COVERS_WHEEL, SKY_COVERS_LAYOUT },
  .sections = {
    [SKY_CHECK_WAGER_LATE] = "619a.2(a)",
    [SKY_CHECK_WAGER_VERBAL] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_CALL_BET] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_WRONG_CHIPS] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_NOT_SEATED] = SKY_NOT_SAID,
    [SKY_CHECK_WAGER_AREAS] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_VIGORISH] = SKY_NOT_SAID,
    [SKY_CHECK_SETTLE_ORDER] = "619a.2(e)",
    [SKY_CHECK_ROUND_NO_MORE_BETS] = "619a.2(a)",
    [SKY_CHECK_ROUND_CALL] = "619a.2(c)",
  },
  .bets = bets,
  .n_bets = G_N_ELEMENTS (bets),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .visit = visit_state,
  .state_size = sizeof (BigSix),
  .on = {
    [SKY_EVENT_ROUND_START] = on_round_start,
    [SKY_EVENT_WAGER] = on_wager,
    [SKY_EVENT_RESULT] = on_result,
    [SKY_EVENT_CALL] = on_call,
    [SKY_EVENT_VOID] = on_void,
    [SKY_EVENT_ROUND_END] = on_round_end,
  },
  .bets_end = SKY_BETS_END_BY_EVENT,
  /* § 619a.2(a): prior to the spin. */
  .closes_by = SKY_EVENT_SPIN,
  .wager_name = wager_name,
  .marks = marks,
};
