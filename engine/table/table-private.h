/*
 * What the parts of the engine share while one event is applied: the context, raising incidents,
 * and each part's entrances. Private to the engine's step-*.c, readings.c, revise.c and table.c.
 */
#pragma once

#include "engine/core/inlining.h"
#include "engine/games/blackjack.h"
#include "engine/games/punto-banco.h"
#include "engine/games/settle.h"
#include "table.h"

/* Where incidents go. */
enum sabot_sink {
	SABOT_SINK_PRINT,   /* into the update, with a number */
	SABOT_SINK_COLLECT, /* into a list of facts */
	SABOT_SINK_DROP,    /* nowhere: the cards are not known */
};

struct sabot_step {
	struct sabot_table *table;
	const struct sabot_event *event;
	unsigned event_line; /* the event's own, also where the caller has not numbered it */
	struct sabot_update *update;
	enum sabot_sink sink;
	struct sabot_step_facts *facts; /* of SABOT_SINK_COLLECT */
	bool revising;                  /* the load is derived again: see revise.h */
	bool is_inserted; /* then: a card that a ruling put in, earlier than its line says */
	bool raised;      /* the event has raised or explained an incident */
	unsigned line;    /* of what is being applied */
	int card_index;   /* in the load's order: what incidents are about, or -1 */
	int entry;        /* place of the event in the journal, or -1 */
	struct sabot_journal *journal;          /* of the table, also while it is derived again */
	const struct sabot_accounts *judged;    /* meanwhile: how payments were judged before */
	const struct sabot_composition *limits; /* meanwhile: what open cards may be; or NULL */
	unsigned named_round;           /* its card was named by a ruling: it is printed again */
	struct sabot_incident *pending; /* printed, its kept record not yet complete */
	/* Apply an event as a new one: revise.c derives the load again through it (table.c). */
	void (*dispatch)(struct sabot_step *step);
};

/* The line it is about. */
static inline unsigned
sabot_incident_about(const struct sabot_incident *incident)
{
	return incident->of != 0 ? incident->of : incident->line;
}

/* Runs of unwanted cards in one round: the last may be several. */
enum { SABOT_ROUND_RUNS_MAX = 8 };

/* Which `undo` steps of the round's log are let. */
struct sabot_let {
	bool undo[SABOT_ROUND_LOG_MAX];
};

/* step-raise.c: incidents and their fields */

/* Raise an incident of the round in progress. Returns it for its fields; never NULL. */
SABOT_SELDOM struct sabot_incident *
sabot_step_raise(struct sabot_step *step, enum sabot_incident_code code, const char *rule);
/* The incident is about an earlier line, when `round` was in progress (0 = none). */
void
sabot_step_date_back(struct sabot_step *step, struct sabot_incident *incident, unsigned line,
		     unsigned round);
/* Print a fact that was collected. */
void
sabot_step_print_fact(struct sabot_step *step, const struct sabot_incident *fact);
/* Explain the incident with that line, code and identity, if it was raised. */
void
sabot_step_explain(struct sabot_step *step, enum sabot_incident_code code, unsigned line,
		   uint32_t identity);
void
sabot_step_print_explained(struct sabot_step *step, struct sabot_kept_incident *kept);
/* Something that may turn out otherwise was said of that line or of one after it. */
bool
sabot_step_said_since(const struct sabot_step *step, unsigned line);
/* Complete the kept record of the incident that was raised last. */
void
sabot_step_seal(struct sabot_step *step);
/* A number for the box, hand, bettor and bet that an incident is about, to compare incidents. */
uint32_t
sabot_incident_identity(const struct sabot_incident *incident);
bool
sabot_incident_is_same(const struct sabot_incident *a, const struct sabot_incident *b);
/* Follows from cards and events, and may turn out otherwise when one is read or put back. */
bool
sabot_incident_is_derived(enum sabot_incident_code code);
void
sabot_incident_add_number(struct sabot_incident *incident, const char *key, int64_t number);
void
sabot_incident_add_word(struct sabot_incident *incident, const char *key, const char *word);
void
sabot_incident_add_reason(struct sabot_incident *incident, enum sabot_reason why);
void
sabot_incident_add_card(struct sabot_incident *incident, const char *key, struct sabot_card card);
void
sabot_incident_add_bettor(struct sabot_incident *incident, const char *key, const char *bettor);
void
sabot_incident_add_text(struct sabot_incident *incident, const char *key, const char *text);
/* A list in the update's cards. */
void
sabot_incident_add_cards(struct sabot_incident *incident, const char *key, unsigned first,
			 unsigned n_cards);
