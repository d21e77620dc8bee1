/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from the ledger, made by the database itself as an entry is added: reviews with the
 * states of findings, bookmarks, cases. It does so with the owner's rights, so that no role needs
 * any on these tables, and nobody but the owner can write in them what the ledger does not say. The
 * same is worked out by sky-review.c and sky-case.c, for a store in a file and to verify it. */
#include "config.h"

#include "sky-case.h"
#include "sky-finding-block.h"
#include "sky-postgres-schema-private.h"

/* Run by the functions below alone, whose owner's rights they have. */
#define FUNCTION(name, arguments, returns) MADE ("CREATE", name, arguments, returns)
#define MADE(make, name, arguments, returns)                                                       \
  make " FUNCTION skyward." name " (" arguments ") RETURNS " returns " LANGUAGE plpgsql"           \
       " SET search_path = pg_catalog, pg_temp AS $body$ "
#define END " $body$;"

/* Whether the entry is taken back by a later one that stands. */
#define IS_UNDONE                                                                                  \
  FUNCTION ("is_undone", "entry bigint", "boolean")                                                \
  "BEGIN RETURN EXISTS (SELECT 1 FROM skyward.ledger l WHERE l.target = entry AND l.target > 0"    \
  " AND l.action || '' = 'undo' AND l.number > entry AND NOT skyward.is_undone (l.number)); "      \
  "END" END

/* As in a URI; NULL: it is not written so. */
#define UNESCAPE                                                                                   \
  FUNCTION ("unescape", "value text", "text")                                                      \
  "BEGIN RETURN coalesce ((SELECT convert_from (string_agg (CASE WHEN m[1] LIKE '\\%__'"           \
  " THEN decode (substr (m[1], 2), 'hex') ELSE convert_to (m[1], 'UTF8') END, ''::bytea"           \
  " ORDER BY place), 'UTF8') FROM regexp_matches (value, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g')"          \
  " WITH ORDINALITY AS parts (m, place)), '');"                                                    \
  " EXCEPTION WHEN data_exception THEN RETURN NULL; END" END

/* A block's bytes: how many findings there are, the heads of its columns, then the states. */
#define STATES G_STRINGIFY (74)
G_STATIC_ASSERT (2 + SKY_N_BLOCK_COLUMNS * SKY_PACKED_HEAD == 74);
#define BLOCK "256"
G_STATIC_ASSERT (SKY_BLOCK_SIZE == 256 && SKY_BLOCK_SHIFT == 24);

/* Gives the finding with the key its review's state; totals and blocks follow. One that is not
 * there (yet) gets it when its log is written. */
#define FOLLOW_STATE                                                                               \
  FUNCTION ("follow_state", "key text, new_state integer", "void")                                 \
  "DECLARE part text[] := string_to_array (key, '/'); rest text[]; hit record; at integer;"        \
  " BEGIN IF coalesce (array_length (part, 1), 0) != 7 OR part[3] !~ '^\\d{4}-\\d\\d-\\d\\d$'"     \
  " OR part[6] !~ '^\\d{1,18}$' THEN RETURN; END IF;"                                              \
  " rest := regexp_match (part[7], '^([^#@]*)(?:@(\\d{1,18}))?(?:#(\\d{1,9}))?$');"                \
  " IF rest IS NULL THEN RETURN; END IF;"                                                          \
  " SELECT f.log, f.position, f.state, f.check_id, l.archive INTO hit"                             \
  " FROM skyward.logs l JOIN skyward.findings f ON f.log = l.id"                                   \
  " JOIN skyward.checks c ON c.id = f.check_id"                                                    \
  " WHERE l.property = skyward.unescape (part[1]) AND l.table_name = skyward.unescape (part[2])"   \
  " AND l.gaming_day = part[3]::date - date '1970-01-01'"                                          \
  " AND l.game = skyward.unescape (part[4]) AND c.name = skyward.unescape (part[5])"               \
  " AND f.seq = part[6]::bigint AND f.wager = skyward.unescape (rest[1])"                          \
  " AND f.line = coalesce (rest[2]::bigint, 0) AND f.ordinal = coalesce (rest[3]::bigint, 1);"     \
  " IF NOT FOUND OR hit.state = new_state THEN RETURN; END IF;"                                    \
  " UPDATE skyward.findings f SET state = new_state"                                               \
  " WHERE f.log = hit.log AND f.position = hit.position;"                                          \
  " INSERT INTO skyward.totals AS t VALUES (hit.archive, hit.check_id, hit.state, -1),"            \
  " (hit.archive, hit.check_id, new_state, 1)"                                                     \
  " ON CONFLICT (archive, check_id, state) DO UPDATE SET n = t.n + excluded.n;"                    \
  " DELETE FROM skyward.totals t WHERE t.n = 0;"                                                   \
  " at := " STATES " + hit.position % " BLOCK ";"                                                  \
  " UPDATE skyward.finding_blocks b SET columns = set_byte (b.columns, at, new_state)"             \
  " WHERE b.id = (hit.log << 24) + hit.position / " BLOCK " AND length (b.columns) > at;"          \
  " EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN RETURN; END" END

