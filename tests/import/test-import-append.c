/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source that grows, imported bit by bit: the log only grows, whatever lies between. */
#include "config.h"

#include "import-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static const char map_text[] =
    CRAPS "[registers]\nwager=${w}\n"
          "[rule 1]\nwhen=${t} == n\nemit=round_next\n"
          "[rule 2]\nwhen=${t} == w\nopen=wager\n"
          "emit=wager wager=w${id wager}; seat=1; bet=field; amount=100\n"
          "[rule 3]\nwhen=${t} == s\nclose=wager\nemit=settle wager=w${id wager}; outcome=void\n"
          "later=round_start\nemit.2=wager wager=w${id wager new}; seat=1; bet=field; amount=200\n"
          "[rule 4]\nwhen=${t} == v\nemit=void reason=x; role=boxperson\n"
          "[rule 5]\nwhen=${t} == i\nemit=none\n";

static const char *const lines[] = {
  "{\"t\":\"n\"}\n", "{\"t\":\"w\",\"w\":1}\n",
  "{\"t\":\"v\"}\n", "{\"t\":\"s\",\"w\":1}\n",
  "{\"t\":\"n\"}\n", "{\"t\":\"i\"}\n",
  "{\"t\":\"i\"}\n", "{\"t\":\"v\"}\n",
  "{\"t\":\"n\"}\n", "{\"t\":\"w\",\"w\":\"b\"}\n",
  "nonsense\n",      "{\"t\":\"s\",\"w\":1}\n",
  "{\"t\":\"n\"}\n", "{\"t\":\"v\"}\n",
};

typedef struct
{
  char *folder;
  char *out;
  char *source;
  SkyMap *map;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = make_folder ();
  place->out = g_build_filename (place->folder, "out", NULL);
  place->source = g_build_filename (place->folder, "s.jsonl", NULL);
  place->map = load_map (map_text);
}

static void
tear_down (Place *place, gconstpointer data)
{
  remove_folder (place->folder);
  g_free (place->out);
  g_free (place->source);
  sky_map_free (place->map);
}

static void
write_lines (Place *place, guint n, const char *rest)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (text, lines[i]);
  g_string_append (text, rest);
  write_file (place->folder, "s.jsonl", text->str);
}

static void
append (Place *place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import =
      import_into (place->map, place->out, TRUE, 5, place->source, &error);

  g_assert_no_error (error);
}

static char *
read_log (Place *place)
{
  return read_file (place->out, "CR-01-2023-11-04.tel.jsonl");
}

/* Line by line, each with a part of the next behind it: each log is the beginning of the next, and
 * the last tells what was imported when. */
static void
test_grows (Place *place, gconstpointer data)
{
  g_autofree char *before = g_strdup ("");
  g_autofree char *runs = NULL;
  g_autofree char *sources = NULL;
  g_autofree char *copies = NULL;
  g_auto (GStrv) list = NULL;

  for (guint n = 1; n <= G_N_ELEMENTS (lines); n++)
    {
      g_autofree char *log = NULL;

      write_lines (place, n, n % 2 == 0 ? "{\"t\":" : "");
      append (place);
      log = read_log (place);
      g_assert_true (g_str_has_prefix (log, before));
      /* Again: nothing is new. */
      append (place);
      g_free (before);
      before = read_log (place);
      g_assert_cmpstr (before, ==, log);
    }
  runs = read_file (place->out, "CR-01-2023-11-04.import.json");
  list = g_strsplit (runs, "\n", -1);
  for (guint i = 0; list[i + 1] != NULL; i++)
    g_assert_true (g_str_has_suffix (list[i], "\"ended\":false}"));
  /* The two lines that mean nothing made no run. */
  g_assert_cmpuint (g_strv_length (list) - 1, ==, G_N_ELEMENTS (lines) - 2);
  g_assert_nonnull (
      strstr (before, "\"type\":\"void\",\"reason\":\"x\",\"role\":\"boxperson\",\"src\":[12,14]"));
  copies = g_build_filename (place->out, "source", NULL);
  sources = list_folder (copies);
  g_assert_nonnull (sources);
}

