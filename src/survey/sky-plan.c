/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-plan.h"

#include "sky-digest.h"
#include "sky-json-writer.h"

#include <string.h>

GQuark
sky_plan_error_quark (void)
{
  return g_quark_from_static_string ("sky-plan-error");
}

static void
stratum_clear (gpointer data)
{
  SkyPlanStratum *stratum = data;

  g_free (stratum->dealer);
  g_array_unref (stratum->stretches);
}

static void
window_clear (gpointer data)
{
  g_free (((SkyPlanWindow *) data)->id);
}

SkyPlan *
sky_plan_new (const char *archive, const char *table, SkyDay day, guint64 seed)
{
  SkyPlan *self = g_new0 (SkyPlan, 1);
  char text[SKY_DAY_TEXT_SIZE];

  self->id = g_strdup_printf ("p-%s-%s", sky_day_format (day, text), table);
  self->archive = g_strdup (archive);
  self->table = g_strdup (table);
  self->day = day;
  self->seed = seed;
  self->strata = g_array_new (FALSE, TRUE, sizeof (SkyPlanStratum));
  g_array_set_clear_func (self->strata, stratum_clear);
  self->windows = g_array_new (FALSE, TRUE, sizeof (SkyPlanWindow));
  g_array_set_clear_func (self->windows, window_clear);
  return self;
}

void
sky_plan_free (SkyPlan *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->archive);
  g_free (self->table);
  g_array_unref (self->strata);
  g_array_unref (self->windows);
  g_free (self);
}

void
sky_plan_add_stratum (SkyPlan *self, const char *dealer, GArray *stretches)
{
  SkyPlanStratum stratum = { .dealer = g_strdup (dealer), .stretches = stretches };

  g_array_append_val (self->strata, stratum);
}

/* --- Drawing --------------------------------------------------------------------------------- */

/* A window or round that could be drawn, with its number. */
typedef struct
{
  SkyTime from;
  SkyTime until;
  gint64 round;
  char number[SKY_DIGEST_HEX_SIZE];
} Candidate;

static void
set_number (const SkyPlan *self, Candidate *candidate)
{
  char day[SKY_DAY_TEXT_SIZE], from[SKY_TIME_TEXT_SIZE], round[24];
  guint8 digest[SKY_DIGEST_SIZE];
  g_autofree char *text = NULL;

  g_snprintf (round, sizeof round, "%" G_GINT64_FORMAT, candidate->round);
  text = g_strdup_printf ("%" G_GUINT64_FORMAT "/%s/%s/%s", self->seed, self->table,
                          sky_day_format (self->day, day),
                          candidate->round > 0 ? round : sky_time_format (candidate->from, from));
  sky_digest_bytes (text, strlen (text), digest);
  sky_digest_to_hex (digest, candidate->number);
}

static void
add_candidate (const SkyPlan *self, GArray *candidates, SkyTime from, SkyTime until, gint64 round)
{
  Candidate candidate = { .from = from, .until = until, .round = round };

  set_number (self, &candidate);
  g_array_append_val (candidates, candidate);
}

/* Every instant of the stretch is in one candidate and no other, so that each is drawn with the
 * same probability. */
static void
cut_stretch (const SkyPlan *self, const SkySpan *stretch, GArray *candidates)
{
  SkyTime all = stretch->end - stretch->start;
  gint64 n = MAX (all / self->length + (all % self->length >= self->length / 2), 1);

  if (all <= 0)
    return;
  for (gint64 i = 0; i < n; i++)
    add_candidate (self, candidates, stretch->start + i * self->length,
                   i + 1 < n ? stretch->start + (i + 1) * self->length : stretch->end, 0);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Candidate *) a)->number, ((const Candidate *) b)->number);
}

/* Of @candidates, of the stratum @place, those with the @n lowest numbers. */
static void
draw (SkyPlan *self, guint place, GArray *candidates, guint n)
{
  SkyPlanStratum *stratum = &g_array_index (self->strata, SkyPlanStratum, place);

  stratum->n_candidates = candidates->len;
  stratum->n_drawn = MIN (n, candidates->len);
  g_array_sort (candidates, compare_numbers);
  for (guint i = 0; i < stratum->n_drawn; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      SkyPlanWindow window = { NULL, candidate->from, candidate->until, place, candidate->round };

      g_array_append_val (self->windows, window);
    }
}

