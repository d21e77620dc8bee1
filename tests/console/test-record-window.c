/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window that records a table by eye: what is missing is told, rounds are recorded by clicks,
 * keys' actions and the entry line, taken back, corrected, and continued after a break; its tour.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "record-scene.h"
#include "sky-record-agreement.h"
#include "sky-record-setup.h"
#include "sky-record-tour.h"
#include "sky-transport.h"

/* Three stretches of its minutes 1, 3 and 6. */
#define WINDOW(id, from, until)                                                                    \
  "{\"id\":\"" id "\",\"from\":\"2023-11-04T20:" from "Z\",\"until\":\"2023-11-04T20:" until       \
  "Z\",\"dealer\":\"PA-3\",\"stratum\":1}"
#define PLAN                                                                                       \
  "{\"plan\":\"p-2023-11-04-RO-01\",\"seed\":3,\"archive\":\"a\",\"table\":\"RO-01\","             \
  "\"day\":\"2023-11-04\",\"seconds\":60,\"strata\":[{\"dealer\":\"PA-3\",\"drawn\":3,\"of\":10,"  \
  "\"stretches\":[]}],\"windows\":[" WINDOW ("w1", "01:00", "02:00") "," WINDOW (                  \
      "w2", "03:00", "04:00") "," WINDOW ("w3", "06:00", "07:00") "],\"tests\":0}"

/* What a split pays is known by the rules. */
#define RULES "{\"payout_unit\":1,\"wheel\":\"double_zero\",\"five_adjacent\":true} approval=RS-1"
/* The first page says what is missing. */
static void
test_setup (void)
{
  Scene self;

  scene_init (&self);
  g_assert_false (gtk_widget_get_sensitive (scene_setup_child (&self, "begin")));
  g_assert_cmpstr (gtk_label_get_label (scene_setup_child (&self, "problem")), ==,
                   "Type the name of the property.");
  g_assert_cmpstr (gtk_editable_get_text (scene_setup_child (&self, "day")), ==, "2023-11-04");
  gtk_editable_set_text (scene_setup_child (&self, "property"), "Keystone");
  g_assert_true (gtk_widget_get_sensitive (scene_setup_child (&self, "begin")));
  gtk_editable_set_text (scene_setup_child (&self, "coder"), "../PA-7");
  g_assert_false (gtk_widget_get_sensitive (scene_setup_child (&self, "begin")));
  gtk_editable_set_text (scene_setup_child (&self, "coder"), "PA-7");
  gtk_editable_set_text (scene_setup_child (&self, "seats"), "1, 99");
  g_assert_false (gtk_widget_get_sensitive (scene_setup_child (&self, "begin")));
  gtk_editable_set_text (scene_setup_child (&self, "seats"), "1, 2");
  scene_begin (&self);
  scene_assert_log_has (&self, "\"seats\":[1,2]");
  scene_clear (&self);
}

/* A round by clicks, keys and texts. */
static void
record_round (const Scene *self, guint at)
{
  scene_go_to (self, at);
  scene_click (self, "@1 r");
  scene_click (self, "@2 17/20");
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_BETS);
  scene_go_to (self, at + 5);
  scene_act (self, "record.next", NULL);
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_CLOSED);
  scene_go_to (self, at + 9);
  scene_type (self, "17");
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_RESULT);
}

static void
test_round (void)
{
  Scene self;

  scene_init (&self);
  scene_begin (&self);
  record_round (&self, 10);
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  /* Nobody played what happened since. */
  scene_act (&self, "record.accept", "0");
  g_assert_cmpstr (sky_record_window_get_message (self.window), !=, "");
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  scene_act (&self, "record.taken", NULL);
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 1);
  scene_type (&self, "85");
  g_assert_cmpint (scene_state (&self)->phase, ==, SKY_CODING_SETTLED);
  g_autofree char *before = scene_read_log (&self);
  g_assert_null (strstr (before, "\"type\":\"wager\""));
  scene_act (&self, "record.next", NULL);
  g_assert_cmpint (scene_state (&self)->phase, ==, SKY_CODING_BETWEEN);
  scene_assert_log_has (&self,
                        "\"seat\":2,\"bet\":\"split\",\"amount\":500,\"numbers\":[\"17\",\"20\"]");
  scene_assert_log_has (&self, "\"outcome\":\"win\",\"paid\":8500,\"taken\":0,\"returned\":500,"
                               "\"as\":\"seen\"");
  /* The frame of each. */
  scene_assert_log_has (&self, "\"pocket\":\"17\",\"frame\":[0,19000000]");
  scene_assert_log_has (&self, "\"coded\":{");
  scene_clear (&self);
}

