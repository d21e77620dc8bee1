/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-scan-private.h"

#include "sky-event-format-private.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* What one member's value may have of nodes and of lists within lists; more goes the long way. */
#define MAX_NODES 512
#define MAX_DEPTH 8

/* What each member of each line goes through. */
#define ALWAYS_INLINE inline __attribute__ ((always_inline))

/* Of "2023-11-04T20:15:". */
#define MINUTE_LENGTH 17

/* A name with the quotes around it and what stands around these, to be compared at once. */
#define KEY_MAX 16

typedef struct
{
  guint8 text[KEY_MAX];
  guint8 mask[KEY_MAX]; /* 0xff where @text counts */
  guint length;         /* 0: longer than that; equal to nothing */
} Key;

/* How a member's value is read. */
typedef enum
{
  READ_NODE,  /* as a JSON node, by its field's kind */
  READ_WHOLE, /* a whole number between two bounds */
  READ_TEXT,
  READ_FLAG,
  READ_CHOICE, /* one of several texts */
  READ_PLACE,
  READ_OBSERVED,
  READ_DICE,
  READ_CARDS,
  READ_TILES,  /* a list of so many */
  READ_STACKS, /* lists of them */
  READ_BET,
  READ_BET_MEMBER,
} Reading;

typedef struct _Member Member;

/* A member made ready. */
struct _Member
{
  Key key; /* with the comma before it and the colon */
  Reading reading;
  guint bit;    /* 1 << its field */
  gsize offset; /* in SkyEvent */
  gint64 low;   /* of READ_WHOLE */
  gint64 high;
  guint n_listed;        /* of READ_DICE and READ_TILES */
  SkyBetMembers members; /* of READ_BET_MEMBER: those of that name */
  Key *choices;          /* of READ_CHOICE */
  guint n_choices;
  const SkyField *field;
  /* Learnt from the lines as they come, for a writer puts the members that a wager has in one
   * order: the one that followed it last; first the next of the format. */
  Member *next;
};

/* A format made ready. */
typedef struct
{
  const SkyEventFormat *format;
  Key type; /* its name's key */
  guint n_fields;
  guint required;  /* bits 1 << field */
  gboolean judged; /* there is more to a whole event than its required fields */
  Member members[SKY_MAX_FIELDS];
  Member *first; /* learnt too: the one that came first last */
} Plan;

/* By the first bytes of a type's name: a power of two, so many that those of a game do not share
 * one. */
#define RECENT_BITS 9
#define N_RECENT    (1 << RECENT_BITS)

/* A bet that was named before. */
typedef struct
{
  Key key;                /* its name's */
  const SkyBetForm *form; /* NULL: none came */
} KnownBet;

/* By the first bytes of a bet's name, likewise. */
#define BET_BITS     10
#define N_KNOWN_BETS (1 << BET_BITS)

struct _SkyEventScanner
{
  const SkyFormatIndex *index;
  Plan *plans;

  /* The minute that was read last: the next event mostly is of the same. */
  gboolean has_minute;
  char minute_text[MINUTE_LENGTH];
  SkyTime minute;

  /* Of the event in hand: its values that are lists or objects, for the fields that keep them. */
  SkyJsonNode nodes[MAX_NODES];
  guint n_nodes;

  Plan *plan;             /* of the event in hand */
  Plan *recent[N_RECENT]; /* of the last event whose type began so; NULL: none came */
  KnownBet bets[N_KNOWN_BETS];

  /* Of SkyEvent what its members lie in. No constant, for then gcc clears it in place and slowly.
   */
  gsize members_size;
};

/* Without a mask, what is masked is zero and no text. */
static const Key no_key = { .text = "?" };

static Key
make_key (const char *before, const char *name, const char *behind)
{
  const char *const parts[] = { before, "\"", name, "\"", behind };
  Key key = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gsize length = strlen (parts[i]);

      if (key.length + length > KEY_MAX)
        return no_key;
      memcpy (key.text + key.length, parts[i], length);
      key.length += (guint) length;
    }
  memset (key.mask, 0xff, key.length);
  return key;
}

