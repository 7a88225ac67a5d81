/*
 * Two checkpoints of one database are compared by their numbers, by what they cover, and by the
 * logs that both name: numbers, events and logs only grow. The events that a regular restore of a
 * backup took back are not a second past, because the statements name the restore.
 */
#include "handover.h"
#include "store/log/log.h"
#include "store/log/move-events.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/proof/witness.h"

#include <string.h>

const char sabot_handover_two_pasts[] =
	"its database is not the one that it was when it gave a table here: there are two of it";

/* What a house log says of tables that went and came. */
struct history {
	const char *table; /* whose last `given` ends what counts; NULL: all counts */
	int64_t first_n;   /* of the log, as far as it is here */
	GPtrArray *events; /* of struct sabot_move_event, in their order; the others borrow */
	GPtrArray *given;
	GPtrArray *received; /* of those with a checkpoint */
	GPtrArray *restored, *replaced;
	const struct sabot_move_event *is_given; /* the table's own, of `given`; NULL: it is here */
	guint n_given, n_received;               /* before that */
};

/* One side of a comparison: a checkpoint, and what was said with it. */
struct side {
	struct sabot_checkpoint *checkpoint;
	struct sabot_chain_hash sealed;
	struct sabot_witness *witness; /* or NULL */
};

static void
init_history(struct history *history)
{
	history->given = g_ptr_array_new();
	history->received = g_ptr_array_new();
	history->restored = g_ptr_array_new();
	history->replaced = g_ptr_array_new();
}

static void
clear_history(struct history *history)
{
	g_ptr_array_unref(history->given);
	g_ptr_array_unref(history->received);
	g_ptr_array_unref(history->restored);
	g_ptr_array_unref(history->replaced);
	g_clear_pointer(&history->events, g_ptr_array_unref);
}

static void
record_move(struct history *history, struct sabot_move_event *event)
{
	bool is_its = g_strcmp0(event->table, history->table) == 0;

	if (is_its)
		history->is_given = NULL;
	if (is_its && event->kind == SABOT_MOVE_GIVEN) {
		history->is_given = event;
		history->n_given = history->given->len;
		history->n_received = history->received->len;
	}
	if (event->kind == SABOT_MOVE_GIVEN)
		g_ptr_array_add(history->given, event);
	else if (event->kind == SABOT_MOVE_TAKING && event->note)
		g_ptr_array_add(history->received, event);
}

static void
record_event(struct history *history, struct sabot_move_event *event)
{
	switch (event->kind) {
	case SABOT_MOVE_GIVEN:
	case SABOT_MOVE_TAKING:
	case SABOT_MOVE_TAKEN:
		record_move(history, event);
		break;
	case SABOT_MOVE_RESTORED:
		g_ptr_array_add(history->restored, event);
		break;
	case SABOT_MOVE_REPLACED:
		g_ptr_array_add(history->replaced, event);
		break;
	}
}

/* The log's first event that is here. */
static bool
record_first(G_GNUC_UNUSED int64_t seq, int64_t n, G_GNUC_UNUSED const char *line, void *data)
{
	*(int64_t *)data = n;
	return false;
}

static bool
read_history(struct sabot_db *db, struct history *history, GError **error)
{
	const struct sabot_log_range range = {.table = "house", .from_n = 1, .to_n = INT64_MAX};

	history->events = sabot_move_events_read(db, error);
	if (!history->events || !sabot_log_read(db, &range, record_first, &history->first_n, error))
		return false;
	for (guint i = 0; i < history->events->len; i++)
		record_event(history, g_ptr_array_index(history->events, i));
	if (!history->is_given) {
		history->n_given = history->given->len;
		history->n_received = history->received->len;
	}
	return true;
}

/*
 * Giving.
 */

static bool
add_restored(struct sabot_db *db, struct sabot_witness *witness, int64_t seq, GError **error)
{
	struct sabot_witness_line line = {0};
	struct sabot_seal seal;

	if (!sabot_seal_find(db, seq, &line.checkpoint, error) ||
	    !sabot_seal_read(db, line.checkpoint, &seal, error))
		return false;
	/* Else no checkpoint is over it yet. */
	line.at_us = seal.number > 0 ? seal.at_us : g_get_real_time();
	g_array_append_val(witness->restored, line);
	sabot_seal_clear(&seal);
	return true;
}

