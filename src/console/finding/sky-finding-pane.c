/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-pane.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-clock-text.h"
#include "sky-finding-account.h"
#include "sky-phrase.h"
#include "sky-section-popover.h"
#include "sky-section.h"
#include "sky-surveillance-log.h"

struct _SkyFindingPane
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkStack *pages;
  GtkLabel *none;
  GtkLabel *check;
  GtkLabel *severity;
  GtkLabel *headline;
  GtkWidget *amounts;
  GtkWidget *did_cell;
  GtkLabel *did;
  GtkWidget *due_cell;
  GtkLabel *due;
  GtkLabel *difference;
  GtkLabel *sums;
  GtkLabel *where;
  GtkLabel *explanation;
  GtkExpander *details;
  GtkLabel *exact;
  GtkLabel *present;
  GtkLabel *withdrawn;
  GtkWidget *elsewhere;
  GtkLabel *check_summary;
  GtkMenuButton *cite;
  GtkLabel *section_summary;
  GtkBox *history;
  SkyReviewBar *review_bar;

  /* Owned. */
  SkySelection *selection;
  GSignalGroup *selection_signals;
  GSignalGroup *others_signals;
  GSignalGroup *day_signals;
  GSettings *settings;
  char *key;   /* of the finding shown; NULL: none */
  char *wager; /* what its wager is called; NULL: not known */
};

G_DEFINE_FINAL_TYPE (SkyFindingPane, sky_finding_pane, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SELECTION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* So many letters are read at a glance, or fit beside each other. */
#define LONG_HEADLINE 90
#define MOST_HEADLINE 150
#define LONG_AMOUNT   9

static GTimeZone *
get_zone (SkyFindingPane *self)
{
  return sky_day_view_get_zone (sky_selection_get_day_view (self->selection));
}

static char *
where_text (const SkyStoredFinding *finding, GTimeZone *zone)
{
  g_autofree char *table = sky_queue_item_name_table (finding->table, finding->by_eye);
  GString *text = g_string_new (table);

  if (finding->round != 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _ ("round %d"), (int) finding->round);
    }
  if (finding->seat != 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _ ("seat %d"), (int) finding->seat);
    }
  if (finding->at != SKY_TIME_NONE)
    {
      g_autofree char *at = sky_clock_text_second (finding->at, zone);
      g_string_append_printf (text, " · %s", at);
    }
  return g_string_free (text, FALSE);
}

/* What only who looks closely needs: the check's own name, the event, its instant to the
 * microsecond. */
static char *
exact_text (const SkyStoredFinding *finding)
{
  GString *text = g_string_new (finding->check);
  char at[SKY_TIME_TEXT_SIZE];

  /* Translators: the number of an event in the log. */
  g_string_append_printf (text, _ (" · event %d"), (int) finding->seq);
  if (finding->wager != NULL)
    {
      g_string_append (text, " · ");
      /* Translators: a wager's id in the log, as in "wager w12". */
      g_string_append_printf (text, _ ("wager %s"), finding->wager);
    }
  if (finding->at != SKY_TIME_NONE)
    g_string_append_printf (text, " · %s", sky_time_format (finding->at, at));
  return g_string_free (text, FALSE);
}

static char *
cite_text (const SkyStoredFinding *finding)
{
  g_autofree char *cite = sky_cite (finding->section);

  if (finding->reading == 0)
    return g_steal_pointer (&cite);
  /* Translators: a section of the regulation, then the number of the reading of it ("R9"). */
  return g_strdup_printf (_ ("%s, by reading R%u"), cite, finding->reading);
}

static void
paint_severity (SkyFindingPane *self, SkySeverity severity)
{
  static const char *const classes[] = { "severity-info", "severity-minor", "severity-major",
                                         "severity-critical" };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->severity), classes[i]);
  gtk_widget_add_css_class (GTK_WIDGET (self->severity), classes[severity]);
}

/* What the check and its section mean, in plain words. */
static void
update_summaries (SkyFindingPane *self, const SkyStoredFinding *finding)
{
  const SkySection *section = finding->section != NULL ? sky_section_find (finding->section) : NULL;
  SkyCheck check;
  gboolean known = sky_check_from_name (finding->check, &check);

  gtk_label_set_label (self->check_summary, known ? _ (sky_check_summary (check)) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->check_summary), known);
  gtk_label_set_label (self->section_summary, section != NULL ? _ (section->summary) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->section_summary), section != NULL);
}

