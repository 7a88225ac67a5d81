/*
 * sabotctl device: the words behind it, what is connected, and commands, which the daemon sends.
 */

#include "sabotctl-device-live.h"
#include "sabotctl-device-replay.h"
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-client.h"
#include "sabotctl-rows.h"
#include "cli/common/user-request.h"
#include "devices/shoe/shoe-driver.h"
#include "devices/transport/transport.h"
#include "devices/transport/transport-serial.h"
#include "proto/wire-words.h"
#include "sabotctl-verbs.h"
#include "text/device-text.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

static bool
has_usb_id(const struct sabot_shoe_driver *driver, const struct sabot_plugged *device)
{
	for (const struct sabot_usb_id *id = driver->usb_ids; id && id->vendor; id++) {
		if (id->vendor == device->vendor && id->product == device->product)
			return true;
	}
	return false;
}

/* What the device says it is for, as its report descriptor begins: page and usage. */
static bool
has_hid_usage(const struct sabot_shoe_driver *driver, const struct sabot_plugged *device)
{
	const char begin[] = {0x05, (char)driver->hid_usage_page, 0x09, (char)driver->hid_usage};
	g_autofree char *name = g_path_get_basename(device->node);
	g_autofree char *path =
		g_build_filename("/sys/class/hidraw", name, "device", "report_descriptor", NULL);
	g_autofree char *bytes = NULL;
	gsize n_bytes;

	return driver->hid_usage && g_file_get_contents(path, &bytes, &n_bytes, NULL) &&
	       n_bytes >= sizeof begin && memcmp(bytes, begin, sizeof begin) == 0;
}

/* The driver that says it speaks this device's language, or "". */
static const char *
driver_of(const struct sabot_plugged *device)
{
	const struct sabot_shoe_driver *const *drivers = sabot_shoe_driver_list();

	for (; *drivers; drivers++) {
		if (has_usb_id(*drivers, device) || has_hid_usage(*drivers, device))
			return (*drivers)->id;
	}
	return "";
}

/* The name that stays the same when the cable is moved, if udev gave one. */
static const char *
best_name(const struct sabot_plugged *device)
{
	static const char *const folders[] = {"/dev/sabot/", "/dev/serial/by-id/"};

	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
		for (const char *const *link = device->links; link && *link; link++) {
			if (g_str_has_prefix(*link, folders[i]))
				return *link;
		}
	}
	return device->node;
}

static void
add_plugged(GPtrArray *rows, const struct sabot_plugged *device, const char *url)
{
	g_autofree char *id = g_strdup_printf("%04x:%04x", device->vendor, device->product);

	sabotctl_rows_add(rows, url, id, device->identity.serial, device->identity.port,
			  driver_of(device), NULL);
}

static void
on_tty(const struct sabot_plugged *device, bool is_there, void *user)
{
	g_autofree char *url = g_strconcat("serial:", best_name(device), NULL);

	(void)is_there;
	if (device->vendor)
		add_plugged(user, device, url);
}

static void
on_hidraw(const struct sabot_plugged *device, bool is_there, void *user)
{
	g_autofree char *url = g_strconcat("hidraw:", best_name(device), NULL);

	(void)is_there;
	add_plugged(user, device, url);
}

/* Of all that is on USB only what a driver knows by its number. */
static void
on_usb(const struct sabot_plugged *device, bool is_there, void *user)
{
	g_autofree char *url = NULL;

	(void)is_there;
	if (!driver_of(device)[0])
		return;
	url = g_strdup_printf("usb:%04x:%04x%s%s", device->vendor, device->product,
			      device->identity.serial[0] ? ":" : "", device->identity.serial);
	add_plugged(user, device, url);
}

/* A port of the machine's own; USB adapters were listed by udev. */
static void
on_port(const char *node, void *user)
{
	g_autofree char *url = g_strconcat("serial:", node, NULL);

	if (!g_str_has_prefix(node, "/dev/ttyUSB") && !g_str_has_prefix(node, "/dev/ttyACM"))
		sabotctl_rows_add(user, url, "", "", "", "", NULL);
}

static void
print_plugged(void)
{
	static const struct {
		const char *subsystem;
		sabot_plugged_fn fn;
	} kinds[] = {{"tty", on_tty}, {"hidraw", on_hidraw}, {"usb", on_usb}};
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();

	sabotctl_rows_add(rows, _("line"), _("USB"), _("serial number"), _("port"), _("driver"),
			  NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		struct sabot_hotplug *hotplug =
			sabot_hotplug_new(kinds[i].subsystem, kinds[i].fn, rows);

		sabot_hotplug_list(hotplug, kinds[i].fn, rows);
		sabot_hotplug_free(hotplug);
	}
	sabot_transport_serial_list(on_port, rows);
	printf("%s\n", _("Connected to this machine:"));
	if (rows->len > 1)
		sabotctl_rows_print(rows);
	else
		printf("%s\n", _("nothing that could be a shoe"));
}