/* Numbers of decks: bit n = n decks. */
void
sabot_incident_add_decks(struct sabot_incident *incident, const char *key, uint32_t decks);
/* A list in the update's words. */
void
sabot_incident_add_words(struct sabot_incident *incident, const char *key, unsigned n_words);
/* The event makes no sense now; it is ignored. */
SABOT_SELDOM void
sabot_step_out_of_order(struct sabot_step *step, enum sabot_reason why);
/* The same of an earlier event of that type, whose line is the step's. */
SABOT_SELDOM void
sabot_step_refuse(struct sabot_step *step, enum sabot_event_type type, enum sabot_reason why);
/* The kept record of incident `id`, or NULL when there is none (any more). */
struct sabot_kept_incident *
sabot_step_find_kept(struct sabot_table *table, unsigned id);
struct sabot_output *
sabot_step_add_output(struct sabot_step *step, enum sabot_output_kind kind);
/* Take one of them out again; those behind it move up. */
void
sabot_step_drop_output(struct sabot_step *step, unsigned place);
/* Append a card to the update's lists; past its end the update is faulty. */
void
sabot_step_list_card(struct sabot_step *step, struct sabot_card card);

/* step-play.c: the round's log, applied live and again */

/* Append to the open round's log, with the step's line where it has none; false when it is full. */
bool
sabot_step_log(struct sabot_step *step, const struct sabot_round_step *what);
/* Append to the open round's log and apply it. */
void
sabot_step_play(struct sabot_step *step, const struct sabot_round_step *what);
/* Apply one entry of the log, with its own line. */
void
sabot_step_apply_at(struct sabot_step *step, const struct sabot_round_step *what);
/* It was said by a player: an action, insurance, even money, or that nobody insures. */
bool
sabot_step_is_said(const struct sabot_round_step *what);
/* The rule by which the round demands no further card. Static. */
const char *
sabot_excess_rule(const struct sabot_table *table);
/* A card that nobody wanted, in a row with others or not: raise what follows. */
SABOT_SELDOM void
sabot_play_unwanted(struct sabot_step *step, int index);

/* round-state.c */

/* What the game demands next, once it is known that a card has come. */
struct sabot_next
sabot_play_next(struct sabot_table *table);
/* No card is due and nobody has to decide. */
bool
sabot_round_is_decided(const struct sabot_table *table);
/* All cards of the initial deal lie. */
bool
sabot_round_deal_is_complete(const struct sabot_table *table);
/* A round that is closed before its deal is complete is void. */
void
sabot_round_void_unfinished(struct sabot_table *table);
/* Nobody has to decide any more, but a card is due: whose. NONE when none is. */
enum sabot_owner
sabot_round_card_due(const struct sabot_table *table);
/* Hands that still have a decision stand; one that is owed a card continues waiting for it. */
void
sabot_play_stand_all(struct sabot_table *table);

/* step-replay.c */

/* Apply the whole log of `step->table`'s round to its stakes and cards. */
void
sabot_step_replay(struct sabot_step *step);
/* The rest of it, from that place on; it has no `undo`, and the round is as it was there. */
void
sabot_step_replay_from(struct sabot_step *step, int from);
/* The line of what an `undo` at `place` takes back, were it let; 0 = there is nothing. */
unsigned
sabot_round_find_undone_line(const struct sabot_round *round, int place);
/* Derive the round; `let` NULL: an undo is let unless what it takes back has raised something. */
void
sabot_step_replay_with(struct sabot_step *step, const struct sabot_let *let);

/* derive-again.c */

/* Derive the open round again from its log, after a ruling on one of its cards. */
SABOT_SELDOM void
sabot_step_derive_again(struct sabot_step *step);

/* facts.c */

/* Report what is certain, unless that was done before. */
void
sabot_step_report_fact(struct sabot_step *step, const struct sabot_incident *fact);
/* By the line that they are about; those of one line stay as they are. */
void
sabot_step_sort_facts(struct sabot_step_facts *facts);
/* The number of the run to which a card of that line would belong, from 0. */
int
sabot_round_run_at(const struct sabot_round *round, unsigned line);

/* judge.c: what is certain of the round in play */

/* Report what has become certain of the round in play. */
void
sabot_step_judge(struct sabot_step *step);

/* readings-apply.c */

