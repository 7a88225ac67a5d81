/*
 * What was refused at a dealer's display, for the message zone. It is shown for some seconds at
 * least, and then until something is recorded at the table: it says nothing about what is done
 * after it.
 */
#pragma once

#include "gui/model/login.h"

#include <glib.h>

struct sabot_dealer_refusal;

/* `on_read(owner)`: it has been shown long enough. `owner` is borrowed and outlives it. */
struct sabot_dealer_refusal *
sabot_dealer_refusal_new(gpointer owner, void (*on_read)(gpointer owner));
void
sabot_dealer_refusal_free(struct sabot_dealer_refusal *refusal);

/* `why`: the sentence, or "" for none; transferred. `n`: the number of the view on the screen. */
void
sabot_dealer_refusal_set(struct sabot_dealer_refusal *refusal, char *why, gint64 n);
/* With a view of that number: what was said before it is dropped if it has been shown enough. */
void
sabot_dealer_refusal_drop_old(struct sabot_dealer_refusal *refusal, gint64 n);

gboolean
sabot_dealer_refusal_is(const struct sabot_dealer_refusal *refusal);
/* The sentence, or "". Borrowed. */
const char *
sabot_dealer_refusal_get(const struct sabot_dealer_refusal *refusal);

/*
 * `error` in words; if the person logged in lacks `right`, which roles have it. `right` may be
 * NULL. Transferred.
 */
char *
sabot_dealer_refusal_explain(SabotSession *session, const char *right, const GError *error);
