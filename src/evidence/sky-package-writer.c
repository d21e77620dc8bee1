/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-package-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sky-archive-file.h"
#include "sky-evidence-error.h"
#include "sky-libarchive.h"

static const SkyLibarchive *const la = &sky_libarchive;

/* What is read of a file at a time, and how many such blocks there are between reading and writing.
 */
#define BLOCK    (1024 * 1024)
#define N_BLOCKS 4

/* So much is written before the disk is told to begin with it. */
#define STRETCH (16 * 1024 * 1024)

struct _SkyPackageWriter
{
  char *path;
  char *temporary; /* removed by free, unless published */
  char *name;      /* for messages */
  int descriptor;
  struct archive *archive;
  off_t set_off; /* the disk was told to begin with what stands before it */
  GString *sums;
  GCancellable *cancellable;
  SkyPackageProgress progress;
  gpointer progress_data;
  time_t made_at;
};

static gboolean
fail (SkyPackageWriter *self, const char *reason, GError **error)
{
  g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE, "%s cannot be written: %s",
               self->name, reason);
  return FALSE;
}

/* libarchive says "Write error" of a full disk; what its code says is to be told. */
static gboolean
fail_archive (SkyPackageWriter *self, GError **error)
{
  int code = la->archive_errno (self->archive);
  const char *reason = la->archive_error_string (self->archive);

  return fail (self, code > 0 || reason == NULL ? g_strerror (code > 0 ? code : errno) : reason,
               error);
}

