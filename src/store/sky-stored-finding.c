/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-stored-finding.h"

#include <string.h>

#include "sky-store-private.h"

void
sky_stored_finding_free (SkyStoredFinding *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->property);
  g_free (self->table);
  g_free (self->game);
  g_free (self->check);
  g_free (self->section);
  g_free (self->wager);
  g_free (self->recorded);
  g_free (self->recomputed);
  g_free (self->explanation);
  g_free (self);
}

SkyStoredFinding *
sky_stored_finding_read (SkyStatement *row)
{
  SkyStoredFinding *finding = g_new0 (SkyStoredFinding, 1);

  finding->log = sky_statement_int (row, 0);
  finding->property = g_strdup (sky_statement_text (row, 1));
  finding->table = g_strdup (sky_statement_text (row, 2));
  finding->game = g_strdup (sky_statement_text (row, 3));
  finding->gaming_day = sky_statement_int (row, 4);
  finding->state = sky_statement_int (row, 5);
  finding->check = g_strdup (sky_statement_text (row, 6));
  finding->queue = sky_statement_int (row, 7);
  finding->severity = sky_statement_int (row, 8);
  finding->section = g_strdup (sky_statement_text (row, 9));
  finding->seq = sky_statement_int (row, 10);
  finding->at = sky_statement_int (row, 11);
  finding->round = sky_statement_int (row, 12);
  if (sky_statement_text (row, 13) != NULL && *sky_statement_text (row, 13) != '\0')
    finding->wager = g_strdup (sky_statement_text (row, 13));
  finding->seat = sky_statement_int (row, 14);
  finding->reading = sky_statement_int (row, 15) % SKY_FINDING_UNSURE;
  finding->unsure = sky_statement_int (row, 15) >= SKY_FINDING_UNSURE;
  if (finding->unsure)
    finding->severity = MIN (finding->severity, SKY_SEVERITY_MAJOR);
  finding->has_variance = sky_statement_int (row, 16) != G_MININT64;
  finding->variance = finding->has_variance ? sky_statement_int (row, 16) : 0;
  finding->recorded = g_strdup (sky_statement_text (row, 17));
  finding->recomputed = g_strdup (sky_statement_text (row, 18));
  finding->explanation = g_strdup (sky_statement_text (row, 19));
  finding->line = sky_statement_int (row, 20);
  finding->offset = sky_statement_int (row, 21);
  return finding;
}

static void
append_escaped (GString *key, const char *text)
{
  /* Only letters, digits and "-._~" stand for themselves. */
  g_string_append_uri_escaped (key, text != NULL ? text : "", NULL, FALSE);
}

static GString *
begin_key (const char *property, const char *table, SkyDay gaming_day, const char *game)
{
  GString *key = g_string_sized_new (96);
  char day[SKY_DAY_TEXT_SIZE];

  append_escaped (key, property);
  g_string_append_c (key, '/');
  append_escaped (key, table);
  g_string_append_c (key, '/');
  g_string_append (key, sky_day_format (gaming_day, day));
  g_string_append_c (key, '/');
  append_escaped (key, game);
  g_string_append_c (key, '/');
  return key;
}

static void
append_rest (
    GString *key, const char *check, guint64 seq, const char *wager, guint64 line, guint ordinal)
{
  append_escaped (key, check);
  g_string_append_printf (key, "/%" G_GUINT64_FORMAT "/", seq);
  append_escaped (key, wager);
  if (line > 0)
    g_string_append_printf (key, "@%" G_GUINT64_FORMAT, line);
  if (ordinal > 1)
    g_string_append_printf (key, "#%u", ordinal);
}

char *
sky_finding_key_prefix (const char *property,
                        const char *table,
                        SkyDay gaming_day,
                        const char *game)
{
  return g_string_free (begin_key (property, table, gaming_day, game), FALSE);
}

char *
sky_finding_key (const char *property,
                 const char *table,
                 SkyDay gaming_day,
                 const char *game,
                 const char *check,
                 guint64 seq,
                 const char *wager,
                 guint64 line,
                 guint ordinal)
{
  GString *key = begin_key (property, table, gaming_day, game);

  append_rest (key, check, seq, wager, line, ordinal);
  return g_string_free (key, FALSE);
}

char *
sky_finding_key_rest (
    const char *check, guint64 seq, const char *wager, guint64 line, guint ordinal)
{
  GString *rest = g_string_sized_new (48);

  append_rest (rest, check, seq, wager, line, ordinal);
  return g_string_free (rest, FALSE);
}

static gboolean
unescape (const char *text, char **value)
{
  *value = g_uri_unescape_string (text, NULL);
  return *value != NULL;
}

/* Cuts what follows @mark off @text and reads it as a number; @missing where there is no mark. */
static gboolean
cut_number (char *text, char mark, guint64 missing, guint64 *number)
{
  char *found = strchr (text, mark);

  *number = missing;
  if (found == NULL)
    return TRUE;
  *found = '\0';
  return g_ascii_string_to_unsigned (found + 1, 10, 1, G_MAXINT64, number, NULL);
}

gboolean
sky_finding_name_parse (SkyFindingName *self, const char *key)
{
  g_auto (GStrv) parts = g_strsplit (key, "/", -1);
  guint64 ordinal;

  memset (self, 0, sizeof *self);
  if (g_strv_length (parts) != 7 || !cut_number (parts[6], '#', 1, &ordinal)
      || !cut_number (parts[6], '@', 0, &self->line) || ordinal > G_MAXUINT
      || !sky_day_parse (parts[2], strlen (parts[2]), &self->gaming_day)
      || !g_ascii_string_to_unsigned (parts[5], 10, 0, G_MAXINT64, &self->seq, NULL)
      || !unescape (parts[0], &self->property) || !unescape (parts[1], &self->table)
      || !unescape (parts[3], &self->game) || !unescape (parts[4], &self->check)
      || !unescape (parts[6], &self->wager))
    {
      sky_finding_name_clear (self);
      return FALSE;
    }
  self->ordinal = ordinal;
  return TRUE;
}

void
sky_finding_name_clear (SkyFindingName *self)
{
  g_clear_pointer (&self->property, g_free);
  g_clear_pointer (&self->table, g_free);
  g_clear_pointer (&self->game, g_free);
  g_clear_pointer (&self->check, g_free);
  g_clear_pointer (&self->wager, g_free);
}

gboolean
sky_store_look_up_finding (SkyStore *self, const char *key, gint64 *id, GError **error)
{
  g_auto (SkyFindingName) name = { 0 };
  g_autoptr (SkyStatement) statement = NULL;
  gboolean found;

  *id = 0;
  if (!sky_finding_name_parse (&name, key))
    return TRUE;
  statement = sky_statement_get (self,
                                 "SELECT f.id FROM logs l "
                                 "CROSS JOIN checks c CROSS JOIN findings f "
                                 "WHERE f.log = l.id AND f.check_id = c.id AND l.property = ? AND "
                                 "l.table_name = ? AND l.gaming_day = ?"
                                 " AND l.game = ? AND c.name = ? AND f.seq = ? AND f.wager = ?"
                                 " AND f.line = ? AND f.ordinal = ?",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, name.property);
  sky_statement_put_text (statement, name.table);
  sky_statement_put_int (statement, name.gaming_day);
  sky_statement_put_text (statement, name.game);
  sky_statement_put_text (statement, name.check);
  sky_statement_put_int (statement, name.seq);
  sky_statement_put_text (statement, name.wager);
  sky_statement_put_int (statement, name.line);
  sky_statement_put_int (statement, name.ordinal);
  return sky_statement_get_int (statement, id, &found, error);
}
