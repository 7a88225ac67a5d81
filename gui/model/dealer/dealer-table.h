/*
 * The one table that a dealer's display is about: its last view, the keys that can be pressed, what
 * was pressed and what became of that. Emits "changed" after any of it did, and "login-wanted" when
 * a press was refused because nobody is logged in. "sending" (a json_t: an event) comes before an
 * event goes to the daemon: who returns TRUE has taken it, and it does not. No GTK.
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
/* What is shown may have changed since, for nothing was heard. */
gboolean
sabot_dealer_table_is_stale(SabotDealerTable *table);
/* Why the last press was refused, in words; "" when it was not. */
const char *
sabot_dealer_table_get_refusal(SabotDealerTable *table);

/* Something was refused before the daemon was asked: say why. */
void
sabot_dealer_table_refuse(SabotDealerTable *table, const char *why);

/* Nobody is logged in, and somebody must be: emits "login-wanted". */
void
sabot_dealer_table_require_login(SabotDealerTable *table);

/* Stakes are keyed in here: what was staked can be staked again. */
void
sabot_dealer_table_set_tracks_stakes(SabotDealerTable *table, gboolean tracks_stakes);

/* A key was pressed. */
void
sabot_dealer_table_press_key(SabotDealerTable *table, const struct sabot_dealer_key *key);
/* Of struct sabot_dealer_key: borrowed, valid until the next "changed". */
const GPtrArray *
sabot_dealer_table_get_keys(SabotDealerTable *table);

/* What is paid of the round, step by step (dealer-payments.h). Borrowed. */
struct sabot_dealer_payments *
sabot_dealer_table_get_payments(SabotDealerTable *table);

/* Mending the last card (dealer-mend.h). Borrowed. */
struct sabot_dealer_mend *
sabot_dealer_table_get_mend(SabotDealerTable *table);

/* What can be bet, NULL until the daemon sent it; valid until the next "changed". */
const struct sabot_wire_rules *
sabot_dealer_table_get_rules(SabotDealerTable *table);
/* As sent by the daemon; a reference is kept. */
void
sabot_dealer_table_set_rules(SabotDealerTable *table, struct sabot_wire_rules *rules);
/* The squares, and what is laid on them by touches. Borrowed. */
struct sabot_dealer_bets *
sabot_dealer_table_get_bets(SabotDealerTable *table);

/* The first open incident of that code at the table, of this load, or NULL. Valid until the next
 * "changed"; so are the next card and the dispute. */
const struct sabot_wire_incident *
sabot_dealer_table_find_incident(SabotDealerTable *table, const char *code);
/* The card that was not read and that the dealer must name, or names again; or NULL. */
const struct sabot_wire_unread *
sabot_dealer_table_get_unread(SabotDealerTable *table);
/* Say which card that was. Until the next card it can be said once more. */
void
sabot_dealer_table_read_as(SabotDealerTable *table, struct sabot_card card);
/* The pit was called and has not ruled yet: that call, or NULL. Likewise valid. */
const struct sabot_wire_incident *
sabot_dealer_table_get_dispute(SabotDealerTable *table);
/* There is a shoe, and it does not work. */
gboolean
sabot_dealer_table_is_shoe_down(SabotDealerTable *table);
/* Cards must be keyed in: there is no shoe that reads, or it is dead. */
gboolean
sabot_dealer_table_needs_cards(SabotDealerTable *table);

/* No load is in the shoe, or the one that is there is over. */
static inline gboolean
sabot_dealer_table_is_between_loads(SabotDealerTable *table)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);

	return view && (view->phase == SABOT_WIRE_PHASE_NO_LOAD ||
			view->phase == SABOT_WIRE_PHASE_AFTER_CUT);
}
/* A step of the preparation of the next load was recorded. */
gboolean
sabot_dealer_table_is_prepared(SabotDealerTable *table, const char *step);
/* A practice: whose cards are in the shoe. No card is keyed in then. */
void
sabot_dealer_table_set_practice(SabotDealerTable *table, enum sabot_dealer_practice practice);

/* A number of cards is typed between two loads, digit by digit; -1 while there is none. */
int64_t
sabot_dealer_table_get_number(SabotDealerTable *table);
/* The same without keys: the shoe has counted. */
void
sabot_dealer_table_set_number(SabotDealerTable *table, int64_t number);
void
sabot_dealer_table_type_digit(SabotDealerTable *table, int digit);
void
sabot_dealer_table_clear_number(SabotDealerTable *table);

/* Send an event to the table; `event` is transferred. */
void
sabot_dealer_table_send(SabotDealerTable *table, json_t *event);
/* Likewise an array of events, in their order; FALSE when there are none. */
gboolean
sabot_dealer_table_send_all(SabotDealerTable *table, json_t *events);
