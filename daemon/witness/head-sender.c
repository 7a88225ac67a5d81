/*
 * Each turn: the tree of heads is extended to the last checkpoint, its head is signed once, and
 * each witness is requested to cosign it, with a proof that it continues what that witness has
 * signed. What a witness has signed is not stored here but queried: the first request has "old 0".
 */
#include "head-sender.h"

#include "store/db/db-open.h"
#include "store/db/statements.h"
#include "store/files/joined.h"
#include "store/keys/note.h"
#include "store/proof/add-request.h"
#include "store/proof/head-tree.h"
#include "store/keys/key-find.h"
#include "store/proof/seal.h"
#include "store/proof/witnessed.h"
#include "witness-post.h"

#include <string.h>

enum {
	SENDER_TURN_MAX_S = 60,
	SENDER_TURNS = 4, /* in the shortest time that a witness may be silent */
	HTTP_OK = 200,
	HTTP_CONFLICT = 409,
	HTTP_UNPROCESSABLE = 422,
	COLUMN_NUMBER = 0,
	COLUMN_NOTE = 3,
};

/* The known state of a witness. */
struct known {
	int64_t size; /* the size that it has signed; 0: not known */
	int64_t seq;  /* the last event covered; -1: not known */
};

struct sabot_head_sender {
	const struct sabot_config *config;
	const char *key_line;
	GAsyncQueue *outcomes; /* of struct sabot_head_outcome */
	struct sabot_witness_post *post;
	GThread *thread;
	GMutex lock;
	GCond changed;
	bool is_stopped; /* protected by the lock */

	/* used by the thread */
	char *database, *heads;
	struct known *known; /* by witness */
	struct sabot_head_tree *tree;
	struct sabot_key *key;
};

/* The head of this turn. */
struct turn {
	struct sabot_log_head head;
	int64_t seq;      /* the last event covered */
	int64_t news_seq; /* the last one that is not a witness's */
	char *note;       /* signed by the house */
};

void
sabot_head_outcome_free(gpointer data)
{
	struct sabot_head_outcome *outcome = data;

	if (!outcome)
		return;
	json_decref(outcome->event);
	g_free(outcome->why);
	g_free(outcome);
}

static struct sabot_head_outcome *
new_outcome(guint witness, enum sabot_head_fate fate, const char *why)
{
	struct sabot_head_outcome *outcome = g_new0(struct sabot_head_outcome, 1);

	outcome->witness = witness;
	outcome->fate = fate;
	outcome->why = g_strdup(why);
	return outcome;
}

static void
send_outcome(struct sabot_head_sender *sender, guint witness, enum sabot_head_fate fate,
	     const char *why)
{
	g_async_queue_push(sender->outcomes, new_outcome(witness, fate, why));
}

/* Add each checkpoint after those that the tree has. */
static bool
add_checkpoints(struct sabot_head_sender *sender, struct sabot_db *db, GError **error)
{
	sqlite3_stmt *walk = sabot_statement_get(db, SABOT_STATEMENT_CHECKPOINT_WALK, error);
	int64_t next = sabot_head_tree_get_size(sender->tree) + 1;
	g_autoptr(GError) failure = NULL;

	if (!walk || !sabot_statement_bind(db, walk, error, "i", next))
		return false;
	while (!failure && sabot_statement_next(db, walk, &failure)) {
		if (sqlite3_column_int64(walk, COLUMN_NUMBER) != next++)
			g_set_error(&failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
				    "%s: checkpoint %" G_GINT64_FORMAT
				    " is in an archive that is not there",
				    db->path, next - 1);
		else
			sabot_head_tree_add(sender->tree,
					    (const char *)sqlite3_column_text(walk, COLUMN_NOTE),
					    &failure);
	}
	return sabot_statement_end(walk, &failure, error);
}

/*
 * Check that the tree has this log's history: the last checkpoint that both have must be the same.
 */
static bool
check_tree(struct sabot_head_sender *sender, struct sabot_db *db, GError **error)
{
	int64_t size = sabot_head_tree_get_size(sender->tree);
	struct sabot_seal seal = {0};
	bool is_same;

	if (size == 0)
		return true;
	if (!sabot_seal_read(db, size, &seal, error))
		return false;
	is_same = seal.note && sabot_head_tree_has(sender->tree, size, seal.note);
	sabot_seal_clear(&seal);
	return is_same || sabot_head_tree_empty(sender->tree, error);
}

