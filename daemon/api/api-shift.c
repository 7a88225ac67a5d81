/*
 * Requests that read table money and shifts, as published; a machine that sees only some tables
 * gets only theirs.
 */
#include "api-private.h"
#include "proto/messages/house-requests.h"
#include "proto/messages/money-messages.h"
#include "proto/rfc3339.h"
#include "daemon/tables/shift-facts.h"
#include "store/proof/seal.h"
#include "store/log/log.h"
#include "shift/bank-currencies.h"
#include "shift/main-bank.h"
#include "shift/tips-pool.h"
#include "shift/ledger-slip.h"
#include "shift/ledger-cards.h"
#include "shift/document-json.h"

#include <string.h>

static const struct sabot_ledger *
ledger_of(const struct sabot_api *api)
{
	return sabot_floor_get_house(api->options.floor)->published_ledger;
}

/* A shift that is held completely, or in which nothing was written. */
static bool
get_held_shift(const struct sabot_api *api, const char *text, char ret_id[SABOT_SHIFT_ID_SIZE],
	       GError **error)
{
	const struct sabot_shift *shift;

	if (!sabot_api_get_shift(api, text, ret_id, error))
		return false;
	shift = sabot_ledger_find_shift(ledger_of(api), ret_id);
	if (!shift || !shift->is_forgotten)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL("shift: is long sealed: only the house log has its documents"));
	return false;
}

/* Build an item of a list; NULL if its place is hidden from this machine. New reference. */
typedef json_t *
item_fn(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	const char *shift);

struct list {
	const GPtrArray *items;
	const char *name, *shift;
	item_fn *build;
	int64_t from; /* of the request */
};

static json_t *
answer_list(struct sabot_api *api, struct sabot_peer *peer, const struct list *list, GError **error)
{
	guint n_items = list->items ? list->items->len : 0, from;
	struct sabot_answer_page page;

	if (!sabot_api_check_from(list->from, &from, error))
		return NULL;
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	while (from < n_items) {
		json_t *item =
			list->build(api, peer, g_ptr_array_index(list->items, from), list->shift);

		if (item && !sabot_answer_page_add(&page, item))
			break;
		from++;
	}
	return sabot_answer_page_finish(&page, list->name, from, n_items);
}

static void
set_time(json_t *object, const char *field, int64_t time_us)
{
	g_autofree char *text = sabot_time_format(time_us);

	json_object_set_new(object, field, json_string(text));
}

/* Name and bounds, if the calendar still has them. New reference. */
static json_t *
build_head(const struct sabot_api *api, const char *id)
{
	const struct sabot_calendar *calendar = api->options.config->calendar;
	json_t *head =
		json_pack("{s:s, s:s*}", "shift", id, "name", sabot_calendar_name(calendar, id));
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger_of(api), id);
	int64_t from_us, to_us;

	if (sabot_calendar_bounds(calendar, id, &from_us, &to_us)) {
		set_time(head, "from", from_us);
		set_time(head, "to", to_us);
	}
	if (shift && shift->seal)
		json_object_set_new(head, "sealed", sabot_document_to_json(shift->seal));
	return head;
}

