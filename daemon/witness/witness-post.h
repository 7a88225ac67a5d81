/*
 * One request to a witness over HTTP or HTTPS (libsoup). Blocks: for a thread that has nothing
 * else to do.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

struct sabot_witness_post;

/* Transferred. */
struct sabot_witness_post *
sabot_witness_post_new(void);
/* NULL is allowed. */
void
sabot_witness_post_free(struct sabot_witness_post *post);

/* Where a witness is, and by what it proves that it is there. Borrowed. */
struct sabot_witness_place {
	const char *url;
	const char *ca; /* a file with certificates (PEM); NULL: the system's authorities */
};

/*
 * POST `body` to URL/add-checkpoint. The status of the answer and its text, of which at most 64 KiB
 * are taken; more is a failure. 0 with an error where there is no answer. Transferred.
 */
unsigned
sabot_witness_post_send(struct sabot_witness_post *post, const struct sabot_witness_place *place,
			const char *body, char **ret_answer, GError **error);

/* From any thread: a request that is under way ends with an error, and so does each later one. */
void
sabot_witness_post_cancel(struct sabot_witness_post *post);
