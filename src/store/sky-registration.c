/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registering people, and ending it. */
#include "config.h"

#include "sky-json-writer.h"
#include "sky-person.h"
#include "sky-store-private.h"

#include <string.h>

gboolean
sky_store_add_person (SkyStore *self,
                      const SkyReviewer *reviewer,
                      const SkyPerson *person,
                      GError **error)
{
  g_autoptr (GString) data = g_string_new (NULL);

  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "credential", person->credential);
  sky_json_add_string (data, "name", person->name);
  sky_json_add_string (data, "role", sky_person_role_to_name (person->role));
  sky_json_add_time (data, "expires", person->expires);
  sky_json_add_string (data, "certificate", person->certificate);
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_PERSON_ADD, NULL, 0, NULL, data->str,
                                  NULL, error);
}

gboolean
sky_store_expire_person (
    SkyStore *self, const SkyReviewer *reviewer, const char *credential, SkyTime at, GError **error)
{
  g_autoptr (GString) data = g_string_new (NULL);

  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "credential", credential);
  sky_json_add_time (data, "expires", at);
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_PERSON_EXPIRE, NULL, 0, NULL,
                                  data->str, NULL, error);
}

gboolean
sky_store_revoke_person (SkyStore *self,
                         const SkyReviewer *reviewer,
                         const char *credential,
                         const char *reason,
                         GError **error)
{
  g_autoptr (GString) data = g_string_new (NULL);

  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "credential", credential);
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_PERSON_REVOKE, NULL, 0, reason,
                                  data->str, NULL, error);
}