/* Archives are opened only if the tree lacks their checkpoints: they are many files. */
static bool
fill_tree(struct sabot_head_sender *sender, GError **error)
{
	const char *const paths[] = {sender->database, NULL};
	struct sabot_db *db = sabot_joined_open(paths, sender->config->archive_dir, error);
	bool is_filled = db && check_tree(sender, db, error) && add_checkpoints(sender, db, error);

	sabot_db_close(db);
	return is_filled;
}

static bool
update_tree(struct sabot_head_sender *sender, struct sabot_db *db, GError **error)
{
	int64_t size = sabot_head_tree_get_size(sender->tree);
	struct sabot_seal seal = {0};
	bool is_there;

	if (!sabot_seal_read(db, MAX(size, 1), &seal, error))
		return false;
	is_there = seal.note && (size == 0 || sabot_head_tree_has(sender->tree, size, seal.note));
	sabot_seal_clear(&seal);
	return is_there ? add_checkpoints(sender, db, error) : fill_tree(sender, error);
}

/* A `witnessed` event alone is not news; otherwise each would cause the next. */
static bool
find_news(struct sabot_db *db, struct turn *turn, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(db, SABOT_STATEMENT_EVENT_TO_WITNESS, &failure,
						 "i", turn->seq);

	turn->news_seq = row ? sqlite3_column_int64(row, 0) : 0;
	if (row)
		sqlite3_reset(row);
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

static bool
make_head(struct sabot_head_sender *sender, struct sabot_db *db, struct turn *turn, GError **error)
{
	struct sabot_chain_origin origin;
	struct sabot_tree_source source;
	struct sabot_seal last = {0};
	g_autofree char *body = NULL;

	if (!update_tree(sender, db, error) || !sabot_chain_read_origin(db, &origin, error))
		return false;
	turn->head.size = sabot_head_tree_get_size(sender->tree);
	if (turn->head.size == 0)
		return true;
	if (!sabot_seal_read(db, turn->head.size, &last, error))
		return false;
	turn->seq = last.seq;
	sabot_seal_clear(&last);
	source = sabot_head_tree_get_source(sender->tree, turn->head.size);
	turn->head.root = source.root(source.data, 0, turn->head.size);
	turn->head.origin = sabot_log_head_name(&origin);
	if (sabot_head_tree_has_failed(sender->tree))
		return sabot_store_fail(error, sender->heads, "cannot be read");
	body = sabot_log_head_format(&turn->head);
	turn->note = sabot_note_sign(body, sender->key);
	return find_news(db, turn, error);
}

/* The present key must be the one that signs the checkpoints. */
static bool
load_key(struct sabot_head_sender *sender, GError **error)
{
	g_autofree char *line = NULL;

	if (sender->key)
		return true;
	sender->key = sabot_key_find(sender->config->state_dir, error);
	if (!sender->key)
		return false;
	line = sabot_key_to_public_line(sender->key);
	if (strcmp(line, sender->key_line) == 0)
		return true;
	g_clear_pointer(&sender->key, sabot_key_free);
	return sabot_store_fail(error, "the signing key", "another one than at the start");
}

static bool
prepare(struct sabot_head_sender *sender, struct turn *turn, GError **error)
{
	struct sabot_db *db;
	bool is_made;

	if (!load_key(sender, error))
		return false;
	if (!sender->tree)
		sender->tree = sabot_head_tree_open(sender->heads, error);
	db = sender->tree ? sabot_db_open(sender->database, SABOT_DB_READER, error) : NULL;
	is_made = db && make_head(sender, db, turn, error);
	sabot_db_close(db);
	return is_made;
}

/* The witness's own line in its answer; NULL: there is none. Transferred. */
static char *
find_line(const struct sabot_witness_config *witness, const struct turn *turn, const char *answer)
{
	g_autofree char *body = sabot_log_head_format(&turn->head);
	g_auto(GStrv) lines = g_strsplit(answer, "\n", SABOT_SIGNED_NOTE_SIGNATURES_MAX);

	for (size_t i = 0; lines[i]; i++) {
		struct sabot_note_signature signature;
		bool is_its;

		if (!sabot_note_signature_parse(lines[i], &signature))
			continue;
		is_its = sabot_note_signature_check(&signature, body, witness->key, NULL) ==
			 SABOT_NOTE_SIGNED;
		sabot_note_signature_clear(&signature);
		if (is_its)
			return g_strdup(lines[i]);
	}
	return NULL;
}

static void
check_signature(struct sabot_head_sender *sender, guint index, const struct turn *turn,
		const char *answer)
{
	const struct sabot_witness_config *witness =
		g_ptr_array_index(sender->config->witnesses, index);
	struct sabot_tree_source source = sabot_head_tree_get_source(sender->tree, turn->head.size);
	g_autofree char *line = find_line(witness, turn, answer), *note = NULL;
	g_autoptr(GArray) path = NULL;
	struct sabot_head_outcome *outcome;

	if (!line) {
		send_outcome(sender, index, SABOT_HEAD_FAILED, "its answer is not signed by it");
		return;
	}
	path = sabot_tree_find_path_in(&source, turn->head.size - 1);
	note = g_strconcat(turn->note, line, "\n", NULL);
	outcome = new_outcome(index, SABOT_HEAD_SIGNED, NULL);
	outcome->checkpoint = turn->head.size;
	outcome->event = sabot_witnessed_build(witness->name, note, path);
	sender->known[index] = (struct known){turn->head.size, turn->seq};
	g_async_queue_push(sender->outcomes, outcome);
}

/* The witness has signed more than there is here, or something that is not its beginning. */
static void
record_refusal(struct sabot_head_sender *sender, guint index, int64_t size)
{
	struct sabot_head_outcome *outcome = new_outcome(index, SABOT_HEAD_REFUSED, NULL);

	outcome->checkpoint = size;
	g_async_queue_push(sender->outcomes, outcome);
}

/* True to try again, from the size in the witness's answer. */
static bool
record_conflict(struct sabot_head_sender *sender, guint index, const struct turn *turn,
		const char *answer)
{
	g_autofree char *text = g_strdup(answer);
	int64_t size;

	if (!sabot_log_head_read_size(g_strchomp(text), &size)) {
		send_outcome(sender, index, SABOT_HEAD_FAILED, "its answer cannot be read");
		return false;
	}
	if (size > turn->head.size) {
		record_refusal(sender, index, size);
		return false;
	}
	if (size == sender->known[index].size) {
		send_outcome(sender, index, SABOT_HEAD_FAILED, "its answers contradict each other");
		return false;
	}
	sender->known[index].size = size;
	return true;
}

static char *
build_request(struct sabot_head_sender *sender, const struct turn *turn, int64_t old_size)
{
	struct sabot_tree_source source = sabot_head_tree_get_source(sender->tree, turn->head.size);
	g_autoptr(GArray) proof =
		old_size > 0 ? sabot_tree_find_consistency_in(&source, old_size)
			     : g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));

	return sabot_add_request_format(old_size, proof, turn->note);
}

