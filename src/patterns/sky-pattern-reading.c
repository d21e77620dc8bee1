/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-reading.h"

#include "sky-person.h"

gboolean
sky_patterns_may_see_people (
    SkyStore *store, const char *credential, gboolean *may, gboolean *is_auditor, GError **error)
{
  g_autoptr (GPtrArray) people = NULL;
  const SkyPerson *person;
  gboolean is_valid;

  *is_auditor = FALSE;
  if (!sky_store_may_count_people (store, may, error))
    return FALSE;
  people = sky_store_list_people (store, error);
  if (people == NULL)
    return FALSE;
  if (people->len == 0)
    return TRUE;
  person = credential != NULL ? sky_people_find (people, credential) : NULL;
  is_valid = person != NULL && person->revocation == 0 && person->expires > g_get_real_time ();
  *is_auditor = is_valid && person->role == SKY_PERSON_AUDITOR;
  *may = *may && is_valid && person->role != SKY_PERSON_OPERATOR;
  return TRUE;
}

SkyPatterns *
sky_patterns_read (SkyStore *store,
                   const SkyPatternsRequest *request,
                   guint *n_without,
                   GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_counts (store, request->property, request->until,
                                                      request->people, n_without, error);
  g_autoptr (GPtrArray) reports = logs != NULL ? sky_store_list_reports (store, error) : NULL;
  SkyPatterns *self;

  if (reports == NULL)
    return NULL;
  for (guint i = reports->len; i > 0 && !request->people; i--)
    if (((SkyNotedReport *) reports->pdata[i - 1])->people)
      g_ptr_array_remove_index (reports, i - 1);
  self = sky_patterns_fold (logs, request->until);
  if (request->hold)
    sky_patterns_hold (self, reports);
  return self;
}

gboolean
sky_patterns_keep_fresh (const SkyPatterns *self, SkyStore *store, GError **error)
{
  for (guint i = 0; i < self->fresh->len; i++)
    if (!sky_store_note_report (store, self->fresh->pdata[i], error))
      return FALSE;
  return TRUE;
}
