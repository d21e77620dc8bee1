/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-bias.h"

#include "sky-roulette-layout.h"
#include "sky-sim-options.h"

#include <string.h>

/* Weights and shares are counted in these. */
#define UNIT 1000000

void
sky_sim_bias_free (SkySimBias *self)
{
  if (self == NULL)
    return;
  g_free (self->law);
  g_free (self);
}

/* "1.2" in units: up to six decimals. */
static gboolean
parse_decimal (const char *text, guint32 *value)
{
  guint64 whole = 0, part = 0;
  guint32 unit = UNIT;

  if (!g_ascii_isdigit (*text))
    return FALSE;
  for (; g_ascii_isdigit (*text) && whole < 1000; text++)
    whole = whole * 10 + (guint64) (*text - '0');
  if (*text == '.')
    for (text++; g_ascii_isdigit (*text) && unit > 1; text++)
      {
        unit /= 10;
        part += (guint64) (*text - '0') * unit;
      }
  *value = (guint32) (whole * UNIT + part);
  return *text == '\0' && whole < 1000;
}

/* "8,19,31*1.2" */
static gboolean
parse_wheel (SkySimBias *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "*", 2);
  g_auto (GStrv) pockets = NULL;
  guint32 factor;

  if (g_strv_length (parts) != 2 || !parse_decimal (parts[1], &factor) || factor == 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (self->weights); i++)
    self->weights[i] = UNIT;
  pockets = g_strsplit (parts[0], ",", -1);
  for (guint i = 0; pockets[i] != NULL; i++)
    {
      gint8 pocket = sky_pocket_from_text ((SkyText){ pockets[i], strlen (pockets[i]) });

      if (pocket < 0)
        return FALSE;
      self->weights[pocket] = factor;
    }
  return TRUE;
}

/* "6=0.18", the other faces alike */
static gboolean
parse_dice (SkySimBias *self, const char *text)
{
  guint32 share;

  if (text[0] < '1' || text[0] > '6' || text[1] != '=' || !parse_decimal (text + 2, &share)
      || share == 0 || share >= UNIT)
    return FALSE;
  for (guint face = 1; face <= 6; face++)
    self->weights[face] = UNIT - share;
  self->weights[text[0] - '0'] = 5 * share;
  return TRUE;
}

gboolean
sky_sim_first_day_parse (const char *text, guint *day)
{
  guint64 value;

  *day = 1;
  if (text == NULL)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &value, NULL))
    return FALSE;
  *day = (guint) value;
  return TRUE;
}

static gboolean
parse (SkySimBias *self, const char *text, SkyGameId game)
{
  g_auto (GStrv) parts = g_strsplit (text, "@", 2);
  gboolean has_dice =
      game == SKY_GAME_CRAPS || game == SKY_GAME_MINI_CRAPS || game == SKY_GAME_SIC_BO;

  if (parts[0] == NULL || !sky_sim_first_day_parse (parts[1], &self->first_day))
    return FALSE;
  self->is_wheel = g_str_has_prefix (parts[0], "wheel:");
  if (self->is_wheel)
    return game == SKY_GAME_ROULETTE && parse_wheel (self, parts[0] + strlen ("wheel:"));
  return has_dice && g_str_has_prefix (parts[0], "dice:")
         && parse_dice (self, parts[0] + strlen ("dice:"));
}

SkySimBias *
sky_sim_bias_parse (const char *text, SkyGameId game, GError **error)
{
  g_autoptr (SkySimBias) self = g_new0 (SkySimBias, 1);

  self->law = g_strdup (text);
  if (!parse (self, text, game))
    {
      g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_OPTIONS,
                   "“%s” is nothing that can be planted at this game: write wheel:8,19*1.2 "
                   "(Roulette) or dice:6=0.18 (craps, Sic Bo), and @30 for the 30th day on",
                   text);
      return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->weights); i++)
    self->greatest = MAX (self->greatest, self->weights[i]);
  return g_steal_pointer (&self);
}

void
sky_sim_bias_write_json (const SkySimBias *self, SkyDay first, GString *json)
{
  char day[SKY_DAY_TEXT_SIZE];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "check",
                       self->is_wheel ? "equipment.wheel-bias" : "equipment.dice-bias");
  sky_json_begin_object (json, "unit");
  if (self->is_wheel)
    sky_json_add_string (json, "wheel", "wheel-1");
  else
    sky_json_add_string (json, "dice", "all");
  sky_json_end_object (json);
  sky_json_add_string (json, "first_day",
                       sky_day_format (first + (SkyDay) self->first_day - 1, day));
  sky_json_add_string (json, "law", self->law);
  sky_json_end_object (json);
}
