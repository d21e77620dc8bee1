/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of SkyRecordWindow, shared by its files.
 *
 * * sky-record-window.c: the window, what it shows, the entry line, the keys
 * * sky-record-window-actions.c: the actions
 * * sky-record-window-compare.c: the recording beside another log
 * * sky-record-window-draw.c: a plan is opened or drawn
 * * sky-record-window-plan.c: from stretch to stretch of a plan, and the end
 * * sky-record-window-side.c: the table and the test rounds among its stretches
 * * sky-record-window-parts.c: the work on its parts
 *
 * None calls one before it. */
#pragma once

#include "sky-camera-grid.h"
#include "sky-clock.h"
#include "sky-record-agreement.h"
#include "sky-record-archive.h"
#include "sky-record-desk.h"
#include "sky-record-layout.h"
#include "sky-record-plan.h"
#include "sky-record-setup.h"
#include "sky-record-timeline.h"
#include "sky-record-tour.h"
#include "sky-record-window.h"
#include "sky-transport.h"

G_BEGIN_DECLS

/* What is recorded, with the log that it goes into: the table of the first page, or test rounds. */
typedef struct
{
  SkyRecordDesk *desk; /* NULL: nothing is recorded yet */
  char *path;          /* of the log */
  GArray *frames;      /* of GArray of gint: by camera and recording, which of the log's it is */
  const SkyRecordTable *table; /* borrowed */
} SkyRecordSide;

struct _SkyRecordWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwWindowTitle *title;
  GtkMenuButton *menu_button;
  GtkInfoBar *failed_bar;
  GtkLabel *failed;
  GtkInfoBar *away_bar;
  GtkLabel *away;
  SkyRecordTour *tour;
  GtkStack *pages;
  SkyRecordSetup *setup;
  GtkWidget *plan_bar;
  GtkLabel *plan_text;
  GtkLevelBar *plan_level;
  GtkMenuButton *plan_button;
  GtkLabel *plan_list;
  SkyCameraGrid *cameras;
  SkyTransport *transport;
  SkyRecordTimeline *timeline;
  GtkStack *sides; /* "round", "agreement" */
  SkyRecordAgreement *agreement;
  SkyRecordLayout *layout;
  GtkLabel *lines_title;
  GtkListView *lines;
  GtkLabel *due_title;
  GtkListView *due;
  GtkLabel *phases;
  GtkLabel *hand;
  GtkEntry *entry;
  GtkLabel *message;

  /* Owned. */
  SkyRecordArchive *archive; /* NULL: none is read */
  SkyRecordDesk *desk;       /* NULL: nothing is recorded yet */
  GSignalGroup *desk_signals;
  SkyRecordTests *tests; /* NULL: the plan has none */
  SkyRecordSide aside;   /* while the table is recorded, the test rounds; and conversely */
  GCancellable *testing; /* NULL: the tests are not being judged */
  SkyCameraWall *wall;
  SkyClock *clock;
  GListStore *line_rows;
  GListStore *due_rows;
  GtkSingleSelection *line_selection;
  GtkSingleSelection *due_selection;
  GtkFileChooserNative *chooser;
  GCancellable *reading;    /* NULL: nothing is read */
  GCancellable *comparison; /* NULL: none is being made */
  char *path;               /* of the log */
  char *credential;         /* of the person at the desk; NULL: nobody is signed in */
  GArray *keys;             /* of SkyKey: what the window does at which key */
  GArray *frames; /* of GArray of gint: by camera and recording, which of the log's it is */
  SkyEntryHand hand_holds;
  const SkyRecordTable *table; /* that is on the screen, borrowed; NULL: none */
  gboolean in_test;            /* these are test rounds */
  gboolean tested;             /* what they say of the coder was told */
  const SkyPlan *plan;         /* the archive's; NULL: none */
  guint n_passed;              /* stretches of the plan that are behind, whatever the log says */
  gboolean comparing;          /* the comparison is shown */
  gboolean returning;          /* it is to be shown again after a correction */
  guint compared_with;         /* the number of the other log */
  guint side;                  /* whose picture of a disagreement was shown last */
  gboolean skipping;           /* a reason to skip a stretch is asked for */
  guint n_opening;             /* how many lines the log begins with */
  guint64 n_before;            /* events of the log when it was opened */
  gboolean typing;             /* the entry line stays after an entry */
  SkyTime played;     /* the end of what was played last; SKY_TIME_NONE: nothing is being played */
  SkyTime away_since; /* nothing is seen since then; SKY_TIME_NONE: the view is clear */
  gint64 begun_at;    /* when the round in hand was taken up, monotonic; 0: none is */
  gint64 n_keys;      /* keys and clicks since */
  gboolean failed_for_good;
};

