/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs as files: gzip'd in one member or many, cut off, damaged, growing, shrinking and replaced
 * while they are read. */
#include "config.h"

#include "sky-digest.h"
#include "sky-log.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define HEADER                                                                                     \
  "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\",\"table\":\"CR-01\","    \
  "\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","           \
  "\"currency\":\"USD\"}\n"

typedef struct
{
  char *folder;
  char *path;
} Files;

static gboolean ahead; /* packed logs are unpacked ahead */

static void
set_up (Files *files, gconstpointer data)
{
  ahead = FALSE;
  files->folder = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  files->path = g_build_filename (files->folder, data, NULL);
}

static void
set_up_ahead (Files *files, gconstpointer data)
{
  set_up (files, data);
  ahead = TRUE;
}

static void
tear_down (Files *files, gconstpointer data)
{
  g_remove (files->path);
  g_assert_cmpint (g_rmdir (files->folder), ==, 0);
  g_free (files->path);
  g_free (files->folder);
}

/* A header and @n events. */
static GString *
make_text (guint n)
{
  GString *text = g_string_new (HEADER);

  for (guint i = 1; i <= n; i++)
    g_string_append_printf (
        text, "{\"seq\":%u,\"at\":\"2023-11-04T20:15:03.250000Z\",\"type\":\"throw\"}\n", i);
  return text;
}

static void
free_text (GString *text)
{
  g_string_free (text, TRUE);
}

typedef GString Text;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Text, free_text)

/* Adds @text to @out as one gzip member. */
static void
pack (GByteArray *out, const char *text, gsize size)
{
  g_autoptr (GConverter) packer =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) packed = g_converter_output_stream_new (memory, packer);
  GMemoryOutputStream *stream = G_MEMORY_OUTPUT_STREAM (memory);

  g_assert_true (g_output_stream_write_all (packed, text, size, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (packed, NULL, NULL));
  g_byte_array_append (out, g_memory_output_stream_get_data (stream),
                       (guint) g_memory_output_stream_get_data_size (stream));
}

static void
write_file (const char *path, const void *data, gsize size)
{
  FILE *file;

  /* A file that is cut to nothing and written again is waited for by some file systems. */
  g_remove (path);
  file = g_fopen (path, "we");
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  g_assert_cmpint (fclose (file), ==, 0);
}

static SkyLogReader *
open_reader (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  SkyLogReader *reader;

  g_assert_no_error (error);
  reader = sky_log_reader_new (log, NULL);
  sky_log_reader_want_digest (reader);
  if (ahead)
    sky_log_reader_unpack_ahead (reader);
  return reader;
}

/* Reads to the end. Returns: how many events there were; all their seqs follow each other. */
static guint
count_events (SkyLogReader *reader)
{
  const SkyLine *line;
  guint n = 0;

  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT)
      g_assert_cmpuint (line->event.seq, ==, ++n);
  return n;
}

static void
expect_digest (SkyLogReader *reader, const char *text, gsize size)
{
  guint8 raw[SKY_DIGEST_SIZE];
  char digest[SKY_DIGEST_HEX_SIZE], expected[SKY_DIGEST_HEX_SIZE];

  sky_digest_bytes (text, size, raw);
  sky_digest_to_hex (raw, expected);
  sky_log_reader_digest_so_far (reader, digest);
  g_assert_cmpstr (digest, ==, expected);
}

/* The file reads as @text to its last byte. */
static void
expect_whole (const char *path, const GString *text, guint n)
{
  g_autoptr (SkyLogReader) reader = open_reader (path);
  g_autoptr (SkyLog) log = sky_log_open (path, NULL);
  char read[SKY_DIGEST_HEX_SIZE], passed[SKY_DIGEST_HEX_SIZE];
  GStatBuf status;

  g_assert_cmpuint (count_events (reader), ==, n);
  g_assert_null (sky_log_reader_get_damage (reader));
  expect_digest (reader, text->str, text->len);
  /* Without looking at the lines it is the same. */
  sky_log_reader_digest_so_far (reader, read);
  g_assert_true (sky_log_digest (log, passed, NULL));
  g_assert_cmpstr (passed, ==, read);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (sky_log_reader_get_progress (reader), ==, status.st_size);
}

