/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a store in PostgreSQL: those of sky-store-schema.c, in the schema "skyward".
 *
 * What belongs to a log begins with the log's number, and that says which log it is: the gaming
 * day, the table, the game. So a month's gaming days are a range of numbers and lie in partitions
 * of their own, which are made when the first log of the month is; and every key has the table in
 * it.
 *
 * All writers stand in one line (sky-engine-postgres.c), so that numbers may be counted on by
 * looking at the last one. Texts are compared byte by byte, in every locale. */
#include "config.h"

#include "sky-postgres-schema-private.h"

/* A log's number: the gaming day, counted from 1880-04-14 (17 bits), the table's number (17) and
 * the game's (5). 24 bits must be left for the number of a block (sky-finding-block.h). */
#define DAY_SHIFT   "22"
#define TABLE_SHIFT "5"
#define FIRST_DAY   "32768"

#define TEXT "text COLLATE \"C\""

/* Whoever reads another takes the store for damaged. */
#define STATE "integer CHECK (state BETWEEN 0 AND 4)"
G_STATIC_ASSERT (SKY_N_REVIEW_STATES == 5);

/* --- What keeps the ledger as it is ----------------------------------------------------------- */

#define REFUSE " BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = '23000'; END "
/* The text that is digested, as sky_ledger_entry_write_digested() writes it. What stands in JSON's
 * quotes PostgreSQL writes like us but for two control characters; a pair of backslashes is kept
 * from being taken for the beginning of one. */
#define QUOTED                                                                                     \
  "replace (replace (replace (replace (to_json (value)::text, '\\\\', chr (1)), '\\b', "           \
  "'\\u0008'),"                                                                                    \
  " '\\f', '\\u000c'), chr (1), '\\\\')"
#define DIGESTED                                                                                   \
  "SELECT '{' || string_agg ('\"' || member || '\":' || coalesce (CASE WHEN quoted THEN " QUOTED   \
  " ELSE value END, 'null'), ',' ORDER BY place) || '}' FROM (VALUES"                              \
  " (1, FALSE, 'number', NEW.number::text),"                                                       \
  " (2, TRUE, 'at', to_char (timestamp 'epoch' + NEW.at * interval '1 microsecond',"               \
  " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')),"                                                        \
  " (3, TRUE, 'credential', NEW.credential), (4, TRUE, 'name', NEW.name),"                         \
  " (5, TRUE, 'action', NEW.action), (6, TRUE, 'finding', NEW.finding),"                           \
  " (7, FALSE, 'target', nullif (NEW.target, 0)::text), (8, TRUE, 'text', NEW.text),"              \
  " (9, FALSE, 'data', NEW.data), (10, TRUE, 'previous', NEW.previous))"                           \
  " entry (place, quoted, member, value)"

/* What a member of the store writes goes forward in time and not ahead of the server's clock by
 * more than two minutes; the owner may bring a ledger of before.
 *
 * An entry has the digest of its words and, once somebody is registered, a signature; whether that
 * is its reviewer's the server cannot tell, but which of its roles brought it. What takes something
 * back is about what that is about: by it is known whose it is; nothing is taken back and forth
 * without end. Whoever agrees with a confirmation is another than who confirmed. */
#define GROW                                                                                       \
  " BEGIN IF NOT EXISTS (SELECT 1 FROM skyward.ledger_head h"                                      \
  " WHERE h.number + 1 = NEW.number AND h.digest = NEW.previous) THEN"                             \
  " RAISE EXCEPTION 'the ledger is only added to at its end' USING ERRCODE = '23000';"             \
  " END IF; IF NEW.action IN ('undo', 'bookmark.remove') AND NOT EXISTS ("                         \
  "SELECT 1 FROM skyward.ledger l WHERE l.number = NEW.target"                                     \
  " AND l.finding IS NOT DISTINCT FROM NEW.finding) THEN"                                          \
  " RAISE EXCEPTION 'the entry is not about what it takes back' USING ERRCODE = '23000';"          \
  " END IF; IF NEW.digest IS DISTINCT FROM"                                                        \
  " encode (sha256 (convert_to ((" DIGESTED "), 'UTF8')), 'hex') THEN"                             \
  " RAISE EXCEPTION 'the digest is not that of the entry''s words' USING ERRCODE = '23000';"       \
  " END IF; IF NEW.signature IS NULL AND EXISTS ("                                                 \
  "SELECT 1 FROM skyward.ledger l WHERE l.action = 'person.add') THEN"                             \
  " RAISE EXCEPTION 'the ledger wants entries signed' USING ERRCODE = '23000';"                    \
  " END IF; IF skyward.kind () IS NOT NULL"                                                        \
  " AND (NEW.at > (extract (epoch FROM clock_timestamp ()) * 1000000)::bigint + 120000000"         \
  " OR NEW.at < (SELECT max (l.at) FROM skyward.ledger l WHERE l.number = NEW.number - 1)) THEN"   \
  " RAISE EXCEPTION 'the ledger goes forward in time, and not ahead of the server''s clock'"       \
  " USING ERRCODE = '23000';"                                                                      \
  " END IF; IF NEW.action = 'undo' AND (WITH RECURSIVE up (number, target, action, depth) AS ("    \
  "SELECT l.number, l.target, l.action, 1 FROM skyward.ledger l WHERE l.number = NEW.target"       \
  " UNION ALL SELECT l.number, l.target, l.action, up.depth + 1 FROM up"                           \
  " JOIN skyward.ledger l ON l.number = up.target AND l.number < up.number"                        \
  " WHERE up.action = 'undo' AND up.depth <= 100) SELECT max (depth) FROM up) > 100 THEN"          \
  " RAISE EXCEPTION 'it was taken back and forth too often' USING ERRCODE = '23000';"              \
  " END IF; IF NEW.action = 'finding.second' AND NOT EXISTS (SELECT 1 FROM skyward.reviews r"      \
  " WHERE r.finding = NEW.finding AND r.state = 2 AND " SAME ("r.credential") " != " SAME (        \
      "NEW.credential") ") THEN"                                                                   \
                        " RAISE EXCEPTION 'a second reviewer is another than who confirmed' "      \
                        "USING ERRCODE = '23000';"                                                 \
                        " END IF; NEW.role := session_user; RETURN NEW; END "
