/*
 * Persons: listed, created, changed; and the one-time code that creates an administrator if nobody
 * else could. A request with a PIN is checked twice: before the PIN is hashed and after.
 */
#include "api-private.h"
#include "proto/messages/access-requests.h"
#include "proto/person.h"
#include "proto/rfc3339.h"

#include <string.h>

enum { API_CODE_S = 3600 };

static enum sabot_wire_person_state
state_of(const struct sabot_person *person, int64_t locked_us)
{
	if (person->disabled_us)
		return SABOT_WIRE_PERSON_DISABLED;
	if (locked_us)
		return SABOT_WIRE_PERSON_LOCKED;
	return person->must_change ? SABOT_WIRE_PERSON_NEW_PIN : SABOT_WIRE_PERSON_ACTIVE;
}

/*
 * The person as the client may see him, with whether he is locked at that machine. `name` is NULL
 * if names are not shown to everybody.
 */
static json_t *
build_person(const struct sabot_api *api, const struct sabot_peer *peer,
	     const struct sabot_person *person, bool is_named)
{
	struct sabot_wire_person *seen = sabot_record_new(&sabot_wire_person_type);
	g_autofree char *origin = sabot_api_origin(peer);
	struct sabot_pin_try try = {.origin = origin};
	int64_t locked_us;

	seen->person = sabot_person_id(person);
	try.who = seen->person;
	/* A lock would say that the name that was just guessed is this person's. */
	locked_us = is_named ? sabot_pin_guard_locked_until(sabot_api_get_guard(api), &try,
							    g_get_real_time())
			     : 0;
	seen->name = is_named ? g_strdup(person->name) : NULL;
	seen->role = g_strdup(sabot_role_to_string(person->role));
	seen->state = state_of(person, locked_us);
	seen->has_card = sabot_pin_has_card(person->pin_hash);
	if (locked_us)
		seen->locked_until_us = locked_us;
	return sabot_record_finish(&sabot_wire_person_type, seen);
}

bool
sabot_api_shows_names(const struct sabot_api *api, const struct sabot_peer *peer)
{
	return !api->options.config->hides_names || sabot_api_is_admin(peer) ||
	       sabot_api_get_person(api, peer) != NULL;
}

json_t *
sabot_api_persons(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	const GPtrArray *persons = sabot_floor_get_persons(api->options.floor)->persons;
	guint next = (guint)CLAMP(args->from, 0, (int64_t)persons->len);
	bool has_names = sabot_api_shows_names(api, peer);
	struct sabot_answer_page page;

	(void)error;
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	for (; next < persons->len; next++) {
		const struct sabot_person *person = g_ptr_array_index(persons, next);

		if (!sabot_answer_page_add(&page, build_person(api, peer, person, has_names)))
			break;
	}
	return sabot_answer_page_finish(&page, "persons", next, persons->len);
}

/* The right, and the roles that have it. Transferred. */
static struct sabot_wire_right *
describe_right(const struct sabot_api *api, enum sabot_right right)
{
	struct sabot_wire_right *described = sabot_record_new(&sabot_wire_right_type);

	described->action = g_strdup(sabot_right_to_string(right));
	for (int i = 0; i < SABOT_ROLES; i++) {
		enum sabot_role role = (enum sabot_role)i;

		if (sabot_api_role_may(api, role, right))
			g_ptr_array_add(described->roles, g_strdup(sabot_role_to_string(role)));
	}
	return described;
}

json_t *
sabot_api_roles(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	struct sabot_wire_roles *roles = sabot_record_new(&sabot_wire_roles_type);

	(void)peer;
	(void)request;
	(void)error;
	for (int i = 0; i < SABOT_RIGHTS; i++)
		g_ptr_array_add(roles->actions, describe_right(api, (enum sabot_right)i));
	return sabot_record_finish(&sabot_wire_roles_type, roles);
}

/* Without its database the daemon does not know which persons exist. */
static bool
check_store(const struct sabot_api *api, GError **error)
{
	return !sabot_floor_get_outage(api->options.floor) ||
	       sabot_wire_refuse(
		       SABOT_WIRE_ERROR_NOT_ALLOWED,
		       SABOT_REFUSAL("the daemon has no database: persons cannot be changed"),
		       error);
}

static bool
check_pin(const struct sabot_api *api, const char *pin, enum sabot_role role, GError **error)
{
	const char *why = sabot_pin_refusal(pin);
	int n_min = api->options.config->pin_digits[role];

	if (why)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "pin: %s", why);
	else if (strlen(pin) < (size_t)n_min)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("pin: a PIN has at least %d digits here"), n_min);
	else
		return true;
	return false;
}

