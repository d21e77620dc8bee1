/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-event.h"

#include "sky-game.h"
#include "sky-json-writer.h"
#include "sky-map-function.h"
#include "sky-shown-text.h"

#include <string.h>

#define QUOTED 60

typedef struct
{
  char *name;
  SkyMapExpression *value;
} SkyMapMember;

static void
member_free (gpointer data)
{
  SkyMapMember *member = data;

  g_free (member->name);
  sky_map_expression_free (member->value);
  g_free (member);
}

void
sky_map_event_free (SkyMapEvent *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->members);
  g_free (self);
}

gboolean
sky_map_event_type (const char *name, SkyEventType *type)
{
  for (*type = 0; *type < SKY_N_EVENT_TYPES; (*type)++)
    if (g_str_equal (sky_event_type_to_name (*type), name))
      return TRUE;
  return FALSE;
}

static gboolean
refuse (char **reason, const char *member, const char *value, const char *what)
{
  g_autofree char *shown = sky_text_show_start (value, QUOTED);

  *reason = g_strdup_printf ("%s: “%s” is no %s", member, shown, what);
  return FALSE;
}

static gboolean
add_int (GString *json,
         const char *name,
         const char *text,
         gint64 low,
         gint64 high,
         const char *what,
         char **reason)
{
  gint64 number;

  if (!g_ascii_string_to_signed (text, 10, low, high, &number, NULL))
    return refuse (reason, name, text, what);
  sky_json_add_int (json, name, number);
  return TRUE;
}

static gboolean
add_bool (GString *json, const char *name, const char *text, char **reason)
{
  static const char *const yes[] = { "true", "yes", "1", NULL };
  static const char *const no[] = { "false", "no", "0", NULL };

  if (!g_strv_contains (yes, text) && !g_strv_contains (no, text))
    return refuse (reason, name, text, "yes or no");
  sky_json_add_bool (json, name, g_strv_contains (yes, text));
  return TRUE;
}

/* @text, "[1,2]" or "1;2", in its elements. */
static char **
split_list (const char *text)
{
  g_autoptr (GString) list = g_string_new (text);
  g_autofree char *unused = NULL;
  char **elements;

  sky_map_function_list (list, &unused);
  elements = g_strsplit (list->str, ";", -1);
  return elements;
}

static gboolean
add_numbers (
    GString *json, const char *name, const char *text, gboolean texts, guint n, char **reason)
{
  g_auto (GStrv) elements = split_list (text);

  if (n > 0 && g_strv_length (elements) != n)
    return refuse (reason, name, text, n == 2 ? "throw of two dice" : "throw of three dice");
  sky_json_begin_array (json, name);
  for (guint i = 0; elements[i] != NULL; i++)
    if (texts)
      sky_json_add_string (json, NULL, elements[i]);
    else if (!add_int (json, NULL, elements[i], G_MININT32, G_MAXINT32, "whole number", reason))
      {
        g_clear_pointer (reason, g_free);
        return refuse (reason, name, text, "list of whole numbers");
      }
  sky_json_end_array (json);
  return TRUE;
}

static gboolean
add_cards (GString *json, const char *name, const char *text, gboolean list, char **reason)
{
  g_auto (GStrv) elements = list ? split_list (text) : g_strsplit (text, "\n", 1);

  if (list)
    sky_json_begin_array (json, name);
  for (guint i = 0; elements[i] != NULL; i++)
    {
      g_autoptr (GString) card = g_string_new (elements[i]);
      g_autofree char *unused = NULL;

      if (!sky_map_function_card (card, &unused) || card->len == 0)
        return refuse (reason, name, elements[i], "card");
      sky_json_add_string (json, list ? NULL : name, card->str);
    }
  if (list)
    sky_json_end_array (json);
  return TRUE;
}

static gboolean
add_texts (GString *json, const char *name, const char *text)
{
  g_auto (GStrv) elements = split_list (text);

  sky_json_begin_array (json, name);
  for (guint i = 0; elements[i] != NULL; i++)
    sky_json_add_string (json, NULL, elements[i]);
  sky_json_end_array (json);
  return TRUE;
}

/* A value that is JSON itself. */
static gboolean
add_json (GString *json, const char *name, const char *text, gboolean object, char **reason)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, text, strlen (text), FALSE, &cause);

  if (root == NULL || root->kind != (object ? SKY_JSON_OBJECT : SKY_JSON_ARRAY)
      || strpbrk (text, "\n\r") != NULL)
    return refuse (reason, name, text, object ? "object of JSON" : "list of JSON");
  sky_json_add_raw (json, name, text);
  return TRUE;
}

