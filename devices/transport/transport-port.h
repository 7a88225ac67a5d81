/*
 * A node of the kernel whose opening or closing may block (for seconds, with an adapter that does
 * not answer), so both are done by a thread, one after the other. A transport embeds it.
 */
#pragma once

#include "transport-job.h"

#include <glib.h>

struct sabot_port_ops {
	/*
	 * In the main loop: prepare the thread's data. False and `error` to give up. NULL = nothing
	 * to prepare.
	 */
	bool (*prepare)(void *user, GError **error);
	/*
	 * In a thread, with data that the main loop does not touch meanwhile. False and `error`;
	 * whatever was opened by then is closed by close().
	 */
	bool (*open)(void *user, GError **error);
	void (*close)(void *user);
	/* In the main loop: after open(); `error` is set if it failed. */
	void (*opened)(void *user, const GError *error);
};

/* Closed if all but the first two members are zero. */
struct sabot_port {
	const struct sabot_port_ops *ops;
	void *user;
	struct sabot_job *job; /* NULL = nothing pending */
	bool is_wanted;        /* should be open */
	bool is_open;
	GError *error;
};

/* Begin to open, after any closing has finished. Calls opened(), on failure perhaps from inside. */
void
sabot_port_open(struct sabot_port *port);

/* Allowed in any state; opened() is not called any more. First stop using what is open. */
void
sabot_port_close(struct sabot_port *port);

/* Close and wait for it: for the end of the owner. */
void
sabot_port_clear(struct sabot_port *port);
