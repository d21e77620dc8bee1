/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may do what in a shared store: roles of the database, each with what its work needs, and of
 * the rows those of its properties. The schema's owner may do everything and admits the others.
 *
 * The ledger is added to and read, by nobody changed or emptied. What follows from it (reviews,
 * cases, states) the database makes itself (sky-postgres-follow.c): nobody else writes there, but
 * for workers, who write findings whole. */
#include "config.h"

#include "sky-postgres-schema-private.h"

#define DEFINER " STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$ "
#define END     " $body$;"

/* Who is admitted, for which property ('': for all); @escaped is how keys of findings begin. */
#define MEMBERS                                                                                    \
  "CREATE TABLE skyward.members ("                                                                 \
  " role text COLLATE \"C\" NOT NULL,"                                                             \
  " kind text NOT NULL CHECK (kind IN ('operator', 'investigator', 'auditor', 'worker')),"         \
  " property text COLLATE \"C\" NOT NULL,"                                                         \
  " escaped text COLLATE \"C\" NOT NULL,"                                                          \
  " PRIMARY KEY (role, property));"                                                                \
  "CREATE FUNCTION skyward.kind () RETURNS text LANGUAGE sql" DEFINER                              \
  "SELECT min (kind) FROM skyward.members WHERE role = session_user::text" END

#define SEES                                                                                       \
  "CREATE FUNCTION skyward.sees (text) RETURNS boolean LANGUAGE sql" DEFINER                       \
  "SELECT EXISTS (SELECT 1 FROM skyward.members m WHERE m.role = session_user::text"               \
  " AND m.property IN ('', $1))" END                                                               \
  "CREATE FUNCTION skyward.sees_key (text) RETURNS boolean LANGUAGE sql" DEFINER                   \
  "SELECT EXISTS (SELECT 1 FROM skyward.members m WHERE m.role = session_user::text"               \
  " AND (m.property = '' OR m.escaped = split_part ($1, '/', 1)))" END                             \
  "CREATE FUNCTION skyward.visible_tables () RETURNS SETOF bigint LANGUAGE sql" DEFINER            \
  "SELECT t.number FROM skyward.tables t WHERE skyward.sees (t.property)" END

/* An entry is its finding's property's, or that of the bookmark or still in its data; a case is
 * seen by those who see all that is in it; people are seen by everybody. */
#define SEES_ENTRY                                                                                 \
  "CREATE FUNCTION skyward.sees_said (text, text) RETURNS boolean LANGUAGE sql" DEFINER            \
  "SELECT CASE WHEN $1 IS NOT NULL THEN skyward.sees_key ($1)"                                     \
  " WHEN $2::json ->> 'property' IS NOT NULL THEN skyward.sees ($2::json ->> 'property')"          \
  " WHEN $2::json ->> 'bookmark' IS NOT NULL THEN coalesce ((SELECT"                               \
  " skyward.sees (b.data::json ->> 'property') FROM skyward.ledger b"                              \
  " WHERE b.number = ($2::json ->> 'bookmark')::bigint), TRUE) ELSE TRUE END" END                  \
  "CREATE FUNCTION skyward.sees_case (bigint) RETURNS boolean LANGUAGE sql" DEFINER                \
  "SELECT NOT EXISTS (SELECT 1 FROM skyward.ledger e WHERE e.target = $1 AND e.target > 0"         \
  " AND e.action IN ('case.add', 'case.still')"                                                    \
  " AND NOT skyward.sees_said (e.finding, e.data))" END                                            \
  "CREATE FUNCTION skyward.sees_entry (entry bigint, what text, about bigint, key text, said "     \
  "text)"                                                                                          \
  " RETURNS boolean LANGUAGE plpgsql" DEFINER                                                      \
  "BEGIN LOOP IF NOT skyward.sees_said (key, said) THEN RETURN FALSE; END IF;"                     \
  " IF what = 'case.open' THEN RETURN skyward.sees_case (entry); END IF;"                          \
  " IF what LIKE 'case.%' THEN RETURN skyward.sees_case (about); END IF;"                          \
  " IF key IS NOT NULL OR about >= entry OR what NOT IN ('undo', 'bookmark.remove') THEN"          \
  " RETURN TRUE; END IF;"                                                                          \
  " SELECT e.number, e.action, e.target, e.finding, e.data INTO entry, what, about, key, said"     \
  " FROM skyward.ledger e WHERE e.number = about;"                                                 \
  " IF NOT FOUND THEN RETURN TRUE; END IF; END LOOP; END" END

