/*
 * See wal-index.h. The format is SQLite's (walformat.html, section 2): pieces of 32 KiB, each with
 * the pages of up to 4096 frames and a hash table over them; the first begins with the headers.
 * Readers write only their marks, which are between these.
 */
#include "wal-index.h"

#include <glib.h>
#include <string.h>

enum {
	PIECE_BYTES = 32768,
	PIECE_FRAMES = 4096,
	PIECE_AT_HASH = PIECE_FRAMES * sizeof(uint32_t),
	PIECE_SLOTS = (PIECE_BYTES - PIECE_AT_HASH) / sizeof(uint16_t),
	FIRST_AT_FOLDED = 2 * SABOT_WAL_INDEX_BYTES,
	FIRST_AT_PAGES = 136, /* in place of the pages of so many frames: */
	FIRST_LACKS_FRAMES = FIRST_AT_PAGES / sizeof(uint32_t),
	HEADER_AT_FRAMES = 16,
	HEADER_AT_SALTS = 32,
};

/* Copied at once: it is shared with other programs. */
struct seen {
	uint8_t headers[2][SABOT_WAL_INDEX_BYTES];
	uint32_t n_folded;
};

static const uint8_t *
find_piece(sqlite3 *handle, uint32_t piece)
{
	sqlite3_file *file = NULL;
	void volatile *bytes = NULL;

	sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap ||
	    file->pMethods->xShmMap(file, (int)piece, PIECE_BYTES, 0, &bytes) != SQLITE_OK)
		return NULL;
	return (const uint8_t *)bytes;
}

static bool
look(sqlite3 *handle, struct seen *ret_seen)
{
	const uint8_t *bytes = find_piece(handle, 0);

	if (!bytes)
		return false;
	memcpy(ret_seen->headers, bytes, sizeof(ret_seen->headers));
	memcpy(&ret_seen->n_folded, bytes + FIRST_AT_FOLDED, sizeof(ret_seen->n_folded));
	return true;
}

static uint32_t
count_frames(const uint8_t header[SABOT_WAL_INDEX_BYTES])
{
	uint32_t n;

	memcpy(&n, header + HEADER_AT_FRAMES, sizeof(n));
	return n;
}

static uint32_t
count_pieces(uint32_t n_frames)
{
	return n_frames == 0 ? 0 : (n_frames - 1 + FIRST_LACKS_FRAMES) / PIECE_FRAMES + 1;
}

/* How many frames up to `n_frames` are in that piece. */
static uint32_t
count_of_piece(uint32_t piece, uint32_t n_frames)
{
	uint32_t begin = piece == 0 ? 0 : piece * PIECE_FRAMES - FIRST_LACKS_FRAMES;
	uint32_t most = piece == 0 ? PIECE_FRAMES - FIRST_LACKS_FRAMES : PIECE_FRAMES;

	return MIN(n_frames - begin, most);
}

/* Behind `from_piece` all are copied again. False if one is not to be had. */
static bool
keep_pieces(struct sabot_wal_index *index, sqlite3 *handle, uint32_t from_piece)
{
	uint32_t n = count_pieces(count_frames(index->header));

	if (n > index->n_pieces)
		index->pieces = g_realloc(index->pieces, (size_t)n * PIECE_BYTES);
	index->n_pieces = MAX(n, index->n_pieces);
	for (uint32_t piece = from_piece; piece < n; piece++) {
		const uint8_t *bytes = find_piece(handle, piece);

		if (!bytes)
			return false;
		memcpy(index->pieces + (size_t)piece * PIECE_BYTES, bytes, PIECE_BYTES);
	}
	return true;
}

static bool
keep(struct sabot_wal_index *index, sqlite3 *handle, const struct seen *seen, uint32_t from_piece)
{
	memcpy(index->header, seen->headers[0], sizeof(index->header));
	index->n_folded = seen->n_folded;
	return keep_pieces(index, handle, from_piece);
}

static bool
are_alike(const struct seen *seen)
{
	return memcmp(seen->headers[0], seen->headers[1], SABOT_WAL_INDEX_BYTES) == 0;
}

/* What is behind the last frame does not count: a transaction that was rolled back was there. */
static bool
has_same_slots(const uint8_t *kept, const uint8_t *seen, uint32_t n_frames)
{
	for (size_t i = 0; i < PIECE_SLOTS; i++) {
		size_t at = PIECE_AT_HASH + i * sizeof(uint16_t);
		uint16_t here, there;

		memcpy(&here, kept + at, sizeof(here));
		memcpy(&there, seen + at, sizeof(there));
		if (here != there &&
		    ((here != 0 && here <= n_frames) || (there != 0 && there <= n_frames)))
			return false;
	}
	return true;
}

static bool
is_same_piece(const struct sabot_wal_index *index, sqlite3 *handle, uint32_t piece)
{
	const uint8_t *kept = index->pieces + (size_t)piece * PIECE_BYTES;
	const uint8_t *seen = find_piece(handle, piece);
	size_t from = piece == 0 ? FIRST_AT_PAGES : 0;
	uint32_t n_frames = count_of_piece(piece, count_frames(index->header));

	if (!seen)
		return false;
	if (memcmp(kept + from, seen + from, PIECE_BYTES - from) == 0)
		return true;
	return memcmp(kept + from, seen + from, n_frames * sizeof(uint32_t)) == 0 &&
	       has_same_slots(kept, seen, n_frames);
}

