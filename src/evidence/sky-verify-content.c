/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "sky-case-still.h"
#include "sky-json.h"
#include "sky-ledger-signatures.h"
#include "sky-log-extract.h"
#include "sky-recompute.h"
#include "sky-verify-private.h"

/* Calls @func for each line of @data, without its LF. */
static void
each_line (GBytes *data,
           void (*func) (const char *line, gsize length, gpointer data),
           gpointer user)
{
  gsize size;
  const char *at = g_bytes_get_data (data, &size);
  const char *end = at + size;

  while (at < end)
    {
      const char *lf = memchr (at, '\n', (gsize) (end - at));
      const char *stop = lf != NULL ? lf : end;

      func (at, (gsize) (stop - at), user);
      at = lf != NULL ? lf + 1 : end;
    }
}

/* --- The ledger ---------------------------------------------------------------------------------
 */

typedef struct
{
  SkyVerification *verification;
  SkySignatureCheck *check;
  guint n_lines;
  guint n_bad;
  gint64 number; /* of the entry before */
  char digest[SKY_DIGEST_HEX_SIZE];
} Ledger;

static void
check_entry (const char *line, gsize length, gpointer data)
{
  Ledger *self = data;
  g_autoptr (SkyLedgerEntry) entry = sky_ledger_entry_read_json (line, length);
  g_autofree char *wrong = NULL;
  char digest[SKY_DIGEST_HEX_SIZE];

  self->n_lines++;
  if (entry == NULL)
    {
      sky_verification_say (self->verification, FALSE,
                            "ledger.jsonl: line %u is no entry of a ledger", self->n_lines);
      self->n_bad++;
      return;
    }
  sky_ledger_entry_digest (entry, digest);
  wrong = sky_signature_check_next (self->check, entry);
  if (strcmp (digest, entry->digest) != 0)
    {
      g_free (wrong);
      wrong = g_strdup ("was changed: its digest is not that of its words.");
    }
  else if (entry->number <= self->number)
    {
      g_free (wrong);
      wrong = g_strdup ("is not in its place.");
    }
  else if (entry->number == self->number + 1 && self->number > 0
           && strcmp (entry->previous, self->digest) != 0)
    {
      g_free (wrong);
      wrong = g_strdup ("does not follow the entry before it.");
    }
  self->number = entry->number;
  g_strlcpy (self->digest, entry->digest, sizeof self->digest);
  if (wrong == NULL)
    return;
  {
    g_autofree char *shown = sky_package_show_name (wrong);

    sky_verification_say (self->verification, FALSE, "ledger.jsonl: entry %" G_GINT64_FORMAT " %s",
                          entry->number, shown);
    self->n_bad++;
  }
}

void
sky_verify_ledger (SkyVerification *self)
{
  const SkyPackageMember *member = sky_package_find (self->package, "ledger.jsonl");
  g_autoptr (SkySignatureCheck) check = sky_signature_check_new ();
  Ledger ledger = { .verification = self, .check = check };

  if (member == NULL)
    return;
  each_line (member->data, check_entry, &ledger);
  if (ledger.n_bad == 0)
    sky_verification_say (self, TRUE,
                          "ledger.jsonl: %u entries have their digests, %" G_GUINT64_FORMAT
                          " of them good signatures",
                          ledger.n_lines, sky_signature_check_get_n_signed (check));
  self->people = g_ptr_array_ref (sky_signature_check_get_people (check));
}

/* --- Logs and findings --------------------------------------------------------------------------
 */

/* The staff that findings of the log follow from too; NULL: none is in the package. */
static SkyStaff *
read_staff (SkyVerification *self, const char *log)
{
  g_autofree char *name = g_strconcat (log, ".staff.json", NULL);
  const SkyPackageMember *member = sky_package_find (self->package, name);
  g_autofree char *path = NULL;
  SkyStaff *staff = NULL;
  int descriptor;

  if (member == NULL)
    return NULL;
  descriptor = g_file_open_tmp ("skyward-staff-XXXXXX", &path, NULL);
  if (descriptor < 0)
    return NULL;
  close (descriptor);
  if (g_file_set_contents (path, g_bytes_get_data (member->data, NULL),
                           (gssize) g_bytes_get_size (member->data), NULL))
    staff = sky_staff_read (path, NULL);
  g_unlink (path);
  return staff;
}

