-- The statements of forward/ for PostgreSQL, by name; as queries.sql beside it is for SQLite. What
-- a statement takes and yields stands above it.

-- How far the schema is; NULL: there is none.
-- name: version_exists
SELECT to_regclass('sabot.version') IS NOT NULL

-- name: version
SELECT version FROM sabot.version WHERE id = 1

-- name: version_set
UPDATE sabot.version SET version = $1 WHERE id = 1

-- name: begin
BEGIN

-- name: begin_snapshot
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY

-- name: commit
COMMIT

-- name: rollback
ROLLBACK

-- name: claim
SELECT sabot.sabot_claim($1, $2, $3)

-- name: heads
SELECT log, last_n, last_hash FROM sabot.sabot_heads($1)

-- name: append
SELECT verdict, head_n, head_hash
FROM sabot.sabot_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::integer, $11, $12)

-- A core of before has it not.
-- name: has_runs
SELECT EXISTS (SELECT FROM pg_proc JOIN pg_namespace s ON s.oid = pronamespace
	WHERE nspname = 'sabot' AND proname = 'sabot_append_run')

-- name: append_run
SELECT sabot.sabot_append_run($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::integer, $11, $12)

-- name: list_origins
SELECT origin, unchained, site, past FROM sabot.origin ORDER BY site, origin

-- name: list_logs
SELECT log, last_n, last_hash FROM sabot.head WHERE origin = $1 AND past = $2 ORDER BY log

-- name: next_segment
SELECT first_n, last_n, prev_hash, last_hash, format, lines FROM sabot.segment
WHERE origin = $1 AND past = $2 AND log = $3 AND first_n > $4 ORDER BY first_n LIMIT 1

-- The one that has event $4, or ends before it.
-- name: segment_at
SELECT first_n, last_n, prev_hash, last_hash, format, lines FROM sabot.segment
WHERE origin = $1 AND past = $2 AND log = $3 AND first_n <= $4 ORDER BY first_n DESC LIMIT 1

-- Where small segments wait to be joined.
-- name: list_fresh
SELECT DISTINCT origin, unchained, f.past, log FROM sabot.fresh f JOIN sabot.origin USING (origin)
ORDER BY origin, log

-- name: next_fresh
SELECT first_n, last_n, prev_hash, last_hash, format, lines FROM sabot.fresh
WHERE origin = $1 AND past = $2 AND log = $3 AND first_n > $4 ORDER BY first_n LIMIT 512

-- name: begins_at
SELECT EXISTS (SELECT FROM sabot.segment
	WHERE origin = $1 AND past = $2 AND log = $3 AND first_n = $4)

-- name: join
SELECT sabot.sabot_join($1, $2::integer, $3, $4, $5, $6, $7, $8::integer, $9)

-- What would go with a month.
-- name: month_ranges
SELECT origin, past, log, first_n, last_n, prev_hash, last_hash FROM sabot.month_ranges($1::date)
ORDER BY origin, past, log

-- name: drop_month
SELECT sabot.sabot_drop_month($1::date, $2, $3, $4, $5, $6)

-- Where each log begins, if not at its beginning.
-- name: list_dropped
SELECT DISTINCT ON (log) log, last_n, last_hash, last_seq FROM sabot.dropped_range
WHERE origin = $1 AND past = $2 ORDER BY log, last_n DESC

-- name: list_months
SELECT month, note, login, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM sabot.dropped WHERE month IN (SELECT month FROM sabot.dropped_range
	WHERE origin = $1 AND past = $2) ORDER BY month

-- The ranges of a month, as its note has them.
-- name: list_ranges
SELECT origin, past, log, first_n, last_n, prev_hash, last_hash, last_seq FROM sabot.dropped_range
WHERE month = $1::date ORDER BY origin, past, log

-- name: accept
SELECT sabot.sabot_accept($1, $2)
