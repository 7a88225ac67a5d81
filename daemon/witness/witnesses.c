/* See witnesses.h. */
#include "witnesses.h"

#include "daemon/tables/evidence.h"
#include "head-sender.h"

enum { WITNESSES_LOOK_MS = 1000 };

/* The state of one witness. */
struct one {
	int64_t heard_us;   /* when it last signed, or had nothing to sign; monotonic */
	int64_t checkpoint; /* the last one that it signed in this run */
	bool is_silent;     /* its silence was reported */
	char *failure;      /* the last failure, if it lasts */
};

struct sabot_witnesses {
	struct sabot_floor *floor;
	const struct sabot_config *config;
	struct sabot_head_sender *sender;
	struct one *ones; /* by witness */
	guint timer_id;
};

static const char *
name_of(const struct sabot_witnesses *witnesses, guint index)
{
	const struct sabot_witness_config *witness =
		g_ptr_array_index(witnesses->config->witnesses, index);

	return witness->name;
}

static void
record_signature(struct sabot_witnesses *witnesses, const struct sabot_head_outcome *outcome)
{
	static const struct sabot_origin nobody;
	g_autoptr(GError) error = NULL;

	witnesses->ones[outcome->witness].checkpoint = outcome->checkpoint;
	if (!sabot_floor_submit_house(witnesses->floor, outcome->event, &nobody, &error))
		g_critical("an event of the house log cannot be written: %s", error->message);
}

/* Reported once for each such state of the witness. */
static void
report_refused(struct sabot_witnesses *witnesses, const struct sabot_head_outcome *outcome)
{
	sabot_evidence_report_once(witnesses->floor, SABOT_INCIDENT_UNWITNESSED,
				   json_pack("{s:s, s:s, s:I}", "why", "refused", "witness",
					     name_of(witnesses, outcome->witness), "checkpoint",
					     (json_int_t)outcome->checkpoint));
}

static void
record_failure(struct sabot_witnesses *witnesses, const struct sabot_head_outcome *outcome)
{
	struct one *one = &witnesses->ones[outcome->witness];

	if (g_strcmp0(one->failure, outcome->why) == 0)
		return;
	g_warning("the witness %s does not sign: %s", name_of(witnesses, outcome->witness),
		  outcome->why);
	g_free(one->failure);
	one->failure = g_strdup(outcome->why);
}

static void
record_heard(struct sabot_witnesses *witnesses, guint index)
{
	struct one *one = &witnesses->ones[index];

	if (one->failure || one->is_silent)
		g_message("the witness %s is heard again", name_of(witnesses, index));
	one->heard_us = g_get_monotonic_time();
	one->is_silent = false;
	g_clear_pointer(&one->failure, g_free);
}

static void
apply_outcome(struct sabot_witnesses *witnesses, const struct sabot_head_outcome *outcome)
{
	switch (outcome->fate) {
	case SABOT_HEAD_SIGNED:
		record_signature(witnesses, outcome);
		record_heard(witnesses, outcome->witness);
		break;
	case SABOT_HEAD_IDLE:
		record_heard(witnesses, outcome->witness);
		break;
	case SABOT_HEAD_REFUSED:
		report_refused(witnesses, outcome);
		break;
	case SABOT_HEAD_FAILED:
		record_failure(witnesses, outcome);
		break;
	}
}

/* One log line for each silence, not one for each request. */
static void
look_for_silence(struct sabot_witnesses *witnesses, guint index)
{
	const struct sabot_witness_config *witness =
		g_ptr_array_index(witnesses->config->witnesses, index);
	struct one *one = &witnesses->ones[index];

	if (one->is_silent ||
	    g_get_monotonic_time() - one->heard_us <= (int64_t)witness->within_s * G_USEC_PER_SEC)
		return;
	one->is_silent = true;
	sabot_floor_report(witnesses->floor, SABOT_INCIDENT_UNWITNESSED,
			   json_pack("{s:s, s:s, s:I}", "why", "silent", "witness", witness->name,
				     "checkpoint", (json_int_t)one->checkpoint));
}

static void
apply_outcomes(struct sabot_witnesses *witnesses)
{
	struct sabot_head_outcome *outcome;

	while ((outcome = sabot_head_sender_take(witnesses->sender))) {
		apply_outcome(witnesses, outcome);
		sabot_head_outcome_free(outcome);
	}
}

static gboolean
on_look(gpointer data)
{
	struct sabot_witnesses *witnesses = data;

	apply_outcomes(witnesses);
	for (guint i = 0; i < witnesses->config->witnesses->len; i++)
		look_for_silence(witnesses, i);
	return G_SOURCE_CONTINUE;
}

struct sabot_witnesses *
sabot_witnesses_new(struct sabot_floor *floor)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	const struct sabot_floor_key *key = sabot_floor_get_key(floor);
	struct sabot_witnesses *witnesses;

	if (config->witnesses->len == 0 || !key->line)
		return NULL;
	witnesses = g_new0(struct sabot_witnesses, 1);
	witnesses->floor = floor;
	witnesses->config = config;
	witnesses->ones = g_new0(struct one, config->witnesses->len);
	for (guint i = 0; i < config->witnesses->len; i++)
		witnesses->ones[i].heard_us = g_get_monotonic_time();
	witnesses->sender = sabot_head_sender_new(config, key->line);
	witnesses->timer_id = g_timeout_add(WITNESSES_LOOK_MS, on_look, witnesses);
	return witnesses;
}

void
sabot_witnesses_free(struct sabot_witnesses *witnesses)
{
	if (!witnesses)
		return;
	g_source_remove(witnesses->timer_id);
	/* Signatures of the last second are not lost. */
	sabot_head_sender_stop(witnesses->sender);
	apply_outcomes(witnesses);
	sabot_head_sender_free(witnesses->sender);
	for (guint i = 0; i < witnesses->config->witnesses->len; i++)
		g_free(witnesses->ones[i].failure);
	g_free(witnesses->ones);
	g_free(witnesses);
}
