/*
 * What `sabotctl lab` leaves behind: PREFIX.json and PREFIX.pdf, and PREFIX.note, a signed note
 * (store/keys/note.h) over the digests of both:
 *
 *     sabot-lab/1 VERSION COMMIT
 *     result passed|failed
 *     complete yes|no
 *     sha256 HEX json
 *     sha256 HEX pdf
 */
#pragma once

#include "lab.h"
#include "store/keys/key.h"

enum { LAB_NOTE_BYTES_MAX = 4096, LAB_FILE_BYTES_MAX = 16 * 1024 * 1024 };

/* The result of one check. */
struct lab_line {
	const char *id, *title; /* untranslated; borrowed */
	enum lab_result result;
	char *detail;
	guint64 tried;
	gint64 took_us;
};

struct lab_report {
	GPtrArray *lines; /* of struct lab_line */
	guint64 rounds;
	gint64 made_us;
	bool has_passed, is_complete;
};

/* "passed", "failed", "left_out". */
const char *
lab_result_word(enum lab_result result);

/* Write the three files; none may exist. False with an error. */
bool
lab_report_write(const struct lab_report *report, const struct sabot_key *key, const char *prefix,
		 GError **error);

/*
 * Check PREFIX.json and PREFIX.pdf against PREFIX.note and its signature by the key. False with an
 * error that names the one that is not as it was signed; `ret_passed` is the result in the note.
 */
bool
lab_report_check(const char *prefix, const struct sabot_key *key, bool *ret_passed, GError **error);