/* --- What happened ---------------------------------------------------------------------------- */

static void
set_class (GtkWidget *widget, const char *name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static char *
sums_text (const SkyFindingAccount *account)
{
  GString *text = g_string_new (NULL);

  if (account->has_table)
    {
      g_autofree char *sum = sky_settlement_dup_sum (&account->table);
      if (sum[0] != '\0')
        /* Translators: what the table handed over, part by part. */
        g_string_append_printf (text, _ ("Table: %s"), sum);
    }
  if (account->has_rules)
    {
      g_autofree char *sum = sky_settlement_dup_sum (&account->rules);
      if (sum[0] != '\0')
        {
          g_string_append (text, text->len > 0 ? "\n" : "");
          /* Translators: what the rules hand over, part by part. */
          g_string_append_printf (text, _ ("Rules: %s"), sum);
        }
    }
  return g_string_free (text, FALSE);
}

/* The three amounts; of what is not told in parts the difference alone. */
static void
update_amounts (SkyFindingPane *self,
                const SkyStoredFinding *finding,
                const SkyFindingAccount *account)
{
  g_autofree char *did = sky_money_format (account->table_gives);
  g_autofree char *due = sky_money_format (account->rules_give);
  g_autofree char *difference = sky_money_format_signed (finding->variance);
  g_autofree char *sums = account->adds_up ? sums_text (account) : g_strdup ("");
  gboolean is_long = MAX (MAX (strlen (did), strlen (due)), strlen (difference)) > LONG_AMOUNT;
  g_autofree char *spoken =
      account->adds_up
          /* Translators: three amounts, as a screen reader says them. */
          ? g_strdup_printf (_ ("The table did %s, the rules give %s, the difference is %s"), did,
                             due, difference)
          /* Translators: an amount, as a screen reader says it. */
          : g_strdup_printf (_ ("The difference is %s"), difference);

  gtk_widget_set_visible (self->amounts, finding->has_variance);
  gtk_widget_set_visible (self->did_cell, account->adds_up);
  gtk_widget_set_visible (self->due_cell, account->adds_up);
  gtk_label_set_label (self->did, account->has_table ? did : "—");
  gtk_label_set_label (self->due, account->has_rules ? due : "—");
  gtk_label_set_label (self->difference, difference);
  set_class (GTK_WIDGET (self->did), "long", is_long);
  set_class (GTK_WIDGET (self->due), "long", is_long);
  set_class (GTK_WIDGET (self->difference), "long", is_long);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->amounts), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
  gtk_label_set_label (self->sums, sums);
  gtk_widget_set_visible (GTK_WIDGET (self->sums), sums[0] != '\0');
}

static void
update_account (SkyFindingPane *self, const SkyStoredFinding *finding)
{
  SkyFindingAccount account;

  sky_finding_account_read (&account, finding);
  g_autofree char *headline = sky_finding_dup_headline (finding, &account, self->wager);
  gtk_label_set_label (self->headline, headline);
  set_class (GTK_WIDGET (self->headline), "long", g_utf8_strlen (headline, -1) > LONG_HEADLINE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  headline, -1);
  g_autofree char *explanation = sky_phrase_show (finding->explanation);
  gtk_label_set_label (self->explanation, explanation != NULL ? explanation : "");
  gtk_widget_set_visible (GTK_WIDGET (self->explanation),
                          finding->explanation != NULL
                              && (sky_finding_has_sentence (finding, &account)
                                  || g_utf8_strlen (headline, -1) > MOST_HEADLINE));
  update_amounts (self, finding, &account);
}

/* What the wager is called is known when its round is worked out. */
static void
replayed_cb (SkyFindingPane *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);
  SkyDayView *day_view = sky_selection_get_day_view (self->selection);
  const SkyRoundReplay *replay = sky_day_view_get_round_replay (day_view);

  if (finding == NULL || finding->wager == NULL || self->wager != NULL || replay == NULL
      || replay->scene == NULL || replay->round != finding->round
      || sky_day_view_get_log (day_view) != finding->log)
    return;
  for (guint i = 0; i < replay->scene->wagers->len && self->wager == NULL; i++)
    {
      const SkySceneWager *wager = &g_array_index (replay->scene->wagers, SkySceneWager, i);
      if (g_strcmp0 (wager->id, finding->wager) == 0)
        self->wager = sky_phrase_show (wager->name);
    }
  if (self->wager != NULL)
    update_account (self, finding);
}

