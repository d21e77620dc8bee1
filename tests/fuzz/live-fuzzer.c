/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a broker hands to a receiver: messages, divided by lines "%%", each a line with its topic
 * and the payload behind it; the topic "restart" has the receiver end and begin anew. Whatever
 * comes, the folder has logs of the names that their headers say, of whole lines, and nothing
 * besides; and a have never says more than the disk has. */
#include "config.h"

#include "fuzz-target.h"

#include "sky-live-payload.h"
#include "sky-live-topic.h"
#include "sky-received-log.h"
#include "sky-receiver.h"

#include <glib/gstdio.h>
#include <string.h>

#define DIVIDER "\n%%\n"
/* Each message may make a file. */
#define MAX_MESSAGES 64

/* What is lost of this table's logs, or begins again, is accepted. */
static const char *const accepted[] = { "CR-02/2023-11-04", NULL };

typedef struct
{
  const char *folder;
  SkyLiveReader *reader;
  SkyReceiver *receiver;
} Fuzz;

/* Whether the file has the bytes that the have speaks of. */
static gboolean
has (const char *path, const SkyLiveHave *have)
{
  g_autofree char *text = NULL;
  char hex[SKY_DIGEST_HEX_SIZE];
  guint8 digest[SKY_DIGEST_SIZE];
  gsize size;

  if (!g_str_has_suffix (path, SKY_RECEIVED_LOG) || !g_file_get_contents (path, &text, &size, NULL)
      || size < have->bytes || have->bytes == 0 || text[have->bytes - 1] != '\n')
    return FALSE;
  sky_digest_bytes (text, have->bytes, digest);
  sky_digest_to_hex (digest, hex);
  return have->sha256[0] == '\0' || g_str_equal (hex, have->sha256);
}

