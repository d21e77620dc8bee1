/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-account.h"

#include "sky-json-writer.h"
#include "sky-json.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* --- Writing ---------------------------------------------------------------------------------- */

/* Ranks are written as the log has them. */
static const char *const ranks[SKY_SIGHT_MOST_RANK + 1] = { [2] = "2", "3", "4", "5", "6", "7", "8",
                                                            "9",       "T", "J", "Q", "K", "A" };

void
sky_sight_add_values (
    GString *json, const char *name, SkySightKind kind, const guint *values, guint n)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < n; i++)
    if (kind == SKY_SIGHT_CARDS)
      sky_json_add_string (json, NULL, ranks[values[i]]);
    else
      sky_json_add_int (json, NULL, values[i]);
  sky_json_end_array (json);
}

static void
add_boxes (GString *json, const SkySightReading *reading)
{
  sky_json_begin_array (json, "boxes");
  for (guint i = 0; i < reading->n_values; i++)
    {
      const SkyPictureBox *box = &reading->boxes[i];
      guint numbers[] = { (guint) MAX (box->x, 0), (guint) MAX (box->y, 0), (guint) box->width,
                          (guint) box->height };

      sky_sight_add_values (json, NULL, SKY_SIGHT_DICE, numbers, G_N_ELEMENTS (numbers));
    }
  sky_json_end_array (json);
}

/* Where the pictures that were read stand: in the recording, and on the log's clock. */
static void
add_pictures (GString *json, const SkySightReading *reading)
{
  const SkyFootageCamera *camera = reading->camera;

  sky_json_begin_array (json, "frames");
  sky_json_add_int (json, NULL, reading->first);
  sky_json_add_int (json, NULL, reading->last);
  sky_json_end_array (json);
  sky_json_add_int (json, "pictures", reading->n_pictures);
  for (guint i = 0; i < camera->n_segments; i++)
    if (g_strcmp0 (camera->segments[i].file, reading->file) == 0)
      {
        SkyTime start = camera->segments[i].start;

        sky_json_add_time (json, "from",
                           sky_clock_map_to_log (&camera->clock, start + reading->first));
        sky_json_add_time (json, "until",
                           sky_clock_map_to_log (&camera->clock, start + reading->last));
        return;
      }
}

void
sky_sight_write_account (const SkyLogHeader *header,
                         const SkySightResult *result,
                         const SkySightReading *reading,
                         SkySightVerdict verdict,
                         SkySightReason why,
                         const char *model,
                         const char *calibration,
                         GString *json)
{
  SkySightKind kind = result->stretch.kind;

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "table", header->table);
  sky_json_add_int (json, "round", result->round);
  sky_json_add_int (json, "seq", (gint64) result->seq);
  sky_json_add_time (json, "at", result->at);
  if (kind == SKY_SIGHT_CARDS)
    sky_json_add_string (json, "of", "cards");
  sky_json_add_string (json, "verdict", sky_sight_verdict_to_name (verdict));
  if (why != SKY_SIGHT_READ)
    sky_json_add_string (json, "reason", sky_sight_reason_to_name (why));
  if (reading->reason == SKY_SIGHT_READ)
    {
      /* With so many places, so that the text is the same on every machine. */
      g_autofree char *probability = g_strdup_printf ("%.6f", reading->probability);

      sky_sight_add_values (json, "values", kind, reading->values, reading->n_values);
      sky_json_add_raw (json, "probability", probability);
    }
  sky_sight_add_values (json, "recorded", kind, result->recorded, result->n_recorded);
  if (reading->camera != NULL)
    sky_json_add_string (json, "camera", reading->camera->camera);
  if (reading->file != NULL)
    sky_json_add_string (json, "file", reading->file);
  if (reading->n_pictures > 0)
    add_pictures (json, reading);
  if (reading->reason == SKY_SIGHT_READ)
    add_boxes (json, reading);
  sky_json_add_string (json, "model", model);
  if (calibration != NULL)
    sky_json_add_string (json, "calibration", calibration);
  sky_json_end_object (json);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static gboolean
read_int (const SkyJsonNode *node, const char *name, gint64 *value)
{
  const SkyJsonNode *member = sky_json_member (node, name);

  if (member == NULL || member->kind != SKY_JSON_INT)
    return FALSE;
  *value = member->integer;
  return TRUE;
}

static gboolean
read_time (const SkyJsonNode *node, const char *name, SkyTime *time)
{
  const SkyJsonNode *member = sky_json_member (node, name);

  return member != NULL && member->kind == SKY_JSON_TEXT
         && sky_time_parse (member->text.data, member->text.length, time);
}

