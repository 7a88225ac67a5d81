/* The doctor's checks of the files and disks: see doctor-files.h. */
#include "doctor-files.h"

#include "proto/program.h"
#include "sabotctl-store.h"
#include "setup-start.h"
#include "store/db/db-open.h"
#include "store/files/left-files.h"
#include "store/log/archive.h"
#include "store/log/persons.h"
#include "store/keys/key-find.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>

enum {
	FREE_PERCENT_MIN = 5,
	FREE_MIB_MIN = 512,
	FREE_MIB_PLENTY = 10 * 1024, /* of a large disk this is little, and enough */
	OTHERS = S_IRWXG | S_IRWXO,
};

static const char user_name[] = "sabot";
static const char credential[] = "/etc/credstore/sabot-signing-key";

/* As sabotd itself judges it; what it says is English. */
static void
check_configuration(struct doctor *doctor)
{
	g_autofree char *sabotd = sabot_program_find("sabotd"), *said = NULL;
	char *command[] = {sabotd, (char *)"--config", doctor->config_path,
			   (char *)"--check-config", NULL};
	g_autoptr(GError) error = NULL;
	int status;

	if (!g_file_test(doctor->config_path, G_FILE_TEST_EXISTS)) {
		doctor_add(doctor, "configuration", DOCTOR_WRONG,
			   g_strdup_printf(_("there is no %s: sabotctl setup writes it"),
					   doctor->config_path));
		return;
	}
	if (!g_spawn_sync(NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &said,
			  &status, &error)) {
		doctor_add(doctor, "configuration", DOCTOR_WRONG, g_strdup(error->message));
		return;
	}
	if (g_spawn_check_wait_status(status, NULL))
		doctor_add(doctor, "configuration", DOCTOR_WELL,
			   g_strdup_printf(_("%s is a configuration"), doctor->config_path));
	else
		doctor_add(doctor, "configuration", DOCTOR_WRONG, g_strdup(g_strstrip(said)));
}

/* The user of the service, if it is the service's installation; NULL: any may be right. */
static const struct passwd *
find_user(const struct doctor *doctor)
{
	return doctor->is_service ? getpwnam(user_name) : NULL;
}

static void
check_owner(struct doctor *doctor, const char *path, const struct stat *status)
{
	const struct passwd *user = find_user(doctor);

	if (user && status->st_uid != user->pw_uid)
		doctor_add(doctor, "rights", DOCTOR_WRONG,
			   g_strdup_printf(_("%s does not belong to the user sabot: chown -R "
					     "sabot:sabot %s"),
					   path, path));
	if (status->st_mode & OTHERS)
		doctor_add(doctor, "rights", DOCTOR_WRONG,
			   g_strdup_printf(_("%s can be read by others: chmod 0700 %s"), path,
					   path));
}

static void
check_directory(struct doctor *doctor, const char *path)
{
	struct stat status;

	if (stat(path, &status) == 0)
		check_owner(doctor, path, &status);
	else
		doctor_add(doctor, "rights", errno == ENOENT ? DOCTOR_NOTE : DOCTOR_WRONG,
			   g_strdup_printf("%s: %s", path, g_strerror(errno)));
}

static void
check_rights(struct doctor *doctor)
{
	if (doctor->is_service && !getpwnam(user_name))
		doctor_add(doctor, "rights", DOCTOR_WRONG,
			   g_strdup(_("there is no user sabot: systemd-sysusers makes it")));
	check_directory(doctor, doctor->state_dir);
	check_directory(doctor, doctor->spool_dir);
	if (!doctor_has_found(doctor, "rights"))
		doctor_add(doctor, "rights", DOCTOR_WELL,
			   g_strdup(_("the directories belong to whom they should")));
}

