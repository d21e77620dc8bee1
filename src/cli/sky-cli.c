/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"

#include "sky-shown-text.h"

#include <glib/gi18n.h>

#include <stdio.h>
#include <string.h>

void
sky_cli_complain (const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *shown = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  shown = sky_text_show (message);
  g_printerr ("skyward-cli: %s\n", shown);
}

SkyCliStatus
sky_cli_fail (const GError *error)
{
  sky_cli_complain ("%s", error->message);
  return SKY_CLI_FAILED;
}

SkyCliStatus
sky_cli_wrong_usage (const char *command, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  sky_cli_complain ("%s", message);
  g_printerr (_ ("Try “skyward-cli %s --help”.\n"), command);
  return SKY_CLI_USAGE;
}

gboolean
sky_cli_parse (const SkyCommand *command,
               const GOptionEntry *options,
               int *argc,
               char ***argv,
               SkyCliStatus *status)
{
  g_autofree char *program = g_strconcat ("skyward-cli ", command->name, NULL);
  g_autoptr (GOptionContext) context = g_option_context_new (command->arguments);
  g_autoptr (GError) error = NULL;
  gboolean help = FALSE;
  const GOptionEntry help_option[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, N_ ("Show this help"), NULL },
    { NULL },
  };

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_add_main_entries (context, options, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, help_option, GETTEXT_PACKAGE);
  g_set_prgname (program);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      *status = sky_cli_wrong_usage (command->name, "%s", error->message);
      return FALSE;
    }
  if (help)
    {
      g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);

      g_print ("%s", text);
      *status = SKY_CLI_DONE;
      return FALSE;
    }
  /* A lone "--" ends the options and is no argument. */
  if (*argc > 1 && g_str_equal ((*argv)[1], "--"))
    {
      for (int i = 1; i < *argc; i++)
        (*argv)[i] = (*argv)[i + 1];
      (*argc)--;
    }
  return TRUE;
}

gboolean
sky_cli_write (const char *data, gsize size)
{
  return fwrite (data, 1, size, stdout) == size;
}

gboolean
sky_cli_write_json (const char *json, gsize size)
{
  g_autoptr (GString) shown = g_string_new (NULL);

  return sky_text_show_json (json, size, shown) ? sky_cli_write (shown->str, shown->len)
                                                : sky_cli_write (json, size);
}
