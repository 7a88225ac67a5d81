-- Every statement that the programs use, by name. schema/embed-sql.py makes an enum of the
-- names; a statement ends at the next name. Nothing else in the project holds SQL.
-- What a statement yields stands in its `row:` lines, column by column: whose it is, with a star
-- if its number names the row in an error; what it holds; a question mark if it may be NULL. Each
-- row is held against that before it is read (store/db/row.c).

-- name: begin
BEGIN IMMEDIATE

-- What is read until end_read is the file as it is now. It may be within another one.
-- name: begin_read
SAVEPOINT reading

-- name: end_read
RELEASE reading

-- name: commit
COMMIT

-- name: rollback
ROLLBACK

-- name: pragma_journal_mode
PRAGMA journal_mode = WAL

-- name: pragma_auto_vacuum
PRAGMA auto_vacuum = INCREMENTAL

-- name: get_auto_vacuum
-- row: auto_vacuum count
PRAGMA auto_vacuum

-- name: get_free_pages
-- row: freelist_count count
PRAGMA freelist_count

-- name: get_page_size
-- row: page_size count
PRAGMA page_size

-- So many pages at the file's end come to lie in free ones, and are cut off.
-- name: give_back
PRAGMA incremental_vacuum(64)

-- name: vacuum
VACUUM

-- name: pragma_synchronous
PRAGMA synchronous = FULL

-- name: pragma_foreign_keys
PRAGMA foreign_keys = ON

-- name: pragma_recursive_triggers
PRAGMA recursive_triggers = ON

-- name: pragma_query_only
PRAGMA query_only = ON

-- name: pragma_query_only_off
PRAGMA query_only = OFF

-- name: attach
ATTACH ?1 AS ?2

-- name: detach
DETACH ?1

-- name: get_journal_mode
-- row: journal_mode text
PRAGMA journal_mode

-- name: get_synchronous
-- row: synchronous count
PRAGMA synchronous

-- name: get_foreign_keys
-- row: foreign_keys count
PRAGMA foreign_keys

-- name: get_recursive_triggers
-- row: recursive_triggers count
PRAGMA recursive_triggers

-- name: get_query_only
-- row: query_only count
PRAGMA query_only

-- name: get_version
-- row: user_version count
PRAGMA user_version

-- name: get_schema_cookie
-- row: schema_version any
PRAGMA schema_version

-- name: count_tables
-- row: objects count
SELECT count(*) FROM sqlite_schema

-- name: schema_list
-- row: type any, name any, tbl_name any, sql any
SELECT type, name, tbl_name, sql FROM sqlite_schema

-- name: last_seq
-- row: event.seq count
SELECT coalesce(max(seq), 0) FROM event

-- name: log_find
-- row: log.id* count
SELECT id FROM log WHERE name = ?1

-- name: log_name
-- row: log.name text, log.id* count
SELECT name, id FROM log WHERE id = ?1

-- name: log_add
INSERT INTO log (name, created_us) VALUES (?1, ?2)

-- name: log_list
-- row: log.id* count, log.name text, log.created_us time
SELECT id, name, created_us FROM log ORDER BY name

-- name: log_last_n
-- row: event.n* count
SELECT n FROM event WHERE log_id = ?1 ORDER BY n DESC LIMIT 1

-- name: event_add
INSERT INTO event (seq, log_id, n, at_us, ev, line, hash, frame, frame_at_us)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- name: event_head
-- row: event.seq* count, event.n count, event.hash blob32?
SELECT seq, n, hash FROM event WHERE log_id = ?1 ORDER BY n DESC LIMIT 1

-- name: event_head_before
-- row: event.seq* count, event.n count, event.hash blob32?
SELECT seq, n, hash FROM event WHERE log_id = ?1 AND seq <= ?2 ORDER BY n DESC LIMIT 1

-- name: event_walk
-- row: event.seq* count, event.log_id count, event.n count, event.at_us time, event.ev text
-- row: event.line text, event.hash blob32?, event.frame blob?, event.frame_at_us time?
SELECT seq, log_id, n, at_us, ev, line, hash, frame, frame_at_us FROM event
WHERE seq > ?1 AND seq <= ?2
ORDER BY seq

