/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-setup.h"

#include <glib/gi18n.h>

#include <string.h>

#include "sky-clock-text.h"
#include "sky-entry.h"
#include "sky-game.h"

struct _SkyRecordSetup
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *page;
  AdwActionRow *folder;
  AdwComboRow *table;
  AdwComboRow *game;
  AdwEntryRow *property;
  AdwEntryRow *day;
  AdwEntryRow *zone;
  AdwEntryRow *currency;
  AdwEntryRow *rules;
  AdwEntryRow *limits;
  AdwEntryRow *coder;
  AdwActionRow *second;
  AdwComboRow *plan;
  GtkButton *open_plan;
  GtkFlowBox *classes;
  AdwEntryRow *seats;
  GtkSwitch *blind;
  AdwActionRow *file;
  GtkLabel *problem;
  GtkButton *begin;

  /* Owned. */
  GtkCheckButton *class_buttons[SKY_N_CLASSES];
  GArray *seat_numbers; /* of gint64: those of the last header */
  GPtrArray *plans;     /* of SkyRecordPlan, the archive's: those of the chosen table */

  const SkyRecordArchive *archive; /* borrowed */
  gboolean filling;                /* the fields are set by the table's choice */
  gboolean was_second;             /* someone else has recorded the day already */
};

G_DEFINE_FINAL_TYPE (SkyRecordSetup, sky_record_setup, GTK_TYPE_WIDGET)

static guint choose_folder_signal;
static guint choose_plan_signal;
static guint begin_signal;

static const char *const class_labels[SKY_N_CLASSES] = {
  [SKY_CLASS_OUTCOME] = N_ ("Results, cards and dice"),
  [SKY_CLASS_PROCEDURE] = N_ ("Dealing procedure"),
  [SKY_CLASS_WAGERS] = N_ ("Wagers"),
  [SKY_CLASS_SETTLEMENTS] = N_ ("Settlements"),
  [SKY_CLASS_PEOPLE] = N_ ("Patrons and staff"),
  [SKY_CLASS_EQUIPMENT] = N_ ("Equipment"),
  [SKY_CLASS_POSTED] = N_ ("Posted rules and limits"),
  [SKY_CLASS_DISPUTES] = N_ ("Disputes"),
};

/* What a person who watches footage looks at, unless they say more. */
static const gboolean class_defaults[SKY_N_CLASSES] = {
  [SKY_CLASS_OUTCOME] = TRUE,
  [SKY_CLASS_WAGERS] = TRUE,
  [SKY_CLASS_SETTLEMENTS] = TRUE,
};

static const char *
get_text (AdwEntryRow *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static void
set_text (AdwEntryRow *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

void
sky_record_setup_set_problem (SkyRecordSetup *self, const char *problem)
{
  g_return_if_fail (SKY_IS_RECORD_SETUP (self));

  gtk_label_set_label (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

/* --- What was typed --------------------------------------------------------------------------- */

const SkyRecordTable *
sky_record_setup_get_table (SkyRecordSetup *self)
{
  guint chosen;

  g_return_val_if_fail (SKY_IS_RECORD_SETUP (self), NULL);
  chosen = adw_combo_row_get_selected (self->table);
  return self->archive != NULL && chosen < self->archive->tables->len
             ? self->archive->tables->pdata[chosen]
             : NULL;
}

static SkyLog *
find_started (SkyRecordSetup *self)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self);
  const char *day_text = get_text (self->day);
  SkyDay day;

  if (table == NULL || !sky_day_parse (day_text, strlen (day_text), &day))
    return NULL;
  return sky_record_archive_find_started (self->archive, table->table, day, get_text (self->coder));
}

/* A recording of the table's day by someone else, or NULL. */
static SkyLog *
find_other (SkyRecordSetup *self)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self);
  const char *day_text = get_text (self->day);
  SkyDay day;

  if (table == NULL || !sky_day_parse (day_text, strlen (day_text), &day))
    return NULL;
  return sky_record_archive_find_other (self->archive, table->table, day, get_text (self->coder));
}

