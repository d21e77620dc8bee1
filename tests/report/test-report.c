/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-plot.h"
#include "sky-shift.h"

#include <glib/gstdio.h>
#include <string.h>

#include "store-samples.h"

#define N_COLUMNS 26

/* --- Shifts -------------------------------------------------------------------------------------
 */

static void
test_shift_parse (void)
{
  static const char *const good[] = { "06:00", "14:00", "22:30", NULL };
  static const struct
  {
    const char *times[4];
  } bad[] = {
    { { NULL } },    { { "6:00" } },           { { "24:00" } },
    { { "06:60" } }, { { "06:00 " } },         { { "14:00", "06:00" } },
    { { "" } },      { { "06:00", "06:00" } }, { { "06:00", "ab" } },
  };
  SkyShifts shifts;
  g_autofree char *last = NULL;

  g_assert_true (sky_shifts_parse (&shifts, good));
  g_assert_cmpuint (shifts.n, ==, 3);
  last = sky_shifts_format (&shifts, 2);
  g_assert_cmpstr (last, ==, "22:30–06:00");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (sky_shifts_parse (&shifts, bad[i].times));
}

static void
assert_span (const SkyShifts *shifts, guint index, SkyDay day, const char *from, const char *until)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("America/New_York");
  char text[SKY_TIME_TEXT_SIZE];
  SkyTime start;
  SkyTime end;

  g_assert_nonnull (zone);
  sky_shifts_get_span (shifts, index, day, zone, &start, &end);
  g_assert_cmpstr (sky_time_format (start, text), ==, from);
  g_assert_cmpstr (sky_time_format (end, text), ==, until);
}

/* The clock went back on 5 November 2023, in the night shift of the 4th, and forward on 12 March.
 */
static void
test_shift_spans (void)
{
  static const char *const times[] = { "06:00", "14:00", "22:00", NULL };
  SkyShifts shifts;

  g_assert_true (sky_shifts_parse (&shifts, times));
  assert_span (&shifts, 0, sky_day_from_ymd (2023, 11, 4), "2023-11-04T10:00:00.000000Z",
               "2023-11-04T18:00:00.000000Z");
  assert_span (&shifts, 2, sky_day_from_ymd (2023, 11, 4), "2023-11-05T02:00:00.000000Z",
               "2023-11-05T11:00:00.000000Z");
  assert_span (&shifts, 2, sky_day_from_ymd (2023, 3, 11), "2023-03-12T03:00:00.000000Z",
               "2023-03-12T10:00:00.000000Z");
}

/* --- Reports ------------------------------------------------------------------------------------
 */

typedef struct
{
  Samples samples;
  SkyStore *store;
  SkyDay day;
} Fixture;

static void
set_up (Fixture *self, gconstpointer engine)
{
  samples_set_up (&self->samples, engine);
  self->store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
  for (guint table = 1; table <= 5; table++)
    for (guint day = 0; day < 2; day++)
      {
        g_autoptr (SampleAudit) audit = sample_audit_new (table, day, 150, 60, table * 10 + day);

        sample_audit_write (audit, self->store);
        self->day = audit->log.gaming_day;
      }
}

static void
set_up_sqlite (Fixture *self, gconstpointer unused)
{
  set_up (self, NULL);
}

static void
set_up_postgres (Fixture *self, gconstpointer unused)
{
  set_up (self, samples_postgres);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  sky_store_free (self->store);
  samples_tear_down (&self->samples, NULL);
}

static SkyReport *
make (Fixture *self, SkyReportKind kind)
{
  SkyReportRequest request = {
    .kind = kind,
    .property = "Allegheny",
    .time_zone = "America/New_York",
    .first_day = self->day,
    .last_day = SKY_DAY_NONE,
    .shift = "14:00–22:00",
    .start = (self->day * 24 + 18) * SKY_HOUR,
    .end = (self->day * 24 + 26) * SKY_HOUR,
    .table = "CR-01",
    .dealer = "PA-200001",
  };
  g_autoptr (GError) error = NULL;
  SkyReport *report = NULL;

  if (kind == SKY_REPORT_TABLE)
    request.first_day = SKY_DAY_NONE;
  report =
      sky_report_new (self->store, &request, G_GINT64_CONSTANT (1700000000) * SKY_SECOND, &error);
  g_assert_no_error (error);
  return report;
}

