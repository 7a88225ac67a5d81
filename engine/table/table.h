/*
 * A table: everything the rules know about it, and the only door, sabot_table_step(). A plain
 * struct that can be copied; no I/O, no clock, no heap. Times come with the events.
 *
 * What was not seen is judged by what it may have been: while a card is open, the round is derived
 * for each card that it can be, and only what follows from all of them is reported (readings.h).
 * When a card is read later, the load is derived again from its journal (revise.h).
 */
#pragma once

#include "commission.h"
#include "engine/core/composition.h"
#include "holder.h"
#include "engine/core/incident.h"
#include "engine/core/round.h"
#include "engine/rules/rules.h"
#include "journal.h"
#include "accounts.h"
#include "round-report.h"

enum {
	SABOT_OUTPUTS_MAX = 8192, /* a stake unpaid in each of 416 hands of 16 bettors, and more */
	SABOT_UPDATE_CARDS_MAX = SABOT_RUN_OUT_CARDS_MAX + 16 * SABOT_ORDER_MAX,
	SABOT_UPDATE_ROUNDS_MAX = 512,
	SABOT_UPDATE_HANDS_MAX = 16384,
	SABOT_UPDATE_STAKES_MAX = 16384,
	SABOT_FACTS_MAX = 1024,
	SABOT_INCIDENTS_KEPT = 512, /* an older one can no longer be ruled on */
	SABOT_ROUNDS_KEPT = 256,    /* of a load, whose printed lines are compared */
	SABOT_UNSHUFFLED_RUN = 5,
	SABOT_REPEAT_CARDS = 20, /* in a row, as in an earlier load */
	SABOT_NEXT_CARDS_MAX = 8,
	SABOT_BETS_ASIDE_MAX = 256, /* bets that came before the round was closed */
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
	 * What the open cards were, in the update's cards, when the run-out leaves no other way:
	 * in the order in which they left the shoe, or (`among`) sorted, as which is which is not
	 * known.
	 */
	unsigned first_deduced, n_deduced;
	bool deduced_among;
};

/* Money to be put right because a due changed after it was paid; nobody erred. */
struct sabot_redress_due {
	unsigned round;
	int box, hand; /* -1 = a bet that has no hand */
	enum sabot_bet on;
	char bettor[SABOT_BETTOR_BYTES_MAX + 1];
	int64_t paid_minor, due_minor, difference_minor;
};

enum sabot_output_kind {
	SABOT_OUTPUT_INCIDENT,
	SABOT_OUTPUT_ROUND, /* a round with its settlements: `index` among the update's rounds */
	SABOT_OUTPUT_LOAD,
	SABOT_OUTPUT_EXPLAINED, /* incident `id`, printed at `line`, does not hold any more */
	SABOT_OUTPUT_ASIDE,     /* cards that nobody wanted */
	SABOT_OUTPUT_REDRESS,
	SABOT_OUTPUT_OPEN,  /* a round in play at the end of the log */
	SABOT_OUTPUT_RULED, /* a ruling answered incident `id`; no line in an audit */
};

struct sabot_output {
	enum sabot_output_kind kind;
	union {
		struct sabot_incident incident;
		unsigned index;
		struct sabot_load_report load;
		struct {
			unsigned id, line;
			enum sabot_incident_code code;
		} explained;
		struct {
			unsigned first_line;
			unsigned first_card, n_cards; /* in the update's cards */
		} aside;
		struct sabot_redress_due redress;
		struct {
			unsigned load, round;
			int n_cards;
			int64_t staked_minor;
		} open;
		unsigned id;
	} u;
};

struct sabot_kept_incident {
	unsigned id;
	enum sabot_incident_code code;
	unsigned load, round;
	unsigned line;      /* the line it is about */
	unsigned said_line; /* the line at which it was printed */
	uint32_t identity;  /* of box, hand, bettor and bet */
	int16_t card_index; /* of the load's order, -1 = about no card */
	bool explained;
	bool card_used; /* a ruling has put its card somewhere */
	bool general;   /* card_in_excess of which the card is not certain */
	bool is_fact;   /* of an event that no reading of a card can put right */
};

