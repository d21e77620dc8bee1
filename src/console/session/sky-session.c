/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-session.h"

#include "sky-checkpointer.h"

struct _SkySession
{
  GObject parent_instance;

  SkyStoreLink *link;
  SkyIntake *intake;
  SkyClock *clock;
  SkyReviewDesk *desk;
  SkyInbox *inbox;
  SkyOtherDesks *others;
  SkyDayView *day_view;
  SkySelection *selection;
  SkyCheckpointer *checkpointer;
};

G_DEFINE_FINAL_TYPE (SkySession, sky_session, G_TYPE_OBJECT)

SkyStoreLink *
sky_session_get_link (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->link;
}

SkyClock *
sky_session_get_clock (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->clock;
}

SkyIntake *
sky_session_get_intake (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->intake;
}

SkyReviewDesk *
sky_session_get_desk (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->desk;
}

SkyInbox *
sky_session_get_inbox (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->inbox;
}

SkyDayView *
sky_session_get_day_view (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->day_view;
}

SkySelection *
sky_session_get_selection (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->selection;
}

void
sky_session_open_archives (SkySession *self, const char *const *paths)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (paths != NULL);

  g_autoptr (GPtrArray) full = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  for (guint i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (full, g_canonicalize_filename (paths[i], NULL));

  sky_selection_restart (self->selection);
  sky_inbox_set_archive (self->inbox, full->len == 1 ? full->pdata[0] : NULL);
  sky_intake_open (self->intake, (const char *const *) full->pdata);
}

void
sky_session_audit_again (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  SkyTableDay *day = sky_day_view_get_day (self->day_view);
  if (sky_inbox_get_problem (self->inbox) != NULL)
    {
      sky_inbox_ask_rows (self->inbox);
      sky_inbox_ask_counts (self->inbox);
    }
  sky_intake_audit_again (self->intake, day != NULL ? sky_table_day_get_archive_path (day) : NULL);
}

void
sky_session_add_bookmark (SkySession *self, const char *text)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (sky_day_view_get_day (self->day_view) != NULL)
    sky_review_desk_bookmark (self->desk, sky_day_view_get_log (self->day_view),
                              sky_day_view_get_position (self->day_view), text);
}

gboolean
sky_session_is_settled (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), TRUE);

  return sky_intake_get_job (self->intake) == NULL && sky_other_desks_is_settled (self->others)
         && sky_store_worker_get_pending (sky_store_link_get_worker (self->link)) == 0
         && sky_queue_model_get_settled (sky_inbox_get_model (self->inbox))
         && sky_day_view_is_settled (self->day_view);
}

/* What was said of a finding may be another mark of the day. */
static void
answered_cb (SkySession *self, const SkyReviewRequest *answer, SkyReviewDesk *desk)
{
  if (answer->says)
    sky_day_view_ask_marks (self->day_view);
}

static void
sky_session_dispose (GObject *object)
{
  SkySession *self = SKY_SESSION (object);

  /* What is asked of the store keeps its asker until it is answered; nothing else goes on. */
  if (self->intake != NULL)
    {
      sky_intake_cancel (self->intake);
      sky_intake_set_follow (self->intake, FALSE);
    }
  g_clear_object (&self->checkpointer);
  g_clear_object (&self->selection);
  g_clear_object (&self->day_view);
  g_clear_object (&self->others);
  g_clear_object (&self->inbox);
  g_clear_object (&self->desk);
  g_clear_object (&self->intake);
  g_clear_object (&self->link);
  g_clear_object (&self->clock);
  G_OBJECT_CLASS (sky_session_parent_class)->dispose (object);
}

static void
sky_session_class_init (SkySessionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_session_dispose;
}

static void
sky_session_init (SkySession *self)
{
}

/* Takes @link. */
static SkySession *
make_session (SkyStoreLink *link)
{
  SkySession *self = g_object_new (SKY_TYPE_SESSION, NULL);
  self->link = link;
  self->clock = sky_clock_new ();
  self->intake = sky_intake_new (self->link);
  self->desk = sky_review_desk_new (self->link);
  self->inbox = sky_inbox_new (self->desk, self->intake, self->clock);
  self->others = sky_other_desks_new (self->inbox);
  self->day_view = sky_day_view_new (self->link, self->intake, self->clock);
  self->selection = sky_selection_new (self->day_view, self->others, self->inbox);
  if (!sky_store_link_get_reads (link))
    self->checkpointer = sky_checkpointer_new (self->link);

  const gpointer day_view = self->day_view;
  g_signal_connect_object (self->desk, "answered", G_CALLBACK (answered_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->desk, "bookmarked", G_CALLBACK (sky_day_view_ask_marks), day_view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->desk, "decided", G_CALLBACK (sky_day_view_ask_marks), day_view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->others, "changed", G_CALLBACK (sky_day_view_ask_marks), day_view,
                           G_CONNECT_SWAPPED);
  return self;
}

SkySession *
sky_session_new (const char *store_path)
{
  g_return_val_if_fail (store_path != NULL, NULL);
  return make_session (sky_store_link_new (store_path));
}

SkySession *
sky_session_new_reader (const char *store_path)
{
  g_return_val_if_fail (store_path != NULL, NULL);
  return make_session (sky_store_link_new_reader (store_path));
}
