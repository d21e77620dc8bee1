/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-plan.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"

static void
judge (SkyRecordStretch *stretch, const SkyRecordState *state)
{
  const SkyTime reached = sky_record_state_get_reached (state);

  for (guint i = 0; i < state->rounds->len; i++)
    {
      const SkyRecordRound *round = &g_array_index (state->rounds, SkyRecordRound, i);

      stretch->n_rounds += round->start >= stretch->from && round->start < stretch->until;
    }
  if (reached == SKY_TIME_NONE || reached < stretch->until)
    return;
  stretch->standing = SKY_RECORD_STRETCH_DONE;
  for (guint i = 0; i < state->away->len; i++)
    {
      const SkyRecordAway *away = &g_array_index (state->away, SkyRecordAway, i);

      if (MAX (away->from, stretch->from) >= MIN (away->until, stretch->until))
        continue;
      stretch->standing = away->from <= stretch->from && away->until >= stretch->until
                              ? SKY_RECORD_STRETCH_SKIPPED
                              : SKY_RECORD_STRETCH_CUT;
      stretch->reason = away->reason;
      if (stretch->standing == SKY_RECORD_STRETCH_SKIPPED)
        break;
    }
}

GArray *
sky_record_plan_list (const SkyPlan *plan,
                      const SkyRecordState *state,
                      const SkyRecordTests *tests,
                      const SkyRecordState *tested)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (SkyRecordStretch));

  for (guint i = 0; i < plan->windows->len; i++)
    {
      const SkyPlanWindow *window = &g_array_index (plan->windows, SkyPlanWindow, i);
      const SkySpan *test = tested != NULL ? sky_record_tests_get (tests, i) : NULL;
      SkyRecordStretch own = { .from = window->from, .until = window->until, .window = i };

      if (test != NULL)
        {
          SkyRecordStretch mixed = {
            .from = test->start, .until = test->end, .window = i, .test = TRUE
          };

          judge (&mixed, tested);
          g_array_append_val (stretches, mixed);
        }
      judge (&own, state);
      g_array_append_val (stretches, own);
    }
  return stretches;
}

gint
sky_record_plan_find_open (const GArray *stretches, guint first)
{
  for (guint i = first; i < stretches->len; i++)
    if (g_array_index (stretches, SkyRecordStretch, i).standing == SKY_RECORD_STRETCH_OPEN)
      return (gint) i;
  return -1;
}

char *
sky_record_plan_name (const SkyPlan *plan, const SkyRecordStretch *stretch, GTimeZone *zone)
{
  const SkyPlanWindow *window = &g_array_index (plan->windows, SkyPlanWindow, stretch->window);
  const char *dealer = g_array_index (plan->strata, SkyPlanStratum, window->stratum).dealer;
  const gboolean has_id = plan->tests == 0;
  g_autofree char *from = sky_clock_text_tick (stretch->from, SKY_SECOND, zone);
  g_autofree char *until = sky_clock_text_tick (stretch->until, SKY_SECOND, zone);

  return g_strdup_printf ("%s%s%s – %s%s%s", has_id ? window->id : "", has_id ? " · " : "", from,
                          until, dealer != NULL ? " · " : "", dealer != NULL ? dealer : "");
}

static const char *
get_reason (SkyUnobservedReason reason)
{
  static const char *const reasons[] = {
    [SKY_UNOBSERVED_NOT_SAMPLED] = N_ ("not in the sample"),
    [SKY_UNOBSERVED_NO_FOOTAGE] = N_ ("no recordings"),
    [SKY_UNOBSERVED_VIEW_BLOCKED] = N_ ("the view is blocked"),
    [SKY_UNOBSERVED_LEFT_OUT] = N_ ("left out"),
  };

  return _ (reasons[reason]);
}

char *
sky_record_plan_describe (const SkyRecordStretch *stretch)
{
  g_autofree char *rounds =
      g_strdup_printf (ngettext ("%u round", "%u rounds", stretch->n_rounds), stretch->n_rounds);

  switch (stretch->standing)
    {
    case SKY_RECORD_STRETCH_OPEN:
      /* Translators: of a stretch of a plan; %s is a number of rounds. */
      return stretch->n_rounds > 0 ? g_strdup_printf (_ ("begun, %s"), rounds)
                                   : g_strdup (_ ("open"));
    case SKY_RECORD_STRETCH_DONE:
      /* Translators: of a stretch of a plan; %s is a number of rounds. */
      return g_strdup_printf (_ ("done, %s"), rounds);
    case SKY_RECORD_STRETCH_CUT:
      /* Translators: of a stretch of a plan; a number of rounds, and why the rest was not recorded.
       */
      return g_strdup_printf (_ ("in part, %s: %s"), rounds, get_reason (stretch->reason));
    case SKY_RECORD_STRETCH_SKIPPED:
      /* Translators: of a stretch of a plan; %s is why. */
      return g_strdup_printf (_ ("skipped: %s"), get_reason (stretch->reason));
    }
  return NULL;
}
