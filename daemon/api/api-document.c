/*
 * `document`: the documents that people write about table money. Members left out (the shift, the
 * next number) are filled in here, so that the log has them even if the calendar changes later.
 * Whether a document is possible is decided by the ledger (shift/ledger.h).
 */
#include "api-private.h"
#include "daemon/tables/shift-facts.h"
#include "daemon/tables/table-rules.h"
#include "proto/messages/house-requests.h"
#include "proto/rfc3339.h"
#include "shift/document.h"
#include "text/money.h"
#include "shift/document-parse.h"
#include "shift/entry-check.h"
#include "shift/ledger-slip.h"
#include "shift/ledger-marker.h"

#include <string.h>

enum { FUTURE_S = 60 }; /* how far another clock may be ahead */

/* The document's table, if the peer sees it; NULL if the document is not about a table. */
static bool
find_table(struct sabot_api *api, const struct sabot_peer *peer, const char *name,
	   const struct sabot_table_service **ret_table, GError **error)
{
	*ret_table = NULL;
	if (!name && sabot_api_sees(peer, SABOT_HOUSE_NAME))
		return true;
	if (!name)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("this machine sees some tables only, and not the house"),
			error);
	*ret_table = sabot_api_sees(peer, name) ? sabot_floor_find(api->options.floor, name) : NULL;
	if (*ret_table)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE,
		    SABOT_REFUSAL("there is no table %s"), name);
	return false;
}

/* The time when it happened; the default is now. Not in the future. */
static bool
read_happened(const struct sabot_wire_document_head *head, int64_t *ret_us, GError **error)
{
	*ret_us = g_get_real_time();
	if (!head->happened)
		return true;
	if (!head->happened_text || !sabot_time_parse(head->happened_text, ret_us))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("event.happened: a time is wanted"), error);
	return *ret_us <= g_get_real_time() + FUTURE_S * G_USEC_PER_SEC ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL_AS("event.happened: is in the future",
						  "this time is in the future"),
				 error);
}

/* True if the shift, not sealed yet, has money of the table but no closer. */
static bool
wants_closer(const struct sabot_ledger *ledger, const char *id, const char *table)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, id);
	const struct sabot_table_money *money =
		shift && !shift->seal ? sabot_shift_find_table(shift, table) : NULL;

	return money && !sabot_table_money_count(money, SABOT_STEP_CLOSER, SABOT_LEDGER_NOW);
}

/*
 * A closer is counted when the shift is over: it belongs to the previous shift while that has none.
 */
static void
choose_shift(const struct sabot_api *api, const struct sabot_wire_document_head *head,
	     int64_t happened_us, char ret_id[SABOT_SHIFT_ID_SIZE])
{
	const struct sabot_calendar *calendar = api->options.config->calendar;
	char before[SABOT_SHIFT_ID_SIZE];

	sabot_calendar_find(calendar, happened_us, ret_id);
	if (head->table && g_strcmp0(head->step, "closer") == 0 &&
	    sabot_calendar_before(calendar, ret_id, before) &&
	    wants_closer(sabot_floor_get_house(api->options.floor)->ledger, before, head->table))
		memcpy(ret_id, before, sizeof before);
}

/* A shift that has begun, of the present calendar or of the one in force then. */
static bool
check_shift(const struct sabot_api *api, const char *text, char ret_id[SABOT_SHIFT_ID_SIZE],
	    GError **error)
{
	const struct sabot_calendar *calendar = api->options.config->calendar;
	int64_t from_us, to_us;

	if (sabot_calendar_parse(calendar, text, ret_id))
		return (sabot_calendar_bounds(calendar, ret_id, &from_us, &to_us) &&
			from_us <= g_get_real_time()) ||
		       sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL_AS("shift: it has not begun",
							  "the shift has not begun"),
					 error);
	if (sabot_shift_is_id(text) &&
	    sabot_ledger_find_shift(sabot_floor_get_house(api->options.floor)->ledger, text)) {
		g_strlcpy(ret_id, text, SABOT_SHIFT_ID_SIZE);
		return true;
	}
	return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL("shift: is none of the house's, as 2026-11-21/1"),
				 error);
}

