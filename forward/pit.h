/*
 * Reports a core's refusals to the daemon, so that they become incidents at the pit. It waits if
 * the daemon is away, and reports each refusal once; the daemon recognises those it already has. On
 * the thread's main context.
 */
#pragma once

#include "stream.h"

struct sabot_pit;

/* Reports to the daemon at `socket`. Transferred. */
struct sabot_pit *
sabot_pit_new(const char *socket);
/* NULL is allowed. */
void
sabot_pit_free(struct sabot_pit *pit);

/* Report that a log is refused. */
void
sabot_pit_report(struct sabot_pit *pit, const struct sabot_stream *stream);
