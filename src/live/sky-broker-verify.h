/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why broker and client do not trust each other's certificates. libmosquitto says no more than that
 * they do not. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Files; each may be NULL, which is the system's authorities, or nothing to show. */
typedef struct
{
  char *ca;
  char *certificate;
  char *key;
} SkyBrokerShown;

/* Connects to the broker once more, verifies its certificate, and listens for what it says of the
 * one that it is shown. Blocks, some seconds at most. Returns: what is wrong, a new string; NULL
 * when nothing is, or the broker cannot be asked. */
char *sky_broker_verify (const char *host,
                         int port,
                         const SkyBrokerShown *shown) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
