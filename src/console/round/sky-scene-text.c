/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-scene-text.h"

#include <glib/gi18n.h>

#include "sky-big-six.h"
#include "sky-phrase.h"
#include "sky-picture.h"
#include "sky-roulette.h"
#include "sky-wager-item.h"

/* --- A wager ---------------------------------------------------------------------------------- */

/* Who sits at @seat; NULL: the log does not say. */
static const char *
player_of (const SkyScene *scene, gint64 seat)
{
  if (seat < 1 || seat > scene->seats->len)
    return NULL;

  const char *player = g_array_index (scene->seats, SkySeat, seat - 1).player;
  return player != NULL && player[0] != '\0' ? player : NULL;
}

static char *
wager_line (const SkyScene *scene, const SkySceneWager *wager)
{
  g_autofree char *amount = sky_money_format (wager->amount);
  g_autofree char *name = sky_phrase_show (wager->name);
  const char *player = player_of (scene, wager->seat);

  if (wager->seat == 0)
    return g_strdup_printf ("%s, %s", name, amount);
  if (player == NULL)
    /* Translators: a wager's name, its amount, the seat of the player. */
    return g_strdup_printf (_ ("%s, %s, seat %d"), name, amount, (int) wager->seat);
  /* Translators: a wager's name, its amount, the seat of the player, the player. */
  return g_strdup_printf (_ ("%s, %s, seat %d, patron %s"), name, amount, (int) wager->seat,
                          player);
}

/* Takes @line, which says @text, unless that is empty or a dash. */
static void
add_outcome (GString *lines, char *line, const char *text)
{
  g_autofree char *taken = line;

  if (text[0] != '\0' && !g_str_equal (text, "—"))
    g_string_append_printf (lines, "\n%s", taken);
}

char *
sky_scene_text_wager (const SkyScene *scene, const SkySceneWager *wager)
{
  g_autofree char *line = wager_line (scene, wager);
  GString *lines = g_string_new (line);
  g_autoptr (SkyWagerItem) item = sky_wager_item_new (wager);
  const char *recorded = sky_wager_item_get_recorded (item);
  const char *recomputed = sky_wager_item_get_recomputed (item);
  const char *difference = sky_wager_item_get_difference (item);

  add_outcome (lines, g_strdup_printf (_ ("Recorded: %s"), recorded), recorded);
  add_outcome (lines, g_strdup_printf (_ ("Recomputed: %s"), recomputed), recomputed);
  /* Before the table has settled it nothing differs yet. */
  if (wager->settlement.seq != 0)
    add_outcome (lines, g_strdup_printf (_ ("Difference: %s"), difference), difference);
  return g_string_free (lines, FALSE);
}

/* --- The table -------------------------------------------------------------------------------- */

static char *
face_of (const SkyMark *mark)
{
  char card[3];

  if (mark->value < 0)
    return g_strdup (_ ("face down"));
  if (mark->kind == SKY_MARK_TILE)
    return g_strdup_printf ("%d-%d", (int) SKY_TILE_LOW (mark->value),
                            (int) SKY_TILE_HIGH (mark->value));
  return g_strdup (sky_card_to_text ((SkyCard) mark->value, card));
}

static char *
place_of (gint64 place)
{
  if (place == SKY_PLACE_COMMUNITY)
    return g_strdup (_ ("Community cards"));
  if (place == SKY_PLACE_DEAD)
    return g_strdup (_ ("Dead hand"));
  if (place < 1)
    return g_strdup (_ ("Dealer"));
  return g_strdup_printf (_ ("Seat %d"), (int) place);
}

/* The faces of all dice, or of all cards or tiles of one place, after another; @first is the first
 * of them. */
static char *
faces_from (const SkyScene *scene, guint first)
{
  const SkyMark *start = &g_array_index (scene->marks, SkyMark, first);
  GString *faces = g_string_new (NULL);

  for (guint i = first; i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);
      if (mark->kind != start->kind || mark->place != start->place)
        continue;

      g_autofree char *face =
          mark->kind == SKY_MARK_DIE ? g_strdup_printf ("%d", (int) mark->value) : face_of (mark);
      g_string_append_printf (faces, faces->len > 0 ? ", %s" : "%s", face);
    }
  return g_string_free (faces, FALSE);
}

