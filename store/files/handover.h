/*
 * Checks between two databases when a table moves from one to the other: each compares what it
 * knows about the other's past with what it is given. For a database that gave a table, the house
 * log keeps (`taking`) the last checkpoint it had then. The databases to which this one gave a
 * table are named in what it signs when it gives another table (`given`, store/proof/witness.h).
 * What it knows about others travels with the file, so that they can see what they have lost, too.
 * A table of this database itself must have a checkpoint that is here: otherwise it comes from a
 * copy.
 * On the connection's thread.
 */
#pragma once

#include "table-file.h"

/*
 * What a table's file contains besides the proof: `last`, the database's last checkpoint;
 * `witness`, signed with the key (left out if NULL); `known`, checkpoints of other databases; and
 * `said`, what each of these said of itself with it, or "". Unchanged if the table was given
 * before. NULL with an error. Transferred.
 */
json_t *
sabot_handover_build(struct sabot_db *db, const char *table, const struct sabot_key *key,
		     GError **error);

/* Findings from comparing the file with what this database knows: their details, or NULL. */
struct sabot_handover_verdict {
	json_t *giver;       /* the giver has two pasts */
	json_t *own;         /* this database has two pasts: the giver knows what is gone here */
	const char *refusal; /* the message with which the table is refused; NULL: it is not */
	bool is_giver_new, is_own_new; /* it was not found before */
};

/*
 * `keys` (of struct sabot_key) have signed this database's checkpoints. False with an error if the
 * database cannot be read. The contents of `ret_verdict` are transferred.
 */
bool
sabot_handover_judge(const struct sabot_table_file *file, struct sabot_db *db,
		     const GPtrArray *keys, struct sabot_handover_verdict *ret_verdict,
		     GError **error);

/* Free its contents. The struct itself is the caller's. */
void
sabot_handover_verdict_clear(struct sabot_handover_verdict *verdict);
