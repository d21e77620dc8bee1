/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "record-scene.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-record-setup.h"

/* Two cameras of ten minutes; nobody needs their pictures here. */
#define CAMERA(name, covers, file)                                                                 \
  "{\"camera\":\"" name "\",\"table\":\"RO-01\",\"kind\":\"stationary\",\"covers\":[\"" covers     \
  "\"],\"clock_offset_ms\":0,\"segments\":[{\"file\":\"" file                                      \
  "\",\"start\":\"2023-11-04T20:00:00.000000Z\",\"end\":\"2023-11-04T20:10:00.000000Z\"}]}"

const char scene_footage[] = "{\"cameras\":[" CAMERA ("RO-01-W", "wheel", "w.mkv") "," CAMERA (
    "RO-01-L", "layout", "l.mkv") "]}";

gboolean
scene_is_settled (gpointer data)
{
  return sky_record_window_is_settled (data);
}

gboolean
scene_is_open (gpointer data)
{
  return sky_record_window_get_state (data) != NULL && sky_record_window_is_settled (data);
}

gpointer
scene_child (const Scene *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->window), SKY_TYPE_RECORD_WINDOW, name);
}

gpointer
scene_setup_child (const Scene *self, const char *name)
{
  return gtk_widget_get_template_child (scene_child (self, "setup"), SKY_TYPE_RECORD_SETUP, name);
}

void
scene_open (Scene *self)
{
  self->window = sky_record_window_new (NULL, self->coder, self->folder);
  gtk_window_present (GTK_WINDOW (self->window));
  fixture_wait (scene_is_settled, self->window);
}

void
scene_init (Scene *self)
{
  g_autofree char *path = NULL;

  self->coder = "PA-7";
  self->folder = g_dir_make_tmp ("sky-record-XXXXXX", NULL);
  path = g_build_filename (self->folder, "footage.json", NULL);
  g_assert_true (g_file_set_contents (path, scene_footage, -1, NULL));
  scene_open (self);
}

void
scene_clear (Scene *self)
{
  static const char *const names[] = { "footage.json",
                                       "plan.json",
                                       "planted.json",
                                       "RO-01-2023-11-04.plan.json",
                                       "RO-01-2023-11-04.tel.jsonl",
                                       "RO-01-2023-11-04.PA-7.tel.jsonl",
                                       "RO-01-2023-11-04.PA-7.tel.jsonl.draft",
                                       "RO-01-2023-11-04.PA-7.plan.json",
                                       "recorded/RO-01-2023-11-04.PA-8.tel.jsonl",
                                       "recorded/RO-01-2023-11-04.PA-8.tel.jsonl.draft",
                                       "recorded",
                                       "tests/footage.json",
                                       "tests/planted.json",
                                       "tests/RO-01-2023-11-04.tel.jsonl",
                                       "tests/recorded/RO-01-2023-11-04.PA-8.tel.jsonl",
                                       "tests/recorded/RO-01-2023-11-04.PA-8.tel.jsonl.draft",
                                       "RO-01-2023-11-04.PA-8.tel.jsonl",
                                       "RO-01-2023-11-04.PA-8.tel.jsonl.draft",
                                       "tests/recorded",
                                       "tests" };

  fixture_close_window (self->window);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

      g_remove (path);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
}

const SkyRecordState *
scene_state (const Scene *self)
{
  return sky_record_window_get_state (self->window);
}

void
scene_act (const Scene *self, const char *name, const char *target)
{
  g_autoptr (GVariant) value =
      target != NULL ? g_variant_ref_sink (g_variant_new_parsed (target)) : NULL;

  gtk_widget_activate_action_variant (GTK_WIDGET (self->window), name, value);
  fixture_wait (scene_is_settled, self->window);
}

void
scene_type (const Scene *self, const char *text)
{
  gtk_editable_set_text (scene_child (self, "entry"), text);
  gtk_widget_grab_focus (scene_child (self, "entry"));
  g_assert_true (fixture_press (self->window, GDK_KEY_Return));
  fixture_wait (scene_is_settled, self->window);
}

void
scene_click (const Scene *self, const char *bet)
{
  g_signal_emit_by_name (scene_child (self, "layout"), "bet", bet);
  fixture_wait (scene_is_settled, self->window);
}

void
scene_go_to (const Scene *self, guint seconds)
{
  SkyTime start;

  g_assert_true (sky_time_parse ("2023-11-04T20:00:00.000000Z", 27, &start));
  g_signal_emit_by_name (scene_child (self, "transport"), "go-to",
                         (gint64) (start + seconds * SKY_SECOND));
}

void
scene_begin_game (const Scene *self, SkyGameId game)
{
  adw_combo_row_set_selected (scene_setup_child (self, "game"), game);
  gtk_editable_set_text (scene_setup_child (self, "property"), "Keystone");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "record.begin", NULL);
  fixture_wait (scene_is_open, self->window);
}

void
scene_begin (const Scene *self)
{
  scene_begin_game (self, SKY_GAME_ROULETTE);
}

char *
scene_read_log (const Scene *self)
{
  g_autofree char *path = g_build_filename (self->folder, "RO-01-2023-11-04.PA-7.tel.jsonl", NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

void
scene_assert_log_has (const Scene *self, const char *part)
{
  g_autofree char *text = scene_read_log (self);

  g_assert_nonnull (strstr (text, part));
}
