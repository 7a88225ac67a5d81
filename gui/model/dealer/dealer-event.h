/* The events that a dealer's display sends: what may be done with one. No GTK. */
#pragma once

#include "proto/view.h"

/* True if `undo` can take the event back (docs/event-log.md). */
bool
sabot_dealer_event_can_be_undone(json_t *event);

/* True if the event's `ev` is this word. */
bool
sabot_dealer_event_is(json_t *event, const char *ev);

/* The word for what it does; of an array of events, and of NULL, "again". Transferred. */
char *
sabot_dealer_event_meaning(json_t *event);

/* The right of docs/access.md that the event takes. A constant. */
const char *
sabot_dealer_event_right(json_t *event);

/* A new `paid` event: `amount_minor` without the stake; negative: the stake was taken. */
json_t *
sabot_dealer_event_paid(const struct sabot_wire_payout *payout, int64_t amount_minor);

/* Which stake of its round a payout is for, in a text to be compared. Transferred. */
char *
sabot_dealer_payout_id(const struct sabot_wire_payout *payout);

/* The number that a recorded event has in its log: `ok` is the answer, or NULL; then 0. */
int64_t
sabot_dealer_event_number(json_t *ok);

/* A row of this display's presses, interrupted by nothing but undo. */
struct sabot_dealer_undo {
	int64_t at_n; /* the table's event after which `undo` may be pressed; 0 = none */
	int n;        /* how many can be taken back */
};

/* Takes back the table's last event. New reference. */
json_t *
sabot_dealer_undo_event(void);
/* The table's event `at_n` took a press back (`is_undo`), or is one that can be taken back. */
void
sabot_dealer_undo_count(struct sabot_dealer_undo *undo, bool is_undo, bool can_undo, int64_t at_n);
/* True if the last press can be taken back while the table's last event is `n`. */
bool
sabot_dealer_undo_can(const struct sabot_dealer_undo *undo, int64_t n);

/*
 * The events of keys that were pressed: pressing a key again has no effect until the result is
 * shown.
 */
struct sabot_dealer_sent {
	GArray *events; /* each not answered yet, or its result not shown yet; NULL: none so far */
};

/*
 * Record `event`; false if the same event is still under way, while the table's last event shown is
 * `n`. `undo` can be repeated once it is answered, and so can what was pressed before it.
 */
bool
sabot_dealer_sent_begin(struct sabot_dealer_sent *sent, json_t *event, int64_t n);
/* `event` was recorded as the table's event `at_n`; 0 if it was refused. */
void
sabot_dealer_sent_end(struct sabot_dealer_sent *sent, json_t *event, int64_t at_n);
/*
 * True if a key that closes bets or ends the round is under way while event `n` is shown: what is
 * pressed then to take back is about that, not about the stakes and payments that are shown.
 */
bool
sabot_dealer_sent_has_step(const struct sabot_dealer_sent *sent, int64_t n);
void
sabot_dealer_sent_clear(struct sabot_dealer_sent *sent);
