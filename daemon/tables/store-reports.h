/*
 * Results of the store's thread, reported to the main loop. Sent on any thread; all else on the
 * main thread.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Records up to `seq` are done: committed, or (`is_saved` false) in the spool or in memory only.
 * Also called, with the last `seq` again, when the store fails or works again. `why`, borrowed,
 * says why it failed; else NULL.
 */
typedef void
sabot_writer_fn(int64_t seq, bool is_saved, const GError *why, void *data);

struct sabot_store_reports;

/* Create reports, delivered on the main loop of the calling thread. Transferred. */
struct sabot_store_reports *
sabot_store_reports_new(void);

/* Call before the first report. */
void
sabot_store_reports_set_callback(struct sabot_store_reports *reports, sabot_writer_fn *fn,
				 void *data);

/* Send a report. `why` is copied, or NULL. */
void
sabot_store_reports_send(struct sabot_store_reports *reports, int64_t seq, bool is_saved,
			 const GError *why);

/* Stop: the callback is not called any more. */
void
sabot_store_reports_stop(struct sabot_store_reports *reports);

/* Reports under way are dropped. */
void
sabot_store_reports_unref(struct sabot_store_reports *reports);