static bool
is_over(struct sabot_head_sender *sender)
{
	bool is_stopped;

	g_mutex_lock(&sender->lock);
	is_stopped = sender->is_stopped;
	g_mutex_unlock(&sender->lock);
	return is_stopped;
}

/* True to try again. */
static bool
request_once(struct sabot_head_sender *sender, guint index, const struct turn *turn)
{
	const struct sabot_witness_config *witness =
		g_ptr_array_index(sender->config->witnesses, index);
	const struct sabot_witness_place place = {witness->url, witness->ca};
	int64_t old_size = MIN(sender->known[index].size, turn->head.size);
	g_autofree char *body = build_request(sender, turn, old_size), *answer = NULL, *why = NULL;
	g_autoptr(GError) error = NULL;
	unsigned status = sabot_witness_post_send(sender->post, &place, body, &answer, &error);

	if (status == HTTP_CONFLICT)
		return record_conflict(sender, index, turn, answer);
	if (status == HTTP_OK) {
		check_signature(sender, index, turn, answer);
	} else if (status == HTTP_UNPROCESSABLE) {
		record_refusal(sender, index, old_size);
	} else if (!is_over(sender)) {
		why = status ? g_strdup_printf("it answers with status %u", status)
			     : g_strdup(error->message);
		send_outcome(sender, index, SABOT_HEAD_FAILED, why);
	}
	return false;
}

