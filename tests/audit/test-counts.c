/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log leaves for statistics: every result that counts, once, and of the rest why it does
 * not. */
#include "config.h"

#include "sky-audit.h"
#include "sky-counted.h"

#include <string.h>

#define HEADER                                                                                     \
  "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\",\"table\":\"T-01\","     \
  "\"game\":\"%s\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","              \
  "\"currency\":\"USD\"%s}\n"

#define PROPERTY ",\"players\":\"property\""

/* A log of @script: a line an event, its type and its members with ' for "; "+" is a minute, "-" a
 * lost event. */
static GBytes *
make_log (const char *game, const char *more, const char *script)
{
  GString *log = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  guint seq = 0, second = 0;

  g_string_append_printf (log, HEADER, game, more);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], " ", 2);

      if (g_str_equal (parts[0], "+"))
        second += 60;
      else if (g_str_equal (parts[0], "-"))
        seq++;
      else
        {
          g_string_append_printf (
              log,
              "{\"seq\":%u,\"at\":\"2023-11-04T%02u:%02u:%02u.000000Z\",\"type\":\"%s\"%s%s}\n",
              ++seq, 20 + second / 3600, second / 60 % 60, second % 60, parts[0],
              parts[1] != NULL ? "," : "",
              parts[1] != NULL ? g_strdelimit (parts[1], "'", '"') : "");
          second++;
        }
    }
  {
    gsize length = log->len;

    return g_bytes_new_take (g_string_free (log, FALSE), length);
  }
}

static void
tell_counts (GString *told, const gint64 *counts, guint n)
{
  for (guint i = 0; i < n; i++)
    if (counts[i] != 0)
      g_string_append_printf (told, " %u×%" G_GINT64_FORMAT, i, counts[i]);
}

/* The mean and variance are those of one way: they are whole numbers. */
static void
tell_wins (GString *told, const GArray *wins)
{
  for (guint i = 0; i < wins->len; i++)
    {
      const SkyWinCounts *one = &g_array_index (wins, SkyWinCounts, i);

      g_string_append_printf (
          told, "win %s %d of %u: %d, theory %d, variance %" G_GINT64_FORMAT "\n",
          one->player != NULL ? one->player : "-", (int) one->sum.n_rounds, one->sum.n_ways,
          (int) one->sum.gain, (int) one->sum.theory, (gint64) one->sum.variance);
    }
}

static char *
tell (SkyCounts *counts)
{
  GString *told = g_string_new (NULL);

  sky_counts_weigh (counts);
  for (guint i = 0; i < counts->wheels->len; i++)
    {
      const SkyWheelCounts *one = &g_array_index (counts->wheels, SkyWheelCounts, i);

      g_string_append_printf (told, "wheel %s %s", one->wheel, sky_places_to_name (one->places));
      tell_counts (told, one->counts, SKY_N_PLACES);
      g_string_append (told, one->over ? " over\n" : "\n");
    }
  for (guint i = 0; i < counts->spins->len; i++)
    {
      const SkySpinCounts *one = &g_array_index (counts->spins, SkySpinCounts, i);

      g_string_append_printf (told, "spins %s %s", one->dealer,
                              one->counterclockwise ? "ccw" : "cw");
      tell_counts (told, one->counts, SKY_N_PLACES);
      g_string_append (told, "\n");
    }
  for (guint i = 0; i < counts->dice->len; i++)
    {
      const SkyDiceCounts *one = &g_array_index (counts->dice, SkyDiceCounts, i);

      g_string_append_printf (told, "dice %s", one->set != NULL ? one->set : "-");
      tell_counts (told, one->faces, SKY_N_DIE_FACES);
      g_string_append (told, "\n");
    }
  for (guint i = 0; i < counts->sevens->len; i++)
    {
      const SkySevenCounts *one = &g_array_index (counts->sevens, SkySevenCounts, i);

      g_string_append_printf (told, "sevens %s %d/%d\n", one->player, (int) one->sevens,
                              (int) one->throws);
    }
  for (guint i = 0; i < counts->decisions->len; i++)
    {
      const SkyDecisionCounts *one = &g_array_index (counts->decisions, SkyDecisionCounts, i);

      g_string_append_printf (told, "decisions %s %s %d\n", one->dealer,
                              one->player != NULL ? one->player : "-", (int) one->decisions);
    }
  for (guint i = 0; i < counts->errors->len; i++)
    {
      const SkyErrorCount *one = &g_array_index (counts->errors, SkyErrorCount, i);

      g_string_append_printf (told, "error %s %s %s %s %s%s%s\n", one->dealer,
                              one->player != NULL ? one->player : "-", one->check, one->bet,
                              one->wager, one->of_dealer ? " dealer" : "",
                              one->of_the_pair ? " pair" : "");
    }
  tell_wins (told, counts->table_wins);
  tell_wins (told, counts->patron_wins);
  for (guint i = 0; i < SKY_N_LEFT_OUT; i++)
    if (counts->left_out[i] > 0)
      g_string_append_printf (told, "left out %s %d\n", sky_left_out_to_name (i),
                              (int) counts->left_out[i]);
  if (counts->damaged)
    g_string_append (told, "damaged\n");
  return g_string_free (told, FALSE);
}

