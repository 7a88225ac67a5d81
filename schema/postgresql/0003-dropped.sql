-- Version 3: months of segments that are kept elsewhere go (sabot_drop_month). What proves where
-- they ended stays, with the signed note of who dropped them.

CREATE TABLE sabot.dropped (
	month date PRIMARY KEY CHECK (extract(day FROM month) = 1), -- when the segments arrived
	note text NOT NULL,                     -- signed; it has the ranges, too
	login name NOT NULL DEFAULT session_user,
	at timestamptz NOT NULL DEFAULT now()
);

-- What a log had in that month. The next segment of the log begins behind it.
CREATE TABLE sabot.dropped_range (
	origin bytea NOT NULL REFERENCES sabot.origin (origin),
	past integer NOT NULL,
	log text NOT NULL,
	month date NOT NULL REFERENCES sabot.dropped (month),
	first_n bigint NOT NULL CHECK (first_n > 0),
	last_n bigint NOT NULL CHECK (last_n >= first_n),
	last_seq bigint NOT NULL,               -- its last event's number over all logs
	prev_hash bytea NOT NULL CHECK (octet_length(prev_hash) = 32),
	last_hash bytea NOT NULL CHECK (octet_length(last_hash) = 32),
	PRIMARY KEY (origin, past, log, month)
);
CREATE TRIGGER dropped_append_only BEFORE UPDATE OR DELETE ON sabot.dropped
FOR EACH ROW EXECUTE FUNCTION sabot.refuse_change();
CREATE TRIGGER dropped_range_append_only BEFORE UPDATE OR DELETE ON sabot.dropped_range
FOR EACH ROW EXECUTE FUNCTION sabot.refuse_change();

-- What arrived in a month, and would go. Refuses a month that is not over, of which small segments
-- wait to be joined, or behind which a log has older events than it.
CREATE FUNCTION sabot.month_ranges(p_month date)
RETURNS TABLE (origin bytea, past integer, log text, first_n bigint, last_n bigint, prev_hash bytea,
	last_hash bytea)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	begins timestamptz := p_month::timestamp AT TIME ZONE 'UTC';
	ends timestamptz := (p_month + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
	IF extract(day FROM p_month) <> 1 OR ends > now() THEN
		RAISE EXCEPTION 'the month is not over' USING ERRCODE = 'check_violation';
	END IF;
	IF EXISTS (SELECT FROM sabot.fresh f WHERE f.arrived < ends) THEN
		RAISE EXCEPTION 'small segments of that time wait: sabotctl floor join --all'
			USING ERRCODE = 'check_violation';
	END IF;
	IF EXISTS (SELECT FROM sabot.sealed s WHERE s.arrived < begins) THEN
		RAISE EXCEPTION 'an earlier month is there: it goes first'
			USING ERRCODE = 'check_violation';
	END IF;
	RETURN QUERY SELECT s.origin, s.past, s.log, min(s.first_n), max(s.last_n),
		(array_agg(s.prev_hash ORDER BY s.first_n))[1],
		(array_agg(s.last_hash ORDER BY s.first_n DESC))[1]
	FROM sabot.sealed s WHERE s.arrived >= begins AND s.arrived < ends
	GROUP BY s.origin, s.past, s.log ORDER BY s.origin, s.past, s.log;
END
$$;

-- Drop it, as the tables' owner. The ranges are those that the note says; where what is there is no
-- longer that, nothing happens, and it says false.
CREATE FUNCTION sabot.sabot_drop_month(p_month date, p_note text, p_log text[], p_last_n bigint[],
	p_last bytea[], p_last_seq bigint[]) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	child text := 'sealed_' || to_char(p_month, 'YYYYMM');
BEGIN
	EXECUTE format('LOCK TABLE sabot.%I IN ACCESS EXCLUSIVE MODE', child);
	IF (SELECT (array_agg(r.log), array_agg(r.last_n), array_agg(r.last_hash))
		FROM sabot.month_ranges(p_month) r) IS DISTINCT FROM (p_log, p_last_n, p_last) THEN
		RETURN false;
	END IF;
	INSERT INTO sabot.dropped (month, note) VALUES (p_month, p_note);
	INSERT INTO sabot.dropped_range (origin, past, log, month, first_n, last_n, last_seq,
		prev_hash, last_hash)
	SELECT r.origin, r.past, r.log, p_month, r.first_n, r.last_n, r.last_seq, r.prev_hash,
		r.last_hash
	FROM ROWS FROM (sabot.month_ranges(p_month), unnest(p_last_seq)) AS r (origin, past, log,
		first_n, last_n, prev_hash, last_hash, last_seq);
	EXECUTE format('DROP TABLE sabot.%I', child);
	RETURN true;
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sabot FROM PUBLIC;
GRANT SELECT ON sabot.dropped, sabot.dropped_range TO sabot_read, sabot_bi;
