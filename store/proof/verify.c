/*
 * The rules of a proof:
 *  - within a log n rises by one and each hash follows from the one before and the row;
 *  - in a whole file seq rises by one, and the checkpoints' numbers, too, each with the digest of
 *    the one before;
 *  - a checkpoint's heads are the logs' hashes at that moment, and a key that is trusted signed it;
 *  - a checkpoint that was kept elsewhere is found again, word for word;
 *  - what begins behind an archive begins where that one's signed note says, and nowhere else.
 */
#include "verify-private.h"
#include "store/log/rights.h"
#include "store/log/taking.h"

#include <string.h>

bool
sabot_verify_is_trusted(const struct sabot_verify *verify, const char *note)
{
	for (guint i = 0; i < verify->keys->len; i++) {
		if (sabot_note_is_signed_by(note, g_ptr_array_index(verify->keys, i)))
			return true;
	}
	return verify->keys->len == 0;
}

bool
sabot_verify_names_key(const struct sabot_verify *verify, const char *note)
{
	g_autofree char *signer = sabot_note_get_signer(note);

	for (guint i = 0; signer && i < verify->keys->len; i++) {
		g_autofree char *line =
			sabot_key_to_public_line(g_ptr_array_index(verify->keys, i));

		if (g_str_has_prefix(line, signer) && line[strlen(signer)] == '+')
			return true;
	}
	return false;
}

void
sabot_verify_note_signer(struct sabot_verify *verify, const char *note)
{
	if (verify->verdict.fault == SABOT_VERIFY_SIGNATURE &&
	    !sabot_verify_names_key(verify, note))
		verify->verdict.signer = sabot_note_get_signer(note);
}

void
sabot_verify_log_free(gpointer data)
{
	struct sabot_verify_log *log = data;

	g_clear_pointer(&log->ends, g_array_unref);
	g_free(log);
}

static bool
read_kept(struct sabot_verify *verify, const char *note, GError **error)
{
	verify->kept = sabot_checkpoint_parse(note, error);
	if (!verify->kept) {
		g_prefix_error(error, "the checkpoint that was kept: ");
		return false;
	}
	verify->kept_note = g_strdup(note);
	if (sabot_verify_is_trusted(verify, note))
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "the checkpoint that was kept is not signed by this key");
	return false;
}

struct sabot_verify *
sabot_verify_new(GPtrArray *keys, const char *kept, GError **error)
{
	struct sabot_verify *verify = g_new0(struct sabot_verify, 1);

	verify->keys = g_ptr_array_ref(keys);
	verify->rights = sabot_rights_new();
	verify->logs =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, sabot_verify_log_free);
	verify->begins = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (!kept || read_kept(verify, kept, error))
		return verify;
	sabot_verify_free(verify);
	return NULL;
}

void
sabot_verify_free(struct sabot_verify *verify)
{
	if (!verify)
		return;
	g_ptr_array_unref(verify->keys);
	g_hash_table_unref(verify->logs);
	g_hash_table_unref(verify->begins);
	sabot_checkpoint_free(verify->kept);
	sabot_anchor_free(verify->anchor);
	g_free(verify->kept_note);
	sabot_rights_free(verify->rights);
	sabot_verify_witness_free(verify);
	sabot_verify_result_clear(&verify->verdict);
	g_free(verify);
}

bool
sabot_verify_fail_at(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		     int64_t n, int64_t seq)
{
	return sabot_verify_result_fail_at(&verify->verdict, fault, log, n, seq);
}

bool
sabot_verify_fail(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		  int64_t number)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	if (fault == SABOT_VERIFY_PERSON && verify->hole_seq)
		return sabot_verify_result_fail_at(verdict, SABOT_VERIFY_MISSING, NULL, 0,
						   verify->hole_seq);
	return sabot_verify_result_fail(verdict, fault, log, number);
}

bool
sabot_verify_fail_row(struct sabot_verify *verify, enum sabot_verify_fault fault, char *row)
{
	if (!sabot_verify_is_good(verify)) {
		g_free(row);
		return false;
	}
	sabot_verify_fail_at(verify, fault, NULL, 0, 0);
	verify->verdict.row = row;
	return false;
}

void
sabot_verify_fail_structure(struct sabot_verify *verify, const char *damage)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	sabot_verify_result_clear(verdict);
	verdict->fault = SABOT_VERIFY_INTACT;
	verdict->n = verdict->seq = verdict->checkpoint = verdict->archive = verdict->person = 0;
	sabot_verify_fail_row(verify, SABOT_VERIFY_STRUCTURE, g_strdup(damage));
}

