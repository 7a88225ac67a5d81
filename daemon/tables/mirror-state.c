/* Everything is read on the thread that owns the connection; nothing is written. */
#include "mirror-state.h"
#include "store/log/archive.h"
#include "store/log/log.h"
#include "store/proof/seal.h"

#include <string.h>

struct sabot_mirror_state {
	struct sabot_chain_origin origin;
	struct sabot_seal seal;
	int64_t seq;
	int64_t archive; /* the last archive's checkpoint */
};

void
sabot_mirror_state_free(struct sabot_mirror_state *state)
{
	if (!state)
		return;
	sabot_seal_clear(&state->seal);
	g_free(state);
}

struct sabot_mirror_state *
sabot_mirror_state_read(struct sabot_db *db, GError **error)
{
	struct sabot_mirror_state *state = g_new0(struct sabot_mirror_state, 1);

	if (sabot_chain_read_origin(db, &state->origin, error) &&
	    sabot_log_last_seq(db, &state->seq, error) &&
	    sabot_archive_read_last_checkpoint(db, &state->archive, error) &&
	    sabot_seal_read_last(db, &state->seal, error))
		return state;
	sabot_mirror_state_free(state);
	return NULL;
}

int64_t
sabot_mirror_state_read_time(struct sabot_db *db)
{
	struct sabot_seal last = {0};
	int64_t at_us = sabot_seal_read_last(db, &last, NULL) ? last.at_us : 0;

	sabot_seal_clear(&last);
	return at_us;
}

/* True if the database has the mirror's last checkpoint, too: then both have the same history. */
static bool
has_seal(struct sabot_db *db, const struct sabot_seal *seal, bool *ret_has, GError **error)
{
	struct sabot_seal same;

	*ret_has = true;
	if (seal->number == 0)
		return true;
	if (!sabot_seal_read(db, seal->number, &same, error))
		return false;
	/* If it was archived since, all that is known is that the mirror is older. */
	*ret_has = same.note && strcmp(same.note, seal->note) == 0;
	sabot_seal_clear(&same);
	return true;
}

static bool
are_equal(const struct sabot_mirror_state *a, const struct sabot_mirror_state *b)
{
	return a->seq == b->seq && a->seal.number == b->seal.number && a->archive == b->archive;
}

static enum sabot_mirror_fitness
judge(const struct sabot_mirror_state *here, const struct sabot_mirror_state *there, bool has,
      const struct sabot_mirror_state *begin)
{
	bool is_its = memcmp(here->origin.database, there->origin.database,
			     sizeof(here->origin.database)) == 0;
	bool is_older = has || there->seal.number <= here->archive;

	if (is_its && has && (are_equal(there, here) || (begin && are_equal(there, begin))))
		return SABOT_MIRROR_SAME;
	return is_its && is_older && there->seq <= here->seq ? SABOT_MIRROR_OLDER
							     : SABOT_MIRROR_OTHER;
}

bool
sabot_mirror_state_compare(struct sabot_db *db, struct sabot_db *own,
			   const struct sabot_mirror_state *begin,
			   enum sabot_mirror_fitness *ret_fitness, GError **error)
{
	struct sabot_mirror_state *here = sabot_mirror_state_read(db, error);
	struct sabot_mirror_state *there = here ? sabot_mirror_state_read(own, error) : NULL;
	bool has, is_compared = there && has_seal(db, &there->seal, &has, error);

	if (is_compared)
		*ret_fitness = judge(here, there, has, begin);
	sabot_mirror_state_free(here);
	sabot_mirror_state_free(there);
	return is_compared;
}
