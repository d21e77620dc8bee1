/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-figure-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define OUTCOMES_KAPPA 0.99
#define WAGERS_AGREED  0.95
#define AS_DUE_EITHER  0.90

static char *
format (double value, double low, double high, int decimals, const char *sign)
{
  if (isnan (value))
    return g_strdup ("–");
  if (isnan (low) || isnan (high))
    return g_strdup_printf ("%.*f%s", decimals, value, sign);
  return g_strdup_printf ("%.*f%s (%.*f…%.*f)", decimals, value, sign, decimals, low, decimals,
                          high);
}

char *
sky_figure_percent (double value, double low, double high)
{
  return format (100 * value, 100 * low, 100 * high, 2, " %");
}

char *
sky_figure_coefficient (double value, double low, double high)
{
  return format (value, low, high, 3, "");
}

static const char *const titles[SKY_COMPARED_TYPES] = {
  [SKY_COMPARED_ROUND] = N_ ("Rounds"),  [SKY_COMPARED_OUTCOME] = N_ ("Outcomes"),
  [SKY_COMPARED_WAGER] = N_ ("Wagers"),  [SKY_COMPARED_AMOUNT] = N_ ("Amounts"),
  [SKY_COMPARED_AS_DUE] = N_ ("As due"), [SKY_COMPARED_SETTLEMENT] = N_ ("Settlements"),
};

const char *
sky_compared_to_title (SkyCompared compared)
{
  return compared < SKY_COMPARED_TYPES ? _ (titles[compared]) : sky_compared_to_name (compared);
}

static char *
describe_agreement (const SkyComparedKind *kind)
{
  const SkyAgreement *agreement = &kind->agreement;
  const char *title = sky_compared_to_title (kind->compared);
  g_autofree char *agreed =
      sky_figure_percent (agreement->agreed.value, agreement->agreed.low, agreement->agreed.high);
  g_autofree char *kappa =
      sky_figure_coefficient (agreement->kappa.value, agreement->kappa.low, agreement->kappa.high);
  g_autofree char *ac1 =
      sky_figure_coefficient (agreement->ac1.value, agreement->ac1.low, agreement->ac1.high);

  if (sky_compared_has_kappa (kind->compared))
    return g_strdup_printf (_ ("%s: %u of %u the same, %s; κ %s; AC1 %s"), title,
                            agreement->n_agreed, agreement->n, agreed, kappa, ac1);
  return g_strdup_printf (_ ("%s: %u of %u the same, %s"), title, agreement->n_agreed, agreement->n,
                          agreed);
}

char *
sky_compared_kind_describe (const SkyComparedKind *kind)
{
  const SkyPositive *positive = &kind->positive;

  if (kind->is_positive)
    {
      g_autofree char *agreed =
          sky_figure_percent (positive->agreed.value, positive->agreed.low, positive->agreed.high);

      return g_strdup_printf (
          _ ("%s: %u in both, %u in A alone, %u in B alone; positive agreement %s"),
          sky_compared_to_title (kind->compared), positive->both, positive->only_a,
          positive->only_b, agreed);
    }
  return describe_agreement (kind);
}

static SkyTarget
judge (gboolean reached)
{
  return reached ? SKY_TARGET_REACHED : SKY_TARGET_MISSED;
}

SkyTarget
sky_compared_kind_judge (const SkyComparedKind *kind)
{
  /* Where all are alike, neither coefficient says anything, and nobody disagreed. */
  const gboolean alike = !kind->is_positive && kind->agreement.n == kind->agreement.n_agreed;

  switch ((guint) kind->compared)
    {
    case SKY_COMPARED_OUTCOME:
      return judge (alike || kind->agreement.kappa.value >= OUTCOMES_KAPPA);
    case SKY_COMPARED_WAGER:
      return judge (kind->positive.agreed.value >= WAGERS_AGREED);
    case SKY_COMPARED_AS_DUE:
      return judge (alike || kind->agreement.kappa.value >= AS_DUE_EITHER
                    || kind->agreement.ac1.value >= AS_DUE_EITHER);
    default:
      return SKY_TARGET_NONE;
    }
}
