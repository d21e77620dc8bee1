/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was recorded and recomputed, in words: all that audits write, and what they do not. */
#include "config.h"

#include "sky-finding-words.h"

static void
test_words (void)
{
  static const struct
  {
    const char *json;
    const char *words;
  } samples[] = {
    { "{\"outcome\":\"win\",\"paid\":600,\"returned\":1000}", "won; paid $6.00; returned $10.00" },
    { "{\"outcome\":\"lose\",\"paid\":0,\"taken\":500,\"stays\":false}",
      "lost; paid $0.00; took $5.00" },
    { "{\"outcome\":\"push\",\"paid\":0,\"stays\":true}", "a tie; paid $0.00; left the wager up" },
    { "{\"outcome\":\"void\",\"paid\":0,\"vig\":125}", "void; paid $0.00; vigorish of $1.25" },
    { "{\"dispute\":\"d1\",\"claim\":{\"outcome\":\"surrender\",\"paid\":1}}",
      "dispute d1; the patron claims: surrendered, paid $0.01" },
    { "{\"verdict\":\"supports_patron\",\"outcome\":\"win\",\"paid\":700}",
      "the record supports the patron; won; paid $7.00" },
    { "{\"decision\":\"stands\"}", "ruled that it stands" },
    /* Of a newer Skyward. */
    { "{\"outcome\":\"half\",\"chips\":3,\"deep\":{\"paid\":5},\"list\":[1],\"sure\":true}",
      "outcome: half; chips: 3; deep: paid $0.05; list: —; sure: yes" },
    { "{}", "" },
    { "[]", NULL },
    { "nonsense", NULL },
    { NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *words = sky_finding_words (samples[i].json);

      g_assert_cmpstr (words, ==, samples[i].words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding-words/all", test_words);
  return g_test_run ();
}
