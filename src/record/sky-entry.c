/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-entry.h"

#include "sky-json-writer.h"
#include "sky-roulette-layout.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MIN_ABBREVIATION 3

/* The words of a line, and what is made of them. */
typedef struct
{
  const SkyEntryHand *hand;
  SkyTable *table;
  GPtrArray *words; /* of char * */
  guint next;
  GString *json; /* an object that is not closed */
  GError **error;
} Line;

/* Refuses the line: @word is not understood. */
G_GNUC_PRINTF (3, 4)
static gboolean
refuse (const Line *self, const char *word, const char *format, ...)
{
  g_autofree char *cause = NULL;
  va_list args;

  va_start (args, format);
  cause = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (self->error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_ENTRY, "“%s”: %s", word, cause);
  return FALSE;
}

/* A word ends at a blank that stands neither in quotation marks nor in braces. */
static GPtrArray *
split (const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  const char *c = text;

  while (*c != '\0')
    {
      const char *begin = c;
      gboolean quoted = FALSE;
      guint depth = 0;

      if (g_ascii_isspace (*c))
        {
          c++;
          continue;
        }
      for (; *c != '\0' && (quoted || depth > 0 || !g_ascii_isspace (*c)); c++)
        if (*c == '\\' && quoted && c[1] != '\0')
          c++;
        else if (*c == '"')
          quoted = !quoted;
        else if (!quoted && strchr ("{[", *c) != NULL)
          depth++;
        else if (!quoted && depth > 0 && strchr ("}]", *c) != NULL)
          depth--;
      g_ptr_array_add (words, g_strndup (begin, (gsize) (c - begin)));
    }
  return words;
}

static const char *
peek (const Line *self)
{
  return self->next < self->words->len ? self->words->pdata[self->next] : NULL;
}

/* Digits alone, up to @max. */
static gboolean
read_number (const char *text, gsize length, gint64 max, gint64 *number)
{
  *number = 0;
  if (length == 0 || length > 18)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      *number = *number * 10 + (text[i] - '0');
    }
  return *number <= max;
}

/* "5", "$2.5", "2.50". */
static gboolean
read_money (const char *text, SkyMoney *amount)
{
  const char *point;
  gsize whole;
  gint64 units, cents = 0;

  text += *text == '$';
  point = strchr (text, '.');
  whole = point != NULL ? (gsize) (point - text) : strlen (text);
  if (!read_number (text, whole, SKY_MONEY_MAX / 100, &units))
    return FALSE;
  if (point != NULL)
    {
      gsize digits = strlen (point + 1);

      if (digits > 2 || !read_number (point + 1, digits, 99, &cents))
        return FALSE;
      cents *= digits == 1 ? 10 : 1;
    }
  *amount = units * 100 + cents;
  return *amount <= SKY_MONEY_MAX;
}

static gboolean
is_json (const char *word)
{
  return strchr ("{[", word[0]) != NULL && word[0] != '\0';
}

/* The text that a word stands for: what is in its quotation marks. */
static char *
unquote (const char *word)
{
  gsize length = strlen (word);
  g_autofree char *inner = NULL;

  if (length < 2 || word[0] != '"' || word[length - 1] != '"')
    return g_strdup (word);
  inner = g_strndup (word + 1, length - 2);
  return g_strcompress (inner);
}

/* Each member of the format. */

static gboolean
add_number (Line *self, const char *name, const char *word)
{
  gint64 number;

  if (!read_number (word, strlen (word), G_MAXINT32, &number))
    return refuse (self, word, _ ("a whole number is needed"));
  sky_json_add_int (self->json, name, number);
  return TRUE;
}

static gboolean
add_money (Line *self, const char *name, const char *word)
{
  SkyMoney amount;

  if (!read_money (word, &amount))
    return refuse (self, word, _ ("an amount is needed"));
  sky_json_add_int (self->json, name, amount);
  return TRUE;
}

