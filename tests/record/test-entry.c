/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry line: each bet of each game, typed, is that bet; every other event by its format; and
 * what nobody can understand. */
#include "config.h"

#include "sky-bet-list.h"
#include "sky-entry.h"
#include "sky-roulette-layout.h"

#include <string.h>

#define START ((SkyTime) 1699128000 * SKY_SECOND)

typedef struct
{
  SkyLogHeader header;
  SkyFormatIndex formats;
  SkyJsonParser *parser;
  SkyTable *table;
  guint64 seq;
} Game;

static void
ignore_finding (gpointer user_data, SkyFinding *finding)
{
  sky_finding_free (finding);
}

static void
game_init (Game *self, SkyGameId game, SkyDay day)
{
  SkyTableSink sink = { .finding = ignore_finding };

  *self = (Game){ .header = { .property = "Keystone",
                              .table = "T-01",
                              .game = game,
                              .gaming_day = day,
                              .time_zone = "America/New_York",
                              .currency = "USD",
                              .version = 2,
                              .scope = { .classes = SKY_ALL_CLASSES } } };
  sky_format_index_init (&self->formats, game, 2, sky_game_lookup_bet);
  self->parser = sky_json_parser_new ();
  self->table = sky_table_new (&self->header, &self->formats, &sink);
}

static void
game_clear (Game *self)
{
  sky_table_free (self->table);
  sky_json_parser_free (self->parser);
}

/* Feeds the event of this type and these members. */
static void
feed (Game *self, const char *type, const char *members)
{
  char at[SKY_TIME_TEXT_SIZE];
  g_autofree char *line = g_strdup_printf (
      "{\"seq\":%" G_GUINT64_FORMAT ",\"at\":\"%s\",\"type\":\"%s\"%s%s}", ++self->seq,
      sky_time_format (START, at), type, members[0] != '\0' ? "," : "", members);
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (self->parser, line, strlen (line), FALSE, &cause);
  SkyEvent event;
  SkyReadNote note;

  g_assert_nonnull (root);
  g_assert_cmpint (sky_event_read (&self->formats, root, &event, &note), ==, SKY_READ_EVENT);
  sky_table_event (self->table, &event);
}

static const SkyEntryHand hand = { .seat = 2, .amount = 500 };

static SkyEntry *
parse (Game *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = g_strdup_printf ("w%" G_GUINT64_FORMAT, self->seq);
  SkyEntry *entry = sky_entry_parse (text, &hand, self->table, id, &error);

  g_assert_no_error (error);
  return entry;
}

/* Types the line and feeds what it means. */
static void
type (Game *self, const char *text)
{
  g_autoptr (SkyEntry) entry = parse (self, text);

  feed (self, sky_event_type_to_name (entry->type), entry->members);
}

static void
assert_is (const SkyWager *wager, const SkyBetRef *bet, SkyMoney amount)
{
  g_assert_true (&wager->bet->form == bet->form);
  g_assert_cmpint (wager->seat, ==, hand.seat);
  g_assert_cmpint (wager->amount, ==, amount);
  g_assert_false (wager->not_permissible);
  switch ((guint) bet->form->members)
    {
    case SKY_MEMBER_NUMBER:
      g_assert_cmpint (wager->number, ==, bet->number);
      break;
    case SKY_MEMBER_DICE:
      g_assert_cmpint (wager->dice[0], ==, bet->dice[0]);
      g_assert_cmpint (wager->dice[1], ==, bet->dice[1]);
      break;
    case SKY_MEMBER_SYMBOL:
      g_assert_true (sky_text_is (bet->symbol, wager->symbol));
      break;
    case SKY_MEMBER_AREA:
      g_assert_cmpint (wager->area, ==, hand.seat);
      break;
    default:
      g_assert_cmpint (wager->n_numbers, ==, bet->n_numbers);
      for (guint i = 0; i < bet->n_numbers; i++)
        g_assert_cmpint (wager->numbers[i], ==,
                         bet->form->members & SKY_MEMBER_NUMBERS
                             ? (gint) bet->numbers[i]
                             : sky_pocket_from_text (bet->number_texts[i]));
    }
}