/* What must be known of all rows by those who see some of them: how many cases were opened, and in
 * which order explanations stand. */
#define OF_ALL                                                                                     \
  "CREATE FUNCTION skyward.count_cases (bigint) RETURNS bigint LANGUAGE sql" DEFINER               \
  "SELECT count (*) FROM skyward.ledger WHERE action = 'case.open' AND number <= $1" END           \
  "CREATE FUNCTION skyward.text_order () RETURNS SETOF bigint LANGUAGE sql" DEFINER                \
  "SELECT id FROM skyward.texts ORDER BY text" END

/* Whoever writes makes the stamp another, and is told the version of what they write to. However
 * high the stamp is, there is another behind it. */
#define RAISE_STAMP                                                                                \
  "CREATE FUNCTION skyward.raise_stamp () RETURNS bigint LANGUAGE sql SECURITY DEFINER"            \
  " SET search_path = pg_catalog, pg_temp AS $body$ UPDATE skyward.store"                          \
  " SET stamp = stamp % 9223372036854775807 + 1 RETURNING version" END                             \
  "REVOKE ALL ON FUNCTION skyward.raise_stamp () FROM PUBLIC;"

#define SECURE(table, condition)                                                                   \
  "ALTER TABLE skyward." table " ENABLE ROW LEVEL SECURITY;"                                       \
  "CREATE POLICY members ON skyward." table " USING (" condition ");"
/* A log's number has that of its table in it (sky-postgres-schema.c), a block's that of its log. */
#define OF_LOG   "((log >> 5) & 131071) IN (SELECT skyward.visible_tables ())"
#define OF_BLOCK "((id >> 29) & 131071) IN (SELECT skyward.visible_tables ())"

#define POLICIES                                                                                   \
  SECURE ("logs", "skyward.sees (property)")                                                       \
  SECURE ("findings", OF_LOG)                                                                      \
  SECURE ("duties", OF_LOG)                                                                        \
  SECURE ("seatings", OF_LOG)                                                                      \
  SECURE ("audit_states", OF_LOG)                                                                  \
  SECURE ("round_blocks", OF_BLOCK)                                                                \
  SECURE ("finding_blocks", OF_BLOCK)                                                              \
  SECURE ("word_blocks", OF_BLOCK)                                                                 \
  SECURE ("totals", "archive IN (SELECT l.archive FROM skyward.logs l)")                           \
  SECURE ("withdrawn", "skyward.sees (property)")                                                  \
  SECURE ("ledger", "skyward.sees_entry (number, action, target, finding, data)")                  \
  SECURE ("reviews", "skyward.sees_key (finding)")                                                 \
  SECURE ("bookmarks", "skyward.sees (property)")                                                  \
  SECURE ("cases", "skyward.sees_case (id)")                                                       \
  SECURE ("case_items", "skyward.sees_case (case_id)")                                             \
  SECURE ("stills", "EXISTS (SELECT 1 FROM skyward.ledger e WHERE e.action = 'case.still'"         \
                    " AND e.data::json ->> 'sha256' = sha256)")                                    \
  "CREATE POLICY kinds ON skyward.ledger AS RESTRICTIVE FOR INSERT WITH CHECK ("                   \
  "CASE skyward.kind () WHEN 'auditor' THEN action IN ('finding.note', 'case.note')"               \
  " WHEN 'investigator' THEN TRUE ELSE action NOT LIKE 'person.%' END);"

/* What is granted to each kind of role, a text each, as they stand in an array. */
#define TO_ALL                                                                                     \
  "'USAGE ON SCHEMA skyward',"                                                                     \
  "'SELECT ON store, identity, archives, logs, findings, duties, seatings, audit_states,"          \
  " round_blocks, finding_blocks, word_blocks, totals, checks, withdrawn, ledger, ledger_head, "   \
  "reviews,"                                                                                       \
  " bookmarks, cases, case_items, stills, checkpoints, cosignatures, checkpoint_stamps',"          \
  "'SELECT (id, n) ON texts', 'EXECUTE ON FUNCTION text_order (), raise_stamp ()'"
