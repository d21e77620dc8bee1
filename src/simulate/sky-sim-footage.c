/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera's picture is the bare table, kept as an image, with the scene drawn over it when an
 * event has changed it, and the clock over that with every picture.
 *
 * A recording has all of its camera's pictures around what an audit finds. Elsewhere it has one for
 * each second in which the table changed, and else one every five seconds: a table on which nothing
 * happens is not worth drawing, encoding and keeping eight times a second. The clock then shows
 * whole seconds. If the options ask for it, it also has all pictures from each throw or deal to a
 * little after its result. */
#include "config.h"

#include "sky-sim-footage.h"

#include "sky-archive.h"
#include "sky-audit.h"
#include "sky-digest.h"
#include "sky-game.h"
#include "sky-json-writer.h"
#include "sky-picture.h"
#include "sky-sim-dealing.h"
#include "sky-sim-flight.h"
#include "sky-video-writer.h"

#include <cairo.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define SEGMENT_SPAN (10 * SKY_MINUTE)
#define MARGIN       (5 * SKY_SECOND)  /* before the first event and after the last */
#define NEAR         (10 * SKY_SECOND) /* around a finding: what an export cuts out of a recording */
#define STILL        (5 * SKY_SECOND)  /* from one picture to the next where nothing changes */
#define CLOCK_TEXT   "0123456789:.- "  /* what a clock is made of */

/* The part of the table that a camera sees. */
typedef enum
{
  SEES_LEFT,
  SEES_RIGHT,
  SEES_ALL,
} View;

/* A camera that a table has (§ 465a.9(c)(2)); no two are alike. */
typedef struct
{
  const char *suffix;
  int width;
  int height;
  int fps_n;
  int fps_d;
  gint64 clock_offset_ms;
} Camera;

static const Camera cameras[SKY_MAX_PLACES] = { { "A", 1280, 720, 8, 1, 0 },
                                                { "B", 960, 540, 25, 4, -120 } };

static View
view_of (SkyCovers covers)
{
  if (covers == SKY_COVERS_TABLE || covers == SKY_COVERS_CIRCLE)
    return SEES_ALL;
  return covers == SKY_COVERS_END_LEFT || covers == SKY_COVERS_WHEEL ? SEES_LEFT : SEES_RIGHT;
}

typedef struct
{
  char *file; /* relative to the archive */
  SkyTime start;
  SkyTime end;
  char sha256[SKY_DIGEST_HEX_SIZE];
} Segment;

/* One camera over one log. */
typedef struct
{
  const char *folder;
  const SkySimulateOptions *options;
  SkyLog *log;
  GArray *times;          /* of SkyTime: of each line, never falling */
  GArray *found;          /* of SkyTime: when something is found, in their order */
  SkySimFlight *flight;   /* NULL: no dice fly */
  SkySimDealing *dealing; /* NULL: no cards lie face up */
  const Camera *camera;
  SkyCovers covers;
  char *name;         /* the camera's */
  guint first_number; /* of its recordings */
  GArray *segments;   /* of Segment */
  GError *error;
} Shot;

/* The picture while it is drawn. */
typedef struct
{
  const Shot *shot;
  SkyGameId game;
  double table_width; /* of the whole table, in pixels */
  double table_height;
  double table_x;
  int clock_height;
  gboolean changed; /* the table, since the scene was drawn */
  gboolean dice;    /* the scene has dice, which lie where they fell */
  cairo_surface_t *table;
  cairo_surface_t *scene; /* with the table under it */
  cairo_surface_t *frame; /* with the clock over it */
  cairo_surface_t *digits[sizeof CLOCK_TEXT - 1];
  int digit_width;
} Canvas;

static void
clear_segment (gpointer data)
{
  g_free (((Segment *) data)->file);
}

static void
free_shot (gpointer data)
{
  Shot *shot = data;

  sky_log_unref (shot->log);
  g_array_unref (shot->times);
  g_array_unref (shot->found);
  g_clear_pointer (&shot->flight, sky_sim_flight_free);
  g_clear_pointer (&shot->dealing, sky_sim_dealing_free);
  g_free (shot->name);
  g_array_unref (shot->segments);
  g_clear_error (&shot->error);
  g_free (shot);
}

static gboolean
is_cancelled (const SkySimulateOptions *options)
{
  return options->cancelled != NULL && g_atomic_int_get (options->cancelled) != 0;
}

static cairo_surface_t *
new_surface (int width, int height)
{
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
}

