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

/*
 * A place below `bound` from 16 random bits, by a multiplication instead of a division (Lemire);
 * false for the few that would favour some places.
 */
static bool
number_below(uint16_t bits, uint16_t bound, uint16_t *ret_place)
{
	uint32_t product = (uint32_t)bits * bound;
	uint16_t rest = (uint16_t)product;

	*ret_place = (uint16_t)(product >> 16);
	return rest >= bound || rest >= (UINT16_MAX - bound + 1) % bound;
}

void
shoe_random_shuffle(struct shoe_random *random, uint8_t *bytes, uint16_t n_bytes)
{
	for (uint16_t i = n_bytes; i > 1;) {
		uint64_t bits = next(random);
		for (int draw = 0; draw < 4 && i > 1; draw++, bits >>= 16) {
			uint16_t place;
			if (!number_below((uint16_t)bits, i, &place))
				continue;
			i--;
			uint8_t held = bytes[i];
			bytes[i] = bytes[place];
			bytes[place] = held;
		}
	}
}
