/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-phrase.h"
#include "sky-shown-text.h"
#include "sky-verify-private.h"

#include <string.h>

void
sky_verification_say (SkyVerification *self, SkyVerifyKind kind, const char *format, ...)
{
  SkyVerifyLine *line = g_new0 (SkyVerifyLine, 1);
  va_list arguments;

  va_start (arguments, format);
  line->text = sky_phrase_va (format, arguments);
  va_end (arguments);
  line->kind = kind;
  g_ptr_array_add (self->lines, line);
  self->n_faults += kind == SKY_VERIFY_FAILS;
}

char *
sky_verify_line_show (const SkyVerifyLine *self)
{
  g_autofree char *text = sky_phrase_show (self->text);

  /* Whatever of it comes from outside: what was shown so before stays as it is. */
  return sky_text_show (text);
}

void
sky_verification_each_line (GBytes *data,
                            void (*func) (const char *line, gsize length, gpointer data),
                            gpointer user)
{
  gsize size;
  const char *at = g_bytes_get_data (data, &size);
  const char *end = at + size;

  while (at < end)
    {
      const char *lf = memchr (at, '\n', (gsize) (end - at));
      const char *stop = lf != NULL ? lf : end;

      func (at, (gsize) (stop - at), user);
      at = lf != NULL ? lf + 1 : end;
    }
}
