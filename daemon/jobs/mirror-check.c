/*
 * A fault of the mirror counts only if the database does not have it, too: then the mirror is
 * copied again. What both have was copied, and a copy of a damaged database is no help.
 */
#include "mirror-check.h"
#include "integrity.h"
#include "daemon/tables/evidence.h"
#include "daemon/tables/mirror-file.h"
#include "store/db/db-open.h"
#include "store/proof/progress.h"
#include "store/proof/verify-structure.h"

#include <sys/resource.h>
#include <sys/stat.h>

enum {
	MIRROR_CHECK_WAIT_S = 1, /* until the mirror is current */
	MIRROR_CHECK_DAY_S = 24 * 60 * 60,
	MIRROR_CHECK_LOOK_S = 1,          /* whether somebody else has written into it */
	MIRROR_CHECK_TOUCHED_S = 10 * 60, /* the least between two checks for that reason */
	MIRROR_CHECK_NICE = 10,
};

/* What the check of a file says. */
struct found {
	bool is_bad, is_proven; /* neither: it could not be read */
	json_t *detail; /* as in a finding; NULL: it is reported in another way, or not at all */
};

struct sabot_mirror_check {
	struct sabot_floor *floor;
	GThread *thread;
	GSource *source; /* collects the result, on the main thread */
	guint timer_id, look_id;
	int64_t touched_us; /* when it may be checked again because somebody wrote into it */
	int is_cancelled;

	/* the thread's until it ends */
	char *path, *mirror_path;
	GPtrArray *keys;
	struct found mirror, own; /* `own` only if the mirror is bad */
	bool is_replaced;         /* another file was put in the mirror's place meanwhile */

	bool is_reported; /* once in a run, as of the database: both are damaged, and not alike */
};

static void
wait_for_mirror(struct sabot_mirror_check *check, guint seconds);

/*
 * The thread.
 */

static void
clear_found(struct found *found)
{
	g_clear_pointer(&found->detail, json_decref);
	found->is_bad = found->is_proven = false;
}

static struct found
found_error(const GError *error)
{
	return (struct found){.is_bad = true, .detail = sabot_evidence_of_error(error)};
}

/* False with an error if it cannot be read. */
static bool
read_file(struct sabot_mirror_check *check, struct sabot_db *db, struct found *found,
	  GError **error)
{
	struct sabot_verify *verify = sabot_verify_new(check->keys, NULL, error);
	const struct sabot_verify_result *verdict;
	bool is_read;

	sabot_db_set_cancel(db, &check->is_cancelled);
	is_read = verify && sabot_verify_file(db, verify, 0, error);
	if (is_read) {
		verdict = sabot_verify_finish(verify);
		found->is_bad = verdict->fault != SABOT_VERIFY_INTACT &&
				verdict->fault != SABOT_VERIFY_UNSIGNED;
		found->is_proven = !found->is_bad;
		/* Whose keys signed the last checkpoints is compared at the start. */
		if (verdict->fault != SABOT_VERIFY_SIGNATURE)
			found->detail = sabot_evidence_of_verdict(verdict);
	}
	sabot_verify_free(verify);
	return is_read;
}

/*
 * Nothing bad, too, if it cannot be read now; but a mirror that could be opened, and then not be
 * read, is copied again.
 */
static struct found
prove(struct sabot_mirror_check *check, const char *path, bool is_mirror)
{
	g_autoptr(GError) error = NULL;
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_READER, &error);
	struct found found = {0};
	bool is_opened = db != NULL, is_read = db && read_file(check, db, &found, &error);

	sabot_db_close(db);
	if (is_read)
		return found;
	if ((is_mirror && is_opened) ||
	    sabot_store_error_get_reason(error) == SABOT_STORE_REASON_DAMAGED)
		return found_error(error);
	g_warning("%s could not be checked: %s", path, error->message);
	return found;
}

/* True: the database has the last event of each log of the mirror. */
static bool
has_heads(struct sabot_db *db, struct sabot_db *mirror)
{
	bool has;

	return !sabot_progress_has_all(mirror, db, &has, NULL) || has;
}

static struct found
compare(struct sabot_mirror_check *check)
{
	struct sabot_db *db = sabot_db_open(check->path, SABOT_DB_READER, NULL);
	struct sabot_db *mirror = sabot_db_open(check->mirror_path, SABOT_DB_READER, NULL);
	g_autoptr(GError) error = sabot_store_error_new(SABOT_STORE_REASON_OTHER_EVENTS,
							"its last events are not the database's");
	struct found found = {0};

	if (db && mirror && !has_heads(db, mirror))
		found = found_error(error);
	sabot_db_close(mirror);
	sabot_db_close(db);
	return found;
}

static gpointer
run(gpointer data)
{
	struct sabot_mirror_check *check = data;
	struct stat before = {0}, after = {0};
	bool is_proven;

	setpriority(PRIO_PROCESS, 0, MIRROR_CHECK_NICE); /* 0 is the calling thread */
	stat(check->mirror_path, &before);
	check->mirror = prove(check, check->mirror_path, true);
	is_proven = check->mirror.is_proven;
	if (!check->mirror.is_bad)
		check->mirror = compare(check);
	if (check->mirror.is_bad)
		check->own = prove(check, check->path, false);
	check->is_replaced = stat(check->mirror_path, &after) != 0 ||
			     after.st_ino != before.st_ino || after.st_dev != before.st_dev;
	if (is_proven && !check->mirror.is_bad && !check->is_replaced)
		sabot_mirror_file_drop_older(check->mirror_path);
	if (!g_atomic_int_get(&check->is_cancelled))
		g_source_attach(check->source, NULL);
	return NULL;
}

