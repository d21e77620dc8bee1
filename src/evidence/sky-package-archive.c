/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-package-archive.h"

#include <glib/gstdio.h>

#include <string.h>

#include "sky-evidence-error.h"
#include "sky-json-writer.h"
#include "sky-json.h"

/* --- Cameras ---------------------------------------------------------------------------------- */

/* A clip is a recording on the log's own clock. */
static void
write_clip (const SkyPackage *package, const SkyJsonNode *clip, GString *json)
{
  const SkyJsonNode *span = sky_json_member (clip, "clip");
  g_autofree char *file = sky_json_dup_text (clip, "file");
  g_autofree char *start = span != NULL ? sky_json_dup_text (span, "start") : NULL;
  g_autofree char *end = span != NULL ? sky_json_dup_text (span, "end") : NULL;

  if (file == NULL || start == NULL || end == NULL || sky_package_find (package, file) == NULL)
    return;
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "file", file);
  sky_json_add_string (json, "start", start);
  sky_json_add_string (json, "end", end);
  sky_json_end_object (json);
}

static void
write_camera (const SkyPackage *package,
              const SkyPackageMember *member,
              const char *table,
              GString *json)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  gsize size;
  const char *text = g_bytes_get_data (member->data, &size);
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, text, size, FALSE, &cause);
  const SkyJsonNode *clips = root != NULL ? sky_json_member (root, "clips") : NULL;
  g_autofree char *camera = root != NULL ? sky_json_dup_text (root, "camera") : NULL;
  g_autofree char *kind = root != NULL ? sky_json_dup_text (root, "kind") : NULL;
  g_autofree char *at_table = root != NULL ? sky_json_dup_text (root, "table") : NULL;

  if (camera == NULL || g_strcmp0 (at_table, table) != 0 || clips == NULL
      || clips->kind != SKY_JSON_ARRAY)
    return;
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "camera", camera);
  sky_json_add_string (json, "table", table);
  sky_json_add_string (json, "kind", kind != NULL ? kind : "stationary");
  sky_json_begin_array (json, "covers");
  sky_json_end_array (json);
  sky_json_begin_array (json, "segments");
  const SkyJsonNode *clip = sky_json_first (clips);
  for (guint i = 0; i < clips->n_children; i++, clip = sky_json_next (clip))
    write_clip (package, clip, json);
  sky_json_end_array (json);
  sky_json_end_object (json);
}

gboolean
sky_package_lay_out_cameras (const SkyPackage *package,
                             const char *table,
                             const char *folder,
                             GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *path = g_build_filename (folder, "footage.json", NULL);

  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "cameras");
  for (guint i = 0; i < package->members->len; i++)
    {
      const SkyPackageMember *member = package->members->pdata[i];

      if (g_str_has_prefix (member->name, "footage/") && g_str_has_suffix (member->name, ".json"))
        write_camera (package, member, table, json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  return g_file_set_contents (path, json->str, (gssize) json->len, error);
}

/* The clips are the archive's own files: an archive is opened beneath its folder. */
static void
take_clips (const char *unpacked, gboolean move, const char *folder)
{
  g_autofree char *from = g_build_filename (unpacked, "footage", NULL);
  g_autofree char *to = g_build_filename (folder, "footage", NULL);
  g_autoptr (GDir) clips = g_dir_open (from, 0, NULL);
  const char *name;

  if (clips == NULL || g_mkdir (to, 0700) != 0)
    return;
  while ((name = g_dir_read_name (clips)) != NULL)
    {
      g_autofree char *clip = g_build_filename (from, name, NULL);
      g_autofree char *place = g_build_filename (to, name, NULL);

      g_autoptr (GFile) source = g_file_new_for_path (clip);
      g_autoptr (GFile) target = g_file_new_for_path (place);

      /* Where it cannot be, the camera has a gap there. */
      if (move)
        g_file_move (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL);
      else
        g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL);
    }
}

/* --- Its log ---------------------------------------------------------------------------------- */

gboolean
sky_package_is_log (const char *name)
{
  return g_str_has_prefix (name, "log/")
         && (g_str_has_suffix (name, ".tel.jsonl") || g_str_has_suffix (name, ".tel.jsonl.gz"));
}

/* An extract is no packed log, whatever the whole one was. */
static char *
dup_log_name (const char *member_name)
{
  const char *name = member_name + strlen ("log/");
  gsize length = strlen (name) - (g_str_has_suffix (name, ".gz") ? strlen (".gz") : 0);

  return g_strndup (name, length);
}

/* Writes the member @name, if the package has it. */
static gboolean
write_member (
    const SkyPackage *package, const char *name, const char *folder, const char *as, GError **error)
{
  const SkyPackageMember *member = sky_package_find (package, name);
  g_autofree char *path = g_build_filename (folder, as, NULL);
  gsize size;
  const char *data;

  if (member == NULL)
    return TRUE;
  data = g_bytes_get_data (member->data, &size);
  return g_file_set_contents (path, data, (gssize) size, error);
}

gboolean
sky_package_lay_out (const SkyPackage *package,
                     const SkyPackageMember *log,
                     const char *unpacked,
                     gboolean move,
                     const char *folder,
                     GError **error)
{
  g_autofree char *name = dup_log_name (log->name);
  g_autofree char *staff_name = g_strconcat (log->name, ".staff.json", NULL);
  g_autofree char *sight_name = g_strconcat (log->name, ".sight.json", NULL);

  if (g_mkdir (folder, 0700) != 0)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_READ, "%s cannot be unpacked", log->name);
  take_clips (unpacked, move, folder);
  return write_member (package, log->name, folder, name, error)
         && write_member (package, staff_name, folder, "staff.json", error)
         && write_member (package, sight_name, folder, "sight.json", error);
}
