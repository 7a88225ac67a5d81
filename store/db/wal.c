/*
 * See wal.h. The format is SQLite's (fileformat2.html, section 4): a header, then frames, each a
 * page behind a header of its own. A frame is of the last round if it has the salts of the file's
 * header, and whole if the sums over it and all before it are those that it names.
 */
#include "wal.h"

#include <stdint.h>
#include <string.h>

enum {
	WAL_SUMMED_BYTES = 8, /* of these */
	WAL_AT_VERSION = 4,
	WAL_AT_PAGE_BYTES = 8,
	WAL_AT_SALTS = 16,
	WAL_AT_SUMS = 24,
	WAL_FRAME_AT_COMMIT = 4, /* not 0: the last frame of a transaction */
	WAL_FRAME_AT_SUMS = 16,
	WAL_SALT_BYTES = 4,
	WAL_PAGE_BYTES_MIN = 512,
	WAL_PAGE_BYTES_MAX = 65536,
	WAL_VERSION = 3007000,
	WAL_MAGIC = 0x377f0682, /* one more: the sums are over numbers whose high byte is first */
};

struct wal {
	FILE *file;
	bool is_high_first;
	uint32_t n_page_bytes;
	uint8_t salts[2 * WAL_SALT_BYTES];
	uint32_t sums[2];                                          /* over all that was read */
	uint8_t frame[SABOT_WAL_FRAME_BYTES + WAL_PAGE_BYTES_MAX]; /* the last one that was read */
};

/* What became of a frame. */
enum frame { FRAME_WHOLE, FRAME_CUT, FRAME_EARLIER, FRAME_END };

static uint32_t
get_number(const uint8_t *bytes, bool is_high_first)
{
	uint32_t number = 0;

	for (int i = 0; i < 4; i++)
		number = number << 8 | bytes[is_high_first ? i : 3 - i];
	return number;
}

static void
sum_up(struct wal *wal, const uint8_t *bytes, size_t n_bytes)
{
	for (size_t i = 0; i + 8 <= n_bytes; i += 8) {
		wal->sums[0] += get_number(bytes + i, wal->is_high_first) + wal->sums[1];
		wal->sums[1] += get_number(bytes + i + 4, wal->is_high_first) + wal->sums[0];
	}
}

static bool
has_sums(const struct wal *wal, const uint8_t *bytes)
{
	return get_number(bytes, true) == wal->sums[0] &&
	       get_number(bytes + 4, true) == wal->sums[1];
}

static bool
begin(struct wal *wal, const uint8_t *header)
{
	uint32_t magic = get_number(header, true);

	wal->is_high_first = magic & 1;
	wal->n_page_bytes = get_number(header + WAL_AT_PAGE_BYTES, true);
	memcpy(wal->salts, header + WAL_AT_SALTS, sizeof(wal->salts));
	sum_up(wal, header, WAL_AT_SUMS);
	return (magic & ~1u) == WAL_MAGIC &&
	       get_number(header + WAL_AT_VERSION, true) == WAL_VERSION &&
	       wal->n_page_bytes >= WAL_PAGE_BYTES_MIN && wal->n_page_bytes <= WAL_PAGE_BYTES_MAX &&
	       (wal->n_page_bytes & (wal->n_page_bytes - 1)) == 0 &&
	       has_sums(wal, header + WAL_AT_SUMS);
}

/* One salt is enough: the other may be what was damaged. An earlier round has others. */
static bool
has_salt(const struct wal *wal, const uint8_t *salts)
{
	return memcmp(wal->salts, salts, WAL_SALT_BYTES) == 0 ||
	       memcmp(wal->salts + WAL_SALT_BYTES, salts + WAL_SALT_BYTES, WAL_SALT_BYTES) == 0;
}

static enum frame
read_frame(struct wal *wal)
{
	size_t n_wanted = SABOT_WAL_FRAME_BYTES + wal->n_page_bytes;
	size_t n_bytes = fread(wal->frame, 1, n_wanted, wal->file);
	const uint8_t *salts = wal->frame + SABOT_WAL_FRAME_AT_SALTS;

	if (n_bytes == 0)
		return FRAME_END;
	if (n_bytes >= WAL_FRAME_AT_SUMS && !has_salt(wal, salts))
		return FRAME_EARLIER;
	if (n_bytes < n_wanted || memcmp(wal->salts, salts, sizeof(wal->salts)) != 0)
		return FRAME_CUT;
	sum_up(wal, wal->frame, WAL_SUMMED_BYTES);
	sum_up(wal, wal->frame + SABOT_WAL_FRAME_BYTES, wal->n_page_bytes);
	return has_sums(wal, wal->frame + WAL_FRAME_AT_SUMS) && get_number(wal->frame, true) != 0
		       ? FRAME_WHOLE
		       : FRAME_CUT;
}

