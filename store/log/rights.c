/*
 * A person is what the last event of each kind made of him. A log whose beginning is archived
 * begins with `carried`, which says all of them again; one of an earlier program does not, and
 * then nothing is said of whom no event names.
 */
#include "rights.h"
#include "store/proof/chain.h"
#include "store/proof/hex.h"

#include <string.h>

/* No PIN has it. */
static const char no_hash[] = "$argon2id$none";
static const char restored[] = "restored";

struct standing {
	int64_t id;
	enum sabot_role role;
	bool is_disabled;
	char *pin; /* the hash's digest; NULL: the log is of an earlier program */
};

struct sabot_rights {
	GPtrArray *standings; /* of struct standing */
	bool is_whole;        /* whom it does not know there is not */
};

static void
free_standing(gpointer data)
{
	struct standing *standing = data;

	g_free(standing->pin);
	g_free(standing);
}

struct sabot_rights *
sabot_rights_new(void)
{
	struct sabot_rights *rights = g_new0(struct sabot_rights, 1);

	rights->standings = g_ptr_array_new_with_free_func(free_standing);
	return rights;
}

void
sabot_rights_free(struct sabot_rights *rights)
{
	if (!rights)
		return;
	g_ptr_array_unref(rights->standings);
	g_free(rights);
}

static struct standing *
find(const struct sabot_rights *rights, int64_t id)
{
	for (guint i = 0; i < rights->standings->len; i++) {
		struct standing *standing = g_ptr_array_index(rights->standings, i);

		if (standing->id == id)
			return standing;
	}
	return NULL;
}

static struct standing *
find_or_add(struct sabot_rights *rights, int64_t id)
{
	struct standing *standing = find(rights, id);

	if (standing)
		return standing;
	standing = g_new0(struct standing, 1);
	standing->id = id;
	g_ptr_array_add(rights->standings, standing);
	return standing;
}

/* "p4" is 4; 0: it is nobody. */
static int64_t
parse_id(const json_t *person)
{
	const char *text = json_string_value(person);

	return text && text[0] == 'p' ? g_ascii_strtoll(text + 1, NULL, 10) : 0;
}

