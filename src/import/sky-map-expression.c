/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-expression.h"

#include "sky-map-function.h"
#include "sky-shown-text.h"

#include <string.h>

/* Keys of registers within keys of registers end here. */
#define MAX_DEPTH 4
#define QUOTED    60

typedef enum
{
  FUNCTION_STRIP,
  FUNCTION_LOWER,
  FUNCTION_INT,
  FUNCTION_MONEY,
  FUNCTION_TIMES,
  FUNCTION_MINUS,
  FUNCTION_VALUES,
  FUNCTION_LIST,
  FUNCTION_CARD,
  FUNCTION_DICE,
  FUNCTION_DEFAULT,
  FUNCTION_NOT,
  FUNCTION_BIT,
  FUNCTION_COMPARE,
  FUNCTION_WAS,
  N_FUNCTIONS,
} Function;

/* Each function, and how many words stand behind it. */
static const struct
{
  const char *name;
  guint n_words;
} functions[N_FUNCTIONS] = {
  [FUNCTION_STRIP] = { "strip", 0 },     [FUNCTION_LOWER] = { "lower", 0 },
  [FUNCTION_INT] = { "int", 0 },         [FUNCTION_MONEY] = { "money", 0 },
  [FUNCTION_TIMES] = { "times", 1 },     [FUNCTION_MINUS] = { "minus", 1 },
  [FUNCTION_VALUES] = { "values", 1 },   [FUNCTION_LIST] = { "list", 0 },
  [FUNCTION_CARD] = { "card", 0 },       [FUNCTION_DICE] = { "dice", 0 },
  [FUNCTION_DEFAULT] = { "default", 1 }, [FUNCTION_NOT] = { "not", 0 },
  [FUNCTION_BIT] = { "bit", 2 },         [FUNCTION_COMPARE] = { "compare", 2 },
  [FUNCTION_WAS] = { "was", 0 },
};

typedef struct
{
  Function function;
  char *word; /* the last of its words */
  gint64 number;
  int field; /* minus: -1 where it is a number */
  const SkyMapValues *values;
  const SkyMapRegister *reg;
  guint reg_index;
} Call;

typedef enum
{
  PART_LITERAL,
  PART_FIELD,
  PART_ID,
} PartKind;

typedef struct
{
  PartKind kind;
  char *literal;
  guint field;
  GArray *calls; /* of Call */
  guint reg;
  gboolean fresh;
  const SkyMapRegister *own; /* PART_ID: whose key it is, when @key is NULL */
  SkyMapExpression *key;
} Part;

struct _SkyMapExpression
{
  GArray *parts; /* of Part */
  const SkyMapMoney *money;
};

static void
call_clear (gpointer data)
{
  g_free (((Call *) data)->word);
}

static void
part_clear (gpointer data)
{
  Part *part = data;

  g_free (part->literal);
  if (part->calls != NULL)
    g_array_unref (part->calls);
  sky_map_expression_free (part->key);
}

void
sky_map_expression_free (SkyMapExpression *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->parts);
  g_free (self);
}

static void
field_free (gpointer data)
{
  SkyMapField *field = data;

  g_free (field->name);
  g_free (field);
}

static void
values_free (gpointer data)
{
  SkyMapValues *values = data;

  g_free (values->name);
  g_free (values->otherwise);
  g_hash_table_unref (values->to);
  g_free (values);
}

static void
register_free (gpointer data)
{
  SkyMapRegister *self = data;

  g_free (self->name);
  sky_map_expression_free (self->key);
  g_free (self);
}

void
sky_map_names_init (SkyMapNames *self)
{
  *self = (SkyMapNames){
    .fields = g_ptr_array_new_with_free_func (field_free),
    .values = g_ptr_array_new_with_free_func (values_free),
    .registers = g_ptr_array_new_with_free_func (register_free),
    .money = { FALSE, '.' },
  };
}

void
sky_map_names_clear (SkyMapNames *self)
{
  g_ptr_array_unref (self->registers);
  g_ptr_array_unref (self->values);
  g_ptr_array_unref (self->fields);
}

