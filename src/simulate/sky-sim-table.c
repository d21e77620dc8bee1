/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-table.h"

static void
clear_finding (gpointer data)
{
  g_free (((SkySimFinding *) data)->wager);
}

static GArray *
new_findings (void)
{
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (SkySimFinding));

  g_array_set_clear_func (findings, clear_finding);
  return findings;
}

SkySimTable *
sky_sim_table_new (void)
{
  SkySimTable *self = g_new0 (SkySimTable, 1);

  self->plans = g_array_new (FALSE, FALSE, sizeof (SkySimPlan));
  self->planted = new_findings ();
  self->expected = new_findings ();
  return self;
}

void
sky_sim_table_free (SkySimTable *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->log, sky_sim_log_free);
  g_clear_pointer (&self->chance, g_rand_free);
  sky_sim_people_free (self->people);
  g_array_unref (self->plans);
  g_array_unref (self->planted);
  g_array_unref (self->expected);
  g_free (self);
}

gboolean
sky_sim_chance (SkySimTable *self, guint percent)
{
  return g_rand_int_range (self->chance, 0, 100) < (gint) percent;
}

gint
sky_sim_pick (SkySimTable *self, gint from, gint to)
{
  return g_rand_int_range (self->chance, from, to + 1);
}

gboolean
sky_sim_may_stand (SkySimTable *self, guint pocket)
{
  const SkySimBias *bias = self->bias;

  return bias == NULL
         || (guint32) sky_sim_pick (self, 0, (gint) bias->greatest - 1) < bias->weights[pocket];
}

gint
sky_sim_throw_die (SkySimTable *self)
{
  gint face;

  do
    face = sky_sim_pick (self, 1, 6);
  while (!sky_sim_may_stand (self, (guint) face));
  return face;
}

/* The @n-th of the faults that always have an occasion at @moment, begun anew after the last. */
static const SkySimFault *
choose_always (const SkySimFault *faults, guint moment, guint n)
{
  guint count = 0;

  for (const SkySimFault *fault = faults; fault->plant != NULL; fault++)
    count += fault->always && fault->moment == moment;
  if (count == 0)
    return NULL;
  n %= count;
  for (const SkySimFault *fault = faults;; fault++)
    if (fault->always && fault->moment == moment && n-- == 0)
      return fault;
}

/* What found no occasion by the last round becomes a fault that always has one. */
static const SkySimFault *
choose_fault (
    SkySimTable *self, const SkySimPlan *plan, const SkySimFault *faults, guint moment, guint n)
{
  if (plan->fault->moment == moment && (plan->fault->once || plan->round <= self->round))
    return plan->fault;
  if (self->round == self->last_round && !plan->fault->once)
    return choose_always (faults, moment, n);
  return NULL;
}

guint
sky_sim_table_plant (SkySimTable *self, const SkySimFault *faults, guint moment, gpointer play)
{
  guint n = 0;

  for (guint i = 0; i < self->plans->len; i++)
    {
      SkySimPlan *plan = &g_array_index (self->plans, SkySimPlan, i);
      const SkySimFault *fault;

      if (plan->planted)
        continue;
      /* The last round may have very many. */
      if (self->cancelled != NULL && g_atomic_int_get (self->cancelled) != 0)
        break;
      fault = choose_fault (self, plan, faults, moment, i);
      if (fault != NULL && fault->plant (self, play))
        {
          plan->planted = TRUE;
          n++;
          /* One at a time, so that faults do not get in each other's way, till time runs out. */
          if (self->round != self->last_round && !fault->once)
            break;
        }
    }
  return n;
}

static void
note (SkySimTable *self, GArray *findings, SkySimFinding finding)
{
  finding.round = self->in_round ? self->round : 0;
  finding.wager = g_strdup (finding.wager);
  g_array_append_val (findings, finding);
}

void
sky_sim_table_note_planted (SkySimTable *self, SkyCheck check, guint64 seq, const char *wager)
{
  note (self, self->planted,
        (SkySimFinding){ .check = check, .seq = seq, .wager = (char *) wager });
}

void
sky_sim_table_note_variance (
    SkySimTable *self, SkyCheck check, guint64 seq, const char *wager, SkyMoney variance)
{
  note (self, self->planted,
        (SkySimFinding){ .check = check,
                         .seq = seq,
                         .wager = (char *) wager,
                         .has_variance = TRUE,
                         .variance = variance });
}

void
sky_sim_table_note_expected (SkySimTable *self, SkyCheck check, guint64 seq, const char *wager)
{
  note (self, self->expected,
        (SkySimFinding){ .check = check, .seq = seq, .wager = (char *) wager });
}
