/*
 * A user's preferences for the console, and its last state: kept in a readable file
 * ($XDG_CONFIG_HOME/sabot/pit.conf) that is written some moments after a change and at the end.
 * Emits "changed" (an int: which setting). No GTK.
 */
#pragma once

#include <gio/gio.h>

enum sabot_setting {
	SABOT_SETTING_LANGUAGE, /* text: "es", "it", "en"; "": the system's */
	SABOT_SETTING_SCALE,    /* percent */
	SABOT_SETTING_DARK,
	SABOT_SETTING_CONTRAST,
	SABOT_SETTING_FOUR_COLOURS,
	SABOT_SETTING_SOUND, /* enum sabot_sound */
	SABOT_SETTING_NOTIFY,
	SABOT_SETTING_ORDER, /* enum sabot_order of arrangement.h */
	SABOT_SETTING_BY_PIT,
	SABOT_SETTING_WIDTH, /* of the window, in pixels */
	SABOT_SETTING_HEIGHT,
	SABOT_SETTING_MAXIMIZED,
	SABOT_SETTING_FULL_SCREEN,
	SABOT_SETTING_MONEY, /* show drop and win on the tiles */
	SABOT_SETTING_WALL, /* show the floor for a screen on the wall: nothing beside the tables */
	SABOT_N_SETTINGS,
};

/* Which incidents sound an alert. */
enum sabot_sound { SABOT_SOUND_NONE, SABOT_SOUND_CRITICAL, SABOT_SOUND_HIGH };

#define SABOT_TYPE_SETTINGS (sabot_settings_get_type())
G_DECLARE_FINAL_TYPE(SabotSettings, sabot_settings, SABOT, SETTINGS, GObject)

/* `path` NULL: the user's file. A file that cannot be read, or is invalid, counts as missing. */
SabotSettings *
sabot_settings_new(const char *path);

/* Valid until the next change. */
const char *
sabot_settings_get_text(SabotSettings *settings, enum sabot_setting setting);
void
sabot_settings_set_text(SabotSettings *settings, enum sabot_setting setting, const char *text);

/* A boolean is 0 or 1. Numbers out of bounds are clamped. */
int
sabot_settings_get(SabotSettings *settings, enum sabot_setting setting);
void
sabot_settings_set(SabotSettings *settings, enum sabot_setting setting, int value);

/* Write unsaved changes now. False with an error that names the file. */
gboolean
sabot_settings_save(SabotSettings *settings, GError **error);

/* Why the last write failed, or NULL. Borrowed. */
const char *
sabot_settings_get_problem(SabotSettings *settings);