bool
sabot_api_get_shift(const struct sabot_api *api, const char *text, char ret_id[SABOT_SHIFT_ID_SIZE],
		    GError **error)
{
	if (text)
		return check_shift(api, text, ret_id, error);
	sabot_calendar_find(api->options.config->calendar, g_get_real_time(), ret_id);
	return true;
}

/* When the first gaming day began for which documents are still accepted. */
static int64_t
find_earliest_us(const struct sabot_api *api)
{
	int64_t back_us = api->options.config->backdate_days * G_TIME_SPAN_DAY;

	return sabot_calendar_day_began(api->options.config->calendar, g_get_real_time() - back_us);
}

/* Nothing is entered for a gaming day that began at `from_us`, of long ago. */
static bool
check_earliest(const struct sabot_api *api, int64_t from_us, const char *member, GError **error)
{
	int64_t earliest_us = find_earliest_us(api);
	g_autofree char *earliest = NULL;

	if (from_us >= earliest_us)
		return true;
	earliest = sabot_time_format(earliest_us);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL_AS(
			    "is before %s: nothing is entered any more for a gaming day that long "
			    "ago (backdate_days)",
			    "nothing is entered any more for a gaming day before %1$s"),
		    earliest);
	g_prefix_error(error, "event.%s: ", member);
	return false;
}

/* Whether the shift is one to be sealed before later ones, though nothing was written of it. */
static bool
is_skipped(const struct sabot_api *api, const char *id)
{
	g_autoptr(GPtrArray) skipped = NULL;
	char now[SABOT_SHIFT_ID_SIZE];

	sabot_calendar_find(api->options.config->calendar, g_get_real_time(), now);
	skipped = sabot_shift_list_skipped(api->options.floor,
					   sabot_floor_get_house(api->options.floor)->ledger, now);
	return g_ptr_array_find_with_equal_func(skipped, id, g_str_equal, NULL);
}

/* A shift of long ago may not be started now: it would be open before all others. */
static bool
check_backdated(const struct sabot_api *api, const char *id, const char *member, GError **error)
{
	int64_t from_us = 0, to_us;

	return sabot_ledger_find_shift(sabot_floor_get_house(api->options.floor)->ledger, id) ||
	       is_skipped(api, id) ||
	       !sabot_calendar_bounds(api->options.config->calendar, id, &from_us, &to_us) ||
	       check_earliest(api, from_us, member, error);
}

/* True if this takes a number of a gaming day; a blank form that was printed then has its own. */
static bool
takes_number(const struct sabot_api *api, const struct sabot_wire_document_head *head)
{
	const struct sabot_ledger *ledger = sabot_floor_get_house(api->options.floor)->ledger;

	if (strcmp(head->ev, "slip") == 0)
		return g_strcmp0(head->step, "request") == 0 &&
		       !sabot_ledger_find_slip(ledger, head->day, head->given_number);
	return strcmp(head->ev, "paper") == 0 ||
	       (strcmp(head->ev, "marker") == 0 && g_strcmp0(head->step, "issue") == 0);
}

/* The gaming day of a new number: its shift's, or one for which documents are still accepted. */
static bool
check_day(const struct sabot_api *api, const struct sabot_wire_document_head *head,
	  const char *shift, GError **error)
{
	g_autofree char *first = head->day ? g_strconcat(head->day, "/1", NULL) : NULL;
	int64_t from_us = 0, to_us;

	/* The ledger refuses what is no day. */
	if (!first || !takes_number(api, head) || g_str_has_prefix(shift, head->day) ||
	    !sabot_calendar_bounds(api->options.config->calendar, first, &from_us, &to_us))
		return true;
	if (from_us <= g_get_real_time())
		return check_earliest(api, from_us, "day", error);
	return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL_AS("event.day: it has not begun",
						  "this gaming day has not begun"),
				 error);
}

/* The document's shift, which the request may name. */
static bool
get_shift(const struct sabot_api *api, const struct sabot_wire_document_head *head,
	  char ret_id[SABOT_SHIFT_ID_SIZE], GError **error)
{
	char of_time[SABOT_SHIFT_ID_SIZE];
	int64_t happened_us;

	if (!read_happened(head, &happened_us, error))
		return false;
	sabot_calendar_find(api->options.config->calendar, happened_us, of_time);
	if (!check_backdated(api, of_time, "happened", error))
		return false;
	if (head->shift && !head->shift_text)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 "event.shift: a word is wanted", error);
	if (head->shift)
		return check_shift(api, head->shift_text, ret_id, error) &&
		       check_backdated(api, ret_id, "shift", error);
	choose_shift(api, head, happened_us, ret_id);
	return true;
}

