/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "wall-fixture.h"

#include <glib/gstdio.h>

#define DEADLINE (60 * G_TIME_SPAN_SECOND)

static SkyClockMap
make_clock (const TestCamera *camera)
{
  SkyClockMap clock = sky_clock_map_from_offset (camera->clock_offset);
  const SkyClockSync first = { EPOCH - camera->clock_offset, EPOCH };
  const SkyClockSync second = { first.camera + 1000 * SKY_SECOND,
                                EPOCH + 1000 * (SKY_SECOND + camera->drift) };

  if (camera->drift != 0)
    g_assert_true (sky_clock_map_from_syncs (&clock, &second, &first));
  return clock;
}

/* How far into @recording the instant @position is, on the camera's clock. */
static SkyTime
get_into (const TestCamera *camera, const Recording *recording, SkyTime position)
{
  return sky_clock_map_to_camera (&camera->clock, EPOCH + position)
         - sky_clock_map_to_camera (&camera->clock, EPOCH + recording->start);
}

/* How long @recording lasts, its gap included. */
static SkyTime
get_length (const Recording *recording)
{
  return footage_get_duration (&recording->footage) + recording->gap;
}

static void
put_on_wall (WallFixture *self)
{
  g_autoptr (GPtrArray) cameras =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_camera_unref);

  for (guint i = 0; i < self->n_cameras; i++)
    {
      TestCamera *given = &self->cameras[i];
      g_autofree char *name = g_strdup_printf ("camera %u", i);
      given->clock = make_clock (given);
      SkyCamera *camera = sky_camera_new (name, NULL, &given->clock);
      for (guint k = 0; k < given->n_recordings; k++)
        {
          Recording *recording = &given->recordings[k];
          SkyTime start = sky_clock_map_to_camera (&given->clock, EPOCH + recording->start);
          SkyTime end = start + get_length (recording);
          if (recording->replay != NULL)
            sky_camera_add_replay (camera, recording->replay, start, end);
          else
            sky_camera_add_segment (camera, recording->path, start, end);
        }
      if (given->stream != NULL)
        sky_camera_set_stream (camera, given->stream);
      g_ptr_array_add (cameras, camera);
    }
  self->wall = sky_camera_wall_new ();
  sky_camera_wall_set_cameras (self->wall, cameras);
}

void
wall_fixture_write (Recording *recording)
{
  static guint serial;
  g_autofree char *name = g_strdup_printf ("%u.video", serial++);

  recording->path = footage_path (name);
  recording->footage.first_ms = (guint) (recording->start / SKY_MILLISECOND);
  footage_write (&recording->footage, recording->path);
}

void
wall_fixture_init (WallFixture *self, TestCamera *cameras, guint n_cameras)
{
  for (guint i = 0; i < n_cameras; i++)
    for (guint k = 0; k < cameras[i].n_recordings; k++)
      if (cameras[i].recordings[k].path == NULL)
        wall_fixture_write (&cameras[i].recordings[k]);
  *self = (WallFixture){ .cameras = cameras, .n_cameras = n_cameras, .now = 1000000 };
  put_on_wall (self);
}

void
wall_fixture_clear (WallFixture *self)
{
  g_assert_finalize_object (self->wall);
  for (guint i = 0; i < self->n_cameras; i++)
    for (guint k = 0; k < self->cameras[i].n_recordings; k++)
      g_clear_pointer (&self->cameras[i].recordings[k].path, g_free);
}

/* As wall_fixture_expect(), with frames shown as much as @tolerance early. */
static int
expect (const WallFixture *self, guint camera, SkyTime position, SkyTime tolerance)
{
  const TestCamera *given = &self->cameras[camera];
  SkyTime lenient = position + tolerance;

  for (guint k = given->n_recordings; k-- > 0;)
    {
      const Recording *recording = &given->recordings[k];
      SkyTime into = get_into (given, recording, position);
      if (into < 0)
        lenient = MIN (lenient, recording->start - 1);
      if (into < 0 || into >= get_length (recording))
        continue;
      into = get_into (given, recording, lenient);
      if (recording->gap > 0 && into >= recording->gap_at + recording->gap)
        into -= recording->gap;
      else if (recording->gap > 0 && get_into (given, recording, position) >= recording->gap_at)
        return -1;
      else if (recording->gap > 0)
        into = MIN (into, recording->gap_at - 1);
      return (int) footage_get_frame_ms (&recording->footage,
                                         footage_get_frame_at (&recording->footage, into));
    }
  return -1;
}

int
wall_fixture_expect (const WallFixture *self, guint camera, SkyTime position)
{
  /* Containers round; a frame is shown up to a millisecond early, but only by its own recording. */
  return expect (self, camera, position, SKY_MILLISECOND);
}

