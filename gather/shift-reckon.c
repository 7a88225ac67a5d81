/*
 * Which rounds are the shift's is known when they end, and some payments come before: what is said
 * is kept by round, and put in at the end.
 */
#include "shift-reckon.h"

#include "shift-worth.h"
#include "eventlog/derive.h"
#include "eventlog/log-reader.h"

#include <string.h>

/* A `settle` line, a `paid` event, or what was paid later, and the round it is about. */
struct said {
	int64_t round;
	json_t *object;
	bool is_settled, is_later;
	bool is_doubled; /* half of the stake came with the double */
};

struct reckon {
	struct sabot_reckoning *reckoning;
	const struct shift_reckon_span *span;
	struct sabot_derive *derive;
	GArray *said;             /* of struct said */
	GHashTable *incidents;    /* id → round, as pointers */
	int64_t first, last;      /* rounds of the shift; 0 = none */
	int64_t reported_from;    /* the first round on which something was paid; 0 = none */
	bool is_commission_later; /* it is collected at the end of the load */
};

static int64_t
integer_of(const json_t *object, const char *field)
{
	return json_integer_value(json_object_get(object, field));
}

static void
clear_said(gpointer data)
{
	json_decref(((struct said *)data)->object);
}

static void
add_sentence(struct reckon *reckon, int64_t round, const json_t *object, struct said kind)
{
	kind.round = round;
	kind.object = json_incref((json_t *)object);
	g_array_append_val(reckon->said, kind);
}

static bool
is_in_span(const struct reckon *reckon, int64_t at_us)
{
	return at_us >= reckon->span->from_us && at_us < reckon->span->to_us;
}

/* The hand of a `settle` line, in the round that the engine has just reported. */
static bool
is_doubled(const struct reckon *reckon, const json_t *line)
{
	const struct sabot_update *update = sabot_derive_last_update(reckon->derive);
	const struct sabot_table *table = sabot_derive_table(reckon->derive);
	const json_t *hand = json_object_get(line, "hand");

	for (unsigned i = 0; hand && i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		const struct sabot_round *round =
			output->kind == SABOT_OUTPUT_ROUND
				? sabot_table_reported_round(table, output)
				: NULL;

		if (round && round->number == integer_of(line, "round"))
			return round->boxes[integer_of(line, "box")]
				.hands[json_integer_value(hand)]
				.doubled;
	}
	return false;
}

static void
record_line(struct reckon *reckon, const json_t *line, int64_t at_us)
{
	const char *out = json_string_value(json_object_get(line, "out"));
	int64_t round = integer_of(line, "round");
	/* Between rounds an incident is about the one that is over: a payment, say. */
	int64_t last = sabot_derive_table(reckon->derive)->last.number;

	if (strcmp(out, "settle") == 0) {
		add_sentence(reckon, round, line,
			     (struct said){.is_settled = true,
					   .is_doubled = is_doubled(reckon, line)});
	} else if (strcmp(out, "incident") == 0) {
		g_hash_table_insert(reckon->incidents, GINT_TO_POINTER(integer_of(line, "id")),
				    GINT_TO_POINTER(round ? round : last));
	} else if (strcmp(out, "round") == 0 && !json_object_get(line, "again") &&
		   is_in_span(reckon, at_us)) {
		reckon->first = reckon->first ? reckon->first : round;
		reckon->last = round;
	}
}

/* The round that a `paid` is for. */
static int64_t
paid_round(const struct sabot_table *table)
{
	return table->round.open && table->round.bets_closed ? table->round.number
							     : table->last.number;
}

