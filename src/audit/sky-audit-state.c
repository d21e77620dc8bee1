/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes begin with the SHA-256 of what follows: what was damaged is not read at all. Then comes
 * how long that is, where it was saved and by whom, and everything but the counts' money. That has
 * the most bytes and stands behind it, under a sum of its own: no digest keeps out who could write
 * another. */
#include "config.h"

#include "sky-audit-private.h"
#include "sky-counter-private.h"
#include "sky-digest.h"
#include "sky-table-state.h"

#include "sky-audit-source.h"

#include <string.h>

/* How much is only hashed between two looks at whether to stop. */
#define BYTES_A_LOOK (8 * 1024 * 1024)

/* The code that judges, and the machine whose memory some of it is. */
#define PROGRAM SKY_AUDIT_SOURCE " " SKY_AUDIT_MACHINE

/* Where an audit can go on. */
typedef struct
{
  goffset offset;  /* a line begins there */
  guint64 number;  /* that line's */
  char sha256[65]; /* of the bytes before it */
} Place;

/* Visits SkySettleRecord. */
static void
visit_settles (SkyState *state, SkyDriver *driver)
{
  guint n = sky_state_count (state, driver->settles.len, G_MAXINT32);

  sky_driver_reserve_settles (driver, n);
  driver->settles.len = n;
  for (guint i = 0; i < n; i++)
    {
      SkySettleRecord *record = &driver->settles.records[i];

      if (sky_state_is_reading (state))
        *record = (SkySettleRecord){ 0 };
      sky_state_wager (state, &record->wager);
      sky_state_settlement (state, &record->settlement);
      sky_state_int (state, record->at);
      if (record->wager == NULL)
        sky_state_refuse (state);
    }
}

/* Visits SkyDispute. */
static void
visit_dispute (SkyState *state, SkyDriver *driver, SkyDispute *dispute)
{
  SkyWager *wager = (SkyWager *) dispute->wager;

  sky_state_text (state, &dispute->id);
  sky_state_int (state, dispute->seq);
  sky_state_int (state, dispute->at);
  sky_state_int (state, dispute->round);
  sky_state_int (state, dispute->seat);
  sky_state_wager (state, &wager);
  dispute->wager = wager;
  sky_state_int (state, dispute->claim_outcome);
  sky_state_int (state, dispute->claim_paid);
  sky_state_text (state, &dispute->text);
  sky_state_settlement (state, &dispute->settlement);
  sky_table_visit_due (driver->table, state, &dispute->earlier);
  sky_state_int (state, dispute->judged);
  sky_table_visit_due (driver->table, state, &dispute->due);
  if (dispute->id == NULL || dispute->text == NULL)
    sky_state_refuse (state);
}

/* Visits SkyRuling. */
static void
visit_ruling (SkyState *state, const SkyDriver *driver, SkyRuling *ruling)
{
  sky_state_int (state, ruling->dispute);
  sky_state_int (state, ruling->seq);
  sky_state_int (state, ruling->at);
  sky_state_int (state, ruling->round);
  sky_state_int (state, ruling->decision);
  sky_state_int (state, ruling->in_its_round);
  sky_state_settlement (state, &ruling->settlement);
  if (ruling->dispute >= driver->disputes->len)
    sky_state_refuse (state);
}

/* Visits SkyDriver, but not: log, reader, table, findings, step, step_data, closing, closing_data,
 * counter, file_sha256, file_length, file_lines, file_events, file_checked, in_file_order, seqs,
 * may_be_void, growing, settles. */
