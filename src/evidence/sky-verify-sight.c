/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures showed. Readings are held against the lines of the log that are in the package,
 * and the clips are read again where the same model and calibration can do so. */
#include "config.h"

#include "sky-archive.h"
#include "sky-log-extract.h"
#include "sky-log.h"
#include "sky-package-archive.h"
#include "sky-scratch-folder.h"
#include "sky-sight-account.h"
#include "sky-verify-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define SUFFIX ".sight.jsonl"
/* A reading looks back that far for what lay there before, at most. */
#define LOOKS_BACK (8 * SKY_SECOND)

/* Why a reading was not made again. */
typedef enum
{
  AGAIN, /* it was */
  NO_CLIP,
  OTHER_MODEL,
  OTHER_CALIBRATION,
  OTHER_CAMERA, /* another camera showed something else, and the package lacks its clip */
  NO_READER,    /* this installation reads no pictures */
  N_CAUSES,
} Cause;

/* The readings of one log. */
typedef struct
{
  SkyVerification *verification;
  const char *name; /* of the member */
  char *table;
  GArray *results; /* of SkySightResult: the results that the package's lines have */
  GPtrArray *accounts;
  gboolean is_good;
  char models[SKY_N_SIGHT_KINDS][SKY_DIGEST_HEX_SIZE]; /* of this program */
  guint n[N_CAUSES];
  guint n_other; /* read again, and not the same */
  char *refusal; /* why this installation reads no pictures */
} Readings;

/* --- Beside the log ----------------------------------------------------------------------------
 */

/* Returns FALSE when there is none; that is said where the log is verified. */
static gboolean
take_log (Readings *self, const SkyLogExtract *extract)
{
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (extract->lines, extract->log, NULL);

  if (log == NULL)
    return FALSE;
  self->table = g_strdup (sky_log_get_header (log)->table);
  self->results = sky_sight_list_results (log);
  return TRUE;
}

static const SkySightResult *
find_result (const GArray *results, guint64 seq)
{
  for (guint i = 0; i < results->len; i++)
    if (g_array_index (results, SkySightResult, i).seq == seq)
      return &g_array_index (results, SkySightResult, i);
  return NULL;
}

static void
fail (Readings *self, const char *words)
{
  sky_verification_say (self->verification, SKY_VERIFY_FAILS, "%s: line %u: %s", self->name,
                        self->accounts->len, sky_phrase_words (words));
  self->is_good = FALSE;
}

static void
take_line (const char *line, gsize length, gpointer data)
{
  Readings *self = data;
  g_autofree char *text = g_strndup (line, length);
  SkySightAccount *account = sky_sight_account_parse (text);
  const SkySightResult *result;

  if (!self->is_good)
    {
      sky_sight_account_free (account);
      return;
    }
  g_ptr_array_add (self->accounts, account);
  if (account == NULL)
    {
      fail (self, N_ ("it is no reading of a picture"));
      return;
    }
  result = find_result (self->results, account->seq);
  if (result == NULL || result->round != account->round || result->at != account->at
      || result->stretch.kind != account->kind || result->n_recorded != account->n_recorded
      || memcmp (result->recorded, account->recorded, account->n_recorded * sizeof (guint)) != 0)
    fail (self, N_ ("it states another result than the log has"));
  else if (account->verdict != SKY_SIGHT_CANNOT_READ
           && sky_sight_agrees (result, account->values, account->n_values)
                  != (account->verdict == SKY_SIGHT_AGREES))
    fail (self, N_ ("its verdict does not follow from its values"));
}

/* --- Read again --------------------------------------------------------------------------------
 */

/* Whether a clip of @camera has all that a reading of @result looks at, from the throw to @until.
 */
static gboolean
has_whole_clip (const SkyFootageCamera *camera, const SkySightResult *result, SkyTime until)
{
  SkyTime from = MAX (result->stretch.thrown, result->stretch.result - LOOKS_BACK);

  for (guint i = 0; i < camera->n_segments; i++)
    if (camera->segments[i].file != NULL && camera->segments[i].start <= from
        && until <= camera->segments[i].end)
      return TRUE;
  return FALSE;
}

/* How many cameras have such a clip. @name: (nullable): of this camera alone. */
static guint
count_clips (const SkyArchive *archive,
             const SkySightAccount *account,
             const SkySightResult *result,
             const char *name)
{
  SkyTime until = account->until != SKY_TIME_NONE ? account->until : result->stretch.until;
  guint n = 0;

  for (guint i = 0; archive->footage != NULL && i < archive->footage->n_cameras; i++)
    {
      const SkyFootageCamera *camera = &archive->footage->cameras[i];

      if (name == NULL || g_strcmp0 (camera->camera, name) == 0)
        n += has_whole_clip (camera, result, until);
    }
  return n;
}

