/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The templates of phrases in the language of LANGUAGE. Each of po/skyward.pot is written out with
 * sample values. It must be translated, and have the same values, the right plural forms and no
 * conversion left. Each that the golden logs lead to must be among them: what xgettext cannot find,
 * nobody translates. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "sky-audit.h"

#include <locale.h>
#include <string.h>

/* One of the template's messages. */
typedef struct
{
  GString *one;
  GString *many; /* empty: nothing is counted */
  gboolean of_phrases;
  gboolean is_format;
  gboolean has_context; /* it is none of a phrase */
} Message;

/* Where phrases are made. */
static const char *const folders[] = { "src/base/", "src/rules/", "src/audit/", "src/store/",
                                       "src/evidence/" };

static GHashTable *templates; /* of phrases → Message; they stay */

static void
message_free (gpointer data)
{
  Message *self = data;

  g_string_free (self->one, TRUE);
  g_string_free (self->many, TRUE);
  g_free (self);
}

static void
end_message (Message **message)
{
  if (*message == NULL)
    return;
  /* The summaries of sections have signs of per cent in them, and what strftime() takes. */
  if ((*message)->of_phrases && !(*message)->has_context && (*message)->one->len > 0
      && ((*message)->is_format || strchr ((*message)->one->str, '%') == NULL))
    g_hash_table_replace (templates, g_strdup ((*message)->one->str), *message);
  else
    message_free (*message);
  *message = NULL;
}

static void
add_quoted (GString *text, const char *line)
{
  const char *begin = strchr (line, '"') + 1;
  g_autofree char *quoted = g_strndup (begin, (gsize) (strrchr (line, '"') - begin));
  g_autofree char *plain = g_strcompress (quoted);

  g_string_append (text, plain);
}

static void
read_templates (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "po", "skyward.pot", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  Message *message = NULL;
  GString *into = NULL;

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = lines[i];

      if (*line == '\0')
        {
          end_message (&message);
          continue;
        }
      if (message == NULL)
        {
          message = g_new0 (Message, 1);
          message->one = g_string_new (NULL);
          message->many = g_string_new (NULL);
          into = NULL;
        }
      for (guint j = 0; j < G_N_ELEMENTS (folders); j++)
        message->of_phrases |= g_str_has_prefix (line, "#:") && strstr (line, folders[j]) != NULL;
      message->is_format |= g_str_has_prefix (line, "#, c-format");
      message->has_context |= g_str_has_prefix (line, "msgctxt ");
      if (g_str_has_prefix (line, "msgid_plural "))
        into = message->many;
      else if (g_str_has_prefix (line, "msgid "))
        into = message->one;
      else if (g_str_has_prefix (line, "msgstr"))
        into = NULL;
      if (into != NULL && *line != '#')
        add_quoted (into, line);
    }
  end_message (&message);
}

/* As the compiler makes it of the macros of inttypes.h. */
static char *
compiled (const char *template)
{
  GString *text = g_string_new (template);

  g_string_replace (text, "<PRId64>", PRId64, 0);
  g_string_replace (text, "<PRIu64>", PRIu64, 0);
  return g_string_free (text, FALSE);
}

/* A phrase of the message with values that are found again: 1000, 1001, …; where something is
 * counted the first is @n. */
static char *
make_sample (const Message *message, guint n, guint *n_values)
{
  g_autofree char *one = compiled (message->one->str);
  g_autofree char *many = compiled (message->many->str);
  GString *phrase = g_string_new ("\x01");

  *n_values = 0;
  g_string_append (phrase, one);
  if (*many != '\0')
    g_string_append_printf (phrase, "\x04%s", many);
  for (const char *p = strchr (one, '%'); p != NULL; p = strchr (p, '%'))
    if (p[1] == '%')
      p += 2;
    else
      {
        p++;
        g_string_append_printf (phrase, "\x02%u",
                                *many != '\0' && *n_values == 0 ? n : 1000 + *n_values);
        ++*n_values;
      }
  g_string_append (phrase, "\x03");
  return g_string_free (phrase, FALSE);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = strstr (text, part); p != NULL; p = strstr (p + strlen (part), part))
    n++;
  return n;
}

