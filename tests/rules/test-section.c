/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of sections and checks: nothing that is cited goes without a summary. */
#include "config.h"

#include "sky-check.h"
#include "sky-game.h"
#include "sky-section.h"

#include <string.h>

/* One or two sentences: a capital or a quotation mark first, a full stop last, nothing of a table
 * or of a line's end in between. */
static void
assert_sentence (const char *of, const char *text)
{
  if (text == NULL || strlen (text) < 20 || strlen (text) > 240 || !g_str_has_suffix (text, ".")
      || g_ascii_islower (text[0]) || strpbrk (text, "|\n") != NULL || strstr (text, "  ") != NULL)
    g_error ("%s: not a sentence: %s", of, text);
}

/* Two to five words, the first with a capital; they stand in a table too. */
static void
assert_title (const char *of, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  if (g_strv_length (words) < 2 || g_strv_length (words) > 5 || g_utf8_strlen (text, -1) > 30
      || g_ascii_islower (text[0]) || strpbrk (text, "|.\n") != NULL || strstr (text, "  ") != NULL)
    g_error ("%s: not a plain name: %s", of, text);
}

static void
assert_told (const char *by, const char *section)
{
  const SkySection *found = section != NULL ? sky_section_find (section) : NULL;

  /* Its own, not that of a section around it. */
  if (found == NULL || !g_str_equal (found->section, section))
    g_error ("%s cites %s, which has no summary", by, section);
}

static void
test_sections (void)
{
  gsize n;
  const SkySection *sections = sky_sections (&n);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_cmpuint (n, >, 200);
  for (gsize i = 0; i < n; i++)
    {
      assert_sentence (sections[i].section, sections[i].summary);
      g_assert_true (g_hash_table_add (seen, (gpointer) sections[i].section));
      g_assert_true (sky_section_find (sections[i].section) == &sections[i]);
    }
}

static void
test_checks (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (SkyCheck check = 0; check < SKY_N_CHECKS; check++)
    {
      const SkyCheckInfo *info = sky_check_info (check);
      g_autofree char *list = sky_game_list_sections (check);
      g_auto (GStrv) sections = g_strsplit (list, " ", -1);

      assert_title (info->name, sky_check_title (check));
      if (!g_hash_table_add (seen, (gpointer) sky_check_title (check)))
        g_error ("%s: another check is called that too: %s", info->name, sky_check_title (check));
      assert_sentence (info->name, sky_check_summary (check));
      for (guint i = 0; sections[i] != NULL && *sections[i] != '\0'; i++)
        assert_told (info->name, sections[i]);
    }
}

static void
test_bets (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkyGame *game = sky_game_get (id);

      for (guint i = 0; i < game->n_bets; i++)
        {
          assert_told (game->bets[i].name, game->bets[i].section);
          assert_told (game->bets[i].name, game->bets[i].odds_section);
        }
    }
}

static void
test_options (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const SkyGame *game = sky_game_get (id);

      assert_told (game->name, game->wagers_section);
      for (guint i = 0; i < game->n_options; i++)
        assert_told (game->options[i].name, game->options[i].section);
    }
}

static void
test_around (void)
{
  g_assert_cmpstr (sky_section_find ("623a.3(a)(5)(i)")->section, ==, "623a.3(a)(5)");
  g_assert_cmpstr (sky_section_find ("669a.11(i)(3)(i)(A)")->section, ==, "669a.11(i)(3)(i)");
  g_assert_cmpstr (sky_section_find ("539.3(4)")->section, ==, "539.3");
  /* No section around these is told, and 623a.3(a)(4) is not 623a.3(a)(40). */
  g_assert_null (sky_section_find ("623a.99(a)"));
  g_assert_null (sky_section_find (""));
  g_assert_cmpstr (sky_section_find ("623a.3(a)(4)")->section, ==, "623a.3(a)(4)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section/sections", test_sections);
  g_test_add_func ("/section/checks", test_checks);
  g_test_add_func ("/section/bets", test_bets);
  g_test_add_func ("/section/options", test_options);
  g_test_add_func ("/section/around", test_around);
  return g_test_run ();
}
