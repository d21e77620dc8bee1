/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a broker is and how a program shows itself there, as a user says it: mqtts://HOST:PORT with
 * certificates, or mqtt://HOST:PORT, which is for the machine itself alone unless the user insists.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_LIVE_ERROR (sky_live_error_quark ())
GQuark sky_live_error_quark (void);

typedef enum
{
  SKY_LIVE_ERROR_ADDRESS,  /* the address of a broker, or what goes with it, is not to be used */
  SKY_LIVE_ERROR_SECRET,   /* a key or password cannot be read, or others may read it */
  SKY_LIVE_ERROR_LOG,      /* a log that is to be sent cannot be, or is not what it was */
  SKY_LIVE_ERROR_FOLDER,   /* the receiver's folder is not to be used */
  SKY_LIVE_ERROR_OCCUPIED, /* another receiver has the folder */
  SKY_LIVE_ERROR_BROKER,   /* the broker's library does not take what it is told */
} SkyLiveError;

/* Owns its strings. */
typedef struct
{
  char *uri; /* as it was given */
  char *host;
  guint16 port;
  gboolean tls;
  char *ca;          /* the file with the authorities' certificates; NULL: the system's */
  char *certificate; /* ours, and its key; NULL: none */
  char *key;
  char *user;
  char *password;
} SkyBrokerAddress;

/* What goes with an address; all may be NULL. */
typedef struct
{
  const char *ca;
  const char *certificate;
  const char *key;
  const char *user;
  const char *password_file; /* its first line is the password */
  gboolean insecure;         /* plain text to other machines, and a password over it */
} SkyBrokerAccess;

/* Reads @uri. Returns: the address, or NULL with a SKY_LIVE_ERROR: ADDRESS or SECRET. A file that
 * holds a key or password must be its owner's alone, 0600. */
SkyBrokerAddress *sky_broker_address_new (const char *uri,
                                          const SkyBrokerAccess *access,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_broker_address_free (SkyBrokerAddress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyBrokerAddress, sky_broker_address_free)

G_END_DECLS