/* The counts survive their bytes. */
static void
assert_kept (SkyCounts *counts, const char *told)
{
  g_autoptr (GBytes) equipment = sky_counts_to_bytes (counts, SKY_COUNTS_OF_EQUIPMENT);
  g_autoptr (GBytes) people = sky_counts_to_bytes (counts, SKY_COUNTS_OF_PEOPLE);
  g_autoptr (SkyCounts) read = sky_counts_new ();
  g_autofree char *again = NULL;

  g_assert_true (sky_counts_read (read, SKY_COUNTS_OF_EQUIPMENT, equipment));
  g_assert_true (sky_counts_read (read, SKY_COUNTS_OF_PEOPLE, people));
  again = tell (read);
  g_assert_cmpstr (again, ==, told);
  for (gsize length = 0; length < g_bytes_get_size (people); length++)
    {
      g_autoptr (SkyCounts) torn = sky_counts_new ();
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (people, 0, length);

      g_assert_false (sky_counts_read (torn, SKY_COUNTS_OF_PEOPLE, part));
    }
}

/* Counts that were damaged, or that another Skyward made, are refused, or can be weighed. */
static void
assert_hardy (SkyCounts *counts)
{
  g_autoptr (GBytes) equipment = sky_counts_to_bytes (counts, SKY_COUNTS_OF_EQUIPMENT);
  g_autoptr (GBytes) people = sky_counts_to_bytes (counts, SKY_COUNTS_OF_PEOPLE);
  const gsize n_equipment = g_bytes_get_size (equipment);
  const gsize n = n_equipment + g_bytes_get_size (people);

  for (gsize i = 0; i < n; i++)
    for (guint bit = 0; bit < 8; bit++)
      {
        g_autoptr (SkyCounts) read = sky_counts_new ();
        const gboolean of_people = i >= n_equipment;
        gsize size;
        const guint8 *whole = g_bytes_get_data (of_people ? people : equipment, &size);
        guint8 *changed = g_memdup2 (whole, size);
        g_autoptr (GBytes) bytes = g_bytes_new_take (changed, size);

        changed[of_people ? i - n_equipment : i] ^= (guint8) (1 << bit);
        if (sky_counts_read (read, SKY_COUNTS_OF_EQUIPMENT, of_people ? equipment : bytes)
            && sky_counts_read (read, SKY_COUNTS_OF_PEOPLE, of_people ? bytes : people))
          {
            g_assert_true (i != 0 && i != n_equipment);
            sky_counts_weigh (read);
          }
      }
}

static SkyLogAudit *
audit (SkyLog *log, GBytes *state)
{
  g_autoptr (GError) error = NULL;
  SkyAuditOptions options = { .state = state, .want_state = TRUE };
  SkyLogAudit *self = sky_audit_log (log, &options, &error);

  g_assert_no_error (error);
  return self;
}

static SkyLog *
open_log (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  SkyLog *log = sky_log_new_from_bytes (bytes, "test", &error);

  g_assert_no_error (error);
  return log;
}

/* From wherever its audit goes on, the log's counts are the same. */
static void
assert_grown (GBytes *bytes, const char *told)
{
  const char *text = g_bytes_get_data (bytes, NULL);
  gsize size = g_bytes_get_size (bytes);

  for (gsize length = (gsize) (strchr (text, '\n') - text) + 1; length < size;
       length = (gsize) ((const char *) memchr (text + length, '\n', size - length) - text) + 1)
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, length);
      g_autoptr (SkyLog) early = open_log (part), late = open_log (bytes);
      g_autoptr (SkyLogAudit) first = audit (early, NULL);
      g_autoptr (SkyLogAudit) second = audit (late, first->state);
      g_autofree char *again = tell (second->counts);

      g_assert_cmpstr (again, ==, told);
    }
}

