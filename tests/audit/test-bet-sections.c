/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every bet of every game, with every value of its own members, through each check that can name
 * it: the section that the finding cites is the one that the regulation gives the wager
 * (bet-sections.h). The wagers come from the games' own tables. */
#include "config.h"

#include "sky-audit.h"
#include "sky-roulette-layout.h"

#include "bet-sections.h"

#include <string.h>

/* The wager that is looked at. Its parts, two, four or five, are whole dollars. */
#define ID     "w"
#define AMOUNT 2000

typedef struct _Play Play;

/* A game on a day. */
typedef struct
{
  const char *name;
  SkyGameId id;
  const char *lines; /* whose lines of bet-sections.h are its own */
  const char *day;
  const char *submission;
  /* The ways of playing it, of which one decides each wager, and those of placing one. */
  guint n_ways;
  guint n_places;
  void (*write) (Play *play, guint way, guint place);
} Game;

/* A log as it is written. */
struct _Play
{
  const Game *game;
  const char *day;
  const char *submission;
  const char *bet;
  const char *members; /* the wager's own, with ' for " */
  guint way;
  guint place;

  /* What the case adds, as lines; NULL: nothing. */
  const char *behind_wager;
  const char *behind_result; /* of the round @settled */
  gint64 settled;

  GString *log;
  guint64 seq;
  gint64 round;
};

/* "type 'member':1,…": events, a line each. */
static void
tell (Play *play, const char *lines)
{
  g_auto (GStrv) list = g_strsplit (lines, "\n", -1);

  for (guint i = 0; list[i] != NULL; i++)
    {
      const char *blank = strchr (list[i], ' ');
      g_autofree char *members = NULL;
      gsize length = blank != NULL ? (gsize) (blank - list[i]) : strlen (list[i]);

      if (length == 0)
        continue;
      members = g_strdelimit (g_strdup (blank != NULL ? blank + 1 : ""), "'", '"');
      play->seq++;
      g_string_append_printf (play->log,
                              "{\"seq\":%" G_GUINT64_FORMAT
                              ",\"at\":\"%sT12:%02u:%02u.000000Z\",\"type\":\"%.*s\"%s%s}\n",
                              play->seq, play->day, (guint) play->seq / 60, (guint) play->seq % 60,
                              (int) length, list[i], *members != '\0' ? "," : "", members);
    }
}

static void G_GNUC_PRINTF (2, 3) tellf (Play *play, const char *format, ...)
{
  g_autofree char *lines = NULL;
  va_list args;

  va_start (args, format);
  lines = g_strdup_vprintf (format, args);
  va_end (args);
  tell (play, lines);
}

static void
begin_round (Play *play)
{
  tellf (play, "round_start 'round':%" G_GINT64_FORMAT, ++play->round);
}

/* The wager itself. */
static void
place (Play *play)
{
  tellf (play, "wager 'wager':'" ID "','seat':1,'bet':'%s','amount':%d%s%s", play->bet, AMOUNT,
         *play->members != '\0' ? "," : "", play->members);
  if (play->behind_wager != NULL)
    tell (play, play->behind_wager);
}

static void
end_round (Play *play)
{
  if (play->round == play->settled && play->behind_result != NULL)
    tell (play, play->behind_result);
  tellf (play, "round_end 'round':%" G_GINT64_FORMAT, play->round);
}

static GBytes *
write_log (Play *play)
{
  play->log = g_string_new (NULL);
  play->seq = 0;
  play->round = 0;
  g_string_append_printf (play->log,
                          "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\","
                          "\"table\":\"T-01\",\"game\":\"%s\",\"gaming_day\":\"%s\","
                          "\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}\n",
                          sky_game_id_to_name (play->game->id), play->day);
  tellf (play, "table_open\nrules 'submission':%s", play->submission);
  tell (play, "player 'seat':1,'player':'p1','present':true\n"
              "player 'seat':2,'player':'p2','present':true");
  play->game->write (play, play->way, play->place);
  tell (play, "table_close");
  return g_string_free_to_bytes (g_steal_pointer (&play->log));
}