/* The plan that the recording @log follows. A copy beside the log comes before others. */
static const SkyRecordPlan *
find_plan_of (SkyRecordSetup *self, SkyLog *log)
{
  g_autofree char *own = sky_record_archive_make_plan_path (sky_log_get_path (log));
  const char *id = sky_log_get_header (log)->record.plan;
  const SkyRecordPlan *found = NULL;

  for (guint i = 0; id != NULL && i < self->plans->len; i++)
    {
      const SkyRecordPlan *plan = self->plans->pdata[i];

      if (g_str_equal (plan->plan->id, id) && (found == NULL || g_str_equal (plan->path, own)))
        found = plan;
    }
  return found;
}

const SkyRecordPlan *
sky_record_setup_get_plan (SkyRecordSetup *self)
{
  SkyLog *started;
  guint chosen;

  g_return_val_if_fail (SKY_IS_RECORD_SETUP (self), NULL);
  started = find_started (self);
  chosen = adw_combo_row_get_selected (self->plan);
  if (started != NULL)
    return find_plan_of (self, started);
  return chosen > 0 && chosen <= self->plans->len ? self->plans->pdata[chosen - 1] : NULL;
}

/* A credential is a part of a file's name. */
static gboolean
is_name (const char *text)
{
  return text[0] != '\0' && text[0] != '.' && strpbrk (text, "/\\:\n") == NULL;
}

static gboolean
read_seats (SkyRecordSetup *self)
{
  g_auto (GStrv) parts = g_strsplit_set (get_text (self->seats), " ,;", -1);

  g_array_set_size (self->seat_numbers, 0);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gint64 seat;

      if (parts[i][0] == '\0')
        continue;
      if (!g_ascii_string_to_signed (parts[i], 10, 1, SKY_ENTRY_MAX_SEATS, &seat, NULL))
        return FALSE;
      g_array_append_val (self->seat_numbers, seat);
    }
  return TRUE;
}

static SkyEventClassSet
get_classes (SkyRecordSetup *self)
{
  SkyEventClassSet classes = 0;

  for (guint i = 0; i < SKY_N_CLASSES; i++)
    if (gtk_check_button_get_active (self->class_buttons[i]))
      classes |= 1u << i;
  return classes;
}

/* Why recording cannot begin; NULL: it can. */
static const char *
find_problem (SkyRecordSetup *self)
{
  const char *day_text = get_text (self->day);
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (get_text (self->zone));
  SkyDay day;

  if (sky_record_setup_get_table (self) == NULL)
    return _ ("Choose a folder whose footage.json names the cameras of a table.");
  if (!is_name (get_text (self->coder)))
    return _ ("Type your credential: the log says who recorded it.");
  if (find_started (self) != NULL)
    return NULL;
  if (get_text (self->property)[0] == '\0')
    return _ ("Type the name of the property.");
  if (!sky_day_parse (day_text, strlen (day_text), &day))
    return _ ("The gaming day is no date such as 2023-11-04.");
  if (zone == NULL)
    return _ ("The time zone is unknown. It has a name such as America/New_York.");
  if (strlen (get_text (self->currency)) != 3)
    return _ ("The currency has three letters, such as USD.");
  if (get_classes (self) == 0)
    return _ ("Choose at least one kind of event that you look at.");
  if (!read_seats (self))
    return _ ("Seats are numbers from 1 to 16, such as 1, 2, 3. For all seats, leave it empty.");
  if (sky_record_setup_get_plan (self) != NULL
      && sky_record_setup_get_plan (self)->plan->day != day)
    return _ ("The plan is of another gaming day.");
  return NULL;
}

/* --- What is shown ---------------------------------------------------------------------------- */