static void
check_have (const Fuzz *fuzz, const char *key, const SkyLiveHave *have)
{
  g_auto (GStrv) names = g_strsplit (key, "/", 3);
  g_autofree char *path = g_build_filename (fuzz->folder, names[0], names[2], NULL);
  g_autofree char *begin = g_strdup_printf ("%s-%s", names[1], names[2]);
  g_autoptr (GDir) day = g_dir_open (path, 0, NULL);
  gboolean found = FALSE;
  const char *name;

  g_assert_nonnull (day);
  while (!found && (name = g_dir_read_name (day)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      found = g_str_has_prefix (name, begin) && has (file, have);
    }
  g_assert_true (found);
}

static void
publish_cb (
    const char *topic, const char *payload, gsize size, gboolean retained, gpointer user_data)
{
  const Fuzz *fuzz = user_data;
  char key[SKY_LIVE_KEY_SIZE];
  SkyLiveLevel level;
  SkyLiveHave have;
  guint64 position;
  g_autofree char *reason = NULL;

  g_assert_true (sky_live_topic_read (topic, key, &level));
  switch (level)
    {
    case SKY_LIVE_HAVE:
      g_assert_true (sky_live_reader_have (fuzz->reader, payload, size, &have));
      check_have (fuzz, key, &have);
      break;
    case SKY_LIVE_WANT:
      g_assert_true (sky_live_reader_want (fuzz->reader, payload, size, &position));
      break;
    case SKY_LIVE_REFUSE:
      reason = sky_live_reader_refuse (fuzz->reader, payload, size, &position);
      g_assert_true (size == 0 || reason != NULL);
      break;
    case SKY_LIVE_LINE:
    case SKY_LIVE_LINES:
    case SKY_LIVE_HELLO:
    case SKY_LIVE_GONE:
    case SKY_LIVE_N_LEVELS:
    default:
      g_assert_not_reached ();
    }
}

static void
tell_cb (const char *text, gpointer user_data)
{
}

static void
begin (Fuzz *fuzz)
{
  const SkyReceiverOuter outer = { publish_cb, tell_cb, fuzz };
  const SkyReceiverAccepted allowed = { accepted, accepted };

  fuzz->receiver = sky_receiver_new (fuzz->folder, &allowed, &outer, NULL);
  g_assert_nonnull (fuzz->receiver);
  sky_receiver_greet (fuzz->receiver);
}

static void
end (Fuzz *fuzz)
{
  sky_receiver_finish (fuzz->receiver);
  while (!sky_receiver_is_finished (fuzz->receiver))
    g_main_context_iteration (NULL, TRUE);
  sky_receiver_free (g_steal_pointer (&fuzz->receiver));
}

/* --- The folder --------------------------------------------------------------------------------
 */

static void
check_log (const Fuzz *fuzz, const char *path, const char *key)
{
  g_autofree char *text = NULL;
  g_autofree char *property = NULL;
  g_autofree char *table = NULL;
  g_autofree char *day = NULL;
  g_autofree char *own = NULL;
  SkyLiveLine line;
  gsize size;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  if (size == 0)
    return;
  g_assert_cmpint (text[size - 1], ==, '\n');
  g_assert_true (sky_live_reader_line (fuzz->reader, text,
                                       (gsize) ((char *) memchr (text, '\n', size) - text), &line));
  g_assert_cmpuint (line.position, ==, 0);
  property = sky_text_dup (line.property);
  table = sky_text_dup (line.table);
  day = sky_text_dup (line.day);
  own = sky_live_key (property, table, day);
  g_assert_cmpstr (own, ==, key);
}

/* PROPERTY/DAY/TABLE-DAY… */
static void
check_file (const Fuzz *fuzz, const char *property, const char *day, const char *name)
{
  g_autofree char *path = g_build_filename (fuzz->folder, property, day, name, NULL);
  g_autofree char *middle = g_strconcat ("-", day, NULL);
  const char *at = g_strrstr (name, middle);
  g_autofree char *table = NULL;
  g_autofree char *key = NULL;

  g_assert_nonnull (at);
  table = g_strndup (name, (gsize) (at - name));
  key = g_strdup_printf ("%s/%s/%s", property, table, day);
  if (g_str_has_suffix (name, SKY_RECEIVED_LOG))
    check_log (fuzz, path, key);
  else
    g_assert_true (g_str_has_suffix (name, SKY_RECEIVED_RECEIPTS)
                   || g_str_has_suffix (name, SKY_RECEIVED_CONFLICTS));
}

/* Looks at each file, and removes it. */
static void
check_folder (const Fuzz *fuzz)
{
  g_autoptr (GDir) properties = g_dir_open (fuzz->folder, 0, NULL);
  const char *property, *day, *name;

  while ((property = g_dir_read_name (properties)) != NULL)
    {
      g_autofree char *path = g_build_filename (fuzz->folder, property, NULL);
      g_autoptr (GDir) days = *property != '.' ? g_dir_open (path, 0, NULL) : NULL;

      while (days != NULL && (day = g_dir_read_name (days)) != NULL)
        {
          g_autofree char *below = g_build_filename (path, day, NULL);
          g_autoptr (GDir) names = g_dir_open (below, 0, NULL);

          g_assert_nonnull (names);
          while ((name = g_dir_read_name (names)) != NULL)
            {
              g_autofree char *file = g_build_filename (below, name, NULL);

              check_file (fuzz, property, day, name);
              g_unlink (file);
            }
          g_rmdir (below);
        }
      g_assert_cmpint (*property == '.' ? g_unlink (path) : g_rmdir (path), ==, 0);
    }
}

/* --- Messages ----------------------------------------------------------------------------------
 */

static void
take (Fuzz *fuzz, const char *message, gsize size)
{
  const char *lf = memchr (message, '\n', size);
  const char *payload;
  g_autofree char *topic = g_strndup (message, lf != NULL ? (gsize) (lf - message) : size);

  if (g_str_equal (topic, "restart"))
    {
      end (fuzz);
      begin (fuzz);
      return;
    }
  payload = lf != NULL ? lf + 1 : message + size;
  sky_receiver_message (fuzz->receiver, topic, payload, (gsize) (message + size - payload));
}

/* In memory: each run syncs some files. */
static char *
make_folder (void)
{
  const char *memory = "/dev/shm";
  char *folder =
      g_build_filename (g_file_test (memory, G_FILE_TEST_IS_DIR) ? memory : g_get_tmp_dir (),
                        "skyward-fuzz-XXXXXX", NULL);

  g_assert_nonnull (g_mkdtemp (folder));
  return folder;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *folder = make_folder ();
  Fuzz fuzz = { folder, sky_live_reader_new (), NULL };
  const char *text = (const char *) data;
  const char *rest = text + size;

  begin (&fuzz);
  for (guint i = 0; i < MAX_MESSAGES && text < rest; i++)
    {
      const char *divider = memmem (text, (gsize) (rest - text), DIVIDER, strlen (DIVIDER));
      const char *stop = divider != NULL ? divider : rest;

      take (&fuzz, text, (gsize) (stop - text));
      text = divider != NULL ? divider + strlen (DIVIDER) : rest;
    }
  end (&fuzz);
  check_folder (&fuzz);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  sky_live_reader_free (fuzz.reader);
  return 0;
}
