/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event.h"

static const char *const game_names[SKY_N_GAMES] = {
#define NAME(ID, name) [SKY_GAME_##ID] = #name,
  SKY_GAMES (NAME)
#undef NAME
};

static const char *const event_type_names[SKY_N_EVENT_TYPES] = {
  [SKY_EVENT_TABLE_OPEN] = "table_open",
  [SKY_EVENT_TABLE_CLOSE] = "table_close",
  [SKY_EVENT_RULES] = "rules",
  [SKY_EVENT_LIMITS] = "limits",
  [SKY_EVENT_LIMITS_NOTICE] = "limits_notice",
  [SKY_EVENT_STAFF] = "staff",
  [SKY_EVENT_PLAYER] = "player",
  [SKY_EVENT_EQUIPMENT] = "equipment",
  [SKY_EVENT_INSPECTION] = "inspection",
  [SKY_EVENT_ROUND_START] = "round_start",
  [SKY_EVENT_ROUND_END] = "round_end",
  [SKY_EVENT_WAGER] = "wager",
  [SKY_EVENT_WAGER_CHANGE] = "wager_change",
  [SKY_EVENT_NO_MORE_BETS] = "no_more_bets",
  [SKY_EVENT_VOID] = "void",
  [SKY_EVENT_SETTLE] = "settle",
  [SKY_EVENT_DISPUTE] = "dispute",
  [SKY_EVENT_RULING] = "ruling",
  [SKY_EVENT_NOTIFY] = "notify",
  [SKY_EVENT_CONFIRM] = "confirm",
  [SKY_EVENT_METER] = "meter",
  [SKY_EVENT_NOTE] = "note",
  [SKY_EVENT_CHECKPOINT] = "checkpoint",
  [SKY_EVENT_RESULT] = "result",
  [SKY_EVENT_CALL] = "call",
  [SKY_EVENT_DICE_OFFER] = "dice_offer",
  [SKY_EVENT_SHOOTER] = "shooter",
  [SKY_EVENT_THROW] = "throw",
  [SKY_EVENT_MOVE] = "move",
  [SKY_EVENT_PUCK] = "puck",
  [SKY_EVENT_FIRE_MARKER] = "fire_marker",
  [SKY_EVENT_MARKER_BUTTON] = "marker_button",
  [SKY_EVENT_POWER_ODDS] = "power_odds",
  [SKY_EVENT_STACKS] = "stacks",
  [SKY_EVENT_CUT] = "cut",
  [SKY_EVENT_STYLE] = "style",
  [SKY_EVENT_SHAKE] = "shake",
  [SKY_EVENT_DEAL] = "deal",
  [SKY_EVENT_EXPOSE] = "expose",
  [SKY_EVENT_DECISION] = "decision",
  [SKY_EVENT_SET] = "set",
  [SKY_EVENT_BANK] = "bank",
  [SKY_EVENT_REVEAL] = "reveal",
  [SKY_EVENT_BANK_SETTLE] = "bank_settle",
  [SKY_EVENT_ENTRY] = "entry",
  [SKY_EVENT_ILLUMINATE] = "illuminate",
  [SKY_EVENT_CLEAR] = "clear",
  [SKY_EVENT_SPIN] = "spin",
  [SKY_EVENT_MARKER] = "marker",
  [SKY_EVENT_SHUFFLE] = "shuffle",
  [SKY_EVENT_BURN] = "burn",
  [SKY_EVENT_COVER_CARD] = "cover_card",
  [SKY_EVENT_DISCARD] = "discard",
  [SKY_EVENT_LAMMER] = "lammer",
  [SKY_EVENT_LOCK_OUT] = "lock_out",
  [SKY_EVENT_STUB] = "stub",
  [SKY_EVENT_LIGHT] = "light",
  [SKY_EVENT_VALIDATE] = "validate",
  [SKY_EVENT_ENVY] = "envy",
  [SKY_EVENT_UNOBSERVED] = "unobserved",
  [SKY_EVENT_STANDING] = "standing",
  [SKY_EVENT_AGAIN] = "again",
};

static const char *const role_names[] = {
  [SKY_ROLE_NONE] = "",
  [SKY_ROLE_DEALER] = "dealer",
  [SKY_ROLE_BOXPERSON] = "boxperson",
  [SKY_ROLE_STICKPERSON] = "stickperson",
  [SKY_ROLE_FLOORPERSON] = "floorperson",
  [SKY_ROLE_PIT_MANAGER] = "pit_manager",
  [SKY_ROLE_SECURITY] = "security",
  [SKY_ROLE_MAINTENANCE] = "maintenance",
  [SKY_ROLE_OTHER] = "other",
};

const char *
sky_game_id_to_name (SkyGameId game)
{
  return game_names[game];
}

gboolean
sky_game_id_from_name (SkyText name, SkyGameId *game)
{
  for (guint i = 0; i < SKY_N_GAMES; i++)
    if (sky_text_is (name, game_names[i]))
      {
        *game = i;
        return TRUE;
      }
  return FALSE;
}

const char *
sky_event_type_to_name (SkyEventType type)
{
  return event_type_names[type];
}

const char *
sky_role_to_name (SkyRole role)
{
  return role_names[role];
}

static const char card_ranks[] = "23456789TJQKA";
static const char card_suits[] = "CDHS";

/* By character: the place in these, plus 1; 0: it is none of them. */
static const guint8 rank_places[256] = {
  ['2'] = 1, ['3'] = 2, ['4'] = 3,  ['5'] = 4,  ['6'] = 5,  ['7'] = 6,  ['8'] = 7,
  ['9'] = 8, ['T'] = 9, ['J'] = 10, ['Q'] = 11, ['K'] = 12, ['A'] = 13,
};
static const guint8 suit_places[256] = { ['C'] = 1, ['D'] = 2, ['H'] = 3, ['S'] = 4 };

char *
sky_card_to_text (SkyCard card, char buffer[3])
{
  buffer[0] = card_ranks[card / 4];
  buffer[1] = card_suits[card % 4];
  buffer[2] = '\0';
  return buffer;
}

gboolean
sky_card_from_text (SkyText text, SkyCard *card)
{
  guint rank, suit;

  if (text.length != 2)
    return FALSE;
  rank = rank_places[(guchar) text.data[0]];
  suit = suit_places[(guchar) text.data[1]];
  if (rank == 0 || suit == 0)
    return FALSE;
  *card = (SkyCard) ((rank - 1) * 4 + suit - 1);
  return TRUE;
}

char *
sky_tile_to_text (SkyTile tile, char buffer[4])
{
  buffer[0] = (char) ('0' + SKY_TILE_LOW (tile));
  buffer[1] = '-';
  buffer[2] = (char) ('0' + SKY_TILE_HIGH (tile));
  buffer[3] = '\0';
  return buffer;
}

gboolean
sky_tile_from_text (SkyText text, SkyTile *tile)
{
  int a, b;

  if (text.length != 3 || text.data[1] != '-' || !g_ascii_isdigit (text.data[0])
      || !g_ascii_isdigit (text.data[2]))
    return FALSE;
  a = text.data[0] - '0';
  b = text.data[2] - '0';
  *tile = (SkyTile) (MIN (a, b) * 16 + MAX (a, b));
  return TRUE;
}
