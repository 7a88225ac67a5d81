/*
 * What a trainee is asked, and what is right: read off the view, in which the daemon's engine has
 * already decided. No rule of a game is known here. No GTK.
 */
#pragma once

#include "proto/view.h"

enum sabot_question_kind {
	SABOT_QUESTION_NEXT,    /* who gets a card, or that nobody does */
	SABOT_QUESTION_WINNER,  /* of punto banco */
	SABOT_QUESTION_PAYMENT, /* what a stake is paid, whatever its player asks for */
	SABOT_QUESTION_WISH,    /* whether the rules allow what a player asks for */
	SABOT_QUESTION_CARD,    /* a card to be keyed in: not read, or the shoe is dead */
	SABOT_QUESTION_MISHAP,  /* what is done about a misplaced card */
	SABOT_QUESTION_CUT,     /* what follows the cut card */
	SABOT_QUESTIONS,        /* how many */
};

struct sabot_question {
	enum sabot_question_kind kind;
	char *text;
	GPtrArray *answers;     /* of char *; none: the display's own keys answer */
	guint right;            /* which of them */
	char *rule;             /* id of docs/rules.md, or "" */
	char *why;              /* a sentence */
	struct sabot_card card; /* CARD: what it is */
	json_t *event;          /* what is sent to the table once it is answered; or NULL */
	bool draws;             /* a card follows it */
};

/* The word of a record ("next"), and what it is called. */
const char *
sabot_question_kind_to_string(enum sabot_question_kind kind);
const char *
sabot_question_kind_name(enum sabot_question_kind kind);

/* Each is transferred; NULL where the view gives no cause for it. */
struct sabot_question *
sabot_question_next(const struct sabot_wire_view *view);
struct sabot_question *
sabot_question_winner(const struct sabot_wire_view *view);
/* `claims`: the player asks for more than is due. `rand` mixes the answers. */
struct sabot_question *
sabot_question_payment(const struct sabot_wire_payout *payout, bool claims, GRand *rand);
struct sabot_question *
sabot_question_wish(const struct sabot_wire_view *view, enum sabot_action wish);
/* `article`: of what is dealt after the cut card; NULL: none says it. */
struct sabot_question *
sabot_question_cut(const struct sabot_wire_view *view, const char *article);
/* `unread`: the incident of the card that was not read; NULL: the shoe is dead. */
struct sabot_question *
sabot_question_card(struct sabot_card card, const struct sabot_wire_incident *unread);
/* `story`: what happened, as the trainee sees it. */
struct sabot_question *
sabot_question_mishap(const struct sabot_wire_incident *incident, const char *story);

/* Why, with the rule. Transferred. */
char *
sabot_question_explain(const struct sabot_question *question);

void
sabot_question_free(struct sabot_question *question);

/* Whether the hand in turn may do it. */
bool
sabot_prompt_can(const struct sabot_wire_prompt *prompt, enum sabot_action action);
