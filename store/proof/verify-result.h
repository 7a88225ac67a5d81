/* The verdict on a chain: what was proven, or the first bad row (verify.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The fault of the first bad row. */
enum sabot_verify_fault {
	SABOT_VERIFY_INTACT,
	SABOT_VERIFY_CHANGED,     /* the row differs from what was hashed, or was moved */
	SABOT_VERIFY_MISSING,     /* a row before this number is missing */
	SABOT_VERIFY_UNEXPECTED,  /* a row that belongs to nothing */
	SABOT_VERIFY_CHECKPOINT,  /* a checkpoint differs from the one that was made */
	SABOT_VERIFY_SIGNATURE,   /* no given key signed a checkpoint or an archive's note */
	SABOT_VERIFY_REWRITTEN,   /* the chain differs from the one that was signed */
	SABOT_VERIFY_CUT,         /* the file ends before the checkpoint that was kept elsewhere */
	SABOT_VERIFY_UNSIGNED,    /* a key was given, but there is no checkpoint or no event */
	SABOT_VERIFY_ANCHOR,      /* an archive's note differs from the one that was made */
	SABOT_VERIFY_GAP,         /* this file does not continue where the one before ended */
	SABOT_VERIFY_PERSON,      /* a person's row differs from the house log */
	SABOT_VERIFY_ROW,         /* a column holds what no sabotd wrote there */
	SABOT_VERIFY_SCHEMA,      /* somebody changed the database's schema */
	SABOT_VERIFY_STRUCTURE,   /* the file's pages or indexes are damaged */
	SABOT_VERIFY_SEAL,        /* a line of a case file differs from the one that was sealed */
	SABOT_VERIFY_UNSEALED,    /* a key was given, and none has sealed the case file */
	SABOT_VERIFY_WITNESS,     /* a witness has cosigned another past than this one */
	SABOT_VERIFY_UNWITNESSED, /* a witness is required, and has not cosigned this yet */
};

/* The fault as a word. */
const char *
sabot_verify_fault_to_string(enum sabot_verify_fault fault);

struct sabot_verify_result {
	enum sabot_verify_fault fault;
	/*
	 * if the row belongs to no event: its table, number and log; for ROW, SCHEMA and STRUCTURE
	 * what is wrong where; or NULL
	 */
	char *row;
	char *object; /* SCHEMA: by its name, as "trigger x"; else NULL */
	/*
	 * for SIGNATURE: who signed, as the note says ("casino+6b60844f"), if that is none of the
	 * given keys; NULL: the note names a given key, or nobody
	 */
	char *signer;
	char *log;          /* log of the bad row; NULL: in no log */
	int64_t n, seq;     /* of the bad or missing row; 0 = not known */
	int64_t checkpoint; /* number of the bad one; 0 = none */
	int64_t archive;    /* number of the one whose note is bad, or that is missing; 0 = none */
	int64_t line;       /* the bad line of a case file; 0 = none, or not known */
	int64_t person;     /* the person whose row is bad; 0 = none */
	int64_t begins;     /* the archive after which it begins; 0 = at the beginning */

	int64_t n_events;    /* events whose hash was proven */
	int64_t n_unchained; /* events from before the chain, which are not proven */
	int64_t n_logs;
	int64_t n_checkpoints;
	int64_t first_us, last_us; /* times of the first and last event */
	int64_t signed_seq;        /* the last event under a signature; 0 = none */
	int64_t signed_us;         /* when that signature was made */
	int64_t n_unprotected;     /* events after it */
	int64_t witnessed;         /* the last checkpoint that a witness has cosigned; 0 = none */
	int64_t witnessed_us;      /* when the witness cosigned it */
	int64_t n_unwitnessed;     /* checkpoints after it */
};

/* Free its contents. The struct itself is the caller's. */
void
sabot_verify_result_clear(struct sabot_verify_result *verdict);

/* The member that holds the number of the bad row for such a fault. */
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
