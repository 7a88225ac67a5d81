/* The plan of a training: see training-plan.h. */
#include "training-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct sabot_training_plan {
	char *text;
	guint rounds[SABOT_TRAINING_FAULTS]; /* the round of each kind; 0 = never */
};

static const char *const words[SABOT_TRAINING_FAULTS] = {
	[SABOT_TRAINING_NONE] = "none",
	[SABOT_TRAINING_WRONG_TARGET] = "wrong_target",
	[SABOT_TRAINING_CARD_TOO_MANY] = "card_too_many",
	[SABOT_TRAINING_MISDEAL] = "misdeal",
	[SABOT_TRAINING_UNREAD] = "unread",
	[SABOT_TRAINING_WRONG_CLAIM] = "wrong_claim",
	[SABOT_TRAINING_CUT_CARD] = "cut_card",
	[SABOT_TRAINING_DEAD_SHOE] = "dead_shoe",
};

static bool
read_entry(struct sabot_training_plan *plan, const char *entry)
{
	const char *at = strchr(entry, '@');
	g_autofree char *word = at ? g_strndup(entry, (gsize)(at - entry)) : g_strdup(entry);
	guint64 round = 1;

	if (at && !g_ascii_string_to_unsigned(at + 1, 10, 1, G_MAXUINT16, &round, NULL))
		return false;
	for (int i = SABOT_TRAINING_NONE + 1; i < SABOT_TRAINING_FAULTS; i++) {
		if (strcmp(word, words[i]) != 0)
			continue;
		plan->rounds[i] = (guint)round;
		return true;
	}
	return false;
}

static bool
read_text(struct sabot_training_plan *plan, const char *text, char **ret_why)
{
	g_auto(GStrv) entries = g_strsplit(text, ",", -1);

	if (strcmp(text, words[SABOT_TRAINING_NONE]) == 0)
		return true;
	for (int i = 0; entries[i]; i++) {
		g_autofree char *known = NULL;

		if (read_entry(plan, entries[i]))
			continue;
		known = g_strjoinv(" ", (char **)words);
		/* Translators: an option's entry, and the words that it may begin with. */
		*ret_why = g_strdup_printf(_("--faults: \"%s\" is none; KIND@ROUND, of: %s"),
					   entries[i], known);
		return false;
	}
	return true;
}

/* At most one in a round while there are enough rounds; the first round has none. */
static void
spread(struct sabot_training_plan *plan, guint rounds, GRand *rand)
{
	guint n = MAX(rounds, 2) - 1;
	guint first = (guint)g_rand_int_range(rand, 0, (gint32)n);

	for (guint i = SABOT_TRAINING_NONE + 1; i < SABOT_TRAINING_FAULTS; i++)
		plan->rounds[i] = 2 + (first + i * MAX(n / (SABOT_TRAINING_FAULTS - 1), 1)) % n;
}

static char *
write_text(const struct sabot_training_plan *plan)
{
	GString *text = g_string_new(NULL);

	for (int i = SABOT_TRAINING_NONE + 1; i < SABOT_TRAINING_FAULTS; i++)
		if (plan->rounds[i] > 0)
			g_string_append_printf(text, "%s%s@%u", text->len > 0 ? "," : "", words[i],
					       plan->rounds[i]);
	return g_string_free(text, FALSE);
}

struct sabot_training_plan *
sabot_training_plan_new(const char *text, guint rounds, GRand *rand, char **ret_why)
{
	struct sabot_training_plan *plan = g_new0(struct sabot_training_plan, 1);

	if (text && !read_text(plan, text, ret_why)) {
		g_free(plan);
		return NULL;
	}
	if (!text)
		spread(plan, rounds, rand);
	plan->text = write_text(plan);
	return plan;
}

void
sabot_training_plan_free(struct sabot_training_plan *plan)
{
	g_free(plan->text);
	g_free(plan);
}

const char *
sabot_training_plan_get_text(const struct sabot_training_plan *plan)
{
	return plan->text;
}

bool
sabot_training_plan_remove(struct sabot_training_plan *plan, enum sabot_training_fault fault,
			   guint round)
{
	bool is_due = plan->rounds[fault] > 0 && plan->rounds[fault] <= round;

	if (is_due)
		plan->rounds[fault] = 0;
	return is_due;
}
