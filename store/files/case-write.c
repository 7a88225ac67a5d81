/*
 * Writes a case file: the ranges' events and the checkpoints at their ends, in the order of
 * recording; then the pieces; then the seal.
 */
#include "case-write.h"
#include "case-file-private.h"
#include "case-witness.h"
#include "store/keys/hex.h"
#include "store/proof/proof.h"
#include "store/log/record-json.h"
#include "store/proof/seal.h"
#include "store/proof/tree.h"
#include "store/db/statements.h"
#include "store/log/taking.h"
#include "store/log/walk.h"
#include "store/log/log.h"
#include "store/log/archive.h"

#include <string.h>

/* What comes first at one seq. */
enum rank { RANK_FROM, RANK_EVENT, RANK_PATH, RANK_NOTE };

struct item {
	int64_t seq;
	enum rank rank;
	json_t *object;
};

/* A range with its log, as it will be in the file. */
struct range {
	const char *log;
	int64_t log_id, n, to_n;
	int64_t seq, to_seq;          /* of its first and last event */
	struct sabot_chain_hash hash; /* of the last event that was read */
	bool is_chained;
	bool may_be_cut;
	int64_t head_n; /* the log's last event under its checkpoint; 0: there is none */
	GArray *path;   /* from its last event to the root there; NULL: it ends with the head */
};

struct building {
	struct sabot_db *db;
	const struct sabot_case_content *content;
	struct sabot_chain_origin origin;
	char *database;
	GArray *ranges;     /* of struct range */
	GArray *items;      /* of struct item */
	GHashTable *notes;  /* int64_t: numbers of the checkpoints among them */
	GPtrArray *witness; /* of struct sabot_case_piece: what one has signed about these */
};

static void
clear_item(gpointer data)
{
	struct item *item = data;

	json_decref(item->object);
}

static void
clear_range(struct range *range)
{
	g_clear_pointer(&range->path, g_array_unref);
}

static void
add_item(struct building *building, int64_t seq, enum rank rank, json_t *object)
{
	const struct item item = {seq, rank, object};

	g_array_append_val(building->items, item);
}

static bool
record_ends(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct range *range = data;

	if (record->n == range->n)
		range->seq = record->seq;
	range->to_seq = record->seq;
	range->is_chained = range->is_chained && hash != NULL;
	if (hash)
		range->hash = *hash;
	return true;
}

/* Whatever of a log is in these events; `range->hash` is the last one's. */
static bool
look_at(struct sabot_db *db, struct range *range, int64_t n, int64_t to_n, GError **error)
{
	const struct sabot_walk_range walk = {range->log_id, n, to_n + 1};

	return sabot_walk_log(db, &walk, record_ends, range, error);
}

/* The first checkpoint over the range's last event that names its log; NULL: there is none. */
static bool
find_checkpoint(struct sabot_db *db, const struct range *range, struct sabot_checkpoint **ret_found,
		GError **error)
{
	struct sabot_checkpoint *checkpoint = NULL;
	struct sabot_seal seal = {0};
	int64_t number;
	bool is_read = sabot_seal_find(db, range->to_seq, &number, error);

	while (is_read && number > 0 && !sabot_checkpoint_find(checkpoint, range->log)) {
		sabot_checkpoint_free(checkpoint);
		is_read = sabot_seal_read(db, number++, &seal, error);
		checkpoint = is_read && seal.note ? sabot_checkpoint_parse(seal.note, NULL) : NULL;
		sabot_seal_clear(&seal);
		if (!checkpoint)
			break;
	}
	*ret_found = checkpoint;
	return is_read;
}

/*
 * The last checkpoint over some of the range, of which the end is under none; 0 in `range->to_n`:
 * all of it came after the last one. Without any checkpoint it stays as it is.
 */