/* Chips: more of them, fewer, none; a typed amount. */
static void
test_chips (void)
{
  Scene self;

  scene_init (&self);
  scene_begin (&self);
  scene_click (&self, "@1 r");
  scene_click (&self, "@1 r");
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 1);
  g_assert_cmpint (g_array_index (scene_state (&self)->due, SkyRecordDue, 0).amount, ==, 1000);
  gtk_editable_set_text (scene_child (&self, "entry"), "25");
  scene_click (&self, "@3 b");
  g_assert_cmpint (g_array_index (scene_state (&self)->due, SkyRecordDue, 1).amount, ==, 2500);
  g_autofree char *wager =
      g_strdup (g_array_index (scene_state (&self)->due, SkyRecordDue, 1).wager);
  g_signal_emit_by_name (scene_child (&self, "layout"), "scroll", wager, 1);
  fixture_wait (scene_is_settled, self.window);
  g_assert_cmpint (g_array_index (scene_state (&self)->due, SkyRecordDue, 1).amount, ==, 5000);
  g_signal_emit_by_name (scene_child (&self, "layout"), "take-back", wager);
  fixture_wait (scene_is_settled, self.window);
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 1);
  scene_act (&self, "record.undo", NULL);
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  /* Back to the beginning, and all of it again. */
  for (guint i = 0; i < 5; i++)
    scene_act (&self, "record.undo", NULL);
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 0);
  for (guint i = 0; i < 4; i++)
    scene_act (&self, "record.redo", NULL);
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  scene_clear (&self);
}

/* A bet that no layout has is told at once: it may be a slip. */
static void
test_slip (void)
{
  Scene self;

  scene_init (&self);
  scene_begin (&self);
  scene_type (&self, "17/20 5");
  scene_type (&self, "17/35 5");
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  g_assert_false (g_array_index (scene_state (&self)->due, SkyRecordDue, 0).not_permissible);
  g_assert_true (g_array_index (scene_state (&self)->due, SkyRecordDue, 1).not_permissible);
  scene_clear (&self);
}

/* A window that was closed within a round continues it; the next round repeats the wagers; a closed
 * round is recorded again. */
static void
test_continued (void)
{
  Scene self;

  scene_init (&self);
  scene_begin (&self);
  record_round (&self, 10);
  fixture_close_window (self.window);
  scene_open (&self);
  g_assert_cmpstr (gtk_button_get_label (scene_setup_child (&self, "begin")), ==, "_Continue");
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (scene_is_open, self.window);
  g_assert_cmpint (scene_state (&self)->phase, ==, SKY_CODING_RESULT);
  g_assert_cmpint (scene_state (&self)->round, ==, 1);
  /* The wager that was chosen before is. */
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (
                        gtk_list_view_get_model (scene_child (&self, "due")))),
                    ==, 0);
  scene_act (&self, "record.taken", NULL);
  scene_type (&self, "85");
  scene_act (&self, "record.unsure", NULL);
  g_assert_true (
      g_array_index (scene_state (&self)->lines, SkyRecordLine, scene_state (&self)->lines->len - 1)
          .unsure);
  scene_act (&self, "record.next", NULL);
  scene_go_to (&self, 40);
  scene_act (&self, "record.repeat", "0");
  g_assert_cmpint (scene_state (&self)->round, ==, 2);
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  scene_type (&self, "nonsense 5");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "nonsense"));
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  /* Nothing is seen from here on. */
  scene_act (&self, "record.away", NULL);
  scene_go_to (&self, 100);
  g_assert_true (fixture_press (self.window, GDK_KEY_1));
  fixture_wait (scene_is_settled, self.window);
  g_assert_cmpint (scene_state (&self)->phase, ==, SKY_CODING_BETWEEN);
  scene_assert_log_has (&self, "\"type\":\"unobserved\",\"until\":\"2023-11-04T20:01:40.000000Z\","
                               "\"reason\":\"view_blocked\"");
  scene_clear (&self);
}

