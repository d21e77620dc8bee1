/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-json.h"

#include <cmath>
#include <cstring>
#include <simdjson.h>
#include <vector>

static_assert (SKY_JSON_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson wants more padding");

/* Deeper nesting than any event has; keeps a hostile line from filling the stack. */
static constexpr size_t MAX_DEPTH = 64;

struct _SkyJsonParser
{
  simdjson::dom::parser parser;
  std::vector<SkyJsonNode> nodes;
};

static gint64
to_billionths (double value)
{
  double scaled = std::round (value * 1e9);

  if (scaled >= static_cast<double> (G_MAXINT64))
    return G_MAXINT64;
  return scaled <= static_cast<double> (G_MININT64) ? G_MININT64 : static_cast<gint64> (scaled);
}

static void
flatten (std::vector<SkyJsonNode> &nodes, const simdjson::dom::element &value)
{
  size_t at = nodes.size ();

  nodes.push_back (SkyJsonNode{});
  switch (value.type ())
    {
    case simdjson::dom::element_type::NULL_VALUE:
      nodes[at].kind = SKY_JSON_NULL;
      break;
    case simdjson::dom::element_type::BOOL:
      nodes[at].kind = SKY_JSON_BOOL;
      nodes[at].boolean = value.get_bool ().value_unsafe ();
      break;
    case simdjson::dom::element_type::INT64:
      nodes[at].kind = SKY_JSON_INT;
      nodes[at].integer = value.get_int64 ().value_unsafe ();
      break;
    case simdjson::dom::element_type::UINT64:
      nodes[at].kind = SKY_JSON_REAL;
      nodes[at].billionths = G_MAXINT64;
      break;
    case simdjson::dom::element_type::DOUBLE:
      nodes[at].kind = SKY_JSON_REAL;
      nodes[at].billionths = to_billionths (value.get_double ().value_unsafe ());
      break;
    case simdjson::dom::element_type::STRING:
      {
        std::string_view text = value.get_string ().value_unsafe ();
        nodes[at].kind = SKY_JSON_TEXT;
        nodes[at].text = { text.data (), text.size () };
        break;
      }
    case simdjson::dom::element_type::ARRAY:
      {
        /* Named, for a loop over a part of a temporary would outlive it. */
        simdjson::dom::array array = value.get_array ().value_unsafe ();

        nodes[at].kind = SKY_JSON_ARRAY;
        for (simdjson::dom::element child : array)
          {
            flatten (nodes, child);
            nodes[at].n_children++;
          }
        break;
      }
    case simdjson::dom::element_type::OBJECT:
      {
        simdjson::dom::object object = value.get_object ().value_unsafe ();

        nodes[at].kind = SKY_JSON_OBJECT;
        for (simdjson::dom::key_value_pair member : object)
          {
            SkyJsonNode name = {};
            name.kind = SKY_JSON_TEXT;
            name.span = 1;
            name.text = { member.key.data (), member.key.size () };
            nodes.push_back (name);
            flatten (nodes, member.value);
            nodes[at].n_children++;
          }
        break;
      }
    }
  nodes[at].span = static_cast<guint32> (nodes.size () - at);
}

SkyJsonParser *
sky_json_parser_new (void)
{
  auto *self = new _SkyJsonParser ();

  if (self->parser.allocate (64 * 1024, MAX_DEPTH) != simdjson::SUCCESS)
    g_error ("simdjson: out of memory");
  return self;
}

void
sky_json_parser_free (SkyJsonParser *self)
{
  delete self;
}

const SkyJsonNode *
sky_json_parse (
    SkyJsonParser *self, const char *data, gsize length, gboolean padded, const char **cause)
{
  if (length == 0)
    {
      *cause = "The text is empty";
      return nullptr;
    }
  /* The parser would grow by itself, but to its default depth. */
  if (length > SKY_JSON_MAX_LENGTH
      || (length > self->parser.capacity ()
          && self->parser.allocate (length + length / 2, MAX_DEPTH) != simdjson::SUCCESS))
    {
      *cause = "The text is too long";
      return nullptr;
    }

  simdjson::dom::element root;
  simdjson::error_code code = self->parser.parse (data, length, !padded).get (root);
  if (code != simdjson::SUCCESS)
    {
      *cause = simdjson::error_message (code);
      return nullptr;
    }

  self->nodes.clear ();
  flatten (self->nodes, root);
  return self->nodes.data ();
}

const SkyJsonNode *
sky_json_member (const SkyJsonNode *node, const char *name)
{
  if (node == nullptr || node->kind != SKY_JSON_OBJECT)
    return nullptr;

  const SkyJsonNode *child = sky_json_first (node);
  for (guint32 i = 0; i < node->n_children; i++)
    {
      const SkyJsonNode *value = child + 1;
      if (sky_text_is (child->text, name))
        return value;
      child = sky_json_next (value);
    }
  return nullptr;
}

char *
sky_json_dup_text (const SkyJsonNode *node, const char *name)
{
  const SkyJsonNode *member = sky_json_member (node, name);

  if (member == nullptr || member->kind != SKY_JSON_TEXT || member->text.length == 0
      || memchr (member->text.data, '\0', member->text.length) != nullptr)
    return nullptr;
  return sky_text_dup (member->text);
}

gboolean
sky_json_has_nul (const SkyJsonNode *node)
{
  for (guint32 i = 0; i < node->span; i++)
    if (node[i].kind == SKY_JSON_TEXT && node[i].text.length > 0
        && memchr (node[i].text.data, '\0', node[i].text.length) != nullptr)
      return TRUE;
  return FALSE;
}

gboolean
sky_text_equal (SkyText a, SkyText b)
{
  return a.length == b.length && (a.length == 0 || memcmp (a.data, b.data, a.length) == 0);
}

char *
sky_text_dup (SkyText text)
{
  if (text.length > 0 && memchr (text.data, '\0', text.length) != nullptr)
    return g_utf8_make_valid (text.data, static_cast<gssize> (text.length));
  return g_strndup (text.data, text.length);
}
