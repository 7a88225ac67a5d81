-- Who may act. Version 3. The log holds a person's number ("p1" is 1) and nothing else of him:
-- his name stands in a table of its own, from which it can be erased.

CREATE TABLE person (
	id INTEGER PRIMARY KEY CHECK (id > 0), -- never given to another
	role TEXT NOT NULL CHECK (
		role IN ('dealer', 'pit', 'shift', 'surveillance', 'audit', 'admin')),
	pin_hash TEXT NOT NULL CHECK (pin_hash GLOB '$argon2id$*'), -- with its salt and limits
	must_change INTEGER NOT NULL CHECK (must_change IN (0, 1)), -- somebody else chose the PIN
	failures INTEGER NOT NULL CHECK (failures >= 0), -- wrong PINs since the last right one
	locked_until_us INTEGER NOT NULL,   -- 0 = not locked
	disabled_us INTEGER NOT NULL,       -- since when he may not log in; 0 = he may
	created_us INTEGER NOT NULL
) STRICT;

CREATE TABLE person_name (
	person_id INTEGER PRIMARY KEY REFERENCES person (id),
	name TEXT NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

CREATE TRIGGER person_no_delete BEFORE DELETE ON person
BEGIN
	SELECT raise(ABORT, 'a person is disabled, not deleted: the log names him');
END;

CREATE TRIGGER person_keeps_id BEFORE UPDATE OF id, created_us ON person
WHEN NEW.id <> OLD.id OR NEW.created_us <> OLD.created_us
BEGIN
	SELECT raise(ABORT, 'a person keeps his number');
END;

PRAGMA user_version = 3;
