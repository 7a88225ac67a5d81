-- The hash chain of every log and the signed checkpoints over all of them. Version 2.
-- docs/storage.md says byte by byte what is hashed. Events from before have no hash: they are
-- said to be unproven.

CREATE TABLE origin (
	id INTEGER PRIMARY KEY CHECK (id = 1), -- there is one row
	database BLOB NOT NULL CHECK (length(database) = 16), -- random; every chain begins with it
	unchained_seq INTEGER NOT NULL      -- events up to this one are from before the chain
) STRICT;

INSERT INTO origin SELECT 1, randomblob(16), coalesce(max(seq), 0) FROM event;

-- SHA-256 over the hash before it in its log, the event, and the part and load it begins.
ALTER TABLE event ADD COLUMN hash BLOB CHECK (hash IS NULL OR length(hash) = 32);

-- A part begins with an event, and no two with the same.
CREATE UNIQUE INDEX part_from_n ON part (log_id, from_n);

CREATE TABLE checkpoint (
	number INTEGER PRIMARY KEY,         -- 1, 2, … without holes
	at_us INTEGER NOT NULL,             -- when it was made
	seq INTEGER NOT NULL,               -- the last event it covers
	note TEXT NOT NULL                  -- the signed text: the heads of the logs that grew
) STRICT;

-- What was recorded without the database and taken in later, so that none is taken in twice.
CREATE TABLE outage (
	digest BLOB PRIMARY KEY CHECK (length(digest) = 32), -- SHA-256 of the spool's file
	last_seq INTEGER NOT NULL           -- the last event after it was taken in
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_has_hash BEFORE INSERT ON event
WHEN NEW.hash IS NULL
BEGIN
	SELECT raise(ABORT, 'an event without a hash');
END;

CREATE TRIGGER checkpoint_without_holes BEFORE INSERT ON checkpoint
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM checkpoint)
	OR NEW.seq <> (SELECT max(seq) FROM event)
BEGIN
	SELECT raise(ABORT, 'the checkpoint is not the next one');
END;

CREATE TRIGGER checkpoint_no_update BEFORE UPDATE ON checkpoint
BEGIN
	SELECT raise(ABORT, 'checkpoints are append-only');
END;

CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON checkpoint
BEGIN
	SELECT raise(ABORT, 'checkpoints are append-only');
END;

CREATE TRIGGER origin_no_insert BEFORE INSERT ON origin
BEGIN
	SELECT raise(ABORT, 'a database has one origin');
END;

CREATE TRIGGER origin_no_update BEFORE UPDATE ON origin
BEGIN
	SELECT raise(ABORT, 'the origin never changes');
END;

CREATE TRIGGER origin_no_delete BEFORE DELETE ON origin
BEGIN
	SELECT raise(ABORT, 'the origin never changes');
END;

CREATE TRIGGER outage_no_update BEFORE UPDATE ON outage
BEGIN
	SELECT raise(ABORT, 'outages are append-only');
END;

CREATE TRIGGER outage_no_delete BEFORE DELETE ON outage
BEGIN
	SELECT raise(ABORT, 'outages are append-only');
END;

PRAGMA user_version = 2;