/* Read up to the first frame that is not whole. */
static enum frame
find_cut(struct wal *wal)
{
	enum frame frame = FRAME_WHOLE;

	/* Behind an earlier round's there is one of the last only where its salts are damaged. */
	while (frame == FRAME_WHOLE || frame == FRAME_EARLIER)
		frame = read_frame(wal);
	return frame;
}

bool
sabot_wal_is_cut(FILE *file)
{
	struct wal wal = {.file = file};
	uint8_t header[SABOT_WAL_HEADER_BYTES];
	size_t n_bytes = fread(header, 1, sizeof(header), file);

	if (n_bytes < sizeof(header) || !begin(&wal, header))
		return n_bytes > 0;
	return find_cut(&wal) == FRAME_CUT;
}

static bool
is_commit(const struct wal *wal)
{
	return memcmp(wal->salts, wal->frame + SABOT_WAL_FRAME_AT_SALTS, sizeof(wal->salts)) == 0 &&
	       get_number(wal->frame + WAL_FRAME_AT_COMMIT, true) != 0;
}

/*
 * Read the next frame. True if it was written behind the one before, whose sums it continues: those
 * that it names, or, if these are what was damaged, those that were counted.
 */
static bool
is_continued(struct wal *wal, enum frame *ret_frame)
{
	uint32_t counted[2] = {wal->sums[0], wal->sums[1]};
	long at = ftell(wal->file);

	for (int i = 0; i < 2; i++)
		wal->sums[i] = get_number(wal->frame + WAL_FRAME_AT_SUMS + 4 * i, true);
	*ret_frame = read_frame(wal);
	if (*ret_frame != FRAME_CUT || fseek(wal->file, at, SEEK_SET) != 0)
		return *ret_frame == FRAME_WHOLE;
	memcpy(wal->sums, counted, sizeof(counted));
	*ret_frame = read_frame(wal);
	return *ret_frame == FRAME_WHOLE;
}

/*
 * Behind the frame that was read last. A transaction begins only when the one before is on the
 * disk: frames that continue a commit prove it. A commit that the next frame does not continue
 * proves nothing, since what is left of transactions whose sync failed lies there too.
 */
static bool
has_two_behind(struct wal *wal)
{
	enum frame frame;

	do {
		bool has_commit = is_commit(wal);

		while (is_continued(wal, &frame)) {
			if (has_commit)
				return true;
			has_commit = is_commit(wal);
		}
	} while (frame != FRAME_END);
	return false;
}

/*
 * The same if it is the header that is not whole: then the frames are read with that size of a page
 * and that order of bytes. They are the file's last round only if they have a salt of the header: a
 * header is on the disk before the first frame behind it.
 */
static bool
has_two_of(struct wal *wal, const uint8_t *header, uint32_t n_page_bytes, bool is_high_first)
{
	const uint8_t *salts = wal->frame + SABOT_WAL_FRAME_AT_SALTS;
	enum frame first;

	wal->n_page_bytes = n_page_bytes;
	wal->is_high_first = is_high_first;
	memcpy(wal->salts, header + WAL_AT_SALTS, sizeof(wal->salts));
	if (fseek(wal->file, SABOT_WAL_HEADER_BYTES, SEEK_SET) != 0)
		return false;
	first = read_frame(wal);
	if (first == FRAME_EARLIER || first == FRAME_END)
		return false;
	memcpy(wal->salts, salts, sizeof(wal->salts));
	return has_two_behind(wal);
}

bool
sabot_wal_has_lost(FILE *file)
{
	struct wal wal = {.file = file};
	uint8_t header[SABOT_WAL_HEADER_BYTES];

	if (fread(header, 1, sizeof(header), file) < sizeof(header))
		return false;
	if (begin(&wal, header))
		return find_cut(&wal) == FRAME_CUT && has_two_behind(&wal);
	for (uint32_t n = WAL_PAGE_BYTES_MIN; n <= WAL_PAGE_BYTES_MAX; n *= 2)
		if (has_two_of(&wal, header, n, false) || has_two_of(&wal, header, n, true))
			return true;
	return false;
}
