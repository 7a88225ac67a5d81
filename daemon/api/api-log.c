/* `log`: a table's log as it was recorded, page by page, in the format that an audit reads. */
#include "api-private.h"
#include "daemon/config/overrides.h"
#include "eventlog/event-write.h"
#include "proto/messages/house-messages.h"
#include "proto/messages/log-requests.h"
#include "store/log/log.h"

#include <string.h>

/* The request, with its first and last event. */
struct extract {
	const char *name;                  /* of the log; borrowed */
	struct sabot_table_service *table; /* NULL: the house log */
	int64_t last_n;                    /* published */
	struct sabot_log_part *part;       /* its rules; owned; NULL: none */
	int64_t n_parts;
	int64_t from_load, from_round, from_incident; /* the header's `from`; 0 0 0 = none */
	struct sabot_log_range range;
	bool hides_names; /* of refused log-ins */
};

/* Filled in from the database. */
struct reading {
	struct sabot_answer_page page;
	int64_t limit;
	int64_t next_n;
	int64_t lines_before; /* lines of the part before the extract's */
	bool hides_names;     /* of refused log-ins */
};

/* Events up to the one before the next part, or the last one published. */
static int64_t
end_of_part(struct sabot_db *db, const struct extract *extract, int64_t part)
{
	struct sabot_log_part *next = sabot_log_get_part(db, extract->name, part + 1, NULL);
	int64_t end = next ? next->from_n : extract->last_n + 1;

	sabot_log_part_free(next);
	return end;
}

/*
 * Refuse with `archived` if the number is from 1 to `last`: such a load or round is missing because
 * the log begins after archived events. Else with `unknown`. Always returns false.
 */
static bool
refuse_missing(int64_t number, int64_t last, const char *unknown, const char *archived,
	       GError **error)
{
	return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 number >= 1 && number <= last ? archived : unknown, error);
}

static bool
choose_load(struct sabot_db *db, struct extract *extract, int64_t number, GError **error)
{
	struct sabot_log_load load, next;
	const char *name = extract->name;

	if (!sabot_log_get_load(db, name, number, &load, error))
		return *error ? false
			      : refuse_missing(
					number,
					sabot_derive_table(extract->table->derive)->load.number,
					SABOT_REFUSAL("load: the table had no such load"),
					SABOT_REFUSAL("load: it is in an archive (sabotctl "
						      "archive list)"),
					error);
	extract->part = sabot_log_get_part(db, name, load.part, error);
	if (!extract->part)
		return false;
	extract->from_load = load.load - 1;
	extract->from_round = load.from_round;
	extract->from_incident = load.from_incident;
	extract->range.from_n = load.n;
	extract->range.to_n = end_of_part(db, extract, load.part);
	if (sabot_log_get_load(db, name, number + 1, &next, NULL))
		extract->range.to_n = MIN(extract->range.to_n, next.n);
	return true;
}

static bool
choose_part(struct sabot_db *db, struct extract *extract, int64_t number, GError **error)
{
	extract->part = sabot_log_get_part(db, extract->name, number, error);
	if (!extract->part)
		return *error ? false
			      : refuse_missing(
					number, extract->n_parts,
					SABOT_REFUSAL("part: the table's log has no such part"),
					SABOT_REFUSAL("part: it is in an archive (sabotctl "
						      "archive list)"),
					error);
	extract->from_load = extract->part->from_load;
	extract->from_round = extract->part->from_round;
	extract->from_incident = extract->part->from_incident;
	extract->range.from_n = extract->part->from_n;
	extract->range.to_n = end_of_part(db, extract, number);
	return true;
}

/* The log of the load in the shoe is sent to nobody, unless two persons have lifted the veil. */
static bool
check_veil(const struct sabot_api *api, const struct sabot_peer *peer,
	   const struct extract *extract, GError **error)
{
	if (!extract->table || extract->range.to_n <= extract->last_n ||
	    !sabot_unveilings_is_veiled(extract->table) ||
	    sabot_unveilings_has(api->unveilings, peer, extract->table))
		return true;
	return sabot_wire_refuse(
		SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL("this load is still in the shoe: its log is veiled until it is out"),
		error);
}

static bool
choose_house(struct sabot_api *api, const struct sabot_peer *peer, struct extract *extract)
{
	extract->hides_names = !sabot_api_shows_names(api, peer);
	extract->name = SABOT_HOUSE_NAME;
	extract->n_parts = 1;
	extract->from_incident = sabot_floor_get_house(api->options.floor)->archived_incidents;
	extract->last_n = sabot_floor_get_house(api->options.floor)->published_n;
	extract->range = (struct sabot_log_range){.from_n = 1, .to_n = extract->last_n + 1};
	return true;
}