-- name: event_scan
-- row: event.seq* count, event.log_id count, event.n count, event.at_us time, event.ev text
-- row: event.line text, event.hash blob32?, event.frame blob?, event.frame_at_us time?
SELECT seq, log_id, n, at_us, ev, line, hash, frame, frame_at_us FROM main.event
WHERE seq > ?2 AND seq <= ?3
	AND scanned(?1, seq, log_id, n, at_us, ev, line, hash, frame, frame_at_us)
ORDER BY seq

-- name: event_read
-- row: event.seq* count, event.n count, event.at_us time, event.line text
SELECT seq, n, at_us, line FROM event
WHERE log_id = ?1 AND n >= ?2 AND n < ?3 AND n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)
ORDER BY n

-- name: event_last_frame
-- row: event.frame blob, event.frame_at_us time, event.seq* count, event.n count
SELECT frame, frame_at_us, seq, n FROM event
WHERE log_id = ?1 AND frame IS NOT NULL ORDER BY n DESC LIMIT 1

-- name: part_add
INSERT INTO part (log_id, part, from_n, rules, overrides, from_load, from_round, from_incident)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)

-- name: part_last
-- row: part.part* count, part.from_n count, part.rules text, part.overrides text
-- row: part.from_load count, part.from_round count, part.from_incident count
SELECT part, from_n, rules, overrides, from_load, from_round, from_incident FROM part
WHERE log_id = ?1 ORDER BY part DESC LIMIT 1

-- name: part_find
-- row: part.part* count, part.from_n count, part.rules text, part.overrides text
-- row: part.from_load count, part.from_round count, part.from_incident count
SELECT part, from_n, rules, overrides, from_load, from_round, from_incident FROM part
WHERE log_id = ?1 AND part = ?2 AND from_n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)

-- name: load_add
INSERT INTO load (log_id, load, seq, n, part, from_round, from_incident)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)

-- name: load_find
-- row: load.load* count, load.n count, load.part count, load.from_round count
-- row: load.from_incident count
SELECT load, n, part, from_round, from_incident FROM load
WHERE log_id = ?1 AND load = ?2 AND n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)

-- name: count_rows
-- row: part count, load count, unnumbered count, secret count
SELECT (SELECT count(*) FROM part p WHERE p.from_n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = p.log_id), 0)),
	(SELECT count(*) FROM load l WHERE l.n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = l.log_id), 0)),
	(SELECT count(*) FROM checkpoint WHERE number < 1)
		+ (SELECT count(*) FROM archive WHERE number < 1),
	(SELECT count(*) FROM secret s WHERE s.from_n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = s.log_id), 0))

-- name: row_left_over
-- row: table text, log.name text, number* count
SELECT 'part', g.name, p.part FROM part p JOIN log g ON g.id = p.log_id
WHERE p.from_n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = p.log_id), 0)
	AND NOT EXISTS (SELECT 1 FROM event e WHERE e.log_id = p.log_id AND e.n = p.from_n)
UNION ALL
SELECT 'load', g.name, l.load FROM load l JOIN log g ON g.id = l.log_id
WHERE l.n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = l.log_id), 0)
	AND NOT EXISTS (SELECT 1 FROM event e WHERE e.log_id = l.log_id AND e.seq = l.seq)
UNION ALL
SELECT 'secret', coalesce(g.name, ''), s.from_n FROM secret s LEFT JOIN log g ON g.id = s.log_id
WHERE s.from_n > coalesce((SELECT a.from_n FROM anchor a
		WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = s.log_id), 0)
	AND NOT EXISTS (SELECT 1 FROM event e WHERE e.log_id = s.log_id AND e.n = s.from_n)
LIMIT 1

-- name: secret_add
INSERT INTO secret (log_id, from_n, secret) VALUES (?1, ?2, ?3)

