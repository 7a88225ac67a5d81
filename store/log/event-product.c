/* See event-product.h. */
#include "event-product.h"

#include "store/db/row.h"
#include "store/db/scan.h"

#include <sodium.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* The prime: any number of a row, which is at most 2^53, is below it. */
#define PRODUCT_PRIME ((UINT64_C(1) << PRODUCT_BITS) - 1)

enum { PRODUCT_BITS = 61 };
enum column { COLUMN_LOG, COLUMN_N, COLUMN_SEQ };

/* Of less than 2^63. */
static uint64_t
reduce(uint64_t number)
{
	uint64_t rest = (number & PRODUCT_PRIME) + (number >> PRODUCT_BITS);

	return rest >= PRODUCT_PRIME ? rest - PRODUCT_PRIME : rest;
}

/* Of two that are at most the prime. */
static uint64_t
multiply(uint64_t one, uint64_t other)
{
	wide product = (wide)one * other;

	return reduce(((uint64_t)product & PRODUCT_PRIME) + (uint64_t)(product >> PRODUCT_BITS));
}

static uint64_t
draw(void)
{
	uint64_t bits;

	randombytes_buf(&bits, sizeof(bits));
	return reduce(bits & PRODUCT_PRIME);
}

void
sabot_event_product_begin(struct sabot_event_product *product, int64_t to_seq)
{
	*product = (struct sabot_event_product){
		.x = draw(), .a = draw(), .b = draw(), .to_seq = to_seq};
	for (int which = 0; which < SABOT_EVENT_INDEXES; which++)
		product->products[which] = 1;
}

void
sabot_event_product_add(struct sabot_event_product *product, enum sabot_event_index which,
			int64_t log_id, int64_t n, int64_t seq)
{
	uint64_t factor;

	if (seq > product->to_seq)
		return;
	factor = reduce(product->x + multiply(product->a, (uint64_t)log_id) +
			multiply(product->b, (uint64_t)n) + (uint64_t)seq);
	product->products[which] = multiply(product->products[which], factor);
	product->n_events[which]++;
}

struct reading {
	struct sabot_db *db;
	enum sabot_event_index which;
	struct sabot_event_product *product;
	int64_t last[COLUMN_SEQ];
};

/* Without order an event is not found by its index, though it is in it. */
static bool
check_order(struct reading *reading, int64_t log_id, int64_t n, GError **error)
{
	int64_t *last = reading->last;

	if (log_id == last[COLUMN_LOG])
		return sabot_row_check_order(reading->db, n, &last[COLUMN_N], error);
	last[COLUMN_N] = n;
	return sabot_row_check_order(reading->db, log_id, &last[COLUMN_LOG], error);
}

static bool
on_row(sqlite3_value *const *row, void *data, GError **error)
{
	struct reading *reading = data;
	int64_t log_id = sqlite3_value_int64(row[COLUMN_LOG]);
	int64_t n = sqlite3_value_int64(row[COLUMN_N]);

	sabot_event_product_add(reading->product, reading->which, log_id, n,
				sqlite3_value_int64(row[COLUMN_SEQ]));
	return check_order(reading, log_id, n, error);
}

static bool
read_index(struct sabot_db *db, enum sabot_event_index which, enum sabot_statement statement,
	   struct sabot_event_product *product, GError **error)
{
	struct reading reading = {db, which, product, {INT64_MIN, INT64_MIN}};
	const struct sabot_scan scan = {.which = statement, .fn = on_row, .data = &reading};

	return sabot_scan(db, &scan, error);
}

bool
sabot_event_product_read_indexes(struct sabot_db *db, struct sabot_event_product *product,
				 GError **error)
{
	static const enum sabot_statement statements[SABOT_EVENT_INDEXES] = {
		[SABOT_EVENT_INDEX_LOG] = SABOT_STATEMENT_EVENT_INDEX_LOG,
		[SABOT_EVENT_INDEX_FRAME] = SABOT_STATEMENT_EVENT_INDEX_FRAME,
		[SABOT_EVENT_INDEX_WITNESSED] = SABOT_STATEMENT_EVENT_INDEX_WITNESSED,
	};

	for (int which = 0; which < SABOT_EVENT_INDEXES; which++) {
		if (!read_index(db, (enum sabot_event_index)which, statements[which], product,
				error))
			return false;
	}
	return true;
}

bool
sabot_event_product_agree(const struct sabot_event_product *one,
			  const struct sabot_event_product *other)
{
	return memcmp(one, other, sizeof(*one)) == 0;
}
