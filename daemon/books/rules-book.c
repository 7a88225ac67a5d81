/*
 * See rules-book.h. An order contains a digest of the configured rules that it replaces: if these
 * are changed in the file later, the change takes effect at the table.
 */
#include "rules-book.h"
#include "eventlog/rules-json.h"
#include "profiles/profile.h"
#include "proto/wire-error.h"
#include "text/refusal.h"

/* The last event about a table's rules. */
struct last_order {
	struct sabot_house_event *event;
	int64_t seq;
};

static void
free_order(gpointer data)
{
	struct last_order *last = data;

	sabot_house_event_unref(last->event);
	g_free(last);
}

struct sabot_rules_book *
sabot_rules_book_new(void)
{
	struct sabot_rules_book *book = g_new0(struct sabot_rules_book, 1);

	book->orders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_order);
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
sabot_rules_book_apply(struct sabot_rules_book *book, int64_t seq, struct sabot_house_event *event)
{
	struct last_order *last;

	if (event->kind != SABOT_HOUSE_RULES || !event->head->table)
		return;
	last = g_new0(struct last_order, 1);
	last->event = sabot_house_event_ref(event);
	last->seq = seq;
	g_hash_table_insert(book->orders, g_strdup(event->head->table), last);
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

/* Set the profile, and the lines made from `set`, in the order. */
static bool
build(struct sabot_rules_order *order, const json_t *set, const char *profiles_dir, GError **error)
{
	g_autoptr(GError) failure = NULL;
	char why[SABOT_RULES_ERROR_SIZE];

	if (!sabot_profile_load(order->profile, profiles_dir, &order->rules, &failure))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, failure->message, error);
	order->overrides = sabot_rules_set_to_lines(&order->rules, set, why);
	if (!order->overrides)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, why, error);
	return sabot_config_build_rules(order->profile, profiles_dir, order->overrides,
					&order->rules, &failure) ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, failure->message, error);
}

struct sabot_rules_order *
sabot_rules_order_new(const struct sabot_table_config *table, const char *profile,
		      const json_t *set, const char *profiles_dir, GError **error)
{
	struct sabot_rules_order *order = g_new0(struct sabot_rules_order, 1);

	order->profile = g_strdup(profile);
	if (build(order, set, profiles_dir, error) &&
	    (order->rules.game == table->rules.game ||
	     sabot_wire_refuse(
		     SABOT_WIRE_ERROR_BAD_REQUEST,
		     SABOT_REFUSAL(
			     "rules: are of another game, which is a matter of the configuration"),
		     error)))
		return order;
	sabot_rules_order_free(order);
	return NULL;
}

static bool
does(const struct last_order *last, const char *action)
{
	return last && g_strcmp0(last->event->of.rules->action, action) == 0;
}

struct sabot_rules_order *
sabot_rules_book_find(const struct sabot_rules_book *book, const struct sabot_table_config *table,
		      const char *profiles_dir, GError **error)
{
	const struct last_order *last = g_hash_table_lookup(book->orders, table->name);
	g_autofree char *digest = sabot_rules_order_digest(table);
	const struct sabot_house_rules *said;
	struct sabot_rules_order *order;

	if (!does(last, "change"))
		return NULL;
	said = last->event->of.rules;
	if (g_strcmp0(said->instead, digest) != 0) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_BAD_REQUEST,
			SABOT_REFUSAL(
				"the configuration has other rules than when they were changed"),
			error);
		return NULL;
	}
	order = sabot_rules_order_new(table, said->rules ? said->rules : "", said->set,
				      profiles_dir, error);
	if (!order)
		return NULL;
	order->by = g_strdup(last->event->head->by);
	order->seq = last->seq;
	order->has_limits = said->has_limits;
	return order;
}

int64_t
sabot_rules_book_back_seq(const struct sabot_rules_book *book, const char *table)
{
	const struct last_order *last = g_hash_table_lookup(book->orders, table);

	return does(last, "configured") ? last->seq : 0;
}