static inline gboolean
is_key (const char *text, const Key *key)
{
#ifdef __SSE2__
  __m128i bytes = _mm_loadu_si128 ((const __m128i_u *) text);
  __m128i masked = _mm_and_si128 (bytes, _mm_loadu_si128 ((const __m128i_u *) key->mask));
  __m128i same = _mm_cmpeq_epi8 (masked, _mm_loadu_si128 ((const __m128i_u *) key->text));

  return _mm_movemask_epi8 (same) == 0xffff;
#else
  return key->length > 0 && strncmp (text, (const char *) key->text, key->length) == 0;
#endif
}

/* A choice whose name is too long for a key is none. */
static gboolean
make_choices (Member *member)
{
  guint n = g_strv_length ((char **) member->field->names);

  member->choices = g_new (Key, n);
  member->n_choices = n;
  for (guint i = 0; i < n; i++)
    {
      const char *name = member->field->names[i];

      /* The name of an enum's first value that no text stands for is empty. */
      member->choices[i] = *name != '\0' ? make_key ("", name, "") : no_key;
      if (*name != '\0' && member->choices[i].length == 0)
        return FALSE;
    }
  return TRUE;
}

static void
make_member (Member *member, const SkyEventFormat *format, const SkyField *field)
{
  member->field = field;
  member->key = make_key (",", field->name, ":");
  member->offset = field->offset;
  if (field->kind == SKY_FIELD_BET)
    member->reading = READ_BET;
  else if (field->kind == SKY_FIELD_BET_MEMBER)
    {
      member->reading = READ_BET_MEMBER;
      member->members = sky_bet_members_called (field->name);
    }
  else if (field->kind == SKY_FIELD_TEXT)
    member->reading = READ_TEXT;
  else if (field->kind == SKY_FIELD_BOOL)
    member->reading = READ_FLAG;
  else if (field->kind == SKY_FIELD_PLACE)
    member->reading = READ_PLACE;
  else if (field->kind == SKY_FIELD_OBSERVED)
    member->reading = READ_OBSERVED;
  else if (field->kind == SKY_FIELD_DICE_2 || field->kind == SKY_FIELD_DICE_3)
    {
      member->reading = READ_DICE;
      member->n_listed = field->kind == SKY_FIELD_DICE_2 ? 2 : 3;
    }
  else if (field->kind == SKY_FIELD_CARDS)
    member->reading = READ_CARDS;
  else if (field->kind == SKY_FIELD_TILES_2 || field->kind == SKY_FIELD_TILES_4)
    {
      member->reading = READ_TILES;
      member->n_listed = field->kind == SKY_FIELD_TILES_2 ? 2 : 4;
    }
  else if (field->kind == SKY_FIELD_STACKS)
    member->reading = READ_STACKS;
  else if (field->kind == SKY_FIELD_ENUM)
    member->reading = make_choices (member) ? READ_CHOICE : READ_NODE;
  /* A result notes that it has a number. */
  else if (format->type != SKY_EVENT_RESULT
           && sky_field_bounds (field->kind, &member->low, &member->high))
    member->reading = READ_WHOLE;
}

static void
make_plan (Plan *plan, const SkyEventFormat *format, guint version)
{
  plan->format = format;
  plan->type = make_key ("", sky_event_type_to_name (format->type), "");
  plan->judged = format->one_of_first_two || format->type == SKY_EVENT_WAGER_CHANGE
                 || format->type == SKY_EVENT_PUCK;
  plan->first = &plan->members[0];
  plan->first->key = no_key;
  for (guint f = 0; f < SKY_MAX_FIELDS && format->fields[f].kind != SKY_FIELD_END; f++)
    {
      Member *member = &plan->members[f];

      make_member (member, format, &format->fields[f]);
      member->bit = 1u << f;
      member->next = plan->first;
      if (f > 0)
        member[-1].next = member;
      if (sky_field_is_required (&format->fields[f], version))
        plan->required |= member->bit;
      plan->n_fields++;
    }
}

SkyEventScanner *
sky_event_scanner_new (const SkyFormatIndex *index)
{
  SkyEventScanner *self = g_new0 (SkyEventScanner, 1);
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  self->index = index;
  self->plans = g_new0 (Plan, n);
  self->members_size = sizeof (SkyEvent) - G_STRUCT_OFFSET (SkyEvent, origin);
  for (gsize i = 0; i < n; i++)
    if (formats[i].games & 1u << index->game)
      make_plan (&self->plans[i], &formats[i], index->version);
  return self;
}

