/* See cosigner.h. */
#include "cosigner.h"

#include "store/proof/add-request.h"
#include "store/proof/cosign.h"
#include "store/proof/tree.h"

#include <string.h>

enum {
	HTTP_OK = 200,
	HTTP_BAD_REQUEST = 400,
	HTTP_FORBIDDEN = 403,
	HTTP_NOT_FOUND = 404,
	HTTP_CONFLICT = 409,
	HTTP_UNPROCESSABLE = 422,
	HTTP_FAILED = 500,
};

static const char type_text[] = "text/plain; charset=utf-8", type_size[] = "text/x.tlog.size";

struct sabot_cosigner {
	const struct sabot_cosigner_config *config;
	const struct sabot_key *key;
	struct sabot_cosigner_state *state;
};

struct sabot_cosigner *
sabot_cosigner_new(const struct sabot_cosigner_config *config, const struct sabot_key *key,
		   struct sabot_cosigner_state *state)
{
	struct sabot_cosigner *cosigner = g_new0(struct sabot_cosigner, 1);

	cosigner->config = config;
	cosigner->key = key;
	cosigner->state = state;
	return cosigner;
}

void
sabot_cosigner_free(struct sabot_cosigner *cosigner)
{
	g_free(cosigner);
}

void
sabot_cosigner_answer_clear(struct sabot_cosigner_answer *answer)
{
	g_clear_pointer(&answer->body, g_free);
}

/* Answer with one line. Always returns false, since every status but 200 ends a request. */
static bool
answer_with(struct sabot_cosigner_answer *answer, unsigned status, const char *line)
{
	answer->status = status;
	answer->content_type = type_text;
	answer->body = g_strconcat(line, "\n", NULL);
	return false;
}

/* Signatures of unknown keys are ignored; one that pretends to be a known key's is not. */
static bool
is_signed(const struct sabot_add_request *request, const struct sabot_cosigner_log *log,
	  struct sabot_cosigner_answer *answer)
{
	bool found = false;

	for (guint i = 0; i < log->keys->len; i++) {
		enum sabot_note_trust trust = sabot_signed_note_check(
			request->note, g_ptr_array_index(log->keys, i), NULL);

		if (trust == SABOT_NOTE_FORGED)
			return answer_with(answer, HTTP_FORBIDDEN, "invalid signature");
		found = found || trust == SABOT_NOTE_SIGNED;
	}
	return found || answer_with(answer, HTTP_FORBIDDEN, "no signature by a known key");
}

/* True if the new tree begins with the old one. */
static bool
goes_on(const struct sabot_add_request *request, const struct sabot_cosigned *before)
{
	const struct sabot_log_head *head = &request->head;
	const struct sabot_tree_roots roots = {before->size, head->size, before->root, head->root};

	if (head->size == 0 && !sabot_chain_is_equal(head->root, sabot_chain_digest("", 0)))
		return false;
	if (request->old_size == 0)
		return request->proof->len == 0;
	return sabot_tree_is_consistent(&roots, request->proof);
}

/*
 * The log's key has signed a head that does not continue the log: keep it, for people to examine.
 */
static bool
keep_refused(struct sabot_cosigner *cosigner, const struct sabot_add_request *request,
	     const char *name, struct sabot_cosigner_answer *answer)
{
	g_autoptr(GError) error = NULL;

	g_warning("%s: a head of %" G_GINT64_FORMAT
		  " checkpoints that does not go on from %" G_GINT64_FORMAT " is signed by its key",
		  name, request->head.size, request->old_size);
	if (!sabot_cosigner_state_refuse(cosigner->state, request->head.origin, request->text,
					 request->old_size, &error))
		g_warning("%s", error->message);
	return answer_with(answer, HTTP_UNPROCESSABLE, "the consistency proof does not verify");
}

static bool
sign(struct sabot_cosigner *cosigner, const struct sabot_add_request *request,
     struct sabot_cosigner_answer *answer, GError **error)
{
	int64_t now_us = g_get_real_time();
	g_autofree char *line =
		sabot_cosign(request->note->body, cosigner->key, now_us / G_USEC_PER_SEC);
	g_autofree char *note = g_strconcat(request->text, line, NULL);
	const struct sabot_cosigned now = {request->head.size, request->head.root, note, now_us};

	if (!sabot_cosigner_state_put(cosigner->state, request->head.origin, &now, error))
		return false;
	answer->status = HTTP_OK;
	answer->content_type = type_text;
	answer->body = g_steal_pointer(&line);
	return true;
}

