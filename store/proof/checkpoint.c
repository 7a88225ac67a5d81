/*
 * Writes, reads and checks notes. A note that was read is written again and compared, so that no
 * other text can pass for the same checkpoint.
 */
#include "checkpoint.h"

#include <string.h>

struct sabot_checkpoint *
sabot_checkpoint_new(const struct sabot_chain_origin *origin)
{
	struct sabot_checkpoint *checkpoint = g_new0(struct sabot_checkpoint, 1);

	memcpy(checkpoint->database, origin->database, sizeof(checkpoint->database));
	checkpoint->unchained_seq = origin->unchained_seq;
	checkpoint->heads = sabot_note_heads_new();
	checkpoint->trees = sabot_note_heads_new();
	return checkpoint;
}

void
sabot_checkpoint_free(struct sabot_checkpoint *checkpoint)
{
	if (!checkpoint)
		return;
	g_ptr_array_unref(checkpoint->heads);
	g_ptr_array_unref(checkpoint->trees);
	g_free(checkpoint);
}

void
sabot_checkpoint_add(struct sabot_checkpoint *checkpoint, const char *log, int64_t n,
		     struct sabot_chain_hash hash)
{
	sabot_note_heads_add(checkpoint->heads, log, n, hash);
}

void
sabot_checkpoint_add_tree(struct sabot_checkpoint *checkpoint, const char *log, int64_t from_n,
			  struct sabot_chain_hash root)
{
	sabot_note_heads_add(checkpoint->trees, log, from_n, root);
}

/*
 * The last of them is there where the key is in a TPM. The second format has trees; a note without
 * is of the first, as all were before schema 7.
 */
enum { CHECKPOINT_FIELDS = 7 };
static const char checkpoint_start[] = "sabot-checkpoint/1 ";
static const char checkpoint_start_trees[] = "sabot-checkpoint/2 ";

static void
list_fields(struct sabot_checkpoint *checkpoint, bool has_trees,
	    struct sabot_note_field fields[CHECKPOINT_FIELDS])
{
	const struct sabot_note_field list[CHECKPOINT_FIELDS] = {
		{has_trees ? checkpoint_start_trees : checkpoint_start, NULL, checkpoint->database,
		 sizeof(checkpoint->database)},
		{"unchained ", &checkpoint->unchained_seq, NULL, 0},
		{"checkpoint ", &checkpoint->number, NULL, 0},
		{"previous ", NULL, checkpoint->previous.bytes, sizeof(checkpoint->previous.bytes)},
		{"at_us ", &checkpoint->at_us, NULL, 0},
		{"seq ", &checkpoint->seq, NULL, 0},
		{"counter ", &checkpoint->counter, NULL, 0},
	};

	memcpy(fields, list, sizeof(list));
}

/* All of the note but the empty line and the signatures. */
static char *
format_body(const struct sabot_checkpoint *checkpoint)
{
	struct sabot_checkpoint copy = *checkpoint;
	GString *text = g_string_new(NULL);
	struct sabot_note_field fields[CHECKPOINT_FIELDS];

	list_fields(&copy, checkpoint->trees->len > 0, fields);
	sabot_note_append_fields(text, fields,
				 checkpoint->counter ? CHECKPOINT_FIELDS : CHECKPOINT_FIELDS - 1);
	sabot_note_append_heads(text, "log", checkpoint->heads);
	sabot_note_append_heads(text, "tree", checkpoint->trees);
	return g_string_free(text, FALSE);
}

static const struct sabot_note_head *
find(const GPtrArray *heads, const char *log)
{
	for (guint i = 0; i < heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(heads, i);

		if (strcmp(head->log, log) == 0)
			return head;
	}
	return NULL;
}

const struct sabot_note_head *
sabot_checkpoint_find(const struct sabot_checkpoint *checkpoint, const char *log)
{
	return checkpoint ? find(checkpoint->heads, log) : NULL;
}

const struct sabot_note_head *
sabot_checkpoint_find_tree(const struct sabot_checkpoint *checkpoint, const char *log)
{
	return checkpoint ? find(checkpoint->trees, log) : NULL;
}

char *
sabot_checkpoint_sign(const struct sabot_checkpoint *checkpoint, const struct sabot_key *key)
{
	g_autofree char *body = format_body(checkpoint);

	return sabot_note_sign(body, key);
}

static bool
read_body(struct sabot_checkpoint *checkpoint, const char *note)
{
	g_autofree char *body = sabot_note_get_body(note);
	g_autofree char *again = NULL;
	struct sabot_note_field fields[CHECKPOINT_FIELDS];
	g_auto(GStrv) lines = NULL;

	if (!body)
		return false;
	list_fields(checkpoint, g_str_has_prefix(body, checkpoint_start_trees), fields);
	lines = g_strsplit(body, "\n", -1);
	for (size_t i = 0; lines[i + 1]; i++) {
		if (!sabot_note_read_field(lines[i], fields, G_N_ELEMENTS(fields)) &&
		    !sabot_note_read_head(lines[i], "log", checkpoint->heads) &&
		    !sabot_note_read_head(lines[i], "tree", checkpoint->trees))
			return false;
	}
	again = format_body(checkpoint);
	return checkpoint->number > 0 && strcmp(again, body) == 0;
}

struct sabot_checkpoint *
sabot_checkpoint_parse(const char *note, GError **error)
{
	static const struct sabot_chain_origin none;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_new(&none);

	if (read_body(checkpoint, note))
		return checkpoint;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "not a checkpoint");
	sabot_checkpoint_free(checkpoint);
	return NULL;
}