/* The clock is set from ready-made letters: it changes with every picture. */
static void
draw_digits (Canvas *canvas)
{
  double size = canvas->clock_height * 0.72;

  canvas->digit_width = (int) ceil (size * 0.66);
  for (guint i = 0; i < G_N_ELEMENTS (canvas->digits); i++)
    {
      const char text[] = { CLOCK_TEXT[i], '\0' };
      cairo_t *cr;

      canvas->digits[i] = new_surface (canvas->digit_width, canvas->clock_height);
      cr = cairo_create (canvas->digits[i]);
      cairo_select_font_face (cr, "Monospace", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
      cairo_set_font_size (cr, size);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_move_to (cr, 0, canvas->clock_height * 0.76);
      cairo_show_text (cr, text);
      cairo_destroy (cr);
    }
}

static void
draw_name (Canvas *canvas)
{
  const Shot *shot = canvas->shot;
  cairo_t *cr = cairo_create (canvas->frame);

  cairo_select_font_face (cr, "Monospace", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size (cr, canvas->clock_height * 0.72);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_move_to (cr, canvas->clock_height * 0.4,
                 shot->camera->height - canvas->clock_height * 0.24);
  cairo_show_text (cr, shot->name);
  cairo_destroy (cr);
}

static cairo_t *
begin_table (Canvas *canvas, cairo_surface_t *surface)
{
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, canvas->table_x, 0);
  return cr;
}

static const SkyPictureStyle style = { .dark = TRUE };

static void
canvas_init (Canvas *self, const Shot *shot)
{
  int width = shot->camera->width;
  int height = shot->camera->height;
  View view = view_of (shot->covers);
  double inches_wide, inches_high, scale;
  cairo_t *cr;

  *self = (Canvas){ .shot = shot, .game = sky_log_get_header (shot->log)->game, .changed = TRUE };
  self->clock_height = height / 18;
  sky_picture_get_size (self->game, &inches_wide, &inches_high);
  scale = (height - self->clock_height) / inches_high;
  if (view == SEES_ALL)
    scale = MIN (scale, width / inches_wide);
  self->table_width = inches_wide * scale;
  self->table_height = inches_high * scale;
  if (view == SEES_RIGHT)
    self->table_x = width - self->table_width;
  else if (view == SEES_ALL)
    self->table_x = (width - self->table_width) / 2;

  self->table = new_surface (width, height - self->clock_height);
  self->scene = new_surface (width, height - self->clock_height);
  self->frame = new_surface (width, height);
  cr = begin_table (self, self->table);
  sky_picture_draw_table (cr, self->game, self->table_width, self->table_height, &style);
  cairo_destroy (cr);
  draw_digits (self);
  draw_name (self);
}

static void
canvas_clear (Canvas *self)
{
  cairo_surface_destroy (self->table);
  cairo_surface_destroy (self->scene);
  cairo_surface_destroy (self->frame);
  for (guint i = 0; i < G_N_ELEMENTS (self->digits); i++)
    cairo_surface_destroy (self->digits[i]);
}

/* Takes the dice out of @scene, which is ours: they are drawn where they flew. Returns: whether
 * there were any. */
static gboolean
take_dice (SkyScene *scene)
{
  guint n = scene->marks->len;

  for (guint i = n; i-- > 0;)
    if (g_array_index (scene->marks, SkyMark, i).kind == SKY_MARK_DIE)
      g_array_remove_index (scene->marks, i);
  return scene->marks->len < n;
}

static void
draw_scene (Canvas *self, SkyScene *scene, SkyTime at)
{
  cairo_t *cr = cairo_create (self->scene);

  if (self->shot->dealing != NULL)
    sky_sim_dealing_show (self->shot->dealing, at, scene);
  self->dice = self->shot->flight != NULL && take_dice (scene);
  cairo_set_source_surface (cr, self->table, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cr = begin_table (self, self->scene);
  sky_picture_draw_scene (cr, scene, self->game, self->table_width, self->table_height, &style);
  cairo_destroy (cr);
  self->changed = FALSE;
}

static void
draw_dice (Canvas *self, SkyTime at)
{
  SkyPictureDie dice[SKY_SIM_MAX_FLYING];
  guint n = sky_sim_flight_at (self->shot->flight, at, self->dice, dice);
  cairo_t *cr = cairo_create (self->frame);

  cairo_rectangle (cr, 0, 0, self->shot->camera->width,
                   self->shot->camera->height - self->clock_height);
  cairo_clip (cr);
  cairo_translate (cr, self->table_x, 0);
  sky_picture_draw_dice (cr, self->game, self->table_width, self->table_height, dice, n);
  cairo_destroy (cr);
}

static void
draw_frame (Canvas *self, SkyTime at)
{
  cairo_t *cr = cairo_create (self->frame);

  cairo_set_source_surface (cr, self->scene, 0, 0);
  cairo_rectangle (cr, 0, 0, self->shot->camera->width,
                   self->shot->camera->height - self->clock_height);
  cairo_fill (cr);
  cairo_destroy (cr);
  if (self->shot->flight != NULL)
    draw_dice (self, at);
}

/* @fine: to the millisecond, otherwise to the second. */
static void
draw_clock (Canvas *self, SkyTime at, gboolean fine)
{
  cairo_t *cr = cairo_create (self->frame);
  char text[SKY_TIME_TEXT_SIZE];
  int x = self->shot->camera->width - self->digit_width * 24;
  int y = self->shot->camera->height - self->clock_height;

  /* "2023-11-04T20:15:03.250": the day and the time to the millisecond. */
  sky_time_format (at, text);
  text[10] = ' ';
  if (!fine)
    memset (text + 19, ' ', 4);
  for (guint i = 0; i < 23; i++)
    {
      const char *letter = strchr (CLOCK_TEXT, text[i]);

      cairo_set_source_surface (cr, self->digits[letter - CLOCK_TEXT],
                                x + (int) i * self->digit_width, y);
      cairo_rectangle (cr, x + (int) i * self->digit_width, y, self->digit_width,
                       self->clock_height);
      cairo_fill (cr);
    }
  cairo_destroy (cr);
  cairo_surface_flush (self->frame);
}

static SkyTime
get_start (const Shot *shot)
{
  return g_array_index (shot->times, SkyTime, 0) - MARGIN;
}

static SkyTime
get_end (const Shot *shot)
{
  return g_array_index (shot->times, SkyTime, shot->times->len - 1) + MARGIN;
}

/* The instant of picture @n. */
static SkyTime
get_instant (const Shot *shot, gint64 n)
{
  return get_start (shot) + n * SKY_SECOND * shot->camera->fps_d / shot->camera->fps_n;
}

static gint64
count_pictures (const Shot *shot)
{
  return (get_end (shot) - get_start (shot)) * shot->camera->fps_n
         / (shot->camera->fps_d * SKY_SECOND);
}

static void
add_done (const Shot *shot)
{
  if (shot->options->progress != NULL)
    __atomic_add_fetch (&shot->options->progress->done, 1, __ATOMIC_RELAXED);
}

/* Whether something is found near @at. @next is the first finding that may be, from one call to the
 * next. */
static gboolean
is_near_finding (const Shot *shot, SkyTime at, guint *next)
{
  while (*next < shot->found->len && g_array_index (shot->found, SkyTime, *next) < at - NEAR)
    (*next)++;
  return *next < shot->found->len && g_array_index (shot->found, SkyTime, *next) <= at + NEAR;
}

/* Whether one of the stretches of @length that time falls into begins with picture @n, or since the
 * one before it. */
static gboolean
begins (const Shot *shot, gint64 n, SkyTime length)
{
  return get_instant (shot, n) / length != get_instant (shot, n - 1) / length;
}

/* Draws the pictures from @first to before @end into one recording. */
static gboolean
draw_segment (
    Shot *shot, Canvas *canvas, SkyReplay *replay, guint *next_line, gint64 first, gint64 end)
{
  SkyTime to_camera = -shot->camera->clock_offset_ms * SKY_MILLISECOND;
  Segment segment = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (SkyVideoWriter) writer = NULL;
  guint next_found = 0;
  gboolean stale = TRUE; /* the frame is not of this picture's scene and dice */

  segment.file =
      g_strdup_printf ("footage/%s-%04u.mkv", shot->name, shot->first_number + shot->segments->len);
  segment.start = get_instant (shot, first) + to_camera;
  segment.end = get_instant (shot, end) + to_camera;
  path = g_build_filename (shot->folder, segment.file, NULL);
  g_array_append_val (shot->segments, segment);

  writer =
      sky_video_writer_new (path, shot->camera->width, shot->camera->height, shot->camera->fps_n,
                            shot->camera->fps_d, SKY_PIXELS_CAIRO32, &shot->error);
  for (gint64 n = first; writer != NULL && n < end; n++)
    {
      SkyTime at = get_instant (shot, n);
      gboolean flies = shot->flight != NULL && sky_sim_flight_is_near (shot->flight, at);
      gboolean fine =
          is_near_finding (shot, at, &next_found)
          || (shot->options->whole_throws
              && (flies || (shot->dealing != NULL && sky_sim_dealing_is_near (shot->dealing, at))));

      if (is_cancelled (shot->options))
        return FALSE;
      while (*next_line < shot->times->len
             && g_array_index (shot->times, SkyTime, *next_line) <= at)
        {
          (*next_line)++;
          canvas->changed = TRUE;
        }
      add_done (shot);
      /* The first and the last one say from when and until when the recording goes. */
      if (!fine && !begins (shot, n, canvas->changed ? SKY_SECOND : STILL) && n != first
          && n != end - 1)
        continue;
      if (canvas->changed)
        {
          g_autoptr (SkyScene) scene = sky_replay_at (replay, at);

          draw_scene (canvas, scene, at);
          stale = TRUE;
        }
      if (stale || flies)
        draw_frame (canvas, at);
      stale = flies;
      draw_clock (canvas, at, fine);
      if (!sky_video_writer_push (writer, cairo_image_surface_get_data (canvas->frame),
                                  (gsize) cairo_image_surface_get_stride (canvas->frame),
                                  at + to_camera, &shot->error))
        return FALSE;
    }
  if (writer == NULL || !sky_video_writer_finish (writer, NULL, &shot->error))
    return FALSE;
  return sky_digest_file (path, shot->options->cancelled,
                          g_array_index (shot->segments, Segment, shot->segments->len - 1).sha256,
                          &shot->error);
}

static void
draw_shot (gpointer data, gpointer user_data)
{
  Shot *shot = data;
  g_autoptr (SkyReplay) replay = sky_replay_new (shot->log);
  gint64 total = count_pictures (shot);
  gint64 each = SEGMENT_SPAN * shot->camera->fps_n / (shot->camera->fps_d * SKY_SECOND);
  guint next_line = 0;
  Canvas canvas;

  if (is_cancelled (shot->options))
    return;
  canvas_init (&canvas, shot);
  for (gint64 first = 0; first < total; first += each)
    if (!draw_segment (shot, &canvas, replay, &next_line, first, MIN (first + each, total)))
      break;
  canvas_clear (&canvas);
}

/* The time of each line of @log, made to never fall. */
static GArray *
list_times (SkyLog *log)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  GArray *times = g_array_new (FALSE, FALSE, sizeof (SkyTime));
  SkyTime latest = SKY_TIME_NONE;
  const SkyLine *line;

  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind != SKY_LINE_QUARANTINED)
      {
        latest = MAX (latest, line->event.at);
        g_array_append_val (times, latest);
      }
  return times;
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  const SkyTime *first = a;
  const SkyTime *second = b;

  return (*first > *second) - (*first < *second);
}

