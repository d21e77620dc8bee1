/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a camera's feed, shared by its three files. sky-camera-feed.c: its thread and
 * public functions. sky-feed-plan.c: what the thread does next. sky-feed-run.c: what happens to
 * pictures from pipelines. Unless a comment says otherwise, the feed's lock is held for every call
 * and every access to a member. */
#pragma once

#include "sky-camera-feed.h"
#include "sky-detachable-thread.h"
#include "sky-frame-ring.h"
#include "sky-media-source.h"
#include "sky-retry.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The index is exact to the second, a recording to the frame. Within this difference, the frame at
 * the edge serves for the rest. */
#define SKY_FEED_EDGE (500 * SKY_MILLISECOND)
/* Frames kept ready before a playhead that steps back. */
#define SKY_FEED_BEHIND 6
/* The minimum of frames in a ring, whatever the memory. */
#define SKY_FEED_RING_MIN 16

/* What an open recording's pipeline does with the picture that it has in hand. */
typedef enum
{
  SLOT_HELD,    /* keeps it until told otherwise */
  SLOT_RUNNING, /* hands it to the run */
  SLOT_FLUSHED, /* drops it: a seek is on its way */
  SLOT_CLOSED,  /* drops it and stops */
} SkySlotMode;

/* An open recording. Members without a comment never change after its creation. */
typedef struct
{
  SkyCameraFeed *feed;
  guint coverage;
  SkyTime start;          /* its stream time 0 on the camera's clock */
  SkyMediaSource *source; /* the feed's thread only */
  SkySlotMode mode;       /* lock */
  gboolean opened;        /* lock: a picture came, so seeking is possible */
  gboolean at_start;      /* lock: the picture in hand is its first */
  gboolean broken;        /* lock: its pipeline is dead */
  gboolean replay;        /* a recorder plays it */
  SkySourceEnd end;       /* lock: why it has ended, when it has */
  gboolean taking;        /* lock: a picture is in hand, so it is for the feed to go on */
  gint64 life;            /* lock: its last sign of life, in monotonic microseconds */
} SkyFeedSlot;

typedef enum
{
  RUN_FRESH,   /* fills an empty ring */
  RUN_APPEND,  /* goes on after the ring's tail */
  RUN_PREPEND, /* fetches what comes before the ring's head */
} SkyRunKind;

/* The decoding that is under way: one pipeline's pictures from one seek on. */
typedef struct
{
  SkyFeedSlot *slot; /* NULL: none */
  SkyRunKind kind;
  SkyTime goal;        /* the instant that it was started for */
  SkyTime aim;         /* the instant that was sought */
  gboolean from_start; /* begins at the recording's first picture */
  gboolean empty;      /* nothing has been kept yet */
  gboolean again;      /* started after its goal: must seek from further before */
  guint retries;
} SkyFeedRun;

/* Why a stretch shows nothing from, or until, some instant. */
typedef struct
{
  SkyTime fails_from;
  char *fails_message;
  SkyTime starts_at;
  char *starts_message;
  GArray *section_ends; /* SkyTime: of the pictures after which a recorder says that it has a gap */
} SkyFeedTrouble;

typedef enum
{
  ACTION_NONE,
  ACTION_OPEN,
  ACTION_CLOSE,
  ACTION_RUN,
} SkyActionKind;

/* The next thing for the feed's thread to do. */
typedef struct
{
  SkyActionKind kind;
  guint coverage;    /* OPEN */
  SkyFeedSlot *slot; /* CLOSE, RUN */
  SkyRunKind run;    /* RUN */
  SkyTime goal;      /* RUN */
  gboolean no_seek;  /* RUN: the slot's next picture is the wanted one */
} SkyFeedAction;

struct _SkyCameraFeed
{
  SkyDetachableThread *thread;
  SkyCamera *camera;
  int max_threads;
  gsize budget;
  GstAllocator *memory; /* the feed's thread only: of all its recordings' pictures; or NULL */

  GMutex lock;
  GCond plan_changed;  /* the thread waits for it */
  GCond frames_wanted; /* pipelines held in their callback wait for it */

