/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-keys.h"

#include <glib/gi18n.h>

#include <string.h>

typedef struct
{
  const char *keys;    /* accelerators, "<Control>1...9" for a run of digits; NULL: a heading */
  const char *action;  /* NULL: the view that has the focus does it itself */
  const char *targets; /* one a key, as GVariant writes them; NULL: none, or each the digit */
  const char *title;   /* NULL: other keys for the row above, not shown */
  gboolean section;    /* of a heading: of a section, not of a group in one */
} Row;

#define SECTION(title)                                                                             \
  {                                                                                                \
    NULL, NULL, NULL, title, TRUE                                                                  \
  }
#define GROUP(title)                                                                               \
  {                                                                                                \
    NULL, NULL, NULL, title, FALSE                                                                 \
  }

static const Row rows[] = {
  SECTION (N_ ("Review")),
  GROUP (N_ ("Playback")),
  { "space", "win.play", NULL, N_ ("Play or pause") },
  { "j", "win.reverse", NULL, N_ ("Play backward; again for faster") },
  { "k", "win.pause", NULL, N_ ("Pause") },
  { "l", "win.forward", NULL, N_ ("Play forward; again for faster") },
  { "comma", "win.step", "-1", N_ ("One frame back") },
  { "period", "win.step", "1", N_ ("One frame forward") },
  { "less", "win.event", "-1", N_ ("Previous event") },
  { "greater", "win.event", "1", N_ ("Next event") },
  { "bracketleft", "win.round", "-1", N_ ("Previous round") },
  { "bracketright", "win.round", "1", N_ ("Next round") },
  { "<Shift>t", "win.go-to-time", NULL, N_ ("Go to a time") },
  { "y", "win.skim", NULL, N_ ("Key frames only, at 8× and faster") },
  { "<Control>l", "win.end-loop", NULL, N_ ("End the loop") },
  GROUP (N_ ("Findings")),
  { "n p", "win.finding", "1 -1", N_ ("Next or previous open finding") },
  { "<Alt>n <Alt>p", "win.any-finding", "1 -1", N_ ("Next or previous finding, decided or not") },
  { "<Shift>p", "win.decided", NULL, N_ ("Back to the last decided finding") },
  { "<Control>j", "win.alarm", NULL, N_ ("What to confirm now") },
  { "slash", "win.search", NULL, N_ ("Search") },
  { "<Control>f", "win.search", NULL, NULL },
  { "c", "win.confirm", NULL, N_ ("Confirm") },
  { "<Shift>c", "win.confirm-because", NULL, N_ ("Confirm with a reason") },
  { "d", "win.dismiss", NULL, N_ ("Dismiss with a reason") },
  { "e", "win.escalate", NULL, N_ ("Escalate") },
  { "<Shift>e", "win.escalate-because", NULL, N_ ("Escalate with a reason") },
  { "r", "win.reopen", NULL, N_ ("Reopen") },
  { "i", "win.review", NULL, N_ ("Start the review") },
  { "a", "win.second", NULL, N_ ("Agree as the second reviewer") },
  { "m", "win.note", NULL, N_ ("Add a note") },
  { "<Control>z", "win.undo", NULL, N_ ("Undo the decision") },
  { "<Shift>d", "win.unsaved", NULL, N_ ("Decisions that were not saved") },
  SECTION (N_ ("Lists and Cases")),
  GROUP (N_ ("Lists")),
  { "<Control>1...9", "win.listing", NULL, N_ ("Show a queue") },
  { "<Control>k", "win.queues", NULL, N_ ("Choose a queue") },
  { "<Shift>f", "win.filter", NULL, N_ ("Filter the list") },
  { "BackSpace", "win.clear-filter", NULL, N_ ("Clear all filters") },
  { "q", "win.saved-filters", NULL, N_ ("Saved filters: choose, save, rename") },
  { "<Alt>1...9", "win.saved-filter", NULL, N_ ("Apply a saved filter") },
  { "u", "win.changed", NULL, N_ ("Show what changed since I last looked") },
  { "<Shift>u", "win.mark-seen", NULL, N_ ("Mark all as seen") },
  { "<Control>u", "win.listing", "10", N_ ("Withdrawn findings") },
  { "<Shift>n", "win.arrived", NULL, N_ ("Show the next new finding") },
  { "h", "win.sort", "1", N_ ("Sort by the next column") },
  { "<Shift>h", "win.sort", "-1", N_ ("Reverse the sort order") },
  GROUP (N_ ("Stills, Cases and Bookmarks")),
  { "s", "win.still", NULL, N_ ("Save a still and add it to the case") },
  { "<Shift>s", "win.still-to-case", NULL, N_ ("Add a still to the case without saving a file") },
  { "<Control>s", "win.clip", NULL, N_ ("Save a clip and add its time to the case") },
  { "x", "win.put-into-case", NULL, N_ ("Add the current item or the selection to the case") },
  { "b", "win.bookmark", NULL, N_ ("Bookmark the playhead") },
  { "<Control>b", "win.name-bookmark", NULL, N_ ("Bookmark the playhead with a name") },
  { "<Shift>b", "win.remove-bookmark", NULL, N_ ("Remove the selected bookmark") },
  GROUP (N_ ("Evidence and People")),
  { "<Shift>F3", "win.locks", NULL, N_ ("Lock recordings against deletion; list of locks") },
  { "<Control>e", "win.export", NULL, N_ ("Export a case") },
  { "F2", "win.verify", NULL, N_ ("Verify a package; in a package's window, its check results") },
  { "<Shift>F2", "win.package-report", NULL, N_ ("Report of the open package") },
  { "F8", "win.sign-in", NULL, N_ ("Sign in") },
  { "<Control>F8", "win.sign-out", NULL, N_ ("Sign out") },
  { "<Alt>F8", "win.who", NULL, N_ ("Who is signed in; hand over the desk") },
  { "<Shift>F8", "win.people", NULL, N_ ("People: register, expire, revoke") },
  SECTION (N_ ("Cameras and Timeline")),
  GROUP (N_ ("Cameras")),
  { "1...9", "win.camera", NULL, N_ ("Enlarge one camera; again to show it alone") },
  { "0", "win.camera", "0", N_ ("All cameras") },
  { "v", "win.live", NULL, N_ ("Live pictures") },
  { "w", "win.wall-window", NULL, N_ ("Cameras in their own window") },
  { "o", "win.overlay", NULL, N_ ("Events over the picture") },
  { "<Alt>plus <Alt>minus", "win.magnify", "150 67", N_ ("Magnify the camera") },
  { "<Alt>equal", "win.magnify", "150", NULL },
  { "<Alt><Shift>Left <Alt><Shift>Right", "win.pan", "0 1", N_ ("Pan the magnified picture") },
  { "<Alt><Shift>Up <Alt><Shift>Down", "win.pan", "2 3", NULL },
  { "<Alt>Up <Alt>Down", "win.brightness", "10 -10", N_ ("Brightness") },
  { "<Alt>Right <Alt>Left", "win.contrast", "10 -10", N_ ("Contrast") },
  { "<Alt>0", "win.as-recorded", NULL, N_ ("The picture as recorded") },
  { "<Control><Shift>c", "win.calibrate", NULL,
    N_ ("Calibrate the camera for reading dice or cards") },
  { "f", "win.fullscreen", NULL, N_ ("Full screen") },
  { "F11", "win.fullscreen", NULL, NULL },
  GROUP (N_ ("Timeline")),
  { "t", "win.strip", NULL, N_ ("Pictures along the timeline") },
  { "<Control>plus", "win.zoom", "50", N_ ("Zoom in") },
  { "<Control>equal", "win.zoom", "50", NULL },
  { "<Control>minus", "win.zoom", "200", N_ ("Zoom out") },
  { "<Control>0", "win.show-day", NULL, N_ ("The whole day") },
  { "<Control>r", "win.show-round", NULL, N_ ("The round") },
  { "<Control>Page_Up <Control>Page_Down", "win.pan-time", "-1 1", N_ ("Scroll earlier or later") },
  { "braceleft braceright", "win.jump-bookmark", "-1 1", N_ ("Previous or next bookmark") },
  { "<Control>bracketleft", "win.mark-loop", "0", N_ ("Start of the loop") },
  { "<Control>bracketright", "win.mark-loop", "1", N_ ("End of the loop") },
  SECTION (N_ ("Pictures")),
  GROUP (N_ ("Pictures")),
  { "g", "win.pictures", "1", N_ ("Show the round instead of the cameras; again to go back") },
  { "<Shift>g <Control>g", "win.pictures", "2 0", N_ ("Cameras and layout; cameras only") },
  { "<Shift>w", "win.all-wagers", NULL, N_ ("All wagers of the round, or only the finding's") },
  GROUP (N_ ("Layout, When Focused")),
  { "Left Right Up Down", NULL, NULL, N_ ("The adjacent wager") },
  { "Page_Up Page_Down", NULL, NULL, N_ ("Previous or next wager") },
  { "Home End", NULL, NULL, N_ ("First or last wager") },
  { "Escape", NULL, NULL, N_ ("Back to the finding's wager") },
  SECTION (N_ ("Windows")),
  GROUP (N_ ("Window")),
  { "<Control>o", "win.open", NULL, N_ ("Open an archive") },
  { "<Control><Shift>o", "win.recent", NULL, N_ ("Recent archives") },
  { "<Control>i", "win.import", NULL, N_ ("Import what other systems wrote") },
  { "<Control><Shift>r", "win.record", NULL, N_ ("Record a table from its recordings") },
  { "<Control>d", "win.demo", NULL, N_ ("Try the demo (if no archive is open)") },
  { "<Shift>F10", "win.menu", NULL, N_ ("Menu of the focused item") },
  { "Menu", "win.menu", NULL, NULL },
  { "<Control>comma", "win.preferences", NULL, N_ ("Preferences") },
  { "F3", "win.cases", NULL, N_ ("Cases") },
  { "F7", "win.log", NULL, N_ ("Surveillance log") },
  { "<Shift>F7", "win.log-line", NULL, N_ ("Add a line to the surveillance log") },
  { "<Control>F7", "win.hand-over", NULL,
    N_ ("Add a handover line with the open work to the log") },
  { "F4", "win.reports", NULL, N_ ("Reports") },
  { "<Shift>F4", "win.patterns", NULL, N_ ("Patterns over many rounds") },
  { "F5", "win.audit-again", NULL, N_ ("Audit again") },
  { "<Shift>F5", "win.read-pictures", NULL,
    N_ ("Read dice or cards off the recordings of the open log") },
  { "<Control>F5", "win.reconnect", NULL, N_ ("Reconnect to the database") },
  { "<Control>period", "win.stop", NULL, N_ ("Stop the audit or the decisions in progress") },
  { "F6", "win.follow", NULL, N_ ("Follow growing archives, or not") },
  { "<Shift>F6", "win.tables", NULL, N_ ("Live tables: what a receiver writes") },
  { "F9", "win.sidebar", NULL, N_ ("Show or hide the queues") },
  { "F1", "win.help", NULL, N_ ("Help") },
  { "question", "win.show-help-overlay", NULL, N_ ("Keyboard shortcuts") },
  { "<Control>question", "win.show-help-overlay", NULL, NULL },
  { "<Control>q", "app.quit", NULL, N_ ("Quit") },
  GROUP (N_ ("Cases Window")),
  { "<Control>n", "room.new", NULL, N_ ("New case") },
  { "<Control>r", "room.rename", NULL, N_ ("Rename the case") },
  { "<Control>t", "room.details", NULL, N_ ("Type, people and disposition of the case") },
  { "<Control>b", "room.put-in", NULL, N_ ("Add the current item to the case") },
  { "<Control>s", "room.still", NULL, N_ ("Add a still to the case") },
  { "<Control>m", "room.note", NULL, N_ ("Add a note") },
  { "<Control>d", "room.line", NULL, N_ ("Add a line to the log") },
  { "Delete", NULL, NULL, N_ ("Remove the row from the case") },
  { "<Control>l", "room.close", NULL, N_ ("Close or reopen the case") },
  { "<Control>e", "room.export", NULL, N_ ("Export the case") },
  { "<Control>1 <Control>2", "room.page", "'cases' 'log'", N_ ("Cases or surveillance log") },
  GROUP (N_ ("Live Tables Window")),
  { "<Control>o", "live.choose", NULL, N_ ("Choose the receiver’s folder") },
  { "<Control>f", "live.search", NULL, N_ ("Search tables") },
  { "Return", NULL, NULL, N_ ("Show the table’s findings") },
  GROUP (N_ ("Patterns Window")),
  { "<Control>r", "patterns.reported", NULL, N_ ("Show only what was reported") },
  { "<Control>f", "patterns.search", NULL, N_ ("Search patterns") },
  { "<Control>b", "patterns.to-case", NULL, N_ ("Add the reported pattern to the case") },
  { "F5", "patterns.again", NULL, N_ ("Read the counts again") },
  GROUP (N_ ("Import Window")),
  { "<Control>o", "import.sources", NULL, N_ ("Choose the sources") },
  { "<Control>m", "import.mapping", NULL, N_ ("Open a mapping") },
  { "<Control>s", "import.save", NULL, N_ ("Save the mapping") },
  { "<Control><Shift>s", "import.save-as", NULL, N_ ("Save the mapping under another name") },
  { "<Control>e", "import.error", NULL, N_ ("Next error of the mapping") },
  { "<Control>g", "import.go", NULL, N_ ("Go to a record") },
  { "F8 <Shift>F8", "import.aside", "1 -1", N_ ("Next or previous record set aside") },
  { "<Control>t", "import.try-all", NULL, N_ ("Try the mapping on all records") },
  { "F4", "import.stop", NULL, N_ ("Stop reading") },
  { "<Control>i", "import.import", NULL, N_ ("Import into a folder") },
  GROUP (N_ ("Record Window")),
  { "<Control>o", "record.folder", NULL, N_ ("Choose the folder") },
  { "<Control><Shift>p", "record.draw", NULL, N_ ("Draw a plan") },
  { "<Control>p", "record.plan", NULL, N_ ("Open a plan of another folder") },
  { "<Control>Return", "record.begin", NULL, N_ ("Begin to record") },
  { "Return", "record.next", NULL, N_ ("Next phase of the round; at its end, write it") },
  { "slash", "record.type", NULL, N_ ("Type in the entry line until Escape") },
  { "<Control>1...9", "record.seat", NULL, N_ ("The seat in hand") },
  { "Tab", "record.next-seat", NULL, N_ ("The next seat with a patron or a wager") },
  { "r <Shift>r", "record.repeat", "0 1",
    N_ ("The last round’s wagers again: all, or those of the seat in hand") },
  { "v", "record.void", NULL, N_ ("Void the result; type the reason") },
  { "a <Shift>a", "record.accept", "0 1", N_ ("Accept what is due: all, or the chosen wager") },
  { "t", "record.taken", NULL, N_ ("The chosen wager was taken") },
  { "s", "record.stays", NULL, N_ ("The chosen wager was paid and stays up") },
  { "o", "record.skip", NULL, N_ ("The chosen wager was not settled: the next one") },
  { "Up Down", "record.choose", "-1 1", N_ ("The line or wager before or after") },
  { "u", "record.unsure", NULL, N_ ("The chosen line could not be seen for certain, or could") },
  { "x", "record.away", NULL, N_ ("The table is out of view from here on") },
  { "f", "record.frame", NULL, N_ ("The picture of the chosen line") },
  { "Delete", "record.remove", NULL, N_ ("Take the chosen line out of the round") },
  { "<Control>z", "record.undo", NULL, N_ ("Undo, back to the beginning of the round") },
  { "<Control><Shift>z", "record.redo", NULL, N_ ("Redo") },
  { "c", "record.correct", NULL, N_ ("Record the round at the playhead again") },
  { "<Control>BackSpace", "record.abandon", NULL, N_ ("Drop what you recorded of the round") },
  { "F8", "record.stretch", NULL, N_ ("The next stretch of the plan") },
  { "<Shift>F8", "record.skip-stretch", NULL, N_ ("Skip a stretch of the plan; say why") },
  { "F7", "record.stretches", NULL, N_ ("The stretches of the plan") },
  { "<Control>e", "record.finish", NULL, N_ ("Finish the recording") },
  { "<Control>d", "record.compare", NULL, N_ ("The recording beside another log; back") },
  { "n <Shift>n", "record.disagreement", "1 -1", N_ ("Next or previous disagreement") },
  { "F2", "record.tour", "1", N_ ("Tour of the window; its next step") },
  { "<Shift>F2", "record.tour", "0", N_ ("End the tour") },
  { "F6", "record.focus", NULL, N_ ("Next part of the window") },
  { "F1", "record.help", NULL, N_ ("Help for recording") },
  { "<Shift>F10", "record.menu", NULL, N_ ("Menu of the window") },
  GROUP (N_ ("Calibration Window")),
  { "1...3", "calibrate.mode", NULL, N_ ("Click the table, a die or card, or what is left out") },
  { "Left Right Up Down", NULL, NULL, N_ ("Move the cross; with Shift by ten pixels") },
  { "space", NULL, NULL, N_ ("Click at the cross") },
  { "BackSpace", "calibrate.take-back", NULL, N_ ("Take back the last corner, die, card or box") },
  { "plus minus", "calibrate.zoom", "1 -1", N_ ("Zoom the picture") },
  { "equal", "calibrate.zoom", "1", NULL },
  { "<Control>s", "calibrate.save", NULL, N_ ("Save the calibration") },
  GROUP (N_ ("Package Check Window")),
  { "<Control>o", "verify.choose", NULL, N_ ("Verify another package") },
  { "<Control>l", "verify.log", NULL, N_ ("Compare its lines with the complete log") },
  { "<Control>t", "verify.certificate", NULL,
    N_ ("Choose the certificate of the required signer") },
  GROUP (N_ ("Still Window")),
  { "g", "still.go", NULL, N_ ("Go to its time") },
  { "f", "still.fullscreen", NULL, N_ ("Full screen on or off") },
  { "F11", "still.fullscreen", NULL, NULL },
};

