/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-document.h"

#include <glib/gstdio.h>
#include <string.h>

/* 2023-11-04T20:15:03Z. */
#define MADE_AT (G_GINT64_CONSTANT (1699128903) * SKY_SECOND)

static SkyDocument *
new_document (SkyPaper paper)
{
  SkyDocumentInfo info = {
    .paper = paper,
    .title = "Shift summary",
    .subject = "Keystone",
    .footer = "Printed by Ada Quinn",
    .author = "Ada Quinn",
    .made_at = MADE_AT,
  };

  return sky_document_new (&info);
}

/* Saves the document and says what the tool @program makes of it. */
static char *
ask (SkyDocument *document, const char *program, const char *option, guint *n_pages)
{
  g_autofree char *folder = g_dir_make_tmp ("sky-document-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.pdf", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  const char *argv[] = { program, path, NULL, NULL, NULL };
  char *said = NULL;
  int status = 0;

  if (option != NULL)
    {
      argv[1] = option;
      argv[2] = path;
    }
  if (g_str_equal (program, "pdftotext"))
    argv[option != NULL ? 3 : 2] = "-";
  sky_document_save_pdf (document, file, n_pages, NULL, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_unlink (path);
  g_rmdir (folder);
  return said;
}

static guint
count (const char *text, const char *what)
{
  guint n = 0;

  for (const char *at = strstr (text, what); at != NULL; at = strstr (at + 1, what))
    n++;
  return n;
}

static void
test_words (void)
{
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
  g_autofree char *text = NULL;
  g_autofree char *about = NULL;
  g_autofree char *structure = NULL;
  guint n_pages = 0;

  sky_document_add_heading (document, 1, "The evening shift");
  sky_document_add_text (document, SKY_TEXT_BODY, "Place Bet to Win on 6 pays 7 to 6.");
  sky_document_add_text (document, SKY_TEXT_CODE, "{\"paid\":600}");
  sky_document_add_fact (document, "Rounds", "1,204");
  text = ask (document, "pdftotext", "-layout", &n_pages);
  g_assert_cmpuint (n_pages, ==, 1);
  for (const char *const *said =
           (const char *const[]){ "The evening shift", "Place Bet to Win on 6 pays 7 to 6.",
                                  "{\"paid\":600}", "1,204", "Shift summary", "Keystone",
                                  "Printed by Ada Quinn", "Page 1 of 1", NULL };
       *said != NULL; said++)
    if (strstr (text, *said) == NULL)
      g_error ("the page does not say “%s”: %s", *said, text);

  about = ask (document, "pdfinfo", "-isodates", NULL);
  g_assert_nonnull (strstr (about, "Title:           Shift summary"));
  g_assert_nonnull (strstr (about, "Author:          Ada Quinn"));
  g_assert_nonnull (strstr (about, "2023-11-04T20:15:03"));
  g_assert_nonnull (strstr (about, "612 x 792 pts (letter)"));

  structure = ask (document, "pdfinfo", "-struct", NULL);
  g_assert_nonnull (strstr (structure, "H1"));
}

static void
test_a4 (void)
{
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_A4);
  g_autofree char *about = NULL;

  sky_document_add_text (document, SKY_TEXT_BODY, "A page.");
  about = ask (document, "pdfinfo", NULL, NULL);
  g_assert_nonnull (strstr (about, "(A4)"));
}

/* Every font that is used is in the file. */
static void
test_fonts (void)
{
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
  g_autofree char *fonts = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  sky_document_add_text (document, SKY_TEXT_BODY, "plain ñ §");
  sky_document_add_text (document, SKY_TEXT_STRONG, "strong");
  sky_document_add_text (document, SKY_TEXT_CODE, "code");
  fonts = ask (document, "pdffonts", NULL, NULL);
  lines = g_strsplit (fonts, "\n", -1);
  for (guint i = 2; i < g_strv_length (lines); i++)
    if (*lines[i] != '\0')
      {
        g_auto (GStrv) words = g_regex_split_simple (" +", g_strchomp (lines[i]), 0, 0);
        guint n_words = g_strv_length (words);

        /* … emb sub uni object generation */
        g_assert_cmpuint (n_words, >, 5);
        g_assert_cmpstr (words[n_words - 5], ==, "yes");
        n++;
      }
  g_assert_cmpuint (n, >=, 3);
}

/* A long table: each row once, its head on every page, the sum at its end. */
static void
test_long_table (void)
{
  static const SkyDocumentColumn columns[] = {
    { "Check", 3, SKY_TEXT_BODY, FALSE },
    { "Errors", 1, SKY_TEXT_BODY, TRUE },
  };
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
  g_autofree char *text = NULL;
  guint n_pages = 0;

  sky_document_add_heading (document, 1, "Errors by kind");
  sky_document_begin_table (document, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = g_strdup_printf ("kind-%03u.", i);
      g_autofree char *number = g_strdup_printf ("%u", i * 1000);

      sky_document_add_row (document, (const char *const[]){ name, number }, FALSE);
    }
  sky_document_add_row (document, (const char *const[]){ "All of them", NULL }, TRUE);

  text = ask (document, "pdftotext", "-layout", &n_pages);
  g_assert_cmpuint (n_pages, >, 3);
  g_assert_cmpuint (count (text, "Check "), ==, n_pages);
  g_assert_cmpuint (count (text, "kind-"), ==, 200);
  g_assert_cmpuint (count (text, "199000"), ==, 1);
  g_assert_cmpuint (count (text, "All of them"), ==, 1);
  for (guint page = 1; page <= n_pages; page++)
    {
      g_autofree char *number = g_strdup_printf ("Page %u of %u", page, n_pages);

      g_assert_cmpuint (count (text, number), ==, 1);
    }
}

/* A paragraph and a cell that are longer than a page are parted, and nothing is lost. */
static void
test_long_texts (void)
{
  static const SkyDocumentColumn columns[] = {
    { "Name", 1, SKY_TEXT_BODY, FALSE },
    { "Text", 2, SKY_TEXT_CODE, FALSE },
  };
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
  g_autoptr (GString) words = g_string_new (NULL);
  g_autofree char *text = NULL;
  guint n_pages = 0;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (words, "w%04u ", i);
  sky_document_add_text (document, SKY_TEXT_BODY, words->str);
  sky_document_begin_table (document, columns, G_N_ELEMENTS (columns));
  sky_document_add_row (document, (const char *const[]){ "long", words->str }, FALSE);

  text = ask (document, "pdftotext", NULL, &n_pages);
  g_assert_cmpuint (n_pages, >, 4);
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *word = g_strdup_printf ("w%04u", i);

      g_assert_cmpuint (count (text, word), ==, 2);
    }
}