static int
compare_windows (gconstpointer a, gconstpointer b)
{
  const SkyPlanWindow *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->round < y->round ? -1 : x->round > y->round;
}

static void
name_windows (SkyPlan *self)
{
  g_array_sort (self->windows, compare_windows);
  for (guint i = 0; i < self->windows->len; i++)
    g_array_index (self->windows, SkyPlanWindow, i).id = g_strdup_printf ("w%u", i + 1);
}

/* Gives the plan an id that another draw of the table's day does not have. */
static void
name_plan (SkyPlan *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *before = self->id;
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];

  g_string_append_printf (text, "%" G_GUINT64_FORMAT "/%u", self->seed, self->tests);
  for (guint i = 0; i < self->windows->len; i++)
    {
      const SkyPlanWindow *window = &g_array_index (self->windows, SkyPlanWindow, i);

      g_string_append_printf (text, "/%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, window->from,
                              window->until);
    }
  sky_digest_bytes (text->str, text->len, digest);
  sky_digest_to_hex (digest, hex);
  self->id = g_strdup_printf ("%s-%.8s", before, hex);
}

static gboolean
fail_nothing (const SkyPlan *self, GError **error)
{
  char day[SKY_DAY_TEXT_SIZE];

  g_set_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_NOTHING,
               "%s: table %s has nothing to draw from on %s", self->archive, self->table,
               sky_day_format (self->day, day));
  return FALSE;
}

/* How many of @candidates have more than @stratum, the earlier of equals included. */
static guint
count_before (GPtrArray *candidates, guint stratum)
{
  guint n = 0, own = ((GArray *) candidates->pdata[stratum])->len;

  for (guint i = 0; i < candidates->len; i++)
    {
      guint other = ((GArray *) candidates->pdata[i])->len;

      n += other > own || (other == own && i < stratum);
    }
  return n;
}

gboolean
sky_plan_draw_windows (SkyPlan *self, guint n, SkyTime length, GError **error)
{
  g_autoptr (GPtrArray) candidates =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  self->length = length;
  for (guint i = 0; i < self->strata->len; i++)
    {
      const GArray *stretches = g_array_index (self->strata, SkyPlanStratum, i).stretches;
      GArray *own = g_array_new (FALSE, FALSE, sizeof (Candidate));

      for (guint j = 0; j < stretches->len; j++)
        cut_stretch (self, &g_array_index (stretches, SkySpan, j), own);
      g_ptr_array_add (candidates, own);
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      guint each = n / candidates->len;
      guint left = n % candidates->len;

      draw (self, i, candidates->pdata[i], each + (count_before (candidates, i) < left));
    }
  name_windows (self);
  name_plan (self);
  return self->windows->len > 0 || fail_nothing (self, error);
}

gboolean
sky_plan_draw_rounds (SkyPlan *self, guint n, const GArray *rounds, GError **error)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  sky_plan_add_stratum (self, NULL, g_array_new (FALSE, FALSE, sizeof (SkySpan)));
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyRound *round = &g_array_index (rounds, SkyRound, i);

      add_candidate (self, candidates, round->start, round->end, round->round);
    }
  draw (self, 0, candidates, n);
  name_windows (self);
  name_plan (self);
  return self->windows->len > 0 || fail_nothing (self, error);
}

GArray *
sky_plan_place_tests (const SkyPlan *self)
{
  GArray *places = g_array_new (FALSE, TRUE, sizeof (guint));
  char day[SKY_DAY_TEXT_SIZE];

  g_array_set_size (places, self->windows->len);
  for (guint i = 0; i < self->tests && places->len > 0; i++)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT "/%s/%s/test %u", self->seed,
                                               self->table, sky_day_format (self->day, day), i + 1);
      guint8 digest[SKY_DIGEST_SIZE];

      sky_digest_bytes (text, strlen (text), digest);
      g_array_index (places, guint,
                     ((guint32) digest[0] << 24 | (guint32) digest[1] << 16
                      | (guint32) digest[2] << 8 | digest[3])
                         % places->len)++;
    }
  return places;
}

