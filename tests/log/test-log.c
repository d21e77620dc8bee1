/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-digest.h"
#include "sky-log.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER                                                                                     \
  "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\",\"table\":\"CR-01\","    \
  "\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","           \
  "\"currency\":\"USD\"}\n"
#define HEADER_WITH(table, zone, currency)                                                         \
  "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\",\"table\":\"" table      \
  "\",\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"" zone                      \
  "\",\"currency\":\"" currency "\"}\n"
#define EVENT(seq, rest)                                                                           \
  "{\"seq\":" #seq ",\"at\":\"2023-11-04T20:15:03.250000Z\",\"type\":" rest "}\n"

static SkyLog *
log_of (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  SkyLog *log = sky_log_new_from_bytes (bytes, "a.tel.jsonl", &error);

  g_assert_no_error (error);
  return log;
}

static void
test_header (void)
{
  g_autoptr (SkyLog) log = log_of (HEADER);
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  const SkyLogHeader *header = sky_log_get_header (log);

  g_assert_cmpstr (header->property, ==, "Keystone");
  g_assert_cmpstr (header->table, ==, "CR-01");
  g_assert_cmpint (header->game, ==, SKY_GAME_CRAPS);
  g_assert_cmpint (header->gaming_day, ==, sky_day_from_ymd (2023, 11, 4));
  g_assert_cmpstr (header->time_zone, ==, "America/New_York");
  g_assert_cmpstr (header->currency, ==, "USD");
  g_assert_null (sky_log_reader_next (reader));
}

#define HEADER_2(rest)                                                                             \
  "{\"log\":\"skyward.table-log\",\"version\":2,\"property\":\"Keystone\",\"table\":\"RO-01\","    \
  "\"game\":\"roulette\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"UTC\","                     \
  "\"currency\":\"USD\"" rest "}\n"

static void
test_header_2 (void)
{
  g_autoptr (SkyLog) log = log_of (
      HEADER_2 (",\"players\":\"property\",\"record\":{\"how\":\"footage\",\"by\":\"PA-100231\","
                "\"program\":\"skyward 0.2.0\",\"coding\":\"c7f1\",\"pass\":1,\"blind\":true,"
                "\"plan\":\"p-1\",\"map\":{\"name\":\"m\",\"sha256\":\"ab\"},"
                "\"from\":[{\"camera\":\"RO-01-W\",\"file\":\"a.mkv\",\"sha256\":\"cd\"},"
                "{\"file\":\"b.mkv\"}]},\"scope\":{\"classes\":[\"outcome\",\"wagers\"],"
                "\"seats\":[1,3],\"rounds\":\"sample\"}"));
  const SkyLogHeader *header = sky_log_get_header (log);
  const SkyRecord *record = &header->record;

  g_assert_cmpuint (header->version, ==, 2);
  g_assert_cmpint (header->players, ==, SKY_PLAYERS_PROPERTY);
  g_assert_cmpint (record->how, ==, SKY_RECORD_FOOTAGE);
  g_assert_cmpstr (record->by, ==, "PA-100231");
  g_assert_cmpstr (record->program, ==, "skyward 0.2.0");
  g_assert_cmpstr (record->coding, ==, "c7f1");
  g_assert_cmpint (record->pass, ==, 1);
  g_assert_true (record->blind);
  g_assert_cmpstr (record->plan, ==, "p-1");
  g_assert_cmpstr (record->map_name, ==, "m");
  g_assert_cmpstr (record->map_sha256, ==, "ab");
  g_assert_cmpuint (record->n_from, ==, 2);
  g_assert_cmpstr (record->from[0].camera, ==, "RO-01-W");
  g_assert_cmpstr (record->from[0].sha256, ==, "cd");
  g_assert_cmpstr (record->from[1].file, ==, "b.mkv");
  g_assert_null (record->from[1].camera);
  g_assert_cmpuint (header->scope.classes, ==, 1u << SKY_CLASS_OUTCOME | 1u << SKY_CLASS_WAGERS);
  g_assert_true (header->scope.some_seats);
  g_assert_cmpuint (header->scope.n_seats, ==, 2);
  g_assert_cmpint (header->scope.seats[1], ==, 3);
  g_assert_true (header->scope.sampled);
}

