/*
 * At most two connections: one to the database alone, and one that joins its archives. The second
 * is used for what the first no longer has.
 */
#include "edge.h"

#include "store/db/db-open.h"
#include "store/db/statements.h"
#include "store/files/joined.h"
#include "store/log/log.h"
#include "store/log/taking.h"
#include "store/log/walk.h"
#include "store/proof/seal.h"

#include <string.h>
#include <sys/stat.h>

struct sabot_edge {
	char *path, *archive_dir;
	struct stat seen;
	struct sabot_db *db;
	struct sabot_db *joined; /* or NULL */
	struct sabot_chain_origin origin;
};

static void
free_log(gpointer data)
{
	struct sabot_edge_log *log = data;

	g_free(log->name);
	g_free(log);
}

static bool
is_notes(const char *log)
{
	return strcmp(log, SABOT_SEGMENT_CHECKPOINTS) == 0;
}

struct sabot_edge *
sabot_edge_open(const char *path, const char *archive_dir, GError **error)
{
	struct sabot_edge *edge = g_new0(struct sabot_edge, 1);

	edge->path = g_strdup(path);
	edge->archive_dir = g_strdup(archive_dir);
	/*
	 * Before the file is opened: a file that replaces it in between is then recognised as
	 * another one.
	 */
	if (stat(path, &edge->seen) != 0)
		memset(&edge->seen, 0, sizeof(edge->seen));
	edge->db = sabot_db_open(path, SABOT_DB_READER, error);
	if (edge->db && sabot_chain_read_origin(edge->db, &edge->origin, error))
		return edge;
	sabot_edge_free(edge);
	return NULL;
}

void
sabot_edge_free(struct sabot_edge *edge)
{
	if (!edge)
		return;
	sabot_db_close(edge->joined);
	sabot_db_close(edge->db);
	g_free(edge->path);
	g_free(edge->archive_dir);
	g_free(edge);
}

bool
sabot_edge_is_replaced(const struct sabot_edge *edge)
{
	struct stat now;

	return stat(edge->path, &now) != 0 || now.st_dev != edge->seen.st_dev ||
	       now.st_ino != edge->seen.st_ino;
}

const struct sabot_chain_origin *
sabot_edge_get_origin(const struct sabot_edge *edge)
{
	return &edge->origin;
}

void
sabot_edge_leave_archives(struct sabot_edge *edge)
{
	g_clear_pointer(&edge->joined, sabot_db_close);
}

/* Open the database with its present archives. */
static struct sabot_db *
join(struct sabot_edge *edge, GError **error)
{
	const char *const paths[] = {edge->path, NULL};

	if (!edge->joined)
		edge->joined = sabot_joined_open(paths, edge->archive_dir, error);
	return edge->joined;
}

static bool
list_logs(struct sabot_edge *edge, GPtrArray *logs, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(edge->db, SABOT_STATEMENT_LOG_LIST, error);
	g_autoptr(GError) failure = NULL;

	while (list && !failure && sabot_statement_next(edge->db, list, &failure)) {
		struct sabot_edge_log *log = g_new0(struct sabot_edge_log, 1);

		log->id = sqlite3_column_int64(list, 0);
		log->name = g_strdup((const char *)sqlite3_column_text(list, 1));
		g_ptr_array_add(logs, log);
		sabot_log_get_last_n(edge->db, log->id, &log->last_n, &failure);
	}
	return sabot_statement_end(list, &failure, error);
}

GPtrArray *
sabot_edge_list(struct sabot_edge *edge, int64_t *ret_checkpoint, int64_t *ret_seq, GError **error)
{
	g_autoptr(GPtrArray) logs = g_ptr_array_new_with_free_func(free_log);
	struct sabot_seal last;

	/* Read first, so that the logs have what it covers. */
	if (!sabot_seal_read_last(edge->db, &last, error))
		return NULL;
	*ret_checkpoint = last.number;
	*ret_seq = last.seq;
	sabot_seal_clear(&last);
	return list_logs(edge, logs, error) ? g_steal_pointer(&logs) : NULL;
}

/* An event of a log, and its hash if this connection has it. */
struct sought {
	const char *log;
	int64_t n;
	bool is_found;
	struct sabot_chain_hash hash;
};

static bool
find_hash(const struct sabot_edge *edge, struct sabot_db *db, struct sought *sought, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_HASH, error);
	int64_t id;

	if (!read || !sabot_log_get_id(db, sought->log, &id, error) ||
	    !sabot_statement_bind(db, read, error, "ii", id, sought->n) ||
	    !sabot_statement_row(db, read, &sought->is_found, error))
		return false;
	if (sought->is_found && sqlite3_column_bytes(read, 0) == SABOT_CHAIN_HASH_BYTES)
		memcpy(sought->hash.bytes, sqlite3_column_blob(read, 0), SABOT_CHAIN_HASH_BYTES);
	else if (sought->is_found)
		sought->hash = sabot_chain_begin(&edge->origin, sought->log);
	sqlite3_reset(read);
	return true;
}