/* The number of a document that begins one: the next free. A later step names its own. */
static void
set_number(const struct sabot_api *api, const struct sabot_wire_document_head *head,
	   const char *shift, json_t *event)
{
	const struct sabot_ledger *ledger = sabot_floor_get_house(api->options.floor)->ledger;
	g_autofree char *day =
		head->day ? g_strdup(head->day) : g_strndup(shift, SABOT_GAMING_DAY_SIZE - 1);
	int64_t number = 0;

	if (head->number)
		return;
	if (strcmp(head->ev, "paper") == 0 ||
	    (strcmp(head->ev, "slip") == 0 && g_strcmp0(head->step, "request") == 0))
		number = sabot_ledger_next_slip(ledger, day);
	else if (strcmp(head->ev, "marker") == 0 && g_strcmp0(head->step, "issue") == 0)
		number = sabot_ledger_next_marker(ledger, day);
	if (number > 0)
		json_object_set_new(event, "number", json_integer(number));
	if (head->forms > 0 && number > 0)
		json_object_set_new(event, "to", json_integer(number + head->forms - 1));
	json_object_del(event, "forms");
}

/* Record the worth of foreign money with the document. Returns 0 if it cannot be read. */
static int64_t
set_worth(json_t *event)
{
	char why[SABOT_DOCUMENT_WHY_SIZE];
	struct sabot_document *document = sabot_document_parse(0, event, why);
	int64_t amount_minor = document ? document->amount_minor : 0;

	if (document)
		json_object_set_new(event, "amount", json_integer(amount_minor));
	sabot_document_free(document);
	return amount_minor;
}

/* Cash from the house's threshold on needs a person's name; foreign money counts by its worth. */
static bool
check_threshold(const struct sabot_api *api, const struct sabot_wire_document_head *head,
		json_t *event, GError **error)
{
	int64_t threshold = api->options.config->cash_threshold_minor, amount_minor = 0;

	if (g_strcmp0(head->ev, "cash") == 0)
		amount_minor = head->amount_minor;
	else if (g_strcmp0(head->ev, "exchange") == 0)
		amount_minor = set_worth(event);
	return threshold == 0 || amount_minor < threshold || head->patron ||
	       sabot_wire_refuse(
		       SABOT_WIRE_ERROR_BAD_REQUEST,
		       SABOT_REFUSAL_AS(
			       "event.patron: from the house's threshold on it is said whose cash "
			       "it is",
			       "from the house's threshold on the patron must be named"),
		       error);
}

/* Where the law forbids credit to players none is given; what is owed can still be redeemed. */
static bool
check_marker(const struct sabot_api *api, const struct sabot_wire_document_head *head,
	     GError **error)
{
	return !api->options.config->forbids_markers || g_strcmp0(head->ev, "marker") != 0 ||
	       g_strcmp0(head->step, "issue") != 0 ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				 SABOT_REFUSAL("this house gives no credit (markers = off)"),
				 error);
}

static bool
check_kind(const struct sabot_wire_document_request *args, GError **error)
{
	if (!sabot_document_is(args->event))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 "event.ev: is no document of table money", error);
	return g_strcmp0(args->head->ev, "seal") != 0 ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				 SABOT_REFUSAL("a shift is sealed by sign_off"), error);
}

static bool
has_chip(const struct sabot_denominations *chips, int64_t minor)
{
	for (int i = 0; i < chips->n; i++) {
		if (chips->minor[i] == minor)
			return true;
	}
	return false;
}

/*
 * Cash chips are those of the table's rules, of the load in the shoe or the next one. A table whose
 * rules name none accepts none. Rolling and promotional chips have values of their own.
 */
