/*
 * `login` and `logout`, and how a PIN is checked: the claim is checked, the PIN is hashed on the
 * checker's thread, and the claim is checked again afterwards, since the person may have changed
 * meanwhile.
 */
#include "api-private.h"
#include "proto/messages/access-requests.h"
#include "proto/rfc3339.h"

#include <string.h>

/* A claim that is being checked. */
struct check {
	struct sabot_api *api;
	struct sabot_peer *peer;
	int64_t id;       /* of the person; 0: nobody has this name */
	char *name;       /* as given */
	char *hash;       /* against which the PIN is checked, or NULL */
	int n_digits;     /* of the PIN */
	int n_new_digits; /* of the new one; 0: no new PIN */
	bool has_new_card;
	sabot_api_identified_fn *fn;
	void *data;
};

static void
free_check(struct check *check)
{
	sabot_peer_unref(check->peer);
	g_free(check->name);
	g_free(check->hash);
	g_free(check);
}

static json_t *
build_event(const char *ev, const struct sabot_person *person)
{
	g_autofree char *id = person ? sabot_person_id(person) : NULL;

	return json_pack("{s:s, s:s*}", "ev", ev, "person", id);
}

/* After a right PIN: check that it may stay, and that the new one is long enough. */
static bool
judge_digits(const struct check *check, const struct sabot_person *person,
	     const struct sabot_api_attempt *attempt, GError **error)
{
	int n_min = check->api->options.config->pin_digits[person->role];
	bool is_short = check->n_digits < n_min;

	if (check->n_new_digits && check->n_new_digits < n_min) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("new: a PIN has at least %d digits here"), n_min);
		return false;
	}
	if (check->n_new_digits || (!person->must_change && !is_short))
		return true;
	sabot_api_record_refusal(check->api, attempt, "new_pin");
	g_set_error(
		error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NEW_PIN_WANTED,
		person->must_change
			? SABOT_REFUSAL(
				  "the PIN is right, but somebody else chose it: give a new one "
				  "with it")
			: SABOT_REFUSAL(
				  "the PIN is right, but has less than %d digits: give a new one "
				  "with it"),
		n_min);
	return false;
}

/*
 * After a right PIN: check whether the person may log in without a card. A person who could create
 * a code for another admin may.
 */
static bool
judge_card(const struct check *check, const struct sabot_person *person,
	   const struct sabot_api_attempt *attempt, GError **error)
{
	bool could_anyway = person->role == SABOT_ROLE_ADMIN && sabot_api_is_admin(check->peer);

	if (check->has_new_card || sabot_pin_has_card(person->pin_hash) || could_anyway ||
	    !check->api->options.config->wants_cards[person->role])
		return true;
	sabot_api_record_refusal(check->api, attempt, "card");
	return sabot_wire_refuse(
		SABOT_WIRE_ERROR_CARD_WANTED,
		SABOT_REFUSAL("the PIN is right, but a card is wanted beside it, and none is "
			      "registered: an admin does that"),
		error);
}

static bool
judge(const struct check *check, const struct sabot_pin_result *result,
      const struct sabot_person *person, GError **error)
{
	struct sabot_api_attempt attempt;
	bool is_fine = false;

	sabot_api_attempt_init(&attempt, check->peer, person, check->name);
	if (!sabot_api_check_attempt(check->api, &attempt, error))
		is_fine = false;
	else if (!person)
		sabot_api_refuse_pin(check->api, &attempt, "unknown", error);
	else if (person->disabled_us)
		sabot_api_refuse_pin(check->api, &attempt, "disabled", error);
	else if (!result->is_right || g_strcmp0(check->hash, person->pin_hash) != 0)
		sabot_api_refuse_pin(check->api, &attempt, "pin", error);
	else if ((check->n_new_digits || check->has_new_card) && !result->new_hash)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL,
			    SABOT_REFUSAL("there is no memory to hash a PIN"));
	else
		is_fine = judge_card(check, person, &attempt, error) &&
			  judge_digits(check, person, &attempt, error);
	if (is_fine)
		sabot_api_forgive(check->api, &attempt);
	sabot_api_attempt_clear(&attempt);
	return is_fine;
}

