-- The statements of the index (index.sql), as queries.sql has those of the database.

-- name: index_pragma_synchronous
PRAGMA synchronous = NORMAL

-- name: index_about
-- row: about.program text, about.database blob, about.begun count, about.id* count
SELECT program, database, begun, id FROM about WHERE id = 1

-- name: index_about_set
INSERT INTO about (id, program, database, begun) VALUES (1, ?1, ?2, ?3)

-- name: index_done
-- row: done.n count, done.log_id* count
SELECT n, log_id FROM done WHERE log_id = ?1

-- name: index_done_set
INSERT INTO done (log_id, n) VALUES (?1, ?2) ON CONFLICT (log_id) DO UPDATE SET n = excluded.n

-- name: index_load_put
INSERT INTO load (log_id, load, seq, n, at_us, rounds, incidents, state)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (log_id, load) DO NOTHING

-- name: index_load_at
-- row: load.load* count, load.n count, load.state blob
SELECT load, n, state FROM load WHERE log_id = ?1 AND load <= ?2 ORDER BY load DESC LIMIT 1

-- name: index_load_before
-- row: load.load* count, load.n count, load.state blob
SELECT load, n, state FROM load WHERE log_id = ?1 AND n <= ?2 ORDER BY n DESC LIMIT 1

-- name: index_load_of_span
-- row: load.load* count
SELECT load FROM load WHERE log_id = ?1 AND load > ?2 AND at_us >= ?3 AND at_us < ?4
ORDER BY load LIMIT 1

-- name: index_round_put
INSERT INTO round (place, log_id, round, load, n, end_n, at_us, end_us, outcome, staked_minor,
	due_minor)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULLIF(?10, ?12), NULLIF(?11, ?12))
ON CONFLICT (place) DO UPDATE SET outcome = excluded.outcome,
	staked_minor = excluded.staked_minor, due_minor = excluded.due_minor

-- name: index_round
-- row: round.log_id count, round.round count, round.load count, round.n count, round.end_n count
-- row: round.at_us time, round.end_us time, round.outcome text, round.staked_minor number?
-- row: round.due_minor number?, round.place* count
SELECT log_id, round, load, n, end_n, at_us, end_us, outcome, staked_minor, due_minor,
	place FROM round
WHERE place = ?1

-- name: index_round_find
-- row: round.place* count
SELECT place FROM round WHERE log_id = ?1 AND round = ?2

-- name: index_round_numbers
-- row: rounds count, first count, last count, before count
SELECT count(*), COALESCE(min(round), 0), COALESCE(max(round), 0),
	COALESCE((SELECT rounds FROM load WHERE log_id = ?1 ORDER BY load LIMIT 1), max(round), 0)
FROM round WHERE log_id = ?1

-- name: index_round_before
-- row: round.place* count
SELECT place FROM round WHERE at_us < ?1 ORDER BY at_us DESC LIMIT 1

-- name: index_round_after
-- row: round.place* count
SELECT place FROM round WHERE at_us > ?1 ORDER BY at_us LIMIT 1

-- name: index_incident_put
INSERT INTO incident (log_id, incident, code, place, n, at_us) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (log_id, incident) DO NOTHING

-- name: index_incident
-- row: incident.code text, incident.place count, incident.n count, incident.at_us time
-- row: incident.incident* count
SELECT code, place, n, at_us, incident FROM incident WHERE log_id = ?1 AND incident = ?2

-- name: index_incident_numbers
-- row: incidents count, first count, last count, before count
SELECT count(*), COALESCE(min(incident), 0), COALESCE(max(incident), 0),
	COALESCE((SELECT incidents FROM load WHERE log_id = ?1 ORDER BY load LIMIT 1),
		max(incident), 0)
FROM incident WHERE log_id = ?1

-- name: index_incident_after
-- row: incident.n count, incident.incident* count
SELECT n, incident FROM incident WHERE log_id = ?1 AND n > ?2 ORDER BY incident LIMIT 1