static SkyLog *
open_log (Play *play)
{
  g_autoptr (GBytes) bytes = write_log (play);
  g_autoptr (GError) error = NULL;
  SkyLog *log = sky_log_new_from_bytes (bytes, "bet-sections.tel.jsonl", &error);

  g_assert_no_error (error);
  return log;
}

static SkyLogAudit *
audit (Play *play)
{
  g_autoptr (SkyLog) log = open_log (play);
  g_autoptr (GError) error = NULL;
  SkyLogAudit *made = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < made->findings->len; i++)
    {
      const SkyFinding *finding = made->findings->pdata[i];

      /* The log means what it says, and under chapter 539 all of subpart K that is cited is its. */
      g_assert_cmpuint (finding->check, !=, SKY_CHECK_LOG_MALFORMED_LINE);
      g_assert_cmpuint (finding->check, !=, SKY_CHECK_LOG_UNKNOWN_TYPE);
      if (g_str_equal (play->game->lines, "539"))
        g_assert_true (finding->section == NULL || !g_str_has_prefix (finding->section, "625a"));
    }
  return made;
}

static const SkyFinding *
find (const SkyLogAudit *made, SkyCheck check)
{
  for (guint i = 0; i < made->findings->len; i++)
    {
      const SkyFinding *finding = made->findings->pdata[i];

      if (finding->check == check && g_strcmp0 (finding->wager, ID) == 0)
        return finding;
    }
  return NULL;
}

/* Plays the case and asserts that @check names the wager, by @section. */
static void
assert_cites (Play *play, SkyCheck check, const char *section)
{
  g_autoptr (SkyLogAudit) made = audit (play);
  const SkyFinding *finding = find (made, check);

  if (finding == NULL || g_strcmp0 (finding->section, section) != 0)
    g_error ("%s: %s on %s {%s} cites %s, not %s", play->game->name, sky_check_info (check)->name,
             play->bet, play->members, finding != NULL ? finding->section : "nothing", section);
}

/* The plays. */

#define MAX_THROWS 20

/* The throws of a play at craps: dice in pairs. */
static guint
list_throws (guint way, guint8 throws[MAX_THROWS])
{
  static const guint8 long_ways[][MAX_THROWS] = {
    /* All six points with all their dice, and a loser 7. */
    { 13, 22, 14, 23, 15, 24, 33, 15, 26, 35, 44, 26, 36, 45, 46, 55, 13, 34 },
    /* A point, the five others, and the point. */
    { 13, 14, 15, 26, 36, 46, 13 },
    /* Every number but 7. */
    { 11, 12, 13, 14, 15, 26, 36, 46, 56, 66 },
    /* A Come Bet's point, and that again or a 7. */
    { 24, 26, 35 },
    { 24, 26, 34 },
  };
  guint n = 0;

  if (way < G_N_ELEMENTS (long_ways))
    {
      memcpy (throws, long_ways[way], MAX_THROWS);
      while (n < MAX_THROWS && throws[n] != 0)
        n++;
      return n;
    }
  /* The point 6, and one of the combinations. */
  way -= G_N_ELEMENTS (long_ways);
  throws[0] = 24;
  for (guint8 low = 1; low <= 6; low++)
    for (guint8 high = low; high <= 6; high++)
      if (way-- == 0)
        throws[1] = (guint8) (low * 10 + high);
  return 2;
}

#define CRAPS_WAYS (5 + 21)

/* Odds want their flat wager a throw before them. */
static const char *
flat_bet (const char *bet)
{
  return g_str_equal (bet, "pass_odds")        ? "pass"
         : g_str_equal (bet, "dont_pass_odds") ? "dont_pass"
         : g_str_equal (bet, "come_odds")      ? "come"
         : g_str_equal (bet, "dont_come_odds") ? "dont_come"
                                               : NULL;
}

static void
write_craps (Play *play, guint way, guint at)
{
  guint8 throws[MAX_THROWS];
  guint n = list_throws (way, throws);
  const char *flat = flat_bet (play->bet);

  tell (play, "shooter 'seat':1");
  for (guint i = 0; i < n; i++)
    {
      begin_round (play);
      if (i == 0)
        tell (play, "wager 'wager':'line','seat':2,'bet':'pass','amount':1000");
      if (i + 1 == at && flat != NULL)
        tellf (play, "wager 'wager':'flat','seat':1,'bet':'%s','amount':1000", flat);
      if (i == at)
        place (play);
      tellf (play, "throw\nresult 'dice':[%u,%u]", throws[i] / 10, throws[i] % 10);
      end_round (play);
    }
}

