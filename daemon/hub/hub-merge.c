/* See hub-merge.h. */
#include "hub-merge.h"

#include "daemon/books/incident-counts.h"
#include "proto/floor-names.h"
#include "proto/json-write.h"
#include "proto/messages/hub-messages.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/lookup-messages.h"
#include "proto/messages/money-messages.h"
#include "proto/review.h"
#include "proto/rfc3339.h"
#include "text/refusal.h"

#include <string.h>

enum {
	MERGE_PAGE_BYTES = 44 * 1024, /* beside what is said of 64 daemons it fits into a line */
	MERGE_WHY_BYTES = 120,
};

static const struct sabot_hub_merge_kind kinds[] = {
	{"find", SABOT_HUB_MERGE_FINDS, NULL, &sabot_wire_finds_type, SABOT_HUB_BY_DAEMON},
	{"statistics", SABOT_HUB_MERGE_COUNTS, NULL, &sabot_wire_statistics_type,
	 SABOT_HUB_BY_DAEMON},
	{"shifts", SABOT_HUB_MERGE_LIST, "shifts", &sabot_wire_shifts_type, SABOT_HUB_BY_SHIFT},
	{"shift_tables", SABOT_HUB_MERGE_LIST, "tables", &sabot_wire_shift_tables_type,
	 SABOT_HUB_BY_TABLE},
	{"shift_open", SABOT_HUB_MERGE_LIST, "open", &sabot_wire_shift_open_type,
	 SABOT_HUB_BY_DAEMON},
	{"documents", SABOT_HUB_MERGE_LIST, "documents", &sabot_wire_documents_type,
	 SABOT_HUB_BY_DAEMON},
	{"slips", SABOT_HUB_MERGE_LIST, "slips", &sabot_wire_slips_type, SABOT_HUB_BY_DAEMON},
	{"markers", SABOT_HUB_MERGE_LIST, "markers", &sabot_wire_markers_type, SABOT_HUB_BY_DAEMON},
	{"card_sets", SABOT_HUB_MERGE_LIST, "sets", &sabot_wire_card_sets_type,
	 SABOT_HUB_BY_DAEMON},
	{"reviews", SABOT_HUB_MERGE_LIST, "reviews", &sabot_wire_reviews_type, SABOT_HUB_BY_TIME},
	{"shift", SABOT_HUB_MERGE_EACH, NULL, &sabot_wire_shift_type, SABOT_HUB_BY_DAEMON},
	{"bank", SABOT_HUB_MERGE_EACH, NULL, &sabot_wire_bank_type, SABOT_HUB_BY_DAEMON},
	{"report", SABOT_HUB_MERGE_REPORT, NULL, &sabot_wire_file_page_type, SABOT_HUB_BY_DAEMON},
};

const struct sabot_hub_merge_kind *
sabot_hub_merge_find(const char *verb)
{
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (strcmp(kinds[i].verb, verb) == 0)
			return &kinds[i];
	return NULL;
}

/* --- Who is in it ----------------------------------------------------------------------------- */

static void
check_answer(struct sabot_hub_answer *answer, const struct sabot_record_type *type)
{
	const char *name = sabot_upstream_get_name(answer->upstream);
	const struct sabot_floor_naming naming = sabot_upstream_get_naming(answer->upstream);
	json_t *wide = json_deep_copy(answer->ok);
	g_autoptr(GError) error = NULL;
	gpointer record;

	sabot_floor_names_widen(wide, &naming);
	json_decref(answer->ok);
	answer->ok = wide;
	record = sabot_record_parse(type, wide, &error);
	sabot_record_unref(record);
	if (record)
		return;
	g_clear_pointer(&answer->ok, json_decref);
	g_set_error(&answer->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL,
		    "%s sent something else than was requested (%.80s)", name, error->message);
}

void
sabot_hub_merge_check(const GPtrArray *answers, const struct sabot_record_type *type)
{
	for (guint i = 0; i < answers->len; i++) {
		struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (answer->ok)
			check_answer(answer, type);
	}
}

