/*
 * Every sentence of the dealer's display in every state of a table: what to do, why, what to call,
 * the keys; and what a trainee is asked there. Replays the golden logs and lists, state by state,
 * what the display says, with `#` for numbers and amounts; the list is compared with the one that
 * is kept for the language.
 *
 * usage: test-prompts LANGUAGE EXPECTED LOGS…; SABOT_BLESS=1 writes EXPECTED, which is then read.
 */
#include "engine/rules/articles.h"
#include "engine/table/call.h"
#include "engine/table/prompt.h"
#include "gui/model/dealer/dealer-keys.h"
#include "gui/model/dealer/dealer-offers.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/model/login.h"
#include "gui/model/phrases.h"
#include "gui/model/training/training-question.h"
#include "proto/wording/wording.h"
#include "text/text.h"
#include "replay-views.h"

#include <stdio.h>
#include <string.h>

enum { DECKS = 6, BOXES = 7, CARDS_TYPED = 61 };

struct listing {
	GHashTable *states; /* from "game phase prompt" to a set of "what<TAB>sentence" */
	gboolean has_kind[SABOT_WIRE_PROMPT_TURN + 1];
	gboolean has_call[SABOT_CALLS];
	gboolean has_question[SABOT_QUESTIONS];
};

static void
add(GHashTable *state, const char *what, const char *sentence)
{
	if (*sentence)
		g_hash_table_add(state, g_strdup_printf("%s\t%s", what, sentence));
}

static void
add_keys(GHashTable *state, const struct sabot_wire_view *view, bool is_by_hand)
{
	static const char *const kinds[] = {
		[SABOT_DEALER_KEY_STEP] = "step",
		[SABOT_DEALER_KEY_CHOICE] = "choice",
		[SABOT_DEALER_KEY_SIDE] = "side",
	};
	const struct sabot_dealer_state dealer = {
		.decks = DECKS,
		.n_boxes = BOXES,
		.number = is_by_hand ? CARDS_TYPED : -1,
		.is_by_hand = is_by_hand,
	};
	g_autoptr(GPtrArray) keys = sabot_dealer_keys(view, &dealer);

	for (guint i = 0; i < keys->len; i++) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i);

		add(state, kinds[key->kind], key->label);
	}
}

/* What can be touched at the boxes, as it is written there and as it is said. */
static void
add_offers(GHashTable *state, const struct sabot_wire_view *view)
{
	g_autoptr(GArray) offers = sabot_dealer_offers_new(view, NULL);

	for (guint i = 0; i < offers->len; i++) {
		struct sabot_dealer_offer_words words;

		sabot_dealer_offer_fill(&g_array_index(offers, struct sabot_dealer_offer, i),
					&words);
		add(state, "tag", words.head);
		add(state, "tag", words.text);
		add(state, "choice", words.name);
		sabot_dealer_offer_words_clear(&words);
	}
}

static void
add_calls(struct listing *listing, GHashTable *state, const struct sabot_wire_prompt *prompt)
{
	for (guint i = 0; i < prompt->calls->len; i++) {
		const struct sabot_wire_call *call = g_ptr_array_index(prompt->calls, i);
		g_autofree char *sentence = sabot_phrase_call(call);
		enum sabot_call_id id;

		if (sabot_call_id_from_string(call->id, &id))
			listing->has_call[id] = TRUE;
		add(state, "call", sentence);
	}
}

/* `name` is transferred. */
static GHashTable *
name_state(struct listing *listing, char *name)
{
	GHashTable *state = g_hash_table_lookup(listing->states, name);

	if (state) {
		g_free(name);
		return state;
	}
	state = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_hash_table_insert(listing->states, name, state);
	return state;
}

static GHashTable *
find_state(struct listing *listing, const struct sabot_wire_view *view)
{
	g_autofree char *prompt = g_strdup(
		sabot_prompt_kind_to_string((enum sabot_prompt_kind)(view->prompt->kind - 1)));

	return name_state(listing,
			  g_strdup_printf("%s, %s, %s", sabot_wire_game_to_string(view->game),
					  sabot_wire_phase_to_string(view->phase),
					  view->prompt->kind == SABOT_WIRE_PROMPT_TURN ? "turn"
										       : prompt));
}

/* `question` is transferred; NULL: the view gives no cause for it. */
static void
add_question(struct listing *listing, const struct sabot_wire_view *view,
	     struct sabot_question *question)
{
	GHashTable *state;
	g_autofree char *why = NULL;

