/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-queue-item.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-phrase.h"

struct _SkyQueueItem
{
  GObject parent_instance;

  guint position;
  SkyStoredFinding *finding;
  SkyStoredRound *round;
  SkyBookmark *bookmark;
  gint64 log;
  gint64 entry;  /* the ledger had it when the finding was read */
  char *present; /* who else is at it; NULL: nobody */
  char *digest;  /* of the finding's key; NULL: not worked out yet */
  SkyQueueWait wait;
};

G_DEFINE_FINAL_TYPE (SkyQueueItem, sky_queue_item, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LOADED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
clear (SkyQueueItem *self)
{
  g_clear_pointer (&self->digest, g_free);
  g_clear_pointer (&self->finding, sky_stored_finding_free);
  g_clear_pointer (&self->round, sky_stored_round_free);
  g_clear_pointer (&self->bookmark, sky_bookmark_free);
}

static void
sky_queue_item_finalize (GObject *object)
{
  clear (SKY_QUEUE_ITEM (object));
  g_free (SKY_QUEUE_ITEM (object)->present);
  G_OBJECT_CLASS (sky_queue_item_parent_class)->finalize (object);
}

static void
sky_queue_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_LOADED:
      g_value_set_boolean (value, sky_queue_item_get_loaded (SKY_QUEUE_ITEM (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_queue_item_class_init (SkyQueueItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = sky_queue_item_finalize;
  object_class->get_property = sky_queue_item_get_property;
  properties[PROP_LOADED] =
      g_param_spec_boolean ("loaded", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sky_queue_item_init (SkyQueueItem *self)
{
}

/* --- Texts ------------------------------------------------------------------------------------ */

const char *
sky_severity_to_label (SkySeverity severity)
{
  static const char *const labels[] = { N_ ("Info"), N_ ("Minor"), N_ ("Major"), N_ ("Critical") };

  G_STATIC_ASSERT (G_N_ELEMENTS (labels) == SKY_N_SEVERITIES);
  return severity < SKY_N_SEVERITIES ? _ (labels[severity]) : "";
}

const char *
sky_severity_to_sign (SkySeverity severity)
{
  static const char *const signs[] = { "●", "■", "▲", "◆" };

  G_STATIC_ASSERT (G_N_ELEMENTS (signs) == SKY_N_SEVERITIES);
  return severity < SKY_N_SEVERITIES ? signs[severity] : "";
}

char *
sky_severity_dup_label (SkySeverity severity, gboolean unsure)
{
  const char *label = sky_severity_to_label (severity);

  return unsure
             /* Translators: a severity, of what could not be seen for certain. */
             ? g_strdup_printf (_ ("%s, unsure"), label)
             : g_strdup (label);
}

const char *
sky_unsure_to_sign (gboolean unsure)
{
  return unsure ? "?" : "";
}

const char *
sky_check_to_label (const char *name)
{
  SkyCheck check;

  return sky_check_from_name (name, &check) ? _ (sky_check_title (check)) : name;
}

const char *
sky_review_state_to_label (SkyReviewState state)
{
  static const char *const labels[] = { N_ ("Open"), N_ ("In Review"), N_ ("Confirmed"),
                                        N_ ("Dismissed"), N_ ("Escalated") };

  G_STATIC_ASSERT (G_N_ELEMENTS (labels) == SKY_N_REVIEW_STATES);
  return state < SKY_N_REVIEW_STATES ? _ (labels[state]) : "";
}

const char *
sky_finding_state_to_label (const SkyStoredFinding *finding)
{
  return finding->awaits_second ? _ ("Awaiting Second Reviewer")
                                : sky_review_state_to_label (finding->state);
}

const char *
sky_review_state_to_sign (SkyReviewState state)
{
  static const char *const signs[] = { "○", "◐", "✓", "✕", "↑" };

  G_STATIC_ASSERT (G_N_ELEMENTS (signs) == SKY_N_REVIEW_STATES);
  return state < SKY_N_REVIEW_STATES ? signs[state] : "";
}

const char *
sky_finding_change_to_label (SkyFindingChange change)
{
  switch (change)
    {
    case SKY_FINDING_NEW:
      return _ ("New since you last looked");
    case SKY_FINDING_REVIEWED:
      return _ ("Reviewed by others since you last looked");
    case SKY_FINDING_SAME:
    default:
      return "";
    }
}

static const char *
change_sign (SkyFindingChange change)
{
  switch (change)
    {
    case SKY_FINDING_NEW:
      return "●";
    case SKY_FINDING_REVIEWED:
      return "◆";
    case SKY_FINDING_SAME:
    default:
      return "";
    }
}

static char *
time_text (SkyTime at, GTimeZone *zone)
{
  return at == SKY_TIME_NONE ? g_strdup ("—") : sky_clock_text_tick (at, SKY_SECOND, zone);
}

static char *
day_text (SkyDay day)
{
  char buffer[SKY_DAY_TEXT_SIZE];

  return g_strdup (sky_day_format (day, buffer));
}

static char *
number_text (gint64 number)
{
  return number == 0 ? g_strdup ("") : g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

char *
sky_queue_item_name_table (const char *table, gboolean by_eye)
{
  /* Translators: %s is a table, and what follows was recorded by eye from its cameras' pictures. */
  return by_eye ? g_strdup_printf (_ ("%s by eye"), table) : g_strdup (table);
}

/* "CR-01 · round 2 · 2023-11-04 16:01:10". */
static char *
place_text (const SkyStoredFinding *finding, GTimeZone *zone)
{
  g_autofree char *table = sky_queue_item_name_table (finding->table, finding->by_eye);
  GString *text = g_string_new (table);

  if (finding->round != 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _ ("round %d"), (int) finding->round);
    }
  if (finding->at != SKY_TIME_NONE)
    {
      g_autofree char *at = sky_clock_text_second (finding->at, zone);
      g_string_append_printf (text, " · %s", at);
    }
  return g_string_free (text, FALSE);
}

static char *
finding_text (const SkyStoredFinding *finding, SkyColumn column, GTimeZone *zone)
{
  switch (column)
    {
    case SKY_COLUMN_TIME:
      return time_text (finding->at, zone);
    case SKY_COLUMN_TABLE:
      return sky_queue_item_name_table (finding->table, finding->by_eye);
    case SKY_COLUMN_ROUND:
      return number_text (finding->round);
    case SKY_COLUMN_CHECK:
      return g_strdup (sky_check_to_label (finding->check));
    case SKY_COLUMN_WHAT:
      return finding->explanation != NULL ? sky_phrase_show (finding->explanation) : g_strdup ("");
    case SKY_COLUMN_VARIANCE:
      return finding->has_variance ? sky_money_format_signed (finding->variance) : g_strdup ("");
    case SKY_COLUMN_SEVERITY:
      return g_strconcat (sky_severity_to_label (finding->severity),
                          sky_unsure_to_sign (finding->unsure), NULL);
    case SKY_COLUMN_STATE:
      return g_strdup (sky_finding_state_to_label (finding));
    case SKY_COLUMN_SIGN:
      return g_strdup (finding->awaits_second ? "◕" : sky_review_state_to_sign (finding->state));
    case SKY_COLUMN_DAY:
      return day_text (finding->gaming_day);
    case SKY_COLUMN_CHANGE:
      return g_strdup (change_sign (finding->change));
    case SKY_COLUMN_CARD:
      return place_text (finding, zone);
    case SKY_COLUMN_SIGHT:
      return g_strdup ("");
    case SKY_N_COLUMNS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
round_what (const SkyStoredRound *round)
{
  guint n_findings = (guint) round->n_findings;
  g_autofree char *wagers = g_strdup_printf (
      ngettext ("%u wager placed", "%u wagers placed", round->n_wagers), round->n_wagers);

  if (n_findings == 0)
    return g_steal_pointer (&wagers);

  g_autofree char *findings =
      g_strdup_printf (ngettext ("%u finding", "%u findings", n_findings), n_findings);
  /* Translators: "3 wagers placed, 1 finding". */
  return g_strdup_printf (_ ("%s, %s"), wagers, findings);
}

static char *
round_text (const SkyStoredRound *round, SkyColumn column, GTimeZone *zone)
{
  switch (column)
    {
    case SKY_COLUMN_TIME:
      return time_text (round->start, zone);
    case SKY_COLUMN_TABLE:
      return sky_queue_item_name_table (round->table, round->by_eye);
    case SKY_COLUMN_ROUND:
      return number_text (round->round);
    case SKY_COLUMN_WHAT:
      return round_what (round);
    case SKY_COLUMN_SIGHT:
      return g_strdup (!round->has_sight ? ""
                       : round->sight == SKY_SIGHT_CANNOT_READ
                           /* Translators: a picture, in a narrow column. */
                           ? _ ("Unreadable")
                           : sky_sight_verdict_to_label (round->sight));
    case SKY_COLUMN_DAY:
      return day_text (round->gaming_day);
    case SKY_COLUMN_CHECK:
    case SKY_COLUMN_VARIANCE:
    case SKY_COLUMN_SEVERITY:
    case SKY_COLUMN_STATE:
    case SKY_COLUMN_SIGN:
    case SKY_COLUMN_CHANGE:
    case SKY_COLUMN_CARD:
      return g_strdup ("");
    case SKY_N_COLUMNS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
bookmark_text (const SkyBookmark *bookmark, SkyColumn column, GTimeZone *zone)
{
  switch (column)
    {
    case SKY_COLUMN_TIME:
      return time_text (bookmark->at, zone);
    case SKY_COLUMN_TABLE:
      return g_strdup (bookmark->table);
    case SKY_COLUMN_WHAT:
      return g_strdup (bookmark->text != NULL ? bookmark->text : "");
    case SKY_COLUMN_DAY:
      return day_text (bookmark->gaming_day);
    case SKY_COLUMN_ROUND:
    case SKY_COLUMN_CHECK:
    case SKY_COLUMN_VARIANCE:
    case SKY_COLUMN_SEVERITY:
    case SKY_COLUMN_STATE:
    case SKY_COLUMN_SIGN:
    case SKY_COLUMN_CHANGE:
    case SKY_COLUMN_CARD:
    case SKY_COLUMN_SIGHT:
      return g_strdup ("");
    case SKY_N_COLUMNS:
    default:
      g_return_val_if_reached (NULL);
    }
}

const char *
sky_sight_verdict_to_label (SkySightVerdict verdict)
{
  switch (verdict)
    {
    case SKY_SIGHT_AGREES:
      /* Translators: what a camera's picture says of the recorded result. */
      return _ ("Agrees");
    case SKY_SIGHT_CONTRADICTS:
      return _ ("Contradicts");
    case SKY_SIGHT_CANNOT_READ:
    case SKY_N_SIGHT_VERDICTS:
      break;
    }
  return _ ("Cannot Be Read");
}

const char *
sky_queue_wait_to_label (SkyQueueWait wait)
{
  static const char *const labels[] = { "", N_ ("Waiting to be saved"), N_ ("Not saved") };

  G_STATIC_ASSERT (G_N_ELEMENTS (labels) == SKY_N_QUEUE_WAITS);
  return wait != SKY_QUEUE_WRITTEN && wait < SKY_N_QUEUE_WAITS ? _ (labels[wait]) : "";
}

char *
sky_queue_item_dup_text (SkyQueueItem *self, SkyColumn column, GTimeZone *zone)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), NULL);

  if (self->finding != NULL && self->wait != SKY_QUEUE_WRITTEN
      && (column == SKY_COLUMN_CHANGE || column == SKY_COLUMN_SIGN))
    return g_strdup (self->wait == SKY_QUEUE_WAITS ? "…" : "!");
  if (self->finding != NULL && self->wait != SKY_QUEUE_WRITTEN && column == SKY_COLUMN_STATE)
    return g_strdup_printf ("%s · %s", sky_finding_state_to_label (self->finding),
                            sky_queue_wait_to_label (self->wait));
  if (self->finding != NULL && self->present != NULL && column == SKY_COLUMN_CHANGE)
    return g_strdup ("◎");
  if (self->finding != NULL && self->present != NULL && column == SKY_COLUMN_STATE)
    return g_strdup_printf ("%s · ◎ %s", sky_finding_state_to_label (self->finding), self->present);
  if (self->finding != NULL)
    return finding_text (self->finding, column, zone);
  if (self->round != NULL)
    return round_text (self->round, column, zone);
  if (self->bookmark != NULL)
    return bookmark_text (self->bookmark, column, zone);
  return g_strdup ("");
}

/* --- Contents --------------------------------------------------------------------------------- */

SkyQueueItem *
sky_queue_item_new (guint position)
{
  SkyQueueItem *self = g_object_new (SKY_TYPE_QUEUE_ITEM, NULL);

  self->position = position;
  return self;
}

void
sky_queue_item_take_finding (SkyQueueItem *self, SkyStoredFinding *finding)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));

  clear (self);
  self->finding = finding;
  self->log = finding->log;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
}

void
sky_queue_item_take_round (SkyQueueItem *self, SkyStoredRound *round)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));

  clear (self);
  self->round = round;
  self->log = round->log;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
}

void
sky_queue_item_take_bookmark (SkyQueueItem *self, SkyBookmark *bookmark, gint64 log)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));

  clear (self);
  self->bookmark = bookmark;
  self->log = log;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
}

