/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "sky-application.h"
#include "sky-memory.h"
#include "sky-picture.h"
#include "sky-simulate.h"

int
main (int argc, char **argv)
{
  sky_game_check_all ();
  sky_picture_check_all ();
  sky_simulate_check_all ();
  sky_memory_share_heaps ();
  setlocale (LC_ALL, "");
  /* The build tree has its translations elsewhere. */
  const char *locale_dir = g_getenv ("SKYWARD_LOCALE_DIR");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : SKY_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  SkyApplication *application = sky_application_new ();
  int status = g_application_run (G_APPLICATION (application), argc, argv);

  if (status == 0)
    status = sky_application_get_status (application);
  g_object_unref (application);
  /* A thread that was told to stop may be within a log yet, and needs the parser that exit() would
   * destroy. */
  fflush (NULL);
  quick_exit (status);
}