static void
on_pin_hashed(const struct sabot_pin_result *result, void *data);

/* Hash the request's PIN, then handle the request again. */
static void
hash_first(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
	   const char *pin, GError **error)
{
	struct sabot_pin_task task = {.new_pin = g_strdup(pin)};
	struct sabot_api_waiting *waiting = sabot_api_wait(api, peer, request);

	sabot_api_address_task(api, peer, &task);
	if (sabot_pin_checker_check(api->pins, &task, on_pin_hashed, waiting))
		return;
	sabot_api_wait_end(waiting);
	sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
			  SABOT_REFUSAL("too many are logging in at this moment: try again"),
			  error);
}

/*
 * Record a change of a person and who made it (NULL: the one-time code), and answer with the
 * person.
 */
static void
record(struct sabot_api *api, struct sabot_peer *peer, json_t *request_id,
       const struct sabot_person *person, const char *what)
{
	const struct sabot_person *by = sabot_api_get_person(api, peer);
	g_autofree char *id = sabot_person_id(person);
	g_autofree char *by_id = by ? sabot_person_id(by) : g_strdup("code");
	bool has_role = strcmp(what, "created") == 0 || strcmp(what, "role") == 0;
	json_t *event =
		json_pack("{s:s, s:s, s:s, s:s*, s:s}", "ev", "person", "person", id, "do", what,
			  "role", has_role ? sabot_role_to_string(person->role) : NULL, "by",
			  by_id);

	if (strcmp(what, "created") == 0 || strcmp(what, "reset") == 0)
		sabot_rights_add_digests(event, person);
	sabot_api_record(api, event, person);
	sabot_api_send_noted(api, peer, request_id,
			     sabot_wire_reply_ok(request_id,
						 build_person(api, peer, person, true)));
}

static bool
read_role(const char *word, enum sabot_role *ret_role, GError **error)
{
	return sabot_role_from_string(word, ret_role) ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL("role: is dealer, pit, shift, cage, count, "
					       "surveillance, audit or admin"),
				 error);
}

/* A wrong code counts like a wrong PIN of an unknown name, so guesses cannot fill the log. */
static bool
check_code(struct sabot_api *api, struct sabot_peer *peer, const char *code, GError **error)
{
	struct sabot_api_attempt attempt;
	bool is_right = sabot_person_book_check_code(sabot_floor_get_persons(api->options.floor),
						     code, g_get_real_time());

	if (is_right)
		return true;
	sabot_api_attempt_init(&attempt, peer, NULL, "");
	sabot_api_record_refusal(api, &attempt, "code");
	sabot_api_attempt_clear(&attempt);
	return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				 SABOT_REFUSAL("code: is wrong, or an hour old"), error);
}

/* The code gives an administrator's right to create one. */
static bool
may_create(struct sabot_api *api, struct sabot_peer *peer, const char *code, enum sabot_role role,
	   GError **error)
{
	if (!code)
		return sabot_api_may(api, peer, SABOT_RIGHT_PERSONS, NULL, error);
	if (!sabot_api_machine_may(api, peer, SABOT_RIGHT_PERSONS, error))
		return false;
	if (role != SABOT_ROLE_ADMIN)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("role: a one-time code makes an admin only"),
					 error);
	return check_code(api, peer, code, error);
}

/* Whose name it looks like is for those who may see names. */
static bool
check_name(const struct sabot_api *api, const struct sabot_peer *peer, const char *name,
	   GError **error)
{
	const struct sabot_person_book *book = sabot_floor_get_persons(api->options.floor);
	const char *why = sabot_person_book_name_refusal(book, name);
	const struct sabot_person *alike = why ? NULL : sabot_person_book_find_alike(book, name);
	g_autofree char *id = alike ? sabot_person_id(alike) : NULL;

	if (alike && !sabot_api_shows_names(api, peer))
		why = SABOT_REFUSAL("there is somebody whose name looks the same");
	if (why)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "name: %s", why);
	else if (alike)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("name: it looks the same as the name of %s (%s)"),
			    alike->name, id);
	return !why && !alike;
}