static gboolean
is_told_before (const SkyScene *scene, guint number)
{
  const SkyMark *mark = &g_array_index (scene->marks, SkyMark, number);

  for (guint i = 0; i < number; i++)
    {
      const SkyMark *other = &g_array_index (scene->marks, SkyMark, i);
      if (other->kind == mark->kind && other->place == mark->place)
        return TRUE;
    }
  return FALSE;
}

/* "1-3" of 13. */
static char *
ways_of (gint64 combination)
{
  return g_strdup_printf ("%d-%d", (int) combination / 10, (int) combination % 10);
}

/* What the mark @number says; NULL: nothing, or it was told with another. */
static char *
mark_text (const SkyScene *scene, guint number)
{
  const SkyMark *mark = &g_array_index (scene->marks, SkyMark, number);
  g_autofree char *part = NULL;
  g_autofree char *where = NULL;
  char pocket[4];

  switch (mark->kind)
    {
    case SKY_MARK_DIE:
      if (is_told_before (scene, number))
        return NULL;
      part = faces_from (scene, number);
      return g_strdup_printf (_ ("Dice: %s"), part);
    case SKY_MARK_CARD:
    case SKY_MARK_TILE:
      if (is_told_before (scene, number))
        return NULL;
      where = place_of (mark->place);
      part = faces_from (scene, number);
      return g_strdup_printf ("%s: %s", where, part);
    case SKY_MARK_PUCK:
      return mark->number == 0 ? g_strdup (_ ("The puck is off"))
                               : g_strdup_printf (_ ("The puck is on %d"), (int) mark->number);
    case SKY_MARK_FIRE_MARKER:
      /* Translators: a marker of the Fire Bet: its count, the number on which it lies. */
      return g_strdup_printf (_ ("Fire Bet marker %d on %d"), (int) mark->value,
                              (int) mark->number);
    case SKY_MARK_BUTTON:
      part = mark->value != 0 ? ways_of (mark->value) : g_strdup_printf ("%d", (int) mark->number);
      return g_strdup_printf (_ ("Button on %s"), part);
    case SKY_MARK_TRACKED:
      return g_strdup_printf (_ ("%d was thrown"), (int) mark->number);
    case SKY_MARK_POCKET:
      return g_strdup_printf (_ ("Ball in %s"), sky_pocket_to_text ((int) mark->number, pocket));
    case SKY_MARK_SECTION:
      return g_strdup_printf (_ ("Wheel at %s"),
                              sky_game_get (SKY_GAME_BIG_SIX)
                                  ->bets[0]
                                  .pays[sky_big_six_symbol ((guint) mark->number)]
                                  .name);
    case SKY_MARK_LAMMER:
      part = ways_of (mark->value);
      return mark->number == 1 ? g_strdup_printf (_ ("Lammer %s in the circle"), part) : NULL;
    case SKY_MARK_SHOOTER:
      return g_strdup_printf (_ ("Seat %d has the dice"), (int) mark->place);
    case SKY_MARK_BANK:
      where = place_of (mark->place);
      return g_strdup_printf (mark->value != 0 ? _ ("Co-bank: %s") : _ ("Bank: %s"), where);
    case SKY_MARK_METER:
      part = sky_money_format (mark->value);
      return g_strdup_printf (_ ("Progressive meter: %s"), part);
    case SKY_MARK_NUMBER:
      return g_strdup_printf (_ ("Number shown: %d"), (int) mark->value);
    case SKY_MARK_WHEEL:
      break;
    }
  return NULL;
}

static void
add_sentence (GString *text, const char *sentence)
{
  if (text->len > 0)
    g_string_append (text, ". ");
  g_string_append (text, sentence);
}

char *
sky_scene_text_all (const SkyScene *scene)
{
  GString *text = g_string_new (NULL);
  guint n = 0;

  if (scene->round != 0)
    g_string_append_printf (text, _ ("Round %d"), (int) scene->round);
  for (guint i = 0; i < scene->marks->len; i++)
    {
      g_autofree char *mark = mark_text (scene, i);
      if (mark != NULL)
        add_sentence (text, mark);
    }
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      if (!sky_picture_wager_lies (wager))
        continue;

      g_autofree char *line = wager_line (scene, wager);
      add_sentence (text, line);
      n++;
    }
  if (n == 0)
    add_sentence (text, _ ("No wagers on the layout"));
  return g_string_free (text, FALSE);
}
