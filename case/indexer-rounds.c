/*
 * The result of a round, from its report; and rounds that are derived again after others have
 * followed.
 */
#include "indexer-private.h"

#include "text/money.h"

void
sabot_index_write_outcome(const struct sabot_update *update, const struct sabot_round_report *round,
			  bool is_void, struct sabot_index_round *row)
{
	if (is_void)
		g_strlcpy(row->outcome, "void", sizeof(row->outcome));
	else if (round->game == SABOT_PUNTO_BANCO && round->winner != SABOT_WINNER_NONE)
		g_strlcpy(row->outcome, sabot_winner_to_string(round->winner),
			  sizeof(row->outcome));
	else if (round->game == SABOT_BLACKJACK && round->dealer != SABOT_TOTAL_NULL)
		g_snprintf(row->outcome, sizeof(row->outcome), "%d", round->dealer);
	for (unsigned i = 0; i < round->n_stakes; i++) {
		const struct sabot_stake_report *stake = &update->stakes[round->first_stake + i];

		sabot_text_money_add(&row->staked_minor,
				     stake->has_stake ? stake->stake_minor : SABOT_INDEX_UNCERTAIN);
		sabot_text_money_add(&row->due_minor, stake->due == SABOT_DUE_CERTAIN
							      ? stake->due_min_minor
							      : SABOT_INDEX_UNCERTAIN);
	}
}

/* The cards that lie at `lay` by the report, and no others. */
static bool
replace_cards(struct sabot_index_log *log, const struct sabot_update *update,
	      const struct sabot_cards_report *cards, int64_t place, int lay)
{
	struct sabot_db *index = log->indexer->index;

	for (uint8_t rank = SABOT_RANK_UNKNOWN; rank <= SABOT_KING; rank++)
		for (uint8_t suit = SABOT_SUIT_UNKNOWN; suit <= SABOT_CLUBS; suit++)
			if (!sabot_index_drop_card(index, (struct sabot_card){rank, suit}, place,
						   lay, &log->error))
				return false;
	for (unsigned i = 0; i < cards->n_cards; i++)
		if (!sabot_index_put_card(index, update->cards[cards->first + i], place, lay,
					  &log->error))
			return false;
	return true;
}

/* Of a round that the table does not hold whole any more. A split box has several hands. */
static bool
record_older_cards(struct sabot_index_log *log, const struct sabot_update *update,
		   const struct sabot_round_report *round, int64_t place)
{
	bool done = true;

	if (round->game == SABOT_PUNTO_BANCO)
		return replace_cards(log, update, &round->punto_cards, place, SABOT_LAY_PUNTO) &&
		       replace_cards(log, update, &round->banca_cards, place, SABOT_LAY_BANCA);
	done = replace_cards(log, update, &round->dealer_cards, place, SABOT_LAY_DEALER);
	for (unsigned i = 0; done && i < round->n_hands; i++) {
		const struct sabot_hand_report *hand = &update->hands[round->first_hand + i];

		if (hand->hand == 0)
			done = replace_cards(log, update, &hand->cards, place, hand->box);
		for (unsigned j = 0; done && hand->hand > 0 && j < hand->cards.n_cards; j++)
			done = sabot_index_put_card(log->indexer->index,
						    update->cards[hand->cards.first + j], place,
						    hand->box, &log->error);
	}
	return done;
}

bool
sabot_index_record_older_round(struct sabot_index_log *log, const struct sabot_update *update,
			       const struct sabot_round_report *report)
{
	struct sabot_index_round row;
	bool is_void = report->winner == SABOT_WINNER_VOID;

	if (!log->is_writing)
		return true;
	if (!sabot_index_find_round(log->indexer->index, log->log_id, report->number, &row,
				    &log->error))
		return log->error == NULL;
	row.outcome[0] = '\0';
	row.staked_minor = row.due_minor = 0;
	sabot_index_write_outcome(update, report, is_void, &row);
	return sabot_index_put_round(log->indexer->index, &row, &log->error) &&
	       record_older_cards(log, update, report, row.place);
}
