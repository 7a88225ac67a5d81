/* From events to the rows of a sheet: see report-derive.h. */
#include "report-derive-private.h"

#include "case/snapshot.h"
#include "eventlog/output-json.h"
#include "proto/messages/derived-lines.h"
#include "proto/messages/event-line.h"

#include <gio/gio.h>
#include <string.h>

#define POST_OF_DEALER "dealer"

struct report_derive *
report_derive_new(const struct sabot_rules *rules, const char *overrides, int64_t from_n,
		  const unsigned before[3])
{
	struct report_derive *derive = g_new0(struct report_derive, 1);

	derive->derive = sabot_derive_new(rules, before[0], before[1], before[2]);
	derive->writer = sabot_sheet_writer_new();
	derive->buffer = g_new(struct sabot_event_buffer, 1);
	derive->rules = g_strdup(rules->name);
	derive->overrides = g_strdup(overrides);
	derive->game = rules->game;
	derive->now_us = derive->round_begin_us = SABOT_TIME_NONE;
	derive->closed_us = SABOT_TIME_NONE;
	derive->bets = g_array_new(FALSE, FALSE, sizeof(struct report_bet_time));
	derive->unread = g_string_new(NULL);
	load_order_init(&derive->order);
	derive->facts = (struct sabot_sheet_facts){
		.rules = derive->rules,
		.overrides = derive->overrides,
		.from_n = from_n,
		.to_n = from_n,
		.game = (uint8_t)rules->game,
		.owes_commission = rules->game == SABOT_PUNTO_BANCO &&
				   rules->commission_when == SABOT_COMMISSION_AT_END,
	};
	/* First of all words, so that a sheet that grows is the one that is made at once. */
	report_derive_word(derive, derive->rules);
	report_derive_word(derive, derive->overrides);
	return derive;
}

void
report_derive_free(struct report_derive *derive)
{
	if (derive == NULL)
		return;
	sabot_derive_free(derive->derive);
	sabot_sheet_writer_free(derive->writer);
	g_free(derive->buffer);
	g_free(derive->rules);
	g_free(derive->overrides);
	g_string_free(derive->unread, TRUE);
	load_order_clear(&derive->order);
	g_array_unref(derive->bets);
	g_free(derive);
}

/* --- going on later --- */

/*
 * Time of the last event, of the round's begin and of the end of its betting, the dealer, unread
 * places, bets, table, order of earlier loads, cards of the load before and of this one.
 */
#define STATE_TYPE "(xxxusayayayayay)"

static GVariant *
pack_bets(const GArray *bets)
{
	return g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, bets->data,
					 bets->len * sizeof(struct report_bet_time), 1);
}

/* False where the bytes are no whole number of bets. */
static bool
unpack_bets(GVariant *packed, GArray *bets)
{
	gsize n_bytes = 0;
	const void *bytes = g_variant_get_fixed_array(packed, &n_bytes, 1);

	if (n_bytes % sizeof(struct report_bet_time) != 0)
		return false;
	g_array_append_vals(bets, bytes, (guint)(n_bytes / sizeof(struct report_bet_time)));
	return true;
}

static GVariant *
pack_cards(const GByteArray *cards)
{
	return g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, cards->data, cards->len, 1);
}

static void
unpack_cards(GVariant *packed, GByteArray *cards)
{
	gsize n_bytes = 0;
	const void *bytes = g_variant_get_fixed_array(packed, &n_bytes, 1);

	g_byte_array_append(cards, bytes, (guint)n_bytes);
}

GBytes *
report_derive_save(const struct report_derive *derive)
{
	g_autoptr(GBytes) table = sabot_snapshot_pack(sabot_derive_table(derive->derive));
	g_autoptr(GBytes) order = sabot_derive_save_order(derive->derive);
	g_autoptr(GVariant) state = NULL;

	state = g_variant_ref_sink(g_variant_new(
		"(xxxus@ay@ay@ay@ay@ay)", derive->now_us, derive->round_begin_us, derive->closed_us,
		derive->dealer, derive->unread->str, pack_bets(derive->bets),
		g_variant_new_from_bytes(G_VARIANT_TYPE("ay"), table, TRUE),
		g_variant_new_from_bytes(G_VARIANT_TYPE("ay"), order, TRUE),
		pack_cards(derive->order.before), pack_cards(derive->order.now)));
	return g_variant_get_data_as_bytes(state);
}