static void
add_given(struct sabot_witness *witness, const struct sabot_move_event *event)
{
	const char *note = event->note;
	struct sabot_checkpoint *checkpoint = note ? sabot_checkpoint_parse(note, NULL) : NULL;
	struct sabot_witness_line line = {0};

	if (!checkpoint)
		return;
	line.checkpoint = checkpoint->number;
	line.sealed = sabot_chain_digest(note, strlen(note));
	g_array_append_val(witness->given, line);
	sabot_checkpoint_free(checkpoint);
}

static bool
read_restored(const struct history *history, struct sabot_db *db, struct sabot_witness *witness,
	      GError **error)
{
	for (guint i = 0; i < history->restored->len; i++) {
		const struct sabot_move_event *event = g_ptr_array_index(history->restored, i);

		if (!add_restored(db, witness, event->seq, error))
			return false;
	}
	return true;
}

/* What this database can say of itself now. NULL with an error. Transferred. */
static struct sabot_witness *
state(const struct history *history, struct sabot_db *db, GError **error)
{
	struct sabot_witness *witness = sabot_witness_new();
	struct sabot_chain_origin origin;
	struct sabot_seal last = {0};
	bool is_read = sabot_chain_read_origin(db, &origin, error) &&
		       sabot_seal_read_last(db, &last, error) &&
		       (history->first_n <= 1 || sabot_seal_find(db, 1, &witness->since, error)) &&
		       read_restored(history, db, witness, error);

	witness->until = last.number;
	sabot_seal_clear(&last);
	for (guint i = 0; is_read && i < history->n_given; i++)
		add_given(witness, g_ptr_array_index(history->given, i));
	if (is_read) {
		memcpy(witness->database, origin.database, sizeof(witness->database));
		return witness;
	}
	sabot_witness_free(witness);
	return NULL;
}

static bool
add_last(struct sabot_db *db, json_t *header, GError **error)
{
	struct sabot_seal last;

	if (!sabot_seal_read_last(db, &last, error))
		return false;
	if (last.note)
		json_object_set_new(header, "last", json_string(last.note));
	sabot_seal_clear(&last);
	return true;
}

static bool
add_own(const struct history *history, struct sabot_db *db, const struct sabot_key *key,
	json_t *header, GError **error)
{
	const struct sabot_move_event *given = history->is_given;
	struct sabot_witness *witness;
	g_autofree char *note = NULL;

	if (given) {
		json_object_update_new(header, json_pack("{s:s*, s:s*}", "last", given->note,
							 "witness", given->witness));
		return true;
	}
	if (!add_last(db, header, error))
		return false;
	if (!key)
		return true;
	witness = state(history, db, error);
	if (!witness)
		return false;
	note = sabot_witness_sign(witness, key);
	json_object_set_new(header, "witness", json_string(note));
	sabot_witness_free(witness);
	return true;
}

/* Of each database the last one. */
static void
add_known(const struct history *history, json_t *header)
{
	g_autoptr(GHashTable) databases = g_hash_table_new(g_str_hash, g_str_equal);
	json_t *known = json_array();

	for (guint i = history->n_received; i > 0; i--) {
		const struct sabot_move_event *event = g_ptr_array_index(history->received, i - 1);

		if (event->database && g_hash_table_add(databases, event->database))
			json_array_append_new(known, json_string(event->note));
	}
	if (json_array_size(known) > 0)
		json_object_set(header, "known", known);
	json_decref(known);
}

json_t *
sabot_handover_build(struct sabot_db *db, const char *table, const struct sabot_key *key,
		     GError **error)
{
	struct history history = {.table = table};
	json_t *header = json_object();
	bool is_built;

	init_history(&history);
	is_built = read_history(db, &history, error) && add_own(&history, db, key, header, error);
	if (is_built)
		add_known(&history, header);
	clear_history(&history);
	if (is_built)
		return header;
	json_decref(header);
	return NULL;
}

/*
 * Taking: the giver's past.
 */

