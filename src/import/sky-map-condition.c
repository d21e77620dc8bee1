/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-condition.h"

#include "sky-map-function.h"
#include "sky-shown-text.h"

#include <string.h>

/* Parentheses within parentheses end here. */
#define MAX_DEPTH 32

typedef enum
{
  KIND_AND,
  KIND_OR,
  KIND_NOT,
  KIND_TRUE, /* @left is neither empty nor a word for no */
  KIND_EXISTS,
  KIND_EQUAL,
  KIND_DIFFERENT,
  KIND_LESS,
  KIND_MATCHES,
} Kind;

struct _SkyMapCondition
{
  Kind kind;
  SkyMapCondition *a; /* of and, or, not */
  SkyMapCondition *b;
  SkyMapExpression *left;
  SkyMapExpression *right;
  GRegex *regex;
  GString *scratch[2];
};

/* A text while it is read. */
typedef struct
{
  SkyMapNames *names;
  const char *at;
  char **cause;
} Reader;

void
sky_map_condition_free (SkyMapCondition *self)
{
  if (self == NULL)
    return;
  sky_map_condition_free (self->a);
  sky_map_condition_free (self->b);
  sky_map_expression_free (self->left);
  sky_map_expression_free (self->right);
  g_clear_pointer (&self->regex, g_regex_unref);
  for (guint i = 0; i < 2; i++)
    g_string_free (self->scratch[i], TRUE);
  g_free (self);
}

static SkyMapCondition *
condition_new (Kind kind)
{
  SkyMapCondition *self = g_new0 (SkyMapCondition, 1);

  self->kind = kind;
  for (guint i = 0; i < 2; i++)
    self->scratch[i] = g_string_new (NULL);
  return self;
}

static gboolean
skip (Reader *reader, const char *word)
{
  while (g_ascii_isspace (*reader->at))
    reader->at++;
  if (!g_str_has_prefix (reader->at, word))
    return FALSE;
  reader->at += strlen (word);
  return TRUE;
}

/* The text of a value: in quotes, a reference, or a word. Returns: a new string, or NULL. */
static char *
read_value (Reader *reader)
{
  const char *begin, *end;
  guint depth = 0;

  skip (reader, "");
  begin = reader->at;
  if (*begin == '"')
    {
      end = strchr (begin + 1, '"');
      if (end == NULL)
        {
          *reader->cause = g_strdup ("a text has no closing quote");
          return NULL;
        }
      reader->at = end + 1;
      return g_strndup (begin + 1, (gsize) (end - begin - 1));
    }
  for (end = begin; *end != '\0'; end++)
    if (end[0] == '$' && end[1] == '{')
      depth++;
    else if (*end == '}' && depth > 0)
      depth--;
    else if (depth == 0 && (g_ascii_isspace (*end) || strchr ("()!=<~&|\"", *end) != NULL))
      break;
  if (end == begin || depth > 0)
    {
      g_autofree char *shown = sky_text_show_start (begin, 20);

      *reader->cause = depth > 0 ? g_strdup ("“${” has no “}”")
                       : *begin == '\0'
                           ? g_strdup ("the condition ends where a value belongs")
                           : g_strdup_printf ("“%s” stands where a value belongs", shown);
      return NULL;
    }
  reader->at = end;
  return g_strndup (begin, (gsize) (end - begin));
}

static SkyMapExpression *
read_expression (Reader *reader)
{
  g_autofree char *text = read_value (reader);

  return text != NULL ? sky_map_expression_new (reader->names, text, reader->cause) : NULL;
}

static SkyMapCondition *
read_comparison (Reader *reader)
{
  g_autoptr (SkyMapCondition) self = condition_new (KIND_TRUE);
  g_autofree char *pattern = NULL;
  g_autoptr (GError) error = NULL;

  self->left = read_expression (reader);
  if (self->left == NULL)
    return NULL;
  if (skip (reader, "=="))
    self->kind = KIND_EQUAL;
  else if (skip (reader, "!="))
    self->kind = KIND_DIFFERENT;
  else if (skip (reader, "<"))
    self->kind = KIND_LESS;
  else if (skip (reader, "exists"))
    self->kind = KIND_EXISTS;
  else if (skip (reader, "~"))
    self->kind = KIND_MATCHES;
  if (self->kind == KIND_TRUE || self->kind == KIND_EXISTS)
    return g_steal_pointer (&self);
  if (self->kind != KIND_MATCHES)
    {
      self->right = read_expression (reader);
      return self->right != NULL ? g_steal_pointer (&self) : NULL;
    }
  pattern = read_value (reader);
  if (pattern == NULL)
    return NULL;
  self->regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, &error);
  if (self->regex != NULL)
    return g_steal_pointer (&self);
  *reader->cause = g_strdup (error->message);
  return NULL;
}

