/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-scan-private.h"

#include "sky-event-format-private.h"

#include <string.h>

/* What one member's value may have of nodes and of lists within lists; more goes the long way. */
#define MAX_NODES 512
#define MAX_DEPTH 8

/* What each member of each line goes through. */
#define ALWAYS_INLINE inline __attribute__ ((always_inline))

/* Of "2023-11-04T20:15:". */
#define MINUTE_LENGTH 17

/* A name with the quotes around it and what follows, to be compared sixteen bytes at once. */
typedef struct
{
  guint64 low;
  guint64 high;
  guint64 low_mask;
  guint64 high_mask;
  guint8 length; /* 0: longer than that */
} Key;

/* A format made ready. What follows what is learnt from the lines as they come: a writer puts the
 * members that a wager has in one order, and one settlement follows another. */
typedef struct
{
  const SkyEventFormat *format;
  Key type; /* its name's key */
  guint n_fields;
  guint required;  /* bits 1 << field */
  gboolean judged; /* there is more to a whole event than its required fields */
  Key keys[SKY_MAX_FIELDS];
  SkyBetMembers members[SKY_MAX_FIELDS]; /* of SKY_FIELD_BET_MEMBER: those of that name */
  guint8 next[SKY_MAX_FIELDS + 1];       /* the field that followed a field last; first the first */
  guint next_plan;                       /* that of the event that followed such a one last */
} Plan;

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

  Plan *last; /* of the event before; NULL: none */

  /* Of SkyEvent what its members lie in. No constant, for then gcc clears it in place and slowly.
   */
  gsize members_size;
};

static Key
make_key (const char *name, const char *behind)
{
  g_autofree char *whole = g_strdup_printf ("\"%s\"%s", name, behind);
  char text[16] = { 0 }, mask[16] = { 0 };
  gsize length = strlen (whole);
  Key key = { 0 };

  if (length > sizeof text)
    return key;
  memcpy (text, whole, length);
  memset (mask, 0xff, length);
  memcpy (&key.low, text, 8);
  memcpy (&key.high, text + 8, 8);
  memcpy (&key.low_mask, mask, 8);
  memcpy (&key.high_mask, mask + 8, 8);
  key.length = (guint8) length;
  return key;
}

static inline gboolean
is_key (const char *text, const Key *key)
{
  guint64 low, high;

  memcpy (&low, text, 8);
  memcpy (&high, text + 8, 8);
  return (((low ^ key->low) & key->low_mask) | ((high ^ key->high) & key->high_mask)) == 0;
}

static void
make_plan (Plan *plan, const SkyEventFormat *format)
{
  plan->format = format;
  plan->type = make_key (sky_event_type_to_name (format->type), "");
  plan->judged = format->one_of_first_two || format->type == SKY_EVENT_WAGER_CHANGE;
  for (guint f = 0; f < SKY_MAX_FIELDS && format->fields[f].kind != SKY_FIELD_END; f++)
    {
      const SkyField *field = &format->fields[f];

      plan->keys[f] = make_key (field->name, ":");
      if (field->required)
        plan->required |= 1u << f;
      if (field->kind == SKY_FIELD_BET_MEMBER)
        plan->members[f] = sky_bet_members_called (field->name);
      plan->next[f] = (guint8) f;
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
  self->members_size = sizeof (SkyEvent) - G_STRUCT_OFFSET (SkyEvent, rules);
  for (gsize i = 0; i < n; i++)
    {
      make_plan (&self->plans[i], &formats[i]);
      self->plans[i].next_plan = (guint) i;
    }
  return self;
}

void
sky_event_scanner_free (SkyEventScanner *self)
{
  if (self == NULL)
    return;
  g_free (self->plans);
  g_free (self);
}

static inline const char *
pass_blank (const char *p)
{
  return p + (*p == ' ');
}

/* The high bits of the bytes of @word that cannot stand in a plain text: quotes, backslashes,
 * control characters and what is not ASCII. Of several the lowest is told rightly. */
static inline guint64
find_special (guint64 word)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 highs = ones << 7;
  guint64 quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');

  return ((quote - ones) | (backslash - ones) | (word - ones * ' ') | word) & highs;
}

/* The text that begins at @p, behind its quote. Returns what is behind the closing quote, or NULL.
 */