guint
sky_map_names_field (SkyMapNames *self, const char *name)
{
  SkyMapField *field;

  for (guint i = 0; i < self->fields->len; i++)
    if (g_str_equal (((const SkyMapField *) self->fields->pdata[i])->name, name))
      return i;
  field = g_new0 (SkyMapField, 1);
  field->name = g_strdup (name);
  g_ptr_array_add (self->fields, field);
  return self->fields->len - 1;
}

int
sky_map_names_register (const SkyMapNames *self, const char *name)
{
  for (guint i = 0; i < self->registers->len; i++)
    if (g_str_equal (((const SkyMapRegister *) self->registers->pdata[i])->name, name))
      return (int) i;
  return -1;
}

static const SkyMapValues *
find_values (const SkyMapNames *names, const char *name)
{
  for (guint i = 0; i < names->values->len; i++)
    if (g_str_equal (((const SkyMapValues *) names->values->pdata[i])->name, name))
      return names->values->pdata[i];
  return NULL;
}

static gboolean
read_whole (const char *text, gint64 low, gint64 high, gint64 *number)
{
  return g_ascii_string_to_signed (text, 10, low, high, number, NULL);
}

/* Reads "bit 2 same_direction" and the like. */
static gboolean
read_call (SkyMapNames *names, const char *text, Call *call, char **cause)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_auto (GStrv) words = NULL;
  guint n;

  *call = (Call){ .field = -1 };
  words = g_strsplit (stripped, " ", 3);
  n = g_strv_length (words);
  for (call->function = 0; call->function < N_FUNCTIONS; call->function++)
    if (n > 0 && g_str_equal (functions[call->function].name, words[0]))
      break;
  if (call->function == N_FUNCTIONS)
    {
      *cause = g_strdup_printf ("there is no function “%s”", n > 0 ? words[0] : "");
      return FALSE;
    }
  /* What stands for an empty value may have blanks. */
  if (call->function == FUNCTION_DEFAULT && n > 1)
    {
      call->word = g_strdup (stripped + strlen ("default "));
      return TRUE;
    }
  if (n != functions[call->function].n_words + 1)
    {
      *cause = g_strdup_printf ("the function “%s” takes %u words", words[0],
                                functions[call->function].n_words);
      return FALSE;
    }
  call->word = g_strdup (words[n - 1]);
  switch (call->function)
    {
    case FUNCTION_TIMES:
      if (read_whole (words[1], -1000000, 1000000, &call->number))
        return TRUE;
      *cause = g_strdup_printf ("“times” takes a whole number, not “%s”", words[1]);
      return FALSE;
    case FUNCTION_MINUS:
      if (sky_map_decimal_parse (words[1], '.', &call->number))
        return TRUE;
      call->field = (int) sky_map_names_field (names, words[1]);
      return TRUE;
    case FUNCTION_VALUES:
      call->values = find_values (names, words[1]);
      if (call->values != NULL)
        return TRUE;
      *cause = g_strdup_printf ("[values] has no table “%s”", words[1]);
      return FALSE;
    case FUNCTION_BIT:
      if (read_whole (words[1], 0, 63, &call->number))
        return TRUE;
      *cause = g_strdup_printf ("“bit” takes a number from 0 to 63, not “%s”", words[1]);
      return FALSE;
    case FUNCTION_COMPARE:
      {
        int reg = sky_map_names_register (names, words[2]);

        if (!g_str_equal (words[1], "amount"))
          {
            *cause = g_strdup_printf ("a register remembers an “amount” and no “%s”", words[1]);
            return FALSE;
          }
        if (reg < 0)
          {
            *cause = g_strdup_printf ("[registers] has no “%s”", words[2]);
            return FALSE;
          }
        call->reg = names->registers->pdata[reg];
        call->reg_index = (guint) reg;
        return TRUE;
      }
    case FUNCTION_STRIP:
    case FUNCTION_LOWER:
    case FUNCTION_INT:
    case FUNCTION_MONEY:
    case FUNCTION_LIST:
    case FUNCTION_CARD:
    case FUNCTION_DICE:
    case FUNCTION_DEFAULT:
    case FUNCTION_NOT:
    case FUNCTION_WAS:
    case N_FUNCTIONS:
      break;
    }
  return TRUE;
}

static SkyMapExpression *
expression_new (SkyMapNames *names, const char *text, guint depth, char **cause);

