/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What coders found in test rounds, whose errors are known, kept by credential and game in a file:
 *
 *     {"coders":[{"credential":"PA-7","game":"roulette","test":"…","planted":40,"found":37,
 *                 "clean":400,"flagged":2}]}
 *
 * "test" names the test rounds and may be missing. Tests of one coder in one game add up. */
#pragma once

#include "sky-comparison.h"
#include "sky-rate.h"

G_BEGIN_DECLS

typedef struct
{
  char *credential;
  SkyGameId game;
  char *test; /* NULL: not named */
  SkyCoderRecord record;
} SkyCoderTest;

/* What the coder of @comparison's log B found of the errors in its log A, which is the truth.
 * Returns FALSE if no settlement is judged by both. */
gboolean sky_coder_count (const SkyComparison *comparison, SkyCoderRecord *record);

/* The path of the file in which the console keeps the tests of this user's desk. Returns: a new
 * string. */
char *sky_coder_default_path (void) G_GNUC_WARN_UNUSED_RESULT;

/* Reads the file at @path. Returns: a new array of SkyCoderTest, which it clears; NULL with a
 * G_FILE_ERROR or SKY_PLAN_ERROR_FORMAT. */
GArray *sky_coder_read_tests (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds @test to the file at @path, which need not exist; it takes the place of the same test of the
 * same coder. Returns FALSE with a G_FILE_ERROR or SKY_PLAN_ERROR_FORMAT. */
gboolean sky_coder_keep_test (const char *path, const SkyCoderTest *test, GError **error);

/* All tests of @credential in @game among @tests. */
SkyCoderRecord sky_coder_sum (const GArray *tests, const char *credential, SkyGameId game);

/* Onto @json, an object of a file of coders. */
void sky_coder_write_json (const SkyCoderTest *test, GString *json);

/* "found 37 of 40 planted errors: 92.50 % (…); saw 2 in 400 clean settlements: …", for people, and
 * whether that is enough. Returns: a new string. */
char *sky_coder_describe (const SkyCoderRecord *record) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
