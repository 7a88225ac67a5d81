/*
 * What a dealer's display requests from the daemon besides the views of its table: the rules, and
 * the steps of preparation recorded for the next load. No GTK.
 */
#pragma once

#include "proto/client.h"
#include "proto/messages/table-messages.h"
#include "proto/view.h"

#include <glib-object.h>

struct sabot_dealer_lookup;

/* Called when an answer has arrived. */
typedef void (*sabot_dealer_lookup_fn)(GObject *owner);

/*
 * A lookup for the table `name`. `client` must live as long as `owner`, which each request keeps
 * alive. `on_changed` is called with `owner` after each answer.
 */
struct sabot_dealer_lookup *
sabot_dealer_lookup_new(struct sabot_client *client, const char *name, GObject *owner,
			sabot_dealer_lookup_fn on_changed);
void
sabot_dealer_lookup_free(struct sabot_dealer_lookup *lookup);

/* Request what may have changed with a new view. */
void
sabot_dealer_lookup_update(struct sabot_dealer_lookup *lookup, const struct sabot_wire_view *view);

/* NULL until known; valid until the rules change, and during the call of `on_changed` for that. */
const struct sabot_wire_rules *
sabot_dealer_lookup_get_rules(const struct sabot_dealer_lookup *lookup);
/* Set the rules as if they had been the answer; a reference is kept. */
void
sabot_dealer_lookup_set_rules(struct sabot_dealer_lookup *lookup, struct sabot_wire_rules *rules);

/* True if the step of preparation for the next load was recorded. */
gboolean
sabot_dealer_lookup_is_prepared(const struct sabot_dealer_lookup *lookup, const char *step);