static void
write_sic_bo (Play *play, guint way, guint at)
{
  /* Totals from 4 to 17 and every triple, double and pair. */
  static const guint16 dice[] = { 112, 113, 122, 123, 133, 134, 144, 145, 155, 156, 166, 266, 366,
                                  466, 566, 111, 222, 333, 444, 555, 666, 224, 225, 235, 245, 256,
                                  334, 335, 344, 346, 355, 445, 455, 236, 246, 124, 125, 126, 135 };

  begin_round (play);
  place (play);
  tellf (play, "no_more_bets\nshake 'times':3,'device':'manual'\nreveal\nresult 'dice':[%u,%u,%u]",
         dice[way] / 100, dice[way] / 10 % 10, dice[way] % 10);
  end_round (play);
}

#define SIC_BO_WAYS 39

static void
write_roulette (Play *play, guint way, guint at)
{
  char pocket[4];

  begin_round (play);
  place (play);
  tellf (play, "spin 'wheel':'cw','ball':'ccw'\nno_more_bets\nresult 'pocket':'%s','revolutions':6",
         sky_pocket_to_text ((int) way, pocket));
  end_round (play);
}

static void
write_big_six (Play *play, guint way, guint at)
{
  /* The joker's, the flag's and one section of each other symbol. */
  static const struct
  {
    guint section;
    const char *symbol;
  } sections[] = { { 0, "joker" }, { 1, "1" },   { 2, "2" },    { 4, "5" },
                   { 7, "10" },    { 13, "20" }, { 27, "flag" } };

  begin_round (play);
  place (play);
  tellf (play, "no_more_bets\nspin\nresult 'section':%u,'symbol':'%s','revolutions':5",
         sections[way].section, sections[way].symbol);
  end_round (play);
}

#define BIG_SIX_WAYS 7

static void
write_props (Play *play, guint way, guint at)
{
  static const guint8 shake[] = { 15, 24, 33, 26, 35, 44 };
  guint8 throws[MAX_THROWS] = { 0 };
  guint n = 1;

  if (way == 0)
    {
      memcpy (throws, shake, sizeof shake);
      n = sizeof shake;
    }
  else
    for (guint8 low = 1, left = (guint8) way; low <= 6; low++)
      for (guint8 high = low; high <= 6; high++)
        if (--left == 0)
          throws[0] = (guint8) (low * 10 + high);
  for (guint i = 0; i < n; i++)
    {
      begin_round (play);
      if (i == 0)
        place (play);
      tellf (play, "no_more_bets\nshake 'by':1,'times':3,'lid':'dealer'\nresult 'dice':[%u,%u]",
             throws[i] / 10, throws[i] % 10);
      end_round (play);
    }
}

#define PROPS_WAYS 22

static void
write_casino_war (Play *play, guint way, guint at)
{
  gboolean is_initial = g_str_equal (play->bet, "initial");

  tell (play, "shuffle 'cards':312\nburn 'count':1");
  begin_round (play);
  if (!is_initial)
    tell (play, "wager 'wager':'initial','seat':1,'bet':'initial','amount':2000");
  if (at == 0)
    place (play);
  tellf (play,
         "no_more_bets\ndeal 'to':1,'card':'KS','deal':'original'\n"
         "deal 'to':'dealer','card':'%s','deal':'original'",
         way == 0 ? "2S" : "KD");
  if (way > 0)
    {
      tell (play, "decision 'seat':1,'choice':'war'");
      if (g_str_equal (play->bet, "war_tie"))
        tell (play, "wager 'wager':'war','seat':1,'bet':'war','amount':2000");
      if (at == 1)
        place (play);
      tellf (play,
             "burn 'count':3\ndeal 'to':1,'card':'9S','deal':'war'\n"
             "deal 'to':'dealer','card':'%s','deal':'war'",
             way == 1 ? "8S" : "9D");
    }
  end_round (play);
}

#define CASINO_WAR_WAYS 3