typedef struct
{
  guint n_drawn;
  guint n_freed;
  double width;
  double height;
} Drawn;

static void
draw (cairo_t *cr, double width, double height, gpointer data)
{
  Drawn *drawn = data;

  drawn->n_drawn++;
  drawn->width = width;
  drawn->height = height;
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
}

static void
drawn_freed (gpointer data)
{
  ((Drawn *) data)->n_freed++;
}

static void
test_drawing (void)
{
  Drawn drawn = { 0 };
  guint n_pages = 0;

  {
    g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
    g_autofree char *text = NULL;
    g_autoptr (GString) words = g_string_new (NULL);

    /* What is left of the first page is too little for it. */
    for (guint i = 0; i < 45; i++)
      g_string_append (words, "A line.\n");
    sky_document_add_text (document, SKY_TEXT_BODY, words->str);
    sky_document_add_heading (document, 2, "The layout");
    sky_document_add_drawing (document, 2000, 1000, draw, &drawn, drawn_freed, "As it lay.");
    text = ask (document, "pdftotext", NULL, &n_pages);
    g_assert_cmpuint (n_pages, ==, 2);
    g_assert_cmpuint (drawn.n_drawn, ==, 1);
    g_assert_cmpfloat (drawn.width, ==, sky_document_get_width (document));
    g_assert_cmpfloat_with_epsilon (drawn.height, drawn.width / 2, 0.01);
    /* The heading went on with it. */
    g_assert_true (strstr (text, "The layout") > strchr (text, '\f'));
    g_assert_true (strstr (text, "As it lay.") > strchr (text, '\f'));
    g_assert_cmpuint (drawn.n_freed, ==, 0);
  }
  g_assert_cmpuint (drawn.n_freed, ==, 1);
}

