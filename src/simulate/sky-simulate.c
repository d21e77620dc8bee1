/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-simulate.h"

#include "sky-game.h"
#include "sky-picture.h"
#include "sky-sim-play.h"
#include "sky-sim-staff.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* What a table plays on one gaming day; more rounds go on the next day. */
#define ROUNDS_A_DAY 1200
#define MAX_TABLES   1000
#define MAX_DAYS     10000
#define MAX_ROUNDS   100000000
/* The faults that chance leaves over come in the last round, all of them. */
#define MAX_FAULTS_A_ROUND 100
#define MAX_PEOPLE         10000
/* Of those who come again, so many are there for a table of a day. */
#define DEALERS_A_TABLE 2
#define PATRONS_A_TABLE SKY_SIM_MAX_SEATS
/* Where errors were planted and nobody said how often others err. */
#define USUAL_ERROR_RATE 0.001

/* A table on one gaming day. */
typedef struct
{
  char *name;
  char *file; /* its log, in the archive */
  guint number;
  SkyDay gaming_day;
  SkySimTable *table;
  guint64 seed;
  SkySimStaff staff;
} Session;

typedef struct
{
  const SkySimulateOptions *options;
  const SkySimGame *game;
  char *folder; /* of the temporary name */
  GPtrArray *sessions;
  GPtrArray *biases; /* of SkySimBias */
  GPtrArray *habits; /* of SkySimHabit */
  double error_rate;
  GMutex lock;
  GError *error; /* the first; guarded by lock */
} Work;

static void
free_session (gpointer data)
{
  Session *session = data;

  g_free (session->name);
  g_free (session->file);
  sky_sim_table_free (session->table);
  sky_sim_staff_clear (&session->staff);
  g_free (session);
}

static gboolean
is_cancelled (const SkySimulateOptions *options)
{
  return options->cancelled != NULL && g_atomic_int_get (options->cancelled) != 0;
}

static void
add_done (const SkySimulateOptions *options, gint64 n)
{
  if (options->progress != NULL)
    __atomic_add_fetch (&options->progress->done, n, __ATOMIC_RELAXED);
}

/* Evening, so that a short run has the busy hours; a whole day's begins in the morning. */
static SkyTime
choose_start (const SkySimulateOptions *options)
{
  SkyTime day = sky_day_from_ymd (2023, 11, 4) * 24 * SKY_HOUR;

  if (options->start != SKY_TIME_NONE)
    return options->start;
  return day + (options->rounds > 420 ? 10 : 20) * SKY_HOUR;
}

/* Whether patterns were asked for, or said to be none. */
static gboolean
tells_patterns (const SkySimulateOptions *options)
{
  return options->plants != NULL && options->plants[0] != NULL;
}

/* What is planted on the day @day, from 0: the last that has begun. */
static const SkySimBias *
find_bias (const Work *work, guint day)
{
  const SkySimBias *found = NULL;

  for (guint i = 0; i < work->biases->len; i++)
    {
      const SkySimBias *bias = work->biases->pdata[i];

      if (bias->first_day <= day + 1)
        found = bias;
    }
  return found;
}

/* The numbers below @n in an order of their own for each day. */
static guint *
shuffle_people (const SkySimulateOptions *options, guint n, guint day, guint what)
{
  guint *order = g_new (guint, n);
  g_autoptr (GRand) chance = g_rand_new_with_seed_array (
      (const guint32[]){ (guint32) options->seed, (guint32) (options->seed >> 32), day, what }, 4);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  for (guint i = n; i > 1; i--)
    {
      guint other = (guint) g_rand_int_range (chance, 0, (gint) i);
      guint kept = order[i - 1];

      order[i - 1] = order[other];
      order[other] = kept;
    }
  return order;
}

/* Who of those that come again is at this table on this day: nobody is at two. */
static void
add_people (const Work *work, Session *session, guint day)
{
  const SkySimulateOptions *options = work->options;
  SkySimPeople *people;
  g_autofree guint *dealers = shuffle_people (options, options->dealers, day, 0);
  g_autofree guint *patrons = shuffle_people (options, options->patrons, day, 1);
  const guint n = options->patrons / options->tables;
  const guint first = session->number * DEALERS_A_TABLE;

  if (options->dealers > 0)
    sky_sim_staff_share (&session->staff, session->number, dealers[first], dealers[first + 1]);
  if (n == 0 && work->habits->len == 0 && work->error_rate <= 0)
    return;
  people = sky_sim_people_new (session->seed);
  people->habits = work->habits;
  people->day = day + 1;
  people->error_rate = work->error_rate;
  if (n > 0)
    people->patrons = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    people->patrons[i] = g_strdup_printf ("P%u", patrons[session->number * n + i] + 1);
  session->table->people = people;
}

