/* Creates the daemon's parts, and frees them in reverse order. */
#include "daemon.h"
#include "daemon/api/api-clients.h"
#include "daemon/jobs/archivist.h"
#include "daemon/tables/clock-watch.h"
#include "daemon/tables/evidence.h"
#include "daemon/devices/device-link.h"
#include "daemon/devices/device-options.h"
#include "daemon/jobs/gatherer.h"
#include "daemon/tables/floor-copy.h"
#include "daemon/tables/log-gap.h"
#include "devices/shoe/journal-writer.h"
#include "device-removed.h"
#include "daemon/jobs/integrity.h"
#include "daemon/jobs/mirror-check.h"
#include "daemon/hub/hub-desk.h"
#include "daemon/net/listener.h"
#include "daemon/tables/mover.h"
#include "daemon/tables/house-traces.h"
#include "daemon/tables/progress-check.h"
#include "software-check.h"
#include "start-note.h"
#include "store/db/db-files.h"
#include "store/db/lock.h"
#include "store/files/left-files.h"
#include "supervisor.h"
#include "daemon/net/tls-door.h"
#include "daemon/witness/witnesses.h"

#include <string.h>
#include <unistd.h>

/* With one a journal, a floor of 300 shoes would begin and end as many threads all the time. */
enum { DAEMON_JOURNAL_THREADS = 4 };

struct sabot_daemon {
	const struct sabot_config *config;
	int lock_fd, spool_fd, database_fd; /* locked, or -1 */
	bool has_spool_lock;                /* lock_fd is the spool's, not the state directory's */
	struct sabot_floor *floor;
	struct sabot_floor_copy *copy; /* has the floor of a daemon that only shows records */
	struct sabot_gatherer *gatherer;
	struct sabot_integrity *integrity;
	struct sabot_mirror_check *mirror_check;
	struct sabot_archivist *archivist;
	struct sabot_mover *mover;
	struct sabot_clock_watch *clock;
	struct sabot_hub *hub;       /* NULL: not a hub */
	struct sabot_hub_desk *desk; /* NULL: not a hub */
	struct sabot_api *api;
	struct sabot_listener *listener;
	struct sabot_tls_door *door;
	struct sabot_software_check *software;
	struct sabot_supervisor *supervisor;
	struct sabot_witnesses *witnesses;
	struct sabot_journal_threads *journals;
	GPtrArray *links; /* of struct sabot_device_link */
};

bool
sabot_daemon_check(const struct sabot_config *config, GError **error)
{
	for (guint i = 0; i < config->devices->len; i++) {
		if (!sabot_device_options_check(config, g_ptr_array_index(config->devices, i),
						error))
			return false;
	}
	return true;
}

/*
 * Two daemons on one database would allocate the same numbers twice. If the directory cannot be
 * locked for another reason, the daemon still starts: the disk may be gone.
 */
static bool
lock_state(struct sabot_daemon *daemon, GError **error)
{
	g_autoptr(GError) failure = NULL;

	daemon->lock_fd = sabot_lock_acquire(daemon->config->state_dir, &failure);
	if (daemon->lock_fd >= 0)
		return true;
	if (g_error_matches(failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_LOCKED)) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	g_critical("%s", failure->message);
	daemon->lock_fd = sabot_lock_acquire(daemon->config->spool_dir, error);
	daemon->has_spool_lock = daemon->lock_fd >= 0;
	return daemon->has_spool_lock;
}

/*
 * Two houses with one spool would write over each other's notes and files. If it cannot be locked
 * for another reason, the daemon still starts: its disk may be gone.
 */
static bool
lock_spool(struct sabot_daemon *daemon, GError **error)
{
	g_autoptr(GError) failure = NULL;

	if (daemon->has_spool_lock ||
	    sabot_db_files_are_one(daemon->config->spool_dir, daemon->config->state_dir))
		return true;
	daemon->spool_fd = sabot_lock_acquire(daemon->config->spool_dir, &failure);
	if (g_error_matches(failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_LOCKED)) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_LOCKED,
			    "%s: another house's sabotd uses this spool_dir: each house needs its "
			    "own",
			    daemon->config->spool_dir);
		return false;
	}
	if (failure)
		g_warning("%s", failure->message);
	return true;
}

/*
 * Lock the file itself, which may have other names in other directories. If it cannot be locked for
 * another reason, or does not exist yet, the directory's lock must do.
 */
