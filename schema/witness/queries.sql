-- What a witness reads and writes (witness/).

-- name: wal
PRAGMA journal_mode = WAL

-- name: sync
PRAGMA synchronous = FULL

-- name: version
PRAGMA user_version

-- name: begin
BEGIN IMMEDIATE

-- name: commit
COMMIT

-- name: rollback
ROLLBACK

-- name: version_set
PRAGMA user_version = 1

-- name: head_read
SELECT size, root, note, at_us FROM head WHERE origin = ?1

-- name: head_put
INSERT INTO head (origin, size, root, note, at_us) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (origin) DO UPDATE SET size = excluded.size, root = excluded.root,
	note = excluded.note, at_us = excluded.at_us

-- name: refused_put
INSERT OR IGNORE INTO refused (origin, note, old_size, at_us)
SELECT ?1, ?2, ?3, ?4 WHERE (SELECT count(*) FROM refused WHERE origin = ?1) < 64

-- name: refused_count
SELECT count(*) FROM refused WHERE origin = ?1