G_STATIC_ASSERT (SKY_REVIEW_OPEN == 0 && SKY_REVIEW_IN_REVIEW == 1 && SKY_REVIEW_CONFIRMED == 2
                 && SKY_REVIEW_DISMISSED == 3 && SKY_REVIEW_ESCALATED == 4);
#define FOLLOW_REVIEW                                                                              \
  FUNCTION ("follow_review", "key text", "void")                                                   \
  "DECLARE e record; r skyward.reviews; BEGIN"                                                     \
  " r.finding := key; r.state := 0; r.at := 0; r.decision := 0; r.second_at := 0; r.n_notes := 0;" \
  " r.last_entry := 0;"                                                                            \
  " FOR e IN SELECT l.* FROM skyward.ledger l WHERE l.finding = key ORDER BY l.number LOOP"        \
  " IF e.action LIKE 'finding.%' OR e.action = 'undo' THEN r.last_entry := e.number; END IF;"      \
  " CONTINUE WHEN skyward.is_undone (e.number);"                                                   \
  " IF e.action IN ('finding.review', 'finding.confirm', 'finding.dismiss', 'finding.escalate',"   \
  " 'finding.reopen') THEN"                                                                        \
  " r.state := CASE e.action WHEN 'finding.review' THEN 1 WHEN 'finding.confirm' THEN 2"           \
  " WHEN 'finding.dismiss' THEN 3 WHEN 'finding.escalate' THEN 4 ELSE 0 END;"                      \
  " r.reason := e.text; r.credential := e.credential; r.name := e.name; r.at := e.at;"             \
  " r.decision := e.number; r.second_credential := NULL; r.second_name := NULL;"                   \
  " r.second_at := 0;"                                                                             \
  " ELSIF e.action = 'finding.second' AND r.state = 2 THEN"                                        \
  " r.second_credential := e.credential; r.second_name := e.name; r.second_at := e.at;"            \
  " ELSIF e.action = 'finding.note' THEN r.n_notes := r.n_notes + 1; END IF; END LOOP;"            \
  " DELETE FROM skyward.reviews v WHERE v.finding = key;"                                          \
  " INSERT INTO skyward.reviews SELECT (r).*;"                                                     \
  " PERFORM skyward.follow_state (key, r.state); END" END

#define DAY  "'^\\d{4}-\\d\\d-\\d\\d$'"
#define TIME "'^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$'"
/* Where it points its entry's data say; whoever writes past the program may leave that out. */
#define FOLLOW_BOOKMARK                                                                            \
  FUNCTION ("follow_bookmark", "entry bigint", "void")                                             \
  "DECLARE e skyward.ledger; d json; BEGIN"                                                        \
  " DELETE FROM skyward.bookmarks b WHERE b.number = entry;"                                       \
  " SELECT * INTO e FROM skyward.ledger l WHERE l.number = entry AND l.action = 'bookmark.add';"   \
  " IF NOT FOUND OR skyward.is_undone (entry) OR EXISTS (SELECT 1 FROM skyward.ledger l"           \
  " WHERE l.target = entry AND l.target > 0 AND l.action || '' = 'bookmark.remove'"                \
  " AND NOT skyward.is_undone (l.number)) THEN RETURN; END IF;"                                    \
  " d := e.data;"                                                                                  \
  " IF json_typeof (d -> 'property') = 'string' AND json_typeof (d -> 'table') = 'string'"         \
  " AND json_typeof (d -> 'game') = 'string' AND d ->> 'gaming_day' ~ " DAY                        \
  " AND d ->> 'at' ~ " TIME " THEN"                                                                \
  " INSERT INTO skyward.bookmarks (number, property, table_name, game, gaming_day, at, text,"      \
  " credential, name, made_at) VALUES (entry, d ->> 'property', d ->> 'table', d ->> 'game',"      \
  " (d ->> 'gaming_day')::date - date '1970-01-01',"                                               \
  " (extract (epoch FROM (d ->> 'at')::timestamptz) * 1000000)::bigint,"                           \
  " e.text, e.credential, e.name, e.at); END IF;"                                                  \
  " EXCEPTION WHEN data_exception THEN RETURN; END" END

G_STATIC_ASSERT (SKY_CASE_FINDING == 0 && SKY_CASE_BOOKMARK == 1 && SKY_CASE_NOTE == 2
                 && SKY_CASE_STILL == 3 && SKY_CASE_CLOSING == 4 && SKY_CASE_REOPENING == 5
                 && SKY_CASE_RENAMING == 6 && SKY_CASE_DETAILS == 7);