-- name: secret_last
-- row: secret.from_n* count, secret.secret blob32
SELECT from_n, secret FROM secret WHERE log_id = ?1 ORDER BY from_n DESC LIMIT 1

-- name: secret_beside
-- row: secret.from_n* count, secret.secret blob32
SELECT from_n, secret FROM secret WHERE log_id = ?1 AND from_n <= ?2 ORDER BY from_n DESC LIMIT 1

-- name: secret_after
-- row: secret.from_n* count
SELECT from_n FROM secret WHERE log_id = ?1 AND from_n > ?2 ORDER BY from_n LIMIT 1

-- name: tree_read
-- row: tree.from_n count, tree.size count, tree.peaks blob, tree.log_id* count
SELECT from_n, size, peaks, log_id FROM tree WHERE log_id = ?1

-- name: tree_put
INSERT INTO tree (log_id, from_n, size, peaks) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (log_id) DO UPDATE SET size = excluded.size, peaks = excluded.peaks

-- name: tree_begin
-- row: secret.from_n count
SELECT max(min(s.from_n), 1 + coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0))
FROM secret s WHERE s.log_id = ?1 HAVING count(*) > 0

-- name: event_to_witness
-- row: event.seq* count, event.ev text
SELECT seq, ev FROM event WHERE seq <= ?1 AND ev <> 'witnessed' ORDER BY seq DESC LIMIT 1

-- name: event_witnessed_last
-- row: event.line text, event.seq* count, event.n count
SELECT line, seq, n FROM event WHERE log_id = (SELECT id FROM log WHERE name = 'house')
	AND ev = 'witnessed' ORDER BY n DESC LIMIT 1

-- name: event_hashes
-- row: event.n count, event.hash blob32, event.seq* count
SELECT n, hash, seq FROM event WHERE log_id = ?1 AND n >= ?2 AND n < ?3 ORDER BY n

-- name: origin_read
-- row: origin.database blob16, origin.unchained_seq count, origin.id* count
SELECT database, unchained_seq, id FROM origin WHERE id = 1

-- name: checkpoint_add
INSERT INTO checkpoint (number, at_us, seq, note) VALUES (?1, ?2, ?3, ?4)

-- name: checkpoint_last
-- row: checkpoint.number* count, checkpoint.at_us time, checkpoint.seq count
-- row: checkpoint.note text
SELECT number, at_us, seq, note FROM checkpoint WHERE number > 0 ORDER BY number DESC LIMIT 1

-- name: checkpoint_find
-- row: checkpoint.number* count, checkpoint.at_us time, checkpoint.seq count
-- row: checkpoint.note text
SELECT number, at_us, seq, note FROM checkpoint WHERE number = ?1

-- name: checkpoint_walk
-- row: checkpoint.number* count, checkpoint.at_us time, checkpoint.seq count
-- row: checkpoint.note text
SELECT number, at_us, seq, note FROM checkpoint WHERE number >= ?1 ORDER BY number

-- name: event_index_log
-- row: event.log_id count, event.n count, event.seq* count
SELECT log_id, n, seq FROM event INDEXED BY sqlite_autoindex_event_1
WHERE scanned(?1, log_id, n, seq)
ORDER BY log_id, n

-- name: event_index_frame
-- row: event.log_id count, event.n count, event.seq* count
SELECT log_id, n, seq FROM event INDEXED BY event_frame
WHERE frame IS NOT NULL AND scanned(?1, log_id, n, seq)
ORDER BY log_id, n

-- name: event_index_witnessed
-- row: event.log_id count, event.n count, event.seq* count
SELECT log_id, n, seq FROM event INDEXED BY event_witnessed
WHERE ev = 'witnessed' AND scanned(?1, log_id, n, seq)
ORDER BY log_id, n

-- name: integrity_check
-- row: integrity_check any
PRAGMA integrity_check(1)

-- name: integrity_check_but_events
-- row: integrity_check any
SELECT i.integrity_check FROM sqlite_schema s, pragma_integrity_check(s.name) i
WHERE s.type = 'table' AND s.name <> 'event' AND i.integrity_check <> 'ok'

