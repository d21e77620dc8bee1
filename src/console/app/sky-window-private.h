/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of SkyWindow, shared by its files, from the top. None calls one before it.
 *
 * * sky-window.c: the window and its contents
 * * sky-window-actions.c: the actions
 * * sky-window-view.c: what is kept for the next run
 * * sky-window-parts.c: the work on its parts
 * * sky-window-pictures.c: which pictures it shows
 * * sky-window-keys.c: the keys
 * * sky-window-menus.c: the context menus
 * * sky-window-division.c: the sizes of its parts */
#pragma once

#include "sky-alarm-strip.h"
#include "sky-audit-progress.h"
#include "sky-camera-grid.h"
#include "sky-case-tray.h"
#include "sky-closing.h"
#include "sky-film-strip.h"
#include "sky-finding-pane.h"
#include "sky-finding-view.h"
#include "sky-layout-view.h"
#include "sky-live-tables.h"
#include "sky-open-case.h"
#include "sky-queue-list.h"
#include "sky-round-view.h"
#include "sky-start-page.h"
#include "sky-timeline.h"
#include "sky-transport.h"
#include "sky-unpacked-package.h"
#include "sky-user-button.h"
#include "sky-verdict-strip.h"
#include "sky-window.h"

G_BEGIN_DECLS

/* What takes the room of the pictures. */
typedef enum
{
  SKY_PICTURES_CAMERAS,
  SKY_PICTURES_LAYOUT, /* of the table, with the round's wagers and steps below it */
  SKY_PICTURES_BOTH,   /* side by side */
  SKY_N_PICTURES,
} SkyPictures;

struct _SkyWindow
{
  AdwApplicationWindow parent_instance;

  /* Template children. */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkStack *pages;
  AdwStatusPage *no_logs;
  GtkWidget *record_table;
  AdwStatusPage *no_store;
  GPtrArray *problems; /* of char *: what the problem bar says, whole */
  char *complaint;     /* that of them which the store may settle; NULL: none */
  SkyVerdictStrip *verdict;
  GtkInfoBar *problem_bar;
  GtkLabel *problem;
  GtkInfoBar *changed_bar;
  GtkInfoBar *lost_bar;
  GtkLabel *lost;
  GtkInfoBar *demo_bar;
  SkyStartPage *start_page;
  GtkInfoBar *clock_bar;
  GtkLabel *clock;
  GtkInfoBar *unsaved_bar;
  GtkLabel *unsaved;
  GtkLabel *changed;
  GtkWidget *audit_again_button;
  AdwSplitButton *open_button;
  GtkMenuButton *main_menu;
  GMenuModel *primary_menu; /* its */
  GMenu *recent;            /* recently opened */
  SkyAlarmStrip *alarms;
  SkyAuditProgress *progress;
  SkyAuditProgress *first_progress;
  AdwFlap *flap;
  SkyQueueList *queues;
  GtkPaned *columns;
  GtkPaned *list_rows;
  GtkPaned *view_rows;
  GtkPaned *lower_rows;
  SkyFindingView *findings;
  SkyFindingPane *finding;
  GtkBox *cameras_place;
  GtkWidget *cameras_away;
  GtkWidget *bring_back;
  GtkPaned *pictures_columns;
  SkyLayoutView *layout;
  GtkWidget *pictures_switch;
  GtkToggleButton *show_cameras;
  GtkToggleButton *show_layout;
  GtkToggleButton *show_both;
  GtkMenuButton *queue_button; /* replaces the sidebar while that is hidden */
  GtkLabel *queue_name;
  GtkPopover *queue_popover;
  SkyQueueList *folded_queues;
  SkyCameraGrid *cameras;
  SkyTransport *transport;
  SkyFilmStrip *strip;
  SkyTimeline *timeline;
  SkyRoundView *round;
  SkyCaseTray *case_tray;
  SkyUserButton *who;

