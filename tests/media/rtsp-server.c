/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera and a recorder for tests, in a process of their own so that they can be killed, stopped
 * and started again: rtsp-server PORT FILE START LENGTH GAP-AT GAP [CERTIFICATE]. Port 0 takes any;
 * the port is printed when the server answers. With a CERTIFICATE (a file with it, its key and what
 * signed it) it speaks TLS alone.
 *
 * /live shows pictures that carry the milliseconds of the wall clock at which they were made.
 * /replay plays FILE as ONVIF's Streaming Specification says, as recorded from START on
 * for LENGTH (microseconds, since 1970), but that nothing was recorded for GAP from GAP-AT on (both
 * in microseconds, the second from START on; LENGTH has the gap). */
#include "config.h"

#include "numbered-footage.h"

#include <gst/rtsp-server/rtsp-onvif-media-factory.h>
#include <gst/rtsp-server/rtsp-onvif-media.h>
#include <gst/rtsp-server/rtsp-server.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

/* From 1900, the epoch of NTP and of ONVIF's clock, to 1970. */
#define NTP_EPOCH (G_GUINT64_CONSTANT (2208988800) * GST_SECOND)

static GstClockTime recorded_from; /* ns since 1900 */
static GstClockTime recorded_for;
static GstClockTime gap_at; /* in the file */
static GstClockTime gap;

/* --- The recorder ----------------------------------------------------------------------------- */

/* What of the clock is added to the file's time @at. */
static GstClockTime
get_offset (GstClockTime at)
{
  return recorded_from + (at >= gap_at ? gap : 0);
}

/* The file's time at @clock; in the gap that of what comes after it. */
static GstClockTime
to_file (GstClockTime clock)
{
  GstClockTime into = clock > recorded_from ? clock - recorded_from : 0;

  if (into < gap_at)
    return into;
  return into >= gap_at + gap ? into - gap : gap_at;
}

typedef struct
{
  GstRTSPOnvifMedia parent_instance;
} Recorder;

typedef struct
{
  GstRTSPOnvifMediaClass parent_class;
} RecorderClass;

GType recorder_get_type (void);
G_DEFINE_TYPE (Recorder, recorder, GST_TYPE_RTSP_ONVIF_MEDIA)

static void
to_clock (GstRTSPTime *time, GstRTSPTime2 *date, GstClockTime at)
{
  g_autoptr (GDateTime) epoch = g_date_time_new_utc (1970, 1, 1, 0, 0, 0);
  g_autoptr (GDateTime) moment =
      g_date_time_add (epoch, (GTimeSpan) ((at - NTP_EPOCH) / GST_USECOND));

  time->type = GST_RTSP_TIME_UTC;
  time->seconds = g_date_time_get_hour (moment) * 3600 + g_date_time_get_minute (moment) * 60
                  + g_date_time_get_seconds (moment);
  date->year = (guint) g_date_time_get_year (moment);
  date->month = (guint) g_date_time_get_month (moment);
  date->day = (guint) g_date_time_get_day_of_month (moment);
}

/* What is asked for by the clock is played by the file's own time, and told by the clock again. */
static gboolean
recorder_convert_range (GstRTSPMedia *media, GstRTSPTimeRange *range, GstRTSPRangeUnit unit)
{
  GstClockTime from, until;

  if (range->unit == unit)
    return TRUE;
  if (!gst_rtsp_range_get_times (range, &from, &until))
    return FALSE;
  if (unit == GST_RTSP_RANGE_NPT)
    {
      range->min.type = GST_RTSP_TIME_SECONDS;
      range->min.seconds = (double) to_file (from) / GST_SECOND;
      if (GST_CLOCK_TIME_IS_VALID (until))
        {
          range->max.type = GST_RTSP_TIME_SECONDS;
          range->max.seconds = (double) to_file (until) / GST_SECOND;
        }
    }
  else if (unit == GST_RTSP_RANGE_CLOCK)
    {
      to_clock (&range->min, &range->min2, get_offset (from) + from);
      if (GST_CLOCK_TIME_IS_VALID (until))
        to_clock (&range->max, &range->max2, get_offset (until) + until);
    }
  else
    return FALSE;
  range->unit = unit;
  return TRUE;
}

