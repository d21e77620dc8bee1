/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates that a test's server shows, made for the test. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;       /* that it is made out to, an address as "127.0.0.1" */
  int days;               /* until it expires, from now on; less than 0: it has */
  gboolean has_authority; /* signed by an authority that is sent along; else by itself */
} TestCertificate;

/* Writes the certificate, its key and its authority's certificate to @path, all as PEM.
 * *@fingerprint and *@authority (nullable): (transfer full): the two certificates' SHA-256
 * fingerprints as OpenSSL writes them. */
void test_certificate_write (const TestCertificate *self,
                             const char *path,
                             char **fingerprint,
                             char **authority);

G_END_DECLS
