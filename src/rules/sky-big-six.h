/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Big Six Wheel (58 Pa. Code Chapter 619a): 54 sections and a clapper. */
#pragma once

#include "sky-game.h"

G_BEGIN_DECLS

/* The seven symbols by their keys "1", "2", "5", "10", "20", "joker" and "flag", in any theme. */
typedef enum
{
  SKY_SYMBOL_1,
  SKY_SYMBOL_2,
  SKY_SYMBOL_5,
  SKY_SYMBOL_10,
  SKY_SYMBOL_20,
  SKY_SYMBOL_JOKER,
  SKY_SYMBOL_FLAG,
  SKY_N_SYMBOLS,
} SkySymbol;

/* The module's options, after the common ones. */
enum
{
  SKY_BIG_SIX_SYMBOLS = SKY_N_COMMON_OPTIONS,
  SKY_BIG_SIX_SYMBOL, /* the first of SKY_N_SYMBOLS themed names, in the order of SkySymbol */
  SKY_BIG_SIX_N_OPTIONS = SKY_BIG_SIX_SYMBOL + SKY_N_SYMBOLS,
};

#define SKY_N_SECTIONS 54

/* The symbol on a section, 0…53 clockwise from the joker (§ 619a.1(b)). */
SkySymbol sky_big_six_symbol (guint section);

/* The name of @symbol at this table: the Rules Submission's themed name, or "$1 Symbol". */
const char *sky_big_six_symbol_name (const SkyTable *table, SkySymbol symbol);

G_END_DECLS
