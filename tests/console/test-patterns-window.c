/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of patterns on a simulated archive with a planted wheel: what is listed and said, who
 * may see it, what the ledger notes, and the way to the rounds. */
#include "config.h"

#include <glib/gstdio.h>

#include "fixture.h"
#include "sky-filter-text.h"
#include "sky-identity.h"
#include "sky-noted-report.h"
#include "sky-open-case.h"
#include "sky-pattern-record.h"
#include "sky-pattern-rounds.h"
#include "sky-pattern-row.h"
#include "sky-patterns-window.h"
#include "sky-person.h"
#include "sky-plot-view.h"
#include "sky-reports-window.h"
#include "sky-simulate.h"

/* More than a week, so that errors are looked at. */
#define DAYS   9
#define ROUNDS 40

typedef struct
{
  Fixture *fixture;
  SkySession *session;
  SkyPatternsWindow *window;
} Scene;

static gboolean
is_settled (gpointer data)
{
  Scene *scene = data;

  return sky_patterns_window_is_settled (scene->window) && fixture_is_settled (scene->session);
}

static void
scene_init (Scene *self)
{
  static const char *const plants[] = { "wheel:7*30", NULL };
  const SkySimulateOptions options = { .game = SKY_GAME_ROULETTE,
                                       .rounds = ROUNDS,
                                       .seed = 7,
                                       .tables = 1,
                                       .days = DAYS,
                                       .dealers = 4,
                                       .patrons = 16,
                                       .plants = plants,
                                       .start = SKY_TIME_NONE };
  g_autoptr (GError) error = NULL;

  self->fixture = fixture_new ();
  g_free (self->fixture->archive);
  self->fixture->archive = g_build_filename (self->fixture->folder, "wheels", NULL);
  sky_simulate (&options, self->fixture->archive, &error);
  g_assert_no_error (error);
  self->session = fixture_open_session (self->fixture);
  sky_review_desk_set_reviewer (sky_session_get_desk (self->session), "PA-100001", "Ada Quinn");
  self->window = sky_patterns_window_new (NULL, sky_session_get_selection (self->session));
  gtk_window_present (GTK_WINDOW (self->window));
  fixture_wait (is_settled, self);
}

static void
scene_clear (Scene *self)
{
  fixture_close_window (self->window);
  fixture_finalize (self->session);
  fixture_free (self->fixture);
}

static guint
count_family (Scene *self, SkyFamily family)
{
  GListModel *rows = sky_patterns_window_get_rows (self->window);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (SkyPatternRow) row = g_list_model_get_item (rows, i);

      n += sky_pattern_row_get_pattern (row)->family == family;
    }
  return n;
}

/* Chooses the first row of @family and waits until it is told. */
static void
choose (Scene *self, SkyFamily family)
{
  GListModel *rows = sky_patterns_window_get_rows (self->window);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (SkyPatternRow) row = g_list_model_get_item (rows, i);

      if (sky_pattern_row_get_pattern (row)->family != family)
        continue;
      sky_patterns_window_choose (self->window, i);
      fixture_wait (is_settled, self);
      return;
    }
  g_assert_not_reached ();
}

static gpointer
get_child (Scene *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->window), SKY_TYPE_PATTERNS_WINDOW, name);
}

static gboolean
is_told (Scene *self)
{
  return g_str_equal (gtk_stack_get_visible_child_name (get_child (self, "said")), "pattern");
}

static guint
count_widgets (GtkWidget *widget, GType type)
{
  guint n = G_TYPE_CHECK_INSTANCE_TYPE (widget, type);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_widgets (child, type);
  return n;
}

