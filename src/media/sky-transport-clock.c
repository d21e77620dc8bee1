/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-transport-clock.h"

#include <gst/app/app.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PACKET 188
#define SYNC   0x47
/* Read at once: a whole number of packets. */
#define CHUNK ((gsize) 1024 * PACKET)
/* A file of as many chunks is read whole, of a larger one as many are. */
#define N_CHUNKS 340
/* Of the clock of presentation. */
#define CLOCK_RATE 90000
/* Pictures come in the order in which they are decoded, which is not that of their times. */
#define BACK (2 * CLOCK_RATE)
/* No recorder that runs leaves so much time between two pictures. */
#define AHEAD (5 * CLOCK_RATE)

/* What is known up to some picture. */
typedef struct
{
  int file;
  guint16 pid; /* of the pictures; 0: not known yet */
  gint64 time; /* of the last picture; -1: none yet */
} Scan;

/* Returns: from @before to @after on a clock of 33 bits. */
static gint64
advance (gint64 before, gint64 after)
{
  return (gint64) ((guint64) (after - before) << 31) >> 31;
}

static gboolean
jumps (gint64 before, gint64 after)
{
  gint64 by = advance (before, after);

  return by < -BACK || by > AHEAD;
}

/* Returns: when the picture that begins in @packet is shown, or -1 when none does. ISO/IEC 13818-1,
 * 2.4.3. */
static gint64
read_time (Scan *self, const guint8 *packet)
{
  guint16 pid = (guint16) ((packet[1] & 0x1f) << 8 | packet[2]);
  guint at = 4;

  if (packet[0] != SYNC || !(packet[1] & 0x40) || !(packet[3] & 0x10)
      || (self->pid != 0 && pid != self->pid))
    return -1;
  if (packet[3] & 0x20)
    at += 1 + packet[4];
  const guint8 *pes = packet + at;
  if (at + 14 > PACKET || pes[0] != 0 || pes[1] != 0 || pes[2] != 1 || (pes[3] & 0xf0) != 0xe0
      || !(pes[7] & 0x80))
    return -1;
  self->pid = pid;
  return (gint64) (pes[9] >> 1 & 7) << 30 | (gint64) pes[10] << 22 | (gint64) (pes[11] >> 1) << 15
         | (gint64) pes[12] << 7 | pes[13] >> 1;
}

/* Goes through the packets from @at on. Returns: where the first picture begins that is a jump from
 * the last one, or 0. */
static guint64
scan_chunk (Scan *self, guint8 *bytes, guint64 at)
{
  gssize size = pread (self->file, bytes, CHUNK, (off_t) at);

  for (gssize i = 0; i + PACKET <= size; i += PACKET)
    {
      gint64 time = read_time (self, bytes + i);
      if (time < 0)
        continue;
      if (self->time >= 0 && jumps (self->time, time))
        return at + (guint64) i;
      self->time = time;
    }
  return 0;
}

/* Goes through the chunks from @from up to @until. */
static guint64
scan_chunks (Scan *self, guint8 *bytes, guint64 from, guint64 until)
{
  guint64 jump = 0;

  for (guint64 i = from; i < until && jump == 0; i++)
    jump = scan_chunk (self, bytes, i * CHUNK);
  return jump;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a;
  gint64 second = *(const gint64 *) b;

  return first < second ? -1 : first > second;
}

/* What a large file has between two samples is looked at where the clock goes back, or on by far
 * more than between most of them. */
static guint64
scan_samples (int file, guint8 *bytes, guint64 n, guint64 step)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (Scan));
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint64 i = 0; i < n; i += step)
    {
      Scan sample = { .file = file, .time = -1 };
      guint64 jump = scan_chunk (&sample, bytes, i * CHUNK);
      if (jump > 0)
        return jump;
      g_array_append_val (samples, sample);
    }
  for (guint i = 1; i < samples->len; i++)
    {
      gint64 by = advance (g_array_index (samples, Scan, i - 1).time,
                           g_array_index (samples, Scan, i).time);
      g_array_append_val (sorted, by);
    }
  g_array_sort (sorted, compare);
  gint64 median = g_array_index (sorted, gint64, sorted->len / 2);
  for (guint i = 1; i < samples->len; i++)
    {
      Scan before = g_array_index (samples, Scan, i - 1);
      gint64 by = advance (before.time, g_array_index (samples, Scan, i).time);
      if (by >= 0 && by <= 4 * MAX (median, 0) + AHEAD)
        continue;
      guint64 jump = scan_chunks (&before, bytes, (i - 1) * step + 1, MIN (i * step + 1, n));
      if (jump > 0)
        return jump;
    }
  return 0;
}

