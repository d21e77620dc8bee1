/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures Skyward beside its references in one run and writes docs/maintainers/performance.md, or
 * the file that is named. It judges nothing. */
#include "config.h"

#include "bench.h"

#include "sky-audit-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The value behind "key<blanks>: " or "KEY=" in a file of the system; a new string. */
static char *
read_value (const char *path, const char *key)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("unknown");
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, key))
      {
        const char *value = *line + strlen (key);

        value += strspn (value, " \t:=\"");
        return g_strndup (value, strcspn (value, "\""));
      }
  return g_strdup ("unknown");
}

static void
describe_machine (GString *page)
{
  g_autofree char *processor = read_value ("/proc/cpuinfo", "model name");
  g_autofree char *cache = read_value ("/proc/cpuinfo", "cache size");
  g_autofree char *memory = read_value ("/proc/meminfo", "MemTotal");
  g_autofree char *system = read_value ("/etc/os-release", "PRETTY_NAME");
  double load[3] = { 0 };

  getloadavg (load, 3);
  g_string_append_printf (
      page,
      "# How fast Skyward is\n\n"
      "What `./dev bench` measured; it writes this page.\n\n"
      "The machine: %s, %ld processors, %s of cache, %.0f GB of memory; %s; built with gcc %s, "
      "`-O2 -g`. The load average over the five minutes before was %.1f.\n\n",
      processor, sysconf (_SC_NPROCESSORS_ONLN), cache, g_ascii_strtod (memory, NULL) / 1024 / 1024,
      system, __VERSION__, load[1]);
}

static gboolean
is_wanted (char **parts, const char *part)
{
  return *parts == NULL || g_strv_contains ((const char *const *) parts, part);
}

/* The page's file, the path of skyward-cli, and which parts are wanted: all when none is named. */
int
main (int argc, char **argv)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;

  if (argc < 3)
    {
      fprintf (stderr, "usage: bench-performance PAGE SKYWARD-CLI [PART…]\n");
      return 2;
    }
  sky_audit_keep_memory ();
  folder = bench_make_folder ();
  describe_machine (page);
  if (is_wanted (argv + 3, "throughput"))
    bench_throughput (page, folder);
  if (is_wanted (argv + 3, "rolls"))
    bench_rolls (page);
  if (is_wanted (argv + 3, "archive"))
    bench_archive (page, folder);
  if (is_wanted (argv + 3, "memory"))
    bench_memory (page, folder, argv[2]);
  if (is_wanted (argv + 3, "store"))
    bench_store (page, folder);
  bench_remove_folder (folder);
  g_string_truncate (page, page->len - 1);
  if (!g_file_set_contents (argv[1], page->str, (gssize) page->len, &error))
    g_error ("%s", error->message);
  fputs (page->str, stdout);
  return 0;
}
