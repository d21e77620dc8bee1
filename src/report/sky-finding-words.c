/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-words.h"

#include <string.h>

#include "sky-json.h"
#include "sky-money.h"

/* The members that audits write (sky-settlement.c, sky-dispute.c). */
typedef enum
{
  MONEY,    /* the words stand before an amount */
  TEXT,     /* before the text as it is */
  CHOICE,   /* the text has words of its own */
  FLAG,     /* said when it is true */
  COMPOUND, /* before the words of the object */
} Kind;

typedef struct
{
  const char *name;
  Kind kind;
  const char *words;
} Member;

static const Member members[] = {
  { "dispute", TEXT, "dispute " },
  { "verdict", CHOICE, NULL },
  { "decision", CHOICE, NULL },
  { "outcome", CHOICE, NULL },
  { "paid", MONEY, "paid " },
  { "taken", MONEY, "took " },
  { "returned", MONEY, "returned " },
  { "vig", MONEY, "vigorish of " },
  { "stays", FLAG, "left the wager up" },
  { "claim", COMPOUND, "the patron claims: " },
};

static const struct
{
  const char *member;
  const char *value;
  const char *words;
} choices[] = {
  { "outcome", "win", "won" },
  { "outcome", "lose", "lost" },
  { "outcome", "push", "a tie" },
  { "outcome", "void", "void" },
  { "outcome", "surrender", "surrendered" },
  { "verdict", "supports_house", "the record supports the house" },
  { "verdict", "supports_patron", "the record supports the patron" },
  { "verdict", "inconclusive", "the record is inconclusive" },
  { "decision", "stands", "ruled that it stands" },
  { "decision", "paid", "ruled to pay it" },
  { "decision", "void", "ruled it void" },
};

static const Member *
find_member (SkyText name)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (sky_text_is (name, members[i].name))
      return &members[i];
  return NULL;
}

static const char *
find_choice (const char *member, SkyText value)
{
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (strcmp (choices[i].member, member) == 0 && sky_text_is (value, choices[i].value))
      return choices[i].words;
  return NULL;
}

static char *object_words (const SkyJsonNode *object, const char *between);

/* As a reader of JSON would see it. */
static char *
plain_value (const SkyJsonNode *node)
{
  switch (node->kind)
    {
    case SKY_JSON_TEXT:
      return sky_text_dup (node->text);
    case SKY_JSON_INT:
      return g_strdup_printf ("%" G_GINT64_FORMAT, node->integer);
    case SKY_JSON_BOOL:
      return g_strdup (node->boolean ? "yes" : "no");
    case SKY_JSON_OBJECT:
      return object_words (node, ", ");
    case SKY_JSON_NULL:
    case SKY_JSON_REAL:
    case SKY_JSON_ARRAY:
    default:
      return g_strdup ("—");
    }
}

/* Returns: the words of one member, or NULL when there is nothing to say. */
static char *
member_words (SkyText called, const SkyJsonNode *node)
{
  const Member *member = find_member (called);
  const char *chosen = NULL;
  g_autofree char *value = NULL;
  g_autofree char *name = NULL;

  if (member != NULL && member->kind == CHOICE && node->kind == SKY_JSON_TEXT)
    chosen = find_choice (member->name, node->text);
  if (chosen != NULL)
    return g_strdup (chosen);
  if (member != NULL && member->kind == FLAG && node->kind == SKY_JSON_BOOL)
    return node->boolean ? g_strdup (member->words) : NULL;
  if (member != NULL && member->kind == MONEY && node->kind == SKY_JSON_INT)
    value = sky_money_format (node->integer);
  else
    value = plain_value (node);
  if (member != NULL && member->words != NULL && member->kind != FLAG)
    return g_strdup_printf ("%s%s", member->words, value);
  name = sky_text_dup (called);
  return g_strdup_printf ("%s: %s", name, value);
}

static char *
object_words (const SkyJsonNode *object, const char *between)
{
  GString *words = g_string_new (NULL);
  const SkyJsonNode *name = sky_json_first (object);

  for (guint i = 0; i < object->n_children; i++)
    {
      const SkyJsonNode *value = sky_json_next (name);
      g_autofree char *said = member_words (name->text, value);

      if (said != NULL)
        g_string_append_printf (words, "%s%s", words->len > 0 ? between : "", said);
      name = sky_json_next (value);
    }
  return g_string_free (words, FALSE);
}

char *
sky_finding_words (const char *json)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *root;
  const char *cause;

  if (json == NULL)
    return NULL;
  root = sky_json_parse (parser, json, strlen (json), FALSE, &cause);
  return root != NULL && root->kind == SKY_JSON_OBJECT ? object_words (root, "; ") : NULL;
}
