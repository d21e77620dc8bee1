/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-unpacked-package.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sky-archive.h"
#include "sky-audit.h"
#include "sky-case-still.h"
#include "sky-evidence-error.h"
#include "sky-json.h"
#include "sky-ledger-extract.h"
#include "sky-log-extract.h"
#include "sky-package-archive.h"
#include "sky-recompute.h"
#include "sky-scratch-folder.h"
#include "sky-sight-account.h"
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

static void
take_reading (Unpacking *self, const char *line, gsize length, gpointer data)
{
  g_autofree char *text = g_strndup (line, length);
  g_autoptr (SkySightAccount) account = sky_sight_account_parse (text);

  if (account != NULL)
    g_ptr_array_add (data,
                     sky_testimony_new (account->seq, account->round, account->verdict, text));
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

  if (log == NULL
      || !sky_package_lay_out_cameras (self->package, sky_log_get_header (log)->table, folder,
                                       error))
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
  return sky_package_lay_out (self->package, member, self->unpacked->package, self->n_logs == 1,
                              folder, error)
         && store_log (self, member->name, folder, extract, error);
}

static gboolean
unpack_logs (Unpacking *self, GError **error)
{
  guint number = 0;

  for (guint i = 0; i < self->package->members->len; i++)
    self->n_logs +=
        sky_package_is_log (((const SkyPackageMember *) self->package->members->pdata[i])->name);
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (sky_package_is_log (member->name) && !unpack_log (self, member, ++number, error))
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
