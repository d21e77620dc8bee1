/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-time-stamp.h"

#include <openssl/err.h>
#include <openssl/http.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/ts.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "sky-digest.h"
#include "sky-evidence-error.h"
#include "sky-openssl-private.h"

/* Seconds that an authority may take. */
#define PATIENCE 30
/* No stamp is larger. */
#define MOST_BYTES 100000

/* The request for @data's digest, with its certificate asked for and a nonce. */
static TS_REQ *
make_request (GBytes *data)
{
  TS_REQ *request = TS_REQ_new ();
  TS_MSG_IMPRINT *imprint = TS_MSG_IMPRINT_new ();
  X509_ALGOR *algorithm = X509_ALGOR_new ();
  ASN1_INTEGER *nonce = ASN1_INTEGER_new ();
  guint8 digest[SKY_DIGEST_SIZE];
  guint64 number = 0;
  gsize size;
  const void *bytes = g_bytes_get_data (data, &size);
  gboolean good;

  sky_digest_bytes (bytes, size, digest);
  good = RAND_bytes ((unsigned char *) &number, sizeof number) == 1
         && ASN1_INTEGER_set_uint64 (nonce, number) == 1
         && X509_ALGOR_set0 (algorithm, OBJ_nid2obj (NID_sha256), V_ASN1_NULL, NULL) == 1
         && TS_MSG_IMPRINT_set_algo (imprint, algorithm) == 1
         && TS_MSG_IMPRINT_set_msg (imprint, digest, sizeof digest) == 1
         && TS_REQ_set_version (request, 1) == 1 && TS_REQ_set_msg_imprint (request, imprint) == 1
         && TS_REQ_set_nonce (request, nonce) == 1 && TS_REQ_set_cert_req (request, 1) == 1;
  TS_MSG_IMPRINT_free (imprint);
  X509_ALGOR_free (algorithm);
  ASN1_INTEGER_free (nonce);
  if (!good)
    g_clear_pointer (&request, TS_REQ_free);
  return request;
}

/* The certificates in the stamp are trusted here: who the authority is, is said, not judged. */
static X509_STORE *
trust_own (TS_RESP *response)
{
  X509_STORE *store = X509_STORE_new ();
  PKCS7 *token = TS_RESP_get_token (response);
  STACK_OF (X509) *certificates = PKCS7_type_is_signed (token) ? token->d.sign->cert : NULL;

  for (int i = 0; i < sk_X509_num (certificates); i++)
    X509_STORE_add_cert (store, sk_X509_value (certificates, i));
  X509_STORE_set_flags (store, X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME);
  return store;
}

static gboolean
check (TS_RESP *response, TS_REQ *request, GBytes *data)
{
  TS_VERIFY_CTX *context =
      request != NULL ? TS_REQ_to_TS_VERIFY_CTX (request, NULL) : TS_VERIFY_CTX_new ();
  gsize size;
  const void *bytes = g_bytes_get_data (data, &size);
  gboolean good;

  if (context == NULL)
    return FALSE;
  if (request == NULL)
    {
      TS_VERIFY_CTX_set_flags (context, TS_VFY_VERSION | TS_VFY_DATA | TS_VFY_SIGNATURE);
      TS_VERIFY_CTX_set_data (context, BIO_new_mem_buf (bytes, (int) size));
    }
  else
    TS_VERIFY_CTX_add_flags (context, TS_VFY_SIGNATURE);
  TS_VERIFY_CTX_set_store (context, trust_own (response));
  good = TS_RESP_verify_response (context, response) == 1;
  TS_VERIFY_CTX_free (context);
  return good;
}

/* --- The authority ------------------------------------------------------------------------------
 */

/* A connection with TLS, where the authority wants it. */
typedef struct
{
  SSL_CTX *context;
  const char *host;
} Tls;

/* Called by OpenSSL when the connection stands, and when it is let go of. Who is at the other end
 * is checked as browsers do it, by the certificates that the system trusts: the stamp is believed
 * for its own signature, but nobody else need learn of its asking. */
static BIO *
tls_cb (BIO *bio, void *data, int connects, int detail)
{
  const Tls *tls = data;
  BIO *below, *above;
  SSL *ssl = NULL;

  if (!connects)
    {
      BIO_ssl_shutdown (bio);
      below = BIO_pop (bio);
      BIO_free (bio);
      return below;
    }
  above = BIO_new_ssl (tls->context, 1);
  if (above == NULL)
    return NULL;
  if (BIO_get_ssl (above, &ssl) != 1 || SSL_set_tlsext_host_name (ssl, tls->host) != 1
      || (!g_hostname_is_ip_address (tls->host) && SSL_set1_host (ssl, tls->host) != 1)
      || (g_hostname_is_ip_address (tls->host)
          && X509_VERIFY_PARAM_set1_ip_asc (SSL_get0_param (ssl), tls->host) != 1))
    {
      BIO_free (above);
      return NULL;
    }
  return BIO_push (above, bio);
}

