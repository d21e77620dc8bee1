/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-help-page.h"

#include <string.h>

char *
sky_help_page_get_title (const char *text)
{
  const char *end = strchr (text, '\n');
  g_autofree char *line = end != NULL ? g_strndup (text, (gsize) (end - text)) : g_strdup (text);

  return g_strdup (g_str_has_prefix (line, "# ") ? line + 2 : line);
}

char *
sky_help_page_mark_up (const char *text)
{
  g_autofree char *plain = g_markup_escape_text (text, -1);
  GString *markup = g_string_new (NULL);
  gboolean strong = FALSE;
  gboolean code = FALSE;

  for (const char *at = plain; *at != '\0'; at++)
    {
      if (*at == '`')
        {
          g_string_append (markup, code ? "</tt>" : "<tt>");
          code = !code;
        }
      else if (!code && at[0] == '*' && at[1] == '*')
        {
          g_string_append (markup, strong ? "</b>" : "<b>");
          strong = !strong;
          at++;
        }
      else
        g_string_append_c (markup, *at == '\n' ? ' ' : *at);
    }
  /* What was begun and not ended would make a mark-up that cannot be read. */
  if (code)
    g_string_append (markup, "</tt>");
  if (strong)
    g_string_append (markup, "</b>");
  return g_string_free (markup, FALSE);
}

static GtkWidget *
new_label (const char *text, const char *style)
{
  g_autofree char *markup = sky_help_page_mark_up (text);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", markup, "use-markup", TRUE, "wrap",
                                   TRUE, "xalign", 0.0f, "yalign", 0.0f, "selectable", TRUE, NULL);

  /* It can be copied, but Tab goes on to what can be done. */
  gtk_widget_set_focusable (label, FALSE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static void
add_item (GtkBox *box, const char *text)
{
  GtkWidget *item = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (item), new_label ("•", NULL));
  gtk_box_append (GTK_BOX (item), new_label (text, NULL));
  gtk_box_append (box, item);
}

/* "| a | b |" and so on; the second line parts the head from the rest. */
static void
add_table (GtkBox *box, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GtkWidget *grid = g_object_new (GTK_TYPE_GRID, "column-spacing", 24, "row-spacing", 6,
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_TABLE, NULL);

  for (int i = 0, row = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = NULL;

      if (i == 1)
        continue;
      cells = g_strsplit (lines[i], "|", -1);
      for (int j = 1; cells[0] != NULL && cells[j] != NULL && cells[j + 1] != NULL; j++)
        gtk_grid_attach (GTK_GRID (grid),
                         new_label (g_strstrip (cells[j]), i == 0 ? "heading" : NULL), j - 1, row,
                         1, 1);
      row++;
    }
  gtk_box_append (box, grid);
}

/* Lines that begin with two blanks go on with the item above them. */
static void
add_list (GtkBox *box, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) item = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (!g_str_has_prefix (lines[i], "* "))
        {
          g_string_append_printf (item, " %s", g_strstrip (lines[i]));
          continue;
        }
      if (item->len > 0)
        add_item (box, item->str);
      g_string_assign (item, lines[i] + 2);
    }
  add_item (box, item->str);
}

static void
add_block (GtkBox *box, const char *block)
{
  GtkWidget *label = NULL;

  if (g_str_has_prefix (block, "# "))
    label = new_label (block + 2, "title-1");
  else if (g_str_has_prefix (block, "## "))
    label = new_label (block + 3, "title-4");
  else if (g_str_has_prefix (block, "* "))
    add_list (box, block);
  else if (g_str_has_prefix (block, "|"))
    add_table (box, block);
  else if (block[0] != '\0')
    label = new_label (block, NULL);
  if (label != NULL)
    gtk_box_append (box, label);
}

GtkWidget *
sky_help_page_new (const char *text)
{
  g_auto (GStrv) blocks = g_strsplit (text, "\n\n", -1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);

  for (guint i = 0; blocks[i] != NULL; i++)
    add_block (GTK_BOX (box), g_strstrip (blocks[i]));
  return box;
}