/* No card is open. */
static const struct sabot_agreed sabot_agreed_nothing = {.open_index = -1};
/* What all readings demand next, for the prompt. */
void
sabot_step_agree(struct sabot_step *step);

/* step-end.c: what the end of a round raises, as the round lies */

/* `result`, or what else ends the round: a missing card, and what was claimed. */
void
sabot_play_end(struct sabot_step *step, const struct sabot_round_step *what);
SABOT_SELDOM void
sabot_play_result_again(struct sabot_step *step, const struct sabot_round_step *what);

/* step-card.c */

/* Apply a card event, or the card that a ruling put in. */
SABOT_APART void
sabot_step_card(struct sabot_step *step);
/* The number of the colour of the card's back; -1 when it has none. */
int
sabot_step_back_of(struct sabot_step *step);

/* deal.c */

/* Deal card `order_index` of the load to the open round, as its next card. */
void
sabot_step_deal(struct sabot_step *step, struct sabot_card card, int order_index);
/* With `actions = all` the round waits where the last card was certainly not requested. */
void
sabot_step_wait_for_hit(struct sabot_step *step);
/* True if a bet depends on the suit of the card that comes now (TB-07). */
bool
sabot_table_suit_matters(const struct sabot_table *table);

/* step-cut.c */

/* Apply the cut card's appearance. */
SABOT_SELDOM void
sabot_step_cut_card(struct sabot_step *step);
/* Report, once a load, that the cut card must have come and was not seen. */
void
sabot_step_check_cut_missed(struct sabot_step *step);

/* load-report.c */

/*
 * True if so many cards may be left, by those that were counted, the messages that were lost and at
 * most `surplus_cards` too many among those that came.
 */
bool
sabot_load_left_can_be(const struct sabot_load *load, int left_cards, int surplus_cards,
		       int tolerance_cards);
/* The number of cards that left the shoe and whose rank or suit was not read. */
int
sabot_load_count_unread(const struct sabot_load *load);
/* True if messages of the load were lost, and it is not known how many. */
bool
sabot_load_lost_any(const struct sabot_load *load);
/* Print the report of the load in the shoe and take it out. */
void
sabot_step_report_load(struct sabot_step *step, const struct sabot_event *unload);
/* Counts of the load's cards. */
int
sabot_load_cards_left(const struct sabot_load *load);
int
sabot_load_cards_found(const struct sabot_load *load, const struct sabot_event *unload);
int
sabot_load_cards_expected(const struct sabot_load *load);
/* How many cards of a composition are open: their rank or suit is not known. */
int
sabot_composition_count_open(const struct sabot_composition *composition);
/* List in the update the cards that are missing (or `extra`); returns how many. */
unsigned
sabot_composition_list_cards(struct sabot_step *step, bool extra);
/* The load's report, with `report` as far as it is filled; `unload` NULL: it was not taken out. */
void
sabot_step_report_end(struct sabot_step *step, const struct sabot_event *unload,
		      struct sabot_load_report report);

/* step-order.c */

/* What the order of the cards up to this one shows. */
void
sabot_step_check_order(struct sabot_step *step);
/* The order of the remainder continues from that of the cards dealt. */
void
sabot_step_check_order_of_run_out(struct sabot_step *step);
/*
 * The card at that place of the journal was named or put in by a ruling, or what was lost there is
 * known: which earlier loads repeat around it is looked for again. `line` is the card's.
 */
void
sabot_step_reorder(struct sabot_step *step, int place, unsigned line);

/* step-device.c */

SABOT_SELDOM void
sabot_step_device(struct sabot_step *step);
/* A ruling puts in a card that the shoe lost. False with a reason when it cannot. */
bool
sabot_step_insert_card(struct sabot_step *step, const struct sabot_kept_incident *kept,
		       enum sabot_reason *ret_why);
/* A ruling says that nothing was lost. */
bool
sabot_step_mend(struct sabot_step *step, const struct sabot_kept_incident *kept);

/* losses.c */

/* Cards that were missed between rounds may be unwanted ones: which of those that come next is the
 * first is not known. */
