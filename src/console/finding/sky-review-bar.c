/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-review-bar.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"

struct _SkyReviewBar
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkLabel *state;
  GtkLabel *second;
  GtkLabel *waiting;
  GtkWidget *unsaved;
  GtkLabel *others;
  GtkLabel *own;
  GtkWidget *deciding;
  GtkProgressBar *progress;
  GtkWidget *buttons;
  GtkButton *confirm_button;
  GtkMenuButton *dismiss_button;
  GtkPopover *reason_popover;
  GtkLabel *reason_title;
  GtkBox *reasons;
  GtkEntry *reason;
  GtkButton *reason_button;
  GtkMenuButton *note_button;
  GtkPopover *note_popover;
  GtkEntry *note;
  GtkWidget *second_button;
  GtkWidget *reopen_button;

  /* Owned. */
  SkySelection *selection;
  SkyReviewDesk *desk; /* the selection's; borrowed */
  GSignalGroup *selection_signals;
  GSignalGroup *desk_signals;
  char *key;                /* of the finding shown */
  SkyLedgerAction reasoned; /* what the reason is asked for */
};

G_DEFINE_FINAL_TYPE (SkyReviewBar, sky_review_bar, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SELECTION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static const char *
who (const char *name, const char *credential)
{
  return name != NULL && name[0] != '\0' ? name : credential;
}

static GTimeZone *
get_zone (SkyReviewBar *self)
{
  return sky_day_view_get_zone (sky_selection_get_day_view (self->selection));
}

/* Somebody disputed what the table did: who decides rules on that. */
static gboolean
is_dispute (const SkyStoredFinding *finding)
{
  return strcmp (finding->check, sky_check_info (SKY_CHECK_DISPUTE_OPEN)->name) == 0;
}

static const char *
state_to_label (SkyReviewState state, const SkyStoredFinding *finding)
{
  if (is_dispute (finding) && state == SKY_REVIEW_CONFIRMED)
    return _ ("The patron is right");
  if (is_dispute (finding) && state == SKY_REVIEW_DISMISSED)
    return _ ("The record stands");
  return sky_review_state_to_label (state);
}

static char *
state_text (const SkyReview *review, const SkyStoredFinding *finding, GTimeZone *zone)
{
  const char *state = state_to_label (review != NULL ? review->state : finding->state, finding);

  if (review == NULL || review->credential == NULL)
    return g_strdup (state);

  g_autofree char *at = sky_clock_text_deed (review->at, zone);
  if (review->reason != NULL && review->reason[0] != '\0')
    /* Translators: state of a review, who, when, the reason. */
    return g_strdup_printf (_ ("%s by %s, %s: %s"), state, who (review->name, review->credential),
                            at, review->reason);
  /* Translators: state of a review, who, when. */
  return g_strdup_printf (_ ("%s by %s, %s"), state, who (review->name, review->credential), at);
}

/* Whether who sits here now is another than who confirmed. */
static gboolean
is_somebody_else (SkyReviewBar *self, const SkyReview *review)
{
  const char *reviewer = sky_review_desk_get_credential (self->desk);

  return review->credential == NULL || reviewer == NULL
         || sky_review_is_second (review->credential, reviewer);
}

static void
update_second (SkyReviewBar *self, const SkyReview *review, const SkyStoredFinding *finding)
{
  gboolean wanted = review != NULL && review->state == SKY_REVIEW_CONFIRMED
                    && finding->queue == SKY_QUEUE_CONFIRMATION;
  g_autofree char *text = NULL;

  if (wanted && review->second_credential != NULL)
    {
      g_autofree char *at = sky_clock_text_deed (review->second_at, get_zone (self));
      /* Translators: who agreed with a confirmation, and when. */
      text = g_strdup_printf (_ ("Second reviewer: %s, %s"),
                              who (review->second_name, review->second_credential), at);
    }
  else if (wanted && !is_somebody_else (self, review))
    text = g_strdup (_ ("Awaiting a second reviewer, who must be someone else."));
  else if (wanted)
    text = g_strdup (_ ("Awaiting a second reviewer."));
  gtk_label_set_label (self->second, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->second), text != NULL);
  gtk_widget_set_visible (self->second_button, wanted && review->second_credential == NULL);
}

