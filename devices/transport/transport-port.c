/*
 * See the header:
 *
 *     closed ──→ opening ──→ open ──→ closing ──→ closed
 *                   └─── failed, or not wanted ────↑
 *
 * What is wanted meanwhile is looked at when a job has ended.
 */
#include "transport-port.h"

static void
begin(struct sabot_port *port);

static void
work_open(void *user)
{
	struct sabot_port *port = user;

	port->is_open = port->ops->open(port->user, &port->error);
	if (!port->is_open)
		port->ops->close(port->user);
}

static void
work_close(void *user)
{
	struct sabot_port *port = user;

	port->ops->close(port->user);
	port->is_open = false;
}

static void
on_opened(void *user)
{
	struct sabot_port *port = user;
	g_autoptr(GError) error = g_steal_pointer(&port->error);

	port->job = NULL;
	if (!port->is_wanted) {
		begin(port);
		return;
	}
	port->is_wanted = port->is_open;
	port->ops->opened(port->user, error);
}

static void
on_closed(void *user)
{
	struct sabot_port *port = user;

	port->job = NULL;
	begin(port);
}

static void
begin_open(struct sabot_port *port)
{
	g_autoptr(GError) error = NULL;

	if (!port->ops->prepare || port->ops->prepare(port->user, &error)) {
		port->job = sabot_job_start(work_open, on_opened, port);
		return;
	}
	port->is_wanted = false;
	port->ops->opened(port->user, error);
}

/* Nothing is under way: do what is wanted, if it is not so already. */
static void
begin(struct sabot_port *port)
{
	if (port->is_wanted && !port->is_open)
		begin_open(port);
	else if (!port->is_wanted && port->is_open)
		port->job = sabot_job_start(work_close, on_closed, port);
}

void
sabot_port_open(struct sabot_port *port)
{
	port->is_wanted = true;
	if (!port->job)
		begin(port);
}

void
sabot_port_close(struct sabot_port *port)
{
	port->is_wanted = false;
	if (!port->job)
		begin(port);
}

void
sabot_port_clear(struct sabot_port *port)
{
	sabot_port_close(port);
	while (port->job)
		sabot_job_finish(port->job);
}
