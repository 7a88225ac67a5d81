/*
 * Data recorded for each event, besides the rules' own output for rounds and incidents: its
 * amounts, its persons, where its card lay. `place` is the round's first seq, or the event's own.
 */
#include "indexer-private.h"

#include "case-program-id.h"
#include "engine/games/blackjack.h"
#include "engine/games/settle.h"
#include "snapshot.h"
#include "store/db/statements.h"
#include "store/log/log.h"

#include <string.h>
#include <time.h>

/* Whichever is first; a log's first events cost much more than later ones. */
enum { INDEXER_BATCH_EVENTS = 4000, INDEXER_BATCH_MS = 50 };

#define HOUSE "house"

const char *
sabot_indexer_program(void)
{
	return SABOT_VERSION " " SABOT_CASE_PROGRAM_ID;
}

static void
free_log(gpointer data)
{
	struct sabot_index_log *log = data;

	sabot_playback_free(log->playback);
	g_array_unref(log->cards);
	g_hash_table_unref(log->on_duty);
	g_clear_pointer(&log->state, g_bytes_unref);
	g_free(log->name);
	g_free(log);
}

struct sabot_indexer *
sabot_indexer_new(struct sabot_db *db, struct sabot_db *index, const char *profiles_dir)
{
	struct sabot_indexer *indexer = g_new0(struct sabot_indexer, 1);

	indexer->db = db;
	indexer->index = index;
	indexer->profiles_dir = g_strdup(profiles_dir);
	indexer->logs = g_ptr_array_new_with_free_func(free_log);
	return indexer;
}

void
sabot_indexer_free(struct sabot_indexer *indexer)
{
	if (!indexer)
		return;
	g_ptr_array_unref(indexer->logs);
	g_free(indexer->profiles_dir);
	g_free(indexer);
}

/* What is said after a round's end is said about it. */
static bool
is_about_last(const struct sabot_index_log *log, const struct sabot_playback_event *event)
{
	return log->last.number &&
	       (log->has_reported || event->event.type == SABOT_EVENT_PAID ||
		event->event.type == SABOT_EVENT_CALL || event->event.type == SABOT_EVENT_RULING);
}

/* Where an event stands: in the round in play, in the one just over, or by itself. */
static int64_t
row_of_event(const struct sabot_index_log *log, const struct sabot_playback_event *event)
{
	if (log->open.number)
		return log->open.place;
	return is_about_last(log, event) ? log->last.place : event->record->seq;
}

static bool
record_duty(struct sabot_index_log *log, int64_t place)
{
	GHashTableIter iter;
	gpointer person;

	g_hash_table_iter_init(&iter, log->on_duty);
	while (g_hash_table_iter_next(&iter, NULL, &person)) {
		if (!sabot_index_put_person(log->indexer->index, person, place, &log->error))
			return false;
	}
	return true;
}

static void
change_duty(struct sabot_index_log *log, const struct sabot_event_line *line)
{
	if (!line->who || !line->post)
		return;
	if (!line->is_off)
		g_hash_table_insert(log->on_duty, g_strdup(line->post), g_strdup(line->who));
	else if (g_strcmp0(g_hash_table_lookup(log->on_duty, line->post), line->who) == 0)
		g_hash_table_remove(log->on_duty, line->post);
}

/* What an amount is about: a payment the round just closed, a correction round `number`. */
static int64_t
row_of_amount(struct sabot_index_log *log, const struct sabot_playback_event *event, int64_t number)
{
	const struct sabot_table *table = sabot_playback_table(log->playback);
	struct sabot_index_round round;

	if (event->event.type == SABOT_EVENT_CORRECTION && number > 0 &&
	    sabot_index_find_round(log->indexer->index, log->log_id, number, &round, NULL))
		return round.place;
	if (event->event.type == SABOT_EVENT_PAID && log->last.number &&
	    !(table->round.open && table->round.bets_closed))
		return log->last.place;
	return row_of_event(log, event);
}

