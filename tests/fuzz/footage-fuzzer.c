/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fuzz-target.h"

#include "sky-footage.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What was taken is as it must be, and what was not has a place and a cause. */
static void
check (const SkyFootage *footage, const char *path)
{
  for (guint c = 0; c < footage->n_cameras; c++)
    {
      const SkyFootageCamera *camera = &footage->cameras[c];

      g_assert_true (camera->camera != NULL && *camera->camera != '\0');
      g_assert_nonnull (camera->table);
      for (guint s = 0; s < camera->n_segments; s++)
        {
          const SkySegment *segment = &camera->segments[s];

          g_assert_true (segment->file != NULL && segment->end > segment->start);
          g_assert_true (segment->sha256 == NULL || strlen (segment->sha256) == 64);
        }
    }
  for (char **problem = footage->problems; *problem != NULL; problem++)
    g_assert_true (g_str_has_prefix (*problem, path) && g_utf8_validate (*problem, -1, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (SkyFootage) footage = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int fd = memfd_create ("footage", MFD_CLOEXEC);

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  path = g_strdup_printf ("/proc/self/fd/%d", fd);
  footage = sky_footage_read (NULL, path, &error);
  close (fd);

  g_assert_true ((footage == NULL) == (error != NULL));
  if (footage != NULL)
    check (footage, path);
  else
    g_assert_true (g_str_has_prefix (error->message, path));
  return 0;
}
