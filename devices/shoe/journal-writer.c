/*
 * Entries wait in a queue; a thread of the pool, one at a time for each journal, takes all of them,
 * writes them at once, and lets the next journal have its turn. The recorder and the file's own
 * time belong to that thread alone; comments name what `lock` protects.
 */
#include "journal-writer.h"

#include <gio/gio.h>
#include <string.h>

enum { WAITING_BYTES_MAX = 4 * 1024 * 1024 };

struct item {
	enum sabot_journal_kind kind;
	struct sabot_journal_time at;
	GBytes *bytes;
};

struct sabot_journal_threads {
	GThreadPool *pool; /* each of its tasks is a journal, with a reference */
};

/* In an atomic box: a thread that has just written it may still hold it when it is freed. */
struct sabot_journal_writer {
	char *name;
	struct sabot_journal_threads *threads; /* borrowed, but for `own` */
	struct sabot_journal_threads *own;     /* or NULL */

	/* the thread's */
	struct sabot_recorder *recorder;
	int64_t start_us; /* of the session, monotonic */
	bool is_plugged;  /* the line is open by what the file says */

	GMutex lock;
	GCond idle;
	GQueue waiting; /* of struct item */
	size_t waiting_bytes;
	bool is_busy; /* a thread is at work, or about to be */
	uint64_t n_errors, n_dropped;
	char *error;
};

static void
free_item(gpointer data)
{
	struct item *item = data;

	g_bytes_unref(item->bytes);
	g_free(item);
}

static size_t
cost_of(const struct item *item)
{
	return sizeof(*item) + g_bytes_get_size(item->bytes);
}

/* A journal that cannot be written is said once and counted; the cards are read all the same. */
static void
record_result(struct sabot_journal_writer *writer, unsigned n_failed, const GError *error)
{
	g_mutex_lock(&writer->lock);
	if (error && !writer->error)
		g_warning("the bytes of %s are not journaled: %s", writer->name, error->message);
	else if (!error && writer->error)
		g_message("the bytes of %s are journaled again", writer->name);
	g_free(writer->error);
	writer->error = error ? g_strdup(error->message) : NULL;
	writer->n_errors += n_failed;
	g_mutex_unlock(&writer->lock);
}

/* The next file begins as if the line had been opened, so that it can be played by itself. */
static bool
make_room(struct sabot_journal_writer *writer, struct sabot_journal_time now, GError **error)
{
	if (!sabot_recorder_is_full(writer->recorder))
		return true;
	if (!sabot_recorder_rotate(writer->recorder, now.utc_us, error))
		return false;
	writer->start_us = now.monotonic_us;
	return !writer->is_plugged || sabot_recorder_plug(writer->recorder, 0, error);
}

static bool
write_item(struct sabot_journal_writer *writer, const struct item *item, GError **error)
{
	int64_t at_ms = (item->at.monotonic_us - writer->start_us) / 1000;
	struct sabot_recorder *recorder = writer->recorder;
	g_autofree char *text = NULL;
	gsize n_bytes;
	const void *bytes = g_bytes_get_data(item->bytes, &n_bytes);

	switch (item->kind) {
	case SABOT_JOURNAL_RECEIVED:
		return sabot_recorder_received(recorder, at_ms, bytes, n_bytes, error);
	case SABOT_JOURNAL_SENT:
		return sabot_recorder_sent(recorder, at_ms, bytes, n_bytes, error);
	case SABOT_JOURNAL_PLUG:
		writer->is_plugged = true;
		return sabot_recorder_plug(recorder, at_ms, error);
	case SABOT_JOURNAL_HANGUP:
		writer->is_plugged = false;
		return sabot_recorder_hangup(recorder, at_ms, error);
	case SABOT_JOURNAL_NOTE:
		text = g_strndup(bytes, n_bytes);
		return sabot_recorder_write_comment(recorder, text, error);
	}
	return true;
}

/* What came while too much was waiting stood behind what was. */
static void
write_dropped(struct sabot_journal_writer *writer, uint64_t n_dropped)
{
	g_autofree char *note = g_strdup_printf("%" G_GUINT64_FORMAT " entries are missing here: "
						"the disk did not take them in time",
						n_dropped);

	sabot_recorder_write_comment(writer->recorder, note, NULL);
}

/* One write(2), but where a file is full in between. */
static void
write_all(struct sabot_journal_writer *writer, const GQueue *items, uint64_t n_dropped)
{
	g_autoptr(GError) error = NULL;

	for (const GList *link = items->head; link && !error; link = link->next) {
		const struct item *item = link->data;

		if (make_room(writer, item->at, &error))
			write_item(writer, item, &error);
	}
	if (n_dropped)
		write_dropped(writer, n_dropped);
	if (!error)
		sabot_recorder_flush(writer->recorder, &error);
	record_result(writer, error ? items->length : 0, error);
}

/* All that waits. */
static void
steal_waiting(struct sabot_journal_writer *writer, GQueue *ret_items, uint64_t *ret_dropped)
{
	g_mutex_lock(&writer->lock);
	*ret_items = writer->waiting;
	g_queue_init(&writer->waiting);
	writer->waiting_bytes = 0;
	*ret_dropped = writer->n_dropped;
	writer->n_dropped = 0;
	g_mutex_unlock(&writer->lock);
}