void
sky_queue_item_adopt (SkyQueueItem *self, SkyQueueItem *other)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));
  g_return_if_fail (SKY_IS_QUEUE_ITEM (other) && other != self);

  clear (self);
  self->finding = g_steal_pointer (&other->finding);
  self->round = g_steal_pointer (&other->round);
  self->bookmark = g_steal_pointer (&other->bookmark);
  self->log = other->log;
  self->entry = other->entry;
  g_free (self->present);
  self->present = g_strdup (other->present);
  self->wait = other->wait;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
}

void
sky_queue_item_set_entry (SkyQueueItem *self, gint64 entry)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));
  self->entry = MAX (self->entry, entry);
}

gint64
sky_queue_item_get_entry (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), 0);
  return self->entry;
}

void
sky_queue_item_set_present (SkyQueueItem *self, const char *names)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));

  if (g_strcmp0 (self->present, names) == 0)
    return;
  g_free (self->present);
  self->present = g_strdup (names);
  if (self->finding != NULL)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
}

const char *
sky_queue_item_get_present (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), NULL);
  return self->present;
}

void
sky_queue_item_set_wait (SkyQueueItem *self, SkyQueueWait wait)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));

  if (self->wait == wait)
    return;
  self->wait = wait;
  if (self->finding != NULL)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
}