static bool
resume_engine(struct report_derive *derive, GVariant *packed_table, GVariant *order)
{
	g_autofree struct sabot_table *table = g_new(struct sabot_table, 1);
	g_autoptr(GBytes) table_bytes = g_variant_get_data_as_bytes(packed_table);
	g_autoptr(GBytes) order_bytes = g_variant_get_data_as_bytes(order);

	if (!sabot_snapshot_unpack(table_bytes, table) ||
	    !sabot_derive_restore_order(derive->derive, order_bytes))
		return false;
	sabot_derive_set_table(derive->derive, table);
	return true;
}

static void
resume_facts(struct report_derive *derive, const struct sabot_sheet *sheet)
{
	sabot_sheet_writer_free(derive->writer);
	derive->writer = sabot_sheet_writer_resume(sheet);
	derive->facts.to_n = sheet->to_n;
	derive->n = sheet->to_n > sheet->from_n ? (uint32_t)sheet->to_n - 1 : 0;
	derive->facts.has_payments = sheet->has_payments;
	derive->facts.is_simulated = sheet->is_simulated;
}

struct report_derive *
report_derive_resume(const struct sabot_rules *rules, const struct sabot_sheet *sheet,
		     GBytes *state)
{
	static const unsigned nothing[3];
	g_autoptr(GVariant) saved = g_variant_ref_sink(
		g_variant_new_from_bytes(G_VARIANT_TYPE(STATE_TYPE), state, FALSE));
	g_autoptr(GVariant) bets = NULL, table = NULL, order = NULL, before = NULL, now = NULL;
	struct report_derive *derive;
	const char *unread;

	if (!g_variant_is_normal_form(saved))
		return NULL;
	derive = report_derive_new(rules, sheet->overrides, sheet->from_n, nothing);
	g_variant_get(saved, "(xxxu&s@ay@ay@ay@ay@ay)", &derive->now_us, &derive->round_begin_us,
		      &derive->closed_us, &derive->dealer, &unread, &bets, &table, &order, &before,
		      &now);
	g_string_assign(derive->unread, unread);
	unpack_cards(before, derive->order.before);
	unpack_cards(now, derive->order.now);
	if (!unpack_bets(bets, derive->bets) || !resume_engine(derive, table, order)) {
		report_derive_free(derive);
		return NULL;
	}
	resume_facts(derive, sheet);
	return derive;
}

static int64_t
amount_of(enum sabot_incident_code code, const struct sabot_incident_detail *detail)
{
	if (!detail->has_due) /* it is not certain */
		return 0;
	if (code == SABOT_INCIDENT_PAYOUT_WRONG)
		return detail->paid_minor - detail->due_minor;
	return code == SABOT_INCIDENT_PAYOUT_MISSING ? -detail->due_minor : 0;
}

static void
add_incident(struct report_derive *derive, const struct sabot_incident *incident,
	     const struct sabot_update *update)
{
	json_t *fields = sabot_incident_write_detail(incident, update);
	char *text = json_dumps(fields, JSON_COMPACT);
	struct sabot_incident_detail detail;
	struct sabot_sheet_incident row = {
		.at_us = derive->now_us,
		.ruled_us = SABOT_TIME_NONE,
		.n = derive->n,
		.id = incident->id,
		.load = incident->load,
		.round = sabot_accounts_find_incident_round(
			&sabot_derive_table(derive->derive)->ledger, incident),
		.dealer = derive->dealer,
		.rule = report_derive_word(derive, incident->rule),
		.code = (uint8_t)incident->code,
	};

	sabot_incident_detail_of(incident, &detail);
	row.amount_minor = amount_of(incident->code, &detail);
	if (detail.round != 0 && row.amount_minor != 0) /* the payment named it */
		row.round = (uint32_t)detail.round;
	else if (row.round == 0 && row.amount_minor != 0) /* paid after the round was closed */
		row.round = sabot_derive_table(derive->derive)->last.number;
	row.detail = report_derive_word(derive, text);
	free(text);
	json_decref(fields);
	g_array_append_val(derive->writer->incidents, row);
}