/*
 * The main thread.
 */

static bool
is_current(const struct sabot_mirror_check *check)
{
	return g_strcmp0(sabot_floor_get_mirror(check->floor), "current") == 0;
}

/* True if it is known that the mirror has another damage than the database. */
static bool
are_different(const struct sabot_mirror_check *check)
{
	const json_t *mirror = check->mirror.detail, *own = check->own.detail;

	return mirror && own && !sabot_evidence_is_same(mirror, own);
}

/* It is not copied again: which of the two is the better record cannot be said. */
static void
report_both(struct sabot_mirror_check *check, const GError *why)
{
	const char *directory = sabot_floor_get_config(check->floor)->mirror_dir;

	g_critical("the mirror is left as it is, for the database is damaged, too: %s",
		   why->message);
	if (!check->is_reported && are_different(check)) {
		check->is_reported = true;
		sabot_evidence_report_mirror(check->floor, why, directory, false);
	}
}

static void
report(struct sabot_mirror_check *check)
{
	char *said = check->mirror.detail ? json_dumps(check->mirror.detail, JSON_COMPACT) : NULL;
	g_autofree char *sentence =
		said ? g_strdup_printf("it is damaged (%s)", said)
		     : g_strdup("the persons in it are not as its house log has them");
	g_autoptr(GError) why = sabot_store_error_new(SABOT_STORE_REASON_DAMAGED, sentence);

	free(said);
	if (check->own.is_bad)
		report_both(check, why);
	if (check->own.detail)
		sabot_evidence_report_chain(check->floor, json_incref(check->own.detail), false);
	if (check->mirror.is_bad && !check->own.is_bad)
		sabot_writer_distrust_mirror(sabot_floor_get_writer(check->floor), why);
}

static gboolean
on_checked(gpointer data)
{
	struct sabot_mirror_check *check = data;
	bool counts = !check->is_replaced && is_current(check);

	g_thread_join(g_steal_pointer(&check->thread));
	g_clear_pointer(&check->source, g_source_unref);
	if (counts)
		report(check);
	clear_found(&check->mirror);
	clear_found(&check->own);
	wait_for_mirror(check, counts ? MIRROR_CHECK_DAY_S : MIRROR_CHECK_WAIT_S);
	return G_SOURCE_REMOVE;
}

static void
begin(struct sabot_mirror_check *check)
{
	check->source = g_idle_source_new();
	g_source_set_priority(check->source, G_PRIORITY_DEFAULT);
	g_source_set_callback(check->source, on_checked, check, NULL);
	check->thread = g_thread_new("sabot-mirrored", run, check);
}

static gboolean
on_time(gpointer data)
{
	struct sabot_mirror_check *check = data;

	check->timer_id = 0;
	if (is_current(check))
		begin(check);
	else
		wait_for_mirror(check, MIRROR_CHECK_WAIT_S);
	return G_SOURCE_REMOVE;
}

/* What the disk says is only the occasion: the file is proven before anything is said of it. */
static gboolean
on_look(gpointer data)
{
	struct sabot_mirror_check *check = data;

	if (check->thread || !is_current(check) || g_get_monotonic_time() < check->touched_us ||
	    !sabot_writer_take_mirror_touch(sabot_floor_get_writer(check->floor)))
		return G_SOURCE_CONTINUE;
	check->touched_us =
		g_get_monotonic_time() + (int64_t)MIRROR_CHECK_TOUCHED_S * G_USEC_PER_SEC;
	g_clear_handle_id(&check->timer_id, g_source_remove);
	g_message("%s was written to, not by this daemon: it is proven", check->mirror_path);
	begin(check);
	return G_SOURCE_CONTINUE;
}

static void
wait_for_mirror(struct sabot_mirror_check *check, guint seconds)
{
	check->timer_id = g_timeout_add_seconds(seconds, on_time, check);
}

struct sabot_mirror_check *
sabot_mirror_check_new(struct sabot_floor *floor)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	struct sabot_mirror_check *check = g_new0(struct sabot_mirror_check, 1);

	check->floor = floor;
	check->keys = sabot_integrity_collect_keys(floor);
	if (!config->mirror_dir || sabot_floor_get_outage(floor))
		return check;
	check->path = sabot_config_database_path(config);
	check->mirror_path = sabot_config_mirror_path(config);
	wait_for_mirror(check, MIRROR_CHECK_WAIT_S);
	check->look_id = g_timeout_add_seconds(MIRROR_CHECK_LOOK_S, on_look, check);
	return check;
}

void
sabot_mirror_check_free(struct sabot_mirror_check *check)
{
	if (!check)
		return;
	g_atomic_int_set(&check->is_cancelled, 1);
	if (check->thread)
		g_thread_join(check->thread);
	if (check->source) {
		g_source_destroy(check->source);
		g_source_unref(check->source);
	}
	g_clear_handle_id(&check->timer_id, g_source_remove);
	g_clear_handle_id(&check->look_id, g_source_remove);
	clear_found(&check->mirror);
	clear_found(&check->own);
	g_free(check->path);
	g_free(check->mirror_path);
	g_ptr_array_unref(check->keys);
	g_free(check);
}
