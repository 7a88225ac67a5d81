/*
 * Mending the last card at a dealer's display (docs/dealer.md): what the daemon says is possible,
 * as keys, and the card that is named. What was mended can be taken back by one key. No GTK.
 */
#pragma once

#include "dealer-keys.h"
#include "proto/client.h"
#include "proto/messages/table-messages.h"

struct sabot_dealer_mend;

/* Who has it. `owner` is kept alive by each request. */
struct sabot_dealer_mend_owner {
	GObject *owner;
	struct sabot_client *client;
	const char *table;                  /* its name; copied */
	void (*on_changed)(GObject *owner); /* the answer came, or something was chosen */
};

struct sabot_dealer_mend *
sabot_dealer_mend_new(const struct sabot_dealer_mend_owner *owner);
/* NULL is allowed. */
void
sabot_dealer_mend_free(struct sabot_dealer_mend *mend);

/*
 * The view came, with these keys. While it is chosen what was wrong, these choices are put in their
 * place; otherwise the key that begins that is added, and the one that takes a mend back.
 * `is_early`: a card came before the bets were closed. `refusal` is replaced once when it was asked
 * what can be mended and nothing can.
 */
void
sabot_dealer_mend_fill(struct sabot_dealer_mend *mend, const struct sabot_wire_view *view,
		       GPtrArray *keys, bool is_early, char **refusal);

/* A key was pressed. False: its event is still to be sent, if it has one. */
bool
sabot_dealer_mend_press(struct sabot_dealer_mend *mend, const struct sabot_dealer_key *key);

/* As a prompt, while it is chosen what was wrong: "The last card, 9♥: whose is it?"; else NULL.
 * Below it where the card lies now. Transferred. */
char *
sabot_dealer_mend_task(const struct sabot_dealer_mend *mend, char **ret_more);

/* While it is chosen where the last card belongs: what is possible. Borrowed; else NULL. */
const struct sabot_wire_mends *
sabot_dealer_mend_get_ways(const struct sabot_dealer_mend *mend);
/* It belongs to that hand of a box: the event to send. Transferred; NULL while that is not asked.
 */
json_t *
sabot_dealer_mend_move(struct sabot_dealer_mend *mend, int64_t box, int64_t hand);

/* It is asked which card it was. */
bool
sabot_dealer_mend_is_naming(const struct sabot_dealer_mend *mend);
/* It was this one: the event to send. Transferred; NULL while that is not asked. */
json_t *
sabot_dealer_mend_name(struct sabot_dealer_mend *mend, struct sabot_card card);
