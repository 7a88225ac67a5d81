/*
 * One check at the start. A broken chain stops nothing: it is reported, and the file stays as it
 * is, for it is evidence.
 */
#include "integrity.h"
#include "store/proof/verify-structure.h"
#include "store/db/db-open.h"
#include "store/files/archive-check.h"
#include "daemon/tables/evidence.h"

enum { INTEGRITY_CHECKPOINTS = 1000 }; /* how many checkpoints the check goes back */

struct sabot_integrity {
	struct sabot_floor *floor; /* used by the main thread */
	GThread *thread;
	GSource *source; /* reports on the main thread what was found, and that it is over */
	int is_cancelled;

	/* used by the thread until it ends */
	char *path, *archive_dir;
	/* of struct sabot_key: the present key, and those that signed before */
	GPtrArray *keys;
	json_t *found;       /* the finding's detail; NULL: nothing was found */
	GPtrArray *archives; /* of struct sabot_archive_fault; or NULL */
};

static void
check(struct sabot_integrity *integrity, struct sabot_db *db)
{
	g_autoptr(GError) error = NULL;
	struct sabot_verify *verify = sabot_verify_new(integrity->keys, NULL, &error);

	if (verify && sabot_verify_file(db, verify, INTEGRITY_CHECKPOINTS, &error))
		integrity->found = sabot_evidence_of_verdict(sabot_verify_finish(verify));
	else
		g_warning("the database could not be checked: %s", error->message);
	sabot_verify_free(verify);
}

static gpointer
run(gpointer data)
{
	struct sabot_integrity *integrity = data;
	g_autoptr(GError) error = NULL;
	struct sabot_db *db = sabot_db_open(integrity->path, SABOT_DB_READER, &error);

	if (db) {
		sabot_db_set_cancel(db, &integrity->is_cancelled);
		check(integrity, db);
		if (integrity->archive_dir)
			integrity->archives = sabot_archive_check(db, integrity->archive_dir,
								  &integrity->is_cancelled);
	} else if (g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED)) {
		g_warning("the database could not be checked: %s", error->message);
	} else {
		integrity->found = sabot_evidence_of_error(error);
	}
	sabot_db_close(db);
	if (!g_atomic_int_get(&integrity->is_cancelled))
		g_source_attach(integrity->source, NULL);
	return NULL;
}

/* Reported once: a house may remove old archives after their time, and somebody rules on that. */
static void
report_archive(struct sabot_floor *floor, const struct sabot_archive_fault *fault)
{
	bool is_ahead = fault->kind == SABOT_ARCHIVE_AHEAD;
	json_t *detail;

	if (is_ahead) {
		sabot_evidence_report_ahead(floor, "archive", fault->file, fault->is_explained);
		return;
	}
	detail = json_pack("{s:s, s:I, s:s}", "why",
			   fault->kind == SABOT_ARCHIVE_MISSING ? "missing" : "changed", "archive",
			   (json_int_t)fault->number, "file", fault->file);
	sabot_evidence_report_once(floor, SABOT_INCIDENT_CHAIN_BROKEN, detail);
}

static gboolean
on_checked(gpointer data)
{
	const struct sabot_integrity *integrity = data;

	if (integrity->found)
		sabot_evidence_report_chain(integrity->floor, json_incref(integrity->found), false);
	for (guint i = 0; integrity->archives && i < integrity->archives->len; i++)
		report_archive(integrity->floor, g_ptr_array_index(integrity->archives, i));
	sabot_floor_set_checking(integrity->floor, false);
	return G_SOURCE_REMOVE;
}

/* Write the person's row again, as in the log. */
static void
restore_person(struct sabot_floor *floor, const struct sabot_person *person)
{
	struct sabot_person *copy = sabot_person_copy(person);
	const struct sabot_origin origin = {.person = copy};
	json_t *event = sabot_rights_restore_event(copy);
	g_autoptr(GError) error = NULL;

	if (!sabot_floor_submit_house(floor, event, &origin, &error))
		g_critical("a person cannot be put right: %s", error->message);
	json_decref(event);
	sabot_person_free(copy);
}

/* The table of persons was compared with the house log when that was read. */
static void
report_persons(struct sabot_floor *floor)
{
	const GArray *altered = sabot_floor_get_persons(floor)->altered;

	for (guint i = 0; altered && i < altered->len; i++) {
		const struct sabot_rights_altered *found =
			&g_array_index(altered, struct sabot_rights_altered, i);
		const struct sabot_person *person =
			sabot_person_book_get(sabot_floor_get_persons(floor), found->id);
		g_autofree char *id = sabot_person_id(person);
		const char *why = sabot_rights_altered_to_string(found);

		g_critical("the row of %s is not as the house log has it: %s", id, why);
		sabot_floor_report(floor, SABOT_INCIDENT_CHAIN_BROKEN,
				   json_pack("{s:s, s:s}", "person", id, "why", why));
		restore_person(floor, person);
	}
}

static void
add_key(GPtrArray *keys, const char *line)
{
	struct sabot_key *key = line ? sabot_key_from_public_line(line, NULL) : NULL;

	if (key)
		g_ptr_array_add(keys, key);
}

/*
 * Keys that signed before are known from the log, but only if the present key has signed those
 * events; otherwise the author of another log could name his own key in it.
 */
GPtrArray *
sabot_integrity_collect_keys(const struct sabot_floor *floor)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func(sabot_key_free);
	const struct sabot_floor_key *key = sabot_floor_get_key(floor);
	const GPtrArray *former = sabot_floor_get_house(floor)->keys;

	if (!key->line)
		return keys;
	add_key(keys, key->line);
	for (guint i = 0; key->has_signed_last && i < former->len; i++)
		add_key(keys, g_ptr_array_index(former, i));
	return keys;
}

struct sabot_integrity *
sabot_integrity_new(struct sabot_floor *floor)
{
	struct sabot_integrity *integrity = g_new0(struct sabot_integrity, 1);

	integrity->floor = floor;
	integrity->source = g_idle_source_new();
	g_source_set_priority(integrity->source, G_PRIORITY_DEFAULT);
	g_source_set_callback(integrity->source, on_checked, integrity, NULL);
	integrity->keys = sabot_integrity_collect_keys(floor);
	report_persons(floor);
	sabot_floor_set_checking(floor, sabot_floor_get_reader(floor) != NULL);
	if (!sabot_floor_get_reader(floor))
		return integrity;
	integrity->path = g_strdup(sabot_floor_get_reader(floor)->path);
	integrity->archive_dir = g_strdup(sabot_floor_get_config(floor)->archive_dir);
	integrity->thread = g_thread_new("sabot-integrity", run, integrity);
	return integrity;
}

void
sabot_integrity_free(struct sabot_integrity *integrity)
{
	if (!integrity)
		return;
	g_atomic_int_set(&integrity->is_cancelled, 1);
	if (integrity->thread)
		g_thread_join(integrity->thread);
	g_source_destroy(integrity->source);
	g_source_unref(integrity->source);
	g_free(integrity->path);
	g_free(integrity->archive_dir);
	g_clear_pointer(&integrity->archives, g_ptr_array_unref);
	g_ptr_array_unref(integrity->keys);
	json_decref(integrity->found);
	g_free(integrity);
}
