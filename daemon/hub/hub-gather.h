/*
 * One question to all daemons that are heard, and their answers together. Main thread.
 */
#pragma once

#include "daemon/hub/hub.h"

/* What one daemon said. */
struct sabot_hub_answer {
	const struct sabot_upstream *upstream; /* borrowed */
	json_t *ok;                            /* in its own names; NULL: it did not answer */
};

/* All have answered (GPtrArray of struct sabot_hub_answer, borrowed), or the hub stops (NULL). */
typedef void
sabot_hub_gather_fn(const GPtrArray *answers, void *data);

struct sabot_hub_question {
	const char *verb, *list; /* constants; list NULL: the answer is no list */
};

struct sabot_hub_gathers;

/* Questions that wait for answers. Transferred. */
struct sabot_hub_gathers *
sabot_hub_gathers_new(void);
/* Those that wait are called with NULL. */
void
sabot_hub_gathers_free(struct sabot_hub_gathers *gathers);

/*
 * Ask each daemon that is heard, on the connection on which nobody logs in; of a list all pages.
 * `fn` is called once, at a later turn of the main loop.
 */
void
sabot_hub_gather(struct sabot_hub_gathers *gathers, const struct sabot_hub *hub,
		 const struct sabot_hub_question *question, sabot_hub_gather_fn *fn, void *data);
