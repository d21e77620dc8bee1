/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the window that records a table by eye, each bet of each game is laid by a click where it
 * lies.
 */
#include "config.h"

#include <string.h>

#include "fixture.h"
#include "record-scene.h"
#include "sky-picture-bets.h"
#include "sky-record-bet.h"
#include "sky-record-layout.h"

/* The button of the open menu that lays @bet. */
static GtkWidget *
find_choice (GtkWidget *widget, const char *bet)
{
  if (GTK_IS_BUTTON (widget) && g_str_equal (gtk_widget_get_name (widget), bet))
    return widget;
  for (GtkWidget *at = gtk_widget_get_first_child (widget); at != NULL;
       at = gtk_widget_get_next_sibling (at))
    {
      GtkWidget *found = find_choice (at, bet);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

/* A primary click at @x, @y of the layout, and the choice of @bet where several lie there. */
static void
press_layout (const Scene *self, double x, double y, const char *bet)
{
  GtkWidget *layout = scene_child (self, "layout");
  g_auto (GStrv) texts = sky_record_layout_dup_bets_at (SKY_RECORD_LAYOUT (layout), x, y);

  if (!g_strv_contains ((const char *const *) texts, bet))
    {
      g_autofree char *all = g_strjoinv (", ", texts);

      g_error ("%s is not among %s", bet, all);
    }
  if (g_str_equal (texts[0], bet))
    g_signal_emit_by_name (fixture_find_controller (layout, GTK_TYPE_GESTURE_CLICK), "pressed", 1,
                           x, y);
  else
    {
      sky_record_layout_offer (SKY_RECORD_LAYOUT (layout), x, y);
      g_signal_emit_by_name (find_choice (layout, bet), "clicked");
    }
  fixture_wait (scene_is_settled, self->window);
}

/* Each bet of the layout, at its place in the window, is that bet in the round. Of many, each
 * eighth is laid, and all are in slow tests. */
static void
test_places (gconstpointer data)
{
  const SkyGameId game = (SkyGameId) GPOINTER_TO_UINT (data);
  Scene self;
  guint n_laid = 0;

  scene_init (&self);
  scene_begin_game (&self, game);
  g_autoptr (GArray) bets = g_array_ref (scene_state (&self)->bets);
  GtkWidget *layout = scene_child (&self, "layout");
  fixture_wait (has_size, layout);
  for (guint i = 0; i < bets->len; i++)
    {
      const SkyBetRef *bet = &g_array_index (bets, SkyBetRef, i);
      g_autofree char *text = sky_record_bet_format (bet, 1);
      SkyPictureArea area;

      /* Odds have a place once the wager that they support has one. */
      if (bet->form->members & SKY_MEMBER_SUPPORTS)
        continue;
      g_assert_true (sky_picture_bet_area (NULL, game, bet, 1, gtk_widget_get_width (layout),
                                           gtk_widget_get_height (layout), &area));
      g_auto (GStrv) texts = sky_record_layout_dup_bets_at (
          SKY_RECORD_LAYOUT (layout), area.x + area.width / 2, area.y + area.height / 2);
      g_assert_true (g_strv_contains ((const char *const *) texts, text));
      if (i % 8 != 0 && !g_test_slow ())
        continue;
      press_layout (&self, area.x + area.width / 2, area.y + area.height / 2, text);
      g_assert_cmpint (sky_record_state_find_bet (scene_state (&self), text), >=, 0);
      scene_act (&self, "record.undo", NULL);
      g_assert_cmpint (sky_record_state_find_bet (scene_state (&self), text), <, 0);
      n_laid++;
    }
  g_test_message ("%s: %u bets, %u laid", sky_game_id_to_name (game), bets->len, n_laid);
  g_assert_cmpuint (n_laid, >, 0);
  scene_clear (&self);
}

/* A bet of another seat than the one in hand, at a place that this seat alone has, is that seat's.
 */
static void
test_other_seats (gconstpointer data)
{
  static const gint64 seats[] = { 2, 5 };
  const SkyGameId game = (SkyGameId) GPOINTER_TO_UINT (data);
  Scene self;
  const gboolean own_places =
      game == SKY_GAME_CASINO_WAR || game == SKY_GAME_PAI_GOW || game == SKY_GAME_RAISE_IT_UP;
  guint n = 0;

  scene_init (&self);
  scene_begin_game (&self, game);
  g_autoptr (GArray) bets = g_array_ref (scene_state (&self)->bets);
  GtkWidget *layout = scene_child (&self, "layout");
  fixture_wait (has_size, layout);
  const double width = gtk_widget_get_width (layout);
  const double height = gtk_widget_get_height (layout);
  for (guint i = 0; i < bets->len * G_N_ELEMENTS (seats); i++)
    {
      const SkyBetRef *bet = &g_array_index (bets, SkyBetRef, i / G_N_ELEMENTS (seats));
      const gint64 seat = seats[i % G_N_ELEMENTS (seats)];
      g_autofree char *text = sky_record_bet_format (bet, seat);
      SkyPictureArea own;
      SkyPictureArea area;

      if ((bet->form->members & SKY_MEMBER_SUPPORTS) != 0
          || !sky_picture_bet_area (NULL, game, bet, seat, width, height, &area)
          || !sky_picture_bet_area (NULL, game, bet, 1, width, height, &own)
          || (own.x == area.x && own.y == area.y))
        continue;
      /* The seat in hand comes first where both are meant; the menu has all. */
      press_layout (&self, area.x + area.width / 2, area.y + area.height / 2, text);
      g_assert_cmpint (sky_record_state_find_bet (scene_state (&self), text), >=, 0);
      scene_act (&self, "record.undo", NULL);
      n++;
    }
  g_test_message ("%s: %u bets of other seats at places of their own", sky_game_id_to_name (game),
                  n);
  g_assert_true (!own_places || n > 0);
  scene_clear (&self);
}

/* Adds the round of a throw after which nothing is due. */
static void
throw_dice (const Scene *self, const char *dice)
{
  scene_act (self, "record.next", NULL);
  scene_type (self, dice);
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_SETTLED);
  scene_act (self, "record.next", NULL);
  g_assert_cmpint (scene_state (self)->phase, ==, SKY_CODING_BETWEEN);
}

/* The wager of the scene whose odds are of the form @odds. */
static const SkySceneWager *
find_supported (const SkyScene *scene, const SkyBetForm *odds)
{
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      g_autofree char *name = g_strconcat (wager->bet->form.bet, "_odds", NULL);

      if (g_str_equal (name, odds->bet))
        return wager;
    }
  return NULL;
}

