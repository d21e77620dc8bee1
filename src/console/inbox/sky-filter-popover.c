/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-filter-popover.h"

#include <glib/gi18n.h>

#include "sky-summary.h"

/* What is chosen from a list, and how all are told there. */
enum
{
  CHOICE_PROPERTY,
  CHOICE_TABLE,
  CHOICE_GAME,
  CHOICE_FIRST_DAY,
  CHOICE_LAST_DAY,
  CHOICE_CHECK,
  CHOICE_DEALER,
  CHOICE_PATRON,
  CHOICE_ARCHIVE,
  N_CHOICES,
};

static const struct
{
  guint part; /* SkyFilterPart; SKY_N_FILTER_PARTS: the archive */
  const char *title;
  const char *all;
} choices[N_CHOICES] = {
  [CHOICE_PROPERTY] = { SKY_FILTER_PROPERTY, N_ ("Property"), N_ ("All Properties") },
  [CHOICE_TABLE] = { SKY_FILTER_TABLE, N_ ("Table"), N_ ("All Tables") },
  [CHOICE_GAME] = { SKY_FILTER_GAME, N_ ("Game"), N_ ("All Games") },
  [CHOICE_FIRST_DAY] = { SKY_FILTER_DAYS, N_ ("From Day"), N_ ("First") },
  [CHOICE_LAST_DAY] = { SKY_FILTER_DAYS, N_ ("To Day"), N_ ("Last") },
  [CHOICE_CHECK] = { SKY_FILTER_CHECK, N_ ("Check"), N_ ("All Checks") },
  [CHOICE_DEALER] = { SKY_FILTER_DEALER, N_ ("Dealer"), N_ ("All Dealers") },
  [CHOICE_PATRON] = { SKY_FILTER_PATRON, N_ ("Patron"), N_ ("All Patrons") },
  [CHOICE_ARCHIVE] = { SKY_N_FILTER_PARTS, N_ ("Archive"), N_ ("All Archives") },
};

struct _SkyFilterPopover
{
  GtkPopover parent_instance;

  /* Template children. */
  GtkBox *severities_box;
  GtkBox *states_box;
  GtkBox *sight_box;
  GtkGrid *grid;

  /* Borrowed: children of the boxes. */
  GtkCheckButton *severities[SKY_N_SEVERITIES];
  GtkCheckButton *states[SKY_N_REVIEW_STATES];
  GtkCheckButton *second;
  GtkCheckButton *by_eye;
  GtkCheckButton *sight[SKY_N_SIGHT_VERDICTS];
  GtkDropDown *choices[N_CHOICES]; /* of the grid */

  /* Owned. */
  GPtrArray *values[N_CHOICES]; /* of char *: what the rows behind the first stand for */
  SkyInbox *inbox;
  GSignalGroup *inbox_signals;
  gboolean filling; /* what is ticked follows the session */
};

G_DEFINE_FINAL_TYPE (SkyFilterPopover, sky_filter_popover, GTK_TYPE_POPOVER)

