/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "numbered-footage.h"
#include "sky-archive-file.h"
#include "sky-media-check.h"
#include "sky-media-error.h"

#include <glib/gstdio.h>
#include <unistd.h>

static char *
write_footage (const char *name, const Footage *footage)
{
  char *path = footage_path (name);

  footage_write (footage, path);
  return path;
}

static void
assert_fails (const char *path, SkyMediaError code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_path_get_basename (path);

  g_assert_false (sky_media_check_file (path, NULL, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, SKY_MEDIA_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, name));
}

static void
cut_off (const char *path, double part)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) ((double) size * part), NULL));
}

static void
test_info (void)
{
  g_auto (SkyMediaInfo) info = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = write_footage ("info.mkv", &(Footage){ .kind = FOOTAGE_MATROSKA,
                                                                 .width = 352,
                                                                 .height = 288,
                                                                 .fps_n = 25,
                                                                 .fps_d = 1,
                                                                 .n_frames = 50,
                                                                 .pixel_aspect_n = 12,
                                                                 .pixel_aspect_d = 11 });

  g_assert_true (sky_media_check_file (path, NULL, &info, &error));
  g_assert_no_error (error);
  g_assert_cmpint (info.width, ==, 352);
  g_assert_cmpint (info.height, ==, 288);
  g_assert_cmpint (info.fps_n, ==, 25);
  g_assert_cmpint (info.fps_d, ==, 1);
  g_assert_cmpint (info.pixel_aspect_n, ==, 12);
  g_assert_cmpint (info.pixel_aspect_d, ==, 11);
  g_assert_cmpint (info.rotation, ==, 0);
  g_assert_cmpint (ABS (info.duration - 2 * SKY_SECOND), <=, SKY_MILLISECOND);
  g_assert_nonnull (strstr (info.codec, "H.264"));
  /* And without asking for anything. */
  g_assert_true (sky_media_check_file (path, NULL, NULL, NULL));
}

static void
test_rotation (void)
{
  static const struct
  {
    GstVideoOrientationMethod orientation;
    int rotation;
  } cases[] = { { GST_VIDEO_ORIENTATION_90R, 90 },
                { GST_VIDEO_ORIENTATION_180, 180 },
                { GST_VIDEO_ORIENTATION_90L, 270 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (SkyMediaInfo) info = { 0 };
      g_autofree char *path = write_footage (
          "turned.mp4",
          &(Footage){ .kind = FOOTAGE_MP4, .n_frames = 5, .orientation = cases[i].orientation });
      g_assert_true (sky_media_check_file (path, NULL, &info, NULL));
      g_assert_cmpint (info.rotation, ==, cases[i].rotation);
    }
}

static void
test_kinds (void)
{
  static const FootageKind kinds[] = { FOOTAGE_MATROSKA, FOOTAGE_MP4,       FOOTAGE_MP4_FRAGMENTED,
                                       FOOTAGE_WEBM_VP8, FOOTAGE_AVI_MJPEG, FOOTAGE_MP4_H265,
                                       FOOTAGE_MPEG_TS };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GError) error = NULL;
      /* What a file is is told by its bytes, not by its name. */
      g_autofree char *path =
          write_footage ("kind.txt", &(Footage){ .kind = kinds[i], .n_frames = 10 });
      g_auto (SkyMediaInfo) info = { 0 };
      g_assert_true (sky_media_check_file (path, NULL, &info, &error));
      g_assert_no_error (error);
      g_assert_cmpint (info.width, ==, 320);
    }
}

static void
test_faults (void)
{
  g_autofree char *missing = footage_path ("missing.mkv");
  assert_fails (missing, SKY_MEDIA_ERROR_NOT_FOUND);
  assert_fails (footage_get_folder (), SKY_MEDIA_ERROR_UNREADABLE);

  g_autofree char *empty = footage_path ("empty.mkv");
  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  assert_fails (empty, SKY_MEDIA_ERROR_EMPTY);

  g_autofree char *text = footage_path ("text.mkv");
  g_assert_true (g_file_set_contents (text, "This is not a recording at all.\n", -1, NULL));
  assert_fails (text, SKY_MEDIA_ERROR_NOT_MEDIA);

  g_autofree char *sound = write_footage ("sound.wav", &(Footage){ .kind = FOOTAGE_WAV });
  assert_fails (sound, SKY_MEDIA_ERROR_NO_VIDEO);

  /* An MP4's index comes last; cut off, there is no playing it. */
  g_autofree char *cut =
      write_footage ("cut.mp4", &(Footage){ .kind = FOOTAGE_MP4, .n_frames = 60 });
  cut_off (cut, 0.6);
  assert_fails (cut, SKY_MEDIA_ERROR_DAMAGED);

  /* A Matroska file of which nothing but the head is left. */
  g_autofree char *head =
      write_footage ("head.mkv", &(Footage){ .kind = FOOTAGE_MATROSKA, .n_frames = 60 });
  g_autofree char *bytes = NULL;
  g_assert_true (g_file_get_contents (head, &bytes, NULL, NULL));
  g_assert_true (g_file_set_contents (head, bytes, 40, NULL));
  assert_fails (head, SKY_MEDIA_ERROR_DAMAGED);
}

