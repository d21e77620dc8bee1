/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON text read into a flat array of nodes, by simdjson behind this C interface.
 *
 * simdjson was chosen by measurement: of the libraries that Debian 12 packages it is the only one
 * that reads a log faster than an audit can judge it, and it checks all of RFC 8259 and UTF-8
 * besides. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* UTF-8 text with its length in bytes; not ended by a NUL. */
typedef struct
{
  const char *data;
  gsize length;
} SkyText;

gboolean sky_text_equal (SkyText a, SkyText b);

/* Asked several times for every member of every line, and mostly answered by the first byte. */
static inline gboolean
sky_text_is (SkyText text, const char *string)
{
  for (gsize i = 0; i < text.length; i++)
    if (string[i] == '\0' || text.data[i] != string[i])
      return FALSE;
  return string[text.length] == '\0';
}

/* Returns: a new NUL-terminated string. U+0000, which it cannot hold, becomes U+FFFD, so that no
 * text is taken for its own beginning. */
char *sky_text_dup (SkyText text);

typedef enum
{
  SKY_JSON_NULL,
  SKY_JSON_BOOL,
  SKY_JSON_INT,
  SKY_JSON_REAL, /* any number that is not a whole one between the int64 bounds */
  SKY_JSON_TEXT,
  SKY_JSON_ARRAY,
  SKY_JSON_OBJECT,
} SkyJsonKind;

/* A value. The children of an array follow it in order; an object's are pairs of a text (the
 * member's name) and a value. @span is the number of nodes that the value takes, itself included:
 * node + node->span is what comes after it. */
typedef struct
{
  SkyJsonKind kind;
  guint32 span;
  guint32 n_children; /* elements of an array, members of an object */
  union
  {
    gboolean boolean;
    gint64 integer;
    gint64 billionths; /* of a real number, to the nearest; at most the int64 bounds */
    SkyText text;
  };
} SkyJsonNode;

/* A parser with its buffers. Used by one thread at a time. */
typedef struct _SkyJsonParser SkyJsonParser;

SkyJsonParser *sky_json_parser_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_json_parser_free (SkyJsonParser *self);

/* Longer than any line or file of cameras is; keeps one without line ends from filling the memory,
 * for the parser takes many times a text's size. */
#define SKY_JSON_MAX_LENGTH ((gsize) 64 * 1024 * 1024)

/* Bytes behind the text that simdjson may read (never uses) without harm. */
#define SKY_JSON_PADDING 64

/* Reads one JSON text of @length bytes. @padded says that SKY_JSON_PADDING bytes behind it can be
 * read; without that the text is copied first. Returns the root node, valid with all its texts
 * until the parser's next use, or NULL with a static description of what is wrong in @cause. */
const SkyJsonNode *sky_json_parse (
    SkyJsonParser *self, const char *data, gsize length, gboolean padded, const char **cause);

/* The member @name of the object @node, or NULL when there is none (or @node is no object). */
const SkyJsonNode *sky_json_member (const SkyJsonNode *node, const char *name);

/* The text of the member @name of @node. Returns: a new string, or NULL when there is none that is
 * longer than nothing and has no NUL within. */
char *sky_json_dup_text (const SkyJsonNode *node, const char *name);

/* Whether a text in @node, or a member's name, has the character U+0000. */
gboolean sky_json_has_nul (const SkyJsonNode *node);

/* Walking: the first child and the one behind @child. */
static inline const SkyJsonNode *
sky_json_first (const SkyJsonNode *node)
{
  return node + 1;
}

static inline const SkyJsonNode *
sky_json_next (const SkyJsonNode *child)
{
  return child + child->span;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyJsonParser, sky_json_parser_free)

G_END_DECLS
