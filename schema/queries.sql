-- Every statement that the programs use, by name. schema/embed-sql.py makes an enum of the
-- names; a statement ends at the next name. Nothing else in the project holds SQL.

-- name: begin
BEGIN IMMEDIATE

-- name: begin_read
BEGIN

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

-- name: log_list
SELECT id, name, created_us FROM log ORDER BY name

-- name: log_last_n
SELECT coalesce(max(n), 0) FROM event WHERE log_id = ?1

-- name: event_add
INSERT INTO event (seq, log_id, n, at_us, ev, line, hash, frame, frame_at_us)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- name: event_head
SELECT seq, n, hash FROM event WHERE log_id = ?1 ORDER BY n DESC LIMIT 1

-- name: event_head_before
SELECT seq, n, hash FROM event WHERE log_id = ?1 AND seq <= ?2 ORDER BY n DESC LIMIT 1

-- name: event_walk
SELECT e.seq, g.name, e.n, e.at_us, e.ev, e.line, e.hash, e.frame, e.frame_at_us,
	p.part, p.from_n, p.rules, p.overrides, p.from_load, p.from_round, p.from_incident,
	l.load, l.n, l.part, l.from_round, l.from_incident
FROM event e CROSS JOIN log g ON g.id = e.log_id
LEFT JOIN part p ON p.log_id = e.log_id AND p.from_n = e.n
LEFT JOIN load l ON l.seq = e.seq AND l.log_id = e.log_id
WHERE e.seq > ?1 AND e.seq <= ?2 AND e.n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = e.log_id), 0)
ORDER BY e.seq

-- name: event_read
SELECT seq, n, at_us, line FROM event
WHERE log_id = ?1 AND n >= ?2 AND n < ?3 AND n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)
ORDER BY n

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
WHERE log_id = ?1 AND part = ?2 AND from_n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)

-- name: load_add
INSERT INTO load (log_id, load, seq, n, part, from_round, from_incident)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)

-- name: load_find
SELECT load, n, part, from_round, from_incident FROM load
WHERE log_id = ?1 AND load = ?2 AND n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)

-- name: count_rows
SELECT (SELECT count(*) FROM part p WHERE p.from_n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = p.log_id), 0)),
	(SELECT count(*) FROM load l WHERE l.n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = l.log_id), 0))

-- name: origin_read
SELECT database, unchained_seq FROM origin WHERE id = 1

-- name: checkpoint_add
INSERT INTO checkpoint (number, at_us, seq, note) VALUES (?1, ?2, ?3, ?4)

-- name: checkpoint_last
SELECT number, at_us, seq, note FROM checkpoint WHERE number > 0 ORDER BY number DESC LIMIT 1

-- name: checkpoint_find
SELECT number, at_us, seq, note FROM checkpoint WHERE number = ?1

-- name: checkpoint_walk
SELECT number, at_us, seq, note FROM checkpoint WHERE number >= ?1 ORDER BY number

-- name: quick_check
PRAGMA quick_check(1)

-- name: pragma_journal_delete
PRAGMA journal_mode = DELETE

-- name: outage_add
INSERT INTO outage (digest, last_seq) VALUES (?1, ?2)

-- name: outage_find
SELECT last_seq FROM outage WHERE digest = ?1

-- name: pragma_secure_delete
PRAGMA secure_delete = ON

-- name: get_secure_delete
PRAGMA secure_delete

-- name: person_put
INSERT INTO person (id, role, pin_hash, must_change, failures, locked_until_us, disabled_us,
	created_us)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (id) DO UPDATE SET role = excluded.role, pin_hash = excluded.pin_hash,
	must_change = excluded.must_change, failures = excluded.failures,
	locked_until_us = excluded.locked_until_us, disabled_us = excluded.disabled_us

-- name: person_name_put
INSERT INTO person_name (person_id, name) VALUES (?1, ?2)
ON CONFLICT (person_id) DO UPDATE SET name = excluded.name

-- name: person_name_erase
DELETE FROM person_name WHERE person_id = ?1

-- name: person_list
SELECT id, role, pin_hash, must_change, failures, locked_until_us, disabled_us, created_us, name
FROM person LEFT JOIN person_name ON person_id = id ORDER BY id

-- name: event_hash
SELECT hash FROM event WHERE log_id = ?1 AND n = ?2

-- name: event_begin_before
SELECT n FROM event WHERE log_id = ?1 AND ev = 'carried' AND seq <= ?2 ORDER BY n DESC LIMIT 1

-- name: event_taking
SELECT line FROM event WHERE log_id = ?1 AND ev = 'taking' ORDER BY n DESC

-- name: part_before
SELECT from_n FROM part WHERE log_id = ?1 AND from_n <= ?2 ORDER BY part DESC LIMIT 1

-- name: archive_add
INSERT INTO archive (number, at_us, seq, checkpoint, file, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)

-- name: archive_last
SELECT number, file, note FROM archive WHERE number > 0 ORDER BY number DESC LIMIT 1

-- name: archive_checkpoint
SELECT checkpoint FROM archive WHERE number > 0 ORDER BY number DESC LIMIT 1

-- name: archive_walk
SELECT number, file, note, at_us, seq, checkpoint FROM archive WHERE number > ?1 ORDER BY number

-- name: anchor_add
INSERT INTO anchor (archive, log_id, from_n, from_hash) VALUES (?1, ?2, ?3, ?4)

-- name: anchor_walk
SELECT g.name, a.from_n, a.from_hash FROM anchor a CROSS JOIN log g ON g.id = a.log_id
WHERE a.archive = ?1

-- name: archive_file_read
SELECT number FROM archive_file WHERE id = 1

-- name: archive_file_set
INSERT INTO archive_file (id, number) VALUES (1, ?1)

-- name: origin_set
UPDATE origin SET database = ?1, unchained_seq = ?2 WHERE id = 1

-- name: sweep_log
SELECT a.log_id, a.from_n FROM anchor a
WHERE a.archive = (SELECT max(number) FROM archive)
	AND (EXISTS (SELECT 1 FROM event e WHERE e.log_id = a.log_id AND e.n <= a.from_n)
		OR EXISTS (SELECT 1 FROM part p WHERE p.log_id = a.log_id AND p.from_n <= a.from_n))
LIMIT 1

-- name: sweep_loads
DELETE FROM load WHERE log_id = ?1 AND load IN (
	SELECT load FROM load WHERE log_id = ?1 AND n <= ?2 ORDER BY load LIMIT ?3)

-- name: sweep_events
DELETE FROM event WHERE seq IN (
	SELECT e.seq FROM event e WHERE e.log_id = ?1 AND e.n <= ?2
		AND NOT EXISTS (SELECT 1 FROM load l WHERE l.seq = e.seq) ORDER BY e.n LIMIT ?3)

-- name: sweep_parts
DELETE FROM part WHERE log_id = ?1 AND from_n <= ?2
	AND NOT EXISTS (SELECT 1 FROM event e WHERE e.log_id = ?1 AND e.n <= ?2)

-- name: sweep_checkpoints
DELETE FROM checkpoint WHERE number IN (
	SELECT number FROM checkpoint
	WHERE number < (SELECT checkpoint FROM archive ORDER BY number DESC LIMIT 1)
	ORDER BY number LIMIT ?1)