/* `hash` is NULL while the PIN still has to be hashed. */
static void
create(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
       const char *hash, GError **error)
{
	const struct sabot_wire_person_create_request *args = request->record;
	struct sabot_person_book *book = sabot_floor_get_persons(api->options.floor);
	struct sabot_person person;
	enum sabot_role role;

	if (!check_store(api, error) || !read_role(args->role, &role, error) ||
	    !may_create(api, peer, args->code, role, error) ||
	    !check_pin(api, args->pin, role, error) || !check_name(api, peer, args->name, error))
		return;
	if (!hash) {
		hash_first(api, peer, request, args->pin, error);
		return;
	}
	person = (struct sabot_person){
		.id = sabot_person_book_next_id(book),
		.name = args->name,
		.pin_hash = (char *)hash,
		.role = role,
		.must_change = !args->code,
		.created_us = g_get_real_time(),
	};
	if (args->code)
		sabot_person_book_use_code(book);
	record(api, peer, request->id, &person, "created");
}

json_t *
sabot_api_person_create(struct sabot_api *api, struct sabot_peer *peer,
			const struct sabot_wire_request *request, GError **error)
{
	create(api, peer, request, NULL, error);
	return NULL;
}

/* The changes that an administrator can make to a person, and their words in the log. */
enum change { CHANGE_ROLE, CHANGE_DISABLE, CHANGE_ENABLE, CHANGE_RESET, CHANGE_ERASE, CHANGES };

static const char *const change_words[CHANGES] = {
	[CHANGE_ROLE] = "role",   [CHANGE_DISABLE] = "disable", [CHANGE_ENABLE] = "enable",
	[CHANGE_RESET] = "reset", [CHANGE_ERASE] = "erase",
};

static bool
read_change(const char *word, enum change *ret_change, GError **error)
{
	for (int i = 0; i < CHANGES; i++) {
		if (strcmp(word, change_words[i]) != 0)
			continue;
		*ret_change = (enum change)i;
		return true;
	}
	return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL("change: is role, disable, enable, reset or erase"),
				 error);
}

/* A copy of the person that the request names, transferred; NULL with an error. */
static struct sabot_person *
copy_person(struct sabot_api *api, const char *who, GError **error)
{
	const struct sabot_person *person =
		sabot_person_book_find(sabot_floor_get_persons(api->options.floor), who);

	if (person)
		return sabot_person_copy(person);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL("person: there is nobody called %.64s"), who);
	return NULL;
}

/* `word` is NULL if the request does not give it. */
static bool
set_role(struct sabot_person *person, const char *word, GError **error)
{
	return word ? read_role(word, &person->role, error)
		    : sabot_record_refuse_missing("role", error);
}

static void
set_pin(struct sabot_person *person, const char *hash)
{
	g_free(person->pin_hash);
	person->pin_hash = g_strdup(hash);
	person->must_change = true;
}

static bool
enable(struct sabot_person *person, GError **error)
{
	if (!person->name)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("person: a person without a name cannot log in"), error);
	person->disabled_us = 0;
	return true;
}

static void
disable(struct sabot_person *person)
{
	if (!person->disabled_us)
		person->disabled_us = g_get_real_time();
}

/* Make the change in the copy: to `role` if the role changes, or to the PIN with this hash. */
static bool
apply(struct sabot_person *person, enum change change, const char *role, const char *hash,
      GError **error)
{
	switch (change) {
	case CHANGE_ROLE:
		return set_role(person, role, error);
	case CHANGE_DISABLE:
		disable(person);
		return true;
	case CHANGE_ENABLE:
		return enable(person, error);
	case CHANGE_RESET:
		set_pin(person, hash);
		return true;
	case CHANGE_ERASE:
		disable(person);
		sabot_person_erase(person);
		return true;
	case CHANGES:
		break;
	}
	return false;
}

/* True if somebody is left who can change persons. */
static bool
leaves_admin(const struct sabot_person_book *book, const struct sabot_person *person,
	     GError **error)
{
	const struct sabot_person *before = sabot_person_book_get(book, person->id);
	bool was = before->role == SABOT_ROLE_ADMIN && before->disabled_us == 0;
	bool is = person->role == SABOT_ROLE_ADMIN && person->disabled_us == 0;

	return !was || is || sabot_person_book_count(book, SABOT_ROLE_ADMIN) > 1 ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				 SABOT_REFUSAL("person: it is the last admin"), error);
}

/* End the person's sessions on all connections. */
static void
end_sessions(struct sabot_api *api, int64_t id)
{
	struct sabot_peer *peer;

	while ((peer = sabot_sessions_find_person(api->sessions, id)))
		sabot_api_end_session(api, peer, "changed");
}

