/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-evidence-error.h"

#include <openssl/err.h>

GQuark
sky_evidence_error_quark (void)
{
  return g_quark_from_static_string ("sky-evidence-error");
}

gboolean
sky_evidence_fail (GError **error, SkyEvidenceError code, const char *format, ...)
{
  unsigned long last = ERR_peek_last_error ();
  const char *reason = last != 0 ? ERR_reason_error_string (last) : NULL;
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SKY_EVIDENCE_ERROR, code, "%s%s%s%s", message, reason != NULL ? " (" : "",
               reason != NULL ? reason : "", reason != NULL ? ")" : "");
  ERR_clear_error ();
  return FALSE;
}