static bool
record_amount(struct sabot_index_log *log, const struct sabot_playback_event *event,
	      const struct sabot_event_line *line)
{
	int64_t amount_minor = ABS(event->event.amount_minor);

	return amount_minor == 0 ||
	       sabot_index_put_amount(log->indexer->index, amount_minor,
				      row_of_amount(log, event, line->round), &log->error);
}

static int
lay_of(const struct sabot_round_card *card)
{
	switch ((enum sabot_owner)card->owner) {
	case SABOT_OWNER_NONE:
		return SABOT_LAY_ASIDE;
	case SABOT_OWNER_PUNTO:
		return SABOT_LAY_PUNTO;
	case SABOT_OWNER_BANCA:
		return SABOT_LAY_BANCA;
	case SABOT_OWNER_DEALER:
		return SABOT_LAY_DEALER;
	case SABOT_OWNER_PLAYER:
		return card->box;
	}
	return SABOT_LAY_ASIDE;
}

/* A ruling may have read or moved what was noted already. */
static bool
record_cards(struct sabot_index_log *log, const struct sabot_round *round, int64_t place)
{
	struct sabot_db *index = log->indexer->index;

	for (guint i = 0; place == log->last.place && i < log->cards->len; i++) {
		const struct sabot_index_laid *laid =
			&g_array_index(log->cards, struct sabot_index_laid, i);

		if (!sabot_index_drop_card(index, laid->card, place, laid->lay, &log->error))
			return false;
	}
	g_array_set_size(log->cards, 0);
	for (int i = 0; i < round->n_cards; i++) {
		struct sabot_index_laid laid = {round->cards[i].card, lay_of(&round->cards[i])};

		g_array_append_val(log->cards, laid);
		if (!sabot_index_put_card(index, laid.card, place, laid.lay, &log->error))
			return false;
	}
	return true;
}

/* Where the reported round began: it is the one in play, or the last one reported again. */
static struct sabot_index_begun
begun_of(const struct sabot_index_log *log, const struct sabot_round_report *round,
	 const struct sabot_log_record *record)
{
	if (log->open.number == round->number)
		return log->open;
	if (log->last.number == round->number)
		return log->last;
	return (struct sabot_index_begun){round->number, round->load, record->seq, record->n,
					  record->at_us};
}

static bool
record_round(struct sabot_index_log *log, const struct sabot_playback_event *event,
	     const struct sabot_output *output)
{
	const struct sabot_table *table = sabot_playback_table(log->playback);
	const struct sabot_update *update = sabot_playback_update(log->playback);
	const struct sabot_round_report *report = sabot_update_round(update, output);
	const struct sabot_round *round = sabot_table_find_round(table, report->number);
	struct sabot_index_begun begun = begun_of(log, report, event->record);
	struct sabot_index_round row = {
		.place = begun.place,
		.log_id = log->log_id,
		.round = begun.number,
		.load = begun.load,
		.n = begun.n,
		.end_n = event->record->n,
		.at_us = begun.at_us,
		.end_us = event->record->at_us,
	};
	bool is_noted;

	if (report->number < log->last.number)
		return sabot_index_record_older_round(log, update, report);
	sabot_index_write_outcome(update, report, round && round->is_void, &row);
	is_noted = !log->is_writing ||
		   (sabot_index_put_round(log->indexer->index, &row, &log->error) &&
		    (!round || record_cards(log, round, begun.place)) &&
		    record_duty(log, begun.place));
	log->last = begun;
	if (log->open.number == begun.number)
		log->open = (struct sabot_index_begun){0};
	return is_noted;
}

static bool
record_repeat(struct sabot_index_log *log, const struct sabot_log_record *record,
	      const struct sabot_incident *incident)
{
	const struct sabot_field *load = sabot_incident_field(incident, "load");

	return incident->code != SABOT_INCIDENT_REPEATED_ORDER || !load ||
	       sabot_index_put_repeat(log->indexer->index, log->log_id, record->n, load->u.number,
				      &log->error);
}

