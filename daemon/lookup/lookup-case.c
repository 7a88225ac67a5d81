/*
 * `case`: a case file of a round (case/case-make.h). It is verified before it is sent; events that
 * no checkpoint covers yet are waited for, a second or two.
 */
#include "lookup-case.h"

#include "case/case-make.h"
#include "lookup-scope.h"
#include "proto/messages/log-requests.h"
#include "proto/wire-error.h"
#include "store/keys/key-find.h"
#include "text/refusal.h"

enum { CASE_TRIES = 20, CASE_WAIT_US = 200 * 1000, CASE_BYTES_MAX = 16 * 1024 * 1024 };

static bool
read_wish(const struct sabot_wire_case_request *args, struct sabot_case_wish *wish, GError **error)
{
	wish->round = args->round;
	wish->incident = args->incident;
	if (args->before_s != SABOT_WIRE_NO_NUMBER)
		wish->before_s = args->before_s;
	if (args->after_s != SABOT_WIRE_NO_NUMBER)
		wish->after_s = args->after_s;
	if ((wish->round > 0) == (wish->incident > 0))
		return sabot_lookup_refuse(SABOT_REFUSAL("a round or an incident is wanted"),
					   error);
	if (args->paper && !sabot_report_paper_from_string(args->paper, &wish->paper))
		return sabot_lookup_refuse(SABOT_REFUSAL("paper: is a4 or letter"), error);
	return true;
}

/* Verify it as its recipient will. */
static enum sabot_verify_fault
prove(GBytes *bytes, struct sabot_key *key, GError **error)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	struct sabot_verify *verify;
	struct sabot_case_file *file;
	enum sabot_verify_fault fault;
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);

	if (key)
		g_ptr_array_add(keys, key);
	verify = sabot_verify_new(keys, NULL, NULL);
	file = sabot_case_read(data, n_bytes, verify, error);
	fault = sabot_verify_finish(verify)->fault;
	sabot_case_file_free(file);
	sabot_verify_free(verify);
	return fault;
}

/* NULL with an error. Transferred. */
static GBytes *
make(struct sabot_book *book, const struct sabot_case_wish *wish, struct sabot_key *key,
     GError **error)
{
	for (int i = 0; i < CASE_TRIES; i++) {
		GBytes *bytes = sabot_case_make(book, wish, error);
		enum sabot_verify_fault fault;

		if (!bytes)
			return NULL;
		fault = prove(bytes, key, error);
		if (fault == SABOT_VERIFY_INTACT && !*error)
			return bytes;
		g_bytes_unref(bytes);
		if (fault != SABOT_VERIFY_UNSIGNED || *error)
			break;
		g_usleep(CASE_WAIT_US);
	}
	if (!*error)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    SABOT_REFUSAL("the case file of %s is not proven"), wish->table);
	return NULL;
}

static json_t *
build_answer(GBytes *bytes, GError **error)
{
	gsize n_bytes;
	const guchar *data = g_bytes_get_data(bytes, &n_bytes);
	g_autofree char *text = NULL;

	if (n_bytes > CASE_BYTES_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
			    SABOT_REFUSAL(
				    "the case is too large: make its file with sabotctl, from a "
				    "backup"));
		return NULL;
	}
	text = g_base64_encode(data, n_bytes);
	return json_pack("{s:s}", "base64", text);
}

static json_t *
make_for(struct sabot_book *book, const struct sabot_lookup_house *house,
	 struct sabot_case_wish *wish, GError **error)
{
	struct sabot_key *key = NULL;
	g_autoptr(GTimeZone) zone = NULL;
	GError *failure = NULL;
	g_autoptr(GBytes) bytes = NULL;
	json_t *answer = NULL;

	if (house->zone)
		zone = g_time_zone_new_identifier(house->zone);
	if (house->key_dir)
		key = sabot_key_find(house->key_dir, &failure);
	if (key || !house->key_dir) {
		wish->by = house->by;
		wish->house = house->site;
		wish->letterhead = house->letterhead;
		wish->licence = house->licence;
		wish->names_people = house->names_people;
		wish->camera = house->camera;
		wish->zone = zone;
		wish->key = key;
		bytes = make(book, wish, key, &failure);
		answer = bytes ? build_answer(bytes, &failure) : NULL;
	}
	sabot_key_free(key);
	if (failure)
		g_propagate_error(error, failure);
	return answer;
}

json_t *
sabot_lookup_case(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	const struct sabot_wire_case_request *args = lookup->args;
	struct sabot_case_wish wish = {.before_s = SABOT_CASE_BEFORE_S,
				       .after_s = SABOT_CASE_AFTER_S};
	struct sabot_story_journal journal;
	struct sabot_lookup_scope scope;

	/* The file contains the house's events of that time. */
	if (!lookup->sees_house) {
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("this machine sees some tables only, and not the house log"));
		return NULL;
	}
	if (!sabot_lookup_see_table(book, lookup, args->table, &scope, error) ||
	    !read_wish(args, &wish, error))
		return NULL;
	wish.table = scope.place->table;
	wish.veiled_from_n = scope.veiled_from_n;
	if (sabot_lookup_get_journal(lookup, &journal))
		wish.journal = &journal;
	return make_for(book, lookup->house, &wish, error);
}