enum
{
  PROP_0,
  PROP_INBOX,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* What is chosen; NULL for the first row, which lets all through. */
static const char *
chosen (SkyFilterPopover *self, guint choice)
{
  guint selected = gtk_drop_down_get_selected (self->choices[choice]);

  if (selected == 0 || selected > self->values[choice]->len)
    return NULL;
  return self->values[choice]->pdata[selected - 1];
}

/* The filter's own text for @choice. Returns: a new string; NULL: none. */
static char *
current (const SkyFindingFilter *filter, guint choice)
{
  SkyDay day = choice == CHOICE_FIRST_DAY ? filter->first_day : filter->last_day;
  char text[SKY_DAY_TEXT_SIZE];

  if (choice == CHOICE_ARCHIVE)
    return g_strdup (filter->archive);
  if (choices[choice].part != SKY_FILTER_DAYS)
    return g_strdup (sky_filter_get_text (filter, (SkyFilterPart) choices[choice].part));
  return day != SKY_DAY_NONE ? g_strdup (sky_day_format (day, text)) : NULL;
}

static guint
ticked (GtkCheckButton *const *boxes, guint n)
{
  guint set = 0;

  for (guint i = 0; i < n; i++)
    {
      if (gtk_check_button_get_active (boxes[i]))
        set |= 1u << i;
    }
  return set;
}

static SkyDay
chosen_day (SkyFilterPopover *self, guint choice)
{
  const char *text = chosen (self, choice);
  SkyDay day = SKY_DAY_NONE;

  if (text != NULL)
    (void) sky_day_parse (text, strlen (text), &day);
  return day;
}

/* The first day that is chosen is the only one until a later one is; neither is behind the other.
 */
static void
apply_days (SkyFilterPopover *self, SkyFindingFilter *filter)
{
  SkyDay first = chosen_day (self, CHOICE_FIRST_DAY);
  SkyDay last = chosen_day (self, CHOICE_LAST_DAY);

  if (first != filter->first_day && first != SKY_DAY_NONE
      && (last == SKY_DAY_NONE || last < first || filter->first_day == filter->last_day))
    last = first;
  else if (first != filter->first_day && filter->first_day == filter->last_day)
    last = SKY_DAY_NONE;
  else if (last != SKY_DAY_NONE && first != SKY_DAY_NONE && last < first)
    first = last;
  filter->first_day = first;
  filter->last_day = last;
}

static void
apply (SkyFilterPopover *self)
{
  if (self->filling || self->inbox == NULL)
    return;

  g_autoptr (SkyFindingFilter) filter =
      sky_finding_filter_copy (sky_inbox_get_filter (self->inbox));
  filter->severities = ticked (self->severities, SKY_N_SEVERITIES);
  filter->states = ticked (self->states, SKY_N_REVIEW_STATES);
  filter->sight = ticked (self->sight, SKY_N_SIGHT_VERDICTS);
  filter->awaits_second = gtk_check_button_get_active (self->second);
  filter->by_eye = gtk_check_button_get_active (self->by_eye);
  g_free (filter->archive);
  filter->archive = g_strdup (chosen (self, CHOICE_ARCHIVE));
  for (guint i = 0; i < N_CHOICES; i++)
    if (i != CHOICE_ARCHIVE && choices[i].part != SKY_FILTER_DAYS)
      sky_filter_set_text (filter, (SkyFilterPart) choices[i].part, chosen (self, i));
  apply_days (self, filter);
  sky_inbox_set_filter (self->inbox, filter);
}

static void
apply_cb (SkyFilterPopover *self)
{
  apply (self);
}

static GtkCheckButton *
add_box (SkyFilterPopover *self, GtkBox *parent, const char *label)
{
  GtkWidget *box = gtk_check_button_new_with_label (label);

  g_signal_connect_object (box, "toggled", G_CALLBACK (apply_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (parent, box);
  return GTK_CHECK_BUTTON (box);
}

static void
add_choice (SkyFilterPopover *self, guint choice)
{
  GtkWidget *label = gtk_label_new (_ (choices[choice].title));
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);

  self->choices[choice] = GTK_DROP_DOWN (drop_down);
  self->values[choice] = g_ptr_array_new_with_free_func (g_free);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (drop_down, TRUE);
  g_autoptr (GtkExpression) text =
      gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");
  gtk_drop_down_set_expression (GTK_DROP_DOWN (drop_down), text);
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop_down), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (choices[choice].title), -1);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (apply_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_grid_attach (self->grid, label, 0, (int) choice, 1, 1);
  gtk_grid_attach (self->grid, drop_down, 1, (int) choice, 1, 1);
}

/* --- The session ------------------------------------------------------------------------------ */

static void
add_once (GPtrArray *texts, GHashTable *seen, const char *text)
{
  if (text == NULL || g_hash_table_contains (seen, text))
    return;
  g_ptr_array_add (texts, g_strdup (text));
  g_hash_table_add (seen, texts->pdata[texts->len - 1]);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* All that can be chosen: what the store's logs are of, and every check there is, by itself and
 * with all of its kind. */
static GPtrArray *
list_values (SkyFilterPopover *self, guint choice)
{
  GPtrArray *logs = sky_inbox_get_logs (self->inbox);
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *set = current (sky_inbox_get_filter (self->inbox), choice);

  for (guint i = 0; choice == CHOICE_CHECK && i < SKY_N_CHECKS; i++)
    {
      const char *name = sky_check_info ((SkyCheck) i)->name;
      g_autofree char *kind = g_strndup (name, strcspn (name, "."));
      g_autofree char *of_kind = g_strconcat (kind, ".*", NULL);
      add_once (values, seen, of_kind);
      add_once (values, seen, name);
    }
  GPtrArray *dealers = sky_inbox_get_dealers (self->inbox);
  const char *const *patrons = sky_inbox_get_patrons (self->inbox);
  for (guint i = 0; choice == CHOICE_DEALER && dealers != NULL && i < dealers->len; i++)
    add_once (values, seen, ((const SkyDealer *) dealers->pdata[i])->credential);
  for (guint i = 0; choice == CHOICE_PATRON && patrons != NULL && patrons[i] != NULL; i++)
    add_once (values, seen, patrons[i]);
  gboolean of_logs = choice != CHOICE_CHECK && choice != CHOICE_DEALER && choice != CHOICE_PATRON;
  for (guint i = 0; of_logs && logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      char day[SKY_DAY_TEXT_SIZE];
      add_once (values, seen,
                choice == CHOICE_PROPERTY ? log->property
                : choice == CHOICE_TABLE  ? log->table
                : choice == CHOICE_GAME   ? log->game
                : choice == CHOICE_FIRST_DAY || choice == CHOICE_LAST_DAY
                    ? sky_day_format (log->gaming_day, day)
                    : log->archive);
    }
  add_once (values, seen, set);
  g_ptr_array_sort (values, compare_texts);
  return values;
}

/* What stands for @value in the list of @choice. Returns: a new string. */
static char *
label_of (SkyFilterPopover *self, guint choice, const char *value)
{
  GPtrArray *dealers = sky_inbox_get_dealers (self->inbox);

  if (choice == CHOICE_CHECK)
    return g_strdup (sky_check_to_label (value));
  if (choice == CHOICE_GAME)
    return g_strdup (sky_game_to_label (value));
  for (guint i = 0; choice == CHOICE_DEALER && dealers != NULL && i < dealers->len; i++)
    {
      const SkyDealer *dealer = dealers->pdata[i];
      if (strcmp (dealer->credential, value) == 0 && dealer->name != NULL)
        return g_strdup_printf ("%s (%s)", dealer->name, value);
    }
  return g_strdup (value);
}

/* Whether @choice offers these @values under the names of @list already. */
static gboolean
is_offered (SkyFilterPopover *self, guint choice, GPtrArray *values, GtkStringList *list)
{
  GtkStringList *offered = GTK_STRING_LIST (gtk_drop_down_get_model (self->choices[choice]));

  if (offered == NULL || values->len != self->values[choice]->len)
    return FALSE;
  for (guint i = 0; i < values->len; i++)
    if (!g_str_equal (values->pdata[i], self->values[choice]->pdata[i])
        || !g_str_equal (gtk_string_list_get_string (list, i + 1),
                         gtk_string_list_get_string (offered, i + 1)))
      return FALSE;
  return TRUE;
}

static void
fill_choice (SkyFilterPopover *self, guint choice)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  g_autofree char *set = current (sky_inbox_get_filter (self->inbox), choice);
  GPtrArray *values = list_values (self, choice);
  guint selected = 0;

  gtk_string_list_append (list, _ (choices[choice].all));
  for (guint i = 0; i < values->len; i++)
    {
      const char *value = values->pdata[i];
      gtk_string_list_take (list, label_of (self, choice, value));
      if (g_strcmp0 (value, set) == 0)
        selected = i + 1;
    }
  /* What is chosen is told while the list is still at work on it: it is not taken away then. */
  gboolean offered = is_offered (self, choice, values, list);
  g_ptr_array_unref (self->values[choice]);
  self->values[choice] = values;
  if (!offered)
    gtk_drop_down_set_model (self->choices[choice], G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->choices[choice], selected);
  gtk_widget_set_sensitive (GTK_WIDGET (self->choices[choice]), values->len > 0);
}

/* What is ticked and chosen from: so much that it is made when it is about to be seen. */
static void
make (SkyFilterPopover *self)
{
  if (self->second != NULL)
    return;
  for (guint i = SKY_N_SEVERITIES; i > 0; i--)
    self->severities[i - 1] =
        add_box (self, self->severities_box, sky_severity_to_label ((SkySeverity) (i - 1)));
  for (guint i = 0; i < SKY_N_REVIEW_STATES; i++)
    self->states[i] =
        add_box (self, self->states_box, sky_review_state_to_label ((SkyReviewState) i));
  self->second = add_box (self, self->states_box, _ ("Awaiting Second Reviewer"));
  self->by_eye = add_box (self, self->states_box, _ ("Recorded by Eye"));
  for (guint i = SKY_N_SIGHT_VERDICTS; i > 0; i--)
    self->sight[i - 1] =
        add_box (self, self->sight_box, sky_sight_verdict_to_label ((SkySightVerdict) (i - 1)));
  for (guint i = 0; i < N_CHOICES; i++)
    add_choice (self, i);
}

/* The lists are long: they are made when they are about to be seen. */
static void
fill (SkyFilterPopover *self)
{
  const SkyFindingFilter *filter = sky_inbox_get_filter (self->inbox);

  make (self);
  self->filling = TRUE;
  for (guint i = 0; i < SKY_N_SEVERITIES; i++)
    gtk_check_button_set_active (self->severities[i], (filter->severities & (1u << i)) != 0);
  for (guint i = 0; i < SKY_N_REVIEW_STATES; i++)
    gtk_check_button_set_active (self->states[i], (filter->states & (1u << i)) != 0);
  gtk_check_button_set_active (self->second, filter->awaits_second);
  gtk_check_button_set_active (self->by_eye, filter->by_eye);
  for (guint i = 0; i < SKY_N_SIGHT_VERDICTS; i++)
    gtk_check_button_set_active (self->sight[i], (filter->sight & (1u << i)) != 0);
  for (guint i = 0; i < N_CHOICES; i++)
    fill_choice (self, i);
  self->filling = FALSE;
}

/* The toolkit gives the focus to the first that is in it. */
static void
sky_filter_popover_show (GtkWidget *widget)
{
  make (SKY_FILTER_POPOVER (widget));
  GTK_WIDGET_CLASS (sky_filter_popover_parent_class)->show (widget);
}

static void
shown_cb (SkyFilterPopover *self)
{
  fill (self);
  sky_inbox_ask_people (self->inbox);
}

static void
fill_if_seen (SkyFilterPopover *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    fill (self);
}

static void
clear_cb (SkyFilterPopover *self, GtkButton *button)
{
  sky_inbox_clear_filter (self->inbox);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_filter_popover_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      g_value_set_object (value, SKY_FILTER_POPOVER (object)->inbox);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_filter_popover_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      sky_filter_popover_set_inbox (SKY_FILTER_POPOVER (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_filter_popover_dispose (GObject *object)
{
  SkyFilterPopover *self = SKY_FILTER_POPOVER (object);

  g_clear_object (&self->inbox_signals);
  g_clear_object (&self->inbox);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_FILTER_POPOVER);
  G_OBJECT_CLASS (sky_filter_popover_parent_class)->dispose (object);
}

static void
sky_filter_popover_finalize (GObject *object)
{
  SkyFilterPopover *self = SKY_FILTER_POPOVER (object);

  for (guint i = 0; i < N_CHOICES; i++)
    g_clear_pointer (&self->values[i], g_ptr_array_unref);
  G_OBJECT_CLASS (sky_filter_popover_parent_class)->finalize (object);
}

static void
sky_filter_popover_class_init (SkyFilterPopoverClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_filter_popover_get_property;
  object_class->set_property = sky_filter_popover_set_property;
  object_class->dispose = sky_filter_popover_dispose;
  object_class->finalize = sky_filter_popover_finalize;
  widget_class->show = sky_filter_popover_show;

  properties[PROP_INBOX] =
      g_param_spec_object ("inbox", NULL, NULL, SKY_TYPE_INBOX,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-filter-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, severities_box);
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, states_box);
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, sight_box);
  gtk_widget_class_bind_template_child (widget_class, SkyFilterPopover, grid);
  gtk_widget_class_bind_template_callback (widget_class, clear_cb);
}

static void
sky_filter_popover_init (SkyFilterPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->inbox_signals = g_signal_group_new (SKY_TYPE_INBOX);
  g_signal_group_connect_swapped (self->inbox_signals, "query-changed", G_CALLBACK (fill_if_seen),
                                  self);
  g_signal_group_connect_swapped (self->inbox_signals, "counts-changed", G_CALLBACK (fill_if_seen),
                                  self);
  g_signal_connect (self, "show", G_CALLBACK (shown_cb), NULL);
}

void
sky_filter_popover_set_inbox (SkyFilterPopover *self, SkyInbox *inbox)
{
  g_return_if_fail (SKY_IS_FILTER_POPOVER (self));
  g_return_if_fail (inbox == NULL || SKY_IS_INBOX (inbox));

  if (!g_set_object (&self->inbox, inbox))
    return;
  g_signal_group_set_target (self->inbox_signals, inbox);
  if (inbox != NULL)
    fill_if_seen (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INBOX]);
}

