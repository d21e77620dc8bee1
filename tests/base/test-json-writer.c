/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-json-writer.h"

static void
test_commas (void)
{
  g_autoptr (GString) json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "a", G_MININT64);
  sky_json_begin_array (json, "list");
  sky_json_add_int (json, NULL, 1);
  sky_json_add_bool (json, NULL, TRUE);
  sky_json_begin_object (json, NULL);
  sky_json_end_object (json);
  sky_json_begin_array (json, NULL);
  sky_json_end_array (json);
  sky_json_add_string (json, NULL, NULL);
  sky_json_end_array (json);
  sky_json_add_raw (json, "raw", "{\"x\":1}");
  sky_json_add_time (json, "at", 0);
  sky_json_end_object (json);

  g_assert_cmpstr (json->str, ==,
                   "{\"a\":-9223372036854775808,\"list\":[1,true,{},[],null],"
                   "\"raw\":{\"x\":1},\"at\":\"1970-01-01T00:00:00.000000Z\"}");
}

/* Texts a line each, as findings are written. */
static void
test_lines (void)
{
  g_autoptr (GString) json = g_string_new (NULL);

  for (int i = 0; i < 2; i++)
    {
      sky_json_begin_object (json, NULL);
      sky_json_add_int (json, "i", i);
      sky_json_end_object (json);
      g_string_append_c (json, '\n');
    }
  g_assert_cmpstr (json->str, ==, "{\"i\":0}\n{\"i\":1}\n");
}

static void
test_strings (void)
{
  g_autoptr (GString) json = g_string_new (NULL);

  sky_json_begin_array (json, NULL);
  sky_json_add_string (json, NULL, "a \"b\" \\ / § −");
  sky_json_add_string_len (json, NULL, "ab\n\r\t\001cd", 6);
  sky_json_add_string_len (json, NULL, "x\0y", 3);
  sky_json_add_string (json, NULL, "");
  /* What stands last in a text is no bracket that a comma would depend on. */
  sky_json_add_string (json, NULL, "[");
  sky_json_add_string (json, NULL, "{");
  sky_json_end_array (json);

  g_assert_cmpstr (json->str, ==,
                   "[\"a \\\"b\\\" \\\\ / § −\",\"ab\\n\\r\\t\\u0001\",\"x\\u0000y\",\"\","
                   "\"[\",\"{\"]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json-writer/commas", test_commas);
  g_test_add_func ("/json-writer/lines", test_lines);
  g_test_add_func ("/json-writer/strings", test_strings);

  return g_test_run ();
}
