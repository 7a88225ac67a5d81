/*
 * What a shoe claims beside the cards: where one goes, who has won, that one was drawn too many.
 * It is evidence only. The rules decide where a card belongs; a difference is the finding
 * `device_disagrees`, reported once a load and kind, because one card that we both count
 * differently shifts all that follow. Nothing is claimed against a shoe while the cards are in
 * doubt. Main thread.
 */
#pragma once

#include "devices/shoe/shoe-driver.h"
#include "daemon/tables/floor.h"

struct sabot_device_claims;

/* Of the table's device. `floor` and `table` are borrowed. Transferred. */
struct sabot_device_claims *
sabot_device_claims_new(struct sabot_floor *floor, struct sabot_table_service *table);
/* NULL is allowed. */
void
sabot_device_claims_free(struct sabot_device_claims *claims);

/* Call after every event at the table, whatever its source. */
void
sabot_device_claims_step(struct sabot_device_claims *claims);

/* The card just taken, of which the shoe said where it goes. */
void
sabot_device_claims_check_card(struct sabot_device_claims *claims, enum sabot_shoe_target claimed,
			       int burned_before);

/* Compare the winner that the shoe claims with the winner by the rules. */
void
sabot_device_claims_result(struct sabot_device_claims *claims, enum sabot_winner winner);

/*
 * A fault: of them the rules know a card drawn too many. Its card may come before or after, so that
 * it is judged once the next round is dealt.
 */
void
sabot_device_claims_fault(struct sabot_device_claims *claims, enum sabot_shoe_fault fault);

/* A card that was keyed in is another by what the shoe kept. */
void
sabot_device_claims_keyed(struct sabot_device_claims *claims);