bool
sabot_hub_merge_any(const GPtrArray *answers, GError **error)
{
	const struct sabot_hub_answer *first = NULL;

	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (answer->ok)
			return true;
		/* What a daemon refuses says more than that another one is away. */
		if (!first || first->error->code == SABOT_WIRE_ERROR_AWAY)
			first = answer;
	}
	if (first)
		g_propagate_error(error, g_error_copy(first->error));
	else
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
			    SABOT_REFUSAL("no daemon has that"));
	return false;
}

/* Its words are cut short, so that what is said of 64 daemons fits into a line. */
static json_t *
build_missing(const struct sabot_upstream *upstream, const char *class, const char *why,
	      int64_t since_us)
{
	g_autofree char *cut = g_strndup(why, MERGE_WHY_BYTES);
	g_autofree char *valid = g_utf8_make_valid(cut, -1);
	const struct sabot_wire_missing missing = {
		.upstream = (char *)sabot_upstream_get_name(upstream),
		.error_class = (char *)class,
		.why = valid,
		.since_us = since_us,
	};

	return sabot_wire_missing_build(&missing);
}

/* `error` is what it refused with. */
static json_t *
build_refusal(const struct sabot_upstream *upstream, const GError *error)
{
	return build_missing(upstream,
			     sabot_wire_error_class_to_string((enum sabot_wire_error)error->code),
			     error->message,
			     sabot_upstream_is_heard(upstream)
				     ? SABOT_TIME_NONE
				     : sabot_upstream_get_heard_us(upstream));
}

json_t *
sabot_hub_merge_missing(const GPtrArray *answers)
{
	json_t *missing = json_array();

	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (!answer->ok)
			json_array_append_new(missing,
					      build_refusal(answer->upstream, answer->error));
	}
	return missing;
}

/* A daemon that shows records says itself up to when they go. */
static void
add_stale(json_t *absent, const struct sabot_hub_answer *answer)
{
	g_autoptr(GPtrArray) missing = sabot_wire_missing_of(answer->ok);

	for (guint i = 0; i < missing->len; i++) {
		const struct sabot_wire_missing *one = g_ptr_array_index(missing, i);

		if (g_strcmp0(one->error_class, SABOT_WIRE_MISSING_STALE) == 0)
			json_array_append_new(
				absent, build_missing(answer->upstream, SABOT_WIRE_MISSING_STALE,
						      one->why ? one->why : "", one->since_us));
	}
}

void
sabot_hub_merge_say(json_t *ok, const GPtrArray *answers, json_t *missing)
{
	json_t *names = json_array(), *absent = sabot_hub_merge_missing(answers);

	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (!answer->ok)
			continue;
		json_array_append_new(names,
				      json_string(sabot_upstream_get_name(answer->upstream)));
		add_stale(absent, answer);
	}
	if (missing)
		json_array_extend(absent, missing);
	json_object_set_new(ok, "upstreams", names);
	if (json_array_size(absent) > 0)
		json_object_set(ok, "missing", absent);
	json_decref(absent);
}

/* --- Lists ------------------------------------------------------------------------------------ */

/* An item, and what it is sorted by. */
struct item {
	json_t *json;
	struct sabot_wire_floor_item *head;
	guint place; /* where it was before it was sorted */
};

static void
free_item(gpointer data)
{
	struct item *item = data;

	json_decref(item->json);
	sabot_record_unref(item->head);
	g_free(item);
}

/* A table that another daemon has under this name is shown as this one's. Transferred. */
static char *
own_table(const struct sabot_hub *hub, const struct sabot_upstream *upstream, const char *table)
{
	const struct sabot_upstream *owner = sabot_hub_find_owner(hub, table);

	return owner && owner != upstream
		       ? sabot_floor_name(table, sabot_upstream_get_name(upstream))
		       : g_strdup(table);
}

static void
add_item(const struct sabot_hub *hub, const struct sabot_hub_answer *answer, json_t *json,
	 GPtrArray *items)
{
	struct item *item = g_new0(struct item, 1);
	g_autofree char *table = NULL;

	item->json = json_copy(json);
	item->head = sabot_record_parse_lenient(&sabot_wire_floor_item_type, json);
	item->place = items->len;
	table = item->head->table ? own_table(hub, answer->upstream, item->head->table) : NULL;
	if (table)
		json_object_set_new(item->json, "table", json_string(table));
	json_object_set_new(item->json, "upstream",
			    json_string(sabot_upstream_get_name(answer->upstream)));
	g_ptr_array_add(items, item);
}

