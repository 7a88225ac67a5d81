/* The verdict on a chain: what was proven, or the first bad row (see verify.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What is wrong with the first bad row. */
enum sabot_verify_fault {
	SABOT_VERIFY_INTACT,
	SABOT_VERIFY_CHANGED,     /* the row is not what was hashed, or not where it was */
	SABOT_VERIFY_MISSING,     /* a row is gone before this number */
	SABOT_VERIFY_UNEXPECTED,  /* a row that belongs to nothing */
	SABOT_VERIFY_CHECKPOINT,  /* a checkpoint is not the one that was made */
	SABOT_VERIFY_SIGNATURE,   /* a checkpoint or an archive's note that no given key signed */
	SABOT_VERIFY_REWRITTEN,   /* the chain is not the one that was signed */
	SABOT_VERIFY_CUT,         /* the file ends before the checkpoint that was kept */
	SABOT_VERIFY_UNSIGNED,    /* a key was given, but there is no checkpoint; or no event */
	SABOT_VERIFY_ANCHOR,      /* an archive's note is not the one that was made */
	SABOT_VERIFY_GAP,         /* this file does not go on where the one before ended */
	SABOT_VERIFY_PERSON,      /* a person's row is not as the house log has him */
	SABOT_VERIFY_ROW,         /* a column holds what no sabotd wrote there */
	SABOT_VERIFY_SCHEMA,      /* somebody changed the database's schema */
	SABOT_VERIFY_SEAL,        /* a line of a case file is not the one that was sealed */
	SABOT_VERIFY_WITNESS,     /* a witness has cosigned another past than this */
	SABOT_VERIFY_UNWITNESSED, /* a witness was demanded, and has not cosigned it so far */
};

/* The fault as a word. */
const char *
sabot_verify_fault_to_string(enum sabot_verify_fault fault);

struct sabot_verify_result {
	enum sabot_verify_fault fault;
	char *row;          /* where it belongs to no event: its table, number and log, or of ROW
			     * and SCHEMA what is wrong where; or NULL */
	char *log;          /* of the bad row, or NULL when it is in none */
	int64_t n, seq;     /* of the bad row, or of the one missing; 0 = not known */
	int64_t checkpoint; /* the bad one's number; 0 = none is */
	int64_t archive;    /* whose note is bad, or that is missing; 0 = none is */
	int64_t line;       /* the bad one of a case file; 0 = none is, or not known */
	int64_t person;     /* whose row is bad; 0 = nobody's is */
	int64_t begins;     /* the archive behind which it begins; 0 = at the beginning */

	int64_t n_events;    /* whose hash was proven */
	int64_t n_unchained; /* from before the chain: nothing is proven of them */
	int64_t n_logs;
	int64_t n_checkpoints;
	int64_t first_us, last_us; /* times of the first and last event */
	int64_t signed_seq;        /* the last event under a signature; 0 = none */
	int64_t signed_us;         /* when that was made */
	int64_t n_unprotected;     /* events after it */
	int64_t witnessed;         /* the last checkpoint that a witness has cosigned; 0 = none */
	int64_t witnessed_us;      /* when it did */
	int64_t n_unwitnessed;     /* checkpoints after it */
};

/* Free what it points to. The struct itself is the caller's. */
void
sabot_verify_result_clear(struct sabot_verify_result *verdict);

/* The number that identifies the bad row of such a fault. */
int64_t *
sabot_verify_result_number(struct sabot_verify_result *verdict, enum sabot_verify_fault fault);

/*
 * Report a fault: at event `n` of `log`, `seq` over all logs; or with the number of the bad row.
 * The first one counts. Both return false.
 */
bool
sabot_verify_result_fail_at(struct sabot_verify_result *verdict, enum sabot_verify_fault fault,
			    const char *log, int64_t n, int64_t seq);
bool
sabot_verify_result_fail(struct sabot_verify_result *verdict, enum sabot_verify_fault fault,
			 const char *log, int64_t number);
