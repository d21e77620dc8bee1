/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-account.h"

#include "sky-json-writer.h"
#include "sky-json.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* --- Writing ---------------------------------------------------------------------------------- */

static void
add_values (GString *json, const char *name, const guint *values, guint n)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < n; i++)
    sky_json_add_int (json, NULL, values[i]);
  sky_json_end_array (json);
}

static void
add_boxes (GString *json, const SkySightReading *reading)
{
  sky_json_begin_array (json, "boxes");
  for (guint i = 0; i < reading->n_dice; i++)
    {
      const SkyPictureBox *box = &reading->boxes[i];
      guint numbers[] = { (guint) MAX (box->x, 0), (guint) MAX (box->y, 0), (guint) box->width,
                          (guint) box->height };

      add_values (json, NULL, numbers, G_N_ELEMENTS (numbers));
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
                         const SkySightThrow *thrown,
                         const SkySightReading *reading,
                         SkySightVerdict verdict,
                         SkySightReason why,
                         const char *model,
                         const char *calibration,
                         GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "table", header->table);
  sky_json_add_int (json, "round", thrown->round);
  sky_json_add_int (json, "seq", (gint64) thrown->seq);
  sky_json_add_time (json, "at", thrown->at);
  sky_json_add_string (json, "verdict", sky_sight_verdict_to_name (verdict));
  if (why != SKY_SIGHT_READ)
    sky_json_add_string (json, "reason", sky_sight_reason_to_name (why));
  if (reading->reason == SKY_SIGHT_READ)
    {
      /* With so many places, so that the text is the same on every machine. */
      g_autofree char *probability = g_strdup_printf ("%.6f", reading->probability);

      add_values (json, "values", reading->values, reading->n_dice);
      sky_json_add_raw (json, "probability", probability);
    }
  add_values (json, "recorded", thrown->recorded, thrown->stretch.n_dice);
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

static gboolean
read_dice (const SkyJsonNode *node, guint *values, guint n)
{
  int numbers[SKY_SIGHT_MAX_DICE];

  if (!read_numbers (node, numbers, n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    values[i] = (guint) numbers[i];
  return TRUE;
}

static gboolean
read_boxes (const SkyJsonNode *node, SkySightAccount *self)
{
  const SkyJsonNode *child;

  if (node == NULL || node->kind != SKY_JSON_ARRAY || node->n_children != self->n_dice)
    return FALSE;
  child = sky_json_first (node);
  for (guint i = 0; i < self->n_dice; i++, child = sky_json_next (child))
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
  const SkyJsonNode *recorded = sky_json_member (node, "recorded");
  const SkyJsonNode *values = sky_json_member (node, "values");
  const SkyJsonNode *probability = sky_json_member (node, "probability");
  int verdict = find_name (node, "verdict", verdict_name, SKY_N_SIGHT_VERDICTS);
  int reason = find_name (node, "reason", reason_name, SKY_SIGHT_READ);
  gint64 seq, pictures;

  if (verdict < 0 || recorded == NULL || recorded->kind != SKY_JSON_ARRAY
      || recorded->n_children > SKY_SIGHT_MAX_DICE || !read_int (node, "round", &self->round)
      || !read_int (node, "seq", &seq) || !read_time (node, "at", &self->at))
    return FALSE;
  self->verdict = (SkySightVerdict) verdict;
  self->reason = reason < 0 ? SKY_SIGHT_READ : (SkySightReason) reason;
  self->seq = (guint64) seq;
  self->n_dice = recorded->n_children;
  if (!read_dice (recorded, self->recorded, self->n_dice))
    return FALSE;
  self->is_read = values != NULL;
  if (self->is_read
      && (!read_dice (values, self->values, self->n_dice)
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

char *
sky_sight_dice_text (const guint *values, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "-" : "", values[i]);
  return g_string_free (text, FALSE);
}

const char *
sky_sight_reason_to_words (SkySightReason reason)
{
  switch (reason)
    {
    case SKY_SIGHT_NO_FOOTAGE:
      return N_ ("no recording of it plays");
    case SKY_SIGHT_COVERED:
      return N_ ("no die is in sight");
    case SKY_SIGHT_COUNT:
      return N_ ("more or fewer dice lie there than were thrown");
    case SKY_SIGHT_MOVING:
      return N_ ("the dice never lie still");
    case SKY_SIGHT_TOO_SMALL:
      return N_ ("the dice are too small in the picture");
    case SKY_SIGHT_READERS_DIFFER:
      return N_ ("the two readers differ, or neither is sure");
    case SKY_SIGHT_READ:
      break;
    }
  return "";
}

char *
sky_sight_describe_bound (void)
{
  /* The rule of three: of n that are all right, with 95 % certainty fewer than 3 in n are wrong. */
  g_autofree char *photographs =
      SKY_SIGHT_N_WRONG == 0
          ? g_strdup_printf (_ ("Measured on %u readings of photographs, none wrong: with 95 %% "
                                "certainty fewer than 1 in %u is."),
                             SKY_SIGHT_N_MEASURED, SKY_SIGHT_N_MEASURED / 3)
          : g_strdup_printf (_ ("Measured on %u readings of photographs, %u of them wrong."),
                             SKY_SIGHT_N_MEASURED, SKY_SIGHT_N_WRONG);
  g_autofree char *throws =
      g_strdup_printf (_ ("Of drawn throws %u were read, none wrongly: fewer than 1 in %u is."),
                       SKY_SIGHT_N_THROWS, SKY_SIGHT_N_THROWS / 3);

  return g_strdup_printf ("%s %s", photographs, throws);
}
