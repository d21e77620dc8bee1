/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-staff.h"

#include "sky-json-file-private.h"

#include <string.h>

static const char *const training_names[SKY_N_TRAININGS] = {
  [SKY_TRAINING_BLACKJACK_AND_BANKED] = "blackjack_and_banked",
  [SKY_TRAINING_CRAPS_AND_DICE] = "craps_and_dice",
  [SKY_TRAINING_NONBANKED_POKER] = "nonbanked_poker",
  [SKY_TRAINING_ROULETTE] = "roulette",
  [SKY_TRAINING_PAI_GOW_TILES] = "pai_gow_tiles",
  [SKY_TRAINING_SIC_BO_AND_BIG_SIX] = "sic_bo_and_big_six",
};

static void
member_free (gpointer data)
{
  SkyStaffMember *member = data;

  g_free (member->credential);
  g_free (member->name);
  g_free (member->training);
  g_free (member->tests);
  g_free (member);
}

void
sky_staff_free (SkyStaff *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->members, g_hash_table_unref);
  g_strfreev (self->problems);
  g_free (self);
}

const SkyStaffMember *
sky_staff_find (const SkyStaff *self, const char *credential)
{
  return g_hash_table_lookup (self->members, credential);
}

const char *
sky_training_to_name (SkyTraining type)
{
  return training_names[type];
}

static gboolean
read_training (const SkyJsonNode *node, SkyTrainingRecord *record)
{
  SkyText type;

  if (!sky_json_get_text (node, "game_type", &type)
      || !sky_json_get_int (node, "hours", &record->hours)
      || !sky_json_get_day (node, "completed", &record->completed))
    return FALSE;
  for (guint i = SKY_TRAINING_NONE + 1; i < SKY_N_TRAININGS; i++)
    if (sky_text_is (type, training_names[i]))
      {
        record->type = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_test (const SkyJsonNode *node, SkyTableTest *test)
{
  SkyText game;

  return sky_json_get_text (node, "game", &game) && sky_game_id_from_name (game, &test->game)
         && sky_json_get_day (node, "passed", &test->passed);
}

/* The list @name of the member @number, or NULL when it has none. */
static const SkyJsonNode *
get_list (SkyJsonFile *file, const SkyJsonNode *node, const char *name, guint number)
{
  const SkyJsonNode *list = sky_json_member (node, name);

  if (list == NULL || list->kind == SKY_JSON_ARRAY)
    return list;
  sky_json_file_problem (file, "staff[%u]: “%s” is no list", number, name);
  return NULL;
}

static SkyStaffMember *
read_member (SkyJsonFile *file, const SkyJsonNode *node, guint number)
{
  const SkyJsonNode *training, *tests, *child;
  SkyStaffMember *member;
  SkyText credential, name;

  if (!sky_json_get_text (node, "credential", &credential))
    {
      sky_json_file_problem (file, "staff[%u]: “credential” is missing or no text", number);
      return NULL;
    }

  member = g_new0 (SkyStaffMember, 1);
  member->credential = sky_text_dup (credential);
  if (sky_json_get_text (node, "name", &name))
    member->name = sky_text_dup (name);
  else if (sky_json_member (node, "name") != NULL)
    sky_json_file_problem (file, "staff[%u]: “name” is no text", number);

  training = get_list (file, node, "training", number);
  child = training != NULL ? sky_json_first (training) : NULL;
  member->training = g_new0 (SkyTrainingRecord, training != NULL ? training->n_children : 0);
  for (guint i = 0; child != NULL && i < training->n_children; i++, child = sky_json_next (child))
    if (read_training (child, &member->training[member->n_training]))
      member->n_training++;
    else
      sky_json_file_problem (file, "staff[%u].training[%u]: not as it must be", number, i);

  tests = get_list (file, node, "table_tests", number);
  child = tests != NULL ? sky_json_first (tests) : NULL;
  member->tests = g_new0 (SkyTableTest, tests != NULL ? tests->n_children : 0);
  for (guint i = 0; child != NULL && i < tests->n_children; i++, child = sky_json_next (child))
    if (read_test (child, &member->tests[member->n_tests]))
      member->n_tests++;
    else
      sky_json_file_problem (file, "staff[%u].table_tests[%u]: not as it must be", number, i);
  return member;
}

SkyStaff *
sky_staff_read (const char *folder, const char *path, GError **error)
{
  g_autoptr (SkyJsonFile) file = sky_json_file_open (folder, path, "staff", error);
  const SkyJsonNode *child;
  SkyStaff *self;

  if (file == NULL)
    return NULL;

  self = g_new0 (SkyStaff, 1);
  self->members = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, member_free);
  child = sky_json_first (file->list);
  for (guint i = 0; i < file->list->n_children; i++, child = sky_json_next (child))
    {
      SkyStaffMember *member = read_member (file, child, i);

      if (member != NULL)
        g_hash_table_replace (self->members, member->credential, member);
    }
  self->problems = sky_json_file_steal_problems (file);
  memcpy (self->sha256, file->sha256, sizeof self->sha256);
  return self;
}
