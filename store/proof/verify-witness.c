/*
 * The leaf of each checkpoint is kept, because a cosignature enters the log after the checkpoints
 * that it covers.
 */
#include "verify-witness.h"
#include "tree.h"
#include "verify-private.h"
#include "witnessed.h"

#include <string.h>

/* A checkpoint of a file that has not all. */
struct some {
	int64_t number, at_us;
	struct sabot_chain_hash leaf;
	bool is_witnessed;
};

struct sabot_verify_witness {
	GPtrArray *keys; /* of struct sabot_key */
	int64_t within_us;
	bool has_kept;
	struct sabot_log_head kept;
	int64_t kept_time_s;
	int64_t first;          /* the number of the first leaf's checkpoint; 0: none has come */
	GArray *leaves;         /* of struct sabot_chain_hash, of `first` and on */
	GArray *some;           /* of struct some, where not all come */
	struct sabot_tree tree; /* over them, where they begin with checkpoint 1 */
	int64_t at_us, last_us; /* of the checkpoint that is witnessed last, and of the last */
};

/* When one of the keys has cosigned the note, in seconds since 1970; 0: none has. */
static int64_t
find_time(const struct sabot_verify_witness *witness, const struct sabot_signed_note *note)
{
	int64_t time_s = 0;

	for (guint i = 0; i < witness->keys->len; i++) {
		if (sabot_signed_note_check(note, g_ptr_array_index(witness->keys, i), &time_s) ==
		    SABOT_NOTE_SIGNED)
			return time_s;
	}
	return 0;
}

static bool
read_kept(struct sabot_verify_witness *witness, const char *text, GError **error)
{
	struct sabot_signed_note *note = sabot_signed_note_parse(text, strlen(text), error);
	bool is_head;

	if (!note) {
		g_prefix_error(error, "the head that was kept: ");
		return false;
	}
	is_head = sabot_log_head_parse(note->body, &witness->kept);
	witness->kept_time_s = find_time(witness, note);
	witness->has_kept = true;
	sabot_signed_note_free(note);
	return (is_head && witness->kept_time_s > 0) ||
	       sabot_store_fail(error, "the head that was kept",
				"none, or not cosigned by this witness");
}

bool
sabot_verify_demand_witness(struct sabot_verify *verify, const struct sabot_verify_demand *demand,
			    GError **error)
{
	struct sabot_verify_witness *witness = g_new0(struct sabot_verify_witness, 1);

	witness->keys = g_ptr_array_ref(demand->keys);
	witness->within_us = demand->within_us;
	witness->leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	witness->some = g_array_new(FALSE, FALSE, sizeof(struct some));
	verify->witness = witness;
	return !demand->kept || read_kept(witness, demand->kept, error);
}

void
sabot_verify_witness_free(struct sabot_verify *verify)
{
	struct sabot_verify_witness *witness = verify->witness;

	if (!witness)
		return;
	sabot_log_head_clear(&witness->kept);
	g_ptr_array_unref(witness->keys);
	g_array_unref(witness->leaves);
	g_array_unref(witness->some);
	g_free(witness);
	verify->witness = NULL;
}

/* The checkpoint is under a witness's signature, and so is all before it. */
static void
record(struct sabot_verify *verify, int64_t number, int64_t time_s)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	if (number < verdict->witnessed)
		return;
	verdict->witnessed = number;
	verdict->witnessed_us = time_s * G_USEC_PER_SEC;
}

static bool
is_of_this(const struct sabot_verify *verify, const struct sabot_log_head *head)
{
	g_autofree char *name = sabot_log_head_name(&verify->origin);

	return strcmp(name, head->origin) == 0;
}

bool
sabot_verify_witness_checkpoint(struct sabot_verify *verify,
				const struct sabot_checkpoint *checkpoint, const char *note)
{
	struct sabot_verify_witness *witness = verify->witness;
	struct sabot_chain_hash leaf;
	struct some some;

	if (!witness)
		return true;
	leaf = sabot_tree_leaf(note, strlen(note));
	/* A case file has some of the checkpoints. */
	if (!verify->is_whole) {
		some = (struct some){checkpoint->number, checkpoint->at_us, leaf, false};
		g_array_append_val(witness->some, some);
		return true;
	}
	if (witness->first == 0)
		witness->first = checkpoint->number;
	g_array_append_val(witness->leaves, leaf);
	witness->last_us = checkpoint->at_us;
	if (witness->first == 1)
		sabot_tree_add(&witness->tree, leaf);
	if (!witness->has_kept || witness->kept.size != checkpoint->number)
		return true;
	if (witness->first != 1)
		return true; /* what came before is in archives that were not given */
	if (!is_of_this(verify, &witness->kept) ||
	    !sabot_chain_is_equal(sabot_tree_root(&witness->tree), witness->kept.root))
		return sabot_verify_result_fail(&verify->verdict, SABOT_VERIFY_WITNESS, NULL,
						checkpoint->number);
	record(verify, checkpoint->number, witness->kept_time_s);
	return true;
}

