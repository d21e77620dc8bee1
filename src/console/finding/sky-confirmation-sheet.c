/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-confirmation-sheet.h"

#include <glib/gi18n.h>

#include "sky-json.h"
#include "sky-money.h"
#include "sky-phrase.h"
#include "sky-throw-pictures.h"

/* What is said of a point's dice has lines of so many letters where there is little room. */
#define NARROW_CHARS 9

/* What lies between points and bets, and between what is said of a point, px; and as little where
 * there is little room. */
#define SPACING        30
#define NARROW_SPACING 12
#define COLUMNS        18
#define BETS_COLUMNS   14
#define NARROW_COLUMNS 6

/* A point, its dice, the picture of its throw, and what is said of it. */
#define POINT_COLUMNS 4

struct _SkyConfirmationSheet
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkLabel *explanation;
  GtkBox *sections;
  GtkLabel *points_title;
  GtkGrid *points;
  GtkLabel *bets_title;
  GtkGrid *bets;
  GtkLabel *hand_title;
  GtkGrid *hand;
  GtkLabel *envy_title;
  GtkGrid *envy;

  /* Owned. */
  SkyDayView *day_view;
  GSignalGroup *day_signals;
  GSignalGroup *wall_signals;
  GCancellable *reading; /* of the throws' pictures; NULL: none is under way */
  GArray *throws;        /* of guint64: "seq" of each point's throw */

  guint room; /* for which it was arranged last, px */
  guint n_points;
  guint n_bets;
  guint n_hand; /* rows of what a progressive win comes to */
  guint n_envy;
};

G_DEFINE_FINAL_TYPE (SkyConfirmationSheet, sky_confirmation_sheet, GTK_TYPE_WIDGET)

enum
{
  THROW_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear_grid (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
}

static GtkWidget *
put (GtkGrid *grid, int column, int row, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (grid, label, column, row, 1, 1);
  return label;
}

static void
put_header (GtkGrid *grid, const char *const *titles)
{
  for (int i = 0; titles[i] != NULL; i++)
    put (grid, i, 0, _ (titles[i]), "caption-heading");
}

static gint64
get_int (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  return node != NULL && node->kind == SKY_JSON_INT ? node->integer : 0;
}

static void
put_int (GtkGrid *grid, int column, int row, gint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  put (grid, column, row, text, "numeric");
}

static void
put_money (GtkGrid *grid, int column, int row, SkyMoney amount, const char *css_class)
{
  g_autofree char *text = sky_money_format (amount);

  put (grid, column, row, text, css_class);
}

/* --- Points and bets -------------------------------------------------------------------------- */

static char *
dice_text (const SkyJsonNode *made)
{
  const SkyJsonNode *dice = sky_json_member (made, "dice");

  if (dice == NULL || dice->kind != SKY_JSON_ARRAY || dice->n_children != 2)
    return g_strdup ("—");
  const SkyJsonNode *first = sky_json_first (dice);
  const SkyJsonNode *second = sky_json_next (first);
  if (first->kind != SKY_JSON_INT || second->kind != SKY_JSON_INT)
    return g_strdup ("—");
  return g_strdup_printf ("%d-%d", (int) first->integer, (int) second->integer);
}

/* How dice look on the table; empty for what are none. */
static const char *
die_face (const SkyJsonNode *die)
{
  static const char *const faces[] = { "", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅" };

  return die->kind == SKY_JSON_INT && die->integer >= 1 && die->integer < (int) G_N_ELEMENTS (faces)
             ? faces[die->integer]
             : "";
}

static char *
faces_text (const SkyJsonNode *made)
{
  const SkyJsonNode *dice = sky_json_member (made, "dice");

  if (dice == NULL || dice->kind != SKY_JSON_ARRAY || dice->n_children != 2)
    return g_strdup ("");
  const SkyJsonNode *first = sky_json_first (dice);
  return g_strconcat (die_face (first), die_face (sky_json_next (first)), NULL);
}

static void
throw_clicked_cb (SkyConfirmationSheet *self, GtkButton *button)
{
  const guint64 *seq = g_object_get_data (G_OBJECT (button), "seq");

  g_signal_emit (self, signals[THROW_CHOSEN], 0, *seq);
}

/* Makes @button lead to the throw that made @point. */
static void
lead_to_throw (SkyConfirmationSheet *self,
               GtkWidget *button,
               const SkyJsonNode *point,
               const char *name)
{
  guint64 *seq = g_new (guint64, 1);

  *seq = (guint64) get_int (point, "seq");
  g_object_set_data_full (G_OBJECT (button), "seq", seq, g_free);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, _ ("Show the throw"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (throw_clicked_cb), self,
                           G_CONNECT_SWAPPED);
}

/* A point, by which its throw can be looked at. */
static void
put_point (SkyConfirmationSheet *self, int column, int row, const SkyJsonNode *point)
{
  g_autofree char *number = g_strdup_printf ("%d", (int) get_int (point, "point"));
  /* Translators: a point at craps. */
  g_autofree char *name = g_strdup_printf (_ ("Point %s: show the throw"), number);
  GtkWidget *button = gtk_button_new_with_label (number);

  lead_to_throw (self, button, point, name);
  gtk_widget_add_css_class (button, "figure");
  gtk_grid_attach (self->points, button, column, row, 1, 1);
}

/* The dice as they look, and in their place the camera's picture, when there is one. */
static void
put_throw (SkyConfirmationSheet *self, int column, int row, const SkyJsonNode *point)
{
  g_autofree char *faces = faces_text (point);
  /* Translators: a point at craps. */
  g_autofree char *name =
      g_strdup_printf (_ ("Picture of the throw for point %d"), (int) get_int (point, "point"));
  GtkWidget *picture = gtk_picture_new ();
  GtkWidget *button = gtk_button_new ();
  const guint64 seq = (guint64) get_int (point, "seq");

  put (self->points, column, row, faces, "dice");
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), FALSE);
  gtk_button_set_child (GTK_BUTTON (button), picture);
  lead_to_throw (self, button, point, name);
  gtk_widget_add_css_class (button, "throw");
  gtk_widget_set_visible (button, FALSE);
  gtk_grid_attach (self->points, button, column + 1, row, 1, 1);
  g_array_append_val (self->throws, seq);
}

