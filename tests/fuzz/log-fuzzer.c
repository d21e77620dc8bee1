/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fuzz-target.h"

#include "sky-log.h"

#include <string.h>

/* In the file's order no line is lost: they follow each other without a gap, by number and by byte,
 * to the end. A line read again by its place is the same line. In the order in which they count
 * there are no more. */
static void
read_lines (SkyLog *log, const char *data, gsize size)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  g_autoptr (SkyLogReader) again = sky_log_reader_new (log, NULL);
  const char *header_end = memchr (data, '\n', size);
  gsize next = header_end != NULL ? (gsize) (header_end - data) + 1 : size;
  g_autoptr (SkyLogReader) counting = sky_log_reader_new (log, NULL);
  guint64 number = 2;
  guint64 n_counting = 0;
  const SkyLine *line;

  sky_log_reader_set_file_order (reader);
  sky_log_reader_set_file_order (again);

  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      const SkyLine *same;

      g_assert_cmpuint (line->number, ==, number++);
      g_assert_cmpuint ((gsize) line->offset, ==, next);
      g_assert_true (memchr (data + next, '\n', line->length) == NULL);
      next += line->length;
      if (next < size)
        g_assert_true (data[next++] == '\n');
      g_assert_true ((line->kind == SKY_LINE_QUARANTINED) == (line->note.cause[0] != '\0'));
      g_assert_true (g_utf8_validate (line->note.cause, -1, NULL));

      sky_log_reader_seek (again, line->offset, line->number);
      same = sky_log_reader_next (again);
      g_assert_nonnull (same);
      g_assert_true (same->kind == line->kind && same->event.type == line->event.type
                     && same->event.seq == line->event.seq && same->event.at == line->event.at
                     && same->length == line->length && same->number == line->number);
    }
  g_assert_cmpuint (next, ==, size);
  while (sky_log_reader_next (counting) != NULL)
    n_counting++;
  g_assert_cmpuint (n_counting, <=, number - 2);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "fuzz.tel.jsonl", &error);

  g_assert_true ((log == NULL) == (error != NULL));
  if (log != NULL)
    read_lines (log, (const char *) data, size);
  else
    g_assert_nonnull (strstr (error->message, "fuzz.tel.jsonl: line 1: "));
  return 0;
}
