/* See moves.h. Uses the house logs' `given` and `taking`; docs/event-log.md, section 12. */
#include "moves.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/log/log.h"
#include "store/db/db-open.h"

#include <jansson.h>
#include <string.h>

/* An event of a house log about a file. */
struct move {
	const char *path; /* of the database, borrowed */
	char *database;   /* its id, in hexadecimal */
	char *ev, *table, *digest;
	char *from; /* of `taking`: the id of the database that gave it */
};

struct reading {
	GPtrArray *moves; /* of struct move */
	const char *path;
	char *database;
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
	g_free(move->ev);
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

static char *
copy_word(const json_t *event, const char *key)
{
	return g_strdup(json_string_value(json_object_get(event, key)));
}

static bool
record_event(G_GNUC_UNUSED int64_t seq, G_GNUC_UNUSED int64_t n, const char *line, void *data)
{
	struct reading *reading = data;
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	const char *ev = json_string_value(json_object_get(event, "ev"));
	struct move *move;

	if (g_strcmp0(ev, "given") == 0 || g_strcmp0(ev, "taking") == 0) {
		move = g_new0(struct move, 1);
		move->path = reading->path;
		move->database = g_strdup(reading->database);
		move->ev = g_strdup(ev);
		move->table = copy_word(event, "table");
		move->digest = copy_word(event, "digest");
		move->from = copy_word(event, "database");
		g_ptr_array_add(reading->moves, move);
	}
	json_decref(event);
	return true;
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
	static const struct sabot_log_range house = {
		.table = "house", .from_n = 1, .to_n = INT64_MAX};
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_FILE, error);
	struct sabot_chain_origin origin;
	g_autofree char *id = NULL;
	const char *first;
	bool is_read = db && sabot_chain_read_origin(db, &origin, error);

	if (is_read) {
		struct reading reading = {comparison->moves, path, NULL};

		id = sabot_hex_encode(origin.database, sizeof(origin.database));
		first = g_hash_table_lookup(comparison->read, id);
		reading.database = id;
		if (first) {
			is_read = compare_copies(comparison, db, path, first, error);
		} else {
			g_hash_table_insert(comparison->read, g_strdup(id), (gpointer)path);
			is_read = sabot_log_read(db, &house, record_event, &reading, error);
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

		if (strcmp(move->ev, "taking") == 0 && is_about_same_file(move, taking) &&
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

		if (strcmp(move->ev, "given") == 0 && is_about_same_file(move, taking) &&
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

		if (strcmp(taking->ev, "taking") != 0)
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