/* Goes with sky_review_is_second(). */
#define SAME(credential) "lower (btrim (" credential ", E' \\t\\n\\v\\f\\r'))"
#define MOVE                                                                                       \
  " BEGIN UPDATE skyward.ledger_head SET number = NEW.number, digest = NEW.digest;"                \
  " PERFORM pg_notify ('skyward', 'ledger ' || NEW.number); RETURN NULL; END "
/* What an undo changes is what the entry at the end of its chain changed. */
#define FOLLOWED                                                                                   \
  " DECLARE root skyward.ledger := NEW; BEGIN WHILE root.action = 'undo' LOOP"                     \
  " SELECT * INTO root FROM skyward.ledger l WHERE l.number = root.target"                         \
  " AND l.number < root.number; IF NOT FOUND THEN RETURN NULL; END IF; END LOOP;"                  \
  " IF root.action LIKE 'finding.%' AND root.finding IS NOT NULL THEN"                             \
  " PERFORM skyward.follow_review (root.finding);"                                                 \
  " ELSIF root.action = 'bookmark.add' THEN PERFORM skyward.follow_bookmark (root.number);"        \
  " ELSIF root.action = 'bookmark.remove' THEN PERFORM skyward.follow_bookmark (root.target);"     \
  " ELSIF root.action = 'case.open' THEN PERFORM skyward.follow_case (root.number);"               \
  " ELSIF root.action LIKE 'case.%' THEN PERFORM skyward.follow_case (root.target); END IF;"       \
  " RETURN NULL; END "
#define FOLLOW                                                                                     \
  " BEGIN IF NEW.one IS DISTINCT FROM 1 OR NEW.number IS DISTINCT FROM OLD.number + 1"             \
  " OR NOT EXISTS (SELECT 1 FROM skyward.ledger l WHERE l.number = NEW.number"                     \
  " AND l.digest = NEW.digest) THEN"                                                               \
  " RAISE EXCEPTION 'the head of the ledger follows its entries' USING ERRCODE = '23000';"         \
  " END IF; RETURN NEW; END "
#define TELL " BEGIN PERFORM pg_notify ('skyward', 'audits'); RETURN NULL; END "

#define CHECKPOINTS_GROW                                                                           \
  " BEGIN IF NEW.number IS DISTINCT FROM (SELECT coalesce (max (c.number), 0) + 1"                 \
  " FROM skyward.checkpoints c) OR NEW.size > (SELECT h.number FROM skyward.ledger_head h) THEN"   \
  " RAISE EXCEPTION 'a checkpoint is of entries that are there' USING ERRCODE = '23000';"          \
  " END IF; RETURN NEW; END "

#define UNCHANGED "'an entry of the ledger is never changed'"
#define UNREMOVED "'an entry of the ledger is never removed'"
#define STAYS     "'the head of the ledger is never removed'"
#define ONE_HEAD  "'the ledger has one head'"
#define KEPT      "'a checkpoint of the ledger is never changed or removed'"

#define ROW(name, when, table, call)                                                               \
  "CREATE TRIGGER " name " " when " ON skyward." table " FOR EACH ROW EXECUTE FUNCTION " call
#define ALL(name, when, table, call)                                                               \
  "CREATE TRIGGER " name " " when " ON skyward." table " FOR EACH STATEMENT EXECUTE "              \
  "FUNCTION " call

#define REFUSES_UPDATE                                                                             \
  ROW ("ledger_refuses_update", "BEFORE UPDATE", "ledger", "ledger_refuse(" UNCHANGED ")")
#define REFUSES_DELETE                                                                             \
  ROW ("ledger_refuses_delete", "BEFORE DELETE", "ledger", "ledger_refuse(" UNREMOVED ")")
#define REFUSES_TRUNCATE                                                                           \
  ALL ("ledger_refuses_truncate", "BEFORE TRUNCATE", "ledger", "ledger_refuse(" UNREMOVED ")")
#define GROWS_AT_ITS_END ROW ("ledger_grows_at_its_end", "BEFORE INSERT", "ledger", "ledger_grow()")
#define MOVES_HEAD       ROW ("ledger_moves_head", "AFTER INSERT", "ledger", "ledger_move()")
#define IS_FOLLOWED      ROW ("ledger_is_followed", "AFTER INSERT", "ledger", "ledger_followed()")
#define HEAD_FOLLOWS     ROW ("ledger_head_follows", "BEFORE UPDATE", "ledger_head", "ledger_follow()")
#define HEAD_STAYS                                                                                 \
  ROW ("ledger_head_stays", "BEFORE DELETE", "ledger_head", "ledger_refuse(" STAYS ")")
#define HEAD_STAYS_WHOLE                                                                           \
  ALL ("ledger_head_stays_whole", "BEFORE TRUNCATE", "ledger_head", "ledger_refuse(" STAYS ")")
