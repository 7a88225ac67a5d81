/*
 * See machine.h. The machines of pit and shift are used by everybody who works there, so only the
 * person's rights count; from other machines nothing can be done beyond what a person of that role
 * may.
 */
#include "machine.h"

#include <string.h>

struct sabot_machine *
sabot_machine_new(const char *name, enum sabot_role role)
{
	struct sabot_machine *machine = g_rc_box_new0(struct sabot_machine);

	machine->name = g_strdup(name);
	machine->role = role;
	machine->uid = machine->gid = -1;
	return machine;
}

struct sabot_machine *
sabot_machine_ref(struct sabot_machine *machine)
{
	return g_rc_box_acquire(machine);
}

static void
clear(gpointer data)
{
	struct sabot_machine *machine = data;

	g_free(machine->name);
	g_free(machine->fingerprint);
	g_strfreev(machine->tables);
}

void
sabot_machine_unref(gpointer machine)
{
	if (machine)
		g_rc_box_release_full(machine, clear);
}

bool
sabot_machine_is_name(const char *name)
{
	size_t length = strlen(name);

	return length > 0 && length <= SABOT_MACHINE_NAME_BYTES_MAX &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") ==
		       length;
}

bool
sabot_machine_role_from_string(const char *word, enum sabot_role *ret_role)
{
	enum sabot_role role;

	if (!sabot_role_from_string(word, &role) || role == SABOT_ROLE_ADMIN)
		return false;
	*ret_role = role;
	return true;
}

const char *
sabot_machine_get_role(const struct sabot_machine *machine)
{
	return sabot_role_to_string(machine->is_admin ? SABOT_ROLE_ADMIN : machine->role);
}

bool
sabot_machine_sees_all(const struct sabot_machine *machine)
{
	return machine->tables == NULL;
}

bool
sabot_machine_sees(const struct sabot_machine *machine, const char *table)
{
	return !machine->tables || g_strv_contains((const char *const *)machine->tables, table);
}

bool
sabot_machine_allows(const struct sabot_machine *machine, enum sabot_right right,
		     struct sabot_access_rooms rooms)
{
	switch (machine->role) {
	case SABOT_ROLE_PIT:
	case SABOT_ROLE_SHIFT:
	case SABOT_ROLE_ADMIN:
		return true;
	case SABOT_ROLE_DEALER:
	case SABOT_ROLE_CAGE:
	case SABOT_ROLE_COUNT:
	case SABOT_ROLE_SURVEILLANCE:
	case SABOT_ROLE_AUDIT:
	case SABOT_ROLES:
		break;
	}
	return sabot_access_allows(machine->role, right, rooms);
}
