/*
 * Every sentence of the dealer's display in every state of a table: what to do, why, what to call,
 * the keys. Replays the golden logs and lists, state by state, what the display says there, with
 * `#` for numbers and amounts; the list is compared with the one that is kept for the language.
 *
 * usage: test-prompts LANGUAGE EXPECTED LOGS…; SABOT_BLESS=1 writes EXPECTED, which is then read.
 */
#include "engine/call.h"
#include "engine/prompt.h"
#include "gui/model/dealer-keys.h"
#include "proto/wording.h"
#include "text/text.h"
#include "tests/gui/replay.h"

#include <stdio.h>
#include <string.h>

enum { DECKS = 6, BOXES = 7, CARDS_TYPED = 61 };

struct listing {
	GHashTable *states; /* from "game phase prompt" to a set of "what<TAB>sentence" */
	gboolean has_kind[SABOT_WIRE_PROMPT_TURN + 1];
	gboolean has_call[SABOT_CALLS];
};

/* Rules' ids stand: "PB-10" says which one, not how many. */
static char *
hide_numbers(const char *sentence)
{
	g_autoptr(GRegex) number = g_regex_new(
		"(?<![A-Z][A-Z]-)(?<![0-9])[0-9]+([.,][0-9][0-9])?(?![0-9])", 0, 0, NULL);

	return g_regex_replace_literal(number, sentence, -1, 0, "#", 0, NULL);
}

static void
add(GHashTable *state, const char *what, const char *sentence)
{
	g_autofree char *hidden = hide_numbers(sentence);

	if (*sentence)
		g_hash_table_add(state, g_strdup_printf("%s\t%s", what, hidden));
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

static GHashTable *
find_state(struct listing *listing, const struct sabot_wire_view *view)
{
	g_autofree char *prompt = g_strdup(
		sabot_prompt_kind_to_string((enum sabot_prompt_kind)(view->prompt->kind - 1)));
	g_autofree char *name =
		g_strdup_printf("%s, %s, %s", sabot_wire_game_to_string(view->game),
				sabot_wire_phase_to_string(view->phase),
				view->prompt->kind == SABOT_WIRE_PROMPT_TURN ? "turn" : prompt);
	GHashTable *state = g_hash_table_lookup(listing->states, name);

	if (!state) {
		state = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
		g_hash_table_insert(listing->states, g_steal_pointer(&name), state);
	}
	return state;
}

static void
on_view(struct sabot_wire_view *view, const struct sabot_rules *rules, gpointer data)
{
	struct listing *listing = data;
	GHashTable *state = find_state(listing, view);
	g_autofree char *sentence = sabot_phrase_prompt(view->prompt);
	g_autofree char *why = sabot_phrase_prompt_why(view->prompt);

	(void)rules;
	listing->has_kind[view->prompt->kind] = TRUE;
	add(state, "do", sentence);
	add(state, "why", why);
	add_calls(listing, state, view->prompt);
	add_keys(state, view, false);
	add_keys(state, view, true);
}

static GList *
sorted_keys(GHashTable *table)
{
	return g_list_sort(g_hash_table_get_keys(table), (GCompareFunc)strcmp);
}

static char *
print(struct listing *listing)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GList) states = sorted_keys(listing->states);

	for (GList *state = states; state; state = state->next) {
		g_autoptr(GList) said =
			sorted_keys(g_hash_table_lookup(listing->states, state->data));

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
tell_difference(const char *said, const char *expected)
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
	tell_difference(said, expected);
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