#define HEAD_IS_ONE                                                                                \
  ROW ("ledger_head_is_one", "BEFORE INSERT", "ledger_head", "ledger_refuse(" ONE_HEAD ")")
#define LOGS_ARE_TOLD                                                                              \
  ALL ("logs_are_told", "AFTER INSERT OR DELETE OR UPDATE", "logs", "audits_tell()")

#define STAY(name, table)       ROW (name, "BEFORE DELETE OR UPDATE", table, "ledger_refuse(" KEPT ")")
#define STAY_WHOLE(name, table) ALL (name, "BEFORE TRUNCATE", table, "ledger_refuse(" KEPT ")")
#define CHECKPOINTS_STAY        STAY ("checkpoints_stay", "checkpoints")
#define CHECKPOINTS_STAY_WHOLE  STAY_WHOLE ("checkpoints_stay_whole", "checkpoints")
#define COSIGNATURES_STAY       STAY ("cosignatures_stay", "cosignatures")
#define COSIGNATURES_STAY_WHOLE STAY_WHOLE ("cosignatures_stay_whole", "cosignatures")
#define STAMPS_STAY             STAY ("stamps_stay", "checkpoint_stamps")
#define STAMPS_STAY_WHOLE       STAY_WHOLE ("stamps_stay_whole", "checkpoint_stamps")
#define CHECKPOINTS_GROW_AT_THEIR_END                                                              \
  ROW ("checkpoints_grow", "BEFORE INSERT", "checkpoints", "checkpoints_grow()")

const SkyStoreTrigger sky_postgres_triggers[] = {
  { "ledger_refuses_update", REFUSES_UPDATE REFUSE },
  { "ledger_refuses_delete", REFUSES_DELETE REFUSE },
  { "ledger_refuses_truncate", REFUSES_TRUNCATE REFUSE },
  { "ledger_grows_at_its_end", GROWS_AT_ITS_END GROW },
  { "ledger_moves_head", MOVES_HEAD MOVE },
  { "ledger_is_followed", IS_FOLLOWED FOLLOWED },
  { "ledger_head_follows", HEAD_FOLLOWS FOLLOW },
  { "ledger_head_stays", HEAD_STAYS REFUSE },
  { "ledger_head_stays_whole", HEAD_STAYS_WHOLE REFUSE },
  { "ledger_head_is_one", HEAD_IS_ONE REFUSE },
  { "logs_are_told", LOGS_ARE_TOLD TELL },
  { "checkpoints_stay", CHECKPOINTS_STAY REFUSE },
  { "checkpoints_stay_whole", CHECKPOINTS_STAY_WHOLE REFUSE },
  { "cosignatures_stay", COSIGNATURES_STAY REFUSE },
  { "cosignatures_stay_whole", COSIGNATURES_STAY_WHOLE REFUSE },
  { "stamps_stay", STAMPS_STAY REFUSE },
  { "stamps_stay_whole", STAMPS_STAY_WHOLE REFUSE },
  { "checkpoints_grow", CHECKPOINTS_GROW_AT_THEIR_END CHECKPOINTS_GROW },
  { NULL, NULL },
};

/* A rule would change what is written as a trigger does. */
const char sky_postgres_list_triggers[] =
    "SELECT t.tgname, pg_get_triggerdef (t.oid) || p.prosrc FROM pg_trigger t "
    "JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace "
    "JOIN pg_proc p ON p.oid = t.tgfoid "
    "WHERE n.nspname = 'skyward' AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') "
    "UNION ALL SELECT r.rulename, '' FROM pg_rules r WHERE r.schemaname = 'skyward' ORDER BY 1";

/* What a trigger does it does with its owner's rights, whoever writes. */
#define GUARD(name, body)                                                                          \
  "CREATE OR REPLACE FUNCTION skyward." name " () RETURNS trigger LANGUAGE plpgsql "               \
  "SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$" body "$body$;"

/* --- The tables ------------------------------------------------------------------------------- */

#define STORE                                                                                      \
  "CREATE TABLE skyward.store ("                                                                   \
  " one integer PRIMARY KEY CHECK (one = 1),"                                                      \
  " version integer NOT NULL,"                                                                     \
  " made_by " TEXT " NOT NULL,"        /* the Skyward that made it */                              \
  " stamp bigint NOT NULL,"            /* another after each transaction that writes */            \
  " last_finding bigint NOT NULL,"     /* the last id that was given to a finding */               \
  " last_withdrawal bigint NOT NULL);" /* and the last number of one that was withdrawn */         \
  "INSERT INTO skyward.store VALUES (1, 1, '" SKY_VERSION "', 1, 0, 0);"                           \
  "CREATE TABLE skyward.identity ("                                                                \
  " one integer PRIMARY KEY CHECK (one = 1),"                                                      \
  " name " TEXT " NOT NULL);"                                                                      \
  "INSERT INTO skyward.identity VALUES (1, replace "                                               \
  "(gen_random_uuid ()::text, '-', ''));"

