/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checks that the games share, each planted at every game: found once where the check is made
 * and nowhere else, and its near miss not at all. The days, the faults and the near misses stand in
 * tests/data/common. A common check of the catalogue without a fault or a near miss there for each
 * game at which it is made fails, and so does a game's own check that no golden case finds. */
#include "config.h"

#include "common-day.h"

#include "sky-audit-run.h"

#include <glib/gstdio.h>

#include <string.h>

/* What the days are, and one row of checks.txt. */
typedef struct
{
  SkyCheck check;
  gboolean near;
  guint line;    /* where it stands in checks.txt */
  char **at;     /* the games of this row alone; NULL: all */
  char **except; /* the games that it is not for; NULL: none */
  GPtrArray *edits;
  char *finds; /* NULL: nothing */
} Row;

typedef struct
{
  CommonDay *days[SKY_N_GAMES];
  GPtrArray *rows; /* of Row */
} Table;

typedef struct
{
  const Table *table;
  const Row *row;
  SkyGameId game;
} Case;

/* TRUE when a bet of the game came and went by itself. */
static gboolean
has_dated_bet (const SkyGame *game)
{
  for (guint i = 0; i < game->n_bets; i++)
    if (game->bets[i].edition != NULL)
      return TRUE;
  return FALSE;
}

/* The section of chapters that are for every game, or NULL. */
static const char *
general_section (SkyCheck check)
{
  static const char *const chapters[] = { "521", "611a", "465a" };
  const char *section = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (chapters) && section == NULL; i++)
    section = sky_check_section (check, chapters[i]);
  return section;
}

/* Not of one game alone, whose chapter the catalogue names. */
static gboolean
is_common (SkyCheck check)
{
  const char *sections = sky_check_info (check)->sections;

  return sections == NULL || *sections == '\0' || general_section (check) != NULL;
}

/* TRUE when the check is made at the game. */
static gboolean
is_made (SkyCheck check, const SkyGame *game)
{
  if (check == SKY_CHECK_RULES_NOT_IN_FORCE)
    return has_dated_bet (game);
  /* Where the chapter has none, none is due. */
  if (check == SKY_CHECK_SETTLE_VIGORISH)
    return TRUE;
  return g_strcmp0 (sky_check_info (check)->sections, "") == 0 || general_section (check) != NULL
         || sky_game_get_section (game, check) != NULL;
}

static const char *
usual_section (SkyCheck check, const SkyGame *game)
{
  const char *section = sky_game_get_section (game, check);

  return section != NULL ? section : general_section (check);
}