void
sky_event_scanner_free (SkyEventScanner *self)
{
  gsize n;

  if (self == NULL)
    return;
  sky_event_formats (&n);
  for (gsize i = 0; i < n; i++)
    for (guint f = 0; f < self->plans[i].n_fields; f++)
      g_free (self->plans[i].members[f].choices);
  g_free (self->plans);
  g_free (self);
}

/* By a branch that the processor foresees: what comes next must not wait for the byte. */
static inline const char *
pass_blank (const char *p)
{
  if (G_UNLIKELY (*p == ' '))
    p++;
  return p;
}

/* The text that begins at @p, behind its quote. Returns what is behind the closing quote, or NULL.
 * It is ended by whatever cannot stand in a plain text: quotes, backslashes, control characters and
 * what is not ASCII. */
static inline const char *
scan_text (const char *p, SkyText *text)
{
  const char *end = p;

#ifdef __SSE2__
  const __m128i quotes = _mm_set1_epi8 ('"'), backslashes = _mm_set1_epi8 ('\\');
  const __m128i blanks = _mm_set1_epi8 (' ');

  for (;; end += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i_u *) end);
      /* Compared with their signs, so that what is not ASCII is less than a blank too. */
      __m128i special = _mm_or_si128 (
          _mm_cmplt_epi8 (bytes, blanks),
          _mm_or_si128 (_mm_cmpeq_epi8 (bytes, quotes), _mm_cmpeq_epi8 (bytes, backslashes)));
      guint found = (guint) _mm_movemask_epi8 (special);

      if (found != 0)
        {
          end += __builtin_ctz (found);
          break;
        }
    }
#else
  while ((guchar) *end >= ' ' && (guchar) *end < 0x80 && *end != '"' && *end != '\\')
    end++;
#endif
  if (*end != '"')
    return NULL;
  *text = (SkyText){ p, (gsize) (end - p) };
  return end + 1;
}

/* The value of the eight digits, each a byte of its value, the first the lowest byte of @digits. */
static inline guint64
join_digits (guint64 digits)
{
  digits = digits * 10 + (digits >> 8);
  return ((digits & G_GUINT64_CONSTANT (0x000000ff000000ff))
              * G_GUINT64_CONSTANT (0x000f424000000064)
          + (digits >> 16 & G_GUINT64_CONSTANT (0x000000ff000000ff))
                * G_GUINT64_CONSTANT (0x0000271000000001))
         >> 32;
}

/* The high bits of the bytes of @digits, texts' digits less '0', that are no digits. */
static inline guint64
find_other (guint64 digits)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);

  return ((digits + ones * 0x76) | digits) & (ones << 7);
}

/* A whole number of at most 18 digits, any. Returns what is behind it, or NULL. */
static const char *
scan_long_int (const char *p, gint64 *value)
{
  gboolean negative = *p == '-';
  const char *first = p += negative;
  guint64 v = 0;
  unsigned digit;

  for (; (digit = (unsigned char) *p - '0') <= 9; p++)
    v = v * 10 + digit;
  /* Of more digits the sum may have run over; it is not used. */
  if (p == first || p - first > 18 || (*first == '0' && p - first > 1))
    return NULL;
  *value = negative ? -(gint64) v : (gint64) v;
  return p;
}

/* The same; of up to seven digits without a loop, whose end the processor would have to guess. */
static inline const char *
scan_int (const char *p, gint64 *value)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  guint64 digits, other;
  guint n;

  /* Many are of one digit, whose end the processor foresees. */
  if ((guint) (guchar) p[1] - '0' > 9 && (guint) (guchar) p[0] - '0' <= 9)
    {
      *value = *p - '0';
      return p + 1;
    }
  memcpy (&digits, p, sizeof digits);
  digits ^= G_GUINT64_CONSTANT (0x3030303030303030);
  other = find_other (digits);
  n = other != 0 ? (guint) __builtin_ctzll (other) / 8 : 8;
  if (n == 0 || n == 8 || (n > 1 && *p == '0'))
    return scan_long_int (p, value);
  *value = (gint64) join_digits (digits << (64 - 8 * n));
  return p + n;
#else
  return scan_long_int (p, value);
#endif
}

static const char *scan_list (SkyEventScanner *self, const char *p, SkyJsonNode *list, guint depth);

