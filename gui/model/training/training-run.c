/* Runs a training: plans it, starts its daemon, judges the answers, and saves the score. */
#include "training-run.h"

#include "text/words.h"
#include "training-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
save(SabotTraining *training)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *folder = g_path_get_dirname(training->record);
	const struct sabot_training_run run = {
		.profile = training->profile,
		.faults = sabot_training_plan_get_text(training->plan),
		.rounds = training->rounds,
		.seed = training->seed,
	};

	g_mkdir_with_parents(folder, 0700);
	if (sabot_training_score_save(training->score, &run, training->record, &error))
		return;
	g_free(training->record);
	training->record = g_strdup(error->message);
}

/* Everything awaited has come, and no question is open. */
static void
take_step(SabotTraining *training)
{
	training->is_over = training->round > training->rounds;
	if (training->is_over)
		save(training);
	else
		sabot_training_go_on(training);
}

/* Continue after the answered question. */
static void
finish(SabotTraining *training)
{
	struct sabot_question *question = g_steal_pointer(&training->question);

	if (training->is_verdict) /* the verdict was read */
		g_clear_pointer(&training->said, g_free);
	training->is_verdict = false;
	if (question->event)
		sabot_training_apply(training, json_incref(question->event));
	if (question->draws)
		sabot_training_draw(training, SABOT_TRAINING_DRAW_READ);
	if (question->kind == SABOT_QUESTION_CARD) {
		training->awaited.is_read = true;
		sabot_training_revive(training);
		training->planted = SABOT_TRAINING_NONE;
	}
	sabot_question_free(question);
	sabot_training_emit_changed(training);
	sabot_training_go_on_when_settled(training);
}

/* After a right answer the training continues at once; after a wrong one the trainee reads why. */
static void
judge(SabotTraining *training, const char *given, bool is_right)
{
	const struct sabot_question *question = training->question;
	g_autofree char *why = sabot_question_explain(question);
	g_autofree char *right = sabot_training_score_name_right(question);

	sabot_training_score_add(training->score, question, given, is_right,
				 g_get_monotonic_time() - training->asked_us);
	g_free(training->said);
	/* Translators: why an answer was right: a sentence. */
	training->said = is_right ? g_strdup_printf(C_("training", "Right. %s"), why)
				  : g_steal_pointer(&why);
	g_free(training->verdict);
	/* Translators: an answer was wrong; what is right. */
	training->verdict = g_strdup_printf(C_("training", "Wrong. The right answer: %s"), right);
	training->is_verdict = !is_right;
	if (is_right)
		finish(training);
	else
		sabot_training_emit_changed(training);
}

void
sabot_training_answer(SabotTraining *training, guint n)
{
	struct sabot_question *question = training->question;

	if (!question)
		return;
	if (training->is_verdict)
		finish(training);
	else if (n < question->answers->len)
		judge(training, g_ptr_array_index(question->answers, n), n == question->right);
}

/* The suit may be left out: only the rank counts in the game. */
static bool
is_same_card(struct sabot_card given, struct sabot_card card)
{
	return given.rank == card.rank &&
	       (given.suit == SABOT_SUIT_UNKNOWN || given.suit == card.suit);
}

/* True if the event is not passed on. */
static bool
judge_card(SabotTraining *training, const struct sabot_wire_event *event)
{
	struct sabot_card card;
	g_autofree char *name = NULL;
	bool is_right;

	if (!event->card || !sabot_card_parse(event->card, strlen(event->card), &card))
		return true;
	name = sabot_text_card(card);
	is_right = is_same_card(card, training->question->card);
	if (is_right)
		g_clear_pointer(&training->question->event, json_decref);
	judge(training, name, is_right);
	return !is_right;
}

/* Between questions the trainee only closes the bets; the training does everything else. */
static gboolean
stops(SabotTraining *training, const struct sabot_wire_event *event)
{
	static const char *const passed[] = {"bet", "no_more_bets", "undo", NULL};

	if (training->question && !training->is_verdict &&
	    training->question->kind == SABOT_QUESTION_CARD)
		return judge_card(training, event);
	return training->question || !training->awaits_close || !g_strv_contains(passed, event->ev);
}

static gboolean
on_sending(SabotDealerTable *table, json_t *json, gpointer data)
{
	struct sabot_wire_event *event = sabot_record_parse(&sabot_wire_event_type, json, NULL);
	gboolean is_stopped = !event || stops(data, event);

	(void)table;
	sabot_record_unref(event);
	return is_stopped;
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	(void)table;
	sabot_training_go_on_when_settled(data);
}

static void
on_house_ended(const char *why, gpointer data)
{
	SabotTraining *training = data;

	g_free(training->problem);
	training->problem = g_strdup_printf(_("The training cannot go on: %s"), why);
	sabot_training_emit_changed(training);
}

/* Set up what is random, and what is planned. */
static bool
plan(SabotTraining *training, const struct sabot_training_options *options, GError **error)
{
	g_autofree char *why = NULL;

	training->rand = g_rand_new_with_seed(options->seed);
	training->seed = options->seed;
	training->rounds = options->rounds;
	training->profile = g_strdup(options->profile);
	training->record = g_strdup(options->record);
	training->plan =
		sabot_training_plan_new(options->faults, options->rounds, training->rand, &why);
	if (!training->plan)
		g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, why);
	return training->plan != NULL;
}

static bool
open_house(SabotTraining *training, const char *sabotd, GError **error)
{
	training->house = sabot_training_house_new(sabotd, training->profile, on_house_ended,
						   training, error);
	if (!training->house)
		return false;
	training->shoe = sabot_training_shoe_new(sabot_training_house_get_line(training->house),
						 training->rand);
	if (!sabot_training_shoe_plug(training->shoe, error))
		return false;
	training->table = sabot_dealer_table_new(sabot_training_house_get_socket(training->house),
						 SABOT_TRAINING_TABLE);
	g_signal_connect(training->table, "changed", G_CALLBACK(on_changed), training);
	g_signal_connect(training->table, "sending", G_CALLBACK(on_sending), training);
	return true;
}

SabotTraining *
sabot_training_new(const struct sabot_training_options *options, GError **error)
{
	SabotTraining *training = g_object_new(SABOT_TYPE_TRAINING, NULL);

	training->take_step = take_step;
	if (plan(training, options, error) && open_house(training, options->sabotd, error))
		return training;
	g_object_unref(training);
	return NULL;
}

void
sabot_training_end(SabotTraining *training)
{
	g_clear_pointer(&training->house, sabot_training_house_free);
}
