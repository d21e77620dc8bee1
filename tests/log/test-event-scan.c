/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the scanner reads must be what simdjson and the table of formats read of the same line, and
 * it must read the lines that logs are made of. */
#include "config.h"

#include "sky-event-format-private.h"
#include "sky-event-scan-private.h"
#include "sky-game.h"
#include "sky-log.h"

#include <string.h>

#define MUTANTS_A_LINE 30

static const char *const pieces[] = {
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\"",
  "\\",
  " ",
  "  ",
  "\t",
  "\r",
  "null",
  "true",
  "false",
  "-1",
  "-0",
  "0",
  "00",
  "1.0",
  "1e3",
  "999999999999999999",
  "9223372036854775807",
  "18446744073709551616",
  "\"\"",
  "\"number\":6,",
  ",\"seq\":1",
  ",\"extra\":{\"a\":[1,{\"b\":null}]}",
  ",\"extra\":[true,\"x\"]",
  "[[[[[[[[[[[[",
  "\xc3\xa9",
  "\xff",
  "\x7f",
  "\x01",
  "2023-11-04T23:59:60.000000Z",
  "1969-12-31T23:59:59.999999Z",
  "2023-11-04t20:15:03z",
};

static gboolean
same_nodes (const SkyJsonNode *a, const SkyJsonNode *b)
{
  if ((a == NULL) != (b == NULL))
    return FALSE;
  if (a == NULL)
    return TRUE;
  for (guint32 i = 0; i < b->span; i++)
    {
      if (a[i].kind != b[i].kind || a[i].span != b[i].span || a[i].n_children != b[i].n_children)
        return FALSE;
      if (a[i].kind == SKY_JSON_TEXT && !sky_text_equal (a[i].text, b[i].text))
        return FALSE;
      if (a[i].kind == SKY_JSON_INT && a[i].integer != b[i].integer)
        return FALSE;
      if (a[i].kind == SKY_JSON_BOOL && a[i].boolean != b[i].boolean)
        return FALSE;
    }
  return TRUE;
}

/* Compares the texts at one place of two events and forgets them. */
static gboolean
same_text (gpointer a, gpointer b)
{
  gboolean same = sky_text_equal (*(SkyText *) a, *(SkyText *) b);

  memset (a, 0, sizeof (SkyText));
  memset (b, 0, sizeof (SkyText));
  return same;
}

static gboolean
same_bet (SkyBetRef *a, SkyBetRef *b)
{
  gboolean same = same_text (&a->name, &b->name) && same_text (&a->supports, &b->supports)
                  && same_text (&a->symbol, &b->symbol);

  for (guint i = 0; i < SKY_MAX_NUMBERS; i++)
    same = same_text (&a->number_texts[i], &b->number_texts[i]) && same;
  return same;
}

/* All of two events; what points somewhere is compared by what it points to, the rest byte for
 * byte. */
static gboolean
same_event (const SkyEventFormat *format, SkyEvent a, SkyEvent b)
{
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    {
      gpointer x = (char *) &a + field->offset, y = (char *) &b + field->offset;

      if ((field->kind == SKY_FIELD_TEXT || field->kind == SKY_FIELD_REASON) && !same_text (x, y))
        return FALSE;
      if (field->kind == SKY_FIELD_BET && !same_bet (x, y))
        return FALSE;
      if (field->kind == SKY_FIELD_OBJECT || field->kind == SKY_FIELD_LIMITS
          || field->kind == SKY_FIELD_ARRAY)
        {
          if (!same_nodes (*(const SkyJsonNode **) x, *(const SkyJsonNode **) y))
            return FALSE;
          *(const SkyJsonNode **) x = *(const SkyJsonNode **) y = NULL;
        }
    }
  return memcmp (&a, &b, sizeof a) == 0;
}

typedef struct
{
  SkyFormatIndex index;
  SkyEventScanner *scanner;
  SkyJsonParser *parser;
  guint scanned;
  guint read_otherwise;
} Readers;

static void
readers_init (Readers *self, SkyGameId game)
{
  *self = (Readers){ 0 };
  sky_format_index_init (&self->index, game, 1, sky_game_lookup_bet);
  self->scanner = sky_event_scanner_new (&self->index);
  self->parser = sky_json_parser_new ();
}

static void
readers_clear (Readers *self)
{
  sky_event_scanner_free (self->scanner);
  sky_json_parser_free (self->parser);
}

