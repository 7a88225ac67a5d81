/*
 * Traces of a house: the notes of how far its logs were, the copies of its persons, its mirror, its
 * archives. See house-traces.h.
 */
#include "house-traces.h"
#include "daemon/books/person-copy.h"
#include "store/db/store-error.h"
#include "store/files/progress-file.h"
#include "store/files/restored.h"

#include <errno.h>
#include <sys/stat.h>

/* True if SQLite would create a new database. A disk that cannot be read is another matter. */
static bool
is_missing(const struct sabot_config *config)
{
	g_autofree char *path = sabot_config_database_path(config);
	struct stat seen;

	if (stat(path, &seen) != 0)
		return errno == ENOENT;
	return S_ISREG(seen.st_mode) && seen.st_size == 0;
}

static bool
is_new_house(const struct sabot_config *config)
{
	struct sabot_restored *restored = sabot_restored_read(config->state_dir);
	bool is_new = restored && !restored->database;

	sabot_restored_free(restored);
	return is_new;
}

/* The first archive of the house in the folder. Transferred; NULL: there is none. */
static char *
find_archive(const char *folder)
{
	g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
	const char *name;

	while (files && (name = g_dir_read_name(files))) {
		if (g_str_has_prefix(name, "sabot-archive-") && g_str_has_suffix(name, ".db"))
			return g_build_filename(folder, name, NULL);
	}
	return NULL;
}

/* A trace that the house has left outside its database. Transferred; NULL: there is none. */
static char *
find_witness(const struct sabot_config *config)
{
	const char *folders[] = {config->spool_dir, config->state_dir};
	g_autofree char *mirror = sabot_config_mirror_path(config);

	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autoptr(GError) failure = NULL;
		g_autofree char *note = sabot_progress_file_load(folders[i], &failure);
		g_autofree char *persons = sabot_person_copy_path(folders[i]);

		if (note || failure)
			return sabot_progress_file_path(folders[i]);
		if (g_file_test(persons, G_FILE_TEST_EXISTS))
			return g_steal_pointer(&persons);
	}
	if (mirror && g_file_test(mirror, G_FILE_TEST_EXISTS))
		return g_steal_pointer(&mirror);
	return config->archive_dir ? find_archive(config->archive_dir) : NULL;
}

bool
sabot_house_traces_allow_start(const struct sabot_config *config, GError **error)
{
	g_autofree char *path = NULL, *witness = NULL;

	if (!is_missing(config))
		return true;
	witness = find_witness(config);
	if (!witness || is_new_house(config))
		return true;
	path = sabot_config_database_path(config);
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "%s is gone, and %s says that there was a house: bring its disk back, or a "
		    "backup (sabotctl restore FILE --state %s); should a new house begin on "
		    "purpose: sabotctl restore --new-house --state %s",
		    path, witness, config->state_dir, config->state_dir);
	sabot_store_error_set_reason(error, SABOT_STORE_REASON_NO_FILE);
	return false;
}