/* What is absent, null or "all" is all. */
static void
test_scope_all (void)
{
  static const char *const headers[] = {
    HEADER,
    HEADER_2 (""),
    HEADER_2 (",\"record\":{\"how\":\"live\"},\"scope\":{}"),
    HEADER_2 (",\"record\":null,\"scope\":{\"classes\":\"all\",\"seats\":null,\"rounds\":\"all\"}"),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      g_autoptr (SkyLog) log = log_of (headers[i]);

      g_test_message ("%s", headers[i]);
      g_assert_true (sky_scope_has_all (&sky_log_get_header (log)->scope));
    }
}

/* Of version 1 `record` is a member that is not known, right or wrong. */
static void
test_record_in_1 (void)
{
  g_autoptr (SkyLog) right =
      log_of (HEADER_WITH ("CR-01\",\"record\":{\"how\":\"import\"},\"x\":\"", "UTC", "USD"));
  g_autoptr (SkyLog) wrong =
      log_of (HEADER_WITH ("CR-01\",\"record\":7,\"players\":8,\"x\":\"", "UTC", "USD"));

  g_assert_cmpint (sky_log_get_header (right)->record.how, ==, SKY_RECORD_IMPORT);
  g_assert_cmpint (sky_log_get_header (wrong)->record.how, ==, SKY_RECORD_TABLE);
}

/* Members and events of version 2 mean nothing in version 1. */
static void
test_lines_2 (void)
{
  static const struct
  {
    const char *header;
    const char *line;
    SkyLineKind kind;
  } cases[] = {
    { HEADER_2 (""), EVENT (1, "\"result\",\"pocket\":\"7\""), SKY_LINE_EVENT },
    { HEADER_2 (""), EVENT (1, "\"result\",\"pocket\":\"7\",\"revolutions\":null"),
      SKY_LINE_EVENT },
    { HEADER_2 (""), EVENT (1, "\"no_more_bets\",\"unsure\":\"yes\""), SKY_LINE_QUARANTINED },
    { HEADER, EVENT (1, "\"throw\",\"unsure\":\"yes\",\"frame\":7"), SKY_LINE_EVENT },
    { HEADER_2 (""), EVENT (1, "\"no_more_bets\",\"frame\":[0]"), SKY_LINE_QUARANTINED },
    { HEADER_2 (""), EVENT (1, "\"no_more_bets\",\"src\":[1,\"2\"]"), SKY_LINE_QUARANTINED },
    { HEADER_2 (""),
      EVENT (1, "\"unobserved\",\"until\":\"2023-11-04T21:00:00Z\",\"reason\":\"no_footage\""),
      SKY_LINE_EVENT },
    { HEADER_2 (""),
      EVENT (1, "\"unobserved\",\"until\":\"2023-11-04T21:00:00Z\",\"reason\":\"tired\""),
      SKY_LINE_QUARANTINED },
    { HEADER, EVENT (1, "\"unobserved\""), SKY_LINE_UNKNOWN_TYPE },
    { HEADER, EVENT (1, "\"standing\""), SKY_LINE_UNKNOWN_TYPE },
    { HEADER, EVENT (1, "\"again\""), SKY_LINE_UNKNOWN_TYPE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (cases[i].header, cases[i].line, NULL);
      g_autoptr (SkyLog) log = log_of (text);
      g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
      const SkyLine *line = sky_log_reader_next (reader);

      g_test_message ("%s", cases[i].line);
      g_assert_nonnull (line);
      g_assert_cmpint (line->kind, ==, cases[i].kind);
    }
}

/* Both ways of reading a line have its origin. */
static void
test_origin (void)
{
#define MEMBERS                                                                                    \
  "\",\"outcome\":\"win\",\"as\":\"due\",\"unsure\":true,\"frame\":[1,90000000],\"src\":[2,417]"
  static const char *const lines[] = {
    EVENT (1, "\"settle\",\"wager\":\"w1" MEMBERS),
    EVENT (1, "\"settle\",\"wager\":\"w\\u0031" MEMBERS),
  };
#undef MEMBERS

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text =
          g_strconcat (HEADER_2 (""), lines[i],
                       EVENT (2, "\"settle\",\"wager\":\"w2\",\"outcome\":\"win\""), NULL);
      g_autoptr (SkyLog) log = log_of (text);
      g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
      const SkyEventOrigin *origin = &sky_log_reader_next (reader)->event.origin;

      g_assert_true (origin->unsure && origin->as_due && origin->has_frame && origin->has_src);
      g_assert_cmpuint (origin->recording, ==, 1);
      g_assert_cmpint (origin->frame, ==, 90000000);
      g_assert_cmpint (origin->run, ==, 2);
      g_assert_cmpint (origin->record, ==, 417);
      origin = &sky_log_reader_next (reader)->event.origin;
      g_assert_false (origin->unsure || origin->as_due || origin->has_frame || origin->has_src);
    }
}

