/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row at a position of a list of findings, without reading the list. A short list is read
 * whole, as ids. A long one is a row of groups (logs, checks, states; or all in one) whose lengths
 * the tallies tell; in a group the store walks along the index of the order, from the nearest place
 * that it has been at: an end of the group or where an earlier page began. */
#include "config.h"

#include "sky-look.h"
#include "sky-store-private.h"

/* The longest list that is kept as ids. Reading it takes some hundredths of a second; a longer list
 * has enough rows that a walk along the index meets them often. */
#define SHORT_LIST 16384

/* So many places are remembered; then it begins anew. On a long way every so many findings one is.
 */
#define MOST_PLACES 4096
#define STRIDE      4096

typedef struct
{
  gint64 key;
  guint64 first; /* the position of its first finding in the list */
  guint64 count;
} Group;

/* A finding's place in an index, and its position in the list. */
typedef struct
{
  guint64 offset;
  gint64 key;
  gint64 log;
  gint64 position;
} Place;

struct _SkyFindingListing
{
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gint64 stamp;
  guint64 total;
  GArray *ids;    /* of gint64; NULL: a long list */
  GArray *groups; /* of Group */
  GArray *places; /* of Place, by offset */
};

void
sky_finding_listing_free (SkyFindingListing *self)
{
  sky_finding_filter_free (self->filter);
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFindingListing, sky_finding_listing_free)

/* Short lists. */

#define ALL_FILTERS(state) SKY_LOG_FILTER "AND " SKY_CHECK_FILTER "AND " SKY_STATE_FILTER (state)

/* The tallies name the few logs and checks that have what is wanted; words and a round's number
 * lead to the findings themselves. */
#define BY_TALLIES                                                                                 \
  "SELECT f.id FROM tallies t JOIN logs l ON l.id = t.log JOIN checks c ON c.id = t.check_id "     \
  "CROSS JOIN findings f INDEXED BY findings_by_name"                                              \
  " ON f.log = t.log AND f.check_id = t.check_id AND f.state = t.state WHERE " ALL_FILTERS (       \
      "t.state")
#define BY_WORDS                                                                                   \
  "SELECT f.id FROM finding_words CROSS JOIN findings f ON f.id = finding_words.rowid "            \
  "CROSS JOIN checks c ON c.id = f.check_id CROSS JOIN logs l ON l.id = f.log "                    \
  "WHERE finding_words MATCH :words AND (:round = 0 OR f.round = :round) AND " ALL_FILTERS (       \
      "f.state") "AND " SKY_PEOPLE_FILTER "AND " SKY_CHANGE_FILTER
#define BY_CHANGE                                                                                  \
  "SELECT f.id FROM findings f CROSS JOIN checks c ON c.id = f.check_id "                          \
  "CROSS JOIN logs l ON l.id = f.log WHERE " SKY_CHANGED                                           \
  "AND (:round = 0 OR f.round = :round) AND " ALL_FILTERS ("f.state") "AND " SKY_PEOPLE_FILTER
#define BY_PEOPLE                                                                                  \
  "SELECT f.id FROM logs l CROSS JOIN findings f INDEXED BY findings_by_log ON f.log = l.id "      \
  "CROSS JOIN checks c ON c.id = f.check_id WHERE " ALL_FILTERS (                                  \
      "f.state") "AND " SKY_PEOPLE_FILTER
#define BY_ROUND                                                                                   \
  "SELECT f.id FROM findings f INDEXED BY findings_by_round "                                      \
  "CROSS JOIN checks c ON c.id = f.check_id CROSS JOIN logs l ON l.id = f.log "                    \
  "WHERE f.round = :round AND " ALL_FILTERS ("f.state") "AND " SKY_PEOPLE_FILTER