static const char *
member(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* Role and PIN as far as they are recorded. */
static void
take(struct standing *standing, const json_t *line)
{
	const char *pin = member(line, "pin");

	sabot_role_from_string(member(line, "role"), &standing->role);
	if (!pin)
		return;
	g_free(standing->pin);
	standing->pin = g_strdup(pin);
}

static void
record_person(struct sabot_rights *rights, const json_t *event)
{
	int64_t id = parse_id(json_object_get(event, "person"));
	const char *what = member(event, "do");
	struct standing *standing;

	if (id <= 0 || !what)
		return;
	/* Of persons in the log's first event, other events have a part only. */
	if (!rights->is_whole && !find(rights, id) && strcmp(what, "created") != 0 &&
	    strcmp(what, restored) != 0)
		return;
	standing = find_or_add(rights, id);
	take(standing, event);
	if (strcmp(what, "disable") == 0 || strcmp(what, "erase") == 0)
		standing->is_disabled = true;
	if (strcmp(what, "enable") == 0)
		standing->is_disabled = false;
	if (strcmp(what, restored) == 0)
		standing->is_disabled = json_is_true(json_object_get(event, "disabled"));
	/* An earlier program's event of another PIN does not say which. */
	if ((strcmp(what, "reset") == 0 || strcmp(what, "pin") == 0) && !member(event, "pin"))
		g_clear_pointer(&standing->pin, g_free);
}

static void
record_all(struct sabot_rights *rights, const json_t *persons)
{
	const json_t *line;
	size_t index;

	if (!json_is_array(persons))
		return;
	rights->is_whole = true;
	json_array_foreach(persons, index, line) {
		int64_t id = parse_id(json_object_get(line, "person"));
		struct standing *standing = id > 0 ? find_or_add(rights, id) : NULL;

		if (!standing)
			continue;
		take(standing, line);
		standing->is_disabled = json_is_true(json_object_get(line, "disabled"));
	}
}

void
sabot_rights_apply(struct sabot_rights *rights, int64_t n, const json_t *event)
{
	const char *ev = member(event, "ev");

	if (n == 1)
		rights->is_whole = true;
	if (g_strcmp0(ev, "person") == 0)
		record_person(rights, event);
	else if (g_strcmp0(ev, "carried") == 0)
		record_all(rights, json_object_get(event, "persons"));
}

/* A salted hash of much work stays secret behind it. Transferred. */
static char *
digest_pin(const struct sabot_person *person)
{
	const char *hash = person->pin_hash ? person->pin_hash : ""; /* in a file of others */
	struct sabot_chain_hash digest = sabot_chain_digest(hash, strlen(hash));

	return sabot_hex_encode(digest.bytes, sizeof(digest.bytes));
}

void
sabot_rights_add_pin_digest(json_t *event, const struct sabot_person *person)
{
	g_autofree char *digest = digest_pin(person);

	json_object_set_new(event, "pin", json_string(digest));
}

json_t *
sabot_rights_restore_event(const struct sabot_person *person)
{
	g_autofree char *id = sabot_person_id(person);
	json_t *event =
		json_pack("{s:s, s:s, s:s, s:s, s:s, s:b}", "ev", "person", "person", id, "do",
			  restored, "by", "log", "role", sabot_role_to_string(person->role),
			  "disabled", person->disabled_us != 0);

	sabot_rights_add_pin_digest(event, person);
	return event;
}

void
sabot_rights_list(json_t *event, const struct sabot_rights *rights)
{
	json_t *persons = json_array();

	for (guint i = 0; rights->is_whole && i < rights->standings->len; i++) {
		const struct standing *standing = g_ptr_array_index(rights->standings, i);
		g_autofree char *id = g_strdup_printf("p%" G_GINT64_FORMAT, standing->id);

		json_array_append_new(persons,
				      json_pack("{s:s, s:s, s:b, s:s*}", "person", id, "role",
						sabot_role_to_string(standing->role), "disabled",
						standing->is_disabled, "pin", standing->pin));
	}
	if (rights->is_whole)
		json_object_set(event, "persons", persons);
	json_decref(persons);
}

static bool
has_pin(const struct standing *standing, const struct sabot_person *person)
{
	g_autofree char *digest = digest_pin(person);

	return !standing->pin || strcmp(standing->pin, digest) == 0;
}

static bool
agrees(const struct standing *standing, const struct sabot_person *person)
{
	return standing && standing->role == person->role &&
	       standing->is_disabled == (person->disabled_us != 0) && has_pin(standing, person);
}

/* Whether he is as the log has him; if not, he is from now on. */
static bool
hold(const struct sabot_rights *rights, struct sabot_person *person)
{
	const struct standing *standing = find(rights, person->id);

	if (agrees(standing, person) || (!standing && !rights->is_whole))
		return true;
	if (!standing || !has_pin(standing, person)) {
		g_free(person->pin_hash);
		person->pin_hash = g_strdup(no_hash);
	}
	person->role = standing ? standing->role : SABOT_ROLE_DEALER;
	if (standing && !standing->is_disabled)
		person->disabled_us = 0;
	else if (!person->disabled_us)
		person->disabled_us = g_get_real_time();
	return false;
}

static bool
has_row(GPtrArray *persons, int64_t id)
{
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(persons, i);

		if (person->id == id)
			return true;
	}
	return false;
}

static struct sabot_person *
new_person(const struct standing *standing)
{
	struct sabot_person *person = g_new0(struct sabot_person, 1);

	person->id = standing->id;
	person->role = standing->role;
	person->pin_hash = g_strdup(no_hash);
	person->created_us = person->disabled_us = g_get_real_time();
	return person;
}

GArray *
sabot_rights_check(const struct sabot_rights *rights, GPtrArray *persons)
{
	GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));

	for (guint i = 0; i < persons->len; i++) {
		struct sabot_person *person = g_ptr_array_index(persons, i);

		if (!hold(rights, person))
			g_array_append_val(ids, person->id);
	}
	for (guint i = 0; i < rights->standings->len; i++) {
		const struct standing *standing = g_ptr_array_index(rights->standings, i);

		if (has_row(persons, standing->id))
			continue;
		g_array_append_val(ids, standing->id);
		g_ptr_array_add(persons, new_person(standing));
	}
	return ids;
}
