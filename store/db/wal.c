/*
 * See wal.h. The format is SQLite's (fileformat2.html, section 4): a header, then frames, each a
 * page behind a header of its own. A frame is of the last round if it has the salts of the file's
 * header, and whole if the sums over it and all before it are those that it names.
 */
#include "wal.h"

#include <stdint.h>
#include <string.h>

enum {
	WAL_HEADER_BYTES = 32,
	WAL_FRAME_BYTES = 24, /* before each page */
	WAL_SUMMED_BYTES = 8, /* of these */
	WAL_AT_VERSION = 4,
	WAL_AT_PAGE_BYTES = 8,
	WAL_AT_SALTS = 16,
	WAL_AT_SUMS = 24,
	WAL_FRAME_AT_SALTS = 8,
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
	uint32_t sums[2]; /* over all that was read */
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
	uint8_t frame[WAL_FRAME_BYTES + WAL_PAGE_BYTES_MAX];
	size_t n_wanted = WAL_FRAME_BYTES + wal->n_page_bytes;
	size_t n_bytes = fread(frame, 1, n_wanted, wal->file);
	const uint8_t *salts = frame + WAL_FRAME_AT_SALTS;

	if (n_bytes == 0)
		return FRAME_END;
	if (n_bytes >= WAL_FRAME_AT_SUMS && !has_salt(wal, salts))
		return FRAME_EARLIER;
	if (n_bytes < n_wanted || memcmp(wal->salts, salts, sizeof(wal->salts)) != 0)
		return FRAME_CUT;
	sum_up(wal, frame, WAL_SUMMED_BYTES);
	sum_up(wal, frame + WAL_FRAME_BYTES, wal->n_page_bytes);
	return has_sums(wal, frame + WAL_FRAME_AT_SUMS) && get_number(frame, true) != 0
		       ? FRAME_WHOLE
		       : FRAME_CUT;
}

bool
sabot_wal_is_cut(FILE *file)
{
	struct wal wal = {.file = file};
	uint8_t header[WAL_HEADER_BYTES];
	size_t n_bytes = fread(header, 1, sizeof(header), file);
	enum frame frame = FRAME_WHOLE;

	if (n_bytes < sizeof(header) || !begin(&wal, header))
		return n_bytes > 0;
	/* Behind an earlier round's there is one of the last only where its salts are damaged. */
	while (frame == FRAME_WHOLE || frame == FRAME_EARLIER)
		frame = read_frame(&wal);
	return frame == FRAME_CUT;
}
