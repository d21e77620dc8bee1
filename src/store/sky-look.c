/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-look.h"

#include "sky-store-private.h"

static gboolean
get_int (SkyStore *self, const char *sqlite, const char *postgres, gint64 *value, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (self, sqlite, postgres, error);
  gboolean found;

  *value = 0;
  return statement != NULL && sky_statement_get_int (statement, value, &found, error);
}

gboolean
sky_store_get_present (SkyStore *self, SkyLook *look, GError **error)
{
  g_auto (SkyStoreSnapshot) snapshot = { NULL };
  const char *head = "SELECT number FROM ledger_head";

  return sky_store_snapshot_begin (&snapshot, self, error)
         && get_int (self, "SELECT seq FROM sqlite_sequence WHERE name = 'findings'",
                     "SELECT last_finding FROM store", &look->finding, error)
         && get_int (self, head, head, &look->entry, error)
         && get_int (self, "SELECT seq FROM sqlite_sequence WHERE name = 'withdrawn'",
                     "SELECT last_withdrawal FROM store", &look->withdrawal, error);
}

char *
sky_store_get_identity (SkyStore *self, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, "SELECT name FROM identity", error);
  gboolean row;

  if (statement == NULL || !sky_statement_next (statement, &row, error))
    return NULL;
  if (row)
    return g_strdup (sky_statement_text (statement, 0));
  sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED, "the store has no identity");
  return NULL;
}

/* What others said of findings after a look. That somebody looked at one, or put it in a case, says
 * nothing of it. */
#define SAID                                                                                       \
  "e.number > :since_entry AND e.credential != :looker AND e.finding IS NOT NULL"                  \
  " AND e.action >= 'finding.' AND e.action < 'finding/'"

static void
set_said (SkyStatement *said, const SkyLook *look, const char *looker)
{
  sky_statement_set_int (said, ":since_entry", look->entry);
  sky_statement_set_text (said, ":looker", looker != NULL ? looker : "");
}

static gboolean
mark_one_by_one (
    SkyStore *store, GPtrArray *findings, const SkyLook *look, const char *looker, GError **error)
{
  for (guint i = 0; i < findings->len; i++)
    {
      SkyStoredFinding *finding = findings->pdata[i];
      g_autoptr (SkyStatement) said = NULL;
      gint64 found = 0;

      if (finding->change != SKY_FINDING_SAME)
        continue;
      said = sky_statement_get (
          store, "SELECT EXISTS (SELECT 1 FROM ledger e WHERE e.finding = :key AND " SAID ")",
          error);
      if (said == NULL)
        return FALSE;
      sky_statement_set_text (said, ":key", finding->key);
      set_said (said, look, looker);
      if (!sky_statement_get_int (said, &found, NULL, error))
        return FALSE;
      if (found != 0)
        finding->change = SKY_FINDING_REVIEWED;
    }
  return TRUE;
}

/* Keys have no character that a list of them would have to escape (sky_finding_key()). */
static gboolean
mark_at_once (
    SkyStore *store, GPtrArray *findings, const SkyLook *look, const char *looker, GError **error)
{
  g_autoptr (GString) keys = g_string_new ("{");
  g_autoptr (SkyStatement) said = NULL;
  gboolean row;

  said = sky_statement_get (store,
                            "SELECT p.place FROM unnest (CAST (:keys AS text[])) "
                            "WITH ORDINALITY AS p (key, place) "
                            "WHERE EXISTS (SELECT 1 FROM ledger e WHERE e.finding = p.key"
                            " AND " SAID ")",
                            error);
  if (said == NULL)
    return FALSE;
  for (guint i = 0; i < findings->len; i++)
    g_string_append_printf (keys, "%s\"%s\"", i > 0 ? "," : "",
                            ((const SkyStoredFinding *) findings->pdata[i])->key);
  sky_statement_set_text (said, ":keys", g_string_append_c (keys, '}')->str);
  set_said (said, look, looker);
  while (sky_statement_next (said, &row, error))
    {
      SkyStoredFinding *finding;

      if (!row)
        return TRUE;
      finding = findings->pdata[sky_statement_int (said, 0) - 1];
      if (finding->change == SKY_FINDING_SAME)
        finding->change = SKY_FINDING_REVIEWED;
    }
  return FALSE;
}

gboolean
sky_store_mark_changes (
    SkyStore *self, GPtrArray *findings, const SkyLook *look, const char *looker, GError **error)
{
  for (guint i = 0; i < findings->len; i++)
    {
      SkyStoredFinding *finding = findings->pdata[i];

      finding->change = finding->id > look->finding ? SKY_FINDING_NEW : SKY_FINDING_SAME;
    }
  return (self->engine->is_remote ? mark_at_once : mark_one_by_one) (self, findings, look, looker,
                                                                     error);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const gint64 *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

GArray *
sky_store_list_reviewed (SkyStore *self, const SkyLook *look, const char *looker, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self, "SELECT e.finding FROM ledger e WHERE " SAID, error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  set_said (statement, look, looker);
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id;

      if (!row)
        {
          g_array_sort (ids, compare_ids);
          return g_steal_pointer (&ids);
        }
      if (!sky_store_look_up_finding (self, sky_statement_text (statement, 0), &id, error))
        return NULL;
      if (id != 0)
        g_array_append_val (ids, id);
    }
  return NULL;
}

GArray *
sky_store_list_spoken (SkyStore *self, gint64 after, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self,
                                 "SELECT DISTINCT e.finding FROM ledger e WHERE e.number > ?"
                                 " AND e.finding IS NOT NULL"
                                 " AND (e.action = 'undo' OR substr (e.action, 1, 8) = 'finding.')",
                                 error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, after);
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id;

      if (!row)
        {
          g_array_sort (ids, compare_ids);
          return g_steal_pointer (&ids);
        }
      if (!sky_store_look_up_finding (self, sky_statement_text (statement, 0), &id, error))
        return NULL;
      if (id != 0)
        g_array_append_val (ids, id);
    }
  return NULL;
}