/* Who codes what someone else has coded sees nothing of it, and looks at the same things. */
static void
show_second (SkyRecordSetup *self, SkyLog *started)
{
  SkyLog *other = started == NULL ? find_other (self) : NULL;
  const SkyLogHeader *header = other != NULL ? sky_log_get_header (other) : NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->second), other != NULL);
  if (other != NULL && !self->was_second)
    {
      gtk_switch_set_active (self->blind, TRUE);
      self->filling = TRUE;
      for (guint i = 0; i < SKY_N_CLASSES; i++)
        gtk_check_button_set_active (self->class_buttons[i],
                                     (header->scope.classes & (1u << i)) != 0);
      for (guint i = 0; i < self->plans->len; i++)
        if (g_strcmp0 (((SkyRecordPlan *) self->plans->pdata[i])->plan->id, header->record.plan)
            == 0)
          adw_combo_row_set_selected (self->plan, i + 1);
      self->filling = FALSE;
    }
  self->was_second = other != NULL;
  if (other == NULL)
    return;
  text = g_strdup_printf (
      /* Translators: %s is a person's credential. */
      _ ("%s has recorded this day. You record it blind and see the other recording once yours is "
         "finished."),
      header->record.by != NULL ? header->record.by : "?");
  adw_action_row_set_subtitle (self->second, text);
}

static void
update (SkyRecordSetup *self)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self);
  SkyLog *started = find_started (self);
  const char *day_text = get_text (self->day);
  const char *problem = find_problem (self);
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;
  SkyDay day;

  if (self->filling)
    return;
  show_second (self, started);
  if (started != NULL)
    path = g_strdup (sky_log_get_path (started));
  else if (table != NULL && is_name (get_text (self->coder))
           && sky_day_parse (day_text, strlen (day_text), &day))
    path = sky_record_archive_make_path (self->archive, table->table, day, get_text (self->coder));
  if (path != NULL)
    shown = g_filename_display_name (path);
  adw_action_row_set_subtitle (self->file, shown != NULL ? shown : "");
  gtk_button_set_label (self->begin, started != NULL ? _ ("_Continue") : _ ("_Begin"));
  /* What a log says of itself does not change. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->game), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->property), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->zone), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->currency), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->rules), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->limits), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->classes), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->seats), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->blind), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->plan), started == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->open_plan), self->archive != NULL);
  if (started != NULL && adw_combo_row_get_selected (self->plan) != 0)
    adw_combo_row_set_selected (self->plan, 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->begin), problem == NULL);
  sky_record_setup_set_problem (self, problem);
}

/* The log that tells most of the chosen table; NULL: there is none. */
static const SkyLogHeader *
find_header (SkyRecordSetup *self, const SkyRecordTable *table)
{
  if (table->log != NULL)
    return sky_log_get_header (table->log);
  for (guint i = 0; i < self->archive->started->len; i++)
    {
      const SkyLogHeader *header = sky_log_get_header (self->archive->started->pdata[i]);

      if (g_str_equal (header->table, table->table))
        return header;
    }
  return NULL;
}

static void
fill_rules (SkyRecordSetup *self, const SkyRecordTable *table)
{
  g_auto (GStrv) entries = g_strsplit (table->rules != NULL ? table->rules : "", "\n", -1);

  set_text (self->rules, "");
  set_text (self->limits, "");
  for (guint i = 0; entries[i] != NULL; i++)
    {
      if (g_str_has_prefix (entries[i], "rules "))
        set_text (self->rules, entries[i] + strlen ("rules "));
      if (g_str_has_prefix (entries[i], "limits "))
        set_text (self->limits, entries[i] + strlen ("limits "));
    }
}

/* The plans of the chosen table. */
static void
fill_plans (SkyRecordSetup *self, const SkyRecordPlan *chosen)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  g_ptr_array_set_size (self->plans, 0);
  gtk_string_list_append (names, _ ("None"));
  for (guint i = 0; table != NULL && i < self->archive->plans->len; i++)
    {
      const SkyRecordPlan *plan = self->archive->plans->pdata[i];
      g_autofree char *file = g_path_get_basename (plan->path);
      g_autofree char *name = NULL;

      if (!g_str_equal (plan->plan->table, table->table))
        continue;
      g_ptr_array_add (self->plans, (gpointer) plan);
      if (plan == chosen)
        selected = self->plans->len;
      name = g_strdup_printf (
          /* Translators: a plan's id, its number of stretches, its file. */
          ngettext ("%s · %u stretch (%s)", "%s · %u stretches (%s)", plan->plan->windows->len),
          plan->plan->id, plan->plan->windows->len, file);
      gtk_string_list_append (names, name);
    }
  adw_combo_row_set_model (self->plan, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->plan, selected);
}

