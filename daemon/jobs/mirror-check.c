/*
 * A fault of the mirror counts only if the database does not have it, too: then the mirror is
 * copied again. What both have was copied, and a copy of a damaged database is no help.
 */
#include "mirror-check.h"
#include "integrity.h"
#include "daemon/tables/evidence.h"
#include "store/db/db-open.h"
#include "store/proof/progress.h"
#include "store/proof/verify-db.h"
#include "store/proof/verify-structure.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum {
	MIRROR_CHECK_WAIT_S = 1, /* until the mirror is current */
	MIRROR_CHECK_DAY_S = 24 * 60 * 60,
	MIRROR_CHECK_NICE = 10,
};

struct sabot_mirror_check {
	struct sabot_floor *floor;
	GThread *thread;
	GSource *source; /* collects the result, on the main thread */
	guint timer_id;
	int is_cancelled;

	/* the thread's until it ends */
	char *path, *mirror_path;
	GPtrArray *keys;
	char *damage;     /* of the mirror; NULL: none */
	char *own_damage; /* of the database, if the mirror has some; NULL: none */
	bool is_replaced; /* another file was put in the mirror's place meanwhile */
};

static void
wait_for_mirror(struct sabot_mirror_check *check, guint seconds);

/*
 * The thread.
 */

/* The first bad row in words. Transferred; NULL: there is none. */
static char *
describe(const struct sabot_verify_result *verdict)
{
	const char *fault = sabot_verify_fault_to_string(verdict->fault);

	if (verdict->fault == SABOT_VERIFY_INTACT || verdict->fault == SABOT_VERIFY_UNSIGNED)
		return NULL;
	if (verdict->log)
		return g_strdup_printf("%s: %s %" G_GINT64_FORMAT, fault, verdict->log, verdict->n);
	if (verdict->checkpoint)
		return g_strdup_printf("%s: checkpoint %" G_GINT64_FORMAT, fault,
				       verdict->checkpoint);
	return verdict->row ? g_strdup_printf("%s: %s", fault, verdict->row) : g_strdup(fault);
}

static char *
prove_chain(struct sabot_db *db, GPtrArray *keys)
{
	g_autoptr(GError) error = NULL;
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, &error);
	char *damage = verify && sabot_verify_db(db, verify, &error)
			       ? describe(sabot_verify_finish(verify))
			       : g_strdup(error->message);

	sabot_verify_free(verify);
	return damage;
}

/* NULL: the file is proven, or could not be opened now. Transferred. */
static char *
prove(struct sabot_mirror_check *check, const char *path, bool is_own)
{
	g_autoptr(GError) error = NULL;
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_READER, &error);
	char *damage;

	if (!db) {
		g_warning("%s could not be checked: %s", path, error->message);
		return NULL;
	}
	sabot_db_set_cancel(db, &check->is_cancelled);
	damage = sabot_verify_db_structure(db, false);
	if (!damage)
		damage = sabot_verify_db_schema(db);
	if (!damage)
		damage = prove_chain(db, check->keys);
	/* A mirror that cannot be read is copied again; of a database that says nothing. */
	if (damage && is_own && sabot_db_is_unavailable(db)) {
		g_warning("the database could not be checked: %s", damage);
		g_clear_pointer(&damage, g_free);
	}
	sabot_db_close(db);
	return damage;
}

/* NULL: the database has the last event of each log of the mirror. Transferred. */
static char *
compare_heads(struct sabot_db *db, struct sabot_db *mirror)
{
	struct sabot_progress_result result = {0};
	bool is_same = !sabot_progress_compare_copy(mirror, db, &result, NULL) ||
		       result.fault == SABOT_PROGRESS_KEPT;

	sabot_progress_result_clear(&result);
	return is_same ? NULL : g_strdup("its last events are not the database's");
}

static char *
compare(struct sabot_mirror_check *check)
{
	struct sabot_db *db = sabot_db_open(check->path, SABOT_DB_READER, NULL);
	struct sabot_db *mirror = sabot_db_open(check->mirror_path, SABOT_DB_READER, NULL);
	char *damage = db && mirror ? compare_heads(db, mirror) : NULL;

	sabot_db_close(mirror);
	sabot_db_close(db);
	return damage;
}

static gpointer
run(gpointer data)
{
	struct sabot_mirror_check *check = data;
	struct stat before = {0}, after = {0};

	setpriority(PRIO_PROCESS, 0, MIRROR_CHECK_NICE); /* 0 is the calling thread */
	stat(check->mirror_path, &before);
	check->damage = prove(check, check->mirror_path, false);
	if (!check->damage)
		check->damage = compare(check);
	if (check->damage)
		check->own_damage = prove(check, check->path, true);
	check->is_replaced = stat(check->mirror_path, &after) != 0 ||
			     after.st_ino != before.st_ino || after.st_dev != before.st_dev;
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

/* Whose keys signed the last checkpoints is compared at the start, and reported there. */
static void
report_database(struct sabot_mirror_check *check)
{
	g_autofree char *why = g_utf8_make_valid(check->own_damage, -1);

	g_critical("the database is not as it was written: %s; the mirror is left as it is: %s",
		   why, check->damage);
	if (!g_str_has_prefix(why, sabot_verify_fault_to_string(SABOT_VERIFY_SIGNATURE)))
		sabot_evidence_report_once(check->floor, SABOT_INCIDENT_CHAIN_BROKEN,
					   sabot_evidence_because(why));
}

static void
report(struct sabot_mirror_check *check)
{
	g_autofree char *valid = check->damage ? g_utf8_make_valid(check->damage, -1) : NULL;
	g_autofree char *why = g_strdup_printf("it is damaged (%s)", valid);

	if (check->own_damage)
		report_database(check);
	else if (check->damage)
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
	g_clear_pointer(&check->damage, g_free);
	g_clear_pointer(&check->own_damage, g_free);
	wait_for_mirror(check, counts ? MIRROR_CHECK_DAY_S : MIRROR_CHECK_WAIT_S);
	return G_SOURCE_REMOVE;
}

static gboolean
on_time(gpointer data)
{
	struct sabot_mirror_check *check = data;

	check->timer_id = 0;
	if (!is_current(check)) {
		wait_for_mirror(check, MIRROR_CHECK_WAIT_S);
		return G_SOURCE_REMOVE;
	}
	check->source = g_idle_source_new();
	g_source_set_callback(check->source, on_checked, check, NULL);
	check->thread = g_thread_new("sabot-mirrored", run, check);
	return G_SOURCE_REMOVE;
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
	check->path = g_build_filename(config->state_dir, "sabot.db", NULL);
	check->mirror_path = g_build_filename(config->mirror_dir, "sabot.db", NULL);
	wait_for_mirror(check, MIRROR_CHECK_WAIT_S);
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
	if (check->timer_id)
		g_source_remove(check->timer_id);
	g_free(check->damage);
	g_free(check->own_damage);
	g_free(check->path);
	g_free(check->mirror_path);
	g_ptr_array_unref(check->keys);
	g_free(check);
}
