/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of findings and lists of words, packed and read again. */
#include "config.h"

#include <string.h>

#include "sky-finding-block.h"
#include "sky-finding-query.h"
#include "store-samples.h"

/* Values at the ends of what a column can hold come back as they were. */
static void
test_extremes (Samples *samples, gconstpointer unused)
{
  static const gint64 times[] = { G_MININT64, G_MAXINT64, 0, G_MININT64 + 1, -1, 1 };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 3, G_N_ELEMENTS (times), 1);
  g_autoptr (SkyStatement) statement = NULL;
  g_autoptr (GError) error = NULL;
  gint64 values[SKY_BLOCK_SIZE];
  const guint8 *bytes;
  SkyBlock block;
  gboolean row;
  gsize size;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_array_index (audit->findings, SkyStoredFinding, i).at = times[i];
  sample_audit_write (audit, store);
  statement = sky_statement_get (store, "SELECT columns FROM finding_blocks", &error);
  g_assert_no_error (error);
  g_assert_true (sky_statement_next (statement, &row, &error));
  g_assert_true (row);
  bytes = sky_statement_data (statement, 0, &size);
  g_assert_true (sky_block_read (&block, bytes, size));
  g_assert_cmpuint (block.n, ==, G_N_ELEMENTS (times));
  sky_block_get_column (&block, SKY_BLOCK_AT, values);
  g_assert_cmpmem (values, sizeof times, times, sizeof times);

  /* Cut off anywhere, it is no block. */
  for (gsize length = 0; length < size; length++)
    g_assert_false (sky_block_read (&block, bytes, length));
}

/* A log of several blocks: each finding is where it belongs. */
static void
test_several (Samples *samples, gconstpointer unused)
{
  const guint n = 3 * SKY_BLOCK_SIZE + 17;
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 40, n, 1);
  g_autoptr (GPtrArray) page = NULL;
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;

  for (guint i = 0; i < n; i++)
    {
      SkyStoredFinding *finding = &g_array_index (audit->findings, SkyStoredFinding, i);

      finding->has_variance = TRUE;
      finding->variance = -(SkyMoney) i;
    }
  sample_audit_write (audit, store);
  filter.text = (char *) "sample";
  page =
      sky_store_findings_page (store, &filter, SKY_FINDING_SORT_VARIANCE, TRUE, 0, n + 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (((SkyStoredFinding *) page->pdata[i])->variance, ==, -(SkyMoney) i);
}

/* Blocks that are damaged are told, whatever is asked. */
static void
test_damaged (Samples *samples, gconstpointer unused)
{
  static const char *const damages[] = {
    "UPDATE finding_blocks SET columns = x'0102'",
    "UPDATE finding_blocks SET columns = zeroblob (length (columns))",
    "UPDATE word_blocks SET words = x'ffffffff00000000'",
    "UPDATE word_blocks SET words = zeroblob (4)",
    "UPDATE checks SET queue = 77",
  };
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 40, 300, 1);

  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
      g_autoptr (GError) error = NULL;
      SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
      SkyFindingCounts counts;

      sample_audit_write (audit, store);
      samples_tamper (samples, damages[i]);
      filter.text = (char *) "finding";
      g_assert_false (sky_store_count_findings (store, &filter, &counts, &error));
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DAMAGED);
    }
}

static char *
join_words (char **words)
{
  return words != NULL ? g_strjoinv ("|", words) : g_strdup ("-");
}

static void
test_wanted (void)
{
  static const char *const cases[][2] = {
    { "", "-" },
    { " \t\n", "-" },
    { "Window", "window" },
    { "  623a.5(a)  \"quoted\" ", "623a.5(a|quoted" },
    { "GRÖSSE Ürün", "grosse|urun" },
    { "× — §", "" },
    { "$7.00, – and", "7.00|and" },
    { "\xff\xfe"
      "a",
      "a" },
  };

  g_assert_null (sky_words_wanted (NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) wanted = sky_words_wanted (cases[i][0]);
      g_autofree char *joined = join_words (wanted);

      g_assert_cmpstr (joined, ==, cases[i][1]);
    }
}

static void
test_words (void)
{
  static const char *const text = "Pass Bet of $7.00 on 6: “Größe” (see 623a.5(a)); settle.payout";
  static const char *const had[] = { "pass", "p",   "7", "7.0", "00",     "6",      "größ",
                                     "GROß", "see", "a", "5(a", "623a.5", "payout", "settle.pay" };
  static const char *const not_had[] = { "ass", "7.1", "grosser", "ettle", "", "pass bet" };

  for (guint i = 0; i < G_N_ELEMENTS (had); i++)
    {
      g_auto (GStrv) wanted = sky_words_wanted (had[i]);

      g_assert_true (sky_words_have (text, wanted[0]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (not_had); i++)
    g_assert_false (sky_words_have (text, not_had[i]));
}

/* A packed list finds what a look at each text finds. */
static void
test_list (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  SkyWordList *list = sky_word_list_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GByteArray) bytes = NULL;

  for (guint i = 0; i < SKY_BLOCK_SIZE; i++)
    {
      g_ptr_array_add (texts, g_strdup_printf ("all w%d %d.%d", g_rand_int_range (random, 0, 300),
                                               g_rand_int_range (random, 0, 50),
                                               g_rand_int_range (random, 0, 10)));
      sky_word_list_add (list, i, texts->pdata[i]);
    }
  bytes = sky_word_list_pack (list);
  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *wanted =
          i == 0   ? g_strdup ("all")
          : i == 1 ? g_strdup ("nothing")
                   : g_strdup_printf (i % 2 ? "w%d" : "%d.", g_rand_int_range (random, 0, 60));
      guint64 bits[4] = { 0 };

      g_assert_true (sky_words_find (bytes->data, bytes->len, wanted, bits));
      for (guint t = 0; t < texts->len; t++)
        g_assert_cmpint (bits[t / 64] >> t % 64 & 1, ==, sky_words_have (texts->pdata[t], wanted));
    }

  /* Whatever is wrong with it, nothing is read that is not there. */
  for (guint i = 0; i < 20000; i++)
    {
      guint64 bits[4] = { 0 };
      gsize size = (gsize) g_rand_int_range (random, 0, (gint32) bytes->len + 1);
      g_autofree guint8 *copy = g_memdup2 (bytes->data, size);

      for (guint f = 0; size > 0 && f < 4; f++)
        copy[g_rand_int_range (random, 0, (gint32) MIN (size, 400))] =
            (guint8) g_rand_int_range (random, 0, 256);
      sky_words_find (copy, size, "w1", bits);
    }
  sky_word_list_free (list);
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/finding-block/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("extremes", test_extremes);
  ADD ("several", test_several);
  g_test_add ("/sqlite/finding-block/damaged", Samples, NULL, samples_set_up, test_damaged,
              samples_tear_down);
  g_test_add_func ("/finding-words/wanted", test_wanted);
  g_test_add_func ("/finding-words/words", test_words);
  g_test_add_func ("/finding-words/list", test_list);

  return g_test_run ();
}
