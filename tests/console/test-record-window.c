/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window that records a table by eye: what is missing is told, rounds are recorded by clicks,
 * keys' actions and the entry line, taken back, corrected, and continued after a break; its tour.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-picture-bets.h"
#include "sky-record-agreement.h"
#include "sky-record-bet.h"
#include "sky-record-layout.h"
#include "sky-record-setup.h"
#include "sky-record-tour.h"
#include "sky-record-window.h"
#include "sky-transport.h"

/* Two cameras of ten minutes; nobody needs their pictures here. */
#define CAMERA(name, covers, file)                                                                 \
  "{\"camera\":\"" name "\",\"table\":\"RO-01\",\"kind\":\"stationary\",\"covers\":[\"" covers     \
  "\"],\"clock_offset_ms\":0,\"segments\":[{\"file\":\"" file                                      \
  "\",\"start\":\"2023-11-04T20:00:00.000000Z\",\"end\":\"2023-11-04T20:10:00.000000Z\"}]}"
#define FOOTAGE                                                                                    \
  "{\"cameras\":[" CAMERA ("RO-01-W", "wheel", "w.mkv") "," CAMERA ("RO-01-L", "layout",           \
                                                                    "l.mkv") "]}"

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

typedef struct
{
  char *folder;
  const char *coder;
  SkyRecordWindow *window;
} Scene;

static gboolean
is_settled (gpointer data)
{
  return sky_record_window_is_settled (data);
}

static gboolean
is_open (gpointer data)
{
  return sky_record_window_get_state (data) != NULL && sky_record_window_is_settled (data);
}

static gpointer
child (const Scene *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->window), SKY_TYPE_RECORD_WINDOW, name);
}

static gpointer
setup_child (const Scene *self, const char *name)
{
  return gtk_widget_get_template_child (child (self, "setup"), SKY_TYPE_RECORD_SETUP, name);
}

static void
open_window (Scene *self)
{
  self->window = sky_record_window_new (NULL, self->coder, self->folder);
  gtk_window_present (GTK_WINDOW (self->window));
  fixture_wait (is_settled, self->window);
}

static void
scene_init (Scene *self)
{
  g_autofree char *path = NULL;

  self->coder = "PA-7";
  self->folder = g_dir_make_tmp ("sky-record-XXXXXX", NULL);
  path = g_build_filename (self->folder, "footage.json", NULL);
  g_assert_true (g_file_set_contents (path, FOOTAGE, -1, NULL));
  open_window (self);
}

static void
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

static const SkyRecordState *
state (const Scene *self)
{
  return sky_record_window_get_state (self->window);
}

static void
act (const Scene *self, const char *name, const char *target)
{
  g_autoptr (GVariant) value =
      target != NULL ? g_variant_ref_sink (g_variant_new_parsed (target)) : NULL;

  gtk_widget_activate_action_variant (GTK_WIDGET (self->window), name, value);
  fixture_wait (is_settled, self->window);
}

static void
type (const Scene *self, const char *text)
{
  gtk_editable_set_text (child (self, "entry"), text);
  gtk_widget_grab_focus (child (self, "entry"));
  g_assert_true (fixture_press (self->window, GDK_KEY_Return));
  fixture_wait (is_settled, self->window);
}

static void
click (const Scene *self, const char *bet)
{
  g_signal_emit_by_name (child (self, "layout"), "bet", bet);
  fixture_wait (is_settled, self->window);
}

static void
go_to (const Scene *self, guint seconds)
{
  SkyTime start;

  g_assert_true (sky_time_parse ("2023-11-04T20:00:00.000000Z", 27, &start));
  g_signal_emit_by_name (child (self, "transport"), "go-to",
                         (gint64) (start + seconds * SKY_SECOND));
}

static void
begin_game (const Scene *self, SkyGameId game)
{
  adw_combo_row_set_selected (setup_child (self, "game"), game);
  gtk_editable_set_text (setup_child (self, "property"), "Keystone");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "record.begin", NULL);
  fixture_wait (is_open, self->window);
}

static void
begin (const Scene *self)
{
  begin_game (self, SKY_GAME_ROULETTE);
}