/* Longer than what is read at once, so that lines lie across blocks. */
static void
test_blocks (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (20000);
  g_autoptr (SkyLogReader) reader = NULL;
  const SkyLine *line;
  goffset offset = 0;
  guint64 number = 0;

  write_file (files->path, text->str, text->len);
  expect_whole (files->path, text, 20000);

  reader = open_reader (files->path);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      g_assert_true (text->str[line->offset - 1] == '\n' && text->str[line->offset] == '{');
      g_assert_true (text->str[line->offset + (goffset) line->length] == '\n');
      if (line->number % 5000 == 0)
        {
          char digest[SKY_DIGEST_HEX_SIZE], expected[SKY_DIGEST_HEX_SIZE];
          guint8 raw[SKY_DIGEST_SIZE];

          sky_digest_bytes (text->str, (gsize) line->offset, raw);
          sky_digest_to_hex (raw, expected);
          sky_log_reader_digest (reader, digest);
          g_assert_cmpstr (digest, ==, expected);
        }
      if (line->number == 12345)
        {
          offset = line->offset;
          number = line->number;
        }
    }

  sky_log_reader_seek (reader, offset, number);
  g_assert_cmpuint (sky_log_reader_next (reader)->event.seq, ==, 12344);
  sky_log_reader_seek (reader, (goffset) text->len, 20002);
  g_assert_null (sky_log_reader_next (reader));
  sky_log_reader_seek (reader, (goffset) text->len + 1, 20003);
  g_assert_null (sky_log_reader_next (reader));
}

/* Lines longer than a block, and one after the other. */
static void
test_long_lines (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (0);
  static const guint lengths[] = { 100, 300000, 10, 1200000, 130000, 131072, 262144, 50 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *filling = g_strnfill (lengths[i], 'x');

      g_string_append_printf (text,
                              "{\"seq\":%u,\"at\":\"2023-11-04T20:15:03.250000Z\",\"type\":\"note\""
                              ",\"text\":\"%s\"}\n",
                              i + 1, filling);
    }
  write_file (files->path, text->str, text->len);
  expect_whole (files->path, text, G_N_ELEMENTS (lengths));

  /* A last line without its LF is a line. */
  write_file (files->path, text->str, text->len - 1);
  g_string_truncate (text, text->len - 1);
  expect_whole (files->path, text, G_N_ELEMENTS (lengths));
}

/* In one member and in many, with zeros behind; packed is what is packed, whatever it is called. */
static void
test_packed (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (5000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autoptr (SkyLogReader) reader = NULL;
  static const guint8 zeros[1000] = { 0 };
  goffset offset = 0;
  guint64 number = 0;
  const SkyLine *line;

  pack (packed, text->str, text->len);
  write_file (files->path, packed->data, packed->len);
  expect_whole (files->path, text, 5000);

  g_byte_array_set_size (packed, 0);
  for (gsize at = 0; at < text->len; at += 997)
    pack (packed, text->str + at, MIN (997, text->len - at));
  pack (packed, "", 0);
  write_file (files->path, packed->data, packed->len);
  expect_whole (files->path, text, 5000);

  g_byte_array_append (packed, zeros, sizeof zeros);
  write_file (files->path, packed->data, packed->len);
  expect_whole (files->path, text, 5000);

  reader = open_reader (files->path);
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->number == 3000)
      {
        offset = line->offset;
        number = line->number;
      }
  sky_log_reader_seek (reader, offset, number);
  g_assert_cmpuint (sky_log_reader_next (reader)->event.seq, ==, 2999);
  sky_log_reader_seek (reader, (goffset) text->len + 1, 6000);
  g_assert_null (sky_log_reader_next (reader));

  write_file (files->path, text->str, text->len);
  expect_whole (files->path, text, 5000);
}

/* Cut off anywhere: what is there is read, and that something is missing is told. */
static void
test_packed_cut (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (40);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  gsize half, first;
  guint before = 0;

  half = text->len / 2;
  pack (packed, text->str, half);
  first = packed->len;
  pack (packed, text->str + half, text->len - half);
  for (guint size = 0; size < packed->len; size++)
    {
      g_autoptr (SkyLog) log = NULL;
      g_autoptr (SkyLogReader) reader = NULL;
      g_autoptr (GError) error = NULL;
      guint n;

      write_file (files->path, packed->data, size);
      log = sky_log_open (files->path, &error);
      if (log == NULL)
        {
          g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_HEADER);
          g_assert_cmpuint (before, ==, 0);
          continue;
        }
      reader = sky_log_reader_new (log, NULL);
      if (ahead)
        sky_log_reader_unpack_ahead (reader);
      n = count_events (reader);
      g_assert_cmpuint (n, >=, before);
      before = n;
      /* Nothing tells that a second member was to come. */
      g_assert_true ((sky_log_reader_get_damage (reader) == NULL) == (size == first));
    }
  g_assert_cmpuint (before, ==, 40);
}

