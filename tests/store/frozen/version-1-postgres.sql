-- A store of version 1 in PostgreSQL, as pg_dump wrote it: of an archive of one roulette log with two
-- findings. It is never changed.
SET client_min_messages = warning;
SET check_function_bodies = false;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA skyward;
CREATE FUNCTION skyward.admit(of_role text, of_kind text, properties text[], escaped text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'skyward', 'pg_catalog', 'pg_temp'
    AS $$ DECLARE granted text[] := ARRAY['USAGE ON SCHEMA skyward','SELECT ON store, identity, archives, logs, findings, duties, seatings, audit_states, round_blocks, finding_blocks, word_blocks, totals, checks, withdrawn, ledger, ledger_head, reviews, bookmarks, cases, case_items, stills, checkpoints, cosignatures, checkpoint_stamps','SELECT (id, n) ON texts', 'EXECUTE ON FUNCTION text_order (), raise_stamp ()']; one text; BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = of_role) THEN RAISE EXCEPTION 'there is no role "%"', of_role USING ERRCODE = '23000'; END IF; PERFORM dismiss (of_role); INSERT INTO members SELECT of_role, of_kind, p, e FROM unnest (properties, escaped) u (p, e); IF of_kind = 'worker' THEN granted := granted || ARRAY['INSERT, UPDATE, DELETE ON archives, logs, findings, duties, seatings, audit_states, round_blocks, finding_blocks, word_blocks, totals, texts, checks, withdrawn','SELECT ON texts', 'UPDATE (last_finding, last_withdrawal) ON store','EXECUTE ON FUNCTION make_log_id (text, text, bigint, text, bigint)']; ELSIF of_kind = 'auditor' THEN granted := granted || ARRAY['INSERT ON ledger']; ELSE granted := granted || ARRAY['INSERT ON ledger, stills, checkpoints, cosignatures, checkpoint_stamps']; END IF; IF of_kind = 'worker' AND to_regclass ('skyward.work') IS NOT NULL THEN granted := granted || ARRAY['SELECT, INSERT, UPDATE, DELETE ON work']; END IF; FOREACH one IN ARRAY granted LOOP EXECUTE format ('GRANT %s TO %I', one, of_role); END LOOP; END $$;
CREATE FUNCTION skyward.audits_tell() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN PERFORM pg_notify ('skyward', 'audits'); RETURN NULL; END $$;
CREATE FUNCTION skyward.checkpoints_grow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN IF NEW.number IS DISTINCT FROM (SELECT coalesce (max (c.number), 0) + 1 FROM skyward.checkpoints c) OR NEW.size > (SELECT h.number FROM skyward.ledger_head h) THEN RAISE EXCEPTION 'a checkpoint is of entries that are there' USING ERRCODE = '23000'; END IF; RETURN NEW; END $$;
CREATE FUNCTION skyward.count_cases(bigint) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ SELECT count (*) FROM skyward.ledger WHERE action = 'case.open' AND number <= $1 $_$;
CREATE FUNCTION skyward.dismiss(of_role text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'skyward', 'pg_catalog', 'pg_temp'
    AS $$ BEGIN IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = of_role) THEN EXECUTE format ('REVOKE ALL ON ALL TABLES IN SCHEMA skyward FROM %I', of_role); EXECUTE format ('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA skyward FROM %I', of_role); END IF; DELETE FROM members WHERE role = of_role; RETURN FOUND; END $$;
