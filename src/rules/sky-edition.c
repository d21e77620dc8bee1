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

  return edition == NULL
         || ((edition->from == SKY_DAY_NONE || day >= edition->from)
             && (edition->until == SKY_DAY_NONE || day <= edition->until));
}