static void
clear_key (gpointer data)
{
  SkyKey *key = data;

  g_clear_pointer (&key->target, g_variant_unref);
}

/* These are typed with Shift; the sign alone is shown. */
static gboolean
is_shifted (guint key)
{
  return key == GDK_KEY_less || key == GDK_KEY_greater || key == GDK_KEY_braceleft
         || key == GDK_KEY_braceright || key == GDK_KEY_question;
}

/* Adds the key of @accelerator. @target: (transfer full) (nullable), floating or not. */
static void
add_key (GArray *list, const Row *row, const char *accelerator, GVariant *target)
{
  SkyKey key = { .action = row->action };

  if (!gtk_accelerator_parse (accelerator, &key.key, &key.modifiers))
    g_error ("“%s” is no key", accelerator);
  if (is_shifted (key.key))
    key.modifiers |= GDK_SHIFT_MASK;
  key.target = target != NULL ? g_variant_take_ref (target) : NULL;
  g_array_append_val (list, key);
}

static void
add_row (GArray *list, const Row *row)
{
  g_auto (GStrv) keys = g_strsplit (row->keys, " ", -1);
  g_auto (GStrv) targets = row->targets != NULL ? g_strsplit (row->targets, " ", -1) : NULL;

  for (guint i = 0; keys[i] != NULL; i++)
    {
      char *run = strstr (keys[i], "...");

      if (run == NULL)
        {
          add_key (list, row, keys[i],
                   targets != NULL ? g_variant_parse (NULL, targets[i], NULL, NULL, NULL) : NULL);
          continue;
        }
      char last = run[3];
      *run = '\0';
      for (char *digit = run - 1; *digit <= last; (*digit)++)
        add_key (list, row, keys[i], g_variant_new_int32 (*digit - '0'));
    }
}

