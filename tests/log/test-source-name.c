/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown of addresses: nothing of what opens a camera. */
#include "config.h"

#include "sky-source-name.h"

#include <string.h>

static void
test_names (void)
{
  static const struct
  {
    const char *address;
    const char *shown;
  } cases[] = {
    { "footage/a.mkv", "a.mkv" },
    { "rtsp://127.0.0.1:8554/cr01", "rtsp://127.0.0.1:8554/cr01" },
    { "rtsp://eye:hunter2@127.0.0.1/cr01", "rtsp://127.0.0.1/cr01" },
    { "RTSPS://eye:hunter2@[::1]:322/x", "RTSPS://[::1]:322/x" },
    { "rtspt://eye:hun@hunter2@cam/x", "rtspt://cam/x" },
    { "http://hunter2@cam/x", "http://cam/x" },
    { "rtsp://eye:hunter2/x@cam/y", "rtsp://cam/y" },
    { "rtsp://eye:hunter2#x@cam/y", "rtsp://cam/y" },
    { "rtsp://eye:hunter2?x@cam/y", "rtsp://cam/y" },
    { "rtsp://eye:hunter2", "rtsp://…" },
    { "rtsp://cam/x?channel=1&password=hunter2&q=2", "rtsp://cam/x?channel=1&password=…&q=2" },
    { "rtsp://cam/x?user=hunter2;Pwd=hunter2", "rtsp://cam/x?user=…;Pwd=…" },
    { "rtsp://cam/x?authToken=hunter2&api_key=hunter2", "rtsp://cam/x?authToken=…&api_key=…" },
    { "rtsp://cam/x?p%61ss=hunter2", "rtsp://cam/x?p%61ss=…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = sky_source_dup_name (cases[i].address);
      g_autofree char *said = g_strdup_printf ("Could not open \"%s\": gone", cases[i].address);
      g_autofree char *hidden = sky_source_hide (said);

      g_assert_cmpstr (shown, ==, cases[i].shown);
      g_assert_null (strstr (hidden, "hunter2"));
      g_assert_true (g_str_has_suffix (hidden, "\": gone"));
    }
  g_autofree char *plain = sky_source_hide ("It was 20:00, at 5 to 6 … and/or so.");
  g_assert_cmpstr (plain, ==, "It was 20:00, at 5 to 6 … and/or so.");
}

static void
test_cameras (void)
{
  static const char *const good[] = { "rtsp://cam",  "rtsp://cam:554/x?y=1", "RTSPS://u:p@cam/x",
                                      "rtspt://cam", "rtspu://cam",          "rtsph://cam",
                                      "rtspst://cam" };
  static const char *const bad[] = { "",           "cam",           "rtsp:",        "rtsp://",
                                     "rtsp:///x",  "file:///etc/x", "http://cam/x", "javascript:x",
                                     "rtsp://a b", "rtsp://a\n",    "rtsp://a\"b",  "rtspx://cam" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (sky_source_is_camera (good[i], strlen (good[i])));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (sky_source_is_camera (bad[i], strlen (bad[i])));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source-name/names", test_names);
  g_test_add_func ("/source-name/cameras", test_cameras);
  return g_test_run ();
}
