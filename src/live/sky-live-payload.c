/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-payload.h"

#include "sky-digest.h"
#include "sky-json-writer.h"

#include <string.h>

struct _SkyLiveReader
{
  SkyJsonParser *parser;
  GByteArray *decoded;
};

void
sky_live_epoch (const char *two_lines, gsize size, char epoch[SKY_LIVE_EPOCH_SIZE])
{
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];

  sky_digest_bytes (two_lines, size, digest);
  sky_digest_to_hex (digest, hex);
  g_strlcpy (epoch, hex, SKY_LIVE_EPOCH_SIZE);
}

SkyLiveReader *
sky_live_reader_new (void)
{
  SkyLiveReader *self = g_new0 (SkyLiveReader, 1);

  self->parser = sky_json_parser_new ();
  self->decoded = g_byte_array_new ();
  return self;
}

void
sky_live_reader_free (SkyLiveReader *self)
{
  if (self == NULL)
    return;
  sky_json_parser_free (self->parser);
  g_byte_array_unref (self->decoded);
  g_free (self);
}

/* --- Reading -----------------------------------------------------------------------------------
 */

static const SkyJsonNode *
read_object (SkyLiveReader *self, const char *data, gsize length)
{
  const char *cause = NULL;
  const SkyJsonNode *root;

  if (length == 0 || length > SKY_LIVE_PAYLOAD_MAX)
    return NULL;
  root = sky_json_parse (self->parser, data, length, FALSE, &cause);
  return root != NULL && root->kind == SKY_JSON_OBJECT ? root : NULL;
}

/* The member @name of @root when it has it once: which of two counts nobody can know. */
static const SkyJsonNode *
get_member (const SkyJsonNode *root, const char *name)
{
  const SkyJsonNode *key = sky_json_first (root);
  const SkyJsonNode *found = NULL;

  for (guint i = 0; i < root->n_children; i++, key = sky_json_next (key + 1))
    if (sky_text_is (key->text, name))
      {
        if (found != NULL)
          return NULL;
        found = key + 1;
      }
  return found;
}

static gboolean
get_number (const SkyJsonNode *root, const char *name, guint64 *number)
{
  const SkyJsonNode *node = get_member (root, name);

  if (node == NULL || node->kind != SKY_JSON_INT || node->integer < 0)
    return FALSE;
  *number = (guint64) node->integer;
  return TRUE;
}

static SkyText
get_text (const SkyJsonNode *root, const char *name)
{
  const SkyJsonNode *node = get_member (root, name);

  return node != NULL && node->kind == SKY_JSON_TEXT ? node->text : (SkyText){ "", 0 };
}

/* What the receiver wants to know of an event or a header. */
static void
look (const SkyJsonNode *root, SkyLiveLine *line)
{
  const SkyText type = get_text (root, "type");
  const SkyText at = get_text (root, "at");

  line->closes = sky_text_is (type, "table_close");
  if (sky_text_is (type, "checkpoint"))
    line->checkpoint = get_text (root, "sha256");
  if (!sky_time_parse (at.data, at.length, &line->at))
    line->at = SKY_TIME_NONE;
  if (line->position == 0)
    {
      line->property = get_text (root, "property");
      line->table = get_text (root, "table");
      line->day = get_text (root, "gaming_day");
    }
}

/* The position at which @root is a line as it is. */
static gboolean
find_position (const SkyJsonNode *root, guint64 *position)
{
  if (sky_json_member (root, "seq") != NULL)
    return get_number (root, "seq", position) && *position > 0;
  *position = 0;
  return sky_text_is (get_text (root, "log"), "skyward.table-log");
}

static gboolean
read_plain (SkyLiveReader *self, const char *data, gsize length, SkyLiveLine *line)
{
  const SkyJsonNode *root;

  *line = (SkyLiveLine){ .bytes = data, .length = length, .at = SKY_TIME_NONE };
  if (length > SKY_LIVE_LINE_MAX || memchr (data, '\n', length) != NULL)
    return FALSE;
  root = read_object (self, data, length);
  if (root == NULL || !find_position (root, &line->position))
    return FALSE;
  look (root, line);
  return TRUE;
}

/* Base64 of at most SKY_LIVE_RAW_MAX bytes, in which nothing else stands. */
static gboolean
decode (SkyLiveReader *self, SkyText text)
{
  gsize most = text.length / 4 * 3;
  gsize padding = 0;
  gint state = 0;
  guint save = 0;

  while (padding < 2 && padding < text.length && text.data[text.length - 1 - padding] == '=')
    padding++;
  if (text.length % 4 != 0 || most - padding > SKY_LIVE_RAW_MAX)
    return FALSE;
  for (gsize i = 0; i < text.length - padding; i++)
    if (!g_ascii_isalnum (text.data[i]) && text.data[i] != '+' && text.data[i] != '/')
      return FALSE;
  g_byte_array_set_size (self->decoded, (guint) most + 3);
  most = g_base64_decode_step (text.data, text.length, self->decoded->data, &state, &save);
  g_byte_array_set_size (self->decoded, (guint) most);
  return memchr (self->decoded->data, '\n', most) == NULL;
}

