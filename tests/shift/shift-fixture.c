/*
 * See shift-fixture.h.
 */
#include "shift-fixture.h"
#include "shift/ledger-apply.h"

int
fixture_set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->ledger = sabot_ledger_new();
	*state = fixture;
	return 0;
}

int
fixture_tear_down(void **state)
{
	struct fixture *fixture = *state;

	sabot_ledger_free(fixture->ledger);
	g_free(fixture);
	return 0;
}

json_t *
fixture_event(const char *json)
{
	g_autofree char *text = g_strdelimit(g_strdup(json), "'", '"');
	json_t *event = json_loads(text, 0, NULL);
	json_t *defaults = json_pack("{s:s, s:s, s:s, s:s}", "shift", FIXTURE_SHIFT, "at",
				     "2026-11-21T10:00:00Z", "by", "p1", "second", "p2");

	assert_non_null(event);
	json_object_update_missing(event, defaults);
	json_decref(defaults);
	return event;
}

bool
fixture_write(struct fixture *fixture, const char *json)
{
	json_t *event = fixture_event(json);
	bool is_taken = sabot_ledger_apply(fixture->ledger, fixture->n + 1, event, fixture->why);

	fixture->n += is_taken;
	json_decref(event);
	return is_taken;
}

int64_t
fixture_take(struct fixture *fixture, const char *json)
{
	if (!fixture_write(fixture, json))
		fail_msg("%s: %s", json, fixture->why);
	return fixture->n;
}

void
fixture_refuse(struct fixture *fixture, const char *json, const char *beginning)
{
	guint n_documents = g_hash_table_size(fixture->ledger->documents);
	guint n_slips = fixture->ledger->slips->len;

	if (fixture_write(fixture, json))
		fail_msg("%s was taken", json);
	if (!g_str_has_prefix(fixture->why, beginning))
		fail_msg("%s: \"%s\" and not \"%s…\"", json, fixture->why, beginning);
	assert_int_equal(g_hash_table_size(fixture->ledger->documents), n_documents);
	assert_int_equal(fixture->ledger->slips->len, n_slips);
}

struct sabot_result
fixture_result(const struct fixture *fixture, const char *shift, const char *table)
{
	struct sabot_formula formula;
	struct sabot_result result;

	assert_true(sabot_formula_parse(NULL, &formula, NULL));
	sabot_result_make(fixture->ledger, shift, table, &formula, &result);
	return result;
}