/* What the buttons say: of a dispute, how it is ruled. */
static void
update_words (SkyReviewBar *self, gboolean dispute)
{
  gtk_button_set_label (self->confirm_button, dispute ? _ ("For Patron") : _ ("Confirm"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->confirm_button),
                               dispute ? _ ("The patron is right (C)")
                                       : _ ("The finding is right (C)"));
  gtk_menu_button_set_label (self->dismiss_button, dispute ? _ ("Stands") : _ ("Dismiss"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->dismiss_button),
                               dispute ? _ ("The record stands, for a reason (D)")
                                       : _ ("The finding is not right, for a reason (D)"));
}

/* Several are being decided: how far that is stands in the buttons' place. Returns: TRUE when so.
 */
static gboolean
update_deciding (SkyReviewBar *self)
{
  guint done;
  guint n = sky_review_desk_get_deciding (self->desk, &done);

  gtk_widget_set_visible (self->deciding, n > 0);
  /* In what is only looked at nothing is decided. */
  gboolean reads = sky_store_link_get_reads (sky_review_desk_get_link (self->desk));
  gtk_widget_set_visible (self->buttons, n == 0 && !reads);
  if (n > 0)
    {
      gtk_widget_set_visible (self->second_button, FALSE);
      gtk_widget_set_visible (self->reopen_button, FALSE);
    }
  if (n == 0)
    return FALSE;

  /* Translators: of how many findings something was said, of how many it is to be. */
  g_autofree char *text = g_strdup_printf (_ ("Saving decisions: %u of %u"), done, n);
  gtk_label_set_label (self->state, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), text);
  gtk_progress_bar_set_fraction (self->progress, (double) done / n);
  gtk_widget_set_visible (GTK_WIDGET (self->second), FALSE);
  gtk_widget_set_visible (self->content, TRUE);
  return TRUE;
}

/* What was typed stands there again, unless something else does by now. */
static void
take_up_text (GtkEntry *entry, const char *text)
{
  if (gtk_editable_get_text (GTK_EDITABLE (entry))[0] == '\0')
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

/* What was to be said and is not written, with what others said first. */
static void
update_unsaved (SkyReviewBar *self)
{
  const SkyUnsavedDecision *unsaved = sky_selection_get_unsaved (self->selection);

  gtk_widget_set_visible (self->unsaved, unsaved != NULL);
  if (unsaved == NULL)
    return;

  g_autofree char *said = sky_unsaved_decision_dup_others (unsaved, get_zone (self));
  g_autofree char *own = sky_unsaved_decision_dup_own (unsaved);
  g_autofree char *others =
      unsaved->cause == NULL
          /* Translators: what others said of a finding, an entry a line. */
          ? g_strdup_printf (_ ("Not saved; someone else decided first:\n%s"), said)
          /* Translators: why something could not be written. */
          : g_strdup_printf (_ ("Not saved:\n%s"), said);
  gtk_label_set_label (self->others, others);
  gtk_label_set_label (self->own, own);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->unsaved), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  others, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, own, -1);
  if (unsaved->text != NULL && unsaved->action == SKY_LEDGER_DISMISS)
    take_up_text (self->reason, unsaved->text);
  else if (unsaved->text != NULL && unsaved->action == SKY_LEDGER_NOTE)
    take_up_text (self->note, unsaved->text);
}

/* What was said is not written yet, of this finding and in all. */
static void
update_waiting (SkyReviewBar *self)
{
  guint n = sky_review_desk_get_n_waiting (self->desk);

  gtk_widget_set_visible (GTK_WIDGET (self->waiting), n > 0);
  if (n == 0)
    return;
  g_autofree char *all = g_strdup_printf (
      ngettext ("%u change is waiting to be saved.", "%u changes are waiting to be saved.", n), n);
  g_autofree char *text =
      sky_selection_is_waiting (self->selection) ? g_strdup_printf (
          "%s %s", _ ("Your decision on this finding is waiting to be saved."), all)
                                                 : g_strdup (all);
  gtk_label_set_label (self->waiting, text);
}

static void
forget_cb (SkyReviewBar *self, GtkButton *button)
{
  if (self->key != NULL)
    sky_review_desk_forget_unsaved (self->desk, self->key);
}