/* The @n whole numbers of the list @node. */
static gboolean
read_numbers (const SkyJsonNode *node, int *numbers, guint n)
{
  const SkyJsonNode *child;

  if (node == NULL || node->kind != SKY_JSON_ARRAY || node->n_children != n)
    return FALSE;
  child = sky_json_first (node);
  for (guint i = 0; i < n; i++, child = sky_json_next (child))
    {
      if (child->kind != SKY_JSON_INT || child->integer < 0 || child->integer > G_MAXINT)
        return FALSE;
      numbers[i] = (int) child->integer;
    }
  return TRUE;
}

/* A die, or a card's rank. Returns: 0: it is neither. */
static guint
read_value (const SkyJsonNode *node, SkySightKind kind)
{
  if (kind == SKY_SIGHT_DICE)
    return node->kind == SKY_JSON_INT ? (guint) CLAMP (node->integer, 0, 6) : 0;
  for (guint rank = SKY_SIGHT_LEAST_RANK; rank <= SKY_SIGHT_MOST_RANK; rank++)
    if (node->kind == SKY_JSON_TEXT && sky_text_is (node->text, ranks[rank]))
      return rank;
  return 0;
}

static gboolean
read_values (const SkyJsonNode *node, SkySightKind kind, guint *values, guint *n)
{
  guint most = kind == SKY_SIGHT_DICE ? SKY_SIGHT_MAX_DICE : SKY_SIGHT_MAX_VALUES;
  const SkyJsonNode *child;

  if (node == NULL || node->kind != SKY_JSON_ARRAY || node->n_children > most)
    return FALSE;
  *n = node->n_children;
  child = sky_json_first (node);
  for (guint i = 0; i < *n; i++, child = sky_json_next (child))
    {
      values[i] = read_value (child, kind);
      if (values[i] == 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_boxes (const SkyJsonNode *node, SkySightAccount *self)
{
  const SkyJsonNode *child;

  if (node == NULL || node->kind != SKY_JSON_ARRAY || node->n_children != self->n_values)
    return FALSE;
  child = sky_json_first (node);
  for (guint i = 0; i < self->n_values; i++, child = sky_json_next (child))
    {
      int numbers[4];

      if (!read_numbers (child, numbers, 4))
        return FALSE;
      self->boxes[i] = (SkyPictureBox){ numbers[0], numbers[1], numbers[2], numbers[3] };
    }
  return TRUE;
}

/* Returns: -1: it is no name of one. */
static int
find_name (const SkyJsonNode *node, const char *member, const char *(*to_name) (guint), guint n)
{
  const SkyJsonNode *text = sky_json_member (node, member);

  if (text == NULL || text->kind != SKY_JSON_TEXT)
    return -1;
  for (guint i = 0; i < n; i++)
    if (sky_text_is (text->text, to_name (i)))
      return (int) i;
  return -1;
}

static const char *
verdict_name (guint i)
{
  return sky_sight_verdict_to_name (i);
}

static const char *
reason_name (guint i)
{
  return sky_sight_reason_to_name (i);
}

static gboolean
read_account (SkySightAccount *self, const SkyJsonNode *node)
{
  const SkyJsonNode *values = sky_json_member (node, "values");
  const SkyJsonNode *probability = sky_json_member (node, "probability");
  int verdict = find_name (node, "verdict", verdict_name, SKY_N_SIGHT_VERDICTS);
  int reason = find_name (node, "reason", reason_name, SKY_SIGHT_READ);
  gint64 seq, pictures;

  if (verdict < 0 || !read_int (node, "round", &self->round) || !read_int (node, "seq", &seq)
      || !read_time (node, "at", &self->at))
    return FALSE;
  self->verdict = (SkySightVerdict) verdict;
  self->reason = reason < 0 ? SKY_SIGHT_READ : (SkySightReason) reason;
  self->seq = (guint64) seq;
  self->kind = sky_json_member (node, "of") != NULL ? SKY_SIGHT_CARDS : SKY_SIGHT_DICE;
  if (!read_values (sky_json_member (node, "recorded"), self->kind, self->recorded,
                    &self->n_recorded))
    return FALSE;
  self->is_read = values != NULL;
  if (self->is_read
      && (!read_values (values, self->kind, self->values, &self->n_values)
          || !read_boxes (sky_json_member (node, "boxes"), self)))
    return FALSE;
  if (probability != NULL && probability->kind == SKY_JSON_REAL)
    self->millionths = (int) (CLAMP (probability->billionths, 0, 1000000000) / 1000);
  else if (probability != NULL && probability->kind == SKY_JSON_INT)
    self->millionths = probability->integer > 0 ? 1000000 : 0;
  if (read_int (node, "pictures", &pictures))
    self->n_pictures = (guint) CLAMP (pictures, 0, G_MAXINT);
  if (!read_time (node, "from", &self->from) || !read_time (node, "until", &self->until))
    self->from = self->until = SKY_TIME_NONE;
  self->table = sky_json_dup_text (node, "table");
  self->camera = sky_json_dup_text (node, "camera");
  self->file = sky_json_dup_text (node, "file");
  self->model = sky_json_dup_text (node, "model");
  self->calibration = sky_json_dup_text (node, "calibration");
  return self->verdict == SKY_SIGHT_CANNOT_READ || self->is_read;
}

SkySightAccount *
sky_sight_account_parse (const char *line)
{
  g_autoptr (SkySightAccount) self = g_new0 (SkySightAccount, 1);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *node = sky_json_parse (parser, line, strlen (line), FALSE, &cause);

  return node != NULL && read_account (self, node) ? g_steal_pointer (&self) : NULL;
}

void
sky_sight_account_free (SkySightAccount *self)
{
  if (self == NULL)
    return;
  g_free (self->table);
  g_free (self->camera);
  g_free (self->file);
  g_free (self->model);
  g_free (self->calibration);
  g_free (self);
}

/* --- Words ------------------------------------------------------------------------------------ */

const char *
sky_sight_value_text (SkySightKind kind, guint value)
{
  static const char *const dice[] = { "0", "1", "2", "3", "4", "5", "6" };

  if (kind == SKY_SIGHT_CARDS)
    return value == 10                                                   ? "10"
           : value < SKY_SIGHT_LEAST_RANK || value > SKY_SIGHT_MOST_RANK ? "?"
                                                                         : ranks[value];
  return dice[MIN (value, G_N_ELEMENTS (dice) - 1)];
}

char *
sky_sight_values_text (SkySightKind kind, const guint *values, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s",
                            i == 0                    ? ""
                            : kind == SKY_SIGHT_CARDS ? " "
                                                      : "-",
                            sky_sight_value_text (kind, values[i]));
  return g_string_free (text, FALSE);
}

const char *
sky_sight_reason_to_words (SkySightKind kind, SkySightReason reason)
{
  static const char *const words[SKY_N_SIGHT_KINDS][SKY_SIGHT_READ + 1] = {
    {
        [SKY_SIGHT_NO_FOOTAGE] = N_ ("no recording of it plays"),
        [SKY_SIGHT_COVERED] = N_ ("no die is in sight"),
        [SKY_SIGHT_COUNT] = N_ ("more or fewer dice lie there than were thrown"),
        [SKY_SIGHT_MOVING] = N_ ("the dice never lie still"),
        [SKY_SIGHT_TOO_SMALL] = N_ ("the dice are too small in the picture"),
        [SKY_SIGHT_READERS_DIFFER] = N_ ("the two readers differ, or neither is sure"),
        [SKY_SIGHT_READ] = "",
    },
    {
        [SKY_SIGHT_NO_FOOTAGE] = N_ ("no recording of it plays"),
        [SKY_SIGHT_COVERED] = N_ ("no card is in sight that faces up"),
        [SKY_SIGHT_COUNT] = N_ ("more or fewer cards are seen than were dealt"),
        [SKY_SIGHT_MOVING] = N_ ("the cards never lie still"),
        [SKY_SIGHT_TOO_SMALL] = N_ ("the cards are too small in the picture"),
        [SKY_SIGHT_READERS_DIFFER] = N_ ("a card’s corners differ, or neither is sure"),
        [SKY_SIGHT_READ] = "",
    },
  };

  return words[kind][reason];
}

char *
sky_sight_describe_bound (SkySightKind kind)
{
  gboolean cards = kind == SKY_SIGHT_CARDS;
  guint n = cards ? SKY_SIGHT_N_CARDS_MEASURED : SKY_SIGHT_N_MEASURED;
  guint n_wrong = cards ? SKY_SIGHT_N_CARDS_WRONG : SKY_SIGHT_N_WRONG;
  /* The rule of three: of n that are all right, with 95 % certainty fewer than 3 in n are wrong. */
  g_autofree char *photographs =
      n_wrong == 0
          ? g_strdup_printf (_ ("Measured on %u readings of photographs, none wrong: with 95 %% "
                                "certainty fewer than 1 in %u is."),
                             n, n / 3)
          : g_strdup_printf (_ ("Measured on %u readings of photographs, %u of them wrong."), n,
                             n_wrong);
  g_autofree char *drawn =
      cards ? g_strdup_printf (
          _ ("Of drawn cards %u were read, none wrongly: fewer than 1 in %u is."),
          SKY_SIGHT_N_DRAWN_CARDS, SKY_SIGHT_N_DRAWN_CARDS / 3)
            : g_strdup_printf (_ ("Of drawn throws %u were read, none wrongly: fewer than 1 in %u "
                                  "is."),
                               SKY_SIGHT_N_THROWS, SKY_SIGHT_N_THROWS / 3);

  return g_strdup_printf ("%s %s", photographs, drawn);
}
