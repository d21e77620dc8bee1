/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-bet.h"

const SkyPay *
sky_bet_find_pay (const SkyBet *bet, gint key, char paytable)
{
  for (guint i = 0; i < bet->n_pays; i++)
    if (bet->pays[i].key == key && (paytable == 0 || bet->pays[i].paytable == paytable))
      return &bet->pays[i];
  return NULL;
}
