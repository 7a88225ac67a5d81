/*
 * From the wire's structs back to the engine's values, for which text/ has the words. Numbers that
 * no daemon of ours would send are not translated; the daemon's own sentence is then shown.
 */
#include "wording.h"
#include "text/call-text.h"
#include "text/effect-text.h"
#include "text/incident-text.h"
#include "text/payout-text.h"
#include "text/prompt-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static int
to_int(int64_t number)
{
	return (int)CLAMP(number, G_MININT, G_MAXINT);
}

/* One entry of `detail`; false for what is hidden or has no form that we know. */
static bool
read_field(const char *key, json_t *value, struct sabot_field *ret_field)
{
	struct sabot_field field = {.key = key};

	if (json_is_integer(value)) {
		field.kind = SABOT_FIELD_NUMBER;
		field.u.number = json_integer_value(value);
	} else if (json_is_string(value) &&
		   (strcmp(key, "card") == 0 || strcmp(key, "read") == 0)) {
		field.kind = SABOT_FIELD_CARD;
		if (!sabot_card_parse(json_string_value(value), json_string_length(value),
				      &field.card))
			return false;
	} else if (json_is_string(value)) {
		field.kind = SABOT_FIELD_WORD;
		field.u.word = json_string_value(value);
	} else {
		field.kind = SABOT_FIELD_CARDS; /* lists: no sentence has them */
	}
	*ret_field = field;
	/* A total that the veil hides is -1. */
	return strcmp(key, "total") != 0 || field.u.number >= 0;
}

/* The words are borrowed from `seen`. */
static bool
read_incident(const struct sabot_wire_incident *seen, struct sabot_incident *ret_incident)
{
	struct sabot_incident incident = {.rule = ""};
	const char *key, *bettor;
	json_t *value;

	/* Without any detail nothing is known; under doubt there is one without some keys. */
	if (!seen->detail || !sabot_incident_code_from_string(seen->code, &incident.code))
		return false;
	json_object_foreach(seen->detail, key, value) {
		if (incident.n_fields >= SABOT_FIELDS_MAX ||
		    !read_field(key, value, &incident.fields[incident.n_fields++]))
			return false;
	}
	bettor = json_string_value(json_object_get(seen->detail, "bettor"));
	g_strlcpy(incident.bettor, bettor ? bettor : "", sizeof(incident.bettor));
	*ret_incident = incident;
	return true;
}

/* A list of cards of `detail`; what is none of ours is left out. */
static GArray *
read_cards(const json_t *list)
{
	GArray *cards = g_array_new(FALSE, FALSE, sizeof(struct sabot_card));
	struct sabot_card card;
	json_t *value;
	size_t i;

	json_array_foreach(list, i, value)
		if (json_is_string(value) &&
		    sabot_card_parse(json_string_value(value), json_string_length(value), &card))
			g_array_append_val(cards, card);
	return cards;
}

char *
sabot_phrase_incident(const struct sabot_wire_incident *incident)
{
	struct sabot_incident known;
	char *sentence = read_incident(incident, &known) ? sabot_text_incident(&known) : NULL;
	g_autoptr(GArray) missing = NULL, extra = NULL;

	if (!sentence)
		return g_strdup(incident->text);
	missing = read_cards(json_object_get(incident->detail, "missing"));
	extra = read_cards(json_object_get(incident->detail, "extra"));
	return sabot_text_proven_cards(sentence, &(struct sabot_proven_cards){
							 .missing = (gpointer)missing->data,
							 .n_missing = missing->len,
							 .extra = (gpointer)extra->data,
							 .n_extra = extra->len,
						 });
}

static void
read_why(const struct sabot_wire_why *seen, struct sabot_prompt_why *ret_why)
{
	*ret_why = (struct sabot_prompt_why){
		.rule = seen && seen->rule ? seen->rule : "",
		.punto = seen ? to_int(seen->punto) : SABOT_TOTAL_UNKNOWN,
		.banca = seen ? to_int(seen->banca) : SABOT_TOTAL_UNKNOWN,
		.third = seen ? to_int(seen->third) : SABOT_TOTAL_UNKNOWN,
		.player = seen ? to_int(seen->player) : SABOT_TOTAL_UNKNOWN,
		.dealer = seen ? to_int(seen->dealer) : SABOT_TOTAL_UNKNOWN,
		.soft = seen && seen->is_soft,
		.is_blackjack = seen && seen->is_blackjack,
	};
}

