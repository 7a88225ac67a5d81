/*
 * The control of tools/tsan.sh: two threads with one race, and two things beside it that a lock and
 * a queue keep in order. The sanitizer must report the one and not the others.
 */
#include <glib.h>

static GMutex lock;
static GAsyncQueue *queue;
static int raced, locked, handed_over;

static gpointer
run(gpointer data)
{
	(void)data;
	raced++;
	g_mutex_lock(&lock);
	locked++;
	g_mutex_unlock(&lock);
	handed_over = 1;
	g_async_queue_push(queue, &handed_over);
	return NULL;
}

int
main(void)
{
	queue = g_async_queue_new();
	GThread *thread = g_thread_new("second", run, NULL);
	int *taken_over;

	raced++;
	g_mutex_lock(&lock);
	locked++;
	g_mutex_unlock(&lock);
	taken_over = g_async_queue_pop(queue);
	*taken_over = 2;
	g_thread_join(thread);
	g_async_queue_unref(queue);
	return 0;
}