GArray *
sky_keys_list (const char *prefix)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (SkyKey));

  g_array_set_clear_func (list, clear_key);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].action != NULL && g_str_has_prefix (rows[i].action, prefix))
      add_row (list, &rows[i]);
  return list;
}

void
sky_keys_bind (GtkWidgetClass *widget_class, const char *prefix)
{
  g_autoptr (GArray) list = sky_keys_list (prefix);

  for (guint i = 0; i < list->len; i++)
    {
      const SkyKey *key = &g_array_index (list, SkyKey, i);
      g_autoptr (GtkShortcut) shortcut = gtk_shortcut_new (
          gtk_keyval_trigger_new (key->key, key->modifiers), gtk_named_action_new (key->action));

      gtk_shortcut_set_arguments (shortcut, key->target);
      gtk_widget_class_add_shortcut (widget_class, shortcut);
    }
}

/* --- As menus have them ----------------------------------------------------------------------- */

/* Returns: the row for @action with @target alone; NULL: there is none. */
static const Row *
find_row (const char *action, GVariant *target)
{
  g_autofree char *printed = target != NULL ? g_variant_print (target, FALSE) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].action, action) == 0 && g_strcmp0 (rows[i].targets, printed) == 0
        && rows[i].title != NULL)
      return &rows[i];
  return NULL;
}