static void
write_raise_it_up (Play *play, guint way, guint at)
{
  begin_round (play);
  if (!g_str_equal (play->bet, "ante"))
    tell (play, "wager 'wager':'ante','seat':1,'bet':'ante','amount':2000");
  if (!g_str_equal (play->bet, "blind"))
    tell (play, "wager 'wager':'blind','seat':1,'bet':'blind','amount':2000");
  if (at == 0)
    place (play);
  tell (play, "no_more_bets\ndeal 'to':1,'cards':['AS','KS','QS']\n"
              "deal 'to':'community','cards':['JS','TS','2D']");
  if (at == 1)
    place (play);
  else
    tell (play, "wager 'wager':'play','seat':1,'bet':'play','amount':2000");
  tell (play, "decision 'seat':1,'street':3,'choice':'play'\nreveal 'street':4,'card':'JS'\n"
              "reveal 'street':5,'card':'TS'\nreveal 'street':6,'card':'2D'");
  end_round (play);
}

static void
write_pai_gow (Play *play, guint way, guint at)
{
  gboolean banked = g_str_equal (play->bet, "dealer_vs_bank");

  /* Nobody banks the first round. */
  if (banked)
    {
      begin_round (play);
      end_round (play);
    }
  begin_round (play);
  if (banked)
    tell (play, "decision 'seat':1,'choice':'bank'\n"
                "bank 'seat':1,'co':false,'dealer_wager':2000,'chips':1000000");
  place (play);
  /* A count of three: from the dealer the second seat, from the bank the third. */
  tellf (play,
         "no_more_bets\nshake 'by':'dealer','times':3\nresult 'dice':[1,1,1]\ncall 'total':3\n"
         "deal 'to':%d,'tiles':['4-4','1-3','2-4','2-6'],'order':1",
         banked ? 3 : 2);
  tellf (play,
         "deal 'to':%s,'tiles':['6-6','6-6','1-1','1-1'],'order':7\n"
         "deal 'to':%s,'tiles':['1-4','2-5','1-6','3-6'],'order':8",
         banked ? "'dealer'" : "1", banked ? "1" : "'dealer'");
  tellf (play,
         "set 'to':%s,'high':['6-6','6-6'],'low':['1-1','1-1']\n"
         "set 'to':%s,'high':['2-5','1-6'],'low':['1-4','3-6']\nreveal 'seat':1",
         banked ? "'dealer'" : "1", banked ? "1" : "'dealer'");
  end_round (play);
}

#define SIDE_WAGERS                                                                                \
  "'fire_bet':'A','bonus_craps':'1','hot_roller':'A','lucky_shooter':'A',"                         \
  "'hot_shooter_jackpot':true,'automation':'full','buy':{'vig_percent':5,'collect':'on_win'},"     \
  "'lay':{'vig_percent':5,'collect':'on_win'}"
#define ALL_DICE "[[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[2,2]]"

static const Game games[] = {
  { "craps", SKY_GAME_CRAPS, "craps", "2023-11-04", "{" SIDE_WAGERS "}", CRAPS_WAYS, 3,
    write_craps },
  { "mini_craps", SKY_GAME_MINI_CRAPS, "craps", "2023-11-04", "{" SIDE_WAGERS "}", CRAPS_WAYS, 3,
    write_craps },
  { "pai_gow", SKY_GAME_PAI_GOW, "pai_gow", "2023-11-04", "{'player_bank':true}", 1, 1,
    write_pai_gow },
  { "sic_bo", SKY_GAME_SIC_BO, "sic_bo", "2023-11-04", "{}", SIC_BO_WAYS, 1, write_sic_bo },
  { "sic_bo-539", SKY_GAME_SIC_BO, "539", "2010-11-04", "{}", SIC_BO_WAYS, 1, write_sic_bo },
  { "roulette", SKY_GAME_ROULETTE, "roulette", "2023-11-04", "{'five_adjacent':true}",
    SKY_N_POCKETS, 1, write_roulette },
  { "big_six", SKY_GAME_BIG_SIX, "big_six", "2023-11-04", "{}", BIG_SIX_WAYS, 1, write_big_six },
  { "casino_war", SKY_GAME_CASINO_WAR, "casino_war", "2023-11-04", "{}", CASINO_WAR_WAYS, 2,
    write_casino_war },
  { "props_and_hops", SKY_GAME_PROPS_AND_HOPS, "props_and_hops", "2023-11-04",
    "{'hop_layout':{'top':" ALL_DICE ",'left':" ALL_DICE ",'right':" ALL_DICE ",'center':" ALL_DICE
    "}}",
    PROPS_WAYS, 1, write_props },
  { "raise_it_up", SKY_GAME_RAISE_IT_UP, "raise_it_up", "2023-11-04",
    "{'six_card_bonus':'A','progressive':{'seed':100000,'increment_percent':14,'meter':'m'}}", 1, 2,
    write_raise_it_up },
};

