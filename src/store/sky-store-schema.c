/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema, version by version. What was released is never changed here: a change is another
 * version, with a frozen store of the old one in the tests.
 *
 * Instants are microseconds since 1970, gaming days days since 1970, money cents. The least 64-bit
 * number stands for "no instant" and "no variance", so that the indexes order all rows alike. */
#include "config.h"

#include "sky-store-private.h"

#define GUARD_UPDATE                                                                               \
  "CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON ledger "                                  \
  "BEGIN SELECT RAISE (ABORT, 'an entry of the ledger is never changed'); END"
#define GUARD_DELETE                                                                               \
  "CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON ledger "                                  \
  "BEGIN SELECT RAISE (ABORT, 'an entry of the ledger is never removed'); END"
#define GUARD_INSERT                                                                               \
  "CREATE TRIGGER ledger_grows_at_its_end BEFORE INSERT ON ledger "                                \
  "WHEN NEW.number IS NOT (SELECT number + 1 FROM ledger_head) "                                   \
  "OR NEW.previous IS NOT (SELECT digest FROM ledger_head) "                                       \
  "BEGIN SELECT RAISE (ABORT, 'the ledger is only added to at its end'); END"
#define MOVE_HEAD                                                                                  \
  "CREATE TRIGGER ledger_moves_head AFTER INSERT ON ledger "                                       \
  "BEGIN UPDATE ledger_head SET number = NEW.number, digest = NEW.digest; END"
#define GUARD_HEAD_UPDATE                                                                          \
  "CREATE TRIGGER ledger_head_follows BEFORE UPDATE ON ledger_head "                               \
  "WHEN NEW.one IS NOT 1 OR NEW.number IS NOT OLD.number + 1 OR NOT EXISTS "                       \
  "(SELECT 1 FROM ledger WHERE number = NEW.number AND digest = NEW.digest) "                      \
  "BEGIN SELECT RAISE (ABORT, 'the head of the ledger follows its entries'); END"
#define GUARD_HEAD_DELETE                                                                          \
  "CREATE TRIGGER ledger_head_stays BEFORE DELETE ON ledger_head "                                 \
  "BEGIN SELECT RAISE (ABORT, 'the head of the ledger is never removed'); END"
#define GUARD_HEAD_INSERT                                                                          \
  "CREATE TRIGGER ledger_head_is_one BEFORE INSERT ON ledger_head "                                \
  "BEGIN SELECT RAISE (ABORT, 'the ledger has one head'); END"

#define GUARD_CHECKPOINT(name, when, table)                                                        \
  "CREATE TRIGGER " name " BEFORE " when " ON " table                                              \
  " BEGIN SELECT RAISE (ABORT, 'a checkpoint of the ledger is never changed or removed'); END"
#define CHECKPOINTS_STAY  GUARD_CHECKPOINT ("checkpoints_stay", "DELETE", "checkpoints")
#define CHECKPOINTS_ARE   GUARD_CHECKPOINT ("checkpoints_are", "UPDATE", "checkpoints")
#define COSIGNATURES_STAY GUARD_CHECKPOINT ("cosignatures_stay", "DELETE", "cosignatures")
#define COSIGNATURES_ARE  GUARD_CHECKPOINT ("cosignatures_are", "UPDATE", "cosignatures")
#define STAMPS_STAY       GUARD_CHECKPOINT ("stamps_stay", "DELETE", "checkpoint_stamps")
#define STAMPS_ARE        GUARD_CHECKPOINT ("stamps_are", "UPDATE", "checkpoint_stamps")
#define CHECKPOINTS_GROW                                                                           \
  "CREATE TRIGGER checkpoints_grow BEFORE INSERT ON checkpoints "                                  \
  "WHEN NEW.number IS NOT (SELECT coalesce (max (number), 0) + 1 FROM checkpoints) "               \
  "OR NEW.size > (SELECT number FROM ledger_head) "                                                \
  "BEGIN SELECT RAISE (ABORT, 'a checkpoint is of entries that are there'); END"

