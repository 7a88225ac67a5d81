/*
 * Events as lines of the log (docs/event-log.md, sections 2 and 3): each type there and back, and
 * what is refused, with the field's name.
 */
#include "eventlog/event-json.h"
#include "eventlog/event-write.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* Lines as the program writes them; read and written again they are the same. */
static const char *const lines[] = {
	"{'ev':'load','decks':6,'behind':60}",
	"{'ev':'load','decks':1}",
	"{'ev':'load','decks':6,'backs':['red','blue']}",
	"{'ev':'load','decks':6,'behind':60,'backs':['red','blue','green','black']}",
	"{'ev':'card','card':'TH'}",
	"{'ev':'card','card':'?\?'}",
	"{'ev':'card','card':'7?','face_up':true,'back':'red'}",
	"{'ev':'cut_card'}",
	"{'ev':'bet','box':3,'on':'punto','amount':1000}",
	"{'ev':'bet','box':16,'bettor':'ana','on':'tie','amount':0}",
	"{'ev':'bet','box':1,'on':'no bet of ours','amount':1000000000000}",
	"{'ev':'no_more_bets'}",
	"{'ev':'no_more_bets','boxes':[1,4,16]}",
	"{'ev':'insurance','box':2,'bettor':'beto','amount':500}",
	"{'ev':'even_money','box':2}",
	"{'ev':'even_money','box':2,'bettor':'ana'}",
	"{'ev':'insurance_closed'}",
	"{'ev':'action','box':1,'do':'stand'}",
	"{'ev':'action','box':1,'hand':2,'bettor':'ana','do':'hit'}",
	"{'ev':'action','box':1,'hand':0,'do':'double'}",
	"{'ev':'action','box':1,'do':'split'}",
	"{'ev':'action','box':1,'do':'surrender'}",
	"{'ev':'result'}",
	"{'ev':'result','winner':'punto'}",
	"{'ev':'result','winner':'banca'}",
	"{'ev':'result','winner':'tie'}",
	"{'ev':'result','winner':'punto','punto':9,'banca':0}",
	"{'ev':'result','punto':0}",
	"{'ev':'result','banca':7}",
	"{'ev':'paid','box':1,'hand':1,'bettor':'ana','on':'main','amount':-1000000000000}",
	"{'ev':'paid','box':1,'on':'insurance','amount':1000}",
	"{'ev':'paid','box':1,'on':'punto','amount':1000,'round':4294967295}",
	"{'ev':'ruling','incident':7,'remedy':'let_stand'}",
	"{'ev':'ruling','incident':7,'remedy':'read_as','card':'AS','of':4294967295}",
	"{'ev':'ruling','incident':7,'remedy':'insert_card','card':'AS','of':1}",
	"{'ev':'ruling','incident':4294967295,'remedy':'read_as','card':'AS'}",
	"{'ev':'ruling','incident':1,'remedy':'move_card','box':2,'hand':1}",
	"{'ev':'ruling','incident':1,'remedy':'pay_difference','box':2,'amount':-5}",
	"{'ev':'undo'}",
	"{'ev':'call'}",
	"{'ev':'call','box':2,'hand':1}",
	"{'ev':'limits','min':500,'max':1000000000000}",
	"{'ev':'holder','box':5}",
	"{'ev':'table','state':'open'}",
	"{'ev':'table','state':'closed'}",
	"{'ev':'table','state':'paused'}",
	"{'ev':'commission_paid','box':5,'bettor':'ana','amount':50}",
	"{'ev':'reveal','what':'all'}",
	"{'ev':'reveal','what':'punto'}",
	"{'ev':'reveal','what':'banca'}",
	"{'ev':'reveal','what':'hole'}",
	"{'ev':'unload'}",
	"{'ev':'unload','left':0}",
	"{'ev':'unload','left':17}",
	"{'ev':'unload','cards':[]}",
	"{'ev':'unload','cards':['TH','?\?','7?']}",
	"{'ev':'device','state':'online'}",
	"{'ev':'device','state':'online','detail':0}",
	"{'ev':'device','state':'online','detail':2}",
	"{'ev':'device','state':'online','detail':'warm'}",
	"{'ev':'device','state':'offline'}",
	"{'ev':'device','state':'error','code':'E-17','detail':'lid open'}",
	"{'ev':'device','state':'cleared'}",
	"{'ev':'device','state':'locked'}",
	"{'ev':'device','state':'unlocked'}",
	"{'ev':'device','state':'lost','detail':3}",
	"{'ev':'device','state':'lost'}",
	"{'ev':'device','state':'lost','detail':'some'}",
	"{'ev':'undo','at':'2026-11-21T20:00:01.250000Z','by':'dealer-7','src':'read'}",
	"{'ev':'card','card':'2C','src':'manual'}",
	"{'ev':'cut_card','src':'inferred'}",
};

