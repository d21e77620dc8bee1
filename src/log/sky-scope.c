/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-scope.h"

static const char *const class_names[SKY_N_CLASSES] = {
#define NAME(ID, name) [SKY_CLASS_##ID] = #name,
  SKY_EVENT_CLASSES (NAME)
#undef NAME
};

static const char *const how_names[SKY_N_RECORD_WAYS] = {
  [SKY_RECORD_TABLE] = "table",
  [SKY_RECORD_FOOTAGE] = "footage",
  [SKY_RECORD_IMPORT] = "import",
  [SKY_RECORD_LIVE] = "live",
};

const char *
sky_event_class_to_name (SkyEventClass class)
{
  return class_names[class];
}

const char *
sky_record_how_to_name (SkyRecordHow how)
{
  return how_names[how];
}

gboolean
sky_scope_has_all (const SkyScope *self)
{
  return self->classes == SKY_ALL_CLASSES && !self->some_seats && !self->sampled;
}