	if (!question)
		return;
	state = name_state(listing, g_strdup_printf("%s, training, %s",
						    sabot_wire_game_to_string(view->game),
						    sabot_question_kind_to_string(question->kind)));
	why = sabot_question_explain(question);
	listing->has_question[question->kind] = TRUE;
	add(state, "asked", question->text);
	add(state, "kind", sabot_question_kind_name(question->kind));
	for (guint i = 0; i < question->answers->len; i++)
		add(state, "answer", g_ptr_array_index(question->answers, i));
	if (question->kind != SABOT_QUESTION_PAYMENT) /* the settlement's line */
		add(state, "why", why);
	sabot_question_free(question);
}

static void
add_questions(struct listing *listing, const struct sabot_wire_view *view,
	      const struct sabot_rules *rules)
{
	static const struct sabot_card card = {.rank = SABOT_TEN, .suit = SABOT_DIAMONDS};
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	struct sabot_wire_incident *incident = sabot_record_new(&sabot_wire_incident_type);

	incident->code = g_strdup("dispute");
	incident->rule = g_strdup("");
	add_question(listing, view, sabot_question_next(view));
	add_question(listing, view, sabot_question_winner(view));
	if (view->shoe && view->shoe->is_cut)
		add_question(listing, view,
			     sabot_question_cut(view, sabot_rules_article(rules,
									  SABOT_RULE_LAST_ROUNDS)));
	add_question(listing, view, sabot_question_card(card, NULL));
	add_question(listing, view, sabot_question_card(card, incident));
	add_question(listing, view, sabot_question_mishap(incident, "…"));
	for (int wish = 0; wish < SABOT_ACTIONS; wish++)
		add_question(listing, view, sabot_question_wish(view, (enum sabot_action)wish));
	for (guint i = 0; i < view->payouts->len; i++)
		add_question(listing, view,
			     sabot_question_payment(g_ptr_array_index(view->payouts, i), i % 2 > 0,
						    rand));
	sabot_record_unref(incident);
}

/* How a display shows what the daemon refuses. */
static void
add_refused(GHashTable *state, const char *sentence)
{
	g_autoptr(GError) error =
		g_error_new_literal(SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED, sentence);
	g_autofree char *refused = sabot_session_explain(error);

	add(state, "do", refused);
}

/* What no prompt says: the pit was called, the rest is run out, the table is closed. */
static void
add_others(struct listing *listing, struct sabot_wire_view *view)
{
	static const int64_t second_us = G_USEC_PER_SEC;
	const struct sabot_wire_incident called = {.at_us = second_us};
	GHashTable *state = name_state(listing, g_strdup("without a prompt"));
	int64_t run_out_cards = view->run_out_cards;
	g_autofree char *waiting = sabot_phrase_waiting(&called, 62 * second_us);
	g_autofree char *run_out = NULL;

	view->run_out_cards = 12;
	run_out = sabot_phrase_run_out(view);
	add_keys(state, view, false);
	view->run_out_cards = run_out_cards;
	add(state, "do", waiting);
	add(state, "do", run_out);
	add_refused(state, "this load is still in the shoe: it is played when it is out");
	add_refused(state, "p2 is dealer, and may not do this (issue): who may is cage");
	add_refused(state, "event.second: who signed the request of this slip does not sign here");
	add(state, "do", sabot_phrase_table_state(SABOT_WIRE_TABLE_CLOSED));
	add(state, "do", sabot_phrase_table_state(SABOT_WIRE_TABLE_PAUSED));
}

static void
on_view(struct sabot_wire_view *view, const struct sabot_rules *rules, gpointer data)
{
	struct listing *listing = data;
	GHashTable *state = find_state(listing, view);
	g_autofree char *sentence = sabot_phrase_dealer_prompt(view);
	g_autofree char *why = sabot_phrase_prompt_why(view->prompt);

	(void)rules;
	if (view->prompt->kind > SABOT_WIRE_PROMPT_TURN)
		g_error("a prompt of kind %d is new: listed is up to %d", view->prompt->kind,
			SABOT_WIRE_PROMPT_TURN);
	listing->has_kind[view->prompt->kind] = TRUE;
	add(state, "do", sentence);
	add(state, "why", why);
	add_calls(listing, state, view->prompt);
	add_keys(state, view, false);
	add_keys(state, view, true);
	add_offers(state, view);
	add_questions(listing, view, rules);
	if (view->phase == SABOT_WIRE_PHASE_AFTER_CUT)
		add_others(listing, view);
}

