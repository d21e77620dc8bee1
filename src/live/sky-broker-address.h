/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A broker's address and a program's access to it, as the user states them: mqtts://HOST:PORT with
 * certificates, or mqtt://HOST:PORT. The latter is only for the same machine unless the user
 * insists. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_LIVE_ERROR (sky_live_error_quark ())
GQuark sky_live_error_quark (void);

typedef enum
{
  SKY_LIVE_ERROR_ADDRESS,  /* the broker's address or its access data are unusable */
  SKY_LIVE_ERROR_SECRET,   /* a key or password is unreadable, or others may read it */
  SKY_LIVE_ERROR_LOG,      /* a log cannot be sent, or has changed */
  SKY_LIVE_ERROR_FOLDER,   /* the receiver's folder is unusable */
  SKY_LIVE_ERROR_OCCUPIED, /* another receiver has the folder */
  SKY_LIVE_ERROR_BROKER,   /* the broker's library refused its input */
} SkyLiveError;

/* Owns its strings. */
typedef struct
{
  char *uri; /* as given */
  char *host;
  guint16 port;
  gboolean tls;
  char *ca;          /* the file with the authorities' certificates; NULL: the system's */
  char *certificate; /* ours, and its key; NULL: none */
  char *key;
  char *user;
  char *password;
} SkyBrokerAddress;

/* The access data for an address; all may be NULL. */
typedef struct
{
  const char *ca;
  const char *certificate;
  const char *key;
  const char *user;
  const char *password_file; /* its first line is the password */
  gboolean insecure;         /* plain text to other machines, and a password over it */
} SkyBrokerAccess;

/* Reads @uri. Returns the address, or NULL with a SKY_LIVE_ERROR: ADDRESS or SECRET. Only the owner
 * may have access to a file with a key or password (0600). */
SkyBrokerAddress *sky_broker_address_new (const char *uri,
                                          const SkyBrokerAccess *access,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_broker_address_free (SkyBrokerAddress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyBrokerAddress, sky_broker_address_free)

G_END_DECLS
