/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-staff.h"

#include "sky-game.h"

static const char *const first_names[] = { "Ada",   "Ben",   "Carla",  "Dmitri", "Elena",
                                           "Farid", "Grace", "Hector", "Ines",   "Jun" };
static const char *const last_names[] = { "Alvarez", "Brandt", "Chen",   "Dorsey", "Esposito",
                                          "Fischer", "Gupta",  "Hughes", "Ito" };

void
sky_sim_staff_init (SkySimStaff *self, guint table)
{
  *self = (SkySimStaff){ 0 };
  for (guint i = 0; i < SKY_SIM_N_DEALERS; i++)
    self->dealers[i] = g_strdup_printf ("PA-1%04u%u", table + 1, i);
  for (guint i = 0; i < SKY_SIM_N_TRAINEES; i++)
    self->trainees[i] = g_strdup_printf ("PA-2%04u%u", table + 1, i);
}

char *
sky_sim_staff_name_dealer (guint number)
{
  return g_strdup_printf ("PA-1%05u", 10 + number);
}

static void
replace (char **name, char *with)
{
  g_free (*name);
  *name = with;
}

void
sky_sim_staff_share (SkySimStaff *self, guint table, guint first, guint second)
{
  for (guint i = 0; i < SKY_SIM_N_DEALERS - 2; i++)
    replace (&self->dealers[i], g_strdup_printf ("PA-3%04u%u", table + 1, i));
  replace (&self->dealers[SKY_SIM_N_DEALERS - 2], sky_sim_staff_name_dealer (first));
  replace (&self->dealers[SKY_SIM_N_DEALERS - 1], sky_sim_staff_name_dealer (second));
}

void
sky_sim_staff_clear (SkySimStaff *self)
{
  for (guint i = 0; i < SKY_SIM_N_DEALERS; i++)
    g_free (self->dealers[i]);
  for (guint i = 0; i < SKY_SIM_N_TRAINEES; i++)
    g_free (self->trainees[i]);
}

static void
add_person (GString *json,
            const SkySimGame *game,
            const char *credential,
            guint number,
            SkyDay trained,
            gboolean qualified)
{
  g_autofree char *name =
      g_strdup_printf ("%s %s", first_names[number % G_N_ELEMENTS (first_names)],
                       last_names[number / 3 % G_N_ELEMENTS (last_names)]);
  char day[SKY_DAY_TEXT_SIZE];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "credential", credential);
  sky_json_add_string (json, "name", name);
  sky_json_begin_array (json, "roles");
  sky_json_add_string (json, NULL, "dealer");
  sky_json_end_array (json);
  sky_json_begin_array (json, "training");
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "game_type", sky_training_to_name (sky_game_get (game->id)->training));
  sky_json_add_int (json, "hours", qualified ? 200 : 20);
  sky_json_add_string (json, "completed", sky_day_format (trained, day));
  sky_json_end_object (json);
  sky_json_end_array (json);
  sky_json_begin_array (json, "table_tests");
  if (qualified)
    {
      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "game", sky_game_id_to_name (game->id));
      sky_json_add_string (json, "passed", sky_day_format (trained + 3, day));
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_add_int (json, "live_hours", qualified ? 900 : 0);
  sky_json_end_object (json);
}

gboolean
sky_sim_staff_write (const char *path,
                     const SkySimGame *game,
                     guint n_tables,
                     guint n_dealers,
                     SkyDay first_day,
                     GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  guint number = 0;

  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "staff");
  for (guint table = 0; table < n_tables; table++)
    {
      SkySimStaff staff;

      sky_sim_staff_init (&staff, table);
      if (n_dealers > 0)
        sky_sim_staff_share (&staff, table, 0, 1);
      for (guint i = 0; i < SKY_SIM_N_DEALERS - (n_dealers > 0 ? 2 : 0); i++)
        add_person (json, game, staff.dealers[i], number++, first_day - 400, TRUE);
      for (guint i = 0; i < SKY_SIM_N_TRAINEES; i++)
        add_person (json, game, staff.trainees[i], number++, first_day - 30, FALSE);
      sky_sim_staff_clear (&staff);
    }
  for (guint i = 0; i < n_dealers; i++)
    {
      g_autofree char *credential = sky_sim_staff_name_dealer (i);

      add_person (json, game, credential, number++, first_day - 400, TRUE);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_file_set_contents_full (path, json->str, (gssize) json->len, G_FILE_SET_CONTENTS_NONE,
                                   0666, error);
}