/* The times of what an audit finds in @log. */
static GArray *
list_found (SkyLog *log, const SkyStaff *staff)
{
  const SkyAuditOptions options = { .staff = staff };
  SkyLogAudit *audit = sky_audit_log (log, &options, NULL);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SkyTime));

  for (guint i = 0; i < audit->findings->len; i++)
    g_array_append_val (found, ((const SkyFinding *) audit->findings->pdata[i])->at);
  g_array_sort (found, compare_times);
  sky_log_audit_free (audit);
  return found;
}

/* All cameras of a table see the same throws, and no two tables do. */
static guint64
seed_of (const SkySimulateOptions *options, SkyLog *log)
{
  const SkyLogHeader *header = sky_log_get_header (log);

  return options->seed * 1000003 + g_str_hash (header->table) + (guint64) header->gaming_day;
}

/* Adds the cameras of the log at @path. @numbers counts the recordings of each camera. */
static gboolean
add_shots (GPtrArray *shots,
           const char *folder,
           const SkySimulateOptions *options,
           const char *path,
           const SkyStaff *staff,
           GHashTable *numbers,
           GError **error)
{
  g_autoptr (GArray) found = NULL;
  g_autoptr (SkyLog) log = sky_log_open_in_archive (folder, path, error);
  const SkyGame *game;

  if (log == NULL)
    return FALSE;
  game = sky_game_get (sky_log_get_header (log)->game);
  found = list_found (log, staff);
  for (guint i = 0; i < SKY_MAX_PLACES && game->cameras[i] != 0; i++)
    {
      Shot *shot = g_new0 (Shot, 1);
      gint64 span = SEGMENT_SPAN;
      guint n;

      shot->folder = folder;
      shot->options = options;
      shot->log = sky_log_ref (log);
      shot->times = list_times (log);
      shot->found = g_array_ref (found);
      shot->flight = sky_sim_flight_new (log, seed_of (options, log), options->contradictions);
      shot->dealing = sky_sim_dealing_new (log, seed_of (options, log), options->contradictions);
      shot->camera = &cameras[i];
      shot->covers = game->cameras[i];
      shot->name = g_strdup_printf ("%s-%s", sky_log_get_header (log)->table, cameras[i].suffix);
      shot->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
      g_array_set_clear_func (shot->segments, clear_segment);
      n = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, shot->name));
      shot->first_number = n + 1;
      n += (guint) ((get_end (shot) - get_start (shot) + span - 1) / span);
      g_hash_table_insert (numbers, g_strdup (shot->name), GUINT_TO_POINTER (n));
      g_ptr_array_add (shots, shot);
      if (options->progress != NULL)
        options->progress->total += count_pictures (shot);
    }
  return TRUE;
}