#define ORDERS(select)                                                                             \
  {                                                                                                \
    [SKY_FINDING_SORT_RECORD] = select "ORDER BY " SKY_LOG_ORDER ", f.position",                   \
    [SKY_FINDING_SORT_DAY] =                                                                       \
        select "ORDER BY l.gaming_day, l.table_name, l.property, l.game, f.position",              \
    [SKY_FINDING_SORT_TIME] = select "ORDER BY f.at, f.log, f.position",                           \
    [SKY_FINDING_SORT_CHECK] = select "ORDER BY c.name, f.at, f.log, f.position",                  \
    [SKY_FINDING_SORT_SEVERITY] = select "ORDER BY c.severity, c.name, f.at, f.log, f.position",   \
    [SKY_FINDING_SORT_STATE] = select "ORDER BY f.state, f.at, f.log, f.position",                 \
    [SKY_FINDING_SORT_VARIANCE] = select "ORDER BY f.variance, f.log, f.position",                 \
    [SKY_FINDING_SORT_ROUND] = select "ORDER BY f.round, f.log, f.position",                       \
    [SKY_FINDING_SORT_WHAT] = select "ORDER BY f.explanation, f.log, f.position",                  \
  }

static const char *const by_tallies[SKY_N_FINDING_SORTS] = ORDERS (BY_TALLIES);
static const char *const by_words[SKY_N_FINDING_SORTS] = ORDERS (BY_WORDS);
static const char *const by_round[SKY_N_FINDING_SORTS] = ORDERS (BY_ROUND);
static const char *const by_change[SKY_N_FINDING_SORTS] = ORDERS (BY_CHANGE);
static const char *const by_people[SKY_N_FINDING_SORTS] = ORDERS (BY_PEOPLE);

/* Long lists. */

#define WALK_FILTER                                                                                \
  "(:any_log OR f.log IN (SELECT l.id FROM logs l WHERE " SKY_LOG_FILTER "))"                      \
  " AND (:any_check OR f.check_id IN (SELECT c.id FROM checks c WHERE " SKY_CHECK_FILTER "))"      \
  " AND " SKY_STATE_FILTER ("f.state")

#define FORWARD(index, group, key)                                                                 \
  "SELECT f.id, " key ", f.log, f.position FROM findings f INDEXED BY " index " WHERE " group      \
  "(" key ", f.log, f.position) >= (:at_key, :at_log, :at_position) AND " WALK_FILTER              \
  "ORDER BY " key ", f.log, f.position LIMIT :limit OFFSET :skip"
#define BACKWARD(index, group, key)                                                                \
  "SELECT f.id, " key ", f.log, f.position FROM findings f INDEXED BY " index " WHERE " group      \
  "(" key ", f.log, f.position) < (:at_key, :at_log, :at_position) AND " WALK_FILTER               \
  "ORDER BY " key " DESC, f.log DESC, f.position DESC LIMIT :limit OFFSET :skip"
#define BEFORE(index, group, key)                                                                  \
  "SELECT count (*) FROM findings f INDEXED BY " index " WHERE " group "(" key                     \
  ", f.log, f.position) < (:at_key, :at_log, :at_position) AND " WALK_FILTER

/* In a log, the position alone is the order. */
#define LOG_FORWARD                                                                                \
  "SELECT f.id, 0, f.log, f.position FROM findings f INDEXED BY findings_by_log "                  \
  "WHERE f.log = :group AND f.position >= :at_position AND " WALK_FILTER                           \
  "ORDER BY f.position LIMIT :limit OFFSET :skip"
#define LOG_BACKWARD                                                                               \
  "SELECT f.id, 0, f.log, f.position FROM findings f INDEXED BY findings_by_log "                  \
  "WHERE f.log = :group AND f.position < :at_position AND " WALK_FILTER                            \
  "ORDER BY f.position DESC LIMIT :limit OFFSET :skip"
#define LOG_BEFORE                                                                                 \
  "SELECT count (*) FROM findings f INDEXED BY findings_by_log "                                   \
  "WHERE f.log = :group AND f.position < :at_position AND " WALK_FILTER

