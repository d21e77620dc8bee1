/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a log has closed its table, read off its text alone: an audit keeps no state of it
 * then. */
#pragma once

#include <glib.h>

/* Where the last event of @type is among the first @size bytes of @text; NULL: there is none. */
static inline const char *
last_event (const char *text, gsize size, const char *type)
{
  g_autofree char *member = g_strdup_printf ("\"type\":\"%s\"", type);

  return g_strrstr_len (text, (gssize) size, member);
}

/* Of the whole lines among the first @size bytes of @text. */
static inline gboolean
has_closed_table (const char *text, gsize size)
{
  const char *close, *begun, *ended;

  while (size > 0 && text[size - 1] != '\n')
    size--;
  close = last_event (text, size, "table_close");
  begun = last_event (text, size, "round_start");
  ended = MAX (last_event (text, size, "round_end"), last_event (text, size, "unobserved"));
  return close != NULL && close > last_event (text, size, "table_open")
         && (begun == NULL || ended > begun);
}