/* Whether @reading can differ from the account only because the package lacks clips. All cameras
 * are read together: one whose clip ends early sees less, and where two showed different dice, a
 * package with the clip of one shows dice. */
static gboolean
lacks_camera (const SkyArchive *archive,
              const SkySightAccount *account,
              const SkySightResult *result,
              const SkySightReading *reading)
{
  guint n = count_clips (archive, account, result, NULL);

  return n < archive->footage->n_cameras
         || (n < 2 && reading->reason == SKY_SIGHT_READ && !account->is_read
             && account->reason == SKY_SIGHT_READERS_DIFFER);
}

/* "2-4", or that nothing was read. Returns: a new text or phrase. */
static char *
say_values (SkySightKind kind, gboolean is_read, const guint *values, guint n)
{
  return is_read ? sky_sight_values_text (kind, values, n)
                 : g_strdup (
                     sky_phrase_words (kind == SKY_SIGHT_CARDS ? N_ ("no cards") : N_ ("no dice")));
}

/* Returns: AGAIN, or why it could not be read. */
static Cause
read_one (Readings *self,
          const SkyArchive *archive,
          SkySightArchive *sight,
          const SkySightAccount *account,
          const SkySightResult *result)
{
  g_autoptr (GError) error = NULL;
  SkySightStretch stretch = result->stretch;
  SkySightReason why;

  /* The next throw, which ended what was looked at, need not be among the package's lines. */
  if (account->until != SKY_TIME_NONE)
    stretch.until = CLAMP (account->until + 1, stretch.result, stretch.until);
  g_autoptr (GArray) readings = self->verification->options->eye->read (
      sight, self->table, &stretch, self->verification->options->cancellable, &error);
  if (readings == NULL)
    {
      g_free (self->refusal);
      self->refusal = g_strdup (error->message);
      return NO_READER;
    }
  SkySightReading reading =
      sky_sight_unite ((const SkySightReading *) readings->data, readings->len);
  SkySightVerdict verdict = sky_sight_judge (result, &reading, &why);
  gboolean is_read = reading.reason == SKY_SIGHT_READ;
  if (verdict == account->verdict && is_read == account->is_read
      && (!is_read
          || sky_sight_is_same (reading.values, reading.n_values, account->values,
                                account->n_values)))
    return AGAIN;
  if (lacks_camera (archive, account, result, &reading))
    return OTHER_CAMERA;
  g_autofree char *seen = say_values (account->kind, is_read, reading.values, reading.n_values);
  g_autofree char *said =
      say_values (account->kind, account->is_read, account->values, account->n_values);
  sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                        "%s: round %" PRId64 ": the same model reads %s off the clip again, and "
                        "the package says %s",
                        self->name, account->round, seen, said);
  self->n_other++;
  return AGAIN;
}

/* The readings that the laid out @folder can be read for again. */
static void
read_archive (Readings *self, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (folder, &error);
  const SkyVerifyEye *eye = self->verification->options->eye;
  SkySightArchive *sight = archive != NULL ? eye->open (archive, &error) : NULL;

  if (sight == NULL)
    self->refusal = g_strdup (error->message);
  for (guint i = 0; i < self->accounts->len; i++)
    {
      const SkySightAccount *account = self->accounts->pdata[i];
      const SkySightResult *result = find_result (self->results, account->seq);
      Cause cause = AGAIN;

      if (g_strcmp0 (account->model, self->models[account->kind]) != 0)
        cause = OTHER_MODEL;
      else if (sight == NULL)
        cause = NO_READER;
      else if (g_strcmp0 (account->calibration, eye->get_calibration (sight)) != 0)
        cause = OTHER_CALIBRATION;
      else if (account->camera == NULL
               || count_clips (archive, account, result, account->camera) == 0)
        cause = NO_CLIP;
      else
        cause = read_one (self, archive, sight, account, result);
      self->n[cause]++;
    }
  if (sight != NULL)
    eye->close (sight);
}

/* The clips that were verified, and no others, beside the log's lines. Returns FALSE when they
 * cannot be unpacked. */
static gboolean
lay_out (Readings *self, const SkyPackageMember *log, const char *scratch, const char *folder)
{
  SkyVerification *verification = self->verification;
  g_autofree char *unpacked = g_build_filename (scratch, "package", NULL);
  g_autoptr (SkyPackage) package = sky_package_read_into (verification->path, unpacked,
                                                          verification->options->cancellable, NULL);

  if (package == NULL)
    return FALSE;
  for (guint i = 0; i < package->members->len; i++)
    {
      const SkyPackageMember *member = package->members->pdata[i];
      const SkyPackageMember *verified = sky_package_find (verification->package, member->name);

      if (verified == NULL || strcmp (verified->sha256, member->sha256) != 0)
        return FALSE;
    }
  return sky_package_lay_out (package, log, unpacked, TRUE, folder, NULL)
         && sky_package_lay_out_cameras (package, self->table, folder, NULL);
}

