/*
 * Every way in which one choice of a table's rules can be turned into another: the next word, one
 * more, one less, a cell of the table, a ratio, a bet or a remedy more or less. One thread.
 */
#pragma once

#include "engine/rules/rules.h"
#include "engine/rules/rules-set.h"

#include <glib.h>

struct flip {
	char *key, *value; /* for sabot_rules_set() */
	char *what;        /* in words: "soft_17: stand -> hit" */
};

/* The flips of all keys but the remedies that leave rules a table can have. Transferred. */
GPtrArray *
flips_of_rules(const struct sabot_rules *rules);

/* The flips of all lists of remedies: each remedy left out, each other one offered. Transferred. */
GPtrArray *
flips_of_remedies(const struct sabot_rules *rules);
