/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of docs/help as the console shows them. */
#include "config.h"

#include <string.h>

#include "fixture.h"
#include "sky-help-page.h"
#include "sky-help-window.h"

static void
test_mark_up (void)
{
  static const struct
  {
    const char *text;
    const char *markup;
  } cases[] = {
    { "plain\ntext", "plain text" },
    { "**strong** and `Ctrl+1`", "<b>strong</b> and <tt>Ctrl+1</tt>" },
    { "a < b & `<`", "a &lt; b &amp; <tt>&lt;</tt>" },
    { "`**`", "<tt>**</tt>" },
    { "never **ended", "never <b>ended</b>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *markup = sky_help_page_mark_up (cases[i].text);

      g_assert_cmpstr (markup, ==, cases[i].markup);
    }
}

/* Nothing of the Markdown is left to be seen. */
static void
check_labels (GtkWidget *widget, guint *n)
{
  if (GTK_IS_LABEL (widget))
    {
      const char *text = gtk_label_get_text (GTK_LABEL (widget));

      g_assert_cmpstr (text, !=, "");
      g_assert_null (strstr (text, "**"));
      g_assert_null (strchr (text, '`'));
      g_assert_null (strchr (text, '|'));
      g_assert_false (g_str_has_prefix (text, "#"));
      (*n)++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_labels (child, n);
}

/* Every file of docs/help, in each language, is in the program, and can be read there. */
static void
check_folder (const char *folder, const char *resource)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *kept = g_strconcat (resource, name, NULL);
      g_autofree char *text = NULL;
      g_autofree char *title = NULL;
      g_autoptr (GBytes) bytes = NULL;
      GtkWidget *page = NULL;
      guint n = 0;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          g_autofree char *below = g_strconcat (kept, "/", NULL);

          check_folder (path, below);
          continue;
        }
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      bytes = g_resources_lookup_data (kept, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text,
                       strlen (text));
      title = sky_help_page_get_title (text);
      g_assert_cmpuint (strlen (title), >, 3);
      g_assert_false (g_str_has_prefix (title, "#"));
      page = g_object_ref_sink (sky_help_page_new (text));
      check_labels (page, &n);
      g_assert_cmpuint (n, >=, 5);
      g_object_unref (page);
    }
}

static void
test_pages (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "docs", "help", NULL);
  g_auto (GStrv) names = sky_help_window_list_pages ();

  g_assert_cmpuint (g_strv_length (names), >=, 5);
  g_assert_cmpstr (names[0], ==, "1-start");
  check_folder (folder, "/org/skyward/Skyward/help/");
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static void
test_window (void)
{
  SkyHelpWindow *window = sky_help_window_new (NULL);
  gpointer there = window;
  guint before = 0;
  guint after = 0;

  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_present (GTK_WINDOW (window));
  check_labels (GTK_WIDGET (window), &before);
  sky_help_window_show_page (window, "5-trouble");
  sky_help_window_show_page (window, "no such page");
  check_labels (GTK_WIDGET (window), &after);
  g_assert_cmpuint (after, !=, before);
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
}

static gpointer
part (gpointer window, const char *name)
{
  GObject *object = gtk_widget_get_template_child (window, G_OBJECT_TYPE (window), name);

  g_assert_nonnull (object);
  return object;
}

static guint
count_listed (GtkListBox *list)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n += gtk_widget_get_child_visible (row) ? 1 : 0;
  return n;
}

static GtkWidget *
find_found (GtkWidget *widget)
{
  if (gtk_widget_has_css_class (widget, "found"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_found (child);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_found (gpointer window)
{
  return find_found (window) != NULL;
}

/* What is searched leaves the pages that have all the words, and leads to where they stand. */
static void
test_search (void)
{
  SkyHelpWindow *window = sky_help_window_new (NULL);
  gpointer there = window;
  GtkEditable *search = part (window, "search");
  GtkListBox *list = part (window, "list");
  const guint all = count_listed (list);

  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_present (GTK_WINDOW (window));
  gtk_editable_set_text (search, "touchpad ZOOM");
  g_signal_emit_by_name (search, "search-changed");
  fixture_wait (has_found, window);
  g_assert_cmpuint (count_listed (list), >, 0);
  g_assert_cmpuint (count_listed (list), <, all);
  const char *text = gtk_label_get_text (GTK_LABEL (find_found (GTK_WIDGET (window))));
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_assert_nonnull (strstr (folded, "zoom"));
  g_assert_nonnull (strstr (folded, "touchpad"));

  gtk_editable_set_text (search, "no page says xyzzy");
  g_signal_emit_by_name (search, "search-changed");
  g_assert_cmpuint (count_listed (list), ==, 0);
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (search), ==, "");
  g_signal_emit_by_name (search, "search-changed");
  g_assert_cmpuint (count_listed (list), ==, all);
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/help/mark-up", test_mark_up);
  gtk_init ();
  adw_init ();
  g_test_add_func ("/help/pages", test_pages);
  g_test_add_func ("/help/window", test_window);
  g_test_add_func ("/help/search", test_search);
  return fixture_run_tests ();
}
