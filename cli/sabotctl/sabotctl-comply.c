/*
 * sabotctl comply --for NAME: what a regulator's text demands, clause by clause; what of it the
 * program does, with the tests that say so and how they ended; what is the house's duty. It claims
 * nothing: who decides whether a house complies is the regulator.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "comply/clauses.h"
#include "comply/test-record.h"
#include "sabotctl-verbs.h"
#include "text/escape.h"
#include "text/rule-text.h"
#include "text/text.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	char *name, *record;
	gboolean is_json, is_rules;
};

/* How many clauses: by the program, the house, both; of all tests named: how they ended. */
struct counts {
	unsigned by[SABOT_CLAUSE_BOTH + 1];
	unsigned results[SABOT_TEST_NOT_RUN + 1];
};

/* The tests of a clause: its own, and those of its rules; borrowed names. */
static GPtrArray *
tests_of(const struct sabot_clause *clause, const struct sabot_test_record *record)
{
	GPtrArray *tests = g_ptr_array_new();

	for (int i = 0; clause->tests[i]; i++)
		g_ptr_array_add(tests, clause->tests[i]);
	for (int i = 0; record && clause->rules[i]; i++) {
		const struct sabot_rule_trace *trace =
			g_hash_table_lookup(record->rules, clause->rules[i]);

		for (guint t = 0; trace && t < trace->tests->len; t++) {
			char *test = g_ptr_array_index(trace->tests, t);

			if (!g_ptr_array_find_with_equal_func(tests, test, g_str_equal, NULL))
				g_ptr_array_add(tests, test);
		}
	}
	return tests;
}

static const char *
result_text(enum sabot_test_result result)
{
	switch (result) {
	case SABOT_TEST_PASSED:
		return C_("test", "passed");
	case SABOT_TEST_FAILED:
		return C_("test", "FAILED");
	case SABOT_TEST_SKIPPED:
		return C_("test", "skipped");
	case SABOT_TEST_NOT_RUN:
		return C_("test", "not run");
	}
	return "";
}

static const char *
by_text(enum sabot_clause_by by)
{
	switch (by) {
	case SABOT_CLAUSE_PROGRAM:
		return _("the program");
	case SABOT_CLAUSE_HOUSE:
		return _("the house");
	case SABOT_CLAUSE_BOTH:
		return _("the program and the house");
	}
	return "";
}

static const char *
by_word(enum sabot_clause_by by)
{
	static const char *const words[] = {"program", "house", "both"};

	return words[by];
}

static void
print_tests(const char *indent, const GPtrArray *tests, const struct sabot_test_record *record)
{
	for (guint i = 0; i < tests->len; i++) {
		const char *test = g_ptr_array_index(tests, i);

		printf("%s%s  %s\n", indent, test,
		       result_text(sabot_test_record_get(record, test)));
	}
}

/* By its id, and with what it says. */
static void
print_rule(const char *id)
{
	g_autofree char *rule = sabot_text_rule_full(id);

	printf(_("  rule: %s\n"), sabot_text_plain(rule));
}

static void
print_clause(const struct sabot_clause *clause, const GPtrArray *tests,
	     const struct sabot_test_record *record)
{
	/* sabot_text_plain() has one buffer: one text a call. */
	printf("\n%s  (%s)\n", sabot_text_plain(clause->name), by_text(clause->by));
	printf("  %s\n", sabot_text_plain(clause->words));
	if (clause->function) {
		printf(_("  program: %s\n"), sabot_text_plain(clause->function));
		printf(_("  described in %s\n"), sabot_text_plain(clause->document));
	}
	for (int i = 0; clause->rules[i]; i++)
		print_rule(clause->rules[i]);
	print_tests("    ", tests, record);
	if (clause->house)
		printf(_("  house's duty: %s\n"), sabot_text_plain(clause->house));
	printf(_("  stands on %s\n"), sabot_text_plain(clause->page));
}

