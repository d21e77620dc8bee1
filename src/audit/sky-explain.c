/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-driver-private.h"

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
  g_autofree char *paid = sky_money_format (settlement->paid);
  g_autofree char *taken = sky_money_format (settlement->taken);
  g_autofree char *returned = sky_money_format (settlement->returned);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "The table settled it as “%s”: %s paid",
                          sky_outcome_to_name (settlement->outcome), paid);
  if (settlement->stays)
    g_string_append (text, ", the stake staying up");
  else
    g_string_append_printf (text, ", %s taken, %s returned", taken, returned);
  if (settlement->vig != 0)
    {
      g_autofree char *vig = sky_money_format (settlement->vig);

      g_string_append_printf (text, ", a vigorish of %s", vig);
    }
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

/* Of the wager that the event is about: that it was placed, changed and settled. */
static void
tell_event (Explanation *self, const SkyTable *table, const SkyLine *line)
{
  static const char *const changes[] = { "increased", "reduced", "taken down", "called on",
                                         "called off" };
  const SkyWager *wager = table->wager;
  g_autofree char *amount = NULL;
  g_autofree char *text = NULL;

  if (line->kind != SKY_LINE_EVENT || wager == NULL
      || !g_hash_table_contains (self->wagers, wager->id))
    return;

  amount = sky_money_format (wager->amount);
  if (line->event.type == SKY_EVENT_WAGER)
    text = g_strdup_printf ("%s of %s placed by seat %" G_GINT64_FORMAT ".",
                            sky_table_wager_name (table, wager), amount, wager->seat);
  else if (line->event.type == SKY_EVENT_WAGER_CHANGE
           && line->event.change.action <= SKY_CHANGE_REDUCE)
    text = g_strdup_printf ("The wager is %s to %s.", changes[line->event.change.action], amount);
  else if (line->event.type == SKY_EVENT_WAGER_CHANGE)
    text = g_strdup_printf ("The wager is %s.", changes[line->event.change.action]);
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
                   "%s: there is no round %" G_GINT64_FORMAT, sky_log_get_path (log), round);
      return NULL;
    }
  if (wager != NULL && !g_hash_table_contains (wagers, wager))
    {
      g_set_error (error, SKY_AUDIT_ERROR, SKY_AUDIT_ERROR_NO_WAGER,
                   "%s: no wager “%s” lies on the table in round %" G_GINT64_FORMAT,
                   sky_log_get_path (log), wager, round);
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
      step->text = g_strdup_printf (finding->reading > 0 ? "%s: %s (reading R%u)" : "%s: %s",
                                    sky_check_info (finding->check)->name, finding->explanation,
                                    finding->reading);
      g_ptr_array_add (steps, step);
    }
  sky_driver_clear (&driver);

  g_ptr_array_sort (steps, compare_steps);
  return g_steal_pointer (&steps);
}
