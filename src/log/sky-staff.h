/* SPDX-License-Identifier: GPL-3.0-or-later */
/* staff.json: credentials and training of the people who work the tables (611a). */
#pragma once

#include "sky-log.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_TRAINING_NONE,
  SKY_TRAINING_BLACKJACK_AND_BANKED,
  SKY_TRAINING_CRAPS_AND_DICE,
  SKY_TRAINING_NONBANKED_POKER,
  SKY_TRAINING_ROULETTE,
  SKY_TRAINING_PAI_GOW_TILES,
  SKY_TRAINING_SIC_BO_AND_BIG_SIX,
  SKY_N_TRAININGS,
} SkyTraining;

typedef struct
{
  SkyTraining type;
  gint64 hours;
  SkyDay completed;
} SkyTrainingRecord;

typedef struct
{
  SkyGameId game;
  SkyDay passed;
} SkyTableTest;

typedef struct
{
  char *credential;
  char *name; /* NULL: not stated */
  SkyTrainingRecord *training;
  guint n_training;
  SkyTableTest *tests;
  guint n_tests;
} SkyStaffMember;

typedef struct
{
  GHashTable *members; /* credential → SkyStaffMember */
  char **problems;     /* NULL-terminated: what was skipped and why */
  char sha256[65];     /* of the file */
} SkyStaff;

/* Reads the file at @path, like sky_footage_read(). */
SkyStaff *
sky_staff_read (const char *folder, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_staff_free (SkyStaff *self);

/* The member with @credential, or NULL. */
const SkyStaffMember *sky_staff_find (const SkyStaff *self, const char *credential);

const char *sky_training_to_name (SkyTraining type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStaff, sky_staff_free)

G_END_DECLS
