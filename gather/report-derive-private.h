/* A log that is derived into a sheet: shared by report-derive.c and report-derive-rounds.c. */
#pragma once

#include "load-order.h"
#include "report-derive.h"

#include "eventlog/derive.h"

enum { REPORT_LAST_MOMENT_MS = 3000 };

/* When a bet was placed or last changed. Has no padding, because it is saved as it is. */
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
	char *rules, *overrides; /* borrowed by `facts` */
	enum sabot_game game;
	int64_t now_us, round_begin_us;
	uint32_t n;                    /* number of the current event */
	uint32_t begun_n, begun_round; /* the event that first reported the last round */
	uint32_t dealer;               /* word: the person on that post */
	GString *unread;               /* unread places of the load in the shoe */
	struct load_order order;       /* of its cards, and those of the load before */
	GArray *bets; /* of struct report_bet_time: bets of the open round, by their last change */
	int64_t closed_us; /* end of its betting; SABOT_TIME_NONE: still open, or not known */
};

/* report-derive-rounds.c */

/* The word of the sheet for a text; NULL counts as "". */
uint32_t
report_derive_word(struct report_derive *derive, const char *text);

/* The load's row; NULL if there is none. */
struct sabot_sheet_load *
report_derive_find_load(struct report_derive *derive, unsigned number);

/* True if the bet was placed or changed in the last moment before the betting closed. */
bool
report_derive_is_last_moment(const struct report_derive *derive, uint32_t bettor, int box, int on);

/* Called after the engine has reported a round, for the first time or again. */
void
report_derive_add_round(struct report_derive *derive, const struct sabot_output *output);

/*
 * Add an applied `paid` event to its stake, if its round is over; otherwise it is added when the
 * round is reported. Corrections are not included: they are notes.
 */
void
report_derive_add_payment(struct report_derive *derive, const struct sabot_event *event);
