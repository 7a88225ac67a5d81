/* Names behind a hub: see floor-names.h. */
#include "floor-names.h"

#include "wire-error.h"

#include <string.h>

static const char house[] = "house";

/* What a member says, by its name. */
enum meaning { MEANS_NOTHING, MEANS_PERSON, MEANS_TABLE, MEANS_DEVICE };

static const struct {
	const char *key;
	enum meaning meaning;
} members[] = {
	{"by", MEANS_PERSON},          {"second", MEANS_PERSON},
	{"who", MEANS_PERSON},         {"person", MEANS_PERSON},
	{"to", MEANS_PERSON},          {"decided", MEANS_PERSON},
	{"logged_in", MEANS_PERSON},   {"decided_second", MEANS_PERSON},
	{"answered_by", MEANS_PERSON}, {"table", MEANS_TABLE},
	{"about", MEANS_TABLE},        {"tables", MEANS_TABLE},
	{"device", MEANS_DEVICE},      {"devices", MEANS_DEVICE},
};

static enum meaning
meaning_of(const char *key)
{
	for (size_t i = 0; i < G_N_ELEMENTS(members); i++)
		if (strcmp(members[i].key, key) == 0)
			return members[i].meaning;
	return MEANS_NOTHING;
}

/* "p" and a number: of that form alone are a log's names of persons. */
static size_t
person_length(const char *text)
{
	size_t n_digits = text[0] == 'p' ? strspn(text + 1, "0123456789") : 0;

	return n_digits > 0 ? n_digits + 1 : 0;
}

char *
sabot_floor_name(const char *name, const char *daemon)
{
	return g_strdup_printf("%s%c%s", name, SABOT_FLOOR_NAME_MARK, daemon);
}

const char *
sabot_floor_name_daemon(const char *name)
{
	const char *mark = strrchr(name, SABOT_FLOOR_NAME_MARK);

	return mark ? mark + 1 : NULL;
}

bool
sabot_floor_name_is_house(const char *name)
{
	return name && g_str_has_prefix(name, house) &&
	       (name[strlen(house)] == '\0' || name[strlen(house)] == SABOT_FLOOR_NAME_MARK);
}

char *
sabot_floor_name_narrow(const char *name, const char *daemon)
{
	const char *own = sabot_floor_name_daemon(name);

	return own && strcmp(own, daemon) == 0 ? g_strndup(name, (size_t)(own - 1 - name))
					       : g_strdup(name);
}

static bool
wants_daemon(const char *text, enum meaning meaning, const struct sabot_floor_naming *naming)
{
	switch (meaning) {
	case MEANS_PERSON:
		return person_length(text) > 0 && person_length(text) == strlen(text);
	case MEANS_TABLE:
		return (naming->renames_tables && !sabot_floor_name_daemon(text)) ||
		       strcmp(text, house) == 0;
	case MEANS_DEVICE:
		return true;
	case MEANS_NOTHING:
		break;
	}
	return false;
}

static void
widen(json_t *json, enum meaning meaning, const struct sabot_floor_naming *naming);

static void
widen_text(json_t *json, enum meaning meaning, const struct sabot_floor_naming *naming)
{
	g_autofree char *name = NULL;

	if (!wants_daemon(json_string_value(json), meaning, naming))
		return;
	name = sabot_floor_name(json_string_value(json), naming->daemon);
	json_string_set(json, name);
}

/* Of a member `key` of an object that is `meaning`: a device is known by its name. */
static enum meaning
meaning_within(enum meaning meaning, const char *key)
{
	return meaning == MEANS_DEVICE && strcmp(key, "name") == 0 ? MEANS_DEVICE : meaning_of(key);
}

static void
widen_object(json_t *json, enum meaning meaning, const struct sabot_floor_naming *naming)
{
	json_t *member;
	const char *key;

	json_object_foreach(json, key, member)
		widen(member, meaning_within(meaning, key), naming);
}

/* A list means what its name says; an object's members say it themselves. */
static void
widen(json_t *json, enum meaning meaning, const struct sabot_floor_naming *naming)
{
	json_t *item;
	size_t i;

	if (json_is_string(json))
		widen_text(json, meaning, naming);
	else if (json_is_object(json))
		widen_object(json, meaning, naming);
	else
		json_array_foreach(json, i, item)
			widen(item, meaning, naming);
}

void
sabot_floor_names_widen(json_t *json, const struct sabot_floor_naming *naming)
{
	widen(json, MEANS_NOTHING, naming);
}

/* Of the form that the floor gives a name of this meaning. */
static bool
is_wide(const char *text, enum meaning meaning, const struct sabot_floor_naming *naming)
{
	size_t length;

	switch (meaning) {
	case MEANS_PERSON:
		length = person_length(text);
		return length > 0 && text[length] == SABOT_FLOOR_NAME_MARK;
	case MEANS_TABLE:
		return (naming->renames_tables || sabot_floor_name_is_house(text)) &&
		       sabot_floor_name_daemon(text) != NULL;
	case MEANS_DEVICE:
		return sabot_floor_name_daemon(text) != NULL;
	case MEANS_NOTHING:
		break;
	}
	return false;
}

static bool
narrow(json_t *json, enum meaning meaning, const struct sabot_floor_naming *naming, GError **error);

static bool
narrow_text(json_t *json, enum meaning meaning, const struct sabot_floor_naming *naming,
	    GError **error)
{
	const char *text = json_string_value(json);
	g_autofree char *name = NULL;

	if (!is_wide(text, meaning, naming))
		return true;
	if (strcmp(sabot_floor_name_daemon(text), naming->daemon) != 0) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "%.80s is of another daemon than %s", text, naming->daemon);
		return false;
	}
	name = sabot_floor_name_narrow(text, naming->daemon);
	json_string_set(json, name);
	return true;
}

/* A second person's name, as somebody types it, may say whose he is. */
static void
narrow_claim(json_t *claim, const struct sabot_floor_naming *naming)
{
	json_t *text = json_object_get(claim, "name");
	g_autofree char *name = NULL;

	if (!json_is_string(text) || !json_object_get(claim, "pin"))
		return;
	name = sabot_floor_name_narrow(json_string_value(text), naming->daemon);
	json_string_set(text, name);
}

bool
sabot_floor_names_narrow(json_t *json, const struct sabot_floor_naming *naming, GError **error)
{
	return narrow(json, MEANS_NOTHING, naming, error);
}

static bool
narrow(json_t *json, enum meaning meaning, const struct sabot_floor_naming *naming, GError **error)
{
	json_t *member;
	const char *key;
	size_t i;

	if (json_is_string(json))
		return narrow_text(json, meaning, naming, error);
	json_array_foreach(json, i, member)
		if (!narrow(member, meaning, naming, error))
			return false;
	if (!json_is_object(json))
		return true;
	json_object_foreach(json, key, member)
		if (!narrow(member, meaning_within(meaning, key), naming, error))
			return false;
	narrow_claim(json, naming);
	return true;
}