  /* All of these: lock. */
  SkyTime target;
  int rate;
  SkyFeedPace pace;
  SkyWakeup *wakeup;          /* or NULL */
  SkyCertificateTrust *trust; /* or NULL */
  gboolean enabled;
  gboolean key_frames;
  gboolean quit;
  SkyFrame *key_frame; /* that the run to the playhead begins with, until it is there; or NULL */
  guint capacity;      /* frames of the ring; 0 until the first is known */
  SkyTime interval;
  SkyFrameRing ring;
  SkyFrameRing chunk;     /* what a PREPEND run has fetched so far */
  SkyTime span_back;      /* how far before the head a PREPEND run begins */
  GPtrArray *slots;       /* SkyFeedSlot; also changed by the feed's thread only */
  SkyFeedSlot *tail_slot; /* its next picture is the one after the ring's tail */
  SkyFeedRun run;
  SkyFeedTrouble *troubles; /* one for each coverage */
  SkyRetry retry;           /* of its recorder */
  gboolean retry_due;       /* a failed recorder is due for a retry */
  gint64 watch_due;         /* monotonic time of the next check of recorders; G_MAXINT64: none */
};

/* --- sky-feed-plan.c --- */

/* The instant of the slot's stream time @stream on the log's clock, and the way back. */
SkyTime sky_feed_slot_to_log (const SkyFeedSlot *slot, SkyTime stream);
SkyTime sky_feed_slot_to_stream (const SkyFeedSlot *slot, SkyTime time);

const SkyCoverage *sky_feed_get_coverage (const SkyCameraFeed *self, guint coverage);

/* Returns: (transfer full): the name of its recording, for messages. */
char *sky_feed_dup_name (const SkyCameraFeed *self, guint coverage);

/* Where the ring needs frames for the playhead: at the target or, in a gap, at the edge of the
 * footage ahead. Returns FALSE if it needs none. */
gboolean sky_feed_find_goal (const SkyCameraFeed *self, guint *coverage, SkyTime *goal);

/* Looks up the frame of @time in the ring. A frame is certain only when the next one is known.
 * Returns its index, or -1 if it is not known yet or there is none. */
int sky_feed_find_certain (const SkyCameraFeed *self, guint coverage, SkyTime time);

/* Whether @frame is the last before a gap in the recorder's footage, with the next picture at
 * @next. *@since, which may be NULL: the start of the gap. */
gboolean sky_feed_ends_section (const SkyCameraFeed *self,
                                const SkyFrame *frame,
                                SkyTime next,
                                SkyTime *since);

/* Whether @time, for which the ring's frame @index is the certain one, is in such a gap after that
 * frame. */
gboolean sky_feed_find_gap (
    const SkyCameraFeed *self, guint index, SkyTime time, SkyTime *since, SkyTime *until);

/* Returns: the message why @time of @coverage shows nothing, or NULL. */
const char *sky_feed_get_trouble (const SkyCameraFeed *self, guint coverage, SkyTime time);

/* How many frames the ring has from the playhead on, itself not counted. */
int sky_feed_count_ahead (const SkyCameraFeed *self, guint coverage, SkyTime goal);

/* Whether the pipeline that fills the ring at its tail may go on. */
gboolean sky_feed_has_room (const SkyCameraFeed *self);

/* What the feed's thread has to do next. Changes nothing. */
SkyFeedAction sky_feed_make_plan (const SkyCameraFeed *self);

/* Whether a recorder plays @coverage. */
gboolean sky_feed_is_replay (const SkyCameraFeed *self, guint coverage);

/* --- sky-feed-run.c --- */

/* Called without the lock; the data is the SkyFeedSlot. */
extern const SkyMediaSourceReceiver sky_feed_receiver;

/* Disconnects recorders that fell silent. Says whether a failed one is due for a retry, and when to
 * call this again. */
void sky_feed_watch_recorders (SkyCameraFeed *self);

/* Whether that must be called sooner now. */
gboolean sky_feed_must_watch (const SkyCameraFeed *self);

/* Wakes the feed's thread if there is something for it to do. */
void sky_feed_wake (SkyCameraFeed *self);

void sky_feed_clear_trouble (SkyFeedTrouble *trouble);

/* Ends the run: its slot keeps the picture in hand. */
void sky_feed_end_run (SkyCameraFeed *self);

/* Lets go of all frames and of the run that builds on them. */
void sky_feed_drop_frames (SkyCameraFeed *self);

/* The slot's pipeline is dead; @message says why. */
void sky_feed_fail_slot (SkyFeedSlot *slot, const char *message);

G_END_DECLS
