/*
 * Repeatable random numbers, see the header. xoshiro256** and splitmix64 are by Blackman and
 * Vigna, in the public domain.
 */
#include "shoe-random.h"

static uint64_t
rotate_left(uint64_t value, int bits)
{
	return (value << bits) | (value >> (64 - bits));
}

static uint64_t
next(struct shoe_random *random)
{
	uint64_t *s = random->state;
	uint64_t result = rotate_left(s[1] * 5, 7) * 9;
	uint64_t shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = rotate_left(s[3], 45);
	return result;
}

void
shoe_random_init(struct shoe_random *random, uint64_t seed)
{
	for (int i = 0; i < 4; i++) {
		uint64_t z;

		seed += UINT64_C(0x9e3779b97f4a7c15);
		z = seed;
		z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
		z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
		random->state[i] = z ^ (z >> 31);
	}
}

unsigned
shoe_random_below(struct shoe_random *random, unsigned bound)
{
	/* The last, incomplete stretch of the range would favour small numbers. */
	uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
	uint64_t value;

	do {
		value = next(random);
	} while (value >= limit);
	return (unsigned)(value % bound);
}

bool
shoe_random_chance(struct shoe_random *random, unsigned percent)
{
	return shoe_random_below(random, 100) < percent;
}
