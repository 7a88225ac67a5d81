/* Indexes the house log: its findings, log-ins and log-outs, and the persons it names. */
#include "indexer-private.h"

#include <string.h>

bool
sabot_index_record_persons(struct sabot_index_log *log, const struct sabot_event_line *line,
			   int64_t place)
{
	const char *const persons[] = {line->by, line->who, line->person, line->second, line->to};

	for (size_t i = 0; i < G_N_ELEMENTS(persons); i++) {
		const char *person = persons[i];

		if (person && person[0] &&
		    !sabot_index_put_person(log->indexer->index, person, place, &log->error))
			return false;
	}
	return true;
}

bool
sabot_index_record_said(struct sabot_index_log *log, const struct sabot_event_line *line,
			const char *table, int64_t n)
{
	const struct sabot_index_said said = {
		.table = table,
		.incident = line->incident,
		.round = line->round,
		.log_id = log->log_id,
		.n = n,
	};

	return sabot_index_put_said(log->indexer->index, &said, &log->error);
}

static bool
record_house_event(struct sabot_index_log *log, const struct sabot_log_record *record,
		   const struct sabot_event_line *line)
{
	struct sabot_db *index = log->indexer->index;

	if (line->table && !sabot_index_record_said(log, line, line->table, record->n))
		return false;
	if (!sabot_index_put_note(index, record->at_us, record->n, &log->error) ||
	    !sabot_index_record_persons(log, line, record->seq))
		return false;
	if (line->person && strcmp(record->ev, "login") == 0)
		return sabot_index_put_login(index, record->n, line->person, record->at_us,
					     &log->error);
	if (line->person && strcmp(record->ev, "logout") == 0)
		return sabot_index_end_login(index, line->person, record->at_us, &log->error);
	return true;
}

/* Findings are numbered as they come; a log that continues behind an archive says from where. */
static bool
record_finding(struct sabot_index_log *log, const struct sabot_log_record *record,
	       const struct sabot_event_line *line)
{
	struct sabot_index_incident row = {
		.log_id = log->log_id,
		.incident = log->incidents + 1,
		.place = record->seq,
		.n = record->n,
		.at_us = record->at_us,
	};

	if (strcmp(record->ev, "carried") == 0)
		log->incidents = line->incidents;
	if (strcmp(record->ev, "finding") != 0)
		return true;
	log->incidents++;
	g_strlcpy(row.code, line->code ? line->code : "", sizeof(row.code));
	return !log->is_writing || sabot_index_put_incident(log->indexer->index, &row, &log->error);
}

bool
sabot_index_on_house_record(const struct sabot_log_record *record,
			    const struct sabot_chain_hash *hash, void *data)
{
	struct sabot_index_log *log = data;
	json_t *object = json_loads(record->line, 0, NULL);
	struct sabot_event_line line;
	bool goes_on;

	(void)hash;
	sabot_event_line_read(object, &line);
	log->n_indexed++;
	log->is_writing = record->n > log->done;
	goes_on = record_finding(log, record, &line) &&
		  (!log->is_writing || record_house_event(log, record, &line));
	if (log->is_writing)
		log->done = record->n;
	json_decref(object);
	return goes_on;
}
