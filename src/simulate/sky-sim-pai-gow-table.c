/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the round of Pai Gow, its deal and its bank share. */
#include "config.h"

#include "sky-sim-pai-gow.h"

gboolean
sky_sim_pai_gow_has_wager (SkySimPaiGow *self, gint seat)
{
  return seat >= 1 && seat <= SKY_SIM_PAI_GOW_SEATS
         && sky_sim_cards_sum (&self->cards, SKY_PAI_GOW_WAGER, seat) > 0;
}

void
sky_sim_pai_gow_note (SkySimPaiGow *self, SkyCheck check, guint64 seq)
{
  sky_sim_table_note_planted (sky_sim_pai_gow_play (self)->table, check, seq, NULL);
}

void
sky_sim_pai_gow_add_place (GString *json, const char *name, gint place)
{
  if (place == SKY_SIM_PAI_GOW_DEALER || place == SKY_SIM_PAI_GOW_DEAD)
    sky_json_add_string (json, name, place == SKY_SIM_PAI_GOW_DEALER ? "dealer" : "dead");
  else
    sky_json_add_int (json, name, place);
}

void
sky_sim_pai_gow_add_tiles (GString *json, const char *name, const SkyTile *tiles, guint n)
{
  char text[4];

  sky_json_begin_array (json, name);
  for (guint i = 0; i < n; i++)
    sky_json_add_string (json, NULL, sky_tile_to_text (tiles[i], text));
  sky_json_end_array (json);
}

void
sky_sim_pai_gow_decide (SkySimPaiGow *self, gint seat, const char *choice)
{
  SkySimPlay *play = sky_sim_pai_gow_play (self);
  GString *json = sky_sim_log_begin (play->log, "decision");

  sky_json_add_int (json, "seat", seat);
  sky_json_add_string (json, "choice", choice);
  sky_sim_log_end (play->log);
  sky_sim_wait (play, 60, 150);
}
