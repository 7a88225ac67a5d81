/*
 * Refused log-ins: how many attempts are still allowed, what the log records of them, and the
 * finding when somebody guesses. The first ones of each kind are recorded at once, the others as
 * one line a minute with their number. Requests that a person's role does not allow are recorded in
 * the same way.
 */
#include "api-private.h"
#include "proto/rfc3339.h"

#include <stdlib.h>
#include <string.h>

enum {
	REFUSAL_FOLD_S = 60,
	REFUSAL_SINGLE = 10,         /* lines a minute for attempts that cost something */
	REFUSAL_GUESSING = 20,       /* further ones in a minute, before guessing is reported */
	REFUSAL_CONNECTION_MAX = 10, /* wrong PINs in a row before the connection ends */
};

/* Refusals with the same line within a minute. */
struct sabot_api_fold {
	json_t *event;
	int64_t until_us; /* monotonic */
	int64_t n_written, n_folded;
};

static void
free_fold(gpointer data)
{
	struct sabot_api_fold *fold = data;

	json_decref(fold->event);
	g_free(fold);
}

GHashTable *
sabot_api_folds_new(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_fold);
}

struct sabot_pin_guard *
sabot_api_get_guard(const struct sabot_api *api)
{
	return sabot_floor_get_house(api->options.floor)->guard;
}

/* For an unknown name a few bits of it, so that it is locked like any other. */
static char *
identify(const struct sabot_person *person, const char *name)
{
	g_autofree char *folded = g_utf8_casefold(name, -1);

	return person ? sabot_person_id(person) : g_strdup_printf("?%u", g_str_hash(folded) % 64);
}

void
sabot_api_attempt_init(struct sabot_api_attempt *attempt, struct sabot_peer *peer,
		       const struct sabot_person *person, const char *name)
{
	attempt->peer = peer;
	attempt->origin = sabot_api_origin(peer);
	attempt->person = person ? sabot_person_id(person) : NULL;
	attempt->who = identify(person, name);
	/* This person could also create a code for another admin, or read the database. */
	attempt->is_reserved =
		sabot_api_is_admin(peer) && person && person->role == SABOT_ROLE_ADMIN;
}

void
sabot_api_attempt_clear(struct sabot_api_attempt *attempt)
{
	g_free(attempt->origin);
	g_free(attempt->person);
	g_free(attempt->who);
}

static struct sabot_pin_try
try_of(const struct sabot_api_attempt *attempt)
{
	return (struct sabot_pin_try){attempt->origin, attempt->who, attempt->is_reserved};
}

/*
 * So many are not typing errors. `person` is NULL if several persons are concerned. A finding is
 * for every screen: where names are hidden, it does not say that a guessed one is a person's.
 */
static void
report_guessing(struct sabot_api *api, const char *origin, const char *person, int64_t n)
{
	if (api->options.config->hides_names)
		person = NULL;
	sabot_floor_report(api->options.floor, SABOT_INCIDENT_PIN_GUESSING,
			   json_pack("{s:s, s:s*, s:I}", "machine", origin, "person", person,
				     "count", (json_int_t)n));
}

static struct sabot_api_fold *
find_fold(struct sabot_api *api, const json_t *event, const char *who)
{
	char *line = json_dumps(event, JSON_COMPACT | JSON_SORT_KEYS);
	g_autofree char *key = g_strconcat(line, who, NULL);
	struct sabot_api_fold *fold = g_hash_table_lookup(api->folds, key);

	if (!fold) {
		fold = g_new0(struct sabot_api_fold, 1);
		fold->event = json_deep_copy(event);
		fold->until_us = g_get_monotonic_time() + REFUSAL_FOLD_S * G_USEC_PER_SEC;
		g_hash_table_insert(api->folds, g_steal_pointer(&key), fold);
	}
	free(line);
	return fold;
}

/*
 * Record the first `n_single` of a minute with this line and this `who` (or NULL), and count the
 * others. Returns how many were only counted.
 */
static int64_t
record_or_count(struct sabot_api *api, json_t *event, const char *who, int n_single)
{
	struct sabot_api_fold *fold = find_fold(api, event, who);

	if (fold->n_written < n_single) {
		fold->n_written++;
		sabot_api_record(api, event, NULL);
		return 0;
	}
	json_decref(event);
	return ++fold->n_folded;
}

void
sabot_api_record_refused(struct sabot_api *api, json_t *event)
{
	record_or_count(api, event, NULL, REFUSAL_SINGLE);
}

