/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-library.h"

#include <dlfcn.h>
#include <string.h>

static gboolean
load (SkyLibrary *self, gpointer table, char **cause)
{
  /* All is bound at once, as it is for the program itself. */
  void *handle = dlopen (self->file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);

  for (gsize i = 0; handle != NULL && i < self->n; i++)
    {
      void *address = dlsym (handle, self->names[i]);

      if (address == NULL)
        handle = NULL;
      else
        memcpy ((guint8 *) table + i * sizeof address, &address, sizeof address);
    }
  if (handle == NULL)
    *cause = g_strdup (dlerror ());
  return handle != NULL;
}

gboolean
sky_library_load (SkyLibrary *self, gpointer table, char **cause)
{
  static GMutex mutex;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  if (!self->loaded)
    self->loaded = load (self, table, cause);
  return self->loaded;
}
