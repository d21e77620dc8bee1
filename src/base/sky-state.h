/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a part of the program, on its way into bytes or back. The owner of a struct lists
 * its members once, in a visit function. The same function writes and reads them, so the two cannot
 * differ. A source check requires a function marked "Visits SkyThing." to visit all its members.
 *
 * Reading trusts nothing: it refuses what is impossible, and the caller then discards everything
 * read. The bytes are only for the machine and the program that wrote them; the caller ensures
 * that. The creator owns the object. One thread at a time may use it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyState SkyState;

SkyState *sky_state_new_writer (void) G_GNUC_WARN_UNUSED_RESULT;
/* Keeps a reference to @bytes. */
SkyState *sky_state_new_reader (GBytes *bytes) G_GNUC_WARN_UNUSED_RESULT;
void sky_state_free (SkyState *self);

gboolean sky_state_is_reading (const SkyState *self);

/* Marks what was read as impossible, or what is to be written as unwritable. */
void sky_state_refuse (SkyState *self);
gboolean sky_state_is_refused (const SkyState *self);

/* TRUE if everything was read and nothing refused. */
gboolean sky_state_is_complete (const SkyState *self);

/* The bytes written. Returns: new bytes, or NULL if something was refused. */
GBytes *sky_state_get_bytes (SkyState *self) G_GNUC_WARN_UNUSED_RESULT;
/* Forgets what was written or refused: many small states are written by one writer sooner. */
void sky_state_write_anew (SkyState *self);

/* A whole number; small ones take few bytes. sky_state_int() accepts a variable of any integer
 * type. */
void sky_state_number (SkyState *self, gint64 *value);

/* Writes several at once: whoever reads them asks for one after the other. */
void sky_state_write_numbers (SkyState *self, const gint64 *values, guint n);

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

/* Each integer of an array. */
#define sky_state_ints(self, array)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    for (gsize k_ = 0; k_ < G_N_ELEMENTS (array); k_++)                                            \
      sky_state_int ((self), (array)[k_]);                                                         \
  }                                                                                                \
  G_STMT_END

/* Like sky_state_int() for rising numbers: stores the difference from *@before, a gint64, then sets
 * *@before to the number. */
void sky_state_number_step (SkyState *self, gint64 *value, gint64 *before);

#define sky_state_step(self, variable, before)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 value_ = (gint64) (variable);                                                           \
    sky_state_number_step ((self), &value_, (before));                                             \
    (variable) = (__typeof__ (variable)) value_;                                                   \
  }                                                                                                \
  G_STMT_END

/* How many elements follow, of at least one byte each. Returns @n when writing, the count read when
 * reading; at most @limit. */
guint sky_state_count (SkyState *self, guint n, guint limit);

/* A part that a reader may leave out. What lies between sky_state_begin_part() and
 * sky_state_end_part() is the part; a reader may call sky_state_skip_part() instead of visiting it.
 * Parts do not contain parts, nor texts of tables or objects. */
void sky_state_begin_part (SkyState *self);
void sky_state_end_part (SkyState *self);
void sky_state_skip_part (SkyState *self);

/* Memory without pointers or padding, byte for byte. */
void sky_state_memory (SkyState *self, gpointer data, gsize size);

/* An owned text or NULL. Reads into @text, which must be empty. */
void sky_state_text (SkyState *self, char **text);

/* A set of texts that owns them. Reads into @texts, which must be empty. */
void sky_state_texts (SkyState *self, GHashTable *texts);

/* A text of the program's tables, or NULL. What is read lasts as long as the program. */
void sky_state_table_text (SkyState *self, const char **text);

/* A row of one of the program's tables, or NULL. */
void sky_state_row (
    SkyState *self, gconstpointer *row, gconstpointer table, gsize n_rows, gsize row_size);

/* A pointer to one of several objects stored elsewhere, or NULL. Each gets a number with the first
 * pointer to it; on reading that, @make makes an empty object. Afterward, visit the objects'
 * contents by number until there are no more: visiting one may reveal others. */
typedef gpointer (*SkyStateMakeFunc) (gpointer data);
void sky_state_set_objects (SkyState *self, SkyStateMakeFunc make, gpointer data);
void sky_state_object (SkyState *self, gpointer *object);
guint sky_state_n_objects (const SkyState *self);
gpointer sky_state_get_object (const SkyState *self, guint number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyState, sky_state_free)

G_END_DECLS
