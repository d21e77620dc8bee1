/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-text.h"

#include <string.h>

/* Files that include each other in a circle end here. */
#define MAX_DEPTH 8
/* Nobody reads more. */
#define MAX_PROBLEMS 100

typedef struct
{
  SkyMapText *text;
  SkyDigest *digest;
  const char *folder;
  guint depth;
} Loader;

/* A file while it is read. */
typedef struct
{
  const char *name;
  GHashTable *lines; /* "group\nkey" or "group" → line */
} Lines;

static void
problem_free (gpointer data)
{
  SkyMapProblem *problem = data;

  g_free (problem->file);
  g_free (problem->group);
  g_free (problem->text);
  g_free (problem);
}

static void
key_free (gpointer data)
{
  SkyMapKey *key = data;

  g_free (key->name);
  g_free (key->value);
  g_free (key);
}

static void
group_free (gpointer data)
{
  SkyMapGroup *group = data;

  g_free (group->name);
  g_ptr_array_unref (group->keys);
  g_free (group);
}

char *
sky_map_problem_format (const SkyMapProblem *problem)
{
  g_autoptr (GString) text = g_string_new (problem->file);

  if (problem->line > 0)
    g_string_append_printf (text, ":%u", problem->line);
  g_string_append (text, ": ");
  if (problem->group != NULL)
    g_string_append_printf (text, "[%s]: ", problem->group);
  g_string_append (text, problem->text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_problem (SkyMapText *self, const char *file, guint line, const char *group, char *text)
{
  SkyMapProblem *problem;

  if (self->problems->len >= MAX_PROBLEMS)
    {
      g_free (text);
      return;
    }
  problem = g_new0 (SkyMapProblem, 1);
  problem->file = g_strdup (file);
  problem->line = line;
  problem->group = g_strdup (group);
  problem->text = text;
  g_ptr_array_add (self->problems, problem);
}

void
sky_map_text_complain (
    SkyMapText *self, const SkyMapGroup *group, const SkyMapKey *key, const char *format, ...)
{
  char *text;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (key != NULL)
    add_problem (self, key->file, key->line, key->group, text);
  else if (group != NULL)
    add_problem (self, group->file, group->line, group->name, text);
  else
    add_problem (self, self->name, 0, NULL, text);
}

const SkyMapGroup *
sky_map_text_find (const SkyMapText *self, const char *name)
{
  for (guint i = 0; i < self->groups->len; i++)
    if (g_str_equal (((const SkyMapGroup *) self->groups->pdata[i])->name, name))
      return self->groups->pdata[i];
  return NULL;
}

const SkyMapKey *
sky_map_group_find (const SkyMapGroup *group, const char *name)
{
  for (guint i = 0; group != NULL && i < group->keys->len; i++)
    if (g_str_equal (((const SkyMapKey *) group->keys->pdata[i])->name, name))
      return group->keys->pdata[i];
  return NULL;
}

static gboolean
note_line (Loader *loader, Lines *lines, char *what, guint line, const char *twice)
{
  if (g_hash_table_contains (lines->lines, what))
    {
      add_problem (loader->text, lines->name, line, NULL, g_strdup (twice));
      g_free (what);
      return FALSE;
    }
  g_hash_table_insert (lines->lines, what, GUINT_TO_POINTER (line));
  return TRUE;
}

/* Notes where groups and keys stand. GKeyFile keeps no lines, and the last of several keys of one
 * name alone. */
static gboolean
note_lines (Loader *loader, Lines *lines, const char *data, gsize size)
{
  g_autofree char *group = NULL;
  const char *end = data + size;
  gboolean good = TRUE;
  guint number = 0;

  while (data < end)
    {
      const char *lf = memchr (data, '\n', (gsize) (end - data));
      const char *next = lf != NULL ? lf + 1 : end;
      g_autofree char *line = g_strstrip (g_strndup (data, (gsize) ((lf ? lf : end) - data)));
      char *equals = strchr (line, '=');

      number++;
      data = next;
      if (line[0] == '\0' || line[0] == '#')
        continue;
      if (line[0] == '[')
        {
          gsize length = strlen (line);

          if (line[length - 1] != ']' || length < 3)
            {
              add_problem (loader->text, lines->name, number, NULL,
                           g_strdup ("a group's name stands between “[” and “]”"));
              return FALSE;
            }
          g_free (group);
          group = g_strndup (line + 1, length - 2);
          good &= note_line (loader, lines, g_strdup (group), number, "this group is there twice");
        }
      else if (equals == NULL || equals == line)
        {
          add_problem (loader->text, lines->name, number, group,
                       g_strdup ("this line is no group, no “key=value” and no comment"));
          good = FALSE;
        }
      else if (group == NULL)
        {
          add_problem (loader->text, lines->name, number, NULL,
                       g_strdup ("this key stands before the first group"));
          good = FALSE;
        }
      else
        {
          g_autofree char *key = g_strchomp (g_strndup (line, (gsize) (equals - line)));

          good &= note_line (loader, lines, g_strconcat (group, "\n", key, NULL), number,
                             "this key is in its group twice");
        }
    }
  return good;
}

static guint
line_of (const Lines *lines, const char *group, const char *key)
{
  g_autofree char *what = key != NULL ? g_strconcat (group, "\n", key, NULL) : g_strdup (group);

  return GPOINTER_TO_UINT (g_hash_table_lookup (lines->lines, what));
}

static void
merge_key (SkyMapGroup *group, const Lines *lines, const char *name, char *value)
{
  SkyMapKey *key = (SkyMapKey *) sky_map_group_find (group, name);

  if (key == NULL)
    {
      key = g_new0 (SkyMapKey, 1);
      key->name = g_strdup (name);
      key->group = group->name;
      g_ptr_array_add (group->keys, key);
    }
  g_free (key->value);
  key->value = g_strstrip (value);
  key->file = lines->name;
  key->line = line_of (lines, group->name, name);
}

static void
merge (Loader *loader, const Lines *lines, GKeyFile *file)
{
  g_auto (GStrv) names = g_key_file_get_groups (file, NULL);

  for (guint g = 0; names[g] != NULL; g++)
    {
      SkyMapGroup *group = (SkyMapGroup *) sky_map_text_find (loader->text, names[g]);
      g_auto (GStrv) keys = g_key_file_get_keys (file, names[g], NULL, NULL);

      if (group == NULL)
        {
          group = g_new0 (SkyMapGroup, 1);
          group->name = g_strdup (names[g]);
          group->keys = g_ptr_array_new_with_free_func (key_free);
          g_ptr_array_add (loader->text->groups, group);
        }
      group->file = lines->name;
      group->line = line_of (lines, names[g], NULL);
      for (guint k = 0; keys[k] != NULL; k++)
        merge_key (group, lines, keys[k], g_key_file_get_value (file, names[g], keys[k], NULL));
    }
}

static void load (Loader *loader, const char *data, gsize size, const char *name);

static void
include_file (Loader *loader, const Lines *lines, guint line, const char *name)
{
  g_autofree char *path = NULL;
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  if (loader->folder == NULL || loader->depth >= MAX_DEPTH)
    {
      add_problem (loader->text, lines->name, line, "map",
                   loader->folder == NULL
                       ? g_strdup ("this mapping is in no folder and can include nothing")
                       : g_strdup ("mappings include each other too deeply"));
      return;
    }
  path = g_build_filename (loader->folder, name, NULL);
  if (!g_file_get_contents (path, &data, &size, &error))
    {
      add_problem (loader->text, lines->name, line, "map",
                   g_strdup_printf ("“%s” cannot be included: %s", name, error->message));
      return;
    }
  loader->depth++;
  load (loader, data, size, name);
  loader->depth--;
}

static void
load (Loader *loader, const char *data, gsize size, const char *name)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *includes = NULL;
  g_auto (GStrv) parts = NULL;
  Lines lines = { g_intern_string (name), places };
  const char *bad;

  sky_digest_update (loader->digest, data, size);
  if (size > SKY_MAP_MAX_SIZE || memchr (data, '\0', size) != NULL)
    {
      add_problem (loader->text, name, 0, NULL,
                   g_strdup (size > SKY_MAP_MAX_SIZE ? "the mapping is larger than 1 MB"
                                                     : "the mapping has a byte 0 and is no text"));
      return;
    }
  if (!g_utf8_validate (data, (gssize) size, &bad))
    {
      guint line = 1;

      for (const char *at = data; at < bad; at++)
        line += *at == '\n';
      add_problem (loader->text, name, line, NULL, g_strdup ("this line is no UTF-8"));
      return;
    }
  if (!note_lines (loader, &lines, data, size))
    return;
  if (!g_key_file_load_from_data (file, data, size, G_KEY_FILE_NONE, &error))
    {
      add_problem (loader->text, name, 0, NULL, g_strdup (error->message));
      return;
    }
  includes = g_key_file_get_value (file, "map", "include", NULL);
  parts = g_strsplit (includes != NULL ? includes : "", ";", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0')
      include_file (loader, &lines, line_of (&lines, "map", "include"), parts[i]);
  merge (loader, &lines, file);
}

SkyMapText *
sky_map_text_new (const char *data, gsize size, const char *name, const char *folder)
{
  g_autoptr (SkyMapText) self = g_new0 (SkyMapText, 1);
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  Loader loader = { self, digest, folder, 0 };

  self->name = g_intern_string (name);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->problems = g_ptr_array_new_with_free_func (problem_free);
  load (&loader, data, size, name);
  sky_digest_peek (digest, self->sha256);
  return g_steal_pointer (&self);
}

void
sky_map_text_free (SkyMapText *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->problems);
  g_free (self);
}