static gboolean
add_place (GString *json, const char *name, const char *text, char **reason)
{
  static const char *const places[] = { "dealer", "dead", "community", NULL };

  if (g_strv_contains (places, text))
    {
      sky_json_add_string (json, name, text);
      return TRUE;
    }
  return add_int (json, name, text, 1, G_MAXINT32, "seat or place", reason);
}

/* Adds the member that @field describes with the value that @text states. */
static gboolean
add_value (GString *json, const SkyField *field, const char *text, char **reason)
{
  SkyTime time;

  switch (field->kind)
    {
    case SKY_FIELD_INT:
      return add_int (json, field->name, text, G_MININT32, G_MAXINT32, "whole number", reason);
    case SKY_FIELD_COUNT:
      return add_int (json, field->name, text, 0, G_MAXINT32, "count", reason);
    case SKY_FIELD_SEAT:
      return add_int (json, field->name, text, 1, G_MAXINT32, "seat", reason);
    case SKY_FIELD_MONEY:
      return add_int (json, field->name, text, 0, SKY_MONEY_MAX, "amount of whole cents", reason);
    case SKY_FIELD_BOOL:
      return add_bool (json, field->name, text, reason);
    case SKY_FIELD_TIME:
      if (!sky_time_parse (text, strlen (text), &time))
        return refuse (reason, field->name, text, "time of RFC 3339 in UTC");
      sky_json_add_time (json, field->name, time);
      return TRUE;
    case SKY_FIELD_DICE_2:
      return add_numbers (json, field->name, text, FALSE, 2, reason);
    case SKY_FIELD_DICE_3:
      return add_numbers (json, field->name, text, FALSE, 3, reason);
    case SKY_FIELD_CARD:
      return add_cards (json, field->name, text, FALSE, reason);
    case SKY_FIELD_CARDS:
      return add_cards (json, field->name, text, TRUE, reason);
    case SKY_FIELD_TILES_2:
    case SKY_FIELD_TILES_4:
    case SKY_FIELD_OBSERVED:
      return add_texts (json, field->name, text);
    case SKY_FIELD_STACKS:
    case SKY_FIELD_MOVES:
    case SKY_FIELD_ARRAY:
    case SKY_FIELD_WAGERS:
      return add_json (json, field->name, text, FALSE, reason);
    case SKY_FIELD_OBJECT:
    case SKY_FIELD_LIMITS:
    case SKY_FIELD_CLAIM:
      return add_json (json, field->name, text, TRUE, reason);
    case SKY_FIELD_PUCK:
      return g_ascii_isdigit (text[0])
                 ? add_int (json, field->name, text, 0, G_MAXINT32, "puck", reason)
                 : add_json (json, field->name, text, TRUE, reason);
    case SKY_FIELD_PLACE:
      return add_place (json, field->name, text, reason);
    case SKY_FIELD_ENUM:
      if (!g_strv_contains (field->names, text))
        {
          g_autofree char *all = g_strjoinv (", ", (char **) field->names);
          g_autofree char *what = g_strdup_printf ("of: %s", all);

          return refuse (reason, field->name, text, what);
        }
      sky_json_add_string (json, field->name, text);
      return TRUE;
    case SKY_FIELD_ANY:
    case SKY_FIELD_TEXT:
    case SKY_FIELD_TILE:
    case SKY_FIELD_ROLE:
    case SKY_FIELD_REASON:
    case SKY_FIELD_BET:
      sky_json_add_string (json, field->name, text);
      return TRUE;
    case SKY_FIELD_BET_MEMBER:
    case SKY_FIELD_END:
      break;
    }
  return TRUE;
}

static gboolean
add_bet_member (
    GString *json, const char *name, SkyBetMembers member, const char *text, char **reason)
{
  switch (member)
    {
    case SKY_MEMBER_NUMBER:
    case SKY_MEMBER_AREA:
      return add_int (json, name, text, G_MININT32, G_MAXINT32, "whole number", reason);
    case SKY_MEMBER_NUMBERS:
      return add_numbers (json, name, text, FALSE, 0, reason);
    case SKY_MEMBER_NUMBERS_TEXT:
      return add_numbers (json, name, text, TRUE, 0, reason);
    case SKY_MEMBER_DICE:
      return add_numbers (json, name, text, FALSE, 2, reason);
    case SKY_MEMBER_NUMBER_TEXT:
    case SKY_MEMBER_SUPPORTS:
    case SKY_MEMBER_SYMBOL:
      sky_json_add_string (json, name, text);
      break;
    }
  return TRUE;
}