/* Returns false if nothing waits any more. */
static bool
go_on(struct sabot_journal_writer *writer)
{
	bool goes_on;

	g_mutex_lock(&writer->lock);
	goes_on = writer->is_busy = !g_queue_is_empty(&writer->waiting);
	if (!goes_on)
		g_cond_broadcast(&writer->idle);
	g_mutex_unlock(&writer->lock);
	return goes_on;
}

static void
clear(void *data)
{
	struct sabot_journal_writer *writer = data;

	g_queue_clear_full(&writer->waiting, free_item);
	g_mutex_clear(&writer->lock);
	g_cond_clear(&writer->idle);
	g_free(writer->error);
	g_free(writer->name);
}

/* One turn of a journal. */
static void
work(gpointer data, gpointer user)
{
	struct sabot_journal_threads *threads = user;
	struct sabot_journal_writer *writer = data;
	uint64_t n_dropped;
	GQueue items;

	steal_waiting(writer, &items, &n_dropped);
	write_all(writer, &items, n_dropped);
	g_queue_clear_full(&items, free_item);
	if (go_on(writer))
		g_thread_pool_push(threads->pool, writer, NULL);
	else
		g_atomic_rc_box_release_full(writer, clear);
}

struct sabot_journal_threads *
sabot_journal_threads_new(unsigned n_threads)
{
	struct sabot_journal_threads *threads = g_new0(struct sabot_journal_threads, 1);

	threads->pool = g_thread_pool_new(work, threads, (gint)n_threads, FALSE, NULL);
	return threads;
}

void
sabot_journal_threads_free(struct sabot_journal_threads *threads)
{
	if (!threads)
		return;
	g_thread_pool_free(threads->pool, FALSE, TRUE);
	g_free(threads);
}

struct sabot_journal_writer *
sabot_journal_writer_new(const char *name, const struct sabot_recorder_options *options,
			 struct sabot_journal_threads *threads, struct sabot_journal_time now,
			 GError **error)
{
	struct sabot_recorder *recorder = sabot_recorder_new(options, now.utc_us, error);
	struct sabot_journal_writer *writer;

	if (!recorder)
		return NULL;
	sabot_recorder_hold(recorder);
	writer = g_atomic_rc_box_new0(struct sabot_journal_writer);
	writer->name = g_strdup(name);
	writer->recorder = recorder;
	writer->start_us = now.monotonic_us;
	g_queue_init(&writer->waiting);
	g_mutex_init(&writer->lock);
	g_cond_init(&writer->idle);
	writer->own = threads ? NULL : sabot_journal_threads_new(1);
	writer->threads = threads ? threads : writer->own;
	return writer;
}

void
sabot_journal_writer_free(struct sabot_journal_writer *writer)
{
	if (!writer)
		return;
	sabot_journal_writer_flush(writer);
	sabot_journal_threads_free(writer->own);
	sabot_recorder_free(writer->recorder);
	g_atomic_rc_box_release_full(writer, clear);
}

/* With the lock. False: too much waits already. */
static bool
enqueue(struct sabot_journal_writer *writer, struct item *item)
{
	if (writer->waiting_bytes + cost_of(item) > WAITING_BYTES_MAX) {
		if (writer->n_dropped++ == 0)
			g_warning("bytes of %s are not journaled: the disk does not take them",
				  writer->name);
		writer->n_errors++;
		return false;
	}
	writer->waiting_bytes += cost_of(item);
	g_queue_push_tail(&writer->waiting, item);
	if (!writer->is_busy)
		g_thread_pool_push(writer->threads->pool, g_atomic_rc_box_acquire(writer), NULL);
	writer->is_busy = true;
	return true;
}

void
sabot_journal_writer_put(struct sabot_journal_writer *writer, enum sabot_journal_kind kind,
			 struct sabot_journal_time at, const void *bytes, size_t n_bytes)
{
	struct item *item = g_new(struct item, 1);
	bool is_put;

	*item = (struct item){.kind = kind, .at = at, .bytes = g_bytes_new(bytes, n_bytes)};
	g_mutex_lock(&writer->lock);
	is_put = enqueue(writer, item);
	g_mutex_unlock(&writer->lock);
	if (!is_put)
		free_item(item);
}

void
sabot_journal_writer_flush(struct sabot_journal_writer *writer)
{
	g_mutex_lock(&writer->lock);
	while (writer->is_busy)
		g_cond_wait(&writer->idle, &writer->lock);
	g_mutex_unlock(&writer->lock);
}

uint64_t
sabot_journal_writer_count_errors(struct sabot_journal_writer *writer)
{
	uint64_t n_errors;

	g_mutex_lock(&writer->lock);
	n_errors = writer->n_errors;
	g_mutex_unlock(&writer->lock);
	return n_errors;
}

char *
sabot_journal_writer_get_error(struct sabot_journal_writer *writer)
{
	char *error;

	g_mutex_lock(&writer->lock);
	error = g_strdup(writer->error);
	g_mutex_unlock(&writer->lock);
	return error;
}