static void
add_sessions (Work *work)
{
  const SkySimulateOptions *options = work->options;
  guint days =
      options->days > 0 ? options->days : (options->rounds + ROUNDS_A_DAY - 1) / ROUNDS_A_DAY;
  SkyTime start = choose_start (options);
  g_autoptr (GRand) seeds = g_rand_new_with_seed_array (
      (const guint32[]){ (guint32) options->seed, (guint32) (options->seed >> 32) }, 2);

  for (guint table = 0; table < options->tables; table++)
    for (guint day = 0; day < days; day++)
      {
        Session *session = g_new0 (Session, 1);
        guint left = options->days > 0 ? options->rounds : options->rounds - day * ROUNDS_A_DAY;
        char text[SKY_DAY_TEXT_SIZE];

        session->number = table;
        session->gaming_day = sky_day_of_time (start) + (SkyDay) day;
        session->name = g_strdup_printf ("%s-%02u", work->game->table_prefix, table + 1);
        session->file = g_strdup_printf ("%s-%s.tel.jsonl", session->name,
                                         sky_day_format (session->gaming_day, text));
        session->seed = (guint64) g_rand_int (seeds) << 32;
        session->seed |= g_rand_int (seeds);
        sky_sim_staff_init (&session->staff, table);

        session->table = sky_sim_table_new ();
        session->table->game = options->game;
        session->table->first_round = 1;
        session->table->last_round = MIN (left, ROUNDS_A_DAY);
        session->table->interval = SKY_MINUTE;
        session->table->begin = start + day * 24 * SKY_HOUR;
        session->table->bias = find_bias (work, day);
        session->table->steady = tells_patterns (options);
        session->table->may_be_automated = options->draw == NULL;
        add_people (work, session, day);
        session->table->dealers = (const char *const *) session->staff.dealers;
        session->table->trainees = (const char *const *) session->staff.trainees;
        g_ptr_array_add (work->sessions, session);
      }
}

/* The kinds of fault that there are at the game. Returns: an array of pointers to SkySimFault. */
static GPtrArray *
list_kinds (Work *work)
{
  GPtrArray *kinds = g_ptr_array_new ();

  for (const SkySimFault *fault = work->game->faults; fault->plant != NULL; fault++)
    if ((fault->games == 0 || fault->games & (1u << work->options->game))
        && !(fault->not_filmed && work->options->draw != NULL))
      g_ptr_array_add (kinds, (gpointer) fault);
  return kinds;
}

static void
shuffle (GPtrArray *kinds, GRand *chance)
{
  for (guint i = kinds->len - 1; i > 0; i--)
    {
      guint other = (guint) g_rand_int_range (chance, 0, (gint) i + 1);
      gpointer kept = kinds->pdata[i];

      kinds->pdata[i] = kinds->pdata[other];
      kinds->pdata[other] = kept;
    }
}

static gboolean
is_planned (const SkySimTable *table, const SkySimFault *fault)
{
  for (guint i = 0; i < table->plans->len; i++)
    if (g_array_index (table->plans, SkySimPlan, i).fault == fault)
      return TRUE;
  return FALSE;
}

/* Deals out the kinds of fault, each once before any comes again, to random tables and rounds. */
static void
plan_faults (Work *work)
{
  g_autoptr (GPtrArray) kinds = list_kinds (work);
  g_autoptr (GRand) chance = g_rand_new_with_seed ((guint32) (work->options->seed * 2654435761u));

  for (guint i = 0; i < work->options->faults; i++)
    {
      Session *session =
          work->sessions->pdata[g_rand_int_range (chance, 0, (gint) work->sessions->len)];
      gint rounds = (gint) session->table->last_round;
      SkySimPlan plan = { .round = 1 + g_rand_int_range (chance, 0, MAX (rounds * 3 / 4, 1)) };

      if (i % kinds->len == 0)
        shuffle (kinds, chance);
      plan.fault = kinds->pdata[i % kinds->len];
      if (plan.fault->once && is_planned (session->table, plan.fault))
        plan.fault = work->game->faults;
      g_array_append_val (session->table->plans, plan);
    }
}

