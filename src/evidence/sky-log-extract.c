/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-extract.h"

#include <gio/gunixinputstream.h>
#include <string.h>

#include "sky-archive-file.h"
#include "sky-evidence-error.h"
#include "sky-json-writer.h"
#include "sky-json.h"

/* A proof's own version. */
#define FORMAT "skyward.log-proof"

/* --- Loading ---------------------------------------------------------------------------------- */

static GBytes *
unpack (GBytes *packed, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_bytes (packed);
  g_autoptr (GConverter) unzip =
      G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) in = g_converter_input_stream_new (memory, unzip);
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  if (g_output_stream_splice (out, in, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, cancellable, error) < 0)
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

/* All that @descriptor has open. */
static GBytes *
read_all (int descriptor, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) in = g_unix_input_stream_new (descriptor, FALSE);
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  if (g_output_stream_splice (out, in, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, cancellable, error) < 0)
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

GBytes *
sky_log_load (const char *folder, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *base = folder != NULL ? sky_archive_file_name (folder, path) : g_strdup (path);
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (GError) cause = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, base, &cause);
  g_autoptr (GBytes) bytes = file >= 0 ? read_all (file, cancellable, &cause) : NULL;
  GBytes *unpacked = NULL;

  if (bytes != NULL && g_str_has_suffix (path, ".gz"))
    {
      unpacked = unpack (bytes, cancellable, &cause);
      g_bytes_unref (bytes);
      bytes = unpacked;
    }
  if (bytes == NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (bytes == NULL)
    g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s", name,
                 cause->message);
  return g_steal_pointer (&bytes);
}

/* --- Making ----------------------------------------------------------------------------------- */

static void
run_clear (gpointer data)
{
  SkyExtractRun *run = data;

  g_clear_pointer (&run->first_path, g_array_unref);
  g_clear_pointer (&run->last_path, g_array_unref);
}

static SkyLogExtract *
extract_new (void)
{
  SkyLogExtract *self = g_new0 (SkyLogExtract, 1);

  self->runs = g_array_new (FALSE, TRUE, sizeof (SkyExtractRun));
  g_array_set_clear_func (self->runs, run_clear);
  return self;
}

void
sky_log_extract_free (SkyLogExtract *self)
{
  if (self == NULL)
    return;
  g_free (self->log);
  g_array_unref (self->runs);
  g_clear_pointer (&self->lines, g_bytes_unref);
  g_free (self);
}

static gint
compare_ranges (gconstpointer a, gconstpointer b)
{
  const goffset *first = a;
  const goffset *second = b;

  return (first[0] > second[0]) - (first[0] < second[0]);
}

SkyLogExtract *
sky_log_extract_new (const char *name,
                     GBytes *data,
                     const SkyMerkleTree *tree,
                     const GArray *ranges)
{
  SkyLogExtract *self = extract_new ();
  gsize size;
  const char *text = g_bytes_get_data (data, &size);
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, 2 * sizeof (goffset));
  g_autoptr (GString) lines = g_string_new (NULL);
  const goffset header[2] = { 0, 1 };
  SkyExtractRun run = { 0 };
  guint64 line = 0;
  guint next = 0;

  self->log = g_strdup (name);
  self->log_size = size;
  self->log_lines = sky_merkle_tree_get_size (tree);
  sky_merkle_tree_get_root (tree, &self->root);
  {
    guint8 digest[SKY_DIGEST_SIZE];

    sky_digest_bytes (text, size, digest);
    sky_digest_to_hex (digest, self->log_sha256);
  }
  g_array_append_vals (sorted, ranges->data, ranges->len);
  g_array_append_vals (sorted, header, 1);
  g_array_sort (sorted, compare_ranges);

  for (gsize at = 0; at < size; line++)
    {
      const char *lf = memchr (text + at, '\n', size - at);
      gsize end = lf != NULL ? (gsize) (lf - text) + 1 : size;
      gboolean taken = FALSE;

      /* Ranges that end before this line are done with; one that begins before its end takes it. */
      for (guint i = next; i < sorted->len && !taken; i++)
        {
          const goffset *range = (const goffset *) (gpointer) (sorted->data + i * sizeof header);

          if (range[0] >= (goffset) end)
            break;
          taken = range[1] > (goffset) at;
          if (!taken && i == next)
            next++;
        }
      if (taken && run.n_lines == 0)
        {
          run.first_line = line + 1;
          run.offset = (goffset) at;
        }
      if (taken)
        {
          run.n_lines++;
          run.length += (goffset) (end - at);
          g_string_append_len (lines, text + at, (gssize) (end - at));
        }
      if (run.n_lines > 0 && (!taken || end == size))
        {
          run.first_path = sky_merkle_tree_get_path (tree, run.first_line - 1);
          run.last_path = sky_merkle_tree_get_path (tree, run.first_line + run.n_lines - 2);
          g_array_append_val (self->runs, run);
          run = (SkyExtractRun){ 0 };
        }
      at = end;
    }
  self->lines = g_string_free_to_bytes (g_steal_pointer (&lines));
  return self;
}