static void
update (SkyReviewBar *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);
  const SkyReview *review = sky_selection_get_review (self->selection);

  if (update_deciding (self))
    return;
  gtk_widget_set_visible (self->content, finding != NULL);
  if (finding == NULL)
    {
      gtk_label_set_label (self->state, "");
      return;
    }

  guint64 n = sky_inbox_get_n_chosen (sky_selection_get_inbox (self->selection));
  if (n > 1)
    {
      g_autofree char *many = g_strdup_printf (
          ngettext ("%u finding selected", "%u findings selected; decide them together", (guint) n),
          (guint) n);
      update_words (self, FALSE);
      gtk_label_set_label (self->state, many);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), many);
      gtk_widget_set_visible (GTK_WIDGET (self->second), FALSE);
      gtk_widget_set_visible (self->second_button, FALSE);
      gtk_widget_set_visible (self->reopen_button, TRUE);
      gtk_widget_set_sensitive (self->reopen_button, TRUE);
      gtk_widget_set_sensitive (self->buttons, TRUE);
      gtk_widget_set_sensitive (GTK_WIDGET (self->dismiss_button), TRUE);
      return;
    }

  update_words (self, is_dispute (finding));
  SkyReviewState state = review != NULL ? review->state : finding->state;
  gboolean decided = state != SKY_REVIEW_OPEN && state != SKY_REVIEW_IN_REVIEW;
  g_autofree char *text = state_text (review, finding, get_zone (self));
  gtk_label_set_label (self->state, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), text);
  update_second (self, review, finding);
  gtk_widget_set_sensitive (self->buttons, review != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->dismiss_button),
                            !sky_selection_get_unlisted (self->selection));
  gtk_widget_set_visible (self->reopen_button, decided);
  gtk_widget_set_sensitive (self->reopen_button, review != NULL);
}

/* Closes what is asked in. The focus goes first: an entry that is hidden with it is not told that
 * it has lost it. */
static void
close_popover (SkyReviewBar *self, GtkPopover *popover)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (popover)))
    gtk_root_set_focus (root, NULL);
  gtk_popover_popdown (popover);
}

static void
item_cb (SkyReviewBar *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);

  /* A list that was asked for anew brings the same finding: a reason half written stays. */
  if (g_strcmp0 (finding != NULL ? finding->key : NULL, self->key) != 0)
    {
      g_free (self->key);
      self->key = finding != NULL ? g_strdup (finding->key) : NULL;
      close_popover (self, self->reason_popover);
      gtk_editable_set_text (GTK_EDITABLE (self->reason), "");
      close_popover (self, self->note_popover);
      gtk_editable_set_text (GTK_EDITABLE (self->note), "");
      update_unsaved (self);
      update_waiting (self);
    }
  update (self);
}

static void
reason_changed_cb (SkyReviewBar *self, GtkEditable *entry)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  gtk_widget_set_sensitive (GTK_WIDGET (self->reason_button), text[0] != '\0');
}

/* --- Reasons that are given often ------------------------------------------------------------- */

/* The code is the same in every language, so that what was decided for a reason can be found. */
static const struct
{
  SkyLedgerAction action;
  const char *code;
  const char *text;
} reasons[] = {
  { SKY_LEDGER_DISMISS, "TEST", N_ ("a drill or a test") },
  { SKY_LEDGER_DISMISS, "LOG", N_ ("logging error; the table was right") },
  { SKY_LEDGER_DISMISS, "LATER", N_ ("corrected at the table later") },
  { SKY_LEDGER_DISMISS, "SAME", N_ ("duplicate of another finding") },
  { SKY_LEDGER_DISMISS, "APPROVED", N_ ("approved by the Board") },
  { SKY_LEDGER_CONFIRM, "SEEN", N_ ("seen on the recordings") },
  { SKY_LEDGER_CONFIRM, "ENTRY", N_ ("the log alone shows it") },
  { SKY_LEDGER_CONFIRM, "REPAID", N_ ("paid or collected since") },
  { SKY_LEDGER_CONFIRM, "FLOOR", N_ ("the floor was told") },
  { SKY_LEDGER_CONFIRM, "DEALER", N_ ("the dealer was spoken to") },
  { SKY_LEDGER_ESCALATE, "AGAIN", N_ ("the same dealer or patron again") },
  { SKY_LEDGER_ESCALATE, "AMOUNT", N_ ("above the amount that this desk decides") },
  { SKY_LEDGER_ESCALATE, "UNCLEAR", N_ ("cannot be seen on the recordings") },
  { SKY_LEDGER_ESCALATE, "RULES", N_ ("which rule applies is not clear") },
  { SKY_LEDGER_ESCALATE, "POLICE", N_ ("possible crime") },
};