/* What the foot says; @wrong: it is a refusal. */
void sky_record_window_tell (SkyRecordWindow *self, const char *text, gboolean wrong);
/* What is requested next happened at the instant on the screen. */
void sky_record_window_look (SkyRecordWindow *self);
/* Shows seat and amount in hand. */
void sky_record_window_show_hand (SkyRecordWindow *self);
/* Shows since when nothing is seen. */
void sky_record_window_show_away (SkyRecordWindow *self);
/* Goes to the picture in which @line was seen. */
void sky_record_window_show_frame (SkyRecordWindow *self, const SkyRecordLine *line);

/* The text in the entry line. */
const char *sky_record_window_get_typed (SkyRecordWindow *self);
void sky_record_window_set_typed (SkyRecordWindow *self, const char *text);
/* Moves the focus into it, with @text, and out of it. */
void sky_record_window_begin_typing (SkyRecordWindow *self, const char *text);
void sky_record_window_leave_entry (SkyRecordWindow *self);

/* The chosen wager of those to settle; NULL: none. */
const SkyRecordDue *sky_record_window_get_chosen_due (SkyRecordWindow *self);
/* Settles it: this was paid. */
void sky_record_window_settle_paid (SkyRecordWindow *self, SkyMoney paid, gboolean stays);
/* The table is seen again; @reason: 0 to 3, as the message numbers them. */
void sky_record_window_come_back (SkyRecordWindow *self, guint reason);

/* Shows the cameras of @table. */
void sky_record_window_show_table (SkyRecordWindow *self, const SkyRecordTable *table);
/* Which of the log's recordings each segment of @table is: a log that is continued has its own
 * list. Returns: a new array for SkyRecordSide. */
GArray *sky_record_window_find_recordings (const SkyRecordTable *table,
                                           const SkyLogHeader *header) G_GNUC_WARN_UNUSED_RESULT;
/* Begins the log of the test rounds of @plan, if there are any; @own: the table's own header. */
void
sky_record_window_begin_tests (SkyRecordWindow *self, const SkyPlan *plan, const SkyLogHeader *own);
void sky_record_window_drop_tests (SkyRecordWindow *self);
/* Marks the stretches of what is on the screen. */
void sky_record_window_mark_stretches (SkyRecordWindow *self);
/* From the table to the test rounds, or back. */
void sky_record_window_switch (SkyRecordWindow *self);
/* Once both are finished: counts what the coder found in the test rounds, and tells it. */
void sky_record_window_judge_tests (SkyRecordWindow *self);
/* The states of the table's log and of that of the test rounds; NULL: it is not open. */
const SkyRecordState *sky_record_window_get_own (SkyRecordWindow *self);
const SkyRecordState *sky_record_window_get_tested (SkyRecordWindow *self);

/* Asks how much to draw, and draws a plan. */
void sky_record_window_ask_to_draw (SkyRecordWindow *self);
/* The plan to record by (borrowed; nullable), and how it stands. */
void sky_record_window_set_plan (SkyRecordWindow *self, const SkyPlan *plan);
void sky_record_window_show_plan (SkyRecordWindow *self);
/* Goes to the next stretch of the plan, or says why not yet. */
void sky_record_window_go_on (SkyRecordWindow *self);
/* Asks why the next stretch is to be skipped, and skips it; @reason: 0 to 2, as the message numbers
 * them; -1: it is not. */
void sky_record_window_ask_to_skip (SkyRecordWindow *self);
void sky_record_window_skip (SkyRecordWindow *self, gint reason);
/* Whether the log says of all the recordings' time what was looked at. */
gboolean sky_record_window_is_finished (SkyRecordWindow *self);
void sky_record_window_ask_to_finish (SkyRecordWindow *self);

/* Compares the recording with the log numbered @other. */
void sky_record_window_compare (SkyRecordWindow *self, guint other);
void sky_record_window_leave_comparison (SkyRecordWindow *self);
/* Shows the chosen disagreement where it is seen, in A or else in B; then in the other of the
 * two. */
void sky_record_window_show_disagreement (SkyRecordWindow *self);
void sky_record_window_show_other_side (SkyRecordWindow *self);

/* Chips by the pointer, as the layout's signals have them. */
void sky_record_window_lay (SkyRecordWindow *self, const char *bet);
void sky_record_window_take_back (SkyRecordWindow *self, const char *wager);
void sky_record_window_more_or_less (SkyRecordWindow *self, const char *wager, int direction);

/* Installs the actions on the class. */
void sky_record_window_install_actions (GtkWidgetClass *widget_class);
/* Which of them make sense now. */
void sky_record_window_update_actions (SkyRecordWindow *self);
/* Whether the window has the action, and whether it makes sense now. */
gboolean sky_record_window_has (const char *action);
gboolean sky_record_window_can (SkyRecordWindow *self, const char *action);

G_END_DECLS