static void
test_header_wrong (void)
{
  static const struct
  {
    const char *text;
    SkyLogError code;
    const char *cause;
  } cases[] = {
    { "", SKY_LOG_ERROR_HEADER, "the file is empty" },
    { "\n", SKY_LOG_ERROR_HEADER, "empty" },
    { "date,table,round\n", SKY_LOG_ERROR_HEADER, "not the header" },
    { "\xef\xbb\xbf{}\n", SKY_LOG_ERROR_HEADER, "byte order mark" },
    { "[]\n", SKY_LOG_ERROR_HEADER, "“log”" },
    { "{\"log\":\"other\",\"version\":1}\n", SKY_LOG_ERROR_HEADER, "“log”" },
    { "{\"log\":\"skyward.table-log\",\"version\":3}\n", SKY_LOG_ERROR_VERSION, "version 1 or 2" },
    { "{\"log\":\"skyward.table-log\",\"version\":1,\"game\":\"chess\"}\n", SKY_LOG_ERROR_HEADER,
      "“game”" },
    { "{\"log\":\"skyward.table-log\",\"version\":1,\"game\":\"craps\",\"gaming_day\":\"4 Nov\"}\n",
      SKY_LOG_ERROR_HEADER, "“gaming_day”" },
    { "{\"log\":\"skyward.table-log\",\"version\":1,\"game\":\"craps\","
      "\"gaming_day\":\"2023-11-04\",\"property\":\"K\"}\n",
      SKY_LOG_ERROR_HEADER, "“table”" },
    { "{\"game\":\"craps\",\"x\":1,\"game\":\"sic_bo\"}\n", SKY_LOG_ERROR_HEADER,
      "“game” is given twice" },
    { "{\"more\":1,\"mor\\u0065\":1}\n", SKY_LOG_ERROR_HEADER, "“more” is given twice" },
    { HEADER_WITH ("CR-01\\u0000", "America/New_York", "USD"), SKY_LOG_ERROR_HEADER, "U+0000" },
    { HEADER_WITH ("CR-01\",\"more\":[{\"x\":\"\\u0000\"}],\"y\":\"", "UTC", "USD"),
      SKY_LOG_ERROR_HEADER, "U+0000" },
    { HEADER_WITH ("CR-01", "America/New_York", "EUR"), SKY_LOG_ERROR_HEADER, "“currency”" },
    { HEADER_WITH ("CR-01", "America/Gotham", "USD"), SKY_LOG_ERROR_HEADER, "“time_zone”" },
    { HEADER_WITH ("CR-01", "../../../etc/passwd", "USD"), SKY_LOG_ERROR_HEADER, "“time_zone”" },
    { HEADER_WITH ("CR-01", "/etc/localtime", "USD"), SKY_LOG_ERROR_HEADER, "“time_zone”" },
    { HEADER_WITH ("CR-01", "America/", "USD"), SKY_LOG_ERROR_HEADER, "“time_zone”" },
    { HEADER_WITH ("CR-01", "America", "USD"), SKY_LOG_ERROR_HEADER, "“time_zone”" },
    { HEADER_WITH ("CR-01", "", "USD"), SKY_LOG_ERROR_HEADER, "“time_zone”" },
    { HEADER_WITH ("CR-01\",\"scope\":{},\"x\":\"", "UTC", "USD"), SKY_LOG_ERROR_HEADER,
      "“scope” is of version 2" },
    { HEADER_2 (",\"scope\":7"), SKY_LOG_ERROR_HEADER, "“scope” is no object" },
    { HEADER_2 (",\"scope\":{\"classes\":[\"dreams\"]}"), SKY_LOG_ERROR_HEADER, "“dreams”" },
    { HEADER_2 (",\"scope\":{\"classes\":7}"), SKY_LOG_ERROR_HEADER, "“classes” of “scope”" },
    { HEADER_2 (",\"scope\":{\"seats\":[0]}"), SKY_LOG_ERROR_HEADER, "“seats” of “scope”" },
    { HEADER_2 (",\"scope\":{\"rounds\":\"some\"}"), SKY_LOG_ERROR_HEADER, "“rounds”" },
    { HEADER_2 (",\"record\":[]"), SKY_LOG_ERROR_HEADER, "“record” is no object" },
    { HEADER_2 (",\"record\":{\"by\":\"PA-1\"}"), SKY_LOG_ERROR_HEADER, "“how”" },
    { HEADER_2 (",\"record\":{\"how\":\"dream\"}"), SKY_LOG_ERROR_HEADER, "“dream”" },
    { HEADER_2 (",\"record\":{\"how\":\"live\",\"from\":[{}]}"), SKY_LOG_ERROR_HEADER, "“file”" },
    { HEADER_2 (",\"record\":{\"how\":\"live\",\"pass\":\"1\"}"), SKY_LOG_ERROR_HEADER, "“pass”" },
    { HEADER_2 (",\"players\":\"world\""), SKY_LOG_ERROR_HEADER, "“players”" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (cases[i].text, strlen (cases[i].text));
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_null (sky_log_new_from_bytes (bytes, "a.tel.jsonl", &error));
      g_assert_error (error, SKY_LOG_ERROR, (int) cases[i].code);
      g_assert_true (g_str_has_prefix (error->message, "a.tel.jsonl: line 1: "));
      g_assert_nonnull (strstr (error->message, cases[i].cause));
    }
}

/* Lines that cannot be read are set aside with their number, place and cause; those around them
 * are read. */
static void
test_quarantine (void)
{
  static const struct
  {
    const char *line;
    SkyLineKind kind;
    const char *cause; /* part of it */
  } cases[] = {
    { EVENT (1, "\"table_open\""), SKY_LINE_EVENT, "" },
    { "\n", SKY_LINE_QUARANTINED, "empty" },
    { "garbage\n", SKY_LINE_QUARANTINED, "no JSON object" },
    { "\xff\xfe\n", SKY_LINE_QUARANTINED, "no JSON object" },
    { "[1]\n", SKY_LINE_QUARANTINED, "no JSON object" },
    { "{}\n", SKY_LINE_QUARANTINED, "“seq” is missing" },
    { "{\"seq\":0}\n", SKY_LINE_QUARANTINED, "“seq” is no whole number" },
    { "{\"seq\":1.5}\n", SKY_LINE_QUARANTINED, "“seq” is no whole number" },
    { "{\"seq\":2}\n", SKY_LINE_QUARANTINED, "“at” is missing" },
    { "{\"seq\":2,\"at\":\"20:15\"}\n", SKY_LINE_QUARANTINED, "“at” is no RFC 3339" },
    { "{\"seq\":2,\"at\":\"2023-11-04T20:15:03Z\"}\n", SKY_LINE_QUARANTINED, "“type” is missing" },
    { "{\"seq\":2,\"seq\":2,\"at\":\"2023-11-04T20:15:03Z\",\"type\":\"throw\"}\n",
      SKY_LINE_QUARANTINED, "“seq” is given twice" },
    { EVENT (2, "\"cheers\",\"extra\":[1,2,{}]"), SKY_LINE_UNKNOWN_TYPE, "" },
    { EVENT (3, "\"spin\""), SKY_LINE_UNKNOWN_TYPE, "" },
    { EVENT (3, "\"round_start\""), SKY_LINE_QUARANTINED, "“round” is missing" },
    { EVENT (3, "\"round_start\",\"round\":\"1\""), SKY_LINE_QUARANTINED,
      "“round” is of the wrong" },
    { EVENT (3, "\"round_start\",\"round\":1,\"round\":1"), SKY_LINE_QUARANTINED, "given twice" },
    { EVENT (3, "\"result\",\"dice\":[3]"), SKY_LINE_QUARANTINED, "“dice”" },
    { EVENT (3, "\"result\",\"dice\":[3,4.0]"), SKY_LINE_QUARANTINED, "“dice”" },
    { EVENT (3, "\"wager\",\"wager\":\"w\",\"seat\":1,\"bet\":\"pass\",\"amount\":10.5"),
      SKY_LINE_QUARANTINED, "“amount”" },
    { EVENT (3, "\"wager\",\"wager\":\"w\",\"seat\":1,\"bet\":\"pass\",\"amount\":-5"),
      SKY_LINE_QUARANTINED, "“amount”" },
    { EVENT (3,
             "\"wager\",\"wager\":\"w\",\"seat\":1,\"bet\":\"pass\",\"amount\":1000000000000001"),
      SKY_LINE_QUARANTINED, "“amount”" },
    { EVENT (3,
             "\"wager\",\"wager\":\"w\",\"seat\":1,\"bet\":\"pass\",\"amount\":1000000000000000"),
      SKY_LINE_EVENT, "" },
    { EVENT (3, "\"limits\",\"min\":1,\"max\":2,\"bets\":{\"pass\":{\"min\":-1}}"),
      SKY_LINE_QUARANTINED, "“bets”" },
    { EVENT (3, "\"limits\",\"min\":1,\"max\":2,\"bets\":{\"pass\":{\"min\":1,\"max\":null}}"),
      SKY_LINE_EVENT, "" },
    /* U+0000 in a text: one that is read, one within, one that nobody knows, and names; two
     * backslashes are no escape. */
    { EVENT (3, "\"note\",\"text\":\"a\\u0000\""), SKY_LINE_QUARANTINED, "U+0000" },
    { EVENT (3, "\"wager\",\"wager\":\"w\\u0000\",\"seat\":1,\"bet\":\"pass\",\"amount\":5"),
      SKY_LINE_QUARANTINED, "U+0000" },
    { EVENT (3, "\"rules\",\"submission\":{\"wagers\":[\"pass\\u0000\"]}"), SKY_LINE_QUARANTINED,
      "U+0000" },
    { EVENT (3, "\"throw\",\"extra\":{\"a\":[\"\\u0000\"]}"), SKY_LINE_QUARANTINED, "U+0000" },
    { EVENT (3, "\"throw\",\"extra\\u0000\":1"), SKY_LINE_QUARANTINED, "U+0000" },
    { EVENT (3, "\"cheers\\u0000\""), SKY_LINE_QUARANTINED, "U+0000" },
    { EVENT (3, "\"note\",\"text\":\"a\\\\u0000\""), SKY_LINE_EVENT, "" },
    { EVENT (3, "\"throw\",\"at\":1"), SKY_LINE_QUARANTINED, "“at” is no RFC 3339" },
    { "{\"seq\":3,\"at\":\"2023-11-04T20:15:03z\",\"type\":\"throw\"}\n", SKY_LINE_QUARANTINED,
      "“at” is no RFC 3339" },
    { EVENT (3, "\"wager\",\"wager\":\"w\",\"seat\":0,\"bet\":\"pass\",\"amount\":5"),
      SKY_LINE_QUARANTINED, "“seat”" },
    { EVENT (3, "\"wager_change\",\"wager\":\"w\",\"action\":\"increase\""), SKY_LINE_QUARANTINED,
      "“amount” is missing" },
    { EVENT (3, "\"puck\",\"on\":true"), SKY_LINE_QUARANTINED, "“number” is missing" },
    { EVENT (3, "\"puck\",\"on\":true,\"number\":6"), SKY_LINE_EVENT, "" },
    { EVENT (3, "\"puck\",\"on\":false"), SKY_LINE_EVENT, "" },
    { EVENT (3, "\"round_start\",\"round\":1,\"extra\":{\"a\":[null]}"), SKY_LINE_EVENT, "" },
    { "{\"type\":\"throw\",\"at\":\"2023-11-04T20:15:03Z\",\"seq\":4}\r\n", SKY_LINE_EVENT, "" },
    { "{\"seq\":5,\"at\":\"2023-11-04T20:15:03Z\",\"ty", SKY_LINE_QUARANTINED, "no JSON object" },
  };
  g_autoptr (GString) text = g_string_new (HEADER);
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyLogReader) reader = NULL;
  gsize offset = strlen (HEADER);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_string_append (text, cases[i].line);
  log = log_of (text->str);
  reader = sky_log_reader_new (log, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SkyLine *line = sky_log_reader_next (reader);

      g_test_message ("line %" G_GSIZE_FORMAT, i + 2);
      g_assert_nonnull (line);
      g_assert_cmpint (line->kind, ==, cases[i].kind);
      g_assert_cmpuint (line->number, ==, i + 2);
      g_assert_cmpint (line->offset, ==, (goffset) offset);
      g_assert_nonnull (strstr (line->note.cause, cases[i].cause));
      g_assert_true ((line->kind == SKY_LINE_QUARANTINED) == (line->note.cause[0] != '\0'));
      offset += strlen (cases[i].line);
    }
  g_assert_null (sky_log_reader_next (reader));
}