GMenuModel *
sky_keys_menu (const char *const *actions)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  g_return_val_if_fail (actions != NULL, NULL);

  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_autofree char *action = NULL;
      g_autoptr (GVariant) target = NULL;
      g_autoptr (GMenuItem) item = NULL;
      const Row *row = NULL;

      if (actions[i][0] == '\0')
        {
          g_clear_object (&section);
          section = g_menu_new ();
          g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
          continue;
        }
      if (g_action_parse_detailed_name (actions[i], &action, &target, NULL))
        row = find_row (action, target);
      if (row == NULL)
        g_error ("“%s” has no key", actions[i]);
      item = g_menu_item_new (_ (row->title), NULL);
      g_menu_item_set_action_and_target_value (item, action, target);
      g_menu_item_set_attribute (item, "accel", "s", row->keys);
      g_menu_append_item (section, item);
    }
  return G_MENU_MODEL (menu);
}

/* --- As people read them ---------------------------------------------------------------------- */

static void
keys_row_free (gpointer data)
{
  SkyKeysRow *row = data;

  g_free (row->keys);
  g_free (row);
}

/* Returns: "Ctrl+1 … 9" for "<Control>1...9", a new string. */
static char *
key_to_label (const char *accelerator)
{
  const char *run = strstr (accelerator, "...");
  g_autofree char *first =
      run != NULL ? g_strndup (accelerator, (gsize) (run - accelerator)) : g_strdup (accelerator);
  g_autofree char *label = NULL;
  GdkModifierType modifiers;
  guint key;

  gtk_accelerator_parse (first, &key, &modifiers);
  label = gtk_accelerator_get_label (key, modifiers);
  return run != NULL ? g_strdup_printf ("%s … %s", label, run + 3) : g_steal_pointer (&label);
}

static char *
keys_to_label (const char *keys)
{
  g_auto (GStrv) each = g_strsplit (keys, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    {
      g_autofree char *accelerator = each[i];

      each[i] = key_to_label (accelerator);
    }
  return g_strjoinv ("  ", each);
}

GPtrArray *
sky_keys_describe (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (keys_row_free);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Row *row = &rows[i];
      SkyKeysRow *described;

      if (row->title == NULL)
        continue;
      described = g_new0 (SkyKeysRow, 1);
      described->kind = row->keys != NULL ? SKY_KEYS_KEY
                        : row->section    ? SKY_KEYS_SECTION
                                          : SKY_KEYS_GROUP;
      described->title = _ (row->title);
      described->keys = row->keys != NULL ? keys_to_label (row->keys) : NULL;
      g_ptr_array_add (list, described);
    }
  return list;
}
