/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The camera and recorder of rtsp-server.c, started by a test. */
#pragma once

#include <gio/gio.h>

#include "sky-time.h"

G_BEGIN_DECLS

/* What the recorder keeps, in seconds. */
#define STREAM_LENGTH 20
/* Where a recorder's recording has a gap, if it has one; a key frame comes after it. */
#define STREAM_GAP_AT (8 * SKY_SECOND)

typedef struct
{
  GSubprocess *process;
  char *recording;
  char *port;        /* "0" until it is known; kept when it is started again */
  char *certificate; /* path of its certificate and key; NULL: it does not speak TLS */
  char *replay;
  char *live;
  SkyTime gap; /* for so long, from STREAM_GAP_AT on, nothing was recorded */
} StreamServer;

/* @certificate is NULL or a path. */
void stream_server_init (StreamServer *self, SkyTime gap, const char *certificate);
void stream_server_clear (StreamServer *self);

/* Starts it, or again where it was. */
void stream_server_start (StreamServer *self);
void stream_server_kill (StreamServer *self);

/* Has it hang until SIGCONT; waits until it does: its threads run on until each of them has heard
 * of it. */
void stream_server_stop (StreamServer *self);

G_END_DECLS
