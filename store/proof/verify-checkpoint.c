/*
 * Checks a checkpoint against what came before it: its place among the others, its signature, and
 * the heads of the logs, or the root of a log's tree if events after a range are not shown.
 */
#include "verify-checkpoint.h"
#include "verify-private.h"
#include "tree.h"

#include <string.h>

static void
clear_end(void *data)
{
	struct sabot_verify_end *end = data;

	g_array_unref(end->path);
}

bool
sabot_verify_path(struct sabot_verify *verify, const char *log, GArray *path)
{
	struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, log);
	struct sabot_verify_end end;

	if (!state || state->n != state->to_n || state->n_loose == 0)
		return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL,
					 verify->note_number + 1);
	if (!state->ends) {
		state->ends = g_array_new(FALSE, FALSE, sizeof(struct sabot_verify_end));
		g_array_set_clear_func(state->ends, clear_end);
	}
	end = (struct sabot_verify_end){state->n, state->n_loose, state->hash, g_array_ref(path)};
	state->n_loose = 0;
	g_array_append_val(state->ends, end);
	return true;
}

/* Whether a range's last event is a leaf of the tree that the checkpoint signs. */
static bool
leads_to_root(const struct sabot_verify_end *end, const struct sabot_checkpoint *checkpoint,
	      const struct sabot_note_head *head)
{
	const struct sabot_note_head *tree = sabot_checkpoint_find_tree(checkpoint, head->log);
	struct sabot_tree_place place = {0};
	struct sabot_chain_hash root;

	if (tree)
		place = (struct sabot_tree_place){end->n - tree->n, head->n - tree->n + 1};
	return tree && sabot_tree_follow(end->hash, place, end->path, &root) &&
	       sabot_chain_is_equal(root, tree->hash);
}

static bool
check_ends(struct sabot_verify *verify, const struct sabot_verify_log *state,
	   const struct sabot_checkpoint *checkpoint, const struct sabot_note_head *head)
{
	for (guint i = 0; state->ends && i < state->ends->len; i++) {
		const struct sabot_verify_end *end =
			&g_array_index(state->ends, struct sabot_verify_end, i);

		if (!leads_to_root(end, checkpoint, head))
			return sabot_verify_fail_at(verify, SABOT_VERIFY_REWRITTEN, head->log,
						    end->n, 0);
	}
	return true;
}

/* A head against its log; of logs that a partial proof leaves out nothing is said. */
static bool
check_head(struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint,
	   const struct sabot_note_head *head)
{
	const struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, head->log);

	if (!state)
		return !verify->is_whole || sabot_verify_fail_at(verify, SABOT_VERIFY_MISSING,
								 head->log, 1, verify->hole_seq);
	if (!check_ends(verify, state, checkpoint, head))
		return false;
	/* It is about what comes behind the range that is shown. */
	if (head->n > state->n && state->n == state->to_n)
		return true;
	if (head->n > state->n)
		return sabot_verify_fail_at(verify, SABOT_VERIFY_MISSING, head->log, state->n + 1,
					    verify->hole_seq);
	if (head->n == state->n && sabot_chain_is_equal(head->hash, state->hash))
		return true;
	return sabot_verify_fail_at(verify, SABOT_VERIFY_REWRITTEN, head->log, head->n, 0);
}

static bool
check_heads(struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint)
{
	for (guint i = 0; i < checkpoint->heads->len; i++) {
		if (!check_head(verify, checkpoint, g_ptr_array_index(checkpoint->heads, i)))
			return false;
	}
	return true;
}

static void
protect_ends(struct sabot_verify *verify, struct sabot_verify_log *state)
{
	for (guint i = 0; state->ends && i < state->ends->len; i++)
		verify->verdict.n_unprotected -=
			g_array_index(state->ends, struct sabot_verify_end, i).n_loose;
	g_clear_pointer(&state->ends, g_array_unref);
}

/* Of logs that the checkpoint does not name it says nothing. */
static void
count_protected(struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint)
{
	for (guint i = 0; i < checkpoint->heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(checkpoint->heads, i);
		struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, head->log);

		if (state)
			protect_ends(verify, state);
		if (state && state->n == head->n)
			sabot_verify_protect(verify, state);
	}
}

/* Its place among the checkpoints, and that it belongs to this file at all. */
static bool
is_next(const struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint,
	const char *note)
{
	const struct sabot_chain_origin *origin = &verify->origin;

	if (memcmp(checkpoint->database, origin->database, sizeof(origin->database)) != 0 ||
	    checkpoint->unchained_seq != origin->unchained_seq || checkpoint->seq < verify->seq)
		return false;
	if (verify->kept && verify->kept->number == checkpoint->number &&
	    strcmp(verify->kept_note, note) != 0)
		return false;
	return !verify->is_whole || sabot_chain_is_equal(checkpoint->previous, verify->note_digest);
}

static bool
check_checkpoint(struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint,
		 const char *note)
{
	if (verify->is_whole && checkpoint->number > verify->note_number + 1)
		return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL,
					 verify->note_number + 1);
	if (checkpoint->number <= verify->note_number || !is_next(verify, checkpoint, note))
		return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL, checkpoint->number);
	if (!sabot_verify_is_trusted(verify, note)) {
		sabot_verify_fail(verify, SABOT_VERIFY_SIGNATURE, NULL, checkpoint->number);
		sabot_verify_note_signer(verify, note);
		return false;
	}
	return check_heads(verify, checkpoint);
}

static void
count_checkpoint(struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint,
		 const char *note)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	verify->note_number = checkpoint->number;
	verify->note_digest = sabot_chain_digest(note, strlen(note));
	verdict->n_checkpoints++;
	count_protected(verify, checkpoint);
	verdict->signed_seq = checkpoint->seq;
	verdict->signed_us = checkpoint->at_us;
}

bool
sabot_verify_read_checkpoint(struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint,
			     const char *note)
{
	if (!sabot_verify_pass_anchor(verify) || !check_checkpoint(verify, checkpoint, note))
		return false;
	count_checkpoint(verify, checkpoint, note);
	return sabot_verify_witness_checkpoint(verify, checkpoint, note);
}

bool
sabot_verify_checkpoint(struct sabot_verify *verify, const char *note)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, NULL);
	bool is_good;

	if (!checkpoint)
		return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL,
					 verify->note_number + 1);
	is_good = sabot_verify_read_checkpoint(verify, checkpoint, note);
	sabot_checkpoint_free(checkpoint);
	return is_good;
}

bool
sabot_verify_resume(struct sabot_verify *verify, const char *note)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, NULL);

	if (!checkpoint)
		return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL, 0);
	verify->seq = checkpoint->seq;
	verify->note_number = checkpoint->number - 1;
	verify->note_digest = checkpoint->previous;
	sabot_checkpoint_free(checkpoint);
	return sabot_verify_checkpoint(verify, note);
}