/* Inside the transaction. True if its changes are to be kept. */
static bool
judge(struct sabot_cosigner *cosigner, const struct sabot_add_request *request, const char *name,
      struct sabot_cosigner_answer *answer)
{
	struct sabot_cosigned before;
	g_autoptr(GError) error = NULL;
	bool is_kept = false;

	if (!sabot_cosigner_state_read(cosigner->state, request->head.origin, &before, &error)) {
		g_warning("%s", error->message);
		return answer_with(answer, HTTP_FAILED, "the witness cannot read its state");
	}
	if (request->old_size != before.size) {
		answer->status = HTTP_CONFLICT;
		answer->content_type = type_size;
		answer->body = g_strdup_printf("%" G_GINT64_FORMAT "\n", before.size);
	} else if (!goes_on(request, &before)) {
		keep_refused(cosigner, request, name, answer);
		is_kept = true;
	} else {
		is_kept = sign(cosigner, request, answer, &error);
		if (!is_kept)
			g_warning("%s", error->message);
	}
	sabot_cosigned_clear(&before);
	return is_kept || answer->body ||
	       answer_with(answer, HTTP_FAILED, "the witness cannot write its state");
}

/* The answer is valid only once its state is on the disk. */
static void
judge_and_store(struct sabot_cosigner *cosigner, const struct sabot_add_request *request,
		const char *name, struct sabot_cosigner_answer *answer)
{
	g_autoptr(GError) error = NULL;
	bool is_kept;

	if (!sabot_cosigner_state_begin(cosigner->state, &error)) {
		g_warning("%s", error->message);
		answer_with(answer, HTTP_FAILED, "the witness cannot read its state");
		return;
	}
	is_kept = judge(cosigner, request, name, answer);
	if (sabot_cosigner_state_end(cosigner->state, is_kept, &error))
		return;
	g_warning("%s", error->message);
	sabot_cosigner_answer_clear(answer);
	answer_with(answer, HTTP_FAILED, "the witness cannot write its state");
}

void
sabot_cosigner_add(struct sabot_cosigner *cosigner, const char *body, size_t n_bytes,
		   struct sabot_cosigner_answer *ret_answer)
{
	struct sabot_add_request *request = sabot_add_request_parse(body, n_bytes);
	const struct sabot_cosigner_log *log =
		request ? sabot_cosigner_config_find(cosigner->config, request->head.origin) : NULL;

	*ret_answer = (struct sabot_cosigner_answer){0};
	if (!request)
		answer_with(ret_answer, HTTP_BAD_REQUEST, "not a request of add-checkpoint");
	else if (!log)
		answer_with(ret_answer, HTTP_NOT_FOUND, "unknown log");
	else if (!is_signed(request, log, ret_answer))
		; /* the answer has the reason */
	else if (request->old_size > request->head.size)
		answer_with(ret_answer, HTTP_BAD_REQUEST, "the old size is above the new one");
	else
		judge_and_store(cosigner, request, log->name, ret_answer);
	sabot_add_request_free(request);
}

/* The log whose name has this hash. */
static const struct sabot_cosigner_log *
find_by_path(const struct sabot_cosigner *cosigner, const char *path)
{
	for (guint i = 0; i < cosigner->config->logs->len; i++) {
		const struct sabot_cosigner_log *log = g_ptr_array_index(cosigner->config->logs, i);
		g_autofree char *hash =
			g_compute_checksum_for_string(G_CHECKSUM_SHA256, log->origin, -1);
		g_autofree char *own = g_strdup_printf("/%s/checkpoint", hash);

		if (strcmp(own, path) == 0)
			return log;
	}
	return NULL;
}

void
sabot_cosigner_get(struct sabot_cosigner *cosigner, const char *path,
		   struct sabot_cosigner_answer *ret_answer)
{
	const struct sabot_cosigner_log *log = find_by_path(cosigner, path);
	struct sabot_cosigned cosigned = {0};
	g_autoptr(GError) error = NULL;

	*ret_answer = (struct sabot_cosigner_answer){0};
	if (log && !sabot_cosigner_state_read(cosigner->state, log->origin, &cosigned, &error)) {
		g_warning("%s", error->message);
		answer_with(ret_answer, HTTP_FAILED, "the witness cannot read its state");
	} else if (!cosigned.note) {
		answer_with(ret_answer, HTTP_NOT_FOUND, "nothing was signed under this name");
	} else {
		ret_answer->status = HTTP_OK;
		ret_answer->content_type = type_text;
		ret_answer->body = g_strdup(cosigned.note);
	}
	sabot_cosigned_clear(&cosigned);
}
