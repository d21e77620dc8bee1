/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures showed, in a package: the readings of the case's rounds are there with their
 * calibration, whoever verifies reads the clip again, and a reading that was changed is found. */
#include "config.h"

#include "package-fixture.h"
#include "sky-archive.h"
#include "sky-case.h"
#include "sky-drawn-dice.h"
#include "sky-finding-query.h"
#include "sky-person.h"
#include "sky-sight-audit.h"
#include "sky-store-audit.h"
#include "sky-video-writer.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH  320
#define HEIGHT 240
#define EDGE   38.0
#define FPS    10
/* The dice fly for a second, and then lie for as long as the recording goes. */
#define LAND   SKY_SECOND
#define LENGTH (4 * SKY_SECOND)

static const guint shown[2] = { 5, 3 };
static const char begin[] = "2023-11-04T18:00:00.000000Z";
static const SkyReviewer ada = { "PA-1", "Ada Quinn" };

static PackageFixture fixture;
static char *target;  /* the package that is verified */
static char *program; /* skyward-cli */
static const SkyVerifyEye *eye;

/* --- A throw, its record, and a case of it -----------------------------------------------------
 */

static void
write_file (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture.archive, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
record (SkyTime start)
{
  g_autofree char *path = g_build_filename (fixture.archive, "dice.mkv", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVideoWriter) writer =
      sky_video_writer_new (path, WIDTH, HEIGHT, FPS, 1, SKY_PIXELS_CAIRO32, &error);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  g_assert_no_error (error);
  for (SkyTime at = 0; at < LENGTH; at += SKY_SECOND / FPS)
    {
      cairo_t *cr;
      cairo_surface_t *surface = sky_drawn_table (0, WIDTH, HEIGHT, &cr);

      for (guint i = 0; at >= LAND && i < 2; i++)
        sky_drawn_die (cr, 0, shown[i], WIDTH * (0.3 + 0.4 * i), HEIGHT * (0.4 + 0.2 * i), EDGE,
                       0.4 + i);
      cairo_destroy (cr);
      SkySightPicture picture = sky_drawn_picture (surface, random);
      g_assert_true (
          sky_video_writer_push (writer, picture.pixels, picture.stride, start + at, &error));
      cairo_surface_destroy (surface);
    }
  g_assert_true (sky_video_writer_finish (writer, NULL, &error));
  g_assert_no_error (error);
}

/* A log that has the first die as one more than it fell, and its camera. */
static void
write_archive (void)
{
  SkyTime start;

  g_assert_true (sky_time_parse (begin, strlen (begin), &start));
  g_assert_cmpint (g_mkdir_with_parents (fixture.archive, 0700), ==, 0);
  record (start);
  write_file ("t.tel.jsonl",
              "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"P\",\"table\":\"T\","
              "\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"time_zone\":"
              "\"America/New_York\",\"currency\":\"USD\"}\n"
              "{\"seq\":1,\"at\":\"2023-11-04T18:00:00.100000Z\",\"type\":\"round_start\","
              "\"round\":1}\n"
              "{\"seq\":2,\"at\":\"2023-11-04T18:00:00.200000Z\",\"type\":\"throw\"}\n"
              "{\"seq\":3,\"at\":\"2023-11-04T18:00:01.500000Z\",\"type\":\"result\","
              "\"dice\":[6,3],\"observed\":[]}\n"
              "{\"seq\":4,\"at\":\"2023-11-04T18:00:02.000000Z\",\"type\":\"round_end\","
              "\"round\":1}\n");
  write_file ("footage.json",
              "{\"cameras\":[{\"camera\":\"A\",\"table\":\"T\",\"kind\":\"stationary\","
              "\"covers\":[\"table\"],\"segments\":[{\"file\":\"dice.mkv\","
              "\"start\":\"2023-11-04T18:00:00.000000Z\","
              "\"end\":\"2023-11-04T18:00:04.000000Z\"}]}]}");
  write_file ("sight.json",
              "{\"cameras\":[{\"camera\":\"A\",\"die_px\":38,\"ignore\":[[0,0,320,20]]}]}");
}

static void
audit (SkyStore *store)
{
  static const gint go_on = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (fixture.archive, &error);
  g_assert_no_error (error);
  g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_assert_no_error (error);
  g_autoptr (SkyLogAudit) judged = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
  g_assert_no_error (error);
  g_autoptr (SkySightArchive) sight = sky_sight_archive_new (archive, &error);
  g_assert_no_error (error);
  g_autofree char *inputs = sky_store_audit_inputs (archive);

  g_assert_true (sky_sight_audit (sight, judged, NULL, NULL, &go_on, &error));
  sky_store_write_audit (store, archive, inputs, judged, "test", NULL, &error);
  g_assert_no_error (error);
}

/* A case of what the pictures contradict. */
static void
gather (SkyStore *store)
{
  const SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  guint n = 0;

  sky_store_open_case (store, &ada, "The dice", &fixture.case_id, &error);
  g_assert_no_error (error);
  findings = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < findings->len; i++)
    {
      const SkyStoredFinding *finding = findings->pdata[i];

      if (!g_str_equal (finding->check, "sight.contradicts"))
        continue;
      sky_store_add_to_case (store, &ada, fixture.case_id, finding->key, 0, NULL, &error);
      g_assert_no_error (error);
      n++;
    }
  g_assert_cmpuint (n, ==, 1);
}

