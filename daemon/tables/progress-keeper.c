/* See progress-keeper.h. */
#include "progress-keeper.h"
#include "store/files/progress-file.h"
#include "store/files/restored.h"
#include "store/proof/progress.h"

enum { KEEPER_WAIT_US = 5000000, KEEPER_POLL_US = 1000 };

struct sabot_progress_keeper {
	char *spool_dir, *state_dir;
	bool was_restored;   /* used by the thread: the restore's note may still exist */
	GThreadPool *thread; /* a single one, so that the last note remains */
	int n_queued;        /* atomic: including the one under way */
	int may_sign;        /* atomic */
	bool has_failed;     /* used by the thread */
};

static void
write_note(gpointer data, gpointer user)
{
	struct sabot_progress_keeper *keeper = user;
	g_autofree char *note = data;
	g_autoptr(GError) error = NULL;
	bool is_written = sabot_progress_file_save(keeper->spool_dir, note, &error);

	if (!is_written && !keeper->has_failed)
		g_warning("how far the logs are cannot be noted beside the spool: %s",
			  error->message);
	keeper->has_failed = !is_written;
	/* Beside the key, on the disk of the database, which reports its own faults. */
	sabot_progress_file_save(keeper->state_dir, note, NULL);
	if (is_written && keeper->was_restored)
		sabot_restored_remove(keeper->state_dir);
	keeper->was_restored = keeper->was_restored && !is_written;
	g_atomic_int_set(&keeper->may_sign, 1);
	g_atomic_int_add(&keeper->n_queued, -1);
}

struct sabot_progress_keeper *
sabot_progress_keeper_new(const char *spool_dir, const char *state_dir, bool is_first)
{
	struct sabot_progress_keeper *keeper = g_new0(struct sabot_progress_keeper, 1);

	keeper->spool_dir = g_strdup(spool_dir);
	keeper->state_dir = g_strdup(state_dir);
	keeper->was_restored = true;
	keeper->may_sign = !is_first;
	keeper->thread = g_thread_pool_new(write_note, keeper, 1, FALSE, NULL);
	return keeper;
}

void
sabot_progress_keeper_free(struct sabot_progress_keeper *keeper)
{
	if (!keeper)
		return;
	g_thread_pool_free(keeper->thread, FALSE, TRUE);
	g_free(keeper->spool_dir);
	g_free(keeper->state_dir);
	g_free(keeper);
}

bool
sabot_progress_keeper_is_busy(struct sabot_progress_keeper *keeper)
{
	return g_atomic_int_get(&keeper->n_queued) > 0;
}

bool
sabot_progress_keeper_may_sign(struct sabot_progress_keeper *keeper)
{
	return g_atomic_int_get(&keeper->may_sign) != 0;
}

void
sabot_progress_keeper_wait(struct sabot_progress_keeper *keeper)
{
	int64_t until_us = g_get_monotonic_time() + KEEPER_WAIT_US;

	while (sabot_progress_keeper_is_busy(keeper) && g_get_monotonic_time() < until_us)
		g_usleep(KEEPER_POLL_US);
}

void
sabot_progress_keeper_record(struct sabot_progress_keeper *keeper, struct sabot_db *db,
			     const struct sabot_key *key)
{
	g_autoptr(GError) error = NULL;
	struct sabot_progress *progress = sabot_progress_read(db, &error);

	if (!progress) {
		g_warning("how far the logs are is not known: %s", error->message);
		return;
	}
	g_atomic_int_inc(&keeper->n_queued);
	g_thread_pool_push(keeper->thread, sabot_progress_format(progress, key), NULL);
	sabot_progress_free(progress);
}
