/* One table for its dealer: see dealer-table.h. */
#include "dealer-table.h"

#include "dealer-bets-keys.h"
#include "dealer-event.h"
#include "dealer-lookup.h"
#include "dealer-mend.h"
#include "dealer-payments.h"
#include "dealer-payments-keys.h"
#include "dealer-reading.h"
#include "dealer-refusal.h"
#include "gui/model/table-need.h"
#include "text/words.h"

#include <string.h>

struct _SabotDealerTable {
	GObject parent_instance;
	char *name;
	SabotFeed *feed;
	SabotTableItem *item;         /* NULL until the daemon sent it */
	struct sabot_wire_view *view; /* as shown: keys and models are derived from it; or NULL */
	guint refresh_idle;           /* something has arrived since; 0 = nothing */
	GPtrArray *keys;
	int64_t dispute; /* as shown: that incident's number, or 0 */
	bool is_early;   /* likewise: a card came before the bets were closed */
	struct sabot_dealer_refusal *refusal;
	gboolean tracks_stakes;
	enum sabot_dealer_practice practice;
	struct sabot_dealer_undo undo;
	struct sabot_dealer_sent sent;
	struct sabot_dealer_reading reading;
	struct sabot_dealer_lookup *lookup;
	struct sabot_dealer_stakes *stakes;
	struct sabot_dealer_payments *payments;
	struct sabot_dealer_bets *bets;
	struct sabot_dealer_mend *mend;
	int64_t number; /* number typed between two loads; -1 = none */
	enum sabot_wire_phase number_phase;
};

/* A request under way keeps its table alive. */
struct press {
	SabotDealerTable *table;
	json_t *event;
	char *stake; /* the stake that it changes, as named by dealer-stakes.h; or NULL */
	struct sabot_dealer_reading reading; /* the card that it names; if none, unread is NULL */
};

enum { SIGNAL_CHANGED, SIGNAL_LOGIN_WANTED, SIGNAL_SENDING, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotDealerTable, sabot_dealer_table, G_TYPE_OBJECT)

static void
sabot_dealer_table_finalize(GObject *object)
{
	SabotDealerTable *table = SABOT_DEALER_TABLE(object);

	g_clear_handle_id(&table->refresh_idle, g_source_remove);
	if (table->item)
		g_signal_handlers_disconnect_by_data(table->item, table);
	g_clear_object(&table->item);
	sabot_record_unref(table->view);
	g_signal_handlers_disconnect_by_data(table->feed, table);
	g_signal_handlers_disconnect_by_data(sabot_feed_get_tables(table->feed), table);
	g_object_unref(table->feed);
	g_ptr_array_unref(table->keys);
	sabot_dealer_bets_free(table->bets);
	sabot_dealer_stakes_free(table->stakes);
	sabot_dealer_payments_free(table->payments);
	sabot_dealer_lookup_free(table->lookup);
	sabot_dealer_mend_free(table->mend);
	sabot_dealer_reading_clear(&table->reading);
	sabot_dealer_sent_clear(&table->sent);
	sabot_dealer_refusal_free(table->refusal);
	g_free(table->name);
	G_OBJECT_CLASS(sabot_dealer_table_parent_class)->finalize(object);
}

static void
sabot_dealer_table_class_init(SabotDealerTableClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_dealer_table_finalize;
	signals[SIGNAL_CHANGED] =
		g_signal_new("changed", SABOT_TYPE_DEALER_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_LOGIN_WANTED] =
		g_signal_new("login-wanted", SABOT_TYPE_DEALER_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_SENDING] =
		g_signal_new("sending", SABOT_TYPE_DEALER_TABLE, G_SIGNAL_RUN_LAST, 0,
			     g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
			     G_TYPE_POINTER);
}

/* `why` is transferred. */
static void
set_refusal(SabotDealerTable *table, char *why)
{
	sabot_dealer_refusal_set(table->refusal, why, table->view ? table->view->n : 0);
}

static void
sabot_dealer_table_init(SabotDealerTable *table)
{
	table->keys = g_ptr_array_new();
	table->number = -1;
	table->stakes = sabot_dealer_stakes_new();
}