static bool
lock_database(struct sabot_daemon *daemon, GError **error)
{
	g_autofree char *path = sabot_config_database_path(daemon->config);
	g_autoptr(GError) failure = NULL;

	if (daemon->database_fd >= 0 || sabot_lock_database(path, &daemon->database_fd, &failure))
		return true;
	if (g_error_matches(failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_LOCKED)) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	g_warning("%s", failure->message);
	return true;
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

static const struct sabot_certificate *
get_certificate(void *data)
{
	const struct sabot_daemon *daemon = data;

	return sabot_tls_door_get_certificate(daemon->door);
}

static void
on_client(GSocketConnection *connection, void *data)
{
	struct sabot_daemon *daemon = data;

	sabot_api_add_client(daemon->api, sabot_link_new(connection));
}

static void
on_machine(struct sabot_link *link, void *data)
{
	struct sabot_daemon *daemon = data;

	sabot_api_add_client(daemon->api, link);
}

static bool
start_devices(struct sabot_daemon *daemon, GError **error)
{
	const GPtrArray *tables = sabot_floor_get_tables(daemon->floor);

	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);
		struct sabot_device_link *link;

		if (!table->config->device || table->away)
			continue;
		link = sabot_device_link_new(daemon->floor, table, daemon->journals, error);
		if (!link)
			return false;
		g_ptr_array_add(daemon->links, link);
	}
	return true;
}

/* The machine that has the table reads its shoe. */
static void
on_moved(struct sabot_table_service *table, void *data)
{
	struct sabot_daemon *daemon = data;
	g_autoptr(GError) error = NULL;
	struct sabot_device_link *link;

	for (guint i = 0; i < daemon->links->len; i++) {
		link = g_ptr_array_index(daemon->links, i);
		if (strcmp(sabot_device_link_get_table(link), table->config->name) == 0)
			g_ptr_array_remove_index(daemon->links, i--);
	}
	if (!table->config->device || table->away)
		return;
	link = sabot_device_link_new(daemon->floor, table, daemon->journals, &error);
	if (link)
		g_ptr_array_add(daemon->links, link);
	else
		g_critical("%s: %s", table->config->name, error->message);
}

/* Watch the clock. On failure the game continues without. */
static void
watch_clock(struct sabot_daemon *daemon)
{
	g_autoptr(GError) error = NULL;

	daemon->clock = sabot_clock_watch_new(daemon->floor, NULL, &error);
	if (!daemon->clock)
		g_warning("the machine's clock is not watched: %s", error->message);
}

static bool
open_doors(struct sabot_daemon *daemon, GError **error)
{
	daemon->listener = sabot_listener_new(daemon->config->socket, on_client, daemon, error);
	return daemon->listener != NULL;
}

static struct sabot_api_options
get_options(struct sabot_daemon *daemon)
{
	return (struct sabot_api_options){
		.config = daemon->config,
		.floor = daemon->floor,
		.copy = daemon->copy,
		.devices = list_devices,
		.find_device = find_device,
		.certificate = get_certificate,
		.data = daemon,
	};
}

static void
on_gathered(const char *why, void *data)
{
	struct sabot_daemon *daemon = data;
	const char *before = sabot_floor_copy_get_state(daemon->copy)->why;
	g_autoptr(GError) error = NULL;

	if (why && g_strcmp0(why, before) != 0)
		g_warning("the records do not go on: %s", why);
	else if (!why && before)
		g_message("the records are up to date");
	if (!sabot_floor_copy_refresh(daemon->copy, why, &error))
		g_critical("the copy of the records cannot be shown: %s", error->message);
}

/* Only show what another daemon recorded. */
static bool
start_showing(struct sabot_daemon *daemon, GError **error)
{
	g_autofree char *path = g_build_filename(daemon->config->state_dir, "records.db", NULL);
	struct sabot_api_options options;

	daemon->lock_fd = sabot_lock_acquire(daemon->config->state_dir, error);
	if (daemon->lock_fd < 0)
		return false;
	daemon->copy = sabot_floor_copy_new(daemon->config, path);
	daemon->floor = sabot_floor_copy_get_floor(daemon->copy);
	options = get_options(daemon);
	daemon->api = sabot_api_new(&options);
	if (!open_doors(daemon, error))
		return false;
	daemon->door = sabot_tls_door_new(daemon->config, on_machine, daemon);
	daemon->gatherer = sabot_gatherer_new(daemon->config, path, on_gathered, daemon);
	daemon->supervisor = sabot_supervisor_new(daemon->floor);
	return true;
}

/* With the lock, and before anything is written. */
static void
tidy_up(const struct sabot_config *config)
{
	g_autofree char *run_dir = g_path_get_dirname(config->socket);
	const char *const folders[] = {config->state_dir, config->spool_dir, run_dir};
	g_autoptr(GString) removed = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++)
		sabot_left_files_remove(folders[i], removed);
	if (removed->len > 0)
		g_message("half written when a kill came, and removed: %s", removed->str);
}

