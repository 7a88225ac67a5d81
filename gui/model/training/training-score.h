/*
 * A trainee's answers: right or not, how fast, by kind of question; and the file that records them.
 * No GTK.
 */
#pragma once

#include "training-question.h"

struct sabot_training_score;

/* What was trained, as recorded in the file. Strings are borrowed while the score lives. */
struct sabot_training_run {
	const char *profile, *faults;
	guint rounds;
	guint32 seed;
};

/* Without an answer. Transferred. */
struct sabot_training_score *
sabot_training_score_new(void);
void
sabot_training_score_free(struct sabot_training_score *score);

/* The right answer in words; for a card that was to be keyed in, the card. Transferred. */
char *
sabot_training_score_name_right(const struct sabot_question *question);

/* `given`: the trainee's answer in words. */
void
sabot_training_score_add(struct sabot_training_score *score, const struct sabot_question *question,
			 const char *given, bool is_right, int64_t took_us);

struct sabot_training_count {
	guint asked, right;
	int64_t median_us; /* time from question to answer */
};

/* `kind` SABOT_QUESTIONS: all kinds. */
struct sabot_training_count
sabot_training_score_count(const struct sabot_training_score *score, enum sabot_question_kind kind);

/* A sentence for each wrong answer, with the right one; of char *. Transferred. */
GPtrArray *
sabot_training_score_list_mistakes(const struct sabot_training_score *score);

/* Write the score as JSON. False with an error that names the file. */
bool
sabot_training_score_save(const struct sabot_training_score *score,
			  const struct sabot_training_run *run, const char *path, GError **error);