/* Notes whose words the engine does not keep: only what it reads comes back. */
static const char *const notes[][2] = {
	{"{'ev':'staff','who':'ana','post':'dealer','on':true}", "{'ev':'staff'}"},
	{"{'ev':'prepared','step':'counted','who':'ana'}", "{'ev':'prepared'}"},
	{"{'ev':'correction','round':4,'amount':-100,'box':2,'bettor':'b','note':'n'}",
	 "{'ev':'correction','round':4,'box':2,'bettor':'b','amount':-100}"},
	{"{'ev':'correction','round':4294967295,'amount':5}",
	 "{'ev':'correction','round':4294967295,'amount':5}"},
	/* How many were lost is not known: the same as no number. */
	{"{'ev':'device','state':'lost','detail':0}", "{'ev':'device','state':'lost'}"},
	{"{'ev':'load','decks':6,'backs':[]}", "{'ev':'load','decks':6}"},
	{"{'ev':'undo','whatever':[1,{}],'sim':true}", "{'ev':'undo'}"},
	{"{'ev':'undo','src':'manual'}", "{'ev':'undo'}"},
	{"{'ev':'undo','at':'2026-11-21T20:00:01Z'}",
	 "{'ev':'undo','at':'2026-11-21T20:00:01.000000Z'}"},
	{"{'ev':'card','card':'2C','face_up':false}", "{'ev':'card','card':'2C'}"},
};

static struct sabot_event_buffer buffer;

static json_t *
parse(const char *text)
{
	g_autofree char *quoted = g_strdelimit(g_strdup(text), "'", '"');
	json_error_t error;
	json_t *object = json_loads(quoted, JSON_REJECT_DUPLICATES, &error);

	if (object == NULL)
		fail_msg("%s: %s", text, error.text);
	return object;
}

static void
expect_again(const char *text, const char *expected)
{
	json_t *object = parse(text), *wanted = parse(expected);
	struct sabot_event event;
	char error[SABOT_EVENT_ERROR_SIZE];

	if (!sabot_event_from_json(object, SABOT_PUNTO_BANCO, &buffer, &event, error))
		fail_msg("%s: %s", text, error);
	json_t *again = sabot_event_to_json(&event);
	if (!json_equal(again, wanted)) {
		g_autofree char *found = json_dumps(again, 0);
		fail_msg("%s: %s", text, found);
	}
	json_decref(again);
	json_decref(wanted);
	json_decref(object);
}

static void
test_there_and_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		expect_again(lines[i], lines[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(notes); i++)
		expect_again(notes[i][0], notes[i][1]);
}

static bool
is_shown(const char *type)
{
	g_autofree char *start = g_strdup_printf("{'ev':'%s'", type);

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		if (g_str_has_prefix(lines[i], start))
			return true;
	for (size_t i = 0; i < G_N_ELEMENTS(notes); i++)
		if (g_str_has_prefix(notes[i][0], start))
			return true;
	return false;
}

static void
test_every_type_is_shown(void **state)
{
	(void)state;
	for (int type = 0; type < SABOT_EVENT_TYPES; type++)
		if (!is_shown(sabot_event_type_to_string((enum sabot_event_type)type)))
			fail_msg("no line of this test is a %s",
				 sabot_event_type_to_string((enum sabot_event_type)type));
}

