-- The casino's core, and the chain's: the second copy of every log (docs/operations.md). Version 1.
-- A log arrives in sealed segments, by sabot_append() alone: nobody who appends may read, change or
-- delete a row. The key is (origin, log, n); an origin is a database's own random number. n, hashes
-- and times of events are those of docs/storage.md. Partitions go by when a segment arrived, which
-- no sender chooses.

CREATE SCHEMA sabot;

CREATE TABLE sabot.version (
	id integer PRIMARY KEY CHECK (id = 1),  -- there is one row
	version integer NOT NULL,               -- the last migration
	-- How long tips stay.
	tip_days integer NOT NULL DEFAULT 30 CHECK (tip_days BETWEEN 1 AND 400)
);
INSERT INTO sabot.version (id, version) VALUES (1, 1);

-- The databases whose logs arrive here.
CREATE TABLE sabot.origin (
	origin bytea PRIMARY KEY CHECK (octet_length(origin) = 16),
	unchained bigint NOT NULL CHECK (unchained >= 0), -- events up to it have no hash
	login name NOT NULL,                    -- who claimed it first: nobody else may append
	site text NOT NULL,                     -- what the sender calls it; for people
	past integer NOT NULL DEFAULT 1,        -- which of its pasts goes on (sabot_accept)
	epoch bigint NOT NULL,                  -- rises with each sender: the last one appends
	since timestamptz NOT NULL DEFAULT now(),
	claimed timestamptz NOT NULL DEFAULT now() -- when the last sender came
);

-- That a house goes on from a backup, as people decided: all is sent again, as its next past.
CREATE TABLE sabot.acceptance (
	origin bytea NOT NULL REFERENCES sabot.origin (origin),
	past integer NOT NULL,                  -- that began with it
	why text NOT NULL CHECK (why <> ''),
	login name NOT NULL DEFAULT session_user,
	at timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (origin, past)
);

-- How far each log is. Kept for ever, also when its segments are not.
CREATE TABLE sabot.head (
	origin bytea NOT NULL REFERENCES sabot.origin (origin),
	past integer NOT NULL,
	log text NOT NULL CHECK (octet_length(log) BETWEEN 1 AND 256),
	last_n bigint NOT NULL CHECK (last_n >= 0),
	last_hash bytea NOT NULL CHECK (octet_length(last_hash) = 32),
	epoch bigint NOT NULL,                  -- whose segment was the last
	arrived timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (origin, past, log)
);

-- Up to 256 events of one log, sealed by the hashes before and behind them.
CREATE TABLE sabot.segment (
	origin bytea NOT NULL,
	past integer NOT NULL,
	log text NOT NULL,
	first_n bigint NOT NULL CHECK (first_n > 0),
	last_n bigint NOT NULL,
	prev_hash bytea NOT NULL CHECK (octet_length(prev_hash) = 32),
	last_hash bytea NOT NULL CHECK (octet_length(last_hash) = 32),
	first_at timestamptz NOT NULL,          -- the time of its first event
	last_at timestamptz NOT NULL,
	format integer NOT NULL,                -- of the lines
	lines bytea NOT NULL,                   -- zstd over the lines of a proof, without hashes
	arrived timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (origin, past, log, first_n, arrived),
	CHECK (last_n >= first_n AND last_n - first_n < 256),
	CHECK (octet_length(lines) BETWEEN 1 AND 33554432)
) PARTITION BY RANGE (arrived);
ALTER TABLE sabot.segment ALTER COLUMN lines SET STORAGE EXTERNAL; -- it is compressed already
CREATE INDEX ON sabot.segment (origin, past, log, last_n);
CREATE INDEX ON sabot.segment USING brin (first_at);

-- The events of the last days, for questions. A card's line is not here: it may be in the shoe, or
-- face down (docs/operations.md).
CREATE TABLE sabot.tip (
	origin bytea NOT NULL,
	past integer NOT NULL,
	log text NOT NULL,
	n bigint NOT NULL,
	at timestamptz NOT NULL,
	ev text NOT NULL,
	line text,
	arrived timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (origin, past, log, n, arrived)
) PARTITION BY RANGE (arrived);
CREATE INDEX ON sabot.tip (log, at);

-- What was refused, and why: for people to find out what happened there.
CREATE TABLE sabot.refusal (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	origin bytea NOT NULL,
	past integer NOT NULL,
	log text NOT NULL,
	why text NOT NULL CHECK (why IN ('forked', 'rewound', 'gap')),
	first_n bigint NOT NULL,                -- what the sender has
	last_n bigint NOT NULL,
	prev_hash bytea NOT NULL,
	last_hash bytea NOT NULL,
	head_n bigint NOT NULL,                 -- what is here
	head_hash bytea,                        -- NULL: nothing
	login name NOT NULL,
	times bigint NOT NULL DEFAULT 1,
	first_seen timestamptz NOT NULL DEFAULT now(),
	last_seen timestamptz NOT NULL DEFAULT now(),
	UNIQUE (origin, past, log, why, first_n, last_n, prev_hash, last_hash, head_n)
);