/* It may be added to before it is given. */
static void
reason_chosen_cb (SkyReviewBar *self, GtkButton *button)
{
  gtk_editable_set_text (GTK_EDITABLE (self->reason), gtk_button_get_label (button));
  gtk_widget_grab_focus (GTK_WIDGET (self->reason));
  gtk_editable_set_position (GTK_EDITABLE (self->reason), -1);
}

static void
add_reasons (SkyReviewBar *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->reasons))) != NULL)
    gtk_box_remove (self->reasons, child);
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      if (reasons[i].action != self->reasoned)
        continue;
      g_autofree char *text = g_strdup_printf ("%s: %s", reasons[i].code, _ (reasons[i].text));
      GtkWidget *button = gtk_button_new_with_label (text);

      gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 0);
      gtk_widget_add_css_class (button, "flat");
      g_signal_connect_object (button, "clicked", G_CALLBACK (reason_chosen_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_box_append (self->reasons, button);
    }
}

/* What the popover says of each decision that may have a reason. */
typedef struct
{
  SkyLedgerAction action;
  const char *question;
  const char *button;
  /* For who cannot see the popover's place. */
  const char *entry_name;
  const char *button_name;
} Asking;

static const Asking *
get_asking (SkyLedgerAction action)
{
  static const Asking askings[] = {
    { SKY_LEDGER_DISMISS, N_ ("Why dismiss it?"), N_ ("Dismiss"), N_ ("Reason for the dismissal"),
      N_ ("Dismiss the Finding") },
    { SKY_LEDGER_CONFIRM, N_ ("Why confirm it?"), N_ ("Confirm"),
      N_ ("Reason for the confirmation"), N_ ("Confirm the Finding") },
    { SKY_LEDGER_ESCALATE, N_ ("Why escalate it?"), N_ ("Escalate"),
      N_ ("Reason for the escalation"), N_ ("Escalate the Finding") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (askings); i++)
    if (askings[i].action == action)
      return &askings[i];
  return NULL;
}

/* Has the popover ask for the reason of @action. */
static void
ask_for (SkyReviewBar *self, SkyLedgerAction action)
{
  const Asking *asking = get_asking (action);

  if (self->reasoned != action)
    gtk_editable_set_text (GTK_EDITABLE (self->reason), "");
  self->reasoned = action;
  add_reasons (self);
  gtk_label_set_label (self->reason_title, _ (asking->question));
  gtk_button_set_label (self->reason_button, _ (asking->button));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reason), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (asking->entry_name), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reason_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ (asking->button_name), -1);
}

/* Whoever opens it by its button dismisses. */
static void
reason_closed_cb (SkyReviewBar *self, GtkPopover *popover)
{
  ask_for (self, SKY_LEDGER_DISMISS);
}

static void
reason_given_cb (SkyReviewBar *self, GtkWidget *widget)
{
  sky_review_bar_give_reason (self, gtk_editable_get_text (GTK_EDITABLE (self->reason)));
}

static void
note_shown_cb (SkyReviewBar *self, GtkPopover *popover)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->note));
}

static void
note_given_cb (SkyReviewBar *self, GtkWidget *widget)
{
  sky_review_bar_add_note (self, gtk_editable_get_text (GTK_EDITABLE (self->note)));
}

static void
reason_shown_cb (SkyReviewBar *self, GtkPopover *popover)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->reason));
}

static void
sky_review_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      g_value_set_object (value, SKY_REVIEW_BAR (object)->selection);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_review_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      sky_review_bar_set_selection (SKY_REVIEW_BAR (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_review_bar_dispose (GObject *object)
{
  SkyReviewBar *self = SKY_REVIEW_BAR (object);

  g_clear_object (&self->selection_signals);
  g_clear_object (&self->desk_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_REVIEW_BAR);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->key, g_free);
  G_OBJECT_CLASS (sky_review_bar_parent_class)->dispose (object);
}

static void
sky_review_bar_class_init (SkyReviewBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_review_bar_get_property;
  object_class->set_property = sky_review_bar_set_property;
  object_class->dispose = sky_review_bar_dispose;

  properties[PROP_SELECTION] =
      g_param_spec_object ("selection", NULL, NULL, SKY_TYPE_SELECTION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "review");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-review-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, content);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, state);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, second);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, waiting);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, unsaved);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, others);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, own);
  gtk_widget_class_bind_template_callback (widget_class, forget_cb);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, deciding);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, progress);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, buttons);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, dismiss_button);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, reason_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, reason);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, reason_title);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, reasons);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, confirm_button);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, reason_button);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, note_button);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, note_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, note);
  gtk_widget_class_bind_template_callback (widget_class, note_shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, note_given_cb);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, second_button);
  gtk_widget_class_bind_template_child (widget_class, SkyReviewBar, reopen_button);
  gtk_widget_class_bind_template_callback (widget_class, reason_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, reason_closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, reason_given_cb);
  gtk_widget_class_bind_template_callback (widget_class, reason_shown_cb);
}