static bool
check_chips(const struct sabot_table_service *table, const json_t *event, GError **error)
{
	char why[SABOT_DOCUMENT_WHY_SIZE], money[SABOT_TEXT_MONEY_SIZE];
	struct sabot_document *document = table ? sabot_document_parse(0, event, why) : NULL;
	const struct sabot_denominations *now, *next;
	bool is_good = true;

	if (!document || !document->chips || table->fault) {
		sabot_document_free(document);
		return true;
	}
	now = &sabot_derive_table(table->derive)->rules.chips;
	next = &sabot_table_service_wish(table).rules->chips;
	for (guint i = 0; now->n > 0 && next->n > 0 && is_good && i < document->chips->len; i++) {
		const struct sabot_chip_count *count =
			&g_array_index(document->chips, struct sabot_chip_count, i);
		int64_t chip = count->chip_minor;

		if (count->kind != SABOT_CHIP_CASH || has_chip(now, chip) || has_chip(next, chip))
			continue;
		is_good = false;
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL_AS("event.chips: %s has no chip of %s",
					     "%1$s has no chip of %2$s"),
			    table->config->name, sabot_text_money(chip, money));
	}
	sabot_document_free(document);
	return is_good;
}

/* Table money is only that of real tables: documents of other tables would not be in any sum. */
static bool
check_counted(const struct sabot_api *api, const struct sabot_table_service *table, GError **error)
{
	if (!table || sabot_floor_counts(api->options.floor, table))
		return true;
	g_set_error(
		error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL("%s is a simulated table: its chips are nobody's and count nowhere"),
		table->config->name);
	return false;
}

/* Without its database the daemon knows neither numbers nor chips, so documents are refused. */
static bool
check_store(const struct sabot_api *api, GError **error)
{
	return !sabot_floor_get_outage(api->options.floor) ||
	       sabot_wire_refuse(
		       SABOT_WIRE_ERROR_NOT_ALLOWED,
		       SABOT_REFUSAL_AS(
			       "there is no database: write it on paper, and enter it when "
			       "there is",
			       "the log cannot be written now: write it on paper, and enter it "
			       "later"),
		       error);
}

/* The existing slip of which the document is a part; NULL: none. */
static const struct sabot_slip *
find_slip(const struct sabot_api *api, const struct sabot_wire_document_head *head,
	  const char *shift)
{
	g_autofree char *day =
		head->day ? g_strdup(head->day) : g_strndup(shift, SABOT_GAMING_DAY_SIZE - 1);

	return sabot_ledger_find_slip(sabot_floor_get_house(api->options.floor)->ledger, day,
				      head->given_number);
}

/*
 * What the ledger does not check because earlier programs did not: sealed figures stay, and the
 * parts of a slip are signed by different persons.
 */
static bool
check_entry(const struct sabot_api *api, const struct sabot_wire_document_request *args,
	    const char *shift, GError **error)
{
	const struct sabot_ledger *ledger = sabot_floor_get_house(api->options.floor)->ledger;
	const struct sabot_slip *slip =
		strcmp(args->head->ev, "slip") == 0 ? find_slip(api, args->head, shift) : NULL;
	char why[SABOT_DOCUMENT_WHY_SIZE];
	struct sabot_document *document = sabot_document_parse(0, args->event, why);
	/* The ledger says what is wrong with one that cannot be read. */
	bool is_good = !document ||
		       (sabot_entry_check(ledger, document, g_get_real_time(), why) &&
			(!slip || sabot_slip_check_signers(
					  slip, document, sabot_api_get_rooms(api).has_cage, why)));

	sabot_document_free(document);
	if (is_good)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "event.%s", why);
	return false;
}

/* Sign with the person logged in, and the second person. */
static bool
sign(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_document_request *args,
     const struct sabot_person *second, GError **error)
{
	return sabot_api_check_given(api, peer, args->head->by,
				     sabot_api_second_of(args->head->second, args->head->second_id),
				     error) &&
	       sabot_api_sign(api, peer, args->head->by, args->event, error) &&
	       ((!second && !sabot_document_event_needs_second(args->event)) ||
		sabot_api_sign_second(api, peer, args->event, second, error));
}

/* The shift's seal, or NULL. After it a document amends figures that two persons have signed. */
static const struct sabot_document *
find_seal(const struct sabot_api *api, const char *id)
{
	const struct sabot_shift *shift =
		sabot_ledger_find_shift(sabot_floor_get_house(api->options.floor)->ledger, id);

	return shift ? shift->seal : NULL;
}

