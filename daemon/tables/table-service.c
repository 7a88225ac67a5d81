/*
 * A table's service: new and replayed events pass through the engine in the same way, so that a
 * restart derives the same as before.
 */
#include "table-service.h"

#include "proto/json-write.h"
#include "proto/rfc3339.h"
#include "run-out.h"
#include "table-away.h"
#include "table-redress.h"
#include "table-rules.h"
#include "view/shown-lines.h"
#include "view/table-view.h"
#include "view/unread-view.h"

#include <string.h>

/* An event of the log in its three forms. All borrowed. */
struct logged {
	json_t *object;                  /* as logged, to be passed on */
	const struct sabot_event *event; /* the part that the rules use */
	struct sabot_wire_event_rest *rest;
};

/* The result of one event, before it is published. */
struct outcome {
	json_t *event; /* veiled; new reference */
	json_t *out;   /* veiled; new reference */
	GPtrArray *incidents;
	GPtrArray *rounds; /* of struct sabot_reported_round */
	/* the part that it begins; borrowed from the table, or NULL */
	struct sabot_log_part *part;
	struct sabot_wire_mark *ruled; /* if it is a ruling; borrowed */
	unsigned paid_round;           /* if it is a `paid`: the round it is for */
	bool has_load;
	struct sabot_log_load load; /* the load that it begins */
};

void
sabot_step_free(gpointer data)
{
	struct sabot_logged_event *step = data;

	if (!step)
		return;
	sabot_log_record_unref(step->record);
	sabot_house_event_unref(step->house_event);
	json_decref(step->event);
	json_decref(step->out);
	sabot_record_unref(step->view);
	g_ptr_array_unref(step->incidents);
	g_clear_pointer(&step->rounds, g_ptr_array_unref);
	g_free(step);
}

static void
quarantine(struct sabot_table_service *table, const char *why)
{
	if (table->fault)
		return;
	table->fault = g_strdup(why);
	g_critical("%s is quarantined: %s", table->config->name, why);
}

static void
begin_derivation(struct sabot_table_service *table, const struct sabot_rules *rules)
{
	sabot_derive_free(table->derive);
	table->derive = sabot_derive_new(rules, (unsigned)table->part->from_load,
					 (unsigned)table->part->from_round,
					 (unsigned)table->part->from_incident);
	/* As after a restart, which reads the log from here on. */
	sabot_table_book_clear(&table->book);
	sabot_table_book_init(&table->book);
	sabot_ruled_money_clear(&table->ruled);
	sabot_ruled_money_init(&table->ruled);
}

void
sabot_table_service_open_part(struct sabot_table_service *table, const struct sabot_log_part *part,
			      const char *profiles_dir)
{
	g_autoptr(GError) error = NULL;
	struct sabot_rules rules;

	table->part = sabot_log_part_copy(part);
	table->n = part->from_n - 1;
	if (sabot_config_build_rules(part->rules, profiles_dir, part->overrides, &rules, &error))
		begin_derivation(table, &rules);
	else
		quarantine(table, error->message);
}

/* True if the part is so old that a new one must begin, with the same rules. */
static bool
is_part_old(const struct sabot_table_service *table, const struct sabot_event *event)
{
	int64_t days = table->config->part_days;

	return table->part_at_us != SABOT_TIME_NONE &&
	       event->at_us - table->part_at_us >= days * G_TIME_SPAN_DAY;
}

/*
 * New rules take effect at the next load, when no round is open; an old part ends there, too.
 * Returns the new part.
 */