static void
test_members(void **state)
{
	json_t *object = parse("{'ev':'bet','box':3,'amount':1000,'on':'x','by':'ana'}");
	struct sabot_event event;
	char error[SABOT_EVENT_ERROR_SIZE];

	(void)state;
	assert_true(sabot_event_from_json(object, SABOT_BLACKJACK, &buffer, &event, error));
	assert_int_equal(event.type, SABOT_EVENT_BET);
	assert_int_equal(event.box, 3);
	assert_int_equal(event.amount_minor, 1000);
	assert_int_equal(event.on, SABOT_BET_UNKNOWN);
	assert_string_equal(event.on_word, "x");
	assert_string_equal(event.by, "ana");
	assert_null(event.bettor);
	assert_int_equal(event.hand, SABOT_HAND_IN_TURN);
	assert_true(event.at_us == SABOT_TIME_NONE);
	assert_int_equal(event.source, SABOT_SOURCE_MANUAL);
	json_decref(object);
	object = parse("{'ev':'undo','at':'1970-01-01T00:00:02.5Z'}");
	assert_true(sabot_event_from_json(object, SABOT_BLACKJACK, &buffer, &event, error));
	assert_true(event.at_us == 2500000);
	json_decref(object);
}

static const struct {
	const char *field, *line;
} wrong[] = {
	{"event", "[]"},
	{"ev", "{}"},
	{"ev", "{'ev':7}"},
	{"ev", "{'ev':'deal'}"},
	{"ev", "{'ev':''}"},
	{"at", "{'ev':'undo','at':7}"},
	{"at", "{'ev':'undo','at':'2026-11-21'}"},
	{"at", "{'ev':'undo','at':'2026-11-21T20:00:01+01:00'}"},
	{"at", "{'ev':'undo','at':'2026-13-21T20:00:01Z'}"},
	{"by", "{'ev':'undo','by':7}"},
	{"src", "{'ev':'undo','src':'guessed'}"},
	{"src", "{'ev':'undo','src':true}"},
	{"decks", "{'ev':'load'}"},
	{"decks", "{'ev':'load','decks':0}"},
	{"decks", "{'ev':'load','decks':9}"},
	{"decks", "{'ev':'load','decks':6.0}"},
	{"decks", "{'ev':'load','decks':'6'}"},
	{"decks", "{'ev':'load','decks':null}"},
	{"behind", "{'ev':'load','decks':6,'behind':-1}"},
	{"behind", "{'ev':'load','decks':6,'behind':417}"},
	{"backs", "{'ev':'load','decks':6,'backs':'red'}"},
	{"backs", "{'ev':'load','decks':6,'backs':[1]}"},
	{"backs", "{'ev':'load','decks':6,'backs':['']}"},
	{"backs", "{'ev':'load','decks':6,'backs':['red','red']}"},
	{"backs", "{'ev':'load','decks':6,'backs':['a','b','c','d','e']}"},
	{"backs", "{'ev':'load','decks':6,'backs':['123456789012345678901234567890123']}"},
	{"card", "{'ev':'card'}"},
	{"card", "{'ev':'card','card':7}"},
	{"card", "{'ev':'card','card':''}"},
	{"card", "{'ev':'card','card':'10H'}"},
	{"card", "{'ev':'card','card':'th'}"},
	{"card", "{'ev':'card','card':'?H'}"},
	{"card", "{'ev':'card','card':'1H'}"},
	{"face_up", "{'ev':'card','card':'TH','face_up':1}"},
	{"back", "{'ev':'card','card':'TH','back':1}"},
	{"box", "{'ev':'bet','amount':1000,'on':'punto'}"},
	{"box", "{'ev':'bet','box':0,'amount':1000,'on':'punto'}"},
	{"box", "{'ev':'bet','box':17,'amount':1000,'on':'punto'}"},
	{"amount", "{'ev':'bet','box':1,'on':'punto'}"},
	{"amount", "{'ev':'bet','box':1,'amount':-1,'on':'punto'}"},
	{"amount", "{'ev':'bet','box':1,'amount':1000000000001,'on':'punto'}"},
	{"amount", "{'ev':'bet','box':1,'amount':10.5,'on':'punto'}"},
	{"on", "{'ev':'bet','box':1,'amount':1000}"},
	{"on", "{'ev':'bet','box':1,'amount':1000,'on':1}"},
	{"bettor", "{'ev':'bet','box':1,'amount':1000,'on':'punto','bettor':''}"},
	{"bettor", "{'ev':'bet','box':1,'amount':1000,'on':'punto','bettor':3}"},
	{"bettor", "{'ev':'bet','box':1,'amount':1000,'on':'punto',"
		   "'bettor':'123456789012345678901234567890123'}"},
	{"boxes", "{'ev':'no_more_bets','boxes':1}"},
	{"boxes", "{'ev':'no_more_bets','boxes':[0]}"},
	{"boxes", "{'ev':'no_more_bets','boxes':[1,17]}"},
	{"boxes", "{'ev':'no_more_bets','boxes':['1']}"},
	{"amount", "{'ev':'insurance','box':1}"},
	{"amount", "{'ev':'insurance','box':1,'amount':-1}"},
	{"box", "{'ev':'even_money'}"},
	{"do", "{'ev':'action','box':1}"},
	{"do", "{'ev':'action','box':1,'do':'fold'}"},
	{"do", "{'ev':'action','box':1,'do':1}"},
	{"hand", "{'ev':'action','box':1,'do':'stand','hand':-1}"},
	{"hand", "{'ev':'action','box':1,'do':'stand','hand':1000001}"},
	{"hand", "{'ev':'action','box':1,'do':'stand','hand':'0'}"},
	{"winner", "{'ev':'result','winner':'void'}"},
	{"winner", "{'ev':'result','winner':'player'}"},
	{"winner", "{'ev':'result','winner':null}"},
	{"punto", "{'ev':'result','punto':-1}"},
	{"punto", "{'ev':'result','punto':10}"},
	{"punto", "{'ev':'result','punto':'9'}"},
	{"banca", "{'ev':'result','banca':10}"},
	{"banca", "{'ev':'result','banca':null}"},
	{"round", "{'ev':'paid','box':1,'on':'punto','amount':5,'round':0}"},
	{"round", "{'ev':'paid','box':1,'on':'punto','amount':5,'round':4294967296}"},
	{"of", "{'ev':'ruling','incident':1,'remedy':'read_as','of':0}"},
	{"of", "{'ev':'ruling','incident':1,'remedy':'read_as','of':'2'}"},
	{"of", "{'ev':'ruling','incident':1,'remedy':'read_as','of':4294967296}"},
	{"amount", "{'ev':'paid','box':1,'on':'punto','amount':-1000000000001}"},
	{"on", "{'ev':'paid','box':1,'amount':5}"},
	{"incident", "{'ev':'ruling','remedy':'let_stand'}"},
	{"incident", "{'ev':'ruling','incident':0,'remedy':'let_stand'}"},
	{"incident", "{'ev':'ruling','incident':4294967296,'remedy':'let_stand'}"},
	{"remedy", "{'ev':'ruling','incident':1}"},
	{"remedy", "{'ev':'ruling','incident':1,'remedy':false}"},
	{"card", "{'ev':'ruling','incident':1,'remedy':'read_as','card':'XX'}"},
	{"note", "{'ev':'ruling','incident':1,'remedy':'let_stand','note':{}}"},
	{"min", "{'ev':'limits','max':5}"},
	{"max", "{'ev':'limits','min':5}"},
	{"min", "{'ev':'limits','min':-1,'max':5}"},
	{"max", "{'ev':'limits','min':1,'max':1000000000001}"},
	{"box", "{'ev':'holder'}"},
	{"box", "{'ev':'call','box':17}"},
	{"state", "{'ev':'table'}"},
	{"state", "{'ev':'table','state':'shut'}"},
	{"who", "{'ev':'staff','post':'dealer'}"},
	{"post", "{'ev':'staff','who':'ana'}"},
	{"on", "{'ev':'staff','who':'ana','post':'dealer','on':'yes'}"},
	{"step", "{'ev':'prepared'}"},
	{"who", "{'ev':'prepared','step':'counted','who':1}"},
	{"round", "{'ev':'correction','amount':5}"},
	{"round", "{'ev':'correction','amount':5,'round':0}"},
	{"round", "{'ev':'correction','amount':5,'round':4294967296}"},
	{"amount", "{'ev':'correction','round':1}"},
	{"amount", "{'ev':'commission_paid','box':1,'amount':-5}"},
	{"what", "{'ev':'reveal','what':'cards'}"},
	{"left", "{'ev':'unload','left':-1}"},
	{"left", "{'ev':'unload','left':'17'}"},
	{"cards", "{'ev':'unload','cards':'TH'}"},
	{"cards", "{'ev':'unload','cards':['TH','XX']}"},
	{"cards", "{'ev':'unload','cards':['TH',7]}"},
	{"cards", "{'ev':'unload','cards':[],'left':0}"},
	{"state", "{'ev':'device'}"},
	{"state", "{'ev':'device','state':'broken'}"},
	{"code", "{'ev':'device','state':'error','code':17}"},
	{"detail", "{'ev':'device','state':'lost','detail':-1}"},
	{"detail", "{'ev':'device','state':'lost','detail':10001}"},
	{"detail", "{'ev':'device','state':'lost','detail':true}"},
};