static gboolean
add_bool (Line *self, const char *name, const char *word)
{
  static const char *const yes[] = { "yes", "y", "on", "true", "1", NULL };
  static const char *const no[] = { "no", "n", "off", "false", "0", NULL };
  g_autofree char *low = g_ascii_strdown (word, -1);

  if (!g_strv_contains (yes, low) && !g_strv_contains (no, low))
    return refuse (self, word, _ ("yes or no is needed"));
  sky_json_add_bool (self->json, name, g_strv_contains (yes, low));
  return TRUE;
}

/* "43", "4-3", "4/3". */
static gboolean
add_dice (Line *self, const char *name, const char *word, guint n)
{
  gint64 dice[3];
  guint found = 0;

  for (const char *c = word; *c != '\0'; c++)
    if (*c >= '1' && *c <= '6' && found < n)
      dice[found++] = *c - '0';
    else if (strchr ("-/,", *c) == NULL)
      return refuse (self, word, _ ("the faces of %u dice are needed"), n);
  if (found != n)
    return refuse (self, word, _ ("the faces of %u dice are needed"), n);
  sky_json_begin_array (self->json, name);
  for (guint i = 0; i < n; i++)
    sky_json_add_int (self->json, NULL, dice[i]);
  sky_json_end_array (self->json);
  return TRUE;
}

/* One card, @many: a list of them. */
static gboolean
add_cards (Line *self, const char *name, const char *word, gboolean many)
{
  g_autofree char *high = g_ascii_strup (word, -1);
  char text[3];
  SkyCard card;

  if (many)
    sky_json_begin_array (self->json, name);
  for (const char *c = high; *c != '\0' || c == high; c += *c == ',' ? 1 : 2)
    {
      if (*c == ',' && c > high)
        continue;
      if (strlen (c) < 2 || !sky_card_from_text ((SkyText){ c, 2 }, &card)
          || (!many && c[2] != '\0'))
        return refuse (self, word, many ? _ ("cards are needed") : _ ("a card is needed"));
      sky_json_add_string (self->json, many ? NULL : name, sky_card_to_text (card, text));
    }
  if (many)
    sky_json_end_array (self->json);
  return TRUE;
}

/* As many tiles as are needed, in their order. */
static gboolean
add_tiles (Line *self, const char *name, const char *word, guint n)
{
  g_auto (GStrv) texts = g_strsplit (word, ",", -1);
  SkyTile tile;

  if (g_strv_length (texts) != n)
    return refuse (self, word, _ ("%u tiles are needed"), n);
  if (n > 1)
    sky_json_begin_array (self->json, name);
  for (guint i = 0; i < n; i++)
    {
      if (!sky_tile_from_text ((SkyText){ texts[i], strlen (texts[i]) }, &tile))
        return refuse (self, texts[i], _ ("a tile is needed"));
      sky_json_add_string (self->json, n > 1 ? NULL : name, texts[i]);
    }
  if (n > 1)
    sky_json_end_array (self->json);
  return TRUE;
}

static gboolean
add_place (Line *self, const char *name, const char *word)
{
  static const char *const places[] = { "dealer", "dead", "community", NULL };
  g_autofree char *low = g_ascii_strdown (word, -1);
  gint64 seat;

  if (read_number (word, strlen (word), G_MAXINT32, &seat))
    sky_json_add_int (self->json, name, seat);
  else if (g_strv_contains (places, low))
    sky_json_add_string (self->json, name, low);
  else
    return refuse (self, word, _ ("a seat or place is needed"));
  return TRUE;
}

/* The name itself, or a beginning that only one has. */
static gboolean
add_name (Line *self, const char *name, const char *word, const char *const *names)
{
  g_autofree char *low = g_ascii_strdown (word, -1);
  const char *found = NULL;
  guint n = 0;

  for (; *names != NULL && !g_str_equal (low, found != NULL ? found : ""); names++)
    if (**names != '\0' && g_str_has_prefix (*names, low))
      {
        n = g_str_equal (*names, low) ? 1 : n + 1;
        found = *names;
      }
  if (n != 1)
    return refuse (self, word, n == 0 ? _ ("no such %s") : _ ("several values of %s begin so"),
                   name);
  sky_json_add_string (self->json, name, found);
  return TRUE;
}

