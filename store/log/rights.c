/*
 * A person's state follows from the last event of each kind. A log whose beginning is archived
 * begins with `carried`, which repeats them all; the log of an earlier program does not, and then
 * nothing is known about a person whom no event names.
 */
#include "rights.h"
#include "chain.h"
#include "log-time.h"
#include "store/keys/hex.h"

#include <string.h>

static const int64_t by_code = -1; /* in the place of a person's number: the one-time code */
static const char restored[] = "restored";

/* Who gave somebody a PIN or a role, the last time that he did. */
struct hand {
	int64_t by; /* a person's number, or by_code */
	int64_t at_us;
};

struct standing {
	int64_t id;
	enum sabot_role role;
	bool is_disabled;
	char *pin;     /* the hash's digest; NULL: the log is of an earlier program */
	char *name;    /* its digest; likewise */
	GArray *hands; /* of struct hand */
};

struct sabot_rights {
	GPtrArray *standings; /* of struct standing */
	bool is_whole;        /* whom it does not know there is not */
	bool is_carried;      /* the log's beginning is archived */
	bool lacks_hands;     /* from a copy that does not say who gave whom what */
	int64_t first_us;     /* when the first person was created; 0: nobody, or in an archive */
	int64_t first;        /* his number */
	struct sabot_log_time time;
};

