/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-share.h"

#include <string.h>

/* Of a key. */
#define N_KEY_IDS 5

/* Of a generation in a key. */
#define N_DIGITS 6

const char *
sky_pattern_share_write_key (const SkyPatternShare *share, GString *key)
{
  const char *of_wheel = share->family == SKY_FAMILY_WHEELS || share->family == SKY_FAMILY_SPINS
                             ? sky_places_to_name (share->places)
                             : NULL;
  const char *const parts[] = { share->dealer, share->patron, share->wheel,
                                share->set,    share->table,  of_wheel };
  gsize sizes[G_N_ELEMENTS (parts)], size = 1 + G_N_ELEMENTS (parts) + 3 + N_DIGITS;
  char *at;

  G_STATIC_ASSERT (SKY_N_FAMILIES <= 10);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    size += sizes[i] = parts[i] != NULL ? strlen (parts[i]) : 0;
  g_string_set_size (key, size);
  at = key->str;
  *at++ = (char) ('0' + share->family);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      *at++ = '\x1f';
      if (sizes[i] > 0)
        at = mempcpy (at, parts[i], sizes[i]);
    }
  *at++ = '\x1f';
  *at++ = share->counterclockwise ? '1' : '0';
  *at++ = '\x1f';
  for (guint i = N_DIGITS, rest = share->generation; i > 0; i--, rest /= 10)
    at[i - 1] = (char) ('0' + rest % 10);
  return key->str;
}

char *
sky_pattern_share_make_key (const SkyPatternShare *share)
{
  GString *key = g_string_sized_new (64);

  sky_pattern_share_write_key (share, key);
  return g_string_free (key, FALSE);
}

gboolean
sky_pattern_key_has (const char *key, const char *id)
{
  const gsize length = strlen (id);

  for (guint i = 0; i < N_KEY_IDS; i++)
    {
      key = strchr (key, '\x1f');
      if (key == NULL)
        return FALSE;
      key++;
      if (strncmp (key, id, length) == 0 && key[length] == '\x1f')
        return TRUE;
    }
  return FALSE;
}

/* What a log is shared out by. */
typedef struct
{
  GHashTable *generations;
  GHashTable *money; /* keys; NULL: all */
  SkyPatternShareFunc func;
  gpointer data;
} Sharing;

static guint
get_generation (const Sharing *self, const char *wheel)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->generations, wheel));
}

static void
share_wheels (const Sharing *self, const SkyLogCounts *log)
{
  for (guint i = 0; i < log->counts->wheels->len; i++)
    {
      const SkyWheelCounts *wheel = &g_array_index (log->counts->wheels, SkyWheelCounts, i);
      SkyPatternShare share = { .family = SKY_FAMILY_WHEELS,
                                .wheel = wheel->wheel,
                                .table = wheel->wheel == NULL ? log->table : NULL,
                                .places = wheel->places,
                                .counts = wheel->counts };
      g_autofree char *name = g_strconcat (share.wheel != NULL ? "w" : "t",
                                           share.wheel != NULL ? share.wheel : log->table, NULL);

      share.generation = get_generation (self, name);
      self->func (log, &share, self->data);
      if (wheel->over)
        g_hash_table_insert (self->generations, g_steal_pointer (&name),
                             GUINT_TO_POINTER (share.generation + 1));
    }
}

static void
share_dice (const Sharing *self, const SkyLogCounts *log)
{
  gint64 faces[SKY_N_DIE_FACES] = { 0 };
  SkyPatternShare whole = { .family = SKY_FAMILY_DICE_TABLES,
                            .table = log->table,
                            .counts = faces };

  for (guint i = 0; i < log->counts->dice->len; i++)
    {
      const SkyDiceCounts *dice = &g_array_index (log->counts->dice, SkyDiceCounts, i);
      SkyPatternShare share = { .family = SKY_FAMILY_DICE_SETS,
                                .set = dice->set,
                                .counts = dice->faces };

      for (guint face = 0; face < SKY_N_DIE_FACES; face++)
        faces[face] += dice->faces[face];
      if (dice->set != NULL)
        self->func (log, &share, self->data);
    }
  if (log->counts->dice->len > 0)
    self->func (log, &whole, self->data);
}

static void
tell_wins (const Sharing *self,
           const SkyLogCounts *log,
           const GArray *table_wins,
           const GArray *patron_wins)
{
  for (guint i = 0; i < table_wins->len; i++)
    {
      const SkyWinCounts *wins = &g_array_index (table_wins, SkyWinCounts, i);
      SkyPatternShare share = { .family = SKY_FAMILY_TABLE_WINS,
                                .table = log->table,
                                .wins = &wins->sum };

      self->func (log, &share, self->data);
    }
  for (guint i = 0; i < patron_wins->len; i++)
    {
      const SkyWinCounts *wins = &g_array_index (patron_wins, SkyWinCounts, i);
      SkyPatternShare share = { .family = SKY_FAMILY_PATRON_WINS,
                                .patron = wins->player,
                                .wins = &wins->sum };

      self->func (log, &share, self->data);
    }
}