static char *
read_log (const Scene *self)
{
  g_autofree char *path = g_build_filename (self->folder, "RO-01-2023-11-04.PA-7.tel.jsonl", NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
assert_log_has (const Scene *self, const char *part)
{
  g_autofree char *text = read_log (self);

  g_assert_nonnull (strstr (text, part));
}

/* The first page says what is missing. */
static void
test_setup (void)
{
  Scene self;

  scene_init (&self);
  g_assert_false (gtk_widget_get_sensitive (setup_child (&self, "begin")));
  g_assert_cmpstr (gtk_label_get_label (setup_child (&self, "problem")), ==,
                   "Type the name of the property.");
  g_assert_cmpstr (gtk_editable_get_text (setup_child (&self, "day")), ==, "2023-11-04");
  gtk_editable_set_text (setup_child (&self, "property"), "Keystone");
  g_assert_true (gtk_widget_get_sensitive (setup_child (&self, "begin")));
  gtk_editable_set_text (setup_child (&self, "coder"), "../PA-7");
  g_assert_false (gtk_widget_get_sensitive (setup_child (&self, "begin")));
  gtk_editable_set_text (setup_child (&self, "coder"), "PA-7");
  gtk_editable_set_text (setup_child (&self, "seats"), "1, 99");
  g_assert_false (gtk_widget_get_sensitive (setup_child (&self, "begin")));
  gtk_editable_set_text (setup_child (&self, "seats"), "1, 2");
  begin (&self);
  assert_log_has (&self, "\"seats\":[1,2]");
  scene_clear (&self);
}

/* A round by clicks, keys and texts. */
static void
record_round (const Scene *self, guint at)
{
  go_to (self, at);
  click (self, "@1 r");
  click (self, "@2 17/20");
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_BETS);
  go_to (self, at + 5);
  act (self, "record.next", NULL);
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_CLOSED);
  go_to (self, at + 9);
  type (self, "17");
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_RESULT);
}

static void
test_round (void)
{
  Scene self;

  scene_init (&self);
  begin (&self);
  record_round (&self, 10);
  g_assert_cmpuint (state (&self)->due->len, ==, 2);
  /* Nobody played what happened since. */
  act (&self, "record.accept", "0");
  g_assert_cmpstr (sky_record_window_get_message (self.window), !=, "");
  g_assert_cmpuint (state (&self)->due->len, ==, 2);
  act (&self, "record.taken", NULL);
  g_assert_cmpuint (state (&self)->due->len, ==, 1);
  type (&self, "85");
  g_assert_cmpint (state (&self)->phase, ==, SKY_CODING_SETTLED);
  g_autofree char *before = read_log (&self);
  g_assert_null (strstr (before, "\"type\":\"wager\""));
  act (&self, "record.next", NULL);
  g_assert_cmpint (state (&self)->phase, ==, SKY_CODING_BETWEEN);
  assert_log_has (&self, "\"seat\":2,\"bet\":\"split\",\"amount\":500,\"numbers\":[\"17\",\"20\"]");
  assert_log_has (&self, "\"outcome\":\"win\",\"paid\":8500,\"taken\":0,\"returned\":500,"
                         "\"as\":\"seen\"");
  /* The frame of each. */
  assert_log_has (&self, "\"pocket\":\"17\",\"frame\":[0,19000000]");
  assert_log_has (&self, "\"coded\":{");
  scene_clear (&self);
}

/* Chips: more of them, fewer, none; a typed amount. */
static void
test_chips (void)
{
  Scene self;

  scene_init (&self);
  begin (&self);
  click (&self, "@1 r");
  click (&self, "@1 r");
  g_assert_cmpuint (state (&self)->due->len, ==, 1);
  g_assert_cmpint (g_array_index (state (&self)->due, SkyRecordDue, 0).amount, ==, 1000);
  gtk_editable_set_text (child (&self, "entry"), "25");
  click (&self, "@3 b");
  g_assert_cmpint (g_array_index (state (&self)->due, SkyRecordDue, 1).amount, ==, 2500);
  g_autofree char *wager = g_strdup (g_array_index (state (&self)->due, SkyRecordDue, 1).wager);
  g_signal_emit_by_name (child (&self, "layout"), "scroll", wager, 1);
  fixture_wait (is_settled, self.window);
  g_assert_cmpint (g_array_index (state (&self)->due, SkyRecordDue, 1).amount, ==, 5000);
  g_signal_emit_by_name (child (&self, "layout"), "take-back", wager);
  fixture_wait (is_settled, self.window);
  g_assert_cmpuint (state (&self)->due->len, ==, 1);
  act (&self, "record.undo", NULL);
  g_assert_cmpuint (state (&self)->due->len, ==, 2);
  /* Back to the beginning, and all of it again. */
  for (guint i = 0; i < 5; i++)
    act (&self, "record.undo", NULL);
  g_assert_cmpuint (state (&self)->due->len, ==, 0);
  for (guint i = 0; i < 4; i++)
    act (&self, "record.redo", NULL);
  g_assert_cmpuint (state (&self)->due->len, ==, 2);
  scene_clear (&self);
}

