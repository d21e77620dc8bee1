/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damages what is in a package instead of its bytes: one member is changed, and all of them are
 * laid out and packed anew, mostly with their digests, so that the damage is met by whoever reads
 * the member and not by the ZIP's checksums. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Damages the package of @size bytes at @data in its place, where @max_size bytes have room, as
 * libFuzzer asks for it (LLVMFuzzerCustomMutator); the same @seed does the same. What is no ZIP is
 * damaged as bytes. Returns: the new size. */
gsize package_mutate (guint8 *data, gsize size, gsize max_size, guint seed);

G_END_DECLS
