/*
 * The state of a training (training.h): the open question, what is awaited, and when the next step
 * is due. training-deal.c deals, training-run.c judges the answers.
 */
#include "training-private.h"

#include <glib/gi18n-lib.h>

enum { STEP_MS = 100 }; /* delay between two automatic steps, so that they can be seen */

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

void
sabot_training_emit_changed(SabotTraining *training)
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

/* True if the view contains everything done so far. */
static bool
is_settled(SabotTraining *training)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(training->table);

	return view && training->n_requests == 0 && !training->problem &&
	       (training->awaited.device == SABOT_WIRE_DEVICE_UNKNOWN ||
		(view->device && view->device->state == training->awaited.device)) &&
	       is_seen(training, view);
}

static gboolean
on_step_due(gpointer data)
{
	SabotTraining *training = data;

	training->timer = 0;
	if (training->question || training->is_over || !is_settled(training))
		return G_SOURCE_REMOVE;
	/* A load restarts the count. */
	training->awaited.n = training->awaited.seen_cards = 0;
	training->awaited.is_cut = training->awaited.is_read = false;
	training->awaited.device = SABOT_WIRE_DEVICE_UNKNOWN;
	training->awaits_close = false;
	training->take_step(training);
	sabot_training_emit_changed(training);
	return G_SOURCE_REMOVE;
}

void
sabot_training_go_on_when_settled(SabotTraining *training)
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
	sabot_training_go_on_when_settled(training);
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
	/* While bets are open nothing is revealed. */
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
