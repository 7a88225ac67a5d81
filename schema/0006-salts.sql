-- What salts the events' hashes, so that who sees a hash learns nothing of the event. Version 6.
-- Each log has a secret from its first salted event on, and a new one with each load. Who may read
-- the cards here may read it; nobody else does (docs/storage.md). Events before a log's first row
-- have hashes without a salt.

CREATE TABLE secret (
	log_id INTEGER NOT NULL REFERENCES log (id),
	from_n INTEGER NOT NULL CHECK (from_n > 0), -- the event with which it begins
	secret BLOB NOT NULL CHECK (length(secret) = 32), -- random
	PRIMARY KEY (log_id, from_n)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER secret_goes_forward BEFORE INSERT ON secret
WHEN NEW.from_n <= coalesce((SELECT max(from_n) FROM secret WHERE log_id = NEW.log_id), 0)
BEGIN
	SELECT raise(ABORT, 'a secret begins behind the one before');
END;

CREATE TRIGGER secret_no_update BEFORE UPDATE ON secret
BEGIN
	SELECT raise(ABORT, 'secrets are append-only');
END;

-- Once its events stand in an archive; the one that holds where this file goes on stays.
CREATE TRIGGER secret_no_delete BEFORE DELETE ON secret
WHEN OLD.from_n >= coalesce((SELECT max(s.from_n) FROM secret s
	WHERE s.log_id = OLD.log_id AND s.from_n <= 1 + (SELECT from_n FROM anchor
		WHERE archive = (SELECT max(number) FROM archive) AND log_id = OLD.log_id)), 0)
BEGIN
	SELECT raise(ABORT, 'secrets are append-only');
END;

PRAGMA user_version = 6;
