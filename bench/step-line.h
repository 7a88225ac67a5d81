/*
 * What the bench's client has to know about a push, found in its text without parsing it: reading
 * thousands of lines a second as JSON would take more of the machine than the daemon does.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct step_line {
	unsigned table;  /* N of "TN" */
	bool is_step;    /* otherwise a view alone */
	char ev[16];     /* of a step */
	int64_t at_us;   /* of a step: when the daemon took the event */
	char prompt[16]; /* its kind */
	char who[8];     /* "" where the prompt has none */
	char device[16]; /* its state */
};

/* False when it is no push with a view of a table "TN". */
bool
step_line_read(const char *line, size_t length_bytes, struct step_line *ret_step);