static struct sabot_log_part *
begin_part_if_due(struct sabot_table_service *table, const struct sabot_event *event)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);
	const struct sabot_table_wish wish = sabot_table_service_wish(table);
	struct sabot_log_part *part;

	if (table->part &&
	    (event->type != SABOT_EVENT_LOAD || state->round.open ||
	     (!sabot_table_service_has_new_rules(table) && !is_part_old(table, event))))
		return NULL;
	if (table->part && !sabot_table_service_has_new_rules(table))
		sabot_table_service_keep_limits(table);
	part = sabot_log_part_new(wish.profile, wish.overrides);
	part->from_n = table->n + 1;
	if (table->part) {
		part->part = table->part->part + 1;
		part->from_load = state->load.number;
		part->from_round = state->n_rounds;
		part->from_incident = state->n_incidents;
	}
	sabot_log_part_free(table->part);
	table->part = part;
	begin_derivation(table, wish.rules);
	return part;
}

/* The line number of the event being applied. */
static unsigned
line_of_event(const struct sabot_table_service *table)
{
	return sabot_table_service_line_of(table, table->n);
}

/* Add the members of an incident's line that clients get but an audit does not. */
static void
complete_line(json_t *line, const struct sabot_wire_incident *incident, const char *at)
{
	json_object_set_new(line, "round", json_integer(incident->round));
	json_object_set_new(line, "at", json_string(at));
	json_object_set_new(line, "state", json_string("open"));
	if (incident->parent)
		json_object_set_new(line, "parent", json_integer(incident->parent));
}

static void
add_incident(struct sabot_table_service *table, int64_t seq, const struct sabot_shown_line *line,
	     struct outcome *outcome)
{
	struct sabot_wire_incident *incident = sabot_incident_line_open(line->incident);
	g_autofree char *at = sabot_time_format(table->at_us);

	incident->table = g_strdup(table->config->name);
	incident->round = sabot_accounts_find_incident_round(
		&sabot_derive_table(table->derive)->ledger, &line->output->u.incident);
	incident->parent = sabot_device_faults_find_parent(&table->device_faults, &table->incidents,
							   incident->code, table->at_us);
	incident->seq = seq;
	incident->at_us = table->at_us;
	complete_line(line->json, incident, at);
	sabot_incident_book_put(&table->incidents, incident);
	g_ptr_array_add(outcome->incidents, incident);
}

static void
change_incident(struct sabot_table_service *table, int64_t id, enum sabot_wire_incident_state state,
		struct outcome *outcome)
{
	struct sabot_wire_incident *incident =
		sabot_incident_book_change(&table->incidents, id, state, outcome->ruled);

	if (!incident)
		return;
	g_ptr_array_add(outcome->incidents, incident);
	json_array_append_new(outcome->out, sabot_incident_state_line(incident));
}

/* A fault of the device has ended: its incidents need nobody's attention any more. */
static void
clear_incidents(struct sabot_table_service *table, const GArray *ids, struct outcome *outcome)
{
	for (guint i = 0; i < ids->len; i++)
		change_incident(table, g_array_index(ids, int64_t, i), SABOT_WIRE_INCIDENT_CLEARED,
				outcome);
}

static void
record_round(struct sabot_table_service *table, const struct sabot_round_report *round)
{
	if (!round->again)
		sabot_played_book_add_round(&table->played, table->at_us);
	if (round->game == SABOT_PUNTO_BANCO && !round->dummy &&
	    round->load == sabot_derive_table(table->derive)->load.number)
		sabot_round_results_apply(table->results, round);
}

static void
record_load(struct sabot_table_service *table, const struct sabot_load_report *report)
{
	sabot_played_book_add_load(&table->played, table->at_us, report);
	if (report->verdict != SABOT_COMPLETE || report->proven == SABOT_PROVEN_SEEN)
		return;
	table->exposure = (struct sabot_exposure){
		.proven_at_us = table->at_us,
		.proven_round = sabot_derive_table(table->derive)->n_rounds,
	};
}

/* The step whose lines are written. */
struct lines {
	struct sabot_table_service *table;
	int64_t seq;
	struct outcome *outcome;
};

static void
record_line(const struct sabot_shown_line *line, void *data)
{
	const struct lines *lines = data;

	json_array_append(lines->outcome->out, line->json);
	if (line->incident)
		add_incident(lines->table, lines->seq, line, lines->outcome);
}