static void
free_standing(gpointer data)
{
	struct standing *standing = data;

	g_free(standing->pin);
	g_free(standing->name);
	g_array_unref(standing->hands);
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
	standing->hands = g_array_new(FALSE, FALSE, sizeof(struct hand));
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

/* Neither PIN nor name is compared any more. */
static void
forget_secret(struct standing *standing)
{
	g_clear_pointer(&standing->pin, g_free);
	g_clear_pointer(&standing->name, g_free);
}

static void
add_hand(struct sabot_rights *rights, struct standing *standing, const json_t *line, int64_t at_us)
{
	bool is_code = g_strcmp0(member(line, "by"), "code") == 0;
	struct hand hand = {is_code ? by_code : parse_id(json_object_get(line, "by")), at_us};

	sabot_log_time_reach(&rights->time, at_us);
	for (guint i = 0; i < standing->hands->len; i++) {
		struct hand *known = &g_array_index(standing->hands, struct hand, i);

		if (known->by != hand.by)
			continue;
		known->at_us = MAX(known->at_us, hand.at_us);
		return;
	}
	if (hand.by)
		g_array_append_val(standing->hands, hand);
}

/* Role, PIN and name as far as they are recorded. */
static void
apply_rights(struct standing *standing, const json_t *line)
{
	const char *pin = member(line, "pin");

	sabot_role_from_string(member(line, "role"), &standing->role);
	if (!pin)
		return;
	forget_secret(standing);
	standing->pin = g_strdup(pin);
	standing->name = g_strdup(member(line, "name_hash"));
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
	apply_rights(standing, event);
	if (strcmp(what, "created") == 0 || strcmp(what, "reset") == 0 || strcmp(what, "role") == 0)
		add_hand(rights, standing, event, rights->time.now_us);
	if (strcmp(what, "created") == 0 && rights->is_whole && rights->standings->len == 1 &&
	    !rights->is_carried) {
		rights->first_us = rights->time.now_us;
		rights->first = id;
	}
	if (strcmp(what, "disable") == 0 || strcmp(what, "erase") == 0)
		standing->is_disabled = true;
	if (strcmp(what, "enable") == 0)
		standing->is_disabled = false;
	if (strcmp(what, restored) == 0)
		standing->is_disabled = json_is_true(json_object_get(event, "disabled"));
	/* With the name its PIN's hash is gone. An earlier program did not say which another is. */
	if (strcmp(what, "erase") == 0 ||
	    ((strcmp(what, "reset") == 0 || strcmp(what, "pin") == 0) && !member(event, "pin")))
		forget_secret(standing);
}

static void
record_all(struct sabot_rights *rights, const json_t *object)
{
	const json_t *persons = json_object_get(object, "persons"), *line, *hand;
	size_t index, hand_index;

	/* An earlier program wrote none: then it is as late as the last hand. */
	sabot_log_time_reach(&rights->time, sabot_log_time_from_text(member(object, "time")));
	if (!json_is_array(persons))
		return;
	rights->is_whole = true;
	rights->is_carried = true;
	json_array_foreach(persons, index, line) {
		int64_t id = parse_id(json_object_get(line, "person"));
		struct standing *standing = id > 0 ? find_or_add(rights, id) : NULL;

		if (!standing)
			continue;
		apply_rights(standing, line);
		standing->is_disabled = json_is_true(json_object_get(line, "disabled"));
		json_array_foreach(json_object_get(line, "hands"), hand_index, hand)
			add_hand(rights, standing, hand,
				 sabot_log_time_from_text(member(hand, "at")));
	}
}

void
sabot_rights_apply(struct sabot_rights *rights, int64_t n, const json_t *event)
{
	const char *ev = member(event, "ev");

	if (n == 1)
		rights->is_whole = true;
	sabot_log_time_advance(&rights->time, sabot_log_time_from_text(member(event, "at")));
	if (g_strcmp0(ev, "person") == 0)
		record_person(rights, event);
	else if (g_strcmp0(ev, "carried") == 0)
		record_all(rights, event);
}

int64_t
sabot_rights_get_time(const struct sabot_rights *rights, int64_t at_us)
{
	return sabot_log_time_at(&rights->time, at_us);
}

/* A salted hash of much work stays secret behind it. Transferred. */
static char *
digest_pin(const struct sabot_person *person)
{
	const char *hash = person->pin_hash ? person->pin_hash : ""; /* in a file of others */
	struct sabot_chain_hash digest = sabot_chain_digest(hash, strlen(hash));

	return sabot_hex_encode(digest.bytes, sizeof(digest.bytes));
}

/*
 * Names are few and can be guessed: without the PIN's hash, and its salt, nobody knows whose
 * this is. NULL where there is neither. Transferred.
 */
static char *
digest_name(const struct sabot_person *person)
{
	g_autofree char *text = NULL;
	struct sabot_chain_hash digest;

	if (!person->name || !person->pin_hash ||
	    strcmp(person->pin_hash, sabot_person_no_pin) == 0)
		return NULL;
	text = g_strdup_printf("sabot name 1\n%s\n%s", person->pin_hash, person->name);
	digest = sabot_chain_digest(text, strlen(text));
	return sabot_hex_encode(digest.bytes, sizeof(digest.bytes));
}

void
sabot_rights_add_digests(json_t *event, const struct sabot_person *person)
{
	g_autofree char *pin = digest_pin(person), *name = digest_name(person);

	json_object_set_new(event, "pin", json_string(pin));
	if (name)
		json_object_set_new(event, "name_hash", json_string(name));
}

json_t *
sabot_rights_restore_event(const struct sabot_person *person)
{
	g_autofree char *id = sabot_person_id(person);
	json_t *event =
		json_pack("{s:s, s:s, s:s, s:s, s:s, s:b}", "ev", "person", "person", id, "do",
			  restored, "by", "log", "role", sabot_role_to_string(person->role),
			  "disabled", person->disabled_us != 0);

	sabot_rights_add_digests(event, person);
	return event;
}

static char *
format_id(int64_t id)
{
	return id == by_code ? g_strdup("code") : g_strdup_printf("p%" G_GINT64_FORMAT, id);
}

/* Transferred; NULL: none is known. */
static json_t *
list_hands(const struct standing *standing)
{
	json_t *hands = standing->hands->len > 0 ? json_array() : NULL;

	for (guint i = 0; i < standing->hands->len; i++) {
		const struct hand *hand = &g_array_index(standing->hands, struct hand, i);
		g_autofree char *at = sabot_log_time_to_text(hand->at_us);
		g_autofree char *by = format_id(hand->by);

		json_array_append_new(hands, json_pack("{s:s, s:s}", "by", by, "at", at));
	}
	return hands;
}

/* Transferred. */
static json_t *
list_standings(const struct sabot_rights *rights)
{
	json_t *persons = json_array();

	for (guint i = 0; i < rights->standings->len; i++) {
		const struct standing *standing = g_ptr_array_index(rights->standings, i);
		g_autofree char *id = format_id(standing->id);

		json_array_append_new(
			persons, json_pack("{s:s, s:s, s:b, s:s*, s:s*, s:o*}", "person", id,
					   "role", sabot_role_to_string(standing->role), "disabled",
					   standing->is_disabled, "pin", standing->pin, "name_hash",
					   standing->name, "hands", list_hands(standing)));
	}
	return persons;
}

/* Behind a clock that was ahead; else the log's time follows from the next event's. */
static void
add_time(json_t *object, const struct sabot_rights *rights, const char *name, int64_t at_us)
{
	g_autofree char *text = sabot_log_time_to_text(at_us);

	if (rights->time.now_us > rights->time.last_us)
		json_object_set_new(object, name, json_string(text));
}

void
sabot_rights_list(json_t *event, const struct sabot_rights *rights)
{
	if (rights->is_whole)
		json_object_set_new(event, "persons", list_standings(rights));
	add_time(event, rights, "time", rights->time.now_us);
}

json_t *
sabot_rights_to_json(const struct sabot_rights *rights)
{
	g_autofree char *first = rights->first_us ? format_id(rights->first) : NULL;
	g_autofree char *at = sabot_log_time_to_text(rights->first_us);
	json_t *json;

	if (rights->lacks_hands)
		return NULL;
	json = json_pack("{s:o, s:s*, s:s*}", "persons", list_standings(rights), "first", first,
			 "at", first ? at : NULL);
	add_time(json, rights, "time", rights->time.now_us);
	add_time(json, rights, "clock", rights->time.last_us);
	return json;
}

void
sabot_rights_recall(struct sabot_rights *rights, const json_t *json)
{
	rights->lacks_hands = !json_is_array(json_object_get(json, "persons"));
	record_all(rights, json);
	rights->time.last_us = sabot_log_time_from_text(member(json, "clock"));
	rights->first = parse_id(json_object_get(json, "first"));
	rights->first_us = rights->first ? sabot_log_time_from_text(member(json, "at")) : 0;
}

static bool
has_pin(const struct standing *standing, const struct sabot_person *person)
{
	g_autofree char *digest = digest_pin(person);

	return !standing->pin || strcmp(standing->pin, digest) == 0;
}

static bool
has_name(const struct standing *standing, const struct sabot_person *person)
{
	g_autofree char *digest = digest_name(person);

	return !standing->name || g_strcmp0(standing->name, digest) == 0;
}

static bool
agrees(const struct standing *standing, const struct sabot_person *person)
{
	return standing && standing->role == person->role &&
	       standing->is_disabled == (person->disabled_us != 0) && has_pin(standing, person) &&
	       has_name(standing, person);
}

static void
hold(const struct standing *standing, struct sabot_person *person)
{
	if (!standing || !has_pin(standing, person) || !has_name(standing, person)) {
		/* The name's digest includes the PIN's hash: nothing confirms it with another. */
		if (standing && standing->name)
			g_clear_pointer(&person->name, g_free);
		g_free(person->pin_hash);
		person->pin_hash = g_strdup(sabot_person_no_pin);
	}
	person->role = standing ? standing->role : SABOT_ROLE_DEALER;
	if (standing && !standing->is_disabled)
		person->disabled_us = 0;
	else if (!person->disabled_us)
		person->disabled_us = g_get_real_time();
}

static const struct sabot_person *
find_row(const GPtrArray *persons, int64_t id)
{
	for (guint i = 0; persons && i < persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(persons, i);

		if (person->id == id)
			return person;
	}
	return NULL;
}

/* As a copy has him, if the log confirms PIN and name there; else NULL. Transferred. */
static struct sabot_person *
recall(const struct standing *standing, const GPtrArray *copy)
{
	for (guint i = 0; copy && standing && standing->pin && standing->name && i < copy->len;
	     i++) {
		const struct sabot_person *kept = g_ptr_array_index(copy, i);

		if (kept->id == standing->id && agrees(standing, kept))
			return sabot_person_copy(kept);
	}
	return NULL;
}

static enum sabot_rights_difference
compare(const struct standing *standing, const struct sabot_person *person)
{
	if (!standing || standing->role != person->role ||
	    standing->is_disabled != (person->disabled_us != 0))
		return SABOT_RIGHTS_DIFFER;
	return has_pin(standing, person) ? SABOT_RIGHTS_NAME : SABOT_RIGHTS_PIN;
}

static struct sabot_person *
new_person(const struct standing *standing)
{
	struct sabot_person *person = g_new0(struct sabot_person, 1);

	person->id = standing->id;
	person->role = standing->role;
	person->pin_hash = g_strdup(sabot_person_no_pin);
	person->created_us = person->disabled_us = g_get_real_time();
	return person;
}

/* A log whose beginning is an earlier program's does not know everybody. */
static bool
is_as_recorded(const struct sabot_rights *rights, const struct sabot_person *person)
{
	const struct standing *standing = find(rights, person->id);

	return agrees(standing, person) || (!standing && !rights->is_whole);
}

bool
sabot_rights_agree(const struct sabot_rights *rights, const GPtrArray *persons)
{
	for (guint i = 0; i < persons->len; i++)
		if (!is_as_recorded(rights, g_ptr_array_index(persons, i)))
			return false;
	for (guint i = 0; i < rights->standings->len; i++) {
		const struct standing *standing = g_ptr_array_index(rights->standings, i);

		if (!find_row(persons, standing->id))
			return false;
	}
	return true;
}

const char *
sabot_rights_altered_to_string(const struct sabot_rights_altered *altered)
{
	switch (altered->what) {
	case SABOT_RIGHTS_DIFFER:
		break;
	case SABOT_RIGHTS_PIN:
		return altered->is_recalled ? "pin" : "no_pin";
	case SABOT_RIGHTS_NAME:
		return altered->is_recalled ? "name" : "no_name";
	case SABOT_RIGHTS_GONE:
		return altered->is_recalled ? "row" : "no_row";
	}
	return "person";
}

GArray *
sabot_rights_check(const struct sabot_rights *rights, GPtrArray *persons, const GPtrArray *copy)
{
	GArray *altered = g_array_new(FALSE, FALSE, sizeof(struct sabot_rights_altered));

	for (guint i = 0; i < persons->len; i++) {
		struct sabot_person *person = g_ptr_array_index(persons, i), *kept;
		const struct standing *standing = find(rights, person->id);
		struct sabot_rights_altered found = {person->id, compare(standing, person), false};

		if (is_as_recorded(rights, person))
			continue;
		kept = recall(standing, copy);
		found.is_recalled = kept != NULL;
		g_array_append_val(altered, found);
		if (kept) {
			sabot_person_free(person);
			persons->pdata[i] = kept;
		} else {
			hold(standing, person);
		}
	}
	for (guint i = 0; i < rights->standings->len; i++) {
		const struct standing *standing = g_ptr_array_index(rights->standings, i);
		struct sabot_rights_altered gone = {standing->id, SABOT_RIGHTS_GONE, false};
		struct sabot_person *kept;

		if (find_row(persons, standing->id))
			continue;
		kept = recall(standing, copy);
		gone.is_recalled = kept != NULL;
		g_array_append_val(altered, gone);
		g_ptr_array_add(persons, kept ? kept : new_person(standing));
	}
	return altered;
}

/* A house begins with a code: it has made the first person, and that is nobody's way back. */
static bool
is_begin(const struct sabot_rights *rights, int64_t id, const struct hand *hand)
{
	return hand->by == by_code && id == rights->first && hand->at_us == rights->first_us;
}

/* Into `ids` (a set of int64_t): somebody, who had a hand in him, who in those, and so on. */
static void
collect_hands(const struct sabot_rights *rights, int64_t id, int64_t since_us, GHashTable *ids)
{
	const struct standing *standing = find(rights, id);

	if (!g_hash_table_add(ids, g_memdup2(&id, sizeof(id))) || !standing)
		return;
	for (guint i = 0; i < standing->hands->len; i++) {
		const struct hand *hand = &g_array_index(standing->hands, struct hand, i);

		if (hand->at_us >= since_us && !is_begin(rights, id, hand))
			collect_hands(rights, hand->by, since_us, ids);
	}
}

static GHashTable *
new_hands(const struct sabot_rights *rights, int64_t id, int64_t since_us)
{
	GHashTable *ids = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);

	collect_hands(rights, id, since_us, ids);
	return ids;
}

static gboolean
is_in(gpointer id, gpointer value, gpointer set)
{
	(void)value;
	return g_hash_table_contains(set, id);
}

bool
sabot_rights_are_independent(const struct sabot_rights *rights, int64_t first, int64_t second,
			     int64_t since_us)
{
	g_autoptr(GHashTable) of_first = new_hands(rights, first, since_us);
	g_autoptr(GHashTable) of_second = new_hands(rights, second, since_us);

	if (rights->lacks_hands || g_hash_table_contains(of_first, &second) ||
	    g_hash_table_contains(of_second, &first) || g_hash_table_contains(of_first, &by_code) ||
	    g_hash_table_contains(of_second, &by_code))
		return false;
	/* Everybody in a new house was made by the first admin: there is nobody else yet. */
	return rights->first_us >= since_us || !g_hash_table_find(of_first, is_in, of_second);
}

bool
sabot_rights_lack_hands(const struct sabot_rights *rights)
{
	return rights->lacks_hands;
}

bool
sabot_rights_are_by_code(const struct sabot_rights *rights, int64_t id, int64_t since_us)
{
	g_autoptr(GHashTable) hands = new_hands(rights, id, since_us);

	return g_hash_table_contains(hands, &by_code);
}
