/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-broker-verify.h"

#include <gio/gio.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/* Who does not answer is not waited for. */
#define PATIENCE 3 /* seconds */

static SSL *
make_client (const char *host, const SkyBrokerShown *shown)
{
  SSL_CTX *context = SSL_CTX_new (TLS_client_method ());
  SSL *ssl = NULL;

  if (context == NULL)
    return NULL;
  if ((shown->ca != NULL ? SSL_CTX_load_verify_locations (context, shown->ca, NULL)
                         : SSL_CTX_set_default_verify_paths (context))
      && (shown->certificate == NULL
          || (SSL_CTX_use_certificate_chain_file (context, shown->certificate) == 1
              && SSL_CTX_use_PrivateKey_file (context, shown->key, SSL_FILETYPE_PEM) == 1)))
    ssl = SSL_new (context);
  SSL_CTX_free (context);
  if (ssl == NULL)
    return NULL;
  SSL_set_verify (ssl, SSL_VERIFY_PEER, NULL);
  if (!X509_VERIFY_PARAM_set1_ip_asc (SSL_get0_param (ssl), host) && !SSL_set1_host (ssl, host))
    {
      SSL_free (ssl);
      return NULL;
    }
  SSL_set_tlsext_host_name (ssl, host);
  return ssl;
}

/* Whether @result of a call on @ssl is but for now, and there is more to go on with in time. */
static gboolean
is_worth_waiting (SSL *ssl, int result, GSocket *socket, gint64 deadline)
{
  const int error = SSL_get_error (ssl, result);

  if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
    return FALSE;
  return g_socket_condition_timed_wait (socket, error == SSL_ERROR_WANT_READ ? G_IO_IN : G_IO_OUT,
                                        MAX (deadline - g_get_monotonic_time (), 0), NULL, NULL);
}

/* What is wrong with the broker's certificate, or what the broker says of what it was shown, in the
 * handshake or behind it. One that takes it says nothing. */
static char *
hear (SSL *ssl, GSocket *socket)
{
  const gint64 deadline = g_get_monotonic_time () + PATIENCE * G_USEC_PER_SEC;
  unsigned long code;
  const char *reason;
  char byte;
  int result;

  do
    result = SSL_connect (ssl);
  while (result != 1 && is_worth_waiting (ssl, result, socket, deadline));
  if (result != 1 && SSL_get_verify_result (ssl) != X509_V_OK)
    return g_strdup_printf ("TLS: %s", X509_verify_cert_error_string (SSL_get_verify_result (ssl)));
  if (result == 1)
    do
      result = SSL_read (ssl, &byte, 1);
    while (result <= 0 && is_worth_waiting (ssl, result, socket, deadline));
  code = ERR_peek_last_error ();
  reason = code != 0 ? ERR_reason_error_string (code) : NULL;
  return reason != NULL ? g_strdup_printf ("TLS: %s", reason) : NULL;
}

char *
sky_broker_verify (const char *host, int port, const SkyBrokerShown *shown)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  SSL *ssl = make_client (host, shown);
  char *reason = NULL;

  g_socket_client_set_timeout (client, PATIENCE);
  g_socket_client_set_enable_proxy (client, FALSE);
  if (ssl != NULL)
    connection = g_socket_client_connect_to_host (client, host, (guint16) port, NULL, NULL);
  if (connection != NULL)
    {
      GSocket *socket = g_socket_connection_get_socket (connection);

      ERR_clear_error ();
      if (SSL_set_fd (ssl, g_socket_get_fd (socket)))
        reason = hear (ssl, socket);
    }
  SSL_free (ssl);
  ERR_clear_error ();
  return reason;
}