/* The regulation's lines. */

static gboolean used[G_N_ELEMENTS (bet_sections)];

static const BetSection *
look_up (const Game *game, const char *bet, const char *members)
{
  const BetSection *of_all = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bet_sections); i++)
    {
      const BetSection *line = &bet_sections[i];

      if (!g_str_equal (line->game, game->lines) || !g_str_equal (line->bet, bet))
        continue;
      if (*line->members == '\0')
        of_all = line;
      else if (g_str_equal (line->members, members))
        {
          used[i] = TRUE;
          return line;
        }
    }
  if (of_all == NULL)
    g_error ("%s: no line of the regulation is written out for %s", game->name, bet);
  used[of_all - bet_sections] = TRUE;
  return of_all;
}

/* Settlements. */

/* What a settlement hands over. */
typedef struct
{
  gboolean wins;
  gboolean loses;
  gint64 paid;
  gint64 taken;
  gint64 returned;
  gint64 vig;
} Handed;

static gint64
read_member (const char *json, const char *name)
{
  g_autofree char *key = g_strdup_printf ("\"%s\":", name);
  const char *at = strstr (json, key);

  return at != NULL ? g_ascii_strtoll (at + strlen (key), NULL, 10) : 0;
}

static Handed
read_handed (const char *json)
{
  return (Handed){
    .wins = strstr (json, "\"win\"") != NULL,
    .loses = strstr (json, "\"lose\"") != NULL,
    .paid = read_member (json, "paid"),
    .taken = read_member (json, "taken"),
    .returned = read_member (json, "returned"),
    .vig = read_member (json, "vig"),
  };
}

static char *
settle (const char *outcome, gint64 paid, gint64 taken, gint64 returned, gint64 vig)
{
  return g_strdup_printf ("settle 'wager':'" ID "','outcome':'%s','paid':%" G_GINT64_FORMAT
                          ",'taken':%" G_GINT64_FORMAT ",'returned':%" G_GINT64_FORMAT
                          ",'vig':%" G_GINT64_FORMAT "\n",
                          outcome, paid, taken, returned, vig);
}

#define DISPUTE                                                                                    \
  "dispute 'dispute':'d','seat':1,'wager':'" ID                                                    \
  "','claim':{'outcome':'win','paid':1},'text':'mine'\n"
#define RULING "ruling 'dispute':'d','role':'floorperson','decision':'stands','text':'no'\n"
#define LOST   "settle 'wager':'" ID "','outcome':'lose','taken':2000\n"
#define WON    "settle 'wager':'" ID "','outcome':'win','paid':2000,'returned':2000\n"
#define CALLED "void 'reason':'improper_throw','role':'stickperson'\n"

/* TRUE when the play decides the wager in the end; @due and @settled tell how and in which round.
 */
static gboolean
is_decided (Play *play, Handed *due, gint64 *round)
{
  g_autoptr (SkyLogAudit) made = audit (play);
  const SkyFinding *missing = find (made, SKY_CHECK_SETTLE_MISSING);

  if (missing == NULL)
    return FALSE;
  *due = read_handed (missing->recomputed);
  *round = missing->round;
  return TRUE;
}

