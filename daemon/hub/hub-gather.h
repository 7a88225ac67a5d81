/*
 * One question to several daemons at once, and their answers together. Who is not heard, refuses,
 * does not answer in time or answers more than a daemon can have is not waited for: its answer is
 * the reason. Main thread.
 */
#pragma once

#include "daemon/hub/hub.h"

/* What one daemon said. */
struct sabot_hub_answer {
	const struct sabot_upstream *upstream; /* borrowed */
	json_t *ok;                            /* in its own names; NULL: see `error` */
	GBytes *file;                          /* of a file, with `ok` its last page; else NULL */
	GError *error;                         /* of the wire; NULL: it answered */
};

/* All have answered (GPtrArray of struct sabot_hub_answer, borrowed), or the hub stops (NULL). */
typedef void
sabot_hub_gather_fn(const GPtrArray *answers, void *data);

/* Ask one daemon, as sabot_client_request() does. */
typedef void
sabot_hub_ask_fn(const struct sabot_upstream *upstream, const char *verb, json_t *args,
		 sabot_client_reply_fn *fn, gpointer reply_data, void *data);

struct sabot_hub_question {
	const char *verb; /* a constant */
	const char *list; /* a constant: the answer is a list of pages, all of which are wanted */
	bool is_file;     /* likewise, of a file */
	unsigned patience_ms;
	GHashTable *args;      /* daemon (borrowed) to its json_t; those alone are asked. NULL: all,
				* without arguments */
	sabot_hub_ask_fn *ask; /* NULL: on the connection on which nobody logs in */
	void *ask_data;        /* must outlive the gathering */
};

enum { SABOT_HUB_PATIENCE_MS = 2000 }; /* for what a daemon has at hand */

struct sabot_hub_gathers;

/* Questions that wait for answers. Transferred. */
struct sabot_hub_gathers *
sabot_hub_gathers_new(void);
/* Those that wait are called with NULL. */
void
sabot_hub_gathers_free(struct sabot_hub_gathers *gathers);

/* Ask. `question` is copied. `fn` is called once, at a later turn of the main loop. */
void
sabot_hub_gather(struct sabot_hub_gathers *gathers, const struct sabot_hub *hub,
		 const struct sabot_hub_question *question, sabot_hub_gather_fn *fn, void *data);

/* What a client is answered where a daemon, or the connection to it, gave `error`. Transferred. */
GError *
sabot_hub_explain(const struct sabot_upstream *upstream, const GError *error);
