/*
 * What a shoe claims besides the cards: where a card goes, who has won, that a card was drawn too
 * many. Claims are evidence only: the rules decide where a card belongs. A difference is the
 * finding `device_disagrees`, reported once for each load and kind, since a card that both sides
 * count differently shifts all that follow. Nothing is reported against a shoe while the cards are
 * in doubt. Main thread.
 */
#pragma once

#include "devices/shoe/shoe-driver.h"
#include "daemon/tables/floor.h"

struct sabot_device_claims;

/* For the table's device. `floor` and `table` are borrowed. Transferred. */
struct sabot_device_claims *
sabot_device_claims_new(struct sabot_floor *floor, struct sabot_table_service *table);
/* NULL is allowed. */
void
sabot_device_claims_free(struct sabot_device_claims *claims);

/* Call after every event at the table, whatever its source. */
void
sabot_device_claims_step(struct sabot_device_claims *claims);

/* Check the card just dealt, for which the shoe named the place. */
void
sabot_device_claims_check_card(struct sabot_device_claims *claims, enum sabot_shoe_target claimed,
			       int burned_before);

/* Compare the winner that the shoe claims with the winner by the rules. */
void
sabot_device_claims_result(struct sabot_device_claims *claims, enum sabot_winner winner);

/*
 * A fault reported by the shoe. The rules can confirm only a card drawn too many. Its card may come
 * before or after the fault, so it is judged once the next round is dealt.
 */
void
sabot_device_claims_fault(struct sabot_device_claims *claims, enum sabot_shoe_fault fault);

/* A keyed-in card differs from the one that the shoe stored. */
void
sabot_device_claims_keyed(struct sabot_device_claims *claims);
