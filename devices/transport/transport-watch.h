/*
 * Waits for input on a descriptor. All descriptors of a thread are in one epoll set behind one
 * source of its main context, because poll(2) examines each of them at every turn of the loop: with
 * a hundred terminals that costs more than reading them. Callbacks come on the thread that began to
 * watch.
 */
#pragma once

#include <glib-unix.h>

struct sabot_watch;

/*
 * Call `fn` whenever `fd` has input or is gone (G_IO_IN, G_IO_ERR, G_IO_HUP), in the main context
 * that is the thread's default; its return value is ignored. Free the watch before `fd` is closed.
 */
struct sabot_watch *
sabot_watch_new(int fd, GUnixFDSourceFunc fn, void *user);

/* No call is made any more. Allowed inside a call. NULL is allowed. */
void
sabot_watch_free(struct sabot_watch *watch);