/* A window that was closed within a round continues it; the next round repeats the wagers; a closed
 * round is recorded again. */
static void
test_continued (void)
{
  Scene self;

  scene_init (&self);
  begin (&self);
  record_round (&self, 10);
  fixture_close_window (self.window);
  open_window (&self);
  g_assert_cmpstr (gtk_button_get_label (setup_child (&self, "begin")), ==, "_Continue");
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (is_open, self.window);
  g_assert_cmpint (state (&self)->phase, ==, SKY_CODING_RESULT);
  g_assert_cmpint (state (&self)->round, ==, 1);
  /* The wager that was chosen before is. */
  g_assert_cmpuint (gtk_single_selection_get_selected (
                        GTK_SINGLE_SELECTION (gtk_list_view_get_model (child (&self, "due")))),
                    ==, 0);
  act (&self, "record.taken", NULL);
  type (&self, "85");
  act (&self, "record.unsure", NULL);
  g_assert_true (
      g_array_index (state (&self)->lines, SkyRecordLine, state (&self)->lines->len - 1).unsure);
  act (&self, "record.next", NULL);
  go_to (&self, 40);
  act (&self, "record.repeat", "0");
  g_assert_cmpint (state (&self)->round, ==, 2);
  g_assert_cmpuint (state (&self)->due->len, ==, 2);
  type (&self, "nonsense 5");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "nonsense"));
  g_assert_cmpuint (state (&self)->due->len, ==, 2);
  /* Nothing is seen from here on. */
  act (&self, "record.away", NULL);
  go_to (&self, 100);
  g_assert_true (fixture_press (self.window, GDK_KEY_1));
  fixture_wait (is_settled, self.window);
  g_assert_cmpint (state (&self)->phase, ==, SKY_CODING_BETWEEN);
  assert_log_has (&self, "\"type\":\"unobserved\",\"until\":\"2023-11-04T20:01:40.000000Z\","
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
  begin_game (&self, SKY_GAME_CASINO_WAR);
  go_to (&self, 10);
  type (&self, "@1 initial 10");
  type (&self, "@2 initial 10");
  /* The last card needs no Enter. */
  gtk_editable_set_text (child (&self, "entry"), "5d9h5c");
  fixture_wait (is_settled, self.window);
  type (&self, "@1 war 10");
  g_assert_cmpuint (state (&self)->n_cards, ==, 2);
  g_assert_cmpint (state (&self)->phase, ==, SKY_CODING_RESULT);
  const guint n = state (&self)->lines->len;
  gtk_editable_set_text (child (&self, "entry"), "a");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "Enter accepts"));
  type (&self, "a");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "play"));
  g_assert_cmpuint (state (&self)->lines->len, ==, n);
  /* With a suit it is that card. */
  type (&self, "as");
  g_assert_cmpuint (state (&self)->n_cards, ==, 1);
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
  GtkWidget *part = sky_record_tour_get_part (child (self, "tour"));
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
  tour = child (&self, "tour");
  g_assert_cmpuint (sky_record_tour_get_step (tour), ==, 0);
  begin (&self);
  while (sky_record_tour_get_step (tour) > 0)
    {
      g_assert_cmpuint (sky_record_tour_get_step (tour), ==, ++n);
      part = assert_points (&self, part);
      act (&self, "record.tour", "1");
    }
  g_assert_cmpuint (n, ==, 7);
  g_assert_false (gtk_widget_has_css_class (part, "toured"));
  /* A further one is asked for, and ended. Chips are laid, and texts typed, while it is shown. */
  g_assert_true (fixture_press (self.window, GDK_KEY_F2));
  click (&self, "@1 r");
  gtk_widget_grab_focus (child (&self, "entry"));
  g_assert_true (fixture_press (self.window, GDK_KEY_F2));
  g_assert_cmpuint (sky_record_tour_get_step (tour), ==, 2);
  type (&self, "17/20 5");
  g_assert_cmpuint (state (&self)->due->len, ==, 2);
  part = sky_record_tour_get_part (tour);
  act (&self, "record.tour", "0");
  g_assert_cmpuint (sky_record_tour_get_step (tour), ==, 0);
  g_assert_null (sky_record_tour_get_part (tour));
  g_assert_false (gtk_widget_has_css_class (part, "toured"));

  fixture_close_window (self.window);
  open_window (&self);
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (is_open, self.window);
  g_assert_cmpuint (sky_record_tour_get_step (child (&self, "tour")), ==, 0);
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
      fixture_wait (is_settled, self->window);
      return;
    }
  g_assert_not_reached ();
}

