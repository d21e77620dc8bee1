/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A witness of transparency logs, as c2sp.org/tlog-witness has it, without its network: whoever
 * runs it, the Board for one, remembers of each log the largest tree that they have seen, and signs
 * no other than one that grew out of it. A log that shows two histories is found out at the second.
 *
 * What is remembered stands in one file, the state:
 *
 *   skyward witness 1
 *   ORIGIN SIZE ROOT             a line each; the root in base64 */
#pragma once

#include "sky-checkpoint.h"

G_BEGIN_DECLS

/* Makes the state of a witness that has seen nothing; it must not be there yet. */
gboolean sky_witness_make_state (const char *path, GError **error);

/* Answers the @request of @size bytes, the body of an add-checkpoint request, of one of @logs
 * (SkyNoteKeys). The state at @state is replaced, and is on the disk, when this returns. One
 * witness works on a state at a time; another waits.
 *
 * Returns: the answer, a new string: the line with the cosignature made at @at. Or NULL with
 * SKY_EVIDENCE_ERROR_READ or WRITE of the state, or SKY_EVIDENCE_ERROR_WITNESS: its message begins
 * with the status that a witness on the network would answer with: 400 the request is malformed, or
 * of a size below the old one; 404 the log is not known; 403 not signed by it; 409 another size was
 * seen, which the message has, or another root of that size; 422 the proof proves nothing. */
char *sky_witness_cosign (const SkyNoteSigner *signer,
                          const char *state,
                          GPtrArray *logs,
                          const char *request,
                          gsize size,
                          SkyTime at,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
