/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Topics and payloads: what is taken, and what is not, names and lines made to harm among it. */
#include "config.h"

#include "sky-live-payload.h"
#include "sky-live-topic.h"

#include <string.h>

static void
test_names (void)
{
  static const char *const none[] = { "",     ".",         "..",   ".receive.lock",
                                      "a\nb", "a\x1b[2Jb", "\x7f", "\xff" };
  g_autofree char *long_name = g_strnfill (SKY_LIVE_NAME_MAX + 1, 'x');
  g_autofree char *key = sky_live_key ("Key stone/1", "CR+01#%", "2023-11-04");

  g_assert_cmpstr (key, ==, "Key%20stone%2F1/CR%2B01%23%25/2023-11-04");
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_null (sky_live_name_escape (none[i]));
  g_assert_null (sky_live_name_escape (long_name));
  g_assert_null (sky_live_key ("Keystone", "CR-01", "../../etc"));
}

static void
test_topics (void)
{
  static const char *const none[] = {
    "",
    "skyward",
    "skyward/1/",
    "skyward/1/Keystone/line",
    "skyward/1/Keystone/CR-01/line",
    "skyward/1/Keystone/CR-01/2023-11-04/",
    "skyward/1/Keystone/CR-01/2023-11-04/LINE",
    "skyward/1/../CR-01/2023-11-04/line",
    "skyward/1/Keystone/../2023-11-04/line",
    "skyward/1/Keystone/CR-01/2023-11-4/line",
    "skyward/1/Keystone/CR-01/2023-02-30/line",
    "skyward/1/Keystone/CR-01/../line",
    "skyward/1/Keystone/%2e%2e/2023-11-04/line",
    "skyward/1/Keystone/CR%2f01/2023-11-04/line",
    "skyward/1/Keystone/%41/2023-11-04/line",
    "skyward/1/Keystone/CR 01/2023-11-04/line",
    "skyward/1/Keystone/%00/2023-11-04/line",
    "skyward/1/Keystone/a/b/2023-11-04/line",
    "skyward/1/Keystone/CR-01/2023-11-04/gone",
    "skyward/1//CR-01/2023-11-04/line",
    "skyward/2/Keystone/CR-01/2023-11-04/line",
  };
  char key[SKY_LIVE_KEY_SIZE];
  SkyLiveLevel level;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    if (sky_live_topic_read (none[i], key, &level))
      g_error ("%s was taken as %s", none[i], key);
  g_assert_true (
      sky_live_topic_read ("skyward/1/Key%20stone/CR%2F01/2023-11-04/lines", key, &level));
  g_assert_cmpstr (key, ==, "Key%20stone/CR%2F01/2023-11-04");
  g_assert_cmpint (level, ==, SKY_LIVE_LINES);
  g_assert_true (sky_live_topic_read ("skyward/1/Keystone/CR-01/gone", key, &level));
  g_assert_cmpstr (key, ==, "Keystone/CR-01");
}

static gboolean
read_line (SkyLiveReader *reader, const char *text, SkyLiveLine *line)
{
  return sky_live_reader_line (reader, text, strlen (text), line);
}

