/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-reading.h"

#include "sky-kept-patterns.h"
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

/* Folds a property's counts as they are now; @fold takes what came of it. */
static SkyPatterns *
fold_anew (SkyStore *store, SkyKeptFold *fold, guint *n_without, GError **error)
{
  g_autoptr (GPtrArray) logs =
      sky_store_list_counts (store, fold->property, G_MAXINT32, fold->people, n_without, error);
  SkyPatterns *patterns;

  if (logs == NULL)
    return NULL;
  patterns = sky_patterns_fold (logs, G_MAXINT32);
  g_clear_pointer (&fold->content, g_bytes_unref);
  fold->content = sky_patterns_to_bytes (patterns, *n_without);
  return patterns;
}

/* What is kept of @fold, or what its counts give now; @is_kept takes which of these. */
static SkyPatterns *
get_patterns (SkyStore *store,
              SkyKeptFold *fold,
              const char *unit,
              gboolean *is_kept,
              guint *n_without,
              GError **error)
{
  SkyPatterns *patterns =
      fold->content != NULL ? sky_patterns_from_bytes (fold->content, unit, n_without) : NULL;

  *is_kept = patterns != NULL;
  return patterns != NULL ? patterns : fold_anew (store, fold, n_without, error);
}

/* All that there is now. */
static SkyPatterns *
read_present (SkyStore *store, const SkyPatternsRequest *request, guint *n_without, GError **error)
{
  g_autoptr (GPtrArray) folds = sky_store_list_folds (store, request->property, request->people,
                                                      sky_kept_patterns_maker, error);
  g_autoptr (SkyPatterns) self = sky_patterns_new ();

  *n_without = 0;
  if (folds == NULL)
    return NULL;
  while (folds->len > 0)
    {
      g_autoptr (SkyKeptFold) fold = g_ptr_array_steal_index (folds, 0);
      gboolean is_kept;
      guint n;
      g_autoptr (SkyPatterns) patterns =
          get_patterns (store, fold, request->unit, &is_kept, &n, error);

      if (patterns == NULL)
        return NULL;
      *n_without += n;
      sky_patterns_add (self, patterns);
      if (!is_kept)
        g_ptr_array_add (self->unkept, g_steal_pointer (&fold));
    }
  return g_steal_pointer (&self);
}

/* What there was at the end of a day. */
static SkyPatterns *
read_until (SkyStore *store, const SkyPatternsRequest *request, guint *n_without, GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_counts (store, request->property, request->until,
                                                      request->people, n_without, error);

  return logs != NULL ? sky_patterns_fold (logs, request->until) : NULL;
}

/* A report of a unit that was not asked for is compared only with counts that were folded. */
static gboolean
is_wanted (const SkyNotedReport *report,
           const SkyPatternsRequest *request,
           const SkyPatterns *patterns)
{
  if (report->people && !request->people)
    return FALSE;
  return request->unit == NULL || patterns->unkept->len > 0 || request->until != G_MAXINT32
         || sky_pattern_key_has (report->unit, request->unit);
}

SkyPatterns *
sky_patterns_read (SkyStore *store,
                   const SkyPatternsRequest *request,
                   guint *n_without,
                   GError **error)
{
  g_autoptr (SkyPatterns) self = request->until == G_MAXINT32
                                     ? read_present (store, request, n_without, error)
                                     : read_until (store, request, n_without, error);
  g_autoptr (GPtrArray) reports = self != NULL ? sky_store_list_reports (store, error) : NULL;

  if (reports == NULL)
    return NULL;
  for (guint i = reports->len; i > 0; i--)
    if (!is_wanted (reports->pdata[i - 1], request, self))
      g_ptr_array_remove_index (reports, i - 1);
  if (request->hold)
    sky_patterns_hold (self, reports);
  return g_steal_pointer (&self);
}

static gboolean
keep_folds (const GPtrArray *unkept, SkyStore *store, GError **error)
{
  for (guint i = 0; i < unkept->len; i++)
    if (!sky_store_keep_fold (store, unkept->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* Those without people are kept too, for operators may not keep their own in a shared store. */
static gboolean
keep_for_operators (SkyStore *store, GError **error)
{
  const SkyPatternsRequest request = { .until = G_MAXINT32 };
  guint n_without;
  g_autoptr (SkyPatterns) patterns = read_present (store, &request, &n_without, error);

  return patterns != NULL && keep_folds (patterns->unkept, store, error);
}

static gboolean
check_fold (SkyStore *store, SkyKeptFold *fold, GPtrArray *differences, GError **error)
{
  g_autoptr (GBytes) kept = g_steal_pointer (&fold->content);
  guint n_without;
  g_autoptr (SkyPatterns) patterns = NULL;

  if (kept == NULL)
    return TRUE;
  patterns = fold_anew (store, fold, &n_without, error);
  if (patterns == NULL)
    return FALSE;
  if (!g_bytes_equal (kept, fold->content))
    g_ptr_array_add (differences,
                     g_strdup_printf ("what is kept of statistics of %s is not what its logs' "
                                      "counts give",
                                      fold->property));
  return TRUE;
}

gboolean
sky_patterns_check_kept (SkyStore *store, GPtrArray *differences, GError **error)
{
  gboolean may;

  if (!sky_store_may_count_people (store, &may, error))
    return FALSE;
  for (gboolean people = FALSE; people <= may; people++)
    {
      g_autoptr (GPtrArray) folds =
          sky_store_list_folds (store, NULL, people, sky_kept_patterns_maker, error);

      if (folds == NULL)
        return FALSE;
      for (guint i = 0; i < folds->len; i++)
        if (!check_fold (store, folds->pdata[i], differences, error))
          return FALSE;
    }
  return TRUE;
}

gboolean
sky_patterns_has_news (const SkyPatterns *self)
{
  return self->fresh->len > 0 || self->unkept->len > 0;
}

gboolean
sky_patterns_keep_news (const SkyPatterns *self, SkyStore *store, GError **error)
{
  for (guint i = 0; i < self->fresh->len; i++)
    if (!sky_store_note_report (store, self->fresh->pdata[i], error))
      return FALSE;
  return self->unkept->len == 0
         || (keep_folds (self->unkept, store, error) && keep_for_operators (store, error));
}