static gboolean
add_list (Line *self, const char *name, const char *word)
{
  g_auto (GStrv) texts = g_strsplit (word, ",", -1);

  sky_json_begin_array (self->json, name);
  for (guint i = 0; texts[i] != NULL; i++)
    if (texts[i][0] != '\0')
      sky_json_add_string (self->json, NULL, texts[i]);
  sky_json_end_array (self->json);
  return TRUE;
}

/* JSON goes to the log's format as it is, which reads it. */
static gboolean
add_json (Line *self, const char *name, const char *word)
{
  if (!is_json (word))
    return refuse (self, word, _ ("%s needs JSON"), name);
  sky_json_add_raw (self->json, name, word);
  return TRUE;
}

static gboolean
add_text (Line *self, const char *name, const char *word)
{
  g_autofree char *text = unquote (word);

  if (!g_utf8_validate (text, -1, NULL))
    return refuse (self, word, _ ("no text"));
  sky_json_add_string (self->json, name, text);
  return TRUE;
}

static gboolean
add_field (Line *self, const SkyField *field, const char *word)
{
  switch (field->kind)
    {
    case SKY_FIELD_INT:
    case SKY_FIELD_COUNT:
    case SKY_FIELD_SEAT:
      return add_number (self, field->name, word);
    case SKY_FIELD_MONEY:
      return add_money (self, field->name, word);
    case SKY_FIELD_BOOL:
      return add_bool (self, field->name, word);
    case SKY_FIELD_DICE_2:
      return add_dice (self, field->name, word, 2);
    case SKY_FIELD_DICE_3:
      return add_dice (self, field->name, word, 3);
    case SKY_FIELD_CARD:
      return add_cards (self, field->name, word, FALSE);
    case SKY_FIELD_CARDS:
      return add_cards (self, field->name, word, TRUE);
    case SKY_FIELD_TILE:
      return add_tiles (self, field->name, word, 1);
    case SKY_FIELD_TILES_2:
      return add_tiles (self, field->name, word, 2);
    case SKY_FIELD_TILES_4:
      return add_tiles (self, field->name, word, 4);
    case SKY_FIELD_PLACE:
      return add_place (self, field->name, word);
    case SKY_FIELD_ENUM:
      return add_name (self, field->name, word, field->names);
    case SKY_FIELD_OBSERVED:
      return add_list (self, field->name, word);
    case SKY_FIELD_STACKS:
    case SKY_FIELD_MOVES:
    case SKY_FIELD_OBJECT:
    case SKY_FIELD_ARRAY:
    case SKY_FIELD_LIMITS:
    case SKY_FIELD_CLAIM:
    case SKY_FIELD_PUCK:
    case SKY_FIELD_WAGERS:
      return add_json (self, field->name, word);
    case SKY_FIELD_ANY:
      return is_json (word) ? add_json (self, field->name, word)
                            : add_text (self, field->name, word);
    case SKY_FIELD_TEXT:
    case SKY_FIELD_TIME:
    case SKY_FIELD_ROLE:
    case SKY_FIELD_REASON:
    case SKY_FIELD_BET:
    case SKY_FIELD_BET_MEMBER:
    case SKY_FIELD_END:
      break;
    }
  return add_text (self, field->name, word);
}

static const SkyEventFormat *
find_format (const SkyTable *table, const char *type)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  for (gsize i = 0; i < n; i++)
    if ((formats[i].games & 1u << table->id) != 0 && formats[i].since <= table->version
        && g_str_equal (sky_event_type_to_name (formats[i].type), type))
      return &formats[i];
  return NULL;
}