/* The credentials at the days' tables. */
static char *
make_staff (const CommonDay *day, SkyGameId game)
{
  static const struct
  {
    const char *credential;
    const char *hours; /* the name that the day has for them; NULL: none */
    gboolean other;    /* the full hours of another game type besides */
    const char *completed;
    const char *tested; /* NULL: not */
  } staff[] = {
    { "PA-1", "full", FALSE, "2001-01-01", "2001-01-02" },
    { "PA-2", NULL, FALSE, NULL, NULL },
    { "PA-3", "full", FALSE, "2001-01-01", NULL },
    { "PA-4", "tooshort", FALSE, "2001-01-01", "2001-01-02" },
    { "PA-5", "stillshort", TRUE, "2001-01-01", "2001-01-02" },
    { "PA-6", "full", FALSE, "2023-11-05", "2023-11-05" },
    { "PA-7", "further", TRUE, "2023-11-04", "2023-11-04" },
  };
  GString *text = g_string_new ("{\"staff\":[");

  for (guint i = 0; i < G_N_ELEMENTS (staff); i++)
    {
      g_string_append_printf (text,
                              "%s{\"credential\":\"%s\",\"roles\":[\"dealer\"],\"training\":[",
                              i > 0 ? "," : "", staff[i].credential);
      if (staff[i].hours != NULL)
        g_string_append_printf (text, "{\"game_type\":\"%s\",\"hours\":%s,\"completed\":\"%s\"}",
                                common_day_get (day, "training"),
                                common_day_get (day, staff[i].hours), staff[i].completed);
      if (staff[i].other)
        g_string_append_printf (text,
                                ",{\"game_type\":\"%s\",\"hours\":%s,\"completed\":\"2001-01-01\"}",
                                common_day_get (day, "other"), common_day_get (day, "otherfull"));
      g_string_append (text, "],\"table_tests\":[");
      if (staff[i].tested != NULL)
        g_string_append_printf (text, "{\"game\":\"%s\",\"passed\":\"%s\"}",
                                sky_game_id_to_name (game), staff[i].tested);
      g_string_append (text, "]}");
    }
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

#define FIRST_FILM 0
#define LAST_FILM  (G_GINT64_CONSTANT (5) * 365 * 86400)

static void
add_segment (GString *text, const char *file, const char *digest, gint64 start, gint64 end)
{
  g_autofree char *from = common_log_time (start);
  g_autofree char *until = common_log_time (end);

  g_string_append_printf (text, "%s{\"file\":\"%s\",\"start\":\"%s\",\"end\":\"%s\"",
                          g_str_has_suffix (text->str, "[") ? "" : ",", file, from, until);
  if (digest != NULL)
    g_string_append_printf (text, ",\"sha256\":\"%s\"", digest);
  g_string_append_c (text, '}');
}

/* footage.json of a table whose cameras are right but for what @log says of them. */
static char *
make_footage (const CommonLog *log, const CommonDay *day)
{
  g_auto (GStrv) places = g_strsplit (common_day_get (day, "cameras"), " ", -1);
  const char *film = log->film != NULL ? log->film : "";
  GString *text = g_string_new ("{\"cameras\":[");
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "recorded", -1);

  if (g_str_equal (film, "tampered"))
    digest[0] = digest[0] == '0' ? '1' : '0';
  for (guint i = 0; places[i] != NULL; i++)
    {
      gboolean first = i == 0;
      gboolean turns = first && g_str_equal (film, "first-camera-turns");

      if (first && g_str_equal (film, "without-first-camera"))
        continue;
      g_string_append_printf (text,
                              "%s{\"camera\":\"C-%u\",\"table\":\"T-01\",\"kind\":\"%s\","
                              "\"covers\":[\"%s\"],\"clock_offset_ms\":0,\"segments\":[",
                              g_str_has_suffix (text->str, "[") ? "" : ",",
                              g_str_equal (film, "one-camera-twice") ? 0 : i,
                              turns ? "ptz" : "stationary", places[i]);
      if (first && g_str_has_suffix (film, "second-round"))
        add_segment (text, "good.mkv", digest, FIRST_FILM, common_log_find (log, "end")->second);
      else if (first && g_str_has_suffix (film, "last-event"))
        add_segment (text, "good.mkv", digest, FIRST_FILM,
                     common_log_find (log, "close")->second
                         - (g_str_equal (film, "until-the-last-event") ? 0 : 1));
      else if (first && (g_str_equal (film, "shared-by-two") || g_str_equal (film, "two-entries")))
        add_segment (text, "good.mkv", digest, FIRST_FILM, common_log_find (log, "end")->second);
      else if (first && g_str_equal (film, "in-two-parts"))
        {
          add_segment (text, "good.mkv", digest, FIRST_FILM, common_log_find (log, "end")->second);
          add_segment (text, "good.mkv", digest, common_log_find (log, "start2")->second,
                       LAST_FILM);
        }
      else if (first && (g_str_equal (film, "missing") || g_str_equal (film, "empty")))
        add_segment (text, g_str_equal (film, "empty") ? "empty.mkv" : "missing.mkv", digest,
                     FIRST_FILM, LAST_FILM);
      else if (first && g_str_equal (film, "folder"))
        add_segment (text, ".", NULL, FIRST_FILM, LAST_FILM);
      else if (first)
        add_segment (text, "good.mkv", g_str_equal (film, "without-digest") ? NULL : digest,
                     FIRST_FILM, LAST_FILM);
      else
        add_segment (text, "good.mkv", NULL, FIRST_FILM, LAST_FILM);
      g_string_append (text, "]}");
    }
  if (g_str_equal (film, "another-camera"))
    g_string_append (text, ",{\"camera\":\"C-9\",\"table\":\"T-01\",\"kind\":\"ptz\","
                           "\"covers\":[\"table\"],\"clock_offset_ms\":0,\"segments\":[]}");
  /* The first place has what lacks from another camera, or from another entry of the same one; or
   * from neither. */
  if (g_str_equal (film, "shared-by-two") || g_str_equal (film, "two-entries")
      || g_str_equal (film, "both-end-before-second-round"))
    {
      g_string_append_printf (text,
                              ",{\"camera\":\"%s\",\"table\":\"T-01\",\"kind\":\"stationary\","
                              "\"covers\":[\"%s\"],\"clock_offset_ms\":0,\"segments\":[",
                              g_str_equal (film, "two-entries") ? "C-0" : "C-5", places[0]);
      if (g_str_has_suffix (film, "second-round"))
        add_segment (text, "good.mkv", NULL, FIRST_FILM, common_log_find (log, "end")->second);
      else
        add_segment (text, "good.mkv", NULL, common_log_find (log, "end")->second, LAST_FILM);
      g_string_append (text, "]}");
    }
  g_string_append (text, g_str_equal (film, "cut-off")     ? "]"
                         : g_str_equal (film, "with-more") ? "],\"seen\":null}"
                                                           : "]}");
  return g_string_free (text, FALSE);
}

