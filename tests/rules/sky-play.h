/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A gaming day written line by line for a test, and played through the log's reader and the rules:
 * what was due on each wager, and what was found.
 *
 * Events are written with ' for ", their seq and at being counted up: sky_play (play, "result",
 * "'dice':[1,2,3]"). Numbers go in by the format. */
#pragma once

#include "sky-staff.h"
#include "sky-table.h"

typedef struct
{
  GString *log;
  guint64 seq;
  SkyTime at;
  gint64 round;
  GPtrArray *findings; /* of SkyFinding, by seq */
  GHashTable *dues;    /* wager → SkyDue, its last */
  GHashTable *names;   /* wager → its printed name */
  GHashTable *told;    /* wager → what was due, in a sentence */
  GString *steps;      /* of the recomputation, a line each */
  GString *marks;      /* at the end of the log: "kind place number value" each, apart by ";" */
  SkyStaff *staff;     /* NULL: none */
} SkyPlay;

/* A log of @game on @day ("2023-11-04"): nothing but the header. */
SkyPlay *sky_play_new (const char *game, const char *day) G_GNUC_WARN_UNUSED_RESULT;
void sky_play_free (SkyPlay *self);

/* The table opens with @submission ("{}"), three players, and what the game wants inspected. */
void sky_play_open (SkyPlay *self, const char *submission);

void sky_play (SkyPlay *self, const char *type, const char *members, ...) G_GNUC_PRINTF (3, 4);
void sky_play_wait (SkyPlay *self, gint64 seconds);
void sky_play_round_start (SkyPlay *self);
void sky_play_round_end (SkyPlay *self);
/* Seat 1 wagers; @members are the bet's own, or "". */
void sky_play_wager (
    SkyPlay *self, const char *wager, const char *bet, const char *members, SkyMoney amount);

/* Plays the log. */
void sky_play_run (SkyPlay *self);

/* Asserts what was last due; "none": that nothing was. */
void sky_play_assert_due (
    SkyPlay *self, const char *wager, const char *outcome, SkyMoney paid, SkyMoney taken);

/* Asserts that exactly these checks were raised, in order, apart by blanks; "": none. */
void sky_play_assert_findings (SkyPlay *self, const char *checks);
/* Asserts the section of the finding @index. */
void sky_play_assert_section (SkyPlay *self, guint index, const char *section);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPlay, sky_play_free)
