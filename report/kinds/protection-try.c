/* All comparisons of a report, corrected together. */
#include "protection-try.h"

#include "chance.h"
#include "protection-private.h"

/* What is reported as no chance: corrected, in one report of twenty it is one. */
#define LEVEL 0.05
/* A smaller correlation is no counting: habits that depend on wins and losses cause some. */
#define LEAST_CORRELATION 0.1

/* Those of one kind; `n_kinds` share what may be named by chance alike. */
static void
correct_kind(GPtrArray *trials, enum sabot_trial_kind kind, int n_kinds)
{
	g_autofree double *p = g_new(double, trials->len + 1);
	int n = 0;

	for (guint i = 0; i < trials->len; i++) {
		const struct sabot_trial *trial = g_ptr_array_index(trials, i);

		if (trial->is_tried && trial->kind == kind)
			p[n++] = trial->p;
	}
	sabot_chance_holm(p, n);
	n = 0;
	for (guint i = 0; i < trials->len; i++) {
		struct sabot_trial *trial = g_ptr_array_index(trials, i);

		if (!trial->is_tried || trial->kind != kind)
			continue;
		trial->p_all = MIN(p[n] * n_kinds, 1);
		n++;
		trial->is_found = trial->p_all < LEVEL && (kind != SABOT_TRIAL_COUNT ||
							   trial->statistic >= LEAST_CORRELATION);
	}
}

static void
correct(GPtrArray *trials)
{
	bool is_tried[SABOT_TRIAL_KINDS] = {false};
	int n_kinds = 0;

	for (guint i = 0; i < trials->len; i++) {
		const struct sabot_trial *trial = g_ptr_array_index(trials, i);

		n_kinds += trial->is_tried && !is_tried[trial->kind];
		is_tried[trial->kind] = is_tried[trial->kind] || trial->is_tried;
	}
	for (int kind = 0; kind < SABOT_TRIAL_KINDS; kind++)
		correct_kind(trials, (enum sabot_trial_kind)kind, n_kinds);
}

GPtrArray *
sabot_protection_try(const struct sabot_facts *facts)
{
	GPtrArray *trials = sabot_protection_list_new();

	sabot_protection_add_rates(trials, facts);
	sabot_protection_add_payouts(trials, facts);
	sabot_protection_add_counts(trials, facts);
	sabot_protection_add_last_moment(trials, facts);
	sabot_protection_add_shuffles(trials, facts);
	correct(trials);
	return trials;
}
