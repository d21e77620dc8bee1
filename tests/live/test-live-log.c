/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The receiver's state machine against a model that is a list of lines: every order of what may
 * arrive up to length six, and a million orders at random with writes that go well and badly. */
#include "config.h"

#include "sky-live-log.h"

#include <string.h>

#define N_RANDOM 1000000

typedef enum
{
  NEXT,
  OLD,   /* the first line */
  SAME,  /* the last */
  OTHER, /* another in its place */
  AHEAD,
  KEEP, /* what was taken is written, and kept */
  LOSE, /* what was taken is written, and that fails */
  N_KINDS,
} Kind;

/* What the file should be. */
typedef struct
{
  GPtrArray *lines; /* taken */
  guint kept;
} Model;

typedef struct
{
  SkyLiveLog *log;
  Model model;
  GString *file;
} Both;

static void
begin (Both *both)
{
  both->log = sky_live_log_new (0, 0);
  both->model.lines = g_ptr_array_new_with_free_func (g_free);
  both->model.kept = 0;
  both->file = g_string_new (NULL);
}

static void
end (Both *both)
{
  sky_live_log_free (both->log);
  g_ptr_array_unref (both->model.lines);
  g_string_free (both->file, TRUE);
}

static SkyArrival
arrive (Both *both, guint64 position, const char *text)
{
  const SkyLiveLine line = {
    .position = position, .bytes = text, .length = strlen (text), .at = SKY_TIME_NONE
  };

  return sky_live_log_arrive (both->log, &line);
}

/* What was taken goes to the file. */
static void
write_out (Both *both, gboolean well)
{
  GString *waiting = sky_live_log_take_waiting (both->log);

  if (well)
    {
      if (waiting != NULL)
        g_string_append_len (both->file, waiting->str, (gssize) waiting->len);
      sky_live_log_keep (both->log);
      both->model.kept = both->model.lines->len;
    }
  else
    {
      sky_live_log_fall_back (both->log);
      g_ptr_array_set_size (both->model.lines, (gint) both->model.kept);
    }
  if (waiting != NULL)
    g_string_free (waiting, TRUE);
}

static void
step (Both *both, Kind kind, guint number)
{
  GPtrArray *lines = both->model.lines;
  const guint n = lines->len;
  g_autofree char *text = g_strdup_printf ("line %u", number);

  switch (kind)
    {
    case NEXT:
      g_assert_cmpint (arrive (both, n, text), ==, SKY_ARRIVAL_TAKEN);
      g_ptr_array_add (lines, g_steal_pointer (&text));
      break;
    case OLD:
      if (n > 0)
        g_assert_cmpint (arrive (both, 0, lines->pdata[0]), ==, SKY_ARRIVAL_OLD);
      break;
    case SAME:
      if (n > 0)
        g_assert_cmpint (arrive (both, n - 1, lines->pdata[n - 1]), ==, SKY_ARRIVAL_OLD);
      break;
    case OTHER:
      if (n > 0)
        g_assert_cmpint (arrive (both, n - 1, "another"), ==, SKY_ARRIVAL_CONFLICT);
      break;
    case AHEAD:
      g_assert_cmpint (arrive (both, n + 1 + number % 3, text), ==, SKY_ARRIVAL_AHEAD);
      break;
    case KEEP:
    case LOSE:
      write_out (both, kind == KEEP);
      break;
    case N_KINDS:
    default:
      g_assert_not_reached ();
    }
  g_assert_cmpuint (sky_live_log_get_next (both->log), ==, lines->len);
  g_assert_cmpuint (sky_live_log_get_kept (both->log, NULL), ==, both->model.kept);
}

/* The file is the model's, and so is what the log says of it. */
static void
check (Both *both)
{
  g_autoptr (GString) wanted = g_string_new (NULL);
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  char hex[SKY_DIGEST_HEX_SIZE], said[SKY_DIGEST_HEX_SIZE], epoch[SKY_LIVE_EPOCH_SIZE];
  guint64 bytes;
  gsize head = 0;

  for (guint i = 0; i < both->model.kept; i++)
    {
      g_string_append_printf (wanted, "%s\n", (char *) both->model.lines->pdata[i]);
      if (i == 1)
        head = wanted->len;
    }
  g_assert_cmpmem (both->file->str, both->file->len, wanted->str, wanted->len);
  sky_live_log_get_kept (both->log, &bytes);
  g_assert_cmpuint (bytes, ==, wanted->len);
  sky_digest_update (digest, wanted->str, wanted->len);
  sky_digest_peek (digest, hex);
  if (sky_live_log_get_kept_digest (both->log, said))
    g_assert_cmpstr (said, ==, hex);
  if (both->model.kept >= 2)
    {
      sky_live_epoch (wanted->str, head, epoch);
      g_assert_cmpstr (sky_live_log_get_epoch (both->log), ==, epoch);
    }
}