-- name: quick_check
-- row: quick_check any
PRAGMA quick_check(1)

-- name: pragma_journal_delete
PRAGMA journal_mode = DELETE

-- name: outage_add
INSERT OR IGNORE INTO outage (digest, last_seq) VALUES (?1, ?2)

-- name: outage_find
-- row: outage.last_seq* count
SELECT last_seq FROM outage WHERE digest = ?1

-- name: pragma_secure_delete
PRAGMA secure_delete = ON

-- name: get_secure_delete
-- row: secure_delete count
PRAGMA secure_delete

-- name: person_put
INSERT INTO person (id, role, pin_hash, must_change, failures, locked_until_us, disabled_us,
	created_us)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (id) DO UPDATE SET role = excluded.role, pin_hash = excluded.pin_hash,
	must_change = excluded.must_change, failures = excluded.failures,
	locked_until_us = excluded.locked_until_us, disabled_us = excluded.disabled_us

-- name: person_name_put
-- A name that somebody gave to another row goes from there.
INSERT OR REPLACE INTO person_name (person_id, name) VALUES (?1, ?2)

-- name: person_name_erase
DELETE FROM person_name WHERE person_id = ?1

-- name: person_list
-- row: person.id* count, person.role text, person.pin_hash text, person.must_change count
-- row: person.failures count, person.locked_until_us time, person.disabled_us time
-- row: person.created_us time, person_name.name text?
SELECT id, role, pin_hash, must_change, failures, locked_until_us, disabled_us, created_us, name
FROM person LEFT JOIN person_name ON person_id = id ORDER BY id

-- name: event_hash
-- row: event.hash blob32?, event.seq* count
SELECT hash, seq FROM event WHERE log_id = ?1 AND n = ?2

-- name: event_begin_before
-- row: event.n count, event.seq* count
SELECT n, seq FROM event WHERE log_id = ?1 AND ev = 'carried' AND seq <= ?2 ORDER BY n DESC LIMIT 1

-- name: event_starts
-- row: event.line text, event.seq* count
SELECT line, seq FROM event WHERE log_id = ?1 AND ev IN ('started', 'carried') ORDER BY n DESC

-- name: event_keys
-- row: event.line text, event.seq* count
SELECT line, seq FROM event WHERE log_id = ?1 AND ev = 'key' AND seq > ?2 ORDER BY n DESC

-- name: event_taking
-- row: event.line text, event.seq* count
SELECT line, seq FROM event WHERE log_id = ?1 AND ev = 'taking' AND seq < coalesce(
	(SELECT seq FROM event WHERE log_id = (SELECT id FROM log WHERE name = ?2)
		ORDER BY n LIMIT 1), 9223372036854775807)
ORDER BY n DESC

-- name: event_moves
-- row: event.seq* count, event.line text, event.n count, event.at_us time
SELECT seq, line, n, at_us FROM event
WHERE log_id = ?1 AND n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)
	AND (ev IN ('given', 'taking', 'taken')
		OR (ev = 'finding' AND instr(line, '"log_re') > 0))
ORDER BY n

-- name: part_before
-- row: part.from_n count, part.part* count
SELECT from_n, part FROM part WHERE log_id = ?1 AND from_n <= ?2 ORDER BY part DESC LIMIT 1

-- name: archive_add
INSERT INTO archive (number, at_us, seq, checkpoint, file, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)

-- name: archive_last
-- row: archive.number* count, archive.file text, archive.note text
SELECT number, file, note FROM archive WHERE number > 0 ORDER BY number DESC LIMIT 1

-- name: archive_checkpoint
-- row: archive.checkpoint count, archive.number* count
SELECT checkpoint, number FROM archive WHERE number > 0 ORDER BY number DESC LIMIT 1

-- name: archive_seq
-- row: archive.seq count, archive.number* count, archive.at_us time
SELECT seq, number, at_us FROM archive WHERE number > 0 ORDER BY number DESC LIMIT 1

