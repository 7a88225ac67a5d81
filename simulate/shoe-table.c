/*
 * The clockwork of a simulated table and its connection to the daemon. See shoe-table.h.
 *
 * One timer looks TICK_MS by TICK_MS whether the next thing may be done: the pace allows it, the
 * shoe is plugged in, and the daemon has sent the state after all that was done before.
 */
#include "shoe-table.h"

#include "shoe-draw.h"
#include "shoe-log.h"
#include "shoe-prepare.h"
#include "shoe-round.h"
#include "shoe-state.h"
#include "proto/messages/derived-lines.h"
#include "proto/messages/event-line.h"
#include "proto/messages/table-messages.h"
#include "proto/wording/wording.h"
#include "text/words.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

enum { TICK_MS = 5, ATTACH_MS = 250, DECKS_DEFAULT = 6 };

static void
wait_ms(struct shoe_table *table, unsigned ms)
{
	table->next_us = g_get_monotonic_time() + (int64_t)ms * 1000;
}

/*
 * The daemon refused an event. A dealer who is refused each time may not deal here, and would ask
 * forever: the shoe ends.
 */
static void
on_event_refused(struct shoe_table *table, const GError *error)
{
	g_printerr(_("sabot-shoe: %s: sabotd refuses: %s\n"), table->options->table,
		   sabot_text_plain(error->message));
	wait_ms(table, SHOE_REFUSED_MS);
	if (++table->refusals < SHOE_REFUSALS_MAX)
		return;
	shoe_table_fail(table);
}

/* The daemon took an event, or did not. */
static void
on_event_answered(G_GNUC_UNUSED struct sabot_client *client, json_t *ok, const GError *error,
		  gpointer data)
{
	struct shoe_table *table = data;
	struct sabot_wire_stepped *stepped =
		ok ? sabot_record_parse(&sabot_wire_stepped_type, ok, NULL) : NULL;

	table->is_asking = false;
	if (ok) {
		table->needed_n = stepped ? stepped->n : 0;
		table->refusals = 0;
	} else if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED)) {
		on_event_refused(table, error);
	}
	sabot_record_unref(stepped);
}

/* Send `event` (borrowed) to the daemon. */
static void
send_to_daemon(struct shoe_table *table, json_t *event)
{
	json_t *args = json_pack("{s:s, s:O}", "table", table->options->table, "event", event);

	table->is_asking = true;
	sabot_client_request(table->client, "event", args, table->cancellable, on_event_answered,
			     table);
	json_decref(args);
}

/* The next thing of the queue. */
static void
do_queued(struct shoe_table *table)
{
	json_t *event = g_queue_pop_head(&table->todo);
	struct sabot_event_line line;
	struct sabot_card card;

	wait_ms(table, table->options->step_ms);
	sabot_event_line_read(event, &line);
	if (g_strcmp0(line.ev, "card") == 0 && line.card &&
	    sabot_card_parse(line.card, strlen(line.card), &card)) {
		shoe_table_show_card(table, card);
		wait_ms(table, table->options->card_ms);
	} else if (g_strcmp0(line.ev, "cut_card") == 0) {
		shoe_table_show_cut_card(table);
	} else if (line.ev && table->client) {
		send_to_daemon(table, event);
	}
	json_decref(event);
}

/* Without a dealer: one card after the other, and when the shoe is empty a fresh load. */
static void
deal_next(struct shoe_table *table)
{
	wait_ms(table, table->options->card_ms);
	if (table->fault == SHOE_FAULT_NONE)
		table->fault = shoe_fault_plan_pick(table->plan, table->n_cards + 1,
						    SHOE_NEEDS_SHOE, &table->random);
	shoe_table_spoil_load(table);
	if (shoe_table_draw(table))
		return;
	shoe_table_print(table, _("the shoe is empty; a fresh load is put in"));
	shoe_pack_fill(&table->pack, table->decks, &table->random);
	table->pack.behind_cards = table->options->behind_cards;
	table->frames.language->boot(&table->frames);
}

