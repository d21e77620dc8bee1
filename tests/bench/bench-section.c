/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bench-section.h"

#include <string.h>

void
bench_write_section (const char *path, const char *section)
{
  g_autofree char *heading = g_strndup (section, strcspn (section, "\n") + 1);
  g_autofree char *text = NULL;
  g_autoptr (GString) whole = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  char *begin, *end;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    text = g_strdup ("# How fast Skyward is\n");
  begin = strstr (text, heading);
  end = begin != NULL ? strstr (begin + strlen (heading), "\n## ") : NULL;
  if (begin == NULL)
    g_string_append_printf (whole, "%s\n%s", text, section);
  else
    {
      g_string_append_len (whole, text, begin - text);
      g_string_append (whole, section);
      g_string_append (whole, end != NULL ? end : "");
    }
  if (!g_file_set_contents (path, whole->str, (gssize) whole->len, &error))
    g_printerr ("%s\n", error->message);
}
