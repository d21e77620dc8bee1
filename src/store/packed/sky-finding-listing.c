/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where whole logs are listed one after the other, their counts lead to a row. Any other list is
 * made once, as the places of its findings in order, and kept until somebody writes. */
#include "config.h"

#include "sky-finding-listing.h"

#include <string.h>

/* So many lists are kept, of so many rows in all besides the one that is asked for, and so many
 * scans, with some bytes a block: while one list is scrolled, others are asked for in passing. */
#define MOST_LISTS 3
#define MOST_ROWS  1500000
#define MOST_SCANS 3

/* From a row of a list on, up to the next part: nothing in it belongs before or behind it. */
typedef struct
{
  guint begin;
  gboolean sorted; /* within itself */
} Part;

typedef struct
{
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gint64 *logs;  /* the ids of logs, as the rows number them */
  GArray *rows;  /* of SkyScanRow */
  GArray *parts; /* of Part; a part is sorted when a row of it is asked for */
} Listing;

struct _SkyFindingListings
{
  gint64 stamp; /* of the store as they were made */
  GQueue lists; /* of Listing, the one that was asked for last first */
  GQueue scans; /* of SkyFindingScan, likewise */
};

static void
listing_free (Listing *self)
{
  sky_finding_filter_free (self->filter);
  g_free (self->logs);
  g_array_unref (self->rows);
  g_array_unref (self->parts);
  g_free (self);
}

void
sky_finding_listings_free (SkyFindingListings *self)
{
  g_queue_clear_full (&self->lists, (GDestroyNotify) listing_free);
  g_queue_clear_full (&self->scans, (GDestroyNotify) sky_finding_scan_free);
  g_free (self);
}

/* --- Sorting ---------------------------------------------------------------------------------- */

#define DIGIT_BITS 11
#define N_DIGITS   (1 << DIGIT_BITS)
#define FEW        64   /* rows that are sorted by putting each in its place */
#define SMALL      4096 /* a part that is not divided any more */

/* Rows of one key stay in the order in which they are. */
static void
sort_few (SkyScanRow *rows, gsize n)
{
  for (gsize i = 1; i < n; i++)
    {
      SkyScanRow row = rows[i];
      gsize at = i;

      for (; at > 0 && rows[at - 1].key > row.key; at--)
        rows[at] = rows[at - 1];
      rows[at] = row;
    }
}

static void
find_range (const SkyScanRow *rows, gsize n, guint64 *least, guint64 *most)
{
  *least = G_MAXUINT64;
  *most = 0;
  for (gsize i = 0; i < n; i++)
    {
      *least = MIN (*least, rows[i].key);
      *most = MAX (*most, rows[i].key);
    }
}

static guint
find_digit (const SkyScanRow *row, guint64 least, guint shift)
{
  return (guint) ((row->key - least) >> shift) & (N_DIGITS - 1);
}

/* Puts the rows in the order of one digit of their keys. @ends takes where each digit's end. */
static void
deal (const SkyScanRow *from,
      SkyScanRow *to,
      gsize n,
      guint64 least,
      guint shift,
      guint32 ends[N_DIGITS])
{
  guint32 start = 0;

  memset (ends, 0, N_DIGITS * sizeof *ends);
  for (gsize i = 0; i < n; i++)
    ends[find_digit (&from[i], least, shift)]++;
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      guint32 count = ends[digit];

      ends[digit] = start;
      start += count;
    }
  for (gsize i = 0; i < n; i++)
    to[ends[find_digit (&from[i], least, shift)]++] = from[i];
}

/* Sorts by the digits of what the keys are more than the least, the last digit first. */
static void
sort_rows (SkyScanRow *rows, gsize n, guint64 least, guint64 most)
{
  g_autofree SkyScanRow *spare = NULL;
  SkyScanRow *from = rows, *to;
  guint32 ends[N_DIGITS];

  if (n <= FEW)
    {
      sort_few (rows, n);
      return;
    }
  to = spare = g_new (SkyScanRow, n);
  for (guint shift = 0; shift < 64 && (most - least) >> shift > 0; shift += DIGIT_BITS)
    {
      SkyScanRow *sorted = to;

      deal (from, to, n, least, shift, ends);
      to = from;
      from = sorted;
    }
  if (from != rows)
    memcpy (rows, from, n * sizeof *rows);
}

