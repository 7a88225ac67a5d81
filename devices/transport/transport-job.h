/*
 * One call that may be blocked by a device that hangs, in its own thread: opening a port, claiming
 * a USB interface. The main loop continues, so no line delays another.
 */
#pragma once

#include <stdbool.h>

struct sabot_job;

/*
 * Call `work` in a new thread and then `done` in the caller's default main context, both with
 * `user`; nobody else may touch the data of `work` meanwhile. The job frees itself after done().
 */
struct sabot_job *
sabot_job_start(void (*work)(void *user), void (*done)(void *user), void *user);

/* Wait for the thread and call done() directly, if the main loop will not run any more. */
void
sabot_job_finish(struct sabot_job *job);