/* Each point with its throw, two beside each other. */
static void
fill_points (SkyConfirmationSheet *self, const SkyJsonNode *made)
{
  if (made == NULL || made->kind != SKY_JSON_ARRAY)
    return;
  const SkyJsonNode *point = sky_json_first (made);
  for (guint i = 0; i < made->n_children; i++, point = sky_json_next (point))
    {
      int column = (int) (self->n_points % 2) * POINT_COLUMNS;
      int row = (int) (self->n_points / 2);
      g_autofree char *dice = dice_text (point);
      /* Translators: the dice of a throw, its round, the number of its event in the log. */
      g_autofree char *where =
          g_strdup_printf (_ ("%s\nround %d, event %d"), dice, (int) get_int (point, "round"),
                           (int) get_int (point, "seq"));
      put_point (self, column, row, point);
      put_throw (self, column + 1, row, point);
      GtkWidget *label = put (self->points, column + 3, row, where, "numeric");
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "caption");
      self->n_points++;
    }
}

static void
fill_bets (SkyConfirmationSheet *self, const SkyJsonNode *pending)
{
  static const char *const titles[] = {
    N_ ("Seat"),        N_ ("Area"),        N_ ("Amount"), N_ ("At 4 points"),
    N_ ("At 5 points"), N_ ("At 6 points"), NULL
  };

  if (pending == NULL || pending->kind != SKY_JSON_ARRAY)
    return;
  put_header (self->bets, titles);
  const SkyJsonNode *bet = sky_json_first (pending);
  for (guint i = 0; i < pending->n_children; i++, bet = sky_json_next (bet))
    {
      int row = (int) ++self->n_bets;
      const SkyJsonNode *wager = sky_json_member (bet, "wager");
      const SkyJsonNode *due = sky_json_member (bet, "due");
      put_int (self->bets, 0, row, get_int (bet, "seat"));
      put_int (self->bets, 1, row, get_int (bet, "area"));
      put_money (self->bets, 2, row, get_int (bet, "amount"), "numeric");
      put_money (self->bets, 3, row, get_int (due, "4"), "figure");
      put_money (self->bets, 4, row, get_int (due, "5"), "numeric");
      put_money (self->bets, 5, row, get_int (due, "6"), "numeric");
      if (wager != NULL && wager->kind == SKY_JSON_TEXT)
        {
          g_autofree char *id = sky_text_dup (wager->text);
          /* Translators: a wager's id in the log, as in "wager w12". */
          g_autofree char *tip = g_strdup_printf (_ ("wager %s"), id);
          for (int column = 0; column < 6; column++)
            gtk_widget_set_tooltip_text (gtk_grid_get_child_at (self->bets, column, row), tip);
        }
    }
}