static uint32_t
card_words(struct report_derive *derive, unsigned first, unsigned n_cards)
{
	const struct sabot_update *update = sabot_derive_last_update(derive->derive);
	g_autoptr(GString) words = g_string_new(NULL);
	char text[SABOT_CARD_TEXT_SIZE];

	for (unsigned i = 0; i < n_cards; i++)
		g_string_append_printf(words, "%s%s", i > 0 ? " " : "",
				       sabot_card_format(update->cards[first + i], text));
	return report_derive_word(derive, words->str);
}

static void
add_load(struct report_derive *derive, const struct sabot_load_report *report)
{
	struct sabot_sheet_load *load = report_derive_find_load(derive, report->load);

	if (load == NULL)
		return;
	load->end_us = derive->now_us;
	load->end_n = derive->n;
	load->is_over = true;
	load->left = (int16_t)report->left_cards;
	load->seen = (int16_t)report->cards_seen;
	load->unread = (int16_t)report->unread;
	load->burned = (int16_t)report->burned;
	load->verdict = (uint8_t)report->verdict;
	load->proven = (uint8_t)report->proven;
	load->extra = card_words(derive, report->first_extra, report->n_extra);
	load->missing = card_words(derive, report->first_missing, report->n_missing);
	load->resolved = card_words(derive, report->first_deduced, report->n_deduced);
	load->unread_places = report_derive_word(derive, derive->unread->str);
	load->repeated = (uint16_t)load_order_longest(&derive->order, &load->places);
}

static void
set_answered(struct report_derive *derive, const struct sabot_output *output,
	     const struct sabot_event *event, const struct sabot_event_line *said)
{
	GArray *incidents = derive->writer->incidents;
	struct sabot_sheet_incident *row = NULL;
	unsigned id =
		output->kind == SABOT_OUTPUT_EXPLAINED ? output->u.explained.id : output->u.id;

	for (guint i = incidents->len; i > 0 && row == NULL; i--)
		if (g_array_index(incidents, struct sabot_sheet_incident, i - 1).id == id)
			row = &g_array_index(incidents, struct sabot_sheet_incident, i - 1);
	if (row == NULL)
		return;
	if (output->kind == SABOT_OUTPUT_EXPLAINED) {
		row->is_explained = true;
		return;
	}
	row->is_ruled = true;
	row->ruled_us = derive->now_us;
	row->remedy = (uint8_t)event->u.ruling.remedy;
	row->by = report_derive_word(derive, said->by);
	row->second = report_derive_word(derive, said->second);
}

static void
add_outputs(struct report_derive *derive, const struct sabot_event *event,
	    const struct sabot_event_line *said)
{
	const struct sabot_update *update = sabot_derive_last_update(derive->derive);

	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		switch (output->kind) {
		case SABOT_OUTPUT_ROUND:
			report_derive_add_round(derive, output);
			break;
		case SABOT_OUTPUT_INCIDENT:
			add_incident(derive, &output->u.incident, update);
			break;
		case SABOT_OUTPUT_LOAD:
			add_load(derive, &output->u.load);
			break;
		case SABOT_OUTPUT_EXPLAINED:
		case SABOT_OUTPUT_RULED:
			set_answered(derive, output, event, said);
			break;
		case SABOT_OUTPUT_ASIDE:
		case SABOT_OUTPUT_REDRESS:
		case SABOT_OUTPUT_OPEN:
			break;
		}
	}
}