/* A plan is of one day. */
static void
plan_cb (SkyRecordSetup *self)
{
  const guint chosen = adw_combo_row_get_selected (self->plan);
  char day[SKY_DAY_TEXT_SIZE];

  if (self->filling || chosen == 0 || chosen > self->plans->len)
    return;
  set_text (self->day,
            sky_day_format (((SkyRecordPlan *) self->plans->pdata[chosen - 1])->plan->day, day));
}

void
sky_record_setup_choose_plan (SkyRecordSetup *self, const SkyRecordPlan *plan)
{
  g_return_if_fail (SKY_IS_RECORD_SETUP (self));

  fill_plans (self, plan);
  plan_cb (self);
  update (self);
}

static void
table_cb (SkyRecordSetup *self)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self);
  const SkyLogHeader *header = table != NULL ? find_header (self, table) : NULL;
  g_autofree char *day = NULL;

  if (table == NULL)
    return;
  self->filling = TRUE;
  self->was_second = FALSE;
  fill_plans (self, NULL);
  if (header != NULL)
    {
      char day_text[SKY_DAY_TEXT_SIZE];

      adw_combo_row_set_selected (self->game, header->game);
      set_text (self->property, header->property);
      set_text (self->zone, header->time_zone);
      set_text (self->currency, header->currency);
      set_text (self->day, sky_day_format (header->gaming_day, day_text));
    }
  else
    {
      g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (get_text (self->zone));

      day = sky_clock_text_full (table->from, zone);
      day[strlen ("2023-11-04")] = '\0';
      set_text (self->day, day);
    }
  fill_rules (self, table);
  self->filling = FALSE;
  update (self);
}

void
sky_record_setup_set_archive (SkyRecordSetup *self,
                              const SkyRecordArchive *archive,
                              const char *problem)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *shown = NULL;

  g_return_if_fail (SKY_IS_RECORD_SETUP (self));
  self->archive = archive;
  for (guint i = 0; archive != NULL && i < archive->tables->len; i++)
    gtk_string_list_append (names, ((SkyRecordTable *) archive->tables->pdata[i])->table);
  adw_combo_row_set_model (self->table, G_LIST_MODEL (names));
  if (archive != NULL)
    shown = g_filename_display_name (archive->folder);
  adw_action_row_set_subtitle (self->folder, shown != NULL ? shown : _ ("None chosen"));
  table_cb (self);
  update (self);
  if (problem != NULL)
    sky_record_setup_set_problem (self, problem);
}

void
sky_record_setup_set_credential (SkyRecordSetup *self, const char *credential)
{
  g_return_if_fail (SKY_IS_RECORD_SETUP (self));

  if (credential != NULL && get_text (self->coder)[0] == '\0')
    set_text (self->coder, credential);
}

gboolean
sky_record_setup_get_play (SkyRecordSetup *self, SkyDay *day, SkyGameId *game)
{
  g_return_val_if_fail (SKY_IS_RECORD_SETUP (self), FALSE);
  *game = (SkyGameId) adw_combo_row_get_selected (self->game);
  return sky_day_parse (get_text (self->day), strlen (get_text (self->day)), day);
}