/* --- The proof as text ------------------------------------------------------------------------ */

static void
add_path (GString *json, const char *name, const GArray *path)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < path->len; i++)
    {
      char hex[SKY_DIGEST_HEX_SIZE];

      sky_digest_to_hex (g_array_index (path, SkyMerkleHash, i).bytes, hex);
      sky_json_add_string (json, NULL, hex);
    }
  sky_json_end_array (json);
}

char *
sky_log_extract_write_proof (const SkyLogExtract *self)
{
  GString *json = g_string_new (NULL);
  char root[SKY_DIGEST_HEX_SIZE];

  sky_digest_to_hex (self->root.bytes, root);
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "proof", FORMAT);
  sky_json_add_int (json, "version", 1);
  sky_json_add_string (json, "tree", "RFC 9162, SHA-256, one leaf a line with its LF");
  sky_json_add_string (json, "log", self->log);
  sky_json_add_int (json, "log_size", (gint64) self->log_size);
  sky_json_add_string (json, "log_sha256", self->log_sha256);
  sky_json_add_int (json, "tree_size", (gint64) self->log_lines);
  sky_json_add_string (json, "root", root);
  sky_json_begin_array (json, "ranges");
  for (guint i = 0; i < self->runs->len; i++)
    {
      const SkyExtractRun *run = &g_array_index (self->runs, SkyExtractRun, i);

      sky_json_begin_object (json, NULL);
      sky_json_add_int (json, "first_line", (gint64) run->first_line);
      sky_json_add_int (json, "last_line", (gint64) (run->first_line + run->n_lines - 1));
      sky_json_add_int (json, "offset", run->offset);
      sky_json_add_int (json, "length", run->length);
      add_path (json, "first_audit_path", run->first_path);
      add_path (json, "last_audit_path", run->last_path);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_string_free (json, FALSE);
}

static gboolean
read_int (const SkyJsonNode *object, const char *name, gint64 least, gint64 *value)
{
  const SkyJsonNode *member = sky_json_member (object, name);

  if (member == NULL || member->kind != SKY_JSON_INT || member->integer < least)
    return FALSE;
  *value = member->integer;
  return TRUE;
}

static gboolean
read_hash (const SkyJsonNode *node, SkyMerkleHash *hash)
{
  if (node == NULL || node->kind != SKY_JSON_TEXT || node->text.length != SKY_DIGEST_HEX_SIZE - 1)
    return FALSE;
  for (guint i = 0; i < SKY_DIGEST_SIZE; i++)
    {
      int high = g_ascii_xdigit_value (node->text.data[2 * i]);
      int low = g_ascii_xdigit_value (node->text.data[2 * i + 1]);

      if (high < 0 || low < 0)
        return FALSE;
      hash->bytes[i] = (guint8) (high * 16 + low);
    }
  return TRUE;
}

static GArray *
read_path (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *array = sky_json_member (object, name);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));
  const SkyJsonNode *node;

  /* No tree is higher than its size has bits. */
  if (array == NULL || array->kind != SKY_JSON_ARRAY || array->n_children > 64)
    return NULL;
  node = sky_json_first (array);
  for (guint i = 0; i < array->n_children; i++, node = sky_json_next (node))
    {
      SkyMerkleHash hash;

      if (!read_hash (node, &hash))
        return NULL;
      g_array_append_val (path, hash);
    }
  return g_steal_pointer (&path);
}

