/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sky-case-still.h"
#include "sky-json.h"
#include "sky-log-extract.h"
#include "sky-recompute.h"
#include "sky-verify-private.h"
#include "sky-watched.h"

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
  const void *bytes;
  gsize size;

  if (member == NULL)
    return NULL;
  /* A file that is in memory alone: nothing of a package is written anywhere. */
  descriptor = memfd_create ("staff", MFD_CLOEXEC);
  if (descriptor < 0)
    return NULL;
  bytes = g_bytes_get_data (member->data, &size);
  path = g_strdup_printf ("/proc/self/fd/%d", descriptor);
  if (write (descriptor, bytes, size) == (gssize) size)
    staff = sky_staff_read (NULL, path, NULL);
  close (descriptor);
  return staff;
}

/* Holds the extract against the whole logs that were given. Returns: whether one is its own. */
static gboolean
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
      g_autoptr (GBytes) data = sky_log_load (NULL, logs[i], self->options->cancellable, &error);

      if (data != NULL && sky_log_extract_compare (extract, data, &error))
        {
          g_hash_table_add (used, (gpointer) logs[i]);
          sky_verification_say (self, SKY_VERIFY_HOLDS, "%s: its lines stand in %s, byte for byte",
                                name, logs[i]);
          return TRUE;
        }
      g_free (last);
      last = sky_phrase ("%s: %s", logs[i], error->message);
    }
  if (last != NULL && logs[1] == NULL)
    {
      g_hash_table_add (used, (gpointer) logs[0]);
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: %s", name, last);
    }
  return FALSE;
}

/* What the log says that it leaves out; its header is among its lines. What they alone say of
 * stretches and corrections is of them, not of the whole log. */
static void
say_scope (SkyVerification *self, const char *name, const SkyLogExtract *extract)
{
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (extract->lines, extract->log, NULL);
  g_autofree char *scope =
      log != NULL ? sky_watched_describe_scope (sky_log_get_header (log)) : NULL;
  g_autoptr (SkyWatched) watched = log != NULL ? sky_watched_read (log) : NULL;

  if (scope != NULL)
    sky_verification_say (self, SKY_VERIFY_SAID, "%s: %s", name, scope);
  if (watched != NULL && (watched->unobserved->len > 0 || watched->n_corrections > 0))
    {
      g_autofree char *counts = sky_watched_describe (watched);

      sky_verification_say (self, SKY_VERIFY_SAID, "%s: in these lines: %s", name, counts);
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
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: its proof is missing", lines->name);
      return;
    }
  extract = sky_log_extract_read (proof->data, lines->data, &error);
  if (extract == NULL || !sky_log_extract_verify (extract, &error))
    {
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: %s",
                            extract == NULL ? proof_name : lines->name, error->message);
      return;
    }
  sky_digest_to_hex (extract->root.bytes, root);
  sky_verification_say (self, SKY_VERIFY_HOLDS,
                        "%s: its lines stand in the log of %" PRIu64 " lines with the root %s",
                        lines->name, extract->log_lines, root);
  if (self->options->logs == NULL || !compare_whole (self, lines->name, extract, used))
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "%s: that this is the table's log, of %" PRIu64 " lines and %" PRIu64
                          " bytes with the SHA-256 %s, and where in it "
                          "the lines stand, is the signer's word alone",
                          lines->name, extract->log_lines, extract->log_size, extract->log_sha256);
  staff = read_staff (self, lines->name);
  if (staff != NULL)
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "%s.staff.json: who was on duty is the signer's word alone", lines->name);
  say_scope (self, lines->name, extract);
  set = sky_recompute_findings (extract, staff, &error);
  if (set == NULL)
    {
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: it cannot be audited: %s", lines->name,
                            error->message);
      return;
    }
  g_hash_table_iter_init (&each, set);
  while (g_hash_table_iter_next (&each, &finding, NULL))
    g_hash_table_add (found, g_strdup (finding));
}