static bool
is_done(const struct shoe_table *table)
{
	unsigned done = table->client ? table->rounds_done : table->n_cards;

	if (table->options->rounds > 0 && done >= table->options->rounds)
		return true;
	return table->options->log != NULL;
}

/*
 * All is dealt. A shoe that keeps its events ends only when they are confirmed: closing its line
 * would lose what the daemon has not read yet.
 */
static void
end_when_heard(struct shoe_table *table)
{
	int64_t now_us = g_get_monotonic_time();

	if (table->done_us == 0)
		table->done_us = now_us;
	if (shoe_frames_is_acknowledged(&table->frames) ||
	    now_us - table->done_us > SHOE_LINGER_MS * 1000)
		shoe_table_stop(table);
}

/* A daemon that was started again sends its state, not the steps before: the card may be in it. */
static bool
is_card_in_view(const struct shoe_table *table)
{
	return strcmp(table->awaited, "card") == 0 && shoe_table_seen(table) > table->awaited_seen;
}

/* Send what the daemon has not seen again, SHOE_SAY_AGAIN_MAX times at most. */
static void
repeat_if_late(struct shoe_table *table)
{
	if (is_card_in_view(table)) {
		table->awaited = NULL;
		return;
	}
	if (g_get_monotonic_time() - table->awaited_us < SHOE_ANSWER_MS * 1000)
		return;
	table->awaited_us = g_get_monotonic_time();
	if (table->said_again++ == SHOE_SAY_AGAIN_MAX) {
		shoe_table_print(table, _("sabotd does not see what the shoe says; going on"));
		table->awaited = NULL;
	} else if (strcmp(table->awaited, "card") == 0) {
		table->frames.language->repeat(&table->frames, false);
	}
}

static bool
device_is_heard(const struct sabot_wire_view *view)
{
	return !view->device || (view->device->state != SABOT_WIRE_DEVICE_OFFLINE &&
				 view->device->state != SABOT_WIRE_DEVICE_CONNECTING);
}

/* True if the daemon has sent the state after all that we did. */
static bool
daemon_is_ready(struct shoe_table *table)
{
	if (!table->client)
		return true;
	if (!table->view || !table->is_prepared || table->is_asking ||
	    !device_is_heard(table->view) ||
	    sabot_client_get_state(table->client) != SABOT_CLIENT_LIVE)
		return false;
	if (table->awaited) {
		repeat_if_late(table);
		return false;
	}
	return table->view->n >= table->needed_n;
}

static gboolean
on_tick_due(gpointer data)
{
	struct shoe_table *table = data;

	shoe_table_look_after_cable(table);
	if (table->frames.language->tick)
		table->frames.language->tick(&table->frames);
	if (g_get_monotonic_time() < table->next_us || !shoe_line_is_attached(table->line) ||
	    shoe_frames_is_locked(&table->frames) || !daemon_is_ready(table))
		return G_SOURCE_CONTINUE;
	if (table->pull_next) {
		shoe_table_pull_cable(table);
	} else if (!g_queue_is_empty(&table->todo)) {
		do_queued(table);
	} else if (is_done(table)) {
		end_when_heard(table);
	} else if (table->client) {
		wait_ms(table, table->options->step_ms);
		shoe_table_go_on(table);
	} else {
		deal_next(table);
	}
	return G_SOURCE_CONTINUE;
}

/* Somebody listens: a shoe just switched on says so, one that was cut off repeats its last card. */
static void
on_line_attached(bool is_attached, gpointer data)
{
	struct shoe_table *table = data;

	if (!is_attached)
		return;
	wait_ms(table, ATTACH_MS);
	if (!table->was_attached)
		table->frames.language->boot(&table->frames);
	else if (!table->awaited)
		table->frames.language->repeat(&table->frames, true);
	table->awaited_us = g_get_monotonic_time();
	table->was_attached = true;
}

