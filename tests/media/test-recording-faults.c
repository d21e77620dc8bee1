/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keeps a recording from playing, by its true name. */
#include "config.h"

#include "numbered-footage.h"
#include "sky-media-check.h"
#include "sky-media-error.h"

#include <glib/gstdio.h>

#include <string.h>

#define HOUR 3600

typedef struct
{
  char *path;
  GByteArray *bytes;
} Harmed;

static void
read_back (Harmed *self)
{
  char *bytes;
  gsize size;

  g_assert_true (g_file_get_contents (self->path, &bytes, &size, NULL));
  self->bytes = g_byte_array_new_take ((guint8 *) bytes, size);
}

static void
write_again (Harmed *self)
{
  g_assert_true (g_file_set_contents (self->path, (const char *) self->bytes->data,
                                      (gssize) self->bytes->len, NULL));
  footage_age (self->path, HOUR);
}

static void
begin (Harmed *self, const char *name, FootageKind kind)
{
  self->path = footage_path (name);
  footage_write (&(Footage){ .kind = kind, .n_frames = 20 }, self->path);
  read_back (self);
}

static void
put (Harmed *self, const char *name, const char *bytes)
{
  self->path = footage_path (name);
  self->bytes = g_byte_array_new ();
  g_byte_array_append (self->bytes, (const guint8 *) bytes, (guint) strlen (bytes));
  write_again (self);
}

/* The file does not play, with @code, for the reason in @words. */
static void
expect (Harmed *self, SkyMediaError code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_path_get_basename (self->path);

  g_assert_false (sky_media_check_file (self->path, NULL, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, SKY_MEDIA_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, name));
  if (strstr (error->message, words) == NULL)
    g_error ("\"%s\" is not in \"%s\"", words, error->message);
}

static void
end (Harmed *self)
{
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->bytes, g_byte_array_unref);
}

/* Returns: where the box (or codec) @name begins: at its name, after its size. */
static guint
find_box (const Harmed *self, const char *name)
{
  const guint8 *found = memmem (self->bytes->data, self->bytes->len, name, strlen (name));

  g_assert_nonnull (found);
  return (guint) (found - self->bytes->data);
}

static void
test_empty (void)
{
  Harmed file;

  put (&file, "empty.mkv", "");
  expect (&file, SKY_MEDIA_ERROR_EMPTY, "is empty");
  end (&file);
}

static void
test_text (void)
{
  Harmed file;

  put (&file, "words.mkv", "This was never a recording.\n");
  expect (&file, SKY_MEDIA_ERROR_NOT_MEDIA, "is not a recording");
  end (&file);
}

static void
test_sound (void)
{
  Harmed file = { .path = footage_path ("sound.mkv") };
  g_autofree char *line = g_strdup_printf ("audiotestsrc num-buffers=20 ! audioconvert ! flacenc ! "
                                           "matroskamux ! filesink location=\"%s\"",
                                           file.path);
  g_autoptr (GstElement) pipeline = gst_parse_launch (line, NULL);
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  gst_message_unref (gst_bus_timed_pop_filtered (bus, 20 * GST_SECOND, GST_MESSAGE_EOS));
  gst_element_set_state (pipeline, GST_STATE_NULL);
  expect (&file, SKY_MEDIA_ERROR_NO_VIDEO, "only sound");
  end (&file);
}

static void
test_unknown_codec (void)
{
  Harmed file;

  begin (&file, "unknown.mp4", FOOTAGE_MP4);
  guint codec = find_box (&file, "stsd") + 16;
  g_assert_cmpint (memcmp (file.bytes->data + codec, "avc1", 4), ==, 0);
  memcpy (file.bytes->data + codec, "zzzz", 4);
  write_again (&file);
  expect (&file, SKY_MEDIA_ERROR_NO_DECODER, "no known decoder for its codec, zzzz");
  end (&file);
}

/* Where it is not installed, what has the decoder is named. */
static void
test_no_decoder (FootageKind kind, const char *name)
{
  Harmed file;

  begin (&file, name, kind);
  expect (&file, SKY_MEDIA_ERROR_NO_DECODER, "H.265");
  expect (&file, SKY_MEDIA_ERROR_NO_DECODER, "Debian's package gstreamer1.0-libav has one");
  end (&file);
}

static void
test_no_decoder_mp4 (void)
{
  test_no_decoder (FOOTAGE_MP4_H265, "no-decoder.mp4");
}

static void
test_no_decoder_matroska (void)
{
  test_no_decoder (FOOTAGE_MATROSKA_H265_DEEP, "no-decoder.mkv");
}