gboolean
sky_filter_popover_choose (SkyFilterPopover *self, SkyFilterPart part, const char *text)
{
  g_return_val_if_fail (SKY_IS_FILTER_POPOVER (self), FALSE);

  fill (self);
  for (guint i = 0; i < N_CHOICES; i++)
    {
      guint row = 0;
      if (choices[i].part != (guint) part)
        continue;
      if (text != NULL
          && !g_ptr_array_find_with_equal_func (self->values[i], text, g_str_equal, &row))
        return FALSE;
      gtk_drop_down_set_selected (self->choices[i], text != NULL ? row + 1 : 0);
      return TRUE;
    }
  return FALSE;
}

void
sky_filter_popover_set_severity (SkyFilterPopover *self, SkySeverity severity, gboolean on)
{
  g_return_if_fail (SKY_IS_FILTER_POPOVER (self));
  g_return_if_fail (severity < SKY_N_SEVERITIES);
  fill (self);
  gtk_check_button_set_active (self->severities[severity], on);
}

void
sky_filter_popover_set_state (SkyFilterPopover *self, SkyReviewState state, gboolean on)
{
  g_return_if_fail (SKY_IS_FILTER_POPOVER (self));
  g_return_if_fail (state < SKY_N_REVIEW_STATES);
  fill (self);
  gtk_check_button_set_active (self->states[state], on);
}
