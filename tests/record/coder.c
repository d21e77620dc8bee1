/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "coder.h"

#include "sky-json-writer.h"

#include <string.h>

/* Words of the entry line. */

static void
append_json (GString *json, const char *name, const SkyJsonNode *node)
{
  const SkyJsonNode *child = sky_json_first (node);
  g_autofree char *text = NULL;

  switch (node->kind)
    {
    case SKY_JSON_NULL:
    case SKY_JSON_REAL:
      g_assert_not_reached ();
    case SKY_JSON_BOOL:
      sky_json_add_bool (json, name, node->boolean);
      return;
    case SKY_JSON_INT:
      sky_json_add_int (json, name, node->integer);
      return;
    case SKY_JSON_TEXT:
      sky_json_add_string_len (json, name, node->text.data, (gssize) node->text.length);
      return;
    case SKY_JSON_ARRAY:
      sky_json_begin_array (json, name);
      for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
        append_json (json, NULL, child);
      sky_json_end_array (json);
      return;
    case SKY_JSON_OBJECT:
      break;
    }
  sky_json_begin_object (json, name);
  for (guint i = 0; i < node->n_children; i++)
    {
      g_autofree char *member = sky_text_dup (child->text);

      child = sky_json_next (child);
      append_json (json, member, child);
      child = sky_json_next (child);
    }
  sky_json_end_object (json);
}

static void
append_text (GString *line, SkyText text)
{
  g_autofree char *plain = sky_text_dup (text);
  g_autofree char *escaped = g_strescape (plain, NULL);

  if (plain[0] == '\0' || strpbrk (plain, " \"{[=\\") != NULL)
    g_string_append_printf (line, "\"%s\"", escaped);
  else
    g_string_append (line, plain);
}

/* The elements of an array, between them @between. */
static void
append_list (GString *line, const SkyJsonNode *node, const char *between)
{
  const SkyJsonNode *child = sky_json_first (node);

  for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
    {
      if (i > 0)
        g_string_append (line, between);
      if (child->kind == SKY_JSON_INT)
        g_string_append_printf (line, "%" G_GINT64_FORMAT, child->integer);
      else
        g_string_append_len (line, child->text.data, (gssize) child->text.length);
    }
}

static void
append_money (GString *line, SkyMoney amount)
{
  g_string_append_printf (line, "%" G_GINT64_FORMAT ".%02" G_GINT64_FORMAT, amount / 100,
                          amount % 100);
}

static void
append_value (GString *line, const SkyField *field, const SkyJsonNode *node)
{
  switch (node->kind)
    {
    case SKY_JSON_BOOL:
      g_string_append (line, node->boolean ? "yes" : "no");
      return;
    case SKY_JSON_INT:
      if (field->kind == SKY_FIELD_MONEY)
        append_money (line, node->integer);
      else
        g_string_append_printf (line, "%" G_GINT64_FORMAT, node->integer);
      return;
    case SKY_JSON_TEXT:
      append_text (line, node->text);
      return;
    case SKY_JSON_ARRAY:
      if (field->kind == SKY_FIELD_DICE_2 || field->kind == SKY_FIELD_DICE_3
          || field->kind == SKY_FIELD_CARDS)
        append_list (line, node, "");
      else if (field->kind == SKY_FIELD_TILES_2 || field->kind == SKY_FIELD_TILES_4
               || field->kind == SKY_FIELD_OBSERVED)
        append_list (line, node, ",");
      else
        append_json (line, NULL, node);
      return;
    case SKY_JSON_NULL:
    case SKY_JSON_REAL:
    case SKY_JSON_OBJECT:
      break;
    }
  append_json (line, NULL, node);
}

static const SkyEventFormat *
find_format (SkyEventType type, SkyGameId game)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  for (gsize i = 0; i < n; i++)
    if (formats[i].type == type && (formats[i].games & 1u << game) != 0)
      return &formats[i];
  g_assert_not_reached ();
}

/* JSON is written onto a text of its own, which knows where commas go. */
static void
append_member (GString *line, const SkyField *field, const SkyJsonNode *node, gboolean named)
{
  g_autoptr (GString) value = g_string_new (NULL);

  append_value (value, field, node);
  if (line->len > 0)
    g_string_append_c (line, ' ');
  if (named)
    g_string_append_printf (line, "%s=", field->name);
  g_string_append (line, value->str);
}

