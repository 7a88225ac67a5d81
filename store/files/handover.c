/*
 * Two checkpoints of one database are compared by their numbers, by what they cover, and by the
 * logs that both name: numbers, events and logs only grow. The events that a regular restore of a
 * backup took back are not a second past, because the statements name the restore.
 */
#include "handover.h"
#include "handover-history.h"
#include "restored.h"
#include "store/log/move-events.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/proof/witness.h"

#include <string.h>

static const char other_past[] =
	"its database is not the one that it was when it gave a table here: there are two of it";
static const char copy_here[] =
	"it comes from a copy of this database, and each went on by itself: there are two of it";

/* One side of a comparison: a checkpoint, and what was said with it. */
struct side {
	struct sabot_checkpoint *checkpoint;
	struct sabot_chain_hash sealed;
	struct sabot_witness *witness; /* or NULL */
};

/*
 * Giving.
 */

static bool
add_restored(struct sabot_db *db, struct sabot_witness *witness,
	     const struct sabot_move_event *event, GError **error)
{
	struct sabot_witness_line line = {.at_us = event->at_us};

	if (!sabot_seal_find(db, event->seq, &line.checkpoint, error))
		return false;
	g_array_append_val(witness->restored, line);
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
read_restored(const struct sabot_handover_history *history, struct sabot_db *db,
	      struct sabot_witness *witness, GError **error)
{
	for (guint i = 0; i < history->restored->len; i++) {
		const struct sabot_move_event *event = g_ptr_array_index(history->restored, i);

		if (!add_restored(db, witness, event, error))
			return false;
	}
	return true;
}

/* `sabotctl restore` wrote this database, and no daemon has recorded it yet. */
static void
add_unrecorded(struct sabot_db *db, struct sabot_witness *witness)
{
	const struct sabot_witness_line line = {.at_us = g_get_real_time()};
	g_autofree char *state_dir = g_path_get_dirname(db->path);
	struct sabot_restored *restored = sabot_restored_read(state_dir);

	if (restored && restored->file && sabot_restored_is_of(restored, db))
		g_array_append_val(witness->restored, line);
	sabot_restored_free(restored);
}

/* What this database can say of itself now. NULL with an error. Transferred. */
static struct sabot_witness *
state(const struct sabot_handover_history *history, struct sabot_db *db, GError **error)
{
	struct sabot_witness *witness = sabot_witness_new();
	struct sabot_chain_origin origin;
	struct sabot_seal last = {0};
	bool is_read = sabot_chain_read_origin(db, &origin, error) &&
		       sabot_seal_read_last(db, &last, error) &&
		       (history->first_n <= 1 || sabot_seal_find(db, 1, &witness->since, error)) &&
		       read_restored(history, db, witness, error);

	if (is_read)
		add_unrecorded(db, witness);
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
add_own(const struct sabot_handover_history *history, struct sabot_db *db,
	const struct sabot_key *key, json_t *header, GError **error)
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
add_known(const struct sabot_handover_history *history, json_t *header)
{
	g_autoptr(GHashTable) databases = g_hash_table_new(g_str_hash, g_str_equal);
	json_t *known = json_array(), *said = json_array();

	for (guint i = history->n_received; i > 0; i--) {
		const struct sabot_move_event *event = g_ptr_array_index(history->received, i - 1);

		if (!event->database || !g_hash_table_add(databases, event->database))
			continue;
		json_array_append_new(known, json_string(event->note));
		json_array_append_new(said, json_string(event->witness ? event->witness : ""));
	}
	if (json_array_size(known) > 0)
		json_object_update_new(header,
				       json_pack("{s:O, s:O}", "known", known, "said", said));
	json_decref(known);
	json_decref(said);
}

json_t *
sabot_handover_build(struct sabot_db *db, const char *table, const struct sabot_key *key,
		     GError **error)
{
	struct sabot_handover_history history = {.table = table};
	json_t *header = json_object();
	bool is_built;

	is_built = sabot_handover_history_read(db, &history, error) &&
		   add_own(&history, db, key, header, error);
	if (is_built)
		add_known(&history, header);
	sabot_handover_history_clear(&history);
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

/* By the book, on the one side after the other. */
static bool
is_restored_since(const struct side *one, const struct side *other)
{
	return one->witness && sabot_witness_has_restored_since(one->witness, other->witness,
								other->checkpoint->at_us);
}

/*
 * By the book, after `then`. A file from before a restore may come after one from behind it: only
 * the clock shows that it was written before that one.
 */
static bool
was_restored(const struct side *now, const struct side *then)
{
	return is_restored_since(now, then) ||
	       (now->checkpoint && now->checkpoint->at_us < then->checkpoint->at_us &&
		is_restored_since(then, now));
}

static bool
has_two_pasts(const struct sabot_table_file *file, const struct side *now, const struct side *then)
{
	const struct sabot_checkpoint *checkpoint = then->checkpoint;

	if (was_restored(now, then))
		return false;
	if (now->checkpoint && sabot_chain_is_equal(now->sealed, then->sealed))
		return false;
	return (now->checkpoint && are_forked(now, then)) || is_file_forked(file, checkpoint) ||
	       (now->witness &&
		sabot_witness_denies(now->witness, checkpoint->number, then->sealed));
}

/* The checkpoint of another past that the giver once gave; 0: there is none. */
static int64_t
find_other_past(const struct sabot_table_file *file, const struct sabot_handover_history *history)
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

struct handing {
	const struct sabot_table_file *file;
	struct sabot_db *db;
	const GPtrArray *keys;
	struct sabot_witness *own; /* what this database says of itself */
};

/* Checkpoints that show two pasts; 0: none does. */
struct pasts {
	int64_t lost;  /* this database's, and gone here */
	int64_t other; /* known here, and not the giver's */
	bool is_copy;  /* the giver is a copy that went on by itself */
};

/*
 * Since this database gave the checkpoint. What it said with it decides; without that, as from
 * houses with an earlier program, the clock.
 */
static bool
is_undone(const struct handing *handing, const struct sabot_checkpoint *checkpoint,
	  const char *said)
{
	const struct sabot_witness *own = handing->own;
	bool is_signed = said && is_signed_by_one(said, handing->keys);
	struct sabot_witness *then = is_signed ? sabot_witness_parse(said, NULL) : NULL;
	bool is_its = then && then->until == checkpoint->number &&
		      memcmp(then->database, own->database, sizeof(own->database)) == 0;
	bool is_undone =
		sabot_witness_has_restored_since(own, is_its ? then : NULL, checkpoint->at_us);

	sabot_witness_free(then);
	return is_undone;
}

/* The number of the checkpoint, if it is this database's and gone without a backup's doing. */
static bool
judge_known(const struct handing *handing, const char *note, const char *said, int64_t *ret_number,
	    GError **error)
{
	const struct sabot_witness *own = handing->own;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, NULL);
	bool is_gone = false, is_judged = true;

	if (checkpoint && memcmp(checkpoint->database, own->database, sizeof(own->database)) == 0 &&
	    !is_undone(handing, checkpoint, said))
		is_judged = is_lost(handing->db, note, checkpoint->number, &is_gone, error);
	*ret_number = is_gone ? checkpoint->number : 0;
	sabot_checkpoint_free(checkpoint);
	return is_judged;
}

/* The first checkpoint that is gone; 0: none is. */
static bool
find_lost(const struct handing *handing, int64_t *ret_number, GError **error)
{
	const struct sabot_table_file *file = handing->file;
	bool is_read = true;

	*ret_number = 0;
	for (size_t i = 0; is_read && *ret_number == 0 && i < json_array_size(file->known); i++) {
		const char *note = json_string_value(json_array_get(file->known, i));
		const char *said = json_string_value(json_array_get(file->said, i));

		if (note && is_signed_by_one(note, handing->keys))
			is_read = judge_known(handing, note, said, ret_number, error);
	}
	return is_read;
}

/*
 * Taking: from this database itself, or a copy of it.
 */

/* This database at the checkpoint, or at its last one before. False with an error. */
static bool
read_own_side(struct side *side, const struct handing *handing, int64_t number, GError **error)
{
	struct sabot_seal last = {0}, seal = {0};
	bool is_read = sabot_seal_read_last(handing->db, &last, error);

	is_read = is_read && sabot_seal_read(handing->db, MIN(number, last.number), &seal, error);
	/* One that was archived is not here. */
	if (is_read)
		read_side(side, handing->file->database, seal.note, NULL);
	sabot_seal_clear(&seal);
	sabot_seal_clear(&last);
	return is_read;
}

/*
 * Where this database is behind, the finding has the file's checkpoint: its own last one is another
 * at each import, and each would be a finding.
 */
static void
compare_with_own(const struct handing *handing, const struct side *now, const struct side *here,
		 struct pasts *pasts)
{
	const struct sabot_table_file *file = handing->file;
	const struct side own = {here->checkpoint, here->sealed, handing->own};

	if (is_restored_since(now, &own) || is_restored_since(&own, now))
		return;
	pasts->is_copy = are_forked(now, here) || is_file_forked(file, here->checkpoint);
	if (now->checkpoint->number > here->checkpoint->number &&
	    is_signed_by_one(file->last, handing->keys))
		pasts->lost = now->checkpoint->number;
	else if (pasts->is_copy)
		pasts->other = here->checkpoint->number;
}

/* A table that was given away here and comes back has a checkpoint that is here, too. */
static bool
judge_copy(const struct handing *handing, struct pasts *pasts, GError **error)
{
	const struct sabot_table_file *file = handing->file;
	struct side now = {0}, here = {0};
	bool is_read = true;

	read_side(&now, file->database, file->last, file->witness);
	if (now.checkpoint && memcmp(now.checkpoint->database, handing->own->database,
				     sizeof(handing->own->database)) == 0)
		is_read = read_own_side(&here, handing, now.checkpoint->number, error);
	if (here.checkpoint && !sabot_chain_is_equal(now.sealed, here.sealed))
		compare_with_own(handing, &now, &here, pasts);
	clear_side(&now);
	clear_side(&here);
	return is_read;
}

/*
 * The verdict.
 */

static bool
was_found(const struct sabot_handover_history *history, const json_t *detail)
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

/* When this database was still behind: since then it has a checkpoint of that number, too. */
static bool
was_copy_found(const struct sabot_table_file *file, const struct sabot_handover_history *history,
	       const struct pasts *pasts)
{
	json_t *detail = build_detail(file, "witness", pasts->other);
	bool was = pasts->other && was_found(history, detail);

	json_decref(detail);
	return was;
}

static struct sabot_handover_verdict
reach_verdict(const struct sabot_table_file *file, const struct sabot_handover_history *history,
	      const struct pasts *pasts)
{
	int64_t other = pasts->other ? pasts->other : find_other_past(file, history);
	struct sabot_handover_verdict verdict = {.refusal = other ? other_past : NULL};

	if (pasts->is_copy)
		verdict.refusal = copy_here;
	verdict.own = pasts->lost ? build_detail(file, "witness", pasts->lost) : NULL;
	verdict.giver = other ? build_detail(file, "giver", other) : NULL;
	verdict.is_own_new = verdict.own && !was_found(history, verdict.own);
	verdict.is_giver_new = verdict.giver && !was_found(history, verdict.giver) &&
			       !was_copy_found(file, history, pasts);
	return verdict;
}

bool
sabot_handover_judge(const struct sabot_table_file *file, struct sabot_db *db,
		     const GPtrArray *keys, struct sabot_handover_verdict *ret_verdict,
		     GError **error)
{
	struct handing handing = {file, db, keys, NULL};
	struct sabot_handover_history history = {0};
	struct pasts pasts = {0};
	bool is_judged;

	is_judged = sabot_handover_history_read(db, &history, error) &&
		    (handing.own = state(&history, db, error)) &&
		    find_lost(&handing, &pasts.lost, error) && judge_copy(&handing, &pasts, error);
	if (is_judged)
		*ret_verdict = reach_verdict(file, &history, &pasts);
	sabot_witness_free(handing.own);
	sabot_handover_history_clear(&history);
	return is_judged;
}

void
sabot_handover_verdict_clear(struct sabot_handover_verdict *verdict)
{
	g_clear_pointer(&verdict->giver, json_decref);
	g_clear_pointer(&verdict->own, json_decref);
}