#define AUDITS                                                                                     \
  "CREATE TABLE skyward.tables ("                                                                  \
  " number bigint PRIMARY KEY,"                                                                    \
  " property " TEXT " NOT NULL,"                                                                   \
  " name " TEXT " NOT NULL,"                                                                       \
  " log bigint NOT NULL," /* which of a day's logs have the number */                              \
  " UNIQUE (property, name, log));"                                                                \
  "CREATE TABLE skyward.games ("                                                                   \
  " number bigint PRIMARY KEY,"                                                                    \
  " name " TEXT " NOT NULL UNIQUE);"                                                               \
                                                                                                   \
  "CREATE TABLE skyward.archives ("                                                                \
  " id bigint PRIMARY KEY,"                                                                        \
  " path " TEXT " NOT NULL UNIQUE);"                                                               \
                                                                                                   \
  "CREATE TABLE skyward.logs ("                                                                    \
  " id bigint PRIMARY KEY,"                                                                        \
  " archive bigint NOT NULL REFERENCES skyward.archives,"                                          \
  " name " TEXT " NOT NULL,"                                                                       \
  " property " TEXT " NOT NULL,"                                                                   \
  " table_name " TEXT " NOT NULL,"                                                                 \
  " game " TEXT " NOT NULL,"                                                                       \
  " gaming_day bigint NOT NULL,"                                                                   \
  " time_zone " TEXT ","                                                                           \
  " currency " TEXT ","                                                                            \
  " size bigint NOT NULL,"                                                                         \
  " mtime bigint NOT NULL,"                                                                        \
  " sha256 " TEXT ","                                                                              \
  " inputs " TEXT ","                                                                              \
  " program " TEXT ","                                                                             \
  " audited_at bigint NOT NULL,"                                                                   \
  " n_lines bigint NOT NULL,"                                                                      \
  " n_events bigint NOT NULL,"                                                                     \
  " start_at bigint NOT NULL,"                                                                     \
  " end_at bigint NOT NULL,"                                                                       \
  " n_rounds bigint NOT NULL,"                                                                     \
  " n_rounds_with_findings bigint NOT NULL,"                                                       \
  " n_findings bigint NOT NULL,"                                                                   \
  " number bigint NOT NULL,"                                                                       \
  " length bigint NOT NULL,"                                                                       \
  " UNIQUE (property, table_name, gaming_day, game, number));"                                     \
  "CREATE INDEX logs_by_archive ON skyward.logs (archive, name);"                                  \
  "CREATE INDEX logs_in_order ON skyward.logs (table_name, gaming_day, property, game, number);"   \
  "CREATE INDEX logs_by_day ON skyward.logs (gaming_day, table_name, property, game, number);"     \
                                                                                                   \
  "CREATE TABLE skyward.checks ("                                                                  \
  " id bigint PRIMARY KEY,"                                                                        \
  " name " TEXT " NOT NULL UNIQUE,"                                                                \
  " queue integer NOT NULL,"                                                                       \
  " severity integer NOT NULL);"                                                                   \
                                                                                                   \
  "CREATE TABLE skyward.totals ("                                                                  \
  " archive bigint NOT NULL REFERENCES skyward.archives,"                                          \
  " check_id bigint NOT NULL REFERENCES skyward.checks,"                                           \
  " state " STATE " NOT NULL,"                                                                     \
  " n bigint NOT NULL,"                                                                            \
  " PRIMARY KEY (archive, check_id, state));"                                                      \
                                                                                                   \
  "CREATE TABLE skyward.texts ("                                                                   \
  " id bigint PRIMARY KEY,"                                                                        \
  " text " TEXT " NOT NULL,"                                                                       \
  " n bigint NOT NULL);"                                                                           \
  "CREATE INDEX texts_by_text ON skyward.texts USING hash (text);"

#define ROUND_BLOCKS                                                                               \
  "CREATE TABLE skyward.round_blocks ("                                                            \
  " id bigint PRIMARY KEY,"                                                                        \
  " n bigint NOT NULL,"                                                                            \
  " n_with_findings bigint NOT NULL,"                                                              \
  " start_at bigint NOT NULL,"                                                                     \
  " end_at bigint NOT NULL,"                                                                       \
  " columns bytea NOT NULL) PARTITION BY RANGE (id);"

/* What there is much of. That it belongs to a log that is there is not asked row by row: logs are
 * written whole and removed whole, by the same functions. */