static gboolean
read_raw (SkyLiveReader *self, const char *data, gsize length, SkyLiveLine *line)
{
  const SkyJsonNode *root = read_object (self, data, length);
  const SkyJsonNode *raw;

  if (root == NULL || sky_json_member (root, "seq") != NULL
      || !get_number (root, "line", &line->position))
    return FALSE;
  raw = get_member (root, "raw");
  if (raw == NULL || raw->kind != SKY_JSON_TEXT || !decode (self, raw->text))
    return FALSE;
  *line = (SkyLiveLine){ .position = line->position,
                         .bytes = (const char *) self->decoded->data,
                         .length = self->decoded->len,
                         .at = SKY_TIME_NONE };
  /* It may be an event all the same, one whose number is wrong. */
  root = read_object (self, line->bytes, line->length);
  if (root != NULL)
    look (root, line);
  return TRUE;
}

gboolean
sky_live_reader_line (SkyLiveReader *self, const char *data, gsize length, SkyLiveLine *line)
{
  return read_plain (self, data, length, line) || read_raw (self, data, length, line);
}

gboolean
sky_live_reader_plain (
    SkyLiveReader *self, guint64 position, const char *data, gsize length, SkyLiveLine *line)
{
  return read_plain (self, data, length, line) && line->position == position;
}

static gboolean
take_epoch (const SkyJsonNode *root, char epoch[SKY_LIVE_EPOCH_SIZE])
{
  const SkyText text = get_text (root, "epoch");

  epoch[0] = '\0';
  if (text.length == 0)
    return TRUE;
  if (text.length != SKY_LIVE_EPOCH_SIZE - 1)
    return FALSE;
  for (gsize i = 0; i < text.length; i++)
    if (!g_ascii_isxdigit (text.data[i]) || g_ascii_isupper (text.data[i]))
      return FALSE;
  memcpy (epoch, text.data, text.length);
  epoch[text.length] = '\0';
  return TRUE;
}

gboolean
sky_live_reader_hello (SkyLiveReader *self, const char *data, gsize length, SkyLiveHello *hello)
{
  const SkyJsonNode *root = read_object (self, data, length);
  const SkyJsonNode *open;

  if (root == NULL || !take_epoch (root, hello->epoch) || !get_number (root, "first", &hello->first)
      || !get_number (root, "last", &hello->last) || hello->last < hello->first)
    return FALSE;
  open = get_member (root, "open");
  hello->open = open == NULL || open->kind != SKY_JSON_BOOL || open->boolean;
  return TRUE;
}

gboolean
sky_live_reader_have (SkyLiveReader *self, const char *data, gsize length, SkyLiveHave *have)
{
  const SkyJsonNode *root = read_object (self, data, length);
  SkyText digest;

  if (root == NULL || !take_epoch (root, have->epoch) || !get_number (root, "seq", &have->position)
      || !get_number (root, "bytes", &have->bytes))
    return FALSE;
  digest = get_text (root, "sha256");
  if (digest.length != 0 && digest.length != sizeof have->sha256 - 1)
    return FALSE;
  memcpy (have->sha256, digest.data, digest.length);
  have->sha256[digest.length] = '\0';
  return TRUE;
}

gboolean
sky_live_reader_want (SkyLiveReader *self, const char *data, gsize length, guint64 *from)
{
  const SkyJsonNode *root = read_object (self, data, length);

  return root != NULL && get_number (root, "from", from);
}

char *
sky_live_reader_refuse (SkyLiveReader *self, const char *data, gsize length, guint64 *position)
{
  const SkyJsonNode *root = read_object (self, data, length);
  SkyText reason;

  if (root == NULL || !get_number (root, "seq", position))
    return NULL;
  reason = get_text (root, "reason");
  return reason.length > 0 && reason.length <= 64 ? sky_text_dup (reason) : NULL;
}

/* --- Writing -----------------------------------------------------------------------------------
 */

void
sky_live_add_raw (GString *json, guint64 position, const char *line, gsize length)
{
  g_autofree char *base64 = g_base64_encode ((const guint8 *) line, length);

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "line", (gint64) position);
  sky_json_add_string (json, "raw", base64);
  sky_json_end_object (json);
}

static void
add_epoch (GString *json, const char *epoch)
{
  if (*epoch != '\0')
    sky_json_add_string (json, "epoch", epoch);
}

void
sky_live_add_hello (GString *json, const SkyLiveHello *hello)
{
  sky_json_begin_object (json, NULL);
  add_epoch (json, hello->epoch);
  sky_json_add_int (json, "first", (gint64) hello->first);
  sky_json_add_int (json, "last", (gint64) hello->last);
  sky_json_add_bool (json, "open", hello->open);
  sky_json_end_object (json);
}

void
sky_live_add_have (GString *json, const SkyLiveHave *have)
{
  sky_json_begin_object (json, NULL);
  add_epoch (json, have->epoch);
  sky_json_add_int (json, "seq", (gint64) have->position);
  sky_json_add_int (json, "bytes", (gint64) have->bytes);
  if (have->sha256[0] != '\0')
    sky_json_add_string (json, "sha256", have->sha256);
  sky_json_end_object (json);
}

void
sky_live_add_want (GString *json, guint64 from)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "from", (gint64) from);
  sky_json_end_object (json);
}

void
sky_live_add_refuse (GString *json, guint64 position, const char *reason)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "seq", (gint64) position);
  sky_json_add_string (json, "reason", reason);
  sky_json_end_object (json);
}

void
sky_live_add_gone (GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_bool (json, "open", TRUE);
  sky_json_end_object (json);
}
