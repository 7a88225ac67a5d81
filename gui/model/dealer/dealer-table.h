/*
 * The one table of a dealer's display: its last view, the keys that can be pressed, the key presses
 * and their outcome. Emits "changed" when any of these has changed, and "login-wanted" when a press
 * was refused because nobody is logged in. "sending" (a json_t: an event) is emitted before an
 * event goes to the daemon; if a handler returns TRUE it has consumed the event, which is then not
 * sent. No GTK.
 */
#pragma once

#include "dealer-bets.h"
#include "dealer-keys.h"
#include "dealer-stakes.h"
#include "gui/model/tables/feed.h"
#include "proto/messages/table-messages.h"

struct sabot_dealer_payments;
struct sabot_dealer_mend;

#define SABOT_TYPE_DEALER_TABLE (sabot_dealer_table_get_type())
G_DECLARE_FINAL_TYPE(SabotDealerTable, sabot_dealer_table, SABOT, DEALER_TABLE, GObject)

/* The table `name` of the daemon at `path` (as in sabot_client_new()). Not started. */
SabotDealerTable *
sabot_dealer_table_new(const char *path, const char *name);
void
sabot_dealer_table_start(SabotDealerTable *table);

/* The table's name. Borrowed. */
const char *
sabot_dealer_table_get_name(SabotDealerTable *table);
/* Borrowed. */
SabotFeed *
sabot_dealer_table_get_feed(SabotDealerTable *table);
/* NULL until the daemon sent the table; valid until the next "changed". */
const struct sabot_wire_view *
sabot_dealer_table_get_view(SabotDealerTable *table);
/* True if the data may be out of date, because nothing was heard from the daemon. */
gboolean
sabot_dealer_table_is_stale(SabotDealerTable *table);
/* Why the last press was refused or lost, in words; "" if it was not. */
const char *
sabot_dealer_table_get_refusal(SabotDealerTable *table);

/* Show `why` something was refused before it was sent to the daemon. */
void
sabot_dealer_table_refuse(SabotDealerTable *table, const char *why);
/* Somebody has logged in: what was refused before does not concern this person. */
void
sabot_dealer_table_forget_refusal(SabotDealerTable *table);
/* Show that a touch was made while the data was out of date, and is not recorded. */
void
sabot_dealer_table_refuse_stale(SabotDealerTable *table);

/* Emit "login-wanted": somebody must log in, and nobody is logged in. */
void
sabot_dealer_table_require_login(SabotDealerTable *table);

/* `tracks_stakes`: stakes are keyed in here, and the last round's stakes can be staked again. */
void
sabot_dealer_table_set_tracks_stakes(SabotDealerTable *table, gboolean tracks_stakes);

/* Handle the press of a key. */
void
sabot_dealer_table_press_key(SabotDealerTable *table, const struct sabot_dealer_key *key);
/* The keys, of struct sabot_dealer_key: borrowed, valid until the next "changed". */
const GPtrArray *
sabot_dealer_table_get_keys(SabotDealerTable *table);

/* The payments of the round, step by step (dealer-payments.h). Borrowed. */
struct sabot_dealer_payments *
sabot_dealer_table_get_payments(SabotDealerTable *table);

/* The correction of the last card (dealer-mend.h). Borrowed. */
struct sabot_dealer_mend *
sabot_dealer_table_get_mend(SabotDealerTable *table);

/*
 * The rules: which bets there are. NULL until the daemon sent them; valid until the next "changed".
 */
const struct sabot_wire_rules *
sabot_dealer_table_get_rules(SabotDealerTable *table);
/* Set the rules, as sent by the daemon; a reference is kept. */
void
sabot_dealer_table_set_rules(SabotDealerTable *table, struct sabot_wire_rules *rules);
/* The squares, and the bets laid on them by touches. Borrowed. */
struct sabot_dealer_bets *
sabot_dealer_table_get_bets(SabotDealerTable *table);

/*
 * The first open incident with that code in this load of the table, or NULL. Valid until the next
 * "changed".
 */
const struct sabot_wire_incident *
sabot_dealer_table_find_incident(SabotDealerTable *table, const char *code);
/* The unread card that the dealer must name, or names again; or NULL. Valid until "changed". */
const struct sabot_wire_unread *
sabot_dealer_table_get_unread(SabotDealerTable *table);
/* Name that card. It can be named again until the next card. */
void
sabot_dealer_table_read_as(SabotDealerTable *table, struct sabot_card card);
/* The call to the pit that is not ruled on yet, or NULL. Valid until the next "changed". */
const struct sabot_wire_incident *
sabot_dealer_table_get_dispute(SabotDealerTable *table);
/* True if cards must be keyed in: there is no shoe that reads them, or it is dead. */
gboolean
sabot_dealer_table_needs_cards(SabotDealerTable *table);

/* True if no load is in the shoe, or its load is over. */
static inline gboolean
sabot_dealer_table_is_between_loads(SabotDealerTable *table)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);

	return view && (view->phase == SABOT_WIRE_PHASE_NO_LOAD ||
			view->phase == SABOT_WIRE_PHASE_AFTER_CUT);
}
/* True if the step of preparation for the next load was recorded. */
gboolean
sabot_dealer_table_is_prepared(SabotDealerTable *table, const char *step);
/* Set whose cards are in the shoe of a practice table. No card is keyed in then. */
void
sabot_dealer_table_set_practice(SabotDealerTable *table, enum sabot_dealer_practice practice);

/* The number of cards typed digit by digit between two loads; -1 while there is none. */
int64_t
sabot_dealer_table_get_number(SabotDealerTable *table);
/* Set that number without keys: the shoe has counted. */
void
sabot_dealer_table_set_number(SabotDealerTable *table, int64_t number);
static inline void
sabot_dealer_table_clear_number(SabotDealerTable *table)
{
	sabot_dealer_table_set_number(table, -1);
}

/* Send an event to the table; `event` is transferred. */
void
sabot_dealer_table_send(SabotDealerTable *table, json_t *event);
/* The same, of a key; no effect while the result of the same event is not shown yet. */
void
sabot_dealer_table_send_once(SabotDealerTable *table, json_t *event);
/* Send an array of events in order, which is transferred; FALSE if it is empty. */
gboolean
sabot_dealer_table_send_all(SabotDealerTable *table, json_t *events);