static void
unlock_if(const struct sabot_api *api, enum change change, const struct sabot_person *person)
{
	g_autofree char *id = sabot_person_id(person);

	if (change == CHANGE_ENABLE || change == CHANGE_RESET)
		sabot_pin_guard_unlock(sabot_api_get_guard(api), id);
}

static void
change_person(struct sabot_api *api, struct sabot_peer *peer,
	      const struct sabot_wire_request *request, const char *hash, GError **error)
{
	const struct sabot_wire_person_change_request *args = request->record;
	struct sabot_person *person;
	enum change change = CHANGE_RESET;

	if (!check_store(api, error) ||
	    !sabot_api_may(api, peer, SABOT_RIGHT_PERSONS, NULL, error) ||
	    !read_change(args->change, &change, error))
		return;
	if (change == CHANGE_RESET && !args->pin) {
		sabot_record_refuse_missing("pin", error);
		return;
	}
	person = copy_person(api, args->person, error);
	if (person && change == CHANGE_RESET && !check_pin(api, args->pin, person->role, error)) {
		sabot_person_free(person);
		return;
	}
	if (person && change == CHANGE_RESET && !hash) {
		hash_first(api, peer, request, args->pin, error);
	} else if (person && apply(person, change, args->role, hash, error) &&
		   leaves_admin(sabot_floor_get_persons(api->options.floor), person, error)) {
		unlock_if(api, change, person);
		record(api, peer, request->id, person, change_words[change]);
		if (change != CHANGE_ROLE && change != CHANGE_ENABLE)
			end_sessions(api, person->id);
	}
	sabot_person_free(person);
}

json_t *
sabot_api_person_change(struct sabot_api *api, struct sabot_peer *peer,
			const struct sabot_wire_request *request, GError **error)
{
	change_person(api, peer, request, NULL, error);
	return NULL;
}

static void
on_pin_hashed(const struct sabot_pin_result *result, void *data)
{
	struct sabot_api_waiting *waiting = data;
	const struct sabot_wire_request *request = &waiting->request;
	g_autoptr(GError) error = NULL;

	waiting->api->last_note = NULL;
	if (!result || !result->new_hash)
		sabot_wire_refuse(SABOT_WIRE_ERROR_INTERNAL,
				  SABOT_REFUSAL("the PIN could not be hashed"), &error);
	else if (strcmp(request->verb, "person_create") == 0)
		create(waiting->api, waiting->peer, request, result->new_hash, &error);
	else
		change_person(waiting->api, waiting->peer, request, result->new_hash, &error);
	if (error)
		sabot_api_send_noted(waiting->api, waiting->peer, request->id,
				     sabot_wire_reply_gerror(request->id, error));
	sabot_api_wait_end(waiting);
}

/*
 * The log's event about a code: the first one is a note, a recovery code is a finding that the pit
 * sees.
 */
static json_t *
build_code_event(const struct sabot_peer *peer, bool is_recovery)
{
	g_autofree char *by = g_strdup_printf("uid:%d", (int)sabot_peer_get_uid(peer));

	if (is_recovery)
		return sabot_house_finding(SABOT_INCIDENT_ACCESS_RECOVERED,
					   json_pack("{s:s}", "by", by));
	return json_pack("{s:s, s:s, s:s}", "ev", "code", "do", "first", "by", by);
}

json_t *
sabot_api_person_code(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_person_code_request *args = request->record;
	struct sabot_person_book *book = sabot_floor_get_persons(api->options.floor);
	int64_t until_us = g_get_real_time() + (int64_t)API_CODE_S * G_USEC_PER_SEC;
	g_autofree char *until = sabot_time_format(until_us);
	char *code;

	if (!check_store(api, error))
		return NULL;
	if (!sabot_api_is_admin(peer)) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("only root or the daemon's own user may draw a code"), error);
		return NULL;
	}
	if (!args->is_recovery && sabot_person_book_count(book, SABOT_ROLE_ADMIN) > 0) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL(
				"there is an admin: he creates the others (docs/access.md: the way "
				"back)"),
			error);
		return NULL;
	}
	code = sabot_person_book_draw_code(book, until_us);
	sabot_api_record(api, build_code_event(peer, args->is_recovery), NULL);
	sabot_api_send_noted(api, peer, request->id,
			     sabot_wire_reply_ok(request->id, json_pack("{s:s, s:s}", "code", code,
									"until", until)));
	sabot_secret_free(code);
	return NULL;
}