static inline const char *
scan_text (const char *p, SkyText *text)
{
  const char *end = p;

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  for (;;)
    {
      guint64 word, special;

      memcpy (&word, end, sizeof word);
      special = find_special (word);
      if (special != 0)
        {
          end += __builtin_ctzll (special) / 8;
          break;
        }
      end += sizeof word;
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

/* A whole number of at most 18 digits. Returns what is behind it, or NULL. */
static inline const char *
scan_int (const char *p, gint64 *value)
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
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  guint64 word, wanted;

  memcpy (&word, p, sizeof word);
  memcpy (&wanted, ".000000Z", sizeof wanted);
  word ^= wanted;
  /* Now each digit is a byte of its value, and the first and the last byte are zero. */
  if ((((word + ones * 0x76) | word) & (ones << 7)) != 0
      || (word & GUINT64_FROM_LE (G_GUINT64_CONSTANT (0xff000000000000ff))) != 0)
    return FALSE;
  /* Neighbours are added up two by two, the six digits behind two zeros. */
  word = GUINT64_FROM_LE (word) >> 8 << 16;
  word = word * 10 + (word >> 8);
  word = (word & G_GUINT64_CONSTANT (0x000000ff000000ff)) * G_GUINT64_CONSTANT (0x000f424000000064)
         + (word >> 16 & G_GUINT64_CONSTANT (0x000000ff000000ff))
               * G_GUINT64_CONSTANT (0x0000271000000001);
  *micros = (guint) (word >> 32);
  return TRUE;
}

/* The instant whose text begins at @p, behind its quote. */
static inline const char *
scan_time (SkyEventScanner *self, const char *p, SkyTime *time)
{
  SkyText text;
  guint micros;

  if (self->has_minute && memcmp (p, self->minute_text, MINUTE_LENGTH) == 0)
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

static gboolean
is_long_key (const char *p, const char *name)
{
  gsize length = strlen (name);

  return strncmp (p + 1, name, length) == 0 && p[length + 1] == '"' && p[length + 2] == ':';
}

static int
search_field (const Plan *plan, const char *p)
{
  for (guint f = 0; f < plan->n_fields; f++)
    {
      const char *name = plan->format->fields[f].name;

      if (plan->keys[f].length > 0 ? is_key (p, &plan->keys[f]) : is_long_key (p, name))
        return (int) f;
    }
  return -1;
}

/* The field whose key is at @p, behind that of @before, which is one more than its index. */
static inline int
find_field (Plan *plan, const char *p, guint before)
{
  guint guess = plan->next[before];
  int f;

  if (guess < plan->n_fields && plan->keys[guess].length > 0 && is_key (p, &plan->keys[guess]))
    return (int) guess;
  f = search_field (plan, p);
  if (f >= 0)
    plan->next[before] = (guint8) f;
  return f;
}

/* The value of a member that the format does not know; of seq, at and type, which would stand there
 * twice, none. */
static const char *
scan_unknown (SkyEventScanner *self, const char *p)
{
  SkyText name;
  SkyJsonNode scalar;
  const SkyJsonNode *node;

  p = scan_text (p + 1, &name);
  if (p == NULL || *p != ':' || sky_text_is (name, "seq") || sky_text_is (name, "at")
      || sky_text_is (name, "type"))
    return NULL;
  return scan_value (self, pass_blank (p + 1), &scalar, &node);
}

/* @met: the bet's own members that were read. */
static gboolean
read_bet (SkyEventScanner *self,
          const Plan *plan,
          guint f,
          const SkyJsonNode *node,
          SkyBetRef *bet,
          guint *met)
{
  guint member;

  if (plan->format->fields[f].kind == SKY_FIELD_BET)
    {
      if (node->kind != SKY_JSON_TEXT || self->index->lookup == NULL)
        return FALSE;
      bet->name = node->text;
      bet->form = self->index->lookup (self->index->game, node->text);
      return bet->form != NULL;
    }
  /* A member before its bet goes the long way. */
  if (bet->form == NULL)
    return FALSE;
  member = bet->form->members & plan->members[f];
  *met |= member;
  return member == 0 || sky_bet_read_member (member, node, bet);
}

static const char *
scan_members (SkyEventScanner *self, const char *p, Plan *plan, SkyEvent *event)
{
  guint seen = 0, met = 0, before = 0;
  int lacking;

  while (*p == ',')
    {
      const SkyField *field;
      const SkyJsonNode *node;
      SkyJsonNode scalar;
      int f;

      p = pass_blank (p + 1);
      if (*p != '"')
        return NULL;
      f = find_field (plan, p, before);
      if (f < 0)
        {
          p = scan_unknown (self, p);
          if (p == NULL)
            return NULL;
          continue;
        }
      if (seen & 1u << f)
        return NULL;
      seen |= 1u << f;
      before = (guint) f + 1;
      field = &plan->format->fields[f];
      p = pass_blank (
          p + (plan->keys[f].length > 0 ? plan->keys[f].length : strlen (field->name) + 3));
      p = scan_value (self, p, &scalar, &node);
      if (p == NULL)
        return NULL;
      if (field->kind == SKY_FIELD_BET || field->kind == SKY_FIELD_BET_MEMBER
              ? !read_bet (self, plan, (guint) f, node, &event->wager.bet, &met)
              : !sky_event_read_field (field, node, event))
        return NULL;
    }
  if (p[0] != '}' || p[1] != '\n' || (seen & plan->required) != plan->required
      || (plan->judged
          && sky_event_check_members (plan->format, seen, event, &lacking) != SKY_EVENT_WHOLE)
      || (event->type == SKY_EVENT_WAGER && met != event->wager.bet.form->members))
    return NULL;
  return p + 1;
}

/* The plan of the type whose name stands at @p, with its quotes. Returns what is behind it, or
 * NULL.
 */
static inline const char *
find_plan (SkyEventScanner *self, const char *p, SkyReadNote *note)
{
  Plan *plan = self->last != NULL ? &self->plans[self->last->next_plan] : NULL;
  const SkyEventFormat *format, *formats;
  gsize n;

  if (plan != NULL && plan->type.length > 0 && is_key (p, &plan->type))
    {
      note->type_name = (SkyText){ p + 1, (gsize) plan->type.length - 2 };
      p += plan->type.length;
    }
  else
    {
      if (*p != '"' || (p = scan_text (p + 1, &note->type_name)) == NULL)
        return NULL;
      format = sky_format_find (self->index, note->type_name);
      if (format == NULL)
        return NULL;
      formats = sky_event_formats (&n);
      plan = &self->plans[format - formats];
      if (self->last != NULL)
        self->last->next_plan = (guint) (format - formats);
    }
  self->last = plan;
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

  memset ((char *) event + G_STRUCT_OFFSET (SkyEvent, rules), 0, self->members_size);
  event->seq = (guint64) seq;
  note->has_seq = TRUE;
  note->has_at = TRUE;
  note->cause[0] = '\0';
  self->n_nodes = 0;
  sky_event_begin (event, self->last->format);
  return scan_members (self, p, self->last, event);
}