/* The records of @csv, each of N_COLUMNS fields, read as RFC 4180 says. */
static GPtrArray *
parse_csv (const char *csv)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  const char *at = csv;

  while (*at != '\0')
    {
      g_autoptr (GPtrArray) fields = g_ptr_array_new ();

      for (;;)
        {
          g_autoptr (GString) field = g_string_new (NULL);

          if (*at == '"')
            for (at++; *at != '"' || at[1] == '"'; at++)
              {
                g_assert_true (*at != '\0');
                g_string_append_c (field, *at);
                at += *at == '"';
              }
          else
            for (; strchr (",\r\n\"", *at) == NULL; at++)
              g_string_append_c (field, *at);
          at += *at == '"';
          g_ptr_array_add (fields, g_string_free (g_steal_pointer (&field), FALSE));
          if (*at != ',')
            break;
          at++;
        }
      g_assert_true (g_str_has_prefix (at, "\r\n"));
      at += 2;
      g_assert_cmpuint (fields->len, ==, N_COLUMNS);
      g_ptr_array_add (fields, NULL);
      g_ptr_array_add (records, g_ptr_array_free (g_steal_pointer (&fields), FALSE));
    }
  return records;
}

/* The column @column added up, in hundredths, over the records whose "by" is @by. */
static gint64
add_up (GPtrArray *records, const char *by, const char *column)
{
  char **names = records->pdata[0];
  guint index = 0;
  gint64 sum = 0;

  while (!g_str_equal (names[index], column))
    index++;
  for (guint i = 1; i < records->len; i++)
    {
      char **record = records->pdata[i];
      const char *point = strchr (record[index], '.');
      gint64 whole;

      if (!g_str_equal (record[5], by))
        continue;
      whole = 100 * g_ascii_strtoll (record[index], NULL, 10);
      if (point != NULL)
        {
          gint64 cents = g_ascii_strtoll (point + 1, NULL, 10);

          g_assert_cmpuint (strlen (point), ==, 3);
          whole += record[index][0] == '-' ? -cents : cents;
        }
      sum += whole;
    }
  return sum;
}