static void
sky_review_bar_init (SkyReviewBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update_words (self, FALSE);
  ask_for (self, SKY_LEDGER_DISMISS);
  self->selection_signals = g_signal_group_new (SKY_TYPE_SELECTION);
  self->desk_signals = g_signal_group_new (SKY_TYPE_REVIEW_DESK);
  g_signal_group_connect_swapped (self->selection_signals, "notify::item", G_CALLBACK (item_cb),
                                  self);
  g_signal_group_connect_swapped (self->selection_signals, "review-changed", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->desk_signals, "deciding-changed", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->desk_signals, "unsaved-changed",
                                  G_CALLBACK (update_unsaved), self);
  g_signal_group_connect_swapped (self->desk_signals, "waiting-changed",
                                  G_CALLBACK (update_waiting), self);
}

void
sky_review_bar_set_selection (SkyReviewBar *self, SkySelection *selection)
{
  g_return_if_fail (SKY_IS_REVIEW_BAR (self));
  g_return_if_fail (selection == NULL || SKY_IS_SELECTION (selection));

  if (!g_set_object (&self->selection, selection))
    return;
  self->desk = selection != NULL ? sky_selection_get_desk (selection) : NULL;
  g_signal_group_set_target (self->selection_signals, selection);
  g_signal_group_set_target (self->desk_signals, self->desk);
  if (selection != NULL)
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

void
sky_review_bar_ask_reason (SkyReviewBar *self, SkyLedgerAction action)
{
  g_return_if_fail (SKY_IS_REVIEW_BAR (self));
  g_return_if_fail (get_asking (action) != NULL);

  if (sky_selection_get_finding (self->selection) == NULL)
    return;
  ask_for (self, action);
  gtk_menu_button_popup (self->dismiss_button);
}

void
sky_review_bar_give_reason (SkyReviewBar *self, const char *reason)
{
  g_return_if_fail (SKY_IS_REVIEW_BAR (self));
  g_return_if_fail (reason != NULL);

  g_autofree char *text = g_strstrip (g_strdup (reason));
  if (text[0] == '\0')
    return;
  sky_selection_decide (self->selection, self->reasoned, text);
  close_popover (self, self->reason_popover);
}

void
sky_review_bar_ask_note (SkyReviewBar *self)
{
  g_return_if_fail (SKY_IS_REVIEW_BAR (self));

  if (sky_selection_get_finding (self->selection) != NULL)
    gtk_menu_button_popup (self->note_button);
}

void
sky_review_bar_add_note (SkyReviewBar *self, const char *note)
{
  g_return_if_fail (SKY_IS_REVIEW_BAR (self));
  g_return_if_fail (note != NULL);

  g_autofree char *text = g_strstrip (g_strdup (note));
  if (text[0] == '\0')
    return;
  sky_selection_decide (self->selection, SKY_LEDGER_NOTE, text);
  gtk_editable_set_text (GTK_EDITABLE (self->note), "");
  close_popover (self, self->note_popover);
}

const char *
sky_review_bar_get_state (SkyReviewBar *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_BAR (self), NULL);
  return gtk_label_get_label (self->state);
}

const char *
sky_review_bar_get_unsaved (SkyReviewBar *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_BAR (self), NULL);
  return gtk_widget_get_visible (self->unsaved) ? gtk_label_get_label (self->others) : NULL;
}

const char *
sky_review_bar_get_waiting (SkyReviewBar *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_BAR (self), NULL);
  return gtk_widget_get_visible (GTK_WIDGET (self->waiting)) ? gtk_label_get_label (self->waiting)
                                                             : NULL;
}

GtkEntry *
sky_review_bar_get_reason_entry (SkyReviewBar *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_BAR (self), NULL);
  return self->reason;
}
