/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-broker-address.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PASSWORD_MAX 1024

GQuark
sky_live_error_quark (void)
{
  return g_quark_from_static_string ("sky-live-error");
}

void
sky_broker_address_free (SkyBrokerAddress *self)
{
  if (self == NULL)
    return;
  g_free (self->uri);
  g_free (self->host);
  g_free (self->ca);
  g_free (self->certificate);
  g_free (self->key);
  g_free (self->user);
  if (self->password != NULL)
    explicit_bzero (self->password, strlen (self->password));
  g_free (self->password);
  g_free (self);
}

/* Opens a file that nobody but its owner may read. */
static int
open_secret (const char *path, GError **error)
{
  int descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  struct stat status;

  if (descriptor < 0 || fstat (descriptor, &status) != 0)
    {
      g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_SECRET, "%s: %s", path,
                   g_strerror (errno));
      if (descriptor >= 0)
        close (descriptor);
      return -1;
    }
  if (!S_ISREG (status.st_mode) || (status.st_mode & 077) != 0)
    {
      g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_SECRET,
                   S_ISREG (status.st_mode)
                       ? "%s: others may read it; it must be its owner's alone (chmod 600)"
                       : "%s: no regular file",
                   path);
      close (descriptor);
      return -1;
    }
  return descriptor;
}

/* The first line of the file @path. */
static char *
read_password (const char *path, GError **error)
{
  char text[PASSWORD_MAX + 1];
  int descriptor = open_secret (path, error);
  gssize n;
  char *password;

  if (descriptor < 0)
    return NULL;
  n = read (descriptor, text, PASSWORD_MAX);
  close (descriptor);
  if (n <= 0)
    {
      g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_SECRET, "%s: there is no password", path);
      return NULL;
    }
  text[n] = '\0';
  text[strcspn (text, "\r\n")] = '\0';
  password = g_strdup (text);
  explicit_bzero (text, sizeof text);
  return password;
}

static gboolean
fail (GError **error, const char *uri, const char *cause)
{
  g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_ADDRESS, "%s: %s", uri, cause);
  return FALSE;
}

static gboolean
is_loopback (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  if (address != NULL)
    return g_inet_address_get_is_loopback (address);
  return g_ascii_strcasecmp (host, "localhost") == 0;
}

static gboolean
read_uri (SkyBrokerAddress *self, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GUri) uri = g_uri_parse (self->uri, G_URI_FLAGS_NONE, &cause);
  int port;

  if (uri == NULL)
    return fail (error, self->uri, cause->message);
  self->tls = g_str_equal (g_uri_get_scheme (uri), "mqtts");
  if (!self->tls && !g_str_equal (g_uri_get_scheme (uri), "mqtt"))
    return fail (error, self->uri, "a broker is mqtts://HOST[:PORT] or mqtt://HOST[:PORT]");
  if (g_uri_get_userinfo (uri) != NULL)
    {
      /* The address is shown; a password in it would be too. */
      g_free (self->uri);
      self->uri = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO);
      return fail (error, self->uri,
                   "user and password do not go into the address: --user and --password-file");
    }
  if (g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return fail (error, self->uri, "there is no host");
  if ((*g_uri_get_path (uri) != '\0' && !g_str_equal (g_uri_get_path (uri), "/"))
      || g_uri_get_query (uri) != NULL || g_uri_get_fragment (uri) != NULL)
    return fail (error, self->uri, "nothing follows the host and the port");
  port = g_uri_get_port (uri);
  if (port == 0 || port > G_MAXUINT16)
    return fail (error, self->uri, "that is no port");
  self->host = g_strdup (g_uri_get_host (uri));
  self->port = port > 0 ? (guint16) port : self->tls ? 8883 : 1883;
  return TRUE;
}

static gboolean
take_access (SkyBrokerAddress *self, const SkyBrokerAccess *access, GError **error)
{
  const gboolean trusted = self->tls || access->insecure;

  if (!trusted && !is_loopback (self->host))
    return fail (error, self->uri,
                 "mqtt:// is for this machine alone; use mqtts://, or --insecure where nobody can "
                 "listen");
  if (!self->tls && (access->ca != NULL || access->certificate != NULL || access->key != NULL))
    return fail (error, self->uri, "certificates are for mqtts://");
  if ((access->certificate == NULL) != (access->key == NULL))
    return fail (error, self->uri, "a certificate goes with its key, --cert with --key");
  if ((access->user == NULL) != (access->password_file == NULL))
    return fail (error, self->uri, "--user goes with --password-file");
  if (access->user != NULL && !trusted)
    return fail (error, self->uri, "a password goes over mqtts:// alone, or with --insecure");
  if (access->key != NULL)
    {
      int descriptor = open_secret (access->key, error);

      if (descriptor < 0)
        return FALSE;
      close (descriptor);
    }
  if (access->user != NULL
      && (self->password = read_password (access->password_file, error)) == NULL)
    return FALSE;
  self->ca = g_strdup (access->ca);
  self->certificate = g_strdup (access->certificate);
  self->key = g_strdup (access->key);
  self->user = g_strdup (access->user);
  return TRUE;
}

SkyBrokerAddress *
sky_broker_address_new (const char *uri, const SkyBrokerAccess *access, GError **error)
{
  g_autoptr (SkyBrokerAddress) self = g_new0 (SkyBrokerAddress, 1);

  self->uri = g_strdup (uri);
  if (!read_uri (self, error) || !take_access (self, access, error))
    return NULL;
  return g_steal_pointer (&self);
}
