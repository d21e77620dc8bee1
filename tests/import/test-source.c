/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records as the kinds of sources have them. */
#include "config.h"

#include "import-fixture.h"

#include <string.h>

#define REST                                                                                       \
  "[log]\nproperty=K\ntable=T\ngame=roulette\ntime_zone=UTC\n[time]\nformat=none\n"                \
  "[rule 1]\nemit=note text=<${a}|${b}>\n"

typedef struct
{
  const char *name;
  const char *source; /* the mapping's group */
  const char *text;
  const char *told; /* "N TEXT" of each record that is used, or "N !reason" */
} Case;

static const Case cases[] = {
  { "lines", "kind=lines\npattern=^(?<a>\\w+) (?<b>\\w+)$\n", "x y\r\nonly\nz w",
    "1 x|y;2 !the pattern does not match;3 z|w;" },
  { "lines-skip", "kind=lines\nskip=2\npattern=^(?<a>\\w+)(?<b>\\w)$\n", "head\nhead\nxy\n",
    "3 x|y;" },
  { "lines-bom", "kind=lines\npattern=^(?<a>\\w)(?<b>\\w)$\n", "\xef\xbb\xbfxy\n", "1 x|y;" },
  { "lines-utf8", "kind=lines\npattern=^(?<a>.)(?<b>.)$\n", "\xc3\xa4x\n\xe4x\n",
    "1 ä|x;2 !it is no UTF-8;" },
  { "lines-latin1", "kind=lines\nencoding=ISO-8859-1\npattern=^(?<a>.)(?<b>.)$\n", "\xe4x\n",
    "1 ä|x;" },
  { "lines-optional", "kind=lines\npattern=^(?<a>\\d)(?<b>\\w)?$\n", "1\n2b\n", "1 1|;2 2|b;" },
  { "lines-payload", "kind=lines\npattern=^(?<a>\\w) (?<j>.*)$\npayload=j json\n",
    "x {\"b\":\"y\"}\nx {\"b\":\nx []\n",
    "1 x|y;2 !the payload is no JSON: The JSON document has an improper structure: missing or "
    "superfluous commas, braces, missing keys, etc.;3 x|;" },
  { "lines-ignored", "kind=lines\npattern=^(?<a>\\w) (?<b>\\w)$\nignore=^#|^$\n", "# x\n\nx y\n",
    "3 x|y;" },
  { "csv", "kind=csv\n", "b,a\n1,2\n\n3,4\n", "2 2|1;4 4|3;" },
  { "csv-quoted", "kind=csv\n", "a,b\n\"x, \"\"y\"\"\",\"two\nlines\"\nz,w\n",
    "2 x, \"y\"|two\nlines;4 z|w;" },
  { "csv-cells", "kind=csv\n", "a,b\n1\n1,2,3\n4,5\n",
    "2 !the row has 1 cells, and there are 2 columns;3 !the row has 3 cells, and there are 2 "
    "columns;4 4|5;" },
  { "csv-open-quote", "kind=csv\n", "a,b\n1,\"2\n3,4\n", "2 !a quote is not closed;3 3|4;" },
  { "csv-bad-quote", "kind=csv\n", "a,b\n1,\"2\"x\n3,4\n",
    "2 !a quote or a line's end stands where none can;3 3|4;" },
  { "csv-columns", "kind=csv\nheader=no\ncolumns=a;b\nseparator=tab\nquote='\n", "1\t'2\t3'\n",
    "1 1|2\t3;" },
  { "csv-skip", "kind=csv\nskip=1\n", "exported today\na,b\n1,2\n", "3 1|2;" },
  { "csv-blanks", "kind=csv\n", "a, b\n 1 , 2\n", "2 1|2;" },
  { "csv-no-column", "kind=csv\n", "a,c\n1,2\n", "!a.source: the first row has no column “b”" },
  { "csv-latin1", "kind=csv\nencoding=windows-1252\n", "a,b\n\x80,2\n", "2 €|2;" },
  { "jsonl", "kind=jsonl\n", "{\"a\":1,\"b\":\"x\"}\n[]\n{\"a\":\n{\"a\":\"\\u0000\"}\n",
    "1 1|x;2 |;3 !no JSON: The JSON document has an improper structure: missing or superfluous "
    "commas, braces, missing keys, etc.;4 !a text has a character 0;" },
  { "json", "kind=json\nrecords=$.rounds[*]\n", "{\"rounds\":[{\"a\":1},{\"b\":[2]},3],\"n\":1}",
    "1 1|;2 |[2];3 |;" },
  { "json-deep", "kind=json\nrecords=$[*].rounds[*]\n",
    "[{\"rounds\":[{\"a\":1}]},{\"rounds\":[{\"a\":2}]}]", "1 1|;2 2|;" },
  { "json-none", "kind=json\nrecords=$.rounds[*]\n", "{\"other\":[1]}", "" },
  { "json-bad", "kind=json\nrecords=$[*]\n", "[1,",
    "!a.source: no JSON: The JSON document has an improper structure: missing or superfluous "
    "commas, braces, missing keys, etc." },
  { "xml", "kind=xml\nrecords=/t/r\n",
    "<?xml version=\"1.0\"?>\n<t>\n<r><a>1</a><b>x &lt; "
    "y</b></r>\n<other><r><a>9</a></r></other>\n<r><b/></r>\n</t>",
    "3 1|x < y;5 |;" },
  { "xml-list", "kind=xml\nrecords=/t/r\n", "<t><r><a>1</a><a>2</a><b><![CDATA[<z>]]></b></r></t>",
    "1 1;2|<z>;" },
  { "xml-latin1", "kind=xml\nrecords=/t/r\n",
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><t><r><a>\xe4</a></r></t>", "1 ä|;" },
  { "xml-cut", "kind=xml\nrecords=/t/r\n", "<t><r><a>1</a></r><r><a>2",
    "1 1|;!a.source: line 1: no XML: Extra content at the end of the document" },
  { "xml-entity", "kind=xml\nrecords=/t/r\n",
    "<!DOCTYPE t [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><t><r><a>&e;</a></r></t>",
    "!a.source: line 0: no XML: a document with a type is not read" },
};

/* "1 x|y;" of a line "1 used: note {"text":"<x|y>"}". */
static char *
shorten (const char *told)
{
  g_auto (GStrv) lines = g_strsplit (told, "\n", -1);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      const char *note = strstr (lines[i], "note {");
      const char *aside = strstr (lines[i], " aside: ");
      const char *cause;

      if (strstr (lines[i], " ignored") != NULL)
        continue;
      if (note != NULL)
        {
          const SkyJsonNode *root =
              sky_json_parse (parser, note + 5, strlen (note + 5), FALSE, &cause);
          g_autofree char *value = sky_json_dup_text (root, "text");

          value[strlen (value) - 1] = '\0';
          g_string_append_printf (text, "%" G_GUINT64_FORMAT " %s;",
                                  g_ascii_strtoull (lines[i], NULL, 10), value + 1);
        }
      else if (aside != NULL)
        g_string_append_printf (text, "%" G_GUINT64_FORMAT " !%s;",
                                g_ascii_strtoull (lines[i], NULL, 10), aside + 8);
      else
        g_string_append_printf (text, "!%s", lines[i]);
    }
  return g_string_free (text, FALSE);
}

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  g_autofree char *map = g_strconcat ("[source]\n", one->source, REST, NULL);
  g_autofree char *told = tell_records (map, one->text);
  g_autofree char *shown = shorten (told);

  g_assert_cmpstr (shown, ==, one->told);
}

