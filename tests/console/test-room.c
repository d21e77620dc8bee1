/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The room's window: cases that gather what is looked at, and the surveillance log of all that. */
#include "config.h"

#include "fixture.h"
#include "sky-case.h"
#include "sky-room-window.h"
#include "sky-surveillance-log.h"

static gboolean
is_settled (gpointer window)
{
  return sky_room_window_is_settled (window);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static void
close_window (SkyRoomWindow *window)
{
  gpointer there = window;

  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
}

static const char *
newest (SkyRoomWindow *window, SkySurveillanceColumn column)
{
  GPtrArray *log = sky_room_window_get_log (window);

  g_assert_cmpuint (log->len, >, 0);
  return sky_surveillance_entry_get (log->pdata[0], column);
}

static void
test_case (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_session_set_reviewer (session, "PA-900", "Rae Viewer");
  SkyRoomWindow *window = sky_room_window_new (NULL, session);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_room_window_get_cases (window)->len, ==, 0);
  g_assert_cmpuint (sky_room_window_get_log (window)->len, ==, 0);
  /* Nothing to add to, nothing to close; a title of blanks is none. */
  sky_room_window_add_item (window);
  sky_room_window_add_note (window, "lost");
  sky_room_window_close_case (window, "");
  sky_room_window_open_case (window, "  ");
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_room_window_get_cases (window)->len, ==, 0);

  sky_room_window_open_case (window, "Field bets <CR-01>");
  fixture_wait (is_settled, window);
  const SkyCase *opened = sky_room_window_get_cases (window)->pdata[0];
  g_assert_cmpstr (opened->title, ==, "Field bets <CR-01>");
  g_assert_cmpint (opened->number, ==, 1);

  const SkyStoredFinding *finding = sky_session_get_finding (session);
  g_autofree char *key = g_strdup (finding->key);
  g_autofree char *check = g_strdup (finding->check);
  sky_room_window_add_item (window);
  fixture_wait (is_settled, window);
  GPtrArray *items = sky_room_window_get_items (window);
  g_assert_cmpuint (items->len, ==, 1);
  g_assert_cmpstr (((const SkyCaseItem *) items->pdata[0])->finding, ==, key);
  g_assert_nonnull (strstr (newest (window, SKY_SURVEILLANCE_WHAT), check));
  g_assert_nonnull (strstr (newest (window, SKY_SURVEILLANCE_WHERE), "Field bets"));
  g_assert_nonnull (strstr (newest (window, SKY_SURVEILLANCE_WHERE), "CR-01"));
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHO), ==, "Rae Viewer (PA-900)");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_DISPOSITION), ==, "Open");
  /* Once is enough; the store says so and nothing changes. */
  sky_room_window_add_item (window);
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_room_window_get_items (window)->len, ==, 1);

  sky_room_window_add_note (window, "=the shift sheet, \"second\" page");
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_room_window_get_items (window)->len, ==, 2);
  g_autofree char *csv = sky_surveillance_log_to_csv (sky_room_window_get_log (window));
  g_assert_nonnull (strstr (csv, "\"'=the shift sheet, \"\"second\"\" page\"\r\n"));

  sky_room_window_close_case (window, "Handed to the Board");
  fixture_wait (is_settled, window);
  g_assert_true (((const SkyCase *) sky_room_window_get_cases (window)->pdata[0])->closed);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_DISPOSITION), ==, "Closed");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_TEXT), ==, "Handed to the Board");
  sky_room_window_add_note (window, "too late");
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_room_window_get_items (window)->len, ==, 2);
  close_window (window);
  fixture_finalize (session);
}

/* What is decided in the console is in the log without being asked for. */
static void
test_log (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_session_set_reviewer (session, "PA-900", NULL);
  SkyRoomWindow *window = sky_room_window_new (NULL, session);
  fixture_wait (is_settled, window);
  sky_session_decide (session, SKY_LEDGER_NOTE, "Seen twice.");
  fixture_wait (fixture_is_settled, session);
  sky_session_decide (session, SKY_LEDGER_ESCALATE, NULL);
  fixture_wait (fixture_is_settled, session);
  fixture_wait (is_settled, window);
  GPtrArray *log = sky_room_window_get_log (window);
  g_assert_cmpuint (log->len, ==, 2);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_NUMBER), ==, "2");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_DISPOSITION), ==, "Escalated");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHO), ==, "PA-900");
  g_assert_cmpstr (sky_surveillance_entry_get (log->pdata[1], SKY_SURVEILLANCE_TEXT), ==,
                   "Seen twice.");
  g_assert_cmpstr (sky_surveillance_entry_get_key (log->pdata[1]), ==,
                   sky_session_get_finding (session)->key);
  close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/room/case", test_case);
  g_test_add_func ("/room/log", test_log);
  return g_test_run ();
}
