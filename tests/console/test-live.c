/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of live tables: what a receiver's counters and the store say is shown, what is wrong
 * is told, and a row leads to its table's findings. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-filter-text.h"
#include "sky-live-window.h"

typedef struct
{
  Fixture *fixture;
  SkySession *session;
  SkyLiveTables *tables;
  char *folder;
  GString *told; /* the alarms */
} Desk;

static void
write_report (Desk *self, const char *broker, const char *tables)
{
  g_autofree char *path = sky_receiver_report_path (self->folder);
  char now[SKY_TIME_TEXT_SIZE];
  g_autofree char *text =
      g_strdup_printf ("{\"at\":\"%s\",\"broker\":\"mqtt://127.0.0.1\"%s,\"slow\":false,"
                       "\"counters\":{\"lines\":7},\"tables\":[%s]}\n",
                       sky_time_format (g_get_real_time (), now), broker, tables);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
make_table (const char *table, const char *alarms)
{
  char now[SKY_TIME_TEXT_SIZE];

  return g_strdup_printf ("{\"property\":\"Test\",\"table\":\"%s\",\"day\":\"2016-09-03\","
                          "\"lines\":40,\"open\":true,\"arrived\":\"%s\",\"alarms\":[%s]}",
                          table, sky_time_format (g_get_real_time (), now), alarms);
}

static void
alarm_cb (Desk *self, const char *title, const char *body, SkyLiveTables *tables)
{
  g_string_append_printf (self->told, "%s: %s\n", title, body);
}

static void
desk_open (Desk *self)
{
  self->fixture = fixture_new ();
  self->session = fixture_open_session (self->fixture);
  self->folder = g_build_filename (self->fixture->folder, "received", NULL);
  self->told = g_string_new (NULL);
  g_assert_cmpint (g_mkdir (self->folder, 0700), ==, 0);
  self->tables = sky_live_tables_new (sky_session_get_inbox (self->session));
  g_signal_connect_swapped (self->tables, "alarm", G_CALLBACK (alarm_cb), self);
}

static void
desk_close (Desk *self)
{
  g_autofree char *path = sky_receiver_report_path (self->folder);

  g_signal_handlers_disconnect_by_data (self->tables, self);
  g_object_run_dispose (G_OBJECT (self->tables));
  fixture_finalize (self->tables);
  fixture_finalize (self->session);
  g_remove (path);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_string_free (self->told, TRUE);
  fixture_free (self->fixture);
}

/* What the row of @table says of @property. Returns: a new string; NULL: there is no such row. */
static char *
read_row (Desk *self, const char *table, const char *property)
{
  GListModel *model = sky_live_tables_get_model (self->tables);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SkyLiveRow) row = g_list_model_get_item (model, i);
      char *text = NULL;

      if (!g_str_equal (sky_live_row_get_table (row), table))
        continue;
      g_object_get (row, property, &text, NULL);
      return text;
    }
  return NULL;
}

typedef struct
{
  Desk *desk;
  const char *table;
  const char *property;
  const char *text;
} Awaited;

static gboolean
says (gpointer data)
{
  const Awaited *awaited = data;
  g_autofree char *text = read_row (awaited->desk, awaited->table, awaited->property);

  return g_strcmp0 (text, awaited->text) == 0;
}

#define wait_row(desk, table, property, text)                                                      \
  fixture_wait (says, &((Awaited){ desk, table, property, text }))

static gboolean
has_told (gpointer data)
{
  return ((Desk *) data)->told->len > 0;
}

/* The receiver's table and the store's log are one row. */
static void
test_rows (void)
{
  Desk desk;
  g_autofree char *one = make_table ("CR-01", "");
  g_autofree char *other = make_table ("CR-02", "\"silent\"");
  g_autofree char *both = g_strjoin (",", one, other, NULL);

  desk_open (&desk);
  write_report (&desk, "", both);
  sky_live_tables_set_folder (desk.tables, desk.folder);
  wait_row (&desk, "CR-01", "state", "Receiving");
  wait_row (&desk, "CR-01", "rounds", "3");
  wait_row (&desk, "CR-01", "alarms", "");
  wait_row (&desk, "CR-02", "rounds", "");
  wait_row (&desk, "CR-02", "alarms", "Silent");
  g_autofree char *status = sky_live_tables_dup_status (desk.tables);
  g_assert_cmpstr (status, ==, "Receiving 2 tables");
  /* Silence can wait. */
  g_assert_cmpstr (desk.told->str, ==, "");

  write_report (&desk, "", one);
  wait_row (&desk, "CR-02", "state", NULL);
  desk_close (&desk);
}

/* Of a log that says that not everything was looked at, the rounds are those that were seen. */
static void
test_seen (void)
{
  g_autoptr (SkyLiveRow) row = sky_live_row_new ("Keystone", "CR-01", "2023-11-04");
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  const SkyReceiverTable table = { .arrived = SKY_TIME_NONE };
  SkyLiveStored stored = { .n_rounds = 3, .end = 0 };
  g_autofree char *whole = NULL;
  g_autofree char *part = NULL;

  sky_live_row_update (row, &table, &stored, TRUE, utc);
  g_object_get (row, "rounds", &whole, NULL);
  stored.partial = TRUE;
  sky_live_row_update (row, &table, &stored, TRUE, utc);
  g_object_get (row, "rounds", &part, NULL);
  g_assert_cmpstr (whole, ==, "3");
  g_assert_cmpstr (part, ==, "3 seen");
}