/* The first label below @widget that has @text. */
static gboolean
says (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static GPtrArray *
list_views (Scene *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (self->fixture->store, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) entries = NULL;
  GPtrArray *views = g_ptr_array_new_with_free_func (g_free);

  g_assert_no_error (error);
  entries = sky_store_ledger_list_action (store, SKY_LEDGER_VIEW, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    {
      const SkyLedgerEntry *entry = entries->pdata[i];

      g_ptr_array_add (views, g_strdup_printf ("%s %s", entry->credential, entry->text));
    }
  return views;
}

static guint
count_rounds (GtkWidget *widget)
{
  guint n = GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL
            && strstr (gtk_button_get_label (GTK_BUTTON (widget)), " · ") != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_rounds (child);
  return n;
}

/* The last rounds in its arc are listed, and each is shown. */
static void
check_arc (Scene *self, GtkWidget *pane, const SkyPattern *pattern)
{
  SkyDayView *view;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (self->fixture->store, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) rounds = NULL;
  const SkyPatternRound *second;
  g_autofree char *label = NULL;
  guint n_unread;

  g_assert_no_error (error);
  rounds = sky_pattern_list_rounds (pattern, store, SKY_PATTERN_ROUNDS, &n_unread, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rounds->len, ==, SKY_PATTERN_ROUNDS);
  g_assert_cmpuint (count_rounds (pane), ==, 0);
  g_signal_emit_by_name (find_button (pane, "The last 50 in the arc"), "clicked");
  fixture_wait (is_settled, self);
  g_assert_cmpuint (count_rounds (pane), ==, SKY_PATTERN_ROUNDS);
  second = rounds->pdata[1];
  label = g_strdup_printf ("%d · %s", (int) second->round, second->result);
  g_signal_emit_by_name (find_button (pane, label), "clicked");
  fixture_wait (fixture_is_settled, self->session);
  view = sky_selection_get_day_view (sky_session_get_selection (self->session));
  g_assert_cmpint (sky_day_view_get_round (view), ==, second->round);
}

/* What is furthest above what reports stands first; it is kept, and told with plots and numbers. */
static void
test_wheel (void)
{
  Scene scene = { NULL };
  GtkWidget *pane;

  scene_init (&scene);
  g_assert_cmpuint (count_family (&scene, SKY_FAMILY_WHEELS), ==, 1);
  g_autoptr (SkyPatternRow) first =
      g_list_model_get_item (sky_patterns_window_get_rows (scene.window), 0);
  g_assert_cmpint (sky_pattern_row_get_pattern (first)->family, ==, SKY_FAMILY_WHEELS);
  g_assert_true (sky_pattern_row_is_reported (first));
  g_assert_cmpfloat (sky_pattern_row_get_excess (first), >=, 0);
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (SkyStore) store = sky_store_open (scene.fixture->store, SKY_STORE_READ_ONLY, &error);
    g_autoptr (GPtrArray) reports = sky_store_list_reports (store, &error);

    g_autoptr (GPtrArray) entries =
        sky_store_ledger_list_action (store, SKY_LEDGER_PATTERN, &error);
    const SkyLedgerEntry *entry = entries->pdata[0];

    g_assert_no_error (error);
    g_assert_cmpuint (reports->len, ==, 1);
    /* The ledger says so too. */
    g_assert_cmpuint (entries->len, ==, 1);
    g_assert_cmpstr (entry->credential, ==, "PA-100001");
    g_assert_true (g_str_has_prefix (entry->text, "equipment.wheel-bias wheel-1: "));
  }

  g_assert_false (is_told (&scene));
  choose (&scene, SKY_FAMILY_WHEELS);
  g_assert_true (is_told (&scene));
  pane = get_child (&scene, "pane");
  g_assert_cmpuint (count_widgets (pane, SKY_TYPE_PLOT_VIEW), ==, 2);
  g_assert_true (says (pane, "pocket 7 came"));
  g_assert_true (says (pane, "All places of the wheel come alike"));
  /* Two tables: standing, and 38 pockets below a head. */
  g_assert_cmpuint (count_widgets (pane, GTK_TYPE_GRID), ==, 2);
  g_assert_true (says (pane, "Confirm") || says (pane, "confirmed"));

  check_arc (&scene, pane, sky_pattern_row_get_pattern (first));

  /* The rounds at its table, from when the evidence began. */
  g_signal_emit_by_name (find_button (pane, "Rounds at RO-01"), "clicked");
  const SkyInbox *inbox = sky_session_get_inbox (scene.session);
  const SkyFindingFilter *filter = sky_inbox_get_filter ((SkyInbox *) inbox);
  g_assert_cmpstr (sky_filter_get_text (filter, SKY_FILTER_TABLE), ==, "RO-01");
  g_assert_cmpint (filter->first_day, ==, sky_pattern_row_get_pattern (first)->standing.since);
  g_assert_cmpint (sky_inbox_get_listing ((SkyInbox *) inbox), ==, SKY_LISTING_ROUNDS);
  fixture_wait (fixture_is_settled, scene.session);
  g_assert_cmpuint (fixture_count_rows (scene.session), >, 0);
  scene_clear (&scene);
}

static void
test_filter (void)
{
  Scene scene = { NULL };
  GListModel *rows;
  guint all;

  scene_init (&scene);
  rows = sky_patterns_window_get_rows (scene.window);
  all = g_list_model_get_n_items (rows);
  g_assert_cmpuint (count_family (&scene, SKY_FAMILY_ERRORS), >, 1);

  gtk_toggle_button_set_active (get_child (&scene, "reported"), TRUE);
  fixture_wait (is_settled, &scene);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  gtk_toggle_button_set_active (get_child (&scene, "reported"), FALSE);
  gtk_drop_down_set_selected (get_child (&scene, "kind"), SKY_FAMILY_ERRORS + 1);
  fixture_wait (is_settled, &scene);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, count_family (&scene, SKY_FAMILY_ERRORS));
  gtk_drop_down_set_selected (get_child (&scene, "kind"), 0);
  gtk_editable_set_text (get_child (&scene, "search"), "WHEEL-1");
  g_signal_emit_by_name (get_child (&scene, "search"), "search-changed");
  fixture_wait (is_settled, &scene);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  gtk_editable_set_text (get_child (&scene, "search"), "");
  g_signal_emit_by_name (get_child (&scene, "search"), "search-changed");
  fixture_wait (is_settled, &scene);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, all);

  /* Read again, the list is the same. */
  gtk_widget_activate_action (GTK_WIDGET (scene.window), "patterns.again", NULL);
  fixture_wait (is_settled, &scene);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, all);
  scene_clear (&scene);
}

