/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The people of a simulated property: who works which table, and staff.json. */
#pragma once

#include "sky-sim-game.h"

G_BEGIN_DECLS

/* How many qualified people, and people in training, each table has. */
#define SKY_SIM_N_DEALERS  5
#define SKY_SIM_N_TRAINEES 6

typedef struct
{
  char *dealers[SKY_SIM_N_DEALERS + 1];
  char *trainees[SKY_SIM_N_TRAINEES + 1];
} SkySimStaff;

/* The credentials of table @table (from 0). */
void sky_sim_staff_init (SkySimStaff *self, guint table);
void sky_sim_staff_clear (SkySimStaff *self);

/* The credential of the dealer @number (from 0) of a property's, who moves between tables. Returns:
 * a new string. */
char *sky_sim_staff_name_dealer (guint number) G_GNUC_WARN_UNUSED_RESULT;

/* Gives the table the dealers @first and @second of the property's; nobody else has their
 * credentials. */
void sky_sim_staff_share (SkySimStaff *self, guint table, guint first, guint second);

/* Writes staff.json for @n_tables tables and @n_dealers that move between them to @path: all
 * trained before @first_day, the trainees for too few hours. Returns FALSE with a G_FILE_ERROR. */
gboolean sky_sim_staff_write (const char *path,
                              const SkySimGame *game,
                              guint n_tables,
                              guint n_dealers,
                              SkyDay first_day,
                              GError **error);

G_END_DECLS
