/* See moves.h. By the house logs' `given` and `taking`; docs/event-log.md, section 12. */
#include "moves.h"
#include "store/proof/chain.h"
#include "store/proof/hex.h"
#include "log.h"
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

/* Its moves, unless a copy of the same database was read before: `read` has their ids. */
static bool
read_moves(const char *path, GHashTable *read, GPtrArray *moves, GError **error)
{
	static const struct sabot_log_range house = {
		.table = "house", .from_n = 1, .to_n = INT64_MAX};
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_FILE, error);
	struct sabot_chain_origin origin;
	g_autofree char *id = NULL;
	bool is_read = db && sabot_chain_read_origin(db, &origin, error);

	if (is_read) {
		id = sabot_hex_encode(origin.database, sizeof(origin.database));
		if (!g_hash_table_contains(read, id)) {
			struct reading reading = {moves, path, id};

			g_hash_table_insert(read, g_strdup(id), (gpointer)path);
			is_read = sabot_log_read(db, &house, record_event, &reading, error);
		}
	}
	sabot_db_close(db);
	return is_read;
}

static void
add_fault(GPtrArray *faults, const struct move *taken, const char *other, bool is_given_unawares)
{
	struct sabot_move_fault *fault = g_new0(struct sabot_move_fault, 1);

	fault->table = g_strdup(taken->table);
	fault->digest = g_strdup(taken->digest);
	fault->taken_by = taken->path;
	fault->other = other;
	fault->is_given_unawares = is_given_unawares;
	g_ptr_array_add(faults, fault);
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
	const struct move *taken = g_ptr_array_index(moves, first);

	for (guint i = first + 1; i < moves->len; i++) {
		const struct move *move = g_ptr_array_index(moves, i);

		if (strcmp(move->ev, "taking") == 0 && is_about_same_file(move, taken) &&
		    strcmp(move->database, taken->database) != 0)
			return move;
	}
	return NULL;
}

static bool
knows_that_it_gave(const GPtrArray *moves, const struct move *taken)
{
	for (guint i = 0; i < moves->len; i++) {
		const struct move *move = g_ptr_array_index(moves, i);

		if (strcmp(move->ev, "given") == 0 && is_about_same_file(move, taken) &&
		    g_strcmp0(move->database, taken->from) == 0)
			return true;
	}
	return false;
}

static GPtrArray *
judge(const GPtrArray *moves, GHashTable *read)
{
	GPtrArray *faults = g_ptr_array_new_with_free_func(free_fault);

	for (guint i = 0; i < moves->len; i++) {
		const struct move *taken = g_ptr_array_index(moves, i);
		const struct move *second;
		const char *giver;

		if (strcmp(taken->ev, "taking") != 0)
			continue;
		second = find_second_taker(moves, i);
		if (second)
			add_fault(faults, taken, second->path, false);
		giver = taken->from ? g_hash_table_lookup(read, taken->from) : NULL;
		if (giver && !knows_that_it_gave(moves, taken))
			add_fault(faults, taken, giver, true);
	}
	return faults;
}

GPtrArray *
sabot_moves_compare(char **paths, GError **error)
{
	g_autoptr(GPtrArray) moves = g_ptr_array_new_with_free_func(free_move);
	g_autoptr(GHashTable) read = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (size_t i = 0; paths[i]; i++) {
		if (!read_moves(paths[i], read, moves, error))
			return NULL;
	}
	return judge(moves, read);
}