static json_t *
build_shift(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	    const char *unused)
{
	(void)peer;
	(void)unused;
	return build_head(api, item);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

json_t *
sabot_api_shifts(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	const struct sabot_ledger *ledger = ledger_of(api);
	g_autoptr(GPtrArray) skipped = NULL, ids = g_ptr_array_new();
	char now[SABOT_SHIFT_ID_SIZE];
	struct list list = {ids, "shifts", NULL, build_shift, args->from};

	sabot_calendar_find(api->options.config->calendar, g_get_real_time(), now);
	skipped = sabot_shift_list_skipped(api->options.floor, ledger, now);
	for (guint i = 0; i < ledger->shifts->len; i++)
		g_ptr_array_add(ids,
				((struct sabot_shift *)g_ptr_array_index(ledger->shifts, i))->id);
	for (guint i = 0; i < skipped->len; i++)
		g_ptr_array_add(ids, g_ptr_array_index(skipped, i));
	g_ptr_array_sort(ids, compare_names);
	return answer_list(api, peer, &list, error);
}

/* The terms of a house's drop formula. New reference. */
static json_t *
build_formula(const struct sabot_formula *formula)
{
	json_t *words = json_array();

	for (int i = 0; i < SABOT_DROP_KINDS; i++)
		if (formula->counts[i])
			json_array_append_new(words, json_string(sabot_drop_kind_to_string(
							     (enum sabot_drop_kind)i)));
	return words;
}

/* The sum of all tables that the peer sees, and their number. New reference. */
static json_t *
build_sum(const struct sabot_api *api, const struct sabot_peer *peer,
	  const struct sabot_shift *shift)
{
	struct sabot_result sum = {0}, one;

	for (guint i = 0; shift && i < shift->tables->len; i++) {
		const struct sabot_table_money *money = g_ptr_array_index(shift->tables, i);

		if (!sabot_api_sees(peer, money->table))
			continue;
		sabot_result_make(ledger_of(api), shift->id, money->table,
				  &api->options.config->formula, &one);
		sabot_result_add(&sum, &one);
	}
	sabot_result_finish(&sum);
	return sabot_result_to_json(&sum);
}

static bool
record_seq(int64_t seq, int64_t n, const char *line, void *data)
{
	(void)n;
	(void)line;
	*(int64_t *)data = seq;
	return true;
}

/* True if a checkpoint covers the seal. */
static bool
is_signed(const struct sabot_api *api, const struct sabot_document *seal)
{
	struct sabot_db *reader = sabot_floor_get_reader(api->options.floor);
	const struct sabot_log_range range = {SABOT_HOUSE_NAME, seal->n, seal->n + 1};
	g_autoptr(GError) error = NULL;
	struct sabot_seal last = {0};
	int64_t seq = INT64_MAX;

	if (!reader)
		return false;
	if (!sabot_log_read(reader, &range, record_seq, &seq, &error) ||
	    !sabot_seal_read_last(reader, &last, &error))
		g_warning("the checkpoint of a seal cannot be read: %s", error->message);
	sabot_seal_clear(&last);
	return last.number > 0 && last.seq >= seq;
}

/* The tables with documents in the shift, or only with rounds: sorted names, borrowed. */
static GPtrArray *
list_tables(const struct sabot_api *api, const char *id)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger_of(api), id);
	const struct sabot_floor *floor = api->options.floor;
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	GPtrArray *names = g_ptr_array_new();

	for (guint i = 0; shift && i < shift->tables->len; i++)
		g_ptr_array_add(
			names,
			((struct sabot_table_money *)g_ptr_array_index(shift->tables, i))->table);
	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_table_service *table = g_ptr_array_index(tables, i);
		char *name = table->config->name;

		if ((!shift || !sabot_shift_find_table(shift, name)) &&
		    sabot_shift_count_rounds(floor, id, name) > 0)
			g_ptr_array_add(names, name);
	}
	g_ptr_array_sort(names, compare_names);
	return names;
}

json_t *
sabot_api_shift(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_shift_request *args = request->record;
	g_autoptr(GPtrArray) open = NULL, tables = NULL;
	char id[SABOT_SHIFT_ID_SIZE];
	const struct sabot_shift *shift;
	json_t *answer;

	if (!sabot_api_get_shift(api, args->shift, id, error))
		return NULL;
	shift = sabot_ledger_find_shift(ledger_of(api), id);
	open = sabot_shift_open(api->options.floor, ledger_of(api), id);
	tables = list_tables(api, id);
	answer = build_head(api, id);
	json_object_set_new(answer, "drop_counts", build_formula(&api->options.config->formula));
	if (shift && shift->is_forgotten)
		json_object_set_new(answer, "forgotten", json_true());
	else
		json_object_set_new(answer, "sum", build_sum(api, peer, shift));
	json_object_set_new(answer, "tables", json_integer(tables->len));
	json_object_set_new(answer, "rounds",
			    json_integer(sabot_shift_count_rounds(api->options.floor, id, NULL)));
	json_object_set_new(answer, "documents", json_integer(shift ? shift->documents->len : 0));
	json_object_set_new(answer, "exceptions", json_integer(shift ? shift->exceptions->len : 0));
	json_object_set_new(answer, "open", json_integer(sabot_open_count(open)));
	if (api->options.config->forbids_markers)
		json_object_set_new(answer, "no_credit", json_true());
	if (shift && shift->seal)
		json_object_set_new(answer, "signed", json_boolean(is_signed(api, shift->seal)));
	return answer;
}

static json_t *
build_table(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	    const char *shift)
{
	const char *table = item;
	struct sabot_result result;
	json_t *object;

	if (!sabot_api_sees(peer, table))
		return NULL;
	sabot_result_make(ledger_of(api), shift, table, &api->options.config->formula, &result);
	object = sabot_result_to_json(&result);
	json_object_set_new(object, "table", json_string(table));
	json_object_set_new(
		object, "rounds",
		json_integer(sabot_shift_count_rounds(api->options.floor, shift, table)));
	return object;
}

