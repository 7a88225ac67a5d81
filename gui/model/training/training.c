/* A training: see training.h. Here is asked, judged and waited; training-deal.c does the rest. */
#include "training-private.h"

#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { STEP_MS = 100 }; /* between two things that happen by themselves: they are to be seen */

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotTraining, sabot_training, G_TYPE_OBJECT)

static void
sabot_training_finalize(GObject *object)
{
	SabotTraining *training = SABOT_TRAINING(object);

	g_clear_handle_id(&training->timer, g_source_remove);
	g_cancellable_cancel(training->cancellable);
	g_object_unref(training->cancellable);
	if (training->table) {
		g_signal_handlers_disconnect_by_data(training->table, training);
		g_object_unref(training->table);
	}
	g_clear_pointer(&training->shoe, sabot_training_shoe_free);
	g_clear_pointer(&training->house, sabot_training_house_free);
	g_clear_pointer(&training->plan, sabot_training_plan_free);
	sabot_training_score_free(training->score);
	sabot_question_free(training->question);
	g_clear_pointer(&training->rand, g_rand_free);
	g_ptr_array_unref(training->no_answers);
	g_ptr_array_unref(training->go_on);
	g_free(training->profile);
	g_free(training->record);
	g_free(training->problem);
	g_free(training->said);
	g_free(training->verdict);
	G_OBJECT_CLASS(sabot_training_parent_class)->finalize(object);
}

static void
sabot_training_class_init(SabotTrainingClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_training_finalize;
	signals[SIGNAL_CHANGED] = g_signal_new("changed", SABOT_TYPE_TRAINING, G_SIGNAL_RUN_LAST, 0,
					       NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_training_init(SabotTraining *training)
{
	training->cancellable = g_cancellable_new();
	training->score = sabot_training_score_new();
	training->no_answers = g_ptr_array_new();
	training->go_on = g_ptr_array_new();
	g_ptr_array_add(training->go_on, (gpointer)C_("training", "Go on"));
	training->round = 1;
	training->awaited.device = SABOT_WIRE_DEVICE_ONLINE;
}

static void
emit_changed(SabotTraining *training)
{
	g_signal_emit(training, signals[SIGNAL_CHANGED], 0);
}

static bool
is_seen(SabotTraining *training, const struct sabot_wire_view *view)
{
	int64_t seen_cards = view->shoe ? view->shoe->seen_cards : 0;

	return view->n >= training->awaited.n && seen_cards >= training->awaited.seen_cards &&
	       (!training->awaited.is_cut || (view->shoe && view->shoe->is_cut)) &&
	       (!training->awaited.is_read || !sabot_dealer_table_get_unread(training->table));
}

/* The view has all that was done before. */
static bool
is_settled(SabotTraining *training)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(training->table);

	return view && training->n_requests == 0 && !training->problem &&
	       (training->awaited.device == SABOT_WIRE_DEVICE_UNKNOWN ||
		(view->device && view->device->state == training->awaited.device)) &&
	       is_seen(training, view);
}

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

static gboolean
on_step_due(gpointer data)
{
	SabotTraining *training = data;

	training->timer = 0;
	if (training->question || training->is_over || !is_settled(training))
		return G_SOURCE_REMOVE;
	/* A load starts the count again. */
	training->awaited.n = training->awaited.seen_cards = 0;
	training->awaited.is_cut = training->awaited.is_read = false;
	training->awaited.device = SABOT_WIRE_DEVICE_UNKNOWN;
	training->awaits_close = false;
	training->is_over = training->round > training->rounds;
	if (training->is_over)
		save(training);
	else
		sabot_training_go_on(training);
	emit_changed(training);
	return G_SOURCE_REMOVE;
}

static void
go_on_when_settled(SabotTraining *training)
{
	if (!training->timer && !training->question && !training->is_over && is_settled(training))
		training->timer = g_timeout_add(STEP_MS, on_step_due, training);
}

static void
on_received(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotTraining *training = data;
	struct sabot_wire_stepped *stepped;
	g_autofree char *why = error ? sabot_session_explain(error) : NULL;

	(void)client;
	training->n_requests--;
	stepped = ok ? sabot_record_parse(&sabot_wire_stepped_type, ok, NULL) : NULL;
	if (stepped)
		training->awaited.n = MAX(training->awaited.n, stepped->n);
	sabot_record_unref(stepped);
	if (why)
		sabot_dealer_table_refuse(training->table, why);
	go_on_when_settled(training);
}

void
sabot_training_apply(SabotTraining *training, json_t *event)
{
	json_t *args = json_pack("{s:s, s:o}", "table", SABOT_TRAINING_TABLE, "event", event);

	training->n_requests++;
	sabot_client_request(sabot_feed_get_client(sabot_dealer_table_get_feed(training->table)),
			     "event", args, training->cancellable, on_received, training);
	json_decref(args);
}

void
sabot_training_set_question(SabotTraining *training, struct sabot_question *question)
{
	training->question = question;
	training->asked_us = g_get_monotonic_time();
}

/* What the answered question leads to. */
void
sabot_training_finish(SabotTraining *training)
{
	struct sabot_question *question = g_steal_pointer(&training->question);

	if (training->is_verdict) /* it was read */
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
	emit_changed(training);
	go_on_when_settled(training);
}

/* A right answer goes on at once; of a wrong one the trainee reads why. */
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
		sabot_training_finish(training);
	else
		emit_changed(training);
}

void
sabot_training_answer(SabotTraining *training, guint n)
{
	struct sabot_question *question = training->question;

	if (!question)
		return;
	if (training->is_verdict)
		sabot_training_finish(training);
	else if (n < question->answers->len)
		judge(training, g_ptr_array_index(question->answers, n), n == question->right);
}

/* The suit may be left out: what counts in the game is the rank. */
static bool
is_same_card(struct sabot_card given, struct sabot_card card)
{
	return given.rank == card.rank &&
	       (given.suit == SABOT_SUIT_UNKNOWN || given.suit == card.suit);
}

/* True: it goes no further. */
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

/* Between questions the trainee closes the bets; all else is for the training to do. */
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
	go_on_when_settled(data);
}

static void
on_house_ended(const char *why, gpointer data)
{
	SabotTraining *training = data;

	g_free(training->problem);
	training->problem = g_strdup_printf(_("The training cannot go on: %s"), why);
	emit_changed(training);
}

/* What is random, and what is planned. */
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

SabotDealerTable *
sabot_training_get_table(SabotTraining *training)
{
	return training->table;
}

const char *
sabot_training_get_text(SabotTraining *training)
{
	if (training->problem)
		return training->problem;
	if (training->is_over)
		return C_("training", "The training is over");
	if (training->is_verdict)
		return training->verdict;
	if (training->question)
		return training->question->text;
	/* While bets are open nothing is given away. */
	return training->awaits_close ? NULL : C_("training", "Cards are dealt …");
}

const char *
sabot_training_get_more(SabotTraining *training)
{
	return training->said;
}

const GPtrArray *
sabot_training_get_answers(SabotTraining *training)
{
	if (!training->question)
		return training->no_answers;
	return training->is_verdict ? training->go_on : training->question->answers;
}

gboolean
sabot_training_is_asking(SabotTraining *training)
{
	return training && sabot_training_get_answers(training)->len > 0;
}

gboolean
sabot_training_is_over(SabotTraining *training)
{
	return training->is_over;
}

const struct sabot_training_score *
sabot_training_get_score(SabotTraining *training)
{
	return training->score;
}

const char *
sabot_training_get_record(SabotTraining *training)
{
	return training->record;
}