/* NAME=VALUE, or NULL. Sets @value. */
static const SkyField *
find_option (const SkyEventFormat *format, const char *word, const char **value)
{
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    if (g_str_has_prefix (word, field->name) && word[strlen (field->name)] == '=')
      {
        *value = word + strlen (field->name) + 1;
        return field;
      }
  return NULL;
}

static gboolean
add_options (Line *self, const SkyEventFormat *format)
{
  const char *word, *value;

  for (; (word = peek (self)) != NULL; self->next++)
    {
      const SkyField *field = find_option (format, word, &value);

      if (field == NULL)
        return refuse (self, word, _ ("%s has no such member"),
                       sky_event_type_to_name (format->type));
      if (!add_field (self, field, value))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_event (Line *self, const SkyEventFormat *format)
{
  const char *word, *value;

  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    {
      if (!sky_field_is_required (field, 1) || (word = peek (self)) == NULL
          || find_option (format, word, &value) != NULL)
        {
          if (field->need == SKY_NEED_ALWAYS)
            return refuse (self, field->name, _ ("is lacking"));
          continue;
        }
      if (!add_field (self, field, word))
        return FALSE;
      self->next++;
    }
  return add_options (self, format);
}

/* Wagers. */

/* Which members a typed text has, whatever bet they are of: "17", "17/20". */
static guint
count_members (const char *members)
{
  guint n = 1;

  for (; *members != '\0'; members++)
    n += *members == '/';
  return n;
}

static gboolean
starts_members (char c)
{
  return g_ascii_isdigit (c);
}

/* Whether a bet with this form may have so many members. */
static gboolean
takes (const SkyBet *bet, guint n)
{
  switch ((guint) bet->form.members)
    {
    case SKY_MEMBER_NUMBERS_TEXT:
    case SKY_MEMBER_NUMBERS:
      return n == bet->n_numbers;
    case SKY_MEMBER_DICE:
      return n == 2;
    case SKY_MEMBER_NUMBER:
    case SKY_MEMBER_NUMBER_TEXT:
    case SKY_MEMBER_SYMBOL:
      return n == 1;
    default:
      return FALSE;
    }
}

static gboolean
needs_members (const SkyBet *bet)
{
  return (bet->form.members & ~(SkyBetMembers) (SKY_MEMBER_AREA | SKY_MEMBER_SUPPORTS)) != 0;
}

/* The bet that @word names: its code, its name, or the beginning of one. */
static const SkyBet *
find_bet (const SkyTable *table, const char *word, guint *n)
{
  g_autofree char *low = g_ascii_strdown (word, -1);
  const SkyBet *found = NULL;

  g_strdelimit (low, "-'", '_');
  *n = 1;
  for (guint i = 0; i < table->game->n_bets; i++)
    if (g_str_equal (table->game->bets[i].form.bet, low)
        || (low[0] != '\0' && g_str_equal (table->game->bets[i].code, low)))
      return &table->game->bets[i];
  *n = 0;
  for (guint i = 0; i < table->game->n_bets && strlen (low) >= MIN_ABBREVIATION; i++)
    if (g_str_has_prefix (table->game->bets[i].form.bet, low))
      {
        (*n)++;
        found = &table->game->bets[i];
      }
  return *n == 1 ? found : NULL;
}

/* The bet that is named by its members alone, or, with none, the game's first such. */
static const SkyBet *
find_nameless (const SkyTable *table, guint n)
{
  for (guint i = 0; i < table->game->n_bets; i++)
    {
      const SkyBet *bet = &table->game->bets[i];

      if (bet->code[0] == '\0' && (n == 0 ? !needs_members (bet) : takes (bet, n)))
        return bet;
    }
  return NULL;
}

static gboolean
add_pocket (Line *self, const char *name, const char *text)
{
  if (sky_pocket_from_text ((SkyText){ text, strlen (text) }) < 0)
    return refuse (self, text, _ ("no wheel has this number"));
  sky_json_add_string (self->json, name, text);
  return TRUE;
}

static gboolean
add_symbol (Line *self, const SkyBet *bet, const char *text)
{
  g_autofree char *low = g_ascii_strdown (text, -1);

  for (guint i = 0; i < bet->n_pays; i++)
    if (g_str_equal (bet->pays[i].code, low))
      {
        sky_json_add_string (self->json, sky_bet_member_name (SKY_MEMBER_SYMBOL), low);
        return TRUE;
      }
  return refuse (self, text, _ ("the wheel has no such symbol"));
}

static gboolean
add_members (Line *self, const SkyBet *bet, const char *members)
{
  g_auto (GStrv) texts = g_strsplit (members, "/", -1);
  const char *name = sky_bet_member_name (bet->form.members);

  if (!takes (bet, g_strv_length (texts)))
    return refuse (self, members, _ ("%s is not wagered so"), bet->name);
  switch ((guint) bet->form.members)
    {
    case SKY_MEMBER_NUMBER:
      return add_number (self, name, members);
    case SKY_MEMBER_NUMBER_TEXT:
      return add_pocket (self, name, members);
    case SKY_MEMBER_DICE:
      return add_dice (self, name, members, 2);
    case SKY_MEMBER_SYMBOL:
      return add_symbol (self, bet, members);
    default:
      break;
    }
  sky_json_begin_array (self->json, name);
  for (guint i = 0; texts[i] != NULL; i++)
    if (!(bet->form.members & SKY_MEMBER_NUMBERS_TEXT ? add_pocket (self, NULL, texts[i])
                                                      : add_number (self, NULL, texts[i])))
      return FALSE;
  sky_json_end_array (self->json);
  return TRUE;
}

/* Whether odds of the kind @bet lie by @wager. */
static gboolean
is_supported (const SkyBet *bet, const SkyWager *wager)
{
  return wager->status == SKY_WAGER_UP && wager->bet != NULL
         && g_str_has_prefix (bet->form.bet, wager->bet->form.bet)
         && g_str_equal (bet->form.bet + strlen (wager->bet->form.bet), "_odds");
}

/* The last wager of the seat that the odds may support; with @number, on that box. */
static const SkyWager *
find_supported (const SkyTable *table, const SkyBet *bet, gint64 seat, gint64 number)
{
  for (guint i = table->up->len; i-- > 0;)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->seat == seat && is_supported (bet, wager)
          && (number == 0 || wager->point == number))
        return wager;
    }
  return NULL;
}

