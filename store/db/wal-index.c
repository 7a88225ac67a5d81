/*
 * See wal-index.h. The format is SQLite's (walformat.html, section 2): pieces of 32 KiB, each with
 * the pages of up to 4096 frames and a hash table over them; the first begins with the headers.
 * Readers write only their marks, which are between these.
 *
 * Until the log begins again, a commit only appends: the pages and the slots of earlier frames stay
 * as they are. Which page is in a frame is also before that frame in the log's file, and it is
 * there before the commit writes it into the index.
 */
#include "wal-index.h"
#include "wal.h"

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
	SLOT_FACTOR = 383,  /* of a page's number: the first slot at which it may be */
	SLOTS_AT_ONCE = 32, /* are compared */
	HEADER_AT_PAGE_BYTES = 14,
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

static bool
are_same_slots(const uint8_t *kept, const uint8_t *seen, uint32_t n_frames)
{
	for (size_t i = 0; i < SLOTS_AT_ONCE; i++) {
		uint16_t here, there;

		memcpy(&here, kept + i * sizeof(here), sizeof(here));
		memcpy(&there, seen + i * sizeof(there), sizeof(there));
		if (here != there &&
		    ((here != 0 && here <= n_frames) || (there != 0 && there <= n_frames)))
			return false;
	}
	return true;
}

/* What is behind the last frame does not count: a transaction that was rolled back was there. */
static bool
has_same_slots(const uint8_t *kept, const uint8_t *seen, uint32_t n_frames)
{
	size_t n_bytes = SLOTS_AT_ONCE * sizeof(uint16_t);

	for (size_t at = PIECE_AT_HASH; at < PIECE_BYTES; at += n_bytes) {
		if (memcmp(kept + at, seen + at, n_bytes) != 0 &&
		    !are_same_slots(kept + at, seen + at, n_frames))
			return false;
	}
	return true;
}

/* Of the first `n_frames` of all. */
static bool
is_same_piece(const struct sabot_wal_index *index, const uint8_t *seen, uint32_t piece,
	      uint32_t n_frames)
{
	const uint8_t *kept = index->pieces + (size_t)piece * PIECE_BYTES;
	size_t from = piece == 0 ? FIRST_AT_PAGES : 0;
	uint32_t n = count_of_piece(piece, n_frames);

	if (!seen)
		return false;
	if (memcmp(kept + from, seen + from, PIECE_BYTES - from) == 0)
		return true;
	return memcmp(kept + from, seen + from, n * sizeof(uint32_t)) == 0 &&
	       has_same_slots(kept, seen, n);
}

/* SQLite looks from the page's first slot on, up to one that is empty. */
static bool
has_slot(const uint8_t *piece, uint32_t page, uint32_t frame)
{
	size_t slot = (size_t)page * SLOT_FACTOR;

	for (size_t i = 0; i < PIECE_SLOTS; i++) {
		uint16_t seen;

		memcpy(&seen, piece + PIECE_AT_HASH + (slot + i) % PIECE_SLOTS * sizeof(seen),
		       sizeof(seen));
		if (seen == frame || seen == 0)
			return seen == frame;
	}
	return false;
}

static uint32_t
count_page_bytes(const uint8_t header[SABOT_WAL_INDEX_BYTES])
{
	uint16_t n;

	memcpy(&n, header + HEADER_AT_PAGE_BYTES, sizeof(n));
	return n == 1 ? 65536 : n;
}

/* That frame of what is kept, the first is 1, is found by its page, and the log's file agrees. */
static bool
is_frame_of_log(const struct sabot_wal_index *index, sqlite3_file *log, uint32_t frame)
{
	uint32_t piece = count_pieces(frame) - 1, n = count_of_piece(piece, frame), page;
	const uint8_t *bytes = index->pieces + (size_t)piece * PIECE_BYTES;
	uint8_t seen[SABOT_WAL_FRAME_AT_SALTS + SABOT_WAL_SALTS_BYTES];
	sqlite3_int64 n_bytes = SABOT_WAL_FRAME_BYTES + count_page_bytes(index->header);

	memcpy(&page, bytes + (piece == 0 ? FIRST_AT_PAGES : 0) + (n - 1) * sizeof(page),
	       sizeof(page));
	if (log->pMethods->xRead(log, seen, sizeof(seen),
				 SABOT_WAL_HEADER_BYTES + (frame - 1) * n_bytes) != SQLITE_OK)
		return false;
	return memcmp(seen + SABOT_WAL_FRAME_AT_SALTS, index->header + HEADER_AT_SALTS,
		      SABOT_WAL_SALTS_BYTES) == 0 &&
	       page == ((uint32_t)seen[0] << 24 | seen[1] << 16 | seen[2] << 8 | seen[3]) &&
	       has_slot(bytes, page, n);
}