static void
clear_side(struct side *side)
{
	sabot_checkpoint_free(side->checkpoint);
	sabot_witness_free(side->witness);
}

/* A statement about another database is none. */
static struct sabot_witness *
read_witness(const char *text, const char *database)
{
	struct sabot_witness *witness = text ? sabot_witness_parse(text, NULL) : NULL;
	uint8_t id[SABOT_CHAIN_DATABASE_BYTES];

	if (witness && sabot_hex_decode(database, id, sizeof(id)) &&
	    memcmp(id, witness->database, sizeof(id)) == 0)
		return witness;
	sabot_witness_free(witness);
	return NULL;
}

static bool
read_side(struct side *side, const char *database, const char *note, const char *witness)
{
	side->checkpoint = note ? sabot_checkpoint_parse(note, NULL) : NULL;
	if (side->checkpoint)
		side->sealed = sabot_chain_digest(note, strlen(note));
	side->witness = read_witness(witness, database);
	return side->checkpoint != NULL;
}

/* Of one log, as two checkpoints name it, the earlier one first. */
static bool
is_log_forked(const struct sabot_checkpoint *earlier, const struct sabot_checkpoint *later)
{
	for (guint i = 0; i < earlier->heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(earlier->heads, i);
		const struct sabot_note_head *then = sabot_checkpoint_find(later, head->log);

		if (then && then->n <= head->n)
			return true;
	}
	return false;
}

/* No database makes both. */
static bool
are_forked(const struct side *one, const struct side *other)
{
	const struct side *earlier =
		one->checkpoint->number <= other->checkpoint->number ? one : other;
	const struct side *later = earlier == one ? other : one;
	int64_t step = later->checkpoint->number - earlier->checkpoint->number;

	if (step == 0)
		return !sabot_chain_is_equal(earlier->sealed, later->sealed);
	return (step == 1 && !sabot_chain_is_equal(later->checkpoint->previous, earlier->sealed)) ||
	       later->checkpoint->seq <= earlier->checkpoint->seq ||
	       is_log_forked(earlier->checkpoint, later->checkpoint);
}

/* The checkpoint names an event of the table that is another one in the file. */
static bool
is_file_forked(const struct sabot_table_file *file, const struct sabot_checkpoint *checkpoint)
{
	const struct sabot_note_head *head = sabot_checkpoint_find(checkpoint, file->table);

	for (guint i = 0; head && i < file->records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(file->records, i);

		if (record->n == head->n)
			return !sabot_chain_is_equal(g_array_index(file->hashes,
								   struct sabot_chain_hash, i),
						     head->hash);
	}
	return false;
}

static bool
has_two_pasts(const struct sabot_table_file *file, const struct side *now, const struct side *then)
{
	const struct sabot_checkpoint *checkpoint = then->checkpoint;
	bool is_restored = sabot_witness_has_restored(now->witness, checkpoint->at_us) ||
			   (now->checkpoint &&
			    sabot_witness_has_restored(then->witness, now->checkpoint->at_us));

	if (is_restored)
		return false;
	if (now->checkpoint && sabot_chain_is_equal(now->sealed, then->sealed))
		return false;
	return (now->checkpoint && are_forked(now, then)) || is_file_forked(file, checkpoint) ||
	       (now->witness &&
		sabot_witness_denies(now->witness, checkpoint->number, then->sealed));
}

/* The checkpoint of another past that the giver once gave; 0: there is none. */
static int64_t
find_other_past(const struct sabot_table_file *file, const struct history *history)
{
	struct side now = {0};
	int64_t number = 0;

	read_side(&now, file->database, file->last, file->witness);
	for (guint i = 0; i < history->received->len && number == 0; i++) {
		const struct sabot_move_event *event = g_ptr_array_index(history->received, i);
		struct side then = {0};

		if (g_strcmp0(event->database, file->database) == 0 &&
		    read_side(&then, file->database, event->note, event->witness) &&
		    has_two_pasts(file, &now, &then))
			number = then.checkpoint->number;
		clear_side(&then);
	}
	clear_side(&now);
	return number;
}

/*
 * Taking: this database's own past.
 */

