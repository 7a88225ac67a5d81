/*
 * A proof: the events of one log or of all, with their hashes and the checkpoints over them, as
 * JSON lines. It can be verified without the database (docs/storage.md describes its form), and can
 * leave the house.
 */
#pragma once

#include "verify.h"

#include <jansson.h>
#include <stdio.h>

/* Of proofs written; version 1, which had no salts, can still be read. */
enum { SABOT_PROOF_VERSION = 2 };

/*
 * Write the proof of `log`, or of all logs if it is NULL, in one read transaction. Events from
 * before the chain are written too, but not proven.
 */
bool
sabot_proof_write(struct sabot_db *db, const char *log, FILE *file, GError **error);

/*
 * Write the last part of `log`, which must not be empty, and what vouches for it: the last
 * checkpoint that names the log, or else the note on the last archive. If that covers the part's
 * end, every call writes the same file until the log grows. The members of `more` are added to the
 * header.
 */
bool
sabot_proof_write_part(struct sabot_db *db, const char *log, json_t *more, FILE *file,
		       GError **error);

/* Receives the proof's content as it is found good; all arguments are borrowed for the call. */
struct sabot_proof_reader {
	void (*header)(json_t *header, void *data);
	void (*event)(const struct sabot_log_record *record, const struct sabot_chain_hash *hash,
		      void *data);
	void (*note)(const char *note, void *data);
	/*
	 * NULL: a proof of one range per log. Otherwise a log may have several ranges, each begun
	 * by its own `from`, and this callback receives the objects that a proof does not have; it
	 * returns false to refuse one.
	 */
	bool (*other)(const json_t *object, void *data);
	void *data;
};

/* Process the object of one line, borrowed. False if a proof cannot have it there. */
bool
sabot_proof_add_line(json_t *object, bool is_first, struct sabot_verify *verify,
		     const struct sabot_proof_reader *reader);

/* As sabot_proof_verify(), with a reader; NULL: none. */
bool
sabot_proof_read(FILE *file, struct sabot_verify *verify, const struct sabot_proof_reader *reader,
		 GError **error);

/*
 * Feed a proof to `verify`. False with an error if the file cannot be read as a proof; faults of
 * its content are in the verdict of `verify`.
 */
bool
sabot_proof_verify(FILE *file, struct sabot_verify *verify, GError **error);