static void
test_alarms (void)
{
  Desk desk;
  g_autofree char *calm = make_table ("CR-01", "");
  g_autofree char *worse = make_table ("CR-01", "\"conflict\",\"behind\"");

  desk_open (&desk);
  write_report (&desk, "", calm);
  sky_live_tables_set_folder (desk.tables, desk.folder);
  wait_row (&desk, "CR-01", "alarms", "");
  write_report (&desk, "", worse);
  fixture_wait (has_told, &desk);
  g_assert_cmpstr (desk.told->str, ==, "CR-01: Conflicting lines\n");
  wait_row (&desk, "CR-01", "alarms", "Conflicting lines, Catching up");
  g_string_truncate (desk.told, 0);

  /* What was told is not told again. */
  write_report (&desk, ",\"no_broker_since\":\"2023-11-04T20:00:00.000000Z\"", worse);
  fixture_wait (has_told, &desk);
  g_assert_cmpstr (desk.told->str, ==, "The receiver has no broker: mqtt://127.0.0.1\n");
  g_string_truncate (desk.told, 0);

  /* Counters that stand still. */
  fixture_wait (has_told, &desk);
  g_assert_true (g_str_has_prefix (desk.told->str, "The receiver has stopped: "));
  wait_row (&desk, "CR-01", "state", "Not receiving");
  desk_close (&desk);
}

/* Many at once are told as one. */
static void
test_many (void)
{
  Desk desk;
  g_autoptr (GString) tables = g_string_new (NULL);

  desk_open (&desk);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("CR-1%u", i);
      g_autofree char *table = make_table (name, "\"storage\"");
      g_string_append_printf (tables, "%s%s", i > 0 ? "," : "", table);
    }
  write_report (&desk, "", tables->str);
  sky_live_tables_set_folder (desk.tables, desk.folder);
  fixture_wait (has_told, &desk);
  g_assert_cmpstr (desk.told->str, ==,
                   "5 tables need attention: CR-10, CR-11, CR-12, CR-13, CR-14\n");
  desk_close (&desk);
}

/* What is no report is passed over. */
static void
test_damaged (void)
{
  Desk desk;
  g_autofree char *path = NULL;
  static const char *const damaged[] = {
    "",
    "[]",
    "{\"at\":7,\"tables\":{}}",
    "{\"tables\":[1,null,{\"table\":[]},{\"alarms\":[1,\"conflict\",\"none\"]}]}",
    "{\"counters\":7,\"tables\":[{\"lines\":-1,\"arrived\":\"soon\"}]}",
  };

  desk_open (&desk);
  path = sky_receiver_report_path (desk.folder);
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_assert_true (g_file_set_contents (path, damaged[i], -1, NULL));
      g_autoptr (SkyReceiverReport) report = sky_receiver_report_read (desk.folder, NULL);
      g_assert_true ((report != NULL) == (i >= 2));
      sky_live_tables_set_folder (desk.tables, desk.folder);
      for (guint n = 0; n < 20; n++)
        g_main_context_iteration (NULL, FALSE);
    }
  desk_close (&desk);
}

/* The folder is found above the archives; a row shows what the store has of its table. */
static void
test_window (void)
{
  Desk desk;
  g_autofree char *table = make_table ("CR-01", "");

  desk_open (&desk);
  write_report (&desk, "", table);
  SkyLiveWindow *window = sky_live_window_new (NULL, desk.tables);
  gtk_window_present (GTK_WINDOW (window));
  GtkStack *pages = GTK_STACK (
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_LIVE_WINDOW, "pages"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "none");
  sky_live_tables_set_folder (desk.tables, desk.folder);
  wait_row (&desk, "CR-01", "rounds", "3");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "tables");

  GObject *view = gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_LIVE_WINDOW, "view");
  g_signal_emit_by_name (view, "activate", 0u);
  const SkyFindingFilter *filter = sky_inbox_get_filter (sky_session_get_inbox (desk.session));
  g_assert_cmpstr (sky_filter_get_text (filter, SKY_FILTER_TABLE), ==, "CR-01");
  g_assert_cmpstr (sky_filter_get_text (filter, SKY_FILTER_PROPERTY), ==, "Test");
  g_assert_cmpint (filter->first_day, ==, filter->last_day);
  fixture_wait (fixture_is_settled, desk.session);
  g_assert_cmpuint (fixture_count_rows (desk.session), >, 0);
  fixture_close_window (window);
  desk_close (&desk);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/live/rows", test_rows);
  g_test_add_func ("/live/seen", test_seen);
  g_test_add_func ("/live/alarms", test_alarms);
  g_test_add_func ("/live/many", test_many);
  g_test_add_func ("/live/damaged", test_damaged);
  g_test_add_func ("/live/window", test_window);
  return fixture_run_tests ();
}