static bool
has_same_pieces(const struct sabot_wal_index *index, sqlite3 *handle, bool is_all)
{
	uint32_t n = count_pieces(count_frames(index->header));

	for (uint32_t piece = is_all || n == 0 ? 0 : n - 1; piece < n; piece++) {
		if (!is_same_piece(index, handle, piece))
			return false;
	}
	return true;
}

static uint32_t
get_first_salt(const uint8_t header[SABOT_WAL_INDEX_BYTES])
{
	uint32_t salt;

	memcpy(&salt, header + HEADER_AT_SALTS, sizeof(salt));
	return GUINT32_FROM_BE(salt);
}

/* The first salt counts how often the log began again; it is zero before the first frame. */
static bool
is_of_next_round(const struct sabot_wal_index *index, const struct seen *seen)
{
	uint32_t ours = get_first_salt(index->header);

	return count_frames(seen->headers[0]) == 0 || ours == 0 ||
	       get_first_salt(seen->headers[0]) == ours + 1;
}

/*
 * A log that is all folded begins again with the next transaction, also with one that fails: then
 * there is no frame, and all is in the file.
 */
static bool
has_begun_again(const struct sabot_wal_index *index, const struct seen *seen)
{
	return count_frames(index->header) == index->n_folded && seen->n_folded == 0 &&
	       is_of_next_round(index, seen);
}

/*
 * Another program has committed through SQLite: behind our frames there are more, and ours are as
 * they were. What it wrote is for others to judge (schema.h, the chain); nothing of ours is lost.
 */
static bool
has_grown(const struct sabot_wal_index *index, sqlite3 *handle, const struct seen *seen)
{
	return memcmp(seen->headers[0] + HEADER_AT_SALTS, index->header + HEADER_AT_SALTS,
		      SABOT_WAL_SALTS_BYTES) == 0 &&
	       count_frames(seen->headers[0]) > count_frames(index->header) &&
	       seen->n_folded == index->n_folded && has_same_pieces(index, handle, true);
}

void
sabot_wal_index_watch(struct sabot_wal_index *index, sqlite3 *handle)
{
	struct seen seen;

	index->is_watched = sqlite3_db_readonly(handle, "main") == 0 && look(handle, &seen);
	if (index->is_watched)
		index->is_changed = !are_alike(&seen) || !keep(index, handle, &seen, 0);
}

void
sabot_wal_index_clear(struct sabot_wal_index *index)
{
	g_clear_pointer(&index->pieces, g_free);
	*index = (struct sabot_wal_index){0};
}

bool
sabot_wal_index_is_own(struct sabot_wal_index *index, sqlite3 *handle, bool is_all)
{
	struct seen seen;

	if (!index->is_watched || index->is_changed)
		return !index->is_changed;
	if (!look(handle, &seen) || !are_alike(&seen))
		index->is_changed = true;
	else if (memcmp(seen.headers[0], index->header, sizeof(index->header)) == 0 &&
		 seen.n_folded == index->n_folded)
		index->is_changed = !has_same_pieces(index, handle, is_all);
	else
		index->is_changed =
			(!has_begun_again(index, &seen) && !has_grown(index, handle, &seen)) ||
			!keep(index, handle, &seen, 0);
	return !index->is_changed;
}

void
sabot_wal_index_note_commit(struct sabot_wal_index *index, sqlite3 *handle, int n_frames)
{
	uint32_t n_before = count_frames(index->header), n_pieces = count_pieces(n_before);
	struct seen seen;
	bool is_same_round, is_next_round;

	if (!index->is_watched || index->is_changed)
		return;
	if (!look(handle, &seen)) {
		index->is_changed = true;
		return;
	}
	is_same_round = (uint32_t)n_frames >= n_before && seen.n_folded == index->n_folded;
	is_next_round = n_before == index->n_folded && seen.n_folded == 0;
	index->is_changed =
		!are_alike(&seen) || count_frames(seen.headers[0]) != (uint32_t)n_frames ||
		!(is_same_round || is_next_round) ||
		!keep(index, handle, &seen, is_same_round && n_pieces > 0 ? n_pieces - 1 : 0);
}

void
sabot_wal_index_note_fold(struct sabot_wal_index *index, sqlite3 *handle)
{
	struct seen seen;

	if (!index->is_watched || index->is_changed)
		return;
	index->is_changed = !look(handle, &seen) || !are_alike(&seen) ||
			    memcmp(seen.headers[0], index->header, sizeof(index->header)) != 0 ||
			    seen.n_folded < index->n_folded ||
			    seen.n_folded > count_frames(index->header);
	if (!index->is_changed)
		index->n_folded = seen.n_folded;
}

const uint8_t *
sabot_wal_index_get_salts(const struct sabot_wal_index *index)
{
	return index->is_watched && count_frames(index->header) > 0
		       ? index->header + HEADER_AT_SALTS
		       : NULL;
}
