/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-filter-text.h"

#include <glib/gi18n.h>

#include "sky-game.h"
#include "sky-queue-item.h"

/* --- Parts ------------------------------------------------------------------------------------ */

/* The member of a part that is one text; NULL: it is something else. */
static char **
text_of (SkyFindingFilter *filter, SkyFilterPart part)
{
  switch (part)
    {
    case SKY_FILTER_CHECK:
      return &filter->check;
    case SKY_FILTER_PROPERTY:
      return &filter->property;
    case SKY_FILTER_TABLE:
      return &filter->table;
    case SKY_FILTER_GAME:
      return &filter->game;
    case SKY_FILTER_TEXT:
      return &filter->text;
    case SKY_FILTER_DEALER:
      return &filter->dealer;
    case SKY_FILTER_PATRON:
      return &filter->patron;
    case SKY_FILTER_CHANGED:
    case SKY_FILTER_SEVERITIES:
    case SKY_FILTER_STATES:
    case SKY_FILTER_SECOND:
    case SKY_FILTER_DAYS:
    case SKY_FILTER_ROUND:
    case SKY_N_FILTER_PARTS:
    default:
      return NULL;
    }
}

gboolean
sky_filter_has_part (const SkyFindingFilter *filter, SkyFilterPart part)
{
  char **text = text_of ((SkyFindingFilter *) filter, part);

  if (text != NULL)
    return *text != NULL && (*text)[0] != '\0';
  switch ((guint) part)
    {
    case SKY_FILTER_CHANGED:
      return filter->changed;
    case SKY_FILTER_SEVERITIES:
      return filter->severities != 0;
    case SKY_FILTER_STATES:
      return filter->states != 0;
    case SKY_FILTER_SECOND:
      return filter->awaits_second;
    case SKY_FILTER_DAYS:
      return filter->first_day != SKY_DAY_NONE || filter->last_day != SKY_DAY_NONE;
    case SKY_FILTER_ROUND:
      return filter->round != 0;
    default:
      g_return_val_if_reached (FALSE);
    }
}

gboolean
sky_filter_is_set (const SkyFindingFilter *filter)
{
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    {
      if (sky_filter_has_part (filter, (SkyFilterPart) i))
        return TRUE;
    }
  return FALSE;
}

void
sky_filter_clear_part (SkyFindingFilter *filter, SkyFilterPart part)
{
  char **text = text_of (filter, part);

  if (text != NULL)
    {
      g_clear_pointer (text, g_free);
      return;
    }
  switch ((guint) part)
    {
    case SKY_FILTER_CHANGED:
      filter->changed = FALSE;
      break;
    case SKY_FILTER_SEVERITIES:
      filter->severities = 0;
      break;
    case SKY_FILTER_STATES:
      filter->states = 0;
      break;
    case SKY_FILTER_SECOND:
      filter->awaits_second = FALSE;
      break;
    case SKY_FILTER_DAYS:
      filter->first_day = SKY_DAY_NONE;
      filter->last_day = SKY_DAY_NONE;
      break;
    case SKY_FILTER_ROUND:
      filter->round = 0;
      break;
    default:
      g_return_if_reached ();
    }
}

void
sky_filter_clear (SkyFindingFilter *filter)
{
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    sky_filter_clear_part (filter, (SkyFilterPart) i);
}

/* --- In words --------------------------------------------------------------------------------- */

/* The labels of the bits that are set, the highest first for severities. */
static char *
list_bits (guint bits, guint n, gboolean highest_first, const char *(*label) (guint bit))
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      guint bit = highest_first ? n - 1 - i : i;
      if ((bits & (1u << bit)) == 0)
        continue;
      if (text->len > 0)
        g_string_append (text, ", ");
      g_string_append (text, label (bit));
    }
  return g_string_free (text, FALSE);
}

static const char *
severity_label (guint bit)
{
  return sky_severity_to_label ((SkySeverity) bit);
}

static const char *
state_label (guint bit)
{
  return sky_review_state_to_label ((SkyReviewState) bit);
}

static char *
describe_days (const SkyFindingFilter *filter)
{
  char first[SKY_DAY_TEXT_SIZE];
  char last[SKY_DAY_TEXT_SIZE];

  if (filter->first_day == filter->last_day)
    return g_strdup (sky_day_format (filter->first_day, first));
  return g_strdup_printf (
      "%s – %s", filter->first_day != SKY_DAY_NONE ? sky_day_format (filter->first_day, first) : "",
      filter->last_day != SKY_DAY_NONE ? sky_day_format (filter->last_day, last) : "");
}

const char *
sky_game_to_label (const char *game)
{
  SkyGameId id;

  SkyText name = { game, strlen (game) };

  if (!sky_game_id_from_name (name, &id) || sky_game_get (id) == NULL)
    return game;
  return sky_game_get (id)->name;
}

