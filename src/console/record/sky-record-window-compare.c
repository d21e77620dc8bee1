/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include <string.h>

#include "sky-record-window-private.h"

/* Where the picture is that one of the two logs was made from; otherwise where its round begins. */
static void
show_sight (SkyRecordWindow *self, const SkyRecordSight *sight)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self->setup);
  guint source = 0;

  sky_camera_wall_pause (self->wall);
  for (guint i = 0; sight->camera != NULL && i < table->cameras->len; i++)
    {
      const SkyCamera *camera = table->cameras->pdata[i];

      for (guint j = 0; j < sky_camera_get_n_segments (camera); j++, source++)
        {
          const SkyRecordSource *own = &g_array_index (table->sources, SkyRecordSource, source);

          if (g_strcmp0 (own->camera, sight->camera) != 0
              || g_strcmp0 (own->file, sight->file) != 0)
            continue;
          sky_camera_wall_seek (
              self->wall, sky_camera_to_log_time (camera, sky_camera_get_segment (camera, j)->start
                                                              + sight->frame));
          return;
        }
    }
  if (sight->at != SKY_TIME_NONE)
    sky_camera_wall_seek (self->wall, sight->at);
}

static gboolean
is_seen (const SkyRecordSight *sight)
{
  return sight->camera != NULL || sight->at != SKY_TIME_NONE;
}

void
sky_record_window_show_disagreement (SkyRecordWindow *self)
{
  const SkyRecordDisagreement *chosen = sky_record_agreement_get_chosen (self->agreement);

  if (chosen == NULL)
    return;
  self->side = is_seen (&chosen->sights[0]) ? 0 : 1;
  show_sight (self, &chosen->sights[self->side]);
}

void
sky_record_window_show_other_side (SkyRecordWindow *self)
{
  const SkyRecordDisagreement *chosen = sky_record_agreement_get_chosen (self->agreement);

  if (chosen == NULL || !is_seen (&chosen->sights[1 - self->side]))
    return;
  self->side = 1 - self->side;
  show_sight (self, &chosen->sights[self->side]);
  sky_record_window_tell (self, self->side == 0 ? _ ("The picture of A") : _ ("The picture of B"),
                          FALSE);
}

void
sky_record_window_leave_comparison (SkyRecordWindow *self)
{
  self->comparing = FALSE;
  gtk_stack_set_visible_child_name (self->sides, "round");
  gtk_widget_grab_focus (GTK_WIDGET (self->layout));
}

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyRecordWindow) self = data;
  g_autoptr (GError) error = NULL;
  SkyRecordComparison *comparison = sky_record_comparison_make_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->comparison);
  if (comparison == NULL)
    {
      sky_record_window_leave_comparison (self);
      sky_record_window_tell (self, error->message, TRUE);
      return;
    }
  self->compared_with = comparison->chosen;
  self->comparing = TRUE;
  sky_record_agreement_set (self->agreement, comparison);
  gtk_stack_set_visible_child_name (self->sides, "agreement");
  sky_record_window_tell (self,
                          _ ("N: the next disagreement. F: the other picture. C: record the "
                             "round again"),
                          FALSE);
  sky_record_window_show_disagreement (self);
}

void
sky_record_window_compare (SkyRecordWindow *self, guint other)
{
  g_autofree char *coders = sky_coder_default_path ();
  g_autofree char *data = g_path_get_dirname (coders);
  const SkyRecordPlan *plan = sky_record_setup_get_plan (self->setup);

  if (self->comparison != NULL || self->desk == NULL)
    return;
  if (self->in_test)
    {
      sky_record_window_tell (
          self, _ ("You see the other log once your recording is finished (Ctrl+E)"), TRUE);
      return;
    }
  self->returning = FALSE;
  (void) g_mkdir_with_parents (data, 0700);
  self->comparison = g_cancellable_new ();
  sky_record_comparison_make_async (self->archive->folder, self->path, other, self->table->until,
                                    sky_record_window_is_finished (self), coders,
                                    plan != NULL ? plan->path : NULL, self->comparison, compared_cb,
                                    g_object_ref (self));
}