#define LARGE                                                                                      \
  ROUND_BLOCKS                                                                                     \
  "CREATE TABLE skyward.findings ("                                                                \
  " id bigint NOT NULL,"                                                                           \
  " log bigint NOT NULL,"                                                                          \
  " position bigint NOT NULL,"                                                                     \
  " check_id bigint NOT NULL,"                                                                     \
  " state " STATE " NOT NULL,"                                                                     \
  " seq bigint NOT NULL,"                                                                          \
  " at bigint NOT NULL,"                                                                           \
  " round bigint NOT NULL,"                                                                        \
  " wager " TEXT " NOT NULL,"                                                                      \
  " seat bigint NOT NULL,"                                                                         \
  " section " TEXT ","                                                                             \
  " reading bigint NOT NULL,"                                                                      \
  " variance bigint NOT NULL,"                                                                     \
  " recorded " TEXT ","                                                                            \
  " recomputed " TEXT ","                                                                          \
  " explanation " TEXT ","                                                                         \
  " line bigint NOT NULL,"                                                                         \
  " \"offset\" bigint NOT NULL,"                                                                   \
  " ordinal bigint NOT NULL,"                                                                      \
  " PRIMARY KEY (log, position)) PARTITION BY RANGE (log);"                                        \
  "CREATE INDEX findings_by_id ON skyward.findings (id);"                                          \
  "CREATE INDEX findings_by_name ON skyward.findings (log, check_id, seq);"                        \
                                                                                                   \
  "CREATE TABLE skyward.duties ("                                                                  \
  " log bigint NOT NULL,"                                                                          \
  " position bigint NOT NULL,"                                                                     \
  " role " TEXT " NOT NULL,"                                                                       \
  " credential " TEXT " NOT NULL,"                                                                 \
  " name " TEXT ","                                                                                \
  " first_seq bigint NOT NULL,"                                                                    \
  " last_seq bigint NOT NULL,"                                                                     \
  " start_at bigint NOT NULL,"                                                                     \
  " end_at bigint NOT NULL,"                                                                       \
  " PRIMARY KEY (log, position)) PARTITION BY RANGE (log);"                                        \
  "CREATE INDEX duties_by_credential ON skyward.duties (credential, log);"                         \
                                                                                                   \
  "CREATE TABLE skyward.seatings ("                                                                \
  " log bigint NOT NULL,"                                                                          \
  " position bigint NOT NULL,"                                                                     \
  " seat bigint NOT NULL,"                                                                         \
  " player " TEXT " NOT NULL,"                                                                     \
  " first_seq bigint NOT NULL,"                                                                    \
  " last_seq bigint NOT NULL,"                                                                     \
  " PRIMARY KEY (log, position)) PARTITION BY RANGE (log);"                                        \
  "CREATE INDEX seatings_by_player ON skyward.seatings (player, log);"                             \
                                                                                                   \
  "CREATE TABLE skyward.audit_states ("                                                            \
  " log bigint PRIMARY KEY,"                                                                       \
  " state bytea NOT NULL) PARTITION BY RANGE (log);"                                               \
  "CREATE TABLE skyward.finding_blocks ("                                                          \
  " id bigint PRIMARY KEY,"                                                                        \
  " columns bytea NOT NULL) PARTITION BY RANGE (id);"                                              \
  "CREATE TABLE skyward.word_blocks ("                                                             \
  " id bigint PRIMARY KEY,"                                                                        \
  " words bytea NOT NULL) PARTITION BY RANGE (id);"

#define WITHDRAWN                                                                                  \
  "CREATE TABLE skyward.withdrawn ("                                                               \
  " number bigint PRIMARY KEY,"                                                                    \
  " key " TEXT " NOT NULL UNIQUE,"                                                                 \
  " withdrawn_at bigint NOT NULL,"                                                                 \
  " log bigint NOT NULL,"                                                                          \
  " archive " TEXT " NOT NULL,"                                                                    \
  " property " TEXT " NOT NULL,"                                                                   \
  " table_name " TEXT " NOT NULL,"                                                                 \
  " game " TEXT " NOT NULL,"                                                                       \
  " gaming_day bigint NOT NULL,"                                                                   \
  " state " STATE " NOT NULL,"                                                                     \
  " check_name " TEXT " NOT NULL,"                                                                 \
  " queue integer NOT NULL,"                                                                       \
  " severity integer NOT NULL,"                                                                    \
  " section " TEXT ","                                                                             \
  " seq bigint NOT NULL,"                                                                          \
  " at bigint NOT NULL,"                                                                           \
  " round bigint NOT NULL,"                                                                        \
  " wager " TEXT " NOT NULL,"                                                                      \
  " seat bigint NOT NULL,"                                                                         \
  " reading bigint NOT NULL,"                                                                      \
  " variance bigint NOT NULL,"                                                                     \
  " recorded " TEXT ","                                                                            \
  " recomputed " TEXT ","                                                                          \
  " explanation " TEXT ","                                                                         \
  " line bigint NOT NULL,"                                                                         \
  " \"offset\" bigint NOT NULL);"

#define LEDGER                                                                                     \
  "CREATE TABLE skyward.ledger ("                                                                  \
  " number bigint PRIMARY KEY CHECK (number > 0),"                                                 \
  " at bigint NOT NULL,"                                                                           \
  " credential " TEXT " NOT NULL CHECK (credential != ''),"                                        \
  " name " TEXT " NOT NULL,"                                                                       \
  " action " TEXT " NOT NULL,"                                                                     \
  " finding " TEXT ","                                                                             \
  " target bigint NOT NULL,"                                                                       \
  " text " TEXT ","                                                                                \
  " data " TEXT " CHECK (jsonb_typeof (data::jsonb) = 'object'),"                                  \
  " previous " TEXT " NOT NULL,"                                                                   \
  " digest " TEXT " NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),"                                   \
  " signature bytea,"                                                                              \
  " role " TEXT ");" /* of the database; it is not digested */                                     \
  "CREATE INDEX ledger_by_finding ON skyward.ledger (finding, number) WHERE finding IS NOT NULL;"  \
  "CREATE INDEX ledger_by_target ON skyward.ledger (target, number) WHERE target > 0;"             \
  "CREATE INDEX ledger_by_action ON skyward.ledger (action, number);"                              \
  "CREATE TABLE skyward.ledger_head ("                                                             \
  " one integer PRIMARY KEY CHECK (one = 1),"                                                      \
  " number bigint NOT NULL,"                                                                       \
  " digest " TEXT " NOT NULL);"                                                                    \
  "INSERT INTO skyward.ledger_head VALUES (1, 0, repeat ('0', 64));"

