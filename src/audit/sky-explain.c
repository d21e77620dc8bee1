/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-driver-private.h"

#include <glib/gi18n-lib.h>

/* Which wagers a round concerns, and where its events stand. */
typedef struct
{
  GHashTable *wagers; /* ids */
  guint64 first_seq;
  guint64 last_seq;
  gboolean found;
  GPtrArray *steps;
  const char *only; /* one wager's id; NULL: all of the round */
} Explanation;

void
sky_step_free (SkyStep *step)
{
  if (step == NULL)
    return;
  g_free (step->section);
  g_free (step->wager);
  g_free (step->text);
  g_free (step);
}

static void
free_step (gpointer data)
{
  sky_step_free (data);
}

static void
add_step (
    Explanation *self, const SkyWager *wager, guint64 seq, const char *section, const char *text)
{
  SkyStep *step = g_new0 (SkyStep, 1);

  step->seq = seq;
  step->section = g_strdup (section);
  step->wager = wager != NULL ? g_strdup (wager->id) : NULL;
  step->text = g_strdup (text);
  g_ptr_array_add (self->steps, step);
}

static void
take_step (gpointer data, const SkyWager *wager, guint64 seq, const char *section, const char *text)
{
  Explanation *self = data;

  if (wager != NULL ? g_hash_table_contains (self->wagers, wager->id)
                    : seq >= self->first_seq && seq <= self->last_seq)
    add_step (self, wager, seq, section, text);
}

/* The wagers that lie on the table at some time of the round. */
static void
take_wagers (Explanation *self, const SkyTable *table)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->status == SKY_WAGER_UP)
        g_hash_table_add (self->wagers, g_strdup (wager->id));
    }
}

/* A first way through the log finds the round's wagers. */
static void
find_round (Explanation *self, SkyLog *log, gint64 round)
{
  SkyDriver driver;
  const SkyLine *line;
  gboolean inside = FALSE;

  sky_driver_init (&driver, log, NULL, NULL, NULL);
  while (!(self->found && !inside) && (line = sky_driver_next (&driver)) != NULL)
    {
      if (line->kind != SKY_LINE_EVENT)
        continue;
      if (line->event.type == SKY_EVENT_ROUND_START)
        inside = line->event.round.round == round;
      if (!inside)
        continue;
      if (!self->found)
        {
          self->found = TRUE;
          self->first_seq = line->event.seq;
          take_wagers (self, driver.table);
        }
      self->last_seq = line->event.seq;
      if (line->event.type == SKY_EVENT_WAGER && driver.table->wager != NULL)
        g_hash_table_add (self->wagers, g_strdup (driver.table->wager->id));
      else if (line->event.type == SKY_EVENT_ROUND_END)
        inside = FALSE;
    }
  sky_driver_clear (&driver);
}

static char *
tell_settlement (const SkyWager *wager)
{
  const SkySettlement *settlement = &wager->settlement;
  const char *outcome = sky_phrase_words (sky_outcome_to_name (settlement->outcome));
  g_autofree char *paid = sky_phrase_money (settlement->paid);
  g_autofree char *taken = sky_phrase_money (settlement->taken);
  g_autofree char *returned = sky_phrase_money (settlement->returned);
  g_autofree char *vig = sky_phrase_money (settlement->vig);

  if (settlement->stays && settlement->vig != 0)
    return sky_phrase ("The table settled it as “%s”: %s paid, the stake staying up, a vigorish "
                       "of %s.",
                       outcome, paid, vig);
  if (settlement->stays)
    return sky_phrase ("The table settled it as “%s”: %s paid, the stake staying up.", outcome,
                       paid);
  if (settlement->vig != 0)
    return sky_phrase ("The table settled it as “%s”: %s paid, %s taken, %s returned, a vigorish "
                       "of %s.",
                       outcome, paid, taken, returned, vig);
  return sky_phrase ("The table settled it as “%s”: %s paid, %s taken, %s returned.", outcome, paid,
                     taken, returned);
}

