/*
 * A ring of batches: the caller fills one while threads hash the previous ones, and claims them
 * back in order. A batch that no thread has begun by then the caller hashes itself; that is one
 * that is not full: a log of few events needs no thread. A batch keeps copies of its events, with
 * their texts in one piece of memory, and the ring is short enough to stay in a core's cache. Where
 * there is one core there are no batches: the caller hashes each event as it comes, without a copy.
 * See hashing.h.
 */
#include "hashing.h"

#include <sched.h>
#include <string.h>

enum {
	HASHING_BATCH_EVENTS = 128,
	HASHING_BATCH_BYTES = 32768, /* of texts; more where one event has more */
	HASHING_BATCHES = 8,
	HASHING_THREADS_MAX = 7,
};

enum batch_state { BATCH_FILLING, BATCH_WAITING, BATCH_BEGUN, BATCH_DONE };

struct batch {
	enum batch_state state; /* under the lock */
	guint n_events;
	struct sabot_hashed events[HASHING_BATCH_EVENTS];
	struct sabot_log_record records[HASHING_BATCH_EVENTS];
	char *texts;
	size_t n_bytes, size_bytes; /* of the texts: used, and allocated */
};

struct sabot_hashing {
	sabot_hashing_fn *fn;
	void *data;
	bool goes_on;
	int n_threads;     /* besides the caller's; 0: one core */
	GHashTable *last;  /* log → its last stored hash */
	GThreadPool *pool; /* NULL: no batch has been full, or no threads */
	GMutex lock;
	GCond done;
	guint first, n_batches;              /* in the ring; the last one is being filled */
	struct batch *ring[HASHING_BATCHES]; /* each made when it is first filled */
};

struct sabot_chain_hash
sabot_hashed_after(const struct sabot_hashed *event, struct sabot_chain_hash previous)
{
	return event->has_previous && sabot_chain_is_equal(event->previous, previous)
		       ? event->own
		       : sabot_chain_next(previous, event->record);
}

static void
hash_event(struct sabot_hashed *event)
{
	if (event->has_previous)
		event->own = sabot_chain_next(event->previous, event->record);
}

static void
hash_batch(struct batch *batch)
{
	for (guint i = 0; i < batch->n_events; i++)
		hash_event(&batch->events[i]);
}

static void
set_state(struct sabot_hashing *hashing, struct batch *batch, enum batch_state state)
{
	g_mutex_lock(&hashing->lock);
	batch->state = state;
	g_cond_signal(&hashing->done);
	g_mutex_unlock(&hashing->lock);
}

/* False if another thread has begun it, or the caller had, and is filling it again. */
static bool
try_begin(struct sabot_hashing *hashing, struct batch *batch)
{
	bool is_waiting;

	g_mutex_lock(&hashing->lock);
	is_waiting = batch->state == BATCH_WAITING;
	if (is_waiting)
		batch->state = BATCH_BEGUN;
	g_mutex_unlock(&hashing->lock);
	return is_waiting;
}

static void
run(gpointer data, gpointer user)
{
	if (!try_begin(user, data))
		return;
	hash_batch(data);
	set_state(user, data, BATCH_DONE);
}

/* Those that this process may use; Debian's g_get_num_processors() counts all of the machine. */
static int
count_cores(void)
{
	cpu_set_t cores;

	return sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores)
								: (int)g_get_num_processors();
}

struct sabot_hashing *
sabot_hashing_new(sabot_hashing_fn *fn, void *data)
{
	struct sabot_hashing *hashing = g_new0(struct sabot_hashing, 1);

	hashing->fn = fn;
	hashing->data = data;
	hashing->goes_on = true;
	hashing->n_threads = MIN(count_cores() - 1, HASHING_THREADS_MAX);
	hashing->n_batches = 1;
	hashing->last = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_mutex_init(&hashing->lock);
	g_cond_init(&hashing->done);
	return hashing;
}

static struct batch *
get_batch(struct sabot_hashing *hashing, guint place)
{
	struct batch **batch = &hashing->ring[(hashing->first + place) % HASHING_BATCHES];

	if (!*batch) {
		*batch = g_new(struct batch, 1);
		(*batch)->state = BATCH_FILLING;
		(*batch)->n_events = 0;
		(*batch)->texts = NULL;
		(*batch)->n_bytes = (*batch)->size_bytes = 0;
	}
	return *batch;
}

/* The last batch may be hashed; a thread is woken for one that is worth it. */
static void
finish_batch(struct sabot_hashing *hashing, bool is_full)
{
	struct batch *batch = get_batch(hashing, hashing->n_batches - 1);

	set_state(hashing, batch, BATCH_WAITING);
	if (!is_full)
		return;
	if (!hashing->pool)
		hashing->pool = g_thread_pool_new(run, hashing, hashing->n_threads, FALSE, NULL);
	g_thread_pool_push(hashing->pool, batch, NULL);
}