bool
sabot_verify_fail_schema(struct sabot_verify *verify,
			 const struct sabot_schema_difference *difference)
{
	sabot_verify_fail_row(verify, SABOT_VERIFY_SCHEMA,
			      sabot_schema_difference_to_string(difference));
	g_free(verify->verdict.object);
	verify->verdict.object = g_strdup(difference->object);
	return false;
}

struct sabot_rights *
sabot_verify_get_rights(struct sabot_verify *verify)
{
	return verify->rights;
}

bool
sabot_verify_start(struct sabot_verify *verify, const struct sabot_chain_origin *origin,
		   bool is_whole)
{
	if (verify->has_file && memcmp(&verify->origin, origin, sizeof(*origin)) != 0)
		return sabot_verify_fail(verify, SABOT_VERIFY_GAP, NULL, 0);
	verify->origin = *origin;
	verify->is_whole = is_whole;
	if (!verify->kept ||
	    (memcmp(verify->kept->database, origin->database, sizeof(origin->database)) == 0 &&
	     verify->kept->unchained_seq == origin->unchained_seq))
		return true;
	return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL, verify->kept->number);
}

void
sabot_verify_begin_log(struct sabot_verify *verify, const char *log, int64_t n,
		       struct sabot_chain_hash previous)
{
	struct sabot_verify_log *state = g_new0(struct sabot_verify_log, 1);

	state->n = n - 1;
	state->hash = previous;
	state->to_n = INT64_MAX;
	g_hash_table_insert(verify->logs, g_strdup(log), state);
}

bool
sabot_verify_begin_range(struct sabot_verify *verify, const char *log, int64_t n, int64_t to_n,
			 struct sabot_chain_hash previous)
{
	struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, log);
	GArray *ends;

	if (state && n <= state->n)
		return sabot_verify_fail_at(verify, SABOT_VERIFY_UNEXPECTED, log, n, 0);
	ends = state ? g_steal_pointer(&state->ends) : NULL;
	sabot_verify_begin_log(verify, log, n, previous);
	state = g_hash_table_lookup(verify->logs, log);
	state->to_n = to_n;
	state->ends = ends;
	return true;
}

/* Whether a log stands where the anchor says that the archive ends. */
static bool
is_at_head(const struct sabot_verify *verify, const struct sabot_anchor_log *log)
{
	const struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, log->log);

	return state && state->n == log->n && sabot_chain_is_equal(state->hash, log->hash);
}

bool
sabot_verify_ends_at(const struct sabot_verify *verify, const struct sabot_anchor *anchor)
{
	for (guint i = 0; i < anchor->logs->len; i++) {
		if (!is_at_head(verify, g_ptr_array_index(anchor->logs, i)))
			return false;
	}
	return g_hash_table_size(verify->logs) == anchor->logs->len && verify->seq == anchor->seq &&
	       verify->note_number == anchor->checkpoint &&
	       sabot_chain_is_equal(verify->note_digest, anchor->sealed);
}

/* The note itself, and that it fits to what was proven before it. */
static bool
check_anchor(struct sabot_verify *verify, const struct sabot_anchor *anchor, const char *note)
{
	const struct sabot_chain_origin *origin = &verify->origin;

	if (memcmp(anchor->database, origin->database, sizeof(origin->database)) != 0 ||
	    anchor->unchained_seq != origin->unchained_seq)
		return sabot_verify_fail(verify, SABOT_VERIFY_ANCHOR, NULL, anchor->number);
	if (!sabot_verify_is_trusted(verify, note)) {
		sabot_verify_fail_at(verify, SABOT_VERIFY_SIGNATURE, NULL, 0, 0);
		verify->verdict.archive = anchor->number;
		sabot_verify_note_signer(verify, note);
		return false;
	}
	if (verify->kept && verify->kept->number == anchor->checkpoint &&
	    !sabot_chain_is_equal(sabot_chain_digest(verify->kept_note, strlen(verify->kept_note)),
				  anchor->sealed))
		return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL,
					 verify->kept->number);
	if (!verify->has_file || (sabot_verify_ends_at(verify, anchor) &&
				  sabot_chain_is_equal(verify->file, anchor->file)))
		return true;
	return sabot_verify_fail(verify, SABOT_VERIFY_GAP, NULL, anchor->number);
}

