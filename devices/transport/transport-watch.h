/*
 * Waiting for input on a descriptor. All of a thread's stand in one epoll set behind one source of
 * its main context, because poll(2) asks each of them at every turn of the loop: with a hundred
 * terminals that costs more than reading them. Callbacks come on the thread that began to watch.
 */
#pragma once

#include <glib-unix.h>

struct sabot_watch;

/*
 * Call `fn` whenever `fd` has input or is gone (G_IO_IN, G_IO_ERR, G_IO_HUP), on the main context
 * that is the thread's default; what it returns does not matter. To be ended before `fd` is closed.
 */
struct sabot_watch *
sabot_watch_new(int fd, GUnixFDSourceFunc fn, void *user);

/* No call comes any more. May be called in one. NULL is allowed. */
void
sabot_watch_free(struct sabot_watch *watch);
