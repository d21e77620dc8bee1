/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A witness of transparency logs (c2sp.org/tlog-witness), without its network. Its operator, such
 * as the Board, remembers the largest tree seen of each log, and signs only a tree that grew out of
 * it. So a log that shows two histories is caught at the second.
 *
 * One file, the state, has what it remembers:
 *
 *    skyward witness 1
 *    ORIGIN SIZE ROOT             one line each; the root in base64 */
#pragma once

#include "sky-checkpoint.h"

G_BEGIN_DECLS

/* Makes the state of a witness that has seen nothing; it must not be there yet. */
gboolean sky_witness_make_state (const char *path, GError **error);

/* Answers the @request of @size bytes, the body of an add-checkpoint request, for one of @logs
 * (SkyNoteKeys). On return the state at @state is replaced and on disk. One witness works on a
 * state at a time; another waits.
 *
 * Returns the answer, a new string: the line with the cosignature made at @at. Otherwise NULL with
 * SKY_EVIDENCE_ERROR_READ or WRITE for the state, or with SKY_EVIDENCE_ERROR_WITNESS. That message
 * begins with the status that a witness on the network would send:
 *
 * * 400: the request is malformed, or its size is below the old one;
 * * 404: the log is unknown;
 * * 403: the log did not sign it;
 * * 409: another size was seen, which the message states, or another root of that size;
 * * 422: the proof is invalid. */
char *sky_witness_cosign (const SkyNoteSigner *signer,
                          const char *state,
                          GPtrArray *logs,
                          const char *request,
                          gsize size,
                          SkyTime at,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