static SkyMapCondition *read_or (Reader *reader, guint depth);

static SkyMapCondition *
read_not (Reader *reader, guint depth)
{
  g_autoptr (SkyMapCondition) self = NULL;

  if (depth > MAX_DEPTH)
    {
      *reader->cause = g_strdup ("the condition is nested too deeply");
      return NULL;
    }
  if (skip (reader, "("))
    {
      self = read_or (reader, depth + 1);
      if (self != NULL && !skip (reader, ")"))
        {
          *reader->cause = g_strdup ("“(” has no “)”");
          return NULL;
        }
      return g_steal_pointer (&self);
    }
  if (!skip (reader, "!"))
    return read_comparison (reader);
  self = condition_new (KIND_NOT);
  self->a = read_not (reader, depth + 1);
  return self->a != NULL ? g_steal_pointer (&self) : NULL;
}

static SkyMapCondition *
read_chain (Reader *reader, guint depth, Kind kind)
{
  g_autoptr (SkyMapCondition) self =
      kind == KIND_OR ? read_chain (reader, depth, KIND_AND) : read_not (reader, depth);

  while (self != NULL && skip (reader, kind == KIND_OR ? "||" : "&&"))
    {
      SkyMapCondition *both = condition_new (kind);

      both->a = g_steal_pointer (&self);
      self = both;
      both->b = kind == KIND_OR ? read_chain (reader, depth, KIND_AND) : read_not (reader, depth);
      if (both->b == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

static SkyMapCondition *
read_or (Reader *reader, guint depth)
{
  return read_chain (reader, depth, KIND_OR);
}

SkyMapCondition *
sky_map_condition_new (SkyMapNames *names, const char *text, char **cause)
{
  Reader reader = { names, text, cause };
  g_autoptr (SkyMapCondition) self = read_or (&reader, 0);
  g_autofree char *shown = NULL;

  if (self == NULL)
    return NULL;
  skip (&reader, "");
  if (*reader.at == '\0')
    return g_steal_pointer (&self);
  shown = sky_text_show_start (reader.at, 20);
  *cause = g_strdup_printf ("“%s” stands behind the end of the condition", shown);
  return NULL;
}

static gboolean
is_less (SkyText left, SkyText right, gboolean *holds, char **reason)
{
  g_autofree char *a = g_strstrip (g_strndup (left.data, left.length));
  g_autofree char *b = g_strstrip (g_strndup (right.data, right.length));
  gint64 x, y;

  if (!sky_map_decimal_parse (a, '.', &x) || !sky_map_decimal_parse (b, '.', &y))
    {
      g_autofree char *shown = sky_text_show_start (sky_map_decimal_parse (a, '.', &x) ? b : a, 60);

      *reason = g_strdup_printf ("“%s” is no number and cannot be less", shown);
      return FALSE;
    }
  *holds = x < y;
  return TRUE;
}

gboolean
sky_map_condition_holds (const SkyMapCondition *self,
                         const SkyMapContext *context,
                         gboolean *holds,
                         char **reason)
{
  SkyText left, right = { "", 0 };

  switch (self->kind)
    {
    case KIND_AND:
      return sky_map_condition_holds (self->a, context, holds, reason)
             && (!*holds || sky_map_condition_holds (self->b, context, holds, reason));
    case KIND_OR:
      return sky_map_condition_holds (self->a, context, holds, reason)
             && (*holds || sky_map_condition_holds (self->b, context, holds, reason));
    case KIND_NOT:
      if (!sky_map_condition_holds (self->a, context, holds, reason))
        return FALSE;
      *holds = !*holds;
      return TRUE;
    case KIND_TRUE:
    case KIND_EXISTS:
    case KIND_EQUAL:
    case KIND_DIFFERENT:
    case KIND_LESS:
    case KIND_MATCHES:
      break;
    }
  if (!sky_map_expression_peek (self->left, context, self->scratch[0], &left, reason))
    return FALSE;
  if (self->right != NULL
      && !sky_map_expression_peek (self->right, context, self->scratch[1], &right, reason))
    return FALSE;
  if (self->kind == KIND_TRUE)
    *holds = sky_map_is_true (left.data, left.length);
  else if (self->kind == KIND_EXISTS)
    *holds = left.length > 0;
  else if (self->kind == KIND_LESS)
    return is_less (left, right, holds, reason);
  else if (self->kind == KIND_MATCHES)
    *holds = g_regex_match_full (self->regex, left.data, (gssize) left.length, 0, 0, NULL, NULL);
  else
    *holds = sky_text_equal (left, right) == (self->kind == KIND_EQUAL);
  return TRUE;
}