static void
test_lines (void)
{
  static const char *const none[] = {
    "",
    "{}",
    "[]",
    "null",
    "{\"seq\":0}",
    "{\"seq\":-1}",
    "{\"seq\":1.5}",
    "{\"seq\":\"1\"}",
    "{\"seq\":1,\"seq\":2}",
    "{\"seq\":1}\n",
    "{\n\"seq\":1}",
    "{\"seq\":1",
    "{\"log\":\"other\"}",
    "{\"line\":1}",
    "{\"line\":1,\"raw\":5}",
    "{\"line\":1,\"raw\":\"A\"}",
    "{\"line\":1,\"raw\":\"A*==\"}",
    "{\"line\":1,\"raw\":\"Cg==\"}",
    "{\"line\":-1,\"raw\":\"\"}",
    "{\"line\":1,\"raw\":\"AA==AA==\"}",
    "\xef\xbb\xbf{\"seq\":1}",
    "{\"seq\":1,\"text\":\"\xff\"}",
  };
  g_autoptr (SkyLiveReader) reader = sky_live_reader_new ();
  g_autoptr (GString) raw = g_string_new (NULL);
  g_autofree char *filler = g_strnfill (70 * 1024, 'x');
  g_autofree char *long_line = g_strdup_printf ("{\"seq\":1,\"text\":\"%s\"}", filler);
  g_autofree char *longest = g_strnfill (SKY_LIVE_RAW_MAX, 'x');
  SkyLiveLine line;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    if (read_line (reader, none[i], &line))
      g_error ("%s was taken as line %" G_GUINT64_FORMAT, none[i], line.position);
  g_assert_true (read_line (reader, "{\"seq\":7,\"type\":\"table_close\"}", &line));
  g_assert_cmpuint (line.position, ==, 7);
  g_assert_true (line.closes);
  g_assert_true (read_line (reader, "{\"seq\":7,\"line\":1,\"raw\":\"AA==\"}\r", &line));
  g_assert_cmpuint (line.position, ==, 7);
  g_assert_true (read_line (reader, "{\"line\":3,\"raw\":\"\"}", &line));
  g_assert_cmpuint (line.length, ==, 0);

  /* Too long as it is, and not as base64. */
  g_assert_false (read_line (reader, long_line, &line));
  sky_live_add_raw (raw, 1, long_line, strlen (long_line));
  g_assert_true (read_line (reader, raw->str, &line));
  g_assert_cmpmem (line.bytes, line.length, long_line, strlen (long_line));
  g_string_truncate (raw, 0);
  sky_live_add_raw (raw, 1, longest, SKY_LIVE_RAW_MAX);
  g_assert_true (read_line (reader, raw->str, &line));
  g_string_printf (raw, "{\"line\":1,\"raw\":\"%sAAAA\"}", longest);
  while (raw->len < 400 * 1024)
    g_string_insert (raw, 20, "AAAA");
  g_assert_false (read_line (reader, raw->str, &line));
}

static void
test_answers (void)
{
  g_autoptr (SkyLiveReader) reader = sky_live_reader_new ();
  g_autoptr (GString) json = g_string_new (NULL);
  const SkyLiveHello hello = { "8f2c000000000000000000000000abcd", 0, 4711, TRUE };
  const SkyLiveHave have = { "8f2c000000000000000000000000abcd", 4700, 512345, "" };
  SkyLiveHello hello_back;
  SkyLiveHave have_back;
  guint64 number;
  g_autofree char *reason = NULL;

  sky_live_add_hello (json, &hello);
  g_assert_cmpstr (
      json->str, ==,
      "{\"epoch\":\"8f2c000000000000000000000000abcd\",\"first\":0,\"last\":4711,\"open\":true}");
  g_assert_true (sky_live_reader_hello (reader, json->str, json->len, &hello_back));
  g_assert_cmpuint (hello_back.last, ==, 4711);
  g_string_truncate (json, 0);
  sky_live_add_have (json, &have);
  g_assert_true (sky_live_reader_have (reader, json->str, json->len, &have_back));
  g_assert_cmpuint (have_back.position, ==, 4700);
  g_string_truncate (json, 0);
  sky_live_add_want (json, 4701);
  g_assert_cmpstr (json->str, ==, "{\"from\":4701}");
  g_assert_true (sky_live_reader_want (reader, json->str, json->len, &number));
  g_string_truncate (json, 0);
  sky_live_add_refuse (json, 4701, "conflict");
  g_assert_cmpstr (json->str, ==, "{\"seq\":4701,\"reason\":\"conflict\"}");
  reason = sky_live_reader_refuse (reader, json->str, json->len, &number);
  g_assert_cmpstr (reason, ==, "conflict");
  g_assert_false (sky_live_reader_hello (reader, "{\"first\":2,\"last\":1}", 20, &hello_back));
  g_assert_false (sky_live_reader_hello (reader, "{\"epoch\":\"../x\",\"first\":0,\"last\":1}", 35,
                                         &hello_back));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live/payload/names", test_names);
  g_test_add_func ("/live/payload/topics", test_topics);
  g_test_add_func ("/live/payload/lines", test_lines);
  g_test_add_func ("/live/payload/answers", test_answers);
  return g_test_run ();
}
