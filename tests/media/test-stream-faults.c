/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keeps a camera that is reached over the network from being seen, by its true name:
 * certificates that are not trusted, until they are, and servers that say nothing. */
#include "config.h"

#include "certificates.h"
#include "stream-server.h"
#include "wall-fixture.h"

#include <signal.h>

static void
assert_told (WallFixture *wall, const char *words)
{
  SkyCameraState state;

  sky_camera_wall_get_state (wall->wall, 0, &state);
  g_assert_cmpint (state.status, ==, SKY_CAMERA_FAILED);
  g_test_message ("%s", state.message);
  if (strstr (state.message, words) == NULL)
    g_error ("\"%s\" is not in \"%s\"", words, state.message);
  g_assert_nonnull (strstr (state.message, "://127.0.0.1:"));
  g_assert_null (strstr (state.message, "secret"));
  g_assert_cmpint (wall_fixture_read (wall, 0), ==, -1);
}

/* The data: words. */
static gboolean
is_told (WallFixture *wall, gconstpointer data)
{
  SkyCameraState state;

  sky_camera_wall_get_state (wall->wall, 0, &state);
  return state.status == SKY_CAMERA_FAILED && strstr (state.message, data) != NULL;
}

static void
trust (WallFixture *wall, const char *fingerprint)
{
  const char *const fingerprints[] = { fingerprint, NULL };
  g_autoptr (SkyCertificateTrust) trusted = sky_certificate_trust_new (fingerprints);

  sky_camera_wall_set_trust (wall->wall, trusted);
}

/* --- Certificates ----------------------------------------------------------------------------- */