/* Makes the file that is written until it is published. */
static gboolean
create (SkyPackageWriter *self, SkyScratchFolder *scratch, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (self->path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autofree char *base = g_path_get_basename (full);
  int cause = 0;

  do
    {
      g_autofree char *hidden =
          g_strdup_printf (".%s.%06x", base, (guint) g_random_int_range (0, 1 << 24));
      g_autofree char *temporary = g_build_filename (folder, hidden, NULL);

      if (!sky_scratch_folder_note (scratch, temporary, error))
        return FALSE;
      self->descriptor = g_open (temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      cause = errno;
      if (self->descriptor >= 0)
        self->temporary = g_steal_pointer (&temporary);
    }
  while (self->descriptor < 0 && cause == EEXIST);
  return self->descriptor >= 0 || fail (self, g_strerror (cause), error);
}

SkyPackageWriter *
sky_package_writer_new (const char *path,
                        SkyScratchFolder *scratch,
                        GCancellable *cancellable,
                        SkyPackageProgress progress,
                        gpointer progress_data,
                        GError **error)
{
  g_autoptr (SkyPackageWriter) self = g_new0 (SkyPackageWriter, 1);
  g_autofree char *cause = NULL;

  self->descriptor = -1;
  self->path = g_strdup (path);
  self->name = g_filename_display_name (path);
  self->sums = g_string_new (NULL);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->progress = progress;
  self->progress_data = progress_data;
  self->made_at = (time_t) (g_get_real_time () / G_USEC_PER_SEC);
  if (!sky_libarchive_load (&cause))
    {
      fail (self, cause, error);
      return NULL;
    }
  if (!create (self, scratch, error))
    return NULL;
  self->archive = la->archive_write_new ();
  if (la->archive_write_set_format_zip (self->archive) != ARCHIVE_OK
      || la->archive_write_set_bytes_per_block (self->archive, 0) != ARCHIVE_OK
      || la->archive_write_open_fd (self->archive, self->descriptor) != ARCHIVE_OK)
    {
      fail_archive (self, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
sky_package_writer_free (SkyPackageWriter *self)
{
  if (self == NULL)
    return;
  if (self->archive != NULL)
    la->archive_write_free (self->archive);
  if (self->descriptor >= 0)
    close (self->descriptor);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_clear_object (&self->cancellable);
  g_string_free (self->sums, TRUE);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

static gboolean
begin (SkyPackageWriter *self, const char *name, goffset size, gboolean packed, GError **error)
{
  struct archive_entry *entry = la->archive_entry_new ();
  int code;

  if (packed)
    la->archive_write_zip_set_compression_deflate (self->archive);
  else
    la->archive_write_zip_set_compression_store (self->archive);
  la->archive_entry_set_pathname (entry, name);
  la->archive_entry_set_filetype (entry, AE_IFREG);
  la->archive_entry_set_perm (entry, 0644);
  la->archive_entry_set_size (entry, size);
  la->archive_entry_set_mtime (entry, self->made_at, 0);
  code = la->archive_write_header (self->archive, entry);
  la->archive_entry_free (entry);
  return code == ARCHIVE_OK || fail_archive (self, error);
}

/* Has the disk write while the rest is read and digested, so that the end waits for little. What
 * fails on it is told by fsync() at the end. */
static void
set_off (SkyPackageWriter *self)
{
  off_t written = lseek (self->descriptor, 0, SEEK_CUR);

  if (written - self->set_off < STRETCH)
    return;
  sync_file_range (self->descriptor, self->set_off, written - self->set_off, SYNC_FILE_RANGE_WRITE);
  self->set_off = written;
}

static gboolean
put (SkyPackageWriter *self, const void *data, gsize size, GError **error)
{
  if (la->archive_write_data (self->archive, data, size) != (la_ssize_t) size)
    return fail_archive (self, error);
  set_off (self);
  if (self->progress != NULL)
    self->progress (size, self->progress_data);
  return TRUE;
}

/* Whether the member has its own packing, to which another adds nothing but time. */
static gboolean
is_packed (const char *name)
{
  return g_str_has_suffix (name, ".pdf") || g_str_has_suffix (name, ".png");
}

static gboolean
add_plain (SkyPackageWriter *self, const char *name, const void *data, gsize size, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
      || !begin (self, name, (goffset) size, !is_packed (name), error)
      || !put (self, data, size, error))
    return FALSE;
  return la->archive_write_finish_entry (self->archive) == ARCHIVE_OK || fail_archive (self, error);
}

gboolean
sky_package_writer_add (
    SkyPackageWriter *self, const char *name, const void *data, gsize size, GError **error)
{
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];

  if (!add_plain (self, name, data, size, error))
    return FALSE;
  sky_digest_bytes (data, size, digest);
  sky_digest_to_hex (digest, hex);
  g_string_append_printf (self->sums, "%s  %s\n", hex, name);
  return TRUE;
}

/* --- Files: read and digested in one thread, written in the other ------------------------------
 */

typedef struct
{
  guint8 *bytes;
  gssize size; /* 0: the end, -1: it could not be read */
} Block;

typedef struct
{
  int descriptor;
  SkyDigest *digest;
  GAsyncQueue *empty;
  GAsyncQueue *full;
  gint stopped; /* atomic */
  int cause;    /* errno of a block of size -1 */
} Reading;

static gpointer
read_thread (gpointer data)
{
  Reading *reading = data;
  gssize size = 1;

  while (size > 0)
    {
      Block *block = g_async_queue_pop (reading->empty);

      do
        size = g_atomic_int_get (&reading->stopped)
                   ? 0
                   : read (reading->descriptor, block->bytes, BLOCK);
      while (size < 0 && errno == EINTR);
      reading->cause = errno;
      if (size > 0)
        sky_digest_update (reading->digest, block->bytes, (gsize) size);
      block->size = size;
      g_async_queue_push (reading->full, block);
    }
  return NULL;
}

/* Writes what the thread reads until the end. @n takes how many bytes. */
static gboolean
pour (SkyPackageWriter *self, Reading *reading, const char *source, goffset *n, GError **error)
{
  gboolean good = TRUE;
  gboolean more = TRUE;

  *n = 0;
  while (more)
    {
      Block *block = g_async_queue_pop (reading->full);

      more = block->size > 0;
      if (good && block->size < 0)
        {
          g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s",
                       source, g_strerror (reading->cause));
          good = FALSE;
        }
      if (good && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        good = FALSE;
      if (good && more)
        {
          *n += block->size;
          good = put (self, block->bytes, (gsize) block->size, error);
        }
      if (!good)
        g_atomic_int_set (&reading->stopped, 1);
      g_async_queue_push (reading->empty, block);
    }
  return good;
}

static gboolean
pour_file (SkyPackageWriter *self,
           const char *name,
           const char *source,
           int descriptor,
           goffset size,
           char hex[SKY_DIGEST_HEX_SIZE],
           GError **error)
{
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  Block blocks[N_BLOCKS] = { 0 };
  Reading reading = { .descriptor = descriptor, .digest = digest };
  GThread *thread;
  goffset n = 0;
  gboolean good;

  reading.empty = g_async_queue_new ();
  reading.full = g_async_queue_new ();
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      blocks[i].bytes = g_malloc (BLOCK);
      g_async_queue_push (reading.empty, &blocks[i]);
    }
  thread = g_thread_new ("package", read_thread, &reading);
  good = pour (self, &reading, source, &n, error);
  g_thread_join (thread);
  for (guint i = 0; i < N_BLOCKS; i++)
    g_free (blocks[i].bytes);
  g_async_queue_unref (reading.empty);
  g_async_queue_unref (reading.full);
  sky_digest_peek (digest, hex);
  if (good && n != size)
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ,
                   "%s changed while it was read", source);
      return FALSE;
    }
  return good;
}

gboolean
sky_package_writer_add_descriptor (SkyPackageWriter *self,
                                   const char *name,
                                   int descriptor,
                                   const char *path,
                                   char sha256[SKY_DIGEST_HEX_SIZE],
                                   GError **error)
{
  g_autofree char *source = g_filename_display_name (path);
  char hex[SKY_DIGEST_HEX_SIZE];
  struct stat status;

  if (fstat (descriptor, &status) != 0 || lseek (descriptor, 0, SEEK_SET) != 0)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s", source,
                              g_strerror (errno));
  posix_fadvise (descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  if (!begin (self, name, status.st_size, FALSE, error)
      || !pour_file (self, name, source, descriptor, status.st_size, hex, error))
    return FALSE;
  if (la->archive_write_finish_entry (self->archive) != ARCHIVE_OK)
    return fail_archive (self, error);
  g_string_append_printf (self->sums, "%s  %s\n", hex, name);
  if (sha256 != NULL)
    memcpy (sha256, hex, sizeof hex);
  return TRUE;
}

gboolean
sky_package_writer_add_file (SkyPackageWriter *self,
                             const char *name,
                             const char *path,
                             char sha256[SKY_DIGEST_HEX_SIZE],
                             GError **error)
{
  g_autofree char *source = g_filename_display_name (path);
  g_autoptr (GError) cause = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (NULL, path, &cause);

  if (file < 0)
    return sky_evidence_fail (error, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s", source,
                              cause->message);
  return sky_package_writer_add_descriptor (self, name, file, path, sha256, error);
}

GBytes *
sky_package_writer_get_sums (SkyPackageWriter *self)
{
  return g_bytes_new (self->sums->str, self->sums->len);
}

gboolean
sky_package_writer_close (SkyPackageWriter *self, GBytes *signature, GBytes *stamp, GError **error)
{
  if (!add_plain (self, SKY_PACKAGE_SUMS, self->sums->str, self->sums->len, error)
      || !add_plain (self, SKY_PACKAGE_SIGNATURE, g_bytes_get_data (signature, NULL),
                     g_bytes_get_size (signature), error)
      || (stamp != NULL
          && !add_plain (self, SKY_PACKAGE_STAMP, g_bytes_get_data (stamp, NULL),
                         g_bytes_get_size (stamp), error)))
    return FALSE;
  if (la->archive_write_close (self->archive) != ARCHIVE_OK)
    return fail_archive (self, error);
  return fsync (self->descriptor) == 0 || fail (self, g_strerror (errno), error);
}

gboolean
sky_package_writer_publish (SkyPackageWriter *self, GError **error)
{
  if (renameat2 (AT_FDCWD, self->temporary, AT_FDCWD, self->path, RENAME_NOREPLACE) != 0)
    {
      /* Not every file system knows how to rename without replacing. */
      if (errno != EINVAL || g_file_test (self->path, G_FILE_TEST_EXISTS)
          || g_rename (self->temporary, self->path) != 0)
        return fail (self, errno == EINVAL ? "it is there already" : g_strerror (errno), error);
    }
  g_clear_pointer (&self->temporary, g_free);
  return TRUE;
}