static gboolean
after_round (gpointer user_data)
{
  const SkySimulateOptions *options = user_data;

  add_done (options, 1);
  return !is_cancelled (options);
}

static void
fail (Work *work, GError *error)
{
  g_mutex_lock (&work->lock);
  if (work->error == NULL)
    work->error = error;
  else
    g_error_free (error);
  g_mutex_unlock (&work->lock);
}

static void
play_session (gpointer data, gpointer user_data)
{
  Session *session = data;
  Work *work = user_data;
  SkySimTable *table = session->table;
  g_autofree char *path = g_build_filename (work->folder, session->file, NULL);
  GError *error = NULL;
  SkyLogHeader header = {
    .property = "Keystone",
    .table = session->name,
    .game = work->options->game,
    .gaming_day = session->gaming_day,
    .time_zone = "America/New_York",
    .currency = "USD",
    .version = 1,
    .scope = SKY_SCOPE_ALL,
    .players = work->options->patrons > 0 ? SKY_PLAYERS_PROPERTY : SKY_PLAYERS_TABLE_DAY,
  };

  if (is_cancelled (work->options))
    return;
  table->chance = g_rand_new_with_seed_array (
      (const guint32[]){ (guint32) session->seed, (guint32) (session->seed >> 32) }, 2);
  table->cancelled = work->options->cancelled;
  table->log = sky_sim_log_new (path, &header, table->begin, &error);
  if (table->log != NULL)
    {
      work->game->play (work->game, table, after_round, (gpointer) work->options);
      sky_sim_log_close (table->log, &error);
      g_clear_pointer (&table->log, sky_sim_log_free);
    }
  if (error != NULL)
    fail (work, error);
}

static gboolean
play_sessions (Work *work, GError **error)
{
  GThreadPool *pool =
      g_thread_pool_new (play_session, work, (gint) g_get_num_processors (), FALSE, error);

  if (pool == NULL)
    return FALSE;
  for (guint i = 0; i < work->sessions->len; i++)
    g_thread_pool_push (pool, work->sessions->pdata[i], NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  if (work->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&work->error));
      return FALSE;
    }
  return TRUE;
}

static void
add_findings (GString *json, const char *name, GPtrArray *sessions, gboolean planted)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < sessions->len; i++)
    {
      const Session *session = sessions->pdata[i];
      const GArray *findings = planted ? session->table->planted : session->table->expected;
      char day[SKY_DAY_TEXT_SIZE];

      for (guint j = 0; j < findings->len; j++)
        {
          const SkySimFinding *finding = &g_array_index (findings, SkySimFinding, j);

          sky_json_begin_object (json, NULL);
          sky_json_add_string (json, "check", sky_check_info (finding->check)->name);
          sky_json_add_string (json, "table", session->name);
          sky_json_add_string (json, "gaming_day", sky_day_format (session->gaming_day, day));
          if (finding->round != 0)
            sky_json_add_int (json, "round", finding->round);
          sky_json_add_int (json, "seq", (gint64) finding->seq);
          if (finding->wager != NULL)
            sky_json_add_string (json, "wager", finding->wager);
          if (finding->has_variance)
            sky_json_add_int (json, "variance", finding->variance);
          sky_json_end_object (json);
        }
    }
  sky_json_end_array (json);
}

static void
add_decimal (GString *json, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  sky_json_add_raw (json, name, g_ascii_formatd (text, sizeof text, "%.9f", value));
}

static gboolean
write_planted (Work *work, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *path = g_build_filename (work->folder, "planted.json", NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "game", sky_game_id_to_name (work->options->game));
  sky_json_add_int (json, "rounds", work->options->rounds);
  sky_json_add_int (json, "tables", work->options->tables);
  sky_json_add_int (json, "seed", (gint64) work->options->seed);
  if (work->options->days > 0)
    sky_json_add_int (json, "days", work->options->days);
  if (work->options->dealers > 0)
    sky_json_add_int (json, "dealers", work->options->dealers);
  if (work->options->patrons > 0)
    sky_json_add_int (json, "patrons", work->options->patrons);
  if (work->error_rate > 0)
    add_decimal (json, "error_rate", work->error_rate);
  add_findings (json, "planted", work->sessions, TRUE);
  add_findings (json, "expected", work->sessions, FALSE);
  if (tells_patterns (work->options))
    {
      const Session *first = work->sessions->pdata[0];

      sky_json_begin_array (json, "patterns");
      for (guint i = 0; i < work->biases->len; i++)
        sky_sim_bias_write_json (work->biases->pdata[i], first->gaming_day, json);
      for (guint i = 0; i < work->habits->len; i++)
        sky_sim_habit_write_json (work->habits->pdata[i], first->gaming_day, json);
      sky_json_end_array (json);
    }
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_file_set_contents_full (path, json->str, (gssize) json->len, G_FILE_SET_CONTENTS_NONE,
                                   0666, error);
}