/* Returns: how many chunks the transport stream has; 0 when it is none. */
static guint64
count_chunks (int file)
{
  struct stat status;
  guint8 head[2 * PACKET + 1];

  if (fstat (file, &status) != 0 || pread (file, head, sizeof head, 0) != (gssize) sizeof head
      || head[0] != SYNC || head[PACKET] != SYNC || head[2 * PACKET] != SYNC)
    return 0;
  return ((guint64) status.st_size + CHUNK - 1) / CHUNK;
}

guint64
sky_transport_clock_find_jump (int file)
{
  Scan scan = { .file = file, .time = -1 };
  guint64 n = count_chunks (file);

  if (n == 0)
    return 0;
  g_autofree guint8 *bytes = g_malloc (CHUNK);
  guint64 step = (n + N_CHUNKS - 1) / N_CHUNKS;
  return step == 1 ? scan_chunks (&scan, bytes, 0, n) : scan_samples (file, bytes, n, step);
}

/* --- The stretches ---------------------------------------------------------------------------- */

/* Of a stretch, on the clock, as far as it has been read. */
typedef struct
{
  gint64 first;
  gint64 earliest; /* from @first on */
  gint64 latest;
  guint n_pictures;
} Span;

/* To the nearest, for muxers round as they like. */
static gint64
to_milliseconds (gint64 ticks)
{
  gint64 half = CLOCK_RATE / 1000 / 2;

  return (ticks + (ticks < 0 ? -half : half)) / (CLOCK_RATE / 1000);
}

static void
end_span (const Span *span, gint64 origin, GArray *stretches)
{
  gint64 from = advance (origin, span->first) + span->earliest;
  gint64 length = span->latest - span->earliest;

  if (span->n_pictures == 0)
    return;
  /* The last picture stands as long as the others do. */
  if (span->n_pictures > 1)
    length += length / (span->n_pictures - 1);
  SkyClockStretch stretch = { to_milliseconds (from) * 1000,
                              to_milliseconds (from + length) * 1000 };
  g_array_append_val (stretches, stretch);
}

GArray *
sky_transport_clock_list_stretches (int file)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (SkyClockStretch));
  Scan scan = { .file = file, .time = -1 };
  Span span = { 0 };
  gint64 origin = -1;
  g_autofree guint8 *bytes = g_malloc (CHUNK);
  guint64 n = count_chunks (file);

  for (guint64 chunk = 0; chunk < n; chunk++)
    {
      gssize size = pread (file, bytes, CHUNK, (off_t) (chunk * CHUNK));
      for (gssize i = 0; i + PACKET <= size; i += PACKET)
        {
          gint64 time = read_time (&scan, bytes + i);
          if (time < 0)
            continue;
          if (scan.time < 0 || jumps (scan.time, time))
            {
              end_span (&span, origin, stretches);
              span = (Span){ .first = time };
            }
          gint64 at = advance (span.first, time);
          span.earliest = MIN (span.earliest, at);
          span.latest = MAX (span.latest, at);
          span.n_pictures++;
          scan.time = time;
          if (origin < 0)
            origin = time;
        }
    }
  end_span (&span, origin, stretches);
  return stretches;
}

/* --- Reading a stretch ------------------------------------------------------------------------ */

typedef struct
{
  int file;
  guint64 size;
  guint64 at;
} Stretch;

static void
need_data_cb (GstAppSrc *source, guint length, gpointer data)
{
  Stretch *self = data;
  gsize wanted = (gsize) MIN ((guint64) length, self->size - MIN (self->at, self->size));
  g_autofree guint8 *bytes = g_malloc (MAX (wanted, 1));
  gssize n = wanted > 0 ? pread (self->file, bytes, wanted, (off_t) self->at) : 0;

  if (n <= 0)
    {
      gst_app_src_end_of_stream (source);
      return;
    }
  GstBuffer *buffer = gst_buffer_new_wrapped (g_steal_pointer (&bytes), (gsize) n);
  GST_BUFFER_OFFSET (buffer) = self->at;
  GST_BUFFER_OFFSET_END (buffer) = self->at + (guint64) n;
  self->at += (guint64) n;
  gst_app_src_push_buffer (source, buffer);
}

static gboolean
seek_data_cb (GstAppSrc *source, guint64 offset, gpointer data)
{
  ((Stretch *) data)->at = offset;
  return TRUE;
}

GstElement *
sky_transport_clock_make_reader (int file, guint64 size)
{
  static GstAppSrcCallbacks callbacks = { .need_data = need_data_cb, .seek_data = seek_data_cb };
  GstElement *source = gst_element_factory_make ("appsrc", NULL);
  Stretch *stretch = g_new0 (Stretch, 1);

  stretch->file = file;
  stretch->size = size;
  g_object_set (source, "format", GST_FORMAT_BYTES, "size", (gint64) size, NULL);
  gst_app_src_set_stream_type (GST_APP_SRC (source), GST_APP_STREAM_TYPE_RANDOM_ACCESS);
  gst_app_src_set_callbacks (GST_APP_SRC (source), &callbacks, stretch, g_free);
  return source;
}