/* A box's size, which lies anywhere in a file. */
static guint32
read_size (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static void
write_size (guint8 *bytes, guint32 size)
{
  size = GUINT32_TO_BE (size);
  memcpy (bytes, &size, sizeof size);
}

static void
add_to_size (Harmed *self, const char *box, guint more)
{
  guint8 *size = self->bytes->data + find_box (self, box) - 4;

  write_size (size, read_size (size) + more);
}

/* As Common Encryption marks it: the codec is hidden, and a box tells what it was and how the
 * pictures are encrypted. */
static void
test_encrypted (void)
{
  static const guint8 scheme[] = "\0\0\0\x50sinf"
                                 "\0\0\0\x0c"
                                 "frmaavc1"
                                 "\0\0\0\x14schm\0\0\0\0cenc\0\1\0\0"
                                 "\0\0\0\x28schi"
                                 "\0\0\0\x20tenc\0\0\0\0\0\0\1\x08"
                                 "0123456789abcdef";
  static const char *const around[] = { "moov", "trak", "mdia", "minf", "stbl", "stsd" };
  guint size = sizeof scheme - 1;
  Harmed file;

  begin (&file, "encrypted.mp4", FOOTAGE_MP4);
  /* The index is last in the file, so that no offset in it changes. */
  guint index = find_box (&file, "moov");
  guint sample = find_box (&file, "stsd") + 16;
  g_assert_cmpuint (sample, >, index);
  g_assert_cmpint (memcmp (file.bytes->data + sample, "avc1", 4), ==, 0);
  guint after = sample - 4 + read_size (file.bytes->data + sample - 4);
  guint8 *sizes = file.bytes->data + sample - 4;
  write_size (sizes, read_size (sizes) + size);
  for (guint i = 0; i < G_N_ELEMENTS (around); i++)
    add_to_size (&file, around[i], size);
  memcpy (file.bytes->data + sample, "encv", 4);
  guint rest = file.bytes->len - after;
  g_byte_array_set_size (file.bytes, file.bytes->len + size);
  memmove (file.bytes->data + after + size, file.bytes->data + after, rest);
  memcpy (file.bytes->data + after, scheme, size);
  write_again (&file);
  expect (&file, SKY_MEDIA_ERROR_ENCRYPTED, "is encrypted");
  end (&file);
}

/* Without the index, with the size of the pictures left open. */
static void
leave_open (Harmed *self)
{
  guint mdat = find_box (self, "mdat");

  g_byte_array_set_size (self->bytes, find_box (self, "moov") - 4);
  write_size (self->bytes->data + mdat - 4, 0);
  write_again (self);
}

static void
test_growing (void)
{
  Harmed file;

  begin (&file, "growing.mp4", FOOTAGE_MP4);
  leave_open (&file);
  footage_age (file.path, 1);
  expect (&file, SKY_MEDIA_ERROR_UNFINISHED,
          "is still being written; it cannot play before its index");
  end (&file);
}

static void
test_unfinished (void)
{
  Harmed file;

  begin (&file, "unfinished.mp4", FOOTAGE_MP4);
  leave_open (&file);
  expect (&file, SKY_MEDIA_ERROR_UNFINISHED, "is unfinished: it cannot play without its index");
  end (&file);
}

static void
test_cut_off (void)
{
  Harmed file;

  begin (&file, "cut.mp4", FOOTAGE_MP4);
  g_byte_array_set_size (file.bytes, file.bytes->len / 2);
  write_again (&file);
  expect (&file, SKY_MEDIA_ERROR_DAMAGED, "is truncated: at least ");
  end (&file);
}

/* The first fragment is not there yet. */
static void
test_growing_fragments (void)
{
  Harmed file;

  begin (&file, "fragments.mp4", FOOTAGE_MP4_FRAGMENTED);
  g_byte_array_set_size (file.bytes, find_box (&file, "moof") - 4);
  write_again (&file);
  footage_age (file.path, 1);
  expect (&file, SKY_MEDIA_ERROR_UNFINISHED, "is still being written");
  end (&file);
}

int
main (int argc, char **argv)
{
  /* As where there is no decoder for H.265. */
  g_setenv ("GST_PLUGIN_FEATURE_RANK", "avdec_h265:NONE,libde265dec:NONE", TRUE);
  g_test_init (&argc, &argv, NULL);
  gst_init (NULL, NULL);
  g_test_add_func ("/recording-faults/empty", test_empty);
  g_test_add_func ("/recording-faults/text", test_text);
  g_test_add_func ("/recording-faults/sound", test_sound);
  g_test_add_func ("/recording-faults/unknown-codec", test_unknown_codec);
  g_test_add_func ("/recording-faults/no-decoder/mp4", test_no_decoder_mp4);
  g_test_add_func ("/recording-faults/no-decoder/matroska", test_no_decoder_matroska);
  g_test_add_func ("/recording-faults/encrypted", test_encrypted);
  g_test_add_func ("/recording-faults/growing", test_growing);
  g_test_add_func ("/recording-faults/unfinished", test_unfinished);
  g_test_add_func ("/recording-faults/cut-off", test_cut_off);
  g_test_add_func ("/recording-faults/growing-fragments", test_growing_fragments);
  return g_test_run ();
}
