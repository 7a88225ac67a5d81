/*
 * What the parts of the engine share while one event is applied: the context, raising incidents,
 * and each part's entrances. Private to the engine's step-*.c and table.c.
 */
#pragma once

#include "engine/games/blackjack.h"
#include "engine/games/punto-banco.h"
#include "engine/games/settle.h"
#include "table.h"

/* Not in the ordinary course of a game: compilers keep it out of the way of what is. */
#define SABOT_SELDOM __attribute__((cold))

/* When a round is re-derived, incidents already raised are matched, not raised again. */
struct sabot_anew {
	bool matched[SABOT_INCIDENTS_KEPT];
	struct sabot_incident scratch; /* for the fields of one that was recognised */
};

struct sabot_step {
	struct sabot_table *table;
	const struct sabot_event *event;
	struct sabot_update *update;
	struct sabot_anew *anew; /* NULL = live */
	int log_index;           /* what is being applied, -1 = nothing of a round's log */
	int card_index;          /* in the load's order: the card that incidents are about, or -1 */
};

/* step-raise.c: incidents and their fields */

/*
 * Raise an incident of the round in progress. Returns it for its fields; never NULL. While a round
 * is re-derived, an incident already raised is matched and the result discarded.
 */
SABOT_SELDOM struct sabot_incident *
sabot_step_raise(struct sabot_step *step, enum sabot_incident_code code, const char *rule);
void
sabot_incident_add_number(struct sabot_incident *incident, const char *key, int64_t number);
void
sabot_incident_add_word(struct sabot_incident *incident, const char *key, const char *word);
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
/* The event makes no sense now; it is ignored. */
SABOT_SELDOM void
sabot_step_out_of_order(struct sabot_step *step, const char *why);
/* The kept record of incident `id`, or NULL when there is none (any more). */
struct sabot_kept_incident *
sabot_step_find_kept(struct sabot_table *table, unsigned id);
struct sabot_output *
sabot_step_add_output(struct sabot_step *step, enum sabot_output_kind kind);
/* Append a card to the update's lists; past its end the update is faulty. */
void
sabot_step_list_card(struct sabot_step *step, struct sabot_card card);
/* The rule that says so in this game: the blackjack or the punto banco id. */
const char *
sabot_step_rule(const struct sabot_step *step, const char *punto_banco, const char *blackjack);

/* step-play.c: the round's log, applied live and again */

/* Append to the open round's log and apply it. */
void
sabot_step_play(struct sabot_step *step, struct sabot_round_step what);
/* A card belongs to no hand: raise it, unless nothing can be proven. */
SABOT_SELDOM void
sabot_play_excess(struct sabot_step *step, struct sabot_card card);
/* Derive the open round again from its log. */
SABOT_SELDOM void
sabot_step_derive_anew(struct sabot_step *step);
/* No card is due and nobody has to decide. */
bool
sabot_round_is_decided(const struct sabot_table *table);
/* All cards of the initial deal lie. */
bool
sabot_round_deal_is_complete(const struct sabot_table *table);
/* Nobody has to decide any more, but a card is due: whose. NONE when none is. */
enum sabot_owner
sabot_round_card_due(const struct sabot_table *table);

/* step-card.c, step-cut.c */

/* Apply a card event, or the card that a ruling puts in. */
void
sabot_step_card(struct sabot_step *step);
/* Lay a card of the load's order into the open round, as its next. */
void
sabot_step_deal(struct sabot_step *step, struct sabot_card card, int order_index);
SABOT_SELDOM void
sabot_step_cut_card(struct sabot_step *step);
/* How far the number of cards left may be from what was counted: frames lost, surplus cards. */
bool
sabot_load_left_can_be(const struct sabot_load *load, int left_cards, int tolerance_cards);
void
sabot_step_check_cut_missed(struct sabot_step *step);
/* Test a fully known card against the run of five that no shuffle leaves. */
void
sabot_step_check_run(struct sabot_step *step, struct sabot_card card);

/* step-bets.c */
void
sabot_step_bet(struct sabot_step *step);
void
sabot_step_no_more_bets(struct sabot_step *step);
SABOT_SELDOM void
sabot_step_undo(struct sabot_step *step);
void
sabot_step_begin_round(struct sabot_step *step);
/* Shut the betting of the open round and judge what is judged then. */
void
sabot_step_close_bets(struct sabot_step *step);

/* step-actions.c: a player's decisions */
void
sabot_step_action(struct sabot_step *step);
void
sabot_step_insurance(struct sabot_step *step);
/* Apply a logged decision; see sabot_step_play(). */
void
sabot_play_action(struct sabot_step *step, const struct sabot_round_step *what);
void
sabot_play_insurance(struct sabot_step *step, const struct sabot_round_step *what);
void
sabot_play_even_money(struct sabot_step *step, const struct sabot_round_step *what);

/* step-close.c */
void
sabot_step_result(struct sabot_step *step);
/* Close the open round with the cards as they are, and report it. */
void
sabot_step_close_round(struct sabot_step *step);
/* What comes now ends the open round, decided or not. */
void
sabot_step_end_round(struct sabot_step *step);
/* Dummy and reopened rounds close by themselves. */
void
sabot_step_close_if_due(struct sabot_step *step);

/* step-paid.c */
void
sabot_step_paid(struct sabot_step *step);
void
sabot_step_judge_unpaid(struct sabot_step *step);

/* step-load.c */
void
sabot_step_load(struct sabot_step *step);
void
sabot_step_unload(struct sabot_step *step);
/* Print the report of the load in the shoe and take it out. */
void
sabot_step_report_load(struct sabot_step *step, const struct sabot_event *unload);

/* step-ruling.c */
SABOT_SELDOM void
sabot_step_ruling(struct sabot_step *step);