static void
check_key(struct doctor *doctor)
{
	g_autofree char *path = sabot_key_path(doctor->state_dir);
	bool is_credential = doctor->is_service && g_file_test(credential, G_FILE_TEST_EXISTS);
	const char *place = is_credential ? credential : path;
	struct stat status;

	if (stat(place, &status) == 0 && status.st_mode & OTHERS)
		doctor_add(doctor, "key", DOCTOR_WRONG,
			   g_strdup_printf(_("others can read the key %s: chmod 0400 %s"), place,
					   place));
	else if (stat(place, &status) == 0)
		doctor_add(doctor, "key", DOCTOR_WELL,
			   g_strdup_printf(_("the log is signed with %s"), place));
	else if (errno == ENOENT)
		doctor_add(doctor, "key", DOCTOR_WRONG,
			   g_strdup_printf(_("there is no key, so the log is not signed: sabotctl "
					     "key create --state %s"),
					   doctor->state_dir));
	else
		doctor_add(doctor, "key", DOCTOR_NOTE,
			   g_strdup_printf(_("%s cannot be looked at by this user"), place));
}

static void
check_disk(struct doctor *doctor, const char *path)
{
	struct statvfs disk;
	guint64 free_mib, percent;

	if (!path || statvfs(path, &disk) != 0 || disk.f_blocks == 0)
		return;
	free_mib = (guint64)disk.f_bavail * disk.f_frsize >> 20;
	percent = (guint64)disk.f_bavail * 100 / disk.f_blocks;
	if (disk.f_flag & ST_RDONLY)
		doctor_add(doctor, "disk", DOCTOR_WRONG,
			   g_strdup_printf(_("the disk of %s cannot be written"), path));
	else if (free_mib < FREE_MIB_MIN ||
		 (percent < FREE_PERCENT_MIN && free_mib < FREE_MIB_PLENTY))
		doctor_add(doctor, "disk", DOCTOR_WRONG,
			   g_strdup_printf(_("the disk of %s is nearly full: %d MiB are free"),
					   path, (int)MIN(free_mib, G_MAXINT)));
}

static bool
are_on_one_disk(const char *one, const char *other)
{
	struct stat first, second;

	return one && other && stat(one, &first) == 0 && stat(other, &second) == 0 &&
	       first.st_dev == second.st_dev;
}

static void
check_disks(struct doctor *doctor)
{
	check_disk(doctor, doctor->state_dir);
	check_disk(doctor, doctor->spool_dir);
	check_disk(doctor, doctor->mirror_dir);
	check_disk(doctor, doctor->archive_dir);
	if (are_on_one_disk(doctor->state_dir, doctor->spool_dir))
		doctor_add(doctor, "disk", DOCTOR_NOTE,
			   g_strdup_printf(_("%s is on the database's disk: it is of no help when "
					     "that fails"),
					   doctor->spool_dir));
	if (!doctor_has_found(doctor, "disk"))
		doctor_add(doctor, "disk", DOCTOR_WELL, g_strdup(_("the disks have room")));
}

static void
check_clock(struct doctor *doctor)
{
	struct timex clock = {0};
	g_autofree char *database = g_build_filename(doctor->state_dir, "sabot.db", NULL);
	struct stat status;

	if (stat(database, &status) == 0 && status.st_mtime > time(NULL) + 1)
		doctor_add(doctor, "clock", DOCTOR_WRONG,
			   g_strdup(_("the clock is behind the database's last change")));
	else if (adjtimex(&clock) < 0 || clock.status & STA_UNSYNC)
		doctor_add(doctor, "clock", DOCTOR_NOTE,
			   g_strdup(_("no time service keeps the clock right")));
	else
		doctor_add(doctor, "clock", DOCTOR_WELL,
			   g_strdup(_("a time service keeps the clock right")));
}

static void
check_mirror(struct doctor *doctor)
{
	g_autofree char *copy = NULL;

	if (!doctor->mirror_dir) {
		doctor_add(doctor, "mirror", DOCTOR_NOTE,
			   g_strdup(_("there is no mirror on a second disk")));
		return;
	}
	copy = g_build_filename(doctor->mirror_dir, "sabot.db", NULL);
	if (are_on_one_disk(doctor->state_dir, doctor->mirror_dir))
		doctor_add(doctor, "mirror", DOCTOR_WRONG,
			   g_strdup_printf(_("the mirror %s is on the database's own disk"),
					   doctor->mirror_dir));
	if (!g_file_test(copy, G_FILE_TEST_EXISTS))
		doctor_add(doctor, "mirror", DOCTOR_WRONG,
			   g_strdup_printf(_("there is no copy in the mirror %s"),
					   doctor->mirror_dir));
	if (!doctor_has_found(doctor, "mirror"))
		doctor_add(doctor, "mirror", DOCTOR_WELL,
			   g_strdup(_("the mirror has a copy of the database")));
}

