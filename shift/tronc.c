/* The share-out: see tronc.h. */
#include "tronc.h"

#include <string.h>

__extension__ typedef __int128 wide;

/* A share's place in the list, and what rounding took from it, in parts of all points. */
struct fraction {
	guint place;
	int64_t rest;
};

static int
compare_persons(gconstpointer a, gconstpointer b)
{
	const struct sabot_tronc_share *one = a, *other = b;

	return strcmp(one->person, other->person);
}

/* Largest first; equal ones as they are in the list. */
static int
compare_fractions(gconstpointer a, gconstpointer b)
{
	const struct fraction *one = a, *other = b;

	if (one->rest != other->rest)
		return one->rest > other->rest ? -1 : 1;
	return one->place < other->place ? -1 : one->place > other->place;
}

void
sabot_tronc_share_out(GArray *shares, int64_t amount_minor)
{
	g_autoptr(GArray) fractions = g_array_new(FALSE, FALSE, sizeof(struct fraction));
	int64_t points = 0, left_minor = amount_minor;

	g_array_sort(shares, compare_persons);
	for (guint i = 0; i < shares->len; i++)
		points += g_array_index(shares, struct sabot_tronc_share, i).points;
	for (guint i = 0; i < shares->len; i++) {
		struct sabot_tronc_share *share =
			&g_array_index(shares, struct sabot_tronc_share, i);
		wide product = (wide)amount_minor * share->points;
		struct fraction fraction = {i, (int64_t)(product % points)};

		share->share_minor = (int64_t)(product / points);
		left_minor -= share->share_minor;
		g_array_append_val(fractions, fraction);
	}
	g_array_sort(fractions, compare_fractions);
	for (guint i = 0; i < (guint)left_minor; i++)
		g_array_index(shares, struct sabot_tronc_share,
			      g_array_index(fractions, struct fraction, i).place)
			.share_minor++;
}