static bool
find_note_digest(struct sabot_db *db, struct sought *sought, GError **error)
{
	struct sabot_seal seal;

	if (!sabot_seal_read(db, sought->n, &seal, error))
		return false;
	sought->is_found = seal.note != NULL;
	if (seal.note)
		sought->hash = sabot_chain_digest(seal.note, strlen(seal.note));
	sabot_seal_clear(&seal);
	return true;
}

static bool
find(const struct sabot_edge *edge, struct sabot_db *db, struct sought *sought, GError **error)
{
	return is_notes(sought->log) ? find_note_digest(db, sought, error)
				     : find_hash(edge, db, sought, error);
}

/* A log that came from another database begins after its head there, which the house log has. */
static bool
read_beginning(struct sabot_edge *edge, const char *log, struct sabot_chain_hash *ret_hash,
	       GError **error)
{
	struct sabot_db *db = edge->db;
	int64_t archived, at_us;
	bool came;

	if (is_notes(log)) {
		memset(ret_hash, 0, sizeof(*ret_hash));
		return true;
	}
	if (!sabot_joined_get_begin(db, &archived, &at_us, error))
		return false;
	if (archived)
		db = join(edge, error);
	return db && sabot_taking_begin(db, log, ret_hash, &came, error);
}

static bool
refuse_hole(const struct sabot_edge *edge, GError **error)
{
	return sabot_store_fail(error, edge->path,
				"a log begins behind what the core has: an archive is missing");
}

bool
sabot_edge_read_hash(struct sabot_edge *edge, const char *log, int64_t n,
		     struct sabot_chain_hash *ret_hash, GError **error)
{
	struct sought sought = {.log = log, .n = n};

	if (n == 0)
		return read_beginning(edge, log, ret_hash, error);
	if (!find(edge, edge->db, &sought, error) ||
	    (!sought.is_found && (!join(edge, error) || !find(edge, edge->joined, &sought, error))))
		return false;
	if (sought.is_found)
		*ret_hash = sought.hash;
	return sought.is_found || refuse_hole(edge, error);
}

bool
sabot_edge_read_n_before(struct sabot_edge *edge, const struct sabot_edge_log *log, int64_t seq,
			 int64_t *ret_n, GError **error)
{
	sqlite3_stmt *read =
		sabot_statement_get(edge->db, SABOT_STATEMENT_EVENT_HEAD_BEFORE, error);
	bool has_row;

	if (!read || !sabot_statement_bind(edge->db, read, error, "ii", log->id, seq) ||
	    !sabot_statement_row(edge->db, read, &has_row, error))
		return false;
	*ret_n = has_row ? sqlite3_column_int64(read, 1) : 0;
	sqlite3_reset(read);
	return true;
}

struct filling {
	struct sabot_segment *segment;
	GError **error;
	bool is_good;
};

static bool
on_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct filling *filling = data;

	/*
	 * There is a gap if this connection does not have the event: only the archives may have it.
	 */
	if (record->n != sabot_segment_get_ends(filling->segment).last_n + 1)
		return false;
	filling->is_good = sabot_segment_add(filling->segment, record, hash, filling->error);
	return filling->is_good && !sabot_segment_is_full(filling->segment);
}

static bool
fill_events(struct sabot_db *db, struct sabot_segment *segment, int64_t to_n, GError **error)
{
	struct sabot_segment_ends ends = sabot_segment_get_ends(segment);
	struct sabot_walk_range range = {.from_n = ends.last_n + 1, .to_n = to_n + 1};
	struct filling filling = {segment, error, true};

	range.to_n = MIN(range.to_n, range.from_n + SABOT_SEGMENT_EVENTS_MAX);
	return sabot_log_get_id(db, ends.log, &range.log_id, error) &&
	       sabot_walk_log(db, &range, on_event, &filling, error) && filling.is_good;
}

static bool
fill_notes(struct sabot_db *db, struct sabot_segment *segment, int64_t to_n, GError **error)
{
	bool is_good = true;

	while (is_good && !sabot_segment_is_full(segment)) {
		int64_t n = sabot_segment_get_ends(segment).last_n + 1;
		struct sabot_seal seal = {0};

		if (n > to_n || !sabot_seal_read(db, n, &seal, error))
			return n > to_n;
		if (!seal.note)
			return true;
		is_good = sabot_segment_add_note(segment, seal.note, seal.at_us, error);
		sabot_seal_clear(&seal);
	}
	return is_good;
}

static bool
fill(struct sabot_db *db, struct sabot_segment *segment, int64_t to_n, GError **error)
{
	return is_notes(sabot_segment_get_ends(segment).log)
		       ? fill_notes(db, segment, to_n, error)
		       : fill_events(db, segment, to_n, error);
}

bool
sabot_edge_fill(struct sabot_edge *edge, struct sabot_segment *segment, int64_t to_n,
		GError **error)
{
	struct sabot_segment_ends ends;

	if (!fill(edge->db, segment, to_n, error))
		return false;
	ends = sabot_segment_get_ends(segment);
	if (ends.last_n >= ends.first_n)
		return true;
	if (!join(edge, error) || !fill(edge->joined, segment, to_n, error))
		return false;
	ends = sabot_segment_get_ends(segment);
	return ends.last_n >= ends.first_n || refuse_hole(edge, error);
}
