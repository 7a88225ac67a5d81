/*
 * What a regulator's text demands, and who sees to it: clause by clause, as data
 * (comply/clauses/NAME.clauses). A file is a key file (profiles/key-file.h):
 *
 *     [comply]
 *     title=New Jersey
 *     text=N.J.A.C. 13:69D, 13:69E, 13:69F
 *     read=2026-11-29
 *
 *     [13:69D-1.22(d)]
 *     name[es]=…
 *     page=https://…
 *     words=A fill slip is one of a numbered series …
 *     words[es]=…
 *     by=both
 *     function=fills by number, signed by four
 *     document=docs/shift.md#slips
 *     tests=daemon-slips shift-ledger
 *     rules=PB-02 PB-04
 *     house=…
 *
 * `words` are ours, not the text's. What the program does has a function and tests; what is left to
 * the house says so in `house`. Title, text, words, function and house may be there in other
 * languages, too, and a `name` that stands for the clause's own. Nothing here is of a thread.
 */
#pragma once

#include <glib.h>

enum {
	SABOT_CLAUSES_BYTES_MAX = 256 * 1024,
	SABOT_CLAUSES_MAX = 512,
	SABOT_CLAUSE_TEXT_MAX = 800, /* bytes of a value */
	SABOT_CLAUSE_TESTS_MAX = 24,
};

enum sabot_clause_by {
	SABOT_CLAUSE_PROGRAM, /* the program does it; tests say so */
	SABOT_CLAUSE_HOUSE,   /* the house's duty */
	SABOT_CLAUSE_BOTH,    /* a part each */
};

struct sabot_clause {
	char *id;
	char *name; /* what it is called in the language; the id where the file has none */
	char *page, *words;
	enum sabot_clause_by by;
	char *function, *document; /* NULL where only the house has a part */
	GStrv tests, rules;        /* may be empty; never NULL */
	char *house;               /* NULL where only the program has a part */
};

struct sabot_clauses {
	char *title, *text, *read;
	GPtrArray *clauses; /* of struct sabot_clause, in the order of the file */
};

/*
 * Read clauses, in `language` ("es", "es_ES") as far as the file has it; NULL: as they were
 * written. Whatever it is, all languages are checked. `name` begins the sentence of an error
 * (G_KEY_FILE_ERROR). NULL on error. Transferred.
 */
struct sabot_clauses *
sabot_clauses_parse(const char *text, size_t n_bytes, const char *name, const char *language,
		    GError **error);

/* Those that are built in under `name`, as "nj"; else those in the file `name`. As above. */
struct sabot_clauses *
sabot_clauses_read(const char *name, const char *language, GError **error);

/* The names of those that are built in, in their order. Transferred. */
GStrv
sabot_clauses_list(void);

/* NULL is allowed. */
void
sabot_clauses_free(struct sabot_clauses *clauses);
