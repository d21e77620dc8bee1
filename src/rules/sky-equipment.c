/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-equipment.h"

#include <glib/gi18n-lib.h>

/* One piece: a set of dice, a deck, a shaker. */
typedef struct
{
  SkyItem item;
  const SkyItemRule *rule; /* NULL: the chapter says nothing of it */
  char *id;
  gboolean in_use;
  guint64 in_seq; /* 0: it never came in */
  SkyTime in_at;
  gboolean overdue; /* and found so */
  gboolean faulty;
  guint64 fault_seq;
  gboolean covered;
  /* Sic Bo: a manual shaker in place of the automated one, or dice in it (§ 625a.7(d)). */
  gboolean manual;
} Piece;

/* How far an item is inspected. */
typedef struct
{
  guint roles;   /* who passed it since it last came in or failed */
  gboolean done; /* a round was played with what came in last */
} Inspected;

struct _SkyEquipment
{
  const SkyEquipmentRules *rules;
  guint wanted;   /* items that the chapter wants inspected, as bits 1 << SkyItem */
  GArray *pieces; /* of Piece */
  Inspected inspected[SKY_N_ITEMS];
  /* Roulette: the section that wants the wheel inspected again; NULL: none does. */
  const char *adjusted;
};

static void
clear_piece (gpointer data)
{
  g_free (((Piece *) data)->id);
}

SkyEquipment *
sky_equipment_new (const SkyEquipmentRules *rules)
{
  SkyEquipment *self = g_new0 (SkyEquipment, 1);

  self->rules = rules;
  for (guint i = 0; i < rules->n_items; i++)
    if (rules->items[i].inspectors != 0)
      self->wanted |= 1u << rules->items[i].item;
  self->pieces = g_array_new (FALSE, TRUE, sizeof (Piece));
  g_array_set_clear_func (self->pieces, clear_piece);
  return self;
}

void
sky_equipment_forget (SkyEquipment *self)
{
  g_array_set_size (self->pieces, 0);
  for (guint i = 0; i < G_N_ELEMENTS (self->inspected); i++)
    self->inspected[i] = (Inspected){ .done = TRUE };
  self->adjusted = NULL;
}

void
sky_equipment_free (SkyEquipment *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->pieces, g_array_unref);
  g_free (self);
}

static const SkyItemRule *
find_rule (const SkyEquipment *self, SkyItem item)
{
  for (guint i = 0; i < self->rules->n_items; i++)
    if (self->rules->items[i].item == item)
      return &self->rules->items[i];
  return NULL;
}

/* Visits Piece. */
static void
visit_piece (const SkyEquipment *self, SkyState *state, Piece *piece)
{
  sky_state_int (state, piece->item);
  piece->rule = find_rule (self, piece->item);
  if ((guint) piece->item >= SKY_N_ITEMS)
    sky_state_refuse (state);
  sky_state_text (state, &piece->id);
  sky_state_int (state, piece->in_use);
  sky_state_int (state, piece->in_seq);
  sky_state_int (state, piece->in_at);
  sky_state_int (state, piece->overdue);
  sky_state_int (state, piece->faulty);
  sky_state_int (state, piece->fault_seq);
  sky_state_int (state, piece->covered);
  sky_state_int (state, piece->manual);
}

/* Visits SkyEquipment, but not: rules, wanted. */
void
sky_equipment_visit (SkyEquipment *self, SkyState *state)
{
  g_array_set_size (self->pieces, sky_state_count (state, self->pieces->len, G_MAXINT32));
  for (guint i = 0; i < self->pieces->len; i++)
    visit_piece (self, state, &g_array_index (self->pieces, Piece, i));
  sky_state_memory (state, self->inspected, sizeof self->inspected);
  sky_state_table_text (state, &self->adjusted);
}

static Piece *
get_piece (SkyEquipment *self, SkyItem item, SkyText id)
{
  Piece piece = { .item = item };

  for (guint i = 0; i < self->pieces->len; i++)
    {
      Piece *known = &g_array_index (self->pieces, Piece, i);

      if (known->item == item && sky_text_is (id, known->id))
        return known;
    }
  piece.rule = find_rule (self, item);
  piece.id = sky_text_dup (id);
  g_array_append_val (self->pieces, piece);
  return &g_array_index (self->pieces, Piece, self->pieces->len - 1);
}

/* Fine print 21: all but the device may also be covered or taken away. */
static gboolean
stands_faulty (const Piece *piece)
{
  return piece->faulty && (piece->item == SKY_ITEM_DEVICE || (piece->in_use && !piece->covered));
}

static gboolean
has_automated_shaker (const SkyTable *table)
{
  return g_strcmp0 (sky_table_choice (table, "shaker"), "automated") == 0;
}

/* The automated shaker that is out of order and put away, or NULL. */
static const Piece *
find_failed_shaker (const SkyEquipment *self)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);

      if (piece->item == SKY_ITEM_SHAKER && piece->faulty && !piece->manual
          && !stands_faulty (piece))
        return piece;
    }
  return NULL;
}