static bool
start(struct sabot_daemon *daemon, GError **error)
{
	struct sabot_api_options options;

	if (!lock_state(daemon, error) || !sabot_house_traces_allow_start(daemon->config, error) ||
	    !lock_spool(daemon, error) || !lock_database(daemon, error))
		return false;
	tidy_up(daemon->config);
	daemon->floor = sabot_floor_new(daemon->config);
	if (!lock_database(daemon, error)) /* a new database file */
		return false;
	sabot_start_record(daemon->floor);
	sabot_log_gap_report(daemon->floor);
	sabot_progress_check_report(daemon->floor);
	sabot_evidence_report(daemon->floor);
	sabot_device_removed_close(daemon->floor);
	watch_clock(daemon);
	options = get_options(daemon);
	daemon->archivist = sabot_archivist_new(daemon->floor);
	options.archivist = daemon->archivist;
	daemon->mover = sabot_mover_new(daemon->floor);
	options.mover = daemon->mover;
	sabot_floor_set_moved(daemon->floor, on_moved, daemon);
	daemon->hub = sabot_hub_new(daemon->config);
	options.hub = daemon->hub;
	daemon->desk = sabot_hub_desk_new(daemon->hub);
	options.desk = daemon->desk;
	daemon->api = sabot_api_new(&options);
	if (!open_doors(daemon, error) || !start_devices(daemon, error))
		return false;
	daemon->door = sabot_tls_door_new(daemon->config, on_machine, daemon);
	daemon->integrity = sabot_integrity_new(daemon->floor);
	daemon->mirror_check = sabot_mirror_check_new(daemon->floor);
	daemon->software = sabot_software_check_new(daemon->floor);
	sabot_archivist_run_daily(daemon->archivist);
	daemon->witnesses = sabot_witnesses_new(daemon->floor);
	sabot_hub_start(daemon->hub);
	daemon->supervisor = sabot_supervisor_new(daemon->floor);
	return true;
}

struct sabot_daemon *
sabot_daemon_new(const struct sabot_config *config, GError **error)
{
	struct sabot_daemon *daemon = g_new0(struct sabot_daemon, 1);

	daemon->config = config;
	daemon->lock_fd = daemon->spool_fd = daemon->database_fd = -1;
	daemon->journals = sabot_journal_threads_new(DAEMON_JOURNAL_THREADS);
	daemon->links = g_ptr_array_new_with_free_func(sabot_device_link_free);
	if (config->records ? start_showing(daemon, error) : start(daemon, error))
		return daemon;
	sabot_daemon_free(daemon);
	return NULL;
}

/* The state in which the store was left; NULL: it has everything, or will have. */
static const char *
judge_end(const struct sabot_floor *floor, bool is_safe)
{
	if (!is_safe)
		return "events are lost: neither the database nor the spool took them";
	if (floor && sabot_floor_was_replaced(floor))
		return "the database was removed, replaced or written to while it was in use: "
		       "what is missing in it is not all in the spool";
	return NULL;
}

const char *
sabot_daemon_free(struct sabot_daemon *daemon)
{
	const char *why;

	sabot_supervisor_free(daemon->supervisor);
	sabot_gatherer_free(daemon->gatherer);
	sabot_witnesses_free(daemon->witnesses);
	if (daemon->floor)
		sabot_floor_set_moved(daemon->floor, NULL, NULL);
	g_clear_pointer(&daemon->links, g_ptr_array_unref);
	sabot_journal_threads_free(daemon->journals);
	sabot_listener_free(daemon->listener);
	g_clear_pointer(&daemon->door, sabot_tls_door_free);
	sabot_integrity_free(daemon->integrity);
	sabot_mirror_check_free(daemon->mirror_check);
	sabot_software_check_free(daemon->software);
	sabot_archivist_free(daemon->archivist);
	sabot_mover_free(daemon->mover);
	sabot_clock_watch_free(daemon->clock);
	/*
	 * While the clients are connected: requests that wait for an event to be recorded are
	 * answered.
	 */
	if (daemon->api)
		sabot_api_finish(daemon->api);
	if (daemon->floor && !daemon->copy)
		sabot_stop_record(daemon->floor);
	why = judge_end(daemon->floor, sabot_floor_stop(daemon->floor));
	sabot_api_free(daemon->api);
	sabot_hub_stop(daemon->hub);
	sabot_hub_desk_free(daemon->desk);
	sabot_hub_free(daemon->hub);
	if (daemon->copy)
		sabot_floor_copy_free(daemon->copy);
	else
		sabot_floor_free(daemon->floor);
	if (daemon->database_fd >= 0)
		close(daemon->database_fd);
	if (daemon->spool_fd >= 0)
		close(daemon->spool_fd);
	if (daemon->lock_fd >= 0)
		close(daemon->lock_fd);
	g_free(daemon);
	return why;
}
