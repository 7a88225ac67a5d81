/* The state of one table of the floor, as its service (table-service.h) keeps it. Main thread. */
#pragma once

#include "daemon/config/config.h"
#include "eventlog/derive.h"
#include "device-faults.h"
#include "exposure.h"
#include "daemon/books/incident-book.h"
#include "daemon/books/logged-event.h"
#include "keyed-cards.h"
#include "last-card.h"
#include "daemon/books/played-book.h"
#include "daemon/books/round-book.h"
#include "ruled-money.h"
#include "daemon/books/rules-book.h"
#include "proto/messages/log-messages.h"
#include "store/log/log.h"
#include "daemon/books/table-book.h"
#include "round-results.h"

/* The shoe that is connected to a table, by its own word (daemon/devices/device-shoe.c). */
struct sabot_table_shoe {
	char *serial, *firmware; /* NULL: none, or it has not said yet who it is */
	/* since the start it has said so, or it is not there, or will never say it */
	bool is_settled;
	bool is_waiting; /* to be judged when the table that has its number is settled */
};

struct sabot_table_service {
	const struct sabot_table_config *config; /* borrowed */
	struct sabot_derive *derive;
	struct sabot_log_part
		*part;      /* the rules in force and the numbers before; NULL: no event yet */
	int64_t part_at_us; /* of its first event */
	struct sabot_rules_order *order; /* the rules that replace the configuration's, or NULL */
	int64_t back_seq;   /* the event that returned the table to the configuration; 0: none */
	int64_t limits_seq; /* the event that has the limits in force, or that began the part */
	/* the limits below were in force before the part, and must be logged again */
	bool keeps_limits;
	int64_t min_minor, max_minor;
	int64_t n;        /* of the last event */
	int64_t at_us;    /* its time */
	int64_t load_seq; /* the event that began the load in the shoe; 0: none since `part` */
	char *fault;      /* quarantined: a sentence; else NULL */
	/* given to another machine, or not completely taken over: a sentence; else NULL */
	char *away;
	struct sabot_wire_away *copy; /* shown from a copy of its log (floor-copy.h); or NULL */
	struct sabot_incident_book incidents;
	struct sabot_device_faults device_faults;
	GArray *results; /* of struct sabot_round_result: this load's rounds, oldest first */
	struct sabot_table_book book;
	struct sabot_played_book played;
	struct sabot_ruled_money ruled;
	json_t *run_out;    /* cards of the load run out so far; NULL: it is not being run out */
	json_t *follow;     /* events of the house log that follow from the last one, or NULL */
	int64_t follow_seq; /* the number of the last one */
	struct sabot_exposure exposure;
	struct sabot_wire_device *device; /* NULL: none */
	struct sabot_table_shoe shoe;
	struct sabot_keyed_cards keyed;
	struct sabot_last_card last_card;
	/* called before each new event, which may be preceded by others, or NULL */
	void (*stepping)(const struct sabot_event *event, void *data);
	bool has_log_gap; /* log-gap.c: this start has said that events are missing */
	void (*stepped)(void *data); /* called after each new event, or NULL */
	void *stepped_data;
	sabot_replayed_fn *replayed; /* or NULL */
	void *replayed_data;
	/* The last frame at the start, if the database cannot supply it; or NULL. */
	GBytes *spooled_frame;
	int64_t spooled_frame_at_us;

	/* As published: never ahead of the commits. */
	struct sabot_wire_view *published;
	struct sabot_incident_book published_incidents;
	struct sabot_round_book rounds;
};

/* A table before its first event; `config` is borrowed. Transferred. */
struct sabot_table_service *
sabot_table_service_new(const struct sabot_table_config *config);

/* NULL is allowed. */
void
sabot_table_service_free(gpointer table);

/*
 * The line number of event `n` in a file of its part of the log, whose first line is the header,
 * even if `n` is not logged yet. 0 if the event is before that part, or there is none.
 */
unsigned
sabot_table_service_line_of(const struct sabot_table_service *table, int64_t n);