/* The picture of the throw that made the point @i, in its button. */
static GtkWidget *
get_throw (SkyConfirmationSheet *self, int i)
{
  return gtk_grid_get_child_at (self->points, i % 2 * POINT_COLUMNS + 2, i / 2);
}

static gboolean
has_picture (SkyConfirmationSheet *self, int i)
{
  return gtk_picture_get_paintable (
             GTK_PICTURE (gtk_button_get_child (GTK_BUTTON (get_throw (self, i)))))
         != NULL;
}

/* Where there is little room, dice are in figures alone, what is said of them takes more lines, and
 * what the finding says stands beside the sheet alone. Pictures of the throws stay as long as there
 * is room for them. */
static void
set_narrow (SkyConfirmationSheet *self, gboolean narrow, gboolean pictures)
{
  gtk_widget_set_visible (GTK_WIDGET (self->explanation), !narrow);
  gtk_box_set_spacing (self->sections, narrow ? NARROW_SPACING : SPACING);
  gtk_grid_set_column_spacing (self->points, narrow ? NARROW_COLUMNS : COLUMNS);
  gtk_grid_set_column_spacing (self->bets, narrow ? NARROW_COLUMNS : BETS_COLUMNS);
  gtk_label_set_wrap (self->bets_title, narrow);
  for (int i = 0; i < (int) self->n_points; i++)
    {
      int column = i % 2 * POINT_COLUMNS;
      GtkWidget *faces = gtk_grid_get_child_at (self->points, column + 1, i / 2);
      GtkLabel *where = GTK_LABEL (gtk_grid_get_child_at (self->points, column + 3, i / 2));
      gboolean shows = pictures && has_picture (self, i);

      gtk_widget_set_visible (faces, !narrow && !shows);
      gtk_widget_set_visible (get_throw (self, i), shows);
      gtk_label_set_wrap (where, narrow);
      gtk_label_set_max_width_chars (where, narrow ? NARROW_CHARS : -1);
    }
}

/* --- Pictures of the throws ------------------------------------------------------------------- */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyConfirmationSheet) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) pictures = sky_throw_pictures_read_finish (result, &error);

  /* Other pictures are wanted by now, or none. */
  if (pictures == NULL)
    return;
  g_clear_object (&self->reading);
  for (guint i = 0; i < MIN (pictures->len, self->n_points); i++)
    gtk_picture_set_paintable (
        GTK_PICTURE (gtk_button_get_child (GTK_BUTTON (get_throw (self, (int) i)))),
        pictures->pdata[i]);
  sky_confirmation_sheet_fit (self, (int) self->room);
}

/* Of the chosen camera, otherwise of the first. */
static void
read_pictures (SkyConfirmationSheet *self)
{
  SkyTableDay *day = self->day_view != NULL ? sky_day_view_get_day (self->day_view) : NULL;
  SkyCameraWall *wall = day != NULL ? sky_day_view_get_wall (self->day_view) : NULL;
  guint n = wall != NULL ? sky_camera_wall_get_n_cameras (wall) : 0;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (SkyTime));

  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  if (n == 0 || self->throws->len == 0)
    return;
  for (guint i = 0; i < self->throws->len; i++)
    {
      const SkyDayEvent *event =
          sky_table_day_find_event (day, g_array_index (self->throws, guint64, i));

      /* It is another day that is there yet. */
      if (event == NULL)
        return;
      g_array_append_val (times, event->at);
    }
  self->reading = g_cancellable_new ();
  sky_throw_pictures_read_async (
      sky_camera_wall_get_camera (wall, (guint) MAX (sky_camera_wall_get_selected (wall), 0)),
      times, self->reading, read_cb, g_object_ref (self));
}

