/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-key-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <openssl/crypto.h>
#include <unistd.h>

#include "sky-evidence-error.h"

/* A key's file is small; whatever is larger is none. */
#define MOST_BYTES (1 << 20)

void
sky_key_file_wipe (GString *text)
{
  OPENSSL_cleanse (text->str, text->allocated_len);
  g_string_free (text, TRUE);
}

GString *
sky_key_file_read (const char *path, gboolean private_only, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  int descriptor = g_open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
  GString *text = NULL;
  GStatBuf status;
  gssize n = 0;

  if (descriptor < 0 || fstat (descriptor, &status) != 0)
    {
      g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_READ, "%s cannot be read: %s",
                   name, g_strerror (errno));
      if (descriptor >= 0)
        close (descriptor);
      return NULL;
    }
  if (!S_ISREG (status.st_mode) || status.st_size > MOST_BYTES)
    g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_KEY, "%s is no file with a key",
                 name);
  else if (private_only && (status.st_mode & 077) != 0)
    g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_EXPOSED,
                 "%s is not used: others than its owner may read it (chmod 600)", name);
  else
    {
      text = g_string_sized_new ((gsize) status.st_size + 1);
      while (text->len < MOST_BYTES
             && (n = read (descriptor, text->str + text->len, text->allocated_len - text->len - 1))
                    > 0)
        {
          text->len += (gsize) n;
          if (text->len + 1 >= text->allocated_len)
            break;
        }
      text->str[text->len] = '\0';
    }
  close (descriptor);
  return text;
}

gboolean
sky_key_file_sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int descriptor = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  /* Some file systems have nothing to do for a folder, and say EINVAL. */
  gboolean synced = descriptor >= 0 && (fsync (descriptor) == 0 || errno == EINVAL);
  int cause = errno;

  if (descriptor >= 0)
    close (descriptor);
  errno = cause;
  return synced;
}

static gboolean
write_all (int descriptor, const char *data, gsize size)
{
  gsize done = 0;

  while (done < size)
    {
      gssize n = write (descriptor, data + done, size - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      done += (gsize) n;
    }
  return fsync (descriptor) == 0;
}

/* Gives the file without a name one, if nothing has it. */
static gboolean
give_name (int descriptor, const char *path)
{
  char own[64];

  g_snprintf (own, sizeof own, "/proc/self/fd/%d", descriptor);
  return linkat (AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

gboolean
sky_key_file_write (const char *path, const char *data, gsize size, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *folder = g_path_get_dirname (path);
  gboolean named = FALSE, written = FALSE;
  int descriptor = -1;
  int cause;

  if (g_mkdir_with_parents (folder, 0700) == 0)
    {
      descriptor = g_open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
      named = descriptor < 0;
      if (named)
        descriptor = g_open (path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    }
  if (descriptor >= 0)
    written = write_all (descriptor, data, size) && (named || give_name (descriptor, path));
  if (written && sky_key_file_sync_folder (path))
    {
      close (descriptor);
      return TRUE;
    }
  cause = errno;
  if (descriptor >= 0)
    close (descriptor);
  if (written || (named && descriptor >= 0))
    g_unlink (path);
  g_set_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_WRITE, "%s cannot be written: %s",
               name, g_strerror (cause));
  return FALSE;
}