static void
present_cb (SkyFindingPane *self)
{
  const char *names = sky_selection_get_present (self->selection);
  g_autofree char *text =
      /* Translators: who else looks at a finding, by name. */
      names != NULL ? g_strdup_printf (_ ("In review by %s"), names) : g_strdup ("");

  gtk_label_set_label (self->present, text);
  gtk_widget_set_visible (GTK_WIDGET (self->present), names != NULL);
}

static void
update_withdrawn (SkyFindingPane *self, const SkyStoredFinding *finding)
{
  gtk_widget_set_visible (GTK_WIDGET (self->withdrawn), finding->withdrawn != 0);
  if (finding->withdrawn == 0)
    return;

  g_autofree char *at = sky_clock_text_deed (finding->withdrawn, get_zone (self));
  /* Translators: an instant. */
  g_autofree char *text =
      g_strdup_printf (_ ("Withdrawn at %s: a later audit no longer makes this finding. Its "
                          "reviews stay in the ledger, and it takes no more decisions."),
                       at);
  gtk_label_set_label (self->withdrawn, text);
}

static gboolean
lists_findings (SkyFindingPane *self)
{
  guint listing = sky_inbox_get_listing (sky_selection_get_inbox (self->selection));

  return listing != SKY_LISTING_ROUNDS && listing != SKY_LISTING_BOOKMARKS;
}

static void
item_cb (SkyFindingPane *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);

  gtk_stack_set_visible_child_name (self->pages, finding != NULL ? "finding" : "none");
  gtk_label_set_label (self->none, lists_findings (self)
                                       ? _ ("No finding is selected. Press N for the next one.")
                                       : _ ("No finding is selected."));
  present_cb (self);
  if (finding == NULL)
    return;

  if (g_strcmp0 (finding->key, self->key) != 0)
    {
      g_clear_pointer (&self->wager, g_free);
      g_free (self->key);
      self->key = g_strdup (finding->key);
    }
  g_autofree char *where = where_text (finding, get_zone (self));
  g_autofree char *exact = exact_text (finding);
  g_autofree char *cite = cite_text (finding);
  gtk_label_set_label (self->check, sky_check_to_label (finding->check));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->check), finding->check);
  g_autofree char *severity = sky_severity_dup_label (finding->severity, finding->unsure);
  gtk_label_set_label (self->severity, severity);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->severity),
      finding->unsure ? _ ("Whoever recorded it could not see it for certain.") : NULL);
  paint_severity (self, finding->severity);
  gtk_label_set_label (self->where, where);
  gtk_label_set_label (self->exact, exact);
  update_withdrawn (self, finding);
  sky_section_popover_attach (self->cite, finding->section, cite);
  update_summaries (self, finding);
  update_account (self, finding);
  replayed_cb (self);
}

/* --- What was said ---------------------------------------------------------------------------- */

static void
add_entry (SkyFindingPane *self, const SkyLedgerEntry *entry)
{
  g_autofree char *text = sky_ledger_entry_to_line (entry, get_zone (self));
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (self->history, label);
}

/* A screen reader has it too, which the expander does not hand on. */
static void
set_details_label (SkyFindingPane *self, guint n_entries)
{
  g_autofree char *counted = g_strdup_printf (
      ngettext ("Details and history: %u entry", "Details and history: %u entries", n_entries),
      n_entries);
  const char *label = n_entries > 0 ? counted : _ ("Details");

  /* As it mostly is from finding to finding: a new label is a new widget. */
  if (g_strcmp0 (gtk_expander_get_label (self->details), label) == 0)
    return;
  gtk_expander_set_label (self->details, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->details), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

static void
review_cb (SkyFindingPane *self)
{
  GPtrArray *history = sky_selection_get_history (self->selection);
  GtkWidget *child;

  gtk_widget_set_visible (self->elsewhere, sky_selection_get_unlisted (self->selection));
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->history))) != NULL)
    gtk_box_remove (self->history, child);
  for (guint i = history != NULL ? history->len : 0; i > 0; i--)
    add_entry (self, history->pdata[i - 1]);
  set_details_label (self, history != NULL ? history->len : 0);
}

