/*
 * The house log in the daemon: what it finds that no table's log can yield. As with a table, a
 * step returns what is to be recorded and published, floor.h does both. Main thread.
 */
#pragma once

#include "eventlog/house-log.h"
#include "alarm-book.h"
#include "machine-book.h"
#include "move-book.h"
#include "redress-book.h"
#include "place-book.h"
#include "proto/review.h"
#include "rules-book.h"
#include "shift/ledger.h"
#include "shoe-book.h"
#include "store/log/rights.h"
#include "daemon/net/pin-guard.h"
#include "daemon/tables/table-service.h"

struct sabot_house {
	struct sabot_house_log *log;
	struct sabot_shoe_book *shoes;         /* derived */
	struct sabot_alarm_book *alarms;       /* as published */
	struct sabot_redress_book *redress;    /* derived: what is to be paid or collected yet */
	struct sabot_ledger *ledger;           /* table money, derived */
	struct sabot_ledger *published_ledger; /* never ahead of what is committed */
	char *config_digest;                   /* of the last start; NULL: none */
	struct sabot_house_software *software; /* as last recorded; NULL: never */
	GPtrArray *keys; /* public lines of those that signed, the last start's at last; "": none */
	int64_t key_seq; /* of the first start with the last of them */
	struct sabot_rights *rights;          /* of the persons, derived */
	struct sabot_pin_guard *guard;        /* who guesses PINs; locks outlive a restart */
	int64_t archived_incidents;           /* findings before the first event that is here */
	int64_t n;                            /* the last event's */
	int64_t last_us;                      /* likewise; 0: none */
	struct sabot_incident_book incidents; /* derived */
	struct sabot_machine_book *machines;  /* derived from what is committed */
	GPtrArray *reviews; /* likewise, of struct sabot_wire_review: requested pictures */
	struct sabot_move_book *moves;                  /* likewise: tables that are not here */
	struct sabot_rules_book *rules;                 /* likewise: not the configuration's */
	struct sabot_place_book *places;                /* likewise: on the floor plan */
	int64_t published_n;                            /* never ahead of what is committed */
	struct sabot_incident_book published_incidents; /* likewise */
	sabot_replayed_fn *replayed;                    /* or NULL */
	void *replayed_data;
};

struct sabot_house *
sabot_house_new(void);
/* NULL is allowed. */
void
sabot_house_free(struct sabot_house *house);

/* The key of the last start; "" none; NULL: not recorded. Borrowed. */
const char *
sabot_house_last_key(const struct sabot_house *house);

/*
 * Apply an event of the log again. In a log whose beginning was archived the first one says what
 * came before. One that cannot be read is warned of and left out.
 */
void
sabot_house_replay(struct sabot_house *house, int64_t seq, int64_t n, const char *line);

/* The replay is over: publish what it came to. */
void
sabot_house_publish_state(struct sabot_house *house);

/*
 * Apply a new event. `object` is the event as it will be logged (with `at`), borrowed. NULL, with
 * SABOT_WIRE_ERROR BAD_REQUEST, when it is malformed. Transferred: free with sabot_step_free().
 */
struct sabot_logged_event *
sabot_house_step(struct sabot_house *house, int64_t seq, json_t *object, GError **error);

/* The step is recorded: from now on clients see it. */
void
sabot_house_publish(struct sabot_house *house, const struct sabot_logged_event *step);

/* Add the open findings about `table` to what is said of its own incidents. */
void
sabot_house_add_open(const struct sabot_house *house, const char *table,
		     struct sabot_wire_open_incidents *summary);