static void
to_case_cb (SkyPatternsWindow *window,
            const char *title,
            const char *text,
            const char *record,
            SkyOpenCase *open_case)
{
  sky_open_case_add_pattern (open_case, title, text, record);
}

static gboolean
has_opened (gpointer open_case)
{
  return sky_open_case_get_n_items (open_case) > 0;
}

/* A reported pattern goes into a case, with counts from which R and C follow. */
static void
test_case (void)
{
  Scene scene = { NULL };
  SkyOpenCase *open_case;

  scene_init (&scene);
  open_case = sky_open_case_new (sky_session_get_selection (scene.session));
  g_signal_connect (scene.window, "to-case", G_CALLBACK (to_case_cb), open_case);
  /* What is not reported does not. */
  choose (&scene, SKY_FAMILY_ERRORS);
  g_assert_null (find_button (get_child (&scene, "pane"), "Add to the Case"));
  gtk_widget_activate_action (GTK_WIDGET (scene.window), "patterns.to-case", NULL);
  choose (&scene, SKY_FAMILY_WHEELS);
  g_signal_emit_by_name (find_button (get_child (&scene, "pane"), "Add to the Case"), "clicked");
  fixture_wait (has_opened, open_case);
  fixture_wait (fixture_is_settled, scene.session);
  g_assert_cmpuint (sky_open_case_get_n_items (open_case), ==, 1);
  g_assert_cmpstr (sky_open_case_get_title (open_case), ==, "Wheel · wheel-1");
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (SkyStore) store = sky_store_open (scene.fixture->store, SKY_STORE_READ_ONLY, &error);
    g_autoptr (GPtrArray) notes =
        sky_store_ledger_list_action (store, SKY_LEDGER_CASE_NOTE, &error);
    const SkyLedgerEntry *note = notes->pdata[0];
    g_autofree char *name = NULL;
    g_autofree char *cause = NULL;

    g_assert_no_error (error);
    g_assert_cmpuint (notes->len, ==, 1);
    g_assert_nonnull (strstr (note->text, "pocket 7 came"));
    g_assert_true (sky_pattern_check_record (note->data, &name, &cause));
    g_assert_cmpstr (name, ==, "equipment.wheel-bias wheel-1");
  }
  g_signal_handlers_disconnect_by_data (scene.window, open_case);
  fixture_finalize (open_case);
  scene_clear (&scene);
}

/* Looking at a person is noted, once, before anything is shown; the errors are a filter away. */
static void
test_person (void)
{
  Scene scene = { NULL };
  GtkWidget *pane;

  scene_init (&scene);
  choose (&scene, SKY_FAMILY_ERRORS);
  g_assert_true (is_told (&scene));
  pane = get_child (&scene, "pane");
  g_assert_cmpuint (count_widgets (pane, SKY_TYPE_PLOT_VIEW), ==, 2);
  g_assert_true (says (pane, "one misunderstanding, repeated"));
  g_signal_emit_by_name (find_button (pane, "Settlement errors"), "clicked");
  const SkyFindingFilter *filter = sky_inbox_get_filter (sky_session_get_inbox (scene.session));
  g_assert_cmpstr (sky_filter_get_text (filter, SKY_FILTER_CHECK), ==, "settle.*");
  g_assert_nonnull (sky_filter_get_text (filter, SKY_FILTER_DEALER));
  choose (&scene, SKY_FAMILY_WHEELS);
  choose (&scene, SKY_FAMILY_ERRORS);
  choose (&scene, SKY_FAMILY_SPINS);
  {
    g_autoptr (GPtrArray) views = list_views (&scene);

    g_assert_cmpuint (views->len, ==, 2);
    g_assert_true (g_str_has_prefix (views->pdata[0], "PA-100001 staff.error-rate: PA-"));
    g_assert_true (g_str_has_prefix (views->pdata[1], "PA-100001 staff.spin-pattern: PA-"));
  }
  scene_clear (&scene);
}

