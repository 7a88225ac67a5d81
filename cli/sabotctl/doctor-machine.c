/* The doctor's checks of the running system: see doctor-machine.h. */
#include "doctor-machine.h"

#include "proto/view.h"
#include "sabotctl-client.h"
#include "store/files/manifest.h"

#include <glib/gi18n.h>
#include <grp.h>
#include <string.h>
#include <sys/stat.h>

/* What the kernel's own drivers and udev know; others have no file to look at. */
static const char *const line_kinds[] = {"serial:", "hidraw:"};
static const char *const udev_kinds[] = {"serial:", "hidraw:", "usb:", "hid:"};
static const char *const rules_folders[] = {"/etc/udev/rules.d", "/usr/local/lib/udev/rules.d",
					    "/usr/lib/udev/rules.d", "/lib/udev/rules.d"};

static void
check_device(struct doctor *doctor, const struct sabot_wire_device *device)
{
	if (device->state != SABOT_WIRE_DEVICE_ONLINE)
		doctor_add(doctor, "daemon", DOCTOR_WRONG,
			   g_strdup_printf(_("the shoe %s is not online"), device->name));
}

static void
judge_status(struct doctor *doctor, const struct sabot_wire_status *status)
{
	if (!status->is_saved)
		doctor_add(doctor, "daemon", DOCTOR_WRONG,
			   g_strdup(_("the daemon cannot save events in the database")));
	if (!status->is_signed)
		doctor_add(doctor, "daemon", DOCTOR_WRONG,
			   g_strdup(_("the daemon has no key: its log is not signed")));
	if (g_strcmp0(status->mirror, "behind") == 0)
		doctor_add(doctor, "mirror", DOCTOR_WRONG,
			   g_strdup(_("the mirror lacks events that the database has")));
	if (g_strcmp0(status->version, SABOT_VERSION) != 0)
		doctor_add(doctor, "daemon", DOCTOR_NOTE,
			   g_strdup_printf(_("the daemon that runs is version %s, installed is %s: "
					     "start it again"),
					   status->version, SABOT_VERSION));
	for (guint i = 0; status->devices && i < status->devices->len; i++)
		check_device(doctor, g_ptr_array_index(status->devices, i));
	if (!doctor_has_found(doctor, "daemon"))
		doctor_add(doctor, "daemon", DOCTOR_WELL,
			   g_strdup_printf(_("the daemon answers; tables: %d"),
					   (int)status->tables));
}

static void
check_daemon(struct doctor *doctor)
{
	g_autoptr(GError) error = NULL;
	json_t *answer = sabotctl_try(doctor->socket, "status", NULL, &error);
	struct sabot_wire_status *status =
		answer ? sabot_record_parse(&sabot_wire_status_type, answer, &error) : NULL;

	if (status)
		judge_status(doctor, status);
	else
		doctor_add(doctor, "daemon", DOCTOR_WRONG,
			   g_strdup_printf(_("the daemon does not answer: %s"), error->message));
	sabot_record_unref(status);
	json_decref(answer);
}

/* What systemctl answers, without its end of line; "" where it cannot be run. Transferred. */
static char *
query_systemd(const char *question, const char *unit)
{
	const char *const command[] = {"systemctl", question, unit, NULL};
	char *said = NULL;

	if (!g_spawn_sync(NULL, (char **)command, NULL,
			  G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &said, NULL,
			  NULL, NULL))
		return g_strdup("");
	return g_strchomp(said);
}

static void
check_unit(struct doctor *doctor, const char *unit)
{
	g_autofree char *enabled = query_systemd("is-enabled", unit);
	g_autofree char *active = query_systemd("is-active", unit);

	if (strcmp(enabled, "enabled") != 0)
		doctor_add(doctor, "units", DOCTOR_WRONG,
			   g_strdup_printf(_("%s does not begin with the machine: systemctl "
					     "enable --now %s"),
					   unit, unit));
	if (strcmp(active, "active") != 0)
		doctor_add(doctor, "units", DOCTOR_WRONG,
			   g_strdup_printf(_("%s does not run (%s): journalctl -u %s says why"),
					   unit, active, unit));
}

static void
check_units(struct doctor *doctor)
{
	if (!doctor->is_service)
		return;
	if (!g_file_test("/run/systemd/system", G_FILE_TEST_IS_DIR)) {
		doctor_add(doctor, "units", DOCTOR_NOTE,
			   g_strdup(_("no systemd runs here, so nothing starts the daemon")));
		return;
	}
	check_unit(doctor, "sabotd.socket");
	check_unit(doctor, "sabotd.service");
	if (!doctor_has_found(doctor, "units"))
		doctor_add(doctor, "units", DOCTOR_WELL,
			   g_strdup(_("the service runs, and begins with the machine")));
}