static void
test_refused(void **state)
{
	struct sabot_event event, before;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
		json_t *object = parse(wrong[i].line);
		char error[SABOT_EVENT_ERROR_SIZE] = "";
		size_t length = strlen(wrong[i].field);
		memcpy(&event, &before, sizeof(event));
		if (sabot_event_from_json(object, SABOT_PUNTO_BANCO, &buffer, &event, error))
			fail_msg("taken: %s", wrong[i].line);
		if (strncmp(error, wrong[i].field, length) != 0 || error[length] != ':')
			fail_msg("%s: %s", wrong[i].line, error);
		assert_memory_equal(&event, &before, sizeof(event));
		json_decref(object);
	}
}

/* What blackjack leaves out: a bet is on main there. */
static void
test_default_bet(void **state)
{
	json_t *object = parse("{'ev':'bet','box':1,'amount':1000}");
	struct sabot_event event;
	char error[SABOT_EVENT_ERROR_SIZE];

	(void)state;
	assert_true(sabot_event_from_json(object, SABOT_BLACKJACK, &buffer, &event, error));
	assert_true(event.on == SABOT_BET_NONE || event.on == SABOT_BET_MAIN);
	assert_false(sabot_event_from_json(object, SABOT_PUNTO_BANCO, &buffer, &event, error));
	json_decref(object);
}