static gboolean
read_run (SkyLogExtract *self, const SkyJsonNode *object)
{
  SkyExtractRun run = { 0 };
  gint64 first, last;

  if (!read_int (object, "first_line", 1, &first) || !read_int (object, "last_line", first, &last)
      || !read_int (object, "offset", 0, &run.offset)
      || !read_int (object, "length", 1, &run.length))
    return FALSE;
  run.first_line = (guint64) first;
  run.n_lines = (guint64) (last - first) + 1;
  run.first_path = read_path (object, "first_audit_path");
  run.last_path = read_path (object, "last_audit_path");
  g_array_append_val (self->runs, run);
  return run.first_path != NULL && run.last_path != NULL;
}

static gboolean
read_proof (SkyLogExtract *self, const SkyJsonNode *root)
{
  const SkyJsonNode *format = sky_json_member (root, "proof");
  const SkyJsonNode *log = sky_json_member (root, "log");
  const SkyJsonNode *ranges = sky_json_member (root, "ranges");
  const SkyJsonNode *node;
  SkyMerkleHash digest;
  gint64 version, size, lines;

  if (format == NULL || format->kind != SKY_JSON_TEXT || !sky_text_is (format->text, FORMAT)
      || !read_int (root, "version", 1, &version) || version != 1 || log == NULL
      || log->kind != SKY_JSON_TEXT || !read_int (root, "log_size", 1, &size)
      || !read_int (root, "tree_size", 1, &lines)
      || !read_hash (sky_json_member (root, "log_sha256"), &digest)
      || !read_hash (sky_json_member (root, "root"), &self->root) || ranges == NULL
      || ranges->kind != SKY_JSON_ARRAY || ranges->n_children == 0)
    return FALSE;
  self->log = sky_text_dup (log->text);
  self->log_size = (guint64) size;
  self->log_lines = (guint64) lines;
  sky_digest_to_hex (digest.bytes, self->log_sha256);
  node = sky_json_first (ranges);
  for (guint i = 0; i < ranges->n_children; i++, node = sky_json_next (node))
    if (node->kind != SKY_JSON_OBJECT || !read_run (self, node))
      return FALSE;
  return TRUE;
}

SkyLogExtract *
sky_log_extract_read (GBytes *proof, GBytes *lines, GError **error)
{
  g_autoptr (SkyLogExtract) self = extract_new ();
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  gsize size;
  const char *text = g_bytes_get_data (proof, &size);
  const char *cause = "it lacks what a proof has";
  const SkyJsonNode *root = sky_json_parse (parser, text, size, FALSE, &cause);

  if (root == NULL || root->kind != SKY_JSON_OBJECT || !read_proof (self, root))
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_RECORD,
                   "that is no proof of a log's lines: %s",
                   root == NULL ? cause : "it lacks what a proof has");
      return NULL;
    }
  self->lines = g_bytes_ref (lines);
  return g_steal_pointer (&self);
}

/* --- Proving ---------------------------------------------------------------------------------- */

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list arguments;
  g_autofree char *message = NULL;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_RECORD, message);
  return FALSE;
}

/* Hashes the @n lines at *@at, which moves on. Returns: FALSE when there are not so many, or they
 * are not @length bytes long. */
static gboolean
hash_lines (const char **at, const char *end, guint64 n, goffset length, GArray *leaves)
{
  const char *start = *at;

  for (guint64 i = 0; i < n; i++)
    {
      const char *lf;
      SkyMerkleHash hash;

      if (*at >= end)
        return FALSE;
      lf = memchr (*at, '\n', (gsize) (end - *at));
      lf = lf != NULL ? lf + 1 : end;
      sky_merkle_leaf (*at, (gsize) (lf - *at), &hash);
      g_array_append_val (leaves, hash);
      *at = lf;
    }
  return *at - start == length;
}

/* Whether the places of the runs can be: a line has one byte at least, lines that follow each other
 * touch, and the last line ends where the log ends. */
