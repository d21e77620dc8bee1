/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a part of the program knows, on its way into bytes or out of them again. Whoever owns a
 * struct says once, in a visit function, what it is made of; the same function writes it and reads
 * it, so that the two cannot drift apart. A source check holds a function that is marked "Visits
 * SkyThing." to all of its members.
 *
 * Reading trusts nothing: what cannot be is refused, and whatever was read is then to be thrown
 * away. The bytes are for the machine and the program that wrote them; see that no other reads
 * them. Owned by its maker; used by one thread at a time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyState SkyState;

SkyState *sky_state_new_writer (void) G_GNUC_WARN_UNUSED_RESULT;
/* @bytes is kept. */
SkyState *sky_state_new_reader (GBytes *bytes) G_GNUC_WARN_UNUSED_RESULT;
void sky_state_free (SkyState *self);

gboolean sky_state_is_reading (const SkyState *self);

/* What was read cannot be, or what is to be written has no form. */
void sky_state_refuse (SkyState *self);
gboolean sky_state_is_refused (const SkyState *self);

/* TRUE when all was read and nothing refused. */
gboolean sky_state_is_complete (const SkyState *self);

/* What was written. Returns: new bytes, or NULL when something was refused. */
GBytes *sky_state_get_bytes (SkyState *self) G_GNUC_WARN_UNUSED_RESULT;

/* A whole number; small ones take few bytes. sky_state_int() takes a variable of any integer type.
 */
void sky_state_number (SkyState *self, gint64 *value);

#define sky_state_int(self, variable)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 value_ = (gint64) (variable);                                                           \
    sky_state_number ((self), &value_);                                                            \
    if (sky_state_is_reading (self))                                                               \
      (variable) = (__typeof__ (variable)) value_;                                                 \
    if ((gint64) (variable) != value_)                                                             \
      sky_state_refuse (self);                                                                     \
  }                                                                                                \
  G_STMT_END

/* Each of an array of integers. */
#define sky_state_ints(self, array)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    for (gsize k_ = 0; k_ < G_N_ELEMENTS (array); k_++)                                            \
      sky_state_int ((self), (array)[k_]);                                                         \
  }                                                                                                \
  G_STMT_END

/* As sky_state_int(), of what counts up: by how far it is from *@before, a gint64, which becomes
 * it. */
void sky_state_number_step (SkyState *self, gint64 *value, gint64 *before);

#define sky_state_step(self, variable, before)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 value_ = (gint64) (variable);                                                           \
    sky_state_number_step ((self), &value_, (before));                                             \
    (variable) = (__typeof__ (variable)) value_;                                                   \
  }                                                                                                \
  G_STMT_END

/* How many elements follow, of at least one byte each. Returns: the same, or how many were written;
 * at most @limit. */
guint sky_state_count (SkyState *self, guint n, guint limit);

/* Memory without pointers and without padding, as it lies. */
void sky_state_memory (SkyState *self, gpointer data, gsize size);

/* An owned text or NULL; read into @text, which must be empty then. */
void sky_state_text (SkyState *self, char **text);

/* A set of texts that owns them; read into @texts, which must be empty then. */
void sky_state_texts (SkyState *self, GHashTable *texts);

/* A text of the program's own tables or NULL: what is read lasts as long as the program. */
void sky_state_table_text (SkyState *self, const char **text);

/* A row of a table of the program's, or NULL. */
void sky_state_row (
    SkyState *self, gconstpointer *row, gconstpointer table, gsize n_rows, gsize row_size);

/* A pointer to one of several objects that lie elsewhere, or NULL. Each gets a number with the
 * first pointer to it; when that is read, @make makes the object, empty. What the objects hold is
 * visited by their numbers afterwards, as long as there are more: visiting one may show others. */
typedef gpointer (*SkyStateMakeFunc) (gpointer data);
void sky_state_set_objects (SkyState *self, SkyStateMakeFunc make, gpointer data);
void sky_state_object (SkyState *self, gpointer *object);
guint sky_state_n_objects (const SkyState *self);
gpointer sky_state_get_object (const SkyState *self, guint number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyState, sky_state_free)

G_END_DECLS