static SkyMoney
find_first_amount (const SkyTable *table, gint64 seat)
{
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      if (wager->seat == seat && wager->status == SKY_WAGER_UP)
        return wager->amount;
    }
  return 0;
}

/* A wager: who, what, how much. */
typedef struct
{
  gint64 seat;
  const SkyBet *bet;
  char *members; /* "": none */
  SkyMoney amount;
} Wager;

static gboolean
read_seat (Line *self, Wager *wager)
{
  const char *word = peek (self);

  wager->seat = self->hand->seat;
  if (word != NULL && word[0] == '@')
    {
      if (!read_number (word + 1, strlen (word + 1), SKY_ENTRY_MAX_SEATS, &wager->seat))
        return refuse (self, word, _ ("a seat is needed"));
      self->next++;
    }
  return wager->seat > 0 || refuse (self, word != NULL ? word : "", _ ("no seat is in hand"));
}

/* Whether a number to find what @bet lies by stands before the amount. */
static gboolean
has_two_numbers (const Line *self, const SkyBet *bet)
{
  const char *second =
      self->next + 1 < self->words->len ? self->words->pdata[self->next + 1] : NULL;

  return (bet->form.members & (SKY_MEMBER_AREA | SKY_MEMBER_SUPPORTS)) != 0 && second != NULL
         && strchr (second, '=') == NULL;
}

