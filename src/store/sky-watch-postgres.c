/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in PostgreSQL is watched by what the server tells: triggers notify the channel "skyward"
 * of whatever is committed. The consoles tell each other on the channel "skyward_desks" where they
 * are; nothing of it is kept. Each holds a lock as long as its connection lives, by which the
 * others see that it is there: who dies says nothing any more. */
#include "config.h"

#include <string.h>

#include "sky-postgres-private.h"
#include "sky-watch-private.h"

/* The first number of the locks that consoles hold: "desk". The second one is the console's. */
#define DESKS "1684370283"

/* How often it is looked whether the others are still there; in milliseconds. */
#define ROUND_OF_DESKS 1000

/* What a notification may have at most, about. */
#define MOST_BYTES 7900

typedef struct
{
  SkyStore *store;
  int number;        /* of this console's lock */
  char *own;         /* what it told last; NULL: nothing */
  GHashTable *desks; /* number → SkyDesk: the others, as they told last */
  gboolean asked;    /* somebody wants to be told where this console is */
  gboolean heard;    /* the store has changed */
} Source;

static gboolean
notify (Source *source, const char *text, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gint64 one;

  statement =
      sky_statement_get (source->store, "SELECT 1 FROM pg_notify ('skyward_desks', ?)", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, text);
  return sky_statement_get_int (statement, &one, NULL, error);
}

/* --- What comes --------------------------------------------------------------------------------
 */

static void
take_desk (Source *source, const char *text)
{
  char *end;
  gint64 number = g_ascii_strtoll (text, &end, 10);
  SkyDesk *desk = *end == '\n' ? sky_desk_read (end + 1) : NULL;

  if (desk != NULL)
    g_hash_table_replace (source->desks, GINT_TO_POINTER ((int) number), desk);
}

static void
take (Source *source, const char *channel, const char *text)
{
  if (strcmp (channel, "skyward") == 0)
    source->heard = TRUE;
  else if (strcmp (text, "hello") == 0)
    source->asked = TRUE;
  else if (g_str_has_prefix (text, "bye "))
    g_hash_table_remove (
        source->desks, GINT_TO_POINTER ((int) g_ascii_strtoll (text + strlen ("bye "), NULL, 10)));
  else if (g_str_has_prefix (text, "desk "))
    take_desk (source, text + strlen ("desk "));
}

static void
take_all (Source *source)
{
  SkyPostgresNote *note;

  while ((note = sky_postgres_take_note (source->store)) != NULL)
    {
      take (source, note->channel, note->text);
      sky_postgres_note_free (note);
    }
}

/* --- The engine --------------------------------------------------------------------------------
 */

static void
postgres_watch_close (gpointer data)
{
  Source *source = data;
  g_autofree char *text = g_strdup_printf ("bye %d", source->number);

  /* Over a connection that is lost nobody hears it; they see it. */
  notify (source, text, NULL);
  g_hash_table_unref (source->desks);
  g_free (source->own);
  g_free (source);
}

/* Takes a lock that no other console holds. */
static gboolean
take_lock (Source *source, GError **error)
{
  for (gint64 taken = 0; taken == 0;)
    {
      g_autoptr (SkyStatement) statement = NULL;

      statement = sky_statement_get (source->store,
                                     "SELECT CASE WHEN pg_try_advisory_lock (" DESKS ", ?::integer)"
                                     " THEN 1 ELSE 0 END",
                                     error);
      if (statement == NULL)
        return FALSE;
      source->number = g_random_int_range (1, G_MAXINT32);
      sky_statement_put_int (statement, source->number);
      if (!sky_statement_get_int (statement, &taken, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
postgres_watch_open (SkyStore *store, const char *id, GError **error)
{
  Source *source = g_new0 (Source, 1);

  source->store = store;
  source->desks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) sky_desk_free);
  if (take_lock (source, error)
      && sky_store_run (store, "LISTEN skyward; LISTEN skyward_desks", error)
      && notify (source, "hello", error))
    return source;
  postgres_watch_close (source);
  return NULL;
}

static int
postgres_watch_get_fd (gpointer source)
{
  return sky_postgres_get_fd (((Source *) source)->store);
}

static gboolean
postgres_watch_hear (gpointer data, GError **error)
{
  Source *source = data;

  if (!sky_postgres_consume_input (source->store, error))
    return FALSE;
  take_all (source);
  return TRUE;
}

static gboolean
postgres_watch_tell (gpointer data, const SkyDesk *own, GError **error)
{
  Source *source = data;
  g_autofree char *desk = sky_desk_write (own);

  if (strlen (desk) > MOST_BYTES)
    return TRUE;
  g_free (source->own);
  source->own = g_strdup_printf ("desk %d\n%s", source->number, desk);
  return notify (source, source->own, error);
}

/* Forgets the desks that hold their lock no more. */
static gboolean
leave_out_dead (Source *source, GError **error)
{
  g_autoptr (GHashTable) alive = g_hash_table_new (NULL, NULL);
  g_autoptr (SkyStatement) statement = NULL;
  GHashTableIter iter;
  gpointer number;
  gboolean row = TRUE;

  if (g_hash_table_size (source->desks) == 0)
    return TRUE;
  statement = sky_statement_get (source->store,
                                 "SELECT l.objid::bigint FROM pg_locks l"
                                 " WHERE l.locktype = 'advisory' AND l.classid::bigint = " DESKS
                                 " AND l.objsubid = 2 AND l.granted"
                                 " AND l.database = (SELECT d.oid FROM pg_database d"
                                 " WHERE d.datname = current_database ())",
                                 error);
  if (statement == NULL)
    return FALSE;
  while (row)
    {
      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (row)
        g_hash_table_add (alive, GINT_TO_POINTER ((int) sky_statement_int (statement, 0)));
    }
  g_hash_table_iter_init (&iter, source->desks);
  while (g_hash_table_iter_next (&iter, &number, NULL))
    if (!g_hash_table_contains (alive, number))
      g_hash_table_iter_remove (&iter);
  return TRUE;
}

static SkyDesk *
copy_desk (const SkyDesk *desk)
{
  g_autofree char *text = sky_desk_write (desk);

  return sky_desk_read (text);
}

static GPtrArray *
postgres_watch_list (gpointer data, int *again, GError **error)
{
  Source *source = data;
  g_autoptr (GPtrArray) desks = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_desk_free);
  GHashTableIter iter;
  gpointer desk;

  source->heard = FALSE;
  if (!leave_out_dead (source, error))
    return NULL;
  take_all (source);
  if (source->asked)
    {
      source->asked = FALSE;
      if (source->own != NULL && !notify (source, source->own, error))
        return NULL;
      take_all (source);
    }
  g_hash_table_iter_init (&iter, source->desks);
  while (g_hash_table_iter_next (&iter, NULL, &desk))
    g_ptr_array_add (desks, copy_desk (desk));
  /* What came meanwhile leaves nothing to be read. */
  if (source->heard || source->asked)
    *again = 0;
  else
    *again = desks->len > 0 ? ROUND_OF_DESKS : -1;
  return g_steal_pointer (&desks);
}

const SkyWatchEngine sky_watch_postgres = {
  .open = postgres_watch_open,
  .close = postgres_watch_close,
  .get_fd = postgres_watch_get_fd,
  .hear = postgres_watch_hear,
  .tell = postgres_watch_tell,
  .list = postgres_watch_list,
};
