/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A coding session: a person watches recordings and says what happened, round by round, and a log
 * comes of it.
 *
 * The round in hand is a draft. Each action on it can be undone, without limit, and no line of it
 * is in the log. Closing the round writes all its lines together and returns when they are on the
 * disk. A closed round is corrected by later lines (`again`); the old lines stay.
 *
 * A journal beside the log has the draft after each action. A program that was killed loses no
 * action that had returned: the next session continues the draft, and finishes a closing that was
 * cut off. One thread at a time may use it. */
#pragma once

#include "sky-entry.h"
#include "sky-log.h"

G_BEGIN_DECLS

typedef struct _SkyCoding SkyCoding;

/* Where the round in hand is. */
typedef enum
{
  SKY_CODING_BETWEEN, /* no round is in hand */
  SKY_CODING_BETS,    /* wagers are placed */
  SKY_CODING_CLOSED,  /* no more wagers; the result is awaited */
  SKY_CODING_RESULT,  /* a result is there, and wagers are due */
  SKY_CODING_SETTLED, /* nothing more is due */
} SkyCodingPhase;

/* An event of the draft. */
typedef struct
{
  SkyEventType type;
  SkyTime at;
  const char *members; /* JSON members of its own */
  gboolean unsure;
  gint recording; /* its frame's recording, of the header's record.from; -1: it has no frame */
  SkyTime frame;  /* microseconds in that recording */
} SkyCodingLine;

/* The work that a round took, for its `round_end`. */
typedef struct
{
  SkyTime at;     /* when it was done, by the clock on the wall */
  gint64 seconds; /* how long it took */
  gint64 keys;    /* keys and clicks */
} SkyCodingWork;

/* Begins the log at @path or continues it, as sky_log_writer_open() does. @journal is the path of
 * the draft's file. In a blind session (the header's record.blind) nothing is proposed. Returns
 * NULL with a SKY_RECORD_ERROR or a SKY_LOG_ERROR. */