static void
visit_driver (SkyState *state, SkyDriver *driver)
{
  sky_state_int (state, driver->last_seq);
  sky_state_int (state, driver->last_at);
  sky_state_int (state, driver->line);
  sky_state_int (state, driver->sound);
  sky_state_int (state, driver->quarantined);
  sky_state_int (state, driver->closed);
  sky_state_int (state, driver->in_round);
  sky_state_int (state, driver->round_findings);
  visit_settles (state, driver);
  g_array_set_size (driver->disputes, sky_state_count (state, driver->disputes->len, G_MAXINT32));
  for (guint i = 0; i < driver->disputes->len; i++)
    visit_dispute (state, driver, &g_array_index (driver->disputes, SkyDispute, i));
  sky_state_int (state, driver->disputes_judged);
  if (driver->disputes_judged > driver->disputes->len)
    sky_state_refuse (state);
  g_array_set_size (driver->rulings, sky_state_count (state, driver->rulings->len, G_MAXINT32));
  for (guint i = 0; i < driver->rulings->len; i++)
    visit_ruling (state, driver, &g_array_index (driver->rulings, SkyRuling, i));
}

/* Visits SkyRound. */
static void
visit_rounds (SkyState *state, GArray *rounds)
{
  gint64 number = 0, seq = 0, at = 0, place = 0, line = 0;

  g_array_set_size (rounds, sky_state_count (state, rounds->len, G_MAXINT32));
  for (guint i = 0; i < rounds->len; i++)
    {
      SkyRound *round = &g_array_index (rounds, SkyRound, i);

      sky_state_step (state, round->round, &number);
      sky_state_step (state, round->first_seq, &seq);
      sky_state_step (state, round->last_seq, &seq);
      sky_state_step (state, round->start, &at);
      sky_state_step (state, round->end, &at);
      sky_state_step (state, round->offset, &place);
      sky_state_int (state, round->length);
      place += (gint64) round->length;
      sky_state_step (state, round->first_line, &line);
      sky_state_int (state, round->n_wagers);
      sky_state_int (state, round->complete);
    }
}

/* Visits SkyDuty. */
static void
visit_duties (SkyState *state, GArray *duties)
{
  g_array_set_size (duties, sky_state_count (state, duties->len, G_MAXINT32));
  for (guint i = 0; i < duties->len; i++)
    {
      SkyDuty *duty = &g_array_index (duties, SkyDuty, i);

      sky_state_int (state, duty->role);
      sky_state_text (state, &duty->credential);
      sky_state_int (state, duty->first_seq);
      sky_state_int (state, duty->last_seq);
      sky_state_int (state, duty->start);
      sky_state_int (state, duty->end);
      if (duty->credential == NULL)
        sky_state_refuse (state);
    }
}

/* Visits SkySeating. */
static void
visit_seatings (SkyState *state, GArray *seatings)
{
  g_array_set_size (seatings, sky_state_count (state, seatings->len, G_MAXINT32));
  for (guint i = 0; i < seatings->len; i++)
    {
      SkySeating *seating = &g_array_index (seatings, SkySeating, i);

      sky_state_int (state, seating->seat);
      sky_state_text (state, &seating->player);
      sky_state_int (state, seating->first_seq);
      sky_state_int (state, seating->last_seq);
      if (seating->player == NULL)
        sky_state_refuse (state);
    }
}

/* Visits SkyLogAudit, but not: log, sha256, length, replaced, automated, state, resumed,
 * n_rounds_known, counts, growing, testimony. */
static void
visit_audit (SkyState *state, SkyLogAudit *audit, SkyAuditTally *tally)
{
  sky_state_int (state, audit->n_lines);
  sky_state_int (state, audit->n_events);
  sky_state_int (state, audit->start);
  sky_state_int (state, audit->end);
  sky_state_int (state, audit->first_seq);
  visit_rounds (state, audit->rounds);
  visit_duties (state, audit->duties);
  visit_seatings (state, audit->seatings);
  sky_state_findings (state, audit->findings);
  sky_state_int (state, tally->last_seq);
  sky_state_int (state, tally->in_round);
  if (tally->in_round && audit->rounds->len == 0)
    sky_state_refuse (state);
}

