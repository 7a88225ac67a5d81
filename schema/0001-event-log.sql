-- The event log of every table, append-only. Version 1.
-- Times are microseconds of UTC since 1970. Nothing here is ever changed or deleted: the
-- triggers refuse it, whoever asks.

CREATE TABLE log (
	id INTEGER PRIMARY KEY,             -- a log's number in this file
	name TEXT NOT NULL UNIQUE,          -- the table's name, as clients know it
	created_us INTEGER NOT NULL         -- when its first event was recorded
) STRICT;

CREATE TABLE part (
	log_id INTEGER NOT NULL REFERENCES log (id),
	part INTEGER NOT NULL CHECK (part > 0), -- 1, 2, … within the log
	from_n INTEGER NOT NULL,            -- its first event
	rules TEXT NOT NULL,                -- name of the profile
	overrides TEXT NOT NULL,            -- KEY=VALUE lines that overrule the profile
	from_load INTEGER NOT NULL,         -- loads before it
	from_round INTEGER NOT NULL,        -- rounds before it
	from_incident INTEGER NOT NULL,     -- incidents before it
	PRIMARY KEY (log_id, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
	seq INTEGER PRIMARY KEY,            -- over all logs, without holes
	log_id INTEGER NOT NULL REFERENCES log (id),
	n INTEGER NOT NULL,                 -- within its log, 1, 2, … without holes
	at_us INTEGER NOT NULL,             -- the event's own time
	ev TEXT NOT NULL,                   -- its kind, as in its line
	line TEXT NOT NULL CHECK (line GLOB '{"*}'), -- as logged: one JSON object
	frame BLOB,                         -- the device's last whole frame behind it
	frame_at_us INTEGER,                -- when that frame was read
	UNIQUE (log_id, n),
	CHECK ((frame IS NULL) = (frame_at_us IS NULL))
) STRICT;

-- The last frame of a log is looked up at every start.
CREATE INDEX event_frame ON event (log_id, n) WHERE frame IS NOT NULL;

CREATE TABLE load (
	log_id INTEGER NOT NULL REFERENCES log (id),
	load INTEGER NOT NULL CHECK (load > 0), -- its number at the table
	seq INTEGER NOT NULL UNIQUE REFERENCES event (seq), -- the event that put it into the shoe
	n INTEGER NOT NULL,                 -- the same event within the log
	part INTEGER NOT NULL,              -- whose rules hold
	from_round INTEGER NOT NULL,        -- rounds before it
	from_incident INTEGER NOT NULL,     -- incidents before it
	PRIMARY KEY (log_id, load),
	FOREIGN KEY (log_id, part) REFERENCES part (log_id, part)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_without_holes BEFORE INSERT ON event
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event)
	OR NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM event WHERE log_id = NEW.log_id)
BEGIN
	SELECT raise(ABORT, 'the event is not the next one of its log');
END;

CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN
	SELECT raise(ABORT, 'events are append-only');
END;

CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN
	SELECT raise(ABORT, 'events are append-only');
END;

CREATE TRIGGER part_no_update BEFORE UPDATE ON part
BEGIN
	SELECT raise(ABORT, 'parts are append-only');
END;

CREATE TRIGGER part_no_delete BEFORE DELETE ON part
BEGIN
	SELECT raise(ABORT, 'parts are append-only');
END;

CREATE TRIGGER load_no_update BEFORE UPDATE ON load
BEGIN
	SELECT raise(ABORT, 'loads are append-only');
END;

CREATE TRIGGER load_no_delete BEFORE DELETE ON load
BEGIN
	SELECT raise(ABORT, 'loads are append-only');
END;

CREATE TRIGGER log_no_update BEFORE UPDATE ON log
BEGIN
	SELECT raise(ABORT, 'logs are append-only');
END;

CREATE TRIGGER log_no_delete BEFORE DELETE ON log
BEGIN
	SELECT raise(ABORT, 'logs are append-only');
END;

PRAGMA user_version = 1;