static int
compare_items(gconstpointer a, gconstpointer b, gpointer by)
{
	const struct item *one = *(struct item *const *)a, *other = *(struct item *const *)b;
	int order = 0;

	switch (GPOINTER_TO_INT(by)) {
	case SABOT_HUB_BY_SHIFT:
		order = g_strcmp0(one->head->shift, other->head->shift);
		break;
	case SABOT_HUB_BY_TABLE:
		order = g_strcmp0(one->head->table, other->head->table);
		break;
	case SABOT_HUB_BY_TIME:
		order = (one->head->at_us < other->head->at_us) -
			(one->head->at_us > other->head->at_us);
		break;
	}
	return order ? order : (one->place > other->place) - (one->place < other->place);
}

json_t *
sabot_hub_merge_list(const struct sabot_hub *hub, const GPtrArray *answers,
		     const struct sabot_hub_merge_kind *kind)
{
	g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(free_item);
	json_t *all = json_array(), *json;
	size_t i;

	for (guint j = 0; j < answers->len; j++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, j);

		json_array_foreach(sabot_wire_page_items(answer->ok, kind->list), i, json)
			add_item(hub, answer, json, items);
	}
	g_ptr_array_sort_with_data(items, compare_items, GINT_TO_POINTER(kind->by));
	for (guint j = 0; j < items->len; j++)
		json_array_append(all, ((struct item *)g_ptr_array_index(items, j))->json);
	return all;
}

json_t *
sabot_hub_merge_page(json_t *all, const char *name, int64_t from)
{
	json_t *page = json_array(), *ok = json_object();
	size_t first = from > 0 ? (size_t)from : 0, i = first, left = MERGE_PAGE_BYTES;

	for (; i < json_array_size(all); i++) {
		size_t n_bytes = sabot_json_count_bytes(json_array_get(all, i)) + 1;

		if (n_bytes > left)
			break;
		left -= n_bytes;
		json_array_append(page, json_array_get(all, i));
	}
	json_object_set_new(ok, name, page);
	/* One that fits into no line would be met forever. */
	i += i == first;
	if (i < json_array_size(all))
		json_object_set_new(ok, "next", json_integer((json_int_t)i));
	return ok;
}

/* --- Counts, and each beside the others ------------------------------------------------------- */

json_t *
sabot_hub_merge_counts(const GPtrArray *answers)
{
	struct sabot_wire_statistics *all = sabot_record_new(&sabot_wire_statistics_type);

	all->from_us = SABOT_TIME_NONE;
	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		struct sabot_wire_statistics *some =
			answer->ok
				? sabot_record_parse(&sabot_wire_statistics_type, answer->ok, NULL)
				: NULL;

		if (!some)
			continue;
		if (all->from_us == SABOT_TIME_NONE || some->from_us < all->from_us)
			all->from_us = some->from_us;
		sabot_incident_counts_sum(all->codes, some->codes);
		sabot_incident_counts_sum(all->devices, some->devices);
		sabot_incident_counts_sum(all->hours, some->hours);
		sabot_record_unref(some);
	}
	sabot_incident_counts_finish(all->codes);
	sabot_incident_counts_finish(all->devices);
	sabot_incident_counts_finish(all->hours);
	return sabot_record_finish(&sabot_wire_statistics_type, all);
}

json_t *
sabot_hub_merge_each(const GPtrArray *answers)
{
	json_t *each = json_array(), *ok = json_object();
	size_t left = MERGE_PAGE_BYTES;

	for (guint i = 0; i < answers->len; i++) {
		struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		const char *name = sabot_upstream_get_name(answer->upstream);
		size_t n_bytes = answer->ok ? sabot_json_count_bytes(answer->ok) : 0;

		if (!answer->ok)
			continue;
		if (n_bytes > left) {
			g_clear_pointer(&answer->ok, json_decref);
			g_set_error(
				&answer->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
				SABOT_REFUSAL("%s has too much to be shown beside others: name it"),
				name);
			continue;
		}
		left -= n_bytes;
		json_array_append_new(each,
				      json_pack("{s:s, s:O}", "upstream", name, "ok", answer->ok));
	}
	json_object_set_new(ok, "each", each);
	return ok;
}

/* --- What was found --------------------------------------------------------------------------- */

