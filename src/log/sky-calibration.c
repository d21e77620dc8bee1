/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-calibration.h"

#include "sky-json-file-private.h"
#include "sky-json-writer.h"
#include "sky-log.h"

#include <string.h>

/* No camera's picture is larger. */
#define MOST_PIXELS 32768

static void
view_clear (gpointer data)
{
  SkyCameraView *view = data;

  g_free (view->camera);
  g_free (view->ignored);
}

void
sky_calibration_free (SkyCalibration *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_views; i++)
    view_clear (&self->views[i]);
  g_free (self->views);
  g_strfreev (self->problems);
  g_free (self);
}

/* Reads a list of @n whole numbers of pixels. */
static gboolean
read_pixels (const SkyJsonNode *list, guint n, int *pixels)
{
  if (list->kind != SKY_JSON_ARRAY || list->n_children != n)
    return FALSE;
  const SkyJsonNode *child = sky_json_first (list);
  for (guint i = 0; i < n; i++, child = sky_json_next (child))
    {
      if (child->kind != SKY_JSON_INT || child->integer < -MOST_PIXELS
          || child->integer > MOST_PIXELS)
        return FALSE;
      pixels[i] = (int) child->integer;
    }
  return TRUE;
}

static gboolean
read_layout (const SkyJsonNode *list, SkyCameraView *view)
{
  if (list == NULL)
    return TRUE;
  if (list->kind != SKY_JSON_ARRAY || list->n_children != G_N_ELEMENTS (view->layout))
    return FALSE;
  const SkyJsonNode *child = sky_json_first (list);
  for (guint i = 0; i < G_N_ELEMENTS (view->layout); i++, child = sky_json_next (child))
    {
      int pixels[2];

      if (!read_pixels (child, 2, pixels))
        return FALSE;
      view->layout[i] = (SkyPicturePoint){ pixels[0], pixels[1] };
    }
  view->has_layout = TRUE;
  return TRUE;
}

static gboolean
read_ignored (const SkyJsonNode *list, SkyCameraView *view)
{
  if (list == NULL)
    return TRUE;
  if (list->kind != SKY_JSON_ARRAY)
    return FALSE;
  view->ignored = g_new0 (SkyPictureBox, list->n_children);
  const SkyJsonNode *child = sky_json_first (list);
  for (guint i = 0; i < list->n_children; i++, child = sky_json_next (child))
    {
      int pixels[4];

      if (!read_pixels (child, 4, pixels) || pixels[2] <= 0 || pixels[3] <= 0)
        return FALSE;
      view->ignored[view->n_ignored++] =
          (SkyPictureBox){ pixels[0], pixels[1], pixels[2], pixels[3] };
    }
  return TRUE;
}

/* Reads a whole number of pixels, 0 when it is absent. */
static gboolean
read_size (const SkyJsonNode *node, const char *name, int *pixels)
{
  const SkyJsonNode *member = sky_json_member (node, name);

  if (member != NULL
      && (member->kind != SKY_JSON_INT || member->integer < 1 || member->integer > MOST_PIXELS))
    return FALSE;
  *pixels = member != NULL ? (int) member->integer : 0;
  return TRUE;
}

/* Returns: why the camera is not as it must be, or NULL. */
static const char *
read_view (const SkyJsonNode *node, SkyCameraView *view)
{
  SkyText name;

  if (!sky_json_get_text (node, "camera", &name) || name.length == 0)
    return "“camera” is missing or no text";
  view->camera = sky_text_dup (name);
  view->from = G_MININT64;
  if (sky_json_member (node, "from") != NULL && !sky_json_get_time (node, "from", &view->from))
    return "“from” is no RFC 3339 time in UTC";
  if (!read_size (node, "die_px", &view->die_px))
    return "“die_px” is no whole number of pixels";
  if (!read_size (node, "card_px", &view->card_px))
    return "“card_px” is no whole number of pixels";
  if (!read_layout (sky_json_member (node, "layout"), view))
    return "“layout” is no list of four points [x, y]";
  if (!read_ignored (sky_json_member (node, "ignore"), view))
    return "“ignore” is no list of boxes [x, y, width, height]";
  return NULL;
}

static int
compare_views (gconstpointer a, gconstpointer b)
{
  const SkyCameraView *one = a, *other = b;

  return one->from < other->from ? -1 : one->from > other->from;
}

