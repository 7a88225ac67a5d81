/*
 * Named tests of chance, and how sure a share is. Plain floating point, good to some nine digits;
 * nothing of money. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Fisher's exact test, two-sided (twice the smaller tail): of `all` cases `all_hits` are hits; so
 * few or so many as `hits` among `cases` of them, by chance alone.
 */
double
sabot_chance_fisher(int64_t hits, int64_t cases, int64_t all_hits, int64_t all);

/* The exact sign test, two-sided: `ones` of `cases`, where both ways are as likely. */
double
sabot_chance_sign(int64_t ones, int64_t cases);

/* Student's t: so large or larger, one-sided. */
double
sabot_chance_t(double t, int64_t degrees);
/* The t that is passed on either side together with probability 0.05. */
double
sabot_chance_t_95(int64_t degrees);

/* The exact 95 % interval of a share (Clopper and Pearson). */
void
sabot_chance_interval(int64_t hits, int64_t cases, double *ret_low, double *ret_high);

/*
 * Holm's correction, in place: `p[i]` becomes the chance with which any of the `n` comparisons
 * would have looked so or worse by chance alone, whatever they have to do with each other.
 */
void
sabot_chance_holm(double *p, int n);