-- The partition of `parent` for the time now, which is made with its first row: a month's of
-- segments, a day's of tips.
CREATE FUNCTION sabot.make_partition(parent text, unit text, form text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	begins timestamptz := date_trunc(unit, now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
	ends timestamptz := (date_trunc(unit, now() AT TIME ZONE 'UTC')
		+ ('1 ' || unit)::interval) AT TIME ZONE 'UTC';
	child text := parent || to_char(now() AT TIME ZONE 'UTC', form);
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
	EXECUTE format('ALTER TABLE sabot.%I ATTACH PARTITION sabot.%I '
		|| 'FOR VALUES FROM (%L) TO (%L)', parent, child, begins, ends);
	IF parent = 'tip' THEN
		PERFORM sabot.drop_tips();
	END IF;
END
$$;

-- Days of tips that are older than `tip_days`. Where somebody reads them, the next day's turn.
CREATE FUNCTION sabot.drop_tips() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	kept date := (now() AT TIME ZONE 'UTC')::date - (SELECT tip_days FROM sabot.version);
	child text;
BEGIN
	PERFORM set_config('lock_timeout', '1s', true);
	FOR child IN SELECT relname FROM pg_class
		WHERE relnamespace = to_regnamespace('sabot') AND relkind = 'r'
			AND relname ~ '^tip_\d{8}$'
			AND relname < 'tip_' || to_char(kept, 'YYYYMMDD')
	LOOP
		BEGIN
			EXECUTE format('DROP TABLE sabot.%I', child);
		EXCEPTION WHEN lock_not_available THEN
			NULL;
		END;
	END LOOP;
	PERFORM set_config('lock_timeout', '0', true);
END
$$;

-- A sender begins: the number under which it appends from now on. Whoever came before no longer
-- does; and another login never does.
CREATE FUNCTION sabot.sabot_claim(p_origin bytea, p_unchained bigint, p_site text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	held sabot.origin;
BEGIN
	INSERT INTO sabot.origin (origin, unchained, login, site, epoch)
	VALUES (p_origin, p_unchained, session_user, p_site, 0) ON CONFLICT DO NOTHING;
	SELECT * INTO held FROM sabot.origin WHERE origin = p_origin FOR UPDATE;
	IF held.login <> session_user THEN
		RAISE EXCEPTION 'database % belongs to another login', encode(p_origin, 'hex')
			USING ERRCODE = 'insufficient_privilege';
	END IF;
	IF held.unchained <> p_unchained THEN
		RAISE EXCEPTION 'database % began its chain elsewhere', encode(p_origin, 'hex')
			USING ERRCODE = 'check_violation';
	END IF;
	UPDATE sabot.origin SET epoch = held.epoch + 1, site = p_site, claimed = now()
	WHERE origin = p_origin;
	RETURN held.epoch + 1;
END
$$;

-- The heads of a database's logs, for its own sender.
CREATE FUNCTION sabot.sabot_heads(p_origin bytea)
RETURNS TABLE (log text, last_n bigint, last_hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
	SELECT h.log, h.last_n, h.last_hash
	FROM sabot.head h JOIN sabot.origin o USING (origin, past)
	WHERE h.origin = p_origin AND o.login = session_user ORDER BY h.log
$$;

CREATE FUNCTION sabot.refuse(p_why text, p_origin bytea, p_past integer, p_log text,
	p_first_n bigint, p_last_n bigint, p_prev bytea, p_last bytea, p_head_n bigint,
	p_head bytea)
RETURNS text LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
	INSERT INTO sabot.refusal (why, origin, past, log, first_n, last_n, prev_hash, last_hash,
		head_n, head_hash, login)
	VALUES (p_why, p_origin, p_past, p_log, p_first_n, p_last_n, p_prev, p_last, p_head_n,
		p_head, session_user)
	ON CONFLICT (origin, past, log, why, first_n, last_n, prev_hash, last_hash, head_n)
	DO UPDATE SET times = refusal.times + 1, last_seen = now();
	SELECT p_why
$$;

-- Where the sender's range begins at or before the head: what can be said of it by the hashes at
-- the segments' ends, which cover all that came before them.
CREATE FUNCTION sabot.judge_known(p_origin bytea, p_past integer, p_log text, p_first_n bigint,
	p_last_n bigint, p_prev bytea, p_last bytea)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	held bytea;
BEGIN
	SELECT prev_hash INTO held FROM sabot.segment
	WHERE origin = p_origin AND past = p_past AND log = p_log AND first_n = p_first_n;
	IF FOUND AND held <> p_prev THEN
		RETURN 'forked';
	END IF;
	SELECT last_hash INTO held FROM sabot.segment
	WHERE origin = p_origin AND past = p_past AND log = p_log AND last_n = p_last_n;
	IF FOUND THEN
		RETURN CASE WHEN held = p_last THEN 'same' ELSE 'forked' END;
	END IF;
	RETURN 'overlap';
END
$$;

-- The one way in. Events p_first_n … p_last_n of a log, p_prev the hash before them and p_last that
-- of the last one. With p_last_n = p_first_n - 1 it is no segment, but where the sender's log ends.
-- Says `appended`; `same` (it is here already); `stale` (another sender came); `overlap` (it begins
-- before the head, and its ends are no segment's: ask for the heads); or it refuses, changes
-- nothing but sabot.refusal, and says `forked`, `rewound` or `gap`. Then the head.
CREATE FUNCTION sabot.sabot_append(p_origin bytea, p_log text, p_epoch bigint, p_first_n bigint,
	p_last_n bigint, p_prev bytea, p_last bytea, p_first_us bigint, p_last_us bigint,
	p_format integer, p_lines bytea, p_tip text)
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
	SELECT * INTO held FROM sabot.origin WHERE origin = p_origin FOR SHARE;
	IF NOT FOUND OR held.login <> session_user THEN
		RAISE EXCEPTION 'database % is not of this login', encode(p_origin, 'hex')
			USING ERRCODE = 'insufficient_privilege';
	END IF;
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
	PERFORM sabot.make_partition('segment', 'month', '_YYYYMM');
	INSERT INTO sabot.segment (origin, past, log, first_n, last_n, prev_hash, last_hash,
		first_at, last_at, format, lines)
	VALUES (p_origin, held.past, p_log, p_first_n, p_last_n, p_prev, p_last,
		'epoch'::timestamptz + p_first_us * interval '1 microsecond',
		'epoch'::timestamptz + p_last_us * interval '1 microsecond', p_format, p_lines);
	IF p_tip IS NOT NULL THEN
		PERFORM sabot.make_partition('tip', 'day', '_YYYYMMDD');
		INSERT INTO sabot.tip (origin, past, log, n, at, ev, line)
		SELECT p_origin, held.past, p_log, each.n,
			'epoch'::timestamptz + each.us * interval '1 microsecond', each.ev,
			each.line
		FROM json_to_recordset(p_tip::json)
			AS each (n bigint, us bigint, ev text, line text);
	END IF;
	INSERT INTO sabot.head (origin, past, log, last_n, last_hash, epoch)
	VALUES (p_origin, held.past, p_log, p_last_n, p_last, p_epoch)
	ON CONFLICT ON CONSTRAINT head_pkey DO UPDATE SET last_n = excluded.last_n,
		last_hash = excluded.last_hash, epoch = excluded.epoch, arrived = now();
	RETURN QUERY SELECT 'appended'::text, p_last_n, p_last;
END
$$;

-- A house that was refused goes on, as people decided who know why: what it sends from now on is
-- its next past, from the first event on. What was here before stays.
CREATE FUNCTION sabot.sabot_accept(p_origin bytea, p_why text) RETURNS integer
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
	UPDATE sabot.origin SET past = past + 1, epoch = epoch + 1 WHERE origin = p_origin;
	INSERT INTO sabot.acceptance (origin, past, why)
	SELECT origin, past, p_why FROM sabot.origin WHERE origin = p_origin RETURNING past
$$;

-- A segment and a tip are never changed. Months and days go by DROP.
CREATE FUNCTION sabot.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RAISE EXCEPTION 'a log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER segment_append_only BEFORE UPDATE OR DELETE ON sabot.segment
FOR EACH ROW EXECUTE FUNCTION sabot.refuse_change();
CREATE TRIGGER tip_append_only BEFORE UPDATE OR DELETE ON sabot.tip
FOR EACH ROW EXECUTE FUNCTION sabot.refuse_change();

-- Who may what. A login gets one of these: GRANT sabot_append TO pit7;
DO $$
DECLARE
	called text;
BEGIN
	FOREACH called IN ARRAY ARRAY['sabot_append', 'sabot_read', 'sabot_bi'] LOOP
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = called) THEN
			EXECUTE format('CREATE ROLE %I NOLOGIN', called);
		END IF;
	END LOOP;
END
$$;
REVOKE ALL ON SCHEMA sabot FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sabot FROM PUBLIC;
GRANT USAGE ON SCHEMA sabot TO sabot_append, sabot_read, sabot_bi;
GRANT EXECUTE ON FUNCTION sabot.sabot_claim, sabot.sabot_heads, sabot.sabot_append TO sabot_append;
GRANT SELECT ON ALL TABLES IN SCHEMA sabot TO sabot_read;
GRANT SELECT ON sabot.version, sabot.origin, sabot.acceptance, sabot.head, sabot.tip, sabot.refusal
	TO sabot_bi;
GRANT SELECT (origin, past, log, first_n, last_n, first_at, last_at, arrived) ON sabot.segment
	TO sabot_bi;
