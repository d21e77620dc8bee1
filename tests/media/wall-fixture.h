/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wall of numbered recordings, driven by a frame clock of the test's own, with what must be on
 * screen at each instant worked out from the recordings themselves. */
#pragma once

#include "numbered-footage.h"
#include "sky-camera-wall.h"

G_BEGIN_DECLS

/* Where all recordings of these tests lie in time. */
#define EPOCH (G_GINT64_CONSTANT (1700000000) * SKY_SECOND)

/* A recording of a camera; at most four a camera. */
typedef struct
{
  Footage footage;
  SkyTime start;      /* after EPOCH, on the log's clock */
  char *path;         /* owned */
  const char *replay; /* address of the recorder that plays it; NULL: the file is played */
  SkyTime gap_at;     /* of a replay: so far into it the recorder recorded nothing */
  SkyTime gap;        /* for so long; 0: no gap */
} Recording;

typedef enum
{
  FAULT_NONE,
  FAULT_ALWAYS,    /* the recording never plays */
  FAULT_SOMEWHERE, /* it plays up to some instant: shows the right picture or says that it fails */
} Fault;

typedef struct
{
  Fault fault;
  SkyTime clock_offset;
  int drift; /* how much the log's clock gains on the camera's from EPOCH on, in a million */
  SkyClockMap clock;  /* made of these two */
  const char *stream; /* address of its live picture, or NULL */
  guint n_recordings;
  Recording recordings[4];
} TestCamera;

typedef struct
{
  SkyCameraWall *wall;
  TestCamera *cameras;
  guint n_cameras;
  gint64 now;
} WallFixture;

/* Puts the recordings on a wall; those without a path are written first. */
void wall_fixture_init (WallFixture *self, TestCamera *cameras, guint n_cameras);

/* Ends the wall; asserts that it goes. */
void wall_fixture_clear (WallFixture *self);

/* The milliseconds that @camera's picture must carry at @position (after EPOCH), or -1 when it has
 * no footage then. */
int wall_fixture_expect (const WallFixture *self, guint camera, SkyTime position);

/* The milliseconds in the picture that @camera has on screen, -1 when there is none, -2 when it
 * cannot be read. */
int wall_fixture_read (const WallFixture *self, guint camera);

/* One tick, @elapsed microseconds after the one before; while playing, as many more, but close
 * together, as it takes until the position moves. */
void wall_fixture_tick (WallFixture *self, gint64 elapsed);

/* Writes a recording before wall_fixture_init() would, so that a test can harm it. */
void wall_fixture_write (Recording *recording);

typedef gboolean (*WallFixtureCondition) (WallFixture *self, gconstpointer data);

/* Waits, without letting time pass on the frame clock, until @done says TRUE of @data. */
void wall_fixture_wait_until (WallFixture *self, WallFixtureCondition done, gconstpointer data);

/* So until the wall is at rest. */
void wall_fixture_rest (WallFixture *self);

/* So until each camera shows what it must at the wall's position. */
void wall_fixture_settle (WallFixture *self);

/* Steps by @frames and waits until the position has moved and is on screen. */
void wall_fixture_step (WallFixture *self, int frames);

/* The wall's position, after EPOCH. */
SkyTime wall_fixture_position (const WallFixture *self);

/* Waits until @camera has @status. */
void wall_fixture_wait_status (WallFixture *self, guint camera, SkyCameraStatus status);

G_END_DECLS
