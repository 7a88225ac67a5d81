/*
 * One table of the floor: the engine driven by its events, its incidents, how long its load is
 * unproven, and what there is to publish. It neither stores nor sends: a step says what is to be
 * recorded and published, floor.h does both. Main thread.
 */
#pragma once

#include "daemon/config/config.h"
#include "eventlog/derive.h"
#include "device-faults.h"
#include "exposure.h"
#include "daemon/books/incident-book.h"
#include "keyed-cards.h"
#include "daemon/books/played-book.h"
#include "daemon/books/round-book.h"
#include "ruled-money.h"
#include "daemon/books/rules-book.h"
#include "proto/messages/log-messages.h"
#include "run-out.h"
#include "store/log/log.h"
#include "daemon/books/table-book.h"

struct sabot_table_service {
	const struct sabot_table_config *config; /* borrowed */
	struct sabot_derive *derive;
	struct sabot_log_part
		*part;      /* the rules in force and what came before; NULL: no event yet */
	int64_t part_at_us; /* of its first event */
	struct sabot_rules_order *order; /* what holds in the configuration's place, or NULL */
	int64_t back_seq;   /* what gave the table back to the configuration; 0 = nothing did */
	int64_t limits_seq; /* the event with the limits in force, or began the part */
	bool keeps_limits;  /* those below held before it and are to be written again */
	int64_t min_minor, max_minor;
	int64_t n;        /* the last event's */
	int64_t at_us;    /* its time */
	int64_t load_seq; /* the event that began the load in the shoe; 0 = none since `part` */
	char *fault;      /* quarantined: a sentence; else NULL */
	char *away;       /* given to another machine, or not wholly taken: a sentence; else NULL */
	struct sabot_incident_book incidents;
	struct sabot_device_faults device_faults;
	GArray *results; /* of int: winners of this load's rounds */
	struct sabot_table_book book;
	struct sabot_played_book played;
	struct sabot_ruled_money ruled;
	json_t *run_out;    /* cards of the load that were run out; NULL: it is not */
	json_t *follow;     /* events of the house log that follow from the last one, or NULL */
	int64_t follow_seq; /* that one's */
	struct sabot_exposure exposure;
	struct sabot_wire_device *device; /* NULL: none */
	struct sabot_keyed_cards keyed;
	void (*stepped)(void *data); /* after each new event, or NULL */
	void *stepped_data;
	/* The last one at the start where the database cannot supply it, or NULL. */
	GBytes *spooled_frame;
	int64_t spooled_frame_at_us;

	/* As published: never ahead of what is committed. */
	struct sabot_wire_view *published;
	struct sabot_incident_book published_incidents;
	struct sabot_round_book rounds;
};

/* What a step yields: to be recorded, then published. */
struct sabot_logged_event {
	struct sabot_log_record *record;
	struct sabot_table_service *table;     /* borrowed; NULL: a step of the house log */
	struct sabot_house_event *house_event; /* of such a step; else NULL */
	json_t *event;                         /* as clients may see it */
	json_t *out;                           /* derived lines, likewise */
	struct sabot_wire_view *view;          /* NULL without a table */
	GPtrArray *incidents;                  /* new and changed ones */
	unsigned paid_round;                   /* see struct sabot_round_note */
	bool is_card;                          /* a card that was dealt or run out */
};

/* A table before its first event; `config` is borrowed. Transferred. */
struct sabot_table_service *
sabot_table_service_new(const struct sabot_table_config *config);
/* NULL is allowed. */
void
sabot_table_service_free(gpointer table);

/*
 * Continue a log: call before its events are replayed. `part` is its last one, borrowed.
 * When its rules can no longer be had the table is quarantined.
 */
void
sabot_table_service_open_part(struct sabot_table_service *table, const struct sabot_log_part *part,
			      const char *profiles_dir);

/* Apply an event of the log again. A line that cannot be read quarantines the table. */
void
sabot_table_service_replay(struct sabot_table_service *table, int64_t seq, int64_t n,
			   const char *line);

/* The replay is over: publish what it came to. */
void
sabot_table_service_publish_state(struct sabot_table_service *table);

/*
 * Apply a new event. `object` is the event as it will be logged (with `at`), borrowed; `event` the
 * same, parsed. Transferred: free with sabot_step_free().
 */
struct sabot_logged_event *
sabot_table_service_step(struct sabot_table_service *table, int64_t seq, json_t *object,
			 const struct sabot_event *event);

/* The step is recorded (`is_saved`: in the database): from now on clients see it. */
void
sabot_table_service_publish(struct sabot_table_service *table,
			    const struct sabot_logged_event *step);

/* NULL is allowed. */
void
sabot_step_free(gpointer step);

/* A new view of the present state; `n` and all. Transferred. */
struct sabot_wire_view *
sabot_table_service_build_view(const struct sabot_table_service *table);

/*
 * The rules and limits that are wanted (table-rules.c).
 */

/* Borrowed until the next order. */
struct sabot_table_wish {
	const char *profile, *overrides;
	const struct sabot_rules *rules;
};

/* By what the next part of the log will begin. */
struct sabot_table_wish
sabot_table_service_wish(const struct sabot_table_service *table);

/* The table goes by other rules until its next load. */
bool
sabot_table_service_has_new_rules(const struct sabot_table_service *table);

/* From the next load on these hold, or (NULL) the configuration's. Taken over. */
void
sabot_table_service_set_order(struct sabot_table_service *table, struct sabot_rules_order *order);

/* A new part begins with the limits of its rules: others that hold are written again after it. */
void
sabot_table_service_keep_limits(struct sabot_table_service *table);

struct sabot_table_limits {
	int64_t min_minor, max_minor;
	const char *by; /* borrowed; NULL: nobody, they held before */
};

/* Whether limits are to be written now as an event of their own: those of an old part, and those
 * that were ordered until they are. */
bool
sabot_table_service_apply_limits(struct sabot_table_service *table,
				 struct sabot_table_limits *ret_limits);

/*
 * What an event that was applied leaves to be paid, into `follow` (table-redress.c). `step` has
 * event, out and paid_round; the rest of it is filled in.
 */
void
sabot_table_service_apply_redress(struct sabot_table_service *table, int64_t seq,
				  const struct sabot_ruled_step *step);

/* The round of an incident; if it is about a payment, the one paid, also if that is over by now. */
int64_t
sabot_table_service_find_round(const struct sabot_table_service *table, unsigned paid_round,
			       const struct sabot_wire_incident *incident);

/* What the ruling would order to be paid, were it given now. New reference; NULL: nothing. */
json_t *
sabot_table_service_suppose_redress(const struct sabot_table_service *table, const json_t *ruling);

/* Into `follow` as well, unless something is: a correction that was ordered is done with it. */
void
sabot_table_service_end_redress(struct sabot_table_service *table, int64_t seq,
				const struct sabot_event *event,
				const struct sabot_wire_event_rest *rest);

/*
 * While it is away (table-away.c).
 */

/* As if nothing had ever happened there; while it is away. What is published stays as it is. */
void
sabot_table_service_restart(struct sabot_table_service *table);

/* It is not at work here, for this reason; NULL: it is. */
void
sabot_table_service_set_away(struct sabot_table_service *table, const char *why);

/* Why nothing can be done there, if so. */
void
sabot_table_service_report_trouble(const struct sabot_table_service *table,
				   struct sabot_wire_view *view);