/* The batch is hashed: by the caller, if no thread has begun it. */
static void
wait_for_batch(struct sabot_hashing *hashing, struct batch *batch)
{
	if (try_begin(hashing, batch)) {
		hash_batch(batch);
		return;
	}
	g_mutex_lock(&hashing->lock);
	while (batch->state != BATCH_DONE)
		g_cond_wait(&hashing->done, &hashing->lock);
	g_mutex_unlock(&hashing->lock);
}

/* The oldest batch comes back. */
static void
claim_batch(struct sabot_hashing *hashing)
{
	struct batch *batch = get_batch(hashing, 0);

	wait_for_batch(hashing, batch);
	for (guint i = 0; i < batch->n_events; i++) {
		if (hashing->goes_on)
			hashing->goes_on = hashing->fn(&batch->events[i], hashing->data);
		sabot_log_record_clear(&batch->records[i]);
	}
	batch->n_events = 0;
	batch->n_bytes = 0;
	set_state(hashing, batch, BATCH_FILLING);
	hashing->first = (hashing->first + 1) % HASHING_BATCHES;
	hashing->n_batches--;
}

/* The next batch is to be filled, which makes room for it where all are in use. */
static void
begin_next(struct sabot_hashing *hashing)
{
	finish_batch(hashing, true);
	if (hashing->n_batches == HASHING_BATCHES)
		claim_batch(hashing);
	hashing->n_batches++;
}

/* A batch with room for one more event, whose texts have so many bytes. */
static struct batch *
find_room(struct sabot_hashing *hashing, size_t n_bytes)
{
	struct batch *batch = get_batch(hashing, hashing->n_batches - 1);

	if (batch->n_events == HASHING_BATCH_EVENTS ||
	    (batch->n_events > 0 && n_bytes > batch->size_bytes - batch->n_bytes)) {
		begin_next(hashing);
		batch = get_batch(hashing, hashing->n_batches - 1);
	}
	if (n_bytes > batch->size_bytes) {
		batch->size_bytes = MAX(n_bytes, (size_t)HASHING_BATCH_BYTES);
		g_free(batch->texts);
		batch->texts = g_malloc(batch->size_bytes);
	}
	return batch;
}

/* What the log's event before has stored; then what this one has. */
static void
record_previous(struct sabot_hashing *hashing, struct sabot_hashed *event)
{
	struct sabot_chain_hash *last = g_hash_table_lookup(hashing->last, event->record->table);

	event->has_previous = last != NULL && event->has_hash;
	if (event->has_previous)
		event->previous = *last;
	if (last && event->has_hash)
		*last = event->hash;
	else if (event->has_hash)
		g_hash_table_insert(hashing->last, g_strdup(event->record->table),
				    g_memdup2(&event->hash, sizeof(event->hash)));
}

static void
fill(struct sabot_hashing *hashing, struct sabot_hashed *event, const struct sabot_chain_hash *hash)
{
	event->has_hash = hash != NULL;
	if (hash)
		event->hash = *hash;
	record_previous(hashing, event);
}

static bool
hash_at_once(struct sabot_hashing *hashing, const struct sabot_log_record *record,
	     const struct sabot_chain_hash *hash)
{
	struct sabot_hashed event = {.record = record};

	fill(hashing, &event, hash);
	hash_event(&event);
	if (hashing->goes_on)
		hashing->goes_on = hashing->fn(&event, hashing->data);
	return hashing->goes_on;
}

static void
put_into_batch(struct sabot_hashing *hashing, const struct sabot_log_record *record,
	       const struct sabot_chain_hash *hash)
{
	size_t n_bytes = sabot_log_record_count_text_bytes(record);
	struct batch *batch = find_room(hashing, n_bytes);
	struct sabot_hashed *event = &batch->events[batch->n_events];

	event->record = &batch->records[batch->n_events++];
	sabot_log_record_copy(record, (gpointer)event->record, batch->texts + batch->n_bytes);
	batch->n_bytes += n_bytes;
	fill(hashing, event, hash);
}

bool
sabot_hashing_put(struct sabot_hashing *hashing, const struct sabot_log_record *record,
		  const struct sabot_chain_hash *hash)
{
	if (hashing->n_threads == 0)
		return hash_at_once(hashing, record, hash);
	put_into_batch(hashing, record, hash);
	return hashing->goes_on;
}

bool
sabot_hashing_flush(struct sabot_hashing *hashing)
{
	finish_batch(hashing, false);
	while (hashing->n_batches > 0)
		claim_batch(hashing);
	hashing->n_batches = 1;
	return hashing->goes_on;
}

static void
free_batch(struct batch *batch)
{
	if (batch)
		g_free(batch->texts);
	g_free(batch);
}

void
sabot_hashing_free(struct sabot_hashing *hashing)
{
	hashing->goes_on = false;
	sabot_hashing_flush(hashing);
	if (hashing->pool)
		g_thread_pool_free(hashing->pool, FALSE, TRUE);
	for (guint i = 0; i < HASHING_BATCHES; i++)
		free_batch(hashing->ring[i]);
	g_hash_table_unref(hashing->last);
	g_mutex_clear(&hashing->lock);
	g_cond_clear(&hashing->done);
	g_free(hashing);
}