  /* Owned. */
  SkySession *session;
  SkyOpenCase *open_case;
  SkyClosing *closing;
  SkyLiveTables *live_tables;
  GSettings *settings;
  GtkWindow *room;               /* cases and log; NULL: not open. Borrowed, a weak pointer */
  GtkFileChooserNative *chooser; /* while the person chooses a folder */
  SkyPackageCheck *check;        /* of the shown package; NULL: not a package */
  SkyUnpackedPackage *package;   /* its content */
  GtkWindow *wall_window;        /* while it has the cameras */
  gint64 decided;                /* the finding decided last, by its id; 0: none was */
  AdwToast *toast;               /* the last one; NULL: it is gone. A weak pointer */
  gboolean overlay;              /* the picture shows the log's events */
  SkyPictures pictures;          /* the requested ones: a table may have no cameras */
  SkyPictures pictures_before;   /* to come back to */
  SkyPictures pictures_shown;
  gboolean confirming; /* the confirmation replaces the round */
  int cameras_height;  /* of the pictures and what plays them, px */
  int layout_height;   /* the same while the round is shown */
  gboolean folded;     /* the round has no room beside the pictures */
  gboolean divided;    /* its parts have had their first sizes */
  int fitted_width;    /* the window's size then, or since, px */
  int fitted_height;
  guint met;         /* bits: the needs of actions that were met when they were looked at last */
  guint n_drawn;     /* frames of which it has seen the beginning, while few */
  guint divide_idle; /* they are about to get them again; 0: they are not */
  guint leaving;     /* it is hidden, and about to be destroyed; 0: it is not */
};

/* Installs the actions on the class. */
void sky_window_install_actions (GtkWidgetClass *widget_class);

/* The keys of the main window, for itself or for the window of its cameras. */
void sky_window_add_keys (GtkWidget *window);

/* Context menus of a row, a camera, the timeline or a wager, by the secondary button; and that of
 * the focused part. */
void sky_window_add_menus (SkyWindow *self);
/* Gives the cameras' own window, whose child is @cameras, the menu of a camera and its actions. */
void sky_window_lend_camera_menu (GtkWidget *window, GtkWidget *cameras);
void sky_window_open_menu (SkyWindow *self);

void sky_window_toggle_fullscreen (GtkWindow *window);

/* Which actions make sense at this moment. */
void sky_window_update_actions (SkyWindow *self);

/* Gives the cameras a window of their own, and takes them back. */
void sky_window_send_cameras_away (SkyWindow *self);
void sky_window_take_cameras_back (SkyWindow *self);

/* Shows or hides the log's events over the picture. */
void sky_window_set_overlay (SkyWindow *self, gboolean overlay);
void sky_window_update_caption (SkyWindow *self);

/* Shows @pictures, where there are such, and the round with them where it has room. */
void sky_window_set_pictures (SkyWindow *self, SkyPictures pictures);
/* The same for the present choice, after a change of the table or of the window's size. */
void sky_window_show_pictures (SkyWindow *self);
/* And applies the stored heights, not the present ones. */
void sky_window_place_pictures (SkyWindow *self);
/* Stores the present heights, which the person may have changed. */
void sky_window_keep_heights (SkyWindow *self);
/* The list's queue, and whether the sidebar shows it. */
void sky_window_update_queue_button (SkyWindow *self);

/* The sizes of the window's parts in pixels. They are the list's width, the height of the list of
 * findings, and the height of pictures and transport, beside the round or where the round is shown.
 * Then follow the timeline's height and the width of the cameras beside the layout. */
typedef struct
{
  int list;
  int findings;
  int cameras;
  int round;
  int timeline;
  int both;
  gboolean folded;  /* there is no room for the round below pictures of cameras */
  gboolean sidebar; /* there is room for the queues beside the list */
  SkyPictures pictures;
} SkyDivision;

/* The default division of a window of this size. @lengths takes the approximate lengths that these
 * are parts of. */
SkyDivision sky_window_divide_anew (int width, int height, SkyDivision *lengths);
/* As when one was last closed. */
SkyDivision sky_window_read_division (SkyWindow *self, int width, int height);

/* Stores what is listed and shown, and the window's division, for the next run. */
void sky_window_keep_view (SkyWindow *self);

/* Lets the person choose an archive's folder. */
void sky_window_choose_archive (SkyWindow *self);

/* Accepts drops on the window, and lists recently opened items. */
void sky_window_add_opening (SkyWindow *self);
/* Offers to record the table if the open folder has recordings. They are looked for in a thread. */
void sky_window_offer_recording (SkyWindow *self);

G_END_DECLS
