/*
 * Memory that cannot be had, at each place where a parser asks for it: what is read is then there
 * wholly, or refused with an error; nothing leaks.
 */
#include "eventlog/log-reader.h"
#include "proto/message.h"
#include "proto/request.h"
#include "store/log/record-json.h"
#include "store/files/spool.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { REQUESTS_MAX = 10000 };

/* A parser tried: whether it read all; a failure's sentence is freed by the caller. */
typedef bool
try_fn(const char *text, char **ret_why);

static struct {
	unsigned n_left; /* requests for memory that are met */
	bool is_refused; /* one was not */
	unsigned n_held;
} memory;

static void *
allocate(size_t n_bytes)
{
	if (memory.n_left == 0) {
		memory.is_refused = true;
		return NULL;
	}
	memory.n_left--;
	memory.n_held++;
	return malloc(n_bytes);
}

static void
give_back(void *bytes)
{
	if (bytes)
		memory.n_held--;
	free(bytes);
}

/* With more memory each time, until it is enough. */
static void
sweep(try_fn *fn, const char *text)
{
	bool is_read = false;
	unsigned n;

	json_set_alloc_funcs(allocate, give_back);
	for (n = 0; (!is_read || memory.is_refused) && n < REQUESTS_MAX; n++) {
		g_autofree char *why = NULL;

		memory.n_left = n;
		memory.n_held = 0;
		memory.is_refused = false;
		is_read = fn(text, &why);
		assert_true(is_read || (memory.is_refused && why && *why));
		assert_int_equal(memory.n_held, 0);
	}
	json_set_alloc_funcs(malloc, free);
	assert_in_range(n, 4, REQUESTS_MAX - 1);
}

static char *
take_sentence(GError *error)
{
	char *sentence = error ? g_strdup(error->message) : NULL;

	g_clear_error(&error);
	return sentence;
}

static bool
try_request(const char *text, char **ret_why)
{
	GError *error = NULL;
	json_t *id = NULL;
	struct sabot_wire_request *request =
		sabot_wire_request_parse(text, strlen(text), &id, &error);

	*ret_why = take_sentence(error);
	json_decref(id);
	sabot_wire_request_free(request);
	return request != NULL;
}

static bool
try_message(const char *text, char **ret_why)
{
	GError *error = NULL;
	struct sabot_wire_message *message = sabot_wire_message_parse(text, strlen(text), &error);

	*ret_why = take_sentence(error);
	sabot_wire_message_free(message);
	return message != NULL;
}

static bool
try_log(const char *text, char **ret_why)
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct sabot_log_reader *reader = sabot_log_reader_new(file, NULL);
	char error[SABOT_LOG_ERROR_SIZE] = "";
	enum sabot_log_status status;
	struct sabot_log_header header;
	const json_t *object;
	struct sabot_event event;

	status = sabot_log_reader_header(reader, &header, error);
	while (status == SABOT_LOG_EVENT)
		status = sabot_log_reader_next(reader, &event, &object, error);
	*ret_why = g_strdup(error);
	sabot_log_reader_free(reader);
	fclose(file);
	return status == SABOT_LOG_END;
}

/* jansson can do without some of what it asks for. */
static void
assert_same(struct sabot_log_record *record, const char *text)
{
	bool was_refused = memory.is_refused;
	json_t *expected, *found;

	memory.n_left = UINT_MAX;
	expected = json_loads(text, 0, NULL);
	found = sabot_log_record_to_json(record);
	assert_true(json_equal(expected, found));
	json_decref(expected);
	json_decref(found);
	memory.is_refused = was_refused;
}

static bool
try_spool(const char *text, char **ret_why)
{
	g_autofree char *directory = g_dir_make_tmp("sabot-memory-XXXXXX", NULL);
	struct sabot_spool_content *content;
	struct sabot_spool spool;
	bool is_read;

	sabot_spool_init(&spool, directory);
	assert_true(g_file_set_contents(spool.path, text, -1, NULL));
	content = sabot_spool_load(&spool);
	is_read = !content->why;
	*ret_why = g_strdup(content->why);
	if (is_read) {
		assert_int_equal(content->records->len, 1);
		assert_same(g_ptr_array_index(content->records, 0), text);
	}
	sabot_spool_content_free(content);
	g_unlink(spool.path);
	sabot_spool_clear(&spool);
	g_rmdir(directory);
	return is_read;
}

static void
test_request(void **state)
{
	(void)state;
	sweep(try_request, "{\"id\":\"a\",\"do\":\"event\",\"table\":\"PB-01\",\"event\":{\"ev\":"
			   "\"unload\",\"cards\":[\"AS\",\"2D\",\"?\?\"],\"note\":\"\\u00e9\"}}");
}

static void
test_message(void **state)
{
	(void)state;
	sweep(try_message,
	      "{\"push\":\"step\",\"seq\":1235,\"table\":\"PB-01\",\"n\":77,\"event\":"
	      "{\"ev\":\"card\",\"card\":\"AS\"},\"out\":[{\"out\":\"round\",\"round\":3}],"
	      "\"view\":{\"table\":\"PB-01\",\"game\":\"punto_banco\",\"rules\":\"house\","
	      "\"state\":"
	      "\"open\",\"simulated\":true,\"min\":500,\"max\":5000,\"phase\":\"dealing\","
	      "\"load\":3,\"round\":17,\"n\":77,\"results\":[\"tie\"],\"exposure\":{\"rounds\":1},"
	      "\"incidents\":{\"open\":0},\"prompt\":{\"kind\":\"bets\",\"text\":\"Bets\"}}}");
}

static void
test_log(void **state)
{
	(void)state;
	sweep(try_log, "{\"log\":\"sabot/1\",\"table\":\"PB-01\",\"rules\":\"punto-banco-es\","
		       "\"set\":{\"burn\":5,\"chips\":[500,2500]},\"from\":{\"load\":2}}\n"
		       "{\"ev\":\"load\",\"decks\":6,\"at\":\"2026-11-21T08:00:00Z\"}\n"
		       "{\"ev\":\"unload\",\"cards\":[\"AS\",\"2D\"]}\n");
}

static void
test_spool(void **state)
{
	(void)state;
	sweep(try_spool,
	      "{\"seq\":7,\"table\":\"PB-01\",\"n\":1,\"at_us\":5,\"ev\":\"load\",\"line\":\"{}\","
	      "\"frame\":\"0531\",\"frame_at_us\":4,\"part\":{\"part\":1,\"from_n\":1,\"rules\":"
	      "\"punto-banco-es\",\"overrides\":\"\",\"from_load\":0,\"from_round\":0,"
	      "\"from_incident\":0},\"load\":{\"load\":1,\"part\":1,\"from_round\":0,"
	      "\"from_incident\":0},\"person\":{\"id\":1,\"name\":\"Ada\",\"pin_hash\":\"x\","
	      "\"role\":\"pit\",\"must_change\":false,\"failures\":0,\"locked_until_us\":0,"
	      "\"disabled_us\":0,\"created_us\":1}}\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_request),
		cmocka_unit_test(test_message),
		cmocka_unit_test(test_log),
		cmocka_unit_test(test_spool),
	};

	return cmocka_run_group_tests_name("daemon-memory", tests, NULL, NULL);
}
