/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-filter-text.h"

#include <glib/gi18n.h>

#include "sky-game.h"
#include "sky-queue-item.h"

typedef struct _Part Part;

/* What can be done with a part of one kind. */
typedef struct
{
  gboolean (*is_set) (const Part *part, const SkyFindingFilter *filter);
  void (*clear) (const Part *part, SkyFindingFilter *filter);
  char *(*describe) (const Part *part, const SkyFindingFilter *filter); /* in words, translated */
  char *(*write) (const Part *part, const SkyFindingFilter *filter);    /* in a line */
  gboolean (*read) (const Part *part, SkyFindingFilter *filter, const char *value);
} Kind;

struct _Part
{
  const char *name;  /* in a line; kept: a name is never given another meaning */
  const char *title; /* before what it is set to; of a flag, all that is told */
  const Kind *kind;
  gsize member;                           /* of SkyFindingFilter: its offset */
  const char *(*to_label) (const char *); /* of a text; NULL: the text itself */
  guint n_bits;                           /* of bits, and the words for one */
  const char *(*bit_to_label) (guint bit);
  const char *(*bit_to_name) (guint bit);
  gboolean highest_first; /* of bits in words */
};

#define MEMBER(type, part, filter) ((type *) ((char *) (filter) + (part)->member))

/* --- Texts ------------------------------------------------------------------------------------ */

static gboolean
text_is_set (const Part *part, const SkyFindingFilter *filter)
{
  const char *text = *MEMBER (char *, part, filter);

  return text != NULL && text[0] != '\0';
}

static void
text_clear (const Part *part, SkyFindingFilter *filter)
{
  g_clear_pointer (MEMBER (char *, part, filter), g_free);
}

static char *
text_describe (const Part *part, const SkyFindingFilter *filter)
{
  const char *text = *MEMBER (char *, part, filter);

  return g_strdup (part->to_label != NULL ? part->to_label (text) : text);
}

static char *
text_write (const Part *part, const SkyFindingFilter *filter)
{
  return g_uri_escape_string (*MEMBER (char *, part, filter), NULL, TRUE);
}

static gboolean
text_read (const Part *part, SkyFindingFilter *filter, const char *value)
{
  text_clear (part, filter);
  *MEMBER (char *, part, filter) = g_strdup (value);
  return value[0] != '\0';
}

static const Kind text_kind = { text_is_set, text_clear, text_describe, text_write, text_read };

/* --- Bits ------------------------------------------------------------------------------------- */

static gboolean
bits_is_set (const Part *part, const SkyFindingFilter *filter)
{
  return *MEMBER (guint, part, filter) != 0;
}

static void
bits_clear (const Part *part, SkyFindingFilter *filter)
{
  *MEMBER (guint, part, filter) = 0;
}

static char *
join_bits (guint bits,
           guint n,
           gboolean highest_first,
           const char *separator,
           const char *(*to_text) (guint bit))
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const guint bit = highest_first ? n - 1 - i : i;

      if ((bits & (1u << bit)) == 0)
        continue;
      if (text->len > 0)
        g_string_append (text, separator);
      g_string_append (text, to_text (bit));
    }
  return g_string_free (text, FALSE);
}

static char *
bits_describe (const Part *part, const SkyFindingFilter *filter)
{
  return join_bits (*MEMBER (guint, part, filter), part->n_bits, part->highest_first, ", ",
                    part->bit_to_label);
}

static char *
bits_write (const Part *part, const SkyFindingFilter *filter)
{
  return join_bits (*MEMBER (guint, part, filter), part->n_bits, FALSE, ",", part->bit_to_name);
}

static gboolean
bits_read (const Part *part, SkyFindingFilter *filter, const char *value)
{
  g_auto (GStrv) words = g_strsplit (value, ",", -1);
  guint *bits = MEMBER (guint, part, filter);

  *bits = 0;
  for (guint i = 0; words[i] != NULL; i++)
    {
      guint bit = 0;

      while (bit < part->n_bits && strcmp (part->bit_to_name (bit), words[i]) != 0)
        bit++;
      if (bit == part->n_bits)
        return FALSE;
      *bits |= 1u << bit;
    }
  return *bits != 0;
}

static const Kind bits_kind = { bits_is_set, bits_clear, bits_describe, bits_write, bits_read };

/* --- Flags ------------------------------------------------------------------------------------ */

static gboolean
flag_is_set (const Part *part, const SkyFindingFilter *filter)
{
  return *MEMBER (gboolean, part, filter);
}

static void
flag_clear (const Part *part, SkyFindingFilter *filter)
{
  *MEMBER (gboolean, part, filter) = FALSE;
}

static char *
flag_write (const Part *part, const SkyFindingFilter *filter)
{
  return g_strdup ("yes");
}

static gboolean
flag_read (const Part *part, SkyFindingFilter *filter, const char *value)
{
  *MEMBER (gboolean, part, filter) = TRUE;
  return strcmp (value, "yes") == 0;
}

