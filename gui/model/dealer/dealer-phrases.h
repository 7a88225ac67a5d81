/* The texts of the dealer's display other than prompts. No GTK. Results are transferred. */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/model/login.h"
#include "proto/view.h"

/*
 * The display's head: the game (with `names_game`), shoe, round, limits, who holds the shoe or the
 * bank, who deals. Transferred.
 */
char *
sabot_phrase_dealer_head(const struct sabot_wire_view *view, SabotSession *session,
			 bool names_game);

/* Whether the data shown is current; "" while all is well. Borrowed. */
const char *
sabot_phrase_connection(SabotFeed *feed);

/*
 * Why the table `name` cannot be shown; NULL while the request is pending. `ret_more`: the daemon's
 * address and the error, or which tables it has.
 */
char *
sabot_phrase_no_view(SabotFeed *feed, const char *name, char **ret_more);

/* What became of what was touched when there was no connection. */
enum sabot_lost_touches {
	SABOT_LOST_RECORDED,
	SABOT_LOST_UNKNOWN, /* the table went on meanwhile */
	SABOT_LOST_IN_PART,
	SABOT_LOST_ALL,
	SABOT_LOST_UNSENT, /* there was no connection when it was touched */
	SABOT_LOST_N,
};

/* In the language in use. Borrowed. */
const char *
sabot_phrase_lost_touches(enum sabot_lost_touches lost);

/* Says that nothing changes until the pit has ruled, and since when the pit has been called. */
char *
sabot_phrase_waiting(const struct sabot_wire_incident *dispute, int64_t now_us);
/* The same, for the key that calls the pit. */
char *
sabot_phrase_wait_key(const struct sabot_wire_incident *incident, int64_t now_us);
/*
 * Who has seen the call, by the name that `session` knows, followed by `more`, which may be NULL.
 */
char *
sabot_phrase_wait_more(const struct sabot_wire_incident *incident, SabotSession *session,
		       const char *more);

/* Which card the dealer must name. */
char *
sabot_phrase_unread(const struct sabot_wire_view *view, const struct sabot_wire_unread *unread);

/* How much of the remaining load has been run out. */
char *
sabot_phrase_run_out(const struct sabot_wire_view *view);

/*
 * The amount still to be paid on a payout after what was recorded as paid; negative: to be taken. 0
 * while that is not certain.
 */
int64_t
sabot_payout_rest(const struct sabot_wire_payout *payout);
/* The payout, followed by the amount paid if that differs from the amount due. Transferred. */
char *
sabot_phrase_payout_and_paid(const struct sabot_wire_payout *payout);

/*
 * The prompt in the display's words; for a box that was split it names the hand. `view` must have a
 * prompt. Transferred.
 */
char *
sabot_phrase_dealer_prompt(const struct sabot_wire_view *view);
/*
 * The main text: a fault, the wait for the pit's ruling on `dispute` (NULL: none), a closed table,
 * else the prompt. NULL if there is none. Transferred.
 */
char *
sabot_phrase_dealer_task(const struct sabot_wire_view *view,
			 const struct sabot_wire_incident *dispute, int64_t now_us);

/*
 * The reason for the prompt, and what the dealer says with it. NULL if there is none. Transferred.
 */
char *
sabot_phrase_dealer_more(const struct sabot_wire_view *view);

/*
 * The first thing to put right between rounds, and how many more there are; NULL if none.
 * Transferred.
 */
char *
sabot_phrase_dealer_redress(const struct sabot_wire_view *view);

/* The most serious open incident, and how many more there are; NULL if none. Transferred. */
char *
sabot_phrase_dealer_notice(const struct sabot_wire_view *view);
/* The text shown instead while no incident is open: the cards of the load. Transferred. */
char *
sabot_phrase_dealer_quiet(const struct sabot_wire_view *view);

/* The table's name, with or replaced by a note that nothing here counts. Transferred. */
char *
sabot_phrase_dealer_name(const char *name, bool is_training, bool is_practice);