static void
test_unknown_type (void)
{
  g_autoptr (SkyLog) log = log_of (HEADER EVENT (7, "\"cheers\""));
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  const SkyLine *line = sky_log_reader_next (reader);

  g_assert_cmpint (line->kind, ==, SKY_LINE_UNKNOWN_TYPE);
  g_assert_cmpuint (line->event.seq, ==, 7);
  g_assert_true (sky_text_is (line->note.type_name, "cheers"));
}

/* A log whose first line begins the round that is corrected. */
static void
test_first_corrected (void)
{
  static const guint64 in_order[] = { 6, 7, 8, 3, 4, 0 };
  static const char text[] = HEADER_2 ("") EVENT (1, "\"round_start\",\"round\":1")
      EVENT (2, "\"round_end\",\"round\":1") EVENT (3, "\"round_start\",\"round\":2")
          EVENT (4, "\"round_end\",\"round\":2") EVENT (5, "\"note\",\"text\":\"between\"")
              EVENT (6, "\"again\",\"round\":1,\"reason\":\"a throw\"") EVENT (7, "\"throw\"")
                  EVENT (8, "\"round_end\",\"round\":1");
  g_autoptr (SkyLog) log = log_of (text);
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  g_autoptr (SkyLogReader) file_order = sky_log_reader_new (log, NULL);
  const SkyLine *line;

  g_assert_true (sky_log_reader_is_corrected (reader));
  for (guint i = 0; in_order[i] != 0; i++)
    {
      line = sky_log_reader_next (reader);
      g_assert_nonnull (line);
      g_assert_cmpuint (line->event.seq, ==, in_order[i]);
      g_assert_cmpuint (line->number, ==, in_order[i] + 1);
    }
  line = sky_log_reader_next (reader);
  g_assert_cmpuint (line->event.seq, ==, 5);
  g_assert_null (sky_log_reader_next (reader));
  sky_log_reader_set_file_order (file_order);
  for (guint64 seq = 1; seq <= 8; seq++)
    {
      line = sky_log_reader_next (file_order);
      g_assert_cmpuint (line->event.seq, ==, seq);
      g_assert_cmpuint (line->number, ==, seq + 1);
    }
  g_assert_null (sky_log_reader_next (file_order));
}