static void
assert_counts (const char *game, const char *more, const char *script, const char *wanted)
{
  g_autoptr (GBytes) bytes = make_log (game, more, script);
  g_autoptr (SkyLog) log = open_log (bytes);
  g_autoptr (SkyLogAudit) self = audit (log, NULL);
  g_autofree char *told = tell (self->counts);

  g_assert_cmpstr (told, ==, wanted);
  assert_kept (self->counts, told);
  assert_hardy (self->counts);
  assert_grown (bytes, told);
}

#define ROULETTE                                                                                   \
  "table_open\nrules 'submission':{'wheel':'double_zero'}\n"                                       \
  "staff 'role':'dealer','credential':'PA-1','on':true\n"                                          \
  "equipment 'item':'wheel','id':'w1','action':'in'\n"
#define BEGIN(n)         "round_start 'round':" n "\n"
#define SPIN(way, other) "spin 'wheel':'" way "','ball':'" other "'\nno_more_bets\n"
#define POCKET(pocket, observed)                                                                   \
  "result 'pocket':'" pocket "','revolutions':6,'observed':[" observed "]\n"
#define END(n)                       "round_end 'round':" n "\n"
#define ROUND(n, way, other, pocket) BEGIN (n) SPIN (way, other) POCKET (pocket, "") END (n)

/* Clockwise from 0: 0, 28, 9, 26 …, and 2 just before 0 (§ 617a.1(c)). */
static void
test_wheel (void)
{
  assert_counts ("roulette", "",
                 ROULETTE ROUND ("1", "cw", "ccw", "0") ROUND ("2", "cw", "ccw", "28")
                     ROUND ("3", "ccw", "cw", "0") ROUND ("4", "cw", "ccw", "2"),
                 "wheel w1 double_zero 0×2 1×1 37×1\n"
                 "spins PA-1 cw 1×1 37×1\n"
                 "spins PA-1 ccw 1×1\n");
}

/* What the counts are made of, one by one. */
static void
test_singles (void)
{
  g_autoptr (GBytes) bytes =
      make_log ("roulette", "",
                ROULETTE ROUND ("1", "cw", "ccw", "0") ROUND ("2", "cw", "ccw", "28")
                    ROUND ("3", "ccw", "cw", "0") ROUND ("4", "cw", "ccw", "37"));
  g_autoptr (SkyLog) log = open_log (bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) results = sky_counted_list (log, &error);
  GString *told = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < results->len; i++)
    {
      const SkyCountedResult *result = &g_array_index (results, SkyCountedResult, i);

      g_string_append_printf (told, "%" G_GINT64_FORMAT ": %s %u", result->round, result->wheel,
                              result->place);
      if (result->is_spin)
        g_string_append_printf (told, ", %s %s %u", result->dealer,
                                result->counterclockwise ? "ccw" : "cw", result->moved);
      g_string_append_c (told, '\n');
    }
  g_assert_cmpstr (told->str, ==, "1: w1 0\n2: w1 1, PA-1 cw 1\n3: w1 0, PA-1 ccw 1\n");
  g_string_free (told, TRUE);
}

static void
test_left_out (void)
{
  assert_counts (
      "roulette", "",
      ROULETTE ROUND ("1", "cw", "ccw", "0")
      /* Called void and spun again; then with something amiss; void for good; no result. */
      BEGIN ("2") SPIN ("cw", "ccw")
          POCKET ("9", "") "void 'reason':'other','role':'dealer'\n" SPIN ("cw", "ccw")
              POCKET ("26", "") END ("2") BEGIN ("3") SPIN ("cw", "ccw")
                  POCKET ("30", "'left_wheel'") END ("3") BEGIN ("4")
                      SPIN ("cw", "ccw") "void 'reason':'other','role':'dealer'\n" END ("4")
                          BEGIN ("5") END ("5")
      /* No wheel has 37; the record breaks; a round without an end. */
      ROUND ("6", "cw", "ccw", "37") BEGIN ("7") "-\n" SPIN ("cw", "ccw") POCKET ("5", "") END ("7")
          ROUND ("8", "cw", "ccw", "28") BEGIN ("9") SPIN ("cw", "ccw") POCKET ("11", ""),
      "wheel w1 double_zero 0×1 1×1 3×1\n"
      "spins PA-1 cw 3×1\n"
      "left out voided 2\nleft out impossible 1\nleft out no_result 1\nleft out incomplete 1\n"
      "left out broken 1\nleft out observed 1\n");
}