int
wall_fixture_read (const WallFixture *self, guint camera)
{
  SkyFramePaintable *paintable = sky_camera_wall_get_paintable (self->wall, camera);
  GdkTexture *texture = sky_frame_paintable_get_texture (paintable);

  if (texture == NULL)
    return -1;
  int width = gdk_texture_get_width (texture);
  int height = gdk_texture_get_height (texture);
  gsize stride = (gsize) width * 4;
  g_autofree guint8 *pixels = g_malloc (stride * (gsize) height);
  gdk_texture_download (texture, pixels, stride);
  int ms = footage_read (pixels, stride, 4, width, height);
  return ms < 0 ? -2 : ms;
}

SkyTime
wall_fixture_position (const WallFixture *self)
{
  return sky_camera_wall_get_position (self->wall) - EPOCH;
}

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* A frame clock goes on while pictures are waited for; this one goes on by so little that a machine
 * under load has all the time that it needs. */
#define CRAWL 50

void
wall_fixture_tick (WallFixture *self, gint64 elapsed)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  SkyTime before = wall_fixture_position (self);

  self->now += elapsed;
  sky_camera_wall_tick (self->wall, self->now);
  if (elapsed <= CRAWL)
    return;
  guint wake = g_timeout_add (1, wake_cb, NULL);
  while (sky_camera_wall_get_playing (self->wall) && wall_fixture_position (self) == before)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
      self->now += CRAWL;
      sky_camera_wall_tick (self->wall, self->now);
    }
  g_source_remove (wake);
}

void
wall_fixture_wait_until (WallFixture *self, WallFixtureCondition done, gconstpointer data)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  guint wake = g_timeout_add (1, wake_cb, NULL);

  while (!done (self, data))
    {
      g_main_context_iteration (NULL, TRUE);
      if (sky_camera_wall_get_active (self->wall))
        wall_fixture_tick (self, 0);
      if (g_get_monotonic_time () < deadline)
        continue;
      char text[SKY_TIME_TEXT_SIZE];
      for (guint i = 0; i < self->n_cameras; i++)
        {
          SkyCameraState state;
          sky_camera_wall_get_state (self->wall, i, &state);
          g_printerr ("camera %u: status %d, %s, carries %d, must carry %d\n", i, state.status,
                      state.message != NULL ? state.message : "-", wall_fixture_read (self, i),
                      wall_fixture_expect (self, i, wall_fixture_position (self)));
        }
      g_error ("nothing moves at %s",
               sky_time_format (sky_camera_wall_get_position (self->wall), text));
    }
  g_source_remove (wake);
}

static gboolean
camera_is_settled (WallFixture *self, guint camera)
{
  SkyCameraState state;
  int expected = wall_fixture_expect (self, camera, wall_fixture_position (self));
  int carried = wall_fixture_read (self, camera);
  Fault fault = self->cameras[camera].fault;

  sky_camera_wall_get_state (self->wall, camera, &state);
  if (expected < 0)
    return state.status == SKY_CAMERA_GAP && carried == -1;
  if (fault != FAULT_NONE && state.status == SKY_CAMERA_FAILED)
    return carried == -1 && state.message != NULL && state.message[0] != '\0';
  if (fault == FAULT_ALWAYS || state.status != SKY_CAMERA_SHOWING)
    return FALSE;
  /* Where it ends early there is no next frame to be shown a little before its time. */
  return carried == expected
         || (fault == FAULT_SOMEWHERE
             && carried == expect (self, camera, wall_fixture_position (self), 0));
}

static gboolean
is_settled (WallFixture *self, gconstpointer data)
{
  for (guint i = 0; i < self->n_cameras; i++)
    if (!camera_is_settled (self, i))
      return FALSE;
  return TRUE;
}

void
wall_fixture_settle (WallFixture *self)
{
  wall_fixture_wait_until (self, is_settled, NULL);
}

static gboolean
is_at_rest (WallFixture *self, gconstpointer data)
{
  return sky_camera_wall_is_at_rest (self->wall);
}

void
wall_fixture_rest (WallFixture *self)
{
  wall_fixture_wait_until (self, is_at_rest, NULL);
}

static gboolean
has_moved (WallFixture *self, gconstpointer data)
{
  const SkyTime *before = data;

  return wall_fixture_position (self) != *before;
}

void
wall_fixture_step (WallFixture *self, int frames)
{
  SkyTime before = wall_fixture_position (self);

  sky_camera_wall_step (self->wall, frames);
  wall_fixture_wait_until (self, has_moved, &before);
  wall_fixture_settle (self);
}

static gboolean
has_status (WallFixture *self, gconstpointer data)
{
  const guint *wanted = data;
  SkyCameraState state;

  sky_camera_wall_get_state (self->wall, wanted[0], &state);
  return (guint) state.status == wanted[1];
}

void
wall_fixture_wait_status (WallFixture *self, guint camera, SkyCameraStatus status)
{
  guint wanted[] = { camera, status };

  wall_fixture_wait_until (self, has_status, wanted);
}