static void
update_models(SabotDealerTable *table, const struct sabot_wire_view *view)
{
	sabot_dealer_lookup_update(table->lookup, view);
	if (view->phase != table->number_phase)
		table->number = -1;
	table->number_phase = view->phase;
	sabot_dealer_payments_update(table->payments, view, sabot_dealer_refusal_is(table->refusal),
				     table->dispute != 0);
	sabot_dealer_stakes_update(table->stakes, view);
	sabot_dealer_bets_update(table->bets, view, sabot_dealer_lookup_get_rules(table->lookup));
}

/* Rebuild keys and models from the current view. */
static void
fill(SabotDealerTable *table)
{
	const struct sabot_wire_view *view = table->view;
	const struct sabot_wire_rules *rules = sabot_dealer_lookup_get_rules(table->lookup);
	struct sabot_dealer_state state = {.decks = rules ? rules->decks : 0,
					   .n_boxes = rules ? rules->boxes : 0,
					   .is_by_hand = sabot_dealer_table_needs_cards(table),
					   .practice = table->practice,
					   .is_disputed = table->dispute != 0};
	g_autofree char *said = NULL, *refusal = NULL;
	char card[SABOT_TEXT_CARD_SIZE];
	json_t *again;

	sabot_dealer_refusal_drop_old(table->refusal, view->n);
	sabot_dealer_reading_check(&table->reading, view);
	if (table->reading.unread)
		state.reading = sabot_text_card_sign(table->reading.card, card);
	state.reads_again = table->reading.is_again;
	update_models(table, view);
	state.number = table->number;
	again = table->tracks_stakes ? sabot_dealer_bets_repeat_events(table->bets) : NULL;
	state.again = sabot_dealer_payments_is_done(table->payments) ? again : NULL;
	state.can_undo = sabot_dealer_undo_can(&table->undo, view->n);
	said = sabot_dealer_bets_fill(table->bets, view, &state);
	g_ptr_array_unref(table->keys);
	table->keys = sabot_dealer_keys(view, &state);
	/* Chips of the next round were laid after the payments of the last one. */
	sabot_dealer_payments_add_keys(table->payments,
				       state.can_undo && view->phase == SABOT_WIRE_PHASE_BETTING,
				       table->keys);
	sabot_dealer_mend_fill(table->mend, view, table->keys, table->is_early, &refusal);
	if (refusal)
		set_refusal(table, g_steal_pointer(&refusal));
	json_decref(again);
}

static int64_t
find_dispute(SabotDealerTable *table)
{
	const struct sabot_wire_incident *dispute = sabot_dealer_table_get_dispute(table);

	return dispute ? dispute->id : 0;
}

static bool
has_early_card(SabotDealerTable *table)
{
	return sabot_dealer_table_find_incident(table, "card_before_no_more_bets") != NULL;
}

/* Refresh at once after an action at this display, because the next touch builds on it. */
static void
refresh(SabotDealerTable *table)
{
	struct sabot_wire_view *before = table->view;

	g_clear_handle_id(&table->refresh_idle, g_source_remove);
	if (table->item)
		table->view = sabot_record_ref((gpointer)sabot_table_item_get_view(table->item));
	if (table->view) {
		if (!sabot_dealer_table_is_stale(table))
			sabot_dealer_refusal_settle(table->refusal, table->view->n);
		table->dispute = find_dispute(table);
		table->is_early = has_early_card(table);
		fill(table);
	}
	g_signal_emit(table, signals[SIGNAL_CHANGED], 0);
	if (table->item)
		sabot_record_unref(before);
}

static gboolean
on_refresh_due(gpointer data)
{
	SabotDealerTable *table = data;

	table->refresh_idle = 0;
	refresh(table);
	return G_SOURCE_REMOVE;
}

/* Refresh for data from the daemon: a step, its incidents and the answer to a press arrive
 * together. It runs before the next frame is laid out, and so costs no time. */
static void
refresh_soon(SabotDealerTable *table)
{
	if (!table->refresh_idle)
		table->refresh_idle =
			g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_refresh_due, table, NULL);
}