/* The load in the shoe. */
struct sabot_load {
	bool in_shoe;
	unsigned number;  /* loads so far */
	unsigned line;    /* of its `load` */
	int behind_cards; /* -1 = not given */
	int n_seen;       /* cards that left the shoe, those put back in by rulings included */
	int n_used;       /* of these, used cards under the pack */
	struct sabot_composition composition;
	int burned_cards, burn_due_cards; /* due SABOT_BURN_FIRST_CARD = that has not come yet */
	int burn_first_index;             /* in the order; -1 = none */
	int burn_lost_cards;              /* messages lost in the burn */
	bool burn_lost_unknown;           /* and others, nobody knows how many */
	bool burn_done, burn_unread;      /* burn_unread: its first card was not read */
	bool bets_closed;                 /* at least once since it went in */
	bool cut_seen, cut_reported;
	int cut_at_cards;         /* n_seen when it came */
	unsigned cut_round;       /* in whose play it came; 0 = between rounds */
	bool face_up_seen;        /* a card lay face up in it */
	bool used_reported;       /* used_cards_reached */
	bool backs_named;         /* its colours were named */
	unsigned cut_first_round; /* it counts, as it had no card when the cut came */
	int rounds_left;          /* after the cut card; -1 = no cut card yet */
	int lost_cards, impossible_cards;
	bool lost_unknown; /* and others, nobody knows how many */
	/* Messages that may be missing since the last card, by a silence of the shoe and by a loss
	 * that was reported later; -1 = nobody knows how many. */
	int offline_cards, late_cards;
	bool lost_since_card;                 /* messages, since the last card */
	bool lost_outside;                    /* messages, while no load was in the shoe */
	unsigned offline_line, offline_round; /* its begin, and the last round torn by it */
	bool in_doubt;         /* flow = cards_only: whose cards are whose is not known any more */
	unsigned silent_round; /* its cards may be another's by some reading: nothing is said of
				* it; 0 = of all rounds it is known which cards are theirs */
	bool order_reported, repeat_reported; /* or not requested */
	bool order_gap; /* messages were lost: the next card does not follow on the last one */
	struct sabot_card run_last;
	int run_length, run_direction;
	int n_order;
	struct sabot_seen_card order[SABOT_ORDER_MAX];
};

/* A round that was just closed, as far as later events refer to it. */
struct sabot_closed {
	unsigned number, load, line;
	bool is_void, dummy, not_compared, torn;
	bool card_since;         /* a card has come since */
	uint8_t winners;         /* bit n = it may have been enum sabot_winner n */
	uint16_t punto, banca;   /* bit n = there may have been n points */
	uint8_t claimed_winners; /* compared already */
	uint16_t claimed_punto, claimed_banca;
};

/* A bet that came too early or too late. */
struct sabot_bet_aside {
	uint8_t box, on;
	char bettor[SABOT_BETTOR_BYTES_MAX + 1];
	unsigned line;
	int64_t amount_minor;
};

/* Bets and cards that wait for the next round. */
struct sabot_aside {
	int n_bets;
	bool bets_are_next; /* a `result` made them the next round's */
	bool may_be_more;   /* one was taken back, but not by each reading */
	bool unmade;        /* since the last card an `undo` has taken the round back */
	bool may_be_open;   /* that round: a lost card may have come before the `undo` */
	int lost_cards; /* behind them; -1 = unknown, 0 = none: the round that they begin is torn */
	/* The unwanted cards in a row, across rounds. */
	struct sabot_run run_min, run_max; /* over what the open cards may have been */
	bool went_on;                      /* dealing_went_on was raised */
	struct sabot_run last_run;         /* the one that ended last */
	bool last_differs;                 /* it is not the same for all of that */
	int n_differing; /* cards kept for the next round that may be others; 0 = certain ones */
	struct sabot_bet_aside bets[SABOT_BETS_ASIDE_MAX];
};

/* What the events of a load change beside the load itself. Copied when a load goes in. */
struct sabot_course {
	int64_t min_minor, max_minor; /* the limits in force */
	struct sabot_load load;
	struct sabot_round round; /* open when round.open */
	struct sabot_closed closed;
	unsigned n_rounds;
	bool payments_reported, collections_reported;
	bool rulings_open; /* `last` is still open to rulings */
	struct sabot_holder holder;
	struct sabot_commission commission;
	struct sabot_aside aside;
	struct sabot_accounts ledger;
	int n_next_cards; /* to be dealt first when the next round's bets close */
	int16_t next_cards[SABOT_NEXT_CARDS_MAX]; /* places in the load's order */
};
/* What all readings of the open cards demand next, while there are any. */
struct sabot_agreed {
	bool is_open;   /* the round is not to be taken as it lies */
	bool differs;   /* they demand different things, or nothing is known */
	int open_index; /* the first open card's place in the load's order; -1 = none */
	uint8_t kind;   /* enum sabot_next_kind */
	uint8_t owner;  /* enum sabot_owner */
	uint8_t box, hand;
	uint8_t winner; /* enum sabot_winner; NONE = they differ, or there is none */
	uint32_t can;   /* bit n = enum sabot_action n is allowed */
};

/* What was printed of a round last. */
struct sabot_printed {
	unsigned number;
	uint64_t digest;
};

struct sabot_table {
	struct sabot_rules rules;
	enum sabot_table_state state;
	unsigned n_incidents;
	struct sabot_kept_incident kept[SABOT_INCIDENTS_KEPT]; /* ring by id */
	struct sabot_agreed agreed;
	int64_t clock_us; /* the latest time of an event */
	bool clock_is_back;
	unsigned last_line; /* of the last event; one without a line gets the next */

