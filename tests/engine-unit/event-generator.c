/*
 * Where the choices of an event source come from: a seeded generator, or given bytes.
 */
#include "event-source.h"

#include <string.h>

void
event_source_seed(struct event_source *source, uint64_t seed)
{
	memset(source, 0, sizeof(*source));
	source->state = seed;
}

void
event_source_feed(struct event_source *source, const uint8_t *bytes, size_t n_bytes)
{
	memset(source, 0, sizeof(*source));
	source->bytes = bytes;
	source->n_bytes = n_bytes;
}

bool
event_source_is_dry(const struct event_source *source)
{
	return source->bytes != NULL && source->n_bytes == 0;
}

/* SplitMix64. */
static unsigned
generate(struct event_source *source)
{
	uint64_t z = source->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((z ^ z >> 31) >> 33);
}

unsigned
event_source_choose(struct event_source *source, unsigned n)
{
	if (source->bytes == NULL)
		return generate(source) % n;
	if (source->n_bytes == 0)
		return 0;
	source->n_bytes--;
	return *source->bytes++ % n;
}