static gboolean
is_shaken_by_hand (const SkyEquipment *self)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);

      if (piece->item == SKY_ITEM_SHAKER && piece->manual && piece->in_use)
        return TRUE;
    }
  return FALSE;
}

/* Dice that came in since the automated shaker failed are those of the manual one. */
static void
give_dice_to_manual_shaker (SkyEquipment *self, const Piece *failed)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      Piece *piece = &g_array_index (self->pieces, Piece, i);

      if (piece->item == SKY_ITEM_DICE && piece->in_use && piece->in_seq > failed->fault_seq)
        piece->manual = TRUE;
    }
}

static gboolean
has_manual_dice (const SkyEquipment *self)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);

      if (piece->item == SKY_ITEM_DICE && piece->in_use && piece->manual)
        return TRUE;
    }
  return FALSE;
}

static void
take_in (SkyTable *table, Piece *piece)
{
  SkyEquipment *self = table->equipment;
  const Piece *failed = piece->item == SKY_ITEM_SHAKER && has_automated_shaker (table)
                            ? find_failed_shaker (self)
                            : NULL;

  if (!piece->in_use || piece->in_seq == 0)
    {
      piece->in_seq = table->seq;
      piece->in_at = table->at;
      piece->overdue = FALSE;
    }
  piece->in_use = TRUE;
  if (failed != NULL && failed != piece)
    {
      piece->manual = TRUE;
      give_dice_to_manual_shaker (self, failed);
      return;
    }
  piece->manual = piece->item == SKY_ITEM_DICE && is_shaken_by_hand (self);
  self->inspected[piece->item] = (Inspected){ 0 };
}

/* § 617a.2(b), § 617a.2(c) and § 617a.2(d) */
static void
adjust (SkyTable *table, gboolean replaced)
{
  SkyEquipment *self = table->equipment;

  if (self->rules->unwatched == NULL)
    return;
  if (sky_table_has_role (table, SKY_ROLE_SECURITY))
    {
      self->adjusted = replaced ? self->rules->replaced : self->rules->adjusted;
      return;
    }
  self->adjusted = NULL;
  if (!sky_table_sees (table, SKY_CLASS_PEOPLE))
    return;
  sky_table_raise (table, SKY_CHECK_EQUIPMENT_ADJUSTED, self->rules->unwatched, NULL,
                   "%s with no member of the security department present.",
                   replaced ? sky_phrase_words ("A part of the wheel was replaced")
                            : sky_phrase_words ("The wheel was adjusted"));
}

void
sky_equipment_take (SkyTable *table, const SkyEvent *event)
{
  Piece *piece = get_piece (table->equipment, event->equipment.item, event->equipment.id);

  switch (event->equipment.action)
    {
    case SKY_EQUIPMENT_IN:
      take_in (table, piece);
      break;
    case SKY_EQUIPMENT_OUT:
      piece->in_use = FALSE;
      break;
    case SKY_EQUIPMENT_FAULT:
      /* What fails and never came in was there before the log began. */
      piece->in_use = piece->in_use || piece->in_seq == 0;
      piece->faulty = TRUE;
      piece->covered = FALSE;
      piece->fault_seq = table->seq;
      break;
    case SKY_EQUIPMENT_FIXED:
      piece->faulty = FALSE;
      break;
    case SKY_EQUIPMENT_COVERED:
      piece->covered = TRUE;
      break;
    case SKY_EQUIPMENT_UNCOVERED:
      piece->covered = FALSE;
      break;
    case SKY_EQUIPMENT_ADJUSTED:
    case SKY_EQUIPMENT_REPLACED:
      if (piece->item == SKY_ITEM_WHEEL)
        adjust (table, event->equipment.action == SKY_EQUIPMENT_REPLACED);
      break;
    }
}

void
sky_equipment_inspect (SkyTable *table, const SkyEvent *event)
{
  SkyEquipment *self = table->equipment;
  SkyItem item = event->inspection.item;
  const SkyItemRule *rule = find_rule (self, item);
  guint role = 1u << event->inspection.role;

  /* What fails is not inspected, also when rounds were played with it; a wheel that was adjusted
   * waits for its inspection anyhow. */
  if (!event->inspection.passed)
    {
      self->inspected[item].roles = 0;
      self->inspected[item].done &= item == SKY_ITEM_WHEEL && self->adjusted != NULL;
      return;
    }
  self->inspected[item].roles |= role;
  if (item == SKY_ITEM_WHEEL && rule != NULL && rule->inspectors & role)
    self->adjusted = NULL;
}

/* How long a piece may be in use: until when, from when it came in; SKY_TIME_NONE: as long as it
 * lasts. */