void
sky_verify_logs (SkyVerification *self)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  const SkyPackageMember *findings = sky_package_find (self->package, "findings.jsonl");
  guint n_logs = 0;

  for (guint i = 0; i < self->package->members->len; i++)
    {
      const SkyPackageMember *member = self->package->members->pdata[i];

      if (!g_str_has_prefix (member->name, "log/"))
        continue;
      if (g_str_has_suffix (member->name, ".proof.json")
          || g_str_has_suffix (member->name, ".staff.json")
          || g_str_has_suffix (member->name, ".sight.json"))
        {
          g_autofree char *log = g_strndup (member->name, strlen (member->name) - 11);

          if (sky_package_find (self->package, log) == NULL)
            sky_verification_say (self, SKY_VERIFY_FAILS,
                                  "%s: the lines that it is about are missing", member->name);
          continue;
        }
      /* sky-verify-sight.c has these. */
      if (g_str_has_suffix (member->name, ".sight.jsonl"))
        continue;
      n_logs++;
      verify_log (self, member, found, used);
    }
  if (n_logs == 0)
    sky_verification_say (self, SKY_VERIFY_FAILS, "log: no lines of a log are in the package");
  for (guint i = 0; self->options->logs != NULL && self->options->logs[i] != NULL; i++)
    if (!g_hash_table_contains (used, self->options->logs[i]))
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: no lines of this log are in the package",
                            self->options->logs[i]);
  if (findings != NULL)
    sky_verify_findings (self, findings->data, found);
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
    return sky_phrase ("it does not say which recording it is of");
  member = sky_package_find (self->package, original);
  g_hash_table_add (named, g_strdup (original));
  if (!included->boolean)
    {
      (*n_out)++;
      return member != NULL ? sky_phrase ("it leaves out %s, which is there", member->name) : NULL;
    }
  if (member == NULL)
    return sky_phrase ("a recording that it names is missing");
  if (g_strcmp0 (member->sha256, sha256) != 0)
    return sky_phrase ("%s has another digest than it says", member->name);
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
    return sky_phrase ("it is no description of a camera");
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
        return sky_phrase ("a clip that it names is missing");
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
      sky_verification_say (self, SKY_VERIFY_FAILS, "%s: %s", member->name, wrong);
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
          sky_verification_say (self, SKY_VERIFY_FAILS, "%s: no camera's description knows it",
                                member->name);
          n_bad++;
        }
    }
  if (n_bad == 0 && n_cameras > 0)
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "footage: the digests stated hold; recordings: %u, of cameras: %u, left "
                          "out: %u, clips: %u",
                          n_sources, n_cameras, n_out, n_clips);
  if (n_cameras > 0)
    sky_verification_say (
        self, SKY_VERIFY_SAID,
        "footage: which camera made a recording, how its clock went, what was "
        "recorded when, and which recording a clip was cut from, are the signer's "
        "word alone");
}

/* --- Stills -------------------------------------------------------------------------------------
 */

/* The stills that the ledger has in the case when all is said, as indexes of the entries, the last
 * first: what takes out stands behind what it is about. */
static GArray *
find_standing (SkyVerification *self)
{
  GArray *standing = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) taken_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = self->entries->len; i > 0; i--)
    {
      SkyLedgerEntry *entry = self->entries->pdata[i - 1];
      g_autoptr (SkyCaseStill) still = NULL;
      g_autofree char *name = NULL;

      if (g_hash_table_contains (self->taken_back, &entry->number))
        continue;
      if (strcmp (entry->action, "case.remove") == 0 && entry->data != NULL)
        g_hash_table_add (taken_out,
                          g_strdup_printf ("%" PRId64 " %s", entry->target, entry->data));
      if (strcmp (entry->action, "case.still") != 0 || entry->target != self->case_id
          || (still = sky_case_still_read (entry->data)) == NULL)
        continue;
      name = g_strdup_printf ("%" PRId64 " {\"still\":\"%s\"}", entry->target, still->sha256);
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
  standing = find_standing (self);
  for (guint i = standing->len; i > 0; i--)
    {
      const SkyLedgerEntry *entry = self->entries->pdata[g_array_index (standing, guint, i - 1)];
      g_autoptr (SkyCaseStill) still = sky_case_still_read (entry->data);
      char *digest = g_hash_table_lookup (there, still->sha256);

      if (digest != NULL)
        {
          g_hash_table_add (named, digest);
          continue;
        }
      sky_verification_say (self, SKY_VERIFY_FAILS,
                            "stills: the one of camera %s that entry %" PRId64
                            " of the ledger put into the case is missing, or was changed",
                            still->camera, entry->number);
      n_bad++;
    }
  g_hash_table_iter_init (&each, there);
  while (g_hash_table_iter_next (&each, &sha256, NULL))
    n_others += !g_hash_table_contains (named, sha256);
  if (n_bad == 0 && standing->len > 0)
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "stills: %u, as the ledger has them in the case, by their digests",
                          standing->len);
  if (n_others > 0)
    sky_verification_say (self, SKY_VERIFY_SAID,
                          "stills: %u more, added when the case was exported; the ledger does not "
                          "name them, they are the signer's word alone",
                          n_others);
}
