/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options by which a command names a broker and shows itself there. */
#pragma once

#include "sky-broker-address.h"
#include "sky-cli.h"

G_BEGIN_DECLS

/* Owns what the options fill in. */
typedef struct
{
  char **uris;
  char *ca;
  char *certificate;
  char *key;
  char *user;
  char *password_file;
  gboolean insecure;
} SkyBrokerOptions;

void sky_broker_options_clear (SkyBrokerOptions *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyBrokerOptions, sky_broker_options_clear)

/* The rows of an option table that fill in @o, a SkyBrokerOptions. */
#define SKY_BROKER_OPTIONS(o)                                                                        \
  { "broker",  0,                                                                                    \
    0,         G_OPTION_ARG_STRING_ARRAY,                                                            \
    &(o).uris, N_ ("The broker: mqtts://HOST[:PORT], or mqtt://HOST[:PORT] on this machine"),        \
    "URI" },                                                                                         \
      { "ca",    0,                                                                                  \
        0,       G_OPTION_ARG_FILENAME,                                                              \
        &(o).ca, N_ ("The file with the certificates of the authorities for the broker"),            \
        "FILE" },                                                                                    \
      { "cert", 0, 0, G_OPTION_ARG_FILENAME, &(o).certificate, N_ ("The file with our certificate"), \
        "FILE" },                                                                                    \
      { "key",    0,                                                                                 \
        0,        G_OPTION_ARG_FILENAME,                                                             \
        &(o).key, N_ ("The file with its key, which nobody else may read"),                          \
        "FILE" },                                                                                    \
      { "user", 0, 0, G_OPTION_ARG_STRING, &(o).user, N_ ("The name to sign in with"), "NAME" },     \
      { "password-file",                                                                             \
        0,                                                                                           \
        0,                                                                                           \
        G_OPTION_ARG_FILENAME,                                                                       \
        &(o).password_file,                                                                          \
        N_ ("The file whose first line is the password"),                                            \
        "FILE" },                                                                                    \
  {                                                                                                  \
    "insecure", 0, 0, G_OPTION_ARG_NONE, &(o).insecure,                                              \
        N_ ("Speak in plain text to other machines as well"), NULL                                   \
  }

/* The address @uri with the options. Returns: the address, or NULL with SKY_LIVE_ERROR. */
SkyBrokerAddress *
sky_broker_options_address (const SkyBrokerOptions *self, const char *uri, GError **error);

/* The status for such an error, which is freed: an unusable address is wrong usage. */
SkyCliStatus sky_broker_options_fail (const char *command, GError *error);

G_END_DECLS
