/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fuzz-target.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "package-mutator.h"
#include "sky-evidence-error.h"
#include "sky-verify.h"

/* What it says is fit for a terminal, and one line that does not hold fails it all. Nobody vouches
 * for anybody here. */
static void
check (const SkyVerifyReport *report)
{
  guint n_failed = 0;

  g_assert_cmpuint (report->lines->len, >, 0);
  for (guint i = 0; i < report->lines->len; i++)
    {
      const SkyVerifyLine *line = report->lines->pdata[i];
      g_autofree char *shown = sky_verify_line_show (line);

      g_assert_true (g_utf8_validate (shown, -1, NULL));
      for (const char *c = shown; *c != '\0'; c++)
        g_assert_true ((guchar) *c >= 0x20 && *c != 0x7f);
      n_failed += line->kind == SKY_VERIFY_FAILS;
    }
  g_assert_cmpint (report->verdict, ==,
                   n_failed > 0 ? SKY_VERDICT_FAILS : SKY_VERDICT_NOBODY_VOUCHES);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const SkyVerifyOptions options = { 0 };
  g_autoptr (SkyVerifyReport) report = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int fd = memfd_create ("package", MFD_CLOEXEC);

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  path = g_strdup_printf ("/proc/self/fd/%d", fd);
  report = sky_package_verify (path, &options, &error);
  close (fd);

  g_assert_true ((report == NULL) == (error != NULL));
  if (report != NULL)
    check (report);
  else
    g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOT_PACKAGE);
  return 0;
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  return package_mutate (data, size, max_size, seed);
}