/* By its code, with the amount typed and in hand; by its name; at another seat. */
static void
type_bet (Game *self, const SkyBetRef *bet)
{
  const SkyBet *of = (const SkyBet *) bet->form;
  g_autofree char *word = sky_entry_format_bet (bet);
  g_autofree char *line = g_strdup_printf ("%s 12.5", word);
  const char *members =
      word + (of->code[0] == '\0' && of->form.members == 0 ? strlen (word) : strlen (of->code));
  g_autofree char *named = g_strdup_printf ("%s %s $7", of->form.bet, members);

  type (self, line);
  assert_is (self->table->wager, bet, 1250);
  type (self, named);
  assert_is (self->table->wager, bet, 700);
  if ((of->flags & SKY_BET_IS_LATER) == 0)
    {
      type (self, word);
      assert_is (self->table->wager, bet, hand.amount);
    }
}

typedef struct
{
  SkyGameId game;
  guint n; /* bets, each with its members */
} Count;

static void
test_bets (gconstpointer data)
{
  const Count *count = data;
  Game game;
  g_autoptr (GArray) bets = NULL;

  game_init (&game, count->game, 19665);
  bets = sky_bet_list_new (&game.header, NULL);
  g_test_message ("%s: %u bets", sky_game_id_to_name (count->game), bets->len);
  g_assert_cmpuint (bets->len, ==, count->n);
  feed (&game, "round_start", "\"round\":1");
  for (guint i = 0; i < bets->len; i++)
    {
      const SkyBetRef *bet = &g_array_index (bets, SkyBetRef, i);

      if ((bet->form->members & SKY_MEMBER_SUPPORTS) == 0)
        type_bet (&game, bet);
    }
  game_clear (&game);
}

/* No two of a game's bets share a name, a word and members, or a word with an event. */
static void
test_words (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkyGame *game = sky_game_get (id);

      for (guint i = 0; i < game->n_bets; i++)
        {
          g_assert_nonnull (game->bets[i].code);
          for (SkyEventType event = 0; event < SKY_N_EVENT_TYPES; event++)
            {
              g_assert_cmpstr (game->bets[i].code, !=, sky_event_type_to_name (event));
              g_assert_cmpstr (game->bets[i].form.bet, !=, sky_event_type_to_name (event));
            }
          for (guint j = 0; j < game->n_bets; j++)
            {
              g_assert_true (i == j || game->bets[i].code[0] == '\0'
                             || !g_str_equal (game->bets[i].code, game->bets[j].code));
              g_assert_true (i == j || !g_str_equal (game->bets[i].code, game->bets[j].form.bet));
            }
        }
    }
}

static void
test_odds (void)
{
  Game game;

  game_init (&game, SKY_GAME_CRAPS, 19665);
  feed (&game, "round_start", "\"round\":1");
  type (&game, "p 10 wager=line");
  feed (&game, "result", "\"dice\":[5,5]");
  feed (&game, "round_end", "\"round\":1");
  sky_table_close_round (game.table);
  feed (&game, "round_start", "\"round\":2");
  type (&game, "come 10 wager=c1");
  feed (&game, "result", "\"dice\":[3,3]");
  feed (&game, "round_end", "\"round\":2");
  sky_table_close_round (game.table);
  feed (&game, "round_start", "\"round\":3");
  type (&game, "come 15 wager=c2");
  feed (&game, "result", "\"dice\":[5,4]");
  feed (&game, "round_end", "\"round\":3");
  sky_table_close_round (game.table);
  feed (&game, "round_start", "\"round\":4");
  type (&game, "odds 20");
  g_assert_cmpstr (game.table->wager->supports->id, ==, "line");
  g_assert_cmpint (game.table->wager->amount, ==, 2000);
  type (&game, "codds6 30");
  g_assert_cmpstr (game.table->wager->supports->id, ==, "c1");
  type (&game, "come_odds 9 30");
  g_assert_cmpstr (game.table->wager->supports->id, ==, "c2");
  type (&game, "codds 30");
  g_assert_cmpstr (game.table->wager->supports->id, ==, "c2");
  type (&game, "codds 5 30 supports=c1");
  g_assert_cmpstr (game.table->wager->supports->id, ==, "c1");
  type (&game, "@7 dp 10");
  g_assert_cmpint (game.table->wager->seat, ==, 7);
  type (&game, "@7 dodds 12");
  g_assert_cmpint (game.table->wager->supports->seat, ==, 7);
  type (&game, "fb13 1");
  g_assert_cmpint (game.table->wager->area, ==, 13);
  type (&game, "buy4 20 vig=1 via=cash_ confirmed=yes");
  g_assert_cmpint (game.table->wager->vig, ==, 100);
  g_assert_cmpint (game.table->wager->via, ==, SKY_VIA_CASH_VERBAL);
  game_clear (&game);
}

