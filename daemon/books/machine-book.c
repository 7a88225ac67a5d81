/*
 * See machine-book.h. A machine has one certificate: allowed again under its name, it has the new
 * one, role and tables from then on.
 */
#include "machine-book.h"
#include "proto/certificate.h"
#include "proto/json-text.h"
#include "proto/rfc3339.h"
#include "proto/wire-error.h"

#include <string.h>

enum { TABLES_MAX = 1000 };

struct sabot_machine_book *
sabot_machine_book_new(void)
{
	struct sabot_machine_book *book = g_new0(struct sabot_machine_book, 1);

	book->machines = g_ptr_array_new_with_free_func(sabot_machine_unref);
	return book;
}

void
sabot_machine_book_free(struct sabot_machine_book *book)
{
	if (!book)
		return;
	g_ptr_array_unref(book->machines);
	g_free(book);
}

static bool
refuse(const char *why, GError **error)
{
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "%s", why);
	return false;
}

/* A list of names; without one all tables are seen. */
static bool
read_tables(struct sabot_machine *machine, const json_t *object, GError **error)
{
	const json_t *list = json_object_get(object, "tables"), *name;
	g_autoptr(GStrvBuilder) names = g_strv_builder_new();
	size_t i;

	if (!list)
		return true;
	if (!json_is_array(list) || json_array_size(list) > TABLES_MAX)
		return refuse("tables: a list of tables is wanted", error);
	json_array_foreach(list, i, name) {
		if (!json_is_string(name))
			return refuse("tables: a list of tables is wanted", error);
		g_strv_builder_add(names, json_string_value(name));
	}
	machine->tables = g_strv_builder_end(names);
	return true;
}

static bool
read_until(struct sabot_machine *machine, const json_t *object, GError **error)
{
	if (!json_object_get(object, "until") ||
	    (sabot_time_parse(sabot_json_text(object, "until"), &machine->until_us) &&
	     machine->until_us > 0))
		return true;
	return refuse("until: a time is wanted", error);
}

struct sabot_machine *
sabot_machine_from_json(const json_t *object, GError **error)
{
	const char *name = sabot_json_text(object, "machine");
	g_autofree char *fingerprint =
		sabot_fingerprint_normalize(sabot_json_text(object, "fingerprint"));
	enum sabot_role role = SABOT_ROLE_PIT;
	struct sabot_machine *machine;

	if (!sabot_machine_is_name(name))
		refuse("machine: a name has 1 to 32 letters, digits, - _ or .", error);
	else if (!fingerprint)
		refuse("fingerprint: 64 hexadecimal digits are wanted", error);
	else if (!sabot_machine_role_from_string(sabot_json_text(object, "role"), &role))
		refuse("role: is dealer, pit, shift, surveillance or audit", error);
	else {
		machine = sabot_machine_new(name, role);
		machine->fingerprint = g_steal_pointer(&fingerprint);
		if (read_tables(machine, object, error) && read_until(machine, object, error))
			return machine;
		sabot_machine_unref(machine);
	}
	return NULL;
}

json_t *
sabot_machine_to_json(const struct sabot_machine *machine)
{
	json_t *object = json_pack("{s:s, s:s*, s:s}", "machine", machine->name, "fingerprint",
				   machine->fingerprint, "role", sabot_machine_get_role(machine));
	g_autofree char *until = machine->until_us ? sabot_time_format(machine->until_us) : NULL;
	json_t *tables = machine->tables ? json_array() : NULL;

	for (size_t i = 0; tables && machine->tables[i]; i++)
		json_array_append_new(tables, json_string(machine->tables[i]));
	if (tables)
		json_object_set_new(object, "tables", tables);
	if (until)
		json_object_set_new(object, "until", json_string(until));
	return object;
}

static struct sabot_machine *
find(const struct sabot_machine_book *book, const char *fingerprint, const char *name)
{
	for (guint i = 0; i < book->machines->len; i++) {
		struct sabot_machine *machine = g_ptr_array_index(book->machines, i);

		if ((fingerprint && strcmp(machine->fingerprint, fingerprint) == 0) ||
		    (name && strcmp(machine->name, name) == 0))
			return machine;
	}
	return NULL;
}

struct sabot_machine *
sabot_machine_book_find(const struct sabot_machine_book *book, const char *fingerprint)
{
	return find(book, fingerprint, NULL);
}

struct sabot_machine *
sabot_machine_book_find_name(const struct sabot_machine_book *book, const char *name)
{
	return find(book, NULL, name);
}

void
sabot_machine_book_apply(struct sabot_machine_book *book, const json_t *event)
{
	struct sabot_machine *before, *machine;

	if (strcmp(sabot_json_text(event, "ev"), "machine") != 0)
		return;
	before = sabot_machine_book_find_name(book, sabot_json_text(event, "machine"));
	if (before)
		g_ptr_array_remove(book->machines, before);
	if (strcmp(sabot_json_text(event, "do"), "allow") != 0)
		return;
	machine = sabot_machine_from_json(event, NULL);
	if (machine)
		g_ptr_array_add(book->machines, machine);
}