static SSL_CTX *
make_context (void)
{
  SSL_CTX *context = SSL_CTX_new (TLS_client_method ());

  if (context == NULL)
    return NULL;
  SSL_CTX_set_verify (context, SSL_VERIFY_PEER, NULL);
  /* The request is handed over again from another place when the connection was busy. */
  SSL_CTX_set_mode (context, SSL_MODE_AUTO_RETRY | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  if (SSL_CTX_set_min_proto_version (context, TLS1_2_VERSION) != 1
      || SSL_CTX_set_default_verify_paths (context) != 1)
    g_clear_pointer (&context, SSL_CTX_free);
  return context;
}

/* What went wrong first, when OpenSSL says; else an empty text. Returns: a new string. */
static char *
explain (void)
{
  unsigned long code = ERR_peek_error ();
  const char *reason = code != 0 ? ERR_reason_error_string (code) : NULL;

  return reason != NULL ? g_strdup_printf (": %s", reason) : g_strdup ("");
}

/* OpenSSL writes to its sockets as to any file: an authority that hangs up would end the program.
 */
typedef struct
{
  sigset_t before;
  gboolean pended;
} Pipes;

static void
pipes_block (Pipes *self)
{
  sigset_t pipe, pending;

  sigemptyset (&pipe);
  sigaddset (&pipe, SIGPIPE);
  sigpending (&pending);
  self->pended = sigismember (&pending, SIGPIPE) == 1;
  pthread_sigmask (SIG_BLOCK, &pipe, &self->before);
}

static void
pipes_unblock (Pipes *self)
{
  static const struct timespec at_once = { 0 };
  sigset_t pipe;

  sigemptyset (&pipe);
  sigaddset (&pipe, SIGPIPE);
  if (!self->pended)
    sigtimedwait (&pipe, NULL, &at_once);
  pthread_sigmask (SIG_SETMASK, &self->before, NULL);
}

GBytes *
sky_time_stamp_request (const char *url, GBytes *data, GError **error)
{
  Pipes pipes;
  TS_REQ *request = make_request (data);
  g_autoptr (BIO) body = BIO_new (BIO_s_mem ());
  g_autoptr (GBytes) answer = NULL;
  Tls tls = { NULL };
  char *host = NULL, *port = NULL, *path = NULL;
  int ssl = 0;
  BIO *response = NULL;
  TS_RESP *stamp = NULL;
  gboolean good = FALSE;

  ERR_clear_error ();
  pipes_block (&pipes);
  /* OpenSSL takes a bare name for an address of http, and looks for it for half a minute. */
  if (request != NULL && (g_str_has_prefix (url, "http://") || g_str_has_prefix (url, "https://"))
      && i2d_TS_REQ_bio (body, request) == 1
      && OSSL_HTTP_parse_url (url, &ssl, NULL, &host, &port, NULL, &path, NULL, NULL) == 1
      && (!ssl || (tls.context = make_context ()) != NULL))
    {
      tls.host = host;
      response =
          OSSL_HTTP_transfer (NULL, host, port, path, ssl, NULL, NULL, NULL, NULL,
                              ssl ? tls_cb : NULL, &tls, 0, NULL, "application/timestamp-query",
                              body, "application/timestamp-reply", 1, MOST_BYTES, PATIENCE, 0);
    }
  if (response != NULL)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      guint8 block[4096];
      const guint8 *at;
      int n;

      while ((n = BIO_read (response, block, sizeof block)) > 0 && bytes->len <= MOST_BYTES)
        g_byte_array_append (bytes, block, (guint) n);
      at = bytes->data;
      stamp = d2i_TS_RESP (NULL, &at, bytes->len);
      good = stamp != NULL && TS_RESP_get_token (stamp) != NULL && check (stamp, request, data);
      if (good)
        answer = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
    }
  if (!good)
    {
      g_autofree char *cause = explain ();

      sky_evidence_fail (error, SKY_EVIDENCE_ERROR_TIME_STAMP, "%s gave no time stamp%s", url,
                         cause);
    }
  SSL_CTX_free (tls.context);
  BIO_free_all (response);
  pipes_unblock (&pipes);
  TS_RESP_free (stamp);
  TS_REQ_free (request);
  OPENSSL_free (host);
  OPENSSL_free (port);
  OPENSSL_free (path);
  return g_steal_pointer (&answer);
}

