/*
 * Hashes (FNV-1a) of where cards lie and of what is printed of a round. Pure.
 */
#include "round-digest.h"

static uint64_t
mix(uint64_t hash, uint64_t number)
{
	return (hash ^ number) * UINT64_C(1099511628211);
}

static uint64_t
mix_text(uint64_t hash, const char *text)
{
	for (; *text != '\0'; text++)
		hash = mix(hash, (uint8_t)*text);
	return mix(hash, 0);
}

uint64_t
sabot_digest_order(const struct sabot_round *round, struct sabot_hand_id id)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (int i = 0; i < round->n_cards; i++) {
		const struct sabot_round_card *card = &round->cards[i];
		if (card->owner == (uint8_t)id.owner &&
		    (id.owner != SABOT_OWNER_PLAYER ||
		     (card->box == id.box && card->hand == id.hand)))
			hash = mix(hash, (uint64_t)i);
	}
	return hash;
}

static uint64_t
mix_cards(const struct sabot_update *update, uint64_t hash, const struct sabot_cards_report *cards)
{
	hash = mix(hash, cards->known);
	for (unsigned i = 0; cards->known && i < cards->n_cards; i++)
		hash = mix(hash, (uint64_t)update->cards[cards->first + i].rank * 8 +
					 update->cards[cards->first + i].suit + 1);
	return mix(hash, 255);
}

uint64_t
sabot_digest_report(const struct sabot_update *update, const struct sabot_round_report *report)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	hash = mix(hash, (uint64_t)report->winner | (uint64_t)report->unverified << 4 |
				 (uint64_t)report->inferred << 5 | (uint64_t)report->dummy << 6 |
				 (uint64_t)(uint8_t)report->punto << 8 |
				 (uint64_t)(uint8_t)report->banca << 16 |
				 (uint64_t)(uint16_t)report->dealer << 24);
	hash = mix_cards(update, hash, &report->punto_cards);
	hash = mix_cards(update, hash, &report->banca_cards);
	hash = mix_cards(update, hash, &report->dealer_cards);
	for (unsigned i = 0; i < report->n_hands; i++) {
		const struct sabot_hand_report *hand = &update->hands[report->first_hand + i];
		hash = mix(hash, (uint64_t)(uint8_t)hand->box | (uint64_t)(uint8_t)hand->hand << 8 |
					 (uint64_t)(uint16_t)hand->total << 16 |
					 (hand->has_result ? (uint64_t)hand->result + 1 : 0) << 32);
		hash = mix_cards(update, hash, &hand->cards);
	}
	for (unsigned i = 0; i < report->n_stakes; i++) {
		const struct sabot_stake_report *stake = &update->stakes[report->first_stake + i];
		hash = mix(hash, (uint64_t)(uint8_t)stake->box |
					 (uint64_t)(uint8_t)stake->hand << 8 |
					 (uint64_t)stake->on << 16 | (uint64_t)stake->due << 24);
		hash = mix_text(hash, stake->bettor);
		hash = mix(hash, stake->has_stake ? (uint64_t)stake->stake_minor : 1);
		hash = mix(hash, (uint64_t)stake->due_min_minor);
		hash = mix(hash, (uint64_t)stake->due_max_minor);
		hash = mix(hash, (uint64_t)stake->commission_minor);
	}
	return hash;
}
