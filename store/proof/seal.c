/*
 * A checkpoint signs the heads to which the next events will be chained. Where this connection has
 * appended to a log they are known (store/log/log-end.h), as are the hashes that its tree lacks: a
 * row that somebody changed meanwhile is not signed. Of another log the last row is read.
 */
#include "seal.h"
#include "store/db/schema.h"
#include "store/db/statements.h"
#include "store/log/log.h"
#include "store/keys/tpm.h"
#include "store/proof/tree-grow.h"

#include <string.h>

void
sabot_seal_clear(struct sabot_seal *seal)
{
	g_clear_pointer(&seal->note, g_free);
}

/* From a statement of checkpoint's columns that is bound. */
static bool
read_seal(struct sabot_db *db, sqlite3_stmt *read, struct sabot_seal *ret_seal, GError **error)
{
	struct sabot_seal seal = {0};
	bool has_row;

	if (!sabot_statement_row(db, read, &has_row, error))
		return false;
	if (has_row) {
		seal.number = sqlite3_column_int64(read, 0);
		seal.at_us = sqlite3_column_int64(read, 1);
		seal.seq = sqlite3_column_int64(read, 2);
		seal.note = g_strdup((const char *)sqlite3_column_text(read, 3));
	}
	sqlite3_reset(read);
	*ret_seal = seal;
	return true;
}

bool
sabot_seal_read_last(struct sabot_db *db, struct sabot_seal *ret_seal, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_CHECKPOINT_LAST, error);

	return read && read_seal(db, read, ret_seal, error);
}

bool
sabot_seal_read(struct sabot_db *db, int64_t number, struct sabot_seal *ret_seal, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_CHECKPOINT_FIND, error);

	return read && sabot_statement_bind(db, read, error, "i", number) &&
	       read_seal(db, read, ret_seal, error);
}

/* A log's head, and the root of its tree, which has grown with it. */
static bool
add_log(struct sabot_db *db, struct sabot_checkpoint *checkpoint, sqlite3_stmt *log,
	const struct sabot_chain_head *head, GError **error)
{
	const char *name = (const char *)sqlite3_column_text(log, 1);
	const struct sabot_tree_wish wish = {sqlite3_column_int64(log, 0), head->n, 0,
					     sabot_log_end_find(db, name)};
	struct sabot_tree_state tree;

	sabot_checkpoint_add(checkpoint, name, head->n, head->hash);
	if (!sabot_tree_grow(db, wish, &tree, error))
		return false;
	if (tree.from_n)
		sabot_checkpoint_add_tree(checkpoint, name, tree.from_n, tree.root);
	return true;
}

/* The heads of the logs that grew after `seq`. */
static bool
add_heads(struct sabot_db *db, struct sabot_checkpoint *checkpoint, int64_t seq, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_LOG_LIST, error);
	g_autoptr(GError) failure = NULL;

	while (list && !failure && sabot_statement_next(db, list, &failure)) {
		const char *log = (const char *)sqlite3_column_text(list, 1);
		struct sabot_chain_head head;

		if (sabot_log_end_get_head(db, sqlite3_column_int64(list, 0), log, &head,
					   &failure) &&
		    head.seq > seq && head.is_chained)
			add_log(db, checkpoint, list, &head, &failure);
	}
	return sabot_statement_end(list, &failure, error) && checkpoint->heads->len > 0;
}

/* The last event under checkpoint `number`; 0 where that one is not here. */
static bool
read_covered(struct sabot_db *db, int64_t number, int64_t *ret_seq, GError **error)
{
	struct sabot_seal seal;

	if (!sabot_seal_read(db, number, &seal, error))
		return false;
	*ret_seq = seal.number == number ? seal.seq : 0;
	sabot_seal_clear(&seal);
	return true;
}

bool
sabot_seal_find(struct sabot_db *db, int64_t seq, int64_t *ret_number, GError **error)
{
	struct sabot_seal last;
	int64_t low = 1, high, covered;

	if (!sabot_seal_read_last(db, &last, error))
		return false;
	high = last.number;
	*ret_number = seq <= last.seq ? last.number : 0;
	sabot_seal_clear(&last);
	/* Numbers and events rise together. */
	while (*ret_number && low < high) {
		int64_t middle = low + (high - low) / 2;

		if (!read_covered(db, middle, &covered, error))
			return false;
		if (covered >= seq)
			high = middle;
		else
			low = middle + 1;
	}
	*ret_number = *ret_number ? high : 0;
	return true;
}

