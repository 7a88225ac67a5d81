/*
 * What GLib's locks, queues, threads and sources put in order, for the thread sanitizer: Debian's
 * GLib is not built with it, so that it sees none of that and takes everything that they guard for
 * a race. Included before each source of a build for the sanitizer (tools/tsan.sh), where it
 * replaces the calls by such that say so. Nothing of it is in any other build.
 */
#pragma once

#if defined(__has_include) && __has_include(<glib.h>) && __has_feature(thread_sanitizer)
#include <glib.h>

void
__tsan_acquire(void *address);
void
__tsan_release(void *address);

#define NOT_SEEN __attribute__((no_sanitize("thread"), unused)) static

/* A callback with what it is called with; what came before `token` was released comes before it. */
struct tsan_callback {
	GSourceFunc source_func;
	GFunc pool_func;
	gpointer data;
	GDestroyNotify notify;
	gpointer token;
};

NOT_SEEN void
tsan_mutex_lock(GMutex *mutex)
{
	g_mutex_lock(mutex);
	__tsan_acquire(mutex);
}

NOT_SEEN void
tsan_mutex_unlock(GMutex *mutex)
{
	__tsan_release(mutex);
	g_mutex_unlock(mutex);
}

NOT_SEEN void
tsan_cond_wait(GCond *cond, GMutex *mutex)
{
	__tsan_release(mutex);
	g_cond_wait(cond, mutex);
	__tsan_acquire(mutex);
}

NOT_SEEN gboolean
tsan_cond_wait_until(GCond *cond, GMutex *mutex, gint64 end_us)
{
	__tsan_release(mutex);
	gboolean is_woken = g_cond_wait_until(cond, mutex, end_us);
	__tsan_acquire(mutex);
	return is_woken;
}

/* The last one to let go comes after all others; who is not the last is put in order with them. */
NOT_SEEN void
tsan_rc_box_release(gpointer box, GDestroyNotify clear)
{
	__tsan_release(box);
	__tsan_acquire(box);
	g_atomic_rc_box_release_full(box, clear);
}

NOT_SEEN gboolean
tsan_ref_count_dec(gatomicrefcount *count)
{
	__tsan_release(count);
	gboolean is_last = g_atomic_ref_count_dec(count);
	__tsan_acquire(count);
	return is_last;
}

NOT_SEEN void
tsan_queue_push(GAsyncQueue *queue, gpointer data)
{
	__tsan_release(queue);
	g_async_queue_push(queue, data);
}

NOT_SEEN gpointer
tsan_queue_popped(GAsyncQueue *queue, gpointer data)
{
	__tsan_acquire(queue);
	return data;
}

NOT_SEEN void
tsan_call_in_pool(gpointer data, gpointer user_data)
{
	struct tsan_callback *callback = user_data;

	__tsan_acquire(callback);
	callback->pool_func(data, callback->data);
	__tsan_release(callback);
}

NOT_SEEN GThreadPool *
tsan_pool_new(GFunc func, gpointer data, gint n_threads, gboolean is_exclusive, GError **error)
{
	struct tsan_callback *callback = g_new0(struct tsan_callback, 1);

	callback->pool_func = func;
	callback->data = data;
	return g_thread_pool_new(tsan_call_in_pool, callback, n_threads, is_exclusive, error);
}

NOT_SEEN gboolean
tsan_pool_push(GThreadPool *pool, gpointer data, GError **error)
{
	__tsan_release(pool->user_data);
	return g_thread_pool_push(pool, data, error);
}

/* The callback stays: a pool that is not waited for still calls it. */
NOT_SEEN void
tsan_pool_free(GThreadPool *pool, gboolean is_at_once, gboolean is_waiting)
{
	gpointer callback = pool->user_data;

	g_thread_pool_free(pool, is_at_once, is_waiting);
	__tsan_acquire(callback);
}

NOT_SEEN gboolean
tsan_call_source(gpointer user_data)
{
	struct tsan_callback *callback = user_data;

	__tsan_acquire(callback->token);
	return callback->source_func(callback->data);
}

NOT_SEEN void
tsan_free_callback(gpointer user_data)
{
	struct tsan_callback *callback = user_data;

	__tsan_acquire(callback->token);
	if (callback->notify)
		callback->notify(callback->data);
	g_free(callback);
}

/*
 * By the name of the function: what is of another form, or comes as `fn` from somebody who attaches
 * sources of any form, is called in the thread that made it, and stays as it is.
 */
NOT_SEEN void
tsan_source_set_callback(GSource *source, GSourceFunc func, gpointer data, GDestroyNotify notify,
			 const char *name)
{
	struct tsan_callback *callback;

	if (g_str_equal(name, "fn") || g_str_has_prefix(name, "G_SOURCE_FUNC")) {
		g_source_set_callback(source, func, data, notify);
		return;
	}
	callback = g_new0(struct tsan_callback, 1);

	callback->source_func = func;
	callback->data = data;
	callback->notify = notify;
	callback->token = source;
	g_source_set_callback(source, tsan_call_source, callback, tsan_free_callback);
}

NOT_SEEN guint
tsan_source_attach(GSource *source, GMainContext *context)
{
	__tsan_release(source);
	return g_source_attach(source, context);
}

#define g_mutex_lock(mutex) tsan_mutex_lock(mutex)
#define g_mutex_unlock(mutex) tsan_mutex_unlock(mutex)
#define g_cond_wait(cond, mutex) tsan_cond_wait(cond, mutex)
#define g_cond_wait_until(cond, mutex, end_us) tsan_cond_wait_until(cond, mutex, end_us)
#define g_atomic_rc_box_release_full(box, clear) tsan_rc_box_release(box, clear)
#define g_atomic_ref_count_dec(count) tsan_ref_count_dec(count)
#define g_async_queue_push(queue, data) tsan_queue_push(queue, data)
#define g_async_queue_pop(queue) tsan_queue_popped(queue, g_async_queue_pop(queue))
#define g_async_queue_try_pop(queue) tsan_queue_popped(queue, g_async_queue_try_pop(queue))
#define g_async_queue_timeout_pop(queue, us)                                                       \
	tsan_queue_popped(queue, g_async_queue_timeout_pop(queue, us))
#define g_thread_pool_new(func, data, n, exclusive, error)                                         \
	tsan_pool_new(func, data, n, exclusive, error)
#define g_thread_pool_push(pool, data, error) tsan_pool_push(pool, data, error)
#define g_thread_pool_free(pool, at_once, waiting) tsan_pool_free(pool, at_once, waiting)
#define g_source_attach(source, context) tsan_source_attach(source, context)
#define g_source_set_callback(source, func, data, notify)                                          \
	tsan_source_set_callback(source, func, data, notify, #func)
#undef NOT_SEEN
#endif