char *
sky_filter_describe_part (const SkyFindingFilter *filter, SkyFilterPart part)
{
  static const char *const titles[SKY_N_FILTER_PARTS] = {
    [SKY_FILTER_SEVERITIES] = N_ ("Severity"),
    [SKY_FILTER_STATES] = N_ ("State"),
    [SKY_FILTER_CHECK] = N_ ("Check"),
    [SKY_FILTER_PROPERTY] = N_ ("Property"),
    [SKY_FILTER_TABLE] = N_ ("Table"),
    [SKY_FILTER_GAME] = N_ ("Game"),
    [SKY_FILTER_DAYS] = N_ ("Day"),
    [SKY_FILTER_ROUND] = N_ ("Round"),
    [SKY_FILTER_TEXT] = N_ ("Words"),
    [SKY_FILTER_DEALER] = N_ ("Dealer"),
    [SKY_FILTER_PATRON] = N_ ("Patron"),
  };
  char **text = text_of ((SkyFindingFilter *) filter, part);
  g_autofree char *value = NULL;

  if (!sky_filter_has_part (filter, part))
    return NULL;
  if (part == SKY_FILTER_CHANGED)
    return g_strdup (_ ("Changed since I last looked"));
  if (part == SKY_FILTER_SECOND)
    return g_strdup (_ ("Awaiting Second Reviewer"));
  if (part == SKY_FILTER_SEVERITIES)
    value = list_bits (filter->severities, SKY_N_SEVERITIES, TRUE, severity_label);
  else if (part == SKY_FILTER_STATES)
    value = list_bits (filter->states, SKY_N_REVIEW_STATES, FALSE, state_label);
  else if (part == SKY_FILTER_DAYS)
    value = describe_days (filter);
  else if (part == SKY_FILTER_ROUND)
    value = g_strdup_printf ("%" G_GINT64_FORMAT, filter->round);
  else if (part == SKY_FILTER_CHECK)
    value = g_strdup (sky_check_to_label (filter->check));
  else if (part == SKY_FILTER_GAME)
    value = g_strdup (sky_game_to_label (filter->game));
  else
    value = g_strdup (*text);
  if (value == NULL)
    return NULL;
  /* Translators: what a list is narrowed to: "Table: CR-01". */
  return g_strdup_printf (_ ("%s: %s"), _ (titles[part]), value);
}

char *
sky_filter_describe (const SkyFindingFilter *filter)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    {
      g_autofree char *part = sky_filter_describe_part (filter, (SkyFilterPart) i);
      if (part == NULL)
        continue;
      if (text->len > 0)
        g_string_append (text, " · ");
      g_string_append (text, part);
    }
  return g_string_free (text, FALSE);
}

/* --- As a line -------------------------------------------------------------------------------- */

/* The names of the parts in a line. They are kept: a name is never given another meaning. */
static const char *const names[SKY_N_FILTER_PARTS] = {
  [SKY_FILTER_SEVERITIES] = "severity", [SKY_FILTER_STATES] = "state",
  [SKY_FILTER_CHECK] = "check",         [SKY_FILTER_PROPERTY] = "property",
  [SKY_FILTER_TABLE] = "table",         [SKY_FILTER_GAME] = "game",
  [SKY_FILTER_DAYS] = "days",           [SKY_FILTER_ROUND] = "round",
  [SKY_FILTER_TEXT] = "words",          [SKY_FILTER_DEALER] = "dealer",
  [SKY_FILTER_PATRON] = "patron",       [SKY_FILTER_CHANGED] = "changed",
  [SKY_FILTER_SECOND] = "second",
};

static const char *
severity_name (guint bit)
{
  return sky_severity_to_name ((SkySeverity) bit);
}

static const char *
state_name (guint bit)
{
  return sky_review_state_to_name ((SkyReviewState) bit);
}

static const char *
queue_name (guint bit)
{
  return sky_queue_to_name ((SkyQueue) bit);
}

static void
add_bits (GString *line, const char *name, guint bits, guint n, const char *(*to_name) (guint bit))
{
  gboolean first = TRUE;

  for (guint i = 0; i < n; i++)
    {
      if ((bits & (1u << i)) == 0)
        continue;
      if (first)
        g_string_append_printf (line, "%s%s=", line->len > 0 ? "&" : "", name);
      else
        g_string_append_c (line, ',');
      g_string_append (line, to_name (i));
      first = FALSE;
    }
}

static void
add_text (GString *line, const char *name, const char *text)
{
  g_autofree char *escaped = g_uri_escape_string (text, NULL, TRUE);

  g_string_append_printf (line, "%s%s=%s", line->len > 0 ? "&" : "", name, escaped);
}

