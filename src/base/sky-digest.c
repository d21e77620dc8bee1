/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 straight from libcrypto. Its newer functions (EVP) give the same digests by the same
 * code, and first make a millisecond's worth of tables of every algorithm there is: a fifth of what
 * a command may take to start. So the ones without tables are asked for, which libcrypto counts as
 * old. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "config.h"

#include "sky-digest.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_SIZE (1024 * 1024)

struct _SkyDigest
{
  SHA256_CTX running;
};

void
sky_digest_init (void)
{
  g_assert (OPENSSL_init_crypto (OPENSSL_INIT_LOAD_CONFIG, NULL) == 1);
}

SkyDigest *
sky_digest_new (void)
{
  SkyDigest *self = g_new0 (SkyDigest, 1);

  g_assert (SHA256_Init (&self->running) == 1);
  return self;
}

void
sky_digest_free (SkyDigest *self)
{
  g_free (self);
}

void
sky_digest_update (SkyDigest *self, const void *data, gsize size)
{
  g_assert (SHA256_Update (&self->running, data, size) == 1);
}

void
sky_digest_peek (SkyDigest *self, char hex[SKY_DIGEST_HEX_SIZE])
{
  SHA256_CTX copy = self->running;
  guint8 digest[SKY_DIGEST_SIZE];

  g_assert (SHA256_Final (digest, &copy) == 1);
  sky_digest_to_hex (digest, hex);
}

void
sky_digest_bytes (const void *data, gsize size, guint8 digest[SKY_DIGEST_SIZE])
{
  SHA256_CTX running;

  g_assert (SHA256_Init (&running) == 1 && SHA256_Update (&running, data, size) == 1
            && SHA256_Final (digest, &running) == 1);
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