static void
check_archives(struct doctor *doctor, struct sabot_db *db)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) archives = sabot_archive_list(db, &error);

	if (!archives)
		doctor_add(doctor, "archives", DOCTOR_WRONG, g_strdup(error->message));
	for (guint i = 0; archives && i < archives->len; i++) {
		const struct sabot_archive *archive = g_ptr_array_index(archives, i);
		g_autofree char *path = doctor->archive_dir ? g_build_filename(doctor->archive_dir,
									       archive->file, NULL)
							    : NULL;

		if (path && !g_file_test(path, G_FILE_TEST_EXISTS))
			doctor_add(doctor, "archives", DOCTOR_WRONG,
				   g_strdup_printf(_("the archive %s is not where it was written"),
						   path));
	}
	if (archives && !doctor_has_found(doctor, "archives"))
		doctor_add(doctor, "archives", DOCTOR_WELL,
			   g_strdup_printf(_("archives: %d, all there"), (int)archives->len));
}

static void
check_persons(struct doctor *doctor, struct sabot_db *db)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) persons = sabot_persons_read(db, &error);
	unsigned n_admins = 0;

	if (!persons) {
		doctor_add(doctor, "persons", DOCTOR_WRONG, g_strdup(error->message));
		return;
	}
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(persons, i);

		n_admins += person->role == SABOT_ROLE_ADMIN && person->name &&
			    person->disabled_us == 0;
	}
	if (persons->len == 0)
		doctor_add(doctor, "persons", DOCTOR_NOTE,
			   g_strdup(_("there are no persons: nobody has to log in")));
	else if (n_admins == 0)
		doctor_add(doctor, "persons", DOCTOR_WRONG,
			   g_strdup(_("no admin can log in: sabotctl user recover")));
	else
		doctor_add(doctor, "persons", DOCTOR_WELL,
			   g_strdup_printf(_("persons: %d, of them admins: %d"), (int)persons->len,
					   (int)n_admins));
}

static void
check_database(struct doctor *doctor)
{
	g_autofree char *path = g_build_filename(doctor->state_dir, "sabot.db", NULL);
	g_autoptr(GError) error = NULL;
	struct sabot_db *db;

	if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
		doctor_add(doctor, "database", DOCTOR_NOTE,
			   g_strdup(_("there is no database yet, or this user cannot see it")));
		return;
	}
	db = sabot_db_open(path, SABOT_DB_READER, &error);
	if (!db) {
		doctor_add(doctor, "database", DOCTOR_WRONG, g_strdup(error->message));
		return;
	}
	doctor_add(doctor, "database", DOCTOR_WELL, g_strdup(_("the database can be read")));
	check_persons(doctor, db);
	check_archives(doctor, db);
	sabot_db_close(db);
}

/* The daemon removes them at its start. */
static void
check_left_files(struct doctor *doctor)
{
	unsigned n = sabot_left_files_count(doctor->state_dir) +
		     sabot_left_files_count(doctor->spool_dir);

	if (n > 0)
		doctor_add(doctor, "files", DOCTOR_NOTE,
			   g_strdup_printf(_("half written files that a kill left: %u; the "
					     "daemon's next start removes them"),
					   n));
}

void
doctor_check_files(struct doctor *doctor)
{
	check_configuration(doctor);
	if (!doctor->config)
		return;
	check_rights(doctor);
	check_key(doctor);
	check_disks(doctor);
	check_clock(doctor);
	check_mirror(doctor);
	check_left_files(doctor);
	check_database(doctor);
}