	/* What a new derivation of the load sets again: see sabot_course_save(). */
	int64_t min_minor, max_minor; /* the limits in force */
	struct sabot_load load;
	struct sabot_round round; /* open when round.open */
	struct sabot_closed closed;
	unsigned n_rounds;
	bool payments_reported, collections_reported;
	bool rulings_open; /* `last` is still open to rulings */
	struct sabot_holder holder;
	struct sabot_commission commission;
	struct sabot_aside aside;
	struct sabot_accounts ledger;
	int n_next_cards; /* set aside to be dealt first when the next round's bets close */
	int16_t next_cards[SABOT_NEXT_CARDS_MAX]; /* places in the load's order */

	struct sabot_round last;                         /* the one just closed; number 0 = none */
	struct sabot_printed printed[SABOT_ROUNDS_KEPT]; /* ring by number */
	struct sabot_course base;                        /* as it was when the journal began */
	struct sabot_journal journal;
};

/* Incidents that a derivation yields before they are printed. */
struct sabot_step_facts {
	int n_facts;
	struct sabot_incident facts[SABOT_FACTS_MAX];
};

/*
 * Room for deriving again; its content means nothing between two steps, but what a round has not
 * used stays all zero in it (struct sabot_round).
 */
enum { SABOT_ASIDES_MAX = 32 };

struct sabot_scratch {
	struct sabot_table revised; /* the load, derived again */
	struct sabot_table reading; /* the round in play with other cards */
	struct sabot_step_facts revised_facts, certain, facts;
	struct sabot_output ignored;
	int n_asides;
	struct sabot_run asides[SABOT_ASIDES_MAX]; /* runs that ended in the load derived again */
	struct sabot_incident dropped;             /* for the fields of one that goes nowhere */
	bool is_reordered; /* the journal was, while the load was derived again */
	/* So many entries of the journal are as they were: what an `undo` did there stays so. */
	int unchanged_entries;
	bool was_undone; /* the entry that is applied was an `undo` that took something back */
	/* A ruling says that cards around that line came in an earlier load; 0 = it does not. */
	unsigned hinted_load, hinted_line;
};

/*
 * Finds the earlier load in which these known cards came in a row; 0 = in none. Set by the caller
 * before a step; without it (`find` NULL) the events say so (`repeats_load`).
 */
struct sabot_repeats {
	unsigned (*find)(const struct sabot_card cards[SABOT_REPEAT_CARDS], const void *data);
	const void *data;
};

/* What one step yields, in the order of reporting. All zero before its first step. */
struct sabot_update {
	const char *fault; /* a broken invariant of ours: quarantine the table; else NULL */
	bool applied;      /* false: the event was refused and changed nothing */
	struct sabot_repeats repeats;
	/* Set by the caller: nobody asks what all readings demand next (struct sabot_agreed). */
	bool is_unprompted;
	unsigned n_outputs;
	unsigned n_cards, n_rounds, n_hands, n_stakes;
	struct sabot_output outputs[SABOT_OUTPUTS_MAX];
	struct sabot_card cards[SABOT_UPDATE_CARDS_MAX];
	struct sabot_round_report rounds[SABOT_UPDATE_ROUNDS_MAX];
	struct sabot_hand_report hands[SABOT_UPDATE_HANDS_MAX];
	struct sabot_stake_report stakes[SABOT_UPDATE_STAKES_MAX];
	unsigned n_words;
	char words[SABOT_BACKS_MAX + SABOT_FOREIGN_BACKS_MAX]
		  [SABOT_BACK_SIZE]; /* colours of backs */
	struct sabot_scratch scratch;
};

/* Begin with no load. `from` numbers continue from an export's (0, 0, 0 for a new log). */
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

/* The log ends here: close what is decided, report what is not, and the load in the shoe. */
void
sabot_table_finish(struct sabot_table *table, struct sabot_update *update);

/* What was paid on a stake of round `number`; false when nothing was. */
bool
sabot_table_paid(const struct sabot_table *table, unsigned number,
		 const struct sabot_settlement *stake, int64_t *ret_sum_minor);

/* The incident with that number if the table still knows it, else NULL. Borrowed until the next
 * step. */
static inline const struct sabot_kept_incident *
sabot_table_find_kept(const struct sabot_table *table, unsigned id)
{
	const struct sabot_kept_incident *kept = &table->kept[id % SABOT_INCIDENTS_KEPT];

	return id != 0 && kept->id == id ? kept : NULL;
}

/*
 * The round with that number if the table still has it whole: the one just closed, or a dummy hand.
 * NULL for older ones. Borrowed until the next step.
 */
const struct sabot_round *
sabot_table_find_round(const struct sabot_table *table, unsigned number);

/* The report that a ROUND output names. Borrowed from the update. */
static inline const struct sabot_round_report *
sabot_update_round(const struct sabot_update *update, const struct sabot_output *output)
{
	return &update->rounds[output->u.index];
}

/* The incident for whose ruling the round waits; 0 = it does not wait. */
unsigned
sabot_table_waits_for(const struct sabot_table *table);

/* The word in the log. Static. */
const char *
sabot_verdict_to_string(enum sabot_verdict verdict);
/* The word in the log. Static. */
const char *
sabot_proof_to_string(enum sabot_proof proof);