/* Reads "id wager new" behind "id ". */
static gboolean
read_id (SkyMapNames *names, const char *text, guint depth, Part *part, char **cause)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *rest = strchr (stripped, ' ');
  int reg;

  if (rest != NULL)
    *rest++ = '\0';
  reg = sky_map_names_register (names, stripped);
  if (reg < 0)
    {
      *cause = g_strdup_printf ("[registers] has no “%s”", stripped);
      return FALSE;
    }
  part->kind = PART_ID;
  part->reg = (guint) reg;
  part->own = names->registers->pdata[reg];
  if (rest == NULL)
    return TRUE;
  g_strstrip (rest);
  if (g_str_equal (rest, "new"))
    {
      part->fresh = TRUE;
      return TRUE;
    }
  part->key = expression_new (names, rest, depth + 1, cause);
  return part->key != NULL;
}

/* Reads what stands between "${" and "}". */
static gboolean
read_reference (SkyMapNames *names, const char *text, guint depth, Part *part, char **cause)
{
  g_auto (GStrv) pieces = NULL;

  if (g_str_has_prefix (text, "id "))
    return read_id (names, text + 3, depth, part, cause);
  pieces = g_strsplit (text, "|", -1);
  if (pieces[0] == NULL || *g_strstrip (pieces[0]) == '\0')
    {
      *cause = g_strdup ("“${}” names no field");
      return FALSE;
    }
  part->kind = PART_FIELD;
  part->field = sky_map_names_field (names, pieces[0]);
  part->calls = g_array_new (FALSE, FALSE, sizeof (Call));
  g_array_set_clear_func (part->calls, call_clear);
  for (guint i = 1; pieces[i] != NULL; i++)
    {
      Call call;
      gboolean good = read_call (names, pieces[i], &call, cause);

      g_array_append_val (part->calls, call);
      if (!good)
        return FALSE;
      if (call.function == FUNCTION_WAS)
        {
          ((SkyMapField *) names->fields->pdata[part->field])->remembered = TRUE;
          names->uses_was = TRUE;
        }
      if (call.function == FUNCTION_WAS && i > 1)
        {
          *cause = g_strdup ("“was” is the first function behind a field");
          return FALSE;
        }
    }
  return TRUE;
}

/* The "}" that ends what begins behind "${" at @text, or NULL. */
static const char *
find_end (const char *text)
{
  guint depth = 1;

  for (; *text != '\0'; text++)
    if (text[0] == '$' && text[1] == '{')
      depth++;
    else if (*text == '}' && --depth == 0)
      return text;
  return NULL;
}

static SkyMapExpression *
expression_new (SkyMapNames *names, const char *text, guint depth, char **cause)
{
  g_autoptr (SkyMapExpression) self = g_new0 (SkyMapExpression, 1);

  self->parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_array_set_clear_func (self->parts, part_clear);
  self->money = &names->money;
  if (depth > MAX_DEPTH)
    {
      *cause = g_strdup ("keys stand within keys too deeply");
      return NULL;
    }
  while (*text != '\0')
    {
      const char *begin = strstr (text, "${");
      const char *end;
      Part part = { 0 };

      if (begin != text)
        {
          part.literal = begin != NULL ? g_strndup (text, (gsize) (begin - text)) : g_strdup (text);
          text += strlen (part.literal);
          g_array_append_val (self->parts, part);
          continue;
        }
      end = find_end (text + 2);
      if (end == NULL)
        {
          *cause = g_strdup ("“${” has no “}”");
          return NULL;
        }
      g_autofree char *inner = g_strndup (text + 2, (gsize) (end - text - 2));
      gboolean good = read_reference (names, inner, depth, &part, cause);

      g_array_append_val (self->parts, part);
      if (!good)
        return NULL;
      text = end + 1;
    }
  return g_steal_pointer (&self);
}

SkyMapExpression *
sky_map_expression_new (SkyMapNames *names, const char *text, char **cause)
{
  return expression_new (names, text, 0, cause);
}

const char *
sky_map_expression_get_literal (const SkyMapExpression *self)
{
  const Part *part;

  if (self->parts->len == 0)
    return "";
  part = &g_array_index (self->parts, Part, 0);
  return self->parts->len == 1 && part->kind == PART_LITERAL ? part->literal : NULL;
}

