/* What report-derive.c and report-derive-rounds.c share. */
#pragma once

#include "report-derive.h"

#include "eventlog/derive.h"

struct report_derive {
	struct sabot_derive *derive;
	struct sabot_sheet_writer *writer;
	struct sabot_event_buffer *buffer;
	struct sabot_sheet_facts facts;
	char *rules, *overrides; /* what `facts` borrows */
	enum sabot_game game;
	int64_t now_us, round_begin_us;
	uint32_t n;      /* of the event at hand */
	uint32_t begun_n, begun_round; /* the event that reported the last round first */
	uint32_t dealer; /* word: who is on that post */
	GString *unread; /* places of the load in the shoe */
};

/* A word of the sheet; NULL is "". */
uint32_t
report_derive_word(struct report_derive *derive, const char *text);
/* The load's row; NULL. */
struct sabot_sheet_load *
report_derive_find_load(struct report_derive *derive, unsigned number);
/* Called when the engine has reported a round, for the first time or again. */
void
report_derive_add_round(struct report_derive *derive, const struct sabot_output *output);
/*
 * A `paid` that was applied goes to its stake, if its round is over; else it does so when the round
 * is reported. Corrections are none of it: they are notes.
 */
void
report_derive_add_payment(struct report_derive *derive, const struct sabot_event *event);
