/*
 * The widths of columns: see column-widths.h. A row is as high as its highest cell. Cells count by
 * the fourth power of their lines at first, so that high ones are made lower and each column can be
 * looked at by itself. Then what a column has without making a row lower is taken back, and goes
 * where it makes one lower.
 */
#include "column-widths.h"

#define ROUNDING 0.01

enum { STEPS = 64, LINES_MAX = G_MAXUINT16 };

struct share {
	guint n_columns, n_rows;
	const double *base;
	double *step;    /* of a column: a part of what is between its base and natural width */
	guint *chosen;   /* how many of them a column has */
	guint16 *lines;  /* of each column, at each number of steps, of each row */
	guint16 *others; /* of each row, without the column that is looked at */
	double room;     /* that is left */
};

typedef double
worth_fn(const struct share *share, guint column, guint step);

/* A word that is wider than the column is broken. */
static guint
count_lines(const GArray *cell, double width)
{
	guint lines = 1;
	double x = 0;

	for (guint i = 0; i < cell->len; i++) {
		const struct sabot_column_word *word =
			&g_array_index(cell, struct sabot_column_word, i);

		if (i > 0 && (word->is_line || x + word->gap + word->width > width + ROUNDING)) {
			lines++;
			x = word->width;
		} else {
			x += (i > 0 ? word->gap : 0) + word->width;
		}
		for (; x > width + ROUNDING && lines < LINES_MAX; x -= width)
			lines++;
	}
	return MIN(lines, LINES_MAX);
}

static guint16 *
lines_of(const struct share *share, guint column, guint step)
{
	return share->lines + ((gsize)column * (STEPS + 1) + step) * share->n_rows;
}

static double
width_of(const struct share *share, guint column)
{
	return share->base[column] + share->chosen[column] * share->step[column];
}

static void
share_init(struct share *share, const struct sabot_column_words *words, const double *natural)
{
	share->n_columns = words->n_columns;
	share->n_rows = words->cells->len / words->n_columns;
	share->step = g_new0(double, share->n_columns);
	share->chosen = g_new0(guint, share->n_columns);
	share->lines = g_new(guint16, (gsize)share->n_columns * (STEPS + 1) * share->n_rows);
	share->others = g_new(guint16, share->n_rows);
	for (guint i = 0; i < share->n_columns; i++) {
		share->step[i] = MAX(natural[i] - share->base[i], 0) / STEPS;
		share->room -= share->base[i];
		for (guint j = 0; j <= STEPS; j++)
			for (guint row = 0; row < share->n_rows; row++)
				lines_of(share, i, j)[row] = (guint16)count_lines(
					g_ptr_array_index(words->cells, row * share->n_columns + i),
					share->base[i] + j * share->step[i]);
	}
}

static void
share_clear(struct share *share)
{
	g_free(share->step);
	g_free(share->chosen);
	g_free(share->lines);
	g_free(share->others);
}

static void
look_without(struct share *share, guint column)
{
	for (guint row = 0; row < share->n_rows; row++) {
		share->others[row] = 1;
		for (guint i = 0; i < share->n_columns; i++)
			if (i != column)
				share->others[row] = MAX(share->others[row],
							 lines_of(share, i, share->chosen[i])[row]);
	}
}

static double
power_saved(const struct share *share, guint column, guint step)
{
	const guint16 *now = lines_of(share, column, share->chosen[column]);
	const guint16 *then = lines_of(share, column, step);
	double saved = 0;

	for (guint row = 0; row < share->n_rows; row++) {
		double before = now[row], after = then[row];

		saved += before * before * before * before - after * after * after * after;
	}
	return saved;
}

/* After look_without(). */
static double
lines_saved(const struct share *share, guint column, guint step)
{
	const guint16 *now = lines_of(share, column, share->chosen[column]);
	const guint16 *then = lines_of(share, column, step);
	double saved = 0;

	for (guint row = 0; row < share->n_rows; row++)
		saved += MAX(now[row], share->others[row]) - MAX(then[row], share->others[row]);
	return saved;
}

/* Widen the column that gains most for the room that it takes. False: none gains. */
static bool
widen_one(struct share *share, worth_fn *worth_of)
{
	double best = 0;
	guint best_column = 0, best_step = 0;

	for (guint i = 0; i < share->n_columns; i++) {
		look_without(share, i);
		for (guint j = share->chosen[i] + 1; j <= STEPS && share->step[i] > 0; j++) {
			double points = (j - share->chosen[i]) * share->step[i];
			double worth = worth_of(share, i, j) / points;

			if (points > share->room)
				break;
			if (worth > best) {
				best = worth;
				best_column = i;
				best_step = j;
			}
		}
	}
	if (best <= 0)
		return false;
	share->room -= (best_step - share->chosen[best_column]) * share->step[best_column];
	share->chosen[best_column] = best_step;
	return true;
}

/* What a column has while another one is as high. */
static void
take_back(struct share *share, guint column)
{
	guint step = share->chosen[column];

	look_without(share, column);
	while (step > 0 && lines_saved(share, column, step - 1) >= 0)
		step--;
	share->room += (share->chosen[column] - step) * share->step[column];
	share->chosen[column] = step;
}

/* What saves no line is shared, too. */
static void
write_widths(const struct share *share, const double *natural, double *widths)
{
	double wanted = 0;

	for (guint i = 0; i < share->n_columns; i++) {
		widths[i] = width_of(share, i);
		wanted += MAX(natural[i] - widths[i], 0);
	}
	for (guint i = 0; wanted > 0 && i < share->n_columns; i++)
		widths[i] += MAX(natural[i] - widths[i], 0) * MIN(share->room / wanted, 1);
}

static guint
count_all(struct share *share)
{
	guint lines = 0;

	look_without(share, share->n_columns);
	for (guint row = 0; row < share->n_rows; row++)
		lines += share->others[row];
	return lines;
}

guint
sabot_column_widths_share(const struct sabot_column_words *words, const double *base,
			  const double *natural, double room, double *widths)
{
	struct share share = {.base = base, .room = room};
	guint lines;

	share_init(&share, words, natural);
	while (widen_one(&share, power_saved))
		;
	for (guint i = 0; i < share.n_columns; i++)
		take_back(&share, i);
	while (widen_one(&share, lines_saved))
		;
	while (widen_one(&share, power_saved))
		;
	lines = count_all(&share);
	write_widths(&share, natural, widths);
	share_clear(&share);
	return lines;
}

guint
sabot_column_widths_count(const struct sabot_column_words *words, const double *widths, guint first)
{
	guint lines = 0;

	for (guint row = first; row < words->cells->len / words->n_columns; row++) {
		guint most = 1;

		for (guint i = 0; i < words->n_columns; i++)
			most = MAX(most, count_lines(g_ptr_array_index(words->cells,
								       row * words->n_columns + i),
						     widths[i]));
		lines += most;
	}
	return lines;
}