/* Holds the extract against the whole logs that were given. */
static void
compare_whole (SkyVerification *self,
               const char *name,
               const SkyLogExtract *extract,
               GHashTable *used)
{
  const char *const *logs = self->options->logs;
  g_autofree char *last = NULL;

  for (guint i = 0; logs[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) data = sky_log_load (logs[i], self->options->cancellable, &error);

      if (data != NULL && sky_log_extract_compare (extract, data, &error))
        {
          g_hash_table_add (used, (gpointer) logs[i]);
          sky_verification_say (self, TRUE, "%s: its lines stand in %s, byte for byte", name,
                                logs[i]);
          return;
        }
      g_free (last);
      last = g_strdup_printf ("%s: %s", logs[i], error->message);
    }
  if (last != NULL && logs[1] == NULL)
    {
      g_hash_table_add (used, (gpointer) logs[0]);
      sky_verification_say (self, FALSE, "%s: %s", name, last);
    }
}

static void
verify_log (SkyVerification *self,
            const SkyPackageMember *lines,
            GHashTable *found,
            GHashTable *used)
{
  g_autofree char *proof_name = g_strconcat (lines->name, ".proof.json", NULL);
  const SkyPackageMember *proof = sky_package_find (self->package, proof_name);
  g_autoptr (SkyLogExtract) extract = NULL;
  g_autoptr (SkyStaff) staff = NULL;
  g_autoptr (GHashTable) set = NULL;
  g_autoptr (GError) error = NULL;
  GHashTableIter each;
  gpointer finding;
  char root[SKY_DIGEST_HEX_SIZE];

  if (proof == NULL)
    {
      sky_verification_say (self, FALSE, "%s: its proof is missing", lines->name);
      return;
    }
  extract = sky_log_extract_read (proof->data, lines->data, &error);
  if (extract == NULL || !sky_log_extract_verify (extract, &error))
    {
      sky_verification_say (self, FALSE, "%s: %s", extract == NULL ? proof_name : lines->name,
                            error->message);
      return;
    }
  sky_digest_to_hex (extract->root.bytes, root);
  sky_verification_say (
      self, TRUE, "%s: its lines stand in the log of %" G_GUINT64_FORMAT " lines with the root %s",
      lines->name, extract->log_lines, root);
  if (self->options->logs != NULL)
    compare_whole (self, lines->name, extract, used);
  staff = read_staff (self, lines->name);
  set = sky_recompute_findings (extract, staff, &error);
  if (set == NULL)
    {
      sky_verification_say (self, FALSE, "%s: it cannot be audited: %s", lines->name,
                            error->message);
      return;
    }
  g_hash_table_iter_init (&each, set);
  while (g_hash_table_iter_next (&each, &finding, NULL))
    g_hash_table_add (found, g_strdup (finding));
}

typedef struct
{
  SkyVerification *verification;
  GHashTable *found;
  guint n_lines;
  guint n_good;
  guint n_cameras;
  guint n_bad;
} Findings;

static void
check_finding (const char *line, gsize length, gpointer data)
{
  Findings *self = data;
  g_autofree char *text = g_strndup (line, length);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, line, length, FALSE, &cause);
  const SkyJsonNode *check = root != NULL ? sky_json_member (root, "check") : NULL;
  g_autofree char *name =
      check != NULL && check->kind == SKY_JSON_TEXT ? sky_text_dup (check->text) : NULL;

  self->n_lines++;
  if (strlen (text) == length && g_hash_table_contains (self->found, text))
    self->n_good++;
  else if (name != NULL && g_str_has_prefix (name, "coverage.") && !sky_recompute_can (name))
    self->n_cameras++;
  else if (name != NULL && strcmp (name, "footage.hash") == 0)
    self->n_cameras++;
  else
    {
      g_autofree char *shown = sky_package_show_name (name != NULL ? name : "?");

      sky_verification_say (self->verification, FALSE,
                            "findings.jsonl: line %u (%s) does not follow from the log's lines",
                            self->n_lines, shown);
      self->n_bad++;
    }
}

