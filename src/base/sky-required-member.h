/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a row of a program's table must set. C fills unnamed members with zeros. A check of such a
 * table lists the members for which zero means missing. */
#pragma once

#include <glib.h>

#include <string.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  gconstpointer at;
  gsize size;
} SkyRequiredMember;

/* A member of the struct behind a pointer: SKY_REQUIRED_MEMBER (self->name). */
#define SKY_REQUIRED_MEMBER(member)                                                                \
  {                                                                                                \
    .name = #member, .at = &(member), .size = sizeof (member)                                      \
  }

/* The name of the first of @n members that is missing, or NULL. */
static inline const char *
sky_required_member_find_absent (const SkyRequiredMember *wanted, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const guint8 *bytes = wanted[i].at;
      gsize k = 0;

      while (k < wanted[i].size && bytes[k] == 0)
        k++;
      if (k == wanted[i].size)
        return strchr (wanted[i].name, '>') + 1;
    }
  return NULL;
}

G_END_DECLS