static gboolean
recorder_setup_sdp (GstRTSPMedia *media, GstSDPMessage *sdp, GstSDPInfo *info)
{
  GstRTSPTimeRange range = { .unit = GST_RTSP_RANGE_CLOCK };

  if (!GST_RTSP_MEDIA_CLASS (recorder_parent_class)->setup_sdp (media, sdp, info))
    return FALSE;
  to_clock (&range.min, &range.min2, recorded_from);
  to_clock (&range.max, &range.max2, recorded_from + recorded_for);
  g_autofree char *text = gst_rtsp_range_to_string (&range);
  for (guint i = 0; i < gst_sdp_message_attributes_len (sdp); i++)
    {
      const GstSDPAttribute *attribute = gst_sdp_message_get_attribute (sdp, i);
      if (g_str_equal (attribute->key, "range"))
        {
          gst_sdp_message_remove_attribute (sdp, i);
          break;
        }
    }
  gst_sdp_message_add_attribute (sdp, "range", text);
  return TRUE;
}

static void
recorder_class_init (RecorderClass *klass)
{
  GST_RTSP_MEDIA_CLASS (klass)->convert_range = recorder_convert_range;
  GST_RTSP_MEDIA_CLASS (klass)->setup_sdp = recorder_setup_sdp;
}

static void
recorder_init (Recorder *self)
{
}

/* Tells the element that stamps the packets on which side of the gap the picture lies. */
static GstPadProbeReturn
side_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstClockTime *offset = data;
  GstClockTime own = get_offset (GST_BUFFER_PTS (GST_PAD_PROBE_INFO_BUFFER (info)));

  if (*offset == own)
    return GST_PAD_PROBE_OK;
  GstStructure *structure = gst_structure_new ("GstOnvifTimestamp", "ntp-offset", G_TYPE_UINT64,
                                               own, "discont", G_TYPE_BOOLEAN, own > *offset, NULL);
  *offset = own;
  gst_pad_push_event (pad, gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM, structure));
  return GST_PAD_PROBE_OK;
}

static void
configure_recorder_cb (GstRTSPMediaFactory *factory, GstRTSPMedia *media, gpointer data)
{
  g_autoptr (GstElement) bin = gst_rtsp_media_get_element (media);
  g_autoptr (GstElement) parse = gst_bin_get_by_name (GST_BIN (bin), "parse");
  g_autoptr (GstPad) pad = gst_element_get_static_pad (parse, "src");
  GstClockTime *offset = g_new (GstClockTime, 1);

  *offset = recorded_from;
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, side_cb, offset, g_free);
}

static GstRTSPMediaFactory *
make_recorder (const char *path)
{
  GstRTSPMediaFactory *factory = gst_rtsp_onvif_media_factory_new ();
  g_autofree char *launch = g_strdup_printf (
      "( filesrc location=\"%s\" ! matroskademux ! h264parse name=parse config-interval=-1 ! "
      "rtph264pay pt=96 ! rtponviftimestamp name=pay0 set-t-bit=true set-e-bit=true "
      "drop-out-of-segment=false ntp-offset=%" G_GUINT64_FORMAT " )",
      path, recorded_from);

  gst_rtsp_onvif_media_factory_set_replay_support (GST_RTSP_ONVIF_MEDIA_FACTORY (factory), TRUE);
  gst_rtsp_media_factory_set_media_gtype (factory, recorder_get_type ());
  gst_rtsp_media_factory_set_launch (factory, launch);
  g_signal_connect (factory, "media-configure", G_CALLBACK (configure_recorder_cb), NULL);
  return factory;
}

/* --- The camera ------------------------------------------------------------------------------- */

static GstPadProbeReturn
mark_cb (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstBuffer *buffer = gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (info));
  GstMapInfo map;

  if (gst_buffer_map (buffer, &map, GST_MAP_WRITE))
    {
      footage_mark (map.data, 320, 320, 240, (guint) (g_get_real_time () / 1000 & 0xffffff));
      gst_buffer_unmap (buffer, &map);
    }
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