void
sky_verify_logs (SkyVerification *self)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  const SkyPackageMember *findings = sky_package_find (self->package, "findings.jsonl");
  Findings checked = { .verification = self, .found = found };
  guint n_logs = 0;

  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (!g_str_has_prefix (member->name, "log/"))
        continue;
      if (g_str_has_suffix (member->name, ".proof.json")
          || g_str_has_suffix (member->name, ".staff.json"))
        {
          g_autofree char *log = g_strndup (member->name, strlen (member->name) - 11);

          if (sky_package_find (self->package, log) == NULL)
            sky_verification_say (self, FALSE, "%s: the lines that it is about are missing",
                                  member->name);
          continue;
        }
      n_logs++;
      verify_log (self, member, found, used);
    }
  if (n_logs == 0)
    sky_verification_say (self, FALSE, "log: no lines of a log are in the package");
  for (guint i = 0; self->options->logs != NULL && self->options->logs[i] != NULL; i++)
    if (!g_hash_table_contains (used, self->options->logs[i]))
      sky_verification_say (self, FALSE, "%s: no lines of this log are in the package",
                            self->options->logs[i]);
  if (findings == NULL)
    return;
  each_line (findings->data, check_finding, &checked);
  if (checked.n_bad == 0)
    sky_verification_say (
        self, TRUE, "findings.jsonl: %u of %u findings computed anew from the log's lines%s",
        checked.n_good, checked.n_lines,
        checked.n_cameras > 0 ? "; the others are about cameras and recordings" : "");
}

/* --- Recordings ---------------------------------------------------------------------------------
 */

static char *
dup_member (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *member = sky_json_member (object, name);

  return member != NULL && member->kind == SKY_JSON_TEXT ? sky_text_dup (member->text) : NULL;
}

/* Returns: what is wrong with a source, or NULL. */
static char *
check_source (SkyVerification *self, const SkyJsonNode *source, GHashTable *named, guint *n_out)
{
  g_autofree char *original = dup_member (source, "original");
  g_autofree char *sha256 = dup_member (source, "sha256");
  const SkyJsonNode *included = sky_json_member (source, "included");
  const SkyPackageMember *member;

  if (original == NULL || included == NULL || included->kind != SKY_JSON_BOOL)
    return g_strdup ("it does not say which recording it is of");
  member = sky_package_find (self->package, original);
  g_hash_table_add (named, g_strdup (original));
  if (!included->boolean)
    {
      (*n_out)++;
      return member != NULL ? g_strdup_printf ("%s is said to be left out", member->name) : NULL;
    }
  if (member == NULL)
    return g_strdup ("a recording that it names is missing");
  if (g_strcmp0 (member->sha256, sha256) != 0)
    return g_strdup_printf ("%s has another digest than it says", member->name);
  return NULL;
}

static char *
check_camera (SkyVerification *self,
              const SkyPackageMember *member,
              GHashTable *named,
              guint *n_sources,
              guint *n_clips,
              guint *n_out)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  gsize size;
  const char *text = g_bytes_get_data (member->data, &size);
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, text, size, FALSE, &cause);
  const SkyJsonNode *sources = root != NULL ? sky_json_member (root, "sources") : NULL;
  const SkyJsonNode *clips = root != NULL ? sky_json_member (root, "clips") : NULL;
  const SkyJsonNode *node;

  if (sources == NULL || sources->kind != SKY_JSON_ARRAY || clips == NULL
      || clips->kind != SKY_JSON_ARRAY)
    return g_strdup ("it is no description of a camera");
  node = sky_json_first (sources);
  for (guint i = 0; i < sources->n_children; i++, node = sky_json_next (node))
    {
      char *wrong = check_source (self, node, named, n_out);

      (*n_sources)++;
      if (wrong != NULL)
        return wrong;
    }
  node = sky_json_first (clips);
  for (guint i = 0; i < clips->n_children; i++, node = sky_json_next (node))
    {
      g_autofree char *file = dup_member (node, "file");

      (*n_clips)++;
      if (file == NULL || sky_package_find (self->package, file) == NULL)
        return g_strdup ("a clip that it names is missing");
      g_hash_table_add (named, g_steal_pointer (&file));
    }
  return NULL;
}