static void
put_file (const char *folder, const char *name, const char *text, gssize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, text, size, G_FILE_SET_CONTENTS_NONE, 0666, &error);
  g_assert_no_error (error);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

/* The label by which @finds tells of the event, or else its first. Returns: a new string. */
static char *
choose_label (const CommonEvent *event, const char *finds)
{
  g_auto (GStrv) labels = g_strsplit (event->labels, ",", -1);

  for (guint i = 0; labels[i] != NULL; i++)
    {
      g_autofree char *pattern = g_strdup_printf ("@%s(?![a-z0-9-])", labels[i]);

      if (g_regex_match_simple (pattern, finds, 0, 0))
        return g_strdup (labels[i]);
    }
  return g_strdup (labels[0] != NULL ? labels[0] : "");
}

/* "settle.outcome@s1(w1)+1000 [617a.3(e)(9)]" */
static void
tell_finding (const SkyFinding *finding,
              const CommonLog *log,
              const SkyGame *game,
              const char *finds,
              GString *text)
{
  const SkyCheckInfo *info = sky_check_info (finding->check);
  const CommonEvent *event = NULL;
  const char *usual = usual_section (finding->check, game);
  SkyTime midnight = sky_day_from_ymd (2023, 11, 4) * 24 * SKY_HOUR;

  for (guint i = 0; i < log->events->len && event == NULL; i++)
    if (g_array_index (log->events, CommonEvent, i).seq == finding->seq
        && g_array_index (log->events, CommonEvent, i).second * SKY_SECOND
               == finding->at - midnight)
      event = &g_array_index (log->events, CommonEvent, i);

  g_string_append_printf (text, "%s%s@", text->len > 0 ? "; " : "", info->name);
  if (event != NULL)
    {
      g_autofree char *label = choose_label (event, finds);

      g_string_append (text, label);
      g_assert_cmpint (finding->round, ==, event->round);
    }
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, finding->seq);
  if (finding->wager != NULL)
    g_string_append_printf (text, "(%s)", finding->wager);
  g_assert_true (finding->has_variance == (info->queue == SKY_QUEUE_VARIANCE));
  if (finding->has_variance)
    g_string_append_printf (text, "%+" G_GINT64_FORMAT, finding->variance);
  if (g_strcmp0 (finding->section, usual) != 0)
    g_string_append_printf (text, " [%s]", finding->section);
  g_assert_nonnull (finding->explanation);
}

/* Audits the day as an archive with its staff and its recordings. Returns: what was found, told
 * with the labels that @finds has. */