/* Finds a play that decides the wager, as won if any does. */
static void
find_play (Play *play, Handed *due)
{
  guint way = 0, at = 0;
  gboolean found = FALSE;

  for (play->place = 0; play->place < play->game->n_places; play->place++)
    for (play->way = 0; play->way < play->game->n_ways; play->way++)
      {
        Handed how;
        gint64 round;

        if (!is_decided (play, &how, &round) || (found && !how.wins) || how.wins + how.loses == 0)
          continue;
        *due = how;
        play->settled = round;
        way = play->way;
        at = play->place;
        found = TRUE;
        if (how.wins)
          return;
      }
  if (!found)
    g_error ("%s: no play decides %s {%s}", play->game->name, play->bet, play->members);
  play->way = way;
  play->place = at;
}

static void
check_undecided (Play *play, const BetSection *line)
{
  const char *section = line->section;

  /* The round's result came, too late. */
  play->behind_wager = WON;
  assert_cites (play, SKY_CHECK_SETTLE_PREMATURE, line->decided != NULL ? line->decided : section);
  play->behind_wager = DISPUTE;
  assert_cites (play, SKY_CHECK_DISPUTE_OPEN, section);
  play->behind_wager = "wager_change 'wager':'" ID "','action':'remove'\n" WON;
  assert_cites (play, SKY_CHECK_SETTLE_PREMATURE, section);
  play->behind_wager = NULL;
}

/* A void of the throw or the round. A Six Eight Shake it leaves up. */
static void
check_void (Play *play, const char *section)
{
  gboolean stays_up = g_str_equal (play->bet, "six_eight_shake");

  play->behind_result = CALLED LOST DISPUTE RULING;
  assert_cites (play, stays_up ? SKY_CHECK_SETTLE_PREMATURE : SKY_CHECK_SETTLE_OUTCOME, section);
  assert_cites (play, SKY_CHECK_DISPUTE_OPEN, section);
  if (!stays_up)
    assert_cites (play, SKY_CHECK_DISPUTE_RULING, section);
}

static const char *
vigorish_section (const Game *game)
{
  return g_str_equal (game->lines, "craps")     ? "623a.5(g)(3)"
         : g_str_equal (game->lines, "pai_gow") ? "621a.10(k)"
                                                : NULL;
}

static void
check_decided (Play *play, const Handed *due, const BetSection *line)
{
  const char *section = line->decided != NULL ? line->decided : line->section;
  const char *outcome = due->wins ? "win" : "lose";
  g_autofree char *right = settle (outcome, due->paid, due->taken, due->returned, due->vig);
  g_autofree char *twice = g_strconcat (right, right, NULL);
  g_autofree char *disputed = g_strconcat (right, DISPUTE, NULL);
  g_autofree char *overpaid = settle (outcome, due->paid + 1, due->taken, due->returned, due->vig);
  g_autofree char *of_stake =
      settle (outcome, due->paid, due->taken + 1, due->returned - 1, due->vig);
  g_autofree char *vigorish = settle (outcome, due->paid, due->taken, due->returned, due->vig + 1);

  play->behind_result = NULL;
  assert_cites (play, SKY_CHECK_SETTLE_MISSING, section);
  play->behind_result = twice;
  assert_cites (play, SKY_CHECK_SETTLE_TWICE, section);
  play->behind_result = disputed;
  assert_cites (play, SKY_CHECK_DISPUTE_OPEN, section);
  play->behind_result = overpaid;
  assert_cites (play, SKY_CHECK_SETTLE_PAYOUT, due->wins ? line->odds_section : section);
  play->behind_result = of_stake;
  assert_cites (play, SKY_CHECK_SETTLE_STAKE, section);
  if (vigorish_section (play->game) != NULL)
    {
      play->behind_result = vigorish;
      assert_cites (play, SKY_CHECK_SETTLE_VIGORISH, vigorish_section (play->game));
    }
  play->behind_result = due->wins ? LOST DISPUTE RULING : WON DISPUTE RULING;
  assert_cites (play, SKY_CHECK_SETTLE_OUTCOME, section);
  assert_cites (play, SKY_CHECK_DISPUTE_OPEN, section);
  if (due->wins)
    assert_cites (play, SKY_CHECK_DISPUTE_RULING, section);
}

/* The steps of the round that decides it, and that in which it was placed: the wager's cite its
 * section or what it pays, all of them the chapter in force. */
