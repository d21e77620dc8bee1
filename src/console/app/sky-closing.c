/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-closing.h"

#include <glib/gi18n.h>

/* So long may it take what is being written before it is asked about, in milliseconds. */
#define PATIENCE 1000

struct _SkyClosing
{
  GObject parent_instance;

  GtkWindow *window; /* borrowed: it has this one */
  SkyReviewDesk *desk;
  SkyStoreLink *link; /* its, borrowed */
  gboolean closes;    /* it was to be closed while something is being written */
  GtkWindow *dialog;  /* asks about that; NULL: nothing is asked. A weak pointer */
  gboolean asks_lost; /* it asks whether to wait for a store that is not reached */
  gboolean gives_up;  /* what waits for one */
  guint timer;        /* it closes as soon as that is written; 0: it does not */
  gboolean late;      /* that has taken long */
  guint n_refused;    /* how much had not been written when it was to be closed */
  char *told;         /* what the person was told last meanwhile; NULL: nothing */
};

G_DEFINE_FINAL_TYPE (SkyClosing, sky_closing, G_TYPE_OBJECT)

/* Returns: the dialog, which is not the window's any more, or NULL. */
static GtkWindow *
let_go (SkyClosing *self)
{
  if (self->dialog != NULL)
    g_object_remove_weak_pointer (G_OBJECT (self->dialog), (gpointer *) &self->dialog);
  self->asks_lost = FALSE;
  return g_steal_pointer (&self->dialog);
}

static void
forget_dialog (SkyClosing *self)
{
  GtkWindow *dialog = let_go (self);

  if (dialog != NULL)
    gtk_window_destroy (dialog);
}

static AdwMessageDialog *
ask (SkyClosing *self, const char *heading, const char *body)
{
  forget_dialog (self);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->dialog = GTK_WINDOW (adw_message_dialog_new (self->window, heading, body));
  g_object_add_weak_pointer (G_OBJECT (self->dialog), (gpointer *) &self->dialog);
  return ADW_MESSAGE_DIALOG (self->dialog);
}

static char *
describe_progress (SkyClosing *self)
{
  guint done;
  guint n = sky_review_desk_get_deciding (self->desk, &done);

  /* Translators: of how many findings something was said, of how many it is to be. */
  return g_strdup_printf (_ ("%u of %u are done. Decisions already made stay in the ledger. If you "
                             "stop, the others remain open."),
                          done, n);
}

/* Something waits for a store that is not reached, or has not answered for long. */
static gboolean
is_cut_off (SkyClosing *self)
{
  guint n = sky_store_link_get_n_writing (self->link);

  if (sky_store_link_get_lost (self->link) == NULL)
    return self->late && n > 0;
  return n > 0 || sky_review_desk_get_deciding (self->desk, NULL) > 0;
}

static char *
describe_outage (SkyClosing *self)
{
  GString *text = g_string_new (NULL);
  guint several = sky_review_desk_get_deciding (self->desk, NULL);
  guint n = sky_store_link_get_n_writing (self->link);

  if (several > 0)
    /* Translators: how many findings are decided in the ledger, of how many that were chosen. */
    g_string_append_printf (
        text,
        _ ("%u of %u decisions are saved. Whether those in transit are saved too is unknown until "
           "the database is back. If you close now, the others remain open."),
        sky_review_desk_get_n_decided (self->desk), several);
  if (several > 0 && n > 0)
    g_string_append_c (text, '\n');
  if (n > 0)
    g_string_append_printf (
        text,
        ngettext ("%u change is not saved yet. If you close now, it is lost.",
                  "%u changes are not saved yet. If you close now, they are lost.", n),
        n);
  return g_string_free (text, FALSE);
}

/* A dialog that was answered closes by itself. */
static void
asked_cb (SkyClosing *self, const char *response, AdwMessageDialog *dialog)
{
  (void) let_go (self);
  if (g_str_equal (response, "stop"))
    sky_review_desk_stop_deciding (self->desk);
  else
    self->closes = FALSE;
}

static gboolean
close_cb (gpointer window)
{
  gtk_window_close (window);
  return G_SOURCE_REMOVE;
}

static void
told_cb (SkyClosing *self, const char *response, AdwMessageDialog *dialog)
{
  (void) let_go (self);
  self->closes = FALSE;
  /* Not before the dialog, which is the window's, has gone. */
  if (g_str_equal (response, "close"))
    g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self->window), g_object_unref);
}

static void
waited_cb (SkyClosing *self, const char *response, AdwMessageDialog *dialog)
{
  (void) let_go (self);
  self->closes = FALSE;
  self->late = FALSE;
  self->gives_up = g_str_equal (response, "close");
  if (!self->gives_up)
    return;
  sky_review_desk_stop_deciding (self->desk);
  g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self->window), g_object_unref);
}