#define TALLIES                                                                                    \
  " FROM tallies t JOIN logs l ON l.id = t.log JOIN checks c ON c.id = t.check_id "                \
  "WHERE " SKY_LOG_FILTER "AND " SKY_CHECK_FILTER "AND " SKY_STATE_FILTER ("t.state")

#define GROUPS_BY_LOG(order) "SELECT t.log, sum (t.n)" TALLIES "GROUP BY t.log ORDER BY " order
#define GROUPS_BY_CHECK(order)                                                                     \
  "SELECT t.check_id, sum (t.n)" TALLIES "GROUP BY t.check_id ORDER BY " order
#define GROUPS_BY_STATE "SELECT t.state, sum (t.n)" TALLIES "GROUP BY t.state ORDER BY t.state"
#define ONE_GROUP       "SELECT 0, ifnull (sum (t.n), 0)" TALLIES

/* The same where all checks and states are wanted: the logs themselves tell. */
#define ALL_BY_LOG(order)                                                                          \
  "SELECT l.id, l.n_findings FROM logs l WHERE " SKY_LOG_FILTER "AND l.n_findings > 0 "            \
  "ORDER BY " order
#define ALL_IN_ONE "SELECT 0, ifnull (sum (l.n_findings), 0) FROM logs l WHERE " SKY_LOG_FILTER

#define OF_CHECK "f.check_id = :group AND "
#define OF_STATE "f.state = :group AND "

/* What a finding's key in the order and its group are: columns of PLACE_OF. */
enum
{
  COLUMN_NONE = -1,
  COLUMN_LOG,
  COLUMN_POSITION,
  COLUMN_CHECK,
  COLUMN_STATE,
  COLUMN_AT,
  COLUMN_VARIANCE,
  COLUMN_ROUND,
};

#define PLACE_OF                                                                                   \
  "SELECT f.log, f.position, f.check_id, f.state, f.at, f.variance, f.round FROM findings f "      \
  "WHERE f.id = :id AND " WALK_FILTER

typedef struct
{
  const char *groups;
  const char *all_groups; /* where all checks and states are wanted; NULL: @groups too */
  const char *forward;
  const char *backward;
  const char *before;
  int group_column;
  int key_column;
} Walk;

#define WALK(select, all, index, group, key, group_at, key_at)                                     \
  {                                                                                                \
    .groups = select, .all_groups = all, .forward = FORWARD (index, group, key),                   \
    .backward = BACKWARD (index, group, key), .before = BEFORE (index, group, key),                \
    .group_column = group_at, .key_column = key_at,                                                \
  }
#define LOG_WALK(order)                                                                            \
  {                                                                                                \
    .groups = GROUPS_BY_LOG (order), .all_groups = ALL_BY_LOG (order), .forward = LOG_FORWARD,     \
    .backward = LOG_BACKWARD, .before = LOG_BEFORE, .group_column = COLUMN_LOG,                    \
    .key_column = COLUMN_NONE,                                                                     \
  }

static const Walk walks[SKY_N_FINDING_SORTS] = {
  [SKY_FINDING_SORT_RECORD] = LOG_WALK (SKY_LOG_ORDER),
  [SKY_FINDING_SORT_DAY] = LOG_WALK ("l.gaming_day, l.table_name, l.property, l.game"),
  [SKY_FINDING_SORT_TIME] =
      WALK (ONE_GROUP, ALL_IN_ONE, "findings_by_time", "", "f.at", COLUMN_NONE, COLUMN_AT),
  [SKY_FINDING_SORT_CHECK] = WALK (GROUPS_BY_CHECK ("c.name"),
                                   NULL,
                                   "findings_by_check",
                                   OF_CHECK,
                                   "f.at",
                                   COLUMN_CHECK,
                                   COLUMN_AT),
  [SKY_FINDING_SORT_SEVERITY] = WALK (GROUPS_BY_CHECK ("c.severity, c.name"),
                                      NULL,
                                      "findings_by_check",
                                      OF_CHECK,
                                      "f.at",
                                      COLUMN_CHECK,
                                      COLUMN_AT),
  [SKY_FINDING_SORT_STATE] =
      WALK (GROUPS_BY_STATE, NULL, "findings_by_state", OF_STATE, "f.at", COLUMN_STATE, COLUMN_AT),
  [SKY_FINDING_SORT_VARIANCE] = WALK (ONE_GROUP,
                                      ALL_IN_ONE,
                                      "findings_by_variance",
                                      "",
                                      "f.variance",
                                      COLUMN_NONE,
                                      COLUMN_VARIANCE),
  [SKY_FINDING_SORT_ROUND] =
      WALK (ONE_GROUP, ALL_IN_ONE, "findings_by_round", "", "f.round", COLUMN_NONE, COLUMN_ROUND),
};

