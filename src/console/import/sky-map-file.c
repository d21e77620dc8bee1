/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map-file.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-map-text.h"

struct _SkyMapFile
{
  GObject parent_instance;

  GFile *file; /* NULL: none yet */
  GCancellable *leaving;
  guint n_under_way;
};

G_DEFINE_FINAL_TYPE (SkyMapFile, sky_map_file, G_TYPE_OBJECT)

enum
{
  OPENED,
  SAVED,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

SkyMapFile *
sky_map_file_new (void)
{
  return g_object_new (SKY_TYPE_MAP_FILE, NULL);
}

GFile *
sky_map_file_get_file (SkyMapFile *self)
{
  g_return_val_if_fail (SKY_IS_MAP_FILE (self), NULL);
  return self->file;
}

char *
sky_map_file_dup_name (SkyMapFile *self)
{
  g_return_val_if_fail (SKY_IS_MAP_FILE (self), NULL);
  return self->file != NULL ? g_file_get_basename (self->file) : g_strdup (_ ("New mapping"));
}

char *
sky_map_file_dup_folder (SkyMapFile *self)
{
  g_return_val_if_fail (SKY_IS_MAP_FILE (self), NULL);

  g_autoptr (GFile) parent = self->file != NULL ? g_file_get_parent (self->file) : NULL;
  return parent != NULL ? g_file_get_path (parent) : NULL;
}

gboolean
sky_map_file_is_busy (SkyMapFile *self)
{
  g_return_val_if_fail (SKY_IS_MAP_FILE (self), FALSE);
  return self->n_under_way > 0;
}

void
sky_map_file_leave (SkyMapFile *self)
{
  g_return_if_fail (SKY_IS_MAP_FILE (self));
  g_cancellable_cancel (self->leaving);
}

/* Nobody hears of what ends after they left. */
static void
tell (SkyMapFile *self, guint signal, const char *text)
{
  if (!g_cancellable_is_cancelled (self->leaving))
    g_signal_emit (self, signals[signal], 0, text);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyMapFile) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize size;

  self->n_under_way--;
  if (!g_file_load_contents_finish (G_FILE (source), result, &text, &size, NULL, &error))
    tell (self, FAILED, error->message);
  else if (size > SKY_MAP_MAX_SIZE || !g_utf8_validate_len (text, size, NULL))
    tell (self, FAILED, _ ("A mapping is a UTF-8 text of 1 MB at most"));
  else
    {
      g_set_object (&self->file, G_FILE (source));
      tell (self, OPENED, text);
    }
}

void
sky_map_file_open (SkyMapFile *self, GFile *file)
{
  g_return_if_fail (SKY_IS_MAP_FILE (self));
  g_return_if_fail (G_IS_FILE (file));

  self->n_under_way++;
  g_file_load_contents_async (file, self->leaving, opened_cb, g_object_ref (self));
}

/* --- Writing ---------------------------------------------------------------------------------- */

typedef struct
{
  SkyMapFile *self;
  char *text;
} Writing;

static void
writing_free (Writing *writing)
{
  g_object_unref (writing->self);
  g_free (writing->text);
  g_free (writing);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Writing, writing_free)

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Writing) writing = data;
  SkyMapFile *self = writing->self;
  g_autoptr (GError) error = NULL;

  self->n_under_way--;
  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    {
      tell (self, FAILED, error->message);
      return;
    }
  g_set_object (&self->file, G_FILE (source));
  tell (self, SAVED, writing->text);
}

void
sky_map_file_save (SkyMapFile *self, GFile *file, const char *text)
{
  Writing *writing;

  g_return_if_fail (SKY_IS_MAP_FILE (self));
  g_return_if_fail (G_IS_FILE (file));
  g_return_if_fail (text != NULL);

  writing = g_new0 (Writing, 1);
  writing->self = g_object_ref (self);
  writing->text = g_strdup (text);
  self->n_under_way++;
  g_file_replace_contents_async (file, writing->text, strlen (writing->text), NULL, FALSE,
                                 G_FILE_CREATE_NONE, NULL, saved_cb, writing);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_map_file_finalize (GObject *object)
{
  SkyMapFile *self = SKY_MAP_FILE (object);

  g_clear_object (&self->file);
  g_clear_object (&self->leaving);
  G_OBJECT_CLASS (sky_map_file_parent_class)->finalize (object);
}

static void
sky_map_file_class_init (SkyMapFileClass *klass)
{
  static const char *const names[N_SIGNALS] = { "opened", "saved", "failed" };

  G_OBJECT_CLASS (klass)->finalize = sky_map_file_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sky_map_file_init (SkyMapFile *self)
{
  self->leaving = g_cancellable_new ();
}
