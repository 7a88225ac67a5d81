/*
 * Events that a table's log does not have any more: an older database was restored, or put in
 * place, or a spool is lost. What happened meanwhile was not seen, and nobody is to be accused for
 * it. Main thread.
 */
#pragma once

#include "floor-submit.h"

/* The code of the `device` event, state `lost`, that says so in the table's log. */
#define SABOT_LOG_GAP "log"

/*
 * Apply that event to a table in whose log events are missing before `at_us`, and count its number.
 * NULL: no load is in the shoe, so nothing is to be doubted. Transferred; nothing is published.
 */
struct sabot_logged_event *
sabot_log_gap_step(struct sabot_floor *floor, struct sabot_table_service *table, int64_t at_us);

/* Acknowledged events are lost, and whose they were is not known. Before the report. */
void
sabot_log_gap_add(struct sabot_floor *floor);

/*
 * Write that event into the log of each table that may lack events; where it is not known whose are
 * lost, of each table with a load. Once, after the start and before the findings about it are
 * recorded.
 */
void
sabot_log_gap_report(struct sabot_floor *floor);