/* --- plan.json ------------------------------------------------------------------------------- */

static void
write_stratum (const SkyPlanStratum *stratum, GString *json)
{
  sky_json_begin_object (json, NULL);
  if (stratum->dealer != NULL)
    sky_json_add_string (json, "dealer", stratum->dealer);
  sky_json_add_int (json, "drawn", stratum->n_drawn);
  sky_json_add_int (json, "of", stratum->n_candidates);
  sky_json_begin_array (json, "stretches");
  for (guint i = 0; i < stratum->stretches->len; i++)
    {
      const SkySpan *stretch = &g_array_index (stratum->stretches, SkySpan, i);

      sky_json_begin_array (json, NULL);
      sky_json_add_time (json, NULL, stretch->start);
      sky_json_add_time (json, NULL, stretch->end);
      sky_json_end_array (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
}

static void
write_window (const SkyPlan *self, const SkyPlanWindow *window, GString *json)
{
  const SkyPlanStratum *stratum = &g_array_index (self->strata, SkyPlanStratum, window->stratum);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "id", window->id);
  sky_json_add_time (json, "from", window->from);
  sky_json_add_time (json, "until", window->until);
  if (stratum->dealer != NULL)
    sky_json_add_string (json, "dealer", stratum->dealer);
  if (window->round > 0)
    sky_json_add_int (json, "round", window->round);
  sky_json_add_int (json, "stratum", window->stratum + 1);
  sky_json_end_object (json);
}

void
sky_plan_write_json (const SkyPlan *self, GString *json)
{
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, self->seed);
  char day[SKY_DAY_TEXT_SIZE];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "plan", self->id);
  sky_json_add_raw (json, "seed", seed);
  sky_json_add_string (json, "archive", self->archive);
  sky_json_add_string (json, "table", self->table);
  sky_json_add_string (json, "day", sky_day_format (self->day, day));
  if (self->length > 0)
    sky_json_add_int (json, "seconds", self->length / SKY_SECOND);
  sky_json_begin_array (json, "strata");
  for (guint i = 0; i < self->strata->len; i++)
    write_stratum (&g_array_index (self->strata, SkyPlanStratum, i), json);
  sky_json_end_array (json);
  sky_json_begin_array (json, "windows");
  for (guint i = 0; i < self->windows->len; i++)
    write_window (self, &g_array_index (self->windows, SkyPlanWindow, i), json);
  sky_json_end_array (json);
  sky_json_add_int (json, "tests", self->tests);
  sky_json_end_object (json);
}

static gboolean
read_time (const SkyJsonNode *node, SkyTime *time)
{
  return node != NULL && node->kind == SKY_JSON_TEXT
         && sky_time_parse (node->text.data, node->text.length, time);
}

static gboolean
read_count (const SkyJsonNode *object, const char *name, gint64 *count)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  if (node == NULL || node->kind != SKY_JSON_INT || node->integer < 0)
    return FALSE;
  *count = node->integer;
  return TRUE;
}

static const char *
read_stratum (SkyPlan *self, const SkyJsonNode *node)
{
  const SkyJsonNode *stretches = sky_json_member (node, "stretches"), *stretch;
  g_autofree char *dealer = sky_json_dup_text (node, "dealer");
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));
  SkyPlanStratum *stratum;
  gint64 drawn, of;

  if (!read_count (node, "drawn", &drawn) || !read_count (node, "of", &of) || drawn > of
      || of > G_MAXINT32)
    return "a stratum has no numbers “drawn” and “of”";
  if (stretches == NULL || stretches->kind != SKY_JSON_ARRAY)
    return "a stratum has no “stretches”";
  stretch = sky_json_first (stretches);
  for (guint i = 0; i < stretches->n_children; i++, stretch = sky_json_next (stretch))
    {
      SkySpan span;

      if (stretch->kind != SKY_JSON_ARRAY || stretch->n_children != 2
          || !read_time (stretch + 1, &span.start) || !read_time (stretch + 2, &span.end))
        return "a stretch is not two times";
      g_array_append_val (spans, span);
    }
  sky_plan_add_stratum (self, dealer, g_steal_pointer (&spans));
  stratum = &g_array_index (self->strata, SkyPlanStratum, self->strata->len - 1);
  stratum->n_drawn = (guint) drawn;
  stratum->n_candidates = (guint) of;
  return NULL;
}