static char *
format_event (const SkyEvent *event, const SkyJsonNode *root, SkyGameId game)
{
  const SkyEventFormat *format = find_format (event->type, game);
  GString *line = g_string_new (sky_event_type_to_name (event->type));

  for (guint optional = 0; optional < 2; optional++)
    for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
      {
        const SkyJsonNode *node = sky_json_member (root, field->name);

        if (node != NULL && (field->need == SKY_NEED_NOT) == optional)
          append_member (line, field, node, optional);
      }
  return g_string_free (line, FALSE);
}

static char *
format_wager (const SkyEvent *event, const SkyJsonNode *root, SkyGameId game)
{
  static const char *const options[] = { "supports", "via", "vig", "confirmed", NULL };
  const SkyEventFormat *format = find_format (event->type, game);
  GString *line = g_string_new (NULL);
  g_autofree char *bet = sky_entry_format_bet (&event->wager.bet);

  g_string_append_printf (line, "@%" G_GINT64_FORMAT " %s", event->wager.seat, bet);
  if (event->wager.bet.form->members & SKY_MEMBER_AREA)
    g_string_append_printf (line, "%" G_GINT64_FORMAT, event->wager.bet.area);
  g_string_append_c (line, ' ');
  append_money (line, event->wager.amount);
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    {
      const SkyJsonNode *node = sky_json_member (root, field->name);

      if (node != NULL && g_strv_contains (options, field->name))
        append_member (line, field, node, TRUE);
    }
  return g_string_free (line, FALSE);
}

/* The script. */

static void
clear_event (gpointer data)
{
  CoderEvent *event = data;

  g_free (event->text);
  g_free (event->wager);
}

static CoderEvent
read_event (const SkyEvent *event, const SkyJsonNode *root, SkyGameId game)
{
  CoderEvent read = { .type = event->type, .at = event->at };

  if (event->type == SKY_EVENT_SETTLE)
    {
      read.wager = sky_text_dup (event->settle.wager);
      read.settle = (SkySettlement){ .outcome = event->settle.outcome,
                                     .stays = event->settle.stays,
                                     .from_cage = event->settle.from_cage,
                                     .paid = event->settle.paid,
                                     .taken = event->settle.taken,
                                     .returned = event->settle.returned,
                                     .vig = event->settle.vig };
    }
  else
    read.text = event->type == SKY_EVENT_WAGER ? format_wager (event, root, game)
                                               : format_event (event, root, game);
  return read;
}

CoderScript *
coder_script_new (const char *path, gboolean blind)
{
  static const SkyRecordSource source = { "T-01-W", "footage/T-01-W-0001.mkv", NULL };
  CoderScript *self = g_new0 (CoderScript, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *text = NULL;
  const SkyLine *line;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  self->log = sky_log_open (path, &error);
  g_assert_no_error (error);
  self->header = *sky_log_get_header (self->log);
  self->header.version = 2;
  self->header.record = (SkyRecord){
    .how = SKY_RECORD_FOOTAGE, .by = "PA-100231", .blind = blind, .from = &source, .n_from = 1
  };
  self->events = g_array_new (FALSE, FALSE, sizeof (CoderEvent));
  g_array_set_clear_func (self->events, clear_event);
  reader = sky_log_reader_new (self->log, sky_game_lookup_bet);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      const char *cause;
      CoderEvent event;

      g_assert_cmpint (line->kind, ==, SKY_LINE_EVENT);
      if (line->event.type == SKY_EVENT_CHECKPOINT)
        continue;
      event = read_event (&line->event,
                          sky_json_parse (parser, text + line->offset, line->length, FALSE, &cause),
                          self->header.game);
      g_array_append_val (self->events, event);
    }
  return self;
}

void
coder_script_free (CoderScript *self)
{
  g_array_unref (self->events);
  sky_log_unref (self->log);
  g_free (self);
}

/* The coder. */

static gboolean
is_proposed (SkyCoding *coding, const CoderEvent *event)
{
  const SkyWager *wager = sky_table_find_wager (sky_coding_get_table (coding),
                                                (SkyText){ event->wager, strlen (event->wager) });
  SkySettlement due;

  g_assert_nonnull (wager);
  return sky_coding_get_proposal (coding, wager, &due) && due.outcome == event->settle.outcome
         && due.paid == event->settle.paid && due.taken == event->settle.taken
         && due.returned == event->settle.returned && due.vig == event->settle.vig
         && due.stays == event->settle.stays && !event->settle.from_cage;
}

