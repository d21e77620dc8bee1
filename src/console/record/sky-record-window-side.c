/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-record-comparison.h"
#include "sky-record-window-private.h"

static void
free_recordings (gpointer data)
{
  g_array_unref (*(GArray **) data);
}

GArray *
sky_record_window_find_recordings (const SkyRecordTable *table, const SkyLogHeader *header)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (GArray *));
  guint source = 0;

  g_array_set_clear_func (frames, free_recordings);
  for (guint i = 0; i < table->cameras->len; i++)
    {
      GArray *known = g_array_new (FALSE, FALSE, sizeof (gint));

      for (guint j = 0; j < sky_camera_get_n_segments (table->cameras->pdata[i]); j++, source++)
        {
          const SkyRecordSource *own = &g_array_index (table->sources, SkyRecordSource, source);
          gint found = -1;

          for (guint k = 0; k < header->record.n_from && found < 0; k++)
            if (g_strcmp0 (header->record.from[k].camera, own->camera) == 0
                && g_strcmp0 (header->record.from[k].file, own->file) == 0)
              found = (gint) k;
          g_array_append_val (known, found);
        }
      g_array_append_val (frames, known);
    }
  return frames;
}

void
sky_record_window_show_table (SkyRecordWindow *self, const SkyRecordTable *table)
{
  self->table = table;
  self->played = SKY_TIME_NONE;
  sky_camera_wall_set_cameras (self->wall, table->cameras);
  sky_camera_wall_set_range (self->wall, table->from, table->until);
  sky_camera_wall_seek (self->wall, table->from);
  sky_record_timeline_set_wall (self->timeline, self->wall);
}

const SkyRecordState *
sky_record_window_get_own (SkyRecordWindow *self)
{
  SkyRecordDesk *desk = self->in_test ? self->aside.desk : self->desk;

  return desk != NULL ? sky_record_desk_get_state (desk) : NULL;
}

const SkyRecordState *
sky_record_window_get_tested (SkyRecordWindow *self)
{
  SkyRecordDesk *desk = self->in_test ? self->desk : self->aside.desk;

  return desk != NULL ? sky_record_desk_get_state (desk) : NULL;
}

void
sky_record_window_begin_tests (SkyRecordWindow *self, const SkyPlan *plan, const SkyLogHeader *own)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) opening = NULL;
  SkyRecordSide *side = &self->aside;
  SkyLogHeader header;

  self->tests = sky_record_tests_new (self->archive, plan, own->game);
  if (self->tests == NULL)
    return;
  side->table = self->tests->table;
  sky_record_tests_make_header (self->tests, own, &header, &side->path, &opening);
  folder = g_path_get_dirname (side->path);
  (void) g_mkdir_with_parents (folder, 0750);
  side->frames = sky_record_window_find_recordings (side->table, &header);
  side->desk = sky_record_desk_new (side->path, &header, (const char *const *) opening,
                                    side->table->from, NULL);
  g_signal_connect_object (side->desk, "changed", G_CALLBACK (sky_record_window_judge_tests), self,
                           G_CONNECT_SWAPPED);
}

void
sky_record_window_drop_tests (SkyRecordWindow *self)
{
  g_clear_object (&self->aside.desk);
  g_clear_pointer (&self->aside.path, g_free);
  g_clear_pointer (&self->aside.frames, g_array_unref);
  g_clear_pointer (&self->tests, sky_record_tests_free);
}

void
sky_record_window_mark_stretches (SkyRecordWindow *self)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));

  for (guint i = 0; self->plan != NULL && i < self->plan->windows->len; i++)
    {
      const SkyPlanWindow *window = &g_array_index (self->plan->windows, SkyPlanWindow, i);
      const SkySpan own = { window->from, window->until };
      const SkySpan *span = self->in_test ? sky_record_tests_get (self->tests, i) : &own;

      if (span != NULL)
        g_array_append_val (spans, *span);
    }
  sky_record_timeline_set_stretches (self->timeline, self->plan != NULL ? spans : NULL);
}

void
sky_record_window_switch (SkyRecordWindow *self)
{
  const SkyRecordSide shown = { self->desk, self->path, self->frames, self->table };
  const SkyRecordSide next = self->aside;

  g_return_if_fail (next.desk != NULL);
  sky_camera_wall_pause (self->wall);
  self->aside = shown;
  self->desk = next.desk;
  self->path = next.path;
  self->frames = next.frames;
  self->in_test = !self->in_test;
  sky_record_window_show_table (self, next.table);
  sky_record_window_mark_stretches (self);
  g_signal_group_set_target (self->desk_signals, self->desk);
  g_signal_emit_by_name (self->desk, "changed");
}

/* --- What the tests say ----------------------------------------------------------------------- */

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyRecordWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyRecordComparison) found = sky_record_comparison_make_finish (result, &error);
  g_autofree char *what = NULL;
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->testing);
  if (found != NULL && found->is_test)
    {
      what = sky_coder_describe (&found->test);
      /* Translators: what a person found: "found 3 of 4 planted errors …". */
      text = g_strdup_printf (_ ("Test rounds were among the stretches. You %s."), what);
    }
  sky_record_window_tell (self,
                          text != NULL    ? text
                          : error != NULL ? error->message
                                          : _ ("Nothing of the test rounds was recorded"),
                          text == NULL);
}

static gboolean
has_reached (const SkyRecordState *state, SkyTime until)
{
  return state != NULL && sky_record_state_get_reached (state) >= until;
}

void
sky_record_window_judge_tests (SkyRecordWindow *self)
{
  const SkyRecordTable *own = sky_record_setup_get_table (self->setup);
  g_autofree char *coders = NULL;
  g_autofree char *folder = NULL;

  if (self->tests == NULL || self->tested
      || !has_reached (sky_record_window_get_own (self), own->until)
      || !has_reached (sky_record_window_get_tested (self), self->tests->table->until))
    return;
  self->tested = TRUE;
  coders = sky_coder_default_path ();
  folder = g_path_get_dirname (coders);
  (void) g_mkdir_with_parents (folder, 0700);
  self->testing = g_cancellable_new ();
  sky_record_comparison_make_async (
      self->tests->archive->folder, self->in_test ? self->path : self->aside.path, 0,
      self->tests->table->until, TRUE, coders, NULL, self->testing, judged_cb, g_object_ref (self));
}
