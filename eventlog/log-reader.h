/*
 * Reads an event log line by line: the first line names table and rules, the others are events. Any
 * error is refused with its line and field; nothing is guessed or truncated.
 */
#pragma once

#include "event-json.h"

#include <stdio.h>

enum {
	SABOT_LOG_LINE_MAX_BYTES = 64 * 1024,
	SABOT_LOG_ERROR_SIZE = 320,
	SABOT_LOG_DEPTH_MAX = 16,
};

struct sabot_log_header {
	const char *table; /* borrowed from the reader */
	bool is_house;     /* the house log: no rules, and events of its own (house.h) */
	struct sabot_rules rules;
	unsigned from_load, from_round, from_incident;
};

struct sabot_log_reader;

/* Reads from `file`, borrowed; `profile_directory` may be NULL. Never NULL. Transferred. */
struct sabot_log_reader *
sabot_log_reader_new(FILE *file, const char *profile_directory);
void
sabot_log_reader_free(struct sabot_log_reader *reader);

/* The first line. False with "line N: field: why" in `error`. */
bool
sabot_log_reader_header(struct sabot_log_reader *reader, struct sabot_log_header *ret_header,
			char error[SABOT_LOG_ERROR_SIZE]);

enum sabot_log_status { SABOT_LOG_EVENT, SABOT_LOG_END, SABOT_LOG_ERROR };

/*
 * Read the next event, valid until the next call; blank lines are skipped. `ret_object`, borrowed,
 * is the whole line as it was given (may be NULL).
 */
enum sabot_log_status
sabot_log_reader_next(struct sabot_log_reader *reader, struct sabot_event *ret_event,
		      const json_t **ret_object, char error[SABOT_LOG_ERROR_SIZE]);

/* Read the next line of a house log as it was given, borrowed until the next call. */
enum sabot_log_status
sabot_log_reader_next_object(struct sabot_log_reader *reader, const json_t **ret_object,
			     char error[SABOT_LOG_ERROR_SIZE]);

/* The number of the line read last, from 1. */
unsigned
sabot_log_reader_line(const struct sabot_log_reader *reader);
