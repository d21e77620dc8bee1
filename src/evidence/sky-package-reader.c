/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-package-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "sky-archive-file.h"
#include "sky-evidence-error.h"
#include "sky-libarchive.h"
#include "sky-package-writer.h"
#include "sky-phrase.h"
#include "sky-shown-text.h"
#include "sky-zip-layout.h"

static const SkyLibarchive *const la = &sky_libarchive;

/* More members than any case has. */
#define MOST_MEMBERS 10000
/* What a member that is looked into may unpack to, and all of them. */
#define MOST_TEXT  (G_GUINT64_CONSTANT (128) << 20)
#define MOST_TEXTS (G_GUINT64_CONSTANT (512) << 20)
/* JSON packs to no less than a hundredth; recordings hardly at all. */
#define MOST_RATIO 200
#define LEAST_ROOM (G_GUINT64_CONSTANT (1) << 20)

typedef struct
{
  SkyPackage *package;
  struct archive *archive;
  const SkyPackageReading *options;
  const char *folder; /* for what is looked at; NULL: nothing is, and all is digested */
  guint64 total;      /* bytes of the package */
  guint64 done;       /* and those that were read */
  const SkyZipLayout *layout;
  guint n_read;  /* members */
  guint64 room;  /* bytes that may still be unpacked */
  guint64 texts; /* bytes that may still be kept */
} Reading;

static void
member_free (gpointer data)
{
  SkyPackageMember *self = data;

  g_free (self->name);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_free (self);
}

void
sky_package_free (SkyPackage *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->members);
  g_ptr_array_unref (self->faults);
  g_free (self);
}

const SkyPackageMember *
sky_package_find (const SkyPackage *self, const char *name)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      const SkyPackageMember *member = self->members->pdata[i];

      if (strcmp (member->name, name) == 0)
        return member;
    }
  return NULL;
}

G_GNUC_PRINTF (3, 4)
static void
add_fault (Reading *self, const char *name, const char *format, ...)
{
  g_autofree char *shown = sky_text_show_start (name, SKY_ZIP_LONGEST_NAME);
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = sky_phrase_va (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->package->faults, sky_phrase ("%s: %s", shown, text));
}

static gboolean
is_tame (const char *name)
{
  g_auto (GStrv) parts = NULL;

  if (*name == '\0' || strlen (name) > SKY_ZIP_LONGEST_NAME)
    return FALSE;
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("._-/", *c) == NULL)
      return FALSE;
  parts = g_strsplit (name, "/", -1);
  if (g_strv_length (parts) > 2)
    return FALSE;
  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] == '\0' || *parts[i] == '.')
      return FALSE;
  return TRUE;
}