static gboolean
has_people (SkyFindingListing *self)
{
  return self->filter->dealer != NULL || self->filter->patron != NULL;
}

static gboolean
read_ids (SkyFindingListing *self, SkyStore *store, GError **error)
{
  g_autofree char *words = sky_finding_filter_match (self->filter);
  g_autofree char *reviewed = NULL;
  const char *const *selects = words != NULL              ? by_words
                               : self->filter->changed    ? by_change
                               : self->filter->round != 0 ? by_round
                               : has_people (self)        ? by_people
                                                          : by_tallies;
  g_autoptr (SkyStatement) statement = sky_statement_get (store, selects[self->sort], error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  if (self->filter->changed)
    {
      reviewed = sky_store_list_reviewed (store, &self->filter->since, self->filter->looker, error);
      if (reviewed == NULL)
        return FALSE;
    }
  sky_statement_set_filter (statement, self->filter);
  sky_statement_set_changes (statement, self->filter, reviewed);
  sky_statement_set_text (statement, ":words", words);
  self->ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id;

      if (!row)
        {
          self->total = self->ids->len;
          return TRUE;
        }
      id = sky_statement_int (statement, 0);
      g_array_append_val (self->ids, id);
    }
  return FALSE;
}

static gboolean
read_groups (SkyFindingListing *self, SkyStore *store, GError **error)
{
  const Walk *order = &walks[self->sort];
  gboolean all = order->all_groups != NULL && self->filter->queues == 0
                 && self->filter->severities == 0 && self->filter->check == NULL
                 && self->filter->states == 0;
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store, all ? order->all_groups : order->groups, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, self->filter);
  self->groups = g_array_new (FALSE, FALSE, sizeof (Group));
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  while (sky_statement_next (statement, &row, error))
    {
      Group group;

      if (!row)
        return TRUE;
      group.key = sky_statement_int (statement, 0);
      group.first = self->total;
      group.count = sky_statement_int (statement, 1);
      g_array_append_val (self->groups, group);
      self->total += group.count;
    }
  return FALSE;
}

/* The list of @filter and @sort, belonging to the store. */
static SkyFindingListing *
get_listing (SkyStore *store, const SkyFindingFilter *filter, SkyFindingSort sort, GError **error)
{
  g_autoptr (SkyFindingListing) self = NULL;
  g_autofree char *words = NULL;
  gint64 stamp = sky_store_get_stamp (store);

  if (store->listing != NULL && store->listing->stamp == stamp && store->listing->sort == sort
      && sky_finding_filter_equal (store->listing->filter, filter))
    return store->listing;

  self = g_new0 (SkyFindingListing, 1);
  self->filter = sky_finding_filter_copy (filter);
  self->sort = sort;
  self->stamp = stamp;
  words = sky_finding_filter_match (filter);
  if (words == NULL && filter->round == 0 && !filter->changed && !has_people (self)
      && sort != SKY_FINDING_SORT_WHAT && !read_groups (self, store, error))
    return NULL;
  if (self->total <= SHORT_LIST && !read_ids (self, store, error))
    return NULL;

  g_clear_pointer (&store->listing, sky_finding_listing_free);
  store->listing = g_steal_pointer (&self);
  return store->listing;
}

