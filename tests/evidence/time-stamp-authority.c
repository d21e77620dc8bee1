/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "time-stamp-authority.h"

#include <glib-unix.h>
#include <glib/gstdio.h>
#include <openssl/ssl.h>
#include <string.h>

#include "package-fixture.h"

struct _TimeStampAuthority
{
  char *folder;
  char *url;
  SSL_CTX *context; /* NULL: without TLS */
  GSocket *listener;
  GCancellable *cancellable;
  GThread *thread;
};

static const char ts_config[] =
    "[req]\ndistinguished_name=dn\n[dn]\n"
    "[ca]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n"
    "[tls]\nbasicConstraints=critical,CA:TRUE\nsubjectAltName=IP:127.0.0.1\n"
    "[tsa_certificate]\nbasicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n"
    "extendedKeyUsage=critical,timeStamping\n"
    "[tsa]\ndefault_tsa=authority\n"
    "[authority]\nserial=serial\ncrypto_device=builtin\nsigner_cert=tsa.crt\n"
    "signer_key=tsa.key\ncerts=ca.crt\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\n"
    "digests=sha256\naccuracy=secs:1\nordering=no\ntsa_name=yes\ness_cert_id_chain=no\n"
    "ess_cert_id_alg=sha256\n";

#define NEW_KEY "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config ts.cnf "

static void
make_keys (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "ts.cnf", NULL);

  g_assert_true (g_file_set_contents (path, ts_config, -1, NULL));
  g_free (package_run (
      folder, 0,
      "echo 01 > serial; exec 2>&1;"
      "openssl req -x509 " NEW_KEY "-keyout ca.key -out ca.crt -subj '/CN=Test CA' -days 30"
      " -extensions ca"
      " && openssl req -x509 " NEW_KEY "-keyout tls.key -out tls.crt -subj '/CN=Test TLS' -days 30"
      " -extensions tls"
      " && openssl req " NEW_KEY "-keyout tsa.key -out tsa.csr -subj '/CN=Test TSA'"
      " && openssl x509 -req -in tsa.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile"
      " ts.cnf -extensions tsa_certificate -out tsa.crt"));
}

/* Reads the whole of a request. Returns: its body, within @request; NULL when it ended before. */
static const char *
read_request (BIO *bio, GByteArray *request, gsize *length)
{
  const char *body = NULL;

  *length = 0;
  while (body == NULL || request->len < (gsize) (body - (char *) request->data) + *length)
    {
      guint8 block[4096];
      int n = BIO_read (bio, block, sizeof block);
      const char *field;

      if (n <= 0)
        return NULL;
      g_byte_array_append (request, block, (guint) n);
      body = g_strstr_len ((char *) request->data, request->len, "\r\n\r\n");
      field = g_strstr_len ((char *) request->data, request->len, "Content-Length: ");
      if (body != NULL && field != NULL)
        *length = (gsize) g_ascii_strtoull (field + strlen ("Content-Length: "), NULL, 10);
      if (body != NULL)
        body += 4;
    }
  return body;
}

/* Answers as `openssl ts` does. */
static void
answer (TimeStampAuthority *self, BIO *bio)
{
  g_autoptr (GByteArray) request = g_byte_array_new ();
  g_autofree char *query_path = g_build_filename (self->folder, "request.tsq", NULL);
  g_autofree char *reply_path = g_build_filename (self->folder, "reply.tsr", NULL);
  g_autofree char *reply = NULL;
  g_autofree char *head = NULL;
  gsize length, size;
  const char *body = read_request (bio, request, &length);

  if (body == NULL)
    return;
  g_assert_true (g_file_set_contents (query_path, body, (gssize) length, NULL));
  g_free (package_run (self->folder, 0,
                       "openssl ts -reply -config ts.cnf -queryfile request.tsq -out reply.tsr "
                       "2>&1"));
  g_assert_true (g_file_get_contents (reply_path, &reply, &size, NULL));
  head = g_strdup_printf ("HTTP/1.0 200 OK\r\nContent-Type: application/timestamp-reply\r\n"
                          "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n",
                          size);
  BIO_write (bio, head, (int) strlen (head));
  BIO_write (bio, reply, (int) size);
  BIO_flush (bio);
}

static gpointer
serve (gpointer data)
{
  TimeStampAuthority *self = data;

  while (!g_cancellable_is_cancelled (self->cancellable))
    {
      g_autoptr (GSocket) socket = g_socket_accept (self->listener, self->cancellable, NULL);
      BIO *bio;

      if (socket == NULL)
        continue;
      bio = BIO_new_socket (g_socket_get_fd (socket), BIO_NOCLOSE);
      /* A GSocket waits by itself; what is below does not. */
      g_unix_set_fd_nonblocking (g_socket_get_fd (socket), FALSE, NULL);
      if (self->context != NULL)
        bio = BIO_push (BIO_new_ssl (self->context, 0), bio);
      answer (self, bio);
      if (self->context != NULL)
        BIO_ssl_shutdown (bio);
      BIO_free_all (bio);
    }
  return NULL;
}

TimeStampAuthority *
time_stamp_authority_new (const char *folder, gboolean tls)
{
  TimeStampAuthority *self = g_new0 (TimeStampAuthority, 1);
  /* At every address of this machine: not all are in the certificate. */
  g_autoptr (GInetAddress) everywhere = g_inet_address_new_any (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (everywhere, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  self->folder = g_strdup (folder);
  make_keys (folder);
  if (tls)
    {
      g_autofree char *certificate = time_stamp_authority_get_certificate (self);
      g_autofree char *key = g_build_filename (folder, "tls.key", NULL);

      self->context = SSL_CTX_new (TLS_server_method ());
      g_assert_cmpint (SSL_CTX_use_certificate_file (self->context, certificate, SSL_FILETYPE_PEM),
                       ==, 1);
      g_assert_cmpint (SSL_CTX_use_PrivateKey_file (self->context, key, SSL_FILETYPE_PEM), ==, 1);
    }
  self->listener =
      g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
  g_assert_no_error (error);
  g_socket_bind (self->listener, any, TRUE, &error);
  g_assert_no_error (error);
  g_socket_listen (self->listener, &error);
  g_assert_no_error (error);
  bound = g_socket_get_local_address (self->listener, &error);
  g_assert_no_error (error);
  self->url = g_strdup_printf ("%s://127.0.0.1:%u/tsa", tls ? "https" : "http",
                               g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));
  self->cancellable = g_cancellable_new ();
  self->thread = g_thread_new ("authority", serve, self);
  return self;
}

void
time_stamp_authority_free (TimeStampAuthority *self)
{
  g_cancellable_cancel (self->cancellable);
  g_thread_join (self->thread);
  g_object_unref (self->cancellable);
  g_object_unref (self->listener);
  SSL_CTX_free (self->context);
  g_free (self->folder);
  g_free (self->url);
  g_free (self);
}

const char *
time_stamp_authority_get_url (TimeStampAuthority *self)
{
  return self->url;
}

char *
time_stamp_authority_get_certificate (TimeStampAuthority *self)
{
  return g_build_filename (self->folder, "tls.crt", NULL);
}