static char *
audit (const CommonDay *day, SkyGameId game, const char *finds)
{
  g_autoptr (CommonLog) log = common_day_write (day);
  g_autofree char *folder = g_dir_make_tmp ("common-XXXXXX", NULL);
  g_autofree char *staff = make_staff (day, game);
  g_autofree char *footage = make_footage (log, day);
  const char *const paths[] = { folder, NULL };
  g_autoptr (SkyAuditRun) run = NULL;
  g_autoptr (GError) error = NULL;
  const SkyLogAudit *of_log;
  GString *found = g_string_new (NULL);

  g_assert_nonnull (folder);
  put_file (folder, "day.tel.jsonl", log->text->str, (gssize) log->text->len);
  put_file (folder, "staff.json", staff, -1);
  put_file (folder, "footage.json", footage, -1);
  put_file (folder, "good.mkv", "recorded", -1);
  put_file (folder, "empty.mkv", "", 0);

  run = sky_audit_run_new (paths);
  sky_audit_run (run, 1, &error);
  g_assert_no_error (error);
  /* What cannot be read is told beside its finding. */
  g_assert_cmpuint (sky_audit_run_get_failures (run)->len, ==,
                    g_strcmp0 (log->film, "cut-off") == 0);
  g_assert_cmpuint (sky_audit_run_get_audits (run)->len, ==, 1);
  of_log = sky_audit_run_get_audits (run)->pdata[0];
  for (guint i = 0; i < of_log->findings->len; i++)
    tell_finding (of_log->findings->pdata[i], log, sky_game_get (game), finds, found);
  remove_folder (folder);
  return g_string_free (found, FALSE);
}

/* A day on which nothing is wrong. */
static void
test_day (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *found = audit (self->table->days[self->game], self->game, "");

  g_assert_cmpstr (found, ==, "");
}

static void
test_row (gconstpointer data)
{
  const Case *self = data;
  const Row *row = self->row;
  const SkyGame *game = sky_game_get (self->game);
  g_autoptr (CommonDay) day = common_day_copy (self->table->days[self->game]);
  g_autofree char *found = NULL;
  g_autofree char *finds = common_day_expand (day, row->finds != NULL ? row->finds : "");

  for (guint i = 0; i < row->edits->len; i++)
    {
      g_autofree char *edit = common_day_expand (day, row->edits->pdata[i]);

      /* What the game does not have cannot be done wrong there. */
      if (!is_made (row->check, game) && !common_day_takes (day, edit))
        return;
      common_day_edit (day, edit);
    }
  found = audit (day, self->game, finds);
  g_assert_cmpstr (found, ==, row->near || is_made (row->check, game) ? finds : "");
}

/* A fault and a near miss for every common check at each game where it is made; a golden case for
 * every check that is one game's own. */
