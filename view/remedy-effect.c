/*
 * Compares two tables. Anything that players may not know yet is left out: hidden cards of the
 * round in play, and whether a card that is only assumed could be there.
 */
#include "remedy-effect.h"
#include "engine/table/payout.h"
#include "proto/messages/event-line.h"
#include "text/effect-text.h"
#include "veil.h"

#include <string.h>

/* Both sides, and what is looked at. */
struct comparison {
	const struct sabot_table *before;
	const struct sabot_table *after;
	const struct sabot_event *ruling;
	const struct sabot_update *update;
	unsigned number;                    /* of the incident's round; 0 = between rounds */
	const struct sabot_round *was, *is; /* it; NULL: the table does not hold it whole */
	struct sabot_wire_remedy *remedy;
};

static const struct sabot_round *
find_round(const struct sabot_table *table, unsigned number)
{
	if (number == 0)
		return NULL;
	if (table->round.open && table->round.number == number)
		return &table->round;
	return table->last.number == number ? &table->last : NULL;
}

static void
add_effect(struct sabot_wire_remedy *remedy, enum sabot_effect effect,
	   const struct sabot_effect_args *args)
{
	struct sabot_wire_effect *reported = sabot_record_new(&sabot_wire_effect_type);

	reported->effect = g_strdup(sabot_effect_to_string(effect));
	reported->round = args->round;
	reported->from = g_strdup(args->from ? sabot_winner_to_string(args->from) : NULL);
	reported->to = g_strdup(args->to ? sabot_winner_to_string(args->to) : NULL);
	reported->why = g_strdup(args->why);
	reported->box = args->box;
	reported->bettor = g_strdup(args->bettor);
	reported->amount_minor = args->amount_minor;
	reported->text = sabot_text_effect(effect, args);
	g_ptr_array_add(remedy->effects, reported);
}

static void
add_plain(struct comparison *comparison, enum sabot_effect effect)
{
	const struct sabot_effect_args args = {
		.round = comparison->was ? comparison->was->number : 0,
	};

	add_effect(comparison->remedy, effect, &args);
}

/* What was reported of a round that the table does not hold whole any more; or NULL. */
static const struct sabot_round_report *
find_report(const struct comparison *comparison)
{
	const struct sabot_update *update = comparison->update;

	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		if (output->kind == SABOT_OUTPUT_ROUND &&
		    update->rounds[output->u.index].number == comparison->number)
			return &update->rounds[output->u.index];
	}
	return NULL;
}

/* Of a round that is not the last one, its new report is all that is known about the result. */
static void
compare_older_result(struct comparison *comparison)
{
	const struct sabot_round_report *report = find_report(comparison);

	if (report && report->game == SABOT_PUNTO_BANCO && report->winner != SABOT_WINNER_NONE)
		add_effect(comparison->remedy, SABOT_EFFECT_RESULT,
			   &(struct sabot_effect_args){.round = report->number,
						       .to = report->winner});
}

/* A result that is not certain is none. */
static void
compare_result(struct comparison *comparison)
{
	const struct sabot_round *was = comparison->was, *is = comparison->is;
	struct sabot_effect_args args = {.round = is->number, .to = is->winner};

	if (comparison->before->rules.game != SABOT_PUNTO_BANCO || is->open || is->is_void ||
	    is->winner == SABOT_WINNER_NONE || (!was->open && was->winner == is->winner))
		return;
	if (!was->open && !was->is_void)
		args.from = was->winner;
	add_effect(comparison->remedy, SABOT_EFFECT_RESULT, &args);
}

static void
compare_round(struct comparison *comparison)
{
	const struct sabot_round *was = comparison->was, *is = comparison->is;

	if (!was || !is) {
		compare_older_result(comparison);
		return;
	}
	if (is->is_void && !was->is_void)
		add_plain(comparison, SABOT_EFFECT_ROUND_VOID);
	else if (was->open && !is->open)
		add_plain(comparison, SABOT_EFFECT_ROUND_CLOSED);
	else if (was->waiting && !is->waiting)
		add_plain(comparison, SABOT_EFFECT_ROUND_GOES_ON);
	compare_result(comparison);
}