static void
test_truncated_matroska_plays (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
      write_footage ("short.mkv", &(Footage){ .kind = FOOTAGE_MATROSKA, .n_frames = 90 });

  cut_off (path, 0.5);
  g_assert_true (sky_media_check_file (path, NULL, NULL, &error));
  g_assert_no_error (error);
}

static gboolean
check_end (
    const char *path, SkyTime length, GCancellable *cancellable, SkyTime *end, GError **error)
{
  g_auto (SkyDescriptor) file = sky_archive_file_open (NULL, path, error);

  return file >= 0 && sky_media_check_end (file, path, length, cancellable, end, error);
}

/* How far the pictures reach of what should last as long as @footage. */
static SkyTime
find_end (const Footage *footage, const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyTime end = SKY_TIME_NONE;

  check_end (path, footage_get_duration (footage), NULL, &end, &error);
  g_assert_no_error (error);
  return end;
}

/* A whole recording ends where it should, to the frame, whatever its key frames are. */
static void
test_end_whole (void)
{
  static const Footage footage[] = {
    { .kind = FOOTAGE_MATROSKA, .n_frames = 95 },
    { .kind = FOOTAGE_MATROSKA, .n_frames = 95, .b_frames = 2 },
    { .kind = FOOTAGE_MATROSKA, .n_frames = 95, .group = 95 },
    { .kind = FOOTAGE_MATROSKA, .n_frames = 1 },
    { .kind = FOOTAGE_MP4, .n_frames = 95 },
    { .kind = FOOTAGE_MP4, .n_frames = 95, .group = 95 },
    { .kind = FOOTAGE_MP4_FRAGMENTED, .n_frames = 95 },
    { .kind = FOOTAGE_WEBM_VP8, .n_frames = 95 },
    { .kind = FOOTAGE_AVI_MJPEG, .n_frames = 95 },
    { .kind = FOOTAGE_MP4_H265, .n_frames = 95, .b_frames = 2 },
    { .kind = FOOTAGE_MPEG_TS, .n_frames = 95 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (footage); i++)
    {
      g_autofree char *path = write_footage ("whole.bin", &footage[i]);
      SkyTime lacking = footage_get_duration (&footage[i]) - find_end (&footage[i], path);
      g_test_message ("%u: %" G_GINT64_FORMAT " µs", i, lacking);
      /* Of a fragmented MP4 the last frame may not be told. */
      SkyTime slack = footage[i].kind == FOOTAGE_MP4_FRAGMENTED ? 34 * SKY_MILLISECOND : 0;
      g_assert_cmpint (lacking, >=, 0);
      g_assert_cmpint (lacking, <=, slack + SKY_MILLISECOND);
    }
}

/* Cut off in the middle, a recording that plays ends somewhere near its middle. */
static void
test_end_cut_off (void)
{
  static const Footage footage[] = {
    { .kind = FOOTAGE_MATROSKA, .n_frames = 300, .busy = TRUE },
    { .kind = FOOTAGE_MATROSKA, .n_frames = 300, .busy = TRUE, .group = 300 },
    { .kind = FOOTAGE_MP4_FRAGMENTED, .n_frames = 300, .busy = TRUE },
    { .kind = FOOTAGE_WEBM_VP8, .n_frames = 300, .busy = TRUE },
    { .kind = FOOTAGE_AVI_MJPEG, .n_frames = 300, .busy = TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (footage); i++)
    {
      g_autofree char *path = write_footage ("half.bin", &footage[i]);
      cut_off (path, 0.5);
      SkyTime end = find_end (&footage[i], path);
      g_test_message ("%u: %" G_GINT64_FORMAT " µs", i, end);
      g_assert_cmpint (end, >, 3 * SKY_SECOND);
      g_assert_cmpint (end, <, 7 * SKY_SECOND);
    }
}

static void
test_end_faults (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
      write_footage ("late.mp4", &(Footage){ .kind = FOOTAGE_MP4, .n_frames = 60 });
  SkyTime end;

  cut_off (path, 0.6);
  g_assert_false (check_end (path, 2 * SKY_SECOND, NULL, &end, &error));
  g_assert_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED);
}

/* What would have a player look into other files is no recording, whatever its name is. */
static void
test_elsewhere (void)
{
  static const char matroska[] = "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\xff\x15\x49\xa9\x66\x86"
                                 "\x3e\x83\xbb\x82xy";
  static const char *const texts[] = {
    "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nother.ts\n#EXT-X-ENDLIST\n",
    "#EXTM3U\n#EXTINF:10,\nother.ts\n",
    "[playlist]\nFile1=other.mkv\nNumberOfEntries=1\n",
    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=x\r\nm=video 5000 RTP/AVP 96\r\n",
    "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>\n",
    "<?xml version=\"1.0\"?>\n<SmoothStreamingMedia></SmoothStreamingMedia>\n",
    "<smil><body><video src=\"other.mkv\"/></body></smil>\n",
    "<asx version=\"3.0\"><entry><ref href=\"other.mkv\"/></entry></asx>\n",
    "[Reference]\nRef1=http://127.0.0.1/other\n",
    "file:///etc/passwd\n",
    "ffconcat version 1.0\nfile other.mkv\n",
    "-----BEGIN PRIVATE KEY-----\n",
  };
  g_autofree char *path = footage_path ("list.mkv");
  g_autofree char *good =
      write_footage ("refers.mp4", &(Footage){ .kind = FOOTAGE_MP4, .n_frames = 5 });
  g_autofree char *bytes = NULL;
  gsize size;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      assert_fails (path, SKY_MEDIA_ERROR_NOT_MEDIA);
    }
  g_assert_true (g_file_set_contents (path, matroska, sizeof matroska - 1, NULL));
  assert_fails (path, SKY_MEDIA_ERROR_NOT_MEDIA);
  /* The data reference of an MP4 that is not the file itself. */
  g_assert_true (g_file_get_contents (good, &bytes, &size, NULL));
  char *box = memmem (bytes, size, "dref", 4);
  g_assert_nonnull (box);
  box[23] = 0;
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  assert_fails (path, SKY_MEDIA_ERROR_NOT_MEDIA);
}