void
sabot_run_lose(struct sabot_table *table);
/* The shoe has been offline since that line of an earlier load. */
void
sabot_step_stay_offline(struct sabot_step *step, unsigned line);
/* Messages of the loss at that line are still missing. */
bool
sabot_step_is_lost(const struct sabot_journal *journal, unsigned line);
/* A card was missing at that line, also if that was explained since. */
bool
sabot_round_lacked_card(const struct sabot_table *table, unsigned line);
/* Messages are missing among the cards of the load; 0 cards: it is not known how many. */
void
sabot_load_lose(struct sabot_table *table, int lost_cards);
/* A round that was not made may have been opened by a message that is missing. */
void
sabot_aside_lose(struct sabot_table *table);
/* True for all entries of one loss: the event itself, and its copy for the round before. */
bool
sabot_entry_is_of_loss(const struct sabot_entry *entry, unsigned line);

/* step-bets.c */

SABOT_APART void
sabot_step_bet(struct sabot_step *step);
SABOT_APART void
sabot_step_no_more_bets(struct sabot_step *step);

/* bets.c */

/* Begin the next round. It is in doubt if cards were lost since the last one. */
void
sabot_step_begin_round(struct sabot_step *step);
/* Close betting and run the end-of-betting checks. */
void
sabot_step_close_bets(struct sabot_step *step);
/* The round was closed: bets that came before that become the next round's. */
void
sabot_step_place_bets_aside(struct sabot_step *step);
/* Open bets are those of the round after the dummy hand, which begins now. */
void
sabot_table_put_bets_aside(struct sabot_table *table);
/* Bets that came too early are the next round's, as a `result` or `no_more_bets` shows. */
void
sabot_step_explain_bets_aside(struct sabot_step *step);
/* What comes now shows that nobody takes insurance any more. */
void
sabot_step_close_insurance(struct sabot_step *step);
/* Why a bet is refused on that box, or SABOT_WHY_NONE. */
enum sabot_reason
sabot_bet_refuse(const struct sabot_table *table, int box, enum sabot_bet on);
/* Put a stake on its box. False when the box has no place for another bettor. */
bool
sabot_bet_place(struct sabot_round *round, int box, enum sabot_bet on, const char *bettor,
		int64_t amount_minor);

/* step-commission.c */

/* Commission that is owed until the end (PB-12) */
void
sabot_step_judge_commission(struct sabot_step *step);
/* The log ends with no load in the shoe. */
void
sabot_step_judge_commission_at_end(struct sabot_step *step);

/* step-undo.c */

SABOT_SELDOM void
sabot_step_undo(struct sabot_step *step);

/* step-actions.c */

/* A player's decisions */
SABOT_APART void
sabot_step_action(struct sabot_step *step);
SABOT_APART void
sabot_step_insurance(struct sabot_step *step);

/* play-actions.c */

/* A card that its owner cannot refuse has not come: after a split or a double. */
bool
sabot_hand_is_owed(const struct sabot_hand *hand);
/* The nth hand of the round in the order of play, from 0; false past the last. */
bool
sabot_round_nth_hand(const struct sabot_table *table, int nth, int *ret_box, int *ret_hand);
/* Apply a logged decision; see sabot_step_play(). */
void
sabot_play_action(struct sabot_step *step, const struct sabot_round_step *what);
SABOT_SELDOM void
sabot_play_insurance(struct sabot_step *step, const struct sabot_round_step *what);
SABOT_SELDOM void
sabot_play_even_money(struct sabot_step *step, const struct sabot_round_step *what);
/* True if insurance can be taken now. */
bool
sabot_table_insurance_is_open(const struct sabot_table *as_if);

/* step-result.c */

SABOT_APART void
sabot_step_result(struct sabot_step *step);
/* The log ends: close the round in play if it is decided, or waits. */
void
sabot_step_end_of_log(struct sabot_step *step);

/* step-close.c */

/* Close the open round with the cards as they are, and report it. */
void
sabot_step_close_round(struct sabot_step *step);
/* What comes now ends the open round, decided or not. */
void
sabot_step_end_round(struct sabot_step *step);
/* Dummy and reopened rounds close by themselves. */
void
sabot_step_close_if_due(struct sabot_step *step);
/* The round does not wait any more: a card that was not requested is a hit. */
SABOT_SELDOM void
sabot_step_end_wait(struct sabot_step *step);
/* A loose card, of no round. */
void
sabot_step_loose_card(struct sabot_step *step, int order_index);
/* What was dealt ends; stakes that lie for the next round stay. */
void
sabot_step_end_play(struct sabot_step *step);

/* step-run.c: cards in a row that nobody wanted */

