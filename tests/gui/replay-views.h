/*
 * The tables of event logs as the daemon shows them: a view after each event, behind the veil. So a
 * test of a screen sees every state that the golden logs come through, and none that is made up.
 */
#pragma once

#include "engine/rules/rules.h"
#include "proto/view.h"

/* A view of a table and the rules that it goes by; both are borrowed for the call. */
typedef void
replay_view_fn(struct sabot_wire_view *view, const struct sabot_rules *rules, gpointer data);

/* All logs of a directory that can be read, in the order of their names. Returns how many. */
guint
replay_directory(const char *path, replay_view_fn *fn, gpointer data);
