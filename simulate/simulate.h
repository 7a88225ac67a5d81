/*
 * Plays whole loads in memory: a table that follows the rules and the engine's own prompts, with
 * one planted mistake now and then. Counts what the engine reports. Plain values, no I/O.
 */
#pragma once

#include "shoe-pack.h"
#include "simulate-unseen.h"
#include "simulate-faults.h"
#include "engine/table/table.h"

struct simulate;

/* What cheats do beyond honest play. Each may be NULL; called with the options' `data`. */
struct simulate_cheats {
	/* A new load may be put in another order. */
	void (*shuffle)(const struct simulate *sim, struct shoe_pack *pack, void *data);
	/* The main stake of a box may be changed. */
	void (*stake)(const struct simulate *sim, int box, int64_t *amount_minor, void *data);
	/* The bets close next: further ones may be emitted. */
	void (*close)(struct simulate *sim, void *data);
	/* A payment that is correct may be changed. */
	void (*pay)(const struct simulate *sim, struct sabot_event *event, void *data);
};

struct simulate_options {
	struct sabot_rules rules;
	uint64_t rounds;
	uint64_t seed;
	uint32_t faults;         /* bit n = enum simulate_fault n may be planted */
	unsigned fault_permille; /* of rounds and loads; 0 = 100, and 500 for the loads */
	bool doubt;              /* a second table does not see every card */
	unsigned from_load, from_round, from_incident;
	/* Called before each event is applied, before each round, and at the end; or NULL. */
	void (*watch)(const struct simulate *sim, const struct sabot_event *event, void *data);
	void (*pause)(struct simulate *sim, void *data);
	void (*end)(const struct simulate *sim, void *data);
	struct simulate_cheats cheats;
	void *data;
};

struct simulate_report {
	uint64_t rounds, loads, cards;
	uint64_t events;
	uint64_t winners[SABOT_WINNERS];
	uint64_t results[SABOT_RESULT_VOID + 1]; /* of hands */
	int64_t staked_minor, due_minor;
	uint64_t unshuffled;   /* as many as expected by chance, at the published rate */
	uint64_t false_alarms; /* incidents that no planted mistake explains */
	enum sabot_incident_code first_false_alarm;
	uint64_t first_false_alarm_round;
	uint64_t planted[SIMULATE_FAULTS], found[SIMULATE_FAULTS];
	/*
	 * For the second table: unseen cards, by kind; doubts that ended; what it reported although
	 * it was not true, and what it never reported although everything was known in the end.
	 */
	uint64_t doubts[SIMULATE_DOUBT_KINDS], doubts_ended;
	uint64_t said_uncertain, never_said;
	uint64_t said_of_load; /* not true, because the unread card was a copy too many */
	enum sabot_incident_code first_uncertain, first_never_said;
	uint64_t first_uncertain_round, first_never_said_round;
	const char *fault; /* the engine's own fault, which ended the run; or NULL */
};

/* From `pause` and the cheats: the table as it is, its cards, and a further event for it. */
const struct sabot_table *
simulate_table(const struct simulate *sim);
const struct shoe_pack *
simulate_pack(const struct simulate *sim);
const struct sabot_update *
simulate_last_update(const struct simulate *sim);
void
simulate_emit(struct simulate *sim, const struct sabot_event *event);

/* Play until this many rounds are over. */
void
simulate_run(const struct simulate_options *options, struct simulate_report *ret_report);