static void
check_steps (Play *play, const BetSection *line)
{
  g_autoptr (SkyLog) log = open_log (play);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) steps = sky_audit_explain (log, play->settled, ID, &error);
  gboolean placed = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < steps->len; i++)
    {
      const SkyStep *step = steps->pdata[i];
      g_autofree char *text = sky_phrase_english (step->text);

      if (g_str_equal (play->game->lines, "539") && step->section != NULL)
        g_assert_true (g_str_has_prefix (step->section, "539."));
      if (strstr (text, " placed by seat ") != NULL)
        {
          placed = TRUE;
          g_assert_cmpstr (step->section, ==, line->section);
        }
    }
  g_assert_true (placed);
}

static const SkyBet *
find_bet (const Game *game, const char *name)
{
  const SkyGame *module = sky_game_get (game->id);

  for (guint i = 0; i < module->n_bets; i++)
    if (g_str_equal (module->bets[i].form.bet, name))
      return &module->bets[i];
  g_assert_not_reached ();
}

static void
check_not_in_force (Play *play, const char *section)
{
  const SkyBet *bet = find_bet (play->game, play->bet);

  if (bet->edition == NULL)
    return;
  play->day = "2015-11-04";
  assert_cites (play, SKY_CHECK_RULES_NOT_IN_FORCE, section);
  play->day = play->game->day;
}

static void
check_wager (const Game *game, const char *bet, const char *members)
{
  const BetSection *line = look_up (game, bet, members);
  Play play = {
    .game = game, .day = game->day, .submission = game->submission, .bet = bet, .members = members
  };
  Handed due = { 0 };

  find_play (&play, &due);
  check_undecided (&play, line);
  check_decided (&play, &due, line);
  check_void (&play, line->section);
  check_steps (&play, line);
  play.behind_result = NULL;
  check_not_in_force (&play, line->section);
  play.submission = "{'wagers':[],'place_lose':false}";
  assert_cites (&play, SKY_CHECK_WAGER_NOT_OFFERED, line->section);
}

/* Which wagers there are. */

typedef struct
{
  const Game *game;
  const char *bet;
  guint n; /* wagers that the chapter has */
} Visit;

static void G_GNUC_PRINTF (2, 3) visit (Visit *self, const char *format, ...)
{
  g_autofree char *members = NULL;
  g_autoptr (SkyLogAudit) made = NULL;
  const SkyFinding *refused;
  va_list args;
  Play play;

  va_start (args, format);
  members = g_strdup_vprintf (format, args);
  va_end (args);
  play = (Play){ .game = self->game,
                 .day = self->game->day,
                 .submission = self->game->submission,
                 .place = self->game->n_places - 1,
                 .bet = self->bet,
                 .members = members };
  made = audit (&play);
  refused = find (made, SKY_CHECK_WAGER_NOT_PERMISSIBLE);
  if (refused == NULL)
    {
      check_wager (self->game, self->bet, members);
      self->n++;
    }
  else
    g_assert_cmpstr (refused->section, ==, look_up (self->game, self->bet, members)->section);
}

static void
visit_numbers (Visit *self, const int *numbers, guint n)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      char text[4];

      g_string_append_printf (list, "%s'%s'", i > 0 ? "," : "",
                              sky_pocket_to_text (numbers[i], text));
    }
  visit (self, "'numbers':[%s]", list->str);
}

/* Groups of the layout, and some that are none. */
static void
visit_groups (Visit *self)
{
  guint size = g_str_equal (self->bet, "split")   ? 2
               : g_str_equal (self->bet, "three") ? 3
               : g_str_equal (self->bet, "four")  ? 4
                                                  : 6;

  for (int first = 0; first < SKY_N_POCKETS; first++)
    {
      int row[] = { first, first + 1, first + 2, first + 3, first + 4, first + 5 };
      int corner[] = { first, first + 1, first + 3, first + 4 };

      if (size == 2)
        for (int other = first + 1; other < SKY_N_POCKETS; other++)
          {
            guint64 set = SKY_POCKET_BIT (first) | SKY_POCKET_BIT (other);
            int pair[] = { first, other };

            if (other == first + 2 || sky_layout_is_group (SKY_WHEEL_DOUBLE_ZERO, set))
              visit_numbers (self, pair, 2);
          }
      else if (size == 4 && first + 4 < SKY_N_POCKETS)
        visit_numbers (self, corner, 4);
      else if (size != 4 && first + (int) size <= SKY_N_POCKETS)
        visit_numbers (self, row, size);
    }
  if (size == 3)
    {
      visit_numbers (self, (int[]){ 0, 2, SKY_POCKET_DOUBLE_ZERO }, 3);
      visit_numbers (self, (int[]){ 2, 3, SKY_POCKET_DOUBLE_ZERO }, 3);
      visit_numbers (self, (int[]){ 0, 2, 3 }, 3);
    }
}