/* --- A progressive win ------------------------------------------------------------------------ */

static void
put_named (SkyConfirmationSheet *self, const char *name, const char *text, const char *css_class)
{
  int row = (int) self->n_hand++;

  put (self->hand, 0, row, name, "dim-label");
  put (self->hand, 1, row, text, css_class);
}

static char *
cards_text (const SkyJsonNode *cards)
{
  GString *text = g_string_new (NULL);
  const SkyJsonNode *card = sky_json_first (cards);

  for (guint i = 0; i < cards->n_children; i++, card = sky_json_next (card))
    if (card->kind == SKY_JSON_TEXT)
      g_string_append_printf (text, "%s%.*s", text->len > 0 ? " " : "", (int) card->text.length,
                              card->text.data);
  return g_string_free (text, FALSE);
}

/* § 669a.11(i)(3)(i): the hand, the meter, what is paid. */
static void
fill_hand (SkyConfirmationSheet *self, const SkyJsonNode *root)
{
  static const struct
  {
    const char *member;
    const char *name;
    const char *css_class;
  } amounts[] = {
    { "meter", N_ ("On the meter"), "numeric" },
    { "paid", N_ ("Paid"), "numeric" },
    { "returned", N_ ("The stake"), "numeric" },
    { "payout", N_ ("Paid in total"), "figure" },
  };
  const SkyJsonNode *cards = sky_json_member (root, "cards");
  const SkyJsonNode *hand = sky_json_member (root, "hand");

  if (cards == NULL || cards->kind != SKY_JSON_ARRAY)
    return;
  {
    g_autofree char *text = cards_text (cards);

    put_named (self, _ ("Cards"), text, "figure");
  }
  if (hand != NULL && hand->kind == SKY_JSON_TEXT)
    {
      g_autofree char *text = sky_text_dup (hand->text);

      put_named (self, _ ("Hand"), text, "numeric");
    }
  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    {
      g_autofree char *text = sky_money_format (get_int (root, amounts[i].member));

      put_named (self, _ (amounts[i].name), text, amounts[i].css_class);
    }
}

static void
fill_envy (SkyConfirmationSheet *self, const SkyJsonNode *envy)
{
  static const char *const titles[] = { N_ ("Seat"), N_ ("Envy Bonus"), NULL };

  if (envy == NULL || envy->kind != SKY_JSON_ARRAY || envy->n_children == 0)
    return;
  put_header (self->envy, titles);
  const SkyJsonNode *bonus = sky_json_first (envy);
  for (guint i = 0; i < envy->n_children; i++, bonus = sky_json_next (bonus))
    {
      int row = (int) ++self->n_envy;

      put_int (self->envy, 0, row, get_int (bonus, "seat"));
      put_money (self->envy, 1, row, get_int (bonus, "paid"), "figure");
    }
}

static void
fill (SkyConfirmationSheet *self, const char *json)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root = sky_json_parse (parser, json, strlen (json), FALSE, &cause);

  if (root == NULL)
    return;
  fill_points (self, sky_json_member (root, "made"));
  fill_bets (self, sky_json_member (root, "pending"));
  fill_hand (self, root);
  fill_envy (self, sky_json_member (root, "envy"));
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_confirmation_sheet_dispose (GObject *object)
{
  SkyConfirmationSheet *self = SKY_CONFIRMATION_SHEET (object);

  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_object (&self->day_signals);
  g_clear_object (&self->wall_signals);
  g_clear_object (&self->day_view);
  g_clear_pointer (&self->throws, g_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (object), SKY_TYPE_CONFIRMATION_SHEET);
  G_OBJECT_CLASS (sky_confirmation_sheet_parent_class)->dispose (object);
}