static bool
cut(struct sabot_db *db, struct range *range, GError **error)
{
	struct sabot_checkpoint *checkpoint = NULL;
	const struct sabot_note_head *head = NULL;
	struct sabot_seal seal = {0};
	bool is_read = sabot_seal_read_last(db, &seal, error);

	if (seal.note)
		range->to_n = 0;
	while (is_read && seal.note && seal.seq >= range->seq && !head) {
		int64_t before = seal.number - 1;

		sabot_checkpoint_free(checkpoint);
		checkpoint = sabot_checkpoint_parse(seal.note, NULL);
		head = sabot_checkpoint_find(checkpoint, range->log);
		sabot_seal_clear(&seal);
		if (!head)
			is_read = sabot_seal_read(db, before, &seal, error);
	}
	if (head && head->n >= range->n)
		range->to_n = head->n;
	sabot_seal_clear(&seal);
	sabot_checkpoint_free(checkpoint);
	return is_read;
}

/* The hashes from the tree's first event to `to_n`; fewer where some are in no file here. */
static GArray *
read_leaves(struct sabot_db *db, const struct range *range, int64_t from_n, int64_t to_n,
	    GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_HASHES, error);
	g_autoptr(GArray) leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	g_autoptr(GError) failure = NULL;

	if (!read || !sabot_statement_bind(db, read, error, "iii", range->log_id, from_n, to_n + 1))
		return NULL;
	while (sabot_statement_next(db, read, &failure))
		g_array_append_vals(leaves, sqlite3_column_blob(read, 1), 1);
	return sabot_statement_end(read, &failure, error) ? g_steal_pointer(&leaves) : NULL;
}

/* The path from a leaf; NULL where it does not lead to that root. */
static GArray *
find_true_path(const GArray *leaves, int64_t index, struct sabot_chain_hash root)
{
	const struct sabot_tree_place place = {index, leaves->len};
	g_autoptr(GArray) path = sabot_tree_find_path(leaves, index);
	struct sabot_chain_hash found;

	return sabot_tree_follow(g_array_index(leaves, struct sabot_chain_hash, index), place, path,
				 &found) &&
			       sabot_chain_is_equal(found, root)
		       ? g_steal_pointer(&path)
		       : NULL;
}

/* The way from the range's last event to the root that the checkpoint has, if there is one. */
static bool
find_path(struct sabot_db *db, struct range *range, const struct sabot_checkpoint *checkpoint,
	  GError **error)
{
	const struct sabot_note_head *tree = sabot_checkpoint_find_tree(checkpoint, range->log);
	g_autoptr(GArray) leaves = NULL;

	if (!tree || tree->n > range->to_n || range->to_n >= range->head_n)
		return true;
	leaves = read_leaves(db, range, tree->n, range->head_n, error);
	if (leaves && leaves->len == range->head_n - tree->n + 1)
		range->path = find_true_path(leaves, range->to_n - tree->n, tree->hash);
	return leaves != NULL;
}

/* Its end is a leaf of the tree that the checkpoint signs, or it grows to the head. */
static bool
end_at(struct sabot_db *db, struct range *range, const struct sabot_checkpoint *checkpoint,
       GError **error)
{
	range->head_n = sabot_checkpoint_find(checkpoint, range->log)->n;
	if (!find_path(db, range, checkpoint, error))
		return false;
	if (!range->path)
		range->to_n = range->head_n;
	return true;
}

/* Up to where it is signed. */
static bool
grow(struct building *building, struct range *range, GError **error)
{
	struct sabot_checkpoint *checkpoint = NULL;
	bool is_read = true;

	range->is_chained = true;
	if (!look_at(building->db, range, range->n, range->to_n, error))
		return false;
	if (range->to_seq == 0)
		return sabot_store_fail(error, range->log, "there are no such events in this file");
	if (!range->is_chained)
		return sabot_store_fail(error, range->log,
					"there are events from before the chain");
	if (!find_checkpoint(building->db, range, &checkpoint, error))
		return false;
	if (checkpoint)
		is_read = end_at(building->db, range, checkpoint, error);
	else if (range->may_be_cut)
		return cut(building->db, range, error);
	else if (!sabot_log_get_last_n(building->db, range->log_id, &range->to_n, error))
		return false;
	sabot_checkpoint_free(checkpoint);
	return is_read;
}