/* The value at @p that is no list or object. Returns what is behind it, or NULL. */
static ALWAYS_INLINE const char *
scan_scalar (const char *p, SkyJsonNode *node)
{
  node->span = 1;
  node->n_children = 0;
  switch (*p)
    {
    case '"':
      node->kind = SKY_JSON_TEXT;
      return scan_text (p + 1, &node->text);
    case 't':
      node->kind = SKY_JSON_BOOL;
      node->boolean = TRUE;
      return memcmp (p, "true", 4) == 0 ? p + 4 : NULL;
    case 'f':
      node->kind = SKY_JSON_BOOL;
      node->boolean = FALSE;
      return memcmp (p, "false", 5) == 0 ? p + 5 : NULL;
    default:
      node->kind = SKY_JSON_INT;
      return scan_int (p, &node->integer);
    }
}

static SkyJsonNode *
add_node (SkyEventScanner *self)
{
  return self->n_nodes < MAX_NODES ? &self->nodes[self->n_nodes++] : NULL;
}

static const char *
scan_child (SkyEventScanner *self, const char *p, guint depth)
{
  SkyJsonNode *node = add_node (self);

  if (node == NULL)
    return NULL;
  return *p == '[' || *p == '{' ? scan_list (self, p, node, depth) : scan_scalar (p, node);
}

/* The list or object at @p into @list, the last of the nodes, and the nodes behind it. */
static const char *
scan_list (SkyEventScanner *self, const char *p, SkyJsonNode *list, guint depth)
{
  gboolean object = *p == '{';
  char end = object ? '}' : ']';

  if (depth == MAX_DEPTH)
    return NULL;
  *list = (SkyJsonNode){ .kind = object ? SKY_JSON_OBJECT : SKY_JSON_ARRAY };
  p++;
  while (*p != end)
    {
      if (list->n_children > 0)
        {
          if (*p != ',')
            return NULL;
          p = pass_blank (p + 1);
        }
      if (object)
        {
          SkyJsonNode *name = add_node (self);

          if (name == NULL || *p != '"' || (p = scan_scalar (p, name)) == NULL || *p != ':')
            return NULL;
          p = pass_blank (p + 1);
        }
      p = scan_child (self, p, depth + 1);
      if (p == NULL)
        return NULL;
      list->n_children++;
    }
  list->span = (guint32) (&self->nodes[self->n_nodes] - list);
  return p + 1;
}

/* Any value. @node takes where it stands: at @scalar, or among the nodes that are kept. */
static inline const char *
scan_value (SkyEventScanner *self, const char *p, SkyJsonNode *scalar, const SkyJsonNode **node)
{
  SkyJsonNode *list;

  *node = scalar;
  if (*p != '[' && *p != '{')
    return scan_scalar (p, scalar);
  list = add_node (self);
  *node = list;
  return list != NULL ? scan_list (self, p, list, 0) : NULL;
}

/* The microseconds of ".250000Z" at @p. Returns FALSE when it is none such. */
static inline gboolean
scan_micros (const char *p, guint *micros)
{
  guint64 word, wanted;

  memcpy (&word, p, sizeof word);
  memcpy (&wanted, ".000000Z", sizeof wanted);
  word ^= wanted;
  /* Now each digit is a byte of its value, and the first and the last byte are zero. */
  if (find_other (word) != 0
      || (word & GUINT64_FROM_LE (G_GUINT64_CONSTANT (0xff000000000000ff))) != 0)
    return FALSE;
  /* The six digits behind two zeros. */
  *micros = (guint) join_digits (GUINT64_FROM_LE (word) >> 8 << 16);
  return TRUE;
}

/* Whether the MINUTE_LENGTH bytes are the same, in three words that overlap. */
static inline gboolean
same_minute (const char *a, const char *b)
{
  guint64 x[3], y[3];

  memcpy (&x[0], a, 8);
  memcpy (&x[1], a + 8, 8);
  memcpy (&x[2], a + MINUTE_LENGTH - 8, 8);
  memcpy (&y[0], b, 8);
  memcpy (&y[1], b + 8, 8);
  memcpy (&y[2], b + MINUTE_LENGTH - 8, 8);
  return ((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2])) == 0;
}

