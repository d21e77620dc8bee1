/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-agreement.h"

#include <glib/gi18n.h>

struct _SkyRecordAgreement
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *page;
  GtkDropDown *others;
  GtkLabel *verdict;
  GtkLabel *test;
  GtkLabel *figures;
  GtkLabel *rates;
  GtkLabel *count;
  GtkListView *list;

  /* Owned. */
  SkyRecordComparison *comparison;
  GtkStringList *texts;
  GtkSingleSelection *selection;

  gboolean filling;
};

G_DEFINE_FINAL_TYPE (SkyRecordAgreement, sky_record_agreement, GTK_TYPE_WIDGET)

static guint chosen_signal;
static guint other_signal;
static guint leave_signal;

/* --- Rows ------------------------------------------------------------------------------------- */

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkStringObject *text = gtk_list_item_get_item (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (text));
}

/* --- What is shown ---------------------------------------------------------------------------- */

static void
show_others (SkyRecordAgreement *self)
{
  const GPtrArray *others = self->comparison->others;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < others->len; i++)
    gtk_string_list_append (names, others->pdata[i]);
  gtk_drop_down_set_model (self->others, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->others, self->comparison->chosen);
  gtk_widget_set_sensitive (GTK_WIDGET (self->others), others->len > 1);
}

static void
show_test (SkyRecordAgreement *self)
{
  const SkyRecordComparison *comparison = self->comparison;
  g_autofree char *test = NULL;
  g_autofree char *all = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->test), comparison->is_test);
  if (!comparison->is_test)
    return;
  test = sky_coder_describe (&comparison->test);
  all = sky_coder_describe (&comparison->tests);
  text = g_strdup_printf (
      /* Translators: figures of this test, and of all tests of the person in this game. */
      _ ("These were test rounds. You %s.\nAll your tests in this game: %s."), test, all);
  if (comparison->problem != NULL)
    {
      g_autofree char *more = g_strdup_printf ("%s\n%s", text, comparison->problem);

      gtk_label_set_label (self->test, more);
    }
  else
    gtk_label_set_label (self->test, text);
}

static void
show_rates (SkyRecordAgreement *self)
{
  const char *rates = self->comparison->rates;
  /* Translators: %s are lines: how many settlements of a recording differ from the rules. */
  g_autofree char *text = g_strdup_printf (_ ("By B alone:\n%s"), rates != NULL ? rates : "");

  gtk_label_set_label (self->rates, text);
  gtk_widget_set_visible (GTK_WIDGET (self->rates), rates != NULL && rates[0] != '\0');
}

static void
show_disagreements (SkyRecordAgreement *self)
{
  const GPtrArray *disagreements = self->comparison->disagreements;
  const guint before = gtk_single_selection_get_selected (self->selection);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autofree char *count = g_strdup_printf (
      ngettext ("%u disagreement", "%u disagreements", disagreements->len), disagreements->len);

  for (guint i = 0; i < disagreements->len; i++)
    g_ptr_array_add (texts, ((SkyRecordDisagreement *) disagreements->pdata[i])->text);
  g_ptr_array_add (texts, NULL);
  gtk_string_list_splice (self->texts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->texts)),
                          (const char *const *) texts->pdata);
  gtk_label_set_label (self->count, count);
  if (disagreements->len > 0)
    gtk_single_selection_set_selected (self->selection, before == GTK_INVALID_LIST_POSITION
                                                            ? 0
                                                            : MIN (before, disagreements->len - 1));
}

static const char *const verdicts[] = {
  [SKY_TARGET_NONE] = N_ ("The two have nothing in common to compare."),
  [SKY_TARGET_MISSED] = N_ ("The two do not agree well enough to count in an estimate."),
  [SKY_TARGET_REACHED] = N_ ("The two agree well enough to count in an estimate."),
};

void
sky_record_agreement_set (SkyRecordAgreement *self, SkyRecordComparison *comparison)
{
  g_return_if_fail (SKY_IS_RECORD_AGREEMENT (self));

  sky_record_comparison_free (self->comparison);
  self->comparison = comparison;
  if (comparison == NULL)
    return;
  self->filling = TRUE;
  show_others (self);
  gtk_label_set_label (self->verdict, _ (verdicts[comparison->target]));
  if (comparison->target != SKY_TARGET_MISSED)
    gtk_widget_remove_css_class (GTK_WIDGET (self->verdict), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->verdict), "error");
  show_test (self);
  gtk_label_set_label (self->figures, comparison->figures);
  show_rates (self);
  show_disagreements (self);
  self->filling = FALSE;
}

const SkyRecordComparison *
sky_record_agreement_get (SkyRecordAgreement *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_AGREEMENT (self), NULL);
  return self->comparison;
}

const SkyRecordDisagreement *
sky_record_agreement_get_chosen (SkyRecordAgreement *self)
{
  guint at;

  g_return_val_if_fail (SKY_IS_RECORD_AGREEMENT (self), NULL);
  at = gtk_single_selection_get_selected (self->selection);
  return self->comparison != NULL && at < self->comparison->disagreements->len
             ? self->comparison->disagreements->pdata[at]
             : NULL;
}

void
sky_record_agreement_step (SkyRecordAgreement *self, gint by)
{
  guint n;
  guint at;

  g_return_if_fail (SKY_IS_RECORD_AGREEMENT (self));
  n = g_list_model_get_n_items (G_LIST_MODEL (self->texts));
  at = gtk_single_selection_get_selected (self->selection);
  if (n == 0 || (by < 0 && at == 0) || (by > 0 && at + 1 >= n))
    return;
  gtk_single_selection_set_selected (self->selection, (guint) ((gint) at + by));
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              (guint) ((gint) at + by));
}

/* --- What is done to it ----------------------------------------------------------------------- */

static void
selected_cb (SkyRecordAgreement *self)
{
  if (!self->filling)
    g_signal_emit (self, chosen_signal, 0);
}

static void
activated_cb (SkyRecordAgreement *self)
{
  g_signal_emit (self, chosen_signal, 0);
}

static void
other_cb (SkyRecordAgreement *self)
{
  if (!self->filling && self->comparison != NULL
      && gtk_drop_down_get_selected (self->others) != self->comparison->chosen)
    g_signal_emit (self, other_signal, 0, gtk_drop_down_get_selected (self->others));
}

static void
leave_cb (SkyRecordAgreement *self)
{
  g_signal_emit (self, leave_signal, 0);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_record_agreement_dispose (GObject *object)
{
  SkyRecordAgreement *self = SKY_RECORD_AGREEMENT (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), SKY_TYPE_RECORD_AGREEMENT);
  g_clear_object (&self->selection);
  g_clear_object (&self->texts);
  g_clear_pointer (&self->comparison, sky_record_comparison_free);
  G_OBJECT_CLASS (sky_record_agreement_parent_class)->dispose (object);
}

static void
sky_record_agreement_class_init (SkyRecordAgreementClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_record_agreement_dispose;
  chosen_signal = g_signal_new ("chosen", SKY_TYPE_RECORD_AGREEMENT, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 0);
  other_signal = g_signal_new ("other", SKY_TYPE_RECORD_AGREEMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  leave_signal = g_signal_new ("leave", SKY_TYPE_RECORD_AGREEMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "recordagreement");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-record-agreement.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, page);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, others);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, verdict);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, test);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, figures);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, rates);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, count);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordAgreement, list);
  gtk_widget_class_bind_template_callback (widget_class, other_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
}

static void
sky_record_agreement_init (SkyRecordAgreement *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->texts = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->texts)));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}
