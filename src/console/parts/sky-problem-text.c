/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-problem-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* So many are shown each. */
#define MOST 3

char *
sky_problem_text_dup_path (const char *message)
{
  const char *cause;

  g_return_val_if_fail (message != NULL, NULL);

  cause = g_path_is_absolute (message) ? strstr (message, ": ") : NULL;
  return cause != NULL ? g_strndup (message, (gsize) (cause - message)) : NULL;
}

char *
sky_problem_text_new (const char *message)
{
  g_autofree char *path = sky_problem_text_dup_path (message);

  if (path == NULL)
    return g_strdup (message);
  g_autofree char *name = g_path_get_basename (path);
  return g_strconcat (name, message + strlen (path), NULL);
}

char *
sky_problem_text_new_for_all (GPtrArray *messages)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (messages != NULL, NULL);

  for (guint i = 0; i < MIN (messages->len, MOST); i++)
    {
      g_autofree char *one = sky_problem_text_new (messages->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", one);
    }
  if (messages->len > MOST)
    {
      guint n = messages->len - MOST;

      g_string_append_c (text, '\n');
      /* Translators: how many problems there are besides those above. */
      g_string_append_printf (text, ngettext ("%u more", "%u more", n), n);
    }
  return g_string_free (text, FALSE);
}
