/*
 * A bad line for tests: what a shoe says gets noise between its frames and in them, the same at
 * each run with the same seed.
 */
#pragma once

#include <glib.h>

/* Bytes that belong to no frame, none to eight of them, put behind what is there. */
void
noise_add(GByteArray *line, GRand *chance);

/* One byte of the frame is another: each sum of a byte or more is wrong then. */
void
noise_hit_once(GByteArray *frame, GRand *chance);

/* Two to four bytes are anything, or one is lost or doubled: what is left may look right. */
void
noise_hit_hard(GByteArray *frame, GRand *chance);
