/*
 * What was touched at a dealer's display and is not answered yet, and what became of it when the
 * connection broke before the answer: recorded, or not. No GTK.
 */
#pragma once

#include "gui/model/dealer/dealer-phrases.h"
#include "proto/message.h"

struct sabot_dealer_touches;

/* `on_slow(owner)`: a touch has no answer for some seconds. `owner` is borrowed, outlives it. */
struct sabot_dealer_touches *
sabot_dealer_touches_new(gpointer owner, void (*on_slow)(gpointer owner));
void
sabot_dealer_touches_free(struct sabot_dealer_touches *touches);

/*
 * `event` goes to the daemon, while the table's last event is `n`; a reference is kept. What became
 * of the touches before the last break is forgotten.
 */
void
sabot_dealer_touches_begin(struct sabot_dealer_touches *touches, json_t *event, int64_t n);
/* It is over; `is_answered`: the daemon accepted or refused it. */
void
sabot_dealer_touches_end(struct sabot_dealer_touches *touches, json_t *event, bool is_answered);
/*
 * The table's next event. True if it is a touch whose answer was lost, and sabot_dealer_touches_say
 * has said something else.
 */
bool
sabot_dealer_touches_step(struct sabot_dealer_touches *touches, const struct sabot_wire_step *step);

/* True if touches had no answer, and nothing has been said of them yet. */
bool
sabot_dealer_touches_are_lost(const struct sabot_dealer_touches *touches);
/*
 * What became of these, with the connection back and the table's last event `n`. They have been
 * said then.
 */
enum sabot_lost_touches
sabot_dealer_touches_say(struct sabot_dealer_touches *touches, int64_t n);
