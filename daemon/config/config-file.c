/*
 * Reads a configuration file: its groups in order. The daemon's, its archive, devices and tables
 * are read here, the others in config-house.c, config-machine.c, config-upstream.c,
 * config-witness.c, config-records.c and config-access.c.
 */
#include "config-file.h"

#include "config-private.h"
#include "devices/shoe/shoe-device.h"
#include "profiles/key-file.h"

#include <string.h>

enum {
	CONFIG_CLIENTS_MAX = 64,
	CONFIG_IDLE_LOGOUT_S = 900,
	CONFIG_IDLE_S = 120,
	CONFIG_REFRESH_REPORTS_S = 600,
	CONFIG_BAUD_MAX = 4000000,
	CONFIG_JOURNAL_MB = 16,
	CONFIG_JOURNAL_MB_MAX = 64, /* the most that can be played again */
	CONFIG_JOURNAL_FILES = 4,
	CONFIG_JOURNAL_FILES_MAX = 1000,
	CONFIG_ARCHIVE_DAYS_MAX = 36500,
	CONFIG_PART_DAYS = 7, /* a part does not get much older */
};

/* One printable character. */
static bool
read_character(const struct sabot_config_reader *reader, const char *key, char *ret_character,
	       GError **error)
{
	g_autofree char *text = sabot_config_get_text(reader, key);

	if (!text)
		return true;
	if (!g_ascii_isgraph(text[0]) || text[1] != '\0')
		return sabot_config_refuse(reader, key, "is not one character", error);
	*ret_character = text[0];
	return true;
}

static bool
read_daemon(struct sabot_config_reader *reader, GError **error)
{
	static const char *const keys[] = {"site",
					   "socket",
					   "state_dir",
					   "spool_dir",
					   "mirror",
					   "profiles",
					   "max_clients",
					   "create_key",
					   "persons",
					   "idle_logout_s",
					   "listen",
					   "certificate",
					   "key",
					   "idle_s",
					   "refresh_reports_s",
					   "max_clients_per_machine",
					   "pin_digits",
					   "cards",
					   "second_after_days",
					   "names",
					   "client_time",
					   "claim_s",
					   NULL};
	static const char *const no_yes[2] = {"no", "yes"};
	struct sabot_config *config = reader->config;

	reader->group = "daemon";
	config->site = g_strdup("casino");
	config->socket = sabot_config_default_socket();
	config->state_dir = g_strdup("/var/lib/sabot");
	config->spool_dir = g_strdup("/var/spool/sabot");
	config->clients_max = CONFIG_CLIENTS_MAX;
	config->idle_logout_s = CONFIG_IDLE_LOGOUT_S;
	config->idle_s = CONFIG_IDLE_S;
	config->refresh_reports_s = CONFIG_REFRESH_REPORTS_S;
	return sabot_config_check_keys(reader, keys, "pin_digits.", error) &&
	       sabot_config_read_text(reader, "site", &config->site, error) &&
	       sabot_config_read_text(reader, "socket", &config->socket, error) &&
	       sabot_config_read_text(reader, "state_dir", &config->state_dir, error) &&
	       sabot_config_read_text(reader, "spool_dir", &config->spool_dir, error) &&
	       sabot_config_read_text(reader, "mirror", &config->mirror_dir, error) &&
	       sabot_config_read_text(reader, "profiles", &config->profiles_dir, error) &&
	       sabot_config_read_choice(reader, "create_key", no_yes, &config->creates_key,
					error) &&
	       sabot_config_read_listen(reader, error) &&
	       sabot_config_read_number(reader, "idle_s", (struct sabot_config_bounds){1, 86400},
					&config->idle_s, error) &&
	       sabot_config_read_number(reader, "idle_logout_s",
					(struct sabot_config_bounds){1, 86400},
					&config->idle_logout_s, error) &&
	       sabot_config_read_number(reader, "refresh_reports_s",
					(struct sabot_config_bounds){0, 86400},
					&config->refresh_reports_s, error) &&
	       sabot_config_read_number(reader, "max_clients",
					(struct sabot_config_bounds){1, 1000}, &config->clients_max,
					error) &&
	       sabot_config_read_access(reader, error);
}

