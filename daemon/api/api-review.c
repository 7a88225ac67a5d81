/*
 * `review_request`: ask surveillance for pictures of a round or an incident; `review_answer`:
 * surveillance delivers them, or refuses with a reason; `reviews`: all requests with their outcome.
 * The list is derived from the house log (proto/review.h).
 */
#include "api-private.h"
#include "case/case-make.h"
#include "daemon/tables/floor-alarm.h"
#include "proto/messages/house-requests.h"
#include "proto/rfc3339.h"

#include <string.h>

enum { REVIEW_TEXT_BYTES_MAX = 200, REVIEW_HOURS_MAX = 24, SHA256_DIGITS = 64 };

/* Copy a short text, if given, into the event. */
static bool
read_text(const char *name, const char *text, json_t *event, GError **error)
{
	if (text && (!text[0] || strlen(text) > REVIEW_TEXT_BYTES_MAX))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("why, note, by: have 1 to 200 bytes"),
					 error);
	if (text)
		json_object_set_new(event, name, json_string(text));
	return true;
}

static bool
read_time(const char *text, int64_t *ret_us, GError **error)
{
	return !text || sabot_time_parse(text, ret_us) ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL("from, to: are times like 2026-05-03T20:00:00Z"),
				 error);
}

/* The span of time: as given, or around an incident that is still held. */
static bool
read_span(struct sabot_api *api, const struct sabot_peer *peer,
	  const struct sabot_wire_review_request_request *args, json_t *event, GError **error)
{
	struct sabot_wire_incident_name name = {args->table, args->incident};
	const struct sabot_wire_incident *incident;
	int64_t from_us = 0, to_us = 0;
	g_autofree char *from = NULL, *to = NULL;

	if (!read_time(args->from, &from_us, error) || !read_time(args->to, &to_us, error))
		return false;
	if (!from_us && !to_us && args->incident > 0) {
		incident = sabot_api_get_incident(api, peer, &name, error);
		if (!incident)
			return false;
		from_us = incident->at_us - SABOT_CASE_BEFORE_S * G_USEC_PER_SEC;
		to_us = incident->at_us + SABOT_CASE_AFTER_S * G_USEC_PER_SEC;
	}
	if (from_us >= to_us || to_us - from_us > REVIEW_HOURS_MAX * G_TIME_SPAN_HOUR)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("from, to: are wanted, a day apart at most"),
					 error);
	from = sabot_time_format(from_us);
	to = sabot_time_format(to_us);
	json_object_set_new(event, "from", json_string(from));
	json_object_set_new(event, "to", json_string(to));
	return true;
}

static bool
read_number(const char *name, int64_t number, json_t *event, GError **error)
{
	if (number < 0)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 "round, incident: are numbers of the table", error);
	if (number > 0)
		json_object_set_new(event, name, json_integer(number));
	return true;
}

/* The event that requests pictures. NULL with an error. New reference. */
static json_t *
build_request(struct sabot_api *api, const struct sabot_peer *peer,
	      const struct sabot_wire_review_request_request *args,
	      const struct sabot_table_service *table, GError **error)
{
	json_t *event = json_pack("{s:s, s:s, s:s}", "ev", "review", "do", "request", "table",
				  table->config->name);

	if (table->config->camera && table->config->camera[0])
		json_object_set_new(event, "camera", json_string(table->config->camera));
	if (read_number("round", args->round, event, error) &&
	    read_number("incident", args->incident, event, error) &&
	    (args->round || args->incident ||
	     sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
			       SABOT_REFUSAL("a round or an incident is wanted"), error)) &&
	    read_span(api, peer, args, event, error) && read_text("why", args->why, event, error) &&
	    read_text("by", args->by, event, error))
		return event;
	json_decref(event);
	return NULL;
}

json_t *
sabot_api_review_request(struct sabot_api *api, struct sabot_peer *peer,
			 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_review_request_request *args = request->record;
	struct sabot_table_service *table = sabot_api_get_table(api, peer, args->table, error);
	struct sabot_api_draft draft = {.by = args->by};

	if (!table || !sabot_api_may(api, peer, SABOT_RIGHT_REVIEW, table, error))
		return NULL;
	draft.event = build_request(api, peer, args, table, error);
	if (draft.event)
		sabot_api_submit_house(api, peer, request, &draft, error);
	return NULL;
}

