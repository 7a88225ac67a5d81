/*
 * A node of the kernel that may keep us waiting when it is opened or closed (an adapter that does
 * not answer: seconds), so both are done by a thread, one after the other. A transport embeds it.
 */
#pragma once

#include "transport-job.h"

#include <glib.h>

struct sabot_port_ops {
	/* In the main loop: what the thread needs to know. False and `error` to give up. NULL =
	 * nothing. */
	bool (*prepare)(void *user, GError **error);
	/* In a thread, with what the main loop leaves alone meanwhile. False and `error`; what was
	 * opened by then is closed by close(). */
	bool (*open)(void *user, GError **error);
	void (*close)(void *user);
	/* In the main loop: open(), or not and `error` says why. */
	void (*opened)(void *user, const GError *error);
};

/* All zero but for the first two: closed. */
struct sabot_port {
	const struct sabot_port_ops *ops;
	void *user;
	struct sabot_job *job; /* NULL = nothing under way */
	bool is_wanted;        /* open */
	bool is_open;
	GError *error;
};

/* Begin to open, when it has closed. opened() is called, on failure perhaps from inside. */
void
sabot_port_open(struct sabot_port *port);

/* In any state; opened() is not called any more. Stop using what is open before. */
void
sabot_port_close(struct sabot_port *port);

/* Close and wait for it: for the owner's end. */
void
sabot_port_clear(struct sabot_port *port);
