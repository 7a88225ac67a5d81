-- One log out of several files (store/files/joined.c): a database, `main`, and the archives before
-- it, attached. Views of the temporary schema take the place of its tables, so that every statement
-- of queries.sql reads all of them. `@` is an archive's schema, `#` its number among the files.
-- A `piece` is run as it stands. A `view` is the union of an `arm` for each archive and of what
-- stands in `main` (`own`); one without `own` has the first file's arm only. Each event is taken
-- once: from an archive up to where `main` goes on behind it, from there on from `main`.

-- piece: begin
CREATE TEMP TABLE begun (
	log_id INTEGER PRIMARY KEY,         -- in main
	from_n INTEGER NOT NULL             -- main goes on behind it
) STRICT;
INSERT INTO temp.begun SELECT log_id, from_n FROM main.anchor
WHERE archive = (SELECT max(number) FROM main.archive);
-- A log's number differs from file to file. Neither key begins with the file: then a walk by seq
-- goes along the events, and looks up the log of each.
CREATE TEMP TABLE bound (
	file INTEGER NOT NULL,
	theirs INTEGER NOT NULL,
	ours INTEGER NOT NULL,
	upto INTEGER NOT NULL,              -- what comes behind it is main's
	PRIMARY KEY (ours, file),
	UNIQUE (theirs, file)
) STRICT, WITHOUT ROWID;

-- piece: bind
INSERT INTO temp.bound
SELECT #, g.id, m.id, b.from_n FROM @.log g JOIN main.log m ON m.name = g.name
JOIN temp.begun b ON b.log_id = m.id;

-- More archives than SQLite attaches at once: the oldest are copied into one nameless file.
-- piece: gather
CREATE TABLE @.event (
	seq INTEGER PRIMARY KEY, log_id INTEGER, n INTEGER, at_us INTEGER, ev TEXT, line TEXT,
	hash BLOB, frame BLOB, frame_at_us INTEGER,
	UNIQUE (log_id, n)
) STRICT;
CREATE TABLE @.part (
	log_id INTEGER, part INTEGER, from_n INTEGER, rules TEXT, overrides TEXT, from_load INTEGER,
	from_round INTEGER, from_incident INTEGER,
	PRIMARY KEY (log_id, part), UNIQUE (log_id, from_n)
) STRICT;
CREATE TABLE @.load (
	log_id INTEGER, load INTEGER, seq INTEGER UNIQUE, n INTEGER, part INTEGER,
	from_round INTEGER, from_incident INTEGER,
	PRIMARY KEY (log_id, load)
) STRICT;
CREATE TABLE @.secret (
	log_id INTEGER, from_n INTEGER, secret BLOB,
	PRIMARY KEY (log_id, from_n) ON CONFLICT IGNORE
) STRICT;
CREATE TABLE @.checkpoint (
	number INTEGER PRIMARY KEY, at_us INTEGER, seq INTEGER, note TEXT
) STRICT;
CREATE TABLE @.archive (
	number INTEGER PRIMARY KEY, at_us INTEGER, seq INTEGER, checkpoint INTEGER, file TEXT,
	note TEXT
) STRICT;
CREATE TABLE @.anchor (
	archive INTEGER, log_id INTEGER, from_n INTEGER, from_hash BLOB,
	PRIMARY KEY (archive, log_id)
) STRICT;

-- Where a log goes on behind an event that is not the one in the archives.
-- piece: strange
SELECT g.name FROM temp.begun b
JOIN main.anchor a ON a.log_id = b.log_id
	AND a.archive = (SELECT max(number) FROM main.archive)
JOIN temp.event e ON e.log_id = b.log_id AND e.n = b.from_n
JOIN main.log g ON g.id = b.log_id
WHERE e.hash <> a.from_hash LIMIT 1;

-- view: event
-- arm
SELECT e.seq AS seq, b.ours AS log_id, e.n AS n, e.at_us AS at_us, e.ev AS ev, e.line AS line,
	e.hash AS hash, e.frame AS frame, e.frame_at_us AS frame_at_us
FROM @.event e JOIN temp.bound b ON b.theirs = e.log_id AND b.file = #
WHERE e.n <= b.upto
-- own
SELECT e.seq, e.log_id, e.n, e.at_us, e.ev, e.line, e.hash, e.frame, e.frame_at_us
FROM main.event e
WHERE e.n > coalesce((SELECT from_n FROM temp.begun b WHERE b.log_id = e.log_id), 0)

-- view: part
-- arm
SELECT b.ours AS log_id, p.part AS part, p.from_n AS from_n, p.rules AS rules,
	p.overrides AS overrides, p.from_load AS from_load, p.from_round AS from_round,
	p.from_incident AS from_incident
FROM @.part p JOIN temp.bound b ON b.theirs = p.log_id AND b.file = #
WHERE p.from_n <= b.upto
-- own
SELECT p.log_id, p.part, p.from_n, p.rules, p.overrides, p.from_load, p.from_round, p.from_incident
FROM main.part p
WHERE p.from_n > coalesce((SELECT from_n FROM temp.begun b WHERE b.log_id = p.log_id), 0)

-- view: load
-- arm
SELECT b.ours AS log_id, l.load AS load, l.seq AS seq, l.n AS n, l.part AS part,
	l.from_round AS from_round, l.from_incident AS from_incident
FROM @.load l JOIN temp.bound b ON b.theirs = l.log_id AND b.file = #
WHERE l.n <= b.upto
-- own
SELECT l.log_id, l.load, l.seq, l.n, l.part, l.from_round, l.from_incident
FROM main.load l
WHERE l.n > coalesce((SELECT from_n FROM temp.begun b WHERE b.log_id = l.log_id), 0)

-- One that holds where a file ends is in the next one, too.
-- view: secret
-- arm
SELECT b.ours AS log_id, s.from_n AS from_n, s.secret AS secret
FROM @.secret s JOIN temp.bound b ON b.theirs = s.log_id AND b.file = #
WHERE s.from_n <= b.upto
-- own
SELECT s.log_id, s.from_n, s.secret
FROM main.secret s
WHERE s.from_n > coalesce((SELECT from_n FROM temp.begun b WHERE b.log_id = s.log_id), 0)

-- view: checkpoint
-- arm
SELECT c.number AS number, c.at_us AS at_us, c.seq AS seq, c.note AS note FROM @.checkpoint c
-- own
SELECT c.number, c.at_us, c.seq, c.note FROM main.checkpoint c
WHERE c.number > (SELECT checkpoint FROM main.archive ORDER BY number DESC LIMIT 1)

-- view: archive
-- arm
SELECT a.number AS number, a.at_us AS at_us, a.seq AS seq, a.checkpoint AS checkpoint,
	a.file AS file, a.note AS note
FROM @.archive a

-- view: anchor
-- arm
SELECT a.archive AS archive, b.ours AS log_id, a.from_n AS from_n, a.from_hash AS from_hash
FROM @.anchor a JOIN temp.bound b ON b.theirs = a.log_id AND b.file = #