static void
begin_load(struct report_derive *derive, const struct sabot_event *event,
	   const struct sabot_event_line *said)
{
	struct sabot_sheet_load load = {
		.begin_us = derive->now_us,
		.end_us = derive->now_us,
		.begin_n = derive->n,
		.number = sabot_derive_table(derive->derive)->load.number,
		.by = report_derive_word(derive, said->by),
		.dealer = derive->dealer,
		.decks = (int16_t)event->u.load.decks,
		.behind = (int16_t)event->u.load.behind_cards,
		.left = -1,
	};

	g_string_truncate(derive->unread, 0);
	load_order_begin(&derive->order);
	g_array_append_val(derive->writer->loads, load);
}

/* The load in the shoe has come so far. */
static void
follow_load(struct report_derive *derive)
{
	const struct sabot_table *table = sabot_derive_table(derive->derive);
	struct sabot_sheet_load *load =
		table->load.in_shoe ? report_derive_find_load(derive, table->load.number) : NULL;

	if (load == NULL)
		return;
	load->end_us = derive->now_us;
	load->end_n = derive->n;
	load->seen = (int16_t)table->load.n_seen;
	load->burned = (int16_t)table->load.burned_cards;
	load->has_cut_card = load->has_cut_card || table->load.rounds_left >= 0;
}

static void
record_unread(struct report_derive *derive, const struct sabot_event *event)
{
	if (event->type != SABOT_EVENT_CARD || sabot_card_is_known(event->card))
		return;
	g_string_append_printf(derive->unread, "%s%d", derive->unread->len > 0 ? " " : "",
			       sabot_derive_table(derive->derive)->load.n_seen);
}

static uint32_t
record_words(struct report_derive *derive, const struct sabot_event *event,
	     const struct sabot_event_line *said)
{
	g_autofree char *words = NULL;

	if (event->type == SABOT_EVENT_DEVICE) {
		words = g_strjoin(event->u.device.code && event->u.device.detail ? " " : "",
				  event->u.device.code ? event->u.device.code : "",
				  event->u.device.detail ? event->u.device.detail : "", NULL);
		return report_derive_word(derive, words);
	}
	if (said->note)
		return report_derive_word(derive, said->note);
	return report_derive_word(derive, said->post ? said->post : said->step);
}

static uint8_t
record_state(const struct sabot_event *event, const struct sabot_event_line *said)
{
	if (event->type == SABOT_EVENT_DEVICE)
		return (uint8_t)event->u.device.state;
	if (event->type == SABOT_EVENT_TABLE)
		return (uint8_t)event->u.table.state;
	if (event->type == SABOT_EVENT_RULING)
		return (uint8_t)event->u.ruling.remedy;
	return !said->is_off;
}

static bool
is_noted(enum sabot_event_type type)
{
	return type == SABOT_EVENT_DEVICE || type == SABOT_EVENT_TABLE ||
	       type == SABOT_EVENT_STAFF || type == SABOT_EVENT_CORRECTION ||
	       type == SABOT_EVENT_COMMISSION_PAID || type == SABOT_EVENT_PREPARED ||
	       type == SABOT_EVENT_RULING || type == SABOT_EVENT_LIMITS;
}

static void
add_note(struct report_derive *derive, const struct sabot_event *event,
	 const struct sabot_event_line *said)
{
	bool is_applied = sabot_derive_last_update(derive->derive)->applied;
	struct sabot_sheet_note note = {
		.at_us = derive->now_us,
		.amount_minor = is_applied ? event->amount_minor : 0,
		.n = derive->n,
		.round = (uint32_t)(event->type == SABOT_EVENT_RULING ? said->incident
								      : said->round),
		.who = report_derive_word(derive, said->who ? said->who : said->by),
		.words = record_words(derive, event, said),
		.bettor = report_derive_word(derive, event->bettor),
		.ev = (uint8_t)event->type,
		.what = record_state(event, said),
		.box = (uint8_t)event->box,
		.is_prompted = said->is_prompted,
	};

	g_array_append_val(derive->writer->notes, note);
	if (event->type == SABOT_EVENT_STAFF && g_strcmp0(said->post, POST_OF_DEALER) == 0)
		derive->dealer = note.what ? note.who : 0;
}

