/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-unsaved-decision.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-queue-item.h"
#include "sky-surveillance-log.h"

/* So many of others' entries are told at most, the last ones. */
#define MOST_TOLD 3

SkyUnsavedDecision *
sky_unsaved_decision_new (const SkyStoredFinding *finding,
                          gboolean undoes,
                          SkyLedgerAction action,
                          const char *text)
{
  SkyUnsavedDecision *self = g_new0 (SkyUnsavedDecision, 1);

  self->key = g_strdup (finding->key);
  self->check = g_strdup (finding->check);
  self->table = g_strdup (finding->table);
  self->at = finding->at;
  self->undoes = undoes;
  self->action = action;
  self->text = text != NULL && text[0] != '\0' ? g_strdup (text) : NULL;
  self->said = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  return self;
}

void
sky_unsaved_decision_free (SkyUnsavedDecision *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->check);
  g_free (self->table);
  g_free (self->text);
  g_ptr_array_unref (self->said);
  g_free (self->cause);
  g_free (self);
}

/* What is done with a finding elsewhere (a case, an export) is no word on it. */
static gboolean
is_word (const SkyLedgerEntry *entry)
{
  return g_str_has_prefix (entry->action, "finding.") || strcmp (entry->action, "undo") == 0;
}

gboolean
sky_unsaved_decision_read (SkyUnsavedDecision *self,
                           SkyStore *store,
                           const char *credential,
                           gint64 seen,
                           guint *n,
                           GError **error)
{
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (store, self->key, seen, G_MAXINT, error);

  if (entries == NULL)
    return FALSE;
  for (guint i = 0; i < entries->len;)
    {
      const SkyLedgerEntry *entry = entries->pdata[i];
      if (is_word (entry) && g_strcmp0 (entry->credential, credential) != 0)
        i++;
      else
        g_ptr_array_remove_index (entries, i);
    }
  g_ptr_array_unref (self->said);
  self->said = g_steal_pointer (&entries);
  *n = self->said->len;
  return TRUE;
}

char *
sky_unsaved_decision_dup_label (const SkyUnsavedDecision *self, GTimeZone *zone)
{
  g_autofree char *at =
      self->at != SKY_TIME_NONE ? sky_clock_text_full (self->at, zone) : g_strdup ("");

  return g_strdup_printf ("%s · %s · %s", sky_check_to_label (self->check), self->table, at);
}

char *
sky_unsaved_decision_dup_others (const SkyUnsavedDecision *self, GTimeZone *zone)
{
  GString *text = g_string_new (NULL);
  guint first = self->said->len > MOST_TOLD ? self->said->len - MOST_TOLD : 0;

  for (guint i = first; i < self->said->len; i++)
    {
      g_autofree char *line = sky_ledger_entry_to_line (self->said->pdata[i], zone);
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, line);
    }
  if (self->said->len == 0 && self->cause != NULL)
    g_string_append (text, self->cause);
  return g_string_free (text, FALSE);
}

char *
sky_unsaved_decision_dup_own (const SkyUnsavedDecision *self)
{
  const char *label = sky_ledger_action_to_label (
      sky_ledger_action_to_name (self->undoes ? SKY_LEDGER_UNDO : self->action));

  if (self->text == NULL)
    /* Translators: what the reviewer wanted to say, as in "Yours: Confirmed". */
    return g_strdup_printf (_ ("Yours: %s"), label);
  /* Translators: the same with the text that was typed. */
  return g_strdup_printf (_ ("Yours: %s: %s"), label, self->text);
}
