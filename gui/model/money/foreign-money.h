/*
 * Foreign money and points as people type them, and back: "USD 100.00", "p3=12 p4=8". How many
 * decimals a currency has is ISO 4217's. No GTK.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Decimals of the currency's minor unit: 0, 2 or 3. */
int
sabot_foreign_digits(const char *currency);

/*
 * Read "USD 100.00" into the members of an exchange: `currency`, `foreign` (its minor units) and
 * `digits`. False, leaving `event`, when it is none.
 */
bool
sabot_foreign_read(const char *text, json_t *event);
/* The text of these members. NULL when they are not there. Transferred. */
char *
sabot_foreign_show(const json_t *event);

/* "USD 100.00 JPY 12000" as a list of {currency, amount}. NULL: it is none. New reference. */
json_t *
sabot_foreign_read_list(const char *text);
/* Transferred. */
char *
sabot_foreign_show_list(const json_t *list);

/* An amount of it, "100.00", by its decimals. Transferred. */
char *
sabot_foreign_format(const char *currency, int64_t minor);

/* "p3=12 p4=8" as a list of {person, points}. NULL: it is none. New reference. */
json_t *
sabot_points_read(const char *text);
/* Transferred. */
char *
sabot_points_show(const json_t *list);