#define WHEEL(id, action) "equipment 'item':'wheel','id':'" id "','action':'" action "'\n"
#define DEALER(id, on)    "staff 'role':'dealer','credential':'" id "','on':" on "\n"

/* A wheel that was adjusted is another; so is one that comes instead, and one without 00. */
static void
test_streams (void)
{
  static const char script[] =
      ROULETTE ROUND ("1", "cw", "ccw", "0") WHEEL ("w1", "adjusted") ROUND ("2", "cw", "ccw", "28")
          WHEEL ("w2", "in") ROUND ("3", "cw", "ccw", "9") WHEEL ("w2", "out");

  assert_counts ("roulette", "", script,
                 "wheel w1 double_zero 0×1 over\nwheel w1 double_zero 1×1\n"
                 "wheel w2 double_zero 2×1 over\n");
}

/* Who did not make both spins, alone, has no displacement of them. */
static void
test_dealers (void)
{
  static const char script[] = ROULETTE ROUND ("1", "cw", "ccw", "0") DEALER ("PA-1", "false")
      DEALER ("PA-2", "true") ROUND ("2", "cw", "ccw", "28") ROUND ("3", "cw", "ccw", "9")
          DEALER ("PA-3", "true") ROUND ("4", "cw", "ccw", "26");

  assert_counts ("roulette", "", script,
                 "wheel w1 double_zero 0×1 1×1 2×1 3×1\nspins PA-2 cw 1×1\n");
}

static void
test_big_six (void)
{
  assert_counts (
      "big_six", "",
      "table_open\nrules 'submission':{}\n" BEGIN (
          "1") "spin\nno_more_bets\n"
               "result 'section':53,'symbol':'1','revolutions':4,'observed':[]\n" END ("1"),
      "wheel (null) big_six 53×1\n");
}

#define CRAPS                                                                                      \
  "table_open\nrules 'submission':{}\nplayer 'seat':3,'player':'P17','present':true\n"             \
  "shooter 'seat':3\n"
#define THROW(n, dice) BEGIN (n) "throw\nresult 'dice':[" dice "],'observed':[]\n" END (n)

static void
test_dice (void)
{
  assert_counts (
      "craps", PROPERTY,
      CRAPS THROW ("1", "6,1") "equipment 'item':'dice','id':'d1','action':'in'\n" THROW ("2",
                                                                                          "3,3"),
      "dice - 0×1 5×1\ndice d1 2×2\nsevens P17 1/2\n");
  /* An id that is good for a table and a day alone is nobody's. */
  assert_counts ("craps", "", CRAPS THROW ("1", "6,1"), "dice - 0×1 5×1\n");
}

#define PLAYERS                                                                                    \
  "player 'seat':1,'player':'P1','present':true\nplayer 'seat':2,'player':'P2','present':true\n"
#define BET(id, seat)           "wager 'wager':'" id "','seat':" seat ",'bet':'red','amount':500\n"
#define LOSE(id)                "settle 'wager':'" id "','outcome':'lose','taken':500\n"
#define WIN(id)                 "settle 'wager':'" id "','outcome':'win','paid':500,'returned':500\n"
#define BLACK(n, bets, settles) BEGIN (n) bets SPIN ("cw", "ccw") POCKET ("28", "") settles END (n)

/* What is wrong counts once a round, and once an hour where it is the same thing; of a patron,
 * where the patron got too much. */
static void
test_errors (void)
{
  assert_counts (
      "roulette", PROPERTY,
      ROULETTE PLAYERS
          /* Both are black's to lose; the second one is paid. */
          BLACK ("1", BET ("w1", "1") BET ("w2", "2"), LOSE ("w1") WIN ("w2"))
      /* The same again within the hour is no other error. */
      BLACK ("2", BET ("w3", "1") BET ("w4", "2"), LOSE ("w3") WIN ("w4"))
      /* Of the other patron it is one of that pair; one that is missed is none of a settlement. */
      BLACK ("3", BET ("w5", "1") BET ("w6", "2"), WIN ("w5")),
      "wheel w1 double_zero 1×3\nspins PA-1 cw 0×2\n"
      "decisions PA-1 P1 3\ndecisions PA-1 P2 3\n"
      "error PA-1 P2 settle.outcome red w2 dealer pair\n"
      "error PA-1 P1 settle.outcome red w5 pair\n"
      "error PA-1 P2 settle.missing red w6 dealer\n"
      "win - 3 of 38: -3000, theory -6000, variance 4320000000\n"
      "win P1 3 of 38: -1500, theory -3000, variance 1080000000\n"
      "win P2 3 of 38: -1500, theory -3000, variance 1080000000\n");
}