/* Where an incident's round is: it may be over while the next one is in play. */
static int64_t
row_of_incident(struct sabot_index_log *log, const struct sabot_playback_event *event,
		const struct sabot_incident *incident)
{
	const struct sabot_table *table = sabot_playback_table(log->playback);
	unsigned number = sabot_accounts_find_incident_round(&table->ledger, incident);
	struct sabot_index_round round;

	if (number != 0 && number == log->last.number)
		return log->last.place;
	if (number != 0 && number < log->last.number &&
	    sabot_index_find_round(log->indexer->index, log->log_id, number, &round, NULL))
		return round.place;
	return row_of_event(log, event);
}

static bool
record_incident(struct sabot_index_log *log, const struct sabot_playback_event *event,
		const struct sabot_incident *incident)
{
	const struct sabot_log_record *record = event->record;
	struct sabot_index_incident row = {
		.log_id = log->log_id,
		.incident = incident->id,
		.place = row_of_incident(log, event, incident),
		.n = record->n,
		.at_us = record->at_us,
	};

	g_strlcpy(row.code, sabot_incident_code_to_string(incident->code), sizeof(row.code));
	return !log->is_writing ||
	       (sabot_index_put_incident(log->indexer->index, &row, &log->error) &&
		record_repeat(log, record, incident));
}

/* A round that this event has begun. */
static void
record_begun(struct sabot_index_log *log, const struct sabot_log_record *record)
{
	const struct sabot_round *round = &sabot_playback_table(log->playback)->round;

	if (!round->open)
		log->open = (struct sabot_index_begun){0};
	else if (log->open.number != round->number)
		log->open = (struct sabot_index_begun){round->number, round->load, record->seq,
						       record->n, record->at_us};
}

/* Rounds that end come first: one that begins with the same event takes its place after. */
static bool
record_outputs(struct sabot_index_log *log, const struct sabot_playback_event *event)
{
	const struct sabot_update *update = sabot_derive_last_update(log->playback->derive);

	log->has_reported = false;
	for (unsigned i = 0; i < update->n_outputs; i++) {
		if (update->outputs[i].kind != SABOT_OUTPUT_ROUND)
			continue;
		log->has_reported = true;
		if (!record_round(log, event, &update->outputs[i]))
			return false;
	}
	record_begun(log, event->record);
	for (unsigned i = 0; i < update->n_outputs; i++) {
		if (update->outputs[i].kind == SABOT_OUTPUT_INCIDENT &&
		    !record_incident(log, event, &update->outputs[i].u.incident))
			return false;
	}
	return true;
}

static bool
record_load(struct sabot_index_log *log, const struct sabot_log_record *record)
{
	const struct sabot_index_load row = {
		.log_id = log->log_id,
		.load = sabot_playback_table(log->playback)->load.number,
		.seq = record->seq,
		.n = record->n,
		.at_us = record->at_us,
		.rounds = log->rounds,
		.incidents = log->incidents,
	};

	return sabot_index_put_load(log->indexer->index, &row, log->state, &log->error);
}

/* A card that lies in no round: burned, or out of turn. */
static bool
record_loose_card(struct sabot_index_log *log, const struct sabot_playback_event *event)
{
	if (event->event.type != SABOT_EVENT_CARD || log->open.number)
		return true;
	return sabot_index_put_card(log->indexer->index, event->event.card, event->record->seq,
				    SABOT_LAY_ASIDE, &log->error);
}

/* A decision about a round, whenever it was taken. */
static bool
record_decision(struct sabot_index_log *log, const struct sabot_playback_event *event,
		const struct sabot_event_line *line)
{
	return (event->event.type != SABOT_EVENT_RULING &&
		event->event.type != SABOT_EVENT_CORRECTION) ||
	       sabot_index_record_said(log, line, log->name, event->record->n);
}

