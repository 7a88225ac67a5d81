/*
 * What a core refuses, said to the daemon, so that it is an incident at the pit. It waits for a
 * daemon that is away, and says each thing once; the daemon recognises what it has already. On the
 * thread's main context.
 */
#pragma once

#include "stream.h"

struct sabot_pit;

/* Of the daemon at `socket`. Transferred. */
struct sabot_pit *
sabot_pit_new(const char *socket);
/* NULL is allowed. */
void
sabot_pit_free(struct sabot_pit *pit);

/* A log is refused. */
void
sabot_pit_report(struct sabot_pit *pit, const struct sabot_stream *stream);
