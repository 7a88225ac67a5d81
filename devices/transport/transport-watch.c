/*
 * See the header. A thread's set exists as long as it has a watch; a watch that is freed while
 * calls are being made stays until they are over, because the list of calls may still contain it.
 */
#include "transport-watch.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { READY_MAX = 32 }; /* handled in one turn of the loop; the others come in the next */

struct set {
	int fd; /* of epoll; -1: the system had none left, and each has a source of its own */
	GMainContext *context;
	GSource *source; /* NULL without `fd` */
	unsigned n_watches;
	bool is_calling;
	GSList *freed; /* of struct sabot_watch, while calling */
};

struct sabot_watch {
	struct set *set;
	int fd;
	GUnixFDSourceFunc fn;
	void *user;
	bool is_freed;
	GSource *own; /* of a descriptor that cannot be in a set, as a file's; else NULL */
};

/* Used by its thread only, so it needs no lock. */
static GPrivate threads_set = G_PRIVATE_INIT(NULL);

static void
drop_if_empty(struct set *set)
{
	if (set->n_watches > 0 || set->is_calling)
		return;
	if (set->source) {
		g_source_destroy(set->source);
		g_source_unref(set->source);
		close(set->fd);
	}
	g_main_context_unref(set->context);
	g_private_set(&threads_set, NULL);
	g_free(set);
}

static gboolean
on_set_ready(int fd, GIOCondition condition, void *user)
{
	struct set *set = user;
	struct epoll_event ready[READY_MAX];
	int n = epoll_wait(fd, ready, READY_MAX, 0);

	(void)condition;
	set->is_calling = true;
	for (int i = 0; i < n; i++) {
		struct sabot_watch *watch = ready[i].data.ptr;

		if (!watch->is_freed)
			watch->fn(watch->fd, (GIOCondition)ready[i].events, watch->user);
	}
	set->is_calling = false;
	g_slist_free_full(g_steal_pointer(&set->freed), g_free);
	drop_if_empty(set);
	return G_SOURCE_CONTINUE;
}

static GSource *
attach(int fd, GUnixFDSourceFunc fn, void *user, GMainContext *context)
{
	GSource *source = g_unix_fd_source_new(fd, G_IO_IN | G_IO_ERR | G_IO_HUP);

	g_source_set_callback(source, G_SOURCE_FUNC(fn), user, NULL);
	g_source_attach(source, context);
	return source;
}

/* The thread's, for its default context of now. */
static struct set *
use_set(void)
{
	struct set *set = g_private_get(&threads_set);

	if (set)
		return set;
	set = g_new0(struct set, 1);
	set->fd = epoll_create1(EPOLL_CLOEXEC);
	set->context = g_main_context_ref_thread_default();
	if (set->fd >= 0)
		set->source = attach(set->fd, on_set_ready, set, set->context);
	else
		g_warning("lines are watched one by one: %s", g_strerror(errno));
	g_private_set(&threads_set, set);
	return set;
}

static gboolean
on_own_ready(int fd, GIOCondition condition, void *user)
{
	struct sabot_watch *watch = user;

	watch->fn(fd, condition, watch->user);
	return G_SOURCE_CONTINUE;
}

struct sabot_watch *
sabot_watch_new(int fd, GUnixFDSourceFunc fn, void *user)
{
	struct sabot_watch *watch = g_new0(struct sabot_watch, 1);
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = watch};

	watch->fd = fd;
	watch->fn = fn;
	watch->user = user;
	watch->set = use_set();
	watch->set->n_watches++;
	if (epoll_ctl(watch->set->fd, EPOLL_CTL_ADD, fd, &event) != 0)
		watch->own = attach(fd, on_own_ready, watch, watch->set->context);
	return watch;
}

void
sabot_watch_free(struct sabot_watch *watch)
{
	struct set *set;

	if (!watch)
		return;
	set = watch->set;
	set->n_watches--;
	watch->is_freed = true;
	if (watch->own) {
		g_source_destroy(watch->own);
		g_source_unref(watch->own);
	} else {
		epoll_ctl(set->fd, EPOLL_CTL_DEL, watch->fd, NULL);
	}
	if (set->is_calling)
		set->freed = g_slist_prepend(set->freed, watch);
	else
		g_free(watch);
	drop_if_empty(set);
}