static bool
before_event(struct sabot_playback *playback, struct sabot_playback_event *event, void *data)
{
	const struct sabot_table *table = sabot_playback_table(playback);
	struct sabot_index_log *log = data;

	g_clear_pointer(&log->state, g_bytes_unref);
	if (event->event.type != SABOT_EVENT_LOAD || !log->is_writing)
		return true;
	log->state = sabot_snapshot_pack(table);
	log->rounds = table->n_rounds;
	log->incidents = table->n_incidents;
	return true;
}

static bool
after_event(struct sabot_playback *playback, const struct sabot_playback_event *event, void *data)
{
	struct sabot_index_log *log = data;
	struct sabot_event_line line;

	(void)playback;
	log->n_indexed++;
	sabot_event_line_read(event->object, &line);
	if (event->event.type == SABOT_EVENT_STAFF)
		change_duty(log, &line);
	if (!record_outputs(log, event))
		return false;
	if (!log->is_writing)
		return true;
	log->done = event->record->n;
	return (!log->state || !sabot_derive_last_update(playback->derive)->applied ||
		record_load(log, event->record)) &&
	       record_loose_card(log, event) && record_amount(log, event, &line) &&
	       record_decision(log, event, &line) &&
	       sabot_index_record_persons(log, &line, row_of_event(log, event));
}

static bool
play(struct sabot_index_log *log, int64_t to_n, GError **error)
{
	const struct sabot_playback_player player = {before_event, after_event, log};
	const struct sabot_walk_range house = {log->log_id, log->done + 1, to_n};
	bool is_played;

	if (log->playback)
		is_played = sabot_playback_play(log->playback, to_n, &player, error);
	else
		is_played = sabot_walk_log(log->indexer->db, &house, sabot_index_on_house_record,
					   log, error);
	if (!is_played || !log->error)
		return is_played;
	g_propagate_error(error, g_steal_pointer(&log->error));
	return false;
}

/* A table's log comes to where the index ends; the house log counts its findings up to there. */
static bool
come_to_end(struct sabot_index_log *log, GError **error)
{
	const struct sabot_walk_range known = {log->log_id, 1, log->done + 1};
	int64_t first_n;

	log->is_writing = false;
	if (!log->playback)
		return sabot_walk_log(log->indexer->db, &known, sabot_index_on_house_record, log,
				      error);
	if (!sabot_log_get_first_n(log->indexer->db, log->log_id, &first_n, error))
		return false;
	log->done = MAX(log->done, first_n - 1);
	if (!sabot_playback_seek_part(log->playback, log->done + 1, error) ||
	    !play(log, log->done + 1, error) ||
	    !sabot_index_check_whole(log->indexer->index, log->log_id, log->last.number,
				     sabot_playback_table(log->playback)->n_incidents, error))
		return false;
	log->is_writing = true;
	return true;
}

static struct sabot_index_log *
open_log(struct sabot_indexer *indexer, const char *name, GError **error)
{
	struct sabot_index_log *log = g_new0(struct sabot_index_log, 1);

	log->indexer = indexer;
	log->name = g_strdup(name);
	log->cards = g_array_new(FALSE, FALSE, sizeof(struct sabot_index_laid));
	log->on_duty = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (sabot_log_get_id(indexer->db, name, &log->log_id, error) &&
	    sabot_index_get_done(indexer->index, log->log_id, &log->done, error) &&
	    sabot_index_check_whole(indexer->index, log->log_id, 0, 0, error) &&
	    (strcmp(name, HOUSE) == 0 ||
	     (log->playback =
		      sabot_playback_new(indexer->db, NULL, name, indexer->profiles_dir, error)))) {
		g_ptr_array_add(indexer->logs, log);
		return log;
	}
	free_log(log);
	return NULL;
}

static struct sabot_index_log *
get_log(struct sabot_indexer *indexer, const char *name)
{
	for (guint i = 0; i < indexer->logs->len; i++) {
		struct sabot_index_log *log = g_ptr_array_index(indexer->logs, i);

		if (strcmp(log->name, name) == 0)
			return log;
	}
	return NULL;
}