json_t *
sabot_api_shift_tables(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_shift_request *args = request->record;
	struct list list = {.name = "tables", .build = build_table, .from = args->from};
	g_autoptr(GPtrArray) tables = NULL;
	char id[SABOT_SHIFT_ID_SIZE];

	if (!get_held_shift(api, args->shift, id, error))
		return NULL;
	tables = list_tables(api, id);
	list.items = tables;
	list.shift = id;
	return answer_list(api, peer, &list, error);
}

static json_t *
build_open(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	   const char *shift)
{
	const struct sabot_open_item *open = item;

	(void)api;
	(void)shift;
	return sabot_api_sees(peer, open->table ? open->table : SABOT_HOUSE_NAME)
		       ? sabot_open_item_to_json(open)
		       : NULL;
}

json_t *
sabot_api_shift_open(struct sabot_api *api, struct sabot_peer *peer,
		     const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_shift_request *args = request->record;
	struct list list = {.name = "open", .build = build_open, .from = args->from};
	g_autoptr(GPtrArray) open = NULL;
	char id[SABOT_SHIFT_ID_SIZE];

	if (!get_held_shift(api, args->shift, id, error))
		return NULL;
	open = sabot_shift_open(api->options.floor, ledger_of(api), id);
	list.items = open;
	list.shift = id;
	return answer_list(api, peer, &list, error);
}

static void
add_barred(const struct sabot_slip *slip, const struct sabot_document *part, bool is_strict,
	   json_t *barred)
{
	char why[SABOT_DOCUMENT_WHY_SIZE];

	if (part->by && !sabot_slip_check_signers(slip, part, is_strict, why))
		json_array_append_new(barred,
				      json_pack("{s:s, s:s}", "person", part->by, "why", why));
}

/* Who may not sign this part of the slip, because of another part that is signed. Transferred. */
static json_t *
list_barred(const struct sabot_api *api, const struct sabot_slip *slip,
	    enum sabot_document_step step)
{
	bool is_strict = sabot_api_get_rooms(api).has_cage;
	const struct sabot_document *const parts[] = {slip->request, slip->issue, slip->receipt};
	struct sabot_document part = {.step = step};
	json_t *barred = json_array();

	for (size_t i = 0; i < G_N_ELEMENTS(parts) && parts[i]; i++) {
		part.by = parts[i]->by;
		add_barred(slip, &part, is_strict, barred);
		part.by = parts[i]->second;
		add_barred(slip, &part, is_strict, barred);
	}
	return barred;
}

/* Of the part that comes next. NULL: none does. */
static json_t *
list_barred_next(const struct sabot_api *api, const struct sabot_slip *slip)
{
	if (slip->state == SABOT_SLIP_REQUESTED)
		return list_barred(api, slip, SABOT_STEP_ISSUE);
	return slip->state == SABOT_SLIP_ISSUED ? list_barred(api, slip, SABOT_STEP_RECEIVE) : NULL;
}

static json_t *
build_document(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	       const char *table)
{
	const struct sabot_document *document = item;
	const struct sabot_slip *slip;
	json_t *object;

	if ((table && g_strcmp0(table, document->table) != 0) ||
	    !sabot_api_sees(peer, document->table ? document->table : SABOT_HOUSE_NAME))
		return NULL;
	object = sabot_document_to_json(document);
	slip = document->kind == SABOT_DOCUMENT_SLIP && !document->replaced_by
		       ? sabot_ledger_find_slip(ledger_of(api), document->day, document->number)
		       : NULL;
	if (slip)
		json_object_set_new(object, "barred", list_barred(api, slip, document->step));
	return object;
}

json_t *
sabot_api_documents(struct sabot_api *api, struct sabot_peer *peer,
		    const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_documents_request *args = request->record;
	struct list list = {
		.name = "documents",
		.shift = args->table,
		.build = build_document,
		.from = args->from,
	};
	char id[SABOT_SHIFT_ID_SIZE];
	const struct sabot_shift *shift;

	if (!get_held_shift(api, args->shift, id, error))
		return NULL;
	shift = sabot_ledger_find_shift(ledger_of(api), id);
	list.items = shift ? shift->documents : NULL;
	return answer_list(api, peer, &list, error);
}