static void
read_again (Readings *self, const SkyPackageMember *log)
{
  g_autoptr (SkyScratchFolder) scratch = NULL;
  g_autofree char *folder = NULL;

  if (self->verification->options->eye == NULL)
    {
      self->verification->lacks_eye = TRUE;
      self->refusal = g_strdup (sky_phrase_words (N_ ("this program reads no pictures")));
      self->n[NO_READER] += self->accounts->len;
      return;
    }
  scratch = sky_scratch_folder_new (NULL);
  if (scratch == NULL)
    {
      self->n[NO_CLIP] += self->accounts->len;
      return;
    }
  folder = g_build_filename (sky_scratch_folder_get_path (scratch), "log", NULL);
  if (lay_out (self, log, sky_scratch_folder_get_path (scratch), folder))
    read_archive (self, folder);
  else
    self->n[NO_CLIP] += self->accounts->len;
}

/* --- What is said of it ------------------------------------------------------------------------
 */

static void
say_not_again (const Readings *self)
{
  static const char *const causes[N_CAUSES] = {
    [NO_CLIP] = N_ ("no clip shows all of the throw or deal"),
    [OTHER_MODEL] = N_ ("another model made them"),
    [OTHER_CALIBRATION] = N_ ("their calibration is not in the package"),
    [OTHER_CAMERA] = N_ ("the package lacks clips of other cameras that were read with them"),
  };

  for (guint i = AGAIN + 1; i < N_CAUSES; i++)
    if (self->n[i] > 0)
      sky_verification_say (self->verification, SKY_VERIFY_SAID,
                            "%s: readings that were not made again and are the signer's word "
                            "alone: %u (%s)",
                            self->name, self->n[i],
                            causes[i] != NULL ? sky_phrase_words (causes[i]) : self->refusal);
}

static void
say_all (const Readings *self)
{
  guint verdicts[SKY_N_SIGHT_VERDICTS] = { 0 };

  for (guint i = 0; i < self->accounts->len; i++)
    verdicts[((const SkySightAccount *) self->accounts->pdata[i])->verdict]++;
  sky_verification_say (self->verification, SKY_VERIFY_SAID,
                        "%s: what the pictures show is a reason to look at them, and no proof: "
                        "agree: %u, contradict: %u, not read: %u",
                        self->name, verdicts[SKY_SIGHT_AGREES], verdicts[SKY_SIGHT_CONTRADICTS],
                        verdicts[SKY_SIGHT_CANNOT_READ]);
  if (self->n[AGAIN] > 0 && self->n_other == 0)
    sky_verification_say (self->verification, SKY_VERIFY_HOLDS,
                          "%s: readings that were made again off the clips, with the same model, "
                          "and are the same: %u",
                          self->name, self->n[AGAIN]);
  say_not_again (self);
}

static void
free_account (gpointer data)
{
  sky_sight_account_free (data);
}

static void
verify_readings (SkyVerification *verification,
                 const SkyPackageMember *member,
                 const SkyPackageMember *log,
                 const SkyLogExtract *extract)
{
  g_autoptr (GPtrArray) accounts = g_ptr_array_new_with_free_func (free_account);
  Readings self = {
    .verification = verification, .name = member->name, .accounts = accounts, .is_good = TRUE
  };

  if (!take_log (&self, extract))
    return;
  for (SkySightKind kind = 0; kind < SKY_N_SIGHT_KINDS; kind++)
    sky_sight_digest_model (kind, self.models[kind]);
  sky_verification_each_line (member->data, take_line, &self);
  /* Pictures are decoded only where all that can be checked without them has held. */
  if (self.is_good && verification->n_faults == 0 && accounts->len > 0)
    {
      read_again (&self, log);
      say_all (&self);
    }
  g_array_unref (self.results);
  g_free (self.table);
  g_free (self.refusal);
}

void
sky_verify_sight (SkyVerification *self)
{
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];
      const SkyPackageMember *lines = NULL, *proof = NULL;
      g_autoptr (SkyLogExtract) extract = NULL;

      if (!g_str_has_prefix (member->name, "log/") || !g_str_has_suffix (member->name, SUFFIX))
        continue;
      g_autofree char *log = g_strndup (member->name, strlen (member->name) - strlen (SUFFIX));
      g_autofree char *proof_name = g_strconcat (log, ".proof.json", NULL);
      lines = sky_package_find (self->package, log);
      proof = sky_package_find (self->package, proof_name);
      if (lines == NULL)
        sky_verification_say (self, SKY_VERIFY_FAILS, "%s: the lines that it is about are missing",
                              member->name);
      /* What is wrong with the lines is said where they are verified. */
      if (lines != NULL && proof != NULL
          && (extract = sky_log_extract_read (proof->data, lines->data, NULL)) != NULL)
        verify_readings (self, member, lines, extract);
    }
}