/* --- Roles ------------------------------------------------------------------------------------ */

static SkyIdentity *
register_person (Scene *self, SkyIdentity *signer, const char *credential, SkyPersonRole role)
{
  g_autoptr (GError) error = NULL;
  SkyIdentity *identity = sky_identity_create (credential, credential, 30, &error);
  g_autoptr (SkyStore) store = sky_store_open (self->fixture->store, SKY_STORE_READ_WRITE, &error);
  SkyCertificate *certificate = sky_identity_get_certificate (identity);
  g_autofree char *pem = sky_certificate_to_pem (certificate);
  const SkyPerson person = { .credential = (char *) credential,
                             .name = (char *) credential,
                             .role = role,
                             .certificate = pem,
                             .expires = sky_certificate_get_not_after (certificate) };

  g_assert_no_error (error);
  sky_store_set_signer (store, "PA-100001", sky_identity_sign,
                        sky_identity_ref (signer != NULL ? signer : identity),
                        (GDestroyNotify) sky_identity_unref);
  sky_store_add_person (store, &(SkyReviewer){ "PA-100001", "PA-100001" }, &person, &error);
  g_assert_no_error (error);
  return identity;
}

static void
sign_in (Scene *self, const char *credential, SkyIdentity *identity)
{
  SkyReviewDesk *desk = sky_session_get_desk (self->session);

  sky_review_desk_set_reviewer (desk, credential, credential);
  sky_review_desk_sign_in (desk, identity);
  fixture_wait (is_settled, self);
}

static guint
count_people (Scene *self)
{
  guint n = 0;

  for (guint family = 0; family < SKY_N_FAMILIES; family++)
    n += sky_family_is_of_people (family) ? count_family (self, family) : 0;
  return n;
}

static void
test_roles (void)
{
  Scene scene = { NULL };
  guint all;

  scene_init (&scene);
  all = count_people (&scene);
  g_assert_cmpuint (all, >, 0);
  g_assert_cmpuint (count_family (&scene, SKY_FAMILY_PATRON_WINS), >, 0);
  g_autoptr (SkyIdentity) ada =
      register_person (&scene, NULL, "PA-100001", SKY_PERSON_INVESTIGATOR);
  g_autoptr (SkyIdentity) ben = register_person (&scene, ada, "PA-100002", SKY_PERSON_OPERATOR);
  g_autoptr (SkyIdentity) cy = register_person (&scene, ada, "PA-100003", SKY_PERSON_AUDITOR);

  /* An operator sees equipment and tables, and is told so. */
  sign_in (&scene, "PA-100002", ben);
  g_assert_cmpuint (count_people (&scene), ==, 0);
  g_assert_cmpuint (count_family (&scene, SKY_FAMILY_WHEELS), ==, 1);
  g_assert_cmpuint (count_family (&scene, SKY_FAMILY_TABLE_WINS), ==, 1);
  g_assert_true (gtk_widget_get_visible (get_child (&scene, "remark")));
  g_assert_true (says (get_child (&scene, "remark"), "investigators and auditors"));
  choose (&scene, SKY_FAMILY_WHEELS);
  g_assert_true (is_told (&scene));

  /* So does somebody who is nobody. */
  sign_in (&scene, "PA-100009", NULL);
  g_assert_cmpuint (count_people (&scene), ==, 0);

  /* An auditor sees all, and writes nothing. */
  sign_in (&scene, "PA-100003", cy);
  g_assert_cmpuint (count_people (&scene), ==, all);
  choose (&scene, SKY_FAMILY_ERRORS);
  g_assert_true (is_told (&scene));
  {
    g_autoptr (GPtrArray) views = list_views (&scene);

    g_assert_cmpuint (views->len, ==, 0);
  }

  /* An investigator sees all, and the ledger says so. */
  sign_in (&scene, "PA-100001", ada);
  g_assert_cmpuint (count_people (&scene), ==, all);
  g_assert_false (gtk_widget_get_visible (get_child (&scene, "remark")));
  choose (&scene, SKY_FAMILY_ERRORS);
  g_assert_true (is_told (&scene));
  {
    g_autoptr (GPtrArray) views = list_views (&scene);

    g_assert_cmpuint (views->len, ==, 1);
  }

  /* Without the key nothing can be noted, and so nothing is shown. */
  sign_in (&scene, "PA-100001", NULL);
  choose (&scene, SKY_FAMILY_ERRORS);
  g_assert_false (is_told (&scene));
  scene_clear (&scene);
}