/* A run-out of as many cards as can be, and one that no load has. */
static void
test_run_out(void **state)
{
	json_t *object = parse("{'ev':'unload'}"), *cards = json_array();
	struct sabot_event event;
	char error[SABOT_EVENT_ERROR_SIZE];

	(void)state;
	json_object_set_new(object, "cards", cards);
	for (int i = 0; i < SABOT_LOAD_CARDS_MAX; i++)
		json_array_append_new(cards, json_string(i % 2 ? "TH" : "2C"));
	assert_true(sabot_event_from_json(object, SABOT_BLACKJACK, &buffer, &event, error));
	assert_int_equal(event.u.unload.n_cards, SABOT_LOAD_CARDS_MAX);
	assert_int_equal(event.u.unload.cards[415].rank, SABOT_TEN);
	assert_int_equal(event.u.unload.left_cards, -1);
	while (json_array_size(cards) <= SABOT_RUN_OUT_CARDS_MAX)
		json_array_append_new(cards, json_string("TH"));
	assert_false(sabot_event_from_json(object, SABOT_BLACKJACK, &buffer, &event, error));
	assert_int_equal(strncmp(error, "cards:", 6), 0);
	json_decref(object);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_every_type_is_shown),
		cmocka_unit_test(test_members),        cmocka_unit_test(test_refused),
		cmocka_unit_test(test_default_bet),    cmocka_unit_test(test_run_out),
	};

	return cmocka_run_group_tests_name("events as JSON", tests, NULL, NULL);
}
