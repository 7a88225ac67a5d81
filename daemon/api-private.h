/*
 * What the files of the api share: its state, and the form of a request's answer.
 */
#pragma once

#include "api.h"

enum {
	API_LINE_BUDGET_BYTES =
		56 * 1024,        /* of a reply's lists; the rest is for what is around them */
	API_LOG_EVENTS_MAX = 500, /* of one page */
};

struct sabot_api {
	struct sabot_api_options options;
	GPtrArray *peers; /* of struct sabot_peer */
	GSource *beat;
	int64_t started_us, started_monotonic_us;
};

/* A list that grows until its line would be too long. */
struct sabot_api_page {
	json_t *list;
	size_t left_bytes;
};

void
sabot_api_page_init(struct sabot_api_page *page, size_t left_bytes);

/* Append `item` (transferred). False when it does not fit: then it is dropped. */
bool
sabot_api_page_add(struct sabot_api_page *page, json_t *item);

/* May do what only the daemon's own user may. */
bool
sabot_api_is_admin(const struct sabot_peer *peer);

/* The request is about the house log. */
bool
sabot_api_names_house(const struct sabot_wire_request *request);

/* The table that the request names; NULL with an error. */
struct sabot_table_service *
sabot_api_get_table(struct sabot_api *api, const struct sabot_wire_request *request,
		    GError **error);

/*
 * Answer a request: `ok`, transferred; NULL with an error; NULL without one: it will be answered
 * later.
 */
typedef json_t *
sabot_api_fn(struct sabot_api *api, struct sabot_peer *peer,
	     const struct sabot_wire_request *request, GError **error);

sabot_api_fn sabot_api_status, sabot_api_tables, sabot_api_incidents, sabot_api_event;
sabot_api_fn sabot_api_log, sabot_api_command;

/* Answers by itself: the reply, then what did not fit into it, what was missed, and a beat. */
sabot_api_fn sabot_api_watch;

/* Send a message, transferred; one that is too long is answered as an error instead. */
void
sabot_api_send(struct sabot_peer *peer, json_t *id, json_t *message);

void
sabot_api_send_beat(struct sabot_api *api, struct sabot_peer *peer);
