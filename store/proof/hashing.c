/*
 * A ring of batches: the caller fills one while threads hash the previous ones, and takes them back
 * in order. With one core the caller hashes each batch itself, and in any case a batch that is not
 * full: a log of few events needs no thread. See hashing.h.
 */
#include "hashing.h"

#include <string.h>

enum { HASHING_BATCH_EVENTS = 128, HASHING_BATCHES = 16, HASHING_THREADS_MAX = 7 };

struct batch {
	bool is_done; /* under the lock */
	guint n_events;
	struct sabot_hashed events[HASHING_BATCH_EVENTS];
};

struct sabot_hashing {
	sabot_hashing_fn *fn;
	void *data;
	bool goes_on;
	bool has_asked;    /* how many cores there are */
	GHashTable *last;  /* log → its last stored hash */
	GThreadPool *pool; /* NULL: no batch has been full, or one core */
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
hash_batch(struct batch *batch)
{
	for (guint i = 0; i < batch->n_events; i++) {
		struct sabot_hashed *event = &batch->events[i];

		if (event->has_previous)
			event->own = sabot_chain_next(event->previous, event->record);
	}
}

static void
run(gpointer data, gpointer user)
{
	struct batch *batch = data;
	struct sabot_hashing *hashing = user;

	hash_batch(batch);
	g_mutex_lock(&hashing->lock);
	batch->is_done = true;
	g_cond_signal(&hashing->done);
	g_mutex_unlock(&hashing->lock);
}

struct sabot_hashing *
sabot_hashing_new(sabot_hashing_fn *fn, void *data)
{
	struct sabot_hashing *hashing = g_new0(struct sabot_hashing, 1);

	hashing->fn = fn;
	hashing->data = data;
	hashing->goes_on = true;
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
		(*batch)->is_done = false;
		(*batch)->n_events = 0;
	}
	return *batch;
}

static void
begin_threads(struct sabot_hashing *hashing)
{
	int n_threads = MIN((int)g_get_num_processors() - 1, HASHING_THREADS_MAX);

	if (n_threads > 0)
		hashing->pool = g_thread_pool_new(run, hashing, n_threads, FALSE, NULL);
	hashing->has_asked = true;
}

static bool
give_to_thread(struct sabot_hashing *hashing, struct batch *batch)
{
	if (batch->n_events < HASHING_BATCH_EVENTS)
		return false;
	if (!hashing->has_asked)
		begin_threads(hashing);
	return hashing->pool && g_thread_pool_push(hashing->pool, batch, NULL);
}

/* The batch that is full, or the last one, is begun. */
static void
begin_batch(struct sabot_hashing *hashing)
{
	struct batch *batch = get_batch(hashing, hashing->n_batches - 1);

	if (give_to_thread(hashing, batch))
		return;
	hash_batch(batch);
	batch->is_done = true;
}

/* The oldest batch comes back. */
static void
claim_batch(struct sabot_hashing *hashing)
{
	struct batch *batch = get_batch(hashing, 0);

	g_mutex_lock(&hashing->lock);
	while (!batch->is_done)
		g_cond_wait(&hashing->done, &hashing->lock);
	g_mutex_unlock(&hashing->lock);
	for (guint i = 0; i < batch->n_events; i++) {
		if (hashing->goes_on)
			hashing->goes_on = hashing->fn(&batch->events[i], hashing->data);
		sabot_log_record_unref((gpointer)batch->events[i].record);
	}
	batch->n_events = 0;
	batch->is_done = false;
	hashing->first = (hashing->first + 1) % HASHING_BATCHES;
	hashing->n_batches--;
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

bool
sabot_hashing_put(struct sabot_hashing *hashing, const struct sabot_log_record *record,
		  const struct sabot_chain_hash *hash)
{
	struct batch *batch = get_batch(hashing, hashing->n_batches - 1);
	struct sabot_hashed *event = &batch->events[batch->n_events++];

	event->record = sabot_log_record_ref((gpointer)record);
	event->has_hash = hash != NULL;
	if (hash)
		event->hash = *hash;
	record_previous(hashing, event);
	if (batch->n_events < HASHING_BATCH_EVENTS)
		return hashing->goes_on;
	begin_batch(hashing);
	if (hashing->n_batches == (hashing->pool ? HASHING_BATCHES : 1))
		claim_batch(hashing);
	hashing->n_batches++;
	return hashing->goes_on;
}

bool
sabot_hashing_flush(struct sabot_hashing *hashing)
{
	begin_batch(hashing);
	while (hashing->n_batches > 0)
		claim_batch(hashing);
	hashing->n_batches = 1;
	return hashing->goes_on;
}

void
sabot_hashing_free(struct sabot_hashing *hashing)
{
	hashing->goes_on = false;
	sabot_hashing_flush(hashing);
	if (hashing->pool)
		g_thread_pool_free(hashing->pool, FALSE, TRUE);
	for (guint i = 0; i < HASHING_BATCHES; i++)
		g_free(hashing->ring[i]);
	g_hash_table_unref(hashing->last);
	g_mutex_clear(&hashing->lock);
	g_cond_clear(&hashing->done);
	g_free(hashing);
}