/* A bet of the round that is open now; of what was refused no stake comes. */
static void
record_bet(struct report_derive *derive, const struct sabot_event *event)
{
	char seat[SABOT_SEAT_NAME_SIZE];
	struct report_bet_time bet = {
		.at_us = derive->now_us,
		.bettor =
			report_derive_word(derive, event->bettor != NULL && event->bettor[0] != '\0'
							   ? event->bettor
							   : sabot_seat_name(event->box, seat)),
		.on = (uint16_t)(event->on == SABOT_BET_NONE ? SABOT_BET_MAIN : event->on),
		.box = (uint16_t)event->box,
	};

	g_array_append_val(derive->bets, bet);
}

static void
record_betting(struct report_derive *derive, const struct sabot_event *event)
{
	const struct sabot_table *table = sabot_derive_table(derive->derive);

	if (!table->round.open || derive->now_us == SABOT_TIME_NONE)
		return;
	if (event->type == SABOT_EVENT_BET && !table->round.bets_closed)
		record_bet(derive, event);
	else if (event->type == SABOT_EVENT_NO_MORE_BETS && derive->closed_us == SABOT_TIME_NONE)
		derive->closed_us = derive->now_us;
}

static void
apply_event(struct report_derive *derive, const struct sabot_event *event,
	    const struct sabot_event_line *said, unsigned loads_before)
{
	const struct sabot_table *table = sabot_derive_table(derive->derive);

	add_outputs(derive, event, said);
	if (table->load.number != loads_before)
		begin_load(derive, event, said);
	record_unread(derive, event);
	if (event->type == SABOT_EVENT_CARD)
		load_order_add(&derive->order, event->card);
	follow_load(derive);
	if (event->type == SABOT_EVENT_PAID) {
		derive->facts.has_payments = true;
		report_derive_add_payment(derive, event);
	}
	if (is_noted(event->type))
		add_note(derive, event, said);
	if (table->round.open && derive->round_begin_us == SABOT_TIME_NONE)
		derive->round_begin_us = derive->now_us;
	record_betting(derive, event);
}

bool
report_derive_event(struct report_derive *derive, const json_t *object, GError **error)
{
	const struct sabot_table *table = sabot_derive_table(derive->derive);
	char why[SABOT_EVENT_ERROR_SIZE];
	struct sabot_event_line said = {0}; /* cards and stakes are most of a log, and need none */
	struct sabot_event event;
	unsigned loads_before = table->load.number;
	const char *fault;

	derive->n = (uint32_t)derive->facts.to_n;
	if (!sabot_event_from_json(object, derive->game, derive->buffer, &event, why)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s", why);
		return false;
	}
	if (event.at_us != SABOT_TIME_NONE)
		derive->now_us = MAX(derive->now_us, event.at_us);
	if (is_noted(event.type) || event.type == SABOT_EVENT_LOAD)
		sabot_event_line_read(object, &said);
	if (sabot_event_line_is_simulated(object))
		derive->facts.is_simulated = true;
	fault = sabot_derive_step(derive->derive, &event)->fault;
	if (fault) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", fault);
		return false;
	}
	derive->facts.to_n++;
	apply_event(derive, &event, &said, loads_before);
	return true;
}

int64_t
report_derive_next_n(const struct report_derive *derive)
{
	return derive->facts.to_n;
}

struct sabot_sheet *
report_derive_finish(struct report_derive *derive, bool is_over)
{
	static const struct sabot_event_line nothing_said;
	static const struct sabot_event nothing;
	struct sabot_sheet *sheet;

	if (is_over) {
		sabot_derive_finish(derive->derive);
		add_outputs(derive, &nothing, &nothing_said);
	}
	sheet = sabot_sheet_writer_finish(derive->writer, &derive->facts);
	report_derive_free(derive);
	return sheet;
}
