/*
 * Makes a shoe device from its options: each is checked, and refused with an error that names it.
 */
#include "card-map.h"
#include "shoe-device-private.h"
#include "devices/transport/transport-replay.h"

#include <glib/gstdio.h>
#include <string.h>

#define REPLAY_SCHEME "replay:"

enum { CARD_MAP_BYTES_MAX = 64 * 1024 };

static int64_t
real_monotonic_us(void *user)
{
	(void)user;
	return g_get_monotonic_time();
}

static int64_t
real_utc_us(void *user)
{
	(void)user;
	return g_get_real_time();
}

static bool
refuse(GError **error, const char *format, const char *value)
{
	g_autofree char *message = g_strconcat(format, value, NULL);

	g_set_error_literal(error, SABOT_SHOE_DEVICE_ERROR, SABOT_SHOE_DEVICE_ERROR_OPTION,
			    message);
	return false;
}

static bool
sequence_is_possible(const struct sabot_shoe_driver_options *options)
{
	if (!options->seq_first && !options->seq_last)
		return true;
	return options->seq_first >= ' ' && options->seq_first < options->seq_last &&
	       options->seq_last < 0x7f;
}

static bool
is_replay(const struct sabot_shoe_device_options *options)
{
	return g_str_has_prefix(options->transport, REPLAY_SCHEME);
}

static bool
refuse_driver(const char *id, GError **error)
{
	g_autoptr(GString) known = g_string_new(NULL);

	for (const struct sabot_shoe_driver *const *driver = sabot_shoe_driver_list(); *driver;
	     driver++)
		g_string_append_printf(known, "%s, ", (*driver)->id);
	g_set_error(error, SABOT_SHOE_DEVICE_ERROR, SABOT_SHOE_DEVICE_ERROR_OPTION,
		    "driver: there is none called %s; there are %sreplay", id, known->str);
	return false;
}

/* `replay` is the driver that the recording names. */
static bool
find_driver(struct sabot_shoe_device *device, const struct sabot_shoe_device_options *options,
	    GError **error)
{
	g_autofree char *id = g_strdup(options->driver);

	if (g_strcmp0(id, "replay") == 0) {
		if (!is_replay(options))
			return refuse(error, "driver: replay needs a transport ", REPLAY_SCHEME);
		g_free(id);
		id = sabot_transport_replay_find_driver(options->transport + strlen(REPLAY_SCHEME),
							error);
		if (!id)
			return false;
	}
	device->driver = id ? sabot_shoe_driver_find(id) : NULL;
	return device->driver || refuse_driver(id ? id : "(nothing)", error);
}

static bool
check_options(const struct sabot_shoe_device_options *options, GError **error)
{
	if (!options->name || !options->name[0])
		return refuse(error, "name: is missing", "");
	if (!options->transport)
		return refuse(error, "transport: is missing", "");
	if (options->repeat_ms > SABOT_SHOE_REPEAT_MS_MAX)
		return refuse(error, "repeat_ms: more than a minute", "");
	if (options->silence_ms > SABOT_SHOE_SILENCE_MS_MAX)
		return refuse(error, "silence_ms: more than a day", "");
	if (!sequence_is_possible(&options->driver_options))
		return refuse(error, "seq_last: must come after seq_first, both printable", "");
	return true;
}

/* Everything but the card map. */
static void
copy_options(struct sabot_shoe_device *device, const struct sabot_shoe_device_options *options)
{
	device->name = g_strdup(options->name);
	device->url = g_strdup(options->transport);
	device->line = device->driver->line;
	if (options->baud)
		device->line.baud = options->baud;
	device->repeat_us = (options->repeat_ms ? options->repeat_ms : device->driver->repeat_ms) *
			    INT64_C(1000);
	device->beat_ms = device->driver->heartbeat_ms;
	if (!device->beat_ms)
		device->beat_ms = options->silence_ms / SABOT_SHOE_HEARTBEATS_MISSED;
	device->must_be_heard = device->driver->heartbeat_ms > 0;
	device->driver_options = options->driver_options;
	device->result_by = options->result_by;
	device->ignore_targets = options->ignore_targets;
	device->simulated = options->simulated || device->driver->simulated || is_replay(options);
	device->commands = options->commands;
	device->frames_per_s = options->frames_per_s;
	device->frames_at_once = options->frames_at_once;
	device->clock = options->clock;
	if (!device->clock.monotonic_us)
		device->clock.monotonic_us = real_monotonic_us;
	if (!device->clock.utc_us)
		device->clock.utc_us = real_utc_us;
}

/* Of a file by its path, else the text itself. Transferred. */
static char *
read_card_map(const char *option, GError **error)
{
	g_autoptr(GMappedFile) file = NULL;
	g_autoptr(GError) failure = NULL;

	if (option[0] != '/')
		return g_strdup(option);
	file = g_mapped_file_new(option, FALSE, &failure);
	if (!file) {
		refuse(error, "card_map: ", failure->message);
		return NULL;
	}
	if (g_mapped_file_get_length(file) > CARD_MAP_BYTES_MAX) {
		refuse(error, "card_map: more than 64 KiB: ", option);
		return NULL;
	}
	return g_strndup(g_mapped_file_get_contents(file), g_mapped_file_get_length(file));
}

static bool
load_card_map(struct sabot_shoe_device *device, const char *option, GError **error)
{
	char why[SABOT_CARD_MAP_ERROR_SIZE];
	g_autofree char *text = NULL;

	if (!option)
		return true;
	text = read_card_map(option, error);
	if (!text)
		return false;
	device->card_map = g_new0(struct sabot_card_map, 1);
	if (!sabot_card_map_parse(device->card_map, text, strlen(text), why))
		return refuse(error, "card_map: ", why);
	device->driver_options.card_map = device->card_map;
	return true;
}

bool
sabot_shoe_device_set_up(struct sabot_shoe_device *device,
			 const struct sabot_shoe_device_options *options, GError **error)
{
	if (!check_options(options, error) || !find_driver(device, options, error))
		return false;
	if (options->silence_ms && device->driver->heartbeat_ms)
		return refuse(error, "silence_ms: this kind of shoe has a heartbeat", "");
	copy_options(device, options);
	return load_card_map(device, options->card_map, error);
}
