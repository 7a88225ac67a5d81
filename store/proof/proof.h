/*
 * A proof: the events of one log or of all, with their hashes and the checkpoints over them, as
 * JSON lines. It can be checked without the database (docs/storage.md describes its form), and is
 * what leaves the house.
 */
#pragma once

#include "verify.h"

#include <jansson.h>
#include <stdio.h>

/* Of what is written; files of the first, which had no salts, are read, too. */
enum { SABOT_PROOF_VERSION = 2 };

/*
 * Write the proof of `log`, or of all logs when it is NULL, in one read transaction. What was from
 * before the chain is written too; it proves nothing of it.
 */
bool
sabot_proof_write(struct sabot_db *db, const char *log, FILE *file, GError **error);

/*
 * Write the last part of `log`, which must not be empty, and what vouches for it: the last
 * checkpoint that names it, else the note on the last archive. Where that is about its end, it is
 * the same file whenever it is written until the log grows. The members of `more` are added to its
 * header.
 */
bool
sabot_proof_write_part(struct sabot_db *db, const char *log, json_t *more, FILE *file,
		       GError **error);

/* Who reads a proof gets what was found good of it, as it comes; all borrowed for the call. */
struct sabot_proof_reader {
	void (*header)(json_t *header, void *data);
	void (*event)(const struct sabot_log_record *record, const struct sabot_chain_hash *hash,
		      void *data);
	void (*note)(const char *note, void *data);
	/*
	 * NULL: a proof of one range a log. Else it may have several, each begun by a `from` of its
	 * own, and this gets the objects that no proof has; false refuses one.
	 */
	bool (*other)(const json_t *object, void *data);
	void *data;
};

/* Take in one line's object, borrowed. False when a proof has none such there. */
bool
sabot_proof_add_line(json_t *object, bool is_first, struct sabot_verify *verify,
		     const struct sabot_proof_reader *reader);

/* As sabot_proof_verify(), with a reader; NULL: none. */
bool
sabot_proof_read(FILE *file, struct sabot_verify *verify, const struct sabot_proof_reader *reader,
		 GError **error);

/*
 * Feed a proof to `verify`. False with an error when the file cannot be read as one; what is wrong
 * with its content is the verdict of `verify`.
 */
bool
sabot_proof_verify(FILE *file, struct sabot_verify *verify, GError **error);