void
sky_verify_footage (SkyVerification *self)
{
  g_autoptr (GHashTable) named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_cameras = 0, n_sources = 0, n_clips = 0, n_out = 0, n_bad = 0;

  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];
      g_autofree char *wrong = NULL;

      if (!g_str_has_prefix (member->name, "footage/") || !g_str_has_suffix (member->name, ".json"))
        continue;
      n_cameras++;
      wrong = check_camera (self, member, named, &n_sources, &n_clips, &n_out);
      if (wrong == NULL)
        continue;
      sky_verification_say (self, FALSE, "%s: %s", member->name, wrong);
      n_bad++;
    }
  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if ((g_str_has_prefix (member->name, "originals/")
           || (g_str_has_prefix (member->name, "footage/")
               && !g_str_has_suffix (member->name, ".json")))
          && !g_hash_table_contains (named, member->name))
        {
          sky_verification_say (self, FALSE, "%s: no camera's description knows it", member->name);
          n_bad++;
        }
    }
  if (n_bad == 0 && n_cameras > 0)
    sky_verification_say (self, TRUE,
                          "footage: the digests stated hold; recordings: %u, of cameras: %u, left "
                          "out: %u, clips: %u",
                          n_sources, n_cameras, n_out, n_clips);
}

/* --- Stills -------------------------------------------------------------------------------------
 */

static void
keep_entry (const char *line, gsize length, gpointer entries)
{
  SkyLedgerEntry *entry = sky_ledger_entry_read_json (line, length);

  if (entry != NULL)
    g_ptr_array_add (entries, entry);
}

/* The stills that the ledger has in the case when all is said, as indexes of @entries, the last
 * first: what takes back or out stands behind what it is about. */
static GArray *
find_standing (GPtrArray *entries)
{
  GArray *standing = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) taken_back = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GHashTable) taken_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = entries->len; i > 0; i--)
    {
      SkyLedgerEntry *entry = entries->pdata[i - 1];
      g_autoptr (SkyCaseStill) still = NULL;
      g_autofree char *name = NULL;

      if (g_hash_table_contains (taken_back, &entry->number))
        continue;
      if (strcmp (entry->action, "undo") == 0)
        g_hash_table_add (taken_back, &entry->target);
      if (strcmp (entry->action, "case.remove") == 0 && entry->data != NULL)
        g_hash_table_add (taken_out,
                          g_strdup_printf ("%" G_GINT64_FORMAT " %s", entry->target, entry->data));
      if (strcmp (entry->action, "case.still") != 0
          || (still = sky_case_still_read (entry->data)) == NULL)
        continue;
      name =
          g_strdup_printf ("%" G_GINT64_FORMAT " {\"still\":\"%s\"}", entry->target, still->sha256);
      if (!g_hash_table_contains (taken_out, name))
        {
          const guint index = i - 1;
          g_array_append_val (standing, index);
        }
    }
  return standing;
}

/* Each still that the ledger has in the case must be there, with the digest that the ledger, which
 * is signed by whoever took it, has of it: an exporter cannot put another in its place. */
void
sky_verify_stills (SkyVerification *self)
{
  const SkyPackageMember *ledger = sky_package_find (self->package, "ledger.jsonl");
  g_autoptr (GPtrArray) entries =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  g_autoptr (GHashTable) there = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) standing = NULL;
  GHashTableIter each;
  gpointer sha256;
  guint n_others = 0, n_bad = 0;

  for (guint i = 0; i < self->package->members->len; i++)
    {
      SkyPackageMember *member = self->package->members->pdata[i];

      if (g_str_has_prefix (member->name, "stills/"))
        g_hash_table_add (there, member->sha256);
    }
  if (ledger != NULL)
    each_line (ledger->data, keep_entry, entries);
  standing = find_standing (entries);
  for (guint i = standing->len; i > 0; i--)
    {
      const SkyLedgerEntry *entry = entries->pdata[g_array_index (standing, guint, i - 1)];
      g_autoptr (SkyCaseStill) still = sky_case_still_read (entry->data);
      g_autofree char *camera = sky_package_show_name (still->camera);
      char *digest = g_hash_table_lookup (there, still->sha256);

      if (digest != NULL)
        {
          g_hash_table_add (named, digest);
          continue;
        }
      sky_verification_say (self, FALSE,
                            "stills: the one of camera %s that entry %" G_GINT64_FORMAT
                            " of the ledger put into the case is missing, or was changed",
                            camera, entry->number);
      n_bad++;
    }
  g_hash_table_iter_init (&each, there);
  while (g_hash_table_iter_next (&each, &sha256, NULL))
    n_others += !g_hash_table_contains (named, sha256);
  if (n_bad == 0 && standing->len > 0)
    sky_verification_say (self, TRUE,
                          "stills: %u, as the ledger has them in the case, by their digests",
                          standing->len);
  if (n_others > 0)
    sky_verification_say (self, TRUE,
                          "stills: %u more, added when the case was exported; the ledger does not "
                          "name them",
                          n_others);
}
