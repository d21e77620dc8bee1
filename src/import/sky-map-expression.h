/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping's expression for a value: a text in which ${…} is a field of the record, changed by
 * functions, or a register's value. It allows no other computation, so each expression can be
 * checked before anything is read. */
#pragma once

#include "sky-json.h"

G_BEGIN_DECLS

typedef struct _SkyMapExpression SkyMapExpression;

/* The names in expressions, in order of first use. The mapping owns them. */
typedef struct
{
  char *name;
  gboolean remembered; /* its last value is kept, for `changes` and `was` */
} SkyMapField;

/* A table of values: its right side replaces its left. */
typedef struct
{
  char *name;
  GHashTable *to;  /* of texts */
  char *otherwise; /* what all others become; NULL: they are errors */
} SkyMapValues;

/* What a key remembers: a wager, a seat. */
typedef struct
{
  char *name;
  SkyMapExpression *key;
  gboolean opened; /* rules say when something is new; in others what has no number gets one */
} SkyMapRegister;

/* How a source states money. */
typedef struct
{
  gboolean dollars; /* or cents */
  char decimal;
} SkyMapMoney;

typedef struct
{
  GPtrArray *fields;    /* of SkyMapField */
  GPtrArray *values;    /* of SkyMapValues */
  GPtrArray *registers; /* of SkyMapRegister */
  SkyMapMoney money;
  gboolean uses_was;
} SkyMapNames;

void sky_map_names_init (SkyMapNames *self);
void sky_map_names_clear (SkyMapNames *self);
/* The number of the field @name, adding it if it is new. */
guint sky_map_names_field (SkyMapNames *self, const char *name);
/* The number of a register, or -1. */
int sky_map_names_register (const SkyMapNames *self, const char *name);

/* The values for evaluating an expression. */
typedef struct
{
  gpointer data;
  /* The field's text in the record. Returns FALSE when it has none. */
  gboolean (*get_field) (gpointer data, guint field, SkyText *value);
  /* The text that the field had in the last record that had it, or NULL. */
  const GString *(*get_was) (gpointer data, guint field);
  /* The number of @key's entry in a register, 0 for none. @fresh: a new one is put there. */
  gint64 (*get_id) (gpointer data, guint reg, const char *key, gboolean fresh);
  /* The amount of what @key has in a register, -1 for none. */
  gint64 (*get_amount) (gpointer data, guint reg, const char *key);
  gboolean use_defaults; /* fields that have a default count as absent */
} SkyMapContext;

/* Reads an expression. Returns NULL with the error in @cause. */
SkyMapExpression *sky_map_expression_new (SkyMapNames *names,
                                          const char *text,
                                          char **cause) G_GNUC_WARN_UNUSED_RESULT;
void sky_map_expression_free (SkyMapExpression *self);

/* Adds the value to @out. Returns FALSE if it is unknown, with the reason in @reason, a new
 * string. */
gboolean sky_map_expression_evaluate (const SkyMapExpression *self,
                                      const SkyMapContext *context,
                                      GString *out,
                                      char **reason);
/* The same without a copy where possible. @scratch, emptied, may hold the value. */
gboolean sky_map_expression_peek (const SkyMapExpression *self,
                                  const SkyMapContext *context,
                                  GString *scratch,
                                  SkyText *value,
                                  char **reason);

/* The text, when it needs no record; or NULL. */
const char *sky_map_expression_get_literal (const SkyMapExpression *self);
/* The table from which all of the value comes, or NULL. */
const SkyMapValues *sky_map_expression_get_values (const SkyMapExpression *self);
/* Whether the last thing done to each field in it is the function @name. */
gboolean sky_map_expression_ends_in (const SkyMapExpression *self, const char *name);
/* The register that it makes something new in; -1: none. */
int sky_map_expression_makes_new (const SkyMapExpression *self);
/* Whether it has what a register remembers. */
gboolean sky_map_expression_has_id (const SkyMapExpression *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyMapExpression, sky_map_expression_free)

G_END_DECLS