bool
sabot_indexer_is_stuck(struct sabot_indexer *indexer, const char *name)
{
	const struct sabot_index_log *log = get_log(indexer, name);

	return log && log->is_stuck;
}

/* Faults of a log are reported once; those of the index end it. */
static bool
pass_over(struct sabot_index_log *log, GError *failure, GError **error)
{
	if (failure->domain == SABOT_STORE_ERROR) {
		g_propagate_error(error, failure);
		return false;
	}
	g_warning("of %s nothing after event %" G_GINT64_FORMAT " can be looked into: %s",
		  log->name, log->done, failure->message);
	g_error_free(failure);
	log->is_stuck = true;
	return true;
}

/* At most so many of the log's next events, with their rows. */
static bool
index_events(struct sabot_index_log *log, int64_t last_n, int64_t n_events, GError **error)
{
	int64_t to_n = MIN(last_n, log->done + n_events) + 1;
	GError *failure = NULL;

	log->n_indexed = 0;
	return (play(log, to_n, &failure) || pass_over(log, g_steal_pointer(&failure), error)) &&
	       sabot_index_set_done(log->indexer->index, log->log_id, log->done, error);
}

/* Where the log ends; the log is opened when there is anything to take in. */
static bool
prepare(struct sabot_indexer *indexer, const char *name, struct sabot_index_log **ret_log,
	int64_t *ret_last, GError **error)
{
	struct sabot_index_log *log = get_log(indexer, name);
	GError *failure = NULL;

	if (!log)
		log = open_log(indexer, name, error);
	if (!log || !sabot_log_get_last_n(indexer->db, log->log_id, ret_last, error))
		return false;
	*ret_log = log;
	if (log->is_stuck || log->is_ready || log->done >= *ret_last)
		return true;
	log->is_ready = true;
	return come_to_end(log, &failure) || pass_over(log, failure, error);
}

/* The batch's transaction, once there is something to write: nothing else waits for a lock. */
static bool
begin(struct sabot_db *index, GError **error)
{
	return !sqlite3_get_autocommit(index->handle) ||
	       sabot_statement_run(index, SABOT_STATEMENT_BEGIN, error);
}

static bool
end(struct sabot_db *index, GError **error)
{
	return sqlite3_get_autocommit(index->handle) ||
	       sabot_statement_run(index, SABOT_STATEMENT_COMMIT, error);
}

/* Of this thread's processor, so that a busy machine does not make for more batches. */
static int64_t
get_worked_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Of one log after the other, until the batch is full. */
static bool
index_batch(struct sabot_indexer *indexer, const GPtrArray *names, int64_t *ret_n_events,
	    GError **error)
{
	int64_t end_ms = get_worked_ms() + INDEXER_BATCH_MS;

	for (guint i = 0; i < names->len && *ret_n_events < INDEXER_BATCH_EVENTS &&
			  (*ret_n_events == 0 || get_worked_ms() < end_ms);
	     i++) {
		struct sabot_index_log *log;
		int64_t last_n;

		if (!prepare(indexer, g_ptr_array_index(names, i), &log, &last_n, error))
			return false;
		if (log->is_stuck || log->done >= last_n)
			continue;
		if (!begin(indexer->index, error) ||
		    !index_events(log, last_n, INDEXER_BATCH_EVENTS - *ret_n_events, error))
			return false;
		*ret_n_events += log->n_indexed;
	}
	return true;
}

/*
 * One transaction, also of many logs with a few events each: what is synced for the index is a
 * commit of the log's that waits.
 */
bool
sabot_indexer_go_on(struct sabot_indexer *indexer, int64_t *ret_n_events, GError **error)
{
	g_autoptr(GPtrArray) names = sabot_log_list(indexer->db, error);

	*ret_n_events = 0;
	if (!names)
		return false;
	if (index_batch(indexer, names, ret_n_events, error) && end(indexer->index, error))
		return true;
	if (!sqlite3_get_autocommit(indexer->index->handle))
		sabot_statement_run(indexer->index, SABOT_STATEMENT_ROLLBACK, NULL);
	return false;
}
