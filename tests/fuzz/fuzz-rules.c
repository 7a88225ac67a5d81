/*
 * Fuzzes the `set` of `rules_change`, and of a log's first line: JSON to the lines of a profile and
 * back. What is taken comes out of the way back as it was, for punto banco and blackjack.
 */
#include "daemon/config/overrides.h"
#include "daemon/books/rules-book.h"
#include "profiles/profile.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
try_set(const char *profile, const json_t *set)
{
	struct sabot_table_config table = {
		.name = (char *)"T", .profile = (char *)profile, .overrides = (char *)""};
	struct sabot_rules_order *order, *again;
	g_autoptr(GError) error = NULL;
	json_t *line;

	if (!sabot_profile_load(profile, NULL, &table.rules, NULL))
		abort();
	order = sabot_rules_order_new(&table, profile, set, NULL, &error);
	if (!order != (error != NULL))
		abort();
	if (!order)
		return;
	line = sabot_overrides_to_json(profile, NULL, order->overrides);
	again = sabot_rules_order_new(&table, profile, line, NULL, NULL);
	if (!again || memcmp(&again->rules, &order->rules, sizeof(order->rules)) != 0)
		abort();
	sabot_rules_order_free(again);
	sabot_rules_order_free(order);
	json_decref(line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	json_t *set = json_loadb((const char *)bytes, n_bytes, JSON_REJECT_DUPLICATES, NULL);

	if (json_is_object(set)) {
		try_set("punto-banco-es", set);
		try_set("blackjack-es", set);
	}
	json_decref(set);
	return 0;
}