/* A card of the round that lies elsewhere than before. */
static void
compare_hands_of_cards(struct comparison *comparison)
{
	const struct sabot_round *was = comparison->was, *is = comparison->is;
	int n_cards = was && is ? MIN(was->n_cards, is->n_cards) : 0;

	for (int i = 0; i < n_cards; i++) {
		const struct sabot_round_card *one = &was->cards[i], *two = &is->cards[i];

		if (one->owner == two->owner && one->box == two->box && one->hand == two->hand &&
		    one->burned == two->burned)
			continue;
		add_plain(comparison, two->owner == SABOT_OWNER_NONE ? SABOT_EFFECT_CARD_ASIDE
								     : SABOT_EFFECT_CARD_MOVED);
		return;
	}
}

static void
compare_table(struct comparison *comparison)
{
	const struct sabot_table *before = comparison->before, *after = comparison->after;
	enum sabot_remedy remedy = comparison->ruling->u.ruling.remedy;

	if (after->n_next_cards > before->n_next_cards)
		add_plain(comparison, SABOT_EFFECT_CARD_NEXT);
	if (remedy == SABOT_REMEDY_READ_AS)
		add_plain(comparison, SABOT_EFFECT_CARD_READ);
	if (remedy == SABOT_REMEDY_INSERT_CARD)
		add_plain(comparison, SABOT_EFFECT_CARD_INSERTED);
	if (after->n_rounds > before->n_rounds && remedy == SABOT_REMEDY_DUMMY_HAND)
		add_plain(comparison, SABOT_EFFECT_DUMMY_HAND);
	if (after->load.rounds_left == 0 && before->load.rounds_left != 0)
		add_plain(comparison, SABOT_EFFECT_LOAD_ENDS);
}

/* Somebody at the table knows less than the engine does of the round in play. */
static bool
is_hidden(const struct comparison *comparison)
{
	const struct sabot_table *table = comparison->before;

	if (comparison->was != &table->round)
		return false;
	return sabot_veil_hides_hole(table) || sabot_veil_hides_hand(table, SABOT_OWNER_PUNTO) ||
	       sabot_veil_hides_hand(table, SABOT_OWNER_BANCA);
}

/* A stake of a round: where it is, and what is due on it as far as that is certain. */
struct stake {
	int box, hand;
	enum sabot_bet on;
	const char *bettor;
	int64_t stake_minor, before_minor, after_minor;
	bool has_before, has_after;
};

static struct stake *
need_stake(GArray *stakes, const struct stake *like)
{
	for (guint i = 0; i < stakes->len; i++) {
		struct stake *known = &g_array_index(stakes, struct stake, i);

		if (known->box == like->box && known->hand == like->hand && known->on == like->on &&
		    strcmp(known->bettor, like->bettor) == 0)
			return known;
	}
	g_array_append_val(stakes, *like);
	return &g_array_index(stakes, struct stake, stakes->len - 1);
}

static void
set_due(GArray *stakes, const struct stake *like, bool is_after, int64_t due_minor)
{
	struct stake *stake = need_stake(stakes, like);

	if (is_after) {
		stake->has_after = true;
		stake->after_minor = due_minor;
	} else {
		stake->has_before = true;
		stake->before_minor = due_minor;
	}
}

/* Of a round in play only what hangs on no open card. */
static void
collect_in_play(GArray *stakes, const struct sabot_table *table, bool is_after)
{
	struct sabot_payout_walk walk = {0};
	struct sabot_payout payout;

	while (!table->agreed.is_open && sabot_payout_next(table, &table->round, &walk, &payout))
		set_due(stakes,
			&(struct stake){
				.box = payout.box,
				.hand = payout.hand,
				.on = payout.on,
				.bettor = payout.bettor,
				.stake_minor = payout.stake_minor,
			},
			is_after, payout.due_minor);
}

/* Of a closed one what its accounts say. */
static void
collect_closed(GArray *stakes, const struct sabot_table *table, unsigned number, bool is_after)
{
	const struct sabot_accounts *ledger = &table->ledger;

	for (int i = sabot_accounts_first(ledger, number);
	     i < ledger->n_accounts && ledger->accounts[i].round == number; i++) {
		const struct sabot_account *account = &ledger->accounts[i];

		if (sabot_account_is_certain(account))
			set_due(stakes,
				&(struct stake){
					.box = account->box,
					.hand = account->hand,
					.on = (enum sabot_bet)account->on,
					.bettor = account->bettor,
					.stake_minor = account->stake_minor,
				},
				is_after, account->dues_minor[0]);
	}
}