CREATE FUNCTION skyward.follow_bookmark(entry bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ DECLARE e skyward.ledger; d json; BEGIN DELETE FROM skyward.bookmarks b WHERE b.number = entry; SELECT * INTO e FROM skyward.ledger l WHERE l.number = entry AND l.action = 'bookmark.add'; IF NOT FOUND OR skyward.is_undone (entry) OR EXISTS (SELECT 1 FROM skyward.ledger l WHERE l.target = entry AND l.target > 0 AND l.action || '' = 'bookmark.remove' AND NOT skyward.is_undone (l.number)) THEN RETURN; END IF; d := e.data; IF json_typeof (d -> 'property') = 'string' AND json_typeof (d -> 'table') = 'string' AND json_typeof (d -> 'game') = 'string' AND d ->> 'gaming_day' ~ '^\d{4}-\d\d-\d\d$' AND d ->> 'at' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$' THEN INSERT INTO skyward.bookmarks (number, property, table_name, game, gaming_day, at, text, credential, name, made_at) VALUES (entry, d ->> 'property', d ->> 'table', d ->> 'game', (d ->> 'gaming_day')::date - date '1970-01-01', (extract (epoch FROM (d ->> 'at')::timestamptz) * 1000000)::bigint, e.text, e.credential, e.name, e.at); END IF; EXCEPTION WHEN data_exception THEN RETURN; END $_$;
CREATE FUNCTION skyward.follow_case(of_entry bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ DECLARE e skyward.ledger; marked bigint; kind integer; BEGIN DELETE FROM skyward.case_items i WHERE i.case_id = of_entry; DELETE FROM skyward.cases c WHERE c.id = of_entry; SELECT * INTO e FROM skyward.ledger l WHERE l.number = of_entry AND l.action = 'case.open'; IF NOT FOUND OR skyward.is_undone (of_entry) THEN RETURN; END IF; INSERT INTO skyward.cases (id, number, title, closed, credential, name, opened_at) VALUES (of_entry, skyward.count_cases (of_entry), coalesce (e.text, ''), 0, e.credential, e.name, e.at); FOR e IN SELECT * FROM skyward.ledger l WHERE l.target = of_entry AND l.target > 0 AND l.action LIKE 'case.%' ORDER BY l.number LOOP CONTINUE WHEN skyward.is_undone (e.number); marked := 0; IF json_typeof (e.data::json -> 'bookmark') = 'number' AND e.data::json ->> 'bookmark' ~ '^-?\d{1,18}$' THEN marked := (e.data::json ->> 'bookmark')::bigint; END IF; IF e.action = 'case.remove' THEN IF e.data::json ->> 'still' ~ '^[0-9a-f]{64}$' THEN DELETE FROM skyward.case_items i USING skyward.ledger l WHERE i.case_id = of_entry AND i.kind = 3 AND l.number = i.entry AND l.data::json ->> 'sha256' = e.data::json ->> 'still'; ELSE DELETE FROM skyward.case_items i WHERE i.case_id = of_entry AND i.kind != 2 AND i.finding IS NOT DISTINCT FROM e.finding AND i.bookmark = marked; END IF; CONTINUE; END IF; kind := CASE e.action WHEN 'case.add' THEN CASE marked WHEN 0 THEN 0 ELSE 1 END WHEN 'case.note' THEN 2 WHEN 'case.still' THEN 3 WHEN 'case.close' THEN 4 WHEN 'case.reopen' THEN 5 WHEN 'case.rename' THEN 6 END; CONTINUE WHEN kind IS NULL; UPDATE skyward.cases c SET closed = CASE kind WHEN 4 THEN 1 WHEN 5 THEN 0 ELSE c.closed END, title = CASE kind WHEN 6 THEN coalesce (e.text, '') ELSE c.title END WHERE c.id = of_entry; INSERT INTO skyward.case_items (entry, case_id, kind, finding, bookmark, text, credential, name, at) VALUES (e.number, of_entry, kind, e.finding, CASE kind WHEN 1 THEN marked ELSE 0 END, e.text, e.credential, e.name, e.at); END LOOP; END $_$;
CREATE FUNCTION skyward.follow_review(key text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ DECLARE e record; r skyward.reviews; BEGIN r.finding := key; r.state := 0; r.at := 0; r.decision := 0; r.second_at := 0; r.n_notes := 0; r.last_entry := 0; FOR e IN SELECT l.* FROM skyward.ledger l WHERE l.finding = key ORDER BY l.number LOOP IF e.action LIKE 'finding.%' OR e.action = 'undo' THEN r.last_entry := e.number; END IF; CONTINUE WHEN skyward.is_undone (e.number); IF e.action IN ('finding.review', 'finding.confirm', 'finding.dismiss', 'finding.escalate', 'finding.reopen') THEN r.state := CASE e.action WHEN 'finding.review' THEN 1 WHEN 'finding.confirm' THEN 2 WHEN 'finding.dismiss' THEN 3 WHEN 'finding.escalate' THEN 4 ELSE 0 END; r.reason := e.text; r.credential := e.credential; r.name := e.name; r.at := e.at; r.decision := e.number; r.second_credential := NULL; r.second_name := NULL; r.second_at := 0; ELSIF e.action = 'finding.second' AND r.state = 2 THEN r.second_credential := e.credential; r.second_name := e.name; r.second_at := e.at; ELSIF e.action = 'finding.note' THEN r.n_notes := r.n_notes + 1; END IF; END LOOP; DELETE FROM skyward.reviews v WHERE v.finding = key; INSERT INTO skyward.reviews SELECT (r).*; PERFORM skyward.follow_state (key, r.state); END $$;
CREATE FUNCTION skyward.follow_state(key text, new_state integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ DECLARE part text[] := string_to_array (key, '/'); rest text[]; hit record; at integer; BEGIN IF coalesce (array_length (part, 1), 0) != 7 OR part[3] !~ '^\d{4}-\d\d-\d\d$' OR part[6] !~ '^\d{1,18}$' THEN RETURN; END IF; rest := regexp_match (part[7], '^([^#@]*)(?:@(\d{1,18}))?(?:#(\d{1,9}))?$'); IF rest IS NULL THEN RETURN; END IF; SELECT f.log, f.position, f.state, f.check_id, l.archive INTO hit FROM skyward.logs l JOIN skyward.findings f ON f.log = l.id JOIN skyward.checks c ON c.id = f.check_id WHERE l.property = skyward.unescape (part[1]) AND l.table_name = skyward.unescape (part[2]) AND l.gaming_day = part[3]::date - date '1970-01-01' AND l.game = skyward.unescape (part[4]) AND c.name = skyward.unescape (part[5]) AND f.seq = part[6]::bigint AND f.wager = skyward.unescape (rest[1]) AND f.line = coalesce (rest[2]::bigint, 0) AND f.ordinal = coalesce (rest[3]::bigint, 1); IF NOT FOUND OR hit.state = new_state THEN RETURN; END IF; UPDATE skyward.findings f SET state = new_state WHERE f.log = hit.log AND f.position = hit.position; INSERT INTO skyward.totals AS t VALUES (hit.archive, hit.check_id, hit.state, -1), (hit.archive, hit.check_id, new_state, 1) ON CONFLICT (archive, check_id, state) DO UPDATE SET n = t.n + excluded.n; DELETE FROM skyward.totals t WHERE t.n = 0; at := 74 + hit.position % 256; UPDATE skyward.finding_blocks b SET columns = set_byte (b.columns, at, new_state) WHERE b.id = (hit.log << 24) + hit.position / 256 AND length (b.columns) > at; EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN RETURN; END $_$;
CREATE FUNCTION skyward.glob(pattern text, value text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$ SELECT value COLLATE "C" ~ ('^(?:' || replace (replace (regexp_replace (CASE WHEN pattern LIKE '%[%]%' THEN pattern ELSE replace (pattern, '[', '\[') END, '([.+(){}|$\\])', '\\\1', 'g'), '*', '.*'), '?', '.') || ')$') $_$;
CREATE FUNCTION skyward.is_undone(entry bigint) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN RETURN EXISTS (SELECT 1 FROM skyward.ledger l WHERE l.target = entry AND l.target > 0 AND l.action || '' = 'undo' AND l.number > entry AND NOT skyward.is_undone (l.number)); END $$;
CREATE FUNCTION skyward.kind() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ SELECT min (kind) FROM skyward.members WHERE role = session_user::text $$;
CREATE FUNCTION skyward.ledger_follow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN IF NEW.one IS DISTINCT FROM 1 OR NEW.number IS DISTINCT FROM OLD.number + 1 OR NOT EXISTS (SELECT 1 FROM skyward.ledger l WHERE l.number = NEW.number AND l.digest = NEW.digest) THEN RAISE EXCEPTION 'the head of the ledger follows its entries' USING ERRCODE = '23000'; END IF; RETURN NEW; END $$;
CREATE FUNCTION skyward.ledger_followed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ DECLARE root skyward.ledger := NEW; BEGIN WHILE root.action = 'undo' LOOP SELECT * INTO root FROM skyward.ledger l WHERE l.number = root.target AND l.number < root.number; IF NOT FOUND THEN RETURN NULL; END IF; END LOOP; IF root.action LIKE 'finding.%' AND root.finding IS NOT NULL THEN PERFORM skyward.follow_review (root.finding); ELSIF root.action = 'bookmark.add' THEN PERFORM skyward.follow_bookmark (root.number); ELSIF root.action = 'bookmark.remove' THEN PERFORM skyward.follow_bookmark (root.target); ELSIF root.action = 'case.open' THEN PERFORM skyward.follow_case (root.number); ELSIF root.action LIKE 'case.%' THEN PERFORM skyward.follow_case (root.target); END IF; RETURN NULL; END $$;
CREATE FUNCTION skyward.ledger_grow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN IF NOT EXISTS (SELECT 1 FROM skyward.ledger_head h WHERE h.number + 1 = NEW.number AND h.digest = NEW.previous) THEN RAISE EXCEPTION 'the ledger is only added to at its end' USING ERRCODE = '23000'; END IF; IF NEW.action IN ('undo', 'bookmark.remove') AND NOT EXISTS (SELECT 1 FROM skyward.ledger l WHERE l.number = NEW.target AND l.finding IS NOT DISTINCT FROM NEW.finding) THEN RAISE EXCEPTION 'the entry is not about what it takes back' USING ERRCODE = '23000'; END IF; IF NEW.digest IS DISTINCT FROM encode (sha256 (convert_to ((SELECT '{' || string_agg ('"' || member || '":' || coalesce (CASE WHEN quoted THEN replace (replace (replace (replace (to_json (value)::text, '\\', chr (1)), '\b', '\u0008'), '\f', '\u000c'), chr (1), '\\') ELSE value END, 'null'), ',' ORDER BY place) || '}' FROM (VALUES (1, FALSE, 'number', NEW.number::text), (2, TRUE, 'at', to_char (timestamp 'epoch' + NEW.at * interval '1 microsecond', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), (3, TRUE, 'credential', NEW.credential), (4, TRUE, 'name', NEW.name), (5, TRUE, 'action', NEW.action), (6, TRUE, 'finding', NEW.finding), (7, FALSE, 'target', nullif (NEW.target, 0)::text), (8, TRUE, 'text', NEW.text), (9, FALSE, 'data', NEW.data), (10, TRUE, 'previous', NEW.previous)) entry (place, quoted, member, value)), 'UTF8')), 'hex') THEN RAISE EXCEPTION 'the digest is not that of the entry''s words' USING ERRCODE = '23000'; END IF; IF NEW.signature IS NULL AND EXISTS (SELECT 1 FROM skyward.ledger l WHERE l.action = 'person.add') THEN RAISE EXCEPTION 'the ledger wants entries signed' USING ERRCODE = '23000'; END IF; IF skyward.kind () IS NOT NULL AND (NEW.at > (extract (epoch FROM clock_timestamp ()) * 1000000)::bigint + 120000000 OR NEW.at < (SELECT max (l.at) FROM skyward.ledger l WHERE l.number = NEW.number - 1)) THEN RAISE EXCEPTION 'the ledger goes forward in time, and not ahead of the server''s clock' USING ERRCODE = '23000'; END IF; IF NEW.action = 'undo' AND (WITH RECURSIVE up (number, target, action, depth) AS (SELECT l.number, l.target, l.action, 1 FROM skyward.ledger l WHERE l.number = NEW.target UNION ALL SELECT l.number, l.target, l.action, up.depth + 1 FROM up JOIN skyward.ledger l ON l.number = up.target AND l.number < up.number WHERE up.action = 'undo' AND up.depth <= 100) SELECT max (depth) FROM up) > 100 THEN RAISE EXCEPTION 'it was taken back and forth too often' USING ERRCODE = '23000'; END IF; IF NEW.action = 'finding.second' AND NOT EXISTS (SELECT 1 FROM skyward.reviews r WHERE r.finding = NEW.finding AND r.state = 2 AND lower (btrim (r.credential, E' \t\n\v\f\r')) != lower (btrim (NEW.credential, E' \t\n\v\f\r'))) THEN RAISE EXCEPTION 'a second reviewer is another than who confirmed' USING ERRCODE = '23000'; END IF; NEW.role := session_user; RETURN NEW; END $$;
CREATE FUNCTION skyward.ledger_move() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN UPDATE skyward.ledger_head SET number = NEW.number, digest = NEW.digest; PERFORM pg_notify ('skyward', 'ledger ' || NEW.number); RETURN NULL; END $$;
CREATE FUNCTION skyward.ledger_refuse() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = '23000'; END $$;
CREATE FUNCTION skyward.make_log_id(of_property text, of_table text, day bigint, of_game text, of_log bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ DECLARE t bigint; g bigint; BEGIN IF day + 32768 NOT BETWEEN 0 AND 131071 THEN RAISE EXCEPTION 'there is no room for so distant a gaming day' USING ERRCODE = '22008'; END IF; SELECT number INTO t FROM skyward.tables WHERE property = of_property AND name = of_table AND log = of_log; IF t IS NULL THEN INSERT INTO skyward.tables SELECT coalesce (max (number), 0) + 1, of_property, of_table, of_log FROM skyward.tables RETURNING number INTO t; END IF; SELECT number INTO g FROM skyward.games WHERE name = of_game; IF g IS NULL THEN INSERT INTO skyward.games SELECT coalesce (max (number), 0) + 1, of_game FROM skyward.games RETURNING number INTO g; END IF; IF t > 131071 OR g > 31 THEN RAISE EXCEPTION 'there is no room for so many tables or games' USING ERRCODE = '22003'; END IF; PERFORM skyward.make_month (day); RETURN ((day + 32768) << 22) | (t << 5) | g; END $$;
CREATE FUNCTION skyward.make_month(day bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ DECLARE month date := date_trunc ('month', date '1970-01-01' + day::integer); first bigint := month - date '1970-01-01' + 32768; behind bigint := (month + interval '1 month')::date - date '1970-01-01' + 32768; parent text; part text; shift integer; BEGIN IF to_regclass ('skyward.findings_' || to_char (month, 'YYYY_MM')) IS NOT NULL THEN RETURN; END IF; PERFORM pg_advisory_xact_lock (23480592505074277); FOREACH parent IN ARRAY ARRAY['findings', 'duties', 'seatings', 'audit_states', 'round_blocks', 'finding_blocks', 'word_blocks'] LOOP part := parent || to_char (month, '_YYYY_MM'); shift := 22 + CASE WHEN parent LIKE '%blocks' THEN 24 ELSE 0 END; EXECUTE format ('CREATE TABLE skyward.%I (LIKE skyward.%I INCLUDING ALL)', part, parent); EXECUTE format ('ALTER TABLE skyward.%I ATTACH PARTITION skyward.%I FOR VALUES FROM (%s) TO (%s)', parent, part, first << shift, behind << shift); END LOOP; END $$;
CREATE FUNCTION skyward.raise_stamp() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ UPDATE skyward.store SET stamp = stamp % 9223372036854775807 + 1 RETURNING version $$;
CREATE FUNCTION skyward.sees(text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ SELECT EXISTS (SELECT 1 FROM skyward.members m WHERE m.role = session_user::text AND m.property IN ('', $1)) $_$;
CREATE FUNCTION skyward.sees_case(bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ SELECT NOT EXISTS (SELECT 1 FROM skyward.ledger e WHERE e.target = $1 AND e.target > 0 AND e.action IN ('case.add', 'case.still') AND NOT skyward.sees_said (e.finding, e.data)) $_$;
CREATE FUNCTION skyward.sees_entry(entry bigint, what text, about bigint, key text, said text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN LOOP IF NOT skyward.sees_said (key, said) THEN RETURN FALSE; END IF; IF what = 'case.open' THEN RETURN skyward.sees_case (entry); END IF; IF what LIKE 'case.%' THEN RETURN skyward.sees_case (about); END IF; IF key IS NOT NULL OR about >= entry OR what NOT IN ('undo', 'bookmark.remove') THEN RETURN TRUE; END IF; SELECT e.number, e.action, e.target, e.finding, e.data INTO entry, what, about, key, said FROM skyward.ledger e WHERE e.number = about; IF NOT FOUND THEN RETURN TRUE; END IF; END LOOP; END $$;
CREATE FUNCTION skyward.sees_key(text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ SELECT EXISTS (SELECT 1 FROM skyward.members m WHERE m.role = session_user::text AND (m.property = '' OR m.escaped = split_part ($1, '/', 1))) $_$;
CREATE FUNCTION skyward.sees_said(text, text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$ SELECT CASE WHEN $1 IS NOT NULL THEN skyward.sees_key ($1) WHEN $2::json ->> 'property' IS NOT NULL THEN skyward.sees ($2::json ->> 'property') WHEN $2::json ->> 'bookmark' IS NOT NULL THEN coalesce ((SELECT skyward.sees (b.data::json ->> 'property') FROM skyward.ledger b WHERE b.number = ($2::json ->> 'bookmark')::bigint), TRUE) ELSE TRUE END $_$;
CREATE FUNCTION skyward.text_order() RETURNS SETOF bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ SELECT id FROM skyward.texts ORDER BY text $$;
CREATE FUNCTION skyward.unescape(value text) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ BEGIN RETURN coalesce ((SELECT convert_from (string_agg (CASE WHEN m[1] LIKE '\%__' THEN decode (substr (m[1], 2), 'hex') ELSE convert_to (m[1], 'UTF8') END, ''::bytea ORDER BY place), 'UTF8') FROM regexp_matches (value, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') WITH ORDINALITY AS parts (m, place)), ''); EXCEPTION WHEN data_exception THEN RETURN NULL; END $$;
CREATE FUNCTION skyward.visible_tables() RETURNS SETOF bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ SELECT t.number FROM skyward.tables t WHERE skyward.sees (t.property) $$;
CREATE TABLE skyward.archives (
    id bigint NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE skyward.audit_states (
    log bigint NOT NULL,
    state bytea NOT NULL
)
PARTITION BY RANGE (log);
CREATE TABLE skyward.audit_states_2023_11 (
    log bigint NOT NULL,
    state bytea NOT NULL
);
CREATE TABLE skyward.bookmarks (
    number bigint NOT NULL,
    property text NOT NULL COLLATE pg_catalog."C",
    table_name text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    gaming_day bigint NOT NULL,
    at bigint NOT NULL,
    text text COLLATE pg_catalog."C",
    credential text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    made_at bigint NOT NULL
);
CREATE TABLE skyward.case_items (
    entry bigint NOT NULL,
    case_id bigint NOT NULL,
    kind integer NOT NULL,
    finding text COLLATE pg_catalog."C",
    bookmark bigint NOT NULL,
    text text COLLATE pg_catalog."C",
    credential text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE TABLE skyward.cases (
    id bigint NOT NULL,
    number bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    closed integer NOT NULL,
    credential text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    opened_at bigint NOT NULL
);
CREATE TABLE skyward.checkpoint_stamps (
    number bigint NOT NULL,
    checkpoint bigint NOT NULL,
    stamp bytea NOT NULL
);
CREATE TABLE skyward.checkpoints (
    number bigint NOT NULL,
    at bigint NOT NULL,
    size bigint NOT NULL,
    signer text NOT NULL COLLATE pg_catalog."C",
    note text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE skyward.checks (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    queue integer NOT NULL,
    severity integer NOT NULL
);
CREATE TABLE skyward.cosignatures (
    number bigint NOT NULL,
    checkpoint bigint NOT NULL,
    signer text NOT NULL COLLATE pg_catalog."C",
    line text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE skyward.duties (
    log bigint NOT NULL,
    "position" bigint NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    credential text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL
)
PARTITION BY RANGE (log);
CREATE TABLE skyward.duties_2023_11 (
    log bigint NOT NULL,
    "position" bigint NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    credential text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL
);
CREATE TABLE skyward.finding_blocks (
    id bigint NOT NULL,
    columns bytea NOT NULL
)
PARTITION BY RANGE (id);
CREATE TABLE skyward.finding_blocks_2023_11 (
    id bigint NOT NULL,
    columns bytea NOT NULL
);
CREATE TABLE skyward.findings (
    id bigint NOT NULL,
    log bigint NOT NULL,
    "position" bigint NOT NULL,
    check_id bigint NOT NULL,
    state integer NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    round bigint NOT NULL,
    wager text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    section text COLLATE pg_catalog."C",
    reading bigint NOT NULL,
    variance bigint NOT NULL,
    recorded text COLLATE pg_catalog."C",
    recomputed text COLLATE pg_catalog."C",
    explanation text COLLATE pg_catalog."C",
    line bigint NOT NULL,
    "offset" bigint NOT NULL,
    ordinal bigint NOT NULL,
    CONSTRAINT findings_state_check CHECK (((state >= 0) AND (state <= 4)))
)
PARTITION BY RANGE (log);
CREATE TABLE skyward.findings_2023_11 (
    id bigint NOT NULL,
    log bigint NOT NULL,
    "position" bigint NOT NULL,
    check_id bigint NOT NULL,
    state integer NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    round bigint NOT NULL,
    wager text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    section text COLLATE pg_catalog."C",
    reading bigint NOT NULL,
    variance bigint NOT NULL,
    recorded text COLLATE pg_catalog."C",
    recomputed text COLLATE pg_catalog."C",
    explanation text COLLATE pg_catalog."C",
    line bigint NOT NULL,
    "offset" bigint NOT NULL,
    ordinal bigint NOT NULL,
    CONSTRAINT findings_state_check CHECK (((state >= 0) AND (state <= 4)))
);
CREATE TABLE skyward.games (
    number bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE skyward.identity (
    one integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT identity_one_check CHECK ((one = 1))
);
CREATE TABLE skyward.ledger (
    number bigint NOT NULL,
    at bigint NOT NULL,
    credential text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    finding text COLLATE pg_catalog."C",
    target bigint NOT NULL,
    text text COLLATE pg_catalog."C",
    data text COLLATE pg_catalog."C",
    previous text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL COLLATE pg_catalog."C",
    signature bytea,
    role text COLLATE pg_catalog."C",
    CONSTRAINT ledger_credential_check CHECK ((credential <> ''::text)),
    CONSTRAINT ledger_data_check CHECK ((jsonb_typeof((data)::jsonb) = 'object'::text)),
    CONSTRAINT ledger_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT ledger_number_check CHECK ((number > 0))
);
CREATE TABLE skyward.ledger_head (
    one integer NOT NULL,
    number bigint NOT NULL,
    digest text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ledger_head_one_check CHECK ((one = 1))
);
CREATE TABLE skyward.logs (
    id bigint NOT NULL,
    archive bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    property text NOT NULL COLLATE pg_catalog."C",
    table_name text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    gaming_day bigint NOT NULL,
    time_zone text COLLATE pg_catalog."C",
    currency text COLLATE pg_catalog."C",
    size bigint NOT NULL,
    mtime bigint NOT NULL,
    sha256 text COLLATE pg_catalog."C",
    inputs text COLLATE pg_catalog."C",
    program text COLLATE pg_catalog."C",
    audited_at bigint NOT NULL,
    n_lines bigint NOT NULL,
    n_events bigint NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    n_rounds bigint NOT NULL,
    n_rounds_with_findings bigint NOT NULL,
    n_findings bigint NOT NULL,
    number bigint NOT NULL,
    length bigint NOT NULL
);
CREATE TABLE skyward.members (
    role text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    property text NOT NULL COLLATE pg_catalog."C",
    escaped text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT members_kind_check CHECK ((kind = ANY (ARRAY['operator'::text, 'investigator'::text, 'auditor'::text, 'worker'::text])))
);
CREATE TABLE skyward.reviews (
    finding text NOT NULL COLLATE pg_catalog."C",
    state integer NOT NULL,
    reason text COLLATE pg_catalog."C",
    credential text COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    at bigint NOT NULL,
    decision bigint NOT NULL,
    second_credential text COLLATE pg_catalog."C",
    second_name text COLLATE pg_catalog."C",
    second_at bigint NOT NULL,
    n_notes bigint NOT NULL,
    last_entry bigint NOT NULL,
    CONSTRAINT reviews_state_check CHECK (((state >= 0) AND (state <= 4)))
);
CREATE TABLE skyward.round_blocks (
    id bigint NOT NULL,
    n bigint NOT NULL,
    n_with_findings bigint NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    columns bytea NOT NULL
)
PARTITION BY RANGE (id);
CREATE TABLE skyward.round_blocks_2023_11 (
    id bigint NOT NULL,
    n bigint NOT NULL,
    n_with_findings bigint NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    columns bytea NOT NULL
);
CREATE TABLE skyward.seatings (
    log bigint NOT NULL,
    "position" bigint NOT NULL,
    seat bigint NOT NULL,
    player text NOT NULL COLLATE pg_catalog."C",
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL
)
PARTITION BY RANGE (log);
CREATE TABLE skyward.seatings_2023_11 (
    log bigint NOT NULL,
    "position" bigint NOT NULL,
    seat bigint NOT NULL,
    player text NOT NULL COLLATE pg_catalog."C",
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL
);
CREATE TABLE skyward.stills (
    sha256 text NOT NULL COLLATE pg_catalog."C",
    png bytea NOT NULL
);
CREATE TABLE skyward.store (
    one integer NOT NULL,
    version integer NOT NULL,
    made_by text NOT NULL COLLATE pg_catalog."C",
    stamp bigint NOT NULL,
    last_finding bigint NOT NULL,
    last_withdrawal bigint NOT NULL,
    CONSTRAINT store_one_check CHECK ((one = 1))
);
CREATE TABLE skyward.tables (
    number bigint NOT NULL,
    property text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    log bigint NOT NULL
);
CREATE TABLE skyward.texts (
    id bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    n bigint NOT NULL
);
CREATE TABLE skyward.totals (
    archive bigint NOT NULL,
    check_id bigint NOT NULL,
    state integer NOT NULL,
    n bigint NOT NULL,
    CONSTRAINT totals_state_check CHECK (((state >= 0) AND (state <= 4)))
);
CREATE TABLE skyward.withdrawn (
    number bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    withdrawn_at bigint NOT NULL,
    log bigint NOT NULL,
    archive text NOT NULL COLLATE pg_catalog."C",
    property text NOT NULL COLLATE pg_catalog."C",
    table_name text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    gaming_day bigint NOT NULL,
    state integer NOT NULL,
    check_name text NOT NULL COLLATE pg_catalog."C",
    queue integer NOT NULL,
    severity integer NOT NULL,
    section text COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    at bigint NOT NULL,
    round bigint NOT NULL,
    wager text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    reading bigint NOT NULL,
    variance bigint NOT NULL,
    recorded text COLLATE pg_catalog."C",
    recomputed text COLLATE pg_catalog."C",
    explanation text COLLATE pg_catalog."C",
    line bigint NOT NULL,
    "offset" bigint NOT NULL,
    CONSTRAINT withdrawn_state_check CHECK (((state >= 0) AND (state <= 4)))
);
CREATE TABLE skyward.word_blocks (
    id bigint NOT NULL,
    words bytea NOT NULL
)
PARTITION BY RANGE (id);
CREATE TABLE skyward.word_blocks_2023_11 (
    id bigint NOT NULL,
    words bytea NOT NULL
);
CREATE TABLE skyward.work (
    id bigint NOT NULL,
    archive text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    is_table bigint NOT NULL,
    size bigint NOT NULL,
    failure text COLLATE pg_catalog."C",
    print text COLLATE pg_catalog."C"
);
ALTER TABLE skyward.work ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME skyward.work_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY skyward.audit_states ATTACH PARTITION skyward.audit_states_2023_11 FOR VALUES FROM ('219907358720') TO ('220033187840');
ALTER TABLE ONLY skyward.duties ATTACH PARTITION skyward.duties_2023_11 FOR VALUES FROM ('219907358720') TO ('220033187840');
ALTER TABLE ONLY skyward.finding_blocks ATTACH PARTITION skyward.finding_blocks_2023_11 FOR VALUES FROM ('3689433257234923520') TO ('3691544319560253440');
ALTER TABLE ONLY skyward.findings ATTACH PARTITION skyward.findings_2023_11 FOR VALUES FROM ('219907358720') TO ('220033187840');
ALTER TABLE ONLY skyward.round_blocks ATTACH PARTITION skyward.round_blocks_2023_11 FOR VALUES FROM ('3689433257234923520') TO ('3691544319560253440');
ALTER TABLE ONLY skyward.seatings ATTACH PARTITION skyward.seatings_2023_11 FOR VALUES FROM ('219907358720') TO ('220033187840');
ALTER TABLE ONLY skyward.word_blocks ATTACH PARTITION skyward.word_blocks_2023_11 FOR VALUES FROM ('3689433257234923520') TO ('3691544319560253440');
INSERT INTO skyward.archives VALUES (1, 'a');
INSERT INTO skyward.audit_states_2023_11 VALUES (219919941665, '\xf3605f39cb71a4ab42bab902fa98a2d4fcd878ea0d205508e0621523defd771f9c0166323463356236336239326363356661646666653439386239383832386236333536393731366163373063623462323963633436373638336162653564373334207838365f36342d6c6974746c6510726f756c65747465800136656234643536653562323934663536383566303832363461613937613737663439363963376635363836326565346233353433363832353330653738343930d8b302e00280013137663730333330313461393764353435653239613035336437346334626564323135333161393734343232643064383631613761373565303662643263353164020406080a0c0e10121416181a1c1e20222426282a2c2e30323436383a3c3e40424446484a4c4e50525456585a5c5e6062640000020200c8010102010201020100200000000000000000000000000000000004020048020006004604000e02020850312d310672656402000850322d31010000010102020850342d310c79656c6c6f7702020850352d310c6f72616e676502020850362d310a62726f776e02020850372d310a77686974650802e807c0843d107374726169676874c80101000a73706c6974c80101000c636f6c756d6ec8010164067265640180ea300000dc02c0b5a9b2a5d6840600b0028084b79ea5d68406000000000000000000000010000004080e776865656c2d31020c80c0f18da2d684060000000000060c62616c6c2d31021080c0f18da2d684060000000000a0010000000000000000000000000000000000000000000000001000000001000000100000000100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002021250412d313030303133000002021250412d31303030313200000000021250412d3130303031330000000000000000021c0000000000000000000000dc02c0b5a9b2a5d68406de02da0200020000000000dc02dc0280c0f18da2d68406c0b5a9b2a5d684060210021e20a097fd91a2d68406c0f4c10e981ff41b200a0202022ca0d0ce26a0c48815009c28221002020224e0d79324a091a51100ba202e0c02020424e08af727e0c8d410ee01ba20280c02020220a0d3c72880d5871000f21b260a0202022080c79429c08a821300981d220a0202022cc0919a26a0df851300862a221002020428e0bc9626c0b1f213d001c825300e0204081250412d313030303132080080c0f18da2d6840600021250412d3130303031330a0080c0f18da2d68406000c0e0850372d311400080850342d3116000a0850352d311800040850322d311aac02020850312d311c000c0850362d3194010004ae010212363137612e35286329328091ad9ba2d684060201000000001e7b22706f636b6574223a223234227d1c7b22706f636b6574223a2235227d8c010154686520706f696e74206d61726b65722077617320706c61636564206f6e2025733b207468652062616c6c2063616d6520746f207265737420696e2025732e02323402350300002e0412363137612e35286229c202c0b69aa9a5d6840610067735300200000001018a0101546865207761676572207761732025732061667465722025732e0201706c61636564030201e2809c6e6f206d6f72652062657473e2809d207761732063616c6c656403030000dc0200047731140400000000b81708200000feff0700d4caeaaaa9050200b81700b8170000002e14000202000618363137612e332865292839290812363137612e342861292600023a02b81700b8170000000010000000000000000004000000000101b81700000080fda193a2d6840602000202b81700b8170000002e1400020200060826000477321a0400000000e80708220000feff0700a8d5aad5aa05020000e807000000002e000000000a1a363137612e332865292831322908000002340400e807000000000010000000000000000004000000000101e807000000c0f2e393a2d684060200020400e807000000002e000000000a080000047733180400000000d00f02240000feff0700d4aad5aad5020200d00f00d00f0000002e18000202000c1a363137612e3328652928313129080000023c02d00f00d00f0000000010000000000000000004000000000101d00f000000c0988194a2d6840602000202d00f00d00f0000002e18000202000c0800000477341e0400000000882704260000feff07008080c0ffff070200008827000000002e000000000e1a363137612e33286529283134290800000236040088270000000000100000000000000000040000000001018827000000c0be9e94a2d6840602000204008827000000002e000000000e0800000477350e0400000000d00f04280000feff0700808080807e020000d00f000000002e000000001018363137612e3328652928362908000002380400d00f000000000c101c1d1e1f2021000004000000000101d00f000000a0d0e194a2d684060200020400d00f000000002e00000000100800000477360a0400000000b8170e420000feff0700e006020000b8170000000056000000001218363137612e33286529283429080000025c0400b817000000000810040507080000000004000000000101b817000000e0fccbc7a2d684060400020400b81700000000560000000012080000047737060400000000a01f02440000feff070006020000a01f0000000056000000001418363137612e33286529283229082400025e0400a01f000000000410000100000000000004000000000101a01f000000e08c9ac8a2d684060400020400a01f00000000560000000014082400047738160400000000a84602460000feff0700a8b595d5d6020200a84600a846000000561600020200161a363137612e3328652928313029082600026602a84600a8460000000010000000000000000004000000000101a84600000080fdfcc8a2d6840604000202a84600a84600000056160002020016082600047739100400000000d00f08480000feff0700a492c9a49201020000d00f0000000056000000001818363137612e3328652928372908000002600400d00f000000000210010000000000000004000000000101d00f000000a0fcdac9a2d684060400020400d00f00000000560000000018080000067731301a0400000000904e084a0000feff0700a8d5aad5aa050200904e00904e000000561a000202000a080000026802904e00904e0000000010000000000000000004000000000101904e000000808e9ecaa2d6840604000202904e00904e000000561a000202000a08000006773131060400000000b817084c0000feff07008080808024020000b8170000000056000000001408000002620400b8170000000004101d2000000000000004000000000101b817000000c0b0d1caa2d684060400020400b81700000000560000000014080000067731321a0400000000b8170a4e0000feff0700a8d5aad5aa050200b81700b817000000561a000202000a080000026a02b81700b8170000000010000000000000000004000000000101b817000000809798cba2d6840604000202b81700b817000000561a000202000a08000006773133120400000000a01f0a500000feff0700808080e0ff07020000a01f0000000056000000001a18363137612e3328652928382908000002640400a01f000000000210030000000000000004000000000101a01f000000c0d0edcba2d684060400020400a01f0000000056000000001a08000006773134040400000000f02e02700000feff0700808190a08101020000f02e000000008001000000001c1e363137612e332865292831292869290800000286010400f02e000000000210220000000000000004000000000101f02e000000a0aca081a3d684060600020400f02e000000008001000000001c08000006773135140400000000f02e02720000feff0700d4caeaaaa905020000f02e00000000800100000000060826000288010400f02e000000000010000000000000000004000000000101f02e00000080d58582a3d684060600020400f02e000000008001000000000608260006773136060400000000a01f08740000feff070012020000a01f0000000080010000000014082400028a010400a01f000000000410000300000000000004000000000101a01f00000080ddac82a3d684060600020400a01f000000008001000000001408240006773137100400000000d83608760000feff0700a492c9a49201020000d8360000000080010000000018080000028c010400d836000000000210010000000000000004000000000101d83600000080939883a3d684060600020400d836000000008001000000001808000006773138040400000000a8460a780000feff07008480889140020000a846000000008001000000001c080000028e010400a846000000000210210000000000000004000000000101a846000000a092f683a3d684060600020400a846000000008001000000001c08000006773139140400000000a01f0a7a0000feff0700d4caeaaaa905020000a01f00000000800100000000060826000290010400a01f000000000010000000000000000004000000000101a01f00000080efa084a3d684060600020400a01f000000008001000000000608260006773230060400000000a8460c98010000feff070018020000a84600000000a801000000001408000002ae010400a846000000000410020300000000000004000000000101a846000000e0eaefbaa3d684060800020400a84600000000a801000000001408000006773231160400000000d836029a010000feff0700a8b595d5d602020000d83600000000a801000000001608260002b0010400d836000000000010000000000000000004000000000101d836000000c0edb7bba3d684060800020400d83600000000a801000000001608260006773232160400000000d00f029c010000feff0700a8b595d5d602020000d00f00000000a801000000001608260002b2010400d00f000000000010000000000000000004000000000101d00f00000080aee1bba3d684060800020400d00f00000000a801000000001608260006773233180400000000d836049e010000feff0700d4aad5aad502020000d83600000000a801000000000c08000002b4010400d836000000000010000000000000000004000000000101d83600000080beafbca3d684060800020400d83600000000a801000000000c08000006773234060400000000d8360aa0010000feff070080c004020000d83600000000a801000000001408000002b6010400d8360000000004100f0c00000000000004000000000101d836000000a09f97bda3d684060800020400d83600000000a8010000000014080000067732350e0400000000c03e0aa2010000feff0700e00f020000c03e00000000a801000000001008000002b8010400c03e000000000c10040506070809000004000000000101c03e00000080e6f2bda3d684060800020400c03e00000000a801000000001008000006773236160400000000d8360cbe010000feff0700a8b595d5d602020000d83600000000cc01000000001608260002d2010400d836000000000010000000000000000004000000000101d836000000c08881f4a3d684060a00020400d83600000000cc01000000001608260006773237180400000000d83602c0010000feff0700d4aad5aad5020200d83600d836000000cc0118000202000c08000002d60102d83600d8360000000010000000000000000004000000000101d836000000e0e1c1f4a3d684060a000202d83600d836000000cc0118000202000c08000006773238180400000000d00f08c2010000feff0700d4aad5aad5020200d00f00d00f000000cc0118000202000c08000002d80102d00f00d00f0000000010000000000000000004000000000101d00f000000e08f86f5a3d684060a000202d00f00d00f000000cc0118000202000c08000006773239120400000000904e0ac4010000feff0700fc7f0200a09c0100904e000000cc0112000402001a08000002da0102a09c0100904e0000000210010000000000000004000000000101904e000000e097adf5a3d684060a000202a09c0100904e000000cc0112000402001a080000067733301e040000000088270ac6010000feff07008080c0ffff07020000882700000000cc01000000000e08000002d401040088270000000000100000000000000000040000000001018827000000e081def5a3d684060a00020400882700000000cc01000000000e080000067733310a0400000000d83604e0010000feff07008080c00d020000d83600000000ee01000000001208000002f4010400d836000000000810131416170000000004000000000101d836000000e09a81ada4d684060c00020400d83600000000ee01000000001208000006773332100400000000a84604e2010000feff070090c9a492c904020000a84600000000ee01000000001808000002f6010400a846000000000210030000000000000004000000000101a846000000e0c8c5ada4d684060c00020400a84600000000ee01000000001808000006773333160400000000d83608e4010000feff0700a8b595d5d6020200d83600d836000000ee0116000202001608260002fc0102d83600d8360000000010000000000000000004000000000101d836000000c087faada4d684060c000202d83600d836000000ee0116000202001608260006773334080400000000e80708e6010200feff07000e020000e80700000000ee01000000001e1e363137612e3328652928332928692908240002f8010400e807000000000610000201000000000004000000000101e807000000e0d9e6aea4d684060c00020400e80700000000ee01000000001e08240006773335040400000000e8070ae8010000feff0700a080c48220020000e80700000000ee01000000001c08000002fa010400e807000000000210130000000000000004000000000101e807000000c0a0c2afa4d684060c00020400e80700000000ee01000000001c08000006773336060400000000f02e0882020000feff07008006020000f02e0000000096020000000014080000029c020400f02e000000000410070800000000000004000000000101f02e000000a0f6f3e5a4d684060e00020400f02e000000009602000000001408000006773337080400000000904e0884020000feff0700808080808007020000904e000000009602000000002018363137612e33286529283329080000029e020400904e000000000610222324000000000004000000000101904e000000c0a2c3e6a4d684060e00020400904e0000000096020000000020080000067733380a0400000000d00f0886020000feff070080e006020000d00f000000009602000000001208000002a0020400d00f0000000008100b0c0e0f0000000004000000000101d00f00000080fa8ee7a4d684060e00020400d00f000000009602000000001208000006773339040400000000d8360a88020000feff0700808181808105020000d836000000009602000000001c08000002a2020400d8360000000002101b0000000000000004000000000101d836000000a097e3e7a4d684060e00020400d836000000009602000000001c08000006773430140400000000d8360a8a020000feff0700d4caeaaaa905020000d836000000009602000000000608260002a4020400d836000000000010000000000000000004000000000101d836000000c0ca86e8a4d684060e00020400d8360000000096020000000006082600067734310a0400000000d8360a8c020000feff070080808080b003020000d836000000009602000000001208000002a6020400d8360000000008101f2022230000000004000000000101d836000000c0e9cfe8a4d684060e00020400d836000000009602000000001208000006773432040400000000a8460c8e020000feff070080c2a08006020000a846000000009602000000001c08000002a8020400a846000000000210070000000000000004000000000101a846000000a0a1b0e9a4d684060e00020400a846000000009602000000001c080000067734330e0400000000e8070e90020000feff07008080f803020000e807000000009602000000001008000002aa020400e807000000000c10101112131415000004000000000101e807000000c0e3cee9a4d684060e00020400e807000000009602000000001008000006773434040400000000d00f0ab2020000feff0700888190a08001020000d00f00000000c402000000001c08000002ca020400d00f000000000210110000000000000004000000000101d00f000000a0fcc09fa5d684061000020400d00f00000000c402000000001c08000006773435080400000000a8460ab4020000feff0700e001020000a84600000000c402000000002008000002cc020400a846000000000610040506000000000004000000000101a846000000a0b2aca0a5d684061000020400a84600000000c402000000002008000006773436060400000000e8070ab6020000feff0700808080c004020000e80700000000c402000000001408000002ce020400e8070000000004101a1d00000000000004000000000101e807000000a0868ea1a5d684061000020400e80700000000c402000000001408000006773437140400000000e8070cb8020000feff0700d4caeaaaa9050200e80700e807000000c40214000202000608260002d40202e80700e8070000000010000000000000000004000000000101e807000000e0a8c1a1a5d6840610000202e80700e807000000c40214000202000608260006773438020400000000b8170cba020000feff070020020000b81700000000c402000000002218363137612e3328652928312908000002d0020400b817000000000210040000000000000004000000000101b817000000e0eda7a2a5d684061000020400b81700000000c4020000000022080000067734390e0400000000e80708bc020000feff070080f0070200882700e807000000c4020e000a02001008000002d60202882700e8070000000c100a0b0c0d0e0f000004000000000101e80700000080fc80a3a5d6840610000202882700e807000000c4020e000a02001008000006773530040400000000b81702c2020000feff0700a080c48220020000b81700000000c402000000001c08000002d2020400b817000000000210130000000000000004000000000101b817000000c0b69aa9a5d684061000020400b81700000000c402000000001c08000002f89eebea90130262');
INSERT INTO skyward.checks VALUES (1, 'roulette.marker', 2, 1);
INSERT INTO skyward.checks VALUES (2, 'wager.late', 2, 2);
INSERT INTO skyward.duties_2023_11 VALUES (219919941665, 0, 'floorperson', 'PA-100012', 'Carla Alvarez', 4, 174, 1699128000000000, 1699128440860000);
INSERT INTO skyward.duties_2023_11 VALUES (219919941665, 1, 'dealer', 'PA-100013', 'Dmitri Brandt', 5, 174, 1699128000000000, 1699128440860000);
INSERT INTO skyward.finding_blocks_2023_11 VALUES (3689644364021104640, '\x020001000000000000000100000000000000000119000000000000000101000000000000000140a4b5115909060004ffffffffffffff7f00010000000000000001010000000000000001000001020102018901080100000061a9dd18010201020000000000000000');
INSERT INTO skyward.findings_2023_11 VALUES (1, 219919941665, 0, 1, 0, 25, 1699128014120000, 1, '', 0, '617a.5(c)', 0, -9223372036854775808, '{"pocket":"24"}', '{"pocket":"5"}', 'The point marker was placed on %s; the ball came to rest in %s.245', 0, 0, 1);
INSERT INTO skyward.findings_2023_11 VALUES (2, 219919941665, 1, 2, 0, 161, 1699128431300000, 8, 'w50', 1, '617a.5(b)', 0, -9223372036854775808, NULL, NULL, 'The wager was %s after %s.placed“no more bets” was called', 0, 0, 1);
INSERT INTO skyward.games VALUES (1, 'roulette');
INSERT INTO skyward.identity VALUES (1, '4dc8a7e5af9944e3804cc0aa3c84ff73');
INSERT INTO skyward.ledger_head VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO skyward.logs VALUES (219919941665, 1, 'RO-01-2023-11-04.tel.jsonl', 'Keystone', 'RO-01', 'roulette', 19665, 'America/New_York', 'USD', 19692, 1795694884076449, '17f7033014a97d545e29a053d74c4bed21531a974422d0d861a7a75e06bd2c51', 'e6c8a94d2beb356af160ca3f9554c53b0fab2c90a963b20682b386f38db7fc10', '0.1.0', 1795694920030204, 174, 174, 1699128000000000, 1699128440860000, 8, 2, 2, 1, 19692);
INSERT INTO skyward.round_blocks_2023_11 VALUES (3689644364021104640, 8, 2, 1699128004290000, 1699128440860000, '\x08000100000000000000010f0000000000000001100000000000000001d0a51f115909060004203de8000000000003cc0700000000000002f9060000000000000210000000000000000105000000000000000100000000000000000101000000000000000101020304050607080112293d5061728a010703030101070501000000311152033198e506311f790a31a60c0e312da01131b43315313bc718010000f1d36831672c11552221b818810548b17a48410f560100fb0609119d19ba21b328ff2fea3a0200160325012501010054008b036c020112293d5061728a0104020201010403020101010101010201010101010101010000000000000000');
INSERT INTO skyward.seatings_2023_11 VALUES (219919941665, 0, 7, 'P7-1', 10, 174);
INSERT INTO skyward.seatings_2023_11 VALUES (219919941665, 1, 4, 'P4-1', 11, 174);
INSERT INTO skyward.seatings_2023_11 VALUES (219919941665, 2, 5, 'P5-1', 12, 174);
INSERT INTO skyward.seatings_2023_11 VALUES (219919941665, 3, 2, 'P2-1', 13, 150);
INSERT INTO skyward.seatings_2023_11 VALUES (219919941665, 4, 1, 'P1-1', 14, 174);
INSERT INTO skyward.seatings_2023_11 VALUES (219919941665, 5, 6, 'P6-1', 74, 174);
INSERT INTO skyward.store VALUES (1, 1, '0.1.0', 2, 2, 0);
INSERT INTO skyward.tables VALUES (1, 'Keystone', 'RO-01', 1);
INSERT INTO skyward.texts VALUES (1, 'The point marker was placed on %s; the ball came to rest in %s.245', 1);
INSERT INTO skyward.texts VALUES (2, 'The wager was %s after %s.placed“no more bets” was called', 1);
INSERT INTO skyward.totals VALUES (1, 1, 0, 1);
INSERT INTO skyward.totals VALUES (1, 2, 0, 1);
INSERT INTO skyward.word_blocks_2023_11 VALUES (3689644364021104640, '\x1a00000000000000060000000d00000014000000190000002500000031000000390000003e000000450000004f000000540000005e000000650000006a000000730000007a0000007f000000840000008e000000960000009d000000a4000000a9000000af000000b7000000be0000000332343b0100043528622901010435286329010002352e010009363137612e35286229010109363137612e352863290100056166746572010102622901010462616c6c01000762657473e2809d010102632901000763616c6c65642e01010463616d65010002696e0100066d61726b65720100046d6f72650101026e6f0101026f6e010006706c6163656402000105706f696e740100047265737401000374686502000102746f0100037735300101057761676572010103776173020001');
SELECT pg_catalog.setval('skyward.work_id_seq', 1, false);
ALTER TABLE ONLY skyward.archives
    ADD CONSTRAINT archives_path_key UNIQUE (path);
ALTER TABLE ONLY skyward.archives
    ADD CONSTRAINT archives_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.audit_states
    ADD CONSTRAINT audit_states_pkey PRIMARY KEY (log);
ALTER TABLE ONLY skyward.audit_states_2023_11
    ADD CONSTRAINT audit_states_2023_11_pkey PRIMARY KEY (log);
ALTER TABLE ONLY skyward.bookmarks
    ADD CONSTRAINT bookmarks_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.case_items
    ADD CONSTRAINT case_items_pkey PRIMARY KEY (entry);
ALTER TABLE ONLY skyward.cases
    ADD CONSTRAINT cases_number_key UNIQUE (number);
ALTER TABLE ONLY skyward.cases
    ADD CONSTRAINT cases_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.checkpoint_stamps
    ADD CONSTRAINT checkpoint_stamps_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.checks
    ADD CONSTRAINT checks_name_key UNIQUE (name);
ALTER TABLE ONLY skyward.checks
    ADD CONSTRAINT checks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.cosignatures
    ADD CONSTRAINT cosignatures_checkpoint_line_key UNIQUE (checkpoint, line);
ALTER TABLE ONLY skyward.cosignatures
    ADD CONSTRAINT cosignatures_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.duties
    ADD CONSTRAINT duties_pkey PRIMARY KEY (log, "position");
ALTER TABLE ONLY skyward.duties_2023_11
    ADD CONSTRAINT duties_2023_11_pkey PRIMARY KEY (log, "position");
ALTER TABLE ONLY skyward.finding_blocks
    ADD CONSTRAINT finding_blocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.finding_blocks_2023_11
    ADD CONSTRAINT finding_blocks_2023_11_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.findings
    ADD CONSTRAINT findings_pkey PRIMARY KEY (log, "position");
ALTER TABLE ONLY skyward.findings_2023_11
    ADD CONSTRAINT findings_2023_11_pkey PRIMARY KEY (log, "position");
ALTER TABLE ONLY skyward.games
    ADD CONSTRAINT games_name_key UNIQUE (name);
ALTER TABLE ONLY skyward.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (one);
ALTER TABLE ONLY skyward.ledger_head
    ADD CONSTRAINT ledger_head_pkey PRIMARY KEY (one);
ALTER TABLE ONLY skyward.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.logs
    ADD CONSTRAINT logs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.logs
    ADD CONSTRAINT logs_property_table_name_gaming_day_game_number_key UNIQUE (property, table_name, gaming_day, game, number);
ALTER TABLE ONLY skyward.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (role, property);
ALTER TABLE ONLY skyward.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (finding);
ALTER TABLE ONLY skyward.round_blocks
    ADD CONSTRAINT round_blocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.round_blocks_2023_11
    ADD CONSTRAINT round_blocks_2023_11_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.seatings
    ADD CONSTRAINT seatings_pkey PRIMARY KEY (log, "position");
ALTER TABLE ONLY skyward.seatings_2023_11
    ADD CONSTRAINT seatings_2023_11_pkey PRIMARY KEY (log, "position");
ALTER TABLE skyward.stills
    ADD CONSTRAINT stills_are_named CHECK ((sha256 = encode(sha256(png), 'hex'::text))) NOT VALID;
ALTER TABLE ONLY skyward.stills
    ADD CONSTRAINT stills_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY skyward.store
    ADD CONSTRAINT store_pkey PRIMARY KEY (one);
ALTER TABLE ONLY skyward.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.tables
    ADD CONSTRAINT tables_property_name_log_key UNIQUE (property, name, log);
ALTER TABLE ONLY skyward.texts
    ADD CONSTRAINT texts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.totals
    ADD CONSTRAINT totals_pkey PRIMARY KEY (archive, check_id, state);
ALTER TABLE ONLY skyward.withdrawn
    ADD CONSTRAINT withdrawn_key_key UNIQUE (key);
ALTER TABLE ONLY skyward.withdrawn
    ADD CONSTRAINT withdrawn_pkey PRIMARY KEY (number);
ALTER TABLE ONLY skyward.word_blocks
    ADD CONSTRAINT word_blocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.word_blocks_2023_11
    ADD CONSTRAINT word_blocks_2023_11_pkey PRIMARY KEY (id);
ALTER TABLE ONLY skyward.work
    ADD CONSTRAINT work_archive_name_is_table_key UNIQUE (archive, name, is_table);
ALTER TABLE ONLY skyward.work
    ADD CONSTRAINT work_pkey PRIMARY KEY (id);
CREATE INDEX bookmarks_by_log ON skyward.bookmarks USING btree (property, table_name, gaming_day, game, at);
CREATE INDEX case_items_by_case ON skyward.case_items USING btree (case_id, entry);
CREATE INDEX duties_by_credential ON ONLY skyward.duties USING btree (credential, log);
CREATE INDEX duties_2023_11_credential_log_idx ON skyward.duties_2023_11 USING btree (credential, log);
CREATE INDEX findings_by_id ON ONLY skyward.findings USING btree (id);
CREATE INDEX findings_2023_11_id_idx ON skyward.findings_2023_11 USING btree (id);
CREATE INDEX findings_by_name ON ONLY skyward.findings USING btree (log, check_id, seq);
CREATE INDEX findings_2023_11_log_check_id_seq_idx ON skyward.findings_2023_11 USING btree (log, check_id, seq);
CREATE INDEX ledger_by_action ON skyward.ledger USING btree (action, number);
CREATE INDEX ledger_by_finding ON skyward.ledger USING btree (finding, number) WHERE (finding IS NOT NULL);
CREATE INDEX ledger_by_target ON skyward.ledger USING btree (target, number) WHERE (target > 0);
CREATE INDEX logs_by_archive ON skyward.logs USING btree (archive, name);
CREATE INDEX logs_by_day ON skyward.logs USING btree (gaming_day, table_name, property, game, number);
CREATE INDEX logs_in_order ON skyward.logs USING btree (table_name, gaming_day, property, game, number);
CREATE INDEX seatings_by_player ON ONLY skyward.seatings USING btree (player, log);
CREATE INDEX seatings_2023_11_player_log_idx ON skyward.seatings_2023_11 USING btree (player, log);
CREATE INDEX texts_by_text ON skyward.texts USING hash (text);
CREATE INDEX work_by_size ON skyward.work USING btree (size DESC, id) WHERE (failure IS NULL);
ALTER INDEX skyward.audit_states_pkey ATTACH PARTITION skyward.audit_states_2023_11_pkey;
ALTER INDEX skyward.duties_by_credential ATTACH PARTITION skyward.duties_2023_11_credential_log_idx;
ALTER INDEX skyward.duties_pkey ATTACH PARTITION skyward.duties_2023_11_pkey;
ALTER INDEX skyward.finding_blocks_pkey ATTACH PARTITION skyward.finding_blocks_2023_11_pkey;
ALTER INDEX skyward.findings_by_id ATTACH PARTITION skyward.findings_2023_11_id_idx;
ALTER INDEX skyward.findings_by_name ATTACH PARTITION skyward.findings_2023_11_log_check_id_seq_idx;
ALTER INDEX skyward.findings_pkey ATTACH PARTITION skyward.findings_2023_11_pkey;
ALTER INDEX skyward.round_blocks_pkey ATTACH PARTITION skyward.round_blocks_2023_11_pkey;
ALTER INDEX skyward.seatings_pkey ATTACH PARTITION skyward.seatings_2023_11_pkey;
ALTER INDEX skyward.seatings_by_player ATTACH PARTITION skyward.seatings_2023_11_player_log_idx;
ALTER INDEX skyward.word_blocks_pkey ATTACH PARTITION skyward.word_blocks_2023_11_pkey;
CREATE TRIGGER checkpoints_grow BEFORE INSERT ON skyward.checkpoints FOR EACH ROW EXECUTE FUNCTION skyward.checkpoints_grow();
CREATE TRIGGER checkpoints_stay BEFORE DELETE OR UPDATE ON skyward.checkpoints FOR EACH ROW EXECUTE FUNCTION skyward.ledger_refuse('a checkpoint of the ledger is never changed or removed');
CREATE TRIGGER checkpoints_stay_whole BEFORE TRUNCATE ON skyward.checkpoints FOR EACH STATEMENT EXECUTE FUNCTION skyward.ledger_refuse('a checkpoint of the ledger is never changed or removed');
CREATE TRIGGER cosignatures_stay BEFORE DELETE OR UPDATE ON skyward.cosignatures FOR EACH ROW EXECUTE FUNCTION skyward.ledger_refuse('a checkpoint of the ledger is never changed or removed');
CREATE TRIGGER cosignatures_stay_whole BEFORE TRUNCATE ON skyward.cosignatures FOR EACH STATEMENT EXECUTE FUNCTION skyward.ledger_refuse('a checkpoint of the ledger is never changed or removed');
CREATE TRIGGER ledger_grows_at_its_end BEFORE INSERT ON skyward.ledger FOR EACH ROW EXECUTE FUNCTION skyward.ledger_grow();
CREATE TRIGGER ledger_head_follows BEFORE UPDATE ON skyward.ledger_head FOR EACH ROW EXECUTE FUNCTION skyward.ledger_follow();
CREATE TRIGGER ledger_head_is_one BEFORE INSERT ON skyward.ledger_head FOR EACH ROW EXECUTE FUNCTION skyward.ledger_refuse('the ledger has one head');
CREATE TRIGGER ledger_head_stays BEFORE DELETE ON skyward.ledger_head FOR EACH ROW EXECUTE FUNCTION skyward.ledger_refuse('the head of the ledger is never removed');
CREATE TRIGGER ledger_head_stays_whole BEFORE TRUNCATE ON skyward.ledger_head FOR EACH STATEMENT EXECUTE FUNCTION skyward.ledger_refuse('the head of the ledger is never removed');
CREATE TRIGGER ledger_is_followed AFTER INSERT ON skyward.ledger FOR EACH ROW EXECUTE FUNCTION skyward.ledger_followed();
CREATE TRIGGER ledger_moves_head AFTER INSERT ON skyward.ledger FOR EACH ROW EXECUTE FUNCTION skyward.ledger_move();
CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON skyward.ledger FOR EACH ROW EXECUTE FUNCTION skyward.ledger_refuse('an entry of the ledger is never removed');
CREATE TRIGGER ledger_refuses_truncate BEFORE TRUNCATE ON skyward.ledger FOR EACH STATEMENT EXECUTE FUNCTION skyward.ledger_refuse('an entry of the ledger is never removed');
CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON skyward.ledger FOR EACH ROW EXECUTE FUNCTION skyward.ledger_refuse('an entry of the ledger is never changed');
CREATE TRIGGER logs_are_told AFTER INSERT OR DELETE OR UPDATE ON skyward.logs FOR EACH STATEMENT EXECUTE FUNCTION skyward.audits_tell();
CREATE TRIGGER stamps_stay BEFORE DELETE OR UPDATE ON skyward.checkpoint_stamps FOR EACH ROW EXECUTE FUNCTION skyward.ledger_refuse('a checkpoint of the ledger is never changed or removed');
CREATE TRIGGER stamps_stay_whole BEFORE TRUNCATE ON skyward.checkpoint_stamps FOR EACH STATEMENT EXECUTE FUNCTION skyward.ledger_refuse('a checkpoint of the ledger is never changed or removed');
ALTER TABLE ONLY skyward.case_items
    ADD CONSTRAINT case_items_case_id_fkey FOREIGN KEY (case_id) REFERENCES skyward.cases(id);
ALTER TABLE ONLY skyward.checkpoint_stamps
    ADD CONSTRAINT checkpoint_stamps_checkpoint_fkey FOREIGN KEY (checkpoint) REFERENCES skyward.checkpoints(number);
ALTER TABLE ONLY skyward.cosignatures
    ADD CONSTRAINT cosignatures_checkpoint_fkey FOREIGN KEY (checkpoint) REFERENCES skyward.checkpoints(number);
ALTER TABLE ONLY skyward.logs
    ADD CONSTRAINT logs_archive_fkey FOREIGN KEY (archive) REFERENCES skyward.archives(id);
ALTER TABLE ONLY skyward.totals
    ADD CONSTRAINT totals_archive_fkey FOREIGN KEY (archive) REFERENCES skyward.archives(id);
ALTER TABLE ONLY skyward.totals
    ADD CONSTRAINT totals_check_id_fkey FOREIGN KEY (check_id) REFERENCES skyward.checks(id);
ALTER TABLE skyward.audit_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.bookmarks ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.case_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.cases ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.duties ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.finding_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.findings ENABLE ROW LEVEL SECURITY;
CREATE POLICY kinds ON skyward.ledger AS RESTRICTIVE FOR INSERT WITH CHECK (
CASE skyward.kind()
    WHEN 'auditor'::text THEN (action = ANY (ARRAY['finding.note'::text, 'case.note'::text]))
    WHEN 'investigator'::text THEN true
    ELSE (action !~~ 'person.%'::text)
END);
ALTER TABLE skyward.ledger ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.logs ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON skyward.audit_states USING ((((log >> 5) & (131071)::bigint) IN ( SELECT skyward.visible_tables() AS visible_tables)));
CREATE POLICY members ON skyward.bookmarks USING (skyward.sees(property));
CREATE POLICY members ON skyward.case_items USING (skyward.sees_case(case_id));
CREATE POLICY members ON skyward.cases USING (skyward.sees_case(id));
CREATE POLICY members ON skyward.duties USING ((((log >> 5) & (131071)::bigint) IN ( SELECT skyward.visible_tables() AS visible_tables)));
CREATE POLICY members ON skyward.finding_blocks USING ((((id >> 29) & (131071)::bigint) IN ( SELECT skyward.visible_tables() AS visible_tables)));
CREATE POLICY members ON skyward.findings USING ((((log >> 5) & (131071)::bigint) IN ( SELECT skyward.visible_tables() AS visible_tables)));
CREATE POLICY members ON skyward.ledger USING (skyward.sees_entry(number, action, target, finding, data));
CREATE POLICY members ON skyward.logs USING (skyward.sees(property));
CREATE POLICY members ON skyward.reviews USING (skyward.sees_key(finding));
CREATE POLICY members ON skyward.round_blocks USING ((((id >> 29) & (131071)::bigint) IN ( SELECT skyward.visible_tables() AS visible_tables)));
CREATE POLICY members ON skyward.seatings USING ((((log >> 5) & (131071)::bigint) IN ( SELECT skyward.visible_tables() AS visible_tables)));
CREATE POLICY members ON skyward.stills USING ((EXISTS ( SELECT 1
   FROM skyward.ledger e
  WHERE ((e.action = 'case.still'::text) AND (((e.data)::json ->> 'sha256'::text) = stills.sha256)))));
CREATE POLICY members ON skyward.totals USING ((archive IN ( SELECT l.archive
   FROM skyward.logs l)));
CREATE POLICY members ON skyward.withdrawn USING (skyward.sees(property));
CREATE POLICY members ON skyward.word_blocks USING ((((id >> 29) & (131071)::bigint) IN ( SELECT skyward.visible_tables() AS visible_tables)));
ALTER TABLE skyward.reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.round_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.seatings ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.stills ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.totals ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.withdrawn ENABLE ROW LEVEL SECURITY;
ALTER TABLE skyward.word_blocks ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON FUNCTION skyward.admit(of_role text, of_kind text, properties text[], escaped text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.audits_tell() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.checkpoints_grow() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.count_cases(bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.dismiss(of_role text) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.follow_bookmark(entry bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.follow_case(of_entry bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.follow_review(key text) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.follow_state(key text, new_state integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.is_undone(entry bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.ledger_follow() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.ledger_followed() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.ledger_grow() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.ledger_move() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.ledger_refuse() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.make_log_id(of_property text, of_table text, day bigint, of_game text, of_log bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.make_month(day bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.raise_stamp() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.text_order() FROM PUBLIC;
REVOKE ALL ON FUNCTION skyward.unescape(value text) FROM PUBLIC;