/* Record the derived lines, as they are published, and their incidents. */
static void
record_lines(struct sabot_table_service *table, int64_t seq, const struct sabot_veil *veil,
	     struct outcome *outcome)
{
	struct lines lines = {table, seq, outcome};

	outcome->out = json_array();
	sabot_shown_lines_write(sabot_derive_last_update(table->derive), veil, line_of_event(table),
				record_line, &lines);
}

static void
record_outputs(struct sabot_table_service *table, struct outcome *outcome)
{
	const struct sabot_update *update = sabot_derive_last_update(table->derive);

	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		switch (output->kind) {
		case SABOT_OUTPUT_LOAD:
			record_load(table, &output->u.load);
			break;
		case SABOT_OUTPUT_EXPLAINED:
			change_incident(table, output->u.explained.id,
					SABOT_WIRE_INCIDENT_EXPLAINED, outcome);
			break;
		case SABOT_OUTPUT_RULED:
			change_incident(table, output->u.id, SABOT_WIRE_INCIDENT_RULED, outcome);
			break;
		case SABOT_OUTPUT_ROUND:
			record_round(table, sabot_update_round(update, output));
			g_ptr_array_add(outcome->rounds, sabot_reported_round_new(update, output));
			break;
		case SABOT_OUTPUT_INCIDENT:
		case SABOT_OUTPUT_ASIDE:
		case SABOT_OUTPUT_REDRESS:
		case SABOT_OUTPUT_OPEN:
			break;
		}
	}
}

/* The numbers with which an export of this load alone must begin. */
static void
record_new_load(struct sabot_table_service *table, struct outcome *outcome)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);
	const struct sabot_update *update = sabot_derive_last_update(table->derive);
	unsigned n_own = 0;

	for (unsigned i = 0; i < update->n_outputs; i++) {
		if (update->outputs[i].kind == SABOT_OUTPUT_INCIDENT &&
		    update->outputs[i].u.incident.load == state->load.number)
			n_own++;
	}
	outcome->has_load = true;
	outcome->load = (struct sabot_log_load){
		.load = state->load.number,
		.n = table->n,
		.part = table->part->part,
		.from_round = state->n_rounds - (state->round.open ? 1 : 0),
		.from_incident = state->n_incidents - n_own,
	};
	g_array_set_size(table->results, 0);
}

/*
 * Run the rules on the event, unless the table is at fault; then only a veiled copy of it is
 * published. True if the event counts for money: if it was applied, or if the table was at fault
 * before, since what was paid must not be paid again whatever is wrong.
 */
static bool
derive(struct sabot_table_service *table, int64_t seq, const struct logged *logged,
       struct outcome *outcome)
{
	const struct sabot_event *event = logged->event;
	const struct sabot_table *state = sabot_derive_table(table->derive);
	unsigned loads_before = state->load.number;
	int burned_before = state->load.burned_cards;
	struct sabot_event numbered = *event;
	const struct sabot_update *update = NULL;
	g_autoptr(GArray) ended = NULL;
	struct sabot_veil veil;
	bool was_at_fault = table->fault != NULL;

