/*
 * Foreign money and points as people type them, and back: "USD 100.00", "p3=12 p4=8". Currencies
 * have the decimals of ISO 4217. No GTK.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Parse "USD 100.00" into the members of an exchange: `currency`, `foreign` (its minor units) and
 * `digits`. False if it is invalid; `event` is then unchanged.
 */
bool
sabot_foreign_read(const char *text, json_t *event);
/* The text for these members; NULL if `event` does not have them. Transferred. */
char *
sabot_foreign_show(const json_t *event);

/*
 * Parse "USD 100.00 JPY 12000" into a list of {currency, amount}. NULL if it is invalid. New
 * reference.
 */
json_t *
sabot_foreign_read_list(const char *text);
/* Transferred. */
char *
sabot_foreign_show_list(const json_t *list);

/* An amount of the currency, "100.00", with its decimals. Transferred. */
char *
sabot_foreign_format(const char *currency, int64_t minor);

/* Parse "p3=12 p4=8" into a list of {person, points}. NULL if it is invalid. New reference. */
json_t *
sabot_points_read(const char *text);
/* Transferred. */
char *
sabot_points_show(const json_t *list);
