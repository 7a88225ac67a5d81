/*
 * Sends one request to a witness over HTTP or HTTPS (libsoup). Blocks: for a thread that has
 * nothing else to do.
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

/* The address of a witness, and how it is authenticated. Borrowed. */
struct sabot_witness_place {
	const char *url;
	const char *ca; /* a file with certificates (PEM); NULL: the system's authorities */
};

/*
 * POST `body` to URL/add-checkpoint. Returns the status and text of the answer; a text of more than
 * 64 KiB is a failure. 0 with an error if there is no answer. Transferred.
 */
unsigned
sabot_witness_post_send(struct sabot_witness_post *post, const struct sabot_witness_place *place,
			const char *body, char **ret_answer, GError **error);

/* End a request under way, and each later one, with an error. Any thread. */
void
sabot_witness_post_cancel(struct sabot_witness_post *post);