#define REVIEWS                                                                                    \
  "CREATE TABLE skyward.reviews ("                                                                 \
  " finding " TEXT " PRIMARY KEY,"                                                                 \
  " state " STATE " NOT NULL,"                                                                     \
  " reason " TEXT ","                                                                              \
  " credential " TEXT ","                                                                          \
  " name " TEXT ","                                                                                \
  " at bigint NOT NULL,"                                                                           \
  " decision bigint NOT NULL,"                                                                     \
  " second_credential " TEXT ","                                                                   \
  " second_name " TEXT ","                                                                         \
  " second_at bigint NOT NULL,"                                                                    \
  " n_notes bigint NOT NULL,"                                                                      \
  " last_entry bigint NOT NULL);"                                                                  \
                                                                                                   \
  "CREATE TABLE skyward.bookmarks ("                                                               \
  " number bigint PRIMARY KEY,"                                                                    \
  " property " TEXT " NOT NULL,"                                                                   \
  " table_name " TEXT " NOT NULL,"                                                                 \
  " game " TEXT " NOT NULL,"                                                                       \
  " gaming_day bigint NOT NULL,"                                                                   \
  " at bigint NOT NULL,"                                                                           \
  " text " TEXT ","                                                                                \
  " credential " TEXT " NOT NULL,"                                                                 \
  " name " TEXT " NOT NULL,"                                                                       \
  " made_at bigint NOT NULL);"                                                                     \
  "CREATE INDEX bookmarks_by_log"                                                                  \
  " ON skyward.bookmarks (property, table_name, gaming_day, game, at);"                            \
                                                                                                   \
  "CREATE TABLE skyward.cases ("                                                                   \
  " id bigint PRIMARY KEY,"                                                                        \
  " number bigint NOT NULL UNIQUE,"                                                                \
  " title " TEXT " NOT NULL,"                                                                      \
  " closed integer NOT NULL,"                                                                      \
  " credential " TEXT " NOT NULL,"                                                                 \
  " name " TEXT " NOT NULL,"                                                                       \
  " opened_at bigint NOT NULL);"                                                                   \
                                                                                                   \
  "CREATE TABLE skyward.case_items ("                                                              \
  " entry bigint PRIMARY KEY,"                                                                     \
  " case_id bigint NOT NULL REFERENCES skyward.cases,"                                             \
  " kind integer NOT NULL,"                                                                        \
  " finding " TEXT ","                                                                             \
  " bookmark bigint NOT NULL,"                                                                     \
  " text " TEXT ","                                                                                \
  " credential " TEXT " NOT NULL,"                                                                 \
  " name " TEXT " NOT NULL,"                                                                       \
  " at bigint NOT NULL);"                                                                          \
  "CREATE INDEX case_items_by_case ON skyward.case_items (case_id, entry);"                        \
                                                                                                   \
  "CREATE TABLE skyward.work ("                                                                    \
  " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"                                           \
  " archive " TEXT " NOT NULL,"                                                                    \
  " name " TEXT " NOT NULL,"                                                                       \
  " is_table bigint NOT NULL,"                                                                     \
  " size bigint NOT NULL,"                                                                         \
  " failure " TEXT ","                                                                             \
  " print " TEXT ","                                                                               \
  " UNIQUE (archive, name, is_table));"                                                            \
  "CREATE INDEX work_by_size ON skyward.work (size DESC, id) WHERE failure IS NULL;"               \
                                                                                                   \
  "CREATE TABLE skyward.stills ("                                                                  \
  " sha256 " TEXT " PRIMARY KEY,"                                                                  \
  " png bytea NOT NULL);"

#define CHECKPOINTS                                                                                \
  "CREATE TABLE skyward.checkpoints ("                                                             \
  " number bigint PRIMARY KEY,"                                                                    \
  " at bigint NOT NULL,"                                                                           \
  " size bigint NOT NULL,"                                                                         \
  " signer " TEXT " NOT NULL,"                                                                     \
  " note " TEXT " NOT NULL);"                                                                      \
  "CREATE TABLE skyward.cosignatures ("                                                            \
  " number bigint PRIMARY KEY,"                                                                    \
  " checkpoint bigint NOT NULL REFERENCES skyward.checkpoints,"                                    \
  " signer " TEXT " NOT NULL,"                                                                     \
  " line " TEXT " NOT NULL,"                                                                       \
  " UNIQUE (checkpoint, line));"                                                                   \
  "CREATE TABLE skyward.checkpoint_stamps ("                                                       \
  " number bigint PRIMARY KEY,"                                                                    \
  " checkpoint bigint NOT NULL REFERENCES skyward.checkpoints,"                                    \
  " stamp bytea NOT NULL);" GUARD ("checkpoints_grow", CHECKPOINTS_GROW) CHECKPOINTS_STAY          \
      ";" CHECKPOINTS_STAY_WHOLE ";" COSIGNATURES_STAY ";" COSIGNATURES_STAY_WHOLE ";" STAMPS_STAY \
      ";" STAMPS_STAY_WHOLE ";" CHECKPOINTS_GROW_AT_THEIR_END ";"

/* --- Functions -------------------------------------------------------------------------------- */

/* Like SQLite's: "*" and "?" stand for any text and any one character, "[…]" for one of some. */
#define GLOB                                                                                       \
  "CREATE FUNCTION skyward.glob (pattern text, value text) RETURNS boolean LANGUAGE sql "          \
  "IMMUTABLE PARALLEL SAFE AS $body$ SELECT value COLLATE \"C\" ~ ('^(?:' || replace (replace ("   \
  "regexp_replace (CASE WHEN pattern LIKE '%[%]%' THEN pattern"                                    \
  " ELSE replace (pattern, '[', '\\[') END, '([.+(){}|$\\\\])', '\\\\\\1', 'g'),"                  \
  " '*', '.*'), '?', '.') || ')$') $body$;"

/* The partitions of the month of a gaming day. They are made beside the tables and then put into
 * them, for which whoever has begun to read need not wait; who begins meanwhile waits for the end.
 */
