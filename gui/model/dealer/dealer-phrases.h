/* What the dealer's display says beside the prompt. No GTK. Results are transferred. */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/model/login.h"
#include "proto/view.h"

/* Shoe, round, limits, who holds the shoe or the bank, who deals. Transferred. */
char *
sabot_phrase_dealer_head(const struct sabot_wire_view *view, SabotSession *session);

/* Whether what is shown can be believed; "" while all is well. Borrowed. */
const char *
sabot_phrase_connection(SabotFeed *feed);

/*
 * Where the table `name` cannot be shown: what is missing; NULL while the request is open.
 * `ret_more`: where the daemon was looked for and what came of it, or which tables it has.
 */
char *
sabot_phrase_no_view(SabotFeed *feed, const char *name, char **ret_more);

/* That nothing changes until the pit has ruled, and since when it was called. */
char *
sabot_phrase_waiting(const struct sabot_wire_incident *dispute, int64_t now_us);
/* The same in the place of the key that calls the pit. */
char *
sabot_phrase_wait_key(const struct sabot_wire_incident *incident, int64_t now_us);
/* Who has seen it, by the name that `session` knows, before `more`, which may be NULL. */
char *
sabot_phrase_wait_more(const struct sabot_wire_incident *incident, SabotSession *session,
		       const char *more);

/* Which card the dealer must name. */
char *
sabot_phrase_unread(const struct sabot_wire_view *view, const struct sabot_wire_unread *unread);

/* How far the rest of the load has been run out. */
char *
sabot_phrase_run_out(const struct sabot_wire_view *view);

/*
 * What is still to be given on it after what was said to be paid; negative: taken. 0 while that is
 * not certain.
 */
int64_t
sabot_payout_rest(const struct sabot_wire_payout *payout);
/* It and, where another amount was paid than is due, that. Transferred. */
char *
sabot_phrase_payout_and_paid(const struct sabot_wire_payout *payout);

/* What comes next, as the display words it: of a box that has split the hand is named. The view
 * has a prompt. Transferred. */
char *
sabot_phrase_dealer_prompt(const struct sabot_wire_view *view);
/*
 * What the dealer does now, in the largest letters: a fault, the wait for the pit's ruling on
 * `dispute` (NULL: none), a table that is closed, else the prompt. NULL: nothing. Transferred.
 */
char *
sabot_phrase_dealer_task(const struct sabot_wire_view *view,
			 const struct sabot_wire_incident *dispute, int64_t now_us);

/* The reason of what he does, and what he says with it. NULL: nothing. Transferred. */
char *
sabot_phrase_dealer_more(const struct sabot_wire_view *view);

/* What is put right first between rounds, and how many more there are; NULL. Transferred. */
char *
sabot_phrase_dealer_redress(const struct sabot_wire_view *view);

/* The gravest open incident, and how many more there are; NULL: none. Transferred. */
char *
sabot_phrase_dealer_notice(const struct sabot_wire_view *view);
/* What stands there while none is open: the cards of the load. Transferred. */
char *
sabot_phrase_dealer_quiet(const struct sabot_wire_view *view);

/* The table's name, and beside it, or instead, that nothing here counts. Transferred. */
char *
sabot_phrase_dealer_name(const char *name, bool is_training, bool is_practice);
