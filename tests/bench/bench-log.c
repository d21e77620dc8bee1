/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast a log is read: bytes and lines a second, one thread, from memory. */
#include "config.h"

#include "sky-log.h"

#include <string.h>

#define LOG_SIZE (64 * 1024 * 1024)
#define RUNS     5

static const char header[] =
    "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\",\"table\":\"CR-01\","
    "\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","
    "\"currency\":\"USD\"}\n";

/* A throw's events, in about the mix of a real evening. */
static const char *const events[] = {
  "\"round_start\",\"round\":1",
  "\"wager\",\"wager\":\"w1\",\"seat\":3,\"bet\":\"pass\",\"amount\":1000",
  "\"wager\",\"wager\":\"w2\",\"seat\":4,\"bet\":\"place_win\",\"number\":6,\"amount\":600",
  "\"wager\",\"wager\":\"w3\",\"seat\":5,\"bet\":\"field\",\"amount\":500",
  "\"throw\"",
  "\"result\",\"dice\":[4,2]",
  "\"call\",\"total\":6,\"role\":\"stickperson\"",
  "\"settle\",\"wager\":\"w3\",\"outcome\":\"lose\",\"paid\":0,\"taken\":500,\"returned\":0",
  "\"settle\",\"wager\":\"w2\",\"outcome\":\"win\",\"paid\":700,\"stays\":true",
  "\"round_end\",\"round\":1",
};

static GBytes *
make_log (void)
{
  GString *text = g_string_sized_new (LOG_SIZE + 256);
  SkyTime at = sky_day_from_ymd (2023, 11, 4) * 24 * SKY_HOUR;

  g_string_append (text, header);
  for (guint64 seq = 1; text->len < LOG_SIZE; seq++, at += 250 * SKY_MILLISECOND)
    {
      char when[SKY_TIME_TEXT_SIZE];

      g_string_append_printf (text, "{\"seq\":%" G_GUINT64_FORMAT ",\"at\":\"%s\",\"type\":%s}\n",
                              seq, sky_time_format (at, when), events[seq % G_N_ELEMENTS (events)]);
    }
  return g_string_free_to_bytes (text);
}

int
main (void)
{
  g_autoptr (GBytes) bytes = make_log ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (bytes, "bench", &error);
  gint64 best = G_MAXINT64;
  guint64 lines = 0;

  g_assert_no_error (error);
  for (int run = 0; run < RUNS; run++)
    {
      g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
      gint64 start = g_get_monotonic_time ();
      const SkyLine *line;

      for (lines = 0; (line = sky_log_reader_next (reader)) != NULL; lines++)
        g_assert_cmpint (line->kind, ==, SKY_LINE_EVENT);
      best = MIN (best, g_get_monotonic_time () - start);
    }
  g_print ("log: %" G_GUINT64_FORMAT " MB/s, %" G_GUINT64_FORMAT " lines/s (best of %d)\n",
           (guint64) g_bytes_get_size (bytes) / (guint64) best,
           lines * G_USEC_PER_SEC / (guint64) best, RUNS);
  return 0;
}