/* Where, and by whom. Returns FALSE when it was somebody else. */
static gboolean
visit_head (SkyState *state, const SkyLog *log, const SkyStaff *staff, Place *place)
{
  const char *wanted_staff = staff != NULL ? staff->sha256 : "";
  g_autofree char *program = NULL;
  g_autofree char *game = NULL;
  g_autofree char *sha256 = NULL;
  g_autofree char *of_staff = NULL;

  if (!sky_state_is_reading (state))
    {
      program = g_strdup (PROGRAM);
      game = g_strdup (sky_game_id_to_name (sky_log_get_header (log)->game));
      sha256 = g_strdup (place->sha256);
      of_staff = g_strdup (wanted_staff);
    }
  sky_state_text (state, &program);
  if (g_strcmp0 (program, PROGRAM) != 0)
    return FALSE;
  sky_state_text (state, &game);
  sky_state_text (state, &of_staff);
  sky_state_int (state, place->offset);
  sky_state_int (state, place->number);
  sky_state_text (state, &sha256);
  if (sky_state_is_refused (state) || sha256 == NULL || strlen (sha256) != 64
      || g_strcmp0 (of_staff, wanted_staff) != 0
      || g_strcmp0 (game, sky_game_id_to_name (sky_log_get_header (log)->game)) != 0
      || place->offset < 0)
    return FALSE;
  g_strlcpy (place->sha256, sha256, sizeof place->sha256);
  return TRUE;
}

static void
visit_body (SkyState *state, SkyLogAudit *audit, SkyDriver *driver, SkyAuditTally *tally)
{
  sky_table_visit (driver->table, state);
  visit_driver (state, driver);
  visit_audit (state, audit, tally);
  sky_counts_visit (audit->counts, state);
  if (driver->counter != NULL)
    sky_counter_visit (driver->counter, state);
  sky_table_visit_wagers (driver->table, state);
}

