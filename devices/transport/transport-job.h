/*
 * One call that may wait for a device that hangs, in a thread of its own: opening a port, taking a
 * USB interface. The main loop goes on, so no line delays another.
 */
#pragma once

#include <stdbool.h>

struct sabot_job;

/*
 * Call `work` in a new thread and then `done` on what was the caller's default main context, both
 * with `user`; nobody else may touch what `work` uses meanwhile. The job frees itself after done().
 */
struct sabot_job *
sabot_job_start(void (*work)(void *user), void (*done)(void *user), void *user);

/* Wait for the thread and call done() here and now, where the main loop will not run any more. */
void
sabot_job_finish(struct sabot_job *job);