static bool
read_archive(struct sabot_config_reader *reader, GError **error)
{
	static const char *const keys[] = {"dir", "after_days", NULL};
	struct sabot_config *config = reader->config;

	config->archive_after_days = -1;
	reader->group = "archive";
	if (!g_key_file_has_group(reader->file, "archive"))
		return true;
	config->archive_dir = g_build_filename(config->state_dir, "archive", NULL);
	return sabot_config_check_keys(reader, keys, NULL, error) &&
	       sabot_config_read_text(reader, "dir", &config->archive_dir, error) &&
	       sabot_config_read_number(reader, "after_days",
					(struct sabot_config_bounds){0, CONFIG_ARCHIVE_DAYS_MAX},
					&config->archive_after_days, error);
}

static struct sabot_device_config *
add_device(struct sabot_config_reader *reader, const char *name)
{
	struct sabot_device_config *device = g_new0(struct sabot_device_config, 1);

	device->name = g_strdup(name);
	device->driver = g_strdup("angeleye2");
	device->repeat_ms = -1;
	device->journal = g_strdup_printf("%s/%s.shoelog", reader->config->state_dir, name);
	device->journal_mb = CONFIG_JOURNAL_MB;
	device->journal_files = CONFIG_JOURNAL_FILES;
	g_ptr_array_add(reader->config->devices, device);
	return device;
}

/* A key of [device NAME]: its form, its bounds or words, and the member that it sets. */
struct device_key {
	const char *name;
	enum { KEY_TEXT, KEY_NUMBER, KEY_CHARACTER, KEY_CHOICE } form;
	size_t member;
	struct sabot_config_bounds bounds;
	const char *words[2]; /* the second one means true */
};

#define MEMBER(name) offsetof(struct sabot_device_config, name)
static const struct device_key device_keys[] = {
	{"driver", KEY_TEXT, MEMBER(driver), {0}, {0}},
	{"transport", KEY_TEXT, MEMBER(transport), {0}, {0}},
	{"serial", KEY_TEXT, MEMBER(serial), {0}, {0}},
	{"journal", KEY_TEXT, MEMBER(journal), {0}, {0}},
	{"journal_mb", KEY_NUMBER, MEMBER(journal_mb), {1, CONFIG_JOURNAL_MB_MAX}, {0}},
	{"journal_files", KEY_NUMBER, MEMBER(journal_files), {0, CONFIG_JOURNAL_FILES_MAX}, {0}},
	{"card_map", KEY_TEXT, MEMBER(card_map), {0}, {0}},
	{"baud", KEY_NUMBER, MEMBER(baud), {50, CONFIG_BAUD_MAX}, {0}},
	{"repeat_ms", KEY_NUMBER, MEMBER(repeat_ms), {1, SABOT_SHOE_REPEAT_MS_MAX}, {0}},
	{"silence_ms",
	 KEY_NUMBER,
	 MEMBER(silence_ms),
	 {SABOT_SHOE_SILENCE_MS_MIN, SABOT_SHOE_SILENCE_MS_MAX},
	 {0}},
	{"seq_first", KEY_CHARACTER, MEMBER(seq_first), {0}, {0}},
	{"seq_last", KEY_CHARACTER, MEMBER(seq_last), {0}, {0}},
	{"result_by", KEY_CHOICE, MEMBER(is_result_by_device), {0}, {"dealer", "device"}},
	{"commands", KEY_CHOICE, MEMBER(allows_commands), {0}, {"no", "yes"}},
};
#undef MEMBER

static bool
read_device_key(const struct sabot_config_reader *reader, const struct device_key *key,
		struct sabot_device_config *device, GError **error)
{
	void *member = (char *)device + key->member;

	switch (key->form) {
	case KEY_TEXT:
		return sabot_config_read_text(reader, key->name, member, error);
	case KEY_NUMBER:
		return sabot_config_read_number(reader, key->name, key->bounds, member, error);
	case KEY_CHARACTER:
		return read_character(reader, key->name, member, error);
	case KEY_CHOICE:
		return sabot_config_read_choice(reader, key->name, key->words, member, error);
	}
	return false;
}