static bool
choose(struct sabot_api *api, const struct sabot_peer *peer,
       const struct sabot_wire_log_request *args, struct extract *extract, GError **error)
{
	bool is_house = strcmp(args->table, SABOT_HOUSE_NAME) == 0;
	struct sabot_db *db = sabot_floor_get_reader(api->options.floor);
	struct sabot_log_state state;

	if (!db)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_INTERNAL, sabot_api_why_no_log(api),
					 error);
	if (is_house && !sabot_api_sees(peer, SABOT_HOUSE_NAME))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("this machine sees some tables only, and not the house log"),
			error);
	if (is_house)
		return choose_house(api, peer, extract);
	extract->table = sabot_api_get_table(api, peer, args->table, error);
	if (!extract->table)
		return false;
	extract->name = extract->table->config->name;
	extract->last_n = extract->table->published->n;
	if (!sabot_log_get_state(db, extract->name, &state, error))
		return false;
	extract->n_parts = state.part ? state.part->part : 0;
	sabot_log_state_clear(&state);
	if (extract->n_parts == 0)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("table: it has no log yet"), error);
	if (args->load)
		return choose_load(db, extract, args->load, error);
	return choose_part(db, extract,
			   args->part == SABOT_WIRE_NO_NUMBER ? extract->n_parts : args->part,
			   error);
}

static bool
add_event(int64_t seq, int64_t n, const char *line, void *data)
{
	struct reading *reading = data;
	json_t *event;

	(void)seq;
	if (reading->limit-- <= 0)
		return false;
	event = sabot_event_read_later(line, reading->lines_before);
	if (event && reading->hides_names) {
		json_t *unnamed = sabot_house_event_unnamed(event);

		json_decref(event);
		event = unnamed;
	}
	if (!sabot_answer_page_add(&reading->page, event))
		return false;
	reading->next_n = n + 1;
	return true;
}

static void
add_rules(json_t *header, const struct sabot_log_part *part, const char *profiles_dir)
{
	json_t *set = sabot_overrides_to_json(part->rules, profiles_dir, part->overrides);

	json_object_set_new(header, "rules", json_string(part->rules));
	if (json_object_size(set) > 0)
		json_object_set(header, "set", set);
	json_decref(set);
}

static json_t *
build_header(const struct extract *extract, const char *profiles_dir)
{
	json_t *header = json_pack("{s:s, s:s}", "log", "sabot/1", "table", extract->name);

	if (extract->part)
		add_rules(header, extract->part, profiles_dir);
	if (extract->from_load > 0 || extract->from_round > 0 || extract->from_incident > 0)
		json_object_set_new(header, "from",
				    json_pack("{s:I, s:I, s:I}", "load",
					      (json_int_t)extract->from_load, "round",
					      (json_int_t)extract->from_round, "incident",
					      (json_int_t)extract->from_incident));
	return header;
}

/*
 * If a page is empty before the end, the rest is still in the spool: refuse, so that the log does
 * not seem to end there.
 */
static bool
check_progress(const struct sabot_log_range *range, const struct reading *reading, GError **error)
{
	if (reading->next_n >= range->to_n || json_array_size(reading->page.list) > 0)
		return true;
	return sabot_wire_refuse(
		SABOT_WIRE_ERROR_INTERNAL,
		SABOT_REFUSAL("the store is down: the rest of the log is not in the database yet"),
		error);
}

static json_t *
read_page(struct sabot_api *api, const struct extract *extract, int64_t from_n, int64_t limit,
	  GError **error)
{
	struct sabot_log_range range = extract->range;
	struct reading reading = {.limit = limit, .hides_names = extract->hides_names};
	json_t *ok;

	if (extract->part)
		reading.lines_before = range.from_n - extract->part->from_n;
	range.table = extract->name;
	range.from_n = MAX(from_n, range.from_n);
	reading.next_n = range.from_n;
	sabot_answer_page_init(&reading.page, SABOT_ANSWER_PAGE_BYTES_MAX);
	if (!sabot_log_read(sabot_floor_get_reader(api->options.floor), &range, add_event, &reading,
			    error) ||
	    !check_progress(&range, &reading, error)) {
		json_decref(reading.page.list);
		return NULL;
	}
	ok = json_pack("{s:o, s:I, s:I, s:o}", "header",
		       build_header(extract, api->options.config->profiles_dir), "parts",
		       (json_int_t)extract->n_parts, "from_n", (json_int_t)range.from_n, "events",
		       reading.page.list);
	if (reading.next_n < range.to_n)
		json_object_set_new(ok, "next_n", json_integer(reading.next_n));
	return ok;
}

json_t *
sabot_api_log(struct sabot_api *api, struct sabot_peer *peer,
	      const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_log_request *args = request->record;
	g_autoptr(GError) failure = NULL;
	struct extract extract = {0};
	json_t *ok = NULL;

	if (choose(api, peer, args, &extract, &failure) &&
	    check_veil(api, peer, &extract, &failure))
		ok = read_page(api, &extract, args->from_n,
			       CLAMP(args->limit, 1, SABOT_WIRE_LOG_EVENTS), &failure);
	sabot_log_part_free(extract.part);
	if (failure)
		g_propagate_error(error, g_steal_pointer(&failure));
	return ok;
}
