/* See device-options.h. */
#include "device-options.h"

#include "devices/shoe/shoe-reader.h"

#include <string.h>

struct sabot_shoe_device_options
sabot_device_options_of(const struct sabot_device_config *config)
{
	return (struct sabot_shoe_device_options){
		.name = config->name,
		.driver = config->driver,
		.transport = config->transport,
		.journal_path = config->journal,
		.journal_size_max_bytes = (uint64_t)config->journal_mb * 1000000,
		.journal_n_old = (unsigned)config->journal_files,
		.baud = (unsigned)config->baud,
		.repeat_ms = config->repeat_ms > 0 ? (unsigned)config->repeat_ms : 0,
		.silence_ms = (unsigned)config->silence_ms,
		.card_map = config->card_map,
		.commands = config->allows_commands,
		.driver_options = {.seq_first = config->seq_first, .seq_last = config->seq_last},
		.result_by = config->is_result_by_device ? SABOT_RESULT_BY_DEVICE
							 : SABOT_RESULT_BY_DEALER,
	};
}

static bool
is_at_real_table(const struct sabot_config *config, const struct sabot_device_config *device)
{
	for (guint i = 0; i < config->tables->len; i++) {
		const struct sabot_table_config *table = g_ptr_array_index(config->tables, i);

		if (table->device == device && !table->is_simulated)
			return true;
	}
	return false;
}

/* A setting that a shoe of this kind cannot follow, or NULL. */
static const char *
find_inability(const struct sabot_device_config *config, const struct sabot_shoe_driver *driver)
{
	if (config->allows_commands && !driver->takes_commands)
		return "commands: this kind of shoe takes no commands";
	if (config->is_result_by_device && !driver->has_button)
		return "result_by: this kind of shoe has no button that ends a round";
	return NULL;
}

bool
sabot_device_options_check(const struct sabot_config *config,
			   const struct sabot_device_config *device_config, GError **error)
{
	static const struct sabot_shoe_device_handler nobody;
	struct sabot_shoe_device_options options = sabot_device_options_of(device_config);
	struct sabot_shoe_device *device;
	g_autoptr(GError) failure = NULL;
	const char *what;
	bool is_simulated;

	options.journal_path = NULL;
	device = sabot_shoe_device_new(&options, &nobody, NULL, &failure);
	if (!device) {
		bool names_key = failure->domain == SABOT_SHOE_DEVICE_ERROR;

		g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
			    "%s: [device %s] %s%s", config->path, device_config->name,
			    names_key ? "" : "transport: ", failure->message);
		return false;
	}
	is_simulated = sabot_shoe_device_is_simulated(device);
	what = find_inability(device_config, sabot_shoe_device_get_driver(device));
	sabot_shoe_device_free(device);
	if (!what && is_simulated && is_at_real_table(config, device_config))
		what = "driver: is no real shoe; its table needs simulated=yes";
	if (!what)
		return true;
	g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE, "%s: [device %s] %s",
		    config->path, device_config->name, what);
	return false;
}
