/*
 * Correction of the last card at a dealer's display (docs/dealer.md): the possible corrections
 * reported by the daemon, as keys, and the card that is named. One key takes a correction back. No
 * GTK.
 */
#pragma once

#include "dealer-keys.h"
#include "proto/client.h"
#include "proto/messages/table-messages.h"

struct sabot_dealer_mend;

/* Its owner; `owner` is kept alive by each request. */
struct sabot_dealer_mend_owner {
	GObject *owner;
	struct sabot_client *client;
	const char *table; /* the table's name; copied */
	/* called when the answer came, or something was chosen */
	void (*on_changed)(GObject *owner);
};

/* Without a card to mend. Transferred. */
struct sabot_dealer_mend *
sabot_dealer_mend_new(const struct sabot_dealer_mend_owner *owner);
/* NULL is allowed. */
void
sabot_dealer_mend_free(struct sabot_dealer_mend *mend);

/*
 * Update from a new view, with its keys in `keys`. While the dealer chooses what was wrong, they
 * are replaced by the choices; otherwise the key that begins a correction and the one that takes it
 * back are added. `is_early`: a card came before the bets were closed. `refusal` is why
 * nothing can be corrected, once, after the daemon answered so or the time for it is over while
 * the dealer chooses; else NULL. Transferred.
 */
void
sabot_dealer_mend_fill(struct sabot_dealer_mend *mend, const struct sabot_wire_view *view,
		       GPtrArray *keys, bool is_early, char **refusal);

/* Handle a key press. False if the key's event, if any, is still to be sent. */
bool
sabot_dealer_mend_press(struct sabot_dealer_mend *mend, const struct sabot_dealer_key *key);

/*
 * The prompt while the dealer chooses what was wrong: "The last card, 9♥: whose is it?"; else NULL.
 * `ret_more`: where the card lies now, shown below. Transferred.
 */
char *
sabot_dealer_mend_task(const struct sabot_dealer_mend *mend, char **ret_more);

/* Until when the card can be corrected, while the dealer chooses; else NULL. Transferred. */
char *
sabot_dealer_mend_limit(const struct sabot_dealer_mend *mend);

/* The last card and its place while the dealer chooses what was wrong; else NULL. Borrowed. */
const struct sabot_wire_mends *
sabot_dealer_mend_get_asked(const struct sabot_dealer_mend *mend);

/*
 * The possible corrections while the dealer chooses where the last card belongs; else NULL.
 * Borrowed.
 */
const struct sabot_wire_mends *
sabot_dealer_mend_get_ways(const struct sabot_dealer_mend *mend);
/*
 * The event that moves the card to that hand of a box. Transferred; NULL while no choice is open.
 */
json_t *
sabot_dealer_mend_move(struct sabot_dealer_mend *mend, int64_t box, int64_t hand);

/* True while the dealer is prompted for which card it was. */
bool
sabot_dealer_mend_is_naming(const struct sabot_dealer_mend *mend);
/* The event that names the card. Transferred; NULL while the dealer is not prompted for it. */
json_t *
sabot_dealer_mend_name(struct sabot_dealer_mend *mend, struct sabot_card card);
