/*
 * Puts the parts together, and takes them apart in the other order.
 */
#include "daemon.h"
#include "api.h"
#include "device-link.h"
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct sabot_daemon {
	const struct sabot_config *config;
	int lock_fd;
	struct sabot_floor *floor;
	struct sabot_api *api;
	struct sabot_listener *listener;
	GPtrArray *links; /* of struct sabot_device_link */
};

bool
sabot_daemon_check(const struct sabot_config *config, GError **error)
{
	for (guint i = 0; i < config->devices->len; i++) {
		if (!sabot_device_link_check(g_ptr_array_index(config->devices, i), error))
			return false;
	}
	return true;
}

/* Two daemons on one database would give out the same numbers twice. */
static bool
lock_state(struct sabot_daemon *daemon, GError **error)
{
	g_autofree char *path = g_build_filename(daemon->config->state_dir, "sabotd.lock", NULL);

	g_mkdir_with_parents(daemon->config->state_dir, 0700);
	daemon->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (daemon->lock_fd >= 0 && flock(daemon->lock_fd, LOCK_EX | LOCK_NB) == 0)
		return true;
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno),
		    errno == EWOULDBLOCK ? "%s: another sabotd uses this directory (%s)" : "%s: %s",
		    path, g_strerror(errno));
	return false;
}

static void
list_devices(GPtrArray *devices, void *data)
{
	struct sabot_daemon *daemon = data;

	for (guint i = 0; i < daemon->links->len; i++)
		g_ptr_array_add(devices,
				sabot_device_link_describe(g_ptr_array_index(daemon->links, i)));
}

static struct sabot_device_link *
find_device(const char *name, void *data)
{
	struct sabot_daemon *daemon = data;

	for (guint i = 0; daemon->links && i < daemon->links->len; i++) {
		struct sabot_device_link *link = g_ptr_array_index(daemon->links, i);

		if (strcmp(sabot_device_link_get_name(link), name) == 0)
			return link;
	}
	return NULL;
}

static void
on_client(GSocketConnection *connection, void *data)
{
	struct sabot_daemon *daemon = data;

	sabot_api_add_client(daemon->api, connection);
}

static bool
start_devices(struct sabot_daemon *daemon, GError **error)
{
	for (guint i = 0; i < daemon->floor->tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(daemon->floor->tables, i);
		struct sabot_device_link *link;

		if (!table->config->device)
			continue;
		link = sabot_device_link_new(daemon->floor, table, error);
		if (!link)
			return false;
		g_ptr_array_add(daemon->links, link);
	}
	return true;
}

static bool
start(struct sabot_daemon *daemon, GError **error)
{
	struct sabot_api_options options = {
		.config = daemon->config,
		.devices = list_devices,
		.find_device = find_device,
		.data = daemon,
	};

	if (!lock_state(daemon, error))
		return false;
	daemon->floor = sabot_floor_new(daemon->config, error);
	if (!daemon->floor)
		return false;
	options.floor = daemon->floor;
	daemon->api = sabot_api_new(&options);
	daemon->listener = sabot_listener_new(daemon->config->socket, on_client, daemon, error);
	return daemon->listener && start_devices(daemon, error);
}

struct sabot_daemon *
sabot_daemon_new(const struct sabot_config *config, GError **error)
{
	struct sabot_daemon *daemon = g_new0(struct sabot_daemon, 1);

	daemon->config = config;
	daemon->lock_fd = -1;
	daemon->links = g_ptr_array_new_with_free_func(sabot_device_link_free);
	if (start(daemon, error))
		return daemon;
	sabot_daemon_free(daemon);
	return NULL;
}

bool
sabot_daemon_free(struct sabot_daemon *daemon)
{
	bool is_safe;

	g_clear_pointer(&daemon->links, g_ptr_array_unref);
	sabot_listener_free(daemon->listener);
	/* While the clients are there: who waits for an event to be recorded is told. */
	is_safe = sabot_floor_stop(daemon->floor);
	sabot_api_free(daemon->api);
	sabot_floor_free(daemon->floor);
	if (daemon->lock_fd >= 0)
		close(daemon->lock_fd);
	g_free(daemon);
	return is_safe;
}