/* False for a kind that the engine does not have. */
static bool
read_prompt(const struct sabot_wire_prompt *seen, struct sabot_prompt *ret_prompt)
{
	struct sabot_prompt prompt = {0};

	if (seen->kind == SABOT_WIRE_PROMPT_UNKNOWN || seen->kind == SABOT_WIRE_PROMPT_TURN)
		return false;
	prompt.kind = (enum sabot_prompt_kind)(seen->kind - 1);
	prompt.who = (enum sabot_owner)seen->who;
	prompt.box = to_int(seen->box);
	prompt.hand = to_int(seen->hand);
	prompt.left_cards = to_int(seen->left_cards);
	prompt.incident = (unsigned)CLAMP(seen->incident, 0, G_MAXUINT);
	prompt.last_round = seen->is_last_round;
	prompt.winner = seen->winner;
	for (guint i = 0; i < seen->can->len; i++)
		if (g_array_index(seen->can, int, i) > 0)
			prompt.can |= UINT32_C(1) << (g_array_index(seen->can, int, i) - 1);
	read_why(seen->why, &prompt.why);
	if (!seen->why &&
	    prompt.kind == SABOT_PROMPT_PLAY) /* a plain daemon gives the total only */
		prompt.why.player = to_int(seen->total);
	*ret_prompt = prompt;
	return true;
}

char *
sabot_phrase_prompt(const struct sabot_wire_prompt *prompt)
{
	struct sabot_call turn = {.id = SABOT_CALL_TURN, .owner = (enum sabot_owner)prompt->who};
	struct sabot_prompt known;

	if (prompt->kind == SABOT_WIRE_PROMPT_TURN)
		return sabot_text_call(&turn);
	return read_prompt(prompt, &known) ? sabot_text_prompt(&known) : g_strdup(prompt->text);
}

char *
sabot_phrase_prompt_of_hand(const struct sabot_wire_prompt *prompt, const char *hand)
{
	struct sabot_prompt known;

	return hand && read_prompt(prompt, &known) ? sabot_text_prompt_of_hand(&known, hand)
						   : sabot_phrase_prompt(prompt);
}

char *
sabot_phrase_prompt_why(const struct sabot_wire_prompt *prompt)
{
	struct sabot_prompt known;

	return read_prompt(prompt, &known) ? sabot_text_prompt_why(&known) : g_strdup("");
}

char *
sabot_phrase_call(const struct sabot_wire_call *call)
{
	struct sabot_call known = {
		.owner = (enum sabot_owner)call->owner,
		.box = to_int(call->box),
		.hand = to_int(call->hand),
		.number = to_int(call->number),
		.soft = call->is_soft,
		.amount_minor = call->amount_minor,
	};

	return sabot_call_id_from_string(call->id, &known.id) ? sabot_text_call(&known)
							      : g_strdup(call->text);
}

char *
sabot_phrase_calls(const struct sabot_wire_prompt *prompt)
{
	GString *line = g_string_new(NULL);

	for (guint i = 0; i < prompt->calls->len; i++) {
		g_autofree char *call = sabot_phrase_call(g_ptr_array_index(prompt->calls, i));

		if (i > 0)
			g_string_append_c(line, ' ');
		/* Translators: what the dealer says aloud, in the language's quotation marks. */
		g_string_append_printf(line, C_("call", "“%s”"), call);
	}
	return g_string_free(line, FALSE);
}

char *
sabot_phrase_prompt_more(const struct sabot_wire_prompt *prompt)
{
	g_autofree char *why = sabot_phrase_prompt_why(prompt);
	g_autofree char *calls = sabot_phrase_calls(prompt);

	if (why[0] == '\0' && calls[0] == '\0')
		return NULL;
	return g_strconcat(why, why[0] != '\0' && calls[0] != '\0' ? "\n" : "", calls, NULL);
}

static void
read_chips(const GPtrArray *stacks, int64_t rest_minor, struct sabot_chips *chips)
{
	chips->rest_minor = rest_minor;
	for (guint i = 0; i < stacks->len && chips->n < SABOT_CHIPS_MAX; i++) {
		const struct sabot_wire_stack *stack = g_ptr_array_index(stacks, i);

		chips->stacks[chips->n].minor = stack->chip_minor;
		chips->stacks[chips->n++].count = stack->count;
	}
}

