/*
 * Where two databases meet: a table goes from one to the other, and each holds what it knows of the
 * other's past against what it is given. Of a database that gave a table the house log keeps
 * (`taking`) what was its last checkpoint then; those that this database gave are named in what it
 * signs when it gives another table (`given`, store/proof/witness.h); and what it knows of others
 * goes with the file, so that they, too, see what they have lost. On the connection's thread.
 */
#pragma once

#include "table-file.h"

/*
 * What a table's file says beside the proof: `last`, the database's last checkpoint; `witness`,
 * signed with the key (NULL: without); and `known`, checkpoints of other databases. It is the same
 * as before where the table was given before. NULL with an error. Transferred.
 */
json_t *
sabot_handover_build(struct sabot_db *db, const char *table, const struct sabot_key *key,
		     GError **error);

/* The file, held against what this database knows: details of findings, or NULL. */
struct sabot_handover_verdict {
	json_t *giver; /* the giver has two pasts */
	json_t *own;   /* this database has, by what the giver was once given by it */
	bool is_giver_new, is_own_new; /* it was not found before */
};

/*
 * `keys` (of struct sabot_key) have signed this database's checkpoints. False with an error when
 * the database cannot be read. What `ret_verdict` has is transferred.
 */
bool
sabot_handover_judge(const struct sabot_table_file *file, struct sabot_db *db,
		     const GPtrArray *keys, struct sabot_handover_verdict *ret_verdict,
		     GError **error);

/* The sentence with which a table of such a giver is refused. */
extern const char sabot_handover_two_pasts[];

/* Free what it has. The struct itself is the caller's. */
void
sabot_handover_verdict_clear(struct sabot_handover_verdict *verdict);