/* The cards in a row that nobody wanted are listed; the next one begins a new row. */
void
sabot_step_end_run(struct sabot_step *step);
/* The place in the load's order of the card of that line; -1 = none. */
int
sabot_load_find_line(const struct sabot_load *load, unsigned line);
/* The incident is about a card that nobody wanted, one of several in a row or not. */
bool
sabot_run_is_unwanted(enum sabot_incident_code code);
/* The cards in a row to which the incident's belongs. */
struct sabot_run
sabot_run_of(const struct sabot_table *table, const struct sabot_kept_incident *kept);
/* The round in play ends with the same unwanted cards whatever its open cards were. */
bool
sabot_run_is_same(struct sabot_step *step);
/* Which cards in a row the incident is about hangs on what open or lost cards were. */
bool
sabot_run_differs(struct sabot_step *step, const struct sabot_kept_incident *kept);
/* The places of the run's first `max` cards in the load's order; returns how many they are. */
int
sabot_run_cards(const struct sabot_table *table, const struct sabot_run *run, int16_t *ret_cards,
		int max);
/* All incidents of the run have their cards used. */
void
sabot_run_mark_used(struct sabot_table *table, const struct sabot_run *run);
/* The cards of a run that has ended. */
void
sabot_step_print_aside(struct sabot_step *step, const struct sabot_load *load,
		       const struct sabot_run *run);
/* Print it, or keep it while the load is derived again. */
void
sabot_step_report_aside(struct sabot_step *step, const struct sabot_run *run);
/* Of the runs kept, those of which a dealing_went_on from number `first_id` on has been said. */
void
sabot_step_print_asides(struct sabot_step *step, const struct sabot_table *again,
			unsigned first_id);
/* One more way in which the unwanted cards at the end of the round may lie. */
void
sabot_step_merge_run(struct sabot_table *table, const struct sabot_run *run, bool is_first);

/* step-paid.c */

SABOT_APART void
sabot_step_paid(struct sabot_step *step);
SABOT_SELDOM void
sabot_step_correction(struct sabot_step *step);

/* payments.c */

/* The payments of the last round are closed: what is not paid is missing. */
void
sabot_step_close_payments(struct sabot_step *step);
/* The round's dues are known as far as they can be: judge what was paid before. */
void
sabot_step_judge_payments(struct sabot_step *step, unsigned round);
/* Record a payment of a stake, and judge what can be judged. */
void
sabot_account_pay(struct sabot_step *step, struct sabot_account *account, int64_t amount_minor);
/* The same of a round that is closed. False: refused. */
bool
sabot_account_pay_closed(struct sabot_step *step, struct sabot_settlement *stake, unsigned round);

/* step-redress.c */

/* Print what is left to be put right on an account; 0 = it is done. */
void
sabot_step_print_redress(struct sabot_step *step, struct sabot_account *account,
			 int64_t difference_minor);
/* Print what a change of the round's dues leaves to be put right. */
void
sabot_step_redress(struct sabot_step *step, unsigned round);
/* The same of all rounds, after the load was derived again; `again` becomes the ledger. */
void
sabot_step_redress_revised(struct sabot_step *step, struct sabot_accounts *again);

/* step-load.c */

SABOT_SELDOM void
sabot_step_load(struct sabot_step *step);

/* step-unload.c */

SABOT_SELDOM void
sabot_step_unload(struct sabot_step *step);

/* step-ruling.c */

SABOT_SELDOM void
sabot_step_ruling(struct sabot_step *step);

/* mend-card.c */

/* A ruling by which the dealer mends the last card. */
SABOT_SELDOM void
sabot_step_mend_card(struct sabot_step *step);

/* table.c */

/* Hand the event to the part that knows it. */
void
sabot_step_dispatch(struct sabot_step *step);

/* course.c: copies of a table, from which the load is derived again */

/* The journal begins again with the table as it is after that line. */
void
sabot_course_begin(struct sabot_table *table, unsigned line);
/* The table as it was when the journal began, in a table whose rules and kept incidents are set. */
void
sabot_course_restore(const struct sabot_course *course, struct sabot_table *table);
/* Copy what is kept aside; only used bets are copied. */
void
sabot_aside_copy(const struct sabot_aside *aside, struct sabot_aside *copy);
/*
 * True if an incident of the load stands that is about that line, or was raised at it. That the
 * clock went back is none.
 */
bool
sabot_table_has_incident(const struct sabot_table *table, unsigned line);
/* Copy what is used. */
void
sabot_load_copy(const struct sabot_load *load, struct sabot_load *copy);