static void
set_up (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autofree char *pem = NULL;

  fixture.folder = g_dir_make_tmp ("sky-package-XXXXXX", &error);
  g_assert_no_error (error);
  fixture.archive = g_build_filename (fixture.folder, "archive", NULL);
  fixture.store = g_build_filename (fixture.folder, "skyward.db", NULL);
  fixture.package = g_build_filename (fixture.folder, "case.zip", NULL);
  target = g_build_filename (fixture.folder, "changed.zip", NULL);
  write_archive ();
  fixture.ada = sky_identity_create (ada.credential, ada.name, 30, &error);
  g_assert_no_error (error);
  store = sky_store_open (fixture.store, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  audit (store);
  sky_store_set_signer (store, ada.credential, sky_identity_sign, sky_identity_ref (fixture.ada),
                        (GDestroyNotify) sky_identity_unref);
  pem = sky_certificate_to_pem (sky_identity_get_certificate (fixture.ada));
  sky_store_add_person (store, &ada,
                        &(SkyPerson){ .credential = (char *) ada.credential,
                                      .name = (char *) ada.name,
                                      .role = SKY_PERSON_INVESTIGATOR,
                                      .certificate = pem,
                                      .expires = sky_certificate_get_not_after (
                                          sky_identity_get_certificate (fixture.ada)) },
                        &error);
  g_assert_no_error (error);
  gather (store);
}

static void
clear (void)
{
  g_free (program);
  g_free (target);
  package_fixture_clear (&fixture);
}

/* --- What is said of it ------------------------------------------------------------------------
 */

/* Signs the @members as they are now. Returns: what is said of the package, which must come to
 * @wanted. */
static char *
verify (GPtrArray *members, SkyVerdict wanted)
{
  const SkyVerifyOptions options = { .eye = eye };
  g_autoptr (GError) error = NULL;

  package_sign (members, fixture.ada);
  package_pack (target, members, FALSE);
  g_autoptr (SkyVerifyReport) report = sky_package_verify (target, &options, &error);
  g_assert_no_error (error);
  g_assert_true (eye != NULL || report->lacks_eye);
  return package_told (report, wanted);
}

static void
assert_said (GPtrArray *members, SkyVerdict wanted, const char *words)
{
  g_autofree char *text = verify (members, wanted);

  if (strstr (text, words) == NULL)
    g_error ("“%s” is not in “%s”", words, text);
}

/* The package with @from in its readings replaced by @to. */
static GPtrArray *
change_readings (const char *from, const char *to)
{
  GPtrArray *members = package_unpack (fixture.package);
  GBytes *data = package_find (members, "log/t.tel.jsonl.sight.jsonl")->data;
  g_autoptr (GString) text =
      g_string_new_len (g_bytes_get_data (data, NULL), (gssize) g_bytes_get_size (data));

  g_assert_cmpuint (g_string_replace (text, from, to, 0), ==, 1);
  package_replace (members, "log/t.tel.jsonl.sight.jsonl", text->str, text->len);
  return members;
}

static void
test_read_again (void)
{
  g_autoptr (GPtrArray) members = package_unpack (fixture.package);

  package_find (members, "log/t.tel.jsonl.sight.json");
  assert_said (members, SKY_VERDICT_NOBODY_VOUCHES,
               "holds log/t.tel.jsonl.sight.jsonl: readings that were made again off the clips, "
               "with the same model, and are the same: 1");
}

/* Other dice than the clip shows, and a contradiction that is kept quiet. */
static void
test_changed (void)
{
  g_autoptr (GPtrArray) other = change_readings ("\"values\":[5,3]", "\"values\":[5,2]");
  g_autoptr (GPtrArray) quiet =
      change_readings ("\"verdict\":\"contradicts\",\"values\":[5,3]",
                       "\"verdict\":\"cannot_read\",\"reason\":\"covered\",\"seen\":[5,3]");

  assert_said (other, SKY_VERDICT_FAILS,
               "FAILS log/t.tel.jsonl.sight.jsonl: round 1: the same model reads 5-3 off the clip "
               "again, and the package says 5-2");
  assert_said (quiet, SKY_VERDICT_FAILS,
               "FAILS log/t.tel.jsonl.sight.jsonl: round 1: the same model reads 5-3 off the clip "
               "again, and the package says no dice");
}

/* Two cameras that show different dice read nothing together. With the clip of one of them alone,
 * that cannot be held against the package. */
static void
test_other_camera (void)
{
  g_autoptr (GPtrArray) differ =
      change_readings ("\"verdict\":\"contradicts\",\"values\":[5,3]",
                       "\"verdict\":\"cannot_read\",\"reason\":\"readers_differ\",\"seen\":[5,3]");

  assert_said (differ, SKY_VERDICT_NOBODY_VOUCHES,
               "alone: 1 (the package lacks clips of other cameras that were read with them)");
}

/* What does not even fit the log's lines is found without a picture. */
static void
test_beside_log (void)
{
  g_autoptr (GPtrArray) recorded = change_readings ("\"recorded\":[6,3]", "\"recorded\":[5,3]");
  g_autoptr (GPtrArray) verdict =
      change_readings ("\"verdict\":\"contradicts\"", "\"verdict\":\"agrees\"");
  g_autoptr (GPtrArray) none = change_readings ("\"seq\":3", "\"seq\":\"three\"");

  assert_said (recorded, SKY_VERDICT_FAILS, "line 1: it states another result than the log has");
  assert_said (verdict, SKY_VERDICT_FAILS, "line 1: its verdict does not follow from its values");
  assert_said (none, SKY_VERDICT_FAILS, "line 1: it is no reading of a picture");
}

/* Who cannot read it again says so, and nothing fails. */
static void
test_not_again (void)
{
  char model[SKY_DIGEST_HEX_SIZE];
  g_autofree char *command = g_strdup_printf (
      "SKYWARD_SIGHT_DIR=/nonexistent '%s' verify '%s' 2>&1", program, fixture.package);
  g_autofree char *said = package_run (fixture.folder, 3, command);

  g_assert_nonnull (strstr (said, "readings that were not made again and are the signer's word "
                                  "alone: 1 (This installation reads no pictures"));
  sky_sight_digest_model (SKY_SIGHT_DICE, model);
  g_autoptr (GPtrArray) other =
      change_readings (model, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  assert_said (other, SKY_VERDICT_NOBODY_VOUCHES, "alone: 1 (another model made them)");
  g_autoptr (GPtrArray) calibration = package_unpack (fixture.package);
  package_replace (calibration, "log/t.tel.jsonl.sight.json", "{\"cameras\":[]}", 14);
  assert_said (calibration, SKY_VERDICT_NOBODY_VOUCHES,
               "alone: 1 (their calibration is not in the package)");
  g_autoptr (GPtrArray) unseen = package_unpack (fixture.package);
  eye = NULL;
  assert_said (unseen, SKY_VERDICT_NOBODY_VOUCHES, "alone: 1 (this program reads no pictures)");
  eye = sky_verify_get_eye ();
}

int
main (int argc, char **argv)
{
  const SkyExportOptions options = { .leave_out_originals = TRUE };
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  eye = sky_verify_get_eye ();
  program = g_canonicalize_filename (argv[1], NULL);
  set_up ();
  atexit (clear);
  package_fixture_export (&fixture, fixture.package, &options, &error);
  g_assert_no_error (error);
  g_test_add_func ("/package-sight/read-again", test_read_again);
  g_test_add_func ("/package-sight/changed", test_changed);
  g_test_add_func ("/package-sight/other-camera", test_other_camera);
  g_test_add_func ("/package-sight/beside-log", test_beside_log);
  g_test_add_func ("/package-sight/not-again", test_not_again);
  return g_test_run ();
}
