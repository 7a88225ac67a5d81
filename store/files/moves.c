/* See moves.h. Uses the house logs' `given` and `taking`; docs/event-log.md, section 12. */
#include "moves.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/log/move-events.h"
#include "store/db/db-open.h"

#include <string.h>

/* An event of a house log about a file: given, or taking. */
struct move {
	const char *path; /* of the database, borrowed */
	char *database;   /* its id, in hexadecimal */
	bool is_taking;
	char *table, *digest;
	char *from; /* of one that is taken: the id of the database that gave it */
};

struct comparison {
	GHashTable *read;  /* the first path, by the database's id */
	GPtrArray *moves;  /* of struct move */
	GPtrArray *faults; /* of struct sabot_move_fault */
};

static void
free_move(gpointer data)
{
	struct move *move = data;

	g_free(move->database);
	g_free(move->table);
	g_free(move->digest);
	g_free(move->from);
	g_free(move);
}

static void
free_fault(gpointer data)
{
	struct sabot_move_fault *fault = data;

	g_free(fault->table);
	g_free(fault->digest);
	g_free(fault);
}

static bool
add_moves(struct comparison *comparison, struct sabot_db *db, const char *path,
	  const char *database, GError **error)
{
	g_autoptr(GPtrArray) events = sabot_move_events_read(db, error);

	for (guint i = 0; events && i < events->len; i++) {
		const struct sabot_move_event *event = g_ptr_array_index(events, i);
		struct move *move;

		if (event->kind != SABOT_MOVE_GIVEN && event->kind != SABOT_MOVE_TAKING)
			continue;
		move = g_new0(struct move, 1);
		move->path = path;
		move->database = g_strdup(database);
		move->is_taking = event->kind == SABOT_MOVE_TAKING;
		move->table = g_strdup(event->table);
		move->digest = g_strdup(event->digest);
		move->from = g_strdup(event->database);
		g_ptr_array_add(comparison->moves, move);
	}
	return events != NULL;
}

static void
add_fault(struct comparison *comparison, enum sabot_move_fault_kind kind, const struct move *taking,
	  const char *path, const char *other)
{
	struct sabot_move_fault *fault = g_new0(struct sabot_move_fault, 1);

	fault->kind = kind;
	fault->table = taking ? g_strdup(taking->table) : NULL;
	fault->digest = taking ? g_strdup(taking->digest) : NULL;
	fault->path = path;
	fault->other = other;
	g_ptr_array_add(comparison->faults, fault);
}

/* The checkpoint with which the shorter of two ends is not the longer one's. */
static bool
find_fork(struct sabot_db *db, struct sabot_db *other, bool *ret_forked, GError **error)
{
	struct sabot_seal last = {0}, others = {0}, same = {0};
	bool is_read = sabot_seal_read_last(db, &last, error) &&
		       sabot_seal_read_last(other, &others, error);
	bool is_shorter = last.number <= others.number;
	const struct sabot_seal *end = is_shorter ? &last : &others;

	is_read = is_read && sabot_seal_read(is_shorter ? other : db, end->number, &same, error);
	/* One that was archived is not there. */
	*ret_forked = is_read && end->note && same.note && strcmp(end->note, same.note) != 0;
	sabot_seal_clear(&last);
	sabot_seal_clear(&others);
	sabot_seal_clear(&same);
	return is_read;
}

static bool
compare_copies(struct comparison *comparison, struct sabot_db *db, const char *path,
	       const char *first, GError **error)
{
	struct sabot_db *other = sabot_db_open(first, SABOT_DB_FILE, error);
	bool is_forked = false, is_read = other && find_fork(db, other, &is_forked, error);

	if (is_forked)
		add_fault(comparison, SABOT_MOVE_FORKED, NULL, path, first);
	sabot_db_close(other);
	return is_read;
}

/* Its moves, unless a copy of the same database was read before. */
static bool
read_moves(struct comparison *comparison, const char *path, GError **error)
{
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_FILE, error);
	struct sabot_chain_origin origin;
	g_autofree char *id = NULL;
	const char *first;
	bool is_read = db && sabot_chain_read_origin(db, &origin, error);

	if (is_read) {
		id = sabot_hex_encode(origin.database, sizeof(origin.database));
		first = g_hash_table_lookup(comparison->read, id);
		if (first) {
			is_read = compare_copies(comparison, db, path, first, error);
		} else {
			g_hash_table_insert(comparison->read, g_strdup(id), (gpointer)path);
			is_read = add_moves(comparison, db, path, id, error);
		}
	}
	sabot_db_close(db);
	return is_read;
}

static bool
is_about_same_file(const struct move *one, const struct move *other)
{
	return g_strcmp0(one->table, other->table) == 0 &&
	       g_strcmp0(one->digest, other->digest) == 0;
}

/*
 * The first later one that took the same file, in another database; a killed import records it
 * twice.
 */
static const struct move *
find_second_taker(const GPtrArray *moves, guint first)
{
	const struct move *taking = g_ptr_array_index(moves, first);

	for (guint i = first + 1; i < moves->len; i++) {
		const struct move *move = g_ptr_array_index(moves, i);

		if (move->is_taking && is_about_same_file(move, taking) &&
		    strcmp(move->database, taking->database) != 0)
			return move;
	}
	return NULL;
}

static bool
knows_that_it_gave(const GPtrArray *moves, const struct move *taking)
{
	for (guint i = 0; i < moves->len; i++) {
		const struct move *move = g_ptr_array_index(moves, i);

		if (!move->is_taking && is_about_same_file(move, taking) &&
		    g_strcmp0(move->database, taking->from) == 0)
			return true;
	}
	return false;
}

static void
judge(struct comparison *comparison)
{
	for (guint i = 0; i < comparison->moves->len; i++) {
		const struct move *taking = g_ptr_array_index(comparison->moves, i);
		const struct move *second;
		const char *giver;

		if (!taking->is_taking)
			continue;
		second = find_second_taker(comparison->moves, i);
		if (second)
			add_fault(comparison, SABOT_MOVE_TWICE, taking, taking->path, second->path);
		giver = taking->from ? g_hash_table_lookup(comparison->read, taking->from) : NULL;
		if (giver && !knows_that_it_gave(comparison->moves, taking))
			add_fault(comparison, SABOT_MOVE_UNAWARES, taking, taking->path, giver);
	}
}

GPtrArray *
sabot_moves_compare(char **paths, GError **error)
{
	g_autoptr(GPtrArray) moves = g_ptr_array_new_with_free_func(free_move);
	g_autoptr(GPtrArray) faults = g_ptr_array_new_with_free_func(free_fault);
	g_autoptr(GHashTable) read = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct comparison comparison = {read, moves, faults};

	for (size_t i = 0; paths[i]; i++) {
		if (!read_moves(&comparison, paths[i], error))
			return NULL;
	}
	judge(&comparison);
	return g_steal_pointer(&faults);
}