#define MAKE_MONTH(parents)                                                                        \
  "CREATE OR REPLACE FUNCTION skyward.make_month (day bigint) RETURNS void LANGUAGE plpgsql "      \
  "SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$ DECLARE"                       \
  " month date := date_trunc ('month', date '1970-01-01' + day::integer);"                         \
  " first bigint := month - date '1970-01-01' + " FIRST_DAY ";"                                    \
  " behind bigint := (month + interval '1 month')::date - date '1970-01-01' + " FIRST_DAY ";"      \
  " parent text; part text; shift integer;"                                                        \
  " BEGIN IF to_regclass ('skyward.findings_' || to_char (month, 'YYYY_MM')) IS NOT NULL THEN"     \
  " RETURN; END IF;"                                                                               \
  " PERFORM pg_advisory_xact_lock (" SKY_POSTGRES_MONTHS ");"                                      \
  " FOREACH parent IN ARRAY ARRAY[" parents "] LOOP"                                               \
  " part := parent || to_char (month, '_YYYY_MM');"                                                \
  " shift := " DAY_SHIFT " + CASE WHEN parent LIKE '%blocks' THEN 24 ELSE 0 END;"                  \
  " EXECUTE format ('CREATE TABLE skyward.%I (LIKE skyward.%I INCLUDING ALL)', part, parent);"     \
  " EXECUTE format ('ALTER TABLE skyward.%I ATTACH PARTITION skyward.%I"                           \
  " FOR VALUES FROM (%s) TO (%s)', parent, part, first << shift, behind << shift);"                \
  " END LOOP; END $body$;"

#define PARENTS_1                                                                                  \
  "'findings', 'duties', 'seatings', 'audit_states', 'round_blocks', 'finding_blocks',"            \
  " 'word_blocks'"
#define PARENTS_2 PARENTS_1 ", 'statistic_counts'"

/* The number of a log that is written for the first time. */
#define MAKE_LOG_ID                                                                                \
  "CREATE FUNCTION skyward.make_log_id (of_property text, of_table text, day bigint, of_game "     \
  "text, of_log bigint)"                                                                           \
  " RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp"        \
  " AS $body$ DECLARE t bigint; g bigint; BEGIN"                                                   \
  " IF day + " FIRST_DAY " NOT BETWEEN 0 AND 131071 THEN"                                          \
  " RAISE EXCEPTION 'there is no room for so distant a gaming day' USING ERRCODE = '22008';"       \
  " END IF;"                                                                                       \
  " SELECT number INTO t FROM skyward.tables WHERE property = of_property AND name = of_table"     \
  " AND log = of_log;"                                                                             \
  " IF t IS NULL THEN"                                                                             \
  " INSERT INTO skyward.tables SELECT coalesce (max (number), 0) + 1, of_property, of_table, "     \
  "of_log"                                                                                         \
  " FROM skyward.tables RETURNING number INTO t; END IF;"                                          \
  " SELECT number INTO g FROM skyward.games WHERE name = of_game;"                                 \
  " IF g IS NULL THEN"                                                                             \
  " INSERT INTO skyward.games SELECT coalesce (max (number), 0) + 1, of_game"                      \
  " FROM skyward.games RETURNING number INTO g; END IF;"                                           \
  " IF t > 131071 OR g > 31 THEN"                                                                  \
  " RAISE EXCEPTION 'there is no room for so many tables or games' USING ERRCODE = '22003';"       \
  " END IF;"                                                                                       \
  " PERFORM skyward.make_month (day);"                                                             \
  " RETURN ((day + " FIRST_DAY ") << " DAY_SHIFT ") | (t << " TABLE_SHIFT ") | g; END $body$;"

/* Whoever owns the schema may take its tables away, whoever made them. */
#define SCHEMA                                                                                     \
  "CREATE SCHEMA IF NOT EXISTS skyward;"                                                           \
  "DO $body$ BEGIN IF current_user != (SELECT pg_get_userbyid (nspowner) FROM pg_namespace"        \
  " WHERE nspname = 'skyward') THEN"                                                               \
  " RAISE EXCEPTION 'the schema \"skyward\" is there and belongs to another role'"                 \
  " USING ERRCODE = '42501'; END IF; END $body$;"                                                  \
  "REVOKE ALL ON SCHEMA skyward FROM PUBLIC;"

const char sky_postgres_schema[] =
    SCHEMA STORE AUDITS LARGE WITHDRAWN LEDGER REVIEWS GLOB MAKE_MONTH (PARENTS_1)
MAKE_LOG_ID GUARD ("ledger_refuse", REFUSE) GUARD ("ledger_grow", GROW) GUARD ("ledger_move", MOVE)
    GUARD ("ledger_follow", FOLLOW) GUARD ("audits_tell", TELL) REFUSES_UPDATE
    ";" REFUSES_DELETE ";" REFUSES_TRUNCATE ";" GROWS_AT_ITS_END ";" MOVES_HEAD ";" HEAD_FOLLOWS
    ";" HEAD_STAYS ";" HEAD_STAYS_WHOLE ";" HEAD_IS_ONE ";" LOGS_ARE_TOLD ";" CHECKPOINTS
    GUARD ("ledger_followed", FOLLOWED) IS_FOLLOWED;

/* What of a log goes into statistics over many; a month that is there gets its partition. Of logs
 * that were audited before nothing is known: to have it, each is audited anew. */