/* Most changes concern other tables. */
static void
on_incidents_changed(SabotDealerTable *table)
{
	if (find_dispute(table) != table->dispute || has_early_card(table) != table->is_early)
		refresh_soon(table);
}

static void
on_step_came(SabotDealerTable *table, const struct sabot_wire_step *step)
{
	if (strcmp(step->table, table->name) == 0 &&
	    sabot_dealer_refusal_step(table->refusal, step))
		refresh_soon(table);
}

/* The table may have been added. */
static void
on_tables_changed(GListModel *tables, guint position, guint n_removed, guint n_added, gpointer data)
{
	SabotDealerTable *table = data;

	(void)n_removed;
	for (guint i = position; !table->item && i < position + n_added; i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);

		if (strcmp(sabot_table_item_get_name(item), table->name) != 0)
			continue;
		table->item = g_steal_pointer(&item);
		g_signal_connect_swapped(table->item, "changed", G_CALLBACK(refresh_soon), table);
		refresh_soon(table);
	}
}

static void
on_lookup_changed(GObject *owner)
{
	refresh_soon(SABOT_DEALER_TABLE(owner));
}

static void
send_of_model(gpointer owner, json_t *event)
{
	if (sabot_dealer_event_is(event, "no_more_bets"))
		sabot_dealer_table_send_once(owner, event);
	else
		sabot_dealer_table_send(owner, event);
}

static void
on_model_changed(gpointer owner)
{
	refresh(owner);
}

SabotDealerTable *
sabot_dealer_table_new(const char *path, const char *name)
{
	SabotDealerTable *table = g_object_new(SABOT_TYPE_DEALER_TABLE, NULL);

	table->name = g_strdup(name);
	table->feed = sabot_feed_new(path);
	table->lookup = sabot_dealer_lookup_new(sabot_feed_get_client(table->feed), name,
						G_OBJECT(table), on_lookup_changed);
	table->mend = sabot_dealer_mend_new(&(struct sabot_dealer_mend_owner){
		G_OBJECT(table), sabot_feed_get_client(table->feed), name, on_lookup_changed});
	table->bets = sabot_dealer_bets_new(&(struct sabot_dealer_bets_owner){
		.owner = table,
		.send = send_of_model,
		.on_changed = on_model_changed,
		.stakes = table->stakes,
	});
	table->refusal = sabot_dealer_refusal_new(sabot_feed_get_session(table->feed), table,
						  on_model_changed);
	table->payments = sabot_dealer_payments_new(&(struct sabot_dealer_payments_owner){
		.owner = table,
		.send = send_of_model,
		.on_changed = on_model_changed,
	});
	g_signal_connect_swapped(table->feed, "step-came", G_CALLBACK(on_step_came), table);
	g_signal_connect_swapped(table->feed, "state-changed", G_CALLBACK(refresh_soon), table);
	g_signal_connect_swapped(table->feed, "incidents-changed", G_CALLBACK(on_incidents_changed),
				 table);
	g_signal_connect(sabot_feed_get_tables(table->feed), "items-changed",
			 G_CALLBACK(on_tables_changed), table);
	return table;
}

void
sabot_dealer_table_start(SabotDealerTable *table)
{
	sabot_feed_start(table->feed);
}

const char *
sabot_dealer_table_get_name(SabotDealerTable *table)
{
	return table->name;
}

SabotFeed *
sabot_dealer_table_get_feed(SabotDealerTable *table)
{
	return table->feed;
}

const struct sabot_wire_view *
sabot_dealer_table_get_view(SabotDealerTable *table)
{
	return table->view;
}

gboolean
sabot_dealer_table_is_stale(SabotDealerTable *table)
{
	return !table->item || sabot_table_item_get_stale(table->item);
}

const char *
sabot_dealer_table_get_refusal(SabotDealerTable *table)
{
	return sabot_dealer_refusal_get(table->refusal);
}

const GPtrArray *
sabot_dealer_table_get_keys(SabotDealerTable *table)
{
	return table->keys;
}