/* @still: what is wrong when it is trusted, or NULL. */
static void
check_certificate (const TestCertificate *certificate,
                   gboolean trusts_authority,
                   const char *still,
                   const char *const *reasons)
{
  StreamServer server;
  WallFixture wall;
  g_autofree char *path = footage_path ("certificate.pem");
  g_autofree char *fingerprint = NULL;
  g_autofree char *authority = NULL;

  test_certificate_write (certificate, path, &fingerprint, &authority);
  stream_server_init (&server, 0, path);
  TestCamera camera = { .stream = server.live };
  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_set_live (wall.wall, TRUE);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  for (guint i = 0; reasons[i] != NULL; i++)
    assert_told (&wall, reasons[i]);
  assert_told (&wall, fingerprint);
  /* Another one's fingerprint helps nobody. */
  trust (&wall, "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
  wall_fixture_wait_until (&wall, is_told, fingerprint);
  trust (&wall, trusts_authority ? authority : fingerprint);
  if (still != NULL)
    wall_fixture_wait_until (&wall, is_told, still);
  else
    wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

static void
test_self_signed (void)
{
  check_certificate (&(TestCertificate){ .name = "127.0.0.1", .days = 1000 }, FALSE, NULL,
                     (const char *const[]){ "not trusted (self-signed).\nSHA-256", NULL });
}

static void
test_expired (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = g_date_time_add_days (now, -3);
  g_autofree char *expired = g_date_time_format (then, "; expired on %Y-%m-%d).");

  check_certificate (&(TestCertificate){ .name = "127.0.0.1", .days = -3 }, FALSE, NULL,
                     (const char *const[]){ "(self-signed; ", expired, NULL });
}

static void
test_unknown_authority (void)
{
  check_certificate (&(TestCertificate){ .name = "127.0.0.1", .days = 1000, .has_authority = TRUE },
                     TRUE, NULL, (const char *const[]){ "(unknown authority).", NULL });
}

/* Who trusts the authority does not trust what it signed for somebody else, or once. */
static void
test_wrong_name (void)
{
  check_certificate (
      &(TestCertificate){ .name = "127.0.0.2", .days = 1000, .has_authority = TRUE }, TRUE,
      "(issued for another name).",
      (const char *const[]){ "(unknown authority; issued for another name).", NULL });
}

static void
test_expired_under_authority (void)
{
  check_certificate (&(TestCertificate){ .name = "127.0.0.1", .days = -3, .has_authority = TRUE },
                     TRUE, "trusted (expired on ", (const char *const[]){ "; expired on ", NULL });
}

/* A recorder as well as a camera, and the pictures are the right ones. */
static void
test_replay (void)
{
  StreamServer server;
  WallFixture wall;
  g_autofree char *path = footage_path ("recorder.pem");
  g_autofree char *fingerprint = NULL;

  test_certificate_write (&(TestCertificate){ .name = "127.0.0.1", .days = 1000 }, path,
                          &fingerprint, NULL);
  stream_server_init (&server, 0, path);
  TestCamera camera = { .fault = FAULT_SOMEWHERE,
                        .n_recordings = 1,
                        .recordings = { { .footage = { .n_frames = 30 * STREAM_LENGTH },
                                          .path = g_strdup ("not played"),
                                          .replay = server.replay } } };
  wall_fixture_init (&wall, &camera, 1);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  assert_told (&wall, "(self-signed)");
  assert_told (&wall, fingerprint);
  trust (&wall, fingerprint);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_SHOWING);
  wall_fixture_settle (&wall);
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

/* A fingerprint as tools print it and as people type it. */
static void
test_fingerprints (void)
{
  static const char *const wrong[] = {
    "",
    "AB:CD",
    "sha256",
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeef",
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeffa",
    "g0112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
  };
  g_autofree char *plain = sky_certificate_parse_fingerprint (
      " 00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF\n");
  g_autofree char *again = sky_certificate_parse_fingerprint (plain);

  g_assert_cmpstr (plain, ==,
                   "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:"
                   "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF");
  g_assert_cmpstr (again, ==, plain);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_null (sky_certificate_parse_fingerprint (wrong[i]));
}

/* --- Servers that say nothing ----------------------------------------------------------------- */

/* The kernel accepts for a socket that listens, and nobody says anything. */
static void
check_silent (const char *scheme)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocket) socket =
      g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
  WallFixture wall;

  g_assert_no_error (error);
  g_socket_bind (socket, any, TRUE, &error);
  g_assert_no_error (error);
  g_socket_listen (socket, &error);
  g_assert_no_error (error);
  g_autoptr (GSocketAddress) bound = g_socket_get_local_address (socket, &error);
  g_autofree char *stream =
      g_strdup_printf ("%s://127.0.0.1:%u/live", scheme,
                       g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));
  TestCamera camera = { .stream = stream };
  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_set_live (wall.wall, TRUE);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  assert_told (&wall, "does not answer");
  wall_fixture_clear (&wall);
}

static void
test_silent (void)
{
  check_silent ("rtsp");
  check_silent ("rtsps");
}

/* A camera that does not speak TLS is not one that is not there. */
static void
test_no_tls (void)
{
  StreamServer server;
  WallFixture wall;

  stream_server_init (&server, 0, NULL);
  g_autofree char *stream = g_strdup_printf ("rtsps://127.0.0.1:%s/live", server.port);
  TestCamera camera = { .stream = stream };
  wall_fixture_init (&wall, &camera, 1);
  sky_camera_wall_set_live (wall.wall, TRUE);
  wall_fixture_wait_status (&wall, 0, SKY_CAMERA_FAILED);
  assert_told (&wall, "does not answer over TLS");
  wall_fixture_clear (&wall);
  stream_server_clear (&server);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stream-faults/certificate/self-signed", test_self_signed);
  g_test_add_func ("/stream-faults/certificate/expired", test_expired);
  g_test_add_func ("/stream-faults/certificate/unknown-authority", test_unknown_authority);
  g_test_add_func ("/stream-faults/certificate/wrong-name", test_wrong_name);
  g_test_add_func ("/stream-faults/certificate/expired-under-authority",
                   test_expired_under_authority);
  g_test_add_func ("/stream-faults/certificate/replay", test_replay);
  g_test_add_func ("/stream-faults/certificate/fingerprints", test_fingerprints);
  g_test_add_func ("/stream-faults/silent", test_silent);
  g_test_add_func ("/stream-faults/no-tls", test_no_tls);
  return g_test_run ();
}