/* Any bit turned over: never read as whole, unless what is read is what was written. */
static void
test_packed_corrupt (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (40);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  guint told = 0;

  pack (packed, text->str, text->len / 2);
  pack (packed, text->str + text->len / 2, text->len - text->len / 2);
  for (guint bit = 0; bit < packed->len * 8; bit++)
    {
      g_autoptr (SkyLog) log = NULL;
      g_autoptr (SkyLogReader) reader = NULL;

      packed->data[bit / 8] ^= 1u << bit % 8;
      write_file (files->path, packed->data, packed->len);
      packed->data[bit / 8] ^= 1u << bit % 8;
      log = sky_log_open (files->path, NULL);
      if (log == NULL)
        {
          told++;
          continue;
        }
      reader = sky_log_reader_new (log, NULL);
      sky_log_reader_want_digest (reader);
      if (ahead)
        sky_log_reader_unpack_ahead (reader);
      while (sky_log_reader_next (reader) != NULL)
        ;
      if (sky_log_reader_get_damage (reader) != NULL)
        told++;
      else
        expect_digest (reader, text->str, text->len);
    }
  /* Only a few bits of gzip's header mean nothing. */
  g_assert_cmpuint (told, >, packed->len * 7);
}

/* Something else behind the last member is no part of the log, and is told. */
static void
test_packed_behind (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (40);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autoptr (SkyLogReader) reader = NULL;

  pack (packed, text->str, text->len);
  g_byte_array_append (packed, (const guint8 *) text->str, 100);
  write_file (files->path, packed->data, packed->len);
  reader = open_reader (files->path);
  g_assert_cmpuint (count_events (reader), ==, 40);
  g_assert_nonnull (sky_log_reader_get_damage (reader));
}

/* Some hundred kilobytes that unpack to half a gigabyte without a line end. */
static void
test_packed_huge (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (1);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autoptr (GByteArray) zeros = g_byte_array_new ();
  g_autofree char *block = g_malloc0 (8 * 1024 * 1024);
  g_autoptr (SkyLogReader) reader = NULL;
  const SkyLine *line;

  pack (packed, text->str, text->len);
  pack (zeros, block, 8 * 1024 * 1024);
  for (guint i = 0; i < 64; i++)
    g_byte_array_append (packed, zeros->data, zeros->len);
  pack (packed, "\n", 1);
  pack (packed, text->str + strlen (HEADER), text->len - strlen (HEADER));
  write_file (files->path, packed->data, packed->len);

  reader = open_reader (files->path);
  g_assert_cmpint (sky_log_reader_next (reader)->kind, ==, SKY_LINE_EVENT);
  line = sky_log_reader_next (reader);
  g_assert_cmpint (line->kind, ==, SKY_LINE_QUARANTINED);
  g_assert_cmpuint (line->length, ==, 512u * 1024 * 1024);
  g_assert_cmpint (sky_log_reader_next (reader)->kind, ==, SKY_LINE_EVENT);
  g_assert_null (sky_log_reader_next (reader));
  g_assert_null (sky_log_reader_get_damage (reader));
}

/* A table's system writes on: a reader sees the log as long as it was when it began. */
static void
test_growing (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (20000);
  gsize half = text->len / 2;
  g_autoptr (SkyLogReader) reader = NULL;
  const SkyLine *line;

  while (text->str[half] != '"')
    half++;
  write_file (files->path, text->str, half);
  reader = open_reader (files->path);
  g_assert_cmpuint (sky_log_reader_next (reader)->event.seq, ==, 1);
  {
    FILE *file = g_fopen (files->path, "ae");

    g_assert_cmpuint (fwrite (text->str + half, 1, text->len - half, file), ==, text->len - half);
    g_assert_cmpint (fclose (file), ==, 0);
  }
  while ((line = sky_log_reader_next (reader)) != NULL)
    if ((gsize) line->offset + line->length == half)
      g_assert_cmpint (line->kind, ==, SKY_LINE_QUARANTINED);
    else
      g_assert_cmpint (line->kind, ==, SKY_LINE_EVENT);
  g_assert_null (sky_log_reader_get_damage (reader));
  expect_digest (reader, text->str, half);

  expect_whole (files->path, text, 20000);
}