/* The bet's word with the members at its end, or members alone, or neither: the game's main bet. */
static gboolean
read_bet (Line *self, Wager *wager)
{
  const char *word = peek (self);
  g_autofree char *letters = NULL;
  gsize length = 0;
  guint n = 0;

  if (word != NULL)
    wager->bet = find_bet (self->table, word, &n);
  if (wager->bet != NULL)
    {
      self->next++;
      if (peek (self) != NULL && (needs_members (wager->bet) || has_two_numbers (self, wager->bet)))
        wager->members = g_strdup (self->words->pdata[self->next++]);
      return TRUE;
    }
  if (n > 1)
    return refuse (self, word, _ ("several bets begin so"));
  if (word != NULL)
    {
      while (word[length] != '\0' && !starts_members (word[length]))
        length++;
      letters = g_strndup (word, length);
      wager->bet = length > 0 && word[0] != '$' ? find_bet (self->table, letters, &n)
                   : strchr (word, '.') == NULL && word[0] != '$'
                       ? find_nameless (self->table, count_members (word))
                       : NULL;
    }
  if (wager->bet != NULL && word[length] != '\0')
    {
      wager->members = g_strdup (word + length);
      self->next++;
      return TRUE;
    }
  /* A word for the bet whose name is its member: "joker". */
  wager->bet = find_nameless (self->table, 1);
  if (word != NULL && wager->bet != NULL && wager->bet->form.members == SKY_MEMBER_SYMBOL)
    {
      wager->members = g_strdup (word);
      self->next++;
      return TRUE;
    }
  wager->bet = word == NULL || starts_members (word[0]) || word[0] == '$'
                   ? find_nameless (self->table, 0)
                   : NULL;
  return wager->bet != NULL
         || refuse (self, word != NULL ? word : "", _ ("the game has no such bet"));
}

static gboolean
read_amount (Line *self, Wager *wager)
{
  const char *word = peek (self);

  if (word != NULL && strchr (word, '=') == NULL)
    {
      if (!read_money (word, &wager->amount) || wager->amount == 0)
        return refuse (self, word, _ ("an amount is needed"));
      self->next++;
      return TRUE;
    }
  wager->amount = wager->bet->flags & SKY_BET_IS_LATER
                      ? find_first_amount (self->table, wager->seat)
                      : self->hand->amount;
  return wager->amount > 0 || refuse (self, wager->bet->name, _ ("no amount is in hand"));
}

/* The area, or the wager that odds support; neither is typed as a rule. */
static gboolean
add_relation (Line *self, const Wager *wager, gboolean named)
{
  const SkyWager *supported;
  gint64 number = 0;

  if (wager->members != NULL
      && !read_number (wager->members, strlen (wager->members), G_MAXINT32, &number))
    return refuse (self, wager->members, _ ("a number is needed"));
  if (wager->bet->form.members & SKY_MEMBER_AREA)
    {
      sky_json_add_int (self->json, sky_bet_member_name (SKY_MEMBER_AREA),
                        number > 0 ? number : wager->seat);
      return TRUE;
    }
  if (named)
    return TRUE;
  supported = find_supported (self->table, wager->bet, wager->seat, number);
  if (supported == NULL)
    return refuse (self, wager->bet->name, _ ("the seat has no wager for it"));
  sky_json_add_string (self->json, sky_bet_member_name (SKY_MEMBER_SUPPORTS), supported->id);
  return TRUE;
}

static gboolean
names_option (const Line *self, const char *name)
{
  g_autofree char *option = g_strconcat (name, "=", NULL);

  for (guint i = 0; i < self->words->len; i++)
    if (g_str_has_prefix (self->words->pdata[i], option))
      return TRUE;
  return FALSE;
}

