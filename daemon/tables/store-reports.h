/*
 * What the store's thread has done, reported to the main loop. Sent on any thread; all else on the
 * main thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Records up to `seq` are done: committed, or (`is_saved` false) in the spool or in memory only.
 * Called also, with the last `seq` again, when the store went down or works again. `why` is NULL or
 * a sentence, borrowed.
 */
typedef void
sabot_writer_fn(int64_t seq, bool is_saved, const char *why, void *data);

struct sabot_store_reports;

/* They reach the main loop of the thread that calls this. Transferred. */
struct sabot_store_reports *
sabot_store_reports_new(void);

/* Before the first one. */
void
sabot_store_reports_set_callback(struct sabot_store_reports *reports, sabot_writer_fn *fn,
				 void *data);

/* `why` is copied, or NULL. */
void
sabot_store_reports_send(struct sabot_store_reports *reports, int64_t seq, bool is_saved,
			 const char *why);

/* The callback is called no more. */
void
sabot_store_reports_stop(struct sabot_store_reports *reports);

/* Those under way are dropped. */
void
sabot_store_reports_unref(struct sabot_store_reports *reports);
