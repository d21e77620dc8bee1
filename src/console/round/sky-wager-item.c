/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wager-item.h"

#include "sky-phrase.h"

#include <glib/gi18n.h>

struct _SkyWagerItem
{
  GObject parent_instance;

  char *id;
  char *name;
  char *amount;
  char *recorded;
  char *recomputed;
  char *settled;
  char *difference;
  gboolean differs;
  gboolean tinted;
};

G_DEFINE_FINAL_TYPE (SkyWagerItem, sky_wager_item, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear (SkyWagerItem *self)
{
  g_free (self->id);
  g_free (self->name);
  g_free (self->amount);
  g_free (self->recorded);
  g_free (self->recomputed);
  g_free (self->settled);
  g_free (self->difference);
}

static void
sky_wager_item_finalize (GObject *object)
{
  clear (SKY_WAGER_ITEM (object));
  G_OBJECT_CLASS (sky_wager_item_parent_class)->finalize (object);
}

static void
sky_wager_item_class_init (SkyWagerItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_wager_item_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SKY_TYPE_WAGER_ITEM, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sky_wager_item_init (SkyWagerItem *self)
{
}

static const char *
outcome_label (SkyOutcome outcome)
{
  switch (outcome)
    {
    case SKY_OUTCOME_WIN:
      return _ ("win");
    case SKY_OUTCOME_LOSE:
      return _ ("lose");
    case SKY_OUTCOME_PUSH:
      return _ ("push");
    case SKY_OUTCOME_VOID:
      return _ ("void");
    case SKY_OUTCOME_SURRENDER:
      return _ ("surrender");
    case SKY_OUTCOME_NONE:
    default:
      return "—";
    }
}

/* "win +$14.00", "lose −$5.00", "push": what went over the table, the stake's return left out.
 * Whether the wager stays up is told where that is what differs. */
static char *
settlement_text (const SkySettlement *settlement, gboolean tell_stays)
{
  GString *text = g_string_new (outcome_label (settlement->outcome));

  if (settlement->paid != 0)
    {
      g_autofree char *paid = sky_money_format_signed (settlement->paid);
      g_string_append_printf (text, " %s", paid);
    }
  if (settlement->taken != 0)
    {
      g_autofree char *taken = sky_money_format_signed (-settlement->taken);
      g_string_append_printf (text, " %s", taken);
    }
  if (settlement->vig != 0)
    {
      g_autofree char *vig = sky_money_format (settlement->vig);
      g_string_append (text, " ");
      /* Translators: vigorish, the house's commission; short. */
      g_string_append_printf (text, _ ("(vig %s)"), vig);
    }
  if (settlement->stays && tell_stays)
    {
      g_string_append (text, ", ");
      /* Translators: the wager stays on the table; short. */
      g_string_append (text, _ ("stays"));
    }
  return g_string_free (text, FALSE);
}

static gboolean
settles_differ (const SkySettlement *a, const SkySettlement *b)
{
  return a->outcome != b->outcome || a->paid != b->paid || a->taken != b->taken
         || a->returned != b->returned || a->vig != b->vig || a->stays != b->stays;
}

static void
fill (SkyWagerItem *self, const SkySceneWager *wager)
{
  gboolean settled = wager->settlement.seq != 0;
  SkySettlement want = { 0 };
  gboolean due = sky_scene_wager_want (wager, &want);
  SkyMoney variance = sky_scene_wager_variance (wager);

  self->id = g_strdup (wager->id);
  g_autofree char *name = sky_phrase_show (wager->name);
  /* Translators: a wager's name, then the seat of the player. */
  self->name = wager->seat != 0 ? g_strdup_printf (_ ("%s, seat %d"), name, (int) wager->seat)
                                : g_strdup (name);
  self->amount = sky_money_format (wager->amount);
  gboolean tell_stays = settled && due && want.stays != wager->settlement.stays;
  self->recorded = settled ? settlement_text (&wager->settlement, tell_stays) : g_strdup ("—");
  self->recomputed = due ? settlement_text (&want, tell_stays) : g_strdup ("—");
  self->differs = settled != due || (due && settles_differ (&want, &wager->settlement));
  self->settled = self->differs
                      /* Translators: how a wager was settled, and below it how it was to be. */
                      ? g_strdup_printf (_ ("%s\ndue: %s"), self->recorded, self->recomputed)
                      : g_strdup (self->recorded);
  self->difference = variance != 0   ? sky_money_format_signed (variance)
                     : self->differs ? g_strdup ("≠")
                                     : g_strdup ("");
}

static void
fill_with_nothing (SkyWagerItem *self)
{
  self->id = g_strdup ("");
  self->name = g_strdup ("");
  self->amount = g_strdup ("");
  self->recorded = g_strdup ("");
  self->recomputed = g_strdup ("");
  self->settled = g_strdup ("");
  self->difference = g_strdup ("");
  self->differs = FALSE;
}

SkyWagerItem *
sky_wager_item_new (const SkySceneWager *wager)
{
  SkyWagerItem *self = g_object_new (SKY_TYPE_WAGER_ITEM, NULL);

  fill (self, wager);
  return self;
}

void
sky_wager_item_set_wager (SkyWagerItem *self, const SkySceneWager *wager)
{
  g_return_if_fail (SKY_IS_WAGER_ITEM (self));

  clear (self);
  if (wager != NULL)
    fill (self, wager);
  else
    fill_with_nothing (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

const char *
sky_wager_item_get_id (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), NULL);
  return self->id;
}

const char *
sky_wager_item_get_name (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), NULL);
  return self->name;
}

const char *
sky_wager_item_get_amount (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), NULL);
  return self->amount;
}

const char *
sky_wager_item_get_recorded (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), NULL);
  return self->recorded;
}

const char *
sky_wager_item_get_recomputed (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), NULL);
  return self->recomputed;
}

const char *
sky_wager_item_get_settled (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), NULL);
  return self->settled;
}

const char *
sky_wager_item_get_difference (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), NULL);
  return self->difference;
}

gboolean
sky_wager_item_get_differs (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), FALSE);
  return self->differs;
}

void
sky_wager_item_set_tinted (SkyWagerItem *self, gboolean tinted)
{
  g_return_if_fail (SKY_IS_WAGER_ITEM (self));

  if (tinted == self->tinted)
    return;
  self->tinted = tinted;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

gboolean
sky_wager_item_get_tinted (SkyWagerItem *self)
{
  g_return_val_if_fail (SKY_IS_WAGER_ITEM (self), FALSE);
  return self->tinted;
}