/* --- Reports ------------------------------------------------------------------------------------
 */

static gboolean
has_report (gpointer data)
{
  return sky_reports_window_is_settled (data);
}

static const SkyReport *
choose_report (Scene *scene, SkyReportsWindow *window, SkyReportKind kind)
{
  const SkyReport *report;

  sky_reports_window_choose (window, kind);
  fixture_wait (has_report, window);
  fixture_wait (is_settled, scene);
  report = sky_reports_window_get_report (window);
  g_assert_nonnull (report);
  g_assert_cmpint (report->kind, ==, kind);
  return report;
}

/* Signs in and looks at the table's and the dealer's report, on screen and as CSV. */
static void
assert_reports (Scene *scene,
                SkyReportsWindow *window,
                const char *credential,
                SkyIdentity *identity,
                gboolean may)
{
  const SkyReport *report;
  g_autofree char *csv = NULL;

  sign_in (scene, credential, identity);
  fixture_wait (has_report, window);
  report = choose_report (scene, window, SKY_REPORT_TABLE);
  g_assert_cmpuint (report->patterns->len, ==, 2);
  g_assert_cmpint (((SkyReportPattern *) report->patterns->pdata[0])->pattern->family, ==,
                   SKY_FAMILY_WHEELS);
  g_assert_cmpint (((SkyReportPattern *) report->patterns->pdata[1])->pattern->family, ==,
                   SKY_FAMILY_TABLE_WINS);
  g_assert_true (says (GTK_WIDGET (window), "rounds patrons won"));
  g_assert_true (says (GTK_WIDGET (window), "pocket 7 came"));
  g_assert_true (says (GTK_WIDGET (window), "looked at, 1 reported"));

  report = choose_report (scene, window, SKY_REPORT_DEALER);
  csv = sky_report_to_csv (report);
  g_assert_cmpuint (report->patterns->len, ==, may ? 1 : 0);
  g_assert_cmpint (strstr (csv, ",pattern,staff.error-rate,") != NULL, ==, may);
  g_assert_cmpint (says (GTK_WIDGET (window), "errors in 1,000 settlements"), ==, may);
  g_assert_cmpint (says (GTK_WIDGET (window), "investigators and auditors"), ==, !may);
}

/* A table's report has its wheel and its win, for all; a dealer's has the rate, for those who may
 * see it, and the ledger says who did. */
static void
test_reports (void)
{
  Scene scene = { NULL };
  SkyReportsWindow *window;

  scene_init (&scene);
  g_autoptr (SkyIdentity) ada =
      register_person (&scene, NULL, "PA-100001", SKY_PERSON_INVESTIGATOR);
  g_autoptr (SkyIdentity) ben = register_person (&scene, ada, "PA-100002", SKY_PERSON_OPERATOR);
  g_autoptr (SkyIdentity) cy = register_person (&scene, ada, "PA-100003", SKY_PERSON_AUDITOR);
  window = sky_reports_window_new (NULL, sky_session_get_selection (scene.session));
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (has_report, window);

  assert_reports (&scene, window, "PA-100002", ben, FALSE);
  assert_reports (&scene, window, "PA-100009", NULL, FALSE);
  assert_reports (&scene, window, "PA-100003", cy, TRUE);
  {
    g_autoptr (GPtrArray) views = list_views (&scene);

    g_assert_cmpuint (views->len, ==, 0);
  }
  assert_reports (&scene, window, "PA-100001", ada, TRUE);
  choose_report (&scene, window, SKY_REPORT_TABLE);
  choose_report (&scene, window, SKY_REPORT_DEALER);
  {
    g_autoptr (GPtrArray) views = list_views (&scene);

    g_assert_cmpuint (views->len, ==, 1);
    g_assert_true (g_str_has_prefix (views->pdata[0], "PA-100001 staff.error-rate: PA-"));
  }

  /* Nothing of it is left for whom comes next. */
  assert_reports (&scene, window, "PA-100002", ben, FALSE);
  fixture_close_window (window);
  scene_clear (&scene);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/patterns-window/wheel", test_wheel);
  g_test_add_func ("/patterns-window/filter", test_filter);
  g_test_add_func ("/patterns-window/case", test_case);
  g_test_add_func ("/patterns-window/person", test_person);
  g_test_add_func ("/patterns-window/roles", test_roles);
  g_test_add_func ("/patterns-window/reports", test_reports);
  return fixture_run_tests ();
}
