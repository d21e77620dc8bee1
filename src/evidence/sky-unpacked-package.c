/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-unpacked-package.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sky-archive.h"
#include "sky-audit.h"
#include "sky-case-still.h"
#include "sky-evidence-error.h"
#include "sky-json-writer.h"
#include "sky-json.h"
#include "sky-ledger-extract.h"
#include "sky-log-extract.h"
#include "sky-package-reader.h"
#include "sky-recompute.h"
#include "sky-scratch-folder.h"
#include "sky-sight-line.h"
#include "sky-store-audit.h"

struct _SkyUnpackedPackage
{
  SkyScratchFolder *scratch;
  char *package; /* the folder with its clips, stills and report */
  char *store;
  char *report; /* NULL: there is none */
  guint n_left_out;
};

typedef struct
{
  SkyUnpackedPackage *unpacked;
  const SkyPackage *package;
  SkyStore *store;
  GHashTable *findings; /* the lines of findings.jsonl that no log has taken */
  guint n_logs;
} Unpacking;

typedef void (*LineFunc) (Unpacking *self, const char *line, gsize length, gpointer data);

static void
for_each_line (Unpacking *self, const char *member_name, LineFunc func, gpointer data)
{
  const SkyPackageMember *member = sky_package_find (self->package, member_name);
  gsize size = 0;
  const char *line = member != NULL ? g_bytes_get_data (member->data, &size) : NULL;

  while (size > 0)
    {
      const char *end = memchr (line, '\n', size);
      gsize length = end != NULL ? (gsize) (end - line) : size;

      func (self, line, length, data);
      size -= MIN (size, length + 1);
      line += length + 1;
    }
}

/* --- Cameras ---------------------------------------------------------------------------------- */

/* A clip is a recording on the log's own clock. */
static void
write_clip (Unpacking *self, const SkyJsonNode *clip, GString *json)
{
  const SkyJsonNode *span = sky_json_member (clip, "clip");
  g_autofree char *file = sky_json_dup_text (clip, "file");
  g_autofree char *start = span != NULL ? sky_json_dup_text (span, "start") : NULL;
  g_autofree char *end = span != NULL ? sky_json_dup_text (span, "end") : NULL;

  if (file == NULL || start == NULL || end == NULL
      || sky_package_find (self->package, file) == NULL)
    return;
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "file", file);
  sky_json_add_string (json, "start", start);
  sky_json_add_string (json, "end", end);
  sky_json_end_object (json);
}

static void
write_camera (Unpacking *self, const SkyPackageMember *member, const char *table, GString *json)
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
    write_clip (self, clip, json);
  sky_json_end_array (json);
  sky_json_end_object (json);
}

static gboolean
write_footage (Unpacking *self, const char *folder, const char *table, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *path = g_build_filename (folder, "footage.json", NULL);

  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "cameras");
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (g_str_has_prefix (member->name, "footage/") && g_str_has_suffix (member->name, ".json"))
        write_camera (self, member, table, json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  return g_file_set_contents (path, json->str, (gssize) json->len, error);
}

/* The clips are the archive's own files: an archive is opened beneath its folder. */
static void
take_clips (Unpacking *self, const char *folder)
{
  g_autofree char *from = g_build_filename (self->unpacked->package, "footage", NULL);
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
      if (self->n_logs == 1)
        g_file_move (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL);
      else
        g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL);
    }
}

/* --- Findings --------------------------------------------------------------------------------- */

static void
add_finding_line (Unpacking *self, const char *line, gsize length, gpointer data)
{
  g_hash_table_add (self->findings, g_strndup (line, length));
}

static gint64
get_int (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *member = sky_json_member (object, name);

  return member != NULL && member->kind == SKY_JSON_INT ? member->integer : 0;
}

/* Returns: what a line says of a camera at the log's table and day; NULL: it says something else.
 */
static SkyFinding *
read_of_camera (const char *line, const SkyLogHeader *header)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, line, strlen (line), FALSE, &cause);
  g_autofree char *check = root != NULL ? sky_json_dup_text (root, "check") : NULL;
  g_autofree char *property = root != NULL ? sky_json_dup_text (root, "property") : NULL;
  g_autofree char *table = root != NULL ? sky_json_dup_text (root, "table") : NULL;
  g_autofree char *day = root != NULL ? sky_json_dup_text (root, "gaming_day") : NULL;
  g_autofree char *at = root != NULL ? sky_json_dup_text (root, "at") : NULL;
  char logs_day[SKY_DAY_TEXT_SIZE];
  SkyCheck known;
  SkyTime instant;

  if (check == NULL || !sky_check_from_name (check, &known) || sky_recompute_can (check)
      || g_strcmp0 (property, header->property) != 0 || g_strcmp0 (table, header->table) != 0
      || g_strcmp0 (day, sky_day_format (header->gaming_day, logs_day)) != 0 || at == NULL
      || !sky_time_parse (at, strlen (at), &instant))
    return NULL;
  SkyFinding *finding = g_new0 (SkyFinding, 1);
  finding->check = known;
  finding->section = sky_check_section (known, "465a");
  finding->seq = (guint64) get_int (root, "seq");
  finding->at = instant;
  finding->round = get_int (root, "round");
  finding->explanation = sky_json_dup_text (root, "explanation");
  return finding;
}