static bool
record_card(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	bool *has_card = data;

	(void)hash;
	*has_card = strcmp(record->ev, "card") == 0 || strcmp(record->ev, "unload") == 0 ||
		    record->frame != NULL;
	return !*has_card;
}

/* A hash covers the whole event, so that a card cannot be left out of it. */
static bool
keep_veil(struct building *building, struct range *range, GError **error)
{
	const struct sabot_case_content *content = building->content;
	const struct sabot_walk_range walk = {range->log_id, MAX(range->n, content->veiled_from_n),
					      range->to_n + 1};
	bool has_card = false;

	if (content->veiled_from_n == 0 || range->to_n < content->veiled_from_n ||
	    strcmp(range->log, content->veiled_log) != 0)
		return true;
	if (!sabot_walk_log(building->db, &walk, record_card, &has_card, error))
		return false;
	if (has_card && range->n < content->veiled_from_n) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED,
			    "%s: what proves it has cards that are still in the shoe", range->log);
		return false;
	}
	if (has_card)
		range->to_n = 0;
	return true;
}

static int
compare_ranges(const void *a, const void *b)
{
	const struct range *one = a, *other = b;
	int by_log = strcmp(one->log, other->log);

	if (by_log != 0)
		return by_log;
	return one->n < other->n ? -1 : one->n > other->n;
}

/* The other begins within the range, or right behind it. */
static void
absorb(struct range *range, struct range *other)
{
	if (other->to_n > range->to_n) {
		clear_range(range);
		range->to_n = other->to_n;
		range->path = g_steal_pointer(&other->path);
	}
	clear_range(other);
}

/* Those that touch become one. */
static void
merge_ranges(GArray *ranges)
{
	guint n_kept = 0;

	g_array_sort(ranges, compare_ranges);
	for (guint i = 0; i < ranges->len; i++) {
		struct range *range = &g_array_index(ranges, struct range, i);
		struct range *last =
			n_kept > 0 ? &g_array_index(ranges, struct range, n_kept - 1) : NULL;

		if (last && last->log_id == range->log_id && range->n <= last->to_n + 1)
			absorb(last, range);
		else
			g_array_index(ranges, struct range, n_kept++) = *range;
	}
	g_array_set_size(ranges, n_kept);
}

static bool
choose_ranges(struct building *building, GError **error)
{
	const GArray *wanted = building->content->ranges;

	for (guint i = 0; i < wanted->len; i++) {
		const struct sabot_case_range *one =
			&g_array_index(wanted, struct sabot_case_range, i);
		struct range range = {.log = one->log,
				      .n = one->n,
				      .to_n = one->to_n,
				      .may_be_cut = one->may_be_cut};

		if (!sabot_log_get_id(building->db, one->log, &range.log_id, error) ||
		    !grow(building, &range, error) || !keep_veil(building, &range, error)) {
			clear_range(&range);
			return false;
		}
		if (range.to_n > 0)
			g_array_append_val(building->ranges, range);
		else
			clear_range(&range);
	}
	merge_ranges(building->ranges);
	return true;
}

/* The hash behind which a log begins in this file, when it does so at event `n`. */
static bool
find_beginning(struct sabot_db *db, struct range *range, GError **error)
{
	const struct sabot_anchor_log *log;
	struct sabot_archive *last;
	struct sabot_anchor *anchor;
	int64_t archive;
	bool came;

	if (range->n == 1)
		return sabot_taking_begin(db, range->log, &range->hash, &came, error);
	if (!sabot_archive_read_number(db, &archive, error) ||
	    !sabot_archive_read_last(db, &last, error))
		return false;
	anchor = last ? sabot_anchor_parse(last->note, NULL) : NULL;
	log = sabot_anchor_find(anchor, range->log);
	if (log)
		range->hash = archive ? log->hash : log->from_hash;
	sabot_anchor_free(anchor);
	sabot_archive_free(last);
	return log ||
	       sabot_store_fail(error, range->log, "the event before these is not in this file");
}