static gboolean
check_places (const SkyLogExtract *self, GError **error)
{
  guint64 line = 1;
  goffset place = 0;
  gsize size;
  const char *text = g_bytes_get_data (self->lines, &size);

  for (guint i = 0; i < self->runs->len; i++)
    {
      const SkyExtractRun *run = &g_array_index (self->runs, SkyExtractRun, i);
      const guint64 between = run->first_line - line;
      const goffset gap = run->offset - place;

      if (run->offset < place || (between == 0) != (gap == 0) || (guint64) gap < between)
        return refuse (error,
                       "lines %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
                       " cannot stand at byte %" G_GOFFSET_FORMAT,
                       run->first_line, run->first_line + run->n_lines - 1, run->offset);
      line = run->first_line + run->n_lines;
      if (__builtin_add_overflow (run->offset, run->length, &place))
        return refuse (error, "it speaks of more bytes than any log has");
    }
  if (line - 1 > self->log_lines || (guint64) place > self->log_size
      || (line - 1 == self->log_lines) != ((guint64) place == self->log_size)
      || self->log_size - (guint64) place < self->log_lines - (line - 1))
    return refuse (error,
                   "a log of %" G_GUINT64_FORMAT " lines and %" G_GUINT64_FORMAT
                   " bytes cannot be the one that they stand in",
                   self->log_lines, self->log_size);
  if (line - 1 < self->log_lines && (size == 0 || text[size - 1] != '\n'))
    return refuse (error, "its last line does not end, though others follow it in the log");
  return TRUE;
}

gboolean
sky_log_extract_verify (const SkyLogExtract *self, GError **error)
{
  gsize size;
  const char *at = g_bytes_get_data (self->lines, &size);
  const char *end = at + size;
  guint64 line = 1;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const SkyExtractRun *run = &g_array_index (self->runs, SkyExtractRun, i);
      g_autoptr (GArray) leaves = g_array_new (FALSE, FALSE, sizeof (SkyMerkleHash));

      if (run->first_line < line || (i == 0 && run->first_line != 1))
        return refuse (error, "its lines are not in the log's order");
      if (!hash_lines (&at, end, run->n_lines, run->length, leaves))
        return refuse (error,
                       "lines %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
                       " are not all there, or others are among them",
                       run->first_line, run->first_line + run->n_lines - 1);
      if (!sky_merkle_verify_range ((const SkyMerkleHash *) (gpointer) leaves->data, leaves->len,
                                    run->first_line - 1, self->log_lines, run->first_path,
                                    run->last_path, &self->root))
        return refuse (error,
                       "lines %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
                       " are not those of the log with that root",
                       run->first_line, run->first_line + run->n_lines - 1);
      line = run->first_line + run->n_lines;
    }
  if (at != end)
    return refuse (error, "it has lines that the proof does not speak of");
  return check_places (self, error);
}

gboolean
sky_log_extract_compare (const SkyLogExtract *self, GBytes *data, GError **error)
{
  gsize size, lines_size;
  const char *text = g_bytes_get_data (data, &size);
  const char *lines = g_bytes_get_data (self->lines, &lines_size);
  g_autoptr (SkyMerkleTree) tree = sky_merkle_tree_new (text, size);
  SkyMerkleHash root;
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];

  sky_merkle_tree_get_root (tree, &root);
  sky_digest_bytes (text, size, digest);
  sky_digest_to_hex (digest, hex);
  if (size != self->log_size || strcmp (hex, self->log_sha256) != 0
      || sky_merkle_tree_get_size (tree) != self->log_lines
      || memcmp (&root, &self->root, sizeof root) != 0)
    return refuse (error, "it is not the log that the lines were taken from");
  for (guint i = 0; i < self->runs->len; i++)
    {
      const SkyExtractRun *run = &g_array_index (self->runs, SkyExtractRun, i);

      if (run->offset > (goffset) size || run->length > (goffset) size - run->offset
          || run->length > (goffset) lines_size
          || memcmp (text + run->offset, lines, (gsize) run->length) != 0)
        return refuse (error, "the lines from byte %" G_GOFFSET_FORMAT " on are not those there",
                       run->offset);
      lines += run->length;
      lines_size -= (gsize) run->length;
    }
  return TRUE;
}

gboolean
sky_log_extract_locate (const SkyLogExtract *self,
                        guint64 line,
                        guint64 *log_line,
                        goffset *log_offset)
{
  const char *text = g_bytes_get_data (self->lines, NULL);
  guint64 before = 0;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const SkyExtractRun *run = &g_array_index (self->runs, SkyExtractRun, i);
      const char *at = text;

      if (line > before && line <= before + run->n_lines)
        {
          for (guint64 skip = line - before - 1; skip > 0; skip--)
            at = strchr (at, '\n') + 1;
          *log_line = run->first_line + (line - before - 1);
          *log_offset = run->offset + (goffset) (at - text);
          return TRUE;
        }
      before += run->n_lines;
      text += run->length;
    }
  return FALSE;
}