const SkyStoreTrigger sky_store_triggers[] = {
  { "ledger_refuses_update", GUARD_UPDATE },
  { "ledger_refuses_delete", GUARD_DELETE },
  { "ledger_grows_at_its_end", GUARD_INSERT },
  { "ledger_moves_head", MOVE_HEAD },
  { "ledger_head_follows", GUARD_HEAD_UPDATE },
  { "ledger_head_stays", GUARD_HEAD_DELETE },
  { "ledger_head_is_one", GUARD_HEAD_INSERT },
  { "checkpoints_stay", CHECKPOINTS_STAY },
  { "checkpoints_are", CHECKPOINTS_ARE },
  { "cosignatures_stay", COSIGNATURES_STAY },
  { "cosignatures_are", COSIGNATURES_ARE },
  { "stamps_stay", STAMPS_STAY },
  { "stamps_are", STAMPS_ARE },
  { "checkpoints_grow", CHECKPOINTS_GROW },
  { NULL, NULL },
};

/* What Skyward made of the archives. */
#define AUDITS                                                                                     \
  "CREATE TABLE archives ("                                                                        \
  " id INTEGER PRIMARY KEY,"                                                                       \
  " path TEXT NOT NULL UNIQUE"                                                                     \
  ") STRICT;"                                                                                      \
  "CREATE TABLE logs ("                                                                            \
  " id INTEGER PRIMARY KEY AUTOINCREMENT,"                                                         \
  " archive INTEGER NOT NULL REFERENCES archives,"                                                 \
  " name TEXT NOT NULL,"                                                                           \
  " property TEXT NOT NULL,"                                                                       \
  " table_name TEXT NOT NULL,"                                                                     \
  " game TEXT NOT NULL,"                                                                           \
  " gaming_day INTEGER NOT NULL,"                                                                  \
  " time_zone TEXT,"                                                                               \
  " currency TEXT,"                                                                                \
  " size INTEGER NOT NULL,"                                                                        \
  " mtime INTEGER NOT NULL,"                                                                       \
  " sha256 TEXT,"                                                                                  \
  " inputs TEXT,"                                                                                  \
  " program TEXT,"                                                                                 \
  " audited_at INTEGER NOT NULL,"                                                                  \
  " n_lines INTEGER NOT NULL,"                                                                     \
  " n_events INTEGER NOT NULL,"                                                                    \
  " start_at INTEGER NOT NULL,"                                                                    \
  " end_at INTEGER NOT NULL,"                                                                      \
  " n_rounds INTEGER NOT NULL,"                                                                    \
  " n_rounds_with_findings INTEGER NOT NULL,"                                                      \
  " n_findings INTEGER NOT NULL,"                                                                  \
  " number INTEGER NOT NULL,"                                                                      \
  " length INTEGER NOT NULL,"                                                                      \
  " UNIQUE (property, table_name, gaming_day, game, number)"                                       \
  ") STRICT;"                                                                                      \
  "CREATE INDEX logs_by_archive ON logs (archive, name);"                                          \
  "CREATE INDEX logs_in_order ON logs (table_name, gaming_day, property, game, number, archive,"   \
  " n_rounds, n_rounds_with_findings, n_findings);"                                                \
  "CREATE INDEX logs_by_day ON logs (gaming_day, table_name, property, game, number, archive,"     \
  " n_findings);"                                                                                  \
  "CREATE TABLE checks ("                                                                          \
  " id INTEGER PRIMARY KEY,"                                                                       \
  " name TEXT NOT NULL UNIQUE,"                                                                    \
  " queue INTEGER NOT NULL,"                                                                       \
  " severity INTEGER NOT NULL"                                                                     \
  ") STRICT;"                                                                                      \
  "CREATE TABLE findings ("                                                                        \
  " id INTEGER PRIMARY KEY AUTOINCREMENT,"                                                         \
  " log INTEGER NOT NULL REFERENCES logs,"                                                         \
  " position INTEGER NOT NULL,"                                                                    \
  " check_id INTEGER NOT NULL REFERENCES checks,"                                                  \
  " state INTEGER NOT NULL,"                                                                       \
  " seq INTEGER NOT NULL,"                                                                         \
  " at INTEGER NOT NULL,"                                                                          \
  " round INTEGER NOT NULL,"                                                                       \
  " wager TEXT NOT NULL,"                                                                          \
  " seat INTEGER NOT NULL,"                                                                        \
  " section TEXT,"                                                                                 \
  " reading INTEGER NOT NULL,"                                                                     \
  " variance INTEGER NOT NULL,"                                                                    \
  " recorded TEXT,"                                                                                \
  " recomputed TEXT,"                                                                              \
  " explanation TEXT,"                                                                             \
  " line INTEGER NOT NULL,"                                                                        \
  " offset INTEGER NOT NULL,"                                                                      \
  " ordinal INTEGER NOT NULL"                                                                      \
  ") STRICT;"                                                                                      \
  "CREATE UNIQUE INDEX findings_by_log ON findings (log, position);"                               \
  "CREATE UNIQUE INDEX findings_by_name ON findings "                                              \
  " (log, check_id, seq, wager, line, ordinal);"                                                   \
  "CREATE TABLE duties ("                                                                          \
  " log INTEGER NOT NULL REFERENCES logs,"                                                         \
  " position INTEGER NOT NULL,"                                                                    \
  " role TEXT NOT NULL,"                                                                           \
  " credential TEXT NOT NULL,"                                                                     \
  " name TEXT,"                                                                                    \
  " first_seq INTEGER NOT NULL,"                                                                   \
  " last_seq INTEGER NOT NULL,"                                                                    \
  " start_at INTEGER NOT NULL,"                                                                    \
  " end_at INTEGER NOT NULL,"                                                                      \
  " PRIMARY KEY (log, position)"                                                                   \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE INDEX duties_by_credential ON duties (credential, log);"                                 \
  "CREATE TABLE seatings ("                                                                        \
  " log INTEGER NOT NULL REFERENCES logs,"                                                         \
  " position INTEGER NOT NULL,"                                                                    \
  " seat INTEGER NOT NULL,"                                                                        \
  " player TEXT NOT NULL,"                                                                         \
  " first_seq INTEGER NOT NULL,"                                                                   \
  " last_seq INTEGER NOT NULL,"                                                                    \
  " PRIMARY KEY (log, position)"                                                                   \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE INDEX seatings_by_player ON seatings (player, log);"                                     \
  "CREATE TABLE audit_states ("                                                                    \
  " log INTEGER PRIMARY KEY REFERENCES logs,"                                                      \
  " state BLOB NOT NULL"                                                                           \
  ") STRICT;"

#define FILL_TOTALS                                                                                \
  "INSERT INTO totals (archive, check_id, state, n) "                                              \
  "SELECT l.archive, f.check_id, f.state, count (*) "                                              \
  "FROM findings f JOIN logs l ON l.id = f.log GROUP BY 1, 2, 3"

/* What lists are made from: see sky-finding-block.h and sky-round-block.h. */
#define LISTS                                                                                      \
  "CREATE TABLE totals ("                                                                          \
  " archive INTEGER NOT NULL REFERENCES archives,"                                                 \
  " check_id INTEGER NOT NULL REFERENCES checks,"                                                  \
  " state INTEGER NOT NULL,"                                                                       \
  " n INTEGER NOT NULL,"                                                                           \
  " PRIMARY KEY (archive, check_id, state)"                                                        \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE TABLE texts ("                                                                           \
  " id INTEGER PRIMARY KEY,"                                                                       \
  " text TEXT NOT NULL UNIQUE,"                                                                    \
  " n INTEGER NOT NULL"                                                                            \
  ") STRICT;"                                                                                      \
  "CREATE TABLE finding_blocks (id INTEGER PRIMARY KEY, columns BLOB NOT NULL) STRICT;"            \
  "CREATE TABLE word_blocks (id INTEGER PRIMARY KEY, words BLOB NOT NULL) STRICT;"                 \
  "CREATE TABLE round_blocks ("                                                                    \
  " id INTEGER PRIMARY KEY,"                                                                       \
  " n INTEGER NOT NULL,"                                                                           \
  " n_with_findings INTEGER NOT NULL,"                                                             \
  " start_at INTEGER NOT NULL,"                                                                    \
  " end_at INTEGER NOT NULL,"                                                                      \
  " columns BLOB NOT NULL"                                                                         \
  ") STRICT;"

/* What people said. */
#define LEDGER                                                                                     \
  "CREATE TABLE ledger ("                                                                          \
  " number INTEGER PRIMARY KEY CHECK (number > 0),"                                                \
  " at INTEGER NOT NULL,"                                                                          \
  " credential TEXT NOT NULL CHECK (credential != ''),"                                            \
  " name TEXT NOT NULL,"                                                                           \
  " action TEXT NOT NULL,"                                                                         \
  " finding TEXT,"                                                                                 \
  " target INTEGER NOT NULL,"                                                                      \
  " text TEXT,"                                                                                    \
  " data TEXT CHECK (data GLOB '{*}'),"                                                            \
  " previous TEXT NOT NULL,"                                                                       \
  " digest TEXT NOT NULL,"                                                                         \
  " signature BLOB"                                                                                \
  ") STRICT;"                                                                                      \
  "CREATE INDEX ledger_by_finding ON ledger (finding, number) WHERE finding IS NOT NULL;"          \
  "CREATE INDEX ledger_by_target ON ledger (target, number) WHERE target > 0;"                     \
  "CREATE INDEX ledger_by_action ON ledger (action, number);"                                      \
  "CREATE TABLE ledger_head ("                                                                     \
  " one INTEGER PRIMARY KEY CHECK (one = 1),"                                                      \
  " number INTEGER NOT NULL,"                                                                      \
  " digest TEXT NOT NULL"                                                                          \
  ") STRICT;"                                                                                      \
  "INSERT INTO ledger_head VALUES (1, 0,"                                                          \
  " '0000000000000000000000000000000000000000000000000000000000000000');" GUARD_UPDATE             \
  ";" GUARD_DELETE ";" GUARD_INSERT ";" MOVE_HEAD ";" GUARD_HEAD_UPDATE ";" GUARD_HEAD_DELETE      \
  ";" GUARD_HEAD_INSERT ";"

/* What follows from the ledger; rebuilt from it at any time. */
#define REVIEWS                                                                                    \
  "CREATE TABLE reviews ("                                                                         \
  " finding TEXT PRIMARY KEY,"                                                                     \
  " state INTEGER NOT NULL,"                                                                       \
  " reason TEXT,"                                                                                  \
  " credential TEXT,"                                                                              \
  " name TEXT,"                                                                                    \
  " at INTEGER NOT NULL,"                                                                          \
  " decision INTEGER NOT NULL,"                                                                    \
  " second_credential TEXT,"                                                                       \
  " second_name TEXT,"                                                                             \
  " second_at INTEGER NOT NULL,"                                                                   \
  " n_notes INTEGER NOT NULL,"                                                                     \
  " last_entry INTEGER NOT NULL"                                                                   \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE TABLE bookmarks ("                                                                       \
  " number INTEGER PRIMARY KEY,"                                                                   \
  " property TEXT NOT NULL,"                                                                       \
  " table_name TEXT NOT NULL,"                                                                     \
  " game TEXT NOT NULL,"                                                                           \
  " gaming_day INTEGER NOT NULL,"                                                                  \
  " at INTEGER NOT NULL,"                                                                          \
  " text TEXT,"                                                                                    \
  " credential TEXT NOT NULL,"                                                                     \
  " name TEXT NOT NULL,"                                                                           \
  " made_at INTEGER NOT NULL"                                                                      \
  ") STRICT;"                                                                                      \
  "CREATE INDEX bookmarks_by_log ON bookmarks (property, table_name, gaming_day, game, at);"       \
  "CREATE TABLE cases ("                                                                           \
  " id INTEGER PRIMARY KEY,"                                                                       \
  " number INTEGER NOT NULL UNIQUE,"                                                               \
  " title TEXT NOT NULL,"                                                                          \
  " closed INTEGER NOT NULL,"                                                                      \
  " credential TEXT NOT NULL,"                                                                     \
  " name TEXT NOT NULL,"                                                                           \
  " opened_at INTEGER NOT NULL"                                                                    \
  ") STRICT;"                                                                                      \
  "CREATE TABLE case_items ("                                                                      \
  " entry INTEGER PRIMARY KEY,"                                                                    \
  " case_id INTEGER NOT NULL REFERENCES cases,"                                                    \
  " kind INTEGER NOT NULL,"                                                                        \
  " finding TEXT,"                                                                                 \
  " bookmark INTEGER NOT NULL,"                                                                    \
  " text TEXT,"                                                                                    \
  " credential TEXT NOT NULL,"                                                                     \
  " name TEXT NOT NULL,"                                                                           \
  " at INTEGER NOT NULL"                                                                           \
  ") STRICT;"                                                                                      \
  "CREATE INDEX case_items_by_case ON case_items (case_id, entry);"

/* Findings that a new audit does not make any more, and what the store is called. */
#define WITHDRAWN                                                                                  \
  "CREATE TABLE withdrawn ("                                                                       \
  " number INTEGER PRIMARY KEY AUTOINCREMENT,"                                                     \
  " key TEXT NOT NULL UNIQUE,"                                                                     \
  " withdrawn_at INTEGER NOT NULL,"                                                                \
  " log INTEGER NOT NULL,"                                                                         \
  " archive TEXT NOT NULL,"                                                                        \
  " property TEXT NOT NULL,"                                                                       \
  " table_name TEXT NOT NULL,"                                                                     \
  " game TEXT NOT NULL,"                                                                           \
  " gaming_day INTEGER NOT NULL,"                                                                  \
  " state INTEGER NOT NULL,"                                                                       \
  " check_name TEXT NOT NULL,"                                                                     \
  " queue INTEGER NOT NULL,"                                                                       \
  " severity INTEGER NOT NULL,"                                                                    \
  " section TEXT,"                                                                                 \
  " seq INTEGER NOT NULL,"                                                                         \
  " at INTEGER NOT NULL,"                                                                          \
  " round INTEGER NOT NULL,"                                                                       \
  " wager TEXT NOT NULL,"                                                                          \
  " seat INTEGER NOT NULL,"                                                                        \
  " reading INTEGER NOT NULL,"                                                                     \
  " variance INTEGER NOT NULL,"                                                                    \
  " recorded TEXT,"                                                                                \
  " recomputed TEXT,"                                                                              \
  " explanation TEXT,"                                                                             \
  " line INTEGER NOT NULL,"                                                                        \
  " offset INTEGER NOT NULL"                                                                       \
  ") STRICT;"                                                                                      \
  "CREATE TABLE identity ("                                                                        \
  " one INTEGER PRIMARY KEY CHECK (one = 1),"                                                      \
  " name TEXT NOT NULL"                                                                            \
  ") STRICT;"                                                                                      \
  "INSERT INTO identity VALUES (1, lower (hex (randomblob (16))));"

/* What was signed of the ledger as a whole, beside it. */
#define CHECKPOINTS                                                                                \
  "CREATE TABLE checkpoints ("                                                                     \
  " number INTEGER PRIMARY KEY,"                                                                   \
  " at INTEGER NOT NULL,"                                                                          \
  " size INTEGER NOT NULL,"                                                                        \
  " signer TEXT NOT NULL,"                                                                         \
  " note TEXT NOT NULL"                                                                            \
  ") STRICT;"                                                                                      \
  "CREATE TABLE cosignatures ("                                                                    \
  " number INTEGER PRIMARY KEY,"                                                                   \
  " checkpoint INTEGER NOT NULL REFERENCES checkpoints,"                                           \
  " signer TEXT NOT NULL,"                                                                         \
  " line TEXT NOT NULL,"                                                                           \
  " UNIQUE (checkpoint, line)"                                                                     \
  ") STRICT;"                                                                                      \
  "CREATE TABLE checkpoint_stamps ("                                                               \
  " number INTEGER PRIMARY KEY,"                                                                   \
  " checkpoint INTEGER NOT NULL REFERENCES checkpoints,"                                           \
  " stamp BLOB NOT NULL"                                                                           \
  ") STRICT;" CHECKPOINTS_STAY ";" CHECKPOINTS_ARE ";" COSIGNATURES_STAY ";" COSIGNATURES_ARE      \
  ";" STAMPS_STAY ";" STAMPS_ARE ";" CHECKPOINTS_GROW ";"

/* What of a log goes into statistics over many. Of logs that were audited before nothing is known:
 * to have it, each is audited anew. */
#define COUNTS                                                                                     \
  "CREATE TABLE statistic_counts ("                                                                \
  " log INTEGER PRIMARY KEY REFERENCES logs,"                                                      \
  " equipment BLOB NOT NULL,"                                                                      \
  " people BLOB NOT NULL"                                                                          \
  ") STRICT;"                                                                                      \
  "UPDATE logs SET program = NULL;"

/* What statistics have reported; it stays. */
#define REPORTS                                                                                    \
  "CREATE TABLE statistic_reports ("                                                               \
  " property TEXT NOT NULL,"                                                                       \
  " unit TEXT NOT NULL,"                                                                           \
  " reported_on INTEGER NOT NULL,"                                                                 \
  " people INTEGER NOT NULL,"                                                                      \
  " since INTEGER NOT NULL,"                                                                       \
  " lead TEXT NOT NULL,"                                                                           \
  " ln_r TEXT NOT NULL,"                                                                           \
  " ln_a TEXT NOT NULL,"                                                                           \
  " PRIMARY KEY (property, unit, reported_on)"                                                     \
  ") STRICT, WITHOUT ROWID;"

/* What a case is, as its last "case.details" entry says. */
#define DETAILS "ALTER TABLE cases ADD COLUMN details TEXT;"

/* What a log says that nobody looked at. Of logs that were audited before nothing is known: to have
 * it, each is audited anew. */
#define LEFT_OUT                                                                                   \
  "ALTER TABLE logs ADD COLUMN left_out TEXT;"                                                     \
  "UPDATE logs SET program = NULL;"

/* What statistics made of the counts of a property, for as long as these are the same. */
#define FOLDS                                                                                      \
  "CREATE TABLE statistic_folds ("                                                                 \
  " property TEXT NOT NULL,"                                                                       \
  " people INTEGER NOT NULL,"                                                                      \
  " digest TEXT NOT NULL,"                                                                         \
  " content BLOB NOT NULL,"                                                                        \
  " PRIMARY KEY (property, people)"                                                                \
  ") STRICT;"

/* What statistics go on from when a log comes. */
#define STREAMS                                                                                    \
  "CREATE TABLE statistic_streams ("                                                               \
  " property TEXT NOT NULL,"                                                                       \
  " people INTEGER NOT NULL,"                                                                      \
  " unit TEXT NOT NULL,"                                                                           \
  " state BLOB NOT NULL,"                                                                          \
  " PRIMARY KEY (property, people, unit)"                                                          \
  ") STRICT;"                                                                                      \
  "CREATE INDEX logs_by_audit ON logs (property, number, gaming_day, audited_at);"

/* What the pictures showed of each result. */
#define TESTIMONY                                                                                  \
  "CREATE TABLE testimony ("                                                                       \
  " log INTEGER NOT NULL REFERENCES logs,"                                                         \
  " seq INTEGER NOT NULL,"                                                                         \
  " round INTEGER NOT NULL,"                                                                       \
  " verdict INTEGER NOT NULL,"                                                                     \
  " content TEXT NOT NULL,"                                                                        \
  " PRIMARY KEY (log, seq)"                                                                        \
  ") STRICT, WITHOUT ROWID;"                                                                       \
  "CREATE INDEX testimony_by_round ON testimony (log, round, verdict);"

const char *const sky_store_schema[SKY_STORE_SCHEMA_VERSION] = {
  AUDITS LISTS LEDGER REVIEWS WITHDRAWN CHECKPOINTS,
  COUNTS,
  REPORTS,
  DETAILS,
  LEFT_OUT,
  FOLDS,
  STREAMS,
  TESTIMONY,
};

const char sky_store_fill_totals[] = FILL_TOTALS;

const char sky_store_probe[] =
    "SELECT a.path, l.number, l.left_out, r.columns, c.severity, f.ordinal, t.n, x.n,"
    " k.columns, w.words, e.signature, h.digest, v.last_entry, b.made_at, s.details, i.entry,"
    " d.name, p.player, y.offset, z.name, g.state, o.note, u.line, q.stamp, j.people, m.ln_a, "
    "fo.digest, st.state, te.content "
    "FROM archives a, duties d, seatings p, logs l, round_blocks r, checks c, findings f, totals t,"
    " texts x, finding_blocks k, word_blocks w, ledger e, ledger_head h, reviews v, bookmarks b,"
    " cases s, case_items i, withdrawn y, identity z, audit_states g,"
    " checkpoints o, cosignatures u, checkpoint_stamps q, statistic_counts j, statistic_reports m,"
    " statistic_folds fo, statistic_streams st, testimony te "
    "LIMIT 0";
