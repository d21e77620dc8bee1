/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fuzz-target.h"

#include "sky-staff.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Each member is found by its credential, and what was not taken has a place and a cause. */
static void
check (const SkyStaff *staff, const char *path)
{
  GHashTableIter iter;
  gpointer credential, member;

  g_hash_table_iter_init (&iter, staff->members);
  while (g_hash_table_iter_next (&iter, &credential, &member))
    {
      const SkyStaffMember *found = sky_staff_find (staff, credential);

      g_assert_true (found == member);
      for (guint i = 0; i < found->n_training; i++)
        g_assert_nonnull (sky_training_to_name (found->training[i].type));
      for (guint i = 0; i < found->n_tests; i++)
        g_assert_nonnull (sky_game_id_to_name (found->tests[i].game));
    }
  for (char **problem = staff->problems; *problem != NULL; problem++)
    g_assert_true (g_str_has_prefix (*problem, path) && g_utf8_validate (*problem, -1, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (SkyStaff) staff = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int fd = memfd_create ("staff", MFD_CLOEXEC);

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  path = g_strdup_printf ("/proc/self/fd/%d", fd);
  staff = sky_staff_read (NULL, path, &error);
  close (fd);

  g_assert_true ((staff == NULL) == (error != NULL));
  if (staff != NULL)
    check (staff, path);
  else
    g_assert_true (g_str_has_prefix (error->message, path));
  return 0;
}
