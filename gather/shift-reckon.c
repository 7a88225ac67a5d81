/*
 * Whether a round belongs to the shift is known only when it ends, and some payments come before:
 * they are kept by round, and added at the end.
 */
#include "shift-reckon.h"

#include "shift-worth.h"
#include "eventlog/derive.h"
#include "eventlog/log-reader.h"
#include "proto/messages/derived-lines.h"
#include "proto/messages/event-line.h"

#include <string.h>

enum { WORDS_CHUNK_BYTES = 1024 };

/* A `settle` line, a `paid` event, or what was paid later. */
struct said {
	struct sabot_reckoned_stake stake; /* its texts are in `words` */
	int64_t amount_minor;              /* paid */
	bool is_settled, is_later;
};

struct reckon {
	struct sabot_reckoning *reckoning;
	const struct shift_reckon_span *span;
	struct sabot_derive *derive;
	GArray *said;             /* of struct said */
	GStringChunk *words;      /* bettors and bets */
	GHashTable *incidents;    /* id → round, as pointers */
	int64_t first, last;      /* rounds of the shift; 0 = none */
	int64_t reported_from;    /* the first round on which something was paid; 0 = none */
	bool is_commission_later; /* it is collected at the end of the load */
};

static void
add_said(struct reckon *reckon, const struct said *said)
{
	g_array_append_val(reckon->said, *said);
}

/* The name under which a box's stakes run; without one it is its number. Borrowed. */
static const char *
bettor_of(const struct reckon *reckon, const char *bettor, int64_t box)
{
	char number[G_ASCII_DTOSTR_BUF_SIZE];

	g_snprintf(number, sizeof(number), "%" G_GINT64_FORMAT, box);
	return g_string_chunk_insert_const(reckon->words, bettor ? bettor : number);
}

static bool
is_in_span(const struct reckon *reckon, int64_t at_us)
{
	return at_us >= reckon->span->from_us && at_us < reckon->span->to_us;
}

/* The hand of a `settle` line, in the round that the engine has just reported. */
static bool
is_doubled(const struct sabot_update *update, const struct sabot_round_report *round,
	   const struct sabot_stake_report *stake)
{
	for (unsigned i = 0; stake->hand >= 0 && i < round->n_hands; i++) {
		const struct sabot_hand_report *hand = &update->hands[round->first_hand + i];

		if (hand->box == stake->box && hand->hand == stake->hand)
			return hand->is_doubled;
	}
	return false;
}

/* Of a doubled stake half came with the double; of a split hand all with the split. */
static void
record_stake(struct reckon *reckon, const struct sabot_update *update,
	     const struct sabot_round_report *round, const struct sabot_stake_report *stake)
{
	bool has_doubled = is_doubled(update, round, stake);
	int64_t stake_minor = stake->has_stake ? stake->stake_minor : 0;
	bool has_due = stake->due == SABOT_DUE_CERTAIN;
	const struct said said = {
		.is_settled = true,
		.stake.round = round->number,
		.stake.box = stake->box,
		.stake.hand = stake->hand,
		.stake.bettor = bettor_of(reckon, stake->bettor, stake->box),
		.stake.on = sabot_bet_to_string(stake->on),
		.stake.stake_minor = stake_minor,
		.stake.is_uncertain = !has_due || !stake->has_stake,
		.stake.due_minor = has_due ? stake->due_min_minor : 0,
		.stake.bet_minor = stake->hand > 0 ? 0
				   : has_doubled   ? stake_minor / 2
						   : stake_minor,
		.stake.commission_minor = reckon->is_commission_later ? stake->commission_minor : 0,
	};

	add_said(reckon, &said);
}

static void
record_round(struct reckon *reckon, const struct sabot_update *update,
	     const struct sabot_round_report *round, int64_t at_us)
{
	for (unsigned i = 0; i < round->n_stakes; i++)
		record_stake(reckon, update, round, &update->stakes[round->first_stake + i]);
	if (round->again || !is_in_span(reckon, at_us))
		return;
	reckon->first = reckon->first ? reckon->first : round->number;
	reckon->last = round->number;
}

/* Between rounds it is about the one that is over: a payment, say. */
static void
record_incident(struct reckon *reckon, const struct sabot_incident *incident)
{
	const struct sabot_table *table = sabot_derive_table(reckon->derive);
	unsigned round = sabot_accounts_find_incident_round(&table->ledger, incident);

	if (round == 0)
		round = table->last.number;
	g_hash_table_insert(reckon->incidents, GUINT_TO_POINTER(incident->id),
			    GUINT_TO_POINTER(round));
}

static void
record_outputs(struct reckon *reckon, const struct sabot_update *update, int64_t at_us)
{
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		if (output->kind == SABOT_OUTPUT_ROUND)
			record_round(reckon, update, sabot_update_round(update, output), at_us);
		else if (output->kind == SABOT_OUTPUT_INCIDENT)
			record_incident(reckon, &output->u.incident);
	}
}

/* The round that a `paid` is for. */
static int64_t
paid_round(const struct sabot_table *table)
{
	return table->round.open && table->round.bets_closed ? table->round.number
							     : table->last.number;
}

/* What was paid now: on a stake, which is that of the box's first hand if nothing else is said. */
static void
record_paid(struct reckon *reckon, const struct sabot_event_line *paid)
{
	int64_t round =
		paid->round != 0 ? paid->round : paid_round(sabot_derive_table(reckon->derive));
	const char *on = paid->on ? paid->on : "main";
	int64_t first_hand = strcmp(on, "main") == 0 ? 0 : -1;
	const struct said said = {
		.stake.round = round,
		.stake.box = paid->box,
		.stake.hand = paid->has_hand ? paid->hand : first_hand,
		.stake.bettor = bettor_of(reckon, paid->bettor, paid->box),
		.stake.on = g_string_chunk_insert_const(reckon->words, on),
		.amount_minor = paid->amount_minor,
	};

	add_said(reckon, &said);
	if (reckon->reported_from == 0)
		reckon->reported_from = round;
}