#define STAKE(id, seat, bet, amount)                                                               \
  "wager 'wager':'" id "','seat':" seat ",'bet':" bet ",'amount':" amount "\n"
#define ONE_RED BET ("w1", "1")

/* What is due counts, whatever was paid: each way is worked out by hand. */
static void
test_wins (void)
{
  /* Red and black of $5 each: zeros alone lose both. 28 is black. */
  assert_counts ("roulette", PROPERTY,
                 ROULETTE PLAYERS BLACK (
                     "1",
                     BET ("w1", "1") STAKE ("w2", "1", "'black'", "500")
                         STAKE ("w3", "2", "'straight','number':'28'", "100"),
                     LOSE ("w1") WIN (
                         "w2") "settle 'wager':'w3','outcome':'win','paid':3500,'returned':100\n"),
                 "wheel w1 double_zero 1×1\n"
                 "decisions PA-1 P1 2\ndecisions PA-1 P2 1\n"
                 /* 35 pockets -100, two -1100, one 3500. */
                 "win - 1 of 38: 3500, theory -2200, variance 565920000\n"
                 "win P1 1 of 38: 0, theory -2000, variance 72000000\n"
                 "win P2 1 of 38: 3500, theory -200, variance 479520000\n");
  /* A wager of nothing wins nothing, and takes none of another's away. */
  assert_counts ("roulette", PROPERTY,
                 ROULETTE PLAYERS BLACK (
                     "1", BET ("w1", "1") STAKE ("w2", "2", "'straight','number':'28'", "0"),
                     LOSE ("w1") "settle 'wager':'w2','outcome':'win','paid':0,'returned':0\n"),
                 "wheel w1 double_zero 1×1\ndecisions PA-1 P1 1\ndecisions PA-1 P2 1\n"
                 "win - 1 of 38: -500, theory -1000, variance 360000000\n"
                 "win P1 1 of 38: -500, theory -1000, variance 360000000\n");
  /* Five in one: the middle of them pays 31 for each five. */
  assert_counts ("roulette", "",
                 "table_open\nrules 'submission':{'wheel':'double_zero','five_adjacent':true}\n"
                 "equipment 'item':'wheel','id':'w1','action':'in'\n" BLACK (
                     "1", STAKE ("w1", "1", "'five_adjacent','number':'28'", "500"),
                     "settle 'wager':'w1','outcome':'win','paid':3500,'taken':400,"
                     "'returned':100\n"),
                 "wheel w1 double_zero 1×1\n"
                 "win - 1 of 38: 3100, theory -1000, variance 2138400000\n"
                 "left out dealers 1\n");
}

/* What a wager gains goes by the rules of its round: 18 of 38 pockets are red, then 18 of 37. */
static void
test_wins_by_their_rules (void)
{
  assert_counts (
      "roulette", "",
      ROULETTE BLACK (
          "1", ONE_RED,
          LOSE ("w1")) "rules 'submission':{'wheel':'single_zero'}\n" BLACK ("2", BET ("w2", "1"),
                                                                             LOSE ("w2")),
      "wheel w1 double_zero 1×1 over\nwheel w1 single_zero 32×1\n"
      "decisions PA-1 - 2\n"
      "win - 1 of 38: -500, theory -1000, variance 360000000\n"
      "win - 1 of 37: -500, theory -500, variance 342000000\n");
}

/* A wager after the call, whose result may have been known, is left out; so is a round whose result
 * does not count. */
static void
test_late_wins (void)
{
  assert_counts (
      "roulette", "",
      ROULETTE BEGIN ("1") ONE_RED SPIN ("cw", "ccw") STAKE ("w2", "2", "'black'", "500") POCKET (
          "28", "") LOSE ("w1") WIN ("w2") END ("1") BEGIN ("2") BET ("w3", "1") SPIN ("cw", "ccw")
          POCKET ("28",
                  "'left_wheel'") "settle 'wager':'w3','outcome':'void','returned':500\n" END ("2"),
      "wheel w1 double_zero 1×1\ndecisions PA-1 - 3\n"
      "win - 1 of 38: -500, theory -1000, variance 360000000\n"
      "left out observed 1\nleft out late 1\n");
}

