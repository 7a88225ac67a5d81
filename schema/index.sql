-- The index of a log: derived from a database by the rules of one program, so that what somebody
-- asks for is found without reading years. A file of its own beside the database: never evidence,
-- in no chain; when it is missing, or another program or database made it, it is made anew.
-- A `place` is the seq of a round's first event, or of an event that is in no round.

CREATE TABLE about (
	id INTEGER PRIMARY KEY CHECK (id = 1), -- there is one row
	program TEXT NOT NULL,              -- which rules derived it
	database BLOB NOT NULL,             -- whose log it is: origin.database
	begun INTEGER NOT NULL              -- behind which archive it begins; 0: it has all
) STRICT;

-- How far each log was read.
CREATE TABLE done (
	log_id INTEGER PRIMARY KEY,
	n INTEGER NOT NULL
) STRICT;

CREATE TABLE load (
	log_id INTEGER NOT NULL,
	load INTEGER NOT NULL,
	seq INTEGER NOT NULL,               -- of the event that put it into the shoe
	n INTEGER NOT NULL,
	at_us INTEGER NOT NULL,
	rounds INTEGER NOT NULL,            -- before it
	incidents INTEGER NOT NULL,         -- before it
	state BLOB NOT NULL,                -- the table as it was before that event, packed
	PRIMARY KEY (log_id, load)
) STRICT;

CREATE INDEX load_n ON load (log_id, n);
CREATE INDEX load_time ON load (at_us);

CREATE TABLE round (
	place INTEGER PRIMARY KEY,
	log_id INTEGER NOT NULL,
	round INTEGER NOT NULL,
	load INTEGER NOT NULL,
	n INTEGER NOT NULL,                 -- its first event
	end_n INTEGER NOT NULL,             -- the event that closed it
	at_us INTEGER NOT NULL,
	end_us INTEGER NOT NULL,
	outcome TEXT NOT NULL,              -- punto, banca, tie, void; blackjack: the bank's total
	staked_minor INTEGER,               -- NULL: it is not certain
	due_minor INTEGER                   -- what the house owes on all stakes; likewise
) STRICT;

CREATE UNIQUE INDEX round_number ON round (log_id, round);
CREATE INDEX round_log ON round (log_id, place);
CREATE INDEX round_load ON round (log_id, load, place);
CREATE INDEX round_time ON round (at_us);

CREATE TABLE incident (
	log_id INTEGER NOT NULL,
	incident INTEGER NOT NULL,
	code TEXT NOT NULL,
	place INTEGER NOT NULL,
	n INTEGER NOT NULL,                 -- the event that revealed it
	at_us INTEGER NOT NULL,
	PRIMARY KEY (log_id, incident)
) STRICT, WITHOUT ROWID;

CREATE INDEX incident_code ON incident (code, place);

-- Which cards lay where: 1 … 16 a box, 0 in no hand, 17 punto, 18 banca, 19 the dealer.
CREATE TABLE card (
	card INTEGER NOT NULL,              -- 16 times the suit, plus the rank
	place INTEGER NOT NULL,
	lay INTEGER NOT NULL,
	PRIMARY KEY (card, place, lay)
) STRICT, WITHOUT ROWID;

-- Stakes, payments and corrections.
CREATE TABLE amount (
	amount_minor INTEGER NOT NULL,
	place INTEGER NOT NULL,
	PRIMARY KEY (amount_minor, place)
) STRICT, WITHOUT ROWID;

-- Who said something, or was on duty.
CREATE TABLE person (
	person TEXT NOT NULL,
	place INTEGER NOT NULL,
	PRIMARY KEY (person, place)
) STRICT, WITHOUT ROWID;

-- What was said about a round or an incident: rulings and corrections of the table's own log, and
-- whatever names both the table and the incident or the round in the house log.
CREATE TABLE said (
	name TEXT NOT NULL,                 -- of the table
	incident INTEGER NOT NULL,          -- 0: it is about the round
	round INTEGER NOT NULL,             -- 0: it names none
	log_id INTEGER NOT NULL,            -- where it stands
	n INTEGER NOT NULL,
	PRIMARY KEY (name, incident, round, log_id, n)
) STRICT, WITHOUT ROWID;

-- Events of the house log by time; log-ins with their end.
CREATE TABLE note (
	at_us INTEGER NOT NULL,
	n INTEGER NOT NULL,                 -- in the house log
	PRIMARY KEY (at_us, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE login (
	n INTEGER PRIMARY KEY,              -- of `login` in the house log
	person TEXT NOT NULL,
	from_us INTEGER NOT NULL,
	until_us INTEGER NOT NULL           -- 9223372036854775807 = not over
) STRICT;

CREATE INDEX login_from ON login (from_us);

-- Events that complete the order of an earlier load: a replay of one load cannot see it.
CREATE TABLE repeat (
	log_id INTEGER NOT NULL,
	n INTEGER NOT NULL,
	load INTEGER NOT NULL,
	PRIMARY KEY (log_id, n)
) STRICT, WITHOUT ROWID;