static void
finish (const Scene *self)
{
  act (self, "record.finish", NULL);
  answer (self, "finish");
  act (self, "record.finish", NULL);
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
  return gtk_menu_button_get_label (child (self, "plan_button"));
}

static void
assert_told (const Scene *self, const char *part)
{
  g_assert_nonnull (strstr (gtk_label_get_label (child (self, "plan_text")), part));
}

static void
assert_at (const Scene *self, const char *time)
{
  GtkWidget *transport = child (self, "transport");
  GtkLabel *shown =
      GTK_LABEL (gtk_widget_get_template_child (transport, SKY_TYPE_TRANSPORT, "shown"));

  g_assert_nonnull (strstr (gtk_label_get_label (shown), time));
}

static void
finish_round (const Scene *self)
{
  act (self, "record.taken", NULL);
  type (self, "85");
  act (self, "record.next", NULL);
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_BETWEEN);
}

/* A plan leads from stretch to stretch; the log says what was done, so another window goes on. */
static void
test_plan (void)
{
  Scene self;

  scene_init (&self);
  fixture_close_window (self.window);
  g_autofree char *path = write_plan (self.folder);
  open_window (&self);
  adw_combo_row_set_selected (setup_child (&self, "plan"), 1);
  begin (&self);
  assert_log_has (&self, "\"plan\":\"p-2023-11-04-RO-01\"");
  assert_log_has (&self, "\"rounds\":\"sample\"");
  assert_told (&self, "Next: w1");
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 3");

  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:00");
  assert_log_has (&self, "\"until\":\"2023-11-04T20:01:00.000000Z\",\"reason\":\"not_sampled\"");
  record_round (&self, 70);
  /* Not within a round, and not before the stretch is over. */
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:19");
  finish_round (&self);
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:19");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "16:02:00"));
  go_to (&self, 121);
  assert_told (&self, "Over: w1");
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:03:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 3");

  /* The second is skipped, for a reason. */
  act (&self, "record.skip-stretch", NULL);
  g_assert_true (fixture_press (self.window, GDK_KEY_1));
  fixture_wait (is_settled, self.window);
  assert_log_has (&self, "\"at\":\"2023-11-04T20:03:00.000000Z\",\"type\":\"unobserved\",\"until\":"
                         "\"2023-11-04T20:04:00.000000Z\",\"reason\":\"view_blocked\"");
  assert_at (&self, "16:06:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "2 of 3, 1 skipped");

  /* Another window knows as much. */
  fixture_close_window (self.window);
  open_window (&self);
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (is_open, self.window);
  g_assert_cmpstr (get_plan_count (&self), ==, "2 of 3, 1 skipped");
  assert_at (&self, "16:06:00");
  g_assert_nonnull (strstr (gtk_label_get_label (child (&self, "plan_list")),
                            "PA-3: skipped: the view is blocked\n▸ w3"));
  go_to (&self, 421);
  act (&self, "record.stretch", NULL);
  g_assert_cmpstr (get_plan_count (&self), ==, "3 of 3, 1 skipped");
  assert_told (&self, "the recording finished");
  assert_log_has (&self, "\"until\":\"2023-11-04T20:10:00.000000Z\",\"reason\":\"not_sampled\"");
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
  g_assert_true (gtk_widget_get_visible (setup_child (&self, "problem")));
  sky_record_window_open_plan (self.window, path);
  begin (&self);
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 3");
  fixture_close_window (self.window);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (elsewhere), ==, 0);
  open_window (&self);
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (is_open, self.window);
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 3");
  scene_clear (&self);
}

