/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damages a log as careless and hostile hands do: drops a member, changes a value's kind, swaps two
 * lines, turns a byte over. The same seed does the same damage. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  MUTATION_DROP,   /* a member, or an element of a list, of one line */
  MUTATION_CHANGE, /* a value of one line to another, mostly of another kind */
  MUTATION_SWAP,   /* two lines */
  MUTATION_FLIP,   /* a byte, line ends included */
  N_MUTATIONS,
} Mutation;

/* A log's text as lines, each without its LF. */
typedef struct
{
  GPtrArray *lines; /* of strings */
} LogText;

/* A damaged copy. Lines are counted from 1, as the reader does; the header is line 1 and is
 * damaged by MUTATION_FLIP alone. */
typedef struct
{
  Mutation mutation;
  GString *text;
  guint first; /* the lines of the clean log that were damaged; of all but swaps the same */
  guint last;
  gboolean same_lines; /* the copy has as many lines as the log */
  char *what;          /* for a person */
} Mutant;

LogText *log_text_new (const char *text, gsize size);
void log_text_free (LogText *self);
const char *log_text_line (const LogText *self, guint number);

Mutant *mutant_new (const LogText *log, Mutation mutation, GRand *chance);
void mutant_free (Mutant *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LogText, log_text_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Mutant, mutant_free)

G_END_DECLS
