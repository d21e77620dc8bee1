/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closing a window while several findings are being decided: it is asked first, and before it
 * closes it is said how many were decided. What was said one by one is written first, which nobody
 * notices; when the store is not reached, or does not answer, it is asked, and the window can be
 * closed without waiting. */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-window-private.h"

/* So long may it take what is being written before it is asked about, in milliseconds. */
#define PATIENCE 1000

/* Returns: the dialog, which is not the window's any more, or NULL. */
static GtkWindow *
let_go (SkyWindow *self)
{
  if (self->closing != NULL)
    g_object_remove_weak_pointer (G_OBJECT (self->closing), (gpointer *) &self->closing);
  self->asks_lost = FALSE;
  return g_steal_pointer (&self->closing);
}

static void
forget_dialog (SkyWindow *self)
{
  GtkWindow *dialog = let_go (self);

  if (dialog != NULL)
    gtk_window_destroy (dialog);
}

static AdwMessageDialog *
ask (SkyWindow *self, const char *heading, const char *body)
{
  forget_dialog (self);
  g_clear_handle_id (&self->closing_timer, g_source_remove);
  self->closing = GTK_WINDOW (adw_message_dialog_new (GTK_WINDOW (self), heading, body));
  g_object_add_weak_pointer (G_OBJECT (self->closing), (gpointer *) &self->closing);
  return ADW_MESSAGE_DIALOG (self->closing);
}

static char *
describe_progress (SkyWindow *self)
{
  guint done;
  guint n = sky_review_desk_get_deciding (sky_session_get_desk (self->session), &done);

  /* Translators: of how many findings something was said, of how many it is to be. */
  return g_strdup_printf (_ ("%u of %u are done with. What is decided stays in the ledger; when it "
                             "is stopped nothing is said of the others."),
                          done, n);
}

/* Something waits for a store that is not reached, or has not answered for long. */
static gboolean
is_cut_off (SkyWindow *self)
{
  guint n = sky_store_link_get_n_writing (sky_session_get_link (self->session));

  if (sky_store_link_get_lost (sky_session_get_link (self->session)) == NULL)
    return self->late && n > 0;
  return n > 0 || sky_review_desk_get_deciding (sky_session_get_desk (self->session), NULL) > 0;
}

static char *
describe_outage (SkyWindow *self)
{
  GString *text = g_string_new (NULL);
  guint several = sky_review_desk_get_deciding (sky_session_get_desk (self->session), NULL);
  guint n = sky_store_link_get_n_writing (sky_session_get_link (self->session));

  if (several > 0)
    /* Translators: how many findings are decided in the ledger, of how many that were chosen. */
    g_string_append_printf (
        text,
        _ ("%u of %u findings are written. Whether those on their way are too is not known before "
           "the database is back. If you close now, nothing is said of the others."),
        sky_review_desk_get_n_decided (sky_session_get_desk (self->session)), several);
  if (several > 0 && n > 0)
    g_string_append_c (text, '\n');
  if (n > 0)
    g_string_append_printf (
        text,
        ngettext ("%u thing that you said or did is still to be written. If you close now, it is "
                  "given up.",
                  "%u things that you said or did are still to be written. If you close now, they "
                  "are given up.",
                  n),
        n);
  return g_string_free (text, FALSE);
}

/* A dialog that was answered closes by itself. */
static void
asked_cb (SkyWindow *self, const char *response, AdwMessageDialog *dialog)
{
  (void) let_go (self);
  if (g_str_equal (response, "stop"))
    sky_review_desk_stop_deciding (sky_session_get_desk (self->session));
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
told_cb (SkyWindow *self, const char *response, AdwMessageDialog *dialog)
{
  (void) let_go (self);
  self->closes = FALSE;
  /* Not before the dialog, which is the window's, has gone. */
  if (g_str_equal (response, "close"))
    g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self), g_object_unref);
}

static void
waited_cb (SkyWindow *self, const char *response, AdwMessageDialog *dialog)
{
  (void) let_go (self);
  self->closes = FALSE;
  self->late = FALSE;
  self->gives_up = g_str_equal (response, "close");
  if (!self->gives_up)
    return;
  sky_review_desk_stop_deciding (sky_session_get_desk (self->session));
  g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self), g_object_unref);
}