static void
test_settle (void)
{
  g_autoptr (SkyLog) log =
      log_of (HEADER EVENT (1, "\"settle\",\"wager\":\"w311\",\"outcome\":\"win\",\"paid\":700,"
                               "\"taken\":0,\"stays\":true,\"source\":\"cage\",\"vig\":5"));
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  const SkyLine *line = sky_log_reader_next (reader);

  g_assert_cmpint (line->kind, ==, SKY_LINE_EVENT);
  g_assert_cmpint (line->event.type, ==, SKY_EVENT_SETTLE);
  g_assert_true (sky_text_is (line->event.settle.wager, "w311"));
  g_assert_cmpint (line->event.settle.outcome, ==, SKY_OUTCOME_WIN);
  g_assert_cmpint (line->event.settle.paid, ==, 700);
  g_assert_cmpint (line->event.settle.taken, ==, 0);
  g_assert_cmpint (line->event.settle.returned, ==, 0);
  g_assert_cmpint (line->event.settle.vig, ==, 5);
  g_assert_true (line->event.settle.stays);
  g_assert_true (line->event.settle.from_cage);
}

/* A digest at any line is that of all bytes before it. */
static void
test_digest (void)
{
  static const char text[] = HEADER EVENT (1, "\"table_open\"") EVENT (2, "\"throw\"") "x\n";
  g_autoptr (SkyLog) log = log_of (text);
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  const SkyLine *line;
  guint n = 0;

  sky_log_reader_want_digest (reader);
  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      guint8 raw[SKY_DIGEST_SIZE];
      char expected[SKY_DIGEST_HEX_SIZE], digest[SKY_DIGEST_HEX_SIZE];

      sky_digest_bytes (text, (gsize) line->offset, raw);
      sky_digest_to_hex (raw, expected);
      sky_log_reader_digest (reader, digest);
      g_assert_cmpstr (digest, ==, expected);
      n++;
    }
  g_assert_cmpuint (n, ==, 3);
}