/* While war cards are awaited A begins an ace; with Enter it accepts what is due, as it does
 * otherwise. */
static void
test_ace (void)
{
  Scene self;

  scene_init (&self);
  scene_begin_game (&self, SKY_GAME_CASINO_WAR);
  scene_go_to (&self, 10);
  scene_type (&self, "@1 initial 10");
  scene_type (&self, "@2 initial 10");
  /* The last card needs no Enter. */
  gtk_editable_set_text (scene_child (&self, "entry"), "5d9h5c");
  fixture_wait (scene_is_settled, self.window);
  scene_type (&self, "@1 war 10");
  g_assert_cmpuint (scene_state (&self)->n_cards, ==, 2);
  g_assert_cmpint (scene_state (&self)->phase, ==, SKY_CODING_RESULT);
  const guint n = scene_state (&self)->lines->len;
  gtk_editable_set_text (scene_child (&self, "entry"), "a");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "Enter accepts"));
  scene_type (&self, "a");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "play"));
  g_assert_cmpuint (scene_state (&self)->lines->len, ==, n);
  /* With a suit it is that card. */
  scene_type (&self, "as");
  g_assert_cmpuint (scene_state (&self)->n_cards, ==, 1);
  scene_clear (&self);
}

/* --- The tour --------------------------------------------------------------------------------- */

static void
set_toured (gboolean toured)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);

  g_settings_set_boolean (settings, "record-toured", toured);
}

/* The step is about a part that has its room in the window, and no other part has a frame. Returns:
 * the part. */
static GtkWidget *
assert_points (const Scene *self, GtkWidget *before)
{
  GtkWidget *part = sky_record_tour_get_part (scene_child (self, "tour"));
  graphene_rect_t bounds;

  g_assert_nonnull (part);
  g_assert_true (part != before);
  fixture_wait (fixture_is_mapped, part);
  g_assert_true (gtk_widget_compute_bounds (part, GTK_WIDGET (self->window), &bounds));
  g_assert_cmpfloat (bounds.size.width, >=, 40);
  g_assert_cmpfloat (bounds.size.height, >=, 10);
  g_assert_cmpfloat (bounds.origin.x, >=, 0);
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=,
                     gtk_widget_get_width (GTK_WIDGET (self->window)));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=,
                     gtk_widget_get_height (GTK_WIDGET (self->window)));
  g_assert_true (gtk_widget_has_css_class (part, "toured"));
  if (before != NULL)
    g_assert_false (gtk_widget_has_css_class (before, "toured"));
  return part;
}

/* At first use it begins by itself, and only then. The round is recorded meanwhile. */
static void
test_tour (void)
{
  GtkWidget *part = NULL;
  SkyRecordTour *tour;
  guint n = 0;
  Scene self;

  set_toured (FALSE);
  scene_init (&self);
  tour = scene_child (&self, "tour");
  g_assert_cmpuint (sky_record_tour_get_step (tour), ==, 0);
  scene_begin (&self);
  while (sky_record_tour_get_step (tour) > 0)
    {
      g_assert_cmpuint (sky_record_tour_get_step (tour), ==, ++n);
      part = assert_points (&self, part);
      scene_act (&self, "record.tour", "1");
    }
  g_assert_cmpuint (n, ==, 7);
  g_assert_false (gtk_widget_has_css_class (part, "toured"));
  /* A further one is asked for, and ended. Chips are laid, and texts typed, while it is shown. */
  g_assert_true (fixture_press (self.window, GDK_KEY_F2));
  scene_click (&self, "@1 r");
  gtk_widget_grab_focus (scene_child (&self, "entry"));
  g_assert_true (fixture_press (self.window, GDK_KEY_F2));
  g_assert_cmpuint (sky_record_tour_get_step (tour), ==, 2);
  scene_type (&self, "17/20 5");
  g_assert_cmpuint (scene_state (&self)->due->len, ==, 2);
  part = sky_record_tour_get_part (tour);
  scene_act (&self, "record.tour", "0");
  g_assert_cmpuint (sky_record_tour_get_step (tour), ==, 0);
  g_assert_null (sky_record_tour_get_part (tour));
  g_assert_false (gtk_widget_has_css_class (part, "toured"));

  fixture_close_window (self.window);
  scene_open (&self);
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (scene_is_open, self.window);
  g_assert_cmpuint (sky_record_tour_get_step (scene_child (&self, "tour")), ==, 0);
  scene_clear (&self);
}

