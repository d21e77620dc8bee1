/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-opening.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sky-archive-file.h"
#include "sky-archive.h"
#include "sky-log.h"

/* As many bytes of a file tell what it is. */
#define BEGINNING 64
/* What the proof of an extract's lines is called, behind the extract's name. */
#define PROOF ".proof.json"

typedef enum
{
  KIND_ARCHIVE,
  KIND_LOG,
  KIND_PACKAGE,
  KIND_CHECKPOINT,
  KIND_EXTRACT,
  KIND_STRANGER,
} Kind;

/* By the name alone; a stranger: it says nothing. */
static Kind
find_kind_by_name (const char *path)
{
  static const struct
  {
    const char *suffix;
    Kind kind;
  } suffixes[] = {
    { ".tel.jsonl", KIND_LOG },
    { ".tel.jsonl.gz", KIND_LOG },
    { ".zip", KIND_PACKAGE },
    { ".checkpoint", KIND_CHECKPOINT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (path, suffixes[i].suffix))
      return suffixes[i].kind;
  return KIND_STRANGER;
}

/* By what the file begins with. */
static Kind
find_kind_by_content (const char *path)
{
  /* A ZIP's first member has its name behind thirty bytes. */
  static const struct
  {
    gsize offset;
    const char *text;
    Kind kind;
  } beginnings[] = {
    { 0, "{\"log\":", KIND_LOG },
    { 0, "skyward-ledger/", KIND_CHECKPOINT },
    { 30, "report.pdf", KIND_PACKAGE },
  };
  char bytes[BEGINNING];
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gssize n = file >= 0 ? read (file, bytes, sizeof bytes) : -1;

  if (file >= 0)
    close (file);
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      gsize length = strlen (beginnings[i].text);

      if (n >= (gssize) (beginnings[i].offset + length)
          && memcmp (bytes + beginnings[i].offset, beginnings[i].text, length) == 0)
        return beginnings[i].kind;
    }
  return KIND_STRANGER;
}

/* Beside a log of an evidence package lies the proof of its lines. */
static gboolean
has_proofs (const char *folder)
{
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    if (g_str_has_suffix (name, PROOF))
      return TRUE;
  return FALSE;
}

/* Whether the folder, or the log, was unpacked from an evidence package: it lacks rounds, and an
 * audit would find that they are missing. */
static gboolean
is_extract (const char *path, gboolean is_folder)
{
  g_autofree char *logs = g_build_filename (path, "log", NULL);
  g_autofree char *proof = g_strconcat (path, PROOF, NULL);

  return is_folder ? has_proofs (path) || has_proofs (logs)
                   : g_file_test (proof, G_FILE_TEST_EXISTS);
}

static Kind
find_kind (const char *path)
{
  struct stat info;
  Kind kind = find_kind_by_name (path);

  if (stat (path, &info) != 0)
    return kind == KIND_STRANGER ? KIND_ARCHIVE : kind;
  if (S_ISDIR (info.st_mode))
    return is_extract (path, TRUE) ? KIND_EXTRACT : KIND_ARCHIVE;
  if (!S_ISREG (info.st_mode))
    return KIND_STRANGER;
  if (kind == KIND_STRANGER)
    kind = find_kind_by_content (path);
  return kind == KIND_LOG && is_extract (path, FALSE) ? KIND_EXTRACT : kind;
}

static void
add_once (GPtrArray *paths, const char *path)
{
  if (!g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
    g_ptr_array_add (paths, g_strdup (path));
}

/* The archive that has the log. What was recorded by eye lies in a folder of it. */
static char *
find_archive (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *footage = g_build_filename (above, "footage.json", NULL);
  const gboolean recorded =
      g_str_equal (name, SKY_ARCHIVE_RECORDED) && g_file_test (footage, G_FILE_TEST_EXISTS);

  return g_strdup (recorded ? above : folder);
}

static void
add_log (SkyOpening *self, const char *path)
{
  g_autofree char *folder = find_archive (path);
  g_autoptr (GError) error = NULL;

  add_once (self->archives, folder);
  if (self->spot != NULL || self->problem != NULL)
    return;
  SkyLog *log = sky_log_open_in_archive (folder, path, &error);
  if (log == NULL)
    {
      self->problem = g_strdup (error->message);
      return;
    }
  const SkyLogHeader *header = sky_log_get_header (log);
  self->spot = g_new0 (SkySpot, 1);
  self->spot->property = g_strdup (header->property);
  self->spot->table = g_strdup (header->table);
  self->spot->game = g_strdup (sky_game_id_to_name (header->game));
  self->spot->gaming_day = header->gaming_day;
  self->spot->at = SKY_TIME_NONE;
  self->spot->name = sky_archive_file_name (folder, path);
  sky_log_unref (log);
}

SkyOpening *
sky_opening_new (const char *const *paths)
{
  g_return_val_if_fail (paths != NULL, NULL);

  SkyOpening *self = g_new0 (SkyOpening, 1);
  self->archives = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  self->packages = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  self->checkpoints = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  self->extracts = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  self->strangers = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  for (guint i = 0; paths[i] != NULL; i++)
    switch (find_kind (paths[i]))
      {
      case KIND_ARCHIVE:
        add_once (self->archives, paths[i]);
        break;
      case KIND_LOG:
        add_log (self, paths[i]);
        break;
      case KIND_PACKAGE:
        add_once (self->packages, paths[i]);
        break;
      case KIND_CHECKPOINT:
        add_once (self->checkpoints, paths[i]);
        break;
      case KIND_EXTRACT:
        add_once (self->extracts, paths[i]);
        break;
      case KIND_STRANGER:
      default:
        add_once (self->strangers, paths[i]);
      }
  return self;
}

void
sky_opening_free (SkyOpening *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->archives);
  g_ptr_array_unref (self->packages);
  g_ptr_array_unref (self->checkpoints);
  g_ptr_array_unref (self->extracts);
  g_ptr_array_unref (self->strangers);
  sky_spot_free (self->spot);
  g_free (self->problem);
  g_free (self);
}