static void
keep_view(struct shoe_table *table, struct sabot_wire_view *view)
{
	g_clear_pointer(&table->view, sabot_record_unref);
	table->view = sabot_record_ref(view);
	if (view->round > 0)
		table->round = (unsigned)view->round;
}

/* Simulated cards would count there: in money, reports and seals. */
static void
refuse_real_table(struct shoe_table *table)
{
	g_printerr(
		_("sabot-shoe: %s is a real table: for a simulated shoe it needs simulated = yes "
		  "in the configuration (or say --real)\n"),
		table->options->table);
	shoe_table_fail(table);
}

static void
on_snapshot_came(G_GNUC_UNUSED struct sabot_client *client,
		 const struct sabot_wire_snapshot *snapshot, gpointer data)
{
	struct shoe_table *table = data;
	bool is_first = !table->view, may_deal;

	for (guint i = 0; i < snapshot->tables->len; i++) {
		struct sabot_wire_view *view = g_ptr_array_index(snapshot->tables, i);

		if (strcmp(view->table, table->options->table) == 0)
			keep_view(table, view);
	}
	may_deal = !table->view || table->view->is_simulated || table->options->is_real;
	if (!may_deal)
		refuse_real_table(table);
	if (!is_first || !may_deal || !table->view ||
	    table->view->phase == SABOT_WIRE_PHASE_NO_LOAD)
		return;
	shoe_table_print(table, _("the cards in the shoe are not ours: they are taken out"));
	if (!table->options->log)
		shoe_table_queue(table, json_pack("{s:s}", "ev", "unload"));
}

/* Print the incidents of a step, and rule on an unread card as the simulated dealer knows it. */
static void
answer_incidents(struct shoe_table *table, const struct sabot_wire_step *step)
{
	g_autoptr(GPtrArray) incidents = sabot_wire_step_incidents(step);

	for (guint i = 0; i < incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);
		g_autofree char *sentence = sabot_phrase_incident(incident);

		shoe_table_print(table, _("sabotd flags %s: %s"), incident->code, sentence);
		if (strcmp(incident->code, "unread_card") == 0 &&
		    sabot_card_is_known(table->unread))
			shoe_table_read_as(table, incident->id);
	}
}

/*
 * What the step yielded that a dealer acts on or talks about. The stakes of a round come behind it;
 * those of one that is reported again were paid.
 */
static void
read_outputs(struct shoe_table *table, const json_t *out)
{
	g_autoptr(GPtrArray) stakes = g_ptr_array_new_with_free_func(sabot_record_unref);
	struct sabot_derived_line line;
	json_t *json;
	size_t i;
	bool is_new = false, is_closed = false;

	json_array_foreach(out, i, json) {
		if (!sabot_derived_line_read(json, &line))
			continue;
		if (line.kind == SABOT_DERIVED_ROUND)
			is_closed |= is_new = !line.u.round->is_again;
		else if (line.kind == SABOT_DERIVED_SETTLE && is_new)
			g_ptr_array_add(stakes, sabot_record_ref(line.u.settle));
		else if (line.kind == SABOT_DERIVED_LOAD)
			shoe_table_print(table, _("the load is over: %s"),
					 sabot_text_verdict(line.u.load->verdict));
		sabot_derived_line_clear(&line);
	}
	if (!is_closed)
		return;
	table->rounds_done++;
	if (!table->options->log)
		shoe_table_pay(table, stakes);
}

static void
on_step_came(G_GNUC_UNUSED struct sabot_client *client, const struct sabot_wire_step *step,
	     gpointer data)
{
	struct shoe_table *table = data;
	struct sabot_event_line event;

	if (strcmp(step->table, table->options->table) != 0)
		return;
	sabot_event_line_read(step->event, &event);
	if (table->awaited && g_strcmp0(event.ev, table->awaited) == 0)
		table->awaited = NULL;
	if (step->view)
		keep_view(table, step->view);
	answer_incidents(table, step);
	read_outputs(table, step->out);
}