/* Reads the bytes up to the first LF both ways. */
static void
compare (Readers *self, const char *bytes, gsize size)
{
  g_autofree char *line = g_malloc0 (size + 1 + SKY_EVENT_SCAN_PADDING);
  SkyEvent event, want;
  SkyReadNote note, want_note;
  const SkyJsonNode *root;
  const char *end, *cause;
  gsize length;

  memcpy (line, bytes, size);
  line[size] = '\n';
  length = (gsize) ((char *) memchr (line, '\n', size + 1) - line);
  memset (&event, 0, sizeof event);
  memset (&note, 0, sizeof note);
  end = sky_event_scanner_read (self->scanner, line, &event, &note);
  root = sky_json_parse (self->parser, line, length, FALSE, &cause);
  if (end == NULL)
    {
      self->read_otherwise +=
          root != NULL && sky_event_read (&self->index, root, &want, &want_note) == SKY_READ_EVENT;
      return;
    }

  self->scanned++;
  if (root == NULL || end != line + length
      || sky_event_read (&self->index, root, &want, &want_note) != SKY_READ_EVENT || !note.has_seq
      || !note.has_at || note.cause[0] != '\0'
      || !sky_text_equal (note.type_name, want_note.type_name)
      || !same_event (sky_format_find (&self->index, note.type_name), event, want))
    g_error ("read otherwise than it should: %.*s", (int) length, line);
}

/* An event of @line damaged in one place. */
static void
compare_mutant (Readers *self, GRand *rand, const char *line, gsize length)
{
  g_autoptr (GString) text = g_string_new_len (line, (gssize) length);
  gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) length + 1);
  gsize wanted = (gsize) g_rand_int_range (rand, 1, 12), some = MIN (wanted, length - at);
  const char *piece = pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))];

  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0:
      if (some > 0)
        text->str[at] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
      break;
    case 1:
      g_string_erase (text, (gssize) at, (gssize) some);
      break;
    case 2:
      g_string_insert_len (text, (gssize) at, line + length - some, (gssize) some);
      break;
    case 3:
      g_string_erase (text, (gssize) at, (gssize) some);
      G_GNUC_FALLTHROUGH;
    default:
      g_string_insert (text, (gssize) at, piece);
      break;
    }
  compare (self, text->str, text->len);
}

static void
compare_file (const char *path, SkyGameId game, GRand *rand)
{
  g_autofree char *contents = NULL;
  gsize size;
  Readers readers;

  readers_init (&readers, game);
  g_assert_true (g_file_get_contents (path, &contents, &size, NULL));
  for (const char *line = contents, *end;
       (end = memchr (line, '\n', size - (gsize) (line - contents))) != NULL; line = end + 1)
    {
      compare (&readers, line, (gsize) (end - line));
      for (guint i = 0; i < MUTANTS_A_LINE; i++)
        compare_mutant (&readers, rand, line, (gsize) (end - line));
    }
  readers_clear (&readers);
}

/* The logs of the tests, each line as it is and damaged. */
static void
test_logs (gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_UINT (data);
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "data", sky_game_id_to_name (game), NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (game + 1);
  const char *name;
  guint n = 0;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (!g_str_has_suffix (name, ".tel.jsonl"))
        continue;
      compare_file (file, game, rand);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
}

#define EVENT(rest) "{\"seq\":7,\"at\":\"2023-11-04T20:15:03.250000Z\",\"type\":" rest "}"

