/*
 * Fuzzes clauses of regulators' texts and the record of tests. What is read keeps to the limits and
 * to what a clause must have.
 */
#include "comply/clauses.h"
#include "comply/test-record.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
check_clause(const struct sabot_clause *clause)
{
	guint n_tests = g_strv_length(clause->tests) + g_strv_length(clause->rules);

	if (!clause->words || !clause->page || strlen(clause->words) > SABOT_CLAUSE_TEXT_MAX)
		abort();
	if ((clause->by == SABOT_CLAUSE_HOUSE) != (n_tests == 0) ||
	    (clause->by == SABOT_CLAUSE_PROGRAM) != (clause->house == NULL))
		abort();
}

static void
check_results(const struct sabot_test_record *record)
{
	GHashTableIter iter;
	gpointer name;

	g_hash_table_iter_init(&iter, record->results);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		if (strlen(name) > SABOT_TEST_RECORD_WORD_MAX || strchr(name, ' ') ||
		    !sabot_test_result_word(sabot_test_record_get(record, name)))
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_clauses *clauses =
		sabot_clauses_parse((const char *)bytes, n_bytes, "it", "es", NULL);
	struct sabot_test_record *record =
		sabot_test_record_parse((const char *)bytes, n_bytes, "it", NULL);

	if (clauses) {
		if (clauses->clauses->len == 0 || clauses->clauses->len > SABOT_CLAUSES_MAX)
			abort();
		for (guint i = 0; i < clauses->clauses->len; i++)
			check_clause(g_ptr_array_index(clauses->clauses, i));
	}
	if (record)
		check_results(record);
	sabot_clauses_free(clauses);
	sabot_test_record_free(record);
	return 0;
}