/* A tree that is not the one of the note is left to be found when the trees are verified. */
bool
sabot_seal_follow(struct sabot_db *db, const struct sabot_seal *seal, GError **error)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(seal->note, error);
	bool is_good = checkpoint != NULL;

	for (guint i = 0; is_good && i < checkpoint->trees->len; i++) {
		const struct sabot_note_head *tree = g_ptr_array_index(checkpoint->trees, i);
		const struct sabot_note_head *head = sabot_checkpoint_find(checkpoint, tree->log);
		struct sabot_tree_wish wish = {.to_n = head ? head->n : 0,
					       .from_n = tree->n,
					       .end = sabot_log_end_find(db, tree->log)};
		struct sabot_tree_state state;

		is_good = sabot_log_get_id(db, tree->log, &wish.log_id, error) &&
			  (!wish.log_id || sabot_tree_grow(db, wish, &state, error));
	}
	sabot_checkpoint_free(checkpoint);
	return is_good;
}

bool
sabot_seal_put(struct sabot_db *db, const struct sabot_seal *seal, GError **error)
{
	sqlite3_stmt *add = sabot_statement_get(db, SABOT_STATEMENT_CHECKPOINT_ADD, error);

	return add &&
	       sabot_statement_bind(db, add, error, "iiis", seal->number, seal->at_us, seal->seq,
				    seal->note) &&
	       sabot_statement_finish(db, add, error);
}

static bool
add_row(struct sabot_db *db, const struct sabot_checkpoint *checkpoint, char *note, GError **error)
{
	const struct sabot_seal seal = {checkpoint->number, checkpoint->seq, checkpoint->at_us,
					note};

	return sabot_seal_put(db, &seal, error);
}

/* As the note carries it, if the key has signed it. */
static int64_t
counter_of(const struct sabot_key *key, const char *note)
{
	struct sabot_checkpoint *last = note && sabot_note_is_signed_by(note, key)
						? sabot_checkpoint_parse(note, NULL)
						: NULL;
	int64_t counter = last ? last->counter : 0;

	sabot_checkpoint_free(last);
	return MAX(counter, sabot_tpm_get_first(key->tpm));
}

bool
sabot_seal_read_counter(struct sabot_db *db, const struct sabot_key *key, int64_t *ret_counter,
			GError **error)
{
	struct sabot_seal last;

	if (!sabot_seal_read_last(db, &last, error))
		return false;
	*ret_counter = counter_of(key, last.note);
	sabot_seal_clear(&last);
	return true;
}

/* Heads, trees and the checkpoint's row, in the caller's transaction. */
static bool
write_checkpoint(struct sabot_db *db, struct sabot_checkpoint *checkpoint,
		 const struct sabot_key *key, int64_t last_seq, GError **error)
{
	g_autofree char *note = NULL;

	if (!sabot_log_last_seq(db, &checkpoint->seq, error) ||
	    !add_heads(db, checkpoint, last_seq, error))
		return false;
	note = sabot_checkpoint_sign(checkpoint, key);
	return add_row(db, checkpoint, note, error);
}

static bool
commit_checkpoint(struct sabot_db *db, struct sabot_checkpoint *checkpoint,
		  const struct sabot_key *key, int64_t last_seq, GError **error)
{
	if (!sabot_schema_begin_write(db, error))
		return false;
	if (write_checkpoint(db, checkpoint, key, last_seq, error) &&
	    sabot_statement_run(db, SABOT_STATEMENT_COMMIT, error))
		return true;
	if (!sqlite3_get_autocommit(db->handle))
		sabot_statement_run(db, SABOT_STATEMENT_ROLLBACK, NULL);
	return false;
}

static bool
make_after(struct sabot_db *db, const struct sabot_key *key,
	   const struct sabot_chain_origin *origin, const struct sabot_seal *last, GError **error)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_new(origin);
	bool is_made;

	checkpoint->number = last->number + 1;
	checkpoint->at_us = g_get_real_time();
	if (key->tpm)
		checkpoint->counter = sabot_tpm_next(key->tpm, counter_of(key, last->note));
	if (last->note)
		checkpoint->previous = sabot_chain_digest(last->note, strlen(last->note));
	is_made = commit_checkpoint(db, checkpoint, key, last->seq, error);
	/* Behind the commit: cut between the two, it is the counter that lags. */
	if (is_made && key->tpm)
		sabot_tpm_advance(key->tpm, checkpoint->counter);
	sabot_checkpoint_free(checkpoint);
	return is_made;
}

bool
sabot_seal_make(struct sabot_db *db, const struct sabot_key *key, GError **error)
{
	struct sabot_chain_origin origin;
	struct sabot_seal last;
	int64_t last_seq;
	bool is_done;

	if (!sabot_chain_read_origin(db, &origin, error) || !sabot_seal_read_last(db, &last, error))
		return false;
	is_done = sabot_log_last_seq(db, &last_seq, error);
	if (is_done && last_seq > MAX(last.seq, origin.unchained_seq))
		is_done = make_after(db, key, &origin, &last, error);
	sabot_seal_clear(&last);
	return is_done;
}