static const SkyEventFormat *
find_format (SkyEventType type, guint games)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  for (gsize i = 0; i < n; i++)
    if (formats[i].type == type && (formats[i].games & games) != 0)
      return &formats[i];
  return NULL;
}

static const SkyField *
find_field (const SkyEventFormat *format, const char *name)
{
  for (guint i = 0; i < SKY_MAX_FIELDS && format->fields[i].name != NULL; i++)
    if (g_str_equal (format->fields[i].name, name))
      return &format->fields[i];
  return NULL;
}

/* Of `settle`: the stake of a wager that ends, which is `taken` or `returned` as the outcome has
 * it. */
static const SkyField stake_field = { "stake", SKY_FIELD_MONEY, FALSE, 0, NULL };

/* The member's field, or that of what stands for several. */
static const SkyField *
find_any_field (const SkyEventFormat *format, const char *name)
{
  const SkyField *field = find_field (format, name);

  return field == NULL && format->type == SKY_EVENT_SETTLE && g_str_equal (name, stake_field.name)
             ? &stake_field
             : field;
}

static const SkyMapMember *
find_member (const SkyMapEvent *self, const char *name)
{
  for (guint i = 0; i < self->members->len; i++)
    if (g_str_equal (((const SkyMapMember *) self->members->pdata[i])->name, name))
      return self->members->pdata[i];
  return NULL;
}

static const SkyBetForm *
find_bet (guint games, const char *name)
{
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      const SkyBetForm *form =
          games & 1u << game ? sky_game_lookup_bet (game, (SkyText){ name, strlen (name) }) : NULL;

      if (form != NULL)
        return form;
    }
  return NULL;
}

/* Whether a value that the mapping itself states can be one of the member's. */
static gboolean
check_text (const SkyField *field, guint games, const char *text, char **cause)
{
  g_autoptr (GString) json = g_string_new (NULL);

  if (field->kind == SKY_FIELD_BET && find_bet (games, text) == NULL)
    return refuse (cause, field->name, text, "bet of the game");
  return add_value (json, field, text, cause);
}

static gboolean
check_member (const SkyMapMember *member, const SkyField *field, guint games, char **cause)
{
  const char *literal = sky_map_expression_get_literal (member->value);
  const SkyMapValues *values = sky_map_expression_get_values (member->value);
  GHashTableIter iter;
  gpointer to;

  if (literal != NULL)
    return check_text (field, games, literal, cause);
  if (field->kind == SKY_FIELD_MONEY && !sky_map_expression_ends_in (member->value, "money")
      && !sky_map_expression_ends_in (member->value, "times")
      && !sky_map_expression_ends_in (member->value, "minus"))
    {
      *cause = g_strdup_printf ("%s: an amount of a record is read by the function “money”",
                                field->name);
      return FALSE;
    }
  if (values == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, values->to);
  while (g_hash_table_iter_next (&iter, NULL, &to))
    if (*(const char *) to != '\0' && !check_text (field, games, to, cause))
      return FALSE;
  return values->otherwise == NULL || *values->otherwise == '\0'
         || check_text (field, games, values->otherwise, cause);
}

static gboolean
check_members (const SkyMapEvent *self, const SkyMapEventRules *rules, char **cause)
{
  const SkyEventFormat *format = find_format (self->type, rules->games);

  if (format == NULL)
    {
      *cause = g_strdup_printf ("the game has no event “%s”", sky_event_type_to_name (self->type));
      return FALSE;
    }
  for (guint i = 0; i < self->members->len; i++)
    {
      const SkyMapMember *member = self->members->pdata[i];
      const SkyField *field = find_any_field (format, member->name);

      /* Of a game that the record names, any game's members may be meant. */
      for (SkyGameId game = 0; field == NULL && game < SKY_N_GAMES; game++)
        {
          const SkyEventFormat *other = find_format (self->type, rules->games & 1u << game);

          field = other != NULL ? find_field (other, member->name) : NULL;
        }
      if (field == NULL)
        {
          *cause = g_strdup_printf ("the event “%s” has no member “%s”",
                                    sky_event_type_to_name (self->type), member->name);
          return FALSE;
        }
      if (field->kind != SKY_FIELD_BET_MEMBER && !check_member (member, field, rules->games, cause))
        return FALSE;
    }
  if (find_member (self, "stake") != NULL
      && (find_member (self, "taken") != NULL || find_member (self, "returned") != NULL))
    {
      *cause = g_strdup ("“stake” stands for “taken” and “returned”");
      return FALSE;
    }
  /* Which members there must be is known of one game alone. */
  if (rules->games & (rules->games - 1))
    return TRUE;
  for (guint i = 0; i < SKY_MAX_FIELDS && format->fields[i].name != NULL; i++)
    if (sky_field_is_required (&format->fields[i], rules->version)
        && find_member (self, format->fields[i].name) == NULL)
      {
        *cause = g_strdup_printf ("the event “%s” must have the member “%s”",
                                  sky_event_type_to_name (self->type), format->fields[i].name);
        return FALSE;
      }
  if (format->one_of_first_two && find_member (self, format->fields[0].name) == NULL
      && find_member (self, format->fields[1].name) == NULL)
    {
      *cause = g_strdup_printf ("the event “%s” must have the member “%s” or “%s”",
                                sky_event_type_to_name (self->type), format->fields[0].name,
                                format->fields[1].name);
      return FALSE;
    }
  return TRUE;
}