static void
add_segment (GString *json, const Segment *segment)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "file", segment->file);
  sky_json_add_time (json, "start", segment->start);
  sky_json_add_time (json, "end", segment->end);
  sky_json_add_string (json, "sha256", segment->sha256);
  sky_json_end_object (json);
}

static gboolean
write_index (const char *folder, GPtrArray *shots, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *path = g_build_filename (folder, "footage.json", NULL);
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "cameras");
  for (guint i = 0; i < shots->len; i++)
    {
      const Shot *first = shots->pdata[i];

      if (!g_hash_table_add (told, first->name))
        continue;
      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "camera", first->name);
      sky_json_add_string (json, "table", sky_log_get_header (first->log)->table);
      sky_json_add_string (json, "kind", "stationary");
      sky_json_begin_array (json, "covers");
      sky_json_add_string (json, NULL, sky_covers_to_name (first->covers));
      sky_json_end_array (json);
      sky_json_add_int (json, "clock_offset_ms", first->camera->clock_offset_ms);
      sky_json_begin_array (json, "segments");
      for (guint j = i; j < shots->len; j++)
        {
          const Shot *shot = shots->pdata[j];

          for (guint k = 0; g_str_equal (shot->name, first->name) && k < shot->segments->len; k++)
            add_segment (json, &g_array_index (shot->segments, Segment, k));
        }
      sky_json_end_array (json);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_file_set_contents_full (path, json->str, (gssize) json->len, G_FILE_SET_CONTENTS_NONE,
                                   0666, error);
}