/* A War Wager is as much as the initial one. */
static void
test_later (void)
{
  Game game;

  game_init (&game, SKY_GAME_CASINO_WAR, 19665);
  feed (&game, "round_start", "\"round\":1");
  type (&game, "40.25");
  g_assert_cmpint (game.table->wager->amount, ==, 4025);
  type (&game, "t 3");
  type (&game, "w");
  g_assert_cmpstr (game.table->wager->bet->form.bet, ==, "war");
  g_assert_cmpint (game.table->wager->amount, ==, 4025);
  game_clear (&game);
}

typedef struct
{
  SkyGameId game;
  const char *text;
  const char *type;
  const char *members; /* NULL: refused */
} Line;

static const Line lines[] = {
  { SKY_GAME_CRAPS, "result 43", "result", "\"dice\":[4,3]" },
  { SKY_GAME_CRAPS, "result 4-3 observed=on_bank,stacked", "result",
    "\"dice\":[4,3],\"observed\":[\"on_bank\",\"stacked\"]" },
  { SKY_GAME_CRAPS, "puck on number=6", "puck", "\"on\":true,\"number\":6" },
  { SKY_GAME_CRAPS, "call 7 role=stickperson", "call", "\"total\":7,\"role\":\"stickperson\"" },
  { SKY_GAME_CRAPS, "throw", "throw", "" },
  { SKY_GAME_CRAPS, "void off_table stickperson", "void",
    "\"reason\":\"off_table\",\"role\":\"stickperson\"" },
  { SKY_GAME_CRAPS, "void \"no roll, said \\\"she\\\"\" stickperson", "void",
    "\"reason\":\"no roll, said \\\"she\\\"\",\"role\":\"stickperson\"" },
  { SKY_GAME_CRAPS, "rules {\"payout_unit\": 1, \"a\":[\"} ]\"]}", "rules",
    "\"submission\":{\"payout_unit\": 1, \"a\":[\"} ]\"]}" },
  { SKY_GAME_ROULETTE, "result 00", "result", "\"pocket\":\"00\"" },
  { SKY_GAME_ROULETTE, "result 17 9", "result", "\"pocket\":\"17\",\"revolutions\":9" },
  { SKY_GAME_ROULETTE, "result 17 observed=", "result", "\"pocket\":\"17\",\"observed\":[]" },
  { SKY_GAME_ROULETTE, "spin ccw cw", "spin", "\"wheel\":\"ccw\",\"ball\":\"cw\"" },
  { SKY_GAME_ROULETTE, "limits 5 5000.50", "limits", "\"min\":500,\"max\":500050" },
  { SKY_GAME_ROULETTE, "player 3 p1 yes colour=red", "player",
    "\"seat\":3,\"player\":\"p1\",\"present\":true,\"colour\":\"red\"" },
  { SKY_GAME_CASINO_WAR, "deal dealer 9c original", "deal",
    "\"to\":\"dealer\",\"card\":\"9C\",\"deal\":\"original\"" },
  { SKY_GAME_CASINO_WAR, "deal 3 9c war", "deal", "\"to\":3,\"card\":\"9C\",\"deal\":\"war\"" },
  { SKY_GAME_CASINO_WAR, "decision 3 war", "decision", "\"seat\":3,\"choice\":\"war\"" },
  { SKY_GAME_RAISE_IT_UP, "deal community jhjc,2d", "deal",
    "\"to\":\"community\",\"cards\":[\"JH\",\"JC\",\"2D\"]" },
  { SKY_GAME_PAI_GOW, "set dealer 3-6,4-6 1-6,1-3", "set",
    "\"to\":\"dealer\",\"high\":[\"3-6\",\"4-6\"],\"low\":[\"1-6\",\"1-3\"]" },
  { SKY_GAME_PAI_GOW, "expose 2 3-6", "expose", "\"to\":2,\"tile\":\"3-6\"" },
  { SKY_GAME_PAI_GOW, "result number=5", "result", "\"number\":5" },
  { SKY_GAME_PAI_GOW, "result dice=123", "result", "\"dice\":[1,2,3]" },
  { SKY_GAME_PAI_GOW, "style cup_say_r", "style", "\"style\":\"cup_say_right\"" },
  { SKY_GAME_PAI_GOW, "style house", "style", "\"style\":\"house\"" },
  { SKY_GAME_RAISE_IT_UP, "light 2 straight", "light", "\"seat\":2,\"hand\":\"straight\"" },
  { SKY_GAME_RAISE_IT_UP, "light 2 {\"a\":1}", "light", "\"seat\":2,\"hand\":{\"a\":1}" },
  { SKY_GAME_BIG_SIX, "joker 4", "wager",
    "\"wager\":\"w0\",\"seat\":2,\"bet\":\"symbol\",\"amount\":400,\"symbol\":\"joker\"" },
  { SKY_GAME_ROULETTE, "wager 17/20", "wager",
    "\"wager\":\"w0\",\"seat\":2,\"bet\":\"split\",\"amount\":500,\"numbers\":[\"17\",\"20\"]" },
  /* Refused. */
  { SKY_GAME_ROULETTE, "", NULL, NULL },
  { SKY_GAME_ROULETTE, "  ", NULL, NULL },
  { SKY_GAME_ROULETTE, "purple 5", NULL, NULL },
  { SKY_GAME_ROULETTE, "37 5", NULL, NULL },
  { SKY_GAME_ROULETTE, "1/2/4/5/7 5", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 5 9", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 0", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 1.234", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 99999999999999999", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 -5", NULL, NULL },
  { SKY_GAME_ROULETTE, "@x 17 5", NULL, NULL },
  { SKY_GAME_ROULETTE, "@0 17 5", NULL, NULL },
  { SKY_GAME_ROULETTE, "@17 17 5", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 5 stake=4", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 5 via=cloud", NULL, NULL },
  { SKY_GAME_ROULETTE, "17 5 via=c", NULL, NULL },
  { SKY_GAME_ROULETTE, "column", NULL, NULL },
  { SKY_GAME_ROULETTE, "first 5 5", NULL, NULL },
  { SKY_GAME_ROULETTE, "spin ccw", NULL, NULL },
  { SKY_GAME_ROULETTE, "spin ccw cw cw", NULL, NULL },
  { SKY_GAME_ROULETTE, "player 3 p1 maybe", NULL, NULL },
  { SKY_GAME_ROULETTE, "note \"\xff\"", NULL, NULL },
  { SKY_GAME_CRAPS, "craps 5", NULL, NULL },
  { SKY_GAME_CRAPS, "odds 5", NULL, NULL },
  { SKY_GAME_CRAPS, "codds x 5", NULL, NULL },
  { SKY_GAME_CRAPS, "hop 4/7 5", NULL, NULL },
  { SKY_GAME_CRAPS, "hop 4/3/2 5", NULL, NULL },
  { SKY_GAME_CRAPS, "hx 5", NULL, NULL },
  { SKY_GAME_CRAPS, "result 47", NULL, NULL },
  { SKY_GAME_CRAPS, "result 434", NULL, NULL },
  { SKY_GAME_CRAPS, "shooter x", NULL, NULL },
  { SKY_GAME_CRAPS, "power_odds x", NULL, NULL },
  { SKY_GAME_CASINO_WAR, "w", NULL, NULL },
  { SKY_GAME_CASINO_WAR, "deal 3 9x war", NULL, NULL },
  { SKY_GAME_CASINO_WAR, "deal 3 9c9d war", NULL, NULL },
  { SKY_GAME_CASINO_WAR, "deal nobody 9c war", NULL, NULL },
  { SKY_GAME_CASINO_WAR, "decision 3 retreat", NULL, NULL },
  { SKY_GAME_RAISE_IT_UP, "deal 2 jhj", NULL, NULL },
  { SKY_GAME_PAI_GOW, "set 2 3-6 1-6,1-3", NULL, NULL },
  { SKY_GAME_PAI_GOW, "set 2 3-6,x 1-6,1-3", NULL, NULL },
  { SKY_GAME_BIG_SIX, "ace 5", NULL, NULL },
};

static void
test_line (gconstpointer data)
{
  const Line *line = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyEntry) entry = NULL;
  Game game;

  game_init (&game, line->game, 19665);
  entry = sky_entry_parse (line->text, &hand, game.table, "w0", &error);
  if (line->members == NULL)
    {
      g_assert_null (entry);
      g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_ENTRY);
      g_test_message ("%s", error->message);
    }
  else
    {
      g_assert_no_error (error);
      g_assert_cmpstr (sky_event_type_to_name (entry->type), ==, line->type);
      g_assert_cmpstr (entry->members, ==, line->members);
    }
  game_clear (&game);
}