static bool
read_device(struct sabot_config_reader *reader, const char *name, GError **error)
{
	const char *names[G_N_ELEMENTS(device_keys) + 1] = {0};
	struct sabot_device_config *device;

	for (size_t i = 0; i < G_N_ELEMENTS(device_keys); i++)
		names[i] = device_keys[i].name;
	if (!sabot_config_check_name(reader, name, error) ||
	    !sabot_config_check_keys(reader, names, NULL, error))
		return false;
	device = add_device(reader, name);
	for (size_t i = 0; i < G_N_ELEMENTS(device_keys); i++) {
		if (!read_device_key(reader, &device_keys[i], device, error))
			return false;
	}
	if ((device->seq_first == 0) != (device->seq_last == 0))
		return sabot_config_refuse(reader, "seq_first",
					   "is given with seq_last or not at all", error);
	return device->transport || sabot_config_refuse(reader, "transport", "is missing", error);
}

static int
compare_words(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* `set.KEY = VALUE` of the group, and min and max, as sorted KEY=VALUE lines. */
static char *
read_overrides(const struct sabot_config_reader *reader)
{
	g_auto(GStrv) keys = g_key_file_get_keys(reader->file, reader->group, NULL, NULL);
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
	GString *text = g_string_new(NULL);

	for (size_t i = 0; keys[i]; i++) {
		g_autofree char *value = sabot_config_get_text(reader, keys[i]);

		if (g_str_has_prefix(keys[i], "set."))
			g_ptr_array_add(lines, g_strdup_printf("%s=%s\n", keys[i] + 4, value));
		else if (strcmp(keys[i], "min") == 0 || strcmp(keys[i], "max") == 0)
			g_ptr_array_add(lines, g_strdup_printf("%s=%s\n", keys[i], value));
	}
	g_ptr_array_sort(lines, compare_words);
	for (guint i = 0; i < lines->len; i++)
		g_string_append(text, g_ptr_array_index(lines, i));
	return g_string_free(text, FALSE);
}

static bool
bind_device(struct sabot_config_reader *reader, struct sabot_table_config *table, GError **error)
{
	g_autofree char *name = sabot_config_get_text(reader, "device");

	if (!name)
		return true;
	for (guint i = 0; i < reader->config->tables->len; i++) {
		struct sabot_table_config *other = g_ptr_array_index(reader->config->tables, i);

		if (other->device && strcmp(other->device->name, name) == 0)
			return sabot_config_refuse(reader, "device", "another table has it already",
						   error);
	}
	for (guint i = 0; i < reader->config->devices->len; i++) {
		struct sabot_device_config *device = g_ptr_array_index(reader->config->devices, i);

		if (strcmp(device->name, name) == 0)
			table->device = device;
	}
	return table->device ||
	       sabot_config_refuse(reader, "device", "there is no [device] of that name", error);
}

static bool
read_table(struct sabot_config_reader *reader, const char *name, GError **error)
{
	static const char *const keys[] = {"rules", "device", "simulated", "min",
					   "max",   "pit",    "camera",    NULL};
	static const char *const no_yes[2] = {"no", "yes"};
	struct sabot_table_config *table = g_new0(struct sabot_table_config, 1);

	table->name = g_strdup(name);
	g_ptr_array_add(reader->config->tables, table);
	if (!sabot_config_check_name(reader, name, error) ||
	    !sabot_config_check_keys(reader, keys, "set.", error) ||
	    !sabot_config_read_text(reader, "rules", &table->profile, error) ||
	    !sabot_config_read_text(reader, "pit", &table->pit, error) ||
	    !sabot_config_read_text(reader, "camera", &table->camera, error) ||
	    !sabot_config_read_choice(reader, "simulated", no_yes, &table->is_simulated, error) ||
	    !bind_device(reader, table, error))
		return false;
	if (!table->profile)
		return sabot_config_refuse(reader, "rules", "is missing", error);
	table->overrides = read_overrides(reader);
	if (sabot_config_build_rules(table->profile, reader->config->profiles_dir, table->overrides,
				     &table->rules, error))
		return true;
	g_prefix_error(error, "%s: [%s] rules: ", reader->path, reader->group);
	return false;
}

typedef bool
read_group_fn(struct sabot_config_reader *reader, const char *name, GError **error);

/* Each group "PREFIX NAME". */
static bool
read_groups(struct sabot_config_reader *reader, const char *prefix, read_group_fn *read_group,
	    GError **error)
{
	g_auto(GStrv) groups = g_key_file_get_groups(reader->file, NULL);

	for (size_t i = 0; groups[i]; i++) {
		reader->group = groups[i];
		if (g_str_has_prefix(groups[i], prefix) &&
		    !read_group(reader, groups[i] + strlen(prefix), error))
			return false;
	}
	return true;
}

static bool
check_groups(struct sabot_config_reader *reader, GError **error)
{
	g_auto(GStrv) groups = g_key_file_get_groups(reader->file, NULL);

	for (size_t i = 0; groups[i]; i++) {
		if (strcmp(groups[i], "daemon") == 0 || strcmp(groups[i], "archive") == 0 ||
		    strcmp(groups[i], "house") == 0 || strcmp(groups[i], "privacy") == 0 ||
		    strcmp(groups[i], "paper") == 0 || strcmp(groups[i], "records") == 0 ||
		    g_str_has_prefix(groups[i], "table ") ||
		    g_str_has_prefix(groups[i], "device ") ||
		    g_str_has_prefix(groups[i], "machine ") ||
		    g_str_has_prefix(groups[i], "upstream ") ||
		    g_str_has_prefix(groups[i], "witness "))
			continue;
		g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
			    "%s: [%s]: a group is daemon, house, archive, privacy, paper, records, "
			    "table NAME, device NAME, machine NAME, upstream NAME or witness NAME",
			    reader->path, groups[i]);
		return false;
	}
	return true;
}

