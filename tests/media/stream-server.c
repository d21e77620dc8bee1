/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "stream-server.h"

#include "wall-fixture.h"

#include <signal.h>
#include <sys/wait.h>

void
stream_server_start (StreamServer *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *start = g_strdup_printf ("%" G_GINT64_FORMAT, EPOCH);
  g_autofree char *length =
      g_strdup_printf ("%" G_GINT64_FORMAT, STREAM_LENGTH * SKY_SECOND + self->gap);
  g_autofree char *gap_at = g_strdup_printf ("%" G_GINT64_FORMAT, STREAM_GAP_AT);
  g_autofree char *gap = g_strdup_printf ("%" G_GINT64_FORMAT, self->gap);

  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  /* The server library warns of what is no fault of this program's. */
  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  self->process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("RTSP_SERVER"),
                                               self->port, self->recording, start, length, gap_at,
                                               gap, self->certificate, NULL);
  g_assert_no_error (error);
  g_autoptr (GDataInputStream) output =
      g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  g_autofree char *port = g_data_input_stream_read_line (output, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (port);
  g_free (self->port);
  self->port = g_steal_pointer (&port);
}

void
stream_server_kill (StreamServer *self)
{
  g_subprocess_force_exit (self->process);
  g_assert_true (g_subprocess_wait (self->process, NULL, NULL));
  g_clear_object (&self->process);
}

void
stream_server_stop (StreamServer *self)
{
  pid_t pid = (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (self->process), NULL, 10);
  siginfo_t stopped;

  g_subprocess_send_signal (self->process, SIGSTOP);
  g_assert_cmpint (waitid (P_PID, (id_t) pid, &stopped, WSTOPPED), ==, 0);
}

void
stream_server_init (StreamServer *self, SkyTime gap, const char *certificate)
{
  Recording recording = { .footage = { .n_frames = 30 * STREAM_LENGTH } };
  const char *scheme = certificate != NULL ? "rtsps" : "rtsp";

  wall_fixture_write (&recording);
  *self = (StreamServer){ .recording = recording.path,
                          .port = g_strdup ("0"),
                          .certificate = g_strdup (certificate),
                          .gap = gap };
  stream_server_start (self);
  self->replay = g_strdup_printf ("%s://127.0.0.1:%s/replay", scheme, self->port);
  self->live = g_strdup_printf ("%s://eye:secret@127.0.0.1:%s/live", scheme, self->port);
}

void
stream_server_clear (StreamServer *self)
{
  stream_server_kill (self);
  g_free (self->recording);
  g_free (self->port);
  g_free (self->certificate);
  g_free (self->replay);
  g_free (self->live);
}
