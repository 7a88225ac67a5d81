/*
 * What is hashed of an event: the documented examples, without a salt and with one, and that every
 * field counts.
 */
#include "store-fixture.h"
#include "store/log/salts.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"

#include <string.h>

static void
assert_documented(const char *what)
{
	g_autofree char *text = NULL;

	assert_true(g_file_get_contents(STORAGE_DOC, &text, NULL, NULL));
	if (!strstr(text, what))
		fail_msg("docs/storage.md does not say %s", what);
}

static char *
hex_of(struct sabot_chain_hash hash)
{
	return sabot_hex_encode(hash.bytes, sizeof(hash.bytes));
}

/* Secret, salt, its digest: as the documentation has them. */
static struct sabot_salts *
make_salts(void)
{
	uint8_t secret[SABOT_SALT_BYTES];

	for (size_t i = 0; i < sizeof(secret); i++)
		secret[i] = (uint8_t)i;
	return sabot_salts_new(secret, 1);
}

/* The example of docs/storage.md: a load's event, with all that can be hashed. */
static struct sabot_log_record *
make_example(void)
{
	struct sabot_log_record *record = sabot_log_record_new();

	record->seq = 1;
	record->table = g_strdup("PB-01");
	record->n = 1;
	record->at_us = 1795248000000000;
	record->ev = g_strdup("load");
	record->line = g_strdup("{\"ev\":\"load\",\"decks\":6,\"at\":\"2026-11-21T08:00:00Z\"}");
	record->frame = g_bytes_new("\x05"
				    "1B\x03"
				    "70",
				    6);
	record->frame_at_us = 1795247999990000;
	record->part = sabot_log_part_new("punto-banco-es", "max=100000\n");
	record->load = g_new0(struct sabot_log_load, 1);
	record->load->load = 1;
	record->load->n = 1;
	record->load->part = 1;
	return record;
}

static void
test_documented_example(void **state)
{
	const struct sabot_chain_origin origin = {
		.database = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb,
			     0xcc, 0xdd, 0xee, 0xff},
	};
	struct sabot_chain_hash begin = sabot_chain_begin(&origin, "PB-01");
	struct sabot_log_record *example = make_example();
	g_autofree char *begin_hex = hex_of(begin);
	g_autofree char *hex = hex_of(sabot_chain_next(begin, example));

	(void)state;
	assert_documented(begin_hex);
	assert_documented(hex);
	assert_documented(example->line);
	sabot_log_record_unref(example);
}

static void
test_documented_salts(void **state)
{
	const struct sabot_chain_origin origin = {
		.database = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb,
			     0xcc, 0xdd, 0xee, 0xff},
	};
	struct sabot_log_record *example = make_example();
	g_autofree char *salt_hex = NULL, *secret_hex = NULL, *hex = NULL;
	uint8_t salt[SABOT_SALT_BYTES];

	(void)state;
	example->salts = make_salts();
	hex = hex_of(sabot_chain_next(sabot_chain_begin(&origin, "PB-01"), example));
	sabot_salts_get(example->salts, 1, salt);
	salt_hex = sabot_hex_encode(salt, sizeof(salt));
	secret_hex = sabot_hex_encode(sabot_salts_get_commitment(example->salts, 1), sizeof(salt));
	assert_documented(salt_hex);
	assert_documented(secret_hex);
	assert_documented(hex);
	sabot_log_record_unref(example);
}

/* A salt alone is as good as the secret, and each is of one event. */
static void
test_salts(void **state)
{
	struct sabot_salts *salts = make_salts(), *drawn = sabot_salts_draw(1), *single;
	uint8_t one[SABOT_SALT_BYTES], other[SABOT_SALT_BYTES];

	(void)state;
	sabot_salts_get(salts, 2, one);
	sabot_salts_get(salts, 3, other);
	assert_memory_not_equal(one, other, sizeof(one));
	sabot_salts_get(drawn, 2, other);
	assert_memory_not_equal(one, other, sizeof(one));
	assert_null(sabot_salts_get_commitment(salts, 2));
	single = sabot_salts_new_single(one, 0, NULL);
	sabot_salts_get(single, 2, other);
	assert_memory_equal(one, other, sizeof(one));
	assert_null(sabot_salts_get_secret(single));
	assert_null(sabot_salts_get_commitment(single, 0));
	sabot_salts_unref(single);
	sabot_salts_unref(drawn);
	sabot_salts_unref(salts);
}

/* Every field of a record changes its hash. */
static void
check_every_field(struct sabot_salts *salts)
{
	const struct sabot_chain_hash zero = {0};
	struct sabot_log_record *example = make_example();
	const struct sabot_chain_hash hash = sabot_chain_next_salted(zero, example, salts);
	int64_t *const numbers[] = {
		&example->seq,
		&example->n,
		&example->at_us,
		&example->frame_at_us,
		&example->part->part,
		&example->part->from_n,
		&example->part->from_load,
		&example->part->from_round,
		&example->part->from_incident,
		&example->load->load,
		&example->load->n,
		&example->load->part,
		&example->load->from_round,
		&example->load->from_incident,
	};
	char *const texts[] = {example->ev, example->line, example->part->rules,
			       example->part->overrides};

	example->salts = salts;
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
		(*numbers[i])++;
		assert_false(sabot_chain_is_equal(hash, sabot_chain_next(zero, example)));
		(*numbers[i])--;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		texts[i][1]++;
		assert_false(sabot_chain_is_equal(hash, sabot_chain_next(zero, example)));
		texts[i][1]--;
	}
	assert_true(sabot_chain_is_equal(hash, sabot_chain_next(zero, example)));
	sabot_log_record_unref(example);
}

static void
test_every_field_counts(void **state)
{
	struct sabot_salts *salts = make_salts();
	struct sabot_log_record *example = make_example();
	struct sabot_chain_hash zero = {0}, hash = sabot_chain_next_salted(zero, example, salts);

	(void)state;
	check_every_field(NULL);
	check_every_field(sabot_salts_ref(salts));
	zero.bytes[31] = 1;
	assert_false(sabot_chain_is_equal(hash, sabot_chain_next_salted(zero, example, salts)));
	sabot_log_record_unref(example);
	sabot_salts_unref(salts);
}

/* What moves from one text to the next is seen, too: lengths are hashed. */
static void
test_borders_count(void **state)
{
	const struct sabot_chain_hash zero = {0};
	struct sabot_log_record *one = make_record("T", 1, 2), *other = make_record("T", 1, 2);
	g_autofree char *line = g_strconcat("d", other->line, NULL);

	(void)state;
	g_free(other->ev);
	other->ev = g_strdup("car");
	g_free(g_steal_pointer(&other->line));
	other->line = g_steal_pointer(&line);
	assert_false(
		sabot_chain_is_equal(sabot_chain_next(zero, one), sabot_chain_next(zero, other)));
	sabot_log_record_unref(one);
	sabot_log_record_unref(other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_documented_example),
		cmocka_unit_test(test_documented_salts),
		cmocka_unit_test(test_salts),
		cmocka_unit_test(test_every_field_counts),
		cmocka_unit_test(test_borders_count),
	};

	return cmocka_run_group_tests_name("store-hash", tests, NULL, NULL);
}