static void
record_event(struct reckon *reckon, const struct sabot_event *event, const json_t *object)
{
	const struct sabot_table *table = sabot_derive_table(reckon->derive);
	const char *remedy = json_string_value(json_object_get(object, "remedy"));

	if (!sabot_derive_last_update(reckon->derive)->applied)
		return;
	if (event->type == SABOT_EVENT_PAID) {
		add_sentence(reckon, paid_round(table), object, (struct said){0});
		if (reckon->reported_from == 0)
			reckon->reported_from = paid_round(table);
	} else if (event->type == SABOT_EVENT_CORRECTION) {
		add_sentence(reckon, integer_of(object, "round"), object,
			     (struct said){.is_later = true});
	} else if (event->type == SABOT_EVENT_RULING && g_strcmp0(remedy, "pay_difference") == 0 &&
		   !json_object_get(object, "prompted")) {
		/* Else its payment is a correction of its own. */
		gpointer round = g_hash_table_lookup(
			reckon->incidents, GINT_TO_POINTER(integer_of(object, "incident")));

		add_sentence(reckon, GPOINTER_TO_INT(round), object,
			     (struct said){.is_later = true});
	} else if (event->type == SABOT_EVENT_COMMISSION_PAID && is_in_span(reckon, event->at_us)) {
		g_autofree char *box =
			g_strdup_printf("%" G_GINT64_FORMAT, integer_of(object, "box"));
		const char *bettor = json_string_value(json_object_get(object, "bettor"));

		sabot_reckoning_add_commission(reckon->reckoning, integer_of(object, "box"),
					       bettor ? bettor : box, integer_of(object, "amount"));
	}
}

/* Whom and what a line or event is about; `bettor` holds a name that is not said. */
static struct sabot_reckoned_stake
stake_of(const struct said *said, char **bettor)
{
	const char *on = json_string_value(json_object_get(said->object, "on"));
	const json_t *hand = json_object_get(said->object, "hand");
	const char *name = json_string_value(json_object_get(said->object, "bettor"));
	struct sabot_reckoned_stake stake = {
		.round = said->round,
		.box = integer_of(said->object, "box"),
		.on = on ? on : "main",
		.stake_minor = integer_of(said->object, "stake"),
		.due_minor = integer_of(said->object, "due"),
	};

	*bettor = g_strdup_printf("%" G_GINT64_FORMAT, stake.box);
	stake.bettor = name ? name : *bettor;
	stake.hand = hand ? json_integer_value(hand) : strcmp(stake.on, "main") == 0 ? 0 : -1;
	stake.bet_minor = stake.hand > 0     ? 0
			  : said->is_doubled ? stake.stake_minor / 2
					     : stake.stake_minor;
	return stake;
}

static void
put(const struct reckon *reckon, const struct said *said)
{
	g_autofree char *bettor = NULL;
	struct sabot_reckoned_stake stake = stake_of(said, &bettor);
	int64_t amount = integer_of(said->object, "amount");

	if (said->is_settled && reckon->is_commission_later)
		stake.commission_minor = integer_of(said->object, "commission");
	if (said->is_settled)
		sabot_reckoning_add_stake(reckon->reckoning, &stake);
	else if (said->is_later)
		sabot_reckoning_add_later(reckon->reckoning, said->round, stake.box, amount);
	else
		sabot_reckoning_add_paid(reckon->reckoning, &stake, amount);
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

		if (reckon->first && said->round >= reckon->first && said->round <= reckon->last)
			put(reckon, said);
	}
	if (reckon->reported_from && reckon->first)
		sabot_reckoning_set_reported(reckon->reckoning, reckon->reported_from,
					     last_over(sabot_derive_table(reckon->derive)));
}

static void
record_lines(struct reckon *reckon, json_t *lines, int64_t at_us)
{
	json_t *line;
	size_t i;

	json_array_foreach(lines, i, line)
		record_line(reckon, line, at_us);
	json_decref(lines);
}

static bool
read_events(struct reckon *reckon, struct sabot_log_reader *reader, char *why)
{
	enum sabot_log_status status;
	struct sabot_event event;
	const json_t *object;

	while ((status = sabot_log_reader_next(reader, &event, &object, why)) == SABOT_LOG_EVENT) {
		sabot_derive_step(reckon->derive, &event);
		record_lines(reckon, sabot_derive_write_lines(reckon->derive, 0), event.at_us);
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
	g_array_set_clear_func(reckon->said, clear_said);
	reckon->incidents = g_hash_table_new(NULL, NULL);
	is_read = read_events(reckon, reader, why);
	if (is_read) {
		put_all(reckon);
		sabot_reckoning_set_expectation(
			reckon->reckoning, shift_worth_get(reckon->span->worths, &header->rules));
	}
	g_hash_table_unref(reckon->incidents);
	g_array_unref(reckon->said);
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
