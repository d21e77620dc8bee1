/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-edition.h"

#include <string.h>

/* Days since 1970-01-01, so that the table can be constant; tests hold them against the dates. */
#define DAY_2010_04_03 14702
#define DAY_2011_06_10 15135
#define DAY_2011_06_11 15136
#define DAY_2016_08_27 17040
#define DAY_2021_09_04 18874
#define DAY_2022_03_12 19063
#define DAY_2023_09_23 19623
#define DAY_2024_09_03 19969
#define DAY_2025_03_11 20158
#define DAY_2026_09_22 20718

/* Both days are in force. */
/* clang-format off */
static const SkyEdition editions[] = {
  { "539", DAY_2010_04_03, DAY_2011_06_10, "Pa.B. Doc. No. 10-591, April 2, 2010" },
  { "617a", DAY_2011_06_11, SKY_DAY_NONE, "41 Pa.B., June 11, 2011, as proposed" },
  { "619a", DAY_2011_06_11, SKY_DAY_NONE, "41 Pa.B., June 11, 2011, as proposed" },
  { "621a", DAY_2011_06_11, SKY_DAY_NONE, "41 Pa.B., June 11, 2011, as proposed" },
  { "623a", DAY_2011_06_11, SKY_DAY_NONE, "41 Pa.B., June 11, 2011, as proposed" },
  { "625a", DAY_2011_06_11, SKY_DAY_NONE, "Pa.B. Doc. No. 11-969, June 10, 2011, as proposed" },
  { "651a", DAY_2011_06_11, SKY_DAY_NONE, "Pa.B. Doc. No. 11-970, June 10, 2011, as proposed" },
  { "668a", DAY_2016_08_27, SKY_DAY_NONE, "46 Pa.B., August 27, 2016" },
  { "669a", DAY_2016_08_27, SKY_DAY_NONE, "46 Pa.B., August 27, 2016" },
  { "465a.9", DAY_2016_08_27, SKY_DAY_NONE, "46 Pa.B., August 27, 2016, as amended" },
  { "611a", DAY_2016_08_27, SKY_DAY_NONE, "46 Pa.B., August 27, 2016, as amended" },
  { "623b.1", DAY_2021_09_04, DAY_2024_09_03, "51 Pa.B. 5607, September 3, 2021" },
  { "623b.2", DAY_2021_09_04, DAY_2024_09_03, "51 Pa.B. 5607, September 3, 2021" },
  { "623b.3", DAY_2021_09_04, DAY_2024_09_03, "51 Pa.B. 5607, September 3, 2021" },
  { "623b.4", DAY_2022_03_12, DAY_2025_03_11, "52 Pa.B. 1491, March 11, 2022; amended 52 Pa.B. 3224, June 3, 2022" },
  { "623b.5", DAY_2023_09_23, DAY_2026_09_22, "53 Pa.B. 5923, September 22, 2023" },
  { "521", DAY_2010_04_03, SKY_DAY_NONE, "40 Pa.B., April 3, 2010" },
};
/* clang-format on */

/* clang-format off */
static const SkyAmount amounts[] = {
  { SKY_AMOUNT_LIMITS_NOTICE, "521.8(c)(2)", SKY_DAY_NONE, SKY_DAY_NONE, 30, "minutes ahead of other limits" },
  { SKY_AMOUNT_FIRE_BET_AREAS, "623a.2(f)(1)", SKY_DAY_NONE, SKY_DAY_NONE, 16, "areas for Fire Bets" },
  { SKY_AMOUNT_FIRE_BET_MIN, "623a.11(b)(1)", SKY_DAY_NONE, SKY_DAY_NONE, 100, "cents, the least Fire Bet" },
  { SKY_AMOUNT_FIRE_BET_MAX, "623a.11(b)(1)", SKY_DAY_NONE, SKY_DAY_NONE, 500, "cents, the greatest Fire Bet" },
  { SKY_AMOUNT_FIRE_BET_STEP, "623a.11(b)(1)", SKY_DAY_NONE, SKY_DAY_NONE, 100, "cents, the steps of a Fire Bet" },
  { SKY_AMOUNT_PAI_GOW_SHAKES, "621a.8(a)(2)", SKY_DAY_NONE, SKY_DAY_NONE, 3, "shakes of the dice at Pai Gow" },
  { SKY_AMOUNT_PAI_GOW_VIGORISH, "621a.10(k)", SKY_DAY_NONE, SKY_DAY_NONE, 5, "percent of a win at Pai Gow" },
  { SKY_AMOUNT_WAR_CUT, "651a.5(d)", SKY_DAY_NONE, SKY_DAY_NONE, 10, "cards from an end for the cover card" },
  { SKY_AMOUNT_WAR_BURN, "651a.9(f)", SKY_DAY_NONE, SKY_DAY_NONE, 3, "cards burned before the War deal" },
  { SKY_AMOUNT_STUB_ROUNDS, "669a.8(f)", SKY_DAY_NONE, SKY_DAY_NONE, 5, "rounds in which the stub is counted once" },
  { SKY_AMOUNT_ENVY_SPADES, "669a.12(e)(5)", SKY_DAY_NONE, SKY_DAY_NONE, 100, "times the wager for ace, king and queen of spades" },
  { SKY_AMOUNT_ENVY_OTHERS, "669a.12(e)(5)", SKY_DAY_NONE, SKY_DAY_NONE, 25, "times the wager for those of another suit" },
};
/* clang-format on */

static gboolean
is_within (SkyDay day, SkyDay from, SkyDay until)
{
  return (from == SKY_DAY_NONE || day >= from) && (until == SKY_DAY_NONE || day <= until);
}

const SkyAmount *
sky_amounts (gsize *n)
{
  *n = G_N_ELEMENTS (amounts);
  return amounts;
}

gint64
sky_amount (SkyAmountId id, SkyDay day)
{
  const SkyAmount *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    {
      if (amounts[i].id != id)
        continue;
      if (is_within (day, amounts[i].from, amounts[i].until))
        return amounts[i].value;
      first = first != NULL ? first : &amounts[i];
    }
  g_assert (first != NULL);
  return first->value;
}

const SkyEdition *
sky_editions (gsize *n)
{
  *n = G_N_ELEMENTS (editions);
  return editions;
}

const SkyEdition *
sky_edition_find (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (editions); i++)
    if (g_str_equal (editions[i].text, text))
      return &editions[i];
  return NULL;
}

gboolean
sky_edition_in_force (const char *text, SkyDay day)
{
  const SkyEdition *edition = sky_edition_find (text);

  return edition == NULL || is_within (day, edition->from, edition->until);
}
