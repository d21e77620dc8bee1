/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-record.h"

#include <glib/gi18n.h>

/* More of a record is not shown. */
#define MAX_TEXT 4096

struct _SkyImportRecord
{
  GObject parent_instance;

  char *source;
  guint64 number;
  SkyImportFate fate;
  char *text;
  char *rule;
  char *reason;
  char *events;
};

G_DEFINE_FINAL_TYPE (SkyImportRecord, sky_import_record, G_TYPE_OBJECT)

static void
sky_import_record_finalize (GObject *object)
{
  SkyImportRecord *self = SKY_IMPORT_RECORD (object);

  g_free (self->source);
  g_free (self->text);
  g_free (self->rule);
  g_free (self->reason);
  g_free (self->events);
  G_OBJECT_CLASS (sky_import_record_parent_class)->finalize (object);
}

static void
sky_import_record_class_init (SkyImportRecordClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_import_record_finalize;
}

static void
sky_import_record_init (SkyImportRecord *self)
{
}

SkyImportRecord *
sky_import_record_new (const SkyImportTrace *trace, const char *source)
{
  const SkySourceRecord *record = trace->record;
  SkyImportRecord *self = g_object_new (SKY_TYPE_IMPORT_RECORD, NULL);
  g_autoptr (GString) events = g_string_new (NULL);

  self->source = g_strdup (source);
  self->number = record->number;
  self->fate = trace->fate;
  self->text = g_utf8_make_valid (record->text, (gssize) MIN (record->length, MAX_TEXT));
  self->rule = g_strdup (trace->rule);
  self->reason = g_strdup (trace->reason);
  for (guint i = 0; i < trace->events->len; i++)
    g_string_append_printf (events, "%s%s", i > 0 ? "\n" : "",
                            (const char *) trace->events->pdata[i]);
  self->events = g_string_free (g_steal_pointer (&events), FALSE);
  return self;
}

const char *
sky_import_record_get_source (SkyImportRecord *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_RECORD (self), NULL);
  return self->source;
}

guint64
sky_import_record_get_number (SkyImportRecord *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_RECORD (self), 0);
  return self->number;
}

SkyImportFate
sky_import_record_get_fate (SkyImportRecord *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_RECORD (self), SKY_IMPORT_NOTHING);
  return self->fate;
}

const char *
sky_import_record_get_text (SkyImportRecord *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_RECORD (self), NULL);
  return self->text;
}

const char *
sky_import_record_get_rule (SkyImportRecord *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_RECORD (self), NULL);
  return self->rule;
}

const char *
sky_import_record_get_reason (SkyImportRecord *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_RECORD (self), NULL);
  return self->reason;
}

const char *
sky_import_record_get_events (SkyImportRecord *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_RECORD (self), NULL);
  return self->events;
}

const char *
sky_import_fate_to_label (SkyImportFate fate)
{
  switch (fate)
    {
    case SKY_IMPORT_USED:
      return _ ("Used");
    case SKY_IMPORT_NOTHING:
      return _ ("Without effect");
    case SKY_IMPORT_IGNORED:
      return _ ("Ignored");
    case SKY_IMPORT_ASIDE:
      return _ ("Set aside");
    }
  g_return_val_if_reached (NULL);
}

const char *
sky_import_fate_to_icon (SkyImportFate fate)
{
  switch (fate)
    {
    case SKY_IMPORT_USED:
      return "emblem-ok-symbolic";
    case SKY_IMPORT_NOTHING:
      return "media-playback-pause-symbolic";
    case SKY_IMPORT_IGNORED:
      return "list-remove-symbolic";
    case SKY_IMPORT_ASIDE:
      return "dialog-warning-symbolic";
    }
  g_return_val_if_reached (NULL);
}
