/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The roulette layout and wheel (58 Pa. Code § 617a.1, § 617a.3(e)). The positions of the boxes
 * determine which groups of numbers a wager may cover. A set of numbers is a set of bits: bit n is
 * the number n, bit 37 is 00. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_WHEEL_DOUBLE_ZERO,
  SKY_WHEEL_SINGLE_ZERO,
  SKY_WHEEL_DOUBLE_AS_SINGLE, /* the layout covers 00 and the wheel treats it as void (§ 617a.1(e))
                               */
} SkyWheel;

#define SKY_POCKET_DOUBLE_ZERO 37
#define SKY_N_POCKETS          38

#define SKY_POCKET_BIT(number) (G_GUINT64_CONSTANT (1) << (number))

/* TRUE if the wheel has a pocket with that number; -1 is none. */
gboolean sky_wheel_has (SkyWheel wheel, int number);

/* The pocket @steps clockwise from @number on the wheel; negative: counterclockwise (§ 617a.1(c)
 * and § 617a.1(d)). @number must be on the wheel. */
int sky_wheel_step (SkyWheel wheel, int number, int steps);

/* R19: the numbers with a red background. */
gboolean sky_roulette_is_red (int number);

/* TRUE if the layout has a box for @number that accepts wagers. */
gboolean sky_layout_offers (SkyWheel wheel, int number);

/* TRUE if one chip may wager on the numbers of the set together. The boxes are two that share a
 * line, three in a row or with a common corner, four with a common corner, or six in two rows. See
 * § 617a.3(e)(2), § 617a.3(e)(3), § 617a.3(e)(4) and § 617a.3(e)(6). The count of the numbers
 * identifies the wager. */
gboolean sky_layout_is_group (SkyWheel wheel, guint64 numbers);

/* A pocket as a number: 37 is 00, -1 what no wheel has. */
gint8 sky_pocket_from_text (SkyText text);

/* "00" or "17". @buffer of four bytes. Returns: @buffer. */
char *sky_pocket_to_text (int number, char buffer[4]);

G_END_DECLS