/* What was imported whole may still grow: its last round was ended then. */
static void
test_ended (Place *place, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *runs = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import = NULL;

  write_lines (place, 4, "");
  import = import_into (place->map, place->out, FALSE, 0, place->source, &error);
  g_assert_no_error (error);
  g_clear_pointer (&import, sky_import_free);
  before = read_log (place);
  g_assert_nonnull (strstr (before, "round_end"));
  write_lines (place, 8, "");
  append (place);
  after = read_log (place);
  g_assert_true (g_str_has_prefix (after, before));
  runs = read_file (place->out, "CR-01-2023-11-04.import.json");
  g_assert_nonnull (strstr (runs, "\"ended\":true}\n{"));
}

static void
refuse (Place *place, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = read_log (place);
  g_autofree char *after = NULL;
  g_autofree char *names = NULL;

  g_assert_null (import_into (place->map, place->out, TRUE, 5, place->source, &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_CHANGED);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, what));
  after = read_log (place);
  g_assert_cmpstr (after, ==, before);
  names = list_folder (place->out);
  g_assert_null (strstr (names, ".part"));
}

/* A source that is no longer what it was, another mapping, a log that was changed. */
static void
test_changed (Place *place, gconstpointer data)
{
  g_autofree char *log = NULL;
  g_autofree char *other = NULL;
  char *void_at;

  write_lines (place, 6, "");
  append (place);
  write_file (place->folder, "s.jsonl",
              "{\"t\":\"v\"}\n{\"t\":\"n\"}\n{\"t\":\"v\"}\n{\"t\":\"n\"}\n"
              "{\"t\":\"n\"}\n{\"t\":\"n\"}\n{\"t\":\"n\"}\n{\"t\":\"n\"}\n");
  refuse (place, "s.jsonl: the part already imported has changed");
  write_lines (place, 2, "");
  refuse (place, "s.jsonl: the part already imported has changed: it was longer");

  write_lines (place, 8, "");
  other = g_strconcat (map_text, "# other\n", NULL);
  sky_map_free (place->map);
  place->map = load_map (other);
  refuse (place, "line 1: the log was made by another mapping");
  sky_map_free (place->map);
  place->map = load_map (map_text);

  log = read_log (place);
  void_at = strstr (log, "\"reason\":\"x\"");
  g_assert_nonnull (void_at);
  void_at[10] = 'y';
  write_file (place->out, "CR-01-2023-11-04.tel.jsonl", log);
  refuse (place, "line 5: the source and the mapping no longer give what the log has");
}

/* A list of what was read that is damaged is no list of nothing. */
static void
test_damaged_list (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  write_lines (place, 4, "");
  append (place);
  write_file (place->out, "CR-01-2023-11-04.import.json", "{\"file\":\"s.jsonl\",\"bytes\":-1}\n");
  g_assert_null (import_into (place->map, place->out, TRUE, 5, place->source, &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE);
  g_assert_nonnull (strstr (error->message, "line 1: no reading of a source"));
}

/* Records that wait for their place in time do not wait longer than a reading. */
static void
test_sorted (Place *place, gconstpointer data)
{
  g_autofree char *before = g_strdup ("");
  g_autoptr (GString) text = g_string_new (NULL);

  sky_map_free (place->map);
  place->map = load_map ("[source]\nkind=jsonl\n[log]\nproperty=K\ntable=CR-01\ngame=craps\n"
                         "time_zone=UTC\n[time]\nfield=at\nformat=unix\norder=sort 3\n"
                         "[rule 1]\nemit=note text=${at}\n");
  for (guint n = 0; n < 40; n++)
    {
      g_string_append_printf (text, "{\"at\":%u}\n", 1699128000 + n + (n * 7 % 5));
      write_file (place->folder, "s.jsonl", text->str);
      if (n % 4 != 3)
        continue;
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (SkyImport) import =
            import_into (place->map, place->out, TRUE, 100, place->source, &error);
        char *log;

        g_assert_no_error (error);
        log = read_log (place);
        g_assert_true (g_str_has_prefix (log, before));
        g_free (before);
        before = log;
      }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/import-append/grows", Place, NULL, set_up, test_grows, tear_down);
  g_test_add ("/import-append/ended", Place, NULL, set_up, test_ended, tear_down);
  g_test_add ("/import-append/changed", Place, NULL, set_up, test_changed, tear_down);
  g_test_add ("/import-append/damaged-list", Place, NULL, set_up, test_damaged_list, tear_down);
  g_test_add ("/import-append/sorted", Place, NULL, set_up, test_sorted, tear_down);
  return g_test_run ();
}