/* What the pictures show otherwise than the logs have it. */
static gboolean
write_contradictions (const char *folder, GPtrArray *shots, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *path = g_build_filename (folder, "planted-pictures.json", NULL);

  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "contradicts");
  for (guint i = 0; i < shots->len; i++)
    {
      const Shot *shot = shots->pdata[i];

      const char *table = sky_log_get_header (shot->log)->table;

      /* Both cameras of a table show the same. */
      if (shot->camera != &cameras[0])
        continue;
      if (shot->flight != NULL)
        sky_sim_flight_write_contradictions (shot->flight, table, json);
      if (shot->dealing != NULL)
        sky_sim_dealing_write_contradictions (shot->dealing, table, json);
    }
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_file_set_contents_full (path, json->str, (gssize) json->len, G_FILE_SET_CONTENTS_NONE,
                                   0666, error);
}

gboolean
sky_sim_footage_write (const char *folder, const SkySimulateOptions *options, GError **error)
{
  g_autoptr (SkyArchive) archive = sky_archive_open (folder, error);
  g_autoptr (GPtrArray) shots = g_ptr_array_new_with_free_func (free_shot);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *recordings = g_build_filename (folder, "footage", NULL);
  GThreadPool *pool;

  if (archive == NULL)
    return FALSE;
  if (g_mkdir (recordings, 0777) != 0)
    {
      g_set_error (error, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_WRITE, "%s: %s", recordings,
                   g_strerror (errno));
      return FALSE;
    }
  if (options->progress != NULL)
    {
      options->progress->done = 0;
      options->progress->total = 0;
    }
  for (char **path = archive->logs; *path != NULL; path++)
    if (!add_shots (shots, folder, options, *path, archive->staff, numbers, error))
      return FALSE;
  if (options->progress != NULL)
    g_atomic_int_set (&options->progress->drawing, 1);

  pool = g_thread_pool_new (draw_shot, NULL, (gint) g_get_num_processors (), FALSE, error);
  if (pool == NULL)
    return FALSE;
  for (guint i = 0; i < shots->len; i++)
    g_thread_pool_push (pool, shots->pdata[i], NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  if (is_cancelled (options))
    return TRUE; /* the caller sees it too and says so */
  for (guint i = 0; i < shots->len; i++)
    {
      Shot *shot = shots->pdata[i];

      if (shot->error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&shot->error));
          return FALSE;
        }
    }
  return write_index (folder, shots, error)
         && (options->contradictions == 0 || write_contradictions (folder, shots, error));
}
