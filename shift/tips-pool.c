/*
 * Computes shift by shift, from the first one held: what a shift leaves is available when the next
 * begins. For shifts whose documents were forgotten the remainder is kept (ledger-forget.c).
 */
#include "tips-pool.h"

#include <string.h>

/* The last share-out of the shift that holds; NULL: none. Borrowed. */
static const struct sabot_document *
find_last_share_out(const struct sabot_ledger *ledger, const struct sabot_shift *shift)
{
	const struct sabot_document *last = NULL;

	for (guint i = 0; i < shift->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);

		if (document->kind == SABOT_DOCUMENT_TRONC &&
		    sabot_document_held(document, SABOT_LEDGER_NOW) &&
		    (!last || sabot_ledger_happened_us(ledger, document) >=
				      sabot_ledger_happened_us(ledger, last)))
			last = document;
	}
	return last;
}

static void
add_document(const struct sabot_ledger *ledger, const struct sabot_document *document,
	     const struct sabot_document *last, struct sabot_tips_pool *pool)
{
	if (!sabot_document_held(document, SABOT_LEDGER_NOW))
		return;
	if (document->kind == SABOT_DOCUMENT_TRONC)
		pool->shared_minor += document->amount_minor;
	if (document->kind != SABOT_DOCUMENT_TIPS)
		return;
	pool->collected_minor += document->amount_minor;
	if (last &&
	    sabot_ledger_happened_us(ledger, document) <= sabot_ledger_happened_us(ledger, last))
		pool->to_share_minor += document->amount_minor;
}

/* All of a shift whose documents are held. */
static void
make_shift(const struct sabot_ledger *ledger, const struct sabot_shift *shift, int64_t before_minor,
	   struct sabot_tips_pool *ret_pool)
{
	const struct sabot_document *last = find_last_share_out(ledger, shift);
	int64_t later_minor;

	*ret_pool = (struct sabot_tips_pool){
		.before_minor = before_minor,
		.is_shared = last != NULL,
		.to_share_minor = last ? before_minor : 0,
	};
	for (guint i = 0; i < shift->documents->len; i++)
		add_document(ledger, g_ptr_array_index(shift->documents, i), last, ret_pool);
	ret_pool->left_minor = before_minor + ret_pool->collected_minor;
	if (last) {
		later_minor = ret_pool->left_minor - ret_pool->to_share_minor;
		ret_pool->difference_minor = ret_pool->shared_minor - ret_pool->to_share_minor;
		ret_pool->left_minor = MAX(-ret_pool->difference_minor, 0) + later_minor;
	}
	ret_pool->is_kept = ret_pool->left_minor > 0 || before_minor > 0 ||
			    ret_pool->collected_minor > 0 || ret_pool->shared_minor > 0;
}

void
sabot_tips_pool_make(const struct sabot_ledger *ledger, const char *shift,
		     struct sabot_tips_pool *ret_pool)
{
	int64_t before_minor = 0;

	*ret_pool = (struct sabot_tips_pool){0};
	for (guint i = 0; i < ledger->shifts->len; i++) {
		const struct sabot_shift *one = g_ptr_array_index(ledger->shifts, i);
		struct sabot_tips_pool pool;

		if (strcmp(one->id, shift) > 0)
			break;
		if (one->is_forgotten) {
			before_minor = one->tips_left_minor;
			continue;
		}
		make_shift(ledger, one, before_minor, &pool);
		before_minor = pool.left_minor;
		if (strcmp(one->id, shift) == 0)
			*ret_pool = pool;
	}
}

json_t *
sabot_tips_pool_to_json(const struct sabot_tips_pool *pool)
{
	json_t *object =
		json_pack("{s:I, s:I, s:I, s:I}", "before", (json_int_t)pool->before_minor,
			  "collected", (json_int_t)pool->collected_minor, "shared",
			  (json_int_t)pool->shared_minor, "left", (json_int_t)pool->left_minor);

	if (pool->is_shared)
		json_object_set_new(object, "difference", json_integer(pool->difference_minor));
	return object;
}