static void
ask_to_wait (SkyClosing *self)
{
  g_autofree char *body = describe_outage (self);
  AdwMessageDialog *dialog =
      ask (self,
           sky_store_link_get_lost (self->link) != NULL ? _ ("The Database Cannot Be Reached")
                                                        : _ ("The Database Does Not Answer"),
           body);

  self->asks_lost = TRUE;
  adw_message_dialog_add_responses (dialog, "wait", _ ("_Wait"), "close",
                                    _ ("_Close Without Saving"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "close", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "wait");
  adw_message_dialog_set_close_response (dialog, "wait");
  g_signal_connect_object (dialog, "response", G_CALLBACK (waited_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
ask_to_stop (SkyClosing *self)
{
  g_autofree char *body = describe_progress (self);
  AdwMessageDialog *dialog = ask (self, _ ("Decisions in Progress"), body);

  adw_message_dialog_add_responses (dialog, "go-on", _ ("_Continue"), "stop", _ ("_Stop"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "stop", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "go-on");
  adw_message_dialog_set_close_response (dialog, "go-on");
  g_signal_connect_object (dialog, "response", G_CALLBACK (asked_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
stop (SkyClosing *self)
{
  self->closes = FALSE;
  self->late = FALSE;
  g_clear_handle_id (&self->timer, g_source_remove);
  forget_dialog (self);
  g_clear_pointer (&self->told, g_free);
}

/* What was being written when the window was to be closed has come to an end. What was not written
 * is to be seen first. */
static void
end_writing (SkyClosing *self)
{
  gboolean refused = sky_store_link_get_n_refused (self->link) != self->n_refused;

  stop (self);
  if (!refused)
    g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self->window), g_object_unref);
}

static void
heed (SkyClosing *self)
{
  gboolean asks = self->dialog != NULL && self->asks_lost;

  if (!self->closes)
    return;
  if (self->timer != 0 && sky_store_link_get_n_writing (self->link) == 0)
    end_writing (self);
  else if (asks == is_cut_off (self))
    return;
  else if (!asks)
    ask_to_wait (self);
  else if (sky_review_desk_get_deciding (self->desk, NULL) > 0)
    ask_to_stop (self);
  else
    stop (self);
}

static gboolean
late_cb (gpointer user_data)
{
  SkyClosing *self = user_data;

  self->timer = 0;
  self->late = TRUE;
  heed (self);
  return G_SOURCE_REMOVE;
}

static void
go_on (SkyClosing *self)
{
  if (!self->closes)
    return;
  if (sky_review_desk_get_deciding (self->desk, NULL) > 0)
    {
      g_autofree char *body = self->asks_lost ? describe_outage (self) : describe_progress (self);
      if (self->dialog != NULL)
        adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (self->dialog), body);
      return;
    }

  AdwMessageDialog *dialog =
      ask (self, _ ("Decisions Stopped"), self->told != NULL ? self->told : "");
  adw_message_dialog_add_responses (dialog, "stay", _ ("S_tay"), "close", _ ("_Close"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "close", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "close");
  adw_message_dialog_set_close_response (dialog, "stay");
  g_signal_connect_object (dialog, "response", G_CALLBACK (told_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
message_cb (SkyClosing *self, const char *text, gboolean problem, SkyStoreLink *link)
{
  if (!self->closes)
    return;
  g_free (self->told);
  self->told = g_strdup (text);
}

gboolean
sky_closing_keep_open (SkyClosing *self)
{
  g_return_val_if_fail (SKY_IS_CLOSING (self), FALSE);

  gboolean cut_off = is_cut_off (self);
  gboolean decides = sky_review_desk_get_deciding (self->desk, NULL) > 0;

  if (self->gives_up || (!decides && sky_store_link_get_n_writing (self->link) == 0))
    {
      forget_dialog (self);
      return FALSE;
    }
  if (self->dialog != NULL)
    {
      gtk_window_present (self->dialog);
      return TRUE;
    }
  self->closes = TRUE;
  g_clear_pointer (&self->told, g_free);
  if (cut_off)
    ask_to_wait (self);
  else if (decides)
    ask_to_stop (self);
  else if (self->timer == 0)
    {
      self->n_refused = sky_store_link_get_n_refused (self->link);
      self->timer = g_timeout_add (PATIENCE, late_cb, self);
    }
  return TRUE;
}

GtkWindow *
sky_closing_get_dialog (SkyClosing *self)
{
  g_return_val_if_fail (SKY_IS_CLOSING (self), NULL);
  return self->dialog;
}

static void
sky_closing_dispose (GObject *object)
{
  SkyClosing *self = SKY_CLOSING (object);

  stop (self);
  g_clear_object (&self->desk);
  G_OBJECT_CLASS (sky_closing_parent_class)->dispose (object);
}

static void
sky_closing_class_init (SkyClosingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_closing_dispose;
}

static void
sky_closing_init (SkyClosing *self)
{
}

SkyClosing *
sky_closing_new (GtkWindow *window, SkyReviewDesk *desk)
{
  g_return_val_if_fail (GTK_IS_WINDOW (window), NULL);
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (desk), NULL);

  SkyClosing *self = g_object_new (SKY_TYPE_CLOSING, NULL);
  self->window = window;
  self->desk = g_object_ref (desk);
  self->link = sky_review_desk_get_link (desk);
  g_signal_connect_object (self->link, "connection-changed", G_CALLBACK (heed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->link, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (desk, "waiting-changed", G_CALLBACK (heed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (desk, "deciding-changed", G_CALLBACK (go_on), self, G_CONNECT_SWAPPED);
  return self;
}