static gboolean
fill_wager (Line *self, Wager *wager, const SkyEventFormat *format, const char *id)
{
  gboolean named = names_option (self, sky_bet_member_name (SKY_MEMBER_SUPPORTS));

  if (!read_seat (self, wager) || !read_bet (self, wager) || !read_amount (self, wager))
    return FALSE;
  if (!names_option (self, "wager"))
    sky_json_add_string (self->json, "wager", id);
  sky_json_add_int (self->json, "seat", wager->seat);
  sky_json_add_string (self->json, "bet", wager->bet->form.bet);
  sky_json_add_int (self->json, "amount", wager->amount);
  if (wager->bet->form.members & (SKY_MEMBER_AREA | SKY_MEMBER_SUPPORTS))
    {
      if (!add_relation (self, wager, named))
        return FALSE;
    }
  else if (needs_members (wager->bet)
           && !(wager->members != NULL ? add_members (self, wager->bet, wager->members)
                                       : refuse (self, wager->bet->name, _ ("on what?"))))
    return FALSE;
  return add_options (self, format);
}

static gboolean
read_wager (Line *self, const SkyEventFormat *format, const char *id, const SkyBet **bet)
{
  Wager wager = { 0 };
  gboolean read = fill_wager (self, &wager, format, id);

  *bet = wager.bet;
  g_free (wager.members);
  return read;
}

SkyEntry *
sky_entry_parse (
    const char *text, const SkyEntryHand *hand, SkyTable *table, const char *wager, GError **error)
{
  g_autoptr (GPtrArray) words = split (text);
  g_autoptr (GString) json = g_string_new ("{");
  Line self = { .hand = hand, .table = table, .words = words, .json = json, .error = error };
  const SkyEventFormat *format = words->len > 0 ? find_format (table, words->pdata[0]) : NULL;
  const SkyBet *bet = NULL;
  SkyEntry *entry;

  if (words->len == 0)
    {
      refuse (&self, "", _ ("nothing was typed"));
      return NULL;
    }
  if (format != NULL && format->type != SKY_EVENT_WAGER)
    {
      self.next = 1;
      if (!read_event (&self, format))
        return NULL;
    }
  else
    {
      self.next = format != NULL ? 1 : 0;
      format = find_format (table, sky_event_type_to_name (SKY_EVENT_WAGER));
      if (!read_wager (&self, format, wager, &bet))
        return NULL;
    }
  entry = g_new0 (SkyEntry, 1);
  entry->type = format->type;
  entry->bet = bet;
  entry->members = g_strdup (json->str + 1);
  return entry;
}

void
sky_entry_free (SkyEntry *self)
{
  if (self == NULL)
    return;
  g_free (self->members);
  g_free (self);
}

char *
sky_entry_format_bet (const SkyBetRef *ref)
{
  const SkyBet *bet = (const SkyBet *) ref->form;
  GString *text = g_string_new (bet->code);

  switch ((guint) bet->form.members)
    {
    case SKY_MEMBER_NUMBER:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, ref->number);
      break;
    case SKY_MEMBER_DICE:
      g_string_append_printf (text, "%d/%d", (int) ref->dice[0], (int) ref->dice[1]);
      break;
    case SKY_MEMBER_SYMBOL:
      g_string_append_len (text, ref->symbol.data, (gssize) ref->symbol.length);
      break;
    case SKY_MEMBER_NUMBERS:
      for (guint i = 0; i < ref->n_numbers; i++)
        g_string_append_printf (text, "%s%d", i > 0 ? "/" : "", (int) ref->numbers[i]);
      break;
    case SKY_MEMBER_NUMBER_TEXT:
    case SKY_MEMBER_NUMBERS_TEXT:
      for (guint i = 0; i < ref->n_numbers; i++)
        g_string_append_printf (text, "%s%.*s", i > 0 ? "/" : "", (int) ref->number_texts[i].length,
                                ref->number_texts[i].data);
      break;
    default:
      if (text->len == 0)
        g_string_append (text, bet->form.bet);
    }
  return g_string_free (text, FALSE);
}