/* Parts are archived, and read again at the start: none may grow forever. */
static void
set_part_days(struct sabot_config *config)
{
	int days = config->archive_after_days >= 0
			   ? CLAMP(config->archive_after_days, 1, CONFIG_PART_DAYS)
			   : CONFIG_PART_DAYS;

	for (guint i = 0; i < config->tables->len; i++)
		((struct sabot_table_config *)g_ptr_array_index(config->tables, i))->part_days =
			days;
}

static bool
read_all(struct sabot_config_reader *reader, GError **error)
{
	if (!check_groups(reader, error) || !read_daemon(reader, error) ||
	    !sabot_config_read_house(reader, error) ||
	    !read_groups(reader, "device ", read_device, error) ||
	    !read_groups(reader, "table ", read_table, error) ||
	    !read_groups(reader, "upstream ", sabot_config_read_upstream, error) ||
	    !read_groups(reader, "witness ", sabot_config_read_witness, error) ||
	    !read_groups(reader, "machine ", sabot_config_read_machine, error) ||
	    !read_archive(reader, error) || !sabot_config_read_records(reader, error) ||
	    !sabot_config_read_reports(reader, error) || !sabot_config_check_whole(reader, error) ||
	    !sabot_config_check_hub(reader, error) || !sabot_config_check_records(reader, error))
		return false;
	set_part_days(reader->config);
	return true;
}

/* Every key as written, in the file's order, and nothing else. */
static char *
list_settings(GKeyFile *file)
{
	g_autoptr(GKeyFile) bare = g_key_file_new();
	g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);

	for (size_t i = 0; groups[i]; i++) {
		g_auto(GStrv) keys = g_key_file_get_keys(file, groups[i], NULL, NULL);

		for (size_t j = 0; keys && keys[j]; j++) {
			g_autofree char *value =
				g_key_file_get_value(file, groups[i], keys[j], NULL);

			g_key_file_set_value(bare, groups[i], keys[j], g_strstrip(value));
		}
	}
	return g_key_file_to_data(bare, NULL, NULL);
}

struct sabot_config *
sabot_config_load(const char *path, GError **error)
{
	g_autoptr(GError) failure = NULL;
	g_autoptr(GKeyFile) file = sabot_key_file_load(path, &failure);
	struct sabot_config *config;
	struct sabot_config_reader reader;

	if (!file) {
		g_set_error_literal(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_FILE,
				    failure->message);
		return NULL;
	}
	config = sabot_config_new(path);
	config->upstreams = sabot_config_upstreams_new();
	config->witnesses = sabot_config_witnesses_new();
	config->settings = list_settings(file);
	reader = (struct sabot_config_reader){.file = file, .path = path, .config = config};
	if (read_all(&reader, error))
		return config;
	sabot_config_free(config);
	return NULL;
}
