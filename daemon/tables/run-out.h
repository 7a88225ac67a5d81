/*
 * A load that is over is run out through the reader: the remaining cards pass it, and none is
 * dealt. They are in the table's log as `device` events with a code of their own, so that a restart
 * loses none, and together in the `unload` that ends the load (docs/wire.md). Main thread.
 */
#pragma once

#include "engine/core/event.h"

#include <jansson.h>

#define SABOT_RUN_OUT "run_out"
/* The detail of such an event: none (begin), a card, the cut card, or this (begun by mistake). */
#define SABOT_RUN_OUT_STOP "stop"

enum { SABOT_RUN_OUT_DETAIL_SIZE = 16 };

/*
 * Apply an event of the table. `cards` is the list of the run-out so far, NULL if there is none;
 * ownership is taken. Returns the list after the event.
 */
json_t *
sabot_run_out_apply(json_t *cards, const struct sabot_event *event);

/*
 * A card or the cut card as detail of the event that records it while a load is run out. NULL if
 * the event is neither.
 */
const char *
sabot_run_out_detail(const struct sabot_event *event, char buffer[SABOT_RUN_OUT_DETAIL_SIZE]);

/* True if the event is a card that left the shoe, dealt or run out. */
bool
sabot_run_out_is_card(const struct sabot_event *event);