/* Nothing in hand. */
static void
test_empty_hand (void)
{
  static const SkyEntryHand nobody = { 0 };
  static const SkyEntryHand poor = { .seat = 1 };
  g_autoptr (GError) error = NULL;
  Game game;

  game_init (&game, SKY_GAME_ROULETTE, 19665);
  g_assert_null (sky_entry_parse ("17 5", &nobody, game.table, "w1", &error));
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_ENTRY);
  g_clear_error (&error);
  g_assert_null (sky_entry_parse ("17", &poor, game.table, "w1", &error));
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_ENTRY);
  game_clear (&game);
}

/* Any bytes are either understood or refused, and what is understood is JSON. */
static void
test_anything (void)
{
  static const char *const bits[] = {
    "17", "/",  " ", "@2", "red",  "h8",   "deal", "=",      "\"", "{", "}", "[",
    "]",  "\\", "$", "5.", "odds", "via=", "9c",   "result", ",",  "é", "-", "joker"
  };

  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
      Game game;

      game_init (&game, id, 19665);
      for (guint i = 0; i < 3000; i++)
        {
          g_autoptr (GString) text = g_string_new (NULL);
          g_autoptr (GError) error = NULL;
          g_autoptr (SkyEntry) entry = NULL;

          for (gint n = g_test_rand_int_range (1, 8); n > 0; n--)
            g_string_append (text, bits[g_test_rand_int_range (0, G_N_ELEMENTS (bits))]);
          entry = sky_entry_parse (text->str, &hand, game.table, "w0", &error);
          g_assert_true ((entry == NULL) == (error != NULL));
        }
      game_clear (&game);
    }
}

int
main (int argc, char *argv[])
{
  static const Count counts[] = {
    { SKY_GAME_CRAPS, 75 },     { SKY_GAME_MINI_CRAPS, 75 },     { SKY_GAME_PAI_GOW, 2 },
    { SKY_GAME_SIC_BO, 50 },    { SKY_GAME_ROULETTE, 199 },      { SKY_GAME_BIG_SIX, 7 },
    { SKY_GAME_CASINO_WAR, 4 }, { SKY_GAME_PROPS_AND_HOPS, 29 }, { SKY_GAME_RAISE_IT_UP, 6 },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/entry/words", test_words);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/entry/bets/%s", sky_game_id_to_name (counts[i].game));

      g_test_add_data_func (path, &counts[i], test_bets);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *path = g_strdup_printf ("/entry/lines/%u", i);

      g_test_add_data_func (path, &lines[i], test_line);
    }
  g_test_add_func ("/entry/odds", test_odds);
  g_test_add_func ("/entry/later", test_later);
  g_test_add_func ("/entry/empty-hand", test_empty_hand);
  g_test_add_func ("/entry/anything", test_anything);
  return g_test_run ();
}
