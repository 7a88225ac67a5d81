/* One comparison of a report: see protection.h. */
#include "protection-private.h"

static void
free_trial(gpointer data)
{
	struct sabot_trial *trial = data;

	g_free(trial->table);
	g_free(trial->who);
	g_free(trial);
}

GPtrArray *
sabot_protection_list_new(void)
{
	return g_ptr_array_new_with_free_func(free_trial);
}

struct sabot_trial *
sabot_protection_trial(GPtrArray *trials, enum sabot_trial_kind kind, enum sabot_trial_unit unit)
{
	struct sabot_trial *trial = g_new0(struct sabot_trial, 1);

	trial->kind = kind;
	trial->unit = unit;
	g_ptr_array_add(trials, trial);
	return trial;
}
