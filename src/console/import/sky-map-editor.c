/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-editor.h"

#include <glib/gi18n.h>

#include "sky-line-numbers.h"
#include "sky-map-text.h"

/* More is not listed: the first are mended first. */
#define MAX_LISTED 50

struct _SkyMapEditor
{
  AdwBin parent_instance;

  /* Template children. */
  GtkTextView *view;
  GtkWidget *problems_scroller;
  GtkListBox *problems;

  SkyLineNumbers *numbers; /* the view's */
  GArray *lines;           /* of guint: where something is wrong, rising */
  guint n_problems;
};

G_DEFINE_FINAL_TYPE (SkyMapEditor, sky_map_editor, ADW_TYPE_BIN)

GtkTextBuffer *
sky_map_editor_get_buffer (SkyMapEditor *self)
{
  g_return_val_if_fail (SKY_IS_MAP_EDITOR (self), NULL);
  return gtk_text_view_get_buffer (self->view);
}

char *
sky_map_editor_get_text (SkyMapEditor *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (SKY_IS_MAP_EDITOR (self), NULL);

  gtk_text_buffer_get_bounds (gtk_text_view_get_buffer (self->view), &start, &end);
  return gtk_text_buffer_get_text (gtk_text_view_get_buffer (self->view), &start, &end, TRUE);
}

void
sky_map_editor_set_text (SkyMapEditor *self, const char *text)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;

  g_return_if_fail (SKY_IS_MAP_EDITOR (self));

  buffer = gtk_text_view_get_buffer (self->view);
  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_text_buffer_set_modified (buffer, FALSE);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
}

/* --- Problems --------------------------------------------------------------------------------- */

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? -1 : x > y;
}

static void
add_row (SkyMapEditor *self, const char *text, guint line)
{
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "error");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), line > 0);
  g_object_set_data (G_OBJECT (row), "line", GUINT_TO_POINTER (line));
  gtk_list_box_append (self->problems, row);
}

static void
add_problem (SkyMapEditor *self, const SkyMapProblem *problem, gboolean own)
{
  const guint line = own ? problem->line : 0;
  g_autofree char *group =
      problem->group != NULL ? g_strdup_printf ("[%s]: ", problem->group) : g_strdup ("");
  g_autofree char *text = NULL;

  if (own && line > 0)
    text = g_strdup_printf ("%u: %s%s", line, group, problem->text);
  else if (own)
    text = g_strdup_printf ("%s%s", group, problem->text);
  else
    text = sky_map_problem_format (problem);
  if (line > 0)
    g_array_append_val (self->lines, line);
  add_row (self, text, line);
}

void
sky_map_editor_set_problems (SkyMapEditor *self, const GPtrArray *problems, const char *name)
{
  GtkWidget *row;

  g_return_if_fail (SKY_IS_MAP_EDITOR (self));

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->problems))) != NULL)
    gtk_list_box_remove (self->problems, row);
  g_array_set_size (self->lines, 0);
  self->n_problems = problems->len;
  for (guint i = 0; i < MIN (problems->len, MAX_LISTED); i++)
    {
      const SkyMapProblem *problem = problems->pdata[i];

      add_problem (self, problem, g_strcmp0 (problem->file, name) == 0);
    }
  if (problems->len > MAX_LISTED)
    {
      const guint n = problems->len - MAX_LISTED;
      g_autofree char *more = g_strdup_printf (ngettext ("%u more error", "%u more errors", n), n);

      add_row (self, more, 0);
    }
  g_array_sort (self->lines, compare_lines);
  sky_line_numbers_mark (self->numbers, self->lines);
  gtk_widget_set_visible (self->problems_scroller, problems->len > 0);
}

guint
sky_map_editor_get_n_problems (SkyMapEditor *self)
{
  g_return_val_if_fail (SKY_IS_MAP_EDITOR (self), 0);
  return self->n_problems;
}

/* --- Lines ------------------------------------------------------------------------------------ */

guint
sky_map_editor_get_line (SkyMapEditor *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  g_return_val_if_fail (SKY_IS_MAP_EDITOR (self), 0);

  buffer = gtk_text_view_get_buffer (self->view);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  return (guint) gtk_text_iter_get_line (&iter) + 1;
}

static void
go_to_line (SkyMapEditor *self, guint line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int) line - 1);
  gtk_text_buffer_place_cursor (buffer, &iter);
  gtk_text_view_scroll_to_mark (self->view, gtk_text_buffer_get_insert (buffer), 0.1, FALSE, 0, 0);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

gboolean
sky_map_editor_go_to_next_problem (SkyMapEditor *self)
{
  guint line;

  g_return_val_if_fail (SKY_IS_MAP_EDITOR (self), FALSE);

  if (self->lines->len == 0)
    return FALSE;
  line = sky_map_editor_get_line (self);
  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, guint, i) > line)
      {
        go_to_line (self, g_array_index (self->lines, guint, i));
        return TRUE;
      }
  go_to_line (self, g_array_index (self->lines, guint, 0));
  return TRUE;
}

static void
activated_cb (SkyMapEditor *self, GtkListBoxRow *row, GtkListBox *list)
{
  const guint line = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "line"));

  if (line > 0)
    go_to_line (self, line);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_map_editor_dispose (GObject *object)
{
  SkyMapEditor *self = SKY_MAP_EDITOR (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_MAP_EDITOR);
  g_clear_pointer (&self->lines, g_array_unref);
  G_OBJECT_CLASS (sky_map_editor_parent_class)->dispose (object);
}

static void
sky_map_editor_class_init (SkyMapEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_map_editor_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-map-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyMapEditor, view);
  gtk_widget_class_bind_template_child (widget_class, SkyMapEditor, problems_scroller);
  gtk_widget_class_bind_template_child (widget_class, SkyMapEditor, problems);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sky_map_editor_init (SkyMapEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  self->numbers = sky_line_numbers_new (self->view);
}