static void
zone_cb (SkyFindingPane *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);
  if (finding == NULL)
    return;

  g_autofree char *where = where_text (finding, get_zone (self));
  gtk_label_set_label (self->where, where);
  update_withdrawn (self, finding);
  review_cb (self);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_finding_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      g_value_set_object (value, SKY_FINDING_PANE (object)->selection);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_finding_pane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      sky_finding_pane_set_selection (SKY_FINDING_PANE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_finding_pane_dispose (GObject *object)
{
  SkyFindingPane *self = SKY_FINDING_PANE (object);

  g_clear_object (&self->selection_signals);
  g_clear_object (&self->others_signals);
  g_clear_object (&self->day_signals);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->wager, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_FINDING_PANE);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (sky_finding_pane_parent_class)->dispose (object);
}

static void
sky_finding_pane_class_init (SkyFindingPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_finding_pane_get_property;
  object_class->set_property = sky_finding_pane_set_property;
  object_class->dispose = sky_finding_pane_dispose;

  properties[PROP_SELECTION] =
      g_param_spec_object ("selection", NULL, NULL, SKY_TYPE_SELECTION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SKY_TYPE_REVIEW_BAR);
  gtk_widget_class_set_css_name (widget_class, "finding");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-finding-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, none);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, check);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, severity);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, headline);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, amounts);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, did_cell);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, did);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, due_cell);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, due);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, difference);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, sums);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, where);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, details);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, exact);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, explanation);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, present);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, withdrawn);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, elsewhere);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, check_summary);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, cite);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, section_summary);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, history);
  gtk_widget_class_bind_template_child (widget_class, SkyFindingPane, review_bar);
}

static void
sky_finding_pane_init (SkyFindingPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->selection_signals = g_signal_group_new (SKY_TYPE_SELECTION);
  self->others_signals = g_signal_group_new (SKY_TYPE_OTHER_DESKS);
  self->day_signals = g_signal_group_new (SKY_TYPE_DAY_VIEW);
  self->settings = g_settings_new (SKY_APP_ID);
  g_settings_bind (self->settings, "finding-details", self->details, "expanded",
                   G_SETTINGS_BIND_DEFAULT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->headline), GTK_ACCESSIBLE_PROPERTY_LEVEL, 2,
                                  -1);
  g_signal_group_connect_swapped (self->day_signals, "zone-changed", G_CALLBACK (zone_cb), self);
  g_signal_group_connect_swapped (self->day_signals, "round-replayed", G_CALLBACK (replayed_cb),
                                  self);
  g_signal_group_connect_swapped (self->selection_signals, "notify::item", G_CALLBACK (item_cb),
                                  self);
  g_signal_group_connect_swapped (self->others_signals, "present-changed", G_CALLBACK (present_cb),
                                  self);
  g_signal_group_connect_swapped (self->selection_signals, "review-changed", G_CALLBACK (review_cb),
                                  self);
}

void
sky_finding_pane_set_selection (SkyFindingPane *self, SkySelection *selection)
{
  g_return_if_fail (SKY_IS_FINDING_PANE (self));
  g_return_if_fail (selection == NULL || SKY_IS_SELECTION (selection));

  if (!g_set_object (&self->selection, selection))
    return;
  g_signal_group_set_target (self->selection_signals, selection);
  g_signal_group_set_target (self->others_signals,
                             selection != NULL ? sky_selection_get_others (selection) : NULL);
  g_signal_group_set_target (self->day_signals,
                             selection != NULL ? sky_selection_get_day_view (selection) : NULL);
  sky_review_bar_set_selection (self->review_bar, selection);
  if (selection != NULL)
    {
      item_cb (self);
      review_cb (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

SkyReviewBar *
sky_finding_pane_get_review_bar (SkyFindingPane *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_PANE (self), NULL);
  return self->review_bar;
}

const char *
sky_finding_pane_get_headline (SkyFindingPane *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_PANE (self), NULL);
  return gtk_label_get_label (self->headline);
}

const char *
sky_finding_pane_get_present (SkyFindingPane *self)
{
  g_return_val_if_fail (SKY_IS_FINDING_PANE (self), NULL);
  return gtk_widget_get_visible (GTK_WIDGET (self->present)) ? gtk_label_get_label (self->present)
                                                             : NULL;
}