/* --- Checking -----------------------------------------------------------------------------------
 */

void
sky_time_stamp_free (SkyTimeStamp *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->authority, sky_certificate_free);
  g_clear_pointer (&self->above, g_ptr_array_unref);
  g_free (self);
}

static SkyTime
get_accuracy (const TS_TST_INFO *info)
{
  const TS_ACCURACY *accuracy = TS_TST_INFO_get_accuracy ((TS_TST_INFO *) info);
  const ASN1_INTEGER *parts[3];
  const SkyTime units[] = { SKY_SECOND, SKY_SECOND / 1000, 1 };
  SkyTime sum = 0;

  if (accuracy == NULL)
    return 0;
  parts[0] = TS_ACCURACY_get_seconds (accuracy);
  parts[1] = TS_ACCURACY_get_millis (accuracy);
  parts[2] = TS_ACCURACY_get_micros (accuracy);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gint64 value = parts[i] != NULL ? ASN1_INTEGER_get (parts[i]) : 0;

      /* No authority is a minute off. */
      if (value < 0 || value > 60 * (SKY_SECOND / units[i]))
        return 0;
      sum += value * units[i];
    }
  return sum;
}

/* What is in it that OpenSSL does not mind; NULL: nothing. */
static const char *
judge (TS_RESP *response, GBytes *answer, SkyTimeStamp *self)
{
  PKCS7 *token = TS_RESP_get_token (response);
  PKCS7_SIGNER_INFO *info = sk_PKCS7_SIGNER_INFO_value (PKCS7_get_signer_info (token), 0);
  TS_MSG_IMPRINT *imprint = TS_TST_INFO_get_msg_imprint (TS_RESP_get_tst_info (response));
  STACK_OF (X509) *signers = PKCS7_get0_signers (token, NULL, 0);
  const char *wrong = NULL;
  X509 *signer = sk_X509_value (signers, 0);
  guint8 *again = NULL;
  int size = i2d_TS_RESP (response, &again);
  X509_ALGOR *digest = NULL;

  PKCS7_SIGNER_INFO_get0_algs (info, NULL, &digest, NULL);
  if (size < 0 || (gsize) size != g_bytes_get_size (answer)
      || memcmp (again, g_bytes_get_data (answer, NULL), (gsize) size) != 0)
    wrong = "it is not written as a time stamp must be, in DER";
  else if (!sky_digest_nid_is_sha2 (OBJ_obj2nid (digest->algorithm))
           || !sky_digest_nid_is_sha2 (OBJ_obj2nid (TS_MSG_IMPRINT_get_algo (imprint)->algorithm)))
    wrong = "it was made with another digest than SHA-2, which is not believed";
  else if (!sky_x509_is_sha2 (signer))
    wrong = "its authority's certificate was made with another digest than SHA-2, which is not "
            "believed";
  else if (!sky_x509_gather_above (signer, token->d.sign->cert, self->above))
    wrong = "it has certificates that nobody needs";
  self->authority = sky_certificate_new_from_x509 (signer);
  self->is_self_made = X509_self_signed (signer, 0) == 1;
  OPENSSL_free (again);
  sk_X509_free (signers);
  return wrong;
}

SkyTimeStamp *
sky_time_stamp_verify (GBytes *answer, GBytes *data, GError **error)
{
  g_autoptr (SkyTimeStamp) self = g_new0 (SkyTimeStamp, 1);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (answer, &size);
  const guint8 *end = bytes;
  TS_RESP *stamp = d2i_TS_RESP (NULL, &end, (long) size);
  const char *wrong = "it is no time stamp of these bytes";

  self->above = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_certificate_free);
  if (stamp != NULL && end == bytes + size && TS_RESP_get_token (stamp) != NULL
      && check (stamp, NULL, data))
    {
      TS_TST_INFO *info = TS_RESP_get_tst_info (stamp);
      struct tm parts = { 0 };

      wrong = judge (stamp, answer, self);
      self->at = ASN1_TIME_to_tm (TS_TST_INFO_get_time (info), &parts) == 1
                     ? (SkyTime) timegm (&parts) * SKY_SECOND
                     : SKY_TIME_NONE;
      self->accuracy = get_accuracy (info);
      if (wrong == NULL && self->at == SKY_TIME_NONE)
        wrong = "it states no time";
    }
  TS_RESP_free (stamp);
  ERR_clear_error ();
  if (wrong == NULL)
    return g_steal_pointer (&self);
  g_set_error_literal (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_TIME_STAMP, wrong);
  return NULL;
}