/* The instant whose text begins at @p, behind its quote. */
static inline const char *
scan_time (SkyEventScanner *self, const char *p, SkyTime *time)
{
  SkyText text;
  guint micros;

  if (self->has_minute && same_minute (p, self->minute_text))
    {
      guint tens = (guint) (guchar) p[17] - '0', units = (guint) (guchar) p[18] - '0';

      if (tens <= 5 && units <= 9 && scan_micros (p + 19, &micros) && p[27] == '"')
        {
          *time = self->minute + (tens * 10 + units) * SKY_SECOND + micros;
          return p + 28;
        }
    }

  p = scan_text (p, &text);
  if (p == NULL || !sky_time_parse (text.data, text.length, time))
    return NULL;
  /* Before 1970 what is left of a minute is negative; a leap second is of the minute before. */
  self->has_minute = *time >= 0 && text.data[17] != '6';
  memcpy (self->minute_text, text.data, MINUTE_LENGTH);
  self->minute = *time - *time % SKY_MINUTE;
  return p;
}

/* The member whose name is at @p, behind its quote, or NULL. */
static Member *
search_name (Plan *plan, const char *p)
{
  for (guint f = 0; f < plan->n_fields; f++)
    {
      const char *name = plan->members[f].field->name;
      gsize length = strlen (name);

      if (strncmp (p, name, length) == 0 && p[length] == '"' && p[length + 1] == ':')
        return &plan->members[f];
    }
  return NULL;
}

/* The member at @p that the format does not know; of seq, at and type, which would stand there
 * twice, none. In version 2 it may be one that any event may have. */
static const char *
scan_unknown (SkyEventScanner *self, const char *p, SkyEvent *event)
{
  SkyText name;
  SkyJsonNode scalar;
  const SkyJsonNode *node;

  p = scan_text (p + 1, &name);
  if (p == NULL || *p != ':' || sky_text_is (name, "seq") || sky_text_is (name, "at")
      || sky_text_is (name, "type"))
    return NULL;
  p = scan_value (self, pass_blank (p + 1), &scalar, &node);
  return p == NULL || self->index->version == 1
                 || sky_event_read_origin (name, node, event) != SKY_ORIGIN_WRONG
             ? p
             : NULL;
}

/* The member that begins with the comma at @p. Returns what is behind its colon, or, of a member
 * that the format does not know, behind its value, with @member NULL; NULL when it cannot be read.
 */
static G_GNUC_NO_INLINE const char *
search_member (SkyEventScanner *self, const char *p, SkyEvent *event, Member **member)
{
  Plan *plan = self->plan;

  for (guint f = 0; f < plan->n_fields; f++)
    if (is_key (p, &plan->members[f].key))
      {
        *member = &plan->members[f];
        return p + plan->members[f].key.length;
      }
  p = pass_blank (p + 1);
  if (*p != '"')
    return NULL;
  *member = search_name (plan, p + 1);
  return *member != NULL ? p + strlen ((*member)->field->name) + 3 : scan_unknown (self, p, event);
}

/* Where the last bet whose name begins as the one at @p, with its quote, is kept. Twelve bytes tell
 * "craps_two" from "craps_twelve"; behind a shorter name stands what mostly stands there. */
static inline guint
place_of_bet (const char *p)
{
  guint64 word;
  guint32 rest;

  memcpy (&word, p + 1, sizeof word);
  memcpy (&rest, p + 9, sizeof rest);
  return (guint) (((word + rest * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9))
                   * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15))
                  >> (64 - BET_BITS));
}

/* A bet's name. */
static inline const char *
scan_bet (SkyEventScanner *self, const char *p, SkyBetRef *bet)
{
  KnownBet *known = &self->bets[place_of_bet (p)];
  const char *name = p;

  if (known->form != NULL && is_key (p, &known->key))
    {
      bet->form = known->form;
      bet->name = (SkyText){ p + 1, (gsize) known->key.length - 2 };
      return p + known->key.length;
    }
  if (*p != '"' || self->index->lookup == NULL)
    return NULL;
  p = scan_text (p + 1, &bet->name);
  if (p == NULL)
    return NULL;
  bet->form = self->index->lookup (self->index->game, bet->name);
  if (bet->form == NULL)
    return NULL;
  if (p - name <= KEY_MAX)
    *known = (KnownBet){ make_key ("", bet->form->bet, ""), bet->form };
  return p;
}

/* @met: the bet's own members that were read. A member before its bet goes the long way. */
static gboolean
read_bet_member (const Member *member, const SkyJsonNode *node, SkyBetRef *bet, guint *met)
{
  guint own;

  if (bet->form == NULL)
    return FALSE;
  own = bet->form->members & member->members;
  *met |= own;
  return own == 0 || sky_bet_read_member (own, node, bet);
}

