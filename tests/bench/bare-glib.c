/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What any program with GLib and GIO takes to start and end: the reference of bench-start.py. */
#include <gio/gio.h>

int
main (void)
{
  g_type_ensure (G_TYPE_CANCELLABLE);
  return 0;
}
