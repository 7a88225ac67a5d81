/*
 * What is hashed, in one place: numbers as eight bytes, most significant first; texts and bytes
 * after their length in four; what may be missing after a byte 0 or 1.
 */
#include "chain.h"
#include "store/db/statements.h"

#include <sodium.h>
#include <string.h>

static const char domain_log[] = "sabot log 1\n";
static const char domain_event[] = "sabot event 1\n";

G_STATIC_ASSERT(SABOT_CHAIN_HASH_BYTES == crypto_hash_sha256_BYTES);

static void
add_number(crypto_hash_sha256_state *state, int64_t number)
{
	const uint64_t bytes = GUINT64_TO_BE((uint64_t)number);

	crypto_hash_sha256_update(state, (const unsigned char *)&bytes, sizeof(bytes));
}

static void
add_bytes(crypto_hash_sha256_state *state, const void *bytes, size_t n_bytes)
{
	const uint32_t length = GUINT32_TO_BE((uint32_t)n_bytes);

	crypto_hash_sha256_update(state, (const unsigned char *)&length, sizeof(length));
	crypto_hash_sha256_update(state, bytes, n_bytes);
}

static void
add_text(crypto_hash_sha256_state *state, const char *text)
{
	add_bytes(state, text, strlen(text));
}

static bool
add_presence(crypto_hash_sha256_state *state, bool is_there)
{
	const unsigned char byte = is_there;

	crypto_hash_sha256_update(state, &byte, sizeof(byte));
	return is_there;
}

static void
add_part(crypto_hash_sha256_state *state, const struct sabot_log_part *part)
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
add_load(crypto_hash_sha256_state *state, const struct sabot_log_load *load)
{
	add_number(state, load->load);
	add_number(state, load->n);
	add_number(state, load->part);
	add_number(state, load->from_round);
	add_number(state, load->from_incident);
}

static struct sabot_chain_hash
finish(crypto_hash_sha256_state *state)
{
	struct sabot_chain_hash hash;

	crypto_hash_sha256_final(state, hash.bytes);
	return hash;
}

struct sabot_chain_hash
sabot_chain_begin(const struct sabot_chain_origin *origin, const char *log)
{
	crypto_hash_sha256_state state;

	crypto_hash_sha256_init(&state);
	crypto_hash_sha256_update(&state, (const unsigned char *)domain_log,
				  sizeof(domain_log) - 1);
	crypto_hash_sha256_update(&state, origin->database, sizeof(origin->database));
	add_number(&state, origin->unchained_seq);
	add_text(&state, log);
	return finish(&state);
}

struct sabot_chain_hash
sabot_chain_next(struct sabot_chain_hash previous, const struct sabot_log_record *record)
{
	crypto_hash_sha256_state state;

	crypto_hash_sha256_init(&state);
	crypto_hash_sha256_update(&state, (const unsigned char *)domain_event,
				  sizeof(domain_event) - 1);
	crypto_hash_sha256_update(&state, previous.bytes, sizeof(previous.bytes));
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
	struct sabot_chain_hash hash;

	crypto_hash_sha256(hash.bytes, (const unsigned char *)text, length_bytes);
	return hash;
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