/* Answers the question that is asked. */
static void
answer (const Scene *self, const char *response)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (!ADW_IS_MESSAGE_DIALOG (window) || !gtk_widget_get_visible (GTK_WIDGET (window)))
        continue;
      adw_message_dialog_response (ADW_MESSAGE_DIALOG (window), response);
      gtk_window_destroy (window);
      fixture_wait (scene_is_settled, self->window);
      return;
    }
  g_assert_not_reached ();
}

static void
finish (const Scene *self)
{
  scene_act (self, "record.finish", NULL);
  answer (self, "finish");
  scene_act (self, "record.finish", NULL);
  g_assert_cmpstr (sky_record_window_get_message (self->window), ==, "This recording is finished");
}

/* --- Plans ------------------------------------------------------------------------------------ */

static char *
write_plan (const char *folder)
{
  char *path = g_build_filename (folder, "plan.json", NULL);

  g_assert_true (g_file_set_contents (path, PLAN, -1, NULL));
  return path;
}

static const char *
get_plan_count (const Scene *self)
{
  return gtk_menu_button_get_label (scene_child (self, "plan_button"));
}

static void
assert_told (const Scene *self, const char *part)
{
  g_assert_nonnull (strstr (gtk_label_get_label (scene_child (self, "plan_text")), part));
}

static void
assert_at (const Scene *self, const char *time)
{
  GtkWidget *transport = scene_child (self, "transport");
  GtkLabel *shown =
      GTK_LABEL (gtk_widget_get_template_child (transport, SKY_TYPE_TRANSPORT, "shown"));

  g_assert_nonnull (strstr (gtk_label_get_label (shown), time));
}

static void
finish_round (const Scene *self)
{
  scene_act (self, "record.taken", NULL);
  scene_type (self, "85");
  scene_act (self, "record.next", NULL);
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_BETWEEN);
}

static void
go_on_in_another_window (Scene *self)
{
  fixture_close_window (self->window);
  scene_open (self);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "record.begin", NULL);
  fixture_wait (scene_is_open, self->window);
  fixture_wait (scene_is_settled, self->window);
}