static const char *
read_window (SkyPlan *self, const SkyJsonNode *node)
{
  SkyPlanWindow window = { 0 };
  gint64 stratum;

  if (!read_time (sky_json_member (node, "from"), &window.from)
      || !read_time (sky_json_member (node, "until"), &window.until))
    return "a window has no times “from” and “until”";
  if (!read_count (node, "stratum", &stratum) || stratum < 1 || stratum > self->strata->len
      || g_array_index (self->strata, SkyPlanStratum, stratum - 1).n_drawn == 0)
    return "a window is of no stratum";
  if (sky_json_member (node, "round") != NULL && !read_count (node, "round", &window.round))
    return "a window's “round” is no number";
  window.stratum = (guint) stratum - 1;
  window.id = sky_json_dup_text (node, "id");
  if (window.id == NULL)
    return "a window has no “id”";
  g_array_append_val (self->windows, window);
  return NULL;
}

/* Reads each element of the member @name. Returns: why it cannot be read, or NULL. */
static const char *
read_list (SkyPlan *self,
           const SkyJsonNode *root,
           const char *name,
           const char *(*read) (SkyPlan *, const SkyJsonNode *) )
{
  const SkyJsonNode *list = sky_json_member (root, name), *node;
  const char *cause = NULL;

  if (list == NULL || list->kind != SKY_JSON_ARRAY)
    return "there are no lists “strata” and “windows”";
  node = sky_json_first (list);
  for (guint i = 0; i < list->n_children && cause == NULL; i++, node = sky_json_next (node))
    cause = read (self, node);
  return cause;
}

static const char *
read_plan (const SkyJsonNode *root, SkyPlan **plan)
{
  const SkyJsonNode *seed = sky_json_member (root, "seed"), *day = sky_json_member (root, "day");
  g_autofree char *table = sky_json_dup_text (root, "table");
  g_autofree char *archive = sky_json_dup_text (root, "archive");
  g_autofree char *id = sky_json_dup_text (root, "plan");
  g_autoptr (SkyPlan) self = NULL;
  gint64 seconds = 0, tests = 0;
  const char *cause;
  SkyDay number;

  if (root->kind != SKY_JSON_OBJECT || table == NULL || archive == NULL)
    return "no object with “table” and “archive”";
  if (seed == NULL || seed->kind != SKY_JSON_INT || seed->integer < 0)
    return "the member “seed” is no number";
  if (day == NULL || day->kind != SKY_JSON_TEXT
      || !sky_day_parse (day->text.data, day->text.length, &number))
    return "the member “day” is no day";
  self = sky_plan_new (archive, table, number, (guint64) seed->integer);
  if (id != NULL)
    {
      g_free (self->id);
      self->id = g_steal_pointer (&id);
    }
  if (read_count (root, "seconds", &seconds))
    self->length = seconds * SKY_SECOND;
  if (read_count (root, "tests", &tests))
    self->tests = (guint) MIN (tests, G_MAXINT32);
  cause = read_list (self, root, "strata", read_stratum);
  if (cause == NULL)
    cause = read_list (self, root, "windows", read_window);
  if (cause == NULL)
    *plan = g_steal_pointer (&self);
  return cause;
}

SkyPlan *
sky_plan_read (const char *path, GError **error)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *contents = NULL;
  const SkyJsonNode *root;
  const char *cause = NULL;
  SkyPlan *self = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, error))
    return NULL;
  root = sky_json_parse (parser, contents, length, FALSE, &cause);
  if (root != NULL)
    cause = read_plan (root, &self);
  if (self == NULL)
    g_set_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_FORMAT, "%s: not a plan: %s", path, cause);
  return self;
}