static json_t *
build_slip(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	   const char *day)
{
	const struct sabot_slip *slip = item;
	const char *table = sabot_slip_table(slip);
	const struct sabot_document *last = slip->receipt ? slip->receipt
					    : slip->issue ? slip->issue
							  : slip->request;
	json_t *object;

	if (strcmp(slip->day, day) != 0 || !sabot_api_sees(peer, table ? table : SABOT_HOUSE_NAME))
		return NULL;
	object = json_pack("{s:s, s:I, s:s, s:s, s:s*, s:o*}", "day", slip->day, "number",
			   (json_int_t)slip->number, "state",
			   sabot_slip_state_to_string(slip->state), "shift", slip->shift, "table",
			   table, "barred", list_barred_next(api, slip));
	if (last) {
		json_object_set_new(object, "kind",
				    json_string(slip->is_credit ? "credit" : "fill"));
		json_object_set_new(object, "amount", json_integer(last->amount_minor));
		json_object_set_new(object, "chips", sabot_chips_to_json(last->chips));
	}
	if (slip->paper)
		json_object_set_new(object, "paper", json_true());
	if (slip->voided)
		json_object_set_new(object, "note", json_string(slip->voided->note));
	return object;
}

json_t *
sabot_api_slips(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_slips_request *args = request->record;
	struct list list = {ledger_of(api)->slips, "slips", args->day, build_slip, args->from};
	char id[SABOT_SHIFT_ID_SIZE];

	sabot_calendar_find(api->options.config->calendar, g_get_real_time(), id);
	id[SABOT_GAMING_DAY_SIZE - 1] = '\0';
	if (!args->day)
		list.shift = id;
	return answer_list(api, peer, &list, error);
}

static json_t *
build_marker(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	     const char *unused)
{
	const struct sabot_marker *marker = item;
	struct sabot_wire_marker *seen;

	(void)api;
	(void)unused;
	if (marker->left_minor == 0 || !sabot_api_sees(peer, marker->issue->table))
		return NULL;
	seen = sabot_record_new(&sabot_wire_marker_type);
	seen->day = g_strdup(marker->day);
	seen->number = marker->number;
	seen->table = g_strdup(marker->issue->table);
	seen->patron = g_strdup(marker->issue->name);
	seen->amount_minor = marker->issue->amount_minor;
	seen->left_minor = marker->left_minor;
	return sabot_record_finish(&sabot_wire_marker_type, seen);
}

json_t *
sabot_api_markers(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	const struct list list = {ledger_of(api)->markers, "markers", NULL, build_marker,
				  args->from};

	return answer_list(api, peer, &list, error);
}

json_t *
sabot_api_bank(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_shift_request *args = request->record;
	char id[SABOT_SHIFT_ID_SIZE];
	g_autoptr(GArray) currencies = NULL;
	struct sabot_main_bank bank;
	struct sabot_tips_pool tips;
	json_t *answer;

	if (!get_held_shift(api, args->shift, id, error))
		return NULL;
	if (!sabot_api_sees(peer, SABOT_HOUSE_NAME)) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("this machine sees some tables only, and not the house"),
			error);
		return NULL;
	}
	sabot_main_bank_make(ledger_of(api), id, &bank);
	answer = sabot_main_bank_to_json(&bank);
	currencies = sabot_bank_currencies_list(ledger_of(api), id);
	if (bank.is_kept && currencies->len > 0)
		json_object_set_new(answer, "currencies",
				    sabot_bank_currencies_to_json(currencies));
	sabot_tips_pool_make(ledger_of(api), id, &tips);
	if (tips.is_kept)
		json_object_set_new(answer, "tips", sabot_tips_pool_to_json(&tips));
	json_object_set_new(answer, "shift", json_string(id));
	return answer;
}

static json_t *
build_set(const struct sabot_api *api, const struct sabot_peer *peer, gconstpointer item,
	  const char *unused)
{
	const struct sabot_card_set *set = item;
	struct sabot_wire_card_set *seen;

	(void)api;
	(void)unused;
	if (!sabot_api_sees(peer, set->table ? set->table : SABOT_HOUSE_NAME))
		return NULL;
	seen = sabot_record_new(&sabot_wire_card_set_type);
	seen->set = g_strdup(set->name);
	seen->state = g_strdup(sabot_set_state_to_string(set->state));
	seen->decks = set->decks;
	seen->table = g_strdup(set->table);
	seen->since_us = set->since_us;
	return sabot_record_finish(&sabot_wire_card_set_type, seen);
}

json_t *
sabot_api_card_sets(struct sabot_api *api, struct sabot_peer *peer,
		    const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	const struct list list = {ledger_of(api)->sets, "sets", NULL, build_set, args->from};

	return answer_list(api, peer, &list, error);
}