static void
test_csv (Fixture *fixture, gconstpointer data)
{
  static const char *const columns[] = { "rounds",   "wagers",    "variances", "irregularities",
                                         "overpaid", "underpaid", "net",       "integrity" };
  SkyReportKind kind = GPOINTER_TO_UINT (data);
  g_autoptr (SkyReport) report = make (fixture, kind);
  g_autofree char *csv = sky_report_to_csv (report);
  g_autoptr (GPtrArray) records = parse_csv (csv);
  const char *parts[] = { "table", "game", NULL };

  if (kind == SKY_REPORT_TABLE)
    parts[0] = "day", parts[1] = NULL;
  g_assert_cmpuint (records->len, >, 3);
  g_assert_cmpstr (((char **) records->pdata[1])[0], ==, sky_report_kind_to_name (kind));
  g_assert_cmpstr (((char **) records->pdata[1])[1], ==, "Allegheny");
  g_assert_cmpint (add_up (records, "all", "rounds"), ==, 100 * (gint64) report->figures.n_rounds);
  g_assert_cmpint (add_up (records, "all", "net"), ==, sky_figures_get_net (&report->figures));
  g_assert_cmpint (report->figures.over, >, 0);
  g_assert_cmpint (report->figures.under, >, 0);
  /* Each way of parting it comes to all of it. */
  for (guint i = 0; parts[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (columns); j++)
      g_assert_cmpint (add_up (records, parts[i], columns[j]), ==,
                       add_up (records, "all", columns[j]));
  g_assert_cmpint (add_up (records, "check", "net"), ==, add_up (records, "all", "net"));
}

/* The same to the byte, whichever engine the store is of. */
static void
test_same (Fixture *fixture, gconstpointer unused)
{
  Fixture other = { 0 };

  set_up_postgres (&other, NULL);
  for (SkyReportKind kind = SKY_REPORT_SHIFT; kind <= SKY_REPORT_DEALER; kind++)
    {
      g_autoptr (SkyReport) here = make (fixture, kind);
      g_autoptr (SkyReport) there = make (&other, kind);
      g_autofree char *csv_here = sky_report_to_csv (here);
      g_autofree char *csv_there = sky_report_to_csv (there);

      g_assert_cmpstr (csv_here, ==, csv_there);
    }
  tear_down (&other, NULL);
}

static void
test_csv_quotes (void)
{
  SkyReport report = { .kind = SKY_REPORT_DEALER,
                       .property = (char *) "The \"Keystone\", Erie",
                       .item = (char *) "=1+1\nx",
                       .first_day = SKY_DAY_NONE,
                       .last_day = SKY_DAY_NONE };
  g_autofree char *csv = NULL;
  g_autoptr (GPtrArray) records = NULL;

  report.parts = g_ptr_array_new ();
  report.notes = g_ptr_array_new ();
  report.figures.under = 5;
  csv = sky_report_to_csv (&report);
  records = parse_csv (csv);
  g_assert_cmpstr (((char **) records->pdata[1])[1], ==, "The \"Keystone\", Erie");
  g_assert_cmpstr (((char **) records->pdata[1])[2], ==, "'=1+1\nx");
  g_assert_nonnull (strstr (csv, ",0.05,-0.05,"));
  g_ptr_array_unref (report.parts);
  g_ptr_array_unref (report.notes);
}

static char *
read_pdf (SkyDocument *document, guint *n_pages)
{
  g_autofree char *folder = g_dir_make_tmp ("sky-report-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.pdf", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  const char *argv[] = { "pdftotext", "-layout", path, "-", NULL };
  char *said = NULL;
  int status = 1;

  sky_document_save_pdf (document, file, n_pages, NULL, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_unlink (path);
  g_rmdir (folder);
  return said;
}

static void
assert_says (const char *text, const char *what)
{
  if (strstr (text, what) == NULL)
    g_error ("“%s” is not said in: %s", what, text);
}

/* What is on paper is what the model has, and outlives it. */
static void
test_paper (Fixture *fixture, gconstpointer data)
{
  SkyReportKind kind = GPOINTER_TO_UINT (data);
  SkyReport *report = make (fixture, kind);
  g_autoptr (SkyDocument) document = sky_report_to_document (report, SKY_PAPER_A4, "Ada Quinn");
  g_autofree char *title = g_strdup (report->title);
  g_autofree char *over = sky_money_format (report->figures.over);
  g_autofree char *net = sky_money_format_signed (sky_figures_get_net (&report->figures));
  g_autofree char *text = NULL;
  guint n_pages = 0;

  sky_report_unref (report);
  text = read_pdf (document, &n_pages);
  g_assert_cmpuint (n_pages, >=, 2);
  assert_says (text, title);
  assert_says (text, "Allegheny");
  assert_says (text, over);
  assert_says (text, net);
  assert_says (text, "Made 2023-11-14T22:13:20Z by Ada Quinn");
  assert_says (text, "settle.payout");
  assert_says (text, "Largest Variances");
  assert_says (text, "Overpaid (up) and underpaid (down)");
}

/* What a log says that nobody looked at stands beside the figures, on paper and in the CSV. */
static void
test_left_out (Fixture *fixture, gconstpointer unused)
{
  static const char note[] = "Nobody looked at wagers.";
  g_autoptr (SkyReport) report = NULL;
  g_autoptr (SkyDocument) document = NULL;
  g_autofree char *text = NULL;
  g_autofree char *csv = NULL;
  g_autoptr (GPtrArray) records = NULL;
  char **record;

  samples_tamper (&fixture->samples, "UPDATE logs SET left_out = 'Nobody looked at wagers.'"
                                     " WHERE id = (SELECT max (id) FROM logs)");
  report = make (fixture, SKY_REPORT_DAY);
  g_assert_cmpuint (report->notes->len, ==, 1);
  assert_says (report->notes->pdata[0], note);
  document = sky_report_to_document (report, SKY_PAPER_LETTER, NULL);
  text = read_pdf (document, NULL);
  assert_says (text, note);
  csv = sky_report_to_csv (report);
  records = parse_csv (csv);
  record = records->pdata[2];
  g_assert_cmpstr (record[5], ==, "left_out");
  assert_says (record[7], note);
  for (guint i = 8; record[i] != NULL; i++)
    g_assert_cmpstr (record[i], ==, "");
}

/* What the pictures of its logs said, where they were read. */
static void
test_pictures (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (SkyReport) before = make (fixture, SKY_REPORT_DAY);
  g_autoptr (SkyReport) report = NULL;
  const SkyReportFact *fact;

  samples_tamper (&fixture->samples, "INSERT INTO testimony (log, seq, round, verdict, content)"
                                     " SELECT max (id), 1, 1, 1, '{}' FROM logs UNION"
                                     " SELECT max (id), 2, 2, 2, '{}' FROM logs UNION"
                                     " SELECT max (id), 3, 3, 1, '{}' FROM logs UNION"
                                     " SELECT max (id), 4, 4, 0, '{}' FROM logs");
  report = make (fixture, SKY_REPORT_DAY);
  g_assert_cmpuint (report->facts->len, ==, before->facts->len + 1);
  fact = report->facts->pdata[report->facts->len - 1];
  g_assert_cmpstr (fact->name, ==, "Pictures of the logs");
  g_assert_cmpstr (fact->value, ==, "2 agree, 1 contradict, 1 not read");
}

static void
test_nothing (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (SkyReport) report = make (fixture, SKY_REPORT_DEALER);
  g_autoptr (SkyDocument) document = sky_report_to_document (report, SKY_PAPER_LETTER, NULL);
  g_autofree char *text = read_pdf (document, NULL);
  g_autofree char *csv = sky_report_to_csv (report);
  g_autoptr (GPtrArray) records = parse_csv (csv);
  g_autofree char *name = sky_report_file_name (report, "csv");

  g_assert_true (sky_report_is_empty (report));
  assert_says (text, "The store has no rounds and no findings for this choice.");
  g_assert_cmpuint (records->len, ==, 2);
  g_assert_cmpstr (name, ==, "report-dealer-2023-11-02-PA-200001.csv");
}

static SkyReportPart *
part_of (SkyReport *report, const char *id)
{
  for (guint i = 0; i < report->parts->len; i++)
    {
      SkyReportPart *part = report->parts->pdata[i];

      if (g_str_equal (part->id, id))
        return part;
    }
  return NULL;
}

/* A dealer at every table of the property, for whose last event another has come: the errors are
 * those of settlements, procedure and disputes, and what was shared is told. */
static void
test_dealer (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (SkyReport) day = NULL;
  g_autoptr (SkyReport) report = NULL;
  const SkyReportPart *checks = NULL;
  const SkyReportPart *others = NULL;
  guint64 n = 0;

  samples_tamper (&fixture->samples,
                  "INSERT INTO duties SELECT id, 0, 'dealer', 'PA-200001', 'Ada Alvarez', 0,"
                  " 1000000, start_at, end_at FROM logs WHERE property = 'Allegheny';"
                  "INSERT INTO duties SELECT id, 1, 'dealer', 'PA-200002', NULL, 1401, 1000000,"
                  " start_at, end_at FROM logs WHERE property = 'Allegheny'");
  day = make (fixture, SKY_REPORT_DAY);
  report = make (fixture, SKY_REPORT_DEALER);
  /* From the fixture's last day on, which is the day. */
  g_assert_cmpuint (report->figures.n_rounds, ==, day->figures.n_rounds);
  g_assert_cmpint (report->figures.over, ==, day->figures.over);
  g_assert_cmpint (report->figures.under, ==, day->figures.under);
  assert_says (report->subject, "PA-200001 · Ada Alvarez");

  checks = part_of (report, "check");
  for (guint i = 0; i < checks->rows->len; i++)
    {
      const SkyReportRow *row = checks->rows->pdata[i];

      g_assert_false (g_str_has_prefix (row->key, "log."));
      g_assert_false (g_str_has_prefix (row->key, "coverage."));
      n += sky_figures_count_findings (&row->figures);
    }
  g_assert_cmpuint (n, ==,
                    sky_figures_count_errors (&report->figures)
                        + report->figures.n_findings[SKY_QUEUE_DISPUTE]);
  others = part_of (report, "dealer");
  g_assert_cmpuint (others->rows->len, ==, 1);
  g_assert_cmpstr (((SkyReportRow *) others->rows->pdata[0])->key, ==, "PA-200002");
  /* Ten of each table's 150 rounds begin with both there. */
  g_assert_cmpuint (((SkyReportRow *) others->rows->pdata[0])->figures.n_rounds * 15, ==,
                    report->figures.n_rounds);
}

/* --- Plots --------------------------------------------------------------------------------------
 */

/* How many pixels of @image have nearly the colour @colour. */
static guint
count_colour (cairo_surface_t *image, const SkyPlotColour *colour)
{
  int want[3] = { (int) (colour->blue * 255 + 0.5), (int) (colour->green * 255 + 0.5),
                  (int) (colour->red * 255 + 0.5) };
  guint n = 0;

  cairo_surface_flush (image);
  for (int y = 0; y < cairo_image_surface_get_height (image); y++)
    {
      const guint8 *row = cairo_image_surface_get_data (image)
                          + (gsize) y * (gsize) cairo_image_surface_get_stride (image);

      for (int x = 0; x < cairo_image_surface_get_width (image); x++)
        n += ABS (row[4 * x] - want[0]) < 3 && ABS (row[4 * x + 1] - want[1]) < 3
             && ABS (row[4 * x + 2] - want[2]) < 3;
    }
  return n;
}

static guint
draw_and_count (const SkyReportPart *part, SkyPlotKind kind, const SkyPlotColour *colour)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 800, 300);
  cairo_t *cr = cairo_create (image);
  guint n;

  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  sky_plot_draw (cr, part, kind, 800, 300, &sky_plot_on_dark);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  n = count_colour (image, colour);
  cairo_surface_destroy (image);
  return n;
}

/* The areas of what is drawn are as the amounts are: twice as much takes twice the room. */
static void
test_plot_areas (void)
{
  SkyReportPart part = { .id = "table" };
  SkyReportRow rows[2] = { { .label = (char *) "CR-01" }, { .label = (char *) "CR-02" } };
  guint over;
  guint under;
  g_autofree char *said = NULL;

  part.rows = g_ptr_array_new ();
  g_ptr_array_add (part.rows, &rows[0]);
  g_ptr_array_add (part.rows, &rows[1]);
  rows[0].figures.over = 20000;
  rows[1].figures.under = 10000;
  for (SkyPlotKind kind = SKY_PLOT_NONE; kind <= SKY_PLOT_MONEY; kind++)
    {
      if (kind != SKY_PLOT_MONEY && kind != SKY_PLOT_MONEY_IN_TIME)
        continue;
      over = draw_and_count (&part, kind, &sky_plot_on_dark.over);
      under = draw_and_count (&part, kind, &sky_plot_on_dark.under);
      g_assert_cmpuint (over, >, 1000);
      g_assert_cmpuint (over, >, under * 19 / 10);
      g_assert_cmpuint (over, <, under * 21 / 10);
    }
  said = sky_plot_describe (&part, SKY_PLOT_MONEY);
  g_assert_cmpstr (said, ==, "Underpaid (left) and overpaid (right): most at CR-01, $200.00");
  g_ptr_array_unref (part.rows);
}

/* Plots of nothing, and of a great many rows. */
static void
test_plot_ends (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (SkyReport) report = make (fixture, SKY_REPORT_DAY);
  SkyReportPart *hours = part_of (report, "hour");
  SkyReportPart many = { .id = "hour", .rows = g_ptr_array_new () };
  SkyReportPart none = { .id = "hour", .rows = g_ptr_array_new () };
  g_autofree char *said = NULL;

  g_assert_nonnull (hours);
  g_assert_cmpuint (draw_and_count (hours, hours->plots[0], &sky_plot_on_dark.variance), >, 0);
  for (guint i = 0; i < 3000; i++)
    g_ptr_array_add (many.rows, hours->rows->pdata[0]);
  for (SkyPlotKind kind = SKY_PLOT_NONE; kind <= SKY_PLOT_MONEY; kind++)
    {
      draw_and_count (&many, kind, &sky_plot_on_dark.text);
      g_assert_cmpuint (draw_and_count (&none, kind, &sky_plot_on_dark.over), ==, 0);
    }
  said = sky_plot_describe (&none, SKY_PLOT_FINDINGS);
  g_assert_cmpstr (said, ==, "Findings: nothing");
  g_ptr_array_unref (many.rows);
  g_ptr_array_unref (none.rows);
}

#define ADD(path, data, function)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_test_add ("/sqlite/report/" path, Fixture, GUINT_TO_POINTER (data), set_up_sqlite, function, \
                tear_down);                                                                        \
    g_test_add ("/postgres/report/" path, Fixture, GUINT_TO_POINTER (data), set_up_postgres,       \
                function, tear_down);                                                              \
  }                                                                                                \
  G_STMT_END

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shift/parse", test_shift_parse);
  g_test_add_func ("/shift/spans", test_shift_spans);
  ADD ("csv/shift", SKY_REPORT_SHIFT, test_csv);
  ADD ("csv/day", SKY_REPORT_DAY, test_csv);
  ADD ("csv/table", SKY_REPORT_TABLE, test_csv);
  g_test_add ("/report/left-out", Fixture, NULL, set_up_sqlite, test_left_out, tear_down);
  g_test_add ("/report/pictures", Fixture, NULL, set_up_sqlite, test_pictures, tear_down);
  g_test_add ("/report/csv/same", Fixture, NULL, set_up_sqlite, test_same, tear_down);
  g_test_add_func ("/report/csv/quotes", test_csv_quotes);
  ADD ("paper/shift", SKY_REPORT_SHIFT, test_paper);
  ADD ("paper/day", SKY_REPORT_DAY, test_paper);
  ADD ("paper/table", SKY_REPORT_TABLE, test_paper);
  ADD ("nothing", 0, test_nothing);
  ADD ("dealer", 0, test_dealer);
  g_test_add_func ("/plot/areas", test_plot_areas);
  ADD ("plot-ends", 0, test_plot_ends);
  return g_test_run ();
}
