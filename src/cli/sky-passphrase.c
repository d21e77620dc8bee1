/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-passphrase.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "sky-cli.h"

/* Longer passphrases are no passphrases. */
#define MOST_BYTES 1024

static char *
read_line (FILE *in)
{
  char *line = g_malloc0 (MOST_BYTES + 2);

  if (fgets (line, MOST_BYTES + 2, in) == NULL)
    {
      g_free (line);
      return NULL;
    }
  line[strcspn (line, "\r\n")] = '\0';
  return line;
}

static char *
ask (FILE *terminal, const char *prompt)
{
  struct termios shown, hidden;
  char *line;

  fprintf (terminal, "%s: ", prompt);
  fflush (terminal);
  if (tcgetattr (fileno (terminal), &shown) != 0)
    return NULL;
  hidden = shown;
  hidden.c_lflag &= ~(tcflag_t) ECHO;
  tcsetattr (fileno (terminal), TCSAFLUSH, &hidden);
  line = read_line (terminal);
  tcsetattr (fileno (terminal), TCSAFLUSH, &shown);
  fputc ('\n', terminal);
  return line;
}

char *
sky_passphrase_read (const char *file, const char *prompt, gboolean twice)
{
  FILE *in = fopen (file != NULL ? file : "/dev/tty", file != NULL ? "r" : "r+");
  char *passphrase = NULL;

  if (in == NULL)
    {
      if (file != NULL)
        sky_cli_complain (_ ("%s cannot be read: %s"), file, g_strerror (errno));
      else
        sky_cli_complain (_ ("there is no terminal to ask for a passphrase; name a file with it"));
      return NULL;
    }
  passphrase = file != NULL ? read_line (in) : ask (in, prompt);
  if (passphrase != NULL && file == NULL && twice)
    {
      char *again = ask (in, _ ("Once more"));

      if (g_strcmp0 (passphrase, again) != 0)
        g_clear_pointer (&passphrase, sky_passphrase_free);
      sky_passphrase_free (again);
    }
  fclose (in);
  if (passphrase == NULL)
    sky_cli_complain (_ ("no passphrase was given"));
  return passphrase;
}

void
sky_passphrase_free (char *passphrase)
{
  if (passphrase == NULL)
    return;
  explicit_bzero (passphrase, strlen (passphrase));
  g_free (passphrase);
}