/* Odds behind line bets and behind come bets that went to their numbers, each by a click where they
 * lie. */
static void
test_odds (void)
{
  Scene self;
  guint n_laid = 0;

  scene_init (&self);
  scene_begin_game (&self, SKY_GAME_CRAPS);
  GtkWidget *layout = scene_child (&self, "layout");
  scene_go_to (&self, 10);
  scene_type (&self, "shooter 1");
  scene_type (&self, "pass 10");
  scene_type (&self, "dp 10");
  throw_dice (&self, "42");
  scene_go_to (&self, 30);
  scene_type (&self, "come 10");
  scene_type (&self, "dc 10");
  throw_dice (&self, "54");
  scene_go_to (&self, 50);
  g_autoptr (GArray) bets = g_array_ref (scene_state (&self)->bets);
  for (guint i = 0; i < bets->len; i++)
    {
      SkyBetRef bet = g_array_index (bets, SkyBetRef, i);
      const SkySceneWager *wager;
      SkyPictureArea area;

      if ((bet.form->members & SKY_MEMBER_SUPPORTS) == 0)
        continue;
      wager = find_supported (scene_state (&self)->scene, bet.form);
      g_assert_nonnull (wager);
      bet.supports = (SkyText){ wager->id, strlen (wager->id) };
      g_autofree char *text = sky_record_bet_format (&bet, 1);
      g_assert_true (sky_picture_bet_area (scene_state (&self)->scene, SKY_GAME_CRAPS, &bet, 1,
                                           gtk_widget_get_width (layout),
                                           gtk_widget_get_height (layout), &area));
      press_layout (&self, area.x + area.width / 2, area.y + area.height / 2, text);
      g_assert_cmpint (sky_record_state_find_bet (scene_state (&self), text), >=, 0);
      n_laid++;
    }
  g_assert_cmpuint (n_laid, ==, 4);
  scene_clear (&self);
}

int
main (int argc, char *argv[])
{
  /* What is kept of tests is nobody's. */
  g_autofree char *data = g_dir_make_tmp ("sky-data-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  for (guint i = 0; i < SKY_N_GAMES; i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/record-bets/places/%s", sky_game_id_to_name ((SkyGameId) i));

      g_autofree char *others =
          g_strdup_printf ("/record-bets/other-seats/%s", sky_game_id_to_name ((SkyGameId) i));

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_places);
      g_test_add_data_func (others, GUINT_TO_POINTER (i), test_other_seats);
    }
  g_test_add_func ("/record-bets/odds", test_odds);
  return fixture_run_tests ();
}