-- What the last file of a log says, whatever stands before it (joined.sql).
-- name: archive_recorded
-- row: archive.number* count
SELECT number FROM main.archive WHERE number > 0 ORDER BY number DESC LIMIT 1

-- name: archive_walk
-- row: archive.number* count, archive.file text, archive.note text, archive.at_us time
-- row: archive.seq count, archive.checkpoint count
SELECT number, file, note, at_us, seq, checkpoint FROM archive WHERE number > ?1 ORDER BY number

-- name: anchor_add
INSERT INTO anchor (archive, log_id, from_n, from_hash) VALUES (?1, ?2, ?3, ?4)

-- name: anchor_walk
-- row: log.name text, anchor.from_n count, anchor.from_hash blob32, anchor.log_id* count
SELECT g.name, a.from_n, a.from_hash, a.log_id FROM anchor a CROSS JOIN log g ON g.id = a.log_id
WHERE a.archive = ?1

-- name: archive_file_read
-- row: archive_file.number* count
SELECT number FROM archive_file WHERE id = 1

-- name: archive_file_set
INSERT INTO archive_file (id, number) VALUES (1, ?1)

-- name: origin_set
UPDATE origin SET database = ?1, unchained_seq = ?2 WHERE id = 1

-- name: sweep_log
-- row: anchor.log_id* count, anchor.from_n count
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

-- name: sweep_secrets
DELETE FROM secret WHERE log_id = ?1 AND from_n < (
	SELECT max(from_n) FROM secret WHERE log_id = ?1 AND from_n <= ?2 + 1)

-- name: sweep_checkpoints
DELETE FROM checkpoint WHERE number IN (
	SELECT number FROM checkpoint
	WHERE number < (SELECT checkpoint FROM archive ORDER BY number DESC LIMIT 1)
	ORDER BY number LIMIT ?1)

-- name: event_by_seq
-- row: event.log_id count, event.n count, event.at_us time, event.ev text, event.seq* count
SELECT log_id, n, at_us, ev, seq FROM event WHERE seq = ?1

-- name: log_beside
-- row: log.name text, anchor.from_n count, log.id* count
SELECT name, coalesce((SELECT from_n FROM anchor
	WHERE archive = (SELECT max(number) FROM archive) AND log_id = log.id), 0), id
FROM log WHERE id = ?1

-- name: part_beside
-- row: part.part* count, part.from_n count, part.rules text, part.overrides text
-- row: part.from_load count, part.from_round count, part.from_incident count
SELECT part, from_n, rules, overrides, from_load, from_round, from_incident FROM part
WHERE log_id = ?1 AND from_n >= ?2 ORDER BY from_n LIMIT 1

-- name: load_beside
-- row: load.seq* count, load.log_id count, load.load count, load.n count, load.part count
-- row: load.from_round count, load.from_incident count
SELECT seq, log_id, load, n, part, from_round, from_incident FROM load
WHERE seq >= ?1 ORDER BY seq LIMIT 1

-- name: event_walk_log
-- row: event.seq* count, event.log_id count, event.n count, event.at_us time, event.ev text
-- row: event.line text, event.hash blob32?, event.frame blob?, event.frame_at_us time?
SELECT seq, log_id, n, at_us, ev, line, hash, frame, frame_at_us FROM event
WHERE log_id = ?1 AND n >= ?2 AND n < ?3
ORDER BY n

-- name: part_at
-- row: part.part* count, part.from_n count, part.rules text, part.overrides text
-- row: part.from_load count, part.from_round count, part.from_incident count
SELECT part, from_n, rules, overrides, from_load, from_round, from_incident FROM part
WHERE log_id = ?1 AND from_n <= ?2 AND from_n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)
ORDER BY from_n DESC LIMIT 1

-- name: part_first
-- row: part.from_n count, part.part* count
SELECT from_n, part FROM part WHERE log_id = ?1 AND from_n > coalesce((SELECT a.from_n FROM anchor a
	WHERE a.archive = (SELECT max(number) FROM archive) AND a.log_id = ?1), 0)
ORDER BY from_n LIMIT 1