/* The rights that the signers need: fewer persons may write to a sealed shift. */
static struct sabot_access_signers
find_signers(const struct sabot_api *api, const struct sabot_wire_document_request *args,
	     const char *shift)
{
	enum sabot_document_kind kind = SABOT_DOCUMENT_TIPS;
	enum sabot_document_step step = SABOT_STEP_NONE;
	const struct sabot_slip *slip;

	if (find_seal(api, shift))
		return (struct sabot_access_signers){SABOT_RIGHT_AMEND, SABOT_RIGHT_SECOND};
	slip = find_slip(api, args->head, shift);
	sabot_document_event_kind(args->event, &kind, &step);
	return sabot_access_document(kind, step, slip && slip->is_credit);
}

/* Where a document goes. */
struct entry {
	const struct sabot_table_service *table; /* NULL: it is about none */
	char shift[SABOT_SHIFT_ID_SIZE];
	bool amends; /* the shift is sealed */
};

/* Choose the shift, and check that the sender may write to it: fewer may write to a sealed one. */
static bool
enter_shift(struct sabot_api *api, struct sabot_peer *peer,
	    const struct sabot_wire_document_request *args, struct entry *ret_entry, GError **error)
{
	enum sabot_right right = SABOT_RIGHT_MONEY;
	const struct sabot_document *seal = NULL;
	g_autoptr(GError) why = NULL;

	if (!find_table(api, peer, args->head->table, &ret_entry->table, error) ||
	    !check_counted(api, ret_entry->table, error))
		return false;
	if (get_shift(api, args->head, ret_entry->shift, &why)) {
		seal = find_seal(api, ret_entry->shift);
		right = find_signers(api, args, ret_entry->shift).first;
	}
	if (!sabot_api_may(api, peer, right, ret_entry->table, error))
		return false;
	if (why) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	json_object_set_new(args->event, "shift", json_string(ret_entry->shift));
	json_object_del(args->event, "amends");
	ret_entry->amends = seal != NULL;
	if (seal)
		json_object_set_new(args->event, "amends", json_integer(seal->n));
	return true;
}

/* Once more: while his PIN was checked the shift may have been sealed, and another right needed. */
static bool
check_second(struct sabot_api *api, struct sabot_peer *peer,
	     const struct sabot_wire_document_request *args, const struct sabot_person *second,
	     GError **error)
{
	char shift[SABOT_SHIFT_ID_SIZE];

	return !second || (get_shift(api, args->head, shift, error) &&
			   sabot_api_check_second(api, peer, second,
						  find_signers(api, args, shift).second, error));
}

static void
submit(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
       const struct sabot_person *second, GError **error)
{
	const struct sabot_wire_document_request *args = request->record;
	const struct sabot_wire_document_head *head = args->head;
	struct sabot_origin origin;
	struct entry entry;

	if (!check_store(api, error) || !check_kind(args, error) ||
	    !enter_shift(api, peer, args, &entry, error) ||
	    !check_second(api, peer, args, second, error) ||
	    !sign(api, peer, args, second, error) ||
	    !check_threshold(api, head, args->event, error) || !check_marker(api, head, error) ||
	    !check_day(api, head, entry.shift, error))
		return;
	set_number(api, head, entry.shift, args->event);
	if (!check_entry(api, args, entry.shift, error) ||
	    !check_chips(entry.table, args->event, error))
		return;
	sabot_api_date_document(api, peer, head->table, args->event);
	origin = sabot_api_answer_later(peer, request);
	origin.person = second;
	origin.must_sign = entry.amends;
	if (!sabot_floor_submit_house(api->options.floor, args->event, &origin, error))
		sabot_api_drop_answer(&origin);
}

json_t *
sabot_api_document(struct sabot_api *api, struct sabot_peer *peer,
		   const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_document_request *args = request->record;
	struct sabot_api_seconding seconding = {args->second, SABOT_RIGHT_COUNTERSIGN, submit};
	char shift[SABOT_SHIFT_ID_SIZE];

	if (get_shift(api, args->head, shift, NULL))
		seconding.right = find_signers(api, args, shift).second;
	sabot_api_with_second(api, peer, request, &seconding, error);
	return NULL;
}
