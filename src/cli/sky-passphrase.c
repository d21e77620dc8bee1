/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-passphrase.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "sky-cli-text.h"
#include "sky-cli.h"
#include "sky-key-memory.h"

/* Longer passphrases are no passphrases. */
#define MOST_BYTES 1024

static char *
read_line (FILE *in)
{
  char *line = sky_key_memory_alloc (MOST_BYTES + 2);

  if (fgets (line, MOST_BYTES + 2, in) == NULL)
    {
      sky_key_memory_free (line);
      return NULL;
    }
  line[strcspn (line, "\r\n")] = '\0';
  return line;
}

static char *
ask (FILE *terminal, const char *prompt)
{
  struct termios shown, hidden;
  g_autofree char *shown_prompt = sky_cli_text_for (fileno (terminal), prompt);
  char *line;

  fprintf (terminal, "%s: ", shown_prompt);
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

/* A file that others may read keeps no passphrase. What comes through a pipe is nobody's to read.
 */
static gboolean
is_private (FILE *in)
{
  struct stat status;

  return fstat (fileno (in), &status) == 0
         && (!S_ISREG (status.st_mode) || (status.st_mode & 077) == 0);
}

char *
sky_passphrase_read (const char *file, const char *prompt, gboolean twice)
{
  FILE *in = fopen (file != NULL ? file : "/dev/tty", file != NULL ? "r" : "r+");
  char *passphrase = NULL;

  if (in == NULL)
    {
      if (file != NULL)
        sky_cli_complain (_ ("cannot read %s: %s"), file, g_strerror (errno));
      else
        sky_cli_complain (_ ("no terminal to ask for the passphrase; give a passphrase file"));
      return NULL;
    }
  if (file != NULL && !is_private (in))
    {
      sky_cli_complain (_ ("refused %s: other users can read it (chmod 600)"), file);
      fclose (in);
      return NULL;
    }
  setvbuf (in, NULL, _IONBF, 0);
  passphrase = file != NULL ? read_line (in) : ask (in, prompt);
  if (passphrase != NULL && file == NULL && twice)
    {
      char *again = ask (in, _ ("Again"));

      if (g_strcmp0 (passphrase, again) != 0)
        g_clear_pointer (&passphrase, sky_passphrase_free);
      sky_passphrase_free (again);
    }
  fclose (in);
  if (passphrase == NULL)
    sky_cli_complain (_ ("no passphrase given"));
  return passphrase;
}

void
sky_passphrase_free (char *passphrase)
{
  sky_key_memory_free (passphrase);
}
