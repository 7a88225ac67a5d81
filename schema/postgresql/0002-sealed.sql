-- Version 2: small segments wait in a table of their own until they are joined (sabot_join), and
-- several segments of a log arrive at once (sabot_append_run). sabot.segment is both tables.

ALTER TABLE sabot.segment RENAME TO sealed;
-- A segment of 256 events stays in its page, of which there are three then.
DO $$
DECLARE
	child regclass;
BEGIN
	FOR child IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'sabot.sealed'::regclass
	LOOP
		EXECUTE format('ALTER TABLE %s SET (toast_tuple_target = 4080)', child);
		EXECUTE format('ALTER TABLE %s RENAME TO %I', child,
			replace(split_part(child::text, '.', 2), 'segment_', 'sealed_'));
	END LOOP;
END
$$;

-- Segments of few events, as they come while a table is dealt.
CREATE TABLE sabot.fresh (
	LIKE sabot.sealed INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE,
	PRIMARY KEY (origin, past, log, first_n)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

CREATE VIEW sabot.segment AS
SELECT origin, past, log, first_n, last_n, prev_hash, last_hash, first_at, last_at, format, lines,
	arrived FROM sabot.sealed
UNION ALL
SELECT origin, past, log, first_n, last_n, prev_hash, last_hash, first_at, last_at, format, lines,
	arrived FROM sabot.fresh;

-- As before, of any time.
DROP FUNCTION sabot.make_partition(text, text, text);
CREATE FUNCTION sabot.make_partition(parent text, unit text, form text, at timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	begins timestamptz := date_trunc(unit, at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
	ends timestamptz := (date_trunc(unit, at AT TIME ZONE 'UTC')
		+ ('1 ' || unit)::interval) AT TIME ZONE 'UTC';
	child text := parent || to_char(at AT TIME ZONE 'UTC', form);
BEGIN
	IF to_regclass('sabot.' || child) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('sabot.' || parent));
	IF to_regclass('sabot.' || child) IS NOT NULL THEN
		RETURN;
	END IF;
	EXECUTE format('CREATE TABLE sabot.%I (LIKE sabot.%I INCLUDING DEFAULTS '
		|| 'INCLUDING CONSTRAINTS INCLUDING STORAGE)', child, parent);
	IF parent = 'sealed' THEN
		EXECUTE format('ALTER TABLE sabot.%I SET (toast_tuple_target = 4080)', child);
	END IF;
	EXECUTE format('ALTER TABLE sabot.%I ATTACH PARTITION sabot.%I '
		|| 'FOR VALUES FROM (%L) TO (%L)', parent, child, begins, ends);
	IF parent = 'tip' THEN
		PERFORM sabot.drop_tips();
	END IF;
END
$$;

-- What was judged to be next: the segments, each behind the one before, and their rows.
CREATE FUNCTION sabot.put_run(p_origin bytea, p_past integer, p_log text, p_epoch bigint,
	p_first_n bigint, p_prev bytea, p_last_n bigint[], p_last bytea[], p_first_us bigint[],
	p_last_us bigint[], p_format integer, p_lines bytea[], p_tips text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	small CONSTANT integer := 64;           -- fewer events than these: fresh
	n integer := cardinality(p_last_n);
	firsts bigint[] := p_first_n || (SELECT array_agg(e + 1 ORDER BY i)
		FROM unnest(p_last_n[:n - 1]) WITH ORDINALITY AS each (e, i));
BEGIN
	PERFORM sabot.make_partition('sealed', 'month', '_YYYYMM', now());
	INSERT INTO sabot.sealed (origin, past, log, first_n, last_n, prev_hash, last_hash,
		first_at, last_at, format, lines)
	SELECT p_origin, p_past, p_log, one.first_n, one.last_n, one.prev, one.last,
		'epoch'::timestamptz + one.first_us * interval '1 microsecond',
		'epoch'::timestamptz + one.last_us * interval '1 microsecond', p_format, one.lines
	FROM unnest(firsts, p_last_n, p_prev || p_last[:n - 1], p_last, p_first_us, p_last_us,
		p_lines) AS one (first_n, last_n, prev, last, first_us, last_us, lines)
	WHERE one.last_n - one.first_n + 1 >= small;
	INSERT INTO sabot.fresh (origin, past, log, first_n, last_n, prev_hash, last_hash,
		first_at, last_at, format, lines)
	SELECT p_origin, p_past, p_log, one.first_n, one.last_n, one.prev, one.last,
		'epoch'::timestamptz + one.first_us * interval '1 microsecond',
		'epoch'::timestamptz + one.last_us * interval '1 microsecond', p_format, one.lines
	FROM unnest(firsts, p_last_n, p_prev || p_last[:n - 1], p_last, p_first_us, p_last_us,
		p_lines) AS one (first_n, last_n, prev, last, first_us, last_us, lines)
	WHERE one.last_n - one.first_n + 1 < small;
	IF EXISTS (SELECT FROM unnest(p_tips) AS one (tip) WHERE tip IS NOT NULL) THEN
		PERFORM sabot.make_partition('tip', 'day', '_YYYYMMDD', now());
		INSERT INTO sabot.tip (origin, past, log, n, at, ev, line)
		SELECT p_origin, p_past, p_log, each.n,
			'epoch'::timestamptz + each.us * interval '1 microsecond', each.ev,
			each.line
		FROM unnest(p_tips) AS one (tip), json_to_recordset(tip::json)
			AS each (n bigint, us bigint, ev text, line text);
	END IF;
	INSERT INTO sabot.head (origin, past, log, last_n, last_hash, epoch)
	VALUES (p_origin, p_past, p_log, p_last_n[n], p_last[n], p_epoch)
	ON CONFLICT ON CONSTRAINT head_pkey DO UPDATE SET last_n = excluded.last_n,
		last_hash = excluded.last_hash, epoch = excluded.epoch, arrived = now();
END
$$;

-- The origin, whose login this is. Locked against who lets it go on as another past.
CREATE FUNCTION sabot.hold_origin(p_origin bytea) RETURNS sabot.origin
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	held sabot.origin;
BEGIN
	SELECT * INTO held FROM sabot.origin WHERE origin = p_origin FOR SHARE;
	IF NOT FOUND OR held.login <> session_user THEN
		RAISE EXCEPTION 'database % is not of this login', encode(p_origin, 'hex')
			USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN held;
END
$$;

-- As before (0001): one segment, or where the sender's log ends.
CREATE OR REPLACE FUNCTION sabot.sabot_append(p_origin bytea, p_log text, p_epoch bigint,
	p_first_n bigint, p_last_n bigint, p_prev bytea, p_last bytea, p_first_us bigint,
	p_last_us bigint, p_format integer, p_lines bytea, p_tip text)
RETURNS TABLE (verdict text, head_n bigint, head_hash bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	held sabot.origin;
	head sabot.head;
	why text;
BEGIN
	IF octet_length(p_prev) <> 32 OR octet_length(p_last) <> 32 OR p_first_n < 1
		OR p_last_n < p_first_n - 1 OR p_last_n - p_first_n >= 256 THEN
		RAISE EXCEPTION 'no segment of a log' USING ERRCODE = 'check_violation';
	END IF;
	held := sabot.hold_origin(p_origin);
	SELECT * INTO head FROM sabot.head
	WHERE origin = p_origin AND past = held.past AND log = p_log FOR UPDATE;
	IF NOT FOUND THEN
		head.last_n := 0;
		head.last_hash := NULL;
	END IF;
	IF p_epoch <> held.epoch THEN
		why := 'stale';
	ELSIF p_last_n = p_first_n - 1 THEN
		IF p_last_n = head.last_n THEN
			why := CASE WHEN p_last = coalesce(head.last_hash, p_last)
				THEN 'same' ELSE 'forked' END;
		ELSIF p_last_n > head.last_n THEN
			why := 'gap';
		ELSE
			why := sabot.judge_known(p_origin, held.past, p_log, p_last_n + 1,
				p_last_n, p_last, p_last);
			IF why <> 'forked' THEN
				why := 'rewound';
			END IF;
		END IF;
	ELSIF p_first_n > head.last_n + 1 THEN
		why := 'gap';
	ELSIF p_first_n <= head.last_n THEN
		why := sabot.judge_known(p_origin, held.past, p_log, p_first_n, p_last_n, p_prev,
			p_last);
	ELSIF head.last_hash IS NOT NULL AND head.last_hash <> p_prev THEN
		why := 'forked';
	END IF;
	IF why IN ('forked', 'rewound', 'gap') THEN
		PERFORM sabot.refuse(why, p_origin, held.past, p_log, p_first_n, p_last_n, p_prev,
			p_last, head.last_n, head.last_hash);
	END IF;
	IF why IS NOT NULL THEN
		RETURN QUERY SELECT why, head.last_n, head.last_hash;
		RETURN;
	END IF;
	PERFORM sabot.put_run(p_origin, held.past, p_log, p_epoch, p_first_n, p_prev,
		ARRAY[p_last_n], ARRAY[p_last], ARRAY[p_first_us], ARRAY[p_last_us], p_format,
		ARRAY[p_lines], ARRAY[p_tip]);
	RETURN QUERY SELECT 'appended'::text, p_last_n, p_last;
END
$$;

-- Segments that follow each other: p_last_n, p_last and so on have one of each. Says `appended`,
-- all of them; `stale`; or `overlap`, and nothing was changed: sabot_append() judges the first.
CREATE FUNCTION sabot.sabot_append_run(p_origin bytea, p_log text, p_epoch bigint,
	p_first_n bigint, p_prev bytea, p_last_n bigint[], p_last bytea[], p_first_us bigint[],
	p_last_us bigint[], p_format integer, p_lines bytea[], p_tips text[])
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	held sabot.origin := sabot.hold_origin(p_origin);
	head sabot.head;
BEGIN
	IF p_first_n < 1 OR octet_length(p_prev) <> 32
		OR cardinality(p_last_n) NOT BETWEEN 1 AND 1024
		OR cardinality(p_last) <> cardinality(p_last_n)
		OR cardinality(p_lines) <> cardinality(p_last_n) THEN
		RAISE EXCEPTION 'no segments of a log' USING ERRCODE = 'check_violation';
	END IF;
	SELECT * INTO head FROM sabot.head
	WHERE origin = p_origin AND past = held.past AND log = p_log FOR UPDATE;
	IF p_epoch <> held.epoch THEN
		RETURN 'stale';
	END IF;
	IF coalesce(head.last_n, 0) <> p_first_n - 1
		OR coalesce(head.last_hash, p_prev) <> p_prev THEN
		RETURN 'overlap';
	END IF;
	PERFORM sabot.put_run(p_origin, held.past, p_log, p_epoch, p_first_n, p_prev, p_last_n,
		p_last, p_first_us, p_last_us, p_format, p_lines, p_tips);
	RETURN 'appended';
END
$$;

-- Fresh segments of a log, all that are there from p_first_n to p_last_n, become one, whose lines
-- are given: by a program that has derived the same last hash from them. The ends stay what they
-- were. False when they are not what the program has read.
CREATE FUNCTION sabot.sabot_join(p_origin bytea, p_past integer, p_log text, p_first_n bigint,
	p_last_n bigint, p_prev bytea, p_last bytea, p_format integer, p_lines bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	parts sabot.fresh[];
	n integer;
BEGIN
	SELECT array_agg(f ORDER BY f.first_n) INTO parts FROM (SELECT * FROM sabot.fresh
		WHERE origin = p_origin AND past = p_past AND log = p_log
			AND first_n BETWEEN p_first_n AND p_last_n FOR UPDATE) AS f;
	n := cardinality(parts);
	IF n IS NULL OR parts[1].first_n <> p_first_n OR parts[n].last_n <> p_last_n
		OR parts[1].prev_hash <> p_prev OR parts[n].last_hash <> p_last THEN
		RETURN false;
	END IF;
	FOR i IN 2 .. n LOOP
		IF parts[i].first_n <> parts[i - 1].last_n + 1
			OR parts[i].prev_hash <> parts[i - 1].last_hash THEN
			RETURN false;
		END IF;
	END LOOP;
	PERFORM sabot.make_partition('sealed', 'month', '_YYYYMM', parts[n].arrived);
	INSERT INTO sabot.sealed (origin, past, log, first_n, last_n, prev_hash, last_hash,
		first_at, last_at, format, lines, arrived)
	VALUES (p_origin, p_past, p_log, p_first_n, p_last_n, p_prev, p_last, parts[1].first_at,
		parts[n].last_at, p_format, p_lines, parts[n].arrived);
	DELETE FROM sabot.fresh WHERE origin = p_origin AND past = p_past AND log = p_log
		AND first_n BETWEEN p_first_n AND p_last_n;
	RETURN true;
END
$$;

-- A fresh segment goes only when a sealed one has its events.
CREATE FUNCTION sabot.refuse_loss() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM sabot.sealed WHERE origin = OLD.origin
		AND past = OLD.past AND log = OLD.log AND last_n >= OLD.last_n
		AND last_n < OLD.last_n + 256 AND first_n <= OLD.first_n) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'a log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER fresh_append_only BEFORE UPDATE OR DELETE ON sabot.fresh
FOR EACH ROW EXECUTE FUNCTION sabot.refuse_loss();

DO $$
BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sabot_join') THEN
		CREATE ROLE sabot_join NOLOGIN;
	END IF;
END
$$;
GRANT USAGE ON SCHEMA sabot TO sabot_join;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sabot FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sabot.sabot_append_run TO sabot_append;
GRANT EXECUTE ON FUNCTION sabot.sabot_join TO sabot_join;
GRANT SELECT ON sabot.version, sabot.origin, sabot.segment, sabot.fresh TO sabot_join;
GRANT SELECT ON sabot.segment, sabot.fresh TO sabot_read;
GRANT SELECT (origin, past, log, first_n, last_n, first_at, last_at, arrived) ON sabot.segment
	TO sabot_bi;
