/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit.h"
#include "sky-cli.h"
#include "sky-phrase.h"
#include "sky-watched.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

/* The record's own checks: all that need no rules. */
static gboolean
is_of_record (const SkyFinding *finding)
{
  return g_str_has_prefix (sky_check_info (finding->check)->name, "log.");
}

/* A file to be checked. */
typedef struct
{
  const char *path; /* as it was named */
  char *real;
  SkyLog *log;      /* NULL: it is none */
  const char *kept; /* the file of the same table and day that is checked instead; NULL: this one */
} File;

static void
file_clear (gpointer data)
{
  File *file = data;

  g_free (file->real);
  sky_log_unref (file->log);
}

static gboolean
is_same_day (const File *a, const File *b)
{
  const SkyLogHeader *x = sky_log_get_header (a->log), *y = sky_log_get_header (b->log);

  return x->gaming_day == y->gaming_day && g_str_equal (x->table, y->table)
         && g_str_equal (x->property, y->property);
}

/* Of several logs of one table and day the first by path is checked, as by an audit. */
static void
find_kept (GArray *files)
{
  for (guint i = 0; i < files->len; i++)
    {
      File *file = &g_array_index (files, File, i);
      const File *first = file;

      for (guint j = 0; j < files->len && file->log != NULL; j++)
        {
          const File *other = &g_array_index (files, File, j);

          if (other->log != NULL && is_same_day (other, file)
              && strcmp (other->real, first->real) < 0)
            first = other;
        }
      file->kept = first != file ? first->path : NULL;
    }
}

static void
print_phrase (const File *file, const char *phrase)
{
  g_autofree char *text = sky_phrase_show (phrase);

  if (text != NULL)
    sky_cli_print ("%s: %s\n", file->path, text);
}

/* What was looked at, and what was not. */
static void
print_watched (const File *file)
{
  g_autofree char *scope = sky_watched_describe_scope (sky_log_get_header (file->log));
  g_autoptr (SkyWatched) observed = sky_watched_read (file->log);
  g_autofree char *counts = observed != NULL ? sky_watched_describe (observed) : NULL;

  print_phrase (file, scope);
  print_phrase (file, counts);
}

static gboolean
check (const File *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLogAudit) audit = NULL;
  guint n = 0;

  audit = file->kept != NULL ? sky_audit_replaced (file->log, file->kept, &error)
                             : sky_audit_log (file->log, &(SkyAuditOptions){ 0 }, &error);
  if (audit == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return FALSE;
    }
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];
      g_autofree char *explanation = NULL;

      if (!is_of_record (finding))
        continue;
      n++;
      explanation = sky_phrase_show (finding->explanation);
      sky_cli_print ("%s: %s: %s: %s\n", file->path,
                     sky_severity_to_name (sky_finding_get_severity (finding)),
                     sky_check_info (finding->check)->name, explanation);
    }
  if (!audit->replaced)
    sky_cli_print (_ ("%s: %" PRIu64 " lines, %" PRIu64 " events, %u findings, SHA-256 %s\n"),
                   file->path, audit->n_lines + 1, audit->n_events, n, audit->sha256);
  print_watched (file);
  return TRUE;
}

SkyCliStatus
sky_cli_check_log (const SkyCommand *command, int argc, char **argv)
{
  const GOptionEntry options[] = { { NULL } };
  g_autoptr (GArray) files = g_array_new (FALSE, TRUE, sizeof (File));
  SkyCliStatus status;

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return sky_cli_wrong_usage ("check-log", _ ("no file given"));
  g_array_set_clear_func (files, file_clear);
  status = SKY_CLI_DONE;
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GError) error = NULL;
      File file = { argv[i], g_canonicalize_filename (argv[i], NULL), NULL, NULL };

      file.log = sky_log_open (argv[i], &error);
      if (file.log == NULL)
        {
          sky_cli_complain ("%s", error->message);
          status = SKY_CLI_FAILED;
        }
      g_array_append_val (files, file);
    }
  find_kept (files);
  for (guint i = 0; i < files->len; i++)
    {
      const File *file = &g_array_index (files, File, i);

      if (file->log != NULL && !check (file))
        status = SKY_CLI_FAILED;
    }
  return status;
}