/* False for a bet or result that the engine does not have. Strings are borrowed from `seen`. */
static bool
read_payout(const struct sabot_wire_payout *seen, struct sabot_payout *ret_payout)
{
	enum sabot_bet on = sabot_bet_from_string(seen->on);

	if (on == SABOT_BET_UNKNOWN || seen->result == SABOT_WIRE_RESULT_NONE)
		return false;
	*ret_payout = (struct sabot_payout){
		.box = to_int(seen->box),
		.hand = to_int(seen->hand),
		.on = on,
		.bettor = seen->bettor,
		.rule = seen->rule,
		.result = (enum sabot_hand_result)(seen->result - 1),
		.stake_minor = seen->stake_minor,
		.ratio = {to_int(seen->pays), to_int(seen->per)},
		.gross_minor = seen->gross_minor,
		.commission_minor = seen->commission_minor,
		.due_minor = seen->due_minor,
		.pay_minor = seen->pay_minor,
	};
	read_chips(seen->chips, seen->rest_minor, &ret_payout->chips);
	return true;
}

static char *
phrase_unverified(const struct sabot_wire_payout *seen)
{
	const struct sabot_payout payout = {
		.box = to_int(seen->box),
		.hand = to_int(seen->hand),
		.on = sabot_bet_from_string(seen->on),
		.bettor = seen->bettor,
		.stake_minor = seen->stake_minor,
	};
	bool has_range = seen->due_min_minor != SABOT_WIRE_NO_DUE;

	if (payout.on == SABOT_BET_UNKNOWN)
		return g_strdup(seen->text);
	return sabot_text_payout_unverified(&payout, has_range ? &seen->due_min_minor : NULL,
					    &seen->due_max_minor);
}

char *
sabot_phrase_payout(const struct sabot_wire_payout *payout)
{
	struct sabot_payout known;

	if (payout->is_unverified)
		return phrase_unverified(payout);
	return read_payout(payout, &known) ? sabot_text_payout(&known) : g_strdup(payout->text);
}

char *
sabot_phrase_per_100(const struct sabot_wire_payout *payout)
{
	struct sabot_payout known;

	return read_payout(payout, &known) ? sabot_text_payout_per_100(&known)
					   : g_strdup(payout->text);
}

char *
sabot_phrase_redress(const struct sabot_wire_redress *redress)
{
	struct sabot_redress_line line = {
		.round = redress->round,
		.box = to_int(redress->box),
		.bettor = redress->bettor,
		.amount_minor = redress->amount_minor,
	};

	read_chips(redress->chips, redress->rest_minor, &line.chips);
	return sabot_text_redress(&line);
}

static enum sabot_winner
winner_of(const char *word)
{
	enum sabot_winner winner = SABOT_WINNER_NONE;

	if (word)
		sabot_winner_from_string(word, &winner);
	return winner;
}

char *
sabot_phrase_effect(const struct sabot_wire_effect *effect)
{
	struct sabot_effect_args args = {
		.round = (unsigned)effect->round,
		.from = winner_of(effect->from),
		.to = winner_of(effect->to),
		.why = effect->why,
		.box = to_int(effect->box),
		.bettor = effect->bettor,
		.amount_minor = effect->amount_minor,
	};
	enum sabot_effect known;

	if (!sabot_effect_from_string(effect->effect, &known))
		return g_strdup(effect->text);
	return sabot_text_effect(known, &args);
}

char *
sabot_phrase_missing(const struct sabot_wire_missing *missing)
{
	g_autoptr(GDateTime) utc = NULL, local = NULL;
	g_autofree char *time = NULL;

	if (missing->since_us == SABOT_TIME_NONE)
		/* Translators: a daemon's name; why, as the daemon says it. */
		return g_strdup_printf(_("%s is not in it: %s"), missing->upstream,
				       missing->why ? missing->why : "");
	utc = g_date_time_new_from_unix_utc(missing->since_us / G_USEC_PER_SEC);
	local = g_date_time_to_local(utc);
	if (g_strcmp0(missing->error_class, SABOT_WIRE_MISSING_STALE) == 0) {
		time = g_date_time_format(local, "%Y-%m-%d %H:%M");
		/* Translators: a house's name; a date and time; why nothing later is known. */
		return g_strdup_printf(_("%s is in it only until %s: %s"), missing->upstream, time,
				       missing->why ? missing->why : "");
	}
	time = g_date_time_format(local, "%H:%M");
	/* Translators: a daemon's name; since when, as 20:14. */
	return g_strdup_printf(_("%s is away since %s: it is not in it"), missing->upstream, time);
}