/* The number of the first place whose offset is not before @offset. */
static guint
find_place (SkyFindingListing *self, guint64 offset)
{
  guint low = 0;
  guint high = self->places->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->places, Place, middle).offset < offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
remember (SkyFindingListing *self, const Place *place)
{
  guint at;

  if (self->places->len >= MOST_PLACES)
    g_array_set_size (self->places, 0);
  at = find_place (self, place->offset);
  if (at == self->places->len || g_array_index (self->places, Place, at).offset != place->offset)
    g_array_insert_val (self->places, at, *place);
}

/* Goes along the index from @from, which is left out when going backward, passes over @skip
 * findings and adds the ids of the @limit that follow to @ids, in the list's order. @first takes
 * the place of the first of them in the list. */
static gboolean
go (SkyFindingListing *self,
    SkyStore *store,
    const Group *group,
    const Place *from,
    gboolean forward,
    guint64 skip,
    guint64 limit,
    GArray *ids,
    Place *first,
    GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  guint old_length = ids->len;
  gboolean row;

  statement = sky_statement_get (
      store, forward ? walks[self->sort].forward : walks[self->sort].backward, error);
  if (statement == NULL)
    return FALSE;
  sky_statement_set_filter (statement, self->filter);
  sky_statement_set_int (statement, ":group", group->key);
  sky_statement_set_int (statement, ":at_key", from->key);
  sky_statement_set_int (statement, ":at_log", from->log);
  sky_statement_set_int (statement, ":at_position", from->position);
  sky_statement_set_int (statement, ":limit", limit);
  sky_statement_set_int (statement, ":skip", skip);
  first->offset = forward ? from->offset + skip : from->offset - skip - limit;
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id;

      if (!row)
        return ids->len - old_length == limit
               || sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                                    "the store is damaged: its tallies are not those of its "
                                    "findings");
      id = sky_statement_int (statement, 0);
      if (!forward || ids->len == old_length)
        {
          first->key = sky_statement_int (statement, 1);
          first->log = sky_statement_int (statement, 2);
          first->position = sky_statement_int (statement, 3);
        }
      if (forward)
        g_array_append_val (ids, id);
      else
        g_array_insert_val (ids, old_length, id);
    }
  return FALSE;
}

/* Adds the ids of @count findings of @group from the list's position @offset on. */
static gboolean
walk (SkyFindingListing *self,
      SkyStore *store,
      const Group *group,
      guint64 offset,
      guint64 count,
      GArray *ids,
      GError **error)
{
  g_autoptr (GArray) passed = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint64 end = group->first + group->count;
  Place before = { group->first, G_MININT64, G_MININT64, G_MININT64 };
  Place behind = { end, G_MAXINT64, G_MAXINT64, G_MAXINT64 };
  guint at = find_place (self, offset + 1);
  gboolean forward;
  guint64 skip;
  Place from;
  Place first;

  if (at > 0 && g_array_index (self->places, Place, at - 1).offset >= group->first)
    before = g_array_index (self->places, Place, at - 1);
  at = find_place (self, offset + count);
  if (at < self->places->len && g_array_index (self->places, Place, at).offset < end)
    behind = g_array_index (self->places, Place, at);

  forward = offset - before.offset <= behind.offset - (offset + count);
  from = forward ? before : behind;
  skip = forward ? offset - before.offset : behind.offset - (offset + count);

  /* A long way is gone in strides, so that the next one that leads by here is short. */
  for (; skip > STRIDE; skip -= STRIDE)
    {
      g_array_set_size (passed, 0);
      if (!go (self, store, group, &from, forward, forward ? STRIDE : STRIDE - 1, 1, passed, &first,
               error))
        return FALSE;
      remember (self, &first);
      from = first;
    }
  if (!go (self, store, group, &from, forward, skip, count, ids, &first, error))
    return FALSE;
  remember (self, &first);
  return TRUE;
}