static SkyTime
find_end (const SkyTable *table, const Piece *piece)
{
  const SkyEquipment *self = table->equipment;
  const SkyItemRule *rule = piece->rule;

  if (rule->hours == 0)
    return SKY_TIME_NONE;
  if (rule->lasts_a_month != NULL && rule->lasts_a_month (table) && !piece->manual
      && (!is_shaken_by_hand (self) || has_manual_dice (self)))
    return sky_time_add_month (piece->in_at);
  return piece->in_at + (rule->hours_at != NULL ? rule->hours_at (table) : rule->hours) * SKY_HOUR;
}

/* For sky_phrase_words(). */
static const char *
item_name (SkyItem item)
{
  static const char *const names[] = {
    [SKY_ITEM_DICE] = N_ ("dice"),
    [SKY_ITEM_TILES] = N_ ("tiles"),
    [SKY_ITEM_CARDS] = N_ ("cards"),
    [SKY_ITEM_BALL] = N_ ("ball"),
    [SKY_ITEM_WHEEL] = N_ ("wheel"),
    [SKY_ITEM_SHAKER] = N_ ("shaker"),
    [SKY_ITEM_SHUFFLER] = N_ ("shuffler"),
    [SKY_ITEM_SHOE] = N_ ("shoe"),
    [SKY_ITEM_DEVICE] = N_ ("electrical device"),
    [SKY_ITEM_COVER] = N_ ("cover"),
  };

  return names[item];
}

static void
check_lives (SkyTable *table)
{
  SkyEquipment *self = table->equipment;

  for (guint i = 0; i < self->pieces->len; i++)
    {
      Piece *piece = &g_array_index (self->pieces, Piece, i);
      SkyTime end;

      if (piece->rule == NULL || !piece->in_use || piece->in_seq == 0 || piece->overdue)
        continue;
      end = find_end (table, piece);
      if (end == SKY_TIME_NONE || table->at <= end)
        continue;
      piece->overdue = TRUE;
      sky_table_raise (table, SKY_CHECK_EQUIPMENT_OVERDUE, piece->rule->life_section, NULL,
                       "The %s “%s” are in use since event %" PRIu64 ", longer than they may be.",
                       sky_phrase_words (item_name (piece->item)), piece->id,
                       sky_table_number_of (table, piece->in_seq));
    }
}

static gboolean
is_inspected (const SkyItemRule *rule, guint roles)
{
  return rule->by_each ? (roles & rule->inspectors) == rule->inspectors
                       : (roles & rule->inspectors) != 0;
}

/* Returns: whether the wheel was among what was not. */
static gboolean
check_inspections (SkyTable *table)
{
  SkyEquipment *self = table->equipment;
  gboolean wheel = FALSE;

  for (guint i = 0; i < self->rules->n_items; i++)
    {
      const SkyItemRule *rule = &self->rules->items[i];
      Inspected *inspected = &self->inspected[rule->item];

      if (rule->inspectors == 0 || inspected->done)
        continue;
      /* Only an automated shaker is inspected, § 625a.5(a)(2). */
      if (rule->item == SKY_ITEM_SHAKER
          && (!has_automated_shaker (table) || is_shaken_by_hand (self)))
        continue;
      inspected->done = TRUE;
      if (is_inspected (rule, inspected->roles))
        continue;
      wheel |= rule->item == SKY_ITEM_WHEEL;
      sky_table_raise (table, SKY_CHECK_EQUIPMENT_NOT_INSPECTED, rule->inspection_section, NULL,
                       "The round begins before the %s passed the inspection that the chapter "
                       "wants.",
                       sky_phrase_words (item_name (rule->item)));
    }
  return wheel;
}

/* Once a round. */
static void
check_faults (SkyTable *table)
{
  const SkyEquipment *self = table->equipment;

  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);

      if (!stands_faulty (piece))
        continue;
      for (guint j = 0; j < self->rules->n_faults; j++)
        if (self->rules->faults[j].items & 1u << piece->item)
          {
            sky_table_raise (table, SKY_CHECK_EQUIPMENT_FAULTY, self->rules->faults[j].section,
                             NULL, "The round begins while the faulty %s “%s” is %s.",
                             sky_phrase_words (item_name (piece->item)), piece->id,
                             piece->item == SKY_ITEM_DEVICE
                                 ? sky_phrase_words ("not fixed")
                                 : sky_phrase_words ("neither fixed nor covered"));
            return;
          }
    }
}

static void
check_round (SkyTable *table)
{
  SkyEquipment *self = table->equipment;
  const char *adjusted = self->adjusted;
  gboolean wheel_not_inspected = self->wanted != 0 && check_inspections (table);

  check_lives (table);
  check_faults (table);
  self->adjusted = NULL;
  /* A wheel that never was inspected is one cause. */
  if (adjusted != NULL && !wheel_not_inspected)
    sky_table_raise (table, SKY_CHECK_EQUIPMENT_ADJUSTED, adjusted, NULL,
                     "The round begins before the wheel was inspected again after it was adjusted "
                     "or a part of it replaced.");
}

void
sky_equipment_begin_round (SkyTable *table)
{
  if (table->equipment->wanted != 0 || table->equipment->pieces->len > 0)
    check_round (table);
}