	numbered.line = line_of_event(table);
	if (!was_at_fault)
		update = sabot_derive_step(table->derive, &numbered);
	if (update && update->fault)
		quarantine(table, update->fault);
	state = sabot_derive_table(table->derive);
	if (table->fault)
		sabot_veil_of_unknown(event, &veil);
	else
		sabot_veil_of_event(state, event, burned_before, &veil);
	outcome->event = sabot_veil_event(&veil, logged->object);
	if (table->fault) {
		outcome->out = json_array();
		return was_at_fault;
	}
	if (event->type == SABOT_EVENT_RULING)
		outcome->ruled = sabot_ruling_mark(
			event->by, sabot_remedy_to_string(event->u.ruling.remedy), event->at_us);
	record_lines(table, seq, &veil, outcome);
	record_outputs(table, outcome);
	sabot_record_unref(g_steal_pointer(&outcome->ruled));
	ended = sabot_device_faults_apply(&table->device_faults, &table->incidents, event);
	clear_incidents(table, ended, outcome);
	sabot_table_book_apply(&table->book, logged->rest, event, state, update);
	if (update->applied) {
		table->run_out = sabot_run_out_apply(table->run_out, event);
		outcome->paid_round =
			sabot_table_service_apply_redress(table, seq, event, logged->rest);
	}
	if (event->type == SABOT_EVENT_LOAD && state->load.number != loads_before) {
		table->load_seq = seq;
		record_new_load(table, outcome);
	}
	return update->applied;
}

static void
apply_logged(struct sabot_table_service *table, int64_t seq, const struct logged *logged,
	     struct outcome *ret_outcome)
{
	const struct sabot_event *event = logged->event;

	ret_outcome->incidents = g_ptr_array_new_with_free_func(sabot_record_unref);
	ret_outcome->rounds = g_ptr_array_new_with_free_func(sabot_reported_round_free);
	table->n++;
	table->at_us = event->at_us;
	g_clear_pointer(&table->follow, json_decref);
	if (table->part && table->n == table->part->from_n) {
		table->part_at_us = event->at_us;
		table->limits_seq = seq;
		sabot_exposure_read(&table->exposure, table->part, logged->rest->exposure);
	}
	if (event->type == SABOT_EVENT_LIMITS)
		table->limits_seq = seq;
	sabot_keyed_cards_apply(&table->keyed, event,
				sabot_round_is_torn(&sabot_derive_table(table->derive)->round));
	sabot_last_card_apply(&table->last_card, event, table->n);
	if (derive(table, seq, logged, ret_outcome))
		sabot_table_service_end_redress(table, seq, event, logged->rest);
}

static void
apply(struct sabot_table_service *table, int64_t seq, json_t *object,
      const struct sabot_event *event, struct outcome *ret_outcome)
{
	const struct logged logged = {
		.object = object,
		.event = event,
		.rest = sabot_record_parse_lenient(&sabot_wire_event_rest_type, object),
	};

	apply_logged(table, seq, &logged, ret_outcome);
	sabot_record_unref(logged.rest);
}

static struct sabot_log_record *
build_record(const struct sabot_table_service *table, int64_t seq, const char *line,
	     const struct outcome *outcome)
{
	struct sabot_log_record *record = sabot_log_record_new();

	record->seq = seq;
	record->table = g_strdup(table->config->name);
	record->n = table->n;
	record->at_us = table->at_us;
	record->line = g_strdup(line);
	if (outcome->part)
		record->part = sabot_log_part_copy(outcome->part);
	if (outcome->has_load)
		record->load = g_memdup2(&outcome->load, sizeof(outcome->load));
	return record;
}

/* The step takes ownership of the contents of `outcome`. */
static struct sabot_logged_event *
build_step(struct sabot_table_service *table, int64_t seq, const char *line,
	   const struct outcome *outcome)
{
	struct sabot_logged_event *step = g_new0(struct sabot_logged_event, 1);

	step->record = build_record(table, seq, line, outcome);
	step->table = table;
	step->event = outcome->event;
	step->out = outcome->out;
	step->incidents = outcome->incidents;
	step->rounds = outcome->rounds;
	step->paid_round = outcome->paid_round;
	return step;
}

