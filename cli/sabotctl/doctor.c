/* What the doctor's checks share: see doctor.h. */
#include "doctor.h"

#include "sabotctl-store.h"
#include "setup-start.h"

#include <string.h>

static const char usual_spool[] = "/var/spool/sabot";

static void
free_line(gpointer data)
{
	struct doctor_line *line = data;

	g_free(line->text);
	g_free(line);
}

static char *
get(const struct doctor *doctor, const char *group, const char *key, const char *otherwise)
{
	char *text = g_key_file_get_string(doctor->config, group, key, NULL);

	return text ? text : g_strdup(otherwise);
}

struct doctor *
doctor_new(const char *config_path, const char *socket)
{
	struct doctor *doctor = g_new0(struct doctor, 1);
	g_autoptr(GKeyFile) file = g_key_file_new();

	doctor->config_path = g_strdup(config_path);
	doctor->lines = g_ptr_array_new_with_free_func(free_line);
	doctor->is_service = strcmp(config_path, SETUP_CONFIG_OF_SERVICE) == 0;
	doctor->socket = g_strdup(socket);
	if (!g_key_file_load_from_file(file, config_path, G_KEY_FILE_NONE, NULL))
		return doctor;
	doctor->config = g_steal_pointer(&file);
	doctor->state_dir = get(doctor, "daemon", "state_dir", SABOTCTL_STATE_DIR);
	doctor->spool_dir = get(doctor, "daemon", "spool_dir", usual_spool);
	doctor->mirror_dir = get(doctor, "daemon", "mirror", NULL);
	if (!doctor->socket)
		doctor->socket = get(doctor, "daemon", "socket", NULL);
	if (g_key_file_has_group(doctor->config, "archive")) {
		g_autofree char *usual = g_build_filename(doctor->state_dir, "archive", NULL);

		doctor->archive_dir = get(doctor, "archive", "dir", usual);
	}
	return doctor;
}

void
doctor_free(struct doctor *doctor)
{
	g_free(doctor->config_path);
	g_clear_pointer(&doctor->config, g_key_file_unref);
	g_free(doctor->state_dir);
	g_free(doctor->spool_dir);
	g_free(doctor->mirror_dir);
	g_free(doctor->archive_dir);
	g_free(doctor->socket);
	g_ptr_array_unref(doctor->lines);
	g_free(doctor);
}

void
doctor_add(struct doctor *doctor, const char *area, enum doctor_level level, char *text)
{
	struct doctor_line *line = g_new0(struct doctor_line, 1);

	line->area = area;
	line->level = level;
	line->text = text;
	g_ptr_array_add(doctor->lines, line);
}

bool
doctor_has_found(const struct doctor *doctor, const char *area)
{
	for (guint i = 0; i < doctor->lines->len; i++) {
		const struct doctor_line *line = g_ptr_array_index(doctor->lines, i);

		if (strcmp(line->area, area) == 0 && line->level != DOCTOR_WELL)
			return true;
	}
	return false;
}
