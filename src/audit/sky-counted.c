/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-counted.h"

#include "sky-audit-private.h"
#include "sky-counter-private.h"

static void
result_clear (gpointer data)
{
  SkyCountedResult *self = data;

  g_free (self->wheel);
  g_free (self->dealer);
}

/* A SkyCounterWatch. */
static void
take_result (const SkyCountedResult *result, gpointer data)
{
  SkyCountedResult copy = *result;

  copy.wheel = g_strdup (result->wheel);
  copy.dealer = g_strdup (result->dealer);
  g_array_append_val ((GArray *) data, copy);
}

GArray *
sky_counted_list (SkyLog *log, GError **error)
{
  GArray *results;
  SkyLogAudit *audit = sky_log_audit_new (log, error);
  SkyCounter *counter;
  SkyDriver driver;

  if (audit == NULL)
    return NULL;
  results = g_array_new (FALSE, TRUE, sizeof (SkyCountedResult));
  g_array_set_clear_func (results, result_clear);
  sky_driver_init (&driver, log, audit->findings, NULL, NULL);
  counter = sky_counter_new (sky_log_get_header (log), audit->counts);
  sky_counter_set_watch (counter, take_result, results);
  driver.counter = counter;
  while (sky_driver_next (&driver) != NULL)
    ;
  /* Someone changed the record after it was written. */
  if (audit->counts->damaged)
    g_array_set_size (results, 0);
  sky_driver_clear (&driver);
  sky_counter_free (counter);
  sky_log_audit_free (audit);
  return results;
}
