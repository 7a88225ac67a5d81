/*
 * See rules-book.h. An order names what it was given instead of by a digest of the configured
 * rules: a later change of these in the file takes effect at the table.
 */
#include "rules-book.h"
#include "eventlog/rules-json.h"
#include "profiles/profile.h"
#include "proto/json-text.h"
#include "proto/wire-error.h"

#include <string.h>

struct sabot_rules_book *
sabot_rules_book_new(void)
{
	struct sabot_rules_book *book = g_new0(struct sabot_rules_book, 1);

	book->orders =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)json_decref);
	return book;
}

void
sabot_rules_book_free(struct sabot_rules_book *book)
{
	if (!book)
		return;
	g_hash_table_unref(book->orders);
	g_free(book);
}

void
sabot_rules_book_apply(struct sabot_rules_book *book, int64_t seq, const json_t *event)
{
	json_t *order;

	if (strcmp(sabot_json_text(event, "ev"), "rules") != 0)
		return;
	order = json_copy((json_t *)event);
	json_object_set_new(order, "seq", json_integer(seq));
	g_hash_table_insert(book->orders, g_strdup(sabot_json_text(event, "table")), order);
}

char *
sabot_rules_order_digest(const struct sabot_table_config *table)
{
	g_autofree char *text = g_strdup_printf("%s\n%s", table->profile, table->overrides);

	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

void
sabot_rules_order_free(struct sabot_rules_order *order)
{
	if (!order)
		return;
	g_free(order->profile);
	g_free(order->overrides);
	g_free(order->by);
	g_free(order);
}

static bool
refuse(const char *why, GError **error)
{
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "%s", why);
	return false;
}

/* The profile, and the lines that `set` comes to, into the order. */
static bool
build(struct sabot_rules_order *order, const json_t *set, const char *profiles_dir, GError **error)
{
	g_autoptr(GError) failure = NULL;
	char why[SABOT_RULES_ERROR_SIZE];

	if (!sabot_profile_load(order->profile, profiles_dir, &order->rules, &failure))
		return refuse(failure->message, error);
	order->overrides = sabot_rules_set_to_lines(&order->rules, set, why);
	if (!order->overrides)
		return refuse(why, error);
	return sabot_config_build_rules(order->profile, profiles_dir, order->overrides,
					&order->rules, &failure) ||
	       refuse(failure->message, error);
}

struct sabot_rules_order *
sabot_rules_order_new(const struct sabot_table_config *table, const char *profile,
		      const json_t *set, const char *profiles_dir, GError **error)
{
	struct sabot_rules_order *order = g_new0(struct sabot_rules_order, 1);

	order->profile = g_strdup(profile);
	if (build(order, set, profiles_dir, error) &&
	    (order->rules.game == table->rules.game ||
	     refuse("rules: are of another game, which is a matter of the configuration", error)))
		return order;
	sabot_rules_order_free(order);
	return NULL;
}

struct sabot_rules_order *
sabot_rules_book_find(const struct sabot_rules_book *book, const struct sabot_table_config *table,
		      const char *profiles_dir, GError **error)
{
	const json_t *event = g_hash_table_lookup(book->orders, table->name);
	g_autofree char *digest = sabot_rules_order_digest(table);
	struct sabot_rules_order *order;

	if (!event || strcmp(sabot_json_text(event, "do"), "change") != 0)
		return NULL;
	if (strcmp(sabot_json_text(event, "instead"), digest) != 0) {
		refuse("the configuration has other rules than when they were changed", error);
		return NULL;
	}
	order = sabot_rules_order_new(table, sabot_json_text(event, "rules"),
				      json_object_get(event, "set"), profiles_dir, error);
	if (!order)
		return NULL;
	order->by = g_strdup(json_string_value(json_object_get(event, "by")));
	order->seq = json_integer_value(json_object_get(event, "seq"));
	order->has_limits = json_is_true(json_object_get(event, "limits"));
	return order;
}

int64_t
sabot_rules_book_back_seq(const struct sabot_rules_book *book, const char *table)
{
	const json_t *event = g_hash_table_lookup(book->orders, table);

	return strcmp(sabot_json_text(event, "do"), "configured") == 0
		       ? json_integer_value(json_object_get(event, "seq"))
		       : 0;
}