/* The ";" that ends a member's value, or its end: one within brackets or quotes ends nothing. */
static const char *
find_end (const char *text)
{
  guint depth = 0;
  gboolean quoted = FALSE;

  for (; *text != '\0'; text++)
    if (*text == '"')
      quoted = !quoted;
    else if (!quoted && strchr ("{[", *text) != NULL)
      depth++;
    else if (!quoted && strchr ("}]", *text) != NULL)
      depth -= depth > 0;
    else if (*text == ';' && depth == 0 && !quoted)
      break;
  return text;
}

static gboolean
read_member (SkyMapEvent *self, SkyMapNames *names, const char *text, char **cause)
{
  const char *equals = strchr (text, '=');
  SkyMapMember *member;
  g_autofree char *value = NULL;

  if (equals == NULL || equals == text)
    {
      g_autofree char *shown = sky_text_show_start (text, 40);

      *cause = g_strdup_printf ("“%s” is no “member=value”", shown);
      return FALSE;
    }
  member = g_new0 (SkyMapMember, 1);
  member->name = g_strchomp (g_strndup (text, (gsize) (equals - text)));
  if (find_member (self, member->name) != NULL)
    {
      *cause = g_strdup_printf ("the member “%s” is there twice", member->name);
      member_free (member);
      return FALSE;
    }
  g_ptr_array_add (self->members, member);
  value = g_strstrip (g_strdup (equals + 1));
  member->value = sky_map_expression_new (names, value, cause);
  return member->value != NULL;
}

static gboolean
read_members (SkyMapEvent *self, SkyMapNames *names, const char *text, char **cause)
{
  while (*text != '\0')
    {
      const char *end = find_end (text);
      g_autofree char *one = g_strstrip (g_strndup (text, (gsize) (end - text)));

      if (*one != '\0' && !read_member (self, names, one, cause))
        return FALSE;
      text = *end != '\0' ? end + 1 : end;
    }
  return TRUE;
}

SkyMapEvent *
sky_map_event_new (SkyMapNames *names,
                   const SkyMapEventRules *rules,
                   const char *text,
                   char **cause)
{
  g_autoptr (SkyMapEvent) self = g_new0 (SkyMapEvent, 1);
  gsize length = strcspn (text, " \t");
  g_autofree char *name = g_strndup (text, length);
  const char *rest = text + length + strspn (text + length, " \t");

  self->members = g_ptr_array_new_with_free_func (member_free);
  self->type = SKY_EVENT_ROUND_START;
  if (g_str_equal (name, "round_start"))
    self->kind = SKY_MAP_EMIT_ROUND_START;
  else if (g_str_equal (name, "round_end"))
    self->kind = SKY_MAP_EMIT_ROUND_END;
  else if (g_str_equal (name, "round_next"))
    self->kind = SKY_MAP_EMIT_ROUND_NEXT;
  if (self->kind != SKY_MAP_EMIT_EVENT)
    {
      if (*rest == '\0')
        return g_steal_pointer (&self);
      *cause = g_strdup_printf ("“%s” has no members: it counts the rounds itself", name);
      return NULL;
    }
  if (!sky_map_event_type (name, &self->type) || self->type == SKY_EVENT_CHECKPOINT)
    {
      *cause = g_strdup_printf ("there is no event “%s”", name);
      return NULL;
    }
  if (!read_members (self, names, rest, cause) || !check_members (self, rules, cause))
    return NULL;
  return g_steal_pointer (&self);
}

