/*
 * What is hashed, in one place: numbers as eight bytes, most significant first; texts and bytes
 * after their length in four; what may be missing after a byte 0 or 1.
 */
#include "chain.h"
#include "store/db/statements.h"

#include <nettle/sha2.h>
#include <string.h>

static const char domain_log[] = "sabot log 1\n";
static const char domain_event[] = "sabot event 1\n";

G_STATIC_ASSERT(SABOT_CHAIN_HASH_BYTES == SHA256_DIGEST_SIZE);

static void
add_number(struct sha256_ctx *state, int64_t number)
{
	const uint64_t bytes = GUINT64_TO_BE((uint64_t)number);

	sha256_update(state, sizeof(bytes), (const unsigned char *)&bytes);
}

static void
add_bytes(struct sha256_ctx *state, const void *bytes, size_t n_bytes)
{
	const uint32_t length = GUINT32_TO_BE((uint32_t)n_bytes);

	sha256_update(state, sizeof(length), (const unsigned char *)&length);
	sha256_update(state, n_bytes, bytes);
}

static void
add_text(struct sha256_ctx *state, const char *text)
{
	add_bytes(state, text, strlen(text));
}

static bool
add_presence(struct sha256_ctx *state, bool is_there)
{
	const unsigned char byte = is_there;

	sha256_update(state, sizeof(byte), &byte);
	return is_there;
}

static void
add_part(struct sha256_ctx *state, const struct sabot_log_part *part)
{
	add_number(state, part->part);
	add_number(state, part->from_n);
	add_number(state, part->from_load);
	add_number(state, part->from_round);
	add_number(state, part->from_incident);
	add_text(state, part->rules);
	add_text(state, part->overrides);
}

static void
add_load(struct sha256_ctx *state, const struct sabot_log_load *load)
{
	add_number(state, load->load);
	add_number(state, load->n);
	add_number(state, load->part);
	add_number(state, load->from_round);
	add_number(state, load->from_incident);
}

static struct sabot_chain_hash
finish(struct sha256_ctx *state)
{
	struct sabot_chain_hash hash;

	sha256_digest(state, sizeof(hash.bytes), hash.bytes);
	return hash;
}

struct sabot_chain_hash
sabot_chain_begin(const struct sabot_chain_origin *origin, const char *log)
{
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, sizeof(domain_log) - 1, (const unsigned char *)domain_log);
	sha256_update(&state, sizeof(origin->database), origin->database);
	add_number(&state, origin->unchained_seq);
	add_text(&state, log);
	return finish(&state);
}

struct sabot_chain_hash
sabot_chain_next(struct sabot_chain_hash previous, const struct sabot_log_record *record)
{
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, sizeof(domain_event) - 1, (const unsigned char *)domain_event);
	sha256_update(&state, sizeof(previous.bytes), previous.bytes);
	add_number(&state, record->seq);
	add_number(&state, record->n);
	add_number(&state, record->at_us);
	add_text(&state, record->ev);
	add_text(&state, record->line);
	if (add_presence(&state, record->frame != NULL)) {
		size_t n_bytes;
		const void *bytes = g_bytes_get_data(record->frame, &n_bytes);

		add_number(&state, record->frame_at_us);
		add_bytes(&state, bytes, n_bytes);
	}
	if (add_presence(&state, record->part != NULL))
		add_part(&state, record->part);
	if (add_presence(&state, record->load != NULL))
		add_load(&state, record->load);
	return finish(&state);
}

struct sabot_chain_hash
sabot_chain_digest(const char *text, size_t length_bytes)
{
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, length_bytes, (const unsigned char *)text);
	return finish(&state);
}

bool
sabot_chain_is_equal(struct sabot_chain_hash one, struct sabot_chain_hash other)
{
	return memcmp(one.bytes, other.bytes, sizeof(one.bytes)) == 0;
}

bool
sabot_chain_read_origin(struct sabot_db *db, struct sabot_chain_origin *ret_origin, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_ORIGIN_READ, error);
	bool has_row;

	if (!read || !sabot_statement_row(db, read, &has_row, error))
		return false;
	if (has_row) {
		memcpy(ret_origin->database, sqlite3_column_blob(read, 0),
		       sizeof(ret_origin->database));
		ret_origin->unchained_seq = sqlite3_column_int64(read, 1);
	} else {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: its origin is gone", db->path);
	}
	sqlite3_reset(read);
	return has_row;
}
