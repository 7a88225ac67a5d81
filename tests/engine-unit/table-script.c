/*
 * Reading a script: one table says what arguments each verb takes.
 */
#include "table-script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { WORDS_MAX = 40, WORD_SIZE = 24 };

struct words {
	int n;
	char word[WORDS_MAX][WORD_SIZE];
};

/* Arguments: b box, o bet, a amount, n bettor, c card, w what is revealed, r remedy, l number. */
static const struct verb {
	const char *word;
	enum sabot_event_type type;
	const char *arguments;
} verbs[] = {
	{"bet", SABOT_EVENT_BET, "boan"},
	{"no_more_bets", SABOT_EVENT_NO_MORE_BETS, ""},
	{"cards", SABOT_EVENT_CARD, "c"},
	{"face_up", SABOT_EVENT_CARD, "c"},
	{"cut_card", SABOT_EVENT_CUT_CARD, ""},
	{"lost", SABOT_EVENT_DEVICE, "l"},
	{"offline", SABOT_EVENT_DEVICE, ""},
	{"online", SABOT_EVENT_DEVICE, "l"},
	{"result", SABOT_EVENT_RESULT, ""},
	{"stand", SABOT_EVENT_ACTION, "b"},
	{"hit", SABOT_EVENT_ACTION, "b"},
	{"double", SABOT_EVENT_ACTION, "b"},
	{"split", SABOT_EVENT_ACTION, "b"},
	{"surrender", SABOT_EVENT_ACTION, "b"},
	{"insurance", SABOT_EVENT_INSURANCE, "ban"},
	{"even_money", SABOT_EVENT_EVEN_MONEY, "bn"},
	{"insurance_closed", SABOT_EVENT_INSURANCE_CLOSED, ""},
	{"reveal", SABOT_EVENT_REVEAL, "w"},
	{"holder", SABOT_EVENT_HOLDER, "b"},
	{"commission_paid", SABOT_EVENT_COMMISSION_PAID, "ban"},
	{"ruling", SABOT_EVENT_RULING, "rc"},
	{"ruling_box", SABOT_EVENT_RULING, "rb"},
	{"call", SABOT_EVENT_CALL, ""},
	{"undo", SABOT_EVENT_UNDO, ""},
	{"load", SABOT_EVENT_LOAD, "l"},
	{"unload", SABOT_EVENT_UNLOAD, "l"},
};

static const struct verb *
find_verb(const char *word)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(verbs[i].word, word) == 0)
			return &verbs[i];
	fail_msg("no verb: %s", word);
	return NULL;
}

static void
set_number(struct sabot_event *event, int number)
{
	if (event->type == SABOT_EVENT_DEVICE) {
		event->u.device.lost_cards = number;
		event->u.device.is_counted = event->u.device.state == SABOT_DEVICE_ONLINE;
	} else if (event->type == SABOT_EVENT_LOAD) {
		event->u.load.decks = number;
	} else {
		event->u.unload.left_cards = number;
	}
}

static void
set_argument(struct sabot_event *event, char kind, const char *word)
{
	switch (kind) {
	case 'b':
		event->box = atoi(word);
		break;
	case 'o':
		event->on = sabot_bet_from_string(word);
		break;
	case 'a':
		event->amount_minor = atoll(word);
		break;
	case 'n':
		event->bettor = word;
		break;
	case 'c':
		assert_true(sabot_card_parse(word, strlen(word), &event->card));
		event->has_card = true;
		break;
	case 'w':
		assert_true(sabot_reveal_from_string(word, &event->u.reveal.what));
		break;
	case 'r':
		assert_true(sabot_remedy_from_string(word, &event->u.ruling.remedy));
		break;
	case 'l':
		set_number(event, atoi(word));
		break;
	default:
		fail_msg("no argument: %c", kind);
	}
}

/* The defaults of an event. */
static struct sabot_event
event_of(const struct table_fixture *fixture, const struct verb *verb)
{
	struct sabot_event event = {.type = verb->type, .hand = SABOT_HAND_IN_TURN};

	if (verb->type == SABOT_EVENT_LOAD) {
		event.u.load.decks = fixture->table.rules.decks;
		event.u.load.behind_cards = -1;
	} else if (verb->type == SABOT_EVENT_CARD) {
		event.u.card.face_up = strcmp(verb->word, "face_up") == 0;
	} else if (verb->type == SABOT_EVENT_RULING) {
		event.u.ruling.incident = fixture->table.n_incidents;
	} else if (verb->type == SABOT_EVENT_DEVICE) {
		assert_true(sabot_device_state_from_string(verb->word, &event.u.device.state));
	} else if (verb->type == SABOT_EVENT_ACTION) {
		assert_true(sabot_action_from_string(verb->word, &event.u.action.kind));
	}
	return event;
}

static void
run(struct table_fixture *fixture, const struct words *words)
{
	const struct verb *verb = find_verb(words->word[0]);
	struct sabot_event event = event_of(fixture, verb);
	int n_arguments = (int)strlen(verb->arguments);

	if (verb->type == SABOT_EVENT_CARD) {
		for (int i = 1; i < words->n; i++) {
			set_argument(&event, 'c', words->word[i]);
			fixture_step(fixture, event);
		}
		return;
	}
	assert_true(words->n - 1 <= n_arguments);
	for (int i = 0; i < words->n - 1; i++)
		set_argument(&event, verb->arguments[i], words->word[i + 1]);
	fixture_step(fixture, event);
}

/* The words up to the next ';'. Returns where they end. */
static const char *
read_words(const char *script, struct words *ret_words)
{
	struct words words = {0};

	for (script += strspn(script, " "); *script != '\0' && *script != ';';
	     script += strspn(script, " ")) {
		size_t length = strcspn(script, " ;");
		assert_true(words.n < WORDS_MAX && length < WORD_SIZE);
		memcpy(words.word[words.n++], script, length);
		script += length;
	}
	*ret_words = words;
	return script;
}

void
script_run(struct table_fixture *fixture, const char *script)
{
	struct words words;

	while (*script != '\0') {
		script = read_words(script, &words);
		if (words.n > 0)
			run(fixture, &words);
		script += *script == ';';
	}
}