int
sky_map_event_makes_new (const SkyMapEvent *self)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      int reg =
          sky_map_expression_makes_new (((const SkyMapMember *) self->members->pdata[i])->value);

      if (reg >= 0)
        return reg;
    }
  return -1;
}

/* The members of the bet that the event names. */
static gboolean
find_form (const SkyMapEvent *self,
           SkyGameId game,
           const SkyMapContext *context,
           const SkyBetForm **form,
           char **reason)
{
  const SkyMapMember *bet = find_member (self, "bet");
  g_autoptr (GString) name = g_string_new (NULL);

  if (bet == NULL)
    return TRUE;
  if (!sky_map_expression_evaluate (bet->value, context, name, reason))
    return FALSE;
  *form = sky_game_lookup_bet (game, (SkyText){ name->str, name->len });
  return *form != NULL || refuse (reason, "bet", name->str, "bet of the game");
}

/* The member called @name of the bet's own; 0: it has none. */
static SkyBetMembers
find_bet_member (const SkyBetForm *form, const char *name)
{
  for (guint bit = SKY_MEMBER_NUMBER; form != NULL && bit <= SKY_MEMBER_SYMBOL; bit <<= 1)
    if ((form->members & bit) != 0 && g_str_equal (sky_bet_member_name (bit), name))
      return bit;
  return 0;
}

static gboolean
add_member (const SkyMapMember *member,
            const SkyField *field,
            const SkyBetForm *form,
            const GString *value,
            GString *json,
            char **reason)
{
  SkyBetMembers own;

  if (value->len == 0)
    return TRUE;
  if (field->kind != SKY_FIELD_BET_MEMBER)
    return add_value (json, field, value->str, reason);
  /* What the bet does not have means nothing of it. */
  own = find_bet_member (form, member->name);
  return own == 0 || add_bet_member (json, member->name, own, value->str, reason);
}

static gboolean
evaluate_member (const SkyMapEvent *self,
                 const char *name,
                 const SkyMapContext *context,
                 GString *value,
                 char **reason)
{
  const SkyMapMember *member = find_member (self, name);

  g_string_truncate (value, 0);
  return member == NULL || sky_map_expression_evaluate (member->value, context, value, reason);
}

/* Says where the stake went: a wager that stays keeps it. */
static gboolean
add_stake (const SkyMapEvent *self,
           const SkyMapContext *context,
           const char *stake,
           GString *json,
           char **reason)
{
  g_autoptr (GString) value = g_string_new (NULL);
  SkyField went = stake_field;

  if (!evaluate_member (self, "stays", context, value, reason))
    return FALSE;
  if (sky_map_is_true (value->str, value->len))
    return TRUE;
  if (!evaluate_member (self, "outcome", context, value, reason))
    return FALSE;
  went.name = g_str_equal (value->str, "lose") ? "taken" : "returned";
  return add_value (json, &went, stake, reason);
}

gboolean
sky_map_event_build (const SkyMapEvent *self,
                     SkyGameId game,
                     const SkyMapContext *context,
                     GString *json,
                     SkyMoney *amount,
                     char **reason)
{
  const SkyEventFormat *format = find_format (self->type, 1u << game);
  const SkyBetForm *form = NULL;
  g_autoptr (GString) value = g_string_new (NULL);

  *amount = -1;
  if (format == NULL)
    {
      *reason = g_strdup_printf ("the game has no event “%s”", sky_event_type_to_name (self->type));
      return FALSE;
    }
  if (self->type == SKY_EVENT_WAGER && !find_form (self, game, context, &form, reason))
    return FALSE;
  for (guint i = 0; i < self->members->len; i++)
    {
      const SkyMapMember *member = self->members->pdata[i];
      const SkyField *field = find_any_field (format, member->name);

      g_string_truncate (value, 0);
      if (field == NULL)
        {
          *reason = g_strdup_printf ("the event “%s” of the game has no member “%s”",
                                     sky_event_type_to_name (self->type), member->name);
          return FALSE;
        }
      if (!sky_map_expression_evaluate (member->value, context, value, reason))
        {
          char *why = *reason;

          *reason = g_strdup_printf ("%s: %s", member->name, why);
          g_free (why);
          return FALSE;
        }
      if (field == &stake_field
              ? value->len > 0 && !add_stake (self, context, value->str, json, reason)
              : !add_member (member, field, form, value, json, reason))
        return FALSE;
      if (field->kind == SKY_FIELD_MONEY && value->len > 0 && g_str_equal (member->name, "amount"))
        *amount = g_ascii_strtoll (value->str, NULL, 10);
    }
  return TRUE;
}
