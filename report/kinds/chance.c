/* Tests of chance: see chance.h. Tails come from the incomplete beta function. */
#include "chance.h"

#include <glib.h>
#include <math.h>

enum { FRACTION_STEPS = 400, BISECTIONS = 60 };

#define TINY 1e-300
#define ENOUGH 1e-14

/* Lentz's way through the continued fraction of the incomplete beta function. */
static double
beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 - (a + b) * x / (a + 1), product;

	d = 1 / (fabs(d) < TINY ? TINY : d);
	product = d;
	for (int m = 1; m <= FRACTION_STEPS; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

		for (int half = 0; half < 2; half++) {
			double term = half == 0 ? even : odd;

			d = 1 + term * d;
			c = 1 + term / c;
			d = 1 / (fabs(d) < TINY ? TINY : d);
			c = fabs(c) < TINY ? TINY : c;
			product *= c * d;
		}
		if (fabs(c * d - 1) < ENOUGH)
			break;
	}
	return product;
}

/* The regularized incomplete beta function I_x(a, b). */
static double
beta(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

static double
log_choose(double n, double k)
{
	return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

/* The chance of `hits` and of what lies beyond it in the direction of `step`, from the nearest. */
static double
tail(int64_t hits, int64_t cases, int64_t all_hits, int64_t all, int step)
{
	int64_t least = MAX(0, cases - (all - all_hits)), most = MIN(cases, all_hits);
	double sum = 0, largest = 0;

	for (int64_t k = hits; k >= least && k <= most; k += step) {
		double term = exp(log_choose((double)all_hits, (double)k) +
				  log_choose((double)(all - all_hits), (double)(cases - k)) -
				  log_choose((double)all, (double)cases));

		sum += term;
		if (term < largest && term < sum * ENOUGH)
			break; /* past the hump the rest is nothing */
		largest = MAX(largest, term);
	}
	return sum;
}

double
sabot_chance_fisher(int64_t hits, int64_t cases, int64_t all_hits, int64_t all)
{
	double down = tail(hits, cases, all_hits, all, -1),
	       up = tail(hits, cases, all_hits, all, 1);

	return MIN(2 * MIN(down, up), 1);
}

double
sabot_chance_sign(int64_t ones, int64_t cases)
{
	int64_t more = MAX(ones, cases - ones);

	return MIN(2 * beta((double)more, (double)(cases - more + 1), 0.5), 1);
}

double
sabot_chance_t(double t, int64_t degrees)
{
	double half =
		beta((double)degrees / 2, 0.5, (double)degrees / ((double)degrees + t * t)) / 2;

	return t >= 0 ? half : 1 - half;
}

double
sabot_chance_t_95(int64_t degrees)
{
	double low = 0, high = 1000;

	for (int i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;

		if (sabot_chance_t(middle, degrees) > 0.025)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The x at which I_x(a, b) is `share`. */
static double
beta_at(double a, double b, double share)
{
	double low = 0, high = 1;

	for (int i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;

		if (beta(a, b, middle) < share)
			low = middle;
		else
			high = middle;
	}
	return low;
}

void
sabot_chance_interval(int64_t hits, int64_t cases, double *ret_low, double *ret_high)
{
	double k = (double)hits, n = (double)cases;

	*ret_low = hits > 0 ? beta_at(k, n - k + 1, 0.025) : 0;
	*ret_high = hits < cases ? beta_at(k + 1, n - k, 0.975) : 1;
}

static int
compare(gconstpointer a, gconstpointer b, gpointer data)
{
	const double *p = data;
	double one = p[*(const int *)a], other = p[*(const int *)b];

	return (one > other) - (one < other);
}

void
sabot_chance_holm(double *p, int n)
{
	g_autofree int *order = g_new(int, (gsize)n + 1);
	double before = 0;

	for (int i = 0; i < n; i++)
		order[i] = i;
	g_qsort_with_data(order, n, sizeof(*order), compare, p);
	for (int i = 0; i < n; i++) {
		before = MAX(before, MIN(1, p[order[i]] * (n - i)));
		p[order[i]] = before;
	}
}