/* Where names are hidden, a guessed one has as many lines as somebody's has. */
void
sabot_api_record_refusal(struct sabot_api *api, const struct sabot_api_attempt *attempt,
			 const char *why)
{
	bool is_flood = strcmp(why, "flood") == 0;
	bool is_cheap = is_flood || strcmp(why, "locked") == 0;
	bool hides_names = api->options.config->hides_names;
	const char *who = hides_names && !is_flood ? attempt->who : NULL;
	const char *person = hides_names && is_flood ? NULL : attempt->person;
	json_t *event = json_pack("{s:s, s:s*, s:s, s:s}", "ev", "login_refused", "person", person,
				  "why", why, "machine", attempt->origin);
	int64_t n_counted = record_or_count(api, event, who, is_cheap ? 1 : REFUSAL_SINGLE);

	/* A person sees that the name is locked; only a program continues in spite of it. */
	if (n_counted == REFUSAL_GUESSING &&
	    sabot_pin_guard_is_due(sabot_api_get_guard(api), attempt->origin, g_get_real_time()))
		report_guessing(api, attempt->origin, attempt->person, n_counted);
}

void
sabot_api_flush_refusals(struct sabot_api *api, bool is_all)
{
	int64_t now_us = g_get_monotonic_time();
	GHashTableIter iter;
	gpointer value;

	g_hash_table_iter_init(&iter, api->folds);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct sabot_api_fold *fold = value;

		if (!is_all && now_us < fold->until_us)
			continue;
		if (fold->n_folded > 1)
			json_object_set_new(fold->event, "count", json_integer(fold->n_folded));
		if (fold->n_folded > 0)
			sabot_api_record(api, json_incref(fold->event), NULL);
		g_hash_table_iter_remove(&iter);
	}
	api->last_note = NULL;
}

static void
set_locked(int64_t until_us, GError **error)
{
	g_autofree char *until = sabot_time_format(until_us);

	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("too many wrong PINs: locked until %s"), until);
}

void
sabot_api_refuse_pin(struct sabot_api *api, const struct sabot_api_attempt *attempt,
		     const char *why, GError **error)
{
	const struct sabot_pin_try try = try_of(attempt);
	struct sabot_pin_failure failure =
		sabot_pin_guard_fail(sabot_api_get_guard(api), &try, g_get_real_time());
	g_autofree char *until = failure.until_us ? sabot_time_format(failure.until_us) : NULL;

	sabot_peer_set_failures(attempt->peer, sabot_peer_get_failures(attempt->peer) + 1);
	sabot_api_record_refusal(api, attempt, why);
	if (until && (attempt->person || api->options.config->hides_names))
		sabot_api_record(api,
				 json_pack("{s:s, s:s, s:s, s:s, s:I}", "ev", "locked", "person",
					   attempt->who, "until", until, "machine", attempt->origin,
					   "count", (json_int_t)failure.n),
				 NULL);
	if (failure.is_guessing)
		report_guessing(api, attempt->origin, failure.is_of_origin ? NULL : attempt->person,
				failure.n);
	if (failure.until_us)
		set_locked(failure.until_us, error);
	else
		sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				  SABOT_REFUSAL("the name or the PIN is wrong"), error);
}

bool
sabot_api_check_attempt(struct sabot_api *api, const struct sabot_api_attempt *attempt,
			GError **error)
{
	const struct sabot_pin_try try = try_of(attempt);
	int64_t now_us = g_get_real_time();
	int64_t locked_us = sabot_pin_guard_locked_until(sabot_api_get_guard(api), &try, now_us);
	int64_t paused_us =
		sabot_pin_guard_paused_until(sabot_api_get_guard(api), attempt->origin, now_us);

	if (attempt->is_reserved)
		return true;
	if (locked_us) {
		sabot_api_record_refusal(api, attempt, "locked");
		set_locked(locked_us, error);
		return false;
	}
	if (!paused_us && sabot_peer_get_failures(attempt->peer) < REFUSAL_CONNECTION_MAX)
		return true;
	sabot_api_record_refusal(api, attempt, "flood");
	return sabot_wire_refuse(
		SABOT_WIRE_ERROR_NOT_ALLOWED,
		paused_us ? SABOT_REFUSAL("too many wrong PINs from this machine: wait a minute")
			  : SABOT_REFUSAL("too many wrong PINs on this connection"),
		error);
}

void
sabot_api_forgive(struct sabot_api *api, const struct sabot_api_attempt *attempt)
{
	const struct sabot_pin_try try = try_of(attempt);

	sabot_pin_guard_forgive(sabot_api_get_guard(api), &try);
	sabot_peer_set_failures(attempt->peer, 0);
}

bool
sabot_api_is_guessing(const struct sabot_peer *peer)
{
	return sabot_peer_get_failures(peer) >= REFUSAL_CONNECTION_MAX;
}