SkyCalibration *
sky_calibration_read (const char *folder, const char *path, GError **error)
{
  g_autoptr (SkyJsonFile) file = sky_json_file_open (folder, path, "cameras", error);
  g_autoptr (GArray) views = g_array_new (FALSE, TRUE, sizeof (SkyCameraView));
  const SkyJsonNode *child;
  SkyCalibration *self;

  if (file == NULL)
    return NULL;

  child = sky_json_first (file->list);
  for (guint i = 0; i < file->list->n_children; i++, child = sky_json_next (child))
    {
      SkyCameraView view = { 0 };
      const char *cause = read_view (child, &view);

      if (cause == NULL)
        {
          g_array_append_val (views, view);
          continue;
        }
      sky_json_file_problem (file, "cameras[%u]: %s", i, cause);
      view_clear (&view);
    }
  g_array_sort (views, compare_views);

  self = g_new0 (SkyCalibration, 1);
  memcpy (self->sha256, file->sha256, sizeof self->sha256);
  self->n_views = views->len;
  self->views = (SkyCameraView *) g_array_free (g_steal_pointer (&views), FALSE);
  self->problems = sky_json_file_steal_problems (file);
  return self;
}

/* --- Writing ---------------------------------------------------------------------------------- */

SkyCalibration *
sky_calibration_new (void)
{
  SkyCalibration *self = g_new0 (SkyCalibration, 1);

  self->problems = g_new0 (char *, 1);
  return self;
}

void
sky_calibration_set (SkyCalibration *self, const SkyCameraView *view)
{
  guint i = 0;

  while (
      i < self->n_views
      && (self->views[i].from != view->from || !g_str_equal (self->views[i].camera, view->camera)))
    i++;
  if (i == self->n_views)
    self->views = g_renew (SkyCameraView, self->views, ++self->n_views);
  else
    view_clear (&self->views[i]);
  self->views[i] = *view;
  self->views[i].camera = g_strdup (view->camera);
  self->views[i].ignored = g_memdup2 (view->ignored, view->n_ignored * sizeof view->ignored[0]);
  qsort (self->views, self->n_views, sizeof self->views[0], compare_views);
}

SkyCalibration *
sky_calibration_copy (const SkyCalibration *self)
{
  SkyCalibration *copy = sky_calibration_new ();

  for (guint i = 0; i < self->n_views; i++)
    sky_calibration_set (copy, &self->views[i]);
  g_strfreev (copy->problems);
  copy->problems = g_strdupv (self->problems);
  memcpy (copy->sha256, self->sha256, sizeof copy->sha256);
  return copy;
}

static void
add_pixels (GString *json, const char *name, const int *pixels, guint n)
{
  sky_json_begin_array (json, name);
  for (guint i = 0; i < n; i++)
    sky_json_add_int (json, NULL, pixels[i]);
  sky_json_end_array (json);
}

static void
add_view (GString *json, const SkyCameraView *view)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "camera", view->camera);
  if (view->from != G_MININT64)
    sky_json_add_time (json, "from", view->from);
  if (view->die_px > 0)
    sky_json_add_int (json, "die_px", view->die_px);
  if (view->card_px > 0)
    sky_json_add_int (json, "card_px", view->card_px);
  if (view->has_layout)
    {
      sky_json_begin_array (json, "layout");
      for (guint i = 0; i < G_N_ELEMENTS (view->layout); i++)
        add_pixels (json, NULL, (int[]){ view->layout[i].x, view->layout[i].y }, 2);
      sky_json_end_array (json);
    }
  if (view->n_ignored > 0)
    {
      sky_json_begin_array (json, "ignore");
      for (guint i = 0; i < view->n_ignored; i++)
        {
          const SkyPictureBox *box = &view->ignored[i];

          add_pixels (json, NULL, (int[]){ box->x, box->y, box->width, box->height }, 4);
        }
      sky_json_end_array (json);
    }
  sky_json_end_object (json);
}

gboolean
sky_calibration_write (const SkyCalibration *self, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "sight.json", NULL);
  g_autoptr (GString) json = g_string_new (NULL);

  if (self->problems[0] != NULL)
    {
      g_set_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_FORMAT,
                   "%s; mend or remove it first, or it would be lost", self->problems[0]);
      return FALSE;
    }
  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "cameras");
  for (guint i = 0; i < self->n_views; i++)
    add_view (json, &self->views[i]);
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_file_set_contents (path, json->str, (gssize) json->len, error);
}

const SkyCameraView *
sky_calibration_find (const SkyCalibration *self, const char *camera, SkyTime at)
{
  const SkyCameraView *found = NULL;

  for (guint i = 0; i < self->n_views && self->views[i].from <= at; i++)
    if (g_str_equal (self->views[i].camera, camera))
      found = &self->views[i];
  return found;
}
