/* The score of a training: see training-score.h. */
#include "training-score.h"

#include "proto/rfc3339.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>

struct answer {
	enum sabot_question_kind kind;
	char *asked, *given, *right, *why, *rule, *explained;
	bool is_right;
	int64_t took_us;
};

struct sabot_training_score {
	int64_t begun_at_us;
	GPtrArray *answers; /* of struct answer */
};

static void
free_answer(gpointer data)
{
	struct answer *answer = data;

	g_free(answer->asked);
	g_free(answer->given);
	g_free(answer->right);
	g_free(answer->why);
	g_free(answer->rule);
	g_free(answer->explained);
	g_free(answer);
}

struct sabot_training_score *
sabot_training_score_new(void)
{
	struct sabot_training_score *score = g_new0(struct sabot_training_score, 1);

	score->begun_at_us = g_get_real_time();
	score->answers = g_ptr_array_new_with_free_func(free_answer);
	return score;
}

void
sabot_training_score_free(struct sabot_training_score *score)
{
	g_ptr_array_unref(score->answers);
	g_free(score);
}

char *
sabot_training_score_name_right(const struct sabot_question *question)
{
	return question->answers->len > 0
		       ? g_strdup(g_ptr_array_index(question->answers, question->right))
		       : sabot_text_card(question->card);
}

void
sabot_training_score_add(struct sabot_training_score *score, const struct sabot_question *question,
			 const char *given, bool is_right, int64_t took_us)
{
	struct answer *answer = g_new0(struct answer, 1);

	answer->kind = question->kind;
	answer->asked = g_strdup(question->text);
	answer->given = g_strdup(given);
	answer->right = sabot_training_score_name_right(question);
	answer->why = g_strdup(question->why);
	answer->rule = g_strdup(question->rule);
	answer->explained = sabot_question_explain(question);
	answer->is_right = is_right;
	answer->took_us = took_us;
	g_ptr_array_add(score->answers, answer);
}

static int
compare_times(gconstpointer a, gconstpointer b)
{
	const int64_t *one = a, *two = b;

	return (*one > *two) - (*one < *two);
}

struct sabot_training_count
sabot_training_score_count(const struct sabot_training_score *score, enum sabot_question_kind kind)
{
	g_autoptr(GArray) times = g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct sabot_training_count count = {0};

	for (guint i = 0; i < score->answers->len; i++) {
		const struct answer *answer = g_ptr_array_index(score->answers, i);

		if (kind != SABOT_QUESTIONS && kind != answer->kind)
			continue;
		count.asked++;
		count.right += answer->is_right;
		g_array_append_val(times, answer->took_us);
	}
	g_array_sort(times, compare_times);
	if (times->len > 0)
		count.median_us = g_array_index(times, int64_t, times->len / 2);
	return count;
}

/* The question for a card names it: the right answer once more would say nothing. Transferred. */
static char *
describe_mistake(const struct answer *answer)
{
	if (answer->kind == SABOT_QUESTION_CARD)
		/* Translators: question, which names the right card; wrong answer. */
		return g_strdup_printf(C_("training", "%s, not: %s."), answer->asked,
				       answer->given);
	/* Translators: question, right answer, wrong one, why. */
	return g_strdup_printf(C_("training", "%s %s, not: %s. %s"), answer->asked, answer->right,
			       answer->given, answer->explained);
}

GPtrArray *
sabot_training_score_list_mistakes(const struct sabot_training_score *score)
{
	GPtrArray *list = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < score->answers->len; i++) {
		const struct answer *answer = g_ptr_array_index(score->answers, i);

		if (!answer->is_right)
			g_ptr_array_add(list, describe_mistake(answer));
	}
	return list;
}

static json_t *
build_answers(const struct sabot_training_score *score)
{
	json_t *list = json_array();

	for (guint i = 0; i < score->answers->len; i++) {
		const struct answer *answer = g_ptr_array_index(score->answers, i);

		json_array_append_new(
			list, json_pack("{s:s, s:s, s:s, s:s, s:b, s:I, s:s, s:s}", "kind",
					sabot_question_kind_to_string(answer->kind), "asked",
					answer->asked, "given", answer->given, "right",
					answer->right, "is_right", answer->is_right, "ms",
					(json_int_t)(answer->took_us / 1000), "rule", answer->rule,
					"why", answer->why));
	}
	return list;
}

static json_t *
build_counts(const struct sabot_training_score *score)
{
	json_t *counts = json_object();

	for (int i = 0; i < SABOT_QUESTIONS; i++) {
		enum sabot_question_kind kind = (enum sabot_question_kind)i;
		struct sabot_training_count count = sabot_training_score_count(score, kind);

		if (count.asked > 0)
			json_object_set_new(counts, sabot_question_kind_to_string(kind),
					    json_pack("{s:i, s:i, s:I}", "asked", (int)count.asked,
						      "right", (int)count.right, "median_ms",
						      (json_int_t)(count.median_us / 1000)));
	}
	return counts;
}

bool
sabot_training_score_save(const struct sabot_training_score *score,
			  const struct sabot_training_run *run, const char *path, GError **error)
{
	struct sabot_training_count all = sabot_training_score_count(score, SABOT_QUESTIONS);
	g_autofree char *begun = sabot_time_format(score->begun_at_us);
	g_autofree char *ended = sabot_time_format(g_get_real_time());
	json_t *file;
	char *text;
	bool is_saved;

	file = json_pack("{s:s, s:b, s:s, s:s, s:s, s:s, s:i, s:I, s:i, s:i, s:o, s:o}", "training",
			 "sabot/1", "simulated", 1, "profile", run->profile, "faults", run->faults,
			 "from", begun, "to", ended, "rounds", (int)run->rounds, "seed",
			 (json_int_t)run->seed, "asked", (int)all.asked, "right", (int)all.right,
			 "kinds", build_counts(score), "answers", build_answers(score));
	text = json_dumps(file, JSON_INDENT(2));
	is_saved = g_file_set_contents(path, text, -1, error);
	free(text);
	json_decref(file);
	return is_saved;
}
