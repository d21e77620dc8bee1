/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-window-private.h"

#include <glib/gi18n.h>

#include <inttypes.h>

#include "sky-record-row.h"

const SkyRecordState *
sky_record_window_get_state (SkyRecordWindow *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_WINDOW (self), NULL);
  return self->desk != NULL ? sky_record_desk_get_state (self->desk) : NULL;
}

/* What the foot says. */
void
sky_record_window_tell (SkyRecordWindow *self, const char *text, gboolean wrong)
{
  gtk_label_set_label (self->message, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->message), text);
  if (wrong)
    gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
}

/* Sets the recording of the log that shows @at, and the instant in it. */
static void
find_frame (SkyRecordWindow *self, SkyTime at, gint *recording, SkyTime *frame)
{
  const guint n = sky_camera_wall_get_n_cameras (self->wall);
  const gint selected = sky_camera_wall_get_selected (self->wall);

  *recording = -1;
  *frame = 0;
  for (guint i = 0; i <= n; i++)
    {
      const gint number = i == 0 ? selected : (gint) i - 1;
      const SkyCamera *camera;
      gint coverage;

      if (number < 0 || (guint) number >= n)
        continue;
      camera = sky_camera_wall_get_camera (self->wall, (guint) number);
      coverage = sky_camera_find_coverage (camera, at);
      if (coverage < 0)
        continue;
      const guint segment = sky_camera_get_coverage (camera, (guint) coverage)->segment;
      const GArray *known = g_array_index (self->frames, GArray *, number);
      *recording = g_array_index (known, gint, segment);
      if (*recording < 0)
        continue;
      *frame = MAX (sky_camera_to_camera_time (camera, at)
                        - sky_camera_get_segment (camera, segment)->start,
                    0);
      return;
    }
}

/* What comes next is of this instant. */
void
sky_record_window_look (SkyRecordWindow *self)
{
  const SkyTime at = sky_camera_wall_get_position (self->wall);
  SkyTime frame;
  gint recording;

  find_frame (self, at, &recording, &frame);
  sky_record_desk_set_clock (self->desk, at, recording, frame);
}

void
sky_record_window_show_hand (SkyRecordWindow *self)
{
  g_autofree char *amount = sky_money_format (self->hand_holds.amount);
  /* Translators: what is in hand: a seat, an amount. */
  g_autofree char *text =
      g_strdup_printf (_ ("Seat %" PRId64 " · %s"), self->hand_holds.seat, amount);

  gtk_label_set_label (self->hand, text);
  sky_record_layout_set_seat (self->layout, self->hand_holds.seat);
}

const char *
sky_record_window_get_typed (SkyRecordWindow *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

void
sky_record_window_set_typed (SkyRecordWindow *self, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

void
sky_record_window_begin_typing (SkyRecordWindow *self, const char *text)
{
  gtk_entry_grab_focus_without_selecting (self->entry);
  sky_record_window_set_typed (self, text);
}

void
sky_record_window_leave_entry (SkyRecordWindow *self)
{
  self->typing = FALSE;
  sky_record_window_set_typed (self, "");
  gtk_widget_grab_focus (GTK_WIDGET (self->layout));
}

const SkyRecordDue *
sky_record_window_get_chosen_due (SkyRecordWindow *self)
{
  SkyRecordRow *row = gtk_single_selection_get_selected_item (self->due_selection);

  return row != NULL && sky_record_window_get_state (self) != NULL ? sky_record_state_find_due (
             sky_record_window_get_state (self), sky_record_row_get_wager (row))
                                                                   : NULL;
}

/* Where the picture is that a line was seen in. */
void
sky_record_window_show_frame (SkyRecordWindow *self, const SkyRecordLine *line)
{
  sky_camera_wall_pause (self->wall);
  for (guint i = 0; line->recording >= 0 && i < self->frames->len; i++)
    {
      const GArray *known = g_array_index (self->frames, GArray *, i);

      for (guint j = 0; j < known->len; j++)
        if (g_array_index (known, gint, j) == line->recording)
          {
            const SkyCamera *camera = sky_camera_wall_get_camera (self->wall, i);

            sky_camera_wall_seek (
                self->wall, sky_camera_to_log_time (
                                camera, sky_camera_get_segment (camera, j)->start + line->frame));
            return;
          }
    }
  sky_camera_wall_seek (self->wall, line->at);
}