SkyCoding *sky_coding_open (const char *path,
                            const char *journal,
                            guint mode,
                            const SkyLogHeader *header,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Ends the session. The draft stays in the journal. */
void sky_coding_free (SkyCoding *self);

/* The table under the rules after the draft's last line. It is another object after each undo and
 * each closing. */
SkyTable *sky_coding_get_table (const SkyCoding *self);
SkyCodingPhase sky_coding_get_phase (const SkyCoding *self);
/* The closed round that the draft corrects; 0: none. */
gint64 sky_coding_get_corrected (const SkyCoding *self);
/* How many events the log has; those of the draft do not count. */
guint64 sky_coding_get_n_written (const SkyCoding *self);
guint sky_coding_get_n_lines (const SkyCoding *self);
/* A line of the draft, valid until the next action. */
SkyCodingLine sky_coding_get_line (const SkyCoding *self, guint line);

/* The instant that is looked at: the log's time, and the frame of a recording that shows it (-1:
 * none). The lines that follow have both. A line of an earlier instant than others of the draft
 * goes before them, but behind the first. No line is dated before the log's last. */
void sky_coding_set_clock (SkyCoding *self, SkyTime at, gint recording, SkyTime frame);
/* The stretch from @from to @until, of the log's time, was played at @percent of its speed. */
void sky_coding_add_played (SkyCoding *self, SkyTime from, SkyTime until, guint percent);

/* Each action returns FALSE with a SKY_RECORD_ERROR if it is refused. Nothing has changed then.
 * LINE: the format refuses an event. ENTRY, PHASE, NOT_PLAYED: as below. WRITE: the journal fails.
 */

/* Adds an event with these JSON members. */
gboolean sky_coding_add (SkyCoding *self, SkyEventType type, const char *members, GError **error);
/* What @text means now: bare dice, a pocket, a section are the result where one is awaited. Nothing
 * is added. Returns: a new entry, or NULL with SKY_RECORD_ERROR_ENTRY. */
SkyEntry *sky_coding_parse (SkyCoding *self,
                            const char *text,
                            const SkyEntryHand *hand,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* How many cards of the deal in progress are still to be said; 0 where the game deals otherwise. */
guint sky_coding_get_n_cards (const SkyCoding *self);
/* Adds that. Cards one after the other, "5d3dTC", are dealt to the seats in order and to the
 * dealer, where the game deals one to each (Casino War). A wager between rounds begins the next
 * round. */
gboolean
sky_coding_enter (SkyCoding *self, const char *text, const SkyEntryHand *hand, GError **error);
/* The next phase, where it comes without saying what: a round begins, or betting ends. */
gboolean sky_coding_advance (SkyCoding *self, GError **error);

/* Lays the wagers again that ended in the last round, those of @seat or of all: 0. Wagers that are
 * still up stay as they are. Returns FALSE also if there are none (PHASE). */
gboolean sky_coding_repeat (SkyCoding *self, gint64 seat, GError **error);

/* What is due on @wager, of the session's table, and not settled. A winner that may stay up stays.
 * Returns FALSE if nothing is. */
gboolean sky_coding_get_due (const SkyCoding *self, const SkyWager *wager, SkySettlement *due);
/* The same, as a blind session may show it: not at all. */
gboolean sky_coding_get_proposal (const SkyCoding *self, const SkyWager *wager, SkySettlement *due);
/* Settles the wager @id as proposed, or all: NULL; those that lose come first. Refused in a blind
 * session (PHASE), and unless the stretch from the decision to now was played at no more than one
 * and a half times its speed (NOT_PLAYED). */
gboolean sky_coding_accept (SkyCoding *self, const char *id, GError **error);
/* Settles the wager @id as it was seen. */
gboolean sky_coding_settle (SkyCoding *self,
                            const char *id,
                            const SkySettlement *settlement,
                            GError **error);

/* Says whether the draft's line @line could be seen for certain. */
gboolean sky_coding_set_unsure (SkyCoding *self, guint line, gboolean unsure, GError **error);
/* Takes the draft's line @line out; of a wager, also what was said of it. Refuses the beginning of
 * the round while other lines follow it (PHASE). */
gboolean sky_coding_remove (SkyCoding *self, guint line, GError **error);
/* Gives the wager that the draft's line @line places another amount. Refuses other lines
 * (PHASE). */
gboolean sky_coding_set_amount (SkyCoding *self, guint line, SkyMoney amount, GError **error);
/* Nothing is looked at from now until @until; ends the round in hand and closes it. */
gboolean
sky_coding_look_away (SkyCoding *self, SkyTime until, SkyUnobservedReason reason, GError **error);

/* Takes the last action on the draft back, and does it again. They return FALSE with PHASE if there
 * is none; the first says whether one can be taken back. */
gboolean sky_coding_can_undo (const SkyCoding *self);
gboolean sky_coding_undo (SkyCoding *self, GError **error);
gboolean sky_coding_redo (SkyCoding *self, GError **error);

/* Ends the round in hand and writes the draft. @work NULL: not known. After WRITE the session is of
 * no more use; the next one finishes the closing. */
gboolean sky_coding_close (SkyCoding *self, const SkyCodingWork *work, GError **error);

/* Who corrects rounds in this session, if it is not the coder whom the log names: a credential, for
 * the `again` of each; NULL: the coder. */
void sky_coding_set_corrector (SkyCoding *self, const char *credential);
/* Makes the closed round @round the draft, for correction; the draft must be empty. @reason says
 * what is wrong with it. No line is dated after the round's end in the log. */
gboolean sky_coding_correct (SkyCoding *self, gint64 round, const char *reason, GError **error);
/* Drops the draft; the log stays as it is. */
gboolean sky_coding_abandon (SkyCoding *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCoding, sky_coding_free)

G_END_DECLS