static gboolean
fill_folder (Work *work, GError **error)
{
  const SkySimulateOptions *options = work->options;
  g_autofree char *staff = g_build_filename (work->folder, "staff.json", NULL);
  const Session *first;

  if (!play_sessions (work, error))
    return FALSE;
  first = work->sessions->pdata[0];
  if (!is_cancelled (options)
      && (!sky_sim_staff_write (staff, work->game, options->tables, options->dealers,
                                first->gaming_day, error)
          || !write_planted (work, error)))
    return FALSE;
  if (options->draw != NULL && !is_cancelled (options)
      && !options->draw (work->folder, options, error))
    return FALSE;
  if (is_cancelled (options))
    {
      g_set_error_literal (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_CANCELLED,
                           "The simulation was stopped; nothing was written.");
      return FALSE;
    }
  return TRUE;
}

/* Takes away what was written under the temporary name. */
static void
remove_folder (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_folder (child);
      else
        g_unlink (child);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_rmdir (path);
}

/* Returns FALSE when there is something at @path that is not an empty folder. */
static gboolean
check_place (const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  if (dir == NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (dir != NULL && g_dir_read_name (dir) == NULL)
    return TRUE;
  g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_EXISTS,
               dir != NULL ? "%s: the folder is not empty; nothing was written"
                           : "%s: there is something else of that name; nothing was written",
               path);
  return FALSE;
}

/* Cards are dealt to who sits at several places at once: there nobody comes again. */
static gboolean
has_people (SkyGameId game)
{
  return game == SKY_GAME_ROULETTE || game == SKY_GAME_CRAPS || game == SKY_GAME_MINI_CRAPS
         || game == SKY_GAME_SIC_BO || game == SKY_GAME_BIG_SIX;
}

static gboolean
check_people (const SkySimulateOptions *options, GError **error)
{
  const gboolean wants = options->dealers > 0 || options->patrons > 0 || options->error_rate > 0;

  if (wants && !has_people (options->game))
    g_set_error_literal (
        error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
        "Only wheels and dice have dealers and patrons who come again, or an error rate");
  else if (options->dealers > MAX_PEOPLE
           || (options->dealers > 0 && options->dealers < DEALERS_A_TABLE * options->tables))
    g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                 "There are at least %d dealers for each table, and at most %d in all",
                 DEALERS_A_TABLE, MAX_PEOPLE);
  else if (options->patrons > MAX_PEOPLE
           || (options->patrons > 0 && options->patrons < PATRONS_A_TABLE * options->tables))
    g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                 "There are at least %d patrons for each table, and at most %d in all",
                 PATRONS_A_TABLE, MAX_PEOPLE);
  else if (options->error_rate > 0.1)
    g_set_error_literal (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                         "The error rate is at most 1/10");
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_options (const SkySimulateOptions *options, GError **error)
{
  if (options->rounds < 1 || options->rounds > MAX_ROUNDS)
    g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                 "A table plays 1 to %d rounds", MAX_ROUNDS);
  else if (options->tables < 1 || options->tables > MAX_TABLES)
    g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS, "There are 1 to %d tables",
                 MAX_TABLES);
  else if (options->days > MAX_DAYS || (options->days > 0 && options->rounds > ROUNDS_A_DAY))
    g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                 "There are 1 to %d days of at most %d rounds", MAX_DAYS, ROUNDS_A_DAY);
  else if (options->faults > (guint64) MAX_FAULTS_A_ROUND * options->rounds * options->tables)
    g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                 "There are at most %d faults for each round", MAX_FAULTS_A_ROUND);
  else
    return check_people (options, error);
  return FALSE;
}