static void
check_sample (const Message *message, guint n)
{
  guint n_values;
  g_autofree char *phrase = make_sample (message, n, &n_values);
  g_autofree char *english = sky_phrase_english (phrase);
  g_autofree char *shown = sky_phrase_show (phrase);

  if (g_test_verbose ())
    g_test_message ("%s → %s", english, shown);
  g_assert_true (g_utf8_validate (shown, -1, NULL));
  g_assert_cmpint (*shown, !=, '\x01');
  g_assert_cmpuint (count (shown, "%"), ==, count (message->one->str, "%%"));
  for (guint i = 0; i < n_values; i++)
    {
      g_autofree char *value =
          g_strdup_printf ("%u", message->many->len > 0 && i == 0 ? n : 1000 + i);

      if (count (shown, value) != count (english, value))
        g_error ("“%s” has other values than “%s”", shown, english);
    }
}

static void
test_templates (void)
{
  GHashTableIter iter;
  gpointer value;

  g_assert_cmpuint (g_hash_table_size (templates), >, 400);
  g_hash_table_iter_init (&iter, templates);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Message *message = value;
      g_autofree char *one = compiled (message->one->str);

      /* gettext hands back what it was given when it has nothing to say. */
      if (g_dgettext (GETTEXT_PACKAGE, one) == one)
        g_error ("“%s” is not translated", one);
      for (guint n = 0; n < (message->many->len > 0 ? 3 : 1); n++)
        check_sample (message, n);
    }
}

/* Of one thing Spanish says it otherwise than of several; Chinese does not. */
static void
test_plurals (void)
{
  gboolean two_forms = g_str_equal (g_getenv ("LANGUAGE"), "es");
  GHashTableIter iter;
  gpointer value;
  guint n_counted = 0;

  g_hash_table_iter_init (&iter, templates);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Message *message = value;
      guint n_values;
      g_autofree char *one = NULL;
      g_autofree char *two = NULL;
      g_autofree char *one_shown = NULL;
      g_autofree char *two_shown = NULL;

      if (message->many->len == 0)
        continue;
      n_counted++;
      one = make_sample (message, 1, &n_values);
      two = make_sample (message, 2, &n_values);
      one_shown = sky_phrase_show (one);
      two_shown = sky_phrase_show (two);
      for (guint i = 0; i < 2; i++)
        g_strdelimit (i == 0 ? one_shown : two_shown, "12", '#');
      g_assert_cmpint (strcmp (one_shown, two_shown) != 0, ==, two_forms);
    }
  g_assert_cmpuint (n_counted, >, 5);
}

/* Each template in @phrase is one of the program's, and nothing of it is left to be read. */
static void
check_phrase (const char *path, const char *phrase)
{
  g_autofree char *shown = sky_phrase_show (phrase);

  for (const char *p = strchr (phrase, '\x01'); p != NULL; p = strchr (p + 1, '\x01'))
    {
      g_autofree char *template = g_strndup (p + 1, strcspn (p + 1, "\x01\x02\x03\x04"));

      /* The rank of a card may be a number. */
      if (p[1] != '\x05' && !g_ascii_isdigit (*template)
          && g_dgettext (GETTEXT_PACKAGE, template) == template)
        g_error ("%s: “%s” is not translated; is it marked?", path, template);
    }
  g_assert_null (strpbrk (shown, "\x01\x02\x03\x04\x05\x06"));
}

static void
test_log (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_autoptr (SkyLogAudit) audit = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  g_assert_no_error (error);
  audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < audit->findings->len; i++)
    check_phrase (path, ((const SkyFinding *) audit->findings->pdata[i])->explanation);
  for (guint i = 0; i < audit->rounds->len; i++)
    {
      SkyRound *round = &g_array_index (audit->rounds, SkyRound, i);
      g_autoptr (GPtrArray) steps = NULL;

      if (!g_hash_table_add (seen, &round->round))
        continue;
      steps = sky_audit_explain (log, round->round, NULL, &error);
      g_assert_no_error (error);
      for (guint j = 0; j < steps->len; j++)
        check_phrase (path, ((const SkyStep *) steps->pdata[j])->text);
    }
}

static void
test_golden (void)
{
  guint n = 0;

  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *folder =
          g_test_build_filename (G_TEST_DIST, "data", sky_game_id_to_name (game), NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
      const char *name;

      g_assert_no_error (error);
      while ((name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".tel.jsonl"))
          {
            g_autofree char *path = g_build_filename (folder, name, NULL);

            test_log (path);
            n++;
          }
    }
  g_assert_cmpuint (n, >, 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("SKYWARD_LOCALE_DIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  templates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, message_free);
  read_templates ();
  g_test_add_func ("/phrases/templates", test_templates);
  g_test_add_func ("/phrases/plurals", test_plurals);
  g_test_add_func ("/phrases/golden", test_golden);
  return g_test_run ();
}