/* A log that is cut off anywhere is still read to its last byte. */
static void
test_cut_anywhere (void)
{
  static const char text[] = HEADER EVENT (1, "\"table_open\"") EVENT (2, "\"throw\"");

  for (gsize size = strlen (HEADER); size <= strlen (text); size++)
    {
      g_autofree char *cut = g_strndup (text, size);
      g_autoptr (SkyLog) log = log_of (cut);
      g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
      gsize end = strlen (HEADER);
      const SkyLine *line;

      while ((line = sky_log_reader_next (reader)) != NULL)
        end = MIN ((gsize) line->offset + line->length + 1, size);
      g_assert_cmpuint (end, ==, size);
    }
}

typedef struct
{
  char *folder;
  char *path;
} Files;

static void
set_up (Files *files, gconstpointer data)
{
  files->folder = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  files->path = g_build_filename (files->folder, data, NULL);
}

static void
tear_down (Files *files, gconstpointer data)
{
  g_remove (files->path);
  g_assert_cmpint (g_rmdir (files->folder), ==, 0);
  g_free (files->path);
  g_free (files->folder);
}

static void
expect_open_error (const char *path, SkyLogError code, const char *cause)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (sky_log_open (path, &error));
  g_assert_error (error, SKY_LOG_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, cause));
}