static inline const char *
scan_flag (const char *p, gboolean *flag)
{
  *flag = *p == 't';
  if (memcmp (p, "true", 4) == 0)
    return p + 4;
  return memcmp (p, "false", 5) == 0 ? p + 5 : NULL;
}

static inline const char *
scan_choice (const char *p, const Member *member, int *choice)
{
  for (guint i = 0; i < member->n_choices; i++)
    if (is_key (p, &member->choices[i]))
      {
        *choice = (int) i;
        return p + member->choices[i].length;
      }
  return NULL;
}

/* The list at @p of @n whole numbers. */
static const char *
scan_dice (const char *p, guint n, gint64 *dice)
{
  if (*p++ != '[')
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        {
          if (*p != ',')
            return NULL;
          p = pass_blank (p + 1);
        }
      p = scan_int (p, &dice[i]);
      if (p == NULL || dice[i] < G_MININT32 || dice[i] > G_MAXINT32)
        return NULL;
    }
  return *p == ']' ? p + 1 : NULL;
}

/* The list at @p of cards. */
static const char *
scan_cards (const char *p, SkyEvent *event)
{
  guint n = 0;

  if (*p++ != '[')
    return NULL;
  for (; *p == '"' && n < SKY_MAX_CARDS; n++)
    {
      if (!sky_card_from_text ((SkyText){ p + 1, 2 }, &event->deal.cards[n]) || p[3] != '"')
        return NULL;
      p += 4;
      if (*p == ']')
        {
          event->deal.n_cards = (guint8) (n + 1);
          return p + 1;
        }
      if (*p != ',')
        return NULL;
      p = pass_blank (p + 1);
    }
  return NULL;
}

/* The list at @p of @n tiles. */
static const char *
scan_tiles (const char *p, guint n, SkyTile *tiles)
{
  if (*p++ != '[')
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        {
          if (*p != ',')
            return NULL;
          p = pass_blank (p + 1);
        }
      if (*p != '"' || !sky_tile_from_text ((SkyText){ p + 1, 3 }, &tiles[i]) || p[4] != '"')
        return NULL;
      p += 5;
    }
  return *p == ']' ? p + 1 : NULL;
}

static const char *
scan_stacks (const char *p, SkyEvent *event)
{
  if (*p++ != '[')
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (event->stacks.tiles); i++)
    {
      if (i > 0)
        {
          if (*p != ',')
            return NULL;
          p = pass_blank (p + 1);
        }
      p = scan_tiles (p, G_N_ELEMENTS (event->stacks.tiles[i]), event->stacks.tiles[i]);
      if (p == NULL)
        return NULL;
    }
  return *p == ']' ? p + 1 : NULL;
}

/* The value of @member at @p into its place. Returns what is behind it, or NULL. */
static inline const char *
scan_member (
    SkyEventScanner *self, const char *p, const Member *member, SkyEvent *event, guint *met)
{
  gpointer at = (char *) event + member->offset;
  const SkyJsonNode *node;
  SkyJsonNode scalar;
  gint64 value;

  switch (member->reading)
    {
    case READ_WHOLE:
      p = scan_int (p, &value);
      if (p == NULL || value < member->low || value > member->high)
        return NULL;
      *(gint64 *) at = value;
      return p;
    case READ_TEXT:
      return *p == '"' ? scan_text (p + 1, at) : NULL;
    case READ_FLAG:
      return scan_flag (p, at);
    case READ_CHOICE:
      return scan_choice (p, member, at);
    case READ_PLACE:
      if (*p == '"')
        break;
      p = scan_int (p, &value);
      if (p == NULL || value < 1 || value > G_MAXINT32)
        return NULL;
      *(gint64 *) at = value;
      return p;
    case READ_OBSERVED:
      /* Mostly nothing was, and the member is zero already. */
      if (p[0] == '[' && p[1] == ']')
        return p + 2;
      break;
    case READ_DICE:
      sky_event_count_dice (event, member->n_listed);
      return scan_dice (p, member->n_listed, at);
    case READ_CARDS:
      return scan_cards (p, event);
    case READ_TILES:
      if (member->field->kind == SKY_FIELD_TILES_4)
        event->deal.n_tiles = (guint8) member->n_listed;
      return scan_tiles (p, member->n_listed, at);
    case READ_STACKS:
      return scan_stacks (p, event);
    case READ_BET:
      return scan_bet (self, p, &event->wager.bet);
    case READ_BET_MEMBER:
      p = scan_value (self, p, &scalar, &node);
      return p != NULL && read_bet_member (member, node, &event->wager.bet, met) ? p : NULL;
    case READ_NODE:
      break;
    }
  p = scan_value (self, p, &scalar, &node);
  return p != NULL && sky_event_read_field (member->field, node, event) ? p : NULL;
}