static void
on_view_came(G_GNUC_UNUSED struct sabot_client *client, struct sabot_wire_view *view, gpointer data)
{
	struct shoe_table *table = data;

	if (strcmp(view->table, table->options->table) == 0)
		keep_view(table, view);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct shoe_table *table = data;

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		if (!table->view)
			g_printerr(_("sabot-shoe: sabotd at %s has no table \"%s\"\n"),
				   sabot_client_get_path(client), table->options->table);
		else if (!table->has_failed)
			shoe_table_prepare(table);
		break;
	case SABOT_CLIENT_OFFLINE:
		g_printerr(_("sabot-shoe: waiting for sabotd at %s: %s\n"),
			   sabot_client_get_path(client),
			   sabot_text_plain(sabot_client_get_reason(client)));
		break;
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_STALE:
		break;
	}
}

static const struct sabot_client_callbacks client_callbacks = {
	.state_changed = on_state_changed,
	.snapshot_came = on_snapshot_came,
	.step_came = on_step_came,
	.view_came = on_view_came,
};

static bool
open_line(struct shoe_table *table, GError **error)
{
	const struct shoe_options *options = table->options;

	table->line = options->pty ? shoe_line_new_pty(options->pty, error)
				   : shoe_line_new_tcp(options->tcp_port, error);
	if (!table->line)
		return false;
	shoe_line_set_attached_fn(table->line, on_line_attached, table);
	shoe_frames_init(&table->frames, options->language, table->line);
	return true;
}

struct shoe_table *
shoe_table_new(struct shoe_options *options, char *pin, GError **error)
{
	struct shoe_table *table = g_new0(struct shoe_table, 1);

	table->options = options;
	table->pin = pin;
	table->decks = options->decks > 0 ? options->decks : DECKS_DEFAULT;
	table->plan = &options->plan;
	table->loop = g_main_loop_new(NULL, FALSE);
	table->cancellable = g_cancellable_new();
	g_queue_init(&table->todo);
	shoe_random_init(&table->random, options->seed);
	shoe_pack_fill(&table->pack, table->decks, &table->random);
	table->pack.behind_cards = options->behind_cards;
	if (options->dealer)
		table->client = sabot_client_new(options->socket, true, &client_callbacks, table);
	if ((options->log && !shoe_table_queue_log(table, options->log, error)) ||
	    !open_line(table, error)) {
		shoe_table_free(table);
		return NULL;
	}
	return table;
}

static void
event_free(gpointer event)
{
	json_decref(event);
}

void
shoe_table_free(struct shoe_table *table)
{
	g_cancellable_cancel(table->cancellable);
	if (table->timer)
		g_source_remove(table->timer);
	g_clear_pointer(&table->client, sabot_client_unref);
	g_clear_pointer(&table->view, sabot_record_unref);
	shoe_line_free(table->line);
	g_queue_clear_full(&table->todo, event_free);
	g_object_unref(table->cancellable);
	g_main_loop_unref(table->loop);
	if (table->pin)
		explicit_bzero(table->pin, strlen(table->pin));
	free(table->pin);
	g_free(table);
}

bool
shoe_table_run(struct shoe_table *table)
{
	shoe_table_print(table, _("plugged in at %s, driver=%s; seed %" PRIu64),
			 shoe_line_get_address(table->line), table->frames.language->configured,
			 table->options->seed);
	table->timer = g_timeout_add(TICK_MS, on_tick_due, table);
	if (table->client)
		sabot_client_start(table->client);
	g_main_loop_run(table->loop);
	return !table->has_failed;
}

void
shoe_table_stop(struct shoe_table *table)
{
	g_main_loop_quit(table->loop);
}