/* Attributes, paths and a record's own text. */
static void
test_xml_paths (void)
{
  g_autofree char *told = tell_records (
      "[source]\nkind=xml\nrecords=/t/r\n[log]\nproperty=K\ntable=T\ngame=roulette\ntime_zone=UTC\n"
      "[time]\nformat=none\n[rule 1]\nemit=note text=${@id}|${p/@seat}|${p/b}|${.}\n",
      "<t><r id=\"7\"><p seat=\"1\"><b>x</b></p><p seat=\"2\"><b>y</b></p></r></t>");

  g_assert_cmpstr (told, ==, "1 used: note {\"text\":\"7|1;2|x;y|xy\"}\n");
}

/* A line that is longer than any record is set aside, and what is behind it is read. */
static void
test_long_line (void)
{
  g_autoptr (GString) text = g_string_new ("x y\n");
  g_autofree char *told = NULL;

  for (guint i = 0; i < SKY_SOURCE_MAX_LINE + 10; i++)
    g_string_append_c (text, 'a');
  g_string_append (text, "\nz w\n");
  told = tell_records ("[source]\nkind=lines\npattern=^(?<a>\\w+) (?<b>\\w+)$\n" REST, text->str);
  g_assert_cmpstr (told, ==,
                   "1 used: note {\"text\":\"<x|y>\"}\n2 aside: the line is longer than 4 MB\n"
                   "3 used: note {\"text\":\"<z|w>\"}\n");
}

/* Blocks of the reader end anywhere in lines. */
static void
test_blocks (void)
{
  char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.log", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SkySourceBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  char hex[SKY_DIGEST_HEX_SIZE], all[SKY_DIGEST_HEX_SIZE];
  guint8 digest[SKY_DIGEST_SIZE];
  guint n = 0;

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (text, "%0*u\n", 1 + (int) (i * 7 % 60), i);
  write_file (folder, "a.log", text->str);
  sky_digest_bytes (text->str, text->len, digest);
  sky_digest_to_hex (digest, all);

  bytes = sky_source_bytes_open (path, &error);
  g_assert_no_error (error);
  for (;; n++)
    {
      const char *line;
      gsize length;
      gboolean too_long;

      g_assert_true (sky_source_bytes_next_line (bytes, &line, &length, &too_long, &error));
      if (line == NULL)
        break;
      g_assert_cmpuint (g_ascii_strtoull (line, NULL, 10), ==, n);
      g_assert_true (line[length] == '\n');
    }
  g_assert_cmpuint (n, ==, 40000);
  g_assert_cmpint (sky_source_bytes_get_offset (bytes), ==, (goffset) text->len);
  sky_source_bytes_get_digest (bytes, hex);
  g_assert_cmpstr (hex, ==, all);
  remove_folder (folder);
}

static void
test_no_file (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (sky_source_bytes_open ("/nowhere/a.log", &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE);
  g_clear_error (&error);
  g_assert_null (sky_source_bytes_open ("/dev/null", &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/source/", cases[i].name, NULL);

      g_test_add_data_func (name, &cases[i], test_case);
    }
  g_test_add_func ("/source/xml-paths", test_xml_paths);
  g_test_add_func ("/source/long-line", test_long_line);
  g_test_add_func ("/source/blocks", test_blocks);
  g_test_add_func ("/source/no-file", test_no_file);
  return g_test_run ();
}
