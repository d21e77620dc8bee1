/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sample.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sky-archive.h"
#include "sky-roster.h"

/* What the archive has of the table and day. */
typedef struct
{
  SkyArchive *archive; /* NULL: it has recordings alone */
  SkyFootage *alone;   /* these; NULL: there is an archive */
  SkyLog *log;         /* NULL: none */
  SkyLogAudit *audit;  /* of it */
} Found;

static void
found_clear (Found *self)
{
  g_clear_pointer (&self->archive, sky_archive_free);
  g_clear_pointer (&self->alone, sky_footage_free);
  g_clear_pointer (&self->audit, sky_log_audit_free);
  g_clear_pointer (&self->log, sky_log_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Found, found_clear)

static SkyLog *
find_log (const SkySampleRequest *request, const SkyArchive *archive, GPtrArray *problems)
{
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyLog) log = sky_log_open_in_archive (archive->path, archive->logs[i], &error);

      if (log == NULL && problems != NULL)
        g_ptr_array_add (problems, g_strdup (error->message));
      else if (log != NULL && sky_log_get_header (log)->gaming_day == request->day
               && g_str_equal (sky_log_get_header (log)->table, request->table))
        return g_steal_pointer (&log);
    }
  return NULL;
}

static gboolean
find (const SkySampleRequest *request, Found *found, GPtrArray *problems, GError **error)
{
  g_autofree char *path = g_build_filename (request->archive, "footage.json", NULL);

  found->archive = sky_archive_open (request->archive, error);
  if (found->archive == NULL)
    {
      found->alone = sky_footage_read (request->archive, path, NULL);
      if (found->alone != NULL)
        g_clear_error (error);
      return found->alone != NULL;
    }
  found->log = find_log (request, found->archive, problems);
  if (found->log == NULL)
    return TRUE;
  found->audit = sky_audit_log (found->log, &(SkyAuditOptions){ 0 }, error);
  return found->audit != NULL;
}

static gboolean
fail_without_log (const SkySampleRequest *request, const char *why, GError **error)
{
  char day[SKY_DAY_TEXT_SIZE];

  g_set_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_NOTHING, "%s: %s, %s: %s", request->archive,
               request->table, sky_day_format (request->day, day), why);
  return FALSE;
}

/* The time that is drawn from, by who dealt. */
static gboolean
add_strata (const SkySampleRequest *request,
            const Found *found,
            const GArray *covered,
            SkyPlan *plan,
            GError **error)
{
  g_autoptr (GArray) roster = NULL;

  if (request->roster != NULL)
    {
      roster = sky_roster_read (request->roster, error);
      if (roster == NULL)
        return FALSE;
    }
  else if (found->audit != NULL)
    roster = sky_roster_from_duties (found->audit->duties);
  if (request->anybody && (roster == NULL || roster->len == 0))
    sky_plan_add_stratum (plan, NULL, g_array_copy ((GArray *) covered));
  else if (roster == NULL)
    return fail_without_log (
        request, _ ("there is no log: say with --roster who dealt, and with --game what"), error);
  else if (request->all_time)
    sky_roster_add_all (roster, covered, plan);
  else
    sky_roster_add_dealers (roster, covered, plan);
  return TRUE;
}

static gboolean
draw_windows (const SkySampleRequest *request, const Found *found, SkyPlan *plan, GError **error)
{
  const SkyFootage *footage = found->archive != NULL ? found->archive->footage : found->alone;
  g_autoptr (GArray) covered = NULL;

  if (found->log == NULL && !request->has_game)
    return fail_without_log (
        request, _ ("there is no log: say with --roster who dealt, and with --game what"), error);
  if (footage == NULL)
    {
      g_set_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_NOTHING,
                   _ ("%s: cannot read footage.json"), request->archive);
      return FALSE;
    }
  covered = sky_coverage_required (
      footage, found->log != NULL ? sky_log_get_header (found->log)->game : request->game,
      request->table);
  return add_strata (request, found, covered, plan, error)
         && sky_plan_draw_windows (plan, request->windows, request->length, error);
}

guint64
sky_sample_choose_seed (void)
{
  return (guint64) g_random_int () << 16 ^ (guint64) g_random_int_range (0, 1 << 16);
}

SkyPlan *
sky_sample_draw (const SkySampleRequest *request, GPtrArray *problems, GError **error)
{
  g_autoptr (SkyPlan) plan =
      sky_plan_new (request->archive, request->table, request->day, request->seed);
  g_auto (Found) found = { 0 };
  gboolean drawn;

  plan->tests = request->tests;
  if (!find (request, &found, problems, error))
    return NULL;
  if (request->windows > 0)
    drawn = draw_windows (request, &found, plan, error);
  else if (found.audit == NULL)
    drawn = fail_without_log (
        request, _ ("there is no log: rounds can be drawn only if they are known"), error);
  else
    drawn = sky_plan_draw_rounds (plan, request->rounds, found.audit->rounds, error);
  return drawn ? g_steal_pointer (&plan) : NULL;
}

gboolean
sky_sample_write (const SkyPlan *plan, const char *path, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  int file = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  gboolean written;
  int number;

  sky_plan_write_json (plan, json);
  g_string_append_c (json, '\n');
  written = file >= 0 && write (file, json->str, json->len) == (gssize) json->len;
  number = errno;
  if (file >= 0 && close (file) != 0 && written)
    {
      number = errno;
      written = FALSE;
    }
  if (file >= 0 && !written)
    unlink (path);
  if (!written)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number), _ ("cannot write %s: %s"),
                 path, g_strerror (number));
  return written;
}