static void
begin_at_anchor(struct sabot_verify *verify, const struct sabot_anchor *anchor, bool is_archive)
{
	for (guint i = 0; verify->is_whole && i < anchor->logs->len; i++) {
		const struct sabot_anchor_log *log = g_ptr_array_index(anchor->logs, i);

		sabot_verify_begin_log(verify, log->log, (is_archive ? log->n : log->from_n) + 1,
				       is_archive ? log->hash : log->from_hash);
	}
	verify->is_behind = !is_archive;
	verify->seq = is_archive ? anchor->seq : 0;
	verify->note_number = anchor->checkpoint;
	verify->note_digest = anchor->sealed;
	verify->verdict.signed_seq = anchor->seq;
	verify->verdict.signed_us = anchor->at_us;
	if (!verify->has_file)
		verify->verdict.begins = anchor->number;
}

bool
sabot_verify_anchor(struct sabot_verify *verify, const char *note, bool is_archive)
{
	struct sabot_anchor *anchor = sabot_anchor_parse(note, NULL);

	if (!anchor)
		return sabot_verify_fail(verify, SABOT_VERIFY_ANCHOR, NULL, 0);
	sabot_anchor_free(verify->anchor);
	verify->anchor = anchor;
	if (!check_anchor(verify, anchor, note))
		return false;
	begin_at_anchor(verify, anchor, is_archive);
	return true;
}

GPtrArray *
sabot_verify_get_keys(const struct sabot_verify *verify)
{
	return verify->keys;
}

const struct sabot_anchor *
sabot_verify_get_anchor(const struct sabot_verify *verify)
{
	return verify->anchor;
}

int64_t
sabot_verify_count_unprotected(const struct sabot_verify *verify)
{
	return verify->verdict.n_unprotected;
}

bool
sabot_verify_has_file(const struct sabot_verify *verify)
{
	return verify->has_file;
}

bool
sabot_verify_lacks_kept(const struct sabot_verify *verify)
{
	return verify->kept && verify->anchor && !verify->has_file &&
	       verify->kept->number < verify->anchor->checkpoint;
}

void
sabot_verify_note_file(struct sabot_verify *verify, struct sabot_chain_hash digest)
{
	verify->has_file = true;
	verify->file = digest;
}

void
sabot_verify_protect(struct sabot_verify *verify, struct sabot_verify_log *state)
{
	verify->verdict.n_unprotected -= state->n_loose;
	state->n_loose = 0;
}

bool
sabot_verify_pass_anchor(struct sabot_verify *verify)
{
	const struct sabot_anchor *anchor = verify->anchor;

	if (!verify->is_behind)
		return true;
	verify->is_behind = false;
	verify->seq = anchor->seq;
	for (guint i = 0; i < anchor->logs->len; i++) {
		const struct sabot_anchor_log *log = g_ptr_array_index(anchor->logs, i);
		struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, log->log);

		if (state && !is_at_head(verify, log))
			return sabot_verify_fail_at(
				verify,
				state->n < log->n ? SABOT_VERIFY_MISSING : SABOT_VERIFY_REWRITTEN,
				log->log, state->n < log->n ? state->n + 1 : log->n, 0);
		if (state)
			sabot_verify_protect(verify, state);
	}
	return true;
}

/* A log that was not begun begins here: with its first event, or behind what was archived. */
static struct sabot_verify_log *
find_log(struct sabot_verify *verify, const char *log)
{
	struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, log);
	const struct sabot_anchor_log *from;
	const struct sabot_chain_hash *begin;

	if (state)
		return state;
	begin = g_hash_table_lookup(verify->begins, log);
	from = sabot_anchor_find(verify->anchor, log);
	if (from)
		sabot_verify_begin_log(verify, log, from->from_n + 1, from->from_hash);
	else
		sabot_verify_begin_log(verify, log, 1,
				       begin ? *begin : sabot_chain_begin(&verify->origin, log));
	return g_hash_table_lookup(verify->logs, log);
}

/* The row's place. A hole in seq is remembered: the log whose row is gone shows it later. */
static bool
check_order(struct sabot_verify *verify, const struct sabot_log_record *record,
	    const struct sabot_verify_log *state)
{
	if (record->seq <= verify->seq)
		return sabot_verify_fail_at(verify, SABOT_VERIFY_UNEXPECTED, record->table,
					    record->n, record->seq);
	if (verify->is_whole && !verify->is_behind && record->seq != verify->seq + 1 &&
	    !verify->hole_seq)
		verify->hole_seq = verify->seq + 1;
	if (record->n == state->n + 1 && record->n <= state->to_n)
		return true;
	if (record->n > state->n + 1)
		return sabot_verify_fail_at(verify, SABOT_VERIFY_MISSING, record->table,
					    state->n + 1, verify->hole_seq);
	return sabot_verify_fail_at(verify, SABOT_VERIFY_UNEXPECTED, record->table, record->n,
				    record->seq);
}

