/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads JSON text into a flat array of nodes, by simdjson behind this C interface.
 *
 * Measurement decided for simdjson. Of the libraries in Debian 12, only it reads a log faster than
 * an audit can judge it, and it checks all of RFC 8259 and UTF-8. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* UTF-8 text with its length in bytes, without a NUL at the end. */
typedef struct
{
  const char *data;
  gsize length;
} SkyText;

gboolean sky_text_equal (SkyText a, SkyText b);

/* Called several times for every member of every line; the first byte usually decides. */
static inline gboolean
sky_text_is (SkyText text, const char *string)
{
  for (gsize i = 0; i < text.length; i++)
    if (string[i] == '\0' || text.data[i] != string[i])
      return FALSE;
  return string[text.length] == '\0';
}

/* Returns a new NUL-terminated string. U+0000 becomes U+FFFD, so that a text is never mistaken for
 * its beginning. */
char *sky_text_dup (SkyText text);

typedef enum
{
  SKY_JSON_NULL,
  SKY_JSON_BOOL,
  SKY_JSON_INT,
  SKY_JSON_REAL, /* any other number than an int64 */
  SKY_JSON_TEXT,
  SKY_JSON_ARRAY,
  SKY_JSON_OBJECT,
} SkyJsonKind;

/* A value. An array's children follow it in order; an object's are pairs of a text (the member's
 * name) and a value. @span counts the value's nodes, itself included: node + node->span comes after
 * it. */
typedef struct
{
  SkyJsonKind kind;
  guint32 span;
  guint32 n_children; /* elements of an array, members of an object */
  union
  {
    gboolean boolean;
    gint64 integer;
    gint64 billionths; /* of a real number, rounded to nearest and clamped to int64 */
    SkyText text;
  };
} SkyJsonNode;

/* A parser with its buffers. One thread at a time may use it. */
typedef struct _SkyJsonParser SkyJsonParser;

SkyJsonParser *sky_json_parser_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_json_parser_free (SkyJsonParser *self);

/* Longer than any line or file of cameras. The limit keeps a file without line ends from filling
 * the memory, because the parser needs many times a text's size. */
#define SKY_JSON_MAX_LENGTH ((gsize) 64 * 1024 * 1024)

/* Bytes after the text that simdjson may read, though it never uses them. */
#define SKY_JSON_PADDING 64

/* Reads one JSON text of @length bytes. @padded means that SKY_JSON_PADDING bytes after it are
 * readable; otherwise the text is copied first. Returns the root node, which is valid with its
 * texts until the parser's next use. Returns NULL on error, with a static description in @cause. */
const SkyJsonNode *sky_json_parse (
    SkyJsonParser *self, const char *data, gsize length, gboolean padded, const char **cause);

/* The member @name of the object @node, or NULL if there is none or @node is not an object. */
const SkyJsonNode *sky_json_member (const SkyJsonNode *node, const char *name);

/* The text of the member @name of @node. Returns a new string, or NULL if the text is missing,
 * empty or contains a NUL. */
char *sky_json_dup_text (const SkyJsonNode *node, const char *name);

/* Whether a text in @node, or a member's name, contains U+0000. */
gboolean sky_json_has_nul (const SkyJsonNode *node);

/* Iteration: the first child, and the one after @child. */
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
