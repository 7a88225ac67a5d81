/*
 * Sounds by libcanberra: see sound.h. Destroying its context would stop a sound, so the thread
 * waits for its end. There is one thread: libcanberra loads its driver by libltdl, which crashes
 * where two threads load and unload at once.
 */
#include "gui/console/sound.h"

#include <canberra.h>

enum { LONGEST_S = 10 };

/* Names of the freedesktop sound theme. */
static const char *const names[] = {
	[SABOT_RING_HIGH] = "dialog-warning",
	[SABOT_RING_CRITICAL] = "dialog-error",
};

/* By the kind of sound. */
static int is_waiting[G_N_ELEMENTS(names)];

struct playing {
	GMutex mutex;
	GCond ended;
	gboolean is_ended;
	int status;
};

/* On libcanberra's thread. */
static void
on_sound_ended(ca_context *context, uint32_t id, int status, void *data)
{
	struct playing *playing = data;

	(void)context;
	(void)id;
	g_mutex_lock(&playing->mutex);
	playing->is_ended = TRUE;
	playing->status = status;
	g_cond_signal(&playing->ended);
	g_mutex_unlock(&playing->mutex);
}

/* Returns CA_SUCCESS, or an error. Destroys the context. */
static int
play_to_the_end(ca_context *context, const char *name)
{
	struct playing playing = {.status = CA_SUCCESS};
	int64_t limit_us = g_get_monotonic_time() + LONGEST_S * G_TIME_SPAN_SECOND;
	ca_proplist *properties = NULL;
	int status = ca_proplist_create(&properties);

	if (status != CA_SUCCESS) {
		ca_context_destroy(context);
		return status;
	}
	ca_proplist_sets(properties, CA_PROP_EVENT_ID, name);
	ca_proplist_sets(properties, CA_PROP_MEDIA_ROLE, "event");
	g_mutex_init(&playing.mutex);
	g_cond_init(&playing.ended);
	status = ca_context_play_full(context, 0, properties, on_sound_ended, &playing);
	g_mutex_lock(&playing.mutex);
	while (status == CA_SUCCESS && !playing.is_ended &&
	       g_cond_wait_until(&playing.ended, &playing.mutex, limit_us))
		continue;
	g_mutex_unlock(&playing.mutex);
	ca_proplist_destroy(properties);
	ca_context_destroy(context); /* no callback comes after this */
	return status == CA_SUCCESS ? playing.status : status;
}

/* On the thread of the sounds. */
static void
play(gpointer data, gpointer unused)
{
	g_autoptr(GTask) task = data;
	enum sabot_ring ring = GPOINTER_TO_INT(g_task_get_task_data(task));
	ca_context *context = NULL;
	int status;

	(void)unused;
	g_atomic_int_set(&is_waiting[ring], FALSE);
	status = ca_context_create(&context);
	if (status == CA_SUCCESS)
		status = play_to_the_end(context, names[ring]);
	if (status == CA_SUCCESS)
		g_task_return_boolean(task, TRUE);
	else
		g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s",
					ca_strerror(status));
}

void
sabot_ring_start(enum sabot_ring ring, GAsyncReadyCallback fn, gpointer data)
{
	static GThreadPool *player;
	g_autoptr(GTask) task = g_task_new(NULL, NULL, fn, data);

	if (!player)
		player = g_thread_pool_new(play, NULL, 1, FALSE, NULL);
	g_task_set_task_data(task, GINT_TO_POINTER(ring), NULL);
	if (g_atomic_int_compare_and_exchange(&is_waiting[ring], FALSE, TRUE))
		g_thread_pool_push(player, g_steal_pointer(&task), NULL);
	else
		g_task_return_boolean(task, TRUE);
}

gboolean
sabot_ring_finish(GAsyncResult *result, GError **error)
{
	return g_task_propagate_boolean(G_TASK(result), error);
}
