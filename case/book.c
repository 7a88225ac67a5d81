/*
 * A search first brings the index up to date; others wait meanwhile.
 */
#include "book.h"
#include "store/files/joined.h"
#include "store/log/archive.h"
#include "store/log/log.h"
#include "text/refusal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

enum { BOOK_PROGRESS_US = 250 * 1000 };

/*
 * Held while an index is made or brought up to date. -1 where the file system knows no locks: then
 * SQLite's own have to do.
 */
static int
lock_directory(const char *index_path, int how)
{
	g_autofree char *directory = g_path_get_dirname(index_path);
	int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	while (fd >= 0 && flock(fd, how) != 0) {
		if (errno == EINTR)
			continue;
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool
open_index(struct sabot_book *book, const char *path, GError **error)
{
	book->index = sabot_index_open(book->db, path, sabot_indexer_program(), error);
	if (book->index)
		book->indexer = sabot_indexer_new(book->db, book->index, book->profiles_dir);
	return book->index != NULL;
}

static void
write_progress(struct sabot_book *book, const struct sabot_book_options *options)
{
	int64_t n_done, n_all;

	if (sabot_book_measure(book, &n_done, &n_all, NULL))
		options->progress(n_done, n_all, options->data);
}

static bool
bring_up(struct sabot_book *book, const struct sabot_book_options *options, GError **error)
{
	int64_t n_events = 1, reported_us = 0;

	while (n_events > 0) {
		if (!sabot_book_go_on(book, &n_events, error))
			return false;
		if (!options->progress || n_events == 0 ||
		    g_get_monotonic_time() - reported_us < BOOK_PROGRESS_US)
			continue;
		reported_us = g_get_monotonic_time();
		write_progress(book, options);
	}
	return true;
}

/* The last archive that the log's last file names; 0: none, or it cannot be read. */
static int64_t
read_archived(struct sabot_book *book)
{
	int64_t number = 0;

	sabot_archive_read_recorded(book->db, &number, NULL);
	return number;
}

/* `is_waiting`: until nobody else makes the index, and then until it is up to date. */
static struct sabot_book *
open_book(const struct sabot_book_options *options, bool is_waiting, GError **error)
{
	struct sabot_book *book = g_new0(struct sabot_book, 1);
	g_autofree char *path = g_strdup(options->index_path);
	bool is_good;
	int fd;

	book->profiles_dir = g_strdup(options->profiles_dir);
	book->db = sabot_joined_open(options->paths, options->archive_dir, error);
	if (book->db)
		book->archived = read_archived(book);
	if (!book->db || (!is_waiting && !sabot_joined_follow(book->db, error))) {
		sabot_book_free(book);
		return NULL;
	}
	if (!path)
		path = sabot_index_path(book->db->path);
	fd = lock_directory(path, is_waiting ? LOCK_EX : LOCK_EX | LOCK_NB);
	is_good = open_index(book, path, error) && (!is_waiting || bring_up(book, options, error));
	if (fd >= 0)
		close(fd);
	if (is_good)
		return book;
	sabot_book_free(book);
	return NULL;
}

struct sabot_book *
sabot_book_open(const struct sabot_book_options *options, GError **error)
{
	return open_book(options, true, error);
}

struct sabot_book *
sabot_book_open_behind(const struct sabot_book_options *options, GError **error)
{
	return open_book(options, false, error);
}

bool
sabot_book_renew(struct sabot_book *book, GError **error)
{
	g_autofree char *path = g_strdup(book->index->path);

	if (book->is_renewed)
		return sabot_store_fail(error, path, "is damaged again");
	book->is_renewed = true;
	g_clear_pointer(&book->indexer, sabot_indexer_free);
	sabot_db_close(g_steal_pointer(&book->index));
	return sabot_index_remove(path, error) && open_index(book, path, error);
}

bool
sabot_book_go_on(struct sabot_book *book, int64_t *ret_n_events, GError **error)
{
	GError *failure = NULL;

	if (sabot_indexer_go_on(book->indexer, ret_n_events, &failure))
		return true;
	if (sabot_store_error_get_reason(failure) != SABOT_STORE_REASON_DAMAGED ||
	    book->is_renewed) {
		g_propagate_error(error, failure);
		return false;
	}
	g_warning("the index is built again: %s", failure->message);
	g_error_free(failure);
	*ret_n_events = 1;
	return sabot_book_renew(book, error);
}

/* One log's part of both; what was archived before the index came is in neither. */
static bool
measure_log(struct sabot_book *book, const char *name, int64_t *n_done, int64_t *n_all,
	    GError **error)
{
	int64_t log_id, first_n, last_n, done;

	if (!sabot_log_get_id(book->db, name, &log_id, error) ||
	    !sabot_log_get_first_n(book->db, log_id, &first_n, error) ||
	    !sabot_log_get_last_n(book->db, log_id, &last_n, error) ||
	    !sabot_index_get_done(book->index, log_id, &done, error))
		return false;
	*n_done += MAX(done - (first_n - 1), 0);
	*n_all += last_n - (first_n - 1);
	return true;
}

bool
sabot_book_measure(struct sabot_book *book, int64_t *ret_n_done, int64_t *ret_n_all, GError **error)
{
	g_autoptr(GPtrArray) names = sabot_log_list(book->db, error);

	*ret_n_done = *ret_n_all = 0;
	for (guint i = 0; names && i < names->len; i++) {
		const char *name = g_ptr_array_index(names, i);

		if (!sabot_indexer_is_stuck(book->indexer, name) &&
		    !measure_log(book, name, ret_n_done, ret_n_all, error))
			return false;
	}
	return names != NULL;
}

bool
sabot_book_is_outdated(struct sabot_book *book)
{
	return read_archived(book) > book->archived;
}

void
sabot_book_free(struct sabot_book *book)
{
	if (!book)
		return;
	sabot_indexer_free(book->indexer);
	sabot_db_close(book->index);
	sabot_db_close(book->db);
	g_free(book->profiles_dir);
	g_free(book);
}

/* The log's number; false with an error when there is none of that name. */
static bool
get_log(struct sabot_book *book, const char *table, int64_t *ret_id, GError **error)
{
	if (!sabot_log_get_id(book->db, table, ret_id, error))
		return false;
	if (*ret_id)
		return true;
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
		    SABOT_REFUSAL("%s has no log of a table \"%s\""), book->db->path, table);
	return false;
}

/* `failure` is transferred; without it nothing is there, as the format says. */
G_GNUC_PRINTF(3, 4)
static bool
refuse(GError **error, GError *failure, const char *format, ...)
{
	va_list words;

	va_start(words, format);
	g_propagate_error(error,
			  failure ? failure
				  : g_error_new_valist(SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
						       format, words));
	va_end(words);
	return false;
}

static bool
refuse_incident(GError **error, GError *failure, const char *table, int64_t number)
{
	return refuse(error, failure, SABOT_REFUSAL("%s: there is no incident %lld in this log"),
		      table, (long long)number);
}

bool
sabot_book_get_round(struct sabot_book *book, const char *table, int64_t round,
		     struct sabot_index_round *ret_round, GError **error)
{
	GError *failure = NULL;
	int64_t log_id;

	return get_log(book, table, &log_id, error) &&
	       (sabot_index_find_round(book->index, log_id, round, ret_round, &failure) ||
		refuse(error, failure, SABOT_REFUSAL("%s: there is no round %lld in this log"),
		       table, (long long)round));
}

bool
sabot_book_get_round_of_incident(struct sabot_book *book, const char *table, int64_t number,
				 struct sabot_index_round *ret_round, GError **error)
{
	struct sabot_index_incident incident;
	GError *failure = NULL;
	int64_t log_id;

	if (!get_log(book, table, &log_id, error))
		return false;
	if (!sabot_index_get_incident(book->index, log_id, number, &incident, &failure))
		return refuse_incident(error, failure, table, number);
	if (sabot_index_get_round(book->index, incident.place, ret_round, &failure))
		return true;
	return refuse(error, failure,
		      SABOT_REFUSAL("%s: incident %lld was raised in no round that is over: it is "
				    "event %lld of the log"),
		      table, (long long)number, (long long)incident.n);
}

bool
sabot_book_get_load(struct sabot_book *book, const char *table, int64_t load,
		    struct sabot_log_range *ret_range, GError **error)
{
	GError *failure = NULL;
	struct sabot_log_load begun, next;
	int64_t log_id, last_n;

	if (!get_log(book, table, &log_id, error) ||
	    !sabot_log_get_last_n(book->db, log_id, &last_n, error))
		return false;
	if (!sabot_log_get_load(book->db, table, load, &begun, &failure))
		return refuse(error, failure,
			      SABOT_REFUSAL("%s: there is no load %lld in this log"), table,
			      (long long)load);
	*ret_range = (struct sabot_log_range){table, begun.n, last_n + 1};
	if (sabot_log_get_load(book->db, table, load + 1, &next, &failure))
		ret_range->to_n = next.n;
	if (!failure)
		return true;
	g_propagate_error(error, failure);
	return false;
}

struct sabot_playback *
sabot_book_get_playback(struct sabot_book *book, const char *table, GError **error)
{
	return sabot_playback_new(book->db, book->index, table, book->profiles_dir, error);
}
