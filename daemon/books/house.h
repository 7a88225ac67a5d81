/*
 * The house log in the daemon: findings that cannot come from a table's log. As with a table, a
 * step returns what to record and publish, and floor.h does both. Main thread.
 */
#pragma once

#include "eventlog/house-log.h"
#include "alarm-book.h"
#include "incident-book.h"
#include "logged-event.h"
#include "machine-book.h"
#include "move-book.h"
#include "redress-book.h"
#include "place-book.h"
#include "proto/review.h"
#include "rules-book.h"
#include "shift/ledger.h"
#include "shoe-book.h"
#include "store/log/rights.h"
#include "daemon/access/pin-guard.h"

struct sabot_house {
	struct sabot_house_log *log;
	struct sabot_shoe_book *shoes;         /* derived */
	struct sabot_alarm_book *alarms;       /* as published */
	struct sabot_redress_book *redress;    /* derived: what is still to be paid or collected */
	struct sabot_ledger *ledger;           /* table money, derived */
	struct sabot_ledger *published_ledger; /* never ahead of what is committed */
	char *config_digest;                   /* of the last start; NULL: no start yet */
	struct sabot_house_software *software; /* as last recorded; NULL: never */
	GPtrArray *keys; /* public lines of the keys that signed, the last start's last; "": none */
	int64_t key_seq; /* of the first start with the last key */
	bool has_lost_counter;                /* the TPM of the last start's key */
	struct sabot_rights *rights;          /* of the persons, derived */
	struct sabot_pin_guard *guard;        /* wrong PINs by machine; locks outlive a restart */
	int64_t archived_incidents;           /* findings before the first event here */
	int64_t n;                            /* of the last event */
	int64_t last_us;                      /* its time; 0: none */
	struct sabot_incident_book incidents; /* derived */
	struct sabot_machine_book *machines;  /* derived from commits */
	GPtrArray *reviews;                   /* from commits: of struct sabot_wire_review */
	struct sabot_move_book *moves;        /* from commits: tables that are not here */
	struct sabot_rules_book *rules;       /* from commits: not the configuration's */
	struct sabot_place_book *places;      /* from commits: on the floor plan */
	int64_t published_n;                  /* never ahead of what is committed */
	struct sabot_incident_book published_incidents; /* never ahead of what is committed */
	sabot_replayed_fn *replayed;                    /* or NULL */
	void *replayed_data;
};

/* A house without an event, its books empty. Transferred. */
struct sabot_house *
sabot_house_new(void);
/* NULL is allowed. */
void
sabot_house_free(struct sabot_house *house);

/* The key of the last start; "": none; NULL: not recorded. Borrowed. */
const char *
sabot_house_last_key(const struct sabot_house *house);

/*
 * Apply an event of the log again. If the beginning of the log was archived, its first event states
 * what came before. An unreadable event is skipped with a warning.
 */
void
sabot_house_replay(struct sabot_house *house, int64_t seq, int64_t n, const char *line);

/* Publish the state after the replay. */
void
sabot_house_publish_state(struct sabot_house *house);

/*
 * Apply a new event. `object` is the event as it will be logged (with `at`), borrowed. NULL with
 * SABOT_WIRE_ERROR BAD_REQUEST if it is malformed. Transferred: free with sabot_step_free().
 */
struct sabot_logged_event *
sabot_house_step(struct sabot_house *house, int64_t seq, json_t *object, GError **error);

/* The step is recorded: clients may see it from now on. */
void
sabot_house_publish(struct sabot_house *house, const struct sabot_logged_event *step);

/* True if the log has a finding of the code whose detail has all members of `part`; stolen. */
bool
sabot_house_has_found(const struct sabot_house *house, enum sabot_incident_code code, json_t *part);

/* Add the open findings about `table` to the summary of its own incidents. */
void
sabot_house_add_open(const struct sabot_house *house, const char *table,
		     struct sabot_wire_open_incidents *summary);
