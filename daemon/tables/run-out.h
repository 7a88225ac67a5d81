/*
 * A load that is over is run out through the reader: the cards that are left go by it, and none is
 * dealt. They stand in the table's log as `device` events with a code of their own, so that a
 * restart loses none, and together in the `unload` that ends it (docs/wire.md). Main thread.
 */
#pragma once

#include "engine/core/event.h"

#include <jansson.h>

#define SABOT_RUN_OUT "run_out"
/* Such an event's detail: none (it begins), a card, the cut card, or this (it was a mistake). */
#define SABOT_RUN_OUT_STOP "stop"

enum { SABOT_RUN_OUT_DETAIL_SIZE = 16 };

/*
 * An event of the table was applied. `cards`: the list of a run-out, NULL while there is none; it
 * is taken over. Returns what it is afterwards.
 */
json_t *
sabot_run_out_apply(json_t *cards, const struct sabot_event *event);

/* A card, or the cut card, as detail of the event that it is while a load is run out. NULL: the
 * event is neither. */
const char *
sabot_run_out_detail(const struct sabot_event *event, char buffer[SABOT_RUN_OUT_DETAIL_SIZE]);

/* True if the event is a card that left the shoe, dealt or run out. */
bool
sabot_run_out_is_card(const struct sabot_event *event);