static void
test_every_order (void)
{
  for (guint length = 1; length <= 6; length++)
    {
      guint n_orders = 1;

      for (guint i = 0; i < length; i++)
        n_orders *= N_KINDS;
      for (guint order = 0; order < n_orders; order++)
        {
          Both both;
          guint rest = order;

          begin (&both);
          for (guint i = 0; i < length; i++, rest /= N_KINDS)
            step (&both, (Kind) (rest % N_KINDS), i);
          write_out (&both, TRUE);
          check (&both);
          end (&both);
        }
    }
}

static void
test_at_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (26);
  guint n = 0;

  while (n < N_RANDOM)
    {
      const guint length = (guint) g_rand_int_range (random, 1, 20000);
      Both both;

      begin (&both);
      for (guint i = 0; i < length && n < N_RANDOM; i++, n++)
        {
          const guint dice = (guint) g_rand_int_range (random, 0, 100);
          const guint lines = both.model.lines->len;

          /* Too old to be told from others: dropped, whatever it is. */
          if (dice == 99 && lines > SKY_LIVE_KNOWN_MAX + 1)
            g_assert_cmpint (arrive (&both,
                                     (guint64) g_rand_int_range (
                                         random, 0, (gint32) (lines - SKY_LIVE_KNOWN_MAX - 1)),
                                     "another"),
                             ==, SKY_ARRIVAL_OLD);
          else
            step (&both,
                  dice < 60   ? NEXT
                  : dice < 90 ? (Kind) (1 + dice % 4)
                  : dice < 98 ? KEEP
                              : LOSE,
                  i);
        }
      write_out (&both, TRUE);
      check (&both);
      end (&both);
    }
}

/* What lay on the disk before is compared too, once its lines are told. */
static void
test_known (void)
{
  g_autoptr (SkyLiveLog) log = sky_live_log_new (5000, 70000);
  g_autoptr (GArray) hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  SkyLiveLine line = { .position = 4999, .bytes = "other", .length = 5, .at = SKY_TIME_NONE };

  g_assert_cmpint (sky_live_log_arrive (log, &line), ==, SKY_ARRIVAL_OLD);
  line.position = 5000;
  g_assert_cmpint (sky_live_log_arrive (log, &line), ==, SKY_ARRIVAL_TAKEN);
  for (guint i = 0; i < 5000; i++)
    {
      guint64 hash = sky_live_log_hash ((const char *) &i, sizeof i);

      g_array_append_val (hashes, hash);
    }
  sky_live_log_know (log, 0, (const guint64 *) (gpointer) hashes->data, hashes->len);
  line.position = 4999;
  g_assert_cmpint (sky_live_log_arrive (log, &line), ==, SKY_ARRIVAL_CONFLICT);
  for (guint i = 4999; i > 5000 - SKY_LIVE_KNOWN_MAX; i--)
    {
      line = (SkyLiveLine){ i, (const char *) &i, sizeof i, FALSE, SKY_TIME_NONE };
      g_assert_cmpint (sky_live_log_arrive (log, &line), ==, SKY_ARRIVAL_OLD);
    }
  line.position = 0;
  g_assert_cmpint (sky_live_log_arrive (log, &line), ==, SKY_ARRIVAL_OLD);
}

/* A disk that takes nothing does not fill the memory. */
static void
test_full (void)
{
  g_autoptr (SkyLiveLog) log = sky_live_log_new (0, 0);
  g_autofree char *text = g_strnfill (SKY_LIVE_LINE_MAX - 1, 'x');
  SkyLiveLine line = { 0, text, SKY_LIVE_LINE_MAX - 1, FALSE, SKY_TIME_NONE };

  for (; line.position < SKY_LIVE_WAITING_MAX / SKY_LIVE_LINE_MAX; line.position++)
    g_assert_cmpint (sky_live_log_arrive (log, &line), ==, SKY_ARRIVAL_TAKEN);
  g_assert_cmpint (sky_live_log_arrive (log, &line), ==, SKY_ARRIVAL_FULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live/log/every-order", test_every_order);
  g_test_add_func ("/live/log/at-random", test_at_random);
  g_test_add_func ("/live/log/known", test_known);
  g_test_add_func ("/live/log/full", test_full);
  return g_test_run ();
}
