/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-watched.h"

#include "sky-game.h"

#include <glib/gi18n.h>

static void
take_unobserved (SkyWatched *self, const SkyEvent *event)
{
  SkySpan span = { event->at, MAX (event->at, event->unobserved.until) };

  g_array_append_val (self->unobserved, span);
  self->not_watched += span.end - span.start;
}

static void
take_line (SkyWatched *self, const SkyEvent *event)
{
  self->n_unsure += event->origin.unsure;
  switch ((guint) event->type)
    {
    case SKY_EVENT_ROUND_END:
      self->n_rounds++;
      break;
    case SKY_EVENT_SETTLE:
      self->n_settlements++;
      self->n_as_due += event->origin.as_due;
      break;
    case SKY_EVENT_UNOBSERVED:
      take_unobserved (self, event);
      break;
    default:
      break;
    }
}

static guint64
count_corrections (SkyLog *log)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  const SkyLine *line;
  guint64 n = 0;

  if (!sky_log_reader_is_corrected (reader))
    return 0;
  sky_log_reader_set_file_order (reader);
  while ((line = sky_log_reader_next (reader)) != NULL)
    n += line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_AGAIN;
  return n;
}

SkyWatched *
sky_watched_read (SkyLog *log)
{
  g_autoptr (SkyLogReader) reader = NULL;
  SkyWatched *self;
  const SkyLine *line;

  if (sky_log_get_header (log)->version == 1)
    return NULL;
  self = g_new0 (SkyWatched, 1);
  self->unobserved = g_array_new (FALSE, FALSE, sizeof (SkySpan));
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT)
      take_line (self, &line->event);
  self->n_corrections = count_corrections (log);
  return self;
}

void
sky_watched_free (SkyWatched *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->unobserved);
  g_free (self);
}

static const char *const class_names[SKY_N_CLASSES] = {
  [SKY_CLASS_OUTCOME] = N_ ("outcomes"),    [SKY_CLASS_PROCEDURE] = N_ ("procedure"),
  [SKY_CLASS_WAGERS] = N_ ("wagers"),       [SKY_CLASS_SETTLEMENTS] = N_ ("settlements"),
  [SKY_CLASS_PEOPLE] = N_ ("people"),       [SKY_CLASS_EQUIPMENT] = N_ ("equipment"),
  [SKY_CLASS_POSTED] = N_ ("posted rules"), [SKY_CLASS_DISPUTES] = N_ ("disputes"),
};

/* Adds @sentence, which is taken, to what was said. */
static void
add_sentence (char **said, char *sentence)
{
  g_autofree char *before = *said;
  g_autofree char *own = sentence;

  *said = before == NULL ? g_steal_pointer (&own) : sky_phrase ("%s %s", before, own);
}

static void
add_classes (char **said, const SkyScope *scope)
{
  const char *names[SKY_N_CLASSES];
  g_autofree char *list = NULL;
  guint n = 0;

  for (SkyEventClass class = 0; class < SKY_N_CLASSES; class ++)
    if ((scope->classes & 1u << class) == 0)
      names[n++] = sky_phrase_words (class_names[class]);
  if (n == 0)
    return;
  list = sky_phrase_list (names, n);
  /* Translators: classes of what happens at a table: "settlements, people and equipment". */
  add_sentence (said, sky_phrase ("Not looked at: %s.", list));
}

static void
add_seats (char **said, const SkyScope *scope)
{
  g_autoptr (GPtrArray) numbers = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  if (!scope->some_seats)
    return;
  if (scope->n_seats == 0)
    {
      add_sentence (said, sky_phrase ("No seat was looked at."));
      return;
    }
  for (guint i = 0; i < scope->n_seats; i++)
    g_ptr_array_add (numbers, g_strdup_printf ("%" G_GINT64_FORMAT, scope->seats[i]));
  list = sky_phrase_list ((const char *const *) numbers->pdata, numbers->len);
  /* Translators: numbers of seats: "1, 3 and 4". */
  add_sentence (said, sky_phrase ("Looked at, of the seats: %s.", list));
}

/* How many checks are not made of a log with this scope. */
static guint
count_unmade (const SkyScope *scope)
{
  guint n = 0;

  for (SkyCheck check = 0; check < SKY_N_CHECKS; check++)
    {
      const SkyCheckInfo *info = sky_check_info (check);

      n += (info->classes & ~scope->classes) != 0 || (info->whole_table && scope->some_seats)
           || (info->by_past && scope->sampled);
    }
  return n;
}

char *
sky_watched_describe_scope (const SkyLogHeader *header)
{
  const SkyScope *scope = &header->scope;
  char *said = NULL;

  if (header->version == 1 || sky_scope_has_all (scope))
    return NULL;
  add_classes (&said, scope);
  add_seats (&said, scope);
  if (scope->sampled)
    add_sentence (&said, sky_phrase ("Only a sample of the rounds was looked at."));
  add_sentence (
      &said, sky_phrase ("Checks not made: %u of %u.", count_unmade (scope), (guint) SKY_N_CHECKS));
  return said;
}

char *
sky_watched_describe (const SkyWatched *self)
{
  g_autofree char *span = sky_span_format (self->not_watched);
  char *said = sky_phrase ("Rounds looked at: %" PRIu64 ".", self->n_rounds);

  if (self->unobserved->len > 0)
    add_sentence (&said, sky_phrase_count ("%u stretch was skipped, %s in all.",
                                           "%u stretches were skipped, %s in all.",
                                           self->unobserved->len, span));
  if (self->n_corrections > 0)
    add_sentence (&said, sky_phrase ("Rounds recorded again: %" PRIu64 ".", self->n_corrections));
  if (self->n_as_due > 0)
    add_sentence (&said,
                  sky_phrase ("Settlements accepted as proposed: %" PRIu64 " of %" PRIu64 ".",
                              self->n_as_due, self->n_settlements));
  if (self->n_unsure > 0)
    add_sentence (&said, sky_phrase ("Lines that could not be seen for certain: %" PRIu64 ".",
                                     self->n_unsure));
  return said;
}

char *
sky_watched_describe_log (SkyLog *log)
{
  g_autoptr (SkyWatched) watched = sky_watched_read (log);
  char *said = sky_watched_describe_scope (sky_log_get_header (log));

  if (watched != NULL && watched->unobserved->len > 0)
    add_sentence (&said, sky_watched_describe (watched));
  return said;
}
