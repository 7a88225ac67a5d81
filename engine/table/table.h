/*
 * A table: everything the rules know about it, and the only door, sabot_table_step(). A plain
 * struct that can be copied; no I/O, no clock, no heap. Times come with the events.
 */
#pragma once

#include "commission.h"
#include "engine/core/composition.h"
#include "holder.h"
#include "engine/core/incident.h"
#include "engine/core/round.h"
#include "engine/rules/rules.h"

enum {
	SABOT_OUTPUTS_MAX = 8192, /* a stake unpaid in each of 416 hands of 16 bettors, and more */
	SABOT_UPDATE_CARDS_MAX = SABOT_RUN_OUT_CARDS_MAX + SABOT_ORDER_MAX,
	SABOT_INCIDENTS_KEPT = 512, /* an older one can no longer be ruled on */
	SABOT_UNSHUFFLED_RUN = 5,
	SABOT_NEXT_CARDS_MAX = 4,
};

/* How a load ended, and what that verdict rests on. */
enum sabot_verdict { SABOT_COMPLETE, SABOT_INCOMPLETE, SABOT_EXTRA, SABOT_MISSING };
enum sabot_proof { SABOT_PROVEN_SEEN, SABOT_PROVEN_COUNT, SABOT_PROVEN_CARDS };

struct sabot_load_report {
	unsigned load;
	int cards_seen, unread, burned;
	int left_cards; /* -1 = not given */
	enum sabot_verdict verdict;
	enum sabot_proof proven;
	unsigned first_extra, n_extra;     /* in the update's cards */
	unsigned first_missing, n_missing; /* in the update's cards */
	/*
	 * What the unread cards were, in the update's cards: known when the remainder was run out
	 * and only they are lacking. Not printed by an audit.
	 */
	unsigned first_resolved, n_resolved;
};

enum sabot_output_kind {
	SABOT_OUTPUT_INCIDENT,
	SABOT_OUTPUT_ROUND, /* a round with its settlements: see sabot_table_reported_round() */
	SABOT_OUTPUT_LOAD,
	SABOT_OUTPUT_EXPLAINED, /* incident `id`, by the true card; no line in an audit */
	SABOT_OUTPUT_RULED,     /* a ruling answered incident `id`; no line in an audit */
};

struct sabot_output {
	enum sabot_output_kind kind;
	union {
		struct sabot_incident incident;
		struct {
			bool again; /* a ruling changed a closed round */
			bool dummy; /* dealt without bets to keep the order of the shoe */
		} round;
		struct sabot_load_report load;
		unsigned id;
	} u;
};

/* What one step yields, in the order of reporting. */
struct sabot_update {
	const char *fault; /* a broken invariant of ours: quarantine the table; else NULL */
	bool applied;      /* false: the event was refused and changed nothing */
	unsigned n_outputs;
	unsigned n_cards;
	struct sabot_output outputs[SABOT_OUTPUTS_MAX];
	struct sabot_card cards[SABOT_UPDATE_CARDS_MAX];
};

struct sabot_kept_incident {
	unsigned id;
	enum sabot_incident_code code;
	unsigned load, round;
	int16_t card_index; /* of the load's order, -1 = about no card */
	int16_t log_index;  /* place in the round's log, -1 = not derived from its cards */
	bool explained;
	bool card_used; /* a ruling has put its card somewhere */
};

/* The load in the shoe. */
struct sabot_load {
	bool in_shoe;
	unsigned number;  /* loads so far */
	int behind_cards; /* -1 = not given */
	int n_seen;       /* card events */
	struct sabot_composition composition;
	int burned_cards, burn_due_cards; /* due SABOT_BURN_FIRST_CARD = that has not come yet */
	int burn_first_index;             /* in the order; -1 = none */
	bool burn_done;
	bool bets_closed; /* at least once since it went in */
	bool cut_seen, cut_reported;
	int cut_at_cards;   /* n_seen when it came */
	unsigned cut_round; /* in whose play it came; 0 = between rounds */
	bool face_up_seen;  /* a card lay face up in it */
	int rounds_left;    /* after the cut card; -1 = no cut card yet */
	int lost_cards, impossible_cards;
	bool order_reported, repeat_reported; /* or not requested */
	struct sabot_card run_last;
	int run_length, run_direction;
	int n_order;
	struct sabot_seen_card order[SABOT_ORDER_MAX];
};

struct sabot_table {
	struct sabot_rules rules;
	int64_t min_minor, max_minor; /* the limits in force */
	enum sabot_table_state state;
	struct sabot_load load;
	struct sabot_round round; /* open when round.open */
	struct sabot_round last;  /* the one just closed; number 0 = none */
	struct sabot_round dummy; /* the last hand without bets; never becomes `last` */
	unsigned n_rounds, n_incidents;
	bool payments_reported;
	bool rulings_open; /* `last` is still open to rulings */
	struct sabot_holder holder;
	struct sabot_commission commission;
	int n_next_cards; /* set aside to be dealt first when the next round's bets close */
	int16_t next_cards[SABOT_NEXT_CARDS_MAX];              /* places in the load's order */
	struct sabot_kept_incident kept[SABOT_INCIDENTS_KEPT]; /* ring by id */
};

/* Begin with no load. `from` numbers go on from an export's (0, 0, 0 for a new log). */
void
sabot_table_init(struct sabot_table *table, const struct sabot_rules *rules, unsigned from_load,
		 unsigned from_round, unsigned from_incident);

/* Likewise, of memory that is all zero: what is not used of it is then never touched. */
void
sabot_table_init_zeroed(struct sabot_table *table, const struct sabot_rules *rules,
			unsigned from_load, unsigned from_round, unsigned from_incident);

/*
 * The engine's only door: apply one event and say in `update` what follows. Total: every event
 * in every state has an answer; wrong cards are incidents, never errors.
 */
void
sabot_table_step(struct sabot_table *table, const struct sabot_event *event,
		 struct sabot_update *update);

/* The log ends here: close what is decided, drop what is not, report the load in the shoe. */
void
sabot_table_finish(struct sabot_table *table, struct sabot_update *update);

/*
 * The round of the last step's ROUND output. A dummy hand is not `last`: what is paid
 * after it belongs to the round before. Borrowed from the table until its next step.
 */
const struct sabot_round *
sabot_table_reported_round(const struct sabot_table *table, const struct sabot_output *output);

/* The word in the log. Static. */
const char *
sabot_verdict_to_string(enum sabot_verdict verdict);
/* The word in the log. Static. */
const char *
sabot_proof_to_string(enum sabot_proof proof);