static gboolean
collect (SkyFindingListing *self,
         SkyStore *store,
         guint64 offset,
         guint64 count,
         GArray *ids,
         GError **error)
{
  if (self->ids != NULL)
    {
      g_array_append_vals (ids, &g_array_index (self->ids, gint64, offset), count);
      return TRUE;
    }
  for (guint i = 0; i < self->groups->len && count > 0; i++)
    {
      const Group *group = &g_array_index (self->groups, Group, i);
      guint64 n;

      if (offset >= group->first + group->count)
        continue;
      n = MIN (count, group->first + group->count - offset);
      if (!walk (self, store, group, offset, n, ids, error))
        return FALSE;
      offset += n;
      count -= n;
    }
  return TRUE;
}

GArray *
sky_finding_listing_get_ids (SkyStore *store,
                             const SkyFindingFilter *filter,
                             SkyFindingSort sort,
                             gboolean descending,
                             guint64 offset,
                             guint limit,
                             GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  SkyFindingListing *self = get_listing (store, filter, sort, error);
  guint64 count;

  if (self == NULL)
    return NULL;
  if (offset >= self->total)
    return g_steal_pointer (&ids);

  /* The descending list is the ascending one from its end. */
  count = MIN (limit, self->total - offset);
  if (count > 0
      && !collect (self, store, descending ? self->total - offset - count : offset, count, ids,
                   error))
    return NULL;
  if (descending)
    for (guint i = 0; i < ids->len / 2; i++)
      {
        gint64 *first = &g_array_index (ids, gint64, i);
        gint64 *last = &g_array_index (ids, gint64, ids->len - 1 - i);
        gint64 id = *first;

        *first = *last;
        *last = id;
      }
  return g_steal_pointer (&ids);
}

static const Group *
find_group (SkyFindingListing *self, gint64 key)
{
  for (guint i = 0; i < self->groups->len; i++)
    if (g_array_index (self->groups, Group, i).key == key)
      return &g_array_index (self->groups, Group, i);
  return NULL;
}

/* How many findings of the list stand before the finding @id; -1 when it is not in it. */
static gboolean
count_before (SkyFindingListing *self, SkyStore *store, gint64 id, gint64 *position, GError **error)
{
  const Walk *order = &walks[self->sort];
  g_autoptr (SkyStatement) place = sky_statement_get (store, PLACE_OF, error);
  g_autoptr (SkyStatement) before = NULL;
  const Group *group;
  gboolean row;

  *position = -1;
  if (place == NULL)
    return FALSE;
  sky_statement_set_filter (place, self->filter);
  sky_statement_set_int (place, ":id", id);
  if (!sky_statement_next (place, &row, error))
    return FALSE;
  group = row ? find_group (self, order->group_column != COLUMN_NONE
                                      ? sky_statement_int (place, order->group_column)
                                      : 0)
              : NULL;
  if (group == NULL)
    return TRUE;

  before = sky_statement_get (store, order->before, error);
  if (before == NULL)
    return FALSE;
  sky_statement_set_filter (before, self->filter);
  sky_statement_set_int (before, ":group", group->key);
  sky_statement_set_int (before, ":at_log", sky_statement_int (place, COLUMN_LOG));
  sky_statement_set_int (before, ":at_position", sky_statement_int (place, COLUMN_POSITION));
  if (order->key_column != COLUMN_NONE)
    sky_statement_set_int (before, ":at_key", sky_statement_int (place, order->key_column));
  if (!sky_statement_get_int (before, position, NULL, error))
    return FALSE;
  *position += group->first;
  return TRUE;
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
  SkyFindingListing *self = get_listing (store, filter, sort, error);

  *position = -1;
  if (self == NULL)
    return FALSE;
  if (self->ids == NULL)
    {
      if (!count_before (self, store, id, position, error))
        return FALSE;
    }
  else
    for (guint i = 0; i < self->ids->len && *position < 0; i++)
      if (g_array_index (self->ids, gint64, i) == id)
        *position = i;
  if (descending && *position >= 0)
    *position = (gint64) self->total - 1 - *position;
  return TRUE;
}
