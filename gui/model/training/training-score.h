/*
 * What a trainee answered: right or not, how fast, by kind of question; and the file of it. No GTK.
 */
#pragma once

#include "training-question.h"

struct sabot_training_score;

/* What was trained, as the file says it. Strings are borrowed while the score lives. */
struct sabot_training_run {
	const char *profile, *faults;
	guint rounds;
	guint32 seed;
};

struct sabot_training_score *
sabot_training_score_new(void);
void
sabot_training_score_free(struct sabot_training_score *score);

/* What is right, in words: of a card that was to be keyed in, which it was. Transferred. */
char *
sabot_training_score_name_right(const struct sabot_question *question);

/* `given`: the trainee's answer in words. */
void
sabot_training_score_add(struct sabot_training_score *score, const struct sabot_question *question,
			 const char *given, bool is_right, int64_t took_us);

struct sabot_training_count {
	guint asked, right;
	int64_t median_us; /* from question to answer */
};

/* `kind` SABOT_QUESTIONS: of all. */
struct sabot_training_count
sabot_training_score_count(const struct sabot_training_score *score, enum sabot_question_kind kind);

/* Each answer that was wrong, as a sentence with what is right; of char *. Transferred. */
GPtrArray *
sabot_training_score_list_mistakes(const struct sabot_training_score *score);

/* JSON. False with an error that names the file. */
bool
sabot_training_score_save(const struct sabot_training_score *score,
			  const struct sabot_training_run *run, const char *path, GError **error);