static void
configure_cb (GstRTSPMediaFactory *factory, GstRTSPMedia *media, gpointer data)
{
  g_autoptr (GstElement) bin = gst_rtsp_media_get_element (media);
  g_autoptr (GstElement) mark = gst_bin_get_by_name (GST_BIN (bin), "mark");
  g_autoptr (GstPad) pad = gst_element_get_static_pad (mark, "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, mark_cb, NULL, NULL);
}

static GstRTSPMediaFactory *
make_camera (void)
{
  GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new ();

  gst_rtsp_media_factory_set_launch (
      factory, "( videotestsrc is-live=true pattern=black ! "
               "video/x-raw,format=I420,width=320,height=240,framerate=15/1 ! identity name=mark ! "
               "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! "
               "rtph264pay name=pay0 pt=96 config-interval=-1 )");
  gst_rtsp_media_factory_set_shared (factory, TRUE);
  g_signal_connect (factory, "media-configure", G_CALLBACK (configure_cb), NULL);
  return factory;
}

/* Whoever asks may see everything. */
static void
allow_all (GstRTSPMediaFactory *factory)
{
  gst_rtsp_media_factory_add_role (factory, "anyone", GST_RTSP_PERM_MEDIA_FACTORY_ACCESS,
                                   G_TYPE_BOOLEAN, TRUE, GST_RTSP_PERM_MEDIA_FACTORY_CONSTRUCT,
                                   G_TYPE_BOOLEAN, TRUE, NULL);
}

/* Speaks TLS alone from now on, with the certificate, the key and the authorities in @path. */
static void
secure (GstRTSPServer *server, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate) certificate = g_tls_certificate_new_from_file (path, &error);
  g_autoptr (GstRTSPAuth) auth = gst_rtsp_auth_new ();
  GstRTSPToken *token =
      gst_rtsp_token_new (GST_RTSP_TOKEN_MEDIA_FACTORY_ROLE, G_TYPE_STRING, "anyone", NULL);

  if (certificate == NULL)
    g_error ("%s: %s", path, error->message);
  gst_rtsp_auth_set_tls_certificate (auth, certificate);
  gst_rtsp_auth_set_default_token (auth, token);
  gst_rtsp_token_unref (token);
  gst_rtsp_server_set_auth (server, auth);
}

int
main (int argc, char **argv)
{
  /* It goes with the test that started it, however that ends. */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  gst_init (&argc, &argv);
  if (argc != 7 && argc != 8)
    {
      g_printerr ("usage: rtsp-server PORT FILE START LENGTH GAP-AT GAP [CERTIFICATE]\n");
      return EXIT_FAILURE;
    }
  recorded_from = NTP_EPOCH + (GstClockTime) g_ascii_strtoll (argv[3], NULL, 10) * GST_USECOND;
  recorded_for = (GstClockTime) g_ascii_strtoll (argv[4], NULL, 10) * GST_USECOND;
  gap_at = (GstClockTime) g_ascii_strtoll (argv[5], NULL, 10) * GST_USECOND;
  gap = (GstClockTime) g_ascii_strtoll (argv[6], NULL, 10) * GST_USECOND;

  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GstRTSPServer) server = gst_rtsp_server_new ();
  g_autoptr (GstRTSPMountPoints) mounts = gst_rtsp_server_get_mount_points (server);
  g_autoptr (GstRTSPThreadPool) threads = gst_rtsp_server_get_thread_pool (server);
  /* A thread for each connection. Where a recording is sought while its last picture is on its way,
   * GStreamer's server may lock up, and one thread for all of them would never answer again. */
  gst_rtsp_thread_pool_set_max_threads (threads, -1);
  gst_rtsp_server_set_address (server, "127.0.0.1");
  gst_rtsp_server_set_service (server, argv[1]);
  GstRTSPMediaFactory *recorder = make_recorder (argv[2]);
  GstRTSPMediaFactory *camera = make_camera ();
  if (argc == 8)
    {
      secure (server, argv[7]);
      allow_all (recorder);
      allow_all (camera);
    }
  gst_rtsp_mount_points_add_factory (mounts, "/replay", recorder);
  gst_rtsp_mount_points_add_factory (mounts, "/live", camera);
  if (gst_rtsp_server_attach (server, NULL) == 0)
    return EXIT_FAILURE;
  g_print ("%d\n", gst_rtsp_server_get_bound_port (server));
  g_main_loop_run (loop);
  return EXIT_SUCCESS;
}