/* What may be handed on: four containers, with pictures, damaged or not. */
static void
test_kind (void)
{
  static const FootageKind kinds[] = { FOOTAGE_MATROSKA, FOOTAGE_MP4, FOOTAGE_MPEG_TS,
                                       FOOTAGE_AVI_MJPEG };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path =
          write_footage ("kind.bin", &(Footage){ .kind = kinds[i], .n_frames = 60 });
      g_autoptr (GError) error = NULL;
      g_auto (SkyDescriptor) file = sky_archive_file_open (NULL, path, &error);

      g_assert_no_error (error);
      sky_media_check_kind (file, path, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (truncate (path, 3000), ==, 0);
      g_assert_true (sky_media_check_kind (file, path, NULL, NULL) || kinds[i] == FOOTAGE_MP4);
    }
}

static void
test_cancel (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *path =
      write_footage ("cancel.mkv", &(Footage){ .kind = FOOTAGE_MATROSKA, .n_frames = 5 });

  g_cancellable_cancel (cancellable);
  g_assert_false (sky_media_check_file (path, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  SkyTime end;
  g_assert_false (check_end (path, SKY_SECOND, cancellable, &end, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static GArray *
list_stretches (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (NULL, path, &error);

  g_assert_no_error (error);
  return sky_media_check_stretches (file);
}

/* Where the clock of a recording jumps its stretches are listed, as they lie in it; of one whose
 * clock does not there is nothing to list. */
static void
test_stretches (void)
{
  static const SkyTime clocks[] = { 0, 500 * SKY_SECOND, 5 * SKY_SECOND };
  static const Footage whole[] = { { .kind = FOOTAGE_MPEG_TS, .n_frames = 95 },
                                   { .kind = FOOTAGE_MATROSKA, .n_frames = 95 } };
  g_autofree char *path = footage_path ("stretches.ts");

  footage_write_stretches (path, clocks, G_N_ELEMENTS (clocks), 90);
  g_autoptr (GArray) stretches = list_stretches (path);
  g_assert_nonnull (stretches);
  g_assert_cmpuint (stretches->len, ==, G_N_ELEMENTS (clocks));
  for (guint i = 0; i < stretches->len; i++)
    {
      const SkyMediaStretch *stretch = &g_array_index (stretches, SkyMediaStretch, i);

      /* The clock counts in ninety thousandths of a second. */
      g_assert_cmpint (ABS (stretch->from - clocks[i]), <, SKY_MILLISECOND);
      g_assert_cmpint (ABS (stretch->until - clocks[i] - 3 * SKY_SECOND), <, SKY_MILLISECOND);
    }

  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autofree char *plain = write_footage ("plain.bin", &whole[i]);
      g_assert_null (list_stretches (plain));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/media-check/info", test_info);
  g_test_add_func ("/media-check/rotation", test_rotation);
  g_test_add_func ("/media-check/kinds", test_kinds);
  g_test_add_func ("/media-check/faults", test_faults);
  g_test_add_func ("/media-check/truncated-matroska", test_truncated_matroska_plays);
  g_test_add_func ("/media-check/elsewhere", test_elsewhere);
  g_test_add_func ("/media-check/kind", test_kind);
  g_test_add_func ("/media-check/end/whole", test_end_whole);
  g_test_add_func ("/media-check/end/cut-off", test_end_cut_off);
  g_test_add_func ("/media-check/end/faults", test_end_faults);
  g_test_add_func ("/media-check/stretches", test_stretches);
  g_test_add_func ("/media-check/cancel", test_cancel);
  return g_test_run ();
}
