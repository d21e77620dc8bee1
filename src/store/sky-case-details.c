/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-details.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-json-writer.h"
#include "sky-json.h"

const SkyCaseWord sky_case_types[] = {
  { "dispute", N_ ("Patron dispute") },
  { "payout", N_ ("Error in a settlement") },
  { "procedure", N_ ("Error of procedure") },
  { "cheating", N_ ("Suspected cheating") },
  { "theft", N_ ("Suspected theft") },
  { "equipment", N_ ("Equipment") },
  { "record", N_ ("Error in the record") },
  { "watch", N_ ("Watch of a person") },
  { NULL, NULL },
};

const SkyCaseWord sky_case_dispositions[] = {
  { "unfounded", N_ ("Unfounded") },
  { "corrected", N_ ("Corrected at the table") },
  { "paid", N_ ("Patron paid") },
  { "floor", N_ ("Referred to the pit") },
  { "training", N_ ("Dealer trained") },
  { "discipline", N_ ("Referred for discipline") },
  { "board", N_ ("Reported to the Board") },
  { "police", N_ ("Reported to the police") },
  { NULL, NULL },
};

const char *
sky_case_word_to_label (const SkyCaseWord *words, const char *word)
{
  for (; words->word != NULL; words++)
    if (g_strcmp0 (words->word, word) == 0)
      return words->label;
  return word;
}

/* Returns: what stands in @text, a new string; NULL: nothing but blanks. */
static char *
dup_stripped (const char *text)
{
  g_autofree char *stripped = text != NULL ? g_strstrip (g_strdup (text)) : NULL;

  return stripped != NULL && stripped[0] != '\0' ? g_steal_pointer (&stripped) : NULL;
}

SkyCaseDetails *
sky_case_details_new (const char *type, const char *people, const char *disposition)
{
  SkyCaseDetails *self = g_new0 (SkyCaseDetails, 1);
  g_auto (GStrv) lines = g_strsplit (people != NULL ? people : "", "\n", -1);
  g_autoptr (GStrvBuilder) named = g_strv_builder_new ();

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *person = dup_stripped (lines[i]);

      if (person != NULL)
        g_strv_builder_add (named, person);
    }
  self->type = dup_stripped (type);
  self->people = g_strv_builder_end (named);
  self->disposition = dup_stripped (disposition);
  return self;
}

void
sky_case_details_free (SkyCaseDetails *self)
{
  if (self == NULL)
    return;
  g_free (self->type);
  g_strfreev (self->people);
  g_free (self->disposition);
  g_free (self);
}

/* Whether the member @name, if it is there, is a text or null. */
static gboolean
is_text (const SkyJsonNode *root, const char *name)
{
  const SkyJsonNode *node = sky_json_member (root, name);

  return node == NULL || node->kind == SKY_JSON_TEXT || node->kind == SKY_JSON_NULL;
}

SkyCaseDetails *
sky_case_details_read (const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (SkyCaseDetails) self = NULL;
  g_autoptr (GStrvBuilder) named = g_strv_builder_new ();
  const SkyJsonNode *root;
  const SkyJsonNode *people;
  const SkyJsonNode *person;
  const char *cause;

  if (data == NULL)
    return NULL;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  people = sky_json_member (root, "people");
  if (people == NULL || people->kind != SKY_JSON_ARRAY || sky_json_has_nul (root)
      || !is_text (root, "type") || !is_text (root, "disposition"))
    return NULL;
  person = sky_json_first (people);
  for (guint i = 0; i < people->n_children; i++, person = sky_json_next (person))
    {
      g_autofree char *text = person->kind == SKY_JSON_TEXT ? sky_text_dup (person->text) : NULL;

      if (text == NULL)
        return NULL;
      g_strv_builder_add (named, text);
    }
  self = g_new0 (SkyCaseDetails, 1);
  self->type = sky_json_dup_text (root, "type");
  self->people = g_strv_builder_end (named);
  self->disposition = sky_json_dup_text (root, "disposition");
  return g_steal_pointer (&self);
}

char *
sky_case_details_write (const SkyCaseDetails *self)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  if (self->type != NULL)
    sky_json_add_string (json, "type", self->type);
  sky_json_begin_array (json, "people");
  for (guint i = 0; self->people[i] != NULL; i++)
    sky_json_add_string (json, NULL, self->people[i]);
  sky_json_end_array (json);
  if (self->disposition != NULL)
    sky_json_add_string (json, "disposition", self->disposition);
  sky_json_end_object (json);
  return g_string_free (json, FALSE);
}

char *
sky_case_details_describe (const SkyCaseDetails *self)
{
  g_autofree char *people = g_strjoinv ("; ", self->people);

  return g_strdup_printf (
      "type: %s; people: %s; disposition: %s",
      self->type != NULL ? sky_case_word_to_label (sky_case_types, self->type) : "—",
      people[0] != '\0' ? people : "—",
      self->disposition != NULL ? sky_case_word_to_label (sky_case_dispositions, self->disposition)
                                : "—");
}
