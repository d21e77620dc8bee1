/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-row.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"

struct _SkyRecordRow
{
  GObject parent_instance;

  char *wager;
  char *first; /* a time, or a seat */
  char *text;
  char *last; /* a mark, or what is due */
};

G_DEFINE_FINAL_TYPE (SkyRecordRow, sky_record_row, G_TYPE_OBJECT)

static void
sky_record_row_finalize (GObject *object)
{
  SkyRecordRow *self = SKY_RECORD_ROW (object);

  g_free (self->wager);
  g_free (self->first);
  g_free (self->text);
  g_free (self->last);
  G_OBJECT_CLASS (sky_record_row_parent_class)->finalize (object);
}

static void
sky_record_row_class_init (SkyRecordRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_record_row_finalize;
}

static void
sky_record_row_init (SkyRecordRow *self)
{
}

SkyRecordRow *
sky_record_row_new_line (const SkyRecordLine *line, GTimeZone *zone)
{
  SkyRecordRow *self = g_object_new (SKY_TYPE_RECORD_ROW, NULL);

  self->wager = g_strdup (line->wager);
  self->first = sky_clock_text (line->at, zone);
  self->text = g_strdup (line->text);
  /* Translators: a mark of a line that the coder could not see for certain. */
  self->last = g_strdup (line->unsure ? _ ("unsure") : "");
  return self;
}

/* "wins $35.00", "loses": what the rules make of it. */
static char *
describe_due (const SkyRecordDue *due)
{
  g_autofree char *paid = sky_money_format (due->due.paid);

  if (!due->proposed)
    /* Translators: of a wager that the rules do not have. */
    return g_strdup (due->not_permissible ? _ ("not permitted") : "");
  switch ((SkyOutcome) due->due.outcome)
    {
    case SKY_OUTCOME_WIN:
      /* Translators: what is due on a wager: it stays up, and this is paid. */
      return due->due.stays ? g_strdup_printf (_ ("wins %s, stays"), paid)
                            /* Translators: what is due on a wager: this is paid. */
                            : g_strdup_printf (_ ("wins %s"), paid);
    case SKY_OUTCOME_LOSE:
      return due->due.paid > 0 ? g_strdup_printf (_ ("loses, %s paid"), paid)
                               : g_strdup (_ ("loses"));
    case SKY_OUTCOME_PUSH:
    case SKY_OUTCOME_VOID:
      return g_strdup (_ ("returned"));
    case SKY_OUTCOME_SURRENDER:
      return g_strdup (_ ("surrendered"));
    case SKY_OUTCOME_NONE:
      break;
    }
  return g_strdup ("");
}

SkyRecordRow *
sky_record_row_new_due (const SkyRecordDue *due)
{
  SkyRecordRow *self = g_object_new (SKY_TYPE_RECORD_ROW, NULL);
  g_autofree char *amount = sky_money_format (due->amount);

  self->wager = g_strdup (due->wager);
  self->first = g_strdup_printf ("%" G_GINT64_FORMAT, due->seat);
  self->text = g_strdup_printf ("%s, %s", due->name, amount);
  self->last = describe_due (due);
  return self;
}

const char *
sky_record_row_get_wager (SkyRecordRow *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_ROW (self), NULL);
  return self->wager;
}

/* --- In a list -------------------------------------------------------------------------------- */

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *first = gtk_label_new (NULL);
  GtkWidget *text = gtk_label_new (NULL);
  GtkWidget *last = gtk_label_new (NULL);

  gtk_widget_set_margin_end (box, 6);
  gtk_widget_add_css_class (first, "numeric");
  gtk_widget_add_css_class (first, "dim-label");
  /* The texts of seats 9 and 10 begin at one place. */
  gtk_label_set_width_chars (GTK_LABEL (first), 2);
  gtk_label_set_xalign (GTK_LABEL (first), 1);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (last, "numeric");
  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), last);
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  SkyRecordRow *row = gtk_list_item_get_item (item);
  GtkWidget *first = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *text = gtk_widget_get_next_sibling (first);
  GtkWidget *last = gtk_widget_get_next_sibling (text);

  gtk_label_set_label (GTK_LABEL (first), row->first);
  gtk_label_set_label (GTK_LABEL (text), row->text);
  gtk_widget_set_tooltip_text (text, row->text);
  gtk_label_set_label (GTK_LABEL (last), row->last);
}

void
sky_record_row_show (GtkListView *list)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (list, factory);
}