/* The members that a package has, and nothing else. */
static gboolean
is_known (const char *name)
{
  static const char *const folders[] = { "log/", "originals/", "footage/", "stills/" };
  static const char *const files[] = { "report.pdf",
                                       SKY_PACKAGE_PAGE,
                                       "findings.jsonl",
                                       "ledger.jsonl",
                                       SKY_PACKAGE_CHECKPOINT,
                                       SKY_PACKAGE_LEDGER_KEY,
                                       SKY_PACKAGE_LEAVES,
                                       SKY_PACKAGE_SUMS,
                                       SKY_PACKAGE_SIGNATURE,
                                       SKY_PACKAGE_STAMP,
                                       SKY_PACKAGE_CHECKPOINT_STAMP };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (name, folders[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (strcmp (name, files[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Whether its bytes are looked into. */
static gboolean
is_text (const char *name)
{
  return !g_str_has_prefix (name, "originals/") && !g_str_has_prefix (name, "stills/")
         && !(g_str_has_prefix (name, "footage/") && !g_str_has_suffix (name, ".json"))
         && strcmp (name, "report.pdf") != 0 && strcmp (name, SKY_PACKAGE_PAGE) != 0;
}

/* Whether its bytes are looked at, and not into. */
static gboolean
is_seen (const char *name)
{
  return !is_text (name) && !g_str_has_prefix (name, "originals/")
         && strcmp (name, SKY_PACKAGE_PAGE) != 0;
}

/* What is wrong with the member before a byte of it is read; NULL: nothing. @size: as the layout
 * has it. */
static const char *
judge (Reading *self, struct archive_entry *entry, const char *name, guint64 size)
{
  if (!is_tame (name))
    return N_ ("no member of a package has such a name");
  if (!is_known (name))
    return N_ ("it is none of the members that a package has");
  if (la->archive_entry_filetype (entry) != AE_IFREG || la->archive_entry_symlink (entry) != NULL
      || la->archive_entry_hardlink (entry) != NULL)
    return N_ ("it is no plain file");
  if (size > self->room || (is_text (name) && size > MIN (MOST_TEXT, self->texts)))
    return N_ ("it claims to be larger than it can be");
  return NULL;
}

/* A file for the member. Its name is tame. Returns: a descriptor, or -1. */
static int
make_file (Reading *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  int file = g_mkdir_with_parents (folder, 0700) == 0
                 ? g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
                 : -1;

  if (file < 0)
    add_fault (self, name, N_ ("it cannot be unpacked: %s"), g_strerror (errno));
  return file;
}

static gboolean
write_all (int file, const char *bytes, gsize size)
{
  while (size > 0)
    {
      gssize n = write (file, bytes, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      bytes += n;
      size -= (gsize) n;
    }
  return TRUE;
}

static void
tell_progress (Reading *self, gsize size)
{
  self->done += size;
  if (self->options->progress != NULL)
    self->options->progress (MIN (self->done, self->total), self->total,
                             self->options->progress_data);
}

/* Digests the member's bytes. Returns: FALSE when nothing more can be read of the package. */
static gboolean
read_member (Reading *self, const char *name, guint64 wanted)
{
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  g_autoptr (GByteArray) kept = is_text (name) ? g_byte_array_new () : NULL;
  g_auto (SkyDescriptor) file = -1;
  SkyPackageMember *member;
  guint64 size = 0;

  if (self->folder != NULL && is_seen (name) && (file = make_file (self, name)) < 0)
    return TRUE;
  while (!g_cancellable_is_cancelled (self->options->cancellable))
    {
      const void *block;
      size_t length;
      la_int64_t offset;
      int code = la->archive_read_data_block (self->archive, &block, &length, &offset);

      if (code == ARCHIVE_EOF)
        {
          if (size != wanted)
            {
              add_fault (self, name, N_ ("it is not as long as it says"));
              return TRUE;
            }
          member = g_new0 (SkyPackageMember, 1);
          member->name = g_strdup (name);
          member->size = size;
          sky_digest_peek (digest, member->sha256);
          if (kept != NULL)
            {
              self->texts -= MIN (self->texts, size);
              /* An empty array has no address, of which nobody wants to think who reads it. */
              member->data = size > 0 ? g_byte_array_free_to_bytes (g_steal_pointer (&kept))
                                      : g_bytes_new_static ("", 0);
            }
          g_ptr_array_add (self->package->members, member);
          return TRUE;
        }
      if (code != ARCHIVE_OK)
        {
          const char *reason = la->archive_error_string (self->archive);

          add_fault (self, name, N_ ("it is damaged (%s)"),
                     reason != NULL ? reason : sky_phrase_words ("unreadable"));
          return code != ARCHIVE_FATAL;
        }
      if (length > self->room || (guint64) offset != size
          || (kept != NULL && (size + length > MOST_TEXT || size + length > self->texts)))
        {
          add_fault (self, name, N_ ("it unpacks to more than a package has"));
          return FALSE;
        }
      self->room -= length;
      size += length;
      sky_digest_update (digest, block, length);
      if (kept != NULL)
        g_byte_array_append (kept, block, (guint) length);
      if (file >= 0 && !write_all (file, block, length))
        {
          add_fault (self, name, N_ ("it cannot be unpacked: %s"), g_strerror (errno));
          return FALSE;
        }
      tell_progress (self, length);
    }
  return FALSE;
}

/* libarchive reads the members where the layout has them: it looks for itself, and must find the
 * very same. */
static void
read_members (Reading *self)
{
  const GPtrArray *members = self->layout->members;
  struct archive_entry *entry;
  gboolean more = TRUE;

  while (more)
    {
      int code = la->archive_read_next_header (self->archive, &entry);
      const SkyZipMember *member;
      const char *wrong;

      if (code == ARCHIVE_EOF && self->n_read == members->len)
        return;
      if (code == ARCHIVE_EOF || (code != ARCHIVE_OK && code != ARCHIVE_WARN)
          || self->n_read == members->len)
        {
          const char *reason = la->archive_error_string (self->archive);

          g_ptr_array_add (self->package->faults,
                           sky_phrase ("the package is damaged: %s",
                                       reason != NULL ? reason : sky_phrase_words ("unreadable")));
          return;
        }
      if (self->n_read >= MOST_MEMBERS)
        {
          g_ptr_array_add (self->package->faults, sky_phrase ("the package has too many members"));
          return;
        }
      member = members->pdata[self->n_read++];
      wrong = judge (self, entry, member->name, member->size);
      if (wrong == NULL
          && (code == ARCHIVE_WARN
              || g_strcmp0 (la->archive_entry_pathname (entry), member->name) != 0
              || !la->archive_entry_size_is_set (entry)
              || (guint64) la->archive_entry_size (entry) != member->size))
        wrong = N_ ("its entry in the ZIP is damaged");
      if (wrong != NULL)
        add_fault (self, member->name, "%s", sky_phrase_words (wrong));
      else if (self->folder == NULL || !g_str_has_prefix (member->name, "originals/"))
        more = read_member (self, member->name, member->size);
    }
  if (!g_cancellable_is_cancelled (self->options->cancellable))
    g_ptr_array_add (self->package->faults,
                     sky_phrase ("the members behind that one were not looked at"));
}

/* Nothing in it is believed as long as two programs could read two packages in it. */
static void
read_laid_out (Reading *self, int descriptor)
{
  for (guint i = 0; i < self->layout->faults->len; i++)
    g_ptr_array_add (self->package->faults, g_strdup (self->layout->faults->pdata[i]));
  self->package->is_sound = self->layout->faults->len == 0;
  if (!self->package->is_sound)
    return;
  self->archive = la->archive_read_new ();
  la->archive_read_support_format_zip_seekable (self->archive);
  if (la->archive_read_open_fd (self->archive, descriptor, 1 << 20) == ARCHIVE_OK)
    read_members (self);
  else
    g_ptr_array_add (self->package->faults, sky_phrase ("it is no ZIP file"));
  la->archive_read_free (self->archive);
}

static SkyPackage *
read_package (const char *path,
              const char *folder,
              const SkyPackageReading *options,
              GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autoptr (SkyPackage) package = g_new0 (SkyPackage, 1);
  g_autoptr (SkyZipLayout) layout = NULL;
  Reading self = { .package = package, .folder = folder, .options = options };
  g_autofree char *cause = NULL;
  int descriptor;
  GStatBuf status;

  /* A package that cannot be looked into is not a bad one. */
  if (!sky_libarchive_load (&cause))
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s",
                   shown, cause);
      return NULL;
    }
  descriptor = g_open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
  package->members = g_ptr_array_new_with_free_func (member_free);
  package->faults = g_ptr_array_new_with_free_func (g_free);
  if (descriptor < 0 || fstat (descriptor, &status) != 0 || !S_ISREG (status.st_mode))
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s",
                   shown, descriptor < 0 ? g_strerror (errno) : "it is no file");
      if (descriptor >= 0)
        close (descriptor);
      return NULL;
    }
  self.total = (guint64) status.st_size;
  /* What is looked at is stored as it is. */
  self.room = folder != NULL ? self.total + MOST_TEXTS : self.total * MOST_RATIO + LEAST_ROOM;
  self.texts = MOST_TEXTS;
  layout = sky_zip_layout_read (descriptor, (guint64) status.st_size);
  self.layout = layout;
  if (layout->is_zip)
    read_laid_out (&self, descriptor);
  close (descriptor);
  if (g_cancellable_set_error_if_cancelled (options->cancellable, error))
    return NULL;
  if (!layout->is_zip || (package->members->len == 0 && package->faults->len == 0))
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOT_PACKAGE,
                   "%s is no evidence package: it is %s", shown,
                   layout->is_zip ? "an empty ZIP" : "no ZIP file");
      return NULL;
    }
  return g_steal_pointer (&package);
}

SkyPackage *
sky_package_read (const char *path, const SkyPackageReading *reading, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (reading != NULL, NULL);
  return read_package (path, NULL, reading, error);
}

SkyPackage *
sky_package_read_into (const char *path,
                       const char *folder,
                       GCancellable *cancellable,
                       GError **error)
{
  const SkyPackageReading reading = { .cancellable = cancellable };

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (folder != NULL, NULL);
  return read_package (path, folder, &reading, error);
}