static json_t *
pack_names(const GStrv names)
{
	json_t *list = json_array();

	for (int i = 0; names[i]; i++)
		json_array_append_new(list, json_string(names[i]));
	return list;
}

static void
print_clause_json(const struct sabot_clause *clause, const GPtrArray *tests,
		  const struct sabot_test_record *record)
{
	json_t *results = json_object();
	json_t *line;

	for (guint i = 0; i < tests->len; i++) {
		const char *test = g_ptr_array_index(tests, i);

		json_object_set_new(
			results, test,
			json_string(sabot_test_result_word(sabot_test_record_get(record, test))));
	}
	line = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s*, s:s*, s:s*, s:o, s:o}", "out", "clause",
			 "id", clause->id, "by", by_word(clause->by), "words", clause->words,
			 "page", clause->page, "function", clause->function, "document",
			 clause->document, "house", clause->house, "rules",
			 pack_names(clause->rules), "tests", results);
	sabotctl_print_json(line);
	json_decref(line);
}

static void
print_head(const struct options *options, const struct sabot_clauses *clauses,
	   const struct sabot_test_record *record)
{
	if (options->is_json) {
		json_t *line = json_pack("{s:s, s:s, s:s, s:s, s:s*, s:s*}", "out", "comply",
					 "title", clauses->title, "text", clauses->text, "read",
					 clauses->read, "version", record ? record->version : NULL,
					 "commit", record ? record->commit : NULL);

		sabotctl_print_json(line);
		json_decref(line);
		return;
	}
	printf("%s\n", sabot_text_plain(clauses->title));
	printf("%s\n", sabot_text_plain(clauses->text));
	printf(_("Read on %s; the words are this program's. Nothing here certifies anything: the "
		 "regulator decides.\n"),
	       sabot_text_plain(clauses->read));
	if (record)
		printf(_("Tests of version %s, commit %s.\n"), record->version, record->commit);
	else
		puts(_("There is no record of tests with this installation: none counts as run."));
}

static int
print_sum(const struct options *options, const struct counts *counts)
{
	const unsigned *results = counts->results;

	if (options->is_json) {
		json_t *line =
			json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "out", "summary",
				  "program", (int)counts->by[SABOT_CLAUSE_PROGRAM], "house",
				  (int)counts->by[SABOT_CLAUSE_HOUSE], "both",
				  (int)counts->by[SABOT_CLAUSE_BOTH], "passed",
				  (int)results[SABOT_TEST_PASSED], "failed",
				  (int)results[SABOT_TEST_FAILED], "skipped",
				  (int)results[SABOT_TEST_SKIPPED], "not_run",
				  (int)results[SABOT_TEST_NOT_RUN]);

		sabotctl_print_json(line);
		json_decref(line);
	} else {
		printf(_("\nClauses: %u of the program, %u of both, %u of the house\n"),
		       counts->by[SABOT_CLAUSE_PROGRAM], counts->by[SABOT_CLAUSE_BOTH],
		       counts->by[SABOT_CLAUSE_HOUSE]);
		printf(_("Tests named: %u passed, %u failed, %u skipped, %u not run\n"),
		       results[SABOT_TEST_PASSED], results[SABOT_TEST_FAILED],
		       results[SABOT_TEST_SKIPPED], results[SABOT_TEST_NOT_RUN]);
	}
	return results[SABOT_TEST_FAILED] + results[SABOT_TEST_NOT_RUN] > 0 ? SABOTCTL_FOUND
									    : SABOTCTL_OK;
}

static int
print_clauses(const struct options *options, const struct sabot_clauses *clauses,
	      const struct sabot_test_record *record)
{
	struct counts counts = {0};

	print_head(options, clauses, record);
	for (guint i = 0; i < clauses->clauses->len; i++) {
		const struct sabot_clause *clause = g_ptr_array_index(clauses->clauses, i);
		g_autoptr(GPtrArray) tests = tests_of(clause, record);

		counts.by[clause->by]++;
		for (guint t = 0; t < tests->len; t++)
			counts.results[sabot_test_record_get(record,
							     g_ptr_array_index(tests, t))]++;
		if (options->is_json)
			print_clause_json(clause, tests, record);
		else
			print_clause(clause, tests, record);
	}
	return print_sum(options, &counts);
}

