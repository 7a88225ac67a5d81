/*
 * The salts of the hashes of a log's events: either a secret that begins with a load, from which
 * the salt of each event is derived, or the salt of one event alone, as in a file that shows single
 * events. Somebody who has the hashes without the salts learns nothing of the events. Immutable;
 * any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SABOT_SALT_BYTES = 32 };

struct sabot_salts;

/* A new random secret, which begins with event `from_n` of its log. Transferred. */
struct sabot_salts *
sabot_salts_draw(int64_t from_n);

/* A stored secret of SABOT_SALT_BYTES; copied. Transferred. */
struct sabot_salts *
sabot_salts_new(const uint8_t *secret, int64_t from_n);

/*
 * The salt of one event. If a secret begins with that event (its number is `from_n`), `commitment`
 * is the part of it that the hash covers; otherwise NULL and 0. Both have SABOT_SALT_BYTES and are
 * copied. Transferred.
 */
struct sabot_salts *
sabot_salts_new_single(const uint8_t *salt, int64_t from_n, const uint8_t *commitment);

/* A counted reference. NULL is allowed. */
struct sabot_salts *
sabot_salts_ref(struct sabot_salts *salts);
/* Drop a reference; the last one wipes the salts. NULL is allowed. A GDestroyNotify. */
void
sabot_salts_unref(void *salts);

/* The salt of event `n`. */
void
sabot_salts_get(const struct sabot_salts *salts, int64_t n, uint8_t ret_salt[SABOT_SALT_BYTES]);

/* The commitment in event `n` to the secret that begins with it; NULL: none begins. Borrowed. */
const uint8_t *
sabot_salts_get_commitment(const struct sabot_salts *salts, int64_t n);

/* The secret, borrowed; NULL: there is only one event's salt. */
const uint8_t *
sabot_salts_get_secret(const struct sabot_salts *salts);

/* The event with which the secret begins. */
int64_t
sabot_salts_get_from(const struct sabot_salts *salts);