/* The hash before the range's first event. */
static bool
read_previous(struct sabot_db *db, const struct range *range, struct sabot_chain_hash *ret_hash,
	      GError **error)
{
	struct range before = *range;

	before.to_seq = 0;
	if (!look_at(db, &before, range->n - 1, range->n - 1, error) ||
	    (before.to_seq == 0 && !find_beginning(db, &before, error)))
		return false;
	*ret_hash = before.hash;
	return true;
}

static bool
add_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	add_item(data, record->seq, RANK_EVENT, sabot_log_record_to_proof(record, hash));
	return true;
}

/* The checkpoint at the range's end, unless another range has brought it. */
static bool
add_note(struct building *building, const struct range *range, GError **error)
{
	struct sabot_seal seal;
	int64_t number;

	if (!sabot_seal_find(building->db, range->to_seq, &number, error))
		return false;
	if (number == 0 || g_hash_table_contains(building->notes, &number))
		return true;
	g_hash_table_add(building->notes, g_memdup2(&number, sizeof(number)));
	if (!sabot_seal_read(building->db, number, &seal, error))
		return false;
	if (seal.note)
		add_item(building, seal.seq, RANK_NOTE, json_pack("{s:s}", "note", seal.note));
	sabot_seal_clear(&seal);
	return true;
}

static json_t *
build_path(const struct range *range)
{
	json_t *hashes = json_array();

	for (guint i = 0; i < range->path->len; i++) {
		const struct sabot_chain_hash *hash =
			&g_array_index(range->path, struct sabot_chain_hash, i);
		g_autofree char *hex = sabot_hex_encode(hash->bytes, sizeof(hash->bytes));

		json_array_append_new(hashes, json_string(hex));
	}
	return json_pack("{s:{s:s, s:o}}", "path", "table", range->log, "hashes", hashes);
}

/* What vouches for the range's end. */
static bool
add_end(struct building *building, const struct range *range, GError **error)
{
	if (range->path)
		add_item(building, range->to_seq, RANK_PATH, build_path(range));
	return add_note(building, range, error);
}

static bool
add_range(struct building *building, struct range *range, GError **error)
{
	const struct sabot_walk_range walk = {range->log_id, range->n, range->to_n + 1};
	struct sabot_chain_hash previous;
	g_autofree char *hex = NULL;

	if (!read_previous(building->db, range, &previous, error) ||
	    !look_at(building->db, range, range->n, range->n, error))
		return false;
	hex = sabot_hex_encode(previous.bytes, sizeof(previous.bytes));
	add_item(building, range->seq, RANK_FROM,
		 json_pack("{s:{s:s, s:I, s:I, s:s}}", "from", "table", range->log, "n",
			   (json_int_t)range->n, "to", (json_int_t)range->to_n, "previous", hex));
	return sabot_walk_log(building->db, &walk, add_event, building, error) &&
	       look_at(building->db, range, range->to_n, range->to_n, error) &&
	       add_end(building, range, error);
}

static int
compare_items(const void *a, const void *b)
{
	const struct item *one = a, *other = b;

	if (one->seq != other->seq)
		return one->seq < other->seq ? -1 : 1;
	return (int)one->rank - (int)other->rank;
}

static bool
collect(struct building *building, GError **error)
{
	if (!sabot_chain_read_origin(building->db, &building->origin, error) ||
	    !choose_ranges(building, error))
		return false;
	building->database =
		sabot_hex_encode(building->origin.database, sizeof(building->origin.database));
	for (guint i = 0; i < building->ranges->len; i++) {
		if (!add_range(building, &g_array_index(building->ranges, struct range, i), error))
			return false;
	}
	g_array_sort(building->items, compare_items);
	return sabot_case_witness_build(building->db, building->notes, building->witness, error);
}

