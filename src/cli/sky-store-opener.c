/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-opener.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "sky-cli.h"
#include "sky-passphrase.h"

/* A desk of which the clock is far from the server's is told, once. */
static void
tell_clock (SkyStore *store)
{
  static gboolean told;
  gint64 ahead = 0;
  int off;

  if (told || !sky_store_compare_clocks (store, &ahead, NULL)
      || ABS (ahead) <= SKY_STORE_CLOCK_TOLERANCE)
    return;
  told = TRUE;
  off = (int) (ABS (ahead) / G_USEC_PER_SEC);
  if (ahead > 0)
    sky_cli_complain (_ ("%s: this machine's clock is %d s ahead of the database; ledger entries "
                         "get the database's time"),
                      sky_store_get_path (store), off);
  else
    sky_cli_complain (_ ("%s: this machine's clock is %d s behind the database; ledger entries get "
                         "the database's time"),
                      sky_store_get_path (store), off);
}

static SkyStore *
open_asking (const char *path, SkyStoreMode mode, GError **error)
{
  g_autoptr (GError) cause = NULL;
  SkyStore *store = sky_store_open (path, mode, &cause);
  g_autofree char *told = NULL;
  g_autofree char *prompt = NULL;
  char *password;

  if (store != NULL)
    return store;
  if (g_error_matches (cause, SKY_STORE_ERROR, SKY_STORE_ERROR_PASSWORD) && isatty (STDIN_FILENO))
    {
      told = sky_store_dup_display_name (path);
      prompt = g_strdup_printf (_ ("Password for %s"), told);
      password = sky_passphrase_read (NULL, prompt, FALSE);
      if (password != NULL)
        {
          /* Where libpq looks for it: unlike arguments, what is put into the environment of a
           * running program is not seen from outside. */
          g_setenv ("PGPASSWORD", password, TRUE);
          sky_passphrase_free (password);
          return sky_store_open (path, mode, error);
        }
    }
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}

SkyStore *
sky_cli_open_store (const char *path, SkyStoreMode mode, GError **error)
{
  SkyStore *store = open_asking (path, mode, error);

  if (store != NULL)
    tell_clock (store);
  return store;
}