static void
request_all(struct sabot_head_sender *sender, const struct turn *turn)
{
	for (guint i = 0; i < sender->config->witnesses->len && !is_over(sender); i++) {
		if (turn->news_seq <= sender->known[i].seq)
			send_outcome(sender, i, SABOT_HEAD_IDLE, NULL);
		else if (request_once(sender, i, turn))
			request_once(sender, i, turn);
	}
}

static void
run_turn(struct sabot_head_sender *sender)
{
	struct turn turn = {0};
	g_autoptr(GError) error = NULL;

	if (!prepare(sender, &turn, &error)) {
		for (guint i = 0; i < sender->config->witnesses->len; i++)
			send_outcome(sender, i, SABOT_HEAD_FAILED, error->message);
	} else if (turn.head.size > 0) {
		request_all(sender, &turn);
	}
	sabot_log_head_clear(&turn.head);
	g_free(turn.note);
}

static int64_t
find_turn_us(const struct sabot_head_sender *sender)
{
	int turn_s = SENDER_TURN_MAX_S;

	for (guint i = 0; i < sender->config->witnesses->len; i++) {
		const struct sabot_witness_config *witness =
			g_ptr_array_index(sender->config->witnesses, i);

		turn_s = MIN(turn_s, MAX(witness->within_s / SENDER_TURNS, 1));
	}
	return turn_s * G_USEC_PER_SEC;
}

/* Wait for the next turn. False at the end. */
static bool
wait_for_turn(struct sabot_head_sender *sender, int64_t turn_us)
{
	int64_t until_us = g_get_monotonic_time() + turn_us;

	g_mutex_lock(&sender->lock);
	while (!sender->is_stopped && g_cond_wait_until(&sender->changed, &sender->lock, until_us))
		;
	g_mutex_unlock(&sender->lock);
	return !is_over(sender);
}

static gpointer
run(gpointer data)
{
	struct sabot_head_sender *sender = data;
	int64_t turn_us = find_turn_us(sender);

	while (wait_for_turn(sender, turn_us))
		run_turn(sender);
	sabot_head_tree_free(sender->tree);
	sabot_key_free(sender->key);
	return NULL;
}

struct sabot_head_sender *
sabot_head_sender_new(const struct sabot_config *config, const char *key_line)
{
	struct sabot_head_sender *sender = g_new0(struct sabot_head_sender, 1);

	sender->config = config;
	sender->key_line = key_line;
	sender->outcomes = g_async_queue_new_full(sabot_head_outcome_free);
	sender->post = sabot_witness_post_new();
	sender->database = sabot_config_database_path(config);
	sender->heads = g_build_filename(config->state_dir, "sabot.db.heads", NULL);
	sender->known = g_new0(struct known, config->witnesses->len);
	for (guint i = 0; i < config->witnesses->len; i++)
		sender->known[i].seq = -1;
	g_mutex_init(&sender->lock);
	g_cond_init(&sender->changed);
	sender->thread = g_thread_new("sabot-witnesses", run, sender);
	return sender;
}

void
sabot_head_sender_stop(struct sabot_head_sender *sender)
{
	g_mutex_lock(&sender->lock);
	sender->is_stopped = true;
	g_cond_signal(&sender->changed);
	g_mutex_unlock(&sender->lock);
	sabot_witness_post_cancel(sender->post);
	g_thread_join(sender->thread);
}

void
sabot_head_sender_free(struct sabot_head_sender *sender)
{
	if (!sender)
		return;
	sabot_witness_post_free(sender->post);
	g_async_queue_unref(sender->outcomes);
	g_cond_clear(&sender->changed);
	g_mutex_clear(&sender->lock);
	g_free(sender->known);
	g_free(sender->database);
	g_free(sender->heads);
	g_free(sender);
}

struct sabot_head_outcome *
sabot_head_sender_take(struct sabot_head_sender *sender)
{
	return g_async_queue_try_pop(sender->outcomes);
}
