-- What a witness keeps (docs/witness.md): of each log the largest head that it has signed.

CREATE TABLE head (
	origin TEXT PRIMARY KEY,            -- the log's name
	size INTEGER NOT NULL CHECK (size >= 0),
	root BLOB NOT NULL CHECK (length(root) = 32),
	note TEXT NOT NULL,                 -- with the log's signature and the witness's
	at_us INTEGER NOT NULL              -- when it was signed
) STRICT, WITHOUT ROWID;

-- Heads that the log's key has signed and that are not the continuation of what was signed here.
CREATE TABLE refused (
	origin TEXT NOT NULL,
	note TEXT NOT NULL,
	old_size INTEGER NOT NULL,          -- from which it was said to go on
	at_us INTEGER NOT NULL,             -- when it came first
	PRIMARY KEY (origin, note)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER head_grows BEFORE UPDATE ON head
WHEN NEW.origin <> OLD.origin OR NEW.size < OLD.size OR
	(NEW.size = OLD.size AND NEW.root <> OLD.root)
BEGIN
	SELECT raise(ABORT, 'a witness goes on from what it has signed');
END;

CREATE TRIGGER head_no_delete BEFORE DELETE ON head
BEGIN
	SELECT raise(ABORT, 'a witness goes on from what it has signed');
END;

CREATE TRIGGER refused_no_update BEFORE UPDATE ON refused
BEGIN
	SELECT raise(ABORT, 'what was refused is evidence');
END;

CREATE TRIGGER refused_no_delete BEFORE DELETE ON refused
BEGIN
	SELECT raise(ABORT, 'what was refused is evidence');
END;