static void
collect(GArray *stakes, const struct sabot_table *table, unsigned number, bool is_after)
{
	if (table->round.open && table->round.number == number)
		collect_in_play(stakes, table, is_after);
	else
		collect_closed(stakes, table, number, is_after);
}

/* Of struct stake. Bettors' names are borrowed from the tables. */
static GArray *
collect_stakes(const struct comparison *comparison)
{
	GArray *stakes = g_array_new(FALSE, TRUE, sizeof(struct stake));

	collect(stakes, comparison->before, comparison->number, false);
	collect(stakes, comparison->after, comparison->number, true);
	return stakes;
}

static void
write_stake(GPtrArray *list, const struct stake *stake, bool is_compared)
{
	const int64_t *before_minor = stake->has_before ? &stake->before_minor : NULL;
	const int64_t *after_minor = stake->has_after ? &stake->after_minor : NULL;
	struct sabot_wire_stake_effect *reported = sabot_record_new(&sabot_wire_stake_effect_type);

	reported->box = stake->box;
	reported->hand = stake->hand;
	reported->on = g_strdup(sabot_bet_to_string(stake->on));
	reported->bettor = g_strdup(stake->bettor);
	reported->stake_minor = stake->stake_minor;
	if (stake->has_before)
		reported->before_minor = stake->before_minor;
	if (stake->has_after)
		reported->after_minor = stake->after_minor;
	reported->text =
		is_compared
			? sabot_text_stake_effect(stake->box, stake->on, before_minor, after_minor)
			: sabot_text_stake_effect(stake->box, stake->on, NULL, before_minor);
	g_ptr_array_add(list, reported);
}

static void
compare_stakes(struct comparison *comparison, unsigned stakes_max)
{
	struct sabot_wire_remedy *remedy = comparison->remedy;
	g_autoptr(GArray) stakes = NULL;

	if (comparison->number == 0)
		return;
	stakes = collect_stakes(comparison);
	for (guint i = 0; i < stakes->len; i++) {
		const struct stake *stake = &g_array_index(stakes, struct stake, i);

		if (stake->has_before == stake->has_after &&
		    stake->before_minor == stake->after_minor)
			continue;
		remedy->changed++;
		remedy->delta_minor += stake->after_minor - stake->before_minor;
		if (remedy->stakes->len < stakes_max)
			write_stake(remedy->stakes, stake, true);
	}
}

static bool
is_listed(const GArray *stakes, const struct stake *like)
{
	for (guint i = 0; i < stakes->len; i++) {
		const struct stake *known = &g_array_index(stakes, struct stake, i);

		if (known->box == like->box && known->on == like->on &&
		    strcmp(known->bettor, like->bettor) == 0)
			return true;
	}
	return false;
}

static void
collect_bettor(GArray *stakes, int box, const struct sabot_bettor *bettor)
{
	for (int on = 0; on < SABOT_BETS; on++) {
		const struct stake stake = {
			.box = box,
			.hand = -1,
			.on = (enum sabot_bet)on,
			.bettor = bettor->name,
			.stake_minor = bettor->stakes_minor[on],
		};

		if (stake.stake_minor != 0 && !is_listed(stakes, &stake))
			g_array_append_val(stakes, stake);
	}
}

/* What lies on the cloth and nothing is due on yet. */
static void
collect_laid(GArray *stakes, const struct sabot_round *round)
{
	for (int box = 1; box <= SABOT_BOXES_MAX; box++)
		for (int i = 0; i < round->boxes[box].n_bettors; i++)
			if ((round->used >> box & 1) != 0)
				collect_bettor(stakes, box, &round->boxes[box].bettors[i]);
}

static int
compare_boxes(gconstpointer one, gconstpointer other)
{
	const struct stake *a = one, *b = other;

	return a->box != b->box ? a->box - b->box : (int)a->on - (int)b->on;
}

/* An incident about the ruling itself: another event of its round may be out of order with it. */
static bool
is_about_ruling(const struct sabot_incident *incident)
{
	const struct sabot_field *ev = sabot_incident_field(incident, "ev");

	if (incident->code == SABOT_INCIDENT_RULING_WITHOUT_EFFECT)
		return true;
	return incident->code == SABOT_INCIDENT_EVENT_OUT_OF_ORDER && ev &&
	       strcmp(ev->u.word, sabot_event_type_to_string(SABOT_EVENT_RULING)) == 0;
}

