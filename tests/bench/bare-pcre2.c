/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an import is measured against: each line of the file is matched by the pattern, with PCRE2
 * compiled to the machine's code, and nothing is done with it. bare-pcre2 PATTERN FILE prints how
 * many lines match. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
fail (const char *what)
{
  fprintf (stderr, "bare-pcre2: %s\n", what);
  return 1;
}

int
main (int argc, char **argv)
{
  int cause;
  size_t at, room = 0, n = 0;
  ssize_t length;
  char *line = NULL;

  if (argc != 3)
    return fail ("PATTERN FILE");
  pcre2_code *code =
      pcre2_compile ((PCRE2_SPTR) argv[1], PCRE2_ZERO_TERMINATED, PCRE2_UTF, &cause, &at, NULL);
  FILE *file = fopen (argv[2], "r");
  if (code == NULL || file == NULL || pcre2_jit_compile (code, PCRE2_JIT_COMPLETE) != 0)
    return fail ("the pattern or the file cannot be had");
  pcre2_match_data *match = pcre2_match_data_create_from_pattern (code, NULL);
  while ((length = getline (&line, &room, file)) > 0)
    {
      size_t end = (size_t) length - (line[length - 1] == '\n');

      n += pcre2_match (code, (PCRE2_SPTR) line, end, 0, 0, match, NULL) > 0;
    }
  printf ("%zu\n", n);
  free (line);
  pcre2_match_data_free (match);
  pcre2_code_free (code);
  return fclose (file) == 0 ? 0 : fail (argv[2]);
}