static void
test_image_and_break (void)
{
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 320, 180);
  g_autofree char *images = NULL;
  guint n_pages = 0;

  sky_document_break_page (document);
  sky_document_add_image (document, image, NULL);
  sky_document_break_page (document);
  sky_document_break_page (document);
  sky_document_add_text (document, SKY_TEXT_BODY, "Behind it.");
  cairo_surface_destroy (image);
  images = ask (document, "pdfimages", "-list", &n_pages);
  g_assert_cmpuint (n_pages, ==, 2);
  g_assert_nonnull (strstr (images, "320"));
  g_assert_nonnull (strstr (images, "180"));
}

/* Bytes that are no text do not make the file unreadable. */
static void
test_bad_text (void)
{
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
  g_autofree char *text = NULL;

  sky_document_add_text (document, SKY_TEXT_BODY, "before\xff\xfe after");
  text = ask (document, "pdftotext", NULL, NULL);
  g_assert_nonnull (strstr (text, "before"));
  g_assert_nonnull (strstr (text, "after"));
}

/* Nor do those that command, hide or turn what is read: wherever they stand they are told. */
static void
test_hostile_text (void)
{
  static const char hostile[] = "Ada\033[2J\xe2\x80\xae\xe2\x81\xa6\xc2\x85\xe2\x80\x8f\xd8\x9cQ";
  static const char told[] = "Ada\\x1b[2J\\u202e\\u2066\\u0085\\u200f\\u061cQ";
  const SkyDocumentColumn columns[] = { { .title = hostile, .share = 1 } };
  SkyDocumentInfo info = {
    .paper = SKY_PAPER_LETTER,
    .title = hostile,
    .subject = hostile,
    .footer = hostile,
    .author = hostile,
    .made_at = MADE_AT,
  };
  g_autoptr (SkyDocument) document = sky_document_new (&info);
  g_autofree char *text = NULL;
  g_autofree char *about = NULL;

  sky_document_add_heading (document, 1, hostile);
  sky_document_add_text (document, SKY_TEXT_BODY, hostile);
  sky_document_add_text (document, SKY_TEXT_CODE, hostile);
  sky_document_add_fact (document, hostile, "Value");
  sky_document_add_fact (document, "Name", hostile);
  sky_document_begin_table (document, columns, G_N_ELEMENTS (columns));
  sky_document_add_row (document, (const char *const[]){ hostile }, FALSE);
  text = ask (document, "pdftotext", "-raw", NULL);
  about = ask (document, "pdfinfo", NULL, NULL);
  g_assert_cmpuint (count (text, told), >=, 7);
  g_assert_cmpuint (count (about, told), ==, 3);
  for (guint i = 0; i < 2; i++)
    for (const char *at = i == 0 ? text : about; *at != '\0'; at = g_utf8_next_char (at))
      {
        gunichar c = g_utf8_get_char (at);

        /* pdftotext ends a page by a form feed. */
        g_assert_true (c == '\n' || c == '\f' || (c >= 0x20 && c < 0x7f) || c > 0x9f);
        g_assert_false (c == 0x202e || c == 0x2066 || c == 0x200f || c == 0x061c);
      }
}

/* What was there stays when the new one cannot be written whole. */
static void
test_failure_keeps_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sky-document-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.pdf", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SkyDocument) document = new_document (SKY_PAPER_LETTER);
  g_autoptr (GError) error = NULL;
  g_autoptr (GOutputStream) full = NULL;
  g_autofree char *kept = NULL;
  char small[16];

  g_file_set_contents (path, "the old one", -1, &error);
  g_assert_no_error (error);
  sky_document_add_text (document, SKY_TEXT_BODY, "new");
  g_cancellable_cancel (cancellable);
  g_assert_false (sky_document_save_pdf (document, file, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_file_get_contents (path, &kept, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kept, ==, "the old one");

  full = g_memory_output_stream_new (small, sizeof small, NULL, NULL);
  g_assert_false (sky_document_write_pdf (document, full, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/words", test_words);
  g_test_add_func ("/document/a4", test_a4);
  g_test_add_func ("/document/fonts", test_fonts);
  g_test_add_func ("/document/long-table", test_long_table);
  g_test_add_func ("/document/long-texts", test_long_texts);
  g_test_add_func ("/document/drawing", test_drawing);
  g_test_add_func ("/document/image-and-break", test_image_and_break);
  g_test_add_func ("/document/bad-text", test_bad_text);
  g_test_add_func ("/document/hostile-text", test_hostile_text);
  g_test_add_func ("/document/failure-keeps-file", test_failure_keeps_file);
  return g_test_run ();
}
