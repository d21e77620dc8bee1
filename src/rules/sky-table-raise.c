/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table says, and with which section: findings and steps. */
#include "config.h"

#include "sky-table-private.h"

#include <string.h>

const char *
sky_table_section_in_force (const SkyTable *self, const char *section)
{
  const char *other = section != NULL && self->game->section_in_force != NULL
                          ? self->game->section_in_force (self, section)
                          : NULL;

  return other != NULL ? other : section;
}

const char *
sky_table_wager_section (const SkyTable *self, const SkyWager *wager)
{
  return sky_table_section_in_force (self, wager->bet != NULL ? sky_wager_section (wager)
                                                              : self->game->wagers_section);
}

static const char *const general_chapters[] = { "521", "611a", "465a" };

/* The section that a finding cites. Returns FALSE when the game's chapter has no such rule. */
static gboolean
find_section (const SkyTable *self,
              SkyCheck check,
              const SkyWager *wager,
              const char *given,
              const char **section)
{
  const char *listed = sky_check_info (check)->sections;
  const char *own;

  *section = sky_table_section_in_force (self, given);
  if (given != NULL)
    return TRUE;

  own = sky_game_get_section (self->game, check);
  if (own != NULL)
    {
      *section = sky_table_section_in_force (self, own);
      return TRUE;
    }
  if (listed == NULL)
    return FALSE;
  if (*listed == '\0')
    {
      if (wager != NULL && sky_check_info (check)->queue != SKY_QUEUE_INTEGRITY)
        *section = sky_table_wager_section (self, wager);
      return TRUE;
    }
  /* These are for every game; a module raises no check of another's chapter. */
  for (guint i = 0; i < G_N_ELEMENTS (general_chapters) && *section == NULL; i++)
    *section = sky_check_section (check, general_chapters[i]);
  g_assert (*section != NULL);
  return TRUE;
}

static gboolean
is_seat_seen (const SkyScope *scope, gint64 seat)
{
  for (guint i = 0; i < scope->n_seats; i++)
    if (scope->seats[i] == seat)
      return TRUE;
  return FALSE;
}

gboolean
sky_table_sees_seat (const SkyTable *self, gint64 seat)
{
  return sky_table_sees (self, SKY_CLASS_WAGERS)
         && (!self->scope.some_seats || is_seat_seen (&self->scope, seat));
}

/* Whether what is due on @wager can be another than the defaults of the Rules Submission have it,
 * as nobody looked at that. */
static gboolean
is_by_unseen_rules (const SkyTable *self, SkyCheck check, const SkyWager *wager)
{
  return sky_table_assumes_rules (self)
         && (sky_check_info (check)->by_rules
             || (wager != NULL && wager->bet != NULL && wager->bet->option >= 0));
}

gboolean
sky_table_judges (const SkyTable *self, SkyCheck check, const SkyWager *wager, gint64 seat)
{
  const SkyCheckInfo *info = sky_check_info (check);
  SkyEventClassSet classes = info->classes;

  if (self->version == 1)
    return TRUE;
  if (wager != NULL)
    classes |= 1u << SKY_CLASS_WAGERS;
  if (wager != NULL && wager->unseen == SKY_UNSEEN_WHOLE)
    return FALSE;
  if ((self->unseen || (wager != NULL && wager->unseen == SKY_UNSEEN_DUE))
      && (classes & 1u << SKY_CLASS_SETTLEMENTS) != 0 && check != SKY_CHECK_SETTLE_TWICE)
    return FALSE;
  if (info->by_past && (self->forgot || self->scope.sampled))
    return FALSE;
  if ((classes & ~self->scope.classes) != 0 || is_by_unseen_rules (self, check, wager))
    return FALSE;
  if (!self->scope.some_seats)
    return TRUE;
  if (wager != NULL)
    seat = wager->seat;
  return !info->whole_table && (seat <= 0 || is_seat_seen (&self->scope, seat));
}

void
sky_table_mark_unsure (const SkyTable *self, SkyFinding *finding)
{
  const SkyWager *wager;

  if (self->version == 1 || finding->unsure)
    return;
  finding->unsure = (self->unsure && self->round != 0 && finding->round == self->round)
                    || (self->unsure_event && finding->seq == self->seq);
  if (finding->unsure || finding->wager == NULL)
    return;
  wager = sky_wager_book_find (
      self->wagers, (SkyText){ .data = finding->wager, .length = strlen (finding->wager) });
  finding->unsure = wager != NULL && wager->unsure;
}

G_GNUC_PRINTF (9, 0)
static void
raise_finding (SkyTable *self,
               SkyCheck check,
               const char *given,
               const SkyWager *wager,
               guint64 seq,
               SkyTime at,
               char *recorded,
               char *recomputed,
               const char *format,
               va_list args)
{
  g_autofree char *recorded_json = recorded;
  g_autofree char *recomputed_json = recomputed;
  const char *section;
  SkyFinding *finding;

  if (!sky_table_judges (self, check, wager, seq == self->seq ? self->seat : 0)
      || !find_section (self, check, wager, given, &section))
    return;

  finding = g_new0 (SkyFinding, 1);
  finding->check = check;
  finding->section = section;
  finding->reading = sky_check_info (check)->reading;
  finding->seq = seq;
  finding->at = at;
  finding->round = self->round;
  finding->wager = wager != NULL ? g_strdup (wager->id) : NULL;
  finding->seat = wager != NULL ? wager->seat : 0;
  finding->recorded = g_steal_pointer (&recorded_json);
  finding->recomputed = g_steal_pointer (&recomputed_json);
  finding->explanation = sky_phrase_va (format, args);
  sky_table_mark_unsure (self, finding);
  if (self->holding)
    g_ptr_array_add (self->held, finding);
  else
    self->sink.finding (self->sink.finding_data, finding);
}

void
sky_table_release_held (SkyTable *self)
{
  while (self->held->len > 0)
    {
      SkyFinding *finding = g_ptr_array_steal_index (self->held, 0);

      sky_table_mark_unsure (self, finding);
      self->sink.finding (self->sink.finding_data, finding);
    }
}

void
sky_table_drop_held (SkyTable *self)
{
  g_ptr_array_set_size (self->held, 0);
}

void
sky_table_raise (SkyTable *self,
                 SkyCheck check,
                 const char *section,
                 const SkyWager *wager,
                 const char *format,
                 ...)
{
  va_list args;

  va_start (args, format);
  raise_finding (self, check, section, wager, self->seq, self->at, NULL, NULL, format, args);
  va_end (args);
}

void
sky_table_raise_at (SkyTable *self,
                    SkyCheck check,
                    const char *section,
                    const SkyWager *wager,
                    guint64 seq,
                    SkyTime at,
                    char *recorded,
                    char *recomputed,
                    const char *format,
                    ...)
{
  va_list args;

  va_start (args, format);
  raise_finding (self, check, section, wager, seq, at, recorded, recomputed, format, args);
  va_end (args);
}

void
sky_table_step_real (SkyTable *self,
                     const SkyWager *wager,
                     guint64 seq,
                     const char *section,
                     const char *format,
                     ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = sky_phrase_va (format, args);
  va_end (args);
  self->sink.step (self->sink.step_data, wager, seq, sky_table_section_in_force (self, section),
                   text);
}

gboolean
sky_table_has_patrons (const SkyTable *self)
{
  for (guint i = 0; i < self->seats->len; i++)
    if (g_array_index (self->seats, SkySeat, i).present)
      return TRUE;
  return FALSE;
}
