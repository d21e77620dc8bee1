/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of SkyWindow, shared by its files: sky-window.c has the window and what it shows,
 * sky-window-actions.c what can be done and by which key. */
#pragma once

#include "sky-audit-progress.h"
#include "sky-camera-grid.h"
#include "sky-finding-pane.h"
#include "sky-finding-view.h"
#include "sky-queue-list.h"
#include "sky-round-view.h"
#include "sky-timeline.h"
#include "sky-transport.h"
#include "sky-window.h"

G_BEGIN_DECLS

struct _SkyWindow
{
  AdwApplicationWindow parent_instance;

  /* Template children. */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkStack *pages;
  GtkInfoBar *problem_bar;
  GtkLabel *problem;
  GtkInfoBar *changed_bar;
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
  SkyCameraGrid *cameras;
  SkyTransport *transport;
  SkyTimeline *timeline;
  SkyRoundView *round;

  /* Owned. */
  SkySession *session;
  GSettings *settings;
  GtkFileChooserNative *chooser; /* while a folder is being chosen */
};

/* Installs the actions on the class, and the keys on a window. */
void sky_window_install_actions (GtkWidgetClass *widget_class);
void sky_window_add_keys (SkyWindow *self);

/* Which actions make sense at this moment. */
void sky_window_update_actions (SkyWindow *self);

/* Lets the person choose an archive's folder. */
void sky_window_choose_archive (SkyWindow *self);

G_END_DECLS
