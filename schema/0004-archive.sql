-- Stretches of the logs that stand in archive files, and where this file goes on. Version 4.
-- What may be deleted is told by the triggers: rows at or below the anchor that came with a signed
-- note on an archive, and nothing else. An archive is a file of this schema, too.

CREATE TABLE archive (
	number INTEGER PRIMARY KEY,         -- 1, 2, … without holes
	at_us INTEGER NOT NULL,             -- when its note was signed
	seq INTEGER NOT NULL,               -- the last event in it
	checkpoint INTEGER NOT NULL,        -- the last checkpoint in it
	file TEXT NOT NULL,                 -- its name
	note TEXT NOT NULL                  -- signed: the file's digest, heads, anchors
) STRICT;

CREATE TABLE anchor (
	archive INTEGER NOT NULL REFERENCES archive (number),
	log_id INTEGER NOT NULL REFERENCES log (id),
	from_n INTEGER NOT NULL CHECK (from_n >= 0), -- events up to it are not in this file
	from_hash BLOB NOT NULL CHECK (length(from_hash) = 32), -- that event's
	PRIMARY KEY (archive, log_id)
) STRICT, WITHOUT ROWID;

-- In an archive's file only: which one it is.
CREATE TABLE archive_file (
	id INTEGER PRIMARY KEY CHECK (id = 1), -- there is one row at most
	number INTEGER NOT NULL CHECK (number > 0)
) STRICT;

CREATE TRIGGER archive_is_next BEFORE INSERT ON archive
WHEN NEW.number <> (SELECT coalesce(max(number), NEW.number - 1) + 1 FROM archive)
	OR (NEW.number > 1 AND NOT EXISTS (SELECT 1 FROM archive)
		AND NOT EXISTS (SELECT 1 FROM archive_file))
BEGIN
	SELECT raise(ABORT, 'the archive is not the next one');
END;

CREATE TRIGGER anchor_goes_forward BEFORE INSERT ON anchor
WHEN NEW.from_n < coalesce((SELECT from_n FROM anchor
	WHERE archive = NEW.archive - 1 AND log_id = NEW.log_id), 0)
	OR NEW.archive <> (SELECT max(number) FROM archive)
BEGIN
	SELECT raise(ABORT, 'an anchor goes forward');
END;

CREATE TRIGGER archive_no_update BEFORE UPDATE ON archive
BEGIN
	SELECT raise(ABORT, 'archives are append-only');
END;

CREATE TRIGGER archive_no_delete BEFORE DELETE ON archive
BEGIN
	SELECT raise(ABORT, 'archives are append-only');
END;

CREATE TRIGGER anchor_no_update BEFORE UPDATE ON anchor
BEGIN
	SELECT raise(ABORT, 'anchors are append-only');
END;

CREATE TRIGGER anchor_no_delete BEFORE DELETE ON anchor
BEGIN
	SELECT raise(ABORT, 'anchors are append-only');
END;

CREATE TRIGGER archive_file_no_insert BEFORE INSERT ON archive_file
WHEN EXISTS (SELECT 1 FROM log)
BEGIN
	SELECT raise(ABORT, 'a database with events is no archive');
END;

CREATE TRIGGER archive_file_no_update BEFORE UPDATE ON archive_file
BEGIN
	SELECT raise(ABORT, 'an archive stays what it is');
END;

CREATE TRIGGER archive_file_no_delete BEFORE DELETE ON archive_file
BEGIN
	SELECT raise(ABORT, 'an archive stays what it is');
END;

DROP TRIGGER event_no_delete;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event
WHEN OLD.n > coalesce((SELECT from_n FROM anchor
	WHERE archive = (SELECT max(number) FROM archive) AND log_id = OLD.log_id), 0)
BEGIN
	SELECT raise(ABORT, 'events are append-only');
END;

DROP TRIGGER part_no_delete;
CREATE TRIGGER part_no_delete BEFORE DELETE ON part
WHEN OLD.from_n > coalesce((SELECT from_n FROM anchor
	WHERE archive = (SELECT max(number) FROM archive) AND log_id = OLD.log_id), 0)
BEGIN
	SELECT raise(ABORT, 'parts are append-only');
END;

DROP TRIGGER load_no_delete;
CREATE TRIGGER load_no_delete BEFORE DELETE ON load
WHEN OLD.n > coalesce((SELECT from_n FROM anchor
	WHERE archive = (SELECT max(number) FROM archive) AND log_id = OLD.log_id), 0)
BEGIN
	SELECT raise(ABORT, 'loads are append-only');
END;

DROP TRIGGER checkpoint_no_delete;
CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON checkpoint
WHEN OLD.number >= coalesce((SELECT checkpoint FROM archive ORDER BY number DESC LIMIT 1), 0)
BEGIN
	SELECT raise(ABORT, 'checkpoints are append-only');
END;

-- An archive's first rows follow the anchor; in a log there is always the last event.
DROP TRIGGER event_without_holes;
CREATE TRIGGER event_without_holes BEFORE INSERT ON event
WHEN NEW.seq <> coalesce((SELECT max(seq) FROM event),
		(SELECT seq FROM archive ORDER BY number DESC LIMIT 1), 0) + 1
	OR NEW.n <> coalesce((SELECT max(n) FROM event WHERE log_id = NEW.log_id),
		(SELECT from_n FROM anchor
			WHERE archive = (SELECT max(number) FROM archive) AND log_id = NEW.log_id),
		0) + 1
BEGIN
	SELECT raise(ABORT, 'the event is not the next one of its log');
END;

DROP TRIGGER checkpoint_without_holes;
CREATE TRIGGER checkpoint_without_holes BEFORE INSERT ON checkpoint
WHEN NEW.number <> coalesce((SELECT max(number) FROM checkpoint),
		(SELECT checkpoint FROM archive ORDER BY number DESC LIMIT 1), 0) + 1
	OR NEW.seq <> (SELECT max(seq) FROM event)
BEGIN
	SELECT raise(ABORT, 'the checkpoint is not the next one');
END;

-- What is from before the chain has no hash in its archive either.
DROP TRIGGER event_has_hash;
CREATE TRIGGER event_has_hash BEFORE INSERT ON event
WHEN NEW.hash IS NULL AND NEW.seq > (SELECT unchained_seq FROM origin)
BEGIN
	SELECT raise(ABORT, 'an event without a hash');
END;

-- An archive has the origin of its database: set while there is nothing in it.
DROP TRIGGER origin_no_update;
CREATE TRIGGER origin_no_update BEFORE UPDATE ON origin
WHEN EXISTS (SELECT 1 FROM log) OR NOT EXISTS (SELECT 1 FROM archive_file)
BEGIN
	SELECT raise(ABORT, 'the origin never changes');
END;

PRAGMA user_version = 4;