static void
sky_confirmation_sheet_class_init (SkyConfirmationSheetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_confirmation_sheet_dispose;
  signals[THROW_CHOSEN] =
      g_signal_new ("throw-chosen", SKY_TYPE_CONFIRMATION_SHEET, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  gtk_widget_class_set_css_name (widget_class, "confirmation");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-confirmation-sheet.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, content);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, explanation);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, sections);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, points_title);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, points);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, bets_title);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, bets);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, hand_title);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, hand);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, envy_title);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationSheet, envy);
}

static void
sky_confirmation_sheet_init (SkyConfirmationSheet *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->throws = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->day_signals = g_signal_group_new (SKY_TYPE_DAY_VIEW);
  g_signal_group_connect_swapped (self->day_signals, "notify::day", G_CALLBACK (read_pictures),
                                  self);
  self->wall_signals = g_signal_group_new (SKY_TYPE_CAMERA_WALL);
  g_signal_group_connect_swapped (self->wall_signals, "notify::n-cameras",
                                  G_CALLBACK (read_pictures), self);
  g_signal_group_connect_swapped (self->wall_signals, "notify::selected",
                                  G_CALLBACK (read_pictures), self);
}

void
sky_confirmation_sheet_set_day_view (SkyConfirmationSheet *self, SkyDayView *day_view)
{
  g_return_if_fail (SKY_IS_CONFIRMATION_SHEET (self));
  g_return_if_fail (day_view == NULL || SKY_IS_DAY_VIEW (day_view));

  if (!g_set_object (&self->day_view, day_view))
    return;
  g_signal_group_set_target (self->day_signals, day_view);
  g_signal_group_set_target (self->wall_signals,
                             day_view != NULL ? sky_day_view_get_wall (day_view) : NULL);
  read_pictures (self);
}

void
sky_confirmation_sheet_set_finding (SkyConfirmationSheet *self, const SkyStoredFinding *finding)
{
  g_return_if_fail (SKY_IS_CONFIRMATION_SHEET (self));

  clear_grid (self->points);
  clear_grid (self->bets);
  clear_grid (self->hand);
  clear_grid (self->envy);
  g_array_set_size (self->throws, 0);
  self->n_points = 0;
  self->n_bets = 0;
  self->n_hand = 0;
  self->n_envy = 0;
  g_autofree char *explanation = finding != NULL ? sky_phrase_show (finding->explanation) : NULL;
  gtk_label_set_label (self->explanation, explanation != NULL ? explanation : "");
  if (finding != NULL && finding->recomputed != NULL)
    fill (self, finding->recomputed);
  read_pictures (self);
  gtk_widget_set_visible (GTK_WIDGET (self->points_title), self->n_points > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->bets_title), self->n_bets > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->hand_title), self->n_hand > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->envy_title), self->n_envy > 0);
}

void
sky_confirmation_sheet_fit (SkyConfirmationSheet *self, int room)
{
  int least;

  g_return_if_fail (SKY_IS_CONFIRMATION_SHEET (self));

  self->room = (guint) MAX (room, 0);
  for (int step = 0; step < 3; step++)
    {
      set_narrow (self, step > 0, step < 2);
      gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                          NULL);
      if (least <= room)
        return;
    }
}

guint
sky_confirmation_sheet_get_n_pictures (SkyConfirmationSheet *self)
{
  guint n = 0;

  g_return_val_if_fail (SKY_IS_CONFIRMATION_SHEET (self), 0);
  for (guint i = 0; i < self->n_points; i++)
    n += gtk_widget_get_visible (get_throw (self, (int) i));
  return n;
}

gboolean
sky_confirmation_sheet_is_settled (SkyConfirmationSheet *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_SHEET (self), TRUE);
  return self->reading == NULL;
}

guint
sky_confirmation_sheet_get_n_bets (SkyConfirmationSheet *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_SHEET (self), 0);
  return self->n_bets;
}

guint
sky_confirmation_sheet_get_n_points (SkyConfirmationSheet *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_SHEET (self), 0);
  return self->n_points;
}

guint
sky_confirmation_sheet_get_n_hand (SkyConfirmationSheet *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_SHEET (self), 0);
  return self->n_hand;
}

guint
sky_confirmation_sheet_get_n_envy (SkyConfirmationSheet *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_SHEET (self), 0);
  return self->n_envy;
}
