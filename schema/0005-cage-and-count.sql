-- The cage and the count room: two more roles of persons. Version 5. A column's check cannot be
-- changed, so both tables are made again with all their rows.

CREATE TABLE person_of_5 (
	id INTEGER PRIMARY KEY CHECK (id > 0), -- never given to another
	role TEXT NOT NULL CHECK (
		role IN ('dealer', 'pit', 'shift', 'cage', 'count', 'surveillance', 'audit',
			'admin')),
	pin_hash TEXT NOT NULL CHECK (pin_hash GLOB '$argon2id$*'), -- with its salt and limits
	must_change INTEGER NOT NULL CHECK (must_change IN (0, 1)), -- somebody else chose the PIN
	failures INTEGER NOT NULL CHECK (failures >= 0), -- wrong PINs since the last right one
	locked_until_us INTEGER NOT NULL,   -- 0 = not locked
	disabled_us INTEGER NOT NULL,       -- since when he may not log in; 0 = he may
	created_us INTEGER NOT NULL
) STRICT;

CREATE TABLE person_name_of_5 (
	person_id INTEGER PRIMARY KEY REFERENCES person_of_5 (id),
	name TEXT NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

INSERT INTO person_of_5 (id, role, pin_hash, must_change, failures, locked_until_us, disabled_us,
	created_us)
SELECT id, role, pin_hash, must_change, failures, locked_until_us, disabled_us, created_us
FROM person;

INSERT INTO person_name_of_5 (person_id, name)
SELECT person_id, name FROM person_name;

DROP TABLE person_name;
DROP TABLE person;

ALTER TABLE person_of_5 RENAME TO person;
ALTER TABLE person_name_of_5 RENAME TO person_name;

CREATE TRIGGER person_no_delete BEFORE DELETE ON person
BEGIN
	SELECT raise(ABORT, 'a person is disabled, not deleted: the log names him');
END;

CREATE TRIGGER person_keeps_id BEFORE UPDATE OF id, created_us ON person
WHEN NEW.id <> OLD.id OR NEW.created_us <> OLD.created_us
BEGIN
	SELECT raise(ABORT, 'a person keeps his number');
END;

PRAGMA user_version = 5;