static gboolean
has_row (const Table *table, SkyCheck check, SkyGameId game, gboolean near)
{
  const char *name = sky_game_id_to_name (game);

  for (guint i = 0; i < table->rows->len; i++)
    {
      const Row *row = table->rows->pdata[i];

      if (row->check == check && row->near == near
          && (row->at == NULL || g_strv_contains ((const char *const *) row->at, name))
          && (row->except == NULL || !g_strv_contains ((const char *const *) row->except, name)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_found_in (const char *folder, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *key = g_strdup_printf ("\"check\":\"%s\"", name);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, file, NULL);
      g_autofree char *text = NULL;

      if (g_str_has_suffix (file, ".findings.jsonl")
          && g_file_get_contents (path, &text, NULL, NULL) && strstr (text, key) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
test_complete (gconstpointer data)
{
  const Table *table = data;

  for (SkyCheck check = 0; check < SKY_N_CHECKS; check++)
    {
      const char *name = sky_check_info (check)->name;
      gboolean golden = FALSE;

      /* One wants two logs (test-run.c, test-store-audit.c), the others pictures
       * (test-sight-recording.c). */
      if (check == SKY_CHECK_LOG_REPLACED || check == SKY_CHECK_SIGHT_CONTRADICTS
          || check == SKY_CHECK_SIGHT_UNREADABLE)
        continue;
      for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
        {
          g_autofree char *folder =
              g_test_build_filename (G_TEST_DIST, "data", sky_game_id_to_name (game), NULL);

          golden = golden || is_found_in (folder, name);
          if (!is_common (check) || !is_made (check, sky_game_get (game)))
            continue;
          for (guint near = 0; near < 2; near++)
            if (!has_row (table, check, game, near == 1))
              {
                g_test_message ("%s has no %s at %s", name, near == 1 ? "near miss" : "fault",
                                sky_game_id_to_name (game));
                g_test_fail ();
              }
        }
      if (!is_common (check) && !golden)
        {
          g_test_message ("%s is in no golden case", name);
          g_test_fail ();
        }
    }
}

static void
free_row (gpointer data)
{
  Row *row = data;

  g_strfreev (row->at);
  g_strfreev (row->except);
  g_ptr_array_unref (row->edits);
  g_free (row->finds);
  g_free (row);
}

static Row *
begin_row (const char *text, SkyCheck check, guint line)
{
  Row *row = g_new0 (Row, 1);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  row->check = check;
  row->near = g_str_equal (words[0], "near");
  row->line = line;
  row->edits = g_ptr_array_new_with_free_func (g_free);
  if (words[1] != NULL && g_str_equal (words[1], "at"))
    row->at = g_strdupv (words + 2);
  else if (words[1] != NULL && g_str_equal (words[1], "except"))
    row->except = g_strdupv (words + 2);
  else if (words[1] != NULL)
    g_error ("checks.txt, line %u: “%s”", line, text);
  return row;
}

static gboolean
begins_row (const char *text)
{
  return g_str_equal (text, "plant") || g_str_has_prefix (text, "plant ")
         || g_str_equal (text, "near") || g_str_has_prefix (text, "near ");
}

static GPtrArray *
read_rows (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "checks.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  GPtrArray *rows = g_ptr_array_new_with_free_func (free_row);
  SkyCheck check = SKY_N_CHECKS;
  Row *row = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = lines[i];

      if (*line == '\0' || *line == '#')
        continue;
      if (*line == '[')
        {
          line[strlen (line) - 1] = '\0';
          if (!sky_check_from_name (line + 1, &check))
            g_error ("checks.txt, line %u: the catalogue has no check “%s”", i + 1, line + 1);
          row = NULL;
        }
      else if (begins_row (line))
        {
          row = begin_row (line, check, i + 1);
          g_ptr_array_add (rows, row);
        }
      else if (row == NULL)
        g_error ("checks.txt, line %u: “%s”", i + 1, line);
      else if (g_str_has_prefix (line, "finds "))
        row->finds = g_strdup (line + strlen ("finds "));
      else
        g_ptr_array_add (row->edits, g_strdup (line));
    }
  return rows;
}

static void
add_case (const Table *table, const Row *row, SkyGameId game)
{
  const char *name = sky_game_id_to_name (game);
  Case *self = g_new (Case, 1);
  g_autofree char *path = NULL;

  *self = (Case){ table, row, game };
  if (row == NULL)
    path = g_strdup_printf ("/common/day/%s", name);
  else
    path = g_strdup_printf ("/common/%s/%s/%s-%u", sky_check_info (row->check)->name, name,
                            row->near ? "near" : "plant", row->line);
  g_test_add_data_func_full (path, self, row == NULL ? test_day : test_row, g_free);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = NULL;
  static Table table; /* its cases need it until the program ends */

  g_test_init (&argc, &argv, NULL);
  /* One row that fails must not hide the others. */
  g_test_set_nonfatal_assertions ();

  folder = g_test_build_filename (G_TEST_DIST, "data", "common", NULL);
  table.rows = read_rows (folder);
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      const char *name = sky_game_id_to_name (game);

      table.days[game] = common_day_read (folder, name);
      add_case (&table, NULL, game);
      for (guint i = 0; i < table.rows->len; i++)
        {
          const Row *row = table.rows->pdata[i];

          if ((row->at == NULL || g_strv_contains ((const char *const *) row->at, name))
              && (row->except == NULL
                  || !g_strv_contains ((const char *const *) row->except, name)))
            add_case (&table, row, game);
        }
    }
  g_test_add_data_func ("/common/complete", &table, test_complete);

  return g_test_run ();
}
