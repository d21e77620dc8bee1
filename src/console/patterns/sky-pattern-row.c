/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-row.h"

#include "sky-pattern-words.h"
#include "sky-phrase.h"

#include <glib/gi18n.h>
#include <math.h>

struct _SkyPatternRow
{
  GObject parent_instance;

  /* Owned. */
  SkyPatterns *patterns;
  const SkyPattern *pattern; /* of these */
};

G_DEFINE_FINAL_TYPE (SkyPatternRow, sky_pattern_row, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_WHAT,
  PROP_UNIT,
  PROP_PROPERTY,
  PROP_TABLES,
  PROP_SINCE,
  PROP_EVIDENCE,
  PROP_STATE,
  PROP_SHARE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

static char *
tell_tables (const SkyPattern *pattern)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();

  for (guint i = 0; i < pattern->tables->len; i++)
    g_ptr_array_add (tables, pattern->tables->pdata[i]);
  g_ptr_array_add (tables, NULL);
  return g_strjoinv (", ", (char **) tables->pdata);
}

static char *
tell_since (const SkyPattern *pattern)
{
  char day[SKY_DAY_TEXT_SIZE];

  return g_strdup (pattern->standing.n > 0 ? sky_day_format (pattern->standing.since, day) : "");
}

static char *
tell_evidence (const SkyPattern *pattern)
{
  g_autofree char *ln_r = sky_pattern_format_number ((double) pattern->standing.ln_r);
  g_autofree char *ln_a = sky_pattern_format_number ((double) pattern->standing.ln_a);

  if (pattern->standing.n == 0)
    return g_strdup ("");
  /* Translators: ln R, then what it takes to report, ln A: “9.64 of 9.03”. */
  return g_strdup_printf (_ ("%s of %s"), ln_r, ln_a);
}

static double
get_share (const SkyPattern *pattern)
{
  double share = (double) (pattern->standing.ln_r / pattern->standing.ln_a);

  return pattern->standing.n > 0 && share > 0 ? MIN (share, 1) : 0;
}

static void
sky_pattern_row_get_property (GObject *object, guint prop, GValue *value, GParamSpec *pspec)
{
  const SkyPattern *pattern = SKY_PATTERN_ROW (object)->pattern;

  switch (prop)
    {
    case PROP_WHAT:
      g_value_take_string (value, sky_phrase_show (sky_family_title (pattern->family)));
      break;
    case PROP_UNIT:
      g_value_take_string (value, sky_pattern_unit (pattern));
      break;
    case PROP_PROPERTY:
      g_value_set_string (value, pattern->property);
      break;
    case PROP_TABLES:
      g_value_take_string (value, tell_tables (pattern));
      break;
    case PROP_SINCE:
      g_value_take_string (value, tell_since (pattern));
      break;
    case PROP_EVIDENCE:
      g_value_take_string (value, tell_evidence (pattern));
      break;
    case PROP_STATE:
      g_value_take_string (value, sky_phrase_show (sky_pattern_state_words (pattern)));
      break;
    case PROP_SHARE:
      g_value_set_double (value, get_share (pattern));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop, pspec);
    }
}

static void
sky_pattern_row_finalize (GObject *object)
{
  sky_patterns_unref (SKY_PATTERN_ROW (object)->patterns);
  G_OBJECT_CLASS (sky_pattern_row_parent_class)->finalize (object);
}

static void
sky_pattern_row_class_init (SkyPatternRowClass *klass)
{
  static const char *const names[] = {
    [PROP_WHAT] = "what",     [PROP_UNIT] = "unit",   [PROP_PROPERTY] = "property",
    [PROP_TABLES] = "tables", [PROP_SINCE] = "since", [PROP_EVIDENCE] = "evidence",
    [PROP_STATE] = "state",
  };

  G_OBJECT_CLASS (klass)->get_property = sky_pattern_row_get_property;
  G_OBJECT_CLASS (klass)->finalize = sky_pattern_row_finalize;
  for (guint i = PROP_WHAT; i <= PROP_STATE; i++)
    props[i] =
        g_param_spec_string (names[i], NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_SHARE] =
      g_param_spec_double ("share", NULL, NULL, 0, 1, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
sky_pattern_row_init (SkyPatternRow *self)
{
}

SkyPatternRow *
sky_pattern_row_new (SkyPatterns *patterns, const SkyPattern *pattern)
{
  SkyPatternRow *self = g_object_new (SKY_TYPE_PATTERN_ROW, NULL);

  self->patterns = sky_patterns_ref (patterns);
  self->pattern = pattern;
  return self;
}

SkyPatterns *
sky_pattern_row_get_patterns (SkyPatternRow *self)
{
  return self->patterns;
}

const SkyPattern *
sky_pattern_row_get_pattern (SkyPatternRow *self)
{
  return self->pattern;
}

double
sky_pattern_row_get_excess (SkyPatternRow *self)
{
  const SkyStreamStanding *standing = &self->pattern->standing;

  return standing->n > 0 ? (double) (standing->ln_r - standing->ln_a) : -INFINITY;
}

gboolean
sky_pattern_row_is_reported (SkyPatternRow *self)
{
  return self->pattern->noted != NULL || self->pattern->standing.state != SKY_STREAM_QUIET;
}