void
coder_act (SkyCoding *coding, const CoderEvent *event, CoderShares *shares)
{
  static const SkyEntryHand hand = { .seat = 1, .amount = 100 };
  static const SkyCodingWork work = { .at = (SkyTime) 1700000000 * SKY_SECOND,
                                      .seconds = 15,
                                      .keys = 30 };
  SkyCodingPhase phase = sky_coding_get_phase (coding);
  SkyTime since = sky_coding_get_table (coding)->round_at;
  g_autoptr (GError) error = NULL;

  sky_coding_set_clock (coding, event->at, 0, event->at % (3600 * SKY_SECOND));
  sky_coding_add_played (coding, since, event->at, 100);
  if (event->type == SKY_EVENT_ROUND_START && phase == SKY_CODING_BETWEEN)
    sky_coding_advance (coding, &error);
  else if ((event->type == SKY_EVENT_NO_MORE_BETS || event->type == SKY_EVENT_THROW)
           && phase == SKY_CODING_BETS
           && (event->type == SKY_EVENT_THROW)
                  == (sky_coding_get_table (coding)->game->bets_end == SKY_BETS_END_NEVER))
    sky_coding_advance (coding, &error);
  else if (event->type == SKY_EVENT_RESULT && phase == SKY_CODING_CLOSED
           && g_ascii_isdigit (event->text[strlen ("result ")]))
    sky_coding_enter (coding, event->text + strlen ("result "), &hand, &error);
  else if (event->type == SKY_EVENT_ROUND_END)
    sky_coding_close (coding, &work, &error);
  else if (event->wager == NULL)
    sky_coding_enter (coding, event->text, &hand, &error);
  else if (is_proposed (coding, event) && sky_coding_accept (coding, event->wager, &error))
    shares->as_due++;
  else if (error == NULL || g_error_matches (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_NOT_PLAYED))
    {
      g_clear_error (&error);
      sky_coding_settle (coding, event->wager, &event->settle, &error);
      shares->seen++;
    }
  g_assert_no_error (error);
}

/* What both logs say. */

/* A member that says nothing: what it says when it is absent. */
static gboolean
is_empty (const SkyJsonNode *node)
{
  return node == NULL || (node->kind == SKY_JSON_ARRAY && node->n_children == 0)
         || (node->kind == SKY_JSON_INT && node->integer == 0)
         || (node->kind == SKY_JSON_BOOL && !node->boolean);
}

static char *
to_text (const SkyJsonNode *node)
{
  GString *json = g_string_new (NULL);

  append_json (json, NULL, node);
  return g_string_free (json, FALSE);
}

/* Each member of @a, but for those that differ as they should, is in @b. */
static void
assert_within (const SkyJsonNode *a, const SkyJsonNode *b)
{
  static const char *const own[] = { "seq", "frame", "as", "coded", NULL };
  const SkyJsonNode *child = sky_json_first (a);

  for (guint i = 0; i < a->n_children; i++)
    {
      g_autofree char *name = sky_text_dup (child->text);
      const SkyJsonNode *value = sky_json_next (child);
      const SkyJsonNode *other = sky_json_member (b, name);

      if (!g_strv_contains (own, name) && !(is_empty (value) && is_empty (other)))
        {
          g_autofree char *text = to_text (value);
          g_autofree char *other_text = other != NULL ? to_text (other) : g_strdup ("absent");

          g_assert_cmpstr (text, ==, other_text);
        }
      child = sky_json_next (value);
    }
}

static GPtrArray *
read_events (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *events = g_ptr_array_new_with_free_func (g_free);

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (char *line = strchr (text, '\n') + 1; *line != '\0';)
    {
      char *end = strchr (line, '\n');

      *end = '\0';
      if (strstr (line, "\"type\":\"checkpoint\"") == NULL)
        g_ptr_array_add (events, g_strdup (line));
      line = end + 1;
    }
  return events;
}

void
coder_assert_same (const CoderScript *script, const char *coded)
{
  g_autoptr (GPtrArray) a = read_events (sky_log_get_path (script->log));
  g_autoptr (GPtrArray) b = read_events (coded);
  g_autoptr (SkyJsonParser) parser_a = sky_json_parser_new ();
  g_autoptr (SkyJsonParser) parser_b = sky_json_parser_new ();

  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      const char *cause;
      const SkyJsonNode *of_a =
          sky_json_parse (parser_a, a->pdata[i], strlen (a->pdata[i]), FALSE, &cause);
      const SkyJsonNode *of_b =
          sky_json_parse (parser_b, b->pdata[i], strlen (b->pdata[i]), FALSE, &cause);

      assert_within (of_a, of_b);
      assert_within (of_b, of_a);
    }
}