static inline const char *
scan_members (SkyEventScanner *self, const char *p, Plan *plan, SkyEvent *event)
{
  Member **next = &plan->first;
  guint seen = 0, met = 0;
  int lacking;

  for (;;)
    {
      Member *member = *next;

      if (is_key (p, &member->key))
        p += member->key.length;
      else if (*p != ',')
        break;
      else
        {
          p = search_member (self, p, event, &member);
          if (p == NULL)
            return NULL;
          if (member == NULL)
            continue;
          *next = member;
        }
      if (seen & member->bit)
        return NULL;
      seen |= member->bit;
      next = &member->next;
      p = scan_member (self, pass_blank (p), member, event, &met);
      if (p == NULL)
        return NULL;
    }
  if (p[0] != '}' || p[1] != '\n' || (seen & plan->required) != plan->required
      || (plan->judged
          && sky_event_check_members (plan->format, self->index->version, seen, event, &lacking)
                 != SKY_EVENT_WHOLE)
      || (event->type == SKY_EVENT_WAGER && met != event->wager.bet.form->members))
    return NULL;
  return p + 1;
}

/* Where the last plan of a type that begins as the one at @p, with its quote, is kept. Eight bytes
 * tell "round_start" from "round_end"; behind a shorter name stands what mostly stands there. */
static inline guint
recent_of (const char *p)
{
  guint64 word;

  memcpy (&word, p + 1, sizeof word);
  return (guint) ((word * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> (64 - RECENT_BITS));
}

/* The plan of the type whose name stands at @p, with its quotes. Returns what is behind it, or
 * NULL.
 */
static inline const char *
find_plan (SkyEventScanner *self, const char *p, SkyReadNote *note)
{
  Plan *plan = self->recent[recent_of (p)];
  const SkyEventFormat *format, *formats;
  const char *name = p;
  gsize n;

  if (plan != NULL && is_key (p, &plan->type))
    {
      self->plan = plan;
      note->type_name = (SkyText){ p + 1, (gsize) plan->type.length - 2 };
      return p + plan->type.length;
    }
  if (*p != '"' || (p = scan_text (p + 1, &note->type_name)) == NULL)
    return NULL;
  format = sky_format_find (self->index, note->type_name);
  /* What version 2 has more is rare. */
  if (format == NULL || format->since > 1)
    return NULL;
  formats = sky_event_formats (&n);
  self->plan = &self->plans[format - formats];
  if (self->plan->type.length > 0)
    self->recent[recent_of (name)] = self->plan;
  return p;
}

const char *
sky_event_scanner_read (SkyEventScanner *self, const char *line, SkyEvent *event, SkyReadNote *note)
{
  const char *p = line;
  gint64 seq;

  /* Each step looks no further than the LF, but for a key's few bytes. */
  if (memcmp (p, "{\"seq\":", 7) != 0)
    return NULL;
  p = scan_int (pass_blank (p + 7), &seq);
  if (p == NULL || seq < 1 || *p != ',')
    return NULL;
  p = pass_blank (p + 1);
  if (memcmp (p, "\"at\":", 5) != 0)
    return NULL;
  p = pass_blank (p + 5);
  if (*p != '"')
    return NULL;
  p = scan_time (self, p + 1, &event->at);
  if (p == NULL || *p != ',')
    return NULL;
  p = pass_blank (p + 1);
  if (memcmp (p, "\"type\":", 7) != 0)
    return NULL;
  p = find_plan (self, pass_blank (p + 7), note);
  if (p == NULL)
    return NULL;

  memset ((char *) event + G_STRUCT_OFFSET (SkyEvent, origin), 0, self->members_size);
  event->seq = (guint64) seq;
  note->has_seq = TRUE;
  note->has_at = TRUE;
  note->cause[0] = '\0';
  self->n_nodes = 0;
  sky_event_begin (event, self->plan->format);
  return scan_members (self, p, self->plan, event);
}
