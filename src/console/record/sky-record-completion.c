/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-completion.h"

#include <string.h>

#include "sky-entry.h"

#define MAX_SHOWN 6

static const char *
find_last_word (const char *text)
{
  const char *blank = strrchr (text, ' ');

  return blank != NULL ? blank + 1 : text;
}

static void
add_word (GPtrArray *words, const char *word, const char *begin)
{
  if (!g_str_has_prefix (word, begin))
    return;
  for (guint i = 0; i < words->len; i++)
    if (g_str_equal (words->pdata[i], word))
      return;
  g_ptr_array_add (words, g_strdup (word));
}

/* The words that begin with the last one of @text; none for an empty one. */
static GPtrArray *
find_words (const GArray *bets, const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  const char *begin = find_last_word (text);

  if (begin[0] == '\0' || strchr (begin, '=') != NULL)
    return words;
  for (guint i = 0; i < bets->len; i++)
    {
      g_autofree char *word = sky_entry_format_bet (&g_array_index (bets, SkyBetRef, i));

      add_word (words, word, begin);
    }
  for (guint i = 0; i < SKY_N_EVENT_TYPES && begin == text; i++)
    add_word (words, sky_event_type_to_name ((SkyEventType) i), begin);
  return words;
}

char *
sky_record_completion_complete (const GArray *bets, const char *text)
{
  g_autoptr (GPtrArray) words = find_words (bets, text);
  const char *begin = find_last_word (text);
  gsize length;

  if (words->len == 0)
    return NULL;
  length = strlen (words->pdata[0]);
  for (guint i = 1; i < words->len; i++)
    {
      const char *word = words->pdata[i];
      gsize same = 0;

      while (same < length && word[same] == ((const char *) words->pdata[0])[same])
        same++;
      length = same;
    }
  if (length <= strlen (begin) && words->len > 1)
    return NULL;
  return g_strdup_printf ("%.*s%.*s%s", (int) (begin - text), text, (int) length,
                          (const char *) words->pdata[0], words->len == 1 ? " " : "");
}

char *
sky_record_completion_suggest (const GArray *bets, const char *text)
{
  g_autoptr (GPtrArray) words = find_words (bets, text);
  GString *shown;

  if (words->len == 0)
    return NULL;
  shown = g_string_new (NULL);
  for (guint i = 0; i < words->len && i < MAX_SHOWN; i++)
    g_string_append_printf (shown, "%s%s", i > 0 ? " · " : "", (const char *) words->pdata[i]);
  if (words->len > MAX_SHOWN)
    g_string_append (shown, " …");
  return g_string_free (shown, FALSE);
}
