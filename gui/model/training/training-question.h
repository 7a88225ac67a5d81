/*
 * The questions to a trainee and their right answers, taken from the view, in which the daemon's
 * engine has already decided. No rule of a game is known here. No GTK.
 */
#pragma once

#include "proto/view.h"

enum sabot_question_kind {
	SABOT_QUESTION_NEXT,    /* who gets the next card, or that nobody does */
	SABOT_QUESTION_WINNER,  /* who wins, in punto banco */
	SABOT_QUESTION_PAYMENT, /* what a stake is paid, whatever its player demands */
	SABOT_QUESTION_WISH,    /* whether the rules allow what a player demands */
	SABOT_QUESTION_CARD,    /* a card to be keyed in: unread, or the shoe is dead */
	SABOT_QUESTION_MISHAP,  /* how a misplaced card is handled */
	SABOT_QUESTION_CUT,     /* what follows the cut card */
	SABOT_QUESTIONS,        /* number of kinds */
};

struct sabot_question {
	enum sabot_question_kind kind;
	char *text;
	GPtrArray *answers;     /* of char *; empty: answered with the display's own keys */
	guint right;            /* index of the right one */
	char *rule;             /* id of docs/rules.md, or "" */
	char *why;              /* the reason, a sentence */
	struct sabot_card card; /* CARD: the card */
	json_t *event;          /* the event to send once it is answered; or NULL */
	bool draws;             /* a card is drawn after it */
};

/* A kind's word in a record ("next"), and its name. */
const char *
sabot_question_kind_to_string(enum sabot_question_kind kind);
const char *
sabot_question_kind_name(enum sabot_question_kind kind);

/*
 * Make a question of each kind from what the table shows. NULL if the view gives no reason to ask
 * it. Transferred.
 */
struct sabot_question *
sabot_question_next(const struct sabot_wire_view *view);
struct sabot_question *
sabot_question_winner(const struct sabot_wire_view *view);
/* `claims`: the player claims more than is due. `rand` shuffles the answers. */
struct sabot_question *
sabot_question_payment(const struct sabot_wire_payout *payout, bool claims, GRand *rand);
struct sabot_question *
sabot_question_wish(const struct sabot_wire_view *view, enum sabot_action wish);
/* `article`: the article about what is dealt after the cut card; NULL if there is none. */
struct sabot_question *
sabot_question_cut(const struct sabot_wire_view *view, const char *article);
/* `unread`: the incident of the unread card; NULL: the shoe is dead. */
struct sabot_question *
sabot_question_card(struct sabot_card card, const struct sabot_wire_incident *unread);
/* `story`: what happened, as the trainee sees it. */
struct sabot_question *
sabot_question_mishap(const struct sabot_wire_incident *incident, const char *story);

/* The reason, with the rule. Transferred. */
char *
sabot_question_explain(const struct sabot_question *question);

void
sabot_question_free(struct sabot_question *question);

/* True if the hand in turn may do it. */
bool
sabot_prompt_can(const struct sabot_wire_prompt *prompt, enum sabot_action action);