static void
visit_bet (Visit *self, const SkyBet *bet)
{
  char pocket[4];

  switch ((guint) bet->form.members)
    {
    case 0:
      visit (self, "%s", "");
      return;
    case SKY_MEMBER_NUMBER:
      for (guint number = 0; number <= 18; number++)
        visit (self, "'number':%u", number);
      return;
    case SKY_MEMBER_NUMBER_TEXT:
      for (int number = 0; number < SKY_N_POCKETS; number++)
        visit (self, "'number':'%s'", sky_pocket_to_text (number, pocket));
      return;
    case SKY_MEMBER_NUMBERS:
    case SKY_MEMBER_DICE:
      for (guint low = 1; low <= 6; low++)
        for (guint high = low; high <= 6; high++)
          visit (self, "'%s':[%u,%u]", bet->form.members == SKY_MEMBER_DICE ? "dice" : "numbers",
                 low, high);
      return;
    case SKY_MEMBER_NUMBERS_TEXT:
      visit_groups (self);
      return;
    case SKY_MEMBER_SUPPORTS:
      visit (self, "'supports':'flat'");
      return;
    case SKY_MEMBER_AREA:
      visit (self, "'area':1");
      return;
    case SKY_MEMBER_SYMBOL:
      for (guint i = 0; i < bet->n_pays; i++)
        visit (self, "'symbol':'%s'", bet->pays[i].code);
      visit (self, "'symbol':'30'");
      return;
    default:
      g_assert_not_reached ();
    }
}

static void
test_game (gconstpointer data)
{
  const Game *game = data;
  const SkyGame *module = sky_game_get (game->id);
  guint n = 0;

  for (guint i = 0; i < module->n_bets; i++)
    {
      Visit self = { game, module->bets[i].form.bet, 0 };

      visit_bet (&self, &module->bets[i]);
      g_assert_cmpuint (self.n, >, 0);
      n += self.n;
    }
  g_test_message ("%u wagers", n);
  /* No line of the regulation was left out. */
  for (guint i = 0; i < G_N_ELEMENTS (bet_sections); i++)
    if (g_str_equal (bet_sections[i].game, game->lines) && !used[i])
      g_error ("%s: no wager leads to %s {%s}", game->name, bet_sections[i].bet,
               bet_sections[i].members);
}

/* A bet that no chapter has is named by where the chapter lists its wagers. */
static void
test_unknown_bet (void)
{
  static const char *const sections[] = {
    "623a.3(a)", "623a.3(a)", "621a.7", "625a.3", "539.3",
    "617a.3(e)", "619a.2(c)", "651a.7", "668a.2", "669a.7(d)"
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (sections) == G_N_ELEMENTS (games));
  for (guint i = 0; i < G_N_ELEMENTS (games); i++)
    {
      Play play = { .game = &games[i],
                    .day = games[i].day,
                    .submission = games[i].submission,
                    .bet = "none_such",
                    .members = "" };

      assert_cites (&play, SKY_CHECK_WAGER_NOT_PERMISSIBLE, sections[i]);
      play.behind_wager = LOST LOST DISPUTE;
      assert_cites (&play, SKY_CHECK_SETTLE_OUTCOME, sections[i]);
      assert_cites (&play, SKY_CHECK_SETTLE_TWICE, sections[i]);
      assert_cites (&play, SKY_CHECK_DISPUTE_OPEN, sections[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (games); i++)
    {
      g_autofree char *path = g_strconcat ("/bet-sections/", games[i].name, NULL);

      g_test_add_data_func (path, &games[i], test_game);
    }
  g_test_add_func ("/bet-sections/unknown-bet", test_unknown_bet);

  return g_test_run ();
}