static json_t *
build_header(const struct building *building)
{
	const struct sabot_case_about *about = building->content->about;

	return json_pack("{s:i, s:s, s:I, s:b, s:{s:s, s:I, s:I, s:I, s:I, s:I, s:s*}}",
			 "sabot_proof", SABOT_PROOF_VERSION, "database", building->database,
			 "unchained", (json_int_t)building->origin.unchained_seq, "whole", false,
			 "case", "table", about->table, "load", (json_int_t)about->load, "round",
			 (json_int_t)about->round, "incident", (json_int_t)about->incident, "at_us",
			 (json_int_t)about->at_us, "made_us", (json_int_t)about->made_us, "by",
			 about->by);
}

static json_t *
build_piece(const struct sabot_case_piece *piece)
{
	gsize n_bytes;
	const guchar *bytes = g_bytes_get_data(piece->bytes, &n_bytes);
	g_autofree char *text = g_base64_encode(bytes, n_bytes);

	return json_pack("{s:s, s:s}", "piece", piece->name, "base64", text);
}

/* The file as it is being written. */
struct writing {
	GString *text;
	unsigned line;
	struct sabot_case_seal seal;
};

/* Takes the object. */
static void
write_line(struct writing *writing, json_t *object)
{
	char *dump = json_dumps(object, JSON_COMPACT);
	size_t length = strlen(dump);

	writing->line++;
	if (sabot_case_seal_has(object)) {
		g_autofree char *line = sabot_case_seal_line(writing->line, dump, length);

		g_string_append(writing->seal.body, line);
	}
	g_string_append_len(writing->text, dump, (gssize)length);
	g_string_append_c(writing->text, '\n');
	free(dump);
	json_decref(object);
}

static void
write_seal(struct writing *writing, const struct sabot_key *key)
{
	g_autofree char *note = NULL;
	json_t *object;
	char *dump;

	sabot_case_seal_finish(&writing->seal, writing->text->str, writing->text->len);
	note = key ? sabot_note_sign(writing->seal.body->str, key)
		   : g_strdup(writing->seal.body->str);
	object = json_pack("{s:s}", "seal", note);
	dump = json_dumps(object, JSON_COMPACT);
	g_string_append_printf(writing->text, "%s\n", dump);
	free(dump);
	json_decref(object);
}

static GBytes *
write_all(const struct building *building)
{
	const struct sabot_case_content *content = building->content;
	struct writing writing = {.text = g_string_new(NULL)};

	sabot_case_seal_init(&writing.seal, building->database, content->about);
	write_line(&writing, build_header(building));
	for (guint i = 0; i < building->items->len; i++)
		write_line(&writing,
			   json_incref(g_array_index(building->items, struct item, i).object));
	for (guint i = 0; i < content->pieces->len; i++)
		write_line(&writing, build_piece(g_ptr_array_index(content->pieces, i)));
	for (guint i = 0; i < building->witness->len; i++)
		write_line(&writing, build_piece(g_ptr_array_index(building->witness, i)));
	write_seal(&writing, content->key);
	sabot_case_seal_clear(&writing.seal);
	return g_string_free_to_bytes(writing.text);
}

GBytes *
sabot_case_build(struct sabot_db *db, const struct sabot_case_content *content, GError **error)
{
	struct building building = {
		.db = db,
		.content = content,
		.ranges = g_array_new(FALSE, TRUE, sizeof(struct range)),
		.items = g_array_new(FALSE, TRUE, sizeof(struct item)),
		.notes = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
		.witness = g_ptr_array_new_with_free_func(sabot_case_piece_free),
	};
	GBytes *bytes = NULL;

	g_array_set_clear_func(building.items, clear_item);
	if (sabot_statement_run(db, SABOT_STATEMENT_BEGIN_READ, error)) {
		if (collect(&building, error))
			bytes = write_all(&building);
		sabot_statement_run(db, SABOT_STATEMENT_END_READ, NULL);
	}
	g_array_unref(building.items);
	for (guint i = 0; i < building.ranges->len; i++)
		clear_range(&g_array_index(building.ranges, struct range, i));
	g_array_unref(building.ranges);
	g_hash_table_unref(building.notes);
	g_ptr_array_unref(building.witness);
	g_free(building.database);
	return bytes;
}