static gboolean
is_wanted (const Sharing *self, const SkyPatternShare *share, GString *key)
{
  return g_hash_table_contains (self->money, sky_pattern_share_write_key (share, key));
}

/* Weighs what somebody asks for. */
static void
share_some_wins (const Sharing *self, const SkyLogCounts *log)
{
  const SkyWinRounds *money = log->counts->money;
  const SkyPatternShare table = { .family = SKY_FAMILY_TABLE_WINS, .table = log->table };
  g_autoptr (GString) key = g_string_new (NULL);
  g_autoptr (GArray) table_wins = sky_win_counts_array_new ();
  g_autoptr (GArray) patron_wins = sky_win_counts_array_new ();
  g_autofree gboolean *wanted = g_new (gboolean, money->players->len);
  const gboolean of_table = is_wanted (self, &table, key);
  gboolean any = of_table;

  for (guint i = 0; i < money->players->len; i++)
    {
      const SkyPatternShare patron = { .family = SKY_FAMILY_PATRON_WINS,
                                       .patron = money->players->pdata[i] };

      wanted[i] = is_wanted (self, &patron, key);
      any |= wanted[i];
    }
  if (!any)
    return;
  sky_win_weigh_rounds (money, wanted, of_table ? table_wins : NULL, patron_wins);
  tell_wins (self, log, table_wins, patron_wins);
}

static void
share_wins (const Sharing *self, const SkyLogCounts *log)
{
  if (self->money != NULL && !log->counts->is_weighed)
    {
      share_some_wins (self, log);
      return;
    }
  sky_counts_weigh (log->counts);
  tell_wins (self, log, log->counts->table_wins, log->counts->patron_wins);
}

static void
share_people (const Sharing *self, const SkyLogCounts *log)
{
  for (guint i = 0; i < log->counts->spins->len; i++)
    {
      const SkySpinCounts *spins = &g_array_index (log->counts->spins, SkySpinCounts, i);
      SkyPatternShare wheel = { .family = SKY_FAMILY_WHEELS,
                                .wheel = spins->wheel,
                                .table = spins->wheel == NULL ? log->table : NULL,
                                .places = spins->places };
      g_autofree char *name = g_strconcat (wheel.wheel != NULL ? "w" : "t",
                                           wheel.wheel != NULL ? wheel.wheel : log->table, NULL);
      g_autofree char *key = NULL;
      SkyPatternShare share = { .family = SKY_FAMILY_SPINS,
                                .dealer = spins->dealer,
                                .places = spins->places,
                                .counterclockwise = spins->counterclockwise,
                                .counts = spins->counts };

      wheel.generation = get_generation (self, name);
      key = sky_pattern_share_make_key (&wheel);
      share.spun = key;
      self->func (log, &share, self->data);
    }
  for (guint i = 0; i < log->counts->sevens->len; i++)
    {
      const SkySevenCounts *sevens = &g_array_index (log->counts->sevens, SkySevenCounts, i);
      gint64 counts[2] = { sevens->sevens, sevens->throws - sevens->sevens };
      SkyPatternShare share = { .family = SKY_FAMILY_SEVENS,
                                .patron = sevens->player,
                                .counts = counts };

      self->func (log, &share, self->data);
    }
  for (guint i = 0; i < log->counts->decisions->len; i++)
    {
      const SkyDecisionCounts *one = &g_array_index (log->counts->decisions, SkyDecisionCounts, i);
      SkyPatternShare errors = { .family = SKY_FAMILY_ERRORS, .dealer = one->dealer };
      gboolean is_told = i > 0 && g_str_equal (one[-1].dealer, one->dealer);
      SkyPatternShare pair = { .family = SKY_FAMILY_PAIRS,
                               .dealer = one->dealer,
                               .patron = one->player,
                               .n_decisions = one->decisions };

      /* They lie by dealer. */
      if (!is_told)
        self->func (log, &errors, self->data);
      if (one->player != NULL)
        self->func (log, &pair, self->data);
    }
}

void
sky_pattern_share_log (const SkyLogCounts *log,
                       GHashTable *generations,
                       GHashTable *money,
                       SkyPatternShareFunc func,
                       gpointer data)
{
  const Sharing self = { generations, money, func, data };

  if (log->counts->damaged)
    return;
  /* Spins come before the wheel that they were of is another. */
  share_people (&self, log);
  share_wheels (&self, log);
  share_dice (&self, log);
  share_wins (&self, log);
}

GHashTable *
sky_pattern_generations_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
pass_over (const SkyLogCounts *log, const SkyPatternShare *share, gpointer data)
{
}

void
sky_pattern_share_pass (const SkyLogCounts *log, GHashTable *generations)
{
  const Sharing self = { generations, NULL, pass_over, NULL };

  if (!log->counts->damaged)
    share_wheels (&self, log);
}