/* A plan is drawn from the recordings, and not drawn again. */
static void
test_drawn (void)
{
  Scene self;

  scene_init (&self);
  adw_combo_row_set_selected (setup_child (&self, "game"), SKY_GAME_ROULETTE);
  gtk_editable_set_text (setup_child (&self, "property"), "Keystone");
  act (&self, "record.draw", NULL);
  answer (&self, "draw");
  g_assert_cmpint (adw_combo_row_get_selected (setup_child (&self, "plan")), ==, 1);
  g_assert_false (gtk_widget_get_visible (setup_child (&self, "problem")));
  sky_record_window_draw_plan (self.window, 3, 1, 0);
  fixture_wait (is_settled, self.window);
  g_assert_nonnull (strstr (gtk_label_get_label (setup_child (&self, "problem")), "cannot write"));
  begin (&self);
  /* Ten minutes have two stretches of five. Who ends early leaves them out. */
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 2");
  finish (&self);
  assert_log_has (&self, "\"reason\":\"left_out\"");
  g_assert_cmpstr (get_plan_count (&self), ==, "2 of 2, 2 skipped");
  scene_clear (&self);
}

/* --- A second coder --------------------------------------------------------------------------- */

/* The round again, with @paid on the split. */
static void
record_whole_round (const Scene *self, const char *paid)
{
  record_round (self, 70);
  act (self, "record.taken", NULL);
  type (self, paid);
  act (self, "record.next", NULL);
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_BETWEEN);
}

static void
change_coder (Scene *self, const char *coder)
{
  fixture_close_window (self->window);
  self->coder = coder;
  open_window (self);
}

static gpointer
agreement_child (const Scene *self, const char *name)
{
  return gtk_widget_get_template_child (child (self, "agreement"), SKY_TYPE_RECORD_AGREEMENT, name);
}