#define COUNTS                                                                                     \
  "CREATE TABLE skyward.statistic_counts ("                                                        \
  " log bigint PRIMARY KEY,"                                                                       \
  " equipment bytea NOT NULL,"                                                                     \
  " people bytea NOT NULL) PARTITION BY RANGE (log);"                                              \
  "DO $body$ DECLARE part record; BEGIN FOR part IN SELECT c.oid::regclass::text AS name,"         \
  " replace (c.relname, 'audit_states', 'statistic_counts') AS beside,"                            \
  " pg_get_expr (c.relpartbound, c.oid) AS bounds FROM pg_inherits i"                              \
  " JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'skyward.audit_states'::regclass"    \
  " LOOP EXECUTE format ('CREATE TABLE skyward.%I PARTITION OF skyward.statistic_counts %s',"      \
  " part.beside, part.bounds); END LOOP; END $body$;" MAKE_MONTH (                                 \
      PARENTS_2) "UPDATE skyward.logs SET program = NULL;"

/* What statistics have reported; it stays. */
#define REPORTS                                                                                    \
  "CREATE TABLE skyward.statistic_reports ("                                                       \
  " property " TEXT " NOT NULL,"                                                                   \
  " unit " TEXT " NOT NULL,"                                                                       \
  " reported_on bigint NOT NULL,"                                                                  \
  " people integer NOT NULL,"                                                                      \
  " since bigint NOT NULL,"                                                                        \
  " lead " TEXT " NOT NULL,"                                                                       \
  " ln_r " TEXT " NOT NULL,"                                                                       \
  " ln_a " TEXT " NOT NULL,"                                                                       \
  " PRIMARY KEY (property, unit, reported_on));"

static const char counts[] = COUNTS;
static const char reports[] = REPORTS;
static const char details[] = "ALTER TABLE skyward.cases ADD COLUMN details " TEXT ";";

/* What a log says that nobody looked at. Of logs that were audited before nothing is known: to have
 * it, each is audited anew. */
static const char left_out[] = "ALTER TABLE skyward.logs ADD COLUMN left_out " TEXT ";"
                               "UPDATE skyward.logs SET program = NULL;";

/* What statistics made of the counts of a property, for as long as these are the same. */
static const char folds[] = "CREATE TABLE skyward.statistic_folds ("
                            " property " TEXT " NOT NULL,"
                            " people integer NOT NULL,"
                            " digest " TEXT " NOT NULL,"
                            " content bytea NOT NULL,"
                            " PRIMARY KEY (property, people));";

/* What statistics go on from when a log comes. */
static const char streams[] = "CREATE TABLE skyward.statistic_streams ("
                              " property " TEXT " NOT NULL,"
                              " people integer NOT NULL,"
                              " unit " TEXT " NOT NULL,"
                              " state bytea NOT NULL,"
                              " PRIMARY KEY (property, people, unit));"
                              "CREATE INDEX logs_by_audit ON skyward.logs"
                              " (property, number, gaming_day, audited_at);";

/* What the pictures showed of each result. */
static const char testimony[] = "CREATE TABLE skyward.testimony ("
                                " log bigint NOT NULL,"
                                " seq bigint NOT NULL,"
                                " round bigint NOT NULL,"
                                " verdict integer NOT NULL,"
                                " content " TEXT " NOT NULL,"
                                " PRIMARY KEY (log, seq));"
                                "CREATE INDEX testimony_by_round ON skyward.testimony"
                                " (log, round, verdict);";

const SkyPostgresStep sky_postgres_steps[SKY_STORE_SCHEMA_VERSION] = {
  [1] = { counts, sky_postgres_counts_roles },       [2] = { reports, sky_postgres_reports_roles },
  [3] = { details, sky_postgres_follow_details },    [4] = { left_out, NULL },
  [5] = { folds, sky_postgres_folds_roles },         [6] = { streams, sky_postgres_streams_roles },
  [7] = { testimony, sky_postgres_testimony_roles },
};

const char sky_postgres_probe[] =
    "SELECT version, made_by, stamp, last_finding, last_withdrawal FROM store LIMIT 0;"
    "SELECT name FROM identity LIMIT 0; SELECT path FROM archives LIMIT 0;"
    "SELECT number, left_out FROM logs LIMIT 0; SELECT columns FROM round_blocks LIMIT 0;"
    "SELECT severity FROM checks LIMIT 0; SELECT ordinal FROM findings LIMIT 0;"
    "SELECT n FROM totals LIMIT 0; SELECT n FROM texts LIMIT 0;"
    "SELECT columns FROM finding_blocks LIMIT 0; SELECT words FROM word_blocks LIMIT 0;"
    "SELECT name FROM duties LIMIT 0; SELECT player FROM seatings LIMIT 0;"
    "SELECT state FROM audit_states LIMIT 0; SELECT equipment FROM statistic_counts LIMIT 0;"
    "SELECT ln_a FROM statistic_reports LIMIT 0; SELECT digest FROM statistic_folds LIMIT 0;"
    "SELECT state FROM statistic_streams LIMIT 0; SELECT content FROM testimony LIMIT 0;"
    "SELECT \"offset\" FROM withdrawn LIMIT 0;"
    "SELECT signature FROM ledger LIMIT 0; SELECT digest FROM ledger_head LIMIT 0;"
    "SELECT last_entry FROM reviews LIMIT 0; SELECT made_at FROM bookmarks LIMIT 0;"
    "SELECT details FROM cases LIMIT 0; SELECT entry FROM case_items LIMIT 0;"
    "SELECT png FROM stills LIMIT 0; SELECT note FROM checkpoints LIMIT 0;"
    "SELECT line FROM cosignatures LIMIT 0; SELECT stamp FROM checkpoint_stamps LIMIT 0";