/* "2023-11-04..2023-11-06", either end of which may be missing. */
static char *
days_to_name (const SkyFindingFilter *filter)
{
  char first[SKY_DAY_TEXT_SIZE] = "";
  char last[SKY_DAY_TEXT_SIZE] = "";

  if (filter->first_day != SKY_DAY_NONE)
    sky_day_format (filter->first_day, first);
  if (filter->last_day != SKY_DAY_NONE)
    sky_day_format (filter->last_day, last);
  return g_strdup_printf ("%s..%s", first, last);
}

char *
sky_filter_to_line (const SkyFindingFilter *filter)
{
  GString *line = g_string_new (NULL);

  add_bits (line, "queue", filter->queues, SKY_N_QUEUES, queue_name);
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    {
      char **text = text_of ((SkyFindingFilter *) filter, (SkyFilterPart) i);
      g_autofree char *value = NULL;

      if (!sky_filter_has_part (filter, (SkyFilterPart) i))
        continue;
      if (text != NULL)
        value = g_strdup (*text);
      else if (i == SKY_FILTER_CHANGED || i == SKY_FILTER_SECOND)
        value = g_strdup ("yes");
      else if (i == SKY_FILTER_DAYS)
        value = days_to_name (filter);
      else if (i == SKY_FILTER_ROUND)
        value = g_strdup_printf ("%" G_GINT64_FORMAT, filter->round);
      if (value != NULL)
        add_text (line, names[i], value);
      else if (i == SKY_FILTER_SEVERITIES)
        add_bits (line, names[i], filter->severities, SKY_N_SEVERITIES, severity_name);
      else
        add_bits (line, names[i], filter->states, SKY_N_REVIEW_STATES, state_name);
    }
  return g_string_free (line, FALSE);
}

static gboolean
read_bits (const char *text, guint n, const char *(*to_name) (guint bit), guint *bits)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  *bits = 0;
  for (guint i = 0; words[i] != NULL; i++)
    {
      guint bit = 0;
      while (bit < n && strcmp (to_name (bit), words[i]) != 0)
        bit++;
      if (bit == n)
        return FALSE;
      *bits |= 1u << bit;
    }
  return *bits != 0;
}

static gboolean
read_day (const char *text, SkyDay *day)
{
  *day = SKY_DAY_NONE;
  return text[0] == '\0' || sky_day_parse (text, strlen (text), day);
}

static gboolean
read_days (const char *text, SkyFindingFilter *filter)
{
  g_auto (GStrv) ends = g_strsplit (text, "..", 2);

  return g_strv_length (ends) == 2 && read_day (ends[0], &filter->first_day)
         && read_day (ends[1], &filter->last_day);
}

static gboolean
read_part (SkyFindingFilter *filter, SkyFilterPart part, const char *value)
{
  char **text = text_of (filter, part);

  if (text != NULL)
    {
      g_free (*text);
      *text = g_strdup (value);
      return value[0] != '\0';
    }
  switch ((guint) part)
    {
    case SKY_FILTER_CHANGED:
      filter->changed = TRUE;
      return strcmp (value, "yes") == 0;
    case SKY_FILTER_SECOND:
      filter->awaits_second = TRUE;
      return strcmp (value, "yes") == 0;
    case SKY_FILTER_SEVERITIES:
      return read_bits (value, SKY_N_SEVERITIES, severity_name, &filter->severities);
    case SKY_FILTER_STATES:
      return read_bits (value, SKY_N_REVIEW_STATES, state_name, &filter->states);
    case SKY_FILTER_DAYS:
      return read_days (value, filter);
    case SKY_FILTER_ROUND:
      return g_ascii_string_to_signed (value, 10, 1, G_MAXINT64, &filter->round, NULL);
    default:
      g_return_val_if_reached (FALSE);
    }
}

static gboolean
read_named (SkyFindingFilter *filter, const char *name, const char *value)
{
  if (strcmp (name, "queue") == 0)
    return read_bits (value, SKY_N_QUEUES, queue_name, &filter->queues);
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    {
      if (strcmp (names[i], name) == 0)
        return read_part (filter, (SkyFilterPart) i, value);
    }
  return FALSE;
}

SkyFindingFilter *
sky_filter_from_line (const char *line)
{
  static const SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;
  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (&everything);
  GUriParamsIter iter;
  char *name;
  char *value;

  g_uri_params_iter_init (&iter, line, -1, "&", G_URI_PARAMS_NONE);
  for (;;)
    {
      g_autoptr (GError) error = NULL;

      if (!g_uri_params_iter_next (&iter, &name, &value, &error))
        return error == NULL ? g_steal_pointer (&filter) : NULL;
      gboolean known = read_named (filter, name, value);
      g_free (name);
      g_free (value);
      if (!known)
        return NULL;
    }
}
