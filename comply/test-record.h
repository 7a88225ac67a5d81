/*
 * What the project's tests said when they last ran, as text (tools/make-test-record.py):
 *
 *     sabot-tests/1 VERSION COMMIT
 *     test NAME passed|failed|skipped|not-run
 *     rule ID code FILE
 *     rule ID test NAME
 *
 * Which file of the code rests on a rule (docs/rules.md), and which test's files name it, is found
 * by the rule's id. Nothing here is of a thread.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum {
	SABOT_TEST_RECORD_BYTES_MAX = 512 * 1024,
	SABOT_TEST_RECORD_LINES_MAX = 16 * 1024,
	SABOT_TEST_RECORD_WORD_MAX = 200,
};

#define SABOT_TEST_RECORD_FILE "share/sabot/tests"

enum sabot_test_result {
	SABOT_TEST_PASSED,
	SABOT_TEST_FAILED,
	SABOT_TEST_SKIPPED, /* the machine lacked what it needs */
	SABOT_TEST_NOT_RUN,
};

/* What is known about a rule. */
struct sabot_rule_trace {
	GPtrArray *code, *tests; /* of char * */
};

struct sabot_test_record {
	char *version, *commit;
	GHashTable *results; /* name → enum sabot_test_result + 1 */
	GHashTable *rules;   /* id → struct sabot_rule_trace */
};

/* NULL with an error (G_FILE_ERROR) that begins with `name`. Transferred. */
struct sabot_test_record *
sabot_test_record_parse(const char *text, size_t n_bytes, const char *name, GError **error);

/* The file `path`; where that is NULL the one that this program was built or installed with. */
struct sabot_test_record *
sabot_test_record_read(const char *path, GError **error);

/* NULL is allowed. */
void
sabot_test_record_free(struct sabot_test_record *record);

/* A test that is not in the record, or a record that is NULL: not run. */
enum sabot_test_result
sabot_test_record_get(const struct sabot_test_record *record, const char *test);

/* A word of the record's form, as "passed". */
const char *
sabot_test_result_word(enum sabot_test_result result);
