/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-digest.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_SIZE (1024 * 1024)

struct _SkyDigest
{
  EVP_MD_CTX *running;
  EVP_MD_CTX *copy;
};

void
sky_digest_init (void)
{
  g_assert (OPENSSL_init_crypto (OPENSSL_INIT_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, NULL) == 1);
}

SkyDigest *
sky_digest_new (void)
{
  SkyDigest *self = g_new0 (SkyDigest, 1);

  self->running = EVP_MD_CTX_new ();
  self->copy = EVP_MD_CTX_new ();
  g_assert (self->running != NULL && self->copy != NULL);
  g_assert (EVP_DigestInit_ex (self->running, EVP_sha256 (), NULL) == 1);
  return self;
}

void
sky_digest_free (SkyDigest *self)
{
  if (self == NULL)
    return;
  EVP_MD_CTX_free (self->running);
  EVP_MD_CTX_free (self->copy);
  g_free (self);
}

void
sky_digest_update (SkyDigest *self, const void *data, gsize size)
{
  g_assert (EVP_DigestUpdate (self->running, data, size) == 1);
}

void
sky_digest_peek (SkyDigest *self, char hex[SKY_DIGEST_HEX_SIZE])
{
  guint8 digest[SKY_DIGEST_SIZE];

  g_assert (EVP_MD_CTX_copy_ex (self->copy, self->running) == 1);
  g_assert (EVP_DigestFinal_ex (self->copy, digest, NULL) == 1);
  sky_digest_to_hex (digest, hex);
}

void
sky_digest_bytes (const void *data, gsize size, guint8 digest[SKY_DIGEST_SIZE])
{
  SHA256 (data, size, digest);
}

void
sky_digest_to_hex (const guint8 digest[SKY_DIGEST_SIZE], char hex[SKY_DIGEST_HEX_SIZE])
{
  static const char digits[] = "0123456789abcdef";

  for (int i = 0; i < SKY_DIGEST_SIZE; i++)
    {
      hex[2 * i] = digits[digest[i] >> 4];
      hex[2 * i + 1] = digits[digest[i] & 15];
    }
  hex[2 * SKY_DIGEST_SIZE] = '\0';
}

static void
set_file_error (GError **error, const char *path, int code)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", path,
               g_strerror (code));
}

gboolean
sky_digest_descriptor (int descriptor,
                       const char *name,
                       const gint *cancelled,
                       char hex[SKY_DIGEST_HEX_SIZE],
                       GError **error)
{
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  g_autofree guint8 *block = g_malloc (BLOCK_SIZE);
  goffset at = 0;

  for (;;)
    {
      gssize n = pread (descriptor, block, BLOCK_SIZE, at);
      int code = errno;

      if (n < 0 && code == EINTR)
        continue;
      if (n > 0 && cancelled != NULL && g_atomic_int_get (cancelled))
        {
          n = -1;
          code = EINTR;
        }
      if (n < 0)
        {
          set_file_error (error, name, code);
          return FALSE;
        }
      if (n == 0)
        break;
      at += n;
      sky_digest_update (digest, block, (gsize) n);
    }
  sky_digest_peek (digest, hex);
  return TRUE;
}

gboolean
sky_digest_file (const char *path,
                 const gint *cancelled,
                 char hex[SKY_DIGEST_HEX_SIZE],
                 GError **error)
{
  /* Not blocking: a pipe in a file's place must not hang who asks. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  gboolean done;

  if (fd < 0)
    {
      set_file_error (error, path, errno);
      return FALSE;
    }
  if (fstat (fd, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: not a regular file", path);
      close (fd);
      return FALSE;
    }
  done = sky_digest_descriptor (fd, path, cancelled, hex, error);
  close (fd);
  return done;
}