static const char *
get_side (const Scene *self)
{
  return gtk_stack_get_visible_child_name (child (self, "sides"));
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
  gtk_editable_set_text (setup_child (&self, "rules"), RULES);
  begin (&self);
  record_whole_round (&self, "85");
  act (&self, "record.compare", NULL);
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "no other log"));
  finish (&self);

  change_coder (&self, "PA-8");
  g_assert_true (gtk_widget_get_visible (setup_child (&self, "second")));
  g_assert_true (gtk_switch_get_active (setup_child (&self, "blind")));
  begin (&self);
  g_assert_true (state (&self)->blind);
  record_round (&self, 70);
  for (guint i = 0; i < state (&self)->due->len; i++)
    g_assert_false (g_array_index (state (&self)->due, SkyRecordDue, i).proposed);
  act (&self, "record.taken", NULL);
  type (&self, "80");
  act (&self, "record.next", NULL);
  act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "once your recording"));
  finish (&self);

  act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "agreement");
  assert_says (&self, "figures", "Outcomes: 1 of 1 the same");
  assert_says (&self, "figures", "Settlements: 1 of 2 the same");
  assert_says (&self, "rates", "1 of 2 settlements differ from the rules");
  assert_says (&self, "rates", "not corrected for the coder");
  assert_says (&self, "count", "2 disagreements");
  g_assert_false (gtk_widget_get_visible (agreement_child (&self, "test")));
  /* To the picture of each, and in either log. */
  go_to (&self, 0);
  act (&self, "record.disagreement", "1");
  assert_at (&self, "16:01:19");
  const SkyRecordDisagreement *chosen =
      sky_record_agreement_get_chosen (child (&self, "agreement"));
  g_assert_cmpint (chosen->round, ==, 1);
  g_assert_nonnull (strstr (chosen->text, "B: not as due"));
  act (&self, "record.frame", NULL);
  g_assert_nonnull (strstr (sky_record_window_get_message (self.window), "B"));

  /* The second looks again, and was wrong. */
  act (&self, "record.correct", NULL);
  answer (&self, "correct");
  g_assert_cmpstr (get_side (&self), ==, "round");
  g_assert_cmpint (state (&self)->corrected, ==, 1);
  act (&self, "record.remove", NULL);
  type (&self, "85");
  act (&self, "record.next", NULL);
  fixture_wait (is_settled, self.window);
  g_assert_cmpstr (get_side (&self), ==, "agreement");
  assert_says (&self, "count", "0 disagreements");
  act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");

  /* A third person decides otherwise, and the first log says who did. */
  change_coder (&self, "PA-9");
  gtk_editable_set_text (setup_child (&self, "coder"), "PA-7");
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (is_open, self.window);
  act (&self, "record.correct", NULL);
  answer (&self, "correct");
  act (&self, "record.remove", NULL);
  type (&self, "80");
  act (&self, "record.next", NULL);
  assert_log_has (&self,
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
  gtk_editable_set_text (setup_child (&self, "rules"), RULES);
  begin (&self);
  record_whole_round (&self, "80");
  fixture_close_window (self.window);
  /* The table paid 80 for 85, and its own log is the truth. */
  g_autofree char *text = read_log (&self);
  g_autofree char *own = g_build_filename (self.folder, "RO-01-2023-11-04.PA-7.tel.jsonl", NULL);
  g_autofree char *truth = g_build_filename (self.folder, "RO-01-2023-11-04.tel.jsonl", NULL);
  g_autofree char *planted = g_build_filename (self.folder, "planted.json", NULL);
  char *how = strstr (text, "\"footage\"");
  memcpy (how, "\"table\"  ", strlen ("\"footage\""));
  g_assert_true (g_file_set_contents (truth, text, -1, NULL));
  g_assert_true (g_file_set_contents (planted, "[]", -1, NULL));
  g_assert_cmpint (g_remove (own), ==, 0);

  self.coder = "PA-8";
  open_window (&self);
  begin (&self);
  record_whole_round (&self, "80");
  act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");
  finish (&self);
  for (guint i = 0; i < 2; i++)
    {
      act (&self, "record.compare", NULL);
      g_assert_cmpstr (get_side (&self), ==, "agreement");
      assert_says (&self, "count", "0 disagreements");
      assert_says (&self, "test", "found 1 of 1 planted errors");
      assert_says (&self, "test", "saw 0 in 1 clean settlement");
      assert_says (&self, "test", "not known");
      act (&self, "record.compare", NULL);
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
  act (self, "record.taken", NULL);
  type (self, paid);
  act (self, "record.next", NULL);
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_BETWEEN);
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
  gtk_editable_set_text (setup_child (&self, "rules"), RULES);
  begin (&self);
  record_round (&self, 70);
  settle_round (&self, "85");
  record_round (&self, 200);
  settle_round (&self, "80");
  fixture_close_window (self.window);
  g_autofree char *truth = read_log (&self);
  g_autofree char *own = g_build_filename (self.folder, "RO-01-2023-11-04.PA-7.tel.jsonl", NULL);
  g_autofree char *plan = g_strdup (PLAN);
  memcpy (strstr (truth, "\"footage\""), "\"table\"  ", strlen ("\"footage\""));
  *(strstr (plan, "\"tests\":0") + strlen ("\"tests\":")) = '2';
  g_assert_cmpint (g_remove (own), ==, 0);
  put (&self, "plan.json", plan);
  put (&self, "tests/footage.json", FOOTAGE);
  put (&self, "tests/planted.json", "[]");
  put (&self, "tests/RO-01-2023-11-04.tel.jsonl", truth);

  self.coder = "PA-8";
  open_window (&self);
  adw_combo_row_set_selected (setup_child (&self, "plan"), 1);
  begin (&self);
  fixture_wait (is_settled, self.window);
  g_assert_cmpstr (get_plan_count (&self), ==, "0 of 5");
  assert_told (&self, "Next: 16:00:00 – 16:03:20 · PA-3");
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:00:00");
  assert_told (&self, "Record each round that begins in 16:00:00");
  record_round (&self, 70);
  settle_round (&self, "85");
  act (&self, "record.compare", NULL);
  g_assert_cmpstr (get_side (&self), ==, "round");
  go_to (&self, 201);
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:01:00");
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 5");
  g_assert_cmpuint (state (&self)->rounds->len, ==, 0);
  record_round (&self, 70);
  settle_round (&self, "85");

  /* Another window goes on where this one was. */
  fixture_close_window (self.window);
  open_window (&self);
  gtk_widget_activate_action (GTK_WIDGET (self.window), "record.begin", NULL);
  fixture_wait (is_open, self.window);
  fixture_wait (is_settled, self.window);
  g_assert_cmpstr (get_plan_count (&self), ==, "1 of 5");
  go_to (&self, 121);
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:03:00");
  go_to (&self, 241);
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:03:20");
  g_assert_cmpstr (get_plan_count (&self), ==, "3 of 5");
  record_round (&self, 201);
  settle_round (&self, "80");
  go_to (&self, 300);
  act (&self, "record.stretch", NULL);
  assert_at (&self, "16:06:00");
  g_assert_cmpstr (sky_record_window_get_message (self.window), ==, "");
  go_to (&self, 421);
  act (&self, "record.stretch", NULL);
  fixture_wait (is_settled, self.window);
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

/* --- Each bet by the pointer ------------------------------------------------------------------ */

/* The button of the open menu that lays @bet. */
static GtkWidget *
find_choice (GtkWidget *widget, const char *bet)
{
  if (GTK_IS_BUTTON (widget) && g_str_equal (gtk_widget_get_name (widget), bet))
    return widget;
  for (GtkWidget *at = gtk_widget_get_first_child (widget); at != NULL;
       at = gtk_widget_get_next_sibling (at))
    {
      GtkWidget *found = find_choice (at, bet);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

/* A primary click at @x, @y of the layout, and the choice of @bet where several lie there. */
static void
press_layout (const Scene *self, double x, double y, const char *bet)
{
  GtkWidget *layout = child (self, "layout");
  g_auto (GStrv) texts = sky_record_layout_dup_bets_at (SKY_RECORD_LAYOUT (layout), x, y);

  if (!g_strv_contains ((const char *const *) texts, bet))
    {
      g_autofree char *all = g_strjoinv (", ", texts);

      g_error ("%s is not among %s", bet, all);
    }
  if (g_str_equal (texts[0], bet))
    g_signal_emit_by_name (fixture_find_controller (layout, GTK_TYPE_GESTURE_CLICK), "pressed", 1,
                           x, y);
  else
    {
      sky_record_layout_offer (SKY_RECORD_LAYOUT (layout), x, y);
      g_signal_emit_by_name (find_choice (layout, bet), "clicked");
    }
  fixture_wait (is_settled, self->window);
}

/* Each bet of the layout, at its place in the window, is that bet in the round. Of many, each
 * eighth is laid, and all are in slow tests. */
static void
test_places (gconstpointer data)
{
  const SkyGameId game = (SkyGameId) GPOINTER_TO_UINT (data);
  Scene self;
  guint n_laid = 0;

  scene_init (&self);
  begin_game (&self, game);
  g_autoptr (GArray) bets = g_array_ref (state (&self)->bets);
  GtkWidget *layout = child (&self, "layout");
  fixture_wait (has_size, layout);
  for (guint i = 0; i < bets->len; i++)
    {
      const SkyBetRef *bet = &g_array_index (bets, SkyBetRef, i);
      g_autofree char *text = sky_record_bet_format (bet, 1);
      SkyPictureArea area;

      /* Odds have a place once the wager that they support has one. */
      if (bet->form->members & SKY_MEMBER_SUPPORTS)
        continue;
      g_assert_true (sky_picture_bet_area (NULL, game, bet, 1, gtk_widget_get_width (layout),
                                           gtk_widget_get_height (layout), &area));
      g_auto (GStrv) texts = sky_record_layout_dup_bets_at (
          SKY_RECORD_LAYOUT (layout), area.x + area.width / 2, area.y + area.height / 2);
      g_assert_true (g_strv_contains ((const char *const *) texts, text));
      if (i % 8 != 0 && !g_test_slow ())
        continue;
      press_layout (&self, area.x + area.width / 2, area.y + area.height / 2, text);
      g_assert_cmpint (sky_record_state_find_bet (state (&self), text), >=, 0);
      act (&self, "record.undo", NULL);
      g_assert_cmpint (sky_record_state_find_bet (state (&self), text), <, 0);
      n_laid++;
    }
  g_test_message ("%s: %u bets, %u laid", sky_game_id_to_name (game), bets->len, n_laid);
  g_assert_cmpuint (n_laid, >, 0);
  scene_clear (&self);
}

/* A bet of another seat than the one in hand, at a place that this seat alone has, is that seat's.
 */
static void
test_other_seats (gconstpointer data)
{
  static const gint64 seats[] = { 2, 5 };
  const SkyGameId game = (SkyGameId) GPOINTER_TO_UINT (data);
  Scene self;
  const gboolean own_places =
      game == SKY_GAME_CASINO_WAR || game == SKY_GAME_PAI_GOW || game == SKY_GAME_RAISE_IT_UP;
  guint n = 0;

  scene_init (&self);
  begin_game (&self, game);
  g_autoptr (GArray) bets = g_array_ref (state (&self)->bets);
  GtkWidget *layout = child (&self, "layout");
  fixture_wait (has_size, layout);
  const double width = gtk_widget_get_width (layout);
  const double height = gtk_widget_get_height (layout);
  for (guint i = 0; i < bets->len * G_N_ELEMENTS (seats); i++)
    {
      const SkyBetRef *bet = &g_array_index (bets, SkyBetRef, i / G_N_ELEMENTS (seats));
      const gint64 seat = seats[i % G_N_ELEMENTS (seats)];
      g_autofree char *text = sky_record_bet_format (bet, seat);
      SkyPictureArea own;
      SkyPictureArea area;

      if ((bet->form->members & SKY_MEMBER_SUPPORTS) != 0
          || !sky_picture_bet_area (NULL, game, bet, seat, width, height, &area)
          || !sky_picture_bet_area (NULL, game, bet, 1, width, height, &own)
          || (own.x == area.x && own.y == area.y))
        continue;
      /* The seat in hand comes first where both are meant; the menu has all. */
      press_layout (&self, area.x + area.width / 2, area.y + area.height / 2, text);
      g_assert_cmpint (sky_record_state_find_bet (state (&self), text), >=, 0);
      act (&self, "record.undo", NULL);
      n++;
    }
  g_test_message ("%s: %u bets of other seats at places of their own", sky_game_id_to_name (game),
                  n);
  g_assert_true (!own_places || n > 0);
  scene_clear (&self);
}

/* Adds the round of a throw after which nothing is due. */
static void
throw_dice (const Scene *self, const char *dice)
{
  act (self, "record.next", NULL);
  type (self, dice);
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_SETTLED);
  act (self, "record.next", NULL);
  g_assert_cmpint (state (self)->phase, ==, SKY_CODING_BETWEEN);
}

/* The wager of the scene whose odds are of the form @odds. */
static const SkySceneWager *
find_supported (const SkyScene *scene, const SkyBetForm *odds)
{
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      g_autofree char *name = g_strconcat (wager->bet->form.bet, "_odds", NULL);

      if (g_str_equal (name, odds->bet))
        return wager;
    }
  return NULL;
}

/* Odds behind line bets and behind come bets that went to their numbers, each by a click where they
 * lie. */
static void
test_odds (void)
{
  Scene self;
  guint n_laid = 0;

  scene_init (&self);
  begin_game (&self, SKY_GAME_CRAPS);
  GtkWidget *layout = child (&self, "layout");
  go_to (&self, 10);
  type (&self, "shooter 1");
  type (&self, "pass 10");
  type (&self, "dp 10");
  throw_dice (&self, "42");
  go_to (&self, 30);
  type (&self, "come 10");
  type (&self, "dc 10");
  throw_dice (&self, "54");
  go_to (&self, 50);
  g_autoptr (GArray) bets = g_array_ref (state (&self)->bets);
  for (guint i = 0; i < bets->len; i++)
    {
      SkyBetRef bet = g_array_index (bets, SkyBetRef, i);
      const SkySceneWager *wager;
      SkyPictureArea area;

      if ((bet.form->members & SKY_MEMBER_SUPPORTS) == 0)
        continue;
      wager = find_supported (state (&self)->scene, bet.form);
      g_assert_nonnull (wager);
      bet.supports = (SkyText){ wager->id, strlen (wager->id) };
      g_autofree char *text = sky_record_bet_format (&bet, 1);
      g_assert_true (sky_picture_bet_area (state (&self)->scene, SKY_GAME_CRAPS, &bet, 1,
                                           gtk_widget_get_width (layout),
                                           gtk_widget_get_height (layout), &area));
      press_layout (&self, area.x + area.width / 2, area.y + area.height / 2, text);
      g_assert_cmpint (sky_record_state_find_bet (state (&self), text), >=, 0);
      n_laid++;
    }
  g_assert_cmpuint (n_laid, ==, 4);
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
  g_test_add_func ("/record-window/continued", test_continued);
  g_test_add_func ("/record-window/ace", test_ace);
  g_test_add_func ("/record-window/tour", test_tour);
  g_test_add_func ("/record-window/plan", test_plan);
  g_test_add_func ("/record-window/plan/drawn", test_drawn);
  g_test_add_func ("/record-window/plan/elsewhere", test_plan_elsewhere);
  g_test_add_func ("/record-window/second-coder", test_second_coder);
  g_test_add_func ("/record-window/test-rounds", test_test_rounds);
  g_test_add_func ("/record-window/test-rounds/mixed", test_mixed);
  for (guint i = 0; i < SKY_N_GAMES; i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/record-window/places/%s", sky_game_id_to_name ((SkyGameId) i));

      g_autofree char *others =
          g_strdup_printf ("/record-window/other-seats/%s", sky_game_id_to_name ((SkyGameId) i));

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_places);
      g_test_add_data_func (others, GUINT_TO_POINTER (i), test_other_seats);
    }
  g_test_add_func ("/record-window/odds", test_odds);
  return fixture_run_tests ();
}