gboolean
sky_record_setup_make_header (SkyRecordSetup *self,
                              SkyLogHeader *header,
                              char **path,
                              char ***opening)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self);
  const char *problem = find_problem (self);
  SkyLog *started = find_started (self);
  const SkyRecordPlan *plan = sky_record_setup_get_plan (self);
  const char *day_text = get_text (self->day);
  g_autoptr (GStrvBuilder) entries = g_strv_builder_new ();

  sky_record_setup_set_problem (self, problem);
  if (problem != NULL)
    return FALSE;
  *opening = NULL;
  if (started != NULL)
    {
      *header = *sky_log_get_header (started);
      *path = g_strdup (sky_log_get_path (started));
      return TRUE;
    }
  *header = (SkyLogHeader){
    .property = get_text (self->property),
    .table = table->table,
    .game = (SkyGameId) adw_combo_row_get_selected (self->game),
    .time_zone = get_text (self->zone),
    .currency = get_text (self->currency),
    .version = 2,
    .record = { .how = SKY_RECORD_FOOTAGE,
                .by = get_text (self->coder),
                .program = "skyward " SKY_VERSION,
                .pass = 1,
                .blind = gtk_switch_get_active (self->blind),
                .plan = plan != NULL ? plan->plan->id : NULL,
                .from = &g_array_index (table->sources, SkyRecordSource, 0),
                .n_from = table->sources->len },
    .scope = { .classes = get_classes (self), .sampled = plan != NULL },
  };
  (void) read_seats (self);
  if (self->seat_numbers->len > 0)
    {
      header->scope.some_seats = TRUE;
      header->scope.seats = &g_array_index (self->seat_numbers, gint64, 0);
      header->scope.n_seats = self->seat_numbers->len;
    }
  (void) sky_day_parse (day_text, strlen (day_text), &header->gaming_day);
  *path = sky_record_archive_make_path (self->archive, table->table, header->gaming_day,
                                        header->record.by);
  g_strv_builder_add (entries, "table_open");
  if (get_text (self->rules)[0] != '\0')
    {
      g_autofree char *entry = g_strconcat ("rules ", get_text (self->rules), NULL);

      g_strv_builder_add (entries, entry);
    }
  if (get_text (self->limits)[0] != '\0')
    {
      g_autofree char *entry = g_strconcat ("limits ", get_text (self->limits), NULL);

      g_strv_builder_add (entries, entry);
    }
  *opening = g_strv_builder_end (entries);
  return TRUE;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
folder_cb (SkyRecordSetup *self)
{
  g_signal_emit (self, choose_folder_signal, 0);
}

static void
open_plan_cb (SkyRecordSetup *self)
{
  if (self->archive != NULL)
    g_signal_emit (self, choose_plan_signal, 0);
}

static void
begin_cb (SkyRecordSetup *self)
{
  if (find_problem (self) == NULL)
    g_signal_emit (self, begin_signal, 0);
}

static void
sky_record_setup_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), SKY_TYPE_RECORD_SETUP);
  G_OBJECT_CLASS (sky_record_setup_parent_class)->dispose (object);
}

static void
sky_record_setup_finalize (GObject *object)
{
  g_array_unref (SKY_RECORD_SETUP (object)->seat_numbers);
  g_ptr_array_unref (SKY_RECORD_SETUP (object)->plans);
  G_OBJECT_CLASS (sky_record_setup_parent_class)->finalize (object);
}

static void
sky_record_setup_class_init (SkyRecordSetupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_record_setup_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_record_setup_finalize;
  choose_folder_signal = g_signal_new ("choose-folder", SKY_TYPE_RECORD_SETUP, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
  choose_plan_signal = g_signal_new ("choose-plan", SKY_TYPE_RECORD_SETUP, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
  begin_signal = g_signal_new ("begin", SKY_TYPE_RECORD_SETUP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "recordsetup");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-record-setup.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, page);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, folder);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, table);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, game);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, property);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, day);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, zone);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, currency);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, rules);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, limits);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, coder);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, second);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, plan);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, open_plan);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, classes);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, seats);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, blind);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, file);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, problem);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordSetup, begin);
  gtk_widget_class_bind_template_callback (widget_class, folder_cb);
  gtk_widget_class_bind_template_callback (widget_class, table_cb);
  gtk_widget_class_bind_template_callback (widget_class, plan_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_plan_cb);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, begin_cb);
}

static void
sky_record_setup_init (SkyRecordSetup *self)
{
  g_autoptr (GtkStringList) games = gtk_string_list_new (NULL);

  self->seat_numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->plans = g_ptr_array_new ();
  self->filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < SKY_N_GAMES; i++)
    gtk_string_list_append (games, _ (sky_game_get (i)->name));
  adw_combo_row_set_model (self->game, G_LIST_MODEL (games));
  for (guint i = 0; i < SKY_N_CLASSES; i++)
    {
      GtkWidget *button = gtk_check_button_new_with_label (_ (class_labels[i]));

      self->class_buttons[i] = GTK_CHECK_BUTTON (button);
      gtk_check_button_set_active (self->class_buttons[i], class_defaults[i]);
      g_signal_connect_object (button, "toggled", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
      gtk_flow_box_append (self->classes, button);
    }
  self->filling = FALSE;
}
