/*
 * The members of a client's request that a hub (docs/hub.md) reads to find the daemon it is for;
 * that daemon reads the whole request. Read it with sabot_record_parse_lenient(). Records as in
 * proto/record.h.
 */
#pragma once

#include "proto/record.h"

/* For an event or a document, or for one of a list of incidents. */
struct sabot_wire_hub_about {
	char *table; /* NULL: none, here and below */
	char *ev;
	char *remedy;     /* of a ruling */
	bool is_mend;     /* likewise: the last card is mended */
	int64_t incident; /* likewise, its number; 0: none */
	int64_t redress;  /* of a correction: it was ordered; 0: it was not */
};

struct sabot_wire_hub_request {
	char *upstream; /* the daemon itself, by the hub's name for it */
	char *table, *device, *person;
	char *file;   /* a page of a file made before */
	int64_t from; /* its first byte; -1: not given */
	struct sabot_wire_hub_about *event;
	GPtrArray *incidents; /* of struct sabot_wire_hub_about; NULL: there is no such list */
};

/* The requested page of a list of all daemons. */
struct sabot_wire_floor_page_request {
	int64_t from;
};

extern const struct sabot_record_type sabot_wire_hub_request_type;
extern const struct sabot_record_type sabot_wire_floor_page_request_type;