static void
on_reply(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct press *press = data;
	SabotDealerTable *table = press->table;
	int64_t at_n = sabot_dealer_event_number(ok);

	(void)client;
	sabot_dealer_refusal_end(table->refusal, press->event, error,
				 table->view ? table->view->n : 0);
	if (ok)
		sabot_dealer_undo_count(&table->undo, sabot_dealer_event_is(press->event, "undo"),
					sabot_dealer_event_can_be_undone(press->event), at_n);
	if (ok && press->reading.unread) {
		sabot_dealer_reading_clear(&table->reading);
		table->reading = press->reading;
		press->reading.unread = NULL;
	}
	if (press->stake)
		sabot_dealer_stakes_end(table->stakes, press->stake, at_n);
	/* The effect is shown with the event's step, which may arrive later. */
	if (!ok || !table->view || table->view->n >= at_n)
		refresh_soon(table);
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_LOGIN_WANTED))
		g_signal_emit(table, signals[SIGNAL_LOGIN_WANTED], 0);
	sabot_dealer_sent_end(&table->sent, press->event, at_n);
	json_decref(press->event);
	sabot_record_unref(press->reading.unread);
	g_object_unref(table);
	g_free(press->stake);
	g_free(press);
}

void
sabot_dealer_table_refuse(SabotDealerTable *table, const char *why)
{
	set_refusal(table, g_strdup(why));
	g_signal_emit(table, signals[SIGNAL_CHANGED], 0);
}

void
sabot_dealer_table_forget_refusal(SabotDealerTable *table)
{
	sabot_dealer_refusal_forget(table->refusal);
}

void
sabot_dealer_table_refuse_stale(SabotDealerTable *table)
{
	sabot_dealer_refusal_set_unsent(table->refusal);
	g_signal_emit(table, signals[SIGNAL_CHANGED], 0);
}

void
sabot_dealer_table_require_login(SabotDealerTable *table)
{
	g_signal_emit(table, signals[SIGNAL_LOGIN_WANTED], 0);
}

void
sabot_dealer_table_set_tracks_stakes(SabotDealerTable *table, gboolean tracks_stakes)
{
	table->tracks_stakes = tracks_stakes;
	sabot_dealer_bets_set_tracks_stakes(table->bets, tracks_stakes);
	refresh(table);
}

void
sabot_dealer_table_press_key(SabotDealerTable *table, const struct sabot_dealer_key *key)
{
	if (key->place == SABOT_DEALER_PLACE_UNDO && table->view &&
	    sabot_dealer_sent_has_step(&table->sent, table->view->n)) {
		sabot_dealer_table_send_once(table, sabot_dealer_undo_event());
	} else if (sabot_dealer_bets_press(table->bets, table->view, key) ||
		   sabot_dealer_payments_press_key(table->payments, key) ||
		   sabot_dealer_mend_press(table->mend, key)) {
		return;
	} else if (key->task == SABOT_DEALER_KEY_READS_AGAIN) {
		table->reading.is_again = !table->reading.is_again;
		refresh(table);
	} else if (json_is_array(key->event)) {
		sabot_dealer_table_send_all(table, json_incref(key->event));
	} else {
		sabot_dealer_table_send_once(table, json_incref(key->event));
	}
}

/* `event` and the card of `reading` are transferred. */
static void
send_reading(SabotDealerTable *table, json_t *event, const struct sabot_dealer_reading *reading)
{
	json_t *args = json_pack("{s:s, s:O}", "table", table->name, "event", event);
	struct press *press;
	gboolean is_handled = FALSE;

	g_signal_emit(table, signals[SIGNAL_SENDING], 0, event, &is_handled);
	if (is_handled) {
		sabot_dealer_sent_end(&table->sent, event, 0);
		json_decref(args);
		json_decref(event);
		sabot_record_unref(reading->unread);
		return;
	}
	sabot_dealer_refusal_begin(table->refusal, event, table->view ? table->view->n : 0);
	press = g_new0(struct press, 1);
	press->table = g_object_ref(table);
	press->event = json_incref(event);
	press->reading = *reading;
	press->stake = sabot_dealer_stakes_begin(table->stakes, event);
	sabot_client_request(sabot_feed_get_client(table->feed), "event", args, NULL, on_reply,
			     press);
	json_decref(args);
	json_decref(event);
}