static void
ask_to_wait (SkyWindow *self)
{
  g_autofree char *body = describe_outage (self);
  AdwMessageDialog *dialog =
      ask (self,
           sky_store_link_get_lost (sky_session_get_link (self->session)) != NULL
               ? _ ("The Database Cannot Be Reached")
               : _ ("The Database Does Not Answer"),
           body);

  self->asks_lost = TRUE;
  adw_message_dialog_add_responses (dialog, "wait", _ ("_Wait"), "close",
                                    _ ("_Close and Give It Up"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "close", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "wait");
  adw_message_dialog_set_close_response (dialog, "wait");
  g_signal_connect_object (dialog, "response", G_CALLBACK (waited_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
ask_to_stop (SkyWindow *self)
{
  g_autofree char *body = describe_progress (self);
  AdwMessageDialog *dialog = ask (self, _ ("Findings Are Being Decided"), body);

  adw_message_dialog_add_responses (dialog, "go-on", _ ("_Go On"), "stop", _ ("_Stop"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "stop", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "go-on");
  adw_message_dialog_set_close_response (dialog, "go-on");
  g_signal_connect_object (dialog, "response", G_CALLBACK (asked_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
late_cb (gpointer user_data)
{
  SkyWindow *self = user_data;

  self->closing_timer = 0;
  self->late = TRUE;
  sky_window_heed_closing (self);
  return G_SOURCE_REMOVE;
}

gboolean
sky_window_keep_open (SkyWindow *self)
{
  gboolean cut_off = is_cut_off (self);
  gboolean decides = sky_review_desk_get_deciding (sky_session_get_desk (self->session), NULL) > 0;

  if (self->gives_up
      || (!decides && sky_store_link_get_n_writing (sky_session_get_link (self->session)) == 0))
    {
      forget_dialog (self);
      return FALSE;
    }
  if (self->closing != NULL)
    {
      gtk_window_present (self->closing);
      return TRUE;
    }
  self->closes = TRUE;
  g_clear_pointer (&self->told, g_free);
  if (cut_off)
    ask_to_wait (self);
  else if (decides)
    ask_to_stop (self);
  else if (self->closing_timer == 0)
    {
      self->n_refused = sky_store_link_get_n_refused (sky_session_get_link (self->session));
      self->closing_timer = g_timeout_add (PATIENCE, late_cb, self);
    }
  return TRUE;
}

/* What was being written when the window was to be closed has come to an end. What was not written
 * is to be seen first. */
static void
end_writing (SkyWindow *self)
{
  gboolean refused =
      sky_store_link_get_n_refused (sky_session_get_link (self->session)) != self->n_refused;

  sky_window_stop_closing (self);
  if (!refused)
    g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self), g_object_unref);
}

void
sky_window_heed_closing (SkyWindow *self)
{
  gboolean asks = self->closing != NULL && self->asks_lost;

  if (!self->closes)
    return;
  if (self->closing_timer != 0
      && sky_store_link_get_n_writing (sky_session_get_link (self->session)) == 0)
    end_writing (self);
  else if (asks == is_cut_off (self))
    return;
  else if (!asks)
    ask_to_wait (self);
  else if (sky_review_desk_get_deciding (sky_session_get_desk (self->session), NULL) > 0)
    ask_to_stop (self);
  else
    sky_window_stop_closing (self);
}

void
sky_window_go_on_closing (SkyWindow *self)
{
  if (!self->closes)
    return;
  if (sky_review_desk_get_deciding (sky_session_get_desk (self->session), NULL) > 0)
    {
      g_autofree char *body = self->asks_lost ? describe_outage (self) : describe_progress (self);
      if (self->closing != NULL)
        adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (self->closing), body);
      return;
    }

  AdwMessageDialog *dialog =
      ask (self, _ ("No Longer Deciding"), self->told != NULL ? self->told : "");
  adw_message_dialog_add_responses (dialog, "stay", _ ("S_tay"), "close", _ ("_Close"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "close", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "close");
  adw_message_dialog_set_close_response (dialog, "stay");
  g_signal_connect_object (dialog, "response", G_CALLBACK (told_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
sky_window_stop_closing (SkyWindow *self)
{
  self->closes = FALSE;
  self->late = FALSE;
  g_clear_handle_id (&self->closing_timer, g_source_remove);
  forget_dialog (self);
  g_clear_pointer (&self->told, g_free);
}