static char *
tell_change (SkyChange action, const char *amount)
{
  switch (action)
    {
    case SKY_CHANGE_INCREASE:
      return sky_phrase ("The wager is increased to %s.", amount);
    case SKY_CHANGE_REDUCE:
      return sky_phrase ("The wager is reduced to %s.", amount);
    case SKY_CHANGE_REMOVE:
      return sky_phrase ("The wager is taken down.");
    case SKY_CHANGE_ON:
      return sky_phrase ("The wager is called on.");
    case SKY_CHANGE_OFF:
      return sky_phrase ("The wager is called off.");
    }
  g_assert_not_reached ();
}

/* Of the wager that the event is about: that it was placed, changed and settled. */
static void
tell_event (Explanation *self, const SkyTable *table, const SkyLine *line)
{
  const SkyWager *wager = table->wager;
  g_autofree char *amount = NULL;
  g_autofree char *text = NULL;

  if (line->kind != SKY_LINE_EVENT || wager == NULL
      || !g_hash_table_contains (self->wagers, wager->id))
    return;

  amount = sky_phrase_money (wager->amount);
  if (line->event.type == SKY_EVENT_WAGER)
    text = sky_phrase ("%s of %s placed by seat %" PRId64 ".", sky_table_wager_name (table, wager),
                       amount, wager->seat);
  else if (line->event.type == SKY_EVENT_WAGER_CHANGE)
    text = tell_change (line->event.change.action, amount);
  else if (line->event.type == SKY_EVENT_SETTLE)
    text = tell_settlement (wager);
  if (text != NULL)
    add_step (self, wager, line->event.seq,
              line->event.type == SKY_EVENT_WAGER ? sky_table_wager_section (table, wager) : NULL,
              text);
}

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const SkyStep *x = *(const SkyStep *const *) a, *y = *(const SkyStep *const *) b;

  return x->seq < y->seq ? -1 : x->seq > y->seq;
}

GPtrArray *
sky_audit_explain (SkyLog *log, gint64 round, const char *wager, GError **error)
{
  g_autoptr (GHashTable) wagers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (free_step);
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_finding_free);
  Explanation self = { .wagers = wagers, .steps = steps, .only = wager };
  const SkyLine *line;
  SkyDriver driver;

  find_round (&self, log, round);
  if (!self.found)
    {
      g_set_error (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_NO_ROUND,
                   "%s: there is no round %" PRId64, sky_log_get_path (log), round);
      return NULL;
    }
  if (wager != NULL && !g_hash_table_contains (wagers, wager))
    {
      g_set_error (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_NO_WAGER,
                   "%s: no wager “%s” lies on the table in round %" PRId64, sky_log_get_path (log),
                   wager, round);
      return NULL;
    }
  if (wager != NULL)
    {
      g_hash_table_remove_all (wagers);
      g_hash_table_add (wagers, g_strdup (wager));
    }

  sky_driver_init (&driver, log, findings, take_step, &self);
  while ((line = sky_driver_next (&driver)) != NULL)
    {
      tell_event (&self, driver.table, line);
      if (line->kind == SKY_LINE_EVENT && line->event.seq == self.last_seq)
        break;
    }
  for (guint i = 0; i < findings->len; i++)
    {
      const SkyFinding *finding = findings->pdata[i];
      SkyStep *step;

      if (finding->seq < self.first_seq || finding->seq > self.last_seq
          || (wager != NULL && g_strcmp0 (finding->wager, wager) != 0))
        continue;
      step = g_new0 (SkyStep, 1);
      step->seq = finding->seq;
      step->section = g_strdup (finding->section);
      step->wager = g_strdup (finding->wager);
      step->text = sky_phrase (finding->reading > 0 ? N_ ("%s: %s (reading R%u)") : N_ ("%s: %s"),
                               sky_check_info (finding->check)->name, finding->explanation,
                               finding->reading);
      g_ptr_array_add (steps, step);
    }
  sky_driver_clear (&driver);

  g_ptr_array_sort (steps, compare_steps);
  return g_steal_pointer (&steps);
}