void
sky_simulate_check_all (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkySimGame *game = sky_sim_game_get (id);
      const char *absent = game->id == id ? sky_sim_game_find_absent (game) : "id";

      if (absent != NULL)
        g_error ("The simulation of the game %s has no %s", sky_game_id_to_name (id), absent);
    }
}

/* Whether somebody is there who does that. */
static gboolean
has_doer (const SkySimulateOptions *options, const SkySimHabit *habit)
{
  guint64 number;

  if (habit->patron != NULL
      && (options->patrons == 0 || habit->patron[0] != 'P'
          || !g_ascii_string_to_unsigned (habit->patron + 1, 10, 1, options->patrons, &number,
                                          NULL)))
    return FALSE;
  for (guint i = 0; i < options->dealers && habit->dealer != NULL; i++)
    {
      g_autofree char *name = sky_sim_staff_name_dealer (i);

      if (g_str_equal (name, habit->dealer))
        return TRUE;
    }
  return habit->dealer == NULL;
}

static gboolean
read_habit (Work *work, const char *text, GError **error)
{
  const SkySimulateOptions *options = work->options;
  SkySimHabit *habit = sky_sim_habit_parse (text, options->game, error);

  if (habit == NULL)
    return FALSE;
  g_ptr_array_add (work->habits, habit);
  if ((habit->kind == SKY_SIM_HABIT_ERRORS || habit->kind == SKY_SIM_HABIT_OVERPAY)
      && work->error_rate <= 0)
    work->error_rate = USUAL_ERROR_RATE;
  if (has_people (options->game) && has_doer (options, habit))
    return TRUE;
  g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
               "“%s”: nobody like that comes again; write how many dealers (from PA-100010 on) "
               "and patrons (from P1 on) there are with --dealers and --patrons",
               text);
  return FALSE;
}

/* Takes what is to be planted. "none" alone plants nothing. */
static gboolean
read_plants (Work *work, GError **error)
{
  const SkySimulateOptions *options = work->options;

  if (tells_patterns (options) && g_strv_length ((char **) options->plants) == 1
      && g_str_equal (options->plants[0], "none"))
    return TRUE;
  for (guint i = 0; options->plants != NULL && options->plants[i] != NULL; i++)
    {
      SkySimBias *bias;

      if (sky_sim_habit_is (options->plants[i]))
        {
          if (!read_habit (work, options->plants[i], error))
            return FALSE;
          continue;
        }
      bias = sky_sim_bias_parse (options->plants[i], options->game, error);
      if (bias == NULL)
        return FALSE;
      g_ptr_array_add (work->biases, bias);
    }
  return TRUE;
}

gboolean
sky_simulate (const SkySimulateOptions *options, const char *path, GError **error)
{
  g_autoptr (GPtrArray) biases =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_sim_bias_free);
  g_autoptr (GPtrArray) habits =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_sim_habit_free);
  Work work = {
    .options = options, .biases = biases, .habits = habits, .error_rate = options->error_rate
  };
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *parent = g_path_get_dirname (absolute);
  g_autofree char *base = g_path_get_basename (absolute);
  g_autofree char *hidden = g_strdup_printf (".%s.XXXXXX", base);
  gboolean good;

  if (!check_options (options, error) || !check_place (absolute, error)
      || !read_plants (&work, error))
    return FALSE;
  work.folder = g_build_filename (parent, hidden, NULL);
  if (g_mkdir_with_parents (parent, 0777) != 0 || g_mkdtemp_full (work.folder, 0777) == NULL)
    {
      g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_WRITE, "%s: %s", parent,
                   g_strerror (errno));
      g_free (work.folder);
      return FALSE;
    }

  work.game = sky_sim_game_get (options->game);
  work.sessions = g_ptr_array_new_with_free_func (free_session);
  g_mutex_init (&work.lock);
  if (options->progress != NULL)
    __atomic_store_n (&options->progress->total,
                      (gint64) options->rounds * options->tables * MAX (options->days, 1),
                      __ATOMIC_RELAXED);
  add_sessions (&work);
  plan_faults (&work);
  good = fill_folder (&work, error);
  if (good && g_rename (work.folder, absolute) != 0)
    {
      g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_WRITE, "%s: %s", path,
                   g_strerror (errno));
      good = FALSE;
    }
  if (!good)
    remove_folder (work.folder);

  g_mutex_clear (&work.lock);
  g_ptr_array_unref (work.sessions);
  g_free (work.folder);
  return good;
}