/* Why the engine refuses the ruling, or it can do nothing any more; NULL when it does something. */
static const char *
find_refusal(const struct sabot_update *update)
{
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		const struct sabot_field *why;

		if (output->kind != SABOT_OUTPUT_INCIDENT || !is_about_ruling(&output->u.incident))
			continue;
		why = sabot_incident_field(&output->u.incident, "why");
		return why ? sabot_reason_to_string((enum sabot_reason)why->u.number) : "";
	}
	return NULL;
}

static void
compare(struct comparison *comparison, unsigned stakes_max)
{
	struct sabot_wire_remedy *remedy = comparison->remedy;
	const char *why = find_refusal(comparison->update);

	remedy->is_possible = why == NULL;
	if (why) {
		add_effect(comparison->remedy, SABOT_EFFECT_REFUSED,
			   &(struct sabot_effect_args){.why = why});
	} else if (is_hidden(comparison) &&
		   comparison->ruling->u.ruling.remedy != SABOT_REMEDY_VOID_ROUND) {
		add_plain(comparison, SABOT_EFFECT_HIDDEN);
	} else {
		compare_round(comparison);
		compare_hands_of_cards(comparison);
		compare_table(comparison);
		compare_stakes(comparison, stakes_max);
		if (remedy->effects->len == 0)
			add_plain(comparison, SABOT_EFFECT_NOTHING);
	}
}

/* The incident's round, also where its number was given for the round before (a dispute). */
static unsigned
round_of(const struct sabot_table *table, unsigned id)
{
	const struct sabot_kept_incident *kept = sabot_table_find_kept(table, id);

	return kept ? kept->round : 0;
}

void
sabot_remedy_effect_fill(struct sabot_wire_remedy *remedy, const struct sabot_table *table,
			 const struct sabot_event *ruling, unsigned stakes_max)
{
	g_autofree struct sabot_table *copy = g_memdup2(table, sizeof(*table));
	g_autofree struct sabot_update *update = g_new0(struct sabot_update, 1);
	unsigned number = round_of(table, ruling->u.ruling.incident);
	struct comparison comparison = {table, copy, ruling, update, number, NULL, NULL, remedy};
	enum sabot_remedy kind = ruling->u.ruling.remedy;

	if ((kind == SABOT_REMEDY_READ_AS || kind == SABOT_REMEDY_INSERT_CARD) &&
	    !ruling->has_card) {
		remedy->wants_card = true;
		remedy->is_possible = true;
		add_plain(&comparison, SABOT_EFFECT_WANTS_CARD);
		return;
	}
	sabot_table_step(copy, ruling, update);
	comparison.was = find_round(table, number);
	comparison.is = find_round(copy, number);
	compare(&comparison, stakes_max);
}

void
sabot_remedy_effect_list_stakes(GPtrArray *list, const struct sabot_table *table, unsigned incident,
				unsigned stakes_max)
{
	g_autoptr(GArray) stakes = g_array_new(FALSE, TRUE, sizeof(struct stake));
	unsigned number = round_of(table, incident);
	const struct comparison comparison = {.before = table, .was = find_round(table, number)};

	if (number == 0)
		return;
	if (!is_hidden(&comparison))
		collect(stakes, table, number, false);
	if (comparison.was)
		collect_laid(stakes, comparison.was);
	g_array_sort(stakes, compare_boxes);
	for (guint i = 0; i < stakes->len && i < stakes_max; i++)
		write_stake(list, &g_array_index(stakes, struct stake, i), false);
}

static bool
is_nothing(const struct sabot_wire_remedy *remedy)
{
	const struct sabot_wire_effect *first = g_ptr_array_index(remedy->effects, 0);

	return strcmp(first->effect, sabot_effect_to_string(SABOT_EFFECT_NOTHING)) == 0;
}

void
sabot_remedy_effect_add_order(struct sabot_wire_remedy *remedy, const json_t *order)
{
	struct sabot_event_line line;
	struct sabot_effect_args args;

	if (!remedy->is_possible)
		return;
	sabot_event_line_read(order, &line);
	args = (struct sabot_effect_args){
		.round = (unsigned)line.round,
		.box = (int)line.box,
		.bettor = line.bettor,
		.amount_minor = line.amount_minor,
	};
	if (is_nothing(remedy))
		g_ptr_array_set_size(remedy->effects, 0);
	add_effect(remedy, SABOT_EFFECT_MONEY, &args);
}