/* What one daemon found, and how much of it is taken. */
struct hand {
	const struct sabot_hub_answer *answer;
	struct sabot_wire_finds *finds;
	guint n_used;
};

static void
clear_hand(gpointer data)
{
	sabot_record_unref(((struct hand *)data)->finds);
}

static const struct sabot_wire_found *
next_of(const struct hand *hand)
{
	return hand->n_used < hand->finds->found->len
		       ? g_ptr_array_index(hand->finds->found, hand->n_used)
		       : NULL;
}

/* The hand with the latest one; NULL: none is left, or it is not known which is next. */
static struct hand *
choose_hand(GArray *hands)
{
	struct hand *best = NULL;

	for (guint i = 0; i < hands->len; i++) {
		struct hand *hand = &g_array_index(hands, struct hand, i);
		const struct sabot_wire_found *found = next_of(hand);

		if (!found && hand->finds->next)
			return NULL;
		if (found && (!best || found->at_us > next_of(best)->at_us))
			best = hand;
	}
	return best;
}

/* Its next one in the floor's names. New reference. */
static json_t *
next_found(const struct sabot_hub *hub, struct hand *hand)
{
	struct sabot_wire_found *found = g_ptr_array_index(hand->finds->found, hand->n_used);
	json_t *json = sabot_record_build(&sabot_wire_found_type, found);
	g_autofree char *table = own_table(hub, hand->answer->upstream, found->table);

	hand->n_used++;
	json_object_set_new(json, "table", json_string(table));
	json_object_set_new(json, "upstream",
			    json_string(sabot_upstream_get_name(hand->answer->upstream)));
	return json;
}

/* What is left in the hand, or behind it, is before the last one that was taken. */
static void
record_rest(const struct hand *hand, GHashTable *ret_before)
{
	const struct sabot_upstream *upstream = hand->answer->upstream;
	const struct sabot_wire_found *last =
		hand->n_used > 0 ? g_ptr_array_index(hand->finds->found, hand->n_used - 1) : NULL;
	bool has_more = hand->finds->next != 0 || hand->n_used < hand->finds->found->len;
	const int64_t *before = g_hash_table_lookup(ret_before, upstream);

	/* A search that does not go on would never end. */
	if (!has_more || (last && before && *before > 0 && last->seq >= *before))
		g_hash_table_remove(ret_before, upstream);
	else if (last)
		g_hash_table_insert(ret_before, (gpointer)upstream,
				    g_memdup2(&last->seq, sizeof(last->seq)));
	else if (!g_hash_table_contains(ret_before, upstream))
		g_hash_table_insert(ret_before, (gpointer)upstream, g_new0(int64_t, 1));
}

static GArray *
collect_hands(const GPtrArray *answers)
{
	GArray *hands = g_array_new(FALSE, FALSE, sizeof(struct hand));

	g_array_set_clear_func(hands, clear_hand);
	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		struct hand hand = {.answer = answer};

		if (!answer->ok)
			continue;
		hand.finds = sabot_record_parse(&sabot_wire_finds_type, answer->ok, NULL);
		/* Behind nothing there is no more. */
		if (hand.finds->found->len == 0)
			hand.finds->next = 0;
		g_array_append_val(hands, hand);
	}
	return hands;
}

json_t *
sabot_hub_merge_finds(const struct sabot_hub *hub, const GPtrArray *answers, int64_t limit,
		      GHashTable *ret_before)
{
	g_autoptr(GArray) hands = collect_hands(answers);
	json_t *list = json_array(), *ok = json_object();
	size_t left = MERGE_PAGE_BYTES;
	bool is_veiled = false;
	struct hand *hand;

	while (limit-- > 0 && left > 0 && (hand = choose_hand(hands))) {
		json_t *json = next_found(hub, hand);

		left -= MIN(left, sabot_json_count_bytes(json) + 1);
		json_array_append_new(list, json);
	}
	for (guint i = 0; i < hands->len; i++) {
		hand = &g_array_index(hands, struct hand, i);
		record_rest(hand, ret_before);
		is_veiled = is_veiled || hand->finds->is_veiled;
	}
	json_object_set_new(ok, "found", list);
	if (is_veiled)
		json_object_set_new(ok, "veiled", json_true());
	return ok;
}
