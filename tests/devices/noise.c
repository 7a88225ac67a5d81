/*
 * See the header.
 */
#include "noise.h"

#include <string.h>

enum { BETWEEN_BYTES_MAX = 8, HARD_BYTES_MAX = 4 };

static guint8
any_byte(GRand *chance)
{
	return (guint8)g_rand_int_range(chance, 0, 256);
}

void
noise_add(GByteArray *line, GRand *chance)
{
	for (int n = g_rand_int_range(chance, 0, BETWEEN_BYTES_MAX + 1); n > 0; n--) {
		guint8 byte = any_byte(chance);

		g_byte_array_append(line, &byte, 1);
	}
}

static guint
any_place(const GByteArray *frame, GRand *chance)
{
	return (guint)g_rand_int_range(chance, 0, (gint32)frame->len);
}

void
noise_hit_once(GByteArray *frame, GRand *chance)
{
	frame->data[any_place(frame, chance)] ^= (guint8)g_rand_int_range(chance, 1, 256);
}

static void
double_one(GByteArray *frame, GRand *chance)
{
	guint at = any_place(frame, chance);

	g_byte_array_set_size(frame, frame->len + 1);
	memmove(frame->data + at + 1, frame->data + at, frame->len - 1 - at);
}

void
noise_hit_hard(GByteArray *frame, GRand *chance)
{
	switch (g_rand_int_range(chance, 0, 3)) {
	case 0:
		g_byte_array_remove_index(frame, any_place(frame, chance));
		return;
	case 1:
		double_one(frame, chance);
		return;
	default:
		for (int n = g_rand_int_range(chance, 2, HARD_BYTES_MAX + 1); n > 0; n--)
			frame->data[any_place(frame, chance)] = any_byte(chance);
	}
}