static void
on_pin_checked(const struct sabot_pin_result *result, void *data)
{
	struct check *check = data;
	struct sabot_person *person = sabot_person_copy(sabot_person_book_get(
		sabot_floor_get_persons(check->api->options.floor), check->id));
	struct sabot_person *changed = NULL;
	g_autoptr(GError) error = NULL;

	check->api->last_note = NULL;
	if (!result)
		g_set_error(&error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL,
			    SABOT_REFUSAL("the daemon stops"));
	else if (judge(check, result, person, &error))
		changed = sabot_person_copy(person);
	if (changed && result->new_hash) {
		g_free(changed->pin_hash);
		changed->pin_hash = g_strdup(result->new_hash);
		changed->must_change = changed->must_change && !check->n_new_digits;
	}
	check->fn(changed, error, check->data);
	sabot_person_free(changed);
	sabot_person_free(person);
	free_check(check);
}

static bool
check_new_pin(const struct sabot_api *api, const struct sabot_claim *claim, GError **error)
{
	const char *why = claim->new_pin ? sabot_pin_refusal(claim->new_pin) : NULL;
	char *pin = sabot_pin_of(claim->pin);

	if (!why && g_strcmp0(claim->new_pin, pin) == 0)
		why = "the new PIN is the old one";
	sabot_secret_free(pin);
	if (why)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "new: %s", why);
	else if (claim->new_pin && sabot_floor_get_outage(api->options.floor))
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("the daemon has no database: persons cannot be changed"),
			error);
	else
		return true;
	return false;
}

static bool
may_attempt(struct sabot_api *api, const struct sabot_claim *claim,
	    const struct sabot_person *person, GError **error)
{
	struct sabot_api_attempt attempt;
	bool may;

	sabot_api_attempt_init(&attempt, claim->peer, person, claim->name);
	may = sabot_api_check_attempt(api, &attempt, error);
	sabot_api_attempt_clear(&attempt);
	return may;
}

/* For houses where names are no secret: a forgotten card does not count as a wrong PIN. */
static bool
check_card(const struct sabot_api *api, const struct sabot_claim *claim,
	   const struct sabot_person *person, GError **error)
{
	return !person || !sabot_pin_has_card(person->pin_hash) || sabot_card_of(claim->pin) ||
	       api->options.config->hides_names ||
	       sabot_wire_refuse(
		       SABOT_WIRE_ERROR_CARD_WANTED,
		       SABOT_REFUSAL(
			       "the card is wanted beside the PIN: its number behind a blank"),
		       error);
}

/*
 * The secret to hash, of PIN and card; the one that is not new stays. NULL: neither is new.
 * Transferred.
 */
static char *
combine(const struct sabot_claim *claim, const char *hash)
{
	const char *card = claim->new_card;
	char *pin, *both;

	if (!claim->new_pin && !claim->new_card)
		return NULL;
	if (!card && hash && sabot_pin_has_card(hash))
		card = sabot_card_of(claim->pin);
	pin = claim->new_pin ? g_strdup(claim->new_pin) : sabot_pin_of(claim->pin);
	both = sabot_pin_with_card(pin, card);
	sabot_secret_free(pin);
	return both;
}

void
sabot_api_address_task(const struct sabot_api *api, const struct sabot_peer *peer,
		       struct sabot_pin_task *task)
{
	task->origin = sabot_api_origin(peer);
	task->connection = peer;
	task->n_failures = sabot_peer_get_failures(peer);
	task->is_suspect = sabot_pin_guard_is_suspect(sabot_api_get_guard(api), task->origin,
						      g_get_real_time());
}

bool
sabot_api_identify(struct sabot_api *api, const struct sabot_claim *claim,
		   sabot_api_identified_fn *fn, void *data, GError **error)
{
	const struct sabot_person *person =
		sabot_person_book_find(sabot_floor_get_persons(api->options.floor), claim->name);
	struct sabot_pin_task task = {0};
	struct check *check;

	if (!check_new_pin(api, claim, error) || !may_attempt(api, claim, person, error) ||
	    !check_card(api, claim, person, error))
		return false;
	check = g_new0(struct check, 1);
	*check = (struct check){.api = api, .fn = fn, .data = data};
	check->peer = sabot_peer_ref(claim->peer);
	check->id = person ? person->id : 0;
	check->name = g_strdup(claim->name);
	check->hash = person ? g_strdup(person->pin_hash) : NULL;
	check->n_digits = (int)strcspn(claim->pin, " ");
	check->has_new_card = claim->new_card != NULL;
	check->n_new_digits = claim->new_pin ? (int)strlen(claim->new_pin) : 0;
	task.hash = g_strdup(check->hash);
	task.pin = g_strdup(claim->pin);
	task.new_pin = combine(claim, check->hash);
	sabot_api_address_task(api, claim->peer, &task);
	if (sabot_pin_checker_check(api->pins, &task, on_pin_checked, check))
		return true;
	free_check(check);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("too many are logging in at this moment: try again"));
	return false;
}