void
sabot_table_service_replay(struct sabot_table_service *table, int64_t seq, int64_t n,
			   const char *line)
{
	char why[SABOT_EVENT_ERROR_SIZE];
	g_autofree struct sabot_event_buffer *buffer = g_new(struct sabot_event_buffer, 1);
	enum sabot_game game = sabot_derive_table(table->derive)->rules.game;
	json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	struct outcome outcome = {0};
	struct sabot_logged_event *step;
	struct sabot_event event;

	if (object && sabot_event_from_json(object, game, buffer, &event, why)) {
		apply(table, seq, object, &event, &outcome);
		sabot_round_book_apply(&table->rounds,
				       &(struct sabot_round_note){outcome.event, outcome.rounds,
								  outcome.paid_round,
								  outcome.load.from_round});
		step = build_step(table, seq, line, &outcome);
		if (table->replayed)
			table->replayed(step, table->replayed_data);
		sabot_step_free(step);
	} else {
		g_autofree char *sentence =
			g_strdup_printf("event %" G_GINT64_FORMAT " of its log cannot be read: %s",
					n, object ? why : "it is not JSON");

		quarantine(table, sentence);
		table->n = n;
	}
	json_decref(object);
}

struct sabot_logged_event *
sabot_table_service_step(struct sabot_table_service *table, int64_t seq, json_t *object,
			 const struct sabot_event *event)
{
	struct sabot_logged_event *step;
	struct outcome outcome = {0};
	g_autofree char *line = NULL;

	if (!table->fault)
		outcome.part = begin_part_if_due(table, event);
	if (outcome.part)
		sabot_exposure_write(&table->exposure, outcome.part, object);
	apply(table, seq, object, event, &outcome);
	line = sabot_json_to_text(object);
	step = build_step(table, seq, line, &outcome);
	step->record->ev = g_strdup(sabot_event_type_to_string(event->type));
	step->is_card = sabot_run_out_is_card(event);
	step->view = sabot_table_service_build_view(table);
	return step;
}

struct sabot_wire_view *
sabot_table_service_build_view(const struct sabot_table_service *table)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	const struct sabot_table *state = sabot_derive_table(table->derive);

	view->table = g_strdup(table->config->name);
	view->is_simulated = table->config->is_simulated;
	view->is_saved = true;
	view->n = table->n;
	view->at_us = table->at_us;
	sabot_table_service_report_trouble(table, view);
	view->pit = g_strdup(table->config->pit);
	if (table->run_out)
		view->run_out_cards = (int64_t)json_array_size(table->run_out);
	sabot_table_book_fill(&table->book, view);
	if (table->device)
		view->device = sabot_record_ref(table->device);
	view->exposure = sabot_record_new(&sabot_wire_exposure_type);
	view->exposure->rounds = MAX(state->n_rounds - table->exposure.proven_round, 0);
	view->exposure->since_us = table->exposure.proven_at_us;
	sabot_table_view_fill(view, state);
	view->incidents = sabot_incident_book_summarize(&table->incidents, g_get_real_time(), view);
	sabot_table_service_mark_redress(table, view);
	sabot_unread_view_fill(view, state, sabot_incident_book_is_open, &table->incidents);
	for (guint i = 0; i < table->results->len; i++)
		g_array_append_val(
			view->results,
			g_array_index(table->results, struct sabot_round_result, i).winner);
	return view;
}

void
sabot_table_service_publish_state(struct sabot_table_service *table)
{
	sabot_record_unref(table->published);
	table->published = sabot_table_service_build_view(table);
	for (guint i = 0; i < table->incidents.incidents->len; i++)
		sabot_incident_book_put(&table->published_incidents,
					g_ptr_array_index(table->incidents.incidents, i));
}

void
sabot_table_service_publish(struct sabot_table_service *table,
			    const struct sabot_logged_event *step)
{
	sabot_record_unref(table->published);
	table->published = sabot_record_ref(step->view);
	sabot_round_book_apply(&table->rounds,
			       &(struct sabot_round_note){
				       step->event, step->rounds, step->paid_round,
				       step->record->load ? step->record->load->from_round : 0});
	for (guint i = 0; i < step->incidents->len; i++)
		sabot_incident_book_put(&table->published_incidents,
					g_ptr_array_index(step->incidents, i));
}
