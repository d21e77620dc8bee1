/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before a program it makes the clock of its machine wrong, by so many seconds as the
 * environment says. */
#include <glib.h>
#include <stdlib.h>
#include <time.h>

gint64 g_get_real_time (void);

gint64
g_get_real_time (void)
{
  const char *shift = getenv ("SHIFTED_CLOCK");
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  return ((gint64) now.tv_sec + (shift != NULL ? g_ascii_strtoll (shift, NULL, 10) : 0))
             * G_USEC_PER_SEC
         + now.tv_nsec / 1000;
}
