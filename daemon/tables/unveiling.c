/* A short list. When a load is over its entry need not be removed: its number never comes again. */
#include "unveiling.h"

struct unveiling {
	const struct sabot_peer *peer; /* only a key: its owner drops it first */
	const struct sabot_table_service *table;
	unsigned load;
};

struct sabot_unveilings {
	GArray *list; /* of struct unveiling */
};

struct sabot_unveilings *
sabot_unveilings_new(void)
{
	struct sabot_unveilings *unveilings = g_new0(struct sabot_unveilings, 1);

	unveilings->list = g_array_new(FALSE, FALSE, sizeof(struct unveiling));
	return unveilings;
}

void
sabot_unveilings_free(struct sabot_unveilings *unveilings)
{
	if (!unveilings)
		return;
	g_array_unref(unveilings->list);
	g_free(unveilings);
}

static unsigned
load_of(const struct sabot_table_service *table)
{
	return sabot_derive_table(table->derive)->load.number;
}

void
sabot_unveilings_lift(struct sabot_unveilings *unveilings, const struct sabot_peer *peer,
		      const struct sabot_table_service *table)
{
	struct unveiling unveiling = {peer, table, load_of(table)};

	g_array_append_val(unveilings->list, unveiling);
}

void
sabot_unveilings_drop(struct sabot_unveilings *unveilings, const struct sabot_peer *peer)
{
	for (guint i = unveilings->list->len; i > 0; i--) {
		if (g_array_index(unveilings->list, struct unveiling, i - 1).peer == peer)
			g_array_remove_index_fast(unveilings->list, i - 1);
	}
}

bool
sabot_unveilings_has(const struct sabot_unveilings *unveilings, const struct sabot_peer *peer,
		     const struct sabot_table_service *table)
{
	for (guint i = 0; i < unveilings->list->len; i++) {
		const struct unveiling *unveiling =
			&g_array_index(unveilings->list, struct unveiling, i);

		if (unveiling->peer == peer && unveiling->table == table &&
		    unveiling->load == load_of(table))
			return sabot_unveilings_is_veiled(table);
	}
	return false;
}

/* For a quarantined table nobody knows whether its load has left the shoe. */
bool
sabot_unveilings_is_veiled(const struct sabot_table_service *table)
{
	return table->fault || sabot_derive_table(table->derive)->load.in_shoe;
}
