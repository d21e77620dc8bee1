/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-queue-list.h"

#include <glib/gi18n.h>

struct _SkyQueueList
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *scroller;
  GtkListBox *box;

  /* Borrowed: children of the rows. */
  GtkListBoxRow *rows[SKY_N_LISTINGS];
  GtkLabel *counts[SKY_N_LISTINGS];

  /* Owned. */
  SkyInbox *inbox;
  GSignalGroup *inbox_signals;
};

G_DEFINE_FINAL_TYPE (SkyQueueList, sky_queue_list, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_INBOX,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* From top to bottom: all first, the queues, then what is no finding. */
static const struct
{
  guint listing;
  const char *label;
} listings[] = {
  { SKY_LISTING_ALL, N_ ("All Findings") },
  { SKY_QUEUE_DISPUTE, N_ ("Disputes") },
  { SKY_QUEUE_VARIANCE, N_ ("Variances") },
  { SKY_QUEUE_IRREGULARITY, N_ ("Irregularities") },
  { SKY_QUEUE_CONFIRMATION, N_ ("Confirmations") },
  { SKY_QUEUE_COVERAGE, N_ ("Coverage") },
  { SKY_QUEUE_INTEGRITY, N_ ("Integrity") },
  { SKY_LISTING_ROUNDS, N_ ("All Rounds") },
  { SKY_LISTING_BOOKMARKS, N_ ("Bookmarks") },
  { SKY_LISTING_WITHDRAWN, N_ ("Withdrawn") },
};

G_STATIC_ASSERT (G_N_ELEMENTS (listings) == SKY_N_LISTINGS);

const char *
sky_listing_to_label (SkyListing listing)
{
  for (guint i = 0; i < G_N_ELEMENTS (listings); i++)
    {
      if (listings[i].listing == (guint) listing)
        return _ (listings[i].label);
    }
  g_return_val_if_reached ("");
}

static void
add_row (SkyQueueList *self, guint listing, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *count = gtk_label_new ("");
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (count, "count");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_append (self->box, row);
  self->rows[listing] = GTK_LIST_BOX_ROW (row);
  self->counts[listing] = GTK_LABEL (count);
}

static void
header_func (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  SkyQueueList *self = data;
  gboolean apart = row == self->rows[SKY_QUEUE_DISPUTE] || row == self->rows[SKY_LISTING_ROUNDS];

  gtk_list_box_row_set_header (row, apart ? gtk_separator_new (GTK_ORIENTATION_HORIZONTAL) : NULL);
}

static void
row_selected_cb (SkyQueueList *self, GtkListBoxRow *row, GtkListBox *box)
{
  for (guint i = 0; i < SKY_N_LISTINGS; i++)
    {
      if (row != NULL && row == self->rows[i])
        sky_inbox_set_listing (self->inbox, (SkyListing) i);
    }
}

static void
listing_cb (SkyQueueList *self)
{
  gtk_list_box_select_row (self->box, self->rows[sky_inbox_get_listing (self->inbox)]);
}

static void
counts_cb (SkyQueueList *self)
{
  for (guint i = 0; i < SKY_N_LISTINGS; i++)
    {
      guint64 undecided;
      guint64 total = sky_inbox_get_count (self->inbox, (SkyListing) i, &undecided);
      gboolean withdrawn = i == SKY_LISTING_WITHDRAWN;
      guint64 awaiting = sky_inbox_get_n_awaiting (self->inbox, (SkyListing) i);
      gboolean finding = i != SKY_LISTING_ROUNDS && i != SKY_LISTING_BOOKMARKS && !withdrawn;
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, finding ? undecided : total);
      g_autofree char *tip =
          awaiting > 0
              /* Translators: what is to be decided, of that what is confirmed and wants a second
               * reviewer, and all findings. */
              ? g_strdup_printf (
                  _ ("%d to decide, %d of them awaiting a second reviewer, %d in total"),
                  (int) undecided, (int) awaiting, (int) total)
              : finding
                    /* Translators: findings that nobody decided, and all of them. */
                    ? g_strdup_printf (_ ("%d to decide, %d in total"), (int) undecided,
                                       (int) total)
                    : withdrawn
                          /* Translators: findings that a new audit withdrew, all and of late. */
                          ? g_strdup_printf (_ ("Findings that a later audit no longer makes "
                                                "(Ctrl+U): %d in total, %d since you last looked"),
                                             (int) total, (int) undecided)
                          : g_strdup (text);

      gtk_label_set_label (self->counts[i], text);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->rows[i]), tip);
      if ((finding || withdrawn) && undecided > 0)
        gtk_widget_remove_css_class (GTK_WIDGET (self->counts[i]), "dim-label");
      else
        gtk_widget_add_css_class (GTK_WIDGET (self->counts[i]), "dim-label");
    }
}

static void
sky_queue_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      g_value_set_object (value, SKY_QUEUE_LIST (object)->inbox);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_queue_list_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INBOX:
      sky_queue_list_set_inbox (SKY_QUEUE_LIST (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_queue_list_dispose (GObject *object)
{
  SkyQueueList *self = SKY_QUEUE_LIST (object);

  g_clear_object (&self->inbox_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_QUEUE_LIST);
  g_clear_object (&self->inbox);
  G_OBJECT_CLASS (sky_queue_list_parent_class)->dispose (object);
}

static void
sky_queue_list_class_init (SkyQueueListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_queue_list_get_property;
  object_class->set_property = sky_queue_list_set_property;
  object_class->dispose = sky_queue_list_dispose;

  properties[PROP_INBOX] =
      g_param_spec_object ("inbox", NULL, NULL, SKY_TYPE_INBOX,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-queue-list.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyQueueList, scroller);
  gtk_widget_class_bind_template_child (widget_class, SkyQueueList, box);
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
}

static void
sky_queue_list_init (SkyQueueList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (listings); i++)
    add_row (self, listings[i].listing, _ (listings[i].label));
  gtk_list_box_set_header_func (self->box, header_func, self, NULL);

  self->inbox_signals = g_signal_group_new (SKY_TYPE_INBOX);
  g_signal_group_connect_swapped (self->inbox_signals, "notify::listing", G_CALLBACK (listing_cb),
                                  self);
  g_signal_group_connect_swapped (self->inbox_signals, "counts-changed", G_CALLBACK (counts_cb),
                                  self);
}

void
sky_queue_list_set_inbox (SkyQueueList *self, SkyInbox *inbox)
{
  g_return_if_fail (SKY_IS_QUEUE_LIST (self));
  g_return_if_fail (inbox == NULL || SKY_IS_INBOX (inbox));

  if (!g_set_object (&self->inbox, inbox))
    return;
  g_signal_group_set_target (self->inbox_signals, inbox);
  if (inbox != NULL)
    {
      listing_cb (self);
      counts_cb (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INBOX]);
}

const char *
sky_queue_list_get_count (SkyQueueList *self, SkyListing listing)
{
  g_return_val_if_fail (SKY_IS_QUEUE_LIST (self), NULL);
  g_return_val_if_fail (listing < SKY_N_LISTINGS, NULL);
  return gtk_label_get_label (self->counts[listing]);
}

void
sky_queue_list_focus (SkyQueueList *self)
{
  g_return_if_fail (SKY_IS_QUEUE_LIST (self));
  g_return_if_fail (self->inbox != NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->rows[sky_inbox_get_listing (self->inbox)]));
}