/* The title says it all. */
static const Kind flag_kind = { flag_is_set, flag_clear, NULL, flag_write, flag_read };

/* --- Days ------------------------------------------------------------------------------------- */

static gboolean
days_is_set (const Part *part, const SkyFindingFilter *filter)
{
  return filter->first_day != SKY_DAY_NONE || filter->last_day != SKY_DAY_NONE;
}

static void
days_clear (const Part *part, SkyFindingFilter *filter)
{
  filter->first_day = filter->last_day = SKY_DAY_NONE;
}

/* Both ends, either of which may be missing, with @dash between them. */
static char *
join_days (const SkyFindingFilter *filter, const char *dash)
{
  char first[SKY_DAY_TEXT_SIZE] = "";
  char last[SKY_DAY_TEXT_SIZE] = "";

  if (filter->first_day != SKY_DAY_NONE)
    sky_day_format (filter->first_day, first);
  if (filter->last_day != SKY_DAY_NONE)
    sky_day_format (filter->last_day, last);
  return g_strconcat (first, dash, last, NULL);
}

static char *
days_describe (const Part *part, const SkyFindingFilter *filter)
{
  char day[SKY_DAY_TEXT_SIZE];

  return filter->first_day == filter->last_day ? g_strdup (sky_day_format (filter->first_day, day))
                                               : join_days (filter, " – ");
}

static char *
days_write (const Part *part, const SkyFindingFilter *filter)
{
  return join_days (filter, "..");
}

static gboolean
read_day (const char *text, SkyDay *day)
{
  *day = SKY_DAY_NONE;
  return text[0] == '\0' || sky_day_parse (text, strlen (text), day);
}

static gboolean
days_read (const Part *part, SkyFindingFilter *filter, const char *value)
{
  g_auto (GStrv) ends = g_strsplit (value, "..", 2);

  return g_strv_length (ends) == 2 && read_day (ends[0], &filter->first_day)
         && read_day (ends[1], &filter->last_day);
}

static const Kind days_kind = { days_is_set, days_clear, days_describe, days_write, days_read };

/* --- Numbers ---------------------------------------------------------------------------------- */

static gboolean
number_is_set (const Part *part, const SkyFindingFilter *filter)
{
  return *MEMBER (gint64, part, filter) != 0;
}

static void
number_clear (const Part *part, SkyFindingFilter *filter)
{
  *MEMBER (gint64, part, filter) = 0;
}

static char *
number_write (const Part *part, const SkyFindingFilter *filter)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, *MEMBER (gint64, part, filter));
}

static gboolean
number_read (const Part *part, SkyFindingFilter *filter, const char *value)
{
  return g_ascii_string_to_signed (value, 10, 1, G_MAXINT64, MEMBER (gint64, part, filter), NULL);
}

static const Kind number_kind = { number_is_set, number_clear, number_write, number_write,
                                  number_read };

/* --- Parts ------------------------------------------------------------------------------------ */

static const char *
severity_label (guint bit)
{
  return sky_severity_to_label ((SkySeverity) bit);
}

static const char *
severity_name (guint bit)
{
  return sky_severity_to_name ((SkySeverity) bit);
}