/* Any byte that is another gives another sum. */
static guint64
sum_bytes (GBytes *bytes)
{
  gsize size;
  const guint8 *at = g_bytes_get_data (bytes, &size);
  guint64 sum = size, word = 0;

  for (; size >= sizeof word; at += sizeof word, size -= sizeof word)
    {
      memcpy (&word, at, sizeof word);
      sum = (sum ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      sum ^= sum >> 29;
    }
  word = 0;
  memcpy (&word, at, size);
  sum = (sum ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return sum;
}

/* Before everything that is digested. */
typedef struct
{
  guint8 digest[SKY_DIGEST_SIZE];
  guint64 size; /* of what is digested */
} Opening;

static void
digest_state (const guint8 *all, guint64 size, guint8 digest[SKY_DIGEST_SIZE])
{
  sky_digest_bytes (all + G_STRUCT_OFFSET (Opening, size), sizeof size + size, digest);
}

GBytes *
sky_audit_state_save (SkyLogAudit *audit,
                      SkyDriver *driver,
                      SkyAuditTally *tally,
                      const SkyStaff *staff)
{
  g_autoptr (SkyState) state = sky_state_new_writer ();
  g_autoptr (SkyState) money_state = sky_state_new_writer ();
  g_autoptr (GBytes) rest = NULL;
  g_autoptr (GBytes) money = NULL;
  Opening opening = { 0 };
  guint64 sum;
  Place place;
  guint8 *all;
  gsize size;

  /* A log that closed its table is whole. Its state would be nearly half of what a store keeps of
   * it, and to go on from there takes most of the time that an audit of all takes. */
  if (!sky_driver_is_open (driver) || sky_log_reader_is_corrected (driver->reader)
      || !sky_log_reader_get_offset (driver->reader, &place.offset, &place.number))
    return NULL;
  sky_log_reader_digest_so_far (driver->reader, place.sha256);
  if (driver->counter != NULL)
    sky_counter_write_down (driver->counter);
  sky_counts_visit_money (audit->counts, money_state);
  money = sky_state_get_bytes (money_state);
  if (money == NULL)
    return NULL;
  visit_head (state, audit->log, staff, &place);
  sum = sum_bytes (money);
  sky_state_int (state, sum);
  visit_body (state, audit, driver, tally);
  rest = sky_state_get_bytes (state);
  if (rest == NULL)
    return NULL;
  opening.size = g_bytes_get_size (rest);
  size = sizeof opening + opening.size;
  all = g_malloc (size + g_bytes_get_size (money));
  memcpy (all, &opening, sizeof opening);
  memcpy (all + sizeof opening, g_bytes_get_data (rest, NULL), opening.size);
  memcpy (all + size, g_bytes_get_data (money, NULL), g_bytes_get_size (money));
  digest_state (all, opening.size, all);
  return g_bytes_new_take (all, size + g_bytes_get_size (money));
}

/* What stands behind the digest; @money takes what stands behind that. Returns: a reader, or NULL
 * when that is not its digest. */
static SkyState *
open_state (GBytes *bytes, GBytes **money)
{
  gsize size;
  const guint8 *all = g_bytes_get_data (bytes, &size);
  g_autoptr (GBytes) rest = NULL;
  guint8 digest[SKY_DIGEST_SIZE];
  Opening opening;

  if (size < sizeof opening)
    return NULL;
  memcpy (&opening, all, sizeof opening);
  if (opening.size > size - sizeof opening)
    return NULL;
  digest_state (all, opening.size, digest);
  if (memcmp (opening.digest, digest, SKY_DIGEST_SIZE) != 0)
    return NULL;
  rest = g_bytes_new_from_bytes (bytes, sizeof opening, opening.size);
  *money = g_bytes_new_from_bytes (bytes, sizeof opening + opening.size,
                                   size - sizeof opening - opening.size);
  return sky_state_new_reader (rest);
}

static gboolean
read_money (GBytes *bytes, SkyCounts *counts)
{
  g_autoptr (SkyState) state = sky_state_new_reader (bytes);

  sky_counts_visit_money (counts, state);
  return sky_state_is_complete (state);
}

/* Goes by what stands before @place. Returns FALSE when that is not what stood there, or it was
 * stopped. */
static gboolean
pass_by (SkyLogReader *reader, const Place *place, SkyAuditPassFunc passing, gpointer user_data)
{
  char sha256[SKY_DIGEST_HEX_SIZE];
  goffset passed = 0;

  while (passed < place->offset)
    {
      passed = MIN (passed + BYTES_A_LOOK, place->offset);
      if (!sky_log_reader_pass (reader, passed, place->number)
          || (passing != NULL && !passing (user_data)))
        return FALSE;
    }
  sky_log_reader_digest_so_far (reader, sha256);
  return g_str_equal (sha256, place->sha256);
}

gboolean
sky_audit_state_resume (GBytes *bytes,
                        SkyLogAudit *audit,
                        SkyDriver *driver,
                        SkyAuditTally *tally,
                        const SkyStaff *staff,
                        SkyAuditPassFunc passing,
                        gpointer user_data)
{
  g_autoptr (GBytes) money = NULL;
  g_autoptr (SkyState) state = open_state (bytes, &money);
  guint64 sum = 0;
  Place place = { 0 };

  /* What was audited then may be corrected now. */
  if (state == NULL || sky_log_reader_is_corrected (driver->reader)
      || !visit_head (state, audit->log, staff, &place)
      || !pass_by (driver->reader, &place, passing, user_data))
    return FALSE;
  sky_state_int (state, sum);
  visit_body (state, audit, driver, tally);
  if (!sky_state_is_complete (state) || sum != sum_bytes (money)
      || !read_money (money, audit->counts))
    return FALSE;
  audit->resumed = g_bytes_ref (bytes);
  audit->n_rounds_known = sky_log_audit_count_done (audit, tally);
  return TRUE;
}