/* A plan leads from stretch to stretch; the log says what was done, so another window goes on. */
static void
test_plan (void)
{
  Scene self;

  scene_init (&self);
  fixture_close_window (self.window);
  g_autofree char *path = write_plan (self.folder);
  scene_open (&self);
  adw_combo_row_set_selected (scene_setup_child (&self, "plan"), 1);
  scene_begin (&self);
  scene_assert_log_has (&self, "\"plan\":\"p-2023-11-04-RO-01\"");
  scene_assert_log_has (&self, "\"rounds\":\"sample\"");
  assert_told (&self, "Next: w1");
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 3");

  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:00");
  scene_assert_log_has (&self,
                        "\"until\":\"2023-11-04T20:01:00.000000Z\",\"reason\":\"not_sampled\"");
  record_round (&self, 70);
  /* Not within a round, and not before the stretch is over. */
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:19");
  finish_round (&self);
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:19");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "16:02:00"));
  scene_go_to (&self, 121);
  assert_told (&self, "Over: w1");
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:03:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 3");

  /* The second is skipped, for a reason. */
  scene_act (&self, "record.skip-stretch", NULL);
  g_assert_true (fixture_press (self.window, GDK_KEY_1));
  fixture_wait (scene_is_settled, self.window);
  scene_assert_log_has (&self,
                        "\"at\":\"2023-11-04T20:03:00.000000Z\",\"type\":\"unobserved\",\"until\":"
                        "\"2023-11-04T20:04:00.000000Z\",\"reason\":\"view_blocked\"");
  assert_at (&self, "16:06:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "2 of 3, 1 skipped");

  /* Another window knows as much. */
  go_on_in_another_window (&self);
  g_assert_cmpstr (get_plan_count (&self), ==, "2 of 3, 1 skipped");
  assert_at (&self, "16:06:00");
  g_assert_nonnull (strstr (gtk_label_get_label (scene_child (&self, "plan_list")),
                            "PA-3: skipped: the view is blocked\n▸ w3"));
  scene_go_to (&self, 421);
  scene_act (&self, "record.stretch", NULL);
  g_assert_cmpstr (get_plan_count (&self), ==, "3 of 3, 1 skipped");
  assert_told (&self, "the recording finished");
  scene_assert_log_has (&self,
                        "\"until\":\"2023-11-04T20:10:00.000000Z\",\"reason\":\"not_sampled\"");
  scene_clear (&self);
}

/* Of stretches that follow at once the log says too which ones are behind, and so it does of one
 * that lasts until the end of the recordings. */
static void
test_plan_at_once (void)
{
  g_autoptr (GString) plan = g_string_new (PLAN);
  Scene self;

  scene_init (&self);
  fixture_close_window (self.window);
  g_string_replace (plan, "20:03:00Z\",\"until\":\"2023-11-04T20:04",
                    "20:02:00Z\",\"until\":\"2023-11-04T20:06", 1);
  g_string_replace (plan, "20:07:00Z", "20:10:00Z", 1);
  g_autofree char *path = g_build_filename (self.folder, "plan.json", NULL);
  g_assert_true (g_file_set_contents (path, plan->str, -1, NULL));
  scene_open (&self);
  adw_combo_row_set_selected (scene_setup_child (&self, "plan"), 1);
  scene_begin (&self);
  scene_act (&self, "record.stretch", NULL);
  record_round (&self, 70);
  finish_round (&self);
  scene_go_to (&self, 121);
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:02:00");
  assert_told (&self, "Record each round that begins in w2");
  go_on_in_another_window (&self);
  assert_at (&self, "16:02:00");
  assert_told (&self, "Record each round that begins in w2");
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 3");

  /* What is skipped needs no other word. */
  scene_act (&self, "record.skip-stretch", NULL);
  g_assert_true (fixture_press (self.window, GDK_KEY_1));
  fixture_wait (scene_is_settled, self.window);
  go_on_in_another_window (&self);
  assert_at (&self, "16:06:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "2 of 3, 1 skipped");
  scene_go_to (&self, 600);
  scene_act (&self, "record.stretch", NULL);
  g_assert_cmpstr (get_plan_count (&self), ==, "3 of 3, 1 skipped");
  assert_told (&self, "the recording finished");
  g_autofree char *text = scene_read_log (&self);
  g_auto (GStrv) notes = g_strsplit (text, "\"type\":\"note\"", -1);
  g_assert_cmpuint (g_strv_length (notes), ==, 3);
  scene_clear (&self);
}

/* A plan from elsewhere is kept beside the log. */
static void
test_plan_elsewhere (void)
{
  g_autofree char *elsewhere = g_dir_make_tmp ("sky-plan-XXXXXX", NULL);
  g_autofree char *path = write_plan (elsewhere);
  g_autofree char *none = g_build_filename (elsewhere, "none.json", NULL);
  Scene self;

  scene_init (&self);
  sky_record_window_open_plan (self.window, none);
  g_assert_true (gtk_widget_get_visible (scene_setup_child (&self, "problem")));
  sky_record_window_open_plan (self.window, path);
  scene_begin (&self);
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 3");
  fixture_close_window (self.window);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (elsewhere), ==, 0);
  scene_open (&self);
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (scene_is_open, self.window);
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 3");
  scene_clear (&self);
}

/* A plan is drawn from the recordings, and not drawn again. */
static void
test_drawn (void)
{
  Scene self;

  scene_init (&self);
  adw_combo_row_set_selected (scene_setup_child (&self, "game"), SKY_GAME_ROULETTE);
  gtk_editable_set_text (scene_setup_child (&self, "property"), "Keystone");
  scene_act (&self, "record.draw", NULL);
  answer (&self, "draw");
  g_assert_cmpint (adw_combo_row_get_selected (scene_setup_child (&self, "plan")), ==, 1);
  g_assert_false (gtk_widget_get_visible (scene_setup_child (&self, "problem")));
  sky_record_window_draw_plan (self.window, 3, 1, 0);
  fixture_wait (scene_is_settled, self.window);
  g_assert_nonnull (
      strstr (gtk_label_get_label (scene_setup_child (&self, "problem")), "cannot write"));
  scene_begin (&self);
  /* Ten minutes have two stretches of five. Who ends early leaves them out. */
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 2");
  finish (&self);
  scene_assert_log_has (&self, "\"reason\":\"left_out\"");
  g_assert_cmpstr (get_plan_count (&self), ==, "2 of 2, 2 skipped");
  scene_clear (&self);
}

/* --- A second coder --------------------------------------------------------------------------- */

/* The round again, with @paid on the split. */
static void
record_whole_round (const Scene *self, const char *paid)
{
  record_round (self, 70);
  scene_act (self, "record.taken", NULL);
  scene_type (self, paid);
  scene_act (self, "record.next", NULL);
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_BETWEEN);
}