#define TO_WORKERS                                                                                 \
  "'INSERT, UPDATE, DELETE ON archives, logs, findings, duties, seatings, audit_states,"           \
  " round_blocks, finding_blocks, word_blocks, totals, texts, checks, withdrawn',"                 \
  "'SELECT ON texts', 'UPDATE (last_finding, last_withdrawal) ON store',"                          \
  "'EXECUTE ON FUNCTION make_log_id (text, text, bigint, text, bigint)'"
/* Which kind of entry a role may add says a policy. */
#define TO_AUDITORS "'INSERT ON ledger'"
#define TO_DECIDERS "'INSERT ON ledger, stills, checkpoints, cosignatures, checkpoint_stamps'"

/* Takes from a role what it had; whether it had something. That the schema's names are known to it
 * stays, lest an open connection take the tables for missing. */
#define DISMISS                                                                                    \
  "CREATE FUNCTION skyward.dismiss (of_role text) RETURNS boolean"                                 \
  " LANGUAGE plpgsql SET search_path = skyward, pg_catalog, pg_temp AS $body$ BEGIN"               \
  " IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = of_role) THEN"                               \
  " EXECUTE format ('REVOKE ALL ON ALL TABLES IN SCHEMA skyward FROM %I', of_role);"               \
  " EXECUTE format ('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA skyward FROM %I', of_role); END IF;"    \
  " DELETE FROM members WHERE role = of_role; RETURN FOUND; END $body$;"

/* Gives a role what those of its kind may, and takes what it had. */
#define ADMIT(more)                                                                                \
  "CREATE OR REPLACE FUNCTION skyward.admit (of_role text, of_kind text, properties text[], "      \
  "escaped text[])"                                                                                \
  " RETURNS void LANGUAGE plpgsql SET search_path = skyward, pg_catalog, pg_temp AS $body$"        \
  " DECLARE granted text[] := ARRAY[" TO_ALL "]; one text; BEGIN"                                  \
  " IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = of_role) THEN"                           \
  " RAISE EXCEPTION 'there is no role \"%\"', of_role USING ERRCODE = '23000'; END IF;"            \
  " PERFORM dismiss (of_role);"                                                                    \
  " INSERT INTO members SELECT of_role, of_kind, p, e FROM unnest (properties, escaped) u (p, e);" \
  " IF of_kind = 'worker' THEN granted := granted || ARRAY[" TO_WORKERS "];"                       \
  " ELSIF of_kind = 'auditor' THEN granted := granted || ARRAY[" TO_AUDITORS "];"                  \
  " ELSE granted := granted || ARRAY[" TO_DECIDERS "]; END IF;"                                    \
  " IF of_kind = 'worker' AND to_regclass ('skyward.work') IS NOT NULL THEN"                       \
  " granted := granted || ARRAY['SELECT, INSERT, UPDATE, DELETE ON work']; END IF;" more           \
  " FOREACH one IN ARRAY granted LOOP"                                                             \
  " EXECUTE format ('GRANT %s TO %I', one, of_role); END LOOP; END $body$;"

const char sky_postgres_roles[] =
    MEMBERS SEES SEES_ENTRY OF_ALL RAISE_STAMP POLICIES DISMISS ADMIT (
        "") "REVOKE ALL ON FUNCTION skyward.make_log_id (text, text, bigint, text, bigint),"
            " skyward.make_month (bigint), skyward.admit (text, text, text[], text[]),"
            " skyward.dismiss (text),"
            " skyward.count_cases (bigint), skyward.text_order (), skyward.ledger_refuse (),"
            " skyward.ledger_grow (), skyward.ledger_move (), skyward.ledger_follow (),"
            " skyward.audits_tell (), skyward.checkpoints_grow () FROM PUBLIC";

