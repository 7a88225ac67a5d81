/* See archive-check.h. */
#include "archive-check.h"
#include "archive-file.h"
#include "store/db/db-open.h"
#include "store/files/restores.h"
#include "store/proof/seal.h"

#include <string.h>
#include <sys/stat.h>

static const char name_start[] = "sabot-archive-";
static const int64_t digest_bytes_max = 256 * 1024 * 1024; /* of all files, at a start */

struct check {
	struct sabot_db *db;
	const char *dir;
	int *cancel;
	int64_t n_left; /* bytes that may be read yet */
	GPtrArray *names, *faults;
};

static void
free_fault(gpointer data)
{
	struct sabot_archive_fault *fault = data;

	g_free(fault->file);
	g_free(fault);
}

static void
add_fault(struct check *check, enum sabot_archive_fault_kind kind, int64_t number, const char *file)
{
	struct sabot_archive_fault *fault = g_new0(struct sabot_archive_fault, 1);

	fault->kind = kind;
	fault->number = number;
	fault->file = g_strdup(file);
	g_ptr_array_add(check->faults, fault);
}

static void
list_names(struct check *check)
{
	g_autoptr(GDir) files = g_dir_open(check->dir, 0, NULL);
	const char *name;

	while (files && (name = g_dir_read_name(files))) {
		if (g_str_has_prefix(name, name_start))
			g_ptr_array_add(check->names, g_strdup(name));
	}
}

/* NAME itself, or NAME.TIME. */
static bool
may_be(const char *name, const char *file)
{
	size_t length = strlen(file);

	return strncmp(name, file, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

/* What is too much to be read is taken as it is. */
static bool
is_file(struct check *check, const char *name, const struct sabot_anchor *anchor)
{
	g_autofree char *path = g_build_filename(check->dir, name, NULL);
	struct sabot_chain_hash digest;
	struct stat seen;

	if (stat(path, &seen) != 0 || !S_ISREG(seen.st_mode))
		return false;
	if (seen.st_size > check->n_left)
		return true;
	check->n_left -= seen.st_size;
	return sabot_archive_digest(path, &digest, NULL) &&
	       sabot_chain_is_equal(digest, anchor->file);
}

static void
check_named(struct check *check, const struct sabot_archive *archive)
{
	struct sabot_anchor *anchor = sabot_anchor_parse(archive->note, NULL);
	bool is_there = false, is_good = !anchor; /* a note that is none is found elsewhere */

	for (guint i = 0; i < check->names->len && !is_good; i++) {
		const char *name = g_ptr_array_index(check->names, i);

		if (!may_be(name, archive->file))
			continue;
		is_there = true;
		is_good = is_file(check, name, anchor);
	}
	if (!is_good)
		add_fault(check, is_there ? SABOT_ARCHIVE_CHANGED : SABOT_ARCHIVE_MISSING,
			  archive->number, archive->file);
	sabot_anchor_free(anchor);
}

/* Of the same database, and its last checkpoint is not in that. */
static bool
knows_more(struct check *check, struct sabot_db *own, struct sabot_seal *ret_last)
{
	struct sabot_chain_origin here, there;
	struct sabot_seal same = {0};
	int64_t archived = 0;
	bool is_more = sabot_chain_read_origin(check->db, &here, NULL) &&
		       sabot_chain_read_origin(own, &there, NULL) &&
		       memcmp(here.database, there.database, sizeof(here.database)) == 0 &&
		       sabot_archive_read_last_checkpoint(check->db, &archived, NULL) &&
		       sabot_seal_read_last(own, ret_last, NULL) && ret_last->note &&
		       ret_last->number > archived &&
		       sabot_seal_read(check->db, ret_last->number, &same, NULL) &&
		       g_strcmp0(same.note, ret_last->note) != 0;

	sabot_seal_clear(&same);
	return is_more;
}

static void
check_other(struct check *check, const char *name)
{
	g_autofree char *path = g_build_filename(check->dir, name, NULL);
	struct sabot_db *own = sabot_db_open(path, SABOT_DB_FILE, NULL);
	struct sabot_seal last = {0};
	int64_t number = 0;
	bool is_explained = false;

	if (!own)
		return;
	sabot_db_set_cancel(own, check->cancel);
	if (sabot_archive_read_number(own, &number, NULL) && number > 0 &&
	    knows_more(check, own, &last)) {
		struct sabot_archive_fault *fault;

		add_fault(check, SABOT_ARCHIVE_AHEAD, number, name);
		fault = g_ptr_array_index(check->faults, check->faults->len - 1);
		fault->is_explained =
			sabot_restores_explain(check->db, own, &is_explained, NULL) && is_explained;
	}
	sabot_seal_clear(&last);
	sabot_db_close(own);
}

static bool
is_named(const GPtrArray *archives, const char *name)
{
	for (guint i = 0; i < archives->len; i++) {
		const struct sabot_archive *archive = g_ptr_array_index(archives, i);

		if (strcmp(archive->file, name) == 0)
			return true;
	}
	return false;
}

GPtrArray *
sabot_archive_check(struct sabot_db *db, const char *dir, int *cancel)
{
	g_autoptr(GPtrArray) archives = sabot_archive_list(db, NULL);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	struct check check = {
		.db = db,
		.dir = dir,
		.cancel = cancel,
		.n_left = digest_bytes_max,
		.names = names,
		.faults = g_ptr_array_new_with_free_func(free_fault),
	};

	list_names(&check);
	/* The newest first: what can be read is theirs. */
	for (guint i = archives ? archives->len : 0; i > 0 && !g_atomic_int_get(cancel); i--)
		check_named(&check, g_ptr_array_index(archives, i - 1));
	for (guint i = 0; archives && i < names->len && !g_atomic_int_get(cancel); i++) {
		const char *name = g_ptr_array_index(names, i);

		if (g_str_has_suffix(name, ".db") && !is_named(archives, name))
			check_other(&check, name);
	}
	return check.faults;
}