static void
change_coder (Scene *self, const char *coder)
{
  fixture_close_window (self->window);
  self->coder = coder;
  scene_open (self);
}

static gpointer
agreement_child (const Scene *self, const char *name)
{
  return gtk_widget_get_template_child (scene_child (self, "agreement"), SKY_TYPE_RECORD_AGREEMENT,
                                        name);
}

static const char *
get_side (const Scene *self)
{
  return gtk_stack_get_visible_child_name (scene_child (self, "sides"));
}

static void
assert_says (const Scene *self, const char *name, const char *part)
{
  const char *label = gtk_label_get_label (agreement_child (self, name));

  g_test_message ("%s: %s", name, label);
  g_assert_nonnull (strstr (label, part));
}

/* The second coder sees nothing of the first recording before the end, then where the two differ; a
 * correction takes the difference away. */
static void
test_second_coder (void)
{
  Scene self;

  scene_init (&self);
  gtk_editable_set_text (scene_setup_child (&self, "rules"), RULES);
  scene_begin (&self);
  record_whole_round (&self, "85");
  scene_act (&self, "record.compare", NULL);
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "no other log"));
  finish (&self);

  change_coder (&self, "PA-8");
  g_assert_true (gtk_widget_get_visible (scene_setup_child (&self, "second")));
  g_assert_true (gtk_switch_get_active (scene_setup_child (&self, "blind")));
  scene_begin (&self);
  g_assert_true (scene_state (&self)->blind);
  record_round (&self, 70);
  for (guint i = 0; i < scene_state (&self)->due->len; i++)
    g_assert_false (g_array_index (scene_state (&self)->due, SkyRecordDue, i).proposed);
  scene_act (&self, "record.taken", NULL);
  scene_type (&self, "80");
  scene_act (&self, "record.next", NULL);
  scene_act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "once your recording"));
  finish (&self);

  scene_act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "agreement");
  assert_says (&self, "figures", "Outcomes: 1 of 1 the same");
  assert_says (&self, "figures", "Settlements: 1 of 2 the same");
  assert_says (&self, "rates", "1 of 2 settlements differ from the rules");
  assert_says (&self, "rates", "not corrected for the coder");
  assert_says (&self, "count", "2 disagreements");
  g_assert_false (gtk_widget_get_visible (agreement_child (&self, "test")));
  /* To the picture of each, and in either log. */
  scene_go_to (&self, 0);
  scene_act (&self, "record.disagreement", "1");
  assert_at (&self, "16:01:19");
  const SkyRecordDisagreement *chosen =
      sky_record_agreement_get_chosen (scene_child (&self, "agreement"));
  g_assert_cmpint (chosen->round, ==, 1);
  g_assert_nonnull (strstr (chosen->text, "B: not as due"));
  scene_act (&self, "record.frame", NULL);
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "B"));

  /* The second looks again, and was wrong. */
  scene_act (&self, "record.correct", NULL);
  answer (&self, "correct");
  g_assert_cmpstr (get_side (&self), ==, "round");
  g_assert_cmpint (scene_state (&self)->corrected, ==, 1);
  scene_act (&self, "record.remove", NULL);
  scene_type (&self, "85");
  scene_act (&self, "record.next", NULL);
  fixture_wait (scene_is_settled, self.window);
  g_assert_cmpstr (get_side (&self), ==, "agreement");
  assert_says (&self, "count", "0 disagreements");
  scene_act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");

  /* A third person decides otherwise, and the first log says who did. */
  change_coder (&self, "PA-9");
  gtk_editable_set_text (scene_setup_child (&self, "coder"), "PA-7");
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (scene_is_open, self.window);
  scene_act (&self, "record.correct", NULL);
  answer (&self, "correct");
  scene_act (&self, "record.remove", NULL);
  scene_type (&self, "80");
  scene_act (&self, "record.next", NULL);
  scene_assert_log_has (&self,
                        "\"type\":\"again\",\"round\":1,\"reason\":\"seen again\",\"by\":\"PA-9\"");
  scene_clear (&self);
}