/* The path behind a kind of line that has one; NULL: it has none. */
static const char *
path_of(const char *transport)
{
	for (size_t i = 0; i < G_N_ELEMENTS(line_kinds); i++) {
		if (g_str_has_prefix(transport, line_kinds[i]))
			return transport + strlen(line_kinds[i]);
	}
	return NULL;
}

static void
check_line(struct doctor *doctor, const char *name, const char *path)
{
	const struct group *group = getgrnam("sabot");
	struct stat status;

	if (stat(path, &status) != 0)
		doctor_add(doctor, "shoes", DOCTOR_WRONG,
			   g_strdup_printf(_("%s: nothing is plugged in at %s"), name, path));
	else if (doctor->is_service &&
		 (!group || status.st_gid != group->gr_gid || !(status.st_mode & S_IRGRP)))
		doctor_add(
			doctor, "shoes", DOCTOR_WRONG,
			g_strdup_printf(_("%s: the group sabot may not read %s: udevadm trigger, "
					  "or plug it in again"),
					name, path));
}

static bool
has_rules(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rules_folders); i++) {
		g_autofree char *path = g_build_filename(rules_folders[i], "60-sabot.rules", NULL);

		if (g_file_test(path, G_FILE_TEST_EXISTS))
			return true;
	}
	return false;
}

static bool
wants_rules(const char *transport)
{
	for (size_t i = 0; i < G_N_ELEMENTS(udev_kinds); i++) {
		if (g_str_has_prefix(transport, udev_kinds[i]))
			return true;
	}
	return false;
}

static void
check_shoes(struct doctor *doctor)
{
	g_auto(GStrv) groups = g_key_file_get_groups(doctor->config, NULL);
	bool are_rules_missing = false;

	for (size_t i = 0; groups[i]; i++) {
		g_autofree char *transport =
			g_str_has_prefix(groups[i], "device ")
				? g_key_file_get_string(doctor->config, groups[i], "transport",
							NULL)
				: NULL;
		const char *path = transport ? path_of(transport) : NULL;

		if (path)
			check_line(doctor, groups[i] + strlen("device "), path);
		are_rules_missing |= transport && wants_rules(transport) && !has_rules();
	}
	if (are_rules_missing)
		doctor_add(doctor, "udev", DOCTOR_WRONG,
			   g_strdup(_("udev has no rules for shoes: 60-sabot.rules is missing")));
	if (!doctor_has_found(doctor, "shoes") && !are_rules_missing)
		doctor_add(doctor, "shoes", DOCTOR_WELL, g_strdup(_("the shoes' lines are there")));
}

static unsigned
count_changed(const GPtrArray *manifests)
{
	unsigned n_changed = 0;

	for (guint i = 0; i < manifests->len; i++) {
		const struct sabot_manifest *manifest = g_ptr_array_index(manifests, i);

		for (guint j = 0; j < manifest->files->len; j++) {
			g_autofree char *digest = NULL;

			n_changed +=
				sabot_manifest_check_file(manifest,
							  g_ptr_array_index(manifest->files, j),
							  NULL, &digest) != SABOT_MANIFEST_AS_BUILT;
		}
	}
	return n_changed;
}

static void
check_software(struct doctor *doctor)
{
	g_autofree char *directory = sabot_manifest_find_directory();
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) manifests =
		directory ? sabot_manifest_read_all(directory, &error) : NULL;
	unsigned n_changed = manifests ? count_changed(manifests) : 0;

	if (error)
		doctor_add(doctor, "software", DOCTOR_WRONG, g_strdup(error->message));
	else if (!manifests)
		doctor_add(doctor, "software", DOCTOR_NOTE,
			   g_strdup(_("this program was built and not installed: there is no "
				      "manifest to compare with")));
	else if (n_changed > 0)
		doctor_add(doctor, "software", DOCTOR_WRONG,
			   g_strdup_printf(_("installed files that are not as built: %d (sabotctl "
					     "self-check)"),
					   (int)n_changed));
	else
		doctor_add(doctor, "software", DOCTOR_WELL,
			   g_strdup(_("every installed file is as it was built")));
}

void
doctor_check_machine(struct doctor *doctor)
{
	check_software(doctor);
	if (!doctor->config)
		return;
	check_units(doctor);
	check_shoes(doctor);
	check_daemon(doctor);
}