/* Leaves those findings of the audit that the package has. */
static void
take_findings (Unpacking *self, SkyLogAudit *audit, const SkyLogExtract *extract)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  GHashTableIter each;
  gpointer line;

  for (guint i = audit->findings->len; i > 0; i--)
    {
      SkyFinding *finding = audit->findings->pdata[i - 1];
      g_autoptr (GString) json = g_string_new (NULL);

      if (finding->line > 0)
        sky_log_extract_locate (extract, finding->line, &finding->line, &finding->offset);
      sky_finding_write_json (finding, header, json);
      if (!g_hash_table_remove (self->findings, json->str))
        g_ptr_array_remove_index (audit->findings, i - 1);
    }
  g_hash_table_iter_init (&each, self->findings);
  while (g_hash_table_iter_next (&each, &line, NULL))
    {
      SkyFinding *finding = read_of_camera (line, header);

      if (finding == NULL)
        continue;
      g_ptr_array_add (audit->findings, finding);
      g_hash_table_iter_remove (&each);
    }
  sky_log_audit_sort (audit);
}

/* --- Logs ------------------------------------------------------------------------------------- */

/* An extract is no packed log, whatever the whole one was. */
static char *
dup_log_name (const char *member_name)
{
  const char *name = member_name + strlen ("log/");
  gsize length = strlen (name) - (g_str_has_suffix (name, ".gz") ? strlen (".gz") : 0);

  return g_strndup (name, length);
}

static gboolean
write_member (Unpacking *self, const char *name, const char *folder, const char *as, GError **error)
{
  const SkyPackageMember *member = sky_package_find (self->package, name);
  g_autofree char *path = g_build_filename (folder, as, NULL);
  gsize size;
  const char *data;

  if (member == NULL)
    return TRUE;
  data = g_bytes_get_data (member->data, &size);
  return g_file_set_contents (path, data, (gssize) size, error);
}

static void
take_reading (Unpacking *self, const char *line, gsize length, gpointer data)
{
  SkyTestimony *testimony = sky_sight_line_read (line, length);

  if (testimony != NULL)
    g_ptr_array_add (data, testimony);
}

/* What the pictures showed, as the package says. Its findings are among the case's. */
static void
take_testimony (Unpacking *self, const char *log, SkyLogAudit *audit)
{
  g_autofree char *name = g_strconcat (log, ".sight.jsonl", NULL);

  if (sky_package_find (self->package, name) == NULL)
    return;
  audit->testimony = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);
  for_each_line (self, name, take_reading, audit->testimony);
}

static gboolean
store_log (Unpacking *self,
           const char *member,
           const char *folder,
           const SkyLogExtract *extract,
           GError **error)
{
  g_autoptr (SkyArchive) archive = sky_archive_open (folder, error);
  g_autoptr (SkyLog) log =
      archive != NULL ? sky_log_open_in_archive (folder, archive->logs[0], error) : NULL;
  g_autoptr (SkyLogAudit) audit = NULL;

  if (log == NULL || !write_footage (self, folder, sky_log_get_header (log)->table, error))
    return FALSE;
  audit = sky_audit_log (log, &(SkyAuditOptions){ .staff = archive->staff }, error);
  if (audit == NULL)
    return FALSE;
  take_findings (self, audit, extract);
  take_testimony (self, member, audit);
  return sky_store_write_audit (self->store, archive, NULL, audit, SKY_VERSION, NULL, error);
}

static gboolean
unpack_log (Unpacking *self, const SkyPackageMember *member, guint number, GError **error)
{
  g_autofree char *proof_name = g_strconcat (member->name, ".proof.json", NULL);
  g_autofree char *staff_name = g_strconcat (member->name, ".staff.json", NULL);
  g_autofree char *name = dup_log_name (member->name);
  g_autofree char *place = g_strdup_printf ("%u", number);
  g_autofree char *folder =
      g_build_filename (sky_scratch_folder_get_path (self->unpacked->scratch), place, NULL);
  const SkyPackageMember *proof = sky_package_find (self->package, proof_name);
  g_autoptr (SkyLogExtract) extract = NULL;

  if (proof == NULL)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_RECORD, "%s has no proof", member->name);
  extract = sky_log_extract_read (proof->data, member->data, error);
  if (extract == NULL)
    return FALSE;
  if (g_mkdir (folder, 0700) != 0)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_READ, "%s cannot be unpacked",
                              member->name);
  take_clips (self, folder);
  return write_member (self, member->name, folder, name, error)
         && write_member (self, staff_name, folder, "staff.json", error)
         && store_log (self, member->name, folder, extract, error);
}