static bool
is_signed_by_one(const char *note, const GPtrArray *keys)
{
	for (guint i = 0; i < keys->len; i++) {
		if (sabot_note_is_signed_by(note, g_ptr_array_index(keys, i)))
			return true;
	}
	return false;
}

/* It is not the one that stands here. Of one that was archived nothing is said. */
static bool
is_lost(struct sabot_db *db, const char *note, int64_t number, bool *ret_lost, GError **error)
{
	struct sabot_seal seal, last;

	if (!sabot_seal_read(db, number, &seal, error))
		return false;
	if (!sabot_seal_read_last(db, &last, error)) {
		sabot_seal_clear(&seal);
		return false;
	}
	*ret_lost = seal.note ? strcmp(seal.note, note) != 0 : number > last.number;
	sabot_seal_clear(&seal);
	sabot_seal_clear(&last);
	return true;
}

/* The number of the checkpoint, if it is this database's and gone without a backup's doing. */
static bool
judge_known(const char *note, struct sabot_db *db, const struct sabot_witness *own,
	    int64_t *ret_number, GError **error)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, NULL);
	bool is_gone = false, is_judged = true;

	if (checkpoint && memcmp(checkpoint->database, own->database, sizeof(own->database)) == 0 &&
	    !sabot_witness_has_restored(own, checkpoint->at_us))
		is_judged = is_lost(db, note, checkpoint->number, &is_gone, error);
	*ret_number = is_gone ? checkpoint->number : 0;
	sabot_checkpoint_free(checkpoint);
	return is_judged;
}

struct handing {
	const struct sabot_table_file *file;
	struct sabot_db *db;
	const GPtrArray *keys;
};

/* The first checkpoint that is gone; 0: none is. */
static bool
find_lost(const struct handing *handing, const struct history *history, int64_t *ret_number,
	  GError **error)
{
	const struct sabot_table_file *file = handing->file;
	struct sabot_witness *own = state(history, handing->db, error);
	bool is_read = true;

	*ret_number = 0;
	for (size_t i = 0; own && is_read && *ret_number == 0 && i < json_array_size(file->known);
	     i++) {
		const char *note = json_string_value(json_array_get(file->known, i));

		if (note && is_signed_by_one(note, handing->keys))
			is_read = judge_known(note, handing->db, own, ret_number, error);
	}
	is_read = is_read && own;
	sabot_witness_free(own);
	return is_read;
}

static bool
was_found(const struct history *history, const json_t *detail)
{
	for (guint i = 0; i < history->replaced->len; i++) {
		const struct sabot_move_event *event = g_ptr_array_index(history->replaced, i);

		if (json_equal(event->detail, detail))
			return true;
	}
	return false;
}

static json_t *
build_detail(const struct sabot_table_file *file, const char *why, int64_t checkpoint)
{
	return json_pack("{s:s, s:s, s:s, s:I}", "why", why, "key", file->signer, "database",
			 file->database, "checkpoint", (json_int_t)checkpoint);
}

bool
sabot_handover_judge(const struct sabot_table_file *file, struct sabot_db *db,
		     const GPtrArray *keys, struct sabot_handover_verdict *ret_verdict,
		     GError **error)
{
	struct sabot_handover_verdict verdict = {0};
	const struct handing handing = {file, db, keys};
	struct history history = {0};
	int64_t lost, past;
	bool is_judged;

	init_history(&history);
	is_judged =
		read_history(db, &history, error) && find_lost(&handing, &history, &lost, error);
	if (is_judged) {
		past = find_other_past(file, &history);
		verdict.own = lost ? build_detail(file, "witness", lost) : NULL;
		verdict.giver = past ? build_detail(file, "giver", past) : NULL;
		verdict.is_own_new = lost && !was_found(&history, verdict.own);
		verdict.is_giver_new = past && !was_found(&history, verdict.giver);
		*ret_verdict = verdict;
	}
	clear_history(&history);
	return is_judged;
}

void
sabot_handover_verdict_clear(struct sabot_handover_verdict *verdict)
{
	g_clear_pointer(&verdict->giver, json_decref);
	g_clear_pointer(&verdict->own, json_decref);
}
