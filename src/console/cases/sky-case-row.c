/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-row.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"

/* What a still's picture takes up in its row. */
#define WIDTH  128
#define HEIGHT 80

/* --- Thumbnails ------------------------------------------------------------------------------- */

void
sky_thumbnail_free (SkyThumbnail *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->picture);
  g_free (self->problem);
  g_free (self);
}

SkyThumbnail *
sky_thumbnail_new_for_problem (const char *problem)
{
  SkyThumbnail *self = g_new0 (SkyThumbnail, 1);

  self->problem = g_strdup (problem);
  return self;
}

SkyThumbnail *
sky_thumbnail_new (GBytes *png)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (png);
  g_autoptr (GError) error = NULL;
  /* Twice the size, for screens that have two pixels where others have one. */
  g_autoptr (GdkPixbuf) small =
      gdk_pixbuf_new_from_stream_at_scale (stream, 2 * WIDTH, 2 * HEIGHT, TRUE, NULL, &error);
  SkyThumbnail *self;

  if (small == NULL)
    return sky_thumbnail_new_for_problem (error->message);
  self = g_new0 (SkyThumbnail, 1);
  self->picture = gdk_texture_new_for_pixbuf (small);
  return self;
}

void
sky_thumbnails_take (GHashTable *to, GHashTable *from)
{
  GHashTableIter each;
  gpointer sha256;
  gpointer thumbnail;

  g_hash_table_iter_init (&each, from);
  while (g_hash_table_iter_next (&each, &sha256, &thumbnail))
    {
      g_hash_table_iter_steal (&each);
      g_hash_table_replace (to, sha256, thumbnail);
    }
}

GHashTable *
sky_thumbnails_list_known (GHashTable *self)
{
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter each;
  gpointer sha256;
  gpointer thumbnail;

  g_hash_table_iter_init (&each, self);
  while (g_hash_table_iter_next (&each, &sha256, &thumbnail))
    if (((const SkyThumbnail *) thumbnail)->picture != NULL)
      g_hash_table_add (known, g_strdup (sha256));
  return known;
}

/* --- The row ---------------------------------------------------------------------------------- */

static GtkWidget *
picture_new (const SkyCaseItem *item, const SkyThumbnail *thumbnail)
{
  GtkWidget *picture;

  if (thumbnail == NULL || thumbnail->picture == NULL)
    {
      picture = gtk_image_new_from_icon_name (thumbnail == NULL ? "image-x-generic-symbolic"
                                                                : "dialog-warning-symbolic");
      gtk_widget_set_tooltip_text (picture, thumbnail != NULL ? thumbnail->problem : NULL);
    }
  else
    {
      picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (thumbnail->picture));
      gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
    }
  gtk_widget_set_size_request (picture, WIDTH, HEIGHT);
  gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_top (picture, 6);
  gtk_widget_set_margin_bottom (picture, 6);
  if (item->still != NULL)
    {
      /* Translators: the name of a camera. */
      g_autofree char *label = g_strdup_printf (_ ("Still of camera %s"), item->still->camera);
      gtk_accessible_update_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      label, -1);
    }
  return picture;
}

static void
add_button (AdwActionRow *row,
            const SkyCaseItem *item,
            const char *icon,
            const char *action,
            const char *label,
            const char *tooltip)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "x", item->entry);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  adw_action_row_add_suffix (row, button);
}

GtkWidget *
sky_case_row_new_for_case (const SkyCase *info)
{
  GtkWidget *row = adw_action_row_new ();
  guint n = (guint) (info->n_findings + info->n_bookmarks + info->n_stills + info->n_notes);
  g_autofree char *title = g_strdup_printf ("%" G_GINT64_FORMAT " · %s", info->number, info->title);
  g_autofree char *markup = g_markup_escape_text (title, -1);
  g_autofree char *entries = g_strdup_printf (ngettext ("%u entry", "%u entries", n), n);
  g_autofree char *subtitle =
      info->closed ? g_strdup_printf ("%s · %s", entries, _ ("Closed")) : g_strdup (entries);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  return row;
}

GtkWidget *
sky_case_row_new (const SkyCaseItem *item,
                  const char *label,
                  const SkyThumbnail *thumbnail,
                  gboolean closed,
                  GTimeZone *zone)
{
  GtkWidget *row = adw_action_row_new ();
  gboolean is_thing = item->kind == SKY_CASE_FINDING || item->kind == SKY_CASE_BOOKMARK
                      || item->kind == SKY_CASE_STILL;
  const char *who = item->name != NULL && item->name[0] != '\0' ? item->name : item->credential;
  gboolean says = item->text != NULL && item->text[0] != '\0';
  g_autofree char *whole = g_strconcat (label, says ? "\n" : NULL, item->text, NULL);
  g_autofree char *title = g_markup_escape_text (whole, -1);
  g_autofree char *at = sky_clock_text_deed (item->at, zone);
  g_autoptr (GString) said = g_string_new (NULL);

  if (thumbnail != NULL && thumbnail->problem != NULL)
    g_string_append_printf (said, "%s\n", thumbnail->problem);
  g_string_append_printf (said, "%s · %s", who, at);
  g_autofree char *subtitle = g_markup_escape_text (said->str, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), is_thing);
  if (item->kind == SKY_CASE_STILL)
    {
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), picture_new (item, thumbnail));
      add_button (ADW_ACTION_ROW (row), item, "find-location-symbolic", "room.show",
                  _ ("Go to the time of the still"), _ ("Show the time of this picture"));
    }
  if (is_thing && !closed)
    add_button (ADW_ACTION_ROW (row), item, "list-remove-symbolic", "room.take-out",
                _ ("Remove from the case"),
                _ ("Remove from the case; the ledger keeps a record of both (Delete)"));
  return row;
}
