-- How far the Merkle tree over each log's salted hashes is. Version 7. Derived from the events, and
-- kept since those in archives are not here; the checkpoints have the roots (docs/storage.md).

CREATE TABLE tree (
	log_id INTEGER PRIMARY KEY REFERENCES log (id),
	from_n INTEGER NOT NULL CHECK (from_n > 0), -- the event that is its first leaf
	size INTEGER NOT NULL CHECK (size > 0),     -- leaves
	peaks BLOB NOT NULL                 -- 32 bytes for each full subtree, the largest first
) STRICT;

CREATE TRIGGER tree_grows BEFORE UPDATE ON tree
WHEN NEW.log_id <> OLD.log_id OR NEW.from_n <> OLD.from_n OR NEW.size <= OLD.size
BEGIN
	SELECT raise(ABORT, 'a tree only grows');
END;

CREATE TRIGGER tree_no_delete BEFORE DELETE ON tree
BEGIN
	SELECT raise(ABORT, 'a tree only grows');
END;

PRAGMA user_version = 7;
