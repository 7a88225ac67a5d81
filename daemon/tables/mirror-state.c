/* Everything is read on the thread that owns the connection; nothing is written. */
#include "mirror-state.h"
#include "store/db/db-open.h"
#include "store/log/archive.h"
#include "store/log/log.h"
#include "store/files/restores.h"
#include "store/proof/progress.h"
#include "store/proof/seal.h"
#include "store/proof/verify-structure.h"

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

/* What the database has of the mirror. */
struct has {
	bool events; /* the last event of each log, and so all of them */
	bool seal;   /* its last checkpoint */
};

static enum sabot_mirror_fitness
judge(const struct sabot_mirror_state *here, const struct sabot_mirror_state *there, struct has has,
      const struct sabot_mirror_state *begin)
{
	bool is_older = has.seal || there->seal.number <= here->archive;

	if (memcmp(here->origin.database, there->origin.database, sizeof(here->origin.database)) !=
	    0)
		return SABOT_MIRROR_ALIEN;
	if (!has.events)
		return SABOT_MIRROR_AHEAD;
	if (has.seal && (are_equal(there, here) || (begin && are_equal(there, begin))))
		return SABOT_MIRROR_SAME;
	return is_older && there->seq <= here->seq ? SABOT_MIRROR_OLDER : SABOT_MIRROR_AHEAD;
}

/* False with an error: something cannot be read. */
static bool
compare(struct sabot_db *db, struct sabot_db *own, const struct sabot_mirror_state *begin,
	struct sabot_mirror_found *found, GError **error)
{
	struct sabot_mirror_state *here = sabot_mirror_state_read(db, error);
	struct sabot_mirror_state *there = here ? sabot_mirror_state_read(own, error) : NULL;
	struct has has;
	bool is_compared = there && has_seal(db, &there->seal, &has.seal, error) &&
			   sabot_progress_has_all(own, db, &has.events, error);

	if (is_compared) {
		found->fitness = judge(here, there, has, begin);
		found->has_signed = there->seal.number > 0;
		is_compared = found->fitness != SABOT_MIRROR_AHEAD ||
			      sabot_restores_explain(db, own, &found->is_explained, error);
	}
	sabot_mirror_state_free(here);
	sabot_mirror_state_free(there);
	return is_compared;
}

/* `damage` is transferred; NULL: there is none. */
static GError *
describe(char *damage, enum sabot_mirror_fitness fitness)
{
	g_autofree char *own = damage, *sentence = NULL;

	if (own) {
		sentence = g_strdup_printf("it is damaged (%s)", own);
		return sabot_store_error_new(SABOT_STORE_REASON_DAMAGED, sentence);
	}
	return fitness == SABOT_MIRROR_ALIEN
		       ? sabot_store_error_new(SABOT_STORE_REASON_OTHER_DATABASE,
					       "it is another database")
		       : NULL;
}

struct sabot_mirror_found
sabot_mirror_state_find(struct sabot_db *db, const char *path,
			const struct sabot_mirror_state *begin, struct sabot_db **ret_own)
{
	struct sabot_mirror_found found = {.fitness = SABOT_MIRROR_UNREADABLE};
	g_autoptr(GError) error = NULL;
	char *damage = NULL;

	*ret_own = sabot_db_open(path, SABOT_DB_WRITER, &error);
	if (!*ret_own || !compare(db, *ret_own, begin, &found, &error))
		damage = g_strdup(error->message);
	else if (found.fitness != SABOT_MIRROR_SAME)
		damage = sabot_verify_db_structure(*ret_own, false);
	found.fault = describe(damage, found.fitness);
	return found;
}