/* What was found of planted errors is told at the end, and kept. */
static void
test_test_rounds (void)
{
  g_autofree char *coders =
      g_build_filename (g_get_user_data_dir (), "skyward", "coders.json", NULL);
  g_autofree char *kept = NULL;
  Scene self;

  scene_init (&self);
  gtk_editable_set_text (scene_setup_child (&self, "rules"), RULES);
  scene_begin (&self);
  record_whole_round (&self, "80");
  fixture_close_window (self.window);
  /* The table paid 80 for 85, and its own log is the truth. */
  g_autofree char *text = scene_read_log (&self);
  g_autofree char *own = g_build_filename (self.folder, "RO-01-2023-11-04.PA-7.tel.jsonl", NULL);
  g_autofree char *truth = g_build_filename (self.folder, "RO-01-2023-11-04.tel.jsonl", NULL);
  g_autofree char *planted = g_build_filename (self.folder, "planted.json", NULL);
  char *how = strstr (text, "\"footage\"");
  memcpy (how, "\"table\"  ", strlen ("\"footage\""));
  g_assert_true (g_file_set_contents (truth, text, -1, NULL));
  g_assert_true (g_file_set_contents (planted, "[]", -1, NULL));
  g_assert_cmpint (g_remove (own), ==, 0);

  self.coder = "PA-8";
  scene_open (&self);
  scene_begin (&self);
  record_whole_round (&self, "80");
  scene_act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");
  finish (&self);
  for (guint i = 0; i < 2; i++)
    {
      scene_act (&self, "record.compare", NULL);
      g_assert_cmpstr (get_side (&self), ==, "agreement");
      assert_says (&self, "count", "0 disagreements");
      assert_says (&self, "test", "found 1 of 1 planted errors");
      assert_says (&self, "test", "saw 0 in 1 clean settlement");
      assert_says (&self, "test", "not known");
      scene_act (&self, "record.compare", NULL);
    }
  /* The same test counts once. */
  g_assert_true (g_file_get_contents (coders, &kept, NULL, NULL));
  g_assert_nonnull (strstr (kept, "\"credential\":\"PA-8\",\"game\":\"roulette\""));
  g_assert_null (strstr (strstr (kept, "\"planted\":1") + 1, "\"planted\":1"));
  g_remove (coders);
  g_autofree char *data = g_path_get_dirname (coders);
  g_rmdir (data);
  g_rmdir (g_get_user_data_dir ());
  scene_clear (&self);
}

static void
put (const Scene *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
settle_round (const Scene *self, const char *paid)
{
  scene_act (self, "record.taken", NULL);
  scene_type (self, paid);
  scene_act (self, "record.next", NULL);
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_BETWEEN);
}

/* Two test rounds, of which the second has an error, come before the first and the last of a plan's
 * three stretches, as its seed says. They look as the others do, and go into a log of their own. */
