/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-renderer.h"

#include <epoxy/gl.h>

gboolean
sky_renderer_is_software (const char *name)
{
  static const char *const software[] = { "llvmpipe", "softpipe", "swrast", "SWR" };

  for (guint i = 0; i < G_N_ELEMENTS (software); i++)
    {
      if (strstr (name, software[i]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Where there is no OpenGL at all, GTK takes cairo by itself. */
static gboolean
has_software_gl (GdkDisplay *display)
{
  g_autoptr (GdkGLContext) context = gdk_display_create_gl_context (display, NULL);
  if (context == NULL || !gdk_gl_context_realize (context, NULL))
    return FALSE;

  gdk_gl_context_make_current (context);
  const char *name = (const char *) glGetString (GL_RENDERER);
  gboolean software = name != NULL && sky_renderer_is_software (name);
  gdk_gl_context_clear_current ();
  return software;
}

void
sky_renderer_choose (GdkDisplay *display)
{
  g_return_if_fail (GDK_IS_DISPLAY (display));

  if (g_getenv ("GSK_RENDERER") == NULL && has_software_gl (display))
    g_setenv ("GSK_RENDERER", "cairo", TRUE);
}