static gboolean
is_log (const char *name)
{
  return g_str_has_prefix (name, "log/")
         && (g_str_has_suffix (name, ".tel.jsonl") || g_str_has_suffix (name, ".tel.jsonl.gz"));
}

static gboolean
unpack_logs (Unpacking *self, GError **error)
{
  guint number = 0;

  for (guint i = 0; i < self->package->members->len; i++)
    self->n_logs += is_log (((const SkyPackageMember *) self->package->members->pdata[i])->name);
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (is_log (member->name) && !unpack_log (self, member, ++number, error))
        return FALSE;
    }
  return number > 0
         || sky_evidence_fail (error, SKY_EVIDENCE_ERROR_NOT_PACKAGE, "there is no log in it");
}

/* --- What was said ---------------------------------------------------------------------------- */

static void
add_entry_line (Unpacking *self, const char *line, gsize length, gpointer entries)
{
  SkyLedgerEntry *entry = sky_ledger_entry_read_json (line, length);

  if (entry != NULL)
    g_ptr_array_add (entries, entry);
}

/* Whoever verifies names what is wrong with an entry; what is looked at does without. */
static void
take_ledger (Unpacking *self)
{
  g_autoptr (GPtrArray) entries =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);

  for_each_line (self, "ledger.jsonl", add_entry_line, entries);
  sky_store_take_ledger_extract (self->store, entries, NULL);
}

/* A still is known by its digest. */
static void
take_stills (Unpacking *self)
{
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (!g_str_has_prefix (member->name, "stills/"))
        continue;
      g_autofree char *from = g_build_filename (self->unpacked->package, member->name, NULL);
      g_autofree char *to = sky_store_get_still_path (self->store, member->sha256);
      g_autofree char *folder = g_path_get_dirname (to);

      /* Where it cannot be, the case says that it is missing. */
      if (g_mkdir_with_parents (folder, 0700) == 0)
        g_rename (from, to);
    }
}

/* --- All of it -------------------------------------------------------------------------------- */

static gboolean
unpack_into_store (Unpacking *self, GError **error)
{
  if (!unpack_logs (self, error))
    return FALSE;
  self->unpacked->n_left_out = g_hash_table_size (self->findings);
  take_ledger (self);
  take_stills (self);
  return TRUE;
}

SkyUnpackedPackage *
sky_package_unpack (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (SkyUnpackedPackage) unpacked = NULL;
  g_autoptr (SkyPackage) package = NULL;
  Unpacking self = { 0 };
  gboolean done;

  g_return_val_if_fail (path != NULL, NULL);

  unpacked = g_new0 (SkyUnpackedPackage, 1);
  unpacked->scratch = sky_scratch_folder_new (error);
  if (unpacked->scratch == NULL)
    return NULL;
  const char *folder = sky_scratch_folder_get_path (unpacked->scratch);
  unpacked->package = g_build_filename (folder, "package", NULL);
  unpacked->store = g_build_filename (folder, "package.db", NULL);
  package = sky_package_read_into (path, unpacked->package, cancellable, error);
  if (package == NULL)
    return NULL;
  if (sky_package_find (package, "report.pdf") != NULL)
    unpacked->report = g_build_filename (unpacked->package, "report.pdf", NULL);
  self.unpacked = unpacked;
  self.package = package;
  self.store = sky_store_open (unpacked->store, SKY_STORE_READ_WRITE, error);
  if (self.store == NULL)
    return NULL;
  self.findings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for_each_line (&self, "findings.jsonl", add_finding_line, NULL);
  done = unpack_into_store (&self, error);
  g_hash_table_unref (self.findings);
  sky_store_free (self.store);
  return done ? g_steal_pointer (&unpacked) : NULL;
}

void
sky_unpacked_package_free (SkyUnpackedPackage *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->scratch, sky_scratch_folder_free);
  g_free (self->package);
  g_free (self->store);
  g_free (self->report);
  g_free (self);
}

const char *
sky_unpacked_package_get_store (const SkyUnpackedPackage *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->store;
}

const char *
sky_unpacked_package_get_report (const SkyUnpackedPackage *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->report;
}

guint
sky_unpacked_package_get_n_left_out (const SkyUnpackedPackage *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n_left_out;
}