static const Part *
only_field (const SkyMapExpression *self)
{
  const Part *part = self->parts->len == 1 ? &g_array_index (self->parts, Part, 0) : NULL;

  return part != NULL && part->kind == PART_FIELD ? part : NULL;
}

const SkyMapValues *
sky_map_expression_get_values (const SkyMapExpression *self)
{
  const Part *part = only_field (self);
  const Call *last;

  if (part == NULL || part->calls->len == 0)
    return NULL;
  last = &g_array_index (part->calls, Call, part->calls->len - 1);
  return last->values;
}

gboolean
sky_map_expression_ends_in (const SkyMapExpression *self, const char *name)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);
      const Call *last;

      if (part->kind != PART_FIELD)
        continue;
      if (part->calls->len == 0)
        return FALSE;
      last = &g_array_index (part->calls, Call, part->calls->len - 1);
      if (!g_str_equal (functions[last->function].name, name))
        return FALSE;
    }
  return TRUE;
}

int
sky_map_expression_makes_new (const SkyMapExpression *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);

      if (part->kind == PART_ID && part->fresh)
        return (int) part->reg;
    }
  return -1;
}

gboolean
sky_map_expression_has_id (const SkyMapExpression *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (g_array_index (self->parts, Part, i).kind == PART_ID)
      return TRUE;
  return FALSE;
}

static gboolean
look_up (const Call *call, GString *value, char **reason)
{
  const char *to = g_hash_table_lookup (call->values->to, value->str);
  g_autofree char *shown = NULL;

  if (to == NULL && (call->values->otherwise != NULL || value->len == 0))
    to = value->len > 0 || call->values->otherwise != NULL ? call->values->otherwise : "";
  if (to == NULL)
    {
      shown = sky_text_show_start (value->str, QUOTED);
      *reason = g_strdup_printf ("the table “%s” has no “%s”", call->values->name, shown);
      return FALSE;
    }
  g_string_assign (value, to);
  return TRUE;
}

/* Whether the amount is more or less than what the register remembers. */
static gboolean
compare (const Call *call,
         const SkyMapMoney *money,
         const SkyMapContext *context,
         GString *value,
         char **reason)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gint64 before, now;

  if (value->len == 0)
    return TRUE;
  if (!sky_map_function_money (value, money->dollars, money->decimal, reason)
      || !sky_map_expression_evaluate (call->reg->key, context, key, reason))
    return FALSE;
  now = g_ascii_strtoll (value->str, NULL, 10);
  before = context->get_amount (context->data, call->reg_index, key->str);
  if (before < 0 || before == now)
    {
      g_autofree char *shown = sky_text_show_start (key->str, QUOTED);

      *reason = g_strdup_printf (before < 0 ? "the register “%s” has no amount under “%s”"
                                            : "the register “%s” has the same amount under “%s”",
                                 call->reg->name, shown);
      return FALSE;
    }
  g_string_assign (value, now > before ? "increase" : "reduce");
  return TRUE;
}

static gboolean
apply (const Call *call,
       const SkyMapMoney *money,
       const SkyMapContext *context,
       GString *value,
       char **reason)
{
  SkyText other;
  g_autofree char *number = NULL;

  switch (call->function)
    {
    case FUNCTION_STRIP:
      g_strstrip (value->str);
      g_string_truncate (value, strlen (value->str));
      return TRUE;
    case FUNCTION_LOWER:
      {
        g_autofree char *lower = g_utf8_strdown (value->str, -1);

        g_string_assign (value, lower);
        return TRUE;
      }
    case FUNCTION_INT:
      return sky_map_function_int (value, reason);
    case FUNCTION_MONEY:
      return sky_map_function_money (value, money->dollars, money->decimal, reason);
    case FUNCTION_TIMES:
      return sky_map_function_times (value, call->number, reason);
    case FUNCTION_MINUS:
      if (call->field < 0)
        return sky_map_function_minus (value, call->word, reason);
      if (!context->get_field (context->data, (guint) call->field, &other))
        return TRUE;
      number = g_strndup (other.data, other.length);
      return sky_map_function_minus (value, g_strstrip (number), reason);
    case FUNCTION_VALUES:
      return look_up (call, value, reason);
    case FUNCTION_LIST:
      return sky_map_function_list (value, reason);
    case FUNCTION_CARD:
      return sky_map_function_card (value, reason);
    case FUNCTION_DICE:
      return sky_map_function_dice (value, reason);
    case FUNCTION_DEFAULT:
      if (value->len == 0)
        g_string_assign (value, call->word);
      return TRUE;
    case FUNCTION_NOT:
      g_string_assign (value, sky_map_is_true (value->str, value->len) ? "false" : "true");
      return TRUE;
    case FUNCTION_BIT:
      return sky_map_function_bit (value, (guint) call->number, call->word, reason);
    case FUNCTION_COMPARE:
      return compare (call, money, context, value, reason);
    case FUNCTION_WAS:
    case N_FUNCTIONS:
      break;
    }
  return TRUE;
}