static GList *
sorted_keys(GHashTable *table)
{
	return g_list_sort(g_hash_table_get_keys(table), (GCompareFunc)strcmp);
}

/* Rules' ids stand: "PB-10" says which one, not how many. */
static GHashTable *
hide_numbers(GHashTable *said)
{
	static const char number[] = "(?<![A-Z][A-Z]-)(?<![0-9])[0-9]+([.,][0-9][0-9])?(?![0-9])";
	g_autoptr(GRegex) regex = g_regex_new(number, 0, 0, NULL);
	GHashTable *hidden = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GHashTableIter iter;
	gpointer line;

	g_hash_table_iter_init(&iter, said);
	while (g_hash_table_iter_next(&iter, &line, NULL))
		g_hash_table_add(hidden, g_regex_replace_literal(regex, line, -1, 0, "#", 0, NULL));
	return hidden;
}

static char *
print(struct listing *listing)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GList) states = sorted_keys(listing->states);

	for (GList *state = states; state; state = state->next) {
		g_autoptr(GHashTable) hidden =
			hide_numbers(g_hash_table_lookup(listing->states, state->data));
		g_autoptr(GList) said = sorted_keys(hidden);

		g_string_append_printf(text, "%s%s\n", text->len > 0 ? "\n" : "",
				       (char *)state->data);
		for (GList *line = said; line; line = line->next)
			g_string_append_printf(text, "  %s\n", (char *)line->data);
	}
	return g_string_free(text, FALSE);
}

/* Each kind of prompt and each call was seen, or the list would not be whole. */
static bool
is_whole(const struct listing *listing)
{
	bool is_whole = true;

	for (int kind = SABOT_WIRE_PROMPT_LOAD; kind <= SABOT_WIRE_PROMPT_TURN; kind++) {
		if (!listing->has_kind[kind])
			g_printerr("no log has a prompt of kind %d\n", kind);
		is_whole &= listing->has_kind[kind];
	}
	for (int question = 0; question < SABOT_QUESTIONS; question++) {
		if (!listing->has_question[question])
			g_printerr(
				"no log gives cause for the question %s\n",
				sabot_question_kind_to_string((enum sabot_question_kind)question));
		is_whole &= listing->has_question[question];
	}
	for (int call = 0; call < SABOT_CALLS; call++) {
		if (!listing->has_call[call])
			g_printerr("no log has the call %s\n",
				   sabot_call_id_to_string((enum sabot_call_id)call));
		is_whole &= listing->has_call[call];
	}
	return is_whole;
}

/* Both lists, line by line: what is new, and what is gone. */
static void
print_difference(const char *said, const char *expected)
{
	g_auto(GStrv) new = g_strsplit(said, "\n", -1);
	g_auto(GStrv) old = g_strsplit(expected, "\n", -1);

	for (int i = 0; new[i]; i++)
		if (!g_strv_contains((const char *const *)old, new[i]))
			g_printerr("+ %s\n", new[i]);
	for (int i = 0; old[i]; i++)
		if (!g_strv_contains((const char *const *)new, old[i]))
			g_printerr("- %s\n", old[i]);
}

static int
compare(const char *said, const char *path)
{
	g_autofree char *expected = NULL;
	g_autoptr(GError) error = NULL;

	if (g_getenv("SABOT_BLESS"))
		return g_file_set_contents(path, said, -1, NULL) ? 0 : 1;
	if (!g_file_get_contents(path, &expected, NULL, &error)) {
		g_printerr("%s\n", error->message);
		return 1;
	}
	if (strcmp(said, expected) == 0)
		return 0;
	print_difference(said, expected);
	g_printerr("%s: what the display says differs\n", path);
	return 1;
}

int
main(int argc, char **argv)
{
	struct listing listing = {
		.states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
						(GDestroyNotify)g_hash_table_unref),
	};
	g_autofree char *said = NULL;
	guint n_logs = 0;
	int status = 1;

	if (argc < 4)
		return 2;
	sabot_text_init();
	sabot_text_set_language(argv[1]);
	for (int i = 3; i < argc; i++)
		n_logs += replay_directory(argv[i], on_view, &listing);
	if (n_logs > 0) {
		said = print(&listing);
		status = compare(said, argv[2]) != 0 || !is_whole(&listing);
	}
	g_hash_table_unref(listing.states);
	return status;
}
