/*
 * See machine-book.h. A machine has one certificate: if it is allowed again under its name, the new
 * certificate, role and tables apply from then on.
 */
#include "machine-book.h"
#include "proto/certificate.h"
#include "proto/messages/access-messages.h"
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

#define F(...) SABOT_RECORD_FIELD(sabot_wire_machine, __VA_ARGS__, )
static const struct sabot_record_field fields[] = {
	F("machine", STRING, machine),
	F("role", STRING, role),
	F("fingerprint", STRING, fingerprint),
	F("tables", STRINGS, tables, .is_nullable = true, .refuses_null = true),
	F("until", TIME, until_us, .refuses_null = true),
};
static const struct sabot_record_type machine_type = SABOT_RECORD_TYPE(sabot_wire_machine, fields);
#undef F

/* Without a list the machine sees all tables. */
static bool
set_tables(struct sabot_machine *machine, const GPtrArray *tables, GError **error)
{
	g_autoptr(GStrvBuilder) names = g_strv_builder_new();

	if (!tables)
		return true;
	if (tables->len > TABLES_MAX)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 "tables: a list of tables is wanted", error);
	for (guint i = 0; i < tables->len; i++)
		g_strv_builder_add(names, g_ptr_array_index(tables, i));
	machine->tables = g_strv_builder_end(names);
	return true;
}

static bool
set_until(struct sabot_machine *machine, int64_t until_us, GError **error)
{
	if (until_us == SABOT_TIME_NONE)
		return true;
	if (until_us <= 0)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, "until: a time is wanted",
					 error);
	machine->until_us = until_us;
	return true;
}

/* Both tables and end, or nothing: half of it would let a machine see more, or for longer. */
static bool
set_bounds(struct sabot_machine *machine, const json_t *object, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_wire_machine *whole =
		sabot_record_parse(&machine_type, (json_t *)object, &failure);
	bool is_set;

	if (!whole)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 g_str_has_prefix(failure->message, "tables")
						 ? "tables: a list of tables is wanted"
						 : "until: a time is wanted",
					 error);
	is_set = set_tables(machine, whole->tables, error) &&
		 set_until(machine, whole->until_us, error);
	sabot_record_unref(whole);
	return is_set;
}

static const char *
or_empty(const char *word)
{
	return word ? word : "";
}

/* From name, role and certificate alone. */
static struct sabot_machine *
build_machine(const struct sabot_wire_machine *said, GError **error)
{
	g_autofree char *fingerprint = sabot_fingerprint_normalize(or_empty(said->fingerprint));
	enum sabot_role role = SABOT_ROLE_PIT;
	struct sabot_machine *machine = NULL;

	if (!sabot_machine_is_name(or_empty(said->machine)))
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  "machine: a name has 1 to 32 letters, digits, - _ or .", error);
	else if (!fingerprint)
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  "fingerprint: 64 hexadecimal digits are wanted", error);
	else if (!sabot_machine_role_from_string(or_empty(said->role), &role))
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  "role: is dealer, pit, shift, cage, count, surveillance or "
				  "audit",
				  error);
	else {
		machine = sabot_machine_new(said->machine, role);
		machine->fingerprint = g_steal_pointer(&fingerprint);
	}
	return machine;
}

struct sabot_machine *
sabot_machine_from_json(const json_t *object, GError **error)
{
	struct sabot_wire_machine *said = sabot_record_parse_lenient(&machine_type, object);
	struct sabot_machine *machine = build_machine(said, error);

	sabot_record_unref(said);
	if (machine && !set_bounds(machine, object, error))
		g_clear_pointer(&machine, sabot_machine_unref);
	return machine;
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
sabot_machine_book_apply(struct sabot_machine_book *book, const struct sabot_house_event *event)
{
	struct sabot_machine *before, *machine;

	if (event->kind != SABOT_HOUSE_MACHINE)
		return;
	before = sabot_machine_book_find_name(book, event->of.machine->machine);
	if (before)
		g_ptr_array_remove(book->machines, before);
	if (g_strcmp0(event->of.machine->action, "allow") != 0)
		return;
	machine = sabot_machine_from_json(event->json, NULL);
	if (machine)
		g_ptr_array_add(book->machines, machine);
}