/* The request to answer, about a table that the peer sees. NULL with an error. */
static const struct sabot_wire_review *
find_review(const struct sabot_api *api, const struct sabot_peer *peer, int64_t number,
	    GError **error)
{
	const struct sabot_wire_review *review =
		sabot_reviews_find(sabot_floor_get_house(api->options.floor)->reviews, number);

	if (review && sabot_api_sees(peer, review->table))
		return review;
	sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
			  SABOT_REFUSAL("review: there is no request of that number"), error);
	return NULL;
}

static bool
is_sha256(const char *text)
{
	return strlen(text) == SHA256_DIGITS && strspn(text, "0123456789abcdef") == SHA256_DIGITS;
}

/* A refusal needs a reason and has no file. */
static bool
check_answer(const struct sabot_wire_review_answer_request *args, GError **error)
{
	const char *what = args->answer;

	if (strcmp(what, "deliver") != 0 && strcmp(what, "refuse") != 0)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("answer: is deliver or refuse"), error);
	if (args->sha256 && (strcmp(what, "deliver") != 0 || !is_sha256(args->sha256)))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_BAD_REQUEST,
			SABOT_REFUSAL(
				"sha256: has 64 hexadecimal digits, of a file that is delivered"),
			error);
	return strcmp(what, "deliver") == 0 || args->note ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL("note: a refusal says why"), error);
}

/*
 * The answer names the round and the incident of its request, so that a search by either finds
 * both.
 */
static json_t *
build_answer(const struct sabot_wire_review *review,
	     const struct sabot_wire_review_answer_request *args)
{
	json_t *event = json_pack("{s:s, s:s, s:s, s:I}", "ev", "review", "do", args->answer,
				  "table", review->table, "review", (json_int_t)review->review);

	if (review->round > 0)
		json_object_set_new(event, "round", json_integer(review->round));
	if (review->incident > 0)
		json_object_set_new(event, "incident", json_integer(review->incident));
	if (args->sha256)
		json_object_set_new(event, "sha256", json_string(args->sha256));
	return event;
}

json_t *
sabot_api_review_answer(struct sabot_api *api, struct sabot_peer *peer,
			const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_review_answer_request *args = request->record;
	const struct sabot_wire_review *review = find_review(api, peer, args->review, error);
	const struct sabot_table_service *table;
	struct sabot_api_draft draft = {.by = args->by};

	if (!review)
		return NULL;
	table = sabot_floor_find(api->options.floor, review->table);
	if (!sabot_api_may(api, peer, SABOT_RIGHT_DELIVER, table, error))
		return NULL;
	draft.event = build_answer(review, args);
	if (read_text("note", args->note, draft.event, error) &&
	    read_text("by", args->by, draft.event, error) && check_answer(args, error))
		sabot_api_submit_house(api, peer, request, &draft, error);
	else
		json_decref(draft.event);
	return NULL;
}

static bool
is_wanted(const struct sabot_peer *peer, const struct sabot_wire_review *review,
	  const char *only_table, bool only_open)
{
	return sabot_api_sees(peer, review->table) &&
	       (!only_table || strcmp(only_table, review->table) == 0) &&
	       (!only_open || review->state == SABOT_REVIEW_REQUESTED);
}

json_t *
sabot_api_reviews(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_reviews_request *args = request->record;
	const GPtrArray *reviews = sabot_floor_get_house(api->options.floor)->reviews;
	struct sabot_answer_page page;
	json_t *answer;

	(void)error;
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	answer = json_object();
	for (guint i = (guint)CLAMP(args->from, 0, (int64_t)reviews->len); i < reviews->len; i++) {
		const struct sabot_wire_review *review =
			g_ptr_array_index(reviews, reviews->len - 1 - i);

		if (!is_wanted(peer, review, args->table, args->is_open_only))
			continue;
		if (!sabot_answer_page_add(&page,
					   sabot_record_build(&sabot_wire_review_type, review))) {
			json_object_set_new(answer, "next", json_integer(i));
			break;
		}
	}
	json_object_set_new(answer, "reviews", page.list);
	return answer;
}
