/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "sky-package-writer.h"
#include "sky-shown-text.h"
#include "sky-verify-private.h"

static void
line_free (gpointer data)
{
  SkyVerifyLine *self = data;

  g_free (self->text);
  g_free (self);
}

/* --- Digests ------------------------------------------------------------------------------------
 */

static gboolean
is_sum_free (const char *name)
{
  return strcmp (name, SKY_PACKAGE_SUMS) == 0 || strcmp (name, SKY_PACKAGE_SIGNATURE) == 0
         || strcmp (name, SKY_PACKAGE_STAMP) == 0;
}

/* Reads one line, "<64 hex digits>  <name>". */
static gboolean
read_sum (const char *line, gsize length, char **name, char hex[SKY_DIGEST_HEX_SIZE])
{
  if (length < SKY_DIGEST_HEX_SIZE + 2 || memchr (line, '\0', length) != NULL || line[64] != ' '
      || line[65] != ' ')
    return FALSE;
  for (guint i = 0; i < 64; i++)
    if (!g_ascii_isdigit (line[i]) && !(line[i] >= 'a' && line[i] <= 'f'))
      return FALSE;
  memcpy (hex, line, 64);
  hex[64] = '\0';
  *name = g_strndup (line + 66, length - 66);
  return TRUE;
}

/* Holds the member that a line is about against it. Returns: whether that is well. */
static gboolean
check_sum (SkyVerification *self, const char *name, const char *hex, GHashTable *listed)
{
  const SkyPackageMember *member = sky_package_find (self->package, name);

  if (!g_hash_table_add (listed, g_strdup (name)) || is_sum_free (name))
    sky_verification_say (self, SKY_VERIFY_FAILS, "SHA256SUMS: it has %s where it may not be",
                          name);
  else if (member == NULL)
    sky_verification_say (self, SKY_VERIFY_FAILS,
                          "%s: SHA256SUMS has its digest, but it is not in the package, or not "
                          "readable",
                          name);
  else if (strcmp (member->sha256, hex) != 0)
    sky_verification_say (self, SKY_VERIFY_FAILS, "%s: it was changed, its digest is another one",
                          name);
  else
    return TRUE;
  return FALSE;
}

static void
verify_sums (SkyVerification *self, const SkyPackageMember *sums)
{
  g_autoptr (GHashTable) listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize size;
  const char *at = g_bytes_get_data (sums->data, &size);
  const char *end = at + size;
  guint n_good = 0, n_bad = 0;

  while (at < end)
    {
      const char *lf = memchr (at, '\n', (gsize) (end - at));
      g_autofree char *name = NULL;
      char hex[SKY_DIGEST_HEX_SIZE];

      if (lf == NULL || !read_sum (at, (gsize) (lf - at), &name, hex))
        {
          sky_verification_say (self, SKY_VERIFY_FAILS,
                                "SHA256SUMS: it has a line that is none of its kind");
          n_bad++;
        }
      else if (check_sum (self, name, hex, listed))
        n_good++;
      else
        n_bad++;
      at = lf != NULL ? lf + 1 : end;
    }
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (!is_sum_free (member->name) && !g_hash_table_contains (listed, member->name))
        {
          sky_verification_say (self, SKY_VERIFY_FAILS,
                                "%s: it was added, SHA256SUMS does not know it", member->name);
          n_bad++;
        }
    }
  if (n_bad == 0)
    sky_verification_say (self, SKY_VERIFY_HOLDS, "SHA256SUMS: all %u members have their digests",
                          n_good);
}

/* --- All of it ----------------------------------------------------------------------------------
 */

static void
verify_members (SkyVerification *self)
{
  static const char *const wanted[] = { "report.pdf", "findings.jsonl", "ledger.jsonl" };
  const SkyPackageMember *sums = sky_package_find (self->package, SKY_PACKAGE_SUMS);

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (sky_package_find (self->package, wanted[i]) == NULL)
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: it is missing", wanted[i]);
  if (sums == NULL)
    sky_verification_say (self, SKY_VERIFY_FAILS, "%s: it is missing", SKY_PACKAGE_SUMS);
  else
    {
      verify_sums (self, sums);
      sky_verify_signature (self, sums->data);
    }
  sky_verify_ledger (self);
  sky_verify_patterns (self);
  sky_verify_checkpoint (self);
  if (sums != NULL)
    sky_verify_signer (self);
  sky_verify_logs (self);
  sky_verify_footage (self);
  sky_verify_sight (self);
  sky_verify_stills (self);
  if (sky_package_find (self->package, "report.pdf") != NULL)
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "report.pdf: what it says is the signer's word alone; this check "
                          "covers the members beside it");
  if (sky_package_find (self->package, SKY_PACKAGE_PAGE) != NULL)
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "%s: what it shows is the signer's word alone, and so is the program in "
                          "it that a browser runs",
                          SKY_PACKAGE_PAGE);
}

static void
clear (SkyVerification *self)
{
  g_clear_pointer (&self->signature, sky_cms_signature_free);
  g_clear_pointer (&self->stamp, sky_time_stamp_free);
  g_clear_pointer (&self->people, g_ptr_array_unref);
  g_clear_pointer (&self->first, sky_certificate_free);
  g_clear_pointer (&self->standing, g_hash_table_unref);
  g_clear_pointer (&self->taken_back, g_hash_table_unref);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
}

SkyVerifyReport *
sky_package_verify (const char *path, const SkyVerifyOptions *options, GError **error)
{
  const SkyPackageReading reading = {
    .cancellable = options->cancellable,
    .progress = options->progress,
    .progress_data = options->progress_data,
  };
  g_autoptr (SkyPackage) package = sky_package_read (path, &reading, error);
  g_autoptr (SkyVerifyReport) report = g_new0 (SkyVerifyReport, 1);
  SkyVerification self = { .path = path, .package = package, .options = options };

  report->lines = g_ptr_array_new_with_free_func (line_free);
  if (package == NULL)
    return NULL;
  self.lines = report->lines;
  for (guint i = 0; i < package->faults->len; i++)
    sky_verification_say (&self, SKY_VERIFY_FAILS, "%s", (const char *) package->faults->pdata[i]);
  if (package->is_sound)
    verify_members (&self);
  else
    sky_verification_say (&self, SKY_VERIFY_FAILS,
                          "the ZIP: programs that unpack it would not agree on what is in it; "
                          "nothing of it was looked at");
  clear (&self);
  if (g_cancellable_set_error_if_cancelled (options->cancellable, error))
    return NULL;
  report->verdict = self.n_faults > 0     ? SKY_VERDICT_FAILS
                    : self.is_vouched_for ? SKY_VERDICT_HOLDS
                                          : SKY_VERDICT_NOBODY_VOUCHES;
  report->lacks_eye = self.lacks_eye;
  return g_steal_pointer (&report);
}

void
sky_verify_report_free (SkyVerifyReport *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_free (self);
}