/* What statistics tell of people is not for operators. */
#define COUNTS_FOR(kind)                                                                           \
  " IF " kind " = 'worker' THEN"                                                                   \
  " granted := granted || ARRAY['SELECT, INSERT, UPDATE, DELETE ON statistic_counts'];"            \
  " ELSIF " kind " = 'operator' THEN"                                                              \
  " granted := granted || ARRAY['SELECT (log, equipment) ON statistic_counts'];"                   \
  " ELSE granted := granted || ARRAY['SELECT ON statistic_counts']; END IF;"

/* What a step grants to roles that are members already. */
#define GRANT_MEMBERS(grants_for)                                                                  \
  "DO $body$ DECLARE member record; granted text[] := '{}'; one text; BEGIN"                       \
  " FOR member IN SELECT role, min (kind) AS kind FROM skyward.members GROUP BY role LOOP"         \
  " granted := '{}';" grants_for ("member.kind") " FOREACH one IN ARRAY granted LOOP EXECUTE "     \
                                                 "format ('GRANT %s TO %I', replace (one, ' ON "   \
                                                 "', ' ON skyward.'), member.role);"               \
                                                 " END LOOP; END LOOP; END $body$;"

const char sky_postgres_counts_roles[] =
    SECURE ("statistic_counts", OF_LOG) ADMIT (COUNTS_FOR ("of_kind")) GRANT_MEMBERS (COUNTS_FOR);

/* Nobody changes or removes a report. */
#define REPORTS_FOR(kind)                                                                          \
  " granted := granted || ARRAY['SELECT ON statistic_reports'];"                                   \
  " IF " kind " = 'worker' THEN"                                                                   \
  " granted := granted || ARRAY['INSERT ON statistic_reports']; END IF;"

const char sky_postgres_reports_roles[] =
    SECURE ("statistic_reports",
            "skyward.sees (property) AND (people = 0 OR skyward.kind () != 'operator')")
        ADMIT (COUNTS_FOR ("of_kind") REPORTS_FOR ("of_kind")) GRANT_MEMBERS (REPORTS_FOR);

/* Workers make them anew; operators read those without people. */
#define FOLDS_FOR(kind)                                                                            \
  " granted := granted || ARRAY['SELECT ON statistic_folds'];"                                     \
  " IF " kind " = 'worker' THEN"                                                                   \
  " granted := granted || ARRAY['INSERT, UPDATE ON statistic_folds']; END IF;"

const char sky_postgres_folds_roles[] = SECURE (
    "statistic_folds", "skyward.sees (property) AND (people = 0 OR skyward.kind () != 'operator')")
    ADMIT (COUNTS_FOR ("of_kind") REPORTS_FOR ("of_kind") FOLDS_FOR ("of_kind"))
        GRANT_MEMBERS (FOLDS_FOR);

/* Workers make them anew; operators read those without people. */
#define STREAMS_FOR(kind)                                                                          \
  " granted := granted || ARRAY['SELECT ON statistic_streams'];"                                   \
  " IF " kind " = 'worker' THEN"                                                                   \
  " granted := granted || ARRAY['INSERT, UPDATE, DELETE ON statistic_streams']; END IF;"

const char sky_postgres_streams_roles[] =
    SECURE ("statistic_streams",
            "skyward.sees (property) AND (people = 0 OR skyward.kind () != 'operator')")
        ADMIT (COUNTS_FOR ("of_kind") REPORTS_FOR ("of_kind") FOLDS_FOR ("of_kind")
                   STREAMS_FOR ("of_kind")) GRANT_MEMBERS (STREAMS_FOR);

/* What the pictures showed goes with the log. */
#define TESTIMONY_FOR(kind)                                                                        \
  " granted := granted || ARRAY['SELECT ON testimony'];"                                           \
  " IF " kind " = 'worker' THEN"                                                                   \
  " granted := granted || ARRAY['INSERT, UPDATE, DELETE ON testimony']; END IF;"

const char sky_postgres_testimony_roles[] = SECURE ("testimony", OF_LOG)
    ADMIT (COUNTS_FOR ("of_kind") REPORTS_FOR ("of_kind") FOLDS_FOR ("of_kind")
               STREAMS_FOR ("of_kind") TESTIMONY_FOR ("of_kind")) GRANT_MEMBERS (TESTIMONY_FOR);
