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

-- name: list_origins
SELECT origin, unchained, site, past FROM sabot.origin ORDER BY site, origin

-- name: list_logs
SELECT log, last_n, last_hash FROM sabot.head WHERE origin = $1 AND past = $2 ORDER BY log

-- name: next_segment
SELECT first_n, last_n, prev_hash, last_hash, format, lines FROM sabot.segment
WHERE origin = $1 AND past = $2 AND log = $3 AND first_n > $4 ORDER BY first_n LIMIT 1

-- name: accept
SELECT sabot.sabot_accept($1, $2)