/* Puts the rows of each group together, the groups in order: the first parts of the list. */
static void
divide_by_groups (Listing *self, GArray *groups)
{
  const guint32 *group = (const guint32 *) groups->data;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (SkyScanRow));
  g_autofree guint *starts = NULL;
  guint32 most = 0;

  for (guint i = 0; i < groups->len; i++)
    most = MAX (most, group[i]);
  starts = g_new0 (guint, (gsize) most + 2);
  for (guint i = 0; i < groups->len; i++)
    starts[group[i] + 1]++;
  for (guint32 g = 0; g <= most; g++)
    {
      Part part = { starts[g], FALSE };

      if (starts[g + 1] > 0)
        g_array_append_val (self->parts, part);
      starts[g + 1] += starts[g];
    }
  if (self->parts->len == 1)
    return;
  g_array_set_size (rows, groups->len);
  for (guint i = 0; i < groups->len; i++)
    g_array_index (rows, SkyScanRow, starts[group[i]]++) =
        g_array_index (self->rows, SkyScanRow, i);
  g_array_unref (self->rows);
  self->rows = g_steal_pointer (&rows);
}

/* Sorts a part, or divides it into several by the first digit in which its keys differ. */
static void
divide (Listing *self, guint index)
{
  Part *part = &g_array_index (self->parts, Part, index);
  guint begin = part->begin;
  guint end = index + 1 < self->parts->len ? part[1].begin : self->rows->len;
  SkyScanRow *rows = &g_array_index (self->rows, SkyScanRow, begin);
  g_autoptr (GArray) parts = NULL;
  g_autofree SkyScanRow *dealt = NULL;
  guint32 ends[N_DIGITS];
  guint64 least, most;
  guint shift = 0;

  part->sorted = TRUE;
  find_range (rows, end - begin, &least, &most);
  if (least == most)
    return;
  if (end - begin <= SMALL)
    {
      sort_rows (rows, end - begin, least, most);
      return;
    }
  while ((most - least) >> shift >= N_DIGITS)
    shift++;
  dealt = g_new (SkyScanRow, end - begin);
  deal (rows, dealt, end - begin, least, shift, ends);
  memcpy (rows, dealt, (end - begin) * sizeof *rows);
  parts = g_array_new (FALSE, FALSE, sizeof (Part));
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      guint32 start = digit > 0 ? ends[digit - 1] : 0;
      Part next = { begin + start, shift == 0 };

      if (ends[digit] > start)
        g_array_append_val (parts, next);
    }
  *part = g_array_index (parts, Part, 0);
  g_array_insert_vals (self->parts, index + 1, &g_array_index (parts, Part, 1), parts->len - 1);
}

/* Has the row at @position be the one that belongs there. */
static void
settle (Listing *self, guint position)
{
  for (;;)
    {
      guint low = 0, high = self->parts->len;

      while (high - low > 1)
        {
          guint middle = low + (high - low) / 2;

          if (g_array_index (self->parts, Part, middle).begin <= position)
            low = middle;
          else
            high = middle;
        }
      if (g_array_index (self->parts, Part, low).sorted)
        return;
      divide (self, low);
    }
}

/* --- Lists ------------------------------------------------------------------------------------ */

/* What was made before somebody wrote is let go of. */
static SkyFindingListings *
get_listings (SkyStore *store)
{
  gint64 stamp = sky_store_get_stamp (store);

  if (store->listings != NULL && store->listings->stamp != stamp)
    g_clear_pointer (&store->listings, sky_finding_listings_free);
  if (store->listings == NULL)
    {
      store->listings = g_new0 (SkyFindingListings, 1);
      store->listings->stamp = stamp;
      g_queue_init (&store->listings->lists);
      g_queue_init (&store->listings->scans);
    }
  return store->listings;
}

/* Returns: the scan of @filter, with @list (NULL: none) filled. */
static SkyFindingScan *
scan_for (SkyStore *store, const SkyFindingFilter *filter, SkyScanList *list, GError **error)
{
  SkyFindingListings *self = get_listings (store);
  SkyFindingScan *scan;

  for (GList *at = self->scans.head; at != NULL; at = at->next)
    if (sky_finding_scan_is_of (at->data, filter))
      {
        g_queue_unlink (&self->scans, at);
        g_queue_push_head_link (&self->scans, at);
        return list == NULL || sky_finding_scan_collect (at->data, store, list, error) ? at->data
                                                                                       : NULL;
      }
  scan = sky_finding_scan_new (store, filter, list, error);
  if (scan == NULL)
    return NULL;
  if (g_queue_get_length (&self->scans) == MOST_SCANS)
    sky_finding_scan_free (g_queue_pop_tail (&self->scans));
  g_queue_push_head (&self->scans, scan);
  return scan;
}