/* Symbols come in 23, 15, 8, 4, 2, 1 and 1 of 54 sections; three dice in 216 ways. */
static void
test_other_wins (void)
{
  assert_counts (
      "big_six", "",
      "table_open\nrules 'submission':{}\n" BEGIN ("1")
          STAKE ("w1", "1", "'symbol','symbol':'1'",
                 "100") "spin\nno_more_bets\n"
                        "result 'section':53,'symbol':'1','revolutions':4,'observed':[]\n"
                        "settle 'wager':'w1','outcome':'win','paid':100,'returned':100\n" END ("1"),
      "wheel (null) big_six 53×1\n"
      "win - 1 of 54: 100, theory -800, variance 28520000\nleft out dealers 1\n");
  assert_counts (
      "sic_bo", "",
      "table_open\nrules 'submission':{}\n" BEGIN ("1")
          STAKE ("w1", "1", "'one_of_a_kind','number':6",
                 "100") "no_more_bets\nshake 'times':3,'device':'manual'\nresult "
                        "'dice':[6,6,2],'observed':[]\n"
                        "settle 'wager':'w1','outcome':'win','paid':200,'returned':100\n" END ("1"),
      "dice - 1×1 5×2\n"
      "win - 1 of 216: 200, theory -1700, variance 578150000\nleft out dealers 1\n");
}

/* With nobody, or with two on duty, it is not known whose it is. */
static void
test_nobody (void)
{
  assert_counts ("roulette", PROPERTY,
                 ROULETTE PLAYERS "staff 'role':'dealer','credential':'PA-2','on':true\n" BLACK (
                     "1", BET ("w1", "1") BET ("w2", "2"), LOSE ("w1") WIN ("w2")),
                 "wheel w1 double_zero 1×1\n"
                 "win - 1 of 38: -1000, theory -2000, variance 1440000000\n"
                 "win P1 1 of 38: -500, theory -1000, variance 360000000\n"
                 "win P2 1 of 38: -500, theory -1000, variance 360000000\nleft out dealers 2\n");
}

/* Symbols are of one bet, and each pays and comes otherwise: 23 of 54 sections have a 1, 15 a 2. */
static void
test_wins_of_symbols (void)
{
  assert_counts (
      "big_six", PROPERTY,
      "table_open\nrules 'submission':{}\n" PLAYERS BEGIN ("1")
          STAKE ("w1", "1", "'symbol','symbol':'1'", "100")
              STAKE ("w2", "2", "'symbol','symbol':'2'", "100") "spin\nno_more_bets\n"
                                                                "result 'section':53,'symbol':'1',"
                                                                "'revolutions':4,'observed':[]\n"
                                                                "settle 'wager':'w1','outcome':"
                                                                "'win','paid':100,'returned':100\n"
                                                                "settle 'wager':'w2','outcome':"
                                                                "'lose','taken':100\n" END ("1"),
      "wheel (null) big_six 53×1\n"
      /* 23 sections 0, 15 sections 100, 16 sections -200. */
      "win - 1 of 54: 0, theory -1700, variance 39770000\n"
      "win P1 1 of 54: 100, theory -800, variance 28520000\n"
      "win P2 1 of 54: -100, theory -900, variance 52650000\nleft out dealers 2\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counts/wheel", test_wheel);
  g_test_add_func ("/counts/singles", test_singles);
  g_test_add_func ("/counts/left-out", test_left_out);
  g_test_add_func ("/counts/streams", test_streams);
  g_test_add_func ("/counts/dealers", test_dealers);
  g_test_add_func ("/counts/big-six", test_big_six);
  g_test_add_func ("/counts/wins-of-symbols", test_wins_of_symbols);
  g_test_add_func ("/counts/dice", test_dice);
  g_test_add_func ("/counts/errors", test_errors);
  g_test_add_func ("/counts/nobody", test_nobody);
  g_test_add_func ("/counts/wins", test_wins);
  g_test_add_func ("/counts/wins-by-their-rules", test_wins_by_their_rules);
  g_test_add_func ("/counts/late-wins", test_late_wins);
  g_test_add_func ("/counts/other-wins", test_other_wins);
  return g_test_run ();
}