static void
record_later(struct reckon *reckon, int64_t round, const struct sabot_event_line *paid)
{
	const struct said said = {
		.is_later = true,
		.stake.round = round,
		.stake.box = paid->box,
		.amount_minor = paid->amount_minor,
	};

	add_said(reckon, &said);
}

static bool
is_about_money(enum sabot_event_type type)
{
	return type == SABOT_EVENT_PAID || type == SABOT_EVENT_CORRECTION ||
	       type == SABOT_EVENT_RULING || type == SABOT_EVENT_COMMISSION_PAID;
}

/* A ruling's payment that is `prompted` is a correction of its own. */
static void
record_event(struct reckon *reckon, const struct sabot_event *event, const json_t *object)
{
	struct sabot_event_line line;

	if (!is_about_money(event->type) || !sabot_derive_last_update(reckon->derive)->applied)
		return;
	sabot_event_line_read(object, &line);
	if (event->type == SABOT_EVENT_PAID) {
		record_paid(reckon, &line);
	} else if (event->type == SABOT_EVENT_CORRECTION) {
		record_later(reckon, line.round, &line);
	} else if (event->type == SABOT_EVENT_RULING && !line.is_prompted &&
		   event->u.ruling.remedy == SABOT_REMEDY_PAY_DIFFERENCE) {
		gpointer round =
			g_hash_table_lookup(reckon->incidents, GINT_TO_POINTER(line.incident));

		record_later(reckon, GPOINTER_TO_INT(round), &line);
	} else if (event->type == SABOT_EVENT_COMMISSION_PAID && is_in_span(reckon, event->at_us)) {
		sabot_reckoning_add_commission(reckon->reckoning, line.box,
					       bettor_of(reckon, line.bettor, line.box),
					       line.amount_minor);
	}
}

static void
put(const struct reckon *reckon, const struct said *said)
{
	if (said->is_settled)
		sabot_reckoning_add_stake(reckon->reckoning, &said->stake);
	else if (said->is_later)
		sabot_reckoning_add_later(reckon->reckoning, said->stake.round, said->stake.box,
					  said->amount_minor);
	else
		sabot_reckoning_add_paid(reckon->reckoning, &said->stake, said->amount_minor);
}

/* Payments of the last round are over when the next one's bets are closed, or play has ended. */
static int64_t
last_over(const struct sabot_table *table)
{
	bool is_over = (table->round.open && table->round.bets_closed) ||
		       table->state == SABOT_TABLE_CLOSED || !table->load.in_shoe;

	return is_over ? table->last.number : (int64_t)table->last.number - 1;
}

static void
put_all(struct reckon *reckon)
{
	for (guint i = 0; i < reckon->said->len; i++) {
		const struct said *said = &g_array_index(reckon->said, struct said, i);

		if (reckon->first && said->stake.round >= reckon->first &&
		    said->stake.round <= reckon->last)
			put(reckon, said);
	}
	if (reckon->reported_from && reckon->first)
		sabot_reckoning_set_reported(reckon->reckoning, reckon->reported_from,
					     last_over(sabot_derive_table(reckon->derive)));
}

static bool
read_events(struct reckon *reckon, struct sabot_log_reader *reader, char *why)
{
	enum sabot_log_status status;
	struct sabot_event event;
	const json_t *object;

	while ((status = sabot_log_reader_next(reader, &event, &object, why)) == SABOT_LOG_EVENT) {
		record_outputs(reckon, sabot_derive_step(reckon->derive, &event), event.at_us);
		record_event(reckon, &event, object);
	}
	return status == SABOT_LOG_END;
}

static bool
reckon_table(struct reckon *reckon, struct sabot_log_reader *reader,
	     const struct sabot_log_header *header, char *why)
{
	bool is_read;

	reckon->derive = sabot_derive_new(&header->rules, header->from_load, header->from_round,
					  header->from_incident);
	reckon->is_commission_later = header->rules.game == SABOT_PUNTO_BANCO &&
				      header->rules.commission_when != SABOT_COMMISSION_AT_ONCE;
	reckon->said = g_array_new(FALSE, FALSE, sizeof(struct said));
	reckon->words = g_string_chunk_new(WORDS_CHUNK_BYTES);
	reckon->incidents = g_hash_table_new(NULL, NULL);
	is_read = read_events(reckon, reader, why);
	if (is_read) {
		put_all(reckon);
		sabot_reckoning_set_expectation(
			reckon->reckoning, shift_worth_get(reckon->span->worths, &header->rules));
	}
	g_hash_table_unref(reckon->incidents);
	g_array_unref(reckon->said);
	g_string_chunk_free(reckon->words);
	sabot_derive_free(reckon->derive);
	return is_read;
}

bool
shift_reckon_log(struct sabot_reckoning *reckoning, FILE *log, const struct shift_reckon_span *span,
		 char **ret_why)
{
	struct reckon reckon = {.reckoning = reckoning, .span = span};
	struct sabot_log_reader *reader = sabot_log_reader_new(log, NULL);
	char why[SABOT_LOG_ERROR_SIZE] = "it is no table's log";
	struct sabot_log_header header;
	bool is_read = sabot_log_reader_header(reader, &header, why) && !header.is_house &&
		       reckon_table(&reckon, reader, &header, why);

	sabot_log_reader_free(reader);
	if (!is_read)
		*ret_why = g_strdup(why);
	return is_read;
}