/* What is removed is removed by what it is, not by its entry. */
#define REMOVE_ITEM                                                                                \
  " IF e.data::json ->> 'still' ~ '^[0-9a-f]{64}$' THEN"                                           \
  " DELETE FROM skyward.case_items i USING skyward.ledger l WHERE i.case_id = of_entry"            \
  " AND i.kind = 3 AND l.number = i.entry AND l.data::json ->> 'sha256' = e.data::json ->> "       \
  "'still';"                                                                                       \
  " ELSE DELETE FROM skyward.case_items i WHERE i.case_id = of_entry AND i.kind != 2"              \
  " AND i.finding IS NOT DISTINCT FROM e.finding AND i.bookmark = marked; END IF;"
/* @kinds are those of other actions, @sets what else they change of the case. */
#define FOLLOW_CASE(make, kinds, sets)                                                             \
  MADE (make, "follow_case", "of_entry bigint", "void")                                            \
  "DECLARE e skyward.ledger; marked bigint; kind integer; BEGIN"                                   \
  " DELETE FROM skyward.case_items i WHERE i.case_id = of_entry;"                                  \
  " DELETE FROM skyward.cases c WHERE c.id = of_entry;"                                            \
  " SELECT * INTO e FROM skyward.ledger l WHERE l.number = of_entry AND l.action = 'case.open';"   \
  " IF NOT FOUND OR skyward.is_undone (of_entry) THEN RETURN; END IF;"                             \
  " INSERT INTO skyward.cases (id, number, title, closed, credential, name, opened_at)"            \
  " VALUES (of_entry, skyward.count_cases (of_entry), coalesce (e.text, ''), 0, e.credential, "    \
  "e.name,"                                                                                        \
  " e.at);"                                                                                        \
  " FOR e IN SELECT * FROM skyward.ledger l WHERE l.target = of_entry AND l.target > 0"            \
  " AND l.action LIKE 'case.%' ORDER BY l.number LOOP"                                             \
  " CONTINUE WHEN skyward.is_undone (e.number);"                                                   \
  " marked := 0; IF json_typeof (e.data::json -> 'bookmark') = 'number'"                           \
  " AND e.data::json ->> 'bookmark' ~ '^-?\\d{1,18}$' THEN"                                        \
  " marked := (e.data::json ->> 'bookmark')::bigint; END IF;"                                      \
  " IF e.action = 'case.remove' THEN" REMOVE_ITEM " CONTINUE; END IF;"                             \
  " kind := CASE e.action WHEN 'case.add' THEN CASE marked WHEN 0 THEN 0 ELSE 1 END"               \
  " WHEN 'case.note' THEN 2 WHEN 'case.still' THEN 3 WHEN 'case.close' THEN 4"                     \
  " WHEN 'case.reopen' THEN 5 WHEN 'case.rename' THEN 6" kinds " END;"                             \
  " CONTINUE WHEN kind IS NULL;"                                                                   \
  " UPDATE skyward.cases c SET"                                                                    \
  " closed = CASE kind WHEN 4 THEN 1 WHEN 5 THEN 0 ELSE c.closed END,"                             \
  " title = CASE kind WHEN 6 THEN coalesce (e.text, '') ELSE c.title END" sets                     \
  " WHERE c.id = of_entry;"                                                                        \
  " INSERT INTO skyward.case_items (entry, case_id, kind, finding, bookmark, text, credential,"    \
  " name, at) VALUES (e.number, of_entry, kind, e.finding, CASE kind WHEN 1 THEN marked ELSE 0 "   \
  "END,"                                                                                           \
  " e.text, e.credential, e.name, e.at); END LOOP; END" END

const char sky_postgres_follow[] =
    IS_UNDONE UNESCAPE FOLLOW_STATE FOLLOW_REVIEW FOLLOW_BOOKMARK FOLLOW_CASE (
        "CREATE",
        "",
        "") "REVOKE ALL ON FUNCTION skyward.is_undone (bigint), skyward.unescape (text),"
            " skyward.follow_state (text, integer), skyward.follow_review (text),"
            " skyward.follow_bookmark (bigint), skyward.follow_case (bigint),"
            " skyward.ledger_followed () FROM PUBLIC;"
            "ALTER TABLE skyward.stills ADD CONSTRAINT stills_are_named"
            " CHECK (sha256 = encode (sha256 (png), 'hex')) NOT VALID;";

const char sky_postgres_follow_details[] =
    FOLLOW_CASE ("CREATE OR REPLACE",
                 " WHEN 'case.details' THEN 7",
                 ", details = CASE kind WHEN 7 THEN e.data ELSE c.details END");