static void
record_new_pin(struct sabot_api *api, const struct sabot_person *person)
{
	json_t *event = build_event("person", person);
	g_autofree char *id = sabot_person_id(person);

	json_object_set_new(event, "do", json_string("pin"));
	json_object_set_new(event, "by", json_string(id));
	sabot_rights_add_digests(event, person);
	sabot_api_record(api, event, person);
}

static json_t *
describe(const struct sabot_api *api, const struct sabot_person *person)
{
	g_autofree char *id = sabot_person_id(person);

	return json_pack("{s:s, s:s*, s:s, s:i}", "person", id, "name", person->name, "role",
			 sabot_role_to_string(person->role), "idle_logout_s",
			 api->options.config->idle_logout_s);
}

/* Log the person in. The connection may have ended by now: then there is nobody to log in. */
static void
enter(const struct sabot_api_waiting *entry, const struct sabot_person *person)
{
	const struct sabot_person *before = sabot_person_book_get(
		sabot_floor_get_persons(entry->api->options.floor), person->id);

	if (!g_ptr_array_find(entry->api->peers, entry->peer, NULL))
		return;
	if (strcmp(before->pin_hash, person->pin_hash) != 0)
		record_new_pin(entry->api, person);
	sabot_api_end_session(entry->api, entry->peer, "login");
	sabot_sessions_open(entry->api->sessions, entry->peer, person->id, g_get_monotonic_time());
	sabot_api_record(entry->api, build_event("login", person), person);
	sabot_api_send_noted(entry->api, entry->peer, entry->request.id,
			     sabot_wire_reply_ok(entry->request.id, describe(entry->api, person)));
}

static void
on_login_checked(const struct sabot_person *person, const GError *error, void *data)
{
	struct sabot_api_waiting *entry = data;

	if (person)
		enter(entry, person);
	else
		sabot_api_send_noted(entry->api, entry->peer, entry->request.id,
				     sabot_wire_reply_gerror(entry->request.id, error));
	sabot_api_wait_end(entry);
}

json_t *
sabot_api_login(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_login_request *args = request->record;
	const struct sabot_claim claim = {peer, args->name, args->pin, args->new_pin, NULL};
	struct sabot_api_waiting *entry = sabot_api_wait(api, peer, request);

	if (!sabot_api_identify(api, &claim, on_login_checked, entry, error))
		sabot_api_wait_end(entry);
	return NULL;
}

json_t *
sabot_api_logout(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	(void)request;
	(void)error;
	sabot_api_end_session(api, peer, "said");
	return json_object();
}

static void
record_logout(struct sabot_api *api, int64_t person_id, const char *why)
{
	const struct sabot_person *person =
		sabot_person_book_get(sabot_floor_get_persons(api->options.floor), person_id);
	json_t *event = build_event("logout", person);

	json_object_set_new(event, "why", json_string(why));
	sabot_api_record(api, event, NULL);
}

/* Notify a screen that nobody is logged in there any more, though nobody there logged out. */
static void
push_logout(struct sabot_api *api, struct sabot_peer *peer, const char *why)
{
	sabot_api_send_noted(api, peer, NULL,
			     json_pack("{s:s, s:s}", "push", "logged_out", "why", why));
}

void
sabot_api_end_session(struct sabot_api *api, struct sabot_peer *peer, const char *why)
{
	int64_t id = api->sessions ? sabot_sessions_close(api->sessions, peer) : 0;

	sabot_unveilings_drop(api->unveilings, peer);
	if (!id)
		return;
	record_logout(api, id, why);
	if (strcmp(why, "changed") == 0)
		push_logout(api, peer, why);
}

static void
on_idle(struct sabot_peer *peer, int64_t id, void *data)
{
	struct sabot_api *api = data;

	sabot_unveilings_drop(api->unveilings, peer);
	record_logout(api, id, "idle");
	push_logout(api, peer, "idle");
}

gboolean
sabot_api_expire_sessions(gpointer data)
{
	struct sabot_api *api = data;
	int64_t idle_us = (int64_t)api->options.config->idle_logout_s * G_USEC_PER_SEC;

	sabot_sessions_expire(api->sessions, g_get_monotonic_time() - idle_us, on_idle, api);
	return G_SOURCE_CONTINUE;
}