-- name: index_card_put
INSERT INTO card (card, place, lay) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING

-- name: index_card_drop
DELETE FROM card WHERE card = ?1 AND place = ?2 AND lay = ?3

-- name: index_amount_put
INSERT INTO amount (amount_minor, place) VALUES (?1, ?2) ON CONFLICT DO NOTHING

-- name: index_person_put
INSERT INTO person (person, place) VALUES (?1, ?2) ON CONFLICT DO NOTHING

-- name: index_said_put
INSERT INTO said (name, incident, round, log_id, n) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT DO NOTHING

-- name: index_said
-- row: said.n* count
SELECT n FROM said WHERE name = ?1 AND log_id = ?2 AND incident > ?3 AND incident <= ?4
UNION ALL
SELECT n FROM said WHERE name = ?1 AND log_id = ?2 AND incident = 0 AND round > ?5 AND round <= ?6

-- name: index_note_put
INSERT INTO note (at_us, n) VALUES (?1, ?2) ON CONFLICT DO NOTHING

-- name: index_notes
-- row: note.n* count
SELECT n FROM note WHERE at_us >= ?1 AND at_us <= ?2 ORDER BY at_us, n

-- name: index_login_put
INSERT INTO login (n, person, from_us, until_us) VALUES (?1, ?2, ?3, 9223372036854775807)
ON CONFLICT DO NOTHING

-- name: index_login_end
UPDATE login SET until_us = ?2 WHERE n = (
	SELECT n FROM login WHERE person = ?1 AND until_us = 9223372036854775807
	ORDER BY n DESC LIMIT 1)

-- name: index_logins
-- row: login.person text, login.from_us time, login.until_us until, login.n* count
SELECT person, from_us, until_us, n FROM login
WHERE until_us >= ?1 AND from_us > ?2 AND from_us <= ?1

-- name: index_repeat_put
INSERT INTO repeat (log_id, n, load) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING

-- name: index_repeat
-- row: repeat.load count, repeat.n* count
SELECT load, n FROM repeat WHERE log_id = ?1 AND n = ?2

-- name: index_by_all
-- row: round.place* count
SELECT place FROM round WHERE place > ?1 AND place < ?2 ORDER BY place DESC

-- name: index_by_log
-- row: round.place* count
SELECT place FROM round WHERE place > ?1 AND place < ?2 AND log_id = ?3 ORDER BY place DESC

-- name: index_by_load
-- row: round.place* count
SELECT place FROM round WHERE place > ?1 AND place < ?2 AND log_id = ?3 AND load = ?4
ORDER BY place DESC

-- name: index_by_code
-- row: incident.place* count
SELECT place FROM incident WHERE place > ?1 AND place < ?2 AND code = ?3 ORDER BY place DESC

-- name: index_by_card
-- row: card.place* count
SELECT place FROM card WHERE place > ?1 AND place < ?2 AND card = ?3 AND (?4 < 0 OR lay = ?4)
ORDER BY place DESC

-- name: index_by_amount
-- row: amount.place* count
SELECT place FROM amount WHERE place > ?1 AND place < ?2 AND amount_minor = ?3 ORDER BY place DESC

-- name: index_by_person
-- row: person.place* count
SELECT place FROM person WHERE place > ?1 AND place < ?2 AND person = ?3 ORDER BY place DESC

-- name: index_has_card
-- row: card count
SELECT 1 FROM card WHERE place = ?1 AND card = ?2 AND (?3 < 0 OR lay = ?3) LIMIT 1

-- name: index_has_code
-- row: incident count
SELECT 1 FROM incident WHERE place = ?1 AND code = ?2 LIMIT 1

-- name: index_has_amount
-- row: amount count
SELECT 1 FROM amount WHERE place = ?1 AND amount_minor = ?2

-- name: index_has_person
-- row: person count
SELECT 1 FROM person WHERE place = ?1 AND person = ?2