static const char *
state_label (guint bit)
{
  return sky_review_state_to_label ((SkyReviewState) bit);
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

static const char *
sight_label (guint bit)
{
  return sky_sight_verdict_to_label ((SkySightVerdict) bit);
}

static const char *
sight_name (guint bit)
{
  return sky_sight_verdict_to_name ((SkySightVerdict) bit);
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

#define TEXT(name, title, member, to_label)                                                        \
  {                                                                                                \
    name, title, &text_kind, G_STRUCT_OFFSET (SkyFindingFilter, member), to_label                  \
  }
#define FLAG(name, title, member)                                                                  \
  {                                                                                                \
    name, title, &flag_kind, G_STRUCT_OFFSET (SkyFindingFilter, member)                            \
  }
#define BITS(name, title, member, n, to_label, to_name, highest_first)                             \
  {                                                                                                \
    name, title, &bits_kind, G_STRUCT_OFFSET (SkyFindingFilter, member), NULL, n, to_label,        \
        to_name, highest_first                                                                     \
  }

static const Part parts[SKY_N_FILTER_PARTS] = {
  [SKY_FILTER_CHANGED] = FLAG ("changed", N_ ("Changed since I last looked"), changed),
  [SKY_FILTER_SEVERITIES] = BITS ("severity",
                                  N_ ("Severity"),
                                  severities,
                                  SKY_N_SEVERITIES,
                                  severity_label,
                                  severity_name,
                                  TRUE),
  [SKY_FILTER_STATES] =
      BITS ("state", N_ ("State"), states, SKY_N_REVIEW_STATES, state_label, state_name, FALSE),
  [SKY_FILTER_SECOND] = FLAG ("second", N_ ("Awaiting Second Reviewer"), awaits_second),
  [SKY_FILTER_BY_EYE] = FLAG ("eye", N_ ("Recorded by Eye"), by_eye),
  [SKY_FILTER_CHECK] = TEXT ("check", N_ ("Check"), check, sky_check_to_label),
  [SKY_FILTER_PROPERTY] = TEXT ("property", N_ ("Property"), property, NULL),
  [SKY_FILTER_TABLE] = TEXT ("table", N_ ("Table"), table, NULL),
  [SKY_FILTER_DEALER] = TEXT ("dealer", N_ ("Dealer"), dealer, NULL),
  [SKY_FILTER_PATRON] = TEXT ("patron", N_ ("Patron"), patron, NULL),
  [SKY_FILTER_GAME] = TEXT ("game", N_ ("Game"), game, sky_game_to_label),
  [SKY_FILTER_DAYS] = { "days", N_ ("Day"), &days_kind },
  [SKY_FILTER_ROUND] = { "round", N_ ("Round"), &number_kind,
                         G_STRUCT_OFFSET (SkyFindingFilter, round) },
  [SKY_FILTER_SIGHT] = BITS (
      "sight", N_ ("Round’s picture"), sight, SKY_N_SIGHT_VERDICTS, sight_label, sight_name, TRUE),
  [SKY_FILTER_TEXT] = TEXT ("words", N_ ("Words"), text, NULL),
};

/* No part of a filter, but written with it: which list is shown. */
static const Part queues = BITS ("queue", NULL, queues, SKY_N_QUEUES, NULL, queue_name, FALSE);

static gboolean
is_set (const Part *part, const SkyFindingFilter *filter)
{
  return part->kind->is_set (part, filter);
}

gboolean
sky_filter_is_set (const SkyFindingFilter *filter)
{
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    if (is_set (&parts[i], filter))
      return TRUE;
  return FALSE;
}

void
sky_filter_clear_part (SkyFindingFilter *filter, SkyFilterPart part)
{
  g_return_if_fail (part < SKY_N_FILTER_PARTS);

  parts[part].kind->clear (&parts[part], filter);
}

void
sky_filter_clear (SkyFindingFilter *filter)
{
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    sky_filter_clear_part (filter, (SkyFilterPart) i);
}

const char *
sky_filter_get_text (const SkyFindingFilter *filter, SkyFilterPart part)
{
  g_return_val_if_fail (part < SKY_N_FILTER_PARTS && parts[part].kind == &text_kind, NULL);

  return *MEMBER (char *, &parts[part], filter);
}

void
sky_filter_set_text (SkyFindingFilter *filter, SkyFilterPart part, const char *text)
{
  g_return_if_fail (part < SKY_N_FILTER_PARTS && parts[part].kind == &text_kind);

  text_clear (&parts[part], filter);
  *MEMBER (char *, &parts[part], filter) = g_strdup (text);
}

/* --- In words --------------------------------------------------------------------------------- */

char *
sky_filter_describe_part (const SkyFindingFilter *filter, SkyFilterPart part)
{
  g_return_val_if_fail (part < SKY_N_FILTER_PARTS, NULL);

  const Part *it = &parts[part];
  g_autofree char *value = NULL;

  if (!is_set (it, filter))
    return NULL;
  if (it->kind->describe == NULL)
    return g_strdup (_ (it->title));
  value = it->kind->describe (it, filter);
  /* Translators: what a list is narrowed to: "Table: CR-01". */
  return g_strdup_printf (_ ("%s: %s"), _ (it->title), value);
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

static void
write_part (GString *line, const Part *part, const SkyFindingFilter *filter)
{
  g_autofree char *value = NULL;

  if (!is_set (part, filter))
    return;
  value = part->kind->write (part, filter);
  g_string_append_printf (line, "%s%s=%s", line->len > 0 ? "&" : "", part->name, value);
}

char *
sky_filter_to_line (const SkyFindingFilter *filter)
{
  GString *line = g_string_new (NULL);

  write_part (line, &queues, filter);
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    write_part (line, &parts[i], filter);
  return g_string_free (line, FALSE);
}

static const Part *
find_part (const char *name)
{
  if (strcmp (name, queues.name) == 0)
    return &queues;
  for (guint i = 0; i < SKY_N_FILTER_PARTS; i++)
    if (strcmp (name, parts[i].name) == 0)
      return &parts[i];
  return NULL;
}

SkyFindingFilter *
sky_filter_from_line (const char *line)
{
  static const SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;
  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (&everything);
  GUriParamsIter iter;

  g_uri_params_iter_init (&iter, line, -1, "&", G_URI_PARAMS_NONE);
  for (;;)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;
      const Part *part;

      if (!g_uri_params_iter_next (&iter, &name, &value, &error))
        return error == NULL ? g_steal_pointer (&filter) : NULL;
      part = find_part (name);
      if (part == NULL || !part->kind->read (part, filter, value))
        return NULL;
    }
}
