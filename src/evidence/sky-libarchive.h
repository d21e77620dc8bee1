/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libarchive, loaded when the first package is opened or written. Through libxml2 it loads all of
 * Unicode's tables, and most work needs no packages. */
#pragma once

#include <glib.h>

#include <archive.h>
#include <archive_entry.h>

G_BEGIN_DECLS

/* The functions of libarchive that this folder calls. */
#define SKY_LIBARCHIVE_FUNCTIONS(FUNCTION)                                                         \
  FUNCTION (archive_entry_filetype)                                                                \
  FUNCTION (archive_entry_free)                                                                    \
  FUNCTION (archive_entry_hardlink)                                                                \
  FUNCTION (archive_entry_new)                                                                     \
  FUNCTION (archive_entry_pathname)                                                                \
  FUNCTION (archive_entry_set_filetype)                                                            \
  FUNCTION (archive_entry_set_mtime)                                                               \
  FUNCTION (archive_entry_set_pathname)                                                            \
  FUNCTION (archive_entry_set_perm)                                                                \
  FUNCTION (archive_entry_set_size)                                                                \
  FUNCTION (archive_entry_size)                                                                    \
  FUNCTION (archive_entry_size_is_set)                                                             \
  FUNCTION (archive_entry_symlink)                                                                 \
  FUNCTION (archive_errno)                                                                         \
  FUNCTION (archive_error_string)                                                                  \
  FUNCTION (archive_read_data_block)                                                               \
  FUNCTION (archive_read_free)                                                                     \
  FUNCTION (archive_read_new)                                                                      \
  FUNCTION (archive_read_next_header)                                                              \
  FUNCTION (archive_read_open_fd)                                                                  \
  FUNCTION (archive_read_support_format_zip_seekable)                                              \
  FUNCTION (archive_write_close)                                                                   \
  FUNCTION (archive_write_data)                                                                    \
  FUNCTION (archive_write_finish_entry)                                                            \
  FUNCTION (archive_write_free)                                                                    \
  FUNCTION (archive_write_header)                                                                  \
  FUNCTION (archive_write_new)                                                                     \
  FUNCTION (archive_write_open_fd)                                                                 \
  FUNCTION (archive_write_set_bytes_per_block)                                                     \
  FUNCTION (archive_write_set_format_zip)                                                          \
  FUNCTION (archive_write_zip_set_compression_deflate)                                             \
  FUNCTION (archive_write_zip_set_compression_store)

typedef struct
{
#define SKY_LIBARCHIVE_MEMBER(name) __typeof__ (&(name)) name;
  SKY_LIBARCHIVE_FUNCTIONS (SKY_LIBARCHIVE_MEMBER)
#undef SKY_LIBARCHIVE_MEMBER
} SkyLibarchive;

/* libarchive's functions, after sky_libarchive_load(). */
extern SkyLibarchive sky_libarchive;

/* Loads libarchive, once. Returns TRUE; or FALSE, with the cause in *@cause. */
gboolean sky_libarchive_load (char **cause);

G_END_DECLS