SkyFindingScan *
sky_finding_listing_get_scan (SkyStore *store, const SkyFindingFilter *filter, GError **error)
{
  return scan_for (store, filter, NULL, error);
}

static Listing *
make_listing (SkyStore *store, const SkyFindingFilter *filter, SkyFindingSort sort, GError **error)
{
  g_autoptr (SkyScanList) list = sky_scan_list_new (sort);
  SkyFindingScan *scan = scan_for (store, filter, list, error);
  GArray *rows = sky_scan_list_get_rows (list);
  GArray *groups = sky_scan_list_get_groups (list);
  Part whole = { 0, FALSE };
  guint32 n_logs = 0;
  Listing *self;

  if (scan == NULL)
    return NULL;
  self = g_new0 (Listing, 1);
  self->filter = sky_finding_filter_copy (filter);
  self->sort = sort;
  self->rows = g_array_ref (rows);
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  n_logs = sky_finding_scan_get_n_logs (scan);
  self->logs = g_new (gint64, n_logs + 1);
  for (guint32 i = 0; i < n_logs; i++)
    self->logs[i] = sky_finding_scan_get_log (scan, i);
  if (groups->len > 0)
    divide_by_groups (self, groups);
  else
    g_array_append_val (self->parts, whole);
  return self;
}

static Listing *
get_listing (SkyStore *store, const SkyFindingFilter *filter, SkyFindingSort sort, GError **error)
{
  SkyFindingListings *self = get_listings (store);
  Listing *list;
  guint n_rows = 0;

  for (GList *at = self->lists.head; at != NULL; at = at->next)
    {
      list = at->data;
      n_rows += list->rows->len;
      if (list->sort != sort || !sky_finding_filter_equal (list->filter, filter))
        continue;
      g_queue_unlink (&self->lists, at);
      g_queue_push_head_link (&self->lists, at);
      return list;
    }
  list = make_listing (store, filter, sort, error);
  if (list == NULL)
    return NULL;
  while (g_queue_get_length (&self->lists) >= MOST_LISTS
         || (n_rows > MOST_ROWS && !g_queue_is_empty (&self->lists)))
    {
      Listing *last = g_queue_pop_tail (&self->lists);

      n_rows -= last->rows->len;
      listing_free (last);
    }
  g_queue_push_head (&self->lists, list);
  return list;
}

/* --- Lists of whole logs ---------------------------------------------------------------------- */

#define LOGS                                                                                       \
  "SELECT l.id, l.n_findings FROM logs l INDEXED BY logs_in_order WHERE " SKY_LOG_FILTER "ORDER "  \
  "BY "
#define DAYS                                                                                       \
  "SELECT l.id, l.n_findings FROM logs l INDEXED BY logs_by_day WHERE " SKY_LOG_FILTER "ORDER BY "

static gboolean
is_of_logs (const SkyFindingFilter *filter, SkyFindingSort sort)
{
  return (sort == SKY_FINDING_SORT_RECORD || sort == SKY_FINDING_SORT_DAY)
         && sky_finding_filter_is_of_logs (filter);
}

static SkyStatement *
list_logs (SkyStore *store,
           const SkyFindingFilter *filter,
           SkyFindingSort sort,
           gboolean descending,
           GError **error)
{
  static const char *const selects[2][2] = {
    { LOGS SKY_LOG_ORDER,
      LOGS "l.table_name DESC, l.gaming_day DESC, l.property DESC, l.game DESC, l.number DESC" },
    { DAYS "l.gaming_day, l.table_name, l.property, l.game, l.number",
      DAYS "l.gaming_day DESC, l.table_name DESC, l.property DESC, l.game DESC, l.number DESC" },
  };
  SkyStatement *statement =
      sky_statement_get (store, selects[sort == SKY_FINDING_SORT_DAY][descending != FALSE], error);

  if (statement != NULL)
    sky_statement_set_filter (statement, filter);
  return statement;
}