/* Rule → code → test → how it ended. */
static int
print_rules(const struct sabot_test_record *record)
{
	g_autoptr(GList) ids =
		g_list_sort(g_hash_table_get_keys(record->rules), (GCompareFunc)strcmp);
	unsigned n_bad = 0;

	for (const GList *id = ids; id; id = id->next) {
		const struct sabot_rule_trace *trace = g_hash_table_lookup(record->rules, id->data);
		const char *sentence = sabot_text_rule_sentence(id->data);

		printf("%s\n", (const char *)id->data);
		if (sentence)
			printf("  %s\n", sentence);
		for (guint i = 0; i < trace->code->len; i++)
			printf("  %s\n", (const char *)g_ptr_array_index(trace->code, i));
		print_tests("    ", trace->tests, record);
		if (trace->tests->len == 0)
			printf("    %s\n", _("no test names it"));
		for (guint i = 0; i < trace->tests->len; i++) {
			enum sabot_test_result result =
				sabot_test_record_get(record, g_ptr_array_index(trace->tests, i));

			n_bad += result == SABOT_TEST_FAILED || result == SABOT_TEST_NOT_RUN;
		}
	}
	return n_bad > 0 ? SABOTCTL_FOUND : SABOTCTL_OK;
}

static bool
parse(struct options *options, int *argc, char ***argv)
{
	g_auto(GStrv) names = sabot_clauses_list();
	g_autofree char *list = g_strjoinv(", ", names);
	g_autofree char *note = g_strdup_printf(_("Built in: %s.\n"), list);
	const GOptionEntry entries[] = {
		{"for", 0, 0, G_OPTION_ARG_FILENAME, &options->name,
		 N_("these clauses: built in under this name, or a file of the house's own"),
		 N_("NAME")},
		{"rules", 0, 0, G_OPTION_ARG_NONE, &options->is_rules,
		 N_("each rule of the games instead: its code, its tests, how they ended"), NULL},
		{"record", 0, 0, G_OPTION_ARG_FILENAME, &options->record,
		 N_("what the tests said, from this file"), N_("FILE")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->is_json, N_("JSON, for programs"),
		 NULL},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.summary =
			_("Prints what a regulator's text demands, clause by clause: what this "
			  "program does of it, the tests\nof that and how they ended, and what "
			  "is the house's duty. It certifies nothing. Exit status: 0 all\ntests "
			  "named passed or lacked what they need; 1 one failed or was not run; 2 "
			  "it could not be done."),
		.description = note,
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       ((*argc == 1 && (options->name != NULL) != options->is_rules) ||
		verb_options_refuse(_("one of --for and --rules is wanted, and no argument")));
}

static int
run(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *language = sabot_text_get_language();
	struct sabot_clauses *clauses = NULL;
	struct sabot_test_record *record = sabot_test_record_read(options->record, &error);
	int status = SABOTCTL_FAILED;

	if (!record && (options->record || options->is_rules))
		return sabotctl_complain(error->message);
	g_clear_error(&error);
	if (options->is_rules) {
		status = print_rules(record);
	} else {
		clauses = sabot_clauses_read(options->name, options->is_json ? NULL : language,
					     &error);
		status = clauses ? print_clauses(options, clauses, record)
				 : sabotctl_complain(error->message);
	}
	sabot_clauses_free(clauses);
	sabot_test_record_free(record);
	return status;
}

int
sabotctl_comply(int argc, char **argv)
{
	struct options options = {0};
	int status = parse(&options, &argc, &argv) ? run(&options) : SABOTCTL_FAILED;

	g_free(options.name);
	g_free(options.record);
	return status;
}
