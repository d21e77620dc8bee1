/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines taken from a log byte for byte, with the proof that the log contains them. For each run of
 * lines, that is the RFC 9162 audit paths of its first and last line to the root of the whole log.
 *
 * An extract begins with the header and is itself a log that can be audited. */
#pragma once

#include <gio/gio.h>

#include "sky-merkle.h"

G_BEGIN_DECLS

/* The bytes of a log file of the archive @folder, or, with @folder NULL, of one that the user named
 * (see sky_log_open_in_archive()), unpacked when its name ends in ".gz". Returns: (transfer full):
 * the bytes, or NULL with a SKY_EVIDENCE_ERROR_READ. */
GBytes *sky_log_load (const char *folder,
                      const char *path,
                      GCancellable *cancellable,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Lines that follow each other. */
typedef struct
{
  guint64 first_line; /* from 1: the header */
  guint64 n_lines;
  goffset offset; /* in the log */
  goffset length;
  GArray *first_path; /* of SkyMerkleHash */
  GArray *last_path;
} SkyExtractRun;

/* Plain data. */
typedef struct
{
  char *log;          /* the log's name */
  guint64 log_size;   /* of the whole log (unpacked), in bytes */
  guint64 log_lines;  /* and lines: the leaves */
  SkyMerkleHash root; /* of the whole log */
  char log_sha256[SKY_DIGEST_HEX_SIZE];
  GArray *runs;  /* of SkyExtractRun, by line */
  GBytes *lines; /* the extract itself */
} SkyLogExtract;

void sky_log_extract_free (SkyLogExtract *self);

/* Takes the bytes of @ranges (pairs of goffset: start and end) from @data, the log @name. Ranges
 * are widened to whole lines and joined where they touch; the header is always included. @tree is
 * that of @data. */
SkyLogExtract *sky_log_extract_new (const char *name,
                                    GBytes *data,
                                    const SkyMerkleTree *tree,
                                    const GArray *ranges) G_GNUC_WARN_UNUSED_RESULT;

/* `log/<name>.proof.json`. */
char *sky_log_extract_write_proof (const SkyLogExtract *self) G_GNUC_WARN_UNUSED_RESULT;

/* Reads a proof and the lines that it is of. Returns: the extract, unproved yet, or NULL with a
 * SKY_EVIDENCE_ERROR_RECORD when it is none. */
SkyLogExtract *
sky_log_extract_read (GBytes *proof, GBytes *lines, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Whether the lines are those of the log with that root. Errors: SKY_EVIDENCE_ERROR_RECORD. */
gboolean sky_log_extract_verify (const SkyLogExtract *self, GError **error);

/* Whether @data is that log, whole: its size, digest, root, and the lines at their places. */
gboolean sky_log_extract_compare (const SkyLogExtract *self, GBytes *data, GError **error);

/* The line of the whole log that is line @line of the extract, and where it begins. Returns FALSE
 * when the extract has no such line. */
gboolean sky_log_extract_locate (const SkyLogExtract *self,
                                 guint64 line,
                                 guint64 *log_line,
                                 goffset *log_offset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLogExtract, sky_log_extract_free)

G_END_DECLS
