/* See core-check.h. */
#include "core-check.h"

#include "store/proof/verify-checkpoint.h"

static bool
verify_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct sabot_hashed event = {.record = record, .has_hash = hash != NULL};

	if (hash)
		event.hash = *hash;
	return sabot_verify_event(data, &event);
}

static bool
verify_note(const char *note, void *data)
{
	return sabot_verify_checkpoint(data, note);
}

static bool
verify_begin(const char *log, int64_t n, const struct sabot_chain_hash *hash, void *data)
{
	sabot_verify_begin_log(data, log, n + 1, *hash);
	return true;
}

static bool
verify_resume(const char *note, void *data)
{
	return sabot_verify_resume(data, note);
}

struct sabot_core_walker
sabot_core_feed(struct sabot_verify *verify)
{
	return (struct sabot_core_walker){
		.event = verify_event,
		.note = verify_note,
		.begin = verify_begin,
		.resume = verify_resume,
		.data = verify,
	};
}

bool
sabot_core_verify(struct sabot_core *core, const struct sabot_core_origin *origin,
		  struct sabot_verify *verify, struct sabot_core_cover *ret_cover, GError **error)
{
	const struct sabot_core_walker walker = sabot_core_feed(verify);

	*ret_cover = (struct sabot_core_cover){0};
	return !sabot_verify_start(verify, &origin->origin, true) ||
	       sabot_core_walk(core, origin, &walker, ret_cover, error);
}