static void
test_file (Files *files, gconstpointer data)
{
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (GError) error = NULL;
  char digest[SKY_DIGEST_HEX_SIZE], expected[SKY_DIGEST_HEX_SIZE];

  expect_open_error (files->path, SKY_LOG_ERROR_MISSING, "No such file");
  g_assert_true (g_file_set_contents (files->path, "", 0, NULL));
  g_assert_null (sky_log_open (files->path, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_HEADER);
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (files->path, HEADER, -1, NULL));
  log = sky_log_open (files->path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sky_log_get_path (log), ==, files->path);
  g_assert_true (sky_log_digest (log, digest, &error));
  g_assert_true (sky_digest_file (files->path, NULL, expected, &error));
  g_assert_cmpstr (digest, ==, expected);

  g_assert_cmpint (g_remove (files->path), ==, 0);
  g_assert_false (sky_log_digest (log, digest, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING);
}

static void
test_no_file (Files *files, gconstpointer data)
{
  expect_open_error (files->folder, SKY_LOG_ERROR_REFUSED, "a folder");
  g_assert_cmpint (mkfifo (files->path, 0600), ==, 0);
  expect_open_error (files->path, SKY_LOG_ERROR_REFUSED, "not a regular file");
}

/* A gigabyte without a line end: no memory for it is taken, and what stands around it is read. */
static void
test_huge (Files *files, gconstpointer data)
{
  static const char tail[] = "\n" EVENT (1, "\"table_open\"");
  const gsize gigabyte = 1024 * 1024 * 1024;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  const SkyLine *line;
  int fd;

  g_assert_true (g_file_set_contents (files->path, HEADER, -1, NULL));
  fd = g_open (files->path, O_WRONLY, 0);
  g_assert_cmpint (pwrite (fd, tail, strlen (tail), (off_t) gigabyte), ==, (gssize) strlen (tail));

  log = sky_log_open (files->path, &error);
  g_assert_no_error (error);
  reader = sky_log_reader_new (log, NULL);
  line = sky_log_reader_next (reader);
  g_assert_cmpint (line->kind, ==, SKY_LINE_QUARANTINED);
  g_assert_nonnull (strstr (line->note.cause, "too long"));
  g_assert_cmpuint ((gsize) line->offset + line->length, ==, gigabyte);
  line = sky_log_reader_next (reader);
  g_assert_cmpint (line->kind, ==, SKY_LINE_EVENT);
  g_assert_null (sky_log_reader_next (reader));

  /* Nor where the header should be. */
  g_assert_cmpint (pwrite (fd, " ", 1, (off_t) strlen (HEADER) - 1), ==, 1);
  g_clear_pointer (&reader, sky_log_reader_free);
  g_clear_pointer (&log, sky_log_unref);
  g_assert_null (sky_log_open (files->path, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_HEADER);
  close (fd);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/log/header", test_header);
  g_test_add_func ("/log/header-2", test_header_2);
  g_test_add_func ("/log/scope-all", test_scope_all);
  g_test_add_func ("/log/record-in-1", test_record_in_1);
  g_test_add_func ("/log/lines-2", test_lines_2);
  g_test_add_func ("/log/origin", test_origin);
  g_test_add_func ("/log/header-wrong", test_header_wrong);
  g_test_add_func ("/log/quarantine", test_quarantine);
  g_test_add_func ("/log/unknown-type", test_unknown_type);
  g_test_add_func ("/log/first-corrected", test_first_corrected);
  g_test_add_func ("/log/settle", test_settle);
  g_test_add_func ("/log/digest", test_digest);
  g_test_add_func ("/log/cut-anywhere", test_cut_anywhere);
  g_test_add ("/log/file", Files, "a.tel.jsonl", set_up, test_file, tear_down);
  g_test_add ("/log/no-file", Files, "a.tel.jsonl", set_up, test_no_file, tear_down);
  g_test_add ("/log/huge", Files, "a.tel.jsonl", set_up, test_huge, tear_down);

  return g_test_run ();
}
