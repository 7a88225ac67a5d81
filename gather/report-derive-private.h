/* What report-derive.c and report-derive-rounds.c share. */
#pragma once

#include "load-order.h"
#include "report-derive.h"

#include "eventlog/derive.h"

enum { REPORT_LAST_MOMENT_MS = 3000 };

/* When a bet was put down or changed last. Without padding: it is saved as it is. */
struct report_bet_time {
	int64_t at_us;
	uint32_t bettor; /* word */
	uint16_t on;     /* enum sabot_bet */
	uint16_t box;
};
_Static_assert(sizeof(struct report_bet_time) == 16, "no padding: it is saved as it is");

struct report_derive {
	struct sabot_derive *derive;
	struct sabot_sheet_writer *writer;
	struct sabot_event_buffer *buffer;
	struct sabot_sheet_facts facts;
	char *rules, *overrides; /* what `facts` borrows */
	enum sabot_game game;
	int64_t now_us, round_begin_us;
	uint32_t n;                    /* of the event at hand */
	uint32_t begun_n, begun_round; /* the event that reported the last round first */
	uint32_t dealer;               /* word: who is on that post */
	GString *unread;               /* places of the load in the shoe */
	struct load_order order;       /* of its cards, and those of the load before */
	GArray *bets; /* of struct report_bet_time: of the open round, as they were last changed */
	int64_t closed_us; /* of its betting; SABOT_TIME_NONE: it is open, or nobody knows when */
};

/* A word of the sheet; NULL is "". */
uint32_t
report_derive_word(struct report_derive *derive, const char *text);
/* The load's row; NULL. */
struct sabot_sheet_load *
report_derive_find_load(struct report_derive *derive, unsigned number);
/* Whether it was bet, or changed, in the last moment before the betting closed. */
bool
report_derive_is_last_moment(const struct report_derive *derive, uint32_t bettor, int box, int on);
/* Called when the engine has reported a round, for the first time or again. */
void
report_derive_add_round(struct report_derive *derive, const struct sabot_output *output);
/*
 * A `paid` that was applied goes to its stake, if its round is over; else it does so when the round
 * is reported. Corrections are none of it: they are notes.
 */
void
report_derive_add_payment(struct report_derive *derive, const struct sabot_event *event);
