-- Every statement that the programs use, by name. schema/embed-sql.py makes an enum of the
-- names; a statement ends at the next name. Nothing else in the project holds SQL.

-- name: begin
BEGIN IMMEDIATE

-- name: commit
COMMIT

-- name: rollback
ROLLBACK

-- name: pragma_journal_mode
PRAGMA journal_mode = WAL

-- name: pragma_synchronous
PRAGMA synchronous = FULL

-- name: pragma_foreign_keys
PRAGMA foreign_keys = ON

-- name: pragma_recursive_triggers
PRAGMA recursive_triggers = ON

-- name: pragma_query_only
PRAGMA query_only = ON

-- name: get_journal_mode
PRAGMA journal_mode

-- name: get_synchronous
PRAGMA synchronous

-- name: get_foreign_keys
PRAGMA foreign_keys

-- name: get_recursive_triggers
PRAGMA recursive_triggers

-- name: get_query_only
PRAGMA query_only

-- name: get_version
PRAGMA user_version

-- name: count_tables
SELECT count(*) FROM sqlite_schema

-- name: last_seq
SELECT coalesce(max(seq), 0) FROM event

-- name: log_find
SELECT id FROM log WHERE name = ?1

-- name: log_add
INSERT INTO log (name, created_us) VALUES (?1, ?2)

-- name: log_last_n
SELECT coalesce(max(n), 0) FROM event WHERE log_id = ?1

-- name: event_add
INSERT INTO event (seq, log_id, n, at_us, ev, line, frame, frame_at_us)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)

-- name: event_read
SELECT seq, n, at_us, line FROM event WHERE log_id = ?1 AND n >= ?2 AND n < ?3 ORDER BY n

-- name: event_last_frame
SELECT frame, frame_at_us FROM event
WHERE log_id = ?1 AND frame IS NOT NULL ORDER BY n DESC LIMIT 1

-- name: part_add
INSERT INTO part (log_id, part, from_n, rules, overrides, from_load, from_round, from_incident)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)

-- name: part_last
SELECT part, from_n, rules, overrides, from_load, from_round, from_incident FROM part
WHERE log_id = ?1 ORDER BY part DESC LIMIT 1

-- name: part_find
SELECT part, from_n, rules, overrides, from_load, from_round, from_incident FROM part
WHERE log_id = ?1 AND part = ?2

-- name: load_add
INSERT INTO load (log_id, load, seq, n, part, from_round, from_incident)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)

-- name: load_find
SELECT load, n, part, from_round, from_incident FROM load WHERE log_id = ?1 AND load = ?2
