/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-step.h"

#include "sky-shown-text.h"

/* What a rule closes when its events are made. */
typedef struct
{
  guint reg;
  gint64 id;
  char *key;
} Closed;

static void
closed_clear (gpointer data)
{
  g_free (((Closed *) data)->key);
}

static gboolean
evaluate_key (
    const SkyImportSteps *self, guint reg, gboolean with_defaults, GString *key, char **reason)
{
  const SkyMapRegister *what = self->map->names.registers->pdata[reg];
  gboolean done;

  self->context->use_defaults = with_defaults;
  done = sky_map_expression_evaluate (what->key, self->context, key, reason);
  self->context->use_defaults = FALSE;
  return done;
}

static gboolean
refuse_key (const SkyImportSteps *self, guint reg, const char *key, const char *what, char **reason)
{
  const SkyMapRegister *of = self->map->names.registers->pdata[reg];
  g_autofree char *shown = sky_text_show_start (key, 60);

  *reason = g_strdup_printf ("the register “%s” has %s under “%s”", of->name, what, shown);
  return FALSE;
}

static gboolean
rename_entry (const SkyImportSteps *self, const SkyMapStep *step, char **reason)
{
  g_autoptr (GString) from = g_string_new (NULL);
  g_autoptr (GString) to = g_string_new (NULL);
  const SkyImportEntry *entry;
  SkyImportEntry moved;

  if (!evaluate_key (self, step->reg, TRUE, from, reason)
      || !sky_map_expression_evaluate (step->to, self->context, to, reason))
    return FALSE;
  entry = sky_import_table_find (self->table, step->reg, from->str);
  if (entry == NULL)
    return refuse_key (self, step->reg, from->str, "nothing", reason);
  moved = *entry;
  sky_import_table_remove (self->table, step->reg, from->str);
  sky_import_table_put_behind (self->table, step->reg, to->str, &moved);
  return TRUE;
}

gboolean
sky_import_step_do (const SkyImportSteps *self,
                    const SkyMapStep *step,
                    GArray *closed,
                    char **reason)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gboolean does = TRUE;
  const SkyImportEntry *entry;

  if (step->when != NULL && !sky_map_condition_holds (step->when, self->context, &does, reason))
    return FALSE;
  if (!does && step->action != SKY_MAP_CLOSE)
    return TRUE;
  if (step->action == SKY_MAP_RENAME)
    return rename_entry (self, step, reason);
  if (!evaluate_key (self, step->reg, FALSE, key, reason))
    return FALSE;
  entry = sky_import_table_find (self->table, step->reg, key->str);
  if (step->action == SKY_MAP_OPEN)
    {
      if (entry != NULL)
        return refuse_key (self, step->reg, key->str, "something already", reason);
      sky_import_table_put (self->table, step->reg, key->str, NULL);
      return TRUE;
    }
  if (entry == NULL)
    return refuse_key (self, step->reg, key->str, "nothing", reason);
  if (step->action == SKY_MAP_CLOSE && does)
    {
      Closed one = { step->reg, entry->id, g_strdup (key->str) };

      g_array_append_val (closed, one);
    }
  return TRUE;
}

gboolean
sky_import_note_amount (const SkyImportSteps *self,
                        const SkyMapRule *rule,
                        const SkyMapEvent *event,
                        SkyMoney amount,
                        char **reason)
{
  int fresh = sky_map_event_makes_new (event);

  if (amount < 0)
    return TRUE;
  for (guint i = 0; i < rule->steps->len || fresh >= 0; i++)
    {
      const SkyMapStep *step = i < rule->steps->len ? rule->steps->pdata[i] : NULL;
      guint reg = fresh >= 0 ? (guint) fresh : step->reg;
      g_autoptr (GString) key = g_string_new (NULL);
      const SkyImportEntry *entry;
      SkyImportEntry changed;

      if (!evaluate_key (self, reg, FALSE, key, reason))
        return FALSE;
      entry = sky_import_table_find (self->table, reg, key->str);
      if (entry != NULL)
        {
          changed = *entry;
          changed.amount = amount;
          sky_import_table_put (self->table, reg, key->str, &changed);
        }
      if (fresh >= 0)
        break;
    }
  return TRUE;
}

GArray *
sky_import_closed_new (void)
{
  GArray *closed = g_array_new (FALSE, FALSE, sizeof (Closed));

  g_array_set_clear_func (closed, closed_clear);
  return closed;
}

void
sky_import_closed_end (const SkyImportSteps *self, GArray *closed)
{
  for (guint i = 0; i < closed->len; i++)
    {
      const Closed *one = &g_array_index (closed, Closed, i);
      const SkyImportEntry *entry = sky_import_table_find (self->table, one->reg, one->key);

      /* What is new there has another number, and stays. */
      if (entry != NULL && entry->id == one->id)
        sky_import_table_remove (self->table, one->reg, one->key);
    }
}