/* What lines are read the short way: otherwise the scanner would be of no use. */
static void
test_reads (void)
{
  static const struct
  {
    SkyGameId game;
    const char *line;
    gboolean scanned;
  } cases[] = {
    { SKY_GAME_CRAPS, EVENT ("\"throw\""), TRUE },
    { SKY_GAME_CRAPS, EVENT ("\"result\",\"dice\":[3,4]"), TRUE },
    { SKY_GAME_CRAPS, EVENT ("\"result\",\"dice\":[3,4],\"observed\":[\"on_rail\"]"), TRUE },
    { SKY_GAME_CRAPS,
      EVENT ("\"wager\",\"wager\":\"w1\",\"seat\":3,\"bet\":\"place_win\",\"amount\":600,"
             "\"number\":6"),
      TRUE },
    { SKY_GAME_CRAPS,
      EVENT ("\"settle\",\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":700,\"stays\":true"), TRUE },
    { SKY_GAME_CRAPS, EVENT ("\"note\",\"text\":\"dice\",\"tag\":{\"a\":[1,2],\"b\":false}"),
      TRUE },
    { SKY_GAME_CRAPS,
      "{\"seq\": 7, \"at\": \"2023-11-04T20:15:03.250000Z\", \"type\": \"result\", "
      "\"dice\": [3, 4]}",
      TRUE },
    { SKY_GAME_ROULETTE,
      EVENT ("\"wager\",\"wager\":\"w1\",\"seat\":3,\"bet\":\"split\",\"amount\":600,"
             "\"numbers\":[\"1\",\"2\"]"),
      TRUE },
    { SKY_GAME_SIC_BO, EVENT ("\"illuminate\",\"bets\":[{\"bet\":\"small\"}]"), TRUE },
    { SKY_GAME_PAI_GOW,
      EVENT ("\"deal\",\"to\":\"dealer\",\"tiles\":[\"1-3\",\"2-4\",\"6-6\",\"1-1\"],\"order\":1"),
      TRUE },
    { SKY_GAME_PAI_GOW,
      EVENT ("\"set\",\"to\":\"dealer\",\"high\":[\"6-6\", \"1-1\"],\"low\":[\"1-3\",\"2-4\"]"),
      TRUE },
    { SKY_GAME_RAISE_IT_UP, EVENT ("\"deal\",\"to\":2,\"cards\":[\"AS\",\"TH\",\"9C\"]"), TRUE },

    { SKY_GAME_CRAPS, EVENT ("\"sneeze\""), FALSE },
    { SKY_GAME_PAI_GOW,
      EVENT ("\"deal\",\"to\":\"dealer\",\"tiles\":[\"1-3\",\"2-4\",\"6-6\"],\"order\":1"), FALSE },
    { SKY_GAME_RAISE_IT_UP, EVENT ("\"deal\",\"to\":2,\"cards\":[\"AS\",\"TH\",\"9\"]"), FALSE },
    { SKY_GAME_RAISE_IT_UP, EVENT ("\"deal\",\"to\":2,\"cards\":[]"), FALSE },
    { SKY_GAME_CRAPS, EVENT ("\"note\",\"text\":\"caf\xc3\xa9\""), FALSE },
    { SKY_GAME_CRAPS, EVENT ("\"note\",\"text\":\"a\\nb\""), FALSE },
    { SKY_GAME_CRAPS, EVENT ("\"result\",\"dice\":[3,4.0]"), FALSE },
    { SKY_GAME_CRAPS, EVENT ("\"result\",\"dice\":[3,4],\"dice\":[3,4]"), FALSE },
    { SKY_GAME_CRAPS, EVENT ("\"result\",\"dice\":[3,4],\"seq\":8"), FALSE },
    { SKY_GAME_CRAPS, EVENT ("\"result\""), FALSE },
    { SKY_GAME_CRAPS, EVENT ("\"result\",\"dice\":[3,4]") "x", FALSE },
    { SKY_GAME_CRAPS, "{\"type\":\"throw\",\"seq\":7,\"at\":\"2023-11-04T20:15:03.250000Z\"}",
      FALSE },
    { SKY_GAME_CRAPS, "", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Readers readers;

      g_test_message ("%s", cases[i].line);
      readers_init (&readers, cases[i].game);
      compare (&readers, cases[i].line, strlen (cases[i].line));
      g_assert_cmpuint (readers.scanned, ==, cases[i].scanned ? 1 : 0);
      readers_clear (&readers);
    }
}

/* Times next to each other use what was read of the one before. */
static void
test_times (void)
{
  static const char *const times[] = {
    "1969-12-31T23:59:58.000001Z", "1969-12-31T23:59:59.000001Z", "2023-11-04T20:15:03.250000Z",
    "2023-11-04T20:15:60.000000Z", "2023-11-04T20:15:60.250000Z", "2023-11-04T20:15:59.999999Z",
    "2023-11-04T20:15:61.000000Z", "2023-11-04T20:15:59.99999aZ", "2023-11-04T20:15:59Z",
    "2023-11-04T20:15:59.5Z",      "2023-11-04T20:16:00.000000Z", "2023-11-04T20:16:0a.000000Z",
    "2023-11-04t20:16:01.000000Z", "2023-11-04t20:16:02.000000Z", "2023-11-04t20:16:03.000000z",
    "2023-11-04T20:16:01.0000000", "2023-11-04T20:16:01.000000Z",
  };
  Readers readers;

  readers_init (&readers, SKY_GAME_CRAPS);
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *line =
          g_strdup_printf ("{\"seq\":1,\"at\":\"%s\",\"type\":\"throw\"}", times[i]);

      compare (&readers, line, strlen (line));
    }
  g_assert_cmpuint (readers.scanned, ==, 12);
  g_assert_cmpuint (readers.read_otherwise, ==, 0);
  readers_clear (&readers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event-scan/reads", test_reads);
  g_test_add_func ("/event-scan/times", test_times);
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *path = g_strdup_printf ("/event-scan/logs/%s", sky_game_id_to_name (game));

      g_test_add_data_func (path, GUINT_TO_POINTER (game), test_logs);
    }

  return g_test_run ();
}
