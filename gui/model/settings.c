/* The settings and their file: see settings.h. The table describes each setting completely. */
#include "gui/model/settings.h"

enum { SAVE_MS = 500 };

static const struct {
	const char *group, *key;
	const char *text; /* the default of a text; NULL: a number */
	int number, least, most;
} table[SABOT_N_SETTINGS] = {
	[SABOT_SETTING_LANGUAGE] = {"look", "language", "", 0, 0, 0},
	[SABOT_SETTING_SCALE] = {"look", "scale", NULL, 100, 75, 200},
	[SABOT_SETTING_DARK] = {"look", "dark", NULL, 0, 0, 1},
	[SABOT_SETTING_CONTRAST] = {"look", "high-contrast", NULL, 0, 0, 1},
	[SABOT_SETTING_FOUR_COLOURS] = {"look", "four-colours", NULL, 0, 0, 1},
	[SABOT_SETTING_SOUND] = {"alerts", "sound", NULL, SABOT_SOUND_HIGH, 0, SABOT_SOUND_HIGH},
	[SABOT_SETTING_NOTIFY] = {"alerts", "notify", NULL, 1, 0, 1},
	[SABOT_SETTING_ORDER] = {"floor", "by-need", NULL, 1, 0, 2},
	[SABOT_SETTING_BY_PIT] = {"floor", "by-pit", NULL, 0, 0, 1},
	[SABOT_SETTING_WIDTH] = {"window", "width", NULL, 1280, 200, 16384},
	[SABOT_SETTING_HEIGHT] = {"window", "height", NULL, 800, 200, 16384},
	[SABOT_SETTING_MAXIMIZED] = {"window", "maximized", NULL, 0, 0, 1},
	[SABOT_SETTING_FULL_SCREEN] = {"window", "full-screen", NULL, 0, 0, 1},
	[SABOT_SETTING_MONEY] = {"floor", "money", NULL, 0, 0, 1},
	[SABOT_SETTING_WALL] = {"floor", "wall", NULL, 0, 0, 1},
};

struct _SabotSettings {
	GObject parent_instance;
	char *path;
	int numbers[SABOT_N_SETTINGS];
	char *texts[SABOT_N_SETTINGS];
	guint save_source; /* 0: everything is written */
	char *problem;
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotSettings, sabot_settings, G_TYPE_OBJECT)

static void
sabot_settings_finalize(GObject *object)
{
	SabotSettings *settings = SABOT_SETTINGS(object);

	sabot_settings_save(settings, NULL); /* nobody is left to show an error to */
	for (int i = 0; i < SABOT_N_SETTINGS; i++)
		g_free(settings->texts[i]);
	g_free(settings->path);
	g_free(settings->problem);
	G_OBJECT_CLASS(sabot_settings_parent_class)->finalize(object);
}

static void
sabot_settings_class_init(SabotSettingsClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_settings_finalize;
	signals[SIGNAL_CHANGED] = g_signal_new("changed", SABOT_TYPE_SETTINGS, G_SIGNAL_RUN_LAST, 0,
					       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
sabot_settings_init(SabotSettings *settings)
{
	for (int i = 0; i < SABOT_N_SETTINGS; i++) {
		settings->numbers[i] = table[i].number;
		settings->texts[i] = g_strdup(table[i].text);
	}
}

static void
load(SabotSettings *settings)
{
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (!g_key_file_load_from_file(file, settings->path, G_KEY_FILE_NONE, NULL))
		return;
	for (int i = 0; i < SABOT_N_SETTINGS; i++) {
		g_autofree char *text =
			g_key_file_get_string(file, table[i].group, table[i].key, NULL);
		gint64 number;

		if (text && table[i].text) {
			g_free(settings->texts[i]);
			settings->texts[i] = g_steal_pointer(&text);
		} else if (text && g_ascii_string_to_signed(text, 10, table[i].least, table[i].most,
							    &number, NULL)) {
			settings->numbers[i] = (int)number;
		}
	}
}

SabotSettings *
sabot_settings_new(const char *path)
{
	SabotSettings *settings = g_object_new(SABOT_TYPE_SETTINGS, NULL);

	settings->path =
		path ? g_strdup(path)
		     : g_build_filename(g_get_user_config_dir(), "sabot", "pit.conf", NULL);
	load(settings);
	return settings;
}

static gboolean
write_file(SabotSettings *settings, GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_autofree char *folder = g_path_get_dirname(settings->path);

	for (int i = 0; i < SABOT_N_SETTINGS; i++) {
		if (table[i].text)
			g_key_file_set_string(file, table[i].group, table[i].key,
					      settings->texts[i]);
		else
			g_key_file_set_integer(file, table[i].group, table[i].key,
					       settings->numbers[i]);
	}
	g_mkdir_with_parents(folder, 0700); /* saving reports why it failed */
	return g_key_file_save_to_file(file, settings->path, error);
}

gboolean
sabot_settings_save(SabotSettings *settings, GError **error)
{
	if (!settings->save_source)
		return TRUE;
	g_clear_handle_id(&settings->save_source, g_source_remove);
	return write_file(settings, error);
}

static gboolean
on_save_due(gpointer data)
{
	SabotSettings *settings = data;
	g_autoptr(GError) error = NULL;

	settings->save_source = 0;
	g_clear_pointer(&settings->problem, g_free);
	if (!write_file(settings, &error))
		settings->problem = g_strdup(error->message);
	return G_SOURCE_REMOVE;
}

static void
changed(SabotSettings *settings, enum sabot_setting setting)
{
	if (!settings->save_source)
		settings->save_source = g_timeout_add(SAVE_MS, on_save_due, settings);
	g_signal_emit(settings, signals[SIGNAL_CHANGED], 0, (int)setting);
}

const char *
sabot_settings_get_text(SabotSettings *settings, enum sabot_setting setting)
{
	return settings->texts[setting];
}

void
sabot_settings_set_text(SabotSettings *settings, enum sabot_setting setting, const char *text)
{
	if (g_strcmp0(settings->texts[setting], text) == 0)
		return;
	g_free(settings->texts[setting]);
	settings->texts[setting] = g_strdup(text);
	changed(settings, setting);
}

int
sabot_settings_get(SabotSettings *settings, enum sabot_setting setting)
{
	return settings->numbers[setting];
}

void
sabot_settings_set(SabotSettings *settings, enum sabot_setting setting, int value)
{
	value = CLAMP(value, table[setting].least, table[setting].most);
	if (settings->numbers[setting] == value)
		return;
	settings->numbers[setting] = value;
	changed(settings, setting);
}

const char *
sabot_settings_get_problem(SabotSettings *settings)
{
	return settings->problem;
}