void
sabot_dealer_table_send(SabotDealerTable *table, json_t *event)
{
	send_reading(table, event, &(struct sabot_dealer_reading){0});
}

void
sabot_dealer_table_send_once(SabotDealerTable *table, json_t *event)
{
	if (sabot_dealer_sent_begin(&table->sent, event, table->view ? table->view->n : 0))
		sabot_dealer_table_send(table, event);
	else
		json_decref(event);
}

struct sabot_dealer_mend *
sabot_dealer_table_get_mend(SabotDealerTable *table)
{
	return table->mend;
}

struct sabot_dealer_payments *
sabot_dealer_table_get_payments(SabotDealerTable *table)
{
	return table->payments;
}

struct sabot_dealer_bets *
sabot_dealer_table_get_bets(SabotDealerTable *table)
{
	return table->bets;
}

const struct sabot_wire_rules *
sabot_dealer_table_get_rules(SabotDealerTable *table)
{
	return sabot_dealer_lookup_get_rules(table->lookup);
}

void
sabot_dealer_table_set_rules(SabotDealerTable *table, struct sabot_wire_rules *rules)
{
	sabot_dealer_lookup_set_rules(table->lookup, rules);
}

gboolean
sabot_dealer_table_send_all(SabotDealerTable *table, json_t *events)
{
	json_t *event;
	size_t i;

	json_array_foreach(events, i, event)
		sabot_dealer_table_send(table, json_incref(event));
	json_decref(events);
	return i > 0;
}

const struct sabot_wire_incident *
sabot_dealer_table_find_incident(SabotDealerTable *table, const char *code)
{
	return table->view ? sabot_incident_list_find_open(sabot_feed_get_incidents(table->feed),
							   table->name, table->view->load, code)
			   : NULL;
}

const struct sabot_wire_unread *
sabot_dealer_table_get_unread(SabotDealerTable *table)
{
	if (table->reading.is_again)
		return table->reading.unread;
	return table->view ? table->view->unread : NULL;
}

void
sabot_dealer_table_read_as(SabotDealerTable *table, struct sabot_card card)
{
	const struct sabot_wire_unread *unread = sabot_dealer_table_get_unread(table);
	struct sabot_dealer_reading reading;
	json_t *event;

	if (!unread)
		return;
	reading = sabot_dealer_reading_new(table->view, unread, card);
	event = sabot_dealer_reading_event(&reading);
	if (sabot_dealer_sent_begin(&table->sent, event, table->view->n)) {
		table->reading.is_again = FALSE;
		send_reading(table, event, &reading);
		refresh(table);
	} else {
		json_decref(event);
		sabot_dealer_reading_clear(&reading);
	}
}

const struct sabot_wire_incident *
sabot_dealer_table_get_dispute(SabotDealerTable *table)
{
	return sabot_dealer_table_find_incident(table, "dispute");
}

gboolean
sabot_dealer_table_needs_cards(SabotDealerTable *table)
{
	if (!table->view || table->view->phase == SABOT_WIRE_PHASE_NO_LOAD ||
	    table->practice != SABOT_DEALER_NO_PRACTICE)
		return FALSE;
	return !table->view->device || sabot_table_is_shoe_down(table->view);
}

gboolean
sabot_dealer_table_is_prepared(SabotDealerTable *table, const char *step)
{
	return sabot_dealer_lookup_is_prepared(table->lookup, step);
}

int64_t
sabot_dealer_table_get_number(SabotDealerTable *table)
{
	return table->number;
}

void
sabot_dealer_table_set_practice(SabotDealerTable *table, enum sabot_dealer_practice practice)
{
	if (table->practice == practice)
		return;
	table->practice = practice;
	refresh(table);
}

void
sabot_dealer_table_set_number(SabotDealerTable *table, int64_t number)
{
	if (table->number == number)
		return;
	table->number = number;
	refresh(table);
}
