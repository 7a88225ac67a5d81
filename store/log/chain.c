/*
 * The bytes that are hashed, in one place: numbers as eight bytes, most significant first; texts
 * and bytes after their length in four; optional values after a byte 0 or 1.
 */
#include "chain.h"
#include "store/db/statements.h"
#include "salts.h"

#include <nettle/sha2.h>
#include <string.h>

static const char domain_log[] = "sabot log 1\n";
static const char domain_event[] = "sabot event 1\n";

/*
 * What a salted hash begins with: a leaf of RFC 6962's tree, then, behind the salt, the format.
 */
enum { CHAIN_LEAF = 0x00, CHAIN_FORMAT = 0x02, CHAIN_BUFFER_BYTES = 512 };

G_STATIC_ASSERT(SABOT_CHAIN_HASH_BYTES == SHA256_DIGEST_SIZE);

/* Nearly all events fit into the buffer, and are hashed at once. */
struct encoder {
	struct sha256_ctx state;
	size_t n_bytes;
	unsigned char buffer[CHAIN_BUFFER_BYTES];
};

static void
begin(struct encoder *encoder)
{
	sha256_init(&encoder->state);
	encoder->n_bytes = 0;
}

static void
flush(struct encoder *encoder)
{
	sha256_update(&encoder->state, encoder->n_bytes, encoder->buffer);
	encoder->n_bytes = 0;
}

static void
add_raw(struct encoder *encoder, const void *bytes, size_t n_bytes)
{
	if (n_bytes == 0)
		return;
	if (n_bytes > sizeof(encoder->buffer) - encoder->n_bytes)
		flush(encoder);
	if (n_bytes > sizeof(encoder->buffer)) {
		sha256_update(&encoder->state, n_bytes, bytes);
		return;
	}
	memcpy(encoder->buffer + encoder->n_bytes, bytes, n_bytes);
	encoder->n_bytes += n_bytes;
}

static void
add_number(struct encoder *encoder, int64_t number)
{
	const uint64_t bytes = GUINT64_TO_BE((uint64_t)number);

	add_raw(encoder, &bytes, sizeof(bytes));
}

static void
add_bytes(struct encoder *encoder, const void *bytes, size_t n_bytes)
{
	const uint32_t length = GUINT32_TO_BE((uint32_t)n_bytes);

	add_raw(encoder, &length, sizeof(length));
	add_raw(encoder, bytes, n_bytes);
}

static void
add_text(struct encoder *encoder, const char *text)
{
	add_bytes(encoder, text, strlen(text));
}

static void
add_byte(struct encoder *encoder, unsigned char byte)
{
	add_raw(encoder, &byte, sizeof(byte));
}

static bool
add_presence(struct encoder *encoder, bool is_there)
{
	add_byte(encoder, is_there);
	return is_there;
}

static void
add_part(struct encoder *encoder, const struct sabot_log_part *part)
{
	add_number(encoder, part->part);
	add_number(encoder, part->from_n);
	add_number(encoder, part->from_load);
	add_number(encoder, part->from_round);
	add_number(encoder, part->from_incident);
	add_text(encoder, part->rules);
	add_text(encoder, part->overrides);
}

static void
add_load(struct encoder *encoder, const struct sabot_log_load *load)
{
	add_number(encoder, load->load);
	add_number(encoder, load->n);
	add_number(encoder, load->part);
	add_number(encoder, load->from_round);
	add_number(encoder, load->from_incident);
}

static struct sabot_chain_hash
finish(struct encoder *encoder)
{
	struct sabot_chain_hash hash;

	flush(encoder);
	sha256_digest(&encoder->state, sizeof(hash.bytes), hash.bytes);
	return hash;
}

struct sabot_chain_hash
sabot_chain_begin(const struct sabot_chain_origin *origin, const char *log)
{
	struct encoder encoder;

	begin(&encoder);
	add_raw(&encoder, domain_log, sizeof(domain_log) - 1);
	add_raw(&encoder, origin->database, sizeof(origin->database));
	add_number(&encoder, origin->unchained_seq);
	add_text(&encoder, log);
	return finish(&encoder);
}

static void
add_event(struct encoder *encoder, const struct sabot_log_record *record)
{
	add_number(encoder, record->seq);
	add_number(encoder, record->n);
	add_number(encoder, record->at_us);
	add_text(encoder, record->ev);
	add_text(encoder, record->line);
	if (add_presence(encoder, record->frame != NULL)) {
		size_t n_bytes;
		const void *bytes = g_bytes_get_data(record->frame, &n_bytes);

		add_number(encoder, record->frame_at_us);
		add_bytes(encoder, bytes, n_bytes);
	}
	if (add_presence(encoder, record->part != NULL))
		add_part(encoder, record->part);
	if (add_presence(encoder, record->load != NULL))
		add_load(encoder, record->load);
}

/* What is before the event. */
static void
add_salt(struct encoder *encoder, const struct sabot_salts *salts, int64_t n)
{
	uint8_t salt[SABOT_SALT_BYTES];

	sabot_salts_get(salts, n, salt);
	add_byte(encoder, CHAIN_LEAF);
	add_raw(encoder, salt, sizeof(salt));
	add_byte(encoder, CHAIN_FORMAT);
}

struct sabot_chain_hash
sabot_chain_next_salted(struct sabot_chain_hash previous, const struct sabot_log_record *record,
			const struct sabot_salts *salts)
{
	const uint8_t *commitment = salts ? sabot_salts_get_commitment(salts, record->n) : NULL;
	struct encoder encoder;

	begin(&encoder);
	if (salts)
		add_salt(&encoder, salts, record->n);
	else
		add_raw(&encoder, domain_event, sizeof(domain_event) - 1);
	add_raw(&encoder, previous.bytes, sizeof(previous.bytes));
	add_event(&encoder, record);
	if (salts && add_presence(&encoder, commitment != NULL))
		add_raw(&encoder, commitment, SABOT_SALT_BYTES);
	return finish(&encoder);
}

struct sabot_chain_hash
sabot_chain_next(struct sabot_chain_hash previous, const struct sabot_log_record *record)
{
	return sabot_chain_next_salted(previous, record, record->salts);
}

struct sabot_chain_hash
sabot_chain_digest(const char *text, size_t length_bytes)
{
	struct sabot_chain_hash digest;
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, length_bytes, (const unsigned char *)text);
	sha256_digest(&state, sizeof(digest.bytes), digest.bytes);
	return digest;
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