/* A log that is cut off under us ends where it was cut off, and it is told. */
static void
test_shrinking (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (20000);
  g_autoptr (SkyLogReader) reader = NULL;
  guint n;

  write_file (files->path, text->str, text->len);
  reader = open_reader (files->path);
  g_assert_cmpuint (sky_log_reader_next (reader)->event.seq, ==, 1);
  g_assert_cmpint (truncate (files->path, (off_t) strlen (HEADER)), ==, 0);
  for (n = 1; sky_log_reader_next (reader) != NULL; n++)
    ;
  g_assert_cmpuint (n, <, 20000);
  g_assert_nonnull (strstr (sky_log_reader_get_damage (reader), "shorter"));
}

/* Between opening the log and reading it, the file becomes another or goes away. */
static void
test_replaced (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (10);
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyLogReader) other = NULL;
  g_autoptr (SkyLogReader) none = NULL;
  g_autoptr (GError) error = NULL;
  char digest[SKY_DIGEST_HEX_SIZE];

  write_file (files->path, text->str, text->len);
  log = sky_log_open (files->path, &error);
  g_assert_no_error (error);

  *strstr (text->str, "CR-01") = 'D';
  write_file (files->path, text->str, text->len);
  other = sky_log_reader_new (log, NULL);
  sky_log_reader_want_digest (other);
  g_assert_null (sky_log_reader_next (other));
  g_assert_nonnull (strstr (sky_log_reader_get_damage (other), "replaced"));
  sky_log_reader_digest_so_far (other, digest);
  g_assert_cmpstr (digest, ==, "");

  g_assert_cmpint (g_remove (files->path), ==, 0);
  none = sky_log_reader_new (log, NULL);
  sky_log_reader_seek (none, 10, 3);
  g_assert_null (sky_log_reader_next (none));
  g_assert_nonnull (sky_log_reader_get_damage (none));
}

/* Unpacking ends when nobody wants more, with as many blocks ahead as there may be or fewer. */
static void
test_left (Files *files, gconstpointer data)
{
  g_autoptr (Text) text = make_text (60000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  pack (packed, text->str, text->len);
  write_file (files->path, packed->data, packed->len);
  for (guint i = 0; i < 60000; i = 2 * i + 1)
    {
      g_autoptr (SkyLogReader) reader = open_reader (files->path);

      for (guint line = 1; line <= i; line++)
        g_assert_cmpuint (sky_log_reader_next (reader)->event.seq, ==, line);
      g_assert_cmpint (sky_log_reader_get_progress (reader), <=, packed->len);
      if (i % 3 == 0)
        sky_log_reader_seek (reader, strlen (HEADER), 2);
      if (i % 3 == 0)
        g_assert_cmpuint (count_events (reader), ==, 60000);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    const char *file;
    void (*test) (Files *, gconstpointer);
  } tests[] = {
    { "/log-file/blocks", "a.tel.jsonl", test_blocks },
    { "/log-file/long-lines", "a.tel.jsonl", test_long_lines },
    { "/log-file/packed", "a.tel.jsonl.gz", test_packed },
    { "/log-file/packed-cut", "a.tel.jsonl.gz", test_packed_cut },
    { "/log-file/packed-corrupt", "a.tel.jsonl.gz", test_packed_corrupt },
    { "/log-file/packed-behind", "a.tel.jsonl.gz", test_packed_behind },
    { "/log-file/packed-huge", "a.tel.jsonl.gz", test_packed_huge },
    { "/log-file/packed-left", "a.tel.jsonl.gz", test_left },
    { "/log-file/growing", "a.tel.jsonl", test_growing },
    { "/log-file/shrinking", "a.tel.jsonl", test_shrinking },
    { "/log-file/replaced", "a.tel.jsonl", test_replaced },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *name = g_strconcat (tests[i].name, "-ahead", NULL);

      g_test_add (tests[i].name, Files, tests[i].file, set_up, tests[i].test, tear_down);
      if (g_str_has_suffix (tests[i].file, ".gz"))
        g_test_add (name, Files, tests[i].file, set_up_ahead, tests[i].test, tear_down);
    }
  return g_test_run ();
}