static int
print_of_daemon(const struct sabot_wire_status *status)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	int found = SABOTCTL_OK;

	sabotctl_rows_add(rows, _("device"), _("table"), _("state"), _("driver"), _("line"),
			  _("serial number"), _("detail"), NULL);
	for (guint i = 0; i < status->devices->len; i++) {
		const struct sabot_wire_device *device = g_ptr_array_index(status->devices, i);
		g_autofree char *detail = sabot_text_device(device->detail ? device->detail : "");

		sabotctl_rows_add(rows, device->name, device->table ? device->table : "",
				  sabot_phrase_device_state(device->state),
				  device->driver ? device->driver : "",
				  device->transport ? device->transport : "",
				  device->serial ? device->serial : "", detail, NULL);
		if (device->state == SABOT_WIRE_DEVICE_OFFLINE ||
		    device->state == SABOT_WIRE_DEVICE_ERROR)
			found = SABOTCTL_FOUND;
	}
	printf(_("Of the daemon at %s:\n"), sabot_text_plain(status->site));
	sabotctl_rows_print(rows);
	putchar('\n');
	return found;
}

/* A daemon that was not named need not be there. */
static int
list(int argc, char **argv)
{
	struct sabotctl_options options = {0};
	g_autoptr(GError) error = NULL;
	struct sabot_wire_status *status = NULL;
	int found = SABOTCTL_FAILED;
	json_t *answer;

	if (!sabotctl_options_parse(&options, NULL, argc, argv,
				    _("The daemon's shoes, and what is connected to this machine. "
				      "Exit status 1: a shoe of the daemon's is not online.")))
		return SABOTCTL_FAILED;
	answer = sabotctl_request(options.socket ? "device list" : NULL, options.socket, "status",
				  NULL);
	if (answer)
		status = sabot_record_parse(&sabot_wire_status_type, answer, &error);
	if (error)
		fprintf(stderr, "sabotctl device list: %s\n", sabot_text_plain(error->message));
	else if (answer && options.json)
		sabotctl_print_items(answer, "devices");
	if (status && !options.json)
		found = print_of_daemon(status);
	else if (status || !options.socket)
		found = SABOTCTL_OK;
	if (!answer && !options.socket && !options.json)
		fputs(_("No daemon answers: what is connected to this machine, only.\n"), stderr);
	if (found != SABOTCTL_FAILED && !options.json)
		print_plugged();
	sabot_record_unref(status);
	json_decref(answer);
	sabotctl_options_clear(&options);
	return found;
}

/* argv[0] is the command, and its name on the wire. */
static int
command(int argc, char **argv)
{
	g_autofree char *socket = NULL, *by = NULL, *as = NULL;
	const GOptionEntry entries[] = {
		SABOTCTL_CONNECT_OPTIONS(&socket),
		{"by", 0, 0, G_OPTION_ARG_STRING, &by, N_("who asks for it; it is logged"),
		 N_("WHO")},
		{"as", 0, 0, G_OPTION_ARG_STRING, &as,
		 N_("who acts: logs in with a PIN from the terminal"), N_("NAME")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("DEVICE"),
		.summary = _("Has the daemon send the command to the shoe. Only where "
			     "the device's configuration says commands=yes."),
		.entries = entries,
	};
	g_autofree char *who = g_strconcat("device ", argv[0], NULL);
	json_t *order, *answer;

	if (!verb_options_parse(&verb, &argc, &argv))
		return SABOTCTL_FAILED;
	if (argc != 2 || !by == !as)
		return sabotctl_complain(_("a device is wanted, and --by WHO or --as NAME"));
	order = json_pack("{s:s, s:s, s:s*}", "device", argv[1], "command", argv[0], "by", by);
	answer = as ? user_request_as(socket, as, "command", order)
		    : sabotctl_request(who, socket, "command", order);
	json_decref(answer);
	return answer ? SABOTCTL_OK : SABOTCTL_FAILED;
}

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary;
} parts[] = {
	{"list", list, N_("the daemon's shoes, and what is connected here")},
	{"test", sabotctl_device_test, N_("what a line carries, live, and what it means")},
	{"record", sabotctl_device_record, N_("the same, written down as a .shoelog")},
	{"replay", sabotctl_device_replay, N_("play a .shoelog: show it, or be a shoe with it")},
	{"lock", command, N_("lock a shoe")},
	{"unlock", command, N_("unlock a shoe")},
	{"clear", command, N_("clear a shoe's error")},
};

static void
print_help(FILE *file)
{
	fprintf(file, "%s\n\n", _("usage: sabotctl device WORD [OPTION…] [ARGUMENT…]"));
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
		fprintf(file, "  %-10s %s\n", parts[i].name, _(parts[i].summary));
	fprintf(file, "\n%s\n", _("sabotctl device WORD --help says more about one."));
}

int
sabotctl_device(int argc, char **argv)
{
	g_autofree char *name = NULL;

	if (argc < 2 || strcmp(argv[1], "--help") == 0) {
		print_help(argc < 2 ? stderr : stdout);
		return argc < 2 ? SABOTCTL_FAILED : SABOTCTL_OK;
	}
	name = g_strconcat("sabotctl device ", argv[1], NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
		if (strcmp(argv[1], parts[i].name) != 0)
			continue;
		g_set_prgname(name);
		return parts[i].run(argc - 1, argv + 1);
	}
	g_set_prgname("sabotctl device");
	return sabotctl_refuse_verb(argv[1], parts, G_N_ELEMENTS(parts), sizeof(parts[0]));
}