/* One about checkpoints that did not come says nothing here. */
static bool
judge(struct sabot_verify *verify, const struct sabot_witnessed *witnessed)
{
	const struct sabot_verify_witness *witness = verify->witness;
	int64_t time_s = find_time(witness, witnessed->note), size = witnessed->head.size;
	int64_t at = size - witness->first;

	if (time_s == 0)
		return true;
	if (!is_of_this(verify, &witnessed->head))
		return sabot_verify_result_fail(&verify->verdict, SABOT_VERIFY_WITNESS, NULL, size);
	if (witness->first == 0 || at < 0)
		return true;
	if (at >= witness->leaves->len || witnessed->checkpoint != size ||
	    !sabot_witnessed_has(witnessed,
				 g_array_index(witness->leaves, struct sabot_chain_hash, at)))
		return sabot_verify_result_fail(&verify->verdict, SABOT_VERIFY_WITNESS, NULL, size);
	record(verify, size, time_s);
	return true;
}

bool
sabot_verify_witness_event(struct sabot_verify *verify, const struct sabot_log_record *record)
{
	struct sabot_witnessed *witnessed;
	bool is_good;

	if (!verify->witness || strcmp(record->ev, "witnessed") != 0 ||
	    strcmp(record->table, "house") != 0)
		return true;
	witnessed = sabot_witnessed_parse(record->line);
	is_good = !witnessed || judge(verify, witnessed);
	sabot_witnessed_free(witnessed);
	return is_good;
}

static struct some *
find_some(const struct sabot_verify_witness *witness, int64_t number)
{
	for (guint i = 0; i < witness->some->len; i++) {
		struct some *some = &g_array_index(witness->some, struct some, i);

		if (some->number == number)
			return some;
	}
	return NULL;
}

bool
sabot_verify_witness_leaf(struct sabot_verify *verify, const char *text)
{
	const struct sabot_verify_witness *witness = verify->witness;
	struct sabot_witnessed *witnessed = witness ? sabot_witnessed_parse(text) : NULL;
	int64_t time_s = witnessed ? find_time(witness, witnessed->note) : 0;
	struct some *some = time_s > 0 ? find_some(witness, witnessed->checkpoint) : NULL;
	bool is_good = true;

	if (some) {
		is_good = is_of_this(verify, &witnessed->head) &&
			  sabot_witnessed_has(witnessed, some->leaf);
		some->is_witnessed = is_good;
	}
	if (!is_good)
		sabot_verify_result_fail(&verify->verdict, SABOT_VERIFY_WITNESS, NULL,
					 some->number);
	else if (some)
		record(verify, some->number, time_s);
	sabot_witnessed_free(witnessed);
	return is_good;
}

/* Of a file that has some of the checkpoints only: each, or it is not much newer. */
static bool
finish_some(struct sabot_verify *verify)
{
	const struct sabot_verify_witness *witness = verify->witness;
	struct sabot_verify_result *verdict = &verify->verdict;
	int64_t last_us = 0;

	for (guint i = 0; i < witness->some->len; i++) {
		const struct some *some = &g_array_index(witness->some, struct some, i);

		verdict->n_unwitnessed += !some->is_witnessed;
		last_us = some->is_witnessed ? last_us : MAX(last_us, some->at_us);
	}
	if (verdict->witnessed > 0 && last_us - verdict->witnessed_us <= witness->within_us)
		return true;
	return sabot_verify_result_fail(&verify->verdict, SABOT_VERIFY_UNWITNESSED, NULL,
					verdict->witnessed);
}

bool
sabot_verify_witness_finish(struct sabot_verify *verify)
{
	struct sabot_verify_witness *witness = verify->witness;
	struct sabot_verify_result *verdict = &verify->verdict;

	if (!witness)
		return true;
	if (!verify->is_whole)
		return finish_some(verify);
	if (witness->has_kept && witness->kept.size > verify->note_number)
		return sabot_verify_result_fail(&verify->verdict, SABOT_VERIFY_CHECKPOINT, NULL,
						witness->kept.size);
	verdict->n_unwitnessed = verify->note_number - verdict->witnessed;
	if (verdict->witnessed > 0 &&
	    witness->last_us - verdict->witnessed_us <= witness->within_us)
		return true;
	return sabot_verify_result_fail(&verify->verdict, SABOT_VERIFY_UNWITNESSED, NULL,
					verdict->witnessed);
}
