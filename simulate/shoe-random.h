/*
 * Random numbers that a seed repeats on every machine: xoshiro256** seeded by splitmix64. Good
 * enough to shuffle a demonstration's cards; not for a casino's.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct shoe_random {
	uint64_t state[4];
};

/* Start the sequence of `seed`; the same seed gives the same cards. */
void
shoe_random_init(struct shoe_random *random, uint64_t seed);

/* Evenly 0 … bound - 1; `bound` is at least 1. */
unsigned
shoe_random_below(struct shoe_random *random, unsigned bound);

/* True `percent` times of 100. */
bool
shoe_random_chance(struct shoe_random *random, unsigned percent);

/* Shuffle bytes, every order equally likely (Fisher and Yates). */
void
shoe_random_shuffle(struct shoe_random *random, uint8_t *bytes, uint16_t n_bytes);