static GArray *
get_places_of_logs (SkyStore *store,
                    const SkyFindingFilter *filter,
                    SkyFindingSort sort,
                    gboolean descending,
                    guint64 offset,
                    guint limit,
                    GError **error)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (SkyFindingPlace));
  g_autoptr (SkyStatement) logs = list_logs (store, filter, sort, descending, error);
  gboolean row = TRUE;

  if (logs == NULL)
    return NULL;
  while (places->len < limit)
    {
      guint64 n;

      if (!sky_statement_next (logs, &row, error))
        return NULL;
      if (!row)
        break;
      n = (guint64) sky_statement_int (logs, 1);
      for (guint64 i = offset; i < n && places->len < limit; i++)
        {
          SkyFindingPlace place = { sky_statement_int (logs, 0),
                                    (gint64) (descending ? n - 1 - i : i) };

          g_array_append_val (places, place);
        }
      offset -= MIN (offset, n);
    }
  return g_steal_pointer (&places);
}

/* How many findings stand before the one at @place; -1: its log is not listed. */
static gboolean
find_in_logs (SkyStore *store,
              const SkyFindingFilter *filter,
              SkyFindingSort sort,
              gboolean descending,
              const SkyFindingPlace *place,
              gint64 *position,
              GError **error)
{
  g_autoptr (SkyStatement) logs = list_logs (store, filter, sort, descending, error);
  gint64 before = 0;
  gboolean row;

  *position = -1;
  if (logs == NULL)
    return FALSE;
  while (sky_statement_next (logs, &row, error))
    {
      gint64 n;

      if (!row)
        return TRUE;
      n = sky_statement_int (logs, 1);
      if (sky_statement_int (logs, 0) == place->log)
        {
          *position = before + (descending ? n - 1 - place->position : place->position);
          return TRUE;
        }
      before += n;
    }
  return FALSE;
}

/* --- What is asked ---------------------------------------------------------------------------- */

GArray *
sky_finding_listing_get_places (SkyStore *store,
                                const SkyFindingFilter *filter,
                                SkyFindingSort sort,
                                gboolean descending,
                                guint64 offset,
                                guint limit,
                                GError **error)
{
  GArray *places;
  Listing *self;

  if (is_of_logs (filter, sort))
    return get_places_of_logs (store, filter, sort, descending, offset, limit, error);
  self = get_listing (store, filter, sort, error);
  if (self == NULL)
    return NULL;
  places = g_array_new (FALSE, FALSE, sizeof (SkyFindingPlace));
  for (guint64 i = offset; i < self->rows->len && places->len < limit; i++)
    {
      guint at = (guint) (descending ? self->rows->len - 1 - i : i);
      const SkyScanRow *row;
      SkyFindingPlace place;

      settle (self, at);
      row = &g_array_index (self->rows, SkyScanRow, at);
      place = (SkyFindingPlace){ self->logs[row->log], row->position };
      g_array_append_val (places, place);
    }
  return places;
}

/* Where a finding's row is, sorted or not; the number of rows: nowhere. */
static guint
find_row (Listing *self, const SkyFindingPlace *place)
{
  const SkyScanRow *rows = (const SkyScanRow *) self->rows->data;
  guint i;

  for (i = 0; i < self->rows->len; i++)
    if (rows[i].position == place->position && self->logs[rows[i].log] == place->log)
      break;
  return i;
}

gboolean
sky_finding_listing_find (SkyStore *store,
                          const SkyFindingFilter *filter,
                          SkyFindingSort sort,
                          gboolean descending,
                          gint64 id,
                          gint64 *position,
                          GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  SkyFindingPlace place;
  Listing *self;
  guint found;
  gboolean row;

  *position = -1;
  statement = sky_statement_get (store, "SELECT log, position FROM findings WHERE id = ?", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, id);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;
  place.log = sky_statement_int (statement, 0);
  place.position = sky_statement_int (statement, 1);
  if (is_of_logs (filter, sort))
    return find_in_logs (store, filter, sort, descending, &place, position, error);
  self = get_listing (store, filter, sort, error);
  if (self == NULL)
    return FALSE;
  found = find_row (self, &place);
  if (found == self->rows->len)
    return TRUE;
  /* Sorting its part may move it within that. */
  settle (self, found);
  found = find_row (self, &place);
  *position = descending ? self->rows->len - 1 - found : found;
  return TRUE;
}
