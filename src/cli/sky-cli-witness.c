/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whoever runs it needs no store and no archive: the key, the state, and the keys of the ledgers
 * that are watched. */
#include "config.h"

#include "sky-cli.h"
#include "sky-witness.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A request is a proof of 63 lines at most, and a note. */
#define MOST_BYTES (2 << 20)

typedef struct
{
  char *key;
  char *name;
  char *state;
  char **logs;
  gboolean init;
  gboolean print_key;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->key);
  g_free (self->name);
  g_free (self->state);
  g_strfreev (self->logs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static SkyCliStatus
print_key (const SkyNoteSigner *signer)
{
  g_autoptr (SkyNoteKey) key = sky_note_signer_get_key (signer, SKY_NOTE_KEY_COSIGNATURE);
  g_autofree char *text = sky_note_key_to_text (key);

  sky_cli_print ("%s\n", text);
  return SKY_CLI_DONE;
}

static SkyCliStatus
init (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNoteSigner) signer =
      sky_note_signer_create (SKY_NOTE_WITNESS, options->name, &error);

  if (signer == NULL || !sky_note_signer_save (signer, options->key, &error)
      || !sky_witness_make_state (options->state, &error))
    return sky_cli_fail (error);
  return print_key (signer);
}

/* The file @path, "-" for standard input. */
static GBytes *
read_request (const char *path, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GInputStream) in = NULL;
  g_autofree char *data = g_malloc (MOST_BYTES);
  gsize size;

  if (g_str_equal (path, "-"))
    in = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  else
    {
      file = g_file_new_for_path (path);
      in = G_INPUT_STREAM (g_file_read (file, NULL, error));
    }
  if (in == NULL || !g_input_stream_read_all (in, data, MOST_BYTES, &size, NULL, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  return g_bytes_new (data, size);
}

static SkyCliStatus
answer (const SkyNoteSigner *signer, const Options *options, GPtrArray *logs, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) request = read_request (path, &error);
  g_autofree char *line = NULL;
  const char *data;
  gsize size;

  if (request == NULL)
    return sky_cli_fail (error);
  data = g_bytes_get_data (request, &size);
  line = sky_witness_cosign (signer, options->state, logs, data, size, g_get_real_time (), &error);
  if (line == NULL)
    {
      g_autofree char *name = g_filename_display_name (path);

      sky_cli_complain ("%s: %s", name, error->message);
      return SKY_CLI_FAILED;
    }
  /* What is written last may be read alone. */
  if (!sky_cli_write (line, strlen (line)) || fflush (stdout) != 0)
    {
      sky_cli_complain (_ ("cannot write the output"));
      return SKY_CLI_FAILED;
    }
  return SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_witness (const SkyCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { NULL };
  g_autoptr (GPtrArray) logs = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_note_key_free);
  g_autoptr (SkyNoteSigner) signer = NULL;
  g_autoptr (GError) error = NULL;
  SkyCliStatus status;
  SkyCliStatus worst = SKY_CLI_DONE;
  const GOptionEntry entries[] = {
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &options.key, N_ ("The file with the witness's key"),
      "FILE" },
    { "state", 0, 0, G_OPTION_ARG_FILENAME, &options.state,
      N_ ("The file with the witness's state"), "FILE" },
    { "log", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.logs,
      N_ ("The key of a watched ledger; repeatable"), "VKEY" },
    { "init", 0, 0, G_OPTION_ARG_NONE, &options.init,
      N_ ("Make the key and the state, and print the public key"), NULL },
    { "name", 0, 0, G_OPTION_ARG_STRING, &options.name, N_ ("The name of the new key"), "NAME" },
    { "print-key", 0, 0, G_OPTION_ARG_NONE, &options.print_key, N_ ("Print the public key"), NULL },
    { NULL },
  };

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (options.key == NULL || (options.state == NULL && !options.print_key))
    return sky_cli_wrong_usage ("witness", _ ("give --key and --state"));
  if (options.init)
    return argc == 1 ? init (&options)
                     : sky_cli_wrong_usage ("witness", _ ("--init takes no request"));
  if (!options.print_key && (argc < 2 || options.logs == NULL))
    return sky_cli_wrong_usage ("witness", _ ("give a request, and the log with --log"));
  signer = sky_note_signer_open (options.key, &error);
  if (signer == NULL)
    return sky_cli_fail (error);
  if (options.print_key)
    return print_key (signer);
  for (char **log = options.logs; *log != NULL; log++)
    {
      SkyNoteKey *key = sky_note_key_parse (*log, &error);

      if (key == NULL)
        return sky_cli_fail (error);
      g_ptr_array_add (logs, key);
    }
  for (int i = 1; i < argc; i++)
    {
      status = answer (signer, &options, logs, argv[i]);
      worst = MAX (worst, status);
    }
  return worst;
}
