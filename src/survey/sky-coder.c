/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-coder.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <math.h>

#include "sky-figure-text.h"
#include "sky-json-writer.h"
#include "sky-json.h"
#include "sky-plan.h"

gboolean
sky_coder_count (const SkyComparison *comparison, SkyCoderRecord *record)
{
  for (guint i = 0; i < comparison->kinds->len; i++)
    {
      const SkyComparedKind *kind = &g_array_index (comparison->kinds, SkyComparedKind, i);

      if (kind->compared != SKY_COMPARED_AS_DUE)
        continue;
      *record = (SkyCoderRecord){
        .planted = kind->due[0][0] + kind->due[0][1],
        .found = kind->due[0][0],
        .clean = kind->due[1][0] + kind->due[1][1],
        .flagged = kind->due[1][0],
      };
      return TRUE;
    }
  return FALSE;
}

char *
sky_coder_default_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "skyward", "coders.json", NULL);
}

/* --- The file --------------------------------------------------------------------------------- */

static void
clear_test (gpointer data)
{
  SkyCoderTest *test = data;

  g_free (test->credential);
  g_free (test->test);
}

static gboolean
read_count (const SkyJsonNode *node, const char *name, guint64 *count)
{
  const SkyJsonNode *member = sky_json_member (node, name);

  if (member == NULL || member->kind != SKY_JSON_INT || member->integer < 0)
    return FALSE;
  *count = (guint64) member->integer;
  return TRUE;
}

static gboolean
add_test (GArray *tests, const SkyJsonNode *node)
{
  g_autofree char *credential = sky_json_dup_text (node, "credential");
  const SkyJsonNode *name = sky_json_member (node, "game");
  SkyCoderTest test = { 0 };
  SkyCoderRecord *record = &test.record;

  if (credential == NULL || name == NULL || name->kind != SKY_JSON_TEXT
      || !sky_game_id_from_name (name->text, &test.game)
      || !read_count (node, "planted", &record->planted)
      || !read_count (node, "found", &record->found) || !read_count (node, "clean", &record->clean)
      || !read_count (node, "flagged", &record->flagged) || record->found > record->planted
      || record->flagged > record->clean)
    return FALSE;
  test.credential = g_steal_pointer (&credential);
  test.test = sky_json_dup_text (node, "test");
  g_array_append_val (tests, test);
  return TRUE;
}

static gboolean
refuse (GError **error, const char *path, const char *cause)
{
  g_set_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_FORMAT, "%s: %s", path, cause);
  return FALSE;
}

static gboolean
read_tests (GArray *tests, const char *path, GError **error)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *contents = NULL;
  const SkyJsonNode *root, *list, *node;
  const char *cause = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, error))
    return FALSE;
  root = sky_json_parse (parser, contents, length, FALSE, &cause);
  list = root != NULL ? sky_json_member (root, "coders") : NULL;
  if (list == NULL || list->kind != SKY_JSON_ARRAY)
    return refuse (error, path, root == NULL ? cause : _ ("there is no list “coders”"));
  node = sky_json_first (list);
  for (guint i = 0; i < list->n_children; i++, node = sky_json_next (node))
    if (!add_test (tests, node))
      {
        g_set_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_FORMAT,
                     _ ("%s: coder %u: it needs “credential”, “game” and the numbers “planted”, "
                        "“found”, “clean” and “flagged”"),
                     path, i + 1);
        return FALSE;
      }
  return TRUE;
}

static GArray *
new_tests (void)
{
  GArray *tests = g_array_new (FALSE, TRUE, sizeof (SkyCoderTest));

  g_array_set_clear_func (tests, clear_test);
  return tests;
}

GArray *
sky_coder_read_tests (const char *path, GError **error)
{
  g_autoptr (GArray) tests = new_tests ();

  return read_tests (tests, path, error) ? g_steal_pointer (&tests) : NULL;
}

void
sky_coder_write_json (const SkyCoderTest *test, GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "credential", test->credential);
  sky_json_add_string (json, "game", sky_game_id_to_name (test->game));
  if (test->test != NULL)
    sky_json_add_string (json, "test", test->test);
  sky_json_add_int (json, "planted", (gint64) test->record.planted);
  sky_json_add_int (json, "found", (gint64) test->record.found);
  sky_json_add_int (json, "clean", (gint64) test->record.clean);
  sky_json_add_int (json, "flagged", (gint64) test->record.flagged);
  sky_json_end_object (json);
}

static gboolean
is_same (const SkyCoderTest *one, const SkyCoderTest *other)
{
  return one->game == other->game && g_str_equal (one->credential, other->credential)
         && g_strcmp0 (one->test, other->test) == 0;
}

gboolean
sky_coder_keep_test (const char *path, const SkyCoderTest *test, GError **error)
{
  g_autoptr (GArray) tests = new_tests ();
  g_autoptr (GString) json = g_string_new (NULL);
  GError *failure = NULL;

  if (!read_tests (tests, path, &failure)
      && !g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  g_clear_error (&failure);
  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "coders");
  for (guint i = 0; i < tests->len; i++)
    if (!is_same (&g_array_index (tests, SkyCoderTest, i), test))
      sky_coder_write_json (&g_array_index (tests, SkyCoderTest, i), json);
  sky_coder_write_json (test, json);
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_file_set_contents (path, json->str, (gssize) json->len, error);
}

SkyCoderRecord
sky_coder_sum (const GArray *tests, const char *credential, SkyGameId game)
{
  SkyCoderRecord sum = { 0 };

  for (guint i = 0; i < tests->len; i++)
    {
      const SkyCoderTest *test = &g_array_index (tests, SkyCoderTest, i);

      if (test->game != game || g_strcmp0 (test->credential, credential) != 0)
        continue;
      sum.planted += test->record.planted;
      sum.found += test->record.found;
      sum.clean += test->record.clean;
      sum.flagged += test->record.flagged;
    }
  return sum;
}

/* --- For people ------------------------------------------------------------------------------- */

static char *
describe_share (guint64 x, guint64 n)
{
  const SkyInterval interval =
      n > 0 ? sky_interval_exact ((double) x, (double) n) : (SkyInterval){ NAN, NAN };

  return sky_figure_percent (n > 0 ? (double) x / (double) n : NAN, interval.low, interval.high);
}

char *
sky_coder_describe (const SkyCoderRecord *record)
{
  g_autofree char *se = describe_share (record->found, record->planted);
  g_autofree char *sp = describe_share (record->clean - record->flagged, record->clean);
  g_autofree char *figures = g_strdup_printf (
      /* Translators: numbers of errors, a percentage with its interval; numbers of settlements, a
         percentage with its interval. */
      _ ("found %" PRIu64 " of %" PRIu64 " planted errors: sensitivity %s; saw %" PRIu64
         " in %" PRIu64 " clean settlements: specificity %s"),
      record->found, record->planted, se, record->flagged, record->clean, sp);

  if (record->planted >= SKY_CODER_LEAST)
    return g_steal_pointer (&figures);
  /* Translators: figures, and why they do not count. */
  return g_strdup_printf (_ ("%s. Fewer than %d planted errors: not known"), figures,
                          SKY_CODER_LEAST);
}