SkyQueueWait
sky_queue_item_get_wait (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), SKY_QUEUE_WRITTEN);
  return self->wait;
}

const char *
sky_queue_item_get_digest (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), NULL);

  if (self->finding != NULL && self->digest == NULL)
    {
      self->digest = g_malloc (SKY_DIGEST_HEX_SIZE);
      sky_desk_digest_finding (self->finding->key, self->digest);
    }
  return self->digest;
}

guint
sky_queue_item_get_position (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), 0);
  return self->position;
}

void
sky_queue_item_set_position (SkyQueueItem *self, guint position)
{
  g_return_if_fail (SKY_IS_QUEUE_ITEM (self));
  self->position = position;
}

gboolean
sky_queue_item_get_loaded (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), FALSE);
  return self->finding != NULL || self->round != NULL || self->bookmark != NULL;
}

const SkyStoredFinding *
sky_queue_item_get_finding (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), NULL);
  return self->finding;
}

const SkyBookmark *
sky_queue_item_get_bookmark (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), NULL);
  return self->bookmark;
}

gint64
sky_queue_item_get_log (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), 0);
  return self->log;
}

SkyTime
sky_queue_item_get_at (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), SKY_TIME_NONE);

  if (self->finding != NULL)
    return self->finding->at;
  if (self->round != NULL)
    return self->round->start;
  return self->bookmark != NULL ? self->bookmark->at : SKY_TIME_NONE;
}

gint64
sky_queue_item_get_round_number (SkyQueueItem *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_ITEM (self), 0);

  if (self->finding != NULL)
    return self->finding->round;
  return self->round != NULL ? self->round->round : 0;
}