static gboolean
has_default (const Part *part)
{
  for (guint i = 0; i < part->calls->len; i++)
    if (g_array_index (part->calls, Call, i).function == FUNCTION_DEFAULT)
      return TRUE;
  return FALSE;
}

static gboolean
evaluate_field (const SkyMapExpression *self,
                const Part *part,
                const SkyMapContext *context,
                GString *out,
                char **reason)
{
  const Call *calls = (const Call *) (gpointer) part->calls->data;
  g_autoptr (GString) value = NULL;
  SkyText text;

  if (part->calls->len > 0 && calls[0].function == FUNCTION_WAS)
    {
      const GString *was = context->get_was (context->data, part->field);

      text = was != NULL ? (SkyText){ was->str, was->len } : (SkyText){ "", 0 };
    }
  else if ((context->use_defaults && has_default (part))
           || !context->get_field (context->data, part->field, &text))
    text = (SkyText){ "", 0 };
  if (part->calls->len == 0)
    {
      g_string_append_len (out, text.data, (gssize) text.length);
      return TRUE;
    }
  value = g_string_new_len (text.data, (gssize) text.length);
  for (guint i = 0; i < part->calls->len; i++)
    if (!apply (&calls[i], self->money, context, value, reason))
      return FALSE;
  g_string_append_len (out, value->str, (gssize) value->len);
  return TRUE;
}

static gboolean
evaluate_id (const Part *part, const SkyMapContext *context, GString *out, char **reason)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gint64 id;

  if (!sky_map_expression_evaluate (part->key != NULL ? part->key : part->own->key, context, key,
                                    reason))
    return FALSE;
  id = context->get_id (context->data, part->reg, key->str, part->fresh);
  if (id == 0 && part->key == NULL && !part->own->opened)
    id = context->get_id (context->data, part->reg, key->str, TRUE);
  if (id > 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, id);
  else if (part->key == NULL)
    {
      g_autofree char *shown = sky_text_show_start (key->str, QUOTED);

      *reason =
          g_strdup_printf ("the register “%s” has nothing under “%s”", part->own->name, shown);
      return FALSE;
    }
  return TRUE;
}

gboolean
sky_map_expression_evaluate (const SkyMapExpression *self,
                             const SkyMapContext *context,
                             GString *out,
                             char **reason)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);

      switch (part->kind)
        {
        case PART_LITERAL:
          g_string_append (out, part->literal);
          break;
        case PART_FIELD:
          if (!evaluate_field (self, part, context, out, reason))
            return FALSE;
          break;
        case PART_ID:
          if (!evaluate_id (part, context, out, reason))
            return FALSE;
          break;
        }
    }
  return TRUE;
}

gboolean
sky_map_expression_peek (const SkyMapExpression *self,
                         const SkyMapContext *context,
                         GString *scratch,
                         SkyText *value,
                         char **reason)
{
  const Part *part = only_field (self);
  const char *literal = sky_map_expression_get_literal (self);

  if (literal != NULL)
    {
      *value = (SkyText){ literal, strlen (literal) };
      return TRUE;
    }
  if (part != NULL && part->calls->len == 0)
    {
      if (!context->get_field (context->data, part->field, value))
        *value = (SkyText){ "", 0 };
      return TRUE;
    }
  g_string_truncate (scratch, 0);
  if (!sky_map_expression_evaluate (self, context, scratch, reason))
    return FALSE;
  *value = (SkyText){ scratch->str, scratch->len };
  return TRUE;
}