/* Of what is kept, the frames behind `n_before`. */
static bool
has_frames_of_log(const struct sabot_wal_index *index, sqlite3 *handle, uint32_t n_before)
{
	uint32_t n = count_frames(index->header);
	sqlite3_file *log = NULL;

	if (n <= n_before)
		return true;
	sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (!log || !log->pMethods)
		return false;
	for (uint32_t frame = n_before + 1; frame <= n; frame++) {
		if (!is_frame_of_log(index, log, frame))
			return false;
	}
	return true;
}

/* A piece is compared as it is copied: what is kept is what was looked at. */
static bool
keep_piece(struct sabot_wal_index *index, sqlite3 *handle, uint32_t piece, uint32_t n_same)
{
	uint8_t copy[PIECE_BYTES];
	const uint8_t *bytes = find_piece(handle, piece);

	if (!bytes)
		return false;
	memcpy(copy, bytes, sizeof(copy));
	if (piece < count_pieces(n_same) && !is_same_piece(index, copy, piece, n_same))
		return false;
	memcpy(index->pieces + (size_t)piece * PIECE_BYTES, copy, sizeof(copy));
	return true;
}

/* The piece in which frame `n_same` is, and all behind it. */
static bool
keep_pieces(struct sabot_wal_index *index, sqlite3 *handle, uint32_t n_same)
{
	uint32_t n = count_pieces(count_frames(index->header));

	if (n > index->n_pieces)
		index->pieces = g_realloc(index->pieces, (size_t)n * PIECE_BYTES);
	index->n_pieces = MAX(n, index->n_pieces);
	for (uint32_t piece = n_same == 0 ? 0 : count_pieces(n_same) - 1; piece < n; piece++) {
		if (!keep_piece(index, handle, piece, n_same))
			return false;
	}
	return true;
}

/* The first `n_same` frames are to be as they are kept. False if not, or if others are wrong. */
static bool
keep(struct sabot_wal_index *index, sqlite3 *handle, const struct seen *seen, uint32_t n_same)
{
	memcpy(index->header, seen->headers[0], sizeof(index->header));
	index->n_folded = seen->n_folded;
	return keep_pieces(index, handle, n_same) && has_frames_of_log(index, handle, n_same);
}

static bool
are_alike(const struct seen *seen)
{
	return memcmp(seen->headers[0], seen->headers[1], SABOT_WAL_INDEX_BYTES) == 0;
}

static bool
has_same_pieces(const struct sabot_wal_index *index, sqlite3 *handle, bool is_all)
{
	uint32_t n = count_pieces(count_frames(index->header));

	for (uint32_t piece = is_all || n == 0 ? 0 : n - 1; piece < n; piece++) {
		if (!is_same_piece(index, find_piece(handle, piece), piece,
				   count_frames(index->header)))
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
		index->is_changed = !has_same_pieces(index, handle, is_all) ||
				    (is_all && !has_frames_of_log(index, handle, 0));
	else
		index->is_changed =
			(!has_begun_again(index, &seen) && !has_grown(index, handle, &seen)) ||
			!keep(index, handle, &seen, 0);
	return !index->is_changed;
}

void
sabot_wal_index_note_commit(struct sabot_wal_index *index, sqlite3 *handle, int n_frames)
{
	uint32_t n_before = count_frames(index->header);
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
	index->is_changed = !are_alike(&seen) ||
			    count_frames(seen.headers[0]) != (uint32_t)n_frames ||
			    !(is_same_round || is_next_round) ||
			    !keep(index, handle, &seen, is_same_round ? n_before : 0);
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
			    seen.n_folded > count_frames(index->header) ||
			    !has_same_pieces(index, handle, true);
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