static void
test_mixed (void)
{
  g_autofree char *coders =
      g_build_filename (g_get_user_data_dir (), "skyward", "coders.json", NULL);
  g_autofree char *kept = NULL;
  g_autofree char *data = g_path_get_dirname (coders);
  Scene self;

  scene_init (&self);
  gtk_editable_set_text (scene_setup_child (&self, "rules"), RULES);
  scene_begin (&self);
  record_round (&self, 70);
  settle_round (&self, "85");
  record_round (&self, 200);
  settle_round (&self, "80");
  fixture_close_window (self.window);
  g_autofree char *truth = scene_read_log (&self);
  g_autofree char *own = g_build_filename (self.folder, "RO-01-2023-11-04.PA-7.tel.jsonl", NULL);
  g_autofree char *plan = g_strdup (PLAN);
  memcpy (strstr (truth, "\"footage\""), "\"table\"  ", strlen ("\"footage\""));
  *(strstr (plan, "\"tests\":0") + strlen ("\"tests\":")) = '2';
  g_assert_cmpint (g_remove (own), ==, 0);
  put (&self, "plan.json", plan);
  put (&self, "tests/footage.json", scene_footage);
  put (&self, "tests/planted.json", "[]");
  put (&self, "tests/RO-01-2023-11-04.tel.jsonl", truth);

  self.coder = "PA-8";
  scene_open (&self);
  adw_combo_row_set_selected (scene_setup_child (&self, "plan"), 1);
  scene_begin (&self);
  fixture_wait (scene_is_settled, self.window);
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 5");
  assert_told (&self, "Next: 16:00:00 – 16:03:20 · PA-3");
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:00:00");
  assert_told (&self, "Record each round that begins in 16:00:00");
  record_round (&self, 70);
  settle_round (&self, "85");
  scene_act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");
  scene_go_to (&self, 201);
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 5");
  g_assert_cmpuint (scene_state (&self)->rounds->len, ==, 0);

  /* The tests are behind for another window too, before anything of the stretch is recorded. */
  go_on_in_another_window (&self);
  assert_at (&self, "16:01:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 5");
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:00");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "16:02:00"));
  record_round (&self, 70);
  settle_round (&self, "85");

  /* Another window goes on where this one was. */
  go_on_in_another_window (&self);
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 5");
  scene_go_to (&self, 121);
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:03:00");
  scene_go_to (&self, 241);
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:03:20");
  g_assert_cmpstr (get_plan_count (&self), ==, "3 of 5");
  record_round (&self, 201);
  settle_round (&self, "80");
  scene_go_to (&self, 300);
  scene_act (&self, "record.stretch", NULL);
  assert_at (&self, "16:06:00");
  g_assert_cmpstr (sky_record_window_get_message (self.window), ==, "");
  scene_go_to (&self, 421);
  scene_act (&self, "record.stretch", NULL);
  fixture_wait (scene_is_settled, self.window);
  g_assert_cmpstr (get_plan_count (&self), ==, "5 of 5");
  g_test_message ("%s", sky_record_window_get_message (self.window));
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window),
                            "Test rounds were among the stretches. You found 1 of 1 planted"));
  g_assert_true (g_file_get_contents (coders, &kept, NULL, NULL));
  g_assert_nonnull (strstr (kept, "\"credential\":\"PA-8\",\"game\":\"roulette\""));
  g_assert_nonnull (strstr (kept, "\"planted\":1,\"found\":1,\"clean\":3,\"flagged\":0"));
  g_remove (coders);
  g_rmdir (data);
  g_rmdir (g_get_user_data_dir ());
  scene_clear (&self);
}

int
main (int argc, char *argv[])
{
  /* What is kept of tests is nobody's. */
  g_autofree char *data = g_dir_make_tmp ("sky-data-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/record-window/setup", test_setup);
  g_test_add_func ("/record-window/round", test_round);
  g_test_add_func ("/record-window/chips", test_chips);
  g_test_add_func ("/record-window/slip", test_slip);
  g_test_add_func ("/record-window/continued", test_continued);
  g_test_add_func ("/record-window/ace", test_ace);
  g_test_add_func ("/record-window/tour", test_tour);
  g_test_add_func ("/record-window/plan", test_plan);
  g_test_add_func ("/record-window/plan/at-once", test_plan_at_once);
  g_test_add_func ("/record-window/plan/drawn", test_drawn);
  g_test_add_func ("/record-window/plan/elsewhere", test_plan_elsewhere);
  g_test_add_func ("/record-window/second-coder", test_second_coder);
  g_test_add_func ("/record-window/test-rounds", test_test_rounds);
  g_test_add_func ("/record-window/test-rounds/mixed", test_mixed);
  return fixture_run_tests ();
}
