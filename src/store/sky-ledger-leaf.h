/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger's entries as leaves of a transparency log, 128 bytes each. To someone without the
 * entry, its leaf says that it exists and what it is about. README.md says which entries have which
 * tags. */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

/* What an entry can be about, in the order of the tags in a leaf. */
typedef enum
{
  SKY_LEDGER_TAG_FINDING, /* "finding": by its key */
  SKY_LEDGER_TAG_CASE,    /* "case": by the number of the entry that opened it, in decimal */
  SKY_LEDGER_TAG_PERSON,  /* "person": by the credential */
  SKY_N_LEDGER_TAGS,
} SkyLedgerTag;

/* The bytes of a leaf, which RFC 9162 hashes after 0x00. */
typedef struct
{
  guint8 digest[SKY_DIGEST_SIZE];                  /* the entry's */
  guint8 tags[SKY_N_LEDGER_TAGS][SKY_DIGEST_SIZE]; /* all zero: it is about none */
} SkyLedgerLeaf;

#define SKY_LEDGER_LEAF_SIZE 128
G_STATIC_ASSERT (sizeof (SkyLedgerLeaf) == SKY_LEDGER_LEAF_SIZE);

/* The tag of the thing @id: SHA-256 of the kind's name, a NUL and @id. */
void sky_ledger_tag (SkyLedgerTag kind, const char *id, guint8 tag[SKY_DIGEST_SIZE]);

/* TRUE when the leaf has that tag of @kind. */
gboolean sky_ledger_leaf_has (const SkyLedgerLeaf *self,
                              SkyLedgerTag kind,
                              const guint8 tag[SKY_DIGEST_SIZE]);

/* The leaf of @entry. @target is the leaf of the entry that its target numbers, or NULL if it has
 * none or that is not an earlier one. The digest is computed from the entry's words. */
void sky_ledger_leaf_make (const SkyLedgerEntry *entry,
                           const SkyLedgerLeaf *target,
                           SkyLedgerLeaf *leaf);

/* The same with the leaves of all entries before it, of SkyLedgerLeaf in their order. */
void
sky_ledger_leaf_make_next (const SkyLedgerEntry *entry, const GArray *before, SkyLedgerLeaf *leaf);

/* The leaves of the ledger's first @size entries, of all when that is 0. SKY_STORE_ERROR_NOT_FOUND:
 * there are fewer; SKY_STORE_ERROR_REFUSED: the role does not see all. Returns: an array of
 * SkyLedgerLeaf. */
GArray *
sky_store_list_leaves (SkyStore *self, guint64 size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