/* The checkpoint that was kept says what this row's hash is, if it names the row. */
static bool
agrees_with_kept(const struct sabot_verify *verify, const struct sabot_log_record *record,
		 struct sabot_chain_hash hash)
{
	for (guint i = 0; verify->kept && i < verify->kept->heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(verify->kept->heads, i);

		if (head->n == record->n && strcmp(head->log, record->table) == 0)
			return sabot_chain_is_equal(head->hash, hash);
	}
	return true;
}

static void
count_event(struct sabot_verify *verify, const struct sabot_log_record *record, bool is_chained)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	verify->seq = record->seq;
	if (is_chained)
		verdict->n_unprotected++;
	/* The archive that was given before has it, too. */
	if (verify->is_behind && verify->has_file)
		return;
	verdict->n_events += is_chained;
	verdict->n_unchained += !is_chained;
	if (verdict->n_events + verdict->n_unchained == 1)
		verdict->first_us = record->at_us;
	verdict->last_us = record->at_us;
}

bool
sabot_verify_event(struct sabot_verify *verify, const struct sabot_hashed *event)
{
	const struct sabot_log_record *record = event->record;
	bool is_chained = record->seq > verify->origin.unchained_seq;
	struct sabot_verify_log *state = find_log(verify, record->table);
	struct sabot_chain_hash own;

	if (verify->is_behind && record->seq > verify->anchor->seq &&
	    !sabot_verify_pass_anchor(verify))
		return false;
	if (!check_order(verify, record, state))
		return false;
	if (is_chained) {
		own = sabot_hashed_after(event, state->hash);
		if (!event->has_hash || !sabot_chain_is_equal(own, event->hash) ||
		    (state->is_salted && !record->salts))
			return sabot_verify_fail_at(verify, SABOT_VERIFY_CHANGED, record->table,
						    record->n, record->seq);
		if (!agrees_with_kept(verify, record, own))
			return sabot_verify_fail_at(verify, SABOT_VERIFY_REWRITTEN, record->table,
						    record->n, record->seq);
		state->hash = own;
	}
	state->n = record->n;
	state->is_salted = record->salts != NULL;
	state->n_loose += is_chained;
	sabot_taking_apply(record, verify->begins);
	count_event(verify, record, is_chained);
	return sabot_verify_witness_event(verify, record);
}

/* Everything that the kept checkpoint covers must have come. */
static bool
check_kept(struct sabot_verify *verify)
{
	const struct sabot_checkpoint *kept = verify->kept;

	for (guint i = 0; kept && i < kept->heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(kept->heads, i);
		const struct sabot_verify_log *state = g_hash_table_lookup(verify->logs, head->log);

		if (state ? state->n < head->n : verify->is_whole)
			return sabot_verify_fail_at(verify, SABOT_VERIFY_CUT, head->log,
						    state ? state->n + 1 : 1, 0);
	}
	if (!kept || !verify->is_whole || kept->number <= verify->note_number)
		return true;
	return sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL, kept->number);
}

bool
sabot_verify_is_good(const struct sabot_verify *verify)
{
	return verify->verdict.fault == SABOT_VERIFY_INTACT;
}

/* A key was given and there is no checkpoint; or there is nothing that could be proven. */
static bool
lacks_signature(const struct sabot_verify *verify)
{
	const struct sabot_verify_result *verdict = &verify->verdict;

	if (verify->anchor || verdict->n_checkpoints > 0)
		return false;
	return verify->keys->len > 0 ? verdict->n_events > 0 || verdict->n_unchained == 0
				     : verdict->n_events + verdict->n_unchained == 0;
}

const struct sabot_verify_result *
sabot_verify_finish(struct sabot_verify *verify)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	sabot_verify_pass_anchor(verify);
	if (verdict->fault == SABOT_VERIFY_INTACT && verify->hole_seq)
		sabot_verify_fail_at(verify, SABOT_VERIFY_MISSING, NULL, 0, verify->hole_seq);
	if (verdict->fault == SABOT_VERIFY_INTACT && check_kept(verify) && lacks_signature(verify))
		sabot_verify_fail_at(verify, SABOT_VERIFY_UNSIGNED, NULL, 0, 0);
	if (verdict->fault == SABOT_VERIFY_INTACT)
		sabot_verify_witness_finish(verify);
	verdict->n_logs = g_hash_table_size(verify->logs);
	return verdict;
}
