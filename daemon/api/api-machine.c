/*
 * The machine at the other end of a connection: which one it is, what it sees and what may be done
 * there; see docs/access.md.
 */
#include "api-private.h"

#include <string.h>
#include <unistd.h>

bool
sabot_api_is_admin(const struct sabot_peer *peer)
{
	return sabot_peer_get_machine(peer)->is_admin;
}

char *
sabot_api_origin(const struct sabot_peer *peer)
{
	return sabot_api_is_remote(peer) ? g_strdup(sabot_peer_get_machine(peer)->name)
					 : g_strdup_printf("uid:%d", (int)sabot_peer_get_uid(peer));
}

bool
sabot_api_is_remote(const struct sabot_peer *peer)
{
	return sabot_peer_get_machine(peer)->fingerprint != NULL;
}

bool
sabot_api_sees(const struct sabot_peer *peer, const char *place)
{
	return sabot_machine_sees(sabot_peer_get_machine(peer), place);
}

GPtrArray *
sabot_api_tables_of(const struct sabot_api *api, const struct sabot_peer *peer)
{
	const GPtrArray *all = sabot_floor_get_tables(api->options.floor);
	GPtrArray *seen = g_ptr_array_new();

	for (guint i = 0; i < all->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(all, i);

		if (sabot_api_sees(peer, table->config->name))
			g_ptr_array_add(seen, table);
	}
	return seen;
}

GPtrArray *
sabot_api_devices_of(const struct sabot_api *api, const struct sabot_peer *peer)
{
	GPtrArray *devices = g_ptr_array_new_with_free_func(sabot_record_unref);
	guint i = 0;

	if (api->options.devices)
		api->options.devices(devices, api->options.data);
	while (i < devices->len) {
		const struct sabot_wire_device *device = g_ptr_array_index(devices, i);

		if (sabot_api_sees(peer, device->table ? device->table : SABOT_HOUSE_NAME))
			i++;
		else
			g_ptr_array_remove_index(devices, i);
	}
	return devices;
}

static struct sabot_machine *
find_configured(const struct sabot_api *api, const struct sabot_peer *peer, const char *fingerprint)
{
	const GPtrArray *machines = api->options.config->machines;
	struct sabot_machine *by_group = NULL;

	for (guint i = 0; i < machines->len; i++) {
		struct sabot_machine *machine = g_ptr_array_index(machines, i);

		if (fingerprint && g_strcmp0(machine->fingerprint, fingerprint) == 0)
			return machine;
		if (fingerprint || machine->fingerprint)
			continue;
		if (machine->uid >= 0 && (uid_t)machine->uid == sabot_peer_get_uid(peer))
			return machine;
		if (machine->gid >= 0 && (gid_t)machine->gid == sabot_peer_get_gid(peer))
			by_group = machine;
	}
	return by_group;
}

/* Which machines are let in is in the house log, which is not read without the database. */
static void
refuse(const struct sabot_api *api, const char *fingerprint, GError **error)
{
	if (!api->options.copy && sabot_floor_get_outage(api->options.floor))
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("this daemon works without its database, which says what "
					  "machines are let in: sabotctl status on its own machine "
					  "says why"));
	else
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("this machine is not allowed here (sabotctl cert allow): "
					  "its certificate's fingerprint is %s"),
			    fingerprint);
}

/* Everybody who may open the socket may connect; the daemon's own user and root are admins. */
static struct sabot_machine *
make_local(const struct sabot_peer *peer)
{
	uid_t uid = sabot_peer_get_uid(peer);
	struct sabot_machine *machine = sabot_machine_new("local", SABOT_ROLE_PIT);

	machine->is_admin = uid == getuid() || uid == 0;
	return machine;
}

static struct sabot_machine *
find_by_certificate(const struct sabot_api *api, const struct sabot_peer *peer, GError **error)
{
	const struct sabot_certificate *certificate = sabot_peer_get_certificate(peer);
	struct sabot_machine *machine = find_configured(api, peer, certificate->fingerprint);
	g_autoptr(GError) failure = NULL;

	/* The records have those whom the house let in, not those who may read them here. */
	if (!machine && !api->options.copy)
		machine =
			sabot_machine_book_find(sabot_floor_get_house(api->options.floor)->machines,
						certificate->fingerprint);
	if (!machine) {
		refuse(api, certificate->fingerprint, error);
		return NULL;
	}
	if (sabot_certificate_check_time(certificate, g_get_real_time(), &failure))
		return machine;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("the machine %s: %s"), machine->name, failure->message);
	return NULL;
}

bool
sabot_api_identify_machine(struct sabot_api *api, struct sabot_peer *peer, GError **error)
{
	bool has_certificate = sabot_peer_get_certificate(peer) != NULL;
	struct sabot_machine *machine = has_certificate ? find_by_certificate(api, peer, error)
							: find_configured(api, peer, NULL);
	struct sabot_machine *local = machine || has_certificate ? NULL : make_local(peer);

	if (!machine && !local)
		return false;
	sabot_peer_set_machine(peer, machine ? machine : local);
	sabot_machine_unref(local);
	return true;
}

bool
sabot_api_machine_may(const struct sabot_api *api, const struct sabot_peer *peer,
		      enum sabot_right right, GError **error)
{
	const struct sabot_machine *machine = sabot_peer_get_machine(peer);

	if (sabot_machine_allows(machine, right, sabot_api_get_rooms(api)))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("the machine %s is for %s: this may not be done there (%s)"),
		    machine->name, sabot_machine_get_role(machine), sabot_right_to_string(right));
	return false;
}

struct sabot_table_service *
sabot_api_get_table(struct sabot_api *api, const struct sabot_peer *peer, const char *name,
		    GError **error)
{
	struct sabot_table_service *table =
		sabot_api_sees(peer, name) ? sabot_floor_find(api->options.floor, name) : NULL;

	if (!table)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE,
			    SABOT_REFUSAL("there is no table %s"), name);
	return table;
}
