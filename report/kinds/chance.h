/*
 * Named statistical tests, and the interval of a share. Plain floating point, accurate to about
 * nine digits; not for money. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Fisher's exact test, two-sided (twice the smaller tail): of `all` cases `all_hits` are hits; the
 * probability of as few or as many hits as `hits` among `cases` of them, by chance alone.
 */
double
sabot_chance_fisher(int64_t hits, int64_t cases, int64_t all_hits, int64_t all);

/* The exact sign test, two-sided: `ones` of `cases`, if both outcomes are equally likely. */
double
sabot_chance_sign(int64_t ones, int64_t cases);

/* Student's t: the probability of this value or a larger one, one-sided. */
double
sabot_chance_t(double t, int64_t degrees);
/* The value of t that is exceeded in either direction with probability 0.05. */
double
sabot_chance_t_95(int64_t degrees);

/* The exact 95 % interval of a share (Clopper and Pearson). */
void
sabot_chance_interval(int64_t hits, int64_t cases, double *ret_low, double *ret_high);

/*
 * Holm's correction, in place: `p[i]` becomes the probability that any of the `n` comparisons would
 * look like this or worse by chance alone, whatever their dependence.
 */
void
sabot_chance_holm(double *p, int n);
